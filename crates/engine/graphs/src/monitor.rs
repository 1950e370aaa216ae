//! Monitors: a lock is an update of its monitor that sees the preceding lock and waits for its unlock.
//!
//! Nested locks of a monitor that the thread already owns are ordinary events. The outermost ones form a
//! chain. A new lock goes to the end of the chain if the monitor is free, or revisits an existing lock and is
//! inserted right before it; the revisited lock keeps its number and waits, and its thread continues after
//! the unlock. An unlock removes nothing: the next owner is already decided.

use crate::access::restrict;
use crate::any::Size;
use crate::canonical::may_revisit;
use crate::engine::{Engine, Job};
use crate::graph::{Graph, Node};
use crate::model::{Change, GraphModel, Judge};
use crate::relation::EventSet;
use crate::schedule;
use axioms::Overflow;
use event::{EventKind, Machine, MonitorId, ThreadId};

impl<M: Machine, G: GraphModel + Judge<B>, B: Size> Engine<'_, M, G, B> {
    /// Enters a free monitor.
    pub(crate) fn lock(
        &mut self,
        mut job: Job<M::State, B>,
        thread: ThreadId,
        monitor: MonitorId,
    ) -> Result<Option<Job<M::State, B>>, Overflow> {
        self.lock_earlier(&mut job, thread, monitor)?;
        let place = self.places.monitor(monitor);
        job.graph.meet(place, true);
        let last = job.graph.accesses(place).order.last().map(|&lock| usize::from(lock));
        let node = Node { place: Some(place), ..Node::new(thread, EventKind::Lock(monitor)) };
        Ok(self.extend(job, node.with_source(last)))
    }

    /// Enters a monitor before existing sections.
    pub(crate) fn lock_earlier(
        &mut self,
        job: &mut Job<M::State, B>,
        thread: ThreadId,
        monitor: MonitorId,
    ) -> Result<(), Overflow> {
        let place = self.places.monitor(monitor);
        job.graph.meet(place, true);
        for at in 0..job.graph.accesses(place).order.len() {
            let order = &job.graph.accesses(place).order;
            let next = usize::from(order[at]);
            let before = at.checked_sub(1).map(|b| usize::from(order[b]));
            // While the owner is inside, no lock can come next.
            if before.is_some_and(|b| job.graph.node(b).partner().is_none()) {
                continue;
            }
            let node = Node { place: Some(place), ..Node::new(thread, EventKind::Lock(monitor)) };
            let lock = job.graph.push(node.with_source(before));
            if !job.graph.prefix(lock).contains(next) && may_revisit(self.model, &job.graph, next, lock) {
                self.revisit_lock(&job.graph, next, lock, at)?;
            }
            job.graph.pop_lock();
        }
        Ok(())
    }

    /// Inserts `lock`, which is not in the chain yet, right before `next`, which is at position `at` and has
    /// to wait.
    fn revisit_lock(
        &mut self,
        graph: &Graph<B>,
        next: usize,
        lock: usize,
        at: usize,
    ) -> Result<(), Overflow> {
        let mut restricted = self.fresh();
        let lock = restrict(&mut restricted, graph, next, lock);
        let node = restricted.node(next);
        let waiting = Node { place: node.place, ..Node::new(node.thread, node.kind) };
        restricted.replace(next, waiting.with_source(Some(lock)));
        restricted.place_at(lock, at);
        restricted.place_at(next, at + 1);
        if !self.model.consistent(&mut restricted, Change::Restricted) {
            self.recycle(restricted);
            return Ok(());
        }
        self.summary.revisits += 1;
        let state = self.replay(&restricted, EventSet::EMPTY)?;
        self.stack.push(Job { graph: restricted, state });
        Ok(())
    }

    /// Leaves a monitor; a thread that waits for it can continue.
    pub(crate) fn unlock(
        &mut self,
        job: Job<M::State, B>,
        thread: ThreadId,
        monitor: MonitorId,
    ) -> Result<Option<Job<M::State, B>>, Overflow> {
        let graph = &job.graph;
        let mut node = Node::new(thread, EventKind::Unlock(monitor));
        match schedule::depth(graph, thread, monitor) {
            0 => return Err(Overflow::Unsupported("an unlock without a lock")),
            1 => {
                let is_open = |&e: &usize| {
                    let node = graph.node(e);
                    node.kind == EventKind::Lock(monitor) && node.is_chained() && node.partner().is_none()
                };
                node.partner = graph.thread(thread).filter(is_open).last().map(|lock| lock as u16);
            }
            _ => {}
        }
        Ok(self.extend(job, node))
    }
}
