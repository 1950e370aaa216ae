//! `thinair selfcheck`.

use crate::INTERNAL;
use crate::args::SelfcheckArgs;
use crate::output;
use anyhow::Result;

/// Runs the checks. Returns 0 if all pass, otherwise the exit code of a bug.
pub fn run(args: &SelfcheckArgs) -> Result<u8> {
    let checks = verify::selfcheck::selfcheck();
    for check in &checks {
        match &check.problem {
            Some(problem) => output::print(&format!("FAILED {}: {problem}\n", check.name))?,
            None if args.verbose => output::print(&format!("ok {}\n", check.name))?,
            None => {}
        }
    }
    let failed = checks.iter().filter(|c| c.problem.is_some()).count();
    output::print(&format!("{} passed, {failed} failed\n", checks.len() - failed))?;
    Ok(if failed == 0 { 0 } else { INTERNAL })
}
