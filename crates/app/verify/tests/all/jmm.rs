//! The Java memory model by the sandwich: published verdicts, inclusions, certificates.

use event::{Outcome, RuleSet};
use explore::{Config, Product, Progress, Reduction, search};
use legality::{Identity, Justification, LegalityLimits, closure, justify};
use litmus::{Program, Rng, Shape, generate};
use operational::{KnownMasked, SequentialConsistency, StoreBuffers};
use std::collections::BTreeSet;
use std::sync::Arc;
use verify::Observation::{self, Never, Sometimes};
use verify::{Decision, LegalityRun, Model, Options, find_races, run, run_legality};

fn corpus(name: &str) -> Program {
    let path = format!("{}/../../../tests/litmus/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    litmus::load(name, &text).unwrap_or_else(|e| panic!("{e}"))
}

fn observe(program: &Program, model: Model) -> Observation {
    let races = find_races(program, &Options::default(), &Progress::default());
    let result = run(program, model, &races, &Options::default(), &Arc::default());
    assert!(result.complete, "{}: {:?}", program.name(), result.verdict);
    result.observation(program).expect("a condition").0
}

/// MemSAT (PLDI 2010), Table 2, columns "found"; 9a is found by no rule set.
#[test]
fn causality_tests_as_memsat_found_them() {
    for n in 1..=20 {
        let program = corpus(&format!("causality/tc{n}"));
        let original = if [4, 5, 10, 12, 13, 14, 15, 19, 20].contains(&n) { Never } else { Sometimes };
        let revised = if [4, 5, 10, 12, 13, 14, 15].contains(&n) { Never } else { Sometimes };
        assert_eq!(observe(&program, Model::Jmm), original, "tc{n} original");
        assert_eq!(observe(&program, Model::JmmRevised), revised, "tc{n} revised");
    }
    for test in ["tc18a", "tc18b", "tc18c", "memsat-00", "memsat-21", "memsat-22", "memsat-23", "memsat-24"] {
        let program = corpus(&format!("causality/{test}"));
        assert_eq!(
            (observe(&program, Model::Jmm), observe(&program, Model::JmmRevised)),
            (Sometimes, Sometimes),
            "{test}"
        );
    }
    for test in ["memsat-25", "memsat-26"] {
        assert_eq!(observe(&corpus(&format!("causality/{test}")), Model::Jmm), Sometimes, "{test}");
    }
    assert_eq!(observe(&corpus("causality/tc9a"), Model::Jmm), Never);
}

/// Ševčík and Aspinall's transformations: forbidden before, allowed after; the revised rules allow T5, as
/// MemSAT found.
#[test]
fn program_transformations_as_memsat_found_them() {
    for n in 1..=5 {
        let (before, after) =
            (corpus(&format!("transforms/t{n}")), corpus(&format!("transforms/t{n}-transformed")));
        assert_eq!(observe(&before, Model::Jmm), Never, "t{n}");
        assert_eq!(
            observe(&before, Model::JmmRevised),
            if n == 5 { Sometimes } else { Never },
            "t{n} revised"
        );
        assert_eq!(
            (observe(&after, Model::Jmm), observe(&after, Model::JmmRevised)),
            (Sometimes, Sometimes),
            "t{n} after"
        );
    }
}

fn load(text: &str) -> Program {
    litmus::load("t", text).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn pitfalls_of_the_exact_model() {
    let legal = |text: &str| observe(&load(text), Model::Jmm) == Sometimes;
    let closed = |text: &str| observe(&load(text), Model::Rpc) == Sometimes;
    // 11: a cycle through the synchronisation order is not illegal; with monitors, happens-before forbids it.
    assert!(legal(
        "Java p { y = 0; volatile v = 0; } Thread0 { int r1 = y; int r2 = v; } Thread1 { v = 1; y = 1; } exists (0:r1=1 /\\ 0:r2=0)"
    ));
    assert!(!legal(
        "Java p { x = 0; y = 0; monitor m; } Thread0 { int r1 = y; int r2 = 0; synchronized (m) { r2 = x; } } \
        Thread1 { synchronized (m) { x = 1; } y = 1; } exists (0:r1=1 /\\ 0:r2=0)"
    ));
    // 29 (J6): dead-store elimination.
    assert!(legal(
        "Java p { x = 0; y = 0; } Thread0 { int r0 = x; y = r0; } Thread1 { int r1 = y; if (r1 == 1) x = 2; x = 1; } exists (0:r0=1 /\\ 1:r1=1)"
    ));
    // 28 (J2): the closure terminates although values feed on each other.
    let j2 = "Java p { x = 0; y = 0; } Thread0 { int r1 = x; int r4 = x; if (r1 == r4) y = r1 + 1; } \
        Thread1 { int r2 = y; int r3 = y; if (r2 == r3) x = r2; } exists (1:r2=1)";
    assert!(closed(j2));
    // 31: race free, so a value guessed by location only must not come out of thin air.
    let drf = "Java p { volatile v = 0; volatile u = 0; a = 0; b = 0; } Thread0 { v = 1; } \
        Thread1 { int m = v; int r1 = 0; if (m == 1) { b = 1; u = 1; } else { u = 2; r1 = a; if (r1 == 1) b = 1; } } \
        Thread2 { int ru = u; int r3 = 0; if (ru != 0) { r3 = b; if (r3 == 1) a = 1; } } exists (1:r1=1 /\\ 2:ru=2)";
    assert!(!closed(drf) && !legal(drf));
    // 32: committing greedily fails; a legal order exists.
    assert!(legal(
        "Java p { A = 0; B = 0; C = 0; y = 0; } Thread0 { int a = A; if (a == 1) C = 1; int b = B; if (a == b) y = 1; } \
        Thread1 { A = 1; } Thread2 { int c = C; if (c == 1) B = 1; } Thread3 { int q = y; } exists (0:a=1 /\\ 0:b=1 /\\ 2:c=1 /\\ 3:q=1)"
    ));
    // 38: the writer of a value belongs to the race pair.
    assert!(!closed(
        "Java p { x = 0; y = 0; } Thread0 { int r0 = y; y = r0; x = r0; } Thread1 { int r2 = x; y = r2; x = 1; } exists (1:r2=1 /\\ 0:r0=1)"
    ));
    // 59: a read cannot see a write that a later acquire orders after it.
    assert!(!closed(
        "Java p { x = 0; volatile v = 0; } Thread0 { int r = x; v = 1; } Thread1 { int f = v; if (f == 1) x = 1; } exists (0:r=1)"
    ));
    // 60: a write hidden by happens-before is not visible although it races elsewhere.
    assert!(!closed(
        "Java p { x = 0; volatile v = 0; } Thread0 { x = 1; x = 2; v = 1; } Thread1 { int f = v; int r = 9; if (f == 1) r = x; } exists (1:r=1)"
    ));
}

/// Rule 8 requires that an action of E_i occurs in E. It may be the second lock of its thread in one and the
/// first in the other; with free identity, the second and the first read of a volatile.
#[test]
fn synchronisation_keeps_its_identity_when_other_synchronisation_goes_away() {
    let locks = "Java t { x = 0; z = 0; monitor m; monitor n; } \
        Thread0 { int r = x; if (r == 0) { synchronized (m) { } } synchronized (n) { } z = 1; } \
        Thread1 { synchronized (n) { } int q = z; x = q; } exists (0:r=1 /\\ 1:q=1)";
    let reads = "Java t { x = 0; z = 0; volatile v = 0; } \
        Thread0 { int r = x; int a = 0; if (r == 0) { a = v; } int b = v; if (a == 0) { if (b == 1) { z = 1; } } } \
        Thread1 { v = 1; int q = z; x = q; } exists (0:r=1 /\\ 1:q=1)";
    for text in [locks, reads] {
        assert_eq!(observe(&load(text), Model::Jmm), Sometimes, "{text}");
    }
}

fn outcomes(program: &Program, sc: bool) -> BTreeSet<Outcome> {
    let config = Config::default();
    let report = if sc {
        search(&Product::new(program, SequentialConsistency, Reduction::Ample), &config, &Progress::default())
    } else {
        search(&Product::new(program, KnownMasked, Reduction::Ample), &config, &Progress::default())
    };
    assert!(report.incomplete.is_empty());
    report.outcomes
}

fn legal(decided: &LegalityRun) -> BTreeSet<Outcome> {
    decided.outcomes.iter().filter(|(_, d)| d.is_legal() == Some(true)).map(|(o, _)| o.clone()).collect()
}

/// Weaker access modes, mixed variables and fences: the lower bound strengthens them and the upper bound
/// weakens them. So the upper bound shows whatever the lower one shows, and whatever SC, TSO and PSO show,
/// since hardware that runs Java may behave that way.
#[test]
fn the_bounds_hold_with_weaker_access_modes() {
    let limits = LegalityLimits::default();
    let (mut weak, mut gap) = (0, 0);
    for seed in 0..2000u64 {
        let shape = Shape { weak_modes: 25, fences: 8, updates: 10, ..Shape::core() };
        let text = generate(&mut Rng::with_seed(7_700_000 + seed), &shape).to_string();
        let program = load(&text);
        let Ok(closure) = closure(&program, &limits) else { continue };
        let upper: BTreeSet<Outcome> = closure.candidates.iter().flat_map(|c| c.outcomes.clone()).collect();
        let (opmm, sc) = (outcomes(&program, false), outcomes(&program, true));
        assert!(opmm.is_subset(&upper), "OpMM\n{text}");
        assert!(sc.is_subset(&upper), "SC\n{text}");
        let pso = search(
            &Product::new(&program, StoreBuffers::pso(32), Reduction::Ample),
            &Config::default(),
            &Progress::default(),
        );
        assert!(pso.outcomes.is_subset(&upper), "PSO\n{text}");
        if closure.weak {
            weak += 1;
            gap += usize::from(upper != opmm);
        }
    }
    assert!(weak > 500 && gap > 100, "{weak} {gap}");
}

/// What an acquire makes known is seen without a race. Leaving out its edge would not be weaker: the race
/// that a read of y=1 or z=1 needs would have to be seen first, but these reads happen only if x=1 is
/// guessed, and that comes true only if they have seen 1.
#[test]
fn what_an_acquire_makes_known_needs_no_race() {
    let allows = |text: &str| {
        let program = load(text);
        let closure = closure(&program, &LegalityLimits::default()).expect("closes");
        let prop = &program.condition().expect("a condition").prop;
        closure.candidates.iter().any(|c| c.outcomes.iter().any(|o| prop.holds(o)))
    };
    let text = "Java p { x = 0; y = 0; z = 0; q = 0; } \
        Thread0 { int a = 0; int b = 0; int r = x; if (r == 0) q = 1; else { a = y.getAcquire(); b = z; if (b == 1) q = 1; } } \
        Thread1 { int s = q; if (s == 1) x = 1; } Thread2 { z = 1; y.setRelease(1); } exists (0:r=1 /\\ 0:a=1 /\\ 0:b=1)";
    assert!(allows(text));
    let fences = text.replace("a = y.getAcquire();", "a = y.getOpaque(); VarHandle.acquireFence();");
    assert!(allows(&fences.replace("y.setRelease(1)", "VarHandle.releaseFence(); y.setOpaque(1)")));
    let plain = text.replace("y.getAcquire()", "y").replace("y.setRelease(1)", "y = 1");
    assert!(!allows(&plain));
}

/// OpMM ⊆ JMM ⊆ revised JMM ⊆ RPC; the lower bound of the closure is exactly OpMM; race-free programs are SC.
/// `run_legality` passes every certificate through the literal checker.
#[test]
fn the_inclusions_hold_on_random_programs() {
    let limits = LegalityLimits::default();
    let (mut gap, mut free, mut checked) = (0, 0, 0);
    for seed in 0..1200u64 {
        let shape = Shape { statements: (1, 3), updates: 3, ..Shape::core() };
        let text = generate(&mut Rng::with_seed(900_000 + seed), &shape).to_string();
        let program = load(&text);
        let Ok(closure) = closure(&program, &limits) else { continue };
        if closure.weak {
            continue;
        }
        let original = run_legality(&program, closure.clone(), (RuleSet::Original, Identity::Free), &limits);
        let revised = run_legality(&program, closure, (RuleSet::Revised, Identity::Free), &limits);
        let (opmm, jmm, rev) = (outcomes(&program, false), legal(&original), legal(&revised));
        let lower: BTreeSet<Outcome> = original
            .closure
            .candidates
            .iter()
            .filter(|c| c.in_trace_order)
            .flat_map(|c| c.outcomes.clone())
            .collect();
        assert_eq!(opmm, lower, "OpMM by states and by the closure\n{text}");
        assert!(opmm.is_subset(&jmm) && jmm.is_subset(&rev), "{text}");
        assert!(original.outcomes.values().all(|d| !matches!(d, Decision::Open(_))), "{text}");
        if original.closure.race_free {
            assert_eq!(jmm, outcomes(&program, true), "race free\n{text}");
            assert_eq!(original.outcomes.len(), jmm.len(), "race free: the closure is SC\n{text}");
            free += 1;
        }
        gap += original.outcomes.len() - opmm.len();
        checked += 1;
    }
    assert!(checked > 800 && free > 100 && gap > 20, "{checked} {free} {gap}");
}

/// Every execution of OpMM is legal under every rule set and identity, and the search can prove it.
#[test]
fn executions_in_trace_order_are_justified_by_the_search_as_well() {
    let limits = LegalityLimits::default();
    let mut proved = 0;
    for seed in 0..150u64 {
        let text =
            generate(&mut Rng::with_seed(500 + seed), &Shape { updates: 0, ..Shape::core() }).to_string();
        let program = load(&text);
        let Ok(closure) = closure(&program, &limits) else { continue };
        for candidate in closure.candidates.iter().filter(|c| c.in_trace_order).take(6) {
            for rules in [RuleSet::Original, RuleSet::Revised] {
                for identity in [Identity::Occurrence, Identity::Free] {
                    match justify(&program, &candidate.execution, rules, identity, &closure.objects, &limits)
                    {
                        Justification::Legal(c) => {
                            jls::check_certificate(&program, &c).unwrap_or_else(|e| panic!("{e}\n{text}"))
                        }
                        other => panic!("{other:?} {rules:?} {identity:?}\n{text}"),
                    }
                    proved += 1;
                }
            }
        }
    }
    assert!(proved > 1000, "{proved}");
}

/// A failure counts under every model even if its execution never finishes.
#[test]
fn failures_of_executions_that_do_not_finish_are_found() {
    let text = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; if (r == 1) { start Thread2; assert r == 0; } } \
        Thread2 { join Thread2; } exists (1:r=0)";
    for model in [Model::Sc, Model::Opmm, Model::Jmm, Model::JmmRevised] {
        assert!(findings(text, model).contains(&"assertion"), "{}", model.name());
    }
}

fn findings(text: &str, model: Model) -> Vec<&'static str> {
    let program = load(text);
    let races = find_races(&program, &Options::default(), &Progress::default());
    let result = run(&program, model, &races, &Options::default(), &Arc::default());
    result.findings.iter().filter(|f| f.violation).map(|f| f.kind.name()).collect()
}

/// A thread that diverges is not a deadlock, even if others wait for it.
#[test]
fn running_for_ever_is_not_a_deadlock() {
    let diverges = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; if (r == 1) { while (true) { } } } exists (1:r=0)";
    let owner = "Java t { x = 0; monitor m; } Thread0 { synchronized (m) { while (true) { } } } Thread1 { synchronized (m) { x = 1; } } exists (x=1)";
    for model in [Model::Sc, Model::Opmm, Model::Jmm, Model::Rpc] {
        assert!(findings(diverges, model).is_empty(), "{}", model.name());
        assert!(findings(owner, model).is_empty(), "{}", model.name());
    }
}

/// A failure is an external action: whatever follows it in a speculative execution needs it committed (rule
/// 9).
#[test]
fn failures_are_external_actions() {
    let text = "Java t { x = 0; y = 0; } Thread0 { assert 0 == 1; } Thread1 { join Thread0; int r1 = x; y = 1; } \
        Thread2 { int r2 = y; x = 1; } exists (1:r1=1 /\\ 2:r2=1)";
    assert_eq!(observe(&load(text), Model::Jmm), Sometimes);
    assert_eq!(observe(&load(text), Model::JmmRevised), Sometimes);
}

/// A filter selects outcomes; it does not hide failures.
#[test]
fn a_filter_does_not_hide_failures() {
    let text = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; assert r == 0; } filter 1:r=0 exists (1:r=0)";
    for model in [Model::Sc, Model::Jmm] {
        assert_eq!(findings(text, model), ["assertion"], "{}", model.name());
    }
}

/// If races decide the verdict and the race check is incomplete, the verdict is not `holds`.
#[test]
fn undecided_races_are_never_a_pass() {
    let program = load("Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; } exists (1:r=0)");
    let properties = verify::Properties { race: true, ..verify::Properties::default() };
    let options = Options { properties, ..Options::default() };
    for model in [Model::Sc, Model::Jmm] {
        let races = verify::Races::Unknown(vec![verify::Reason::limit("state limit")]);
        let result = run(&program, model, &races, &options, &Arc::default());
        assert!(matches!(result.verdict.ruling(), verify::Ruling::Unknown(_)), "{:?}", result.verdict);
    }
}

/// Exact legality does not need the lower bound: it decides and reports what an incomplete search missed.
#[test]
fn a_lower_bound_that_was_cut_leaves_nothing_open_where_legality_is_exact() {
    let program = load(
        "Java t { x = 0; y = 0; } Thread0 { int r1 = x; y = 1; } Thread1 { int r2 = y; x = 1; assert r2 == 0; } \
         exists (0:r1=1 /\\ 1:r2=1)",
    );
    let races = find_races(&program, &Options::default(), &Progress::default());
    let options = Options { states: Some(1), ..Options::default() };
    let result = run(&program, Model::Jmm, &races, &options, &Arc::default());
    assert!(result.complete && result.outcomes.len() == 4, "{:?} {:?}", result.verdict, result.outcomes);
    assert_eq!(*result.verdict.ruling(), verify::Ruling::Violated);
}
