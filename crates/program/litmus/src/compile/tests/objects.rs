//! Classes, constructors, freezes, references and arrays as objects.

use super::*;
use event::{Cut, Failure, Field, ObjectId};

/// A short form of what thread 0 does: `w F#1.f=7`, `r p`, `freeze F#1.f`. Reads are answered by `reads`.
fn trace(text: &str, reads: &[i64]) -> String {
    let program = load(text);
    let (actions, _) = run(&program, reads);
    let state = program.initial();
    let name = |loc| program.loc_name(&state, loc);
    let short = |action: &Action| match action {
        Action::Read { loc, .. } => format!("r {}", name(*loc)),
        Action::Write { loc, value, .. } => match ObjectId::referred(*value) {
            Some(object) if program.locations[loc.0 as usize].info.holds_reference => {
                format!("w {}=#{}", name(*loc), object.number)
            }
            _ => format!("w {}={value}", name(*loc)),
        },
        Action::Freeze(loc) => format!("freeze {}", name(*loc)),
        Action::Fail(failure) => format!("fail {}", failure.class()),
        Action::Lock(_) => "lock".to_owned(),
        Action::Unlock(_) => "unlock".to_owned(),
        Action::End => "end".to_owned(),
        other => format!("{other:?}"),
    };
    actions.iter().map(short).collect::<Vec<_>>().join("; ")
}

const CLASS: &str = "class F { final int f; int g; F next; F(int v) { f = v; g = 1; } }";

#[test]
fn a_final_field_is_frozen_at_the_end_of_the_constructor_before_the_reference_is_published() {
    let text = format!("Java t {{ {CLASS} F p; }} Thread0 {{ p = new F(7); }}");
    assert_eq!(trace(&text, &[]), "w F#1.f=7; w F#1.g=1; freeze F#1.f; w p=#1; end");
}

#[test]
fn a_leak_inside_the_constructor_comes_before_the_freeze() {
    let text = "Java t { class F { final int f; F() { p = this; f = 1; s = this; } } F p; F s; } Thread0 { new F(); }";
    assert_eq!(trace(text, &[]), "w p=#1; w F#1.f=1; w s=#1; freeze F#1.f; end");
}

/// JLS §17.5.1: the freeze takes place when the constructor exits, normally or abruptly; only for fields it
/// has written.
#[test]
fn a_constructor_that_fails_freezes_what_it_has_set_so_far() {
    let text = "Java t { class F { final int f; final int g; F(int v) { f = v; p = this; if (x == 1) throw; g = 2; } } \
                F p; x = 0; } Thread0 { p = new F(7); x = 9; }";
    assert_eq!(trace(text, &[1]), "w F#1.f=7; w p=#1; r x; fail RuntimeException; freeze F#1.f; end");
    assert_eq!(
        trace(text, &[0]),
        "w F#1.f=7; w p=#1; r x; w F#1.g=2; freeze F#1.f; freeze F#1.g; w p=#1; w x=9; end"
    );
}

#[test]
fn every_failure_in_a_constructor_unwinds_through_the_freeze() {
    for statement in ["int a = 1 / x;", "assert x == 1;", "F q = null; q.g = x;", "int[] a = {}; a[x] = 1;"] {
        let text = format!(
            "Java t {{ class F {{ final int f; int g; F() {{ f = 1; {statement} }} }} x = 0; }} Thread0 {{ new F(); }}"
        );
        let trace = trace(&text, &[0]);
        assert!(
            trace.starts_with("w F#1.f=1; r x; fail ") && trace.ends_with("; freeze F#1.f; end"),
            "{trace}"
        );
    }
}

#[test]
fn a_constructor_leaves_its_monitors_before_it_freezes_and_those_around_it_after() {
    let text = "Java t { class F { final int f; F() { synchronized (m) { f = 1; throw; } } } monitor m; } \
                Thread0 { synchronized (m) { new F(); } }";
    assert_eq!(
        trace(text, &[]),
        "lock; lock; w F#1.f=1; fail RuntimeException; unlock; freeze F#1.f; unlock; end"
    );
}

/// JLS §17.5.1: if a constructor invokes another constructor, and the invoked one sets a final field, the
/// freeze takes place at the end of the invoked one.
#[test]
fn a_field_set_by_the_invoked_constructor_is_frozen_at_the_end_of_that_one() {
    let text = "Java t { class F { final int f; int g; F(int v) { f = v; } F() { this(3); g = 1; } } } Thread0 { new F(); }";
    assert_eq!(trace(text, &[]), "w F#1.f=3; freeze F#1.f; w F#1.g=1; end");
}

#[test]
fn initialisers_run_once_also_when_a_constructor_invokes_another() {
    let text = "Java t { class F { final int f = 5; final int[] a = {7, 8}; F() { } F(int v) { this(); } } } \
                Thread0 { new F(1); }";
    assert_eq!(
        trace(text, &[]),
        "w F#1.f=5; w int[]#2[0]=7; w int[]#2[1]=8; w F#1.a=#2; freeze F#1.f; freeze F#1.a; end"
    );
    let without = "Java t { class F { final int f = 5; } } Thread0 { new F(); }";
    assert_eq!(trace(without, &[]), "w F#1.f=5; freeze F#1.f; end");
}

#[test]
fn nested_constructors_freeze_their_own_fields_at_their_own_ends() {
    let text = "Java t { class G { final int g; G() { g = 1; } } class F { final G a; F() { a = new G(); } } } \
                Thread0 { new F(); }";
    assert_eq!(trace(text, &[]), "w G#2.g=1; freeze G#2.g; w F#1.a=#2; freeze F#1.a; end");
}

#[test]
fn a_return_ends_the_constructor_and_not_the_thread() {
    let text = "Java t { class F { final int f; F(int v) { f = 1; if (v == 1) return; x = 2; } } x = 0; } \
                Thread0 { new F(1); x = 3; }";
    assert_eq!(trace(text, &[]), "w F#1.f=1; freeze F#1.f; w x=3; end");
    let both = "Java t { class F { final int f; F(int v) { if (v == 1) { f = 1; return; } else throw; } } } \
                Thread0 { new F(1); }";
    assert_eq!(trace(both, &[]), "w F#1.f=1; freeze F#1.f; end");
}

#[test]
fn branches_of_a_constructor_may_each_assign_a_final_field() {
    let text = "Java t { class F { final int f; F(int v) { if (v == 1) f = 5; else f = 6; } } } \
                Thread0 { new F(1); new F(2); }";
    assert_eq!(trace(text, &[]), "w F#1.f=5; freeze F#1.f; w F#2.f=6; freeze F#2.f; end");
}

#[test]
fn references_are_followed_compared_and_dereferenced() {
    let text = format!(
        "Java t {{ {CLASS} F p; }} Thread0 {{ F q = p; int a = 9; if (q != null) a = q.next.f; boolean b = q == p; q.g++; }} \
         locations [0:q; 0:a; 0:b;]"
    );
    assert_eq!(run(&load(&text), &[0, 0]).1.render(), "0, 9, 1, T0:NullPointerException");
    let text = format!(
        "Java t {{ {CLASS} F p; }} Thread0 {{ p = new F(7); F q = p; q.next = new F(8); int a = q.next.f; q.g += 2; }} \
         locations [0:q; 0:a;]"
    );
    let actions = "w F#1.f=7; w F#1.g=1; freeze F#1.f; w p=#1; r p; w F#2.f=8; w F#2.g=1; freeze F#2.f; w F#1.next=#2; \
                   r F#1.next; r F#2.f; r F#1.g; w F#1.g=3; end";
    assert_eq!(trace(&text, &[1, 2, 8, 1]), actions);
    assert_eq!(run(&load(&text), &[1, 2, 8, 1]).1.render(), "1, 8");
}

#[test]
fn the_object_of_an_update_is_evaluated_once() {
    let text = format!("Java t {{ {CLASS} F p; }} Thread0 {{ new F(1); p.g++; }}");
    let reads = trace(&text, &[1, 4]);
    assert!(reads.ends_with("r p; r F#1.g; w F#1.g=5; end"), "{reads}");
}

/// JLS §15.26.1: the right-hand side is evaluated before the null check of an assignment.
#[test]
fn dereferencing_null_fails_after_the_right_hand_side() {
    let text = format!("Java t {{ {CLASS} F p; x = 0; }} Thread0 {{ p.g = x; }}");
    assert_eq!(trace(&text, &[0, 5]), "r p; r x; fail NullPointerException; end");
}

#[test]
fn arrays_are_objects_with_a_length_and_bounds() {
    let text = "Java t { class A { final int[] a; A() { a = new int[]{7}; } } A p; int[] s; } \
                Thread0 { p = new A(); A q = p; int r = q.a[0]; int l = q.a.length; int[] b = new int[2]; b[1] = 3; s = b; \
                int e = b[l + 1]; } locations [0:r; 0:l; 0:e;]";
    let actions = "w int[]#2[0]=7; w A#1.a=#2; freeze A#1.a; w p=#1; r p; r A#1.a; r int[]#2[0]; r A#1.a; w int[]#3[1]=3; \
                   w s=#3; fail ArrayIndexOutOfBoundsException; end";
    assert_eq!(trace(text, &[1, 2, 7, 2]), actions);
    assert_eq!(run(&load(text), &[1, 2, 7, 2]).1.render(), "7, 1, 0, T0:ArrayIndexOutOfBoundsException");
    let null = load("Java t { int[] s; } Thread0 { int l = s.length; } locations [0:l;]");
    assert_eq!(run(&null, &[0]).1.render(), "0, T0:NullPointerException");
    let shared = load("Java t { int a[3]; } Thread0 { int l = a.length; } locations [0:l;]");
    assert_eq!(run(&shared, &[]).1.render(), "3");
}

#[test]
fn memories_are_told_creator_and_number_and_only_if_there_are_final_fields() {
    let text = |modifier: &str| {
        format!(
            "Java t {{ class F {{ {modifier} int f; F() {{ f = 1; }} }} F p; }} Thread0 {{ int r = 0; }} \
             Thread1 {{ p = new F(); }}"
        )
    };
    let program = load(&text("final"));
    let id = ObjectId { creator: ThreadId(1), number: 1 };
    assert_eq!(program.locations[1].info.field, Some(Field { object: id, is_final: true }));
    assert!(program.locations[0].info.holds_reference && !program.locations[1].info.holds_reference);
    let mut state = program.initial();
    for _ in 0..2 {
        program.resume(&mut state, ThreadId(1), Answer::Done);
    }
    let Pending::Action(Action::Write { value, .. }) = program.pending(&state, ThreadId(1)) else { panic!() };
    assert_eq!(value, id.reference());
    assert!(program.has_final_fields());
    let program = load(&text(""));
    assert!(program.locations.iter().all(|l| l.info.field.is_none() && !l.info.holds_reference));
    assert!(!program.has_final_fields());
}

#[test]
fn outcomes_show_objects_by_number_and_conditions_know_null() {
    let text = format!(
        "Java t {{ {CLASS} F p; }} Thread0 {{ F q = new F(1); F n = p; }} exists (0:n=null /\\ 0:q=p)"
    );
    let program = load(&text);
    let mut state = program.initial();
    while let Pending::Action(action) = program.pending(&state, ThreadId(0)) {
        let answer =
            if matches!(action, Action::Read { .. }) { Answer::Value(Value(0)) } else { Answer::Done };
        program.resume(&mut state, ThreadId(0), answer);
    }
    let reference = ObjectId { creator: ThreadId(0), number: 1 }.reference();
    let outcome = program.outcome(&state, &[reference]);
    assert_eq!(outcome.render(), "0, 1, 1");
    assert!(program.condition().expect("condition").prop.holds(&outcome));
}

#[test]
fn a_new_in_a_loop_has_eight_objects_then_the_thread_is_cut() {
    let text = format!("Java t {{ {CLASS} F p; x = 0; }} Thread0 {{ while (x == 0) p = new F(1); }}");
    let program = load(&text);
    let (mut state, mut published) = (program.initial(), Vec::new());
    while let Pending::Action(action) = program.pending(&state, ThreadId(0)) {
        if let Action::Write { loc: Loc(0), value, .. } = action {
            published.push(ObjectId::referred(value).expect("an object").number);
        }
        let answer =
            if matches!(action, Action::Read { .. }) { Answer::Value(Value(0)) } else { Answer::Done };
        program.resume(&mut state, ThreadId(0), answer);
    }
    assert_eq!(published, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(program.pending(&state, ThreadId(0)), Pending::Cut(Cut::Objects));
}

/// An object used before its creation is a ghost until it is created; then it does not matter which came
/// first.
#[test]
fn ghosts_are_objects_used_but_not_created() {
    let text = format!(
        "Java t {{ {CLASS} F p; x = 0; }} Thread0 {{ int r = p.g; }} Thread1 {{ if (x == 1) new F(1); }}"
    );
    let program = load(&text);
    let answer =
        |state: &mut _, thread, value| program.resume(state, ThreadId(thread), Answer::Value(Value(value)));
    let bytes = |state: &_| {
        let mut out = Vec::new();
        program.encode(state, &mut out);
        out
    };
    let mut used_first = program.initial();
    answer(&mut used_first, 0, ObjectId { creator: ThreadId(1), number: 1 }.reference().0);
    assert!(!program.has_ghosts(&used_first), "holding a reference is no use");
    answer(&mut used_first, 0, 5);
    assert!(program.has_ghosts(&used_first));
    let mut never_created = used_first.clone();
    answer(&mut never_created, 1, 0);
    assert!(program.has_ghosts(&never_created));
    answer(&mut used_first, 1, 1);
    assert!(!program.has_ghosts(&used_first));
    let mut created_first = program.initial();
    answer(&mut created_first, 1, 1);
    answer(&mut created_first, 0, ObjectId { creator: ThreadId(1), number: 1 }.reference().0);
    answer(&mut created_first, 0, 5);
    assert_eq!(bytes(&used_first), bytes(&created_first));
}

#[test]
fn machine_laws_hold_with_objects_longs_and_loops() {
    let texts = [
        format!(
            "Java t {{ {CLASS} F p; volatile F v; int[] s; x = 0; }} \
             Thread0 {{ p = new F(x); v = p; s = new int[]{{1, x}}; while (x == 0) {{ F q = new F(2); q.next = p; v = q; }} }} \
             Thread1 {{ F q = p; if (q != null) {{ int r = q.f + q.next.g; q.g = r; }} F w = v; int r2 = w.next.f; }} \
             Thread2 {{ int[] a = s; int r = a[x] + a.length; boolean b = p.next.compareAndSet(null, v); }}"
        ),
        "Java t { class L { final long f; long g; L(long v) { f = v; g = v + 1; } } L p; long l = 5L; volatile long v; } \
         Thread0 { p = new L(l); v = l; l = -1L; } Thread1 { long a = v; long b = p.f; l = a + b; if (a == b) l++; } "
            .to_owned(),
    ];
    for text in texts {
        for tearing in [false, true] {
            let program =
                crate::load_with("t", &text, &Options { tearing }).unwrap_or_else(|e| panic!("{e}"));
            (0..200).for_each(|seed| event::check_machine_laws(&program, seed, 120));
        }
    }
}

#[test]
fn a_thread_may_be_started_by_a_constructor() {
    let text =
        "Java t { class F { final int f; F() { start Thread1; f = 1; } } } Thread0 { new F(); } Thread1 { }";
    assert!(!load(text).starts_running(ThreadId(1)));
}

#[test]
fn failures_name_the_statement_inside_the_constructor() {
    let text = "Java t\n{ class F {\n F() { throw; } } }\nThread0 { new F(); }";
    let program = load(text);
    let state = program.initial();
    assert_eq!(
        program.pending(&state, ThreadId(0)),
        Pending::Action(Action::Fail(Failure::Exception("RuntimeException".into())))
    );
    assert_eq!(
        (program.site(&state, ThreadId(0)).line, program.site(&state, ThreadId(0)).text.as_str()),
        (3, "throw")
    );
}

/// One class, and one wrong statement on line 3.
fn refuses_statement(statement: &str, message: &str) {
    let text = format!(
        "Java t\n{{ {CLASS} class G {{ int h; }} F p; G o; int[] s; x = 0; }}\nThread0 {{ {statement} }}"
    );
    refuses(&text, 3, message);
}

#[test]
fn mistakes_with_objects_are_refused_with_position_and_hint() {
    refuses_statement("p = new H(1);", "there is no class `H`");
    refuses_statement("H q = p;", "there is no class `H`");
    refuses_statement("int r = p.h;", "`F` has no field `h`");
    refuses_statement("int r = x.f;", "`x` is no object: it has no field `f`");
    refuses_statement("int r = s.f;", "an array has no field `f`");
    refuses_statement("p = 1;", "`p` is of type `F`, the value is an int");
    refuses_statement("p = o;", "`p` is of type `F`, the value is a reference of type `G`");
    refuses_statement("p = new int[1];", "`p` is of type `F`, the value is a reference of type `int[]`");
    refuses_statement("s = 1;", "`s` is of type `int[]`, the value is an int");
    refuses_statement("x = p;", "`x` is of type `int`, the value is a reference of type `F`");
    refuses_statement("int r = null;", "`r` is of type `int`, the value is null");
    refuses_statement("F q = p; int q = 1;", "`q` is declared twice with different types");
    refuses_statement("p.f = 1;", "the final field `f` is assigned outside a constructor");
    refuses_statement("p.f++;", "the final field `f` cannot be updated");
    refuses_statement("p.f.setVolatile(1);", "the final field `f` cannot be written by a method");
    refuses_statement("p = new F();", "`F` has no constructor with 0 parameters");
    refuses_statement("o = new G(1);", "`G` has no constructor with 1 parameters");
    refuses_statement("p = new F(p);", "`v` is of type `int`, the value is a reference of type `F`");
    refuses_statement("p = this;", "`this` outside a constructor");
    refuses_statement("this.f = 1;", "`this` outside a constructor");
    refuses_statement("this(1);", "`this(…)` stands at the wrong place");
    refuses_statement("if (p) x = 1;", "this must be a boolean");
    refuses_statement("if (p == 0) x = 1;", "a reference is compared with a number");
    refuses_statement("if (p == o) x = 1;", "`F` and `G` are never equal");
    refuses_statement("x = p + 1;", "a reference is not a number");
    refuses_statement("p.next.getAndAdd(1);", "`next` is a reference");
    refuses_statement("print(p);", "a reference cannot be printed");
    refuses_statement("x = p[0];", "`p` is not an array");
    refuses_statement("x = s[p];", "this must be an int");
    refuses_statement("s.length = 1;", "an array has no field `length`");
}

#[test]
fn mistakes_in_classes_are_refused_even_if_nobody_calls_the_constructor() {
    let class = |body: &str, message: &str| {
        refuses(&format!("Java t\n{{ x = 0;\n {body} }}\nThread0 {{ }}"), 3, message)
    };
    class("class F { final int f; F() { } }", "the final field `f` may not have been assigned");
    class("class F { final int f; }", "the final field `f` may not have been assigned");
    class("class F { final int f; F() { return; } }", "the final field `f` may not have been assigned");
    class(
        "class F { final int f; F() { f = 1; f = 2; } }",
        "the final field `f` may already have been assigned",
    );
    class(
        "class F { final int f; F() { while (x == 0) f = 1; } }",
        "the final field `f` is assigned in a loop",
    );
    class(
        "class F { final int f; F() { if (x == 0) f = 1; } }",
        "the final field `f` is assigned in one branch only",
    );
    class(
        "class F { final int f; F() { f = 1; } F(F o) { f = 2; o.f = 1; } }",
        "the final field `f` is assigned outside a constructor",
    );
    class("class F { F() { this(1); } F(int v) { this(); } }", "the constructor of `F` calls itself");
    class("class F { F next; F() { next = new F(); } }", "the constructor of `F` calls itself");
    class("class F { F() { x = 1; this(1); } F(int v) { } }", "`this(…)` stands at the wrong place");
    class("class F { G g; }", "there is no class `G`");
    class("class F { int f; long f; }", "`f` is declared twice in `F`");
    class("class F { F(int v) { } F(F o) { } }", "`F` has two constructors with 1 parameters");
    class("class F { F(int v, int v) { } }", "the parameter `v` is declared twice");
    class("class F { F() { y = 1; } }", "`y` is not declared");
    class("class F { final volatile int f; }", "a field cannot be both final and volatile");
    class("class F { void m() { } }", "`void` is a reserved word, expected a type");
    class("class F { int m() { } }", "methods are not supported");
    class("class F { G() { } }", "`G` is not the name of the class");
    class("class F { int f } ", "expected `;`, found `}`");
    class("F p;", "there is no class `F`");
    class("class F { } F p = new F();", "expected `null`, found `new`");
}

#[test]
fn too_many_objects_or_too_deep_constructors_are_refused() {
    let news = "new F(); ".repeat(257);
    let error =
        crate::load("t", &format!("Java t {{ class F {{ }} }} Thread0 {{ {news} }}")).expect_err("too many");
    assert!(error.message.contains("256 objects"), "{error}");
    let mut classes = "class C0 { C0() { } }".to_owned();
    for i in 1..600 {
        classes += &format!(" class C{i} {{ C{i}() {{ if (x == 1) {{ if (x == 1) new C{}(); }} }} }}", i - 1);
    }
    let error =
        crate::load("t", &format!("Java t {{ x = 0; {classes} }} Thread0 {{ }}")).expect_err("too deep");
    assert!(error.message.contains("nested too deeply") || error.message.contains("objects"), "{error}");
}

/// The words of a test with every construct of objects and longs, dropped, doubled and swapped: the result is
/// an error or a lawful machine.
#[test]
fn mutated_tests_are_errors_or_lawful_machines() {
    const TEXT: &str = "{ class F { final int f ; final long w ; int g = 1 ; volatile F next ; int[] a = {7} ; F ( int v , F o ) \
        { f = v ; w = 5L ; if ( v == 1 ) throw ; this . next = o ; s = this ; } F ( ) { this ( 1 , null ) ; g = 2 ; } } F p ; \
        volatile F s ; long l = -1L ; int[] t ; monitor m ; int b [ 2 ] ; } Thread0 { p = new F ( 7 , p ) ; while ( l != 0 ) { \
        synchronized ( m ) { t = new int[]{ 1 , 2 } ; F q = new F ( ) ; l = q . w + 1 ; } } } Thread1 { F q = p ; int r = -1 ; \
        if ( q != null ) { r = q . f + q . a [ 0 ] + t . length ; q . g ++ ; q . next . g = ( int ) l ; b [ r ] = 1 ; } \
        long k = l ; boolean c = q . next . compareAndSet ( null , s ) ; } exists ( 1:q=null /\\ l=4294967296 )";
    let words: Vec<&str> = TEXT.split_whitespace().collect();
    crate::load("t", &format!("Java t {TEXT}")).unwrap_or_else(|e| panic!("{e}"));
    let mut rng = crate::Rng::with_seed(1);
    let mut compiled = 0;
    for i in 0..6000 {
        let mut mutated = words.clone();
        for _ in 0..=rng.usize(..3) {
            let (at, other) = (rng.usize(..mutated.len()), rng.usize(..mutated.len()));
            match rng.usize(..4) {
                0 => drop(mutated.remove(at)),
                1 => mutated.insert(at, mutated[other]),
                2 => mutated[at] = mutated[other],
                _ => mutated.swap(at, other),
            }
        }
        let text = format!("Java t {}", mutated.join(" "));
        match crate::load_with("t", &text, &Options { tearing: i % 2 == 0 }) {
            Ok(program) => {
                compiled += 1;
                event::check_machine_laws(&program, i, 100);
            }
            Err(error) => assert!(!error.message.is_empty() && error.to_string().len() < 4000),
        }
    }
    assert!(compiled > 50, "{compiled}");
}
