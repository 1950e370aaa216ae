//! A few thousand random programs through the differential tests. `cargo xtask differential --count 1000000`
//! runs a million.

use differential::engines::{Tally, check_seed};

#[test]
fn everything_that_claims_the_same_set_computes_the_same_set() {
    let halves = std::thread::scope(|scope| {
        let half = |start: u64| {
            scope.spawn(move || {
                let mut tally = Tally::default();
                for seed in start..start + 600 {
                    match check_seed(seed) {
                        Ok(one) => tally.add(one),
                        Err(m) => panic!("seed {}: {}\n{}", m.seed, m.what, m.program),
                    }
                }
                tally
            })
        };
        [half(7_000_000), half(8_000_000)].map(|h| h.join().expect("no mismatch"))
    });
    let mut tally = halves[0];
    tally.add(halves[1]);
    // There must have been something to compare.
    assert_eq!(tally.programs, 1200);
    assert!(tally.racy > 400 && tally.programs - tally.racy > 200, "{tally:?}");
    assert!(tally.graphs > 20_000 && tally.candidates > 6_000, "{tally:?}");
    assert!(tally.outcomes > 8_000 && tally.skipped < 3 * tally.programs, "{tally:?}");
}
