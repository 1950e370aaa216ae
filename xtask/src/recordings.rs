//! Java programs and their recordings: `tests/java/GROUP/NAME.java` beside `NAME.out` or `NAME.17.out` and so
//! on, none older than its program.
//!
//! It needs no JDK, so it **does not** check whether a recording is correct: `cargo xtask java --check` does.

use crate::checkout::Checkout;
use crate::finding::Finding;
use std::collections::BTreeSet;
use testkit::recording::first_line;

const FOLDER: &str = "tests/java/";

/// Reports programs without a recording, recordings without a program, and recordings of another text.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let files: BTreeSet<&str> = checkout.files().filter(|file| file.starts_with(FOLDER)).collect();
    let mut findings = Vec::new();
    let mut recorded = BTreeSet::new();
    for file in files.iter().filter(|file| file.ends_with(".out")) {
        let program = program_of(file);
        if files.contains(program.as_str()) {
            findings.extend(check_recording(file, &checkout.text(file), &checkout.text(&program)));
        } else {
            findings.push(Finding::failure(
                file,
                1,
                format!("is an orphan: there is no program `{program}`"),
            ));
        }
        recorded.insert(program);
    }
    let programs = files.iter().filter(|file| file.ends_with(".java"));
    let missing = programs.filter(|file| !recorded.contains(**file));
    findings.extend(
        missing.map(|file| Finding::failure(file, 1, "has no recording: run `cargo xtask java --record`")),
    );
    findings
}

/// The program of a recording, by its name.
fn program_of(recording: &str) -> String {
    let stem = recording.strip_suffix(".out").unwrap_or(recording);
    let name = match stem.rsplit_once('.') {
        Some((name, release)) if release.parse::<u32>().is_ok() => name,
        _ => stem,
    };
    format!("{name}.java")
}

fn check_recording(file: &str, recording: &str, program: &str) -> Option<Finding> {
    let fresh = recording.lines().next() == Some(first_line(program).as_str());
    (!fresh).then(|| Finding::failure(file, 1, "is older than its program: run `cargo xtask java --record`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recording_names_its_program_with_or_without_a_release() {
        assert_eq!(program_of("tests/java/a/B.out"), "tests/java/a/B.java");
        assert_eq!(program_of("tests/java/a/B.17.out"), "tests/java/a/B.java");
        assert_eq!(program_of("tests/java/a/B.c.out"), "tests/java/a/B.c.java");
    }

    #[test]
    fn a_recording_of_another_text_is_stale() {
        let recording = format!("{}\nhello\n--- exit 0\n--- stderr\n", first_line("class A {}\n"));
        assert!(check_recording("A.out", &recording, "class A {}\n").is_none());
        assert!(check_recording("A.out", &recording, "class A { }\n").is_some());
        assert!(check_recording("A.out", "", "class A {}\n").is_some());
    }
}
