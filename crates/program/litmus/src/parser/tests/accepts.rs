//! What the parser accepts, and the trees it builds.

use super::{good, in_thread, statements, tree};
use crate::ast::{ExprKind, Init, Quantifier, StmtKind};

/// The statements of a body as texts.
fn shapes(body: &str) -> Vec<String> {
    statements(body).iter().map(tree::stmt).collect()
}

/// The expression `text` with all parentheses.
fn shape(text: &str) -> String {
    let body = statements(&format!("r = {text};"));
    let [StmtKind::Assign { value, .. }] = &[body[0].kind.clone()] else { panic!("{body:?}") };
    tree::expr(value)
}

/// The proposition of `exists text` with all parentheses.
fn claim(text: &str) -> String {
    let test = good(&format!("Java T {{}} Thread0 {{}} exists {text}"));
    tree::prop(&test.condition.expect("a condition").prop)
}

fn init(entries: &str) -> Vec<Init> {
    good(&format!("Java T {{ {entries} }} Thread0 {{}}")).init
}

#[test]
fn a_store_buffering_test_in_herds_syntax() {
    let test = good(
        "Java SB+fences\n{\nx = 0; y = 0;\n0:X=x; 0:Y=y;\n1:X=x; 1:Y=y;\n}\n\nThread0 {\n  X.setOpaque(1);\n  \
         fullFence();\n  int a = Y.getOpaque();\n}\nThread1 {\n  Y.setOpaque(1);\n  int a = X.getOpaque();\n}\n\
         exists(0:a=0 /\\ 1:a=0)\n",
    );
    assert_eq!((test.name.as_str(), test.init.len(), test.threads.len()), ("SB+fences", 6, 2));
    assert_eq!(test.threads[0].body.len(), 3);
    assert_eq!(tree::stmt(&test.threads[0].body[1]), "FullFence;");
    let condition = test.condition.expect("a condition");
    assert_eq!(condition.quantifier, Quantifier::Exists);
    assert_eq!(tree::prop(&condition.prop), "(0:a=0 /\\ 1:a=0)");
}

#[test]
fn conditional_and_updating_threads_in_herds_syntax() {
    let source = "Java c_pq-like\n{ x = 2; zero = 0;0:X=x;0:ZERO=zero;1:X=x;}\n\nThread0 {\n  int t = X.getAcquire();\n  \
                  t = t + X.get();\n  if (2 == t) {\n    int u = X.compareAndExchangeAcquire(ZERO.get(), 1);\n    \
                  if (u) {\n      X.setRelease(u ^ u);\n    }\n  } else {\n    int r1 = -1;\n  }\n}\n\nThread1 {\n \
                  if (X.getVolatile() == 3) {\n    int r = X.getAndAddRelease(1);\n  }\n}\n\nexists\n(x = 2 /\\ 0:t=-1)\n\n";
    let test = good(source);
    assert_eq!(
        tree::stmt(&test.threads[0].body[2]),
        "if (2 Eq t) {int u=x;}".replace(
            "u=x;",
            "u=X.CompareAndExchange(Acquire)(ZERO.Get(Plain)(), 1); if u {X.Set(Release)((u BitXor u));}"
        ) + " else {int r1=-1;}"
    );
    assert_eq!(
        tree::stmt(&test.threads[1].body[0]),
        "if (X.Get(Volatile)() Eq 3) {int r=X.GetAnd(Add, Release)(1);}"
    );
}

#[test]
fn names_descriptions_and_meta_lines_of_the_header() {
    let rest = "{} Thread0 {}";
    let name = |source: String| good(&source).name;
    assert_eq!(name(format!("Java WW+RR+wsilp+poaa.x-1[y]\n{rest}")), "WW+RR+wsilp+poaa.x-1[y]");
    assert_eq!(name(format!("Java A{rest}")), "A");
    assert_eq!(name(format!("\u{feff}  Java\tA ; {rest}")), "A");
    assert_eq!(name(format!("(* about *) // it\nJava A (nice) {rest}")), "A");
    assert_eq!(name(format!("Java 2+2W\r\n{rest}")), "2+2W");
    let test = good(&format!("Java A\n\"first\nsecond\"\nCycle=Rfe PodRR {{\nOrig = x\n(* c *) {rest}"));
    assert_eq!(test.description.as_deref(), Some("first\nsecond"));
    assert_eq!(good(&format!("Java A \"same line\" {rest}")).description.as_deref(), Some("same line"));
    assert_eq!(good(&format!("Java A {rest}")).description, None);
}

#[test]
fn comments_may_stand_everywhere_after_the_header() {
    let test = good(
        "Java A (* a (* nested *) one *)\n{ x = (* v *) 0; // c\n } /* d */ Thread0 { x /* } */ = 1; // }\n}\n\
         exists (* ( *) (x = 1) // end",
    );
    assert_eq!(tree::stmt(&test.threads[0].body[0]), "x=1;");
}

#[test]
fn shared_variables_of_the_init_block() {
    let variables = [
        ("x = 3", false, 3),
        ("x", false, 0),
        ("int x = -3;", false, -3),
        ("int x", false, 0),
        ("[x] = 1", false, 1),
        ("int [x] = 1", false, 1),
        ("volatile int x = 0x10", true, 16),
        ("volatile x = 1;", true, 1),
        ("volatile x", true, 0),
        ("x = -2147483648", false, i32::MIN),
        ("x = 0xffffffff", false, -1),
    ];
    for (entry, is_volatile, start) in variables {
        let entries = init(entry);
        let [Init::Variable { name, volatile, value, .. }] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((name.text.as_str(), *volatile, *value as i32), ("x", is_volatile, start), "{entry}");
    }
}

#[test]
fn arrays_and_monitors_of_the_init_block() {
    let entries = init("int a[2] = {1, -2}; int b[3]; monitor m; monitor n, o;");
    let arrays: Vec<_> = entries
        .iter()
        .filter_map(|entry| {
            if let Init::Array { name, values } = entry { Some((&*name.text, &values[..])) } else { None }
        })
        .collect();
    assert_eq!(arrays, [("a", &[1, -2][..]), ("b", &[0, 0, 0][..])]);
    let monitors: Vec<_> = entries
        .iter()
        .filter_map(|entry| if let Init::Monitor(name) = entry { Some(&*name.text) } else { None })
        .collect();
    assert_eq!(monitors, ["m", "n", "o"]);
    assert_eq!(init("int a[1024]").len(), 1);
}

#[test]
fn handles_and_registers_of_single_threads() {
    for entry in ["1:X=x", "P1:X=x", "Thread1:X = x"] {
        let entries = init(entry);
        let [Init::Handle { thread, handle, variable }] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((*thread, &*handle.text, &*variable.text), (1, "X", "x"));
    }
    for (entry, start) in
        [("1:r1=5", 5), ("P1:r1=-5", -5), ("Thread1:r1", 0), ("1:r1=true", 1), ("int 1:r1 = 7", 7)]
    {
        let entries = init(entry);
        let [Init::Register { thread, register, value }] = &entries[..] else { panic!("{entries:?}") };
        assert_eq!((*thread, &*register.text, *value), (1, "r1", start));
    }
}

#[test]
fn the_init_block_may_be_empty_and_have_extra_semicolons() {
    assert_eq!(init(""), []);
    assert_eq!(init(";; x ;; y = 1").len(), 2);
}

#[test]
fn operators_bind_as_in_java() {
    let shapes = [
        ("a + b * c - d", "((a Add (b Mul c)) Sub d)"),
        ("a - b - c", "((a Sub b) Sub c)"),
        ("a / b % c * d", "(((a Div b) Rem c) Mul d)"),
        ("a || b && c", "(a Or (b And c))"),
        ("a && b || c", "((a And b) Or c)"),
        ("a | b ^ c & d", "(a BitOr (b BitXor (c BitAnd d)))"),
        ("a & b == c", "(a BitAnd (b Eq c))"),
        ("a == b < c", "(a Eq (b Lt c))"),
        ("a < b + c", "(a Lt (b Add c))"),
        ("a <= b != c >= d", "((a Le b) Ne (c Ge d))"),
        ("a > b && c | d", "((a Gt b) And (c BitOr d))"),
        ("(a + b) * c", "((a Add b) Mul c)"),
        ("-a * !b", "((Neg a) Mul (Not b))"),
        ("-~+a", "(Neg (BitNot a))"),
        ("a - -1", "(a Sub -1)"),
        ("a -1", "(a Sub 1)"),
        ("-2147483648", "-2147483648"),
        ("-0x80000000", "-2147483648"),
        ("0xFF", "255"),
        ("true != false", "(true Ne false)"),
        ("a[i + 1] + a[a[0]]", "(a[(i Add 1)] Add a[a[0]])"),
        ("a[1].getAcquire() + X.get()", "(a[1].Get(Acquire)() Add X.Get(Plain)())"),
        ("-X.get()", "(Neg X.Get(Plain)())"),
    ];
    for (text, expected) in shapes {
        assert_eq!(shape(text), expected, "{text}");
    }
}

#[test]
fn all_methods_have_their_modes() {
    let methods = [
        ("get()", "Get(Plain)"),
        ("getOpaque()", "Get(Opaque)"),
        ("getAcquire()", "Get(Acquire)"),
        ("getVolatile()", "Get(Volatile)"),
        ("set(1)", "Set(Plain)"),
        ("setOpaque(1)", "Set(Opaque)"),
        ("setRelease(1)", "Set(Release)"),
        ("lazySet(1)", "Set(Release)"),
        ("setVolatile(1)", "Set(Volatile)"),
        ("getAndSet(1)", "GetAnd(Set, Volatile)"),
        ("getAndSetAcquire(1)", "GetAnd(Set, Acquire)"),
        ("getAndAddRelease(1)", "GetAnd(Add, Release)"),
        ("getAndBitwiseOr(1)", "GetAnd(Or, Volatile)"),
        ("getAndBitwiseAndAcquire(1)", "GetAnd(And, Acquire)"),
        ("getAndBitwiseXorRelease(1)", "GetAnd(Xor, Release)"),
        ("compareAndExchange(0, 1)", "CompareAndExchange(Volatile)"),
        ("compareAndExchangeRelease(0, 1)", "CompareAndExchange(Release)"),
        ("compareAndSet(0, 1)", "CompareAndSet { mode: Volatile, weak: false }"),
        ("weakCompareAndSet(0, 1)", "CompareAndSet { mode: Volatile, weak: true }"),
        ("weakCompareAndSetPlain(0, 1)", "CompareAndSet { mode: Plain, weak: true }"),
        ("weakCompareAndSetAcquire(0, 1)", "CompareAndSet { mode: Acquire, weak: true }"),
        ("weakCompareAndSetRelease(0, 1)", "CompareAndSet { mode: Release, weak: true }"),
    ];
    for (call, method) in methods {
        let body = statements(&format!("X.{call};"));
        let StmtKind::Call(parsed) = &body[0].kind else { panic!("{body:?}") };
        assert_eq!(format!("{:?}", parsed.method), method, "{call}");
    }
}

#[test]
fn declarations_assignments_and_their_short_forms() {
    assert_eq!(
        shapes("int r1, r2 = 1, r3 = r2 + X.get(); boolean b = true;"),
        ["int r1,r2=1,r3=(r2 Add X.Get(Plain)());", "int b=true;",]
    );
    assert_eq!(
        shapes("x = 1; a[r1 + 1] = x; a[0].setOpaque(2);"),
        ["x=1;", "a[(r1 Add 1)]=x;", "a[0].Set(Opaque)(2);",]
    );
    assert_eq!(
        shapes("x++; ++x; x--; --x;"),
        ["x=(x Add 1);", "x=(x Add 1);", "x=(x Sub 1);", "x=(x Sub 1);"]
    );
    assert_eq!(
        shapes("x += a + 1; x -= 2; x *= y; x ^= 1;"),
        ["x=(x Add (a Add 1));", "x=(x Sub 2);", "x=(x Mul y);", "x=(x BitXor 1);",]
    );
}

#[test]
fn fences_with_and_without_their_class() {
    let all = "fullFence(); acquireFence(); releaseFence(); loadLoadFence(); VarHandle.storeStoreFence();";
    assert_eq!(
        shapes(all),
        ["FullFence;", "AcquireFence;", "ReleaseFence;", "LoadLoadFence;", "StoreStoreFence;"]
    );
}

#[test]
fn loops_branches_and_monitors() {
    let shapes = shapes(
        "if (r) x = 1; else if (r == 2) { } else ; if (a) if (b) ; else return; while (x < 3) { x++; break; } \
         do x++; while (x != 3); synchronized (m) { x = 1; synchronized (n) {} }",
    );
    assert_eq!(
        shapes,
        [
            "if r x=1; else if (r Eq 2) {} else ;",
            "if a if b ; else return;",
            "while (x Lt 3) {x=(x Add 1); break;}",
            "do x=(x Add 1); while (x Ne 3);",
            "sync m {x=1; sync n {}}",
        ]
    );
}

#[test]
fn starting_joining_asserting_and_printing() {
    let body = "start Thread1; start T2; Thread1.start(); T2.start(); join Thread1; join T2; Thread1.join(); T2.join();";
    assert_eq!(
        shapes(body),
        ["start 1;", "start 2;", "start 1;", "start 2;", "join 1;", "join 2;", "join 1;", "join 2;",]
    );
    let body = "assert r == 1; assert x : \"no \\\"x\\\"\"; print(r); print r + 1; print (r) + 1; System.out.println(r);";
    assert_eq!(
        shapes(body),
        ["assert (r Eq 1);", "assert x;", "print r;", "print (r Add 1);", "print (r Add 1);", "print r;",]
    );
    assert_eq!(shapes("T1.get(); T1 = 1;"), ["T1.Get(Plain)();", "T1=1;"]);
}

#[test]
fn spans_cover_statements_without_their_blocks() {
    let source = in_thread("int r = x + 1; while (r < 2) { r++; } do ; while (r == 0); synchronized (m) { }");
    let test = good(&source);
    let texts: Vec<&str> = test.threads[0].body.iter().map(|s| &source[s.span.start..s.span.end]).collect();
    assert_eq!(texts, ["int r = x + 1", "while (r < 2)", "while (r == 0)", "synchronized (m)"]);
    let StmtKind::Declare(_, names) = &test.threads[0].body[0].kind else { panic!("{test:?}") };
    let value = names[0].1.as_ref().expect("a value");
    assert_eq!(&source[value.span.start..value.span.end], "x + 1");
    assert!(matches!(value.kind, ExprKind::Binary(..)));
}

#[test]
fn propositions_bind_as_in_herd() {
    let shapes = [
        ("a=1 \\/ b=1 /\\ c=1", "(a=1 \\/ (b=1 /\\ c=1))"),
        ("a=1 /\\ b=1 \\/ c=1", "((a=1 /\\ b=1) \\/ c=1)"),
        ("a=1 /\\ b=1 => c=1", "(a=1 /\\ (b=1 => c=1))"),
        ("a=1 => b=1 \\/ c=1", "((a=1 => b=1) \\/ c=1)"),
        ("a=1 => b=1 => c=1", "(a=1 => (b=1 => c=1))"),
        ("a=1 /\\ b=1 /\\ c=1", "((a=1 /\\ b=1) /\\ c=1)"),
        ("a=1 && b=1 || c=1", "((a=1 /\\ b=1) \\/ c=1)"),
        ("~a=1 /\\ not b=1", "(~a=1 /\\ ~b=1)"),
        ("~(a=1 /\\ b=1)", "~(a=1 /\\ b=1)"),
        ("~~true => false", "(~~true => false)"),
        ("(0:r1==1 /\\ P1:r2 != -1)", "(0:r1=1 /\\ ~1:r2=-1)"),
        ("Thread0:r <> 0x10", "~0:r=16"),
        ("[x]=1 /\\ a[2]=3", "(x=1 /\\ a[2]=3)"),
        ("0:r1=1:r2 /\\ x=[y] /\\ a[1]=0:r", "((0:r1=1:r2 /\\ x=y) /\\ a[1]=0:r)"),
        ("0:b=true", "0:b=1"),
        ("P0=1", "P0=1"),
    ];
    for (text, expected) in shapes {
        assert_eq!(claim(text), expected, "{text}");
    }
}

#[test]
fn every_form_of_the_final_condition() {
    let forms = [
        ("exists x=1", Quantifier::Exists),
        ("exists (x=1);", Quantifier::Exists),
        ("final (x=1)", Quantifier::Exists),
        ("(x=1)", Quantifier::Exists),
        ("~exists (x=1)", Quantifier::NotExists),
        ("~ exists x=1", Quantifier::NotExists),
        ("not exists x=1", Quantifier::NotExists),
        ("forall (x=1)", Quantifier::Forall),
    ];
    for (text, quantifier) in forms {
        let source = format!("Java T {{}} Thread0 {{}} {text}");
        let condition = good(&source).condition.expect("a condition");
        assert_eq!(
            (condition.quantifier, tree::prop(&condition.prop)),
            (quantifier, "x=1".to_owned()),
            "{text}"
        );
        assert_eq!(&source[condition.span.start..condition.span.end], text.trim_end_matches(';'));
    }
}

#[test]
fn locations_and_filter_stand_before_the_condition() {
    let test = good("Java T {} Thread0 {} locations [ x; 0:r1; a[1]; ] filter x=1 \\/ x=2 forall true");
    let observed: Vec<String> = test.locations.iter().map(tree::observed).collect();
    assert_eq!(observed, ["x", "0:r1", "a[1]"]);
    assert_eq!(test.filter.as_ref().map(tree::prop).as_deref(), Some("(x=1 \\/ x=2)"));
    assert_eq!(test.condition.map(|c| c.quantifier), Some(Quantifier::Forall));
    assert_eq!(good("Java T {} Thread0 {} locations []").locations, []);
    assert_eq!(good("Java T {} Thread0 {} locations [x]").locations.len(), 1);
}

#[test]
fn a_test_may_have_32_threads_and_no_condition() {
    let threads: String = (0..32).map(|n| format!("Thread{n} {{ }} ")).collect();
    let test = good(&format!("Java T {{}} {threads}"));
    assert_eq!((test.threads.len(), test.threads[31].number), (32, 31));
    assert_eq!((test.condition, test.filter), (None, None));
}

#[test]
fn the_example_of_the_language_reference_is_a_test() {
    let reference = include_str!("../../../../../../docs/LITMUS.md");
    let mut examples = reference.split("```\n").filter(|block| block.starts_with("Java MP"));
    assert_eq!(good(examples.next().expect("an example")).threads.len(), 2);
}

#[test]
fn classes_with_fields_and_constructors() {
    let entries = init(
        "class F { final int f, g = 2; volatile F n; int[] a = {1}; F(int v, F o) { this(); f = v; } F() { } } F p; x = 1",
    );
    let [Init::Class(class), Init::Variable { name, .. }, Init::Variable { .. }] = &entries[..] else {
        panic!("{entries:?}")
    };
    assert_eq!(name.text, "p");
    let fields: Vec<_> = class
        .fields
        .iter()
        .map(|f| format!("{} {} {} {}", f.name.text, f.ty, f.is_final, f.volatile))
        .collect();
    assert_eq!(fields, ["f int true false", "g int true false", "n F false true", "a int[] false false"]);
    let initial: Vec<_> =
        class.fields.iter().map(|f| f.initial.as_ref().map(tree::expr).unwrap_or_default()).collect();
    assert_eq!(initial, ["", "2", "", "new {1}"]);
    assert_eq!(class.constructors.iter().map(|c| c.parameters.len()).collect::<Vec<_>>(), [2, 0]);
    assert_eq!(class.constructors[0].body.iter().map(tree::stmt).collect::<Vec<_>>(), ["this();", "f=v;"]);
}

#[test]
fn paths_new_objects_and_casts() {
    assert_eq!(shape("q.next.f + 1"), "(q.next.f Add 1)");
    assert_eq!(shape("q.a[r[0]].get()"), "q.a[r[0]].Get(Plain)()");
    assert_eq!(shape("this.a.length"), "this.a.length");
    assert_eq!(shape("new F(1, null).f"), "new F(1, null).f");
    assert_eq!(shape("new int[]{1, 2}[0]"), "new {1, 2}[0]");
    assert_eq!(shape("q == null && q.g.getAcquire() != 1"), "((q Eq null) And (q.g.Get(Acquire)() Ne 1))");
    assert_eq!(shape("(int) l + (long) -1"), "((int l) Add (long -1))");
    assert_eq!(shape("(r1) - 1"), "(r1 Sub 1)");
    let body = "F q = p, n; int[] a = {1}; long l = -1L; q.f++; q.f -= 2; --q.f; new F(); throw; throw new RuntimeException();";
    let statements = [
        "F q=p,n;",
        "int[] a=new {1};",
        "long l=-1L;",
        "q.f Add= 1;",
        "q.f Sub= 2;",
        "q.f Sub= 1;",
        "new F();",
        "throw;",
        "throw;",
    ];
    assert_eq!(shapes(body), statements);
}

#[test]
fn long_literals_are_java_s() {
    for (text, value) in
        [("0L", 0), ("0xFFFFFFFFL", 0xFFFF_FFFF_i64), ("0xFFFFFFFFFFFFFFFFL", -1), ("-1l", -1)]
    {
        assert_eq!(shape(text), format!("{value}L"));
    }
    assert_eq!(shape("-9223372036854775808L"), format!("{}L", i64::MIN));
    assert_eq!(claim("(0:r=4294967295 /\\ 0:r=-2147483649)"), "(0:r=4294967295 /\\ 0:r=-2147483649)");
    assert_eq!(claim("(0:r=0xffffffff)"), "0:r=-1", "as before, an int");
    assert_eq!(claim("(0:r=0xffffffffL /\\ 0:q=null)"), "(0:r=4294967295 /\\ 0:q=0)");
}
