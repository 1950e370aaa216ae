//! Exact counts of known families: SC by reads-from, SC by (rf, co), OpMM.

use crate::support;

use axioms::Axioms::{OpMm, Sc};
use support::run;

fn threads(n: usize, thread: impl Fn(usize) -> String) -> String {
    (0..n).map(thread).collect::<Vec<_>>().join(" | ")
}

#[track_caller]
fn counts(text: &str, sc_rf: u64, sc_co: u64, opmm: u64) {
    let (sc, op) = (run(text, Sc), run(text, OpMm));
    assert_eq!((sc.executions, sc.executions_with_co), (sc_rf, sc_co), "{text}");
    assert_eq!((op.executions, op.executions_with_co), (opmm, opmm), "{text}");
}

#[test]
fn store_and_load_buffering() {
    for n in 2..=4 {
        let all = 1u64 << n;
        counts(&threads(n, |i| format!("x{i}=1; r0=x{}", (i + 1) % n)), all - 1, all - 1, all);
        counts(&threads(n, |i| format!("r0=x{i}; x{}=1", (i + 1) % n)), all - 1, all - 1, all - 1);
    }
}

#[test]
fn message_passing_and_independent_reads() {
    counts("x=1; y=1 | r0=y; r1=x", 3, 3, 4);
    counts("x=1 | y=1 | r0=x; r1=y | r0=y; r1=x", 15, 15, 16);
}

#[test]
fn many_readers_and_many_writers() {
    for n in 2..=4 {
        let readers = threads(n, |_| "r0=x".to_owned());
        counts(&format!("x=1 | {readers}"), 1 << n, 1 << n, 1 << n);
        let writers = threads(n, |i| format!("x={}", i + 1));
        let factorial = (1..=n as u64 + 1).product();
        counts(&format!("r0=x | {writers}"), n as u64 + 1, factorial, n as u64 + 1);
    }
}

#[test]
fn increments() {
    for (n, rf, co) in [(2, 3, 4), (3, 16, 36)] {
        counts(&threads(n, |_| "r0=x; x=r0+1".to_owned()), rf, co, rf);
    }
    for (n, factorial) in [(2, 2), (3, 6), (4, 24)] {
        let text = threads(n, |_| "lock l; r0=x; x=r0+1; unlock l".to_owned());
        counts(&text, factorial, factorial, factorial);
    }
}

#[test]
fn lastzero() {
    for n in 2..=5usize {
        // The reader looks for the last zero: it continues while it reads something else.
        let next = |i: usize| format!("r{}!=0? r{i}=a{i}", i + 1);
        let reader =
            (0..n).rev().map(next).fold(format!("r{n}=a{n}"), |code, step| format!("{code}; {step}"));
        let writers = threads(n, |j| format!("r0=a{j}; a{}=r0+1", j + 1));
        let sc = run(&format!("{reader} | {writers}"), Sc);
        let expected = (n as u64 + 3) << (n - 2);
        assert_eq!((sc.executions, sc.executions_with_co), (expected, expected), "n = {n}");
    }
}
