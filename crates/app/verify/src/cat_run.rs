//! Runs a litmus test under a model in cat.
//!
//! Nothing is known of a file somebody wrote: it need not be prefix-closed or extensible, may allow cycles of causes,
//! may not ask for atomic updates. So no engine that builds executions step by step is used; `axioms::candidates` shows
//! every complete candidate and the file judges each. **Promises** that what is shown is accepted by the file, and that
//! the result is complete unless it says why not.

use crate::litmus_run::{LitmusResult, ModelFinding, Runner, incomplete_text};
use crate::untraced::Untraced;
use axioms::cat::{Acceptance, CatModel, Flag, GaveUp};
use axioms::{Candidate, CandidateLimits, Coverage, Overflow, Question, Threads, Values, candidates};
use event::{Machine, Outcome, Value};
use litmus::Program;
use std::collections::{BTreeMap, BTreeSet};

/// Decisions of the search unless `--states` says otherwise; some seconds.
pub const STEPS: u64 = 2_000_000;
/// More than the usual enumeration allows: reads guess all constants of the program.
pub const TRACES: usize = 20_000;

/// What the judgements add up to.
#[derive(Default)]
pub struct Judged {
    /// Outcomes and failures.
    pub found: Untraced,
    /// Accepted executions, told apart as tables count them, by their outcomes.
    pub classes: BTreeMap<Outcome, BTreeSet<Vec<u32>>>,
    /// How many were accepted.
    pub accepted: u64,
    /// By name: whether it means undefined behaviour, and the number of executions.
    pub flags: BTreeMap<&'static str, (bool, u64)>,
    /// Why one was too hard.
    pub gave_up: Option<GaveUp>,
    invented: bool,
}

impl Judged {
    /// Judges a candidate.
    pub fn judge<M: Machine>(&mut self, cat: &CatModel, candidate: &Candidate<'_, M>) {
        // One that is too hard leaves the answer open; the others would be as hard.
        if self.gave_up.is_some() {
            return;
        }
        let flags = match cat.judge(candidate.graph()) {
            Ok(Acceptance::Accepted { flags }) => flags,
            Ok(Acceptance::Refused { .. }) => return,
            Err(gave_up) => {
                self.gave_up = Some(gave_up);
                return;
            }
        };
        self.accepted += 1;
        self.invented |= candidate.invented.is_some();
        for Flag { name, undefined, .. } in flags {
            self.flags.entry(name).or_insert((undefined, 0)).1 += 1;
        }
        let (outcomes, failures) = (&mut self.found.outcomes, &mut self.found.failures);
        let classes = &mut self.classes;
        candidate.outcomes(|outcome| {
            // It stands for any value, and no table can hold them all.
            if candidate.invented.is_some_and(|value| outcome.values.contains(&value)) {
                return;
            }
            failures.extend(outcome.failures.iter().cloned());
            classes.entry(outcome.clone()).or_default().insert(candidate.class.to_vec());
            outcomes.insert(outcome);
        });
    }
}

impl Runner<'_> {
    pub(crate) fn judged_by_file(&self, cat: &CatModel) -> LitmusResult {
        let constants: Vec<Value> = self.program.constants().into_iter().collect();
        let limits = CandidateLimits {
            steps: self.options.states.unwrap_or(STEPS),
            traces_per_thread: TRACES,
            ..CandidateLimits::default()
        };
        if self.program.uses_references() && !cat.decides().causal {
            let text =
                "unsupported: references, under a file that does not say `acyclic po | rf | start-join`";
            return self
                .conclude_untraced(Untraced { incomplete: vec![text.to_owned()], ..Untraced::default() });
        }
        let stop = self.progress.stop_flag();
        let question = Question {
            machine: self.program,
            decides: cat.decides(),
            threads: Threads::Alone,
            constants: Some(&constants),
            values: Values::Fit,
            limits: &limits,
            hopeless: Some(&|graph| cat.is_hopeless(graph)),
            stop: Some(&stop),
        };
        let mut judged = Judged::default();
        let coverage = candidates(&question, |candidate| judged.judge(cat, candidate));
        let mut incomplete = self.missing_candidates(&judged, &coverage);
        if incomplete.is_empty() && !self.values_are_known(cat, &question) {
            let text = "the program computes with values, and the file may allow some that justify themselves; if it does not, \
                        let it say `acyclic po | rf | start-join`";
            incomplete.push(text.to_owned());
        }
        let Judged { mut found, classes, accepted, flags, .. } = judged;
        let shown = coverage.as_ref().map_or(0, |c| c.candidates);
        let classes: BTreeSet<&Vec<u32>> = classes.values().flatten().collect();
        found.executions = incomplete.is_empty().then_some(classes.len() as u64);
        found.incomplete = incomplete;
        found.states = shown;
        found.notes = flags.into_iter().map(|(name, flag)| note(name, flag, accepted)).collect();
        if coverage.is_ok() {
            found.decided = vec![format!("{shown} candidate executions judged, {accepted} accepted")];
        }
        self.conclude_untraced(found)
    }

    /// Why outcomes may be missing.
    fn missing_candidates(&self, judged: &Judged, coverage: &Result<Coverage, Overflow>) -> Vec<String> {
        let mut reasons = Vec::new();
        match coverage {
            Err(Overflow::Stopped) => {
                reasons.extend(self.progress.stop_reason().as_ref().map(incomplete_text));
            }
            Err(overflow) => reasons.push(overflow.to_string()),
            Ok(coverage) => {
                if coverage.cut {
                    let bound = match self.options.loop_bound {
                        Some(_) => "a loop ran to the loop bound",
                        None => "a thread has executions of more than 32 actions",
                    };
                    reasons.push(bound.to_owned());
                }
                if coverage.may_wait {
                    reasons.push("executions in which threads wait for ever are not judged".to_owned());
                }
                if coverage.diverges {
                    reasons.push("executions in which a thread computes for ever are not judged".to_owned());
                }
            }
        }
        reasons.extend(judged.gave_up.map(|gave_up| gave_up.to_string()));
        if judged.invented {
            let text = "the model allows values out of thin air: only those the program names were tried";
            reasons.push(text.to_owned());
        }
        reasons
    }

    /// Whether no value can have been missed. No equations are solved; so either causes have no cycles, or values are only
    /// copied, or no cycle is accepted even if values need not fit.
    fn values_are_known(&self, cat: &CatModel, question: &Question<'_, Program>) -> bool {
        if question.decides.causal || self.program.only_copies_values() {
            return true;
        }
        if !self.program.is_straight() {
            return false;
        }
        let shapes = Question { values: Values::Ignored, ..*question };
        let mut accepted = false;
        let judged = candidates(&shapes, |candidate| {
            accepted |= !matches!(cat.judge(candidate.graph()), Ok(Acceptance::Refused { .. }));
        });
        judged.is_ok() && !accepted
    }
}

/// A flag as a note.
fn note(name: &str, (undefined, times): (bool, u64), accepted: u64) -> ModelFinding {
    let word = if undefined { "undefined behaviour" } else { "flag" };
    let message = format!("{word} {name}: raised by {times} of {accepted} accepted executions");
    ModelFinding::untraced(false, "flag", message, None)
}
