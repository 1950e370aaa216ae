//! Enumerates well-formed executions of a program under a policy that says what plain reads may see.
//!
//! Only synchronisation is interleaved: plain actions are performed at once, lowest thread first, since reads get their
//! value from the policy and not from the order. Partial executions that are equal (same actions, same values, same
//! synchronisation order per object) are followed once.

use crate::access::{acquires, can_fail_spuriously, performed, present, reads_memory};
use event::{
    Action, Answer, EventId, EventKind, Execution, ExecutionBuilder, Loc, LocInfo, LocKind, Machine,
    MonitorId, Outcome, Pending, ReadMode, RmwMode, RmwOp, SyncObj, ThreadId, Value, WriteMode,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use xxhash_rust::xxh3::xxh3_128;

/// When to give up.
#[derive(Debug, Clone)]
pub struct LegalityLimits {
    /// Set by whoever wants it to stop.
    pub stop: Option<Arc<AtomicBool>>,
    /// Most events of one execution; at most 128.
    pub events: usize,
    /// Most partial executions followed in one enumeration.
    pub partial: u64,
    /// Most values per thread and location the closure may speculate on.
    pub values: usize,
    /// Most executions of the closure.
    pub executions: usize,
}

impl Default for LegalityLimits {
    fn default() -> Self {
        LegalityLimits { stop: None, events: 128, partial: 2_000_000, values: 64, executions: 200_000 }
    }
}

impl LegalityLimits {
    /// Whether somebody wants it to stop.
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
    /// Values grow without end.
    Values,
    /// Too many executions.
    Executions,
    /// Somebody asked it to stop.
    Stopped,
    /// The machine was cut by a bound.
    Cut,
    /// A thread waits, notifies, parks or lets the checker choose.
    Internal,
    /// A reference reached a thread in several ways, and final fields make it matter in which.
    Chains,
    /// An action the JLS does not define.
    Unsupported(&'static str),
}

/// A set of events of one execution.
pub(crate) type Set = u128;

/// What a read has been bound to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum Sees {
    /// The default write.
    #[default]
    Default,
    /// This write.
    Write(usize),
    /// A write with the guessed value, to be found when the execution is complete.
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
    /// What the policy calls it.
    pub label: Option<EventId>,
    /// How many events of this kind, thread and object came before.
    pub ordinal: u32,
    /// Whether it is an access outside the JLS: of a weaker mode, or volatile to a variable with other accesses.
    pub weak: bool,
}

impl Ev {
    pub(crate) fn loc(&self) -> Option<Loc> {
        self.kind.loc()
    }

    /// A read whose value the synchronisation order does not decide.
    pub(crate) fn is_plain_read(&self) -> bool {
        self.weak && self.kind.is_read() || matches!(self.kind, EventKind::Read(_, ReadMode::Plain))
    }

    /// A write that the synchronisation order does not place.
    pub(crate) fn is_plain_write(&self) -> bool {
        self.weak && self.kind.is_write() || matches!(self.kind, EventKind::Write(_, WriteMode::Plain))
    }

    /// Whether what it sees, if released, happens-before it.
    pub(crate) fn acquires_what_it_sees(&self) -> bool {
        self.weak
            && match self.kind {
                EventKind::Read(_, mode) => matches!(mode, ReadMode::Acquire | ReadMode::Volatile),
                EventKind::Rmw(_, mode) => matches!(mode.read(), ReadMode::Acquire | ReadMode::Volatile),
                _ => false,
            }
    }

    /// Whether it happens-before what acquires it.
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
    /// Per event the events that happen before it.
    pub before: Vec<Set>,
    last: Vec<Option<usize>>,
    started: Vec<bool>,
    ended: Vec<bool>,
    /// Threads that have acquired in a way the JLS does not know: what they know is not known exactly.
    acquired: Vec<bool>,
    /// Per object what its releases publish: they and all before them.
    released: BTreeMap<SyncObj, Set>,
    /// Per started thread what happens before its first action.
    inherited: Vec<Set>,
    owners: BTreeMap<MonitorId, (ThreadId, u32)>,
    volatile: BTreeMap<Loc, usize>,
    pub so: BTreeMap<SyncObj, Vec<usize>>,
    /// Synchronizes-with edges.
    pub sw: BTreeSet<(usize, usize)>,
    /// The locations met that are fields or hold references, where final fields may matter.
    pub infos: BTreeMap<Loc, LocInfo>,
}

/// One way a plain read may go on.
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
    /// Threads wait for ever, and none runs.
    Deadlocked,
    /// Some thread computes for ever without acting.
    Diverged,
}

/// What plain reads may see, and which executions are wanted.
pub(crate) trait Policy<S> {
    /// The choices of a plain read of `loc` by `thread`, which `before` happens before.
    fn choices(&self, world: &World<S>, thread: ThreadId, loc: Loc, info: LocInfo, out: &mut Vec<Choice>);
    /// Whether the partial execution cannot become a wanted one.
    fn is_hopeless(&self, world: &World<S>) -> bool;
    /// A maximal execution.
    fn complete(&mut self, world: &World<S>, end: End) -> Result<(), Overflow>;
}

impl<S: Clone> World<S> {
    pub(crate) fn hb(&self, a: usize, b: usize) -> bool {
        self.before[b] >> a & 1 == 1
    }

    /// What happens before the next event of a thread.
    pub(crate) fn knows(&self, thread: ThreadId) -> Set {
        match self.last[thread.index()] {
            Some(e) => self.before[e] | 1 << e,
            None => self.inherited[thread.index()],
        }
    }

    /// Whether some thread has acquired in a way the JLS does not know.
    pub(crate) fn has_acquired_weakly(&self) -> bool {
        self.acquired.contains(&true)
    }

    pub(crate) fn has_ended(&self, thread: ThreadId) -> bool {
        self.ended[thread.index()]
    }

    pub(crate) fn plain_writes(&self, loc: Loc) -> impl Iterator<Item = usize> + '_ {
        (0..self.events.len())
            .filter(move |&e| self.events[e].is_plain_write() && self.events[e].loc() == Some(loc))
    }

    /// The writes to `loc` among `known` that no other write among `known` overwrites; empty if only the default is.
    pub(crate) fn visible(&self, loc: Loc, known: Set) -> Vec<usize> {
        let writes: Vec<usize> = self.plain_writes(loc).filter(|w| known >> w & 1 == 1).collect();
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
            self.before[id] |= published;
        }
        let order = self.so.entry(obj).or_default();
        let edges: Vec<_> =
            order.iter().filter(|&&r| self.events[r].kind.is_release()).map(|&r| (r, id)).collect();
        order.push(id);
        self.sw.extend(edges);
    }

    fn release(&mut self, id: usize, obj: SyncObj) {
        let published = self.before[id] | 1 << id;
        *self.released.entry(obj).or_default() |= published;
        let order = self.so.entry(obj).or_default();
        if order.last() != Some(&id) {
            order.push(id);
        }
    }

    /// The execution as data, with this write for each read.
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

    /// A name for the partial execution that does not depend on the order of enumeration.
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

/// What came of an enumeration.
pub(crate) struct Enumerated<P> {
    pub policy: P,
    /// A bound of the machine was hit; executions are missing.
    pub cut: bool,
    /// Some access is outside the JLS.
    pub weak: bool,
}

/// Enumerates.
pub(crate) struct Enumerator<'a, M: Machine, P> {
    machine: &'a M,
    policy: P,
    limits: &'a LegalityLimits,
    seen: BTreeSet<u128>,
    left: u64,
    /// A thread ran into a bound; executions are missing.
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
            cut: false,
            weak: false,
        }
    }

    /// Runs to the end.
    pub(crate) fn run(mut self) -> Result<Enumerated<P>, Overflow> {
        let threads = self.machine.thread_count();
        let started = (0..threads).map(|t| self.machine.starts_running(ThreadId(t as u16))).collect();
        let world = World {
            machine: self.machine.initial(),
            events: Vec::new(),
            before: Vec::new(),
            last: vec![None; threads],
            started,
            ended: vec![false; threads],
            acquired: vec![false; threads],
            released: BTreeMap::new(),
            inherited: vec![0; threads],
            owners: BTreeMap::new(),
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
        self.threads().filter(|t| world.started[t.index()] && !world.ended[t.index()]).collect()
    }

    /// Performs plain actions of the lowest thread that stands at one; then branches on synchronisation.
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
                // Opaque accesses are plain ones here: for an upper bound that is weak enough (A.6).
                if let Action::Read { mode: ReadMode::Plain | ReadMode::Opaque, .. } = action {
                    return self.branch(&world, t, &action);
                }
                if self.is_ample(&world, &action) {
                    self.perform(&mut world, t, &action)?;
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
        // Daemons that are left do not keep a program alive, whatever they do or wait for (JLS §12.8).
        let daemons = running.iter().all(|t| self.machine.is_daemon(&world.machine, *t));
        let diverged = running.iter().any(|t| self.machine.pending(&world.machine, *t) == Pending::Diverged);
        for t in running {
            let Pending::Action(action) = self.machine.pending(&world.machine, t) else { continue };
            let blocked = match action {
                Action::Lock(m) => world.owners.get(&m).is_some_and(|(owner, _)| *owner != t),
                Action::Join(other) => !world.ended[other.index()],
                _ => false,
            };
            if !blocked {
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
                for spurious in [false, true] {
                    let mut next = world.clone();
                    match (spurious, &action) {
                        (false, _) => self.perform(&mut next, t, &action)?,
                        (true, Action::Rmw { loc, op, .. }) if can_fail_spuriously(*op) => {
                            let old = self.volatile_read(&mut next, t, *loc);
                            self.machine.resume(&mut next.machine, t, Answer::Rmw { old, written: false });
                        }
                        (true, _) => continue,
                    }
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

    /// An execution that uses an object nobody creates is none.
    fn complete(&mut self, world: &World<M::State>, end: End) -> Result<(), Overflow> {
        if self.machine.has_ghosts(&world.machine) { Ok(()) } else { self.policy.complete(world, end) }
    }

    /// Follows every way a plain or weak access can go: what it sees, and whether it fails.
    fn branch(&mut self, world: &World<M::State>, t: ThreadId, action: &Action) -> Result<(), Overflow> {
        let (Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. }) = *action else {
            return Ok(());
        };
        let info = self.machine.location(&world.machine, loc);
        let mut choices = Vec::new();
        match action {
            Action::Write { .. } => choices.push(Choice::default()),
            _ => self.policy.choices(world, t, loc, info, &mut choices),
        }
        let weak = info.kind != LocKind::Plain;
        // What may be seen although no earlier round saw it race. An update: that two of them may not see the same write must
        // not keep both from happening. A thread that has acquired: a fence or a release sequence may have made any write
        // known, and a read of a known write needs no race; leaving out such edges would not be weaker.
        let any = matches!(action, Action::Rmw { .. }) || world.acquired[t.index()];
        let acquires = matches!(action, Action::Read { mode: ReadMode::Acquire | ReadMode::Volatile, .. });
        if reads_memory(action) && (any || weak && acquires) {
            let seen = present(world, t, loc).filter(|(_, w)| any || w.releases_to_its_readers());
            choices.extend(seen.map(|(choice, _)| choice));
        }
        for choice in choices {
            for (kind, written, answer) in performed(action, choice.value) {
                let mut next = world.clone();
                next.meet(loc, info);
                let reads = kind.is_read().then_some(choice.value);
                let id = next.add(t, kind, reads, written);
                next.events[id].weak = weak;
                next.events[id].sees = reads.map(|_| choice.sees);
                next.events[id].label = choice.label;
                if let Sees::Write(w) = choice.sees
                    && next.events[id].acquires_what_it_sees()
                    && next.events[w].releases_to_its_readers()
                {
                    next.before[id] |= next.before[w] | 1 << w;
                }
                next.acquired[t.index()] |= next.events[id].acquires_what_it_sees();
                self.machine.resume(&mut next.machine, t, answer);
                if next.events.len() > self.limits.events.min(128) {
                    return Err(Overflow::Events);
                }
                if !self.policy.is_hopeless(&next) {
                    self.follow(next)?;
                }
            }
        }
        Ok(())
    }

    /// An access outside the JLS that must be interleaved: acquire, release, atomic updates by weaker modes, and
    /// volatile accesses to variables that have others as well.
    fn is_weak(&self, world: &World<M::State>, action: &Action) -> bool {
        match action {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                self.machine.location(&world.machine, *loc).kind != LocKind::Volatile
            }
            _ => false,
        }
    }

    fn is_outside_the_jls(&self, world: &World<M::State>, action: &Action) -> bool {
        match action {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                self.machine.location(&world.machine, *loc).kind == LocKind::Mixed
            }
            Action::Fence(_) => true,
            _ => false,
        }
    }

    /// Whether the action can be done at once; synchronisation whose order matters cannot.
    fn is_ample(&self, world: &World<M::State>, action: &Action) -> bool {
        match action {
            Action::Write { mode, .. } => matches!(mode, WriteMode::Plain | WriteMode::Opaque),
            Action::Join(other) => world.ended[other.index()],
            Action::Read { .. } | Action::Rmw { .. } | Action::Lock(_) => false,
            Action::Unlock(_)
            | Action::Start(_)
            | Action::End
            | Action::External(_)
            | Action::Fail(_)
            | Action::Freeze(_) => true,
            Action::Internal(internal) => internal.ample,
            // What a fence acquires depends on what others have done.
            Action::Fence(fence) => !acquires(*fence),
        }
    }

    fn perform(&self, world: &mut World<M::State>, t: ThreadId, action: &Action) -> Result<(), Overflow> {
        if world.events.len() >= self.limits.events.min(128) {
            return Err(Overflow::Events);
        }
        if let Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } = action {
            world.meet(*loc, self.machine.location(&world.machine, *loc));
        }
        let mut answer = Answer::Done;
        match action {
            Action::Write { loc, mode, value } => {
                let id = world.add(t, EventKind::Write(*loc, *mode), None, Some(*value));
                world.events[id].weak = self.machine.location(&world.machine, *loc).kind == LocKind::Mixed;
                if *mode == WriteMode::Volatile {
                    world.release(id, SyncObj::Volatile(*loc));
                    world.volatile.insert(*loc, id);
                }
            }
            Action::Read { loc, .. } => answer = Answer::Value(self.volatile_read(world, t, *loc)),
            Action::Rmw { loc, mode, op } => answer = self.update(world, t, *loc, *mode, *op),
            Action::Lock(m) => {
                let owner = world.owners.entry(*m).or_insert((t, 0));
                owner.1 += 1;
                let id = world.add(t, EventKind::Lock(*m), None, None);
                world.acquire(id, SyncObj::Monitor(*m));
            }
            Action::Unlock(m) => {
                let id = world.add(t, EventKind::Unlock(*m), None, None);
                world.release(id, SyncObj::Monitor(*m));
                if let Some(owner) = world.owners.get_mut(m) {
                    owner.1 -= 1;
                    if owner.1 == 0 {
                        world.owners.remove(m);
                    }
                }
            }
            Action::Start(child) => {
                let id = world.add(t, EventKind::Start(*child), None, None);
                // A second start has no effect.
                if !world.started[child.index()] {
                    world.release(id, SyncObj::Start(*child));
                    world.started[child.index()] = true;
                    world.inherited[child.index()] = world.before[id] | 1 << id;
                }
            }
            Action::Join(other) => {
                let id = world.add(t, EventKind::Join(*other), None, None);
                world.acquire(id, SyncObj::End(*other));
            }
            Action::External(value) => {
                world.add(t, EventKind::External, None, Some(*value));
            }
            Action::Fail(_) => {
                world.add(t, EventKind::Fail, None, None);
            }
            Action::Freeze(loc) => {
                world.add(t, EventKind::Freeze(*loc), None, None);
            }
            Action::Internal(_) => return Err(Overflow::Internal),
            Action::End => {
                let id = world.add(t, EventKind::End, None, None);
                world.release(id, SyncObj::End(t));
                world.ended[t.index()] = true;
            }
            // The JLS knows no fences; an upper bound may leave out what they order, not what they make known.
            Action::Fence(fence) => {
                world.add(t, EventKind::Fence(*fence), None, None);
                world.acquired[t.index()] |= acquires(*fence);
            }
        }
        self.machine.resume(&mut world.machine, t, answer);
        Ok(())
    }

    /// The newest volatile write and its value.
    fn newest(&self, world: &World<M::State>, loc: Loc) -> (Sees, Value) {
        match world.volatile.get(&loc) {
            Some(&w) => (Sees::Write(w), world.events[w].written.unwrap_or_default()),
            None => (Sees::Default, self.machine.location(&world.machine, loc).initial),
        }
    }

    fn volatile_read(&self, world: &mut World<M::State>, t: ThreadId, loc: Loc) -> Value {
        let (sees, value) = self.newest(world, loc);
        let id = world.add(t, EventKind::Read(loc, ReadMode::Volatile), Some(value), None);
        world.events[id].sees = Some(sees);
        world.acquire(id, SyncObj::Volatile(loc));
        value
    }

    fn update(&self, world: &mut World<M::State>, t: ThreadId, loc: Loc, mode: RmwMode, op: RmwOp) -> Answer {
        let (sees, old) = self.newest(world, loc);
        let Some(new) = op.apply(old) else {
            return Answer::Rmw { old: self.volatile_read(world, t, loc), written: false };
        };
        let id = world.add(t, EventKind::Rmw(loc, mode), Some(old), Some(new));
        world.events[id].sees = Some(sees);
        world.acquire(id, SyncObj::Volatile(loc));
        world.release(id, SyncObj::Volatile(loc));
        world.volatile.insert(loc, id);
        Answer::Rmw { old, written: true }
    }
}

/// The outcomes of a complete world: one per choice of final values an observer that joined all threads may read.
pub(crate) fn outcomes<M: Machine>(machine: &M, world: &World<M::State>) -> Vec<Outcome> {
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for &loc in machine.observed_locations() {
        let info = machine.location(&world.machine, loc);
        let values: BTreeSet<Value> = match world.volatile.get(&loc) {
            Some(&w) => world.events[w].written.into_iter().collect(),
            None => {
                let newest = world.visible(loc, Set::MAX);
                let written = newest.iter().filter_map(|&w| world.events[w].written).collect::<BTreeSet<_>>();
                if written.is_empty() { BTreeSet::from([info.initial]) } else { written }
            }
        };
        tuples = tuples
            .iter()
            .flat_map(|tuple| values.iter().map(move |v| [tuple.clone(), vec![*v]].concat()))
            .collect();
    }
    tuples.iter().map(|finals| machine.outcome(&world.machine, finals)).collect()
}
