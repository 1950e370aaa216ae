//! Runs a litmus test under the Java memory model or its upper bound.
//!
//! The lower bound is explored first: what it shows is real and has a trace. The upper bound says what else there may be.
//! Exact legality decides what lies between, where it can: on programs that the JLS defines, without racy loops.

use crate::litmus_run::{LitmusResult, ModelFinding, Races, Runner, Story, incomplete_text, observation};
use crate::model::{Model, Role};
use crate::sandwich::{Decision, Sandwich, disagreements, sandwich, story};
use crate::upper::{Upper, upper_bound};
use crate::verdict::{Evidence, conclude};
use event::{Failure, INTERNAL, Outcome, RuleSet, ThreadId};
use explore::Stats;
use legality::{Candidate, Closure, LegalityLimits};
use litmus::ast::Quantifier;
use std::collections::{BTreeMap, BTreeSet};

/// What is known about a program between the bounds.
struct Judged {
    /// Outcomes that are shown, with the step that decided.
    outcomes: BTreeMap<Outcome, Decision>,
    failures: BTreeMap<(ThreadId, Failure), Decision>,
    deadlock: Option<Decision>,
    /// Executions or states looked at.
    states: u64,
    /// Which step decided, in words.
    decided: Vec<String>,
    /// Why something may be missing.
    incomplete: Vec<String>,
    rounds: usize,
    closure: Option<Closure>,
}

impl Runner<'_> {
    /// By the sandwich. A race-free program is explored under SC, which then is the JMM.
    pub(crate) fn sandwiched(self) -> LitmusResult {
        if matches!(self.races, Races::None) {
            let mut result = Model::Sc.with(self.options.memories, Runner { memory: Model::Sc, ..self });
            result.decided.insert(0, "the program is race free, so sc decides (JLS 17.4.5)".to_owned());
            return result;
        }
        let limits = LegalityLimits { stop: Some(self.progress.stop_flag()), ..LegalityLimits::default() };
        let upper = upper_bound(self.program, &limits, self.options.states, self.progress);
        let lower = match self.model {
            Model::Rpc => None,
            _ => {
                let below = Runner { memory: Model::Opmm, ..self };
                Some(Model::Opmm.with(self.options.memories, below))
            }
        };
        let judged = match (upper, &lower) {
            (Ok(upper), None) => self.all_of(upper),
            (Ok(upper), Some(lower)) => match (upper.exact(), &upper.graph) {
                (true, Some(closure)) => {
                    let rules = match self.model {
                        Model::JmmRevised => RuleSet::Revised,
                        _ => RuleSet::Original,
                    };
                    self.exactly(
                        &sandwich(self.program, closure.clone(), (rules, self.options.identity), &limits),
                        lower,
                        &limits,
                    )
                }
                _ => self.between(&upper, lower),
            },
            (Err(why), _) => {
                let why = self.progress.stop_reason().map_or(why, |r| incomplete_text(&r));
                return self.lower_bound_only(lower, &why);
            }
        };
        self.result(judged, lower)
    }

    /// The upper bound itself.
    fn all_of(&self, upper: Upper) -> Judged {
        let open = || Decision::Open(String::new());
        Judged {
            outcomes: upper.outcomes.iter().map(|o| (o.clone(), open())).collect(),
            failures: upper.failures.iter().map(|f| (f.clone(), open())).collect(),
            deadlock: upper.deadlock.then(open),
            states: upper.states,
            decided: vec![upper.story()],
            incomplete: upper.incomplete,
            rounds: upper.rounds,
            closure: upper.graph,
        }
    }

    /// Exact legality decided everything it could.
    fn exactly(&self, sandwich: &Sandwich, lower: &LitmusResult, limits: &LegalityLimits) -> Judged {
        // What legality leaves open may still be shown by the lower bound's own search.
        let settled = |decision: &Decision, shown: bool| match decision {
            Decision::Open(_) if shown => Decision::LowerBound,
            other => other.clone(),
        };
        let outcomes: BTreeMap<Outcome, Decision> = sandwich
            .outcomes
            .iter()
            .map(|(o, d)| (o.clone(), settled(d, lower.outcomes.contains_key(o))))
            .collect();
        let failures: BTreeMap<(ThreadId, Failure), Decision> = sandwich
            .failures
            .iter()
            .map(|(f, d)| (f.clone(), settled(d, lower.failures.contains(f))))
            .collect();
        let all = outcomes.values().chain(failures.values()).chain(&sandwich.deadlock);
        let open = all.into_iter().find_map(|d| match d {
            Decision::Open(why) => Some(why),
            _ => None,
        });
        let mut incomplete = Vec::new();
        incomplete.extend(open.map(|why| match self.progress.stop_reason() {
            Some(reason) => incomplete_text(&reason),
            None => format!("exact legality is open: {why}"),
        }));
        if lower.complete {
            incomplete.extend(disagreement_of_engines(self, sandwich, lower));
        }
        Judged {
            outcomes: outcomes.clone(),
            failures: failures.clone(),
            deadlock: sandwich.deadlock.clone(),
            states: sandwich.closure.candidates.len() as u64,
            decided: [vec![story(sandwich)], disagreements(self.program, sandwich, limits)].concat(),
            incomplete,
            rounds: sandwich.closure.rounds,
            closure: Some(sandwich.closure.clone()),
        }
    }

    /// Only the bounds are known: what the lower one shows is legal, what the upper one does not show is not.
    fn between(&self, upper: &Upper, lower: &LitmusResult) -> Judged {
        let open = || Decision::Open(upper.why_not_exact());
        let outcomes: BTreeMap<Outcome, Decision> = {
            let shown = lower.outcomes.keys().map(|o| (o.clone(), Decision::LowerBound));
            let rest = upper.outcomes.iter().filter(|o| !lower.outcomes.contains_key(*o));
            shown.chain(rest.map(|o| (o.clone(), open()))).collect()
        };
        let failed = |f: &&(ThreadId, Failure)| lower.failures.contains(*f);
        let failures = upper
            .failures
            .iter()
            .map(|f| (f.clone(), if failed(&f) { Decision::LowerBound } else { open() }))
            .collect();
        let blocked = lower.findings.iter().any(|f| f.kind == "deadlock");
        let deadlock = if blocked { Some(Decision::LowerBound) } else { upper.deadlock.then(open) };
        let kept = |o: &&Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let gap = outcomes.iter().filter(|(o, d)| kept(o) && **d != Decision::LowerBound).count();
        let mut decided = vec![upper.story()];
        let mut incomplete = upper.incomplete.clone();
        if let (false, Some(why)) = (lower.complete, lower.verdict.reason()) {
            incomplete.push(why.to_owned());
        }
        // What the lower bound shows, the upper bound must show; that it does not would be a defect of thinair.
        let odd = lower.outcomes.keys().find(|o| !upper.outcomes.contains(*o));
        if let (Some(odd), true) = (odd, upper.incomplete.is_empty()) {
            let odd = odd.render();
            incomplete.push(format!("{INTERNAL}the bounds contradict each other about outcome ({odd})"));
        }
        if gap == 0 && incomplete.is_empty() {
            decided
                .push("the bounds meet: the lower bound shows every outcome of the upper bound".to_owned());
        } else if gap > 0 {
            decided.push(format!("{gap} outcomes between the bounds are open: {}", upper.why_not_exact()));
        }
        let (rounds, closure) = (upper.rounds, upper.graph.clone());
        Judged { outcomes, failures, deadlock, states: upper.states, decided, incomplete, rounds, closure }
    }

    /// Without an upper bound, what the lower bound shows is all that can be said.
    fn lower_bound_only(self, lower: Option<LitmusResult>, why: &str) -> LitmusResult {
        let reason = format!("the upper bound is open: {why}");
        let mut result = lower.unwrap_or_else(|| {
            let below = Runner { memory: Model::Opmm, ..self };
            Model::Opmm.with(self.options.memories, below)
        });
        let mut incomplete = vec![reason.clone()];
        if let (false, Some(more)) = (result.complete, result.verdict.reason()) {
            incomplete.push(more.to_owned());
        }
        let evidence = Evidence {
            violated_anyway: false,
            violated: result.findings.iter().any(|f| f.violation),
            incomplete,
            // What the lower bound shows is real, whichever model was asked for.
            role: Role::LowerBound,
            model: self.model.name(),
            claims: true,
            race_free: false,
            observed: !result.outcomes.is_empty(),
        };
        result.complete = false;
        result.executions = None;
        result.verdict = conclude(&evidence);
        result.decided = vec![format!("lower bound only; {reason}")];
        result
    }

    fn result(&self, judged: Judged, lower: Option<LitmusResult>) -> LitmusResult {
        let is_shown = |d: &Decision| self.model == Model::Rpc || d.is_legal() == Some(true);
        let kept = |o: &&Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let outcomes: Vec<&Outcome> =
            judged.outcomes.iter().filter(|(_, d)| is_shown(d)).map(|(o, _)| o).filter(kept).collect();
        let holds = |o: &&&Outcome| self.program.condition().is_some_and(|c| c.prop.holds(o));
        let positive = outcomes.iter().filter(holds).count();
        let negative = outcomes.len() - positive;
        let open: Vec<String> =
            self.incomplete([judged.incomplete.clone(), self.open_that_matters(&judged)].concat());
        let complete =
            open.is_empty() && judged.outcomes.values().all(|d| is_shown(d) || d.is_legal().is_some());
        let mut findings: Vec<ModelFinding> = lower.iter().flat_map(|l| l.findings.clone()).collect();
        findings.extend(self.more_findings(&judged, &findings, &outcomes, is_shown));
        if let (None, Races::Some(races)) = (&lower, self.races) {
            findings.extend(races.iter().cloned());
        }
        // Notes after what decides.
        findings.sort_by_key(|f| !f.violation);
        let evidence = Evidence {
            violated_anyway: false,
            violated: findings.iter().any(|f| f.violation),
            incomplete: open,
            role: self.model.role(),
            model: self.model.name(),
            claims: self.claims(),
            race_free: false,
            observed: !outcomes.is_empty(),
        };
        let token = |o: &Outcome| lower.as_ref().and_then(|l| l.outcomes.get(o).cloned().flatten());
        LitmusResult {
            model: self.model,
            verdict: conclude(&evidence),
            complete,
            observation: self
                .program
                .condition()
                .map(|_| (observation(positive, negative), positive, negative)),
            outcomes: outcomes.iter().map(|o| ((*o).clone(), token(o))).collect(),
            findings,
            failures: judged.failures.iter().filter(|(_, d)| is_shown(d)).map(|(f, _)| f.clone()).collect(),
            executions: None,
            stats: Stats { states: judged.states, ..Stats::default() },
            decided: judged.decided,
            bounds: self.bounds(),
            sandwich: Some(Box::new(Story {
                decisions: judged.outcomes.clone(),
                rounds: judged.rounds,
                closure: judged.closure,
            })),
        }
    }

    /// What is open and could change the verdict: an open outcome that no claim speaks of changes nothing.
    fn open_that_matters(&self, judged: &Judged) -> Vec<String> {
        if self.model == Model::Rpc {
            return Vec::new();
        }
        let why = |d: &Decision| match d {
            Decision::Open(why) => Some(why.clone()),
            _ => None,
        };
        let kept = |o: &Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let matters = |o: &Outcome| {
            kept(o)
                && self.program.condition().is_none_or(|c| match c.quantifier {
                    Quantifier::Exists | Quantifier::NotExists => c.prop.holds(o),
                    Quantifier::Forall => !c.prop.holds(o),
                })
        };
        let names = self.names();
        let text = |(o, d): (&Outcome, &Decision)| {
            Some(format!("outcome ({names}) = ({}) is open: {}", o.render(), why(d)?))
        };
        let mut open: Vec<String> =
            judged.outcomes.iter().filter(|(o, _)| matters(o)).filter_map(text).take(1).collect();
        let other = judged.failures.values().chain(&judged.deadlock).find_map(why);
        open.extend(other.map(|why| format!("a failure or deadlock is open: {why}")));
        open
    }

    fn names(&self) -> String {
        self.program.observed().iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// What the lower bound did not find: it has no trace, but a certificate.
    fn more_findings(
        &self,
        judged: &Judged,
        known: &[ModelFinding],
        outcomes: &[&Outcome],
        is_shown: impl Fn(&Decision) -> bool,
    ) -> Vec<ModelFinding> {
        let properties = &self.options.properties;
        let is_new = |message: &str| !known.iter().any(|f| f.message == message);
        let mut findings = Vec::new();
        let mut add = |violation, kind, message: String, thread, decision: Option<&Decision>| {
            let justification = match decision {
                Some(Decision::Justified(certificate)) => Some(certificate.clone()),
                _ => None,
            };
            if is_new(&message) {
                let (trace, token) = (None, None);
                findings.push(ModelFinding { violation, kind, message, thread, trace, token, justification });
            }
        };
        for ((thread, failure), decision) in judged.failures.iter().filter(|(_, d)| is_shown(d)) {
            let (kind, message) = self.failure_text(*thread, failure);
            let violation = match failure {
                Failure::Assertion(_) => properties.assertion,
                Failure::Exception(_) => properties.exception,
                Failure::Exit(_) => properties.exit,
            };
            add(violation, kind, message, Some(*thread), Some(decision));
        }
        let blocked = known.iter().any(|f| f.kind == "deadlock");
        if !blocked && judged.deadlock.as_ref().is_some_and(&is_shown) {
            let message = "some execution leaves threads blocked for ever".to_owned();
            add(properties.deadlock, "deadlock", message, None, judged.deadlock.as_ref());
        }
        for outcome in outcomes.iter().filter(|o| self.violates(o)) {
            add(true, "outcome", self.outcome_text(outcome), None, judged.outcomes.get(*outcome));
        }
        findings
    }
}

/// Both engines show the lower bound: the stateful search and the executions of the closure in trace order. That they
/// differ would be a defect of thinair, and then nothing is certain.
fn disagreement_of_engines(runner: &Runner<'_>, sandwich: &Sandwich, lower: &LitmusResult) -> Option<String> {
    let kept = |o: &&Outcome| runner.program.filter().is_none_or(|f| f.holds(o));
    let here = |sure: bool| -> BTreeSet<&Outcome> {
        let shown = |c: &&Candidate| c.in_trace_order && !(sure && c.ambiguous);
        sandwich.closure.candidates.iter().filter(shown).flat_map(|c| &c.outcomes).filter(kept).collect()
    };
    let there: BTreeSet<&Outcome> = lower.outcomes.keys().collect();
    // Where final fields leave a choice, the closure shows what some choice allows.
    let (sure, all) = (here(true), here(false));
    let odd = sure.difference(&there).chain(there.difference(&all)).next()?.render();
    Some(format!(
        "two engines disagree about outcome ({odd}) of the lower bound: this is a defect of thinair"
    ))
}
