//! Coherence of accesses by other modes than plain: where all writes of a variable are such, these accesses agree on one order
//! of the writes ("coherently ordered with respect to accesses to the same variable", `java.lang.invoke.VarHandle`). So do plain
//! reads that race with none of them: whoever has joined all writers sees the last write, not one that was overwritten by a
//! write of another thread. Of plain reads in races nothing is asked.
//!
//! Only what follows necessarily is checked, so that what passes may still be impossible: an upper bound may be too large.

use crate::world::{Ev, World};
use event::{EventKind, Loc, ReadMode, RmwMode, WriteMode};
use std::collections::BTreeSet;

/// Whether such an order may exist for each variable, if reads see these writes; `None` is the default write.
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

/// The writes of a variable, the default write first, and which must come before which.
struct Order {
    writes: Vec<usize>,
    before: Vec<Vec<bool>>,
}

impl Order {
    fn place(&self, write: Option<usize>) -> usize {
        write.and_then(|w| self.writes.iter().position(|&v| v == w)).map_or(0, |place| place + 1)
    }

    /// True if that is new.
    fn add(&mut self, a: usize, b: usize) -> bool {
        !std::mem::replace(&mut self.before[a][b], true)
    }
}

fn has_order<S: Clone>(world: &World<S>, accesses: &[usize], rf: &impl Fn(usize) -> Option<usize>) -> bool {
    let of = |is: fn(EventKind) -> bool| accesses.iter().copied().filter(move |&e| is(world.events[e].kind));
    let writes: Vec<usize> = of(EventKind::is_write).collect();
    let size = writes.len() + 1;
    let mut order = Order { writes, before: vec![vec![false; size]; size] };
    for w in 1..size {
        order.add(0, w);
    }
    // What an access stands for in the order: a write for itself, a read for the write it sees. An update is both.
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
                order.add(first, second);
            }
        }
    }
    let updates: Vec<(usize, usize)> = of(EventKind::is_read)
        .filter(|&u| world.events[u].kind.is_write())
        .map(|u| (order.place(rf(u)), order.place(Some(u))))
        .collect();
    close(&mut order, &updates);
    (0..size).all(|w| !order.before[w][w])
}

/// Follows what must come before what. An update comes right after the write that it sees: nothing is between.
fn close(order: &mut Order, updates: &[(usize, usize)]) {
    let size = order.before.len();
    loop {
        let mut grown = false;
        for (k, i, j) in
            (0..size).flat_map(|k| (0..size).flat_map(move |i| (0..size).map(move |j| (k, i, j))))
        {
            if order.before[i][k] && order.before[k][j] {
                grown |= order.add(i, j);
            }
        }
        for &(seen, update) in updates {
            for other in (0..size).filter(|w| ![seen, update].contains(w)) {
                if order.before[other][update] {
                    grown |= order.add(other, seen);
                }
                if order.before[seen][other] {
                    grown |= order.add(update, other);
                }
            }
        }
        if !grown {
            return;
        }
    }
}
