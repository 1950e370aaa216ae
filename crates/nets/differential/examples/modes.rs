//! Random programs with access modes: `cargo run --release -p differential --example modes -- COUNT SEED`.

use differential::modes::{ModesTally, check_seed};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1).filter_map(|a| a.parse::<u64>().ok());
    let (count, first) = (arguments.next().unwrap_or(1000), arguments.next().unwrap_or(0));
    let (mut all, mut out) = (ModesTally::default(), std::io::stdout().lock());
    let mut wrong = 0;
    for seed in first..first + count {
        match check_seed(seed) {
            Ok(one) => {
                all.programs += one.programs;
                all.skipped += one.skipped;
                all.candidates += one.candidates;
                all.outcomes += one.outcomes;
                all.ordered += one.ordered;
                all.open += one.open;
            }
            Err(mismatch) => {
                wrong += 1;
                writeln!(out, "seed {}: {}\n{}", mismatch.seed, mismatch.what, mismatch.program)?;
                if wrong >= 3 {
                    break;
                }
            }
        }
    }
    writeln!(out, "{all:?}, {wrong} mismatches")
}
