//! What `litmus` prints: tables, observations, short and long form, several tests.

use crate::support::{Dir, Run, litmus};

/// The rows of the only table: from its heading to the number of executions.
fn rows(run: &Run) -> Vec<&str> {
    let from = run.out.lines().skip_while(|line| !line.starts_with("outcome ("));
    from.take_while(|line| !line.starts_with("executions")).collect()
}

#[test]
fn store_buffering_shows_exactly_its_outcomes() {
    let run = litmus("SB", &[]).exits(0);
    let expected = [
        "outcome (0:r1, 1:r2)  sc  tso  pso  opmm",
        "0, 0                  -   x    x    x",
        "0, 1                  x   x    x    x",
        "1, 0                  x   x    x    x",
        "1, 1                  x   x    x    x",
    ];
    assert_eq!(rows(&run), expected);
    let expected = [
        "Observation SB Never 0 3 (sc)",
        "Observation SB Sometimes 1 3 (tso)",
        "Observation SB Sometimes 1 3 (pso)",
        "Observation SB Sometimes 1 3 (opmm)",
    ];
    assert_eq!(run.lines("Observation"), expected);
}

#[test]
fn message_passing_shows_exactly_its_outcomes() {
    let run = litmus("MP", &[]).exits(1);
    let expected = [
        "outcome (1:r1, 1:r2)  sc  tso  pso  opmm",
        "0, 0                  x   x    x    x",
        "0, 1                  x   x    x    x",
        "1, 0                  -   -    x    x",
        "1, 1                  x   x    x    x",
    ];
    assert_eq!(rows(&run), expected);
    let expected = [
        "Observation MP Never 0 3 (sc)",
        "Observation MP Never 0 3 (tso)",
        "Observation MP Sometimes 1 3 (pso)",
        "Observation MP Sometimes 1 3 (opmm)",
    ];
    assert_eq!(run.lines("Observation"), expected);
    assert_eq!(run.lines("executions"), ["executions            3   3    4    4"]);
}

#[test]
fn what_always_holds_is_observed_always() {
    let run = litmus("spin", &["--model", "sc,opmm"]).exits(0);
    let expected = ["Observation spin Always 1 0 (sc)", "Observation spin Always 1 0 (opmm)"];
    assert_eq!(run.lines("Observation"), expected);
}

#[test]
fn an_outcome_that_an_incomplete_search_did_not_find_is_a_question_mark() {
    let options = ["--model", "sc,tso", "--search", "random", "--runs", "1"];
    let run = litmus("MP", &options).exits(3);
    assert!(rows(&run).iter().skip(1).all(|row| !row.contains('-')), "{run:#?}");
    assert_eq!(run.lines("Observation").iter().filter(|line| line.ends_with(" so far)")).count(), 2);
}

#[test]
fn outcomes_show_failures() {
    let run = litmus("assertion", &["--model", "sc"]).exits(1);
    assert_eq!(
        rows(&run),
        ["outcome (1:r1)        sc", "0                     x", "1, T1:AssertionError  x"]
    );
}

#[test]
fn columns_are_the_models_asked_for_in_that_order_and_once() {
    let run = litmus("SB", &["--model", "pso,sc", "--model", "pso"]).exits(0);
    assert_eq!(rows(&run)[0], "outcome (0:r1, 1:r2)  pso  sc");
}

#[test]
fn quiet_prints_one_line_per_model() {
    let run = litmus("MP", &["-q"]).exits(1);
    assert_eq!(
        run.out,
        "MP sc holds Never\nMP tso holds Never\nMP pso violated Sometimes\nMP opmm violated Sometimes\n"
    );
    assert_eq!(run.err, "");
}

#[test]
fn quiet_still_names_the_reason_of_an_unknown() {
    let run = litmus("MP", &["-q", "--model", "sc", "--depth", "1"]).exits(3);
    assert_eq!(run.out, "MP sc unknown Never: depth limit 1 reached\n");
}

#[test]
fn quiet_says_nothing_of_an_observation_where_there_is_no_condition() {
    assert_eq!(litmus("assertion", &["-q", "--model", "sc"]).exits(1).out, "assertion sc violated\n");
}

#[test]
fn verbose_adds_the_description_and_counters() {
    let (plain, verbose) = (litmus("MP", &[]).exits(1), litmus("MP", &["-v"]).exits(1));
    let added = ["Message passing, plain accesses", "transitions ", "longest path "];
    let is_added = |line: &&str| added.iter().any(|start| line.starts_with(start));
    let (more, same): (Vec<&str>, Vec<&str>) = verbose.out.lines().partition(is_added);
    assert_eq!(more.len(), 3);
    assert_eq!(same, plain.out.lines().collect::<Vec<_>>());
}

#[test]
fn verbose_shows_the_executions_of_notes() {
    let run = litmus("assertion", &["-v", "--model", "sc", "--property", "deadlock"]).exits(0);
    run.says("note under sc: an assertion of Thread1 fails").says("throws AssertionError");
}

#[test]
fn quiet_and_verbose_exclude_each_other() {
    litmus("MP", &["-q", "-v"]).exits(2);
}

#[test]
fn a_directory_is_searched_in_order_and_summed_up() {
    let dir = Dir::new();
    dir.write("b/MP.litmus", crate::support::input("MP"));
    dir.write("a/SB.litmus", crate::support::input("SB"));
    dir.write("a/README.md", "not a test");
    let run = dir.run(&["litmus", ".", "--model", "sc,pso"]).exits(1);
    assert_eq!(run.lines("Test "), ["Test SB (./a/SB.litmus)", "Test MP (./b/MP.litmus)"]);
    assert_eq!(run.out.lines().last(), Some("2 tests: 3 runs hold, 1 violated, 0 unknown"));
}

#[test]
fn a_test_named_twice_runs_once() {
    let dir = Dir::with(&["SB"]);
    let run = dir.run(&["litmus", "-q", "--model", "sc", "SB.litmus", "SB.litmus", "."]).exits(0);
    // The directory spells the path differently, so it counts as another file.
    assert_eq!(run.lines("SB sc").len(), 2);
}

#[test]
fn the_worst_verdict_of_several_tests_decides() {
    let dir = Dir::with(&["SB", "MP", "LB"]);
    dir.run(&["litmus", "SB.litmus", "LB.litmus", "--model", "sc"]).exits(0);
    dir.run(&["litmus", "SB.litmus", "LB.litmus", "--model", "opmm"]).exits(3);
    dir.run(&["litmus", "SB.litmus", "LB.litmus", "MP.litmus", "--model", "opmm"]).exits(1);
}

#[cfg(unix)]
#[test]
fn directories_that_contain_themselves_are_searched_once() {
    let dir = Dir::with(&["SB"]);
    for link in ["one", "two"] {
        std::os::unix::fs::symlink(".", dir.path(link)).expect("links can be made");
    }
    let run = dir.run(&["litmus", "-q", "--model", "sc", "."]).exits(0);
    assert_eq!(run.out, "SB sc holds Never\n");
}

#[test]
fn a_test_cannot_send_control_sequences_to_the_terminal() {
    let dir = Dir::new();
    let text =
        "Java A\n\"\u{1b}[31m\u{202e}\"\n{ x = 0; }\nThread0 { x = 1; }\n~exists (x=1 /* \u{1b}[2J */)\n";
    dir.write("A.litmus", text);
    let run = dir.run(&["litmus", "-v", "--model", "sc", "A.litmus"]).exits(1).says("\\u{1b}[31m\\u{202e}");
    assert!(run.out.chars().all(|c| c == '\n' || !c.is_control()), "{run:?}");
}
