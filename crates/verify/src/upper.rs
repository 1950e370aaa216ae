//! The upper bound of the Java memory model, by the engine that fits the program.

use event::{Failure, Outcome, ThreadId};
use explore::Progress;
use legality::{Closure, End, Limits, Overflow, closure};
use litmus::Program;
use std::collections::BTreeSet;

/// What the race-pair closure shows.
pub(crate) struct Upper {
    /// Every outcome that is not excluded.
    pub outcomes: BTreeSet<Outcome>,
    /// Every failure that is not excluded.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Whether a deadlock is not excluded.
    pub deadlock: bool,
    /// Rounds until nothing was new.
    pub rounds: usize,
    /// Executions or states.
    pub states: u64,
    /// The executions themselves, by the graph engine.
    pub graph: Option<Closure>,
    /// Why something may be missing.
    pub incomplete: Vec<String>,
}

impl Upper {
    fn of_graph(closure: Closure) -> Upper {
        let candidates = &closure.candidates;
        Upper {
            outcomes: candidates.iter().flat_map(|c| c.outcomes.iter().cloned()).collect(),
            failures: candidates.iter().flat_map(|c| c.failures.iter().cloned()).collect(),
            deadlock: candidates.iter().any(|c| c.end == End::Deadlocked),
            rounds: closure.rounds,
            states: candidates.len() as u64,
            incomplete: closure.cut.then(|| overflow_text(&Overflow::Cut)).into_iter().collect(),
            graph: Some(closure),
        }
    }

    /// Whether exact legality can decide what lies between the bounds.
    pub(crate) fn exact(&self) -> bool {
        self.incomplete.is_empty() && self.graph.as_ref().is_some_and(|c| !c.weak)
    }

    /// Why exact legality cannot.
    pub(crate) fn why_not_exact(&self) -> String {
        match &self.graph {
            Some(closure) if closure.weak => {
                "the JLS does not define fences, weaker access modes and mixed variables".to_owned()
            }
            Some(_) => "a loop ran to the loop bound".to_owned(),
            None => "exact legality needs programs without racy loops".to_owned(),
        }
    }

    /// How it was computed, in words.
    pub(crate) fn story(&self) -> String {
        match self.graph {
            Some(_) => format!("closed after {} rounds", self.rounds),
            None => format!("closed over {} states after {} rounds", self.states, self.rounds),
        }
    }
}

/// A limit in words.
pub(crate) fn overflow_text(overflow: &Overflow) -> String {
    match overflow {
        Overflow::Events => {
            "an execution has more than 128 actions; the program may have an unbounded loop".to_owned()
        }
        Overflow::Partial | Overflow::Executions => "too many executions".to_owned(),
        Overflow::Values => "values grow without end".to_owned(),
        Overflow::Cut => "a loop ran to the loop bound".to_owned(),
        Overflow::Chains => "final fields: a reference reached a thread in several ways".to_owned(),
        Overflow::Stopped => "stopped".to_owned(),
        Overflow::Unsupported(what) => format!("{what} is outside the JLS"),
    }
}

/// Computes the closure of a racy program: execution by execution where that ends.
pub(crate) fn upper_bound(program: &Program, limits: &Limits, _progress: &Progress) -> Result<Upper, String> {
    match closure(program, limits) {
        Ok(closure) => Ok(Upper::of_graph(closure)),
        Err(overflow) => Err(overflow_text(&overflow)),
    }
}
