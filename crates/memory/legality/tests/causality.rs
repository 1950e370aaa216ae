//! The causality tests: which layer of the sandwich and which rule set allows the outcome in question.
//!
//! Expected answers: Pugh and Manson's tests as judged by MemSAT (PLDI 2010, Table 2) for free identity, by
//! Aspinall and Ševčík (TPHOLs 2007) for occurrence identity; 9a is allowed by no rule set.

use event::RuleSet;
use legality::{Candidate, Closure, Identity, Justification, LegalityLimits, closure, justify};
use litmus::Program;

fn load(name: &str) -> Program {
    let path = format!("{}/../../../tests/litmus/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let program = litmus::load(name, &text).unwrap_or_else(|e| panic!("{e}"));
    if program.has_loops() { program.with_loop_bound(Some(3)) } else { program }
}

fn asked<'a>(program: &'a Program, closure: &'a Closure) -> impl Iterator<Item = &'a Candidate> {
    let condition = program.condition().expect("a condition");
    closure.candidates.iter().filter(move |c| c.outcomes.iter().any(|o| condition.prop.holds(o)))
}

/// (OpMM, RPC, original/occ, original/free, revised/occ, revised/free).
fn verdicts(name: &str) -> [bool; 6] {
    let program = load(name);
    let closure = closure(&program, &LegalityLimits::default()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
    let legal = |rules, identity| {
        asked(&program, &closure).any(|c| {
            match justify(
                &program,
                &c.execution,
                rules,
                identity,
                &closure.objects,
                &LegalityLimits::default(),
            ) {
                Justification::Legal(_) => true,
                Justification::None { .. } => false,
                Justification::Unknown(event) => panic!("{name}: {event:?}"),
            }
        })
    };
    [
        asked(&program, &closure).any(|c| c.in_trace_order),
        asked(&program, &closure).next().is_some(),
        legal(RuleSet::Original, Identity::Occurrence),
        legal(RuleSet::Original, Identity::Free),
        legal(RuleSet::Revised, Identity::Occurrence),
        legal(RuleSet::Revised, Identity::Free),
    ]
}

#[test]
fn the_causality_tests_are_judged_as_published() {
    let (no, yes) = (false, true);
    for n in [1, 2, 3, 6, 7, 8, 9, 11, 16] {
        assert_eq!(verdicts(&format!("causality/tc{n}")), [no, yes, yes, yes, yes, yes], "tc{n}");
    }
    for n in [4, 12, 13] {
        assert_eq!(verdicts(&format!("causality/tc{n}")), [no; 6], "tc{n}");
    }
    for n in [5, 10] {
        assert_eq!(verdicts(&format!("causality/tc{n}")), [no, yes, no, no, no, no], "tc{n}");
    }
    for n in [17, 18] {
        assert_eq!(verdicts(&format!("causality/tc{n}")), [no, yes, no, yes, yes, yes], "tc{n}");
    }
    for n in [19, 20] {
        assert_eq!(verdicts(&format!("causality/tc{n}")), [no, yes, no, no, yes, yes], "tc{n}");
    }
    assert_eq!(verdicts("causality/tc9a"), [no, yes, no, no, no, no], "tc9a");
}

/// Race free, so the closure is SC: the loops are cut at a bound.
#[test]
fn tests_14_and_15_are_excluded_by_the_closure() {
    for n in [14, 15] {
        let program = load(&format!("causality/tc{n}"));
        let closure = closure(&program, &LegalityLimits::default()).unwrap_or_else(|e| panic!("{e:?}"));
        assert_eq!(asked(&program, &closure).count(), 0, "tc{n}");
        assert!(closure.cut && closure.pairs.is_empty());
    }
}
