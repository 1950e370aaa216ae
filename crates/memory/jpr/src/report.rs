//! The report of a run.

use crate::search::Round;
use crate::write_set::WriteSet;
use event::{Cut, Failure, Fence, Loc, Outcome, ThreadId};
use std::collections::BTreeSet;
use std::fmt;

/// Something the paper does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsupported {
    /// An opaque, acquire, release or plain-update access.
    Mode(Loc),
    /// A location with both plain and volatile accesses.
    MixedLocation(Loc),
    /// A fence.
    Fence(Fence),
    /// A final field.
    FinalField(Loc),
    /// More threads and synchronisation objects than a set of views holds.
    TooManyViews,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Mode(loc) => {
                write!(f, "JPR knows plain and volatile accesses only (location {})", loc.0)
            }
            Unsupported::MixedLocation(loc) => {
                write!(f, "JPR does not mix plain and volatile accesses (location {})", loc.0)
            }
            Unsupported::Fence(fence) => write!(f, "JPR does not know fences ({fence:?})"),
            Unsupported::FinalField(loc) => write!(f, "JPR does not know final fields (location {})", loc.0),
            Unsupported::TooManyViews => {
                write!(f, "more than 64 threads, or 128 threads and synchronisation objects")
            }
        }
    }
}

impl std::error::Error for Unsupported {}

impl fmt::Display for Truncated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Truncated::Iterations(n) => write!(f, "the write set still grows after {n} iterations"),
            Truncated::States(n) => write!(f, "an iteration has more than {n} states"),
            Truncated::Depth(n) => write!(f, "paths of more than {n} actions were not followed"),
            Truncated::Values(_, n) => write!(f, "a location has more than {n} values"),
            Truncated::Cut(Cut::LoopBound) => write!(f, "a loop ran to the loop bound"),
            Truncated::Cut(cut) => write!(f, "a thread was cut ({cut:?})"),
            Truncated::Stopped => write!(f, "stopped"),
        }
    }
}

/// Why outcomes may be missing. The outcomes that were found remain valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truncated {
    /// Not stable after this many iterations.
    Iterations(usize),
    /// An iteration has more states than this.
    States(u64),
    /// Paths longer than this were not followed.
    Depth(u32),
    /// More than this many values of a location.
    Values(Loc, usize),
    /// The machine stopped a thread.
    Cut(Cut),
    /// The search was asked to stop.
    Stopped,
}

/// One iteration of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Iteration {
    /// Different states.
    pub states: u64,
    /// Choices tried, including discarded ones.
    pub steps: u64,
    /// The size of the write set after it.
    pub write_set: usize,
}

/// The closure, as far as it was computed.
#[derive(Debug, Clone, Default)]
pub struct JprReport {
    /// Outcomes of finished executions without open imposed values.
    pub outcomes: BTreeSet<Outcome>,
    /// Threads that failed in such executions.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Whether some such execution ends with threads that wait forever.
    pub deadlocks: bool,
    /// Whether some such execution ends with threads that compute forever without acting.
    pub diverges: bool,
    /// Every iteration; the first one is the SC run.
    pub iterations: Vec<Iteration>,
    /// All writes and their values, after the last iteration.
    pub write_set: WriteSet,
    /// Why outcomes may be missing: the first reason found. `None`: the write set is stable and every path
    /// was searched.
    pub truncated: Option<Truncated>,
}

impl JprReport {
    /// The states of the last iteration, as Fig. 14 counts them.
    pub fn states(&self) -> u64 {
        self.iterations.last().map_or(0, |i| i.states)
    }

    pub(crate) fn truncate(&mut self, reason: Truncated) {
        self.truncated.get_or_insert(reason);
    }

    /// Adds the counters of an iteration; returns true if it stopped early, so that there is nothing to
    /// continue from.
    pub(crate) fn note(&mut self, round: &Round) -> bool {
        let Round { states, steps, .. } = *round;
        self.iterations.push(Iteration { states, steps, write_set: round.writes.len() });
        round.truncated.into_iter().for_each(|reason| self.truncate(reason));
        matches!(round.truncated, Some(Truncated::States(_) | Truncated::Stopped))
    }
}
