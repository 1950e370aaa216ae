//! Graphs: an execution together with what the JLS does not record, and the relations from which axioms are
//! built.
//!
//! **Promises** that the relations are exactly the textbook ones (Alglave et al., *Herding cats*, §4) over
//! the given events; the default write of a location is not an event and precedes every other write. **Does
//! not** judge. Functions on `&[Event]` need only kinds and program order, so the enumerator can call them
//! before any order is chosen.

use crate::limits::Overflow;
use crate::relation::{CAPACITY, EventSet, Relation};
use event::{Event, EventId, EventKind, Execution, Loc, SyncObj};
use std::collections::BTreeMap;

/// A total order of the writes to each location (`co`), without default writes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Coherence(BTreeMap<Loc, Vec<EventId>>);

impl Coherence {
    /// No order at all, for models that have no coherence (OpMM).
    pub fn none() -> Self {
        Coherence::default()
    }

    /// Sets the order of the writes of one location.
    pub fn set(&mut self, loc: Loc, order: Vec<EventId>) {
        self.0.insert(loc, order);
    }

    /// The writes of a location, first to last.
    pub fn order(&self, loc: Loc) -> &[EventId] {
        self.0.get(&loc).map_or(&[], Vec::as_slice)
    }

    /// All orders.
    pub fn iter(&self) -> impl Iterator<Item = (Loc, &[EventId])> {
        self.0.iter().map(|(&loc, order)| (loc, order.as_slice()))
    }
}

/// The input of a model's judgement: an execution and its coherence order.
#[derive(Debug, Clone, Copy)]
pub struct Graph<'a> {
    execution: &'a Execution,
    co: &'a Coherence,
    failed_updates: EventSet,
}

impl<'a> Graph<'a> {
    /// Combines an execution with a coherence order. Rejects executions of more than 64 events.
    pub fn new(execution: &'a Execution, co: &'a Coherence) -> Result<Self, Overflow> {
        match execution.events().len() {
            n if n <= CAPACITY => Ok(Graph { execution, co, failed_updates: EventSet::EMPTY }),
            n => Err(Overflow::Events(n)),
        }
    }

    /// Marks reads that are failed compare-and-sets: their events are plain `Read`s, but on hardware the
    /// instruction drains the store buffer nevertheless.
    #[must_use]
    pub fn with_failed_updates(mut self, reads: impl IntoIterator<Item = EventId>) -> Self {
        reads.into_iter().for_each(|read| self.failed_updates.insert(read.index()));
        self
    }

    /// The execution.
    pub fn execution(&self) -> &'a Execution {
        self.execution
    }

    /// The coherence order.
    pub fn co(&self) -> &'a Coherence {
        self.co
    }

    pub(crate) fn failed_updates(&self) -> EventSet {
        self.failed_updates
    }

    pub(crate) fn len(&self) -> usize {
        self.execution.events().len()
    }

    /// Reads-from. Default writes are not events and have no edge.
    pub(crate) fn rf(&self) -> Relation {
        let mut rf = Relation::empty(self.len());
        for (read, event) in self.execution.events().iter().enumerate() {
            event.rf.iter().for_each(|write| rf.insert(write.index(), read));
        }
        rf
    }

    /// Reads-from between different threads.
    pub(crate) fn rfe(&self) -> Relation {
        let events = self.execution.events();
        let mut rfe = Relation::empty(events.len());
        for (read, event) in events.iter().enumerate() {
            let external = event.rf.filter(|write| events[write.index()].thread != event.thread);
            external.iter().for_each(|write| rfe.insert(write.index(), read));
        }
        rfe
    }

    /// Coherence and from-reads: a read precedes every write that is later than the one it sees.
    pub(crate) fn co_fr(&self) -> Relation {
        let mut result = Relation::empty(self.len());
        let mut later = BTreeMap::new();
        for (loc, order) in self.co.iter() {
            let mut after = EventSet::EMPTY;
            for write in order.iter().rev() {
                result.insert_all(write.index(), after);
                after.insert(write.index());
            }
            // Everything that follows the default write.
            later.insert(loc, after);
        }
        for (read, event) in self.execution.events().iter().enumerate().filter(|(_, e)| e.kind.is_read()) {
            let mut overwriters = match event.rf {
                Some(write) => result.after(write.index()),
                None => event.kind.loc().and_then(|loc| later.get(&loc).copied()).unwrap_or_default(),
            };
            // An update that sees a write follows it, but does not precede itself.
            overwriters.remove(read);
            result.insert_all(read, overwriters);
        }
        result
    }

    /// The order in which each monitor was entered and left.
    pub(crate) fn monitor_order(&self) -> Relation {
        let mut result = Relation::empty(self.len());
        for (obj, order) in self.execution.so() {
            if matches!(obj, SyncObj::Monitor(_)) {
                order.windows(2).for_each(|pair| result.insert(pair[0].index(), pair[1].index()));
            }
        }
        result
    }

    /// The synchronisation order of every object of the JLS.
    pub(crate) fn synchronisation_order(&self) -> Relation {
        let mut result = Relation::empty(self.len());
        for order in self.execution.so().values() {
            order.windows(2).for_each(|pair| result.insert(pair[0].index(), pair[1].index()));
        }
        result
    }
}

/// Program order. Events of one thread are numbered in program order (`event::ExecutionBuilder`).
pub(crate) fn program_order(events: &[Event]) -> Relation {
    let mut po = Relation::empty(events.len());
    let threads = events.iter().map(|e| e.thread.index() + 1).max().unwrap_or(0);
    let mut later = vec![EventSet::EMPTY; threads];
    for (i, event) in events.iter().enumerate().rev() {
        let later = &mut later[event.thread.index()];
        po.insert_all(i, *later);
        later.insert(i);
    }
    po
}

/// Program order between accesses of one location.
pub(crate) fn program_order_per_location(events: &[Event]) -> Relation {
    let po = program_order(events);
    let mut result = Relation::empty(events.len());
    for (i, event) in events.iter().enumerate() {
        let Some(loc) = event.kind.loc() else { continue };
        po.after(i).filter(|&j| events[j].kind.loc() == Some(loc)).for_each(|j| result.insert(i, j));
    }
    result
}

/// Relates each start to the started thread, and the end of a thread to each join.
///
/// The start precedes *every* event of the thread, not only the first: where program order is not preserved,
/// the second event need not follow the first.
pub(crate) fn start_join(events: &[Event]) -> Relation {
    let mut result = Relation::empty(events.len());
    for (i, event) in events.iter().enumerate() {
        match event.kind {
            EventKind::Start(child) => {
                let started = events.iter().enumerate().filter(|(_, e)| e.thread == child);
                started.for_each(|(j, _)| result.insert(i, j));
            }
            EventKind::Join(child) => {
                let last = |e: &&Event| e.thread == child && e.kind == EventKind::End;
                let ends = events.iter().enumerate().filter(|(_, e)| last(e));
                ends.for_each(|(j, _)| result.insert(j, i));
            }
            _ => {}
        }
    }
    result
}
