//! What accesses do that the synchronisation order does not decide: plain ones, and those the JLS does not define.

use crate::world::{Choice, Ev, Sees, World};
use event::{Action, Answer, EventKind, Fence, Loc, RmwOp, ThreadId, Value};

/// The writes that a read by `t` may see now: all there are that nothing it knows overwrites. A write that a read acquires
/// happens-before it, so some order of exploring has it before the read; it is never guessed.
pub(crate) fn present<S: Clone>(
    world: &World<S>,
    t: ThreadId,
    loc: Loc,
) -> impl Iterator<Item = (Choice, &Ev)> {
    let known = world.knows(t);
    let hidden = move |w: usize| world.plain_writes(loc).any(|v| known >> v & 1 == 1 && world.hb(w, v));
    world.plain_writes(loc).filter(move |&w| !hidden(w)).map(|w| {
        let event = &world.events[w];
        let value = event.written.unwrap_or_default();
        (Choice { value, sees: Sees::Write(w), label: None }, event)
    })
}

pub(crate) fn reads_memory(action: &Action) -> bool {
    matches!(action, Action::Read { .. } | Action::Rmw { .. })
}

/// Whether loads before the fence may bring knowledge to what comes after it.
pub(crate) fn acquires(fence: Fence) -> bool {
    matches!(fence, Fence::Full | Fence::Acquire | Fence::LoadLoad)
}

pub(crate) fn can_fail_spuriously(op: RmwOp) -> bool {
    matches!(op, RmwOp::CompareAndSet { may_fail_spuriously: true, .. })
}

/// What comes of an access that sees `old`: kind, value written, answer. A compare-and-set may have two ways.
pub(crate) fn performed(action: &Action, old: Value) -> Vec<(EventKind, Option<Value>, Answer)> {
    match *action {
        Action::Read { loc, mode } => vec![(EventKind::Read(loc, mode), None, Answer::Value(old))],
        Action::Write { loc, mode, value } => vec![(EventKind::Write(loc, mode), Some(value), Answer::Done)],
        Action::Rmw { loc, mode, op } => {
            let failed = (EventKind::Read(loc, mode.read()), None, Answer::Rmw { old, written: false });
            match op.apply(old) {
                None => vec![failed],
                Some(new) => {
                    let done = (EventKind::Rmw(loc, mode), Some(new), Answer::Rmw { old, written: true });
                    if can_fail_spuriously(op) { vec![done, failed] } else { vec![done] }
                }
            }
        }
        _ => Vec::new(),
    }
}
