//! Longs, and how they tear.

use super::*;

/// Loads a test in which plain longs tear.
fn torn(text: &str) -> Program {
    crate::load_with("t.litmus", text, &Options { tearing: true }).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn arithmetic_on_longs_follows_java() {
    let program = load(
        "Java t {} Thread0 { long a = 0x7fffffffffffffffL + 1; long b = -7L / 2; long c = 0xFFFFFFFFL; int d = (int) c; \
         long e = d; boolean f = c == e; boolean g = e < c; long h = ~c & 0x100000000L; long i = -(c); int j = (int) (c - 1); } \
         locations [0:a; 0:b; 0:c; 0:d; 0:e; 0:f; 0:g; 0:h; 0:i; 0:j;]",
    );
    let c = 0xFFFF_FFFF_i64;
    assert_eq!(values(&run(&program, &[]).1), [i64::MIN, -3, c, -1, -1, 0, 1, 1 << 32, -c, -2]);
}

#[test]
fn a_long_division_by_zero_fails() {
    let program = load("Java t { long l; } Thread0 { long r = 1 / l; } locations [0:r;]");
    assert_eq!(run(&program, &[0]).1.render(), "0, T0:ArithmeticException");
}

#[test]
fn conditions_have_values_of_64_bits() {
    let text = "Java t { long l = -9223372036854775808L; } Thread0 { long r = l; } \
                exists (0:r=4294967295 \\/ 0:r=-4294967296 \\/ 0:r=0x7fffffff00000000 \\/ 0:r=2147483648 \\/ 0:r=-1L)";
    let program = load(text);
    let prop = &program.condition().expect("condition").prop;
    for (value, holds) in
        [(4_294_967_295, true), (-4_294_967_296, true), (0x7fff_ffff_0000_0000, true), (-1, true)]
    {
        assert_eq!(prop.holds(&run(&program, &[value]).1), holds, "{value}");
    }
    assert!(prop.holds(&run(&program, &[2_147_483_648]).1));
    assert!(!prop.holds(&run(&program, &[-2_147_483_648]).1), "not taken for an int");
    assert_eq!(program.locations[0].info.initial, Value(i64::MIN));
}

#[test]
fn a_plain_long_is_accessed_as_a_whole_unless_it_may_tear() {
    let text = "Java t { long l = 0; } Thread0 { l = -1L; long r = l; } locations [0:r;]";
    let whole = load(text);
    let (actions, outcome) = run(&whole, &[1 << 40]);
    assert!(matches!(
        actions[..],
        [Action::Write { value: Value(-1), .. }, Action::Read { .. }, Action::End]
    ));
    assert_eq!(values(&outcome), [1 << 40]);
    assert!(whole.has_torn_types());

    let halves = torn(text);
    let (actions, outcome) = run(&halves, &[-1, 5]);
    let name = |loc| halves.loc_name(&halves.initial(), loc);
    let Action::Write { loc: high, value: Value(-1), .. } = actions[0] else { panic!("{actions:?}") };
    let Action::Write { loc: low, value: Value(-1), .. } = actions[1] else { panic!("{actions:?}") };
    assert_eq!((name(high).as_str(), name(low).as_str()), ("l.high", "l.low"));
    assert!(
        matches!(actions[2..], [Action::Read { loc: h, .. }, Action::Read { loc: l, .. }, Action::End] if h == high && l == low)
    );
    assert_eq!(values(&outcome), [(-1 << 32) + 5], "a mixture of two writes");
    assert!(halves.has_torn_types());
}

#[test]
fn volatile_longs_and_array_elements_never_tear() {
    let text = "Java t { volatile long v = 1L; int a[2]; } Thread0 { v = 2; long r = v; a[0] = 1; int[] b = new int[]{1}; } \
                locations [0:r;]";
    let program = torn(text);
    assert_eq!(run(&program, &[1 << 33]).0.len(), 5);
    assert_eq!(values(&run(&program, &[1 << 33]).1), [1 << 33]);
    assert!(!program.has_torn_types() && !load(text).has_torn_types());
    assert!(!torn("Java t { long l; } Thread0 { }").has_torn_types(), "nobody accesses it");
}

#[test]
fn fields_tear_too_and_both_halves_are_frozen() {
    let text = "Java t { class L { final long f; long g; volatile long h; L() { f = 4294967297L; g = 1; h = 2; } } } \
                Thread0 { L q = new L(); long r = q.f; } locations [0:r;]";
    let program = torn(text);
    let (actions, outcome) = run(&program, &[1, 7]);
    let freezes = actions.iter().filter(|a| matches!(a, Action::Freeze(_))).count();
    let writes = actions.iter().filter(|a| matches!(a, Action::Write { .. })).count();
    assert_eq!((writes, freezes, values(&outcome)), (5, 2, vec![(1 << 32) + 7]));
}

#[test]
fn initial_and_final_values_of_a_torn_long_are_put_together_from_its_halves() {
    let program = torn("Java t { x = 0; long l = -4294967295L; } Thread0 { x = 1; } exists (l=-4294967295)");
    let initial: Vec<i64> = program.locations.iter().map(|l| l.info.initial.0).collect();
    assert_eq!(initial, [0, -1, 1]);
    let finals: Vec<Value> = program
        .observed_locations()
        .iter()
        .map(|l| program.location(&program.initial(), *l).initial)
        .collect();
    let outcome = program.outcome(&program.initial(), &finals);
    assert!(program.condition().expect("condition").prop.holds(&outcome));
    let all = torn("Java t { x = 0; long l = 3; int a[2]; y = 5; } Thread0 { x = 1; }");
    let names: Vec<&str> = all.observed().iter().map(|o| o.name.as_str()).collect();
    assert_eq!(names, ["x", "l", "a[0]", "a[1]", "y"]);
    assert_eq!(values(&all.outcome(&all.initial(), &[0, 0, 3, 0, 0, 5].map(Value))), [0, 3, 0, 0, 5]);
}

#[test]
fn methods_access_a_whole_long_and_are_refused_where_it_may_tear() {
    let text = "Java t\n{ long l; volatile long v; }\nThread0 { l.setVolatile(1); long r = v.getAndSet(-1L); boolean b = v.compareAndSet(1, 2L); }";
    assert_eq!(run(&load(text), &[5, 1]).0.len(), 4);
    let error = crate::load_with("t", text, &Options { tearing: true }).expect_err("refused");
    assert_eq!(error.message, "with tearing, the plain long `l` cannot be accessed as a whole");
    assert!(error.hint.is_some() && error.line == 3);
}

#[test]
fn mistakes_with_longs_are_refused_with_position_and_hint() {
    let refuses = |statement: &str, message: &str| {
        refuses(&format!("Java t\n{{ long l; x = 0; }}\nThread0 {{ {statement} }}"), 3, message);
    };
    refuses("x = l;", "`x` is an int, the value is a long");
    refuses("int r = 1L;", "`r` is an int, the value is a long");
    refuses("l = true;", "`l` is of type `long`, the value is a boolean");
    refuses("if (l) x = 1;", "this must be a boolean");
    refuses("l.getAndAdd(1);", "`getAndAdd` on the long `l` is not supported");
    refuses("long r = 4294967296;", "`4294967296` does not fit in an int");
    refuses("double d = 1;", "`double` is a reserved word, expected a statement");
    refuses("int r = (int) null;", "this must be an int");
}

#[test]
fn registers_of_longs_are_forgotten_when_dead_and_kept_when_observed() {
    let text =
        |observed: &str| format!("Java t {{ long l; x = 0; }} Thread0 {{ long r = l; x = 1; }} {observed}");
    let bytes = |program: &Program, value: i64| {
        let mut state = program.initial();
        program.resume(&mut state, ThreadId(0), Answer::Value(Value(value)));
        let mut out = Vec::new();
        program.encode(&state, &mut out);
        out
    };
    let dead = load(&text("exists (x=1)"));
    assert_eq!(bytes(&dead, 1 << 32), bytes(&dead, 5));
    let live = load(&text("exists (0:r=1)"));
    assert_ne!(bytes(&live, 1 << 32), bytes(&live, 0));
}
