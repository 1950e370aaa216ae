//! The store of Java with access modes: views, and per location the writes that may still be seen.
//!
//! See the module above for the model, and docs/decisions/0034-access-modes.md for the argument.

use super::clock::{Clock, Ranks, View};
use crate::encode::{put_sync_obj, put_written};
use crate::memory::At;
use crate::sc::{Cells, renamed};
use event::{Loc, LocKind, Names, SyncObj, ThreadId, Written, put_number};
use std::collections::BTreeMap;

/// A write that some thread may still see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub written: Written,
    /// The thread that wrote it, and the number of the event; number 0 is known to everyone.
    pub owner: u16,
    pub number: u32,
    /// What the writer knew before: it has overwritten the writes among that.
    pub over: Clock,
    /// Whether it is an update, or its mode is not plain.
    pub is_atomic: bool,
    /// Whether it is an update that saw the entry before it.
    pub glued: bool,
    /// What a read that synchronises with it learns.
    pub carried: View,
    /// Threads that did not know it when they first saw it by an atomic read, with the number of the read.
    pub seen: Vec<(u16, u32)>,
    /// Whether a volatile read saw it that does not follow from what the location's object knows.
    pub seen_by_order: bool,
}

impl Entry {
    pub(super) fn is_known(&self, clock: &Clock) -> bool {
        self.number == 0 || clock.get(self.owner) >= self.number
    }

    /// Whether this write follows `other`, which it knew.
    fn overwrites(&self, other: &Entry) -> bool {
        self.number > 0 && other.is_known(&self.over)
    }

    fn default(written: Written) -> Entry {
        let (over, carried) = (Clock::default(), View::default());
        let seen = Vec::new();
        let (is_atomic, glued, seen_by_order) = (false, false, false);
        Entry { written, owner: 0, number: 0, over, is_atomic, glued, carried, seen, seen_by_order }
    }
}

/// The writes to a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Writes {
    /// Whether it has atomic accesses, so that the order of the entries is its coherence order.
    pub is_coherent: bool,
    /// Not empty.
    pub entries: Vec<Entry>,
    /// Whether an entry was dropped that a plain read might have seen.
    pub lost: bool,
}

impl Writes {
    /// Whether a view knows that the entry was overwritten.
    pub(super) fn is_masked(&self, entry: &Entry, clock: &Clock) -> bool {
        self.entries.iter().any(|e| e.is_known(clock) && e.overwrites(entry))
    }

    /// Whether a view knows a later write, and neither is plain.
    pub(super) fn is_passed(&self, place: usize, clock: &Clock) -> bool {
        let later = |e: &Entry| e.is_atomic && e.is_known(clock);
        self.is_coherent && self.entries[place].is_atomic && self.entries[place + 1..].iter().any(later)
    }

    /// The last entry that a view knows, or of which it knows that it was seen by an atomic read.
    pub(super) fn floor(&self, view: &View) -> usize {
        let seen = |e: &Entry| e.seen.iter().any(|(t, number)| view.before.get(*t) >= *number);
        self.entries.iter().rposition(|e| e.is_known(&view.known) || seen(e)).unwrap_or(0)
    }

    /// The same for the order of volatile accesses to the location.
    pub(super) fn floor_by_order(&self, object: Option<&View>) -> usize {
        let seen = self.entries.iter().rposition(|e| e.seen_by_order).unwrap_or(0);
        seen.max(object.map_or(0, |view| self.floor(view)))
    }

    /// Whether a write may come directly after this entry, and an update see it.
    pub(super) fn is_open(&self, place: usize) -> bool {
        self.entries.get(place + 1).is_none_or(|next| !next.glued)
    }
}

/// What matters of an access to later ones that might race with it: the newest of its kind by its thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record {
    pub loc: Loc,
    pub thread: u16,
    pub write: bool,
    /// Whether it is a release write or an acquire read, or stronger.
    pub orders: bool,
    pub number: u32,
}

/// The views of a thread that uses fences.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FenceViews {
    /// What it has read but not acquired.
    pub acquired: View,
    /// What it knew at its last release fence.
    pub released: View,
    /// What it knew at its last storeStore fence: writes only.
    pub stored: View,
    /// What it acquired by loadLoad fences, for its reads only.
    pub loaded: View,
}

/// The state of the memory.
#[derive(Debug, Clone, Default)]
pub struct ModesState {
    /// The running threads.
    pub(super) live: u64,
    pub(super) threads: Vec<View>,
    /// Of threads that have used fences.
    pub(super) fences: BTreeMap<u16, FenceViews>,
    pub(super) objects: BTreeMap<SyncObj, View>,
    /// What was released to full fences by full fences, and by volatile writes.
    pub(super) by_fences: View,
    pub(super) by_writes: View,
    pub(super) locations: BTreeMap<Loc, Writes>,
    /// Locations that hold one value: volatile ones and, where races end the search, plain ones.
    pub(super) cells: Cells,
    /// Sorted.
    pub(super) records: Vec<Record>,
    pub(super) too_many: bool,
    pub(super) frozen: bool,
}

impl ModesState {
    pub(super) fn new(threads: usize, running: &[ThreadId]) -> ModesState {
        let live = running.iter().fold(0, |set, t| set | 1u64.checked_shl(u32::from(t.0)).unwrap_or(0));
        ModesState { live, threads: vec![View::default(); threads], ..ModesState::default() }
    }

    pub(super) fn live_threads(&self) -> impl Iterator<Item = u16> + use<> {
        let live = self.live;
        (0..64).filter(move |t| live >> t & 1 == 1)
    }

    /// The number of a new event of a thread, which the thread then knows.
    pub(super) fn next(&mut self, thread: u16) -> u32 {
        let view = &mut self.threads[usize::from(thread)];
        let number = view.before.get(thread).max(view.known.get(thread)) + 1;
        view.before.set(thread, number);
        view.known.set(thread, number);
        number
    }

    pub(super) fn writes(&mut self, at: At) -> &mut Writes {
        self.locations.entry(at.loc).or_insert_with(|| Writes {
            is_coherent: at.info.kind == LocKind::Mixed,
            entries: vec![Entry::default(at.default_write())],
            lost: false,
        })
    }

    /// The view that a thread has of an object it acquires from.
    pub(super) fn object(&self, obj: SyncObj) -> Option<&View> {
        match obj {
            SyncObj::End(ended) => self.threads.get(ended.index()),
            _ => self.objects.get(&obj),
        }
    }

    /// Adds a write at a place of the location's list. Returns what it carries.
    pub(super) fn insert(
        &mut self,
        at: At,
        written: Written,
        (place, glued): (usize, bool),
        (is_atomic, releases): (bool, bool),
    ) {
        let me = at.thread.0;
        let over = self.threads[at.thread.index()].known.clone();
        let number = self.next(me);
        let mut carried = View::default();
        if let Some(fences) = self.fences.get(&me) {
            carried.join(&fences.released);
            carried.known.join(&fences.stored.known);
        }
        if glued && let Some(seen) = self.writes(at).entries.get(place - 1) {
            carried.join(&seen.carried);
        }
        if releases {
            carried.join(&self.threads[at.thread.index()]);
        }
        let seen = Vec::new();
        let (owner, seen_by_order) = (me, false);
        let entry = Entry { written, owner, number, over, is_atomic, glued, carried, seen, seen_by_order };
        let writes = self.writes(at);
        writes.entries.insert(place.min(writes.entries.len()), entry);
    }

    /// All views there are.
    fn views(&self) -> impl Iterator<Item = &View> {
        let fences = self.fences.values().flat_map(|f| [&f.acquired, &f.released, &f.stored, &f.loaded]);
        let carried = self.locations.values().flat_map(|w| w.entries.iter().map(|e| &e.carried));
        let others = self.objects.values().chain([&self.by_fences, &self.by_writes]);
        self.threads.iter().chain(fences).chain(others).chain(carried)
    }

    /// Forgets views from which no running thread can learn anything.
    fn forget_views(&mut self, live: &[View]) {
        let is_old = |view: &View| live.iter().all(|known| view.is_within(known));
        self.objects.retain(|_, view| !is_old(view));
        for view in [&mut self.by_fences, &mut self.by_writes] {
            if is_old(view) {
                *view = View::default();
            }
        }
        for views in self.fences.values_mut() {
            for view in [&mut views.acquired, &mut views.released, &mut views.stored, &mut views.loaded] {
                if is_old(view) {
                    *view = View::default();
                }
            }
        }
        self.fences.retain(|_, views| *views != FenceViews::default());
        let ended: Vec<usize> = (0..self.threads.len()).filter(|t| self.live >> t & 1 == 0).collect();
        for thread in ended {
            // What nobody is left to learn, an observer still knows.
            if !live.is_empty() && is_old(&self.threads[thread]) {
                self.threads[thread] = View::default();
            }
        }
    }

    /// Forgets what nobody can see or notice any more. `keeps_hidden`: entries that only coherence hides are
    /// kept, since plain reads may see them.
    pub(super) fn normalise(&mut self, keeps_hidden: bool, most: usize) {
        let live: Vec<View> = self.live_threads().map(|t| self.threads[usize::from(t)].clone()).collect();
        self.records.retain(|r| {
            let knows = |view: &View| {
                let clock = if r.write { &view.known } else { &view.before };
                clock.get(r.thread) >= r.number
            };
            !live.iter().all(knows)
        });
        self.forget_views(&live);
        let mut locations = std::mem::take(&mut self.locations);
        for writes in locations.values_mut() {
            match writes.is_coherent {
                true => shorten(writes, &live, keeps_hidden),
                false => self.forget_plain(writes, &live),
            }
            settle(writes, &live);
            self.too_many |= writes.entries.len() > most;
        }
        self.locations = locations;
        if self.locations.values().any(|w| !w.is_coherent && w.entries.len() > 1) {
            self.merge_plain();
        }
    }

    /// Drops plain writes that nobody can see any more.
    fn forget_plain(&self, writes: &mut Writes, live: &[View]) {
        let gone = |entry: &Entry| match live.is_empty() {
            false => live.iter().all(|view| writes.is_masked(entry, &view.known)),
            true => self.threads.iter().any(|view| writes.is_masked(entry, &view.known)),
        };
        let kept: Vec<bool> = writes.entries.iter().map(|entry| !gone(entry)).collect();
        let mut kept = kept.into_iter();
        writes.entries.retain(|_| kept.next().unwrap_or(true));
        writes.entries.sort_by_key(|e| (e.written, e.owner, e.number));
    }

    /// Drops plain writes beside which another of the same value is visible, unknown and carries less,
    /// whatever comes.
    fn merge_plain(&mut self) {
        let mut gone: Vec<(Loc, usize)> = Vec::new();
        let views: Vec<&View> = self.views().collect();
        for (loc, writes) in self.locations.iter().filter(|(_, w)| !w.is_coherent) {
            let mut dropped = vec![false; writes.entries.len()];
            let is_implied = |a: &Entry, b: &Entry| {
                // b is visible and unknown whenever a is.
                let per_view = |view: &&View| {
                    let known = a.is_known(&view.known) || !b.is_known(&view.known);
                    known && (writes.is_masked(a, &view.known) || !writes.is_masked(b, &view.known))
                };
                a.written == b.written && b.carried.is_within(&a.carried) && views.iter().all(per_view)
            };
            for (i, a) in writes.entries.iter().enumerate() {
                let by = |(j, b): (usize, &Entry)| j != i && !dropped[j] && is_implied(a, b);
                if writes.entries.iter().enumerate().any(by) {
                    dropped[i] = true;
                    gone.push((*loc, i));
                }
            }
        }
        for (loc, place) in gone.into_iter().rev() {
            if let Some(writes) = self.locations.get_mut(&loc) {
                writes.entries.remove(place);
            }
        }
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        let mut ranks = Ranks::default();
        self.records.iter().for_each(|r| ranks.add(r.thread, r.number));
        for entry in self.locations.values().flat_map(|w| &w.entries) {
            ranks.add(entry.owner, entry.number);
            entry.seen.iter().for_each(|(thread, number)| ranks.add(*thread, *number));
        }
        ranks.sort();
        self.cells.encode(out);
        self.threads.iter().for_each(|view| view.encode(&ranks, out));
        put_number(out, self.fences.len() as u64);
        for (thread, views) in &self.fences {
            put_number(out, u64::from(*thread));
            [&views.acquired, &views.released, &views.stored, &views.loaded]
                .into_iter()
                .for_each(|view| view.encode(&ranks, out));
        }
        self.by_fences.encode(&ranks, out);
        self.by_writes.encode(&ranks, out);
        let mut nothing = Vec::new();
        View::default().encode(&ranks, &mut nothing);
        let mut bytes = Vec::new();
        for (obj, view) in &self.objects {
            bytes.clear();
            view.encode(&ranks, &mut bytes);
            // What was once released, and is known to all, cannot be noticed.
            if bytes != nothing {
                out.push(1);
                put_sync_obj(out, *obj);
                out.extend_from_slice(&bytes);
            }
        }
        out.push(0);
        put_number(out, self.locations.len() as u64);
        for (loc, writes) in &self.locations {
            put_number(out, loc.0);
            out.push(u8::from(writes.is_coherent) | u8::from(writes.lost) << 1);
            put_number(out, writes.entries.len() as u64);
            writes.entries.iter().for_each(|entry| encode_entry(writes, entry, &ranks, out));
        }
        put_number(out, self.records.len() as u64);
        for r in &self.records {
            put_number(out, r.loc.0);
            put_number(out, u64::from(r.thread));
            out.push(u8::from(r.write) | u8::from(r.orders) << 1);
            put_number(out, ranks.of(r.thread, r.number));
        }
    }

    pub(super) fn renamed(&self, names: &dyn Names) -> ModesState {
        let mut locations = BTreeMap::new();
        for (loc, writes) in &self.locations {
            let Some(name) = names.loc(*loc) else { continue };
            let mut writes = writes.clone();
            writes.entries.iter_mut().for_each(|e| e.written = renamed(e.written, *loc, names));
            if !writes.is_coherent {
                writes.entries.sort_by_key(|e| (e.written, e.owner, e.number));
            }
            locations.insert(name, writes);
        }
        let objects = self.objects.iter().filter_map(|(obj, view)| Some((names.sync(*obj)?, view.clone())));
        let record = |r: &Record| Some(Record { loc: names.loc(r.loc)?, ..*r });
        let mut records: Vec<Record> = self.records.iter().filter_map(record).collect();
        records.sort_unstable();
        let (cells, objects) = (self.cells.renamed(names), objects.collect());
        ModesState { locations, objects, records, cells, ..self.clone() }
    }
}

fn encode_entry(writes: &Writes, entry: &Entry, ranks: &Ranks, out: &mut Vec<u8>) {
    put_written(out, entry.written);
    put_number(out, u64::from(entry.owner));
    put_number(out, ranks.of(entry.owner, entry.number));
    out.push(u8::from(entry.glued) | u8::from(entry.seen_by_order) << 1 | u8::from(entry.is_atomic) << 2);
    // Later writes are unknown to it, so only these matter.
    let over = writes.entries.iter().enumerate().filter(|(_, other)| entry.overwrites(other));
    over.for_each(|(place, _)| put_number(out, place as u64 + 1));
    out.push(0);
    entry.carried.encode(ranks, out);
    put_number(out, entry.seen.len() as u64);
    for (thread, number) in &entry.seen {
        put_number(out, u64::from(*thread));
        put_number(out, ranks.of(*thread, *number));
    }
}

/// Drops entries of a coherence order that no thread can see any more.
fn shorten(writes: &mut Writes, live: &[View], keeps_hidden: bool) {
    let floor = live.iter().map(|view| writes.floor(view)).min().unwrap_or(writes.entries.len() - 1);
    let mut place = 0;
    for _ in 0..floor {
        let entry = &writes.entries[place];
        let hides =
            |view: &View| writes.is_masked(entry, &view.known) || writes.is_passed(place, &view.known);
        let is_hidden = live.iter().all(hides);
        if is_hidden || !keeps_hidden {
            writes.lost |= !is_hidden;
            writes.entries.remove(place);
        } else {
            place += 1;
        }
    }
    writes.entries[0].glued = false;
}

/// Simplifies what is recorded of entries where it cannot make a difference.
fn settle(writes: &mut Writes, live: &[View]) {
    let last_by_order = writes.entries.iter().rposition(|e| e.seen_by_order);
    for (place, entry) in writes.entries.iter_mut().enumerate() {
        entry.seen_by_order &= Some(place) == last_by_order && place > 0;
    }
    for entry in &mut writes.entries {
        if live.iter().all(|view| entry.carried.is_within(view)) {
            entry.carried = View::default();
        }
    }
    let Some((first, others)) = writes.entries.split_first_mut() else { return };
    first.seen.clear();
    let is_base = live.iter().all(|view| first.is_known(&view.known));
    let is_base = is_base && (writes.is_coherent || others.is_empty());
    if is_base && others.iter().all(|other| other.overwrites(first)) {
        (first.owner, first.number, first.over) = (0, 0, Clock::default());
    }
}
