//! Java with access modes as a store: opaque, acquire, release and volatile accesses, atomic updates of every
//! mode, and fences.
//!
//! Source: OpMM by the K/M store (`known_masked.rs`), extended by the access modes as docs/MODELS.md defines
//! them (`models/java-modes.jmm`). A location with atomic accesses is a list of writes in coherence order; a
//! new write goes anywhere after the last one that its thread knows or knows to have been seen; an atomic
//! read sees that one or a later one, an update one that no other update has seen, directly after which it
//! writes. A write carries what its thread released to it; a read that acquires learns that.
//! **Promises**: the executions of [`AccessModes::ALL`] are exactly those of `models/opmm-modes.jmm`:
//! consistent, with acyclic(po ∪ so ∪ rf). They are a lower bound of the Java memory model with access modes,
//! and the model itself if [`AccessModes::ORDERED`] finds no race (decision 0034). **Does not** know final
//! fields: an execution that freezes one of an object that others may find ends there.
//!
//! [`AccessModes::ORDERED`] is for a search that ends at races. A *race* here is a pair of accesses to one
//! location, one of them a write, that happens-before does not order, unless the read acquires and the write
//! releases: then whatever the read saw of it would be ordered. Plain locations are then single values, as in
//! the race check of the JLS (`drf.rs`), and fences are not taken into account, which adds executions and
//! races.

mod clock;
mod store;

use crate::memory::{AccessKind, At, Conflict, ConflictKind, Memory, Overflow};
use clock::View;
use event::{
    Action, Fence, Loc, LocInfo, LocKind, Names, ReadMode, RmwMode, RmwOp, Sharing, SyncObj, ThreadId, Value,
    WriteMode, Written,
};
pub use store::ModesState;
use store::{FenceViews, Record};

/// The model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessModes {
    /// Whether races end the search, so that plain accesses need not be interleaved.
    ends_at_races: bool,
}

impl AccessModes {
    /// All executions without a cycle of causes.
    pub const ALL: AccessModes = AccessModes { ends_at_races: false };
    /// The same up to the first race.
    pub const ORDERED: AccessModes = AccessModes { ends_at_races: true };
}

/// The maximum number of writes to one location that are kept.
const MAX_VISIBLE: usize = 256;

/// One way to perform an atomic update.
struct Chosen {
    /// The place of the entry that it sees.
    place: usize,
    seen: Written,
    /// Whether a compare-and-set fails that could succeed.
    is_spurious: bool,
}

fn is_cell(model: AccessModes, info: LocInfo) -> bool {
    match info.kind {
        LocKind::Volatile => true,
        LocKind::Plain => model.ends_at_races,
        LocKind::Mixed => false,
    }
}

impl AccessModes {
    fn normalise(self, state: &mut ModesState) {
        state.normalise(!self.ends_at_races, MAX_VISIBLE);
    }

    /// What a volatile read or update knows before it sees anything.
    fn learn_order(self, state: &mut ModesState, at: At) {
        let fences = state.by_fences.clone();
        let object = state.object(SyncObj::Volatile(at.loc)).cloned();
        let view = &mut state.threads[at.thread.index()];
        object.iter().chain([&fences]).for_each(|known| view.join(known));
    }

    /// Adds what the thread knows to what later volatile accesses of the location, and fences, learn.
    fn tell_order(self, state: &mut ModesState, at: At) {
        let view = state.threads[at.thread.index()].clone();
        state.objects.entry(SyncObj::Volatile(at.loc)).or_default().join(&view);
        if !self.ends_at_races {
            state.by_writes.join(&view);
        }
    }

    /// The view with which the thread of a volatile access reads, before the access.
    fn eye(state: &ModesState, at: At, is_volatile: bool) -> View {
        let mut view = state.threads[at.thread.index()].clone();
        if is_volatile {
            state.object(SyncObj::Volatile(at.loc)).into_iter().for_each(|known| view.join(known));
            view.join(&state.by_fences);
        }
        view
    }

    /// The places of the writes that a read may see, in coherence order. `None` if nobody has written.
    fn visible(self, state: &ModesState, at: At, is_volatile: bool, is_atomic: bool) -> Option<Vec<usize>> {
        let writes = state.locations.get(&at.loc)?;
        let eye = Self::eye(state, at, is_volatile);
        let loaded = state.fences.get(&at.thread.0).map(|fences| &fences.loaded);
        let eyes = [Some(&eye), loaded];
        let hidden = |place: &usize| {
            let masked = |e: &&View| writes.is_masked(&writes.entries[*place], &e.known);
            eyes.iter().flatten().any(|e| masked(e) || writes.is_passed(*place, &e.known))
        };
        let mut from = 0;
        if is_atomic && writes.is_coherent {
            from = eyes.iter().flatten().map(|view| writes.floor(view)).max().unwrap_or(0);
            if is_volatile {
                from = from.max(writes.floor_by_order(state.object(SyncObj::Volatile(at.loc))));
            }
        }
        Some((from..writes.entries.len()).filter(|place| !hidden(place)).collect())
    }

    /// The entries that a read may see, each for one choice. Where a read learns nothing from what it sees,
    /// equal writes are one choice.
    fn choices_of_read(self, state: &ModesState, at: At, mode: ReadMode) -> Vec<(usize, Written)> {
        if is_cell(self, at.info) {
            return vec![(0, self.newest(state, at))];
        }
        let places = self.visible(state, at, mode == ReadMode::Volatile, mode != ReadMode::Plain);
        let Some(places) = places else { return vec![(0, at.default_write())] };
        let entries = &state.locations[&at.loc].entries;
        let mut found: Vec<(usize, Written)> = Vec::with_capacity(places.len());
        for place in places {
            let written = entries[place].written;
            let learns = mode != ReadMode::Plain || at.fenced;
            if learns || found.iter().all(|(_, known)| *known != written) {
                found.push((place, written));
            }
        }
        found
    }

    fn choices_of_update(self, state: &ModesState, at: At, mode: RmwMode, op: RmwOp) -> Vec<Chosen> {
        let (mut found, mut spurious) = (Vec::new(), Vec::new());
        let mut add = |place, seen: Written, is_open: bool| {
            if is_open || op.apply(seen.value).is_none() {
                found.push(Chosen { place, seen, is_spurious: false });
            }
            if op.can_fail_spuriously(seen.value) {
                spurious.push(Chosen { place, seen, is_spurious: true });
            }
        };
        match self.visible(state, at, mode == RmwMode::Volatile, true) {
            Some(places) if !is_cell(self, at.info) => {
                let writes = &state.locations[&at.loc];
                places.iter().for_each(|p| add(*p, writes.entries[*p].written, writes.is_open(*p)));
            }
            _ => add(0, self.newest(state, at), true),
        }
        found.append(&mut spurious);
        found
    }

    /// Performs the read that sees the entry at a place; `mode` of an update is that of its read.
    fn see(self, state: &mut ModesState, at: At, (mode, is_atomic): (ReadMode, bool), place: usize) {
        let is_volatile = mode == ReadMode::Volatile;
        if is_volatile || at.info.kind == LocKind::Volatile {
            self.learn_order(state, at);
        }
        if is_cell(self, at.info) {
            return self.record(state, at, false, false);
        }
        let writes = state.writes(at);
        let is_coherent = writes.is_coherent;
        let place = place.min(writes.entries.len() - 1);
        let carried = writes.entries[place].carried.clone();
        if at.fenced {
            state.fences.entry(at.thread.0).or_default().acquired.join(&carried);
        }
        if mode >= ReadMode::Acquire {
            state.threads[at.thread.index()].join(&carried);
        }
        if is_atomic && is_coherent {
            self.note_seen(state, at, place, is_volatile);
        }
        self.record(state, at, false, mode >= ReadMode::Acquire);
    }

    /// Coherence: whoever knows this read sees this write or a later one.
    fn note_seen(self, state: &mut ModesState, at: At, place: usize, is_volatile: bool) {
        let me = at.thread.0;
        let object = state.object(SyncObj::Volatile(at.loc)).cloned().unwrap_or_default();
        let view = state.threads[at.thread.index()].clone();
        let entry = &state.writes(at).entries[place];
        let by_order = is_volatile && !entry.is_known(&object.known);
        let is_new = !entry.is_known(&view.known) && entry.seen.iter().all(|(thread, _)| *thread != me);
        let number = is_new.then(|| state.next(me));
        let entry = &mut state.writes(at).entries[place];
        entry.seen_by_order |= by_order;
        if let Some(number) = number {
            entry.seen.push((me, number));
            entry.seen.sort_unstable();
        }
    }

    /// Records an access for those that may race with it.
    fn record(self, state: &mut ModesState, at: At, write: bool, orders: bool) {
        if !self.ends_at_races || at.info.kind == LocKind::Volatile {
            return;
        }
        let (loc, thread) = (at.loc, at.thread.0);
        // A plain write without a race knows all earlier accesses, so whoever knows it does.
        let replaces_all = write && !orders && at.info.kind == LocKind::Plain;
        let same = |r: &Record| (r.thread, r.write, r.orders) == (thread, write, orders);
        state.records.retain(|r| r.loc != loc || !(replaces_all || same(r)));
        let number = state.next(thread);
        let record = Record { loc, thread, write, orders, number };
        let place = state.records.partition_point(|r| *r < record);
        state.records.insert(place, record);
    }

    /// The places at which a write can be put, each for one choice.
    fn slots(self, state: &ModesState, at: At, mode: WriteMode) -> Vec<usize> {
        let Some(writes) = state.locations.get(&at.loc) else { return vec![1] };
        if !writes.is_coherent {
            return vec![writes.entries.len()];
        }
        let mut floor = writes.floor(&state.threads[at.thread.index()]);
        if mode == WriteMode::Volatile {
            floor = floor.max(writes.floor_by_order(state.object(SyncObj::Volatile(at.loc))));
        }
        (floor..writes.entries.len()).filter(|place| writes.is_open(*place)).map(|place| place + 1).collect()
    }

    fn put(self, state: &mut ModesState, at: At, mode: WriteMode, written: Written, slot: (usize, bool)) {
        let releases = mode >= WriteMode::Release;
        if is_cell(self, at.info) {
            state.cells.set(at.loc, written, at.default_write());
            self.record(state, at, true, false);
            if at.info.kind == LocKind::Volatile {
                self.tell_order(state, at);
            }
            return self.normalise(state);
        }
        let (place, glued) = slot;
        self.record(state, at, true, releases);
        state.writes(at);
        state.insert(at, written, (place, glued), (glued || mode != WriteMode::Plain, releases));
        if mode == WriteMode::Volatile {
            self.tell_order(state, at);
        }
        self.normalise(state);
    }
}

impl Memory for AccessModes {
    type State = ModesState;

    fn initial(&self, threads: usize, running: &[ThreadId]) -> ModesState {
        ModesState::new(threads, running)
    }

    fn reads(&self, state: &ModesState, at: At, mode: ReadMode) -> impl Iterator<Item = Written> {
        self.choices_of_read(state, at, mode).into_iter().map(|(_, written)| written)
    }

    fn read(&self, state: &mut ModesState, at: At, mode: ReadMode, seen: Written) {
        let choices = self.choices_of_read(state, at, mode);
        let choice = choices.iter().position(|(_, written)| *written == seen).unwrap_or(0);
        self.read_chosen(state, at, mode, choice);
    }

    fn read_chosen(&self, state: &mut ModesState, at: At, mode: ReadMode, choice: usize) -> Written {
        let choices = self.choices_of_read(state, at, mode);
        let (place, seen) = choices[choice.min(choices.len() - 1)];
        self.see(state, at, (mode, mode != ReadMode::Plain), place);
        self.normalise(state);
        seen
    }

    fn write_choices(&self, state: &ModesState, at: At, mode: WriteMode) -> usize {
        if is_cell(*self, at.info) { 1 } else { self.slots(state, at, mode).len() }
    }

    fn write(&self, state: &mut ModesState, at: At, mode: WriteMode, written: Written) {
        let last = self.write_choices(state, at, mode) - 1;
        self.write_chosen(state, at, mode, written, last);
    }

    fn write_chosen(&self, state: &mut ModesState, at: At, mode: WriteMode, written: Written, choice: usize) {
        let place = if is_cell(*self, at.info) { 0 } else { self.slots(state, at, mode)[choice] };
        self.put(state, at, mode, written, (place, false));
    }

    fn newest(&self, state: &ModesState, at: At) -> Written {
        let last = state.locations.get(&at.loc).and_then(|w| w.entries.last()).map(|e| e.written);
        state.cells.get(at.loc).or(last).unwrap_or_else(|| at.default_write())
    }

    fn update_choices(&self, state: &ModesState, at: At, mode: RmwMode, op: RmwOp) -> usize {
        self.choices_of_update(state, at, mode, op).len()
    }

    fn update_sees(
        &self,
        state: &ModesState,
        at: At,
        (mode, op): (RmwMode, RmwOp),
        choice: usize,
    ) -> (Written, bool) {
        let choices = self.choices_of_update(state, at, mode, op);
        let chosen = &choices[choice.min(choices.len() - 1)];
        (chosen.seen, chosen.is_spurious)
    }

    fn update_chosen(
        &self,
        state: &mut ModesState,
        at: At,
        (mode, op): (RmwMode, RmwOp),
        choice: usize,
        new: Option<Written>,
    ) {
        let choices = self.choices_of_update(state, at, mode, op);
        let place = choices[choice.min(choices.len() - 1)].place;
        self.see(state, at, (mode.read(), true), place);
        match new {
            Some(written) => self.put(state, at, mode.write(), written, (place + 1, true)),
            None => self.normalise(state),
        }
    }

    fn fence(&self, state: &mut ModesState, thread: ThreadId, fence: Fence) {
        if self.ends_at_races {
            return;
        }
        let mut own = state.threads[thread.index()].clone();
        let views: &mut FenceViews = state.fences.entry(thread.0).or_default();
        if matches!(fence, Fence::Acquire | Fence::Full) {
            own.join(&views.acquired);
        }
        if fence == Fence::Full {
            own.join(&state.by_fences);
            own.join(&state.by_writes);
            state.by_fences.join(&own);
        }
        match fence {
            Fence::Release | Fence::Full => views.released = own.clone(),
            Fence::StoreStore => views.stored.known.join(&own.known),
            Fence::LoadLoad => {
                let acquired = views.acquired.clone();
                views.loaded.join(&acquired);
            }
            Fence::Acquire => {}
        }
        state.threads[thread.index()] = own;
        self.normalise(state);
    }

    fn read_is_behind(&self, state: &ModesState, at: At, mode: ReadMode, choice: usize) -> bool {
        let Some(writes) = state.locations.get(&at.loc).filter(|w| w.is_coherent) else { return false };
        let place = self.choices_of_read(state, at, mode).get(choice).map_or(0, |(place, _)| *place);
        mode != ReadMode::Plain && place + 1 < writes.entries.len()
    }

    fn update_is_behind(
        &self,
        state: &ModesState,
        at: At,
        (mode, op): (RmwMode, RmwOp),
        choice: usize,
    ) -> bool {
        let Some(writes) = state.locations.get(&at.loc).filter(|w| w.is_coherent) else { return false };
        let choices = self.choices_of_update(state, at, mode, op);
        choices.get(choice).is_some_and(|chosen| chosen.place + 1 < writes.entries.len())
    }

    fn is_global(&self, fence: Fence) -> bool {
        fence == Fence::Full && !self.ends_at_races
    }

    fn read_is_ordered(&self, at: At, mode: ReadMode) -> bool {
        mode == ReadMode::Volatile && at.info.kind == LocKind::Mixed
    }

    fn freeze(&self, state: &mut ModesState, at: At) {
        // Without races, no thread finds the object before its creator has published it.
        state.frozen |= at.info.field.is_some() && !self.ends_at_races;
    }

    fn acquire(&self, state: &mut ModesState, thread: ThreadId, obj: SyncObj) {
        if let Some(view) = state.object(obj).cloned() {
            state.threads[thread.index()].join(&view);
            self.normalise(state);
        }
    }

    fn release(&self, state: &mut ModesState, thread: ThreadId, obj: SyncObj) {
        let view = state.threads[thread.index()].clone();
        state.objects.entry(obj).or_default().join(&view);
        self.normalise(state);
    }

    fn start(&self, state: &mut ModesState, parent: ThreadId, child: ThreadId) {
        let view = state.threads[parent.index()].clone();
        state.threads[child.index()].join(&view);
        state.live |= 1u64.checked_shl(u32::from(child.0)).unwrap_or(0);
        self.normalise(state);
    }

    fn end(&self, state: &mut ModesState, thread: ThreadId) {
        state.live &= !1u64.checked_shl(u32::from(thread.0)).unwrap_or(0);
        state.fences.remove(&thread.0);
        self.normalise(state);
    }

    fn finals(&self, state: &ModesState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        match state.locations.get(&loc) {
            Some(writes) if writes.is_coherent => out.extend(writes.entries.last().map(|e| e.written.value)),
            Some(writes) => {
                let masked =
                    |e: &&store::Entry| state.threads.iter().any(|view| writes.is_masked(e, &view.known));
                out.extend(writes.entries.iter().filter(|e| !masked(e)).map(|e| e.written.value));
            }
            None => out.push(state.cells.get(loc).map_or(info.initial, |w| w.value)),
        }
        out.sort_unstable();
        out.dedup();
    }

    fn held(&self, state: &ModesState, out: &mut Vec<(Loc, Value)>) {
        state.cells.held(out);
        let entries = state.locations.iter().flat_map(|(loc, w)| w.entries.iter().map(|e| (*loc, e)));
        out.extend(entries.map(|(loc, entry)| (loc, entry.written.value)));
    }

    fn renamed(&self, state: &ModesState, names: &dyn Names) -> ModesState {
        state.renamed(names)
    }

    fn encode(&self, state: &ModesState, out: &mut Vec<u8>) {
        state.encode(out);
    }

    fn is_ample(&self, action: &Action, info: LocInfo) -> bool {
        let plain_write = matches!(action, Action::Write { mode: WriteMode::Plain, .. });
        let plain = plain_write || matches!(action, Action::Read { mode: ReadMode::Plain, .. });
        let free = if self.ends_at_races { plain } else { plain_write };
        (free && info.kind == LocKind::Plain) || info.sharing != Sharing::Shared
    }

    fn detects_races(&self) -> bool {
        self.ends_at_races
    }

    fn conflicts(&self, state: &ModesState, at: At, access: AccessKind, out: &mut Vec<Conflict>) {
        if at.info.kind == LocKind::Volatile {
            return;
        }
        let view = &state.threads[at.thread.index()];
        let start = state.records.partition_point(|r| r.loc < at.loc);
        for r in state.records[start..].iter().take_while(|r| r.loc == at.loc) {
            let clock = if r.write { &view.known } else { &view.before };
            if r.thread == at.thread.0 || clock.get(r.thread) >= r.number {
                continue;
            }
            let kind = match r.write {
                true if access.reads && !(r.orders && access.acquires) => ConflictKind::WriteRead,
                true if access.write && at.info.kind == LocKind::Plain => ConflictKind::WriteWrite,
                false if access.write && !(r.orders && access.releases) => ConflictKind::ReadWrite,
                _ => continue,
            };
            out.push(Conflict { kind, first: ThreadId(r.thread), volatile: false });
        }
        let lost = access.reads && !access.is_atomic;
        if lost && out.is_empty() && state.locations.get(&at.loc).is_some_and(|w| w.lost) {
            out.push(Conflict { kind: ConflictKind::WriteRead, first: at.thread, volatile: false });
        }
    }

    fn overflow(&self, state: &ModesState) -> Option<Overflow> {
        let too_many = state.too_many.then_some(Overflow::VisibleWrites(MAX_VISIBLE));
        state.frozen.then_some(Overflow::FinalFields).or(too_many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(thread: u16, loc: u64, kind: LocKind) -> At {
        let info = LocInfo::variable(kind, Sharing::Shared, Value(0));
        At { thread: ThreadId(thread), loc: Loc(loc), info, fenced: true }
    }

    fn mixed(thread: u16, loc: u64) -> At {
        at(thread, loc, LocKind::Mixed)
    }

    fn start(threads: u16) -> ModesState {
        let all: Vec<ThreadId> = (0..threads).map(ThreadId).collect();
        AccessModes::ALL.initial(all.len(), &all)
    }

    fn write(state: &mut ModesState, at: At, mode: WriteMode, value: i64) {
        AccessModes::ALL.write(state, at, mode, Written { value: Value(value), tag: 0 });
    }

    fn seen(state: &ModesState, at: At, mode: ReadMode) -> Vec<i64> {
        AccessModes::ALL.reads(state, at, mode).map(|w| w.value.0).collect()
    }

    fn see(state: &mut ModesState, at: At, mode: ReadMode, value: i64) {
        AccessModes::ALL.read(state, at, mode, Written { value: Value(value), tag: 0 });
    }

    #[test]
    fn keeps_the_laws() {
        for memory in [AccessModes::ALL, AccessModes::ORDERED] {
            // The laws write without asking whether that is a race, after which nothing is promised.
            let seeds = if memory == AccessModes::ALL { 0..200 } else { 0..0 };
            seeds.for_each(|seed| crate::check_memory_laws(&memory, seed));
        }
    }

    #[test]
    fn an_acquire_of_a_release_hides_what_was_overwritten() {
        let (x, y) = (0, 1);
        let mut state = start(2);
        write(&mut state, mixed(0, x), WriteMode::Plain, 1);
        write(&mut state, mixed(0, y), WriteMode::Release, 1);
        assert_eq!(seen(&state, mixed(1, x), ReadMode::Plain), [0, 1]);
        see(&mut state, mixed(1, y), ReadMode::Acquire, 1);
        assert_eq!(seen(&state, mixed(1, x), ReadMode::Plain), [1]);
    }

    #[test]
    fn an_opaque_read_learns_nothing_until_an_acquire_fence() {
        let (x, y) = (0, 1);
        let mut state = start(2);
        write(&mut state, mixed(0, x), WriteMode::Plain, 1);
        AccessModes::ALL.fence(&mut state, ThreadId(0), Fence::Release);
        write(&mut state, mixed(0, y), WriteMode::Opaque, 1);
        see(&mut state, mixed(1, y), ReadMode::Opaque, 1);
        assert_eq!(seen(&state, mixed(1, x), ReadMode::Opaque), [0, 1]);
        AccessModes::ALL.fence(&mut state, ThreadId(1), Fence::Acquire);
        assert_eq!(seen(&state, mixed(1, x), ReadMode::Opaque), [1]);
    }

    #[test]
    fn atomic_reads_do_not_go_back_and_updates_leave_no_gap() {
        let mut state = start(2);
        write(&mut state, mixed(0, 0), WriteMode::Opaque, 1);
        see(&mut state, mixed(1, 0), ReadMode::Opaque, 1);
        assert_eq!(seen(&state, mixed(1, 0), ReadMode::Opaque), [1]);
        assert_eq!(seen(&state, mixed(1, 0), ReadMode::Plain), [0, 1], "the JLS has no coherence");
        let how = (RmwMode::Plain, RmwOp::Add(Value(1)));
        assert_eq!(AccessModes::ALL.update_sees(&state, mixed(1, 0), how, 0).0.value, Value(1));
        let two = Some(Written { value: Value(2), tag: 0 });
        AccessModes::ALL.update_chosen(&mut state, mixed(1, 0), how, 0, two);
        let write = AccessModes::ALL.write_choices(&state, mixed(0, 0), WriteMode::Opaque);
        assert_eq!(write, 1, "nothing comes between an update and what it saw");
    }

    #[test]
    fn a_plain_read_after_a_join_sees_what_updates_left() {
        let mut state = start(3);
        for thread in 0..2 {
            let how = (RmwMode::Acquire, RmwOp::Add(Value(1)));
            let last = AccessModes::ALL.update_choices(&state, mixed(thread, 0), how.0, how.1) - 1;
            let seen = AccessModes::ALL.update_sees(&state, mixed(thread, 0), how, last).0;
            let new = Some(Written { value: Value(seen.value.0 + 1), tag: 0 });
            AccessModes::ALL.update_chosen(&mut state, mixed(thread, 0), how, last, new);
        }
        assert_eq!(seen(&state, mixed(2, 0), ReadMode::Plain), [0, 1, 2]);
        for thread in [ThreadId(0), ThreadId(1)] {
            AccessModes::ALL.acquire(&mut state, ThreadId(2), SyncObj::End(thread));
        }
        assert_eq!(seen(&state, mixed(2, 0), ReadMode::Plain), [2]);
    }

    #[test]
    fn a_thread_that_spins_reaches_no_new_states() {
        let mut state = start(2);
        write(&mut state, mixed(0, 0), WriteMode::Release, 1);
        see(&mut state, mixed(1, 0), ReadMode::Acquire, 0);
        let bytes = |state: &ModesState| {
            let mut out = Vec::new();
            AccessModes::ALL.encode(state, &mut out);
            out
        };
        let before = bytes(&state);
        (0..5).for_each(|_| see(&mut state, mixed(1, 0), ReadMode::Acquire, 0));
        assert_eq!(bytes(&state), before);
    }

    #[test]
    fn a_release_and_an_acquire_are_no_race_and_others_are() {
        let races = |write: WriteMode, read: ReadMode| {
            let all = [ThreadId(0), ThreadId(1)];
            let mut state = AccessModes::ORDERED.initial(2, &all);
            let one = Written { value: Value(1), tag: 0 };
            AccessModes::ORDERED.write(&mut state, mixed(0, 0), write, one);
            let mut out = Vec::new();
            AccessModes::ORDERED.conflicts(&state, mixed(1, 0), AccessKind::read(read), &mut out);
            !out.is_empty()
        };
        assert!(!races(WriteMode::Release, ReadMode::Acquire));
        assert!(!races(WriteMode::Volatile, ReadMode::Acquire));
        assert!(races(WriteMode::Release, ReadMode::Opaque));
        assert!(races(WriteMode::Opaque, ReadMode::Acquire));
        assert!(races(WriteMode::Plain, ReadMode::Plain));
    }
}
