//! The differential net for the SAT engine: on tiny random programs it must agree with exact legality, and with the
//! evaluation of model files on candidate executions.
//!
//! For each program: which outcomes of the race-pair closure are legal, by both rule sets and both identities, and
//! that no other outcome is; and for each file about one execution, which outcomes of candidates it accepts, and that no
//! other outcome is possible. The two ways share the machine and the text of the model, nothing else. Every certificate that
//! legality finds is also judged by evaluating the axioms of the JMM on it, without the solver, and so are certificates that
//! were damaged, of which the literal checker must say the same.

use crate::differential::Mismatch;
use crate::differential_jmm::program_of;
use crate::sandwich::{Decision, sandwich};
use crate::tries::Tries;
use axiomatic::{Condition, Guesses, Judgement, Overflow, Question, possible};
use event::{Certificate, Outcome, RuleSet, Value};
use legality::closure;
use litmus::ast::Test;
use litmus::{Program, shrink};
use models::cat::{CatModel, Verdict};
use models::{Values, candidates};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// What the net has done so far.
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
    /// Certificates judged, damaged ones included.
    pub certificates: u64,
    /// Of these refused.
    pub refused: u64,
}

impl SatTally {
    /// Joins two tallies.
    pub fn add(&mut self, other: SatTally) {
        self.programs += other.programs;
        self.outcomes += other.outcomes;
        self.impossible += other.impossible;
        self.skipped += other.skipped;
        self.certificates += other.certificates;
        self.refused += other.refused;
    }
}

/// Decisions of the enumeration of candidates.
const CANDIDATE_STEPS: u64 = 2_000;
/// Files with guessed orders are evaluated by trying all orders: only on executions with at most so many accesses.
const MOST_ACCESSES: usize = 5;
/// To evaluate files on all candidates takes longer than all the rest: one file in so many per program.
const FILES_EVERY: u64 = 5;
/// Of how many programs those of one have their certificates judged.
const CERTIFICATES_EVERY: u64 = 2;
/// Of how many steps of a certificate one is damaged.
const DAMAGED_EVERY: usize = 3;
/// A problem with more copies of the program takes long.
const MOST_EXECUTIONS: u32 = 8;

/// Checks the program of one seed; programs are those of [`crate::differential_jmm`].
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

/// Checks one program, under the rules of the JMM and some of the files, which `turn` chooses; the error says which
/// comparison failed.
pub fn check(test: &Test, turn: u64) -> Result<SatTally, String> {
    let program =
        litmus::load("random.litmus", &test.to_string()).map_err(|e| format!("does not compile: {e}"))?;
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

const IDENTITIES: [(legality::Identity, axiomatic::Identity); 2] = [
    (legality::Identity::Free, axiomatic::Identity::Free),
    (legality::Identity::Occurrence, axiomatic::Identity::Occurrence),
];

fn check_legality(program: &Program, turn: u64, tally: &mut SatTally) -> Result<(), String> {
    let limits = legality::Limits::default();
    let closure = closure(program, &limits).map_err(|e| format!("closure: {e:?} on a tiny program"))?;
    let tries = Tries::for_legality(&closure, |_| true);
    let most = *tries.numbers.last().expect("at least one number");
    if most > MOST_EXECUTIONS || !tries.is_enough {
        tally.skipped += 1;
        return Ok(());
    }
    for (rules, model) in rules() {
        for (identity, same_identity) in IDENTITIES {
            let decided = sandwich(program, closure.clone(), (*rules, identity), &limits);
            let expected: BTreeMap<&Outcome, bool> = decided
                .outcomes
                .iter()
                .filter_map(|(outcome, decision)| Some((outcome, decision.is_legal()?)))
                .collect();
            if expected.len() < decided.outcomes.len() {
                tally.skipped += 1;
                continue;
            }
            // Every legal value follows from the initial ones, as the closure shows.
            let ask = Ask { program, model, guesses: Guesses::Grounded, identity: same_identity, k: most };
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
    let constants: Vec<Value> = program.constants().into_iter().collect();
    let limits = models::Limits { steps: CANDIDATE_STEPS, ..models::Limits::default() };
    let question = models::Question {
        machine: program,
        decides: model.decides(),
        threads: models::Threads::Alone,
        constants: Some(&constants),
        values: Values::Fit,
        limits: &limits,
        hopeless: None,
        stop: None,
    };
    let mut expected: BTreeMap<Outcome, bool> = BTreeMap::new();
    let mut gave_up = false;
    let coverage = candidates(&question, |candidate| {
        let events = candidate.graph().execution().events();
        let accesses = events.iter().filter(|event| event.kind.loc().is_some()).count();
        gave_up |= name.ends_with(".jmm") && accesses > MOST_ACCESSES;
        if gave_up {
            return;
        }
        let accepted = match model.judge(candidate.graph()) {
            Ok(verdict) => matches!(verdict, Verdict::Accepted { .. }),
            Err(_) => {
                gave_up = true;
                return;
            }
        };
        candidate.outcomes(|outcome| *expected.entry(outcome).or_default() |= accepted);
    });
    if gave_up || coverage.is_err() {
        tally.skipped += 1;
        return Ok(());
    }
    let expected = expected.iter().map(|(outcome, &accepted)| (outcome, accepted)).collect();
    let ask = Ask {
        program,
        model,
        guesses: if model.decides().causal { Guesses::Grounded } else { Guesses::Any },
        identity: axiomatic::Identity::Free,
        k: 0,
    };
    ask.compare(name, &expected, tally)
}

struct Ask<'a> {
    program: &'a Program,
    model: &'a CatModel,
    guesses: Guesses,
    identity: axiomatic::Identity,
    k: u32,
}

/// Whether a question was too large; any other reason to give up is a mismatch.
fn skipped(name: &str, overflow: &Overflow, tally: &mut SatTally) -> Result<(), String> {
    if !matches!(overflow, Overflow::Steps(_) | Overflow::Pairs(_) | Overflow::Values(_)) {
        return Err(format!("{name}: {overflow}"));
    }
    tally.skipped += 1;
    Ok(())
}

/// Certificates that lack a step, or in which something is committed too early or by another execution.
fn damaged(certificate: &Certificate) -> Vec<Certificate> {
    let last = certificate.steps.len() - 1;
    let mut all = Vec::new();
    // Which steps are damaged depends on the certificate, so that all are at some time.
    for i in (0..last).filter(|i| (i + certificate.execution.events().len()) % DAMAGED_EVERY == 0) {
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
            limits: axiomatic::Limits::default(),
        }
    }

    /// The axioms accept a certificate, and of damaged ones those that the literal checker accepts.
    fn judge(&self, name: &str, certificate: &Certificate, tally: &mut SatTally) -> Result<(), String> {
        let constants: Vec<Value> = self.program.constants().into_iter().collect();
        let question = self.question(&constants);
        for (i, certificate) in std::iter::once(certificate.clone()).chain(damaged(certificate)).enumerate() {
            let checked = jls::check_certificate(self.program, &certificate);
            let judged = match axiomatic::judge(&question, &certificate) {
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

    /// Compares every outcome, and asks for one that is not among them.
    fn compare(
        &self,
        name: &str,
        expected: &BTreeMap<&Outcome, bool>,
        tally: &mut SatTally,
    ) -> Result<(), String> {
        // Failures are not part of what is asked; outcomes that differ only there are one.
        let mut by_values: BTreeMap<&[Value], bool> = BTreeMap::new();
        for (outcome, &is_possible) in expected {
            *by_values.entry(&outcome.values).or_default() |= is_possible;
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
        let wanted = by_values.values().copied().chain([false]);
        for ((condition, wanted), found) in conditions.iter().zip(wanted).zip(found) {
            tally.outcomes += 1;
            tally.impossible += u64::from(!wanted);
            if found != Some(wanted) {
                let what = condition.render(&[]);
                return Err(format!("{name}: expected {wanted}, SAT says {found:?}: {what}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The long run is `thinair selfcheck --solver N`.
    #[test]
    fn sat_agrees_with_legality_and_with_the_evaluation_of_files() {
        let mut tally = SatTally::default();
        for seed in 0..120 {
            match check_seed(seed) {
                Ok(one) => tally.add(one),
                Err(mismatch) => panic!("seed {seed}: {}\n{}", mismatch.what, mismatch.program),
            }
        }
        assert!(tally.impossible > 100 && tally.outcomes - tally.impossible > 100, "{tally:?}");
        assert!(tally.refused > 100 && tally.certificates - tally.refused > 100, "{tally:?}");
    }
}
