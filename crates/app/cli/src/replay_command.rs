//! `thinair replay`.

use crate::args::{CheckArgs, Cli, Command, ReplayArgs};
use crate::program::{self, JavacLimits, Purpose};
use crate::sources::Sources;
use crate::{input, java_token, jcstress_command, output};
use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
use report::java::{JavaReport, Scope};
use std::path::{Path, PathBuf};
use verify::Token;
use verify::java::{JavaOptions, JavaProgram, replay_java};

/// The execution violates what the test or the program was checked for.
const VIOLATED: u8 = 1;

/// Runs a token's execution again and prints it.
pub fn run(args: &ReplayArgs) -> Result<u8> {
    let text = token_text(&args.token)?;
    if java_token::is_one(&text) {
        return run_java(&text);
    }
    let token: Token = text.parse().map_err(|error| anyhow!("error: {error}"))?;
    let path = args.target.clone().unwrap_or_else(|| PathBuf::from(&token.file));
    let program = input::program(&path, &litmus::Options { tearing: token.tearing })
        .context("the replay token's test cannot be read; name it with --target")?;
    if program.source_hash() != token.source_hash {
        bail!(
            "error: {} has changed since the token was printed, so its schedule means nothing now",
            path.display()
        );
    }
    let program = program.with_loop_bound(token.loop_bound);
    let trace = verify::replay_token(&program, &token)
        .map_err(|e| anyhow!("error: the schedule does not fit the test: {e}"))?;
    let mut text = format!(
        "Replay of {} under {}\n",
        program.name(),
        token.model.map_or("the race check", verify::Model::name)
    );
    text += &report::columns(&program, &trace, output::style());
    let names: Vec<&str> = program.observed().iter().map(|o| o.name.as_str()).collect();
    for outcome in &trace.outcomes {
        text += &format!("outcome ({}) = ({})\n", names.join(", "), outcome.render());
    }
    output::print(&text)?;
    Ok(if verify::violates(&program, &trace) { VIOLATED } else { 0 })
}

/// Runs the execution of a Java program again and prints it.
fn run_java(text: &str) -> Result<u8> {
    let token = java_token::parse(text)?;
    let words = ["thinair", "check"].into_iter().map(str::to_owned).chain(token.words.clone());
    let Ok(Cli { command: Command::Check(args), .. }) = Cli::try_parse_from(words) else {
        bail!("error: the replay token does not say which program it is of")
    };
    if java_token::hash_of(&args) != token.hash {
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
    let check = JavaOptions {
        buffer: token.buffer,
        reduction: if token.unreduced { explore::Reduction::None } else { explore::Reduction::Ample },
        properties: crate::check_command::properties(&args.property),
        escapes: args.may_throw.iter().map(|text| verify::Escape::new(text)).collect(),
        ..JavaOptions::default()
    };
    let replayed = replay_java(&java, &token.model, &token.steps, &check)
        .map_err(|e| anyhow!("error: the schedule does not fit the program: {e}"))?;
    let target = args.program.targets[0].to_string_lossy().into_owned();
    let report = JavaReport {
        target: &target,
        code: &|place| sources.code(place),
        style: output::style(),
        scope: Scope::default(),
        token: &|_, _| String::new(),
    };
    let mut text = format!("Replay of {target} under {}\n", token.model);
    text += &report::java::story_text(&report, &replayed.story, false);
    for message in &replayed.messages {
        text += &format!("{}\n", report::clean(message));
    }
    output::print(&text)?;
    Ok(if replayed.violates { VIOLATED } else { 0 })
}

/// The program that `thinair check` would check, about to begin.
fn of_program(args: &CheckArgs) -> Result<(JavaProgram, Sources)> {
    let found = program::find_one(&args.program, JavacLimits::default())?;
    let mut options = java_machine::Options::from(program::options(&args.program, &found));
    options.vm.spurious_wakeups = args.spurious_wakeups;
    options.tearing = args.tearing;
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

/// What tokens begin with: of litmus tests, of Java programs.
const TOKENS: [&str; 2] = ["ta1:", "tj1:"];

/// The token itself, or the first one in a file.
fn token_text(text: &str) -> Result<String> {
    let text = text.trim();
    if TOKENS.iter().any(|begin| text.starts_with(begin)) {
        return Ok(text.to_owned());
    }
    if !Path::new(text).exists() {
        bail!(
            "error: `{text}` is not a replay token, and there is no such file\n   = hint: tokens begin with `ta1:` or `tj1:`; reports print them after `replay:`"
        );
    }
    let content = input::read(Path::new(text))?;
    match content.lines().find_map(token_in) {
        Some(token) => Ok(token),
        None => bail!("{text}: error: no replay token (`ta1:…`, `tj1:…`) in this file"),
    }
}

/// The token in a line of a file: alone, in quotes as reports print it, or a string of JSON.
fn token_in(line: &str) -> Option<String> {
    let line = line.trim();
    let at = TOKENS.iter().find_map(|begin| line.find(begin))?;
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
        assert_eq!(found("  ta1:sc:e:0:-:a b.litmus "), "ta1:sc:e:0:-:a b.litmus");
        assert_eq!(found(r"  replay: thinair replay 'ta1:sc:e:0:-:it'\''s'"), "ta1:sc:e:0:-:it's");
        assert_eq!(found(r#"  "replay": "ta1:sc:e:0:-:a\"b","#), "ta1:sc:e:0:-:a\"b");
        assert_eq!(found(r"  replay: thinair replay 'tj1:sc:e:0:0:-:A.java'"), "tj1:sc:e:0:0:-:A.java");
        assert_eq!(token_in("data1:5 'ta1:open"), None);
    }
}
