//! Steps of the closure: a machine joined with a speculative memory.
//!
//! Actions other than synchronisation are performed at once. Those with only one choice, now and whatever
//! races are found later, are folded into the preceding step. Reads that may race are states of their own,
//! since a race found later may add a value.

use super::pairs::Pairs;
use super::prospects::Prospects;
use crate::product::{FOLD_LIMIT, Reduction};
use crate::search::Incomplete;
use event::{
    Action, Answer, Loc, LocInfo, LocKind, Machine, ObjectId, Passes, Pending, RacePair, ReadMode, RmwOp,
    Sharing, SyncObj, SyncState, ThreadId, Value, WriteMode,
};
use operational::{At, Races, Speculative, Visible, can_race};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The part of a partial execution that its future depends on.
#[derive(Debug, Clone)]
pub(super) struct State<S> {
    pub(super) machine: S,
    pub(super) sync: SyncState,
    pub(super) memory: Speculative,
}

/// When an action may be performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    /// At once, with a single choice.
    Fold,
    /// At once, with several choices.
    Branch,
    /// Interleaved with those of other threads.
    Sync,
    /// Not now.
    Blocked,
}

/// One choice of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Move {
    /// The value that a racy read sees; if it is a guess, with the thread that has yet to write it.
    seen: Option<(Value, Option<ThreadId>)>,
    /// Whether a weak compare-and-set fails spuriously.
    spurious: bool,
    /// The choice of an internal action.
    choice: u16,
}

/// What happened between two states.
#[derive(Debug, Default)]
pub(super) struct Labels {
    pub(super) pairs: Vec<RacePair>,
    /// Whether two conflicting accesses were unordered.
    pub(super) race: bool,
    pub(super) incomplete: Option<Incomplete>,
    /// Objects with a final field that was frozen.
    pub(super) frozen: Vec<ObjectId>,
    /// Objects to which a reference was read in a race, that is, unordered with its write.
    pub(super) found_in_race: Vec<ObjectId>,
}

/// A thread that finds an object in a race reads its final fields without one (JLS 17.5.1), even if no race
/// would have shown it the value. The closure does not model this.
pub(super) const UNKNOWN_FREEZE: Incomplete =
    Incomplete::Unsupported("a final field of an object found in a race");

pub(super) struct Stepper<'a, M> {
    pub(super) machine: &'a M,
    pub(super) reduction: Reduction,
    /// Computed at the first guess: a program without races does not need it.
    pub(super) prospects: OnceCell<Option<Prospects>>,
}

impl<M: Machine> Stepper<'_, M> {
    pub(super) fn threads(&self) -> impl Iterator<Item = ThreadId> + use<M> {
        (0..self.machine.thread_count() as u16).map(ThreadId)
    }

    pub(super) fn initial(&self, labels: &mut Labels) -> State<M::State> {
        let running: Vec<ThreadId> = self.threads().filter(|t| self.machine.starts_running(*t)).collect();
        let sync = SyncState::new(running.iter().copied());
        let memory = Speculative::new(self.machine.thread_count(), &running);
        let mut state = State { machine: self.machine.initial(), sync, memory };
        self.fold(&mut state, u64::MAX, labels);
        state
    }

    pub(super) fn encode(&self, state: &State<M::State>, out: &mut Vec<u8>) {
        self.machine.encode(&state.machine, out);
        state.sync.encode(out);
        state.memory.encode(out);
    }

    fn at(&self, state: &State<M::State>, thread: ThreadId, loc: Loc) -> At {
        At { thread, loc, info: self.machine.location(&state.machine, loc), fenced: false }
    }

    /// The next action of a running thread, if it has one.
    pub(super) fn next(&self, state: &State<M::State>, t: ThreadId) -> Option<(Action, Class)> {
        if !state.sync.is_running(t) {
            return None;
        }
        let Pending::Action(action) = self.machine.pending(&state.machine, t) else { return None };
        let class = self.class(state, t, &action);
        Some((action, class))
    }

    fn class(&self, state: &State<M::State>, t: ThreadId, action: &Action) -> Class {
        match self.class_alone(state, t, action) {
            Class::Sync if self.machine.is_continuation(&state.machine, t) => {
                let choices = matches!(action, Action::Internal(internal) if internal.choices > 1);
                let racy = self.racy_read(state, action).is_some();
                if choices || racy { Class::Branch } else { Class::Fold }
            }
            class => class,
        }
    }

    fn class_alone(&self, state: &State<M::State>, t: ThreadId, action: &Action) -> Class {
        match action {
            _ if !state.sync.is_enabled(t, action) => Class::Blocked,
            // A nested lock cannot interact with another thread (JLS §17.1).
            Action::Lock(m) if state.sync.owner(*m) == Some(t) => Class::Fold,
            Action::Lock(_) => Class::Sync,
            Action::Internal(internal) if internal.ample && internal.choices > 1 => Class::Branch,
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                let info = self.machine.location(&state.machine, *loc);
                let weak = matches!(
                    action,
                    Action::Rmw { op: RmwOp::CompareAndSet { may_fail_spuriously: true, .. }, .. }
                );
                match (info.sharing, info.kind, action) {
                    (Sharing::Shared, LocKind::Volatile, _) => Class::Sync,
                    (Sharing::Shared, ..) if self.may_synchronise(t, action) => Class::Sync,
                    (Sharing::Shared, _, Action::Read { .. } | Action::Rmw { .. }) => Class::Branch,
                    _ if weak => Class::Branch,
                    _ => Class::Fold,
                }
            }
            // The accesses around a fence account for its effect.
            Action::Fence(_) => Class::Fold,
            _ if action.is_ample(self.machine) == Some(true) => Class::Fold,
            _ => Class::Sync,
        }
    }

    /// Whether an access to a non-volatile location may synchronise, by its mode or by fences around it. This
    /// is outside the JLS, and the edges are not tracked. Leaving them out is not just weaker: a thread that
    /// knows a write through such an edge may read it without a race, and a race that no round sees would be
    /// missing from P. So a thread that may have acquired may from then on see every existing write
    /// (`operational::Speculative::let_know_all`), and these accesses are interleaved, so that in some order
    /// whatever an edge makes known has happened by then.
    fn may_synchronise(&self, t: ThreadId, action: &Action) -> bool {
        match action {
            Action::Read { mode, .. } => {
                matches!(mode, ReadMode::Acquire | ReadMode::Volatile) || self.machine.uses_fences(t)
            }
            Action::Write { mode, .. } => {
                matches!(mode, WriteMode::Release | WriteMode::Volatile) || self.machine.uses_fences(t)
            }
            Action::Rmw { .. } => true,
            _ => false,
        }
    }

    /// Whether a bound of the machine stops a running thread.
    pub(super) fn cut(&self, state: &State<M::State>) -> Option<Incomplete> {
        self.threads().filter(|t| state.sync.is_running(*t)).find_map(|t| {
            match self.machine.pending(&state.machine, t) {
                Pending::Cut(cut) => Some(Incomplete::Cut(cut)),
                _ => None,
            }
        })
    }

    /// The location of the next action, if it is a read that may race.
    pub(super) fn racy_read(&self, state: &State<M::State>, action: &Action) -> Option<Loc> {
        let (Action::Read { loc, .. } | Action::Rmw { loc, .. }) = action else { return None };
        can_race(self.machine.location(&state.machine, *loc)).then_some(*loc)
    }

    /// The choices of the action that these pairs allow.
    pub(super) fn moves(
        &self,
        state: &State<M::State>,
        t: ThreadId,
        action: &Action,
        pairs: &Pairs,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut add = |seen: Option<(Value, Option<ThreadId>)>, old: Value| {
            moves.push(Move { seen, spurious: false, choice: 0 });
            if matches!(action, Action::Rmw { op, .. } if op.can_fail_spuriously(old)) {
                moves.push(Move { seen, spurious: true, choice: 0 });
            }
        };
        match (action, self.racy_read(state, action)) {
            (_, Some(loc)) => {
                let free = self.may_synchronise(t, action) || state.memory.may_know_all(t);
                let racing = pairs.of(t, loc);
                self.values(state, self.at(state, t, loc), racing, free, |value, writer| {
                    add(Some((value, writer)), value)
                });
            }
            (Action::Rmw { loc, .. }, None) => add(None, state.memory.cell(self.at(state, t, *loc))),
            (Action::Internal(internal), None) => {
                moves.extend((0..internal.choices).map(|choice| Move {
                    seen: None,
                    spurious: false,
                    choice,
                }));
            }
            _ => add(None, Value::default()),
        }
        moves
    }

    /// The values that a read may see: those of visible writes that happen-before it or are known to race
    /// with it (or all visible writes if it is `free`), and those that a thread is known to write in a race
    /// and may still write. A value that can be read is not guessed as well: the state without the obligation
    /// has all the futures of the one with it.
    fn values(
        &self,
        state: &State<M::State>,
        at: At,
        racing: Option<&BTreeSet<(ThreadId, Value)>>,
        free: bool,
        mut add: impl FnMut(Value, Option<ThreadId>),
    ) {
        let races = |w: &Visible| w.owner.is_some_and(|t| racing.is_some_and(|r| r.contains(&(t, w.value))));
        let may_see = |w: &Visible| free || w.happens_before || races(w);
        let readable: BTreeSet<Value> = state.memory.visible(at).filter(may_see).map(|w| w.value).collect();
        readable.iter().for_each(|value| add(*value, None));
        let to_come = |(writer, value): &&(ThreadId, Value)| {
            !readable.contains(value) && !state.sync.has_ended(*writer)
        };
        racing.into_iter().flatten().filter(to_come).for_each(|(writer, value)| add(*value, Some(*writer)));
    }

    /// Performs an action and the actions folded into it. Returns `None` at a dead end, or if the memory
    /// cannot represent the result.
    pub(super) fn take(
        &self,
        state: &State<M::State>,
        t: ThreadId,
        (action, way): (&Action, Move),
        labels: &mut Labels,
    ) -> Option<State<M::State>> {
        let mut next = state.clone();
        let free = 1 << t.0 | next.sync.freed_by(action);
        self.perform(&mut next, t, action, way, labels);
        self.fold(&mut next, free, labels);
        if let Some(overflow) = next.memory.overflow() {
            labels.incomplete = Some(Incomplete::Overflow(overflow));
            return None;
        }
        (!next.memory.is_doomed() && self.has_prospects(&next)).then_some(next)
    }

    /// Whether every guess may still come true.
    fn has_prospects(&self, state: &State<M::State>) -> bool {
        state.memory.guesses().all(|guess| {
            let prospects = self.prospects.get_or_init(|| Prospects::of(self.machine));
            let knows = |obj| state.memory.knows(obj, guess);
            let machine = (self.machine, &state.machine);
            prospects
                .as_ref()
                .is_none_or(|p| p.may_write(machine, guess.writer, (guess.loc, guess.value), knows))
        })
    }

    /// Performs single-choice actions of these threads, and of every thread that their actions unblock.
    fn fold(&self, state: &mut State<M::State>, mut threads: u64, labels: &mut Labels) {
        while threads != 0 {
            let t = ThreadId(threads.trailing_zeros() as u16);
            threads &= threads - 1;
            if t.index() < self.machine.thread_count() {
                threads |= self.fold_thread(state, t, labels);
            }
        }
    }

    /// Returns the threads that may move because this one ended or started them.
    fn fold_thread(&self, state: &mut State<M::State>, t: ThreadId, labels: &mut Labels) -> u64 {
        let mut woken = 0;
        let limit = if self.reduction == Reduction::None { 0 } else { FOLD_LIMIT };
        for _ in 0..limit {
            let Some((action, class)) = self.next(state, t) else {
                let blocked = matches!(self.machine.pending(&state.machine, t), Pending::Blocked(_));
                state.sync.set_waiting(t, blocked && state.sync.is_running(t));
                return woken;
            };
            state.sync.set_waiting(t, class == Class::Blocked && matches!(action, Action::Join(_)));
            if class != Class::Fold || state.memory.is_doomed() || state.memory.overflow().is_some() {
                return woken;
            }
            woken |= state.sync.freed_by(&action);
            self.perform(state, t, &action, Move { seen: None, spurious: false, choice: 0 }, labels);
        }
        // The fold was cut: the thread stands at a foldable action, so it will be the one taken first.
        woken
    }

    fn perform(
        &self,
        state: &mut State<M::State>,
        t: ThreadId,
        action: &Action,
        way: Move,
        labels: &mut Labels,
    ) {
        if let (Some((value, None)), Some(loc), true) =
            (way.seen, self.racy_read(state, action), self.may_synchronise(t, action))
        {
            let at = self.at(state, t, loc);
            if state.memory.visible(at).any(|w| w.value == value && !w.happens_before) {
                state.memory.let_know_all(t);
            }
        }
        let answer = match *action {
            Action::Read { loc, .. } => Answer::Value(self.read(state, self.at(state, t, loc), way, labels)),
            Action::Write { loc, value, .. } => {
                self.write(state, self.at(state, t, loc), value, labels);
                Answer::Done
            }
            Action::Rmw { loc, op, .. } => {
                let at = self.at(state, t, loc);
                let old = self.read(state, at, way, labels);
                let new = if way.spurious { None } else { op.apply(old) };
                if let Some(value) = new {
                    self.write(state, at, value, labels);
                }
                Answer::Rmw { old, written: new.is_some() }
            }
            Action::Freeze(loc) => {
                match self.machine.location(&state.machine, loc).field {
                    Some(field) => labels.frozen.push(field.object),
                    None => labels.incomplete = Some(UNKNOWN_FREEZE),
                }
                Answer::Done
            }
            Action::Internal(_) => Answer::Choice(way.choice),
            _ => Answer::Done,
        };
        synchronise(state, t, action);
        self.machine.resume(&mut state.machine, t, answer);
    }

    fn read(&self, state: &mut State<M::State>, at: At, way: Move, labels: &mut Labels) -> Value {
        let Some((value, writer)) = way.seen else {
            if is_synchronisation(at.info) {
                state.memory.acquire(at.thread, SyncObj::Volatile(at.loc));
            }
            return state.memory.cell(at);
        };
        let races = |w: Visible| !w.happens_before && w.value == value;
        if at.info.holds_reference
            && let Some(object) = ObjectId::referred(value).filter(|object| object.creator != at.thread)
            && (writer.is_some() || state.memory.visible(at).any(races))
        {
            labels.found_in_race.push(object);
        }
        let mut races = Races::default();
        state.memory.read(at, &mut races);
        if let Some(writer) = writer {
            state.memory.guess(at, writer, value);
        }
        labels.race |= !races.writes.is_empty();
        let pair = |(writer, value)| RacePair { reader: at.thread, writer, loc: at.loc, value };
        labels.pairs.extend(races.writes.into_iter().map(pair));
        value
    }

    fn write(&self, state: &mut State<M::State>, at: At, value: Value, labels: &mut Labels) {
        if !can_race(at.info) {
            state.memory.set_cell(at, value);
            if is_synchronisation(at.info) {
                state.memory.release(at.thread, SyncObj::Volatile(at.loc));
            }
            return;
        }
        let mut races = Races::default();
        state.memory.write(at, value, &mut races);
        labels.race |= races.between_writes || !races.readers.is_empty();
        let pair = |reader| RacePair { reader, writer: at.thread, loc: at.loc, value };
        labels.pairs.extend(races.readers.into_iter().map(pair));
    }
}

/// Whether accesses to the location synchronise. With a single thread there is nothing to synchronise with.
pub(super) fn is_synchronisation(info: LocInfo) -> bool {
    (info.kind, info.sharing) == (LocKind::Volatile, Sharing::Shared)
}

fn synchronise<S>(state: &mut State<S>, t: ThreadId, action: &Action) {
    match state.sync.perform(t, action) {
        Passes::Nothing => {}
        Passes::Start(child) => state.memory.start(t, child),
        Passes::End => state.memory.end(t),
        Passes::Through { object, acquires, releases } => {
            if acquires {
                state.memory.acquire(t, object);
            }
            if releases {
                state.memory.release(t, object);
            }
        }
    }
}
