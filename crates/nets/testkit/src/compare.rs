//! Runs random programs on `java` and on thinair, and finds those that do not behave alike.
//!
//! Used by `cargo xtask java-random` and by the test of `thinair run`
//! (`crates/app/cli/tests/all/java_random.rs`). A batch is compiled by one call of javac and run by one
//! process on either side: `Driver` calls the programs one after the other and marks where each begins and
//! ends, so that the outputs can be separated. The first program of a batch, and every fiftieth, also runs as
//! a separate process: then the exit status and standard error are compared as well. It **promises** that
//! every byte counts, and that a program that stops thinair does not hide those after it.

use crate::jdk::Jdk;
use crate::process::{self, Ended, Scratch, class_path};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The time limit of a batch, on either side: it takes a few seconds on an idle machine, a hundred times that
/// on a busy one.
const LIMIT: Duration = Duration::from_secs(900);
/// The time limit of a single program.
const LIMIT_ALONE: Duration = Duration::from_secs(60);
/// Assertions are enabled as in thinair; the other options make the start faster and change no result.
const JAVA_OPTIONS: [&str; 4] = ["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const JAVAC_OPTIONS: [&str; 6] =
    ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn", "-Xlint:none", "-proc:none", "-encoding"];
/// javac's exit status for "an exception has occurred in the compiler"
/// (`com.sun.tools.javac.main.Main.Result`).
const JAVAC_CRASHED: i32 = 4;
const DRIVER: &str = include_str!("Driver.java");
/// One in this many programs also runs as a separate process.
const ALONE: usize = 50;

/// The two virtual machines to compare.
pub struct Sides<'a> {
    /// The JDK whose `java` is the reference, and whose class library thinair runs.
    pub jdk: &'a Jdk,
    /// The command under test.
    pub thinair: &'a Path,
}

/// A program on which the two sides differ.
pub struct Mismatch {
    /// Its seed.
    pub seed: u64,
    /// Its text.
    pub source: String,
    /// The first difference, human-readable.
    pub what: String,
}

/// The result of a batch.
#[derive(Default)]
pub struct Compared {
    /// The programs on which the sides differ.
    pub mismatches: Vec<Mismatch>,
    /// Programs that could not be compared, because javac crashed on them.
    pub crashed_javac: Vec<u64>,
}

/// Compares the programs of these seeds. An error means that nothing could be compared.
pub fn batch(sides: &Sides, seeds: &[u64]) -> Result<Compared, String> {
    let scratch = Scratch::new().map_err(|e| format!("cannot make a folder: {e}"))?;
    match compile(sides.jdk, seeds, scratch.path())? {
        Some(classes) => {
            Ok(Compared { mismatches: compiled(sides, seeds, &classes)?, crashed_javac: Vec::new() })
        }
        // One program crashes javac for all of them: bisect until it is alone.
        None if seeds.len() > 1 => {
            let (left, right) = seeds.split_at(seeds.len() / 2);
            let (mut both, right) = (batch(sides, left)?, batch(sides, right)?);
            both.mismatches.extend(right.mismatches);
            both.crashed_javac.extend(right.crashed_javac);
            Ok(both)
        }
        None => Ok(Compared { mismatches: Vec::new(), crashed_javac: seeds.to_vec() }),
    }
}

/// Compares the compiled programs of these seeds.
fn compiled(sides: &Sides, seeds: &[u64], classes: &Path) -> Result<Vec<Mismatch>, String> {
    let names: Vec<String> = seeds.iter().map(|seed| name(*seed)).collect();
    let ended = run(sides.java(classes).arg("Driver").args(&names), LIMIT)?;
    let expected = programs(&ended.out);
    if expected.len() != names.len() || ended.status != Some(0) {
        let last = expected.last().map_or("the first program", |program| program.name);
        let err = String::from_utf8_lossy(&ended.err).into_owned();
        return Err(format!("java itself stopped at {last} (status {:?}):\n{err}", ended.status));
    }
    let mut found = Vec::new();
    let mut differs = |index: usize, what: String| {
        let source = javagen::program(seeds[index], &names[index]);
        found.push(Mismatch { seed: seeds[index], source, what });
    };
    for (index, got) in ours(sides, classes, &names)?.iter().enumerate() {
        if let Some(what) = difference(expected[index].text, got) {
            differs(index, format!("output {what}"));
        }
    }
    for (index, name) in names.iter().enumerate().step_by(ALONE) {
        let want = run(sides.java(classes).arg(name), LIMIT_ALONE)?;
        let got = run(sides.thinair(classes).arg(name), LIMIT_ALONE)?;
        if let Some(what) = difference_alone(&want, &got) {
            differs(index, format!("by itself, {what}"));
        }
    }
    Ok(found)
}

impl Sides<'_> {
    fn java(&self, classes: &Path) -> Command {
        let mut command = Command::new(self.jdk.command("java"));
        command.args(JAVA_OPTIONS).args(class_path(classes));
        command
    }

    fn thinair(&self, classes: &Path) -> Command {
        let mut command = Command::new(self.thinair);
        command.arg("run").arg("--jdk").arg(&self.jdk.home).args(class_path(classes));
        command
    }
}

fn name(seed: u64) -> String {
    format!("R{seed}")
}

fn run(command: &mut Command, limit: Duration) -> Result<Ended, String> {
    process::run(command, limit).map_err(|e| format!("cannot run {}: {e}", command.get_program().display()))
}

/// Writes and compiles the programs and the driver; returns the folder of the classes, or `None` if javac
/// crashed.
fn compile(jdk: &Jdk, seeds: &[u64], folder: &Path) -> Result<Option<PathBuf>, String> {
    let (sources, classes) = (folder.join("source"), folder.join("classes"));
    std::fs::create_dir_all(&sources).map_err(|e| format!("{}: {e}", sources.display()))?;
    let mut files = vec![("Driver".to_owned(), DRIVER.to_owned())];
    files.extend(seeds.iter().map(|seed| (name(*seed), javagen::program(*seed, &name(*seed)))));
    let mut command = Command::new(jdk.command("javac"));
    // If javac crashes it writes a file with its arguments to the current folder.
    command.current_dir(folder).args(JAVAC_OPTIONS).arg("UTF-8").arg("-d").arg(&classes);
    for (name, text) in &files {
        let path = sources.join(format!("{name}.java"));
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        command.arg(path);
    }
    let ended = run(&mut command, LIMIT)?;
    match ended.status {
        Some(0) => return Ok(Some(classes)),
        Some(JAVAC_CRASHED) => return Ok(None),
        _ => {}
    }
    if ended.timed_out {
        return Err(format!("javac {} took more than {} s", jdk.release, LIMIT.as_secs()));
    }
    Err(format!("javac {} refuses a program:\n{}", jdk.release, String::from_utf8_lossy(&ended.err)))
}

/// What thinair prints for each program; if one stops it, it is restarted with the next.
fn ours(sides: &Sides, classes: &Path, names: &[String]) -> Result<Vec<Vec<u8>>, String> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    while texts.len() < names.len() {
        let ended = run(sides.thinair(classes).arg("Driver").args(&names[texts.len()..]), LIMIT)?;
        let done = programs(&ended.out);
        let stopped = done.iter().all(|program| program.complete);
        texts.extend(done.iter().map(|program| program.text.to_vec()));
        if texts.len() < names.len() || !stopped {
            if stopped {
                // It did not even begin with the next one.
                texts.push(Vec::new());
            }
            if let Some(last) = texts.last_mut() {
                let status =
                    if ended.timed_out { "timeout".to_owned() } else { format!("{:?}", ended.status) };
                last.extend(format!("thinair stopped with {status}: ").into_bytes());
                last.extend(&ended.err);
            }
        }
    }
    Ok(texts)
}

/// One program's part of the driver's output.
struct Part<'a> {
    name: &'a str,
    text: &'a [u8],
    complete: bool,
}

/// Splits the driver's output.
fn programs(out: &[u8]) -> Vec<Part<'_>> {
    let mut parts: Vec<Part> = Vec::new();
    let mut at = 0;
    for line in out.split_inclusive(|byte| *byte == b'\n') {
        let end = at + line.len();
        match line.strip_prefix(b"=== ") {
            Some(b"end\n") => {
                if let Some(part) = parts.last_mut() {
                    part.complete = true;
                }
            }
            Some(name) => {
                let name = str::from_utf8(name).unwrap_or_default().trim_end();
                parts.push(Part { name, text: &out[end..end], complete: false });
            }
            None => {
                if let Some(part) = parts.last_mut().filter(|part| !part.complete) {
                    let start = end - line.len() - part.text.len();
                    part.text = &out[start..end];
                }
            }
        }
        at = end;
    }
    parts
}

fn difference_alone(want: &Ended, got: &Ended) -> Option<String> {
    if want.status != got.status || got.timed_out {
        let err = String::from_utf8_lossy(&got.err).into_owned();
        return Some(format!("the exit status is {:?}, not {:?}:\n{err}", got.status, want.status));
    }
    let out = difference(&want.out, &got.out).map(|what| format!("output {what}"));
    out.or_else(|| difference(&want.err, &got.err).map(|what| format!("standard error {what}")))
}

/// The first line in which two texts differ; `None` if they are equal.
fn difference(want: &[u8], got: &[u8]) -> Option<String> {
    if want == got {
        return None;
    }
    let (mut want, mut got) = (want.split(|byte| *byte == b'\n'), got.split(|byte| *byte == b'\n'));
    for number in 1.. {
        let (wanted, found) = (want.next(), got.next());
        if wanted != found {
            let show = |line: Option<&[u8]>| line.map_or("<end>".to_owned(), shown);
            let next = got.next().map_or(String::new(), |line| format!("\n           {}", shown(line)));
            return Some(format!(
                "line {number}\n  java:    {}\n  thinair: {}{next}",
                show(wanted),
                show(found)
            ));
        }
        if wanted.is_none() {
            break;
        }
    }
    None
}

fn shown(line: &[u8]) -> String {
    String::from_utf8_lossy(line).chars().take(400).collect::<String>().escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_output_of_the_driver_is_split_by_program_and_an_unfinished_one_is_noticed() {
        let out = b"=== R1\na\n\nb\n=== end\n=== R2\n=== end\n=== R3\nc";
        let parts: Vec<(&str, &[u8], bool)> =
            programs(out).iter().map(|part| (part.name, part.text, part.complete)).collect();
        let expected: [(&str, &[u8], bool); 3] =
            [("R1", b"a\n\nb\n", true), ("R2", b"", true), ("R3", b"c", false)];
        assert_eq!(parts, expected);
    }

    #[test]
    fn a_difference_is_named_by_its_first_line_even_where_only_the_end_differs() {
        assert_eq!(difference(b"a\nb\n", b"a\nb\n"), None);
        let told = difference(b"a\nb\nc\n", b"a\nx\nc\n").expect("they differ");
        assert_eq!(told, "line 2\n  java:    b\n  thinair: x\n           c");
        assert_eq!(difference(b"a\n", b"a").as_deref(), Some("line 2\n  java:    \n  thinair: <end>"));
    }

    #[test]
    fn another_exit_status_or_other_errors_are_differences() {
        let ended = |status, err: &[u8]| Ended {
            status: Some(status),
            timed_out: false,
            out: vec![],
            err: err.into(),
        };
        assert_eq!(difference_alone(&ended(1, b"x"), &ended(1, b"x")), None);
        assert!(difference_alone(&ended(1, b"x"), &ended(0, b"x")).is_some());
        assert!(difference_alone(&ended(1, b"x"), &ended(1, b"y")).is_some());
    }
}
