//! What must not depend on how a program is searched.

use super::tool::{check, check_in, classes};
use crate::support::Dir;
use serde_json::Value;

/// Small programs, correct and incorrect.
const SMALL: [&str; 17] = [
    "AtomicsInTwo",
    "ClassDeadlock",
    "DaemonThrows",
    "ExitBeforeThrow",
    "HandleAcquire",
    "InterruptOrders",
    "AssumeWritten",
    "ExitRelies",
    "InitFailsBelow",
    "InitLevelsDeadlock",
    "NotifyAll",
    "ObservedByDaemon",
    "SynchronizedWrong",
    "TimedJoin",
    "TwoMonitors",
    "VolatileArray",
    "WaitForThread",
];

/// Verdict, outcomes, and the kinds and places of violations.
fn essence(run: &Value) -> String {
    let findings = run["findings"].as_array().expect("a list");
    let mut told: Vec<String> = findings
        .iter()
        .filter(|f| f["severity"] == "violation")
        .map(|f| format!("{} {} {}", f["kind"], f["at"]["line"], f["at"]["method"]))
        .collect();
    told.sort();
    format!("{} {} {told:?}", run["verdict"], run["outcomes"])
}

#[track_caller]
fn agree(programs: &[&str], one: &[&str], other: &[&str]) {
    classes();
    let wrong = testkit::in_parallel(programs, |name| {
        let essences: Vec<String> = ["sc", "jmm"]
            .iter()
            .flat_map(|model| [one, other].map(|options| (model, options)))
            .map(|(model, options)| {
                essence(&check(&[options, &["--json", "-", "--model", model]].concat(), name).json())
            })
            .collect();
        let same = essences[0] == essences[1] && essences[2] == essences[3];
        (!same).then(|| format!("{name}: {essences:#?}"))
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn workers_change_nothing() {
    agree(&SMALL, &["--workers", "1"], &["--workers", "2"]);
}

#[test]
fn reductions_change_nothing() {
    agree(&SMALL, &[], &["--no-reduction"]);
}

#[test]
fn the_order_of_the_search_and_exact_states_change_nothing() {
    agree(&SMALL[..4], &["--search", "bfs"], &["--search", "best", "--exact"]);
}

#[test]
fn outcomes_do_not_depend_on_workers_or_reduction() {
    let dir = Dir::new();
    dir.write(
        "Sb.java",
        "import static thinair.Thinair.*;\n\
         class Sb {\n  static int x, y;\n  static void a() { x = 1; observe(\"a\", y); }\n  static void b() { y = 1; observe(\"b\", x); }\n\
         public static void main(String[] args) { new Thread(Sb::a).start(); new Thread(Sb::b).start(); }\n}\n",
    );
    let outcomes = |options: &[&str]| {
        let run = check_in(&dir, &[options, &["--json", "-", "Sb.java"]].concat()).json();
        let values = |row: &Value| row["values"].as_str().expect("a text").to_owned();
        run["outcomes"].as_array().expect("a list").iter().map(values).collect::<Vec<_>>()
    };
    let all = ["a=0, b=0", "a=0, b=1", "a=1, b=0", "a=1, b=1"];
    for options in [&["--model", "tso"][..], &["--model", "jmm"]] {
        for more in [&[][..], &["--workers", "2"], &["--no-reduction"]] {
            assert_eq!(outcomes(&[options, more].concat()), all, "{options:?} {more:?}");
        }
    }
    assert_eq!(outcomes(&["--model", "sc"]), all[1..]);
}
