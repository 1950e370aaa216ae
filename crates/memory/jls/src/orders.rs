//! The orders of an execution, computed from its events (JLS §17.4.3–17.4.5).
//!
//! The ordered set has one member per event and, after these, one per thread: the thread's first action,
//! which is not an event (see the deviations in the crate's header). Default writes are not members.

use crate::relation::Relation;
use event::{Event, EventId, EventKind, ReadMode, RmwMode, SyncObj, ThreadId, WriteMode};
use std::collections::BTreeMap;

/// An action: an event's number, or that of a thread's first action.
pub(crate) type Node = usize;

/// The orders of one execution. All are strict; so and hb are transitively closed.
#[derive(Debug, Clone)]
pub(crate) struct Orders {
    n_events: usize,
    n_threads: usize,
    /// Program order.
    pub po: Relation,
    /// The part that is common to all total synchronisation orders: the closure of program order, the orders
    /// per object, and each start before the first action of the started thread.
    pub so: Relation,
    /// Synchronizes-with.
    pub sw: Relation,
    /// Happens-before.
    pub hb: Relation,
}

impl Orders {
    /// Derives the orders from the events and the synchronisation order of each object.
    pub(crate) fn derive(events: &[Event], so: &BTreeMap<SyncObj, Vec<EventId>>, n_threads: usize) -> Self {
        let n_events = events.len();
        let po = program_order(events, n_threads);
        let object_order = synchronisation_order(events, so, n_threads);
        let sw = synchronizes_with(events, &object_order, n_threads);
        let union = |relation: &Relation| {
            let mut union = po.clone();
            union.add_all(relation);
            union.transitive_closure()
        };
        Orders { n_events, n_threads, so: union(&object_order), hb: union(&sw), po, sw }
    }

    /// All actions.
    pub(crate) fn nodes(&self) -> std::ops::Range<Node> {
        0..self.n_events + self.n_threads
    }

    /// The events among some actions.
    pub(crate) fn events(&self, nodes: &[Node]) -> Vec<EventId> {
        nodes.iter().filter(|&&a| a < self.n_events).map(|&a| EventId(a as u32)).collect()
    }

    /// The event of an action; for the first action of a thread, the thread.
    pub(crate) fn event_or_thread(&self, node: Node) -> Result<EventId, ThreadId> {
        match node.checked_sub(self.n_events) {
            None => Ok(EventId(node as u32)),
            Some(thread) => Err(ThreadId(thread as u16)),
        }
    }

    /// The first action of a thread.
    pub(crate) fn first_action(&self, thread: ThreadId) -> Node {
        self.n_events + thread.index()
    }

    /// JLS §17.4.8: the *sufficient* synchronizes-with edges are those in the transitive reduction of
    /// happens-before that are not in program order. An edge is in the reduction if nothing happens between
    /// its ends.
    pub(crate) fn sufficient_sw(&self) -> Vec<(Node, Node)> {
        let between = |x, y| self.nodes().any(|c| self.hb.has(x, c) && self.hb.has(c, y));
        self.sw.iter().filter(|&(x, y)| !self.po.has(x, y) && !between(x, y)).collect()
    }
}

/// JLS §17.4.3: the actions of each thread are totally ordered; those of different threads are not ordered.
fn program_order(events: &[Event], n_threads: usize) -> Relation {
    let mut po = Relation::empty(events.len() + n_threads);
    for (a, earlier) in events.iter().enumerate() {
        po.add(events.len() + earlier.thread.index(), a);
        for (b, later) in events.iter().enumerate() {
            if earlier.thread == later.thread && earlier.index < later.index {
                po.add(a, b);
            }
        }
    }
    po
}

/// JLS §17.4.4: the synchronisation actions on each object are totally ordered. The first action of a thread
/// is one of them and comes after the action that starts the thread.
fn synchronisation_order(
    events: &[Event],
    so: &BTreeMap<SyncObj, Vec<EventId>>,
    n_threads: usize,
) -> Relation {
    let mut relation = Relation::empty(events.len() + n_threads);
    for order in so.values() {
        for (i, earlier) in order.iter().enumerate() {
            order[i + 1..].iter().for_each(|later| relation.add(earlier.index(), later.index()));
        }
    }
    for (start, event) in events.iter().enumerate() {
        if let EventKind::Start(child) = event.kind {
            relation.add(start, events.len() + child.index());
        }
    }
    relation
}

/// JLS §17.4.4, synchronizes-with:
/// * an unlock of m with all subsequent locks of m;
/// * a write of a volatile v with all subsequent reads of v by any thread (not only those that see it);
/// * an action that starts a thread with the first action of that thread;
/// * the last action of a thread with any action of another that detects the end;
/// * the write of a default value with the first action of every thread (not members here);
/// * an interrupt with its detection (not in our vocabulary).
fn synchronizes_with(events: &[Event], so: &Relation, n_threads: usize) -> Relation {
    let mut sw = Relation::empty(events.len() + n_threads);
    for (a, b) in so.iter() {
        let Some(target) = events.get(b) else {
            // A first action: only the start of its thread is ordered before it.
            sw.add(a, b);
            continue;
        };
        let synchronizes = match (events[a].kind, target.kind) {
            (EventKind::Unlock(m), EventKind::Lock(n)) => m == n,
            (w, r) if is_volatile_write(w) && is_volatile_read(r) => w.loc() == r.loc(),
            (EventKind::End, EventKind::Join(t)) => events[a].thread == t,
            _ => false,
        };
        if synchronizes {
            sw.add(a, b);
        }
    }
    sw
}

/// Whether it is a volatile read; an atomic update is one.
pub(crate) fn is_volatile_read(kind: EventKind) -> bool {
    matches!(kind, EventKind::Read(_, ReadMode::Volatile) | EventKind::Rmw(_, RmwMode::Volatile))
}

/// Whether it is a volatile write; an atomic update is one.
pub(crate) fn is_volatile_write(kind: EventKind) -> bool {
    matches!(kind, EventKind::Write(_, WriteMode::Volatile) | EventKind::Rmw(_, RmwMode::Volatile))
}

/// JLS §17.4.2: the synchronisation actions are volatile accesses, lock, unlock, the first and last action of
/// a thread, and actions that start a thread or detect its end. Each acts on one object.
pub(crate) fn sync_object(event: &Event) -> Option<SyncObj> {
    match event.kind {
        kind if is_volatile_read(kind) || is_volatile_write(kind) => kind.loc().map(SyncObj::Volatile),
        EventKind::Lock(monitor) | EventKind::Unlock(monitor) => Some(SyncObj::Monitor(monitor)),
        EventKind::Start(thread) => Some(SyncObj::Start(thread)),
        EventKind::Join(thread) => Some(SyncObj::End(thread)),
        EventKind::End => Some(SyncObj::End(event.thread)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Execution, ExecutionBuilder, Loc, MonitorId};

    const V: Loc = Loc(0);
    const W: Loc = Loc(1);
    const M: MonitorId = MonitorId(0);

    fn execution(n_threads: usize, actions: &[(u16, EventKind)]) -> (Execution, Orders) {
        let mut builder = ExecutionBuilder::new(n_threads);
        for &(thread, kind) in actions {
            let id = builder.push(ThreadId(thread), kind, None, None, None);
            builder.synchronise(id);
        }
        let execution = builder.build().expect("made in trace order");
        let orders = Orders::derive(execution.events(), execution.so(), n_threads);
        (execution, orders)
    }

    /// The edge on v is implied by the one on w.
    #[test]
    fn an_edge_is_sufficient_only_if_nothing_happens_between_its_ends() {
        let (read, write) = (ReadMode::Volatile, WriteMode::Volatile);
        let actions = [
            (0, EventKind::Write(V, write)),
            (0, EventKind::Write(W, write)),
            (1, EventKind::Read(W, read)),
            (1, EventKind::Read(V, read)),
        ];
        let (_, orders) = execution(2, &actions);
        assert_eq!(orders.sw.iter().collect::<Vec<_>>(), [(0, 3), (1, 2)]);
        assert_eq!(orders.sufficient_sw(), [(1, 2)]);
    }

    #[test]
    fn edges_inside_a_thread_are_not_sufficient() {
        let kinds = [EventKind::Lock(M), EventKind::Unlock(M), EventKind::Lock(M)];
        let (_, orders) = execution(1, &kinds.map(|kind| (0, kind)));
        assert_eq!(orders.sw.iter().collect::<Vec<_>>(), [(1, 2)]);
        assert_eq!(orders.sufficient_sw(), []);
    }

    /// All kinds of edges, and the same happens-before as the vector clocks of `event`, which this crate does
    /// not use.
    #[test]
    fn all_edges_of_the_jls_are_there_and_no_others() {
        let actions = [
            (0, EventKind::External),
            (0, EventKind::Start(ThreadId(1))),
            (0, EventKind::Lock(M)),
            (0, EventKind::Unlock(M)),
            (1, EventKind::Lock(M)),
            (1, EventKind::Unlock(M)),
            (0, EventKind::Rmw(V, RmwMode::Volatile)),
            (1, EventKind::Rmw(V, RmwMode::Volatile)),
            (2, EventKind::Read(V, ReadMode::Volatile)),
            (2, EventKind::Write(W, WriteMode::Plain)),
            (1, EventKind::Write(V, WriteMode::Volatile)),
            (1, EventKind::End),
            (0, EventKind::Join(ThreadId(1))),
        ];
        let (execution, orders) = execution(3, &actions);
        let first_of_1 = orders.first_action(ThreadId(1));
        let expected = [(1, first_of_1), (3, 4), (6, 7), (6, 8), (7, 8), (11, 12)];
        assert_eq!(orders.sw.iter().collect::<Vec<_>>(), expected);
        for a in execution.ids() {
            for b in execution.ids() {
                assert_eq!(orders.hb.has(a.index(), b.index()), execution.hb(a, b), "{a:?} {b:?}");
                assert_eq!(orders.po.has(a.index(), b.index()), execution.po(a, b), "{a:?} {b:?}");
            }
        }
    }
}
