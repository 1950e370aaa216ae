//! What a graph must satisfy before a cat model judges it: as much as the built-in names used by the model
//! rely on.
//!
//! The conditions and their names are those of `crate::axioms`, implemented independently: the two are
//! compared on random executions, so each checks the other.

use super::builtin::Builtin;
use crate::graph::Graph;
use event::{EventId, EventKind, Execution, Rejection, SyncObj};

/// Whatever the model, sources must fit their reads and critical sections must exclude each other. The orders
/// of volatile variables, threads and writes must be complete only for models that look at them: a model with
/// its own definition of volatile accesses can judge executions that have no synchronisation order.
pub(crate) fn check(graph: &Graph<'_>, builtins: &[Builtin]) -> Result<(), Rejection> {
    let execution = graph.execution();
    let uses = |wanted: &[Builtin]| builtins.iter().any(|builtin| wanted.contains(builtin));
    sources_fit(execution)?;
    let all = uses(&[Builtin::SynchronisationOrder, Builtin::SynchronizesWith, Builtin::HappensBefore]);
    let object = |id: EventId| {
        let event = execution.event(id);
        event.kind.sync_obj(event.thread).filter(|object| all || matches!(object, SyncObj::Monitor(_)))
    };
    let orders = execution.so().iter().map(|(object, order)| (*object, order.as_slice()));
    let orders = orders.filter(|(object, _)| all || matches!(object, SyncObj::Monitor(_)));
    complete("synchronisation order is total per object", execution, orders, object)?;
    monitors_exclude(execution)?;
    if uses(&[Builtin::Coherence]) {
        let location = |id: EventId| Some(execution.event(id).kind).filter(|kind| kind.is_write())?.loc();
        complete("coherence is total per location", execution, graph.co().iter(), location)?;
    }
    Ok(())
}

/// Every source wrote the value that its read saw, to the location that was read.
fn sources_fit(execution: &Execution) -> Result<(), Rejection> {
    let misfit = execution.ids().find_map(|read| {
        let (event, write) = (execution.event(read), execution.event(read).rf?);
        let source = execution.event(write);
        let reads = event.kind.is_read() && source.kind.is_write();
        let same = source.kind.loc() == event.kind.loc() && source.written == event.read;
        (!reads || !same).then_some((write, read))
    });
    match misfit {
        Some((write, read)) => {
            Err(Rejection { axiom: "reads-from: location and value", witness: vec![write, read] })
        }
        None => Ok(()),
    }
}

/// The orders contain exactly the events they are about, each once, in the order of its own key.
fn complete<'o, K: PartialEq>(
    axiom: &'static str,
    execution: &Execution,
    orders: impl Iterator<Item = (K, &'o [EventId])>,
    key: impl Fn(EventId) -> Option<K>,
) -> Result<(), Rejection> {
    let mut seen = vec![false; execution.events().len()];
    for (wanted, order) in orders {
        for &id in order {
            if std::mem::replace(&mut seen[id.index()], true) || key(id).as_ref() != Some(&wanted) {
                return Err(Rejection { axiom, witness: vec![id] });
            }
        }
    }
    match execution.ids().find(|&id| key(id).is_some() && !seen[id.index()]) {
        Some(id) => Err(Rejection { axiom, witness: vec![id] }),
        None => Ok(()),
    }
}

/// A monitor is entered only if it is free or already owned by the thread, and left only by its owner.
fn monitors_exclude(execution: &Execution) -> Result<(), Rejection> {
    let monitors = execution.so().iter().filter(|(object, _)| matches!(object, SyncObj::Monitor(_)));
    for (_, order) in monitors {
        // The first lock of the owner, and how often it has entered.
        let mut owner: Option<(EventId, u32)> = None;
        for &id in order {
            let event = execution.event(id);
            owner = match (owner, event.kind) {
                (Some((lock, _)), _) if execution.event(lock).thread != event.thread => {
                    return Err(Rejection { axiom: "mutual exclusion", witness: vec![lock, id] });
                }
                (Some((lock, depth)), EventKind::Lock(_)) => Some((lock, depth + 1)),
                (Some((_, 1)), _) => None,
                (Some((lock, depth)), _) => Some((lock, depth - 1)),
                (None, EventKind::Lock(_)) => Some((id, 1)),
                (None, _) => return Err(Rejection { axiom: "mutual exclusion", witness: vec![id] }),
            };
        }
    }
    Ok(())
}
