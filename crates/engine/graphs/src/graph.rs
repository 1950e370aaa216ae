//! Execution graphs under construction: events numbered in the order of addition, with po, rf and co.
//!
//! **Invariants**: a larger number means added later, so the events of one thread are numbered in program
//! order. The set of events is closed under [`Graph::prefix`]. Every read has a source in the graph (or the
//! default write); a revisited read may have a source with a larger number. Writes to a coherent location are
//! in [`Accesses::order`], except for one that is about to be placed. A lock reads from the preceding lock:
//! the outermost locks of a monitor form a chain, and a lock whose predecessor has no unlock yet *waits*: it
//! is the last event of its thread.

use crate::relation::{EventSet, Order};
use event::{Action, Answer, Bits, EventKind, MonitorId, ThreadId, Value};

/// A location or a monitor, numbered by the exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GraphLocation(pub(crate) u32);

impl GraphLocation {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a compare-and-set did not write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FailedUpdate {
    /// The location held another value.
    Unequal,
    /// It failed spuriously, although the values are equal.
    Spurious,
}

/// An event.
#[derive(Debug, Clone)]
pub struct Node {
    /// The thread.
    pub thread: ThreadId,
    /// The kind of action.
    pub kind: EventKind,
    /// The location of an access, or the monitor of an *outermost* lock.
    pub place: Option<GraphLocation>,
    /// The value read.
    pub read: Option<Value>,
    /// The value written.
    pub written: Option<Value>,
    /// Set for a read that is a failed compare-and-set.
    pub failed: Option<FailedUpdate>,
    /// Set for a choice of the program: the way in which it was made.
    pub choice: Option<u16>,
    pub(crate) source: Option<u16>,
    pub(crate) partner: Option<u16>,
}

impl Node {
    /// An event without values, source or place.
    pub(crate) fn new(thread: ThreadId, kind: EventKind) -> Self {
        let (place, read, written, failed, choice) = (None, None, None, None, None);
        Node { thread, kind, place, read, written, failed, choice, source: None, partner: None }
    }

    pub(crate) fn with_source(mut self, source: Option<usize>) -> Self {
        self.source = source.map(|s| s as u16);
        self
    }

    /// The write that a read or update sees, or the lock before an outermost lock; `None` is the default
    /// write, or a monitor that has not been entered yet.
    pub fn source(&self) -> Option<usize> {
        self.source.map(usize::from)
    }

    /// The unlock that ends the section of an outermost lock, and vice versa.
    pub fn partner(&self) -> Option<usize> {
        self.partner.map(usize::from)
    }

    /// Whether it is an outermost lock, and so a member of its monitor's chain.
    pub fn is_chained(&self) -> bool {
        self.place.is_some() && matches!(self.kind, EventKind::Lock(_))
    }

    /// Whether this event is what a thread does that stands before an action.
    pub(crate) fn performs(&self, action: &Action) -> bool {
        match action {
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => {
                self.kind.is_read() && self.kind.loc() == Some(*loc)
            }
            Action::Write { value, .. } => {
                action.event_kind() == Some(self.kind) && self.written == Some(*value)
            }
            Action::Internal(_) => self.choice.is_some(),
            _ => self.choice.is_none() && action.event_kind() == Some(self.kind),
        }
    }

    /// The answer for the machine.
    pub(crate) fn answer(&self) -> Answer {
        if let Some(choice) = self.choice {
            return Answer::Choice(choice);
        }
        match (self.kind, self.read) {
            (EventKind::Rmw(..), Some(old)) => Answer::Rmw { old, written: true },
            (EventKind::Read(..), Some(old)) if self.failed.is_some() => Answer::Rmw { old, written: false },
            (EventKind::Read(..), Some(value)) => Answer::Value(value),
            _ => Answer::Done,
        }
    }
}

/// The events at one location or monitor.
#[derive(Debug, Clone, Default)]
pub struct Accesses<B: Bits = u64> {
    /// Whether the model orders the writes. Always true for monitors.
    pub coherent: bool,
    /// Reads and updates.
    pub reads: EventSet<B>,
    /// Writes, updates, outermost locks.
    pub writes: EventSet<B>,
    /// The reads that see the default write.
    pub default_readers: EventSet<B>,
    /// The writes in coherence order, or the chain of a monitor.
    pub order: Vec<u16>,
}

impl<B: Bits> Accesses<B> {
    /// The position of a write in the order.
    pub fn rank(&self, write: usize) -> Option<usize> {
        self.order.iter().position(|&w| usize::from(w) == write)
    }

    /// The last write of the order that is in `within`.
    pub fn last_within(&self, within: EventSet<B>) -> Option<usize> {
        self.order.iter().rev().map(|&w| usize::from(w)).find(|&w| within.contains(w))
    }

    /// The write right after `source` in the order.
    pub fn next(&self, source: Option<usize>) -> Option<usize> {
        let at = source.map_or(Some(0), |s| self.rank(s).map(|r| r + 1))?;
        self.order.get(at).map(|&w| usize::from(w))
    }
}

/// An execution graph.
#[derive(Debug, Default)]
pub struct Graph<B: Bits = u64> {
    nodes: Vec<Node>,
    /// Everything that an event depends on through po, rf, start, join and monitors.
    prefix: Vec<EventSet<B>>,
    /// The events that have an event as their source.
    readers: Vec<EventSet<B>>,
    threads: Vec<EventSet<B>>,
    /// The event that started a thread.
    starts: Vec<Option<u16>>,
    places: Vec<Accesses<B>>,
    /// The order of the model's main axiom. The engine only stores it.
    pub order: Order<B>,
    /// Happens-before, for models that need it separately. The engine only stores it.
    pub hb: Order<B>,
}

impl<B: Bits> Graph<B> {
    pub(crate) fn new(threads: usize) -> Self {
        Graph { threads: vec![EventSet::EMPTY; threads], starts: vec![None; threads], ..Graph::default() }
    }

    /// All events.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// An event.
    pub fn node(&self, event: usize) -> &Node {
        &self.nodes[event]
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the graph has no events.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The events of a thread.
    pub fn thread(&self, thread: ThreadId) -> EventSet<B> {
        self.threads[thread.index()]
    }

    /// The number of threads of the program.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// The event that started a thread.
    pub fn start_of(&self, thread: ThreadId) -> Option<usize> {
        self.starts[thread.index()].map(usize::from)
    }

    /// The last event of a thread, if the thread has ended.
    pub fn end_of(&self, thread: ThreadId) -> Option<usize> {
        self.thread(thread).last().filter(|&e| self.nodes[e].kind == EventKind::End)
    }

    /// Everything that an event depends on: po ∪ rf with start, join and monitor edges, transitively closed.
    pub fn prefix(&self, event: usize) -> EventSet<B> {
        self.prefix[event]
    }

    /// The events that read from an event; for an outermost lock, the lock after it.
    pub fn readers(&self, event: usize) -> EventSet<B> {
        self.readers[event]
    }

    /// The preceding event of its thread, or the one that started the thread.
    pub fn previous(&self, event: usize) -> Option<usize> {
        let thread = self.nodes[event].thread;
        (self.thread(thread) & EventSet::below(event)).last().or_else(|| self.start_of(thread))
    }

    /// Whether an event is a lock that waits for the owner of the monitor.
    pub fn is_waiting(&self, event: usize) -> bool {
        let node = &self.nodes[event];
        node.is_chained() && node.source().is_some_and(|owner| self.nodes[owner].partner.is_none())
    }

    /// The owner of a monitor: the thread whose section has not ended and which does not wait for another to
    /// end.
    pub fn owner(&self, monitor: MonitorId) -> Option<ThreadId> {
        let is_open = |node: &Node| {
            node.is_chained() && node.partner().is_none() && node.kind == EventKind::Lock(monitor)
        };
        let mut nodes = self.nodes.iter().enumerate();
        nodes.find(|(event, node)| is_open(node) && !self.is_waiting(*event)).map(|(_, node)| node.thread)
    }

    /// The value of a write.
    pub(crate) fn value(&self, write: usize) -> Value {
        self.nodes[write].written.expect("a write has a value")
    }

    /// The events at a place.
    pub fn accesses(&self, place: GraphLocation) -> &Accesses<B> {
        &self.places[place.index()]
    }

    /// All places, in no particular order.
    pub fn places(&self) -> &[Accesses<B>] {
        &self.places
    }

    /// Whether some event, here or in a graph that this one was derived from, was at this place.
    pub(crate) fn has_met(&self, place: GraphLocation) -> bool {
        place.index() < self.places.len()
    }

    /// Creates a place if it does not exist.
    pub(crate) fn meet(&mut self, place: GraphLocation, coherent: bool) {
        let index = place.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, Accesses::default());
        }
        self.places[index].coherent = coherent;
    }

    /// Adds the next event of a thread. Writes to coherent locations are not placed yet, nor are locks that
    /// do not follow the last lock.
    pub(crate) fn push(&mut self, node: Node) -> usize {
        let event = self.nodes.len();
        if let EventKind::Start(child) = node.kind {
            self.starts[child.index()] = Some(event as u16);
        }
        if let EventKind::Unlock(_) = node.kind
            && let Some(lock) = node.partner()
        {
            self.nodes[lock].partner = Some(event as u16);
        }
        self.nodes.push(node);
        self.readers.push(EventSet::EMPTY);
        self.prefix.push(EventSet::EMPTY);
        self.attach(event);
        self.enter_chain(event);
        // A lock that waited for this unlock now depends on it.
        let lock = self.nodes[event].partner();
        lock.map_or(EventSet::EMPTY, |lock| self.readers[lock])
            .for_each(|waiting| self.derive_prefix(waiting));
        self.threads[self.nodes[event].thread.index()].insert(event);
        event
    }

    /// Appends a lock to its chain if it follows the last lock.
    fn enter_chain(&mut self, event: usize) {
        let node = &self.nodes[event];
        if let Some(place) = node.place.filter(|_| node.is_chained()) {
            let order = &mut self.places[place.index()].order;
            if order.last().copied() == node.source {
                order.push(event as u16);
            }
        }
    }

    /// Removes the newest event, a lock without a place that the model has not seen.
    pub(crate) fn pop_lock(&mut self) {
        let event = self.nodes.len() - 1;
        self.detach(event);
        self.threads[self.nodes[event].thread.index()].remove(event);
        self.nodes.pop();
        self.readers.pop();
        self.prefix.pop();
    }

    /// Indexes an event by its place and source, and computes what it depends on.
    fn attach(&mut self, event: usize) {
        let node = &self.nodes[event];
        if let Some(place) = node.place {
            let accesses = &mut self.places[place.index()];
            if node.kind.is_read() {
                accesses.reads.insert(event);
            }
            if node.kind.is_write() || node.is_chained() {
                accesses.writes.insert(event);
            }
            match node.source() {
                Some(source) => self.readers[source].insert(event),
                None if node.kind.is_read() => accesses.default_readers.insert(event),
                None => {}
            }
        }
        self.derive_prefix(event);
    }

    /// The opposite of [`Graph::attach`].
    fn detach(&mut self, event: usize) {
        let node = &self.nodes[event];
        let Some(place) = node.place else { return };
        let accesses = &mut self.places[place.index()];
        accesses.reads.remove(event);
        accesses.writes.remove(event);
        accesses.default_readers.remove(event);
        accesses.order.retain(|&w| usize::from(w) != event);
        if let Some(source) = node.source() {
            self.readers[source].remove(event);
        }
    }

    fn derive_prefix(&mut self, event: usize) {
        let causes = EventSet::from(self.previous(event)) | self.causes(event);
        self.prefix[event] = causes.fold(causes, |prefix, cause| prefix | self.prefix[cause]);
    }

    /// The events of other threads that an event depends on directly: its source, the end of a joined thread,
    /// the unlock that a lock waits for.
    pub fn causes(&self, event: usize) -> EventSet<B> {
        let node = &self.nodes[event];
        match node.kind {
            EventKind::Join(child) => self.end_of(child).into(),
            EventKind::Lock(_) => {
                let unlock = node.source().and_then(|lock| self.nodes[lock].partner());
                EventSet::from(node.source()) | unlock.into()
            }
            _ => node.source().into(),
        }
    }

    /// Inserts a write, update or lock into the order of its place.
    pub(crate) fn place_at(&mut self, event: usize, rank: usize) {
        let place = self.nodes[event].place.expect("only accesses and outermost locks are placed");
        self.places[place.index()].order.insert(rank, event as u16);
    }

    /// Replaces the last event of a thread, on which nothing depends, and keeps its number.
    pub(crate) fn replace(&mut self, event: usize, node: Node) {
        self.detach(event);
        self.nodes[event] = node;
        self.attach(event);
    }

    /// Makes this a copy of `other`, reusing allocations.
    pub(crate) fn assign(&mut self, other: &Graph<B>) {
        self.nodes.clone_from(&other.nodes);
        self.prefix.clone_from(&other.prefix);
        self.readers.clone_from(&other.readers);
        self.threads.clone_from(&other.threads);
        self.starts.clone_from(&other.starts);
        self.places.resize(other.places.len(), Accesses::default());
        for (mine, theirs) in self.places.iter_mut().zip(&other.places) {
            mine.coherent = theirs.coherent;
            mine.reads = theirs.reads;
            mine.writes = theirs.writes;
            mine.default_readers = theirs.default_readers;
            mine.order.clone_from(&theirs.order);
        }
        self.order.assign(&other.order);
        self.hb.assign(&other.hb);
    }

    /// The same graph with sets of another size.
    pub(crate) fn widened<C: Bits>(&self) -> Graph<C> {
        let all = |sets: &[EventSet<B>]| sets.iter().map(|set| set.widened()).collect::<Vec<EventSet<C>>>();
        let place = |accesses: &Accesses<B>| Accesses {
            coherent: accesses.coherent,
            reads: accesses.reads.widened(),
            writes: accesses.writes.widened(),
            default_readers: accesses.default_readers.widened(),
            order: accesses.order.clone(),
        };
        Graph {
            nodes: self.nodes.clone(),
            prefix: all(&self.prefix),
            readers: all(&self.readers),
            threads: all(&self.threads),
            starts: self.starts.clone(),
            places: self.places.iter().map(place).collect(),
            order: self.order.widened(),
            hb: self.hb.widened(),
        }
    }

    /// Makes this a copy of `other` without the events outside `kept`. `kept` must be closed under prefixes
    /// except at `revisited`, the last kept event of its thread, which loses its source. The model's orders
    /// are stale afterwards.
    pub(crate) fn assign_restricted(&mut self, other: &Graph<B>, kept: EventSet<B>, revisited: usize) {
        let number = |event: u16| (kept & EventSet::below(usize::from(event))).len() as u16;
        let renumber = |link: Option<u16>| link.filter(|&e| kept.contains(usize::from(e))).map(number);
        self.nodes.clear();
        self.prefix.clear();
        self.readers.clear();
        let mut reader = EventSet::one(revisited);
        for event in kept {
            let mut node = other.nodes[event].clone();
            node.source = renumber(node.source);
            node.partner = renumber(node.partner);
            self.nodes.push(node);
            self.prefix.push(other.prefix[event].compress(kept));
            self.readers.push((other.readers[event] - reader).compress(kept));
        }
        reader = reader.compress(kept);
        self.threads.clear();
        self.threads.extend(other.threads.iter().map(|events| events.compress(kept)));
        self.starts.clear();
        self.starts.extend(other.starts.iter().map(|&start| renumber(start)));
        self.places.resize(other.places.len(), Accesses::default());
        for (mine, theirs) in self.places.iter_mut().zip(&other.places) {
            mine.coherent = theirs.coherent;
            mine.reads = theirs.reads.compress(kept);
            mine.writes = theirs.writes.compress(kept);
            mine.default_readers = theirs.default_readers.compress(kept) - reader;
            mine.order.clear();
            let order = theirs.order.iter().copied().filter(|&w| kept.contains(usize::from(w)));
            mine.order.extend(order.map(number));
        }
        let revisited = usize::from(number(revisited as u16));
        self.nodes[revisited].source = None;
        // A lock whose predecessor lost its unlock waits again, and no longer depends on the causes of the
        // unlock.
        for event in (0..self.nodes.len()).filter(|&e| e != revisited) {
            if self.is_waiting(event) {
                self.derive_prefix(event);
            }
        }
    }
}
