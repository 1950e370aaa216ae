//! Models as the engine uses them: is the graph still consistent after this change?
//!
//! A model must be *prefix-closed* (removing events that nothing else depends on keeps a consistent graph
//! consistent), *extensible* (a graph stays consistent when a thread adds a read that sees the
//! coherence-latest write, or a write that becomes the latest; without coherence, any source of
//! [`Judge::visible`]) and must forbid cycles of po ∪ rf. For other predicates the engine finds only
//! what it can reach through consistent prefixes.

mod opmm;
mod ordered;
mod plugged;
mod release_acquire;

use crate::graph::{Graph, GraphLocation};
use crate::relation::{EventSet, Size256, Size1024, Size4096};
use axioms::Axioms;
use event::{Bits, EventKind, LocKind, Rejection, ThreadId};

pub use opmm::OpMm;
pub use ordered::Ordered;
pub use plugged::Plugged;
pub use release_acquire::ReleaseAcquire;

/// What has changed in a graph since it was last found consistent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// This event was added at the end of its thread. A write to a coherent location is not placed yet, so
    /// nothing is known about its order; an update counts only as its read so far.
    Added(usize),
    /// This write was put into the coherence order of its location. It may already have one reader: a
    /// revisited read.
    Placed(usize),
    /// A read was revisited and events were removed; a write may still be unplaced. Orders are stale.
    Restricted,
}

/// What a read of a location without coherence may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sources<B: Bits = u64> {
    /// These writes.
    pub writes: EventSet<B>,
    /// Whether the default write is among them.
    pub default: bool,
}

impl<B: Bits> Sources<B> {
    /// Whether this source is among them.
    pub fn contain(self, source: Option<usize>) -> bool {
        source.map_or(self.default, |write| self.writes.contains(write))
    }
}

/// What a memory model says about programs, whatever the size of its graphs.
pub trait Facts: Sync {
    /// The name users know the model by.
    fn name(&self) -> &str;

    /// Whether the model orders all writes to such a location.
    fn uses_coherence(&self, kind: LocKind) -> bool;

    /// What a program must not contain for the model to be defined; `None` if this access is supported.
    fn unsupported(&self, _kind: LocKind, _access: EventKind) -> Option<&'static str> {
        None
    }

    /// The most events of a graph that the model can judge.
    fn most_events(&self) -> usize {
        usize::MAX
    }
}

/// A memory model that decides incrementally, for graphs of one size.
///
/// Laws: answers are functions of the graph; `consistent` agrees with `check` on graphs in which every write
/// is placed.
pub trait Judge<B: Bits>: Facts {
    /// Whether the graph is consistent after the change, given that it was before. The model may update
    /// [`Graph::order`] and [`Graph::hb`] here; after `false` the graph is not used again.
    fn consistent(&self, graph: &mut Graph<B>, change: Change) -> bool;

    /// Whether a read that `thread` would add next certainly cannot see `source`, as far as a quick check can
    /// tell. `false` only costs a graph that [`Judge::consistent`] refuses.
    fn is_stale(
        &self,
        _graph: &Graph<B>,
        _thread: ThreadId,
        _place: GraphLocation,
        _source: Option<usize>,
    ) -> bool {
        false
    }

    /// Accepts the graph, or names the axiom that it breaks. Slow, and only for graphs of at most 64 events.
    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection>;

    /// What `read`, an event of a location without coherence, could see if the graph consisted only of
    /// `within` and `read` were added next.
    fn visible(&self, graph: &Graph<B>, read: usize, within: EventSet<B>) -> Sources<B> {
        let place = graph.node(read).place;
        let writes = place.map_or(EventSet::EMPTY, |p| graph.accesses(p).writes & within);
        Sources { writes, default: true }
    }

    /// The writes that may be the last to a location at the end of an execution; empty if there are none.
    fn last_writes(&self, graph: &Graph<B>, place: GraphLocation) -> EventSet<B> {
        graph.accesses(place).order.last().map(|&w| usize::from(w)).into()
    }
}

/// A memory model for graphs of all sizes.
pub trait GraphModel: Judge<u64> + Judge<Size256> + Judge<Size1024> + Judge<Size4096> {}

impl<T: Judge<u64> + Judge<Size256> + Judge<Size1024> + Judge<Size4096> + ?Sized> GraphModel for T {}

impl<T: Facts + ?Sized> Facts for &T {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn uses_coherence(&self, kind: LocKind) -> bool {
        (**self).uses_coherence(kind)
    }

    fn unsupported(&self, kind: LocKind, access: EventKind) -> Option<&'static str> {
        (**self).unsupported(kind, access)
    }

    fn most_events(&self) -> usize {
        (**self).most_events()
    }
}

impl<B: Bits, T: Judge<B> + ?Sized> Judge<B> for &T {
    fn consistent(&self, graph: &mut Graph<B>, change: Change) -> bool {
        (**self).consistent(graph, change)
    }

    fn is_stale(
        &self,
        graph: &Graph<B>,
        thread: ThreadId,
        place: GraphLocation,
        source: Option<usize>,
    ) -> bool {
        (**self).is_stale(graph, thread, place, source)
    }

    fn check(&self, graph: &Graph<B>) -> Result<(), Rejection> {
        (**self).check(graph)
    }

    fn visible(&self, graph: &Graph<B>, read: usize, within: EventSet<B>) -> Sources<B> {
        (**self).visible(graph, read, within)
    }

    fn last_writes(&self, graph: &Graph<B>, place: GraphLocation) -> EventSet<B> {
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

/// Judges by the predicate of `axioms`.
fn judge<B: Bits>(axioms: Axioms, graph: &Graph<B>) -> Result<(), Rejection> {
    crate::Snapshot::new(graph)?.judge(&axioms)
}
