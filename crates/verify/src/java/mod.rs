//! Checking Java programs: which engine answers for which model, and what the answer is worth.
//!
//! `sc`, `tso`, `pso`, `opmm` are explored as they are. `jmm` is decided by the sandwich (docs/ARCHITECTURE.md): first the
//! race check, which interleaves synchronisation only; without a race, SC is the answer. With one, what OpMM shows is real;
//! what the race-pair closure does not show is impossible; exact legality decides what lies between.
//!
//! Reductions rest on facts about the program that a search may find wrong ([`java_machine::JavaMachine::learns`]); then it is
//! done again, so every result here is of a search whose facts were right.

mod alone;
mod bounds;
mod counts;
mod creators;
mod recorder;
mod replay;
mod short_names;
mod solved;
mod story;
mod untraced;

use crate::litmus_run::reasons;
use crate::model::{Model, Role};
use crate::options::{Escape, Properties};
use crate::verdict::{Evidence, Verdict, conclude, guarded};
pub use alone::{Alone, AloneState};
pub(crate) use bounds::HANGS;
pub use counts::Count;
use event::{Failure, Machine, Outcome, RuleSet, ThreadId};
use explore::{Config, Finding, Limits, Order, Product, Progress, Reduction, Report, Stats, Step, Target};
use java_machine::{Answers, JavaMachine};
use legality::Identity;
pub use replay::{Replayed, replay_java};
pub use solved::{JavaQuestion, explain_java, solved_outcomes};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use store::{KnownMasked, Latest, Memory, SequentialConsistency, StoreBuffers, WellBehaved};
pub use story::{Line, Place, Story};

/// A program that is about to begin.
pub struct JavaProgram {
    /// Its classes.
    pub lib: &'static jvm::Library,
    /// Its state, before main is called.
    pub state: jvm::State,
    /// What it may know of its surroundings, its bounds, and how it is checked.
    pub options: java_machine::Options,
}

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
    /// When actions of different executions are the same.
    pub identity: Identity,
    /// Also find a shortest execution for each outcome.
    pub witnesses: bool,
    /// Go on after a violation, until all outcomes are known.
    pub all_outcomes: bool,
    /// Count executions by outcome, up to this many states; 0 does not count.
    pub count_states: u64,
}

impl Default for JavaOptions {
    fn default() -> Self {
        JavaOptions {
            order: Order::Dfs,
            reduction: Reduction::Eager,
            symmetry: true,
            exact: false,
            workers: 1,
            depth: None,
            states: None,
            buffer: 32,
            properties: Properties::default(),
            escapes: Vec::new(),
            first: false,
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
}

/// What shows an outcome.
#[derive(Debug, Clone)]
pub enum Witness {
    /// A schedule, and the model that it is of (`races` for the race check).
    Schedule(&'static str, String),
    /// A sequence of commitments: no schedule shows it.
    Commitments(Box<event::Certificate>),
}

/// Something found.
#[derive(Debug, Clone)]
pub struct JavaFinding {
    /// Whether it decides the verdict; otherwise it is a note.
    pub violation: bool,
    /// assertion, exception, deadlock, race.
    pub kind: &'static str,
    /// In words.
    pub message: String,
    /// How it comes about; nothing where no schedule shows it.
    pub story: Option<Story>,
    /// The schedule, and the model that it is of (`races` for the race check).
    pub replay: Option<(&'static str, String)>,
    /// For what only a sequence of commitments explains.
    pub certificate: Option<Box<event::Certificate>>,
}

/// Begins a search of this name; whoever watches may stop it.
pub type Begin<'a> = dyn Fn(&str) -> Arc<Progress> + 'a;

/// Checks a program under a model.
pub fn check_java(
    program: &JavaProgram,
    model: Model,
    options: &JavaOptions,
    begin: &Begin<'_>,
) -> JavaResult {
    let check = || Check {
        program,
        model,
        options,
        begin,
        stats: Stats::default(),
        decided: Vec::new(),
        unsupported: BTreeSet::new(),
        complete: true,
        open: Some(BTreeMap::new()),
        witnesses: BTreeMap::new(),
        executions: BTreeMap::new(),
        lower: Lower::default(),
        races: Default::default(),
    };
    // A panic is told like any other defect, so that other models and tests are not lost with it.
    guarded(|| check().run()).unwrap_or_else(|panic| check().undecided(panic))
}

/// The name that tokens of the race check have in place of a model.
pub const RACES: &str = "races";

struct Check<'a> {
    program: &'a JavaProgram,
    model: Model,
    options: &'a JavaOptions,
    begin: &'a Begin<'a>,
    stats: Stats,
    decided: Vec<String>,
    unsupported: BTreeSet<String>,
    complete: bool,
    open: Option<BTreeMap<Outcome, String>>,
    witnesses: BTreeMap<Outcome, Witness>,
    executions: BTreeMap<Outcome, Count>,
    lower: Lower,
    /// Data races, and why some may be missing, where the search of the model does not look for them.
    races: (Vec<JavaFinding>, Vec<String>),
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
        // What a data race is the JLS says, whatever the model; `jmm` looks for them anyway.
        if self.options.properties.race && !matches!(self.model, Model::Jmm | Model::JmmRevised) {
            let mut races = self.explore(RACES, Answers::Ordered, WellBehaved);
            races.findings.retain(|f| f.kind == "race");
            self.races = (races.findings, self.reasons(&races.report));
        }
        let buffer = self.options.buffer;
        match self.model {
            Model::Sc => self.exact(Answers::Latest, Latest),
            Model::Tso => self.exact(Answers::Past, StoreBuffers::tso(buffer)),
            Model::Pso => self.exact(Answers::Past, StoreBuffers::pso(buffer)),
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
        JavaResult {
            model: self.model,
            verdict: conclude(&evidence),
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
        let JavaProgram { lib, state, options } = self.program;
        JavaMachine::watched((*lib, state.clone(), options.clone()), answers, progress.stop_flag())
    }

    /// Begins another search of a program.
    fn begin_of(&self, machine: &JavaMachine, name: &str) -> Arc<Progress> {
        let progress = (self.begin)(name);
        machine.watch(progress.stop_flag());
        progress
    }

    /// Searches all states under a memory, and finds out how each finding comes about.
    fn explore<S: Memory + Copy>(&mut self, name: &'static str, answers: Answers, memory: S) -> Explored {
        let options = self.options;
        let config = Config {
            order: options.order,
            sleep_sets: options.reduction == Reduction::Eager,
            symmetry: options.symmetry && options.reduction == Reduction::Eager,
            exact: options.exact,
            stateful: true,
            workers: options.workers,
            limits: Limits { depth: options.depth, states: options.states },
            stop_at_first: options.first,
        };
        let progress = (self.begin)(name);
        let mut machine = self.machine(answers, &progress);
        let (mut report, hangs) = loop {
            let system = Product::new(&machine, memory, options.reduction);
            let report = explore::search(&system, &config, &progress);
            if machine.learns() {
                continue;
            }
            // Where a race stops executions nothing can be said about their ends.
            let asked = options.properties.hang && !report.findings.iter().any(is_race);
            let system = Product::new(&machine, memory, options.reduction);
            let most = options.states.unwrap_or(MOST_STATES);
            let hangs = asked.then(|| explore::hangs(&system, most, &self.begin_of(&machine, "hangs")));
            // Without sleep sets there are more steps to learn from.
            if !machine.learns() {
                self.count(report.stats);
                break (report, hangs);
            }
        };
        self.unsupported.extend(machine.unsupported());
        let system = Product::new(&machine, memory, options.reduction);
        let mut findings = self.findings(name, &machine, &system, &report);
        match hangs {
            Some(Ok(hangs)) => {
                findings.extend(hangs.first().and_then(|hang| hang_finding(name, &machine, &system, hang)));
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

    /// The findings of a search, those with the same cause once.
    fn findings<S: Memory>(
        &self,
        name: &'static str,
        machine: &JavaMachine,
        system: &Product<'_, JavaMachine, S>,
        report: &Report,
    ) -> Vec<JavaFinding> {
        let mut causes: BTreeMap<Cause, &Finding> = BTreeMap::new();
        for finding in &report.findings {
            causes.entry(Cause::of(finding)).or_insert(finding);
        }
        let mut findings: Vec<JavaFinding> =
            causes.into_values().map(|finding| self.finding(name, machine, system, finding)).collect();
        findings.sort_by_key(|f| !f.violation);
        findings
    }

    fn finding<S: Memory>(
        &self,
        name: &'static str,
        machine: &JavaMachine,
        system: &Product<'_, JavaMachine, S>,
        finding: &Finding,
    ) -> JavaFinding {
        let progress = self.begin_of(machine, "shortest execution");
        let steps = explore::witness(system, &Target::Finding(finding.clone()), &progress);
        let story = steps.as_ref().and_then(|steps| story::tell(machine, system, steps, finding));
        let (kind, violation) = self.options.kind(machine, finding);
        let message = story.as_ref().map_or_else(|| untold(machine, finding), |story| story.message.clone());
        let encode = |steps: &Vec<Step>| explore::encode_steps(steps, machine.thread_count() as u16);
        let replay = steps.as_ref().map(|steps| (name, encode(steps)));
        JavaFinding { violation, kind, message, story, replay, certificate: None }
    }
}

impl JavaOptions {
    /// What a finding is, and whether it decides the verdict.
    fn kind(&self, machine: &JavaMachine, finding: &Finding) -> (&'static str, bool) {
        let properties = self.properties;
        match finding {
            Finding::Failure { failure, thread, .. } => {
                let (kind, violation, _) = self.failure_of(machine, *thread, failure);
                (kind, violation)
            }
            Finding::Deadlock { .. } => ("deadlock", properties.deadlock),
            Finding::Race { .. } => ("race", properties.race),
        }
    }

    /// What a failure is, whether it decides the verdict, and in words.
    fn failure_of(
        &self,
        machine: &JavaMachine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (&'static str, bool, String) {
        let properties = self.properties;
        let (kind, counts, class) = match failure {
            failure if *failure == Failure::assertion() => {
                ("assertion", properties.assertion, "java.lang.AssertionError")
            }
            Failure::Assertion(class) => ("assertion", properties.assertion, class.as_str()),
            Failure::Exception(class) => ("exception", properties.exception, class.as_str()),
        };
        let name = machine.thread_name(thread);
        let may_escape = self.escapes.iter().any(|e| e.covers(class, &name));
        (kind, counts && !may_escape, format!("{} in {name}", failure.class()))
    }
}

fn is_race(finding: &Finding) -> bool {
    matches!(finding, Finding::Race { .. })
}

/// What was found, where no execution that shows it was found in time.
fn untold(machine: &JavaMachine, finding: &Finding) -> String {
    let what = match finding {
        Finding::Failure { thread, failure, .. } => {
            format!("{} in {}", failure.class(), machine.thread_name(*thread))
        }
        Finding::Deadlock { waiting } => {
            let names: Vec<String> = waiting.iter().map(|(t, _)| machine.thread_name(*t)).collect();
            format!("{} wait for ever", names.join(", "))
        }
        Finding::Race { first, second, site, .. } => {
            let (first, second) = (machine.thread_name(*first), machine.thread_name(*second));
            format!("data race between {first} and {second} at {}:{}", site.file, site.line)
        }
    };
    format!("{what} (no shortest execution was found in time)")
}

/// The most states in which hangs are looked for: the whole graph is kept.
const MOST_STATES: u64 = 5_000_000;

fn hang_finding<S: Memory>(
    name: &'static str,
    machine: &JavaMachine,
    system: &Product<'_, JavaMachine, S>,
    hang: &explore::Hang,
) -> Option<JavaFinding> {
    let steps: Vec<Step> = hang.prefix.iter().chain(&hang.cycle).copied().collect();
    let (recorder, state) = recorder::Recorder::run(system, &steps, None).ok()?;
    let mut story = story::of_record(machine, &recorder, state.machine(), None);
    let before = recorder::Recorder::run(system, &hang.prefix, None).ok()?.0.steps;
    story::goes_round(before, &mut story);
    let moving: Vec<ThreadId> =
        (0..machine.thread_count() as u16).filter(|t| hang.moving >> t & 1 == 1).map(ThreadId).collect();
    story::hangs(machine, state.machine(), &moving, hang.is_final, &mut story);
    let replay = Some((name, explore::encode_steps(&steps, machine.thread_count() as u16)));
    let message = story.message.clone();
    Some(JavaFinding {
        violation: true,
        kind: "hang",
        message,
        story: Some(story),
        replay,
        certificate: None,
    })
}

/// The reason that a search gives where the machine has a better one.
const UNSUPPORTED: &str = "something unsupported was reached";

/// How the better one begins.
const UNSUPPORTED_BY_NAME: &str = "unsupported: ";

/// What makes two findings the same to whoever reads them.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Cause {
    Failure(Failure, String, u32),
    Deadlock(Vec<ThreadId>),
    Race(event::Loc),
}

impl Cause {
    fn of(finding: &Finding) -> Cause {
        match finding {
            Finding::Failure { failure, site, .. } => {
                Cause::Failure(failure.clone(), site.file.clone(), site.line)
            }
            Finding::Deadlock { waiting } => Cause::Deadlock(waiting.iter().map(|(t, _)| *t).collect()),
            Finding::Race { loc, .. } => Cause::Race(*loc),
        }
    }
}
