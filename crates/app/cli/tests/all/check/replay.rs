//! Every finding replays to itself from its token.

use super::tool::{check, check_in, classes, source, thinair};
use crate::support::Dir;

const VIOLATED: [&str; 14] = [
    "AtomicsInTwo",
    "BarrierWrong",
    "ClassDeadlock",
    "ConditionLost",
    "InterruptMissed",
    "ListRace",
    "NotifyOne",
    "QueuePolled",
    "ReadWriteLockWrong",
    "SubclassRace",
    "TimedJoin",
    "TwoMonitors",
    "Uncaught",
    "VolatileArray",
];

#[test]
fn every_finding_replays_to_its_message() {
    classes();
    let wrong = testkit::in_parallel(&VIOLATED, |name| {
        let run = check(&["--timeouts", "any", "--json", "-"], name).exits(1).json();
        let mut wrong = Vec::new();
        for finding in run["findings"].as_array().expect("a list") {
            let (message, token) = (finding["message"].as_str(), finding["replay"].as_str());
            let (Some(message), Some(token)) = (message, token) else {
                wrong.push(format!("{name}: no token: {finding}"));
                continue;
            };
            let again = thinair(&Dir::new(), &["replay", token]);
            // A note decides no verdict, but its execution may also violate something.
            let is_violation = finding["severity"] == "violation";
            let is_code = again.code == 1 || (again.code == 0 && !is_violation);
            if !is_code || !again.out.lines().any(|line| line == message) {
                wrong.push(format!("{name}: {message}\n{token}\n{again:#?}"));
            }
        }
        wrong
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Executions that are found as graphs have schedules, too.
#[test]
fn findings_of_the_graph_engine_replay() {
    for (model, name) in [("sc", "TwoMonitors"), ("opmm", "VolatileArray"), ("tso", "TwoMonitors")] {
        let options = ["--model", model, "--engine", "graph", "--no-first-look", "--json", "-"];
        let run = check(&options, name).exits(1).json();
        let (message, token) =
            (run["findings"][0]["message"].as_str(), run["findings"][0]["replay"].as_str());
        let token = token.expect("a token");
        assert!(token.starts_with(&format!("tj1:{model}-graph:")), "{token}");
        thinair(&Dir::new(), &["replay", token]).exits(1).says(message.expect("a message"));
    }
}

#[test]
fn a_hang_replays_to_a_violation() {
    for (name, told) in [
        ("StopFlag", "Thread-0 at StopFlag.java:13 may spin for ever\n"),
        ("DaemonJoined", "Thread-0 at DaemonJoined.java:11 may spin for ever\n"),
        ("RoundsPrinted", "Thread-0 at RoundsPrinted.java:14 may spin for ever\n"),
    ] {
        let run = check(&["--json", "-"], name).exits(1).json();
        let finding = &run["findings"][0];
        assert_eq!(finding["kind"], "hang", "{finding:#}");
        let token = finding["replay"].as_str().expect("a token");
        let again = thinair(&Dir::new(), &["replay", token]).exits(1).says(told);
        again.says("from here on these steps may repeat");
    }
}

#[test]
fn tokens_of_other_options_replay_as_well() {
    for options in [&["--no-reduction"][..], &["--model", "pso", "--buffer-bound", "3"], &["--search", "bfs"]]
    {
        let run = check(&[options, &["--json", "-"]].concat(), "VolatileArray").exits(1).json();
        let token = run["findings"][0]["replay"].as_str().expect("a token");
        thinair(&Dir::new(), &["replay", token]).exits(1).says("java.lang.AssertionError in b\n");
    }
}

#[test]
fn a_changed_program_is_refused() {
    let dir = Dir::new();
    dir.write("my dir/VolatileArray.java", source("VolatileArray"));
    let run = check_in(&dir, &["--json", "-", "my dir/VolatileArray.java"]).exits(1).json();
    let token = run["findings"][0]["replay"].as_str().expect("a token").to_owned();
    let again = thinair(&dir, &["replay", &token]).exits(1);
    again.says("Replay of my dir/VolatileArray.java under opmm\n").says("assert data == 42;");
    dir.write("my dir/VolatileArray.java", source("VolatileArray") + "\n");
    thinair(&dir, &["replay", &token]).exits(2).complains("has changed since the token was printed");
    thinair(&Dir::new(), &["replay", &token]).exits(2).complains("error: ");
}

#[test]
fn malformed_tokens_are_errors() {
    for token in [
        "tj1:",
        "tj1:sc:e:0",
        "tj1:sc:e:0:::",
        "tj1:none:e:0:0.0:1:Nowhere",
        "tj1:sc:e:0000000000000000:x:!:Nowhere",
    ] {
        thinair(&Dir::new(), &["replay", token]).exits(2).complains("error");
    }
}
