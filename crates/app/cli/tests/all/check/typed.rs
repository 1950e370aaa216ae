//! The command line as people type it: the position of options and arguments, several targets, folders,
//! sources that need each other.

use super::tool::{check_in, javac, oldest, thinair};
use crate::support::Dir;
use std::process::Command;

const MAIN: &str =
    "public class Main { public static void main(String[] a) { assert Helper.twice(a.length) == 2; } }";
const HELPER: &str = "class Helper { static int twice(int n) { return 2 * n; } }";
const OTHER: &str = "public class Other { public static void main(String[] a) { } }";

fn project() -> Dir {
    let dir = Dir::new();
    dir.write("Main.java", MAIN);
    dir.write("Helper.java", HELPER);
    dir.write("Other.java", OTHER);
    dir
}

#[test]
fn options_stand_before_and_after_the_target_and_arguments_after_two_dashes() {
    let dir = project();
    let run = check_in(&dir, &["Main.java", "-q", "--model", "sc,jmm", "--", "--model"]).exits(0);
    assert_eq!(run.out, "Main.java sc holds\nMain.java jmm holds\n");
    check_in(&dir, &["-q", "Main.java"]).exits(1).says("Main.java jmm violated\n");
    let run = check_in(&dir, &["-q", "Main.java", "x"]).exits(2);
    assert_eq!(run.out, "", "nothing is checked");
    run.complains("error: there is no class x").complains("arguments come after `--`: Main.java -- x");
}

#[test]
fn sources_find_each_other_beside_them_together_and_by_a_path() {
    let dir = project();
    // With the helper beside it, and with both named: one program, since only one has a main method.
    for words in [&["-q", "Main.java", "--", "x"][..], &["-q", "Helper.java", "Main.java", "--", "x"]] {
        assert_eq!(check_in(&dir, words).exits(0).out, "Main.java jmm holds\n");
    }
    dir.write("src/p/Main.java", format!("package p; import q.Helper; {MAIN}"));
    dir.write(
        "more/q/Helper.java",
        format!("package q; public {}", HELPER.replace("static", "public static")),
    );
    check_in(&dir, &["src/p/Main.java"]).exits(2).complains("--source-path");
    check_in(&dir, &["-q", "src/p/Main.java", "--source-path", "more", "--", "x"]).exits(0);
}

#[test]
fn several_targets_have_a_verdict_each_and_the_code_of_the_worst() {
    let dir = project();
    let run = check_in(&dir, &["-q", "Main.java", "Other.java"]).exits(1);
    assert_eq!(run.out, "Main.java jmm violated\nOther.java jmm holds\n");
    let run = check_in(&dir, &["--json", "-", "Other.java", "Main.java"]).exits(1).json();
    let all = run.as_array().expect("an array");
    let verdicts: Vec<_> = all.iter().map(|one| (&one["target"], &one["verdict"])).collect();
    assert_eq!(
        verdicts,
        [(&"Other.java".into(), &"holds".into()), (&"Main.java".into(), &"violated".into())]
    );
    let token = all[1]["findings"][0]["replay"].as_str().expect("a token");
    thinair(&dir, &["replay", token]).exits(1).says("java.lang.AssertionError in main\n");
    // An unreadable target is reported, and the others are checked.
    let run = check_in(&dir, &["--json", "-", "Other.java", "Gone.java"])
        .exits(2)
        .complains("cannot read Gone.java");
    let run = run.json();
    assert_eq!(
        (&run[0]["error"].is_string(), &run[1]["verdict"]),
        (&false, &serde_json::Value::Null),
        "{run}"
    );
}

#[test]
fn a_folder_is_checked_with_all_its_main_classes() {
    let dir = project();
    let run = check_in(&dir, &["-q", "."]).exits(1);
    assert_eq!(run.out, "Main jmm violated\nOther jmm holds\n");
    javac(&dir, Command::new(oldest().command("javac")).args(["-d", "target/classes", "Main.java"]));
    check_in(&dir, &["-q", "target/classes", "--", "x"]).exits(0).says("target/classes jmm holds\n");
    check_in(&dir, &["-q", ".", "--class", "Other"]).exits(2).complains("no class Other");
    std::fs::create_dir(dir.path("empty")).expect("the folder is writable");
    check_in(&dir, &["empty"]).exits(2).complains("no class with a main method in empty");
    dir.write("tests/a.litmus", "");
    check_in(&dir, &["tests"]).exits(2).complains("thinair litmus tests");
    check_in(&dir, &["tests/a.litmus"]).exits(2).complains("thinair litmus tests/a.litmus");
}

#[test]
fn preview_features_are_there_for_who_asks() {
    let dir = Dir::new();
    // Patterns in a switch are a preview feature in 17, but not in newer releases.
    let switch = "switch (o) { case String s -> s.length(); default -> 0; }";
    dir.write("P.java", format!("class P {{ public static void main(String[] a) {{ Object o = \"ab\"; int n = {switch}; assert n == 2; }} }}"));
    if oldest().release == 17 {
        check_in(&dir, &["P.java"]).exits(2).complains("--enable-preview");
    }
    check_in(&dir, &["-q", "--enable-preview", "P.java"]).exits(0).says("P.java jmm holds\n");
}

#[test]
fn words_that_mean_nothing_are_told() {
    let dir = project();
    check_in(&dir, &["--trust", "***", "Other.java"]).exits(2).complains("names no class and no package");
    check_in(&dir, &["-q", "-cp", "/nonexistent", "Other"]).exits(2).complains("no class Other");
    check_in(&dir, &["-cp", "/nonexistent", "Other.java"])
        .exits(0)
        .complains("/nonexistent of the class path does not exist");
    for (option, word) in
        [("--may-throw", "Nope"), ("--trust", "org.nonsense.*"), ("--may-throw", "Nope@main")]
    {
        check_in(&dir, &[option, word, "Other.java"]).exits(0).complains(&format!("{option} {word}: "));
    }
    let run = check_in(&dir, &["--may-throw", "java.lang.Error", "--trust", "Other", "Other.java"]).exits(0);
    assert_eq!(run.err, "");
    let run = check_in(&dir, &["--json", "-", "Gone.java"]).exits(2).complains("cannot read Gone.java");
    assert!(run.json()["error"].as_str().is_some_and(|error| error.contains("cannot read Gone.java")));
    let run = check_in(&dir, &["--json", "-", "--no-such-option", "Gone.java"]).exits(2);
    assert!(run.json()["error"].as_str().is_some_and(|error| error.contains("--no-such-option")));
}

#[test]
fn limits_that_nothing_fits_prove_nothing() {
    let dir = project();
    check_in(&dir, &["-q", "--memory-limit", "1", "Other.java"]).exits(3).says("memory limit reached");
    check_in(&dir, &["--memory-limit", "512", "Other.java"])
        .exits(3)
        .complains("--memory-limit is 512 bytes");
    check_in(&dir, &["-q", "--time-limit", "0s", "Other.java"]).exits(3);
}
