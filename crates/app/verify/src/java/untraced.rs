//! Java programs under engines that show executions without schedules: Java Path Relaxer, and models in cat.

use super::{Check, Count, JavaFinding, JavaResult};
use crate::cat_run::{Judged, STEPS, TRACES};
use crate::litmus_run::incomplete_text;
use crate::untraced::Untraced;
use crate::verdict::Evidence;
use axioms::{Coverage, Overflow, Question, Threads, Values, candidates};
use event::Outcome;
use explore::Progress;
use java_machine::{Answers, JavaMachine};
use jpr::{Truncated, Variant};
use std::collections::BTreeSet;

impl Check<'_> {
    /// Java Path Relaxer: a comparison, whose answers prove nothing.
    pub(super) fn relaxed(mut self, variant: Variant) -> JavaResult {
        let progress = self.host.begin(self.model.name());
        let mut machine = self.machine(Answers::Future, &progress);
        let usual = jpr::JprLimits::default();
        let limits = jpr::JprLimits {
            stop: Some(progress.stop_flag()),
            states: self.options.states.unwrap_or(usual.states),
            depth: self.options.depth.unwrap_or(usual.depth),
            ..usual
        };
        let found = match machine.until_stable(|machine| jpr::run(machine, variant, &limits)) {
            Err(unsupported) => {
                Untraced { incomplete: vec![format!("unsupported: {unsupported}")], ..Untraced::default() }
            }
            Ok(report) => {
                self.stats.states += report.states();
                self.stats.transitions += report.iterations.iter().map(|i| i.steps).sum::<u64>();
                self.decided.push(format!(
                    "{} iterations, {} states in the last one, {} writes with their values",
                    report.iterations.len(),
                    report.states(),
                    report.write_set.len()
                ));
                let truncated = report.truncated.map(|reason| match (reason, progress.stop_reason()) {
                    (Truncated::Stopped, Some(reason)) => incomplete_text(&reason),
                    (reason, _) => reason.to_string(),
                });
                Untraced {
                    outcomes: report.outcomes,
                    failures: report.failures,
                    deadlock: report.deadlocks,
                    incomplete: truncated.into_iter().collect(),
                    ..Untraced::default()
                }
            }
        };
        self.conclude_untraced(&machine, found)
    }

    /// A model in cat: every candidate execution is judged by the file.
    pub(super) fn judged_by_file(mut self) -> JavaResult {
        let cat = self.model.cat().expect("only models in cat come here");
        let progress = self.host.begin(self.model.name());
        let mut machine =
            self.machine(Answers::Future, &progress).showing_output(cat.uses_external_actions());
        let limits = axioms::CandidateLimits {
            steps: self.options.states.unwrap_or(STEPS),
            traces_per_thread: TRACES,
            ..axioms::CandidateLimits::default()
        };
        let stop = progress.stop_flag();
        let (judged, coverage) = machine.until_stable(|machine| {
            let question = Question {
                machine,
                decides: cat.decides(),
                threads: Threads::Together,
                constants: None,
                values: Values::Fit,
                limits: &limits,
                hopeless: Some(&|graph| cat.is_hopeless(graph)),
                stop: Some(&stop),
            };
            let mut judged = Judged::default();
            let coverage = candidates(&question, |candidate| judged.judge(cat, candidate));
            (judged, coverage)
        });
        let mut incomplete = missing_candidates(&coverage, &progress);
        incomplete.extend(judged.gave_up.map(|gave_up| gave_up.to_string()));
        if incomplete.is_empty() && !cat.decides().causal {
            incomplete.push(
                "the model does not forbid cycles of causes, and values that justify themselves were not tried".to_owned(),
            );
        }
        if let Ok(Coverage { candidates, .. }) = coverage {
            self.stats.states += candidates;
            self.decided
                .push(format!("{candidates} candidate executions judged, {} accepted", judged.accepted));
        }
        for (name, (undefined, times)) in &judged.flags {
            let word = if *undefined { "undefined behaviour" } else { "flag" };
            self.decided.push(format!("{word} {name}: raised by {times} accepted executions"));
        }
        let all = incomplete.is_empty();
        let count = |(outcome, classes): (&Outcome, &BTreeSet<Vec<u32>>)| {
            (outcome.clone(), Count { found: classes.len() as u64, all })
        };
        self.executions = judged.classes.iter().map(count).collect();
        let failures = judged.found.failures;
        let found = Untraced { outcomes: judged.found.outcomes, failures, incomplete, ..Untraced::default() };
        self.conclude_untraced(&machine, found)
    }

    fn conclude_untraced(mut self, machine: &JavaMachine, found: Untraced) -> JavaResult {
        self.unsupported.extend(machine.unsupported());
        let mut findings = Vec::new();
        let mut add = |(kind, violation, message)| {
            findings.push(JavaFinding {
                violation,
                kind,
                message,
                story: None,
                replay: None,
                cause: None,
                certificate: None,
            });
        };
        for (thread, failure) in &found.failures {
            add(self.options.failure_of(machine, *thread, failure));
        }
        if found.deadlock {
            add(("deadlock", self.options.properties.deadlock, "threads wait for ever".to_owned()));
        }
        findings.sort_by_key(|f| !f.violation);
        self.found_all(found.incomplete.is_empty() && self.unsupported.is_empty());
        let incomplete = found.incomplete;
        let observed = !found.outcomes.is_empty() || !findings.is_empty();
        let evidence =
            Evidence { incomplete, observed, ..Evidence::new(self.model.role(), self.model.name()) };
        self.result(evidence, findings, found.outcomes)
    }
}

/// Why candidates may be missing.
fn missing_candidates(coverage: &Result<Coverage, Overflow>, progress: &Progress) -> Vec<String> {
    let told = |reason: &str| reason.to_owned();
    match coverage {
        Err(Overflow::Stopped) => progress.stop_reason().as_ref().map(incomplete_text).into_iter().collect(),
        Err(overflow) => vec![overflow.to_string()],
        Ok(coverage) => {
            let reasons = [
                (coverage.cut, "a thread has executions of more than 32 actions, or was stopped by a bound"),
                (coverage.may_wait, "executions in which threads wait for ever are not judged"),
                (coverage.diverges, "executions in which a thread computes for ever are not judged"),
            ];
            reasons.into_iter().filter(|(holds, _)| *holds).map(|(_, reason)| told(reason)).collect()
        }
    }
}
