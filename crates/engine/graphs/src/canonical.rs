//! Which events a revisit may remove: those that were added in the canonical way.
//!
//! Every event that can be added in several ways has one canonical way, a function of the events it is added
//! to: a read sees the coherence-latest write, a write becomes the latest and has revisited no read, a lock
//! follows the last lock. (TruSt calls this *maximally added*.) The removed part must be the canonical
//! extension of what is kept; then the same kept graph cannot be reached by removing another part, and no
//! execution is shown twice.

use crate::graph::Graph;
use crate::model::Judge;
use crate::relation::EventSet;
use event::Bits;

/// What a revisit of `read` by `write` removes, including `read`: everything since `read` that `write` does
/// not depend on.
pub(crate) fn doomed<B: Bits>(graph: &Graph<B>, read: usize, write: usize) -> EventSet<B> {
    let since = EventSet::below(graph.len()) - EventSet::below(read);
    since - graph.prefix(write) - EventSet::one(write)
}

/// Whether `write` may revisit `read`: every removed event was added canonically to the events before it and
/// those that `write` depends on.
pub(crate) fn may_revisit<B: Bits, G: Judge<B>>(
    model: &G,
    graph: &Graph<B>,
    read: usize,
    write: usize,
) -> bool {
    doomed(graph, read, write).all(|event| {
        let previous = EventSet::below(event) | graph.prefix(write);
        is_canonical(model, graph, event, previous - EventSet::one(write) - EventSet::one(event))
    })
}

/// Whether `event` was added in the canonical way to `previous`.
fn is_canonical<B: Bits, G: Judge<B>>(
    model: &G,
    graph: &Graph<B>,
    event: usize,
    previous: EventSet<B>,
) -> bool {
    let node = graph.node(event);
    // The first way to choose is the canonical one.
    let Some(place) = node.place else { return node.choice.is_none_or(|choice| choice == 0) };
    let accesses = graph.accesses(place);
    if !(graph.readers(event) & previous).is_empty() {
        return false;
    }
    // An update that may fail spuriously canonically does not.
    if node.failed == Some(crate::FailedUpdate::Spurious) {
        return false;
    }
    match (accesses.coherent, node.kind.is_read() || node.is_chained()) {
        (true, true) => accesses.last_within(previous) == node.source(),
        (true, false) => accesses.last_within(previous | EventSet::one(event)) == Some(event),
        (false, true) => canonical_source(model, graph, event, previous) == node.source(),
        (false, false) => true,
    }
}

/// Without coherence there is no latest write. Any fixed choice among the visible writes will do; ours is the
/// last write of the last thread, and the default write only if nothing else is visible.
fn canonical_source<B: Bits, G: Judge<B>>(
    model: &G,
    graph: &Graph<B>,
    read: usize,
    previous: EventSet<B>,
) -> Option<usize> {
    let sources = model.visible(graph, read, previous);
    sources.writes.max_by_key(|&w| (graph.node(w).thread, w))
}
