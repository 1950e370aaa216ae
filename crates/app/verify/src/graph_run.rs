//! Runs a program with the graph engine, and reports in the same form as the stateful search.

use crate::guide::guide;
use crate::options::Options;
use crate::reason::Reason;
use axioms::Axioms;
use event::{Action, EventKind, Machine, Outcome, Pending, ThreadId, WaitsFor};
use explore::{Finding, Guide, Progress, Report, Target};
use graphs::{
    End, FoundGraph, GraphLimits, GraphModel, Overflow, ReleaseAcquire, Seen, Snapshot, Summary, built_in,
    explore_telling,
};
use litmus::Program;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The result of a run of the graph engine.
pub struct GraphRun {
    /// Outcomes, findings, counts.
    pub report: Report,
    /// Why behaviours may be missing, besides what the report says.
    pub incomplete: Vec<Reason>,
    /// The number of executions, if all were seen.
    pub executions: Option<u64>,
    /// The number of graphs and revisits and the height of the stack, for the report.
    pub story: Option<String>,
    /// The first execution of each finding, and of each outcome that is to be shown.
    pub guides: BTreeMap<Target, Guide>,
}

/// The rules by which the graph engine accepts executions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Those of a built-in model.
    Axioms(Axioms),
    /// Those of `ra.cat`.
    ReleaseAcquire,
}

impl Rules {
    /// The rules as the engine knows them.
    pub(crate) fn model(self) -> &'static dyn GraphModel {
        match self {
            Rules::Axioms(axioms) => built_in(axioms),
            Rules::ReleaseAcquire => &ReleaseAcquire,
        }
    }
}

/// Explores `program` with the graph engine; [`Options::states`] bounds the number of graphs. Keeps an
/// execution of each outcome that `shows` names.
pub fn by_graphs(
    program: &Program,
    rules: Rules,
    options: &Options,
    progress: &Progress,
    shows: impl Fn(&Outcome) -> bool,
) -> GraphRun {
    let limits = GraphLimits {
        graphs: options.states.unwrap_or(GraphLimits::default().graphs),
        stop: Some(progress.stop_flag()),
        ..GraphLimits::default()
    };
    let keeps = |outcome: &Outcome| options.traces && shows(outcome);
    let found = explored(program, rules, &limits, keeps, |_| false);
    let Explored { report, guides, summary, overflow } = found;
    let mut run = GraphRun { report, incomplete: Vec::new(), executions: None, story: None, guides };
    match overflow {
        None => run.sum_up(&summary, &limits, program.loop_bound()),
        Some(Overflow::Stopped) => {
            run.incomplete.extend(progress.stop_reason().as_ref().map(Reason::from));
        }
        Some(overflow) => run.incomplete.push(Reason::limit(overflow.to_string())),
    }
    run
}

/// What the graph engine has shown.
pub(crate) struct Explored {
    /// Outcomes and findings.
    pub report: Report,
    /// The first execution of each finding, and of each outcome that is to be kept.
    pub guides: BTreeMap<Target, Guide>,
    /// Counts.
    pub summary: Summary,
    /// Why it may not be everything.
    pub overflow: Option<Overflow>,
}

/// Explores any program with the graph engine, until a finding is enough.
pub(crate) fn explored<M: Machine>(
    machine: &M,
    rules: Rules,
    limits: &GraphLimits,
    keeps: impl Fn(&Outcome) -> bool,
    is_enough: impl Fn(&Finding) -> bool,
) -> Explored {
    let mut report = Report::default();
    let mut guides = BTreeMap::new();
    let has_buffers = matches!(rules, Rules::Axioms(Axioms::Tso | Axioms::Pso));
    let mut keep = |target: Target, snapshot: &Snapshot| {
        guides.entry(target).or_insert_with(|| guide(snapshot, has_buffers));
    };
    let mut note = |finding: Finding, snapshot: Option<&Snapshot>, report: &mut Report| {
        let enough = is_enough(&finding);
        if report.findings.insert(finding.clone())
            && let Some(snapshot) = snapshot
        {
            keep(Target::Finding(finding), snapshot);
        }
        if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut outcomes = BTreeMap::new();
    let (summary, overflow) = explore_telling(machine, &rules.model(), limits, |seen| {
        let found = match seen {
            Seen::Finding(finding) => return note(failure(finding), Some(&finding.snapshot), &mut report),
            Seen::Execution(found) => found,
        };
        found.outcomes(|outcome| {
            if !report.outcomes.contains(&outcome)
                && keeps(&outcome)
                && let Ok(snapshot) = found.snapshot()
            {
                outcomes.insert(outcome.clone(), guide(&snapshot, has_buffers));
            }
            report.outcomes.insert(outcome);
        });
        if found.end() != End::Blocked {
            return ControlFlow::Continue(());
        }
        match waiting(machine, found) {
            Some(waiting) => {
                let deadlock = Finding::Deadlock { waiting };
                if report.findings.contains(&deadlock) {
                    return ControlFlow::Continue(());
                }
                note(deadlock, found.snapshot().ok().as_ref(), &mut report)
            }
            None => {
                report.diverges = true;
                ControlFlow::Continue(())
            }
        }
    });
    guides.extend(outcomes.into_iter().map(|(outcome, guide)| (Target::Outcome(outcome), guide)));
    report.stats.states = summary.graphs;
    report.stats.finished = summary.executions;
    Explored { report, guides, summary, overflow }
}

impl GraphRun {
    fn sum_up(&mut self, summary: &Summary, limits: &GraphLimits, loop_bound: Option<u32>) {
        if summary.is_incomplete() {
            self.incomplete.push(Reason::limit(match loop_bound {
                Some(_) => "a loop ran to the loop bound".to_owned(),
                None => format!("a thread has executions of more than {} actions", limits.events_per_thread),
            }));
        }
        self.executions = self.incomplete.is_empty().then_some(summary.executions);
        self.story = Some(story(summary));
    }
}

/// The number of graphs and revisits and the height of the stack.
pub(crate) fn story(summary: &Summary) -> String {
    let Summary { graphs, revisits, peak, .. } = summary;
    format!("{graphs} graphs, {revisits} of them by revisits, at most {peak} at once")
}

fn failure(finding: &graphs::Finding) -> Finding {
    let graphs::Finding { thread, failure, site, .. } = finding.clone();
    Finding::Failure { thread, failure, site }
}

/// Returns what each thread of a stuck execution waits for; `None` if a thread diverges instead.
fn waiting<M: Machine>(machine: &M, found: &FoundGraph<'_, M>) -> Option<Vec<(ThreadId, WaitsFor)>> {
    let graph = found.graph();
    let mut result = Vec::new();
    for thread in (0..graph.thread_count() as u16).map(ThreadId) {
        let runs = machine.starts_running(thread) || graph.start_of(thread).is_some();
        if !runs || graph.end_of(thread).is_some() {
            continue;
        }
        let last = graph.thread(thread).next_back();
        let asleep = last.filter(|&e| graph.is_waiting(e)).map(|e| graph.node(e).kind);
        let reason = match (asleep, machine.pending(found.state(), thread)) {
            (Some(EventKind::Lock(m)), _) | (None, Pending::Action(Action::Lock(m))) => {
                WaitsFor::Monitor(m, graph.owner(m)?)
            }
            (None, Pending::Action(Action::Join(child))) => WaitsFor::End(child),
            _ => return None,
        };
        result.push((thread, reason));
    }
    Some(result)
}
