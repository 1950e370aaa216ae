//! Intra-thread consistency: the machine is run again, thread by thread, with the values that the reads saw.

use event::{
    Action, Answer, Event, EventId, EventKind, Execution, Failure, Machine, Pending, Rejection, RmwOp,
    ThreadId, Value,
};

/// The output of an external action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    /// Output.
    Shown(Value),
    /// An assertion failure or uncaught exception.
    Failed(Failure),
}

/// The machine after all actions.
pub(crate) struct Replay<S> {
    /// The state of all threads.
    pub state: S,
    /// Per event its output, if it is external.
    pub outputs: Vec<Option<Output>>,
}

/// The threads of a machine.
pub(crate) fn threads<M: Machine>(machine: &M) -> impl Iterator<Item = ThreadId> {
    (0..machine.thread_count()).map(|t| ThreadId(t as u16))
}

/// The events of a thread in program order.
pub(crate) fn events_of(execution: &Execution, thread: ThreadId) -> Vec<EventId> {
    let mut events: Vec<EventId> = execution.ids().filter(|&e| execution.event(e).thread == thread).collect();
    events.sort_by_key(|&e| execution.event(e).index);
    events
}

/// JLS §17.4.7 (3), intra-thread consistency: the actions of each thread are those it would generate in
/// isolation, in program order, if each read r returned the value V(W(r)) and each write w wrote V(w).
pub(crate) fn intra_thread_consistent<M: Machine>(
    machine: &M,
    execution: &Execution,
) -> Result<Replay<M::State>, Rejection> {
    const AXIOM: &str = "17.4.7 (3): intra-thread consistency";
    let mut replay = Replay { state: machine.initial(), outputs: vec![None; execution.events().len()] };
    if execution.thread_count() != machine.thread_count() {
        return Err(Rejection { axiom: AXIOM, witness: Vec::new() });
    }
    for (thread, ids) in in_order(machine, execution) {
        for id in ids {
            let refusal = Rejection { axiom: AXIOM, witness: vec![id] };
            let Pending::Action(action) = machine.pending(&replay.state, thread) else { return Err(refusal) };
            let Some(answer) = answer_if_same(&action, execution.event(id)) else { return Err(refusal) };
            replay.outputs[id.index()] = output(&action);
            machine.resume(&mut replay.state, thread, answer);
        }
    }
    Ok(replay)
}

/// The events to perform, as parts of threads. A machine may keep state of its own that synchronisation
/// orders, so events are performed in the order of their numbers if that respects program order; otherwise
/// thread by thread.
fn in_order<M: Machine>(machine: &M, execution: &Execution) -> Vec<(ThreadId, Vec<EventId>)> {
    let mut next = vec![0; machine.thread_count()];
    let ordered = execution.ids().all(|id| {
        let event = execution.event(id);
        next[event.thread.index()] += 1;
        event.index as usize + 1 == next[event.thread.index()]
    });
    if ordered {
        return execution.ids().map(|id| (execution.event(id).thread, vec![id])).collect();
    }
    threads(machine).map(|thread| (thread, events_of(execution, thread))).collect()
}

/// The answer with which `action` becomes `event`, if the event is what the machine wants to do.
fn answer_if_same(action: &Action, event: &Event) -> Option<Answer> {
    let reads = event.read.is_some();
    let writes = event.written.is_some();
    let same = match (action, event.kind) {
        (Action::Read { loc, mode }, EventKind::Read(l, m)) => {
            return ((*loc, *mode) == (l, m) && !writes).then_some(Answer::Value(event.read?));
        }
        (Action::Rmw { loc, mode, op }, EventKind::Rmw(l, m)) => {
            let old = event.read?;
            let same = (*loc, *mode) == (l, m) && writes && op.apply(old) == event.written;
            return same.then_some(Answer::Rmw { old, written: true });
        }
        // A failed compare-and-set is only a read.
        (Action::Rmw { loc, mode, op }, EventKind::Read(l, m)) => {
            let old = event.read?;
            let same = (*loc, mode.read()) == (l, m) && !writes && may_fail(*op, old);
            return same.then_some(Answer::Rmw { old, written: false });
        }
        (Action::Write { loc, mode, value }, EventKind::Write(l, m)) => {
            (*loc, *mode) == (l, m) && event.written == Some(*value)
        }
        // An execution may record the output in `written` or leave it out.
        (Action::External(value), EventKind::External) => event.written.is_none_or(|w| w == *value),
        (Action::Lock(a), EventKind::Lock(b)) | (Action::Unlock(a), EventKind::Unlock(b)) => {
            *a == b && !writes
        }
        (Action::Start(a), EventKind::Start(b)) | (Action::Join(a), EventKind::Join(b)) => *a == b && !writes,
        (Action::Freeze(a), EventKind::Freeze(b)) => *a == b && !writes,
        (Action::Fail(_), EventKind::Fail) | (Action::End, EventKind::End) => !writes,
        _ => false,
    };
    (same && !reads && event.rf.is_none()).then_some(Answer::Done)
}

/// Whether an update may leave the location unchanged when it holds `old`.
fn may_fail(op: RmwOp, old: Value) -> bool {
    match op {
        RmwOp::CompareAndSet { expected, may_fail_spuriously, .. } => old != expected || may_fail_spuriously,
        _ => false,
    }
}

fn output(action: &Action) -> Option<Output> {
    match action {
        Action::External(value) => Some(Output::Shown(*value)),
        Action::Fail(failure) => Some(Output::Failed(failure.clone())),
        _ => None,
    }
}
