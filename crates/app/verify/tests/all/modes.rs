//! The tests of `tests/litmus/modes`: what each says of itself against the lower bound with access modes,
//! as a store and as a file, against `jam21`, and against `jmm`.

use litmus::Program;
use std::path::Path;
use std::sync::Arc;
use verify::{CatFile, Model, Options, Ruling, find_races, run};

/// Whether the test's outcome is shown under a model, and whether the answer is complete.
fn answer(program: &Program, model: Model) -> (bool, bool) {
    let options = Options::default();
    let races = find_races(program, &options, &explore::Progress::default());
    let result = run(program, model, &races, &options, &Arc::default());
    let condition = program.condition().expect("every test asks for an outcome");
    let shown = result.outcomes.iter().any(|outcome| condition.prop.holds(outcome));
    (shown, !matches!(result.verdict.ruling(), Ruling::Unknown(_) | Ruling::Internal(_)))
}

#[test]
fn each_test_is_what_it_says() {
    let file = CatFile::load("opmm-modes.jmm").expect("it is shipped");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/litmus/modes");
    let (mut tests, mut decided) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the corpus is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_none_or(|extension| extension != "litmus") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.display();
        let program = litmus::load("test", &text).unwrap_or_else(|e| panic!("{e}"));
        let says = |what: &str| {
            let found = text.split(what).nth(1).and_then(|rest| rest.split([';', '"']).next());
            found.unwrap_or_else(|| panic!("{name} says nothing of {what}")).trim().to_owned()
        };
        let intent = says("intent:");
        let in_order = intent == "may";
        assert_eq!(answer(&program, Model::OpmmModes).0, in_order, "{name} by the store");
        assert_eq!(answer(&program, Model::Cat(file)).0, in_order, "{name} by the file");
        assert_eq!(answer(&program, Model::Jam21).0, says("JAM21:") == "may", "{name} by jam21");
        let (shown, complete) = answer(&program, Model::Jmm);
        match intent.as_str() {
            "may" => assert!(shown, "{name}: jmm must show it"),
            "must not" => assert!(!shown, "{name}: jmm must not show it"),
            "may, by commitments only" => assert!(shown || !complete, "{name}: jmm must not exclude it"),
            other => panic!("{name}: {other}"),
        }
        (tests, decided) = (tests + 1, decided + usize::from(complete));
    }
    assert!(tests >= 77 && decided >= 45, "{tests} tests, {decided} decided");
}
