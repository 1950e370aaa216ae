//! The laws of systems, on random programs under every memory, and the promises of the searches.

use explore::{
    Config, Finding, Incomplete, Order, Product, Progress, Reduction, SearchLimits, Target,
    check_system_laws, encode_steps, replay, search, witness, witnesses,
};
use litmus::{Program, Rng, Shape, generate};
use operational::{
    AccessModes, JprPso, KnownMasked, MaskAndRead, Memory, SequentialConsistency, StoreBuffers, WellBehaved,
    WriteLists,
};

fn random_programs(n: u64) -> impl Iterator<Item = Program> {
    (0..n).map(|seed| {
        let shape = [Shape::core(), Shape::modes(), Shape::loops()][seed as usize % 3].clone();
        let text = generate(&mut Rng::with_seed(seed), &shape).to_string();
        litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}"))
    })
}

fn check_laws(memory: impl Memory + Clone) {
    for (seed, program) in random_programs(300).enumerate() {
        for reduction in [Reduction::Ample, Reduction::None] {
            check_system_laws(&Product::new(&program, memory.clone(), reduction), seed as u64, 25);
        }
    }
}

#[test]
fn products_keep_the_laws_under_every_memory() {
    check_laws(SequentialConsistency);
    check_laws(StoreBuffers::tso(32));
    check_laws(StoreBuffers::pso(32));
    check_laws(KnownMasked);
    check_laws(WellBehaved);
    check_laws(AccessModes::ALL);
    check_laws(AccessModes::ORDERED);
    check_laws(JprPso { bound: 64 });
    for algorithm in [MaskAndRead::KeepItems, MaskAndRead::DeleteMasked] {
        check_laws(WriteLists { algorithm, as_printed: false, bound: 64 });
    }
}

fn load(text: &str) -> Program {
    litmus::load("t", text).unwrap_or_else(|e| panic!("{e}"))
}

const LOST_UPDATE: &str = "Java t { c = 0; } Thread0 { c++; } Thread1 { c++; } Thread2 { join Thread0; join Thread1; assert c == 2; }";

#[test]
fn every_order_finds_the_lost_update_and_only_the_exhaustive_ones_are_complete() {
    let program = load(LOST_UPDATE);
    let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
    let orders = [
        Order::Dfs,
        Order::Bfs,
        Order::Best,
        Order::Random { seed: 3, runs: 200 },
        Order::Pct { seed: 3, runs: 200, changes: 2 },
    ];
    for order in orders {
        let report = search(&system, &Config { order, ..Config::default() }, &Progress::default());
        assert_eq!(report.findings.len(), 1, "{order:?}");
        assert_eq!(report.incomplete.is_empty(), order.is_exhaustive(), "{order:?}");
    }
}

#[test]
fn a_sampling_search_repeats_itself_for_the_same_seed() {
    let program = load(LOST_UPDATE);
    let system = Product::new(&program, SequentialConsistency, Reduction::None);
    for order in [Order::Random { seed: 9, runs: 3 }, Order::Pct { seed: 9, runs: 3, changes: 1 }] {
        let run = || search(&system, &Config { order, ..Config::default() }, &Progress::default());
        assert_eq!(run().stats, run().stats);
    }
}

#[test]
fn the_witness_of_every_outcome_replays_to_it_from_its_text() {
    // Some programs with loops have too many states for a test.
    let limits = SearchLimits { states: Some(50_000), ..SearchLimits::default() };
    let mut compared = 0;
    for program in random_programs(120) {
        let system = Product::new(&program, KnownMasked, Reduction::Ample);
        let report = search(&system, &Config { limits, ..Config::default() }, &Progress::default());
        if !report.incomplete.is_empty() {
            continue;
        }
        compared += 1;
        let found = witnesses(&system, &report.outcomes, None, &Progress::default());
        assert_eq!(found.keys().cloned().collect::<std::collections::BTreeSet<_>>(), report.outcomes);
        for (outcome, steps) in found {
            let threads = program_threads(&program);
            let text = encode_steps(&steps, threads);
            let again = explore::decode_steps(&text, threads).expect("just encoded");
            let (trace, _) = replay(&system, &again).expect("a path of the system");
            assert!(trace.outcomes.contains(&outcome));
        }
    }
    assert!(compared > 110, "{compared}");
}

fn program_threads(program: &Program) -> u16 {
    event::Machine::thread_count(program) as u16
}

#[test]
fn a_finding_has_a_shortest_witness_that_replays_to_the_finding() {
    let program = load(LOST_UPDATE);
    let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    let finding = report.findings.first().expect("found above").clone();
    let steps = witness(&system, &Target::Finding(finding.clone()), &Progress::default()).expect("reachable");
    let (trace, _) = replay(&system, &steps).expect("a path");
    assert!(trace.steps.iter().any(|s| matches!(s, explore::TraceStep::Finding(f) if *f == finding)));
    assert!(matches!(finding, Finding::Failure { .. }));
}

#[test]
fn limits_make_the_result_incomplete_and_name_themselves() {
    let program = load("Java t { c = 0; } Thread0 { while (true) c++; } Thread1 { while (true) c++; }");
    let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
    let run =
        |limits| search(&system, &Config { limits, ..Config::default() }, &Progress::default()).incomplete;
    assert!(
        run(SearchLimits { states: Some(2000), depth: None, ..SearchLimits::default() })
            .contains(&Incomplete::States(2000))
    );
    assert!(
        run(SearchLimits { depth: Some(50), states: None, ..SearchLimits::default() })
            .contains(&Incomplete::Depth(50))
    );
}

#[test]
fn an_interrupted_search_stops_and_says_so() {
    let program = load("Java t { c = 0; } Thread0 { while (true) c++; } Thread1 { while (true) c++; }");
    let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
    for workers in [1, 2] {
        let progress = Progress::default();
        let config = Config { workers, ..Config::default() };
        std::thread::scope(|scope| {
            let search = scope.spawn(|| search(&system, &config, &progress));
            while progress.snapshot().states < 1000 {
                std::thread::yield_now();
            }
            progress.interrupt();
            let report = search.join().expect("no panic");
            assert!(report.incomplete.contains(&Incomplete::Interrupted));
        });
    }
}

#[test]
fn spin_loops_close_under_every_model() {
    let program = load(
        "Java t { volatile v = 0; x = 0; } Thread0 { x = 1; v = 1; } Thread1 { while (v == 0) ; int r = x; }",
    );
    fn states(program: &Program, memory: impl Memory) -> u64 {
        let report = search(
            &Product::new(program, memory, Reduction::Ample),
            &Config::default(),
            &Progress::default(),
        );
        assert!(report.incomplete.is_empty());
        assert_eq!(report.outcomes.len(), 1);
        report.stats.states
    }
    assert!(states(&program, SequentialConsistency) < 12);
    assert!(states(&program, StoreBuffers::tso(8)) < 12);
    assert!(states(&program, StoreBuffers::pso(8)) < 12);
    assert!(states(&program, KnownMasked) < 12);
}

#[test]
fn an_execution_without_surprising_reads_is_shown_although_one_with_them_is_shorter() {
    let program = load(
        "Java t { x = 0; z = 0; } Thread0 { x = 1; z = 1; x = 0; } Thread1 { int a = z; int b = x; assert a == 0 || b == 1; }",
    );
    let system = Product::new(&program, KnownMasked, Reduction::None);
    let report = search(&system, &Config::default(), &Progress::default());
    let finding = report.findings.into_iter().next().expect("the assertion fails");
    let steps = witness(&system, &Target::Finding(finding), &Progress::default()).expect("it is reachable");
    // All steps of the first thread, then those of the second.
    assert!(steps.is_sorted_by_key(|step| step.process), "{steps:?}");
    assert_eq!(steps.iter().filter(|step| step.process == 0).count(), 3, "all its writes: {steps:?}");
}

/// A thread that waits for its buffer before a join goes on in the same step once the buffer is empty,
/// whether or not the joined thread has ended before.
#[test]
fn a_join_that_waits_for_the_buffer_leads_to_the_same_states_in_either_order() {
    let program = load(
        "Java t { x0 = 0; x1 = 0; volatile int v0 = 0; } Thread0 { x0 = 1; } Thread1 { v0 = 1; }
         Thread2 { int r0; x1.setOpaque(2); r0 = v0; join Thread0; x0 = 1; } locations [2:r0; ]",
    );
    let system = Product::new(&program, StoreBuffers::pso(32), Reduction::Ample);
    let states = |sleep_sets| {
        let config = Config { sleep_sets, ..Config::default() };
        search(&system, &config, &Progress::default()).stats.states
    };
    assert_eq!(states(true), states(false));
}
