//! A machine joined with a memory: the system that most searches explore.
//!
//! **Reduction** (on by default, for memories that commute): actions that no other thread can notice, or that
//! lose no behaviour when performed first, are folded into the preceding step and never stored or
//! interleaved: ends, starts, joins of ended threads, unlocks, external actions, accesses to unshared
//! locations, and what the memory declares a singleton ample set (plain writes under OpMM, stores into
//! buffers under TSO and PSO, every plain access in the race check). *Cycle proviso*: a fold is cut after
//! [`FOLD_LIMIT`] actions; the state where it is cut is stored and fully expanded, so every cycle of states
//! passes a fully expanded one (`while (true) x = 1` next to a failing assertion).
//!
//! **Timeouts** may be *withheld* until no other process can move ([`Timeouts::Last`]). A timeout is never
//! folded. A step that fires a withheld timeout commutes with nothing, since any other step would have
//! prevented it.

use crate::ending::end_of;
use crate::footprint::{Footprint, Object, Touch};
use crate::futures::{Gate, UNSTARTED};
use crate::history::History;
use crate::stubborn::Needs;
use crate::system::{Acted, End, Finding, Lag, Outlook, Process, Sink, Step, System};
use event::{
    Action, Answer, InternalKind, Loc, LocKind, Machine, Outcome, Passes, Pending, Sharing, Site, SyncObj,
    SyncState, ThreadId, ThreadSymmetry, WaitsFor, Written, outcomes_of,
};
use operational::{AccessKind, At, Conflict, Flush, Memory};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most actions that one step may fold.
pub(crate) const FOLD_LIMIT: usize = 64;

/// Whether to leave out interleavings that cannot matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reduction {
    /// Interleave every action.
    None,
    /// Perform singleton ample sets at once: actions that commute with everything other threads may do.
    Ample,
}

/// When waits with a timeout end by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Timeouts {
    /// At any time: the speed of threads is not specified.
    #[default]
    Any,
    /// When no thread can move otherwise, those with the least time left first: as if all threads were
    /// infinitely fast.
    Last,
}

/// A machine under a memory model.
#[derive(Debug, Clone)]
pub struct Product<'a, M, S> {
    machine: &'a M,
    memory: S,
    reduction: Reduction,
    /// Whether to tell executions apart, not only values; `Some(true)` also by coherence order.
    history: Option<bool>,
    timeouts: Timeouts,
    /// Set if a timeout is withheld that could fire under [`Timeouts::Any`].
    withheld: Arc<AtomicBool>,
}

/// The state of a [`Product`].
#[derive(Debug, Clone)]
pub struct ProductState<M, S> {
    machine: M,
    sync: SyncState,
    memory: S,
    history: Option<Box<History>>,
    /// Whether a bound or a race stopped this execution.
    stopped: bool,
}

impl<M, S> ProductState<M, S> {
    /// The state of the machine.
    pub fn machine(&self) -> &M {
        &self.machine
    }

    /// The execution so far, if it is kept.
    pub fn history(&self) -> Option<&History> {
        self.history.as_deref()
    }
}

type State<M, S> = ProductState<<M as Machine>::State, <S as Memory>::State>;

impl<'a, M: Machine, S: Memory> Product<'a, M, S> {
    /// Joins a machine and a memory. Memories whose steps do not commute are not reduced.
    ///
    /// # Panics
    ///
    /// If the machine has more than 64 threads, or 32 if the memory has store buffers: sets of processes are
    /// 64 bits.
    pub fn new(machine: &'a M, memory: S, reduction: Reduction) -> Self {
        let reduction = if memory.commutes() { reduction } else { Reduction::None };
        let product = Product {
            machine,
            memory,
            reduction,
            history: None,
            timeouts: Timeouts::Any,
            withheld: Arc::default(),
        };
        assert!(product.processes() <= 64, "a product has at most 64 processes: threads and store buffers");
        product
    }

    /// Tells states apart by reads-from and synchronisation order, and with `with_co` also by coherence
    /// order.
    #[must_use]
    pub fn with_history(mut self, with_co: bool) -> Self {
        self.history = Some(with_co);
        self
    }

    /// Fires timeouts as `timeouts` says; sets `withheld` where that makes a difference.
    #[must_use]
    pub fn with_timeouts(mut self, timeouts: Timeouts, withheld: &Arc<AtomicBool>) -> Self {
        (self.timeouts, self.withheld) = (timeouts, Arc::clone(withheld));
        self
    }

    /// The machine.
    pub fn machine(&self) -> &'a M {
        self.machine
    }

    /// What a running thread waits for, if it cannot move without others or before its timeout.
    pub fn waits_for(&self, state: &State<M, S>, t: ThreadId) -> Option<WaitsFor> {
        let pending = state.sync.is_running(t).then(|| self.machine.pending(&state.machine, t))?;
        match pending {
            Pending::Action(Action::Internal(internal)) if internal.what == InternalKind::TimesOut => {
                internal.touches[0].map(WaitsFor::Object)
            }
            Pending::Action(action) => state.sync.waits_for(t, &action),
            Pending::Blocked(object) => Some(WaitsFor::Object(object)),
            _ => None,
        }
    }

    fn threads(&self) -> impl Iterator<Item = ThreadId> + use<M, S> {
        (0..self.machine.thread_count() as u16).map(ThreadId)
    }

    fn at(&self, state: &State<M, S>, thread: ThreadId, loc: Loc) -> At {
        let info = self.machine.location(&state.machine, loc);
        At { thread, loc, info, fenced: self.machine.uses_fences(thread) }
    }

    /// The next action of a thread, if the thread runs and the action is enabled.
    fn enabled(&self, state: &State<M, S>, t: ThreadId) -> Option<Action> {
        if !state.sync.is_running(t) {
            return None;
        }
        self.if_enabled(state, t, self.machine.pending(&state.machine, t))
    }

    /// The pending action of a running thread, if it is enabled.
    fn if_enabled(&self, state: &State<M, S>, t: ThreadId, pending: Pending) -> Option<Action> {
        let Pending::Action(action) = pending else { return None };
        let free = state.sync.is_enabled(t, &action);
        (free && self.memory.ready(&state.memory, t, &action)).then_some(action)
    }

    /// The number of choices of an action.
    fn choices(&self, state: &State<M, S>, t: ThreadId, action: &Action) -> u16 {
        match action {
            Action::Read { loc, mode } => {
                self.memory.reads(&state.memory, self.at(state, t, *loc), *mode).count() as u16
            }
            Action::Write { loc, mode, .. } => {
                self.memory.write_choices(&state.memory, self.at(state, t, *loc), *mode) as u16
            }
            Action::Rmw { loc, mode, op } => {
                self.memory.update_choices(&state.memory, self.at(state, t, *loc), *mode, *op) as u16
            }
            Action::Internal(internal) => internal.choices,
            _ => 1,
        }
    }

    /// Whether the action is a singleton ample set: performing it first, now, loses nothing.
    fn is_ample(&self, state: &State<M, S>, t: ThreadId, action: &Action) -> bool {
        if self.machine.is_continuation(&state.machine, t) && self.choices(state, t, action) == 1 {
            return true;
        }
        match action {
            Action::Fence(fence) => !self.memory.is_global(*fence),
            Action::Lock(m) => self.machine.monitor_sharing(&state.machine, *m) == Sharing::Private,
            Action::Internal(internal) => internal.ample && internal.choices == 1,
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                let info = self.machine.location(&state.machine, *loc);
                self.memory.is_ample(action, info) && self.choices(state, t, action) == 1
            }
            _ => action.is_ample(self.machine) == Some(true),
        }
    }

    /// Performs ample actions of these threads, and of every thread that their actions unblock.
    fn fold(&self, state: &mut State<M, S>, mut threads: u64, sink: &mut impl Sink, touched: &mut Footprint) {
        if self.reduction == Reduction::None {
            return;
        }
        while threads != 0 {
            let t = ThreadId(threads.trailing_zeros() as u16);
            threads &= threads - 1;
            if state.sync.is_running(t) {
                threads |= self.fold_thread(state, t, sink, touched);
            }
        }
    }

    /// Performs ample actions of one running thread. Returns the threads that may move because it ended or
    /// started them.
    fn fold_thread(
        &self,
        state: &mut State<M, S>,
        t: ThreadId,
        sink: &mut impl Sink,
        touched: &mut Footprint,
    ) -> u64 {
        let mut woken = 0;
        let mut pending = self.machine.pending(&state.machine, t);
        for _ in 0..FOLD_LIMIT {
            let waits = matches!(pending, Pending::Action(Action::Join(_)) | Pending::Blocked(_));
            state.sync.set_waiting(t, waits);
            let action =
                self.if_enabled(state, t, pending).filter(|a| !state.stopped && self.is_ample(state, t, a));
            let Some(action) = action else {
                // What waited for the buffer may be possible now.
                if !self.flush_private(state, t, sink, touched) {
                    return woken;
                }
                pending = self.machine.pending(&state.machine, t);
                continue;
            };
            woken |= state.sync.freed_by(&action);
            pending = self.perform(state, t, action, 0, sink, touched);
        }
        // How far a cut fold gets depends on where it began, so this step commutes with nothing.
        *touched = Footprint::EVERYTHING;
        woken
    }

    /// Flushes the buffered stores to private locations of a thread that waits for its buffer. No other
    /// thread can learn of these locations before the thread moves on, so the order of the flushes does not
    /// matter. Returns whether there were any.
    fn flush_private(
        &self,
        state: &mut State<M, S>,
        thread: ThreadId,
        sink: &mut impl Sink,
        touched: &mut Footprint,
    ) -> bool {
        if !self.memory.has_buffers() || state.stopped || !self.waits_for_buffer(state, thread) {
            return false;
        }
        let private = |state: &State<M, S>| {
            let choices = self.memory.flush_choices(&state.memory, thread);
            let flushes = (0..choices).map(|choice| Flush { thread, choice });
            flushes.into_iter().find(|flush| self.flushes_unseen(state, *flush))
        };
        let mut flushed = false;
        while let Some(flush) = private(state) {
            self.flush(state, flush, sink, touched);
            flushed = true;
        }
        flushed
    }

    /// Whether the next action of a thread needs an empty buffer.
    fn waits_for_buffer(&self, state: &State<M, S>, t: ThreadId) -> bool {
        match self.machine.pending(&state.machine, t) {
            Pending::Action(action) => !self.memory.ready(&state.memory, t, &action),
            _ => false,
        }
    }

    /// Whether this flush goes to a location that only the thread knows, and no other buffered store depends
    /// on it.
    fn flushes_unseen(&self, state: &State<M, S>, flush: Flush) -> bool {
        let loc = self.memory.flushes_alone(&state.memory, flush);
        loc.is_some_and(|loc| self.machine.location(&state.machine, loc).sharing == Sharing::Private)
    }

    /// Performs the pending action of a thread. Returns its next one.
    fn perform(
        &self,
        state: &mut State<M, S>,
        t: ThreadId,
        action: Action,
        choice: u16,
        sink: &mut impl Sink,
        touched: &mut Footprint,
    ) -> Pending {
        let site = if sink.wants_actions() { self.machine.site(&state.machine, t) } else { Site::default() };
        let tag = state.history.as_mut().map_or(0, |h| h.next_tag(t));
        let before = sink.learns().then(|| {
            let (at, gate) = (self.machine.position(&state.machine, t), Gate::of(&action));
            let continues = self.machine.is_continuation(&state.machine, t);
            let touches = [self.about_to(state, t, &action), self.touched_unasked(state, t)].concat();
            (at, touches, gate, continues)
        });
        let (answer, seen) = match &action {
            Action::Read { .. } | Action::Write { .. } | Action::Rmw { .. } => {
                match self.access(state, t, &action, (choice, tag), sink, touched) {
                    Some(result) => result,
                    None => {
                        if let Some((at, touches, gate, continues)) = before {
                            let unasked = &[Touch::EVERYTHING];
                            sink.acted(t, Acted { at, touches: &touches, gate, unasked, continues, to: at });
                        }
                        return Pending::Action(action);
                    }
                }
            }
            _ => {
                self.synchronise(state, t, &action, tag, sink, touched);
                let internal = matches!(action, Action::Internal(_));
                (if internal { Answer::Choice(choice) } else { Answer::Done }, None)
            }
        };
        sink.action(t, &action, answer, seen, site);
        self.machine.resume(&mut state.machine, t, answer);
        let started = if let Action::Start(child) = action { Some(child) } else { None };
        for thread in started.into_iter().chain([t]) {
            for (loc, written) in self.machine.unasked(&state.machine, thread) {
                touched.touch(Touch { object: Object::Loc(loc), writes: written });
            }
            // A thread may be cut before its first action.
            if let Pending::Cut(cut) = self.machine.pending(&state.machine, thread) {
                sink.cut(cut);
            }
        }
        if let Some(overflow) = self.memory.overflow(&state.memory) {
            sink.overflow(overflow);
            state.stopped = true;
        }
        if let Some((at, touches, gate, continues)) = before {
            let to = self.machine.position(&state.machine, t);
            let unasked = self.touched_unasked(state, t);
            sink.acted(t, Acted { at, touches: &touches, gate, unasked: &unasked, continues, to });
            if let Some(child) = started {
                let (at, unasked) = (UNSTARTED, self.touched_unasked(state, child));
                let to = self.machine.position(&state.machine, child);
                let (touches, gate, continues) = (&[][..], None, false);
                sink.acted(child, Acted { at, touches, gate, unasked: &unasked, continues, to });
            }
        }
        self.machine.pending(&state.machine, t)
    }

    /// What a thread has touched since its last action without asking; everything, if the execution is over.
    fn touched_unasked(&self, state: &State<M, S>, t: ThreadId) -> Vec<Touch> {
        if state.stopped || self.is_over(state) {
            return vec![Touch::EVERYTHING];
        }
        let unasked = self.machine.unasked(&state.machine, t);
        unasked.map(|(loc, writes)| Touch { object: Object::Loc(loc), writes }).collect()
    }

    /// Whether the program has exited, or has declared that the execution does not count.
    fn is_over(&self, state: &State<M, S>) -> bool {
        self.machine.has_exited(&state.machine) || self.machine.is_discarded(&state.machine)
    }

    /// What the action of a thread touches, whatever other threads do before.
    fn about_to(&self, state: &State<M, S>, t: ThreadId, action: &Action) -> Vec<Touch> {
        let mut touches = Vec::with_capacity(2);
        match action {
            Action::Read { loc, mode } => {
                let writes = self.memory.read_is_ordered(self.at(state, t, *loc), *mode);
                touches.push(Touch { object: Object::Loc(self.machine.touches(*loc)), writes });
            }
            Action::Fence(fence) if self.memory.is_global(*fence) => touches.push(Touch::EVERYTHING),
            Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                touches.push(Touch::write(Object::Loc(self.machine.touches(*loc))));
            }
            // What others touch depends on threads that are looked at or interrupted.
            Action::Internal(internal) if !internal.what.touches_the_same() => {
                touches.push(Touch::EVERYTHING);
            }
            _ => touches.extend(action.touches(t).into_iter().flatten().map(|o| Touch::write(o.into()))),
        }
        if *action == Action::End {
            let unlocks = self.machine.end_unlocks(&state.machine, t).map(Object::Monitor);
            let notifies = self.machine.end_notifies(&state.machine, t).map(Object::Waiters);
            touches.extend(unlocks.into_iter().chain(notifies).map(Touch::write));
        }
        touches
    }

    /// Performs a memory access. Returns `None` if it races, which stops the execution.
    fn access(
        &self,
        state: &mut State<M, S>,
        t: ThreadId,
        action: &Action,
        (choice, tag): (u16, u32),
        sink: &mut impl Sink,
        touched: &mut Footprint,
    ) -> Option<(Answer, Option<Written>)> {
        match *action {
            Action::Read { loc, mode } => {
                let at = self.at(state, t, loc);
                let writes = self.memory.read_is_ordered(at, mode);
                touched.touch(Touch { object: Object::Loc(self.machine.touches(loc)), writes });
                touched.touch(Touch::write(Object::Buffer(t)));
                self.check_race(state, at, AccessKind::read(mode), sink)?;
                let seen = self.memory.read_chosen(&mut state.memory, at, mode, usize::from(choice));
                sink.read(loc, seen.value);
                if let Some(history) = &mut state.history {
                    history.read(t, seen.tag);
                }
                Some((Answer::Value(seen.value), Some(seen)))
            }
            Action::Write { loc, mode, value } => {
                let at = self.at(state, t, loc);
                touched.touch(Touch::write(Object::Loc(self.machine.touches(loc))));
                touched.touch(Touch::write(Object::Buffer(t)));
                self.check_race(state, at, AccessKind::write(mode), sink)?;
                let (written, choice) = (Written { value, tag }, usize::from(choice));
                self.memory.write_chosen(&mut state.memory, at, mode, written, choice);
                sink.wrote(loc, value);
                self.record_write(state, at, tag);
                Some((Answer::Done, None))
            }
            Action::Rmw { loc, mode, op } => {
                let at = self.at(state, t, loc);
                touched.touch(Touch::write(Object::Loc(self.machine.touches(loc))));
                touched.touch(Touch::write(Object::Buffer(t)));
                let (how, choice) = ((mode, op), usize::from(choice));
                let (seen, is_spurious) = self.memory.update_sees(&state.memory, at, how, choice);
                let new = if is_spurious { None } else { op.apply(seen.value) };
                self.check_race(state, at, AccessKind::update(mode, new.is_some()), sink)?;
                let written = new.map(|value| Written { value, tag });
                self.memory.update_chosen(&mut state.memory, at, how, choice, written);
                if let Some(value) = new {
                    sink.wrote(loc, value);
                }
                if let Some(history) = &mut state.history {
                    history.update(t, seen.tag, new.is_some());
                }
                if new.is_some() {
                    self.record_write(state, at, tag);
                }
                Some((Answer::Rmw { old: seen.value, written: new.is_some() }, Some(seen)))
            }
            _ => None,
        }
    }

    fn record_write(&self, state: &mut State<M, S>, at: At, tag: u32) {
        if let Some(history) = &mut state.history {
            history.write(at.loc, tag);
            if at.info.kind == LocKind::Volatile {
                history.synchronise(SyncObj::Volatile(at.loc), tag);
            }
        }
    }

    fn check_race(
        &self,
        state: &mut State<M, S>,
        at: At,
        kind: AccessKind,
        sink: &mut impl Sink,
    ) -> Option<()> {
        if !self.memory.detects_races() || self.machine.races_are_benign(&state.machine, at.loc) {
            return Some(());
        }
        let mut conflicts = Vec::new();
        self.memory.conflicts(&state.memory, at, kind, &mut conflicts);
        for conflict in &conflicts {
            let (loc, second) = (at.loc, at.thread);
            let site = self.machine.site(&state.machine, second);
            let Conflict { kind, first, volatile } = *conflict;
            sink.finding(Finding::Race { loc, kind, first, volatile, second, site });
        }
        if conflicts.is_empty() {
            return Some(());
        }
        state.stopped = true;
        None
    }

    fn synchronise(
        &self,
        state: &mut State<M, S>,
        t: ThreadId,
        action: &Action,
        tag: u32,
        sink: &mut impl Sink,
        touched: &mut Footprint,
    ) {
        touched.touch(Touch::write(Object::Buffer(t)));
        action.touches(t).iter().flatten().for_each(|&obj| touched.touch(Touch::write(obj.into())));
        if matches!(action, Action::Fence(fence) if self.memory.is_global(*fence)) {
            *touched = Footprint::EVERYTHING;
        }
        match action {
            Action::Fence(fence) => self.memory.fence(&mut state.memory, t, *fence),
            Action::Freeze(loc) => {
                let at = self.at(state, t, *loc);
                self.memory.freeze(&mut state.memory, at);
            }
            Action::Fail(failure) => {
                let site = self.machine.site(&state.machine, t);
                sink.finding(Finding::Failure { thread: t, failure: failure.clone(), site });
            }
            Action::End => {
                if let Some(monitor) = self.machine.end_unlocks(&state.machine, t) {
                    touched.touch(Touch::write(Object::Monitor(monitor)));
                    self.memory.release(&mut state.memory, t, SyncObj::Monitor(monitor));
                }
            }
            _ => {}
        }
        match state.sync.perform(t, action) {
            Passes::Nothing => {}
            Passes::Start(child) => self.memory.start(&mut state.memory, t, child),
            Passes::End => self.memory.end(&mut state.memory, t),
            Passes::Through { object, acquires, releases } => {
                if acquires {
                    self.memory.acquire(&mut state.memory, t, object);
                }
                if releases {
                    self.memory.release(&mut state.memory, t, object);
                }
                // The order of unlocks and joins follows from the rest.
                if let Some(history) = &mut state.history
                    && matches!(action, Action::Lock(_) | Action::Internal(_))
                {
                    history.synchronise(object, tag);
                }
            }
        }
    }
}

impl<M: Machine, S: Memory> System for Product<'_, M, S> {
    type State = State<M, S>;

    fn initial(&self, sink: &mut impl Sink) -> Self::State {
        let threads = self.machine.thread_count();
        let running: Vec<ThreadId> = self.threads().filter(|t| self.machine.starts_running(*t)).collect();
        let mut state = ProductState {
            machine: self.machine.initial(),
            sync: SyncState::new(running.iter().copied()),
            memory: self.memory.initial(threads, &running),
            history: self.history.map(|with_co| Box::new(History::new(threads, with_co))),
            stopped: false,
        };
        for t in self.threads() {
            if let Pending::Cut(cut) = self.machine.pending(&state.machine, t) {
                sink.cut(cut);
            }
        }
        self.fold(&mut state, u64::MAX, sink, &mut Footprint::default());
        state
    }

    fn steps(&self, state: &Self::State, out: &mut Vec<Step>) {
        let known = out.len();
        let mut withheld = false;
        for process in 0..self.processes() as u16 {
            withheld |= self.steps_of(state, process, out);
        }
        if withheld {
            self.timeouts_among(state, u64::MAX, known, out);
        }
    }

    fn steps_among(&self, state: &Self::State, processes: u64, out: &mut Vec<Step>) {
        let (known, mut left, mut withheld) = (out.len(), processes, false);
        left &= u64::MAX.checked_shr(64 - self.processes() as u32).unwrap_or(0);
        while left != 0 {
            withheld |= self.steps_of(state, left.trailing_zeros() as u16, out);
            left &= left - 1;
        }
        if withheld {
            self.timeouts_among(state, processes, known, out);
        }
    }

    fn take(&self, state: &mut Self::State, step: Step, sink: &mut impl Sink) -> Footprint {
        let mut touched = Footprint::default();
        let threads = self.machine.thread_count() as u16;
        let thread = ThreadId(step.process % threads);
        let mut free = 1 << thread.0;
        if step.process >= threads {
            self.flush(state, Flush { thread, choice: step.choice }, sink, &mut touched);
        } else if let Some(action) = self.enabled(state, thread) {
            free |= state.sync.freed_by(&action);
            let is_due = self.is_withheld(state, thread, &action);
            self.perform(state, thread, action, step.choice, sink, &mut touched);
            if is_due {
                // It was enabled because no other process could move, so it commutes with nothing.
                touched = Footprint::EVERYTHING;
            }
        }
        self.fold(state, free, sink, &mut touched);
        // Nothing can follow a step that stops the execution, so it commutes with nothing.
        if state.stopped || self.is_over(state) { Footprint::EVERYTHING } else { touched }
    }

    fn is_spurious(&self, state: &Self::State, step: Step) -> bool {
        let threads = self.machine.thread_count() as u16;
        let action = (step.process < threads).then(|| self.enabled(state, ThreadId(step.process))).flatten();
        match action {
            Some(Action::Rmw { loc, mode, op }) => {
                let at = self.at(state, ThreadId(step.process), loc);
                self.memory.update_sees(&state.memory, at, (mode, op), usize::from(step.choice)).1
            }
            Some(Action::Internal(internal)) => internal.what == InternalKind::WakesSpuriously,
            _ => false,
        }
    }

    fn lag(&self, state: &Self::State, step: Step) -> Lag {
        let (thread, choice) = (ThreadId(step.process), usize::from(step.choice));
        let is_thread = thread.index() < self.machine.thread_count();
        let Some(action) = is_thread.then(|| self.enabled(state, thread)).flatten() else {
            return Lag::default();
        };
        let Some(at) = action.loc().map(|loc| self.at(state, thread, loc)) else { return Lag::default() };
        let is_mixed = at.info.kind == LocKind::Mixed;
        match action {
            Action::Read { mode, .. } => {
                let behind = self.memory.read_is_behind(&state.memory, at, mode, choice);
                Lag { behind, writes: false }
            }
            Action::Write { .. } => Lag { behind: false, writes: is_mixed },
            Action::Rmw { mode, op, .. } => {
                let (seen, is_spurious) = self.memory.update_sees(&state.memory, at, (mode, op), choice);
                let writes = is_mixed && !is_spurious && op.apply(seen.value).is_some();
                let behind = self.memory.update_is_behind(&state.memory, at, (mode, op), choice);
                Lag { behind, writes }
            }
            _ => Lag::default(),
        }
    }

    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        self.encode_as(state, ThreadSymmetry::Apart, out);
    }

    fn encode_alike(&self, state: &Self::State, out: &mut Vec<u8>) -> Option<Box<[u16]>> {
        let alike = self.history.is_none() && self.memory.renames_threads() && !self.memory.has_buffers();
        self.encode_as(state, if alike { ThreadSymmetry::Alike } else { ThreadSymmetry::Apart }, out)
    }

    fn encode_keeping_names(&self, state: &Self::State, out: &mut Vec<u8>) {
        let mut held = Vec::new();
        self.memory.held(&state.memory, &mut held);
        self.machine.encode_keeping_names(&state.machine, &held, out);
        state.sync.encode(out);
        self.memory.encode(&state.memory, out);
        out.push(u8::from(state.stopped));
    }

    fn has_outlooks(&self) -> bool {
        self.reduction == Reduction::Ample
            && self.machine.is_predictable()
            && self.memory.commutes()
            && self.history.is_none()
    }

    fn outlook(&self, state: &Self::State, process: u16) -> Option<Outlook> {
        let threads = self.machine.thread_count() as u16;
        let thread = ThreadId(process % threads);
        if state.sync.has_ended(thread) {
            return None;
        }
        let keeps_alive = !self.machine.is_daemon(&state.machine, thread);
        let (kind, buffer) = (Process::Thread, process >= threads);
        let outlook = |position, touches, gate, needs| {
            let owns = state.sync.owned_by(thread).collect();
            Outlook { thread, kind, position, touches, gate, needs, owns, keeps_alive }
        };
        if !state.sync.is_running(thread) {
            let needs = Needs::Touch(vec![Object::Thread(thread)]);
            return (!buffer).then(|| outlook(UNSTARTED, Vec::new(), None, needs));
        }
        if buffer {
            return self.outlook_of_buffer(state, process, thread);
        }
        // An interrupt or a permit may end any wait.
        let woken_by =
            |object: Object| Needs::Touch(vec![object, Object::Interrupt(thread), Object::Permit(thread)]);
        let (touches, gate, needs) = match self.machine.pending(&state.machine, thread) {
            Pending::Action(action) => {
                // What the action ends was touched unasked, and still counts.
                let touches =
                    [self.about_to(state, thread, &action), self.touched_unasked(state, thread)].concat();
                let needs = match state.sync.waits_for(thread, &action) {
                    Some(WaitsFor::Monitor(_, owner)) => Needs::Process(owner.0),
                    Some(WaitsFor::End(other)) => Needs::Process(other.0),
                    Some(WaitsFor::Object(object)) => woken_by(object.into()),
                    // It can time out only when nobody else can move.
                    None if self.is_withheld(state, thread, &action) => woken_by(Object::Everything),
                    None if !self.memory.ready(&state.memory, thread, &action) => {
                        Needs::Process(threads + thread.0)
                    }
                    None => Needs::Nothing,
                };
                (touches, Gate::of(&action), needs)
            }
            Pending::Blocked(object) => (vec![Touch::write(object.into())], None, woken_by(object.into())),
            Pending::Ended | Pending::Diverged | Pending::Cut(_) => return None,
        };
        Some(outlook(self.machine.position(&state.machine, thread), touches, gate, needs))
    }

    fn may_end(&self, state: &Self::State) -> bool {
        state.sync.only_daemons_run(self.machine, &state.machine)
    }

    fn instructions(&self, state: &Self::State) -> u64 {
        self.machine.instructions(&state.machine)
    }

    fn cut(&self, state: &Self::State) -> u64 {
        let is_cut = |t: &ThreadId| {
            state.sync.is_running(*t) && matches!(self.machine.pending(&state.machine, *t), Pending::Cut(_))
        };
        self.threads().filter(is_cut).fold(0, |set, t| set | 1 << t.0)
    }

    fn end(&self, state: &Self::State) -> End {
        if state.stopped || self.machine.is_discarded(&state.machine) {
            End::Stopped
        } else {
            end_of(self.machine, &state.machine, &state.sync)
        }
    }

    fn outcomes(&self, state: &Self::State, out: &mut Vec<Outcome>) {
        let finals = |loc, info| {
            let mut values = Vec::new();
            self.memory.finals(&state.memory, loc, info, &mut values);
            values
        };
        out.extend(outcomes_of(self.machine, &state.machine, finals));
    }

    fn has_footprints(&self) -> bool {
        self.memory.commutes() && self.processes() <= 64
    }

    fn is_stale(&self) -> bool {
        self.machine.is_stale()
    }

    fn processes(&self) -> usize {
        let threads = self.machine.thread_count();
        if self.memory.has_buffers() { 2 * threads } else { threads }
    }
}

impl<M: Machine, S: Memory> Product<'_, M, S> {
    /// Appends a canonical form. Returns the new places of the threads, if any were permuted.
    fn encode_as(
        &self,
        state: &State<M, S>,
        symmetry: ThreadSymmetry,
        out: &mut Vec<u8>,
    ) -> Option<Box<[u16]>> {
        let mut places = None;
        if self.machine.renames() {
            let mut held = Vec::new();
            self.memory.held(&state.memory, &mut held);
            if let Some(names) = self.machine.encode_naming(&state.machine, &held, symmetry, out) {
                state.sync.renamed(&*names).encode(out);
                self.memory.encode(&self.memory.renamed(&state.memory, &*names), out);
                if symmetry == ThreadSymmetry::Alike && self.threads().any(|t| names.thread(t) != t) {
                    places = Some(self.threads().map(|t| names.thread(t).0).collect());
                }
            }
        } else {
            self.machine.encode(&state.machine, out);
            state.sync.encode(out);
            self.memory.encode(&state.memory, out);
        }
        if let Some(history) = &state.history {
            history.encode(out);
        }
        out.push(u8::from(state.stopped));
        places
    }

    /// What a store buffer is about to do; `None` if it is empty. Leaving a monitor and ending need an empty
    /// buffer, so nobody passes the thread's gates before the buffer moves.
    fn outlook_of_buffer(&self, state: &State<M, S>, process: u16, thread: ThreadId) -> Option<Outlook> {
        let mut stores = Vec::new();
        self.memory.buffered(&state.memory, thread, &mut stores);
        let touch = |loc: &Loc| Touch::write(Object::Loc(self.machine.touches(*loc)));
        let stores: Vec<Touch> = stores.iter().map(touch).collect();
        let in_order = self.memory.flushes_in_order();
        let touches = if in_order { stores.get(..1)?.to_vec() } else { stores.clone() };
        let mut flushes = Vec::new();
        self.steps_of(state, process, &mut flushes);
        // A flush that nobody can observe waits until the thread needs it.
        let needs = if flushes.is_empty() { Needs::Process(thread.0) } else { Needs::Nothing };
        (!stores.is_empty()).then(|| Outlook {
            thread,
            kind: Process::Buffer { stores, in_order },
            position: self.machine.position(&state.machine, thread),
            touches,
            gate: None,
            needs,
            owns: state.sync.owned_by(thread).collect(),
            keeps_alive: !self.machine.is_daemon(&state.machine, thread),
        })
    }

    /// Adds the steps of a process. Returns whether it also has a withheld timeout.
    fn steps_of(&self, state: &State<M, S>, process: u16, out: &mut Vec<Step>) -> bool {
        let threads = self.machine.thread_count() as u16;
        // In a discarded execution, the remaining buffered stores do not matter either.
        let choices = if state.stopped || self.machine.is_discarded(&state.machine) {
            0
        } else if process >= threads {
            let thread = ThreadId(process - threads);
            let choices = (0..self.memory.flush_choices(&state.memory, thread)).filter(|choice| {
                let flush = Flush { thread, choice: *choice };
                // While the thread can move, this flush can as well come later; see `flush_private`.
                self.reduction == Reduction::None
                    || !self.flushes_unseen(state, flush)
                    || self.waits_for_buffer(state, thread)
            });
            out.extend(choices.map(|choice| Step { process, choice }));
            return false;
        } else {
            let t = ThreadId(process);
            match self.enabled(state, t) {
                Some(action) if self.is_withheld(state, t, &action) => return true,
                Some(action) => self.choices(state, t, &action),
                None => 0,
            }
        };
        out.extend((0..choices).map(|choice| Step { process, choice }));
        false
    }

    /// Whether an action is a timeout that is withheld until no other process can move.
    fn is_withheld(&self, state: &State<M, S>, t: ThreadId, action: &Action) -> bool {
        let Action::Internal(internal) = action else { return false };
        self.timeouts == Timeouts::Last
            && internal.what == InternalKind::TimesOut
            && self.machine.time_left(&state.machine, t).is_some()
    }

    /// Adds the timeouts of these processes that fire next, if no process can move without one. `out` from
    /// `known` on holds their other steps.
    fn timeouts_among(&self, state: &State<M, S>, processes: u64, known: usize, out: &mut Vec<Step>) {
        let time_left = |t: &ThreadId| {
            let action = self.enabled(state, *t)?;
            self.is_withheld(state, *t, &action).then(|| self.machine.time_left(&state.machine, *t))?
        };
        // Processes in the sleep set can move, too.
        let mut others = Vec::new();
        if out.len() == known {
            for process in 0..self.processes() as u16 {
                self.steps_of(state, process, &mut others);
            }
        }
        let waiting: Vec<(ThreadId, u64)> =
            self.threads().filter_map(|t| Some((t, time_left(&t)?))).collect();
        let next = waiting.iter().map(|(_, left)| *left).min();
        let due = waiting.iter().filter(|(_, left)| Some(*left) == next);
        if out.len() > known
            || !others.is_empty()
            || due.clone().count() < waiting.len()
            || self.may_end(state)
        {
            self.withheld.store(true, Ordering::Relaxed);
        }
        // If only daemons are left, the program ends before any timeout fires.
        if out.len() == known && others.is_empty() && !self.may_end(state) {
            let due = due.filter(|(t, _)| processes >> t.0 & 1 == 1);
            out.extend(due.map(|(t, _)| Step { process: t.0, choice: 0 }));
        }
    }

    fn flush(&self, state: &mut State<M, S>, flush: Flush, sink: &mut impl Sink, touched: &mut Footprint) {
        touched.touch(Touch::write(Object::Buffer(flush.thread)));
        if let Some((loc, written)) = self.memory.flush(&mut state.memory, flush) {
            touched.touch(Touch::write(Object::Loc(self.machine.touches(loc))));
            sink.flushed(flush.thread, loc, written);
        }
    }
}
