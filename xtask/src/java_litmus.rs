//! `cargo xtask java-litmus`: compares random litmus tests with their translations to Java, each on its own machine.
//!
//! The work is done by an example of `javalitmus`, so that other chores need not build the virtual machine.

use std::path::Path;
use std::process::{Command, ExitCode};

/// What is run; its arguments follow.
const EXAMPLE: [&str; 8] =
    ["run", "--quiet", "--profile", "fast", "--package", "javalitmus", "--example", "java_litmus"];

/// Runs the command; the error is for people.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(EXAMPLE).arg("--").args(arguments);
    let status = command.status().map_err(|e| format!("cannot start cargo: {e}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2);
    Ok(ExitCode::from(code))
}
