//! The `thinair` command: flags in, text and exit codes out. The only crate that prints.

mod api_command;
mod args;
mod check_command;
mod contracts_command;
mod doctor_command;
mod ending;
mod explain_command;
mod explain_java;
mod export_command;
mod input;
mod jcstress_command;
mod litmus_command;
mod models_command;
mod output;
mod program;
mod program_token;
mod replay_command;
mod report_files;
mod results;
mod run_command;
mod selfcheck_command;
mod shell_command;
mod sources;
mod stages_command;
mod suite_command;
mod test_command;
mod units;
mod watch;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

/// The exit code for wrong flags, and for unreadable or malformed input.
const ERROR: u8 = 2;
/// The exit code if there is no answer.
const UNKNOWN: u8 = 3;
/// The exit code for a bug in thinair.
const INTERNAL: u8 = 4;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|info| {
        let words: Vec<String> =
            std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
        output::complain(&format!(
            "thinair: internal error: {info}\n\
             thinair: this is a bug in thinair; please report it with the command line and the input files:\n  {}",
            words.join(" ")
        ));
    }));
    ending::hear_signals();
    let run =
        std::panic::catch_unwind(|| match Cli::try_parse_from(args::spelled_out(std::env::args_os())) {
            Ok(cli) => {
                output::set_colour(cli.color);
                dispatch(&cli)
            }
            Err(error) => {
                // Help and version are answers, not errors.
                let code = if error.use_stderr() { ERROR } else { 0 };
                let _ = error.print();
                if code == ERROR {
                    tell_json(&error.to_string());
                }
                code
            }
        });
    ExitCode::from(run.unwrap_or_else(|_| {
        tell_json("internal error: a bug in thinair");
        INTERNAL
    }))
}

fn dispatch(cli: &Cli) -> u8 {
    let result = match &cli.command {
        Command::Litmus(args) => litmus_command::run(args),
        Command::Check(args) => check_command::run(args),
        Command::Test(args) => test_command::run(args),
        Command::Run(args) => run_command::run(args),
        Command::Explain(args) => explain_command::run(args),
        Command::Api(args) => api_command::run(args),
        Command::Contracts(args) => contracts_command::run(args),
        Command::Models(args) => models_command::run(args),
        Command::Replay(args) => replay_command::run(args),
        Command::Selfcheck(args) => selfcheck_command::run(args),
        Command::Stages(args) => stages_command::run(args),
        Command::Suite(args) => suite_command::run(args),
        Command::Doctor => doctor_command::run(),
        Command::Completions(args) => shell_command::completions(args),
        Command::Man(args) => shell_command::man(args),
    };
    result.unwrap_or_else(|error| {
        let text = format!("{error:#}");
        output::complain(&text);
        tell_json(&text);
        if error.downcast_ref::<program::OutOf>().is_some() { UNKNOWN } else { ERROR }
    })
}

/// If JSON on standard output was requested, prints errors as JSON, too.
fn tell_json(error: &str) {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let own = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let words = &words[..own];
    let wanted = words.windows(2).any(|two| two == ["--json", "-"]) || words.iter().any(|w| w == "--json=-");
    if wanted {
        let command = words.get(1).map_or("", String::as_str);
        let error = results::error_json(command, None, error.trim_end());
        // It was already printed on standard error.
        let _ = output::print(&format!("{error:#}\n"));
    }
}
