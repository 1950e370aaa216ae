//! The one pipeline: takes a program and a model from the first look to the verdict.
//!
//! The stages are the race check; then a search under the model's memory, or, for the models of the sandwich, the lower bound, the
//! race-pair closure and exact legality (`bounds.rs`), or an engine that finds executions without schedules (`untraced.rs`). Litmus
//! tests and Java programs implement [`Checked`]; its methods are what differs between them, and most have a default. **Promises** that
//! whatever a stage may have missed is among the reasons that [`conclude`] is given.

use crate::kind::FindingKind;
use crate::model::{Model, Role};
use crate::options::Options;
use crate::reason::{Reason, ReasonKind};
use crate::result::{Count, ModelFinding, ModelResult, Races, Witness};
use crate::sandwich::Sandwich;
use crate::untraced::Untraced;
use crate::verdict::{Evidence, conclude};
use axioms::Question;
use axioms::cat::CatModel;
use event::{Failure, Gap, Machine, Outcome, ThreadId, Value};
use explore::{Incomplete, Progress, Report};
use legality::LegalityLimits;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The client of a check: watches searches, may stop them, and is notified of what they find.
pub trait Host: Sync {
    /// A search of this name begins.
    fn begin(&self, search: &str) -> Arc<Progress>;
    /// The search for a simpler execution of something that was found begins.
    fn simplify(&self) -> Arc<Progress> {
        self.begin("simplest execution")
    }
    /// A violation was found, the first of its cause. What is told of it in the end may be simpler.
    fn found(&self, _finding: &ModelFinding) {}
}

impl<F: Fn(&str) -> Arc<Progress> + Sync> Host for F {
    fn begin(&self, search: &str) -> Arc<Progress> {
        self(search)
    }
}

/// A program that is checked under a model: how it is searched, and how findings are described.
pub(crate) trait Checked {
    /// What engines search.
    type Machine: Machine;

    /// The most partial executions that the closure follows one by one; beyond that it follows states.
    const PARTIAL: u64;
    /// Most states of the closure unless told otherwise.
    const CLOSED: Option<u64>;

    /// Looks at some executions before any search. If they decide the check, returns the data races that were seen.
    fn look(&mut self) -> Option<Races> {
        None
    }

    /// Its data races, if the model or the user wants to know.
    fn races(&mut self) -> RaceCheck;

    /// Searches all states under the memory of a model.
    ///
    /// # Errors
    /// The model has no memory for such programs.
    fn explore(&mut self, memory: Model) -> Result<Explored, Reason>;

    /// The program for engines that guess what reads will see; on demand with what it prints as actions.
    fn machine(&self, progress: &Progress, shows_output: bool) -> Self::Machine;

    /// Runs an engine, and again for as long as it refutes a fact about the program that it was given.
    fn until_stable<T>(
        &mut self,
        machine: &mut Self::Machine,
        mut work: impl FnMut(&Self::Machine) -> T,
    ) -> T {
        work(machine)
    }

    /// Records what a machine has met so far, see [`Checked::gaps`].
    fn meets(&mut self, _machine: &Self::Machine) {}

    /// What was met that keeps the machine from following threads; defects first.
    fn gaps(&self) -> Vec<Gap> {
        Vec::new()
    }

    /// What a failure is, whether it decides the verdict, and in words.
    fn failure(
        &self,
        machine: &Self::Machine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (FindingKind, bool, String);

    /// Whether a violation is known before the searches.
    fn is_violated(&self) -> bool {
        false
    }

    /// Adds what was found besides the searches.
    fn add_findings(&mut self, _findings: &mut Vec<ModelFinding>) {}

    /// Adds to the result what only such programs have.
    fn finish(&mut self, _result: &mut ModelResult) {}

    /// Whether an outcome is one that somebody asks about.
    fn keeps(&self, _outcome: &Outcome) -> bool {
        true
    }

    /// An outcome in words, if it contradicts the claim.
    fn against(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// An outcome in words, if the verdict may depend on whether it can come about.
    fn asks(&self, _outcome: &Outcome) -> Option<String> {
        None
    }

    /// Whether anything is claimed, rather than only asked.
    fn claims(&self) -> bool {
        true
    }

    /// Whether an execution that ends in a deadlock is one of which something was observed.
    fn counts_deadlocks(&self) -> bool {
        true
    }

    /// Why the data races that were found may be none.
    fn doubts_races(&self) -> Option<Reason> {
        None
    }

    /// Whether the closure is computed execution by execution if possible.
    fn keeps_executions(&self) -> bool {
        true
    }

    /// Whether the closure follows all that such programs do: then it must show whatever the lower bound shows.
    fn is_followed(&self) -> bool {
        true
    }

    /// How exact legality decided, in words.
    fn story(&self, machine: &Self::Machine, sandwich: &Sandwich, limits: &LegalityLimits) -> Vec<String>;

    /// The answer of a file, where it is not found by judging candidates one by one.
    fn solved(&mut self, _cat: &'static CatModel, _progress: &Progress) -> Option<Untraced> {
        None
    }

    /// The constants of the program, if they are all known; then threads can be run alone.
    fn constants(&self) -> Option<Vec<Value>> {
        None
    }

    /// Whether a file can allow no values but those that were tried.
    fn knows_values(&self, _cat: &CatModel, question: &Question<'_, Self::Machine>) -> bool {
        question.decides.causal
    }

    /// Iterations of a loop.
    fn loop_bound(&self) -> Option<u32> {
        None
    }
}

/// The result of a race check.
pub(crate) struct RaceCheck {
    /// The races.
    pub races: Races,
    /// The search, if it was made here. Without races it has seen all that sc shows.
    pub explored: Option<Explored>,
    /// What it means, in words.
    pub told: Option<String>,
}

/// The result of a search of states.
pub(crate) struct Explored {
    pub report: Report,
    /// What was found, told.
    pub findings: Vec<ModelFinding>,
    /// Why behaviours may be missing.
    pub incomplete: Vec<Reason>,
    /// How it was searched, if that is worth a word.
    pub decided: Vec<String>,
    /// Executions that show outcomes, if they were asked for.
    pub witnesses: BTreeMap<Outcome, Witness>,
    pub executions: Option<u64>,
    pub counts: BTreeMap<Outcome, Count>,
}

/// Why a search may have missed something.
pub(crate) fn reasons(report: &Report) -> Vec<Reason> {
    // That a thread was stopped while it computed says no more than why the search was.
    let stopped = Incomplete::Cut(event::Cut::Stopped);
    let told = |reason: &&Incomplete| report.incomplete.len() == 1 || **reason != stopped;
    report.incomplete.iter().filter(told).map(Reason::from).collect()
}

/// A program under a model, and what is known so far.
pub(crate) struct Driver<'a, C> {
    pub subject: C,
    pub model: Model,
    pub options: &'a Options,
    pub host: &'a dyn Host,
    pub races: Races,
    /// All but verdict, findings and outcomes, which are known in the end.
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
        let RaceCheck { races, explored, told } = self.subject.races();
        self.races = races;
        self.found.decided.extend(told);
        explored.iter().for_each(|explored| self.takes(explored));
        match self.model {
            Model::Jmm | Model::JmmRevised | Model::Rpc => match (&self.races, explored) {
                (Races::None, Some(explored)) => self.conclude(explored),
                (Races::None, None) => self.explored(Model::Sc),
                _ => self.sandwiched(),
            },
            Model::Jpr => self.relaxed(jpr::Variant::Mended),
            Model::JprAsPrinted => self.relaxed(jpr::Variant::AsPrinted),
            Model::Jam21 | Model::Cat(_) => self.judged_by_file(),
            memory => self.explored(memory),
        }
    }

    /// Nothing is known, for this reason.
    pub(crate) fn undecided(mut self, reason: Reason) -> ModelResult {
        self.found_all(false);
        let evidence = Evidence { incomplete: vec![reason], ..Evidence::new(Role::Exact, self.model.name()) };
        self.result(evidence, Vec::new(), BTreeSet::new())
    }

    /// What a search under a memory shows is the answer.
    fn explored(mut self, memory: Model) -> ModelResult {
        match self.search(memory) {
            Ok(explored) => self.conclude(explored),
            Err(reason) => self.undecided(reason),
        }
    }

    /// Searches all states under the memory of a model.
    pub(crate) fn search(&mut self, memory: Model) -> Result<Explored, Reason> {
        let explored = self.subject.explore(memory)?;
        self.takes(&explored);
        Ok(explored)
    }

    /// Takes over what a search says besides its findings and outcomes.
    fn takes(&mut self, explored: &Explored) {
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

    /// Judges by one search.
    pub(crate) fn conclude(mut self, explored: Explored) -> ModelResult {
        let Explored { report, findings, incomplete, .. } = explored;
        self.found_all(incomplete.is_empty());
        let deadlocked = findings.iter().any(|f| f.kind == FindingKind::Deadlock);
        let evidence = Evidence { incomplete, ..self.evidence(&report.outcomes, deadlocked) };
        self.result(evidence, findings, report.outcomes)
    }

    /// What is known where these outcomes, and perhaps deadlocks, were seen.
    pub(crate) fn evidence(&self, outcomes: &BTreeSet<Outcome>, deadlocked: bool) -> Evidence {
        Evidence {
            claims: self.subject.claims(),
            race_free: matches!(self.races, Races::None),
            // A filter that lets nothing pass makes every claim vacuous.
            observed: outcomes.iter().any(|outcome| self.subject.keeps(outcome))
                || deadlocked && self.subject.counts_deadlocks(),
            ..Evidence::new(self.model.role(), self.model.name())
        }
    }

    /// Whether a search has shown all that it could.
    pub(crate) fn found_all(&mut self, all: bool) {
        self.found.complete &= all;
        if !all {
            self.found.open = None;
        }
    }

    /// What a check came to. Whether anything is violated is seen from the findings; `evidence` need not say it.
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
            // What a data race is the JLS says, whatever the model.
            evidence.violated_anyway = violates(&races);
            findings.extend(races);
        }
        // Whatever was not supported leaves a hole. What contradicts itself is told as it is.
        let gaps = self.subject.gaps();
        names_gap(&gaps, &mut evidence.incomplete);
        if !gaps.is_empty() {
            (self.found.complete, self.found.open) = (false, None);
        }
        findings.sort_by_key(|f| !f.violation);
        // Races for fields of objects that are made at one place read the same.
        let mut told = BTreeSet::new();
        findings.retain(|f| f.kind != FindingKind::Race || told.insert(f.message.clone()));
        outcomes.retain(|outcome| self.subject.keeps(outcome));
        let verdict = conclude(&evidence);
        let incomplete = evidence.incomplete;
        let mut result = ModelResult { verdict, findings, outcomes, incomplete, gaps, ..self.found };
        self.subject.finish(&mut result);
        result
    }

    /// Why data races may be missing, if that matters. A defect matters always.
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

/// The first gap is told by its name; defects are before all others.
pub(crate) fn names_gap(gaps: &[Gap], reasons: &mut Vec<Reason>) {
    let Some(gap) = gaps.first().map(Reason::from) else { return };
    let unnamed = Reason::from(&Incomplete::Cut(event::Cut::Unsupported));
    reasons.retain(|known| *known != gap && *known != unnamed);
    reasons.insert(0, gap);
}

/// Bounds that are in force, by name.
fn bounds(model: Model, options: &Options, loops: Option<u32>) -> Vec<(&'static str, u64)> {
    let has_buffers = matches!(model, Model::Tso | Model::Pso);
    let bounds = [
        ("loop", loops.map(u64::from)),
        ("depth", options.depth.map(u64::from)),
        ("states", options.states),
        ("store buffer", has_buffers.then_some(options.memories.buffer as u64)),
    ];
    bounds.into_iter().filter_map(|(name, bound)| Some((name, bound?))).collect()
}
