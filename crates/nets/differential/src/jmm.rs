//! Differential tests of the Java memory model: on tiny random programs the closure and the search for
//! justifications must agree with brute force over the definition.
//!
//! For each program, `bruteforce` enumerates all well-formed executions. Then: every execution of the
//! race-pair closure is one of them; for each, by both rule sets and both identities, [`legality::justify`]
//! and brute force give the same answer, and `jls` accepts the certificates of both; executions in trace
//! order are legal; and no execution outside the closure is legal by any of the rules. No race ⇒ the outcomes
//! of the closure are those of SC.

use crate::engines::Mismatch;
use bruteforce::{Bounds, Judgement, Universe};
use event::{Certificate, Execution, Outcome, RuleSet};
use explore::{Config, Product, Progress, Reduction, search};
use legality::{Candidate, Closure, Identity, Justification, LegalityLimits, closure, justify};
use litmus::ast::Test;
use litmus::{Program, Rng, Shape, generate, shrink};
use operational::SequentialConsistency;
use std::collections::BTreeSet;

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JmmTally {
    /// Programs checked.
    pub programs: u64,
    /// Of these race free.
    pub race_free: u64,
    /// Programs skipped as too large for brute force.
    pub skipped: u64,
    /// Executions of closures.
    pub candidates: u64,
    /// Of these outside OpMM.
    pub gap: u64,
    /// Well-formed executions outside the closure.
    pub outside: u64,
    /// Verdicts compared.
    pub verdicts: u64,
    /// Of these that say "illegal".
    pub illegal: u64,
    /// Verdicts that brute force or the search did not reach.
    pub open: u64,
}

impl JmmTally {
    /// Adds another tally.
    pub fn add(&mut self, other: JmmTally) {
        self.programs += other.programs;
        self.race_free += other.race_free;
        self.skipped += other.skipped;
        self.candidates += other.candidates;
        self.gap += other.gap;
        self.outside += other.outside;
        self.verdicts += other.verdicts;
        self.illegal += other.illegal;
        self.open += other.open;
    }
}

/// Every definition of legality.
const VARIANTS: [(RuleSet, Identity, bruteforce::Identity); 4] = [
    (RuleSet::Original, Identity::Occurrence, bruteforce::Identity::Occurrence),
    (RuleSet::Original, Identity::Free, bruteforce::Identity::Free),
    (RuleSet::Revised, Identity::Occurrence, bruteforce::Identity::Occurrence),
    (RuleSet::Revised, Identity::Free, bruteforce::Identity::Free),
];

/// Checks the program of one seed.
pub fn check_seed(seed: u64) -> Result<JmmTally, Box<Mismatch>> {
    let test = program_of(seed);
    check(&test).map_err(|what| {
        // Shrinking must not lead to another mismatch.
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_owned();
        let same_failure =
            |t: &Test| !t.locations.is_empty() && check(t).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, same_failure);
        let what = check(&small).err().unwrap_or(what.clone());
        // Seeds of these tests give other programs than those of the large run.
        let what = format!("brute force over the JMM: {what}");
        Box::new(Mismatch { seed, what, program: small.to_string() })
    })
}

/// The random program of a seed.
pub fn program_of(seed: u64) -> Test {
    let racy =
        Shape { copies: 60, constants: 1, branches: 45, compares: 30, read_first: 90, ..Shape::core() };
    let plain = Shape { volatiles: 0, monitors: 0, updates: 0, joins: 0, ..racy.clone() };
    // Load buffering around synchronisation: speculation that rules 2, 3 and 8 restrict.
    let around = Shape { threads: (2, 2), statements: (1, 3), ring: 90, updates: 3, ..racy.clone() };
    let shape = match seed % 10 {
        0 => plain,
        1 => Shape { threads: (2, 2), statements: (3, 4), ..plain },
        2 => Shape { ring: 80, statements: (0, 2), ..plain },
        3 => Shape { volatiles: 1, threads: (3, 3), statements: (1, 2), joins: 40, ..racy },
        4 | 5 => Shape { volatiles: 1, monitors: 0, joins: 0, ..around },
        6 => Shape { volatiles: 0, monitors: 1, joins: 0, locked_branches: 40, ..around },
        7 => Shape { volatiles: 1, monitors: 2, locked_branches: 40, ..around },
        // External actions.
        8 => Shape { prints: 25, joins: 20, ring: 50, ..plain },
        _ => Shape { prints: 20, volatiles: 1, joins: 20, ..around },
    };
    generate(&mut Rng::with_seed(seed), &shape)
}

/// Checks one program; the error says which comparison failed.
pub fn check(test: &Test) -> Result<JmmTally, String> {
    let program =
        litmus::load("random.litmus", &test.to_string()).map_err(|e| format!("does not compile: {e}"))?;
    let mut tally = JmmTally { programs: 1, ..JmmTally::default() };
    // Brute force detects sooner that a program is too large.
    let Ok(universe) = Universe::of(&program, &Bounds::default()) else {
        tally.skipped = 1;
        return Ok(tally);
    };
    let closure = closure(&program, &LegalityLimits::default())
        .map_err(|e| format!("closure: {e:?} on a tiny program"))?;
    if closure.race_free {
        tally.race_free = 1;
        check_race_free(&program, &closure)?;
    }
    let mut inside = BTreeSet::new();
    for candidate in &closure.candidates {
        let Some(number) = universe.find(&candidate.execution) else {
            return Err(format!("closure: not well-formed by brute force: {}", show(&candidate.execution)));
        };
        inside.insert(number);
        check_candidate(&program, &closure, candidate, (&universe, number), &mut tally)?;
    }
    for number in (0..universe.executions().len()).filter(|n| !inside.contains(n)) {
        tally.outside += 1;
        check_outside(&universe, number, &mut tally)?;
    }
    Ok(tally)
}

/// No race: the closure shows what SC shows.
fn check_race_free(program: &Program, closure: &Closure) -> Result<(), String> {
    let sc = search(
        &Product::new(program, SequentialConsistency, Reduction::Ample),
        &Config::default(),
        &Progress::default(),
    );
    let shown: BTreeSet<&Outcome> = closure.candidates.iter().flat_map(|c| &c.outcomes).collect();
    if !sc.incomplete.is_empty() || shown == sc.outcomes.iter().collect() {
        return Ok(());
    }
    Err(format!("race free: the closure shows {} outcomes, SC {}", shown.len(), sc.outcomes.len()))
}

fn check_candidate(
    program: &Program,
    closure: &Closure,
    candidate: &Candidate,
    (universe, number): (&Universe, usize),
    tally: &mut JmmTally,
) -> Result<(), String> {
    tally.candidates += 1;
    tally.gap += u64::from(!candidate.in_trace_order);
    for (rules, identity, same_identity) in VARIANTS {
        let name = format!("{rules:?}/{identity:?}");
        let about = || show(&candidate.execution);
        // Executions in trace order are numerous and similar: a sample is enough.
        let is_checked = !candidate.in_trace_order || number.is_multiple_of(8);
        let accepted = |of: &str, certificate: &Certificate| {
            if is_checked {
                jls::check_certificate(program, certificate)
                    .map_err(|e| format!("{name} certificate of {of}: {e}: {}", about()))?;
            }
            Ok::<(), String>(())
        };
        let (execution, objects) = (&candidate.execution, &closure.objects);
        let by_search =
            match justify(program, execution, rules, identity, objects, &LegalityLimits::default()) {
                Justification::Legal(certificate) => {
                    accepted("the search", &certificate)?;
                    true
                }
                Justification::None { .. } => false,
                Justification::Unknown(_) => {
                    tally.open += 1;
                    continue;
                }
            };
        let by_force = match universe.judge(number, rules, same_identity) {
            Judgement::Legal(certificate) => {
                accepted("brute force", &certificate)?;
                true
            }
            Judgement::Illegal => false,
            Judgement::Unknown => {
                tally.open += 1;
                continue;
            }
        };
        tally.verdicts += 1;
        tally.illegal += u64::from(!by_force);
        if by_search != by_force {
            return Err(format!("{name} search says {by_search}, brute force {by_force}: {}", about()));
        }
        if candidate.in_trace_order && !by_force {
            return Err(format!("{name} in trace order and illegal: {}", about()));
        }
    }
    Ok(())
}

/// Identity by occurrence allows less than free identity, so only the latter is checked.
fn check_outside(universe: &Universe, number: usize, tally: &mut JmmTally) -> Result<(), String> {
    for rules in [RuleSet::Original, RuleSet::Revised] {
        match universe.judge(number, rules, bruteforce::Identity::Free) {
            Judgement::Illegal => tally.verdicts += 1,
            Judgement::Unknown => tally.open += 1,
            Judgement::Legal(_) => {
                let execution = show(&universe.executions()[number]);
                return Err(format!("{rules:?} legal and outside the closure: {execution}"));
            }
        }
    }
    Ok(())
}

/// An execution in one line: per thread its actions, values, and the write each read sees.
fn show(e: &Execution) -> String {
    let event = |id: event::EventId| {
        let event = e.event(id);
        let value = event.read.or(event.written).map_or(String::new(), |v| format!("={v}"));
        let from = match event.rf {
            Some(w) => format!("<-{}.{}", e.event(w).thread, e.event(w).index),
            None => String::new(),
        };
        format!("{:?}{value}{from}", event.kind)
    };
    let thread = |t: usize| {
        let id = event::ThreadId(t as u16);
        let events: Vec<String> = e.thread(id).iter().map(|&id| event(id)).collect();
        format!("{id}: {}", events.join("; "))
    };
    (0..e.thread_count()).map(thread).collect::<Vec<_>>().join(" | ")
}
