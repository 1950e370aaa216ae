//! Litmus tests on both machines: loads their translations and compares.

pub mod bench;

use bench::Bench;
use differential::java::{Compared, Difference, Sides};
use litmus::ast::Test;
use litmus::{ObjectShape, Program, Rng, generate_objects};
use litmus_java::{Untranslatable, translate_printing};
use verify::Model;

/// A test with its translation.
pub struct Case {
    /// The Java class.
    pub class: String,
    /// The test.
    pub test: Test,
    /// Its text.
    pub text: String,
    /// The test, compiled.
    pub program: Program,
    /// The text of the Java class.
    pub java: String,
}

impl Case {
    /// Fails if it has no translation.
    pub fn new(class: String, text: String) -> Result<Case, Untranslatable> {
        let incorrect = |e: litmus::Diagnostic| Untranslatable::Incorrect(e.to_string());
        let test = litmus::parse(&class, &text).map_err(incorrect)?;
        let program = litmus::compile(&class, &text, &test).map_err(incorrect)?;
        let java = translate_printing(&test, &class)?;
        Ok(Case { class, test, text, program, java })
    }

    /// The random test of a seed in which threads print, and speculate: those of
    /// [`differential::jmm::program_of`].
    pub fn printing(seed: u64) -> Result<Case, Untranslatable> {
        let test = differential::jmm::program_of(10 * (seed / 2) + 8 + seed % 2);
        Case::new(format!("P{seed}"), test.to_string())
    }

    /// The random test of a seed: one in six is about objects and final fields, the others are those of
    /// [`differential::engines::program_of`].
    pub fn random(seed: u64) -> Result<Case, Untranslatable> {
        let test = match seed % 6 {
            0 => generate_objects(&mut Rng::with_seed(seed), &ObjectShape::default()),
            _ => differential::engines::program_of(seed),
        };
        Case::new(format!("R{seed}"), test.to_string())
    }
}

/// Counters of the comparisons.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Programs.
    pub programs: u64,
    /// Pairs of program and model for which both machines had an answer.
    pub compared: u64,
    /// Outcomes in these.
    pub outcomes: u64,
    /// Pairs for which a machine gave up.
    pub skipped: u64,
}

impl Tally {
    /// Counts a comparison.
    pub fn count(&mut self, compared: &Compared) {
        match compared {
            Compared::Same(outcomes) => {
                self.compared += 1;
                self.outcomes += *outcomes as u64;
            }
            Compared::Skipped(_) => self.skipped += 1,
        }
    }

    /// Adds another tally.
    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.compared += other.compared;
        self.outcomes += other.outcomes;
        self.skipped += other.skipped;
    }
}

/// Compares a compiled case under some models.
pub fn compare(
    bench: &Bench,
    case: &Case,
    models: &[Model],
    states: u64,
) -> Result<Tally, (Model, Difference)> {
    compare_by(bench, case, models, states, |sides, model| sides.compare(model))
}

/// Compares the solver's results for a case.
pub fn compare_solved(
    bench: &Bench,
    case: &Case,
    models: &[Model],
    states: u64,
) -> Result<Tally, (Model, Difference)> {
    compare_by(bench, case, models, states, |sides, model| sides.compare_solved(model))
}

/// Compares the graph engine's results for a case.
pub fn compare_graphs(
    bench: &Bench,
    case: &Case,
    models: &[Model],
    states: u64,
) -> Result<Tally, (Model, Difference)> {
    compare_by(bench, case, models, states, |sides, model| sides.compare_graphs(model))
}

fn compare_by(
    bench: &Bench,
    case: &Case,
    models: &[Model],
    states: u64,
    compare: fn(&Sides<'_>, Model) -> Result<Compared, Difference>,
) -> Result<Tally, (Model, Difference)> {
    let failed = |what: String| (models[0], Difference { kind: "start".to_owned(), what });
    let java = bench.program(&case.class, &[]).map_err(failed)?;
    let sides = Sides::new(&case.program, &java, states);
    let mut tally = Tally { programs: 1, ..Tally::default() };
    for &model in models {
        tally.count(&compare(&sides, model).map_err(|difference| (model, difference))?);
    }
    Ok(tally)
}
