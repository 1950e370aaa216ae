//! How a checked thread runs: it stops before every action that others may notice and waits for the answer.
//!
//! The heap always holds the value written last, in the order in which actions were performed. What a read sees is not
//! looked up there but asked, so that a memory model can answer otherwise; the machine's own methods may look.
//!
//! **Asked** is every access to what another thread may reach, and all synchronisation, but for what the table of the policy says
//! ([`crate::policy`]): plain accesses to *guarded* and *immutable* objects, and everything that happens to *internal* ones.
//! An object is *shared* once a reference to it was stored where another thread may find it. Until then only its creator
//! acts on it.

use crate::marks::{IS_LATE, IS_SHARED};
use crate::policy::{EntryRole, Role, call_role, field_role, is_program, standing};
use crate::regions::{Cell, cell_kind, granule, size_of_cell};
use crate::tearing::half;
use crate::watched::{Watched, check_mut, check_of};
use event::{
    Action, Answer, Fence, INTERNAL, Internal, InternalKind, Loc, MonitorId, ReadMode, SyncObj, ThreadId,
    Value, WriteMode,
};
use jvm::class::{ClassRef, FieldRef};
use jvm::heap::{Creator, PAGE, Ref};
use jvm::layout;
use jvm::state::{Entered, Frame, Init};
use jvm::trace::View;
use jvm::trap::Trap;
use jvm::watch;
use std::collections::{BTreeMap, BTreeSet};
use triomphe::Arc;

/// What tells threads apart that are otherwise alike.
pub(crate) const IDENTITY: [&str; 2] = ["name", "tid"];

/// How an access is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// By an instruction, in the mode that the field has.
    Instruction,
    /// By a method that names the mode: of a variable handle, an atomic class or Unsafe.
    Handle,
}

/// What the engine and a checked thread tell each other.
pub(crate) struct Check {
    /// The answer to the action that the thread stands before; taken when it performs it.
    pub answer: Option<(Action, Answer)>,
    /// The action that the thread stopped before.
    pub asked: Option<Action>,
    /// Whether the values of the heap are the answers, so that actions that nobody can notice need not be asked.
    pub heap_answers: bool,
    /// Whether what nobody else can know is not asked for: the heap answers, or races are looked for. There is none on an object that its
    /// maker alone knows, nor later on what was done to it meanwhile, unless there is one on how others came to it.
    pub skips_private: bool,
    /// What is taken for granted.
    pub facts: Facts,
    /// What turned out.
    pub learnt: Facts,
    /// Locations that existed before there were several threads and that are written since. The others never change.
    pub written: Arc<BTreeSet<u64>>,
    /// Such a location that turned out to be written.
    pub newly_written: Option<u64>,
    /// How often elements of large arrays were not asked for since the last action, being taken for constants.
    pub granted_elements: usize,
    /// Locations that were not asked for, being taken for constants, since the last action, and how often.
    pub taken_for_granted: BTreeMap<u64, u32>,
    /// Whether the thread looked for an interrupt since then, taking it for granted that there is none.
    pub looked_for_interrupt: bool,
    /// Whether printing is an action.
    pub shows_output: bool,
    /// Whether assertions are noted that a thread comes to.
    pub notes_assertions: bool,
    /// Fields of results that several threads use ([`crate::Results`]): accesses to them are asked.
    pub contested: Arc<BTreeSet<u64>>,
    /// Classes of the class library whose initialisers act: who initialises them is asked.
    pub acting: Arc<BTreeSet<u32>>,
    /// Such classes that turned out to.
    pub newly_acting: BTreeSet<u32>,
    /// Other fields of results that the thread has used while others ran.
    pub results: BTreeSet<u64>,
    /// Such fields that were used in a way that others may notice at once.
    pub shared_results: BTreeSet<u64>,
    /// Whether the thread only looks where it would come ([`crate::machine`], twins).
    pub foresees: bool,
    /// What the thread was shown is one of several things that it might have been, and the others are not looked at.
    pub doubts: Option<&'static str>,
    /// Looking ahead, it used what others may change until it really comes there.
    pub strayed: bool,
    /// What it has accessed of shared objects without being asked since its last action, and whether it wrote.
    pub segment: Segment,
    /// The same of the other threads.
    pub others: Vec<Arc<Segment>>,
    /// Fields and elements that are not guarded although their class is named in the table.
    pub unguarded: Arc<BTreeSet<(u32, u32)>>,
    /// Such that turned out so.
    pub newly_unguarded: Option<(u32, u32)>,
    /// Monitors of internal objects that matter all the same.
    pub monitors: Arc<BTreeSet<u64>>,
    /// Such a monitor that turned out so.
    pub newly_entered: Option<u64>,
    /// Words of regions that are kept in parts ([`crate::regions`]).
    pub split: Arc<BTreeSet<u64>>,
    /// Such words that turned out to be accessed so.
    pub newly_split: BTreeSet<u64>,
    /// Cells of regions that were used since the last action.
    pub cells: Vec<Cell>,
}

/// Accesses that were not asked.
pub(crate) type Segment = Vec<Unasked>;

/// An access that was not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unasked {
    pub loc: Loc,
    pub writes: bool,
    /// The monitor under which it happened, once that is left.
    pub under: Option<Ref>,
    /// Whether its data is guarded, as far as it is known: then it belongs to the state.
    pub is_guarded: bool,
}

/// What a program does that would make reductions wrong. A search assumes it does not, and begins again if it does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Somebody notices of a thread more than the end of one that it has started itself (`looks.rs`).
    pub threads_are_seen: bool,
    /// Somebody interrupts a thread.
    pub interrupts: bool,
    /// Who uses fences: a bit for each thread.
    pub fences: u32,
    /// Somebody asks for the state of a thread that was started.
    pub states_are_seen: bool,
    /// A thread is started after all others have ended.
    pub starts_again: bool,
    /// Somebody asks for the name or the number of a thread, or a thread fails, which is told by its name.
    pub names_are_seen: bool,
    /// Somebody writes what is told of a thread that others may know, or asks for what it clears when it ends.
    pub thread_fields: bool,
    /// Whether a thread has acted matters to one that has not started it.
    pub acts_matter: bool,
    /// Somebody asks for the number of a thread.
    pub numbers_are_seen: bool,
    /// Somebody looks into a group of threads, or uses one as a monitor.
    pub groups_are_seen: bool,
    /// Somebody asks what another thread is parked on.
    pub blockers_are_seen: bool,
    /// Of which kinds arrays are accessed otherwise than by elements, a bit for each.
    pub viewed: u16,
    /// Of which kinds such arrays are kept byte by byte.
    pub bytewise: u16,
    /// A thread ends the program while there are others.
    pub exits: bool,
}

impl Facts {
    pub fn join(self, other: Facts) -> Facts {
        Facts {
            threads_are_seen: self.threads_are_seen | other.threads_are_seen,
            interrupts: self.interrupts | other.interrupts,
            fences: self.fences | other.fences,
            states_are_seen: self.states_are_seen | other.states_are_seen,
            starts_again: self.starts_again | other.starts_again,
            names_are_seen: self.names_are_seen | other.names_are_seen,
            thread_fields: self.thread_fields | other.thread_fields,
            acts_matter: self.acts_matter | other.acts_matter,
            numbers_are_seen: self.numbers_are_seen | other.numbers_are_seen,
            groups_are_seen: self.groups_are_seen | other.groups_are_seen,
            blockers_are_seen: self.blockers_are_seen | other.blockers_are_seen,
            viewed: self.viewed | other.viewed,
            bytewise: self.bytewise | other.bytewise,
            exits: self.exits | other.exits,
        }
    }
}

/// A reference as models know it: the thread that creates the object in the upper half (see [`event::ObjectId`]).
pub(crate) fn value_of(raw: u64, is_reference: bool) -> Value {
    if !is_reference || raw == 0 {
        return Value(raw as i64);
    }
    let object = Ref(raw);
    let creator = match object.creator() {
        Creator(c) if c >= 2 && c % 2 == 0 => (c - 2) / 2,
        Creator(c) => NO_THREAD | c,
    };
    Value((i64::from(creator) << 32) | (object.index() as i64 + 1))
}

/// The other way.
pub(crate) fn raw_of(value: Value, is_reference: bool) -> u64 {
    if !is_reference || value.0 == 0 {
        return value.0 as u64;
    }
    let (creator, index) = ((value.0 >> 32) as u32, (value.0 as u32) - 1);
    let creator = if creator & NO_THREAD == 0 { creator * 2 + 2 } else { creator & !NO_THREAD };
    Ref::new(Creator(creator), index).0
}

/// Whether a value can be a reference: guessed ones need not be.
pub(crate) fn may_refer(value: Value) -> bool {
    value.0 as u32 != 0 && (0..1 << 16).contains(&(value.0 >> 32))
}

/// In place of the creating thread of objects that belong to none.
const NO_THREAD: u32 = 1 << 15;

/// Bits of a location, from the lowest: how its size differs from that of an element ([`crate::regions`]), the offset in the object, the
/// object's place, whether it is a cell of a region, its creator. Bit 62 is free for names.
const CODE_BITS: u32 = 3;
const OFFSET_BITS: u32 = 20;
const INDEX_BITS: u32 = 26;
const CREATOR_BITS: u32 = 12;
const INDEX_AT: u32 = CODE_BITS + OFFSET_BITS;
const CELL_AT: u32 = INDEX_AT + INDEX_BITS;
const CREATOR_AT: u32 = CELL_AT + 1;

/// Of a location far inside a large object, which begins at the beginning of a page: less bits tell its place, more the offset.
const IS_FAR: u64 = 1 << 63;
const FAR_BITS: u32 = PAGE.trailing_zeros();

pub(crate) fn loc_of(object: Ref, offset: usize) -> Result<Loc, Trap> {
    loc_with(object, offset, 0, false)
}

/// The location of a cell of a region.
pub(crate) fn cell_of(object: Ref, offset: usize, code: usize) -> Result<Loc, Trap> {
    loc_with(object, offset, code, true)
}

fn loc_with(object: Ref, offset: usize, code: usize, is_cell: bool) -> Result<Loc, Trap> {
    let (creator, index) = (u64::from(object.creator().0), object.index() as u64);
    let is_far = offset >> OFFSET_BITS != 0;
    let fits = match is_far {
        true => offset >> (OFFSET_BITS + FAR_BITS) == 0 && index.is_multiple_of(PAGE as u64),
        false => true,
    };
    if !fits || index >> INDEX_BITS != 0 || creator >> CREATOR_BITS != 0 {
        return Err(Trap::Unsupported(
            "an object that threads may share, larger than models can name".into(),
        ));
    }
    let place = match is_far {
        true => IS_FAR | (index >> FAR_BITS) << (INDEX_AT + FAR_BITS),
        false => index << INDEX_AT,
    };
    let rest = u64::from(is_cell) << CELL_AT | creator << CREATOR_AT;
    Ok(Loc(rest | place | (offset as u64) << CODE_BITS | code as u64))
}

pub(crate) fn place_of(loc: Loc) -> (Ref, usize) {
    let far = if loc.0 & IS_FAR != 0 { FAR_BITS } else { 0 };
    let offset = loc.0 >> CODE_BITS & ((1 << (OFFSET_BITS + far)) - 1);
    let index = (loc.0 >> (INDEX_AT + far) & ((1 << (INDEX_BITS - far)) - 1)) << far;
    let creator = loc.0 >> CREATOR_AT & ((1 << CREATOR_BITS) - 1);
    (Ref::new(Creator(creator as u32), index as u32), offset as usize)
}

/// Whether a location is a cell of a region.
pub(crate) fn is_cell(loc: Loc) -> bool {
    loc.0 >> CELL_AT & 1 != 0
}

/// How the size of a cell differs from that of the elements.
pub(crate) fn code_of(loc: Loc) -> usize {
    loc.0 as usize & ((1 << CODE_BITS) - 1)
}

/// What of a location is not its object: less than 2 to the power of 30.
pub(crate) fn inside(loc: Loc) -> u64 {
    let offset = place_of(loc).1 as u64;
    offset << CODE_BITS | code_of(loc) as u64
}

pub(crate) fn thread_id(number: usize) -> ThreadId {
    ThreadId(number as u16)
}

/// An internal action of one way, on one object.
pub(crate) fn internal(what: InternalKind, touches: [Option<SyncObj>; 2]) -> Internal {
    Internal { what, touches, acquires: false, releases: false, choices: 1, eager: false }
}

/// The class and word of a field, or that these are elements.
pub(crate) fn unguarded_key(class: ClassRef, offset: usize) -> (u32, u32) {
    (class.id, if class.is_array() { u32::MAX } else { (offset / 8) as u32 })
}

impl Watched<'_, '_> {
    #[inline]
    pub(crate) fn is_checked(&self) -> bool {
        self.vm.is_observed()
    }

    pub(crate) fn heap_answers(&self) -> bool {
        check_of(&self.vm.trace).is_some_and(|check| check.heap_answers)
    }

    /// Whether what nobody else can know is not asked for.
    fn skips_private(&self) -> bool {
        check_of(&self.vm.trace).is_some_and(|check| check.skips_private)
    }

    /// Whether more than one thread was ever started: before that, everything happens before whatever comes.
    pub(crate) fn has_others(&self) -> bool {
        self.vm.st.threads.len() > 1
    }

    /// Whether the thread only looks where it would come.
    #[inline]
    pub(crate) fn foresees(&self) -> bool {
        check_of(&self.vm.trace).is_some_and(|check| check.foresees)
    }

    /// The thread uses something that others may change behind its back.
    #[inline]
    pub(crate) fn strays(&mut self) {
        if let Some(check) = check_mut(&mut self.vm.trace) {
            check.strayed |= check.foresees;
        }
    }

    /// Stops before an action, or gets its answer.
    pub(crate) fn ask(&mut self, action: impl FnOnce() -> Action) -> Result<Answer, Trap> {
        if !self.is_checked() {
            return Ok(Answer::Done);
        }
        let action = action();
        // What a call of the class library prints is shown whole: what it does to its own objects meanwhile nobody sees.
        if self.vm.th.notes.printed.is_some() && !self.is_private(&action) {
            self.asks_output()?;
        }
        let Some(check) = check_mut(&mut self.vm.trace) else { return Ok(Answer::Done) };
        match check.answer.take() {
            Some((asked, answer)) if asked.is_same(&action) => {
                self.closes_segment(&action);
                let may_block = matches!(&action, Action::Internal(i) if i.what == InternalKind::Park);
                if may_block {
                    self.vm.th.notes.inside = 0;
                } else if self.vm.th.notes.inside > 0 || self.begins_atomic(&action) {
                    self.vm.th.notes.inside = self.depth_of_atomic(&action);
                }
                self.vm.th.notes.acted |= self.facts().acts_matter && self.begins_atomic(&action);
                if let Action::Join(thread) = action {
                    self.vm.th.notes.joined |= 1 << thread.0;
                }
                Ok(answer)
            }
            // What another thread did in between must not change what this one is about to do.
            Some((asked, _)) => Err(Trap::Unsupported(format!(
                "{INTERNAL}an action was answered and another performed ({asked:?}, {action:?})"
            ))),
            None => {
                if self.vm.th.notes.inside > 0 && !self.is_inside(self.vm.th.notes.inside as usize, &action) {
                    self.vm.th.notes.inside = 0;
                }
                if let Some(check) = check_mut(&mut self.vm.trace) {
                    check.asked = Some(action);
                }
                self.notes_initialisers();
                Err(Trap::Pause)
            }
        }
    }

    /// An action is performed. Before one that others have their turn before, whatever they do was tried with what the thread had accessed until
    /// then; searches do others at once.
    fn closes_segment(&mut self, action: &Action) {
        let others_had_their_turn = match action {
            Action::Read { loc, mode: ReadMode::Plain }
            | Action::Write { loc, mode: WriteMode::Plain, .. } => {
                self.heap_answers() && self.is_shared(place_of(*loc).0)
            }
            Action::Write { loc, .. } => self.is_shared(place_of(*loc).0),
            action => self.begins_atomic(action),
        };
        let is_first = self.vm.th.notes.inside == 0;
        let Some(check) = check_mut(&mut self.vm.trace) else { return };
        match action {
            _ if others_had_their_turn && is_first => check.segment.clear(),
            Action::Unlock(monitor) => {
                let open = check.segment.iter_mut().filter(|access| access.under.is_none());
                open.for_each(|access| access.under = Some(Ref(monitor.0)));
            }
            _ => {}
        }
    }

    /// Whether an action is an access to what nobody else knows.
    fn is_private(&self, action: &Action) -> bool {
        match action {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                !self.is_shared(place_of(*loc).0)
            }
            _ => false,
        }
    }

    /// Whether an action can be the first of an atomic call: one before which others have their turn. A search
    /// does fences, plain accesses and, into buffers, writes as soon as they are reached, in whatever order it comes to the threads; if the rest of the call
    /// followed at once, no other order of the calls would be seen.
    fn begins_atomic(&self, action: &Action) -> bool {
        match action {
            // The search for races takes weaker modes for plain ones.
            Action::Read { mode, .. } if *mode != ReadMode::Volatile => false,
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => self.is_shared(place_of(*loc).0),
            Action::Lock(monitor) => self.is_shared(Ref(monitor.0)),
            Action::Internal(internal) => !internal.eager,
            _ => false,
        }
    }

    /// How many frames there are up to the atomic call that the thread is inside of and that this action is a part of; 0 if there is none. Such a method is
    /// linearizable, so that whatever others do in between they could have done before or after. A call that waits is one action before and one after.
    fn depth_of_atomic(&self, action: &Action) -> u32 {
        let frames = &self.vm.th.frames;
        let own = frames.iter().rposition(|f| is_program(f.method.class)).map_or(0, |i| i + 1);
        let atomic = (own..frames.len()).filter(|&i| call_role(self.vm.lib, frames[i].method).is_atomic);
        let mut depths = atomic.map(|i| i + 1).filter(|&depth| self.is_inside(depth, action));
        depths.next().map_or(0, |depth| depth as u32)
    }

    /// Whether an action belongs to the atomic call of the frame at this depth: it acts on the receiver or on what was made for it, and
    /// neither the program nor another object that threads share was called on the way.
    fn is_inside(&self, depth: usize, action: &Action) -> bool {
        let receiver = |frame: &Frame| Ref(self.vm.th.stack[frame.base as usize]);
        let Some(call) = self.vm.th.frames.get(depth - 1) else { return false };
        let this = receiver(call);
        let belongs = |object: Ref| {
            object == this || object.is_null() || !self.is_shared(object) || self.is_made_for_another(object)
        };
        let mut within = self.vm.th.frames[depth..].iter();
        let is_own = within.all(|frame| {
            !is_program(frame.method.class)
                && (frame.method.is_static() || belongs(receiver(frame)))
                && !call_role(self.vm.lib, frame.method).is_apart
        });
        is_own
            && match action {
                Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                    belongs(place_of(*loc).0)
                }
                Action::Lock(monitor) | Action::Unlock(monitor) => belongs(Ref(monitor.0)),
                Action::Internal(internal) => match internal.what {
                    InternalKind::Wait(monitor) | InternalKind::Notify { monitor, .. } => {
                        belongs(Ref(monitor.0))
                    }
                    InternalKind::Choose | InternalKind::Observe => false,
                    what if what.ends_all() => false,
                    _ => true,
                },
                Action::Start(_) | Action::Join(_) | Action::External(_) => false,
                Action::Fence(_) | Action::Freeze(_) | Action::Fail(_) | Action::End => true,
            }
    }

    /// Stops before an internal action, or gets its answer.
    pub(crate) fn ask_internal(&mut self, action: impl FnOnce() -> Internal) -> Result<u16, Trap> {
        match self.ask(|| Action::Internal(action()))? {
            Answer::Choice(choice) => Ok(choice),
            _ => Ok(0),
        }
    }

    pub(crate) fn is_shared(&self, object: Ref) -> bool {
        match object.is_moving() {
            true => self.vm.st.heap.word(object, 1) & IS_SHARED != 0,
            false => !self.is_initialised_here(object),
        }
    }

    /// Whether final fields are frozen by actions.
    pub(crate) fn freezes(&self) -> bool {
        self.is_checked() && self.has_others() && !self.heap_answers()
    }

    /// Whether an access is asked.
    pub(crate) fn asks(
        &mut self,
        object: Ref,
        offset: usize,
        (is_plain, writes): (bool, bool),
    ) -> Result<bool, Trap> {
        if !self.has_others() || object.is_null() || (self.skips_private() && !self.is_shared(object)) {
            return Ok(false);
        }
        if self.is_initialised_here(object) || self.is_made_by_initialiser(object) {
            return Ok(false);
        }
        match self.role_at(object, offset) {
            Role::Checked => Ok(true),
            Role::Guarded => {
                let is_unguarded = self.is_unguarded(object, offset);
                if self.is_shared(object) && !is_unguarded {
                    let loc = loc_of(object, offset)?;
                    let key = self.key_of(object, offset);
                    if self.meets_another(loc, writes)
                        && !self.is_benign(object, offset)
                        && let Some(check) = check_mut(&mut self.vm.trace)
                    {
                        check.newly_unguarded = Some(key);
                    }
                    if is_plain {
                        self.notes(loc, writes, !self.is_benign(object, offset));
                    }
                }
                Ok(!is_plain || is_unguarded)
            }
            Role::Immutable => {
                // What is found out from the rest when first asked for (`String.hash`) is written over nothing.
                let holds = |object: Ref| {
                    !self.class_of(object).is_array() && self.st.heap.word(object, offset / 8) != 0
                };
                if is_plain && writes && self.is_shared(object) && holds(object) {
                    return Err(Trap::Unsupported(format!(
                        "an object that contracts call immutable is written ({})",
                        self.class_of(object).name
                    )));
                }
                Ok(!is_plain)
            }
            Role::Internal => {
                if self.is_shared(object) {
                    let loc = self.noted_loc(object, offset)?;
                    self.notes(loc, writes, !self.is_benign(object, offset));
                }
                Ok(false)
            }
        }
    }

    /// Whether a volatile variable of an object that keeps books of the class library holds what the program has made (the constants of an
    /// enum): it publishes it.
    fn passes_on(&self, object: Ref, offset: usize, value: Ref) -> bool {
        self.has_others()
            && !self.heap_answers()
            && !value.is_null()
            && self.role_at(object, offset) == Role::Internal
            && !self.is_early(value)
            && self.role_of(value) == Role::Checked
    }

    /// What is accessed without being asked is a part of the step all the same.
    fn notes(&mut self, loc: Loc, writes: bool, is_guarded: bool) {
        self.strays();
        // An atomic call is one step, whatever it does.
        if self.vm.th.notes.inside > 0 {
            return;
        }
        let access = Unasked { loc, writes, under: None, is_guarded };
        if let Some(check) = check_mut(&mut self.vm.trace)
            && !check.segment.contains(&access)
        {
            check.segment.push(access);
        }
    }

    /// Whether another thread has accessed a location without being asked since its last action, so that it might as well have done so
    /// after this access, which then is not guarded by anything.
    fn meets_another(&self, loc: Loc, writes: bool) -> bool {
        let Some(check) = check_of(&self.vm.trace) else { return false };
        let is_met = |met: &Unasked| {
            met.loc == loc && (writes || met.writes) && !met.under.is_some_and(|monitor| self.owns(monitor))
        };
        check.others.iter().enumerate().any(|(i, segment)| i != self.vm.me && segment.iter().any(is_met))
    }

    /// Whether it makes no difference what threads see of a field that they use at once.
    fn is_benign(&self, object: Ref, offset: usize) -> bool {
        let field = View { lib: self.vm.lib, state: self.vm.st }.field_at(object, offset / 8);
        field.is_some_and(|field| field_role(self.vm.lib, field) == Some(EntryRole::Benign))
    }

    /// The class and word of a field, or that these are elements.
    fn key_of(&self, object: Ref, offset: usize) -> (u32, u32) {
        unguarded_key(self.class_of(object), offset)
    }

    /// Whether a write is asked. What a memory holds must not be written behind its back.
    fn asks_write(&mut self, object: Ref, offset: usize, is_plain: bool) -> Result<bool, Trap> {
        self.uses_class_of(object, offset)?;
        if self.asks(object, offset, (is_plain, true))? {
            return Ok(true);
        }
        if !self.has_others() || object.is_null() || self.vm.st.notes.initials.is_empty() {
            return Ok(false);
        }
        match self.is_region(object) {
            true => self.holds_region(self.element_span(object, offset)),
            false => Ok(self.vm.st.notes.initials.contains_key(&loc_of(object, offset)?.0)),
        }
    }

    /// A read that the heap would answer by `value`.
    pub(crate) fn checked_read(
        &mut self,
        (object, offset): (Ref, usize),
        (mode, by): (ReadMode, By),
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        watch::asks(object);
        if let Some(kept) = self.kept_of_thread(object, offset) {
            return self.read_kept(kept, (object, offset), mode, is_reference, value);
        }
        if self.is_own_result(object, offset, mode == ReadMode::Plain && by == By::Instruction)? {
            return Ok(value);
        }
        self.uses_class_of(object, offset)?;
        let asks = self.asks(object, offset, (mode == ReadMode::Plain, false))?;
        let passes = is_reference && mode == ReadMode::Volatile && self.passes_on(object, offset, Ref(value));
        if !asks && !passes {
            return Ok(value);
        }
        if self.is_region(object) {
            return self.region_read(self.element_span(object, offset), mode);
        }
        let loc = loc_of(object, offset)?;
        if self.is_constant(object, offset) {
            return Ok(value);
        }
        if self.is_granted(object, loc) {
            return Ok(value);
        }
        if self.is_torn(object, offset) {
            self.tears_only_plainly(mode == ReadMode::Plain)?;
            return self.torn_read(object, offset, value);
        }
        let mode = match mode {
            _ if self.is_strengthened(object, offset) => ReadMode::Volatile,
            ReadMode::Plain if self.is_unguarded(object, offset) => ReadMode::Opaque,
            mode => mode,
        };
        match self.ask(|| Action::Read { loc, mode })? {
            Answer::Value(seen) => Ok(raw_of(seen, is_reference)),
            _ => Ok(value),
        }
    }

    /// A write, before the heap is told. False if it has been told.
    pub(crate) fn checked_write(
        &mut self,
        (object, offset): (Ref, usize),
        (mode, by): (WriteMode, By),
        is_reference: bool,
        value: u64,
    ) -> Result<bool, Trap> {
        watch::asks(object);
        if let Some(kept) = self.kept_of_thread(object, offset) {
            self.write_kept(kept, (object, offset), mode, is_reference, value)?;
        } else if self.is_own_result(object, offset, mode == WriteMode::Plain && by == By::Instruction)? {
            // Nobody but this thread looks at it before all have ended.
        } else if self.asks_write(object, offset, mode == WriteMode::Plain)?
            || (is_reference && mode == WriteMode::Volatile && self.passes_on(object, offset, Ref(value)))
        {
            if self.is_region(object) {
                self.region_write(self.element_span(object, offset), mode, value)?;
                return Ok(false);
            }
            if self.is_torn(object, offset) {
                self.tears_only_plainly(mode == WriteMode::Plain)?;
                self.torn_write(object, offset, value)?;
                return Ok(false);
            }
            let mode = match mode {
                _ if self.is_strengthened(object, offset) => WriteMode::Volatile,
                WriteMode::Plain if self.is_unguarded(object, offset) => WriteMode::Opaque,
                mode => mode,
            };
            let loc = loc_of(object, offset)?;
            self.ask(|| Action::Write { loc, mode, value: value_of(value, is_reference) })?;
            self.remember(loc);
        }
        if is_reference {
            self.stores(object, offset, Ref(value));
        }
        Ok(true)
    }

    /// Whether this is a field of a result that no other thread uses, as far as it is known: what it holds is in the heap. Who uses it
    /// is noted, so that a search begins again if that turns out wrong.
    fn is_own_result(&mut self, object: Ref, offset: usize, is_plain: bool) -> Result<bool, Trap> {
        let Some(results) = self.vm.options.results else { return Ok(false) };
        if object.is_null() || self.vm.st.heap.word(object, 0) as u32 != results.class || !self.has_others() {
            return Ok(false);
        }
        let loc = loc_of(object, offset)?;
        let (me, others) = (self.vm.me, !self.is_alone_again());
        // Objects that threads make themselves may be seen while they are made. What an actor has written is seen by the main thread,
        // which waits for it; threads that actors start are waited for by nobody.
        let is_known = is_plain && self.is_early(object) && me <= results.actors;
        let Some(check) = check_mut(&mut self.vm.trace) else { return Ok(false) };
        if check.contested.contains(&loc.0) {
            return Ok(false);
        }
        match is_known {
            true if !others => {}
            true => drop(check.results.insert(loc.0)),
            false => drop(check.shared_results.insert(loc.0)),
        }
        Ok(true)
    }

    /// Whether this is a static final field of a class that is initialised: it never changes again, and whoever uses the
    /// class sees it (JLS 12.4.2). The three that are write-protected do (JLS 17.5.4).
    fn is_constant(&self, object: Ref, offset: usize) -> bool {
        let Some(class) = self.class_of_mirror(object) else { return false };
        let word = offset / 8;
        let is_protected = |f: &FieldRef| {
            &*class.name == "java/lang/System" && matches!(&**self.vm.lib.text(f.name), "in" | "out" | "err")
        };
        self.vm.st.init(class) == Init::Done
            && class
                .fields()
                .iter()
                .any(|f| f.is_static() && f.word == word && f.is_final() && !is_protected(f))
    }

    /// Whether an access is one of the class library to its own data, which is trusted to be as strong as it must be.
    pub(crate) fn is_strengthened(&self, object: Ref, offset: usize) -> bool {
        self.role_at(object, offset) != Role::Checked && !self.is_unguarded(object, offset)
    }

    /// Whether plain accesses to a guarded object turned out to meet. They are explored then, and order nothing: how its class comes to terms with
    /// them is its own business.
    fn is_unguarded(&self, object: Ref, offset: usize) -> bool {
        let Some(check) = check_of(&self.vm.trace) else { return false };
        !check.unguarded.is_empty() && check.unguarded.contains(&self.key_of(object, offset))
    }

    /// Whether plain accesses to the elements of an array are asked.
    pub(crate) fn asks_elements(&self, array: Ref) -> bool {
        watch::asks(array);
        let is_private = self.skips_private() && !self.is_shared(array);
        self.has_others() && !array.is_null() && !is_private
    }

    /// References were stored in an object by other means than one by one.
    pub(crate) fn holds_references(&mut self, object: Ref) {
        if self.is_checked() && self.is_shared(object) {
            let mut found = Vec::new();
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| found.push(Ref(heap.word(object, i))));
            found.into_iter().for_each(|o| self.share(o));
        }
    }

    /// Whether an atomic update is asked.
    pub(crate) fn asks_update(&mut self, object: Ref, offset: usize) -> Result<bool, Trap> {
        watch::asks(object);
        if self.is_own_result(object, offset, false)? {
            return Ok(false);
        }
        let asks = self.kept_of_thread(object, offset).is_none() && self.asks_write(object, offset, false)?;
        if asks && self.is_torn(object, offset) {
            self.tears_only_plainly(false)?;
        }
        Ok(asks)
    }

    /// Somebody is about to know who a thread is. Only searches that take the heap's answers ask.
    pub(crate) fn names_are_seen(&mut self) {
        if self.has_others() && self.heap_answers() {
            self.learn(|facts| facts.names_are_seen = true);
        }
    }

    /// Whether a location has existed since before there were several threads and is not written any more.
    pub(crate) fn is_never_written(&self, object: Ref, loc: Loc) -> bool {
        let Some(check) = check_of(&self.vm.trace) else { return false };
        let constant = if self.is_early(object) { Some(loc) } else { self.whole_of_large(object) };
        constant.is_some_and(|loc| !check.written.contains(&loc.0))
    }

    /// What stands for all elements of a large array that was made while there were several threads: most are filled by who makes them, and
    /// never written again. Only where nothing but the last write is seen.
    fn whole_of_large(&self, object: Ref) -> Option<Loc> {
        const LARGE: usize = 4096;
        if !self.skips_private() {
            return None;
        }
        let (_, kind) = self.class_of(object).component()?;
        (self.length(object) * kind.size() >= LARGE).then(|| loc_of(object, 0).ok()).flatten()
    }

    /// A location was taken for a constant. Who reads the same again and again may wait for it to change.
    pub(crate) fn grants(&mut self, object: Ref, loc: Loc) {
        let whole = if self.is_early(object) { None } else { self.whole_of_large(object) };
        let often = if whole.is_some() { self.length(object).saturating_mul(8) } else { 0 };
        let Some(check) = check_mut(&mut self.vm.trace) else { return };
        match whole {
            None => *check.taken_for_granted.entry(loc.0).or_default() += 1,
            Some(whole) => {
                check.granted_elements += 1;
                if check.granted_elements > often {
                    *check.taken_for_granted.entry(whole.0).or_default() += 1;
                }
            }
        }
    }

    /// Whether a location is taken for a constant; that it is, is noted.
    pub(crate) fn is_granted(&mut self, object: Ref, loc: Loc) -> bool {
        let granted = self.is_never_written(object, loc);
        if granted {
            self.grants(object, loc);
        }
        granted
    }

    /// Whether a location was read as a constant again and again since the last action, as by somebody who waits for it.
    pub(crate) fn takes_for_granted(&self) -> bool {
        const OFTEN: u32 = 100;
        let is_often = |count: &u32| *count >= OFTEN;
        check_of(&self.vm.trace).is_some_and(|check| check.taken_for_granted.values().any(is_often))
    }

    fn is_early(&self, object: Ref) -> bool {
        !object.is_moving() || self.vm.st.heap.word(object, 1) & IS_LATE == 0
    }

    /// A location is about to be written by an action: what it holds if this is the first time is its default write.
    pub(crate) fn remember(&mut self, loc: Loc) {
        let object = place_of(loc).0;
        let constant = if self.is_early(object) { Some(granule(loc)) } else { self.whole_of_large(object) };
        if let Some(check) = check_mut(&mut self.vm.trace)
            && let Some(constant) = constant
            && !check.written.contains(&constant.0)
        {
            check.newly_written = Some(constant.0);
        }
        if self.heap_answers() || self.vm.st.notes.initials.contains_key(&loc.0) {
            return;
        }
        let (object, offset) = place_of(loc);
        let raw = match self.class_of(object).component() {
            Some((_, kind)) if is_cell(loc) => {
                let size = size_of_cell(loc, kind);
                cell_kind(kind, size).extend(self.vm.st.heap.read(object, offset, size))
            }
            _ if self.is_torn(object, offset) => half(loc, self.vm.st.heap.word(object, offset / 8)),
            Some((_, kind)) => kind.extend(self.vm.st.heap.read(object, offset, kind.size())),
            None => self.vm.st.heap.word(object, offset / 8),
        };
        Arc::make_mut(&mut self.vm.st.notes.initials).insert(loc.0, raw);
    }

    /// Others may find what is stored in a shared object. Memory models may show what a private one held before.
    pub(crate) fn stores(&mut self, object: Ref, offset: usize, value: Ref) {
        self.keeps(object, offset, value);
        if self.is_shared(object) {
            self.share(value);
        } else if !self.heap_answers() && self.has_others() {
            let old = self.vm.st.heap.word(object, offset / 8);
            self.share(Ref(old));
        }
    }

    /// From now on other threads may know an object, and whatever it leads to.
    pub(crate) fn share(&mut self, object: Ref) {
        watch::aside(|| self.share_all(object));
    }

    fn share_all(&mut self, object: Ref) {
        let mut stack = vec![object];
        while let Some(object) = stack.pop() {
            // What the static fields hold of a class that is being initialised others know when it is (`shows_statics`).
            if object.is_null() || !object.is_moving() || self.is_shared(object) {
                continue;
            }
            let word = self.vm.st.heap.word(object, 1);
            self.vm.st.heap.set_word(object, 1, word | IS_SHARED);
            let heap = &self.vm.st.heap;
            layout::references(self.vm.lib, heap, object).for_each(|i| stack.push(Ref(heap.word(object, i))));
        }
    }

    /// An object was created. If somebody has used it before, it must be as it was taken for.
    #[inline]
    pub(crate) fn comes_true(&mut self, object: Ref, words: usize) -> Result<(), Trap> {
        if self.vm.st.notes.ghosts.is_empty() { Ok(()) } else { self.must_come_true(object, words) }
    }

    #[cold]
    fn must_come_true(&mut self, object: Ref, words: usize) -> Result<(), Trap> {
        let header = self.vm.st.heap.word(object, 0);
        let end = Ref(object.0 + words as u64);
        let ghosts = Arc::make_mut(&mut self.vm.st.notes.ghosts);
        match ghosts.remove(&object) {
            Some(taken_for) => self.vm.st.notes.is_discarded |= taken_for != header,
            None => self.vm.st.notes.is_discarded |= ghosts.range(object..end).next().is_some(),
        }
        // What others have read of this place is not what is there: nothing may run on with it.
        if self.vm.st.notes.is_discarded { Err(Trap::Wait) } else { Ok(()) }
    }

    /// Before a monitor is entered. Others notice only the first entry (JLS 17.1).
    pub(crate) fn asks_lock(&mut self, object: Ref) -> Result<(), Trap> {
        self.strays();
        let owner = self.vm.st.monitors.get(&object).and_then(|m| m.owner);
        if owner == Some(self.vm.me) {
            return Ok(());
        }
        // Who stands before the lock since somebody held it, who has left it since, goes on with that.
        let is_answered = check_of(&self.vm.trace).is_some_and(
            |check| matches!(check.answer, Some((Action::Lock(MonitorId(id)), _)) if id == object.0),
        );
        let entered = if !is_answered && owner.is_none() && self.is_monitor_internal(object) {
            Entered::Quietly
        } else if self.has_others() {
            self.ask(|| Action::Lock(MonitorId(object.0)))?;
            Entered::Asked
        } else {
            Entered::Alone
        };
        self.vm.st.monitors.entry(object).or_default().entered = entered;
        Ok(())
    }

    /// Whether nobody notices who enters a monitor: it is that of an object that keeps books of the class library, only the library
    /// enters it, and no thread stops inside.
    fn is_monitor_internal(&mut self, object: Ref) -> bool {
        let is_mirror = self.class_of_mirror(object).is_some();
        if is_mirror || is_program(self.class_of(object)) || self.role_of(object) != Role::Internal {
            return false;
        }
        let by_program = self.vm.th.frames.last().is_some_and(|frame| is_program(frame.method.class));
        if self.is_seen_group(object) {
            return false;
        }
        let Some(check) = check_mut(&mut self.vm.trace) else { return false };
        if check.monitors.contains(&object.0) {
            return false;
        }
        if by_program {
            check.newly_entered = Some(object.0);
        }
        !by_program
    }

    /// Before a monitor that the thread owns is left.
    pub(crate) fn asks_unlock(&mut self, object: Ref) -> Result<(), Trap> {
        self.strays();
        let Some(monitor) = self.vm.st.monitors.get(&object) else { return Ok(()) };
        if monitor.count == 1 && monitor.entered != Entered::Quietly && self.has_others() {
            self.ask(|| Action::Unlock(MonitorId(object.0)))?;
        }
        Ok(())
    }

    /// Before a fence. Who keeps internal books orders nothing of the program's.
    pub(crate) fn asks_fence(&mut self, fence: Fence) -> Result<(), Trap> {
        let mut callers = self.vm.th.frames.iter().rev().map(|f| f.method.class);
        let caller = callers.find(|class| !standing(class).tool);
        if caller.is_some_and(|class| standing(class).statics == Role::Internal) {
            return Ok(());
        }
        if self.has_others() && !self.heap_answers() {
            if let Some(check) = check_mut(&mut self.vm.trace) {
                check.learnt.fences |= 1 << self.vm.me;
            }
            self.ask(|| Action::Fence(fence))?;
        }
        Ok(())
    }
}
