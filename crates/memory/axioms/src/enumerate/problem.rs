//! A combination of traces, prepared for the search: events, possible sources of reads, what must be ordered.
//!
//! **Promises** that every source that a model could accept is among the sources of a read, and that
//! synchronisation is decided before plain memory, so that happens-before is known when plain reads choose
//! their sources.

use super::Pruning;
use super::trace::{LocFacts, ThreadTrace};
use crate::axioms::{Axioms, Buffers, preserved};
use crate::graph::{program_order, program_order_per_location, start_join};
use crate::limits::Overflow;
use crate::relation::{CAPACITY, EventSet, Relation};
use event::{Event, EventKind, Loc, LocKind, MonitorId, Value};
use std::collections::BTreeMap;

/// A write, or `None` for the initial value.
pub(crate) type Source = Option<usize>;

/// A location and its writes.
pub(crate) struct Location {
    pub loc: Loc,
    pub kind: LocKind,
    pub initial: Value,
    pub writes: Vec<usize>,
    /// Whether the model orders its writes.
    pub ordered: bool,
}

/// A read and its possible sources.
pub(crate) struct Read {
    pub event: usize,
    /// Index into [`Problem::locations`].
    pub location: usize,
    pub sources: Vec<Source>,
}

/// A monitor and its outermost critical sections, each the list of its lock and unlock events.
pub(crate) struct Monitor {
    pub id: MonitorId,
    pub sections: Vec<Section>,
}

/// A critical section, from an outermost lock to the matching unlock.
pub(crate) struct Section {
    pub events: Vec<usize>,
    /// False if the thread ends inside.
    pub left: bool,
}

/// One decision of the search.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Decision {
    /// The source of a read.
    Source(usize),
    /// The order of the sections of a monitor.
    Monitor(usize),
    /// The order of the writes of a location.
    Coherence(usize),
    /// Marks that synchronisation is decided: happens-before is known.
    Synchronised,
    /// Marks that (rf, so) is decided: what remains is coherence of plain memory.
    Class,
}

/// Relations that are kept transitively closed and acyclic during the search.
#[derive(Clone)]
pub(crate) struct Orders {
    /// The relation of the model's main axiom.
    pub global: Relation,
    /// sc-per-location, where the main axiom does not imply it.
    pub per_location: Option<Relation>,
}

/// The input of the search.
pub(crate) struct Problem {
    pub model: Axioms,
    pub pruning: Pruning,
    pub threads: usize,
    pub events: Vec<Event>,
    pub failed_updates: EventSet,
    pub locations: Vec<Location>,
    pub reads: Vec<Read>,
    pub monitors: Vec<Monitor>,
    pub decisions: Vec<Decision>,
    /// The orders before any decision.
    pub orders: Orders,
}

impl Problem {
    /// Numbers the events thread by thread.
    pub(crate) fn new(
        traces: &[&ThreadTrace],
        facts: &BTreeMap<Loc, LocFacts>,
        model: Axioms,
        pruning: Pruning,
    ) -> Result<Self, Overflow> {
        let total = traces.iter().map(|trace| trace.events.len()).sum();
        if total > CAPACITY {
            return Err(Overflow::Events(total));
        }
        let mut events: Vec<Event> = Vec::with_capacity(total);
        let mut failed_updates = EventSet::EMPTY;
        for trace in traces.iter().filter(|trace| !trace.events.is_empty()) {
            failed_updates.0 |= trace.failed_updates << events.len();
            events.extend_from_slice(&trace.events);
        }
        let locations = locations(&events, facts, model);
        let monitors = monitors(&events)?;
        let reads = reads(&events, &locations, pruning);
        let decisions = decisions(&reads, &monitors, &locations);
        let orders = initial_orders(&events, failed_updates, model);
        let threads = traces.len();
        Ok(Problem {
            model,
            pruning,
            threads,
            events,
            failed_updates,
            locations,
            reads,
            monitors,
            decisions,
            orders,
        })
    }
}

fn locations(events: &[Event], facts: &BTreeMap<Loc, LocFacts>, model: Axioms) -> Vec<Location> {
    let writes_to = |loc| {
        let writes =
            events.iter().enumerate().filter(move |(_, e)| e.kind.is_write() && e.kind.loc() == Some(loc));
        writes.map(|(i, _)| i).collect()
    };
    let location = |(&loc, facts): (&Loc, &LocFacts)| Location {
        loc,
        kind: facts.kind,
        initial: facts.initial,
        writes: writes_to(loc),
        ordered: model.has_coherence() || facts.kind == LocKind::Volatile,
    };
    facts.iter().map(location).collect()
}

/// The outermost critical sections of each monitor.
fn monitors(events: &[Event]) -> Result<Vec<Monitor>, Overflow> {
    let mut monitors: BTreeMap<MonitorId, Vec<Section>> = BTreeMap::new();
    // The nesting depth of the section at the end of the list, and its thread.
    let mut open: BTreeMap<MonitorId, (u32, event::ThreadId)> = BTreeMap::new();
    for (i, event) in events.iter().enumerate() {
        let (EventKind::Lock(id) | EventKind::Unlock(id)) = event.kind else { continue };
        let sections = monitors.entry(id).or_default();
        let (depth, owner) = open.entry(id).or_insert((0, event.thread));
        if *owner != event.thread {
            (*depth, *owner) = (0, event.thread);
        }
        if *depth == 0 {
            sections.push(Section { events: Vec::new(), left: false });
        }
        let section = sections.last_mut().expect("pushed when it was entered");
        section.events.push(i);
        match event.kind {
            EventKind::Lock(_) => *depth += 1,
            _ if *depth == 0 => return Err(Overflow::Unsupported("an unlock without a lock")),
            _ => *depth -= 1,
        }
        section.left = *depth == 0;
    }
    Ok(monitors.into_iter().map(|(id, sections)| Monitor { id, sections }).collect())
}

fn reads(events: &[Event], locations: &[Location], pruning: Pruning) -> Vec<Read> {
    let mut reads = Vec::new();
    for (i, event) in events.iter().enumerate().filter(|(_, e)| e.kind.is_read()) {
        let location = locations.iter().position(|l| Some(l.loc) == event.kind.loc());
        let location = location.expect("every accessed location has facts");
        let place = &locations[location];
        // Writes are numbered in program order within a thread.
        let own = place.writes.iter().copied().filter(|&w| events[w].thread == event.thread && w < i).max();
        let usable = |&w: &usize| {
            let right_value = w != i && events[w].written == event.read;
            let in_sight = events[w].thread != event.thread || Some(w) == own;
            right_value && (in_sight || pruning == Pruning::Off)
        };
        let default = event.read == Some(place.initial) && (own.is_none() || pruning == Pruning::Off);
        let writes = place.writes.iter().copied().filter(usable).map(Some);
        let sources = default.then_some(None).into_iter().chain(writes).collect();
        reads.push(Read { event: i, location, sources });
    }
    // Reads with the fewest choices first, so that cycles close sooner.
    reads.sort_by_key(|read| read.sources.len());
    reads
}

fn decisions(reads: &[Read], monitors: &[Monitor], locations: &[Location]) -> Vec<Decision> {
    let volatile = |i: usize| locations[i].kind == LocKind::Volatile;
    let sources = |wanted: bool| {
        let chosen = reads.iter().enumerate().filter(move |(_, read)| volatile(read.location) == wanted);
        chosen.map(|(i, _)| Decision::Source(i))
    };
    let coherence = |wanted: bool| {
        let ordered = move |i: &usize| {
            locations[*i].ordered && volatile(*i) == wanted && !locations[*i].writes.is_empty()
        };
        (0..locations.len()).filter(ordered).map(Decision::Coherence)
    };
    let sections = (0..monitors.len()).map(Decision::Monitor);
    let synchronisation =
        sources(true).chain(sections).chain(coherence(true)).chain([Decision::Synchronised]);
    synchronisation.chain(sources(false)).chain([Decision::Class]).chain(coherence(false)).collect()
}

/// The orders that follow from program order, starts and joins.
fn initial_orders(events: &[Event], failed_updates: EventSet, model: Axioms) -> Orders {
    let buffered = |buffers| {
        let per_location = program_order_per_location(events);
        (preserved(events, failed_updates, buffers), Some(per_location))
    };
    let (mut global, mut per_location) = match model {
        Axioms::Sc | Axioms::OpMm => (program_order(events), None),
        Axioms::Tso => buffered(Buffers::PerThread),
        Axioms::Pso => buffered(Buffers::PerLocation),
    };
    global.union(&start_join(events));
    global.close();
    per_location.iter_mut().for_each(Relation::close);
    Orders { global, per_location }
}
