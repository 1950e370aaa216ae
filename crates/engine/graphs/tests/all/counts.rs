//! Exact counts of known families, without duplicates.

use crate::support;

use graphs::{GraphLimits, GraphModel, OpMm, Ordered, enumerate, estimate};
use litmus::Program;
use support::{explore_checked, program, variables};

/// SC by (rf, co), TSO and OpMM by (rf, so).
#[track_caller]
fn counts(program: &Program, sc: u64, tso: u64, opmm: u64) {
    let none = "family";
    assert_eq!(explore_checked(program, &Ordered::Sc, none).executions, sc);
    assert_eq!(explore_checked(program, &Ordered::Tso, none).executions, tso);
    assert_eq!(explore_checked(program, &OpMm, none).executions, opmm);
}

fn ring(n: usize, body: fn(usize, usize) -> String) -> Program {
    program(&variables(n), &(0..n).map(|i| body(i, (i + 1) % n)).collect::<Vec<_>>())
}

fn same(n: usize, body: &str) -> Program {
    program("x = 0; volatile int v = 0; monitor m;", &vec![body.to_owned(); n])
}

fn store_buffering(n: usize) -> Program {
    ring(n, |i, j| format!("x{i} = 1; int r = x{j};"))
}

fn load_buffering(n: usize) -> Program {
    ring(n, |i, j| format!("int r = x{i}; x{j} = 1;"))
}

#[test]
fn store_and_load_buffering() {
    for n in 2..=7 {
        let all = 1 << n;
        counts(&store_buffering(n), all - 1, all, all);
        counts(&load_buffering(n), all - 1, all - 1, all - 1);
    }
}

#[test]
fn rings_of_sixteen_threads_need_a_short_stack() {
    for (program, executions) in [(store_buffering(16), 65_535), (load_buffering(16), 65_535)] {
        let found = enumerate(&program, &Ordered::Sc, &GraphLimits::default()).expect("48 events");
        assert_eq!(found.summary.executions, executions);
        assert!(found.summary.peak <= 40, "{}", found.summary.peak);
    }
}

#[test]
fn message_passing_and_independent_reads() {
    let mp = program("x = 0; y = 0;", &["x = 1; y = 1;".to_owned(), "int a = y; int b = x;".to_owned()]);
    counts(&mp, 3, 3, 4);
    let iriw = ["x = 1;", "y = 1;", "int a = x; int b = y;", "int c = y; int d = x;"].map(str::to_owned);
    counts(&program("x = 0; y = 0;", &iriw), 15, 15, 16);
}

#[test]
fn many_readers_and_many_writers() {
    for n in 2..=5 {
        let threads = |first: &str, other: fn(usize) -> String| {
            let others = (0..n).map(other);
            program("x = 0;", &[first.to_owned()].into_iter().chain(others).collect::<Vec<_>>())
        };
        counts(&threads("x = 1;", |_| "int r = x;".to_owned()), 1 << n, 1 << n, 1 << n);
        let factorial = (1..=n as u64 + 1).product();
        counts(&threads("int r = x;", |i| format!("x = {};", i + 1)), factorial, factorial, n as u64 + 1);
    }
}

#[test]
fn increments() {
    for (n, factorial, rf) in [(2, 2u64, 3), (3, 6, 16), (4, 24, 125)] {
        let squared = factorial * factorial;
        counts(&same(n, "int r = x; x = r + 1;"), squared, squared, rf);
        // Volatile accesses are ordered under every model.
        counts(&same(n, "int r = v; v = r + 1;"), squared, squared, squared);
        counts(&same(n, "int r = v.getAndAdd(1);"), factorial, factorial, factorial);
        let locked = same(n, "synchronized (m) { int r = x; x = r + 1; }");
        counts(&locked, factorial, factorial, factorial);
        // No explored graph is ever stuck.
        assert_eq!(explore_checked(&locked, &Ordered::Sc, "locked").blocked, 0);
    }
}

#[test]
fn five_racy_increments() {
    let racy = same(5, "int r = x; x = r + 1;");
    let count = |found: graphs::Enumeration| found.summary.executions;
    assert_eq!(count(enumerate(&racy, &Ordered::Sc, &GraphLimits::default()).expect("15 events")), 120 * 120);
    assert_eq!(count(enumerate(&racy, &OpMm, &GraphLimits::default()).expect("15 events")), 6 * 6 * 6 * 6);
}

#[test]
fn lastzero() {
    for n in 2..=6usize {
        // The reader counts down as long as it reads a value other than zero.
        let mut search = "int r;".to_owned();
        for i in (0..=n).rev() {
            search += &format!("r = x{i}; if (r != 0) {{ ");
        }
        search += &"}".repeat(n + 1);
        let writer = |i: usize| format!("int q = x{}; x{i} = q + 1;", i - 1);
        let threads: Vec<String> = [search].into_iter().chain((1..=n).map(writer)).collect();
        let program = program(&variables(n + 1), &threads);
        assert_eq!(explore_checked(&program, &Ordered::Sc, "lastzero").executions, (n as u64 + 3) << (n - 2));
    }
}

/// Sets get more words in the midst of the search, in graphs with locks that wait and reads that were
/// revisited.
#[test]
fn events_that_nobody_sees_change_no_count_in_graphs_of_any_size() {
    let limits = GraphLimits { events_per_thread: 2000, ..GraphLimits::default() };
    let body = "synchronized (m) { int r = x; x = r + 1; } int s = y; y = s + 1; int t = v.getAndAdd(1);";
    let padded = |before: usize, after: usize| {
        let thread = |i: usize| {
            let pad = format!("z{i} = 1;");
            format!("{} {body} {}", pad.repeat(before), pad.repeat(after))
        };
        let init = "x = 0; y = 0; volatile int v = 0; z0 = 0; z1 = 0; monitor m;";
        program(init, &[thread(0), thread(1)])
    };
    for model in [&Ordered::Sc as &dyn GraphModel, &Ordered::Pso, &OpMm] {
        let count = |before, after| {
            let found = enumerate(&padded(before, after), &model, &limits).expect("few events");
            (found.summary.executions, found.summary.blocked, found.outcomes)
        };
        let alone = count(0, 0);
        assert!(alone.0 > 3, "{alone:?}");
        for (before, after) in [(25, 0), (0, 25), (22, 5), (130, 3)] {
            assert_eq!(count(before, after), alone, "{before}, {after}");
        }
    }
}

/// The estimate is exact where all paths have the same weight, and near the number otherwise.
#[test]
fn estimates_are_near_the_number_of_executions() {
    let all = |program: &Program| {
        let found = enumerate(program, &Ordered::Sc, &GraphLimits::default()).expect("few events");
        found.summary.executions as f64
    };
    let few = |program: &Program| {
        let estimate = estimate(program, &Ordered::Sc, &GraphLimits::default(), 2000, 1).expect("few events");
        assert!(!estimate.is_cut && estimate.events > 3.0, "{estimate:?}");
        estimate.executions
    };
    for program in
        [store_buffering(6), same(4, "int r = x; x = r + 1;"), same(5, "synchronized (m) { x = 1; }")]
    {
        let (all, few) = (all(&program), few(&program));
        assert!(few > all / 2.0 && few < all * 6.0, "{few} for {all}");
    }
    assert_eq!(few(&program("z0 = 0; z1 = 0;", &["z0 = 1;".to_owned(), "z1 = 1;".to_owned()])), 4.0);
}
