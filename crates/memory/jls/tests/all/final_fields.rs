//! Final fields: what JLS §17.5.1 rejects and what it allows, clause by clause.

use crate::support;

use event::{EventId, RuleSet};
use jls::{Completeness, check_certificate, check_execution};
use litmus::Program;
use support::{certificate, corpus, program, run, same};

const FROZEN: &str = "17.5.1: a final field is seen as it was frozen";

fn accepted(program: &Program, script: &str) {
    let result = check_execution(program, &run(program, script), Completeness::Complete);
    assert_eq!(result, Ok(()), "{script}");
}

fn refused(program: &Program, script: &str, witness: &[u32]) {
    let refusal = check_execution(program, &run(program, script), Completeness::Complete).expect_err(script);
    let witness: Vec<EventId> = witness.iter().map(|&e| EventId(e)).collect();
    assert_eq!((refusal.axiom, refusal.witness), (FROZEN, witness), "{script}");
}

/// Events: f = 7, freeze, p = o, end; then the reader. The only object has reference 1.
#[test]
fn a_frozen_field_is_not_seen_with_its_default_value() {
    let frozen = corpus("finals/p13-final-field-via-race");
    accepted(&frozen, "0 0 0 0 1:1@2 1:7@0 1");
    refused(&frozen, "0 0 0 0 1:1@2 1:0 1", &[0, 5]);
    accepted(&frozen, "0 0 0 0 1:0 1");
    // Without the freeze nothing protects it.
    let plain = corpus("finals/p13-plain-field-via-race");
    accepted(&plain, "0 0 0 1:1@1 1:0 1");
}

/// hb(f, a): the reference must have been read from a write after the freeze.
#[test]
fn a_reference_that_leaked_before_the_freeze_protects_nothing() {
    let leaked = corpus("finals/p16-leaked-this");
    accepted(&leaked, "0 0 0 0 0 1:1@0 1:0 1");
    let published = corpus("finals/p16-published-only");
    refused(&published, "0 0 0 0 0 1:1@3 1:0 1", &[1, 6]);
}

/// "There must exist some read": the dereference chain may use the leaked reference although the other was
/// read as well.
#[test]
fn the_chain_may_start_at_any_read_of_the_address() {
    let both = corpus("finals/p16-leaked-then-published");
    accepted(&both, "0 0 0 0 0 1:1@0 1:1@3 1:0 1");
    // Only the published one was seen.
    let published = program(
        "{ class F { final int f; F() { s = this; f = 7; } } F s; F p; } \
         Thread0 { p = new F(); } Thread1 { F l = s; F q = p; int r = 7; if (q != null) r = q.f; }",
    );
    refused(&published, "0 0 0 0 0 1:0 1:1@3 1:0 1", &[1, 7]);
}

/// dereferences(r1, r2): what is read through the value of a final field.
#[test]
fn what_is_behind_a_final_field_is_protected_and_nothing_else() {
    let array = corpus("finals/p15-dereference-chain");
    // Either F is object 1 and the array object 2, or the other way round; the numbering is the compiler's
    // choice.
    let text = "0 0 0 0 0 1:{f}@3 1:{a}@1 1:{v} 1";
    let script = |v: &str| {
        let (f, a) = if numbering_is_object_first(&array) { ("1", "2") } else { ("2", "1") };
        text.replace("{f}", f).replace("{a}", a).replace("{v}", v)
    };
    accepted(&array, &script("7@0"));
    refused(&array, &script("0"), &[0, 7]);
    // Not transitive: another object, reached on another path.
    let other = corpus("finals/p14-not-transitive");
    accepted(&other, "0 0 0 0 0 0 1:2@4 1:7@2 1:1@0 1:0 1");
}

/// Whether `new F()` gets a smaller number than the array that its initialiser creates.
fn numbering_is_object_first(program: &Program) -> bool {
    use event::{Action, Answer, Machine, Pending, ThreadId};
    let mut state = program.initial();
    let mut references = Vec::new();
    while let Pending::Action(action) = program.pending(&state, ThreadId(0)) {
        if let Action::Write { value, .. } = action {
            references.push(value.0);
        }
        program.resume(&mut state, ThreadId(0), Answer::Done);
    }
    // element, final field (the array), p (the object).
    references[2] < references[1]
}

/// mc: a thread that only passes the reference on does not break the chain.
#[test]
fn the_memory_chain_goes_through_other_threads() {
    let forwarded = corpus("finals/forwarded-by-a-third-thread");
    accepted(&forwarded, "0 0 0 0 1:1@2 1 1 2:1@5 2:7@0 2");
    refused(&forwarded, "0 0 0 0 1:1@2 1 1 2:1@5 2:0 2", &[0, 8]);
}

/// Rules 6 and 5' treat a write that was frozen for the read as one that happens-before it.
#[test]
fn a_read_through_a_final_field_needs_no_commitment() {
    for rules in [RuleSet::Original, RuleSet::Revised] {
        let frozen = corpus("finals/p13-final-field-via-race");
        let early = "0 0 0 0 1:0 1";
        let steps = vec![same(&frozen, early, &[2]), same(&frozen, early, &[2, 4])];
        let execution = run(&frozen, "0 0 0 0 1:1@2 1:7@0 1");
        assert_eq!(check_certificate(&frozen, &certificate(rules, execution, steps)), Ok(()));
        let plain = corpus("finals/p13-plain-field-via-race");
        let early = "0 0 0 1:0 1";
        let steps = vec![same(&plain, early, &[1]), same(&plain, early, &[1, 3])];
        let execution = run(&plain, "0 0 0 1:1@1 1:7@0 1");
        let refusal = check_certificate(&plain, &certificate(rules, execution, steps)).expect_err("a race");
        assert!(refusal.to_string().contains("sees a write that happens-before it"), "{refusal}");
    }
}
