//! One action at a time, threads interleaved at random.

use crate::machine;

use jvm::{Advanced, Options, State};
use machine::{Machine, jdks};
use std::collections::BTreeSet;

/// Runs the program with a switch possible before every action; what it printed.
fn interleave(machine: &Machine, seed: u64) -> String {
    let mut state: State = machine.start("Buffers", &[]);
    let mut random = fastrand::Rng::with_seed(seed);
    let mut is_before_action = [false; 8];
    for _ in 0..200_000 {
        let thread = random.usize(..state.threads());
        let perform = is_before_action[thread];
        match jvm::advance(machine.lib, &mut state, &machine.options, thread, perform, 10_000) {
            Advanced::Before(_) => is_before_action[thread] = true,
            Advanced::Ended if thread == 0 => {
                let pieces = state
                    .output()
                    .pieces
                    .iter()
                    .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned());
                return pieces.collect::<String>().trim().to_owned();
            }
            Advanced::Waits | Advanced::Ended | Advanced::GoesOn => is_before_action[thread] = false,
            other => panic!("{other:?}"),
        }
    }
    panic!("the program does not end")
}

#[test]
fn threads_interleaved_at_every_action_show_sequentially_consistent_outcomes_and_several_of_them() {
    for jdk in jdks() {
        let machine = Machine::new(&jdk, "Buffers", Options::default());
        let seen: BTreeSet<String> = (0..40).map(|seed| interleave(&machine, seed)).collect();
        let possible: BTreeSet<String> = ["0 1", "1 0", "1 1"].map(str::to_owned).into();
        assert!(seen.is_subset(&possible), "{seen:?}");
        assert!(seen.len() >= 2, "only {seen:?}");
    }
}
