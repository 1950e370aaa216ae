//! Objects that are used before anybody has created them, where a search lets reads see writes that are still to come.
//!
//! What such an object looks like is known from executions that wrote a reference to it. It stands in the heap where its
//! creator will put it; if the creator puts something else there, there is no such execution (`Vm::comes_true`).

use super::{JavaMachine, JavaState};
use crate::check::raw_of;
use crate::class::Kind;
use crate::heap::Ref;
use crate::objects::IS_SHARED;
use crate::state::State;
use event::{Action, Answer, Pending, RmwOp};
use triomphe::Arc;

impl JavaMachine {
    /// Remembers what objects look like whose references are written.
    pub(super) fn note_shape(&self, state: &JavaState, what: &Pending) {
        let Pending::Action(action) = what else { return };
        let (loc, value) = match action {
            Action::Write { loc, value, .. } => (*loc, *value),
            Action::Rmw { loc, op: RmwOp::Set(value) | RmwOp::CompareAndSet { new: value, .. }, .. } => {
                (*loc, *value)
            }
            _ => return,
        };
        if self.place(&state.vm, loc).kind != Kind::Reference || value.0 == 0 {
            return;
        }
        let object = Ref(raw_of(value, true));
        let heap = &state.vm.heap;
        if !object.is_moving() {
            return;
        }
        let header = [heap.word(object, 0), heap.word(object, 1) & !IS_SHARED];
        let shape = (header, crate::layout::size(self.lib, heap, object));
        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
        learnt.shapes.entry(object).or_default().insert(shape);
    }

    /// Makes sure that an object can be used whose reference is read before it is created. False if nobody knows what it
    /// will look like.
    pub(super) fn conjure(&self, state: &mut State, action: &Action, answer: Answer) -> bool {
        let (loc, value) = match (action, answer) {
            (Action::Read { loc, .. }, Answer::Value(value)) => (*loc, value),
            (Action::Rmw { loc, .. }, Answer::Rmw { old, .. }) => (*loc, old),
            _ => return true,
        };
        if self.place(state, loc).kind != Kind::Reference || value.0 == 0 {
            return true;
        }
        let object = Ref(raw_of(value, true));
        if state.heap.exists(object) {
            return true;
        }
        if state.ghosts.contains_key(&object) {
            return true;
        }
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let Some(shapes) = learnt.shapes.get(&object) else { return false };
        let (1, Some(&(header, words))) = (shapes.len(), shapes.first()) else { return false };
        let end = Ref(object.0 + words as u64);
        if state.ghosts.range(..end).next_back().is_some_and(|(ghost, header)| {
            ghost.0 + crate::layout::size_of_header(self.lib, *header) as u64 > object.0
        }) {
            return false;
        }
        state.heap.put_ghost(object, words, [header[0], header[1] | IS_SHARED]);
        Arc::make_mut(&mut state.ghosts).insert(object, header[0]);
        true
    }
}
