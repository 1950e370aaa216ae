//! Checking Java programs: which engine answers for which model, and what the answer is worth.
//!
//! `sc`, `tso`, `pso`, `opmm` are explored as they are. `jmm` is decided by the sandwich (docs/ARCHITECTURE.md): first the
//! race check, which interleaves synchronisation only; without a race, SC is the answer. With one, what OpMM shows is real;
//! what the race-pair closure does not show is impossible; exact legality decides what lies between.
//!
//! Before any search a few executions are looked at (`look.rs`); after a search that has found nothing, executions that never end are looked for. Timeouts
//! fire last at first, then at any time (`timeouts.rs`). Decision 0022 has the reasons.
//!
//! Reductions rest on facts about the program that a search may find wrong ([`java_machine::JavaMachine::learns`]); then it is
//! done again, so every result here is of a search whose facts were right.

mod alone;
mod bounds;
mod counts;
mod creators;
mod findings;
mod look;
mod recorder;
mod replay;
mod short_names;
mod solved;
mod story;
mod timeouts;
mod untraced;

use crate::litmus_run::{incomplete_text, reasons};
use crate::model::{Model, Role};
use crate::options::{Escape, Properties, TimeoutChoice};
use crate::verdict::{Evidence, Verdict, conclude, guarded};
pub use alone::{Alone, AloneState};
pub(crate) use bounds::HANGS;
pub use counts::Count;
use event::{Failure, Machine, Outcome, RuleSet, ThreadId};
use explore::{
    Config, Finding, Incomplete, Looked, Order, Product, Progress, Reduction, Report, SearchLimits, Stats,
    Timeouts,
};
use findings::Cause;
pub use findings::JavaFinding;
pub use java_machine::JavaProgram;
use java_machine::{Answers, JavaMachine};
use legality::Identity;
use operational::{KnownMasked, Latest, Memory, SequentialConsistency, StoreBuffers, WellBehaved};
pub use replay::{Replayed, replay_java};
pub use solved::{JavaQuestion, explain_java, solved_outcomes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
pub use story::{Line, Place, Story};

/// How to check.
#[derive(Debug, Clone)]
pub struct JavaOptions {
    /// In which order.
    pub order: Order,
    /// Leave out interleavings that cannot matter.
    pub reduction: Reduction,
    /// Take states for the same that differ only in threads that nobody can tell apart; not done without reduction.
    pub symmetry: bool,
    /// Keep whole states.
    pub exact: bool,
    /// Threads that search.
    pub workers: usize,
    /// Longest path.
    pub depth: Option<u32>,
    /// Most states.
    pub states: Option<u64>,
    /// Longest store buffer.
    pub buffer: usize,
    /// What decides the verdict.
    pub properties: Properties,
    /// Exceptions that may escape.
    pub escapes: Vec<Escape>,
    /// Stop at the first finding.
    pub first: bool,
    /// Search all there is, also after a violation was found.
    pub all: bool,
    /// Look at a few executions before the search.
    pub looks: bool,
    /// When timeouts fire.
    pub timeouts: TimeoutChoice,
    /// Hangs that cannot be looked for do not make an answer unknown; the answer says so.
    pub hangs_if_possible: bool,
    /// When actions of different executions are the same.
    pub identity: Identity,
    /// Also find a shortest execution for each outcome.
    pub witnesses: bool,
    /// The outcomes are asked for: go on after a violation, until all are known.
    pub all_outcomes: bool,
    /// Count executions by outcome, up to this many states; 0 does not count.
    pub count_states: u64,
}

impl Default for JavaOptions {
    fn default() -> Self {
        JavaOptions {
            order: Order::Dfs,
            reduction: Reduction::Ample,
            symmetry: true,
            exact: false,
            workers: 1,
            depth: None,
            states: None,
            buffer: 32,
            properties: Properties::default(),
            escapes: Vec::new(),
            first: false,
            all: false,
            looks: true,
            timeouts: TimeoutChoice::Any,
            hangs_if_possible: false,
            identity: Identity::Free,
            witnesses: false,
            all_outcomes: false,
            count_states: 0,
        }
    }
}

/// What was found of a program under a model.
#[derive(Debug, Clone)]
pub struct JavaResult {
    /// The model.
    pub model: Model,
    /// The answer.
    pub verdict: Verdict,
    /// What it is of, if not of all executions.
    pub condition: Option<String>,
    /// Why executions that never end were not looked for, where that was wanted if possible.
    pub hangs_missing: Option<String>,
    /// How it was found.
    pub decided: Vec<String>,
    /// What was found, violations first.
    pub findings: Vec<JavaFinding>,
    /// Outcomes of finished executions.
    pub outcomes: BTreeSet<Outcome>,
    /// Whether all outcomes are there.
    pub complete: bool,
    /// Outcomes that are neither shown nor excluded, and why; nothing where others than these and those shown may exist.
    pub open: Option<BTreeMap<Outcome, String>>,
    /// Why behaviours may be missing.
    pub incomplete: Vec<String>,
    /// How outcomes come about, if that was wanted.
    pub witnesses: BTreeMap<Outcome, Witness>,
    /// How many executions come to each outcome, if that was wanted and could be counted.
    pub executions: BTreeMap<Outcome, Count>,
    /// What was met that is not supported.
    pub unsupported: Vec<String>,
    /// Counters, of all searches together.
    pub stats: Stats,
    /// What was looked at before any search, if that has shown a violation.
    pub first_look: Option<Looked>,
}

/// What shows an outcome.
#[derive(Debug, Clone)]
pub enum Witness {
    /// A schedule, and the model that it is of (`races` for the race check).
    Schedule(&'static str, String),
    /// A sequence of commitments: no schedule shows it.
    Commitments(Box<event::Certificate>),
}

/// Whoever wants to know something of a program: watches searches, may stop them, and is told what they find.
pub trait Host: Sync {
    /// A search of this name begins.
    fn begin(&self, search: &str) -> Arc<Progress>;
    /// The search for a simpler execution of something that was found begins.
    fn simplify(&self) -> Arc<Progress> {
        self.begin("simplest execution")
    }
    /// A violation was found, the first of its cause. What is told of it in the end may be simpler.
    fn found(&self, _finding: &JavaFinding) {}
}

impl<F: Fn(&str) -> Arc<Progress> + Sync> Host for F {
    fn begin(&self, search: &str) -> Arc<Progress> {
        self(search)
    }
}

/// Checks a program under a model.
pub fn check_java(program: &JavaProgram, model: Model, options: &JavaOptions, host: &dyn Host) -> JavaResult {
    let run = |options: &JavaOptions, timeouts, host: &dyn Host| {
        let withheld = Arc::default();
        let check = || Check::new(program, (model, timeouts, &withheld), options, host);
        // A panic is told like any other defect, so that other models and tests are not lost with it.
        let result = guarded(|| check().run()).unwrap_or_else(|panic| check().undecided(panic));
        (result, withheld.load(Ordering::Relaxed))
    };
    // Whoever may wake up at any time leaves no state in which nobody can go on.
    if options.timeouts == TimeoutChoice::Any || program.options.vm.spurious_wakeups {
        return run(options, Timeouts::Any, host).0;
    }
    let (last, withheld) = run(options, Timeouts::Last, host);
    timeouts::also_early(last, withheld, options, |options, for_notes| match for_notes {
        // What is found there is no violation.
        true => run(options, Timeouts::Any, &|search: &str| host.begin(search)).0,
        false => run(options, Timeouts::Any, host).0,
    })
}

/// The name that tokens of the race check have in place of a model.
pub const RACES: &str = "races";

struct Check<'a> {
    program: &'a JavaProgram,
    model: Model,
    options: &'a JavaOptions,
    host: &'a dyn Host,
    stats: Stats,
    decided: Vec<String>,
    unsupported: BTreeSet<String>,
    complete: bool,
    open: Option<BTreeMap<Outcome, String>>,
    witnesses: BTreeMap<Outcome, Witness>,
    executions: BTreeMap<Outcome, Count>,
    lower: Lower,
    /// Data races that the first look has shown.
    raced: Vec<JavaFinding>,
    /// Data races, and why some may be missing, where the search of the model does not look for them.
    races: (Vec<JavaFinding>, Vec<String>),
    /// Violations that a first look has shown. They are sequentially consistent, which every model allows.
    looked: BTreeMap<Cause, JavaFinding>,
    first_look: Option<Looked>,
    /// An execution that never ends which it has shown.
    hang: Option<JavaFinding>,
    /// What the host was told of. It is real, also if the search that found it begins again and does not come so far.
    told: Mutex<BTreeMap<Cause, JavaFinding>>,
    timeouts: Timeouts,
    /// Whether some timeout had to wait for others.
    withheld: &'a Arc<AtomicBool>,
    hangs_missing: Option<String>,
}

impl<'a> Check<'a> {
    fn new(
        program: &'a JavaProgram,
        (model, timeouts, withheld): (Model, Timeouts, &'a Arc<AtomicBool>),
        options: &'a JavaOptions,
        host: &'a dyn Host,
    ) -> Check<'a> {
        Check {
            program,
            model,
            options,
            host,
            stats: Stats::default(),
            decided: Vec::new(),
            unsupported: BTreeSet::new(),
            complete: true,
            open: Some(BTreeMap::new()),
            witnesses: BTreeMap::new(),
            executions: BTreeMap::new(),
            lower: Lower::default(),
            raced: Vec::new(),
            races: Default::default(),
            looked: BTreeMap::new(),
            first_look: None,
            hang: None,
            told: Mutex::default(),
            timeouts,
            withheld,
            hangs_missing: None,
        }
    }
}

/// What the lower bound shows, so that the upper one need not be asked about it.
#[derive(Default)]
struct Lower {
    failures: BTreeSet<(ThreadId, Failure)>,
    deadlocks: bool,
}

impl Lower {
    fn of(report: &Report) -> Lower {
        let mut lower = Lower::default();
        for finding in &report.findings {
            match finding {
                Finding::Failure { thread, failure, .. } => {
                    lower.failures.insert((*thread, failure.clone()));
                }
                Finding::Deadlock { .. } => lower.deadlocks = true,
                Finding::Race { .. } => {}
            }
        }
        lower
    }
}

/// What a search of states came to.
struct Explored {
    report: Report,
    findings: Vec<JavaFinding>,
}

impl Check<'_> {
    fn run(mut self) -> JavaResult {
        self.look();
        if self.options.first && self.is_violated() {
            let why = incomplete_text(&Incomplete::FirstFinding);
            let evidence =
                Evidence { incomplete: vec![why], ..Evidence::new(Role::Exact, self.model.name()) };
            self.found_all(false);
            self.races.0 = std::mem::take(&mut self.raced);
            return self.result(evidence, Vec::new(), BTreeSet::new());
        }
        // What a data race is the JLS says, whatever the model; `jmm` looks for them anyway.
        if self.options.properties.race && !matches!(self.model, Model::Jmm | Model::JmmRevised) {
            let mut races = self.explore(RACES, Answers::Ordered, WellBehaved);
            races.findings.retain(|f| f.kind == "race");
            if races.findings.is_empty() {
                if races.report.incomplete.is_empty() {
                    self.confirms_no_race();
                }
                races.findings = std::mem::take(&mut self.raced);
            }
            self.races = (races.findings, self.reasons(&races.report));
        }
        let buffer = self.options.buffer;
        match self.model {
            Model::Sc => self.exact(Answers::Latest, Latest),
            Model::Tso => self.exact(Answers::Past, StoreBuffers::tso(buffer)),
            Model::Pso => self.exact(Answers::AnyOrder, StoreBuffers::pso(buffer)),
            Model::Opmm => {
                let explored = self.explore(Model::Opmm.name(), Answers::Past, KnownMasked);
                self.conclude(explored, Role::LowerBound, false)
            }
            Model::Jmm => self.java(RuleSet::Original),
            Model::JmmRevised => self.java(RuleSet::Revised),
            Model::Rpc => self.java_upper(),
            Model::Jpr => self.relaxed(jpr::Variant::Mended),
            Model::JprAsPrinted => self.relaxed(jpr::Variant::AsPrinted),
            Model::Jam21 | Model::Cat(_) => self.judged_by_file(),
            other => {
                let reason = format!(
                    "{} stands for a paper's rules on litmus tests; it is not there for Java programs",
                    other.name()
                );
                self.undecided(reason)
            }
        }
    }

    /// Nothing is known, for this reason.
    fn undecided(mut self, reason: String) -> JavaResult {
        self.found_all(false);
        let evidence = Evidence { incomplete: vec![reason], ..Evidence::new(Role::Exact, self.model.name()) };
        self.result(evidence, Vec::new(), BTreeSet::new())
    }

    fn exact<S: Memory + Copy>(mut self, answers: Answers, memory: S) -> JavaResult {
        let explored = self.explore(self.model.name(), answers, memory);
        self.conclude(explored, Role::Exact, false)
    }

    /// What a check came to. Whether anything is violated is seen from the findings; `evidence` need not say it.
    fn result(
        mut self,
        mut evidence: Evidence,
        mut findings: Vec<JavaFinding>,
        outcomes: BTreeSet<Outcome>,
    ) -> JavaResult {
        let violates = |findings: &[JavaFinding]| findings.iter().any(|f| f.violation);
        let told = std::mem::take(&mut self.told).into_inner().expect("nothing panics under the lock");
        for (cause, finding) in std::mem::take(&mut self.looked).into_iter().chain(told) {
            if !findings.iter().any(|f| f.violation && f.cause.as_ref() == Some(&cause)) {
                findings.push(finding);
            }
        }
        if !findings.iter().any(|f| f.kind == "hang") {
            findings.extend(self.hang.take());
        }
        let (races, missing) = std::mem::take(&mut self.races);
        evidence.violated = violates(&findings);
        evidence.violated_anyway = violates(&races);
        if !missing.is_empty() {
            evidence.incomplete.push(format!("the race check did not end: {}", missing.join("; ")));
        }
        // Whatever was not supported leaves a hole. What contradicts itself is told as it is.
        let first_line = |what: &String| what.lines().next().unwrap_or_default().to_owned();
        let defect = self.unsupported.iter().find(|what| what.starts_with(event::INTERNAL)).map(first_line);
        let hole = self.unsupported.first().map(|what| format!("{UNSUPPORTED_BY_NAME}{}", first_line(what)));
        if let Some(reason) = defect.or(hole) {
            evidence.incomplete.retain(|known| *known != reason && known != UNSUPPORTED);
            evidence.incomplete.insert(0, reason);
        }
        self.found_all(self.unsupported.is_empty());
        findings.extend(races);
        findings.sort_by_key(|f| !f.violation);
        // Races for fields of objects that are made at one place read the same.
        let mut told = BTreeSet::new();
        findings.retain(|f| f.kind != "race" || told.insert(f.message.clone()));
        JavaResult {
            model: self.model,
            verdict: conclude(&evidence),
            condition: None,
            hangs_missing: self.hangs_missing,
            decided: self.decided,
            findings,
            outcomes,
            complete: self.complete,
            open: self.open,
            incomplete: evidence.incomplete,
            witnesses: self.witnesses,
            executions: self.executions,
            unsupported: self.unsupported.into_iter().collect(),
            stats: self.stats,
            first_look: self.first_look,
        }
    }

    fn conclude(mut self, explored: Explored, role: Role, race_free: bool) -> JavaResult {
        let Explored { report, findings } = explored;
        self.found_all(report.incomplete.is_empty());
        let evidence = Evidence {
            incomplete: self.reasons(&report),
            race_free,
            // An execution that ends in a deadlock is an end, too.
            observed: report.stats.finished > 0 || findings.iter().any(|f| f.kind == "deadlock"),
            ..Evidence::new(role, self.model.name())
        };
        self.result(evidence, findings, report.outcomes)
    }

    /// Whether a search has shown all that it could.
    fn found_all(&mut self, all: bool) {
        self.complete &= all;
        if !all {
            self.open = None;
        }
    }

    /// Why behaviours may be missing. What is unsupported is told apart.
    fn reasons(&self, report: &Report) -> Vec<String> {
        let mut reasons = reasons(report);
        if let Some(first) = self.unsupported.first() {
            let what = first.lines().next().unwrap_or_default();
            reasons.retain(|reason| reason != UNSUPPORTED);
            reasons.insert(0, format!("{UNSUPPORTED_BY_NAME}{what}"));
        }
        reasons
    }

    /// The program, for a search that is stopped through `progress`, also while a thread computes.
    fn machine(&self, answers: Answers, progress: &Progress) -> JavaMachine {
        JavaMachine::watched(self.program, answers, progress.stop_flag())
    }

    /// The program under a memory.
    fn system<'m, S: Memory + Copy>(
        &self,
        machine: &'m JavaMachine,
        memory: S,
    ) -> Product<'m, JavaMachine, S> {
        Product::new(machine, memory, self.options.reduction).with_timeouts(self.timeouts, self.withheld)
    }

    /// Begins another search of a program.
    fn begin_of(&self, machine: &JavaMachine, name: &str) -> Arc<Progress> {
        let progress = self.host.begin(name);
        machine.watch(progress.stop_flag());
        progress
    }

    /// Searches all states under a memory, and finds out how each finding comes about.
    fn explore<S: Memory + Copy>(&mut self, name: &'static str, answers: Answers, memory: S) -> Explored {
        let options = self.options;
        let config = Config {
            order: options.order,
            sleep_sets: options.reduction == Reduction::Ample,
            symmetry: options.symmetry && options.reduction == Reduction::Ample,
            exact: options.exact,
            stateful: true,
            workers: options.workers,
            limits: SearchLimits {
                depth: options.depth,
                states: options.states,
                states_after: match options.first {
                    true => Some(0),
                    false => (!options.all).then_some(STATES_AFTER),
                },
            },
            // A note is no reason to stop.
            stop_at_first: false,
            is_decided: !options.all && self.is_violated(),
        };
        self.hangs_missing = None;
        let progress = self.host.begin(name);
        let mut machine = self.machine(answers, &progress);
        let (mut report, hangs) = loop {
            let report = machine.until_stable(|machine| {
                let system = self.system(machine, memory);
                let found = |finding: &Finding, path: &[_]| self.tells(name, &system, finding, path);
                explore::search_telling(&system, &config, &progress, &found)
            });
            let hangs = self.hangs(&machine, memory, &report);
            // Without sleep sets there are more steps to learn from.
            if !machine.learns() {
                self.count(report.stats);
                break (report, hangs);
            }
        };
        self.unsupported.extend(machine.unsupported());
        let system = self.system(&machine, memory);
        let mut findings = self.findings(name, &system, &report);
        match hangs {
            // Time passes where threads only go round, and then timeouts fire.
            Some(Ok(hangs)) if !hangs.is_empty() && self.withholds() => {
                report.incomplete.insert(Incomplete::Unsupported(timeouts::SPINS));
            }
            Some(Ok(hangs)) => {
                findings.extend(hangs.first().and_then(|hang| findings::hang(name, &system, hang)));
            }
            Some(Err(reason)) if options.hangs_if_possible && !self.withholds() => {
                self.hangs_missing = Some(incomplete_text(&reason));
            }
            Some(Err(reason)) => drop(report.incomplete.insert(reason)),
            None => {}
        }
        findings.sort_by_key(|f| !f.violation);
        // What a race stops has no end.
        if name != RACES || !report.findings.iter().any(is_race) {
            self.witness(name, &machine, &system, &report.outcomes);
            if options.count_states > 0 && report.incomplete.is_empty() {
                match answers {
                    // This memory does not know which write a read sees.
                    Answers::Latest => {
                        let machine = self.machine(Answers::Past, &progress);
                        self.count_executions(machine, SequentialConsistency)
                    }
                    _ => self.count_executions(machine, memory),
                }
            }
        }
        Explored { report, findings }
    }

    /// The race check has shown that there is no race: what the first look says to the contrary is a defect of one of them.
    fn confirms_no_race(&mut self) {
        if !self.raced.is_empty() {
            let defect = format!("{}some execution has a race that the race check excludes", event::INTERNAL);
            self.unsupported.insert(defect);
        }
    }

    /// Whether the first look has shown a violation.
    fn is_violated(&self) -> bool {
        !self.looked.is_empty() || self.hang.is_some() || self.raced.iter().any(|race| race.violation)
    }

    /// Whether timeouts were held back until nobody else could move.
    fn withholds(&self) -> bool {
        self.timeouts == Timeouts::Last && self.withheld.load(Ordering::Relaxed)
    }

    /// Looks for executions that never end, unless nobody wants to know, or there are none. Timeouts that are held back while threads
    /// only go round hide what happens after them.
    fn hangs<S: Memory + Copy>(
        &self,
        machine: &JavaMachine,
        memory: S,
        report: &Report,
    ) -> Option<Result<Vec<explore::Hang>, Incomplete>> {
        // Where a race stops executions nothing can be said about their ends.
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

    /// Finds out how outcomes come about.
    fn witness<S: Memory>(
        &mut self,
        name: &'static str,
        machine: &JavaMachine,
        system: &Product<'_, JavaMachine, S>,
        wanted: &BTreeSet<Outcome>,
    ) {
        if !self.options.witnesses {
            return;
        }
        let threads = machine.thread_count() as u16;
        let progress = self.begin_of(machine, "shortest executions");
        for (outcome, steps) in explore::witnesses(system, wanted, self.options.states, &progress) {
            let schedule = Witness::Schedule(name, explore::encode_steps(&steps, threads));
            self.witnesses.entry(outcome).or_insert(schedule);
        }
    }

    fn count(&mut self, stats: Stats) {
        self.stats.states += stats.states;
        self.stats.transitions += stats.transitions;
        self.stats.finished += stats.finished;
        self.stats.max_depth = self.stats.max_depth.max(stats.max_depth);
    }
}

fn is_race(finding: &Finding) -> bool {
    matches!(finding, Finding::Race { .. })
}

/// How many states a search looks at after it has found a violation.
const STATES_AFTER: u64 = 20_000;

/// The most states in which hangs are looked for: the whole graph is kept.
const MOST_STATES: u64 = 5_000_000;

/// The same where nobody has asked for them.
const MOST_STATES_UNASKED: u64 = 500_000;

/// The reason that a search gives where the machine has a better one.
const UNSUPPORTED: &str = "something unsupported was reached";

/// How the better one begins.
const UNSUPPORTED_BY_NAME: &str = "unsupported: ";
