//! A graph of any size, as visitors see it.

use crate::graph::{Accesses, Graph, GraphLocation, Node};
use crate::model::{GraphModel, Judge};
use crate::relation::{Size256, Size1024, Size4096};
use crate::snapshot::Snapshot;
use event::{Bits, MonitorId, Rejection, ThreadId};

/// A graph, whatever the size of its sets.
#[derive(Debug, Clone, Copy)]
pub enum AnyGraph<'a> {
    /// At most 64 events.
    Small(&'a Graph<u64>),
    /// At most 256 events.
    Medium(&'a Graph<Size256>),
    /// At most 1024 events.
    Large(&'a Graph<Size1024>),
    /// At most 4096 events.
    Largest(&'a Graph<Size4096>),
}

/// A size of graphs.
pub(crate) trait Size: Bits {
    /// A graph of this size.
    fn any(graph: &Graph<Self>) -> AnyGraph<'_>;
}

impl Size for u64 {
    fn any(graph: &Graph<Self>) -> AnyGraph<'_> {
        AnyGraph::Small(graph)
    }
}

impl Size for Size256 {
    fn any(graph: &Graph<Self>) -> AnyGraph<'_> {
        AnyGraph::Medium(graph)
    }
}

impl Size for Size1024 {
    fn any(graph: &Graph<Self>) -> AnyGraph<'_> {
        AnyGraph::Large(graph)
    }
}

impl Size for Size4096 {
    fn any(graph: &Graph<Self>) -> AnyGraph<'_> {
        AnyGraph::Largest(graph)
    }
}

macro_rules! of {
    ($any:expr, $graph:ident => $answer:expr) => {
        match $any {
            AnyGraph::Small($graph) => $answer,
            AnyGraph::Medium($graph) => $answer,
            AnyGraph::Large($graph) => $answer,
            AnyGraph::Largest($graph) => $answer,
        }
    };
}

impl<'a> AnyGraph<'a> {
    /// All events.
    pub fn nodes(self) -> &'a [Node] {
        of!(self, graph => graph.nodes())
    }

    /// An event.
    pub fn node(self, event: usize) -> &'a Node {
        &self.nodes()[event]
    }

    /// The number of events.
    pub fn len(self) -> usize {
        self.nodes().len()
    }

    /// Whether the graph has no events.
    pub fn is_empty(self) -> bool {
        self.nodes().is_empty()
    }

    /// The number of threads of the program.
    pub fn thread_count(self) -> usize {
        of!(self, graph => graph.thread_count())
    }

    /// The events of a thread, in program order.
    pub fn thread(self, thread: ThreadId) -> impl DoubleEndedIterator<Item = usize> + 'a {
        let events: Vec<usize> = of!(self, graph => graph.thread(thread).collect());
        events.into_iter()
    }

    /// The event that started a thread.
    pub fn start_of(self, thread: ThreadId) -> Option<usize> {
        of!(self, graph => graph.start_of(thread))
    }

    /// The last event of a thread, if the thread has ended.
    pub fn end_of(self, thread: ThreadId) -> Option<usize> {
        of!(self, graph => graph.end_of(thread))
    }

    /// Whether an event is a lock that waits for the owner of the monitor.
    pub fn is_waiting(self, event: usize) -> bool {
        of!(self, graph => graph.is_waiting(event))
    }

    /// The owner of a monitor.
    pub fn owner(self, monitor: MonitorId) -> Option<ThreadId> {
        of!(self, graph => graph.owner(monitor))
    }

    /// The writes of each place in coherence order, or the chain of a monitor; places in no particular order.
    pub fn orders(self) -> Vec<&'a [u16]> {
        fn all<B: Bits>(places: &[Accesses<B>]) -> Vec<&[u16]> {
            places.iter().map(|accesses| accesses.order.as_slice()).collect()
        }
        of!(self, graph => all(graph.places()))
    }

    /// Accepts the graph, or names the axiom of the model that it breaks. For graphs of at most 64 events.
    pub fn check(self, model: &impl GraphModel) -> Result<(), Rejection> {
        of!(self, graph => model.check(graph))
    }

    /// The execution with its coherence order.
    pub(crate) fn snapshot(self) -> Result<Snapshot, Rejection> {
        of!(self, graph => Snapshot::new(graph))
    }

    /// The writes that may be the last to a place, if some graph of this exploration has met it.
    pub(crate) fn last_writes(self, model: &dyn GraphModel, place: GraphLocation) -> Vec<usize> {
        of!(self, graph => match graph.has_met(place) {
            true => Judge::last_writes(model, graph, place).collect(),
            false => Vec::new(),
        })
    }
}
