//! Models as the engine asks them: is the graph still consistent after this change?
//!
//! A model must be *prefix-closed* (leaving out events nothing else depends on keeps a consistent graph consistent),
//! *extensible* (a graph stays consistent when a thread adds a read that sees the coherence-latest write, or a write
//! that becomes it; without coherence, any source of [`GraphModel::visible`]) and must forbid cycles of po ∪ rf. For other
//! predicates the engine finds only what it can reach through consistent prefixes.

mod opmm;
mod ordered;
mod plugged;

use crate::graph::{Graph, GraphLocation};
use crate::relation::EventSet;
use axioms::Axioms;
use event::{EventKind, LocKind, Rejection, ThreadId};

pub use opmm::OpMm;
pub use ordered::Ordered;
pub use plugged::Plugged;

/// What has happened to a graph since it was last found consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// This event was added at the end of its thread. If it is a write of a coherent place, it is not placed yet and
    /// nothing is known about its order; an update counts as its read so far.
    Added(usize),
    /// This write was put into the coherence order of its place. It may already have one reader: a revisited one.
    Placed(usize),
    /// A read was revisited and events were taken away; a write may still be without place. Orders are stale.
    Restricted,
}

/// What a read of a place without coherence may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sources {
    /// These writes.
    pub writes: EventSet,
    /// Whether also the default write.
    pub default: bool,
}

impl Sources {
    /// Whether this source is among them.
    pub fn contain(self, source: Option<usize>) -> bool {
        source.map_or(self.default, |write| self.writes.contains(write))
    }
}

/// A memory model, asked step by step.
///
/// Laws: answers are functions of the graph; `consistent` agrees with `check` on graphs in which every write is placed.
pub trait GraphModel: Sync {
    /// The name users know the model by.
    fn name(&self) -> &str;

    /// Whether the model orders all writes of such a location.
    fn uses_coherence(&self, kind: LocKind) -> bool;

    /// What a program must not contain for the model to be defined, or `None` if all is fine.
    fn unsupported(&self, _kind: LocKind, _access: EventKind) -> Option<&'static str> {
        None
    }

    /// Whether the graph is consistent after the change, given that it was so before. The model may keep
    /// [`Graph::order`] and [`Graph::hb`] up to date here; after a `false` the graph is not used again.
    fn consistent(&self, graph: &mut Graph, change: Change) -> bool;

    /// Whether a read that `thread` would add next certainly cannot see `source`, as far as that can be told at once. A
    /// `false` costs a graph that [`GraphModel::consistent`] refuses.
    fn is_stale(
        &self,
        _graph: &Graph,
        _thread: ThreadId,
        _place: GraphLocation,
        _source: Option<usize>,
    ) -> bool {
        false
    }

    /// Accepts the graph, or says which axiom it breaks. Slow.
    fn check(&self, graph: &Graph) -> Result<(), Rejection>;

    /// What `read`, an event of a place without coherence, could see if the graph consisted of `within` only and `read`
    /// were added next.
    fn visible(&self, graph: &Graph, read: usize, within: EventSet) -> Sources {
        let place = graph.node(read).place;
        let writes = place.map_or(EventSet::EMPTY, |p| graph.accesses(p).writes & within);
        Sources { writes, default: true }
    }

    /// The writes that may be the last of a place at the end of an execution; none if nothing was written.
    fn last_writes(&self, graph: &Graph, place: GraphLocation) -> EventSet {
        graph.accesses(place).order.last().map(|&w| usize::from(w)).into()
    }
}

impl<T: GraphModel + ?Sized> GraphModel for &T {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn uses_coherence(&self, kind: LocKind) -> bool {
        (**self).uses_coherence(kind)
    }

    fn unsupported(&self, kind: LocKind, access: EventKind) -> Option<&'static str> {
        (**self).unsupported(kind, access)
    }

    fn consistent(&self, graph: &mut Graph, change: Change) -> bool {
        (**self).consistent(graph, change)
    }

    fn is_stale(&self, graph: &Graph, thread: ThreadId, place: GraphLocation, source: Option<usize>) -> bool {
        (**self).is_stale(graph, thread, place, source)
    }

    fn check(&self, graph: &Graph) -> Result<(), Rejection> {
        (**self).check(graph)
    }

    fn visible(&self, graph: &Graph, read: usize, within: EventSet) -> Sources {
        (**self).visible(graph, read, within)
    }

    fn last_writes(&self, graph: &Graph, place: GraphLocation) -> EventSet {
        (**self).last_writes(graph, place)
    }
}

/// The incremental form of a model of `axioms`.
pub fn built_in(axioms: Axioms) -> &'static dyn GraphModel {
    match axioms {
        Axioms::Sc => &Ordered::Sc,
        Axioms::Tso => &Ordered::Tso,
        Axioms::Pso => &Ordered::Pso,
        Axioms::OpMm => &OpMm,
    }
}

/// Asks the predicate of `axioms`.
fn judge(axioms: Axioms, graph: &Graph) -> Result<(), Rejection> {
    crate::Snapshot::new(graph)?.judge(&axioms)
}
