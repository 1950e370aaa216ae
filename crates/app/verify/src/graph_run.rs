//! Runs a litmus test with the graph engine, in the form of a report of the stateful one.

use crate::litmus_run::incomplete_text;
use crate::options::Options;
use axioms::Axioms;
use event::{Action, EventKind, Machine, MonitorId, Pending, ThreadId};
use explore::{Finding, Progress, Report, WaitsFor};
use graphs::{End, FoundGraph, Graph, GraphLimits, Overflow, Summary, built_in, explore};
use litmus::Program;

/// What the graph engine found.
pub struct GraphRun {
    /// Outcomes, findings, counts.
    pub report: Report,
    /// Why something may be missing, besides what the report says.
    pub incomplete: Vec<String>,
    /// How many executions, if all were seen.
    pub executions: Option<u64>,
    /// Graphs, revisits, the height of the stack.
    pub story: Option<String>,
}

/// Explores `program` by graphs; the number of graphs is bounded by [`Options::states`].
pub fn by_graphs(program: &Program, axioms: Axioms, options: &Options, progress: &Progress) -> GraphRun {
    let mut report = Report::default();
    let limits = GraphLimits {
        graphs: options.states.unwrap_or(GraphLimits::default().graphs),
        stop: Some(progress.stop_flag()),
        ..GraphLimits::default()
    };
    let summary = explore(program, &built_in(axioms), &limits, |found| {
        found.outcomes(|outcome| {
            report.outcomes.insert(outcome);
        });
        if found.end() == End::Blocked {
            match waiting(program, found) {
                Some(waiting) => {
                    report.findings.insert(Finding::Deadlock { waiting });
                }
                None => report.diverges = true,
            }
        }
    });
    let mut run = GraphRun { report, incomplete: Vec::new(), executions: None, story: None };
    match summary {
        Ok(summary) => run.sum_up(&summary, &limits, options),
        Err(Overflow::Stopped) => {
            run.incomplete.extend(progress.stop_reason().as_ref().map(incomplete_text));
        }
        Err(overflow) => run.incomplete.push(overflow.to_string()),
    }
    run
}

impl GraphRun {
    fn sum_up(&mut self, summary: &Summary, limits: &GraphLimits, options: &Options) {
        for finding in &summary.findings {
            let failure = Finding::Failure {
                thread: finding.thread,
                failure: finding.failure.clone(),
                site: finding.site.clone(),
            };
            self.report.findings.insert(failure);
        }
        if summary.is_incomplete() {
            self.incomplete.push(match options.loop_bound {
                Some(_) => "a loop ran to the loop bound".to_owned(),
                None => format!("a thread has executions of more than {} actions", limits.events_per_thread),
            });
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

/// Who waits for what in a stuck execution; `None` if a thread computes for ever instead.
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
                WaitsFor::Monitor(m, owner(graph, m)?)
            }
            (None, Pending::Action(Action::Join(child))) => WaitsFor::End(child),
            _ => return None,
        };
        result.push((thread, reason));
    }
    Some(result)
}

fn owner(graph: &Graph, monitor: MonitorId) -> Option<ThreadId> {
    let is_owner = |&e: &usize| {
        let node = graph.node(e);
        let open = node.is_chained() && node.partner().is_none() && !graph.is_waiting(e);
        open && node.kind == EventKind::Lock(monitor)
    };
    (0..graph.len()).find(is_owner).map(|e| graph.node(e).thread)
}
