//! Hand-written certificates: legal behaviours, and why they are legal.

use crate::support;

use event::{CommitStep, EventId, Execution};
use jls::{Completeness, check_execution};
use litmus::Program;
use support::{corpus, program, run, same, step, verdicts};

/// Legal by both definitions, and a complete execution.
#[track_caller]
fn legal(program: &Program, execution: &Execution, steps: &[CommitStep]) {
    assert_eq!(check_execution(program, execution, Completeness::Complete), Ok(()));
    assert_eq!(verdicts(program, execution, steps), [[""; 0]; 2]);
}

/// Both writes happen in any case; then both reads may see them.
#[test]
fn load_buffering_reads_both_writes() {
    let p = corpus("classic/LB");
    let e = run(&p, "0:1@4 0 0 1:1@1 1 1");
    let zeroes = "0:0 0 0 1:0 1 1";
    legal(&p, &e, &[same(&p, zeroes, &[1, 4]), same(&p, zeroes, &[0, 1, 3, 4])]);
}

/// The write of y does not depend on r1; the write of x = 1 follows from the read of y.
#[test]
fn causality_test_1_commits_the_write_of_y_first() {
    let p = corpus("causality/tc1");
    let e = run(&p, "0:1@4 0 0 1:1@1 1 1");
    let (zeroes, y_seen) = ("0:0 0 0 1:0 1 1", "0:0 0 0 1:1@1 1 1");
    let steps = [
        same(&p, zeroes, &[1]),
        same(&p, zeroes, &[1, 3]),
        same(&p, y_seen, &[1, 3, 4]),
        same(&p, y_seen, &[0, 1, 3, 4]),
    ];
    legal(&p, &e, &steps);
}

/// Both reads of x see the default write until they are committed together.
#[test]
fn causality_test_2_commits_both_reads_of_x_at_once() {
    let p = corpus("causality/tc2");
    let e = run(&p, "0:1@5 0:1@5 0 0 1:1@2 1 1");
    let (zeroes, y_seen) = ("0:0 0:0 0 0 1:0 1 1", "0:0 0:0 0 0 1:1@2 1 1");
    let steps = [
        same(&p, zeroes, &[2]),
        same(&p, zeroes, &[2, 4]),
        same(&p, y_seen, &[2, 4, 5]),
        same(&p, y_seen, &[0, 1, 2, 4, 5]),
    ];
    legal(&p, &e, &steps);
}

/// The write of A is one action, whichever statement performs it.
#[test]
fn causality_test_6_takes_two_statements_for_one_action() {
    let p = corpus("causality/tc6");
    let e = run(&p, "0:1@4 0 0 1:1@1 1 1");
    let (zeroes, a_seen) = ("0:0 0 1:0 1 1", "0:1@4 0 0 1:0 1 1");
    let steps = [
        step(&p, zeroes, &[(4, 3)]),
        step(&p, zeroes, &[(0, 0), (4, 3)]),
        same(&p, a_seen, &[0, 1, 4]),
        same(&p, a_seen, &[0, 1, 3, 4]),
    ];
    legal(&p, &e, &steps);
}

#[test]
fn causality_test_16_reads_what_the_other_thread_writes_later() {
    let p = corpus("causality/tc16");
    let e = run(&p, "0:2@4 0 0 1:1@1 1 1");
    let zeroes = "0:0 0 0 1:0 1 1";
    legal(&p, &e, &[same(&p, zeroes, &[1, 4]), same(&p, zeroes, &[0, 1, 3, 4])]);
}

/// E of causality test 17: r3, r1, y, end || r2, x, end, all 42.
const TC17: &str = "0:42@5 0:42@5 0 0 1:42@2 1 1";
/// r3 is 0, so thread 0 writes x = 42 and reads it: r3, x, r1, y, end || r2, x, end.
const TC17_ZEROES: &str = "0:0 0 0:42@1 0 0 1:0 1 1";
/// The same after thread 1 has seen y.
const TC17_Y_SEEN: &str = "0:0 0 0:42@1 0 0 1:42@3 1 1";

/// In E_4 the read r1 of E is the first read of x; only from E_5 on is it the second one.
#[test]
fn causality_test_17_is_legal_if_labels_may_change() {
    let p = corpus("causality/tc17");
    let r1_seen = "0:0 0 0:42@6 0 0 1:42@3 1 1";
    let steps = [
        step(&p, TC17_ZEROES, &[(2, 3)]),
        step(&p, TC17_ZEROES, &[(2, 3), (4, 5)]),
        step(&p, TC17_Y_SEEN, &[(2, 3), (4, 5), (5, 6)]),
        step(&p, TC17_Y_SEEN, &[(1, 0), (2, 3), (4, 5), (5, 6)]),
        step(&p, r1_seen, &[(0, 0), (1, 2), (2, 3), (4, 5), (5, 6)]),
    ];
    legal(&p, &run(&p, TC17), &steps);
}

/// With every action at its own position, r1 sees a write that E does not have: only the revised rule 6
/// accepts this.
#[test]
fn causality_test_17_is_legal_by_the_revised_rules_only_if_labels_stay() {
    let p = corpus("causality/tc17");
    let steps = [
        step(&p, TC17_ZEROES, &[(2, 3)]),
        step(&p, TC17_ZEROES, &[(2, 3), (4, 5)]),
        step(&p, TC17_Y_SEEN, &[(2, 3), (4, 5), (5, 6)]),
        step(&p, TC17_Y_SEEN, &[(0, 0), (1, 2), (2, 3), (4, 5), (5, 6)]),
    ];
    assert_eq!(verdicts(&p, &run(&p, TC17), &steps), [vec!["original 7"], vec![]]);
}

/// Each E_i is the prefix of the trace that ends with the action it commits.
#[test]
fn store_buffering_is_committed_in_trace_order_by_prefixes() {
    let p = corpus("classic/SB");
    let trace = ["0", "1", "0:0", "1:0", "0", "1"];
    let prefix = |n: usize| same(&p, &trace[..n].join(" "), &(0..n as u32).collect::<Vec<_>>());
    legal(&p, &run(&p, &trace.join(" ")), &(1..=trace.len()).map(prefix).collect::<Vec<_>>());
}

/// A racy read takes two steps: in the first it still sees the default write.
#[test]
fn a_racy_read_is_committed_before_it_sees_its_write() {
    let p = corpus("classic/MP");
    let e = run(&p, "0 0 0 1:1@1 1:0 1");
    let steps = [
        same(&p, "0 0", &[0, 1]),
        same(&p, "0 0 0 1:0", &[0, 1, 2, 3]),
        same(&p, "0 0 0 1:1@1 1:0", &[0, 1, 2, 3, 4]),
    ];
    legal(&p, &e, &steps);
}

/// Everything synchronised, in trace order: exercises rules 2, 3 and 8.
#[test]
fn an_execution_of_all_kinds_of_synchronisation_is_legal() {
    let p = program(
        "{ x = 0; volatile v = 0; monitor m; } \
         Thread0 { x = 1; start Thread1; synchronized (m) { x = 2; } int a = v.getAndAdd(1); join Thread1; int b = x; print(b); } \
         Thread1 { synchronized (m) { int r = x; } boolean c = v.compareAndSet(0, 5); int s = v; }",
    );
    //        0 1 2 3 4 5     6 7     8 9     10     11 12     13 14 15
    let t =
        ["0", "0", "0", "0", "0", "0:0", "1", "1:2@3", "1", "1:1@5", "1:1@5", "1", "0", "0:2@3", "0", "0"];
    let prefix = |n: usize| same(&p, &t[..n].join(" "), &(0..n as u32).collect::<Vec<_>>());
    legal(&p, &run(&p, &t.join(" ")), &(1..=t.len()).map(prefix).collect::<Vec<_>>());
}

/// Thread 1 acts after a start. The step that commits its write leaves the start uncommitted; rule 8 finds it
/// by its number among the starts of thread 1 by thread 0.
#[test]
fn an_uncommitted_start_is_the_same_action_in_every_execution() {
    let p = program(
        "{ x = 0; y = 0; } Thread0 { start Thread1; int r1 = x; y = 1; } Thread1 { int r2 = y; x = 1; }",
    );
    let e = run(&p, "0 0:1@5 0 0 1:1@2 1 1");
    let zeroes = "0 0:0 0 0 1:0 1 1";
    legal(&p, &e, &[same(&p, zeroes, &[2, 5]), same(&p, zeroes, &[1, 2, 4, 5])]);
}

/// A label may name an action that is not committed; here the only unlock of thread 0 in E is its second one
/// in E_1.
#[test]
fn a_label_may_name_uncommitted_synchronisation_actions() {
    let p = program(
        "{ q = 0; x = 0; monitor m; } \
         Thread0 { int r = q; if (r == 0) { synchronized (m) { } } synchronized (m) { } } \
         Thread1 { synchronized (m) { } x = 1; } \
         Thread2 { q = 1; }",
    );
    // r, lock, unlock, end || lock, unlock, x, end || q, end
    let e = run(&p, "0:1@8 0 0 0 1 1 1 1 2 2");
    // r, lock, unlock, lock, unlock, end || lock, unlock, x, end || q, end
    let zeroes = "0:0 0 0 0 0 0 1 1 1 1 2 2";
    let steps = |names: &[(u32, u32)]| {
        [&[(6, 8), (8, 10)][..], &[(0, 0), (6, 8), (8, 10)]].map(|committed| CommitStep {
            committed: committed.iter().map(|&(e, _)| EventId(e)).collect(),
            ..step(&p, zeroes, &[committed, names].concat())
        })
    };
    legal(&p, &e, &steps(&[(1, 3), (2, 4), (4, 6)]));
    // By number, the unlock that the write of x depends on in E_1 is one that E does not have.
    assert_eq!(verdicts(&p, &e, &steps(&[])), [vec!["original 8"], vec![]]);
}
