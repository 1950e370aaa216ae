//! Java Path Relaxer: the closure of a program's behaviours under reads from the future.
//!
//! Source: Jin, Yavuz-Kahveci, Sanders, *Java Path Relaxer: Extending JPF for JMM-Aware Model Checking*,
//! Figs. 5–8. An SC search collects which thread wrote what ([`WriteSet`]). Then every path is searched in
//! which a plain read sees any past write that happens-before does not hide, or a future write that some
//! earlier iteration saw; that write is then *imposed*: it must occur, with that value, and not happen-after
//! the read. This is repeated until no new write appears.
//!
//! **Promises**: with [`Variant::Mended`] and [`JprReport::truncated`] `None`, `outcomes` are exactly those
//! of the closure. They contain all SC and OpMM outcomes. **Does not** promise an upper bound of the Java
//! memory model, as the paper does: as printed, legal behaviours are lost (J6, J9); mended, none is known to
//! be lost, but only plain programs were compared and there is no proof with synchronisation. Nor does it
//! promise that correctly synchronised programs are SC: some are not (J4). It is an engine for comparison
//! only; no verdict may rest on it.
//!
//! Deviations: happens-before is kept as sets of *views* instead of a graph, so that equal futures have equal
//! states; RMWs, which the paper leaves out, are a volatile read and write in one step; opaque, acquire and
//! release accesses, fences and locations with plain and volatile accesses are rejected. Objects (Sect. IV-C,
//! IV-D) are handled by the machine.

mod path;
mod report;
mod search;
mod step;
mod view;
mod write_set;

pub use report::{Iteration, JprReport, Truncated, Unsupported};
pub use write_set::{WriteId, WriteSet};

use event::Machine;
use search::explore;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use step::Reads;

/// The version of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// As in the figures: writes of every path that ends count, even if it is discarded (J2); a read chooses
    /// among pairs of write and value, so a past write is chosen once per value it ever had (J3); and only
    /// among writes of earlier iterations, so that a thread cannot read a write of its own that is new in
    /// this iteration, and is stuck if it must (J9).
    AsPrinted,
    /// Only writes on paths that justify all imposed values count; a read chooses among writes, including
    /// those of its own path.
    ///
    /// A path counts as soon as no imposed value is open, since it can continue by reading past writes; for
    /// programs that always end that is equivalent to being closed at its end. Failures are reported by the
    /// same rule.
    Mended,
}

/// When to give up. The limit that is reached is reported in [`JprReport::truncated`].
#[derive(Debug, Clone)]
pub struct JprLimits {
    /// Set to true to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// The maximum number of iterations, including the first (SC) one.
    pub iterations: usize,
    /// The maximum number of states of one iteration.
    pub states: u64,
    /// The maximum length of a path, in actions. Loops that write never repeat a state, since each write has
    /// its own name.
    pub depth: u32,
    /// The maximum number of different values of one location in the write set.
    pub values: usize,
}

impl Default for JprLimits {
    fn default() -> Self {
        JprLimits { stop: None, iterations: 20, states: 200_000, depth: 100, values: 64 }
    }
}

/// Computes the closure (Fig. 5, `JMMAware`).
pub fn run<M: Machine>(machine: &M, variant: Variant, limits: &JprLimits) -> Result<JprReport, Unsupported> {
    let first = explore(machine, Reads::Latest, limits)?;
    let mut report = JprReport::default();
    // The first run only collects writes; its outcomes appear again in the next one.
    let mut out_of_states = report.note(&first);
    report.write_set = first.writes;
    while !out_of_states {
        if let Some(loc) = report.write_set.richest().filter(|(_, n)| *n > limits.values).map(|(loc, _)| loc)
        {
            report.truncate(Truncated::Values(loc, limits.values));
            break;
        }
        if report.iterations.len() >= limits.iterations {
            report.truncate(Truncated::Iterations(limits.iterations));
            break;
        }
        let mut round = explore(machine, Reads::Relaxed { known: &report.write_set, variant }, limits)?;
        let grew = round.writes.absorb(&report.write_set);
        out_of_states = report.note(&round);
        report.outcomes.extend(round.outcomes);
        report.failures.extend(round.failures);
        report.deadlocks |= round.deadlocks;
        report.diverges |= round.diverges;
        report.write_set = round.writes;
        if !grew {
            break;
        }
    }
    Ok(report)
}
