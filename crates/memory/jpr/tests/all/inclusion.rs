//! Random programs: the engine equals the literal algorithm, and contains SC and OpMM.

use crate::support;

use event::{Loc, Outcome};
use explore::{Config, Product, Progress, Reduction, search};
use jpr::{JprLimits, JprReport, Variant, run};
use litmus::{Program, Rng, Shape, generate};
use operational::{KnownMasked, Memory, SequentialConsistency};
use std::collections::BTreeSet;
use support::{literal, load};

fn random(seed: u64, shape: &Shape) -> (String, Program) {
    let text = generate(&mut Rng::with_seed(seed), shape).to_string();
    let program = load(&text);
    (text, program)
}

fn outcomes(program: &Program, memory: impl Memory) -> BTreeSet<Outcome> {
    let product = Product::new(program, memory, Reduction::Ample);
    search(&product, &Config::default(), &Progress::default()).outcomes
}

/// The closure of a program, unless it is large or updates a plain variable.
fn closure(program: &Program, variant: Variant) -> Option<JprReport> {
    let limits = JprLimits { states: 5_000, ..JprLimits::default() };
    let report = run(program, variant, &limits).ok()?;
    report.truncated.is_none().then_some(report)
}

fn check_inclusion(shape: &Shape, memory: impl Memory + Clone, variants: &[Variant], wanted: u32) {
    let mut checked = 0;
    for seed in 0..4 * u64::from(wanted) {
        let (text, program) = random(seed, shape);
        for &variant in variants {
            let Some(report) = closure(&program, variant) else { continue };
            let below = outcomes(&program, memory.clone());
            assert!(below.is_subset(&report.outcomes), "seed {seed} {variant:?}\n{text}");
            checked += 1;
        }
    }
    assert!(checked >= wanted, "only {checked} programs were small enough");
}

#[test]
fn sc_outcomes_are_among_those_of_both_variants() {
    let shape = Shape { statements: (1, 3), threads: (2, 3), ..Shape::core() };
    check_inclusion(&shape, SequentialConsistency, &[Variant::Mended, Variant::AsPrinted], 1200);
}

#[test]
fn opmm_outcomes_are_among_those_of_the_mended_variant_on_plain_programs() {
    let shape = Shape { volatiles: 0, monitors: 0, updates: 0, joins: 0, ..Shape::core() };
    check_inclusion(&shape, KnownMasked, &[Variant::Mended], 400);
}

#[test]
fn opmm_outcomes_are_among_those_of_the_mended_variant_with_synchronisation() {
    check_inclusion(&Shape::core(), KnownMasked, &[Variant::Mended], 400);
}

#[test]
fn opmm_outcomes_are_among_those_of_the_mended_variant_on_the_corpus() {
    let corpus = format!("{}/../../../tests/litmus", env!("CARGO_MANIFEST_DIR"));
    let folders = ["causality", "classic", "errata", "transforms"].map(|f| format!("{corpus}/{f}"));
    let mut checked = 0;
    for file in folders.iter().flat_map(|f| std::fs::read_dir(f).expect("a folder of the corpus")) {
        let path = file.expect("an entry").path();
        if path.extension().is_none_or(|e| e != "litmus") {
            continue;
        }
        let program = load(&std::fs::read_to_string(&path).expect("a test of the corpus"));
        let Some(report) = closure(&program, Variant::Mended) else { continue };
        let below = outcomes(&program, KnownMasked);
        assert!(below.is_subset(&report.outcomes), "{}", path.display());
        checked += 1;
    }
    assert!(checked >= 100, "only {checked} tests");
}

#[test]
fn j1_matching_extended_states_equals_the_literal_algorithm_without_matching() {
    let small = Shape { threads: (2, 2), statements: (1, 3), ..Shape::core() };
    let wide = Shape { threads: (3, 3), statements: (1, 1), ..Shape::core() };
    let mut compared = 0;
    for seed in 0..1_200 {
        let (text, program) = random(seed, if seed % 3 == 0 { &wide } else { &small });
        for variant in [Variant::Mended, Variant::AsPrinted] {
            let Some(report) = closure(&program, variant) else { continue };
            let Some((outcomes, writes)) = literal::run(&program, variant, 20_000) else { continue };
            assert_eq!(report.outcomes, outcomes, "seed {seed} {variant:?}\n{text}");
            // The oracle does not list default writes.
            let written =
                |loc| report.write_set.of(loc).filter(|(id, _)| id.by.is_some()).map(|(_, v)| v.len());
            let size: usize = (0..8).map(Loc).flat_map(written).sum();
            assert_eq!(size, writes, "seed {seed} {variant:?}\n{text}");
            compared += 1;
        }
    }
    assert!(compared >= 1_000, "only {compared} comparisons were small enough");
}
