//! Method handles and hidden classes in states that are run again and again, as exploring does.

use crate::machine;

use jvm::{Options, Schedule};
use machine::{Machine, jdks};
use std::path::Path;

fn of_invoke(jdk: &(std::path::PathBuf, u16), name: &str) -> Machine {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java/invoke");
    Machine::with_source(jdk, &folder.join(format!("{name}.java")), Options::default())
}

#[test]
fn a_second_run_defines_the_classes_of_the_first_and_no_others() {
    for jdk in &jdks() {
        for name in ["HiddenClasses", "EveryCombinator"] {
            let machine = of_invoke(jdk, name);
            let mut first = machine.start(name, &[]);
            let run = machine.run(&mut first, Schedule::RoundRobin, |_| false);
            assert_eq!(run.ending, "exit 0", "{name} on {}: {}", jdk.1, run.output);
            let mut second = machine.start(name, &[]);
            let classes = machine.lib.class_count();
            let again = machine.run(&mut second, Schedule::RoundRobin, |_| false);
            assert_eq!(run, again, "{name} on {}", jdk.1);
            assert_eq!(machine.lib.class_count(), classes, "{name} on {}", jdk.1);
        }
    }
}

#[test]
fn a_state_kept_while_handles_are_linked_goes_on_as_the_original_did() {
    for jdk in &jdks() {
        let machine = of_invoke(jdk, "DynamicConstants");
        let mut state = machine.start("DynamicConstants", &[]);
        let mut kept = Vec::new();
        let whole = machine.run(&mut state, Schedule::RoundRobin, |s| {
            kept.push(s.clone());
            false
        });
        assert_eq!(whole.ending, "exit 0", "on {}: {}", jdk.1, whole.output);
        assert!(!kept.is_empty(), "the program takes more than one turn");
        // A dozen of many: most of them in the middle of what java.lang.invoke does for an instruction.
        let step = kept.len().div_ceil(12);
        for mut copy in kept.into_iter().step_by(step) {
            let rest = machine.run(&mut copy, Schedule::RoundRobin, |_| false);
            assert_eq!(rest.ending, "exit 0", "on {}", jdk.1);
            assert!(whole.output.ends_with(&rest.output), "on {}: {}", jdk.1, rest.output);
        }
    }
}
