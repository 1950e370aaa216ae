//! `cargo xtask hostile`: all malformed and hostile inputs, and a table by kind (docs/RELIABILITY.md).

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use testkit::hostile::Run;
use testkit::jdk;

/// Runs the command: `[--seed S] [--thinair PATH] [--jdk HOME] [--every N]`.
pub fn run(root: &Path, arguments: &[&str]) -> Result<ExitCode, String> {
    let (mut seed, mut every, mut thinair, mut home) = (1, 1, None, None);
    for pair in arguments.chunks(2) {
        match pair {
            ["--seed", number] => seed = number.parse().map_err(|_| format!("`{number}` is no number"))?,
            ["--every", number] => every = number.parse().map_err(|_| format!("`{number}` is no number"))?,
            ["--thinair", path] => thinair = Some(PathBuf::from(path)),
            ["--jdk", path] => home = Some(PathBuf::from(path)),
            other => return Err(format!("what is {}?", other.join(" "))),
        }
    }
    let thinair = thinair.map_or_else(crate::java_random::built, Ok)?;
    let thinair = thinair.canonicalize().map_err(|error| format!("{}: {error}", thinair.display()))?;
    let home = home.or_else(|| Some(jdk::to_test_with().into_iter().next()?.home)).ok_or(jdk::ADVICE)?;
    let folder = root.join("target/hostile");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let summary = Run { thinair: &thinair, jdk: &home, folder: &folder, every, seed, workers: 2 }.run()?;
    summary.wrong.iter().for_each(|text| crate::say(&format!("WRONG {text}\n")));
    crate::say(&summary.table);
    crate::say(&format!("{} runs, {} wrong, seed {seed}", summary.count, summary.wrong.len()));
    let _ = std::fs::remove_dir_all(&folder);
    Ok(ExitCode::from(u8::from(!summary.wrong.is_empty())))
}
