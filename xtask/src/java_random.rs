//! `cargo xtask java-random`: compares random programs on the real `java` and on thinair.
//!
//! The program of a seed is always the same, and `--count N --seed S` takes the seeds S, S+1, …, so `--count
//! 1` with the seed of a mismatch reproduces it. Sources of mismatches are kept in the target folder.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use testkit::compare::{self, Mismatch, Sides};
use testkit::jdk::{self, Jdk};

const USAGE: &str =
    "usage: cargo xtask java-random [--count N] [--seed S] [--jdk HOME]… [--thinair PATH] [--batch N]";

struct Options {
    count: u64,
    seed: u64,
    batch: usize,
    jdks: Vec<Jdk>,
    thinair: PathBuf,
}

/// Runs the command; the error is human-readable.
pub fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    let options = options(arguments)?;
    let mut mismatches = 0;
    for jdk in &options.jdks {
        mismatches += run_on(jdk, &options)?;
    }
    Ok(if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Compares on one JDK; returns how many programs differ.
fn run_on(jdk: &Jdk, options: &Options) -> Result<usize, String> {
    let seeds: Vec<u64> = (0..options.count).map(|index| options.seed.wrapping_add(index)).collect();
    let batches: Vec<&[u64]> = seeds.chunks(options.batch).collect();
    let sides = Sides { jdk, thinair: &options.thinair };
    let (start, done, bad) = (Instant::now(), AtomicUsize::new(0), AtomicUsize::new(0));
    let crashed = AtomicUsize::new(0);
    // After an error the remaining batches are not worth the time.
    let failed = AtomicBool::new(false);
    let results = testkit::in_parallel(&batches, |seeds| {
        if failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let compared =
            compare::batch(&sides, seeds).inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
        crashed.fetch_add(compared.crashed_javac.len(), Ordering::Relaxed);
        for mismatch in &compared.mismatches {
            bad.fetch_add(1, Ordering::Relaxed);
            tell(&sides, mismatch)?;
        }
        let done = done.fetch_add(seeds.len(), Ordering::Relaxed) + seeds.len();
        let rate = done as f64 / start.elapsed().as_secs_f64();
        crate::say(&format!("java-random: JDK {}: {done} programs, {rate:.1}/s", jdk.release));
        Ok(())
    });
    results.into_iter().collect::<Result<Vec<()>, String>>()?;
    let (bad, crashed) = (bad.into_inner(), crashed.into_inner());
    let left_out = if crashed == 0 { String::new() } else { format!(" ({crashed} crash javac)") };
    let (release, count) = (jdk.release, seeds.len() - crashed);
    crate::say(&format!("java-random: JDK {release}: {count} programs compared{left_out}, {bad} mismatches"));
    Ok(bad)
}

/// Reports a mismatch, after trying the program without the others of its batch.
fn tell(sides: &Sides, mismatch: &Mismatch) -> Result<(), String> {
    let (seed, home) = (mismatch.seed, sides.jdk.home.display());
    let again = compare::batch(sides, &[seed])?;
    let kept = target()?.join("java-random").join(format!("R{seed}.java"));
    let failed = |e: std::io::Error| format!("{}: {e}", kept.display());
    if let Some(folder) = kept.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(&kept, &mismatch.source).map_err(failed)?;
    let note = if again.mismatches.is_empty() { " (not when it runs alone)" } else { "" };
    crate::say(&format!(
        "MISMATCH on JDK {}: seed {seed}{note}: {}\n  source: {}\n  again: cargo xtask java-random --count 1 --seed {seed} --jdk {home} --thinair {}",
        sides.jdk.release,
        mismatch.what,
        kept.display(),
        sides.thinair.display()
    ));
    Ok(())
}

fn options(arguments: &[&str]) -> Result<Options, String> {
    let (mut count, mut seed, mut batch, mut jdks, mut thinair) = (1000, 1, 200, Vec::new(), None);
    let mut words = arguments.iter();
    while let Some(flag) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{flag}` needs a value\n{USAGE}"))?;
        let number = || value.parse::<u64>().map_err(|e| format!("{flag} {value}: {e}"));
        match *flag {
            "--count" => count = number()?,
            "--seed" => seed = number()?,
            "--batch" => batch = usize::try_from(number()?.max(1)).map_err(|e| e.to_string())?,
            "--jdk" => jdks.push(
                jdk::open(Path::new(value))
                    .ok_or_else(|| format!("{value}: no JDK of release 17 or newer"))?,
            ),
            "--thinair" => thinair = Some(PathBuf::from(value)),
            _ => return Err(format!("unknown flag `{flag}`\n{USAGE}")),
        }
    }
    if jdks.is_empty() {
        jdks = jdk::all();
    }
    if jdks.is_empty() {
        return Err(jdk::ADVICE.to_owned());
    }
    let thinair = thinair.map_or_else(built, Ok)?;
    Ok(Options { count, seed, batch, jdks, thinair })
}

/// The newest thinair in the target folder.
pub fn built() -> Result<PathBuf, String> {
    let target = target()?;
    let paths = ["fast", "release", "debug"].map(|profile| target.join(profile).join("thinair"));
    let built = paths.into_iter().filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path)));
    let newest = built.max().map(|(_, path)| path);
    newest.ok_or_else(|| "no thinair was built: `cargo build --release`, or give --thinair PATH".to_owned())
}

/// The folder of build products, which contains this program itself.
fn target() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|e| format!("where is this program? {e}"))?;
    own.ancestors().nth(2).map(Path::to_owned).ok_or_else(|| format!("{} is in no folder", own.display()))
}
