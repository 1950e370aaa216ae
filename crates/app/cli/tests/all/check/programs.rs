//! Every program of `check/java/` is judged as its header says.
//!
//! `Expected: sc holds, jmm violated, race yes.` as in the examples (docs/examples/README.md), where `race` says whether the report under jmm has
//! one; `pso` is asked if it is named. `Says:` is a text that both reports contain, `Options:` are given to the command. Timeouts fire at any time
//! unless they say otherwise. There is no first look, so that the search has to find everything, unless `First look:` says why.
//! `Today:` says what is answered where that is wrong; such a program is a bug that is known.

use super::tool;
use crate::suite;
use crate::suite::jdk;
use crate::support::{Dir, Run, said, verdict_of};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

fn verdicts(text: &str) -> BTreeMap<&str, &str> {
    let parts = text.split(", ").filter_map(|part| part.split_once(' '));
    parts.map(|(what, word)| (what, word.trim())).collect()
}

fn judge(file: &Path, check: impl Fn(&[&str], &str) -> Run) -> Vec<String> {
    let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).expect("readable");
    let mut expected =
        verdicts(said(&text, "Expected: ").unwrap_or_else(|| panic!("{name} expects nothing")));
    expected.extend(verdicts(said(&text, "Today: ").unwrap_or_default()));
    let options: Vec<&str> = said(&text, "Options: ").unwrap_or_default().split_whitespace().collect();
    let timeouts = if options.contains(&"--timeouts") { &[][..] } else { &["--timeouts", "any"] };
    // Slow machines tell the same.
    let simplify = if options.contains(&"--simplify") { &[][..] } else { &["--simplify", "20s"] };
    let look = if said(&text, "First look: ").is_some() { &[][..] } else { &["--no-first-look"] };
    let run = check(&[&["--model", "sc,jmm"], simplify, timeouts, look, &options].concat(), &name);
    let Some((sc, jmm)) = run.out.split_once(&format!("{name} under jmm")) else {
        return vec![format!("{name} has no answer: {run:#?}")];
    };
    let mut wrong = Vec::new();
    for (what, report) in [("sc", sc), ("jmm", jmm)] {
        let first = report.lines().next().unwrap_or_default();
        if verdict_of(first) != expected.get(what).copied() {
            wrong.push(format!("{name} under {what}{report}"));
        }
        if said(&text, "Says: ").is_some_and(|says| !report.contains(says)) {
            wrong.push(format!("{name} under {what} says something else: {report}"));
        }
    }
    let race = if jmm.contains("race: data race on") { "yes" } else { "no" };
    if expected.get("race") != Some(&race) {
        wrong.push(format!("{name} race: {race}"));
    }
    let worst = [1, 3, 0].into_iter().find(|code| [sc, jmm].iter().any(|report| exit_code(report) == *code));
    if Some(run.code) != worst {
        wrong.push(format!("{name} ends with exit code {}", run.code));
    }
    if let Some(pso) = expected.get("pso") {
        let run = check(&[&["--model", "pso"], simplify, timeouts, look, &options].concat(), &name);
        if run.verdict() != *pso {
            wrong.push(run.out);
        }
    }
    wrong
}

fn exit_code(report: &str) -> i32 {
    match report.lines().next().and_then(verdict_of) {
        Some(verdict) if verdict.starts_with("holds") => 0,
        Some("violated") => 1,
        _ => 3,
    }
}

#[test]
fn every_program_is_judged_as_it_says() {
    let files = tool::sources();
    assert!(files.len() > 95, "the programs are where they were");
    tool::classes();
    let wrong: Vec<String> =
        suite::in_parallel(&files, |file| judge(file, tool::check)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Those of `check/java-22/`, whose classes are new in release 22, with each JDK that has them; and those of `check/java-25-preview/`, which need what is
/// tried out in release 25.
#[test]
fn every_program_of_newer_releases_is_judged_as_it_says() {
    for jdk in jdk::to_test_with() {
        if jdk.release >= 22 {
            judge_with(&jdk, "tests/check/java-22", &[], &[]);
        }
        if jdk.release == 25 {
            let words = ["--enable-preview", "--release", "25"];
            judge_with(&jdk, "tests/check/java-25-preview", &words, &["--enable-preview"]);
        }
    }
}

/// Compiles the programs of a folder with a JDK, and judges them there.
fn judge_with(jdk: &jdk::Jdk, folder: &str, compiled_with: &[&str], checked_with: &[&str]) {
    let (dir, files) = (Dir::new(), tool::sources_in(folder));
    let (classes, home) = (dir.path("classes"), jdk.home.to_str().expect("the path is UTF-8").to_owned());
    let mut javac = Command::new(jdk.command("javac"));
    tool::javac(&dir, javac.args(compiled_with).arg("-d").arg(&classes).args(&files));
    let classes = classes.to_str().expect("the path is UTF-8").to_owned();
    let check = |options: &[&str], program: &str| {
        let words = [&["check", "--jdk", &home], checked_with, options, &["-cp", &classes, program]].concat();
        tool::thinair(&Dir::new(), &words)
    };
    let wrong: Vec<String> = files.iter().flat_map(|file| judge(file, check)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
