//! For each clause of well-formedness, an execution that violates it.

use crate::support;

use event::{
    Answer, EventId, EventKind, Execution, Failure, Loc, LocInfo, LocKind, Machine, MonitorId, Outcome,
    Pending, Site, SyncObj, ThreadId, Value,
};
use jls::{Completeness, check_execution};
use litmus::{LitmusState, Program};
use support::{changed, corpus, program, run};

const INTRA_THREAD: &str = "17.4.7 (3): intra-thread consistency";
const SEES: &str = "17.4.7 (1): a read sees a write of its variable and value";
const SO_TOTAL: &str = "17.4.4: so is total on the actions of each object";
const ACTS_EARLY: &str = "17.4.4: a thread acts only after it is started";
const INCOMPLETE: &str = "complete: no thread can go on";

#[track_caller]
fn accepted(program: &Program, execution: &Execution) {
    assert_eq!(check_execution(program, execution, Completeness::Complete), Ok(()));
}

#[track_caller]
fn refused(program: &impl Machine, execution: &Execution, axiom: &str, witness: &[u32]) {
    let refusal = check_execution(program, execution, Completeness::Prefix).expect_err(axiom);
    let found: Vec<u32> = refusal.witness.iter().map(|e| e.0).collect();
    assert_eq!((refusal.axiom, found.as_slice()), (axiom, witness));
}

fn ids(ids: &[u32]) -> Vec<EventId> {
    ids.iter().map(|&id| EventId(id)).collect()
}

#[test]
fn weak_modes_and_fences_are_outside_the_jls() {
    let axiom = "outside the JLS: access mode or fence";
    let words = ["int r = x.getOpaque();", "int r = x.getAcquire();", "int r = x.getAndAddAcquire(1);"];
    for statement in words {
        let p = program(&format!("{{ x = 0; }} Thread0 {{ {statement} }}"));
        refused(&p, &run(&p, "0:0"), axiom, &[0]);
    }
    for statement in ["x.setOpaque(1);", "x.setRelease(1);", "fullFence();"] {
        let p = program(&format!("{{ x = 0; }} Thread0 {{ {statement} }}"));
        refused(&p, &run(&p, "0"), axiom, &[0]);
    }
}

#[test]
fn a_variable_of_two_access_modes_is_outside_the_jls() {
    let p = program("{ x = 0; } Thread0 { x = 1; x.setVolatile(2); }");
    refused(&p, &run(&p, "0"), "outside the JLS: variable of several access modes", &[0]);
}

/// A litmus program in which all variables have one kind, regardless of its accesses.
struct Declared<'p>(&'p Program, LocKind);

impl Machine for Declared<'_> {
    type State = LitmusState;

    fn location(&self, state: &LitmusState, loc: Loc) -> LocInfo {
        LocInfo { kind: self.1, ..self.0.location(state, loc) }
    }
    fn thread_count(&self) -> usize {
        self.0.thread_count()
    }
    fn starts_running(&self, thread: ThreadId) -> bool {
        self.0.starts_running(thread)
    }
    fn uses_fences(&self, thread: ThreadId) -> bool {
        self.0.uses_fences(thread)
    }
    fn initial(&self) -> LitmusState {
        self.0.initial()
    }
    fn pending(&self, state: &LitmusState, thread: ThreadId) -> Pending {
        self.0.pending(state, thread)
    }
    fn resume(&self, state: &mut LitmusState, thread: ThreadId, answer: Answer) {
        self.0.resume(state, thread, answer);
    }
    fn encode(&self, state: &LitmusState, out: &mut Vec<u8>) {
        self.0.encode(state, out);
    }
    fn site(&self, state: &LitmusState, thread: ThreadId) -> Site {
        self.0.site(state, thread)
    }
    fn observed_locations(&self) -> &[Loc] {
        self.0.observed_locations()
    }
    fn outcome(&self, state: &LitmusState, finals: &[Value]) -> Outcome {
        self.0.outcome(state, finals)
    }
    fn failure(&self, state: &LitmusState, thread: ThreadId) -> Option<Failure> {
        self.0.failure(state, thread)
    }
    fn thread_name(&self, thread: ThreadId) -> String {
        self.0.thread_name(thread)
    }
    fn loc_name(&self, state: &LitmusState, loc: Loc) -> String {
        self.0.loc_name(state, loc)
    }
    fn monitor_name(&self, state: &LitmusState, monitor: MonitorId) -> String {
        self.0.monitor_name(state, monitor)
    }
}

#[test]
fn volatile_variables_are_accessed_by_volatile_actions_only() {
    let axiom = "17.4.7 (1): an access is volatile iff its variable is";
    let plain = program("{ x = 0; } Thread0 { x = 1; int r = x; }");
    refused(&Declared(&plain, LocKind::Volatile), &run(&plain, "0"), axiom, &[0]);
    let volatile = program("{ volatile x = 0; } Thread0 { int r = x; x = 1; }");
    refused(&Declared(&volatile, LocKind::Plain), &run(&volatile, "0:0"), axiom, &[0]);
}

#[test]
fn a_read_sees_a_write_of_its_variable_and_value() {
    let p = program("{ x = 5; y = 0; } Thread0 { x = 1; y = 1; } Thread1 { int r = x; }");
    accepted(&p, &run(&p, "0 0 0 1:1@0 1"));
    accepted(&p, &run(&p, "0 0 0 1:5 1"));
    // Wrong value, of a write and of the default write.
    refused(&p, &run(&p, "0 0 0 1:2@0 1"), SEES, &[3, 0]);
    refused(&p, &run(&p, "0 0 0 1:0 1"), SEES, &[3]);
    // Another variable, no write, no event.
    refused(&p, &run(&p, "0 0 0 1:1@1 1"), SEES, &[3, 1]);
    refused(&p, &run(&p, "0 0 0 1:1@3 1"), SEES, &[3, 3]);
    refused(&p, &run(&p, "0 0 0 1:1@9 1"), SEES, &[3]);
}

#[test]
fn each_thread_does_what_its_program_does_with_the_values_it_reads() {
    let p = program(
        "{ x = 0; y = 0; monitor m; } Thread0 { int r = x; y = r; synchronized (m) { print(r); } } Thread1 { x = 1; }",
    );
    let e = run(&p, "0:1@6 0 0 0 0 0 1 1");
    accepted(&p, &e);
    let refused = |e: &Execution, witness| refused(&p, e, INTRA_THREAD, &[witness]);
    refused(&changed(&e, |events, _| events[1].written = Some(Value(0))), 1);
    refused(&changed(&e, |events, _| events[1].read = Some(Value(0))), 1);
    refused(&changed(&e, |events, _| events[1].rf = Some(EventId(6))), 1);
    refused(&changed(&e, |events, _| events[0].read = None), 0);
    refused(&changed(&e, |events, _| events[0].written = Some(Value(0))), 0);
    refused(&changed(&e, |events, _| events[2].written = Some(Value(0))), 2);
    refused(&changed(&e, |events, _| events[2].kind = EventKind::Lock(MonitorId(7))), 2);
    refused(&changed(&e, |events, _| events.swap(0, 1)), 0);
    refused(&changed(&e, |events, _| events[7].kind = EventKind::Fail), 7);
    // The output of an external action may be recorded, but must be correct.
    accepted(&p, &changed(&e, |events, _| events[3].written = Some(Value(1))));
    refused(&changed(&e, |events, _| events[3].written = Some(Value(2))), 3);
    // An action after the end, and one thread too few.
    let one_more = |events: &mut Vec<event::Event>| events.push(events[7].clone());
    refused(&changed(&e, |events, _| one_more(events)), 8);
    let lonely = program("{ x = 0; } Thread0 { x = 1; }");
    assert!(check_execution(&p, &run(&lonely, "0"), Completeness::Prefix).is_err());
}

#[test]
fn updates_write_what_their_operation_says() {
    let p = program(
        "{ volatile v = 0; } Thread0 { int a = v.getAndAdd(2); boolean b = v.compareAndSet(0, 5); boolean c = v.weakCompareAndSet(2, 3); }",
    );
    let e = run(&p, "0:0 0:2@0 0:2@0! 0");
    accepted(&p, &e);
    accepted(&p, &run(&p, "0:0 0:2@0 0:2@0 0"));
    refused(&p, &changed(&e, |events, _| events[0].written = Some(Value(3))), INTRA_THREAD, &[0]);
    refused(&p, &changed(&e, |events, _| events[0].written = None), INTRA_THREAD, &[0]);
    // A strong compare-and-set does not fail spuriously; an addition never fails.
    let p = program("{ volatile v = 0; } Thread0 { boolean b = v.compareAndSet(0, 5); }");
    refused(&p, &run(&p, "0:0! 0"), INTRA_THREAD, &[0]);
    let p = program("{ volatile v = 0; } Thread0 { int a = v.getAndAdd(2); }");
    refused(&p, &run(&p, "0:0! 0"), INTRA_THREAD, &[0]);
}

#[test]
fn each_synchronisation_action_has_one_place_in_the_order_of_its_object() {
    let p = program("{ volatile v = 0; x = 0; } Thread0 { v = 1; x = 1; } Thread1 { v = 2; }");
    let e = run(&p, "0 0 0 1 1");
    accepted(&p, &e);
    let v = SyncObj::Volatile(Loc(0));
    let order = |order: &[u32]| changed(&e, |_, so| drop(so.insert(v, ids(order))));
    refused(&p, &order(&[0]), SO_TOTAL, &[3]);
    refused(&p, &order(&[0, 3, 0]), SO_TOTAL, &[0]);
    refused(&p, &order(&[0, 1, 3]), SO_TOTAL, &[1]);
    refused(&p, &changed(&e, |_, so| drop(so.remove(&v))), SO_TOTAL, &[0]);
    let moved = changed(&e, |_, so| {
        so.insert(v, ids(&[3]));
        so.insert(SyncObj::Volatile(Loc(1)), ids(&[0]));
    });
    refused(&p, &moved, SO_TOTAL, &[0]);
}

/// Store buffering over volatiles: each read precedes the other thread's write. There is no happens-before
/// cycle.
#[test]
fn the_synchronisation_order_is_consistent_with_program_order() {
    let p = corpus("classic/SB-volatile");
    let e = run(&p, "0 0:0 0 1 1:0 1");
    let x = SyncObj::Volatile(Loc(0));
    let cyclic = changed(&e, |_, so| drop(so.insert(x, ids(&[4, 0]))));
    refused(&p, &cyclic, "17.4.4: so is consistent with po", &[0, 1, 3, 4]);
}

#[test]
fn a_monitor_has_one_owner_at_a_time() {
    let p = program(
        "{ monitor m; } Thread0 { synchronized (m) { synchronized (m) { } } } Thread1 { synchronized (m) { } }",
    );
    accepted(&p, &run(&p, "0 0 0 0 0 1 1 1"));
    let axiom = "17.1: a monitor has one owner at a time";
    refused(&p, &run(&p, "0 1"), axiom, &[0, 1]);
    refused(&p, &run(&p, "0 0 0 1"), axiom, &[0, 3]);
    refused(&p, &run(&p, "1 0"), axiom, &[0, 1]);
}

#[test]
fn a_thread_acts_only_after_it_is_started_once() {
    let p = program("{ x = 0; } Thread0 { x = 1; start Thread1; } Thread1 { int r = x; }");
    accepted(&p, &run(&p, "0 0 0 1:1@0 1"));
    refused(&p, &run(&p, "0 1:0 1"), ACTS_EARLY, &[1]);
    let twice = program("{ x = 0; } Thread0 { start Thread1; start Thread1; } Thread1 { int r = x; }");
    refused(&twice, &run(&twice, "0 0 0"), "17.4.4: a thread is started at most once", &[0, 1]);
}

#[test]
fn a_thread_is_joined_only_after_its_end() {
    let p = program("{ x = 0; } Thread0 { x = 1; } Thread1 { join Thread0; int r = x; }");
    accepted(&p, &run(&p, "0 0 1 1:1@0 1"));
    let axiom = "17.4.4: a thread is joined only after its end";
    refused(&p, &run(&p, "0 1 1:1@0"), axiom, &[1]);
    let e = run(&p, "0 0 1 1:1@0 1");
    let reversed = changed(&e, |_, so| so.values_mut().for_each(|order| order.reverse()));
    refused(&p, &reversed, axiom, &[2]);
}

#[test]
fn a_read_does_not_see_a_write_that_happens_after_it() {
    let axiom = "17.4.7 (4): a read sees no write that happens after it";
    let p = program("{ x = 0; } Thread0 { int r = x; x = 1; }");
    refused(&p, &run(&p, "0:1@1 0 0"), axiom, &[0, 1]);
    // Pitfall 59: through a volatile.
    let p = program("{ x = 0; volatile v = 0; } Thread0 { int r = x; v = 1; } Thread1 { int q = v; x = 1; }");
    refused(&p, &run(&p, "0:1@4 0 0 1:1@1 1 1"), axiom, &[0, 4]);
}

#[test]
fn a_read_does_not_see_a_write_that_is_overwritten() {
    let axiom = "17.4.7 (4): a read sees no write that is overwritten";
    let p = program("{ x = 0; } Thread0 { x = 1; x = 2; int r = x; }");
    accepted(&p, &run(&p, "0 0 0:2@1 0"));
    refused(&p, &run(&p, "0 0 0:1@0 0"), axiom, &[0, 1, 2]);
    refused(&p, &run(&p, "0 0 0:0 0"), axiom, &[0, 2]);
    // Pitfall 1: a volatile write synchronises with every later read, not only with those that see it.
    let p = program(
        "{ x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { v = 2; } Thread2 { int r = v; int s = x; }",
    );
    refused(&p, &run(&p, "0 0 0 1 1 2:2@3 2:0 2"), axiom, &[0, 6]);
    // Pitfall 3: plain variables are not coherent.
    let p = program("{ x = 0; } Thread0 { x = 1; } Thread1 { int a = x; int b = x; }");
    accepted(&p, &run(&p, "0 0 1:1@0 1:0 1"));
}

#[test]
fn a_volatile_read_sees_the_latest_write_in_synchronisation_order() {
    let p = program("{ volatile v = 0; } Thread0 { v = 1; } Thread1 { v = 2; } Thread2 { int r = v; }");
    accepted(&p, &run(&p, "0 0 1 1 2:2@2 2"));
    let (later, latest) = (
        "17.4.7 (5): a volatile read sees no later write",
        "17.4.7 (5): a volatile read sees the latest write",
    );
    refused(&p, &run(&p, "2:1@2 2 0 0"), later, &[0, 2]);
    refused(&p, &run(&p, "0 1 2:1@0"), latest, &[0, 1, 2]);
    // Volatile writes happen-before later reads, so a stale default write already violates (4).
    refused(&p, &run(&p, "0 2:0"), "17.4.7 (4): a read sees no write that is overwritten", &[0, 1]);
}

/// Pitfall 54: no write comes between the read and the write of an update, and it does not see itself.
#[test]
fn an_update_sees_the_write_just_before_it() {
    let p = program(
        "{ volatile v = 0; } Thread0 { int a = v.getAndAdd(1); } Thread1 { int b = v.getAndAdd(1); }",
    );
    accepted(&p, &run(&p, "0:0 0 1:1@0 1"));
    refused(&p, &run(&p, "0:0 0 1:0 1"), "17.4.7 (4): a read sees no write that is overwritten", &[0, 2]);
    let p = program("{ volatile v = 0; } Thread0 { int a = v.getAndSet(7); }");
    refused(&p, &run(&p, "0:7@0 0"), "17.4.7 (4): a read sees no write that happens after it", &[0, 0]);
}

#[track_caller]
fn incomplete(program: &Program, script: &str, witness: &[u32]) {
    let e = run(program, script);
    assert_eq!(check_execution(program, &e, Completeness::Prefix), Ok(()));
    let refusal = check_execution(program, &e, Completeness::Complete).expect_err("incomplete");
    assert_eq!((refusal.axiom, refusal.witness), (INCOMPLETE, ids(witness)));
}

#[test]
fn a_complete_execution_leaves_no_thread_that_can_go_on() {
    let p =
        program("{ x = 0; monitor m; } Thread0 { synchronized (m) { x = 1; } } Thread1 { join Thread0; }");
    accepted(&p, &run(&p, "0 0 0 0 1 1"));
    incomplete(&p, "", &[]);
    incomplete(&p, "0 0 0", &[2]);
    incomplete(&p, "0 0 0 0", &[]);
    incomplete(&p, "0 0 0 0 1", &[4]);
}

#[test]
fn deadlocked_diverging_and_never_started_threads_are_complete() {
    let deadlock = program(
        "{ monitor m; monitor n; } Thread0 { synchronized (m) { synchronized (n) { } } } \
         Thread1 { synchronized (n) { synchronized (m) { } } }",
    );
    accepted(&deadlock, &run(&deadlock, "0 1"));
    let diverging = program("{ x = 0; } Thread0 { x = 1; while (true) { } } Thread1 { join Thread0; }");
    accepted(&diverging, &run(&diverging, "0"));
    let unstarted =
        program("{ x = 0; } Thread0 { int r = x; if (r == 1) { start Thread1; } } Thread1 { x = 1; }");
    accepted(&unstarted, &run(&unstarted, "0:0 0"));
}
