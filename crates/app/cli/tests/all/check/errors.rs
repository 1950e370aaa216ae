//! Errors in the command line or the files: exit code 2, before anything is searched.

use super::tool::{check, check_in, thinair};
use crate::support::Dir;

#[test]
fn wrong_flags_are_errors() {
    for words in [
        &["check"][..],
        &["check", "--no-such-flag", "A.java"],
        &["check", "--states", "many", "A.java"],
        &["check", "--workers", "0", "A.java"],
        &["check", "--property", "beauty", "A.java"],
        &["check", "-q", "-v", "A.java"],
    ] {
        let run = thinair(&Dir::new(), words).exits(2);
        assert!(run.err.contains("error: ") && run.out.is_empty(), "{run:#?}");
    }
}

#[test]
fn an_unknown_model_has_a_hint() {
    let run = check(&["--model", "sc,jmn"], "TimedWait").exits(2);
    assert!(run.out.is_empty());
    run.complains("error: unknown memory model `jmn`; did you mean `jmm`?");
}

#[test]
fn missing_files_and_classes_are_errors() {
    let dir = Dir::new();
    check_in(&dir, &["Nowhere.java"]).exits(2).complains("error: cannot read Nowhere.java");
    check_in(&dir, &["nowhere.jar"]).exits(2).complains("error: ");
    check_in(&dir, &["p.Nowhere"]).exits(2).complains("error: there is no class p.Nowhere on the class path");
    check_in(&dir, &["--json", "no/such/folder.json", "p.Nowhere"]).exits(2).complains("cannot write");
}

#[test]
fn what_javac_refuses_is_shown() {
    let dir = Dir::new();
    dir.write("Bad.java", "class Bad { public static void main(String[] args) { int x = } }\n");
    let run =
        check_in(&dir, &["Bad.java"]).exits(2).complains("Bad.java:1: error: illegal start of expression");
    assert!(run.out.is_empty());
}

#[test]
fn javac_keeps_the_limits() {
    let dir = Dir::new();
    let method = |i: u32| format!("static int f{i}(int x) {{ Runnable r = () -> g({i} * x); return x; }}\n");
    let methods: String = (0..4000).map(method).collect();
    let main = "public static void main(String[] args) { }";
    dir.write("Big.java", format!("class Big {{ static void g(int x) {{ }}\n{methods}{main} }}\n"));
    dir.write("Small.java", format!("class Small {{ {main} }}\n"));
    let memory = "thinair: unknown: memory limit reached while javac compiled\n";
    check_in(&dir, &["--memory-limit", "40M", "Big.java"]).exits(3).complains(memory);
    check_in(&dir, &["--memory-limit", "512M", "-q", "Small.java"]).exits(0);
    let time = "thinair: unknown: time limit reached while javac compiled\n";
    check_in(&dir, &["--time-limit", "20ms", "Big.java"]).exits(3).complains(time);
    check_in(&dir, &["--time-limit", "20ms", "Big.java", "Small.java"]).exits(3).complains(time);
}

#[test]
fn a_class_without_main_is_an_error() {
    let dir = Dir::new();
    dir.write("Idle.java", "class Idle { }\n");
    check_in(&dir, &["Idle.java"]).exits(2).complains("= hint: ");
}

#[test]
fn a_jdk_that_is_none_is_an_error() {
    let run = thinair(&Dir::new(), &["check", "--jdk", "/no/such/jdk", "A"]).exits(2);
    run.complains("error: no JDK in /no/such/jdk");
}
