//! Decides the Java memory model between its bounds, by the sandwich OpMM ⊆ JMM ⊆ RPC.
//!
//! The lower bound is explored first: every behaviour it shows is real and has an execution. The race-pair
//! closure then bounds the rest from above. Exact legality decides what lies between (`legality_run.rs`), if
//! the JLS defines the program and its executions are few enough to be kept one by one. Otherwise only the
//! bounds are compared, and what lies between them stays undecided.

use crate::driver::{Checked, Driver, Explored};
use crate::kind::FindingKind;
use crate::legality_run::{Decision, LegalityRun, run_legality};
use crate::model::Model;
use crate::reason::Reason;
use crate::result::{ModelFinding, ModelResult, Races, Settled, Witness};
use crate::verdict::Evidence;
use event::{Failure, Outcome, RuleSet, ThreadId};
use explore::{Budget, Finding, Progress, Report};
use legality::{Candidate, Closure, End, LegalityLimits, Overflow};
use std::collections::{BTreeMap, BTreeSet};

/// A thread, and how it fails.
type Failed = (ThreadId, Failure);

/// The behaviours of a bound.
#[derive(Default)]
struct Bound {
    outcomes: BTreeSet<Outcome>,
    failures: BTreeSet<Failed>,
    deadlock: bool,
}

impl Bound {
    fn of_report(report: &Report) -> Bound {
        let mut bound = Bound { outcomes: report.outcomes.clone(), ..Bound::default() };
        for finding in &report.findings {
            match finding {
                Finding::Failure { thread, failure, .. } => {
                    bound.failures.insert((*thread, failure.clone()));
                }
                Finding::Deadlock { .. } => bound.deadlock = true,
                Finding::Race { .. } => {}
            }
        }
        bound
    }

    fn of_closure(closure: &Closure) -> Bound {
        let candidates = &closure.candidates;
        Bound {
            outcomes: candidates.iter().flat_map(|c| c.outcomes.iter().cloned()).collect(),
            failures: candidates.iter().flat_map(|c| c.failures.iter().cloned()).collect(),
            deadlock: candidates.iter().any(|c| c.end == End::Deadlocked),
        }
    }
}

/// The result of the race-pair closure.
struct Upper {
    bound: Bound,
    /// Rounds until the fixpoint.
    rounds: usize,
    /// The executions, if they are kept one by one.
    closure: Option<Closure>,
    /// Why behaviours may be missing.
    incomplete: Vec<Reason>,
}

/// For each behaviour of the closure, the stage that decided it.
struct Decisions {
    outcomes: BTreeMap<Outcome, Decision>,
    failures: BTreeMap<Failed, Decision>,
    deadlock: Option<Decision>,
}

impl Decisions {
    /// Decides by the bounds alone: what the lower bound does not show is undecided, for the reason `why`.
    fn open(upper: &Bound, lower: &Bound, why: &str) -> Decisions {
        let decision = |shown: bool| match shown {
            true => Decision::LowerBound,
            false => Decision::Open(why.to_owned()),
        };
        Decisions {
            outcomes: upper
                .outcomes
                .iter()
                .map(|o| (o.clone(), decision(lower.outcomes.contains(o))))
                .collect(),
            failures: upper
                .failures
                .iter()
                .map(|f| (f.clone(), decision(lower.failures.contains(f))))
                .collect(),
            deadlock: upper.deadlock.then(|| decision(lower.deadlock)),
        }
    }

    /// Decides by exact legality. What legality leaves undecided may still be shown by the search of the
    /// lower bound.
    fn exact(decided: &LegalityRun, lower: &Bound) -> Decisions {
        let settled = |decision: &Decision, shown: bool| match decision {
            Decision::Open(_) if shown => Decision::LowerBound,
            Decision::Open(why) => Decision::Open(format!("neither proved nor excluded: {why}")),
            other => other.clone(),
        };
        Decisions {
            outcomes: decided
                .outcomes
                .iter()
                .map(|(o, d)| (o.clone(), settled(d, lower.outcomes.contains(o))))
                .collect(),
            failures: decided
                .failures
                .iter()
                .map(|(f, d)| (f.clone(), settled(d, lower.failures.contains(f))))
                .collect(),
            deadlock: decided.deadlock.as_ref().map(|d| settled(d, lower.deadlock)),
        }
    }

    fn are_open(&self) -> bool {
        let all = self.outcomes.values().chain(self.failures.values()).chain(&self.deadlock);
        all.into_iter().any(|decision| decision.is_legal().is_none())
    }
}

/// What is known so far about a program between its bounds.
struct Known {
    outcomes: BTreeSet<Outcome>,
    findings: Vec<ModelFinding>,
    /// Why nothing can be proved.
    incomplete: Vec<Reason>,
}

impl<C: Checked> Driver<'_, C> {
    /// Checks a program that has data races, or may have some.
    pub(crate) fn sandwiched(mut self) -> ModelResult {
        if self.model == Model::Rpc {
            return self.upper_bound();
        }
        let lower = match self.search(Model::Opmm) {
            Ok(lower) => lower,
            Err(reason) => return self.undecided(reason),
        };
        let violates = |findings: &[ModelFinding]| findings.iter().any(|f| f.violation);
        let is_violated = self.subject.is_violated()
            || violates(&lower.findings)
            || matches!(&self.races, Races::Some(races) if violates(races));
        if is_violated && !self.options.all_outcomes {
            self.found.decided.push(
                "a violation was found by the race check, under sc or under opmm, all of whose executions are legal"
                    .to_owned(),
            );
            self.found_all(false);
            return self.conclude(lower);
        }
        self.between(lower)
    }

    /// Decides what lies above the lower bound, which has been searched.
    fn between(mut self, lower: Explored) -> ModelResult {
        let (below, outcomes) = (Bound::of_report(&lower.report), lower.report.outcomes);
        let mut known = Known { outcomes, findings: lower.findings, incomplete: Vec::new() };
        let progress = self.host.begin(CLOSURE);
        let limits = limits::<C>(&progress);
        let (machine, upper) = self.close(&progress, &limits, Some(&below));
        let exact = upper.closure.as_ref().filter(|closure| !closure.weak);
        let is_complete = lower.incomplete.is_empty();
        // Exact legality decides everything that the closure shows, including what the search of the lower
        // bound missed.
        if exact.is_none() || !self.subject.is_followed() {
            self.found_all(is_complete);
            known.incomplete.extend(lower.incomplete);
        }
        known.incomplete.extend(upper.incomplete.iter().cloned());
        self.doubt_hangs(&upper, &mut known);
        self.doubt_counts(upper.closure.as_ref());
        let decisions = match exact {
            Some(closure) => {
                let rules =
                    if self.model == Model::JmmRevised { RuleSet::Revised } else { RuleSet::Original };
                let decided =
                    run_legality(&machine, closure.clone(), (rules, self.options.identity), &limits);
                self.found.decided.extend(self.subject.story(&machine, &decided, &limits));
                if self.subject.is_followed() && is_complete {
                    known.incomplete.extend(disagreement(closure, &below));
                }
                Decisions::exact(&decided, &below)
            }
            None => self.compare(&upper, &below, &mut known),
        };
        if let Some(reason) = progress.stop_reason().filter(|_| decisions.are_open()) {
            known.incomplete.push(Reason::from(&reason));
        }
        self.settle(&machine, &decisions, &below, &mut known);
        self.subject.record_gaps(&machine);
        self.found.settled = Some(settled(decisions.outcomes, upper));
        let deadlocked = known.findings.iter().any(|f| f.kind == FindingKind::Deadlock);
        let evidence = self.evidence(&known.outcomes, deadlocked);
        self.ends(evidence, known)
    }

    /// Checks under the upper bound itself (`rpc`).
    fn upper_bound(mut self) -> ModelResult {
        let progress = self.host.begin(CLOSURE);
        let (machine, upper) = self.close(&progress, &limits::<C>(&progress), None);
        if let Some(closure) = &upper.closure {
            self.found.stats.states += closure.candidates.len() as u64;
            self.found.decided.push(format!("closed after {}", rounds(upper.rounds)));
        }
        let (outcomes, incomplete) = (upper.bound.outcomes.clone(), upper.incomplete.clone());
        let mut known = Known { outcomes, findings: Vec::new(), incomplete };
        self.doubt_hangs(&upper, &mut known);
        let decisions = Decisions::open(&upper.bound, &Bound::default(), UNPROVED);
        // Outcomes of the closure are outcomes of `rpc`, so none of them is undecided. But an outcome that
        // contradicts a claim may not be real in Java, so it leaves the verdict open.
        let others = Decisions { outcomes: BTreeMap::new(), ..decisions };
        self.settle(&machine, &others, &Bound::default(), &mut known);
        let against =
            |outcome: &Outcome| self.subject.against(outcome).filter(|_| self.subject.keeps(outcome));
        let against = known.outcomes.iter().find_map(against);
        known.incomplete.extend(against.map(|what| Reason::undecided(format!("{what}: {UNPROVED}"))));
        let evidence = self.evidence(&known.outcomes, upper.bound.deadlock);
        self.found.settled = Some(settled(decisions.outcomes, upper));
        self.ends(evidence, known)
    }

    fn ends(self, evidence: Evidence, known: Known) -> ModelResult {
        let Known { outcomes, findings, incomplete } = known;
        self.result(Evidence { incomplete, ..evidence }, findings, outcomes)
    }

    /// Computes the closure: by executions if there are few enough, otherwise by states.
    fn close(
        &mut self,
        progress: &Progress,
        limits: &LegalityLimits,
        lower: Option<&Bound>,
    ) -> (C::Machine, Upper) {
        if self.subject.keeps_executions() {
            // Output is committed in order (JLS 17.4.8, rule 9), so it must be visible as actions.
            let mut machine = self.subject.machine(progress, true);
            let closure =
                self.subject.until_stable(&mut machine, |machine| legality::closure(machine, limits));
            let why = match closure {
                Ok(closure) if closure.cut => Overflow::Cut,
                Ok(closure) => {
                    let bound = Bound::of_closure(&closure);
                    // The closure does not follow plain reads, after all threads have ended, of variables
                    // that are updated in other modes. If it then misses an outcome of the lower bound, it is
                    // not an upper bound.
                    let misses = lower.is_some_and(|lower| !lower.outcomes.is_subset(&bound.outcomes));
                    if self.subject.is_followed() || !misses {
                        let (rounds, incomplete) = (closure.rounds, Vec::new());
                        return (machine, Upper { bound, rounds, closure: Some(closure), incomplete });
                    }
                    Overflow::Unsupported("a plain read of a variable with volatile updates")
                }
                Err(overflow) => overflow,
            };
            self.found.decided.push(format!(
                "executions cannot be kept one by one ({}); the closure is computed by states",
                overflow_text(&why)
            ));
        }
        self.close_by_states(progress)
    }

    fn close_by_states(&mut self, progress: &Progress) -> (C::Machine, Upper) {
        let mut machine = self.subject.machine(progress, false);
        let budget = Budget { states: self.options.states.or(C::CLOSED), ..Budget::default() };
        let closed =
            self.subject.until_stable(&mut machine, |machine| explore::close(machine, &budget, progress));
        self.found.stats.states += closed.states;
        self.found.stats.transitions += closed.transitions;
        self.found_all(closed.truncated.is_none());
        let rounds_text = rounds(closed.rounds);
        self.found.decided.push(format!("race-pair closure: {} states, {rounds_text}", closed.states));
        let deadlock = !closed.deadlocks.is_empty();
        let bound = Bound { outcomes: closed.outcomes, failures: closed.failures, deadlock };
        let incomplete = closed.truncated.iter().map(Reason::from).collect();
        (machine, Upper { bound, rounds: closed.rounds, closure: None, incomplete })
    }

    /// Decides by the two bounds: what the lower one shows is legal, what the upper one does not show is not.
    fn compare(&mut self, upper: &Upper, lower: &Bound, known: &mut Known) -> Decisions {
        let why = match &upper.closure {
            Some(closure) => {
                self.found.decided.push(format!(
                    "race-pair closure: {} executions, with accesses outside the JLS, so that only bounds are compared",
                    closure.candidates.len()
                ));
                WEAK
            }
            None => BY_STATES,
        };
        // The upper bound must show every outcome of the lower one; otherwise thinair has a defect.
        let odd = lower.outcomes.difference(&upper.bound.outcomes).next();
        if let Some(odd) = odd.filter(|_| self.subject.is_followed() && upper.incomplete.is_empty()) {
            let text = format!("the bounds contradict each other about outcome ({})", odd.render());
            known.incomplete.push(Reason::defect(text));
        }
        let is_open = |o: &&Outcome| !lower.outcomes.contains(*o) && self.subject.keeps(o);
        match upper.bound.outcomes.iter().filter(is_open).count() {
            _ if !self.options.all_outcomes => {}
            0 if known.incomplete.is_empty() => self
                .found
                .decided
                .push("the bounds meet: the lower bound shows every outcome of the upper bound".to_owned()),
            0 => {}
            n => self.found.decided.push(format!("{n} outcomes between the bounds are open")),
        }
        Decisions::open(&upper.bound, lower, why)
    }

    /// Records the decisions about everything that the lower bound does not show.
    fn settle(&mut self, machine: &C::Machine, decisions: &Decisions, lower: &Bound, known: &mut Known) {
        let mut asked = None;
        for (outcome, decision) in &decisions.outcomes {
            if known.outcomes.contains(outcome) || !self.subject.keeps(outcome) {
                continue;
            }
            match decision {
                Decision::Refused(_) => {}
                Decision::Open(why) => {
                    self.found.complete = false;
                    self.found
                        .open
                        .iter_mut()
                        .for_each(|open| drop(open.insert(outcome.clone(), why.clone())));
                    asked = asked.or_else(|| Some(format!("{}: {why}", self.subject.asks(outcome)?)));
                }
                legal => {
                    let witness = witness(legal);
                    let message = self.subject.against(outcome);
                    known.findings.extend(message.map(|message| ModelFinding {
                        witness: witness.clone(),
                        ..ModelFinding::bare(true, FindingKind::Outcome, message)
                    }));
                    known.outcomes.insert(outcome.clone());
                    if let Some(witness) = witness {
                        self.found.witnesses.entry(outcome.clone()).or_insert(witness);
                    }
                }
            }
        }
        known.incomplete.extend(asked.map(Reason::undecided));
        let failures = decisions.failures.iter().filter(|(failed, _)| !lower.failures.contains(failed));
        for ((thread, failure), decision) in failures {
            let (kind, decides, message) = self.subject.failure(machine, *thread, failure);
            let thread = Some(*thread);
            known.settle(ModelFinding { thread, ..ModelFinding::bare(decides, kind, message) }, decision);
        }
        if let Some(decision) = decisions.deadlock.as_ref().filter(|_| !lower.deadlock) {
            let decides = self.options.properties.deadlock;
            let message = WAITS.to_owned();
            known.settle(ModelFinding::bare(decides, FindingKind::Deadlock, message), decision);
        }
    }

    /// Notes that hangs may be missing: an execution that only the upper bound has may never end, unless all
    /// executions of the closure end.
    fn doubt_hangs(&mut self, upper: &Upper, known: &mut Known) {
        let closure = upper.closure.as_ref();
        let all_end = closure.is_some_and(|c| c.candidates.iter().all(|c| c.end != End::Diverged));
        let hangs = known.findings.iter().any(|f| f.kind == FindingKind::Hang);
        // jcstress tests report hangs as an outcome of their own.
        let asked = self.options.properties.hang && !self.options.all_outcomes;
        if !asked || hangs || all_end {
            return;
        }
        let reason = if self.model == Model::Rpc { NO_HANGS } else { HANGS };
        match self.options.hangs_if_possible {
            true => self.found.hangs_missing = Some(reason.to_owned()),
            false => known.incomplete.push(Reason::undecided(reason)),
        }
    }

    /// Marks which counts of executions cover the whole model. The executions of the lower bound were
    /// counted; these are all executions of an outcome if every execution of the closure with that outcome is
    /// in trace order, since it then belongs to the lower bound.
    fn doubt_counts(&mut self, closure: Option<&Closure>) {
        let closure = closure.filter(|closure| !closure.weak);
        for (outcome, count) in &mut self.found.counts {
            let is_other = |c: &Candidate| !c.in_trace_order && c.outcomes.iter().any(|o| o == outcome);
            count.all = closure.is_some_and(|closure| !closure.candidates.iter().any(is_other));
        }
        // The lower bound tells executions apart by other criteria than the JMM.
        self.found.executions = None;
    }
}

impl Known {
    /// Records the decision about a finding that is not an outcome.
    fn settle(&mut self, finding: ModelFinding, decision: &Decision) {
        match decision {
            Decision::Refused(_) => {}
            Decision::Open(why) if finding.violation => {
                self.incomplete.push(Reason::undecided(format!("{}: {why}", finding.message)));
            }
            Decision::Open(_) => {}
            legal => self.findings.push(ModelFinding { witness: witness(legal), ..finding }),
        }
    }
}

fn witness(decision: &Decision) -> Option<Witness> {
    match decision {
        Decision::Justified(certificate) => Some(Witness::Commitments(certificate.clone())),
        _ => None,
    }
}

fn settled(decisions: BTreeMap<Outcome, Decision>, upper: Upper) -> Box<Settled> {
    Box::new(Settled { decisions, rounds: upper.rounds, closure: upper.closure })
}

/// Compares two computations of the lower bound: the search of states, and the executions of the closure in
/// trace order. If they differ, thinair has a defect and nothing can be relied on.
fn disagreement(closure: &Closure, lower: &Bound) -> Option<Reason> {
    let here = |sure: bool| -> BTreeSet<&Outcome> {
        let shown = |c: &&Candidate| c.in_trace_order && !(sure && c.ambiguous);
        closure.candidates.iter().filter(shown).flat_map(|c| &c.outcomes).collect()
    };
    let there: BTreeSet<&Outcome> = lower.outcomes.iter().collect();
    // Where final fields leave a choice, the closure shows whatever some choice allows.
    let (sure, all) = (here(true), here(false));
    let odd = sure.difference(&there).chain(there.difference(&all)).next()?.render();
    Some(Reason::defect(format!("two engines disagree about outcome ({odd}) of the lower bound")))
}

fn limits<C: Checked>(progress: &Progress) -> LegalityLimits {
    LegalityLimits { stop: Some(progress.stop_flag()), partial: C::PARTIAL, ..LegalityLimits::default() }
}

pub(crate) fn rounds(n: usize) -> String {
    if n == 1 { "1 round".to_owned() } else { format!("{n} rounds") }
}

/// Returns a description of a limit.
pub(crate) fn overflow_text(overflow: &Overflow) -> String {
    match overflow {
        Overflow::Events => {
            "an execution has more than 128 actions; the program may have an unbounded loop".to_owned()
        }
        Overflow::Partial | Overflow::Executions => "too many executions".to_owned(),
        Overflow::Values => "values grow without end".to_owned(),
        Overflow::Cut => "the program was stopped by a bound".to_owned(),
        Overflow::Internal => "waiting, notifying, parking or choosing is not supported here".to_owned(),
        Overflow::Chains => "final fields: a reference reached a thread in several ways".to_owned(),
        Overflow::Stopped => "stopped".to_owned(),
        Overflow::Unsupported(what) => format!("{what} is outside the JLS"),
    }
}

/// The name of the closure, as progress displays it.
const CLOSURE: &str = "race-pair closure";

/// The message of a deadlock without an execution that shows it.
pub(crate) const WAITS: &str = "threads wait for ever";

/// The reason for behaviours that only the upper bound shows.
const UNPROVED: &str = "neither found nor proved impossible";

/// The same, if the program has accesses that the JLS does not define.
const WEAK: &str = "neither found nor proved impossible, and the JLS says nothing of weaker modes and fences";

/// The same, if executions cannot be kept one by one.
const BY_STATES: &str =
    "neither found nor proved impossible: executions are too many to be decided one by one";

/// Why a racy program may hang although no hang was found.
pub(crate) const HANGS: &str =
    "executions that never end were searched for under opmm only, a lower bound of the Java memory model";

/// The same under `rpc`, where hangs are not searched for.
const NO_HANGS: &str = "executions that never end are not searched for under rpc";
