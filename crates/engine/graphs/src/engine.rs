//! The search: a stack of graphs, each extended by one event at a time.
//!
//! **Promises** that a step pushes every consistent extension of its graph that is not reached on another
//! path (see [`crate::canonical`]). The stack holds the siblings along one path; the graphs share nothing, so
//! they could be processed in parallel.

use crate::graph::{Graph, Node};
use crate::limits::GraphLimits;
use crate::model::{Change, GraphModel};
use crate::places::Places;
use crate::relation::{CAPACITY, EventSet};
use crate::report::{End, Enumeration, Finding, FoundGraph, Summary};
use crate::schedule::{self, Next};
use crate::snapshot::Snapshot;
use axioms::Overflow;
use event::{Action, EventKind, Failure, LocKind, Machine, ThreadId};
use std::sync::atomic::Ordering;

/// Enumerates all consistent executions of `machine` and collects their outcomes.
pub fn enumerate<M: Machine, G: GraphModel>(
    machine: &M,
    model: &G,
    limits: &GraphLimits,
) -> Result<Enumeration, Overflow> {
    let mut result = Enumeration::default();
    let outcomes = &mut result.outcomes;
    let summary = explore(machine, model, limits, |found| {
        found.outcomes(|outcome| {
            outcomes.insert(outcome);
        });
    })?;
    result.summary = summary;
    Ok(result)
}

/// Shows every consistent execution of `machine` to `visit`, each once, the blocked and cut ones too.
///
/// ```
/// use graphs::{End, GraphLimits, Ordered, explore};
///
/// // Two monitors, taken in different orders.
/// let text = "Java t { monitor m, n; } Thread0 { synchronized (m) { synchronized (n) { } } }
///     Thread1 { synchronized (n) { synchronized (m) { } } }";
/// let program = litmus::load("t", text).expect("a correct test");
/// let mut deadlocks = 0;
/// let summary = explore(&program, &Ordered::Sc, &GraphLimits::default(), |found| {
///     deadlocks += u32::from(found.end() == End::Blocked);
/// });
/// assert_eq!(deadlocks, 1);
/// assert_eq!(summary.expect("few events").executions, 2); // one thread after the other
/// ```
pub fn explore<M: Machine, G: GraphModel>(
    machine: &M,
    model: &G,
    limits: &GraphLimits,
    mut visit: impl FnMut(&FoundGraph<'_, M>),
) -> Result<Summary, Overflow> {
    let initial = machine.initial();
    let job = Job { graph: Graph::new(machine.thread_count()), state: initial.clone() };
    let mut engine = Engine {
        machine,
        model,
        limits,
        initial,
        places: Places::default(),
        stack: vec![job],
        free: Vec::new(),
        nodes: Vec::new(),
        summary: Summary::default(),
    };
    while let Some(job) = engine.stack.pop() {
        if engine.summary.graphs >= limits.graphs {
            return Err(Overflow::Steps(limits.graphs));
        }
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Overflow::Stopped);
        }
        engine.summary.graphs += 1;
        engine.summary.peak = engine.summary.peak.max(engine.stack.len() + 1);
        engine.advance(job, &mut visit)?;
    }
    Ok(engine.summary)
}

/// A graph and the state of the machine after its events.
pub(crate) struct Job<S> {
    pub graph: Graph,
    pub state: S,
}

pub(crate) struct Engine<'a, M: Machine, G: GraphModel> {
    pub machine: &'a M,
    pub model: &'a G,
    limits: &'a GraphLimits,
    initial: M::State,
    pub places: Places,
    /// The graphs still to be extended.
    pub stack: Vec<Job<M::State>>,
    /// Unused graphs, kept for their allocations.
    free: Vec<Graph>,
    /// The variants of the current read, kept for its allocation; empty otherwise.
    pub nodes: Vec<Node>,
    pub summary: Summary,
}

impl<M: Machine, G: GraphModel> Engine<'_, M, G> {
    /// Adds events until the graph branches or cannot grow.
    fn advance(
        &mut self,
        mut job: Job<M::State>,
        visit: &mut impl FnMut(&FoundGraph<'_, M>),
    ) -> Result<(), Overflow> {
        loop {
            let limit = self.limits.events_per_thread;
            match schedule::next(self.machine, &job.graph, &job.state, limit) {
                Next::Act(thread, action) => match self.perform(job, thread, action)? {
                    Some(next) => job = next,
                    None => return Ok(()),
                },
                Next::Stuck(end, wanting) => {
                    self.show(&job, end, visit);
                    for (thread, monitor) in wanting {
                        self.lock_earlier(&mut job, thread, monitor)?;
                    }
                    self.recycle(job.graph);
                    return Ok(());
                }
            }
        }
    }

    fn show(&mut self, job: &Job<M::State>, end: End, visit: &mut impl FnMut(&FoundGraph<'_, M>)) {
        let counter = match end {
            End::Finished => &mut self.summary.executions,
            End::Blocked => &mut self.summary.blocked,
            End::Cut => &mut self.summary.cut,
        };
        *counter += 1;
        let (machine, places, graph, state) = (self.machine, &self.places, &job.graph, &job.state);
        visit(&FoundGraph { machine, model: &self.model, places, end, graph, state });
    }

    /// Performs an action in every possible way. Returns the result if there is only one; otherwise pushes
    /// all.
    fn perform(
        &mut self,
        job: Job<M::State>,
        thread: ThreadId,
        action: Action,
    ) -> Result<Option<Job<M::State>>, Overflow> {
        if job.graph.len() >= CAPACITY {
            return Err(Overflow::Events(CAPACITY + 1));
        }
        match action {
            Action::Read { .. } | Action::Rmw { .. } => {
                return self.read(job, thread, &action).map(|()| None);
            }
            Action::Write { loc, mode, value } => {
                return self.write(job, thread, EventKind::Write(loc, mode), value).map(|()| None);
            }
            Action::Lock(monitor) if schedule::depth(&job.graph, thread, monitor) == 0 => {
                return self.lock(job, thread, monitor);
            }
            Action::Unlock(monitor) => return self.unlock(job, thread, monitor),
            Action::Start(child)
                if self.machine.starts_running(child) || job.graph.start_of(child).is_some() =>
            {
                return Err(Overflow::Unsupported("a thread started twice"));
            }
            Action::Fail(failure) => return Ok(self.fail(job, thread, failure)),
            _ => {}
        }
        let Some(kind) = action.event_kind() else {
            return Err(Overflow::Unsupported("waiting, notifying, parking or choosing"));
        };
        if let EventKind::Fence(_) | EventKind::Freeze(_) = kind
            && let Some(what) = self.model.unsupported(LocKind::Plain, kind)
        {
            return Err(Overflow::Unsupported(what));
        }
        Ok(self.extend(job, Node::new(thread, kind)))
    }

    /// Adds an event; `None` if the model refuses it.
    pub(crate) fn extend(&mut self, mut job: Job<M::State>, node: Node) -> Option<Job<M::State>> {
        let (thread, answer) = (node.thread, node.answer());
        let event = job.graph.push(node);
        if !self.model.consistent(&mut job.graph, Change::Added(event)) {
            self.recycle(job.graph);
            return None;
        }
        self.machine.resume(&mut job.state, thread, answer);
        Some(job)
    }

    fn fail(&mut self, job: Job<M::State>, thread: ThreadId, failure: Failure) -> Option<Job<M::State>> {
        let site = self.machine.site(&job.state, thread);
        let job = self.extend(job, Node::new(thread, EventKind::Fail))?;
        let same = |f: &Finding| f.thread == thread && f.failure == failure && f.site == site;
        if !self.summary.findings.iter().any(same)
            && let Ok(snapshot) = Snapshot::new(&job.graph)
        {
            self.summary.findings.push(Finding { thread, failure, site, snapshot });
        }
        Some(job)
    }

    pub(crate) fn fork(&mut self, job: &Job<M::State>) -> Job<M::State> {
        let mut graph = self.fresh();
        graph.assign(&job.graph);
        Job { graph, state: job.state.clone() }
    }

    /// A graph with unknown contents.
    pub(crate) fn fresh(&mut self) -> Graph {
        self.free.pop().unwrap_or_default()
    }

    pub(crate) fn recycle(&mut self, graph: Graph) {
        self.free.push(graph);
    }

    /// The state after all events except `skipped`. Threads are independent, so any order that respects po
    /// works.
    pub(crate) fn replay(&self, graph: &Graph, skipped: EventSet) -> M::State {
        let mut state = self.initial.clone();
        for (event, node) in graph.nodes().iter().enumerate() {
            if !skipped.contains(event) {
                self.machine.resume(&mut state, node.thread, node.answer());
            }
        }
        state
    }
}
