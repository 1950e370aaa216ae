//! Benchmarks: counts and rates of searches, as Markdown tables for `docs/BENCHMARKS.md`.
//!
//! `cargo run --release -p benches` runs the default set (under 2 minutes on two cores), `-- --quick` a small
//! one (under 10 seconds); `--date 2026-01-31` prints the given date. States, outcomes and findings are exact
//! and must be the same with one and two workers, which is checked; transitions vary a little with the order
//! of a parallel search; times are of a single run on this machine. No test depends on them.

mod measure;
mod programs;

use anyhow::{Context, Result, bail, ensure};
use explore::Reduction;
use measure::{Measured, Request};
use std::io::Write;

/// Programs and the models they are run under.
type Set = &'static [(&'static str, &'static [&'static str])];

/// The race check ends at the first step of a racy program, so it is only run on programs that synchronise.
const MODELS: &[&str] = &["sc", "tso", "pso", "opmm"];
/// Without store buffers, which make 5ⁿ states of a ring.
const UNBUFFERED: &[&str] = &["sc", "opmm"];
const ALL: &[&str] = &["sc", "tso", "pso", "opmm", "race"];

const QUICK: Set =
    &[("sb-8", MODELS), ("iriw", MODELS), ("locked-4", ALL), ("petersonv", ALL), ("spinlock-3", ALL)];

const DEFAULT: Set = &[
    ("sb-8", ALL),
    ("sb-9", MODELS),
    ("sb-10", UNBUFFERED),
    ("sb-11", UNBUFFERED),
    ("sb-12", UNBUFFERED),
    ("sbv-8", ALL),
    ("lb-8", MODELS),
    ("iriw", MODELS),
    ("writers-6", MODELS),
    ("locked-4", ALL),
    ("racy-4", MODELS),
    ("petersonv", ALL),
    ("petersonp", MODELS),
    ("dekkerv", ALL),
    ("dekkerp", MODELS),
    ("spinlock-4", ALL),
];

const QUICK_UNREDUCED: Set = &[("sb-4", MODELS), ("locked-4", ALL)];

const DEFAULT_UNREDUCED: Set = &[
    ("sb-6", MODELS),
    ("sbv-6", ALL),
    ("lb-6", MODELS),
    ("iriw", MODELS),
    ("writers-4", MODELS),
    ("locked-4", ALL),
    ("racy-3", MODELS),
    ("petersonv", ALL),
    ("petersonp", MODELS),
    ("dekkerv", ALL),
    ("spinlock-4", ALL),
];

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    if arguments.first().is_some_and(|a| a == "--row") {
        let measured = Request::from_arguments(&arguments[1..])?.measure()?;
        return Ok(writeln!(out, "{}", measured.to_line())?);
    }
    let mut quick = false;
    let mut date = None;
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--quick" => quick = true,
            "--date" => date = Some(rest.next().context("--date wants a date")?),
            other => bail!("unknown argument `{other}`; there are --quick and --date DATE"),
        }
    }
    let (set, unreduced) = if quick { (QUICK, QUICK_UNREDUCED) } else { (DEFAULT, DEFAULT_UNREDUCED) };
    print_machine(&mut out, date.as_deref())?;
    print_rates(&mut out, set)?;
    print_reductions(&mut out, unreduced)
}

/// Runs a measurement in a child process.
fn ask(program: &str, model: &str, workers: usize, reduction: Reduction) -> Result<Measured> {
    let request = Request { program: program.to_owned(), model: model.to_owned(), workers, reduction };
    let myself = std::env::current_exe()?;
    let child = std::process::Command::new(myself).arg("--row").args(request.to_arguments()).output()?;
    let error = String::from_utf8_lossy(&child.stderr);
    ensure!(child.status.success(), "{program} under {model}: {error}");
    Measured::from_line(&String::from_utf8_lossy(&child.stdout))
}

fn print_machine(out: &mut impl Write, date: Option<&str>) -> Result<()> {
    let read = |path: &str, key: &str| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let line = text.lines().find(|l| l.starts_with(key)).and_then(|l| l.split_once(':'));
        line.map_or_else(|| "unknown".to_owned(), |(_, value)| value.trim().to_owned())
    };
    let cores = std::thread::available_parallelism()?;
    if let Some(date) = date {
        writeln!(out, "- Date: {date}")?;
    }
    writeln!(out, "- Machine: {cores} cores, {}", read("/proc/cpuinfo", "model name"))?;
    writeln!(out, "- Memory: {}", read("/proc/meminfo", "MemTotal"))?;
    writeln!(out, "- Version: {}\n", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}

fn print_rates(out: &mut impl Write, set: Set) -> Result<()> {
    writeln!(
        out,
        "One worker, and the time of two. M/s is million per second; `*` marks an incomplete search.\n"
    )?;
    let columns = "program | model | states | transitions | outcomes | findings | ms | states M/s | transitions M/s \
                   | executions | executions/s | peak MiB | ms, 2 workers | speed-up";
    print_header(out, columns)?;
    for &(program, models) in set {
        for &model in models {
            let one = ask(program, model, 1, Reduction::Ample)?;
            let two = ask(program, model, 2, Reduction::Ample)?;
            let counts = |m: &Measured| (m.states, m.outcomes, m.findings, m.complete);
            ensure!(
                counts(&one) == counts(&two),
                "{program} under {model}: workers differ: {one:?}, {two:?}"
            );
            print_rate(out, (program, model), &one, &two)?;
        }
    }
    Ok(writeln!(out)?)
}

fn print_rate(
    out: &mut impl Write,
    (program, model): (&str, &str),
    one: &Measured,
    two: &Measured,
) -> Result<()> {
    let per_second = |n: u64| n as f64 / one.seconds / 1e6;
    let incomplete = if one.complete { "" } else { "*" };
    write!(
        out,
        "| {} | {model} | {}{incomplete} | {} ",
        programs::title(program),
        one.states,
        one.transitions
    )?;
    write!(out, "| {} | {} | {} ", one.outcomes, one.findings, milliseconds(one.seconds))?;
    write!(out, "| {:.2} | {:.2} ", per_second(one.states), per_second(one.transitions))?;
    if one.executions > 0 {
        write!(out, "| {} | {:.0} ", one.executions, one.executions as f64 / one.counting)?;
    } else {
        write!(out, "| – | – ")?;
    }
    write!(out, "| {:.1} | {} ", one.peak as f64 / 1024.0, milliseconds(two.seconds))?;
    // Below a few milliseconds the time is dominated by starting threads.
    if one.seconds > 0.005 {
        writeln!(out, "| {:.2} |", one.seconds / two.seconds)?;
    } else {
        writeln!(out, "| – |")?;
    }
    Ok(())
}

fn print_reductions(out: &mut impl Write, set: Set) -> Result<()> {
    writeln!(
        out,
        "What the reductions save: the same searches with every action interleaved and no sleep sets.\n"
    )?;
    let columns =
        "program | model | states | without | ratio | transitions | without | ratio | ms | without | ratio";
    print_header(out, columns)?;
    for &(program, models) in set {
        for &model in models {
            let with = ask(program, model, 1, Reduction::Ample)?;
            let without = ask(program, model, 1, Reduction::None)?;
            // A race stops an execution, so the number of races found depends on the search order.
            if model != "race" {
                let found = |m: &Measured| (m.outcomes, m.findings, m.complete);
                ensure!(found(&with) == found(&without), "{program} under {model}: {with:?}, {without:?}");
            }
            write!(out, "| {} | {model} ", programs::title(program))?;
            for (a, b) in [(with.states, without.states), (with.transitions, without.transitions)] {
                write!(out, "| {a} | {b} | {:.1} ", b as f64 / a as f64)?;
            }
            let ratio = without.seconds / with.seconds;
            writeln!(
                out,
                "| {} | {} | {ratio:.1} |",
                milliseconds(with.seconds),
                milliseconds(without.seconds)
            )?;
        }
    }
    Ok(writeln!(out)?)
}

/// About three significant digits.
fn milliseconds(seconds: f64) -> String {
    let ms = seconds * 1e3;
    match ms {
        ..0.1 => format!("{ms:.4}"),
        0.1..10.0 => format!("{ms:.2}"),
        _ => format!("{ms:.0}"),
    }
}

fn print_header(out: &mut impl Write, columns: &str) -> Result<()> {
    writeln!(out, "| {columns} |")?;
    let rule = columns.split('|').enumerate().map(|(i, _)| if i < 2 { "---" } else { "---:" });
    Ok(writeln!(out, "|{}|", rule.collect::<Vec<_>>().join("|"))?)
}
