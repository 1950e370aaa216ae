//! Shows on the user's machine that known-bad programs are still caught and known-good ones still pass.
//!
//! Every built-in test runs through every search and every model, and states exactly which outcomes each
//! model must show. To show that the check itself can fail, it also runs with wrong expectations and with the
//! unsound rules printed in the papers, and must notice both.

use crate::kind::FindingKind;
use crate::litmus_run::{find_races, run};
use crate::model::Model;
use crate::options::Options;
use crate::result::{Observation, Races};
use crate::verdict::Ruling;
use explore::{Order, Progress, Reduction};
use litmus::Program;
use std::sync::Arc;

/// A built-in test: its text, and how often its condition holds under each model.
struct Known {
    text: &'static str,
    observations: [(Model, Observation); 4],
    racy: bool,
}

use Observation::{Always, Never, Sometimes};

const fn columns(
    sc: Observation,
    tso: Observation,
    pso: Observation,
    opmm: Observation,
) -> [(Model, Observation); 4] {
    [(Model::Sc, sc), (Model::Tso, tso), (Model::Pso, pso), (Model::Opmm, opmm)]
}

const KNOWN: &[Known] = &[
    Known {
        text: "Java SB { x = 0; y = 0; } Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; } exists (0:r=0 /\\ 1:r=0)",
        observations: columns(Never, Sometimes, Sometimes, Sometimes),
        racy: true,
    },
    Known {
        text: "Java SB-volatile { volatile x = 0; volatile y = 0; } Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; } \
               exists (0:r=0 /\\ 1:r=0)",
        observations: columns(Never, Never, Never, Never),
        racy: false,
    },
    Known {
        text: "Java MP { x = 0; y = 0; } Thread0 { x = 1; y = 1; } Thread1 { int a = y; int b = x; } exists (1:a=1 /\\ 1:b=0)",
        observations: columns(Never, Never, Sometimes, Sometimes),
        racy: true,
    },
    Known {
        text: "Java MP-volatile { x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { int a = v; int b = 0; if (a == 1) b = x; } \
               exists (1:a=1 /\\ 1:b=0)",
        observations: columns(Never, Never, Never, Never),
        racy: false,
    },
    Known {
        text: "Java LB { x = 0; y = 0; } Thread0 { int r = x; y = 1; } Thread1 { int r = y; x = 1; } exists (0:r=1 /\\ 1:r=1)",
        observations: columns(Never, Never, Never, Never),
        racy: true,
    },
    Known {
        text: "Java CoRR { x = 0; } Thread0 { x = 1; } Thread1 { int a = x; int b = x; } exists (1:a=1 /\\ 1:b=0)",
        observations: columns(Never, Never, Never, Sometimes),
        racy: true,
    },
    Known {
        text: "Java IRIW { x = 0; y = 0; } Thread0 { x = 1; } Thread1 { y = 1; } Thread2 { int a = x; int b = y; } \
               Thread3 { int a = y; int b = x; } exists (2:a=1 /\\ 2:b=0 /\\ 3:a=1 /\\ 3:b=0)",
        observations: columns(Never, Never, Never, Sometimes),
        racy: true,
    },
    Known {
        text: "Java lost-update { c = 0; } Thread0 { c++; } Thread1 { c++; } exists (c=1)",
        observations: columns(Sometimes, Sometimes, Sometimes, Sometimes),
        racy: true,
    },
    Known {
        text: "Java locked-update { c = 0; monitor m; } Thread0 { synchronized (m) { c++; } } Thread1 { synchronized (m) { c++; } } \
               exists (c=2)",
        observations: columns(Always, Always, Always, Always),
        racy: false,
    },
    Known {
        text: "Java atomic-update { c = 0; } Thread0 { c.getAndAdd(1); } Thread1 { c.getAndAdd(1); } exists (c=2)",
        observations: columns(Always, Always, Always, Always),
        racy: false,
    },
    Known {
        text: "Java spin { x = 0; volatile v = 0; } Thread0 { x = 1; v = 1; } Thread1 { while (v == 0) ; int r = x; } exists (1:r=1)",
        observations: columns(Always, Always, Always, Always),
        racy: false,
    },
    Known {
        text: "Java chain { x = 0; volatile v = 0; volatile u = 0; } Thread0 { x = 1; v = 1; } Thread1 { int r = v; x = 2; u = 1; } \
               Thread2 { int s = u; int q = x; } exists (1:r=1 /\\ 2:s=1 /\\ 2:q=1)",
        observations: columns(Never, Never, Never, Never),
        racy: true,
    },
];

const FAILING: &[(&str, FindingKind)] = &[
    (
        "Java bad-assert { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; assert r == 0; }",
        FindingKind::Assertion,
    ),
    ("Java bad-divide { x = 0; } Thread0 { x = 1; } Thread1 { int r = 1 / x; }", FindingKind::Exception),
    (
        "Java bad-locks { monitor m; monitor n; } Thread0 { synchronized (m) { synchronized (n) { } } } \
         Thread1 { synchronized (n) { synchronized (m) { } } }",
        FindingKind::Deadlock,
    ),
    (
        "Java bad-claim { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; } ~exists (1:r=1)",
        FindingKind::Outcome,
    ),
];

/// A check and its result.
#[derive(Debug, Clone)]
pub struct Check {
    /// What was checked.
    pub name: String,
    /// What is wrong, if anything.
    pub problem: Option<String>,
}

fn searches() -> Vec<(&'static str, Options)> {
    let base = Options::default;
    vec![
        ("dfs", base()),
        ("dfs --workers 2", Options { workers: 2, ..base() }),
        ("dfs --exact", Options { exact: true, ..base() }),
        ("dfs, no reduction", Options { reduction: Reduction::None, ..base() }),
        ("bfs", Options { order: Order::Bfs, ..base() }),
        ("best", Options { order: Order::Best, ..base() }),
    ]
}

fn samples() -> Vec<(&'static str, Options)> {
    let base = Options::default;
    vec![
        ("random", Options { order: Order::Random { seed: 1, runs: 400 }, ..base() }),
        ("pct", Options { order: Order::Pct { seed: 1, runs: 400, changes: 2 }, ..base() }),
    ]
}

/// Tests of the Java memory model: how often the condition holds under `jmm`, `jmm-revised` and `rpc`.
const JMM: &[(&str, [Observation; 3])] = &[
    (
        "Java LB { x = 0; y = 0; } Thread0 { int r = x; y = 1; } Thread1 { int r = y; x = 1; } exists (0:r=1 /\\ 1:r=1)",
        [Sometimes, Sometimes, Sometimes],
    ),
    (
        "Java thin-air { x = 0; y = 0; } Thread0 { int r = x; y = r; } Thread1 { int r = y; x = r; } exists (0:r=1 /\\ 1:r=1)",
        [Never, Never, Never],
    ),
    (
        "Java tc5 { x = 0; y = 0; z = 0; } Thread0 { int r = x; y = r; } Thread1 { int r = y; x = r; } Thread2 { z = 1; } \
         Thread3 { int r = z; x = r; } exists (0:r=1 /\\ 1:r=1 /\\ 3:r=0)",
        [Never, Never, Sometimes],
    ),
    (
        "Java tc20 { x = 0; y = 0; } Thread0 { join Thread2; int r = x; y = r; } Thread1 { int r = y; x = r; } \
         Thread2 { int r = x; if (r == 0) x = 42; } exists (0:r=42 /\\ 1:r=42 /\\ 2:r=42)",
        [Never, Sometimes, Sometimes],
    ),
    (
        "Java final { class F { final int f; F() { f = 7; } } F p; } Thread0 { p = new F(); } \
         Thread1 { F q = p; int r = 7; if (q != null) r = q.f; } exists (1:r=0)",
        [Never, Never, Never],
    ),
    (
        "Java leak { class F { final int f; F() { s = this; f = 7; } } F s; } Thread0 { new F(); } \
         Thread1 { F q = s; int r = 7; if (q != null) r = q.f; } exists (1:r=0)",
        [Sometimes, Sometimes, Sometimes],
    ),
    (
        "Java racy-spin { x = 0; y = 0; } Thread0 { y = 1; x = 1; } Thread1 { while (x == 0); int r = y; } exists (1:r=0)",
        [Sometimes, Sometimes, Sometimes],
    ),
    (
        "Java release { x = 0; y = 0; } Thread0 { x = 1; y.setRelease(1); } Thread1 { int a = y.getAcquire(); int b = x; } \
         exists (1:a=1 /\\ 1:b=0)",
        [Never, Never, Never],
    ),
];

fn load(text: &str) -> Result<Program, String> {
    litmus::load("built-in", text).map_err(|e| e.to_string())
}

/// Runs all checks.
pub fn selfcheck() -> Vec<Check> {
    let mut checks = Vec::new();
    for known in KNOWN {
        match load(known.text) {
            Ok(program) => check_known(&program, known, &mut checks),
            Err(problem) => checks.push(Check { name: "built-in test".to_owned(), problem: Some(problem) }),
        }
    }
    for (text, wanted) in JMM {
        check_jmm(text, wanted, &mut checks);
    }
    for (text, kind) in FAILING {
        check_failing(text, *kind, &mut checks);
    }
    checks.push(check_notices_wrong_expectation());
    checks.push(check_notices_unsound_rule());
    checks
}

fn check_known(program: &Program, known: &Known, checks: &mut Vec<Check>) {
    let races = find_races(program, &Options::default(), &Progress::default());
    let racy = matches!(races, Races::Some(_));
    let problem = (racy != known.racy).then(|| format!("race check says racy = {racy}"));
    checks.push(Check { name: format!("{}: races", program.name()), problem });
    for (search, options) in searches() {
        for (model, wanted) in known.observations {
            let models = if model == Model::Opmm {
                vec![model, Model::OpmmAlg1, Model::OpmmAlg2]
            } else {
                vec![model]
            };
            for model in models {
                // Write lists grow in spin loops (erratum O5); only the K/M store handles those.
                if program.has_loops() && model != Model::Opmm && model.name().starts_with("opmm") {
                    continue;
                }
                let problem = observe(program, model, &races, &options, wanted).err();
                checks.push(Check {
                    name: format!("{}: {} by {search}", program.name(), model.name()),
                    problem,
                });
            }
        }
    }
}

fn check_jmm(text: &str, wanted: &[Observation; 3], checks: &mut Vec<Check>) {
    let program = match load(text) {
        Ok(program) => program,
        Err(problem) => return checks.push(Check { name: text.to_owned(), problem: Some(problem) }),
    };
    let options = Options::default();
    let races = find_races(&program, &options, &Progress::default());
    for (model, wanted) in [Model::Jmm, Model::JmmRevised, Model::Rpc].into_iter().zip(wanted) {
        let problem = observe(&program, model, &races, &options, *wanted).err();
        checks.push(Check { name: format!("{}: {}", program.name(), model.name()), problem });
    }
}

fn observe(
    program: &Program,
    model: Model,
    races: &Races,
    options: &Options,
    wanted: Observation,
) -> Result<(), String> {
    let result = run(program, model, races, options, &Arc::default());
    match result.observation(program) {
        _ if !result.complete => Err("the search is incomplete".to_owned()),
        Some((found, ..)) if found == wanted => Ok(()),
        found => Err(format!("{found:?}, not {wanted:?}")),
    }
}

fn check_failing(text: &str, kind: FindingKind, checks: &mut Vec<Check>) {
    let program = match load(text) {
        Ok(program) => program,
        Err(problem) => return checks.push(Check { name: kind.to_string(), problem: Some(problem) }),
    };
    for (search, options) in searches().into_iter().chain(samples()) {
        for model in Model::DEFAULT {
            let result = run(&program, model, &Races::None, &options, &Arc::default());
            let caught =
                result.findings.iter().any(|f| f.violation && f.kind == kind && f.schedule().is_some());
            let problem = (!caught || *result.verdict.ruling() != Ruling::Violated)
                .then(|| format!("{kind} not caught: {}", result.verdict.word()));
            checks.push(Check { name: format!("{}: {} by {search}", program.name(), model.name()), problem });
        }
    }
}

/// Checks that a wrong expectation is noticed.
fn check_notices_wrong_expectation() -> Check {
    let wrong = load(KNOWN[0].text)
        .and_then(|program| observe(&program, Model::Sc, &Races::None, &Options::default(), Sometimes));
    let problem = wrong.is_ok().then(|| "a wrong expectation went unnoticed".to_owned());
    Check { name: "a wrong expectation is noticed".to_owned(), problem }
}

/// Checks that an unsound rule is noticed: the printed rule (V-Rd) of OpMM fails the built-in test `chain`.
fn check_notices_unsound_rule() -> Check {
    let chain = KNOWN.iter().find(|k| k.text.contains("Java chain"));
    let shown = chain.is_some_and(|known| {
        load(known.text).is_ok_and(|program| {
            observe(&program, Model::OpmmAlg1AsPrinted, &Races::None, &Options::default(), Sometimes).is_ok()
        })
    });
    let problem = (!shown).then(|| "the unsound rule behaves as the sound one".to_owned());
    Check { name: "OpMM's printed rule (V-Rd) is distinguished from the corrected one".to_owned(), problem }
}
