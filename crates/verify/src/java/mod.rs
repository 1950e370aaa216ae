//! Checking Java programs: which engine answers for which model, and what the answer is worth.
//!
//! `sc`, `tso`, `pso`, `opmm` are explored as they are. `jmm` is decided by the sandwich (docs/ARCHITECTURE.md): first the
//! race check, which interleaves synchronisation only; without a race, SC is the answer. With one, what OpMM shows is real;
//! what the race-pair closure does not show is impossible; exact legality decides what lies between.
//!
//! Reductions rest on facts about the program that a search may find wrong ([`jvm::JavaMachine::learns`]); then it is
//! done again, so every result here is of a search whose facts were right.

mod alone;
mod counts;
mod short_names;
mod solved;
mod story;
mod untraced;

use crate::litmus_run::reasons;
use crate::model::{Model, Role};
use crate::options::{Escape, Properties};
use crate::sandwich::{Decision, sandwich};
use crate::upper::overflow_text;
use crate::verdict::{Evidence, Verdict, conclude};
pub use alone::{Alone, AloneState};
pub use counts::Count;
use event::{Failure, Machine, Outcome, RuleSet, ThreadId};
use explore::{
    Budget, Config, Finding, Limits, Order, Product, Progress, Reduction, Report, Stats, Step, Target,
};
use jvm::{Answers, JavaMachine};
use legality::Identity;
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
    /// What it may know of its surroundings, and its bounds.
    pub options: jvm::Options,
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
    Check {
        program,
        model,
        options,
        begin,
        stats: Stats::default(),
        decided: Vec::new(),
        unsupported: BTreeSet::new(),
        complete: true,
        open: Some(BTreeMap::new()),
        incomplete: Vec::new(),
        witnesses: BTreeMap::new(),
        executions: BTreeMap::new(),
        lower: Lower::default(),
        races: Default::default(),
    }
    .run()
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
    incomplete: Vec<String>,
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
            let mut races = self.explore(RACES, Answers::Past, WellBehaved);
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
                self.incomplete.push(reason.clone());
                self.complete = false;
                self.open = None;
                self.result(Verdict::Unknown(reason), Vec::new(), BTreeSet::new())
            }
        }
    }

    fn exact<S: Memory + Copy>(mut self, answers: Answers, memory: S) -> JavaResult {
        let explored = self.explore(self.model.name(), answers, memory);
        self.conclude(explored, Role::Exact, false)
    }

    fn result(
        self,
        verdict: Verdict,
        mut findings: Vec<JavaFinding>,
        outcomes: BTreeSet<Outcome>,
    ) -> JavaResult {
        let (races, missing) = self.races;
        let verdict = match verdict {
            _ if !races.is_empty() => Verdict::Violated,
            Verdict::Holds if !missing.is_empty() => {
                Verdict::Unknown(format!("the race check did not end: {}", missing.join("; ")))
            }
            verdict => verdict,
        };
        findings.extend(races);
        findings.sort_by_key(|f| !f.violation);
        JavaResult {
            model: self.model,
            verdict,
            decided: self.decided,
            findings,
            outcomes,
            complete: self.complete,
            open: self.open,
            incomplete: self.incomplete,
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
            violated: findings.iter().any(|f| f.violation),
            incomplete: self.reasons(&report),
            role,
            model: self.model.name(),
            claims: true,
            race_free,
            // An execution that ends in a deadlock is an end, too.
            observed: report.stats.finished > 0 || findings.iter().any(|f| f.kind == "deadlock"),
        };
        let verdict = conclude(&evidence);
        self.incomplete = evidence.incomplete;
        self.result(verdict, findings, report.outcomes)
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
            reasons.insert(0, format!("unsupported: {what}"));
        }
        reasons
    }

    fn machine(&self, answers: Answers) -> JavaMachine {
        let program = self.program;
        JavaMachine::new(program.lib, program.state.clone(), program.options.clone(), answers)
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
        let mut machine = self.machine(answers);
        let progress = (self.begin)(name);
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
            let hangs = asked.then(|| explore::hangs(&system, most, &(self.begin)("hangs")));
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
                        self.count_executions(self.machine(Answers::Past), SequentialConsistency)
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
        let progress = (self.begin)("shortest executions");
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
        let progress = (self.begin)("shortest execution");
        let steps = explore::witness(system, &Target::Finding(finding.clone()), &progress);
        let story = steps.as_ref().and_then(|steps| story::tell(machine, system, steps, finding));
        let (kind, violation) = self.kind(machine, finding);
        let message = story.as_ref().map_or_else(|| untold(machine, finding), |story| story.message.clone());
        let encode = |steps: &Vec<Step>| explore::encode_steps(steps, machine.thread_count() as u16);
        let replay = steps.as_ref().map(|steps| (name, encode(steps)));
        JavaFinding { violation, kind, message, story, replay, certificate: None }
    }

    fn kind(&self, machine: &JavaMachine, finding: &Finding) -> (&'static str, bool) {
        let properties = self.options.properties;
        match finding {
            Finding::Failure { failure, thread, .. } => {
                let (kind, violation, _) = self.failure_of(machine, *thread, failure);
                (kind, violation)
            }
            Finding::Deadlock { .. } => ("deadlock", properties.deadlock),
            Finding::Race { .. } => ("race", properties.race),
        }
    }

    /// The Java memory model.
    fn java(mut self, rules: RuleSet) -> JavaResult {
        let mut races = self.explore(RACES, Answers::Past, WellBehaved);
        let is_race = |f: &JavaFinding| f.kind == "race";
        if races.report.incomplete.is_empty() && !races.findings.iter().any(is_race) {
            // Without races plain accesses need not be interleaved: this search has seen all that sc shows.
            self.decided.push(format!(
                "no data race in any of {} states of the race check: the program behaves as under sc (JLS 17.4.5)",
                races.report.stats.states
            ));
            return self.conclude(races, Role::Exact, true);
        }
        // Whatever else it met, the searches that follow meet as well.
        races.findings.retain(is_race);
        if races.findings.is_empty() {
            let why = self.reasons(&races.report).join("; ");
            self.decided.push(format!("the race check did not end ({why}), so nothing rests on it"));
        } else {
            self.decided.push("the program has data races".to_owned());
        }
        let mut lower = self.explore(Model::Opmm.name(), Answers::Past, KnownMasked);
        lower.findings.extend(races.findings);
        if lower.findings.iter().any(|f| f.violation) && !self.options.all_outcomes {
            self.decided.push(
                "a violation was found by the race check or by opmm, all of whose executions are legal"
                    .to_owned(),
            );
            self.found_all(false);
            return self.conclude(lower, Role::Exact, false);
        }
        let incomplete = self.reasons(&lower.report);
        self.between(lower, incomplete, rules)
    }

    /// The lower bound shows no violation: what lies above it?
    fn between(mut self, lower: Explored, mut incomplete: Vec<String>, rules: RuleSet) -> JavaResult {
        let progress = (self.begin)("race-pair closure");
        let limits = closure_limits(&progress);
        let (machine, closure) = self.closure(&limits);
        // An upper bound that lacks what the lower one shows is none: plain reads of variables that are updated by other modes, after all
        // threads have ended, are not followed there.
        let misses = |c: &legality::Closure| {
            let shown: BTreeSet<&Outcome> = c.candidates.iter().flat_map(|c| &c.outcomes).collect();
            !lower.report.outcomes.iter().all(|outcome| shown.contains(outcome))
        };
        let closure = closure.and_then(|c| match !c.cut && misses(&c) {
            true => Err(legality::Overflow::Unsupported("a plain read of a variable with volatile updates")),
            false => Ok(c),
        });
        let Explored { report, mut findings } = lower;
        incomplete.extend(self.may_hang(&findings, &closure));
        self.doubt_counts(closure.as_ref().ok());
        self.found_all(report.incomplete.is_empty());
        self.lower = Lower::of(&report);
        let mut outcomes = report.outcomes;
        match closure {
            // The JLS says nothing of weaker modes and fences: between the bounds nothing can be decided.
            Ok(closure) if !closure.cut && closure.weak => {
                let upper = closure.candidates.iter().flat_map(|c| &c.outcomes);
                self.leaves_open(upper.filter(|outcome| !outcomes.contains(outcome)), WEAK);
                self.compare_bounds(&machine, &closure, &mut incomplete);
            }
            Ok(closure) if !closure.cut => {
                let rounds = closure.rounds;
                let executions = closure.candidates.len();
                let mut decided = sandwich(&machine, closure, (rules, self.options.identity), &limits);
                if machine.prints() {
                    decided.doubt_justified(PRINTS);
                }
                self.decided.push(format!(
                    "race-pair closure: {executions} executions in {rounds} rounds; exact legality decides between it and opmm"
                ));
                self.take_outcomes(&decided.outcomes, &mut outcomes);
                for ((thread, failure), decision) in &decided.failures {
                    if self.lower.failures.contains(&(*thread, failure.clone())) {
                        continue;
                    }
                    self.settle(
                        self.failure_of(&machine, *thread, failure),
                        decision,
                        &mut findings,
                        &mut incomplete,
                    );
                }
                if let Some(decision) = decided.deadlock.as_ref().filter(|_| !self.lower.deadlocks) {
                    let deadlock =
                        ("deadlock", self.options.properties.deadlock, "threads wait for ever".to_owned());
                    self.settle(deadlock, decision, &mut findings, &mut incomplete);
                }
            }
            other => {
                let why = match other {
                    Ok(_) => "the machine was stopped by a bound".to_owned(),
                    Err(overflow) => overflow_text(&overflow),
                };
                if let Some(reason) = progress.stop_reason() {
                    incomplete.push(crate::litmus_run::incomplete_text(&reason));
                }
                self.decided.push(format!(
                    "executions cannot be kept one by one ({why}); the closure is computed by states"
                ));
                let upper = self.by_states(&progress, &mut incomplete);
                self.leaves_open(upper.difference(&outcomes), BY_STATES);
            }
        }
        self.unsupported.extend(machine.unsupported());
        let evidence = Evidence {
            violated: findings.iter().any(|f| f.violation),
            incomplete,
            role: Role::Exact,
            model: self.model.name(),
            claims: true,
            race_free: false,
            observed: report.stats.finished > 0 || findings.iter().any(|f| f.kind == "deadlock"),
        };
        let verdict = conclude(&evidence);
        self.incomplete = evidence.incomplete;
        self.result(verdict, findings, outcomes)
    }

    /// The race-pair closure execution by execution, and the machine that has learnt what it needs to know.
    fn closure(
        &self,
        limits: &legality::Limits,
    ) -> (JavaMachine, Result<legality::Closure, legality::Overflow>) {
        let mut machine = self.machine(Answers::Future);
        loop {
            let closure = legality::closure(&machine, limits);
            if !machine.learns() {
                return (machine, closure);
            }
        }
    }

    /// Takes over what was decided of outcomes.
    fn take_outcomes(&mut self, decided: &BTreeMap<Outcome, Decision>, outcomes: &mut BTreeSet<Outcome>) {
        for (outcome, decision) in decided {
            match (decision, decision.is_legal()) {
                (Decision::Justified(certificate), Some(true)) => {
                    let commits = Witness::Commitments(certificate.clone());
                    self.witnesses.entry(outcome.clone()).or_insert(commits);
                    outcomes.insert(outcome.clone());
                }
                (_, Some(true)) => drop(outcomes.insert(outcome.clone())),
                (Decision::Open(why), _) if !outcomes.contains(outcome) => {
                    self.leaves_open([outcome].into_iter(), why);
                }
                _ => {}
            }
        }
    }

    /// Outcomes that only the upper bound shows.
    fn leaves_open<'o>(&mut self, outcomes: impl Iterator<Item = &'o Outcome>, why: &str) {
        for outcome in outcomes {
            self.complete = false;
            if let Some(open) = &mut self.open {
                open.insert(outcome.clone(), why.to_owned());
            }
        }
    }

    /// An execution that only the upper bound has may be one that never ends; unless all of its executions do end.
    fn may_hang(
        &self,
        findings: &[JavaFinding],
        closure: &Result<legality::Closure, legality::Overflow>,
    ) -> Option<String> {
        let all_end = closure.as_ref().is_ok_and(|closure| {
            !closure.cut && closure.candidates.iter().all(|c| c.end != legality::End::Diverged)
        });
        let hangs = findings.iter().any(|f| f.kind == "hang");
        // Tests of jcstress tell this apart from their other outcomes themselves.
        let asked = self.options.properties.hang && !self.options.all_outcomes;
        (asked && !hangs && !all_end).then(|| HANGS.to_owned())
    }

    /// Whether the closure shows anything that the lower bound does not.
    fn compare_bounds(
        &mut self,
        machine: &JavaMachine,
        closure: &legality::Closure,
        incomplete: &mut Vec<String>,
    ) {
        self.decided.push(format!(
            "race-pair closure: {} executions, with accesses outside the JLS, so that only bounds are compared",
            closure.candidates.len()
        ));
        self.bound_by(machine, closure, incomplete);
    }

    /// What the closure shows besides outcomes, and the lower bound does not.
    fn bound_by(&self, machine: &JavaMachine, closure: &legality::Closure, incomplete: &mut Vec<String>) {
        let failures: BTreeSet<_> = closure.candidates.iter().flat_map(|c| c.failures.clone()).collect();
        for (thread, failure) in &failures {
            let (_, decides, message) = self.failure_of(machine, *thread, failure);
            if decides && !self.lower.failures.contains(&(*thread, failure.clone())) {
                incomplete.push(format!("{message}: only the upper bound shows it"));
            }
        }
        let deadlocks = closure.candidates.iter().any(|c| c.end == legality::End::Deadlocked);
        if deadlocks && self.options.properties.deadlock && !self.lower.deadlocks {
            incomplete.push("a deadlock: only the upper bound shows it".to_owned());
        }
    }

    /// Takes over what was decided of something that the lower bound does not show.
    fn settle(
        &self,
        (kind, violation, message): (&'static str, bool, String),
        decision: &Decision,
        findings: &mut Vec<JavaFinding>,
        incomplete: &mut Vec<String>,
    ) {
        let certificate = match decision {
            Decision::Refused(_) => return,
            Decision::Open(why) => {
                return incomplete.push(format!("{message} is neither proved nor excluded: {why}"));
            }
            Decision::Justified(certificate) => Some(certificate.clone()),
            Decision::RaceFree | Decision::LowerBound => None,
        };
        findings.push(JavaFinding { violation, kind, message, story: None, replay: None, certificate });
    }

    /// What to call a failure, and whether it decides the verdict.
    fn failure_of(
        &self,
        machine: &JavaMachine,
        thread: ThreadId,
        failure: &Failure,
    ) -> (&'static str, bool, String) {
        let properties = self.options.properties;
        let (kind, counts, class) = match failure {
            Failure::Assertion => ("assertion", properties.assertion, "java.lang.AssertionError"),
            Failure::Exception(class) => ("exception", properties.exception, class.as_str()),
        };
        let name = machine.thread_name(thread);
        let may_escape = self.options.escapes.iter().any(|e| e.covers(class, &name));
        (kind, counts && !may_escape, format!("{} in {name}", failure.class()))
    }

    /// The closure by states: its outcomes, and only whether there is anything else above the lower bound.
    fn by_states(&mut self, progress: &Progress, incomplete: &mut Vec<String>) -> BTreeSet<Outcome> {
        let mut machine = self.machine(Answers::Future);
        let budget = Budget { states: self.options.states, ..Budget::default() };
        let closed = loop {
            let closed = explore::close(&machine, &budget, progress);
            if !machine.learns() {
                break closed;
            }
        };
        self.stats.states += closed.states;
        self.stats.transitions += closed.transitions;
        self.unsupported.extend(machine.unsupported());
        if let Some(why) = &closed.truncated {
            self.found_all(false);
            incomplete.push(crate::litmus_run::incomplete_text(why));
        }
        let open = "only the upper bound shows it";
        for (thread, failure) in &closed.failures {
            let (_, decides, message) = self.failure_of(&machine, *thread, failure);
            if decides && !self.lower.failures.contains(&(*thread, failure.clone())) {
                incomplete.push(format!("{message}: {open}"));
            }
        }
        if !closed.deadlocks.is_empty() && self.options.properties.deadlock && !self.lower.deadlocks {
            incomplete.push(format!("a deadlock: {open}"));
        }
        self.decided.push(format!("race-pair closure: {} states, {} rounds", closed.states, closed.rounds));
        closed.outcomes
    }

    fn java_upper(mut self) -> JavaResult {
        let mut incomplete = Vec::new();
        let progress = (self.begin)("race-pair closure");
        let outcomes = self.by_states(&progress, &mut incomplete);
        // Tests of jcstress tell this apart from their other outcomes themselves.
        if self.options.properties.hang && !self.options.all_outcomes {
            incomplete.push("executions that never end are not looked for under rpc".to_owned());
        }
        let verdict = match incomplete.is_empty() {
            true => Verdict::Holds,
            false => Verdict::Unknown(incomplete.join("; ")),
        };
        self.incomplete = incomplete;
        self.result(verdict, Vec::new(), outcomes)
    }
}

fn closure_limits(progress: &Progress) -> legality::Limits {
    legality::Limits {
        stop: Some(progress.stop_flag()),
        partial: MOST_PARTIAL,
        ..legality::Limits::default()
    }
}

/// Why nothing is decided between the bounds where there are accesses that the JLS does not speak of.
const WEAK: &str = "only the upper bound shows it, and the JLS says nothing of weaker modes and fences";

/// The same where executions cannot be kept one by one.
const BY_STATES: &str =
    "only the upper bound shows it, and its executions are too many to be decided one by one";

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

/// The most partial executions that are followed one by one; where there are more, states are.
const MOST_PARTIAL: u64 = 200_000;

/// The most states in which hangs are looked for: the whole graph is kept.
const MOST_STATES: u64 = 5_000_000;

fn hang_finding<S: Memory>(
    name: &'static str,
    machine: &JavaMachine,
    system: &Product<'_, JavaMachine, S>,
    hang: &explore::Hang,
) -> Option<JavaFinding> {
    let steps: Vec<Step> = hang.prefix.iter().chain(&hang.cycle).copied().collect();
    let (trace, state) = explore::replay(system, &steps).ok()?;
    let mut story = story::of_trace(machine, &trace, state.machine(), None);
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

/// Why a sequence of commitments is not believed: what is printed must be committed in order, too.
const PRINTS: &str = "threads print, and printing is not yet an external action here (JLS 17.4.8, rule 9)";

/// Why a racy program may hang all the same.
pub(crate) const HANGS: &str =
    "executions that never end were looked for under opmm only, a lower bound of the Java memory model";

/// The reason that a search gives where the machine has a better one.
const UNSUPPORTED: &str = "something unsupported was reached";

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

/// What came of running one schedule again.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// What happened.
    pub story: Story,
    /// What it comes to: an execution may show several things.
    pub messages: Vec<String>,
}

/// Runs one schedule of a program again.
///
/// # Errors
/// The schedule is malformed, or not one of this program.
pub fn replay_java(
    program: &JavaProgram,
    name: &str,
    schedule: &str,
    options: &JavaOptions,
) -> Result<Replayed, String> {
    let machine =
        |answers| JavaMachine::new(program.lib, program.state.clone(), program.options.clone(), answers);
    match name {
        RACES => replay_under(machine(Answers::Past), WellBehaved, schedule, options),
        "sc" => replay_under(machine(Answers::Latest), Latest, schedule, options),
        "tso" => replay_under(machine(Answers::Past), StoreBuffers::tso(options.buffer), schedule, options),
        "pso" => replay_under(machine(Answers::Past), StoreBuffers::pso(options.buffer), schedule, options),
        "opmm" => replay_under(machine(Answers::Past), KnownMasked, schedule, options),
        other => Err(format!("`{other}` has no schedules")),
    }
}

fn replay_under<S: Memory + Copy>(
    mut machine: JavaMachine,
    memory: S,
    schedule: &str,
    options: &JavaOptions,
) -> Result<Replayed, String> {
    let steps = explore::decode_steps(schedule, machine.thread_count() as u16).map_err(|e| e.to_string())?;
    let mut tries = 0;
    loop {
        let system = Product::new(&machine, memory, options.reduction);
        let replayed = explore::replay(&system, &steps).map(|(trace, state)| {
            let told = |finding| story::of_trace(&machine, &trace, state.machine(), finding);
            let messages = trace.steps.iter().filter_map(|step| match step {
                explore::TraceStep::Finding(finding) => Some(told(Some(finding)).message),
                _ => None,
            });
            (told(None), messages.collect())
        });
        if machine.learns() {
            continue;
        }
        match replayed {
            Ok((story, messages)) => return Ok(Replayed { story, messages }),
            Err(error) if tries == LEARNING => return Err(error.to_string()),
            // The schedule is one of a search that knew more of the program than this execution shows.
            Err(_) => {
                tries += 1;
                let limits = Limits { states: Some(1000 << (4 * tries)), ..Limits::default() };
                let config = Config { limits, ..Config::default() };
                let system = Product::new(&machine, memory, options.reduction);
                explore::search(&system, &config, &Progress::default());
                machine.learns();
            }
        }
    }
}

/// How often a part of the program is searched, each time a larger one, to learn what the search of a schedule knew.
const LEARNING: u32 = 3;
