//! Shared by the tests: loading programs, and an independent literal version of the algorithm.

#![allow(dead_code, reason = "every test file uses its part")]

pub mod literal;

use jpr::{JprLimits, JprReport, Variant, run};
use litmus::Program;

/// A test of the corpus, by its path under `tests/litmus`.
pub fn corpus(path: &str) -> Program {
    let file = format!("{}/../../../tests/litmus/{path}.litmus", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
    load(&text)
}

pub fn load(text: &str) -> Program {
    litmus::load("test", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

pub fn jpr(program: &Program, variant: Variant) -> JprReport {
    run(program, variant, &JprLimits::default()).unwrap_or_else(|e| panic!("{}: {e}", program.name()))
}

/// Whether some outcome satisfies the test's condition.
pub fn observes(program: &Program, report: &JprReport) -> bool {
    let condition = program.condition().expect("the test has a condition");
    report.outcomes.iter().any(|outcome| condition.prop.holds(outcome))
}

/// Outcomes as shown to users.
pub fn shown(report: &JprReport) -> Vec<String> {
    report.outcomes.iter().map(event::Outcome::render).collect()
}
