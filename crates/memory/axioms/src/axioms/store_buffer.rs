//! Models with store buffers: TSO and PSO (SPARC V9; Owens, Sarkar, Sewell 2009 for x86-TSO).
//!
//! Both require acyclic(po-loc ∪ rf ∪ co ∪ fr), and acyclic(ppo ∪ rfe ∪ co ∪ fr) for their preserved program
//! order. **Promises** the mapping of Java's modes described at [`crate::Axioms`]. **Does not** model acquire
//! and load-load fences, external actions and failures: reads are never delayed here, so there is nothing for
//! them to order.

use super::{acyclic, wellformed};
use crate::graph::{Graph, program_order, program_order_per_location, start_join};
use crate::relation::{EventSet, Relation};
use event::{Event, EventKind, Fence, Rejection, WriteMode};

/// Which writes of a thread share a FIFO buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Buffers {
    /// All of them: TSO.
    PerThread,
    /// Those to one location: PSO.
    PerLocation,
}

pub(super) fn check(graph: &Graph<'_>, buffers: Buffers) -> Result<(), Rejection> {
    wellformed::reads_from(graph)?;
    wellformed::so_complete(graph)?;
    wellformed::mutual_exclusion(graph)?;
    wellformed::co_complete(graph)?;
    wellformed::atomicity(graph)?;
    let events = graph.execution().events();
    let communication = graph.co_fr();
    let mut per_location = program_order_per_location(events);
    per_location.union(&graph.rf());
    per_location.union(&communication);
    acyclic("sc-per-location: acyclic(po-loc ∪ rf ∪ co ∪ fr)", &per_location)?;
    let mut global = preserved(events, graph.failed_updates(), buffers);
    global.union(&start_join(events));
    global.union(&graph.rfe());
    global.union(&communication);
    global.union(&graph.monitor_order());
    match buffers {
        Buffers::PerThread => acyclic("tso: acyclic(ppo ∪ rfe ∪ co ∪ fr ∪ monitors)", &global),
        Buffers::PerLocation => acyclic("pso: acyclic(ppo ∪ rfe ∪ co ∪ fr ∪ monitors)", &global),
    }
}

/// Preserved program order, fences included.
pub(crate) fn preserved(events: &[Event], failed_updates: EventSet, buffers: Buffers) -> Relation {
    let po = program_order(events);
    let mut draining = EventSet::EMPTY;
    let mut store_fences = EventSet::EMPTY;
    for (i, event) in events.iter().enumerate() {
        if drains(event.kind) || failed_updates.contains(i) {
            draining.insert(i);
        }
        if matches!(event.kind, EventKind::Fence(Fence::Release | Fence::StoreStore) | EventKind::Freeze(_)) {
            store_fences.insert(i);
        }
    }
    let mut ppo = Relation::empty(events.len());
    for (i, first) in events.iter().enumerate() {
        for j in po.after(i) {
            let second = events[j].kind;
            let kept = if draining.contains(i) || draining.contains(j) {
                true
            } else if first.kind.loc().is_none() || second.loc().is_none() {
                false
            } else if !first.kind.is_write() {
                // Loads are performed in order and before later stores leave the thread.
                true
            } else if !second.is_write() {
                // The write may still be in its buffer.
                false
            } else {
                buffers == Buffers::PerThread
                    || first.kind.loc() == second.loc()
                    || matches!(second, EventKind::Write(_, WriteMode::Release))
                    || (po.after(i) & store_fences).any(|fence| po.contains(fence, j))
            };
            if kept {
                ppo.insert(i, j);
            }
        }
    }
    ppo
}

/// Whether the thread's buffers must be empty when this action starts, and stay empty until it is done.
fn drains(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Write(_, WriteMode::Volatile)
            | EventKind::Rmw(..)
            | EventKind::Fence(Fence::Full)
            | EventKind::Lock(_)
            | EventKind::Unlock(_)
            | EventKind::Start(_)
            | EventKind::Join(_)
            | EventKind::End
    )
}
