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
