//! Tests without an equivalent Java program are rejected with a reason; similar ones that have one are not.

use litmus_java::{Untranslatable, translate};

fn translated(text: &str) -> Result<String, Untranslatable> {
    let text = format!("Java t {text}");
    let test = litmus::parse("t", &text).unwrap_or_else(|e| panic!("{e}"));
    litmus::compile("t", &text, &test).unwrap_or_else(|e| panic!("{e}"));
    translate(&test, "T")
}

fn refused(text: &str) -> Untranslatable {
    translated(text).expect_err(text)
}

fn accepted(text: &str) -> String {
    translated(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_thread_that_may_be_started_twice() {
    let twice = "{ x = 0; } Thread0 { start Thread1; start Thread1; } Thread1 { x = 1; }";
    assert_eq!(refused(twice), Untranslatable::StartedTwice(1));
    let in_loop = "{ x = 0; } Thread0 { while (x == 0) start Thread1; } Thread1 { x = 1; }";
    assert_eq!(refused(in_loop), Untranslatable::StartedTwice(1));
    accepted("{ x = 0; } Thread0 { if (x == 0) start Thread1; } Thread1 { x = 1; }");
}

#[test]
fn a_thread_that_may_never_be_started_and_whose_registers_are_shown() {
    for before in ["if (x == 0)", "assert x == 1;", "if (x == 0) return;"] {
        let text = format!("{{ x = 0; }} Thread0 {{ {before} start Thread1; }} Thread1 {{ int r = x; }}");
        assert_eq!(refused(&format!("{text} exists (1:r=0)")), Untranslatable::MayNeverStart(1));
        accepted(&format!("{text} exists (x=0)"));
    }
}

#[test]
fn a_join_of_a_thread_that_may_not_have_been_started() {
    let by_another = "{ x = 0; } Thread0 { start Thread1; } Thread1 { x = 1; } Thread2 { join Thread1; }";
    assert_eq!(refused(by_another), Untranslatable::JoinBeforeStart { host: 2, joined: 1 });
    let perhaps = "{ x = 0; } Thread0 { if (x == 1) start Thread1; join Thread1; } Thread1 { x = 1; }";
    assert_eq!(refused(perhaps), Untranslatable::JoinBeforeStart { host: 0, joined: 1 });
    let each_other = "{ x = 0; } Thread0 { join Thread1; } Thread1 { join Thread0; }";
    assert_eq!(refused(each_other), Untranslatable::JoinBeforeStart { host: 0, joined: 1 });
    accepted("{ x = 0; } Thread0 { start Thread1; if (x == 0) join Thread1; } Thread1 { x = 1; }");
    accepted("{ x = 0; } Thread0 { start Thread1; x = 1; } Thread1 { join Thread0; }");
    accepted("{ x = 0; } Thread0 { join Thread0; }");
}

#[test]
fn whoever_is_joined_is_started_first() {
    let text = "{ x = 0; } Thread0 { join Thread2; } Thread1 { join Thread0; } Thread2 { x = 1; }";
    let java = accepted(text);
    let at = |what: &str| java.find(what).unwrap_or_else(|| panic!("no {what}"));
    assert!(at("THREAD2.start()") < at("THREAD0.start()"));
    assert!(at("THREAD0.start()") < at("THREAD1.start()"));
}

#[test]
fn threads_that_the_class_library_would_synchronise() {
    let joins = "{ x = 0; } Thread0 { x = 1; } Thread1 { join Thread0; } Thread2 { join Thread0; }";
    assert_eq!(refused(joins), Untranslatable::JoinedByTwo(0));
    let starts = "{ x = 0; } Thread0 { start Thread2; } Thread1 { start Thread3; } Thread2 { x = 1; } Thread3 { x = 2; }";
    assert_eq!(refused(starts), Untranslatable::StartsByTwo);
    assert_eq!(
        refused("{ x = 0; } Thread0 { print(1); } Thread1 { print(2); }"),
        Untranslatable::PrintsByTwo
    );
    let by_constructor = "{ class F { F() { print(1); } } x = 0; } Thread0 { new F(); } Thread1 { x = 1; }";
    assert_eq!(refused(by_constructor), Untranslatable::PrintsByTwo);
    accepted("{ x = 0; } Thread0 { print(1); print(x); } Thread1 { x = 2; }");
}

#[test]
fn a_reference_that_may_be_one_of_several_objects() {
    let class = "{ class F { int f; } F p; }";
    let several = format!("{class} Thread0 {{ p = new F(); p = new F(); }} exists (p=1)");
    assert_eq!(refused(&several), Untranslatable::ObservedReference("p".to_owned()));
    let in_loop = format!("{class} Thread0 {{ while (p == null) p = new F(); }} exists (p=1)");
    assert_eq!(refused(&in_loop), Untranslatable::ObservedReference("p".to_owned()));
    let one = format!("{class} Thread0 {{ int[] a = {{1}}; p = new F(); }} exists (p=2)");
    assert!(accepted(&one).contains("observe(\"p\", p == null ? 0 : 2)"));
    accepted(&format!("{class} Thread0 {{ p = new F(); p = new F(); int r = p != null; }} exists (0:r=1)"));
}

#[test]
fn constructors_that_java_does_not_have() {
    let threads = "{ class F { F() { start Thread1; } } x = 0; } Thread0 { new F(); } Thread1 { x = 1; }";
    assert_eq!(refused(threads), Untranslatable::ThreadsInConstructor);
    let early = "{ class F { int f; F(int v) { f = v; } F() { this(f); } } x = 0; } Thread0 { new F(); }";
    assert_eq!(refused(early), Untranslatable::ThisBeforeConstruction);
}
