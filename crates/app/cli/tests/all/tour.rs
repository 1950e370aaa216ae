//! Every command of docs/TOUR.md prints what the page says. `BLESS=1` rewrites the page.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Splits a command line at blanks outside double quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

fn output(command: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_thinair")).args(words(command)).current_dir(root()).output();
    let run = run.expect("the binary is built");
    assert!(run.status.success(), "{command}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

/// The page with the output of every command inserted.
fn refreshed(page: &str) -> String {
    let mut out = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        if line != "```console" {
            continue;
        }
        let command = lines.next().expect("a command follows");
        out += &format!(
            "{command}\n{}```\n",
            output(command.strip_prefix("$ ./thinair ").expect("our command"))
        );
        lines.by_ref().find(|line| *line == "```").expect("the block ends");
    }
    out
}

#[test]
fn the_tour_shows_what_the_commands_print() {
    let path = root().join("docs/TOUR.md");
    let page = std::fs::read_to_string(&path).expect("the page is there");
    assert!(page.matches("```console").count() > 8);
    let fresh = refreshed(&page);
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(path, fresh).expect("writable");
    }
    assert_eq!(page, fresh, "run `cargo xtask bless` and look at the difference");
}
