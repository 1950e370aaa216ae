//! The part of the differential tests about the bounds of the Java memory model.
//!
//! For each program: the closure by states = the closure execution by execution, in outcomes, failures,
//! deadlocks, race pairs, rounds and race freedom (for programs outside the JLS: contains it); OpMM ⊆ the
//! closure, and OpMM = its executions in trace order; every execution of the closure is well-formed for the
//! literal checker; no race ⇒ the closure = SC; the answers of `jmm` and `jmm-revised` are the same whether
//! all executions of the closure are judged or only those that its states show beyond OpMM. At regular
//! intervals a seed gives a program about the publication of objects instead, whose final fields the layers
//! must agree on.

use event::Outcome;
use explore::{Budget, Config, Product, Progress, Reduction, search};
use legality::{Closure, LegalityLimits, closure};
use litmus::{ObjectShape, Program, Rng, generate_objects};
use operational::KnownMasked;
use std::collections::BTreeSet;
use std::sync::Arc;
use verify::{Model, ModelResult, Options, find_races, run};

/// The maximum numbers of partial executions and of executions before a comparison is skipped.
const FEW: (u64, usize) = (5_000, 2_000);

/// What the bounds must agree on. `opmm` and `sc` are the results of the stateful search. Returns whether the
/// program was small enough.
pub(crate) fn check_closures(
    program: &Program,
    opmm: &BTreeSet<Outcome>,
    sc: Option<&BTreeSet<Outcome>>,
) -> Result<bool, String> {
    let limits = LegalityLimits { partial: FEW.0, executions: FEW.1, ..LegalityLimits::default() };
    if program.has_loops() {
        return Ok(false);
    }
    let Ok(graph) = closure(program, &limits) else { return Ok(false) };
    let upper: BTreeSet<Outcome> = graph.candidates.iter().flat_map(|c| c.outcomes.clone()).collect();
    subset("opmm is part of the closure", opmm, &upper)?;
    if let (Some(sc), true) = (sc, graph.race_free) {
        same("no race, the closure = sc", sc, &upper)?;
    }
    if !graph.weak {
        check_executions(program, &graph, opmm)?;
    }
    let closed =
        explore::close(program, &Budget { states: Some(50_000), ..Budget::default() }, &Progress::default());
    if closed.truncated.is_some() {
        return Ok(false);
    }
    if graph.weak {
        subset("the closure by executions is part of that by states", &upper, &closed.outcomes)?;
        return Ok(true);
    }
    same("the closure by states = by executions", &closed.outcomes, &upper)?;
    let failures: BTreeSet<_> = graph.candidates.iter().flat_map(|c| c.failures.clone()).collect();
    same("failures of the closure by states = by executions", &closed.failures, &failures)?;
    let pairs: BTreeSet<_> = graph.pairs.iter().map(|p| (p.reader, p.writer, p.loc, p.value)).collect();
    let by_states: BTreeSet<_> = closed.pairs.iter().map(|p| (p.reader, p.writer, p.loc, p.value)).collect();
    same("race pairs by states = by executions", &by_states, &pairs)?;
    if (closed.rounds, closed.race_free) != (graph.rounds, graph.race_free) {
        return Err("rounds of the closure by states = by executions: they differ".to_owned());
    }
    Ok(true)
}

/// Compares the executions of the closure with OpMM and the literal checker.
fn check_executions(program: &Program, graph: &Closure, opmm: &BTreeSet<Outcome>) -> Result<(), String> {
    let mut lower = BTreeSet::new();
    for candidate in &graph.candidates {
        match jls::check_execution(program, &candidate.execution, jls::Completeness::Complete) {
            Ok(()) if candidate.in_trace_order => lower.extend(candidate.outcomes.iter().cloned()),
            Ok(()) => {}
            Err(why) if candidate.ambiguous || why.axiom == jls::TOO_MANY_CHAINS => {}
            // The literal checker expects complete executions; it treats one that blocks or diverges as a
            // prefix.
            Err(_) if candidate.outcomes.is_empty() => {}
            Err(why) => return Err(format!("executions of the closure are well-formed: {why:?}")),
        }
    }
    if graph.candidates.iter().any(|c| c.ambiguous) {
        return subset("opmm is part of the executions in trace order", opmm, &lower);
    }
    same("opmm = the executions in trace order", opmm, &lower)
}

/// Compares the answers of the exact models with and without the stage that compares the bounds by states and
/// enumerates only executions beyond the lower one.
pub(crate) fn check_stages(program: &Program) -> Result<(), String> {
    let options = Options { states: Some(50_000), ..Options::default() };
    let races = find_races(program, &options, &Progress::default());
    for model in [Model::Jmm, Model::JmmRevised] {
        let answer = |every_execution| {
            let options = Options { every_execution, ..options.clone() };
            run(program, model, &races, &options, &Arc::default())
        };
        let (staged, full) = (answer(false), answer(true));
        let name = model.name();
        same(&format!("{name} in stages = by all executions"), &staged.outcomes, &full.outcomes)?;
        same(&format!("{name}: the same is open"), &open(&staged), &open(&full))?;
        same(&format!("{name}: findings"), &findings(&staged), &findings(&full))?;
        let facts = |r: &ModelResult| (r.complete, r.verdict.word());
        if facts(&staged) != facts(&full) {
            return Err(format!("{name}: the same verdict: {:?}, {:?}", staged.verdict, full.verdict));
        }
    }
    Ok(())
}

fn open(result: &ModelResult) -> BTreeSet<Outcome> {
    result.open.iter().flatten().map(|(outcome, _)| outcome.clone()).collect()
}

fn findings(result: &ModelResult) -> BTreeSet<(bool, String)> {
    result.findings.iter().map(|f| (f.violation, f.message.clone())).collect()
}

/// Checks a program about the publication of objects, on which its bounds must agree.
pub(crate) fn check_objects(seed: u64) -> Result<(), String> {
    let text = generate_objects(&mut Rng::with_seed(seed), &ObjectShape::default()).to_string();
    let program = litmus::load("random", &text).map_err(|e| format!("objects: {e}\n{text}"))?;
    let system = Product::new(&program, KnownMasked, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    let limits = LegalityLimits { partial: FEW.0, executions: FEW.1, ..LegalityLimits::default() };
    let Ok(graph) = closure(&program, &limits) else { return Ok(()) };
    check_executions(&program, &graph, &report.outcomes)
        .and_then(|()| check_stages(&program))
        .map_err(|what| format!("objects: {what}\n{text}"))
}

fn same<T: Ord + std::fmt::Debug>(what: &str, a: &BTreeSet<T>, b: &BTreeSet<T>) -> Result<(), String> {
    match a.symmetric_difference(b).next() {
        None => Ok(()),
        Some(odd) => Err(format!("{what}: {odd:?}")),
    }
}

fn subset<T: Ord + std::fmt::Debug>(what: &str, a: &BTreeSet<T>, b: &BTreeSet<T>) -> Result<(), String> {
    match a.difference(b).next() {
        None => Ok(()),
        Some(odd) => Err(format!("{what}: {odd:?}")),
    }
}
