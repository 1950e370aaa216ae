//! Enumerates well-formed executions of a program under a policy that determines what plain reads may see.
//!
//! Only synchronisation is interleaved: plain actions are performed at once, lowest thread first, since the
//! values of reads come from the policy and not from the order. Equal partial executions (same actions, same
//! values, same synchronisation order per object) are followed once.

use crate::access::{acquires, present, reads_memory};
use event::{
    Action, Answer, BitSet, Bits, EventId, EventKind, Execution, ExecutionBuilder, Loc, LocInfo, LocKind,
    Machine, Outcome, Passes, Pending, ReadMode, SyncObj, SyncState, ThreadId, Value, Way, WriteMode,
    outcomes_of,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xxhash_rust::xxh3::xxh3_128;

/// When to give up.
#[derive(Debug, Clone)]
pub struct LegalityLimits {
    /// Set to true to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// The maximum number of events of one execution; at most 128.
    pub events: usize,
    /// The maximum number of partial executions followed in one enumeration.
    pub partial: u64,
    /// The maximum number of values per thread and location that the closure may speculate on.
    pub values: usize,
    /// The maximum number of executions of the closure.
    pub executions: usize,
}

impl Default for LegalityLimits {
    fn default() -> Self {
        LegalityLimits { stop: None, events: CAPACITY, partial: 2_000_000, values: 64, executions: 200_000 }
    }
}

impl LegalityLimits {
    /// Whether the search was asked to stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Why an enumeration is incomplete or impossible.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Overflow {
    /// An execution has too many events; the program may have an unbounded loop.
    Events,
    /// Too many partial executions.
    Partial,
    /// Values grow without bound.
    Values,
    /// Too many executions.
    Executions,
    /// The enumeration was asked to stop.
    Stopped,
    /// The machine was cut by a bound.
    Cut,
    /// A thread waits, notifies, parks or asks the checker to choose.
    Internal,
    /// A reference reached a thread in several ways, and because of final fields it matters which.
    Chains,
    /// An action that the JLS does not define.
    Unsupported(&'static str),
}

/// A set of events of one execution.
pub(crate) type Set = BitSet<u128>;

/// The maximum number of events of one execution.
pub(crate) const CAPACITY: usize = <u128 as Bits>::CAPACITY;

/// The number of accesses that may be branched on for each partial execution that may be followed.
const BRANCHES: u64 = 8;

/// The source of a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Sees {
    /// The default write.
    #[default]
    Default,
    /// This write.
    Write(usize),
    /// A write with the guessed value, to be determined when the execution is complete.
    Later,
}

/// An event of a world.
#[derive(Debug, Clone)]
pub(crate) struct Ev {
    pub thread: ThreadId,
    pub kind: EventKind,
    pub read: Option<Value>,
    pub written: Option<Value>,
    pub sees: Option<Sees>,
    /// The label that the policy gave it.
    pub label: Option<EventId>,
    /// How many events of this kind, thread and object came before.
    pub ordinal: u32,
    /// Whether it is an access outside the JLS: of a weaker mode, or volatile to a variable with other
    /// accesses.
    pub weak: bool,
}

impl Ev {
    pub(crate) fn loc(&self) -> Option<Loc> {
        self.kind.loc()
    }

    /// Whether it is a read whose value the synchronisation order does not determine.
    pub(crate) fn is_plain_read(&self) -> bool {
        self.weak && self.kind.is_read() || matches!(self.kind, EventKind::Read(_, ReadMode::Plain))
    }

    /// Whether it is a write without a position in the synchronisation order.
    pub(crate) fn is_plain_write(&self) -> bool {
        self.weak && self.kind.is_write() || matches!(self.kind, EventKind::Write(_, WriteMode::Plain))
    }

    /// Whether a release that it sees happens-before it.
    pub(crate) fn acquires_what_it_sees(&self) -> bool {
        self.weak
            && match self.kind {
                EventKind::Read(_, mode) => matches!(mode, ReadMode::Acquire | ReadMode::Volatile),
                EventKind::Rmw(_, mode) => matches!(mode.read(), ReadMode::Acquire | ReadMode::Volatile),
                _ => false,
            }
    }

    /// Whether it happens-before the reads that acquire from it.
    pub(crate) fn releases_to_its_readers(&self) -> bool {
        self.weak
            && match self.kind {
                EventKind::Write(_, mode) => matches!(mode, WriteMode::Release | WriteMode::Volatile),
                EventKind::Rmw(_, mode) => matches!(mode.write(), WriteMode::Release | WriteMode::Volatile),
                _ => false,
            }
    }
}

/// A partial execution.
#[derive(Debug, Clone)]
pub(crate) struct World<S> {
    pub machine: S,
    pub events: Vec<Ev>,
    /// Per event the events that happen-before it.
    pub before: Vec<Set>,
    last: Vec<Option<usize>>,
    sync: SyncState,
    /// Per thread whether it has acquired in a way that the JLS does not define: what it knows is not known
    /// exactly.
    acquired: Vec<bool>,
    /// Per object what its releases publish: they and everything before them.
    released: BTreeMap<SyncObj, Set>,
    /// Per started thread what happens-before its first action.
    inherited: Vec<Set>,
    volatile: BTreeMap<Loc, usize>,
    pub so: BTreeMap<SyncObj, Vec<usize>>,
    /// Synchronizes-with edges.
    pub sw: BTreeSet<(usize, usize)>,
    /// The accessed locations that are fields or hold references, where final fields may matter.
    pub infos: BTreeMap<Loc, LocInfo>,
}

/// One possible value of a plain read, and its label.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Choice {
    pub value: Value,
    pub sees: Sees,
    pub label: Option<EventId>,
}

/// How a maximal execution ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Every thread has ended.
    Finished,
    /// Threads wait forever, and none runs.
    Deadlocked,
    /// Some thread computes forever without acting.
    Diverged,
}

/// What plain reads may see, and which executions are wanted.
pub(crate) trait Policy<S> {
    /// The choices of a plain read of `loc` by `thread`, where `before` happens-before the read.
    fn choices(&self, world: &World<S>, thread: ThreadId, loc: Loc, info: LocInfo, out: &mut Vec<Choice>);
    /// Whether the partial execution cannot become a wanted one.
    fn is_hopeless(&self, world: &World<S>) -> bool;
    /// Called with each maximal execution.
    fn complete(&mut self, world: &World<S>, end: End) -> Result<(), Overflow>;
}

impl<S: Clone> World<S> {
    pub(crate) fn hb(&self, a: usize, b: usize) -> bool {
        self.before[b].contains(a)
    }

    /// Everything that happens-before the next event of a thread.
    pub(crate) fn knows(&self, thread: ThreadId) -> Set {
        match self.last[thread.index()] {
            Some(e) => self.before[e] | Set::one(e),
            None => self.inherited[thread.index()],
        }
    }

    /// Whether some thread has acquired in a way that the JLS does not define.
    pub(crate) fn has_acquired_weakly(&self) -> bool {
        self.acquired.contains(&true)
    }

    pub(crate) fn has_ended(&self, thread: ThreadId) -> bool {
        self.sync.has_ended(thread)
    }

    pub(crate) fn plain_writes(&self, loc: Loc) -> impl Iterator<Item = usize> + '_ {
        (0..self.events.len())
            .filter(move |&e| self.events[e].is_plain_write() && self.events[e].loc() == Some(loc))
    }

    /// The writes to `loc` among `known` that no other write among `known` overwrites; empty if only the
    /// default write is visible.
    pub(crate) fn visible(&self, loc: Loc, known: Set) -> Vec<usize> {
        let writes: Vec<usize> = self.plain_writes(loc).filter(|w| known.contains(*w)).collect();
        writes.iter().copied().filter(|&w| !writes.iter().any(|&v| v != w && self.hb(w, v))).collect()
    }

    /// Whether `write` is hidden from `read` by a write in between.
    pub(crate) fn is_hidden(&self, write: usize, read: usize) -> bool {
        let Some(loc) = self.events[read].loc() else { return false };
        self.plain_writes(loc).any(|v| v != write && self.hb(write, v) && self.hb(v, read))
    }

    fn add(
        &mut self,
        thread: ThreadId,
        kind: EventKind,
        read: Option<Value>,
        written: Option<Value>,
    ) -> usize {
        let id = self.events.len();
        let same = |e: &&Ev| e.thread == thread && e.kind == kind;
        let ordinal = self.events.iter().filter(same).count() as u32;
        self.before.push(self.knows(thread));
        self.events.push(Ev { thread, kind, read, written, sees: None, label: None, ordinal, weak: false });
        self.last[thread.index()] = Some(id);
        id
    }

    fn meet(&mut self, loc: Loc, info: LocInfo) {
        if info.field.is_some() || info.holds_reference {
            self.infos.insert(loc, info);
        }
    }

    fn acquire(&mut self, id: usize, obj: SyncObj) {
        if let Some(published) = self.released.get(&obj) {
            self.before[id] |= *published;
        }
        let order = self.so.entry(obj).or_default();
        let edges: Vec<_> =
            order.iter().filter(|&&r| self.events[r].kind.is_release()).map(|&r| (r, id)).collect();
        order.push(id);
        self.sw.extend(edges);
    }

    fn release(&mut self, id: usize, obj: SyncObj) {
        let published = self.before[id] | Set::one(id);
        *self.released.entry(obj).or_default() |= published;
        let order = self.so.entry(obj).or_default();
        if order.last() != Some(&id) {
            order.push(id);
        }
    }

    /// The execution as data, with the given source of each read.
    pub(crate) fn execution(&self, rf: impl Fn(usize) -> Option<usize>) -> Option<Execution> {
        let threads = self.last.len();
        let mut builder = ExecutionBuilder::new(threads);
        for (i, e) in self.events.iter().enumerate() {
            let source = if e.kind.is_read() { rf(i) } else { None };
            builder.push(e.thread, e.kind, e.read, e.written, source.map(|w| EventId(w as u32)));
        }
        for (obj, order) in &self.so {
            builder.set_so(*obj, order.iter().map(|&e| EventId(e as u32)).collect());
        }
        builder.build().ok()
    }

    /// A key of the partial execution that does not depend on the order of enumeration.
    fn key(&self) -> u128 {
        let mut bytes = Vec::new();
        let mut put = |n: u64| bytes.extend_from_slice(&n.to_le_bytes());
        let place = self.places();
        for thread in 0..self.last.len() {
            put(u64::MAX - 1);
            for e in self.events.iter().filter(|e| e.thread.index() == thread) {
                put(e.read.map_or(u64::MAX, |v| v.0 as u64));
                put(e.written.map_or(u64::MAX, |v| v.0 as u64));
                put(e.label.map_or(u64::MAX, |l| u64::from(l.0)));
                put(match e.sees {
                    None => 0,
                    Some(Sees::Default) => 1,
                    Some(Sees::Later) => 2,
                    Some(Sees::Write(w)) => 3 + place[w],
                });
            }
        }
        for order in self.so.values() {
            put(u64::MAX - 2);
            order.iter().for_each(|&e| put(place[e]));
        }
        xxh3_128(&bytes)
    }

    /// Per event its thread and position as one number.
    fn places(&self) -> Vec<u64> {
        let mut counts = vec![0u64; self.last.len()];
        let place = |e: &Ev| {
            counts[e.thread.index()] += 1;
            (e.thread.index() as u64) << 32 | counts[e.thread.index()]
        };
        self.events.iter().map(place).collect()
    }
}

/// The result of an enumeration.
pub(crate) struct Enumerated<P> {
    pub policy: P,
    /// Whether a bound of the machine was reached; executions are then missing.
    pub cut: bool,
    /// Whether some access is outside the JLS.
    pub weak: bool,
}

/// The state of an enumeration.
pub(crate) struct Enumerator<'a, M: Machine, P> {
    machine: &'a M,
    policy: P,
    limits: &'a LegalityLimits,
    seen: BTreeSet<u128>,
    left: u64,
    /// How many more accesses may be branched on. Branches that turn out hopeless before the next
    /// synchronisation are no partial executions, but there may be exponentially many of them.
    branches: u64,
    /// Whether a thread ran into a bound; executions are then missing.
    cut: bool,
    weak: bool,
}

impl<'a, M: Machine, P: Policy<M::State>> Enumerator<'a, M, P> {
    pub(crate) fn new(machine: &'a M, policy: P, limits: &'a LegalityLimits) -> Self {
        Enumerator {
            machine,
            policy,
            limits,
            seen: BTreeSet::new(),
            left: limits.partial,
            branches: limits.partial.saturating_mul(BRANCHES),
            cut: false,
            weak: false,
        }
    }

    /// Runs to the end.
    pub(crate) fn run(mut self) -> Result<Enumerated<P>, Overflow> {
        let threads = self.machine.thread_count();
        if threads > SyncState::MOST_THREADS {
            return Err(Overflow::Unsupported("more than 64 threads"));
        }
        let world = World {
            machine: self.machine.initial(),
            events: Vec::new(),
            before: Vec::new(),
            last: vec![None; threads],
            sync: SyncState::new(self.threads().filter(|t| self.machine.starts_running(*t))),
            acquired: vec![false; threads],
            released: BTreeMap::new(),
            inherited: vec![Set::EMPTY; threads],
            volatile: BTreeMap::new(),
            so: BTreeMap::new(),
            sw: BTreeSet::new(),
            infos: BTreeMap::new(),
        };
        self.follow(world)?;
        Ok(Enumerated { policy: self.policy, cut: self.cut, weak: self.weak })
    }

    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<M, P> {
        (0..self.machine.thread_count() as u16).map(ThreadId)
    }

    fn running(&self, world: &World<M::State>) -> Vec<ThreadId> {
        self.threads().filter(|t| world.sync.is_running(*t)).collect()
    }

    /// Performs plain actions of the lowest thread that has one; then branches on synchronisation.
    fn follow(&mut self, mut world: World<M::State>) -> Result<(), Overflow> {
        'plain: loop {
            for t in self.running(&world) {
                let action = match self.machine.pending(&world.machine, t) {
                    Pending::Action(action) => action,
                    Pending::Cut(_) => {
                        self.cut = true;
                        return Ok(());
                    }
                    Pending::Blocked(_) | Pending::Ended | Pending::Diverged => continue,
                };
                self.weak |= self.is_outside_the_jls(&world, &action);
                // Opaque accesses are treated as plain: that is weak enough for an upper bound (A.6).
                if let Action::Read { mode: ReadMode::Plain | ReadMode::Opaque, .. } = action {
                    return self.branch(&world, t, &action);
                }
                if self.is_ample(&world, t, &action) {
                    let way = self.ways(&world, &action)?.next().expect("an event has a way to happen");
                    self.perform(&mut world, t, &action, way)?;
                    if self.policy.is_hopeless(&world) {
                        return Ok(());
                    }
                    continue 'plain;
                }
            }
            break;
        }
        if !self.seen.insert(world.key()) {
            return Ok(());
        }
        self.left = self.left.checked_sub(1).ok_or(Overflow::Partial)?;
        if self.limits.is_stopped() {
            return Err(Overflow::Stopped);
        }
        let running = self.running(&world);
        if running.is_empty() {
            return self.complete(&world, End::Finished);
        }
        let mut stuck = true;
        let daemons = world.sync.only_daemons_run(self.machine, &world.machine);
        let diverged = running.iter().any(|t| self.machine.pending(&world.machine, *t) == Pending::Diverged);
        for t in running {
            let Pending::Action(action) = self.machine.pending(&world.machine, t) else { continue };
            if world.sync.is_enabled(t, &action) {
                stuck = false;
                if matches!(&action, Action::Internal(internal) if internal.what.ends_all()) {
                    let mut last = world.clone();
                    self.machine.resume(&mut last.machine, t, Answer::Choice(0));
                    self.complete(&last, End::Finished)?;
                    continue;
                }
                if self.is_weak(&world, &action) {
                    self.branch(&world, t, &action)?;
                    continue;
                }
                for way in self.ways(&world, &action)? {
                    let mut next = world.clone();
                    self.perform(&mut next, t, &action, way)?;
                    if !self.policy.is_hopeless(&next) {
                        self.follow(next)?;
                    }
                }
            }
        }
        let end = match diverged {
            _ if daemons => End::Finished,
            true => End::Diverged,
            false => End::Deadlocked,
        };
        if stuck || daemons { self.complete(&world, end) } else { Ok(()) }
    }

    /// Reports a maximal execution. One that uses an object which is never created is invalid.
    fn complete(&mut self, world: &World<M::State>, end: End) -> Result<(), Overflow> {
        if self.machine.has_ghosts(&world.machine) { Ok(()) } else { self.policy.complete(world, end) }
    }

    /// Follows every way to perform a plain or weak access: what it sees, and whether it fails.
    fn branch(&mut self, world: &World<M::State>, t: ThreadId, action: &Action) -> Result<(), Overflow> {
        let Some(loc) = action.loc() else { return Ok(()) };
        self.branches = self.branches.checked_sub(1).ok_or(Overflow::Partial)?;
        if self.limits.is_stopped() {
            return Err(Overflow::Stopped);
        }
        let info = self.machine.location(&world.machine, loc);
        let mut choices = Vec::new();
        match action {
            Action::Write { .. } => choices.push(Choice::default()),
            _ => self.policy.choices(world, t, loc, info, &mut choices),
        }
        let weak = info.kind != LocKind::Plain;
        // What may be seen although no earlier round saw it race. For an update: that two updates may not see
        // the same write must not keep both from happening. For a thread that has acquired: a fence or a
        // release sequence may have made any write known, and a read of a known write needs no race; leaving
        // out such edges would not be weaker.
        let any = matches!(action, Action::Rmw { .. }) || world.acquired[t.index()];
        let acquires = matches!(action, Action::Read { mode: ReadMode::Acquire | ReadMode::Volatile, .. });
        if reads_memory(action) && (any || weak && acquires) {
            let seen = present(world, t, loc).filter(|(_, w)| any || w.releases_to_its_readers());
            choices.extend(seen.map(|(choice, _)| choice));
        }
        for choice in choices {
            for way in action.ways(choice.value) {
                let mut next = world.clone();
                next.meet(loc, info);
                let id = next.add(t, way.kind, way.read, way.written);
                next.events[id].weak = weak;
                next.events[id].sees = way.read.map(|_| choice.sees);
                next.events[id].label = choice.label;
                if let Sees::Write(w) = choice.sees
                    && next.events[id].acquires_what_it_sees()
                    && next.events[w].releases_to_its_readers()
                {
                    let known = next.before[w] | Set::one(w);
                    next.before[id] |= known;
                }
                next.acquired[t.index()] |= next.events[id].acquires_what_it_sees();
                self.machine.resume(&mut next.machine, t, way.answer);
                if next.events.len() > self.limits.events.min(CAPACITY) {
                    return Err(Overflow::Events);
                }
                if !self.policy.is_hopeless(&next) {
                    self.follow(next)?;
                }
            }
        }
        Ok(())
    }

    /// Whether an access outside the JLS must be interleaved: acquire, release, atomic updates in weaker
    /// modes, and volatile accesses to variables that have other accesses as well.
    fn is_weak(&self, world: &World<M::State>, action: &Action) -> bool {
        let location = |loc| self.machine.location(&world.machine, loc);
        action.loc().is_some_and(|loc| location(loc).kind != LocKind::Volatile)
    }

    fn is_outside_the_jls(&self, world: &World<M::State>, action: &Action) -> bool {
        let location = |loc| self.machine.location(&world.machine, loc);
        matches!(action, Action::Fence(_))
            || action.loc().is_some_and(|loc| location(loc).kind == LocKind::Mixed)
    }

    /// Whether the action can be performed at once; synchronisation whose order matters cannot.
    fn is_ample(&self, world: &World<M::State>, t: ThreadId, action: &Action) -> bool {
        match action {
            Action::Write { mode, .. } => matches!(mode, WriteMode::Plain | WriteMode::Opaque),
            // What a fence acquires depends on what other threads have done.
            Action::Fence(fence) => !acquires(*fence),
            _ => world.sync.is_enabled(t, action) && action.is_ample(self.machine) == Some(true),
        }
    }

    /// The ways to perform an action; a read, which is volatile, sees the newest write.
    fn ways(
        &self,
        world: &World<M::State>,
        action: &Action,
    ) -> Result<impl Iterator<Item = Way> + use<M, P>, Overflow> {
        let seen = match action {
            Action::Internal(_) => return Err(Overflow::Internal),
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => self.newest(world, *loc).1,
            _ => Value::default(),
        };
        Ok(action.ways(seen))
    }

    fn perform(
        &self,
        world: &mut World<M::State>,
        t: ThreadId,
        action: &Action,
        way: Way,
    ) -> Result<(), Overflow> {
        if world.events.len() >= self.limits.events.min(CAPACITY) {
            return Err(Overflow::Events);
        }
        let sees = match action {
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => Some(self.newest(world, *loc).0),
            _ => None,
        };
        let shown = if let Action::External(value) = action { Some(*value) } else { None };
        let id = world.add(t, way.kind, way.read, way.written.or(shown));
        world.events[id].sees = sees;
        if let Some(loc) = way.kind.loc() {
            let info = self.machine.location(&world.machine, loc);
            world.meet(loc, info);
            world.events[id].weak = info.kind == LocKind::Mixed;
            if way.kind.is_write() && way.kind.is_release() {
                world.volatile.insert(loc, id);
            }
        }
        let passes = world.sync.perform(t, action);
        let is_idle_start = matches!(action, Action::Start(_)) && passes == Passes::Nothing;
        if let Some(obj) = way.kind.sync_obj(t).filter(|_| !is_idle_start) {
            // All entries of a monitor are actions, including nested ones (JLS §17.4.2).
            if way.kind.is_acquire() {
                world.acquire(id, obj);
            }
            if way.kind.is_release() {
                world.release(id, obj);
            }
        }
        match (passes, action) {
            (Passes::Start(child), _) => world.inherited[child.index()] = world.before[id] | Set::one(id),
            // The JLS has no fences; an upper bound may leave out what they order, but not what they make
            // known.
            (_, Action::Fence(fence)) => world.acquired[t.index()] |= acquires(*fence),
            _ => {}
        }
        self.machine.resume(&mut world.machine, t, way.answer);
        Ok(())
    }

    /// The newest volatile write and its value.
    fn newest(&self, world: &World<M::State>, loc: Loc) -> (Sees, Value) {
        match world.volatile.get(&loc) {
            Some(&w) => (Sees::Write(w), world.events[w].written.unwrap_or_default()),
            None => (Sees::Default, self.machine.location(&world.machine, loc).initial),
        }
    }
}

/// The outcomes of a complete world.
pub(crate) fn outcomes<M: Machine>(machine: &M, world: &World<M::State>) -> Vec<Outcome> {
    let finals = |loc, info: LocInfo| match world.volatile.get(&loc) {
        Some(&w) => world.events[w].written.into_iter().collect(),
        None => {
            let newest = world.visible(loc, Set::ALL);
            let written: BTreeSet<Value> = newest.iter().filter_map(|&w| world.events[w].written).collect();
            if written.is_empty() { vec![info.initial] } else { written.into_iter().collect() }
        }
    };
    outcomes_of(machine, &world.machine, finals).collect()
}
