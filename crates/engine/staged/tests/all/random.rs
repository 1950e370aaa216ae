//! A few random programs; `cargo run --release -p staged --example agreement -- 20000` runs many.

use crate::agreement::{StagesTally, check_seed};

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
    let compared = (tally.outcomes > 150, tally.axioms > 20, tally.solved > 3, tally.switched > 40);
    assert_eq!(compared, (true, true, true, true), "{tally:?}");
}
