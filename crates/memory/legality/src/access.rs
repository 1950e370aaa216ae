//! Accesses that the synchronisation order does not determine: plain ones, and those that the JLS does not
//! define.

use crate::world::{Choice, Ev, Sees, World};
use event::{Action, Fence, Loc, ThreadId};

/// The existing writes that a read by `t` may see now: those that no write it knows overwrites. A write that
/// a read acquires from happens-before it, so some order of exploration has it before the read; it is never
/// guessed.
pub(crate) fn present<S: Clone>(
    world: &World<S>,
    t: ThreadId,
    loc: Loc,
) -> impl Iterator<Item = (Choice, &Ev)> {
    let known = world.knows(t);
    let hidden = move |w: usize| world.plain_writes(loc).any(|v| known.contains(v) && world.hb(w, v));
    world.plain_writes(loc).filter(move |&w| !hidden(w)).map(|w| {
        let event = &world.events[w];
        let value = event.written.unwrap_or_default();
        (Choice { value, sees: Sees::Write(w), label: None }, event)
    })
}

pub(crate) fn reads_memory(action: &Action) -> bool {
    matches!(action, Action::Read { .. } | Action::Rmw { .. })
}

/// Whether loads before the fence may make writes known to what comes after it.
pub(crate) fn acquires(fence: Fence) -> bool {
    matches!(fence, Fence::Full | Fence::Acquire | Fence::LoadLoad)
}
