//! Verdicts and exit codes of `litmus`.

use crate::support::{ALWAYS_VIOLATED, MODELS, litmus};

#[test]
fn a_question_is_answered_with_0_whatever_the_answer() {
    litmus("SB", &["--model", "sc"]).exits(0).says("Observation SB Never 0 3 (sc)");
    litmus("SB", &["--model", "tso"]).exits(0).says("Observation SB Sometimes 1 3 (tso)");
}

#[test]
fn a_claim_that_holds_exits_with_0() {
    litmus("MP", &["--model", "sc,tso"]).exits(0).says("Verdict holds (sc, tso)").never_says("violation");
}

#[test]
fn a_reachable_forbidden_outcome_exits_with_1_and_shows_an_execution_and_its_token() {
    let run = litmus("MP", &["--model", "pso"]).exits(1).says("Verdict violated (pso)");
    let run =
        run.says("violation under pso: outcome (1:r1, 1:r2) = (1, 0) against `~exists (1:r1=1 /\\ 1:r2=0)`");
    run.says("10: x → 0  (misses 1 of step 1)").says("  replay: thinair replay 'tj1:pso:");
}

#[test]
fn one_violated_model_is_enough_to_exit_with_1() {
    litmus("MP", &[]).exits(1).says("Verdict holds (sc, tso)").says("Verdict violated (pso, opmm)");
}

#[test]
fn a_violated_forall_exits_with_1() {
    litmus("all-zero", &["--model", "sc"]).exits(1).says("outcome (1:r1) = (1) against `forall (1:r1=0)`");
}

#[test]
fn a_failed_assertion_exits_with_1() {
    let run = litmus("assertion", &["--model", "sc"]).exits(1);
    run.says("violation under sc: an assertion of Thread1 fails").says("throws AssertionError");
}

#[test]
fn an_exception_exits_with_1_and_is_named() {
    let run = litmus("exception", &["--model", "sc"]).exits(1);
    run.says("ArrayIndexOutOfBoundsException escapes from Thread1")
        .says("throws ArrayIndexOutOfBoundsException");
}

#[test]
fn a_deadlock_exits_with_1_and_says_who_waits_for_what() {
    let run = litmus("deadlock", &["--model", "sc"]).exits(1);
    let run = run.says("deadlock: Thread0 waits for n held by Thread1, Thread1 waits for m held by Thread0");
    run.says("waits for ever for n held by Thread1").says("waits for ever for m held by Thread0");
    let run = litmus("join-deadlock", &["--model", "sc"]).exits(1);
    run.says("deadlock: Thread0 waits for m held by Thread1, Thread1 waits for Thread0 to end");
}

#[test]
fn violations_are_found_under_every_default_model() {
    for name in ALWAYS_VIOLATED {
        for model in MODELS {
            litmus(name, &["--model", model]).exits(1).says(&format!("violation under {model}: "));
        }
    }
}

#[test]
fn properties_that_were_not_asked_for_do_not_decide() {
    litmus("assertion", &["--model", "sc", "--property", "deadlock"]).exits(0).never_says("violation");
    litmus("deadlock", &["--model", "sc", "--property", "assertion"]).exits(0).never_says("violation");
}

#[test]
fn races_are_notes_unless_asked_for() {
    let note = "note: data race on y: write by Thread0, read by Thread1 at line 9 `int r1 = y`";
    litmus("MP", &["--model", "sc"]).exits(0).says(note);
    litmus("MP", &["--model", "sc", "--property", "race"])
        .exits(1)
        .says("violation under sc: data race on y");
    litmus("MP-volatile", &["--property", "race"]).exits(0).says("races: none");
}

#[test]
fn a_lower_bound_that_finds_nothing_is_unknown_for_a_racy_claim() {
    let run = litmus("LB", &["--model", "opmm"]).exits(3).says("Observation LB Never 0 3 (opmm)");
    run.says("Verdict unknown (opmm): opmm is a lower bound of the JMM");
}

#[test]
fn a_lower_bound_proves_claims_about_race_free_programs() {
    litmus("MP-volatile", &["--model", "opmm"]).exits(0).says("Verdict holds (opmm)");
}

#[test]
fn a_model_for_comparison_proves_nothing() {
    litmus("MP", &["--model", "pso-jpr-as-printed"]).exits(3).says("for comparison only and proves nothing");
    litmus("MP", &["--model", "opmm-alg1", "--as-printed"]).exits(3).says("opmm-alg1-as-printed");
}

#[test]
fn loops_that_repeat_their_states_need_no_bound() {
    litmus("spin", &[]).exits(0).says("Verdict holds (sc, tso, pso, opmm)");
}

#[test]
fn a_loop_bound_that_is_hit_is_unknown() {
    let run = litmus("spin", &["--model", "sc", "--loop-bound", "2"]).exits(3);
    run.says("Verdict unknown (sc): a loop ran to the loop bound").says("Bounds loop 2\n");
}

#[test]
fn a_depth_limit_that_is_hit_is_unknown() {
    let run = litmus("MP", &["--model", "sc", "--depth", "2"]).exits(3);
    run.says("Verdict unknown (sc): depth limit 2 reached").says("Bounds depth 2\n").says("(sc so far)");
}

#[test]
fn a_limit_of_states_that_is_hit_is_unknown() {
    let run = litmus("MP", &["--model", "sc", "--states", "5"]).exits(3);
    run.says("Verdict unknown (sc): state limit 5 reached").says("Bounds states 5\n");
    litmus("counter", &["--model", "sc", "--states", "2000"]).exits(3).says("state limit 2000 reached");
}

#[test]
fn limits_that_are_not_hit_do_not_matter() {
    litmus("MP", &["--model", "sc", "--depth", "100", "--states", "1000", "--time-limit", "1m"]).exits(0);
    litmus("loop-assertion", &["--model", "sc", "--loop-bound", "10"]).exits(1);
}

#[test]
fn a_time_limit_that_is_hit_is_unknown() {
    let run = litmus("counter", &["--model", "sc", "--time-limit", "200ms"]).exits(3);
    assert!(run.took.as_secs() < 5, "{:?}", run.took);
    run.says("Verdict unknown (sc): time limit reached").says("Observation counter Never 0 0 (sc so far)");
}

#[test]
fn a_memory_limit_that_is_hit_is_unknown() {
    litmus("counter", &["--model", "sc", "--memory-limit", "1K"]).exits(3).says("memory limit reached");
}

#[test]
fn a_buffer_bound_that_is_hit_is_unknown() {
    let run = litmus("MP", &["--model", "tso", "--buffer-bound", "1"]).exits(3);
    run.says("Verdict unknown (tso): a store buffer grew beyond 1 stores");
}

#[test]
fn a_search_that_samples_and_finds_nothing_is_unknown() {
    for search in ["random", "pct"] {
        let run = litmus("MP", &["--model", "sc", "--search", search, "--runs", "20"]).exits(3);
        run.says("Verdict unknown (sc): the search only samples executions");
    }
}

#[test]
fn a_search_that_samples_and_finds_a_violation_is_violated() {
    for search in ["random", "pct"] {
        litmus("all-zero", &["--model", "sc", "--search", search])
            .exits(1)
            .says("replay: thinair replay 'tj1:sc:");
    }
}

#[test]
fn a_violation_counts_even_if_a_limit_was_hit() {
    litmus("loop-assertion", &["--model", "sc", "--states", "8"]).exits(1).says("Verdict violated (sc)");
}

/// JLS 17.7; the report names the assumption without `--tearing`.
#[test]
fn longs_tear_only_if_told_to() {
    let dir = crate::support::Dir::new();
    let text = "Java tear\n{ long l = 0; }\nThread0 { l = -1L; }\nThread1 { long r = l; }\n~exists (1:r=4294967295)\n";
    dir.write("tear.litmus", text);
    let whole = dir.run(&["litmus", "tear.litmus", "--model", "sc,opmm,jmm"]);
    whole.says("assumed: accesses to `long` are atomic").never_says("violation under");
    for model in ["sc", "opmm", "jmm"] {
        let run = dir.run(&["litmus", "tear.litmus", "--model", model, "--tearing"]).exits(1);
        let token = run.lines("  replay: ")[0]
            .trim_start_matches("  replay: thinair replay ")
            .trim_matches('\'')
            .to_owned();
        run.never_says("assumed:");
        dir.run(&["replay", &token]).exits(1).says("(1:r) = (4294967295)");
    }
}

/// TC17 (pitfall 36): it depends on whether the n-th read stays the n-th read.
#[test]
fn the_identity_of_actions_can_be_chosen() {
    let dir = crate::support::Dir::new();
    let text = "Java tc17\n{ x = 0; y = 0; }\nThread0 { int r3 = x; if (r3 != 42) x = 42; int r1 = x; y = r1; }\n\
        Thread1 { int r2 = y; x = r2; }\nexists (0:r1=42 /\\ 1:r2=42 /\\ 0:r3=42)\n";
    dir.write("tc17.litmus", text);
    let ask =
        |identity| dir.run(&["litmus", "tc17.litmus", "--model", "jmm", "--identity", identity]).exits(0);
    ask("free").says("Observation tc17 Sometimes");
    ask("occ").says("Observation tc17 Never");
}

/// A race on an access of a weaker mode may not be one, so it is not reported as a violation.
#[test]
fn races_of_weaker_modes_are_not_violations() {
    let dir = crate::support::Dir::new();
    let text = "Java mp\n{ x = 0; f = 0; }\nThread0 { x = 1; f.setRelease(1); }\n\
        Thread1 { int r = f.getAcquire(); int s = 1; if (r == 1) s = x; }\n~exists (1:s=0)\n";
    dir.write("mp.litmus", text);
    let run = dir.run(&["litmus", "mp.litmus", "--model", "jmm", "--property", "race"]).exits(3);
    run.says("takes weaker access modes for plain accesses");
}
