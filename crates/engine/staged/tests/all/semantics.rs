//! Verdicts and outcomes of small programs that are easy to get wrong; with optimisations on and off.

use explore::{Config, Progress, search};
use ordering::Rules;
use staged::{Staged, Switches};
use std::collections::BTreeSet;

/// Whether some claim is violated, and the outcomes, with all optimisations.
fn run(program: &str, rules: &Rules, switches: Switches) -> (bool, BTreeSet<String>) {
    let program = stages::parse("p.stages", program).unwrap_or_else(|error| panic!("{error}"));
    let system = Staged::new(&program, rules, switches, None).expect("it is small");
    let report = search(&system, &Config::default(), &Progress::default());
    assert!(report.incomplete.is_empty() && !system.is_window_full(), "{}", program.name);
    (!report.findings.is_empty(), report.outcomes.iter().map(|outcome| outcome.render()).collect())
}

/// The same however the search is done.
fn is_violated(program: &str, rules: &str) -> bool {
    let rules = ordering::shipped(rules).expect("it is shipped");
    let on = Switches::default();
    let (violated, outcomes) = run(program, &rules, on);
    for switches in [
        Switches { pi: false, ..on },
        Switches { por: false, ..on },
        Switches { rc: false, ..on },
        Switches { guards: false, ..on },
        Switches { pi: false, por: false, ..on },
    ] {
        assert_eq!((violated, outcomes.clone()), run(program, &rules, switches), "{program}: {switches:?}");
    }
    violated
}

/// A register shows what the newest executed instruction put there, not what one that was only fetched will.
#[test]
fn claims_about_all_states_see_registers_between_two_assignments() {
    assert!(is_violated("process P { r = 1; r = 2; } always r != 1;", "sc"));
    assert!(is_violated("init x = 7; process P { r = 1; r = x; s = r; } always r != 1;", "tso"));
    assert!(!is_violated("process P { r = 1; r = 2; } always r != 3;", "base"));
    // Out of order, the older value never shows after the newer one.
    assert!(!is_violated("process P { r = 1; r = 2; q = 1; } final r == 2;", "base"));
    assert!(is_violated(
        "init x = 0; process P { r = x; if (r == 0) r = 5; } process Q { x = 1; } always P:r < 5;",
        "sc"
    ));
}

/// Memories may differ in the end: a location is shown as each process finds it.
#[test]
fn outcomes_show_the_memory_of_every_process() {
    let program = "init x = 0; process P { x = 1; } process Q { x = 2; } observe x;";
    for (rules, expected) in [("sc", 2), ("pram", 2)] {
        let rules = ordering::shipped(rules).expect("it is shipped");
        assert_eq!(run(program, &rules, Switches::default()).1.len(), expected);
    }
    let program = "init x = 0; process P { x = 1; x = 2; } process Q { y = 0; } observe x;";
    let upc = ordering::shipped("upc").expect("it is shipped");
    assert_eq!(run(program, &upc, Switches::default()).1.len(), 2, "others may see the first store last");
}

#[test]
fn a_rule_that_is_false_allows_nothing() {
    let program = stages::parse("p.stages", "init x = 0; process P { x = 1; } process Q { } final x == 1;");
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    for text in
        ["rule none: false", "rule none: forall process p q . p = q", "rule none: forall store i . false"]
    {
        let rules = Rules::load("m.rules", text, &|_| Ok(None)).unwrap_or_else(|error| panic!("{error}"));
        for guards in [true, false] {
            let switches = Switches { guards, ..Switches::default() };
            let system = Staged::new(&program, &rules, switches, None).expect("it is small");
            let report = search(&system, &Config::default(), &Progress::default());
            assert_eq!(report.stats.finished, 0, "{text}");
            assert!(system.outcomes_by_solver().is_none_or(|outcomes| outcomes.is_empty()), "{text}");
        }
    }
}

/// Loops in which nothing happens that matters to anyone end as all others: when states repeat.
#[test]
fn idle_loops_are_searched_to_the_end() {
    for program in [
        "init x = 0; process P { L: Jump L; } final x == 0;",
        "init x = 0; process P { while (1) { r = 1 - r; } } process Q { x = 1; } final x == 0;",
        "init x = 0, f = 0; process P { while (f == 0) {} } process Q { x = 1; } final x == 0;",
    ] {
        for (rules, por) in [("sc", true), ("sc", false), ("base", true)] {
            let rules = ordering::shipped(rules).expect("it is shipped");
            let switches = Switches { por, ..Switches::default() };
            assert!(!run(program, &rules, switches).0, "{program}: nothing finishes");
        }
    }
    let sc = ordering::shipped("sc").expect("it is shipped");
    let long = "process P { r = 0; while (r < 3000) { r = r + 1; } } final r < 3000;";
    assert!(run(long, &sc, Switches::default()).0);
}

/// Without loops, each instruction of a process may be in flight at once, up to a number.
#[test]
fn long_processes_are_searched_to_the_end() {
    let base = ordering::shipped("base").expect("it is shipped");
    for (count, is_whole) in [(65, true), (200, true), (300, false)] {
        let moves: String = (1..count).map(|n| format!("r{n} = {n};")).collect();
        let text =
            format!("init x = 0; process P {{ r0 = x; {moves} }} process Q {{ x = 1; }} final r0 < 2;");
        let program = stages::parse("p.stages", &text).unwrap_or_else(|error| panic!("{error}"));
        // With the order kept, nothing is forgotten, and so nothing leaves the window.
        for rc in [true, false] {
            let system = Staged::new(&program, &base, Switches { rc, ..Switches::default() }, None);
            let system = system.expect("it is small");
            let report = search(&system, &Config::default(), &Progress::default());
            assert!(report.incomplete.is_empty() && report.findings.is_empty(), "{count}");
            assert!(system.is_window_full() || is_whole || rc, "{count}");
            assert!(!(system.is_window_full() && is_whole), "{count}");
        }
    }
}

/// Executions that break a rule are none, even where they are followed to their end.
#[test]
fn states_of_executions_that_break_rules_violate_nothing() {
    let text = "init x = 0, y = 0; process P { x = 1; y = 1; } process Q { r = y; } always x == 1 || y == 0;";
    let program = stages::parse("p.stages", text).unwrap_or_else(|error| panic!("{error}"));
    let tso = ordering::shipped("tso").expect("it is shipped");
    for (guards, por) in [(true, true), (false, true), (false, false)] {
        let switches = Switches { guards, por, ..Switches::default() };
        let system = Staged::new(&program, &tso, switches, None).expect("it is small");
        let report = search(&system, &Config::default(), &Progress::default());
        assert!(report.findings.is_empty() && !system.was_violated_midway(), "{switches:?}");
    }
}

/// More combinations than can be grounded are refused at once.
#[test]
fn rules_with_too_many_cases_are_refused() {
    let text = "rule a: forall store i, store j, store k, process p q r s t . \
                refl(i -> p) < refl(j -> q) => refl(k -> r) < refl(i -> s) or p = t";
    let rules = Rules::load("m.rules", text, &|_| Ok(None)).unwrap_or_else(|error| panic!("{error}"));
    let processes: Vec<String> =
        (0..12).map(|p| format!("process P{p} {{ x = 1; x = 2; x = 3; x = 4; }}")).collect();
    let text = format!("init x = 0; {} final x > 0;", processes.join(" "));
    let program = stages::parse("p.stages", &text).unwrap_or_else(|error| panic!("{error}"));
    assert!(Staged::new(&program, &rules, Switches::default(), None).is_err());
}

/// The cookbook's table has a row and a column for monitors.
#[test]
fn volatile_accesses_and_monitors_stay_in_order_under_the_cookbook() {
    let program = "init x = 0, y = 0, m = 0, n = 0;
        process P { @volatile x = 1; lock(m); r1 = y; unlock(m); }
        process Q { @volatile y = 1; lock(n); r2 = x; unlock(n); }
        never r1 == 0 && r2 == 0;";
    let cookbook = ordering::shipped("cookbook").expect("it is shipped");
    assert!(!run(program, &cookbook, Switches::default()).0);
    // Normal accesses may move into a monitor.
    assert!(run(&program.replace("@volatile ", ""), &cookbook, Switches::default()).0);
}
