//! A few random programs; `cargo run --release -p staged --example agreement -- 20000` runs many.

use crate::agreement::{StagesTally, check_seed};
use crate::random_rules::{RulesTally, check_rules_seed};

#[test]
fn rules_operational_models_and_axioms_agree_and_so_do_all_optimisations() {
    let mut tally = StagesTally::default();
    for seed in 4_000_000..4_000_040 {
        match check_seed(seed) {
            Ok(one) => tally.add(one),
            Err(it) => panic!("seed {}: {}\n{}", it.seed, it.what, it.program),
        }
    }
    // There must have been something to compare.
    let compared = (tally.outcomes > 150, tally.axioms > 20, tally.solved > 3, tally.switched > 20);
    assert_eq!(compared, (true, true, true, true), "{tally:?}");
}

/// The same with `--example random_rules -- 20000`.
#[test]
fn random_rules_mean_what_they_say() {
    let mut tally = RulesTally::default();
    for seed in 0..60 {
        match check_rules_seed(seed) {
            Ok(one) => tally.add(one),
            Err(what) => panic!("{what}"),
        }
    }
    let compared = (tally.compared > 15, tally.telling > 0, tally.observed > 2, tally.solved > 5);
    assert_eq!(compared, (true, true, true, true), "{tally:?}");
}
