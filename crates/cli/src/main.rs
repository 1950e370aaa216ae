//! The `thinair` command: flags in, text and exit codes out. The only crate that prints.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "this is the crate that prints")]

mod args;
mod input;
mod litmus_command;
mod models_command;
mod output;
mod replay_command;
mod selfcheck_command;
mod units;
mod watch;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// Wrong flag, unreadable or malformed input.
const ERROR: u8 = 2;
/// A bug in thinair.
const INTERNAL: u8 = 4;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        eprintln!("thinair: internal error: {info}");
        eprintln!(
            "thinair: this is a bug in thinair; please report it with the command line and the input files:"
        );
        eprintln!("  {}", std::env::args().collect::<Vec<_>>().join(" "));
    }));
    let run = std::panic::catch_unwind(|| match Cli::try_parse() {
        Ok(cli) => dispatch(&cli),
        Err(error) => {
            // Help and version are answers, not errors.
            let code = if error.use_stderr() { ERROR } else { 0 };
            let _ = error.print();
            code
        }
    });
    ExitCode::from(run.unwrap_or(INTERNAL))
}

fn dispatch(cli: &Cli) -> u8 {
    let result = match &cli.command {
        Command::Litmus(args) => litmus_command::run(args),
        Command::Models(args) => models_command::run(args),
        Command::Replay(args) => replay_command::run(args),
        Command::Selfcheck(args) => Ok(selfcheck_command::run(args)),
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ERROR
    })
}
