//! Any predicate of `axioms` as a graph model: the slow path.
//!
//! After every change the whole graph is drawn as an `event::Execution` and shown to the predicate. **Promises** the same
//! answers as an incremental twin (tested). The predicate must be prefix-closed and extensible and must forbid cycles of
//! po ∪ rf (see [`super`]): the engine shows it *prefixes* of executions, in which threads have not ended and joins,
//! unlocks or readers are still to come.

use super::{Change, GraphModel};
use crate::graph::Graph;
use crate::snapshot::Snapshot;
use axioms::AxiomaticModel;
use event::{LocKind, Rejection};

/// A predicate with coherence for all locations.
#[derive(Debug, Clone, Copy)]
pub struct Plugged<M>(pub M);

impl<M: AxiomaticModel + Sync> GraphModel for Plugged<M> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn uses_coherence(&self, _kind: LocKind) -> bool {
        true
    }

    fn consistent(&self, graph: &mut Graph, _change: Change) -> bool {
        // Predicates want a total coherence order, so they are asked when every write has its place. Until then the
        // graph is either on its way there or will be cut down by a revisit, and judged after it.
        let unplaced = graph.places().iter().any(|a| a.coherent && a.order.len() < a.writes.len());
        unplaced || self.check(graph).is_ok()
    }

    fn check(&self, graph: &Graph) -> Result<(), Rejection> {
        Snapshot::new(graph)?.judge(&self.0)
    }
}
