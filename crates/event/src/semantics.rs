//! What actions mean to other threads: which thread blocks on which, the effect on threads and monitors, the
//! happens-before edges, the objects touched, and the ways in which an action can be performed. Written once;
//! every engine uses it.
//!
//! Source: JLS §17.1 (monitors), §17.4.4 (synchronizes-with), §17.4.2 (actions). **Promises** the same
//! meaning to all engines. **Does not** define what reads see, which is up to the memory, nor the contents of
//! wait sets, permits and interrupts, which the machine keeps: their actions carry the objects that they
//! touch, and whether they acquire or release ([`crate::Internal`]).
//!
//! Three crates define all this independently, on purpose, since they judge the engines: `jls`, `axioms` and
//! `bruteforce`.

use crate::{
    Action, Answer, EventKind, Internal, Loc, Machine, MonitorId, Names, RmwOp, SyncObj, ThreadId, Value,
    put_number,
};

/// What a blocked thread waits for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaitsFor {
    /// A monitor that another thread owns.
    Monitor(MonitorId, ThreadId),
    /// The end of a thread.
    End(ThreadId),
    /// An action of another thread on this object.
    Object(SyncObj),
}

/// The happens-before edges that an action takes part in (JLS §17.4.4), except those of volatile accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// No edge.
    Nothing,
    /// Edges through an object: the action first acquires from it, then releases to it.
    Through {
        /// The object.
        object: SyncObj,
        /// Whether everything released to the object happens-before the action.
        acquires: bool,
        /// Whether the action, and everything it knows, is released to the object.
        releases: bool,
    },
    /// The action happens-before everything that the started thread does.
    Start(ThreadId),
    /// The thread has ended: everything it did happens-before a join of it.
    End,
}

/// One way to perform an action, as an event of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// The kind of event that results.
    pub kind: EventKind,
    /// The value read.
    pub read: Option<Value>,
    /// The value written to memory.
    pub written: Option<Value>,
    /// The answer for the machine.
    pub answer: Answer,
}

impl RmwOp {
    /// Whether an update that could write when it sees `old` may fail nevertheless.
    #[inline]
    pub fn can_fail_spuriously(self, old: Value) -> bool {
        matches!(self, RmwOp::CompareAndSet { may_fail_spuriously: true, .. }) && self.apply(old).is_some()
    }

    /// What an update may write when it sees `old`; `None` where it fails. A spurious failure comes second.
    #[inline]
    pub fn results(self, old: Value) -> impl Iterator<Item = Option<Value>> {
        let spurious = self.can_fail_spuriously(old).then_some(None);
        std::iter::once(self.apply(old)).chain(spurious)
    }
}

impl Internal {
    /// The happens-before edges that the action takes part in.
    #[inline]
    pub fn passes(&self) -> Passes {
        let &Internal { acquires, releases, .. } = self;
        match self.touches[0] {
            Some(object) if acquires || releases => Passes::Through { object, acquires, releases },
            _ => Passes::Nothing,
        }
    }
}

impl Action {
    /// The location of a memory access.
    #[inline]
    pub fn loc(&self) -> Option<Loc> {
        match *self {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => Some(loc),
            _ => None,
        }
    }

    /// What a thread that is about to perform the action waits for, given the owners of monitors and the
    /// ended threads.
    #[inline]
    pub fn waits_for(
        &self,
        thread: ThreadId,
        owner: impl FnOnce(MonitorId) -> Option<ThreadId>,
        has_ended: impl FnOnce(ThreadId) -> bool,
    ) -> Option<WaitsFor> {
        match *self {
            // Monitors are reentrant (JLS §17.1).
            Action::Lock(m) => {
                owner(m).filter(|owner| *owner != thread).map(|owner| WaitsFor::Monitor(m, owner))
            }
            Action::Join(other) => (!has_ended(other)).then_some(WaitsFor::End(other)),
            _ => None,
        }
    }

    /// The synchronisation objects that the action of a thread touches. Two actions other than memory
    /// accesses commute if they have none in common.
    #[inline]
    pub fn touches(&self, thread: ThreadId) -> [Option<SyncObj>; 2] {
        match self {
            Action::Lock(m) | Action::Unlock(m) => [Some(SyncObj::Monitor(*m)), None],
            Action::Start(child) => [Some(SyncObj::Start(*child)), None],
            Action::Join(other) => [Some(SyncObj::End(*other)), None],
            Action::End => [Some(SyncObj::End(thread)), None],
            Action::Internal(internal) => internal.touches,
            _ => [None, None],
        }
    }

    /// Whether performing the action before anything another thread might do loses no behaviour. `None` if
    /// that is decided elsewhere: for accesses and fences by the memory, for a lock by which threads can
    /// enter the monitor. An internal action may still have several ways.
    #[inline]
    pub fn is_ample<M: Machine>(&self, machine: &M) -> Option<bool> {
        match self {
            // A thread that has ended stays ended.
            Action::Join(_) | Action::External(_) | Action::Freeze(_) => Some(true),
            // The program may end before a thread fails.
            Action::Fail(_) => Some(machine.fail_is_ample()),
            // Other threads may observe whether a thread has been started, has ended, or holds a monitor that
            // another thread waits for.
            Action::Start(_) => Some(machine.start_is_ample()),
            Action::End => Some(machine.end_is_ample()),
            Action::Unlock(_) => Some(machine.unlock_is_ample()),
            Action::Internal(internal) => Some(internal.ample),
            Action::Lock(_)
            | Action::Fence(_)
            | Action::Read { .. }
            | Action::Write { .. }
            | Action::Rmw { .. } => None,
        }
    }

    /// The kind of event that results if the action does not fail; `None` for internal actions, which are not
    /// events.
    #[inline]
    pub fn event_kind(&self) -> Option<EventKind> {
        Some(match *self {
            Action::Read { loc, mode } => EventKind::Read(loc, mode),
            Action::Write { loc, mode, .. } => EventKind::Write(loc, mode),
            Action::Rmw { loc, mode, .. } => EventKind::Rmw(loc, mode),
            Action::Fence(fence) => EventKind::Fence(fence),
            Action::Freeze(loc) => EventKind::Freeze(loc),
            Action::Lock(m) => EventKind::Lock(m),
            Action::Unlock(m) => EventKind::Unlock(m),
            Action::Start(child) => EventKind::Start(child),
            Action::Join(other) => EventKind::Join(other),
            Action::External(_) => EventKind::External,
            Action::Fail(_) => EventKind::Fail,
            Action::End => EventKind::End,
            Action::Internal(_) => return None,
        })
    }

    /// The ways to perform the action, which sees `seen` if it reads: two for a weak compare-and-set that
    /// could write, none for internal actions, otherwise one.
    #[inline]
    pub fn ways(&self, seen: Value) -> impl Iterator<Item = Way> + use<> {
        let way = |kind, read, written, answer| Some(Way { kind, read, written, answer });
        let [first, second] = match *self {
            Action::Read { loc, mode } => {
                [way(EventKind::Read(loc, mode), Some(seen), None, Answer::Value(seen)), None]
            }
            Action::Write { loc, mode, value } => {
                [way(EventKind::Write(loc, mode), None, Some(value), Answer::Done), None]
            }
            Action::Rmw { loc, mode, op } => {
                let result = |new: Option<Value>| {
                    // A failed compare-and-set is only a read.
                    let failed = EventKind::Read(loc, mode.read());
                    let kind = if new.is_some() { EventKind::Rmw(loc, mode) } else { failed };
                    way(kind, Some(seen), new, Answer::Rmw { old: seen, written: new.is_some() })
                };
                let spurious = op.can_fail_spuriously(seen);
                [result(op.apply(seen)), if spurious { result(None) } else { None }]
            }
            _ => [self.event_kind().and_then(|kind| way(kind, None, None, Answer::Done)), None],
        };
        first.into_iter().chain(second)
    }
}

/// The image of a set of threads under `place`.
pub fn permuted(mut set: u64, place: impl Fn(u16) -> u16) -> u64 {
    let mut places = 0;
    while set != 0 {
        places |= 1 << place(set.trailing_zeros() as u16);
        set &= set - 1;
    }
    places
}

/// Which threads run and which thread owns which monitor. The same for every memory model. At most 64
/// threads.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SyncState {
    started: u64,
    ended: u64,
    /// Threads that reached a join or were blocked and have not continued. This follows from the positions of
    /// the threads, so it need not be encoded; it is kept to find the threads that an action unblocks.
    waiting: u64,
    /// The owned monitors with their owners and entry counts, sorted.
    monitors: Vec<(MonitorId, ThreadId, u32)>,
}

impl SyncState {
    /// The maximum number of threads.
    pub const MOST_THREADS: usize = 64;

    /// Creates a state in which these threads run and no monitor is owned.
    pub fn new(running: impl IntoIterator<Item = ThreadId>) -> SyncState {
        let started = running.into_iter().fold(0, |set, t| set | 1 << t.0);
        SyncState { started, ..SyncState::default() }
    }

    /// Whether a thread has been started and has not ended.
    #[inline]
    pub fn is_running(&self, t: ThreadId) -> bool {
        (self.started & !self.ended) >> t.0 & 1 == 1
    }

    /// Whether a thread has ended.
    #[inline]
    pub fn has_ended(&self, t: ThreadId) -> bool {
        self.ended >> t.0 & 1 == 1
    }

    /// Whether only daemon threads are left. They do not keep a program alive, whatever they do or wait for
    /// (JLS §12.8).
    pub fn only_daemons_run<M: Machine>(&self, machine: &M, state: &M::State) -> bool {
        let mut threads = (0..machine.thread_count() as u16).map(ThreadId);
        threads.all(|t| !self.is_running(t) || machine.is_daemon(state, t))
    }

    /// The owner of a monitor.
    #[inline]
    pub fn owner(&self, m: MonitorId) -> Option<ThreadId> {
        self.monitors.iter().find(|(id, ..)| *id == m).map(|(_, owner, _)| *owner)
    }

    /// The monitors that a thread owns.
    pub fn owned_by(&self, t: ThreadId) -> impl Iterator<Item = MonitorId> {
        self.monitors.iter().filter(move |(_, owner, _)| *owner == t).map(|(m, ..)| *m)
    }

    /// What a thread that is about to perform the action waits for.
    #[inline]
    pub fn waits_for(&self, t: ThreadId, action: &Action) -> Option<WaitsFor> {
        action.waits_for(t, |m| self.owner(m), |other| self.has_ended(other))
    }

    /// Whether no other thread keeps the thread from performing the action.
    #[inline]
    pub fn is_enabled(&self, t: ThreadId, action: &Action) -> bool {
        self.waits_for(t, action).is_none()
    }

    /// Performs the action of a thread, which must be enabled. Returns the happens-before edges that it takes
    /// part in.
    #[inline]
    pub fn perform(&mut self, t: ThreadId, action: &Action) -> Passes {
        let (object, acquires) = match *action {
            // Nested entries are invisible to other threads (JLS §17.1).
            Action::Lock(m) if self.lock(m, t) => (SyncObj::Monitor(m), true),
            Action::Unlock(m) if self.unlock(m) => (SyncObj::Monitor(m), false),
            Action::Join(other) => (SyncObj::End(other), true),
            // A second start has no effect.
            Action::Start(child) if self.started >> child.0 & 1 == 0 => {
                self.started |= 1 << child.0;
                return Passes::Start(child);
            }
            Action::End => {
                self.ended |= 1 << t.0;
                return Passes::End;
            }
            Action::Internal(ref internal) => return internal.passes(),
            _ => return Passes::Nothing,
        };
        Passes::Through { object, acquires, releases: !acquires }
    }

    /// Enters a monitor that is free or already owned by the thread; returns true if it was free, since only
    /// then can other threads notice (JLS §17.1).
    fn lock(&mut self, m: MonitorId, t: ThreadId) -> bool {
        match self.monitors.binary_search_by_key(&m, |(id, ..)| *id) {
            Ok(i) => {
                self.monitors[i].2 += 1;
                false
            }
            Err(i) => {
                self.monitors.insert(i, (m, t, 1));
                true
            }
        }
    }

    /// Leaves a monitor; returns true if it is now free. A monitor that was entered before a second thread
    /// could notice is not recorded here.
    fn unlock(&mut self, m: MonitorId) -> bool {
        let Some(i) = self.monitors.iter().position(|(id, ..)| *id == m) else { return true };
        self.monitors[i].2 -= 1;
        let free = self.monitors[i].2 == 0;
        if free {
            self.monitors.remove(i);
        }
        free
    }

    /// Records whether a thread waits until others have ended or acted.
    #[inline]
    pub fn set_waiting(&mut self, t: ThreadId, waits: bool) {
        self.waiting = self.waiting & !(1 << t.0) | u64::from(waits) << t.0;
    }

    /// The set of threads that the action may unblock or start.
    #[inline]
    pub fn freed_by(&self, action: &Action) -> u64 {
        match action {
            Action::End | Action::Internal(_) => self.waiting,
            Action::Start(child) => 1 << child.0,
            _ => 0,
        }
    }

    /// A renamed copy. Used only for encoding.
    pub fn renamed(&self, names: &dyn Names) -> SyncState {
        let monitor =
            |(m, t, count): &(MonitorId, ThreadId, u32)| Some((names.monitor(*m)?, names.thread(*t), *count));
        let mut monitors: Vec<_> = self.monitors.iter().filter_map(monitor).collect();
        monitors.sort_unstable();
        let place = |p: u16| names.thread(ThreadId(p)).0;
        SyncState {
            started: permuted(self.started, place),
            ended: permuted(self.ended, place),
            waiting: permuted(self.waiting, place),
            monitors,
        }
    }

    /// Appends a canonical form.
    #[inline]
    pub fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.started);
        put_number(out, self.ended);
        put_number(out, self.monitors.len() as u64);
        for (m, t, count) in &self.monitors {
            put_number(out, m.0);
            put_number(out, u64::from(t.0));
            put_number(out, u64::from(*count));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InternalKind, ReadMode, RmwMode};

    const T0: ThreadId = ThreadId(0);
    const T1: ThreadId = ThreadId(1);
    const M: MonitorId = MonitorId(7);

    fn through(object: SyncObj, acquires: bool) -> Passes {
        Passes::Through { object, acquires, releases: !acquires }
    }

    #[test]
    fn only_the_outermost_entry_and_exit_of_a_monitor_pass_something_on() {
        let (lock, unlock) = (Action::Lock(M), Action::Unlock(M));
        let mut sync = SyncState::new([T0, T1]);
        assert_eq!(sync.perform(T0, &lock), through(SyncObj::Monitor(M), true));
        assert_eq!(sync.perform(T0, &lock), Passes::Nothing);
        assert_eq!(sync.waits_for(T1, &lock), Some(WaitsFor::Monitor(M, T0)));
        assert!(sync.is_enabled(T0, &lock) && sync.is_enabled(T1, &Action::Lock(MonitorId(8))));
        assert_eq!(sync.perform(T0, &unlock), Passes::Nothing);
        assert!(!sync.is_enabled(T1, &lock));
        assert_eq!(sync.perform(T0, &unlock), through(SyncObj::Monitor(M), false));
        assert!(sync.is_enabled(T1, &lock));
    }

    #[test]
    fn a_monitor_entered_while_there_was_nobody_else_is_released_when_it_is_left() {
        let mut sync = SyncState::new([T0]);
        assert_eq!(sync.perform(T0, &Action::Unlock(M)), through(SyncObj::Monitor(M), false));
    }

    #[test]
    fn a_thread_starts_once_and_is_joined_after_its_end() {
        let mut sync = SyncState::new([T0]);
        let (start, join) = (Action::Start(T1), Action::Join(T1));
        assert!(!sync.is_running(T1));
        assert_eq!(sync.freed_by(&start), 0b10);
        assert_eq!(sync.perform(T0, &start), Passes::Start(T1));
        assert_eq!(sync.perform(T0, &start), Passes::Nothing);
        assert_eq!(sync.waits_for(T0, &join), Some(WaitsFor::End(T1)));
        sync.set_waiting(T0, true);
        assert_eq!((sync.freed_by(&Action::End), sync.freed_by(&join)), (0b01, 0));
        assert_eq!(sync.perform(T1, &Action::End), Passes::End);
        assert!(sync.has_ended(T1) && !sync.is_running(T1) && sync.is_enabled(T0, &join));
        assert_eq!(sync.perform(T0, &join), through(SyncObj::End(T1), true));
    }

    #[test]
    fn internal_actions_pass_on_through_the_first_object_they_touch() {
        let mut internal = Internal {
            what: InternalKind::Park,
            touches: [Some(SyncObj::Permit(T0)), Some(SyncObj::Interrupt(T0))],
            acquires: false,
            releases: false,
            choices: 1,
            ample: false,
        };
        assert_eq!(internal.passes(), Passes::Nothing);
        (internal.acquires, internal.releases) = (true, true);
        let both = Passes::Through { object: SyncObj::Permit(T0), acquires: true, releases: true };
        assert_eq!(internal.passes(), both);
        assert_eq!(Action::Internal(internal.clone()).touches(T1), internal.touches);
        assert_eq!(Action::Internal(internal).ways(Value(0)).count(), 0);
    }

    #[test]
    fn a_weak_compare_and_set_may_also_fail_where_it_could_write() {
        let (x, expected, new) = (Loc(0), Value(1), Value(2));
        let ways = |may_fail_spuriously, old| -> Vec<Way> {
            let op = RmwOp::CompareAndSet { expected, new, may_fail_spuriously };
            assert_eq!(
                op.results(old).collect::<Vec<_>>(),
                Action::Rmw { loc: x, mode: RmwMode::Acquire, op }
                    .ways(old)
                    .map(|w| w.written)
                    .collect::<Vec<_>>()
            );
            Action::Rmw { loc: x, mode: RmwMode::Acquire, op }.ways(old).collect()
        };
        let wrote = Way {
            kind: EventKind::Rmw(x, RmwMode::Acquire),
            read: Some(expected),
            written: Some(new),
            answer: Answer::Rmw { old: expected, written: true },
        };
        let failed = |old| Way {
            kind: EventKind::Read(x, ReadMode::Acquire),
            read: Some(old),
            written: None,
            answer: Answer::Rmw { old, written: false },
        };
        assert_eq!(ways(false, expected), [wrote]);
        assert_eq!(ways(true, expected), [wrote, failed(expected)]);
        assert_eq!(ways(true, Value(5)), [failed(Value(5))]);
    }
}
