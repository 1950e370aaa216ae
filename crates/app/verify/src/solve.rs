//! Decides model files with a solver: finds an execution that every axiom accepts, or a minimal set of
//! constraints that leaves none.

use crate::explainable::Explainable;
use crate::options::Options;
use crate::reason::Reason;
use crate::tries::Tries;
use crate::untraced::Untraced;
use axioms::cat::CatModel;
use event::{Outcome, Value};
use explore::Progress;
use legality::{Identity, LegalityLimits, closure};
use litmus::{CompiledProp, Program};
use solver::{Answer, Condition, Guesses, Question, Report, Stop, TreeLimits, ask_each, find};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The most speculative executions to try if nothing is known about the model.
const EXECUTIONS: u32 = 6;
/// The most speculative executions that are ever tried.
const MOST_EXECUTIONS: u32 = 20;
/// The same for programs with loops, which make each execution large.
const FEW_EXECUTIONS: u32 = 4;
/// The most conflicts before the solver gives up; a few seconds.
const CONFLICTS: u64 = 300_000;
/// Limits on programs: larger ones are too large to be translated several times.
const TREES: TreeLimits =
    TreeLimits { events_per_thread: 16, steps: 600, values_per_location: 16, labelled_pairs: 500_000 };
/// Programs with loops are first tried with threads of these lengths, which leave room for more speculative
/// executions. An execution found this way is valid, however long others may be.
const SHORT: [usize; 2] = [5, 8];
/// The most speculative executions for such short threads.
const SHORT_EXECUTIONS: u32 = 8;
/// The most outcomes of a program that are listed.
const OUTCOMES: usize = 200;

/// Why programs with references are undecided under files that may allow self-justifying values.
const UNGUESSED: &str = "unsupported: references, under a file that may allow values that justify themselves";

/// Why no execution has an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Core {
    /// The constraints. If minimal, dropping any one of them would allow an execution.
    pub constraints: Vec<solver::Constraint>,
    /// Whether the set is minimal.
    pub is_minimal: bool,
    /// The number of speculative executions, for models about several executions.
    pub executions: Option<u32>,
    /// Other minimal sets, if requested.
    pub others: Vec<Vec<solver::Constraint>>,
    /// Whether these are all minimal sets; `None` if not requested.
    pub are_all: Option<bool>,
    /// What to give up, if requested.
    pub relaxations: Vec<solver::Relaxation>,
}

/// The answer of the solver.
pub(crate) enum Solved {
    Possible(Box<solver::Witness>),
    /// There is no execution, or none within the named bounds.
    Impossible(Core, Vec<String>),
    Unknown(Reason),
}

/// Decides whether the model accepts some execution of `program` that meets the condition.
pub(crate) fn solve(
    program: &impl Explainable,
    cat: &CatModel,
    condition: &Condition,
    options: &Options,
    progress: &Progress,
) -> Solved {
    let guesses = match (cat.has_grounded_values(), program.guesses_values()) {
        (true, true) => Guesses::Grounded,
        (true, false) => Guesses::Never,
        (false, true) => Guesses::Any,
        (false, false) => return Solved::Unknown(Reason::undecided(UNGUESSED)),
    };
    let (constants, names) = (program.named_values(), program.observed_names());
    let (stop, trees) = (progress.stop_flag(), program.trees().unwrap_or(TREES));
    let mut question = Question {
        machine: program,
        model: cat,
        condition,
        names: &names,
        constants: &constants,
        guesses,
        identity: match options.identity {
            Identity::Free => solver::Identity::Free,
            Identity::Occurrence => solver::Identity::Occurrence,
        },
        limits: solver::AskLimits {
            trees,
            conflicts: Some(CONFLICTS),
            stop: Stop::when(Arc::clone(&stop)),
            cores: options.core_options.cores,
            relax: options.core_options.relax,
            ..solver::AskLimits::default()
        },
    };
    let mut tries = tries(program, cat, condition, stop);
    if program.loops() {
        let few = tries.up_to(SHORT_EXECUTIONS).numbers;
        for events in SHORT.into_iter().filter(|&events| events < trees.events_per_thread) {
            question.limits.trees.events_per_thread = events;
            if let Ok(Some(Report { answer: Answer::Possible(witness), .. })) = find(&question, &few) {
                return Solved::Possible(witness);
            }
        }
        question.limits.trees = trees;
        tries = tries.up_to(FEW_EXECUTIONS);
    }
    let stopped = || progress.stop_reason().map(|reason| Solved::Unknown(Reason::from(&reason)));
    let report = match ask_each(&question, &tries.numbers) {
        Ok(report) => report,
        Err(overflow) => {
            return stopped().unwrap_or_else(|| Solved::Unknown(Reason::limit(overflow.to_string())));
        }
    };
    let missing = missing(program, cat, &report, &tries);
    match report.answer {
        Answer::Possible(witness) => Solved::Possible(witness),
        Answer::Impossible(reason) => {
            let executions = report.coverage.k;
            let solver::Reason { constraints, is_minimal, others, are_all, relaxations } = reason;
            let core = Core { constraints, is_minimal, executions, others, are_all, relaxations };
            Solved::Impossible(core, missing)
        }
        Answer::Stopped => stopped().unwrap_or_else(|| {
            Solved::Unknown(Reason::limit(format!("the solver met more than {CONFLICTS} conflicts")))
        }),
    }
}

/// Determines how many speculative executions to try.
fn tries(program: &impl Explainable, cat: &CatModel, condition: &Condition, stop: Arc<AtomicBool>) -> Tries {
    if !cat.has_parameter() {
        return Tries { numbers: vec![0], is_enough: true };
    }
    // A file that promises a bound commits as the JMM does, so the closure tells how much has to be
    // committed.
    let limits = LegalityLimits { stop: Some(stop), ..LegalityLimits::default() };
    let closure = cat.largest_parameter(0).and_then(|_| closure(program, &limits).ok());
    let known = closure.map(|closure| Tries::for_legality(&closure, |o| condition.holds(&o.values)));
    let numbers = (0..=EXECUTIONS).filter(|k| k % 2 == 0).collect();
    known.unwrap_or(Tries { numbers, is_enough: false }).up_to(MOST_EXECUTIONS)
}

/// Returns why executions may be missing.
fn missing(program: &impl Explainable, cat: &CatModel, report: &Report, tries: &Tries) -> Vec<String> {
    let coverage = &report.coverage;
    let mut reasons = program.gaps();
    if coverage.cut && reasons.is_empty() {
        reasons.push("executions with longer loops are not covered".to_owned());
    }
    if coverage.diverges {
        reasons.push("executions in which a thread computes for ever are not covered".to_owned());
    }
    if !cat.has_grounded_values() && !program.copies_values_only() {
        reasons.push(
            "the program computes with values, and the file may allow some that justify themselves"
                .to_owned(),
        );
    }
    // A committed write keeps its value, but an uncommitted one may have another value in each execution.
    // Without racy reads nothing is committed early, and one execution shows everything.
    if coverage.growing && coverage.k.is_some() && tries.numbers.len() > 1 {
        reasons.push(
            "the program computes with values, and speculative executions may pass on more of them"
                .to_owned(),
        );
    }
    if let Some(k) = coverage.k.filter(|_| !tries.is_enough)
        && cat.largest_parameter(coverage.reads).is_none_or(|largest| largest > k)
    {
        reasons.push(format!("more than {k} speculative executions were not tried"));
    }
    reasons
}

/// Translates a litmus condition.
pub(crate) fn condition_of(prop: &CompiledProp) -> Condition {
    match prop {
        CompiledProp::Const(value) => Condition::Const(*value),
        CompiledProp::Equals(i, value) => Condition::Equals(*i, Value(*value)),
        CompiledProp::Same(i, j) => Condition::Same(*i, *j),
        CompiledProp::Not(inner) => Condition::Not(Box::new(condition_of(inner))),
        CompiledProp::And(a, b) => Condition::And(vec![condition_of(a), condition_of(b)]),
        CompiledProp::Or(a, b) => Condition::Or(vec![condition_of(a), condition_of(b)]),
    }
}

/// Runs a test under a model about several executions: asks for an outcome, then for another, until there is
/// none.
pub(crate) fn solved_by_file(
    program: &Program,
    cat: &CatModel,
    options: &Options,
    progress: &Progress,
) -> Untraced {
    let mut found = Untraced::default();
    let mut outcomes: BTreeSet<Outcome> = BTreeSet::new();
    if program.can_fail_or_block() {
        let text =
            "failures and threads that wait for ever are not checked under a model of several executions";
        found.incomplete.push(Reason::undecided(text));
    }
    loop {
        if let Some(reason) = progress.stop_reason() {
            found.incomplete.push(Reason::from(&reason));
            break;
        }
        if outcomes.len() >= OUTCOMES {
            found.incomplete.push(Reason::limit(format!("more than {OUTCOMES} outcomes")));
            break;
        }
        let others = outcomes.iter().map(|o| Condition::Not(Box::new(Condition::outcome(&o.values))));
        let other = Condition::And(others.collect());
        match solve(program, cat, &other, options, progress) {
            Solved::Possible(witness) => {
                found.states += 1;
                let text = "the model allows values out of thin air: only those the program names were tried";
                let reason = Reason::undecided(text);
                if witness.sees_invented && !found.incomplete.contains(&reason) {
                    found.incomplete.push(reason);
                }
                if !outcomes.insert(witness.outcome.clone()) {
                    found
                        .incomplete
                        .push(Reason::undecided("outcomes that differ only in failures are not told apart"));
                    break;
                }
            }
            Solved::Impossible(_, missing) => {
                found.incomplete.extend(missing.into_iter().map(Reason::undecided));
                break;
            }
            Solved::Unknown(why) => {
                found.incomplete.push(why);
                break;
            }
        }
    }
    found.outcomes = outcomes;
    found
}
