//! Named programs for the race-pair closure by states: racy loops, pitfalls, limits, numbers of states.

use explore::{Budget, Closed, Incomplete, Progress, close};
use litmus::Program;

fn load(text: &str) -> Program {
    litmus::load("t", text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn corpus(name: &str) -> Program {
    let path = format!("{}/../../../tests/litmus/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
    load(&std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}")))
}

fn try_close(program: &Program) -> Closed {
    let budget = Budget { states: Some(50_000), ..Budget::default() };
    close(program, &budget, &Progress::default())
}

fn closed(text: &str) -> Closed {
    let closed = try_close(&load(text));
    assert_eq!(closed.truncated, None, "{text}");
    closed
}

/// The outcomes as users see them.
fn outcomes(text: &str) -> Vec<String> {
    closed(text).outcomes.iter().map(event::Outcome::render).collect()
}

fn allows(text: &str) -> bool {
    let program = load(text);
    let condition = program.condition().expect("a condition").prop.clone();
    closed(text).outcomes.iter().any(|o| condition.holds(o))
}

/// The lowest thread spins on a plain variable, which must not starve the other one.
#[test]
fn a_plain_spin_loop_closes_and_its_exit_is_found() {
    let text = "Java t { x = 0; y = 0; } Thread0 { int r = 0; while (x == 0) { } r = y; } \
        Thread1 { y = 1; x = 1; } locations [0:r;]";
    let result = closed(text);
    assert_eq!(outcomes(text), ["0", "1"], "the flag is plain, so y may be old");
    assert!(!result.race_free && result.deadlocks.is_empty() && result.cycles > 0);
    let safe = text.replace("{ x = 0; y", "{ volatile x = 0; y");
    assert_eq!(outcomes(&safe), ["1"]);
    assert!(closed(&safe).race_free);
}

#[test]
fn two_plain_spin_loops_wait_for_each_other() {
    let text = "Java t { x = 0; y = 0; } Thread0 { while (x == 0) { } y = 1; int r = 1; } \
        Thread1 { while (y == 0) { } x = 1; int s = 1; } locations [0:r; 1:s;]";
    // There are no writes, so no race is found and neither loop ends, although out of thin air both could.
    assert!(outcomes(text).is_empty());
    assert!(closed(text).race_free);
}

/// 38: the writer of a value belongs to the race pair.
#[test]
fn p38_values_of_other_threads_are_not_mine() {
    assert!(!allows(
        "Java p { x = 0; y = 0; } Thread0 { int r0 = y; y = r0; x = r0; } Thread1 { int r2 = x; y = r2; x = 1; } \
        exists (1:r2=1 /\\ 0:r0=1)"
    ));
}

/// 39: an assertion that fails only if a guess does not come true. If thread 0 comes first, thread 1 does not
/// write.
#[test]
fn p39_a_failure_with_an_open_guess_is_none() {
    let text = "Java p { x = 0; u = 0; w = 0; monitor m; } \
        Thread0 { int c = 0; synchronized (m) { u = 1; c = w; } int r = x; assert c == 1 || r == 0; } \
        Thread1 { int b = 0; synchronized (m) { b = u; w = 1; } if (b == 0) x = 1; } exists (0:c=1 /\\ 0:r=1)";
    assert!(allows(text) && closed(text).failures.is_empty());
    assert_eq!(closed(&text.replace("c == 1 || r == 0", "r == 0")).failures.len(), 1);
}

/// 59: a read cannot see a write that a later acquire orders after it. 60: a write hidden by happens-before
/// is not visible although it races elsewhere.
#[test]
fn p59_p60_happens_before_forbids_what_races_elsewhere() {
    let p59 = "Java p { x = 0; volatile v = 0; } Thread0 { int r = x; v = 1; } \
        Thread1 { int f = v; if (f == 1) x = 1; } exists (0:r=1)";
    assert!(!allows(p59) && allows(&p59.replace("f == 1", "f != 1")));
    // Without the condition the pair is known; with f=1 it must not help.
    let p60 = "Java p { x = 0; volatile v = 0; } Thread0 { x = 1; x = 2; v = 1; } \
        Thread1 { int f = v; int r = x; } exists (1:f=1 /\\ 1:r=1)";
    assert!(!allows(p60) && allows(&p60.replace("f=1", "f=0")));
}

/// 30: causality tests 14 and 15 are race free with their loops, so they are sequentially consistent.
#[test]
fn p30_race_free_loops_end_in_the_first_round() {
    for (test, outcomes) in [("tc14", 1), ("tc15", 2)] {
        let result = try_close(&corpus(&format!("causality/{test}")));
        assert_eq!((result.truncated, result.race_free, result.rounds), (None, true, 1), "{test}");
        assert_eq!(result.outcomes.len(), outcomes, "{test}");
    }
}

/// 31: race free, so a value guessed by location only must not come out of thin air.
#[test]
fn p31_no_thin_air_in_a_race_free_program() {
    let text = "Java p { volatile v = 0; volatile u = 0; a = 0; b = 0; } Thread0 { v = 1; } \
        Thread1 { int m = v; int r1 = 0; if (m == 1) { b = 1; u = 1; } else { u = 2; r1 = a; if (r1 == 1) b = 1; } } \
        Thread2 { int ru = u; int r3 = 0; if (ru != 0) { r3 = b; if (r3 == 1) a = 1; } } exists (1:r1=1 /\\ 2:ru=2)";
    assert!(!allows(text) && closed(text).race_free);
}

/// 41: a thread that writes for ever must not hide the failure of another. 42: its writes need not be counted
/// either.
#[test]
fn p41_p42_endless_writes_hide_nothing_and_close() {
    let endless = closed("Java p { x = 0; } Thread0 { while (true) x = 1; } Thread1 { assert 0 == 1; }");
    assert_eq!(endless.failures.len(), 1);
    let text = "Java p { x = 0; volatile v = 0; } Thread0 { while (v == 0) x = 1; } Thread1 { int r = x; v = 1; } \
        locations [1:r;]";
    assert_eq!(outcomes(text), ["0", "1"]);
    // The same with everything plain.
    assert_eq!(outcomes(&text.replace("volatile ", "")), ["0", "1"]);
}

/// Neither a counter that feeds on itself nor a thread-local counter is bounded; both are reported.
#[test]
fn what_grows_without_end_is_truncated() {
    let race = "Java p { x = 0; } Thread0 { while (true) { int r = x; x = r + 1; } } \
        Thread1 { while (true) { int r = x; x = r + 1; } }";
    assert!(matches!(
        try_close(&load(race)).truncated,
        Some(Incomplete::Values(_) | Incomplete::Overflow(_))
    ));
    let own = "Java p { volatile v = 0; } Thread0 { int r = 0; while (v == 0) r = r + 1; } Thread1 { v = 1; } \
        locations [0:r;]";
    let result = try_close(&load(own));
    assert_eq!(result.truncated, Some(Incomplete::States(50_000)));
    assert!(!result.race_free, "not shown: the search was not complete");
    let bounded = load(race).with_loop_bound(Some(2));
    assert!(matches!(try_close(&bounded).truncated, Some(Incomplete::Cut(_))));
}

/// A final field is read without a race through a reference obtained in a race, and its value may be what
/// causes the object to be created: leaving that out would not be weaker.
#[test]
fn final_fields_of_objects_found_in_a_race_are_refused() {
    let text = "Java p { class C { final int f; C() { f = 1; } } C p; } Thread0 { p = new C(); } \
        Thread1 { C q = p; int r = 1; if (q != null) r = q.f; } locations [1:r;]";
    assert!(matches!(try_close(&load(text)).truncated, Some(Incomplete::Unsupported(_))));
    assert_eq!(outcomes(&text.replace("final ", "")), ["0", "1"]);
    // If the object is not found in a race, the freeze is not needed.
    assert_eq!(outcomes(&text.replace("} C p;", "} volatile C p;")), ["1"]);
}

#[test]
fn who_watches_can_stop_it() {
    let own =
        "Java p { volatile v = 0; } Thread0 { int r = 0; while (v == 0) r = r + 1; } Thread1 { v = 1; }";
    let progress = Progress::default();
    progress.interrupt();
    assert_eq!(close(&load(own), &Budget::default(), &progress).truncated, Some(Incomplete::Interrupted));
    assert!(progress.snapshot().states > 0);
}

/// Whatever the JLS does not define is treated as weakly as possible.
#[test]
fn weaker_modes_and_fences_forbid_nothing() {
    let mp = "Java p { x = 0; y = 0; } Thread0 { x = 1; y.setRelease(1); } \
        Thread1 { int r = y.getAcquire(); int s = x; } exists (1:r=1 /\\ 1:s=0)";
    assert!(allows(mp));
    let fences = mp.replace("y.setRelease(1)", "VarHandle.fullFence(); y.setOpaque(1)");
    assert!(allows(&fences));
    let weak = "Java p { x = 0; } Thread0 { boolean b = x.weakCompareAndSetPlain(0, 1); } exists (0:b=0)";
    assert!(allows(weak), "it may fail spuriously");
    assert!(allows(&weak.replace("b=0", "b=1")));
}

/// Leaving out the edge from the release to the acquire is not weaker. With it, z=1 is read without a race.
/// Without it, a race would have to be seen first, but the reads of y and z happen only if x=1 is guessed,
/// and that guess comes true only if they have seen 1.
#[test]
fn what_an_acquire_makes_known_needs_no_race() {
    let text = "Java p { x = 0; y = 0; z = 0; q = 0; } \
        Thread0 { int a = 0; int b = 0; int r = x; if (r == 0) q = 1; else { a = y.getAcquire(); b = z; if (b == 1) q = 1; } } \
        Thread1 { int s = q; if (s == 1) x = 1; } Thread2 { z = 1; y.setRelease(1); } exists (0:r=1 /\\ 0:a=1 /\\ 0:b=1)";
    assert!(allows(text));
    let fences = text.replace("a = y.getAcquire();", "a = y.getOpaque(); VarHandle.acquireFence();");
    assert!(allows(&fences.replace("y.setRelease(1)", "VarHandle.releaseFence(); y.setOpaque(1)")));
    let plain = text.replace("y.getAcquire()", "y").replace("y.setRelease(1)", "y = 1");
    assert!(!allows(&plain));
}

/// Exact numbers of states; the prototype, which kept plain writes and ends as states, had 63, 54, 170.
#[test]
fn numbers_of_states() {
    let states = |program: &Program| try_close(program).states;
    assert_eq!(states(&corpus("causality/tc5")), 13);
    assert_eq!(states(&corpus("causality/tc10")), 13);
    let mut hash = "Java hash { h = 0; } ".to_owned();
    (0..4).for_each(|t| hash += &format!("Thread{t} {{ int r = h; if (r == 0) h = 7; }} "));
    assert_eq!(states(&load(&(hash + "locations [0:r;]"))), 29);
}
