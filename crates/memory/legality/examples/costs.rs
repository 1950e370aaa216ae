//! The cost of exact legality, as Markdown: `cargo run --release -p legality --example costs`.
//!
//! For each program the execution in question is justified by both rule sets and both identities. Counts are
//! exact; times are of a single run.
#![allow(clippy::print_stdout, reason = "prints its results")]

use event::{Certificate, RuleSet};
use legality::{Candidate, Identity, Justification, LegalityLimits, closure, justify};
use std::time::Instant;

/// n threads `r = x_i; x_{i+1} = 1` in a ring: all reads see 1.
fn load_buffering(n: usize) -> String {
    let thread = |i: usize| format!("Thread{i} {{ int r = x{i}; x{} = 1; }}\n", (i + 1) % n);
    program(n, (0..n).map(thread).collect(), n)
}

/// n threads that pass a value on, and one that writes it: as many macro-steps as reads.
fn chain(n: usize) -> String {
    let thread = |i: usize| format!("Thread{i} {{ int r = x{i}; x{} = r; }}\n", i + 1);
    let threads: String = (0..n).map(thread).collect();
    program(n + 1, threads + &format!("Thread{n} {{ x0 = 1; }}\n"), n)
}

fn program(variables: usize, threads: String, readers: usize) -> String {
    let init: String = (0..variables).map(|i| format!("x{i} = 0; ")).collect();
    let asked: Vec<String> = (0..readers).map(|i| format!("{i}:r=1")).collect();
    format!("Java generated\n{{ {init}}}\n{threads}exists ({})\n", asked.join(" /\\ "))
}

/// Greedy commitment fails: `y` can be committed first, and then nothing more.
const BACKTRACK: &str = include_str!("../../../../tests/litmus/errata/d5-backtracking.litmus");
/// Synchronisation determines which of two writes a read still sees; only one order of committing works.
const GREEDY: &str = include_str!("../../../../tests/litmus/errata/p33-greedy.litmus");

fn main() {
    println!("| program | executions | closure ms | rules | identity | macro-steps | ms |");
    println!("|---|---:|---:|---|---|---:|---:|");
    for n in 2..=10 {
        row(&format!("LB ring of {n}"), &load_buffering(n));
    }
    for n in 2..=8 {
        row(&format!("chain of {n}"), &chain(n));
    }
    row("backtracking", BACKTRACK);
    row("backtracking with synchronisation", GREEDY);
}

fn row(name: &str, text: &str) {
    let program = litmus::load(name, text).unwrap_or_else(|e| panic!("{e}"));
    let limits = LegalityLimits::default();
    let begun = Instant::now();
    let closure = closure(&program, &limits).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let closed = begun.elapsed().as_secs_f64() * 1e3;
    let condition = program.condition().expect("a condition");
    let asked = |c: &&Candidate| c.outcomes.iter().any(|o| condition.prop.holds(o));
    let candidate = closure.candidates.iter().find(asked).expect("the execution in question");
    for (rules, rules_name) in [(RuleSet::Original, "original"), (RuleSet::Revised, "revised")] {
        for (identity, identity_name) in [(Identity::Occurrence, "occurrence"), (Identity::Free, "free")] {
            let begun = Instant::now();
            let found = justify(&program, &candidate.execution, rules, identity, &closure.objects, &limits);
            let ms = begun.elapsed().as_secs_f64() * 1e3;
            let steps = match found {
                Justification::Legal(certificate) => macro_steps(&certificate).to_string(),
                Justification::None { .. } => "none".to_owned(),
                Justification::Unknown(why) => panic!("{name}: {why:?}"),
            };
            let executions = closure.candidates.len();
            println!(
                "| {name} | {executions} | {closed:.2} | {rules_name} | {identity_name} | {steps} | {ms:.2} |"
            );
        }
    }
}

/// The number of different executions that justify a step, not counting the execution itself.
fn macro_steps(certificate: &Certificate) -> usize {
    let mut steps: Vec<_> = certificate.steps.iter().map(|s| &s.speculative).collect();
    steps.dedup();
    steps.iter().filter(|e| ***e != certificate.execution).count()
}
