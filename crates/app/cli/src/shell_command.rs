//! `thinair completions` and `thinair man`: what a package installs beside the program, from the same
//! declarations as the command line.

use crate::args::{Cli, CompletionsArgs, ManArgs};
use crate::output;
use anyhow::{Context, Result};
use clap::{Command, CommandFactory};

/// Prints the completions of a shell.
pub fn completions(args: &CompletionsArgs) -> Result<u8> {
    let mut bytes = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "thinair", &mut bytes);
    output::print(&String::from_utf8_lossy(&bytes))?;
    Ok(0)
}

/// Writes the man pages into a folder.
pub fn man(args: &ManArgs) -> Result<u8> {
    std::fs::create_dir_all(&args.dir).with_context(|| format!("cannot write {}", args.dir.display()))?;
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let pages = commands.map(|sub| (format!("thinair-{}", sub.get_name()), sub));
    let pages: Vec<(String, &Command)> = pages.chain([("thinair".to_owned(), &command)]).collect();
    for (name, command) in &pages {
        let mut page = Vec::new();
        clap_mangen::Man::new((*command).clone()).title(name).render(&mut page)?;
        output::write(&args.dir.join(format!("{name}.1")), page)?;
    }
    output::print(&format!("{} pages in {}\n", pages.len(), args.dir.display()))?;
    Ok(0)
}
