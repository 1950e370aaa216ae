//! The cat language: what parses, what is rejected and where, and what expressions mean on a small execution.

use crate::sketch;

use axioms::cat::{Acceptance, CatError, CatErrorKind, CatEvent, CatModel, Flag};
use axioms::{AxiomaticModel, Coherence, Graph};
use event::{EventKind, Fence, Loc, MonitorId, ReadMode, RmwMode, WriteMode};
use sketch::Sketch;
use std::collections::BTreeMap;

const X: Loc = Loc(0);
const Y: Loc = Loc(1);

fn model(text: &str) -> CatModel {
    CatModel::parse("test.cat", text).unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> CatError {
    let error = CatModel::parse("test.cat", text).expect_err(text);
    assert!(error.to_string().starts_with(&format!(
        "{}:{}:{}: error: ",
        error.diagnostic.file, error.diagnostic.line, error.diagnostic.column
    )));
    error
}

/// Line, column and message of an error.
fn report(text: &str) -> (usize, usize, String) {
    let error = error(text);
    (error.diagnostic.line, error.diagnostic.column, error.diagnostic.message)
}

/// Message passing: events 0 `x=1`, 1 `y=1` of thread 0, 2 `y` seen as 1, 3 `x` seen as 0 of thread 1. The
/// initial writes of `x` and `y` are 4 and 5.
fn message_passing() -> Sketch {
    let mut s = Sketch::new();
    s.write(0, X, 1);
    let y = s.write(0, Y, 1);
    s.read(1, Y, 1, Some(y));
    s.read(1, X, 0, None);
    s
}

/// Whether a model accepts message passing.
fn accepts(text: &str) -> bool {
    message_passing().judge(&model(text)) == Acceptance::Accepted { flags: vec![] }
}

/// Whether two expressions are equal on message passing.
fn equal(a: &str, b: &str) -> bool {
    accepts(&format!("let a = {a} let b = {b} empty (a \\ b) | (b \\ a)"))
}

#[test]
fn operators_have_herds_precedences() {
    // From loosest to tightest: | ; \ & *.
    for (written, meant) in [
        ("po | rf ; co", "po | (rf ; co)"),
        ("po ; rf \\ co", "po ; (rf \\ co)"),
        ("po \\ rf & loc", "po \\ (rf & loc)"),
        ("po \\ rf \\ po", "(po \\ rf) \\ po"),
        ("loc & W * R", "loc & (W * R)"),
        ("~rf & po", "(~rf) & po"),
        ("~rf^-1", "~(rf^-1)"),
        ("rf^-1 ; co", "(rf^-1) ; co"),
        ("po^+", "po+"),
        ("rf^?", "rf?"),
        ("po*", "po+ | id"),
        ("po* ; rf", "(po*) ; rf"),
        ("begin po | rf end ; id", "po | rf"),
        ("domain rf", "domain(rf)"),
        ("[W]; po; [W]", "po & (W * W)"),
        ("po+ ? ^-1", "(((po+)?)^-1)"),
    ] {
        assert!(equal(written, meant), "{written}");
    }
    assert!(!equal("(po | rf) ; co", "po | rf ; co"));
    // A star is a product if an operand follows, also across lines.
    assert!(accepts("let r = po*\n~empty r as not-empty"));
    assert!(accepts("let r = W*\nR ~empty r as not-empty"));
}

#[test]
fn builtin_sets_and_relations_of_an_execution() {
    for (a, b) in [
        ("_", "M"),
        ("W", "IW | (W & P)"),
        ("R", "P \\ W"),
        ("IW", "domain((id & IW * IW))"),
        ("FW", "W \\ IW"),
        ("RMW | F | V | O | RA | L | U | Start | Join | End | External | Fail | FRMW", "{}"),
        ("addr | data | ctrl", "0"),
        ("rf", "((range(po) & W) * R | IW * (R & range(po))) & loc"),
        ("rfi", "0"),
        ("rfe", "rf"),
        ("co", "loc & (IW * (W \\ IW))"),
        ("coe", "co"),
        ("fr", "loc & (R & range(po)) * (W \\ IW)"),
        ("fre | fri", "fr"),
        ("int | ext", "_ * _"),
        ("int & ext", "0"),
        ("same-thread", "int"),
        ("int \\ id", "po | po^-1"),
        ("si", "id"),
        ("po-loc", "0"),
        ("hb", "po | IW * (_ \\ IW)"),
        ("sw", "IW * domain(po)"),
        ("so | lo | start-join", "0"),
        ("co0", "co | 0"),
        ("emptyset", "{}"),
        ("range(rf)", "R"),
        ("fencerel(F)", "0"),
        ("toid(W)", "[W]"),
        ("singlestep(po)", "po"),
        ("imply(po, po)", "_ * _"),
    ] {
        assert!(equal(a, b), "{a} = {b}");
    }
}

#[test]
fn modes_fences_and_synchronisation_actions_are_told_apart() {
    let mut s = Sketch::new();
    let m = MonitorId(0);
    let kinds = [
        (EventKind::Write(X, WriteMode::Plain), "W & P & FW"),
        (EventKind::Write(Y, WriteMode::Opaque), "W & O"),
        (EventKind::Write(Loc(2), WriteMode::Release), "(W & REL & RA) \\ RMW"),
        (EventKind::Write(Loc(3), WriteMode::Volatile), "W & V"),
        (EventKind::Read(Loc(4), ReadMode::Acquire), "R & ACQ & RA"),
        (EventKind::Rmw(Loc(5), RmwMode::Release), "RMW & R & W & REL & M"),
        (EventKind::Fence(Fence::Full), "F & V"),
        (EventKind::Fence(Fence::Acquire), "F & ACQ"),
        (EventKind::Fence(Fence::Release), "F & REL"),
        (EventKind::Fence(Fence::LoadLoad), "F & LoadLoad"),
        (EventKind::Fence(Fence::StoreStore), "F & StoreStore"),
        (EventKind::Lock(m), "L"),
        (EventKind::Unlock(m), "U"),
        (EventKind::External, "External"),
        (EventKind::Fail, "Fail"),
        (EventKind::End, "End"),
    ];
    let mut tests = String::new();
    for (i, (kind, sets)) in kinds.into_iter().enumerate() {
        let value = kind.loc().map(|_| 1);
        let id = s.add(0, kind, value.filter(|_| kind.is_read()), value.filter(|_| kind.is_write()), None);
        assert_eq!(id.index(), i);
        tests.push_str(&format!("flag ~empty {sets} as t{i}\n"));
    }
    let Acceptance::Accepted { flags } = s.judge(&model(&tests)) else { panic!("refused") };
    for (i, Flag { witness, .. }) in flags.iter().enumerate() {
        assert_eq!(*witness, [CatEvent::Event(event::EventId(i as u32))], "{:?}", kinds[i]);
    }
    assert_eq!(flags.len(), kinds.len());
}

#[test]
fn refusals_name_the_axiom_and_a_shortest_cycle() {
    let s = message_passing();
    let ids = |events: &[u32]| events.iter().map(|&e| CatEvent::Event(event::EventId(e))).collect::<Vec<_>>();
    let refused = |text: &str| match s.judge(&model(text)) {
        Acceptance::Refused { axiom, witness } => (axiom, witness),
        accepted => panic!("{accepted:?}"),
    };
    assert_eq!(refused("acyclic po | rf | fr | co as sc"), ("sc", ids(&[0, 1, 2, 3])));
    assert_eq!(refused("let hb2 = (po | rf)+ irreflexive hb2; fr as causality").0, "causality");
    assert_eq!(refused("\"n\"\n\nempty rf").0, "empty at test.cat:3:1");
    assert_eq!(refused("empty rf & ((W \\ IW) * R) as no-rf").1, ids(&[1, 2]));
    assert_eq!(refused("empty W & FW as no-writes").1, ids(&[0, 1]));
    assert_eq!(refused("~empty 0 as some").1, []);
    assert_eq!(refused("~acyclic po as cyclic").0, "cyclic");
    // Initial writes are shown, except where only events fit.
    let (axiom, witness) = refused("empty rf & (IW * R) as initial");
    assert_eq!((axiom, witness), ("initial", vec![CatEvent::Initial(X), ids(&[3])[0]]));
    let (execution, co) = message_passing().build();
    let refusal = model("empty rf & (IW * R) as initial").check(&Graph::new(&execution, &co).unwrap());
    assert_eq!(refusal.unwrap_err().witness, [event::EventId(3)]);
}

#[test]
fn recursion_gives_the_least_solution() {
    assert!(equal("let rec r = po | (r ; rf) | (r ; r) in r", "(po ; rf?)+ \\ 0 & _ * _"));
    assert!(accepts("let rec a = po | b and b = a ; rf | b ; b\nempty b \\ (po; rf)+ empty a \\ (po | b)"));
    assert!(accepts("let rec s = s & W  empty s"));
    // Inside, other definitions and functions may be used.
    assert!(equal("let rec r = let s = r | po in let f(x) = x ; x in f(s) | s in r", "po+"));
    assert_eq!(report("let rec r = let f(x) = po \\ x in f(r)").1, 36);
    assert_eq!(report("let rec r = let f(x) = x | r in ~f(po)").1, 34);
    assert!(equal("let rec r = po | (let rec s = r | (s ; s) in s) in r", "po+"));
}

#[test]
fn recursion_that_need_not_have_a_solution_is_refused() {
    let message = "recursion through a complement or difference: there may be no least solution";
    assert_eq!(report("let rec r = ~r"), (1, 14, message.to_owned()));
    assert_eq!(report("let rec r = po \\ (r ; r)"), (1, 19, message.to_owned()));
    assert_eq!(report("let f(x) = po \\ x\nlet rec r = f(r)").0, 2);
    assert!(accepts("let f(x) = x \\ po\nlet rec r = ~~f(r) empty r"));
    let error = error("let rec f(x) = f(x)");
    assert_eq!(
        (error.kind, error.diagnostic.message.as_str()),
        (CatErrorKind::Unsupported, "unsupported: recursive functions")
    );
}

#[test]
fn functions_and_procedures_are_expanded_with_static_scope() {
    assert!(accepts("let a = po let f(x, y) = (x ; y) | a let a = rf  empty f(0, 0) \\ po ~empty f(a, po)"));
    assert!(accepts("let none() = 0 let one _ = po  empty none() ~empty one(0) ~empty one W"));
    let text = "procedure check(r, s) =\n let t = r | s\n acyclic t\nend\ncall check(po, rf | fr) as named";
    let Acceptance::Refused { axiom, witness } = message_passing().judge(&model(text)) else { panic!() };
    assert_eq!((axiom, witness.len()), ("named", 4));
    assert!(accepts("call subseteq(R, M) call inclusion(po, hb) call total(po | ext | id, M)"));
    // Both sets and relations, depending on the types of each call.
    assert!(accepts("let g(x) = x \\ x  empty g(po) empty g(W) empty g({})"));
}

#[test]
fn choices_are_tried_until_one_fits() {
    assert!(accepts("with o from linearisations(_, po | rf)  empty o & (R * IW)"));
    assert!(!accepts("with o from linearisations(_, po | rf)  empty o & (IW * R)"));
    assert!(accepts("with o from linearisations(W, 0) call total(o | id, W) empty o \\ (W * W)"));
    assert!(accepts("with c from generate_cos(co0)  empty (c \\ co) | (co \\ c)"));
    assert!(accepts("with c from generate_orders(M, po | rf)  empty c \\ loc"));
    assert!(accepts("with a from linearisations(IW, 0) with b from linearisations(IW, 0) ~empty a \\ b"));
    assert!(accepts("with a from linearisations({}, 0) empty a"));
    let s = message_passing();
    let verdict = s.judge(&model("with o from linearisations(M, po | rf | fr)"));
    let Acceptance::Refused { axiom, witness } = verdict else { panic!() };
    assert_eq!((axiom, witness.len()), ("no order for `o` at test.cat:1:13", 4));
}

#[test]
fn evaluation_gives_up_instead_of_refusing() {
    let mut s = Sketch::new();
    for i in 0..12 {
        s.write(i % 4, Loc(i.into()), 1);
    }
    let gives_up = model("with o from linearisations(W, 0)  ~empty 0 & o as never");
    let (execution, co) = s.build();
    let graph = Graph::new(&execution, &co).unwrap();
    assert!(gives_up.judge(&graph).is_err());
    assert_eq!(gives_up.check(&graph).unwrap_err().axiom, "gave up: too many choices");
    // Tests that do not depend on a choice are evaluated before it.
    let early = model("with o from linearisations(W, 0) ~empty o as some  empty W as late");
    assert_eq!(early.check(&graph).unwrap_err().axiom, "late");
}

#[test]
fn flags_of_all_choices_are_collected() {
    let text = "with o from linearisations(IW, 0)\nflag ~empty o as ordered\nundefined_unless empty W as wrong\n\
        flag empty W as silent\nlet first = domain(o)\nflag ~empty first & range(rf^-1; [R]) as any";
    let Acceptance::Accepted { flags } = message_passing().judge(&model(text)) else { panic!() };
    let flags: BTreeMap<&str, bool> = flags.iter().map(|flag| (flag.name, flag.undefined)).collect();
    assert_eq!(flags, BTreeMap::from([("ordered", false), ("wrong", true)]));
    assert_eq!(report("flag ~empty po"), (1, 1, "a flag needs a name".to_owned()));
}

#[test]
fn every_final_write_is_tried_where_no_coherence_tells() {
    let mut s = Sketch::new();
    s.write(0, X, 1);
    s.read(0, X, 0, None);
    s.write(1, X, 2);
    let (execution, _) = s.build();
    let co = Coherence::none();
    let graph = Graph::new(&execution, &co).unwrap();
    assert!(model("empty FW & IW").check(&graph).is_ok());
    // The write of thread 0 is the one with a program-order successor; either can be last, not both or none.
    assert!(model("empty FW & domain(po)").check(&graph).is_ok());
    assert!(model("~empty FW & domain(po)").check(&graph).is_ok());
    assert!(model("empty FW").check(&graph).is_err());
    let Acceptance::Accepted { flags } = model("flag ~empty FW as last").judge(&graph).unwrap() else {
        panic!()
    };
    assert_eq!(flags.len(), 1);
    assert!(model("empty co").check(&graph).unwrap_err().axiom.starts_with("coherence is total"));
}

#[test]
fn ill_formed_executions_are_refused_whatever_the_model_says() {
    let refusal = |s: Sketch, text: &str| match s.judge(&model(text)) {
        Acceptance::Refused { axiom, witness } => (axiom, witness.len()),
        accepted => panic!("{accepted:?}"),
    };
    let mut s = Sketch::new();
    let w = s.write(0, X, 1);
    s.read(1, X, 2, Some(w));
    assert_eq!(refusal(s, ""), ("reads-from: location and value", 2));
    let (lock, unlock) = (EventKind::Lock(MonitorId(0)), EventKind::Unlock(MonitorId(0)));
    let monitor = |actions: &[(u16, EventKind)]| {
        let mut s = Sketch::new();
        actions.iter().for_each(|&(t, kind)| {
            s.add(t, kind, None, None, None);
        });
        s
    };
    assert_eq!(
        refusal(monitor(&[(0, lock), (0, lock), (0, unlock), (1, lock)]), ""),
        ("mutual exclusion", 2)
    );
    assert_eq!(refusal(monitor(&[(0, unlock)]), ""), ("mutual exclusion", 1));
    let fine = monitor(&[(0, lock), (0, lock), (0, unlock), (0, unlock), (1, lock)]);
    assert_eq!(fine.judge(&model("")), Acceptance::Accepted { flags: vec![] });
    // A volatile access that is missing from the synchronisation order matters only to models that look at
    // it.
    let mut builder = event::ExecutionBuilder::new(1);
    let kind = EventKind::Write(X, WriteMode::Volatile);
    builder.push(event::ThreadId(0), kind, None, Some(event::Value(1)), None);
    let (execution, co) = (builder.build().unwrap(), Coherence::none());
    let graph = Graph::new(&execution, &co).unwrap();
    assert!(model("acyclic po").check(&graph).is_ok());
    let axiom = model("acyclic hb").check(&graph).unwrap_err().axiom;
    assert_eq!(axiom, "synchronisation order is total per object");
}

#[test]
fn headers_comments_show_and_in_are_accepted() {
    for (text, name) in [
        ("C RC11\nlet a = po", "RC11"),
        ("\"Java Access Modes\"", "Java Access Modes"),
        ("X86 \"TSO\"", "TSO"),
        ("stdlib", "stdlib"),
        ("", "test"),
        ("\"old\" withoutco", "old"),
        (
            "(* a (* b *) *) // c\n# d\nlet a = po in let b = a\nshow a, b show (a \\ id) as c unshow a",
            "test",
        ),
    ] {
        assert_eq!(model(text).name(), name, "{text}");
    }
    assert!(accepts("let a = try nonsense with po  empty a \\ po"));
    assert!(accepts("let a = try po | W with rf  empty a \\ rf"));
}

#[test]
fn herds_own_style_of_model_loads() {
    let text = "\"PC\" include \"filters.cat\" include \"cos.cat\" include \"cross.cat\"\n\
        let com-pc = rfe | fr | co\n\
        let ppo = (* but W to R *) po \\ WR(po)\nlet mfence = fencerel(F & V)\nacyclic ppo | mfence | com-pc as pc";
    assert!(!message_passing().judge(&model(text)).eq(&Acceptance::Accepted { flags: vec![] }));
}

#[test]
fn errors_say_where_and_what_and_suggest() {
    assert_eq!(report("let a = po\nacyclic po-lco as x"), (2, 9, "`po-lco` is not defined".to_owned()));
    assert_eq!(error("empty po-lco").diagnostic.hint.unwrap(), "did you mean `po-loc`?");
    assert_eq!(error("empty Rfe").diagnostic.hint.unwrap(), "did you mean `rfe`?");
    assert_eq!(error("empty zzzzzz").diagnostic.hint, None);
    assert_eq!(report("acyclic W"), (1, 9, "expected a relation, found a set".to_owned()));
    assert_eq!(report("empty [po]"), (1, 8, "expected a set, found a relation".to_owned()));
    assert_eq!(report("empty W * po"), (1, 11, "expected a set, found a relation".to_owned()));
    assert_eq!(
        report("empty po | rf | W"),
        (1, 17, "this is a set, but what stands before it is a relation".to_owned())
    );
    assert_eq!(report("empty domain(po, rf)"), (1, 7, "`domain` takes 1 argument, 2 given".to_owned()));
    assert_eq!(report("let f(a,b) = a empty f(po)"), (1, 22, "`f` takes 2 arguments, 1 given".to_owned()));
    assert_eq!(report("empty po(rf)"), (1, 7, "`po` is a relation, not a function".to_owned()));
    assert_eq!(
        report("empty fencerel | po"),
        (1, 7, "`fencerel` is a function of 1 arguments, not a set or relation".to_owned())
    );
    assert_eq!(report("call po(rf)"), (1, 6, "`po` is a relation, not a procedure".to_owned()));
    assert_eq!(report("let f(a, a) = a"), (1, 10, "two parameters are called `a`".to_owned()));
    assert_eq!(report("let f(a) = nobody"), (1, 12, "`nobody` is not defined".to_owned()));
    assert_eq!(report("procedure p(a) = empty nobody end"), (1, 24, "`nobody` is not defined".to_owned()));
    assert_eq!(
        report("let a = po;"),
        (1, 12, "expected a set or relation, found the end of the file".to_owned())
    );
    assert_eq!(report("\"x\" po | rf").0, 1);
    assert_eq!(report("acyclic ~po+"), (1, 9, "`~` before a closure is ambiguous".to_owned()));
    assert_eq!(report("empty W * R * W").1, 13);
    assert_eq!(report("let a = \u{2603}"), (1, 9, "unexpected character '\u{2603}'".to_owned()));
}

#[test]
fn errors_inside_a_function_tell_of_the_call() {
    let error = error("let f(x) = x ; x\nlet g(y) = f(y)\nempty g(W)");
    assert_eq!((error.diagnostic.line, error.diagnostic.column), (1, 12));
    assert_eq!(
        *error.diagnostic.notes,
        ["in the call of `f` at test.cat:2:12", "in the call of `g` at test.cat:3:7"]
    );
    assert!(error.to_string().ends_with(
        "= note: in the call of `f` at test.cat:2:12\n  = note: in the call of `g` at test.cat:3:7\n  \
         = hint: `[S]` is the identity on `S`, `S * T` the product of two sets"
    ));
}

#[test]
fn what_is_cat_but_not_ours_is_unsupported_at_its_place() {
    for (text, column) in [
        ("let f = fun x -> x", 9),
        ("let f S = match S with || {} -> 0 || e ++ s -> 0 end", 11),
        ("let a = if po = rf then po else rf", 9),
        ("if \"variant\" let a = po end", 1),
        ("enum e = 'a || 'b", 1),
        ("empty tag2events('a)", 18),
        ("let a = {po, rf}", 10),
        ("let a = po ++ rf", 12),
        ("let (a, b) = po", 5),
        ("let a, b = po", 6),
        ("forall x in po do empty x end", 1),
        ("let a = (po, rf)", 12),
        ("let a = ()", 10),
        ("with co from cross(po)", 14),
        ("let a = linearisations(W, po)", 9),
        ("let a = classes-loc(W)", 9),
        ("let a = amo", 9),
        ("procedure rec p(a) = empty a end", 11),
        ("let rec a = po when acyclic a", 16),
        ("let a = fencerel F po", 20),
        ("instructions R[{'a}]", 1),
        ("debug po", 1),
        ("let rec f(x) = x", 9),
    ] {
        let error = error(text);
        assert_eq!(
            (error.kind, error.diagnostic.column),
            (CatErrorKind::Unsupported, column),
            "{text}: {error}"
        );
    }
}

#[test]
fn includes_are_found_once_and_cycles_are_told() {
    let files = BTreeMap::from([
        ("a.cat", "include \"sub/b.cat\" include \"sub/b.cat\" let a = b"),
        ("sub/b.cat", "let b = po acyclic b as included"),
        ("loop.cat", "include \"loop2.cat\""),
        ("loop2.cat", "let c = po\ninclude \"loop.cat\""),
        ("bad.cat", "let d = \n po |"),
    ]);
    let parse = |text: &str| {
        CatModel::parse_with("main.cat", text, &mut |_, name| match files.get(name) {
            Some(text) => Ok((name.to_owned(), (*text).to_owned())),
            None => Err("not here".to_owned()),
        })
    };
    assert!(parse("include \"a.cat\" empty a \\ b").is_ok());
    let error = parse("include \"nowhere.cat\"").unwrap_err();
    assert_eq!((error.kind, error.diagnostic.line, error.diagnostic.column), (CatErrorKind::Include, 1, 1));
    assert_eq!(error.diagnostic.message, "cannot include `nowhere.cat`: not here");
    let error = parse("include \"loop.cat\"").unwrap_err();
    assert_eq!((error.diagnostic.file.as_str(), error.diagnostic.line), ("loop2.cat", 2));
    assert_eq!(error.diagnostic.message, "this file includes itself: loop.cat → loop2.cat → loop.cat");
    assert_eq!(
        *error.diagnostic.notes,
        ["`loop2.cat` is included at loop.cat:1:1", "`loop.cat` is included at main.cat:1:1"]
    );
    let error = parse("\n include \"bad.cat\"").unwrap_err();
    assert_eq!(
        (error.diagnostic.file.as_str(), error.diagnostic.line, error.diagnostic.column),
        ("bad.cat", 2, 6)
    );
    let error = CatModel::parse_with("main.cat", "include \"0\"", &mut |from, _| {
        Ok((format!("{from}0"), "include \"more\"".to_owned()))
    });
    assert_eq!(error.unwrap_err().kind, CatErrorKind::Limit);
    let error = CatModel::load(std::path::Path::new("no/such.cat")).unwrap_err();
    assert_eq!((error.kind, error.diagnostic.file.as_str()), (CatErrorKind::Include, "no/such.cat"));
}

#[test]
fn deep_long_and_exploding_models_are_limits_and_not_crashes() {
    let deep = format!("let a = {}po{}", "(".repeat(5_000), ")".repeat(5_000));
    let postfix = format!("let a = po{}", "?".repeat(5_000));
    let prefix = format!("let a = {}W", "~".repeat(5_000));
    let mut doubling = "let f0(x) = x ; x\n".to_owned();
    (1..60).for_each(|i| doubling.push_str(&format!("let f{i}(x) = f{0}(x) | f{0}(x)\n", i - 1)));
    let doubling = doubling + "empty f59(po)";
    let mut chain = "let f0(x) = x\n".to_owned();
    (1..2_000).for_each(|i| chain.push_str(&format!("let f{i}(x) = f{}(x)\n", i - 1)));
    let chain = chain + "empty f1999(po)";
    let procedures = format!("{}let a = po{}", "procedure p(x) = ".repeat(2_000), " end".repeat(2_000));
    let large = "# ".repeat(200_000);
    for text in [deep, postfix, prefix, doubling, chain, procedures, large] {
        assert_eq!(error(&text).kind, CatErrorKind::Limit, "{}", &text[..40]);
    }
    let long = format!("let a = po{} empty a \\ (po | rf)", " | rf".repeat(10_000));
    assert!(accepts(&long));
}

#[test]
fn mutilated_models_are_errors_and_not_panics() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut models = 0;
    let texts: Vec<(&str, String)> = CatModel::shipped_names()
        .map(|name| {
            let file = format!("{}/../../../models/{name}", env!("CARGO_MANIFEST_DIR"));
            (name, std::fs::read_to_string(file).unwrap())
        })
        .collect();
    let words = [
        "let", "rec", "(", ")", "[", "]", "*", "+", "~", "\\", "|", ";", "as", "end", "0", "_", "\"", "(*",
        "é", "po", "W", "=",
    ];
    for (name, text) in &texts {
        let jmm = name.ends_with(".jmm");
        let file = if jmm { "cut.jmm" } else { "cut.cat" };
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)).step_by(7) {
            drop(CatModel::parse(file, &text[..end]).map_err(|error| error.to_string()));
        }
        for _ in 0..if jmm { 100 } else { 300 } {
            let mut pieces: Vec<&str> = text.split(' ').collect();
            for _ in 0..1 + random.usize(..4) {
                let at = random.usize(..pieces.len());
                match random.usize(..3) {
                    0 => drop(pieces.remove(at)),
                    1 => pieces.insert(at, words[random.usize(..words.len())]),
                    _ => pieces.swap(at, at / 2),
                }
            }
            match CatModel::parse(file, &pieces.join(" ")) {
                // Files with guessed orders may try very many of them.
                Ok(_) if jmm => models += 1,
                // A mutated model that still loads can still judge.
                Ok(model) => {
                    models += 1;
                    let (execution, co) = message_passing().build();
                    drop(model.judge(&Graph::new(&execution, &co).unwrap()));
                }
                Err(error) => {
                    assert!(
                        error.diagnostic.line >= 1
                            && error.diagnostic.column >= 1
                            && error.to_string().len() < 4_000
                    )
                }
            }
        }
    }
    assert!(models > 20, "{models}");
}
