//! Random programs: compares the engine with the enumeration of candidates in `axioms`, which shares no code
//! with it, and its deadlocks with those that a search of states reaches.

use crate::support;

use axioms::{AxiomaticModel, Axioms, Overflow};
use event::{Action, EventKind, Machine, Pending, ThreadId, WaitsFor};
use explore::{Config, Finding, Product, Progress, Reduction, search};
use graphs::{End, FoundGraph, GraphLimits, Ordered, built_in, enumerate};
use litmus::{Program, Rng, Shape, generate};
use std::collections::BTreeSet;
use support::{explore_checked, load, nested};

/// Compares outcomes and counts under every model that defines the program, and looks for duplicates. Returns
/// the number of models compared.
fn compare(text: &str) -> usize {
    let program = load(text);
    let mut compared = 0;
    for axioms in Axioms::ALL {
        let expected = match axioms::enumerate(&program, axioms, &axioms::CandidateLimits::default()) {
            Ok(expected) => expected,
            // The oracle cannot handle this program.
            Err(Overflow::Unsupported(_) | Overflow::Steps(_) | Overflow::Traces(_)) => continue,
            Err(overflow) => panic!("{overflow}\n{text}"),
        };
        let (model, name) = (built_in(axioms), axioms.name());
        let found =
            enumerate(&program, &model, &GraphLimits::default()).unwrap_or_else(|o| panic!("{o}\n{text}"));
        assert_eq!(found.outcomes, expected.outcomes, "{name}\n{text}");
        assert_eq!(found.summary.executions, expected.executions_with_co, "{name}\n{text}");
        assert!(!found.summary.is_incomplete());
        assert_eq!(explore_checked(&program, &model, text), found.summary, "{name}\n{text}");
        compared += 1;
    }
    compared
}

fn random(shape: &Shape, seed: u64, programs: usize) -> usize {
    let mut rng = Rng::with_seed(seed);
    (0..programs).map(|_| compare(&generate(&mut rng, shape).to_string())).sum()
}

#[test]
fn core_programs_have_the_executions_the_axioms_allow() {
    let compared = random(&Shape::core(), 1, 2200);
    assert!(compared > 8000, "{compared}");
}

#[test]
fn so_have_programs_with_many_updates() {
    let shape = Shape { updates: 40, plain: 1, volatiles: 1, ..Shape::core() };
    let compared = random(&shape, 2, 300);
    assert!(compared > 900, "{compared}");
}

#[test]
fn so_have_programs_with_access_modes_and_fences() {
    let compared = random(&Shape::modes(), 3, 400);
    assert!(compared > 1200, "{compared}");
}

#[test]
fn so_have_programs_with_monitors_and_joins() {
    let shape =
        Shape { monitors: 2, joins: 60, volatiles: 1, threads: (2, 4), statements: (1, 2), ..Shape::core() };
    let compared = random(&shape, 4, 300);
    assert!(compared > 1000, "{compared}");
}

#[test]
fn so_have_programs_with_monitors_inside_monitors() {
    let mut rng = Rng::with_seed(5);
    let compared: usize = (0..300).map(|_| compare(&nested(&mut rng))).sum();
    assert!(compared > 1000, "{compared}");
}

/// What each thread of a stuck execution waits for.
fn waiting(program: &Program, found: &FoundGraph<'_, Program>) -> Vec<(ThreadId, WaitsFor)> {
    let graph = found.graph();
    let owner = |monitor| {
        let is_owner = |&e: &usize| {
            let node = graph.node(e);
            let open = node.is_chained() && node.partner().is_none() && !graph.is_waiting(e);
            open && node.kind == EventKind::Lock(monitor)
        };
        (0..graph.len()).find(is_owner).map(|e| graph.node(e).thread).expect("somebody owns it")
    };
    let mut result = Vec::new();
    for thread in (0..graph.thread_count() as u16).map(ThreadId) {
        let last = graph.thread(thread).last();
        let runs = program.starts_running(thread) || graph.start_of(thread).is_some();
        if !runs || graph.end_of(thread).is_some() {
            continue;
        }
        let reason = match (last.filter(|&e| graph.is_waiting(e)), program.pending(found.state(), thread)) {
            (Some(lock), _) => match graph.node(lock).kind {
                EventKind::Lock(monitor) => WaitsFor::Monitor(monitor, owner(monitor)),
                kind => panic!("{kind:?} does not wait"),
            },
            (None, Pending::Action(Action::Lock(monitor))) => WaitsFor::Monitor(monitor, owner(monitor)),
            (None, Pending::Action(Action::Join(child))) => WaitsFor::End(child),
            (None, other) => panic!("{other:?} does not wait"),
        };
        result.push((thread, reason));
    }
    result
}

#[test]
fn deadlocks_are_those_of_the_interleavings() {
    let mut rng = Rng::with_seed(6);
    let mut deadlocks = 0;
    for _ in 0..1500 {
        let text = nested(&mut rng);
        let program = load(&text);
        let product = Product::new(&program, operational::SequentialConsistency, Reduction::Ample);
        let report = search(&product, &Config::default(), &Progress::default());
        let expected = report.findings.into_iter().filter_map(|finding| match finding {
            Finding::Deadlock { waiting } => Some(waiting),
            _ => None,
        });
        let expected: BTreeSet<_> = expected.collect();
        let mut found = BTreeSet::new();
        let explored = graphs::explore(&program, &Ordered::Sc, &GraphLimits::default(), |stuck| {
            if stuck.end() == End::Blocked {
                found.insert(waiting(&program, stuck));
            }
        });
        explored.unwrap_or_else(|o| panic!("{o}\n{text}"));
        assert_eq!(found, expected, "{text}");
        deadlocks += expected.len();
    }
    assert!(deadlocks > 80, "{deadlocks}");
}
