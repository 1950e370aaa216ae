//! The memory of the race-pair closure over states: the K/M store with owners, the reads that later writes
//! may race with, and the guesses that are still open.
//!
//! Source: the race-pair closure (JMM ⊆ RPC) and the K/M store of `known_masked.rs`. A read may see a write
//! that happens-before it, one it races with, or a *future* write; the last is a guess, which remains open as
//! an obligation until its writer performs a write that fulfils it. Which races may be seen is up to the
//! search. **Invariants**: the first two are those of the K/M store. A view is in `known` of a write iff the
//! write happens-before (or is) the last event folded into the view; in `masked` iff it knows a write that
//! happens-after it. A view is in `known` of a read or an obligation iff the read happens-before (or is) the
//! last event folded into the view. **Deviations**: entries are merged more carefully than in OpMM. There the
//! smaller `known` is the better one, since knowing a write only hides older ones; here a known write is
//! readable without a race, and an unknown one races. So one entry replaces another only if both are known to
//! the same views.

use crate::encode::put_value;
use crate::memory::{At, Overflow};
use crate::sc::Cells;
use crate::views::{Knowledge, View, ViewSet, Views};
use event::{Loc, LocInfo, LocKind, Names, Sharing, SyncObj, ThreadId, Value, Written, put_number};

/// A write that some thread may still see or race with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    loc: Loc,
    value: Value,
    /// `None` for the default write, which happens-before everything, and for writes that every thread knows.
    owner: Option<ThreadId>,
    known: ViewSet,
    masked: ViewSet,
}

/// The newest read of a location by a thread. A view that knows it knows the earlier ones, so a write races
/// with some read of the thread iff it races with this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    loc: Loc,
    reader: ThreadId,
    known: ViewSet,
}

/// A read saw a value that this thread must still write, in a write that the read does not happen-before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Obligation {
    /// The location.
    pub loc: Loc,
    /// The value.
    pub value: Value,
    /// The thread that must write it.
    pub writer: ThreadId,
    known: ViewSet,
}

/// A write that a read could see, if the search allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Visible {
    /// The value written.
    pub value: Value,
    /// The thread that wrote it; `None` if it happens-before everything to come.
    pub owner: Option<ThreadId>,
    /// Whether it happens-before the read.
    pub happens_before: bool,
}

/// The accesses that an access races with.
#[derive(Debug, Clone, Default)]
pub struct Races {
    /// The writes a read races with.
    pub writes: Vec<(ThreadId, Value)>,
    /// The threads whose reads a write races with.
    pub readers: Vec<ThreadId>,
    /// Whether a write races with a write.
    pub between_writes: bool,
}

/// The maximum number of visible writes to one location that are kept. Only a program that keeps writing new
/// values reaches it.
const MAX_VISIBLE: usize = 256;

/// The state of the memory.
#[derive(Debug, Clone, Default)]
pub struct Speculative {
    views: Views,
    /// Sorted; locations of which only the default write was seen are absent.
    entries: Vec<Entry>,
    /// Sorted, without those that every running thread knows.
    readings: Vec<Reading>,
    /// Sorted; no `known` is a subset of that of another with the same location, value and writer.
    obligations: Vec<Obligation>,
    /// Views that may know more than is recorded, because of an access in a weaker mode.
    knows_all: ViewSet,
    /// Volatile locations, and those that only one thread accesses.
    cells: Cells,
    doomed: bool,
    too_many: bool,
}

/// Whether accesses to a location can race, so that order and knowledge matter. Other locations hold one
/// value.
pub fn can_race(info: LocInfo) -> bool {
    info.kind != LocKind::Volatile && info.sharing == Sharing::Shared
}

impl Knowledge for Speculative {
    fn views(&mut self) -> &mut Views {
        &mut self.views
    }

    fn object(&mut self, obj: SyncObj) -> View {
        let Speculative { views, entries, readings, obligations, knows_all, .. } = self;
        views.object(obj, sets(entries, readings, obligations).chain([knows_all]))
    }

    /// Makes `to` know, and have overwritten, everything that `from` knows and has overwritten.
    fn pass_on(&mut self, from: View, to: View) {
        sets(&mut self.entries, &mut self.readings, &mut self.obligations)
            .chain([&mut self.knows_all])
            .for_each(|set| set.pass_on(from, to));
        self.normalise_obligations();
        self.normalise();
    }
}

impl Speculative {
    /// The memory before the first action. `running` are the threads that run from the beginning.
    pub fn new(threads: usize, running: &[ThreadId]) -> Speculative {
        Speculative { views: Views::new(threads, running), ..Speculative::default() }
    }

    /// Whether every guess has been fulfilled.
    pub fn is_settled(&self) -> bool {
        self.obligations.is_empty()
    }

    /// Whether some guess can never be fulfilled: its writer has ended, or whatever it writes now
    /// happens-after the read.
    pub fn is_doomed(&self) -> bool {
        self.doomed
    }

    /// The guesses that are still open.
    pub fn guesses(&self) -> impl Iterator<Item = Obligation> {
        self.obligations.iter().copied()
    }

    /// Whether a thread that acquires from `obj` will know the read of this obligation.
    pub fn knows(&self, obj: SyncObj, obligation: Obligation) -> bool {
        self.views.known(obj).is_some_and(|view| obligation.known.has(view))
    }

    /// Set if the state has outgrown what can be represented faithfully.
    pub fn overflow(&self) -> Option<Overflow> {
        let too_many = self.too_many.then_some(Overflow::VisibleWrites(MAX_VISIBLE));
        self.views.overflown.then_some(Overflow::TooManyViews).or(too_many)
    }

    /// The value of a location for which [`can_race`] is false.
    pub fn cell(&self, at: At) -> Value {
        self.cells.get(at.loc).map_or(at.info.initial, |w| w.value)
    }

    /// Writes a location for which [`can_race`] is false.
    pub fn set_cell(&mut self, at: At, value: Value) {
        self.cells.set(at.loc, Written { value, tag: 0 }, at.default_write());
    }

    fn at(&self, loc: Loc) -> &[Entry] {
        let start = self.entries.partition_point(|e| e.loc < loc);
        let len = self.entries[start..].iter().take_while(|e| e.loc == loc).count();
        &self.entries[start..start + len]
    }

    /// The writes so far that no write hides from a read now.
    pub fn visible(&self, at: At) -> impl Iterator<Item = Visible> {
        let view = self.views.thread(at.thread);
        let entries = self.at(at.loc);
        let default = Visible { value: at.info.initial, owner: None, happens_before: true };
        let visible =
            move |e: &Entry| Visible { value: e.value, owner: e.owner, happens_before: e.known.has(view) };
        let none = entries.is_empty().then_some(default);
        none.into_iter().chain(entries.iter().filter(move |e| !e.masked.has(view)).map(visible))
    }

    /// Performs a read; the value it sees is recorded elsewhere.
    pub fn read(&mut self, at: At, races: &mut Races) {
        let view = self.views.thread(at.thread);
        let unknown = |e: &&Entry| !e.known.has(view);
        races.writes.extend(self.at(at.loc).iter().filter(unknown).filter_map(|e| Some((e.owner?, e.value))));
        let known = ViewSet::default().with(view);
        let reading = Reading { loc: at.loc, reader: at.thread, known };
        let place = |r: &Reading| (r.loc, r.reader).cmp(&(at.loc, at.thread));
        match self.readings.binary_search_by(place) {
            Ok(i) => self.readings[i] = reading,
            Err(i) => self.readings.insert(i, reading),
        }
        self.forget_reads();
        self.forget_views();
    }

    /// Records that the read just performed saw a future write of `value` by `writer`.
    pub fn guess(&mut self, at: At, writer: ThreadId, value: Value) {
        let known = ViewSet::default().with(self.views.thread(at.thread));
        self.obligations.push(Obligation { loc: at.loc, value, writer, known });
        self.normalise_obligations();
    }

    /// Performs a write. It hides from its thread every write that the thread knows, and fulfils guesses.
    pub fn write(&mut self, at: At, value: Value, races: &mut Races) {
        let view = self.views.thread(at.thread);
        let racing = |r: &&Reading| r.loc == at.loc && !r.known.has(view);
        races.readers.extend(self.readings.iter().filter(racing).map(|r| r.reader));
        if self.at(at.loc).is_empty() {
            let (known, masked) = (ViewSet::EVERYONE, ViewSet::default());
            self.entries.push(Entry { loc: at.loc, value: at.info.initial, owner: None, known, masked });
        }
        for entry in self.entries.iter_mut().filter(|e| e.loc == at.loc) {
            if entry.known.has(view) {
                entry.masked = entry.masked.with(view);
            } else {
                races.between_writes = true;
            }
        }
        let (known, masked) = (ViewSet::default().with(view), ViewSet::default());
        self.entries.push(Entry { loc: at.loc, value, owner: Some(at.thread), known, masked });
        // One write may fulfil any number of guesses, and keeping one open never helps. There is no need to
        // check here that the read does not happen-before the write: such a memory is already doomed.
        debug_assert!(
            self.doomed || !self.obligations.iter().any(|o| o.writer == at.thread && o.known.has(view))
        );
        self.obligations.retain(|o| (o.loc, o.value, o.writer) != (at.loc, value, at.thread));
        self.normalise();
        self.too_many |= self.at(at.loc).len() > MAX_VISIBLE;
    }

    /// From now on `thread` may know any write so far: it saw one by an access that may synchronise in a way
    /// that is not recorded.
    pub fn let_know_all(&mut self, thread: ThreadId) {
        self.knows_all = self.knows_all.with(self.views.thread(thread));
    }

    /// Whether `thread` may know any write so far.
    pub fn may_know_all(&self, thread: ThreadId) -> bool {
        self.knows_all.has(self.views.thread(thread))
    }

    /// `thread` learns what was released to `obj`.
    pub fn acquire(&mut self, thread: ThreadId, obj: SyncObj) {
        Knowledge::acquire(self, thread, obj);
    }

    /// `thread` releases what it knows to `obj`, which keeps what was released before.
    pub fn release(&mut self, thread: ThreadId, obj: SyncObj) {
        Knowledge::release(self, thread, obj);
    }

    /// `parent` starts `child`.
    pub fn start(&mut self, parent: ThreadId, child: ThreadId) {
        Knowledge::start(self, parent, child);
    }

    /// `thread` ends.
    pub fn end(&mut self, thread: ThreadId) {
        self.views.ended(thread);
        self.doomed |= self.obligations.iter().any(|o| o.writer == thread);
        self.normalise();
    }

    /// The values that an observer which has joined all threads may read.
    pub fn finals(&self, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        let visible = |e: &&Entry| !self.views.hides_from_observer(e.masked);
        out.extend(self.at(loc).iter().filter(visible).map(|e| e.value));
        if out.is_empty() {
            out.push(self.cells.get(loc).map_or(info.initial, |w| w.value));
        }
        out.sort_unstable();
        out.dedup();
    }

    /// Appends everything that it holds: locations and what may be read there.
    pub fn held(&self, out: &mut Vec<(Loc, Value)>) {
        self.cells.held(out);
        out.extend(self.entries.iter().map(|e| (e.loc, e.value)));
        out.extend(self.obligations.iter().map(|o| (o.loc, o.value)));
    }

    /// A renamed copy, without anything that has no name. Used only for encoding.
    #[must_use]
    pub fn renamed(&self, names: &dyn Names) -> Speculative {
        let (views, places) = self.views.renamed(names);
        let entry = |e: &Entry| {
            let (value, known, masked) =
                (names.value(e.loc, e.value), e.known.moved(&places), e.masked.moved(&places));
            Some(Entry { loc: names.loc(e.loc)?, value, known, masked, ..*e })
        };
        let reading =
            |r: &Reading| Some(Reading { loc: names.loc(r.loc)?, known: r.known.moved(&places), ..*r });
        let obligation = |o: &Obligation| {
            // Open guesses are never forgotten: their locations keep their old names.
            let (loc, value) = (names.loc(o.loc).unwrap_or(o.loc), names.value(o.loc, o.value));
            Obligation { loc, value, known: o.known.moved(&places), ..*o }
        };
        let mut renamed = Speculative {
            views,
            cells: self.cells.renamed(names),
            entries: self.entries.iter().filter_map(entry).collect(),
            readings: self.readings.iter().filter_map(reading).collect(),
            obligations: self.obligations.iter().map(obligation).collect(),
            knows_all: self.knows_all.moved(&places),
            ..self.clone()
        };
        renamed.entries.sort_unstable();
        renamed.readings.sort_unstable();
        renamed.obligations.sort_unstable();
        renamed
    }

    /// Appends a canonical form. States that are doomed or overflown are not meant to be kept.
    pub fn encode(&self, out: &mut Vec<u8>) {
        self.views.encode(out);
        self.knows_all.encode(out);
        self.cells.encode(out);
        put_number(out, self.entries.len() as u64);
        for e in &self.entries {
            put_number(out, e.loc.0);
            put_value(out, e.value);
            put_number(out, e.owner.map_or(0, |t| u64::from(t.0) + 1));
            e.known.encode(out);
            e.masked.encode(out);
        }
        put_number(out, self.readings.len() as u64);
        for r in &self.readings {
            put_number(out, r.loc.0);
            put_number(out, u64::from(r.reader.0));
            r.known.encode(out);
        }
        put_number(out, self.obligations.len() as u64);
        for o in &self.obligations {
            put_number(out, o.loc.0);
            put_value(out, o.value);
            put_number(out, u64::from(o.writer.0));
            o.known.encode(out);
        }
    }

    fn forget_reads(&mut self) {
        let views = &self.views;
        self.readings.retain(|r| !views.is_known_to_all(r.known));
    }

    /// An obligation known to fewer views is fulfilled whenever the other one is, so it need not be kept.
    /// This stays so, since knowledge is passed on for both.
    fn normalise_obligations(&mut self) {
        let views = &self.views;
        self.doomed |= self.obligations.iter().any(|o| o.known.has(views.thread(o.writer)));
        self.obligations.sort_unstable();
        self.obligations.dedup();
        let harder = |a: &Obligation, b: &Obligation| {
            a != b && (a.loc, a.value, a.writer) == (b.loc, b.value, b.writer) && b.known.is_subset(a.known)
        };
        let mut i = 0;
        while self.obligations.len() > 1 && i < self.obligations.len() {
            let easy = self.obligations[i];
            if self.obligations.iter().any(|o| harder(o, &easy)) {
                self.obligations.remove(i);
            } else {
                i += 1;
            }
        }
    }

    /// Drops writes that no thread can see any more and, among writes known to the same views, redundant
    /// ones.
    fn normalise(&mut self) {
        let views = &self.views;
        // A view that has overwritten a write knows it, so nothing races with what is dropped here.
        self.entries.retain(|e| !views.hides_for_ever(e.masked));
        // No thread can race any more with a write that all running threads know: its owner does not matter.
        for entry in self.entries.iter_mut().filter(|e| views.is_known_to_all(e.known)) {
            (entry.owner, entry.known) = (None, ViewSet::EVERYONE);
        }
        self.entries.sort_unstable();
        self.entries.dedup();
        let mut i = 0;
        while i < self.entries.len() {
            let entry = self.entries[i];
            let same = |e: &Entry| {
                (e.loc, e.value, e.owner, e.known) == (entry.loc, entry.value, entry.owner, entry.known)
            };
            let redundant = |e: &Entry| same(e) && *e != entry && e.masked.is_subset(entry.masked);
            // Entries equal except for `masked` are adjacent.
            let (before, after) = (self.entries[..i].iter().rev(), self.entries[i + 1..].iter());
            if before.take_while(|e| same(e)).chain(after.take_while(|e| same(e))).any(redundant) {
                self.entries.remove(i);
            } else {
                i += 1;
            }
        }
        self.forget_reads();
        self.forget_views();
    }

    fn forget_views(&mut self) {
        let Speculative { views, entries, readings, obligations, knows_all, .. } = self;
        views.forget_unused(sets(entries, readings, obligations).chain([knows_all]));
    }
}

/// All sets of views.
fn sets<'a>(
    entries: &'a mut [Entry],
    readings: &'a mut [Reading],
    obligations: &'a mut [Obligation],
) -> impl Iterator<Item = &'a mut ViewSet> {
    let entries = entries.iter_mut().flat_map(|e| [&mut e.known, &mut e.masked]);
    entries
        .chain(readings.iter_mut().map(|r| &mut r.known))
        .chain(obligations.iter_mut().map(|o| &mut o.known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::MonitorId;

    const LOCK: SyncObj = SyncObj::Monitor(MonitorId(0));

    fn at(thread: u16) -> At {
        let info = LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0));
        At { thread: ThreadId(thread), loc: Loc(0), info, fenced: false }
    }

    fn start(threads: u16) -> Speculative {
        let all: Vec<ThreadId> = (0..threads).map(ThreadId).collect();
        Speculative::new(all.len(), &all)
    }

    fn write(memory: &mut Speculative, thread: u16, value: i64) -> Races {
        let mut races = Races::default();
        memory.write(at(thread), Value(value), &mut races);
        races
    }

    fn readable(memory: &Speculative, thread: u16) -> Vec<(i64, bool)> {
        memory.visible(at(thread)).map(|w| (w.value.0, w.happens_before)).collect()
    }

    #[test]
    fn a_thread_storing_in_a_loop_keeps_one_entry() {
        let mut memory = start(2);
        write(&mut memory, 0, 1);
        let size = memory.entries.len();
        (0..100).for_each(|_| drop(write(&mut memory, 0, 1)));
        assert_eq!(memory.entries.len(), size);
    }

    /// In OpMM the second write would replace the first. Here only the first can be read without a race.
    #[test]
    fn a_write_known_to_more_views_is_not_replaced_by_a_later_one_of_the_same_value() {
        let mut memory = start(2);
        write(&mut memory, 0, 1);
        memory.release(ThreadId(0), LOCK);
        write(&mut memory, 0, 1);
        memory.acquire(ThreadId(1), LOCK);
        let mut seen = readable(&memory, 1);
        seen.sort_unstable();
        assert_eq!(seen, [(1, false), (1, true)]);
    }

    #[test]
    fn a_write_races_with_reads_its_thread_does_not_know() {
        let mut memory = start(2);
        memory.read(at(0), &mut Races::default());
        assert_eq!(write(&mut memory.clone(), 1, 1).readers, [ThreadId(0)]);
        memory.release(ThreadId(0), LOCK);
        memory.acquire(ThreadId(1), LOCK);
        assert!(write(&mut memory, 1, 1).readers.is_empty() && memory.readings.is_empty());
    }

    #[test]
    fn a_guess_comes_true_by_a_write_of_its_writer_and_value_only() {
        let mut memory = start(3);
        memory.guess(at(0), ThreadId(1), Value(1));
        write(&mut memory, 2, 1);
        write(&mut memory, 1, 2);
        assert!(!memory.is_settled());
        write(&mut memory, 1, 1);
        assert!(memory.is_settled() && !memory.is_doomed());
    }

    #[test]
    fn a_guess_is_doomed_once_its_writer_knows_the_read_or_ends() {
        let mut memory = start(2);
        memory.guess(at(0), ThreadId(1), Value(1));
        memory.release(ThreadId(0), LOCK);
        let mut acquired = memory.clone();
        acquired.acquire(ThreadId(1), LOCK);
        assert!(acquired.is_doomed() && !memory.is_doomed());
        memory.end(ThreadId(1));
        assert!(memory.is_doomed());
    }

    /// A write that fulfils the guess known to more views fulfils the other one as well.
    #[test]
    fn of_two_guesses_alike_the_better_known_is_kept() {
        let mut memory = start(3);
        memory.guess(at(0), ThreadId(1), Value(1));
        memory.release(ThreadId(0), LOCK);
        let once = memory.obligations.clone();
        memory.guess(at(0), ThreadId(1), Value(1));
        assert_eq!(memory.obligations, once);
        memory.guess(at(2), ThreadId(1), Value(1));
        assert_eq!(memory.obligations.len(), 2, "neither is known better");
    }

    #[test]
    fn what_every_running_thread_knows_has_no_owner() {
        let mut memory = start(2);
        write(&mut memory, 0, 1);
        memory.release(ThreadId(0), LOCK);
        memory.acquire(ThreadId(1), LOCK);
        let [entry] = memory.entries[..] else { panic!("{:?}", memory.entries) };
        assert_eq!((entry.owner, entry.known), (None, ViewSet::EVERYONE));
    }
}
