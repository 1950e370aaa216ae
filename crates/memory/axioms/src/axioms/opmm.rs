//! OpMM: well-formed executions (JLS §17.4.7) with acyclic(po ∪ so ∪ rf).
//!
//! **Promises** happens-before consistency with respect to *all* so-later acquires (JLS §17.4.4) and a
//! default write that happens-before everything. Plain accesses have **no** coherence. Happens-before itself
//! is acyclic because `event::ExecutionBuilder::build` rejects cycles. **Does not** support final fields,
//! fences or the modes between plain and volatile; the enumerator rejects programs that use them.

use super::{acyclic, wellformed};
use crate::graph::{Graph, program_order, start_join};
use event::{EventId, Execution, Rejection, SyncObj};

pub(super) fn check(graph: &Graph<'_>) -> Result<(), Rejection> {
    wellformed::reads_from(graph)?;
    wellformed::so_complete(graph)?;
    wellformed::mutual_exclusion(graph)?;
    volatile_reads_see_the_latest_write(graph.execution())?;
    happens_before_consistent(graph.execution())?;
    let mut order = program_order(graph.execution().events());
    order.union(&start_join(graph.execution().events()));
    order.union(&graph.synchronisation_order());
    order.union(&graph.rf());
    acyclic("opmm: acyclic(po ∪ so ∪ rf)", &order)
}

/// Synchronisation-order consistency (JLS §17.4.7, condition 4). An update reads at its own position in the
/// order, so this is also its atomicity.
fn volatile_reads_see_the_latest_write(execution: &Execution) -> Result<(), Rejection> {
    for order in execution.so().iter().filter(|(o, _)| matches!(o, SyncObj::Volatile(_))).map(|(_, o)| o) {
        let mut latest = None;
        for &id in order {
            let event = execution.event(id);
            if event.kind.is_read() && event.rf != latest {
                let witness = event.rf.into_iter().chain(latest).chain([id]).collect();
                return Err(Rejection { axiom: "so-consistency: latest volatile write", witness });
            }
            if event.kind.is_write() {
                latest = Some(id);
            }
        }
    }
    Ok(())
}

/// Happens-before consistency (JLS §17.4.5) of every read.
fn happens_before_consistent(execution: &Execution) -> Result<(), Rejection> {
    execution.ids().filter(|&r| execution.event(r).kind.is_read()).try_for_each(|read| {
        match execution.event(read).rf {
            Some(write) => sees_write(execution, read, write),
            None => sees_default(execution, read),
        }
    })
}

fn sees_write(execution: &Execution, read: EventId, write: EventId) -> Result<(), Rejection> {
    // First clause: not hb(r, W(r)).
    if execution.hb(read, write) {
        return Err(Rejection { axiom: "hb-consistency: future write", witness: vec![read, write] });
    }
    // Second clause: no w to the same variable with hb(W(r), w) and hb(w, r).
    let loc = execution.event(read).kind.loc();
    let overwriter = execution.ids().find(|&w| {
        let kind = execution.event(w).kind;
        kind.is_write() && kind.loc() == loc && execution.hb(write, w) && execution.hb(w, read)
    });
    match overwriter {
        Some(w) => Err(Rejection { axiom: "hb-consistency: overwritten", witness: vec![write, w, read] }),
        None => Ok(()),
    }
}

/// The default write happens-before every write, so any write that happens-before the read hides it.
fn sees_default(execution: &Execution, read: EventId) -> Result<(), Rejection> {
    let loc = execution.event(read).kind.loc();
    let overwriter = execution.ids().find(|&w| {
        let kind = execution.event(w).kind;
        kind.is_write() && kind.loc() == loc && execution.hb(w, read)
    });
    match overwriter {
        Some(w) => Err(Rejection { axiom: "hb-consistency: default overwritten", witness: vec![w, read] }),
        None => Ok(()),
    }
}
