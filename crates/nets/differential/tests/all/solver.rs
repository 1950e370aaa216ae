//! The solver against exact legality and the evaluation of model files.

use differential::solver::{FILES_EVERY, SatTally, check, check_legality, check_seed};

/// The long run is `cargo xtask differential --solver N`.
#[test]
fn sat_agrees_with_legality_and_with_the_evaluation_of_files() {
    let mut tally = SatTally::default();
    for seed in 0..200 {
        match check_seed(seed) {
            Ok(one) => tally.add(one),
            Err(mismatch) => panic!("seed {seed}: {}\n{}", mismatch.what, mismatch.program),
        }
    }
    assert!(tally.impossible > 100 && tally.outcomes - tally.impossible > 100, "{tally:?}");
    assert!(tally.refused > 80 && tally.certificates - tally.refused > 60, "{tally:?}");
}

/// Objects with final and plain fields, published by races and through volatile variables, leaked and
/// forwarded.
#[test]
fn sat_agrees_with_legality_about_final_fields() {
    let mut tally = SatTally::default();
    for seed in (0..2_000).filter(|seed| matches!(seed % 20, 1 | 4 | 9 | 16)).take(160) {
        match check_seed(seed) {
            Ok(one) => tally.add(one),
            Err(mismatch) => panic!("seed {seed}: {}\n{}", mismatch.what, mismatch.program),
        }
    }
    assert!(tally.impossible > 400 && tally.outcomes - tally.impossible > 1_000, "{tally:?}");
    assert!(tally.certified > 1_000 && tally.open * 10 < tally.outcomes, "{tally:?}");
}

/// Checks a program under the rules of the JMM and all files.
fn agrees(source: &str) -> SatTally {
    let test = litmus::parse("t", source).unwrap_or_else(|e| panic!("{source}: {e}"));
    let mut tally = SatTally::default();
    for turn in 0..FILES_EVERY {
        tally.add(check(&test, turn).unwrap_or_else(|what| panic!("{what}\n{source}")));
    }
    tally
}

/// An update is a read and a write: a read that sees it can be committed only after it, and it only after
/// what it sees.
#[test]
fn sat_commits_chains_of_updates() {
    let updates = [
        "getAndAdd(1)",
        "getAndSet(2)",
        "compareAndSet(1, 2)",
        "compareAndExchange(0, 2)",
        "weakCompareAndSet(1, 2)",
    ];
    let seen = |update| {
        format!(
            "Java t {{ volatile int v = 0; }} Thread0 {{ v = 1; }} Thread1 {{ int r = v; }} \
             Thread2 {{ int r = v.{update}; }} locations [1:r; 2:r; v;]"
        )
    };
    let chain = "Java t { volatile int v = 0; } Thread0 { v = 1; int r = v.getAndAdd(1); } \
                 Thread1 { int r = v.getAndAdd(1); int s = v; } locations [0:r; 1:r; 1:s;]";
    // Together with racy reads that are committed before.
    let racy = "Java t { volatile int v = 0; x = 0; y = 0; } Thread0 { int r = x; y = r; int s = v.getAndSet(r); } \
                Thread1 { int r = y; x = 1; int s = v.getAndAdd(2); } locations [0:r; 1:r; 0:s; 1:s;]";
    for source in updates.map(seen).into_iter().chain([chain, racy].map(str::to_owned)) {
        let program = litmus::load("t", &source).unwrap_or_else(|e| panic!("{source}: {e}"));
        let mut tally = SatTally::default();
        check_legality(&program, 0, &mut tally).unwrap_or_else(|what| panic!("{what}\n{source}"));
        assert!(tally.outcomes >= 4 * 4 && tally.skipped == 0, "{source}: {tally:?}");
    }
}

/// The modes of an update, on variables of both kinds; the JLS does not define most of them, so the files
/// are compared.
#[test]
fn sat_agrees_on_updates_of_all_modes() {
    let updates = [
        "getAndAddAcquire(1)",
        "getAndSetRelease(2)",
        "compareAndExchangeAcquire(1, 2)",
        "weakCompareAndSetPlain(1, 2)",
        "weakCompareAndSetRelease(1, 2)",
        "getAndAdd(1)",
        "compareAndSet(1, 2)",
    ];
    for (i, update) in updates.into_iter().enumerate() {
        let declared = if i % 2 == 0 { "int" } else { "volatile int" };
        let source = format!(
            "Java t {{ {declared} v = 0; }} Thread0 {{ v = 1; }} Thread1 {{ int r = v; }} \
             Thread2 {{ int r = v.{update}; }} locations [1:r; 2:r; v;]"
        );
        let test = litmus::parse("t", &source).unwrap_or_else(|e| panic!("{source}: {e}"));
        // Each with other files: all combinations would take too long.
        let tally = check(&test, i as u64).unwrap_or_else(|what| panic!("{what}\n{source}"));
        assert!(tally.outcomes > 8, "{update}: {tally:?}");
    }
}

/// A thread that does not end yet may write a value that lets another thread write the value that ends
/// it.
#[test]
fn sat_agrees_where_a_loop_ends_by_what_it_wrote() {
    let source = "Java t { x = 0; volatile int v = 0; } Thread0 { int r = x; v = r; } \
                  Thread1 { int r; while (v == 0) { r = x.getAndSet(1); } } locations [1:r;]";
    assert!(agrees(source).outcomes > 4);
}

/// By occurrence an output is the n-th of its thread, whatever the earlier ones show.
#[test]
fn sat_counts_outputs_of_all_texts() {
    let source = "Java t { x = 0; y = 0; } Thread0 { int r = x; y = r; } \
                  Thread1 { int r = y; int s = 0; if (r == 1) { print(r); } print(s); x = 1; } locations [1:r;]";
    assert!(agrees(source).impossible > 0);
}

/// Values that grow forever, and values that justify themselves through a computation, are given up and
/// counted.
#[test]
fn what_neither_side_can_list_is_counted() {
    let endless = "Java t { x = 0; } Thread0 { int r = x; x = r; } Thread1 { int r = x.getAndAdd(1); x = r; } \
                   locations [1:r;]";
    assert!(agrees(endless).endless > 0);
    let computed = "Java t { x = 0; y = 0; } Thread0 { int r = x; int s = y.getAndAdd(1); y = r; } \
                    Thread1 { int r = y; x = r; } locations [y;]";
    assert!(agrees(computed).computed > 0);
}
