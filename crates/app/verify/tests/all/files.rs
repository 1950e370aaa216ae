//! Models in cat as users run them: published answers for JAM21, values out of thin air, bounds, flags.

use explore::Progress;
use std::sync::Arc;
use verify::{CatFile, FindingKind, Model, ModelResult, Observation, Options, Races, Ruling, run};

fn ask(model: Model, text: &str) -> ModelResult {
    let program = litmus::load("test", text).unwrap_or_else(|e| panic!("{e}"));
    run(&program, model, &Races::Unknown(Vec::new()), &Options::default(), &Arc::default())
}

fn file(name: &str) -> Model {
    Model::Cat(CatFile::load(name).expect("it is shipped"))
}

/// Whether a complete search observes the outcome of the condition.
#[track_caller]
fn observed(model: Model, text: &str) -> bool {
    let result = ask(model, text);
    assert!(result.complete, "{:?}\n{text}", result.verdict);
    let program = litmus::load("test", text).expect("it was run");
    result.observation(&program).expect("a condition").0 != Observation::Never
}

fn sb(write: &str, between: &str, read: &str) -> String {
    let thread =
        |mine: &str, other: &str| format!("{mine}.set{write}(1); {between} int r = {other}.get{read}();");
    let (first, second) = (thread("x", "y"), thread("y", "x"));
    format!(
        "Java SB {{ x = 0; y = 0; }} Thread0 {{ {first} }} Thread1 {{ {second} }} exists (0:r=0 /\\ 1:r=0)"
    )
}

/// Doug Lea, *Using JDK 9 Memory Order Modes*: what each mode forbids and allows.
#[test]
fn jam21_gives_the_published_answers_for_access_modes() {
    assert!(!observed(Model::Jam21, &sb("Volatile", "", "Volatile")));
    assert!(observed(Model::Jam21, &sb("Release", "", "Acquire")));
    assert!(observed(Model::Jam21, &sb("Volatile", "", "Acquire")), "not excluded");
    assert!(!observed(Model::Jam21, &sb("Release", "fullFence();", "Acquire")));
    let iriw = |read: &str| {
        let reader = |a: &str, b: &str| format!("int p = {a}.get{read}(); int q = {b}.get{read}();");
        let (first, second) = (reader("x", "y"), reader("y", "x"));
        format!(
            "Java IRIW {{ x = 0; y = 0; }} Thread0 {{ x.setVolatile(1); }} Thread1 {{ y.setVolatile(1); }} \
             Thread2 {{ {first} }} Thread3 {{ {second} }} exists (2:p=1 /\\ 2:q=0 /\\ 3:p=1 /\\ 3:q=0)"
        )
    };
    assert!(!observed(Model::Jam21, &iriw("Volatile")));
    assert!(observed(Model::Jam21, &iriw("Acquire")));
    let mp = "Java MP { dinner = 0; ready = 0; } Thread0 { dinner = 17; ready.setRelease(1); } \
        Thread1 { int r = ready.getAcquire(); int d = dinner; } exists (1:r=1 /\\ 1:d=0)";
    assert!(!observed(Model::Jam21, mp));
}

/// The artefact's W+RR: initial writes have no mode, so even opaque reads may go back to them.
#[test]
fn jam21_lets_opaque_reads_go_back_to_the_initial_value_as_its_artefact_does() {
    let text = |first: &str| {
        format!(
            "Java W+RR {{ x = 0; }} Thread0 {{ {first} }} Thread1 {{ int p = x.getOpaque(); int q = x.getOpaque(); }} \
             exists (1:p={} /\\ 1:q={})",
            if first.len() > 20 { "2" } else { "1" },
            if first.len() > 20 { "1" } else { "0" }
        )
    };
    assert!(observed(Model::Jam21, &text("x.setOpaque(1);")));
    assert!(!observed(Model::Jam21, &text("x.setOpaque(1); x.setOpaque(2);")));
}

#[test]
fn pitfall_56_load_buffering_must_not_be_with_opaque_accesses_and_may_be_with_plain_ones() {
    let lb = |get: &str, set: &str| {
        format!(
            "Java LB {{ x = 0; y = 0; }} Thread0 {{ int r = x{get}; y{set}; }} Thread1 {{ int r = y{get}; x{set}; }} \
             exists (0:r=1 /\\ 1:r=1)"
        )
    };
    assert!(!observed(Model::Jam21, &lb(".getOpaque()", ".setOpaque(1)")));
    assert!(observed(Model::Jam21, &lb("", " = 1")));
    assert!(!observed(file("ra.cat"), &lb("", " = 1")) && observed(file("hb.cat"), &lb("", " = 1")));
}

const COPIES: &str =
    "Java oota { x = 0; y = 0; } Thread0 { int r = x; y = r; } Thread1 { int r = y; x = r; } ";

#[test]
fn a_value_that_justifies_itself_is_shown_where_it_is_named_and_never_called_impossible() {
    for model in [Model::Jam21, file("hb.cat")] {
        let named = ask(model, &format!("{COPIES} ~exists (0:r=42)"));
        assert_eq!(*named.verdict.ruling(), Ruling::Violated, "42 is named by the condition");
        let unnamed = ask(model, &format!("{COPIES} forall (0:r=0 \\/ 0:r=1)"));
        assert!(!unnamed.complete, "there are others");
        assert!(matches!(unnamed.verdict.ruling(), Ruling::Unknown(why) if why.contains("thin air")));
    }
    let forbidden = ask(file("ra.cat"), &format!("{COPIES} ~exists (0:r=42)"));
    assert_eq!((forbidden.verdict.ruling(), forbidden.complete), (&Ruling::Holds, true));
}

#[test]
fn a_branch_that_justifies_itself_is_followed_although_no_sc_execution_takes_it() {
    let text = "Java tc13 { x = 0; y = 0; } Thread0 { int r = x; if (r == 7) y = 7; } \
        Thread1 { int r = y; if (r == 7) x = 7; } exists (0:r=7 /\\ 1:r=7)";
    assert!(observed(Model::Jam21, text), "plain accesses have no mode");
    assert!(!observed(file("opmm.cat"), text));
}

#[test]
fn arithmetic_in_a_cycle_of_causes_is_never_called_complete() {
    // 3 justifies itself, and so does -2; neither is a constant of the program.
    let text = |read: &str, write: &str| {
        format!(
            "Java t {{ x = 0; y = 0; }} Thread0 {{ int r = x{read}; y.set{write}(r * r - 6); }} \
             Thread1 {{ int r = y{read}; x.set{write}(r); }} forall (0:r=0)"
        )
    };
    let plain = ask(Model::Jam21, &text(".get()", ""));
    assert!(!plain.complete && !plain.outcomes.is_empty(), "{plain:?}");
    let opaque = ask(Model::Jam21, &text(".getOpaque()", "Opaque"));
    assert!(opaque.complete, "no cycle of causes whatever the values: {:?}", opaque.verdict);
}

#[test]
fn loops_are_followed_to_a_bound_and_end_in_unknown() {
    let text = "Java spin { x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { while (v == 0) ; int r = x; } forall (1:r=1)";
    for model in [Model::Jam21, file("sc.cat")] {
        let result = ask(model, text);
        assert!(
            matches!(result.verdict.ruling(), Ruling::Unknown(why) if why.contains("32 actions")),
            "{:?}",
            result.verdict
        );
        assert_eq!(result.outcomes.len(), 1, "executions that end are shown");
    }
}

#[test]
fn what_waits_for_ever_is_not_judged_and_that_is_said() {
    let nested = |a: &str, b: &str| format!("synchronized ({a}) {{ synchronized ({b}) {{ }} }}");
    let text = |second: &str| {
        format!(
            "Java locks {{ x = 0; monitor m, n; }} Thread0 {{ {} x = 1; }} Thread1 {{ {second} }} forall (x=1)",
            nested("m", "n")
        )
    };
    let cyclic = ask(Model::Jam21, &text(&nested("n", "m")));
    assert!(
        matches!(cyclic.verdict.ruling(), Ruling::Unknown(why) if why.contains("wait for ever")),
        "{:?}",
        cyclic.verdict
    );
    assert_eq!(*ask(Model::Jam21, &text(&nested("m", "n"))).verdict.ruling(), Ruling::Holds);
}

#[test]
fn failures_of_accepted_executions_are_violations() {
    let text = "Java t { x = 0; y = 0; } Thread0 { x = 1; y = 1; } Thread1 { int r = y; int s = x; assert r == 0 || s == 1; }";
    assert_eq!(*ask(file("tso.cat"), text).verdict.ruling(), Ruling::Holds);
    let pso = ask(file("pso.cat"), text);
    assert_eq!((pso.verdict.ruling(), pso.findings[0].kind), (&Ruling::Violated, FindingKind::Assertion));
}

#[test]
fn flags_are_notes_that_say_how_many_executions_raise_them() {
    let racy = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; }";
    let flags = |text| {
        let result = ask(file("ra.cat"), text);
        let flags = result.findings.into_iter().filter(|f| f.kind == FindingKind::Flag && !f.violation);
        flags.map(|f| f.message).collect::<Vec<_>>()
    };
    assert_eq!(flags(racy), ["flag race: raised by 2 of 2 accepted executions"]);
    assert!(
        flags("Java t { x = 0; } Thread0 { x.setRelease(1); } Thread1 { int r = x.getAcquire(); }")
            .is_empty()
    );
}

#[test]
fn a_limit_is_an_unknown_that_keeps_what_was_found() {
    let threads: Vec<String> = (0..6).map(|t| format!("Thread{t} {{ x = {t}; int r = x; }}")).collect();
    let text = format!("Java big {{ x = 0; }} {} forall (x=0)", threads.join(" "));
    let program = litmus::load("test", &text).expect("correct");
    let options = Options { states: Some(20_000), ..Options::default() };
    let races = Races::Unknown(Vec::new());
    let result = run(&program, file("hb.cat"), &races, &options, &Arc::default());
    assert!(!result.complete && result.executions.is_none());
    let stopped = Arc::<Progress>::default();
    stopped.interrupt();
    let result = run(&program, Model::Jam21, &races, &Options::default(), &stopped);
    assert!(matches!(result.verdict.ruling(), Ruling::Unknown(why) if why.contains("interrupted")));
}
