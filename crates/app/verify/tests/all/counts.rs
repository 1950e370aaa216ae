//! Exact numbers of executions of known families, under SC by reads-from, under SC with coherence, and under
//! OpMM.
//!
//! The formulas are those for stateless model checking (Abdulla et al., Kokologiannakis et al.). A count that
//! is too large means that equal executions are told apart; one that is too small means that executions are
//! lost.

use explore::{Executions, count_executions};
use litmus::Program;
use operational::{KnownMasked, SequentialConsistency};

fn program(init: &str, threads: &[String]) -> Program {
    let bodies: Vec<String> =
        threads.iter().enumerate().map(|(i, body)| format!("Thread{i} {{ {body} }}")).collect();
    let text = format!("Java family {{ {init} }} {}", bodies.join(" "));
    litmus::load("family", &text).unwrap_or_else(|e| panic!("{e}"))
}

/// Returns the counts (SC by reads-from, SC with coherence, OpMM).
fn counts(program: &Program) -> (u64, u64, u64) {
    let exact = |e| match e {
        Executions::Exactly(n) => n,
        Executions::Unknown => panic!("too many"),
    };
    (
        exact(count_executions(program, SequentialConsistency, false, 5_000_000)),
        exact(count_executions(program, SequentialConsistency, true, 5_000_000)),
        exact(count_executions(program, KnownMasked, false, 5_000_000)),
    )
}

fn variables(n: usize) -> String {
    (0..n).map(|i| format!("x{i} = 0;")).collect()
}

#[test]
fn store_buffering_rings_have_all_but_one_execution_under_sc_and_all_under_opmm() {
    for n in 2..=6 {
        let threads: Vec<String> = (0..n).map(|i| format!("x{i} = 1; int r = x{};", (i + 1) % n)).collect();
        let all = 1 << n;
        assert_eq!(counts(&program(&variables(n), &threads)), (all - 1, all - 1, all), "SB({n})");
    }
}

#[test]
fn load_buffering_rings_have_all_but_one_execution_under_both() {
    for n in 2..=6 {
        let threads: Vec<String> = (0..n).map(|i| format!("int r = x{i}; x{} = 1;", (i + 1) % n)).collect();
        let most = (1 << n) - 1;
        assert_eq!(counts(&program(&variables(n), &threads)), (most, most, most), "LB({n})");
    }
}

#[test]
fn message_passing_and_independent_reads_of_independent_writes() {
    let mp = program("x = 0; y = 0;", &["x = 1; y = 1;".to_owned(), "int a = y; int b = x;".to_owned()]);
    assert_eq!(counts(&mp), (3, 3, 4));
    let iriw = ["x = 1;", "y = 1;", "int a = x; int b = y;", "int c = y; int d = x;"].map(str::to_owned);
    assert_eq!(counts(&program("x = 0; y = 0;", &iriw)), (15, 15, 16));
}

#[test]
fn n_readers_of_one_write() {
    for n in 2..=6 {
        let mut threads = vec!["x = 1;".to_owned()];
        threads.extend((0..n).map(|_| "int r = x;".to_owned()));
        assert_eq!(counts(&program("x = 0;", &threads)), (1 << n, 1 << n, 1 << n), "{n} readers");
    }
}

#[test]
fn n_writers_and_one_reader() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    for n in 2..=5 {
        let mut threads = vec!["int r = x;".to_owned()];
        threads.extend((0..n).map(|i| format!("x = {};", i + 1)));
        assert_eq!(counts(&program("x = 0;", &threads)), (n + 1, factorial(n + 1), n + 1), "{n} writers");
    }
}

#[test]
fn racy_increments() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    for n in 2..=4u64 {
        let threads: Vec<String> = (0..n).map(|_| "c++;".to_owned()).collect();
        let by_rf = (n + 1).pow(n as u32 - 1);
        let with_co = factorial(n) * factorial(n);
        assert_eq!(counts(&program("c = 0;", &threads)), (by_rf, with_co, by_rf), "{n} racy increments");
    }
}

#[test]
fn locked_increments() {
    let factorial = |n: u64| (1..=n).product::<u64>();
    for n in 2..=5u64 {
        let threads: Vec<String> = (0..n).map(|_| "synchronized (m) { c++; }".to_owned()).collect();
        let all = factorial(n);
        assert_eq!(counts(&program("c = 0; monitor m;", &threads)), (all, all, all), "{n} locked increments");
    }
}

#[test]
fn last_zero() {
    for n in 2..=5u32 {
        let search = (0..=n).rev().map(|i| format!("r = a{i}; if (r != 0) {{ ")).collect::<String>();
        let mut threads = vec![format!("int r; {search} {}", "}".repeat(n as usize + 1))];
        threads.extend((1..=n).map(|j| format!("int q = a{}; a{j} = q + 1;", j - 1)));
        let init: String = (0..=n).map(|i| format!("a{i} = 0;")).collect();
        let expected = u64::from(n + 3) << (n - 2);
        let (by_rf, with_co, _) = counts(&program(&init, &threads));
        assert_eq!((by_rf, with_co), (expected, expected), "lastzero({n})");
    }
}
