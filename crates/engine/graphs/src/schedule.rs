//! Chooses the event that is added next.
//!
//! **Promises** a function of the graph and of the state its events lead to: the first thread that can act. A
//! thread that wants an owned monitor cannot; if no other thread can act either, the execution is stuck, and
//! those threads may only go *before* the owner.

use crate::graph::{Graph, Node};
use crate::report::End;
use event::{Action, Bits, EventKind, InternalKind, Machine, MonitorId, Pending, ThreadId, WaitsFor};

/// What comes next.
pub(crate) enum Next {
    /// This thread performs this action.
    Act(ThreadId, Action),
    /// A thread is where an execution graph cannot say what it waits for.
    Refused(&'static str),
    /// No thread can act. With the threads that want an owned monitor.
    Stuck(End, Vec<(ThreadId, MonitorId)>),
}

pub(crate) fn next<M: Machine, B: Bits>(
    machine: &M,
    graph: &Graph<B>,
    state: &M::State,
    most_events: usize,
) -> Next {
    let mut end = End::Finished;
    let mut wanting = Vec::new();
    if machine.has_exited(state) {
        let is_alone = (0..graph.thread_count()).all(|t| graph.start_of(ThreadId(t as u16)).is_none());
        return match is_alone {
            true => Next::Stuck(End::Finished, wanting),
            false => Next::Refused(unknown(InternalKind::Exit)),
        };
    }
    if machine.is_discarded(state) {
        return Next::Stuck(End::Discarded, wanting);
    }
    for thread in (0..graph.thread_count()).map(|t| ThreadId(t as u16)) {
        let last = graph.thread(thread).last();
        let runs = machine.starts_running(thread) || graph.start_of(thread).is_some();
        if !runs || last.is_some_and(|e| graph.node(e).kind == EventKind::End) {
            continue;
        }
        // A lock that waits has not happened, and may be all that the machine can say.
        if last.is_some_and(|e| graph.is_waiting(e)) {
            end = end.max(End::Blocked);
            continue;
        }
        let action = match machine.pending(state, thread) {
            Pending::Action(Action::Internal(internal)) if internal.what == InternalKind::Discard => {
                end = end.max(End::Discarded);
                continue;
            }
            _ if graph.thread(thread).len() >= most_events || is_spinning(graph, thread) => {
                end = end.max(End::Cut);
                continue;
            }
            Pending::Blocked(_) => return Next::Refused(BLOCKED),
            Pending::Cut(_) => {
                end = end.max(End::Cut);
                continue;
            }
            Pending::Ended | Pending::Diverged => {
                end = end.max(End::Blocked);
                continue;
            }
            Pending::Action(action) => action,
        };
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

/// The number of times a thread may see the same write again and again before it is stopped, as by a bound.
const SPINS: usize = 32;

/// Whether all that a thread has done for a while is to read, and to see what it sees now: it may wait for
/// another write for ever.
fn is_spinning<B: Bits>(graph: &Graph<B>, thread: ThreadId) -> bool {
    let mut events = graph.thread(thread);
    if events.len() <= SPINS {
        return false;
    }
    let Some(last) = events.last().map(|e| graph.node(e)).filter(|node| is_look(node)) else { return false };
    let mut same = 0;
    while let Some(event) = events.last() {
        let node = graph.node(event);
        if !is_look(node) {
            return false;
        }
        same += usize::from(node.place == last.place && node.source() == last.source());
        if same > SPINS {
            return true;
        }
        events.remove(event);
    }
    false
}

fn is_look(node: &Node) -> bool {
    node.kind.is_read() && !node.kind.is_write()
}

/// A thread waits for something that is no event of a graph.
const BLOCKED: &str = "waiting for what another thread does, other than ending or leaving a monitor";

/// What an execution graph has no event for.
pub(crate) fn unknown(what: InternalKind) -> &'static str {
    match what {
        InternalKind::Wait(_) | InternalKind::Notify { .. } => "waiting and notifying",
        InternalKind::TimesOut => "timeouts and sleeping",
        InternalKind::WakesSpuriously => "spurious wake-ups",
        InternalKind::GoesOn => "threads that are woken",
        InternalKind::Park | InternalKind::Unpark(_) => "parking",
        InternalKind::Interrupt(_) | InternalKind::LooksForInterrupt => "interrupts",
        InternalKind::LooksAtClock => "looking at the clock",
        InternalKind::LooksAtThread(_) | InternalKind::ActsOnThread(_) | InternalKind::Blocks(_) => {
            "threads that look at each other"
        }
        InternalKind::ReadsKept(_) | InternalKind::WritesKept(_) | InternalKind::UpdatesKept { .. } => {
            "adders and other variables that the machine keeps"
        }
        InternalKind::Initialise(_) | InternalKind::Initialised(_) | InternalKind::UsesClass(_) => {
            "the initialisation of a class by a thread beside others"
        }
        InternalKind::Native(_) => "what native methods keep for an object",
        InternalKind::Choose => "a choice",
        InternalKind::Observe => "observations whose order matters",
        InternalKind::Discard => "an assumption that does not hold",
        InternalKind::Exit => "the end of the whole program by a thread",
    }
}

/// How many times a thread has entered a monitor without leaving it.
pub(crate) fn depth<B: Bits>(graph: &Graph<B>, thread: ThreadId, monitor: MonitorId) -> usize {
    graph.thread(thread).fold(0, |depth: usize, event| match graph.node(event).kind {
        EventKind::Lock(m) if m == monitor => depth + 1,
        EventKind::Unlock(m) if m == monitor => depth.saturating_sub(1),
        _ => depth,
    })
}
