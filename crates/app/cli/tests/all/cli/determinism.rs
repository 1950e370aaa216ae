//! The same question gets the same answer, whatever the number of workers and the order of the search.

use crate::support::{Dir, finite_inputs, litmus, normalised};
use serde_json::Value;

/// What must not depend on the search: verdict, outcomes, observation, findings without their executions.
fn answers(runs: &Value) -> Vec<Value> {
    let runs = runs.as_array().expect("an array of runs");
    let pick = |value: &Value, fields: &[&str]| fields.iter().map(|f| value[*f].clone()).collect::<Vec<_>>();
    let list = |value: &Value, fields: &[&str]| -> Vec<Vec<Value>> {
        value.as_array().expect("a list").iter().map(|v| pick(v, fields)).collect()
    };
    let answer = |run: &Value| {
        serde_json::json!([
            pick(run, &["test", "model", "verdict", "reason", "condition"]),
            list(&run["outcomes"], &["values", "reachable"]),
            list(&run["findings"], &["severity", "kind", "message"]),
            run["stats"]["executions"],
        ])
    };
    runs.iter().map(answer).collect()
}

#[test]
fn text_is_the_same_twice_and_with_two_workers() {
    for name in finite_inputs() {
        let first = litmus(&name, &[]);
        for options in [&[][..], &["--workers", "2"], &["--workers", "5"]] {
            let again = litmus(&name, options);
            assert_eq!(
                (first.code, &first.out, &first.err),
                (again.code, &again.out, &again.err),
                "{name} {options:?}"
            );
        }
    }
}

#[test]
fn json_is_the_same_twice_and_with_two_workers() {
    for name in finite_inputs() {
        let run = |workers| normalised(litmus(&name, &["--json", "-", "--workers", workers]).json(), &[]);
        let apart = |runs| normalised(runs, &["transitions", "max_depth"]);
        let first = run("1");
        assert_eq!(first, run("1"), "{name}");
        assert_eq!(apart(first), apart(run("2")), "{name}");
    }
}

#[test]
fn random_searches_repeat_with_their_seed() {
    for search in ["random", "pct"] {
        let run = |seed| litmus("SB", &["--search", search, "--runs", "3", "--seed", seed]).exits(3).out;
        assert_eq!(run("1"), run("1"));
        let different = ["2", "3", "4", "5", "6", "7", "8", "9"].iter().any(|seed| run(seed) != run("1"));
        assert!(different, "{search} does not depend on the seed");
    }
}

#[test]
fn every_exhaustive_search_gives_the_same_answers() {
    let dir = Dir::new();
    let names = finite_inputs();
    for name in &names {
        dir.write(&format!("{name}.litmus"), crate::support::input(name));
    }
    let run = |options: &[&str]| {
        let run = dir.run(&[&["litmus", ".", "--json", "-"], options].concat()).exits(1);
        answers(&run.json())
    };
    let expected = run(&[]);
    assert_eq!(expected.len(), 4 * names.len());
    for options in [
        &["--search", "bfs"][..],
        &["--search", "best"],
        &["--exact"],
        &["--no-reduction"],
        &["--no-reduction", "--search", "bfs", "--workers", "2", "--exact"],
        &["--loop-bound", "50"],
    ] {
        let found = run(options);
        for (expected, found) in expected.iter().zip(&found) {
            // A spin loop is cut by the bound, and the report says so.
            let is_cut = options[0] == "--loop-bound" && expected[0][0] == "spin";
            assert!(is_cut || expected == found, "{options:?}: {expected:#} is not {found:#}");
        }
    }
}
