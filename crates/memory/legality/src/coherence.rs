//! Coherence of non-plain accesses: where all writes to a variable are non-plain, these accesses agree on one
//! order of the writes ("coherently ordered with respect to accesses to the same variable",
//! `java.lang.invoke.VarHandle`). So do plain reads that race with none of them: a thread that has joined all
//! writers sees the last write, not one that was overwritten by a write of another thread. Nothing is
//! required of plain reads that race.
//!
//! Only necessary conditions are checked, so an execution that passes may still be impossible: an upper bound
//! may be too large.

use crate::world::{CAPACITY, Ev, World};
use event::{EventKind, Loc, ReadMode, Relation, RmwMode, WriteMode};
use std::collections::BTreeSet;

/// Whether such an order may exist for each variable if reads see these writes; `None` is the default write.
pub(crate) fn is_coherent<S: Clone>(world: &World<S>, rf: &impl Fn(usize) -> Option<usize>) -> bool {
    let weak: BTreeSet<Loc> = world.events.iter().filter(|e| e.weak).filter_map(Ev::loc).collect();
    weak.into_iter().all(|loc| {
        let on = |&e: &usize| world.events[e].loc() == Some(loc);
        let accesses: Vec<usize> = (0..world.events.len()).filter(on).collect();
        let writes: Vec<usize> =
            accesses.iter().copied().filter(|&e| world.events[e].kind.is_write()).collect();
        let is_plain = |e: usize| is_plain(world.events[e].kind);
        let races = |r: usize| writes.iter().any(|&w| w != r && !world.hb(w, r) && !world.hb(r, w));
        let ordered: Vec<usize> = accesses.iter().copied().filter(|&e| !is_plain(e) || !races(e)).collect();
        writes.iter().any(|&w| is_plain(w)) || has_order(world, &ordered, rf)
    })
}

fn is_plain(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Read(_, ReadMode::Plain)
            | EventKind::Write(_, WriteMode::Plain)
            | EventKind::Rmw(_, RmwMode::Plain)
    )
}

/// The writes to a variable, the default write first, and their required order.
struct Order {
    writes: Vec<usize>,
    before: Relation<u128>,
}

impl Order {
    fn place(&self, write: Option<usize>) -> usize {
        write.and_then(|w| self.writes.iter().position(|&v| v == w)).map_or(0, |place| place + 1)
    }
}

fn has_order<S: Clone>(world: &World<S>, accesses: &[usize], rf: &impl Fn(usize) -> Option<usize>) -> bool {
    let of = |is: fn(EventKind) -> bool| accesses.iter().copied().filter(move |&e| is(world.events[e].kind));
    let writes: Vec<usize> = of(EventKind::is_write).collect();
    let size = writes.len() + 1;
    if size > CAPACITY {
        return true;
    }
    let mut order = Order { writes, before: Relation::empty(size) };
    for w in 1..size {
        order.before.insert(0, w);
    }
    // The write that represents an access in the order: a write represents itself, a read the write it sees.
    // An update is both.
    let mut stands = Vec::new();
    for e in of(EventKind::is_read) {
        stands.push((e, order.place(rf(e))));
    }
    for e in of(EventKind::is_write) {
        stands.push((e, order.place(Some(e))));
    }
    for &(a, first) in &stands {
        for &(b, second) in &stands {
            if first != second && (world.hb(a, b) || (a == b && first != order.place(Some(a)))) {
                order.before.insert(first, second);
            }
        }
    }
    let updates: Vec<(usize, usize)> = of(EventKind::is_read)
        .filter(|&u| world.events[u].kind.is_write())
        .map(|u| (order.place(rf(u)), order.place(Some(u))))
        .collect();
    close(&mut order.before, &updates);
    order.before.reflexive().is_none()
}

/// Closes the required order. An update comes immediately after the write it sees: nothing is in between.
fn close(before: &mut Relation<u128>, updates: &[(usize, usize)]) {
    loop {
        let known = before.count();
        before.close();
        for &(seen, update) in updates {
            for other in (0..before.len()).filter(|w| ![seen, update].contains(w)) {
                if before.contains(other, update) {
                    before.insert(other, seen);
                }
                if before.contains(seen, other) {
                    before.insert(update, other);
                }
            }
        }
        if before.count() == known {
            return;
        }
    }
}
