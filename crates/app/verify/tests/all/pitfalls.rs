//! Known pitfalls of memory-model checkers that need no objects, each with the program that exposes it.
//!
//! Each test fails if its rule is broken. The numbers are those of the project's list of pitfalls; "may" and
//! "must not" refer to the Java memory model, "opmm" to its lower bound.

use explore::{Config, Finding, Order, Product, Progress, Reduction, Report, SearchLimits, search};
use litmus::Program;
use operational::{KnownMasked, SequentialConsistency, WellBehaved};
use std::sync::Arc;
use verify::Observation::{self, Always, Never, Sometimes};
use verify::{Model, Options, Races, Ruling, find_races, run};

fn load(text: &str) -> Program {
    litmus::load("pitfall", text).unwrap_or_else(|e| panic!("{e}"))
}

fn observe(model: Model, text: &str) -> Observation {
    let program = load(text);
    let races = Races::Unknown(Vec::new());
    let result = run(&program, model, &races, &Options::default(), &Arc::default());
    assert!(result.complete, "{} is incomplete", program.name());
    result.observation(&program).expect("the test has a condition").0
}

/// All three implementations of OpMM must agree.
fn opmm(text: &str) -> Observation {
    let by_store = observe(Model::Opmm, text);
    for lists in [Model::OpmmAlg1, Model::OpmmAlg2] {
        assert_eq!(observe(lists, text), by_store, "{} against opmm", lists.name());
    }
    by_store
}

fn races(text: &str) -> Vec<String> {
    match find_races(&load(text), &Options::default(), &Progress::default()) {
        Races::None => Vec::new(),
        Races::Some(found) => found.into_iter().map(|f| f.message).collect(),
        Races::Unknown(reason) => panic!("{reason:?}"),
    }
}

const CHAIN: &str = "Java chain { x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { v = 2; } \
    Thread2 { int r = v; int s = x; } Thread3 { join Thread0; join Thread1; join Thread2; int f = v; } \
    exists (3:f=2 /\\ 2:r=2 /\\ 2:s=0)";

/// 1, 2. The last value is 2, so v=1 came before v=2. A thread that saw v=2 therefore knows x=1, although v=2
/// overwrote v=1.
#[test]
fn p01_p02_a_volatile_write_synchronises_with_all_later_reads_and_releases_accumulate() {
    assert_eq!(opmm(CHAIN), Never);
    assert_eq!(opmm(&CHAIN.replace("3:f=2", "3:f=1")), Sometimes, "v=2 came first: x=1 is not known");
}

#[test]
fn p03_plain_variables_are_not_coherent() {
    let text =
        "Java p3 { x = 0; } Thread0 { x = 1; } Thread1 { int a = x; int b = x; } exists (1:a=1 /\\ 1:b=0)";
    assert_eq!(opmm(text), Sometimes);
    assert_eq!(observe(Model::Pso, text), Never);
}

#[test]
fn p04_plain_iriw_is_allowed_and_volatile_iriw_is_not() {
    let text = "Java p4 { x = 0; y = 0; } Thread0 { x = 1; } Thread1 { y = 1; } Thread2 { int a = x; int b = y; } \
        Thread3 { int c = y; int d = x; } exists (2:a=1 /\\ 2:b=0 /\\ 3:c=1 /\\ 3:d=0)";
    assert_eq!(opmm(text), Sometimes);
    assert_eq!(opmm(&text.replace("{ x = 0; y = 0; }", "{ volatile x = 0; volatile y = 0; }")), Never);
}

#[test]
fn p05_an_own_older_write_is_not_visible() {
    assert_eq!(opmm("Java p5 { x = 0; } Thread0 { x = 1; x = 2; int r = x; } exists (0:r=2)"), Always);
}

#[test]
fn p06_after_a_join_the_default_value_is_not_visible() {
    let text = "Java p6 { x = 0; } Thread0 { x = 1; } Thread1 { join Thread0; int r = x; } exists (1:r=1)";
    assert_eq!(opmm(text), Always);
    assert!(races(text).is_empty());
}

/// 8, erratum O1: the acquire of thread 1 must be known to the lists of thread 2.
#[test]
fn p08_a_chain_of_two_volatiles_hides_the_overwritten_write_and_the_printed_rule_does_not() {
    let text = "Java o1 { x = 0; volatile v = 0; volatile u = 0; } Thread0 { x = 1; v = 1; } \
        Thread1 { int r = v; x = 2; u = 1; } Thread2 { int s = u; int q = x; } exists (1:r=1 /\\ 2:s=1 /\\ 2:q=1)";
    assert_eq!(opmm(text), Never);
    assert_eq!(observe(Model::OpmmAlg1AsPrinted, text), Sometimes);
    assert_eq!(observe(Model::OpmmAlg2AsPrinted, text), Sometimes);
}

/// 9, erratum O2: what Algorithm 2 deletes for one reader must stay visible to the others.
#[test]
fn p09_one_readers_deletions_do_not_take_writes_from_others() {
    let text = "Java p9 { x = 0; y = 0; } Thread0 { x = 1; int r = x; y = 1; } Thread1 { int f = y; int s = x; } \
        exists (1:f=1 /\\ 1:s=0)";
    assert_eq!(opmm(text), Sometimes);
}

#[test]
fn p10_the_synchronisation_order_is_per_object() {
    let text = "Java p10 { y = 0; volatile v = 0; } Thread0 { int r = y; v = r; } Thread1 { v = 1; } \
        Thread2 { v = 1; y = 1; } exists (0:r=1)";
    assert_eq!(opmm(text), Sometimes);
}

#[test]
fn p11_cycles_through_synchronisation_order_are_not_in_the_lower_bound() {
    let volatile = "Java p11 { y = 0; volatile v = 0; } Thread0 { int r1 = y; int r2 = v; } Thread1 { v = 1; y = 1; } \
        exists (0:r1=1 /\\ 0:r2=0)";
    let locks = "Java p11 { x = 0; y = 0; monitor m; } Thread0 { int r1 = y; int r2 = 0; synchronized (m) { r2 = x; } } \
        Thread1 { synchronized (m) { x = 1; } y = 1; } exists (0:r1=1 /\\ 0:r2=0)";
    assert_eq!((opmm(volatile), opmm(locks)), (Never, Never));
}

#[test]
fn p12_a_failed_compare_and_set_acquires() {
    let text = "Java p12 { x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } \
        Thread1 { int r = 1; if (!v.compareAndSet(0, 5)) r = x; } exists (1:r=0)";
    assert_eq!(opmm(text), Never);
    assert!(races(text).is_empty());
}

/// 22, erratum R2: which threads know a write belongs to the state. Both orders of the critical sections
/// reach the same values.
#[test]
fn p22_a_race_that_only_one_of_two_equal_states_has_is_found() {
    let text = "Java e4 { c = 0; x = 1; monitor m; } \
        Thread0 { int t; synchronized (m) { t = c; c = t + 1; } if (t == 0) { t = 0; x = 1; } else t = 0; int q = x; } \
        Thread1 { int t; synchronized (m) { t = c; c = t + 1; } if (t == 0) { t = 0; x = 1; } else t = 0; } exists (c=2)";
    assert_eq!(races(text).len(), 1, "{:?}", races(text));
}

#[test]
fn p23_a_write_after_an_unordered_read_is_reported() {
    let text = "Java p23 { x = 0; } Thread0 { int r = x; } Thread1 { x = 1; } exists (0:r=1)";
    assert!(races(text)[0].contains("read by Thread0, write by Thread1"), "{:?}", races(text));
}

/// 41. Eager writes must not starve the other thread.
#[test]
fn p41_an_endless_loop_of_eager_writes_does_not_hide_a_failing_assertion() {
    let program = load("Java p41 { x = 0; } Thread0 { while (true) x = 1; } Thread1 { assert false; }");
    for order in [Order::Dfs, Order::Bfs, Order::Best] {
        let config = Config { order, ..Config::default() };
        let system = Product::new(&program, KnownMasked, Reduction::Ample);
        let report = search(&system, &config, &Progress::default());
        assert!(report.findings.iter().any(|f| matches!(f, Finding::Failure { .. })), "{order:?}");
        assert!(report.incomplete.is_empty());
    }
    let later = load(
        "Java p41 { x = 0; y = 0; } Thread0 { while (true) x = 1; } Thread1 { int r = y; r = y; assert r == 1; }",
    );
    let system = Product::new(&later, KnownMasked, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    assert_eq!(report.findings.len(), 1);
}

/// 42, erratum O5: the search terminates with sets of writes instead of lists.
#[test]
fn p42_storing_in_a_spin_loop_terminates() {
    let text = "Java p42 { x = 0; volatile v = 0; } Thread0 { while (v == 0) x = 1; } Thread1 { v = 1; int r = x; } exists (1:r=1)";
    assert_eq!(observe(Model::Opmm, text), Sometimes);
    assert_eq!(observe(Model::Sc, text), Sometimes);
}

/// 52. A loop cut at a bound is never a proof.
#[test]
fn p52_a_bounded_loop_is_not_a_proof() {
    let text = "Java p52 { volatile v = 0; } Thread0 { int i = 0; while (i < 3) { i = i + 1; v = i; } assert true; } ~exists (v=7)";
    let free = run(&load(text), Model::Sc, &Races::None, &Options::default(), &Arc::default());
    assert_eq!(*free.verdict.ruling(), Ruling::Holds);
    let options = Options::default();
    let bounded =
        run(&load(text).with_loop_bound(Some(2)), Model::Sc, &Races::None, &options, &Arc::default());
    assert_eq!(*bounded.verdict.ruling(), Ruling::Unknown("a loop ran to the loop bound".to_owned()));
}

#[test]
fn p54_nothing_comes_between_the_halves_of_an_update() {
    let text = "Java p54 { volatile v = 0; } Thread0 { int a = v.getAndAdd(1); } Thread1 { v = 5; } exists (0:a=0 /\\ v=1)";
    assert_eq!(opmm(text), Never, "v=1 last means v=5 came between the read of 0 and the write of 1");
    let counter = "Java p54 { c = 0; } Thread0 { c.getAndAdd(1); } Thread1 { c.getAndAdd(1); } Thread2 { c.getAndAdd(1); } exists (c=3)";
    for model in Model::DEFAULT {
        assert_eq!(observe(model, counter), Always, "{}", model.name());
    }
}

/// 55. A release store is not volatile: store buffers may delay it.
#[test]
fn p55_store_buffering_with_lazy_set_is_seen_by_hardware_models() {
    let text = "Java p55 { x = 0; y = 0; } Thread0 { x.lazySet(1); int a = y.getAcquire(); } \
        Thread1 { y.lazySet(1); int b = x.getAcquire(); } exists (0:a=0 /\\ 1:b=0)";
    assert_eq!(observe(Model::Tso, text), Sometimes);
    assert_eq!(observe(Model::Pso, text), Sometimes);
    // The lower bound of the JMM strengthens release stores to volatile ones.
    assert_eq!(opmm(text), Never);
}

/// 58. Sleep sets must be stored with the states.
#[test]
fn p58_sleep_sets_with_a_visited_set_lose_nothing() {
    let program = load(
        "Java p58 { x = 0; y = 0; } Thread0 { x = 1; } Thread1 { y = 1; } Thread2 { int a = x; int b = y; int c = x; }",
    );
    let outcomes = |sleep_sets: bool, stateful: bool| -> Report {
        let config = Config { sleep_sets, stateful, limits: SearchLimits::default(), ..Config::default() };
        search(&Product::new(&program, SequentialConsistency, Reduction::None), &config, &Progress::default())
    };
    let reference = outcomes(false, false);
    assert_eq!(outcomes(true, true).outcomes, reference.outcomes);
    assert_eq!(outcomes(false, true).outcomes, reference.outcomes);
    assert_eq!(outcomes(true, true).stats.states, outcomes(false, true).stats.states);
    assert!(outcomes(true, true).stats.transitions < outcomes(false, true).stats.transitions);
}

/// 60. A write hidden by happens-before is not visible, although it races in another execution.
#[test]
fn p60_a_hidden_race_partner_is_not_visible() {
    let text = "Java p60 { x = 0; volatile v = 0; } Thread0 { x = 1; x = 2; v = 1; } \
        Thread1 { int f = v; int r = 9; if (f == 1) r = x; } exists (1:r=1)";
    assert_eq!(opmm(text), Never);
}

/// Erratum J7: the PSO printed in the JPR paper is not PSO.
#[test]
fn j7_the_printed_pso_never_lets_a_writer_see_another_thread_again() {
    let text = "Java j7 { x = 0; } Thread0 { x = 1; int r = x; r = x; } Thread1 { x = 2; } exists (0:r=2)";
    assert_eq!(observe(Model::Pso, text), Sometimes);
    assert_eq!(observe(Model::PsoJprAsPrinted, text), Never);
}

/// The race check interleaves synchronisation only; races behind a branch count.
#[test]
fn a_race_behind_one_order_of_locks_is_found() {
    let text = "Java branch { x = 0; c = 0; monitor m; } Thread0 { int t; synchronized (m) { t = c; c = 1; } if (t == 1) x = 1; } \
        Thread1 { int t; synchronized (m) { t = c; c = 1; } x = 2; } exists (c=1)";
    assert_eq!(races(text).len(), 1);
    let fixed = text.replace("if (t == 1) x = 1;", "if (t == 5) x = 1;");
    assert!(races(&fixed).is_empty());
    let system = |program: &Program| {
        let product = Product::new(program, WellBehaved, Reduction::Ample);
        search(&product, &Config::default(), &Progress::default()).stats.states
    };
    assert!(system(&load(text)) < 20, "only lock actions are interleaved");
}

#[test]
fn a_data_race_that_is_asked_for_is_a_violation_whatever_the_model_proves() {
    let program = load("Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; } exists (1:r=1)");
    let properties = verify::Properties { race: true, ..verify::Properties::default() };
    let options = Options { properties, ..Options::default() };
    let races = find_races(&program, &options, &Progress::default());
    for model in [Model::Sc, Model::Opmm, Model::Jmm, Model::Rpc, Model::Jpr, Model::Jam21] {
        let result = run(&program, model, &races, &options, &Arc::default());
        assert_eq!(*result.verdict.ruling(), Ruling::Violated, "{}", model.name());
        // Races that were not looked for cannot be excluded.
        let result = run(&program, model, &Races::Unknown(Vec::new()), &options, &Arc::default());
        assert!(matches!(result.verdict.ruling(), Ruling::Unknown(_)), "{}", model.name());
    }
}
