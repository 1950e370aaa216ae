//! `thinair explain`.

use crate::support::{Dir, thinair};

fn explain(input: &str, options: &[&str]) -> crate::support::Run {
    let file = format!("{input}.litmus");
    Dir::with(&[input]).run(&[&["explain", &file], options].concat())
}

#[test]
fn an_outcome_in_trace_order_is_shown_with_its_token() {
    let run = explain("SB", &["--outcome", "0:r1=0 /\\ 1:r2=0"]).exits(0);
    run.says("Allowed by jmm: (0:r1, 1:r2) = (0, 0)").says("misses 1").says("thinair replay 'tj1:opmm:");
}

/// The token belongs to the file, not to the question.
#[test]
fn the_token_of_an_explanation_can_be_replayed() {
    let dir = Dir::with(&["SB"]);
    let run = dir.run(&["explain", "SB.litmus", "--outcome", "0:r1=0 /\\ 1:r2=0"]).exits(0);
    let token =
        run.lines("replay: ")[0].trim_start_matches("replay: thinair replay ").trim_matches('\'').to_owned();
    dir.run(&["replay", &token]).exits(0).says("(0:r1, 1:r2) = (0, 0)");
}

#[test]
fn an_outcome_that_only_commitments_explain_has_its_story() {
    let run = explain("LB", &["--outcome", "1, 1"]).exits(0).says("Allowed by jmm: (0:r1, 1:r2) = (1, 1)");
    let run = run.says("which is still to come").says("Why it is legal by JLS 17.4.8");
    run.says("still sees 0").says("happen all the same. Commit them");
}

#[test]
fn a_forbidden_outcome_names_the_layer_that_excludes_it() {
    explain("LB", &["--outcome", "0:r1=7"]).exits(0).says("Forbidden by jmm.").says("Layer: upper bound");
    let run = explain("MP-volatile", &["--outcome", "1:r1=1 /\\ 1:r2=0"]).exits(0);
    run.says("Forbidden by jmm.").says("Layer: data-race freedom");
    explain("SB", &["--outcome", "0:r1=0 /\\ 1:r2=0", "--model", "sc"]).exits(0).says("Forbidden by sc.");
}

#[test]
fn several_models_answer_one_after_the_other() {
    let run = explain("SB", &["--outcome", "0, 0", "--model", "sc,tso"]).exits(0);
    run.says("Forbidden by sc.").says("Allowed by tso");
}

#[test]
fn json_has_the_certificate() {
    let run = explain("LB", &["--outcome", "1, 1", "--json", "-"]).exits(0);
    let answer = &run.json()[0];
    assert_eq!((&answer["answer"], &answer["command"]), (&"allowed".into(), &"explain".into()));
    let commit = &answer["witness"]["commit"];
    assert_eq!(commit["rules"], "JLS 17.4.8");
    let steps = commit["steps"].as_array().expect("steps");
    let committed: usize = steps.iter().map(|s| s["commits"].as_array().map_or(0, Vec::len)).sum();
    assert_eq!(
        committed,
        commit["execution"]["events"].as_array().map_or(0, Vec::len),
        "all is committed once"
    );
    let core = explain("LB", &["--outcome", "7, 7", "--json", "-"]).exits(0);
    assert_eq!(core.json()[0]["answer"], "forbidden");
    assert!(core.json()[0]["core"].as_array().is_some_and(|c| !c.is_empty()));
}

/// A finding that no schedule shows has its commit sequence in the JSON of `litmus` as well.
#[test]
fn a_violation_by_commitments_has_them_as_certificate() {
    let dir = Dir::new();
    let text = "Java LB\n{ x = 0; y = 0; }\nThread0 { int r1 = x; y = 1; }\nThread1 { int r2 = y; x = 1; }\n~exists (0:r1=1 /\\ 1:r2=1)\n";
    dir.write("LB.litmus", text);
    let run = dir.run(&["litmus", "LB.litmus", "--model", "jmm", "--json", "-"]).exits(1);
    let certificate = &run.json()[0]["findings"][0]["certificate"];
    assert_eq!(certificate["kind"], "commit");
    assert!(certificate["commit"]["steps"].as_array().is_some_and(|s| !s.is_empty()));
}

#[test]
fn wrong_questions_are_errors_with_hints() {
    explain("SB", &["--outcome", "1"]).exits(2).complains("takes 2 numbers for (0:r1, 1:r2)");
    explain("SB", &["--outcome", "7:r9=1"]).exits(2).complains("--outcome").complains("hint");
    explain("SB", &["--outcome", "0:r1="]).exits(2).complains("--outcome");
    explain("SB", &["--model", "power"]).exits(2).complains("unknown memory model `power`");
    thinair(&["explain", "nothing.litmus"]).exits(2).complains("nothing.litmus");
    thinair(&["explain"]).exits(2);
}

/// Takes the solver seconds: a loop, unwound as far as the bounds allow, under the commit rules.
const POLLING: &str = "Java polling
{ a = 0; b = 0; volatile int y = 0; }
Thread0 { int r1 = a; if (r1 == 0) { y = 1; } else { b = 1; } }
Thread1 { int r2; int r3; do { r2 = y; r3 = b; } while (r2 + r3 == 0); a = 1; }
exists (0:r1=1 /\\ 1:r2=0 /\\ 1:r3=1)
";

#[test]
fn the_solver_keeps_the_time_limit_and_says_so() {
    let dir = Dir::new();
    dir.write("polling.litmus", POLLING);
    let options = ["polling.litmus", "--model", "jmm.jmm", "--time-limit", "20ms"];
    let run = dir.run(&[&["explain"], &options[..]].concat()).exits(3);
    let run = run.says("Unknown under jmm.jmm: time limit reached");
    assert!(run.took.as_secs() < 10, "{:?}", run.took);
    let run = dir.run(&[&["litmus"], &options[..]].concat()).exits(3);
    let run = run.says("Verdict unknown (jmm.jmm): time limit reached");
    assert!(run.took.as_secs() < 10, "{:?}", run.took);
    let run = dir.run(&[&["explain", "--json", "-"], &options[..]].concat()).exits(3);
    assert_eq!(
        (&run.json()[0]["answer"], &run.json()[0]["reason"]),
        (&"unknown".into(), &"time limit reached".into())
    );
}

/// Each thread on its own reads a variable backwards in time.
const TWICE: &str = "Java twice
{ x = 0; y = 0; }
Thread0 { int r1 = x; int r2 = x; }
Thread1 { x = 1; int r3 = y; int r4 = y; }
Thread2 { y = 1; }
exists (0:r1=1 /\\ 0:r2=0 /\\ 1:r3=1 /\\ 1:r4=0)
";

#[test]
fn several_reasons_are_told_each_once_and_all_if_there_are_no_more() {
    let dir = Dir::new();
    dir.write("twice.litmus", TWICE);
    let words = ["explain", "twice.litmus", "--model", "sc"];
    let one = dir.run(&words).exits(0).says("Forbidden by sc.").never_says("Reason 2");
    assert!(one.lines("There").is_empty());
    let words = ["explain", "twice.litmus", "--model", "sc", "--cores", "50"];
    dir.run(&words).exits(0).says("Reason 2:").says("There are no other minimal reasons.");
    let two = dir.run(&[&words[..4], &["--cores", "2"]].concat()).exits(0);
    two.says("Reason 2:").never_says("Reason 3:");
    let json = dir.run(&[&words[..], &["--json", "-"]].concat()).exits(0).json();
    let cores = json[0]["other_cores"].as_array().expect("a list");
    assert!(!cores.is_empty() && !cores.contains(&json[0]["core"]), "{json:#}");
    assert_eq!(json[0]["all_cores"], true);
    // The two impossible pairs of reads are independent of each other.
    let about = |core: &serde_json::Value, name: &str| core.to_string().contains(name);
    let all: Vec<&serde_json::Value> = cores.iter().chain([&json[0]["core"]]).collect();
    assert!(all.iter().any(|core| about(core, "0:r1=1") && !about(core, "1:r3=1")), "{json:#}");
    assert!(all.iter().any(|core| about(core, "1:r3=1") && !about(core, "0:r1=1")), "{json:#}");
}

#[test]
fn the_smallest_relaxation_says_what_to_give_up_of_model_and_program() {
    let run = explain("SB", &["--outcome", "0, 0", "--model", "sc", "--relax"]).exits(0);
    let run = run.says("Smallest relaxation of the model: it would be possible without ");
    run.says("Smallest relaxation of the program: it would be possible without ");
    let run = explain("SB", &["--outcome", "0, 0", "--model", "sc", "--relax", "--json", "-"]).exits(0);
    let relaxations = &run.json()[0]["relaxations"];
    assert_eq!((&relaxations[0]["of"], &relaxations[1]["of"]), (&"model".into(), &"program".into()));
    for i in 0..2 {
        assert_eq!(relaxations[i]["answer"], "possible");
        assert_eq!(relaxations[i]["give_up"].as_array().map(Vec::len), Some(1), "{relaxations:#}");
    }
    // No thread computes 7, whatever the model allows.
    let run = explain("SB", &["--outcome", "7, 0", "--model", "sc", "--relax"]).exits(0);
    run.says("No relaxation of the model alone makes it possible.");
    explain("SB", &["--cores", "0"]).exits(2).complains("--cores");
}

/// Three reads in a loop have too many combinations of values for sixteen iterations; the shortest executions
/// suffice here.
#[test]
fn a_short_execution_of_a_long_loop_is_found() {
    let dir = Dir::new();
    let text = "Java wait\n{ x = 0; y = 0; }\nThread0 { y = 1; x = 1; x = 2; }\nThread1 { int r1; do { r1 = x; } while (r1 != 2); int r2 = y; }\nexists (1:r2=0)\n";
    dir.write("wait.litmus", text);
    let run = dir.run(&["explain", "wait.litmus", "--model", "jmm.jmm"]).exits(0);
    run.says("Allowed by jmm.jmm: (1:r2) = (0)");
    // An outcome that is not found is not forbidden: longer executions were not tried.
    let run = dir.run(&["explain", "wait.litmus", "--model", "jmm.jmm", "--outcome", "1:r2=7"]).exits(3);
    run.says("Unknown under jmm.jmm");
}
