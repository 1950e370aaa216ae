//! All consistent executions of a small loop-free program.
//!
//! Local traces (each thread alone, with reads answered by every possible value) are combined; for each
//! combination every reads-from, monitor order and coherence order is tried, and the model's predicate
//! decides. **Promises** completeness: each execution that the model accepts and in which all started threads
//! end is counted once. **Does not** produce executions in which a thread is blocked forever; they have no
//! outcome.
//!
//! Early pruning relies on a property of all models here: po ∪ rf has no cycle, and a read does not see a
//! write older than its thread's own latest write to the location.

mod candidate;
mod combine;
mod problem;
mod search;
mod trace;

use crate::axioms::Axioms;
use crate::limits::{CandidateLimits, Overflow};
use event::{Loc, LocKind, Machine, Outcome, ThreadId, Value};
use problem::Problem;
use search::Search;
use std::collections::BTreeSet;
use trace::{LocFacts, Local};

pub(crate) use trace::{ThreadTrace, TraceStep, other_step, update_steps};

/// The consistent executions of a program, counted, with their observable outcomes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Enumeration {
    /// Every outcome.
    pub outcomes: BTreeSet<Outcome>,
    /// The number of distinct consistent (rf, so), where so orders monitors and the writes to volatile
    /// locations ([`LocKind::Volatile`]); the order of reads between two writes does not count.
    pub executions: u64,
    /// The number of distinct consistent (rf, so, co); equal to `executions` for models without coherence.
    pub executions_with_co: u64,
    /// The number of candidates that the predicate judged.
    pub candidates: u64,
}

/// Whether hopeless candidates are dropped before they are complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pruning {
    On,
    Off,
}

/// The number of decisions left.
pub(crate) struct Budget {
    left: u64,
    limit: u64,
}

impl Budget {
    pub(crate) fn spend(&mut self) -> Result<(), Overflow> {
        self.left = self.left.checked_sub(1).ok_or(Overflow::Steps(self.limit))?;
        Ok(())
    }
}

/// Lists all executions of `machine` that the model accepts.
pub fn enumerate<M: Machine>(
    machine: &M,
    model: Axioms,
    limits: &CandidateLimits,
) -> Result<Enumeration, Overflow> {
    run(machine, model, limits, Pruning::On)
}

/// The slow version of [`enumerate()`]: every complete candidate is built and judged by the predicate alone.
/// The result equals that of `enumerate` except for [`Enumeration::candidates`]. For tests.
pub fn enumerate_unpruned<M: Machine>(
    machine: &M,
    model: Axioms,
    limits: &CandidateLimits,
) -> Result<Enumeration, Overflow> {
    run(machine, model, limits, Pruning::Off)
}

fn run<M: Machine>(
    machine: &M,
    model: Axioms,
    limits: &CandidateLimits,
    pruning: Pruning,
) -> Result<Enumeration, Overflow> {
    let mut local = trace::local_traces(machine, model, limits, pruning)?;
    let observed = observed(machine, model, &mut local)?;
    let mut result = Enumeration::default();
    let mut budget = Budget { left: limits.steps, limit: limits.steps };
    combine::combinations(machine, &local, pruning, &mut budget, |traces, budget| {
        let problem = Problem::new(traces, &local.facts, model, pruning)?;
        let mut search = Search::new(&problem, &observed);
        search.run(budget)?;
        result.executions += search.executions;
        result.executions_with_co += search.executions_with_co;
        result.candidates += search.candidates;
        if !search.finals.is_empty() {
            let state = replay(machine, traces);
            result.outcomes.extend(search.finals.iter().map(|finals| machine.outcome(&state, finals)));
        }
        Ok(())
    })?;
    Ok(result)
}

/// The observed locations, with facts about those that no thread accesses.
fn observed<M: Machine>(machine: &M, model: Axioms, local: &mut Local) -> Result<Vec<Loc>, Overflow> {
    let state = machine.initial();
    for &loc in machine.observed_locations() {
        let info = machine.location(&state, loc);
        if model == Axioms::OpMm && info.kind == LocKind::Mixed {
            return Err(Overflow::Unsupported("a location of mixed modes under OpMM"));
        }
        local.facts.entry(loc).or_insert_with(|| LocFacts::new(info.kind, info.initial));
    }
    Ok(machine.observed_locations().to_vec())
}

/// The state after all threads have run these traces. Threads are independent (locality law of `Machine`), so
/// they can be run one after the other.
fn replay<M: Machine>(machine: &M, traces: &[&ThreadTrace]) -> M::State {
    let mut state = machine.initial();
    for (t, trace) in traces.iter().enumerate() {
        trace.answers.iter().for_each(|&answer| machine.resume(&mut state, ThreadId(t as u16), answer));
    }
    state
}

/// The final values that a model admits: sets of tuples with one value per observed location.
pub(crate) type Finals = BTreeSet<Vec<Value>>;
