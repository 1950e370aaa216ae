//! An execution as bit sets over its events, the form that the rules work on.

use crate::universe::is_unordered;
use event::{EventId, EventKind, Execution, ThreadId, Value};
use std::collections::BTreeMap;

/// A set of events of one execution.
pub(crate) type Set = u32;

/// The members of a set.
pub(crate) fn members(set: Set) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let first = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (first < Set::BITS as usize).then_some(first)
    })
}

/// Actions that may be the same: same thread and kind (with variable, mode, monitor), and for external
/// actions the same output.
pub(crate) type Class = usize;

/// Numbers for classes, shared by all executions of a program.
#[derive(Debug, Default)]
pub(crate) struct Classes(BTreeMap<(ThreadId, EventKind, Option<Value>), Class>);

impl Classes {
    fn number(&mut self, key: (ThreadId, EventKind, Option<Value>)) -> Class {
        let next = self.0.len();
        *self.0.entry(key).or_insert(next)
    }
}

/// An end of a synchronizes-with edge: an event, or the first action of a thread, which is not an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Node {
    Event(usize),
    First(usize),
}

/// A sufficient synchronizes-with edge (JLS §17.4.8).
#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub from: Node,
    pub to: Node,
    /// The target and everything that happens after it.
    pub after: Set,
}

/// An execution, compiled.
#[derive(Debug)]
pub(crate) struct Run {
    pub class: Vec<Class>,
    /// Position among the events of its class (ignoring values of external actions), for identity by
    /// occurrence.
    pub ordinal: Vec<usize>,
    pub written: Vec<Option<Value>>,
    /// Per read the write it sees.
    pub rf: Vec<Option<usize>>,
    pub reads: Set,
    /// Plain writes: their class matters only together with their value.
    pub plain_writes: Set,
    /// Synchronisation actions.
    pub sync: Set,
    /// External actions and failures.
    pub external: Set,
    /// Reads that see a write which does not happen-before them.
    pub racy: Set,
    /// A summary of what these see, for a quick test whether an execution can help another.
    pub races: Races,
    /// Per event everything that happens after it.
    pub hb: Vec<Set>,
    /// Per event everything that is after it in all total synchronisation orders.
    pub so: Vec<Set>,
    /// Synchronizes-with between events.
    pub sw: Vec<(Node, Node)>,
    pub sufficient: Vec<Edge>,
}

impl Run {
    pub(crate) fn len(&self) -> usize {
        self.class.len()
    }

    pub(crate) fn all(&self) -> Set {
        (1 << self.len()) - 1
    }

    pub(crate) fn is_hb(&self, a: usize, b: usize) -> bool {
        self.hb[a] >> b & 1 == 1
    }

    pub(crate) fn of(e: &Execution, classes: &mut Classes) -> Run {
        let n = e.events().len();
        let set = |wanted: &dyn Fn(EventId) -> bool| -> Set {
            e.ids().filter(|&id| wanted(id)).fold(0, |set, id| set | 1 << id.0)
        };
        let kind = |id: EventId| e.event(id).kind;
        let class: Vec<Class> = e
            .ids()
            .map(|id| {
                let event = e.event(id);
                let shown = event.written.filter(|_| event.kind == EventKind::External);
                classes.number((event.thread, event.kind, shown))
            })
            .collect();
        let earlier = |id: EventId| {
            let same = |other: &EventId| e.po(*other, id) && kind(*other) == kind(id);
            e.ids().filter(same).count()
        };
        let hb: Vec<Set> = e.ids().map(|a| set(&|b| e.hb(a, b))).collect();
        let sw = sw(e);
        Run {
            class,
            ordinal: e.ids().map(earlier).collect(),
            written: e.events().iter().map(|event| event.written).collect(),
            rf: e.events().iter().map(|event| event.rf.map(EventId::index)).collect(),
            reads: set(&|id| kind(id).is_read()),
            plain_writes: set(&|id| kind(id).is_write() && !is_sync(e, id)),
            sync: set(&|id| is_sync(e, id)),
            external: set(&|id| matches!(kind(id), EventKind::External | EventKind::Fail)),
            racy: set(&|id| is_racy(e, id)),
            races: Races::of(e, classes),
            so: synchronisation_order(e, n),
            sufficient: sufficient(e, &sw, &hb),
            sw,
            hb,
        }
    }
}

fn is_racy(e: &Execution, id: EventId) -> bool {
    e.event(id).rf.is_some_and(|w| !e.hb(w, id))
}

/// The classes and values of the racy reads of an execution and of the writes they see, hashed to 64 bits. A
/// racy read of E_i is committed and sees what it sees in E, where it is racy as well (rules 2, 5, 6; 2', 4',
/// 5').
#[derive(Debug, Clone, Copy)]
pub(crate) struct Races(u64);

impl Races {
    fn of(e: &Execution, classes: &mut Classes) -> Races {
        let racy = e.ids().filter(|&r| is_racy(e, r));
        let bit = |r: EventId| {
            let (read, write) = (e.event(r), e.event(e.event(r).rf.unwrap_or(r)));
            let number = classes.number((read.thread, read.kind, None)) * 31
                + classes.number((write.thread, write.kind, None)) * 7
                + read.read.map_or(0, |v| v.0 as usize);
            1 << (number % 64)
        };
        Races(racy.map(bit).fold(0, |set, bit: u64| set | bit))
    }

    pub(crate) fn is_subset_of(self, other: Races) -> bool {
        self.0 & !other.0 == 0
    }
}

fn is_sync(e: &Execution, id: EventId) -> bool {
    e.event(id).kind.sync_obj(e.event(id).thread).is_some()
}

/// JLS §17.4.4: a volatile write and every later read of the variable, an unlock and every later lock, the
/// end of a thread and its detection, a start and the first action of the thread.
fn sw(e: &Execution) -> Vec<(Node, Node)> {
    let mut edges = Vec::new();
    for order in e.so().values() {
        for (i, &a) in order.iter().enumerate() {
            if let EventKind::Start(child) = e.event(a).kind {
                edges.push((Node::Event(a.index()), Node::First(child.index())));
            }
            for &b in &order[i + 1..] {
                let synchronizes = match (e.event(a).kind, e.event(b).kind) {
                    (EventKind::Unlock(_), EventKind::Lock(_)) | (EventKind::End, EventKind::Join(_)) => true,
                    (w, r) => w.is_write() && r.is_read(),
                };
                if synchronizes {
                    edges.push((Node::Event(a.index()), Node::Event(b.index())));
                }
            }
        }
    }
    edges
}

/// Edges between threads with nothing between their ends by happens-before.
fn sufficient(e: &Execution, sw: &[(Node, Node)], hb: &[Set]) -> Vec<Edge> {
    let thread = |event: usize| e.events()[event].thread;
    let mut edges = Vec::new();
    for &(from, to) in sw {
        let Node::Event(a) = from else { continue };
        match to {
            Node::Event(b) => {
                let between = (0..hb.len()).any(|c| hb[a] >> c & 1 == 1 && hb[c] >> b & 1 == 1);
                if thread(a) != thread(b) && !between {
                    edges.push(Edge { from, to, after: hb[b] | 1 << b });
                }
            }
            Node::First(t) => {
                let own = (0..hb.len()).filter(|&b| thread(b).index() == t);
                edges.push(Edge { from, to, after: own.fold(0, |set, b| set | 1 << b | hb[b]) });
            }
        }
    }
    edges
}

/// The closure of program order and the orders of the objects, without the order of indistinguishable
/// neighbours.
fn synchronisation_order(e: &Execution, n: usize) -> Vec<Set> {
    let mut after: Vec<Set> = (0..n as u32)
        .map(|a| e.ids().filter(|b| e.po(EventId(a), *b)).fold(0, |set, b| set | 1 << b.0))
        .collect();
    for order in e.so().values() {
        for (i, &a) in order.iter().enumerate() {
            for &b in &order[i + 1..] {
                if !(is_unordered(e.event(a).kind) && is_unordered(e.event(b).kind)) {
                    after[a.index()] |= 1 << b.0;
                }
            }
        }
    }
    // A start comes before all actions of the thread.
    for (a, event) in e.events().iter().enumerate() {
        if let EventKind::Start(child) = event.kind {
            after[a] |= e.thread(child).iter().fold(0, |set, b| set | 1 << b.0);
        }
    }
    close(&mut after);
    after
}

/// Makes a relation transitive (Warshall).
pub(crate) fn close(after: &mut [Set]) {
    for via in 0..after.len() {
        for a in 0..after.len() {
            if after[a] >> via & 1 == 1 {
                after[a] |= after[via];
            }
        }
    }
}
