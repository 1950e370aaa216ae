//! `thinair selfcheck`.

use crate::INTERNAL;
use crate::args::SelfcheckArgs;
use crate::output;
use anyhow::Result;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use verify::differential::{Mismatch, Tally, check_seed};
use verify::differential_jmm::{self, JmmTally};
use verify::differential_sat::{self, SatTally};

/// Random programs between two updates of the progress line.
const PROGRESS_EVERY: u64 = 1000;
/// One program in so many is a tiny one for brute force over the Java memory model, which takes longer than all the rest.
const BRUTE_FORCE_EVERY: u64 = 20;

/// Runs the checks; 0 when all pass, otherwise the exit code of a bug.
pub fn run(args: &SelfcheckArgs) -> Result<u8> {
    let checks = verify::selfcheck::selfcheck();
    for check in &checks {
        match &check.problem {
            Some(problem) => output::print(&format!("FAILED {}: {problem}\n", check.name))?,
            None if args.verbose => output::print(&format!("ok {}\n", check.name))?,
            None => {}
        }
    }
    let failed = checks.iter().filter(|c| c.problem.is_some()).count();
    output::print(&format!("{} passed, {failed} failed\n", checks.len() - failed))?;
    let agrees = (args.random == 0 || random(args)?) & (args.solver == 0 || solver(args)?);
    Ok(if failed == 0 && agrees { 0 } else { INTERNAL })
}

/// The differential net on random programs.
fn random(args: &SelfcheckArgs) -> Result<bool> {
    let since = Instant::now();
    let next = AtomicU64::new(0);
    let tally = Mutex::new(Tally::default());
    let jmm_tally = Mutex::new(JmmTally::default());
    let mismatches: Mutex<Vec<Mismatch>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..args.workers {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= args.random || mismatches.lock().is_ok_and(|m| m.len() >= 5) {
                        return;
                    }
                    match check_seed(args.seed.wrapping_add(n)) {
                        Ok(one) => tally.lock().expect("no panic under the lock").add(one),
                        Err(mismatch) => mismatches.lock().expect("no panic under the lock").push(*mismatch),
                    }
                    if n.is_multiple_of(BRUTE_FORCE_EVERY) {
                        match differential_jmm::check_seed(args.seed.wrapping_add(n / BRUTE_FORCE_EVERY)) {
                            Ok(one) => jmm_tally.lock().expect("no panic under the lock").add(one),
                            Err(mismatch) => {
                                mismatches.lock().expect("no panic under the lock").push(*mismatch)
                            }
                        }
                    }
                    if (n + 1).is_multiple_of(PROGRESS_EVERY) {
                        progress(n + 1, args.random, since);
                    }
                }
            });
        }
    });
    clear_progress(args.random);
    let tally = *tally.lock().expect("the workers have ended");
    let mut mismatches = mismatches.into_inner().expect("the workers have ended");
    mismatches.sort_by_key(|m| m.seed);
    for mismatch in &mismatches {
        output::print(&format!(
            "MISMATCH seed {}: {}\n{}\n",
            mismatch.seed, mismatch.what, mismatch.program
        ))?;
    }
    output::print(&format!(
        "{} random programs from seed {} ({} racy, {} outcomes, {} graphs, {} candidates, {} closures, {} programs with final fields, {} comparisons skipped as too \
         large): {} mismatches, {:.0} s\n",
        tally.programs,
        args.seed,
        tally.racy,
        tally.outcomes,
        tally.graphs,
        tally.candidates,
        tally.closures,
        tally.objects,
        tally.skipped,
        mismatches.len(),
        since.elapsed().as_secs_f64()
    ))?;
    let jmm = *jmm_tally.lock().expect("the workers have ended");
    output::print(&format!(
        "{} tiny programs by brute force over the Java memory model ({} executions outside opmm, {} verdicts, {} of them illegal, {} programs skipped as too large)\n",
        jmm.programs, jmm.gap, jmm.verdicts, jmm.illegal, jmm.skipped
    ))?;
    Ok(mismatches.is_empty())
}

/// The solver on tiny random programs.
fn solver(args: &SelfcheckArgs) -> Result<bool> {
    let since = Instant::now();
    let next = AtomicU64::new(0);
    let found: Mutex<(SatTally, Vec<Mismatch>)> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..args.workers {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= args.solver || found.lock().is_ok_and(|found| found.1.len() >= 5) {
                        return;
                    }
                    let checked = differential_sat::check_seed(args.seed.wrapping_add(n));
                    let mut found = found.lock().expect("no panic under the lock");
                    match checked {
                        Ok(one) => found.0.add(one),
                        Err(mismatch) => found.1.push(*mismatch),
                    }
                    drop(found);
                    if (n + 1).is_multiple_of(PROGRESS_EVERY) {
                        progress(n + 1, args.solver, since);
                    }
                }
            });
        }
    });
    clear_progress(args.solver);
    let (sat, mut mismatches) = found.into_inner().expect("the workers have ended");
    mismatches.sort_by_key(|m| m.seed);
    for Mismatch { seed, what, program } in &mismatches {
        output::print(&format!("MISMATCH seed {seed}: {what}\n{program}\n"))?;
    }
    output::print(&format!(
        "{} tiny programs by the solver from seed {} ({} outcomes, {} of them impossible; {} commit sequences checked; {} certificates judged by axioms, {} of them refused; skipped: {} comparisons as too large, {} with values without bound, {} outcomes by values that justify themselves, {} by chains of final fields): {} mismatches, {:.0} s\n",
        sat.programs,
        args.seed,
        sat.outcomes,
        sat.impossible,
        sat.certified,
        sat.certificates,
        sat.refused,
        sat.skipped,
        sat.endless,
        sat.computed,
        sat.open,
        mismatches.len(),
        since.elapsed().as_secs_f64()
    ))?;
    Ok(mismatches.is_empty())
}

fn progress(done: u64, all: u64, since: Instant) {
    if std::io::stderr().is_terminal() {
        let rate = done as f64 / since.elapsed().as_secs_f64();
        let left = (all - done) as f64 / rate;
        let _ = write!(std::io::stderr(), "\r\x1b[K{done} of {all} programs, {rate:.0}/s, {left:.0} s left");
    }
}

/// Takes the progress line away, if there was one.
fn clear_progress(all: u64) {
    if all >= PROGRESS_EVERY && std::io::stderr().is_terminal() {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}
