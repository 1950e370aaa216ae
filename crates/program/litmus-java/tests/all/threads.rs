//! Classes whose methods are threads and whose assertions ask the questions: the solver's answers are those
//! that MemSAT published (`docs/MEMSAT.md`).

use crate::support;

use explore::Progress;
use solver::Constraint;
use std::collections::BTreeMap;
use std::path::Path;
use support::bench::Bench;
use verify::java::{JavaQuestion, explain_java};
use verify::{Answer, Model, Options};

fn bench(name: &str, class: &str) -> Bench {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let bench = Bench::new(None, &folder).unwrap_or_else(|e| panic!("{e}"));
    bench.compile([(class, source(class).as_str())]).unwrap_or_else(|e| panic!("{e}"));
    bench
}

fn source(class: &str) -> String {
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../tests/java-explain/{class}.java"));
    std::fs::read_to_string(file).expect("the test is there")
}

/// Whether all assertions of a class can be reached and hold together; an error if that is undecided.
fn possible(bench: &Bench, class: &str, model: Model) -> Result<bool, String> {
    reason(bench, class, model).map(|reason| reason.is_none())
}

/// If they cannot, the reasons: the axioms with their positions and the parts of the question.
fn reason(bench: &Bench, class: &str, model: Model) -> Result<Option<Vec<String>>, String> {
    let (program, copies, assertions) = bench.threads(class).unwrap_or_else(|e| panic!("{class}: {e}"));
    let outer = class.split('$').next().unwrap_or(class);
    let lines = source(outer).lines().map(str::to_owned).collect();
    let question = JavaQuestion {
        title: class.to_owned(),
        target: class.to_owned(),
        sources: &BTreeMap::from([(format!("{outer}.java"), lines)]),
        outcome: None,
        copies,
        has_assertions: true,
        assertions,
    };
    let answer = |_: &verify::java::Alone<'_>, explanation: &verify::Explanation| match &explanation.answer {
        Answer::Allowed { .. } => Ok(None),
        Answer::Forbidden(_) => {
            let core = explanation.core.as_ref().expect("what is forbidden has a reason");
            assert!(core.is_minimal, "{class}");
            let name = |constraint: &Constraint| match constraint {
                Constraint::Axiom { axiom, place, .. } => Some(format!("{axiom} {place}")),
                Constraint::Asked(text) => Some(text.clone()),
                _ => None,
            };
            Ok(Some(core.constraints.iter().filter_map(name).collect()))
        }
        Answer::Unknown(why) => Err(why.clone()),
    };
    explain_java(&program, model, &question, &Options::default(), &Progress::default(), answer)
        .unwrap_or_else(|e| panic!("{class}: {e}"))
}

fn model(name: &str) -> Model {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../models").join(name);
    Model::Cat(verify::CatFile::load(&file.display().to_string()).unwrap_or_else(|e| panic!("{name}: {e}")))
}

#[test]
fn nemos_tests_have_the_answers_of_table_1() {
    let bench = bench("nemos", "Nemos");
    // Per model, the tests that are possible.
    let table: [(Model, &[u32]); 5] = [
        (Model::Sc, &[1, 3, 8]),
        (model("coherence.jmm"), &[1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15]),
        (model("pram.jmm"), &[1, 2, 3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15]),
        (model("causal.jmm"), &[1, 3, 4, 6, 7, 8, 9, 11, 13, 14, 15]),
        (model("processor.jmm"), &[1, 2, 3, 4, 8, 9, 11, 12, 13, 14]),
    ];
    for (model, yes) in table {
        for test in 1..=15 {
            let found = possible(&bench, &format!("Nemos$Test{test}"), model);
            assert_eq!(found, Ok(yes.contains(&test)), "test {test} under {}", model.name());
        }
    }
}

#[test]
fn causality_tests_have_the_answers_of_table_2() {
    let bench = bench("causality", "Causality");
    for test in (1..=20).filter(|test| ![14, 15].contains(test)) {
        let class = format!("Causality$Tc{test}");
        let original = possible(&bench, &class, Model::Jmm);
        assert_eq!(original, Ok(![4, 5, 10, 12, 13, 19, 20].contains(&test)), "test {test}");
        let revised = possible(&bench, &class, Model::JmmRevised);
        assert_eq!(revised, Ok(![4, 5, 10, 12, 13].contains(&test)), "test {test}, revised");
    }
}

#[test]
fn transformations_have_the_answers_of_table_2() {
    let bench = bench("transformations", "Transformations");
    for test in [1, 2, 3, 4, 5] {
        let possible = |kind: &str, model| possible(&bench, &format!("Transformations$T{test}{kind}"), model);
        assert_eq!(possible("", Model::Jmm), Ok(false), "T{test}");
        // A print need not be committed before what follows it, but after everything that precedes it.
        assert_eq!(possible("", Model::JmmRevised), Ok(test == 5), "T{test}, revised");
        assert_eq!(possible("t", Model::Jmm), Ok(true), "T{test} transformed");
        assert_eq!(possible("t", Model::JmmRevised), Ok(true), "T{test} transformed, revised");
    }
    let core = reason(&bench, "Transformations$T5", Model::Jmm).expect("answered").expect("forbidden");
    assert!(core.iter().any(|name| name.starts_with("rule9 ")), "{core:?}");
}

#[test]
fn assertions_must_be_reached_and_hold() {
    let bench = bench("assertions", "Assertions");
    let reason = |test: &str, model| {
        reason(&bench, &format!("Assertions${test}"), model).unwrap_or_else(|e| panic!("{test}: {e}"))
    };
    let asked = |core: Option<Vec<String>>| -> Vec<String> {
        core.into_iter().flatten().filter(|text| text.starts_with('`')).collect()
    };
    assert_eq!(asked(reason("Unreached", Model::Sc)), ["`assert r1 != 0;` in t0 is reached"]);
    assert_eq!(asked(reason("Unreached", Model::Jmm)), ["`assert r1 != 0;` in t0 is reached"]);
    assert_eq!(reason("Reached", Model::Sc), None);
    assert_eq!(reason("Reached", Model::Jmm), None);
    let both = ["`assert r1 != 0;` in t1 is reached", "`assert r2 != 1;` in t1 is reached"];
    assert_eq!(asked(reason("Together", Model::Sc)), both);
    assert_eq!(reason("Together", Model::Pso), None);
    assert_eq!(asked(reason("Second", Model::Sc)), ["`assert r1 == 2;` in t0"]);
    assert_eq!(reason("Called", Model::Sc), None);
    assert_eq!(reason("Looping", Model::Sc), None);
    assert_eq!(reason("Finally", Model::Sc), None);
}

/// JLS 17.5.1: what is impossible is so by the axiom about final fields, which is reported with its position.
#[test]
fn final_fields_are_seen_as_they_were_frozen() {
    let bench = bench("final_fields", "FinalFields");
    for model in [Model::Jmm, Model::JmmRevised] {
        let found = |test: &str| -> Result<Option<Vec<String>>, String> {
            let names = reason(&bench, &format!("FinalFields${test}"), model)?;
            Ok(names.map(|names| names.into_iter().filter(|name| !name.starts_with('`')).collect()))
        };
        for test in ["Frozen", "Behind", "Forwarded"] {
            let axioms = found(test).unwrap_or_else(|why| panic!("{test}: {why}"));
            let [axiom] = axioms.as_deref().unwrap_or_default() else { panic!("{test}: {axioms:?}") };
            assert!(axiom.starts_with("final-overwritten jmm-execution.jmm:"), "{test}: {axiom}");
        }
        for test in ["Plain", "Leaked"] {
            assert_eq!(found(test), Ok(None), "{test} under {}", model.name());
        }
        // Happens-before is enough.
        let axioms = found("Published").unwrap_or_else(|why| panic!("{why}")).unwrap_or_default();
        assert!(axioms.iter().all(|axiom| !axiom.starts_with("final")) && !axioms.is_empty(), "{axioms:?}");
    }
}
