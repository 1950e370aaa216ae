//! Views: the threads and synchronisation objects that can have knowledge, as bits of a set.
//!
//! Threads use the low bits. Objects follow in sorted order, whatever the order in which they were first
//! used, so that equal memories have equal encodings: a new object shifts the bits above its position.

use crate::encode::put_sync_obj;
use event::{Names, SyncObj, ThreadId, put_number};

/// The representation of a set.
type Bits = u128;

/// The number of bits of a set. One stays free.
const MOST: usize = Bits::BITS as usize;

/// A set of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct ViewSet(pub(crate) Bits);

impl ViewSet {
    /// Every view, including future ones: the views that know a default write.
    pub(crate) const EVERYONE: ViewSet = ViewSet(Bits::MAX);

    pub(crate) fn has(self, view: View) -> bool {
        self.0 & view.0 != 0
    }

    pub(crate) fn with(self, view: View) -> ViewSet {
        ViewSet(self.0 | view.0)
    }

    pub(crate) fn union(self, other: ViewSet) -> ViewSet {
        ViewSet(self.0 | other.0)
    }

    pub(crate) fn meets(self, other: ViewSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Removes views; `EVERYONE` stays `EVERYONE`.
    pub(crate) fn without(self, other: ViewSet) -> ViewSet {
        if self == ViewSet::EVERYONE { self } else { ViewSet(self.0 & !other.0) }
    }

    pub(crate) fn is_subset(self, other: ViewSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Adds `to` if `from` is in the set.
    pub(crate) fn pass_on(&mut self, from: View, to: View) {
        if self.has(from) {
            self.0 |= to.0;
        }
    }

    pub(crate) fn encode(self, out: &mut Vec<u8>) {
        // `EVERYONE`, the most frequent large set, becomes 0.
        let number = self.0.wrapping_add(1);
        match u64::try_from(number) {
            Ok(small) if small < u64::MAX => put_number(out, small),
            // No small set begins with this number.
            _ => [u64::MAX, number as u64, (number >> 64) as u64]
                .into_iter()
                .for_each(|part| put_number(out, part)),
        }
    }

    /// Makes room for a new view at `at`, which is initially in no set but `EVERYONE`.
    fn shift(&mut self, at: u32) {
        if *self != ViewSet::EVERYONE {
            let low = ((1 as Bits) << at) - 1;
            self.0 = (self.0 & low) | ((self.0 & !low) << 1);
        }
    }

    /// The same set after views have moved; those without a new position are left out.
    pub(crate) fn moved(self, places: &[Option<u32>]) -> ViewSet {
        if self == ViewSet::EVERYONE {
            return self;
        }
        let (mut rest, mut set) = (self.0, 0);
        while rest != 0 {
            let at = rest.trailing_zeros();
            rest &= rest - 1;
            set |= places.get(at as usize).copied().flatten().map_or(0, |place| (1 as Bits) << place);
        }
        ViewSet(set)
    }

    /// Undoes [`ViewSet::shift`] for a view that is not in the set.
    fn unshift(&mut self, at: u32) {
        let low = ((1 as Bits) << at) - 1;
        self.0 = (self.0 & low) | (self.0 >> 1 & !low);
    }
}

/// One view: a single bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View(Bits);

/// The views of one memory state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Views {
    threads: u32,
    objects: Vec<SyncObj>,
    /// The running threads.
    live: Bits,
    /// Whether there are more views than bits, so that sets are meaningless.
    pub(crate) overflown: bool,
}

/// A store that records which view knows what: synchronisation passes knowledge from one view to another (JLS
/// §17.4.4).
pub(crate) trait Knowledge {
    /// The views of the store.
    fn views(&mut self) -> &mut Views;
    /// The view of an object that is released to.
    fn object(&mut self, obj: SyncObj) -> View;
    /// Makes `to` know everything that `from` knows.
    fn pass_on(&mut self, from: View, to: View);

    /// `thread` learns what was released to `obj`.
    fn acquire(&mut self, thread: ThreadId, obj: SyncObj) {
        let to = self.views().thread(thread);
        if let Some(from) = self.views().known(obj) {
            self.pass_on(from, to);
        }
    }

    /// `thread` releases what it knows to `obj`. This adds to the object's knowledge and never clears it: a
    /// later release to the same object does not undo an earlier one (pitfall 2).
    fn release(&mut self, thread: ThreadId, obj: SyncObj) {
        let from = self.views().thread(thread);
        let to = self.object(obj);
        self.pass_on(from, to);
    }

    /// `parent` starts `child`, which knows what its parent knows.
    fn start(&mut self, parent: ThreadId, child: ThreadId) {
        let (from, to) = (self.views().thread(parent), self.views().thread(child));
        self.views().started(child);
        self.pass_on(from, to);
    }
}

impl Views {
    pub(crate) fn new(threads: usize, running: &[ThreadId]) -> Views {
        let live =
            running.iter().fold(0, |set, t| set | (1 as Bits).checked_shl(u32::from(t.0)).unwrap_or(0));
        Views { threads: threads as u32, objects: Vec::new(), live, overflown: threads >= MOST }
    }

    pub(crate) fn thread(&self, thread: ThreadId) -> View {
        View((1 as Bits).checked_shl(u32::from(thread.0)).unwrap_or(0))
    }

    /// The view of an object that was released to. What an ended thread knew stays in its own view (JLS
    /// §17.4.4: its last action).
    pub(crate) fn known(&self, obj: SyncObj) -> Option<View> {
        if let SyncObj::End(ended) = obj {
            return Some(self.thread(ended));
        }
        let place = self.objects.binary_search(&obj).ok()?;
        Some(View((1 as Bits).checked_shl(self.threads + place as u32).unwrap_or(0)))
    }

    /// The view of an object; on first use, all sets are shifted.
    pub(crate) fn object<'a>(&mut self, obj: SyncObj, sets: impl Iterator<Item = &'a mut ViewSet>) -> View {
        let place = match self.objects.binary_search(&obj) {
            Ok(place) => place as u32,
            Err(place) => {
                self.objects.insert(place, obj);
                // The last bit stays free so that a full set is never mistaken for `EVERYONE`.
                self.overflown |= self.threads as usize + self.objects.len() >= MOST;
                if !self.overflown {
                    sets.for_each(|set| set.shift(self.threads + place as u32));
                }
                place as u32
            }
        };
        View((1 as Bits).checked_shl(self.threads + place).unwrap_or(0))
    }

    /// Forgets objects that are in no set: that they were once used cannot be noticed.
    pub(crate) fn forget_unused<'a>(&mut self, sets: impl Iterator<Item = &'a mut ViewSet>) {
        if self.objects.is_empty() || self.overflown {
            return;
        }
        let mut sets: Vec<&mut ViewSet> = sets.filter(|s| **s != ViewSet::EVERYONE).collect();
        let used = sets.iter().fold(0, |all, s| all | s.0);
        for place in (0..self.objects.len()).rev() {
            let at = self.threads + place as u32;
            if used >> at & 1 == 0 {
                self.objects.remove(place);
                sets.iter_mut().for_each(|s| s.unshift(at));
            }
        }
    }

    pub(crate) fn started(&mut self, thread: ThreadId) {
        self.live |= self.thread(thread).0;
    }

    pub(crate) fn ended(&mut self, thread: ThreadId) {
        self.live &= !self.thread(thread).0;
    }

    /// Whether all running threads, and therefore all future ones, are in the set.
    pub(crate) fn is_known_to_all(&self, known: ViewSet) -> bool {
        known.0 & self.live == self.live
    }

    pub(crate) fn is_live(&self, thread: ThreadId) -> bool {
        self.live & self.thread(thread).0 != 0
    }

    pub(crate) fn live_threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        let live = self.live;
        (0..MOST as u16).filter(move |t| live >> t & 1 == 1).map(ThreadId)
    }

    /// Whether no thread can ever see an entry again that these views have overwritten: all running threads
    /// (later threads inherit from them) or, when none runs, any thread that an observer has joined.
    pub(crate) fn hides_for_ever(&self, masked: ViewSet) -> bool {
        if self.live == 0 { self.hides_from_observer(masked) } else { masked.0 & self.live == self.live }
    }

    /// Whether an observer that has joined all threads cannot see the entry.
    pub(crate) fn hides_from_observer(&self, masked: ViewSet) -> bool {
        masked.0 & (((1 as Bits) << self.threads.min(MOST as u32 - 1)) - 1) != 0
    }

    /// The same views with other names, and the new position of each.
    pub(crate) fn renamed(&self, names: &dyn Names) -> (Views, Vec<Option<u32>>) {
        let mut objects: Vec<(SyncObj, usize)> = Vec::with_capacity(self.objects.len());
        for (place, obj) in self.objects.iter().enumerate() {
            objects.extend(names.sync(*obj).map(|obj| (obj, place)));
        }
        objects.sort_unstable();
        let mut places: Vec<Option<u32>> = (0..self.threads).map(Some).collect();
        places.resize(self.threads as usize + self.objects.len(), None);
        for (new, (_, old)) in objects.iter().enumerate() {
            places[self.threads as usize + old] = Some(self.threads + new as u32);
        }
        let objects = objects.into_iter().map(|(obj, _)| obj).collect();
        (Views { objects, ..self.clone() }, places)
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        // The objects are a function of the actions so far; only their number is needed to delimit what
        // follows.
        put_number(out, self.objects.len() as u64);
        self.objects.iter().for_each(|obj| put_sync_obj(out, *obj));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Loc, MonitorId};

    #[test]
    fn the_order_of_meeting_objects_does_not_show() {
        let (v, m) = (SyncObj::Volatile(Loc(3)), SyncObj::Monitor(MonitorId(1)));
        let sets = |order: [SyncObj; 2]| {
            let mut views = Views::new(2, &[]);
            let mut set = ViewSet::default().with(views.thread(ThreadId(0)));
            for obj in order {
                let view = views.object(obj, std::iter::once(&mut set));
                if obj == v {
                    set = set.with(view);
                }
            }
            (views, set)
        };
        assert_eq!(sets([v, m]), sets([m, v]));
    }

    #[test]
    fn everyone_stays_everyone_when_views_are_added() {
        let mut views = Views::new(2, &[]);
        let mut set = ViewSet::EVERYONE;
        let view = views.object(SyncObj::Volatile(Loc(0)), std::iter::once(&mut set));
        assert!(set.has(view) && set == ViewSet::EVERYONE);
    }
}
