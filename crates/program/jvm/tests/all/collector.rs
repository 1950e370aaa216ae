//! The garbage collector and the canonical encoding of states, on real Java programs.
//!
//! The strong test is that of both at once: at every turn of a program the encoding before a collection is
//! that after it, and a program that is collected all the time prints what it prints otherwise.

use crate::machine::{Machine, Run, jdks, newest};
use java_machine::fingerprint;
use jvm::{Options, Ref, Schedule, State, VmLimits};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Bytecodes of a turn: a prime, so that turns end anywhere.
const SHARE: u64 = 997;

/// The canonical bytes of a state.
fn encode(machine: &Machine, state: &State) -> Vec<u8> {
    let mut bytes = Vec::new();
    java_machine::encode(state, machine.lib, &mut bytes).expect("javac's bytecode can be read");
    bytes
}

fn collecting(collect_every: Option<u64>) -> Options {
    Options { share: SHARE, collect_every, ..Options::default() }
}

/// Runs a program with and without collections at every turn, and checks encodings on the way.
fn survives(make: impl Fn(Options) -> Machine, main: &str) {
    let machine = make(collecting(None));
    let plain = machine.run(&mut machine.start(main, &[]), Schedule::RoundRobin, |_| false);
    assert!(plain.ending.starts_with("exit"), "{main}: {plain:?}");
    let machine = make(collecting(Some(1)));
    let mut turns = 0;
    let check = |state: &State| {
        turns += 1;
        let mut copy = state.clone();
        copy.collect(machine.lib, &mut []).expect("javac's bytecode can be read");
        let same = encode(&machine, state) == encode(&machine, &copy);
        assert!(same, "{main}: a collection changes the encoding after {} bytecodes", state.bytecodes());
        false
    };
    let collected = machine.run(&mut machine.start(main, &[]), Schedule::RoundRobin, check);
    assert_eq!(collected, plain, "{main}");
    assert!(turns > 10, "{main} is too short to prove anything: {turns} turns");
}

#[test]
fn structures_slots_monitors_and_lambdas_survive_collections_at_every_turn() {
    for jdk in jdks() {
        survives(|options| Machine::new(&jdk, "Survivors", options), "Survivors");
    }
}

#[test]
fn programs_of_the_suite_print_the_same_when_collected_at_every_turn() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java");
    let programs = [
        "algorithms/Lisp",
        "collections/HashMaps",
        "exceptions/TryResources",
        "lambdas/Captures",
        "strings/Builders",
        "threads/StatesObserved",
        "threads/WaitNotifyPingPong",
        "concurrent/AtomicReferences",
    ];
    let jdk = newest();
    for program in programs {
        let source = suite.join(format!("{program}.java"));
        let main = program.split('/').next_back().expect("a name has a last part");
        survives(|options| Machine::with_source(&jdk, &source, options), main);
    }
}

#[test]
fn a_program_may_allocate_fifty_times_its_heap_and_stays_within_it() {
    const HEAP: u64 = 48 << 20;
    let limits = VmLimits { heap_bytes: HEAP, ..VmLimits::default() };
    let machine = Machine::new(&newest(), "Garbage", Options { limits, ..Options::default() });
    let mut most = 0;
    let megabytes = ((50 * HEAP) >> 20).to_string();
    let run = machine.run(&mut machine.start("Garbage", &[&megabytes]), Schedule::RoundRobin, |state| {
        most = most.max(state.heap_words() as u64 * 8);
        false
    });
    let lines: Vec<&str> = run.output.lines().collect();
    let full = "full: Java heap space";
    let one = "one: Java heap space";
    assert_eq!(lines[1..], [full, full, "many: Java heap space", one, "1048576"], "{run:?}");
    assert!(lines[0].ends_with(" 3"), "{run:?}");
    assert_eq!(run.ending, "exit 0");
    assert!(most < HEAP + HEAP / 8, "the heap grew to {most} bytes");
    assert!(most > HEAP / 2, "the bound was never near: {most} bytes");
}

/// The last state of one of the programs in `Same`.
fn last_state(machine: &Machine, arguments: [&str; 2], schedule: Schedule) -> State {
    let mut state = machine.start("Same", &arguments);
    let run = machine.run(&mut state, schedule, |_| false);
    assert_eq!(run.ending, "exit 0", "{run:?}");
    state
}

fn same() -> Machine {
    Machine::new(&newest(), "Same", Options::default())
}

#[test]
fn states_that_differ_in_garbage_and_addresses_are_encoded_alike() {
    let machine = same();
    let state = |n: &str| last_state(&machine, ["garbage", n], Schedule::RoundRobin);
    let (few, many) = (state("2"), state("500"));
    assert!(few.heap_words() < many.heap_words(), "the programs differ in garbage");
    assert_eq!(encode(&machine, &few), encode(&machine, &many));
    assert_eq!(fingerprint(&few, machine.lib).unwrap(), fingerprint(&many, machine.lib).unwrap());
}

#[test]
fn states_that_differ_in_one_field_or_in_sharing_are_told_apart() {
    let machine = same();
    for program in ["field", "shape"] {
        let state = |n: &str| last_state(&machine, [program, n], Schedule::RoundRobin);
        let (zero, again, one) = (state("0"), state("0"), state("1"));
        assert_eq!(encode(&machine, &zero), encode(&machine, &again), "{program}");
        assert_ne!(encode(&machine, &zero), encode(&machine, &one), "{program}");
        assert_ne!(fingerprint(&zero, machine.lib).unwrap(), fingerprint(&one, machine.lib).unwrap());
    }
}

#[test]
fn an_identity_hash_code_counts_once_somebody_has_asked_for_it() {
    let machine = same();
    let state = |n: &str| last_state(&machine, ["hash", n], Schedule::RoundRobin);
    assert_ne!(encode(&machine, &state("0")), encode(&machine, &state("5")));
}

#[test]
fn what_was_printed_is_no_part_of_the_state() {
    let machine = same();
    let state = |n: &str| last_state(&machine, ["printed", n], Schedule::RoundRobin);
    assert_eq!(encode(&machine, &state("10")), encode(&machine, &state("77")));
}

#[test]
fn schedules_of_independent_threads_end_in_the_same_state() {
    let machine = same();
    let state = |schedule| encode(&machine, &last_state(&machine, ["threads", "0"], schedule));
    let first = state(Schedule::RoundRobin);
    for seed in 0..5 {
        assert!(state(Schedule::Random(seed)) == first, "seed {seed}");
    }
}

/// The fingerprints of a program's states at so many turns.
fn fingerprints(machine: &Machine, program: &str, turns: u32) -> BTreeSet<u128> {
    let mut seen = BTreeSet::new();
    let mut turn = 0;
    let run = machine.run(&mut machine.start("Same", &[program, "0"]), Schedule::RoundRobin, |state| {
        turn += 1;
        // The beginning is not part of the loop.
        if turn > 50 {
            seen.insert(fingerprint(state, machine.lib).expect("javac's bytecode can be read"));
        }
        turn == turns
    });
    assert_eq!(run.ending, "Budget");
    seen
}

#[test]
fn a_loop_that_only_makes_garbage_has_few_states() {
    let machine = Machine::new(&newest(), "Same", collecting(None));
    let few = fingerprints(&machine, "spin", 2000).len();
    assert!((2..150).contains(&few), "{few} states");
}

#[test]
fn a_loop_that_asks_for_the_time_never_comes_back_to_a_state() {
    let machine = Machine::new(&newest(), "Same", collecting(None));
    assert_eq!(fingerprints(&machine, "clock", 500).len(), 450);
}

#[test]
fn references_kept_outside_of_the_state_are_kept_alive_and_renamed() {
    let machine = same();
    let mut state = machine.start("Same", &["garbage", "200"]);
    // A chain of arrays that has long been garbage: its end is what most others can be reached from.
    let mut lengths: BTreeMap<Ref, usize> = BTreeMap::new();
    for (array, before) in machine.first_words(&mut state) {
        let length = lengths.get(&before).map_or(0, |length| length + 1);
        lengths.insert(array, length);
    }
    let (&end, &length) = lengths.iter().max_by_key(|(_, length)| **length).expect("the program writes");
    assert!(length >= 199, "{length}");
    let before = encode(&machine, &state);
    let collect = |mut state: State, extra: &mut [Ref]| {
        let collected = state.collect(machine.lib, extra).unwrap();
        assert_eq!(encode(&machine, &state), before);
        (state, collected)
    };
    let (_, without) = collect(state.clone(), &mut []);
    let mut extra = [end];
    let (state, with) = collect(state, &mut extra);
    assert!(with.live > without.live + 200 * 6, "{with:?} {without:?}");
    assert_ne!(extra, [end], "the chain has moved");
    let (state, again) = collect(state, &mut extra);
    assert_eq!((again.live, again.freed), (with.live, 0));
    let (_, last) = collect(state, &mut []);
    assert_eq!(last.live, without.live);
}

/// Two runs with collections at different times print the same: identity hash codes do not depend on
/// collections.
#[test]
fn collections_do_not_change_later_hash_codes() {
    let run = |collect_every| -> Run {
        let machine = Machine::new(&newest(), "Hashes", collecting(collect_every));
        machine.run(&mut machine.start("Hashes", &[]), Schedule::RoundRobin, |_| false)
    };
    let plain = run(None);
    assert_eq!(plain.ending, "exit 0");
    assert_eq!(run(Some(1)), plain);
    assert_eq!(run(Some(3)), plain);
}
