//! Sequential consistency (Lamport 1979), as acyclic(po ∪ rf ∪ co ∪ fr) over atomic updates.
//!
//! **Promises** exactly the executions of interleaving semantics: a linear extension of the union is a trace,
//! and because of the monitor, start and join edges a machine can run that trace.

use super::{acyclic, wellformed};
use crate::graph::{Graph, program_order, start_join};
use event::Rejection;

pub(super) fn check(graph: &Graph<'_>) -> Result<(), Rejection> {
    wellformed::reads_from(graph)?;
    wellformed::so_complete(graph)?;
    wellformed::mutual_exclusion(graph)?;
    wellformed::co_complete(graph)?;
    wellformed::atomicity(graph)?;
    let mut order = program_order(graph.execution().events());
    order.union(&start_join(graph.execution().events()));
    order.union(&graph.rf());
    order.union(&graph.co_fr());
    order.union(&graph.monitor_order());
    acyclic("sc: acyclic(po ∪ rf ∪ co ∪ fr ∪ monitors)", &order)
}
