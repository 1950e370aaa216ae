//! `thinair suite`: the checks of a `thinair.toml`, several at a time, each in a process of its own, so that
//! limits and crashes are its own as well (docs/SUITES.md).
//!
//! **Promises**: it succeeds only if there are checks, and each has the answer that the file expects of it,
//! or findings that its baseline lists.

mod baseline;
mod file;

use crate::args::SuiteArgs;
use crate::{ERROR, UNKNOWN, ending, output};
use anyhow::{Context, Result, bail};
use baseline::Baseline;
use file::{Check, Suite};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The exit code if some answer is not as expected.
const UNEXPECTED: u8 = 1;

/// Runs the command and returns the exit code.
pub fn run(args: &SuiteArgs) -> Result<u8> {
    let suite = Suite::read(&args.file)?;
    let folder = args.file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Some(reports) = &args.reports {
        std::fs::create_dir_all(reports).with_context(|| format!("cannot write {}", reports.display()))?;
    }
    let baseline_file = suite.baseline.as_ref().map(|file| folder.join(file));
    if args.accept && baseline_file.is_none() {
        bail!(
            "error: --accept needs a file to write\n   = hint: name it in {}: baseline = \"thinair-baseline.json\"",
            args.file.display()
        );
    }
    let reports = args.reports.as_ref().map(std::path::absolute).transpose().context("no current folder")?;
    let runner = Runner { suite: &suite, folder, reports, quiet: args.quiet };
    if let Some(file) = baseline_file.as_ref().filter(|_| !args.accept) {
        Baseline::read(file)?;
    }
    let since = Instant::now();
    let ran = runner.all(usize::from(args.jobs.unwrap_or(suite.jobs)))?;
    let mut accepted = Baseline::default();
    ran.iter().flat_map(|ran| &ran.results).for_each(|answer| accepted.add(&answer.findings));
    let baseline = match &baseline_file {
        Some(file) if args.accept => {
            accepted.write(file)?;
            accepted
        }
        Some(file) => Baseline::read(file)?,
        None => Baseline::default(),
    };
    let mut summary = Summary::default();
    for (check, ran) in suite.checks.iter().zip(&ran) {
        ran.results.iter().for_each(|answer| summary.add(check, answer, &baseline));
        summary.unexpected.extend(ran.error.iter().map(|error| format!("{}: {error}", check.name())));
    }
    output::print(&summary.text(since.elapsed().as_secs_f64()))?;
    Ok(summary.code(ran.len()))
}

/// The answers of one check.
#[derive(Debug, Default)]
struct Ran {
    results: Vec<Answer>,
    /// Why there is none.
    error: Option<String>,
    text: String,
}

/// The answer of a target under a model.
#[derive(Debug)]
struct Answer {
    target: String,
    model: String,
    verdict: String,
    reason: String,
    /// The fingerprints of its violations, with their messages.
    findings: BTreeMap<String, String>,
    has_violations: bool,
}

struct Runner<'a> {
    suite: &'a Suite,
    folder: &'a Path,
    reports: Option<PathBuf>,
    quiet: bool,
}

impl Runner<'_> {
    /// Runs all checks, so many at a time.
    fn all(&self, jobs: usize) -> Result<Vec<Ran>> {
        let (next, total) = (AtomicUsize::new(0), self.suite.checks.len());
        let done: Mutex<BTreeMap<usize, Ran>> = Mutex::default();
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, total.max(1)) {
                scope.spawn(|| {
                    while let Some(check) = self.suite.checks.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let number =
                            self.suite.checks.iter().position(|c| std::ptr::eq(c, check)).unwrap_or(0);
                        let ran = match ending::is_interrupted() {
                            true => Ran { error: Some("interrupted".to_owned()), ..Ran::default() },
                            false => self.one(number, check).unwrap_or_else(|error| Ran {
                                error: Some(format!("{error:#}")),
                                ..Ran::default()
                            }),
                        };
                        let mut done = done.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                        if !self.quiet {
                            let _ = output::print(&ran.text);
                        }
                        done.insert(number, ran);
                        let line = format!("thinair: {} of {total} checks done", done.len());
                        drop(done);
                        if !self.quiet {
                            output::complain(&line);
                        }
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        let lost = || Ran { error: Some("it was not run".to_owned()), ..Ran::default() };
        Ok((0..total).map(|number| done.remove(&number).unwrap_or_else(lost)).collect())
    }

    fn one(&self, number: usize, check: &Check) -> Result<Ran> {
        let scratch = crate::program::Folder::new()?;
        let (json, sarif) = (scratch.path().join("results.json"), scratch.path().join("results.sarif"));
        let program = std::env::current_exe().context("error: thinair does not find itself")?;
        let mut command = Command::new(program);
        command.current_dir(self.folder).args(self.suite.words(check)).arg("--json").arg(&json);
        if let Some(reports) = &self.reports {
            let name = format!("{:03}-{}", number + 1, file::as_file_name(&check.name()));
            command.arg("--html").arg(reports.join(format!("{name}.html")));
            command.arg("--junit").arg(reports.join(format!("TEST-{name}.xml")));
            let kept = reports.join(format!("{name}.sarif"));
            command.arg("--sarif").arg(&kept);
            return self.finished(&mut command, &json, &kept, check);
        }
        command.arg("--sarif").arg(&sarif);
        self.finished(&mut command, &json, &sarif, check)
    }

    fn finished(&self, command: &mut Command, json: &Path, sarif: &Path, check: &Check) -> Result<Ran> {
        command.args(self.suite.targets(check));
        let Some(done) = ending::output_of(command, None)? else {
            return Ok(Ran { error: Some("interrupted".to_owned()), ..Ran::default() });
        };
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let said = String::from_utf8_lossy(&done.stderr).trim().to_owned();
        let read = |file: &Path| -> Option<Value> { serde_json::from_slice(&std::fs::read(file).ok()?).ok() };
        let code = done.status.code().unwrap_or(-1);
        let (Some(json), true) = (read(json), matches!(code, 0 | 1 | 3)) else {
            return Ok(Ran { error: Some(format!("exit code {code}: {said}")), text, ..Ran::default() });
        };
        let log = read(sarif).unwrap_or_default();
        let fingerprints = baseline::fingerprints(&log);
        let all = match json {
            Value::Array(all) => all,
            one => vec![one],
        };
        let results: Vec<Answer> = all.iter().map(|value| answer(value, &fingerprints)).collect();
        let is_complete = log["runs"][0]["invocations"][0]["executionSuccessful"] == true;
        let error = match unexplained(code, &results, is_complete) {
            true => Some(format!("exit code {code}, and not every target has an answer: {said}")),
            false => None,
        };
        Ok(Ran { results, error, text })
    }
}

/// Whether the answers leave something open: a target without one, or an exit code that none of them
/// explains.
fn unexplained(code: i32, answers: &[Answer], is_complete: bool) -> bool {
    let has = |words: &[&str]| answers.iter().any(|answer| words.contains(&&*answer.verdict));
    let fits = match code {
        0 => !has(&["violated", "unknown"]),
        1 => has(&["violated"]),
        _ => has(&["unknown"]),
    };
    answers.is_empty() || !fits || !is_complete && !has(&["error", "internal"])
}

fn answer(value: &Value, fingerprints: &baseline::Found) -> Answer {
    let text = |field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let (target, model) = (text("target"), text("model"));
    let findings = fingerprints.get(&(target.clone(), model.clone())).cloned().unwrap_or_default();
    let mut all = value["findings"].as_array().into_iter().flatten();
    let has_violations = all.any(|f| f["severity"] == "violation");
    let verdict = if value["error"].is_string() { "error".to_owned() } else { text("verdict") };
    let reason = if verdict == "error" { text("error") } else { text("reason") };
    Answer { target, model, verdict, reason, findings, has_violations }
}

/// What became of all checks.
#[derive(Default)]
struct Summary {
    expected: usize,
    /// Violations that the baseline lists.
    known: usize,
    unexpected: Vec<String>,
    unknown: bool,
}

impl Summary {
    fn add(&mut self, check: &Check, answer: &Answer, baseline: &Baseline) {
        let Answer { target, model, verdict, reason, findings, has_violations } = answer;
        if check.allows(verdict, reason) {
            self.expected += 1;
            return;
        }
        if verdict == "violated" && *has_violations && !findings.is_empty() && baseline.has_all(findings) {
            self.known += 1;
            return;
        }
        self.unknown |= verdict == "unknown";
        let why = match verdict.as_str() {
            "violated" => {
                let new = findings.iter().filter(|(print, _)| !baseline.has(print));
                new.map(|(_, message)| message.as_str()).collect::<Vec<_>>().join("; ")
            }
            _ => reason.clone(),
        };
        let why = if why.is_empty() { String::new() } else { format!(": {why}") };
        self.unexpected.push(format!("{target} {model} {verdict}, expected {}{why}", check.expected()));
    }

    fn text(&self, seconds: f64) -> String {
        let mut out = String::new();
        if !self.unexpected.is_empty() {
            out += "\nNot as expected:\n";
            self.unexpected.iter().for_each(|line| out += &format!("  {}\n", report::clean(line)));
        }
        let known = match self.known {
            0 => String::new(),
            n => format!(", {n} violated as in the baseline"),
        };
        let (expected, unexpected) = (self.expected, self.unexpected.len());
        out + &format!("\n{expected} as expected{known}, {unexpected} not, in {seconds:.1} s\n")
    }

    fn code(&self, checks: usize) -> u8 {
        match (checks, self.unexpected.len()) {
            (0, _) => ERROR,
            (_, 0) if self.expected + self.known == 0 => UNKNOWN,
            (_, 0) => 0,
            _ => UNEXPECTED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_without_an_answer_is_noticed() {
        let answer = |verdict: &str| Answer {
            target: String::new(),
            model: String::new(),
            verdict: verdict.to_owned(),
            reason: String::new(),
            findings: BTreeMap::new(),
            has_violations: false,
        };
        let (holds, unknown) = (answer("holds"), answer("unknown"));
        assert!(!unexplained(0, std::slice::from_ref(&holds), true));
        assert!(unexplained(3, std::slice::from_ref(&holds), true));
        assert!(unexplained(0, std::slice::from_ref(&holds), false));
        assert!(unexplained(0, &[], true));
        assert!(!unexplained(3, &[holds, unknown], true));
    }
}
