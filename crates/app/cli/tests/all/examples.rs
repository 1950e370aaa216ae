//! `thinair check` says of every example, and of every program that some checker is known to judge wrongly
//! (`tests/java-check/pitfalls`), what the program says of itself (`Expected: sc holds, jmm violated, race yes.`), on the oldest JDK found.

use crate::suite;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use suite::jdk::{self, Jdk};
use suite::process::{self, Scratch};

/// How long a check may take: a few seconds on an idle machine.
const LIMIT: Duration = Duration::from_secs(300);

fn examples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples");
    let mut found = Vec::new();
    let pitfalls = root.join("../tests/java-check/pitfalls");
    for folder in [root.clone(), root.join("causality"), pitfalls] {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        found.extend(
            entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "java")),
        );
    }
    found.sort();
    found
}

/// What an example says of itself: `sc`, `jmm`, `race`, each with a word.
fn expected(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let line = text.lines().find_map(|line| line.split_once("Expected: "));
    let (_, line) = line.unwrap_or_else(|| panic!("{}: no line `Expected:`", path.display()));
    let parts = line.trim().trim_end_matches('.').split(", ");
    parts
        .filter_map(|part| part.split_once(' '))
        .map(|(a, b)| (a.to_owned(), b.split_whitespace().next().unwrap_or(b).to_owned()))
        .collect()
}

fn compile(jdk: &Jdk, files: &[PathBuf], folder: &Path) {
    let mut command = Command::new(jdk.command("javac"));
    command.args(["-g", "-nowarn", "-d"]).arg(folder).args(files);
    let ended = process::run(&mut command, LIMIT).expect("javac can be run");
    assert_eq!(ended.status, Some(0), "{}", String::from_utf8_lossy(&ended.err));
}

/// What `thinair check` answers under a model, with these options.
fn answer(jdk: &Jdk, classes: &Path, name: &str, options: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thinair"));
    command.args(["check", "--quiet", "--jdk"]).arg(&jdk.home).arg("--class-path").arg(classes);
    let ended = process::run(command.args(options).arg(name), LIMIT).expect("thinair can be run");
    let out = String::from_utf8_lossy(&ended.out).into_owned();
    let word = out.split_whitespace().nth(2).unwrap_or_default().trim_end_matches(':');
    if word.is_empty() { String::from_utf8_lossy(&ended.err).into_owned() } else { word.to_owned() }
}

#[test]
fn every_example_is_judged_as_it_says() {
    let jdks = jdk::to_test_with();
    let jdk = jdks.first().unwrap_or_else(|| panic!("{}", jdk::ADVICE));
    let (files, scratch) = (examples(), Scratch::new().expect("a folder can be made"));
    assert!(files.len() > 85, "the examples are where they were");
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src/thinair/Thinair.java");
    compile(jdk, &[files.clone(), vec![api]].concat(), scratch.path());
    let wrong = suite::in_parallel(&files, |file| {
        let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let expected = expected(file);
        let mut wrong = Vec::new();
        let mut judge = |what: &str, options: &[&str]| {
            let got = answer(jdk, scratch.path(), &name, options);
            let wanted = match expected.get(what).map(String::as_str) {
                Some("yes") => "violated",
                Some("no") => "holds",
                Some(verdict) => verdict,
                None => "a line that says what to expect",
            };
            // Where hangs were not looked for the line says so.
            let got = got.trim_end_matches(';');
            if got != wanted {
                wrong.push(format!("{name} {what}: {got}, not {wanted}"));
            }
        };
        judge("sc", &["--model", "sc"]);
        judge("jmm", &["--model", "jmm"]);
        judge("race", &["--model", "jmm", "--property", "race"]);
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wait_outside_of_a_loop_is_wrong_where_threads_wake_for_no_reason() {
    let jdks = jdk::to_test_with();
    let jdk = jdks.first().unwrap_or_else(|| panic!("{}", jdk::ADVICE));
    let scratch = Scratch::new().expect("a folder can be made");
    let name = "P46SpuriousWakeup";
    let file = examples().into_iter().find(|f| f.file_stem().is_some_and(|stem| stem == name));
    compile(jdk, &[file.expect("the program is there")], scratch.path());
    assert_eq!(answer(jdk, scratch.path(), name, &[]), "holds");
    assert_eq!(answer(jdk, scratch.path(), name, &["--spurious-wakeups"]), "violated");
}
