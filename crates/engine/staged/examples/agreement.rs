//! `cargo run --release -p staged --example agreement -- COUNT [SEED]`: random programs on which rules,
//! operational models and axioms must agree, and every optimisation on and off.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it tells its result")]

#[path = "../tests/all/agreement.rs"]
mod agreement;
#[path = "../tests/all/relational.rs"]
mod relational;

use agreement::{StagesTally, check_seed};

fn main() -> std::process::ExitCode {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (count, seed) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let (mut tally, mut mismatches) = (StagesTally::default(), 0);
    for n in 0..count {
        if n > 0 && n.is_multiple_of(1000) {
            eprintln!("{n}: {tally:?}");
        }
        match check_seed(seed.wrapping_add(n)) {
            Ok(one) => tally.add(one),
            Err(it) => {
                mismatches += 1;
                println!("seed {}: {}\n{}", it.seed, it.what, it.program);
                if mismatches == 5 {
                    break;
                }
            }
        }
    }
    println!("{tally:?}: {mismatches} mismatches");
    std::process::ExitCode::from(u8::from(mismatches > 0))
}
