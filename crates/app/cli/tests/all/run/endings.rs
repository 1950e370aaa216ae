//! How a run can end other than by the program itself.

use super::jdk;
use crate::support::{Dir, finish};
use std::io::Read;
use std::process::Command;
use std::time::Duration;

#[test]
fn a_deadlock_is_told_with_who_waits_for_what_and_where() {
    for jdk in jdk::all() {
        let run = jdk.run(&["Deadlock"]).exits(1).says("before\n").never_says("unreachable");
        let run = run.complains("thinair: deadlock: ").complains("\tat Deadlock.main(Deadlock.java:");
        let held = |who: &str, by: &str| {
            let waits = format!("\"{who}\" waits for the monitor of java.lang.Object@");
            let line = run.err.lines().find(|line| line.starts_with(&waits));
            assert!(line.is_some_and(|l| l.ends_with(&format!(", held by \"{by}\""))), "{run:#?}");
        };
        held("main", "other");
        held("other", "main");
    }
}

#[test]
fn a_lock_that_is_never_given_back_is_a_deadlock_with_its_holder() {
    for jdk in jdk::all() {
        let run = jdk.run(&["Lost"]).exits(1).complains("\"main\" waits for the thread \"waiter\"\n");
        let run = run.complains("\"waiter\" waits in java.util.concurrent.locks.ReentrantLock@");
        run.complains(", held by \"holder\", which has ended\n");
        let quiet = jdk.run(&["-q", "Lost"]).exits(1);
        assert_eq!(quiet.err.lines().count(), 1, "{quiet:#?}");
    }
}

#[test]
fn files_and_processes_of_the_host_are_out_of_reach() {
    for jdk in jdk::all() {
        let dir = Dir::new();
        dir.write("secret", "words");
        let (secret, new) = (dir.path("secret"), dir.path("new"));
        let (secret, new) = (secret.to_str().unwrap(), new.to_str().unwrap());
        let tries = [
            ("read", secret),
            ("write", new),
            ("exists", secret),
            ("exists", new),
            ("list", "/"),
            ("canonical", "a/../b"),
            ("process", "ls"),
        ];
        for (how, what) in tries {
            let run = jdk.run(&["Opens", how, what]).exits(3).says("before\n").never_says("after");
            let run = run.complains("thinair: unsupported: ").complains("\tat Opens.main(Opens.java:");
            assert!(!run.err.contains("java.io.FileNotFoundException"), "{run:#?}");
        }
        assert_eq!(dir.files(), ["secret"]);
        let quiet = jdk.run(&["-q", "Opens", "read", secret]).exits(3);
        assert_eq!(quiet.err, "thinair: unsupported: opening a file: programs see no files of the host\n");
    }
}

#[test]
fn the_bound_on_bytecodes_is_exact() {
    for bound in ["0", "1", "12345", "500000"] {
        let run = jdk::any().run(&["--max-bytecodes", bound, "Spins"]).exits(3);
        let told = format!(
            "the limit of {bound} bytecodes is reached; the program ran {bound} bytecodes in 1 thread"
        );
        run.complains(&told);
    }
}

#[test]
fn a_time_limit_ends_a_program_that_does_not_end_itself() {
    let run = jdk::any().run(&["--time-limit", "300ms", "Spins"]).exits(3).says("spinning\n");
    assert!(run.took >= Duration::from_millis(300), "{run:#?}");
    run.complains("thinair: stopped: the time limit of 300ms is up; the program ran ");
}

#[test]
fn ctrl_c_ends_a_run_in_good_order() {
    let jdk = jdk::any();
    let dir = Dir::new();
    let classes = jdk.classes.to_str().unwrap();
    let mut child = jdk.thinair(&dir, &["-cp", classes, "--stats", "Spins"]).spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 9];
    out.read_exact(&mut first).expect("the program writes before it spins");
    assert_eq!(&first, b"spinning\n", "output is not held back");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    finish(child).exits(3).complains("thinair: stopped: interrupted; ").complains("thinair: bytecodes ");
}

#[test]
fn a_reader_that_has_gone_does_not_disturb_the_program() {
    let jdk = jdk::any();
    let dir = Dir::new();
    let classes = jdk.classes.to_str().unwrap();
    let mut child = jdk.thinair(&dir, &["-cp", classes, "Prints"]).spawn().unwrap();
    drop(child.stdout.take());
    let run = finish(child).exits(7);
    assert_eq!(run.err, "");
}

#[test]
fn a_full_disk_is_an_error() {
    let jdk = jdk::any();
    let dir = Dir::new();
    let classes = jdk.classes.to_str().unwrap();
    // The test needs this device.
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("this system has /dev/full");
    let mut command = jdk.thinair(&dir, &["-cp", classes, "Prints"]);
    finish(command.stdout(full).spawn().unwrap())
        .exits(2)
        .complains("error: cannot write to standard output: ");
}

#[test]
fn the_same_seed_gives_the_same_run_and_others_give_others() {
    for jdk in jdk::all() {
        let run = |seed: &str| jdk.run(&["--schedule", "random", "--seed", seed, "Racy"]).exits(0).out;
        let outputs: Vec<String> = ["1", "2", "3", "4", "5"].map(run).to_vec();
        assert_eq!(outputs, ["1", "2", "3", "4", "5"].map(run).to_vec());
        assert!(outputs.iter().any(|o| *o != outputs[0]), "five seeds, one schedule: {outputs:?}");
        let in_turn = jdk.run(&["Racy"]).exits(0).out;
        assert_eq!(in_turn, format!("{0}{1}{2}\n", "a".repeat(10), "b".repeat(10), "c".repeat(10)));
    }
}
