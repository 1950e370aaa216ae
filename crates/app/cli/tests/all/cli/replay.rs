//! `thinair replay`: every token leads back to what it was printed for.

use crate::support::{ALWAYS_VIOLATED, Dir, MODELS, Run};

/// A violation as `litmus` prints it.
#[derive(Debug)]
struct Violation {
    model: String,
    message: String,
    /// The lines of the execution.
    trace: Vec<String>,
    token: String,
}

/// The violations of a report, each with its execution and its token.
fn violations(run: &Run) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut lines = run.out.lines();
    while let Some(line) = lines.next() {
        let Some((model, message)) = line.strip_prefix("violation under ").and_then(|l| l.split_once(": "))
        else {
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
        let (last, trace) = block.split_last().unwrap_or_else(|| panic!("no execution in {run:#?}"));
        let token = last.strip_prefix("  replay: thinair replay '").and_then(|l| l.strip_suffix('\''));
        let token = token.unwrap_or_else(|| panic!("no token in {run:#?}"));
        found.push(Violation {
            model: model.to_owned(),
            message: message.to_owned(),
            trace: trace.iter().map(|&line| line.to_owned()).collect(),
            token: token.to_owned(),
        });
    }
    found
}

/// Replays the violation and checks that it is the same execution, with the same finding or outcome.
#[track_caller]
fn check_replay(dir: &Dir, test: &str, violation: &Violation) {
    let run = dir.run(&["replay", &violation.token]).exits(1);
    assert_eq!(run.err, "");
    let mut lines = run.out.lines();
    assert_eq!(lines.next(), Some(format!("Replay of {test} under {}", violation.model).as_str()));
    let lines: Vec<&str> = lines.collect();
    let (trace, rest) = lines.split_at(violation.trace.len());
    assert_eq!(trace, violation.trace, "{violation:#?}");
    match violation.message.split_once(" against ") {
        Some((outcome, _condition)) => assert_eq!(rest, [outcome]),
        None => {
            let shown =
                if violation.message.starts_with("deadlock") { "waits for ever for " } else { "throws " };
            assert!(trace.iter().any(|line| line.contains(shown)), "{run:#?}");
        }
    }
}

#[test]
fn every_token_of_a_violation_replays_to_it_under_every_model_and_option() {
    for test in ALWAYS_VIOLATED {
        let dir = Dir::with(&[test]);
        for options in
            [&[][..], &["--loop-bound", "5"], &["--no-reduction"], &["--search", "bfs", "--workers", "2"]]
        {
            let found = violations(&dir.litmus(test, options).exits(1));
            let mut models: Vec<&str> = found.iter().map(|v| v.model.as_str()).collect();
            models.dedup();
            assert_eq!(models, MODELS, "{test} {options:?}");
            found.iter().for_each(|violation| check_replay(&dir, test, violation));
        }
    }
}

#[test]
fn weak_outcomes_replay_too() {
    let dir = Dir::with(&["MP"]);
    let found = violations(&dir.litmus("MP", &[]).exits(1));
    assert_eq!(found.iter().map(|v| v.model.as_str()).collect::<Vec<_>>(), ["pso", "opmm"]);
    found.iter().for_each(|violation| check_replay(&dir, "MP", violation));
}

#[test]
fn the_witness_of_every_outcome_replays_to_it() {
    for test in ["MP", "SB", "LB", "MP-volatile", "exception", "loop-assertion"] {
        let dir = Dir::with(&[test]);
        let runs = dir.litmus(test, &["--json", "-"]).json();
        let outcomes =
            runs.as_array().expect("runs").iter().flat_map(|run| run["outcomes"].as_array().expect("a list"));
        for outcome in outcomes.filter(|o| o["reachable"] == true) {
            let token = outcome["witness"].as_str().expect("what is reachable has a witness");
            let run = dir.run(&["replay", token]);
            assert!(run.code == 0 || run.code == 1, "{run:#?}");
            let values = format!(" = ({})", outcome["values"].as_str().expect("text"));
            assert!(run.lines("outcome (").iter().any(|line| line.ends_with(&values)), "{outcome} {run:#?}");
        }
    }
}

/// The token of the first violation of `deadlock` under sc, and the directory it was found in.
fn deadlock() -> (Dir, String) {
    let dir = Dir::with(&["deadlock"]);
    let mut found = violations(&dir.litmus("deadlock", &["--model", "sc"]).exits(1));
    (dir, found.remove(0).token)
}

#[test]
fn a_token_is_taken_from_a_file_in_every_form_it_is_printed_in() {
    let (dir, token) = deadlock();
    let expected = dir.run(&["replay", &token]).exits(1).out;
    dir.write("token", format!("# found on Tuesday\n  {token}\n"));
    dir.write("report", dir.litmus("deadlock", &["--model", "sc"]).out);
    dir.litmus("deadlock", &["--model", "sc", "--json", "json"]).exits(1);
    for file in ["token", "report", "json"] {
        assert_eq!(dir.run(&["replay", file]).exits(1).out, expected);
    }
    dir.run(&["replay", "deadlock.litmus"]).exits(2).complains("deadlock.litmus: error: no replay token");
}

#[test]
fn the_command_of_a_report_can_be_pasted_into_a_shell() {
    let dir = Dir::new();
    dir.write("it's a $test.litmus", crate::support::input("all-zero"));
    let run = dir.run(&["litmus", "it's a $test.litmus", "--model", "sc"]).exits(1);
    let line = run.lines("  replay: thinair ").concat();
    let words = line.strip_prefix("  replay: thinair ").expect("just found");
    if cfg!(unix) {
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &format!("\"$0\" {words}"), env!("CARGO_BIN_EXE_thinair")])
            .current_dir(dir.path(""));
        let output = shell.output().expect("there is a shell");
        assert!(output.status.code() == Some(1), "{output:?}");
    }
}

#[test]
fn a_changed_test_is_refused() {
    let (dir, token) = deadlock();
    dir.write("deadlock.litmus", crate::support::input("deadlock").replace("x = 2", "x = 3"));
    let run = dir
        .run(&["replay", &token])
        .exits(2)
        .complains("deadlock.litmus has changed since the token was printed");
    assert_eq!(run.out, "");
}

#[test]
fn a_moved_test_is_found_with_target() {
    let (dir, token) = deadlock();
    let expected = dir.run(&["replay", &token]).exits(1).out;
    std::fs::rename(dir.path("deadlock.litmus"), dir.path("moved.litmus")).expect("renames");
    dir.run(&["replay", &token]).exits(2).complains("deadlock.litmus").complains("--target");
    assert_eq!(dir.run(&["replay", &token, "--target", "moved.litmus"]).exits(1).out, expected);
    dir.run(&["replay", &token, "--target", "nowhere"]).exits(2).complains("nowhere");
}

/// The token with another part at this place: 1 model, 2 options, 3 hash, 4 threads, 5 schedule, 6 words.
fn with_part(token: &str, place: usize, part: &str) -> String {
    let mut parts: Vec<&str> = token.split(':').collect();
    parts[place] = part;
    parts.join(":")
}

#[test]
fn malformed_tokens_are_refused_by_name_of_the_part() {
    let (dir, token) = deadlock();
    for (place, part, complaint) in [
        (1, "zzz", "model `zzz`"),
        (2, "", "options ``"),
        (2, "el", "options `el`"),
        (2, "é", "options `é`"),
        (3, "xyz", "hash `xyz`"),
        (5, "0.x", "`x` is not a step"),
        (5, "", "`` is not a step"),
        (5, "0.99999999999", "`99999999999` is not a step"),
        (6, "--litmus", "words `--litmus`"),
        (6, "--litmus --loop-bound x deadlock.litmus", "words `--litmus --loop-bound x"),
    ] {
        let run = dir.run(&["replay", &with_part(&token, place, part)]).exits(2).complains(complaint);
        assert_eq!(run.out, "");
    }
    for text in ["", "nonsense", "tj1", "tj2:sc"] {
        dir.run(&["replay", text]).exits(2).complains("is not a replay token");
    }
    for text in ["tj1:", "tj1:sc:e", "tj1:sc:e:0:0:0"] {
        dir.run(&["replay", text]).exits(2).complains("is malformed");
    }
}

#[test]
fn tokens_of_former_versions_are_refused_as_such() {
    let dir = Dir::with(&["deadlock"]);
    let former = "ta1:sc:e:4dbb7d20598282d7:0.1:deadlock.litmus";
    dir.write("report", format!("  replay: thinair replay '{former}'\n"));
    for token in [former, "report"] {
        dir.run(&["replay", token]).exits(2).complains("former version").complains("run the test again");
    }
}

#[test]
fn an_impossible_schedule_is_refused_with_the_number_of_its_step() {
    let (dir, token) = deadlock();
    for (schedule, step) in [("0.1.0", 3), ("0/7", 1), ("b0", 1), ("1.1.1.1.1.1.1.1", 4)] {
        let run = dir.run(&["replay", &with_part(&token, 5, schedule)]).exits(2);
        assert_eq!(run.out, "");
        run.complains("does not fit the test")
            .complains(" cannot be taken")
            .complains(&format!("step {step} "));
    }
}

#[test]
fn a_schedule_that_stops_early_shows_what_happened_so_far() {
    let (dir, token) = deadlock();
    let run = dir.run(&["replay", &with_part(&token, 5, "0")]).exits(0).says("enter m");
    let run = run.never_says("waits for ever").never_says("outcome (");
    assert_eq!(run.out.lines().count(), 3);
}
