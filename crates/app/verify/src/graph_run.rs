//! Runs a litmus test with the graph engine, and reports in the same form as the stateful search.

use crate::guide::guide;
use crate::options::Options;
use crate::reason::Reason;
use axioms::Axioms;
use event::{Action, EventKind, Machine, Outcome, Pending, ThreadId, WaitsFor};
use explore::{Finding, Guide, Progress, Report, Target};
use graphs::{End, FoundGraph, GraphLimits, Overflow, Snapshot, Summary, built_in, explore};
use litmus::Program;
use std::collections::BTreeMap;

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

/// Explores `program` with the graph engine; [`Options::states`] bounds the number of graphs. Keeps an
/// execution of each outcome that `shows` names.
pub fn by_graphs(
    program: &Program,
    axioms: Axioms,
    options: &Options,
    progress: &Progress,
    shows: impl Fn(&Outcome) -> bool,
) -> GraphRun {
    let mut report = Report::default();
    let mut guides = BTreeMap::new();
    let has_buffers = matches!(axioms, Axioms::Tso | Axioms::Pso);
    let mut keep = |target: Target, snapshot: &Snapshot| {
        guides.entry(target).or_insert_with(|| guide(snapshot, has_buffers));
    };
    let limits = GraphLimits {
        graphs: options.states.unwrap_or(GraphLimits::default().graphs),
        stop: Some(progress.stop_flag()),
        ..GraphLimits::default()
    };
    let summary = explore(program, &built_in(axioms), &limits, |found| {
        found.outcomes(|outcome| {
            if options.traces
                && !report.outcomes.contains(&outcome)
                && shows(&outcome)
                && let Ok(snapshot) = found.snapshot()
            {
                keep(Target::Outcome(outcome.clone()), &snapshot);
            }
            report.outcomes.insert(outcome);
        });
        if found.end() == End::Blocked {
            match waiting(program, found) {
                Some(waiting) => {
                    let deadlock = Finding::Deadlock { waiting };
                    if report.findings.insert(deadlock.clone())
                        && let Ok(snapshot) = found.snapshot()
                    {
                        keep(Target::Finding(deadlock), &snapshot);
                    }
                }
                None => report.diverges = true,
            }
        }
    });
    if let Ok(summary) = &summary {
        for finding in &summary.findings {
            keep(Target::Finding(failure(finding)), &finding.snapshot);
        }
    }
    let mut run = GraphRun { report, incomplete: Vec::new(), executions: None, story: None, guides };
    match summary {
        Ok(summary) => run.sum_up(&summary, &limits, program.loop_bound()),
        Err(Overflow::Stopped) => {
            run.incomplete.extend(progress.stop_reason().as_ref().map(Reason::from));
        }
        Err(overflow) => run.incomplete.push(Reason::limit(overflow.to_string())),
    }
    run
}

impl GraphRun {
    fn sum_up(&mut self, summary: &Summary, limits: &GraphLimits, loop_bound: Option<u32>) {
        for finding in &summary.findings {
            self.report.findings.insert(failure(finding));
        }
        if summary.is_incomplete() {
            self.incomplete.push(Reason::limit(match loop_bound {
                Some(_) => "a loop ran to the loop bound".to_owned(),
                None => format!("a thread has executions of more than {} actions", limits.events_per_thread),
            }));
        }
        self.report.stats.states = summary.graphs;
        self.report.stats.finished = summary.executions;
        self.executions = self.incomplete.is_empty().then_some(summary.executions);
        self.story = Some(format!(
            "{} graphs, {} of them by revisits, at most {} at once",
            summary.graphs, summary.revisits, summary.peak
        ));
    }
}

fn failure(finding: &graphs::Finding) -> Finding {
    let graphs::Finding { thread, failure, site, .. } = finding.clone();
    Finding::Failure { thread, failure, site }
}

/// Returns what each thread of a stuck execution waits for; `None` if a thread diverges instead.
fn waiting(program: &Program, found: &FoundGraph<'_, Program>) -> Option<Vec<(ThreadId, WaitsFor)>> {
    let graph = found.graph();
    let mut result = Vec::new();
    for thread in (0..graph.thread_count() as u16).map(ThreadId) {
        let runs = program.starts_running(thread) || graph.start_of(thread).is_some();
        if !runs || graph.end_of(thread).is_some() {
            continue;
        }
        let asleep = graph.thread(thread).last().filter(|&e| graph.is_waiting(e)).map(|e| graph.node(e).kind);
        let reason = match (asleep, program.pending(found.state(), thread)) {
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
