//! Wrong words on the command line, unreadable or unwritable files, and commands that exit with 0 without a
//! test.

use crate::support::{Dir, litmus, thinair};

#[test]
fn help_and_version_exit_with_0() {
    let run = thinair(&["--help"]).exits(0).says("Exit codes: 0 holds, 1 violated, 2 error");
    for command in ["litmus", "models", "replay", "selfcheck", "stages"] {
        assert!(run.out.contains(&format!("\n  {command} ")), "{run:#?}");
        thinair(&[command, "--help"]).exits(0).says(&format!("Usage: thinair {command}"));
    }
    assert_eq!(thinair(&["--version"]).exits(0).out, format!("thinair {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn models_are_listed_and_described() {
    let run = thinair(&["models"]).exits(0).says("jmm ").says("thinair models --all");
    assert_eq!(run.out.lines().count(), 7, "{run:#?}");
    let run = thinair(&["models", "--all"]).exits(0);
    let names: Vec<&str> = run.out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names[..4], crate::support::MODELS);
    let run =
        thinair(&["models", "tso"]).exits(0).says("total store order").says("Source: ").says("Role: exact");
    assert!(run.out.starts_with("tso: "), "{run:#?}");
    for name in names {
        thinair(&["models", name]).exits(0).says("Role: ");
    }
}

#[test]
fn no_argument_is_an_error_that_shows_the_usage() {
    thinair(&[]).exits(2).complains("Usage: thinair");
    thinair(&["litmus"]).exits(2).complains("Usage: thinair litmus");
}

#[test]
fn unknown_words_are_errors() {
    litmus("MP", &["--bogus"]).exits(2).complains("--bogus");
    litmus("MP", &["--modle", "sc"]).exits(2).complains("--model");
    litmus("MP", &["--search", "quick"]).exits(2).complains("dfs");
    litmus("MP", &["--property", "beauty"]).exits(2).complains("deadlock");
    thinair(&["check-all"]).exits(2);
}

#[test]
fn numbers_out_of_range_are_errors() {
    let wrong = [
        ["--workers", "0"],
        ["--workers", "two"],
        ["--loop-bound", "0"],
        ["--depth", "1.5"],
        ["--time-limit", "soon"],
        ["--time-limit", "3 weeks"],
        ["--memory-limit", "1X"],
    ];
    for words in wrong {
        let run = litmus("MP", &words).exits(2).complains(words[0]);
        assert_eq!(run.out, "");
    }
}

#[test]
fn an_unknown_model_is_an_error_with_a_suggestion() {
    for (typed, meant) in [("ts", "tso"), ("TSO", "tso"), ("pos", "pso"), ("opmm-alg3", "opmm-alg1")] {
        let message = format!("unknown memory model `{typed}`; did you mean `{meant}`?");
        litmus("MP", &["--model", typed]).exits(2).complains(&message).complains("the models are: sc, tso");
        thinair(&["models", typed]).exits(2).complains(&message);
    }
    let run = litmus("MP", &["--model", "sc,power"]).exits(2).complains("unknown memory model `power`\n");
    assert_eq!(run.out, "");
}

#[test]
fn a_missing_file_is_an_error_that_names_it() {
    thinair(&["litmus", "nowhere.litmus"]).exits(2).complains("cannot read nowhere.litmus");
    let dir = Dir::with(&["SB"]);
    let run = dir.run(&["litmus", "SB.litmus", "nowhere.litmus"]).exits(2).complains("nowhere.litmus");
    assert_eq!(run.out, "", "nothing is run");
}

#[test]
fn a_path_through_a_file_cannot_be_read() {
    Dir::with(&["SB"]).run(&["litmus", "SB.litmus/x"]).exits(2).complains("cannot read SB.litmus/x");
}

#[test]
fn a_directory_without_tests_is_an_error() {
    let dir = Dir::new();
    dir.write("empty/README.md", "nothing here");
    dir.run(&["litmus", "empty"])
        .exits(2)
        .complains("empty: no *.litmus file and no jcstress test in this directory");
}

#[cfg(unix)]
#[test]
fn a_link_to_nowhere_cannot_be_read() {
    let dir = Dir::with(&["SB"]);
    std::os::unix::fs::symlink("nowhere", dir.path("A.litmus")).expect("links can be made");
    let run = dir.run(&["litmus", "."]).exits(2).complains("cannot read ./A.litmus");
    assert_eq!(run.out, "");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_refused() {
    let run = thinair(&["litmus", "/dev/zero"]).exits(2).complains("not a file");
    assert!(run.took.as_secs() < 5, "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_shown_as_well_as_can_be() {
    use std::os::unix::ffi::OsStrExt;
    let dir = Dir::new();
    let mut command = dir.command(&["litmus"]);
    command.arg(std::ffi::OsStr::from_bytes(b"a\xff.litmus"));
    crate::support::finish(command.spawn().expect("built"))
        .exits(2)
        .complains("cannot read a\u{fffd}.litmus");
}
