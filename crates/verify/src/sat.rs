//! Questions about litmus tests to the SAT engine (`axiomatic`).
//!
//! For the rules of the JMM the number of speculative executions that are enough is known: a justification commits the racy
//! reads of an execution in batches, and each batch takes two steps, one for the writes it sees and one for the reads;
//! two more commit the rest (`legality` has the argument). Every legal execution is one of the race-pair closure,
//! so its racy reads are counted there. Of other models of several executions nothing is known: what is impossible is so
//! up to the number tried.

use axiomatic::{Condition, Guesses, Identity, Limits, Overflow, Question, Report, ask_each};
use event::{EventKind, Execution, Outcome, ReadMode, Value};
use legality::Closure;
use litmus::{CompiledProp, Program};
use models::cat::CatModel;

/// How many speculative executions to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tries {
    /// The numbers, in this order.
    pub numbers: Vec<u32>,
    /// Whether more would show nothing else.
    pub is_enough: bool,
}

impl Tries {
    /// For a model of which nothing is known.
    pub fn up_to(k: u32) -> Tries {
        Tries { numbers: (0..=k).collect(), is_enough: false }
    }

    /// For the rules of the JMM, original or revised: about outcomes for which something holds.
    pub fn for_legality(closure: &Closure, asked: impl Fn(&Outcome) -> bool) -> Tries {
        let with = closure.candidates.iter().filter(|candidate| candidate.outcomes.iter().any(&asked));
        let most = with.map(|candidate| racy_reads(&candidate.execution)).max().unwrap_or(0);
        // A part of the program that was cut, or that the JLS does not define, may do more.
        let is_enough = !closure.cut && !closure.weak;
        Tries { numbers: (0..=most).map(|batches| 2 * batches + 2).collect(), is_enough }
    }
}

/// The reads that see a write which does not happen-before them.
fn racy_reads(execution: &Execution) -> u32 {
    let racy = execution.ids().filter(|&read| {
        let event = execution.event(read);
        matches!(event.kind, EventKind::Read(_, ReadMode::Plain))
            && event.rf.is_some_and(|write| !execution.hb(write, read))
    });
    racy.count() as u32
}

/// What a litmus condition asks.
pub fn condition_of(prop: &CompiledProp) -> Condition {
    match prop {
        CompiledProp::Const(value) => Condition::Const(*value),
        CompiledProp::Equals(i, value) => Condition::Equals(*i, Value(*value)),
        CompiledProp::Same(i, j) => Condition::Same(*i, *j),
        CompiledProp::Not(inner) => Condition::Not(Box::new(condition_of(inner))),
        CompiledProp::And(a, b) => Condition::And(vec![condition_of(a), condition_of(b)]),
        CompiledProp::Or(a, b) => Condition::Or(vec![condition_of(a), condition_of(b)]),
    }
}

/// Which values reads may guess: all that occur in the program unless the model lets nothing justify itself.
pub fn guesses_for(model: &CatModel) -> Guesses {
    if model.decides().causal { Guesses::Grounded } else { Guesses::Any }
}

/// Asks whether an outcome with the property is possible.
pub fn ask_sat(
    program: &Program,
    model: &CatModel,
    prop: &CompiledProp,
    identity: Identity,
    tries: &Tries,
) -> Result<Report, Overflow> {
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let names: Vec<String> = program.observed().iter().map(|observed| observed.name.clone()).collect();
    let question = Question {
        machine: program,
        model,
        condition: &condition_of(prop),
        names: &names,
        constants: &constants,
        guesses: guesses_for(model),
        identity,
        limits: Limits::default(),
    };
    ask_each(&question, &tries.numbers)
}
