//! PSO as printed in the JPR paper, for comparison only. **Not PSO**: use [`crate::StoreBuffers`].
//!
//! Source: Jin, Yavuz, Sanders (JPR), section on PSO. Per variable one list of (process, value): a store
//! appends; a load takes the loading process's own last tuple, else any tuple, deleting that process's tuples
//! in front of it; a fence deletes the process's own tuples in front of its last store. Erratum J7: a process
//! that ever stored x never sees another process's x again, and deletion by one reader affects all. The paper
//! says nothing about volatile variables and locks; here they act as a fence on every location and see the
//! newest tuple.

use crate::encode::put_written;
use crate::memory::{At, Memory, Overflow};
use event::{
    Fence, Loc, LocInfo, LocKind, ReadMode, SyncObj, ThreadId, Value, WriteMode, Written, put_number,
};
use std::collections::BTreeMap;

/// The model.
#[derive(Debug, Clone, Copy)]
pub struct JprPso {
    /// The maximum length of a list.
    pub bound: usize,
}

/// The process of the initial value.
const INITIAL: ThreadId = ThreadId(u16::MAX);

/// Per location the tuples (process, value), oldest first.
#[derive(Debug, Clone, Default)]
pub struct JprPsoState(BTreeMap<Loc, Vec<(ThreadId, Written)>>);

impl JprPsoState {
    fn fence(&mut self, thread: ThreadId) {
        for list in self.0.values_mut() {
            if let Some(last) = list.iter().rposition(|(t, _)| *t == thread) {
                let mut i = 0;
                list.retain(|(t, _)| {
                    i += 1;
                    *t != thread || i > last
                });
            }
        }
    }

    fn newest(&self, at: At) -> Written {
        self.0.get(&at.loc).and_then(|l| l.last()).map_or_else(|| at.default_write(), |(_, w)| *w)
    }
}

impl Memory for JprPso {
    type State = JprPsoState;

    fn initial(&self, _threads: usize, _running: &[ThreadId]) -> JprPsoState {
        JprPsoState::default()
    }

    fn reads(&self, state: &JprPsoState, at: At, _mode: ReadMode) -> impl Iterator<Item = Written> {
        let list = state.0.get(&at.loc).map_or(&[][..], Vec::as_slice);
        let mut seen: Vec<Written> = match list.iter().rev().find(|(t, _)| *t == at.thread) {
            _ if at.info.kind == LocKind::Volatile || list.is_empty() => vec![state.newest(at)],
            Some((_, own)) => vec![*own],
            None => list.iter().map(|(_, w)| *w).collect(),
        };
        seen.sort_unstable();
        seen.dedup();
        seen.into_iter()
    }

    fn read(&self, state: &mut JprPsoState, at: At, _mode: ReadMode, seen: Written) {
        let Some(list) = state.0.get_mut(&at.loc) else { return };
        if list.iter().any(|(t, _)| *t == at.thread) {
            return;
        }
        // The chosen tuple is the newest with this value; earlier tuples of its process are deleted, for all
        // processes.
        let Some(chosen) = list.iter().rposition(|(_, w)| *w == seen) else { return };
        let process = list[chosen].0;
        let mut i = 0;
        list.retain(|(t, _)| {
            i += 1;
            *t != process || i > chosen
        });
    }

    fn write(&self, state: &mut JprPsoState, at: At, mode: WriteMode, written: Written) {
        if mode == WriteMode::Volatile {
            state.fence(at.thread);
        }
        let list = state.0.entry(at.loc).or_insert_with(|| vec![(INITIAL, at.default_write())]);
        if mode == WriteMode::Volatile {
            list.clear();
        }
        list.push((at.thread, written));
    }

    fn newest(&self, state: &JprPsoState, at: At) -> Written {
        state.newest(at)
    }

    fn fence(&self, state: &mut JprPsoState, thread: ThreadId, _fence: Fence) {
        state.fence(thread);
    }

    fn acquire(&self, state: &mut JprPsoState, thread: ThreadId, _obj: SyncObj) {
        state.fence(thread);
    }

    fn release(&self, state: &mut JprPsoState, thread: ThreadId, _obj: SyncObj) {
        state.fence(thread);
    }

    fn start(&self, _state: &mut JprPsoState, _parent: ThreadId, _child: ThreadId) {}

    fn end(&self, state: &mut JprPsoState, thread: ThreadId) {
        state.fence(thread);
    }

    fn finals(&self, state: &JprPsoState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        match state.0.get(&loc) {
            Some(list) => out.extend(list.iter().map(|(_, w)| w.value)),
            None => out.push(info.initial),
        }
        out.sort_unstable();
        out.dedup();
    }

    fn encode(&self, state: &JprPsoState, out: &mut Vec<u8>) {
        put_number(out, state.0.len() as u64);
        for (loc, list) in &state.0 {
            put_number(out, loc.0);
            put_number(out, list.len() as u64);
            for (thread, written) in list {
                put_number(out, u64::from(thread.0));
                put_written(out, *written);
            }
        }
    }

    fn commutes(&self) -> bool {
        false
    }

    fn overflow(&self, state: &JprPsoState) -> Option<Overflow> {
        let longest = state.0.values().map(Vec::len).max().unwrap_or(0);
        (longest > self.bound).then_some(Overflow::WriteListBound(self.bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::Sharing;

    #[test]
    fn keeps_the_laws() {
        (0..200).for_each(|seed| crate::check_memory_laws(&JprPso { bound: 99 }, seed));
    }

    /// Erratum J7: `x = 1; while (x != 2);` never ends although another process stores 2.
    #[test]
    fn a_process_that_stored_never_sees_another_process_again() {
        let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
        let at = |t| At { thread: ThreadId(t), loc: Loc(0), info, fenced: false };
        let one = |value| Written { value: Value(value), tag: 0 };
        let model = JprPso { bound: 9 };
        let mut state = model.initial(2, &[]);
        model.write(&mut state, at(0), WriteMode::Plain, one(1));
        model.write(&mut state, at(1), WriteMode::Plain, one(2));
        assert!(model.reads(&state, at(0), ReadMode::Plain).eq([one(1)]));
    }
}
