//! Turns an execution of the graph engine into a guide for a schedule ([`explore::follow`]).
//!
//! The order is one of the program order, reads-from, synchronisation order, coherence and from-reads. Under
//! models with store buffers a write counts twice: it enters the buffer, and it reaches memory. The order is
//! only a hint, so nothing here has to be exact.

use event::{Event, EventId, EventKind, Fence, WriteMode};
use explore::Guide;
use graphs::Snapshot;
use std::collections::BTreeSet;

/// The guide that follows an execution.
pub(crate) fn guide(snapshot: &Snapshot, has_buffers: bool) -> Guide {
    let execution = &snapshot.execution;
    let count = execution.events().len();
    let reaches = |id: EventId| match has_buffers && is_buffered(execution.event(id)) {
        true => count + id.index(),
        false => id.index(),
    };
    let place = sorted(count * 2, &edges(snapshot, &reaches), |node| {
        execution.event(EventId((node % count) as u32)).thread
    });
    let mut guide = Guide::default();
    for events in (0..execution.thread_count()).map(|t| execution.thread(event::ThreadId(t as u16))) {
        let (mut accesses, mut flushes) = (Vec::new(), std::collections::BTreeMap::<_, Vec<u32>>::new());
        for &id in events {
            let event = execution.event(id);
            if event.kind.loc().is_some() || matches!(event.kind, EventKind::Lock(_)) {
                accesses.push((event.read, place[id.index()]));
            }
            if let Some(loc) = event.kind.loc().filter(|_| reaches(id) != id.index()) {
                flushes.entry(loc).or_default().push(place[reaches(id)]);
            }
        }
        guide.accesses.push(accesses);
        guide.flushes.push(flushes);
    }
    guide
}

/// What comes before what. The number of an event is its place in the execution; `reaches` is the number of
/// what it does to memory.
fn edges(snapshot: &Snapshot, reaches: &impl Fn(EventId) -> usize) -> Vec<(usize, usize)> {
    let execution = &snapshot.execution;
    let mut edges = Vec::new();
    for thread in (0..execution.thread_count()).map(|t| execution.thread(event::ThreadId(t as u16))) {
        edges.extend(thread.windows(2).map(|pair| (pair[0].index(), pair[1].index())));
        for (at, &id) in thread.iter().enumerate() {
            edges.extend((reaches(id) != id.index()).then(|| (id.index(), reaches(id))));
            if drains(execution.event(id)) {
                edges.extend(thread[..at].iter().map(|&before| (reaches(before), id.index())));
            }
        }
    }
    for order in execution.so().values() {
        edges.extend(order.windows(2).map(|pair| (pair[0].index(), pair[1].index())));
    }
    for (_, order) in snapshot.co.iter() {
        edges.extend(order.windows(2).map(|pair| (reaches(pair[0]), reaches(pair[1]))));
    }
    for id in execution.ids() {
        let event = execution.event(id);
        let Some(loc) = event.kind.loc().filter(|_| event.kind.is_read()) else { continue };
        let is_foreign = |other: &EventId| execution.event(*other).thread != event.thread;
        edges.extend(event.rf.filter(is_foreign).map(|write| (reaches(write), id.index())));
        let order = snapshot.co.order(loc);
        let seen = event.rf.and_then(|write| order.iter().position(|&other| other == write));
        let later = &order[seen.map_or(0, |at| at + 1)..];
        edges.extend(later.iter().filter(|other| **other != id).map(|&other| (id.index(), reaches(other))));
    }
    edges
}

/// Whether a write enters a store buffer.
fn is_buffered(event: &Event) -> bool {
    matches!(event.kind, EventKind::Write(_, mode) if mode != WriteMode::Volatile)
}

/// Whether the thread waits for its buffer first.
fn drains(event: &Event) -> bool {
    match event.kind {
        EventKind::Read(..) | EventKind::External | EventKind::Fail | EventKind::Freeze(_) => false,
        EventKind::Fence(fence) => fence == Fence::Full,
        _ => !is_buffered(event),
    }
}

/// The place of each node in an order that contains these edges, as far as that is possible, and stays with a
/// group as long as it can.
fn sorted<G: PartialEq>(nodes: usize, edges: &[(usize, usize)], group: impl Fn(usize) -> G) -> Vec<u32> {
    let mut left: BTreeSet<usize> = (0..nodes).collect();
    let mut place = vec![0; nodes];
    let mut last: Option<usize> = None;
    for at in 0..nodes as u32 {
        let is_free = |node: usize| !edges.iter().any(|&(a, b)| b == node && a != b && left.contains(&a));
        let follows = |node: &&usize| last.is_some_and(|last| group(last) == group(**node));
        let next = left.iter().filter(|node| is_free(**node)).find(follows);
        let next =
            next.or_else(|| left.iter().find(|node| is_free(**node))).or_else(|| left.first()).copied();
        let Some(node) = next else { break };
        left.remove(&node);
        place[node] = at;
        last = Some(node);
    }
    place
}

#[cfg(test)]
mod tests {
    use crate::graph_run::by_graphs;
    use crate::model::{Model, WithMemory};
    use crate::options::Options;
    use explore::{Product, Progress, Reduction, Target, follow, replay};
    use litmus::{Program, Rng, Shape, generate};
    use operational::Memory;

    /// Follows an execution of every target. Returns how many there are, and those that were not shown.
    struct Follower<'a> {
        program: &'a Program,
        model: Model,
    }

    impl WithMemory for Follower<'_> {
        type Output = (usize, Vec<Target>);

        fn with<S: Memory>(self, memory: S) -> (usize, Vec<Target>) {
            let (options, progress) = (Options::default(), Progress::default());
            let rules = self.model.graphs().expect("a model of the graph engine");
            let run = by_graphs(self.program, rules, &options, &progress, |_| true);
            let system = Product::new(self.program, memory, Reduction::Ample);
            let mut lost = Vec::new();
            for (target, guide) in &run.guides {
                let Some(steps) = follow(&system, target, guide, 2_000, &progress) else {
                    lost.push(target.clone());
                    continue;
                };
                let (trace, _) = replay(&system, &steps).expect("a path of the system");
                if let Target::Outcome(outcome) = target {
                    assert!(trace.outcomes.contains(outcome), "{outcome:?} of {}", self.program.name());
                }
            }
            (run.guides.len(), lost)
        }
    }

    #[test]
    fn executions_of_the_graph_engine_have_schedules() {
        for model in [Model::Sc, Model::Tso, Model::Pso, Model::Opmm] {
            let (mut all, mut lost) = (0, Vec::new());
            for seed in 0..300 {
                let text = generate(&mut Rng::with_seed(seed), &Shape::core()).to_string();
                let program = litmus::load("random", &text).unwrap_or_else(|e| panic!("{e}"));
                let follower = Follower { program: &program, model };
                let counts = model.with(Options::default().memory_limits, follower);
                all += counts.0;
                lost.extend(counts.1.into_iter().map(|target| (seed, target)));
            }
            assert!(all > 300 && lost.len() * 50 <= all, "{}: of {all}: {lost:?}", model.name());
        }
    }
}
