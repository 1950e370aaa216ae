//! `cargo xtask java`: runs the programs under `tests/java/` on the real `java` and records their output, for
//! `thinair run` to be compared with.
//!
//! `--record` rewrites the recordings, `--check` compares them with a fresh run; either takes a part of
//! `group/Name`. The flags given to `java` make it start quickly and change no result.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;
use testkit::jdk::{self, Jdk};
use testkit::process::{self, Scratch, class_path};
use testkit::program::{self, Program, entries, file_name};
use testkit::recording;

/// The time limit of one program.
const LIMIT: Duration = Duration::from_secs(60);
/// Assertions are enabled as in `thinair run`; the other options make the start faster.
const JAVA_OPTIONS: [&str; 4] = ["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// A program and its output on one JDK.
struct Run<'a> {
    program: &'a Program,
    jdk: &'a Jdk,
    text: String,
}

/// Runs the command; the error is human-readable.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let (record, filter) = match arguments {
        ["--record"] => (true, ""),
        ["--check"] => (false, ""),
        ["--record", filter] => (true, *filter),
        ["--check", filter] => (false, *filter),
        _ => return Err("usage: cargo xtask java --record|--check [PART OF group/Name]".to_owned()),
    };
    let suite = root.join("tests/java");
    let programs = program::find(&suite, filter)?;
    let jdks = jdk::to_test_with();
    if jdks.is_empty() {
        return Err(jdk::ADVICE.to_owned());
    }
    if record && jdks.len() < 2 {
        return Err(format!("found only JDK {}: recordings need a second, newer one", jdks[0].release));
    }
    let (runs, mut problems) = run_all(&programs, &jdks)?;
    let changed = if record {
        write_recordings(&programs, &runs)?
    } else {
        problems.extend(runs.iter().filter_map(|run| {
            let result = recording::compare(run.program, run.jdk.release, &run.text);
            result.err().map(|problem| format!("JDK {}: {problem}", run.jdk.release))
        }));
        0
    };
    problems.extend(orphans(&suite)?);
    problems.iter().for_each(|problem| crate::say(problem));
    let releases: Vec<String> = jdks.iter().map(|jdk| jdk.release.to_string()).collect();
    let (count, releases) = (programs.len(), releases.join(" and "));
    let done = if record { format!("{changed} recordings changed, ") } else { String::new() };
    crate::say(&format!("java: {count} programs on JDK {releases}: {done}{} problems", problems.len()));
    Ok(if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compiles and runs every program on every JDK it suits; also reports those that did not end as declared.
fn run_all<'a>(programs: &'a [Program], jdks: &'a [Jdk]) -> Result<(Vec<Run<'a>>, Vec<String>), String> {
    let (mut runs, mut problems) = (Vec::new(), Vec::new());
    for jdk in jdks {
        let scratch = Scratch::new().map_err(|e| format!("cannot make a folder: {e}"))?;
        program::compile(programs, jdk, scratch.path())?;
        let suited: Vec<&Program> = programs.iter().filter(|program| program.suits(jdk)).collect();
        let results = testkit::in_parallel(&suited, |program| run_one(program, jdk, scratch.path()));
        for (program, result) in suited.into_iter().zip(results) {
            let (text, status) = result?;
            let wanted = program.directives.exit;
            if status != Some(wanted) {
                let got = status.map_or("a signal or the time limit".to_owned(), |status| status.to_string());
                let title = program.title();
                problems.push(format!("JDK {}: {title} ended with {got}, not with {wanted}", jdk.release));
            }
            runs.push(Run { program, jdk, text });
        }
    }
    Ok((runs, problems))
}

fn run_one(program: &Program, jdk: &Jdk, classes: &Path) -> Result<(String, Option<i32>), String> {
    let mut command = Command::new(jdk.command("java"));
    command.args(JAVA_OPTIONS).args(class_path(&classes.join(&program.group)));
    command.arg(&program.name).args(&program.directives.args);
    let ended = process::run(&mut command, LIMIT).map_err(|e| format!("cannot run java: {e}"))?;
    let status = ended.status.filter(|_| !ended.timed_out);
    Ok((recording::render(program, &ended), status))
}

/// Writes one recording per program, or one per JDK where they differ; returns how many files changed.
fn write_recordings(programs: &[Program], runs: &[Run]) -> Result<usize, String> {
    let mut changed = 0;
    for program in programs {
        let ours: Vec<&Run> = runs.iter().filter(|run| run.program == program).collect();
        let agree = ours.iter().all(|run| run.text == ours[0].text);
        let kept: Vec<(PathBuf, &str)> = if agree {
            ours.iter().take(1).map(|run| (recording::file(program, None), run.text.as_str())).collect()
        } else {
            let file = |run: &&Run| recording::file(program, Some(run.jdk.release));
            ours.iter().map(|run| (file(run), run.text.as_str())).collect()
        };
        for path in recording::recordings(program)? {
            if kept.iter().all(|(file, _)| *file != path) {
                std::fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
                changed += 1;
            }
        }
        for (path, text) in kept {
            if std::fs::read_to_string(&path).ok().as_deref() != Some(text) {
                std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
                changed += 1;
            }
        }
    }
    Ok(changed)
}

/// Recordings without a program.
fn orphans(suite: &Path) -> Result<Vec<String>, String> {
    let mut known = BTreeSet::new();
    for program in program::find(suite, "")? {
        known.extend(recording::recordings(&program)?);
    }
    let mut orphans = Vec::new();
    for folder in entries(suite)?.into_iter().filter(|path| path.is_dir()) {
        let outs = entries(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "out"));
        let lost = outs.filter(|path| !known.contains(path));
        orphans
            .extend(lost.map(|path| format!("{}/{}: has no program", file_name(&folder), file_name(&path))));
    }
    Ok(orphans)
}
