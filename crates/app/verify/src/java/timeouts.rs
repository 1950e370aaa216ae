//! Waits with a timeout: what holds if timeouts fire only when nothing else can happen, and what else is
//! possible if they fire early.
//!
//! A program that waits a minute for something that takes a millisecond is correct in practice, though no
//! specification says so. So the verdict is about executions in which no thread is slower than a timeout is
//! long. Findings of other executions are reported as well, and the verdict states its condition.

use crate::options::{Options, TimeoutChoice};
use crate::reason::Reason;
use crate::result::{ModelFinding, ModelResult};
use crate::verdict::Ruling;
use explore::Incomplete;

/// Why executions in which timeouts fire last cannot be decided.
pub(super) const SPINS: &str =
    "saying when a timeout fires while another thread spins (--timeouts any lets it fire at any time)";

/// The condition of such a verdict.
const NOT_EARLY: &str = "no timeout fires early";

/// The most states searched for early timeouts: a multiple of those of the first search, and a minimum.
const EFFORT: (u64, u64) = (10, 10_000);

/// Extends the result for timeouts that fire last by what happens if they fire early, where that makes a
/// difference and was requested.
pub(super) fn also_early(
    mut last: ModelResult,
    withheld: bool,
    options: &Options,
    early: impl Fn(&Options, bool) -> ModelResult,
) -> ModelResult {
    let spins = last.incomplete.contains(&Reason::from(&Incomplete::Unsupported(SPINS)));
    if spins && options.timeouts == TimeoutChoice::LastThenAny {
        let mut result = early(options, false);
        result.decided.push(
            "timeouts fire at any time, because a thread spins while another waits with a timeout".to_owned(),
        );
        return result;
    }
    if !withheld || *last.verdict.ruling() != Ruling::Holds {
        return last;
    }
    last.condition = Some(NOT_EARLY.to_owned());
    if options.timeouts == TimeoutChoice::Last {
        return last;
    }
    let (times, least) = EFFORT;
    let states = (last.stats.states * times).max(least);
    let states = Some(options.states.map_or(states, |most| most.min(states)));
    let result = early(&Options { states, hangs_if_possible: true, ..options.clone() }, true);
    match result.verdict.ruling() {
        // If hangs were asked for, they should also have been looked for with early timeouts.
        Ruling::Holds if result.hangs_missing.is_some() && last.hangs_missing.is_none() => {
            last.decided.push("hangs were not looked for where timeouts fire early".to_owned());
        }
        Ruling::Holds => {
            last.condition = None;
            last.decided.push("the same holds if timeouts fire at any time".to_owned());
        }
        Ruling::Violated => {}
        Ruling::Unknown(why) | Ruling::Internal(why) => {
            last.decided.push(format!("timeouts that fire early were not all explored: {why}"));
        }
    }
    let notes = result.findings.into_iter().filter(|f| f.violation).map(|finding| ModelFinding {
        violation: false,
        message: format!("only if a timeout fires early: {}", finding.message),
        ..finding
    });
    last.findings.extend(notes);
    last
}
