//! Explains why an outcome is allowed or forbidden: an execution with its justification, or the reason why
//! there is none.

use crate::explain_axioms::{Broken, Judged, judge};
use crate::explainable::Explainable;
use crate::legality_run::{Decision, Refusal};
use crate::litmus_run::{find_races, replay_test, run};
use crate::model::Model;
use crate::options::{CoreOptions, Options};
use crate::result::{ModelResult, Races, Schedule, Witness};
use crate::solve::{self, Core, Solved};
use crate::token::Token;
use axioms::cat::CatModel;
use event::{Certificate, EventId, Execution, Machine, Outcome, Value};
use explore::{Progress, Trace};
use legality::Closure;
use litmus::Program;
use solver::Condition;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The answer to whether the proposition of a test can hold.
#[derive(Debug)]
pub struct Explanation {
    /// The model that was asked.
    pub model: Model,
    /// The answer.
    pub answer: Answer,
    /// Which step decided, for models that have several.
    pub decided: Vec<String>,
    /// If the outcome is forbidden: a minimal set of constraints that excludes it, if one was found.
    pub core: Option<Core>,
}

/// The answer.
#[derive(Debug)]
pub enum Answer {
    /// This outcome can happen.
    Allowed {
        /// The outcome.
        outcome: Outcome,
        /// The execution.
        picture: Picture,
    },
    /// It cannot.
    Forbidden(Forbidden),
    /// Neither is known.
    Unknown(String),
}

/// An execution that shows an outcome.
#[derive(Debug)]
pub enum Picture {
    /// A trace in which every read sees an earlier write, and the token that replays it.
    Trace(Trace, String),
    /// A commit sequence that justifies it.
    Justified(Box<Certificate>),
    /// An execution of an upper bound, which proves nothing by itself.
    Candidate(Box<Execution>),
    /// The engine that found it keeps no executions.
    Unshown,
    /// An execution that all axioms of the model accept.
    Accepted(Box<Execution>),
    /// An execution that all axioms accept, with the speculative executions and sets that the model requires.
    Solved(Box<solver::Witness>),
}

/// What excludes an outcome.
#[derive(Debug)]
pub enum Forbidden {
    /// The program has no data race, and sequential consistency does not show it.
    RaceFree,
    /// The model was explored completely and does not show it.
    NotReached {
        /// How many distinct states were visited.
        states: u64,
    },
    /// Every candidate execution with the outcome breaks an axiom.
    Axioms {
        /// Candidate executions by the axiom that refuses them.
        refused: BTreeMap<String, u64>,
        /// A refused candidate.
        example: Option<Broken>,
    },
    /// No execution of the upper bound has it.
    UpperBound {
        /// Rounds of the closure.
        rounds: usize,
        /// What the reads at each line can see.
        readable: Vec<Readable>,
    },
    /// Executions have the outcome, but no commit sequence justifies them.
    Exhausted(Vec<Refusal>),
    /// The constraints of [`Explanation::core`] leave no execution.
    Core,
}

/// What a read can see in any execution of the upper bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readable {
    /// The thread.
    pub thread: event::ThreadId,
    /// The place in the program.
    pub site: event::Site,
    /// The variable.
    pub variable: String,
    /// The values that it can see.
    pub values: BTreeSet<Value>,
}

/// Explains whether the proposition of the condition of `program` can hold. The condition is read as
/// `exists`.
pub fn explain(program: &Program, model: Model, options: &Options, progress: &Arc<Progress>) -> Explanation {
    let options = Options { witnesses: true, every_execution: true, ..options.clone() };
    if let Some(cat) = model.cat().filter(|_| model.name().ends_with(".jmm")) {
        return by_solver(program, model, (cat, &asked(program)), &options, progress);
    }
    let races = find_races(program, &options, progress);
    let result = run(program, model, &races, &options, progress);
    let holds = |o: &Outcome| program.condition().is_none_or(|c| c.prop.holds(o));
    let schedule = |o: &Outcome| result.witnesses.get(o).and_then(Witness::schedule);
    let shown = result.outcomes.iter().filter(|o| holds(o));
    // Prefer an outcome with a trace: it is the most convincing.
    let answer = match shown.max_by_key(|o| schedule(o).is_some()) {
        Some(outcome) => match picture(program, &result, outcome, schedule(outcome)) {
            Some(picture) => Answer::Allowed { outcome: outcome.clone(), picture },
            None => accepted(program, model, progress).unwrap_or_else(|| {
                Answer::Unknown("a limit ended the search for an execution that shows it".to_owned())
            }),
        },
        None => excluded(program, (model, progress), &races, &result, holds),
    };
    let core = core(program, model, &answer, &options, progress);
    let mut decided = result.decided;
    if core.is_none()
        && options.core_options != CoreOptions::default()
        && matches!(answer, Answer::Forbidden(_))
    {
        decided.push(format!("{} excludes it, but the solver has no reason to tell", model.name()));
    }
    Explanation { model, answer, decided, core }
}

/// Returns the proposition as a condition for the solver.
fn asked(program: &Program) -> Condition {
    program.condition().map_or(Condition::Const(true), |c| solve::condition_of(&c.prop))
}

/// Answers under a `.jmm` file: the solver finds an execution, or a reason why there is none.
pub(crate) fn by_solver(
    program: &impl Explainable,
    model: Model,
    (cat, asked): (&CatModel, &Condition),
    options: &Options,
    progress: &Progress,
) -> Explanation {
    let (answer, decided, core) = match solve::solve(program, cat, asked, options, progress) {
        Solved::Possible(witness) => {
            let note = witness.sees_invented.then(|| "a value comes out of thin air".to_owned());
            let outcome = witness.outcome.clone();
            (Answer::Allowed { outcome, picture: Picture::Solved(witness) }, note.into_iter().collect(), None)
        }
        Solved::Impossible(core, missing) if missing.is_empty() => {
            (Answer::Forbidden(Forbidden::Core), Vec::new(), Some(core))
        }
        Solved::Impossible(core, missing) => {
            let why = format!("no execution was found, but {}", missing.join("; "));
            (Answer::Unknown(why), Vec::new(), Some(core))
        }
        Solved::Unknown(why) => (Answer::Unknown(why.to_string()), Vec::new(), None),
    };
    Explanation { model, answer, decided, core }
}

/// Finds the minimal axioms that forbid the outcome. The answer does not depend on it: the core is reported
/// only if the solver reaches the same answer.
fn core(
    program: &Program,
    model: Model,
    answer: &Answer,
    options: &Options,
    progress: &Progress,
) -> Option<Core> {
    let Answer::Forbidden(_) = answer else { return None };
    // Loops make large problems, and a core for only some of the executions would prove nothing.
    if program.has_loops() {
        return None;
    }
    match solve::solve(program, &model.solver_file()?, &asked(program), options, progress) {
        Solved::Impossible(core, _) => Some(core),
        Solved::Possible(_) | Solved::Unknown(_) => None,
    }
}

fn picture(
    program: &Program,
    result: &ModelResult,
    outcome: &Outcome,
    schedule: Option<&Schedule>,
) -> Option<Picture> {
    if let Some(schedule) = schedule {
        let token = Token::of_test(program, schedule).to_string();
        return Some(Picture::Trace(replay_test(program, schedule).ok()?, token));
    }
    let story = result.settled.as_ref()?;
    if story.closure.is_none() {
        return Some(Picture::Unshown);
    }
    if let Decision::Justified(certificate) = story.decisions.get(outcome)? {
        return Some(Picture::Justified(certificate.clone()));
    }
    let candidates = &story.closure.as_ref()?.candidates;
    let candidate =
        candidates.iter().filter(|c| c.outcomes.contains(outcome)).max_by_key(|c| c.in_trace_order)?;
    Some(Picture::Candidate(Box::new(candidate.execution.clone())))
}

/// An execution that the axioms of the model accept.
fn accepted(program: &Program, model: Model, progress: &Progress) -> Option<Answer> {
    let (outcome, execution) = judge(program, model, progress)?.accepted?;
    Some(Answer::Allowed { outcome, picture: Picture::Accepted(Box::new(execution)) })
}

fn excluded(
    program: &Program,
    (model, progress): (Model, &Progress),
    races: &Races,
    result: &ModelResult,
    holds: impl Fn(&Outcome) -> bool,
) -> Answer {
    if let Some(why) = result.verdict.reason()
        && !result.complete
    {
        return Answer::Unknown(why.to_owned());
    }
    let is_jmm = matches!(model, Model::Jmm | Model::JmmRevised | Model::Rpc);
    if is_jmm && matches!(races, Races::None) {
        return Answer::Forbidden(Forbidden::RaceFree);
    }
    let Some(story) = &result.settled else {
        if let Some(Judged { accepted: None, refused, example }) = judge(program, model, progress) {
            return Answer::Forbidden(Forbidden::Axioms { refused, example });
        }
        return Answer::Forbidden(Forbidden::NotReached { states: result.stats.states });
    };
    let refused = story.decisions.iter().filter(|(o, _)| holds(o));
    let refusals: Vec<Refusal> = refused
        .flat_map(|(_, d)| match d {
            Decision::Refused(refusals) => refusals.clone(),
            _ => Vec::new(),
        })
        .collect();
    if !refusals.is_empty() {
        return Answer::Forbidden(Forbidden::Exhausted(refusals));
    }
    let readable = story.closure.as_ref().map(|c| readable(program, c)).unwrap_or_default();
    Answer::Forbidden(Forbidden::UpperBound { rounds: story.rounds, readable })
}

/// Returns what each read of the program can see in the closure, by place.
fn readable(program: &Program, closure: &Closure) -> Vec<Readable> {
    let mut all: BTreeMap<_, Readable> = BTreeMap::new();
    for candidate in &closure.candidates {
        let execution = &candidate.execution;
        for (id, site) in sites(program, execution) {
            let event = execution.event(id);
            let (Some(loc), Some(value)) = (event.kind.loc(), event.read) else { continue };
            let variable = program.loc_name(&program.initial(), loc);
            let key = (event.thread, site.line, site.column, variable.clone());
            let values = BTreeSet::new();
            let entry = all.entry(key).or_insert(Readable { thread: event.thread, site, variable, values });
            entry.values.insert(value);
        }
    }
    all.into_values().collect()
}

/// Returns the place in the program of each event of an execution. Runs the threads one after the other with
/// the values that their reads saw.
pub fn sites(program: &impl Machine, execution: &Execution) -> BTreeMap<EventId, event::Site> {
    use event::{Action, Answer, Pending, ThreadId};
    let mut state = program.initial();
    let mut sites = BTreeMap::new();
    for thread in (0..program.thread_count() as u16).map(ThreadId) {
        for &id in execution.thread(thread) {
            sites.insert(id, program.site(&state, thread));
            let event = execution.event(id);
            let Pending::Action(action) = program.pending(&state, thread) else { break };
            let read = event.read.unwrap_or_default();
            let answer = match action {
                Action::Read { .. } => Answer::Value(read),
                Action::Rmw { .. } => Answer::Rmw { old: read, written: event.written.is_some() },
                _ => Answer::Done,
            };
            program.resume(&mut state, thread, answer);
        }
    }
    sites
}
