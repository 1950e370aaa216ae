//! Enumerates every reads-from and every choice of orders for one combination of traces.

use super::domain::Domain;
use super::{Budget, Candidate, Question, Values};
use crate::enumerate::ThreadTrace;
use crate::graph::{Coherence, Graph, program_order, start_join};
use crate::limits::Overflow;
use crate::relation::{CAPACITY, Relation};
use event::{Event, EventId, EventKind, Execution, ExecutionBuilder, Loc, LocKind, Machine, SyncObj, Value};
use std::collections::BTreeMap;

/// A set whose elements are put in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The synchronisation order of an object. For a monitor only the outermost critical sections are
    /// ordered, each represented by its first event.
    Synchronisation(SyncObj),
    /// The coherence order of a location.
    Coherence(Loc),
    /// The last write to a location: an order of which only the last element counts.
    Last(Loc),
}

struct Chain {
    kind: Kind,
    items: Vec<usize>,
}

/// A critical section, from an outermost lock to the matching unlock.
struct Section {
    events: Vec<usize>,
    /// False if the thread ends inside: then no thread enters after it.
    left: bool,
}

struct Search<'s, M: Machine> {
    question: &'s Question<'s, M>,
    domain: &'s Domain,
    state: M::State,
    threads: usize,
    number: u32,
    events: Vec<Event>,
    failed_updates: Vec<EventId>,
    reads: Vec<(usize, Vec<Option<usize>>)>,
    /// The sections by their first events.
    sections: BTreeMap<usize, Section>,
    chains: Vec<Chain>,
    /// The number of chains that are synchronisation orders; these come first.
    synchronisation: usize,
    rf: Vec<Option<usize>>,
    chosen: Vec<Vec<usize>>,
    cyclic: bool,
}

type Visit<'v, M> = dyn FnMut(&Candidate<'_, M>) + 'v;

/// Shows every candidate of the combination with this number.
pub(super) fn search<M: Machine>(
    question: &Question<'_, M>,
    domain: &Domain,
    (traces, number): (&[&ThreadTrace], u32),
    state: M::State,
    budget: &mut Budget<'_, M>,
    visit: &mut Visit<'_, M>,
) -> Result<(), Overflow> {
    let total: usize = traces.iter().map(|trace| trace.events.len()).sum();
    if total > CAPACITY {
        return Err(Overflow::Events(total));
    }
    let (mut events, mut failed_updates): (Vec<Event>, _) = (Vec::with_capacity(total), Vec::new());
    for trace in traces {
        let failed = (0..trace.events.len()).filter(|i| trace.failed_updates >> i & 1 == 1);
        failed_updates.extend(failed.map(|i| EventId((events.len() + i) as u32)));
        events.extend_from_slice(&trace.events);
        if question.values == Values::Ignored {
            let new = events.len() - trace.events.len();
            events[new..].iter_mut().for_each(forget_values);
        }
    }
    let reads = reads(question.values, &events, domain);
    let sections = sections(&events)?;
    let mut chains = synchronisation_chains(question, &events, &sections);
    let synchronisation = chains.len();
    chains.extend(coherence_chains(question, &events, domain));
    let mut search = Search {
        question,
        domain,
        state,
        threads: traces.len(),
        number,
        rf: vec![None; events.len()],
        failed_updates,
        reads,
        sections,
        chosen: vec![Vec::new(); chains.len()],
        chains,
        synchronisation,
        events,
        cyclic: false,
    };
    let mut causes = program_order(&search.events);
    causes.union(&start_join(&search.events));
    let cyclic = !causes.is_acyclic();
    causes.close();
    search.sources(0, &causes, cyclic, budget, visit)
}

/// Sets all values to 0, where values do not matter.
fn forget_values(event: &mut Event) {
    event.read = event.read.and(Some(Value(0)));
    event.written = event.written.and(Some(Value(0)));
}

fn reads(values: Values, events: &[Event], domain: &Domain) -> Vec<(usize, Vec<Option<usize>>)> {
    let reads = events.iter().enumerate().filter(|(_, e)| e.kind.is_read());
    let sources = |(i, event): (usize, &Event)| {
        let loc = event.kind.loc().expect("a read has a location");
        let fits = |&w: &usize| {
            let write = &events[w];
            let mine = write.thread == event.thread && w >= i;
            write.kind.is_write() && write.kind.loc() == Some(loc) && write.written == event.read && !mine
        };
        let initial = values == Values::Ignored || event.read == Some(domain.initial(loc));
        let default = initial.then_some(None);
        (i, default.into_iter().chain((0..events.len()).filter(fits).map(Some)).collect())
    };
    reads.map(sources).collect()
}

/// The outermost critical sections.
fn sections(events: &[Event]) -> Result<BTreeMap<usize, Section>, Overflow> {
    let mut sections: BTreeMap<usize, Section> = BTreeMap::new();
    // Per thread and monitor that it is in: where it entered, and how often.
    let mut open = BTreeMap::new();
    for (i, event) in events.iter().enumerate() {
        let (EventKind::Lock(monitor) | EventKind::Unlock(monitor)) = event.kind else { continue };
        let (start, depth) = open.entry((monitor, event.thread)).or_insert((i, 0u32));
        if *depth == 0 {
            *start = i;
        }
        match event.kind {
            EventKind::Lock(_) => *depth += 1,
            _ if *depth == 0 => return Err(Overflow::Unsupported("an unlock without a lock")),
            _ => *depth -= 1,
        }
        let section = sections.entry(*start).or_insert(Section { events: Vec::new(), left: false });
        section.events.push(i);
        section.left = *depth == 0;
    }
    Ok(sections)
}

fn synchronisation_chains<M: Machine>(
    question: &Question<'_, M>,
    events: &[Event],
    sections: &BTreeMap<usize, Section>,
) -> Vec<Chain> {
    let mut objects: BTreeMap<SyncObj, Vec<usize>> = BTreeMap::new();
    for (i, event) in events.iter().enumerate() {
        let Some(object) = event.kind.sync_obj(event.thread) else { continue };
        let wanted = match object {
            SyncObj::Monitor(_) => sections.contains_key(&i),
            SyncObj::Volatile(_) => question.decides.synchronisation,
            _ => true,
        };
        if wanted {
            objects.entry(object).or_default().push(i);
        }
    }
    let chain = |(object, items)| Chain { kind: Kind::Synchronisation(object), items };
    objects.into_iter().map(chain).collect()
}

fn coherence_chains<M: Machine>(question: &Question<'_, M>, events: &[Event], domain: &Domain) -> Vec<Chain> {
    let decides = question.decides;
    let mut chains = Vec::new();
    for &loc in domain.infos.keys() {
        let writes = (0..events.len()).filter(|&i| is_write_to(&events[i], loc));
        let items: Vec<usize> = writes.collect();
        let observed = question.machine.observed_locations().contains(&loc);
        let kind = match (decides.coherence, decides.final_writes && observed) {
            _ if items.is_empty() => continue,
            (true, _) => Kind::Coherence(loc),
            (false, true) => Kind::Last(loc),
            (false, false) => continue,
        };
        chains.push(Chain { kind, items });
    }
    chains
}

fn is_write_to(event: &Event, loc: Loc) -> bool {
    event.kind.is_write() && event.kind.loc() == Some(loc)
}

impl<M: Machine> Search<'_, M> {
    /// Gives each read each of its possible sources.
    fn sources(
        &mut self,
        at: usize,
        causes: &Relation,
        cyclic: bool,
        budget: &mut Budget<'_, M>,
        visit: &mut Visit<'_, M>,
    ) -> Result<(), Overflow> {
        if cyclic && self.question.decides.causal {
            return Ok(());
        }
        let Some((read, sources)) = self.reads.get(at).cloned() else {
            if !cyclic && self.question.values == Values::Ignored {
                return Ok(());
            }
            self.cyclic = cyclic;
            return self.order(0, None, budget, visit);
        };
        for source in sources {
            budget.spend()?;
            self.rf[read] = source;
            let mut next = causes.clone();
            let closes = source.is_some_and(|write| !next.insert_closed(write, read));
            self.sources(at + 1, &next, cyclic || closes, budget, visit)?;
        }
        Ok(())
    }

    /// Puts the elements of each chain in each possible order.
    fn order(
        &mut self,
        at: usize,
        execution: Option<&Execution>,
        budget: &mut Budget<'_, M>,
        visit: &mut Visit<'_, M>,
    ) -> Result<(), Overflow> {
        if at == self.synchronisation && execution.is_none() {
            // In no model can the orders of monitors, starts and joins contradict each other.
            let Some(execution) = self.build() else { return Ok(()) };
            return self.order(at, Some(&execution), budget, visit);
        }
        let Some(chain) = self.chains.get(at) else {
            self.show(execution.expect("built when synchronisation was decided"), visit);
            return Ok(());
        };
        let all = chain.items.len();
        let last_only = matches!(chain.kind, Kind::Last(_));
        if self.chosen[at].len() == all || last_only && self.chosen[at].len() == 1 {
            return self.order(at + 1, execution, budget, visit);
        }
        let left: Vec<usize> =
            chain.items.iter().copied().filter(|item| !self.chosen[at].contains(item)).collect();
        let kind = chain.kind;
        for &item in &left {
            if !last_only && left.iter().any(|&other| other != item && self.precedes(kind, other, item)) {
                continue;
            }
            budget.spend()?;
            self.chosen[at].push(item);
            if !self.is_hopeless(kind, execution) {
                self.order(at, execution, budget, visit)?;
            }
            self.chosen[at].pop();
        }
        Ok(())
    }

    /// Whether `a` must come before `b`.
    fn precedes(&self, kind: Kind, a: usize, b: usize) -> bool {
        let po = self.events[a].thread == self.events[b].thread && a < b;
        match kind {
            Kind::Synchronisation(SyncObj::Monitor(_)) => po || !self.sections[&b].left,
            Kind::Synchronisation(SyncObj::End(_)) => po || self.events[a].kind == EventKind::End,
            Kind::Synchronisation(_) => po,
            Kind::Coherence(loc) => {
                let object = Kind::Synchronisation(SyncObj::Volatile(loc));
                let chain = self.chains.iter().position(|chain| chain.kind == object);
                let place = |e: usize| self.chosen[chain?].iter().position(|&other| other == e);
                matches!((place(a), place(b)), (Some(a), Some(b)) if a < b)
            }
            Kind::Last(_) => false,
        }
    }

    fn build(&self) -> Option<Execution> {
        let id = |e: usize| EventId(e as u32);
        let mut builder = ExecutionBuilder::new(self.threads);
        for (event, source) in self.events.iter().zip(&self.rf) {
            builder.push(event.thread, event.kind, event.read, event.written, source.map(id));
        }
        for (chain, order) in self.chains.iter().zip(&self.chosen) {
            let Kind::Synchronisation(object) = chain.kind else { continue };
            let whole = |&e: &usize| match object {
                SyncObj::Monitor(_) => self.sections[&e].events.clone(),
                _ => vec![e],
            };
            builder.set_so(object, order.iter().flat_map(whole).map(id).collect());
        }
        builder.build().ok()
    }

    /// The coherence orders chosen so far.
    fn coherence(&self) -> Coherence {
        let mut co = Coherence::none();
        for (chain, order) in self.chains.iter().zip(&self.chosen) {
            if let Kind::Coherence(loc) | Kind::Last(loc) = chain.kind {
                co.set(loc, order.iter().map(|&e| EventId(e as u32)).collect());
            }
        }
        co
    }

    /// Whether the model rejects every completion of the coherence chosen so far.
    fn is_hopeless(&self, kind: Kind, execution: Option<&Execution>) -> bool {
        let (Kind::Coherence(_), Some(hopeless), Some(execution)) = (kind, self.question.hopeless, execution)
        else {
            return false;
        };
        let co = self.coherence();
        let graph = Graph::new(execution, &co).expect("at most 64 events");
        hopeless(&graph.with_failed_updates(self.failed_updates.iter().copied()))
    }

    fn show(&self, execution: &Execution, visit: &mut Visit<'_, M>) {
        let co = self.coherence();
        let machine = self.question.machine;
        let observed = machine.observed_locations().iter();
        let finals: Vec<Vec<Value>> = observed.map(|&loc| self.finals(execution, &co, loc)).collect();
        let graph = Graph::new(execution, &co).expect("at most 64 events");
        visit(&Candidate {
            machine,
            state: &self.state,
            graph: graph.with_failed_updates(self.failed_updates.iter().copied()),
            finals: &finals,
            cyclic: self.cyclic,
            invented: self.domain.invented.filter(|v| self.events.iter().any(|e| e.read == Some(*v))),
            class: &self.class(),
        });
    }

    /// The possible final values of a location. Where a last write is decided, it is that one. If the model
    /// looks at happens-before instead, it is any write that neither happens-before another write nor
    /// precedes one in synchronisation order (as in `OpMm`); otherwise it is any write.
    fn finals(&self, execution: &Execution, co: &Coherence, loc: Loc) -> Vec<Value> {
        let value = |w: EventId| execution.event(w).written.expect("a write has a value");
        if let Some(&last) = co.order(loc).last() {
            return vec![value(last)];
        }
        let synchronised = self.question.decides.synchronisation;
        let order = execution.so().get(&SyncObj::Volatile(loc)).map_or(&[][..], Vec::as_slice);
        let volatile = order.iter().copied().filter(|&e| execution.event(e).kind.is_write());
        let last = volatile.clone().next_back();
        let hidden = |w: EventId| {
            let overwritten = volatile.clone().any(|v| v == w) && last != Some(w);
            synchronised && (overwritten || execution.writes_to(loc).any(|v| execution.hb(w, v)))
        };
        let mut values: Vec<Value> = execution.writes_to(loc).filter(|&w| !hidden(w)).map(value).collect();
        if values.is_empty() {
            values.push(self.domain.initial(loc));
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// See [`Candidate::class`].
    fn class(&self) -> Vec<u32> {
        let volatile = |loc: Loc| self.domain.infos[&loc].kind == LocKind::Volatile;
        let mut class = vec![self.number];
        class.extend(self.reads.iter().map(|(read, _)| self.rf[*read].map_or(0, |w| w as u32 + 1)));
        for (chain, order) in self.chains.iter().zip(&self.chosen) {
            let counts = |e: &&usize| match chain.kind {
                Kind::Synchronisation(SyncObj::Monitor(_)) => true,
                Kind::Synchronisation(SyncObj::Volatile(loc)) | Kind::Coherence(loc) => {
                    volatile(loc) && self.events[**e].kind.is_write()
                }
                _ => false,
            };
            class.extend(order.iter().filter(counts).map(|&e| e as u32));
        }
        class
    }
}
