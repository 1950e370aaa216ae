//! `cargo xtask bless`: runs the tests of the corpus and of the pages with commands with `BLESS=1`, which
//! makes them rewrite their expected results.
//!
//! It **does not** judge the new tables: a human reads the diff.

use std::path::Path;
use std::process::{Command, ExitCode};

/// The tests that can rewrite their expected results.
const BLESSED: [&str; 4] = ["corpus::", "tour::", "causality::", "pages::"];

/// Runs the tests that can rewrite their expected results; `arguments` selects among them.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["test", "--release", "-p", "thinair", "--test", "all", "--"])
        .args(if arguments.is_empty() { &BLESSED } else { arguments })
        .env("BLESS", "1")
        .current_dir(root)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
