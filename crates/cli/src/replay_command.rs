//! `thinair replay`.

use crate::args::ReplayArgs;
use crate::{input, output};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use verify::Token;

/// Runs a token's execution again and prints it.
pub fn run(args: &ReplayArgs) -> Result<u8> {
    let token = token(&args.token)?;
    let path = args.target.clone().unwrap_or_else(|| PathBuf::from(&token.file));
    let program =
        input::program(&path).context("the replay token's test cannot be read; name it with --target")?;
    if program.source_hash() != token.source_hash {
        bail!(
            "error: {} has changed since the token was printed, so its schedule means nothing now",
            path.display()
        );
    }
    let program = program.with_loop_bound(token.loop_bound);
    let trace = verify::replay_token(&program, &token).context("the schedule does not fit the test")?;
    let mut text = format!("Replay of {} under {}\n", program.name(), token.model.name());
    text += &report::columns(&program, &trace);
    let names: Vec<&str> = program.observed().iter().map(|o| o.name.as_str()).collect();
    for outcome in &trace.outcomes {
        text += &format!("outcome ({}) = ({})\n", names.join(", "), outcome.render());
    }
    output::print(&text);
    Ok(0)
}

/// The token itself, or the first one in a file.
fn token(text: &str) -> Result<Token> {
    if text.trim_start().starts_with("ta1:") || !Path::new(text).exists() {
        return Ok(text.parse()?);
    }
    let content = input::read(Path::new(text))?;
    let line = content.lines().map(str::trim).find(|l| l.starts_with("ta1:"));
    let Some(line) = line else { bail!("{text}: error: no replay token (a line that starts with `ta1:`)") };
    Ok(line.parse()?)
}
