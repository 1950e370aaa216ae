//! How executions end, for every engine with a machine and thread statuses.

use crate::system::End;
use event::{Machine, Pending, SyncState, ThreadId, WaitsFor};

/// The end of a state in which no thread can move, or only daemons can.
pub(crate) fn end_of<M: Machine>(machine: &M, state: &M::State, sync: &SyncState) -> End {
    if machine.has_exited(state) || sync.only_daemons_run(machine, state) {
        return End::Finished;
    }
    let threads = (0..machine.thread_count() as u16).map(ThreadId);
    let running: Vec<(ThreadId, Pending)> =
        threads.filter(|t| sync.is_running(*t)).map(|t| (t, machine.pending(state, t))).collect();
    if running.iter().any(|(_, p)| matches!(p, Pending::Cut(_))) {
        return End::Stopped;
    }
    // Waiting for a thread that diverges is not a deadlock.
    if running.iter().any(|(_, p)| *p == Pending::Diverged) {
        return End::Diverged;
    }
    let waits_for = |(t, pending): &(ThreadId, Pending)| {
        let reason = match pending {
            Pending::Action(action) => sync.waits_for(*t, action),
            Pending::Blocked(obj) => Some(WaitsFor::Object(*obj)),
            _ => None,
        };
        reason.map(|reason| (*t, reason))
    };
    let waiting: Vec<_> = running.iter().filter_map(waits_for).collect();
    let is_idle = |(t, _): &(ThreadId, WaitsFor)| machine.is_daemon(state, *t) || machine.is_idle(state, *t);
    match waiting {
        waiting if waiting.is_empty() => End::Diverged,
        waiting if waiting.len() == running.len() && waiting.iter().all(is_idle) => End::Idle(waiting),
        waiting => End::Deadlocked(waiting),
    }
}
