//! Memory models as text, decided by a SAT solver: is an outcome possible, and if not, why not?
//!
//! A program gives a tree of steps per thread ([`Guesses`]); a model file (`axioms::cat`) gives axioms over
//! one execution or several. Both become one problem of relational logic, with a named constraint per axiom,
//! per statement of the program, per initial value and per part of the requested outcome. An answer is a
//! [`Witness`] or a [`Reason`]: a set of constraints of which none can be left out. Source: MemSAT (Torlak,
//! Vaziri, Dolby, PLDI 2010), with trees of concrete values instead of bit-vectors.
//!
//! **Promises**: a witness satisfies every axiom, as verified by an evaluation without the solver; a reason
//! is unsatisfiable, and minimal unless it says otherwise. **Does not** claim more than was asked: an answer
//! is about executions in which every thread ends, within the bounds in [`Coverage`], and for models about
//! several executions about this many.

mod ask;
mod builtins;
mod chains;
mod condition;
mod given;
mod layout;
mod model;
mod observed;
mod run;
mod trees;
mod witness;

pub use ask::{
    Answer, AskLimits, Constraint, Coverage, GiveUp, Part, Possibility, Question, Reason, Relaxation, Report,
    Threads, ask, ask_each, find, possible, threads,
};
pub use condition::Condition;
pub use given::{Judgement, TOO_MANY_CHAINS, judge};
pub use relational::Stop;
pub use trees::Guesses;
pub use witness::{Speculation, Witness};

use event::Loc;
use std::fmt;

/// When actions of different executions are identified.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Identity {
    /// An action has a thread, a kind, a variable, and a freely chosen identifier (JLS §17.4.2).
    #[default]
    Free,
    /// The n-th action of a thread of one kind and variable is the same in every execution.
    Occurrence,
}

/// Limits of the trees. Reaching one is an [`Overflow`], except that longer threads are cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeLimits {
    /// The longest path of a thread.
    pub events_per_thread: usize,
    /// The most steps of all trees together.
    pub steps: usize,
    /// The most values of a location.
    pub values_per_location: usize,
    /// The most ways to label two steps of one path, over all paths and executions; determines the cost of
    /// the translation.
    pub labelled_pairs: usize,
}

impl Default for TreeLimits {
    fn default() -> Self {
        TreeLimits { events_per_thread: 32, steps: 4_000, values_per_location: 16, labelled_pairs: 2_000_000 }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overflow {
    /// The trees have more steps than this.
    Steps(usize),
    /// The executions have more labelled pairs of steps than this.
    Pairs(usize),
    /// This location holds more values than the limit.
    Values(Loc),
    /// The program or the model uses an unsupported construct.
    Unsupported(&'static str),
    /// The model does not allow this many threads, locations or executions; with its message.
    Model(String),
    /// It was stopped.
    Stopped,
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::Steps(n) => {
                write!(f, "the threads have more than {n} steps over all values they may read")
            }
            Overflow::Pairs(n) => {
                write!(
                    f,
                    "the executions have more than {n} pairs of steps that may be what they are in several ways"
                )
            }
            Overflow::Values(loc) => write!(f, "location {} holds more values than the limit", loc.0),
            Overflow::Unsupported(what) => write!(f, "unsupported: {what}"),
            Overflow::Model(what) => f.write_str(what),
            Overflow::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Overflow {}

impl From<relational::Stopped> for Overflow {
    fn from(_: relational::Stopped) -> Overflow {
        Overflow::Stopped
    }
}
