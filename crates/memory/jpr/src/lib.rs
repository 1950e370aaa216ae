//! Java Path Relaxer: the closure of a program's behaviours under reads from the future.
//!
//! Source: Jin, Yavuz-Kahveci, Sanders, *Java Path Relaxer: Extending JPF for JMM-Aware Model Checking*, Figs. 5–8. An
//! SC search collects who wrote what ([`WriteSet`]). Then every path is searched in which a plain read sees any past write
//! that happens-before does not hide, or a write that some earlier iteration saw and that is still to come; the write is then
//! *imposed*: it must come, with that value, and not happen-after the read. This is repeated until no new write appears.
//!
//! **Promises**: with [`Variant::Mended`] and [`JprReport::truncated`] `None`, `outcomes` are exactly those of the closure.
//! They contain all SC and OpMM outcomes. **Does not** promise an upper bound of the Java memory model, as the paper does: as
//! printed, legal behaviours are lost (J6, J9); mended, none is known to be, but only plain programs were compared and there is
//! no proof with synchronisation. Nor that correctly synchronised programs are SC: some are not (J4). An engine for
//! comparison, then; no verdict may rest on it.
//!
//! Deviations: happens-before is kept as sets of *views* instead of a graph, so that equal futures have equal states; RMWs,
//! which the paper leaves out, are a volatile read and write in one step; opaque, acquire and release accesses, fences
//! and locations with plain and volatile accesses are refused. Objects (Sect. IV-C, IV-D) are the machine's matter.

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

/// Which rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variant {
    /// As in the figures: writes of every path that ends count, even if it is discarded (J2); a read chooses among pairs of write
    /// and value, so a past write is chosen once per value it ever had (J3); and among writes of earlier iterations only, so that a thread
    /// cannot read a write of its own that is new in this iteration, and is stuck if it must (J9).
    AsPrinted,
    /// Only writes on paths that justify all imposed values count; a read chooses among writes, those of its own path included.
    ///
    /// A path counts as soon as no imposed value is open, since it can go on by reading past writes; for programs that
    /// always end that is the same as at its end. Failures are reported by the same rule.
    Mended,
}

/// When to give up. Whatever is hit ends up in [`JprReport::truncated`].
#[derive(Debug, Clone)]
pub struct JprLimits {
    /// Set by whoever wants it to stop.
    pub stop: Option<Arc<AtomicBool>>,
    /// Most iterations, the first (SC) one included.
    pub iterations: usize,
    /// Most states of one iteration.
    pub states: u64,
    /// Longest path, in actions. Loops that write never repeat a state, since each write has a name of its own.
    pub depth: u32,
    /// Most different values of one location in the write set.
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
    // The first run only collects writes; its outcomes come again in the next one.
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
