//! Engines that find executions without a schedule: Java Path Relaxer, and models in cat.
//!
//! Nothing is known about a model file that a user wrote: it need not be prefix-closed or extensible, may
//! allow causal cycles, and may not require atomicity of updates. So no engine that builds executions step by
//! step can be used; `axioms::candidates` enumerates all complete candidates, and the file judges each.
//! **Promises** that every execution it reports is accepted by the file, and that the result is complete
//! unless it says why not.

use crate::driver::{Checked, Driver};
use crate::kind::FindingKind;
use crate::reason::Reason;
use crate::result::{Count, ModelFinding, ModelResult};
use crate::sandwich::WAITS;
use crate::verdict::Evidence;
use axioms::cat::{Acceptance, CatModel, Flag, GaveUp};
use axioms::{
    Candidate, CandidateLimits, Coverage, Hopeless, Overflow, Question, Threads, Values, candidates,
};
use event::{Failure, Machine, Outcome, ThreadId, Value};
use explore::Progress;
use jpr::{JprLimits, Truncated, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// The default limit on decisions of the search (`--states`); a few seconds.
pub const STEPS: u64 = 2_000_000;
/// The most traces, more than an enumeration usually allows, because reads guess all constants of the
/// program.
pub const TRACES: usize = 20_000;

/// The result of an engine.
#[derive(Debug, Default)]
pub struct Untraced {
    /// The outcomes.
    pub outcomes: BTreeSet<Outcome>,
    /// How threads fail.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Whether some execution deadlocks.
    pub deadlock: bool,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// The number of states, or of what the engine counts in their place.
    pub states: u64,
    /// The number of steps between them.
    pub transitions: u64,
    /// Flags that the model raised.
    pub notes: Vec<ModelFinding>,
}

impl Untraced {
    /// A result in which nothing is known, for this reason.
    pub(crate) fn undecided(reason: Reason) -> Untraced {
        Untraced { incomplete: vec![reason], ..Untraced::default() }
    }
}

/// The judgements so far.
#[derive(Default)]
pub struct Judged {
    /// Outcomes and failures.
    pub found: Untraced,
    /// Accepted executions by outcome, up to the equivalence by which tables count them.
    pub classes: BTreeMap<Outcome, BTreeSet<Vec<u32>>>,
    /// The number of accepted executions.
    pub accepted: u64,
    /// For each flag, whether it means undefined behaviour, and the number of executions.
    pub flags: BTreeMap<&'static str, (bool, u64)>,
    /// Why a candidate was too hard to judge.
    pub gave_up: Option<GaveUp>,
    invented: bool,
}

impl Judged {
    /// Judges a candidate.
    pub fn judge<M: Machine>(&mut self, cat: &CatModel, candidate: &Candidate<'_, M>) {
        // A candidate that is too hard leaves the answer open; the others would be as hard.
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
            // An invented value stands for any value, and no table can hold them all.
            if candidate.invented.is_some_and(|value| outcome.values.contains(&value)) {
                return;
            }
            failures.extend(outcome.failures.iter().cloned());
            classes.entry(outcome.clone()).or_default().insert(candidate.class.to_vec());
            outcomes.insert(outcome);
        });
    }
}

impl<C: Checked> Driver<'_, C> {
    /// Checks with Java Path Relaxer, a comparison model whose answers prove nothing.
    pub(crate) fn relaxed(mut self, variant: Variant) -> ModelResult {
        let progress = self.host.begin(self.model.name());
        let mut machine = self.subject.machine(&progress, false);
        let usual = JprLimits::default();
        let limits = JprLimits {
            stop: Some(progress.stop_flag()),
            states: self.options.states.unwrap_or(usual.states),
            depth: self.options.depth.unwrap_or(usual.depth),
            ..usual
        };
        let run = self.subject.until_stable(&mut machine, |machine| jpr::run(machine, variant, &limits));
        let found = match run {
            Err(unsupported) => Untraced::undecided(Reason::unsupported(unsupported.to_string())),
            Ok(report) => {
                let (iterations, states) = (report.iterations.len(), report.states());
                let size = report.write_set.len();
                self.found.decided.push(format!(
                    "{iterations} iterations, {states} states in the last one, {size} writes with their values"
                ));
                self.found.decided.extend(report.diverges.then(|| DIVERGES.to_owned()));
                let truncated = report.truncated.map(|reason| match (reason, progress.stop_reason()) {
                    (Truncated::Stopped, Some(reason)) => Reason::from(&reason),
                    (reason, _) => Reason::limit(reason.to_string()),
                });
                Untraced {
                    outcomes: report.outcomes,
                    failures: report.failures,
                    deadlock: report.deadlocks,
                    incomplete: truncated.into_iter().collect(),
                    states,
                    transitions: report.iterations.iter().map(|i| i.steps).sum(),
                    notes: Vec::new(),
                }
            }
        };
        self.conclude_untraced(&machine, found)
    }

    /// Checks a model in cat: the file judges every candidate execution.
    pub(crate) fn judged_by_file(mut self) -> ModelResult {
        let cat = self.model.cat().expect("only models in cat come here");
        let progress = self.host.begin(self.model.name());
        let mut machine = self.subject.machine(&progress, cat.uses_external_actions());
        if let Some(found) = self.subject.solved(cat, &progress) {
            return self.conclude_untraced(&machine, found);
        }
        let constants = self.subject.constants();
        let limits = CandidateLimits {
            steps: self.options.states.unwrap_or(STEPS),
            traces_per_thread: TRACES,
            ..CandidateLimits::default()
        };
        let stop = progress.stop_flag();
        let hopeless = |graph: &axioms::Graph<'_>| cat.is_hopeless(graph);
        let asked =
            Asked { cat, constants: constants.as_deref(), limits: &limits, hopeless: &hopeless, stop: &stop };
        let (judged, coverage) = self.subject.until_stable(&mut machine, |machine| {
            let mut judged = Judged::default();
            let coverage = candidates(&asked.of(machine), |candidate| judged.judge(cat, candidate));
            (judged, coverage)
        });
        let mut incomplete = missing_candidates(&judged, &coverage, &progress);
        if incomplete.is_empty() && !self.subject.knows_values(cat, &asked.of(&machine)) {
            let text = "the program computes with values, and the file may allow values that justify themselves; if it does not, \
                        let it say `acyclic po | rf | start-join`";
            incomplete.push(Reason::undecided(text));
        }
        let Judged { mut found, classes, accepted, flags, .. } = judged;
        let all = incomplete.is_empty();
        let different: BTreeSet<&Vec<u32>> = classes.values().flatten().collect();
        self.found.executions = all.then_some(different.len() as u64);
        let count = |(outcome, classes): (&Outcome, &BTreeSet<Vec<u32>>)| {
            (outcome.clone(), Count { found: classes.len() as u64, all })
        };
        self.found.counts = classes.iter().map(count).collect();
        found.incomplete = incomplete;
        found.notes = flags.into_iter().map(|(name, flag)| note(name, flag, accepted)).collect();
        if let Ok(Coverage { candidates, .. }) = coverage {
            found.states = candidates;
            let line = format!("{candidates} candidate executions judged, {accepted} accepted");
            self.found.decided.push(line);
        }
        self.conclude_untraced(&machine, found)
    }

    /// Concludes from the result of an engine.
    fn conclude_untraced(mut self, machine: &C::Machine, found: Untraced) -> ModelResult {
        self.subject.record_gaps(machine);
        let mut findings = Vec::new();
        for (thread, failure) in &found.failures {
            let (kind, decides, message) = self.subject.failure(machine, *thread, failure);
            let thread = Some(*thread);
            findings.push(ModelFinding { thread, ..ModelFinding::bare(decides, kind, message) });
        }
        if found.deadlock {
            let decides = self.options.properties.deadlock;
            findings.push(ModelFinding::bare(decides, FindingKind::Deadlock, WAITS.to_owned()));
        }
        let kept = found.outcomes.iter().filter(|outcome| self.subject.keeps(outcome));
        let against = kept.filter_map(|outcome| self.subject.against(outcome));
        findings.extend(against.map(|text| ModelFinding::bare(true, FindingKind::Outcome, text)));
        findings.extend(found.notes);
        self.found_all(found.incomplete.is_empty());
        self.found.stats.states += found.states;
        self.found.stats.transitions += found.transitions;
        let evidence = self.evidence(&found.outcomes, found.deadlock);
        let evidence = Evidence { incomplete: found.incomplete, ..evidence };
        self.result(evidence, findings, found.outcomes)
    }
}

/// The question that a file is asked, for any machine.
struct Asked<'q> {
    cat: &'q CatModel,
    constants: Option<&'q [Value]>,
    limits: &'q CandidateLimits,
    hopeless: &'q Hopeless<'q>,
    stop: &'q AtomicBool,
}

impl Asked<'_> {
    fn of<'m, M: Machine>(&'m self, machine: &'m M) -> Question<'m, M> {
        Question {
            machine,
            decides: self.cat.decides(),
            threads: if self.constants.is_some() { Threads::Alone } else { Threads::Together },
            constants: self.constants,
            values: Values::Fit,
            limits: self.limits,
            hopeless: Some(self.hopeless),
            stop: Some(self.stop),
        }
    }
}

/// Added to a result if some execution diverges.
pub(crate) const DIVERGES: &str = "some execution ends with threads that compute for ever without acting";

/// Returns why candidates may be missing.
fn missing_candidates(
    judged: &Judged,
    coverage: &Result<Coverage, Overflow>,
    progress: &Progress,
) -> Vec<Reason> {
    let mut reasons: Vec<Reason> = Vec::new();
    match coverage {
        Err(Overflow::Stopped) => reasons.extend(progress.stop_reason().as_ref().map(Reason::from)),
        Err(overflow) => reasons.push(Reason::limit(overflow.to_string())),
        Ok(coverage) => {
            let cut = "a thread has executions of more than 32 actions, or was stopped by a bound";
            reasons.extend(coverage.cut.then(|| Reason::limit(cut)));
            let others = [
                (coverage.may_wait, "executions in which threads wait for ever are not judged"),
                (coverage.diverges, "executions in which a thread computes for ever are not judged"),
            ];
            reasons.extend(others.iter().filter(|(holds, _)| *holds).map(|(_, why)| Reason::undecided(*why)));
        }
    }
    reasons.extend(judged.gave_up.map(|gave_up| Reason::limit(gave_up.to_string())));
    let text = "the model allows values out of thin air: only those the program names were tried";
    reasons.extend(judged.invented.then(|| Reason::undecided(text)));
    reasons
}

/// Turns a flag into a note.
fn note(name: &str, (undefined, times): (bool, u64), accepted: u64) -> ModelFinding {
    let word = if undefined { "undefined behaviour" } else { "flag" };
    let message = format!("{word} {name}: raised by {times} of {accepted} accepted executions");
    ModelFinding::bare(false, FindingKind::Flag, message)
}
