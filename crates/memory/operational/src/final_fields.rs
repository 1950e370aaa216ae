//! Final fields in the K/M store (JLS §17.5.1).
//!
//! A freeze creates a view of what its constructor knew at that time. A thread that reads the final field of
//! an object whose reference reached it along a *memory chain* that passed the freeze sees the field, and
//! everything it reaches from there by dereferencing, at least as the frozen view knows it. That view is used
//! for these reads only; it does not become knowledge of the thread, since the edges of §17.5.1 are not
//! transitive with happens-before.
//!
//! The JLS requires *some* read by the thread which saw the address before each access in the chain. We keep
//! one such read per thread and object, the one with the fewest freezes behind it. The JLS allows this
//! choice, so this remains a lower bound. Another choice would show more only if two reads have incomparable
//! sets of freezes; then the first is kept.

use crate::memory::At;
use crate::views::{View, ViewSet, Views};
use event::{Loc, Names, ObjectId, SyncObj, ThreadId, Value, put_number};

/// The views that know that a field was frozen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Freeze {
    loc: Loc,
    known: ViewSet,
}

/// The read by which a thread obtained an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Source {
    thread: ThreadId,
    object: ObjectId,
    chain: Chain,
}

/// The chains behind a reference, as sets of the views of freezes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Chain {
    /// Freezes that happen-before some action of the memory chain.
    passed: ViewSet,
    /// Frozen views that reads along the dereference chain use.
    through: ViewSet,
}

impl Chain {
    fn is_weaker(self, other: Chain) -> bool {
        self.passed.is_subset(other.passed) && self.through.is_subset(other.through)
    }
}

/// All freezes that may still matter to some thread, and the chains of references.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FinalFields {
    /// Sorted by location.
    freezes: Vec<Freeze>,
    /// Sorted by thread and object.
    sources: Vec<Source>,
    /// The freezes that the newest write of a reference to a synchronising location had passed; sorted, no
    /// empty sets.
    latest: Vec<(Loc, ViewSet)>,
}

impl FinalFields {
    /// All sets, for the renumbering of views.
    pub(crate) fn sets(&mut self) -> impl Iterator<Item = &mut ViewSet> {
        let freezes = self.freezes.iter_mut().map(|f| &mut f.known);
        let sources = self.sources.iter_mut().flat_map(|s| [&mut s.chain.passed, &mut s.chain.through]);
        freezes.chain(sources).chain(self.latest.iter_mut().map(|(_, set)| set))
    }

    /// The thread freezes the field; its view must have been released to the view of the freeze.
    pub(crate) fn freeze(&mut self, loc: Loc, thread: View) {
        let known = ViewSet::default().with(thread);
        match self.freezes.binary_search_by_key(&loc, |f| f.loc) {
            Ok(place) => self.freezes[place].known = known,
            Err(place) => self.freezes.insert(place, Freeze { loc, known }),
        }
    }

    /// Makes `to` know everything that `from` knows.
    pub(crate) fn pass_on(&mut self, from: View, to: View) {
        self.freezes.iter_mut().for_each(|f| f.known.pass_on(from, to));
    }

    /// The chain behind an object for a thread; empty for the thread that initialises it.
    fn chain(&self, thread: ThreadId, object: ObjectId) -> Chain {
        if object.creator == thread {
            return Chain::default();
        }
        let place = self.sources.binary_search_by_key(&(thread, object), |s| (s.thread, s.object));
        place.map_or(Chain::default(), |place| self.sources[place].chain)
    }

    /// The chain behind an access to a location: that of its object, and the freeze of the field itself if it
    /// is a final field whose reference passed it.
    pub(crate) fn behind(&self, views: &Views, at: At) -> Chain {
        let Some(field) = at.info.field else { return Chain::default() };
        let mut chain = self.chain(at.thread, field.object);
        if field.is_final
            && let Some(freeze) = views.known(SyncObj::Freeze(at.loc))
            && chain.passed.has(freeze)
        {
            chain.through = chain.through.with(freeze);
        }
        chain
    }

    /// The frozen views that a read through this chain uses besides the view of its thread.
    pub(crate) fn eyes(chain: Chain) -> ViewSet {
        chain.through
    }

    /// The thread has read a reference through `chain` from a write that had passed `passed`.
    pub(crate) fn obtained(&mut self, views: &Views, thread: ThreadId, value: Value, mut chain: Chain) {
        let Some(object) = ObjectId::referred(value).filter(|o| o.creator != thread) else { return };
        let known = self.known(views, thread);
        // A freeze that the thread knows adds nothing to what the thread sees, and its writes pass it anyway.
        chain.passed = chain.passed.without(known);
        chain.through = chain.through.without(known);
        match self.sources.binary_search_by_key(&(thread, object), |s| (s.thread, s.object)) {
            Ok(place) if chain.is_weaker(self.sources[place].chain) => self.sources[place].chain = chain,
            Ok(_) => {}
            Err(place) => self.sources.insert(place, Source { thread, object, chain }),
        }
    }

    /// The chain of a read of a reference that saw a write which had passed `passed`.
    pub(crate) fn with_passed(mut chain: Chain, passed: ViewSet) -> Chain {
        chain.passed = chain.passed.union(passed);
        chain
    }

    /// The freezes behind a write of `value`.
    pub(crate) fn passed_by_write(&self, views: &Views, at: At, value: Value) -> ViewSet {
        let Some(object) = ObjectId::referred(value).filter(|_| at.info.holds_reference) else {
            return ViewSet::default();
        };
        let container = at.info.field.map_or(Chain::default(), |f| self.chain(at.thread, f.object));
        let known = self.known(views, at.thread);
        self.chain(at.thread, object).passed.union(container.passed).union(known)
    }

    /// The views of the freezes that a thread knows.
    fn known(&self, views: &Views, thread: ThreadId) -> ViewSet {
        let me = views.thread(thread);
        let known = self.freezes.iter().filter(|f| f.known.has(me));
        let views = known.filter_map(|f| views.known(SyncObj::Freeze(f.loc)));
        views.fold(ViewSet::default(), ViewSet::with)
    }

    /// The freezes that the newest write to a synchronising location had passed.
    pub(crate) fn latest(&self, loc: Loc) -> ViewSet {
        let place = self.latest.binary_search_by_key(&loc, |(l, _)| *l);
        place.map_or(ViewSet::default(), |place| self.latest[place].1)
    }

    /// Records that a synchronising write to `loc` had passed `passed`.
    pub(crate) fn set_latest(&mut self, loc: Loc, passed: ViewSet) {
        self.latest.retain(|(l, _)| *l != loc);
        if passed != ViewSet::default() {
            self.latest.push((loc, passed));
            self.latest.sort_unstable();
        }
    }

    /// Forgets freezes that all running threads know, which make no difference any more, and returns their
    /// views; the caller must remove them from all other sets.
    pub(crate) fn forget(&mut self, views: &Views) -> ViewSet {
        let mut gone = ViewSet::default();
        self.freezes.retain(|f| {
            let view = views.known(SyncObj::Freeze(f.loc));
            let useless = views.is_known_to_all(f.known);
            if useless && let Some(view) = view {
                gone = gone.with(view);
            }
            !useless && view.is_some()
        });
        if gone != ViewSet::default() {
            self.sets().for_each(|set| *set = set.without(gone));
        }
        for thread in views.live_threads() {
            let known = self.known(views, thread);
            for source in self.sources.iter_mut().filter(|s| s.thread == thread) {
                source.chain.passed = source.chain.passed.without(known);
                source.chain.through = source.chain.through.without(known);
            }
        }
        self.sources.retain(|s| views.is_live(s.thread));
        self.latest.retain(|(_, set)| *set != ViewSet::default());
        gone
    }

    /// A renamed copy.
    pub(crate) fn renamed(&self, names: &dyn Names, places: &[Option<u32>]) -> FinalFields {
        let freeze = |f: &Freeze| Some(Freeze { loc: names.loc(f.loc)?, known: f.known.moved(places) });
        let source = |s: &Source| {
            let chain =
                Chain { passed: s.chain.passed.moved(places), through: s.chain.through.moved(places) };
            Some(Source { thread: s.thread, object: names.object(s.object)?, chain })
        };
        let mut all = FinalFields {
            freezes: self.freezes.iter().filter_map(freeze).collect(),
            sources: self.sources.iter().filter_map(source).collect(),
            latest: self
                .latest
                .iter()
                .filter_map(|(l, set)| Some((names.loc(*l)?, set.moved(places))))
                .collect(),
        };
        all.freezes.sort_unstable_by_key(|f| f.loc);
        all.sources.sort_unstable_by_key(|s| (s.thread, s.object));
        all.latest.sort_unstable();
        all
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.freezes.len() as u64);
        for f in &self.freezes {
            put_number(out, f.loc.0);
            f.known.encode(out);
        }
        put_number(out, self.sources.len() as u64);
        for s in &self.sources {
            put_number(out, u64::from(s.thread.0));
            put_number(out, s.object.reference().0 as u64);
            s.chain.passed.encode(out);
            s.chain.through.encode(out);
        }
        put_number(out, self.latest.len() as u64);
        for (loc, set) in &self.latest {
            put_number(out, loc.0);
            set.encode(out);
        }
    }
}
