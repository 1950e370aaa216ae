//! What the compiler accepts and rejects, and how the result runs.

mod longs;
mod objects;

use super::*;
use event::Machine;
use event::{Action, Answer, Pending, Value};

fn load(text: &str) -> Program {
    crate::load("t.litmus", text).unwrap_or_else(|e| panic!("{e}"))
}

fn refuses(text: &str, line: usize, message: &str) {
    let error = crate::load("t.litmus", text).expect_err("must be refused");
    assert_eq!((error.line, error.message.as_str()), (line, message));
    assert!(error.hint.is_some(), "{error}");
}

/// Runs thread 0 alone; each read is answered with the next of `reads`. Returns the actions.
fn run(program: &Program, reads: &[i64]) -> (Vec<Action>, event::Outcome) {
    let (mut state, mut actions, mut reads) = (program.initial(), Vec::new(), reads.iter());
    while let Pending::Action(action) = program.pending(&state, ThreadId(0)) {
        let value =
            |reads: &mut std::slice::Iter<'_, i64>| Value(*reads.next().expect("a value for each read"));
        let answer = match &action {
            Action::Read { .. } => Answer::Value(value(&mut reads)),
            Action::Rmw { op, .. } => {
                let old = value(&mut reads);
                Answer::Rmw { old, written: op.apply(old).is_some() }
            }
            _ => Answer::Done,
        };
        program.resume(&mut state, ThreadId(0), answer);
        actions.push(action);
    }
    let outcome = program.outcome(&state, &[Value(0); 8]);
    (actions, outcome)
}

fn values(outcome: &event::Outcome) -> Vec<i64> {
    outcome.values.iter().map(|v| v.0).collect()
}

#[test]
fn arithmetic_follows_java() {
    let program = load(
        "Java t {} Thread0 { int a = 2147483647 + 1; int b = -7 / 2; int c = -7 % 3; int d = ~5 & 6; \
                        int e = 1 + 2 * 3; } locations [0:a; 0:b; 0:c; 0:d; 0:e;]",
    );
    assert_eq!(values(&run(&program, &[]).1), [i64::from(i32::MIN), -3, -1, 2, 7]);
}

#[test]
fn short_circuit_operators_skip_the_right_side() {
    let program = load(
        "Java t { x = 0; y = 0; } Thread0 { int a = 0; if (x == 1 && y == 1) a = 1; if (x == 1 || y == 1) a = 2; } \
                        locations [0:a;]",
    );
    assert_eq!(run(&program, &[0, 1]).0.len(), 3, "first && skips y, then || skips y");
    assert_eq!(values(&run(&program, &[1, 1, 1]).1), [2]);
}

#[test]
fn division_by_zero_releases_monitors_and_ends_the_thread_with_an_exception() {
    let program = load(
        "Java t { x = 0; monitor m; } Thread0 { int a = 5; synchronized (m) { a = 1 / x; } x = 3; } locations [0:a;]",
    );
    let (actions, outcome) = run(&program, &[0]);
    assert!(matches!(
        actions[..],
        [Action::Lock(_), Action::Read { .. }, Action::Fail(_), Action::Unlock(_), Action::End]
    ));
    assert_eq!(outcome.render(), "5, T0:ArithmeticException");
}

#[test]
fn an_index_out_of_range_is_an_exception_not_an_access() {
    let program = load("Java t { int a[2] = {1, 2}; i = 0; } Thread0 { int r = a[i]; } locations [0:r;]");
    assert_eq!(run(&program, &[2]).1.render(), "0, T0:ArrayIndexOutOfBoundsException");
    assert_eq!(run(&program, &[-1]).1.failures.len(), 1);
    assert_eq!(run(&program, &[1, 2]).1.render(), "2");
}

#[test]
fn a_failed_assertion_is_an_action_the_engine_can_see() {
    let program = load("Java t { x = 0; } Thread0 { assert x == 1; x = 2; }");
    let (actions, _) = run(&program, &[0]);
    assert!(matches!(
        actions[..],
        [Action::Read { .. }, Action::Fail(event::Failure::Assertion(_)), Action::End]
    ));
    assert_eq!(run(&program, &[1]).0.len(), 3);
}

#[test]
fn break_and_return_leave_loops_and_monitors() {
    let program = load(
        "Java t { x = 0; monitor m; } Thread0 { while (true) { synchronized (m) { if (x == 1) break; } } \
                        synchronized (m) { return; } }",
    );
    let (actions, _) = run(&program, &[1]);
    let kinds: Vec<bool> = actions.iter().map(|a| matches!(a, Action::Lock(_) | Action::Unlock(_))).collect();
    assert_eq!(kinds, [true, false, true, true, true, false]);
}

#[test]
fn a_thread_that_computes_for_ever_is_diverged_or_cut_never_a_hang() {
    let program = load("Java t {} Thread0 { while (true) ; }");
    assert_eq!(program.pending(&program.initial(), ThreadId(0)), Pending::Diverged);
    let program = load("Java t {} Thread0 { int i = 0; while (true) i = i + 1; }");
    assert_eq!(program.pending(&program.initial(), ThreadId(0)), Pending::Cut(event::Cut::LocalSteps));
}

#[test]
fn the_loop_bound_cuts_after_that_many_iterations() {
    let text = "Java t { x = 0; } Thread0 { while (x == 0) ; }";
    let program = load(text).with_loop_bound(Some(2));
    let mut state = program.initial();
    for _ in 0..2 {
        assert!(matches!(program.pending(&state, ThreadId(0)), Pending::Action(_)));
        program.resume(&mut state, ThreadId(0), Answer::Value(Value(0)));
    }
    assert_eq!(program.pending(&state, ThreadId(0)), Pending::Cut(event::Cut::LoopBound));
}

/// Pitfall 44: two branches that leave different values in a dead register must meet in one state.
#[test]
fn dead_registers_do_not_keep_states_apart() {
    let program = load("Java t { x = 0; } Thread0 { int d = x; if (d == 1) d = 5; x = 1; } exists (x=1)");
    let encoded = |answer| {
        let mut state = program.initial();
        program.resume(&mut state, ThreadId(0), Answer::Value(Value(answer)));
        let mut out = Vec::new();
        program.encode(&state, &mut out);
        out
    };
    assert_eq!(encoded(0), encoded(1));
}

#[test]
fn location_kinds_and_sharing_follow_from_the_accesses() {
    let program = load(
        "Java t { p = 0; volatile v = 0; h = 0; mixed = 0; ro = 0; mine = 0; } \
        Thread0 { p = 1; v = 1; h.setVolatile(1); mixed.setOpaque(1); int a = ro; mine = 1; } \
        Thread1 { int a = p; int b = v; int c = h.getVolatile(); int d = mixed; int e = ro; }",
    );
    let kinds: Vec<LocKind> = program.locations.iter().map(|l| l.info.kind).collect();
    use LocKind::{Mixed, Plain, Volatile};
    assert_eq!(kinds, [Plain, Volatile, Volatile, Mixed, Plain, Plain]);
    assert_eq!(program.locations[4].info.sharing, Sharing::ReadOnly);
    assert_eq!(program.locations[5].info.sharing, Sharing::Private);
    assert_eq!(program.locations[0].info.sharing, Sharing::Shared);
}

#[test]
fn herd_handles_name_variables_per_thread() {
    let program = load("Java t { x = 0; y = 0; 0:X=x; 1:X=y; } Thread0 { X.set(1); } Thread1 { X.set(1); }");
    let target = |t| match program.pending(&program.initial(), ThreadId(t)) {
        Pending::Action(Action::Write { loc, .. }) => loc,
        other => panic!("{other:?}"),
    };
    assert_eq!((target(0), target(1)), (Loc(0), Loc(1)));
}

#[test]
fn undeclared_names_and_wrong_uses_are_refused_with_position_and_hint() {
    refuses("Java t\n{ x = 0; }\nThread0 { y = 1; }", 3, "`y` is not declared");
    refuses("Java t\n{ x = 0; }\nThread0 { X.set(1); }", 3, "`X` is not declared");
    refuses("Java t\n{ x = 0; }\nThread0 { synchronized (x) { } }", 3, "`x` is not a monitor");
    refuses("Java t\n{ x = 0; }\nThread0 { x = 1; }\nexists (1:r=0)", 4, "there is no Thread1");
    refuses("Java t\n{ x = 0; }\nThread0 { int r = x; }\nexists (0:s=0)", 4, "Thread0 has no local `s`");
    refuses("Java t\n{ int a[2]; }\nThread0 { a[0] = 1; }\nexists (a[2]=0)", 4, "`a` has 2 elements");
    refuses("Java t\n{ int a[2]; }\nThread0 { a = 1; }", 3, "`a` is an array");
    refuses("Java t\n{ x = 0; }\nThread0 { join Thread4; }", 3, "there is no Thread4");
    refuses("Java t\n{ x = 0; }\nThread0 { if (x && x) x = 1; }", 3, "this must be a boolean");
    refuses(
        "Java t\n{ x = 0; }\nThread0 { start Thread2; }\nThread1 { start Thread2; }\nThread2 { }",
        4,
        "Thread2 is started by Thread0 and by Thread1",
    );
    refuses(
        "Java t\n{ x = 0; }\nThread0 { start Thread1; }\nThread1 { start Thread0; }",
        3,
        "no thread runs from the beginning: every thread waits to be started",
    );
}

#[test]
fn programs_too_large_for_the_code_format_are_refused_not_truncated() {
    let locals: Vec<String> = (0..70_000).map(|i| format!("r{i}")).collect();
    let text = format!("Java t {{ x = 0; }} Thread0 {{ int {}; }}", locals.join(", "));
    let error = crate::load("t", &text).expect_err("too many locals");
    assert!(error.message.contains("locals"), "{error}");
    let statements = "x = 1; ".repeat(30_000);
    let error =
        crate::load("t", &format!("Java t {{ x = 0; }} Thread0 {{ {statements} }}")).expect_err("too long");
    assert!(error.message.contains("instructions"), "{error}");
    let monitors: Vec<String> = (0..5_000).map(|i| format!("monitor m{i}")).collect();
    let error = crate::load("t", &format!("Java t {{ {}; }} Thread0 {{ }}", monitors.join("; ")))
        .expect_err("too many");
    assert!(error.message.contains("entries"), "{error}");
}

/// Many short critical sections under deep nesting share their unwinding sequences.
#[test]
fn unwinding_sequences_are_shared() {
    let sections = "x = 1; synchronized (n) { x = 1; } ".repeat(2_000);
    let (open, close) = ("synchronized (m) { ".repeat(100), "}".repeat(100));
    let program =
        load(&format!("Java t {{ x = 0; monitor m; monitor n; }} Thread0 {{ {open} {sections} {close} }}"));
    assert!(program.threads[0].insns.len() < 30_000);
}
