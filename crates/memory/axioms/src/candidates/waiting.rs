//! Whether threads might wait for each other forever: a coarse check that is exact only when it says no.
//!
//! A thread that holds a monitor, or has not ended, may wait for a monitor or for the end of a thread. A set
//! of threads can be stuck only if these waits form a cycle, if a thread ends while it holds a monitor, or if
//! one waits for a thread that may never be started.

use crate::enumerate::ThreadTrace;
use event::{EventKind, Machine, MonitorId, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

/// What a thread can wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Thing {
    Monitor(MonitorId),
    End(ThreadId),
}

pub(super) fn may_wait<M: Machine>(machine: &M, traces: &[Vec<ThreadTrace>]) -> bool {
    let mut waits: BTreeMap<Thing, BTreeSet<Thing>> = BTreeMap::new();
    for (t, trace) in traces.iter().enumerate().flat_map(|(t, all)| all.iter().map(move |trace| (t, trace))) {
        let mut held: Vec<MonitorId> = Vec::new();
        let mut started: Vec<ThreadId> = Vec::new();
        for event in &trace.events {
            let wanted = match event.kind {
                EventKind::Lock(m) => Some(Thing::Monitor(m)).filter(|_| !held.contains(&m)),
                EventKind::Join(child) if !machine.starts_running(child) && !started.contains(&child) => {
                    return true;
                }
                EventKind::Join(child) => Some(Thing::End(child)),
                _ => None,
            };
            let holding = held.iter().copied().map(Thing::Monitor).chain([Thing::End(ThreadId(t as u16))]);
            for (from, to) in holding.filter_map(|thing| Some((thing, wanted?))) {
                waits.entry(from).or_default().insert(to);
            }
            match event.kind {
                EventKind::Lock(m) => held.push(m),
                EventKind::Unlock(m) => {
                    if let Some(at) = held.iter().rposition(|h| *h == m) {
                        held.remove(at);
                    }
                }
                EventKind::Start(child) => started.push(child),
                _ => {}
            }
        }
        if !held.is_empty() {
            return true;
        }
    }
    waits.keys().any(|&thing| reaches_itself(&waits, thing))
}

fn reaches_itself(waits: &BTreeMap<Thing, BTreeSet<Thing>>, start: Thing) -> bool {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    while let Some(thing) = open.pop() {
        for &next in waits.get(&thing).into_iter().flatten() {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}
