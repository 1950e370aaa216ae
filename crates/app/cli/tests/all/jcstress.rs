//! `thinair litmus` for jcstress tests (docs/JCSTRESS.md).
//!
//! The annotations that the tests are compiled against are stand-ins of the same names, defined here: thinair
//! reads names and needs nothing else of jcstress. Nothing is skipped: without a JDK the tests fail.

use crate::support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use support::Dir;

/// The annotations, with their sources.
const ANNOTATIONS: [(&str, &str); 13] = [
    ("Mode", "public enum Mode { Continuous, Termination }"),
    ("Expect", "public enum Expect { ACCEPTABLE, ACCEPTABLE_INTERESTING, FORBIDDEN, UNKNOWN }"),
    ("JCStressTest", "public @interface JCStressTest { Mode value() default Mode.Continuous; }"),
    ("JCStressMeta", "public @interface JCStressMeta { Class<?> value(); }"),
    ("State", "public @interface State { }"),
    ("Result", "public @interface Result { }"),
    ("Actor", "public @interface Actor { }"),
    ("Arbiter", "public @interface Arbiter { }"),
    ("Signal", "public @interface Signal { }"),
    ("Description", "public @interface Description { String value(); }"),
    ("Ref", "public @interface Ref { String value(); }"),
    (
        "Outcome",
        "@java.lang.annotation.Repeatable(Outcome.Outcomes.class) public @interface Outcome {
            String[] id() default { \"\" }; Expect expect(); String desc() default \"\";
            @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) @interface Outcomes { Outcome[] value(); } }",
    ),
    ("II_Result", ""),
];

const RESULT: &str = "package org.openjdk.jcstress.infra.results;
@org.openjdk.jcstress.annotations.Result public class II_Result { public int r1, r2;
    public String toString() { return r1 + \", \" + r2; } }";

/// A folder with the annotations and a source of tests; and the words that name them all.
fn tests(source: &str, text: &str) -> (Dir, Vec<String>) {
    let dir = Dir::new();
    let mut words = vec!["litmus".to_owned()];
    for (name, text) in ANNOTATIONS {
        let text = match name {
            "II_Result" => RESULT.to_owned(),
            _ => format!(
                "package org.openjdk.jcstress.annotations;\n{}{text}",
                if text.contains("@interface") {
                    "@java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME) "
                } else {
                    ""
                }
            ),
        };
        dir.write(&format!("{name}.java"), text);
        words.push(format!("{name}.java"));
    }
    dir.write(source, text);
    words.push(source.to_owned());
    (dir, words)
}

fn run(dir: &Dir, words: &[String], more: &[&str]) -> support::Run {
    let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
    dir.run(&words)
}

/// A test, a model, the status of the test under it, and which rows are reachable.
type Expected = (&'static str, &'static str, &'static str, &'static [(&'static str, bool)]);

/// Which rows of a test are reachable, by id; undecided ones are left out.
fn rows(run: &Value) -> BTreeMap<String, bool> {
    let rows = run["outcomes"].as_array().expect("outcomes are a list").iter();
    rows.filter_map(|row| Some((row["values"].as_str()?.to_owned(), row["reachable"].as_bool()?))).collect()
}

#[test]
fn every_outcome_is_reachable_or_proved_unreachable_under_each_model() {
    let (dir, words) = tests("Tests.java", include_str!("../jcstress/Tests.java"));
    let run = run(&dir, &words, &["--model", "sc,jmm", "--json", "-"]).exits(1);
    let runs = run.json();
    let of = |test: &str, model: &str| {
        let name = format!("p.Tests.{test}");
        let is_it = |r: &&Value| r["test"] == *name && r["model"] == *model;
        runs.as_array().expect("runs are a list").iter().find(is_it).cloned().expect("the test was run")
    };
    let expected: [Expected; 18] = [
        ("Plain", "sc", "OK", &[("0, 0", true), ("0, 1", true), ("1, 0", false), ("1, 1", true)]),
        ("Plain", "jmm", "FAILED", &[("0, 0", true), ("0, 1", true), ("1, 0", true), ("1, 1", true)]),
        ("Volatile", "jmm", "OK", &[("0, 0", true), ("0, 1", true), ("1, 0", false), ("1, 1", true)]),
        ("Arbitrated", "sc", "OK", &[(".*", false), ("0, 1", true), ("0, 2", true)]),
        ("Arbitrated", "jmm", "OK", &[(".*", false), ("0, 1", true), ("0, 2", true)]),
        ("Contested", "sc", "OK", &[("1, 0", true), ("2, 0", true)]),
        ("Contested", "jmm", "OK", &[("1, 0", true), ("2, 0", true)]),
        ("Looks", "jmm", "OK", &[("1, 0", true), ("1, 1", true)]),
        ("Throws", "sc", "ERROR", &[("0, 0", true)]),
        ("Throws", "jmm", "ERROR", &[("0, 0", true)]),
        ("SpinsPlain", "sc", "OK", &[("STALE", false), ("TERMINATED", true)]),
        ("SpinsPlain", "jmm", "OK", &[("STALE", true), ("TERMINATED", true)]),
        ("SpinsVolatile", "jmm", "OK", &[("STALE", false), ("TERMINATED", true)]),
        ("MissesNotify", "jmm", "FAILED", &[("STALE", true), ("TERMINATED", true)]),
        ("Interrupted", "jmm", "OK", &[("TERMINATED", true)]),
        ("Graded", "jmm", "OK", &[("1, 1", true), ("7, 7", false)]),
        ("Inherits", "jmm", "OK", &[("3, 0", true)]),
        ("OwnResult", "jmm", "OK", &[("5, five, null", true)]),
    ];
    for (test, model, status, outcomes) in expected {
        let run = of(test, model);
        let outcomes = outcomes.iter().map(|(id, reachable)| ((*id).to_owned(), *reachable)).collect();
        assert_eq!((run["status"].as_str(), rows(&run)), (Some(status), outcomes), "{test} under {model}");
    }
    let plain = of("Plain", "jmm");
    assert_eq!(plain["description"], "message passing");
    assert_eq!(plain["outcomes"][2]["expect"], "FORBIDDEN");
    assert!(plain["outcomes"].as_array().is_some_and(|all| all.iter().all(|o| o["witness"].is_string())));
    // The counts for message passing (crates/app/verify/tests/all/counts.rs): one execution each; unreachable
    // outcomes have none.
    let numbers = |test: &str, model: &str| -> Vec<Value> {
        let run = of(test, model);
        run["outcomes"].as_array().into_iter().flatten().map(|row| row["executions"].clone()).collect()
    };
    assert_eq!(numbers("Plain", "sc"), [1, 1, 0, 1]);
    assert_eq!(numbers("Plain", "jmm"), [1, 1, 1, 1]);
    assert_eq!(numbers("Volatile", "jmm"), [1, 1, 0, 1]);
    // Either of two threads may lock first.
    assert_eq!(numbers("Contested", "jmm"), [1, 1]);
    // Iterations of a loop are not counted.
    assert_eq!(of("SpinsVolatile", "jmm")["outcomes"][1]["executions"], Value::Null);
    assert_eq!(of("SpinsVolatile", "jmm")["outcomes"][1]["executions_at_least"], 1);
    let token = plain["outcomes"][2]["witness"].as_str().expect("a forbidden outcome has a witness");
    dir.run(&["replay", token]).exits(0).says("read Plain#1.x → 0");
    let lost = of("Arbitrated", "jmm")["outcomes"][1].clone();
    assert_eq!(
        (&lost["expect"], &lost["desc"]),
        (&"ACCEPTABLE_INTERESTING".into(), &"an update was lost".into())
    );
}

#[test]
fn the_table_is_that_of_jcstress_and_a_forbidden_outcome_has_its_trace() {
    let (dir, words) = tests("Tests.java", include_str!("../jcstress/Tests.java"));
    run(&dir, &words, &["-t", "Plain$", "--workers", "2"])
        .exits(1)
        .says(".......[FAILED] p.Tests.Plain")
        .says("  RESULT  EXECUTIONS        jmm      EXPECT  DESCRIPTION")
        .says("    1, 0           1  reachable   Forbidden  stale")
        .says("\nEXECUTIONS: those that differ in which writes reads see")
        .says("misses 1, which writer wrote")
        .says("x = 1;")
        .says("...........[OK] p.Tests.SpinsPlain")
        .says("(Results: 2 tests; 1 passed, 1 failed, 0 undecided, 0 unsupported, 0 errors)");
    run(&dir, &words, &["-t", "Graded", "-t", "Graded"]).exits(2);
    run(&dir, &words, &["-t", "Graded"])
        .exits(0)
        .says("note: 7, 7 is acceptable but proved unreachable under jmm");
    run(&dir, &words, &["-l", "-t", "Spins|Own"])
        .exits(0)
        .says("p.Tests.OwnResult\np.Tests.SpinsPlain\np.Tests.SpinsVolatile\n");
    run(&dir, &words, &["-t", "Nowhere"])
        .exits(2)
        .complains("no test has a name in which `Nowhere` is found");
    run(&dir, &words, &["-t", "(x"])
        .exits(2)
        .complains("`(x` is no regular expression of Java: Unclosed group");
}

#[test]
fn what_is_wrong_with_a_test_is_told_and_the_others_run() {
    let (dir, words) = tests("Broken.java", include_str!("../jcstress/Broken.java"));
    dir.write("Corrupt.class", "no class");
    run(&dir, &words, &["Corrupt.class"])
        .exits(2)
        .complains("p.Broken.NoOutcome (Broken.java): there is no @Outcome")
        .complains("p.Broken.WrongParameter.actor(int, II_Result) (Broken.java:22): parameter 1 is of type int, which is no class")
        .complains("p.Broken.WrongPattern: the id `(1` of an @Outcome is no regular expression of Java: Unclosed group")
        .complains("p.Broken.NoActor (Broken.java): there is no @Actor method")
        .complains("p.Broken.NoSignal (Broken.java): there is no @Signal method")
        .complains("p.Broken.NotPublic (Broken.java): the @State class is not public")
        .complains("Corrupt.class")
        .says("[OK] p.Broken.Right")
        .says("1 passed, 0 failed, 0 undecided, 0 unsupported, 7 errors)");
    // Broken tests that are not selected are not reported; files that may contain any test are.
    run(&dir, &words, &["-t", "Right"]).exits(0).says("(Results: 1 tests; 1 passed");
    run(&dir, &words, &["-t", "NoActor"]).exits(2).complains("there is no @Actor method");
    // Without the source of the tests, only the annotations are left.
    let without: Vec<String> = words.iter().filter(|w| *w != "Broken.java").cloned().collect();
    run(&dir, &without, &[]).exits(2).complains("there is no jcstress test in");
}

/// Broken files do not affect others: a source with errors, sources that need it, and a file that is not a
/// jar.
#[test]
fn sources_that_do_not_compile_and_jars_that_are_none_are_left_out() {
    let (dir, mut words) = tests("Tests.java", include_str!("../jcstress/Tests.java"));
    dir.write("Bad.java", "package q;\nclass Bad { int x = \"one\"; }");
    dir.write("Needs.java", "package q;\nclass Needs { Bad bad; int y = bad.x; }");
    dir.write("Torn.java", "package q;\nclass Torn {");
    dir.write("none.jar", "no jar");
    words.extend(["Bad.java", "Needs.java", "Torn.java", "none.jar"].map(str::to_owned));
    run(&dir, &words, &["-t", "Tests.Volatile"])
        .exits(2)
        .complains("Bad.java:2: error: incompatible types")
        .complains("error: javac refuses Bad.java")
        .complains("error: javac refuses Needs.java")
        .complains("error: javac refuses Torn.java")
        .complains("none.jar: offset 6: not a jar")
        .says("[OK] p.Tests.Volatile")
        .says("(Results: 5 tests; 1 passed, 0 failed, 0 undecided, 0 unsupported, 4 errors)");
    dir.run(&["litmus", "Bad.java"]).exits(2).complains("error: javac refuses Bad.java");
}

/// A test that takes too long is undecided, and the next one is run; Ctrl-C skips the rest, and known results
/// are printed.
#[test]
fn a_time_limit_is_that_of_a_test_and_an_interrupt_ends_the_run_with_what_is_known() {
    let (dir, words) = tests("Long.java", include_str!("../jcstress/Long.java"));
    run(&dir, &words, &["--time-limit", "1s"])
        .exits(3)
        .says("[OK] p.Long.First")
        .says("[UNDECIDED] under jmm: time limit reached")
        .says("[OK] p.Long.Third")
        .says("(Results: 3 tests; 2 passed, 0 failed, 1 undecided, 0 unsupported, 0 errors)");
    if cfg!(not(unix)) {
        return;
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = dir.command(&words).spawn().expect("the binary is built");
    // Once the first test has been printed, the second is running, which takes longer than any test would
    // wait.
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    let mut told: Vec<String> = lines.by_ref().take_while(|line| !line.contains("0, 0")).collect();
    std::thread::sleep(std::time::Duration::from_secs(1));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|status| status.success()), "kill can be run");
    told.extend(lines);
    let told = told.join("\n");
    assert_eq!(child.wait().expect("it ends").code(), Some(3), "{told}");
    for text in [
        "[OK] p.Long.First",
        "[UNDECIDED] p.Long.Second",
        "[UNDECIDED] under jmm: interrupted",
        "(Results: 2 tests; 1 passed, 0 failed, 1 undecided, 0 unsupported, 0 errors; 1 not run)",
    ] {
        assert!(told.contains(text), "`{text}` is not in {told}");
    }
}

/// The limit is reported: the outcome found is reachable, but it is not claimed that there is no other.
#[test]
fn a_test_with_too_many_states_is_undecided_and_says_why() {
    let (dir, words) = tests("Counting.java", include_str!("../jcstress/Counting.java"));
    let run = run(&dir, &words, &["--model", "sc,jmm", "--states", "5000", "--json", "-"]).exits(3);
    let runs = run.json();
    for model in 0..2 {
        assert_eq!(runs[model]["status"], "UNDECIDED");
        assert_eq!(runs[model]["reason"], "state limit 5000 reached");
        assert_eq!(rows(&runs[model]), BTreeMap::from([("1".to_owned(), true)]));
    }
}

/// A file that forbids causal cycles is decided. One that does not may allow values that no thread computes,
/// so nothing is proved unreachable.
#[test]
fn models_in_cat_have_columns_and_claim_no_more_than_they_know() {
    let (dir, words) = tests("Tests.java", include_str!("../jcstress/Tests.java"));
    let run = run(&dir, &words, &["-t", "Tests.Volatile", "--model", "sc.cat,jam21", "--json", "-"]);
    let runs = run.exits(3).json();
    let seen = [("0, 0", true), ("0, 1", true), ("1, 1", true)].map(|(id, is)| (id.to_owned(), is));
    let mut all = BTreeMap::from(seen.clone());
    assert_eq!(rows(&runs[1]), all, "jam21");
    all.insert("1, 0".to_owned(), false);
    assert_eq!(rows(&runs[0]), all, "sc.cat");
}

/// No row claims a proof if the search was cut, met something unsupported or did not decide.
#[test]
fn what_was_not_seen_is_proved_by_complete_searches_only() {
    let (dir, mut words) = tests("Holes.java", include_str!("../jcstress/Holes.java"));
    let verify =
        "package gov.nasa.jpf.vm; public class Verify { public static native void ignoreIf(boolean b); }";
    dir.write("Verify.java", verify);
    words.push("Verify.java".to_owned());
    let all = run(&dir, &words, &["--model", "sc,jmm,rpc", "--json", "-"]).exits(3).json();
    let ends: Vec<(&str, &str)> = all
        .as_array()
        .into_iter()
        .flatten()
        .map(|run| {
            let proved = rows(run).into_iter().filter(|(_, reachable)| !reachable);
            let status = run["status"].as_str().expect("a test has a status");
            assert!(status == "OK" || proved.count() == 0, "{run:#}");
            (run["test"].as_str().expect("a test has a name"), status)
        })
        .collect();
    for end in [("p.Holes.Reads", "UNSUPPORTED"), ("p.Holes.Dropped", "UNDECIDED")] {
        assert_eq!(ends.iter().filter(|found| **found == end).count(), 3, "{ends:?}");
    }
    let text = run(&dir, &words, &["--model", "sc", "-t", "Reads|Dropped"]).exits(3);
    let text = text.says("not seen  Acceptable").says("note: not seen under sc is no proof");
    let text = text.says("no execution finished").never_says("proved unreachable");
    // What all answers rest on is printed once.
    for line in ["\ntrusted: ", "\nassumed: "] {
        let text = text.out.split_once("EXECUTIONS: those").expect("a legend").1;
        assert!(text.contains(line), "{text}");
    }
}

/// An actor that fills a large array makes states large and steps slow.
#[test]
fn time_limits_are_kept_where_states_are_large() {
    let (dir, words) = tests("Large.java", include_str!("../jcstress/Large.java"));
    for model in ["sc", "tso", "opmm", "jmm", "rpc"] {
        let run = run(&dir, &words, &["-q", "--model", model, "--time-limit", "5s"]);
        assert!([0, 3].contains(&run.code), "{model}: {run:#?}");
        // Two tests, javac and boot; machines are slow at times.
        assert!(run.took.as_secs() < 40, "{model}: {run:#?}");
    }
}
