//! Runs a litmus test under the Java memory model or its upper bound.

use crate::litmus_run::{LitmusResult, ModelFinding, Races, Runner, incomplete_text, observation};
use crate::model::{Model, Role};
use crate::sandwich::{Decision, Sandwich, disagreements, sandwich, story};
use crate::verdict::{Evidence, Verdict, conclude};
use event::{Failure, Machine, Outcome, RuleSet};
use explore::Stats;
use legality::{Closure, End, Limits, Overflow, closure};
use litmus::ast::Quantifier;
use std::collections::BTreeMap;

fn overflow_text(overflow: &Overflow) -> String {
    match overflow {
        Overflow::Events => {
            "an execution has more than 128 actions; the program may have an unbounded loop".to_owned()
        }
        Overflow::Partial | Overflow::Executions => "too many executions".to_owned(),
        Overflow::Values => "values grow without end".to_owned(),
        Overflow::Cut => "a loop ran to the loop bound".to_owned(),
        Overflow::Chains => "final fields: a reference reached a thread in several ways".to_owned(),
        Overflow::Stopped => "stopped".to_owned(),
        Overflow::Unsupported(what) => format!("{what} is outside the JLS"),
    }
}

/// The closure with nothing decided, which is all that the upper bound needs.
fn everything_open(closure: Closure) -> Sandwich {
    let open = || Decision::Open(Overflow::Stopped);
    let outcomes = closure.candidates.iter().flat_map(|c| &c.outcomes).map(|o| (o.clone(), open())).collect();
    let failures = closure.candidates.iter().flat_map(|c| &c.failures).map(|f| (f.clone(), open())).collect();
    let deadlock = closure.candidates.iter().any(|c| c.end == End::Deadlocked).then(open);
    Sandwich { outcomes, failures, deadlock, closure }
}

impl Runner<'_> {
    /// By the sandwich. A race-free program is explored under SC, which then is the JMM; a program the closure cannot
    /// handle gets the lower bound's answers and is incomplete.
    pub(crate) fn sandwiched(self) -> LitmusResult {
        let limits = Limits { stop: Some(self.progress.stop_flag()), ..Limits::default() };
        if matches!(self.races, Races::None) {
            let mut result = Model::Sc.with(self.options.memories, Runner { memory: Model::Sc, ..self });
            result.decided.insert(0, "the program is race free, so sc decides (JLS 17.4.5)".to_owned());
            return result;
        }
        let decided = match self.model {
            Model::Rpc => closure(self.program, &limits).map(everything_open),
            Model::JmmRevised => sandwich(self.program, RuleSet::Revised, &limits),
            _ => sandwich(self.program, RuleSet::Original, &limits),
        };
        match decided {
            Ok(sandwich) => self.judged(&sandwich, &limits),
            Err(overflow) => self.lower_bound_only(&overflow),
        }
    }

    fn lower_bound_only(self, overflow: &Overflow) -> LitmusResult {
        let why =
            self.progress.stop_reason().map_or_else(|| overflow_text(overflow), |r| incomplete_text(&r));
        let reason = format!("the upper bound is open: {why}");
        let (model, races) = (self.model, self.races);
        let mut result = Model::Opmm.with(self.options.memories, Runner { memory: Model::Opmm, ..self });
        let mut incomplete = vec![reason.clone()];
        if let (false, Verdict::Unknown(more)) = (result.complete, &result.verdict) {
            incomplete.push(more.clone());
        }
        let evidence = Evidence {
            violated: result.findings.iter().any(|f| f.violation),
            incomplete,
            // What the lower bound shows is real, whichever model was asked for.
            role: Role::LowerBound,
            model: model.name(),
            claims: true,
            race_free: matches!(races, Races::None),
            observed: !result.outcomes.is_empty(),
        };
        result.complete = false;
        result.executions = None;
        result.verdict = conclude(&evidence);
        result.decided = vec![format!("lower bound only; {reason}")];
        result
    }

    fn judged(&self, sandwich: &Sandwich, limits: &Limits) -> LitmusResult {
        let legal = |d: &Decision| self.model == Model::Rpc || d.is_legal() == Some(true);
        let kept = |o: &&Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let outcomes: Vec<Outcome> = sandwich
            .outcomes
            .iter()
            .filter(|(_, d)| legal(d))
            .map(|(o, _)| o)
            .filter(kept)
            .cloned()
            .collect();
        let holds = |o: &&Outcome| self.program.condition().is_some_and(|c| c.prop.holds(o));
        let positive = outcomes.iter().filter(holds).count();
        let negative = outcomes.len() - positive;
        let incomplete = self.incomplete(self.missing(sandwich));
        let mut findings = self.legal_findings(sandwich, &outcomes);
        if let Races::Some(races) = self.races {
            findings.extend(races.iter().cloned());
        }
        let evidence = Evidence {
            violated: findings.iter().any(|f| f.violation),
            incomplete: incomplete.clone(),
            role: self.model.role(),
            model: self.model.name(),
            claims: self.claims(),
            race_free: false,
            observed: !outcomes.is_empty(),
        };
        let decided = match self.model {
            Model::Rpc => vec![format!("closed after {} rounds", sandwich.closure.rounds)],
            _ => [vec![story(sandwich)], disagreements(self.program, sandwich, limits)].concat(),
        };
        let finished = sandwich.closure.candidates.iter().filter(|c| c.end == End::Finished).count() as u64;
        let candidates = sandwich.closure.candidates.len() as u64;
        LitmusResult {
            model: self.model,
            verdict: conclude(&evidence),
            complete: incomplete.is_empty(),
            observation: self
                .program
                .condition()
                .map(|_| (observation(positive, negative), positive, negative)),
            outcomes: outcomes.into_iter().map(|o| (o, None)).collect::<BTreeMap<_, _>>(),
            findings,
            executions: (self.model == Model::Rpc).then_some(finished),
            stats: Stats { states: candidates, ..Stats::default() },
            decided,
            bounds: self.bounds(),
        }
    }

    /// Why outcomes may be missing.
    fn missing(&self, sandwich: &Sandwich) -> Vec<String> {
        let mut reasons = Vec::new();
        if sandwich.closure.cut {
            reasons.push(overflow_text(&Overflow::Cut));
        }
        let all = sandwich.outcomes.values().chain(sandwich.failures.values()).chain(&sandwich.deadlock);
        let open = all.into_iter().find_map(|d| match d {
            Decision::Open(overflow) if self.model != Model::Rpc => Some(overflow),
            _ => None,
        });
        reasons.extend(open.map(|overflow| match self.progress.stop_reason() {
            Some(reason) => incomplete_text(&reason),
            None => format!("exact legality is open: {}", overflow_text(overflow)),
        }));
        reasons
    }

    fn legal_findings(&self, sandwich: &Sandwich, outcomes: &[Outcome]) -> Vec<ModelFinding> {
        let properties = &self.options.properties;
        let mut findings = Vec::new();
        let mut add = |violation, kind, message: String, thread| {
            findings.push(ModelFinding { violation, kind, message, thread, trace: None, token: None });
        };
        let is_shown = |d: &Decision| self.model == Model::Rpc || d.is_legal() == Some(true);
        for (thread, failure) in sandwich.failures.iter().filter(|(_, d)| is_shown(d)).map(|(f, _)| f) {
            let name = self.program.thread_name(*thread);
            match failure {
                Failure::Assertion => {
                    add(
                        properties.assertion,
                        "assertion",
                        format!("an assertion of {name} fails"),
                        Some(*thread),
                    );
                }
                Failure::Exception(class) => {
                    add(
                        properties.exception,
                        "exception",
                        format!("{class} escapes from {name}"),
                        Some(*thread),
                    );
                }
            }
        }
        if sandwich.deadlock.as_ref().is_some_and(is_shown) {
            add(
                properties.deadlock,
                "deadlock",
                "some legal execution leaves threads blocked for ever".to_owned(),
                None,
            );
        }
        if let Some(condition) = self.program.condition() {
            let violates = |o: &&Outcome| match condition.quantifier {
                Quantifier::Exists => false,
                Quantifier::NotExists => condition.prop.holds(o),
                Quantifier::Forall => !condition.prop.holds(o),
            };
            let names: Vec<&str> = self.program.observed().iter().map(|o| o.name.as_str()).collect();
            for outcome in outcomes.iter().filter(violates) {
                let (names, values) = (names.join(", "), outcome.render());
                let message = format!("outcome ({names}) = ({values}) against `{}`", condition.text);
                add(true, "outcome", message, None);
            }
        }
        findings
    }
}
