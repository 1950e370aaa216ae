//! The classic models, UPC and Itanium, each a file in `models/`, compared with published verdicts.

use axioms::cat::CatModel;
use event::Value;
use litmus::{CompiledProp, Program};
use solver::{Answer, AskLimits, Condition, Guesses, Identity, Question, ask};
use std::path::Path;

fn program(name: &str) -> Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../tests/litmus/{name}.litmus"));
    let text = std::fs::read_to_string(&file).expect("the corpus has the test");
    let program = litmus::load(name, &text).expect("the corpus is correct");
    let bound = program.has_loops().then_some(1);
    program.with_loop_bound(bound)
}

fn condition(prop: &CompiledProp) -> Condition {
    match prop {
        CompiledProp::Const(value) => Condition::Const(*value),
        CompiledProp::Equals(i, value) => Condition::Equals(*i, Value(*value)),
        CompiledProp::Same(i, j) => Condition::Same(*i, *j),
        CompiledProp::Not(inner) => Condition::Not(Box::new(condition(inner))),
        CompiledProp::And(a, b) => Condition::And(vec![condition(a), condition(b)]),
        CompiledProp::Or(a, b) => Condition::Or(vec![condition(a), condition(b)]),
    }
}

/// Whether the model allows the outcome that the test asks for.
fn allows(model: &CatModel, test: &str) -> bool {
    asks(model, test, &program(test))
}

fn asks(model: &CatModel, test: &str, program: &Program) -> bool {
    let asked = condition(&program.condition().expect("the test asks something").prop);
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let names: Vec<String> = program.observed().iter().map(|observed| observed.name.clone()).collect();
    let question = Question {
        machine: program,
        model,
        condition: &asked,
        names: &names,
        constants: &constants,
        guesses: Guesses::Any,
        identity: Identity::Free,
        limits: AskLimits::default(),
    };
    let report = ask(&question, 0).unwrap_or_else(|overflow| panic!("{test}: {overflow}"));
    match report.answer {
        Answer::Possible(_) => true,
        Answer::Impossible(reason) => {
            assert!(reason.is_minimal, "{test}: {:?}", reason.constraints);
            false
        }
        Answer::Stopped => panic!("{test}: no limit was set"),
    }
}

fn shipped(name: &str) -> CatModel {
    CatModel::shipped(name).expect("a shipped model")
}

/// Checks that the model allows exactly these tests of a family.
fn exactly(file: &str, tests: impl Iterator<Item = String>, allowed: &[&str]) {
    let model = shipped(file);
    let wrong: Vec<String> = tests
        .filter_map(|test| {
            let expected = allowed.contains(&test.split('/').next_back().expect("a name"));
            (allows(&model, &test) != expected).then(|| format!("{test}: expected {expected}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{file}: {wrong:?}");
}

fn nemos() -> impl Iterator<Item = String> {
    (1..=15).map(|n| format!("nemos/nemos{n}"))
}

/// MemSAT (PLDI 2010), Table 1, column "found". Causal consistency allows 11, 13, 14 and 15, contrary to the
/// expectation of Nemos; the text of the paper names other tests than its own table and result files.
#[test]
fn nemos_tests_under_the_five_classic_models() {
    let sc = ["nemos1", "nemos3", "nemos8"];
    exactly("sc.cat", nemos(), &sc);
    let all_but = |without: &[&str]| -> Vec<String> {
        let names = nemos().map(|name| name.replace("nemos/", ""));
        names.filter(|name| !without.contains(&name.as_str())).collect()
    };
    for (file, forbidden) in [
        ("coherence.jmm", &["nemos6"][..]),
        ("pram.jmm", &["nemos5", "nemos10"]),
        ("causal.jmm", &["nemos2", "nemos5", "nemos10", "nemos12"]),
        ("processor.jmm", &["nemos5", "nemos6", "nemos7", "nemos10", "nemos15"]),
    ] {
        let allowed = all_but(forbidden);
        exactly(file, nemos(), &allowed.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

/// MemSAT, section 4.1: with equality in `mapConstraints`, processor consistency forbids what sequential
/// consistency forbids.
#[test]
fn processor_consistency_as_first_written_is_too_strong() {
    let model = shipped("processor-nemos.jmm");
    for n in [2, 4, 9, 11, 12, 13, 14] {
        assert!(!allows(&model, &format!("nemos/nemos{n}")), "{n}");
    }
    for n in [1, 3, 8] {
        assert!(allows(&model, &format!("nemos/nemos{n}")), "{n}");
    }
}

/// UPC Language Specifications, appendix on the memory model, examples 1 to 12.
#[test]
fn upc_examples_under_upc() {
    let tests = (1..=12).map(|n| format!("upc/B.5.{n}"));
    exactly("upc.jmm", tests, &["B.5.1", "B.5.3", "B.5.4", "B.5.6", "B.5.9", "B.5.10"]);
}

/// McSPIN (Abe and Maeda), Table 2, for the programs that could be reconstructed from Intel's manual; the
/// last two are from the manual's text (SDM volume 2, part 2, 2.2.1.6 and 2.2.1.11).
#[test]
fn itanium_tests_under_both_forms_of_itanium() {
    let tests = ["A.1.4", "A.2.5", "A.3.6", "A.4.7", "A.6.10", "A.7.11", "A.8.12", "A.9.13-closest"];
    let more = ["sdm-2.2.1.6", "sdm-2.2.1.11-nonrel"];
    let names = tests.into_iter().chain(more).map(|name| format!("itanium/{name}"));
    for file in ["itanium.jmm", "itanium-mpec.jmm"] {
        let allowed = ["A.1.4", "A.3.6", "A.6.10", "sdm-2.2.1.6", "sdm-2.2.1.11-nonrel"];
        exactly(file, names.clone(), &allowed);
    }
}

/// ReadValue as published accepts any of its cases: a processor may see its own store although a newer one,
/// its own or another's, is complete. With the cases in the order of the manual it may not.
#[test]
fn itanium_as_published_lets_a_processor_read_what_it_knows_is_over() {
    let own = "Java own\n{ x = 0; }\nThread0 { x = 1; x = 2; int r1 = x; }\nThread1 { int r2 = x; }\nexists (0:r1=1)\n";
    let others = "Java others\n{ x = 0; }\nThread0 { x = 1; int r1 = x.getAcquire(); int r2 = x; }\nThread1 { x = 2; }\nexists (0:r1=2 /\\ 0:r2=1)\n";
    for text in [own, others] {
        let program = litmus::load("itanium", text).expect("a correct test");
        assert!(asks(&shipped("itanium-mpec.jmm"), text, &program));
        assert!(!asks(&shipped("itanium.jmm"), text, &program));
    }
}
