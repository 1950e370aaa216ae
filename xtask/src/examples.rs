//! Commands that are implemented by examples of other packages, so that other xtasks need not build the
//! virtual machine: `cargo xtask differential` compares engines and models on random litmus tests; `cargo
//! xtask java-litmus` compares random litmus tests with their translations to Java, each on its own machine;
//! `cargo xtask api-programs` and `cargo xtask api-java` check programs whose threads share objects of the
//! class library.

use std::path::Path;
use std::process::{Command, ExitCode};

/// How an example is run: package, example; its arguments follow.
const RUN: [&str; 5] = ["run", "--quiet", "--profile", "fast", "--package"];

/// Runs the example of the package; the error is human-readable.
pub fn run(root: &Path, package: &str, example: &str, arguments: &[&str]) -> Result<ExitCode, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root).args(RUN).args([package, "--example", example, "--"]).args(arguments);
    let status = command.status().map_err(|e| format!("cannot start cargo: {e}"))?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2);
    Ok(ExitCode::from(code))
}
