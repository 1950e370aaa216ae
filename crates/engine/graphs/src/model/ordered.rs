//! SC, TSO and PSO: a single order of all events must be acyclic.
//!
//! The rules are those of `axioms` (its `axioms/sc.rs` and `axioms/store_buffer.rs`), as edges that a change
//! adds to a transitively closed order. With store buffers, sc-per-location is checked separately, in the
//! form of the four coherence shapes: an access never sees, or is placed before, what its thread already saw
//! or wrote there.

use super::{Change, Facts, Judge, judge};
use crate::graph::{Accesses, Graph, GraphLocation, Node};
use crate::relation::EventSet;
use axioms::Axioms;
use event::{Bits, EventKind, Fence, LocKind, Rejection, ThreadId, WriteMode};

/// The models with coherence for all locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ordered {
    /// Sequential consistency.
    Sc,
    /// Total store order.
    Tso,
    /// Partial store order.
    Pso,
}

impl Facts for Ordered {
    fn name(&self) -> &str {
        match self {
            Ordered::Sc => "sc",
            Ordered::Tso => "tso",
            Ordered::Pso => "pso",
        }
    }

    fn uses_coherence(&self, _kind: LocKind) -> bool {
        true
    }
}

impl<B: Bits> Judge<B> for Ordered {
    fn consistent(&self, graph: &mut Graph<B>, change: Change) -> bool {
        let ordered = match change {
            Change::Added(event) => {
                let before = self.direct(graph, event);
                let after = from_read(graph, event);
                graph.order.append(before, event);
                after.is_empty() || graph.order.insert(EventSet::EMPTY, event, after)
            }
            Change::Placed(write) => place(graph, write),
            Change::Restricted => self.rebuild(graph),
        };
        ordered && (*self == Ordered::Sc || per_location(graph, change))
    }

    fn is_stale(
        &self,
        graph: &Graph<B>,
        thread: ThreadId,
        place: GraphLocation,
        source: Option<usize>,
    ) -> bool {
        // Every earlier read of the thread, and whatever drained its buffer, precedes the next read.
        let ordered =
            |&e: &usize| *self == Ordered::Sc || graph.node(e).kind.is_read() || drains(graph.node(e));
        let Some(latest) = graph.thread(thread).filter(ordered).last() else { return false };
        let past = graph.order.before(latest) | EventSet::one(latest);
        graph.accesses(place).next(source).is_some_and(|overwriter| past.contains(overwriter))
    }

    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection> {
        let axioms = match self {
            Ordered::Sc => Axioms::Sc,
            Ordered::Tso => Axioms::Tso,
            Ordered::Pso => Axioms::Pso,
        };
        judge(axioms, graph)
    }
}

impl Ordered {
    /// Everything that directly precedes an event, apart from coherence and from-reads.
    fn direct<B: Bits>(self, graph: &Graph<B>, event: usize) -> EventSet<B> {
        let node = graph.node(event);
        let mut causes = graph.causes(event);
        if self == Ordered::Sc {
            return causes | graph.previous(event).into();
        }
        // With store buffers, a thread sees its own write before others do.
        if node.kind.is_read() {
            causes = causes - graph.thread(node.thread);
        }
        // The start precedes every event of the thread: where program order is not preserved, the second
        // event need not follow the first.
        causes | self.preserved(graph, event) | graph.start_of(node.thread).into()
    }

    /// The events of the thread whose order with `event` is preserved.
    fn preserved<B: Bits>(self, graph: &Graph<B>, event: usize) -> EventSet<B> {
        let node = graph.node(event);
        let earlier = graph.thread(node.thread) & EventSet::below(event);
        if drains(node) {
            return earlier;
        }
        let mut kept = EventSet::EMPTY;
        let mut fenced = EventSet::EMPTY;
        for first in earlier {
            let other = graph.node(first);
            if drains(other) || node.kind.loc().is_some() && other.kind.is_read() {
                kept.insert(first);
            } else if other.kind.is_write() && node.kind.is_write() {
                let release = matches!(node.kind, EventKind::Write(_, WriteMode::Release));
                if self == Ordered::Tso || other.place == node.place || release {
                    kept.insert(first);
                }
            } else if matches!(
                other.kind,
                EventKind::Fence(Fence::Release | Fence::StoreStore) | EventKind::Freeze(_)
            ) {
                fenced = earlier & EventSet::below(first);
            }
        }
        if node.kind.is_write() {
            kept |= fenced.filter(|&e| graph.node(e).kind.is_write()).collect();
        }
        kept
    }

    fn rebuild<B: Bits>(self, graph: &mut Graph<B>) -> bool {
        let mut order = std::mem::take(&mut graph.order);
        order.reset(graph.len());
        for event in 0..graph.len() {
            order.relate(self.direct(graph, event), event);
        }
        for accesses in graph.places().iter().filter(|a| a.coherent) {
            let mut readers = accesses.default_readers;
            let mut previous = EventSet::EMPTY;
            for write in accesses.order.iter().map(|&w| usize::from(w)) {
                order.relate((previous | readers) - EventSet::one(write), write);
                previous = EventSet::one(write);
                readers = graph.readers(write);
            }
        }
        graph.order = order;
        graph.order.close()
    }
}

/// What a newly added event precedes: the overwriter of the write it sees, and a lock that waited for it.
fn from_read<B: Bits>(graph: &Graph<B>, event: usize) -> EventSet<B> {
    let node = graph.node(event);
    match (node.place, node.partner()) {
        (Some(place), _) if node.kind.is_read() || node.is_chained() => {
            graph.accesses(place).next(node.source()).filter(|&w| w != event).into()
        }
        (None, Some(lock)) => graph.readers(lock),
        _ => EventSet::EMPTY,
    }
}

/// Adds the coherence and from-reads edges of a newly placed write.
fn place<B: Bits>(graph: &mut Graph<B>, write: usize) -> bool {
    let place = graph.node(write).place.expect("a placed write has a place");
    let accesses = graph.accesses(place);
    let rank = accesses.rank(write).expect("it was just placed");
    let previous = rank.checked_sub(1).map(|r| usize::from(accesses.order[r]));
    let overwritten = previous.map_or(accesses.default_readers, |p| graph.readers(p));
    let before = (overwritten | previous.into()) - EventSet::one(write);
    let after = EventSet::from(accesses.order.get(rank + 1).map(|&w| usize::from(w)));
    let mut readers = graph.readers(write);
    graph.order.insert(before, write, after)
        && readers.all(|reader| graph.order.insert(EventSet::EMPTY, reader, after - EventSet::one(reader)))
}

/// sc-per-location for what changed: acyclic(po-loc ∪ rf ∪ co ∪ fr).
fn per_location<B: Bits>(graph: &Graph<B>, change: Change) -> bool {
    match change {
        Change::Added(event) if graph.node(event).kind.is_read() => sees_no_older(graph, event),
        Change::Placed(write) => {
            let accesses = graph.accesses(graph.node(write).place.expect("a placed write has a place"));
            // Coherence is strict, hence `<`; the default write has no rank.
            floor(graph, accesses, write) < accesses.rank(write)
                && graph.readers(write).all(|read| sees_no_older(graph, read))
        }
        // Only the revisited read changed, and the write it sees is placed next.
        _ => true,
    }
}

/// Whether a read sees nothing older than what its thread saw or wrote before.
fn sees_no_older<B: Bits>(graph: &Graph<B>, read: usize) -> bool {
    let node = graph.node(read);
    let accesses = graph.accesses(node.place.expect("a read has a place"));
    floor(graph, accesses, read) <= node.source().and_then(|w| accesses.rank(w))
}

/// The rank of the write that the thread last saw or wrote at this location before `event`.
fn floor<B: Bits>(graph: &Graph<B>, accesses: &Accesses<B>, event: usize) -> Option<usize> {
    let own = graph.thread(graph.node(event).thread) & EventSet::below(event);
    let latest = (own & (accesses.reads | accesses.writes)).last()?;
    let node = graph.node(latest);
    accesses.rank(if node.kind.is_write() { latest } else { node.source()? })
}

/// Whether this event needs empty store buffers.
fn drains(node: &Node) -> bool {
    node.failed.is_some()
        || matches!(
            node.kind,
            EventKind::Write(_, WriteMode::Volatile)
                | EventKind::Rmw(..)
                | EventKind::Fence(Fence::Full)
                | EventKind::Lock(_)
                | EventKind::Unlock(_)
                | EventKind::Start(_)
                | EventKind::Join(_)
                | EventKind::End
        )
}
