//! Explains why an axiomatic model allows or forbids an outcome: the candidate executions with the outcome,
//! and the axiom that rejects each.

use crate::model::Model;
use axioms::cat::{Acceptance, CatEvent};
use axioms::{CandidateLimits, Decides, Question, Values, candidates};
use event::{EventId, Execution, Outcome, Value};
use explore::Progress;
use litmus::Program;
use std::collections::BTreeMap;

/// The most decisions of the search; a few seconds.
const STEPS: u64 = 2_000_000;

/// What the axioms of a model say about an outcome.
#[derive(Debug, Default)]
pub(crate) struct Judged {
    /// An accepted execution with the outcome.
    pub accepted: Option<(Outcome, Execution)>,
    /// Candidate executions with the outcome that were refused, by the axiom.
    pub refused: BTreeMap<String, u64>,
    /// A refused candidate, with the events that break the axiom.
    pub example: Option<Broken>,
}

/// An execution that an axiom refuses.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The execution.
    pub execution: Execution,
    /// The axiom.
    pub axiom: String,
    /// A cycle, in order, or the events of a relation that should be empty. Initial writes are left out.
    pub events: Vec<EventId>,
}

/// Judges every candidate execution with the outcome. Returns `None` if the model has no axioms or there are
/// too many candidates.
pub(crate) fn judge(program: &Program, model: Model, progress: &Progress) -> Option<Judged> {
    let cat = model.axiom_file()?;
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let limits = CandidateLimits { steps: STEPS, ..CandidateLimits::default() };
    let stop = progress.stop_flag();
    let question = Question {
        machine: program,
        // Candidates with a causal cycle are included: that the model forbids them is what the user wants to
        // see.
        decides: Decides { causal: false, ..cat.decides() },
        threads: axioms::Threads::Alone,
        constants: Some(&constants),
        values: Values::Fit,
        limits: &limits,
        hopeless: None,
        stop: Some(&stop),
    };
    let holds = |o: &Outcome| program.condition().is_none_or(|c| c.prop.holds(o));
    let mut judged = Judged::default();
    let coverage = candidates(&question, |candidate| {
        let mut asked = None;
        candidate.outcomes(|o| asked = asked.take().or(Some(o).filter(holds)));
        let Some(outcome) = asked else { return };
        let execution = candidate.graph().execution();
        match cat.judge(candidate.graph()) {
            Ok(Acceptance::Accepted { .. }) => {
                judged.accepted.get_or_insert_with(|| (outcome, execution.clone()));
            }
            Ok(Acceptance::Refused { axiom, witness }) => {
                *judged.refused.entry(axiom.to_owned()).or_default() += 1;
                let events: Vec<EventId> = witness
                    .iter()
                    .filter_map(|e| match e {
                        CatEvent::Event(id) => Some(*id),
                        CatEvent::Initial(_) => None,
                    })
                    .collect();
                // Keep the smallest example: it is the easiest to follow.
                if judged.example.as_ref().is_none_or(|e| events.len() < e.events.len()) {
                    judged.example =
                        Some(Broken { execution: execution.clone(), axiom: axiom.to_owned(), events });
                }
            }
            Err(_) => {}
        }
    });
    coverage.ok().map(|_| judged)
}
