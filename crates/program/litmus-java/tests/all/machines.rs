//! Bytecode = litmus: a litmus test and its translation to Java have the same outcomes, each on its own
//! machine, under every model. And Java = Java: equivalent formulations have the same outcomes.
//!
//! `cargo xtask java-litmus` compares any number of random tests; see `docs/TESTING.md`. Here a fixed few are
//! compared.

use crate::support;

use differential::java::{Difference, MODELS};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use support::bench::Bench;
use support::{Case, Tally, compare, compare_graphs, compare_solved};
use verify::Model;
use verify::java::check_java;

/// The number of random tests.
const RANDOM: u64 = 60;
/// The number of states after which a comparison is given up.
const STATES: u64 = 20_000;
const WORKERS: usize = 2;

fn bench(name: &str) -> Bench {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    Bench::new(None, &folder).unwrap_or_else(|e| panic!("{e}"))
}

fn case(made: Result<Case, litmus_java::Untranslatable>) -> Case {
    made.unwrap_or_else(|e| panic!("{e}"))
}

/// The causality tests of the corpus.
fn causality() -> Vec<Case> {
    corpus("causality").into_iter().map(|(name, text)| case(Case::new(name, text))).collect()
}

/// The tests of a folder of the corpus, with class names.
fn corpus(folder: &str) -> Vec<(String, String)> {
    let first = folder[..1].to_uppercase();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/litmus").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .map(|f| f.expect("readable").path())
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "litmus"));
    files.sort();
    let read = |(i, file)| (format!("{first}{i}"), std::fs::read_to_string(file).expect("readable"));
    files.iter().enumerate().map(read).collect()
}

type Compare = fn(&Bench, &Case, &[Model], u64) -> Result<Tally, (Model, Difference)>;

/// Compares all cases on a few threads; every difference is reported.
fn compare_all(bench: &Bench, cases: &[(Case, &[Model])], compare: Compare) -> Tally {
    bench
        .compile(cases.iter().map(|(c, _)| (c.class.as_str(), c.java.as_str())))
        .unwrap_or_else(|e| panic!("{e}"));
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some((case, models)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = compare(bench, case, models, STATES).map_err(|(model, difference)| {
                        let (what, model) = (difference.what, model.name());
                        format!("{} under {model}: {what}\n{}\n{}", case.class, case.text, case.java)
                    });
                    results.lock().expect("no panic while it is held").push(result);
                }
            });
        }
    });
    let mut tally = Tally::default();
    let mut told = Vec::new();
    for result in results.into_inner().expect("all have ended") {
        match result {
            Ok(more) => tally.add(more),
            Err(what) => told.push(what),
        }
    }
    assert!(told.is_empty(), "{} tests differ:\n{}", told.len(), told.join("\n"));
    tally
}

#[test]
fn litmus_tests_have_the_outcomes_of_their_java_programs() {
    let random = (1..=RANDOM).map(|seed| (case(Case::random(seed)), &MODELS[..]));
    let published = [Model::Sc, Model::Opmm, Model::Jmm];
    let causality = causality().into_iter().map(|c| (c, &published[..]));
    let cases: Vec<(Case, &[Model])> = random.chain(causality).collect();
    let tally = compare_all(&bench("machines"), &cases, compare);
    // A side that gives up has nothing to compare; Java Path Relaxer and models in cat do not support much of
    // the language.
    assert!(tally.programs > RANDOM + 20 && tally.compared > 480 && tally.skipped < 70, "{tally:?}");
    assert!(tally.outcomes > 1000, "{tally:?}");
}

/// The number of random tests that print.
const PRINTING: u64 = 80;

/// Printing is an external action on both machines (JLS 17.4.2): the same commit sequences are legal.
#[test]
fn litmus_tests_that_print_have_the_outcomes_of_their_java_programs() {
    let models = [Model::Jmm, Model::JmmRevised];
    let random = (1..=PRINTING).map(|seed| case(Case::printing(seed)));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/litmus/transforms");
    let published =
        ["t5", "t5-transformed", "as08-fig5", "as08-intro"].iter().enumerate().map(|(i, name)| {
            let text = std::fs::read_to_string(folder.join(format!("{name}.litmus"))).expect("readable");
            case(Case::new(format!("T{i}"), text))
        });
    let cases: Vec<(Case, &[Model])> = random.chain(published).map(|c| (c, &models[..])).collect();
    let prints = cases.iter().filter(|(c, _)| c.java.contains("System.out.println")).count();
    assert!(prints > 50, "{prints} print");
    let bench = bench("printing");
    let tally = compare_all(&bench, &cases, compare);
    assert!(tally.compared > 150 && tally.skipped < 15 && tally.outcomes > 600, "{tally:?}");
    let few: Vec<(Case, &[Model])> = cases.into_iter().step_by(6).collect();
    let tally = compare_all(&bench, &few, compare_solved);
    assert!(tally.compared > 20, "{tally:?}");
}

/// The number of random tests for the solver; `cargo xtask java-litmus --solver yes` runs more, under the JMM
/// as well.
const SOLVED: u64 = 36;
/// The number of random tests about objects.
const OBJECTS: u64 = 40;

#[test]
fn the_solver_finds_the_outcomes_of_java_programs() {
    let random =
        (1..=SOLVED).map(|seed| (case(Case::random(seed)), &[Model::Sc, Model::Tso, Model::Pso][..]));
    // Those with loops take too long.
    let causality = causality().into_iter().filter(|c| !c.program.has_loops());
    let causality = causality.step_by(2).map(|c| (c, &[Model::Pso, Model::Jmm][..]));
    // The main thread observes a variable that no thread writes, after it has only joined.
    let unwritten = "Java t { x = 0; y = 0; } Thread0 { y = 1; } Thread1 { int r = y; } locations [x; 1:r;]";
    let unwritten =
        (case(Case::new("Unwritten".to_owned(), unwritten.to_owned())), &[Model::Sc, Model::Jmm][..]);
    let cases: Vec<(Case, &[Model])> = random.chain(causality).chain([unwritten]).collect();
    let tally = compare_all(&bench("solved"), &cases, compare_solved);
    assert!(tally.compared > 110 && tally.skipped < 25 && tally.outcomes > 400, "{tally:?}");
}

/// The number of random tests for the graph engine; `cargo xtask java-litmus --graphs yes` runs more.
const BY_GRAPHS: u64 = 60;

#[test]
fn the_graph_engine_finds_the_outcomes_of_java_programs() {
    let models = [Model::Sc, Model::Tso, Model::Opmm];
    let random = (1..=BY_GRAPHS).map(|seed| (case(Case::random(seed)), &models[..]));
    let cases: Vec<(Case, &[Model])> =
        random.chain(causality().into_iter().map(|c| (c, &models[..]))).collect();
    let tally = compare_all(&bench("graphs"), &cases, compare_graphs);
    assert!(tally.compared > 100 && tally.outcomes > 400, "{tally:?}");
}

/// Objects with final fields: those of the corpus that have a translation, and random ones.
#[test]
fn the_solver_finds_the_outcomes_of_java_programs_with_final_fields() {
    let finals = corpus("finals").into_iter().filter_map(|(name, text)| Case::new(name, text).ok());
    let finals = finals.map(|c| (c, &[Model::Jmm, Model::JmmRevised, Model::Tso][..]));
    let random = (1..=OBJECTS).map(|n| (case(Case::random(6 * n)), &[Model::Jmm, Model::Pso][..]));
    let cases: Vec<(Case, &[Model])> = finals.chain(random).collect();
    let tally = compare_all(&bench("finals"), &cases, compare_solved);
    assert!(tally.compared > 100 && tally.skipped < 25 && tally.outcomes > 400, "{tally:?}");
}

/// Equivalent formulations, by their modes.
const PLAIN: [&str; 2] = ["plain-field", "plain-handle"];
const VOLATILE: [&str; 3] = ["volatile-field", "volatile-handle", "atomic"];
/// Programs, with the number of outcomes under sc.
const SHAPES: [(&str, usize); 6] = [
    ("StoreBuffering", 3),
    ("MessagePassing", 3),
    ("LoadBuffering", 3),
    ("ReadReadCoherence", 6),
    ("IndependentReads", 15),
    ("TwoPlusTwoWrites", 3),
];

fn outcomes(bench: &Bench, shape: &str, way: &str, model: Model) -> BTreeSet<event::Outcome> {
    let program = bench.program(shape, &[way.to_owned()]).unwrap_or_else(|e| panic!("{e}"));
    let result =
        check_java(&program, model, &verify::Options::default(), &|_: &str| std::sync::Arc::default());
    // Under jam21 values may justify themselves, which is not tried: it never claims to be complete.
    let is_complete = result.complete || model == Model::Jam21;
    assert!(is_complete && result.gaps.is_empty(), "{shape} {way} {result:?}");
    result.outcomes
}

#[test]
fn fields_handles_and_atomics_of_one_mode_have_the_same_outcomes() {
    let bench = bench("variants");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java-check/variants");
    let text = |class: &str| std::fs::read_to_string(folder.join(format!("{class}.java"))).expect("readable");
    let classes: Vec<&str> = SHAPES.iter().map(|(shape, _)| *shape).chain(["Cell"]).collect();
    let texts: Vec<String> = classes.iter().map(|class| text(class)).collect();
    let sources = classes.iter().zip(&texts).map(|(class, text)| (*class, text.as_str()));
    bench.compile(sources).unwrap_or_else(|e| panic!("{e}"));
    for (shape, count) in SHAPES {
        let sc = outcomes(&bench, shape, PLAIN[0], Model::Sc);
        assert_eq!(sc.len(), count, "{shape}: {sc:?}");
        for model in MODELS {
            let plain = outcomes(&bench, shape, PLAIN[0], model);
            assert!(sc.is_subset(&plain), "{shape} under {}", model.name());
            assert_eq!(outcomes(&bench, shape, PLAIN[1], model), plain, "{shape} under {}", model.name());
            for way in VOLATILE {
                // Programs of volatile accesses only have no data races.
                assert_eq!(outcomes(&bench, shape, way, model), sc, "{shape} {way} under {}", model.name());
            }
        }
    }
}
