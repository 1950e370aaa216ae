//! Results of engines that show executions without a schedule: no trace, no token.

use crate::litmus_run::{LitmusResult, ModelFinding, Races, Runner, observation};
use crate::verdict::{Evidence, conclude};
use event::{Failure, Outcome, ThreadId};
use explore::Stats;
use std::collections::BTreeSet;

/// What an engine found.
#[derive(Debug, Default)]
pub struct Untraced {
    /// The outcomes.
    pub outcomes: BTreeSet<Outcome>,
    /// How threads fail.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Some execution leaves threads waiting for ever.
    pub deadlock: bool,
    /// Why something may be missing.
    pub incomplete: Vec<String>,
    /// How many executions, if all were seen.
    pub executions: Option<u64>,
    /// States, or what the engine counts in their place.
    pub states: u64,
    /// Steps between them.
    pub transitions: u64,
    /// How it was decided, in sentences.
    pub decided: Vec<String>,
    /// Remarks of the model.
    pub notes: Vec<ModelFinding>,
}

impl Runner<'_> {
    /// Judges what was found.
    pub(crate) fn conclude_untraced(&self, found: Untraced) -> LitmusResult {
        let kept = |o: &Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let outcomes: Vec<Outcome> = found.outcomes.into_iter().filter(kept).collect();
        let holds = |o: &&Outcome| self.program.condition().is_some_and(|c| c.prop.holds(o));
        let positive = outcomes.iter().filter(holds).count();
        let negative = outcomes.len() - positive;
        let mut findings = self.untraced_findings(&found.failures, found.deadlock, &outcomes);
        findings.extend(found.notes);
        if let Races::Some(races) = self.races {
            findings.extend(races.iter().cloned());
        }
        let evidence = Evidence {
            violated_anyway: false,
            violated: findings.iter().any(|f| f.violation),
            incomplete: self.incomplete(found.incomplete.clone()),
            role: self.model.role(),
            model: self.model.name(),
            claims: self.claims(),
            race_free: matches!(self.races, Races::None),
            observed: !outcomes.is_empty(),
        };
        LitmusResult {
            model: self.model,
            verdict: conclude(&evidence),
            complete: found.incomplete.is_empty(),
            observation: self
                .program
                .condition()
                .map(|_| (observation(positive, negative), positive, negative)),
            outcomes: outcomes.into_iter().map(|o| (o, None)).collect(),
            findings,
            failures: found.failures,
            executions: found.executions,
            stats: Stats { states: found.states, transitions: found.transitions, ..Stats::default() },
            decided: found.decided,
            bounds: self.bounds(),
            sandwich: None,
        }
    }

    /// Failures, deadlocks and outcomes against the condition.
    fn untraced_findings(
        &self,
        failures: &BTreeSet<(ThreadId, Failure)>,
        deadlock: bool,
        outcomes: &[Outcome],
    ) -> Vec<ModelFinding> {
        let properties = &self.options.properties;
        let mut findings = Vec::new();
        let mut add = |violation, kind, message: String, thread| {
            findings.push(ModelFinding::untraced(violation, kind, message, thread));
        };
        for (thread, failure) in failures {
            let (kind, message) = self.failure_text(*thread, failure);
            let violation = match failure {
                Failure::Assertion(_) => properties.assertion,
                Failure::Exception(_) => properties.exception,
                Failure::Exit(_) => properties.exit,
            };
            add(violation, kind, message, Some(*thread));
        }
        if deadlock {
            let message = "some execution leaves threads blocked for ever".to_owned();
            add(properties.deadlock, "deadlock", message, None);
        }
        for outcome in outcomes.iter().filter(|o| self.violates(o)) {
            add(true, "outcome", self.outcome_text(outcome), None);
        }
        findings
    }
}

impl ModelFinding {
    /// A finding without schedule.
    pub(crate) fn untraced(
        violation: bool,
        kind: &'static str,
        message: String,
        thread: Option<ThreadId>,
    ) -> ModelFinding {
        ModelFinding { violation, kind, message, thread, trace: None, token: None, justification: None }
    }
}
