//! Limits of an enumeration, and the reasons for giving up.
//!
//! **Promises** that giving up is always an error value: no answer of this crate is silently incomplete.

use event::{Cut, Loc, ThreadId};
use std::{error, fmt};

/// Bounds of an enumeration. Reaching one gives an [`Overflow`], never an incomplete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateLimits {
    /// The maximum length of a trace of one thread, including `End`.
    pub events_per_thread: usize,
    /// The maximum number of local traces of one thread.
    pub traces_per_thread: usize,
    /// The maximum number of values that one location may hold.
    pub values_per_location: usize,
    /// The maximum number of decisions of the search (traces combined, sources tried, orders extended).
    pub steps: u64,
}

impl Default for CandidateLimits {
    fn default() -> Self {
        CandidateLimits {
            events_per_thread: 32,
            traces_per_thread: 4096,
            values_per_location: 32,
            steps: 20_000_000,
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overflow {
    /// A trace of this thread is longer than [`CandidateLimits::events_per_thread`]; perhaps it loops.
    EventsPerThread(ThreadId),
    /// This thread has more traces than [`CandidateLimits::traces_per_thread`].
    Traces(ThreadId),
    /// This location may hold more values than [`CandidateLimits::values_per_location`], or all locations
    /// together more than 128.
    Values(Loc),
    /// An execution has this many events; relations are kept in 64-bit rows.
    Events(usize),
    /// An execution has more events than this, the most that a graph can hold.
    TooLong(usize),
    /// The search took more than [`CandidateLimits::steps`] decisions.
    Steps(u64),
    /// A trace of this thread was cut by a bound of the machine.
    Cut(ThreadId, Cut),
    /// A trace of this thread computes forever without acting.
    Diverged(ThreadId),
    /// The program uses something the model does not define.
    Unsupported(&'static str),
    /// The search was asked to stop.
    Stopped,
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::EventsPerThread(t) => write!(f, "{t} has a trace beyond the limit of events"),
            Overflow::Traces(t) => write!(f, "{t} has more local traces than the limit"),
            Overflow::Values(loc) => write!(f, "location {} holds more values than the limit", loc.0),
            Overflow::Events(n) => write!(f, "an execution has {n} events, the limit is 64"),
            Overflow::TooLong(n) => write!(f, "an execution has more than {n} events"),
            Overflow::Steps(n) => write!(f, "the search took more than {n} steps"),
            Overflow::Cut(t, cut) => write!(f, "{t} was cut ({cut:?})"),
            Overflow::Diverged(t) => write!(f, "{t} diverges"),
            Overflow::Unsupported(what) => write!(f, "unsupported: {what}"),
            Overflow::Stopped => write!(f, "stopped"),
        }
    }
}

impl error::Error for Overflow {}

/// Actions that threads run one by one cannot perform, since they depend on what other threads have done.
pub(crate) const INTERNAL: &str = "waiting, notifying, parking or choosing";
