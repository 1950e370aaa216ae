//! Well-formed executions: JLS §17.4.7, and the rules of §17.1 and §17.4.4 about monitors and threads (AS08
//! Definition 7).

use crate::completeness::{Completeness, is_complete, is_started};
use crate::final_fields::alternatives;
use crate::orders::{Orders, is_volatile_read, is_volatile_write, sync_object};
use crate::relation::Relation;
use crate::replay::{Output, intra_thread_consistent, threads};
use event::{
    Event, EventId, EventKind, Execution, LocKind, Machine, MonitorId, ReadMode, Rejection, RmwMode, SyncObj,
    WriteMode,
};
use std::collections::BTreeMap;

/// Checks that `execution` is a well-formed execution of the program, or a prefix of one.
///
/// Returns the first clause that fails, in this order: actions that the JLS does not define; 17.4.7 (3)
/// intra-thread consistency; 17.4.7 (1) volatile variables, then what reads see; the synchronisation order;
/// 17.4.7 (2) happens-before; monitors; threads; 17.4.7 (4) and (5); completeness.
pub fn check_execution<M: Machine>(
    machine: &M,
    execution: &Execution,
    completeness: Completeness,
) -> Result<(), Rejection> {
    WellFormed::check(machine, execution, completeness).map(drop)
}

/// An execution that was found well-formed, with its orders.
pub(crate) struct WellFormed<'e> {
    /// The execution.
    pub execution: &'e Execution,
    /// Its orders.
    pub orders: Orders,
    /// The edges that final fields add for what reads see, one relation per choice of the chains of §17.5.1.
    pub final_edges: Vec<Relation>,
    /// Per event its output, if it is external.
    pub outputs: Vec<Option<Output>>,
}

impl<'e> WellFormed<'e> {
    /// Checks all clauses.
    pub(crate) fn check<M: Machine>(
        machine: &M,
        execution: &'e Execution,
        completeness: Completeness,
    ) -> Result<Self, Rejection> {
        jls_actions_only(execution)?;
        let replay = intra_thread_consistent(machine, execution)?;
        // From here on locations, monitors and threads are those that the machine named.
        volatile_variables(machine, &replay.state, execution)?;
        reads_see_writes(machine, &replay.state, execution)?;
        so_total_per_object(execution)?;
        let orders = Orders::derive(execution.events(), execution.so(), machine.thread_count());
        so_consistent_with_po(&orders)?;
        hb_partial_order(&orders)?;
        mutual_exclusion(execution, &orders)?;
        threads_start_before_they_act(machine, execution)?;
        threads_end_before_they_are_joined(execution, &orders)?;
        hb_consistent(execution, &orders)?;
        so_consistent(execution, &orders)?;
        let final_edges = alternatives(machine, &replay.state, execution, &orders)?;
        if machine.has_ghosts(&replay.state) {
            refuse("17.4.7 (3): an object is used that nobody creates", &[])?;
        }
        if completeness == Completeness::Complete {
            is_complete(machine, execution, &replay.state)?;
        }
        Ok(WellFormed { execution, orders, final_edges, outputs: replay.outputs })
    }

    /// One event.
    pub(crate) fn event(&self, id: EventId) -> &Event {
        self.execution.event(id)
    }

    /// The reads among these that see a write which neither happens-before them nor counts as such because of
    /// final fields, for the best choice of chains. Default writes happen-before everything.
    pub(crate) fn racy(&self, reads: &[EventId]) -> Vec<EventId> {
        let racy = |edges: &Relation| -> Vec<EventId> {
            let sees_hb = |r: EventId, w: EventId| self.hb(w, r) || edges.has(w.index(), r.index());
            reads.iter().copied().filter(|&r| self.event(r).rf.is_some_and(|w| !sees_hb(r, w))).collect()
        };
        self.final_edges.iter().map(racy).min_by_key(Vec::len).unwrap_or_default()
    }

    /// Whether one event happens-before another.
    pub(crate) fn hb(&self, a: EventId, b: EventId) -> bool {
        self.orders.hb.has(a.index(), b.index())
    }
}

fn refuse(axiom: &'static str, witness: &[EventId]) -> Result<(), Rejection> {
    Err(Rejection { axiom, witness: witness.to_vec() })
}

fn events(execution: &Execution) -> impl Iterator<Item = (EventId, &Event)> {
    execution.ids().map(|id| (id, execution.event(id)))
}

/// The writes to the variable of an access, except the access itself.
fn other_writes_to_variable_of(execution: &Execution, access: EventId) -> impl Iterator<Item = EventId> + '_ {
    let loc = execution.event(access).kind.loc();
    events(execution)
        .filter(move |(id, e)| *id != access && e.kind.is_write() && e.kind.loc() == loc)
        .map(|(id, _)| id)
}

/// JLS §17.4.2 lists the kinds of actions. Opaque, acquire and release accesses and fences are not among
/// them, nor is an atomic update other than a volatile one.
fn jls_actions_only(execution: &Execution) -> Result<(), Rejection> {
    for (id, event) in events(execution) {
        let known = match event.kind {
            EventKind::Read(_, mode) => matches!(mode, ReadMode::Plain | ReadMode::Volatile),
            EventKind::Write(_, mode) => matches!(mode, WriteMode::Plain | WriteMode::Volatile),
            EventKind::Rmw(_, mode) => mode == RmwMode::Volatile,
            EventKind::Fence(_) => false,
            _ => true,
        };
        if !known {
            return refuse("outside the JLS: access mode or fence", &[id]);
        }
    }
    Ok(())
}

/// JLS §17.4.7 (1), second half: a read or write is volatile if and only if its variable is. The JLS has no
/// variables that are accessed in both ways.
fn volatile_variables<M: Machine>(
    machine: &M,
    state: &M::State,
    execution: &Execution,
) -> Result<(), Rejection> {
    for (id, event) in events(execution) {
        let Some(loc) = event.kind.loc() else { continue };
        let is_volatile = is_volatile_read(event.kind) || is_volatile_write(event.kind);
        match machine.location(state, loc).kind {
            LocKind::Mixed => return refuse("outside the JLS: variable of several access modes", &[id]),
            LocKind::Volatile if is_volatile => {}
            LocKind::Plain if !is_volatile => {}
            _ => return refuse("17.4.7 (1): an access is volatile iff its variable is", &[id]),
        }
    }
    Ok(())
}

/// JLS §17.4.7 (1), first half: W(r) is a write of the execution to the variable of r, and r has the value it
/// wrote. The default write wrote the initial value.
fn reads_see_writes<M: Machine>(
    machine: &M,
    state: &M::State,
    execution: &Execution,
) -> Result<(), Rejection> {
    const AXIOM: &str = "17.4.7 (1): a read sees a write of its variable and value";
    for (read, event) in events(execution).filter(|(_, e)| e.kind.is_read()) {
        let loc = event.kind.loc().expect("a read has a location");
        let Some(write) = event.rf else {
            if event.read != Some(machine.location(state, loc).initial) {
                return refuse(AXIOM, &[read]);
            }
            continue;
        };
        let Some(source) = execution.events().get(write.index()) else { return refuse(AXIOM, &[read]) };
        let fits = source.kind.is_write() && source.kind.loc() == Some(loc) && source.written == event.read;
        if !fits {
            return refuse(AXIOM, &[read, write]);
        }
    }
    Ok(())
}

/// JLS §17.4.4, §17.4.6: so is a total order of the synchronisation actions; here, of those on each object.
/// Each synchronisation action occurs exactly once in the order of its object, and nothing else does.
fn so_total_per_object(execution: &Execution) -> Result<(), Rejection> {
    const AXIOM: &str = "17.4.4: so is total on the actions of each object";
    let mut places: BTreeMap<EventId, Vec<SyncObj>> = BTreeMap::new();
    for (object, order) in execution.so() {
        order.iter().for_each(|&id| places.entry(id).or_default().push(*object));
    }
    for (id, event) in events(execution) {
        let expected: Vec<SyncObj> = sync_object(event).into_iter().collect();
        if places.remove(&id).unwrap_or_default() != expected {
            return refuse(AXIOM, &[id]);
        }
    }
    match places.keys().next() {
        Some(&unknown) => refuse(AXIOM, &[unknown]),
        None => Ok(()),
    }
}

/// JLS §17.4.4: so is consistent with program order. Such a total order exists exactly if the orders per
/// object and program order have no cycle.
fn so_consistent_with_po(orders: &Orders) -> Result<(), Rejection> {
    match orders.so.on_cycles().as_slice() {
        [] => Ok(()),
        cycle => refuse("17.4.4: so is consistent with po", &orders.events(cycle)),
    }
}

/// JLS §17.4.7 (2): happens-before, the transitive closure of synchronizes-with and program order, is a
/// partial order. This follows from the previous clause, since sw is part of so; it is checked nevertheless.
fn hb_partial_order(orders: &Orders) -> Result<(), Rejection> {
    match orders.hb.on_cycles().as_slice() {
        [] => Ok(()),
        cycle => refuse("17.4.7 (2): happens-before is a partial order", &orders.events(cycle)),
    }
}

/// JLS §17.1 and AS08 Definition 7 (6): when a thread locks a monitor, every other thread has unlocked it as
/// often as locked it. When a thread unlocks it, the thread has locked it more often than unlocked it.
fn mutual_exclusion(execution: &Execution, orders: &Orders) -> Result<(), Rejection> {
    for (id, event) in events(execution) {
        let before = |kind: EventKind| -> Vec<EventId> {
            let earlier =
                |&(other, e): &(EventId, &Event)| e.kind == kind && orders.so.has(other.index(), id.index());
            events(execution).filter(earlier).map(|(other, _)| other).collect()
        };
        let held_by = |monitor: MonitorId, thread| {
            let own = |e: &&EventId| execution.event(**e).thread == thread;
            let locks = before(EventKind::Lock(monitor)).iter().filter(own).count();
            let unlocks = before(EventKind::Unlock(monitor)).iter().filter(own).count();
            locks as i64 - unlocks as i64
        };
        match event.kind {
            EventKind::Lock(monitor) => {
                let locks = before(EventKind::Lock(monitor));
                let held = |e: &&EventId| {
                    let thread = execution.event(**e).thread;
                    thread != event.thread && held_by(monitor, thread) != 0
                };
                if let Some(&lock) = locks.iter().find(held) {
                    return refuse("17.1: a monitor has one owner at a time", &[lock, id]);
                }
            }
            EventKind::Unlock(monitor) if held_by(monitor, event.thread) <= 0 => {
                return refuse("17.1: only the owner unlocks a monitor", &[id]);
            }
            _ => {}
        }
    }
    Ok(())
}

/// JLS §17.4.4, §12: a thread that does not run from the beginning acts only if it is started, and is started
/// at most once; that the start comes first is part of `so_consistent_with_po`. A thread that runs from the
/// beginning is not started.
fn threads_start_before_they_act<M: Machine>(machine: &M, execution: &Execution) -> Result<(), Rejection> {
    for thread in threads(machine) {
        let starts: Vec<EventId> =
            events(execution).filter(|(_, e)| e.kind == EventKind::Start(thread)).map(|(id, _)| id).collect();
        if starts.len() > usize::from(!machine.starts_running(thread)) {
            return refuse("17.4.4: a thread is started at most once", &starts);
        }
        let acts = events(execution).find(|(_, e)| e.thread == thread);
        if let (Some((id, _)), false) = (acts, is_started(machine, execution, thread)) {
            return refuse("17.4.4: a thread acts only after it is started", &[id]);
        }
    }
    Ok(())
}

/// JLS §17.4.4: the end of a thread is its last action, and a join comes after it.
fn threads_end_before_they_are_joined(execution: &Execution, orders: &Orders) -> Result<(), Rejection> {
    let ends = || events(execution).filter(|(_, e)| e.kind == EventKind::End);
    for (end, _) in ends() {
        if let Some(late) = execution.ids().find(|late| orders.po.has(end.index(), late.index())) {
            return refuse("17.4.4: the end of a thread is its last action", &[end, late]);
        }
    }
    for (join, event) in events(execution) {
        let EventKind::Join(thread) = event.kind else { continue };
        let mut before = ends().filter(|(end, _)| orders.so.has(end.index(), join.index()));
        if !before.any(|(_, e)| e.thread == thread) {
            return refuse("17.4.4: a thread is joined only after its end", &[join]);
        }
    }
    Ok(())
}

/// JLS §17.4.5 and §17.4.7 (4), happens-before consistency: for no read r does r happen-before W(r), and no
/// other write w to the variable has hb(W(r), w) and hb(w, r).
fn hb_consistent(execution: &Execution, orders: &Orders) -> Result<(), Rejection> {
    let hb = |a: EventId, b: EventId| orders.hb.has(a.index(), b.index());
    for (read, event) in events(execution).filter(|(_, e)| e.kind.is_read()) {
        if let Some(write) = event.rf.filter(|&w| w == read || hb(read, w)) {
            return refuse("17.4.7 (4): a read sees no write that happens after it", &[read, write]);
        }
        // Any write that happens-before the read overwrites the default write.
        let overwrites = |w: &EventId| event.rf.is_none_or(|seen| hb(seen, *w)) && hb(*w, read);
        if let Some(w) = other_writes_to_variable_of(execution, read).find(overwrites) {
            let witness: Vec<EventId> = event.rf.into_iter().chain([w, read]).collect();
            return refuse("17.4.7 (4): a read sees no write that is overwritten", &witness);
        }
    }
    Ok(())
}

/// JLS §17.4.7 (5), synchronisation order consistency: for each volatile read r, so(r, W(r)) does not hold,
/// and no other write w to the variable has so(W(r), w) and so(w, r). The default write comes first.
fn so_consistent(execution: &Execution, orders: &Orders) -> Result<(), Rejection> {
    let so = |a: EventId, b: EventId| orders.so.has(a.index(), b.index());
    for (read, event) in events(execution).filter(|(_, e)| is_volatile_read(e.kind)) {
        if let Some(write) = event.rf.filter(|&w| w == read || so(read, w)) {
            return refuse("17.4.7 (5): a volatile read sees no later write", &[read, write]);
        }
        let overwrites = |w: &EventId| event.rf.is_none_or(|seen| so(seen, *w)) && so(*w, read);
        if let Some(w) = other_writes_to_variable_of(execution, read).find(overwrites) {
            let witness: Vec<EventId> = event.rf.into_iter().chain([w, read]).collect();
            return refuse("17.4.7 (5): a volatile read sees the latest write", &witness);
        }
    }
    Ok(())
}

/// Clauses that cannot be violated by a litmus program or an `event::ExecutionBuilder`, tested on raw events.
#[cfg(test)]
mod tests {
    use super::*;
    use event::{ExecutionBuilder, Loc, ThreadId};

    fn event(thread: u16, index: u32, kind: EventKind) -> Event {
        Event { thread: ThreadId(thread), index, kind, read: None, written: None, rf: None }
    }

    /// Load buffering over volatiles.
    #[test]
    fn a_cycle_of_happens_before_is_no_partial_order() {
        let (x, y) = (Loc(0), Loc(1));
        let events = [
            event(0, 0, EventKind::Read(x, ReadMode::Volatile)),
            event(0, 1, EventKind::Write(y, WriteMode::Volatile)),
            event(1, 0, EventKind::Read(y, ReadMode::Volatile)),
            event(1, 1, EventKind::Write(x, WriteMode::Volatile)),
        ];
        let so = BTreeMap::from([
            (SyncObj::Volatile(x), vec![EventId(3), EventId(0)]),
            (SyncObj::Volatile(y), vec![EventId(1), EventId(2)]),
        ]);
        let orders = Orders::derive(&events, &so, 2);
        let refusal = hb_partial_order(&orders).expect_err("a cycle of four");
        assert_eq!(refusal.axiom, "17.4.7 (2): happens-before is a partial order");
        assert_eq!(refusal.witness.len(), 4);
        assert!(so_consistent_with_po(&orders).is_err());
    }

    #[test]
    fn two_threads_cannot_start_each_other() {
        let start = |by, of| event(by, 0, EventKind::Start(ThreadId(of)));
        let so = [0, 1].map(|e| (SyncObj::Start(ThreadId(1 - e)), vec![EventId(u32::from(e))]));
        let orders = Orders::derive(&[start(0, 1), start(1, 0)], &BTreeMap::from(so), 2);
        let refusal = so_consistent_with_po(&orders).expect_err("neither can be first");
        assert_eq!((refusal.axiom, refusal.witness.len()), ("17.4.4: so is consistent with po", 2));
    }

    #[test]
    fn only_the_owner_unlocks() {
        let kinds = [(0, EventKind::Lock(MonitorId(0))), (1, EventKind::Unlock(MonitorId(0)))];
        let mut builder = ExecutionBuilder::new(2);
        for (thread, kind) in kinds {
            let id = builder.push(ThreadId(thread), kind, None, None, None);
            builder.synchronise(id);
        }
        let execution = builder.build().expect("acyclic");
        let orders = Orders::derive(execution.events(), execution.so(), 2);
        let refusal = mutual_exclusion(&execution, &orders).expect_err("thread 1 owns nothing");
        assert_eq!(refusal.axiom, "17.1: only the owner unlocks a monitor");
        assert_eq!(refusal.witness, [EventId(1)]);
    }

    #[test]
    fn a_thread_does_nothing_after_its_end() {
        let mut builder = ExecutionBuilder::new(1);
        for kind in [EventKind::End, EventKind::External] {
            let id = builder.push(ThreadId(0), kind, None, None, None);
            builder.synchronise(id);
        }
        let execution = builder.build().expect("acyclic");
        let orders = Orders::derive(execution.events(), execution.so(), 1);
        let refusal =
            threads_end_before_they_are_joined(&execution, &orders).expect_err("output after the end");
        assert_eq!(refusal.axiom, "17.4.4: the end of a thread is its last action");
    }
}
