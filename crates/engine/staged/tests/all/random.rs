//! A few random programs; `cargo run --release -p staged --example agreement -- 20000` runs many.

use crate::agreement::{StagesTally, check_seed};

#[test]
fn rules_operational_models_and_axioms_agree_and_so_do_all_optimisations() {
    let mut tally = StagesTally::default();
    for seed in 4_000_000..4_000_150 {
        match check_seed(seed) {
            Ok(one) => tally.add(one),
            Err(it) => panic!("seed {}: {}\n{}", it.seed, it.what, it.program),
        }
    }
    // There must have been something to compare.
    assert!(tally.outcomes > 1000 && tally.axioms > 50 && tally.switched > 1000, "{tally:?}");
}
