//! For each rule a certificate that violates only this rule, by either definition; and out-of-thin-air
//! behaviours.

use crate::support;

use event::{CommitStep, EventId, RuleSet};
use jls::{EventIn, check_certificate};
use litmus::Program;
use support::{certificate, corpus, program, run, same, step, verdicts, violated};

const LB: &str = "0:1@4 0 0 1:1@1 1 1";
const LB_ZEROES: &str = "0:0 0 0 1:0 1 1";

/// The steps that make load buffering legal.
fn lb_steps(p: &Program) -> Vec<CommitStep> {
    vec![same(p, LB_ZEROES, &[1, 4]), same(p, LB_ZEROES, &[0, 1, 3, 4])]
}

/// The rules that load buffering violates with these steps.
#[track_caller]
fn lb(change: impl FnOnce(&mut Vec<CommitStep>)) -> [Vec<&'static str>; 2] {
    let p = corpus("classic/LB");
    let mut steps = lb_steps(&p);
    change(&mut steps);
    verdicts(&p, &run(&p, LB), &steps)
}

#[track_caller]
fn check(found: [Vec<&'static str>; 2], original: &[&str], revised: &[&str]) {
    assert_eq!(found, [original, revised]);
}

#[test]
fn commit_sets_must_grow() {
    check(lb(|steps| assert!(steps[1].committed.remove(&EventId(1)))), &["commit sets"], &["commit sets"]);
}

#[test]
fn commit_sets_may_repeat() {
    check(lb(|steps| steps.insert(0, steps[0].clone())), &[], &[]);
}

#[test]
fn the_last_commit_set_must_hold_every_action() {
    let p = corpus("classic/LB");
    let mut c = certificate(RuleSet::Original, run(&p, LB), lb_steps(&p));
    c.steps.iter_mut().for_each(|step| drop(step.committed.split_off(&EventId(5))));
    let refusal = check_certificate(&p, &c).expect_err("the end of thread 1 is missing");
    assert_eq!(refusal.to_string(), "step 4: commit sets: the last one is A (events 5 of E)");
    c.steps.clear();
    assert_eq!(violated(&p, &c), ["commit sets"]);
}

#[test]
fn commit_sets_hold_actions_of_the_execution_only() {
    check(lb(|steps| assert!(steps[1].committed.insert(EventId(6)))), &["commit sets"], &["commit sets"]);
}

#[test]
fn labels_must_be_injective() {
    let p = program("{ x = 0; } Thread0 { x = 1; x = 1; }");
    let steps = vec![step(&p, "0 0 0", &[(0, 0), (1, 0)])];
    let c = certificate(RuleSet::Original, run(&p, "0 0 0"), steps);
    let refusal = check_certificate(&p, &c).expect_err("two writes are one");
    assert_eq!(refusal.to_string(), "step 1: label: an injection (events 0 of E, 1 of E, 0 of E_1)");
}

#[test]
fn labels_must_preserve_thread_kind_and_variable() {
    let p = program("{ x = 0; y = 0; } Thread0 { x = 1; y = 1; int r = x; } Thread1 { x = 1; }");
    let e = run(&p, "0 0 0:1@0 0 1 1");
    for wrong in [4, 1, 2, 6] {
        let steps = [step(&p, "0 0 0:1@0 0 1 1", &[(0, wrong)])];
        check(verdicts(&p, &e, &steps), &["label"], &["label"]);
    }
}

#[test]
fn an_external_action_must_show_the_same() {
    let p = program("{ x = 0; } Thread0 { int r = x; print(r); } Thread1 { x = 1; }");
    let e = run(&p, "0:1@3 0 0 1 1");
    let zero = "0:0 0 0 1 1";
    let steps = [same(&p, zero, &[3]), same(&p, zero, &[0, 3]), same(&p, zero, &[0, 1, 3])];
    check(verdicts(&p, &e, &steps), &["label"], &["label"]);
    check(verdicts(&p, &e, &steps[..2]), &[], &[]);
}

#[test]
fn a_speculative_execution_must_be_well_formed() {
    let p = corpus("classic/LB");
    let mut steps = lb_steps(&p);
    steps[1] = same(&p, "0:1 0 0 1:0 1 1", &[0, 1, 3, 4]);
    let refusal = check_certificate(&p, &certificate(RuleSet::Revised, run(&p, LB), steps))
        .expect_err("0 is the default");
    assert_eq!(
        (refusal.step, refusal.rule),
        (2, "17.4.7 (1): a read sees a write of its variable and value")
    );
    assert_eq!(refusal.witness, [EventIn { execution: 2, event: EventId(0) }]);
}

#[test]
fn rule_1_a_committed_action_must_occur() {
    check(lb(|steps| assert!(steps[0].label.remove(&EventId(1)).is_some())), &["original 1"], &["revised 1"]);
}

/// In E the write of x happens-before that of y, in E_1 it does not.
#[test]
fn original_2_happens_before_of_committed_actions_is_fixed() {
    let p =
        program("{ x = 0; y = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { int r = v; y = 1; }");
    let e = run(&p, "0 0 0 1:1@1 1 1");
    let steps = [step(&p, "1:0 1 1 0 0 0", &[(0, 3), (4, 1)])];
    check(verdicts(&p, &e, &steps), &["original 2"], &[]);
}

/// In E the write happens-before the read, in E_2 it does not. This also violates the original rule 2.
#[test]
fn revised_2_a_write_that_happens_before_its_reader_does_so_in_every_step() {
    let p = corpus("classic/MP-volatile-flag");
    let e = run(&p, "0 0 0 1:1@1 1:1@0 1");
    let early = "1:0 1:0 1 0 0 0";
    let steps = [step(&p, early, &[(0, 3)]), step(&p, early, &[(0, 3), (4, 1)])];
    check(verdicts(&p, &e, &steps), &["original 2"], &["revised 2"]);
}

/// In E the read races with the write it sees, in E_2 it happens-before it.
#[test]
fn revised_2_a_read_never_happens_before_its_write() {
    let p = program("{ x = 0; volatile v = 0; } Thread0 { int q = v; x = 1; } Thread1 { int r = x; v = 1; }");
    let e = run(&p, "0:0 0 0 1:1@1 1 1");
    let ordered = "1:0 1 1 0:1@1 0 0";
    let steps = [step(&p, ordered, &[(1, 4)]), step(&p, ordered, &[(1, 4), (3, 0)])];
    check(verdicts(&p, &e, &steps), &["original 8", "original 2"], &["revised 2"]);
}

#[test]
fn original_3_committed_actions_on_one_object_keep_their_order() {
    let p = program("{ volatile v = 0; } Thread0 { v = 1; } Thread1 { v = 2; }");
    let e = run(&p, "0 0 1 1");
    check(verdicts(&p, &e, &[step(&p, "1 1 0 0", &[(0, 2), (2, 0)])]), &["original 3"], &[]);
    check(verdicts(&p, &e, &[step(&p, "0 0 1 1", &[(0, 0), (2, 2)])]), &[], &[]);
}

/// In E thread 0 reads y before it is written, so x is written before y; in E_1 it is the other way round. No
/// total order fits both, although the orders on x and on y never disagree about committed actions.
#[test]
fn original_3_committed_actions_on_two_objects_have_one_total_order() {
    let p = corpus("classic/SB-volatile");
    let e = run(&p, "0 0:0 0 1 1:1@0 1");
    let reversed = step(&p, "1 1:0 1 0 0:1@0 0", &[(0, 3), (3, 0)]);
    check(verdicts(&p, &e, std::slice::from_ref(&reversed)), &["original 3"], &[]);
    let refusal = check_certificate(&p, &certificate(RuleSet::Original, e.clone(), vec![reversed]))
        .expect_err("no order");
    assert_eq!(
        refusal.to_string(),
        "step 1: original 3: so of committed actions is that of E (events 0 of E, 3 of E, 0 of E_1, 3 of E_1)"
    );
    // Unordered in E_1: allowed.
    check(verdicts(&p, &e, &[step(&p, "0 1", &[(0, 0), (3, 1)])]), &[], &[]);
}

/// An order that one step determines must be respected by later steps, even if E itself leaves it open.
#[test]
fn original_3_steps_must_agree_with_each_other() {
    let p = program(
        "{ volatile x = 0; volatile y = 0; z = 0; } Thread0 { x = 1; if (z == 0) { int r = y; } } Thread1 { y = 1; if (z == 0) { int s = x; } } Thread2 { z = 1; }",
    );
    // Both threads see z = 1 and do not read: x and y are written in any order.
    let e = run(&p, "0 0:1@6 0 1 1:1@6 1 2 2");
    let x_first = "0 0:0 0:0 0 1 1:0 1:1@0 1 2 2";
    let y_first = "1 1:0 1:0 1 0 0:0 0:1@0 0 2 2";
    let a = |script, more: &[(u32, u32)]| step(&p, script, &[&[(6, 8)], more].concat());
    let x_label = [(0, 0), (3, 4)];
    let y_label = [(0, 4), (3, 0)];
    let racy = a(x_first, &[(0, 0), (1, 1), (3, 4), (4, 5)]);
    check(verdicts(&p, &e, &[a(x_first, &x_label), racy.clone()]), &[], &[]);
    check(verdicts(&p, &e, &[a(y_first, &y_label), a(x_first, &x_label), racy]), &["original 3"], &[]);
}

#[test]
fn original_4_revised_3_a_committed_write_keeps_its_value() {
    let p = program("{ x = 0; y = 0; } Thread0 { int r = x; y = r; } Thread1 { x = 1; }");
    let e = run(&p, "0:1@3 0 0 1 1");
    let zero = "0:0 0 0 1 1";
    check(verdicts(&p, &e, &[same(&p, zero, &[3]), same(&p, zero, &[0, 3])]), &[], &[]);
    check(
        verdicts(&p, &e, &[same(&p, zero, &[1, 3]), same(&p, zero, &[0, 1, 3])]),
        &["original 4"],
        &["revised 3"],
    );
}

#[test]
fn original_5_revised_4_a_read_committed_before_sees_its_write() {
    check(lb(|steps| steps.push(steps[1].clone())), &["original 5"], &["revised 4"]);
}

#[test]
fn original_6_revised_5_a_read_not_committed_before_does_not_race() {
    check(lb(|steps| drop(steps.pop())), &["original 6"], &["revised 5"]);
}

#[test]
fn original_7_revised_6_a_new_read_sees_a_write_committed_before() {
    check(lb(|steps| drop(steps.remove(0))), &["original 7"], &["revised 6"]);
}

/// The write that the read still sees in E_2 is also in E, but not committed. Only the original rule requires
/// that.
#[test]
fn original_7_a_new_read_sees_a_committed_write_in_its_own_execution() {
    let p = program("{ x = 0; } Thread0 { x = 1; int r = x; } Thread1 { x = 2; }");
    let e = run(&p, "0 0:2@3 0 1 1");
    let own = "0 0:1@0 0 1 1";
    check(verdicts(&p, &e, &[same(&p, own, &[3]), same(&p, own, &[1, 3])]), &["original 7"], &[]);
    check(verdicts(&p, &e, &[same(&p, own, &[0, 3]), same(&p, own, &[0, 1, 3])]), &[], &[]);
    // Committing it together with the read is too late.
    check(verdicts(&p, &e, &[same(&p, own, &[3]), same(&p, own, &[0, 1, 3])]), &["original 7"], &[]);
}

/// In E_1 the write of y comes after a volatile write of thread 0, in E it does not.
#[test]
fn original_8_synchronisation_before_a_committed_action_stays() {
    let p = program("{ y = 0; volatile v = 0; } Thread0 { v = 1; } Thread1 { int r = v; y = 1; }");
    let e = run(&p, "1:0 1 1 0 0");
    check(verdicts(&p, &e, &[step(&p, "0 0 1:1@0 1 1", &[(1, 3)])]), &["original 8"], &[]);
    let mut c = certificate(RuleSet::Original, e, vec![step(&p, "0 0 1:1@0 1 1", &[(1, 3)])]);
    let refusal = check_certificate(&p, &c).expect_err("the volatile read sees another write");
    let place = |execution, event| EventIn { execution, event: EventId(event) };
    assert_eq!((refusal.step, refusal.witness), (1, vec![place(1, 0), place(1, 2), place(0, 1)]));
    c.rules = RuleSet::Revised;
    assert_eq!(check_certificate(&p, &c), Ok(()));
}

/// The JLS treats happens-before as reflexive, so the acquire itself counts.
#[test]
fn original_8_holds_for_the_committed_acquire_itself() {
    let p = program("{ monitor m; } Thread0 { synchronized (m) { } } Thread1 { synchronized (m) { } }");
    let e = run(&p, "1 1 1 0 0 0");
    check(verdicts(&p, &e, &[step(&p, "0 0 0 1 1 1", &[(0, 3)])]), &["original 8"], &[]);
}

/// In E_2 the first unlock of E is labelled as the second one; then the second unlock of E has no
/// counterpart.
#[test]
fn original_8_does_not_take_one_action_for_two() {
    let p = program(
        "{ x = 0; monitor m; } Thread0 { synchronized (m) { } synchronized (m) { } } \
         Thread1 { synchronized (m) { } x = 1; }",
    );
    // lock, unlock, lock, unlock, end || lock, unlock, x, end
    let script = "0 0 0 0 0 1 1 1 1";
    let steps = |label: &[(u32, u32)]| {
        let mut second = step(&p, script, label);
        second.committed = [EventId(7)].into();
        [same(&p, script, &[7]), second]
    };
    let e = run(&p, script);
    check(verdicts(&p, &e, &steps(&[(7, 7)])), &[], &[]);
    check(verdicts(&p, &e, &steps(&[(1, 3), (7, 7)])), &["original 8"], &[]);
}

#[test]
fn original_9_external_actions_before_a_committed_action_are_committed() {
    let p = program("{ y = 0; } Thread0 { print(7); y = 1; }");
    let e = run(&p, "0 0 0");
    check(verdicts(&p, &e, &[same(&p, "0 0 0", &[1])]), &["original 9"], &[]);
    check(verdicts(&p, &e, &[same(&p, "0 0 0", &[0])]), &[], &[]);
}

/// A failure is also external; what precedes it is committed.
#[test]
fn revised_7_what_happens_before_a_committed_external_action_is_committed() {
    let printed = program("{ y = 0; } Thread0 { y = 1; print(7); }");
    let failed = program("{ y = 0; } Thread0 { y = 1; assert false; }");
    for p in [printed, failed] {
        let e = run(&p, "0 0 0");
        check(verdicts(&p, &e, &[same(&p, "0 0 0", &[1])]), &[], &["revised 7"]);
        check(verdicts(&p, &e, &[same(&p, "0 0 0", &[0])]), &[], &[]);
    }
}

const TC4: &str = "0:1@4 0 0 1:1@1 1 1";

/// The writes that the reads see would have to happen in any case, but they depend on the reads.
#[test]
fn causality_test_4_cannot_justify_itself() {
    let p = corpus("causality/tc4");
    let e = run(&p, TC4);
    check(verdicts(&p, &e, &[same(&p, TC4, &[1, 4])]), &["original 6"], &["revised 5"]);
    check(verdicts(&p, &e, &[]), &["original 6"], &["revised 5"]);
    check(verdicts(&p, &e, &lb_steps(&p)), &["original 4"], &["revised 3"]);
}

/// Thread 3 could write x = 1, which would make the others write 1; but in E it does not.
#[test]
fn causality_test_5_cannot_borrow_a_write_that_does_not_happen() {
    let p = corpus("causality/tc5");
    // r1, y, end || r2, x, end || z, end || r3, x, end
    let e = run(&p, "0:1@4 0 0 1:1@1 1 1 2 2 3:0 3 3");
    let zeroes = "0:0 0 0 1:0 1 1 2 2 3:0 3 3";
    let r3_sees_z = "0:0 0 0 1:0 1 1 2 2 3:1@6 3 3";
    let r1_sees_x = "0:1@9 0 0 1:0 1 1 2 2 3:1@6 3 3";
    let r2_sees_y = "0:1@9 0 0 1:1@1 1 1 2 2 3:1@6 3 3";
    // While uncommitted, r3 may not race with z.
    let borrowed = [same(&p, zeroes, &[6]), same(&p, r1_sees_x, &[1, 6]), same(&p, r2_sees_y, &[1, 4, 6])];
    let found = verdicts(&p, &e, &borrowed);
    assert_eq!([found[0][0], found[1][0]], ["original 6", "revised 5"]);
    // Once committed, r3 must see what it sees in E.
    let committed = [same(&p, zeroes, &[6]), same(&p, zeroes, &[6, 8]), same(&p, r3_sees_z, &[6, 8])];
    check(verdicts(&p, &e, &committed), &["original 5", "original 6"], &["revised 4", "revised 5"]);
    let first = check_certificate(&p, &certificate(RuleSet::Original, e, committed.to_vec()))
        .expect_err("r3 is 0 in E");
    assert_eq!((first.step, &first.rule[..10]), (3, "original 5"));
}
