//! Reports fit the terminal, whatever the program names its threads and however long its executions are.

use super::tool::{check_in, javac, oldest};
use crate::support::{Dir, Run, finish};
use std::collections::BTreeSet;
use std::process::Command;

/// Checks with these environment variables.
fn with(dir: &Dir, variables: &[(&str, &str)], words: &[&str]) -> Run {
    let jdk = oldest().home.to_string_lossy().into_owned();
    let mut command = dir.command(&[&["check", "--jdk", &jdk], words].concat());
    command.env_remove("COLUMNS").env_remove("NO_COLOR").envs(variables.iter().copied());
    finish(command.spawn().expect("the binary is built"))
}

/// A program with this body of main and these members.
fn program(dir: &Dir, name: &str, members: &str, body: &str) {
    let text = format!(
        "public class {name} {{\n{members}\npublic static void main(String[] args) throws Exception {{\n{body}\n}}\n}}\n"
    );
    dir.write(&format!("{name}.java"), text);
}

/// The rows of executions, which begin with the number of a step.
fn rows(out: &str) -> Vec<&str> {
    let is_row = |line: &&str| {
        let line = line.strip_prefix("  ").unwrap_or_default().trim_start();
        line.starts_with(|c: char| c.is_ascii_digit()) && !line.contains(" finished, depth ")
    };
    out.lines().filter(is_row).collect()
}

const COUNTER: (&str, &str) = (
    "static int sharedCounterOfEverybody;",
    "Thread a = new Thread(() -> sharedCounterOfEverybody++, \"first\");
     Thread b = new Thread(() -> sharedCounterOfEverybody++, \"second\");
     a.start(); b.start(); a.join(); b.join();
     assert sharedCounterOfEverybody == 2 : \"some of the increments were lost\";",
);

#[test]
fn rows_fit_the_terminal_and_threads_have_columns_where_there_is_room() {
    let dir = Dir::new();
    program(&dir, "Wide", COUNTER.0, COUNTER.1);
    for (columns, width) in [(None, 80), (Some("80"), 80), (Some("60"), 60), (Some("160"), 160)] {
        let variables: Vec<(&str, &str)> = columns.iter().map(|c| ("COLUMNS", *c)).collect();
        let run = with(&dir, &variables, &["Wide.java"]).exits(1);
        let rows = rows(&run.out);
        assert!(rows.len() > 8, "{run:#?}");
        assert!(rows.iter().all(|row| row.chars().count() <= width), "{width}: {}", run.out);
        let has_columns =
            run.out.lines().any(|l| l.contains("main ") && l.contains("first ") && l.contains("second "));
        assert_eq!(has_columns, width == 160, "{}", run.out);
    }
}

#[test]
fn wide_characters_and_combining_marks_in_names_do_not_move_columns() {
    let dir = Dir::new();
    let body = COUNTER.1.replace("first", "\\u6587\\u5b57\\u6587").replace("second", "e\\u0301\\u0301");
    program(&dir, "Wide", COUNTER.0, &body);
    for (columns, width) in [("60", 60), ("160", 160)] {
        let run = with(&dir, &[("COLUMNS", columns)], &["Wide.java"]).exits(1);
        let rows = rows(&run.out);
        assert!(rows.iter().all(|row| report::columns::width(row) <= width), "{}", run.out);
        assert!(run.out.contains("文字文") && run.out.contains("e\u{301}\u{301}"), "{}", run.out);
        // The actions of a thread are aligned with each other or with its name; so are the source lines.
        let starts = |what: &str| -> BTreeSet<usize> {
            let parts = rows.iter().filter_map(|row| row.split_once(what));
            parts.map(|(before, _)| report::columns::width(before)).collect()
        };
        assert_eq!(starts("Thread a").len(), 1, "{}", run.out);
        assert_eq!(starts("assert sh").len(), 1, "{}", run.out);
        assert_eq!(starts("  read ").len(), if width == 60 { 1 } else { 3 }, "{}", run.out);
    }
}

#[test]
fn colours_are_for_terminals_and_for_those_who_want_them() {
    let dir = Dir::new();
    program(&dir, "Wide", COUNTER.0, COUNTER.1);
    let has_colours = |run: Run| run.exits(1).out.contains('\u{1b}');
    assert!(!has_colours(with(&dir, &[], &["Wide.java"])));
    assert!(has_colours(with(&dir, &[("NO_COLOR", "1")], &["--color", "always", "Wide.java"])));
    assert!(!has_colours(with(&dir, &[], &["--color", "never", "Wide.java"])));
}

#[test]
fn names_cannot_forge_a_report_and_equal_ones_are_told_apart() {
    let dir = Dir::new();
    let body = COUNTER.1.replace("first", "w\\n0 holds\\u001b[2J").replace("second", "w\\n0 holds\\u001b[2J");
    program(&dir, "Names", COUNTER.0, &body);
    let run = with(&dir, &[], &["Names.java"]).exits(1);
    assert!(
        !run.out.contains('\u{1b}') && !run.out.lines().any(|l| l.trim_start().starts_with("0 holds")),
        "{}",
        run.out
    );
    run.says("w\\n0 holds\\u{1b}[2J#1").says("w\\n0 holds\\u{1b}[2J#2");
    program(&dir, "Huge", COUNTER.0, &COUNTER.1.replace("\"first\"", "\"n\".repeat(100_000)"));
    let run = with(&dir, &[], &["Huge.java"]).exits(1);
    assert!(run.out.len() < 20_000, "{} bytes", run.out.len());
}

#[test]
fn what_is_trusted_and_assumed_is_counted_and_listed_only_on_demand() {
    let dir = Dir::new();
    program(&dir, "Empty", "", "");
    let run = check_in(&dir, &["Empty.java"]).exits(0).says("trusted parts, ").says("(-v, docs/CHECK.md)");
    assert!(!run.out.contains("  trusted: ") && !run.out.contains("  assumed: "), "{}", run.out);
    check_in(&dir, &["-v", "Empty.java"])
        .exits(0)
        .says("  trusted: ")
        .says("  assumed: ")
        .says("  bound: threads up to 32");
}

/// One thread acts very often while another waits for it.
#[test]
fn long_executions_are_elided_in_text_and_json_and_have_short_tokens() {
    let dir = Dir::new();
    program(
        &dir,
        "Long",
        "static volatile int x; static final Object lock = new Object();",
        "synchronized (lock) {
             new Thread(() -> { synchronized (lock) { x = -1; } }, \"waits\").start();
             for (int i = 0; i < 6000; i++) x = i;
             throw new IllegalStateException(\"after all\");
         }",
    );
    let run = with(&dir, &[], &["--model", "sc", "--json", "out.json", "Long.java"]).exits(1);
    assert!(rows(&run.out).len() <= 60, "{}", run.out);
    let run = run.says(" more steps of main …").says("throws IllegalStateException");
    let token = run.out.lines().find_map(|line| line.split("replay: ").nth(1)).expect("a token");
    assert!(token.len() < 400, "{token}");
    let json: serde_json::Value = serde_json::from_str(&dir.read("out.json")).expect("JSON");
    let finding = &json["findings"][0];
    let trace = finding["trace"].as_array().expect("a list");
    assert!(trace.len() < 600, "{}", trace.len());
    let steps = trace.iter().filter(|step| !step["step"].is_null());
    let told: u64 = steps.map(|step| step["elided"].as_u64().unwrap_or(1)).sum();
    assert_eq!(finding["steps"].as_u64(), Some(told));
    assert!(told > 6000);
}

#[test]
fn what_a_first_look_has_decided_is_counted() {
    let dir = Dir::new();
    program(&dir, "Wide", COUNTER.0, COUNTER.1);
    let run = with(&dir, &[], &["--first", "--json", "out.json", "Wide.java"]).exits(1);
    let line = run.out.lines().find(|line| line.starts_with("  first look: ")).unwrap_or_default();
    assert!(line.contains(" execution") && line.ends_with(" steps"), "{}", run.out);
    let run = run.never_says("0 states");
    let json: serde_json::Value = serde_json::from_str(&dir.read("out.json")).expect("JSON");
    let look = &json["stats"]["first_look"];
    assert!(
        look["executions"].as_u64() > Some(0) && look["steps"].as_u64() > Some(0),
        "{json:#}\n{}",
        run.out
    );
    // A search follows, unless it is disabled.
    with(&dir, &[], &["Wide.java"]).exits(1).says("  first look: ").says(" finished, depth ");
    program(&dir, "Empty", "", "");
    with(&dir, &[], &["--json", "out.json", "Empty.java"])
        .exits(0)
        .never_says("first look: ")
        .says("  1 state, 0 steps, ");
    assert!(dir.read("out.json").contains("\"first_look\": null"));
}

#[test]
fn several_programs_have_a_gap_between_them_and_a_sum_below() {
    let dir = Dir::new();
    program(&dir, "Empty", "", "");
    program(&dir, "Fails", "", "assert false;");
    let run = with(&dir, &[], &["Empty.java", "Fails.java", "Nowhere.java"]).exits(1);
    let run = run.says("\n\nFails.java under jmm: violated\n");
    assert!(run.out.ends_with("\n\n2 verdicts: 1 violated, 1 holds; 1 error\n"), "{}", run.out);
    with(&dir, &[], &["-q", "Empty.java", "Fails.java"]).exits(1).never_says("verdicts");
}

#[test]
fn both_sides_of_a_race_are_the_accesses_that_conflict() {
    let dir = Dir::new();
    program(
        &dir,
        "Race",
        "static int x; static int seen;",
        "new Thread(() -> {
            x = 1; // write
            seen = x; // read
        }, \"t\").start();
        x = 2; // write",
    );
    let run = with(&dir, &[("COLUMNS", "160")], &["--property", "race", "Race.java"]).exits(1);
    let side =
        |word: &str| run.out.lines().find(|l| l.starts_with(&format!("  {word} "))).unwrap_or_default();
    assert!(side("first").ends_with("// write") && side("then").ends_with("// write"), "{}", run.out);
    assert!(run.out.contains("^ races with the write of "), "{}", run.out);
}

#[test]
fn deadlocks_end_with_who_waits_for_what() {
    let dir = Dir::new();
    program(
        &dir,
        "Locks",
        "static final Object a = new Object(), b = new Object();",
        "new Thread(() -> { synchronized (a) { synchronized (b) { } } }, \"ab\").start();
         new Thread(() -> { synchronized (b) { synchronized (a) { } } }, \"ba\").start();",
    );
    let run = with(&dir, &[], &["Locks.java"]).exits(1);
    run.says("waits for monitor Object#2, held by ba").says("waits for monitor Object#1, held by ab");
    // The monitor was entered before recording began.
    program(
        &dir,
        "Held",
        "static final Object a = new Object();",
        "Thread t = new Thread(() -> { synchronized (a) { } }, \"t\");
         synchronized (a) { t.start(); t.join(); }",
    );
    let run = with(&dir, &[], &["Held.java"]).exits(1);
    run.says("deadlock: t waits for Object#1 held by main (Held.java:4); main waits for t to end");
    program(
        &dir,
        "Classes",
        "static class A { static int x = B.y; } static class B { static int y = A.x; }",
        "new Thread(() -> { int x = A.x; }, \"t\").start(); int y = B.y;",
    );
    let run = with(&dir, &[], &["Classes.java"]).exits(1).says("begins to initialise Classes$A");
    run.says("waits for the initialisation of Classes$A").says("waits for the initialisation of Classes$B");
}

#[test]
fn who_has_to_wait_says_so_when_it_does() {
    let dir = Dir::new();
    program(
        &dir,
        "Waits",
        "static int x;",
        "Thread t = new Thread(() -> { synchronized (Waits.class) { x++; } }, \"t\");
         synchronized (Waits.class) { t.start(); x++; }
         t.join();
         assert x == 1;",
    );
    let run = with(&dir, &[], &["Waits.java"]).exits(1);
    let at = |text: &str| {
        run.out.lines().position(|l| l.contains(text)).unwrap_or_else(|| panic!("{text}: {}", run.out))
    };
    assert!(
        at("t     waits for monitor class Waits, held by main") < at("unlock class Waits"),
        "{}",
        run.out
    );
    assert!(at("main  waits for t to end") < at("t     ends"), "{}", run.out);
    program(
        &dir,
        "Parks",
        "static final java.util.concurrent.locks.Lock a = new java.util.concurrent.locks.ReentrantLock(),
             b = new java.util.concurrent.locks.ReentrantLock();",
        "new Thread(() -> { a.lock(); b.lock(); }, \"ab\").start();
         b.lock();
         a.lock();",
    );
    let run = with(&dir, &[("COLUMNS", "120")], &["Parks.java"]).exits(1);
    assert!(run.out.matches("waits in ReentrantLock.lock (parks)").count() >= 2, "{}", run.out);
    run.says("waits in ReentrantLock#").says(".lock, held by ");
}

/// Two calls in one line are two rows, and an access of a call to its own object is described briefly.
#[test]
fn calls_of_the_class_library_are_told_in_few_words() {
    let dir = Dir::new();
    program(
        &dir,
        "Calls",
        "static final java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger();",
        "Thread a = new Thread(() -> n.set(n.get() + 1), \"a\"), b = new Thread(() -> n.set(n.get() + 1), \"b\");
         a.start(); b.start(); a.join(); b.join();
         if (n.get() == 1) System.exit(n.get());",
    );
    let run = with(&dir, &[], &["Calls.java"]).exits(1).says("AtomicInteger#1.get: read value → 0");
    let run = run.says("Thread.join: join a").says("Thread.join: join b");
    assert_eq!(run.out.matches("  ends the program").count(), 1, "{}", run.out);
}

#[test]
fn exceptions_have_causes_and_say_what_was_null() {
    let dir = Dir::new();
    program(
        &dir,
        "Causes",
        "",
        "throw new IllegalStateException(\"outer\", new RuntimeException(\"middle\", new java.io.IOException(\"root\")));",
    );
    let run =
        with(&dir, &[], &["Causes.java"]).exits(1).says("java.lang.IllegalStateException: outer in main");
    run.says("  caused by java.lang.RuntimeException: middle")
        .says("  caused by java.io.IOException: root (Causes.java:4)");
    program(&dir, "Null", "static String s;", "s.length();");
    with(&dir, &[], &["Null.java"]).exits(1).says("because \"Null.s\" is null in main");
}

#[test]
fn a_row_says_that_a_wait_timed_out() {
    let dir = Dir::new();
    program(
        &dir,
        "Timed",
        "",
        "Object o = new Object(); synchronized (o) { o.wait(10); } throw new Exception();",
    );
    with(&dir, &[], &["Timed.java"]).exits(1).says("timed out");
}

/// Maven's layout: classes in target/classes, sources in src/main/java; and a jar with its sources beside it.
#[test]
fn sources_of_programs_on_a_class_path_are_found() {
    let dir = Dir::new();
    let text = "package p;\npublic class Main {\n  public static void main(String[] a) {\n    assert a == null; // here\n  }\n}\n";
    dir.write("src/main/java/p/Main.java", text);
    std::fs::create_dir_all(dir.path("target/classes")).expect("writable");
    let source = "src/main/java/p/Main.java";
    javac(&dir, Command::new(oldest().command("javac")).args(["-g", "-d", "target/classes", source]));
    with(&dir, &[], &["-cp", "target/classes", "p.Main"]).exits(1).says("assert a == null; // here");
    std::fs::rename(dir.path("src"), dir.path("elsewhere")).expect("it can be moved");
    let hidden = with(&dir, &[], &["-cp", "target/classes", "p.Main"]).exits(1);
    assert!(!hidden.out.contains("// here"), "{hidden:#?}");
    for (jar, folder) in [("app.jar", "target/classes"), ("app-sources.jar", "elsewhere/main/java")] {
        let mut command = Command::new(oldest().command("jar"));
        let made = command.args(["cf", jar, "-C", folder, "."]).current_dir(dir.path("")).status();
        assert!(made.expect("jar starts").success());
    }
    with(&dir, &[], &["-cp", "app.jar", "p.Main"]).exits(1).says("assert a == null; // here");
    let path = ["--source-path", "elsewhere/main/java", "-cp", "target/classes", "p.Main"];
    with(&dir, &[], &path).exits(1).says("assert a == null; // here");
}
