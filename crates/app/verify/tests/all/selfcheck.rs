//! The self-check of the command. It is no unit test because it needs nearly all of the crate, which would be
//! built a second time.

#[test]
fn everything_known_is_judged_right() {
    let checks = verify::selfcheck::selfcheck();
    let failed: Vec<_> = checks.iter().filter(|c| c.problem.is_some()).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(checks.len() > 300, "{}", checks.len());
}
