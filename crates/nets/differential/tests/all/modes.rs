//! A few of the random programs with access modes; `examples/modes.rs` runs any number.

use differential::modes::check_seed;

/// The store of access modes shows what its axioms allow, on random programs; where its search without races
/// is complete, that shows the same.
#[test]
fn the_store_of_access_modes_is_its_axioms() {
    let (mut programs, mut ordered, mut open) = (0, 0, 0);
    for seed in 0..250 {
        let tally = check_seed(seed).unwrap_or_else(|m| panic!("seed {}: {}\n{}", m.seed, m.what, m.program));
        programs += tally.programs;
        ordered += tally.ordered;
        open += tally.open;
    }
    assert!(programs > 200 && ordered > 30 && open > 30, "{programs} {ordered} {open}");
}
