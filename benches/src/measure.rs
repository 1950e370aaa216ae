//! One measurement: a program, a memory model, a number of workers, with or without reductions.
//!
//! Each runs in its own process, since peak memory use is per process. The parent parses what the child
//! prints ([`Measured::to_line`]).

use crate::programs;
use anyhow::{Context, Result, bail};
use explore::{Config, Executions, Product, Progress, Reduction, count_executions, search};
use litmus::Program;
use operational::{KnownMasked, Memory, SequentialConsistency, StoreBuffers, WellBehaved};
use std::time::{Duration, Instant};

/// The maximum length of a store buffer.
const BUFFER: usize = 32;
/// The number of states after which counting executions gives up.
const COUNTED_STATES: u64 = 2_000_000;
/// A short search is repeated for at least this long.
const SHORTEST: Duration = Duration::from_millis(100);

/// What to measure.
#[derive(Debug, Clone)]
pub struct Request {
    /// The program, see [`programs::text`].
    pub program: String,
    /// `sc`, `tso`, `pso`, `opmm` or `race`.
    pub model: String,
    /// The number of workers.
    pub workers: usize,
    /// Whether to use reductions and sleep sets.
    pub reduction: Reduction,
}

/// The result of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// The number of distinct states.
    pub states: u64,
    /// The number of steps taken.
    pub transitions: u64,
    /// The number of distinct outcomes.
    pub outcomes: u64,
    /// The number of failures, deadlocks and races.
    pub findings: u64,
    /// Whether the search was complete.
    pub complete: bool,
    /// The time of one search.
    pub seconds: f64,
    /// The peak memory of the process, in KiB.
    pub peak: u64,
    /// The number of distinct executions, 0 if not counted.
    pub executions: u64,
    /// The time taken to count them.
    pub counting: f64,
}

impl Request {
    /// The arguments of a child process.
    pub fn to_arguments(&self) -> [String; 4] {
        let reduction = if self.reduction == Reduction::None { "none" } else { "eager" };
        [self.program.clone(), self.model.clone(), self.workers.to_string(), reduction.to_owned()]
    }

    /// Parses the arguments of a child process.
    pub fn from_arguments(arguments: &[String]) -> Result<Request> {
        let [program, model, workers, reduction] = arguments else { bail!("--row wants four arguments") };
        let reduction = if reduction == "none" { Reduction::None } else { Reduction::Ample };
        Ok(Request { program: program.clone(), model: model.clone(), workers: workers.parse()?, reduction })
    }

    /// Performs the measurement in this process.
    pub fn measure(&self) -> Result<Measured> {
        let text = programs::text(&self.program)?;
        let program = litmus::load(&self.program, &text).map_err(|e| anyhow::anyhow!("{e}\n{text}"))?;
        match self.model.as_str() {
            "sc" => self.run(&program, SequentialConsistency),
            "tso" => self.run(&program, StoreBuffers::tso(BUFFER)),
            "pso" => self.run(&program, StoreBuffers::pso(BUFFER)),
            "opmm" => self.run(&program, KnownMasked),
            "race" => self.run(&program, WellBehaved),
            other => bail!("there is no model `{other}`"),
        }
    }

    fn run<S: Memory + Copy>(&self, program: &Program, memory: S) -> Result<Measured> {
        let system = Product::new(program, memory, self.reduction);
        let sleep_sets = self.reduction == Reduction::Ample;
        let config = Config { workers: self.workers, sleep_sets, ..Config::default() };
        let begin = Instant::now();
        let mut runs = 0;
        let report = loop {
            let report = search(&system, &config, &Progress::default());
            runs += 1;
            if begin.elapsed() >= SHORTEST {
                break report;
            }
        };
        let seconds = begin.elapsed().as_secs_f64() / f64::from(runs);
        let peak = peak()?;
        let (executions, counting) = self.count(program, memory);
        Ok(Measured {
            states: report.stats.states,
            transitions: report.stats.transitions,
            outcomes: report.outcomes.len() as u64,
            findings: report.findings.len() as u64,
            complete: report.incomplete.is_empty(),
            seconds,
            peak,
            executions,
            counting,
        })
    }

    /// Counts executions where the number is meaningful: for models that define one, without loops.
    fn count<S: Memory>(&self, program: &Program, memory: S) -> (u64, f64) {
        let with_co = self.model == "sc";
        let named = with_co || self.model == "opmm";
        if !named || program.has_loops() || self.workers != 1 || self.reduction == Reduction::None {
            return (0, 0.0);
        }
        let begin = Instant::now();
        match count_executions(program, memory, with_co, COUNTED_STATES) {
            Executions::Exactly(n) => (n, begin.elapsed().as_secs_f64()),
            Executions::Unknown => (0, 0.0),
        }
    }
}

impl Measured {
    /// As one line of text.
    pub fn to_line(self) -> String {
        let Measured {
            states,
            transitions,
            outcomes,
            findings,
            complete,
            seconds,
            peak,
            executions,
            counting,
        } = self;
        format!(
            "{states} {transitions} {outcomes} {findings} {complete} {seconds} {peak} {executions} {counting}"
        )
    }

    /// From one line of text.
    pub fn from_line(line: &str) -> Result<Measured> {
        let mut words = line.split_whitespace();
        let mut next = || words.next().context("the child printed too few numbers");
        Ok(Measured {
            states: next()?.parse()?,
            transitions: next()?.parse()?,
            outcomes: next()?.parse()?,
            findings: next()?.parse()?,
            complete: next()?.parse()?,
            seconds: next()?.parse()?,
            peak: next()?.parse()?,
            executions: next()?.parse()?,
            counting: next()?.parse()?,
        })
    }
}

/// The peak memory of this process so far, in KiB; 0 where there is no `/proc`.
fn peak() -> Result<u64> {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return Ok(0) };
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let number = line.and_then(|l| l.split_whitespace().next()).context("VmHWM in /proc/self/status")?;
    Ok(number.parse()?)
}
