//! Depth first does not get lost in loops that count without end.

use explore::{Config, Finding, Order, Product, Progress, Reduction, Report, SearchLimits, search};
use litmus::Program;
use operational::SequentialConsistency;

fn searched(text: &str, order: Order, states: u64) -> Report {
    let program: Program =
        litmus::load("t", &format!("Java t\n{text}")).unwrap_or_else(|e| panic!("{e}: {text}"));
    let limits = SearchLimits { states: Some(states), ..SearchLimits::default() };
    let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
    search(&system, &Config { limits, order, ..Config::default() }, &Progress::default())
}

/// A failure that every finished execution has is found, though most paths never get there.
#[test]
fn a_failure_behind_endless_loops_is_found() {
    let loops = [
        // The loop comes first in the order of the search, and counts where others can see it.
        "{ volatile int n = 0; volatile int stop = 0; } Thread0 { while (stop == 0) n++; assert false; } Thread1 { stop = 1; }",
        "{ volatile int n = 0; volatile int m = 0; volatile int stop = 0; } Thread0 { while (stop == 0) n++; } Thread1 { while (stop == 0) m++; } Thread2 { stop = 1; assert false; }",
        "{ volatile int n = 0; volatile int s = 0; } Thread0 { while (s < 3) n++; assert false; } Thread1 { s = 1; s = 2; s = 3; }",
    ];
    for text in loops {
        let report = searched(text, Order::Dfs, 40_000);
        let fails = |f: &Finding| matches!(f, Finding::Failure { .. });
        assert!(report.findings.iter().any(fails), "{text}: {:?}", report.incomplete);
    }
}

/// The order of the search does not change the answer: a loop of six hundred rounds has longer paths than
/// those at which the order changes.
#[test]
fn long_paths_are_all_followed() {
    let text = "{ volatile int n = 0; } Thread0 { int i = 0; while (i < 600) { i = i + 1; n = i; } } Thread1 { int r = n; } locations [1:r]";
    let (depth, breadth) = (searched(text, Order::Dfs, 1_000_000), searched(text, Order::Bfs, 1_000_000));
    assert!(depth.incomplete.is_empty());
    assert_eq!(depth.outcomes.len(), 601);
    assert_eq!((depth.stats.states, depth.outcomes), (breadth.stats.states, breadth.outcomes));
    assert!(depth.stats.max_depth > 500, "{:?}", depth.stats);
}

/// What lies at the end of a long path is found soon, too: the states near to the root do not come first.
#[test]
fn the_end_of_a_long_path_is_reached_soon() {
    let text = "{ volatile int n = 0; volatile int m = 0; } Thread0 { int i = 0; while (i < 2000) { i = i + 1; n = i; } assert false; } Thread1 { int j = 0; while (j < 2000) { j = j + 1; m = j; } int r = n; } Thread2 { int r = m; }";
    let report = searched(text, Order::Dfs, 20_000);
    assert!(report.findings.iter().any(|f| matches!(f, Finding::Failure { .. })), "{:?}", report.stats);
}
