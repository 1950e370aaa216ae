//! Reads, writes and updates: tries every source, every place in coherence order, and revisits of earlier
//! reads.

use crate::any::Size;
use crate::canonical::{doomed, may_revisit};
use crate::engine::{DIFFERENT, Engine, Job};
use crate::graph::{FailedUpdate, Graph, GraphLocation, Node};
use crate::model::{Change, GraphModel, Judge};
use crate::relation::EventSet;
use axioms::Overflow;
use event::{Action, Bits, EventKind, Machine, Pending, ThreadId, Value, Way};

impl<M: Machine, G: GraphModel + Judge<B>, B: Size> Engine<'_, M, G, B> {
    /// Adds a read or update, once for every source and every result.
    pub(crate) fn read(
        &mut self,
        mut job: Job<M::State, B>,
        thread: ThreadId,
        action: &Action,
    ) -> Result<(), Overflow> {
        let kind = action.event_kind().expect("an access is an event");
        let (place, initial) = self.meet(&mut job, kind)?;
        let mut nodes = std::mem::take(&mut self.nodes);
        for source in job.graph.accesses(place).writes.map(Some).chain([None]) {
            if !self.model.is_stale(&job.graph, thread, place, source) {
                let old = source.map_or(initial, |write| job.graph.value(write));
                let ways = ways_to_read(thread, place, action, old);
                nodes.extend(ways.map(|node| node.with_source(source)));
            }
        }
        if let Some(last) = nodes.pop() {
            for node in nodes.drain(..) {
                let fork = self.fork(&job);
                self.read_one(fork, node)?;
            }
            self.read_one(job, last)?;
        }
        self.nodes = nodes;
        Ok(())
    }

    /// Adds a read with a given source and result.
    fn read_one(&mut self, job: Job<M::State, B>, node: Node) -> Result<(), Overflow> {
        let event = job.graph.len();
        let Some(job) = self.extend(job, node) else { return Ok(()) };
        if job.graph.node(event).kind.is_write() {
            self.spread(job, event)?;
        } else {
            self.stack.push(job);
        }
        Ok(())
    }

    pub(crate) fn write(
        &mut self,
        mut job: Job<M::State, B>,
        thread: ThreadId,
        kind: EventKind,
        value: Value,
    ) -> Result<(), Overflow> {
        let (place, _) = self.meet(&mut job, kind)?;
        let node = Node { place: Some(place), written: Some(value), ..Node::new(thread, kind) };
        let event = job.graph.len();
        if let Some(job) = self.extend(job, node) {
            self.spread(job, event)?;
        }
        Ok(())
    }

    /// Registers the location of an access, and refuses accesses that the model does not define. Returns its
    /// place and initial value.
    fn meet(
        &mut self,
        job: &mut Job<M::State, B>,
        access: EventKind,
    ) -> Result<(GraphLocation, Value), Overflow> {
        let loc = access.loc().expect("an access has a location");
        let (place, facts) = (self.places.location(loc), self.machine.location(&job.state, loc));
        if let Some(what) = self.model.unsupported(facts.kind, access) {
            return Err(Overflow::Unsupported(what));
        }
        job.graph.meet(place, self.model.uses_coherence(facts.kind));
        Ok((place, facts.initial))
    }

    /// Lets a new write or update revisit the reads that could have seen it, and puts it into every place of
    /// coherence order.
    fn spread(&mut self, job: Job<M::State, B>, write: usize) -> Result<(), Overflow> {
        let graph = &job.graph;
        let accesses = graph.accesses(graph.node(write).place.expect("a write has a place"));
        // What the write depends on cannot depend on the write.
        for read in accesses.reads - graph.prefix(write) - EventSet::one(write) {
            if may_revisit(self.model, graph, read, write) {
                self.revisit(graph, read, write)?;
            }
        }
        self.place(job, write);
        Ok(())
    }

    /// Pushes the job once for every place that the write can take in coherence order.
    fn place(&mut self, job: Job<M::State, B>, write: usize) {
        let Some(mut gaps) = gaps(&job.graph, write) else { return self.stack.push(job) };
        let Some(last) = gaps.last() else { return self.recycle(job.graph) };
        gaps.remove(last);
        for gap in gaps {
            let fork = self.fork(&job);
            self.place_one(fork, write, gap);
        }
        self.place_one(job, write, last);
    }

    fn place_one(&mut self, mut job: Job<M::State, B>, write: usize, gap: usize) {
        job.graph.place_at(write, gap);
        if self.model.consistent(&mut job.graph, Change::Placed(write)) {
            self.stack.push(job);
        } else {
            self.recycle(job.graph);
        }
    }

    /// Removes what `write` does not depend on and lets `read` see it. `write` has no place yet.
    fn revisit(&mut self, graph: &Graph<B>, read: usize, write: usize) -> Result<(), Overflow> {
        let mut restricted = self.fresh();
        let write = restrict(&mut restricted, graph, read, write);
        let state = self.replay(&restricted, EventSet::one(read))?;
        let (thread, old) = (restricted.node(read).thread, restricted.value(write));
        let place = restricted.node(read).place.expect("a read has a place");
        let action = match self.machine.pending(&state, thread) {
            Pending::Action(action) if restricted.node(read).performs(&action) => action,
            _ => return Err(Overflow::Unsupported(DIFFERENT)),
        };
        let job = Job { graph: restricted, state };
        let mut ways = ways_to_read(thread, place, &action, old);
        let way = ways.next();
        if let Some(node) = ways.next() {
            let fork = self.fork(&job);
            self.revisit_one(fork, read, node.with_source(Some(write)))?;
        }
        if let Some(node) = way {
            self.revisit_one(job, read, node.with_source(Some(write)))?;
        }
        Ok(())
    }

    /// Lets a revisited read see its new source, with a given result.
    fn revisit_one(&mut self, mut job: Job<M::State, B>, read: usize, node: Node) -> Result<(), Overflow> {
        let (thread, answer) = (node.thread, node.answer());
        let (write, updates) = (node.source().expect("it was revisited by a write"), node.kind.is_write());
        job.graph.replace(read, node);
        if !self.model.consistent(&mut job.graph, Change::Restricted) {
            self.recycle(job.graph);
            return Ok(());
        }
        self.machine.resume(&mut job.state, thread, answer);
        let height = self.stack.len();
        self.place(job, write);
        self.summary.revisits += (self.stack.len() - height) as u64;
        // An update that sees a new value writes a new value, which other reads may see in turn.
        if updates {
            self.stack.split_off(height).into_iter().try_for_each(|job| self.spread(job, read))?;
        }
        Ok(())
    }
}

/// Makes `out` the graph without what a revisit removes. `read` keeps its number; returns the new number of
/// `write`.
pub(crate) fn restrict<B: Bits>(out: &mut Graph<B>, graph: &Graph<B>, read: usize, write: usize) -> usize {
    let gone = doomed(graph, read, write) - EventSet::one(read);
    let kept = EventSet::below(graph.len()) - gone;
    out.assign_restricted(graph, kept, read);
    (kept & EventSet::below(write)).len()
}

/// The positions in coherence order that a write can take; `None` if its location has no such order.
fn gaps<B: Bits>(graph: &Graph<B>, write: usize) -> Option<EventSet<B>> {
    let node = graph.node(write);
    let accesses = graph.accesses(node.place.expect("a write has a place"));
    if !accesses.coherent {
        return None;
    }
    let order = &accesses.order;
    let is_update = |at: usize| {
        order.get(at).is_some_and(|&w| matches!(graph.node(usize::from(w)).kind, EventKind::Rmw(..)))
    };
    // Atomicity: an update comes right after its source, and nothing else does.
    let free = match node.kind {
        EventKind::Rmw(..) => {
            let at = node.source().map_or(Some(0), |source| accesses.rank(source).map(|rank| rank + 1));
            EventSet::from(at.filter(|&at| !is_update(at)))
        }
        _ => {
            // Nothing goes before a write that precedes it under the model anyway.
            let past = graph.order.before(write);
            let last = order.iter().rposition(|&w| past.contains(usize::from(w)));
            let lowest = last.map_or(0, |rank| rank + 1);
            (lowest..=order.len()).filter(|&at| !is_update(at)).collect()
        }
    };
    Some(free)
}

/// The results of a read or update that sees `old`: at most two.
fn ways_to_read(
    thread: ThreadId,
    place: GraphLocation,
    action: &Action,
    old: Value,
) -> impl Iterator<Item = Node> + use<> {
    let failure = match action {
        Action::Rmw { op, .. } if op.apply(old).is_some() => Some(FailedUpdate::Spurious),
        Action::Rmw { .. } => Some(FailedUpdate::Unequal),
        _ => None,
    };
    action.ways(old).map(move |Way { kind, read, written, .. }| {
        let failed = failure.filter(|_| written.is_none());
        Node { place: Some(place), read, written, failed, ..Node::new(thread, kind) }
    })
}
