//! The one pipeline that takes a program and a model from the first look to the verdict.
//!
//! The stages are the race check and then one of: a search under the model's memory; the lower bound, the
//! race-pair closure and exact legality (`sandwich.rs`); an engine that finds executions without schedules
//! (`untraced.rs`). Litmus tests and Java programs implement [`Checked`], whose methods are what differs
//! between them; most have a default. **Promises** that every gap a stage may have left is among the reasons
//! given to [`conclude`].

use crate::kind::FindingKind;
use crate::legality_run::{Decision, LegalityRun};
use crate::model::{Model, Role};
use crate::options::Options;
use crate::reason::{Reason, ReasonKind};
use crate::result::{Count, ModelFinding, ModelResult, Races, Witness};
use crate::untraced::Untraced;
use crate::verdict::{Evidence, conclude};
use axioms::Question;
use axioms::cat::CatModel;
use event::{Failure, Gap, Machine, Outcome, ThreadId, Value};
use explore::{Incomplete, Progress, Report};
use legality::LegalityLimits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The client of a check: watches searches, may stop them, and is notified of findings.
pub trait Host: Sync {
    /// Called when a search of this name begins.
    fn begin(&self, search: &str) -> Arc<Progress>;
    /// Called when the search for a simpler execution of a finding begins.
    fn simplify(&self) -> Arc<Progress> {
        self.begin("simplest execution")
    }
    /// Called at the first violation of each cause. The final report may show a simpler execution of it.
    fn found(&self, _finding: &ModelFinding) {}
}

impl<F: Fn(&str) -> Arc<Progress> + Sync> Host for F {
    fn begin(&self, search: &str) -> Arc<Progress> {
        self(search)
    }
}

/// A program that is checked under a model: how it is searched, and how findings are described.
pub(crate) trait Checked {
    /// The machine that engines search.
    type Machine: Machine;

    /// The most partial executions that the closure follows one by one; beyond that it searches states.
    const PARTIAL: u64;
    /// The default limit on states of the closure.
    const CLOSED: Option<u64>;

    /// Runs a few executions before any search. If they decide the check, returns the data races seen.
    fn look(&mut self) -> Option<Races> {
        None
    }

    /// Checks for data races, if the model needs it or the user asked.
    fn races(&mut self) -> RaceCheck;

    /// Searches all states under the memory of a model.
    ///
    /// # Errors
    /// If the model has no memory for this kind of program.
    fn explore(&mut self, memory: Model) -> Result<Explored, Reason>;

    /// Whether the program has accesses or fences that the JLS does not define.
    fn uses_modes(&self) -> bool {
        false
    }

    /// If the program has no fences, searches its executions without cycles of causes up to the first race
    /// that is not between a release and an acquire. Returns the search if it is complete and there is none:
    /// then these are all legal executions (decision 0034).
    fn ordered(&mut self) -> Option<Explored>;

    /// Returns the program for engines that guess what reads will see; with `shows_output`, its output
    /// consists of actions.
    fn machine(&self, progress: &Progress, shows_output: bool) -> Self::Machine;

    /// Runs an engine, and reruns it as long as it refutes an assumption about the program.
    fn until_stable<T>(
        &mut self,
        machine: &mut Self::Machine,
        mut work: impl FnMut(&Self::Machine) -> T,
    ) -> T {
        work(machine)
    }

    /// Records what the machine has met so far, for [`Checked::gaps`].
    fn record_gaps(&mut self, _machine: &Self::Machine) {}

    /// What the machine met and cannot execute; defects first.
    fn gaps(&self) -> Vec<Gap> {
        Vec::new()
    }

    /// Returns the kind of a failure, whether it decides the verdict, and its description.
    fn failure(
        &self,
        machine: &Self::Machine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (FindingKind, bool, String);

    /// Whether a violation was found before the searches.
    fn is_violated(&self) -> bool {
        false
    }

    /// Adds findings that do not come from the searches.
    fn add_findings(&mut self, _findings: &mut Vec<ModelFinding>) {}

    /// Adds to the result what only this kind of program has.
    fn finish(&mut self, _result: &mut ModelResult) {}

    /// Whether an outcome passes the filter of the test.
    fn keeps(&self, _outcome: &Outcome) -> bool {
        true
    }

    /// Describes an outcome that contradicts the claim; `None` for any other.
    fn against(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// Describes an outcome on whose reachability the verdict may depend; `None` for any other.
    fn asks(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// Whether the program claims something, rather than only asking.
    fn claims(&self) -> bool {
        true
    }

    /// Whether a deadlocked execution counts as an observation.
    fn counts_deadlocks(&self) -> bool {
        true
    }

    /// Why the data races found may not be real.
    fn doubts_races(&self) -> Option<Reason> {
        None
    }

    /// Whether the closure tries to keep executions one by one.
    fn keeps_executions(&self) -> bool {
        true
    }

    /// Whether the closure follows everything such programs do, so that it must show whatever the lower bound
    /// shows.
    fn is_followed(&self) -> bool {
        true
    }

    /// Describes how outcomes between the bounds were decided; `decided` if some needed exact legality.
    fn story(
        &self,
        machine: &Self::Machine,
        decided: Option<&LegalityRun>,
        about: About<'_>,
        limits: &LegalityLimits,
    ) -> Vec<String>;

    /// Searches all executions under a model file by graphs, if that was asked for and the engine knows the
    /// file.
    fn graphs_of_file(&mut self) -> Option<Explored> {
        None
    }

    /// The answer of a model file that is not decided by judging candidates one by one.
    fn solved(&mut self, _cat: &'static CatModel, _progress: &Progress) -> Option<Untraced> {
        None
    }

    /// The constants of the program, if all are known; its threads can then be run alone.
    fn constants(&self) -> Option<Vec<Value>> {
        None
    }

    /// Whether the file cannot allow any values besides those that were tried.
    fn knows_values(&self, _cat: &CatModel, question: &Question<'_, Self::Machine>) -> bool {
        question.decides.causal
    }

    /// The bound on loop iterations, if any.
    fn loop_bound(&self) -> Option<u32> {
        None
    }
}

/// What a story is about.
pub(crate) struct About<'a> {
    /// The decision about each outcome.
    pub outcomes: &'a BTreeMap<Outcome, Decision>,
    /// Rounds of the closure.
    pub rounds: usize,
    /// Its states, if it was computed by states.
    pub states: Option<u64>,
}

/// The result of a race check.
pub(crate) struct RaceCheck {
    /// The races.
    pub races: Races,
    /// The search, if one was run. Without races it has seen everything that `sc` shows.
    pub explored: Option<Explored>,
    /// What the result means, for the report.
    pub meaning: Option<String>,
}

/// The result of a search of states.
#[derive(Default)]
pub(crate) struct Explored {
    pub report: Report,
    /// The findings, each with its execution.
    pub findings: Vec<ModelFinding>,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// How it was decided, if that is worth mentioning.
    pub decided: Vec<String>,
    /// Executions that show outcomes, if requested.
    pub witnesses: BTreeMap<Outcome, Witness>,
    pub executions: Option<u64>,
    pub counts: BTreeMap<Outcome, Count>,
}

/// Returns why a search may have missed something.
pub(crate) fn reasons(report: &Report) -> Vec<Reason> {
    // That a thread was interrupted while computing adds nothing to why the search was stopped.
    let stopped = Incomplete::Cut(event::Cut::Stopped);
    let counts = |reason: &&Incomplete| report.incomplete.len() == 1 || **reason != stopped;
    report.incomplete.iter().filter(counts).map(Reason::from).collect()
}

/// The check of a program under a model, and what is known so far.
pub(crate) struct Driver<'a, C> {
    pub subject: C,
    pub model: Model,
    pub options: &'a Options,
    pub host: &'a dyn Host,
    pub races: Races,
    /// The result so far; verdict, findings and outcomes are filled in at the end.
    pub found: ModelResult,
}

impl<'a, C: Checked> Driver<'a, C> {
    pub(crate) fn new(subject: C, model: Model, options: &'a Options, host: &'a dyn Host) -> Self {
        let found = ModelResult {
            complete: true,
            open: Some(BTreeMap::new()),
            bounds: bounds(model, options, subject.loop_bound()),
            ..ModelResult::undecided(model, Reason::undecided("nothing was searched"))
        };
        Driver { subject, model, options, host, races: Races::Unknown(Vec::new()), found }
    }

    pub(crate) fn run(mut self) -> ModelResult {
        if let Some(races) = self.subject.look() {
            self.races = races;
            return self.undecided(Reason::from(&Incomplete::FirstFinding));
        }
        let RaceCheck { races, explored, meaning } = self.subject.races();
        self.races = races;
        self.found.decided.extend(meaning);
        explored.iter().for_each(|explored| self.absorb(explored));
        match self.model {
            Model::Jmm | Model::JmmRevised | Model::Rpc => match (&self.races, explored) {
                (Races::None, Some(explored)) => self.conclude(explored),
                (Races::None, None) => self.explored(Model::Sc),
                _ => self.sandwiched(),
            },
            Model::Sc if matches!(self.races, Races::None) => match explored {
                Some(explored) => self.conclude(explored),
                None => self.explored(Model::Sc),
            },
            Model::Jpr => self.relaxed(jpr::Variant::Mended),
            Model::JprAsPrinted => self.relaxed(jpr::Variant::AsPrinted),
            Model::Jam21 | Model::Cat(_) => match self.subject.graphs_of_file() {
                Some(explored) => {
                    self.absorb(&explored);
                    self.conclude(explored)
                }
                None => self.judged_by_file(),
            },
            memory => self.explored(memory),
        }
    }

    /// Ends the check with nothing known, for this reason.
    pub(crate) fn undecided(mut self, reason: Reason) -> ModelResult {
        self.found_all(false);
        let evidence = Evidence { incomplete: vec![reason], ..Evidence::new(Role::Exact, self.model.name()) };
        self.result(evidence, Vec::new(), BTreeSet::new())
    }

    /// Answers by a search under this memory.
    fn explored(mut self, memory: Model) -> ModelResult {
        match self.search(memory) {
            Ok(explored) => self.conclude(explored),
            Err(reason) => self.undecided(reason),
        }
    }

    /// Searches all states under the memory of a model.
    pub(crate) fn search(&mut self, memory: Model) -> Result<Explored, Reason> {
        let explored = self.subject.explore(memory)?;
        self.absorb(&explored);
        Ok(explored)
    }

    /// Takes over everything from a search except findings and outcomes.
    pub(crate) fn absorb(&mut self, explored: &Explored) {
        let (stats, more) = (&mut self.found.stats, explored.report.stats);
        stats.states += more.states;
        stats.transitions += more.transitions;
        stats.finished += more.finished;
        stats.max_depth = stats.max_depth.max(more.max_depth);
        self.found.decided.extend(explored.decided.iter().cloned());
        self.found.executions = explored.executions;
        self.found.counts.clone_from(&explored.counts);
        for (outcome, witness) in &explored.witnesses {
            self.found.witnesses.entry(outcome.clone()).or_insert_with(|| witness.clone());
        }
    }

    /// Concludes from a single search.
    pub(crate) fn conclude(mut self, explored: Explored) -> ModelResult {
        let Explored { report, findings, incomplete, .. } = explored;
        self.found_all(incomplete.is_empty());
        let deadlocked = findings.iter().any(|f| f.kind == FindingKind::Deadlock);
        let evidence = Evidence { incomplete, ..self.evidence(&report.outcomes, deadlocked) };
        self.result(evidence, findings, report.outcomes)
    }

    /// Returns the evidence after these outcomes, and perhaps deadlocks, were seen.
    pub(crate) fn evidence(&self, outcomes: &BTreeSet<Outcome>, deadlocked: bool) -> Evidence {
        Evidence {
            claims: self.subject.claims(),
            race_free: matches!(self.races, Races::None),
            // If the filter drops every outcome, every claim would hold vacuously.
            observed: outcomes.iter().any(|outcome| self.subject.keeps(outcome))
                || deadlocked && self.subject.counts_deadlocks(),
            ..Evidence::new(self.model.role(), self.model.name())
        }
    }

    /// Records whether a search was complete.
    pub(crate) fn found_all(&mut self, all: bool) {
        self.found.complete &= all;
        if !all {
            self.found.open = None;
        }
    }

    /// Concludes and assembles the result. `violated` of `evidence` is computed here from the findings.
    pub(crate) fn result(
        mut self,
        mut evidence: Evidence,
        mut findings: Vec<ModelFinding>,
        mut outcomes: BTreeSet<Outcome>,
    ) -> ModelResult {
        let violates = |findings: &[ModelFinding]| findings.iter().any(|f| f.violation);
        self.subject.add_findings(&mut findings);
        evidence.violated = violates(&findings);
        evidence.incomplete.extend(self.race_reasons());
        if let Races::Some(races) = self.races {
            // The JLS defines data races regardless of the model.
            evidence.violated_anyway = violates(&races);
            findings.extend(races);
        }
        // Anything unsupported makes the result incomplete. Defects and contradictions are reported as they
        // are.
        let gaps = self.subject.gaps();
        names_gap(&gaps, &mut evidence.incomplete);
        if !gaps.is_empty() {
            (self.found.complete, self.found.open) = (false, None);
        }
        findings.sort_by_key(|f| !f.violation);
        // Races on the same field of objects that are allocated at one place have the same message.
        let mut shown = BTreeSet::new();
        findings.retain(|f| f.kind != FindingKind::Race || shown.insert(f.message.clone()));
        outcomes.retain(|outcome| self.subject.keeps(outcome));
        let verdict = conclude(&evidence);
        let incomplete = evidence.incomplete;
        let mut result = ModelResult { verdict, findings, outcomes, incomplete, gaps, ..self.found };
        self.subject.finish(&mut result);
        result
    }

    /// Returns why data races may be missing, if they were asked for. Defects are always reported.
    fn race_reasons(&self) -> Vec<Reason> {
        let asked = self.options.properties.race;
        let mut reasons = Vec::new();
        if let Races::Unknown(missing) = &self.races {
            let part = "data races are not decided";
            reasons.extend(missing.iter().filter(|_| asked).map(|reason| reason.within(part)));
            reasons.extend((asked && missing.is_empty()).then(|| Reason::undecided(part)));
            reasons.extend(missing.iter().filter(|reason| reason.kind == ReasonKind::Defect).cloned());
        }
        reasons.extend(self.subject.doubts_races().filter(|_| asked));
        reasons
    }
}

/// Reports the first gap by name; defects precede all others.
pub(crate) fn names_gap(gaps: &[Gap], reasons: &mut Vec<Reason>) {
    let Some(gap) = gaps.first().map(Reason::from) else { return };
    let unnamed = Reason::from(&Incomplete::Cut(event::Cut::Unsupported));
    reasons.retain(|known| *known != gap && *known != unnamed);
    reasons.insert(0, gap);
}

/// The bounds in force, by name.
fn bounds(model: Model, options: &Options, loops: Option<u32>) -> Vec<(&'static str, u64)> {
    let bounds = [
        ("loop", loops.map(u64::from)),
        ("depth", options.depth.map(u64::from)),
        ("states", options.states),
        ("store buffer", model.has_store_buffers().then_some(options.memory_limits.buffer as u64)),
    ];
    bounds.into_iter().filter_map(|(name, bound)| Some((name, bound?))).collect()
}
