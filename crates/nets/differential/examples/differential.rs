//! `cargo xtask differential`: the differential tests of this crate on any number of random programs.

use differential::Mismatch;
use differential::engines::{self, Tally};
use differential::jmm::{self, JmmTally};
use differential::solver::{self, SatTally};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const HELP: &str = "\
Compares engines, models and bounds with each other on random programs.

Usage: cargo xtask differential [--count N] [--solver N] [--seed S] [--workers N]

  --count N     random programs for all engines [1000]; for every twentieth a tiny one is judged by brute force, too
  --solver N    tiny random programs for the solver [0]
  --seed S      the first seed [0]
  --workers N   threads [1]

Exits with 1 if something differs. The same seed gives the same program.";

/// The number of programs between two progress messages.
const PROGRESS_EVERY: u64 = 10_000;

/// One in this many programs is a tiny one for brute force over the Java memory model, which takes longer
/// than all the rest.
const BRUTE_FORCE_EVERY: u64 = 20;

/// The number of mismatches after which the run stops.
const ENOUGH: usize = 5;

struct Options {
    count: u64,
    solver: u64,
    seed: u64,
    workers: u64,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == "--help" || word == "-h") {
        say(HELP);
        return ExitCode::SUCCESS;
    }
    match options(&words).map(|options| run(&options)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            say(&format!("differential: {message}\n\n{HELP}"));
            ExitCode::from(2)
        }
    }
}

fn options(words: &[String]) -> Result<Options, String> {
    let mut options = Options { count: 1000, solver: 0, seed: 0, workers: 1 };
    for pair in words.chunks(2) {
        let [flag, value] = pair else { return Err(format!("{} needs a number", pair[0])) };
        let number = value.parse::<u64>().map_err(|_| format!("{flag} {value}: this is no number"))?;
        match flag.as_str() {
            "--count" => options.count = number,
            "--solver" => options.solver = number,
            "--seed" => options.seed = number,
            "--workers" if (1..=256).contains(&number) => options.workers = number,
            "--workers" => return Err("between 1 and 256 workers".to_owned()),
            other => return Err(format!("no such option: {other}")),
        }
    }
    Ok(options)
}

/// Returns the number of mismatches.
fn run(options: &Options) -> usize {
    let since = Instant::now();
    let (tally, by_force) = (Mutex::new(Tally::default()), Mutex::new(JmmTally::default()));
    let mut mismatches = each(options, options.count, |n| {
        tally
            .lock()
            .expect("no panic under the lock")
            .add(engines::check_seed(options.seed.wrapping_add(n))?);
        if n.is_multiple_of(BRUTE_FORCE_EVERY) {
            let one = jmm::check_seed(options.seed.wrapping_add(n / BRUTE_FORCE_EVERY))?;
            by_force.lock().expect("no panic under the lock").add(one);
        }
        Ok(())
    });
    let (all, jmm) =
        (tally.into_inner().expect("it has ended"), by_force.into_inner().expect("it has ended"));
    say(&format!(
        "{} random programs from seed {} ({} racy, {} outcomes, {} graphs, {} candidates, {} closures, {} programs with final fields, {} comparisons \
         skipped as too large), {} tiny ones by brute force over the Java memory model ({} executions outside opmm, {} verdicts, {} of them illegal, {} \
         programs skipped as too large): {mismatches} mismatches, {:.0} s",
        all.programs,
        options.seed,
        all.racy,
        all.outcomes,
        all.graphs,
        all.candidates,
        all.closures,
        all.objects,
        all.skipped,
        jmm.programs,
        jmm.gap,
        jmm.verdicts,
        jmm.illegal,
        jmm.skipped,
        since.elapsed().as_secs_f64()
    ));
    if options.solver > 0 {
        mismatches += ask_solver(options);
    }
    mismatches
}

fn ask_solver(options: &Options) -> usize {
    let since = Instant::now();
    let tally = Mutex::new(SatTally::default());
    let mismatches = each(options, options.solver, |n| {
        let one = solver::check_seed(options.seed.wrapping_add(n))?;
        tally.lock().expect("no panic under the lock").add(one);
        Ok(())
    });
    let sat = tally.into_inner().expect("it has ended");
    say(&format!(
        "{} tiny programs by the solver from seed {} ({} outcomes, {} of them impossible; {} commit sequences checked; {} certificates judged by axioms, {} \
         of them refused; skipped: {} comparisons as too large, {} with values without bound, {} outcomes by values that justify themselves, {} by chains \
         of final fields): {mismatches} mismatches, {:.0} s",
        sat.programs,
        options.seed,
        sat.outcomes,
        sat.impossible,
        sat.certified,
        sat.certificates,
        sat.refused,
        sat.skipped,
        sat.endless,
        sat.computed,
        sat.open,
        since.elapsed().as_secs_f64()
    ));
    mismatches
}

/// Checks programs by number, several at a time, reports the mismatches, and counts them.
fn each(options: &Options, count: u64, check: impl Fn(u64) -> Result<(), Box<Mismatch>> + Sync) -> usize {
    let (next, since) = (AtomicU64::new(0), Instant::now());
    let mismatches: Mutex<Vec<Mismatch>> = Mutex::default();
    let found = || mismatches.lock().expect("no panic under the lock");
    std::thread::scope(|scope| {
        for _ in 0..options.workers {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count || found().len() >= ENOUGH {
                        return;
                    }
                    if let Err(mismatch) = check(n) {
                        found().push(*mismatch);
                    }
                    if (n + 1).is_multiple_of(PROGRESS_EVERY) {
                        let rate = (n + 1) as f64 / since.elapsed().as_secs_f64();
                        say(&format!("{} of {count} programs, {rate:.0}/s", n + 1));
                    }
                }
            });
        }
    });
    let mut mismatches = mismatches.into_inner().expect("the workers have ended");
    mismatches.sort_by_key(|m| m.seed);
    for Mismatch { seed, what, program } in &mismatches {
        say(&format!("MISMATCH seed {seed}: {what}\n{program}"));
    }
    mismatches.len()
}

#[expect(clippy::print_stdout, reason = "this is a command-line tool; all its answers pass through here")]
fn say(text: &str) {
    println!("{text}");
}
