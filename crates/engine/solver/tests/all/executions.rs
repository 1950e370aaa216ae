//! Requirements on executions beyond axioms: objects that exist, files that define final fields, volatile
//! accesses in any order.

use axioms::cat::CatModel;
use event::Value;
use solver::{Answer, AskLimits, Condition, Guesses, Identity, Overflow, Question, ask};

/// Whether an execution of a program, without speculation, has these observed values.
fn asked(program: &str, model: &CatModel, values: &[i64]) -> Result<bool, Overflow> {
    let program = litmus::load("t", program).unwrap_or_else(|e| panic!("{e}\n{program}"));
    let values: Vec<Value> = values.iter().map(|&value| Value(value)).collect();
    let question = Question {
        machine: &program,
        model,
        condition: &Condition::outcome(&values),
        names: &[],
        constants: &[],
        guesses: Guesses::Never,
        identity: Identity::Free,
        limits: AskLimits::default(),
    };
    ask(&question, 0).map(|report| matches!(report.answer, Answer::Possible(_)))
}

/// A model that accepts everything.
fn anything() -> CatModel {
    CatModel::parse("any.jmm", "model \"any\" assume grounded-values axiom any : some A").expect("correct")
}

/// Thread 0 need not create the object; two copies of its reference justify each other.
fn circle(used: &str) -> String {
    format!(
        "Java t {{ class A {{ int x; }} A p; A q; y = 0; }} Thread0 {{ int k = y; if (k == 0) p = new A(); }} \
         Thread1 {{ A a = p; q = a; int r = -1; {used} }} Thread2 {{ A b = q; p = b; y = 1; }} \
         locations [0:k; 1:a; 1:r;]"
    )
}

/// JLS §17.4.7 (3): no thread uses an object that is never created. Models do not state this, so it is
/// unsupported.
#[test]
fn an_object_that_nobody_creates_is_not_used() {
    assert_eq!(asked(&circle(""), &anything(), &[1, 1, -1]), Ok(true));
    let used = circle("if (a != null) r = a.x;");
    let found = asked(&used, &anything(), &[1, 1, 0]);
    assert!(matches!(found, Err(Overflow::Unsupported(why)) if why.contains("never created")), "{found:?}");
    assert_eq!(asked(&used, &anything(), &[0, 1, 0]), Ok(true));
    assert_eq!(asked(&used, &anything(), &[1, 0, -1]), Ok(true));
}

/// A file that does not mention freezes may need them.
#[test]
fn only_files_that_know_freezes_are_asked_about_final_fields() {
    let program = "Java t { class F { final int f; F() { f = 7; } } F p; } Thread0 { p = new F(); } \
                   Thread1 { F q = p; int r = -1; if (q != null) r = q.f; } locations [1:r;]";
    let refused = asked(program, &anything(), &[0]);
    assert!(matches!(refused, Err(Overflow::Unsupported(why)) if why.contains("Freeze")), "{refused:?}");
    let shipped = |name| CatModel::shipped(name).expect("a shipped model");
    for name in ["sc.cat", "tso.cat", "pso.cat"] {
        assert_eq!(asked(program, &shipped(name), &[0]), Ok(false), "{name}");
        assert_eq!(asked(program, &shipped(name), &[7]), Ok(true), "{name}");
    }
    // Under pso, only the fence orders the field before the reference.
    let plain = program.replace("final ", "");
    assert_eq!(asked(&plain, &shipped("pso.cat"), &[0]), Ok(true));
    assert_eq!(asked(&plain, &shipped("tso.cat"), &[0]), Ok(false));
    for name in ["coherence.jmm", "causal.jmm", "ra.cat", "opmm.cat", "jam21.cat"] {
        assert!(!shipped(name).knows_final_fields(), "{name}");
    }
    assert!(shipped("jmm.jmm").knows_final_fields() && shipped("jmm-revised.jmm").knows_final_fields());
}

/// A model that treats volatile accesses like others: the execution has no happens-before of the JLS, and is
/// shown nevertheless.
#[test]
fn volatile_accesses_may_be_ordered_in_a_circle() {
    let buffering = "Java t { volatile int v = 0; volatile int w = 0; } Thread0 { int r = v; w = 1; } \
                     Thread1 { int r = w; v = 1; } locations [0:r; 1:r;]";
    let coherence = CatModel::shipped("coherence.jmm").expect("a shipped model");
    assert_eq!(asked(buffering, &coherence, &[1, 1]), Ok(true));
    let sc = CatModel::shipped("sc.cat").expect("a shipped model");
    assert_eq!(asked(buffering, &sc, &[1, 1]), Ok(false));
}
