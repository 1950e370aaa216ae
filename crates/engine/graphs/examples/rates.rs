//! Executions per second of known families: `cargo run --release -p graphs --example rates`.
//!
//! Counts are exact and the same on every machine; rates are for comparison on one machine only.
#![allow(clippy::print_stdout, reason = "an example that prints a table")]

use axioms::{AxiomaticModel, Axioms};
use graphs::{GraphLimits, enumerate};
use litmus::Program;
use std::time::Instant;

fn program(init: &str, threads: impl IntoIterator<Item = String>) -> Program {
    let bodies: Vec<String> =
        threads.into_iter().enumerate().map(|(i, body)| format!("Thread{i} {{ {body} }}")).collect();
    let text = format!("Java family {{ {init} }} {}", bodies.join(" "));
    litmus::load("family", &text).unwrap_or_else(|e| panic!("{e}"))
}

fn variables(n: usize) -> String {
    (0..n).map(|i| format!("x{i} = 0;")).collect()
}

fn families() -> Vec<(String, Program)> {
    let ring = |n: usize, body: fn(usize, usize) -> String| {
        program(&variables(n), (0..n).map(move |i| body(i, (i + 1) % n)))
    };
    let one =
        |n: usize, body: &str| program("x = 0; volatile int v = 0; monitor m;", vec![body.to_owned(); n]);
    let writers = |n: usize| {
        let writes = (0..n).map(|i| format!("x = {};", i + 1));
        program("x = 0;", ["int r = x;".to_owned()].into_iter().chain(writes))
    };
    vec![
        ("SB(14)".to_owned(), ring(14, |i, j| format!("x{i} = 1; int r = x{j};"))),
        ("LB(14)".to_owned(), ring(14, |i, j| format!("int r = x{i}; x{j} = 1;"))),
        ("volatile SB(2)".to_owned(), {
            program(
                "volatile int x = 0; volatile int y = 0;",
                ["x = 1; int r = y;", "y = 1; int r = x;"].map(str::to_owned),
            )
        }),
        ("readers(15)".to_owned(), {
            let readers = vec!["int r = x;".to_owned(); 15];
            program("x = 0;", ["x = 1;".to_owned()].into_iter().chain(readers))
        }),
        ("writers(7)+reader".to_owned(), writers(7)),
        ("racy ++ (4)".to_owned(), one(4, "int r = x; x = r + 1;")),
        ("racy ++ (5)".to_owned(), one(5, "int r = x; x = r + 1;")),
        ("atomic ++ (7)".to_owned(), one(7, "int r = v.getAndAdd(1);")),
        ("volatile ++ (4)".to_owned(), one(4, "int r = v; v = r + 1;")),
        ("locked ++ (7)".to_owned(), one(7, "synchronized (m) { int r = x; x = r + 1; }")),
    ]
}

fn main() {
    println!(
        "{:<20}{:<6}{:>12}{:>9}{:>12}{:>12}{:>14}",
        "family", "model", "executions", "blocked", "graphs", "revisits", "executions/s"
    );
    for (name, program) in families() {
        for axioms in Axioms::ALL {
            let start = Instant::now();
            let found = enumerate(&program, &graphs::built_in(axioms), &GraphLimits::default());
            let seconds = start.elapsed().as_secs_f64();
            match found {
                Ok(found) => {
                    let s = found.summary;
                    let rate = s.executions as f64 / seconds;
                    println!(
                        "{name:<20}{:<6}{:>12}{:>9}{:>12}{:>12}{rate:>14.0}",
                        axioms.name(),
                        s.executions,
                        s.blocked,
                        s.graphs,
                        s.revisits,
                    );
                }
                Err(overflow) => println!("{name:<20}{:<6}  {overflow}", axioms.name()),
            }
        }
    }
}
