//! `cargo xtask jcstress-litmus`: litmus tests exported to jcstress and decided again, compared with the
//! litmus machine.
//!
//! The work is done by a test of the command line, which on its own runs a few tests and here the given ones.

use std::path::Path;
use std::process::{Command, ExitCode};

/// The command that is run.
const TEST: [&str; 9] =
    ["test", "--profile", "fast", "--package", "thinair", "--test", "all", "--", "exported_litmus_tests"];

/// Runs the command; the error is human-readable.
pub fn run(root: &Path, files: &[&str]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let named = if files.is_empty() { "tests/litmus".to_owned() } else { files.join(" ") };
    let status = Command::new(cargo).current_dir(root).args(TEST).env("JCSTRESS_LITMUS", named).status();
    let status = status.map_err(|e| format!("cannot start cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
