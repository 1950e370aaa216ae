//! States of `Encodes` (`tests/java/Probes.java`): which of them differ in a way that matters, and which do
//! not. The final states of programs are compared in `crates/program/jvm/tests/all/collector.rs`.

use super::encode;
use crate::location::{loc_of, value_of};
use crate::machine::Visibility;
use crate::machine::testing::{Probe, bench, class_named};
use crate::marks::{IS_LATE, IS_SHARED};
use event::{Action, Loc, Machine, ThreadSymmetry, Value, WriteMode};
use jvm::heap::Ref;
use jvm::layout;
use jvm::library::HEADER;
use jvm::notes::append;
use jvm::objects::HASH_IS_KNOWN;
use jvm::state::{Init, Midway, Monitor, State, Status, Woken};
use triomphe::Arc;

/// Two threads that stand before actions. The second was just started; the first has created objects, and
/// others would see its next action.
fn running() -> Probe {
    let mut probe = Probe::start("Encodes", "", Visibility::Latest);
    has_made(&mut probe, 0);
    assert!(probe.vm().threads[1].status == Status::Runnable && probe.action(1).is_some());
    probe
}

/// Continues from the start of the second thread.
fn has_made(probe: &mut Probe, size: u64) {
    assert!(matches!(probe.action(0), Some(Action::Start(_))));
    probe.set_fixed("Encodes", "size", size);
    probe.until(0, |action| matches!(action, Action::Write { mode: WriteMode::Volatile, .. }));
    probe.set_fixed("Encodes", "size", 0);
}

fn bytes(state: &State) -> Vec<u8> {
    let mut out = Vec::new();
    encode(state, bench().lib, &mut out).expect("javac's bytecode can be read");
    out
}

/// The encoding of a changed state.
fn changed(state: &State, change: impl FnOnce(&mut State)) -> Vec<u8> {
    let mut copy = state.clone();
    change(&mut copy);
    bytes(&copy)
}

/// Asserts that no two of these states have equal encodings.
fn all_differ(states: &[(String, Vec<u8>)]) {
    for (i, (name, one)) in states.iter().enumerate() {
        for (other_name, other) in &states[..i] {
            assert!(one != other, "{name} is encoded as {other_name}");
        }
    }
}

/// Two paths to the same state. Both start from one state, since the method that calls main is generated for
/// each run.
fn in_two_orders() -> [Probe; 2] {
    let probe = Probe::start("Encodes", "", Visibility::Latest);
    let mut both = [probe.clone(), probe];
    both.iter_mut().zip([0, 3]).for_each(|(probe, size)| has_made(probe, size));
    both
}

#[test]
fn objects_have_no_names_and_garbage_and_the_order_of_allocations_do_not_show() {
    let both = in_two_orders();
    let [first, second] = [0, 1].map(|i: usize| {
        let probe = &both[i];
        let boxes = probe.field(probe.fixed("Encodes", "root"), "other");
        (Ref(probe.vm().heap.word(boxes, HEADER)), Ref(probe.vm().heap.word(boxes, HEADER + 1)))
    });
    assert!(first.1 < first.0 && second.0 < second.1, "the other one was made first: {first:?} {second:?}");
    assert!(both[0].vm().heap_words() < both[1].vm().heap_words(), "there is more garbage");
    assert!(bytes(both[0].vm()) == bytes(both[1].vm()));
}

#[test]
fn the_values_of_reachable_fields_show() {
    let probe = running();
    let root = probe.fixed("Encodes", "root");
    let (value, other) = (probe.word_of(root, "value"), probe.word_of(root, "other"));
    let boxes = probe.field(root, "other");
    let set = |object: Ref, word: usize, to: u64| {
        changed(probe.vm(), |state| state.heap.set_word(object, word, to))
    };
    all_differ(&[
        ("as it was".to_owned(), bytes(probe.vm())),
        ("a number".to_owned(), set(root, value, 7)),
        ("null".to_owned(), set(root, other, 0)),
        ("another object".to_owned(), set(root, other, probe.fixed("Encodes", "lock").0)),
        ("an element twice".to_owned(), set(boxes, HEADER, probe.vm().heap.word(boxes, HEADER + 1))),
        ("a field of an element".to_owned(), set(Ref(probe.vm().heap.word(boxes, HEADER)), value, 7)),
    ]);
}

#[test]
fn who_owns_and_who_waits_for_a_monitor_shows() {
    let probe = running();
    let lock = probe.fixed("Encodes", "lock");
    let held = |owner: Option<usize>, count: u32, waiters: &[usize]| {
        let monitor = Monitor { owner, count, waiters: waiters.to_vec(), ..Monitor::default() };
        changed(probe.vm(), |state| drop(state.monitors.insert(lock, monitor)))
    };
    let mut states = vec![("free".to_owned(), bytes(probe.vm()))];
    for (owner, count, waiters) in [
        (Some(0), 1, &[][..]),
        (Some(1), 1, &[]),
        (Some(1), 2, &[]),
        (Some(1), 1, &[0]),
        (None, 0, &[0]),
        (None, 0, &[1]),
        (None, 0, &[0, 1]),
        // The order of waiters matters: the one that has waited longest may be notified next.
        (None, 0, &[1, 0]),
    ] {
        states.push((format!("{owner:?} {count} {waiters:?}"), held(owner, count, waiters)));
    }
    all_differ(&states);
}

#[test]
fn a_monitor_of_an_object_that_nobody_can_reach_does_not_show() {
    let probe = running();
    let dead = probe.local(1);
    let class = bench().lib.class_of_id(probe.vm().heap.word(dead, 0) as u32);
    assert_eq!(&*class.name, "java/lang/Object", "the local is still there, but is never read");
    let monitor = Monitor { owner: Some(1), count: 1, ..Monitor::default() };
    let with = |object| changed(probe.vm(), |state| drop(state.monitors.insert(object, monitor.clone())));
    assert!(with(dead) == bytes(probe.vm()));
    assert!(with(probe.fixed("Encodes", "lock")) != bytes(probe.vm()));
}

#[test]
fn how_a_thread_waits_and_why_it_no_longer_does_shows() {
    let probe = running();
    let lock = probe.fixed("Encodes", "lock");
    let of =
        |change: &dyn Fn(&mut jvm::state::Thread)| changed(probe.vm(), |state| change(state.thread_mut(1)));
    let mut states = vec![];
    for status in [
        Status::Runnable,
        Status::Blocked(lock),
        Status::Blocked(probe.fixed("Encodes", "root")),
        Status::Waiting { object: lock, until: None, count: 1 },
        Status::Waiting { object: lock, until: None, count: 2 },
        Status::Waiting { object: lock, until: Some(probe.vm().clock + 1), count: 1 },
        Status::Parked { until: None },
        Status::Parked { until: Some(probe.vm().clock + 1) },
        Status::Sleeping { until: probe.vm().clock + 1 },
        Status::Initialising(1),
        Status::Initialising(2),
        Status::Ended,
    ] {
        states.push((format!("{status:?}"), of(&|thread| thread.status = status)));
    }
    for woken in [
        Woken::Wait { object: lock, count: 1, interrupted: false },
        Woken::Wait { object: lock, count: 1, interrupted: true },
        Woken::Wait { object: lock, count: 2, interrupted: false },
        Woken::Park,
        Woken::Sleep { interrupted: false },
        Woken::Sleep { interrupted: true },
    ] {
        states.push((format!("{woken:?}"), of(&|thread| thread.woken = Some(woken))));
    }
    states.push(("permit".to_owned(), of(&|thread| thread.permit = true)));
    states.push(("daemon".to_owned(), of(&|thread| thread.is_daemon = true)));
    states.push(("ending".to_owned(), of(&|thread| thread.is_ending = true)));
    states.push(("contends".to_owned(), of(&|thread| thread.contends = true)));
    all_differ(&states);
}

#[test]
fn what_a_thread_is_in_the_middle_of_shows() {
    let probe = running();
    let (lock, root) = (probe.fixed("Encodes", "lock"), probe.fixed("Encodes", "root"));
    let mut states = vec![("nothing".to_owned(), bytes(probe.vm()))];
    for midway in [
        Midway::Unwinding { exception: lock, frozen: 0 },
        Midway::Unwinding { exception: root, frozen: 0 },
        Midway::Unwinding { exception: lock, frozen: 1 },
        Midway::Uncaught(lock),
        Midway::HandlerFailed(lock),
        Midway::Unhandled(lock),
        Midway::Leaving { object: lock, count: 1, until: None },
        Midway::Leaving { object: lock, count: 2, until: None },
        Midway::Returning { object: lock, count: 1, interrupted: false },
        Midway::Returning { object: lock, count: 1, interrupted: true },
        Midway::Interrupted,
        Midway::Cloning { copy: lock, done: 1, read: None },
        Midway::Cloning { copy: lock, done: 1, read: Some(0) },
        Midway::Cloning { copy: lock, done: 2, read: None },
        Midway::Copying { done: 1, read: None },
        Midway::Copying { done: 1, read: Some(0) },
        Midway::Copying { done: 2, read: None },
        Midway::Half(0),
        Midway::Half(1),
        Midway::Freezing(0),
        Midway::Freezing(1),
        Midway::Enters,
        Midway::Parts { object: lock, done: 1, value: 0, writes: false },
        Midway::Parts { object: lock, done: 1, value: 0, writes: true },
        Midway::Parts { object: lock, done: 1, value: 1, writes: false },
        Midway::Parts { object: lock, done: 2, value: 0, writes: false },
    ] {
        let state = changed(probe.vm(), |state| state.thread_mut(1).midway = Some(midway));
        states.push((format!("{midway:?}"), state));
    }
    all_differ(&states);
}

#[test]
fn which_action_a_thread_stands_before_shows() {
    let mut probe = running();
    // The thread writes the same value three times: after the first, only its position in the method differs.
    let [first, second] = [1, 2].map(|_| {
        probe.step(1);
        assert_eq!(probe.fixed("Task", "step").0, 1);
        bytes(probe.vm())
    });
    assert!(first != second);
}

#[test]
fn a_flag_of_interruption_shows() {
    let probe = running();
    let thread = probe.vm().threads[1].object;
    let class = bench().lib.class_of_id(probe.vm().heap.word(thread, 0) as u32);
    let word = layout::word_of(bench().lib, class, "interrupted").expect("a field of Thread");
    assert!(changed(probe.vm(), |state| state.heap.set_word(thread, word, 1)) != bytes(probe.vm()));
}

#[test]
fn how_far_a_class_is_initialised_shows() {
    let probe = running();
    let id = class_named("Box").id as usize;
    let mut states = vec![];
    for init in [Init::Linked, Init::By(0), Init::By(1), Init::Done, Init::Failed] {
        let state = changed(probe.vm(), |state| {
            let classes = Arc::make_mut(&mut state.classes);
            classes.resize(classes.len().max(id + 1), Init::Linked);
            classes[id] = init;
        });
        states.push((format!("{init:?}"), state));
    }
    all_differ(&states);
}

#[test]
fn a_deadline_counts_from_now_and_the_clock_counts_once_it_was_read() {
    let probe = running();
    let at = |clock: i64, until: i64, read: bool| {
        changed(probe.vm(), |state| {
            state.clock = clock;
            state.clock_was_read = read;
            state.thread_mut(1).status = Status::Sleeping { until };
        })
    };
    assert!(at(100, 150, false) == at(1000, 1050, false), "50 are left");
    assert!(at(100, 150, false) != at(100, 151, false));
    assert!(at(100, 150, true) != at(1000, 1050, true), "somebody may compare it");
    assert!(at(100, 100, false) == at(100, 90, false), "the time is over");
}

#[test]
fn what_no_future_depends_on_does_not_show() {
    let probe = running();
    let root = probe.fixed("Encodes", "root");
    let word = probe.marks(root);
    let mark = |to: u64| changed(probe.vm(), |state| state.heap.set_word(root, 1, to));
    let as_it_was = bytes(probe.vm());
    assert_eq!(
        changed(probe.vm(), |state| append(Arc::make_mut(&mut state.output.pieces), 1, b"said")),
        as_it_was
    );
    assert!(changed(probe.vm(), |state| state.clock += 1) == as_it_was);
    assert!(mark(word ^ IS_SHARED) == as_it_was, "it follows from the rest");
    assert!(mark(word ^ 1) == as_it_was, "nobody knows its hash code");
    assert!(mark(word | HASH_IS_KNOWN) != mark((word | HASH_IS_KNOWN) ^ 1), "somebody knows it");
    assert!(mark(word ^ IS_LATE) != as_it_was, "it decides what is asked");
}

#[test]
fn that_the_program_has_failed_or_ended_shows() {
    let probe = running();
    all_differ(&[
        ("as it was".to_owned(), bytes(probe.vm())),
        ("main failed".to_owned(), changed(probe.vm(), |state| state.main_failed = true)),
        ("exit 0".to_owned(), changed(probe.vm(), |state| state.exit = Some(0))),
        ("exit 1".to_owned(), changed(probe.vm(), |state| state.exit = Some(1))),
        ("a started thread".to_owned(), changed(probe.vm(), |state| state.thread_mut(0).notes.started += 1)),
        (
            "observed".to_owned(),
            changed(probe.vm(), |state| {
                drop(Arc::make_mut(&mut state.notes.observed).insert("x".to_owned(), "1".to_owned()))
            }),
        ),
    ]);
}

/// The encoding with object names distinguishes states that the one with numbers does not.
#[test]
fn names_show_only_to_searches_that_remember_them() {
    let both = in_two_orders();
    let [first, second] = [0, 1].map(|i: usize| {
        let mut named = Vec::new();
        both[i].machine.encode(&both[i].state, &mut named);
        (named, numbered(&both[i], &[], ThreadSymmetry::Apart))
    });
    assert!(first.0 != second.0);
    assert!(first.1 == second.1);
}

/// The machine's encoding of a state of which a memory holds these values.
fn numbered(probe: &Probe, held: &[(Loc, Value)], symmetry: ThreadSymmetry) -> Vec<u8> {
    let mut out = Vec::new();
    probe.machine.encode_naming(&probe.state, held, symmetry, &mut out);
    out
}

#[test]
fn of_what_a_memory_holds_the_heaps_values_do_not_show_and_its_objects_do() {
    let probe = running();
    let root = probe.fixed("Encodes", "root");
    // One object is part of the base, the other was created later.
    let made = Ref(probe.vm().heap.word(probe.field(root, "other"), HEADER));
    for object in [root, made] {
        let at = |field| loc_of(object, 8 * probe.word_of(object, field)).expect("it has a name");
        let mut other = probe.clone();
        other.set_word(object, probe.word_of(object, "value"), 7);
        let both = |held: &[(Loc, Value)]| [&probe, &other].map(|p| numbered(p, held, ThreadSymmetry::Apart));
        let [one, two] = both(&[]);
        assert!(one != two, "{object:?}");
        let [one, two] = both(&[(at("value"), Value(1))]);
        assert!(one == two, "{object:?}: the memory says what it holds");
        let led_to = |target: Ref| {
            let held = [(at("other"), value_of(target.0, true))];
            numbered(&probe, &held, ThreadSymmetry::Apart)
        };
        assert!(led_to(probe.local(1)) != led_to(Ref::NULL), "{object:?}: the memory alone leads there");
    }
}

#[test]
fn threads_that_nobody_can_tell_apart_may_change_places() {
    let mut probe = Probe::start("Twins", "", Visibility::Latest);
    probe.until(0, |action| matches!(action, Action::Write { mode: WriteMode::Volatile, .. }));
    let both = [1, 2].map(|thread| {
        let mut probe = probe.clone();
        probe.step(thread);
        probe
    });
    let forms = |symmetry| [0, 1].map(|i: usize| numbered(&both[i], &[], symmetry));
    let ([one, two], [alike_one, alike_two]) = (forms(ThreadSymmetry::Apart), forms(ThreadSymmetry::Alike));
    assert!(one != two, "one has acted, or the other");
    assert!(alike_one == alike_two);
    assert!(numbered(&probe, &[], ThreadSymmetry::Alike) != alike_one, "none of them has acted");
}
