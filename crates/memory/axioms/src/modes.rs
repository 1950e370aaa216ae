//! The race-pair closure of Java with access modes, on the candidate executions of a small program: an upper
//! bound of what is legal.
//!
//! The relations are those of `models/java-modes.jmm`, computed here without the language of model files. A
//! read is *settled* in an execution if it tells nothing new: it knows the write that it sees; or it is
//! atomic, and an atomic read that it knows, or that precedes it in the order of volatile accesses, sees the
//! same write; or it is an update, and one of the updates and the write below what it sees is settled in this
//! sense. An execution is in the closure for a set P of race pairs if it is consistent and the reads whose
//! pair is not in P are settled and close no cycle, with what is known and the synchronisation order. P grows
//! by the pairs of accesses of executions in the closure that neither know each other, until nothing is new.
//! **Promises**: every legal execution (docs/decisions/0034-access-modes.md) is in the closure. *Proof*: by
//! induction on the steps of its justification. A read that is not committed is settled. One that was
//! committed at an earlier step knew its write there, and does so now (rule 2), or did not: then the pair was
//! added because of that step's execution, which is in the closure. **Does not** take executions into account
//! in which threads wait for ever, and has no final fields.

use crate::candidates::{Candidate, Coverage, Question, candidates};
use crate::graph::{Graph, program_order, start_join};
use crate::limits::Overflow;
use crate::relation::Relation;
use event::{
    Event, EventId, EventKind, Fence, Machine, Outcome, RacePair, ReadMode, RmwMode, SyncObj, WriteMode,
};
use std::collections::BTreeSet;

/// The closure of a program.
#[derive(Debug, Clone, Default)]
pub struct ModesClosure {
    /// The outcomes of its executions.
    pub outcomes: BTreeSet<Outcome>,
    /// Those of the executions in which nothing comes before its own cause.
    pub in_order: BTreeSet<Outcome>,
    /// The number of consistent executions, in or out of the closure.
    pub consistent: u64,
    /// What was left out.
    pub coverage: Coverage,
}

/// The most consistent executions that are kept.
const MOST: usize = 20_000;

/// The most orders of volatile accesses that are judged.
const ORDERS: u64 = 200_000;

/// A consistent execution, as far as the closure needs it.
struct Kept {
    /// Program order, what is known, and the synchronisation order.
    base: Relation,
    /// The reads that see a write of the execution.
    reads: Vec<Seen>,
    /// The accesses that neither know each other.
    races: BTreeSet<RacePair>,
    outcomes: Vec<Outcome>,
}

struct Seen {
    read: usize,
    write: usize,
    settled: bool,
    /// Whether the read only learns of the write by a loadLoad fence. Its edge then closes no cycle that the
    /// rules forbid, once the read is committed.
    by_fence: bool,
    pair: RacePair,
}

/// Computes the closure over all candidates; the question must ask for coherence orders. `None` if there are
/// too many.
///
/// # Errors
/// If the program is too large or has something that candidates do not support.
pub fn modes_closure<M: Machine>(question: &Question<'_, M>) -> Result<Option<ModesClosure>, Overflow> {
    let (mut kept, mut left) = (Vec::new(), ORDERS);
    let coverage = candidates(question, |candidate| {
        if left > 0 && candidate.invented.is_none() {
            consistent(candidate, &mut left, &mut kept);
        }
    })?;
    Ok((left > 0).then(|| close(&kept, coverage)))
}

fn close(kept: &[Kept], coverage: Coverage) -> ModesClosure {
    let mut pairs: BTreeSet<RacePair> = BTreeSet::new();
    let mut inside = vec![false; kept.len()];
    loop {
        let known = pairs.len();
        for (execution, inside) in kept.iter().zip(&mut inside).filter(|(_, inside)| !**inside) {
            *inside = is_grounded(execution, &pairs);
        }
        let members = kept.iter().zip(&inside).filter(|(_, inside)| **inside);
        pairs.extend(members.flat_map(|(execution, _)| execution.races.iter().copied()));
        if pairs.len() == known {
            break;
        }
    }
    let all = |wanted: &dyn Fn(usize) -> bool| -> BTreeSet<Outcome> {
        let members = kept.iter().enumerate().filter(|(i, _)| wanted(*i));
        members.flat_map(|(_, execution)| execution.outcomes.iter().cloned()).collect()
    };
    let is_in_order = |i: usize| {
        let mut causes = kept[i].base.clone();
        kept[i].reads.iter().for_each(|seen| causes.insert(seen.write, seen.read));
        causes.is_acyclic()
    };
    ModesClosure {
        outcomes: all(&|i| inside[i]),
        in_order: all(&is_in_order),
        consistent: kept.len() as u64,
        coverage,
    }
}

/// Whether the reads that need no race are settled and close no cycle.
fn is_grounded(execution: &Kept, pairs: &BTreeSet<RacePair>) -> bool {
    let mut causes = execution.base.clone();
    for seen in execution.reads.iter().filter(|seen| !pairs.contains(&seen.pair)) {
        if !seen.settled {
            return false;
        }
        if !seen.by_fence {
            causes.insert(seen.write, seen.read);
        }
    }
    causes.is_acyclic()
}

fn read_mode(kind: EventKind) -> Option<ReadMode> {
    match kind {
        EventKind::Read(_, mode) => Some(mode),
        EventKind::Rmw(_, mode) => Some(mode.read()),
        _ => None,
    }
}

fn write_mode(kind: EventKind) -> Option<WriteMode> {
    match kind {
        EventKind::Write(_, mode) => Some(mode),
        EventKind::Rmw(_, mode) => Some(mode.write()),
        _ => None,
    }
}

fn is_update(kind: EventKind) -> bool {
    matches!(kind, EventKind::Rmw(..))
}

fn is_full(kind: EventKind) -> bool {
    kind == EventKind::Fence(Fence::Full)
}

/// Whether it takes part in the total order of volatile accesses and full fences.
fn is_volatile(kind: EventKind) -> bool {
    let volatile = match kind {
        EventKind::Read(_, mode) => mode == ReadMode::Volatile,
        EventKind::Write(_, mode) => mode == WriteMode::Volatile,
        EventKind::Rmw(_, mode) => mode == RmwMode::Volatile,
        _ => false,
    };
    volatile || is_full(kind)
}

/// A candidate: what does not depend on the order of volatile accesses.
struct World<'a> {
    graph: &'a Graph<'a>,
    events: &'a [Event],
    po: Relation,
    /// The place of each write in the coherence order of its location, from 1; the default write has 0.
    rank: Vec<usize>,
    atomic: Vec<bool>,
}

/// The relations of an execution.
struct Known {
    hb: Relation,
    kw: Relation,
    hr: Relation,
    kr: Relation,
}

/// Adds the consistent executions of a candidate, one for each order of volatile accesses.
/// `left` becomes 0 if there are too many.
fn consistent<M: Machine>(candidate: &Candidate<'_, M>, left: &mut u64, kept: &mut Vec<Kept>) {
    let graph = candidate.graph();
    let events = graph.execution().events();
    let failed = graph.failed_updates();
    let is_atomic = |(i, event): (usize, &Event)| match event.kind {
        EventKind::Rmw(..) => true,
        EventKind::Read(_, mode) => mode != ReadMode::Plain || failed.contains(i),
        EventKind::Write(_, mode) => mode != WriteMode::Plain,
        _ => false,
    };
    let mut rank = vec![0; events.len()];
    for (_, order) in graph.co().iter() {
        order.iter().enumerate().for_each(|(place, write)| rank[write.index()] = place + 1);
    }
    let atomic = events.iter().enumerate().map(is_atomic).collect();
    let world = World { graph, events, po: program_order(events), rank, atomic };
    if !world.updates_are_atomic() {
        return;
    }
    let mut fixed = world.po.clone();
    fixed.union(&start_join(events));
    for (object, order) in graph.execution().so() {
        if matches!(object, SyncObj::Monitor(_)) {
            order.windows(2).for_each(|pair| fixed.insert(pair[0].index(), pair[1].index()));
        }
    }
    let volatile: Vec<usize> = (0..events.len()).filter(|&e| is_volatile(events[e].kind)).collect();
    let mut judge = |order: &[usize]| {
        *left = left.saturating_sub(1);
        kept.extend(world.judged(order, &fixed, candidate));
        if kept.len() > MOST {
            *left = 0;
        }
        *left > 0
    };
    world.orders(&volatile, &mut Vec::new(), &mut judge);
}

impl World<'_> {
    fn source(&self, read: usize) -> Option<usize> {
        self.events[read].rf.map(EventId::index)
    }

    /// The place of what a read sees in the coherence order.
    fn seen_rank(&self, read: usize) -> usize {
        self.source(read).map_or(0, |write| self.rank[write])
    }

    fn place(&self, access: usize) -> usize {
        if self.events[access].kind.is_write() { self.rank[access] } else { self.seen_rank(access) }
    }

    fn updates_are_atomic(&self) -> bool {
        let updates = (0..self.events.len()).filter(|&e| is_update(self.events[e].kind));
        updates.into_iter().all(|u| self.seen_rank(u) + 1 == self.rank[u])
    }

    /// Shows all orders of these events that contain program order, until told to stop.
    fn orders(
        &self,
        left: &[usize],
        chosen: &mut Vec<usize>,
        show: &mut dyn FnMut(&[usize]) -> bool,
    ) -> bool {
        if left.is_empty() {
            return show(chosen);
        }
        for &next in left.iter().filter(|&&next| !left.iter().any(|&e| self.po.contains(e, next))) {
            let rest: Vec<usize> = left.iter().copied().filter(|&e| e != next).collect();
            chosen.push(next);
            let goes_on = self.orders(&rest, chosen, show);
            chosen.pop();
            if !goes_on {
                return false;
            }
        }
        true
    }

    fn same_location(&self, a: usize, b: usize) -> bool {
        self.events[a].kind.loc().is_some() && self.events[a].kind.loc() == self.events[b].kind.loc()
    }

    fn fences<'b>(&'b self, wanted: &'b [Fence]) -> impl Iterator<Item = usize> + 'b {
        let is = move |kind| matches!(kind, EventKind::Fence(fence) if wanted.contains(&fence));
        (0..self.events.len()).filter(move |&e| is(self.events[e].kind))
    }

    /// What a read of the write can synchronise with, and whether that orders reads as well as writes.
    fn carried(&self, write: usize) -> Vec<(usize, bool)> {
        let (mut found, mut next) = (Vec::new(), Some(write));
        // Updates that see each other are in coherence order, so this ends.
        while let Some(write) = next {
            let kind = self.events[write].kind;
            found.extend((write_mode(kind) >= Some(WriteMode::Release)).then_some((write, true)));
            let before = |f: &usize| self.po.contains(*f, write);
            found.extend(self.fences(&[Fence::Release, Fence::Full]).filter(before).map(|f| (f, true)));
            found.extend(self.fences(&[Fence::StoreStore]).filter(before).map(|f| (f, false)));
            next = if is_update(kind) { self.source(write) } else { None };
        }
        found
    }

    /// Where a read synchronises, and whether that holds for all that follows or for reads only.
    fn sinks(&self, read: usize) -> Vec<(usize, bool)> {
        let mut found = Vec::new();
        found.extend((read_mode(self.events[read].kind) >= Some(ReadMode::Acquire)).then_some((read, true)));
        let after = |f: &usize| self.po.contains(read, *f);
        found.extend(self.fences(&[Fence::Acquire, Fence::Full]).filter(after).map(|f| (f, true)));
        found.extend(self.fences(&[Fence::LoadLoad]).filter(after).map(|f| (f, false)));
        found
    }

    /// The relations for an order of volatile accesses; `None` if something comes before itself.
    fn known(&self, order: &[usize]) -> Option<Known> {
        let len = self.events.len();
        let mut hb = self.po.clone();
        hb.union(&start_join(self.events));
        for (object, order) in self.graph.execution().so() {
            let locks = order.iter().map(|event| event.index()).collect::<Vec<_>>();
            let is = |e: usize, unlocks: bool| match self.events[e].kind {
                EventKind::Unlock(_) => unlocks,
                EventKind::Lock(_) => !unlocks,
                _ => false,
            };
            for (i, &a) in locks.iter().enumerate().filter(|_| matches!(object, SyncObj::Monitor(_))) {
                locks[i..].iter().filter(|&&b| is(a, true) && is(b, false)).for_each(|&b| hb.insert(a, b));
            }
        }
        let (mut writes_only, mut reads_only) = (Vec::new(), Vec::new());
        for read in (0..len).filter(|&e| self.events[e].kind.is_read()) {
            let Some(write) = self.source(read) else { continue };
            for (source, whole) in self.carried(write) {
                for (sink, for_all) in self.sinks(read) {
                    match (whole, for_all) {
                        (true, true) => hb.insert(source, sink),
                        (false, true) => writes_only.push((source, sink)),
                        (_, false) => reads_only.push((source, whole, sink)),
                    }
                }
            }
        }
        for (i, &a) in order.iter().enumerate() {
            for &b in &order[i + 1..] {
                let (first, second) = (self.events[a].kind, self.events[b].kind);
                let ordered = match (is_full(first), is_full(second)) {
                    (true, full) => full || second.is_read(),
                    (false, true) => first.is_write(),
                    (false, false) => first.is_write() && second.is_read() && self.same_location(a, b),
                };
                if ordered {
                    hb.insert(a, b);
                }
            }
        }
        let mut kw = hb.clone();
        writes_only.iter().for_each(|(source, sink)| kw.insert(*source, *sink));
        hb.close();
        kw.close();
        let (mut hr, mut kr) = (hb.clone(), kw.clone());
        for (source, whole, fence) in reads_only {
            let later: Vec<usize> = self.po.after(fence).filter(|&e| self.events[e].kind.is_read()).collect();
            for e in 0..len {
                if self.events[e].kind.is_write() && (e == source || kw.contains(e, source)) {
                    later.iter().for_each(|&read| kr.insert(e, read));
                }
                if whole && (e == source || hb.contains(e, source)) {
                    later.iter().for_each(|&read| hr.insert(e, read));
                }
            }
        }
        (kw.reflexive().is_none()).then_some(Known { hb, kw, hr, kr })
    }

    /// Whether everything that is known agrees with coherence and the order of volatile accesses.
    fn is_consistent(&self, order: &[usize], known: &Known) -> bool {
        for (i, &a) in order.iter().enumerate() {
            for &b in &order[i + 1..] {
                let place = |e: usize| self.place(e);
                let kind = self.events[b].kind;
                let agrees = match self.same_location(a, b) {
                    false => true,
                    true if kind.is_read() => place(a) <= self.seen_rank(b),
                    true => place(a) < self.rank[b],
                };
                if !agrees || known.kw.contains(b, a) {
                    return false;
                }
            }
        }
        let len = self.events.len();
        let accesses = |is: fn(EventKind) -> bool| (0..len).filter(move |&e| is(self.events[e].kind));
        let in_order = |w: usize| {
            let later = known.kw.after(w).filter(|&v| self.events[v].kind.is_write());
            later.into_iter().all(|v| !self.same_location(w, v) || self.rank[w] < self.rank[v])
        };
        accesses(EventKind::is_write).all(in_order)
            && accesses(EventKind::is_read).all(|r| self.may_see(r, known))
    }

    fn may_see(&self, r: usize, known: &Known) -> bool {
        let (source, seen) = (self.source(r), self.seen_rank(r));
        if source.is_some_and(|w| known.hb.contains(r, w)) {
            return false;
        }
        let others = (0..self.events.len()).filter(|&e| e != r && self.same_location(e, r));
        for e in others {
            let kind = self.events[e].kind;
            if kind.is_write() && known.kr.contains(e, r) {
                let passed = |w: usize| self.atomic[w] && self.atomic[e] && self.rank[e] > self.rank[w];
                let hides = source.is_none_or(|w| w != e && (known.kw.contains(w, e) || passed(w)));
                if hides || (self.atomic[r] && self.rank[e] > seen) {
                    return false;
                }
            }
            if self.atomic[r] && kind.is_write() && known.hb.contains(r, e) && seen >= self.rank[e] {
                return false;
            }
            let before = kind.is_read() && self.atomic[e] && known.hr.contains(e, r);
            if self.atomic[r] && before && self.seen_rank(e) > seen {
                return false;
            }
        }
        true
    }

    /// Whether a read tells nothing new.
    fn is_settled(&self, r: usize, order: &[usize], known: &Known) -> bool {
        let place = |e: usize| order.iter().position(|&o| o == e);
        let precedes = |q: usize| match (place(q), place(r)) {
            (Some(q), Some(r)) => q < r,
            _ => false,
        };
        let is_before = |q: &usize| {
            let q = *q;
            let atomic = q != r && self.events[q].kind.is_read() && self.atomic[q];
            atomic && self.same_location(q, r) && (known.hr.contains(q, r) || precedes(q))
        };
        let before: Vec<Option<usize>> =
            (0..self.events.len()).filter(is_before).map(|q| self.source(q)).collect();
        let mut next = self.source(r);
        loop {
            let Some(write) = next else { return true };
            if known.kr.contains(write, r) || (self.atomic[r] && before.contains(&Some(write))) {
                return true;
            }
            if !is_update(self.events[r].kind) || !is_update(self.events[write].kind) {
                return false;
            }
            next = self.source(write);
        }
    }

    fn pair(&self, read: usize, write: usize) -> Option<RacePair> {
        let (reader, writer) = (self.events[read].thread, self.events[write].thread);
        let (loc, value) = (self.events[read].kind.loc()?, self.events[write].written?);
        Some(RacePair { reader, writer, loc, value })
    }

    fn judged<M: Machine>(
        &self,
        order: &[usize],
        fixed: &Relation,
        candidate: &Candidate<'_, M>,
    ) -> Option<Kept> {
        let known = self.known(order).filter(|known| self.is_consistent(order, known))?;
        let len = self.events.len();
        let mut reads = Vec::new();
        let mut races = BTreeSet::new();
        for read in (0..len).filter(|&e| self.events[e].kind.is_read()) {
            if let Some(write) = self.source(read) {
                let settled = self.is_settled(read, order, &known);
                let by_fence = known.kr.contains(write, read) && !known.kw.contains(write, read);
                reads.push(Seen { read, write, settled, by_fence, pair: self.pair(read, write)? });
            }
            for write in (0..len).filter(|&e| self.events[e].kind.is_write()) {
                let apart = self.events[write].thread != self.events[read].thread;
                if apart
                    && self.same_location(read, write)
                    && !known.kr.contains(write, read)
                    && !known.hb.contains(read, write)
                {
                    races.extend(self.pair(read, write));
                }
            }
        }
        let mut base = known.kw;
        base.union(fixed);
        order.windows(2).for_each(|pair| base.insert(pair[0], pair[1]));
        let mut outcomes = Vec::new();
        candidate.outcomes(|outcome| outcomes.push(outcome));
        Some(Kept { base, reads, races, outcomes })
    }
}
