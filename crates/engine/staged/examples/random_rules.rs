//! `cargo run --release -p staged --example random_rules -- COUNT [SEED]`: random rules on random programs,
//! under which the engine must have the outcomes that follow from the definition.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it tells its result")]

#[path = "../tests/all/naive.rs"]
mod naive;
#[path = "../tests/all/random_rules.rs"]
mod random_rules;

use random_rules::{RulesTally, check_rules_seed};

fn main() -> std::process::ExitCode {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse::<u64>().ok());
    let (count, seed) = (numbers.next().unwrap_or(1000), numbers.next().unwrap_or(0));
    let (mut tally, mut mismatches) = (RulesTally::default(), 0);
    for n in 0..count {
        if n > 0 && n.is_multiple_of(1000) {
            eprintln!("{n}: {tally:?}");
        }
        match check_rules_seed(seed.wrapping_add(n)) {
            Ok(one) => tally.add(one),
            Err(what) => {
                mismatches += 1;
                println!("{what}");
                if mismatches == 5 {
                    break;
                }
            }
        }
    }
    println!("{tally:?}: {mismatches} mismatches");
    std::process::ExitCode::from(u8::from(mismatches > 0))
}
