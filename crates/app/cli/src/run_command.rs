//! `thinair run`: runs a Java program under one schedule (docs/RUN.md).
//!
//! **Promises** that the program's output appears as it is written, and that the exit code is the program's,
//! or tells why there is none.

mod console;

use crate::args::{RunArgs, ScheduleArg};
use crate::output;
use crate::program::{self, JavacLimits, Purpose};
use anyhow::{Result, bail};
use console::{Console, Reason};
use event::Gap;
use jvm::{Ending, Schedule};
use std::time::{Duration, Instant};

/// The exit code of a deadlock.
const DEADLOCK: u8 = 1;
/// The exit code if there is no answer: something is unsupported, or a limit was reached.
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
    // There is only one program, so further words can only be its arguments.
    let mut named = args.program.clone();
    let mut arguments = named.targets.split_off(1);
    arguments.append(&mut named.arguments);
    let program = program::find_one(&named, JavacLimits::new(args.time_limit, None))?;
    let mut options = program::options(&args.program, &program);
    options.spurious_wakeups = args.spurious_wakeups;
    if let Some(bytecodes) = args.max_bytecodes {
        options.limits.bytecodes = bytecodes;
    }
    let main = program.mains[0].class.clone();
    let booted = match program::boot(&named, program, &options, Purpose::Run)? {
        Ok(booted) => booted,
        Err(unsupported) => {
            output::complain(&unsupported);
            return Ok(UNKNOWN);
        }
    };
    let mut state = booted.start(&main, &arguments, &options)?;
    let program::Booted { lib, boot, .. } = booted;
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

/// Reports how the run ended, and returns the exit code.
fn conclude(ending: &Ending, state: &jvm::State, console: &Console, args: &RunArgs) -> Result<u8> {
    if let Some(error) = console.failure() {
        bail!("error: cannot write to standard output: {error}");
    }
    Ok(match ending {
        // The operating system keeps the lowest byte.
        Ending::Exit(status) => *status as u8,
        Ending::Deadlock(lines) => {
            let details = if args.program.quiet { String::new() } else { format!("\n{}", lines.join("\n")) };
            output::complain(&format!(
                "thinair: deadlock: every thread that is left waits for ever{details}"
            ));
            DEADLOCK
        }
        Ending::Unsupported(what) => {
            let text = if args.program.quiet { what.gap.text().to_owned() } else { what.to_string() };
            if let Gap::Defect(_) = what.gap {
                output::complain(&format!("thinair: internal error: {text}"));
                return Ok(crate::INTERNAL);
            }
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

/// Formats the output of `--stats`.
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
