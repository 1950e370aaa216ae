//! Well-behaved executions with race detection: the memory of the exact data-race-freedom check.
//!
//! Source: JLS §17.4.5 (a program is correctly synchronised iff all sequentially consistent executions are
//! free of data races) and the theorem that it suffices to look at executions in which every read sees a
//! write that happens-before it; until the first race there is exactly one such write. Since plain accesses
//! then need no interleaving, all three orders of conflict must be checked: write–write, write–read and
//! read–write. **Promises**: no conflict reported in a complete search ⟺ data-race free. After a reported
//! conflict the state is meaningless; the search must not continue from it. **Deviations**: opaque, acquire
//! and release accesses count as plain (the data-race-freedom theorem does not cover them), and fences have
//! no effect.

use crate::memory::{AccessKind, At, Conflict, ConflictKind, Memory, Overflow};
use crate::sc::Cells;
use crate::views::{Knowledge, View, ViewSet, Views};
use event::{
    Action, Fence, Loc, LocInfo, LocKind, Names, ReadMode, RmwMode, Sharing, SyncObj, ThreadId, Value,
    WriteMode, Written, put_number,
};

/// The model.
#[derive(Debug, Clone, Copy, Default)]
pub struct WellBehaved;

/// The newest access of its kind by one thread, and the views that know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Access {
    loc: Loc,
    thread: ThreadId,
    write: bool,
    volatile: bool,
    known: ViewSet,
}

/// Current values, and the accesses with which later ones may conflict.
#[derive(Debug, Clone, Default)]
pub struct WellBehavedState {
    views: Views,
    values: Cells,
    /// Sorted. A write without a race replaces all earlier accesses to its location: an access that races
    /// with one of those either races with the write or knows them through it.
    accesses: Vec<Access>,
}

impl Knowledge for WellBehavedState {
    fn views(&mut self) -> &mut Views {
        &mut self.views
    }

    fn object(&mut self, obj: SyncObj) -> View {
        self.views.object(obj, self.accesses.iter_mut().map(|a| &mut a.known))
    }

    fn pass_on(&mut self, from: View, to: View) {
        self.accesses.iter_mut().for_each(|a| a.known.pass_on(from, to));
        self.normalise();
    }
}

impl WellBehavedState {
    fn normalise(&mut self) {
        self.accesses.sort_unstable();
        self.views.forget_unused(self.accesses.iter_mut().map(|a| &mut a.known));
    }

    fn record(&mut self, at: At, access: AccessKind) {
        if at.info.kind == LocKind::Volatile {
            return;
        }
        let AccessKind { write, volatile, .. } = access;
        let replaced = |a: &Access| {
            let same_sort = a.thread == at.thread && (a.write, a.volatile) == (write, volatile);
            a.loc == at.loc && (same_sort || (write && !volatile))
        };
        // Programs may use very many locations: only this one is examined.
        let here = self.to(at.loc);
        let mut kept: Vec<Access> =
            self.accesses[here.clone()].iter().copied().filter(|a| !replaced(a)).collect();
        let replaces = kept.len() < here.len();
        let known = ViewSet::default().with(self.views.thread(at.thread));
        kept.push(Access { loc: at.loc, thread: at.thread, write, volatile, known });
        kept.sort_unstable();
        self.accesses.splice(here, kept);
        if replaces {
            self.normalise();
        }
    }

    /// The accesses to a location.
    fn to(&self, loc: Loc) -> std::ops::Range<usize> {
        let start = self.accesses.partition_point(|a| a.loc < loc);
        start..start + self.accesses[start..].partition_point(|a| a.loc == loc)
    }
}

impl Memory for WellBehaved {
    type State = WellBehavedState;

    fn initial(&self, threads: usize, running: &[ThreadId]) -> WellBehavedState {
        WellBehavedState { views: Views::new(threads, running), ..WellBehavedState::default() }
    }

    fn reads(&self, state: &WellBehavedState, at: At, _mode: ReadMode) -> impl Iterator<Item = Written> {
        std::iter::once(self.newest(state, at))
    }

    fn read(&self, state: &mut WellBehavedState, at: At, mode: ReadMode, _seen: Written) {
        let volatile = mode == ReadMode::Volatile;
        if volatile {
            self.acquire(state, at.thread, SyncObj::Volatile(at.loc));
        }
        state.record(at, AccessKind::read(mode));
    }

    fn write(&self, state: &mut WellBehavedState, at: At, mode: WriteMode, written: Written) {
        let volatile = mode == WriteMode::Volatile;
        state.record(at, AccessKind::write(mode));
        if volatile {
            self.release(state, at.thread, SyncObj::Volatile(at.loc));
        }
        state.values.set(at.loc, written, at.default_write());
    }

    fn newest(&self, state: &WellBehavedState, at: At) -> Written {
        state.values.get(at.loc).unwrap_or_else(|| at.default_write())
    }

    fn update(
        &self,
        state: &mut WellBehavedState,
        at: At,
        mode: RmwMode,
        seen: Written,
        new: Option<Written>,
    ) {
        self.read(
            state,
            at,
            if mode == RmwMode::Volatile { ReadMode::Volatile } else { ReadMode::Plain },
            seen,
        );
        if let Some(written) = new {
            self.write(state, at, mode.write(), written);
        }
    }

    fn fence(&self, _state: &mut WellBehavedState, _thread: ThreadId, _fence: Fence) {}

    fn acquire(&self, state: &mut WellBehavedState, thread: ThreadId, obj: SyncObj) {
        state.acquire(thread, obj);
    }

    fn release(&self, state: &mut WellBehavedState, thread: ThreadId, obj: SyncObj) {
        state.release(thread, obj);
    }

    fn start(&self, state: &mut WellBehavedState, parent: ThreadId, child: ThreadId) {
        state.start(parent, child);
    }

    fn end(&self, state: &mut WellBehavedState, thread: ThreadId) {
        state.views.ended(thread);
    }

    fn finals(&self, state: &WellBehavedState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        out.push(state.values.get(loc).map_or(info.initial, |w| w.value));
    }

    /// Knowledge of earlier accesses belongs to the state: without it a race that occurs on only one of two
    /// paths to the same values would be missed (pitfall 22).
    fn held(&self, state: &WellBehavedState, out: &mut Vec<(Loc, Value)>) {
        state.values.held(out);
    }

    fn renamed(&self, state: &WellBehavedState, names: &dyn Names) -> WellBehavedState {
        let (views, places) = state.views.renamed(names);
        let access =
            |a: &Access| Some(Access { loc: names.loc(a.loc)?, known: a.known.moved(&places), ..*a });
        let mut accesses: Vec<Access> = state.accesses.iter().filter_map(access).collect();
        accesses.sort_unstable();
        WellBehavedState { views, values: state.values.renamed(names), accesses }
    }

    fn encode(&self, state: &WellBehavedState, out: &mut Vec<u8>) {
        state.views.encode(out);
        state.values.encode(out);
        put_number(out, state.accesses.len() as u64);
        for a in &state.accesses {
            put_number(out, a.loc.0);
            put_number(out, u64::from(a.thread.0));
            out.push(u8::from(a.write) | u8::from(a.volatile) << 1);
            a.known.encode(out);
        }
    }

    fn is_ample(&self, action: &Action, info: LocInfo) -> bool {
        // An access in a weaker mode would be free to move only if it raced with nothing, and some races are
        // benign.
        let is_plain = matches!(
            action,
            Action::Read { mode: ReadMode::Plain, .. } | Action::Write { mode: WriteMode::Plain, .. }
        );
        is_plain || info.sharing != Sharing::Shared
    }

    fn detects_races(&self) -> bool {
        true
    }

    fn conflicts(&self, state: &WellBehavedState, at: At, access: AccessKind, out: &mut Vec<Conflict>) {
        if at.info.kind == LocKind::Volatile {
            return;
        }
        let me = state.views.thread(at.thread);
        for a in state.accesses[state.to(at.loc)].iter().filter(|a| !a.known.has(me)) {
            let kind = match (a.write, access.write) {
                (true, true) => ConflictKind::WriteWrite,
                (true, false) => ConflictKind::WriteRead,
                (false, true) => ConflictKind::ReadWrite,
                (false, false) => continue,
            };
            if !(a.volatile && access.volatile) {
                out.push(Conflict { kind, first: a.thread, volatile: a.volatile });
            }
        }
    }

    fn overflow(&self, state: &WellBehavedState) -> Option<Overflow> {
        state.views.overflown.then_some(Overflow::TooManyViews)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(thread: u16) -> At {
        let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
        At { thread: ThreadId(thread), loc: Loc(0), info, fenced: false }
    }

    fn race(state: &WellBehavedState, thread: u16, write: bool) -> Vec<Conflict> {
        let mut out = Vec::new();
        let access = match write {
            true => AccessKind::write(WriteMode::Plain),
            false => AccessKind::read(ReadMode::Plain),
        };
        WellBehaved.conflicts(state, at(thread), access, &mut out);
        out
    }

    #[test]
    fn keeps_the_laws() {
        (0..200).for_each(|seed| crate::check_memory_laws(&WellBehaved, seed));
    }

    /// Pitfall 23: with plain accesses performed eagerly, a read before a write must be reported.
    #[test]
    fn a_write_after_an_unordered_read_is_a_race() {
        let mut state = WellBehaved.initial(2, &[ThreadId(0), ThreadId(1)]);
        WellBehaved.read(&mut state, at(0), ReadMode::Plain, Written::default());
        let conflict = Conflict { kind: ConflictKind::ReadWrite, first: ThreadId(0), volatile: false };
        assert_eq!(race(&state, 1, true), [conflict]);
        assert!(race(&state, 1, false).is_empty());
        assert!(race(&state, 0, true).is_empty());
    }

    #[test]
    fn an_acquired_access_is_no_race() {
        let m = SyncObj::Monitor(event::MonitorId(0));
        let mut state = WellBehaved.initial(2, &[ThreadId(0), ThreadId(1)]);
        WellBehaved.write(&mut state, at(0), WriteMode::Plain, Written { value: Value(1), tag: 0 });
        assert_eq!(race(&state, 1, true).len(), 1);
        WellBehaved.release(&mut state, ThreadId(0), m);
        WellBehaved.acquire(&mut state, ThreadId(1), m);
        assert!(race(&state, 1, true).is_empty());
    }

    /// Pitfall 22: equal values, different knowledge, different states.
    #[test]
    fn who_knows_an_access_is_part_of_the_state() {
        let one = Written { value: Value(1), tag: 0 };
        let state = |writer: u16| {
            let mut state = WellBehaved.initial(2, &[ThreadId(0), ThreadId(1)]);
            WellBehaved.write(&mut state, at(writer), WriteMode::Plain, one);
            let mut out = Vec::new();
            WellBehaved.encode(&state, &mut out);
            out
        };
        assert_ne!(state(0), state(1));
    }
}
