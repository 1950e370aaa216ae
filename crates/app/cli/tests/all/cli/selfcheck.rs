//! `thinair selfcheck`.

use crate::support::thinair;

#[test]
fn selfcheck_passes() {
    let run = thinair(&["selfcheck"]).exits(0);
    let passed = run.out.strip_suffix(" passed, 0 failed\n").and_then(|n| n.parse::<u32>().ok());
    assert!(passed.is_some_and(|n| n > 100), "{run:#?}");
}

#[test]
fn selfcheck_lists_its_checks_when_verbose() {
    let run = thinair(&["selfcheck", "-v"]).exits(0);
    let last = run.out.lines().last().expect("a summary");
    assert_eq!(last, format!("{} passed, 0 failed", run.lines("ok ").len()));
}

#[test]
fn random_programs_show_no_mismatch_whatever_the_workers() {
    let summary = |workers: &str| {
        let run = thinair(&["selfcheck", "--random", "50", "--seed", "7", "--workers", workers]).exits(0);
        let line = run.lines("50 random programs from seed 7").concat();
        let (counts, _time) = line.split_once(": 0 mismatches, ").unwrap_or_else(|| panic!("{run:#?}"));
        counts.to_owned()
    };
    assert_eq!(summary("1"), summary("2"));
}

#[test]
fn seeds_wrap_around() {
    thinair(&["selfcheck", "--random", "3", "--seed", "18446744073709551614"]).exits(0).says("0 mismatches");
}

#[test]
fn the_solver_agrees_on_random_programs() {
    let run = thinair(&["selfcheck", "--solver", "4", "--seed", "100"]).exits(0);
    run.says("4 tiny programs by the solver from seed 100").says("0 mismatches");
}
