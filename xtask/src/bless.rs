//! `cargo xtask bless`: runs the tests of the corpus and of the pages with commands with `BLESS=1`, upon which they rewrite what they compare with.
//!
//! It **does not** judge the new tables: a human reads the diff.

use std::path::Path;
use std::process::{Command, ExitCode};

/// Runs the corpus test; `arguments` go to `cargo test`, for instance a filter.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "test",
            "--release",
            "-p",
            "thinair",
            "--test",
            "corpus",
            "--test",
            "tour",
            "--test",
            "causality",
            "--test",
            "pages",
        ])
        .args(arguments)
        .env("BLESS", "1")
        .current_dir(root)
        .status()
        .map_err(|e| format!("cannot run cargo: {e}"))?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
