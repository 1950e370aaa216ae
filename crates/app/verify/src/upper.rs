//! The upper bound of the Java memory model, by the engine that fits the program.

use crate::litmus_run::incomplete_text;
use event::{Failure, Outcome, ThreadId};
use explore::{Budget, Progress};
use legality::{Closure, End, LegalityLimits, Overflow, closure};
use litmus::Program;
use std::collections::BTreeSet;

/// States after which the upper bound is given up unless told otherwise: it must not keep the lower bound from answering.
const MOST_STATES: u64 = 2_000_000;

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
            None => "exact legality needs programs with few executions and without racy loops".to_owned(),
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
        Overflow::Internal => "waiting, notifying, parking or choosing is not supported here".to_owned(),
        Overflow::Chains => "final fields: a reference reached a thread in several ways".to_owned(),
        Overflow::Stopped => "stopped".to_owned(),
        Overflow::Unsupported(what) => format!("{what} is outside the JLS"),
    }
}

/// Computes the closure of a racy program: execution by execution where there are few enough, else by states.
pub(crate) fn upper_bound(
    program: &Program,
    limits: &LegalityLimits,
    states: Option<u64>,
    progress: &Progress,
) -> Result<Upper, String> {
    // A loop that no bound cuts has executions without end.
    if program.has_loops() && program.loop_bound().is_none() {
        return by_states(program, states, progress);
    }
    match closure(program, limits) {
        Ok(closure) => Ok(Upper::of_graph(closure)),
        Err(Overflow::Events | Overflow::Partial | Overflow::Executions) => {
            by_states(program, states, progress)
        }
        Err(overflow) => Err(overflow_text(&overflow)),
    }
}

fn by_states(program: &Program, states: Option<u64>, progress: &Progress) -> Result<Upper, String> {
    let budget = Budget { states: Some(states.unwrap_or(MOST_STATES)), ..Budget::default() };
    let closed = explore::close(program, &budget, progress);
    match closed.truncated {
        Some(why) => Err(incomplete_text(&why)),
        None => Ok(Upper {
            outcomes: closed.outcomes,
            failures: closed.failures,
            deadlock: !closed.deadlocks.is_empty(),
            rounds: closed.rounds,
            states: closed.states,
            graph: None,
            incomplete: Vec::new(),
        }),
    }
}
