//! A graph as an `event::Execution` with its coherence order: what predicates judge and reports show.
//!
//! **Promises** that events of a thread keep their order, and that each synchronisation order is one that the
//! graph admits: reads of one write, and joins of one thread, are ordered without closing a cycle. Locks that
//! still wait are left out: they have not happened. **Does not** keep the engine's event numbers.

use crate::graph::Graph;
use crate::relation::{EventSet, Order};
use axioms::{AxiomaticModel, Coherence, Overflow};
use event::{Bits, EventId, EventKind, Execution, ExecutionBuilder, Rejection, SyncObj};
use std::collections::BTreeMap;

/// An execution, its coherence order, and which reads are failed compare-and-sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The execution.
    pub execution: Execution,
    /// The order of the writes to each coherent location.
    pub co: Coherence,
    /// The reads that are failed updates.
    pub failed_updates: Vec<EventId>,
}

impl Snapshot {
    /// Converts a graph. Fails if its happens-before has a cycle.
    pub fn new<B: Bits>(graph: &Graph<B>) -> Result<Self, Rejection> {
        let happened = (0..graph.len()).filter(|&e| !graph.is_waiting(e)).collect::<EventSet<B>>();
        let id = |event: usize| EventId((happened & EventSet::below(event)).len() as u32);
        let mut builder = ExecutionBuilder::new(graph.thread_count());
        let mut failed_updates = Vec::new();
        for event in happened {
            let node = graph.node(event);
            let source = node.source().filter(|_| node.kind.is_read()).map(id);
            builder.push(node.thread, node.kind, node.read, node.written, source);
            failed_updates.extend(node.failed.map(|_| id(event)));
        }
        for (obj, order) in synchronisation_order(graph, happened) {
            builder.set_so(obj, order.into_iter().map(id).collect());
        }
        let mut co = Coherence::none();
        for accesses in graph.places().iter().filter(|a| a.coherent) {
            let order: Vec<usize> = accesses.order.iter().map(|&w| usize::from(w)).collect();
            if let Some(loc) = order.first().and_then(|&w| graph.node(w).kind.loc()) {
                co.set(loc, order.into_iter().map(id).collect());
            }
        }
        Ok(Snapshot { execution: builder.build()?, co, failed_updates })
    }

    /// Judges it by a predicate. Predicates know no executions of more than 64 events and reject them.
    pub fn judge(&self, model: &dyn AxiomaticModel) -> Result<(), Rejection> {
        let graph = axioms::Graph::new(&self.execution, &self.co);
        let graph =
            graph.map_err(|_: Overflow| Rejection { axiom: "at most 64 events", witness: Vec::new() })?;
        model.check(&graph.with_failed_updates(self.failed_updates.iter().copied()))
    }
}

/// A total order per object.
fn synchronisation_order<B: Bits>(graph: &Graph<B>, happened: EventSet<B>) -> BTreeMap<SyncObj, Vec<usize>> {
    let mut so: BTreeMap<SyncObj, Vec<usize>> = BTreeMap::new();
    for event in linear_extension(graph, happened) {
        let node = graph.node(event);
        if let Some(obj) = node.kind.sync_obj(node.thread) {
            so.entry(obj).or_default().push(event);
        }
    }
    for (obj, order) in &mut so {
        match obj {
            // The sort is stable: reads of one write keep the order of the extension, after the write.
            SyncObj::Volatile(_) => order.sort_by_key(|&e| (rank(graph, e), !graph.node(e).kind.is_write())),
            SyncObj::Monitor(_) => order.sort_by_key(|&e| (section(graph, e), e)),
            SyncObj::End(_) => order.sort_by_key(|&e| graph.node(e).kind != EventKind::End),
            _ => {}
        }
    }
    so
}

/// The position in coherence order of the write that an access performed or saw.
fn rank<B: Bits>(graph: &Graph<B>, event: usize) -> Option<usize> {
    let node = graph.node(event);
    let accesses = graph.accesses(node.place?);
    let write = if node.kind.is_write() { Some(event) } else { node.source() };
    write.and_then(|w| accesses.rank(w))
}

/// The position in its monitor's chain of the outermost section that a lock or unlock belongs to.
fn section<B: Bits>(graph: &Graph<B>, event: usize) -> Option<usize> {
    let node = graph.node(event);
    let (EventKind::Lock(monitor) | EventKind::Unlock(monitor)) = node.kind else { return None };
    let earlier = graph.thread(node.thread) & EventSet::below(event + 1);
    let outermost =
        earlier.filter(|&e| graph.node(e).is_chained() && graph.node(e).kind == EventKind::Lock(monitor));
    let lock = outermost.last()?;
    graph.accesses(graph.node(lock).place?).rank(lock)
}

/// All events in an order that respects their dependencies and the coherence order of volatile accesses.
fn linear_extension<B: Bits>(graph: &Graph<B>, happened: EventSet<B>) -> Vec<usize> {
    let mut order = Order::<B>::default();
    order.reset(graph.len());
    (0..graph.len()).for_each(|event| order.relate(graph.prefix(event), event));
    let dependencies = order.clone();
    let volatile = |event: usize| {
        let node = graph.node(event);
        matches!(node.kind.sync_obj(node.thread), Some(SyncObj::Volatile(_)))
    };
    for accesses in graph.places().iter().filter(|a| a.coherent) {
        let mut before = accesses.default_readers;
        for write in accesses.order.iter().map(|&w| usize::from(w)) {
            let known = before.filter(|&e| e != write && volatile(e) && volatile(write));
            order.relate(known.collect(), write);
            before |= EventSet::one(write) | graph.readers(write);
        }
    }
    if !order.close() {
        // If volatile accesses are not sequentially consistent, the order of reads is free.
        order = dependencies;
    }
    let mut events: Vec<usize> = happened.collect();
    // An event has more predecessors than any event before it.
    events.sort_by_key(|&e| (order.before(e).len(), e));
    events
}
