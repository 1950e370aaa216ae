//! Stubborn sets: they lose nothing on programs made to trip them, and leave out states where threads hardly
//! meet.

use explore::{Config, Product, Progress, Reduction, Report, Stubborn, search};
use litmus::Program;
use operational::{KnownMasked, Memory, SequentialConsistency, StoreBuffers, WellBehaved};

fn load(text: &str) -> Program {
    litmus::load("t", text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn searched(program: &Program, memory: impl Memory, stubborn: Stubborn) -> Report {
    let config = Config { stubborn, ..Config::default() };
    search(&Product::new(program, memory, Reduction::Ample), &config, &Progress::default())
}

/// Each program has an outcome, a failure or a deadlock that some broken reduction loses.
const ADVERSARIAL: [(&str, &str); 16] = [
    // A cycle that never lets the others move.
    ("a loop beside a failure", "{ x = 0; } Thread0 { while (true) x = 1; } Thread1 { assert false; }"),
    (
        "two loops",
        "{ x = 0; y = 0; } Thread0 { while (true) x = 1; } Thread1 { while (true) y = 1; } Thread2 { assert false; }",
    ),
    (
        "a spin beside a failure",
        "{ volatile int f = 0; volatile int x = 0; } Thread0 { while (f == 0) { } } Thread1 { x = 1; assert x == 2; }",
    ),
    // A cycle that the others do not end: all of them must move beside it, not only the first.
    (
        "a spin beside two that conflict",
        "{ volatile int f = 0; volatile int x = 0; } Thread0 { while (f == 0) { } } Thread1 { int r = x; int s = x; assert r == s; } Thread2 { x = 1; }",
    ),
    (
        "a spin that only some begin, beside two that conflict",
        "{ volatile int go = 0; volatile int s = 0; volatile int f = 0; volatile int x = 0; } Thread0 { if (go == 1) { s = 1; while (f == 0) { } } } Thread1 { if (s == 1) { int r = x; int t = x; assert !(r == 2 && t == 4); } } Thread2 { x = 1; x = 2; x = 3; x = 4; x = 5; } Thread3 { go = 1; }",
    ),
    // Futures that show only after the search has been somewhere else.
    (
        "a conflict behind a branch",
        "{ volatile int x = 0; volatile int y = 0; } Thread0 { int r = x; } Thread1 { if (y == 1) x = 1; } Thread2 { y = 1; } locations [0:r]",
    ),
    (
        "a conflict in one order only",
        "{ volatile int x = 0; volatile int y = 0; } Thread0 { x = 1; int r = y; } Thread1 { if (x == 0) y = 1; } locations [0:r]",
    ),
    (
        "two branches deep",
        "{ volatile int x = 0; volatile int y = 0; volatile int z = 0; } Thread0 { int r = x; } Thread1 { if (y == 1) x = 1; } Thread2 { if (z == 1) y = 1; } Thread3 { z = 1; } locations [0:r]",
    ),
    (
        "a thread started in a branch",
        "{ volatile int x = 0; volatile int y = 0; } Thread0 { if (y == 1) { start Thread2; } } Thread1 { y = 1; int r = x; } Thread2 { x = 1; } locations [1:r]",
    ),
    // Actions that are pending and never performed.
    (
        "an access behind a deadlock",
        "{ volatile int x = 0; monitor m; monitor n; } Thread0 { synchronized (m) { synchronized (n) { x = 1; } } } Thread1 { synchronized (n) { synchronized (m) { x = 2; } } } Thread2 { int r = x; } locations [2:r; x]",
    ),
    (
        "nested monitors",
        "{ x = 0; monitor m; monitor n; } Thread0 { synchronized (m) { synchronized (n) { x = 1; } } } Thread1 { synchronized (n) { x = 2; } } Thread2 { synchronized (m) { x = 3; } } locations [x]",
    ),
    (
        "a lock that never comes",
        "{ x = 0; monitor m; } Thread0 { synchronized (m) { while (true) x = 1; } } Thread1 { synchronized (m) { assert false; } } Thread2 { assert x == 5; }",
    ),
    (
        "a spin inside a monitor",
        "{ volatile int f = 0; monitor m; } Thread0 { synchronized (m) { while (f == 0) { } } } Thread1 { synchronized (m) { f = 1; } } Thread2 { int r = f; } locations [2:r]",
    ),
    // Who waits for whom.
    (
        "a chain of joins",
        "{ volatile int x = 0; } Thread0 { x = 1; } Thread1 { join Thread0; x = 2; } Thread2 { join Thread1; int r = x; } Thread3 { x = 4; } locations [2:r]",
    ),
    (
        "a join that never ends",
        "{ volatile int x = 0; volatile int f = 0; } Thread0 { while (f == 0) { } } Thread1 { join Thread0; x = 1; } Thread2 { int r = x; if (r == 0) f = 1; } Thread3 { int r = x; assert r == 0; }",
    ),
    (
        "three writers",
        "{ volatile int x = 0; volatile int y = 0; } Thread0 { x = 1; y = 1; } Thread1 { x = 2; y = 2; } Thread2 { y = 3; x = 3; } locations [x; y]",
    ),
];

fn loses_nothing(name: &str, program: &Program, memory: impl Memory + Clone) {
    let all = searched(program, memory.clone(), Stubborn::Never);
    if memory.has_buffers() && !all.incomplete.is_empty() {
        // A loop of stores that fills its buffer.
        return;
    }
    let reduced = searched(program, memory, Stubborn::Always);
    assert!(all.incomplete.is_empty() && reduced.incomplete.is_empty(), "{name}: {:?}", reduced.incomplete);
    assert_eq!(all.outcomes, reduced.outcomes, "{name}");
    assert_eq!(all.findings, reduced.findings, "{name}");
    assert_eq!(all.diverges, reduced.diverges, "{name}");
    assert!(reduced.stats.states <= all.stats.states, "{name}");
}

#[test]
fn programs_made_to_trip_them_lose_nothing() {
    for (name, text) in ADVERSARIAL {
        let program = load(&format!("Java t {text}"));
        loses_nothing(name, &program, SequentialConsistency);
        loses_nothing(name, &program, KnownMasked);
        loses_nothing(name, &program, StoreBuffers::tso(64));
        loses_nothing(name, &program, StoreBuffers::pso(64));
    }
}

/// A ring of store buffering: each thread writes a variable and reads the next one.
#[test]
fn in_a_ring_of_store_buffering_most_states_are_left_out_whatever_the_memory() {
    let n = 7;
    let variables: String = (0..n).map(|t| format!("x{t} = 0; ")).collect();
    let body = |t: usize| format!("Thread{t} {{ x{t} = 1; int r = x{}; }} ", (t + 1) % n);
    let bodies: String = (0..n).map(body).collect();
    let program = load(&format!("Java t {{ {variables} }} {bodies}"));
    let states = |memory, stubborn| searched(&program, memory, stubborn).stats.states;
    for memory in [StoreBuffers::tso(64), StoreBuffers::pso(64)] {
        let (all, reduced) = (states(memory, Stubborn::Never), states(memory, Stubborn::Always));
        assert!(reduced * 10 < all, "{reduced} of {all}");
        loses_nothing("ring", &program, memory);
    }
}

/// Threads that increment variables of their own.
fn independent(threads: usize) -> Program {
    let variables: String = (0..threads).map(|t| format!("volatile int x{t} = 0; ")).collect();
    let bodies: String = (0..threads).map(|t| format!("Thread{t} {{ x{t}++; x{t}++; x{t}++; }} ")).collect();
    // Somebody else could access the variables, as far as anybody knows before the program has run.
    let reads: String = (0..threads).map(|t| format!("join Thread{t}; int r{t} = x{t}; ")).collect();
    load(&format!("Java t {{ {variables} }} {bodies} Thread{threads} {{ {reads} }}"))
}

#[test]
fn independent_threads_have_as_many_states_as_steps() {
    for threads in [4, 8, 16] {
        let program = independent(threads);
        let states = searched(&program, SequentialConsistency, Stubborn::Always).stats.states;
        assert!(states <= 8 * threads as u64 + 2, "{threads} threads: {states} states");
        let race_check = searched(&program, WellBehaved, Stubborn::Always).stats.states;
        assert!(race_check <= 8 * threads as u64 + 2, "{threads} threads: {race_check} states");
    }
}

#[test]
fn where_there_are_many_states_they_are_used_without_being_asked() {
    let report = searched(&independent(12), SequentialConsistency, Stubborn::WhenLarge);
    assert!(report.stats.states < 200, "{}", report.stats.states);
    assert!(!report.may_repeat, "no execution goes on for ever");
    // A small search is done as without them.
    let (small, never) = (independent(2), Stubborn::Never);
    let usual = searched(&small, SequentialConsistency, Stubborn::WhenLarge).stats.states;
    assert_eq!(usual, searched(&small, SequentialConsistency, never).stats.states);
}

#[test]
fn workers_do_not_change_what_is_found() {
    for (name, text) in ADVERSARIAL {
        let program = load(&format!("Java t {text}"));
        let run = |workers| {
            let config = Config { stubborn: Stubborn::Always, workers, ..Config::default() };
            let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
            let report = search(&system, &config, &Progress::default());
            (report.outcomes, report.findings, report.diverges)
        };
        assert_eq!(run(1), run(2), "{name}");
    }
}
