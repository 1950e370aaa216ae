//! Store buffers: TSO and PSO as on SPARC and x86.
//!
//! Source: SPARC v9 manual ch. 8; Sewell et al., x86-TSO. A store goes into its thread's buffer and reaches
//! the shared memory later, at any time, as an internal step. TSO: one FIFO per thread. PSO: one FIFO per
//! thread and location. A load takes the thread's newest buffered store to the location, else the memory.
//!
//! Java actions are mapped as compilers do it: a volatile store, an atomic update, a full fence, entering or
//! leaving a monitor, starting, joining and ending wait until the thread's buffer is empty, then act on the
//! memory. A release store stays after earlier stores, and the fences `releaseFence` and `storeStoreFence`
//! keep earlier stores before later ones: this needs nothing under TSO, and a mark or a barrier in the buffer
//! under PSO. Loads are never reordered, so acquire adds nothing.
//!
//! These are **not** the PSO rules printed in the JPR paper (see [`crate::JprPso`]).

use crate::encode::put_written;
use crate::memory::{At, Flush, Memory, Overflow};
use crate::sc::{Cells, renamed};
use event::{
    Action, Fence, Loc, LocInfo, Names, ReadMode, Sharing, SyncObj, ThreadId, Value, WriteMode, Written,
    put_number,
};

/// Which stores may overtake each other on their way to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BufferOrder {
    /// TSO: none.
    Total,
    /// PSO: stores to different locations, unless a barrier is between them.
    PerLocation,
}

/// The model.
#[derive(Debug, Clone, Copy)]
pub struct StoreBuffers {
    /// TSO or PSO.
    pub order: BufferOrder,
    /// The maximum length of a buffer; beyond it the search is incomplete and says so.
    pub bound: usize,
}

/// An element of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// A store with the default write of its location, which the memory needs for its canonical form. Under
    /// PSO a `release` store waits for all stores before it; later stores do not wait for it.
    Store { loc: Loc, written: Written, default: Written, release: bool },
    /// Stores after it wait for all stores before it. Only under PSO; never first, never doubled.
    Barrier,
}

/// The shared memory and all buffers.
#[derive(Debug, Clone, Default)]
pub struct BufferState {
    memory: Cells,
    /// Grouped by thread, oldest first. Between two barriers of a PSO buffer sorted by location, since stores
    /// to different locations are unordered there.
    slots: Vec<(ThreadId, Slot)>,
}

impl BufferState {
    fn of(&self, thread: ThreadId) -> std::ops::Range<usize> {
        let start = self.slots.partition_point(|(t, _)| *t < thread);
        start..start + self.slots[start..].iter().take_while(|(t, _)| *t == thread).count()
    }

    /// The newest store of a thread to a location that is still in its buffer.
    fn own(&self, thread: ThreadId, loc: Loc) -> Option<Written> {
        self.slots[self.of(thread)].iter().rev().find_map(|(_, slot)| match slot {
            Slot::Store { loc: l, written, .. } if *l == loc => Some(*written),
            _ => None,
        })
    }

    fn is_drained(&self, thread: ThreadId) -> bool {
        !self.slots.iter().any(|(t, _)| *t == thread)
    }

    fn add_barrier(&mut self, thread: ThreadId) {
        let range = self.of(thread);
        if !range.is_empty() && self.slots[range.end - 1].1 != Slot::Barrier {
            self.slots.insert(range.end, (thread, Slot::Barrier));
        }
    }
}

impl StoreBuffers {
    /// TSO with the given buffer bound.
    pub fn tso(bound: usize) -> Self {
        StoreBuffers { order: BufferOrder::Total, bound }
    }

    /// PSO with the given buffer bound.
    pub fn pso(bound: usize) -> Self {
        StoreBuffers { order: BufferOrder::PerLocation, bound }
    }

    /// The position of a new store: last, but under PSO in location order within its barrier segment.
    fn slot_for(&self, state: &BufferState, thread: ThreadId, loc: Loc) -> usize {
        let range = state.of(thread);
        if self.order == BufferOrder::Total {
            return range.end;
        }
        let after = |slot: &Slot| matches!(slot, Slot::Store { loc: l, release: false, .. } if *l > loc);
        let overtaken = state.slots[range.clone()].iter().rev().take_while(|(_, s)| after(s)).count();
        range.end - overtaken
    }

    /// The positions of the stores of `thread` that may be flushed now: the first; under PSO the first to
    /// each location before the first barrier, and a release store only if nothing is before it.
    fn leaving(&self, state: &BufferState, thread: ThreadId) -> impl Iterator<Item = usize> {
        let first = state.slots.partition_point(|(t, _)| *t < thread);
        let most = match self.order {
            BufferOrder::Total => 1,
            BufferOrder::PerLocation => usize::MAX,
        };
        let slots = &state.slots[first..];
        let segment = slots.iter().take(most).enumerate().map_while(move |(i, &(t, slot))| match slot {
            Slot::Store { loc, release, .. } if t == thread => Some((i, loc, release)),
            _ => None,
        });
        let to = |slot: &Slot, loc: Loc| matches!(slot, Slot::Store { loc: l, .. } if *l == loc);
        segment
            .filter(move |&(i, loc, release)| {
                i == 0 || !release && !slots[..i].iter().any(|(_, s)| to(s, loc))
            })
            .map(move |(i, ..)| first + i)
    }
}

impl Memory for StoreBuffers {
    type State = BufferState;

    fn initial(&self, _threads: usize, _running: &[ThreadId]) -> BufferState {
        BufferState::default()
    }

    fn reads(&self, state: &BufferState, at: At, _mode: ReadMode) -> impl Iterator<Item = Written> {
        std::iter::once(state.own(at.thread, at.loc).unwrap_or_else(|| self.newest(state, at)))
    }

    fn read(&self, _state: &mut BufferState, _at: At, _mode: ReadMode, _seen: Written) {}

    fn write(&self, state: &mut BufferState, at: At, mode: WriteMode, written: Written) {
        if mode == WriteMode::Volatile {
            // The buffer is empty (see `ready`): store and drain in one step, as `xchg` or `mov; mfence`.
            return state.memory.set(at.loc, written, at.default_write());
        }
        let release = mode == WriteMode::Release && self.order == BufferOrder::PerLocation;
        let slot = if release { state.of(at.thread).end } else { self.slot_for(state, at.thread, at.loc) };
        let store = Slot::Store { loc: at.loc, written, default: at.default_write(), release };
        state.slots.insert(slot, (at.thread, store));
    }

    /// An update waits until the thread's buffer is empty.
    fn newest(&self, state: &BufferState, at: At) -> Written {
        state.memory.get(at.loc).unwrap_or_else(|| at.default_write())
    }

    fn fence(&self, state: &mut BufferState, thread: ThreadId, fence: Fence) {
        let orders_stores = matches!(fence, Fence::Release | Fence::StoreStore);
        if orders_stores && self.order == BufferOrder::PerLocation {
            state.add_barrier(thread);
        }
    }

    /// A JVM ends such constructors with a store-store fence (JLS §17.5.1).
    fn freeze(&self, state: &mut BufferState, at: At) {
        self.fence(state, at.thread, Fence::StoreStore);
    }

    fn acquire(&self, _state: &mut BufferState, _thread: ThreadId, _obj: SyncObj) {}
    fn release(&self, _state: &mut BufferState, _thread: ThreadId, _obj: SyncObj) {}
    fn start(&self, _state: &mut BufferState, _parent: ThreadId, _child: ThreadId) {}
    fn end(&self, _state: &mut BufferState, _thread: ThreadId) {}

    fn finals(&self, state: &BufferState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        debug_assert!(state.slots.is_empty(), "threads end with drained buffers");
        out.push(state.memory.get(loc).map_or(info.initial, |w| w.value));
    }

    fn held(&self, state: &BufferState, out: &mut Vec<(Loc, Value)>) {
        state.memory.held(out);
        out.extend(state.slots.iter().filter_map(|(_, slot)| match slot {
            Slot::Store { loc, written, .. } => Some((*loc, written.value)),
            Slot::Barrier => None,
        }));
    }

    fn renamed(&self, state: &BufferState, names: &dyn Names) -> BufferState {
        // A store to an unreachable location still takes its place in the buffer; no location has this name.
        const NOWHERE: Loc = Loc(u64::MAX >> 2);
        let slot = |slot: &Slot| match *slot {
            Slot::Barrier => Slot::Barrier,
            Slot::Store { loc, written, default, release } => {
                let written = renamed(written, loc, names);
                Slot::Store { loc: names.loc(loc).unwrap_or(NOWHERE), written, default, release }
            }
        };
        BufferState {
            memory: state.memory.renamed(names),
            slots: state.slots.iter().map(|(thread, s)| (*thread, slot(s))).collect(),
        }
    }

    fn encode(&self, state: &BufferState, out: &mut Vec<u8>) {
        state.memory.encode(out);
        put_number(out, state.slots.len() as u64);
        for (thread, slot) in &state.slots {
            put_number(out, u64::from(thread.0));
            match slot {
                Slot::Barrier => put_number(out, 0),
                Slot::Store { loc, written, release, .. } => {
                    put_number(out, (loc.0 << 1 | u64::from(*release)) + 1);
                    put_written(out, *written);
                }
            }
        }
    }

    fn ready(&self, state: &BufferState, thread: ThreadId, action: &Action) -> bool {
        match action {
            Action::Read { .. } | Action::External(_) | Action::Fail(_) | Action::Freeze(_) => true,
            Action::Write { mode, .. } => *mode != WriteMode::Volatile || state.is_drained(thread),
            Action::Fence(fence) => *fence != Fence::Full || state.is_drained(thread),
            Action::Rmw { .. }
            | Action::Lock(_)
            | Action::Unlock(_)
            | Action::Start(_)
            | Action::Join(_)
            | Action::End => state.is_drained(thread),
            Action::Internal(internal) => !internal.releases || state.is_drained(thread),
        }
    }

    fn has_buffers(&self) -> bool {
        true
    }

    fn buffered(&self, state: &BufferState, thread: ThreadId, out: &mut Vec<Loc>) {
        out.extend(state.slots[state.of(thread)].iter().filter_map(|(_, slot)| match slot {
            Slot::Store { loc, .. } => Some(*loc),
            Slot::Barrier => None,
        }));
    }

    fn flushes_in_order(&self) -> bool {
        self.order == BufferOrder::Total
    }

    fn flush_choices(&self, state: &BufferState, thread: ThreadId) -> u16 {
        self.leaving(state, thread).count() as u16
    }

    fn flushes_alone(&self, state: &BufferState, flush: Flush) -> Option<Loc> {
        let waits = |slot: &Slot| match (self.order, slot) {
            (BufferOrder::Total, _) | (_, Slot::Barrier) => true,
            (_, Slot::Store { release, .. }) => *release,
        };
        let at = self.leaving(state, flush.thread).nth(usize::from(flush.choice))?;
        let behind = &state.slots[at + 1..state.of(flush.thread).end];
        match state.slots[at].1 {
            Slot::Store { loc, .. } if !behind.iter().any(|(_, slot)| waits(slot)) => Some(loc),
            _ => None,
        }
    }

    fn flush(&self, state: &mut BufferState, flush: Flush) -> Option<(Loc, Written)> {
        let at = self.leaving(state, flush.thread).nth(usize::from(flush.choice))?;
        let (_, Slot::Store { loc, written, default, .. }) = state.slots.remove(at) else { return None };
        state.memory.set(loc, written, default);
        // A barrier at the front of the buffer has no effect any more.
        let range = state.of(flush.thread);
        if !range.is_empty() && state.slots[range.start].1 == Slot::Barrier {
            state.slots.remove(range.start);
        }
        Some((loc, written))
    }

    fn is_ample(&self, action: &Action, info: LocInfo) -> bool {
        // A store into the thread's own buffer touches nothing that another thread can see, and commutes with
        // flushes.
        let buffered = matches!(action, Action::Write { mode, .. } if *mode != WriteMode::Volatile);
        buffered || info.sharing != Sharing::Shared
    }

    fn overflow(&self, state: &BufferState) -> Option<Overflow> {
        // In most states all buffers together are short: check single threads only if it can matter.
        if state.slots.len() <= self.bound {
            return None;
        }
        let too_long = |&(t, _): &(ThreadId, Slot)| state.of(t).len() > self.bound;
        state.slots.iter().any(too_long).then_some(Overflow::BufferBound(self.bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{LocKind, Sharing};

    fn at(thread: u16, loc: u64) -> At {
        let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
        At { thread: ThreadId(thread), loc: Loc(loc), info, fenced: false }
    }

    fn one(value: i64) -> Written {
        Written { value: Value(value), tag: 0 }
    }

    fn seen(model: &StoreBuffers, state: &BufferState, at: At) -> i64 {
        model.reads(state, at, ReadMode::Plain).next().map_or(-1, |w| w.value.0)
    }

    fn leaving_now(model: &StoreBuffers, state: &BufferState) -> u16 {
        model.flush_choices(state, ThreadId(0))
    }

    #[test]
    fn keeps_the_laws() {
        for seed in 0..200 {
            crate::check_memory_laws(&StoreBuffers::tso(64), seed);
            crate::check_memory_laws(&StoreBuffers::pso(64), seed);
        }
    }

    #[test]
    fn a_buffered_store_is_seen_by_its_thread_only() {
        let model = StoreBuffers::tso(8);
        let mut state = model.initial(2, &[]);
        model.write(&mut state, at(0, 0), WriteMode::Plain, one(5));
        assert_eq!((seen(&model, &state, at(0, 0)), seen(&model, &state, at(1, 0))), (5, 0));
        model.flush(&mut state, Flush { thread: ThreadId(0), choice: 0 });
        assert_eq!(seen(&model, &state, at(1, 0)), 5);
    }

    #[test]
    fn pso_lets_stores_to_different_locations_leave_in_any_order_and_tso_does_not() {
        for (model, expected) in [(StoreBuffers::tso(8), 1), (StoreBuffers::pso(8), 2)] {
            let mut state = model.initial(1, &[]);
            model.write(&mut state, at(0, 1), WriteMode::Plain, one(1));
            model.write(&mut state, at(0, 0), WriteMode::Plain, one(1));
            assert_eq!(leaving_now(&model, &state), expected);
        }
    }

    #[test]
    fn pso_keeps_stores_to_one_location_in_order() {
        let model = StoreBuffers::pso(8);
        let mut state = model.initial(1, &[]);
        model.write(&mut state, at(0, 0), WriteMode::Plain, one(1));
        model.write(&mut state, at(0, 0), WriteMode::Plain, one(2));
        assert_eq!(leaving_now(&model, &state), 1);
        model.flush(&mut state, Flush { thread: ThreadId(0), choice: 0 });
        assert_eq!(seen(&model, &state, at(1, 0)), 1);
    }

    #[test]
    fn a_release_store_waits_for_earlier_stores_under_pso() {
        let model = StoreBuffers::pso(8);
        let mut state = model.initial(1, &[]);
        model.write(&mut state, at(0, 1), WriteMode::Plain, one(1));
        model.write(&mut state, at(0, 0), WriteMode::Release, one(1));
        assert_eq!(leaving_now(&model, &state), 1);
        model.flush(&mut state, Flush { thread: ThreadId(0), choice: 0 });
        assert_eq!((seen(&model, &state, at(1, 1)), seen(&model, &state, at(1, 0))), (1, 0));
        assert_eq!(leaving_now(&model, &state), 1);
    }

    /// Found by differential testing: stores after a release store need not wait for the stores before it.
    #[test]
    fn a_later_store_overtakes_a_release_store_and_what_it_waits_for_under_pso() {
        let model = StoreBuffers::pso(8);
        let mut state = model.initial(1, &[]);
        model.write(&mut state, at(0, 0), WriteMode::Plain, one(1));
        model.write(&mut state, at(0, 1), WriteMode::Release, one(1));
        model.write(&mut state, at(0, 2), WriteMode::Plain, one(1));
        assert_eq!(model.leaving(&state, ThreadId(0)).collect::<Vec<_>>(), [0, 2]);
    }

    #[test]
    fn equal_pso_buffers_have_equal_encodings_whatever_the_order_of_issue() {
        let model = StoreBuffers::pso(8);
        let encoded = |order: [u64; 2]| {
            let mut state = model.initial(1, &[]);
            order.iter().for_each(|&l| model.write(&mut state, at(0, l), WriteMode::Plain, one(1)));
            let mut out = Vec::new();
            model.encode(&state, &mut out);
            out
        };
        assert_eq!(encoded([0, 1]), encoded([1, 0]));
    }

    #[test]
    fn a_full_fence_waits_for_the_own_buffer_only() {
        let model = StoreBuffers::tso(8);
        let mut state = model.initial(2, &[]);
        model.write(&mut state, at(0, 0), WriteMode::Plain, one(1));
        let fence = Action::Fence(Fence::Full);
        assert!(!model.ready(&state, ThreadId(0), &fence));
        assert!(model.ready(&state, ThreadId(1), &fence));
    }
}
