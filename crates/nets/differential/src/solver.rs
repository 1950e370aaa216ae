//! Differential tests of the SAT engine: on tiny random programs it must agree with exact legality, and with
//! the evaluation of model files on candidate executions.
//!
//! For each program: which outcomes of the race-pair closure are legal, by both rule sets and both
//! identities, and that no other outcome is; and for each file about one execution, which outcomes of
//! candidates it accepts, and that no other outcome is possible. The two sides share only the machine and the
//! text of the model. Commit sequences that the solver finds are passed to the literal checker. Every
//! certificate that legality finds is also judged by evaluating the axioms of the JMM on it, without the
//! solver, and so are damaged certificates, on which the literal checker must give the same answer.

use crate::engines::Mismatch;
use crate::jmm;
use ::solver::{Condition, Guesses, Judgement, Overflow, Possibility, Question, Witness, possible};
use axioms::cat::{Acceptance, CatModel};
use axioms::{Values, candidates};
use event::{Certificate, Outcome, RuleSet, Value};
use legality::closure;
use litmus::ast::Test;
use litmus::{ObjectShape, Program, Rng, Shape, generate, generate_objects, shrink};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use verify::Tries;
use verify::{Decision, run_legality};

/// Counters of the comparisons so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SatTally {
    /// Programs checked.
    pub programs: u64,
    /// Outcomes compared.
    pub outcomes: u64,
    /// Of these impossible.
    pub impossible: u64,
    /// Comparisons skipped: too large for one side.
    pub skipped: u64,
    /// Comparisons skipped: values of the program grow without bound, since what is read is incremented and
    /// written back.
    pub endless: u64,
    /// Outcomes skipped: undecided by legality because of chains of final fields.
    pub open: u64,
    /// Outcomes skipped: a value justifies itself through a computation. Neither side solves equations.
    pub computed: u64,
    /// Commit sequences of the solver that the literal checker has accepted.
    pub certified: u64,
    /// Certificates judged, including damaged ones.
    pub certificates: u64,
    /// How many of these were rejected.
    pub refused: u64,
}

impl SatTally {
    /// Adds another tally.
    pub fn add(&mut self, other: SatTally) {
        self.programs += other.programs;
        self.outcomes += other.outcomes;
        self.impossible += other.impossible;
        self.skipped += other.skipped;
        self.endless += other.endless;
        self.open += other.open;
        self.computed += other.computed;
        self.certified += other.certified;
        self.certificates += other.certificates;
        self.refused += other.refused;
    }
}

/// The maximum number of decisions of the enumeration of candidates.
const CANDIDATE_STEPS: u64 = 2_000;
/// Files with guessed orders are evaluated by trying all orders: only on executions with at most this many
/// accesses.
const MOST_ACCESSES: usize = 5;
/// And with at most this many choices per execution.
const MOST_CHOICES: u64 = 5_000;
/// Evaluating files on all candidates takes longer than all the rest: one in this many files per program.
pub const FILES_EVERY: u64 = 3;
/// The certificates of one in this many programs are judged.
const CERTIFICATES_EVERY: u64 = 2;
/// One in this many steps of a certificate is damaged.
const DAMAGED_EVERY: usize = 3;
/// A problem with more copies of the program takes too long.
const MOST_EXECUTIONS: u32 = 8;

/// The number of iterations of a loop; both sides leave out what continues.
const LOOP_BOUND: u32 = 2;

/// The random program of a seed: three in ten are those of [`crate::jmm`]; the others have features that
/// those rarely exercise under the rules of the JMM (atomic updates) or not at all (objects and final fields;
/// weaker modes, fences and loops, which the files cover).
pub fn program_of(seed: u64) -> Test {
    let small = Shape { threads: (2, 3), statements: (1, 2), copies: 40, constants: 1, ..Shape::core() };
    let updates = Shape { updates: 50, rare_updates: 40, volatiles: 1, ..small.clone() };
    let shape = match seed % 20 {
        // Chains of updates of one variable or two.
        2 | 6 => Shape { monitors: 0, joins: 0, ..updates },
        10 => Shape { read_first: 60, branches: 40, ..updates },
        14 => Shape { threads: (2, 2), ring: 80, monitors: 0, ..updates },
        18 => Shape { prints: 20, joins: 30, ..updates },
        3 => Shape { weak_modes: 60, updates: 15, volatiles: 1, monitors: 0, ..small },
        7 => {
            Shape { weak_modes: 30, fences: 35, updates: 5, volatiles: 1, ring: 60, threads: (2, 2), ..small }
        }
        11 => Shape { weak_modes: 70, rare_updates: 50, monitors: 0, joins: 0, ..updates },
        15 => Shape { fences: 20, monitors: 2, locked_branches: 40, branches: 40, volatiles: 0, ..small },
        19 => Shape { loops: 100, volatiles: 1, threads: (2, 2), weak_modes: 20, ..small },
        // Objects with final fields, found through races and otherwise.
        1 | 4 => {
            let shape = ObjectShape { readers: (1, 1), leaks: 40, forwards: 15, ..ObjectShape::default() };
            return generate_objects(&mut Rng::with_seed(seed), &shape);
        }
        9 | 16 => {
            let shape = ObjectShape {
                readers: (1, 1),
                leaks: 60,
                forwards: 10,
                second_looks: 70,
                plain: 20,
                ..ObjectShape::default()
            };
            return generate_objects(&mut Rng::with_seed(seed), &shape);
        }
        _ => return jmm::program_of(seed),
    };
    generate(&mut Rng::with_seed(seed), &shape)
}

/// Checks the program of one seed.
pub fn check_seed(seed: u64) -> Result<SatTally, Box<Mismatch>> {
    let test = program_of(seed);
    let check = |test: &Test| check(test, seed);
    check(&test).map_err(|what| {
        let kind = |what: &str| what.split(':').next().unwrap_or_default().to_owned();
        let same_failure =
            |t: &Test| !t.locations.is_empty() && check(t).is_err_and(|w| kind(&w) == kind(&what));
        let small = shrink(&test, same_failure);
        let what = check(&small).err().unwrap_or(what.clone());
        Box::new(Mismatch { seed, what: format!("SAT: {what}"), program: small.to_string() })
    })
}

/// Checks one program, under the rules of the JMM and some of the files, selected by `turn`; the error says
/// which comparison failed.
pub fn check(test: &Test, turn: u64) -> Result<SatTally, String> {
    let program =
        litmus::load("random.litmus", &test.to_string()).map_err(|e| format!("does not compile: {e}"))?;
    let bound = program.has_loops().then_some(LOOP_BOUND);
    let program = program.with_loop_bound(bound);
    let mut tally = SatTally { programs: 1, ..SatTally::default() };
    check_legality(&program, turn, &mut tally)?;
    for (_, (name, model)) in (turn..).zip(files()).filter(|(place, _)| place.is_multiple_of(FILES_EVERY)) {
        check_file(&program, name, model, &mut tally)?;
    }
    Ok(tally)
}

fn shipped(name: &str) -> CatModel {
    CatModel::shipped(name).unwrap_or_else(|| panic!("{name} is shipped"))
}

/// The rules of the JMM as files.
fn rules() -> &'static [(RuleSet, CatModel)] {
    static RULES: OnceLock<Vec<(RuleSet, CatModel)>> = OnceLock::new();
    RULES.get_or_init(|| {
        vec![(RuleSet::Original, shipped("jmm.jmm")), (RuleSet::Revised, shipped("jmm-revised.jmm"))]
    })
}

/// All files about one execution.
fn files() -> &'static [(&'static str, CatModel)] {
    static FILES: OnceLock<Vec<(&str, CatModel)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let all = CatModel::shipped_names().map(|name| (name, shipped(name)));
        all.filter(|(_, model)| !model.has_several_executions()).collect()
    })
}

/// The maximum numbers of partial and of whole executions before a program is too large.
const FEW: (u64, usize) = (20_000, 3_000);

const IDENTITIES: [(legality::Identity, solver::Identity); 2] = [
    (legality::Identity::Free, solver::Identity::Free),
    (legality::Identity::Occurrence, solver::Identity::Occurrence),
];

/// Checks a program under the rules of the JMM; `turn` selects the file.
pub fn check_legality(program: &Program, turn: u64, tally: &mut SatTally) -> Result<(), String> {
    let limits =
        legality::LegalityLimits { partial: FEW.0, executions: FEW.1, ..legality::LegalityLimits::default() };
    let closure = match closure(program, &limits) {
        Ok(closure) => closure,
        Err(legality::Overflow::Values) => {
            tally.endless += 1;
            return Ok(());
        }
        Err(_) => {
            tally.skipped += 1;
            return Ok(());
        }
    };
    let tries = Tries::for_legality(&closure, |_| true);
    let most = *tries.numbers.last().expect("at least one number");
    if most > MOST_EXECUTIONS || !tries.is_enough {
        tally.skipped += 1;
        return Ok(());
    }
    for (rules, model) in rules() {
        for (identity, same_identity) in IDENTITIES {
            let decided = run_legality(program, closure.clone(), (*rules, identity), &limits);
            let expected: BTreeMap<&Outcome, Expected> = decided
                .outcomes
                .iter()
                .map(|(outcome, decision)| (outcome, Expected::of_legality(decision.is_legal())))
                .collect();
            if !program.has_final_fields() && expected.values().any(|e| *e == Expected::Open) {
                tally.skipped += 1;
                continue;
            }
            // Every legal value follows from the initial ones, as the closure shows.
            let (guesses, rules_asked) = (Guesses::Grounded, Some(*rules));
            let ask = Ask { program, model, rules: rules_asked, guesses, identity: same_identity, k: most };
            let name = format!("{rules:?}/{identity:?}");
            ask.compare(&name, &expected, tally)?;
            for decision in decided.outcomes.values().filter(|_| turn.is_multiple_of(CERTIFICATES_EVERY)) {
                if let Decision::Justified(certificate) = decision {
                    ask.judge(&name, certificate, tally)?;
                }
            }
        }
    }
    Ok(())
}

fn check_file(program: &Program, name: &str, model: &CatModel, tally: &mut SatTally) -> Result<(), String> {
    if program.uses_references() && !model.decides().causal {
        tally.skipped += 1;
        return Ok(());
    }
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let limits = axioms::CandidateLimits { steps: CANDIDATE_STEPS, ..axioms::CandidateLimits::default() };
    let question = axioms::Question {
        machine: program,
        decides: model.decides(),
        threads: axioms::Threads::Alone,
        constants: Some(&constants),
        values: Values::Fit,
        limits: &limits,
        hopeless: None,
        stop: None,
    };
    let mut expected: BTreeMap<Outcome, Expected> = BTreeMap::new();
    let mut gave_up = false;
    let coverage = candidates(&question, |candidate| {
        let events = candidate.graph().execution().events();
        let accesses = events.iter().filter(|event| event.kind.loc().is_some()).count();
        gave_up |= name.ends_with(".jmm") && accesses > MOST_ACCESSES;
        if gave_up {
            return;
        }
        let accepted = match model.judge_within(candidate.graph(), MOST_CHOICES) {
            Ok(verdict) => matches!(verdict, Acceptance::Accepted { .. }),
            Err(_) => {
                gave_up = true;
                return;
            }
        };
        // Values that justify themselves are tried by both sides if they are constants of the program or
        // stand for all others. What is computed from such a value may justify itself as well; how far that
        // is followed is up to each side.
        let values = events.iter().flat_map(|event| event.read.into_iter().chain(event.written));
        let is_tried = |value: Value| constants.contains(&value) || candidate.invented == Some(value);
        let found = match accepted {
            true if !candidate.cyclic || values.into_iter().all(is_tried) => Expected::Possible,
            true => Expected::Computed,
            false => Expected::Impossible,
        };
        candidate.outcomes(|outcome| {
            let entry = expected.entry(outcome).or_insert(Expected::Impossible);
            *entry = found.max(*entry);
        });
    });
    if gave_up || coverage.is_err() {
        tally.skipped += 1;
        return Ok(());
    }
    let expected = expected.iter().map(|(outcome, &expected)| (outcome, expected)).collect();
    let ask = Ask {
        program,
        model,
        rules: None,
        guesses: if model.decides().causal { Guesses::Grounded } else { Guesses::Any },
        identity: solver::Identity::Free,
        k: 0,
    };
    ask.compare(name, &expected, tally)
}

/// The other side's answer about an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Expected {
    Impossible,
    /// Undecided: legality does not try all chains of final fields.
    Open,
    /// Possible, by a value that justifies itself and is neither a constant nor the one that stands for all
    /// others.
    Computed,
    Possible,
}

impl Expected {
    fn of_legality(is_legal: Option<bool>) -> Expected {
        match is_legal {
            Some(true) => Expected::Possible,
            Some(false) => Expected::Impossible,
            None => Expected::Open,
        }
    }
}

struct Ask<'a> {
    program: &'a Program,
    model: &'a CatModel,
    /// Set if a result is a commit sequence.
    rules: Option<RuleSet>,
    guesses: Guesses,
    identity: solver::Identity,
    k: u32,
}

/// Whether a question was too large; any other reason to give up is a mismatch.
fn skipped(name: &str, overflow: &Overflow, tally: &mut SatTally) -> Result<(), String> {
    match overflow {
        Overflow::Steps(_) | Overflow::Pairs(_) => tally.skipped += 1,
        Overflow::Values(_) => tally.endless += 1,
        other => return Err(format!("{name}: {other}")),
    }
    Ok(())
}

/// Certificates that lack a step, or in which something is committed too early or by another execution.
fn damaged(certificate: &Certificate) -> Vec<Certificate> {
    let last = certificate.steps.len() - 1;
    let mut all = Vec::new();
    // Which steps are damaged depends on the certificate, so that all are damaged at some time.
    for i in (0..last).filter(|i| (i + certificate.execution.events().len()).is_multiple_of(DAMAGED_EVERY)) {
        let mut short = certificate.clone();
        short.steps.remove(i);
        all.push(short);
        let mut hasty = certificate.clone();
        hasty.steps[i].speculative = certificate.execution.clone();
        hasty.steps[i].label = certificate.execution.ids().map(|e| (e, e)).collect();
        all.push(hasty.clone());
        hasty.steps[i..].iter_mut().for_each(|step| step.committed = certificate.execution.ids().collect());
        hasty.steps.truncate(i + 1);
        all.push(hasty);
    }
    all
}

impl Ask<'_> {
    fn question<'a>(&'a self, constants: &'a [Value]) -> Question<'a, Program> {
        Question {
            machine: self.program,
            model: self.model,
            condition: &Condition::Const(true),
            names: &[],
            constants,
            guesses: self.guesses,
            identity: self.identity,
            limits: solver::AskLimits::default(),
        }
    }

    /// Checks that the axioms accept a certificate and, of damaged ones, exactly those that the literal
    /// checker accepts.
    fn judge(&self, name: &str, certificate: &Certificate, tally: &mut SatTally) -> Result<(), String> {
        let constants: Vec<Value> = self.program.constants().into_iter().collect();
        let question = self.question(&constants);
        for (i, certificate) in std::iter::once(certificate.clone()).chain(damaged(certificate)).enumerate() {
            let checked = jls::check_certificate(self.program, &certificate);
            let judged = match solver::judge(&question, &certificate) {
                Ok(Judgement::NotCovered(solver::TOO_MANY_CHAINS)) => {
                    tally.skipped += 1;
                    continue;
                }
                Ok(judged) => judged,
                Err(overflow) => return skipped(name, &overflow, tally),
            };
            tally.certificates += 1;
            match (&judged, &checked) {
                (Judgement::Accepted, Ok(())) => {}
                (Judgement::Refused(_), Err(_)) => tally.refused += 1,
                (judged, checked) => {
                    let which = if i == 0 { "certificate" } else { "damaged certificate" };
                    return Err(format!(
                        "{name}, {which}: {judged:?} by the axioms, {checked:?} by the rules"
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks that the literal checker, which tries all chains of final fields, accepts what the solver
    /// finds.
    fn certified(&self, rules: RuleSet, witness: &Witness) -> Result<(), String> {
        let certificate = witness.certificate(rules).expect("the rules of the JMM have commit sets");
        match jls::check_certificate(self.program, &certificate) {
            Err(why) if why.rule != jls::TOO_MANY_CHAINS => {
                Err(format!("the literal checker refuses ({}): {why}", witness.outcome.render()))
            }
            _ => Ok(()),
        }
    }

    /// Compares every outcome, and asks for one that is not among them.
    fn compare(
        &self,
        name: &str,
        expected: &BTreeMap<&Outcome, Expected>,
        tally: &mut SatTally,
    ) -> Result<(), String> {
        // Failures are not part of the question; outcomes that differ only in failures count as one.
        let mut by_values: BTreeMap<&[Value], Expected> = BTreeMap::new();
        for (outcome, &expected) in expected {
            let entry = by_values.entry(&outcome.values).or_insert(expected);
            *entry = expected.max(*entry);
        }
        let mut conditions: Vec<Condition> =
            by_values.keys().map(|values| Condition::outcome(values)).collect();
        let others = Condition::Not(Box::new(Condition::Or(conditions.clone())));
        conditions.push(others);
        let constants: Vec<Value> = self.program.constants().into_iter().collect();
        let found = match possible(&self.question(&constants), &conditions, &[self.k]) {
            Ok(found) => found,
            Err(overflow) => return skipped(name, &overflow, tally),
        };
        let expected = by_values.values().copied().chain([Expected::Impossible]);
        for ((condition, expected), found) in conditions.iter().zip(expected).zip(found) {
            if let (Some(rules), Possibility::Possible(witness)) = (self.rules, &found) {
                self.certified(rules, witness).map_err(|what| format!("{name}: {what}"))?;
                tally.certified += 1;
            }
            if expected == Expected::Computed && found == Possibility::Impossible {
                tally.computed += 1;
                continue;
            }
            if expected == Expected::Open {
                tally.open += 1;
                continue;
            }
            let wanted = expected != Expected::Impossible;
            tally.outcomes += 1;
            tally.impossible += u64::from(!wanted);
            let is_so = match &found {
                Possibility::Possible(_) => wanted,
                Possibility::Impossible => !wanted,
                Possibility::Unknown => false,
            };
            if !is_so {
                let what = condition.render(&[]);
                return Err(format!("{name}: expected {wanted}, SAT says {found:?}: {what}"));
            }
        }
        Ok(())
    }
}
