//! RC11 for Java modes: what the file `models/ra.cat` says, as one of the models of the engine.
//!
//! Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, *Repairing Sequential Consistency in C/C++11*, PLDI 2017;
//! `models/ra.cat` says how Java's modes map to it. Everything is computed anew after each change; nothing
//! is stored in the graph. **Promises** to accept what the file accepts (tested on random programs). Does
//! not report data races, which the file flags.

use super::{Change, Facts, Judge};
use crate::graph::Graph;
use crate::relation::EventSet;
use crate::snapshot::Snapshot;
use axioms::cat::CatModel;
use event::{Bits, EventKind, Fence, LocKind, ReadMode, Rejection, Relation, RmwMode, WriteMode};
use std::sync::OnceLock;

/// Release/acquire as in C11, repaired (RC11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReleaseAcquire;

impl Facts for ReleaseAcquire {
    fn name(&self) -> &str {
        "ra"
    }

    fn uses_coherence(&self, _kind: LocKind) -> bool {
        true
    }

    fn unsupported(&self, _kind: LocKind, access: EventKind) -> Option<&'static str> {
        matches!(access, EventKind::Freeze(_)).then_some("a final field under ra.cat")
    }
}

impl<B: Bits> Judge<B> for ReleaseAcquire {
    fn consistent(&self, graph: &mut Graph<B>, _change: Change) -> bool {
        let happens = happens(graph);
        let (co, fr) = orders(graph);
        coherent(graph, &happens, &co, &fr) && sequentially_consistent(graph, &happens, co, fr)
    }

    /// As the file judges it.
    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection> {
        static FILE: OnceLock<Option<CatModel>> = OnceLock::new();
        let snapshot = Snapshot::new(graph)?;
        match FILE.get_or_init(|| CatModel::shipped("ra")) {
            Some(file) => snapshot.judge(file),
            None => Err(Rejection { axiom: "ra.cat is shipped", witness: Vec::new() }),
        }
    }
}

/// The order in which accesses and fences take part in synchronisation; `None` for other events.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Plain,
    Opaque,
    Acquire,
    Release,
    Volatile,
}

fn mode(kind: EventKind) -> Option<Mode> {
    Some(match kind {
        EventKind::Read(_, ReadMode::Plain)
        | EventKind::Write(_, WriteMode::Plain)
        | EventKind::Rmw(_, RmwMode::Plain) => Mode::Plain,
        EventKind::Read(_, ReadMode::Opaque) | EventKind::Write(_, WriteMode::Opaque) => Mode::Opaque,
        EventKind::Read(_, ReadMode::Acquire)
        | EventKind::Rmw(_, RmwMode::Acquire)
        | EventKind::Fence(Fence::Acquire) => Mode::Acquire,
        EventKind::Write(_, WriteMode::Release)
        | EventKind::Rmw(_, RmwMode::Release)
        | EventKind::Fence(Fence::Release) => Mode::Release,
        EventKind::Read(_, ReadMode::Volatile)
        | EventKind::Write(_, WriteMode::Volatile)
        | EventKind::Rmw(_, RmwMode::Volatile)
        | EventKind::Fence(Fence::Full) => Mode::Volatile,
        _ => return None,
    })
}

fn events<B: Bits>(graph: &Graph<B>, holds: impl Fn(EventKind) -> bool) -> EventSet<B> {
    (0..graph.len()).filter(|&e| !graph.is_waiting(e) && holds(graph.node(e).kind)).collect()
}

fn is_fence(kind: EventKind) -> bool {
    matches!(kind, EventKind::Fence(_))
}

/// Happens-before: program order, starts, joins, monitors, and what synchronises.
fn happens<B: Bits>(graph: &Graph<B>) -> Relation<B> {
    let mut happens = Relation::empty(graph.len());
    for event in 0..graph.len() {
        let node = graph.node(event);
        let mut before = EventSet::from(graph.previous(event));
        if let EventKind::Join(_) | EventKind::Lock(_) = node.kind {
            before |= graph.causes(event);
        }
        before.for_each(|b| happens.insert(b, event));
        if node.kind.is_read() && !matches!(mode(node.kind), Some(Mode::Plain) | None) {
            let releases = released(graph, node.source());
            acquiring(graph, event).for_each(|to| releases.for_each(|from| happens.insert(from, to)));
        }
    }
    happens.close();
    happens
}

/// The events that an atomic read acquires for: itself, and the acquiring fences after it.
fn acquiring<B: Bits>(graph: &Graph<B>, read: usize) -> EventSet<B> {
    let acquires = |kind| matches!(mode(kind), Some(Mode::Acquire | Mode::Volatile));
    let later = graph.thread(graph.node(read).thread) - EventSet::below(read);
    later.filter(|&e| acquires(graph.node(e).kind) && (e == read || is_fence(graph.node(e).kind))).collect()
}

/// The events that release to whoever sees a write: through later writes of the same thread, through fences
/// before them, and through updates that saw them.
fn released<B: Bits>(graph: &Graph<B>, mut source: Option<usize>) -> EventSet<B> {
    let releases = |kind| matches!(mode(kind), Some(Mode::Release | Mode::Volatile));
    let mut all = EventSet::EMPTY;
    while let Some(write) = source {
        let node = graph.node(write);
        if !matches!(mode(node.kind), Some(Mode::Plain) | None) {
            let earlier = graph.thread(node.thread) & EventSet::below(write + 1);
            all |= earlier
                .filter(|&e| {
                    let other = graph.node(e).kind;
                    let to_here = other.is_write() && graph.node(e).place == node.place;
                    releases(other) && (to_here || is_fence(other))
                })
                .collect();
        }
        source = node.source().filter(|_| matches!(node.kind, EventKind::Rmw(..)));
    }
    all
}

/// Coherence and from-reads, both transitive.
fn orders<B: Bits>(graph: &Graph<B>) -> (Relation<B>, Relation<B>) {
    let (mut co, mut fr) = (Relation::empty(graph.len()), Relation::empty(graph.len()));
    let is_access = |e: usize| graph.node(e).kind.loc().is_some();
    for accesses in graph.places() {
        let mut later = EventSet::EMPTY;
        for write in accesses.order.iter().rev().map(|&w| usize::from(w)).filter(|&w| is_access(w)) {
            co.insert_all(write, later);
            graph.readers(write).for_each(|read| fr.insert_all(read, later - EventSet::one(read)));
            later |= EventSet::one(write);
        }
        accesses.default_readers.for_each(|read| fr.insert_all(read, later - EventSet::one(read)));
    }
    (co, fr)
}

/// Reads-from, coherence and from-reads, closed.
fn communication<B: Bits>(graph: &Graph<B>, co: &Relation<B>, fr: &Relation<B>) -> Relation<B> {
    let mut all = co.clone();
    all.union(fr);
    for read in (0..graph.len()).filter(|&e| graph.node(e).kind.is_read()) {
        graph.node(read).source().into_iter().for_each(|write| all.insert(write, read));
    }
    all.close();
    all
}

/// The axioms `coherence` and `update-order`.
fn coherent<B: Bits>(graph: &Graph<B>, happens: &Relation<B>, co: &Relation<B>, fr: &Relation<B>) -> bool {
    if happens.reflexive().is_some() {
        return false;
    }
    let eco = communication(graph, co, fr);
    (0..graph.len()).all(|event| !eco.after(event).any(|later| happens.contains(later, event)))
}

/// The axiom `sc`: volatile accesses and full fences.
fn sequentially_consistent<B: Bits>(
    graph: &Graph<B>,
    happens: &Relation<B>,
    co: Relation<B>,
    fr: Relation<B>,
) -> bool {
    let volatile = events(graph, |kind| mode(kind) == Some(Mode::Volatile));
    if volatile.len() < 2 {
        return true;
    }
    let len = graph.len();
    let full = events(graph, |kind| kind == EventKind::Fence(Fence::Full));
    let eco = communication(graph, &co, &fr);
    let place = |e: usize| graph.node(e).place.filter(|_| graph.node(e).kind.loc().is_some());
    let (mut po, mut away, mut here) = (Relation::empty(len), Relation::empty(len), Relation::empty(len));
    for event in 0..len {
        let same: EventSet<B> =
            (0..len).filter(|&e| place(e).is_some() && place(e) == place(event)).collect();
        let later = graph.thread(graph.node(event).thread) - EventSet::below(event + 1);
        po.insert_all(event, later);
        away.insert_all(event, later - same);
        here.insert_all(event, happens.after(event) & same);
    }
    let mut scb = po;
    for part in [away.then(happens).then(&away), here, co, fr] {
        scb.union(&part);
    }
    let to_full = Relation::identity(len, full);
    // What may stand before and after: a volatile event, or a full fence with what happens after or before
    // it.
    let mut before = Relation::identity(len, volatile);
    before.union(&to_full.then(happens));
    let mut after = Relation::identity(len, volatile);
    after.union(&happens.then(&to_full));
    let mut psc = before.then(&scb).then(&after);
    let mut fences = happens.clone();
    fences.union(&happens.then(&eco).then(happens));
    psc.union(&fences.restrict(full));
    psc.is_acyclic()
}
