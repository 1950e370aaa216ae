//! `thinair replay`.

use crate::args::{CheckArgs, Cli, Command, ReplayArgs};
use crate::program::{self, JavacLimits, Purpose};
use crate::sources::Sources;
use crate::{input, jcstress_command, output, program_token};
use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
use report::java::{JavaReport, Scope};
use std::path::{Path, PathBuf};
use verify::java::{JavaProgram, replay_java};
use verify::{ORDERED, Options, RACES, Token, TokenTest};

/// The exit code if the execution violates what the test or program was checked for.
const VIOLATED: u8 = 1;

/// Replays the execution of a token and prints it.
pub fn run(args: &ReplayArgs) -> Result<u8> {
    let token: Token = token_text(&args.token)?.parse().map_err(|error| anyhow!("error: {error}"))?;
    match token.test().map_err(|error| anyhow!("error: {error}"))? {
        Some(test) => run_test(args, &token, &test),
        None => run_java(&token),
    }
}

/// Replays the execution of a litmus test and prints it.
fn run_test(args: &ReplayArgs, token: &Token, test: &TokenTest) -> Result<u8> {
    let path = args.target.clone().unwrap_or_else(|| PathBuf::from(&test.file));
    let program = input::program(&path, &litmus::Options { tearing: test.tearing })
        .context("the replay token's test cannot be read; name it with --target")?;
    if program.source_hash() != token.hash {
        bail!(
            "error: {} has changed since the token was printed, so its schedule means nothing now",
            path.display()
        );
    }
    let program = program.with_loop_bound(test.loop_bound);
    let trace = verify::replay_test(&program, &token.schedule)
        .map_err(|e| anyhow!("error: the schedule does not fit the test: {e}"))?;
    let memory = match token.schedule.memory {
        RACES => "the race check",
        ORDERED => "opmm-modes up to the first race",
        memory => memory,
    };
    let mut text = format!("Replay of {} under {memory}\n", program.name());
    text += &report::columns(&program, &trace, output::style());
    let names: Vec<&str> = program.observed().iter().map(|o| o.name.as_str()).collect();
    for outcome in &trace.outcomes {
        text += &format!("outcome ({}) = ({})\n", names.join(", "), outcome.render());
    }
    output::print(&text)?;
    Ok(if verify::violates(&program, &trace) { VIOLATED } else { 0 })
}

/// Replays the execution of a Java program and prints it.
fn run_java(token: &Token) -> Result<u8> {
    let words = ["thinair", "check"].into_iter().map(str::to_owned).chain(token.words.clone());
    let Ok(Cli { command: Command::Check(args), .. }) = Cli::try_parse_from(words) else {
        bail!("error: the replay token does not say which program it is of")
    };
    if program_token::hash_of(&args) != token.hash {
        bail!(
            "error: the program has changed since the token was printed, so its schedule means nothing now"
        );
    }
    let started = match &args.jcstress {
        Some(class) => jcstress_command::of_token(&args, class)?,
        None => of_program(&args)?,
    };
    let (java, sources) = started;
    if !java.options.threads.take(&token.threads) {
        bail!("error: the replay token's threads `{}` are malformed", token.threads);
    }
    let check = Options {
        properties: crate::check_command::properties(&args.property),
        escapes: args.may_throw.iter().map(|text| verify::Escape::new(text)).collect(),
        ..Options::default()
    };
    let replayed = replay_java(&java, &token.schedule, &check)
        .map_err(|e| anyhow!("error: the schedule does not fit the program: {e}"))?;
    let target = args.program.targets[0].to_string_lossy().into_owned();
    let report = JavaReport {
        target: &target,
        code: &|place| sources.code(place),
        style: output::style(),
        scope: Scope::default(),
        token: &|_| String::new(),
    };
    let mut text = format!("Replay of {target} under {}\n", token.schedule.memory);
    text += &report::java::story_text(&report, &replayed.story, false);
    for message in &replayed.messages {
        text += &format!("{}\n", report::clean(message));
    }
    output::print(&text)?;
    Ok(if replayed.violates { VIOLATED } else { 0 })
}

/// The program that `thinair check` would check, ready to start.
fn of_program(args: &CheckArgs) -> Result<(JavaProgram, Sources)> {
    let found = program::find_one(&args.program, JavacLimits::default())?;
    let mut options = java_machine::Options::from(program::options(&args.program, &found));
    options.vm.spurious_wakeups = args.spurious_wakeups;
    options.tearing = args.tearing;
    options.decisive = crate::check_command::check_options(args).decisive();
    let sources = crate::check_command::sources(args, &args.program.targets, &found.property);
    let (policy, _) = crate::check_command::policy(args, &found, false)?;
    let main = found.mains[0].class.clone();
    match program::boot(&args.program, found, &options.vm, Purpose::Check(Box::new(policy)))? {
        Ok(booted) => {
            let state = booted.start(&main, &args.program.arguments, &options.vm)?;
            Ok((JavaProgram::new(booted.lib, state, options), sources))
        }
        Err(unsupported) => bail!("{unsupported}"),
    }
}

/// The token itself, or the first one in a file.
fn token_text(text: &str) -> Result<String> {
    let text = text.trim();
    if Token::begins_in(text) == Some(0) {
        return Ok(text.to_owned());
    }
    if !Path::new(text).exists() {
        bail!(
            "error: `{text}` is not a replay token, and there is no such file\n   = hint: tokens begin with `tj1:`; reports print them after `replay:`"
        );
    }
    let content = input::read(Path::new(text))?;
    match content.lines().find_map(token_in) {
        Some(token) => Ok(token),
        None => bail!("{text}: error: no replay token (`tj1:…`) in this file"),
    }
}

/// The token in a line of a file: alone, in quotes as reports print it, or as a JSON string.
fn token_in(line: &str) -> Option<String> {
    let line = line.trim();
    let at = Token::begins_in(line)?;
    match line[..at].chars().next_back() {
        None => Some(line.to_owned()),
        Some('\'') => Some(line[at..].strip_suffix('\'')?.replace(r"'\''", "'")),
        Some('"') => serde_json::from_str(line[at - 1..].trim_end_matches(',')).ok(),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_alone_in_a_report_and_in_json() {
        let found = |line: &str| token_in(line).unwrap_or_default();
        let litmus = "tj1:sc:e:0::-:--litmus a%20b.litmus";
        assert_eq!(found(&format!("  {litmus} ")), litmus);
        assert_eq!(found(r"  replay: thinair replay 'tj1:sc:e:0::-:it'\''s'"), "tj1:sc:e:0::-:it's");
        assert_eq!(found(r#"  "replay": "tj1:sc:e:0::-:a\"b","#), "tj1:sc:e:0::-:a\"b");
        assert_eq!(found(r"  replay: thinair replay 'tj1:sc:e:0:0.0:-:A.java'"), "tj1:sc:e:0:0.0:-:A.java");
        assert_eq!(token_in("data tj1:5 'ta1:open"), None);
    }
}
