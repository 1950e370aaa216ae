//! A complete candidate: its execution, the predicate's verdict, and what can be observed.
//!
//! **Promises** that the execution passed to the predicate has exactly the chosen reads-from and orders, and
//! that each outcome comes from a candidate that the predicate accepted.

use super::Finals;
use super::problem::{Location, Orders};
use super::search::Search;
use crate::axioms::AxiomaticModel;
use crate::graph::{Coherence, Graph};
use crate::limits::Overflow;
use event::{EventId, EventKind, Execution, ExecutionBuilder, Loc, LocKind, SyncObj, Value};
use std::collections::BTreeMap;

impl Search<'_> {
    /// Passes a complete candidate to the predicate and records what can be observed.
    pub(super) fn judge(&mut self, orders: &Orders) -> Result<(), Overflow> {
        self.candidates += 1;
        let problem = self.problem;
        let mut co = Coherence::none();
        if problem.model.has_coherence() {
            for (location, order) in problem.locations.iter().zip(&self.co) {
                co.set(location.loc, order.iter().map(|&w| EventId(w as u32)).collect());
            }
        }
        // Volatile accesses of a mixed location make its so depend on its co, which is not part of the class.
        let mixed = problem.locations.iter().any(|l| l.kind == LocKind::Mixed);
        if self.execution.is_none() || mixed || !self.pruned() {
            self.execution = self.build(orders);
        }
        let Some(execution) = &self.execution else { return Ok(()) };
        let failed = problem.failed_updates.map(|e| EventId(e as u32));
        let graph = Graph::new(execution, &co)?.with_failed_updates(failed);
        if problem.model.check(&graph).is_ok() {
            self.class_accepted = true;
            self.executions_with_co += 1;
            let choices: Vec<Vec<Value>> =
                self.observed.iter().map(|&loc| self.final_values(execution, loc)).collect();
            product(&choices, &mut Vec::new(), &mut self.finals);
        }
        Ok(())
    }

    /// The execution of the current decisions; `None` if happens-before has a cycle, which every model
    /// forbids.
    fn build(&self, orders: &Orders) -> Option<Execution> {
        let problem = self.problem;
        let mut builder = ExecutionBuilder::new(problem.threads);
        for (i, e) in problem.events.iter().enumerate() {
            let rf = self.rf[i].map(|w| EventId(w as u32));
            builder.push(e.thread, e.kind, e.read, e.written, rf);
        }
        for (obj, order) in self.synchronisation_order(orders) {
            builder.set_so(obj, order.into_iter().map(|e| EventId(e as u32)).collect());
        }
        builder.build().ok()
    }

    /// A total order per object. Reads between two writes, and joins, are ordered as in one linear extension
    /// of all decisions: an arbitrary order could close a cycle that the execution does not have.
    fn synchronisation_order(&self, orders: &Orders) -> BTreeMap<SyncObj, Vec<usize>> {
        let problem = self.problem;
        let extension = orders.global.linear_extension();
        let extension = extension.unwrap_or_else(|| (0..problem.events.len()).collect());
        let mut so: BTreeMap<SyncObj, Vec<usize>> = BTreeMap::new();
        for (monitor, order) in problem.monitors.iter().zip(&self.sections) {
            let events = order.iter().flat_map(|&s| monitor.sections[s].events.iter().copied());
            so.insert(SyncObj::Monitor(monitor.id), events.collect());
        }
        let rank_of = |location: &Location, order: &[usize], e: usize| {
            let write = if problem.events[e].kind.is_write() { Some(e) } else { self.rf[e] };
            debug_assert!(location.ordered, "volatile accesses under a model that orders them");
            write.and_then(|w| order.iter().position(|&o| o == w)).map_or(0, |p| p + 1)
        };
        for &e in &extension {
            let event = &problem.events[e];
            if let Some(obj) = event.kind.sync_obj(event.thread).filter(|o| !matches!(o, SyncObj::Monitor(_)))
            {
                so.entry(obj).or_default().push(e);
            }
        }
        for (location, order) in problem.locations.iter().zip(&self.co) {
            if let Some(accesses) = so.get_mut(&SyncObj::Volatile(location.loc)) {
                // A stable sort: reads of one write keep the order of the extension, after the write.
                accesses.sort_by_key(|&e| (rank_of(location, order, e), !problem.events[e].kind.is_write()));
            }
        }
        for (obj, order) in &mut so {
            if matches!(obj, SyncObj::End(_)) {
                order.sort_by_key(|&e| problem.events[e].kind != EventKind::End);
            }
        }
        so
    }

    /// The possible final values of a location.
    fn final_values(&self, execution: &Execution, loc: Loc) -> Vec<Value> {
        let problem = self.problem;
        let index = problem.locations.iter().position(|l| l.loc == loc);
        let index = index.expect("observed locations have facts");
        let location = &problem.locations[index];
        let value = |w: usize| problem.events[w].written.expect("a write has a value");
        if location.writes.is_empty() {
            return vec![location.initial];
        }
        if location.ordered {
            return self.co[index].last().map(|&w| value(w)).into_iter().collect();
        }
        let id = |w: usize| EventId(w as u32);
        let maximal = |&w: &usize| !location.writes.iter().any(|&later| execution.hb(id(w), id(later)));
        let mut values: Vec<Value> = location.writes.iter().copied().filter(maximal).map(value).collect();
        values.sort_unstable();
        values.dedup();
        values
    }
}

/// Appends every tuple with one value of each choice.
fn product(choices: &[Vec<Value>], prefix: &mut Vec<Value>, out: &mut Finals) {
    let Some(values) = choices.get(prefix.len()) else {
        out.insert(prefix.clone());
        return;
    };
    for &value in values {
        prefix.push(value);
        product(choices, prefix, out);
        prefix.pop();
    }
}
