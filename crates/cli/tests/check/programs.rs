//! Every program of `check/java/` is judged as its header says.
//!
//! `Expected: sc holds, jmm violated, race yes.` as in the examples (docs/examples/README.md); `race unknown` where the race check
//! cannot end. `Says:` is a text that the reports under sc and jmm contain, `Options:` are given to the command.
//! `Today:` says what is answered where that is wrong; such a program is a bug that is known.

use crate::{suite, tool};
use std::collections::BTreeMap;
use std::path::Path;

/// What a header says after a word.
fn said<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.lines().find_map(|line| Some(line.split_once(word)?.1.trim().trim_end_matches('.')))
}

fn verdicts(text: &str) -> BTreeMap<&str, &str> {
    let parts = text.split(", ").filter_map(|part| part.split_once(' '));
    parts.map(|(what, word)| (what, word.trim())).collect()
}

fn judge(file: &Path) -> Vec<String> {
    let name = file.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let text = std::fs::read_to_string(file).expect("readable");
    let mut expected = verdicts(said(&text, "Expected: ").unwrap_or_else(|| panic!("{name} expects nothing")));
    expected.extend(verdicts(said(&text, "Today: ").unwrap_or_default()));
    let options: Vec<&str> = said(&text, "Options: ").unwrap_or_default().split_whitespace().collect();
    let mut wrong = Vec::new();
    for (what, more) in [("sc", &["--model", "sc"][..]), ("jmm", &[]), ("race", &["--property", "race"])] {
        let run = tool::check(&[&options, more].concat(), &name);
        let wanted = match expected.get(what) {
            Some(&"yes") => "violated",
            Some(&"no") => "holds",
            Some(verdict) => verdict,
            None => panic!("{name} says nothing of {what}"),
        };
        let code = ["holds", "violated", "", "unknown"].iter().position(|word| *word == wanted);
        let first = run.out.lines().next().unwrap_or(&run.err);
        if !first.ends_with(&format!(": {wanted}")) || usize::try_from(run.code).ok() != code {
            wrong.push(format!("{name} {what}: {first}, exit {}, not {wanted}", run.code));
        }
        if let Some(says) = said(&text, "Says: ").filter(|says| what != "race" && !run.out.contains(says)) {
            wrong.push(format!("{name} {what} does not say `{says}`:\n{}", run.out));
        }
    }
    wrong
}

#[test]
fn every_program_is_judged_as_it_says() {
    let files = tool::sources();
    assert!(files.len() > 90, "the programs are where they were");
    tool::classes();
    let wrong: Vec<String> = suite::in_parallel(&files, |file| judge(file)).into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
