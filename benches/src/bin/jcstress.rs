//! The suite of jcstress tests: `cargo run --release -p benches --bin jcstress [-- THINAIR]`.
//!
//! Runs `tests/jcstress` with `thinair litmus` on one core, as a user would, and prints a table for
//! docs/BENCHMARKS.md: tests per second after start-up, the slowest test, and the memory of a process that
//! decides only that one. Builds the command first, unless one is given. No test depends on the figures.

use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The number of runs, of which the fastest counts.
const RUNS: usize = 3;

/// A test that takes no time: what remains is the start-up.
const TRIVIAL: &str = "annotations.Rows.One";

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target =
        std::env::current_exe()?.parent().and_then(Path::parent).context("a target folder")?.to_owned();
    let thinair = match std::env::args_os().nth(1) {
        Some(path) => PathBuf::from(path),
        None => {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let built = Command::new(cargo)
                .args(["build", "--release", "-p", "thinair"])
                .current_dir(&root)
                .status()?;
            ensure!(built.success(), "cargo build failed");
            target.join("release/thinair")
        }
    };
    let folder = target.join("jcstress");
    let built = Command::new(root.join("tests/jcstress/build")).arg(&folder).status()?;
    ensure!(built.success(), "tests/jcstress/build failed");
    let suite = Suite { thinair, folder };
    let count = suite.list()?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "| model | tests | start | all | tests/s | slowest test | its time | its memory |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for model in ["sc", "jmm"] {
        let start =
            suite.fastest(&["-q", "-t", &format!("{}$", TRIVIAL.replace('.', "\\.")), "--model", model])?;
        let all = suite.fastest(&["-q", "--model", model])?;
        let rate = (count - 1) as f64 / (all.saturating_sub(start)).as_secs_f64();
        let (slowest, seconds) = suite.slowest(model)?;
        let bytes = suite.memory(&slowest, model)?;
        writeln!(
            out,
            "| {model} | {count} | {:.2} s | {:.2} s | {rate:.0} | {slowest} | {seconds:.2} s | {} MB |",
            start.as_secs_f64(),
            all.as_secs_f64(),
            bytes >> 20
        )?;
    }
    Ok(())
}

/// The command and the compiled tests.
struct Suite {
    thinair: PathBuf,
    folder: PathBuf,
}

impl Suite {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.thinair);
        command.arg("litmus").arg(self.folder.join("classes")).arg("-cp");
        command.arg(format!("{}/lib/*", self.folder.display())).args(words).stdin(Stdio::null());
        command
    }

    /// The output of the command, whatever the verdicts; it must not fail.
    fn run(&self, words: &[&str]) -> Result<Vec<u8>> {
        let run = self.command(words).output().context("thinair cannot be started")?;
        let err = String::from_utf8_lossy(&run.stderr);
        ensure!(matches!(run.status.code(), Some(0 | 1 | 3)), "thinair failed ({:?}): {err}", run.status);
        Ok(run.stdout)
    }

    /// The number of tests.
    fn list(&self) -> Result<usize> {
        Ok(String::from_utf8(self.run(&["-l"])?)?.lines().count())
    }

    fn fastest(&self, words: &[&str]) -> Result<Duration> {
        let mut best = Duration::MAX;
        for _ in 0..RUNS {
            let since = Instant::now();
            self.run(words)?;
            best = best.min(since.elapsed());
        }
        Ok(best)
    }

    /// The objects of the command's JSON.
    fn runs(&self, words: &[&str]) -> Result<Vec<serde_json::Value>> {
        Ok(serde_json::from_slice(&self.run(&[words, &["--json", "-"]].concat())?)?)
    }

    /// The slowest test and its time, with the executions that JSON shows.
    fn slowest(&self, model: &str) -> Result<(String, f64)> {
        let runs = self.runs(&["--model", model])?;
        let times = runs.iter().map(|run| (run["test"].as_str(), run["stats"]["seconds"].as_f64()));
        let times = times.filter_map(|(test, seconds)| Some((test?.to_owned(), seconds?)));
        times.max_by(|a, b| a.1.total_cmp(&b.1)).context("no test was run")
    }

    /// The peak memory of a process that decides only this test.
    fn memory(&self, test: &str, model: &str) -> Result<u64> {
        let pattern = format!("{}$", test.replace('.', "\\."));
        let runs = self.runs(&["-t", &pattern, "--model", model])?;
        runs.first().and_then(|run| run["stats"]["peak_bytes"].as_u64()).context("no memory was measured")
    }
}
