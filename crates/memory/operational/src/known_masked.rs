//! OpMM as a finite store: per location a set of writes, each with the views that know it and the views that
//! have overwritten it (the K/M store).
//!
//! Source: De, Roychoudhury, D'Souza, *An operational model of the JMM* (OpMM), and our own reformulation.
//! **Invariant**: a view is in `known` of a write iff the write happens-before (or is) the last event folded
//! into the view; it is in `masked` iff some overwriting write that the view knows happens-after the write.
//! So a thread may see exactly the entries whose `masked` it is not in, which is what the paper's Mask&Read
//! computes from write lists. **Promises**: the executions of this memory are exactly the well-formed ones
//! with acyclic(po ∪ so ∪ rf); the store is finite for finitely many values, so spin loops close. It is a
//! lower bound of the JMM. Final fields follow JLS §17.5 (`final_fields.rs`); without them this would not be
//! a lower bound (erratum O4). **Deviations**: opaque, acquire and release accesses act as volatile ones, and
//! so does every access of a thread that uses fences, which keeps the lower bound (the JLS does not define
//! them).

use crate::encode::put_written;
use crate::final_fields::FinalFields;
use crate::memory::{At, Memory, Overflow};
use crate::sc::{Cells, renamed};
use crate::views::{Knowledge, View, ViewSet, Views};
use event::{
    Action, Fence, Loc, LocInfo, LocKind, Names, ObjectId, ReadMode, Sharing, SyncObj, ThreadId, Value,
    WriteMode, Written, put_number,
};

/// The model.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownMasked;

/// A write that some thread may still see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    loc: Loc,
    written: Written,
    known: ViewSet,
    masked: ViewSet,
    /// For a reference: the freezes of final fields behind it.
    passed: ViewSet,
}

impl Entry {
    /// Whether `self` is visible, unknown and unfrozen whenever `other` is: then `other` is redundant.
    /// Updates act on each entry separately and are monotone, so this remains true forever.
    fn dominates(&self, other: &Entry) -> bool {
        debug_assert!((self.loc, self.written) == (other.loc, other.written));
        self.known.is_subset(other.known)
            && self.masked.is_subset(other.masked)
            && self.passed.is_subset(other.passed)
    }
}

/// The maximum number of visible writes to one location that are kept. Only a program that keeps writing new
/// values reaches it.
const MAX_VISIBLE: usize = 256;

/// All writes that some thread may still see.
#[derive(Debug, Clone, Default)]
pub struct KmState {
    views: Views,
    /// Sorted; no entry dominates another; locations of which only the default write was seen are absent.
    entries: Vec<Entry>,
    /// The newest write to each location that synchronisation accesses can read.
    latest: Cells,
    /// Whether more than [`MAX_VISIBLE`] writes to one location were visible.
    too_many: bool,
    /// Present from the first freeze or the first read of a reference on, for programs with final fields.
    finals: Option<Box<FinalFields>>,
}

/// All sets of views.
fn sets<'a>(
    entries: &'a mut [Entry],
    finals: &'a mut Option<Box<FinalFields>>,
) -> impl Iterator<Item = &'a mut ViewSet> {
    let sets = entries.iter_mut().flat_map(|e| [&mut e.known, &mut e.masked, &mut e.passed]);
    sets.chain(finals.iter_mut().flat_map(|f| f.sets()))
}

/// Whether a read acts as a volatile one here.
pub(crate) fn read_synchronises(at: At, mode: ReadMode) -> bool {
    at.info.kind == LocKind::Volatile || mode != ReadMode::Plain || at.fenced
}

/// Whether a write acts as a volatile one here.
pub(crate) fn write_synchronises(at: At, mode: WriteMode) -> bool {
    at.info.kind == LocKind::Volatile || mode != WriteMode::Plain || at.fenced
}

impl Knowledge for KmState {
    fn views(&mut self) -> &mut Views {
        &mut self.views
    }

    fn object(&mut self, obj: SyncObj) -> View {
        self.views.object(obj, sets(&mut self.entries, &mut self.finals))
    }

    /// Makes `to` know, and have overwritten, everything that `from` knows and has overwritten.
    fn pass_on(&mut self, from: View, to: View) {
        let mut changed = self.finals.is_some();
        if let Some(finals) = &mut self.finals {
            finals.pass_on(from, to);
        }
        for entry in &mut self.entries {
            let before = (entry.known, entry.masked);
            entry.known.pass_on(from, to);
            entry.masked.pass_on(from, to);
            changed |= before != (entry.known, entry.masked);
        }
        if changed {
            self.normalise();
        } else {
            self.views.forget_unused(sets(&mut self.entries, &mut self.finals));
        }
    }
}

impl KmState {
    fn at(&self, loc: Loc) -> &[Entry] {
        let start = self.entries.partition_point(|e| e.loc < loc);
        let len = self.entries[start..].iter().take_while(|e| e.loc == loc).count();
        &self.entries[start..start + len]
    }

    /// Adds a write, which masks for its thread every write that the thread knows.
    fn add(&mut self, at: At, written: Written) {
        if self.at(at.loc).is_empty() {
            let (known, masked, passed) = (ViewSet::EVERYONE, ViewSet::default(), ViewSet::default());
            self.entries.push(Entry { loc: at.loc, written: at.default_write(), known, masked, passed });
        }
        let view = self.views.thread(at.thread);
        for entry in self.entries.iter_mut().filter(|e| e.loc == at.loc && e.known.has(view)) {
            entry.masked = entry.masked.with(view);
        }
        let (known, masked) = (ViewSet::default().with(view), ViewSet::default());
        let passed = self.passed_by_write(at, written.value);
        self.entries.push(Entry { loc: at.loc, written, known, masked, passed });
        self.normalise();
        self.too_many |= self.at(at.loc).len() > MAX_VISIBLE;
    }

    fn passed_by_write(&self, at: At, value: Value) -> ViewSet {
        self.finals.as_ref().map_or(ViewSet::default(), |f| f.passed_by_write(&self.views, at, value))
    }

    /// The views that a read by this thread uses: its own, and those of freezes behind the object (JLS
    /// §17.5.1).
    fn eyes(&self, at: At) -> ViewSet {
        let own = ViewSet::default().with(self.views.thread(at.thread));
        self.finals.as_ref().map_or(own, |f| own.union(FinalFields::eyes(f.behind(&self.views, at))))
    }

    /// Records that the thread has read a reference.
    fn obtained(&mut self, at: At, mode: ReadMode, seen: Written) {
        let eyes = self.eyes(at);
        if ObjectId::referred(seen.value).is_none_or(|o| o.creator == at.thread) {
            return;
        }
        let finals = self.finals.get_or_insert_default();
        let passed = if read_synchronises(at, mode) {
            finals.latest(at.loc)
        } else {
            let visible = self.entries.iter().filter(|e| e.loc == at.loc && e.written == seen);
            // Of several writes of the same reference, the one with the fewest freezes behind it shows most.
            let passed = visible.filter(|e| !e.masked.meets(eyes)).map(|e| e.passed);
            passed.min_by_key(|p| (p.0.count_ones(), p.0)).unwrap_or_default()
        };
        let chain = FinalFields::with_passed(finals.behind(&self.views, at), passed);
        finals.obtained(&self.views, at.thread, seen.value, chain);
    }

    /// Drops entries that no thread can see any more, merges equal entries and drops dominated ones.
    fn normalise(&mut self) {
        if let Some(finals) = &mut self.finals {
            let gone = finals.forget(&self.views);
            if gone != ViewSet::default() {
                sets(&mut self.entries, &mut None).for_each(|set| *set = set.without(gone));
            }
        }
        let views = &self.views;
        self.entries.retain(|e| !views.hides_for_ever(e.masked));
        self.entries.sort_unstable();
        self.entries.dedup();
        // Only writes of the same value to the same location can dominate each other, and these are adjacent.
        let mut start = 0;
        while start < self.entries.len() {
            let (loc, written) = (self.entries[start].loc, self.entries[start].written);
            let mut end = start + 1;
            while end < self.entries.len()
                && (self.entries[end].loc, self.entries[end].written) == (loc, written)
            {
                end += 1;
            }
            let mut i = start;
            while end - start > 1 && i < end {
                let entry = self.entries[i];
                let redundant = (start..end).any(|j| j != i && self.entries[j].dominates(&entry));
                if redundant {
                    self.entries.remove(i);
                    end -= 1;
                } else {
                    i += 1;
                }
            }
            start = end;
        }
        self.views.forget_unused(sets(&mut self.entries, &mut self.finals));
    }
}

impl Memory for KnownMasked {
    type State = KmState;

    fn initial(&self, threads: usize, running: &[ThreadId]) -> KmState {
        KmState { views: Views::new(threads, running), ..KmState::default() }
    }

    fn reads(&self, state: &KmState, at: At, mode: ReadMode) -> impl Iterator<Item = Written> {
        let entries = if read_synchronises(at, mode) { &[][..] } else { state.at(at.loc) };
        // The newest write for a synchronising read; also if no thread has written, since it is then the
        // default write.
        let newest = entries.is_empty().then(|| self.newest(state, at));
        let eyes = state.eyes(at);
        let visible = entries.iter().filter(move |e| !e.masked.meets(eyes)).map(|e| e.written);
        // Sorted by value: equal writes with different knowledge are adjacent.
        let mut last = newest;
        newest.into_iter().chain(visible.filter(move |w| last.replace(*w) != Some(*w)))
    }

    fn read(&self, state: &mut KmState, at: At, mode: ReadMode, seen: Written) {
        if at.info.holds_reference {
            state.obtained(at, mode, seen);
        }
        if read_synchronises(at, mode) {
            self.acquire(state, at.thread, SyncObj::Volatile(at.loc));
        }
    }

    fn write(&self, state: &mut KmState, at: At, mode: WriteMode, written: Written) {
        // Plain reads can see what synchronising writes of a mixed location leave; ordering these writes
        // among themselves keeps data-race-free programs sequentially consistent. The JLS has no such
        // locations, so a lower bound may do this.
        if at.info.kind == LocKind::Mixed && write_synchronises(at, mode) {
            self.acquire(state, at.thread, SyncObj::Volatile(at.loc));
        }
        if at.info.kind != LocKind::Plain || at.fenced {
            let passed = state.passed_by_write(at, written.value);
            if let Some(finals) = &mut state.finals {
                finals.set_latest(at.loc, passed);
            }
        }
        if at.info.kind != LocKind::Plain {
            state.latest.set(at.loc, written, at.default_write());
        }
        if at.info.kind != LocKind::Volatile {
            state.add(at, written);
        }
        // After the write itself: a thread that acquires must know this write as well.
        if write_synchronises(at, mode) {
            self.release(state, at.thread, SyncObj::Volatile(at.loc));
        }
    }

    /// An update is a synchronisation access whatever its mode; the newest write is never masked.
    fn newest(&self, state: &KmState, at: At) -> Written {
        state.latest.get(at.loc).unwrap_or_else(|| at.default_write())
    }

    /// Every access of a thread with fences already synchronises.
    fn fence(&self, _state: &mut KmState, _thread: ThreadId, _fence: Fence) {}

    fn freeze(&self, state: &mut KmState, at: At) {
        // A freeze can protect something only if the machine says to which object a location belongs.
        if at.info.field.is_some() {
            self.release(state, at.thread, SyncObj::Freeze(at.loc));
            let view = state.views.thread(at.thread);
            state.finals.get_or_insert_default().freeze(at.loc, view);
            state.normalise();
        }
    }

    fn acquire(&self, state: &mut KmState, thread: ThreadId, obj: SyncObj) {
        state.acquire(thread, obj);
    }

    fn release(&self, state: &mut KmState, thread: ThreadId, obj: SyncObj) {
        state.release(thread, obj);
    }

    fn start(&self, state: &mut KmState, parent: ThreadId, child: ThreadId) {
        state.start(parent, child);
    }

    fn end(&self, state: &mut KmState, thread: ThreadId) {
        state.views.ended(thread);
        state.normalise();
    }

    fn finals(&self, state: &KmState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        // Where synchronisation accesses can read, the observer reads like a volatile read.
        if info.kind != LocKind::Plain {
            return out.push(state.latest.get(loc).map_or(info.initial, |w| w.value));
        }
        let visible = |e: &&Entry| !state.views.hides_from_observer(e.masked);
        out.extend(state.at(loc).iter().filter(visible).map(|e| e.written.value));
        if state.at(loc).is_empty() {
            out.push(info.initial);
        }
        out.sort_unstable();
        out.dedup();
    }

    fn held(&self, state: &KmState, out: &mut Vec<(Loc, Value)>) {
        state.latest.held(out);
        out.extend(state.entries.iter().map(|e| (e.loc, e.written.value)));
    }

    fn renamed(&self, state: &KmState, names: &dyn Names) -> KmState {
        let (views, places) = state.views.renamed(names);
        let entry = |e: &Entry| {
            Some(Entry {
                loc: names.loc(e.loc)?,
                written: renamed(e.written, e.loc, names),
                known: e.known.moved(&places),
                masked: e.masked.moved(&places),
                passed: e.passed.moved(&places),
            })
        };
        let mut entries: Vec<Entry> = state.entries.iter().filter_map(entry).collect();
        entries.sort_unstable();
        let finals = state.finals.as_ref().map(|f| Box::new(f.renamed(names, &places)));
        KmState { views, entries, latest: state.latest.renamed(names), too_many: state.too_many, finals }
    }

    fn encode(&self, state: &KmState, out: &mut Vec<u8>) {
        state.views.encode(out);
        state.latest.encode(out);
        put_number(out, state.entries.len() as u64);
        for entry in &state.entries {
            put_number(out, entry.loc.0);
            put_written(out, entry.written);
            entry.known.encode(out);
            entry.masked.encode(out);
        }
        if let Some(finals) = &state.finals {
            finals.encode(out);
            state.entries.iter().for_each(|e| e.passed.encode(out));
        }
    }

    fn is_ample(&self, action: &Action, info: LocInfo) -> bool {
        // A plain write hides nothing from threads that do not know it: performing it first only adds
        // choices.
        let plain_write = matches!(action, Action::Write { mode: WriteMode::Plain, .. });
        (plain_write && info.kind == LocKind::Plain) || info.sharing != Sharing::Shared
    }

    fn overflow(&self, state: &KmState) -> Option<Overflow> {
        let too_many = state.too_many.then_some(Overflow::VisibleWrites(MAX_VISIBLE));
        state.views.overflown.then_some(Overflow::TooManyViews).or(too_many)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::Sharing;

    fn at(thread: u16, loc: u64) -> At {
        let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
        At { thread: ThreadId(thread), loc: Loc(loc), info, fenced: false }
    }

    fn write(state: &mut KmState, thread: u16, value: i64) {
        let written = Written { value: Value(value), tag: 0 };
        KnownMasked.write(state, at(thread, 0), WriteMode::Plain, written);
    }

    fn seen(state: &KmState, thread: u16) -> Vec<i64> {
        KnownMasked.reads(state, at(thread, 0), ReadMode::Plain).map(|w| w.value.0).collect()
    }

    fn start(threads: usize) -> KmState {
        let all: Vec<ThreadId> = (0..threads as u16).map(ThreadId).collect();
        KnownMasked.initial(threads, &all)
    }

    #[test]
    fn keeps_the_laws() {
        (0..200).for_each(|seed| crate::check_memory_laws(&KnownMasked, seed));
    }

    #[test]
    fn a_thread_storing_in_a_loop_keeps_one_entry() {
        let mut state = start(2);
        write(&mut state, 0, 1);
        let size = state.entries.len();
        (0..100).for_each(|_| write(&mut state, 0, 1));
        assert_eq!(state.entries.len(), size);
    }

    #[test]
    fn a_racing_reader_may_see_every_write_and_the_writer_only_its_last() {
        let mut state = start(2);
        write(&mut state, 0, 1);
        write(&mut state, 0, 2);
        assert_eq!(seen(&state, 0), [2]);
        assert_eq!(seen(&state, 1), [0, 1, 2]);
    }

    #[test]
    fn release_and_acquire_hide_what_the_releaser_had_overwritten() {
        let lock = SyncObj::Volatile(Loc(9));
        let mut state = start(3);
        write(&mut state, 0, 1);
        write(&mut state, 0, 2);
        KnownMasked.release(&mut state, ThreadId(0), lock);
        KnownMasked.release(&mut state, ThreadId(2), lock);
        KnownMasked.acquire(&mut state, ThreadId(1), lock);
        assert_eq!(seen(&state, 1), [2]);
        assert_eq!(seen(&state, 2), [0, 1, 2]);
    }

    #[test]
    fn writes_no_running_thread_can_see_are_dropped() {
        let lock = SyncObj::Volatile(Loc(9));
        let mut state = start(2);
        write(&mut state, 0, 1);
        write(&mut state, 0, 2);
        KnownMasked.release(&mut state, ThreadId(0), lock);
        KnownMasked.acquire(&mut state, ThreadId(1), lock);
        assert_eq!(state.entries.len(), 1);
    }
}
