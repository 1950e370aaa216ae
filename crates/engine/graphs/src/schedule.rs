//! Chooses the event that is added next.
//!
//! **Promises** a function of the graph and of the state its events lead to: the first thread that can act. A
//! thread that wants an owned monitor cannot; if no other thread can act either, the execution is stuck, and
//! those threads may only go *before* the owner.

use crate::graph::Graph;
use crate::report::End;
use event::{Action, EventKind, Machine, MonitorId, Pending, ThreadId, WaitsFor};

/// What comes next.
pub(crate) enum Next {
    /// This thread performs this action.
    Act(ThreadId, Action),
    /// No thread can act. With the threads that want an owned monitor.
    Stuck(End, Vec<(ThreadId, MonitorId)>),
}

pub(crate) fn next<M: Machine>(machine: &M, graph: &Graph, state: &M::State, most_events: usize) -> Next {
    let mut end = End::Finished;
    let mut wanting = Vec::new();
    for thread in (0..graph.thread_count()).map(|t| ThreadId(t as u16)) {
        let last = graph.thread(thread).last();
        let runs = machine.starts_running(thread) || graph.start_of(thread).is_some();
        if !runs || last.is_some_and(|e| graph.node(e).kind == EventKind::End) {
            continue;
        }
        let action = match machine.pending(state, thread) {
            _ if graph.thread(thread).len() >= most_events => {
                end = end.max(End::Cut);
                continue;
            }
            Pending::Blocked(_) | Pending::Cut(_) => {
                end = end.max(End::Cut);
                continue;
            }
            Pending::Ended | Pending::Diverged => {
                end = end.max(End::Blocked);
                continue;
            }
            Pending::Action(action) => action,
        };
        if last.is_some_and(|e| graph.is_waiting(e)) {
            end = end.max(End::Blocked);
            continue;
        }
        let waits_for =
            action.waits_for(thread, |monitor| graph.owner(monitor), |child| graph.end_of(child).is_some());
        if waits_for.is_none() {
            return Next::Act(thread, action);
        }
        end = end.max(End::Blocked);
        if let Some(WaitsFor::Monitor(monitor, _)) = waits_for {
            wanting.push((thread, monitor));
        }
    }
    Next::Stuck(end, wanting)
}

/// How many times a thread has entered a monitor without leaving it.
pub(crate) fn depth(graph: &Graph, thread: ThreadId, monitor: MonitorId) -> usize {
    graph.thread(thread).fold(0, |depth: usize, event| match graph.node(event).kind {
        EventKind::Lock(m) if m == monitor => depth + 1,
        EventKind::Unlock(m) if m == monitor => depth.saturating_sub(1),
        _ => depth,
    })
}
