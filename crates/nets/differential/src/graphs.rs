//! The part of the differential tests about executions: the graph engine and the cat files.

use crate::engines::{Tally, same};
use ::graphs::{FoundGraph, built_in};
use axioms::cat::CatModel;
use axioms::{
    AxiomaticModel, Axioms, CandidateLimits, Coherence, Decides, Enumeration, Graph, Overflow, Question,
    Values, candidates,
};
use event::{Machine, Value};
use explore::{Finding, Progress, Report};
use litmus::Program;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::OnceLock;
use verify::CatFile;
use verify::Model;
use verify::Options;
use verify::{Races, run};
use verify::{Rules, by_graphs};

/// The maximum number of graphs of one run.
const GRAPHS: u64 = 20_000;
/// The maximum number of decisions of the enumeration of candidates, each of which a file then judges.
const CANDIDATE_STEPS: u64 = 1_000;

/// Compares the graph engine with the stateful engine (`report`) and the number of executions by axioms.
pub(crate) fn check_graphs(
    program: &Program,
    axioms: Axioms,
    report: &Report,
    by_axiom: &Enumeration,
    tally: &mut Tally,
) -> Result<(), String> {
    let name = axioms.name();
    let options = Options { states: Some(GRAPHS), ..Options::default() };
    let found = by_graphs(program, Rules::Axioms(axioms), &options, &Progress::default(), |_| false);
    if !found.incomplete.is_empty() {
        tally.skipped += 1;
        return Ok(());
    }
    same(&format!("{name} by graphs"), &report.outcomes, &found.report.outcomes)?;
    let stuck = |r: &Report| -> Vec<Finding> {
        r.findings.iter().filter(|f| matches!(f, Finding::Deadlock { .. })).cloned().collect()
    };
    let (states, graphs) = (stuck(report), stuck(&found.report));
    if states != graphs {
        return Err(format!("{name} by graphs, deadlocks: {states:?} against {graphs:?}"));
    }
    let (expected, counted) = (by_axiom.executions_with_co, found.executions.unwrap_or_default());
    if !program.has_loops() && counted != expected {
        return Err(format!("{name} by graphs: {counted} executions against {expected} by axioms"));
    }
    tally.graphs += counted;
    let mut seen = BTreeSet::new();
    let mut twice = false;
    let shown = graphs::explore(program, &built_in(axioms), &graphs::GraphLimits::default(), |found| {
        twice |= !seen.insert(key(found));
    });
    match shown {
        Ok(_) if twice => Err(format!("{name} by graphs: an execution is shown twice")),
        _ => Ok(()),
    }
}

/// A key that distinguishes executions: per thread the sources of its events, and the order of writes and of
/// locks.
fn key<M: Machine>(found: &FoundGraph<'_, M>) -> Vec<u32> {
    let graph = found.graph();
    let place = |event: usize| {
        let thread = graph.node(event).thread;
        u32::from(thread.0) << 16 | graph.thread(thread).filter(|&e| e < event).count() as u32
    };
    let mut events: Vec<usize> = (0..graph.len()).filter(|&e| !graph.is_waiting(e)).collect();
    events.sort_by_key(|&e| place(e));
    let mut key = Vec::with_capacity(4 * events.len());
    for event in events {
        let node = graph.node(event);
        let failed = u32::from(node.failed.is_some());
        key.extend([place(event), node.source().map_or(u32::MAX, place), failed]);
    }
    for order in graph.orders() {
        key.push(u32::MAX);
        let order = order.iter().map(|&e| usize::from(e));
        let happened = order.filter(|&e| !graph.is_waiting(e)).map(place);
        // Locations are numbered in the order of first use; their first event identifies them.
        key.extend(happened);
    }
    key
}

/// The files that have a built-in counterpart, in the order of [`Axioms::ALL`].
fn twins() -> &'static [Model] {
    static TWINS: OnceLock<Vec<Model>> = OnceLock::new();
    let file = |axioms: &Axioms| CatFile::load(&format!("{}.cat", axioms.name())).expect("it is shipped");
    TWINS.get_or_init(|| Axioms::ALL.iter().map(file).map(Model::Cat).collect())
}

/// Inclusions: each execution that the first accepts, the second accepts as well.
fn weaker() -> &'static [(Axioms, CatModel)] {
    static WEAKER: OnceLock<Vec<(Axioms, CatModel)>> = OnceLock::new();
    let file = |(axioms, name)| (axioms, CatModel::shipped(name).expect("it is shipped"));
    WEAKER.get_or_init(|| {
        [(Axioms::Sc, "ra"), (Axioms::Sc, "jam21"), (Axioms::OpMm, "hb")].map(file).into_iter().collect()
    })
}

/// Compares the shipped cat files with the predicates on candidates, and with the engines as users run them.
pub(crate) fn check_files(
    program: &Program,
    reports: &[(Model, Report)],
    tally: &mut Tally,
) -> Result<(), String> {
    check_candidates(program, tally)?;
    for (twin, (model, report)) in twins().iter().zip(reports) {
        // A file does not know how OpMM strengthens what is outside the JLS.
        if *model == Model::Opmm && !program.uses_jls_actions_only() {
            continue;
        }
        let options = Options { states: Some(10 * CANDIDATE_STEPS), ..Options::default() };
        let races = Races::Unknown(Vec::new());
        let result = run(program, *twin, &races, &options, &Arc::default());
        if !result.complete {
            tally.skipped += 1;
            continue;
        }
        let outcomes = result.outcomes;
        same(&format!("{} by its file", model.name()), &report.outcomes, &outcomes)?;
        let limits = CandidateLimits { steps: 200_000, ..CandidateLimits::default() };
        let axioms = model.axioms().expect("a default model has axioms");
        if let (Ok(expected), Some(counted)) =
            (axioms::enumerate(program, axioms, &limits), result.executions)
            && expected.executions != counted
        {
            let expected = expected.executions;
            return Err(format!("{} by its file: {counted} executions, not {expected}", model.name()));
        }
    }
    Ok(())
}

/// Every candidate, consistent or not, up to a limit: files and predicates must give the same answer.
fn check_candidates(program: &Program, tally: &mut Tally) -> Result<(), String> {
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let limits = CandidateLimits { steps: CANDIDATE_STEPS, ..CandidateLimits::default() };
    let question = Question {
        machine: program,
        decides: Decides { coherence: true, synchronisation: true, ..Decides::default() },
        threads: axioms::Threads::Alone,
        constants: Some(&constants),
        values: Values::Fit,
        limits: &limits,
        hopeless: None,
        stop: None,
    };
    let jls = program.uses_jls_actions_only();
    let mut problem = None;
    let coverage = candidates(&question, |candidate| {
        if problem.is_none() {
            problem = judge(candidate.graph(), jls).err();
        }
        tally.candidates += 1;
    });
    if matches!(coverage, Err(Overflow::Values(_) | Overflow::Traces(_) | Overflow::Unsupported(_))) {
        tally.skipped += 1;
    }
    problem.map_or(Ok(()), Err)
}

fn judge(graph: &Graph<'_>, jls: bool) -> Result<(), String> {
    let none = Coherence::none();
    let bare = Graph::new(graph.execution(), &none).expect("it has few events");
    // OpMM has no coherence and no fences or modes.
    let of = |axioms: Axioms| if axioms == Axioms::OpMm { &bare } else { graph };
    for (twin, axioms) in twins().iter().zip(Axioms::ALL).filter(|(_, a)| jls || *a != Axioms::OpMm) {
        let file = twin.cat().expect("a file").check(of(axioms));
        let built_in = axioms.check(of(axioms));
        if file.is_ok() != built_in.is_ok() {
            return Err(format!("{} as a file: {file:?} against {built_in:?}", axioms.name()));
        }
    }
    for (axioms, file) in weaker().iter().filter(|(a, _)| jls || *a != Axioms::OpMm) {
        if axioms.check(of(*axioms)).is_ok()
            && let Err(refusal) = file.check(of(*axioms))
        {
            return Err(format!("{} in {}: {refusal:?}", axioms.name(), file.name()));
        }
    }
    Ok(())
}
