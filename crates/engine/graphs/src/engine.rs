//! The search: a stack of graphs, each extended by one event at a time.
//!
//! **Promises** that a step pushes every consistent extension of its graph that is not reached on another
//! path (see [`crate::canonical`]). The stack holds the siblings along one path; the graphs share nothing,
//! so they could be processed in parallel. When a graph is full, all graphs get more room, and the search
//! goes on.

use crate::any::Size;
use crate::estimate::Walks;
use crate::graph::{Graph, Node};
use crate::limits::GraphLimits;
use crate::model::{Change, GraphModel, Judge};
use crate::places::Places;
use crate::relation::{EventSet, MOST_EVENTS, Size256, Size1024, Size4096};
use crate::report::{End, Enumeration, Finding, FoundGraph, Seen, Summary};
use crate::schedule::{self, Next};
use crate::snapshot::Snapshot;
use axioms::Overflow;
use event::{Action, Answer, EventKind, Failure, InternalKind, LocKind, Machine, Pending, ThreadId};
use std::ops::ControlFlow;
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
    let (summary, overflow) = explore_telling(machine, model, limits, |seen| {
        if let Seen::Execution(found) = seen {
            visit(found);
        }
        ControlFlow::Continue(())
    });
    overflow.map_or(Ok(summary), Err)
}

/// The same, as long as `visit` wants to go on, and with each finding when it is made. Returns what was seen,
/// and why it may not be everything.
pub fn explore_telling<M: Machine, G: GraphModel>(
    machine: &M,
    model: &G,
    limits: &GraphLimits,
    mut visit: impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
) -> (Summary, Option<Overflow>) {
    let (summary, _, overflow) = grow(Engine::new(machine, model, limits, None), &mut visit);
    (summary, overflow)
}

/// Runs an engine in the smallest size in which its graphs have room.
pub(crate) fn grow<M: Machine, G: GraphModel>(
    mut engine: Engine<'_, M, G, u64>,
    visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
) -> (Summary, Option<Walks>, Option<Overflow>) {
    macro_rules! larger {
        ($engine:ident, $size:ty) => {
            match $engine.all(visit) {
                Err(Halt::Full) => $engine.widened::<$size>(),
                end => return $engine.end(end),
            }
        };
    }
    let mut engine = larger!(engine, Size256);
    let mut engine = larger!(engine, Size1024);
    let mut engine = larger!(engine, Size4096);
    let end = engine.all(visit);
    engine.end(end)
}

/// Why the search stops before everything was seen.
pub(crate) enum Halt {
    /// A graph has no room for its next event.
    Full,
    /// Something else.
    Overflow(Overflow),
}

impl From<Overflow> for Halt {
    fn from(overflow: Overflow) -> Halt {
        Halt::Overflow(overflow)
    }
}

/// A graph and the state of the machine after its events, without those that wait.
pub(crate) struct Job<S, B: Size> {
    pub graph: Graph<B>,
    pub state: S,
}

pub(crate) struct Engine<'a, M: Machine, G, B: Size> {
    pub machine: &'a M,
    pub model: &'a G,
    limits: &'a GraphLimits,
    initial: M::State,
    pub places: Places,
    /// The graphs still to be extended.
    pub stack: Vec<Job<M::State, B>>,
    /// Unused graphs, kept for their allocations.
    free: Vec<Graph<B>>,
    /// The variants of the current read, kept for its allocation; empty otherwise.
    pub nodes: Vec<Node>,
    pub summary: Summary,
    /// Set to follow single paths only.
    walks: Option<Walks>,
}

impl<'a, M: Machine, G> Engine<'a, M, G, u64> {
    pub(crate) fn new(
        machine: &'a M,
        model: &'a G,
        limits: &'a GraphLimits,
        walks: Option<Walks>,
    ) -> Engine<'a, M, G, u64> {
        let mut engine = Engine {
            machine,
            model,
            limits,
            initial: machine.initial(),
            places: Places::default(),
            stack: Vec::new(),
            free: Vec::new(),
            nodes: Vec::new(),
            summary: Summary::default(),
            walks,
        };
        engine.begin();
        engine
    }
}

impl<'a, M: Machine, G, B: Size> Engine<'a, M, G, B> {
    fn begin(&mut self) {
        let graph = Graph::new(self.machine.thread_count());
        self.stack.push(Job { graph, state: self.initial.clone() });
    }

    /// The same search with sets of another size.
    fn widened<C: Size>(self) -> Engine<'a, M, G, C> {
        let widened = |Job { graph, state }: Job<M::State, B>| Job { graph: graph.widened(), state };
        Engine {
            machine: self.machine,
            model: self.model,
            limits: self.limits,
            initial: self.initial,
            places: self.places,
            stack: self.stack.into_iter().map(widened).collect(),
            free: Vec::new(),
            nodes: self.nodes,
            summary: self.summary,
            walks: self.walks,
        }
    }

    fn end(self, end: Result<(), Halt>) -> (Summary, Option<Walks>, Option<Overflow>) {
        let overflow = match end {
            Ok(()) => None,
            Err(Halt::Full) => Some(Overflow::TooLong(MOST_EVENTS)),
            Err(Halt::Overflow(overflow)) => Some(overflow),
        };
        (self.summary, self.walks, overflow)
    }
}

impl<M: Machine, G: GraphModel + Judge<B>, B: Size> Engine<'_, M, G, B> {
    /// Extends graphs until none is left.
    fn all(&mut self, visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>) -> Result<(), Halt> {
        loop {
            let Some(job) = self.stack.pop() else {
                if self.walks.as_mut().is_some_and(Walks::starts_again) {
                    self.begin();
                    continue;
                }
                return Ok(());
            };
            if self.summary.graphs >= self.limits.graphs {
                return Err(Overflow::Steps(self.limits.graphs).into());
            }
            let is_stopped = self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            // A machine that has refuted an assumption must be searched again.
            if is_stopped || self.machine.is_stale() {
                return Err(Overflow::Stopped.into());
            }
            self.summary.graphs += 1;
            self.summary.peak = self.summary.peak.max(self.stack.len() + 1);
            let shown = self.summary.shown();
            self.advance(job, visit)?;
            if let Some(walks) = &mut self.walks
                && let Some(chosen) = walks.choose(self.stack.len(), self.summary.shown() - shown)
            {
                self.stack.swap(0, chosen);
                self.free.extend(self.stack.drain(1..).map(|job| job.graph));
            }
        }
    }

    /// Adds events until the graph branches or cannot grow.
    fn advance(
        &mut self,
        mut job: Job<M::State, B>,
        visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
    ) -> Result<(), Halt> {
        loop {
            let limit = self.limits.events_per_thread;
            let next = schedule::next(self.machine, &job.graph, &job.state, limit);
            let grows = match &next {
                Next::Act(..) => true,
                Next::Refused(_) => false,
                Next::Stuck(_, wanting) => !wanting.is_empty(),
            };
            let most = self.model.most_events().min(B::CAPACITY);
            if grows && job.graph.len() >= most {
                return Err(self.full(job, most));
            }
            match next {
                Next::Act(thread, action) => match self.perform(job, thread, action, visit)? {
                    Some(next) => job = next,
                    None => return Ok(()),
                },
                Next::Refused(what) => return Err(Overflow::Unsupported(what).into()),
                Next::Stuck(end, wanting) => {
                    self.show(&job, end, visit)?;
                    for (thread, monitor) in wanting {
                        self.lock_earlier(&mut job, thread, monitor)?;
                    }
                    self.recycle(job.graph);
                    return Ok(());
                }
            }
        }
    }

    /// Puts back a graph without room.
    fn full(&mut self, job: Job<M::State, B>, most: usize) -> Halt {
        if most == self.model.most_events() {
            return Overflow::TooLong(most).into();
        }
        self.summary.graphs -= 1;
        self.stack.push(job);
        Halt::Full
    }

    fn show(
        &mut self,
        job: &Job<M::State, B>,
        end: End,
        visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
    ) -> Result<(), Overflow> {
        let counter = match end {
            End::Finished => &mut self.summary.executions,
            End::Blocked => &mut self.summary.blocked,
            End::Discarded => &mut self.summary.discarded,
            End::Cut => &mut self.summary.cut,
        };
        *counter += 1;
        if let Some(walks) = &mut self.walks {
            walks.shows(job.graph.len(), end);
        }
        if end == End::Cut && self.limits.stop_at_cut {
            let longest = (0..job.graph.thread_count()).map(|t| ThreadId(t as u16));
            let longest = longest.max_by_key(|t| job.graph.thread(*t).len()).unwrap_or(ThreadId(0));
            return Err(Overflow::EventsPerThread(longest));
        }
        let (machine, places, graph, state) = (self.machine, &self.places, B::any(&job.graph), &job.state);
        let found = FoundGraph { machine, model: &self.model, places, end, graph, state };
        match visit(Seen::Execution(&found)) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Overflow::Stopped),
        }
    }

    /// Performs an action in every possible way. Returns the result if there is only one; otherwise pushes
    /// all.
    fn perform(
        &mut self,
        job: Job<M::State, B>,
        thread: ThreadId,
        action: Action,
        visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
    ) -> Result<Option<Job<M::State, B>>, Overflow> {
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
            Action::Fail(failure) => return self.fail(job, thread, failure, visit),
            Action::Internal(internal) => {
                if internal.what != InternalKind::Choose {
                    return Err(Overflow::Unsupported(schedule::unknown(internal.what)));
                }
                self.choose(job, thread, internal.choices);
                return Ok(None);
            }
            _ => {}
        }
        let Some(kind) = action.event_kind() else {
            return Err(Overflow::Unsupported("an action that is no event"));
        };
        if let EventKind::Fence(_) | EventKind::Freeze(_) = kind
            && let Some(what) = self.model.unsupported(LocKind::Plain, kind)
        {
            return Err(Overflow::Unsupported(what));
        }
        Ok(self.extend(job, Node::new(thread, kind)))
    }

    /// Makes a choice of the program in every way.
    fn choose(&mut self, job: Job<M::State, B>, thread: ThreadId, ways: u16) {
        for way in (0..ways).rev() {
            let node = Node { choice: Some(way), ..Node::new(thread, EventKind::External) };
            let fork = self.fork(&job);
            if let Some(chosen) = self.extend(fork, node) {
                self.stack.push(chosen);
            }
        }
        self.recycle(job.graph);
    }

    /// Adds an event; `None` if the model refuses it.
    pub(crate) fn extend(&mut self, mut job: Job<M::State, B>, node: Node) -> Option<Job<M::State, B>> {
        let (thread, answer) = (node.thread, node.answer());
        let event = job.graph.push(node);
        if !self.model.consistent(&mut job.graph, Change::Added(event)) {
            self.recycle(job.graph);
            return None;
        }
        self.machine.resume(&mut job.state, thread, answer);
        // A lock that waited for this unlock happens now.
        if let Some(lock) = job.graph.node(event).partner() {
            for waiting in job.graph.readers(lock) {
                self.machine.resume(&mut job.state, job.graph.node(waiting).thread, Answer::Done);
            }
        }
        Some(job)
    }

    fn fail(
        &mut self,
        job: Job<M::State, B>,
        thread: ThreadId,
        failure: Failure,
        visit: &mut impl FnMut(Seen<'_, M>) -> ControlFlow<()>,
    ) -> Result<Option<Job<M::State, B>>, Overflow> {
        let site = self.machine.site(&job.state, thread);
        let Some(job) = self.extend(job, Node::new(thread, EventKind::Fail)) else { return Ok(None) };
        let same = |f: &Finding| f.thread == thread && f.failure == failure && f.site == site;
        if !self.summary.findings.iter().any(same)
            && let Ok(snapshot) = Snapshot::new(&job.graph)
        {
            let finding = Finding { thread, failure, site, snapshot };
            let goes_on = visit(Seen::Finding(&finding));
            self.summary.findings.push(finding);
            if goes_on.is_break() {
                return Err(Overflow::Stopped);
            }
        }
        Ok(Some(job))
    }

    pub(crate) fn fork(&mut self, job: &Job<M::State, B>) -> Job<M::State, B> {
        let mut graph = self.fresh();
        graph.assign(&job.graph);
        Job { graph, state: job.state.clone() }
    }

    /// A graph with unknown contents.
    pub(crate) fn fresh(&mut self) -> Graph<B> {
        self.free.pop().unwrap_or_default()
    }

    pub(crate) fn recycle(&mut self, graph: Graph<B>) {
        self.free.push(graph);
    }

    /// The state after all events except `skipped` and the locks that wait, each performed after what it
    /// depends on.
    ///
    /// # Errors
    /// If a thread does not do again what it did before.
    pub(crate) fn replay(&self, graph: &Graph<B>, skipped: EventSet<B>) -> Result<M::State, Overflow> {
        let mut state = self.initial.clone();
        let mut left = EventSet::below(graph.len()) - skipped;
        left = left.filter(|&event| !graph.is_waiting(event)).collect();
        while !left.is_empty() {
            let before = left;
            for event in before {
                if (graph.prefix(event) & left).is_empty() {
                    self.perform_again(&mut state, graph.node(event))?;
                    left.remove(event);
                }
            }
            if left == before {
                return Err(Overflow::Unsupported("threads that depend on each other in a circle"));
            }
        }
        Ok(state)
    }

    fn perform_again(&self, state: &mut M::State, node: &Node) -> Result<(), Overflow> {
        match self.machine.pending(state, node.thread) {
            Pending::Action(action) if node.performs(&action) => {
                self.machine.resume(state, node.thread, node.answer());
                Ok(())
            }
            _ => Err(Overflow::Unsupported(DIFFERENT)),
        }
    }
}

/// A thread does something else when it is given the same answers.
pub(crate) const DIFFERENT: &str = "a thread whose actions depend on more than what it reads";
