//! The jmm language: what its formulas, guesses and blocks mean on a small execution, and what is rejected
//! where.

use crate::sketch;

use axioms::Graph;
use axioms::cat::program::{Shape, Statement};
use axioms::cat::{Acceptance, CatErrorKind, CatModel, GaveUp};
use event::Loc;
use sketch::Sketch;

const X: Loc = Loc(0);
const Y: Loc = Loc(1);

/// Message passing that fails: 0 `x=1`, 1 `y=1` of thread 0; 2 `y` seen as 1, 3 `x` seen as 0 of thread 1.
fn message_passing() -> Sketch {
    let mut s = Sketch::new();
    s.write(0, X, 1);
    let y = s.write(0, Y, 1);
    s.read(1, Y, 1, Some(y));
    s.read(1, X, 0, None);
    s
}

fn model(text: &str) -> CatModel {
    CatModel::parse("test.jmm", text).unwrap_or_else(|error| panic!("{error}"))
}

fn accepts(text: &str) -> bool {
    matches!(message_passing().judge(&model(text)), Acceptance::Accepted { .. })
}

/// Line, column, kind and message of an error.
fn report(text: &str) -> (usize, usize, CatErrorKind, String) {
    let error = CatModel::parse("test.jmm", text).expect_err(text);
    (error.diagnostic.line, error.diagnostic.column, error.kind, error.diagnostic.message)
}

#[test]
fn formulas_mean_what_they_say() {
    for formula in [
        "some rf && !(no po)",
        "no rf || some co | po",
        "some R => one (R & domain(po))",
        "(some rf) & (some po)",
    ] {
        assert!(accepts(&format!("axiom a : {formula}")), "{formula}");
    }
    for (formula, holds) in [
        ("forall r:R . one rf^-1(r)", true),
        ("forall r:R . rf^-1(r) in W \\ IW", false),
        ("exists r:R . rf^-1(r) in IW", true),
        ("forall w:W \\ IW, r:rf(w) . val(w) = val(r)", true),
        ("exists a, b:W \\ IW . po(a, b)", true),
        ("exists a, b:W \\ IW . po(b, a) && a != b && loc(a, b)", false),
        ("po in po+ && po = po+", true),
        ("acyclic po | rf", true),
        ("acyclic po | rf | rf^-1; co", false),
        ("some po <=> some rf", true),
        ("some po => no rf => some rf", true),
        ("one R", false),
        ("lone IW", false),
        ("A = _ && Sync = 0", true),
        ("let early = domain(po) in early in A", true),
    ] {
        assert_eq!(accepts(&format!("axiom a : {formula}")), holds, "{formula}");
        assert_eq!(accepts(&format!("axiom a : !({formula})")), !holds, "not {formula}");
    }
    // Functions may return formulas, and a formula may have a name of its own.
    assert!(accepts(
        "let sees(v) = irreflexive rf; v\nlet both = some po && some rf\naxiom a : sees(po) && both"
    ));
    assert!(accepts("exists w:W . some rf(w)"));
}

#[test]
fn refusals_name_the_axiom_its_block_and_the_events() {
    let refused = message_passing().judge(&model("forall t in Threads { axiom mine : no t & W }"));
    let Acceptance::Refused { axiom, witness } = refused else { panic!("{refused:?}") };
    assert_eq!((axiom, witness.len()), ("mine[t=0]", 2));
}

#[test]
fn guessed_orders_sets_and_copies_are_tried_until_one_fits() {
    // There is no total order of all events that agrees with everything; without the reads-from of x there is
    // one.
    let sc = "axiom all : irreflexive rf; o && no rf & (o & loc; [W]; o)";
    let order = |extends| format!("order o total on M extends {extends} | (IW * (A \\ IW))\n{sc}");
    assert!(!accepts(&order("po")));
    assert!(accepts(&order("po & (W * W)")));
    // One order per location.
    assert!(accepts(
        "forall x in Locations { order o total on x extends po | (IW * (A \\ IW))\n axiom r : irreflexive rf; o }"
    ));
    // Sets of every size.
    assert!(accepts("committed C subset R axiom one-read : one C"));
    assert!(!accepts("committed C subset R axiom c : C = W"));
    // A copy is not an event; each event has its own copy, or one per thread.
    assert!(accepts("copy c axiom a : no range(c) & A && forall e:A . one c(e)"));
    let copies =
        "copy c per Threads forall t in Threads { axiom one : forall e:A . one c[t](e) && c[t](e) in c(e) }";
    assert!(accepts(copies));
    assert!(!accepts(&format!("{copies} axiom same : forall e:A . one c(e)")));
}

#[test]
fn blocks_are_repeated_for_threads_locations_and_numbers() {
    assert!(accepts("forall t in Threads { axiom a : one (t & domain(po)) }"));
    assert!(accepts("forall x in Locations { axiom a : one (x & IW) && x * x in loc }"));
    assert!(accepts(
        "committed C[0..2] subset A forall i in 1..2 { axiom grows : C[i-1] in C[i] } axiom e : some C[2]"
    ));
    // A block sees the names outside it; names inside are not visible outside.
    assert_eq!(report("forall t in Threads { let mine = t }\naxiom a : some mine").2, Name);
}

#[test]
fn files_about_several_executions_are_expanded_for_each_number() {
    let text = "param k exec E exec J[1..k] committed C[0..k] subset E.A\n\
                per X in {E, J} { order so total on Sync extends po let hb = (po | so)+ axiom acyclic-hb : acyclic X.hb }\n\
                forall i in 1..k { axiom same : C[i-1] in C[i] && J[i].hb = (E.hb & po@J[i]) }";
    let model = model(text);
    assert!(model.has_several_executions() && model.has_parameter());
    for k in 0..4 {
        let program = model.program(Shape { k, threads: 2, locations: 2 }).unwrap();
        let names: Vec<String> = (1..=k).map(|i| format!("J[{i}]")).collect();
        assert_eq!(program.executions[1..], names);
        let tests = program.steps.iter().filter(|step| matches!(step, Statement::Test(_))).count();
        let guesses = program.steps.iter().filter(|step| matches!(step, Statement::Guess(_))).count();
        assert_eq!((tests, guesses), (1 + 2 * k as usize, 1 + k as usize));
    }
    let (execution, co) = message_passing().build();
    let judged = model.judge(&Graph::new(&execution, &co).unwrap());
    assert_eq!(judged, Err(GaveUp::SeveralExecutions));
}

use CatErrorKind::{Limit, Name, Syntax, Type, Unsupported};

/// A file with an error: its text, the position, and the message.
type Mistake = (&'static str, usize, usize, CatErrorKind, &'static str);

const MISTAKES: &[Mistake] = &[
    ("axiom a : som po", 1, 11, Name, "`som` is not defined"),
    ("axiom a : po", 1, 11, Type, "expected a formula, found a relation"),
    ("axiom a : R in po", 1, 16, Type, "this is a relation, but what it is compared with is a set"),
    ("let a = po | (some rf)", 1, 9, Type, "expected a formula, found a relation"),
    ("axiom a : R in W in A", 1, 18, Syntax, "comparisons do not chain"),
    ("axiom a : some po <=> some rf <=> some co", 1, 31, Syntax, "`<=>` does not chain"),
    ("axiom a some po", 1, 9, Syntax, "expected `:` and the formula of the axiom, found `some`"),
    ("order o on W", 1, 9, Syntax, "expected `total` on a set, found the name `on`"),
    ("order o total on po", 1, 18, Type, "expected a set, found a relation"),
    ("forall x:po . some x", 1, 10, Type, "expected a set, found a relation"),
    ("forall x:R some x", 1, 12, Syntax, "expected `.` before the formula that is quantified, found `some`"),
    ("axiom a : some R(W)", 1, 16, Type, "`R` is a set, not a function"),
    ("axiom a : some rf(po)", 1, 19, Type, "expected a set, found a relation"),
    ("axiom a : some rf(R, W, A)", 1, 16, Type, "a relation is applied to one set"),
    ("axiom a : val(R) = R", 1, 20, Type, "this is a set, but what it is compared with is a set of values"),
    (
        "axiom a : some val; po",
        1,
        16,
        Type,
        "expected a relation between events, found a relation from events to values",
    ),
    ("param k param n", 1, 15, Unsupported, "unsupported: more than one parameter"),
    ("exec J[1..2]", 1, 6, Syntax, "the first execution has no number: it is the one whose outcome is asked"),
    ("exec E axiom a : some F.A", 1, 23, Type, "`F` is a set, not an execution"),
    ("exec E axiom a : some E.hbb", 1, 25, Name, "`hbb` is not defined"),
    ("exec E exec J[1..2] axiom a : some J.A", 1, 36, Type, "`J` is a family of executions: which one?"),
    (
        "exec E exec J[1..2] axiom a : some J[3].A",
        1,
        38,
        Name,
        "there is no `J[3]`: `J` goes from 1 to 2 here",
    ),
    (
        "param k committed C[0..k] subset A axiom a : no C[k+1]",
        1,
        51,
        Name,
        "there is no `C[1]`: `C` goes from 0 to 0 here",
    ),
    ("axiom a : some C[1]", 1, 16, Name, "`C` is not defined"),
    ("axiom a : some po[1]", 1, 16, Type, "`po` is a relation, and has no number"),
    ("forall t in Treads { axiom a : some t }", 1, 13, Name, "`Treads` is nothing to repeat a block for"),
    ("exec E per E { per E { } }", 1, 20, Syntax, "`per` inside of `per`"),
    ("assume nothing", 1, 8, Name, "`nothing` is nothing that can be assumed"),
    (
        "let rec a = po \\ a axiom x : some a",
        1,
        18,
        Type,
        "recursion through a complement or difference: there may be no least solution",
    ),
    ("forall i in 1..99999999999 { }", 1, 16, Syntax, "this number is too large"),
    ("forall i in 1..100 { }", 1, 16, Limit, "more than 64 numbers from 1 to 100"),
    (
        "axiom a : some po\naxiom b : (some po",
        2,
        19,
        Syntax,
        "expected `)` to close the parenthesis, found the end of the file",
    ),
];

#[test]
fn errors_say_where_and_what() {
    for &(text, line, column, kind, message) in MISTAKES {
        assert_eq!(report(text), (line, column, kind, message.to_owned()), "{text}");
    }
}

#[test]
fn what_jmm_adds_is_no_cat() {
    for text in ["axiom a : some po", "order o total on W", "forall x:R . some x", "let a = rf(R)"] {
        assert!(CatModel::parse("test.cat", text).is_err(), "{text}");
    }
    // In cat these are names.
    let names = "let order = po let no = rf let some = order | no acyclic some";
    assert!(CatModel::parse("test.cat", names).is_ok());
    assert!(CatModel::parse("test.jmm", names).is_err());
    // A jmm file may include cat files, and everything cat has is jmm too.
    assert!(accepts("include \"pso.cat\"\nflag ~empty co as writes"));
}
