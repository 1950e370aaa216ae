//! Any predicate of `axioms` as a graph model: the slow path.
//!
//! After every change the whole graph is converted to an `event::Execution` and judged by the predicate.
//! **Promises** the same answers as an incremental model (tested). The predicate must be prefix-closed and
//! extensible and must forbid cycles of po ∪ rf (see [`super`]): the engine shows it *prefixes* of
//! executions, in which threads have not ended and joins, unlocks or readers are still to come.

use super::{Change, Facts, Judge};
use crate::graph::Graph;
use crate::snapshot::Snapshot;
use axioms::AxiomaticModel;
use event::{Bits, LocKind, Rejection};

/// A predicate with coherence for all locations.
#[derive(Debug, Clone, Copy)]
pub struct Plugged<M>(pub M);

impl<M: AxiomaticModel + Sync> Facts for Plugged<M> {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn uses_coherence(&self, _kind: LocKind) -> bool {
        true
    }

    /// As many as predicates know.
    fn most_events(&self) -> usize {
        64
    }
}

impl<B: Bits, M: AxiomaticModel + Sync> Judge<B> for Plugged<M> {
    fn consistent(&self, graph: &mut Graph<B>, _change: Change) -> bool {
        // Predicates need a total coherence order, so they are asked once every write is placed. Until then
        // the graph will either be completed, or be restricted by a revisit and judged afterwards.
        let unplaced = graph.places().iter().any(|a| a.coherent && a.order.len() < a.writes.len());
        unplaced || self.check(graph).is_ok()
    }

    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection> {
        Snapshot::new(graph)?.judge(&self.0)
    }
}
