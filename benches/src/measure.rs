//! One measurement: a program, a memory model, a number of workers, with or without reductions.
//!
//! Each is made by a process of its own, since the peak of memory use belongs to a process. What the child prints
//! ([`Measured::to_line`]) its parent reads back.

use crate::programs;
use anyhow::{Context, Result, bail};
use explore::{Config, Executions, Product, Progress, Reduction, count_executions, search};
use litmus::Program;
use operational::{KnownMasked, Memory, SequentialConsistency, StoreBuffers, WellBehaved};
use std::time::{Duration, Instant};

/// The longest store buffer that is explored.
const BUFFER: usize = 32;
/// Counting executions gives up after this many states.
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
    /// How many workers.
    pub workers: usize,
    /// With reductions and sleep sets?
    pub reduction: Reduction,
}

/// What came out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// Different states.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Different outcomes.
    pub outcomes: u64,
    /// Failures, deadlocks, races.
    pub findings: u64,
    /// Whether the search saw everything.
    pub complete: bool,
    /// How long one search took.
    pub seconds: f64,
    /// The most memory the process held, in KiB.
    pub peak: u64,
    /// Different executions, 0 when not counted.
    pub executions: u64,
    /// How long counting them took.
    pub counting: f64,
}

impl Request {
    /// The arguments by which a child process is asked.
    pub fn to_arguments(&self) -> [String; 4] {
        let reduction = if self.reduction == Reduction::None { "none" } else { "eager" };
        [self.program.clone(), self.model.clone(), self.workers.to_string(), reduction.to_owned()]
    }

    /// The request of these arguments.
    pub fn from_arguments(arguments: &[String]) -> Result<Request> {
        let [program, model, workers, reduction] = arguments else { bail!("--row wants four arguments") };
        let reduction = if reduction == "none" { Reduction::None } else { Reduction::Ample };
        Ok(Request { program: program.clone(), model: model.clone(), workers: workers.parse()?, reduction })
    }

    /// Measures, in this process.
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

    /// Counts executions where the number means something: the models that name one, and no loops.
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

/// The most memory this process has held so far, in KiB; 0 where there is no `/proc`.
fn peak() -> Result<u64> {
    let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return Ok(0) };
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let number = line.and_then(|l| l.split_whitespace().next()).context("VmHWM in /proc/self/status")?;
    Ok(number.parse()?)
}
