//! Compares `thinair run` with the real `java`: every program under `tests/java/` must print what is recorded
//! beside it, on stdout and stderr, and end with the same status.
//!
//! The programs are compiled by the JDK whose class library thinair then runs: release 17 (or the oldest
//! found) or the newest, in turn by their names; with both if the variable `ALL_JDKS` is set. Nothing is
//! skipped; without a JDK the test fails. `JAVA_TESTS=group/Name` runs the programs whose names contain this
//! text. `cargo xtask java --record` makes the recordings.

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use testkit::jdk::{self, Jdk};
use testkit::process::{self, Scratch, class_path};
use testkit::program::{self, Program};
use testkit::recording;

/// How long one program may take.
const LIMIT: Duration = Duration::from_secs(60);

#[test]
fn programs_do_what_java_does_on_the_oldest_jdk() {
    let jdks = jdk::to_test_with();
    check(jdks.first().unwrap_or_else(|| panic!("{}", jdk::ADVICE)));
}

#[test]
fn programs_do_what_java_does_on_the_newest_jdk() {
    let jdks = jdk::to_test_with();
    assert!(!jdks.is_empty(), "{}", jdk::ADVICE);
    // With a single JDK, the other test covers everything.
    jdks.get(1).into_iter().for_each(check);
}

/// Runs the programs whose turn it is with this JDK, and panics with every difference.
fn check(jdk: &Jdk) {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/java");
    let filter = std::env::var("JAVA_TESTS").unwrap_or_default();
    let mut programs = program::find(&suite, &filter).unwrap_or_else(|e| panic!("{e}"));
    let jdks = jdk::to_test_with();
    programs.retain(|program| {
        let suiting: Vec<&Jdk> = jdks.iter().filter(|jdk| program.suits(jdk)).collect();
        jdk::in_turn(&program.title(), &suiting).contains(&jdk)
    });
    let scratch = Scratch::new().expect("the folder for temporary files can be written to");
    program::compile(&programs, jdk, scratch.path()).unwrap_or_else(|e| panic!("{e}"));
    let results = testkit::in_parallel(&programs, |program| {
        let got = run(program, jdk, scratch.path());
        recording::compare(program, jdk.release, &got)
    });
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    let (count, release) = (programs.len(), jdk.release);
    assert!(wrong.is_empty(), "{} of {count} programs on JDK {release}:\n{}", wrong.len(), wrong.join("\n"));
}

fn run(program: &Program, jdk: &Jdk, classes: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thinair"));
    command.arg("run").arg("--jdk").arg(&jdk.home).args(class_path(&classes.join(&program.group)));
    command.arg(&program.name).arg("--").args(&program.directives.args);
    let ended = process::run(&mut command, LIMIT).expect("the built command starts");
    recording::render(program, &ended)
}
