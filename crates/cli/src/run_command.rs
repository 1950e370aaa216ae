//! `thinair run`: a Java program under one schedule (docs/RUN.md).
//!
//! Promises: what the program writes comes through as it is written; the exit code is the program's, or tells why there
//! is none.

mod compile;
mod console;
mod target;

use crate::args::{RunArgs, ScheduleArg};
use crate::{ERROR, output};
use anyhow::{Context, Result, bail};
use console::{Console, Reason};
use jvm::{Ending, Options, Schedule, StartError};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use target::Program;

/// The program and its threads wait for each other.
const DEADLOCK: u8 = 1;
/// There is no answer: something is not supported, or a limit was reached.
const UNKNOWN: u8 = 3;

/// Runs the command and returns the exit code.
pub fn run(args: &RunArgs) -> Result<u8> {
    let schedule = match (args.schedule, args.seed) {
        (ScheduleArg::RoundRobin, Some(_)) => {
            bail!("error: `--seed` needs `--schedule random`; the schedule round-robin has no choices")
        }
        (ScheduleArg::RoundRobin, None) if args.spurious_wakeups => {
            bail!(
                "error: `--spurious-wakeups` needs `--schedule random`; the schedule round-robin has no choices"
            )
        }
        (ScheduleArg::RoundRobin, None) => Schedule::RoundRobin,
        (ScheduleArg::Random, seed) => Schedule::Random(seed.unwrap_or(0)),
    };
    let arguments = arguments(args)?;
    let Some(program) = target::find(args)? else { return Ok(ERROR) };
    let options = options(args, &program);
    let Program { main, jdk, path, .. } = program;
    let lib = jvm::Library::new(jdk, path);
    let since = Instant::now();
    let mut state = match jvm::boot_cached(lib, &options, cache_folder().as_deref()) {
        Ok((state, _)) => state,
        Err(error) => {
            output::complain(&format!("thinair: unsupported: {error}"));
            return Ok(UNKNOWN);
        }
    };
    let boot = since.elapsed();
    jvm::start(lib, &mut state, &options, &main, &arguments).map_err(|error| told(&error))?;
    let objects = state.objects();
    let mut console = Console::new(args, lib);
    let since = Instant::now();
    let ending = jvm::run(lib, &mut state, &options, schedule, &mut console);
    let took = since.elapsed();
    let code = conclude(&ending, &state, &console, args)?;
    if args.stats {
        let heap = (state.objects() - objects, state.heap_words());
        output::complain(&stats(lib, &state, &console, heap, [boot, took]));
    }
    Ok(code)
}

/// Where boot states are kept: `THINAIR_CACHE`, or the user's folder for such things. An empty setting keeps none.
fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let folder = set("THINAIR_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("thinair")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/thinair")))?;
    (!folder.as_os_str().is_empty() && folder.is_absolute()).then_some(folder)
}

/// Why the program cannot begin, with a hint.
fn told(error: &StartError) -> anyhow::Error {
    let hint = match error {
        StartError::NoClass { .. } => "are all classes that it needs on the class path? see -cp",
        StartError::NoMain { .. } => {
            "is this the main class? from Java 25 on, main may also be an instance method"
        }
        StartError::NoObject { .. } => "make main static, or give the class such a constructor",
    };
    anyhow::anyhow!("error: {error}\n   = hint: {hint}")
}

/// The program's arguments as texts.
fn arguments(args: &RunArgs) -> Result<Vec<String>> {
    let words = args.words.iter().enumerate().skip(1);
    words
        .map(|(number, word)| {
            let text = word.to_str().with_context(|| format!("error: argument {number} is not UTF-8"))?;
            Ok(text.to_owned())
        })
        .collect()
}

fn options(args: &RunArgs, program: &Program) -> Options {
    let mut options = Options {
        assertions: !args.no_assertions,
        processors: args.processors,
        properties: args.define.clone(),
        class_path: program.property.clone(),
        spurious_wakeups: args.spurious_wakeups,
        ..Options::default()
    };
    if let Some(bytecodes) = args.max_bytecodes {
        options.limits.bytecodes = bytecodes;
    }
    options
}

/// Tells how the run ended; the exit code.
fn conclude(ending: &Ending, state: &jvm::State, console: &Console, args: &RunArgs) -> Result<u8> {
    if let Some(error) = console.failure() {
        bail!("error: cannot write to standard output: {error}");
    }
    Ok(match ending {
        // The operating system keeps the lowest byte.
        Ending::Exit(status) => *status as u8,
        Ending::Deadlock(lines) => {
            let details = if args.quiet { String::new() } else { format!("\n{}", lines.join("\n")) };
            output::complain(&format!(
                "thinair: deadlock: every thread that is left waits for ever{details}"
            ));
            DEADLOCK
        }
        Ending::Unsupported(what) => {
            let text = if args.quiet { what.reason.clone() } else { what.to_string() };
            output::complain(&format!("thinair: unsupported: {text}"));
            UNKNOWN
        }
        Ending::Budget => {
            let why = match console.reason() {
                Some(Reason::Interrupted) => "interrupted".to_owned(),
                Some(Reason::Time(limit)) => format!("the time limit of {limit:?} is up"),
                None => {
                    format!("the limit of {} bytecodes is reached", args.max_bytecodes.unwrap_or_default())
                }
            };
            output::complain(&format!(
                "thinair: stopped: {why}; the program ran {} bytecodes in {} thread{} and has not ended",
                state.bytecodes(),
                state.threads(),
                if state.threads() == 1 { "" } else { "s" }
            ));
            UNKNOWN
        }
    })
}

/// What `--stats` shows.
fn stats(
    lib: &jvm::Library,
    state: &jvm::State,
    console: &Console,
    (objects, words): (u64, usize),
    [boot, took]: [Duration; 2],
) -> String {
    let rate = state.bytecodes() as f64 / took.as_secs_f64().max(1e-9);
    let rows = [
        ("bytecodes", state.bytecodes().to_string()),
        ("actions", console.actions().to_string()),
        ("objects", objects.to_string()),
        ("threads", state.threads().to_string()),
        ("classes", lib.class_count().to_string()),
        ("heap words", words.to_string()),
        ("boot seconds", format!("{:.3}", boot.as_secs_f64())),
        ("seconds", format!("{:.3}", took.as_secs_f64())),
        ("bytecodes/s", format!("{rate:.0}")),
    ];
    rows.map(|(name, value)| format!("thinair: {name:<13}{value}")).join("\n")
}
