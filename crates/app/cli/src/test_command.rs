//! `thinair test`: checks JUnit tests, each as a program of its own (docs/JUNIT.md).

use crate::args::CheckArgs;
use crate::{check_command, program};
use anyhow::Result;

/// Runs the command and returns the exit code.
pub fn run(args: &CheckArgs) -> Result<u8> {
    let mut args = args.clone();
    program::expanded(&mut args.program)?;
    check_command::run(&args)
}
