//! RPC, the race-pair closure: an upper bound of the Java memory model that gives SC for race-free programs.
//!
//! P ⊆ (reader, writer, location, value). WF(P) is the set of well-formed executions in which each plain read
//! sees a write that happens-before it or one whose (reader, writer, location, value) is in P. P starts empty
//! and grows by the pairs that race in some execution of WF(P) until nothing is new. Every legal execution is
//! in the final WF(P): when a racy read is committed, it and the write that it will see race in the execution
//! that justifies the step. The first round is the exact data-race check.

use crate::coherence::is_coherent;
use crate::final_fields::Frozen;
use crate::world::{
    Choice, End, Enumerated, Enumerator, LegalityLimits, Overflow, Policy, Sees, World, outcomes,
};
use event::{
    EventId, EventKind, Execution, Failure, Loc, LocInfo, Machine, Outcome, RacePair, ReadMode, Relation,
    ThreadId, Value,
};
use std::collections::{BTreeMap, BTreeSet};

/// An execution of the closure.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The execution.
    pub execution: Execution,
    /// Its outcomes; several if final values are open. Empty if it does not finish.
    pub outcomes: Vec<Outcome>,
    /// How it ends.
    pub end: End,
    /// How threads failed, whether the execution finishes or not.
    pub failures: Vec<(ThreadId, Failure)>,
    /// Whether acyclic(po ∪ so ∪ rf) holds: then it is an execution of OpMM and legal (commit in that order).
    pub in_trace_order: bool,
    /// Whether final fields leave a choice that only the literal checker can make.
    pub ambiguous: bool,
}

/// The closure of a program.
#[derive(Debug, Clone, Default)]
pub struct Closure {
    /// The executions of WF(P), including blocked ones, each once: all, or those that show something new
    /// ([`closure_beyond`]).
    pub candidates: Vec<Candidate>,
    /// Whether some execution diverges.
    pub diverges: bool,
    /// P.
    pub pairs: BTreeSet<RacePair>,
    /// The number of rounds until nothing was new.
    pub rounds: usize,
    /// Whether no two conflicting plain accesses were unordered in the first round: the program is data-race
    /// free.
    pub race_free: bool,
    /// Whether a loop bound was reached: executions beyond it are missing.
    pub cut: bool,
    /// Whether the program does things that the JLS does not define: accesses in weaker modes, volatile
    /// accesses to variables with other accesses, fences. They are treated as weakly as under any
    /// interpretation, so that this remains an upper bound; the executions are not those of the JLS.
    pub weak: bool,
    /// What is known about objects.
    pub objects: Objects,
}

/// What the executions of a program with final fields do with objects; empty for other programs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Objects {
    /// The locations that are fields or hold references.
    pub(crate) infos: BTreeMap<Loc, LocInfo>,
    /// Everything written to fields: final fields let reads see writes that they do not race with.
    pub(crate) written: BTreeSet<(Loc, Value)>,
}

impl Objects {
    /// The values written to a field.
    pub(crate) fn values(&self, loc: Loc) -> impl Iterator<Item = Value> + '_ {
        self.written.range((loc, Value(i64::MIN))..).take_while(move |f| f.0 == loc).map(|f| f.1)
    }

    fn learn<S>(&mut self, world: &World<S>) {
        self.infos.extend(&world.infos);
        self.written.extend(written_to_fields(world));
    }

    /// Whether it has learnt from this execution, or one like it.
    fn knows<S>(&self, world: &World<S>) -> bool {
        world.infos.keys().all(|loc| self.infos.contains_key(loc))
            && written_to_fields(world).all(|written| self.written.contains(&written))
    }
}

fn written_to_fields<S>(world: &World<S>) -> impl Iterator<Item = (Loc, Value)> + '_ {
    let written = world.events.iter().filter(|e| e.is_plain_write());
    let is_field = |(loc, _): &(Loc, Value)| world.infos.get(loc).is_some_and(|i| i.field.is_some());
    written.filter_map(|e| Some((e.loc()?, e.written?))).filter(is_field)
}

/// What need not be found in the closure, since it is known.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Outcomes.
    pub outcomes: BTreeSet<Outcome>,
    /// Failures of threads.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Whether a deadlock is known.
    pub deadlock: bool,
    /// Pairs that race. The closure is larger than necessary if they do not, but remains an upper bound.
    pub pairs: BTreeSet<RacePair>,
}

impl Known {
    /// Whether an execution that ends like this shows nothing new.
    fn has(&self, outcomes: &[Outcome], failures: &[(ThreadId, Failure)], end: End) -> bool {
        outcomes.iter().all(|outcome| self.outcomes.contains(outcome))
            && failures.iter().all(|failure| self.failures.contains(failure))
            && (end != End::Deadlocked || self.deadlock)
    }
}

/// Computes the closure.
pub fn closure<M: Machine>(machine: &M, limits: &LegalityLimits) -> Result<Closure, Overflow> {
    fixpoint(machine, None, limits)
}

/// Computes the closure, but keeps only the executions that show something that is not known.
pub fn closure_beyond<M: Machine>(
    machine: &M,
    known: &Known,
    limits: &LegalityLimits,
) -> Result<Closure, Overflow> {
    fixpoint(machine, Some(known), limits)
}

fn fixpoint<M: Machine>(
    machine: &M,
    known: Option<&Known>,
    limits: &LegalityLimits,
) -> Result<Closure, Overflow> {
    // The fixpoint above a subset of P is P. Above any other set, too, all races of its executions are in the
    // set, so it contains P.
    let mut pairs = known.map(|known| known.pairs.clone()).unwrap_or_default();
    let mut objects = Objects::default();
    let (mut rounds, mut race_free) = (0, false);
    loop {
        rounds += 1;
        let policy = Rpc {
            machine,
            pairs: &pairs,
            objects: &objects,
            known,
            found: BTreeMap::new(),
            diverges: false,
            new: BTreeSet::new(),
            learnt: Objects::default(),
            races: false,
            limits,
        };
        let Enumerated { policy, cut, weak } = Enumerator::new(machine, policy, limits).run()?;
        let Rpc { found, diverges, new, learnt, races, .. } = policy;
        race_free |= rounds == 1 && !races;
        if new.is_subset(&pairs) && learnt.written.is_subset(&objects.written) {
            let race_free = race_free && !cut;
            let candidates = found.into_values().collect();
            return Ok(Closure {
                candidates,
                diverges,
                pairs,
                rounds,
                race_free,
                cut,
                weak,
                objects: learnt,
            });
        }
        pairs.extend(new);
        objects = learnt;
        check_values(&pairs, limits)?;
    }
}

/// Values that depend on themselves (`x = x + 1` in a race) never stop growing.
fn check_values(pairs: &BTreeSet<RacePair>, limits: &LegalityLimits) -> Result<(), Overflow> {
    let mut values: BTreeMap<(ThreadId, Loc), usize> = BTreeMap::new();
    for pair in pairs {
        let count = values.entry((pair.reader, pair.loc)).or_default();
        *count += 1;
        if *count > limits.values {
            return Err(Overflow::Values);
        }
    }
    Ok(())
}

struct Rpc<'a, M: Machine> {
    machine: &'a M,
    pairs: &'a BTreeSet<RacePair>,
    objects: &'a Objects,
    /// What need not be found; without it, all executions are kept.
    known: Option<&'a Known>,
    /// The candidates, by a key that does not depend on the order of enumeration.
    found: BTreeMap<Vec<u64>, Candidate>,
    diverges: bool,
    new: BTreeSet<RacePair>,
    learnt: Objects,
    races: bool,
    limits: &'a LegalityLimits,
}

impl<M: Machine> Rpc<'_, M> {
    fn is_pair(&self, reader: ThreadId, writer: ThreadId, loc: Loc, value: Value) -> bool {
        self.pairs.contains(&RacePair { reader, writer, loc, value })
    }

    fn is_field(&self, loc: Loc, value: Value) -> bool {
        self.objects.written.contains(&(loc, value))
    }

    /// Whether each read sees what final fields allow (a write that happens-before it, was frozen for it, or
    /// races with it, with nothing in between), and whether that was unambiguous.
    fn respects_final_fields(&self, world: &World<M::State>, execution: &Execution) -> (bool, bool) {
        if world.infos.is_empty() {
            return (true, true);
        }
        let frozen = Frozen::new(execution, &world.infos);
        let respects = |id: EventId| {
            let event = execution.event(id);
            let EventKind::Read(loc, ReadMode::Plain) = event.kind else { return true };
            let value = event.read.unwrap_or_default();
            let sees = |w: EventId| {
                // Acquires that the JLS does not define are edges of the world only, or not recorded at all:
                // then any write may be known.
                world.hb(w.index(), id.index())
                    || world.has_acquired_weakly()
                    || frozen.hb(w, id)
                    || self.is_pair(event.thread, execution.event(w).thread, loc, value)
            };
            event.rf.is_none_or(sees) && !frozen.hides(id)
        };
        (execution.ids().all(respects), !frozen.ambiguous)
    }

    /// The writes that a read may have seen, `None` for the default write.
    fn sources(&self, world: &World<M::State>, read: usize) -> Vec<Option<usize>> {
        let r = &world.events[read];
        let (Some(loc), Some(value)) = (r.loc(), r.read) else { return Vec::new() };
        let initial = self.machine.location(&world.machine, loc).initial;
        let overwritten = world.plain_writes(loc).any(|w| world.hb(w, read));
        let default = (value == initial && !overwritten).then_some(None);
        let may_see = |&w: &usize| {
            let writer = world.events[w].thread;
            let synchronises = r.acquires_what_it_sees() && world.events[w].releases_to_its_readers();
            world.events[w].written == Some(value)
                && w != read
                && !synchronises
                && !world.hb(read, w)
                // What a read through a final field sees is judged when all chains are known.
                && (world.hb(w, read) || self.is_pair(r.thread, writer, loc, value) || self.is_field(loc, value))
                && !world.is_hidden(w, read)
        };
        default.into_iter().chain(world.plain_writes(loc).filter(may_see).map(Some)).collect()
    }

    /// Whether a running thread may still write the value that the read guessed.
    fn may_come(&self, world: &World<M::State>, read: usize) -> bool {
        let r = &world.events[read];
        let (Some(loc), Some(value)) = (r.loc(), r.read) else { return false };
        let threads = (0..self.machine.thread_count() as u16).map(ThreadId);
        let mut others = threads.filter(|t| !world.has_ended(*t));
        others.any(|t| self.is_pair(r.thread, t, loc, value) || self.is_field(loc, value))
    }

    /// Whether an execution would add nothing to what the next round rests on.
    fn teaches_nothing(&self, world: &World<M::State>) -> bool {
        let mut races = Races::default();
        races.collect(world);
        let is_old = |pair: &RacePair| self.pairs.contains(pair) || self.new.contains(pair);
        races.any <= self.races && races.pairs.iter().all(is_old) && self.learnt.knows(world)
    }

    fn record_races(&mut self, world: &World<M::State>) {
        let mut races = Races::default();
        races.collect(world);
        self.races |= races.any;
        self.new.extend(races.pairs);
    }
}

/// The races of an execution.
#[derive(Default)]
struct Races {
    /// Between reads and writes.
    pairs: Vec<RacePair>,
    /// Whether there are any.
    any: bool,
}

impl Races {
    fn collect<S: Clone>(&mut self, world: &World<S>) {
        for w in (0..world.events.len()).filter(|&w| world.events[w].is_plain_write()) {
            let (writer, loc) = (world.events[w].thread, world.events[w].loc());
            for (e, event) in world.events.iter().enumerate() {
                let conflicts = (event.is_plain_read() || event.is_plain_write()) && event.loc() == loc;
                if !conflicts || event.thread == writer || world.hb(w, e) || world.hb(e, w) {
                    continue;
                }
                self.any = true;
                if let (true, Some(loc), Some(value)) = (event.is_plain_read(), loc, world.events[w].written)
                {
                    self.pairs.push(RacePair { reader: event.thread, writer, loc, value });
                }
            }
        }
    }
}

impl<M: Machine> Policy<M::State> for Rpc<'_, M> {
    fn choices(
        &self,
        world: &World<M::State>,
        thread: ThreadId,
        loc: Loc,
        info: LocInfo,
        out: &mut Vec<Choice>,
    ) {
        let visible = world.visible(loc, world.knows(thread));
        let mut values: BTreeSet<Value> = visible.iter().filter_map(|&w| world.events[w].written).collect();
        if visible.is_empty() {
            values.insert(info.initial);
        }
        values.extend(self.objects.values(loc));
        let from = RacePair { reader: thread, writer: ThreadId(0), loc: Loc(0), value: Value(i64::MIN) };
        let mine = self.pairs.range(from..).take_while(|p| p.reader == thread);
        values.extend(mine.filter(|p| p.loc == loc).map(|p| p.value));
        out.extend(values.into_iter().map(|value| Choice { value, sees: Sees::Later, label: None }));
    }

    fn is_hopeless(&self, world: &World<M::State>) -> bool {
        let open = |&r: &usize| world.events[r].sees == Some(Sees::Later);
        (0..world.events.len())
            .filter(open)
            .any(|r| self.sources(world, r).is_empty() && !self.may_come(world, r))
    }

    fn complete(&mut self, world: &World<M::State>, end: End) -> Result<(), Overflow> {
        let outcomes = if end == End::Finished { outcomes(self.machine, world) } else { Vec::new() };
        let threads = (0..self.machine.thread_count() as u16).map(ThreadId);
        let failures: Vec<_> =
            threads.filter_map(|t| Some((t, self.machine.failure(&world.machine, t)?))).collect();
        let is_wanted = self.known.is_none_or(|known| !known.has(&outcomes, &failures, end));
        if !is_wanted && (end != End::Diverged || self.diverges) && self.teaches_nothing(world) {
            return Ok(());
        }
        let reads: Vec<usize> =
            (0..world.events.len()).filter(|&r| world.events[r].sees == Some(Sees::Later)).collect();
        let sources: Vec<Vec<Option<usize>>> = reads.iter().map(|&r| self.sources(world, r)).collect();
        if sources.iter().any(Vec::is_empty) {
            return Ok(());
        }
        let mut picks = vec![0usize; reads.len()];
        let mut happens = false;
        loop {
            let rf = |e: usize| match world.events[e].sees {
                Some(Sees::Write(w)) => Some(w),
                Some(Sees::Later) => {
                    let i = reads.iter().position(|&r| r == e).expect("every open read is listed");
                    sources[i][picks[i]]
                }
                _ => None,
            };
            if keeps_updates_atomic(world, &rf)
                && is_coherent(world, &rf)
                && let Some(execution) = world.execution(rf)
                && let (true, clear) = self.respects_final_fields(world, &execution)
            {
                happens = true;
                if !is_wanted {
                    break;
                }
                let in_trace_order = is_acyclic(&execution);
                let candidate = Candidate {
                    in_trace_order,
                    ambiguous: !clear,
                    outcomes: outcomes.clone(),
                    end,
                    failures: failures.clone(),
                    execution,
                };
                self.found.insert(key(&candidate.execution), candidate);
            }
            if self.found.len() > self.limits.executions {
                return Err(Overflow::Executions);
            }
            // There may be many combinations, none of which is an execution.
            if self.limits.is_stopped() {
                return Err(Overflow::Stopped);
            }
            // Advances to the next combination, like an odometer.
            let Some(i) = (0..picks.len()).find(|&i| picks[i] + 1 < sources[i].len()) else { break };
            picks[i] += 1;
            picks[..i].fill(0);
        }
        if happens {
            self.diverges |= end == End::Diverged;
            self.record_races(world);
            self.learnt.learn(world);
        }
        Ok(())
    }
}

/// Nothing comes between the read and the write of an atomic update: no two updates see the same write.
fn keeps_updates_atomic<S>(world: &World<S>, rf: &impl Fn(usize) -> Option<usize>) -> bool {
    let updates = (0..world.events.len())
        .filter(|&u| world.events[u].weak && matches!(world.events[u].kind, EventKind::Rmw(..)));
    let mut seen = BTreeSet::new();
    updates.into_iter().all(|u| seen.insert((world.events[u].loc(), rf(u))))
}

/// Thread and position of an event: its name in every execution.
fn place(e: &Execution, id: EventId) -> u64 {
    let event = e.event(id);
    u64::from(event.thread.0) << 32 | u64::from(event.index)
}

/// Values, reads-from and synchronisation orders, independent of the numbering of events.
fn key(e: &Execution) -> Vec<u64> {
    let mut key = Vec::new();
    for t in 0..e.thread_count() {
        for &id in e.thread(ThreadId(t as u16)) {
            let event = e.event(id);
            key.extend([
                event.read.map_or(u64::MAX, |v| v.0 as u64),
                event.written.map_or(u64::MAX, |v| v.0 as u64),
                event.rf.map_or(u64::MAX, |w| place(e, w)),
            ]);
        }
        key.push(u64::MAX - 1);
    }
    for order in e.so().values() {
        // The order between two reads of a volatile is not observable, so only writes are kept; reads are
        // placed by rf.
        let writes = order.iter().filter(|&&id| {
            let kind = e.event(id).kind;
            kind.is_write() || kind.loc().is_none()
        });
        key.extend(writes.map(|&id| place(e, id)));
        key.push(u64::MAX - 2);
    }
    key
}

/// Whether po ∪ so ∪ rf is acyclic, without so between two volatile reads.
pub(crate) fn is_acyclic(e: &Execution) -> bool {
    let mut next: Relation<u128> = Relation::empty(e.events().len());
    for t in 0..e.thread_count() {
        e.thread(ThreadId(t as u16)).windows(2).for_each(|w| next.insert(w[0].index(), w[1].index()));
    }
    for (a, b) in e.sw() {
        next.insert(a.index(), b.index());
    }
    for order in e.so().values() {
        for (i, a) in order.iter().enumerate() {
            for b in &order[i + 1..] {
                let both_read = !e.event(*a).kind.is_write() && !e.event(*b).kind.is_write();
                if e.event(*a).kind.loc().is_none() || !both_read {
                    next.insert(a.index(), b.index());
                }
            }
        }
    }
    for (i, event) in e.events().iter().enumerate() {
        event.rf.iter().for_each(|w| next.insert(w.index(), i));
    }
    next.is_acyclic()
}
