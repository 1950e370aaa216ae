//! Random tiny programs: the closure and exact legality compared with brute force over the definition. `cargo
//! xtask differential` runs more.

use differential::jmm::{JmmTally, check, check_seed};

#[test]
fn exact_legality_is_what_brute_force_finds() {
    let halves = std::thread::scope(|scope| {
        let half = |start: u64| {
            scope.spawn(move || {
                let mut tally = JmmTally::default();
                for seed in start..start + 1000 {
                    match check_seed(seed) {
                        Ok(one) => tally.add(one),
                        Err(m) => panic!("seed {}: {}\n{}", m.seed, m.what, m.program),
                    }
                }
                tally
            })
        };
        [half(3_000_000), half(4_000_000)].map(|h| h.join().expect("no mismatch"))
    });
    let mut tally = halves[0];
    tally.add(halves[1]);
    // There must have been something to compare, in every category.
    assert_eq!(tally.programs, 2000);
    assert!(tally.skipped < 400 && tally.open == 0, "{tally:?}");
    assert!(tally.gap > 5000 && tally.outside > 50 && tally.race_free > 50, "{tally:?}");
    assert!(tally.verdicts > 60_000 && tally.illegal > 1000, "{tally:?}");
}

fn agrees(text: &str) {
    let test = litmus::parse("t", text).unwrap_or_else(|e| panic!("{e}"));
    let tally = check(&test).unwrap_or_else(|what| panic!("{what}\n{text}"));
    assert_eq!((tally.skipped, tally.open), (0, 0), "{text}");
}

/// Random programs are too small to cover this: rule 8 with synchronisation that has another number in E than
/// in E_i.
#[test]
fn rule_8_finds_synchronisation_again_whatever_else_the_thread_does() {
    // The lock of n is the second lock of its thread in E_1 and the first in E.
    agrees(
        "Java t { x = 0; z = 0; monitor m; monitor n; } \
         Thread0 { int r = x; if (r == 0) { synchronized (m) { } } synchronized (n) { } z = 1; } \
         Thread1 { synchronized (n) { } int q = z; x = q; } exists (0:r=1)",
    );
    // The read of v that matters is the second in E_1 and the first in E: they are the same action by free
    // identity only.
    agrees(
        "Java t { x = 0; z = 0; volatile v = 0; } \
         Thread0 { int r = x; int a = 0; if (r == 0) { a = v; } int b = v; if (a == 0) { if (b == 1) { z = 1; } } } \
         Thread1 { v = 1; int q = z; x = q; } exists (0:r=1)",
    );
}
