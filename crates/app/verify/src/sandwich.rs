//! Decides the Java memory model between its bounds, by the sandwich OpMM ⊆ JMM ⊆ RPC.
//!
//! The lower bound is explored first: every behaviour it shows is real and has an execution. The race-pair
//! closure then bounds the rest from above, by states. If it shows no more, nothing is left to decide.
//! Otherwise its executions that show more are enumerated, and exact legality decides them
//! (`legality_run.rs`), if the JLS defines the program and they are few enough to be kept one by one. If not,
//! only the bounds are compared, and what lies between them stays undecided (decision 0027).

use crate::driver::{About, Checked, Driver, Explored};
use crate::kind::FindingKind;
use crate::legality_run::{Decision, LegalityRun, run_legality_beyond};
use crate::model::Model;
use crate::reason::Reason;
use crate::result::{ModelFinding, ModelResult, Races, Settled, Witness};
use crate::verdict::Evidence;
use event::{Failure, Outcome, RuleSet, ThreadId};
use explore::{Budget, Closed, Finding, Progress, Report};
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
    /// Whether some execution ends with threads that wait for work.
    idle: bool,
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
                Finding::Idle { .. } => bound.idle = true,
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
            // It follows no thread that parks.
            idle: false,
        }
    }

    /// The behaviours of both.
    fn and(mut self, other: &Bound) -> Bound {
        self.outcomes.extend(other.outcomes.iter().cloned());
        self.failures.extend(other.failures.iter().cloned());
        self.deadlock |= other.deadlock;
        self.idle |= other.idle;
        self
    }

    fn known(&self) -> legality::Known {
        let (outcomes, failures) = (self.outcomes.clone(), self.failures.clone());
        legality::Known { outcomes, failures, deadlock: self.deadlock, pairs: BTreeSet::new() }
    }
}

/// The result of the race-pair closure.
struct Upper {
    bound: Bound,
    /// Rounds until the fixpoint.
    rounds: usize,
    /// Its executions, if they were enumerated.
    closure: Option<Closure>,
    /// Which executions these are.
    kept: Kept,
    /// The states, if it was computed by states.
    states: Option<u64>,
    /// Whether every execution ends.
    all_end: bool,
    /// Whether its first round has shown that the program has no data race.
    race_free: bool,
    /// Why behaviours may be missing.
    incomplete: Vec<Reason>,
}

/// Which executions of the closure were kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// All.
    All,
    /// Those that show something that the lower bound does not show. If there is nothing of that kind, none
    /// were looked for.
    Beyond,
    /// None, since they are too many, infinite, or not of interest.
    None,
}

impl Upper {
    fn of_executions(closure: Closure) -> Upper {
        Upper {
            bound: Bound::of_closure(&closure),
            rounds: closure.rounds,
            kept: Kept::All,
            states: None,
            all_end: !closure.diverges,
            race_free: closure.race_free,
            closure: Some(closure),
            incomplete: Vec::new(),
        }
    }

    fn of_states(closed: Closed) -> Upper {
        let deadlock = !closed.deadlocks.is_empty();
        Upper {
            bound: Bound {
                outcomes: closed.outcomes,
                failures: closed.failures,
                deadlock,
                idle: closed.idles,
            },
            rounds: closed.rounds,
            closure: None,
            kept: Kept::None,
            states: Some(closed.states),
            all_end: closed.all_end,
            race_free: closed.race_free,
            incomplete: closed.truncated.iter().map(Reason::from).collect(),
        }
    }

    fn about<'a>(&self, decisions: &'a Decisions) -> About<'a> {
        About { outcomes: &decisions.outcomes, rounds: self.rounds, states: self.states }
    }

    /// Whether exact legality decides, or the bounds meet, so that there is nothing to decide.
    fn is_decisive(&self) -> bool {
        match &self.closure {
            Some(closure) => !closure.weak,
            None => self.kept == Kept::Beyond,
        }
    }
}

/// What an attempt to compute the upper bound leaves behind.
#[derive(Default)]
struct Tried {
    /// The closure by states, if it was computed.
    states: Option<Closed>,
    /// Why its executions cannot be enumerated.
    overflow: Option<Overflow>,
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

    /// Decides that everything in the lower bound is legal, by this stage.
    fn all(lower: &Bound, by: &Decision) -> Decisions {
        Decisions {
            outcomes: lower.outcomes.iter().map(|o| (o.clone(), by.clone())).collect(),
            failures: lower.failures.iter().map(|f| (f.clone(), by.clone())).collect(),
            deadlock: lower.deadlock.then(|| by.clone()),
        }
    }

    /// Adds other decisions. None of them is about the same.
    fn and(mut self, others: Decisions) -> Decisions {
        self.outcomes.extend(others.outcomes);
        self.failures.extend(others.failures);
        self.deadlock = self.deadlock.or(others.deadlock);
        self
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
        if let Some(ordered) = self.subject.ordered() {
            self.absorb(&ordered);
            let states = ordered.report.stats.states;
            self.found.decided.push(format!(
                "all races are between releases and acquires, in {states} states: the model has no other executions (decision 0034)"
            ));
            return self.conclude(ordered);
        }
        let mut lower = match self.search(Model::Opmm) {
            Ok(lower) => lower,
            Err(reason) => return self.undecided(reason),
        };
        // What happens under sc is legal, also where the search of the lower bound was stopped.
        if !lower.incomplete.is_empty()
            && let Ok(sc) = self.search(Model::Sc)
        {
            lower = with_modes(lower, sc);
        }
        if self.subject.uses_modes()
            && let Ok(more) = self.search(Model::OpmmModes)
            // The search may have met what the definition does not cover.
            && self.subject.uses_modes()
        {
            lower = with_modes(lower, more);
        }
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
        let is_complete = lower.incomplete.is_empty();
        // Exact legality decides everything that the closure shows, including what the search of the lower
        // bound missed. If the bounds meet, that search missed nothing.
        if !upper.is_decisive() || !self.subject.is_followed() {
            self.found_all(is_complete);
            known.incomplete.extend(lower.incomplete);
        }
        known.incomplete.extend(upper.incomplete.iter().cloned());
        self.doubt_hangs(upper.all_end, &mut known);
        self.doubt_idleness(upper.bound.idle && !below.idle, &mut known);
        self.doubt_counts(&upper);
        let decisions = match &upper.closure {
            Some(closure) if !closure.weak => {
                let rules =
                    if self.model == Model::JmmRevised { RuleSet::Revised } else { RuleSet::Original };
                let rules = (rules, self.options.identity);
                if self.subject.is_followed() && is_complete {
                    known.incomplete.extend(disagreement(closure, upper.kept, &below));
                }
                let shown = match upper.kept {
                    Kept::Beyond => below.known(),
                    Kept::All | Kept::None => legality::Known::default(),
                };
                let decided = run_legality_beyond(&machine, closure.clone(), &shown, rules, &limits);
                let decisions = match upper.kept {
                    Kept::Beyond => {
                        Decisions::all(&below, &Decision::LowerBound).and(Decisions::exact(&decided, &below))
                    }
                    Kept::All | Kept::None => Decisions::exact(&decided, &below),
                };
                let about = upper.about(&decisions);
                self.found.decided.extend(self.subject.story(&machine, Some(&decided), about, &limits));
                decisions
            }
            None if upper.kept == Kept::Beyond => {
                let by = if upper.race_free { Decision::RaceFree } else { Decision::LowerBound };
                let decisions = Decisions::all(&below, &by);
                let about = upper.about(&decisions);
                self.found.decided.extend(self.subject.story(&machine, None, about, &limits));
                decisions
            }
            _ => self.compare(&upper, &below, &mut known),
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
        // By states, hangs are not decided under this model.
        self.doubt_hangs(upper.closure.is_some() && upper.all_end, &mut known);
        self.doubt_idleness(upper.bound.idle, &mut known);
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

    /// Computes the closure. States come first: if they show no more than the lower bound, no executions are
    /// needed; if they do, only the executions that show more. If the caller needs all executions, or states
    /// do not settle it, all executions are enumerated. If these are too many, states must do.
    fn close(
        &mut self,
        progress: &Progress,
        limits: &LegalityLimits,
        lower: Option<&Bound>,
    ) -> (C::Machine, Upper) {
        if !self.subject.keeps_executions() {
            let mut machine = self.subject.machine(progress, false);
            let closed = self.close_by_states(&mut machine, progress);
            return (machine, self.told(closed));
        }
        // Output is committed in order (JLS 17.4.8, rule 9), so it must be visible as actions.
        let mut machine = self.subject.machine(progress, true);
        let is_counted = !self.found.counts.is_empty();
        let mut tried = match lower {
            Some(lower) if !self.options.every_execution && !is_counted => {
                match self.close_beyond(&mut machine, lower, progress, limits) {
                    Ok(upper) => return (machine, upper),
                    Err(tried) => *tried,
                }
            }
            _ => Tried::default(),
        };
        if tried.overflow.is_none() {
            // To tell whether all executions were counted is worth less than to decide.
            let few = LegalityLimits { partial: limits.partial.min(COUNTED), ..limits.clone() };
            let limits = if is_counted && !self.options.every_execution { &few } else { limits };
            let mut runs = 0;
            let closure = self.subject.until_stable(&mut machine, |machine| {
                runs += 1;
                legality::closure(machine, limits)
            });
            // A repeated run has learnt something about the program that the states did not know.
            tried.states = tried.states.filter(|_| runs == 1);
            let why = match closure {
                Ok(closure) if closure.cut => Overflow::Cut,
                Ok(closure) => {
                    let upper = Upper::of_executions(closure);
                    // The closure does not follow plain reads, after all threads have ended, of variables
                    // that are updated in other modes. If it then misses an outcome of the lower bound, it is
                    // not an upper bound.
                    let misses = lower.is_some_and(|lower| !lower.outcomes.is_subset(&upper.bound.outcomes));
                    if self.subject.is_followed() || !misses {
                        return (machine, upper);
                    }
                    Overflow::Unsupported("a plain read of a variable with volatile updates")
                }
                Err(overflow) => overflow,
            };
            if let (Some(lower), Overflow::Partial, true) = (lower, &why, is_counted)
                && let Ok(upper) = self.close_beyond(&mut machine, lower, progress, limits)
            {
                return (machine, upper);
            }
            tried.overflow = Some(why);
        }
        let why = tried.overflow.as_ref().map(overflow_text).unwrap_or_default();
        self.found
            .decided
            .push(format!("executions cannot be kept one by one ({why}); the closure is computed by states"));
        let closed = match tried.states {
            Some(closed) => closed,
            None => {
                machine = self.subject.machine(progress, false);
                self.close_by_states(&mut machine, progress)
            }
        };
        (machine, self.told(closed))
    }

    /// Computes the closure by states, then its executions that show more than the lower bound, if there is
    /// more.
    ///
    /// # Errors
    /// If states or executions do not settle it: what is known then.
    fn close_beyond(
        &mut self,
        machine: &mut C::Machine,
        lower: &Bound,
        progress: &Progress,
        limits: &LegalityLimits,
    ) -> Result<Upper, Box<Tried>> {
        loop {
            let closed = self.close_by_states(machine, progress);
            // The bounds contradict each other if the upper one misses something; executions may show why.
            let is_above = lower.outcomes.is_subset(&closed.outcomes);
            if closed.truncated.is_some() || !is_above {
                return Err(Box::new(Tried { states: Some(closed), overflow: None }));
            }
            let upper = Upper { kept: Kept::Beyond, ..Upper::of_states(closed.clone()) };
            // Outcomes that the test does not ask for need not be decided.
            let ignored = upper.bound.outcomes.iter().filter(|outcome| !self.subject.keeps(outcome));
            let mut known = lower.known();
            known.outcomes.extend(ignored.cloned());
            if upper.bound.outcomes.is_subset(&known.outcomes)
                && upper.bound.failures.is_subset(&known.failures)
                && upper.bound.deadlock <= known.deadlock
            {
                return Ok(upper);
            }
            known.pairs = closed.pairs.clone();
            let mut runs = 0;
            let mut enumerate = |machine: &C::Machine| {
                runs += 1;
                let closure = legality::closure_beyond(machine, &known, limits)?;
                if !closure.weak {
                    return Ok(closure);
                }
                // Outside the JLS, states have more races than executions, which then show more than they
                // must.
                known.pairs.clear();
                legality::closure_beyond(machine, &known, limits)
            };
            let closure = self.subject.until_stable(machine, &mut enumerate);
            // A repeated run has learnt something about the program that the states did not know.
            if runs > 1 {
                continue;
            }
            let overflow = match closure {
                Ok(closure) if closure.cut => Overflow::Cut,
                Ok(closure) => {
                    let bound = Bound::of_closure(&closure).and(lower);
                    return Ok(Upper { bound, closure: Some(closure), ..upper });
                }
                Err(overflow) => overflow,
            };
            return Err(Box::new(Tried { states: Some(closed), overflow: Some(overflow) }));
        }
    }

    fn close_by_states(&mut self, machine: &mut C::Machine, progress: &Progress) -> Closed {
        let budget = Budget { states: self.options.states.or(C::CLOSED), ..Budget::default() };
        let closed = self.subject.until_stable(machine, |machine| explore::close(machine, &budget, progress));
        self.found.stats.states += closed.states;
        self.found.stats.transitions += closed.transitions;
        closed
    }

    /// Reports that the closure is that of states.
    fn told(&mut self, closed: Closed) -> Upper {
        self.found_all(closed.truncated.is_none());
        let rounds = rounds(closed.rounds);
        self.found.decided.push(format!("race-pair closure: {} states, {rounds}", closed.states));
        Upper::of_states(closed)
    }

    /// Decides by the two bounds: what the lower one shows is legal, what the upper one does not show is not.
    fn compare(&mut self, upper: &Upper, lower: &Bound, known: &mut Known) -> Decisions {
        let why = match &upper.closure {
            Some(closure) => {
                let beyond = if upper.kept == Kept::Beyond { " beyond opmm" } else { "" };
                self.found.decided.push(format!(
                    "race-pair closure: {} executions{beyond}, with accesses outside the JLS, so that only bounds are compared",
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
    fn doubt_hangs(&mut self, all_end: bool, known: &mut Known) {
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

    /// Notes that a pool which is never shut down is neither found nor excluded, if that was asked for.
    fn doubt_idleness(&self, is_open: bool, known: &mut Known) {
        if is_open && self.options.properties.idle {
            known.incomplete.push(Reason::undecided(format!("threads that wait for work: {UNPROVED}")));
        }
    }

    /// Marks which counts of executions cover the whole model. The executions of the lower bound were
    /// counted; these are all executions of an outcome if every execution of the closure with that outcome is
    /// in trace order, since it then belongs to the lower bound.
    fn doubt_counts(&mut self, upper: &Upper) {
        let closure = upper.closure.as_ref().filter(|closure| !closure.weak && upper.kept == Kept::All);
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

/// Adds what the lower bound with access modes shows. That it may not be complete does not matter.
fn with_modes(mut lower: Explored, more: Explored) -> Explored {
    lower.report.outcomes.extend(more.report.outcomes);
    lower.report.findings.extend(more.report.findings);
    let known: BTreeSet<(FindingKind, String)> =
        lower.findings.iter().map(|f| (f.kind, f.message.clone())).collect();
    let is_new = |f: &ModelFinding| !known.contains(&(f.kind, f.message.clone()));
    lower.findings.extend(more.findings.into_iter().filter(is_new));
    lower
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
fn disagreement(closure: &Closure, kept: Kept, lower: &Bound) -> Option<Reason> {
    let here = |sure: bool| -> BTreeSet<&Outcome> {
        let shown = |c: &&Candidate| c.in_trace_order && !(sure && c.ambiguous);
        closure.candidates.iter().filter(shown).flat_map(|c| &c.outcomes).collect()
    };
    let there: BTreeSet<&Outcome> = lower.outcomes.iter().collect();
    // Where final fields leave a choice, the closure shows whatever some choice allows.
    let (sure, all) = (here(true), here(false));
    let missing = there.difference(&all).filter(|_| kept == Kept::All);
    let odd = sure.difference(&there).chain(missing).next()?.render();
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

/// The most partial executions that are followed only to tell whether the executions of the lower bound,
/// which were counted, are all there are.
const COUNTED: u64 = 20_000;

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
