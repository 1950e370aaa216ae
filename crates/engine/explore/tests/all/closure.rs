//! The closure by states, where it has very many ends.

use explore::{Budget, Progress, close};
use std::fmt::Write;

/// Each of fifteen racy reads sees either value. That no thread is left is not mistaken for daemons that run
/// on: these are followed for 20 000 states only.
#[test]
fn many_ends_are_not_taken_for_daemons_that_run_on() {
    const READS: usize = 15;
    let (mut variables, mut writes, mut reads, mut seen) =
        (String::new(), String::new(), String::new(), Vec::new());
    for i in 0..READS {
        write!(variables, "x{i} = 0; ").expect("a string grows");
        write!(writes, "x{i} = 1; ").expect("a string grows");
        write!(reads, "int r{i} = x{i}; ").expect("a string grows");
        seen.push(format!("1:r{i}"));
    }
    let seen = seen.join("; ");
    let text =
        format!("Java t\n{{ {variables} }} Thread0 {{ {writes} }} Thread1 {{ {reads} }} locations [{seen}]");
    let program = litmus::load("t", &text).unwrap_or_else(|e| panic!("{e}: {text}"));
    let closed = close(&program, &Budget::default(), &Progress::default());
    assert_eq!(closed.truncated, None);
    assert_eq!(closed.outcomes.len(), 1 << READS);
}
