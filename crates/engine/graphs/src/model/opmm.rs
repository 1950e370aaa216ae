//! OpMM: well-formed executions (JLS §17.4.7) with acyclic(po ∪ so ∪ rf).
//!
//! The order of the main axiom is maintained as for SC, except that plain locations have no coherence.
//! Happens-before is maintained separately: a release happens-before *every* later acquire of its object, so
//! a volatile write that is inserted before others in so changes what later readers know, and every plain
//! read is judged again. Like the predicate in `axioms`, it **does not** support fences and modes between
//! plain and volatile.

use super::{Change, Facts, Judge, Ordered, Sources, judge};
use crate::graph::{Graph, GraphLocation};
use crate::relation::{EventSet, Order};
use axioms::Axioms;
use event::{Bits, EventKind, LocKind, ReadMode, Rejection, RmwMode, ThreadId, WriteMode};

/// The operational Java memory model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpMm;

impl Facts for OpMm {
    fn name(&self) -> &str {
        "opmm"
    }

    fn uses_coherence(&self, kind: LocKind) -> bool {
        kind == LocKind::Volatile
    }

    fn unsupported(&self, kind: LocKind, access: EventKind) -> Option<&'static str> {
        let defined = match access {
            EventKind::Fence(_) => return Some("a fence under OpMM"),
            EventKind::Freeze(_) => return Some("a final field under OpMM"),
            EventKind::Read(_, mode) => match kind {
                LocKind::Plain => mode == ReadMode::Plain,
                LocKind::Volatile => mode == ReadMode::Volatile,
                LocKind::Mixed => false,
            },
            EventKind::Write(_, mode) => match kind {
                LocKind::Plain => mode == WriteMode::Plain,
                LocKind::Volatile => mode == WriteMode::Volatile,
                LocKind::Mixed => false,
            },
            EventKind::Rmw(_, mode) => kind == LocKind::Volatile && mode == RmwMode::Volatile,
            _ => true,
        };
        (!defined).then_some("a location of mixed modes under OpMM")
    }
}

impl<B: Bits> Judge<B> for OpMm {
    fn consistent(&self, graph: &mut Graph<B>, change: Change) -> bool {
        if !Ordered::Sc.consistent(graph, change) {
            return false;
        }
        match change {
            Change::Added(event) => {
                let everything = EventSet::<B>::below(graph.len());
                let before = acquires(graph, event, everything);
                graph.hb.append(before, event);
                // A lock that waited for this unlock is the last event of its thread, so nothing else gains
                // an edge.
                let waiting = graph.node(event).partner().map_or(EventSet::EMPTY, |lock| graph.readers(lock));
                let known = waiting.is_empty() || graph.hb.insert(EventSet::EMPTY, event, waiting);
                known && (!is_plain_read(graph, event) || hb_consistent(graph, event))
            }
            Change::Placed(write) => {
                let place = graph.node(write).place.expect("a placed write has a place");
                let last = graph.accesses(place).next(Some(write)).is_none();
                last && graph.readers(write).is_empty() || rebuild(graph)
            }
            Change::Restricted => rebuild(graph),
        }
    }

    fn is_stale(
        &self,
        graph: &Graph<B>,
        thread: ThreadId,
        place: GraphLocation,
        source: Option<usize>,
    ) -> bool {
        if graph.accesses(place).coherent {
            return Judge::is_stale(&Ordered::Sc, graph, thread, place, source);
        }
        let Some(latest) = graph.thread(thread).last() else { return false };
        let past = graph.hb.before(latest) | EventSet::one(latest);
        !seen_after(&graph.hb, past, graph.accesses(place).writes).contain(source)
    }

    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection> {
        judge(Axioms::OpMm, graph)
    }

    fn visible(&self, graph: &Graph<B>, read: usize, within: EventSet<B>) -> Sources<B> {
        // Only volatile writes contribute happens-before to events that do not depend on them.
        let lenders = graph.places().iter().filter(|a| a.coherent);
        let lenders = lenders.fold(EventSet::EMPTY, |all, accesses| all | accesses.writes);
        if (lenders - within).is_empty() {
            return seen_by(graph, &graph.hb, read, within);
        }
        let hb = happens_before(graph, within | EventSet::one(read));
        seen_by(graph, &hb, read, within)
    }

    fn last_writes(&self, graph: &Graph<B>, place: GraphLocation) -> EventSet<B> {
        let accesses = graph.accesses(place);
        if accesses.coherent {
            return accesses.order.last().map(|&w| usize::from(w)).into();
        }
        // Any write that does not happen-before another may be the one that a final read sees.
        accesses.writes.fold(accesses.writes, |last, write| last - graph.hb.before(write))
    }
}

/// What directly happens-before an event, in the graph restricted to `within`.
fn acquires<B: Bits>(graph: &Graph<B>, event: usize, within: EventSet<B>) -> EventSet<B> {
    let node = graph.node(event);
    let mut before = EventSet::from(graph.previous(event));
    match (node.kind, node.place) {
        (EventKind::Join(_) | EventKind::Lock(_), _) => before |= graph.causes(event),
        (kind, Some(place)) if kind.is_read() && graph.accesses(place).coherent => {
            let order = &graph.accesses(place).order;
            let seen = node.source().map(|w| graph.accesses(place).rank(w).map_or(0, |r| r + 1));
            before |= node.source().into();
            // JLS §17.4.4: every volatile write earlier in so, not only the one that is seen.
            let earlier = order[..seen.unwrap_or(0)].iter();
            earlier.for_each(|&w| before.insert(usize::from(w)));
        }
        _ => {}
    }
    before & within
}

/// Happens-before of the graph restricted to `within`.
fn happens_before<B: Bits>(graph: &Graph<B>, within: EventSet<B>) -> Order<B> {
    let mut hb = Order::default();
    hb.reset(graph.len());
    within.for_each(|event| hb.relate(acquires(graph, event, within), event));
    hb.close();
    hb
}

fn rebuild<B: Bits>(graph: &mut Graph<B>) -> bool {
    graph.hb = happens_before(graph, EventSet::below(graph.len()));
    (0..graph.len()).all(|event| !is_plain_read(graph, event) || hb_consistent(graph, event))
}

fn is_plain_read<B: Bits>(graph: &Graph<B>, event: usize) -> bool {
    let node = graph.node(event);
    node.kind.is_read() && node.place.is_some_and(|place| !graph.accesses(place).coherent)
}

/// Happens-before consistency (JLS §17.4.5) of one read.
fn hb_consistent<B: Bits>(graph: &Graph<B>, read: usize) -> bool {
    seen_by(graph, &graph.hb, read, EventSet::below(graph.len())).contain(graph.node(read).source())
}

fn seen_by<B: Bits>(graph: &Graph<B>, hb: &Order<B>, read: usize, within: EventSet<B>) -> Sources<B> {
    let place = graph.node(read).place.expect("a read has a place");
    let sources = seen_after(hb, hb.before(read), graph.accesses(place).writes & within);
    // First clause: not hb(r, W(r)).
    let future = sources.writes.filter(|&w| hb.before(w).contains(read)).collect::<EventSet<B>>();
    Sources { writes: sources.writes - future, ..sources }
}

/// Which of these writes can be seen after `past`.
fn seen_after<B: Bits>(hb: &Order<B>, past: EventSet<B>, writes: EventSet<B>) -> Sources<B> {
    let earlier = past & writes;
    // Second clause: no w to the same variable with hb(W(r), w) and hb(w, r); the default write precedes all.
    let overwritten = earlier.fold(EventSet::EMPTY, |all, w| all | hb.before(w));
    Sources { writes: writes - overwritten, default: earlier.is_empty() }
}
