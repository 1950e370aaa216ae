//! Widths, closed pipes, full disks, and Ctrl-C.
#![cfg(unix)]

use crate::support::{Dir, Run, finish};
use std::fs::OpenOptions;
use std::process::{Command, Stdio};
use std::time::Duration;

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let dir = Dir::with(&["MP", "SB"]);
    let mut shell = Command::new("sh");
    shell.args(["-c", r#""$0" litmus . | head -n 1"#, env!("CARGO_BIN_EXE_thinair")]);
    shell.current_dir(dir.path("")).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = finish(shell.spawn().expect("there is a shell"));
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "Test MP (./MP.litmus)\n", ""));
}

#[test]
fn executions_fit_the_terminal() {
    let dir = Dir::with(&["deadlock"]);
    for (width, has_columns) in [(200, true), (60, false)] {
        let mut command = dir.command(&["litmus", "deadlock.litmus", "--model", "sc"]);
        let run =
            finish(command.env("COLUMNS", width.to_string()).spawn().expect("the binary is built")).exits(1);
        let rows: Vec<&str> = run.out.lines().skip_while(|line| !line.starts_with("violation")).collect();
        assert_eq!(
            rows.iter().any(|row| row.trim_start().starts_with("Thread0  ") && row.ends_with("Thread1")),
            has_columns,
            "{}",
            run.out
        );
        let rows = rows.iter().filter(|row| row.starts_with("    "));
        assert!(rows.clone().count() >= 4, "{}", run.out);
        assert!(rows.clone().all(|row| row.chars().count() <= width), "{}", run.out);
    }
    let mut command = dir.command(&["litmus", "deadlock.litmus", "--model", "sc", "--color", "always"]);
    let run = finish(command.spawn().expect("the binary is built")).exits(1);
    run.says("\u{1b}[1;31mviolation\u{1b}[0m under sc: ");
}

/// Runs with a standard output that is not read.
fn unread(dir: &Dir, words: &[&str]) -> Run {
    let mut child = dir.command(words).spawn().expect("the binary is built");
    drop(child.stdout.take());
    finish(child)
}

#[test]
fn a_closed_pipe_does_not_change_the_verdict() {
    let dir = Dir::with(&["MP", "MP-volatile", "LB"]);
    for (words, code) in [
        (["litmus", "MP.litmus", "--model", "opmm"], 1),
        (["litmus", "MP-volatile.litmus", "--model", "opmm"], 0),
        (["litmus", "LB.litmus", "--model", "opmm"], 3),
    ] {
        for json in [&[][..], &["--json", "-"]] {
            let run = unread(&dir, &[&words[..], json].concat()).exits(code);
            assert_eq!(run.err, "");
        }
    }
    unread(&dir, &["models"]).exits(0);
    unread(&dir, &["selfcheck", "-v"]).exits(0);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let dir = Dir::with(&["SB"]);
    let full = || OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    for words in [&["litmus", "SB.litmus"][..], &["litmus", "SB.litmus", "--json", "-"], &["models"]] {
        let run = finish(dir.command(words).stdout(full()).spawn().expect("built"));
        run.exits(2).complains("cannot write to standard output");
    }
    // The error cannot be printed, but the exit code remains.
    finish(dir.command(&["litmus", "nowhere"]).stderr(full()).spawn().expect("built")).exits(2);
}

/// Runs, and sends Ctrl-C after a while; measures the time from Ctrl-C to the end.
fn interrupted(dir: &Dir, words: &[&str]) -> Run {
    for wait in [300, 2000, 8000] {
        let child = dir.command(words).spawn().expect("the binary is built");
        std::thread::sleep(Duration::from_millis(wait));
        let sent =
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
        assert!(sent.success());
        let run = finish(child);
        // On a busy machine the signal may arrive before the handler is installed, and then kills the
        // process.
        if run.code != -1 {
            return run;
        }
    }
    panic!("thinair is never ready for Ctrl-C")
}

#[test]
fn ctrl_c_ends_a_search_in_order() {
    let dir = Dir::with(&["counter"]);
    for workers in ["1", "2"] {
        let words = ["litmus", "counter.litmus", "--model", "sc", "--no-races", "--workers", workers];
        let run = interrupted(&dir, &words).exits(3);
        assert!(run.took < Duration::from_secs(3), "{:?}", run.took);
        let run = run.says("Verdict unknown (sc): interrupted\n");
        assert_eq!((run.out.matches("interrupted").count(), run.err.as_str()), (1, ""), "{run:#?}");
    }
}

#[test]
fn ctrl_c_ends_all_models_and_tests_and_says_what_was_not_run() {
    let dir = Dir::with(&["counter"]);
    dir.write("later.litmus", crate::support::input("SB"));
    let run = interrupted(&dir, &["litmus", "counter.litmus", "later.litmus", "--json", "out.json"]).exits(3);
    assert!(run.took < Duration::from_secs(3), "{:?}", run.took);
    let run = run.complains("thinair: interrupted; 1 tests not run\n").never_says("Test SB");
    run.says("1 tests: 0 runs hold, 0 violated, 4 unknown; 1 tests not run\n");
    let json: serde_json::Value = serde_json::from_str(&dir.read("out.json")).expect("whole JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(4));
}
