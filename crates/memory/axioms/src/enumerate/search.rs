//! The search over reads-from, monitor orders and coherence orders of one combination of traces.
//!
//! A list of decisions is processed depth-first; each adds edges to the relations of [`Orders`], and a branch
//! ends when one closes a cycle. **Promises** that pruning is sound (only branches are dropped whose
//! completions the predicate would reject) and that the predicate has the last word on every complete
//! candidate.

use super::problem::{Decision, Orders, Problem, Read, Source};
use super::{Budget, Finals, Pruning};
use crate::axioms::Axioms;
use crate::graph::{program_order, start_join};
use crate::limits::Overflow;
use crate::relation::Relation;
use event::{EventKind, Execution, Loc};

/// The decisions so far, and the results.
pub(crate) struct Search<'a> {
    pub(super) problem: &'a Problem,
    pub(super) observed: &'a [Loc],
    /// The source of each read decided so far, by event.
    pub(super) rf: Vec<Source>,
    /// For each write, by event, the update that sees it; after the events, for each location, the update
    /// that sees its initial value.
    update_of: Vec<Option<usize>>,
    /// The sections of each monitor, in order.
    pub(super) sections: Vec<Vec<usize>>,
    /// The writes of each location, in order.
    pub(super) co: Vec<Vec<usize>>,
    /// Happens-before, once synchronisation is decided (OpMM only).
    hb: Relation,
    /// The execution of the current (rf, so), once built.
    pub(super) execution: Option<Execution>,
    pub(super) class_accepted: bool,
    pub executions: u64,
    pub executions_with_co: u64,
    pub candidates: u64,
    pub finals: Finals,
}

impl<'a> Search<'a> {
    pub(crate) fn new(problem: &'a Problem, observed: &'a [Loc]) -> Self {
        let events = problem.events.len();
        Search {
            problem,
            observed,
            rf: vec![None; events],
            update_of: vec![None; events + problem.locations.len()],
            sections: vec![Vec::new(); problem.monitors.len()],
            co: vec![Vec::new(); problem.locations.len()],
            hb: Relation::empty(events),
            execution: None,
            class_accepted: false,
            executions: 0,
            executions_with_co: 0,
            candidates: 0,
            finals: Finals::new(),
        }
    }

    /// Tries all decisions.
    pub(crate) fn run(&mut self, budget: &mut Budget) -> Result<(), Overflow> {
        let acyclic = self.problem.orders.global.is_acyclic();
        if acyclic || self.problem.pruning == Pruning::Off {
            self.decide(0, &self.problem.orders, budget)?;
        }
        Ok(())
    }

    fn decide(&mut self, at: usize, orders: &Orders, budget: &mut Budget) -> Result<(), Overflow> {
        match self.problem.decisions.get(at).copied() {
            Some(Decision::Source(i)) => self.choose_source(i, at, orders, budget),
            Some(Decision::Monitor(i)) => self.extend_monitor(i, at, orders, budget),
            Some(Decision::Coherence(i)) => self.extend_coherence(i, at, orders, budget),
            Some(Decision::Synchronised) => {
                if self.problem.model == Axioms::OpMm {
                    self.hb = self.happens_before();
                }
                self.decide(at + 1, orders, budget)
            }
            Some(Decision::Class) => {
                self.execution = None;
                self.class_accepted = false;
                self.decide(at + 1, orders, budget)?;
                self.executions += u64::from(self.class_accepted);
                Ok(())
            }
            None => self.judge(orders),
        }
    }

    pub(super) fn pruned(&self) -> bool {
        self.problem.pruning == Pruning::On
    }

    /// Gives a read each of its sources in turn.
    fn choose_source(
        &mut self,
        i: usize,
        at: usize,
        orders: &Orders,
        budget: &mut Budget,
    ) -> Result<(), Overflow> {
        let problem = self.problem;
        let read = &problem.reads[i];
        let update = matches!(problem.events[read.event].kind, EventKind::Rmw(..));
        for &source in &read.sources {
            budget.spend()?;
            let slot = source.unwrap_or(problem.events.len() + read.location);
            // Atomicity: two updates cannot both immediately follow the same write.
            if update && self.pruned() && self.update_of[slot].is_some() {
                continue;
            }
            let mut next = orders.clone();
            let possible = self.add_source(read, source, &mut next) && !self.hides(read, source, orders);
            if self.pruned() && !possible {
                continue;
            }
            self.rf[read.event] = source;
            let before = self.update_of[slot];
            if update {
                self.update_of[slot] = Some(read.event);
            }
            let result = self.decide(at + 1, &next, budget);
            self.update_of[slot] = before;
            result?;
        }
        Ok(())
    }

    /// Whether the source is certainly overwritten when the read happens or, without coherence, comes after
    /// it.
    fn hides(&self, read: &Read, source: Source, orders: &Orders) -> bool {
        let location = &self.problem.locations[read.location];
        let before = |a: usize, b: usize| match location.ordered {
            // Ordered writes to one location are in coherence order, so a later write that precedes the read
            // makes a cycle with from-reads. (That the read precedes its source is no contradiction: its own
            // thread's write may still be in the buffer.)
            true => orders.global.contains(a, b),
            // JLS §17.4.5.
            false => self.hb.contains(a, b),
        };
        let future = !location.ordered && source.is_some_and(|s| before(read.event, s));
        let overwrites =
            |&w: &usize| w != read.event && source.is_none_or(|s| before(s, w)) && before(w, read.event);
        future || location.writes.iter().any(overwrites)
    }

    /// Adds the edges that a source implies immediately; returns false if they close a cycle.
    fn add_source(&self, read: &Read, source: Source, orders: &mut Orders) -> bool {
        let events = &self.problem.events;
        let location = &self.problem.locations[read.location];
        let Some(write) = source else {
            // From-reads: the initial value precedes every write. Without coherence there is no such edge.
            let mut later = location.writes.iter().filter(|&&w| location.ordered && w != read.event);
            return later.all(|&w| both(orders, read.event, w));
        };
        // With store buffers, a thread sees its own write before others do.
        let internal = events[write].thread == events[read.event].thread;
        let global =
            (internal && orders.per_location.is_some()) || orders.global.insert_closed(write, read.event);
        global && orders.per_location.as_mut().is_none_or(|order| order.insert_closed(write, read.event))
    }

    /// Makes each remaining section the next one in turn.
    fn extend_monitor(
        &mut self,
        i: usize,
        at: usize,
        orders: &Orders,
        budget: &mut Budget,
    ) -> Result<(), Overflow> {
        let sections = &self.problem.monitors[i].sections;
        if self.sections[i].len() == sections.len() {
            return self.decide(at + 1, orders, budget);
        }
        let previous = self.sections[i].last().map(|&p| &sections[p]);
        if previous.is_some_and(|p| !p.left) && self.pruned() {
            // The monitor is never released.
            return Ok(());
        }
        for (s, section) in sections.iter().enumerate() {
            if self.sections[i].contains(&s) {
                continue;
            }
            budget.spend()?;
            let mut next = orders.clone();
            let unlock = previous.and_then(|p| p.events.last());
            if unlock.is_none_or(|&unlock| next.global.insert_closed(unlock, section.events[0]))
                || !self.pruned()
            {
                self.sections[i].push(s);
                let result = self.extend_monitor(i, at, &next, budget);
                self.sections[i].pop();
                result?;
            }
        }
        Ok(())
    }

    /// Makes each remaining write the next one in coherence order in turn.
    fn extend_coherence(
        &mut self,
        i: usize,
        at: usize,
        orders: &Orders,
        budget: &mut Budget,
    ) -> Result<(), Overflow> {
        let problem = self.problem;
        let location = &problem.locations[i];
        if self.co[i].len() == location.writes.len() {
            return self.decide(at + 1, orders, budget);
        }
        let previous = self.co[i].last().copied();
        let heir = self.update_of[previous.unwrap_or(problem.events.len() + i)];
        for &write in &location.writes {
            if self.co[i].contains(&write) {
                continue;
            }
            budget.spend()?;
            // Atomicity: an update comes immediately after its source.
            let update = matches!(problem.events[write].kind, EventKind::Rmw(..));
            let split = heir.is_some_and(|heir| heir != write) || (update && self.rf[write] != previous);
            let mut next = orders.clone();
            let possible = self.add_write(previous, write, &mut next) && !split;
            if self.pruned() && !possible {
                continue;
            }
            self.co[i].push(write);
            let result = self.extend_coherence(i, at, &next, budget);
            self.co[i].pop();
            result?;
        }
        Ok(())
    }

    /// Adds the coherence and from-reads edges of a write that comes immediately after `previous`; returns
    /// false if they close a cycle.
    fn add_write(&self, previous: Source, write: usize, orders: &mut Orders) -> bool {
        let Some(previous) = previous else { return true };
        let readers = self.problem.reads.iter().map(|read| read.event);
        let readers = readers.filter(|&r| r != write && self.rf[r] == Some(previous));
        [previous].into_iter().chain(readers).all(|before| both(orders, before, write))
    }

    /// Happens-before over the decided synchronisation (JLS §17.4.5).
    fn happens_before(&self) -> Relation {
        let problem = self.problem;
        let mut hb = program_order(&problem.events);
        hb.union(&start_join(&problem.events));
        for (monitor, order) in problem.monitors.iter().zip(&self.sections) {
            for pair in order.windows(2) {
                let unlock = monitor.sections[pair[0]].events.last();
                unlock.iter().for_each(|&&unlock| hb.insert(unlock, monitor.sections[pair[1]].events[0]));
            }
        }
        // Without coherence of plain memory, only volatile locations have an order.
        for order in &self.co {
            let mut releases = Vec::new();
            for &write in order {
                // An update acquires from all earlier writes; a pure write acquires nothing.
                if problem.events[write].kind.is_read() {
                    releases.iter().for_each(|&release| hb.insert(release, write));
                }
                releases.push(write);
                let readers = problem.reads.iter().map(|read| read.event).filter(|&r| r != write);
                for read in readers.filter(|&r| self.rf[r] == Some(write)) {
                    releases.iter().for_each(|&release| hb.insert(release, read));
                }
            }
        }
        hb.close();
        hb
    }
}

/// Adds an edge to all relations.
fn both(orders: &mut Orders, a: usize, b: usize) -> bool {
    orders.global.insert_closed(a, b)
        && orders.per_location.as_mut().is_none_or(|order| order.insert_closed(a, b))
}
