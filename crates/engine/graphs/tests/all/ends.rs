//! Executions that do not finish, failures, limits, and programs the engine refuses.

use crate::support;

use event::{EventKind, Failure, ThreadId};
use graphs::{Enumeration, GraphLimits, GraphModel, OpMm, Ordered, Overflow, Plugged, enumerate};
use support::{load, program};

fn run(text: &str, model: &dyn GraphModel) -> Enumeration {
    enumerate(&load(text), &model, &GraphLimits::default()).unwrap_or_else(|o| panic!("{o}\n{text}"))
}

#[test]
fn a_deadlock_is_counted_apart_and_has_no_outcome() {
    let text = "Java deadlock { x = 0; monitor m, n; }
                Thread0 { synchronized (m) { synchronized (n) { x = 1; } } }
                Thread1 { synchronized (n) { synchronized (m) { x = 2; } } } locations [x;]";
    for model in [&Ordered::Sc as &dyn GraphModel, &Ordered::Pso, &OpMm] {
        let found = run(text, model);
        assert_eq!((found.summary.executions, found.summary.blocked, found.outcomes.len()), (2, 1, 2));
    }
}

#[test]
fn a_join_under_the_monitor_the_other_needs_finishes_only_if_the_other_was_first() {
    let text = "Java join { x = 0; monitor m; }
                Thread0 { synchronized (m) { join Thread1; int r = x; } }
                Thread1 { synchronized (m) { x = 1; } } locations [0:r;]";
    let found = run(text, &Ordered::Sc);
    assert_eq!((found.summary.executions, found.summary.blocked), (1, 1));
    assert_eq!(found.outcomes.iter().map(event::Outcome::render).collect::<Vec<_>>(), ["1"]);
}

#[test]
fn threads_that_join_each_other_never_finish() {
    let found =
        run("Java joins { x = 0; } Thread0 { join Thread1; } Thread1 { join Thread0; }", &Ordered::Tso);
    assert_eq!((found.summary.executions, found.summary.blocked), (0, 1));
}

#[test]
fn a_thread_nobody_starts_is_not_waited_for() {
    let text =
        "Java start { x = 0; } Thread0 { int r = x; if (r == 1) { start Thread1; } } Thread1 { x = 2; }";
    let found = run(text, &OpMm);
    assert_eq!((found.summary.executions, found.summary.blocked), (1, 0));
}

#[test]
fn a_failed_assertion_is_found_with_the_execution_up_to_it() {
    let text = "Java fails { x = 0; y = 0; } Thread0 { x = 1; y = 1; }
                Thread1 { int r = y; int s = x; assert r == 0 || s == 1; }";
    assert!(run(text, &Ordered::Tso).summary.findings.is_empty());
    let found = run(text, &Ordered::Pso);
    assert_eq!(found.summary.executions, 4);
    let [finding] = found.summary.findings.as_slice() else { panic!("one finding") };
    assert_eq!((finding.thread, &finding.failure), (ThreadId(1), &Failure::assertion()));
    assert_eq!(finding.site.line, 2);
    let execution = &finding.snapshot.execution;
    let last = *execution.thread(ThreadId(1)).last().expect("it failed");
    assert_eq!(execution.event(last).kind, EventKind::Fail);
    assert!(finding.snapshot.judge(&axioms::Axioms::Pso).is_ok());
    assert!(finding.snapshot.judge(&axioms::Axioms::Tso).is_err());
}

#[test]
fn a_loop_is_cut_at_the_bound_and_the_answer_is_incomplete() {
    let text =
        "Java spin { volatile int v = 0; } Thread0 { v = 1; } Thread1 { while (v == 0) { } int r = v; }
                locations [1:r;]";
    for bound in [3, 5, 8] {
        let limits = GraphLimits { events_per_thread: bound, ..GraphLimits::default() };
        let found = enumerate(&load(text), &Ordered::Sc, &limits).expect("bounded");
        // The loop may read zero again and again; two reads and the end must still fit.
        assert_eq!((found.summary.executions, found.summary.cut), (bound as u64 - 2, 3));
        assert!(found.summary.is_incomplete());
    }
}

#[test]
fn more_events_than_graphs_can_hold_or_too_many_graphs_are_an_error() {
    let limits = GraphLimits { events_per_thread: 5000, ..GraphLimits::default() };
    let long = |n: usize| program("x = 0;", &["x = 1;".repeat(n)]);
    for n in [63, 64, 255, 256, 1100] {
        assert_eq!(enumerate(&long(n), &Ordered::Sc, &limits).expect("few events").summary.executions, 1);
    }
    let judged = |n: usize| enumerate(&long(n), &Plugged(axioms::Axioms::Sc), &limits);
    assert_eq!(judged(63).expect("64 events").summary.executions, 1);
    assert_eq!(judged(64), Err(Overflow::TooLong(64)));
    let few = GraphLimits { graphs: 10, ..limits };
    assert_eq!(enumerate(&long(20), &Ordered::Sc, &few), Err(Overflow::Steps(10)));
}

#[test]
fn what_a_model_does_not_define_is_refused() {
    let refused = |text: &str| enumerate(&load(text), &OpMm, &GraphLimits::default()).expect_err(text);
    let fence = "Java fence { x = 0; } Thread0 { fullFence(); }";
    assert_eq!(refused(fence), Overflow::Unsupported("a fence under OpMM"));
    let mixed = "Java mixed { x = 0; } Thread0 { x = 1; int r = x.getAndAdd(1); }";
    assert_eq!(refused(mixed), Overflow::Unsupported("a location of mixed modes under OpMM"));
    let twice = "Java twice { x = 0; } Thread0 { start Thread1; start Thread1; } Thread1 { x = 1; }";
    assert_eq!(refused(twice), Overflow::Unsupported("a thread started twice"));
}
