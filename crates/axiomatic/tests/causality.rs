//! MemSAT's second table: Pugh's causality tests and the transformations of Ševčík and Aspinall, under both sets of rules.

use axiomatic::{Answer, Condition, Guesses, Identity, Limits, Question, Report, ask_each};
use event::{RuleSet, Value};
use litmus::{CompiledProp, Program};
use models::cat::CatModel;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn program(name: &str) -> Program {
    let file = format!("tests/litmus/{name}.litmus");
    let text = std::fs::read_to_string(root().join(&file)).expect("the corpus has the test");
    let program = litmus::load(&file, &text).expect("the corpus is correct");
    // As in the paper.
    let bound = program.has_loops().then_some(1);
    program.with_loop_bound(bound)
}

fn model(name: &str) -> CatModel {
    CatModel::load(&std::env::var("MODELS").map_or_else(|_| root().join("models"), PathBuf::from).join(name))
        .unwrap_or_else(|error| panic!("{error:?}"))
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

fn decide(program: &Program, model: &CatModel, k: u32) -> Report {
    let asked = condition(&program.condition().expect("a causality test asks something").prop);
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let names: Vec<String> = program.observed().iter().map(|name| format!("{name:?}")).collect();
    let question = Question {
        machine: program,
        model,
        condition: &asked,
        names: &names,
        constants: &constants,
        guesses: if std::env::var_os("ANY").is_some() { Guesses::Any } else { Guesses::Grounded },
        identity: Identity::Free,
        limits: Limits::default(),
    };
    ask_each(&question, &(1..=k / 2).map(|b| 2 * b).collect::<Vec<_>>())
        .unwrap_or_else(|overflow| panic!("{overflow}"))
}

#[test]
fn try_out() {
    let k: u32 = std::env::var("K").ok().and_then(|k| k.parse().ok()).unwrap_or(3);
    let only = std::env::var("ONLY").unwrap_or_default();
    let tests = (1..=20)
        .map(|n| format!("causality/tc{n}"))
        .chain((1..=5).flat_map(|n| [format!("transforms/t{n}"), format!("transforms/t{n}-transformed")]));
    for name in
        tests.filter(|name| only.is_empty() || only.split(',').any(|o| name.ends_with(&format!("/{o}"))))
    {
        let program = program(&name);
        for (file, rules) in [("jmm.jmm", RuleSet::Original), ("jmm-revised.jmm", RuleSet::Revised)] {
            let start = Instant::now();
            let report = decide(&program, &model(file), k);
            let time = start.elapsed().as_secs_f64();
            let (what, more) = match &report.answer {
                Answer::Possible(witness) => {
                    let certificate = witness.certificate(rules).expect("commit sets");
                    (
                        format!("yes {}", witness.outcome.render()),
                        format!("{:?}", jls::check_certificate(&program, &certificate)),
                    )
                }
                Answer::Impossible(reason) => {
                    ("no".to_owned(), format!("{} {}", reason.constraints.len(), reason.is_minimal))
                }
                Answer::Stopped => ("?".to_owned(), String::new()),
            };
            println!(
                "{name} {file} {what} k={:?} {time:.2}s vars {} clauses {} calls {} {more}",
                report.coverage.k, report.size.variables, report.size.clauses, report.calls
            );
        }
    }
}
