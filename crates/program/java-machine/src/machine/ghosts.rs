//! Ghosts: objects that are used before they are created, where a search lets reads see future writes.
//!
//! The shape of such an object is known from executions that wrote a reference to it. It stands in the heap
//! where its creator will put it; if the creator puts something else there, no such execution exists
//! (`Watched::confirm`).

use super::{JavaMachine, JavaState, Visibility};
use crate::location::raw_of;
use crate::marks::{IS_GIVEN, IS_LATE, IS_SHARED, ROLE_BITS};
use crate::policy::{Role, standing};
use event::{Action, Answer, Gap, Loc, LocKind, Pending, ReadMode, RmwOp};
use jvm::class::{ClassRef, Kind};
use jvm::heap::{Creator, Ref};
use jvm::library::HEADER;
use jvm::state::State;
use triomphe::Arc;

/// The class library created it while several threads ran, and filled it before it was tracked.
const GIVEN_LATE: u64 = IS_GIVEN | IS_LATE;

/// Reported for an object filled without actions that is found where its creator's writes become visible in
/// any order.
const UNFILLED: &str =
    "an object of the class library is found in a race, and what it holds then is not known";

/// What is known of an object before it is created.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    pub header: [u64; 2],
    /// Its size in words.
    pub words: usize,
    /// The contents that are read without an action; `None` if they may change.
    pub contents: Option<Box<[u64]>>,
}

/// Whether all accesses to an object of this class with this second header word have been actions from the
/// start.
pub(super) fn is_asked_for(class: ClassRef, word: u64) -> bool {
    word & (ROLE_BITS | IS_GIVEN) == 0 && standing(class).role_words == 0
}

impl JavaMachine {
    /// Records the shape of an object whose reference is written. Returns false if a thread has read other
    /// contents from its ghost.
    pub(super) fn note_shape(&self, state: &JavaState, what: &Pending) -> bool {
        let Pending::Action(action) = what else { return true };
        let (loc, value) = match action {
            Action::Write { loc, value, .. } => (*loc, *value),
            Action::Rmw { loc, op: RmwOp::Set(value) | RmwOp::CompareAndSet { new: value, .. }, .. } => {
                (*loc, *value)
            }
            _ => return true,
        };
        if self.place(&state.vm, loc).kind != Kind::Reference || value.0 == 0 {
            return true;
        }
        let object = Ref(raw_of(value, true));
        let heap = &state.vm.heap;
        if !object.is_moving() {
            return true;
        }
        let header = [heap.word(object, 0), heap.word(object, 1) & !IS_SHARED];
        let words = jvm::layout::size(self.lib, heap, object);
        let contents = self.contents(&state.vm, object, words);
        let assumed = state.assumed.iter().find(|(assumed, _)| *assumed == object).map(|(_, was)| was);
        let is_so = assumed.is_none_or(|assumed| contents.as_ref() == Some(assumed));
        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
        learnt.written_as.entry((loc, object)).or_default().insert(header[0]);
        learnt.shapes.entry(object).or_default().insert(Shape { header, words, contents });
        is_so
    }

    /// The contents of an object that are read without an action, if they never change: none for objects that
    /// are tracked from the start; the value for boxed numbers.
    fn contents(&self, state: &State, object: Ref, words: usize) -> Option<Box<[u64]>> {
        const BOXES: [&str; 8] =
            ["Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double"];
        let name = self.class_of(state, object).name.strip_prefix("java/lang/");
        match words <= HEADER || is_asked_for(self.class_of(state, object), state.heap.word(object, 1)) {
            true => Some(Box::default()),
            false if name.is_some_and(|name| BOXES.contains(&name)) => {
                Some((HEADER..words).map(|i| state.heap.word(object, i)).collect())
            }
            false => None,
        }
    }

    /// Whether an object begins here: its creator may have put others in its place. Objects lie one after the
    /// other.
    fn is_object(&self, state: &State, object: Ref) -> bool {
        let creator = object.creator();
        let known = self.base.as_ref().map_or(0, |base| base.top(creator));
        if !object.is_moving() || object.index() < known {
            return true;
        }
        let mut at = known;
        while at < object.index() {
            at += jvm::layout::size(self.lib, &state.heap, Ref::new(creator, at as u32)).max(HEADER);
        }
        at == object.index()
    }

    /// Makes an object usable whose reference is read before it is created. Returns false if its shape is
    /// unknown, or which part of it can be seen.
    pub(super) fn materialise(
        &self,
        java: &mut JavaState,
        me: usize,
        action: &Action,
        answer: Answer,
    ) -> bool {
        let state = &mut java.vm;
        let Some((loc, object)) = self.found(state, action, answer) else { return true };
        if state.heap.exists(object) {
            // Its creator has put something else there, so this reference will never be written: no such
            // execution exists.
            if !self.is_object(state, object) {
                state.notes.is_discarded = true;
                return true;
            }
            // Or its creator has put another object under the same name: what other executions wrote to this
            // location has another class or size, and code that uses it as such would access memory outside
            // the object.
            let learnt = self.learnt.lock().expect("no panic while facts are learnt");
            let written = learnt.written_as.get(&(loc, object));
            if written.is_some_and(|headers| !headers.contains(&state.heap.word(object, 0))) {
                return false;
            }
            drop(learnt);
            return !self.is_unfilled_by_race(state, me, action, object);
        }
        if state.notes.ghosts.contains_key(&object) {
            return true;
        }
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let Some(shapes) = learnt.shapes.get(&object) else { return false };
        // Contents of a library object are read without actions, so a read could not see anything but the
        // final contents.
        let (1, Some(Shape { header, words, contents: Some(contents) })) = (shapes.len(), shapes.first())
        else {
            return false;
        };
        let words = *words;
        let end = Ref(object.0 + words as u64);
        if state.notes.ghosts.range(..end).next_back().is_some_and(|(ghost, header)| {
            ghost.0 + jvm::layout::size_of_header(self.lib, *header) as u64 > object.0
        }) {
            return false;
        }
        state.heap.put_ghost(object, words, [header[0], header[1] | IS_SHARED]);
        Arc::make_mut(&mut state.notes.ghosts).insert(object, header[0]);
        if !contents.is_empty() {
            contents.iter().enumerate().for_each(|(i, word)| state.heap.set_word(object, HEADER + i, *word));
            java.assumed.push((object, contents.clone()));
        }
        true
    }

    /// The object whose reference an action reads, and the location read.
    fn found(&self, state: &State, action: &Action, answer: Answer) -> Option<(Loc, Ref)> {
        let (loc, value) = match (action, answer) {
            (Action::Read { loc, .. }, Answer::Value(value)) => (*loc, value),
            (Action::Rmw { loc, .. }, Answer::Rmw { old, .. }) => (*loc, old),
            _ => return None,
        };
        let is_one = self.place(state, loc).kind == Kind::Reference && value.0 != 0;
        is_one.then(|| (loc, Ref(raw_of(value, true))))
    }

    /// Whether a race finds an object that the class library filled without actions: a reader could not be
    /// shown that the contents are not there yet, as a race allows (JLS 17.4.5).
    fn is_unfilled_by_race(&self, state: &State, me: usize, action: &Action, object: Ref) -> bool {
        let (loc, mode) = match action {
            Action::Read { loc, mode, .. } => (*loc, *mode),
            Action::Rmw { loc, .. } => (*loc, ReadMode::Volatile),
            _ => return false,
        };
        let by_race =
            mode != ReadMode::Volatile || self.loc_kind(&self.place(state, loc)) != LocKind::Volatile;
        if !by_race || object.creator() == Creator::thread(me) || !object.is_moving() {
            return false;
        }
        let (class, word) = (self.class_of(state, object), state.heap.word(object, 1));
        let words = jvm::layout::size(self.lib, &state.heap, object);
        word & GIVEN_LATE == GIVEN_LATE
            // A guard does not order the constructor's writes, which precede any use of the guard.
            || (word & IS_LATE != 0 && standing(class).role == Role::Guarded)
            // Its creator has not filled it yet: the reference is read before it is written.
            || (word & IS_SHARED == 0 && self.contents(state, object, words).is_none())
    }

    /// Where writes become visible in any order: records a gap if the object found may not be filled yet.
    pub(super) fn note_unfilled(&self, state: &State, me: usize, action: &Action, answer: Answer) {
        if self.visibility == Visibility::AnyOrder && self.may_be_unfilled(state, me, action, answer) {
            let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
            learnt.gaps.insert(Gap::Unsupported(UNFILLED.to_owned()));
        }
    }

    /// Where writes become visible in any order: whether the writes that filled the object found may still be
    /// missing. A thread that sees what follows the constructor's freeze sees everything before it.
    fn may_be_unfilled(&self, state: &State, me: usize, action: &Action, answer: Answer) -> bool {
        let Some((_, object)) = self.found(state, action, answer) else { return false };
        let mut classes = std::iter::successors(Some(self.class_of(state, object)), |class| class.superclass);
        let last = classes.find_map(|class| {
            let mut own = class.fields().iter().filter(|field| !field.is_static()).peekable();
            own.peek().is_some().then(|| own.any(|field| field.is_final()))
        });
        let is_given = state.heap.word(object, 1) & GIVEN_LATE == GIVEN_LATE;
        (is_given || last == Some(false)) && self.is_unfilled_by_race(state, me, action, object)
    }
}
