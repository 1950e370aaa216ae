//! Runs programs on the real `java`, each many times, and collects what they show.

use super::bench::Bench;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// A program to run.
pub struct Job {
    /// Its main class.
    pub class: String,
    /// How long threads may make no progress before they count as hanging.
    pub still: u64,
}

/// What `java` showed: outcomes, and what went wrong.
#[derive(Debug, Clone, Default)]
pub struct Shown {
    /// How often each outcome was seen.
    pub outcomes: BTreeMap<String, u64>,
    /// Why the program could not be run.
    pub problem: Option<String>,
}

/// How often each program runs, at most.
#[derive(Debug, Clone, Copy)]
pub struct Often {
    /// The number of runs of each program.
    pub runs: u64,
    /// The time for each program.
    pub millis: u64,
}

/// Runs programs. One that does not answer is left out, and the rest run in a new process.
pub fn run(bench: &Bench, jobs: &[Job], often: Often) -> Result<BTreeMap<String, Shown>, String> {
    let mut shown = BTreeMap::new();
    let mut done = BTreeSet::new();
    while let Some(first) = jobs.iter().position(|job| !done.contains(&job.class)) {
        let mut java = Java::start(bench)?;
        for job in jobs[first..].iter().filter(|job| !done.contains(&job.class)).collect::<Vec<_>>() {
            done.insert(job.class.clone());
            match java.ask(job, often) {
                Ok(one) => {
                    // Threads that do not end would take time from all other programs.
                    let stuck = one.problem.is_some();
                    shown.insert(job.class.clone(), one);
                    if stuck {
                        break;
                    }
                }
                Err(problem) => {
                    shown.insert(job.class.clone(), Shown { problem: Some(problem), ..Shown::default() });
                    break;
                }
            }
        }
        java.stop();
    }
    Ok(shown)
}

struct Java {
    child: Child,
    lines: Receiver<String>,
}

impl Java {
    fn start(bench: &Bench) -> Result<Java, String> {
        let mut command = bench.java();
        command.arg("-XX:TieredStopAtLevel=1").arg("Harness");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| format!("java: {e}"))?;
        let stdout = child.stdout.take().ok_or("java has no output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Java { child, lines })
    }

    fn ask(&mut self, job: &Job, often: Often) -> Result<Shown, String> {
        let stdin = self.child.stdin.as_mut().ok_or("java has no input")?;
        let line = format!("{} {} {} {}\n", job.class, often.runs, often.millis, job.still);
        stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .map_err(|e| format!("java ended: {e}"))?;
        let mut shown = Shown::default();
        loop {
            let line = match self.lines.recv_timeout(Duration::from_secs(20)) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => return Err("no answer".to_owned()),
                Err(RecvTimeoutError::Disconnected) => return Err("java ended".to_owned()),
            };
            let Some(rest) = line.strip_prefix(&job.class).and_then(|rest| rest.strip_prefix('\t')) else {
                // Output of the program itself.
                continue;
            };
            match rest.split_once('\t') {
                None => return Ok(shown),
                Some(("!", problem)) => shown.problem = Some(problem.to_owned()),
                Some((count, outcome)) => {
                    shown.outcomes.insert(outcome.to_owned(), count.parse().unwrap_or(1));
                }
            }
        }
    }

    fn stop(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
