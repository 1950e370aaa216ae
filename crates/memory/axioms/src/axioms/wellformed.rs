//! What every model requires of a graph before its own axioms (JLS §17.4.7, first three conditions).
//!
//! **Promises**, for the models to rely on: sources have the location and value of their reads, `so` and `co`
//! are complete, critical sections of a monitor exclude each other. **Does not** check intra-thread
//! consistency, which the machine that produced the events ensures.

use crate::graph::Graph;
use event::{EventId, EventKind, Rejection, SyncObj};

/// Each read has a source that wrote the value it saw, to the location it read.
pub(super) fn reads_from(graph: &Graph<'_>) -> Result<(), Rejection> {
    let execution = graph.execution();
    for read in execution.ids() {
        let event = execution.event(read);
        let Some(write) = event.rf else { continue };
        let source = execution.event(write);
        let typed = event.kind.is_read() && source.kind.is_write() && source.kind.loc() == event.kind.loc();
        if !typed || source.written != event.read {
            return Err(Rejection { axiom: "reads-from: location and value", witness: vec![write, read] });
        }
    }
    Ok(())
}

/// The synchronisation order of each object contains exactly the actions on it.
pub(super) fn so_complete(graph: &Graph<'_>) -> Result<(), Rejection> {
    const AXIOM: &str = "synchronisation order is total per object";
    let execution = graph.execution();
    let mut missing = 0u64;
    for id in execution.ids() {
        let event = execution.event(id);
        missing |= u64::from(event.kind.sync_obj(event.thread).is_some()) << id.index();
    }
    for (&obj, order) in execution.so().iter() {
        for &id in order {
            let event = execution.event(id);
            if event.kind.sync_obj(event.thread) != Some(obj) || missing >> id.index() & 1 == 0 {
                return Err(Rejection { axiom: AXIOM, witness: vec![id] });
            }
            missing &= !(1 << id.index());
        }
    }
    match missing {
        0 => Ok(()),
        bits => Err(Rejection { axiom: AXIOM, witness: vec![EventId(bits.trailing_zeros())] }),
    }
}

/// A monitor has one owner at a time; the owner may enter it again.
pub(super) fn mutual_exclusion(graph: &Graph<'_>) -> Result<(), Rejection> {
    let execution = graph.execution();
    for order in execution.so().iter().filter(|(o, _)| matches!(o, SyncObj::Monitor(_))).map(|(_, o)| o) {
        // The locks without an unlock yet, all by one thread.
        let mut held: Vec<EventId> = Vec::new();
        for &id in order {
            let event = execution.event(id);
            let stranger = held.first().filter(|&&lock| execution.event(lock).thread != event.thread);
            let refused = match event.kind {
                EventKind::Lock(_) => stranger.map(|&lock| vec![lock, id]),
                _ if held.is_empty() => Some(vec![id]),
                _ => stranger.map(|&lock| vec![lock, id]),
            };
            if let Some(witness) = refused {
                return Err(Rejection { axiom: "mutual exclusion", witness });
            }
            match event.kind {
                EventKind::Lock(_) => held.push(id),
                _ => drop(held.pop()),
            }
        }
    }
    Ok(())
}

/// The coherence order of each location contains exactly its writes.
pub(super) fn co_complete(graph: &Graph<'_>) -> Result<(), Rejection> {
    const AXIOM: &str = "coherence is total per location";
    let execution = graph.execution();
    let mut missing = 0u64;
    for id in execution.ids() {
        missing |= u64::from(execution.event(id).kind.is_write()) << id.index();
    }
    for (loc, order) in graph.co().iter() {
        for &id in order {
            if execution.event(id).kind.loc() != Some(loc) || missing >> id.index() & 1 == 0 {
                return Err(Rejection { axiom: AXIOM, witness: vec![id] });
            }
            missing &= !(1 << id.index());
        }
    }
    match missing {
        0 => Ok(()),
        bits => Err(Rejection { axiom: AXIOM, witness: vec![EventId(bits.trailing_zeros())] }),
    }
}

/// An update follows the write it sees immediately in coherence order.
pub(super) fn atomicity(graph: &Graph<'_>) -> Result<(), Rejection> {
    let execution = graph.execution();
    for (_, order) in graph.co().iter() {
        for (i, &update) in order.iter().enumerate() {
            let event = execution.event(update);
            let previous = i.checked_sub(1).map(|p| order[p]);
            if matches!(event.kind, EventKind::Rmw(..)) && event.rf != previous {
                let witness = event.rf.into_iter().chain(previous).chain([update]).collect();
                return Err(Rejection { axiom: "atomicity", witness });
            }
        }
    }
    Ok(())
}
