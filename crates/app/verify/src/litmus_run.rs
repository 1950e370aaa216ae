//! Litmus tests as the driver checks them: how they are searched, and how findings are described.

use crate::driver::{About, Checked, Driver, Explored, RaceCheck, reasons};
use crate::graph_run::by_graphs;
use crate::kind::FindingKind;
use crate::legality_run::{LegalityRun, disagreements, story};
use crate::model::{MemoryLimits, Model, WithMemory};
use crate::options::{Engine, Options};
use crate::reason::Reason;
use crate::result::{ModelFinding, ModelResult, ORDERED, RACES, Races, Schedule, ShownExecution, Witness};
use crate::solve::solved_by_file;
use crate::untraced::{DIVERGES, Untraced};
use crate::verdict::guarded;
use axioms::cat::{Acceptance, CatModel};
use axioms::{Question, Values, candidates};
use event::{Failure, Machine, Outcome, ThreadId, Value, WaitsFor};
use explore::{
    Config, Effort, Executions, Finding, Product, Progress, Reduction, ReplayError, Report, SearchLimits,
    Step, Target, Trace, count_executions, decode_steps, follow, replay, search, simplified, witnesses,
};
use legality::LegalityLimits;
use litmus::Program;
use litmus::ast::Quantifier;
use operational::{AccessModes, Memory, WellBehaved};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The default limit on states of the race check: it must not keep the models from running.
const RACE_STATES: u64 = 2_000_000;

/// Checks for data races. The check is exact, and interleaves synchronisation only.
pub fn find_races(program: &Program, options: &Options, progress: &Progress) -> Races {
    guarded(|| races(program, options, progress)).unwrap_or_else(|defect| Races::Unknown(vec![defect]))
}

fn races(program: &Program, options: &Options, progress: &Progress) -> Races {
    let options = &Options { reduction: Reduction::Ample, ..options.clone() };
    let system = Product::new(program, WellBehaved, options.reduction);
    let limits = SearchLimits {
        depth: options.depth,
        states: Some(options.states.unwrap_or(RACE_STATES)),
        ..SearchLimits::default()
    };
    let order = explore::Order::Dfs;
    let config = Config { order, stop_at_first: false, limits, ..options.config() };
    let report = search(&system, &config, progress);
    let mut effort = Options::SIMPLER;
    let finding = |race: &Finding| {
        let (message, thread) = race_text(program, race);
        let target = Target::Finding(race.clone());
        ModelFinding {
            thread,
            // The check treats weaker modes as plain, so what it finds there may not be a race.
            ..shown(
                (RACES, &system, options, progress),
                &target,
                report.paths.get(race).map(Vec::as_slice),
                &mut effort,
                ModelFinding::bare(
                    options.properties.race && program.uses_jls_actions_only(),
                    FindingKind::Race,
                    message,
                ),
            )
        }
    };
    let is_race = |f: &&Finding| matches!(f, Finding::Race { .. });
    let races: Vec<ModelFinding> = report.findings.iter().filter(is_race).map(finding).collect();
    if !races.is_empty() {
        Races::Some(races)
    } else if report.incomplete.is_empty() {
        Races::None
    } else {
        Races::Unknown(reasons(&report))
    }
}

/// Runs `program`, which has these races, under `model`.
pub fn run(
    program: &Program,
    model: Model,
    races: &Races,
    options: &Options,
    progress: &Arc<Progress>,
) -> ModelResult {
    // The table needs all outcomes, even after a violation.
    let options = Options { all_outcomes: true, ..options.clone() };
    let host = |_: &str| Arc::clone(progress);
    let driver = || {
        let test = LitmusTest { program, model, races, options: &options, progress };
        Driver::new(test, model, &options, &host)
    };
    // Report a panic like any other defect, so that the results of other models and tests are not lost.
    guarded(|| driver().run()).unwrap_or_else(|panic| driver().undecided(panic))
}

/// A litmus test under a model.
#[derive(Clone, Copy)]
struct LitmusTest<'a> {
    program: &'a Program,
    model: Model,
    races: &'a Races,
    options: &'a Options,
    progress: &'a Progress,
}

impl Checked for LitmusTest<'_> {
    type Machine = Program;

    const PARTIAL: u64 = 2_000_000;
    // The closure must not keep the lower bound from answering.
    const CLOSED: Option<u64> = Some(2_000_000);

    fn races(&mut self) -> RaceCheck {
        let by_sc = matches!(self.model, Model::Jmm | Model::JmmRevised | Model::Rpc);
        let meaning = (by_sc && matches!(self.races, Races::None))
            .then(|| "the program is race free, so sc decides (JLS 17.4.5)".to_owned());
        RaceCheck { races: self.races.clone(), explored: None, meaning }
    }

    fn uses_modes(&self) -> bool {
        !self.program.uses_jls_actions_only()
    }

    fn ordered(&mut self) -> Option<Explored> {
        let mut threads = (0..self.program.thread_count() as u16).map(ThreadId);
        if !self.uses_modes() || threads.any(|t| self.program.uses_fences(t)) {
            return None;
        }
        let search = Search { test: *self, memory: Model::OpmmModes, name: ORDERED };
        let explored = search.with(AccessModes::ORDERED);
        let is_race = |finding: &Finding| matches!(finding, Finding::Race { .. });
        let is_enough = explored.incomplete.is_empty() && !explored.report.findings.iter().any(is_race);
        is_enough.then_some(explored)
    }

    fn explore(&mut self, memory: Model) -> Result<Explored, Reason> {
        let name = memory.name();
        Ok(memory.with(self.options.memory_limits, Search { test: *self, memory, name }))
    }

    fn machine(&self, _: &Progress, _: bool) -> Program {
        self.program.clone()
    }

    fn failure(&self, _: &Program, thread: ThreadId, failure: &Failure) -> (FindingKind, bool, String) {
        let name = self.program.thread_name(thread);
        let message = match failure {
            Failure::Assertion(_) => format!("an assertion of {name} fails"),
            Failure::Exception(class) => format!("{class} escapes from {name}"),
            Failure::Exit(status) => format!("{name} ends the program with status {status}"),
        };
        let kind = FindingKind::of(failure);
        (kind, self.options.properties.decides(kind), message)
    }

    fn keeps(&self, outcome: &Outcome) -> bool {
        self.program.filter().is_none_or(|filter| filter.holds(outcome))
    }

    fn against(&self, outcome: &Outcome) -> Option<String> {
        let claim = self.program.condition().map_or("", |c| c.text.as_str());
        is_against(self.program, outcome).then(|| format!("{} against `{claim}`", self.outcome_text(outcome)))
    }

    fn asks(&self, outcome: &Outcome) -> Option<String> {
        let matters = self.program.condition().is_none_or(|c| match c.quantifier {
            Quantifier::Exists | Quantifier::NotExists => c.prop.holds(outcome),
            Quantifier::Forall => !c.prop.holds(outcome),
        });
        matters.then(|| self.outcome_text(outcome))
    }

    fn claims(&self) -> bool {
        let claims_outcome = self.program.condition().is_some_and(|c| c.quantifier != Quantifier::Exists);
        claims_outcome || self.program.can_fail_or_block() || self.options.properties.race
    }

    /// The claims of litmus tests are about outcomes.
    fn counts_deadlocks(&self) -> bool {
        false
    }

    fn doubts_races(&self) -> Option<Reason> {
        let outside = !self.program.uses_jls_actions_only() && matches!(self.races, Races::Some(_));
        let text = "data races are not decided: the check takes weaker access modes for plain accesses";
        outside.then(|| Reason::undecided(text))
    }

    /// A loop without a bound has infinite executions.
    fn keeps_executions(&self) -> bool {
        !self.program.has_loops() || self.program.loop_bound().is_some()
    }

    fn story(
        &self,
        program: &Program,
        decided: Option<&LegalityRun>,
        about: About<'_>,
        limits: &LegalityLimits,
    ) -> Vec<String> {
        let rest = decided.map(|decided| disagreements(program, decided, limits));
        [vec![story(about.outcomes, about.rounds)], rest.unwrap_or_default()].concat()
    }

    fn graphs_of_file(&mut self) -> Option<Explored> {
        let rules = self.model.graphs().filter(|_| self.options.engine == Engine::Graph)?;
        let run = by_graphs(self.program, rules, self.options, self.progress, |_| false);
        let findings = self.bare_findings(&run.report).into_iter().map(|(_, finding)| finding).collect();
        let (report, incomplete, executions) = (run.report, run.incomplete, run.executions);
        let mut decided: Vec<String> = run.story.into_iter().collect();
        decided.extend(report.diverges.then(|| DIVERGES.to_owned()));
        Some(Explored { report, findings, incomplete, decided, executions, ..Explored::default() })
    }

    fn solved(&mut self, cat: &'static CatModel, progress: &Progress) -> Option<Untraced> {
        if cat.has_several_executions() {
            return Some(solved_by_file(self.program, cat, self.options, progress));
        }
        let is_unsupported = self.program.uses_references() && !cat.decides().causal;
        let text = "references, under a file that does not say `acyclic po | rf | start-join`";
        is_unsupported.then(|| Untraced::undecided(Reason::unsupported(text)))
    }

    fn constants(&self) -> Option<Vec<Value>> {
        Some(self.program.constants().into_iter().collect())
    }

    /// No equations are solved. So either the file forbids causal cycles, or values are only copied, or no
    /// cycle is accepted even if values need not match.
    fn knows_values(&self, cat: &CatModel, question: &Question<'_, Program>) -> bool {
        if question.decides.causal || self.program.only_copies_values() {
            return true;
        }
        if !self.program.is_straight() {
            return false;
        }
        let shapes = Question { values: Values::Ignored, ..*question };
        let mut accepted = false;
        let judged = candidates(&shapes, |candidate| {
            accepted |= !matches!(cat.judge(candidate.graph()), Ok(Acceptance::Refused { .. }));
        });
        judged.is_ok() && !accepted
    }

    fn loop_bound(&self) -> Option<u32> {
        self.program.loop_bound()
    }
}

impl LitmusTest<'_> {
    fn outcome_text(&self, outcome: &Outcome) -> String {
        let names: Vec<&str> = self.program.observed().iter().map(|o| o.name.as_str()).collect();
        format!("outcome ({}) = ({})", names.join(", "), outcome.render())
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

    /// Returns the findings of a search and the outcomes that contradict the condition, each by a
    /// simple execution. `path` returns the one that the search has found.
    fn findings<S: Memory>(
        &self,
        memory: &'static str,
        system: &Product<'_, Program, S>,
        report: &Report,
        path: &impl Fn(&Target) -> Option<Vec<Step>>,
    ) -> Vec<ModelFinding> {
        let mut effort = Options::SIMPLER;
        let tell = |(target, finding): (Target, ModelFinding)| {
            let path = self.options.traces.then(|| path(&target)).flatten();
            let what = (memory, system, self.options, self.progress);
            shown(what, &target, path.as_deref(), &mut effort, finding)
        };
        self.bare_findings(report).into_iter().map(tell).collect()
    }

    /// The same without executions.
    fn bare_findings(&self, report: &Report) -> Vec<(Target, ModelFinding)> {
        let mut findings = Vec::new();
        for finding in &report.findings {
            let bare = match finding {
                Finding::Failure { thread, failure, .. } => {
                    let (kind, decides, message) = self.failure(self.program, *thread, failure);
                    ModelFinding { thread: Some(*thread), ..ModelFinding::bare(decides, kind, message) }
                }
                Finding::Deadlock { waiting } => {
                    let decides = self.options.properties.deadlock;
                    ModelFinding::bare(decides, FindingKind::Deadlock, self.deadlock_text(waiting))
                }
                // Threads of litmus tests never wait for work.
                Finding::Race { .. } | Finding::Idle { .. } => continue,
            };
            findings.push((Target::Finding(finding.clone()), bare));
        }
        for outcome in report.outcomes.iter().filter(|outcome| self.keeps(outcome)) {
            if let Some(message) = self.against(outcome) {
                let bare = ModelFinding::bare(true, FindingKind::Outcome, message);
                findings.push((Target::Outcome(outcome.clone()), bare));
            }
        }
        findings
    }

    /// The number of executions of a test without loops, if a search under this memory decides the model.
    /// Executions can be far more than states, of which the search found so many.
    fn count(&self, memory: Model, states: u64) -> Option<u64> {
        let decides = memory == self.model || memory == Model::Sc;
        if self.options.count_states == 0 || self.program.has_loops() || !decides {
            return None;
        }
        let most = match self.options.counts_in_any_case {
            true => self.options.count_states,
            false => self.options.count_states.min(COUNTED_ANYWAY.max(states * COUNTED_PER_STATE)),
        };
        let counter = Counter { program: self.program, most };
        match self.model.with(self.options.memory_limits, counter) {
            Executions::Exactly(n) => Some(n),
            Executions::Unknown => None,
        }
    }
}

/// The most states in which executions are counted without being asked to: so many in any case, and so many
/// for each state of the search.
const COUNTED_ANYWAY: u64 = 20_000;
const COUNTED_PER_STATE: u64 = 4;

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

/// The search of a test, to be run with a memory.
struct Search<'a> {
    test: LitmusTest<'a>,
    memory: Model,
    /// The name of the memory in schedules.
    name: &'static str,
}

impl WithMemory for Search<'_> {
    type Output = Explored;

    fn with<S: Memory>(self, memory: S) -> Explored {
        let Search { test, memory: model, name } = self;
        let LitmusTest { program, options, progress, .. } = test;
        let rules = model.graphs().filter(|_| options.engine == Engine::Graph);
        let shows = |outcome: &Outcome| test.keeps(outcome) && is_against(program, outcome);
        let graphs = rules.map(|rules| {
            by_graphs(program, rules, options, progress, |outcome| options.witnesses || shows(outcome))
        });
        let system = Product::new(program, memory, options.reduction);
        let mut guides = BTreeMap::new();
        let (report, executions, mut incomplete, mut decided) = match graphs {
            Some(run) => {
                guides = run.guides;
                (run.report, run.executions, run.incomplete, run.story.into_iter().collect())
            }
            None => {
                let shows_outcomes = options.traces && test.program.condition().is_some();
                let config = options.config();
                let outcome_paths = config.outcome_paths || shows_outcomes;
                let report = search(&system, &Config { outcome_paths, ..config }, progress);
                let executions = test.count(model, report.stats.states);
                (report, executions, Vec::new(), Vec::new())
            }
        };
        let path = |target: &Target| match (guides.get(target), target) {
            (Some(guide), _) => follow(&system, target, guide, FOLLOWED, progress),
            (None, Target::Finding(finding)) => report.paths.get(finding).cloned(),
            (None, Target::Outcome(outcome)) => report.outcome_paths.get(outcome).cloned(),
        };
        incomplete.extend(reasons(&report));
        decided.extend(report.diverges.then(|| DIVERGES.to_owned()));
        let schedule = |(outcome, steps): (Outcome, Vec<Step>)| {
            let schedule = Schedule::new(name, options, &steps, program.thread_count());
            (outcome, Witness::Schedule(schedule))
        };
        let mut witnesses = match options.witnesses {
            true => witnesses(&system, &report.outcomes, Some(options.shortest()), progress),
            false => BTreeMap::new(),
        };
        for outcome in report.outcomes.iter().filter(|_| options.witnesses) {
            if !witnesses.contains_key(outcome)
                && let Some(path) = path(&Target::Outcome(outcome.clone()))
            {
                witnesses.insert(outcome.clone(), path);
            }
        }
        Explored {
            findings: test.findings(name, &system, &report, &path),
            witnesses: witnesses.into_iter().map(schedule).collect(),
            executions,
            incomplete,
            decided,
            counts: BTreeMap::new(),
            report,
        }
    }
}

/// The most steps that are tried to follow an execution of the graph engine.
const FOLLOWED: u64 = 2_000;

/// Reports a finding by a simple execution to the target, no worse than the one that is known.
fn shown<S: Memory>(
    (memory, system, options, progress): (&'static str, &Product<'_, Program, S>, &Options, &Progress),
    target: &Target,
    path: Option<&[Step]>,
    effort: &mut Effort,
    finding: ModelFinding,
) -> ModelFinding {
    if !options.traces {
        return finding;
    }
    let simple = simplified(system, target, path, effort, progress);
    let Some(steps) = simple else { return finding };
    let schedule = Schedule::new(memory, options, &steps, system.machine().thread_count());
    let execution = replay(system, &steps).ok().map(|(trace, _)| ShownExecution::Trace(trace));
    ModelFinding { execution, witness: Some(Witness::Schedule(schedule)), ..finding }
}

/// Describes a race, and returns the thread of its second access.
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

/// Replays a schedule of a test.
///
/// # Errors
/// If the schedule is malformed or does not belong to this test.
pub fn replay_test(program: &Program, schedule: &Schedule) -> Result<Trace, ReplayError> {
    let steps = decode_steps(&schedule.steps, program.thread_count() as u16)?;
    let what = Replayer { program, steps: &steps, reduction: schedule.reduction };
    let memory_limits = MemoryLimits { buffer: schedule.buffer, ..MemoryLimits::default() };
    match Model::by_name(schedule.memory) {
        Some(model) => model.with(memory_limits, what),
        None if schedule.memory == ORDERED => what.with(AccessModes::ORDERED),
        None => what.with(WellBehaved),
    }
}

/// Whether an execution shows a failure, a deadlock, or an outcome that contradicts the claim of the test.
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
    type Output = Result<Trace, ReplayError>;
    fn with<S: Memory>(self, memory: S) -> Self::Output {
        let system = Product::new(self.program, memory, self.reduction);
        Ok(replay(&system, self.steps)?.0)
    }
}
