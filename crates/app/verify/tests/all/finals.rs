//! Final fields (JLS §17.5.1): the K/M store, the closure, exact legality and the literal checker agree.

use event::{Outcome, RuleSet};
use explore::{Config, Product, Progress, Reduction, search};
use legality::{Identity, LegalityLimits, closure};
use litmus::{ObjectShape, Program, Rng, generate_objects};
use operational::{KnownMasked, SequentialConsistency};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use verify::{
    Answer, CatFile, Decision, Explanation, Model, Observation, Options, explain, find_races, run,
    run_legality,
};

fn opmm(program: &Program) -> BTreeSet<Outcome> {
    let system = Product::new(program, KnownMasked, Reduction::Ample);
    let report = search(&system, &Config::default(), &Progress::default());
    assert!(report.incomplete.is_empty());
    report.outcomes
}

/// OpMM by states equals OpMM by executions that the literal checker accepts; the literal checker finds every
/// execution of the closure well-formed unless the choice of chains is open; OpMM ⊆ JMM ⊆ revised JMM.
#[test]
fn the_layers_agree_on_random_programs_with_objects() {
    let limits = LegalityLimits::default();
    let (mut checked, mut protected, mut ambiguous, mut executions) = (0, 0, 0, 0);
    for seed in 0..1500u64 {
        let text = generate_objects(&mut Rng::with_seed(31_000 + seed), &ObjectShape::default()).to_string();
        let program = litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let Ok(closure) = closure(&program, &limits) else { continue };
        let complete = jls::Completeness::Complete;
        let mut lower = BTreeSet::new();
        for candidate in &closure.candidates {
            executions += 1;
            ambiguous += usize::from(candidate.ambiguous);
            match jls::check_execution(&program, &candidate.execution, complete) {
                Ok(()) if candidate.in_trace_order => lower.extend(candidate.outcomes.iter().cloned()),
                Ok(()) => {}
                Err(why) => assert!(candidate.ambiguous, "{why:?}\n{text}"),
            }
        }
        let states = opmm(&program);
        if closure.candidates.iter().any(|c| c.ambiguous) {
            assert!(states.is_subset(&lower), "{text}");
        } else {
            assert_eq!(states, lower, "OpMM by states and by executions\n{text}");
        }
        let original = run_legality(&program, closure.clone(), (RuleSet::Original, Identity::Free), &limits);
        let revised = run_legality(&program, closure, (RuleSet::Revised, Identity::Free), &limits);
        for (outcome, decision) in &original.outcomes {
            let weaker = &revised.outcomes[outcome];
            assert!(!matches!(decision, Decision::Open(_)), "{decision:?}\n{text}");
            assert!(decision.is_legal() != Some(true) || weaker.is_legal() == Some(true), "{text}");
        }
        // The same program without `final` shows at least as much.
        let plain = text.replace("final ", "");
        let plain = litmus::load("random", &plain).unwrap_or_else(|e| panic!("{e}\n{plain}"));
        let without = opmm(&plain);
        assert!(states.is_subset(&without), "{text}");
        protected += usize::from(states != without);
        checked += 1;
    }
    assert!(
        checked > 1000 && protected > 100,
        "{checked} programs, {protected} protected, {ambiguous} of {executions} ambiguous"
    );
}

/// The literal checker gives up on chains with very many choices; that is not a refusal. What the lower bound
/// shows needs no certificate.
#[test]
fn many_reads_of_one_reference_are_no_error() {
    let sum = ["a.f + b.f + c.f"; 4].join(" + ");
    let text = format!(
        "Java many {{ class F {{ final int f; F() {{ f = 7; }} }} F p; }} Thread0 {{ p = new F(); }} \
         Thread1 {{ F a = p; F b = p; F c = p; int r = 0; if (a != null && a == b && a == c) r = {sum}; }} \
         exists (1:r=84)"
    );
    let program = litmus::load("many", &text).unwrap_or_else(|e| panic!("{e}"));
    let (options, progress) = (Options::default(), Arc::<Progress>::default());
    let races = find_races(&program, &options, &progress);
    let result = run(&program, Model::Jmm, &races, &options, &progress);
    assert!(result.complete, "{:?}", result.verdict);
    assert_eq!(result.observation(&program).map(|(word, ..)| word), Some(Observation::Sometimes));
}

/// With publication by release and acquire, the upper bound shows whatever SC and the lower bound show.
#[test]
fn the_upper_bound_holds_for_objects_published_by_weaker_modes() {
    let mut weak = 0;
    for seed in 0..1500u64 {
        let text = generate_objects(&mut Rng::with_seed(77_000 + seed), &ObjectShape::default()).to_string();
        let line = |line: &str| {
            let line = line.replace("= x0;", "= x0.getAcquire();").replace("= x1;", "= x1.getAcquire();");
            match line.trim().split_once(" = ") {
                Some((x @ ("x0" | "x1"), value)) => {
                    format!("{x}.setRelease({});", value.trim_end_matches(';'))
                }
                _ => line,
            }
        };
        let text = text.lines().map(line).collect::<Vec<_>>().join("\n");
        let program = litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let Ok(closure) = closure(&program, &LegalityLimits::default()) else { continue };
        let upper: BTreeSet<Outcome> = closure.candidates.iter().flat_map(|c| c.outcomes.clone()).collect();
        let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
        let sc = search(&system, &Config::default(), &Progress::default()).outcomes;
        assert!(opmm(&program).is_subset(&upper) && sc.is_subset(&upper), "{text}");
        weak += usize::from(closure.weak);
    }
    assert!(weak > 500, "{weak}");
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// A model file for the solver.
fn solver(file: &str) -> Model {
    let path = root().join("models").join(file);
    Model::Cat(CatFile::load(&path.to_string_lossy()).unwrap_or_else(|e| panic!("{e}")))
}

/// Compares two engines that share only the machine: exact legality, and the text of the rules in the solver.
#[test]
fn the_solver_has_the_outcomes_of_exact_legality_on_the_corpus() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(root().join("tests/litmus/finals"))
        .expect("the corpus is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "litmus"))
        .collect();
    files.sort();
    let (mut tally, mut too_large) = (differential::solver::SatTally::default(), 0);
    for file in &files {
        let text = std::fs::read_to_string(file).expect("readable");
        // The JLS does not define release and acquire.
        if text.contains("Release") {
            continue;
        }
        let test = litmus::parse("t", &text).unwrap_or_else(|e| panic!("{e}"));
        // Turn 0 also judges certificates.
        let one = differential::solver::check(&test, 0).unwrap_or_else(|what| panic!("{what}\n{text}"));
        if one.outcomes == 0 {
            too_large += 1;
            agrees_on_the_question(&text);
            continue;
        }
        // Two rule sets, two identities, and whether there is another outcome.
        assert!(one.outcomes >= 8, "{one:?}\n{text}");
        tally.add(one);
    }
    assert!(tally.programs > 15 && too_large < 4 && tally.open == 0, "{tally:?} {too_large}");
    assert!(tally.impossible > 70 && tally.outcomes - tally.impossible > 100, "{tally:?}");
}

/// For a test with too many outcomes or executions: its own question has the same answer.
fn agrees_on_the_question(text: &str) {
    let program = litmus::load("t", text).unwrap_or_else(|e| panic!("{e}"));
    let (options, progress) = (Options::default(), Arc::<Progress>::default());
    for (model, file) in [(Model::Jmm, "jmm.jmm"), (Model::JmmRevised, "jmm-revised.jmm")] {
        let answer = |model| match explain(&program, model, &options, &progress).answer {
            Answer::Allowed { .. } => true,
            Answer::Forbidden(_) => false,
            Answer::Unknown(why) => panic!("{why}\n{text}"),
        };
        assert_eq!(answer(solver(file)), answer(model), "{file}\n{text}");
    }
}

/// The last values that outcomes show are not always those that locations hold: references are numbered, and
/// a `long` has two halves.
#[test]
fn the_solver_shows_last_values_as_outcomes_do() {
    let references = "Java references { class F { final int f; F(int v) { f = v; } } F p; F q; } \
                      Thread0 { p = new F(7); } Thread1 { F a = p; q = a; } Thread2 { q = new F(8); } locations [p; q;]";
    let halves = "Java halves { long l = 0; } Thread0 { l = -1L; } Thread1 { l = 1L; } locations [l;]";
    for (text, tearing, wanted) in [(references, false, 3), (halves, true, 4)] {
        let program =
            litmus::load_with("t", text, &litmus::Options { tearing }).unwrap_or_else(|e| panic!("{e}"));
        let (options, progress) = (Options::default(), Arc::<Progress>::default());
        let races = find_races(&program, &options, &progress);
        let outcomes = |model: Model| -> BTreeSet<Outcome> {
            run(&program, model, &races, &options, &progress).outcomes
        };
        assert_eq!(outcomes(solver("jmm.jmm")), outcomes(Model::Jmm));
        assert_eq!(outcomes(Model::Jmm).len(), wanted);
    }
}

/// The names of the axioms that keep a read of a final field from seeing its default value.
fn axioms(text: &str) -> Option<Vec<String>> {
    let program = litmus::load("t", text).unwrap_or_else(|e| panic!("{e}"));
    let Explanation { core, .. } = explain(&program, solver("jmm.jmm"), &Options::default(), &Arc::default());
    let axiom = |constraint: solver::Constraint| match constraint {
        solver::Constraint::Axiom { axiom, .. } => Some(axiom),
        _ => None,
    };
    core.map(|core| core.constraints.into_iter().filter_map(axiom).collect())
}

#[test]
fn a_reason_names_the_axiom_of_final_fields_where_it_is_one() {
    let published = |field: &str, publish: &str, asked: &str| {
        format!(
            "Java t {{ class F {{ {field} f; F(int v) {{ f = v; }} }} {publish} F p; }} Thread0 {{ p = new F(7); }} \
             Thread1 {{ F q = p; int r = 7; if (q != null) r = q.f; }} exists (1:r={asked})"
        )
    };
    let names = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
    assert_eq!(axioms(&published("final int", "", "0")), names(&["final-overwritten"]));
    // Happens-before suffices without the freeze.
    assert_eq!(axioms(&published("int", "volatile", "0")), names(&["so-future", "hb-overwritten"]));
    assert_eq!(axioms(&published("int", "", "0")), None);
    assert_eq!(axioms(&published("final int", "", "7")), None);
}
