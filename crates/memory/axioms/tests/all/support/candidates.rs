//! Every candidate execution of a small loop-free program, consistent or not, for any machine.
//!
//! Written independently and without any pruning, so that predicates can be compared on executions that no
//! model would accept. Reads guess values: what some trace writes can be read, in four rounds (`x = x + 1`
//! never stabilises).

use axioms::{Coherence, Graph};
use event::{
    Action, Answer, Event, EventId, EventKind, ExecutionBuilder, Loc, Machine, MonitorId, Outcome, Pending,
    RmwMode, RmwOp, SyncObj, ThreadId, Value,
};
use std::collections::{BTreeMap, BTreeSet};

type Step = (EventKind, Option<Value>, Option<Value>, Answer);
type Trace = Vec<Step>;
type Values = BTreeMap<Loc, BTreeSet<Value>>;

/// Whether volatile accesses get a synchronisation order, which rules out executions with a cycle in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VolatileOrder {
    /// The order given by coherence, each read after its source.
    ByCoherence,
    /// None, for models that do not look at it.
    Absent,
}

/// Visits every candidate with its outcome; returns false if there are more than `most`, or a thread loops.
pub fn each_candidate<M: Machine>(
    machine: &M,
    volatile: VolatileOrder,
    most: u64,
    visit: &mut dyn FnMut(&Graph<'_>, Outcome),
) -> bool {
    let Some(traces) = all_traces(machine) else { return false };
    let mut left = most;
    let mut whole = true;
    product(&traces, &mut |chosen: &[&Trace]| {
        whole = whole && combination(machine, chosen, volatile, &mut left, visit);
    });
    whole
}

fn all_traces<M: Machine>(machine: &M) -> Option<Vec<Vec<Trace>>> {
    let mut values = Values::new();
    let mut all = Vec::new();
    for _ in 0..4 {
        let before = values.clone();
        all = Vec::new();
        for t in (0..machine.thread_count()).map(|t| ThreadId(t as u16)) {
            let mut found = Vec::new();
            walk(machine, t, machine.initial(), Vec::new(), &mut values, &mut found)?;
            if !machine.starts_running(t) {
                found.push(Vec::new());
            }
            all.push(found);
        }
        for (kind, _, written, _) in all.iter().flatten().flatten() {
            if let (Some(loc), Some(value)) = (kind.loc(), written) {
                values.entry(loc).or_default().insert(*value);
            }
        }
        if values == before {
            break;
        }
    }
    Some(all)
}

fn walk<M: Machine>(
    machine: &M,
    thread: ThreadId,
    state: M::State,
    trace: Trace,
    values: &mut Values,
    out: &mut Vec<Trace>,
) -> Option<()> {
    let action = match machine.pending(&state, thread) {
        Pending::Action(action) => action,
        Pending::Ended => {
            out.push(trace);
            return Some(());
        }
        _ => return None,
    };
    if trace.len() >= 12 || out.len() >= 200 {
        return None;
    }
    for step in steps(machine, &state, action, values) {
        let (mut state, mut trace) = (state.clone(), trace.clone());
        machine.resume(&mut state, thread, step.3);
        trace.push(step);
        walk(machine, thread, state, trace, values, out)?;
    }
    Some(())
}

fn steps<M: Machine>(machine: &M, state: &M::State, action: Action, values: &mut Values) -> Vec<Step> {
    let mut readable = |loc| {
        let initial = machine.location(state, loc).initial;
        let values = values.entry(loc).or_insert_with(|| BTreeSet::from([initial]));
        values.iter().copied().collect::<Vec<Value>>()
    };
    let plain = |kind| vec![(kind, None, None, Answer::Done)];
    match action {
        Action::Read { loc, mode } => {
            let step = |v| (EventKind::Read(loc, mode), Some(v), None, Answer::Value(v));
            readable(loc).into_iter().map(step).collect()
        }
        Action::Write { loc, mode, value } => {
            readable(loc);
            vec![(EventKind::Write(loc, mode), None, Some(value), Answer::Done)]
        }
        Action::Rmw { loc, mode, op } => {
            readable(loc).into_iter().flat_map(|old| update(loc, mode, op, old)).collect()
        }
        Action::Fence(fence) => plain(EventKind::Fence(fence)),
        Action::Freeze(loc) => plain(EventKind::Freeze(loc)),
        Action::Lock(monitor) => plain(EventKind::Lock(monitor)),
        Action::Unlock(monitor) => plain(EventKind::Unlock(monitor)),
        Action::Start(child) => plain(EventKind::Start(child)),
        Action::Join(child) => plain(EventKind::Join(child)),
        Action::External(_) => plain(EventKind::External),
        Action::Internal(_) => panic!("no litmus program has one"),
        Action::Fail(_) => plain(EventKind::Fail),
        Action::End => plain(EventKind::End),
    }
}

fn update(loc: Loc, mode: RmwMode, op: RmwOp, old: Value) -> Vec<Step> {
    let new = op.apply(old);
    let spurious = matches!(op, RmwOp::CompareAndSet { may_fail_spuriously: true, .. });
    let answer = |written| Answer::Rmw { old, written };
    let wrote = new.map(|_| (EventKind::Rmw(loc, mode), Some(old), new, answer(true)));
    let failed = (new.is_none() || spurious)
        .then(|| (EventKind::Read(loc, mode.read()), Some(old), None, answer(false)));
    wrote.into_iter().chain(failed).collect()
}

/// Calls `visit` with every tuple of one element of each list.
fn product<T>(lists: &[Vec<T>], visit: &mut dyn FnMut(&[&T])) {
    fn go<'a, T>(lists: &'a [Vec<T>], chosen: &mut Vec<&'a T>, visit: &mut dyn FnMut(&[&T])) {
        let Some(list) = lists.get(chosen.len()) else { return visit(chosen) };
        for element in list {
            chosen.push(element);
            go(lists, chosen, visit);
            chosen.pop();
        }
    }
    go(lists, &mut Vec::new(), visit);
}

/// Every order of a list that respects `before`.
fn permutations(list: &[usize], before: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = list.split_first() else { return vec![vec![]] };
    let mut result = Vec::new();
    for order in permutations(rest, before) {
        for at in 0..=order.len() {
            let fits = !order[..at].iter().any(|&e| before(first, e))
                && !order[at..].iter().any(|&e| before(e, first));
            if fits {
                let mut order = order.clone();
                order.insert(at, first);
                result.push(order);
            }
        }
    }
    result
}

/// Visits all candidates with these traces; returns false if there are too many.
fn combination<M: Machine>(
    machine: &M,
    traces: &[&Trace],
    volatile: VolatileOrder,
    left: &mut u64,
    visit: &mut dyn FnMut(&Graph<'_>, Outcome),
) -> bool {
    let started = |t: usize| {
        let kind = EventKind::Start(ThreadId(t as u16));
        traces.iter().copied().flatten().filter(|step| step.0 == kind).count()
    };
    let runs = |t: usize| machine.starts_running(ThreadId(t as u16)) || started(t) == 1;
    if (0..traces.len()).any(|t| runs(t) == traces[t].is_empty() || started(t) > 1) {
        return true;
    }
    let joined = |step: &Step| matches!(step.0, EventKind::Join(t) if traces[t.index()].is_empty());
    if traces.iter().copied().flatten().any(joined) {
        return true;
    }
    let events = events(traces);
    let state = machine.initial();
    let initial: BTreeMap<Loc, Value> = events
        .iter()
        .filter_map(|e| e.kind.loc())
        .chain(machine.observed_locations().iter().copied())
        .map(|loc| (loc, machine.location(&state, loc).initial))
        .collect();
    let layout = Layout::new(&events, &initial);
    let orders = layout.monitor_orders.iter().chain(&layout.write_orders).map(Vec::len);
    let count = layout.sources.iter().map(Vec::len).chain(orders).map(|n| n as u64).product::<u64>();
    if count > *left {
        return false;
    }
    *left -= count;
    let mut end = machine.initial();
    for (t, trace) in traces.iter().enumerate() {
        trace.iter().for_each(|step| machine.resume(&mut end, ThreadId(t as u16), step.3));
    }
    let failed = (0..)
        .zip(traces.iter().copied().flatten())
        .filter(|(_, step)| matches!((step.0, step.3), (EventKind::Read(..), Answer::Rmw { .. })));
    let failed: Vec<EventId> = failed.map(|(i, _)| EventId(i)).collect();
    layout.each(&mut |rf, monitors, coherence| {
        let finals: Vec<Value> = machine
            .observed_locations()
            .iter()
            .map(|loc| {
                let order = coherence.iter().find(|(l, _)| l == loc).map(|(_, order)| order);
                let last = order.and_then(|order| order.last());
                last.map_or(initial[loc], |&w| events[w].written.expect("a write"))
            })
            .collect();
        let outcome = machine.outcome(&end, &finals);
        show(&events, traces.len(), (rf, monitors, coherence), volatile, &failed, &mut |graph| {
            visit(graph, outcome.clone());
        });
    });
    true
}

fn events(traces: &[&Trace]) -> Vec<Event> {
    let mut events = Vec::new();
    for (t, trace) in traces.iter().enumerate() {
        for (index, &(kind, read, written, _)) in trace.iter().enumerate() {
            let thread = ThreadId(t as u16);
            events.push(Event { thread, index: index as u32, kind, read, written, rf: None });
        }
    }
    events
}

/// Each read with its source.
type Sources = Vec<(usize, Option<usize>)>;
type MonitorOrders = Vec<(MonitorId, Vec<usize>)>;
type WriteOrders = Vec<(Loc, Vec<usize>)>;

/// What remains to be chosen once the traces are fixed.
struct Layout {
    reads: Vec<usize>,
    sources: Vec<Vec<Option<usize>>>,
    monitors: Vec<MonitorId>,
    monitor_orders: Vec<Vec<Vec<usize>>>,
    locations: Vec<Loc>,
    write_orders: Vec<Vec<Vec<usize>>>,
}

impl Layout {
    fn new(events: &[Event], initial: &BTreeMap<Loc, Value>) -> Self {
        let indices = |holds: &dyn Fn(&Event) -> bool| {
            (0..events.len()).filter(|&i| holds(&events[i])).collect::<Vec<usize>>()
        };
        let reads = indices(&|e| e.kind.is_read());
        let sources = reads.iter().map(|&r| {
            let (loc, value) = (events[r].kind.loc().expect("a read"), events[r].read);
            let writes = indices(&|e| e.kind.is_write() && e.kind.loc() == Some(loc) && e.written == value);
            let default = (value == Some(initial[&loc])).then_some(None);
            default.into_iter().chain(writes.into_iter().filter(|&w| w != r).map(Some)).collect()
        });
        let po = |a: usize, b: usize| events[a].thread == events[b].thread && a < b;
        let mut monitors = BTreeMap::<MonitorId, Vec<usize>>::new();
        for (i, event) in events.iter().enumerate() {
            if let EventKind::Lock(m) | EventKind::Unlock(m) = event.kind {
                monitors.entry(m).or_default().push(i);
            }
        }
        let write_orders = initial.keys().map(|&loc| {
            let writes = indices(&|e| e.kind.is_write() && e.kind.loc() == Some(loc));
            permutations(&writes, &|_, _| false)
        });
        Layout {
            sources: sources.collect(),
            monitors: monitors.keys().copied().collect(),
            monitor_orders: monitors.values().map(|list| permutations(list, &po)).collect(),
            locations: initial.keys().copied().collect(),
            write_orders: write_orders.collect(),
            reads,
        }
    }

    fn each(&self, visit: &mut dyn FnMut(&Sources, &MonitorOrders, &WriteOrders)) {
        product(&self.sources, &mut |sources| {
            let rf: Sources = self.reads.iter().copied().zip(sources.iter().map(|s| **s)).collect();
            product(&self.monitor_orders, &mut |orders| {
                let orders = orders.iter().map(|order| order.to_vec());
                let monitors: MonitorOrders = self.monitors.iter().copied().zip(orders).collect();
                product(&self.write_orders, &mut |orders| {
                    let orders = orders.iter().map(|order| order.to_vec());
                    visit(&rf, &monitors, &self.locations.iter().copied().zip(orders).collect());
                });
            });
        });
    }
}

/// Builds the execution, unless happens-before has a cycle.
fn show(
    events: &[Event],
    threads: usize,
    (rf, monitors, coherence): (&Sources, &MonitorOrders, &WriteOrders),
    volatile: VolatileOrder,
    failed: &[EventId],
    visit: &mut dyn FnMut(&Graph<'_>),
) {
    let id = |e: usize| EventId(e as u32);
    let ids = |order: &[usize]| order.iter().map(|&e| id(e)).collect::<Vec<EventId>>();
    let mut builder = ExecutionBuilder::new(threads);
    for event in events {
        builder.push(event.thread, event.kind, event.read, event.written, None);
    }
    rf.iter().for_each(|&(read, write)| builder.set_rf(id(read), write.map(id)));
    let mut so = BTreeMap::<SyncObj, Vec<usize>>::new();
    for (i, event) in events.iter().enumerate() {
        if let Some(object) = event.kind.sync_obj(event.thread) {
            so.entry(object).or_default().push(i);
        }
    }
    let source = |e: usize| rf.iter().find(|(read, _)| *read == e).and_then(|(_, write)| *write);
    for (object, mut list) in so {
        match object {
            SyncObj::Monitor(m) => {
                list.clone_from(&monitors.iter().find(|(monitor, _)| *monitor == m).expect("ordered").1);
            }
            SyncObj::Volatile(_) if volatile == VolatileOrder::Absent => continue,
            SyncObj::Volatile(loc) => {
                let order = &coherence.iter().find(|(l, _)| *l == loc).expect("ordered").1;
                list.sort_by_key(|&e| {
                    let write = if events[e].kind.is_write() { Some(e) } else { source(e) };
                    let rank = write.and_then(|w| order.iter().position(|&o| o == w)).map_or(0, |p| p + 1);
                    (rank, !events[e].kind.is_write())
                });
            }
            SyncObj::End(_) => list.sort_by_key(|&e| events[e].kind != EventKind::End),
            _ => {}
        }
        builder.set_so(object, ids(&list));
    }
    let Ok(execution) = builder.build() else { return };
    let mut co = Coherence::none();
    coherence.iter().for_each(|(loc, order)| co.set(*loc, ids(order)));
    let graph = Graph::new(&execution, &co).expect("few events");
    visit(&graph.with_failed_updates(failed.iter().copied()));
}
