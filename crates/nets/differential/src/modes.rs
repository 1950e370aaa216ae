//! Random programs with access modes and fences: the store of `operational::AccessModes` against the axioms
//! of `models/opmm-modes.jmm`, judged on every candidate execution.
//!
//! For each program: the store shows exactly the outcomes of the axioms, with and without reduction; the
//! closure by states shows all of it; if the search up to the first race finds none, that search shows the
//! same; without weak modes it is OpMM; what happens under SC is part of it.

use crate::Mismatch;
use axioms::{CandidateLimits, Question, Threads, Values, candidates};
use event::{Outcome, Value};
use explore::{Budget, Config, Finding, Product, Progress, Reduction, Report, SearchLimits, search};
use litmus::ast::Test;
use litmus::{Program, Rng, Shape, generate, shrink};
use operational::{AccessModes, KnownMasked, Memory, SequentialConsistency};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ModesTally {
    /// Programs compared with the axioms.
    pub programs: u64,
    /// Programs that were too large.
    pub skipped: u64,
    /// Candidate executions judged.
    pub candidates: u64,
    /// Outcomes compared.
    pub outcomes: u64,
    /// Programs without a race but with weak accesses.
    pub ordered: u64,
    /// Programs of which the closure by states shows more.
    pub open: u64,
}

const STATES: u64 = 60_000;
const DECISIONS: u64 = 60_000;

/// The random program of a seed.
pub fn program_of(seed: u64) -> Test {
    let few = Shape { branches: 8, copies: 35, joins: 4, monitors: 1, ..Shape::core() };
    let shape = match seed % 6 {
        0 => Shape { weak_modes: 70, fences: 0, updates: 15, volatiles: 1, ..few },
        1 => Shape { weak_modes: 60, fences: 30, updates: 8, volatiles: 0, plain: 2, ..few },
        2 => Shape { weak_modes: 80, fences: 10, threads: (3, 4), statements: (1, 2), ..few },
        3 => Shape { weak_modes: 90, fences: 0, updates: 40, plain: 1, statements: (1, 4), ..few },
        4 => Shape { weak_modes: 40, fences: 25, threads: (2, 2), statements: (2, 5), ..few },
        _ => Shape { weak_modes: 75, rare_updates: 50, updates: 25, ..few },
    };
    generate(&mut Rng::with_seed(seed ^ 0x5eed_0034), &shape)
}

/// Checks the program of one seed.
pub fn check_seed(seed: u64) -> Result<ModesTally, Box<Mismatch>> {
    let test = program_of(seed);
    check(&test).map_err(|what| {
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_owned();
        let same = |t: &Test| !t.locations.is_empty() && check(t).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, same);
        let what = check(&small).err().unwrap_or(what.clone());
        Box::new(Mismatch { seed, what, program: small.to_string() })
    })
}

fn searched(program: &Program, memory: impl Memory, reduction: Reduction) -> Option<Report> {
    let limits = SearchLimits { states: Some(STATES), ..SearchLimits::default() };
    let config = Config { limits, ..Config::default() };
    let report = search(&Product::new(program, memory, reduction), &config, &Progress::default());
    report.incomplete.is_empty().then_some(report)
}

fn check(test: &Test) -> Result<ModesTally, String> {
    let program = litmus::load("random.litmus", &test.to_string()).map_err(|e| e.to_string())?;
    let mut tally = ModesTally::default();
    let skipped = Ok(ModesTally { skipped: 1, ..tally });
    let Some(store) = searched(&program, AccessModes::ALL, Reduction::Ample) else { return skipped };
    let Some(slow) = searched(&program, AccessModes::ALL, Reduction::None) else { return skipped };
    same("the store with and without reduction", &store.outcomes, &slow.outcomes)?;
    let Some(expected) = by_axioms(&program, &mut tally) else { return skipped };
    same("the store and the axioms", &store.outcomes, &expected)?;
    tally.programs = 1;
    tally.outcomes = expected.len() as u64;
    if let Some(sc) = searched(&program, SequentialConsistency, Reduction::Ample) {
        subset("sc within the store", &sc.outcomes, &expected)?;
    }
    if program.uses_jls_actions_only()
        && let Some(opmm) = searched(&program, KnownMasked, Reduction::Ample)
    {
        same("the store and opmm", &store.outcomes, &opmm.outcomes)?;
    }
    let budget = Budget { states: Some(STATES), ..Budget::default() };
    let closed = explore::close(&program, &budget, &Progress::default());
    let closed = closed.truncated.is_none().then_some(closed.outcomes);
    if let Some(closed) = &closed {
        subset("the store within the closure", &expected, closed)?;
        tally.open = u64::from(closed != &expected);
    }
    let has_fences = (0..event::Machine::thread_count(&program) as u16)
        .any(|t| event::Machine::uses_fences(&program, event::ThreadId(t)));
    let Some(ordered) = searched(&program, AccessModes::ORDERED, Reduction::Ample) else { return Ok(tally) };
    let Some(slow) = searched(&program, AccessModes::ORDERED, Reduction::None) else { return Ok(tally) };
    let races = |report: &Report| report.findings.iter().any(|f| matches!(f, Finding::Race { .. }));
    if races(&ordered) != races(&slow) {
        return Err("races with and without reduction: they differ".to_owned());
    }
    if !races(&ordered) && !has_fences {
        same("the store and its search without races", &expected, &ordered.outcomes)?;
        tally.ordered = u64::from(!program.uses_jls_actions_only());
    } else if !races(&ordered) {
        subset("the store within its search without races", &expected, &ordered.outcomes)?;
    }
    Ok(tally)
}

/// The outcomes that the axioms allow; `None` if there are too many candidates.
fn by_axioms(program: &Program, tally: &mut ModesTally) -> Option<BTreeSet<Outcome>> {
    static FILE: OnceLock<axioms::cat::CatModel> = OnceLock::new();
    let file = FILE.get_or_init(|| axioms::cat::CatModel::shipped("opmm-modes.jmm").expect("it is shipped"));
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let limits = CandidateLimits { steps: DECISIONS, ..CandidateLimits::default() };
    let question = Question {
        machine: program,
        decides: file.decides(),
        threads: Threads::Alone,
        constants: Some(&constants),
        values: Values::Fit,
        limits: &limits,
        hopeless: None,
        stop: None,
    };
    let (mut outcomes, mut gave_up) = (BTreeSet::new(), false);
    let coverage = candidates(&question, |candidate| {
        tally.candidates += 1;
        match file.judge(candidate.graph()) {
            Ok(axioms::cat::Acceptance::Refused { .. }) => {}
            Ok(_) => candidate.outcomes(|outcome| {
                outcomes.insert(outcome);
            }),
            Err(_) => gave_up = true,
        }
    });
    let is_complete = coverage.is_ok_and(|c| !c.cut && !c.diverges && !c.may_wait);
    (is_complete && !gave_up).then_some(outcomes)
}

fn show(set: &BTreeSet<Outcome>) -> String {
    set.iter().map(|o| format!("({})", o.render())).collect::<Vec<_>>().join(" ")
}

fn same(what: &str, a: &BTreeSet<Outcome>, b: &BTreeSet<Outcome>) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{what}: {} against {}", show(a), show(b))) }
}

fn subset(what: &str, a: &BTreeSet<Outcome>, b: &BTreeSet<Outcome>) -> Result<(), String> {
    if a.is_subset(b) { Ok(()) } else { Err(format!("{what}: {} is not within {}", show(a), show(b))) }
}
