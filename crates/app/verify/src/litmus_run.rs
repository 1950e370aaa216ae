//! Runs one litmus test under one model and judges it.

use crate::graph_run::by_graphs;
use crate::model::{Memories, Model, WithMemory};
use crate::options::{Engine, Options};
use crate::sandwich::Decision;
use crate::token::Token;
use crate::untraced::Untraced;
use crate::verdict::{Evidence, Verdict, conclude, guarded};
use event::{Certificate, Failure, INTERNAL, Machine, Outcome, ThreadId};
use explore::{
    Config, Executions, Finding, Incomplete, Product, Progress, Reduction, ReplayError, Report, SearchLimits,
    Stats, Step, Target, Trace, WaitsFor, count_executions, decode_steps, encode_steps, replay, search,
    witness, witnesses,
};
use legality::Closure;
use litmus::Program;
use litmus::ast::Quantifier;
use operational::{Memory, WellBehaved};
use std::collections::{BTreeMap, BTreeSet};

/// How often the condition's proposition holds among the outcomes; herd's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Observation {
    /// In none.
    Never,
    /// In some.
    Sometimes,
    /// In all.
    Always,
}

impl Observation {
    /// herd's word.
    pub fn word(self) -> &'static str {
        match self {
            Observation::Never => "Never",
            Observation::Sometimes => "Sometimes",
            Observation::Always => "Always",
        }
    }
}

/// Data races of a program.
#[derive(Debug, Clone)]
pub enum Races {
    /// None in any execution: all models agree with sequential consistency.
    None,
    /// These, each the first of some execution, with a shortest execution that shows it.
    Some(Vec<ModelFinding>),
    /// The search was incomplete.
    Unknown(String),
}

/// Something to tell the user about one model.
#[derive(Debug, Clone)]
pub struct ModelFinding {
    /// It decides the verdict; otherwise it is a note.
    pub violation: bool,
    /// `assertion`, `exception`, `deadlock`, `race`, `outcome`, or `flag` for a remark of a cat file.
    pub kind: &'static str,
    /// In words.
    pub message: String,
    /// The thread it happens in, and where.
    pub thread: Option<ThreadId>,
    /// A shortest execution that shows it.
    pub trace: Option<Trace>,
    /// Runs that execution again.
    pub token: Option<String>,
    /// Why it is legal, where no execution in any order shows it.
    pub justification: Option<Box<Certificate>>,
}

/// The result of one test under one model.
#[derive(Debug, Clone)]
pub struct LitmusResult {
    /// The model.
    pub model: Model,
    /// The verdict.
    pub verdict: Verdict,
    /// The outcomes that pass the test's filter, with a token where one was asked for.
    pub outcomes: BTreeMap<Outcome, Option<String>>,
    /// Whether all outcomes are there.
    pub complete: bool,
    /// herd's observation with the numbers of outcomes for and against; `None` without condition.
    pub observation: Option<(Observation, usize, usize)>,
    /// Findings and notes.
    pub findings: Vec<ModelFinding>,
    /// How threads failed in some execution.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Number of executions, when counted.
    pub executions: Option<u64>,
    /// Counters of the search.
    pub stats: Stats,
    /// Which step decided, for models that have several.
    pub decided: Vec<String>,
    /// Bounds that were in force, by name.
    pub bounds: Vec<(&'static str, u64)>,
    /// What the models of the sandwich know about racy programs.
    pub sandwich: Option<Box<Story>>,
}

/// How the sandwich came to its answers.
#[derive(Debug, Clone)]
pub struct Story {
    /// Every outcome of the upper bound, with who decided it.
    pub decisions: BTreeMap<Outcome, Decision>,
    /// Rounds of the closure.
    pub rounds: usize,
    /// The executions of the closure, where they are kept one by one.
    pub closure: Option<Closure>,
}

/// Why a replay failed.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The schedule does not fit the program.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The reason in words.
pub(crate) fn incomplete_text(reason: &Incomplete) -> String {
    use event::Cut;
    use operational::Overflow;
    match reason {
        Incomplete::Cut(Cut::LoopBound) => "a loop ran to the loop bound".to_owned(),
        Incomplete::Cut(Cut::Objects) => "an object may be seen before it is created and what it holds then is not known, or a thread creates too many objects at one place".to_owned(),
        Incomplete::Cut(Cut::Threads) => "more threads were started than are followed".to_owned(),
        Incomplete::Cut(Cut::Unsupported) => "something unsupported was reached".to_owned(),
        Incomplete::Cut(Cut::Stopped) => "stopped while a thread computed".to_owned(),
        Incomplete::Cut(Cut::LocalSteps) => "a thread computes too long without a memory action".to_owned(),
        Incomplete::Overflow(Overflow::BufferBound(n)) => format!("a store buffer grew beyond {n} stores"),
        Incomplete::Overflow(Overflow::TooManyViews) => {
            "more than 127 threads, monitors and volatile variables are in use at once, which is all that this model can tell apart".to_owned()
        }
        Incomplete::Overflow(Overflow::VisibleWrites(n)) => {
            format!("more than {n} writes to one location are visible at once")
        }
        Incomplete::Overflow(Overflow::WriteListBound(n)) => format!("a write list grew beyond {n} items"),
        Incomplete::Depth(n) => format!("depth limit {n} reached"),
        Incomplete::States(n) => format!("state limit {n} reached"),
        Incomplete::Unsupported(what) => format!("{what} is not supported here"),
        Incomplete::Values(_) => "values grow without end".to_owned(),
        Incomplete::Time => "time limit reached".to_owned(),
        Incomplete::Memory => "memory limit reached".to_owned(),
        Incomplete::Interrupted => "interrupted".to_owned(),
        Incomplete::Sampled => "the search only samples executions".to_owned(),
        Incomplete::FirstFinding => "stopped at the first finding".to_owned(),
    }
}

pub(crate) fn reasons(report: &Report) -> Vec<String> {
    // That a thread was stopped while it computed says no more than why the search was.
    let stopped = Incomplete::Cut(event::Cut::Stopped);
    let told = |reason: &&Incomplete| report.incomplete.len() == 1 || **reason != stopped;
    report.incomplete.iter().filter(told).map(incomplete_text).collect()
}

fn config(options: &Options) -> Config {
    Config {
        order: options.order,
        sleep_sets: options.reduction == Reduction::Ample,
        symmetry: options.reduction == Reduction::Ample,
        exact: options.exact,
        stateful: true,
        workers: options.workers,
        limits: SearchLimits { depth: options.depth, states: options.states, ..SearchLimits::default() },
        stop_at_first: options.first,
        is_decided: false,
    }
}

/// States after which the race check gives up unless told otherwise: it must not keep the models from running.
const RACE_STATES: u64 = 2_000_000;

/// Told with a result when it is so.
const DIVERGES: &str = "some execution ends with threads that compute for ever without acting";

/// Looks for data races by the exact check: only synchronisation is interleaved.
pub fn find_races(program: &Program, options: &Options, progress: &Progress) -> Races {
    guarded(|| races(program, options, progress)).unwrap_or_else(Races::Unknown)
}

fn races(program: &Program, options: &Options, progress: &Progress) -> Races {
    let system = Product::new(program, WellBehaved, Reduction::Ample);
    let order = explore::Order::Dfs;
    let limits = SearchLimits {
        depth: options.depth,
        states: Some(options.states.unwrap_or(RACE_STATES)),
        ..SearchLimits::default()
    };
    let config = Config { order, sleep_sets: true, stop_at_first: false, limits, ..config(options) };
    let report = search(&system, &config, progress);
    let finding = |race: &Finding| {
        let steps = witness(&system, &Target::Finding(race.clone()), progress);
        let trace = steps.as_ref().and_then(|steps| replay(&system, steps).ok()).map(|(trace, _)| trace);
        let token = steps.map(|steps| token(program, None, Reduction::Ample, options, &steps));
        let (message, thread) = race_text(program, race);
        ModelFinding {
            // Weaker modes count as plain in the check: what it finds there need not be a race.
            violation: options.properties.race && program.uses_jls_actions_only(),
            kind: "race",
            message,
            thread,
            trace,
            token,
            justification: None,
        }
    };
    let is_race = |f: &&Finding| matches!(f, Finding::Race { .. });
    let races: Vec<ModelFinding> = report.findings.iter().filter(is_race).map(finding).collect();
    if !races.is_empty() {
        Races::Some(races)
    } else if report.incomplete.is_empty() {
        Races::None
    } else {
        Races::Unknown(reasons(&report).join("; "))
    }
}

/// Runs `program` under `model`.
pub fn run(
    program: &Program,
    model: Model,
    races: &Races,
    options: &Options,
    progress: &Progress,
) -> LitmusResult {
    let runner = || Runner { program, model, memory: model, races, options, progress };
    // A panic is told like any other defect, so that other models and tests are not lost with it.
    guarded(|| runner().run()).unwrap_or_else(|panic| {
        runner().conclude_untraced(Untraced { incomplete: vec![panic], ..Untraced::default() })
    })
}

impl Runner<'_> {
    fn run(self) -> LitmusResult {
        match self.model {
            Model::Jmm | Model::JmmRevised | Model::Rpc => self.sandwiched(),
            Model::Jpr | Model::JprAsPrinted => self.relaxed(),
            Model::Jam21 | Model::Cat(_) => {
                let file = self.model.cat().expect("both are files");
                if file.has_several_executions() {
                    self.solved_by_file(file)
                } else {
                    self.judged_by_file(file)
                }
            }
            model => model.with(self.options.memories, self),
        }
    }
}

pub(crate) struct Runner<'a> {
    pub program: &'a Program,
    pub model: Model,
    /// The model whose memory runs: tokens name it.
    pub memory: Model,
    pub races: &'a Races,
    pub options: &'a Options,
    pub progress: &'a Progress,
}

impl WithMemory for Runner<'_> {
    type Output = LitmusResult;

    fn with<S: Memory>(self, memory: S) -> LitmusResult {
        let system = Product::new(self.program, memory, self.options.reduction);
        let graphs = self.memory.axioms().filter(|_| self.options.engine == Engine::Graph);
        let graphs = graphs.map(|axioms| by_graphs(self.program, axioms, self.options, self.progress));
        let (report, executions, mut missing, mut decided) = match graphs {
            Some(run) => (run.report, run.executions, run.incomplete, run.story.into_iter().collect()),
            None => {
                let executions = self.count();
                let report = search(&system, &config(self.options), self.progress);
                (report, executions, Vec::new(), Vec::new())
            }
        };
        missing.extend(reasons(&report));
        decided.extend(report.diverges.then(|| DIVERGES.to_owned()));
        let kept = |o: &&Outcome| self.program.filter().is_none_or(|f| f.holds(o));
        let outcomes: Vec<Outcome> = report.outcomes.iter().filter(kept).cloned().collect();
        let holds = |o: &&Outcome| self.program.condition().is_some_and(|c| c.prop.holds(o));
        let positive = outcomes.iter().filter(holds).count();
        let negative = outcomes.len() - positive;
        let mut findings = self.findings(&system, &report);
        findings.extend(self.outcome_violations(&system, &outcomes));
        if let Races::Some(races) = self.races {
            findings.extend(races.iter().cloned());
        }
        let evidence = Evidence {
            violated_anyway: false,
            violated: findings.iter().any(|f| f.violation),
            incomplete: self.incomplete(missing.clone()),
            role: self.model.role(),
            model: self.model.name(),
            claims: self.claims(),
            race_free: matches!(self.races, Races::None),
            // A filter that lets nothing pass makes every claim vacuous.
            observed: !outcomes.is_empty(),
        };
        let tokens = match self.options.witnesses {
            true => witnesses(&system, &report.outcomes, self.options.states, self.progress),
            false => BTreeMap::new(),
        };
        let tagged = |o: Outcome| {
            let token = tokens.get(&o).map(|steps| self.token(steps));
            (o, token)
        };
        LitmusResult {
            model: self.model,
            verdict: conclude(&evidence),
            complete: missing.is_empty(),
            observation: self
                .program
                .condition()
                .map(|_| (observation(positive, negative), positive, negative)),
            outcomes: outcomes.into_iter().map(tagged).collect(),
            findings,
            failures: report
                .findings
                .iter()
                .filter_map(|f| match f {
                    Finding::Failure { thread, failure, .. } => Some((*thread, failure.clone())),
                    _ => None,
                })
                .collect(),
            executions,
            stats: report.stats,
            decided,
            bounds: self.bounds(),
            sandwich: None,
        }
    }
}

pub(crate) fn observation(positive: usize, negative: usize) -> Observation {
    match (positive, negative) {
        (0, _) => Observation::Never,
        (_, 0) => Observation::Always,
        _ => Observation::Sometimes,
    }
}

impl Runner<'_> {
    /// What is missing, races included when they decide.
    pub(crate) fn incomplete(&self, mut reasons: Vec<String>) -> Vec<String> {
        if let (true, Races::Unknown(reason)) = (self.options.properties.race, self.races) {
            reasons.push(format!("data races are not decided: {reason}"));
        }
        if let Races::Unknown(reason) = self.races
            && reason.starts_with(INTERNAL)
        {
            reasons.push(reason.clone());
        }
        let outside = !self.program.uses_jls_actions_only() && matches!(self.races, Races::Some(_));
        if self.options.properties.race && outside {
            let text = "data races are not decided: the check takes weaker access modes for plain accesses";
            reasons.push(text.to_owned());
        }
        reasons.sort();
        reasons.dedup();
        reasons
    }

    pub(crate) fn claims(&self) -> bool {
        let claims_outcome = self.program.condition().is_some_and(|c| c.quantifier != Quantifier::Exists);
        claims_outcome || self.program.can_fail_or_block() || self.options.properties.race
    }

    fn count(&self) -> Option<u64> {
        if self.options.count_states == 0 || self.program.has_loops() {
            return None;
        }
        match self
            .model
            .with(self.options.memories, Counter { program: self.program, most: self.options.count_states })
        {
            Executions::Exactly(n) => Some(n),
            Executions::Unknown => None,
        }
    }

    pub(crate) fn bounds(&self) -> Vec<(&'static str, u64)> {
        let mut bounds = Vec::new();
        let mut add = |name, value: Option<u64>| bounds.extend(value.map(|v| (name, v)));
        add("loop", self.options.loop_bound.map(u64::from));
        add("depth", self.options.depth.map(u64::from));
        add("states", self.options.states);
        if matches!(self.model, Model::Tso | Model::Pso) {
            add("store buffer", Some(self.options.memories.buffer as u64));
        }
        bounds
    }

    fn token(&self, steps: &[Step]) -> String {
        token(self.program, Some(self.memory), self.options.reduction, self.options, steps)
    }

    /// A shortest execution to the target, replayed.
    fn explain<S: Memory>(
        &self,
        system: &Product<'_, Program, S>,
        target: &Target,
    ) -> (Option<Trace>, Option<String>) {
        let Some(steps) = witness(system, target, self.progress) else { return (None, None) };
        let trace = replay(system, &steps).ok().map(|(trace, _)| trace);
        (trace, Some(self.token(&steps)))
    }

    fn findings<S: Memory>(&self, system: &Product<'_, Program, S>, report: &Report) -> Vec<ModelFinding> {
        let properties = &self.options.properties;
        let mut findings = Vec::new();
        for finding in &report.findings {
            let (violation, kind, message, thread) = match finding {
                Finding::Failure { thread, failure, .. } => {
                    let (kind, message) = self.failure_text(*thread, failure);
                    let violation = match failure {
                        Failure::Assertion(_) => properties.assertion,
                        Failure::Exception(_) => properties.exception,
                        Failure::Exit(_) => properties.exit,
                    };
                    (violation, kind, message, Some(*thread))
                }
                Finding::Deadlock { waiting } => {
                    (properties.deadlock, "deadlock", self.deadlock_text(waiting), None)
                }
                Finding::Race { .. } => continue,
            };
            let (trace, token) = self.explain(system, &Target::Finding(finding.clone()));
            findings.push(ModelFinding {
                violation,
                kind,
                message,
                thread,
                trace,
                token,
                justification: None,
            });
        }
        findings
    }

    /// The kind of a failure, and the failure in words.
    pub(crate) fn failure_text(&self, thread: ThreadId, failure: &Failure) -> (&'static str, String) {
        let name = self.program.thread_name(thread);
        match failure {
            Failure::Assertion(_) => ("assertion", format!("an assertion of {name} fails")),
            Failure::Exception(class) => ("exception", format!("{class} escapes from {name}")),
            Failure::Exit(status) => ("exit", format!("{name} ends the program with status {status}")),
        }
    }

    /// Whether an outcome is against what the test claims.
    pub(crate) fn violates(&self, outcome: &Outcome) -> bool {
        is_against(self.program, outcome)
    }

    /// An outcome that violates the claim, in words.
    pub(crate) fn outcome_text(&self, outcome: &Outcome) -> String {
        let names: Vec<&str> = self.program.observed().iter().map(|o| o.name.as_str()).collect();
        let claim = self.program.condition().map_or("", |c| c.text.as_str());
        format!("outcome ({}) = ({}) against `{claim}`", names.join(", "), outcome.render())
    }

    fn deadlock_text(&self, waiting: &[(ThreadId, WaitsFor)]) -> String {
        let state = self.program.initial();
        let name = |t: &ThreadId| self.program.thread_name(*t);
        let text = |(t, what): &(ThreadId, WaitsFor)| match what {
            WaitsFor::Monitor(m, owner) => {
                format!(
                    "{} waits for {} held by {}",
                    name(t),
                    self.program.monitor_name(&state, *m),
                    name(owner)
                )
            }
            WaitsFor::End(other) => format!("{} waits for {} to end", name(t), name(other)),
            WaitsFor::Object(object) => format!("{} waits for {object:?}", name(t)),
        };
        format!("deadlock: {}", waiting.iter().map(text).collect::<Vec<_>>().join(", "))
    }

    fn outcome_violations<S: Memory>(
        &self,
        system: &Product<'_, Program, S>,
        outcomes: &[Outcome],
    ) -> Vec<ModelFinding> {
        let finding = |outcome: &Outcome| {
            let (trace, token) = self.explain(system, &Target::Outcome(outcome.clone()));
            let message = self.outcome_text(outcome);
            ModelFinding {
                violation: true,
                kind: "outcome",
                message,
                thread: None,
                trace,
                token,
                justification: None,
            }
        };
        outcomes.iter().filter(|o| self.violates(o)).map(finding).collect()
    }
}

/// A race in words, and the thread of its second access.
fn race_text(program: &Program, race: &Finding) -> (String, Option<ThreadId>) {
    use operational::ConflictKind;
    let Finding::Race { loc, kind, first, second, site, .. } = race else { return (String::new(), None) };
    let (a, b) = match kind {
        ConflictKind::WriteWrite => ("write", "write"),
        ConflictKind::WriteRead => ("write", "read"),
        ConflictKind::ReadWrite => ("read", "write"),
    };
    let name = program.loc_name(&program.initial(), *loc);
    let (first, who) = (program.thread_name(*first), program.thread_name(*second));
    let message =
        format!("data race on {name}: {a} by {first}, {b} by {who} at line {} `{}`", site.line, site.text);
    (message, Some(*second))
}

struct Counter<'a> {
    program: &'a Program,
    most: u64,
}

impl WithMemory for Counter<'_> {
    type Output = Executions;
    fn with<S: Memory>(self, memory: S) -> Executions {
        count_executions(self.program, memory, false, self.most)
    }
}

fn token(
    program: &Program,
    model: Option<Model>,
    reduction: Reduction,
    options: &Options,
    steps: &[Step],
) -> String {
    let token = Token {
        model,
        reduction,
        tearing: program.is_torn(),
        loop_bound: options.loop_bound,
        buffer_bound: options.memories.buffer,
        source_hash: program.source_hash(),
        steps: encode_steps(steps, program.thread_count() as u16),
        file: program.file().to_owned(),
    };
    token.to_string()
}

/// Runs the execution of a token again.
pub fn replay_token(program: &Program, token: &Token) -> Result<Trace, RunError> {
    let steps = decode_steps(&token.steps, program.thread_count() as u16)?;
    let what = Replayer { program, steps: &steps, reduction: token.reduction };
    let memories = Memories { buffer: token.buffer_bound, ..Memories::default() };
    match token.model {
        Some(model) => model.with(memories, what),
        None => what.with(WellBehaved),
    }
}

/// Whether an execution shows a failure, a deadlock, or an outcome against what the test claims.
pub fn violates(program: &Program, trace: &Trace) -> bool {
    let fails = |step: &explore::TraceStep| matches!(step, explore::TraceStep::Finding(finding) if !matches!(finding, Finding::Race { .. }));
    trace.steps.iter().any(fails) || trace.outcomes.iter().any(|outcome| is_against(program, outcome))
}

fn is_against(program: &Program, outcome: &Outcome) -> bool {
    program.condition().is_some_and(|condition| match condition.quantifier {
        Quantifier::Exists => false,
        Quantifier::NotExists => condition.prop.holds(outcome),
        Quantifier::Forall => !condition.prop.holds(outcome),
    })
}

struct Replayer<'a> {
    program: &'a Program,
    steps: &'a [Step],
    reduction: Reduction,
}

impl WithMemory for Replayer<'_> {
    type Output = Result<Trace, RunError>;
    fn with<S: Memory>(self, memory: S) -> Self::Output {
        let system = Product::new(self.program, memory, self.reduction);
        Ok(replay(&system, self.steps)?.0)
    }
}
