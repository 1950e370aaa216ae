//! The Java memory model: race check, lower bound, upper bound, and exact legality for what lies between.

use super::{Check, Explored, JavaFinding, JavaResult, Lower, RACES, Witness};
use crate::model::{Model, Role};
use crate::sandwich::{Decision, sandwich};
use crate::upper::overflow_text;
use crate::verdict::Evidence;
use event::{Outcome, RuleSet};
use explore::{Budget, Progress};
use java_machine::{Answers, JavaMachine};
use operational::{KnownMasked, WellBehaved};
use std::collections::{BTreeMap, BTreeSet};

impl Check<'_> {
    /// The Java memory model.
    pub(super) fn java(mut self, rules: RuleSet) -> JavaResult {
        let mut races = self.explore(RACES, Answers::Ordered, WellBehaved);
        let is_race = |f: &JavaFinding| f.kind == "race";
        if races.report.incomplete.is_empty() && !races.findings.iter().any(is_race) {
            self.confirms_no_race();
            // Without races plain accesses need not be interleaved: this search has seen all that sc shows.
            let states = match races.report.stats.states {
                1 => "in the only state".to_owned(),
                n => format!("in any of {n} states"),
            };
            self.decided.push(format!(
                "no data race {states} of the race check: the program behaves as under sc (JLS 17.4.5)"
            ));
            return self.conclude(races, Role::Exact, true);
        }
        // Whatever else it met, the searches that follow meet as well.
        races.findings.retain(is_race);
        if races.findings.is_empty() {
            races.findings = std::mem::take(&mut self.raced);
        }
        if races.findings.is_empty() {
            let why = self.reasons(&races.report).join("; ");
            self.decided.push(format!("the race check did not end ({why}), so nothing rests on it"));
        } else {
            self.decided.push("the program has data races".to_owned());
        }
        let mut lower = self.explore(Model::Opmm.name(), Answers::Past, KnownMasked);
        lower.findings.extend(races.findings);
        let is_violated = self.is_violated() || lower.findings.iter().any(|f| f.violation);
        if is_violated && !self.options.all_outcomes {
            self.decided.push(
                "a violation was found by the race check, under sc or under opmm, all of whose executions are legal"
                    .to_owned(),
            );
            self.found_all(false);
            return self.conclude(lower, Role::Exact, false);
        }
        let incomplete = self.reasons(&lower.report);
        self.between(lower, incomplete, rules)
    }

    /// The lower bound shows no violation: what lies above it?
    fn between(mut self, lower: Explored, mut incomplete: Vec<String>, rules: RuleSet) -> JavaResult {
        let progress = self.host.begin("race-pair closure");
        let limits = closure_limits(&progress);
        let (machine, closure) = self.closure(&progress, &limits);
        // An upper bound that lacks what the lower one shows is none: plain reads of variables that are updated by other modes, after all
        // threads have ended, are not followed there.
        let misses = |c: &legality::Closure| {
            let shown: BTreeSet<&Outcome> = c.candidates.iter().flat_map(|c| &c.outcomes).collect();
            !lower.report.outcomes.iter().all(|outcome| shown.contains(outcome))
        };
        let closure = closure.and_then(|c| match !c.cut && misses(&c) {
            true => Err(legality::Overflow::Unsupported("a plain read of a variable with volatile updates")),
            false => Ok(c),
        });
        let Explored { report, mut findings } = lower;
        if let Some(reason) = self.may_hang(&findings, &closure) {
            match self.options.hangs_if_possible {
                true => self.hangs_missing = Some(reason),
                false => incomplete.push(reason),
            }
        }
        self.doubt_counts(closure.as_ref().ok());
        self.found_all(report.incomplete.is_empty());
        self.lower = Lower::of(&report);
        let mut outcomes = report.outcomes;
        match closure {
            // The JLS says nothing of weaker modes and fences: between the bounds nothing can be decided.
            Ok(closure) if !closure.cut && closure.weak => {
                let upper = closure.candidates.iter().flat_map(|c| &c.outcomes);
                self.leaves_open(upper.filter(|outcome| !outcomes.contains(outcome)), WEAK);
                self.compare_bounds(&machine, &closure, &mut incomplete);
            }
            Ok(closure) if !closure.cut => {
                let rounds = rounds(closure.rounds);
                let executions = closure.candidates.len();
                let decided = sandwich(&machine, closure, (rules, self.options.identity), &limits);
                self.decided.push(format!(
                    "race-pair closure: {executions} executions in {rounds}; exact legality decides between it and opmm"
                ));
                self.take_outcomes(&decided.outcomes, &mut outcomes);
                for ((thread, failure), decision) in &decided.failures {
                    if self.lower.failures.contains(&(*thread, failure.clone())) {
                        continue;
                    }
                    self.settle(
                        self.options.failure_of(&machine, *thread, failure),
                        decision,
                        &mut findings,
                        &mut incomplete,
                    );
                }
                if let Some(decision) = decided.deadlock.as_ref().filter(|_| !self.lower.deadlocks) {
                    let deadlock =
                        ("deadlock", self.options.properties.deadlock, "threads wait for ever".to_owned());
                    self.settle(deadlock, decision, &mut findings, &mut incomplete);
                }
            }
            other => {
                let why = match other {
                    Ok(_) => "the machine was stopped by a bound".to_owned(),
                    Err(overflow) => overflow_text(&overflow),
                };
                if let Some(reason) = progress.stop_reason() {
                    incomplete.push(crate::litmus_run::incomplete_text(&reason));
                }
                self.decided.push(format!(
                    "executions cannot be kept one by one ({why}); the closure is computed by states"
                ));
                let (upper, _) = self.by_states(&progress, &mut incomplete);
                self.leaves_open(upper.difference(&outcomes), BY_STATES);
            }
        }
        self.unsupported.extend(machine.unsupported());
        let observed = report.stats.finished > 0 || findings.iter().any(|f| f.kind == "deadlock");
        let evidence = Evidence { incomplete, observed, ..Evidence::new(Role::Exact, self.model.name()) };
        self.result(evidence, findings, outcomes)
    }

    /// The race-pair closure execution by execution, and the machine that has learnt what it needs to know.
    fn closure(
        &self,
        progress: &Progress,
        limits: &legality::LegalityLimits,
    ) -> (JavaMachine, Result<legality::Closure, legality::Overflow>) {
        // What is printed is committed in order (JLS 17.4.8, rule 9).
        let mut machine = self.machine(Answers::Future, progress).showing_output(true);
        let closure = machine.until_stable(|machine| legality::closure(machine, limits));
        (machine, closure)
    }

    /// Takes over what was decided of outcomes.
    fn take_outcomes(&mut self, decided: &BTreeMap<Outcome, Decision>, outcomes: &mut BTreeSet<Outcome>) {
        for (outcome, decision) in decided {
            match (decision, decision.is_legal()) {
                (Decision::Justified(certificate), Some(true)) => {
                    let commits = Witness::Commitments(certificate.clone());
                    self.witnesses.entry(outcome.clone()).or_insert(commits);
                    outcomes.insert(outcome.clone());
                }
                (_, Some(true)) => drop(outcomes.insert(outcome.clone())),
                (Decision::Open(why), _) if !outcomes.contains(outcome) => {
                    self.leaves_open([outcome].into_iter(), why);
                }
                _ => {}
            }
        }
    }

    /// Outcomes that only the upper bound shows.
    fn leaves_open<'o>(&mut self, outcomes: impl Iterator<Item = &'o Outcome>, why: &str) {
        for outcome in outcomes {
            self.complete = false;
            if let Some(open) = &mut self.open {
                open.insert(outcome.clone(), why.to_owned());
            }
        }
    }

    /// An execution that only the upper bound has may be one that never ends; unless all of its executions do end.
    fn may_hang(
        &self,
        findings: &[JavaFinding],
        closure: &Result<legality::Closure, legality::Overflow>,
    ) -> Option<String> {
        let all_end = closure.as_ref().is_ok_and(|closure| {
            !closure.cut && closure.candidates.iter().all(|c| c.end != legality::End::Diverged)
        });
        let hangs = findings.iter().any(|f| f.kind == "hang");
        // Tests of jcstress tell this apart from their other outcomes themselves.
        let asked = self.options.properties.hang && !self.options.all_outcomes;
        (asked && !hangs && !all_end).then(|| HANGS.to_owned())
    }

    /// Whether the closure shows anything that the lower bound does not.
    fn compare_bounds(
        &mut self,
        machine: &JavaMachine,
        closure: &legality::Closure,
        incomplete: &mut Vec<String>,
    ) {
        self.decided.push(format!(
            "race-pair closure: {} executions, with accesses outside the JLS, so that only bounds are compared",
            closure.candidates.len()
        ));
        self.bound_by(machine, closure, incomplete);
    }

    /// What the closure shows besides outcomes, and the lower bound does not.
    fn bound_by(&self, machine: &JavaMachine, closure: &legality::Closure, incomplete: &mut Vec<String>) {
        let failures: BTreeSet<_> = closure.candidates.iter().flat_map(|c| c.failures.clone()).collect();
        for (thread, failure) in &failures {
            let (_, decides, message) = self.options.failure_of(machine, *thread, failure);
            if decides && !self.lower.failures.contains(&(*thread, failure.clone())) {
                incomplete.push(format!("{message}: neither found nor proved impossible"));
            }
        }
        let deadlocks = closure.candidates.iter().any(|c| c.end == legality::End::Deadlocked);
        if deadlocks && self.options.properties.deadlock && !self.lower.deadlocks {
            incomplete.push("a deadlock: neither found nor proved impossible".to_owned());
        }
    }

    /// Takes over what was decided of something that the lower bound does not show.
    fn settle(
        &self,
        (kind, violation, message): (&'static str, bool, String),
        decision: &Decision,
        findings: &mut Vec<JavaFinding>,
        incomplete: &mut Vec<String>,
    ) {
        let certificate = match decision {
            Decision::Refused(_) => return,
            Decision::Open(why) => {
                return incomplete.push(format!("{message} is neither proved nor excluded: {why}"));
            }
            Decision::Justified(certificate) => Some(certificate.clone()),
            Decision::RaceFree | Decision::LowerBound => None,
        };
        let (story, replay, cause) = (None, None, None);
        findings.push(JavaFinding { violation, kind, message, story, replay, cause, certificate });
    }

    /// The closure by states: its outcomes, and only whether there is anything else above the lower bound. Also says whether any
    /// execution came to an end: one in which threads wait for ever has.
    fn by_states(&mut self, progress: &Progress, incomplete: &mut Vec<String>) -> (BTreeSet<Outcome>, bool) {
        let mut machine = self.machine(Answers::Future, progress);
        let budget = Budget { states: self.options.states, ..Budget::default() };
        let closed = machine.until_stable(|machine| explore::close(machine, &budget, progress));
        self.stats.states += closed.states;
        self.stats.transitions += closed.transitions;
        self.unsupported.extend(machine.unsupported());
        if let Some(why) = &closed.truncated {
            self.found_all(false);
            incomplete.push(crate::litmus_run::incomplete_text(why));
        }
        let open = "neither found nor proved impossible";
        for (thread, failure) in &closed.failures {
            let (_, decides, message) = self.options.failure_of(&machine, *thread, failure);
            if decides && !self.lower.failures.contains(&(*thread, failure.clone())) {
                incomplete.push(format!("{message}: {open}"));
            }
        }
        if !closed.deadlocks.is_empty() && self.options.properties.deadlock && !self.lower.deadlocks {
            incomplete.push(format!("a deadlock: {open}"));
        }
        self.decided.push(format!("race-pair closure: {} states, {}", closed.states, rounds(closed.rounds)));
        let observed = !closed.outcomes.is_empty() || !closed.deadlocks.is_empty();
        (closed.outcomes, observed)
    }

    pub(super) fn java_upper(mut self) -> JavaResult {
        let mut incomplete = Vec::new();
        let progress = self.host.begin("race-pair closure");
        let (outcomes, observed) = self.by_states(&progress, &mut incomplete);
        // Tests of jcstress tell this apart from their other outcomes themselves.
        if self.options.properties.hang && !self.options.all_outcomes {
            let reason = "executions that never end are not looked for under rpc".to_owned();
            match self.options.hangs_if_possible {
                true => self.hangs_missing = Some(reason),
                false => incomplete.push(reason),
            }
        }
        let evidence =
            Evidence { incomplete, observed, ..Evidence::new(Role::UpperBound, self.model.name()) };
        self.result(evidence, Vec::new(), outcomes)
    }
}

fn rounds(n: usize) -> String {
    if n == 1 { "1 round".to_owned() } else { format!("{n} rounds") }
}

fn closure_limits(progress: &Progress) -> legality::LegalityLimits {
    legality::LegalityLimits {
        stop: Some(progress.stop_flag()),
        partial: MOST_PARTIAL,
        ..legality::LegalityLimits::default()
    }
}

/// Why nothing is decided between the bounds where there are accesses that the JLS does not speak of.
const WEAK: &str = "neither found nor proved impossible, and the JLS says nothing of weaker modes and fences";

/// The same where executions cannot be kept one by one.
const BY_STATES: &str =
    "neither found nor proved impossible: executions are too many to be decided one by one";

/// The most partial executions that are followed one by one; where there are more, states are.
const MOST_PARTIAL: u64 = 200_000;

/// Why a racy program may hang all the same.
pub(crate) const HANGS: &str =
    "executions that never end were looked for under opmm only, a lower bound of the Java memory model";
