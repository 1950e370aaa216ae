//! Whether an execution is finished: no thread can continue.

use crate::replay::{events_of, threads};
use event::{Action, EventKind, Execution, Machine, MonitorId, Pending, Rejection, ThreadId};

/// How much of a run an execution claims to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Completeness {
    /// All of it: each thread has ended, was never started, computes forever without acting, or waits for a
    /// monitor or a thread forever.
    Complete,
    /// Any prefix: each thread may have stopped early.
    Prefix,
}

/// JLS §17.4.7 (3) again, for whole executions: each thread performs *all* actions it would generate. A
/// thread that was cut by a bound has not.
pub(crate) fn is_complete<M: Machine>(
    machine: &M,
    execution: &Execution,
    state: &M::State,
) -> Result<(), Rejection> {
    for thread in threads(machine) {
        let is_over = match machine.pending(state, thread) {
            _ if !is_started(machine, execution, thread) => true,
            Pending::Ended | Pending::Diverged => true,
            // Nothing here determines whether the thread could continue, so the execution is not accepted.
            Pending::Blocked(_) | Pending::Cut(_) => false,
            Pending::Action(Action::Lock(monitor)) => is_owned_by_another(execution, monitor, thread),
            Pending::Action(Action::Join(other)) => !has_ended(execution, other),
            Pending::Action(_) => false,
        };
        if !is_over {
            let last = events_of(execution, thread).last().copied();
            return Err(Rejection {
                axiom: "complete: no thread can go on",
                witness: last.into_iter().collect(),
            });
        }
    }
    Ok(())
}

/// Whether the thread runs from the beginning or is started by another.
pub(crate) fn is_started<M: Machine>(machine: &M, execution: &Execution, thread: ThreadId) -> bool {
    let starts = |e: &event::Event| e.kind == EventKind::Start(thread);
    machine.starts_running(thread) || execution.events().iter().any(starts)
}

fn has_ended(execution: &Execution, thread: ThreadId) -> bool {
    execution.events().iter().any(|e| e.thread == thread && e.kind == EventKind::End)
}

fn is_owned_by_another(execution: &Execution, monitor: MonitorId, thread: ThreadId) -> bool {
    let by_others = |kind| execution.events().iter().filter(|e| e.thread != thread && e.kind == kind).count();
    by_others(EventKind::Lock(monitor)) > by_others(EventKind::Unlock(monitor))
}
