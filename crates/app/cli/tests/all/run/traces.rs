//! `--trace` and `--stats`.

use super::jdk;

/// A line of a trace without places, and without the hashes of objects, which depend on their creator and
/// time.
fn plain(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('@') {
        out += before;
        rest = after.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    out += rest;
    let words: Vec<&str> = out.split("  [").next().unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

/// The actions of both threads in `Publish`, in order.
const PUBLISH: &str = "\
main write Publish.cells = int[]
main write Publish.count = java.util.concurrent.atomic.AtomicInteger
main write Publish.lock = java.lang.Object
main init class Publish
main start reader
main write Publish.data = 42
main write Publish.ready = true (volatile)
main read Publish.count = java.util.concurrent.atomic.AtomicInteger
main update java.util.concurrent.atomic.AtomicInteger.value = 0 -> 1 (volatile)
main read Publish.lock = java.lang.Object
main lock java.lang.Object
main read Publish.cells = int[]
main read int[][1] = 0
main read Publish.lock = java.lang.Object
main wait java.lang.Object
reader read Publish.ready = true (volatile)
reader read java.lang.System.out = java.io.PrintStream
reader read Publish.data = 42
reader print System.out \"read 42\\n\"
reader read Publish.lock = java.lang.Object
reader lock java.lang.Object
reader read Publish.cells = int[]
reader read Publish.data = 42
reader write int[][1] = 42
reader read Publish.lock = java.lang.Object
reader notify java.lang.Object
reader unlock java.lang.Object
reader end
main lock java.lang.Object
main read Publish.cells = int[]
main read int[][1] = 42
main unlock java.lang.Object
main end";

#[test]
fn a_trace_names_threads_fields_elements_modes_values_and_lines() {
    for jdk in jdk::all() {
        let run = jdk.run(&["--trace", "Publish"]).exits(0);
        assert_eq!(run.out, "read 42\n");
        // Until release 18, the synchronized methods of java.lang.Thread lock the thread's own monitor.
        let own = |line: &String| !line.ends_with("lock java.lang.Thread");
        let lines: Vec<String> = run.err.lines().map(plain).filter(own).collect();
        assert_eq!(lines.join("\n"), PUBLISH, "on {}", jdk.release);
        let places = ["Publish.data = 42  [Publish.java:14]", "reader  [Publish.java:13]"];
        places.iter().for_each(|place| assert!(run.err.contains(place), "{place}: {run:#?}"));
    }
}

#[test]
fn a_trace_of_everything_contains_the_other_and_neither_changes_the_run() {
    let jdk = jdk::any();
    let [all, own, none] =
        ["--trace=all", "--trace=program", "-q"].map(|t| jdk.run(&[t, "--stats", "Publish"]).exits(0));
    let mut rest = all.err.lines();
    for line in own.err.lines().filter(|l| !l.starts_with("thinair: ")) {
        assert!(rest.any(|other| other == line), "`{line}` is missing or out of order");
    }
    assert!(all.err.lines().count() > 2 * own.err.lines().count());
    for count in ["bytecodes ", "actions ", "objects ", "threads ", "classes ", "heap words "] {
        let value = |run: &crate::support::Run| {
            let start = format!("thinair: {count}");
            run.err
                .lines()
                .find(|l| l.starts_with(&start))
                .unwrap_or_else(|| panic!("{start}: {run:#?}"))
                .to_owned()
        };
        assert_eq!(value(&all), value(&own));
        assert_eq!(value(&all), value(&none));
    }
}

#[test]
fn statistics_are_numbers_that_fit_together() {
    for jdk in jdk::all() {
        let run = jdk.run(&["--stats", "Publish"]).exits(0).says("read 42\n");
        let value = |name: &str| -> f64 {
            let line = run.err.lines().find_map(|l| l.strip_prefix(&format!("thinair: {name} ")));
            line.unwrap_or_else(|| panic!("{name}: {run:#?}")).trim().parse().expect("a number")
        };
        assert_eq!(value("threads"), 2.0);
        assert!(value("bytecodes") > value("actions") && value("actions") > 33.0);
        assert!(value("classes") > 100.0 && value("objects") >= 4.0 && value("heap words") > 1000.0);
        let rate = value("bytecodes") / value("bytecodes/s");
        assert!((value("seconds") - rate).abs() < 0.002, "{rate}: {run:#?}");
        assert!(value("boot seconds") > 0.0);
    }
}
