//! Compares `thinair run` with `java` on random programs.
//!
//! `cargo xtask java-random` compares any number, and explains what to do about a mismatch; see
//! `docs/TESTING.md`. Here a fixed few hundred are compared, on the oldest JDK found.

use std::path::Path;
use testkit::compare::{Compared, Mismatch, Sides};
use testkit::jdk;

/// The number of programs, and of batches: one per worker.
const PROGRAMS: u64 = 200;
const BATCHES: usize = 2;

#[test]
fn random_programs_do_what_java_does() {
    let jdks = jdk::to_test_with();
    let jdk = jdks.first().unwrap_or_else(|| panic!("{}", jdk::ADVICE));
    let sides = Sides { jdk, thinair: Path::new(env!("CARGO_BIN_EXE_thinair")) };
    let seeds: Vec<u64> = (1..=PROGRAMS).collect();
    let batches: Vec<&[u64]> = seeds.chunks(seeds.len() / BATCHES).collect();
    let results = testkit::in_parallel(&batches, |seeds| testkit::compare::batch(&sides, seeds));
    let compared: Vec<Compared> =
        results.into_iter().map(|result| result.unwrap_or_else(|e| panic!("{e}"))).collect();
    assert!(
        compared.iter().all(|batch| batch.crashed_javac.is_empty()),
        "these programs are known to compile"
    );
    let found: Vec<Mismatch> = compared.into_iter().flat_map(|batch| batch.mismatches).collect();
    let tell = |m: &Mismatch| format!("seed {}: {}\n{}", m.seed, m.what, m.source);
    let told: Vec<String> = found.iter().map(tell).collect();
    assert!(found.is_empty(), "{} of {PROGRAMS} programs differ:\n{}", found.len(), told.join("\n"));
}
