//! Malformed and hostile inputs, run as a user would: damaged class files, jars, sources, tests and models,
//! meaningless arguments, pipes and devices, bombs, signals. `cargo xtask hostile` runs all of them and
//! prints a table by kind; `crates/app/cli/tests/hostile.rs` runs a part.
//!
//! Each run is **required** to end with an exit code that the kind allows, not to be ended by a signal or a
//! panic, to print a message with every error, to stay within 20 % of the limits of time and memory (as the
//! operating system sees it), and to leave nothing in the temporary folder. The same seed gives the same
//! inputs.

mod cases;
mod mutants;
mod programs;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The time limit of commands that have none of their own.
const LONGEST: Duration = Duration::from_secs(60);

/// What a command may need beyond its limit: a fifth, and on a busy machine the time to start at all.
const SHARE: u32 = 5;
const START: Duration = Duration::from_millis(700);

/// One run.
#[derive(Debug, Clone)]
pub struct Case {
    /// The kind of input, for the table.
    pub kind: &'static str,
    /// The name of the input.
    pub name: String,
    /// The arguments of `thinair`.
    pub words: Vec<String>,
    /// The exit codes that are allowed.
    pub codes: &'static [i32],
    /// The time limit that the arguments set, in seconds.
    pub seconds: Option<u32>,
    /// The memory limit that the arguments set, in MiB.
    pub mebibytes: Option<u64>,
    /// Environment variables.
    pub environment: Vec<(&'static str, String)>,
    /// The signal that is sent, and when.
    pub signal: Option<(&'static str, Duration)>,
}

impl Case {
    fn new(kind: &'static str, name: impl Into<String>, words: &[&str], codes: &'static [i32]) -> Case {
        Case {
            kind,
            name: name.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            codes,
            seconds: None,
            mebibytes: None,
            environment: Vec::new(),
            signal: None,
        }
    }

    /// Sets a time limit, and optionally a memory limit.
    fn limited(mut self, seconds: u32, mebibytes: Option<u64>) -> Case {
        self.words.splice(1..1, ["--time-limit".to_owned(), format!("{seconds}s")]);
        if let Some(mebibytes) = mebibytes {
            self.words.splice(1..1, ["--memory-limit".to_owned(), format!("{mebibytes}M")]);
        }
        self.seconds = Some(seconds);
        self.mebibytes = mebibytes;
        self
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Case {
        self.environment.push((name, value.into()));
        self
    }
}

/// The result of one run.
struct Ran {
    code: Option<i32>,
    took: Duration,
    peak: u64,
    /// What is wrong with it.
    faults: Vec<String>,
    said: String,
}

/// The result of all runs.
pub struct Summary {
    /// The table.
    pub table: String,
    /// A text for each run that failed.
    pub wrong: Vec<String>,
    /// The number of runs.
    pub count: usize,
}

/// The paths, and how much is run.
pub struct Run<'a> {
    /// The command.
    pub thinair: &'a Path,
    /// A JDK with a compiler.
    pub jdk: &'a Path,
    /// An empty folder for the inputs.
    pub folder: &'a Path,
    /// One in this many inputs of each kind is used.
    pub every: usize,
    /// The seed of random changes.
    pub seed: u64,
    /// The number of concurrent runs.
    pub workers: usize,
}

impl Run<'_> {
    /// Creates the inputs and runs them.
    ///
    /// # Errors
    /// If an input cannot be created.
    pub fn run(&self) -> Result<Summary, String> {
        let mut all = cases::all(self)?;
        let mut number = BTreeMap::<&str, usize>::new();
        all.retain(|case| {
            let number = number.entry(case.kind).or_default();
            *number += 1;
            (*number - 1).is_multiple_of(self.every)
        });
        let (next, results) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
        std::thread::scope(|scope| {
            for _ in 0..self.workers {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = all.get(at) else { return };
                        let ran = self.one(at, case);
                        results.lock().expect("no panic while results are kept").insert(at, ran);
                    }
                });
            }
        });
        let results = results.into_inner().expect("no panic while results are kept");
        Ok(summary(&all, &results))
    }

    fn one(&self, at: usize, case: &Case) -> Ran {
        let temporary = self.folder.join(format!("tmp-{at}"));
        let mut faults = Vec::new();
        if let Err(error) = std::fs::create_dir_all(&temporary) {
            faults.push(format!("no temporary folder: {error}"));
        }
        let mut command = Command::new(self.thinair);
        command.args(&case.words).current_dir(self.folder).env("TMPDIR", &temporary);
        command.env("JAVA_HOME", self.jdk).env("THINAIR_CACHE", self.folder.join("cache"));
        command.env("LC_ALL", "C.UTF-8").envs(case.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let begun = Instant::now();
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                faults.push(format!("cannot be started: {error}"));
                return Ran { code: None, took: Duration::ZERO, peak: 0, faults, said: String::new() };
            }
        };
        let (out, err) = (reader(child.stdout.take()), reader(child.stderr.take()));
        let (code, peak) = self.wait(&mut child, case, begun);
        let took = begun.elapsed();
        let text = |thread: std::thread::JoinHandle<String>| thread.join().unwrap_or_default();
        let (out, err) = (text(out), text(err));
        self.judge(case, (code, took, peak), (&out, &err), &mut faults);
        let left = std::fs::read_dir(&temporary).map_or(0, Iterator::count);
        if left > 0 {
            faults.push(format!("{left} entries are left in the temporary folder"));
        }
        let _ = std::fs::remove_dir_all(&temporary);
        Ran { code, took, peak, faults, said: format!("{out}\n{err}") }
    }

    /// Waits for the end; returns the exit code, and the maximum resident memory.
    fn wait(&self, child: &mut Child, case: &Case, begun: Instant) -> (Option<i32>, u64) {
        let (mut peak, mut signal) = (0, case.signal);
        loop {
            peak = peak.max(resident(child.id()));
            match child.try_wait() {
                Ok(Some(status)) => return (status.code(), peak),
                Ok(None) if begun.elapsed() < LONGEST => {}
                _ => {
                    let _ = child.kill().and_then(|()| child.wait());
                    return (None, peak);
                }
            }
            if let Some((name, _)) = signal.filter(|(_, after)| begun.elapsed() >= *after) {
                signal = None;
                let _ = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn judge(
        &self,
        case: &Case,
        (code, took, peak): (Option<i32>, Duration, u64),
        (out, err): (&str, &str),
        faults: &mut Vec<String>,
    ) {
        match code {
            None if took >= LONGEST => faults.push("does not end".to_owned()),
            None => faults.push("was ended by a signal".to_owned()),
            Some(code) if !case.codes.contains(&code) => {
                faults.push(format!("exit code {code}, not one of {:?}", case.codes));
            }
            Some(_) => {}
        }
        let words = ["thinair: internal error", "panicked at", "overflowed its stack", "thinair itself:"];
        faults.extend(
            words
                .iter()
                .filter(|word| err.contains(**word) || out.contains(**word))
                .map(|word| (*word).to_owned()),
        );
        if code == Some(2) && !err.contains("error") {
            faults.push("an error without a message".to_owned());
        }
        if code == Some(3) && out.trim().is_empty() && err.trim().is_empty() {
            faults.push("nothing is said".to_owned());
        }
        if let Some(seconds) = case.seconds {
            let limit = Duration::from_secs(u64::from(seconds));
            if took > limit + limit / SHARE + START {
                faults.push(format!("{:.1} s with a limit of {seconds} s", took.as_secs_f64()));
            }
        }
        if let Some(limit) = case.mebibytes
            && peak > (limit + limit / u64::from(SHARE)) << 20
        {
            faults.push(format!("{} MiB with a limit of {limit} MiB", peak >> 20));
        }
    }
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The maximum resident memory of a process so far.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

fn summary(cases: &[Case], results: &BTreeMap<usize, Ran>) -> Summary {
    let mut kinds: Vec<&str> = Vec::new();
    cases.iter().for_each(|case| {
        if !kinds.contains(&case.kind) {
            kinds.push(case.kind);
        }
    });
    let mut table = String::from(
        "| input | runs | exit 0 | 1 | 2 | 3 | 4, signal | slowest | largest | wrong |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    let row = |name: &str, of: &dyn Fn(&Case) -> bool| {
        let runs: Vec<&Ran> = results.iter().filter(|(at, _)| of(&cases[**at])).map(|(_, ran)| ran).collect();
        let codes = |code: i32| runs.iter().filter(|ran| ran.code == Some(code)).count();
        let slowest = runs.iter().map(|ran| ran.took.as_secs_f64()).fold(0.0, f64::max);
        let largest = runs.iter().map(|ran| ran.peak >> 20).max().unwrap_or(0);
        let known: usize = (0..4).map(codes).sum();
        let wrong = runs.iter().filter(|ran| !ran.faults.is_empty()).count();
        format!(
            "| {name} | {} | {} | {} | {} | {} | {} | {slowest:.1} s | {largest} MiB | {wrong} |\n",
            runs.len(),
            codes(0),
            codes(1),
            codes(2),
            codes(3),
            runs.len() - known
        )
    };
    for kind in kinds {
        table += &row(kind, &|case| case.kind == kind);
    }
    table += &row("all", &|_| true);
    let told = |(at, ran): (&usize, &Ran)| {
        let case = &cases[*at];
        let mut text = format!("{}: {}: {}\n", case.kind, case.name, ran.faults.join("; "));
        let words: Vec<String> = case.words.iter().map(|word| word.chars().take(200).collect()).collect();
        let _ = writeln!(text, "  thinair {}", words.join(" "));
        let said: String = ran.said.chars().take(600).collect();
        let _ = write!(text, "  {}", said.trim().replace('\n', "\n  "));
        text
    };
    let wrong = results.iter().filter(|(_, ran)| !ran.faults.is_empty()).map(told).collect();
    Summary { table, wrong, count: results.len() }
}

/// A folder below another.
fn subfolder(parent: &Path, name: &str) -> Result<PathBuf, String> {
    let path = parent.join(name);
    std::fs::create_dir_all(&path).map_err(|error| format!("cannot create {}: {error}", path.display()))?;
    Ok(path)
}
