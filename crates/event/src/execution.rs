//! Executions: actions with program order, per-object synchronisation order, reads-from and values (JLS
//! §17.4.6).
//!
//! **Promises**: `sw` and `hb` are exactly those of JLS §17.4.4–17.4.5 over the given orders; happens-before
//! is kept as one vector clock per event. **Does not** judge: whether an execution is well-formed or allowed
//! is up to the models. Default writes are not events: a read that sees one has [`Event::rf`] `None`, and the
//! default write happens-before everything.

use crate::{Fence, Loc, MonitorId, ReadMode, RmwMode, SyncObj, ThreadId, Value, WriteMode};
use std::collections::BTreeMap;

/// An event of one execution; an index into [`Execution::events`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub u32);

impl EventId {
    /// The number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of action that an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventKind {
    /// A read, or the read of a failed compare-and-set.
    Read(Loc, ReadMode),
    /// A write.
    Write(Loc, WriteMode),
    /// An atomic update that wrote.
    Rmw(Loc, RmwMode),
    /// A fence.
    Fence(Fence),
    /// The freeze of a final field.
    Freeze(Loc),
    /// Entering a monitor.
    Lock(MonitorId),
    /// Leaving a monitor.
    Unlock(MonitorId),
    /// Starting a thread.
    Start(ThreadId),
    /// Detecting that a thread has ended.
    Join(ThreadId),
    /// An external action.
    External,
    /// An assertion failure or uncaught exception.
    Fail,
    /// The last action of the thread.
    End,
}

impl EventKind {
    /// The location of a memory access.
    pub fn loc(self) -> Option<Loc> {
        match self {
            EventKind::Read(loc, _) | EventKind::Write(loc, _) | EventKind::Rmw(loc, _) => Some(loc),
            _ => None,
        }
    }

    /// Whether it reads memory.
    pub fn is_read(self) -> bool {
        matches!(self, EventKind::Read(..) | EventKind::Rmw(..))
    }

    /// Whether it writes memory.
    pub fn is_write(self) -> bool {
        matches!(self, EventKind::Write(..) | EventKind::Rmw(..))
    }

    /// The synchronisation object it acts on, if it is a synchronisation action of the JLS (§17.4.2). Fences
    /// and accesses in opaque, acquire and release mode are not, since the JLS does not define them.
    pub fn sync_obj(self, thread: ThreadId) -> Option<SyncObj> {
        match self {
            EventKind::Read(loc, ReadMode::Volatile)
            | EventKind::Write(loc, WriteMode::Volatile)
            | EventKind::Rmw(loc, RmwMode::Volatile) => Some(SyncObj::Volatile(loc)),
            EventKind::Lock(m) | EventKind::Unlock(m) => Some(SyncObj::Monitor(m)),
            EventKind::Start(t) => Some(SyncObj::Start(t)),
            EventKind::Join(t) => Some(SyncObj::End(t)),
            EventKind::End => Some(SyncObj::End(thread)),
            _ => None,
        }
    }

    /// Whether it is the source of synchronizes-with edges (JLS §17.4.4, a *release*).
    pub fn is_release(self) -> bool {
        matches!(
            self,
            EventKind::Write(_, WriteMode::Volatile)
                | EventKind::Rmw(_, RmwMode::Volatile)
                | EventKind::Unlock(_)
                | EventKind::Start(_)
                | EventKind::End
        )
    }

    /// Whether it is the target of synchronizes-with edges (JLS §17.4.4, an *acquire*).
    pub fn is_acquire(self) -> bool {
        matches!(
            self,
            EventKind::Read(_, ReadMode::Volatile)
                | EventKind::Rmw(_, RmwMode::Volatile)
                | EventKind::Lock(_)
                | EventKind::Join(_)
        )
    }
}

/// One action of an execution.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Event {
    /// The acting thread.
    pub thread: ThreadId,
    /// Position in the thread's program order, from 0.
    pub index: u32,
    /// The kind of action.
    pub kind: EventKind,
    /// The value read, for reads and updates.
    pub read: Option<Value>,
    /// The value written, for writes and updates (`V` of the JLS).
    pub written: Option<Value>,
    /// The write that a read or update sees (`W` of the JLS); `None` for the default write.
    pub rf: Option<EventId>,
}

/// A model's rejection of an execution: the violated axiom and the events that show it. Never a bare `false`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The name of the axiom.
    pub axiom: &'static str,
    /// The events, in the order in which the axiom mentions them.
    pub witness: Vec<EventId>,
}

/// A set of actions with their orders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Execution {
    events: Vec<Event>,
    by_thread: Vec<Vec<EventId>>,
    so: BTreeMap<SyncObj, Vec<EventId>>,
    /// `clocks[e][t]` is the number of events of thread `t` that happen-before `e` or are `e`.
    clocks: Vec<Vec<u32>>,
}

impl Execution {
    /// All events, in the order they were added.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// One event.
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// The ids of all events.
    pub fn ids(&self) -> impl Iterator<Item = EventId> + use<> {
        (0..self.events.len() as u32).map(EventId)
    }

    /// The events of a thread in program order.
    pub fn thread(&self, thread: ThreadId) -> &[EventId] {
        &self.by_thread[thread.index()]
    }

    /// The number of threads.
    pub fn thread_count(&self) -> usize {
        self.by_thread.len()
    }

    /// The synchronisation order of each object.
    pub fn so(&self) -> &BTreeMap<SyncObj, Vec<EventId>> {
        &self.so
    }

    /// Whether `a` comes before `b` in program order.
    pub fn po(&self, a: EventId, b: EventId) -> bool {
        let (a, b) = (self.event(a), self.event(b));
        a.thread == b.thread && a.index < b.index
    }

    /// Whether `a` happens-before `b` and is not `b`.
    pub fn hb(&self, a: EventId, b: EventId) -> bool {
        let event = self.event(a);
        a != b && self.clocks[b.index()][event.thread.index()] > event.index
    }

    /// The writes to a location, excluding the default write.
    pub fn writes_to(&self, loc: Loc) -> impl Iterator<Item = EventId> + '_ {
        self.ids().filter(move |&e| {
            let kind = self.event(e).kind;
            kind.is_write() && kind.loc() == Some(loc)
        })
    }

    /// The synchronizes-with edges: from every release to every so-later acquire on the same object (JLS
    /// §17.4.4), and from each start to the first action of the started thread.
    pub fn sw(&self) -> Vec<(EventId, EventId)> {
        sw_edges(&self.events, &self.by_thread, &self.so)
    }
}

fn sw_edges(
    events: &[Event],
    by_thread: &[Vec<EventId>],
    so: &BTreeMap<SyncObj, Vec<EventId>>,
) -> Vec<(EventId, EventId)> {
    let mut edges = Vec::new();
    for order in so.values() {
        for (i, &a) in order.iter().enumerate().filter(|(_, a)| events[a.index()].kind.is_release()) {
            if let EventKind::Start(child) = events[a.index()].kind {
                edges.extend(by_thread[child.index()].first().map(|&first| (a, first)));
            }
            let acquires = order[i + 1..].iter().filter(|b| events[b.index()].kind.is_acquire());
            edges.extend(acquires.map(|&b| (a, b)));
        }
    }
    edges
}

/// Collects events and orders, then derives happens-before.
#[derive(Debug, Clone, Default)]
pub struct ExecutionBuilder {
    events: Vec<Event>,
    by_thread: Vec<Vec<EventId>>,
    so: BTreeMap<SyncObj, Vec<EventId>>,
}

impl ExecutionBuilder {
    /// Starts an execution of this many threads, without events.
    pub fn new(threads: usize) -> Self {
        ExecutionBuilder { by_thread: vec![Vec::new(); threads], ..ExecutionBuilder::default() }
    }

    /// Adds the next event of a thread; `rf` may refer to an event that is added later.
    pub fn push(
        &mut self,
        thread: ThreadId,
        kind: EventKind,
        read: Option<Value>,
        written: Option<Value>,
        rf: Option<EventId>,
    ) -> EventId {
        let id = EventId(self.events.len() as u32);
        let order = &mut self.by_thread[thread.index()];
        self.events.push(Event { thread, index: order.len() as u32, kind, read, written, rf });
        order.push(id);
        id
    }

    /// Appends an event to the synchronisation order of the object it acts on, if it is a synchronisation
    /// action.
    pub fn synchronise(&mut self, id: EventId) {
        let event = &self.events[id.index()];
        if let Some(obj) = event.kind.sync_obj(event.thread) {
            self.so.entry(obj).or_default().push(id);
        }
    }

    /// Sets the synchronisation order of one object.
    pub fn set_so(&mut self, obj: SyncObj, order: Vec<EventId>) {
        self.so.insert(obj, order);
    }

    /// Sets the write a read sees.
    pub fn set_rf(&mut self, read: EventId, write: Option<EventId>) {
        self.events[read.index()].rf = write;
    }

    /// Derives happens-before. Rejects the execution if program order and synchronizes-with form a cycle.
    pub fn build(self) -> Result<Execution, Rejection> {
        let edges = sw_edges(&self.events, &self.by_thread, &self.so);
        let clocks = clocks(&self.events, &self.by_thread, &edges)?;
        Ok(Execution { events: self.events, by_thread: self.by_thread, so: self.so, clocks })
    }
}

/// Computes vector clocks by a topological walk over program order and the given edges.
fn clocks(
    events: &[Event],
    by_thread: &[Vec<EventId>],
    sw: &[(EventId, EventId)],
) -> Result<Vec<Vec<u32>>, Rejection> {
    let n = events.len();
    let mut successors: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut waiting = vec![0u32; n];
    let po = by_thread.iter().flat_map(|order| order.windows(2).map(|w| (w[0], w[1])));
    for (a, b) in po.chain(sw.iter().copied()) {
        successors[a.index()].push(b.index());
        waiting[b.index()] += 1;
    }
    let mut clocks = vec![vec![0u32; by_thread.len()]; n];
    let mut ready: Vec<usize> = (0..n).filter(|&e| waiting[e] == 0).collect();
    let mut done = 0;
    while let Some(e) = ready.pop() {
        done += 1;
        clocks[e][events[e].thread.index()] = events[e].index + 1;
        let clock = clocks[e].clone();
        for &s in &successors[e] {
            clocks[s].iter_mut().zip(&clock).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
            waiting[s] -= 1;
            if waiting[s] == 0 {
                ready.push(s);
            }
        }
    }
    if done < n {
        let witness = (0..n).filter(|&e| waiting[e] > 0).map(|e| EventId(e as u32)).collect();
        return Err(Rejection { axiom: "happens-before is acyclic", witness });
    }
    Ok(clocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Loc = Loc(0);
    const V: Loc = Loc(1);
    const T0: ThreadId = ThreadId(0);
    const T1: ThreadId = ThreadId(1);
    const T2: ThreadId = ThreadId(2);

    fn write(b: &mut ExecutionBuilder, t: ThreadId, loc: Loc, mode: WriteMode) -> EventId {
        let id = b.push(t, EventKind::Write(loc, mode), None, Some(Value(1)), None);
        b.synchronise(id);
        id
    }

    fn read(b: &mut ExecutionBuilder, t: ThreadId, loc: Loc, mode: ReadMode, rf: Option<EventId>) -> EventId {
        let id = b.push(t, EventKind::Read(loc, mode), Some(Value(1)), None, rf);
        b.synchronise(id);
        id
    }

    /// Pitfall 1: JLS §17.4.4 says *all subsequent* reads, not only those that see the write.
    #[test]
    fn a_volatile_write_synchronises_with_every_later_read_not_only_its_reader() {
        let mut b = ExecutionBuilder::new(3);
        let wx = write(&mut b, T0, X, WriteMode::Plain);
        write(&mut b, T0, V, WriteMode::Volatile);
        let overwriter = write(&mut b, T1, V, WriteMode::Volatile);
        let rv = read(&mut b, T2, V, ReadMode::Volatile, Some(overwriter));
        let e = b.build().expect("acyclic");
        assert!(e.hb(wx, rv));
        assert!(!e.hb(rv, wx));
    }

    #[test]
    fn plain_accesses_of_different_threads_are_unordered() {
        let mut b = ExecutionBuilder::new(2);
        let w = write(&mut b, T0, X, WriteMode::Plain);
        let r = read(&mut b, T1, X, ReadMode::Plain, Some(w));
        let e = b.build().expect("acyclic");
        assert!(!e.hb(w, r) && !e.hb(r, w));
        assert!(e.sw().is_empty());
    }

    #[test]
    fn start_orders_the_starter_before_the_whole_thread_and_join_after() {
        let mut b = ExecutionBuilder::new(2);
        let wx = write(&mut b, T0, X, WriteMode::Plain);
        let start = b.push(T0, EventKind::Start(T1), None, None, None);
        b.synchronise(start);
        let r = read(&mut b, T1, X, ReadMode::Plain, Some(wx));
        let end = b.push(T1, EventKind::End, None, None, None);
        b.synchronise(end);
        let join = b.push(T0, EventKind::Join(T1), None, None, None);
        b.synchronise(join);
        let e = b.build().expect("acyclic");
        assert!(e.hb(wx, r) && e.hb(r, join));
    }

    #[test]
    fn a_synchronisation_order_against_program_order_is_refused() {
        let mut b = ExecutionBuilder::new(2);
        let mode = (ReadMode::Volatile, WriteMode::Volatile);
        let r0 = b.push(T0, EventKind::Read(X, mode.0), Some(Value(1)), None, None);
        let w0 = b.push(T0, EventKind::Write(V, mode.1), None, Some(Value(1)), None);
        let r1 = b.push(T1, EventKind::Read(V, mode.0), Some(Value(1)), None, Some(w0));
        let w1 = b.push(T1, EventKind::Write(X, mode.1), None, Some(Value(1)), None);
        b.set_rf(r0, Some(w1));
        b.set_so(SyncObj::Volatile(X), vec![w1, r0]);
        b.set_so(SyncObj::Volatile(V), vec![w0, r1]);
        let refusal = b.build().expect_err("load buffering over volatiles");
        assert_eq!(refusal.axiom, "happens-before is acyclic");
        assert_eq!(refusal.witness.len(), 4);
    }
}
