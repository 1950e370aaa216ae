//! `thinair stages`: verdicts, timelines, replay, JSON, errors.

use crate::support::{Dir, thinair};

const STORE_BUFFERING: &str = "init x = 0, y = 0;
process P1 { x = 1; r1 = y; }
process P2 { y = 1; r2 = x; }
never r1 == 0 && r2 == 0;
";

fn dir() -> Dir {
    let dir = Dir::new();
    dir.write("sb.stages", STORE_BUFFERING);
    dir
}

#[test]
fn verdicts_are_those_of_the_rules_and_exit_codes_say_so() {
    let dir = dir();
    dir.run(&["stages", "sb.stages", "--rules", "sc"]).exits(0).says("holds");
    dir.run(&["stages", "sb.stages", "--rules", "tso"]).exits(1).says("violated").says("read y → 0");
    dir.run(&["stages", "sb.stages", "--rules", "sc", "--states", "1"])
        .exits(3)
        .says("state limit 1 reached");
    dir.run(&["stages", "sb.stages", "--rules", "sc", "--needed"]).exits(0).says("rules that are needed: ");
    thinair(&["stages", "--list-rules"]).exits(0).says("itanium").says("upc");
}

#[test]
fn the_surprising_pair_and_a_replay_are_shown() {
    let dir = dir();
    let run = dir.run(&["stages", "sb.stages", "--rules", "tso"]).exits(1).says("the surprise: ");
    let line =
        run.out.lines().find_map(|line| line.trim().strip_prefix("replay: thinair ")).expect("a replay");
    let words: Vec<String> = line.split(' ').map(|word| word.trim_matches('\'').to_owned()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    dir.run(&words).exits(1).says("violated");
    // Steps that end before the execution does show nothing.
    let shorter: Vec<&str> =
        words
            .iter()
            .map(|word| {
                if word.contains(':') {
                    word.rsplit_once('.').map_or(*word, |(first, _)| first)
                } else {
                    word
                }
            })
            .collect();
    dir.run(&shorter).exits(3).says("the execution does not finish in these steps");
    dir.write("sb.stages", STORE_BUFFERING.replace("x = 1", "x = 2"));
    dir.run(&words).exits(2).complains("have changed");
}

/// Steps are of the rules as they were, `let` names included.
#[test]
fn a_replay_notices_that_a_name_in_the_rules_has_changed() {
    let dir = Dir::new();
    dir.write("sb.stages", STORE_BUFFERING);
    let rules = "include \"tso.rules\" attribute other let weak = other rule r: forall weak store i < load j . exec(i) < exec(j)";
    dir.write("my.rules", rules);
    let value = dir.run(&["stages", "sb.stages", "--rules", "my.rules", "--json", "-"]).exits(1).json();
    let token = value["findings"][0]["replay"].as_str().expect("a token").to_owned();
    dir.run(&["stages", "sb.stages", "--rules", "my.rules", "--replay", &token]).exits(1);
    dir.write("my.rules", rules.replace("weak = other", "weak = fence"));
    dir.run(&["stages", "sb.stages", "--rules", "my.rules", "--replay", &token])
        .exits(2)
        .complains("have changed");
}

#[test]
fn json_has_the_finding() {
    let run = dir().run(&["stages", "sb.stages", "--rules", "pso", "--json", "-"]).exits(1);
    let value: serde_json::Value = serde_json::from_str(&run.out).expect("JSON only");
    assert_eq!((&value["command"], &value["verdict"]), (&"stages".into(), &"violated".into()));
    assert!(value["findings"][0]["trace"].as_array().is_some_and(|trace| !trace.is_empty()), "{value}");
}

#[test]
fn loops_that_reach_the_bound_prove_nothing() {
    let dir = Dir::new();
    dir.write(
        "spin.stages",
        "init x = 0; process P { x = 1; } process Q { while (x == 0) {} r = x; } final r == 1;",
    );
    dir.run(&["stages", "spin.stages", "--rules", "sc"]).exits(0).says("holds");
    dir.run(&["stages", "spin.stages", "--rules", "sc", "--loop-bound", "1"]).exits(3).says("loop bound");
}

#[test]
fn errors_have_a_place_a_hint_and_exit_code_2() {
    let dir = dir();
    dir.write("bad.stages", "process P { x = ; }");
    dir.run(&["stages", "bad.stages", "--rules", "sc"])
        .exits(2)
        .complains("bad.stages:1:17: error: expected a value");
    dir.write("a.stages", "init x = 0; process P { @relase x = 1; } final x == 1;");
    dir.run(&["stages", "a.stages", "--rules", "sc"])
        .exits(2)
        .complains("do not know the attribute `relase`");
    dir.write("bad.rules", "rule a: forall load i . exec(i) < exec(j)");
    dir.run(&["stages", "sb.stages", "--rules", "bad.rules"])
        .exits(2)
        .complains("bad.rules:1:40: error: `j` is not");
    dir.run(&["stages", "sb.stages", "--rules", "nonsense"]).exits(2).complains("unknown rules `nonsense`");
    dir.run(&["stages", "sb.stages"]).exits(2).complains("which rules?");
}

/// The page says so: acquire loads that wait for earlier releases.
#[test]
fn a_shipped_model_can_be_included_and_made_stronger() {
    let dir = Dir::new();
    let program = STORE_BUFFERING.replace("x = 1", "@release x = 1").replace("y = 1", "@release y = 1");
    dir.write("sb.stages", program.replace("r1 = ", "@acquire r1 = ").replace("r2 = ", "@acquire r2 = "));
    let rules = "model \"stronger\" include \"tso.rules\"
rule release-then-acquire: forall release store i < acquire load j, process q . refl(i -> q) < exec(j)";
    dir.write("my/ra.rules", rules);
    dir.run(&["stages", "sb.stages", "--rules", "tso"]).exits(1);
    dir.run(&["stages", "sb.stages", "--rules", "my/ra.rules", "--needed"])
        .exits(0)
        .says("under stronger: holds")
        .says("rules that are needed: release-then-acquire\n");
    // A file beside the one that includes it comes before a shipped one; errors name it.
    dir.write("my/tso.rules", "attribute release acquire");
    dir.run(&["stages", "sb.stages", "--rules", "my/ra.rules"])
        .exits(2)
        .complains("my/tso.rules:1:19: error: ");
}

/// Under UPC each process observes an order of its own; the surprise is in one of them.
#[test]
fn the_surprising_pair_is_shown_as_a_process_observes_it() {
    let dir = Dir::new();
    let program = "init x = 0, y = 0;
process P1 { x = 1; y = 1; }
process P2 { @strict r1 = y; @strict r2 = x; }
never r1 == 1 && r2 == 0;
";
    dir.write("mp.stages", program);
    dir.run(&["stages", "mp.stages", "--rules", "upc"])
        .exits(1)
        .says("the surprise: P1 `x = 1` (line 2)")
        .says(" observes it")
        .says("strict-on-threads: `x = 1` is not ");
    dir.write("mp.stages", program.replace("y = 1", "@strict y = 1"));
    dir.run(&["stages", "mp.stages", "--rules", "upc"]).exits(0);
}

#[test]
fn what_is_unknown_has_a_reason() {
    let dir = Dir::new();
    for (program, reason) in [
        (
            "init x = 0; process P { r = 5; [r] = 1; } final x == 0;",
            "`[r] = 1` (line 1) reads or writes where",
        ),
        (
            "init x = 0; process P { lock; lock; x = 1; unlock; unlock; } final x == 1;",
            "no execution finishes: ",
        ),
        (
            "init x = 0; process P { while (1) {} } process Q { x = 1; } final x == 1;",
            "no execution finishes: ",
        ),
    ] {
        dir.write("p.stages", program);
        dir.run(&["stages", "p.stages", "--rules", "tso"]).exits(3).says(reason);
    }
}

#[test]
fn every_question_is_answered() {
    let dir = Dir::new();
    dir.write("p.stages", "init x = 0; process P { r = x; x = 1; } observe x; exists r == 0; exists r == 1;");
    let value = dir.run(&["stages", "p.stages", "--rules", "sc", "--json", "-"]).exits(0).json();
    assert_eq!(value["condition"]["observation"], "possible", "{value}");
    assert_eq!(value["conditions"][1]["observation"], "impossible", "{value}");
}
