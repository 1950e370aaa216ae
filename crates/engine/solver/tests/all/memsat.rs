//! The tables of MemSAT (Torlak, Vaziri, Dolby, PLDI 2010): published verdicts, witnesses that the literal
//! checker accepts, and minimal cores.
//!
//! With `MEMSAT_TABLES=DIRECTORY` in the environment, the tables are also written there, with sizes and
//! times, for `docs/MEMSAT.md`.

use axioms::cat::CatModel;
use event::{EventKind, Execution, ReadMode, RuleSet, Value};
use litmus::{CompiledProp, Program};
use solver::{Answer, AskLimits, Condition, Constraint, Guesses, Identity, Question, Report, ask, ask_each};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Instant;

fn program(name: &str) -> Program {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../tests/litmus/{name}.litmus"));
    let text = std::fs::read_to_string(&file).expect("the corpus has the test");
    let program = litmus::load(name, &text).expect("the corpus is correct");
    // Loops are unwound once, as in the paper.
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

/// Numbers of speculative executions that suffice for every execution of the race-pair closure with the
/// outcome: two steps for each racy read, and two more.
fn numbers(program: &Program, asked: &Condition) -> Vec<u32> {
    let closure =
        legality::closure(program, &legality::LegalityLimits::default()).expect("the tests are small");
    let racy = |execution: &Execution| {
        let racy = execution.ids().filter(|&read| {
            let event = execution.event(read);
            let plain = matches!(event.kind, EventKind::Read(_, ReadMode::Plain));
            plain && event.rf.is_some_and(|write| !execution.hb(write, read))
        });
        racy.count() as u32
    };
    let with = closure.candidates.iter().filter(|c| c.outcomes.iter().any(|o| asked.holds(&o.values)));
    let most = with.map(|candidate| racy(&candidate.execution)).max().unwrap_or(0);
    (0..=most).map(|batches| 2 * batches + 2).collect()
}

fn decide(program: &Program, model: &CatModel, k: Option<&[u32]>) -> Report {
    let asked = condition(&program.condition().expect("the test asks something").prop);
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let names: Vec<String> = program.observed().iter().map(|observed| observed.name.clone()).collect();
    let question = Question {
        machine: program,
        model,
        condition: &asked,
        names: &names,
        constants: &constants,
        guesses: if model.has_grounded_values() { Guesses::Grounded } else { Guesses::Any },
        identity: Identity::Free,
        limits: AskLimits { verify_cores: true, ..AskLimits::default() },
    };
    let report = match k {
        Some(numbers) => ask_each(&question, numbers),
        None if model.has_parameter() => ask_each(&question, &numbers(program, &asked)),
        None => ask(&question, 0),
    };
    report.unwrap_or_else(|overflow| panic!("{}: {overflow}", program.name()))
}

fn shipped(name: &str) -> CatModel {
    CatModel::shipped(name).expect("a shipped model")
}

/// Table 2: what was found under the original and the revised rules. With the real test 20, not the copy of
/// test 19 that circulates; T5 is possible under the revised rules, since their rule 7 differs from the
/// original rule 9.
const TABLE_2: [(&str, bool, bool); 30] = [
    ("causality/tc1", true, true),
    ("causality/tc2", true, true),
    ("causality/tc3", true, true),
    ("causality/tc4", false, false),
    ("causality/tc5", false, false),
    ("causality/tc6", true, true),
    ("causality/tc7", true, true),
    ("causality/tc8", true, true),
    ("causality/tc9", true, true),
    ("causality/tc10", false, false),
    ("causality/tc11", true, true),
    ("causality/tc12", false, false),
    ("causality/tc13", false, false),
    ("causality/tc14", false, false),
    ("causality/tc15", false, false),
    ("causality/tc16", true, true),
    ("causality/tc17", true, true),
    ("causality/tc18", true, true),
    ("causality/tc19", false, true),
    ("causality/tc20", false, true),
    ("transforms/t1", false, false),
    ("transforms/t1-transformed", true, true),
    ("transforms/t2", false, false),
    ("transforms/t2-transformed", true, true),
    ("transforms/t3", false, false),
    ("transforms/t3-transformed", true, true),
    ("transforms/t4", false, false),
    ("transforms/t4-transformed", true, true),
    ("transforms/t5", false, true),
    ("transforms/t5-transformed", true, true),
];

#[test]
fn causality_and_transformation_tests_under_both_rule_sets() {
    let rules = [(RuleSet::Original, shipped("jmm.jmm")), (RuleSet::Revised, shipped("jmm-revised.jmm"))];
    let mut table = String::from(
        "| test | rules | possible | k | variables | clauses | seconds | core |\n|---|---|---|---|---|---|---|---|\n",
    );
    for (name, original, revised) in TABLE_2 {
        let program = program(name);
        for ((rules, model), expected) in rules.iter().zip([original, revised]) {
            let since = Instant::now();
            let report = decide(&program, model, None);
            let seconds = since.elapsed().as_secs_f64();
            let core = match &report.answer {
                Answer::Possible(witness) => {
                    assert!(expected, "{name} {rules:?}: possible");
                    let certificate = witness.certificate(*rules).expect("the model has commit sets");
                    assert_eq!(jls::check_certificate(&program, &certificate), Ok(()), "{name} {rules:?}");
                    let prop = &program.condition().expect("the test asks something").prop;
                    assert!(prop.holds(&witness.outcome), "{name} {rules:?}: {:?}", witness.outcome);
                    String::new()
                }
                Answer::Impossible(reason) => {
                    assert!(!expected, "{name} {rules:?}: impossible");
                    assert!(reason.is_minimal, "{name} {rules:?}");
                    short(&reason.constraints)
                }
                Answer::Stopped => panic!("{name}: no limit was set"),
            };
            let (k, size) = (report.coverage.k.expect("a parameter"), report.size);
            let yes = if expected { "yes" } else { "no" };
            let (variables, clauses) = (size.variables, size.clauses);
            writeln!(
                table,
                "| {name} | {rules:?} | {yes} | {k} | {variables} | {clauses} | {seconds:.2} | {core} |"
            )
            .expect("a string takes everything");
        }
    }
    keep("table2.md", &table);
}

/// Writes a table to the directory given in the environment.
fn keep(name: &str, table: &str) {
    if let Some(directory) = std::env::var_os("MEMSAT_TABLES") {
        std::fs::write(Path::new(&directory).join(name), table).expect("the file can be written");
    }
}

/// Table 1; `published.rs` has the verdicts. Here, every witness shows the requested outcome, and every core
/// is minimal.
#[test]
fn classic_models_explain_all_nemos_tests() {
    let models = ["sc.cat", "coherence.jmm", "pram.jmm", "causal.jmm", "processor.jmm"];
    let mut table = String::from(
        "| test | model | possible | variables | clauses | seconds | core |\n|---|---|---|---|---|---|---|\n",
    );
    for name in (1..=15).map(|n| format!("nemos/nemos{n}")) {
        let program = program(&name);
        for file in models {
            let since = Instant::now();
            let report = decide(&program, &shipped(file), None);
            let seconds = since.elapsed().as_secs_f64();
            let (yes, core) = match &report.answer {
                Answer::Possible(witness) => {
                    let prop = &program.condition().expect("the test asks something").prop;
                    assert!(prop.holds(&witness.outcome), "{name} {file}: {:?}", witness.outcome);
                    ("yes", String::new())
                }
                Answer::Impossible(reason) => {
                    assert!(reason.is_minimal, "{name} {file}");
                    ("no", short(&reason.constraints))
                }
                Answer::Stopped => panic!("{name}: no limit was set"),
            };
            let (variables, clauses) = (report.size.variables, report.size.clauses);
            writeln!(table, "| {name} | {file} | {yes} | {variables} | {clauses} | {seconds:.2} | {core} |")
                .expect("a string takes everything");
        }
    }
    keep("table1.md", &table);
}

/// Axioms by name, statements and the rest by number.
fn short(constraints: &[Constraint]) -> String {
    let mut axioms = BTreeSet::new();
    let mut others = 0;
    for constraint in constraints {
        match constraint {
            Constraint::Axiom { axiom, .. } => {
                axioms.insert(axiom.clone());
            }
            _ => others += 1,
        }
    }
    format!("{}; {others} of the program and the question", axioms.into_iter().collect::<Vec<_>>().join(", "))
}

/// Section 4.2: the cores of tests 19 and 20 under the original rules contain rules 2 and 7, and that of T5
/// contains rule 9.
#[test]
fn cores_name_the_rules_the_paper_names() {
    let axioms = |test: &str| -> BTreeSet<String> {
        let Answer::Impossible(reason) = decide(&program(test), &shipped("jmm.jmm"), None).answer else {
            panic!("{test} is impossible under the original rules");
        };
        let axiom = |constraint: Constraint| match constraint {
            Constraint::Axiom { axiom, .. } => Some(axiom),
            _ => None,
        };
        reason.constraints.into_iter().filter_map(axiom).collect()
    };
    for test in ["causality/tc19", "causality/tc20"] {
        assert!(axioms(test).contains("rule7"), "{test}: {:?}", axioms(test));
    }
    assert!(axioms("transforms/t5").contains("rule9"), "{:?}", axioms("transforms/t5"));
}

/// Figure 5: why load buffering is impossible under sequential consistency. Both initial values, both parts
/// of the outcome, the statements of both reads, and the axioms.
#[test]
fn load_buffering_has_the_core_of_figure_5() {
    let program = program("causality/memsat-00");
    let Answer::Impossible(reason) = decide(&program, &shipped("sc.cat"), None).answer else {
        panic!("load buffering is impossible under sequential consistency");
    };
    let count = |wanted: fn(&Constraint) -> bool| reason.constraints.iter().filter(|c| wanted(c)).count();
    assert_eq!(count(|c| matches!(c, Constraint::Initial { .. })), 2, "{reason:?}");
    assert_eq!(count(|c| matches!(c, Constraint::Asked(_))), 2, "{reason:?}");
    assert_eq!(count(|c| matches!(c, Constraint::Statement { .. })), 2, "{reason:?}");
    assert!(count(|c| matches!(c, Constraint::Axiom { .. })) >= 1, "{reason:?}");
}

/// Test 11 takes three batches: six speculative executions are too few to show that it is possible, eight are
/// enough.
#[test]
fn too_few_speculative_executions_say_impossible() {
    let (program, model) = (program("causality/tc11"), shipped("jmm-revised.jmm"));
    assert!(matches!(decide(&program, &model, Some(&[6])).answer, Answer::Impossible(_)));
    assert!(matches!(decide(&program, &model, Some(&[8])).answer, Answer::Possible(_)));
}
