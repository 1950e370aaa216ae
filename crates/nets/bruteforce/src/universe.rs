//! All maximal well-formed executions of a program (JLS §17.4.7).
//!
//! By definition: one trace per thread, any order of the synchronisation actions on each object that respects
//! program order, any write of the variable and value for each read. `jls` decides which of these are
//! executions. Some are excluded before that to save time (monitors with two owners, volatile reads that do
//! not see the latest write, plain reads that see a write that is overwritten or comes later); an execution
//! wrongly excluded would be noticed as one of the closure that is missing here.

use crate::run::{Classes, Run};
use crate::traces::{Deed, Deeds, Values, traces};
use event::{
    EventId, EventKind, Execution, ExecutionBuilder, Machine, MonitorId, ReadMode, SyncObj, ThreadId,
};
use jls::Completeness;
use std::collections::BTreeMap;

/// The maximum size of a program.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// The maximum number of events of an execution; at most 20.
    pub events: usize,
    /// The maximum number of traces of a thread.
    pub traces: usize,
    /// The maximum number of combinations that are tried.
    pub candidates: usize,
    /// The maximum number of executions.
    pub executions: usize,
    /// The maximum number of states (committed sets with history) of one search.
    pub states: usize,
    /// The maximum number of rounds to close the set of values.
    pub rounds: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { events: 16, traces: 300, candidates: 200_000, executions: 100, states: 40_000, rounds: 8 }
    }
}

/// Why a program is not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TooLarge {
    /// Beyond the bounds, or with a loop.
    Program,
    /// It has actions that the JLS does not define.
    NotJls,
}

/// The executions of a program.
#[derive(Debug)]
pub struct Universe {
    pub(crate) executions: Vec<Execution>,
    pub(crate) runs: Vec<Run>,
    pub(crate) bounds: Bounds,
    index: BTreeMap<Vec<u64>, usize>,
}

impl Universe {
    /// Enumerates the executions of `machine`.
    pub fn of<M: Machine>(machine: &M, bounds: &Bounds) -> Result<Universe, TooLarge> {
        let traces = closed_traces(machine, bounds)?;
        Ok(Universe::from(enumerate(machine, &traces, bounds)?, bounds))
    }

    fn from(found: BTreeMap<Vec<u64>, Execution>, bounds: &Bounds) -> Universe {
        let mut classes = Classes::default();
        let runs = found.values().map(|e| Run::of(e, &mut classes)).collect();
        let index = found.keys().cloned().enumerate().map(|(i, key)| (key, i)).collect();
        Universe { executions: found.into_values().collect(), runs, bounds: bounds.clone(), index }
    }

    /// The executions, each once.
    pub fn executions(&self) -> &[Execution] {
        &self.executions
    }

    /// The index of an execution of the program in [`Universe::executions`].
    pub fn find(&self, execution: &Execution) -> Option<usize> {
        self.index.get(&key(execution)).copied()
    }
}

/// A key that distinguishes executions of one program: what each thread reads, from where, and the order of
/// the ordered actions on each object. Volatile reads and joins are placed by what they see.
fn key(e: &Execution) -> Vec<u64> {
    let place = |id: EventId| u64::from(e.event(id).thread.0) << 32 | u64::from(e.event(id).index);
    let mut key = Vec::new();
    for t in 0..e.thread_count() {
        let events = e.thread(ThreadId(t as u16));
        key.push(events.len() as u64);
        for event in events.iter().map(|&id| e.event(id)) {
            key.push(event.read.map_or(u64::MAX, |v| v.0 as u64));
            key.push(event.rf.map_or(u64::MAX, place));
        }
    }
    for order in e.so().values() {
        key.push(u64::MAX - 1);
        key.extend(order.iter().filter(|&&id| !is_unordered(e.event(id).kind)).map(|&id| place(id)));
    }
    key
}

/// Nothing depends on the order of volatile reads, or of joins, among themselves.
pub(crate) fn is_unordered(kind: EventKind) -> bool {
    matches!(kind, EventKind::Read(..) | EventKind::Join(_))
}

/// The traces of each thread, if reads may see the initial values and whatever a trace writes.
fn closed_traces<M: Machine>(machine: &M, bounds: &Bounds) -> Result<Vec<Vec<Deeds>>, TooLarge> {
    let mut values = Values::new();
    for _ in 0..bounds.rounds {
        let threads = (0..machine.thread_count()).map(|t| ThreadId(t as u16));
        let all: Vec<Vec<Deeds>> =
            threads.map(|t| traces(machine, t, &values, bounds)).collect::<Result<_, _>>()?;
        let mut grows = false;
        for deed in all.iter().flatten().flatten() {
            if let (Some(loc), Some(value)) = (deed.kind.loc(), deed.written) {
                grows |= values.entry(loc).or_default().insert(value);
            }
        }
        if !grows {
            return Ok(all);
        }
    }
    Err(TooLarge::Program)
}

fn enumerate<M: Machine>(
    machine: &M,
    all: &[Vec<Deeds>],
    bounds: &Bounds,
) -> Result<BTreeMap<Vec<u64>, Execution>, TooLarge> {
    let mut found = BTreeMap::new();
    let mut left = bounds.candidates;
    let sizes: Vec<usize> = all.iter().map(Vec::len).collect();
    for pick in products(&sizes) {
        let chosen: Vec<&Deeds> = pick.iter().zip(all).map(|(&i, traces)| &traces[i]).collect();
        left = left.checked_sub(1).ok_or(TooLarge::Program)?;
        if !every_value_is_written(&chosen) {
            continue;
        }
        if chosen.iter().map(|t| t.len()).sum::<usize>() > bounds.events.min(20) {
            return Err(TooLarge::Program);
        }
        Together::of(&chosen).complete(machine, &mut found, &mut left)?;
        if found.len() > bounds.executions {
            return Err(TooLarge::Program);
        }
    }
    Ok(found)
}

/// Whether each value that is read is initial or written by some thread.
fn every_value_is_written(chosen: &[&Deeds]) -> bool {
    let all = chosen.iter().flat_map(|t| t.iter());
    all.clone().filter(|d| d.read.is_some() && !d.is_initial).all(|read| {
        all.clone().any(|w| w.kind.is_write() && w.kind.loc() == read.kind.loc() && w.written == read.read)
    })
}

/// All tuples with one index below each size.
pub(crate) fn products(sizes: &[usize]) -> impl Iterator<Item = Vec<usize>> + use<> {
    let sizes = sizes.to_vec();
    let first = sizes.iter().all(|&n| n > 0).then(|| vec![0; sizes.len()]);
    std::iter::successors(first, move |pick| {
        let mut next = pick.clone();
        let i = (0..next.len()).find(|&i| next[i] + 1 < sizes[i])?;
        next[i] += 1;
        next[..i].fill(0);
        Some(next)
    })
}

/// A combination of one trace per thread.
struct Together {
    builder: ExecutionBuilder,
    events: Vec<(ThreadId, Deed)>,
    /// Per object and thread the actions on it, in program order.
    by_object: BTreeMap<SyncObj, Vec<Vec<EventId>>>,
}

impl Together {
    fn of(chosen: &[&Deeds]) -> Together {
        let mut builder = ExecutionBuilder::new(chosen.len());
        let mut events = Vec::new();
        let mut by_object: BTreeMap<SyncObj, Vec<Vec<EventId>>> = BTreeMap::new();
        for (t, trace) in chosen.iter().enumerate() {
            let thread = ThreadId(t as u16);
            for d in trace.iter() {
                let id = builder.push(thread, d.kind, d.read, d.written, None);
                events.push((thread, d.clone()));
                if let Some(object) = d.kind.sync_obj(thread) {
                    let per_thread = || vec![Vec::new(); chosen.len()];
                    by_object.entry(object).or_insert_with(per_thread)[t].push(id);
                }
            }
        }
        Together { builder, events, by_object }
    }

    /// Adds the executions with these traces.
    fn complete<M: Machine>(
        &self,
        machine: &M,
        found: &mut BTreeMap<Vec<u64>, Execution>,
        left: &mut usize,
    ) -> Result<(), TooLarge> {
        let orders: Vec<(SyncObj, Vec<Vec<EventId>>)> =
            self.by_object.iter().map(|(object, queues)| (*object, self.orders(queues))).collect();
        let sizes: Vec<usize> = orders.iter().map(|(_, all)| all.len()).collect();
        for pick in products(&sizes) {
            *left = left.checked_sub(1).ok_or(TooLarge::Program)?;
            let mut builder = self.builder.clone();
            for (&i, (object, all)) in pick.iter().zip(&orders) {
                builder.set_so(*object, all[i].clone());
                self.latest_writes(&all[i]).into_iter().for_each(|(r, w)| builder.set_rf(r, w));
            }
            let Ok(skeleton) = builder.clone().build() else { continue };
            let reads: Vec<EventId> = skeleton.ids().filter(|r| self.is_plain_read(*r)).collect();
            let sources: Vec<Vec<Option<EventId>>> =
                reads.iter().map(|r| self.sources(&skeleton, *r)).collect();
            for pick in products(&sources.iter().map(Vec::len).collect::<Vec<_>>()) {
                *left = left.checked_sub(1).ok_or(TooLarge::Program)?;
                let mut builder = builder.clone();
                for (i, &r) in reads.iter().enumerate() {
                    builder.set_rf(r, sources[i][pick[i]]);
                }
                let execution = builder.build().expect("what plain reads see does not order");
                let key = key(&execution);
                let accepted = |e| jls::check_execution(machine, e, Completeness::Complete).is_ok();
                if !found.contains_key(&key) && accepted(&execution) {
                    found.insert(key, execution);
                }
            }
        }
        Ok(())
    }

    fn deed(&self, id: EventId) -> &Deed {
        &self.events[id.index()].1
    }

    fn is_plain_read(&self, id: EventId) -> bool {
        matches!(self.deed(id).kind, EventKind::Read(_, ReadMode::Plain))
    }

    /// All orders of the actions on one object that respect program order and that the object itself allows.
    fn orders(&self, queues: &[Vec<EventId>]) -> Vec<Vec<EventId>> {
        let mut all = Vec::new();
        self.extend(queues, &mut vec![0; queues.len()], &mut Vec::new(), &mut all);
        all
    }

    fn extend(
        &self,
        queues: &[Vec<EventId>],
        next: &mut [usize],
        order: &mut Vec<EventId>,
        all: &mut Vec<Vec<EventId>>,
    ) {
        if order.len() == queues.iter().map(Vec::len).sum::<usize>() {
            all.push(order.clone());
            return;
        }
        for t in 0..queues.len() {
            let Some(&id) = queues[t].get(next[t]) else { continue };
            if !self.may_follow(order, id) {
                continue;
            }
            next[t] += 1;
            order.push(id);
            self.extend(queues, next, order, all);
            order.pop();
            next[t] -= 1;
        }
    }

    fn may_follow(&self, order: &[EventId], id: EventId) -> bool {
        let (thread, deed) = &self.events[id.index()];
        let held_by_others = |m: MonitorId| {
            let of_others = |wanted: EventKind| {
                let theirs = order.iter().map(|e| &self.events[e.index()]);
                theirs.filter(|(other, deed)| other != thread && deed.kind == wanted).count()
            };
            of_others(EventKind::Lock(m)) > of_others(EventKind::Unlock(m))
        };
        match deed.kind {
            EventKind::Lock(m) => !held_by_others(m),
            EventKind::Read(..) | EventKind::Rmw(..) => match self.latest_write(order) {
                Some(w) => self.deed(w).written == deed.read,
                None => deed.is_initial,
            },
            EventKind::Join(_) => !order.is_empty(),
            _ => true,
        }
    }

    fn latest_write(&self, order: &[EventId]) -> Option<EventId> {
        order.iter().rev().copied().find(|w| self.deed(*w).kind.is_write())
    }

    /// What each read in the order of a volatile variable sees.
    fn latest_writes(&self, order: &[EventId]) -> Vec<(EventId, Option<EventId>)> {
        let reads = order.iter().enumerate().filter(|(_, r)| self.deed(**r).kind.is_read());
        reads.map(|(i, &r)| (r, self.latest_write(&order[..i]))).collect()
    }

    /// The writes that a plain read may see by happens-before consistency (JLS §17.4.5), `None` for the
    /// default write.
    fn sources(&self, skeleton: &Execution, read: EventId) -> Vec<Option<EventId>> {
        let deed = self.deed(read);
        let loc = deed.kind.loc().expect("a read has a location");
        let writes: Vec<EventId> = skeleton.writes_to(loc).collect();
        let hb = |a: EventId, b: EventId| skeleton.hb(a, b);
        let default = deed.is_initial && !writes.iter().any(|&w| hb(w, read));
        let visible = writes.iter().copied().filter(|&w| {
            self.deed(w).written == deed.read
                && !hb(read, w)
                && !writes.iter().any(|&v| hb(w, v) && hb(v, read))
        });
        default.then_some(None).into_iter().chain(visible.map(Some)).collect()
    }
}
