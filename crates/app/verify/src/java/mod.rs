//! Java programs as the driver checks them: how they are searched, and how findings are described. The driver
//! chooses which search decides which model.
//!
//! A few executions are run before any search (`look.rs`); after a search without findings, hangs are looked
//! for. Timeouts fire only when no thread can move otherwise, and then, in a second check, at any time
//! (`timeouts.rs`). Decision 0022 has the reasons.
//!
//! Reductions rest on assumptions about the program that a search may refute
//! ([`java_machine::JavaMachine::take_over_facts`]); the search is then repeated, so every result here comes
//! from a search whose assumptions were right.

mod alone;
mod creators;
mod findings;
mod graphs;
mod look;
mod recorder;
mod replay;
mod short_names;
mod solved;
mod story;
mod timeouts;

use crate::driver::{About, Checked, Driver, Explored, Host, RaceCheck, names_gap, reasons};
use crate::kind::FindingKind;
use crate::legality_run::LegalityRun;
use crate::model::Model;
use crate::options::{Options, TimeoutChoice};
use crate::reason::{Reason, joined};
use crate::result::{Cause, Count, ModelFinding, ModelResult, ORDERED, RACES, Races, Schedule, Witness};
use crate::sandwich::rounds;
use crate::verdict::guarded;
pub use alone::{Alone, AloneState};
use event::{Failure, Gap, Machine, Outcome, ThreadId};
use explore::{
    After, Config, Finding, Incomplete, Looked, Product, Progress, Report, SearchLimits, Timeouts,
};
pub(crate) use graphs::SCHEDULES;
pub use java_machine::JavaProgram;
use java_machine::{JavaMachine, Visibility};
use legality::LegalityLimits;
use operational::{
    AccessModes, KnownMasked, Latest, Memory, SequentialConsistency, StoreBuffers, WellBehaved,
};
pub use replay::{Replayed, replay_java};
pub use solved::{JavaQuestion, explain_java, solved_outcomes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
pub use story::{Line, Place, Story, is_of_assertions};

/// Checks a program under a model.
pub fn check_java(program: &JavaProgram, model: Model, options: &Options, host: &dyn Host) -> ModelResult {
    let run = |options: &Options, timeouts, host: &dyn Host| {
        let withheld = Arc::default();
        let driver = || {
            let check = Check::new(program, (model, timeouts, &withheld), options, host);
            Driver::new(check, model, options, host)
        };
        // Report a panic like any other defect, so that the results of other models and tests are not lost.
        let result = guarded(|| driver().run()).unwrap_or_else(|panic| driver().undecided(panic));
        (result, withheld.load(Ordering::Relaxed))
    };
    // With spurious wake-ups a waiting thread can always move, so a timeout would never be the last step.
    let mut result = if options.timeouts == TimeoutChoice::Any || program.options.vm.spurious_wakeups {
        run(options, Timeouts::Any, host).0
    } else {
        let (last, withheld) = run(options, Timeouts::Last, host);
        timeouts::also_early(last, withheld, options, |options, for_notes| match for_notes {
            // Findings of this run are notes, not violations, so the host is not notified of them.
            true => run(options, Timeouts::Any, &|search: &str| host.begin(search)).0,
            false => run(options, Timeouts::Any, host).0,
        })
    };
    for input in program.depends_on() {
        result.holds_only_if(input);
    }
    result
}

/// A Java program under a model.
struct Check<'a> {
    program: &'a JavaProgram,
    model: Model,
    options: &'a Options,
    host: &'a dyn Host,
    gaps: BTreeSet<Gap>,
    /// Data races that the first look found.
    raced: Vec<ModelFinding>,
    /// Violations that the first look found. They are sequentially consistent, so every model allows them.
    looked: BTreeMap<Cause, ModelFinding>,
    first_look: Option<Looked>,
    /// A hang that the first look found.
    hang: Option<ModelFinding>,
    /// Violations reported to the host. They are real even if the search is repeated and does not reach them
    /// again.
    reported: Mutex<BTreeMap<Cause, ModelFinding>>,
    timeouts: Timeouts,
    /// Set once a timeout was withheld.
    withheld: &'a Arc<AtomicBool>,
    hangs_missing: Option<String>,
    /// Whether some search met accesses that the JLS does not define.
    modes: Modes,
}

/// The access modes that a program uses, as far as searches have met them.
#[derive(Debug, Clone, Copy, Default)]
struct Modes {
    /// Opaque, acquire or release accesses, or plain and volatile ones on one location.
    weak: bool,
    fences: bool,
    /// Fences in the code of the class library, which may mean more by them than the definition says.
    library: bool,
}

impl<'a> Check<'a> {
    fn new(
        program: &'a JavaProgram,
        (model, timeouts, withheld): (Model, Timeouts, &'a Arc<AtomicBool>),
        options: &'a Options,
        host: &'a dyn Host,
    ) -> Check<'a> {
        Check {
            program,
            model,
            options,
            host,
            gaps: BTreeSet::new(),
            raced: Vec::new(),
            looked: BTreeMap::new(),
            first_look: None,
            hang: None,
            reported: Mutex::default(),
            timeouts,
            withheld,
            hangs_missing: None,
            modes: Modes::default(),
        }
    }
}

impl Checked for Check<'_> {
    type Machine = JavaMachine;

    const PARTIAL: u64 = 200_000;
    const CLOSED: Option<u64> = None;

    fn look(&mut self) -> Option<Races> {
        self.first_look();
        let is_enough = self.options.first && self.is_violated();
        is_enough.then(|| Races::Some(std::mem::take(&mut self.raced)))
    }

    fn races(&mut self) -> RaceCheck {
        let is_jmm = matches!(self.model, Model::Jmm | Model::JmmRevised);
        if !is_jmm && !self.options.properties.race {
            return RaceCheck { races: Races::Unknown(Vec::new()), explored: None, meaning: None };
        }
        let mut explored = self.search(RACES, Visibility::Ordered, WellBehaved);
        let is_race = |f: &ModelFinding| f.kind == FindingKind::Race;
        // A complete search is enough. If it met something unsupported, the answer is unknown, and further
        // searches might only show consequences of that.
        if explored.report.incomplete.is_empty() && !explored.findings.iter().any(is_race) {
            self.confirms_no_race();
            // Without races, plain accesses need not be interleaved: this search has seen everything that
            // `sc` shows.
            let meaning = no_race(&explored);
            return RaceCheck {
                races: Races::None,
                explored: Some(explored),
                meaning: is_jmm.then_some(meaning),
            };
        }
        // Its other findings will be found again by the searches that follow.
        explored.findings.retain(is_race);
        let mut races = std::mem::take(&mut explored.findings);
        if races.is_empty() {
            races = std::mem::take(&mut self.raced);
        }
        let (races, meaning) = match races.is_empty() {
            true => {
                let why = joined(&explored.incomplete);
                let meaning = format!("the race check did not end ({why}), so nothing rests on it");
                (Races::Unknown(explored.incomplete.clone()), meaning)
            }
            false => (Races::Some(races), "the program has data races".to_owned()),
        };
        RaceCheck { races, explored: Some(explored), meaning: is_jmm.then_some(meaning) }
    }

    fn explore(&mut self, memory: Model) -> Result<Explored, Reason> {
        if let Some(explored) = self.by_engine(memory) {
            return explored;
        }
        let (name, buffer) = (memory.name(), self.options.memory_limits.buffer);
        match memory {
            Model::Sc => Ok(self.search_sc()),
            Model::Tso => Ok(self.search(name, Visibility::Past, StoreBuffers::tso(buffer))),
            Model::Pso => Ok(self.search(name, Visibility::AnyOrder, StoreBuffers::pso(buffer))),
            Model::Opmm => Ok(self.search(name, Visibility::Past, KnownMasked)),
            Model::OpmmModes => Ok(self.search(name, Visibility::Past, AccessModes::ALL)),
            _ => Err(Reason::unsupported(format!("{name} is only for litmus tests"))),
        }
    }

    fn uses_modes(&self) -> bool {
        (self.modes.weak || self.modes.fences) && !self.modes.library
    }

    fn ordered(&mut self) -> Option<Explored> {
        if !self.modes.weak || self.modes.fences {
            return None;
        }
        let (gaps, most) = (self.gaps.clone(), self.options.states.unwrap_or(MOST_STATES));
        let scope = Scope::UnlessFound(most);
        let explored = self.search_within(ORDERED, Visibility::Past, AccessModes::ORDERED, scope);
        let is_enough = explored.incomplete.is_empty()
            && explored.report.incomplete.is_empty()
            && explored.report.findings.is_empty()
            && !self.modes.fences;
        if !is_enough {
            // Nothing rests on this search.
            self.gaps = gaps;
            self.hangs_missing = None;
        }
        is_enough.then_some(explored)
    }

    fn machine(&self, progress: &Progress, shows_output: bool) -> JavaMachine {
        self.machine_for(Visibility::Future, progress).showing_output(shows_output)
    }

    fn until_stable<T>(&mut self, machine: &mut JavaMachine, work: impl FnMut(&JavaMachine) -> T) -> T {
        let done = machine.until_stable(work);
        self.record_gaps(machine);
        done
    }

    fn record_gaps(&mut self, machine: &JavaMachine) {
        self.gaps.extend(machine.gaps());
    }

    fn gaps(&self) -> Vec<Gap> {
        self.gaps.iter().cloned().collect()
    }

    fn failure(
        &self,
        machine: &JavaMachine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (FindingKind, bool, String) {
        self.options.failure_of(machine, thread, failure)
    }

    /// Whether the first look found a violation.
    fn is_violated(&self) -> bool {
        !self.looked.is_empty() || self.hang.is_some() || self.raced.iter().any(|race| race.violation)
    }

    fn add_findings(&mut self, findings: &mut Vec<ModelFinding>) {
        let reported =
            std::mem::take(&mut self.reported).into_inner().expect("nothing panics under the lock");
        for (cause, finding) in std::mem::take(&mut self.looked).into_iter().chain(reported) {
            if !findings.iter().any(|f| f.violation && f.cause.as_ref() == Some(&cause)) {
                findings.push(finding);
            }
        }
        if !findings.iter().any(|f| f.kind == FindingKind::Hang) {
            findings.extend(self.hang.take());
        }
    }

    fn finish(&mut self, result: &mut ModelResult) {
        result.hangs_missing = result.hangs_missing.take().or(self.hangs_missing.take());
        result.first_look = self.first_look;
    }

    /// The states of the upper bound are few, and its executions are not needed.
    fn keeps_executions(&self) -> bool {
        self.model != Model::Rpc
    }

    fn is_followed(&self) -> bool {
        false
    }

    fn story(
        &self,
        _: &JavaMachine,
        decided: Option<&LegalityRun>,
        about: About<'_>,
        _: &LegalityLimits,
    ) -> Vec<String> {
        let (rounds, executions) = (rounds(about.rounds), decided.map(|d| d.closure.candidates.len()));
        let text = match (about.states, executions) {
            (Some(states), None) => {
                format!("race-pair closure: {states} states, {rounds}; opmm shows all that it shows")
            }
            (Some(states), Some(n)) => format!(
                "race-pair closure: {states} states, {rounds}; exact legality decides {n} executions that show more than opmm"
            ),
            (None, n) => format!(
                "race-pair closure: {} executions in {rounds}; exact legality decides between it and opmm",
                n.unwrap_or_default()
            ),
        };
        vec![text]
    }
}

impl Check<'_> {
    /// Returns the program for a search that `progress` can stop, even while a thread computes.
    fn machine_for(&self, visibility: Visibility, progress: &Progress) -> JavaMachine {
        JavaMachine::with_stop_flag(self.program, visibility, progress.stop_flag())
    }

    /// Returns the product of the program and a memory.
    fn system<'m, S: Memory + Copy>(
        &self,
        machine: &'m JavaMachine,
        memory: S,
    ) -> Product<'m, JavaMachine, S> {
        Product::new(machine, memory, self.options.reduction).with_timeouts(self.timeouts, self.withheld)
    }

    /// Begins another search of the same machine.
    fn begin_of(&self, machine: &JavaMachine, name: &str) -> Arc<Progress> {
        let progress = self.host.begin(name);
        machine.set_stop_flag(progress.stop_flag());
        progress
    }

    /// Searches all sequentially consistent executions. Where there are many states, the race check is tried:
    /// it interleaves only synchronisation, and without races it sees everything that `sc` shows.
    fn search_sc(&mut self) -> Explored {
        let (name, most) = (Model::Sc.name(), self.options.states);
        if most.is_some_and(|most| most <= FEW_STATES) {
            return self.search(name, Visibility::Latest, Latest);
        }
        let explored = self.search_within(name, Visibility::Latest, Latest, Scope::All(Some(FEW_STATES)));
        if !explored.report.incomplete.contains(&Incomplete::States(FEW_STATES)) {
            return explored;
        }
        if !self.options.properties.race {
            let gaps = self.gaps.clone();
            let scope = Scope::UnlessFound(FEW_STATES * 8);
            let mut raced = self.search_within(RACES, Visibility::Ordered, WellBehaved, scope);
            if raced.report.incomplete.is_empty() && raced.report.findings.is_empty() {
                raced.decided.push(no_race(&raced));
                return raced;
            }
            // Nothing rests on this search.
            self.gaps = gaps;
        }
        self.search(name, Visibility::Latest, Latest)
    }

    /// Searches all states under a memory, and finds an execution for each finding.
    fn search<S: Memory + Copy>(
        &mut self,
        name: &'static str,
        visibility: Visibility,
        memory: S,
    ) -> Explored {
        self.search_within(name, visibility, memory, Scope::All(self.options.states))
    }

    /// Searches states under a memory, and finds an execution for each finding.
    fn search_within<S: Memory + Copy>(
        &mut self,
        name: &'static str,
        visibility: Visibility,
        memory: S,
        scope: Scope,
    ) -> Explored {
        let options = self.options;
        let usual = options.config();
        let (states, stop_at_first) = match scope {
            Scope::All(states) => (states, false),
            Scope::UnlessFound(states) => (Some(states), true),
        };
        let states_after = match options.first {
            true => Some(0),
            false => (!options.all_findings).then_some(STATES_AFTER),
        };
        let config = Config {
            limits: SearchLimits { states_after, states, ..usual.limits },
            // Notes must not end a search for everything.
            stop_at_first,
            is_decided: !options.all_findings && self.is_violated(),
            ..usual
        };
        self.hangs_missing = None;
        let progress = self.host.begin(name);
        let mut machine = self.machine_for(visibility, &progress);
        let (mut report, hangs) = loop {
            let report = machine.until_stable(|machine| {
                let system = self.system(machine, memory);
                let found = |finding: &Finding, path: &[_]| match stop_at_first {
                    true => After::GoOn,
                    false => self.tells(name, &system, finding, path),
                };
                explore::search_telling(&system, &config, &progress, &found)
            });
            // What a small search leaves open is searched again as a whole.
            let is_cut = states.is_some_and(|most| {
                states != options.states && report.incomplete.contains(&Incomplete::States(most))
            });
            if is_cut {
                let (findings, incomplete) = (Vec::new(), reasons(&report));
                return Explored { report, findings, incomplete, ..Explored::default() };
            }
            let hangs = self.hangs(&machine, memory, &report);
            // The search for hangs uses no sleep sets, so it takes more steps and may learn more facts.
            if !machine.take_over_facts() {
                break (report, hangs);
            }
        };
        self.record_gaps(&machine);
        self.modes.weak |= machine.uses_weak_modes();
        self.modes.fences |= machine.uses_any_fences();
        self.modes.library |= machine.library_uses_fences();
        let system = self.system(&machine, memory);
        let mut findings = self.findings(name, &system, &report);
        match hangs {
            // While threads spin, time passes and a withheld timeout fires, so the cycle may not be a hang.
            Some(Ok(hangs)) if !hangs.is_empty() && self.withholds() => {
                report.incomplete.insert(Incomplete::Unsupported(timeouts::SPINS));
            }
            Some(Ok(hangs)) => {
                findings
                    .extend(hangs.first().and_then(|hang| findings::hang((name, options), &system, hang)));
            }
            Some(Err(reason)) if options.hangs_if_possible && !self.withholds() => {
                self.hangs_missing = Some(Reason::from(&reason).to_string());
            }
            Some(Err(reason)) => drop(report.incomplete.insert(reason)),
            None => {}
        }
        findings.sort_by_key(|f| !f.violation);
        let mut incomplete = reasons(&report);
        names_gap(&self.gaps(), &mut incomplete);
        let (mut witnesses, mut counts) = (BTreeMap::new(), BTreeMap::new());
        // An execution that a race cuts short has no outcome.
        if name != RACES || !report.findings.iter().any(is_race) {
            witnesses = self.witnesses(name, &machine, &system, &report);
            if options.count_states > 0 && report.incomplete.is_empty() {
                counts = match visibility {
                    // `Latest` does not track which write a read sees.
                    Visibility::Latest => {
                        let machine = self.machine_for(Visibility::Past, &progress);
                        self.count_executions(machine, SequentialConsistency)
                    }
                    _ => self.count_executions(machine, memory),
                }
            }
        }
        let (decided, executions) = (Vec::new(), None);
        Explored { report, findings, incomplete, decided, witnesses, executions, counts }
    }

    /// Counts the executions of each outcome.
    fn count_executions<S: Memory + Copy>(
        &self,
        mut machine: JavaMachine,
        memory: S,
    ) -> BTreeMap<Outcome, Count> {
        let progress = self.begin_of(&machine, "number of executions");
        let most = self.options.count_states;
        let counted =
            machine.until_stable(|machine| explore::executions_by_outcome(machine, memory, most, &progress));
        let count = |(outcome, found)| (outcome, Count { found, all: true });
        counted.into_iter().flatten().map(count).collect()
    }

    /// Checks the race check against the first look: a race found by the latter but excluded by the former is
    /// a defect of one of them.
    fn confirms_no_race(&mut self) {
        if !self.raced.is_empty() {
            let defect = "some execution has a race that the race check excludes";
            self.gaps.insert(Gap::Defect(defect.to_owned()));
        }
    }

    /// Whether some timeout was withheld because another thread could move.
    fn withholds(&self) -> bool {
        self.timeouts == Timeouts::Last && self.withheld.load(Ordering::Relaxed)
    }

    /// Looks for hangs, unless they are not asked for or cannot exist. Also runs if timeouts were withheld: a
    /// cycle then hides what happens after the timeout.
    fn hangs<S: Memory + Copy>(
        &self,
        machine: &JavaMachine,
        memory: S,
        report: &Report,
    ) -> Option<Result<Vec<explore::Hang>, Incomplete>> {
        // A race cuts executions short, so nothing is known about their ends.
        let is_cut = report.findings.iter().any(is_race);
        let is_violated = !self.options.all_outcomes
            && (self.is_violated() || report.findings.iter().any(|f| self.options.kind(machine, f).1));
        let asked = self.options.properties.hang || self.withholds();
        if !asked || is_cut || is_violated || !report.may_repeat {
            return None;
        }
        let most = match self.options.hangs_if_possible {
            true => MOST_STATES_UNASKED,
            false => self.options.states.unwrap_or(MOST_STATES),
        };
        if report.stats.states > most {
            return Some(Err(Incomplete::States(most)));
        }
        if let Some(reason) = report.incomplete.first().filter(|_| self.options.hangs_if_possible) {
            return Some(Err(*reason));
        }
        Some(explore::hangs(&self.system(machine, memory), most, &self.begin_of(machine, "hangs")))
    }

    /// Finds an execution for each outcome, if requested.
    fn witnesses<S: Memory>(
        &self,
        name: &'static str,
        machine: &JavaMachine,
        system: &Product<'_, JavaMachine, S>,
        report: &Report,
    ) -> BTreeMap<Outcome, Witness> {
        if !self.options.witnesses {
            return BTreeMap::new();
        }
        let progress = self.begin_of(machine, "shortest executions");
        let most = Some(self.options.shortest());
        let mut found = explore::witnesses(system, &report.outcomes, most, &progress);
        for (outcome, path) in &report.outcome_paths {
            found.entry(outcome.clone()).or_insert_with(|| path.clone());
        }
        let schedule = |steps: Vec<_>| Schedule::new(name, self.options, &steps, machine.thread_count());
        found.into_iter().map(|(outcome, steps)| (outcome, Witness::Schedule(schedule(steps)))).collect()
    }
}

/// What a search covers.
#[derive(Clone, Copy)]
enum Scope {
    /// Everything, up to this many states.
    All(Option<u64>),
    /// Everything, unless anything is found; up to this many states.
    UnlessFound(u64),
}

/// What it means that a complete race check found no race.
fn no_race(explored: &Explored) -> String {
    let states = match explored.report.stats.states {
        1 => "in the only state".to_owned(),
        n => format!("in any of {n} states"),
    };
    format!("no data race {states} of the race check: the program behaves as under sc (JLS 17.4.5)")
}

fn is_race(finding: &Finding) -> bool {
    matches!(finding, Finding::Race { .. })
}

/// The number of states of `sc` from which on the race check is tried.
const FEW_STATES: u64 = 20_000;

/// How many more states a search visits after it has found a violation.
const STATES_AFTER: u64 = 20_000;

/// The most states in which hangs are looked for: the search keeps the whole graph.
const MOST_STATES: u64 = 5_000_000;

/// The same if hangs were not explicitly asked for.
const MOST_STATES_UNASKED: u64 = 500_000;
