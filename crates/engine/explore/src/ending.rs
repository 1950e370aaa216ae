//! How executions end and what an observer then sees. The same for every engine that has a machine and thread statuses.

use crate::sync::SyncState;
use crate::system::{End, WaitsFor};
use event::{Action, Loc, LocInfo, Machine, Outcome, Pending, ThreadId, Value};

/// Whether only daemons are left. They do not keep a program alive, whatever they do or wait for (JLS §12.8).
pub(crate) fn may_end<M: Machine>(machine: &M, state: &M::State, sync: &SyncState) -> bool {
    let mut threads = (0..machine.thread_count() as u16).map(ThreadId);
    threads.all(|t| !sync.is_running(t) || machine.is_daemon(state, t))
}

/// How a state ends in which no thread can go on, or only daemons can.
pub(crate) fn end_of<M: Machine>(machine: &M, state: &M::State, sync: &SyncState) -> End {
    if machine.has_exited(state) || may_end(machine, state, sync) {
        return End::Finished;
    }
    let threads = (0..machine.thread_count() as u16).map(ThreadId);
    let running: Vec<(ThreadId, Pending)> =
        threads.filter(|t| sync.is_running(*t)).map(|t| (t, machine.pending(state, t))).collect();
    if running.iter().any(|(_, p)| matches!(p, Pending::Cut(_))) {
        return End::Stopped;
    }
    // Who waits for a thread that runs for ever does not wait in a circle.
    if running.iter().any(|(_, p)| *p == Pending::Diverged) {
        return End::Diverged;
    }
    let waits_for = |pending: &Pending| match pending {
        Pending::Action(Action::Lock(m)) => sync.owner(*m).map(|owner| WaitsFor::Monitor(*m, owner)),
        Pending::Action(Action::Join(other)) => Some(WaitsFor::End(*other)),
        Pending::Blocked(obj) => Some(WaitsFor::Object(*obj)),
        _ => None,
    };
    let waiting: Vec<_> = running.iter().filter_map(|(t, p)| Some((*t, waits_for(p)?))).collect();
    if waiting.is_empty() { End::Diverged } else { End::Deadlocked(waiting) }
}

/// The outcomes of a finished execution: one per choice of final values an observer that joined all threads may read.
pub(crate) fn outcomes_of<M: Machine>(
    machine: &M,
    state: &M::State,
    finals: impl Fn(Loc, LocInfo, &mut Vec<Value>),
    out: &mut Vec<Outcome>,
) {
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for &loc in machine.observed_locations() {
        let mut values = Vec::new();
        finals(loc, machine.location(state, loc), &mut values);
        let extend = |tuple: &Vec<Value>| {
            let tuple = tuple.clone();
            values.iter().map(move |v| [tuple.clone(), vec![*v]].concat()).collect::<Vec<_>>()
        };
        tuples = tuples.iter().flat_map(extend).collect();
    }
    out.extend(tuples.iter().map(|finals| machine.outcome(state, finals)));
}
