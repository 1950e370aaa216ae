//! How a checked thread stops before an action and receives its answer, and which actions belong to one
//! atomic step.
//!
//! **Promises** that an answer is used only for the action that was asked, and is refused otherwise. No other
//! thread moves during an atomic call ([`crate::policy`]). Which actions belong to the call is decided by the
//! objects that they act on, not by the methods on the stack alone.

use crate::location::place_of;
use crate::policy::{call_role, is_program};
use crate::watched::{Watched, exchange_mut};
use event::{Action, Answer, Internal, InternalKind, ReadMode, SyncObj, ThreadId, WriteMode};
use jvm::heap::Ref;
use jvm::state::Frame;
use jvm::trap::Trap;

pub(crate) fn thread_id(number: usize) -> ThreadId {
    ThreadId(number as u16)
}

/// An internal action that can be performed in one way.
pub(crate) fn internal(what: InternalKind, touches: [Option<SyncObj>; 2]) -> Internal {
    Internal { what, touches, acquires: false, releases: false, choices: 1, ample: false }
}

/// Whether the action only looks at something, so that a loop of such actions may be a wait for time to pass.
fn only_looks(action: &Action) -> bool {
    match action {
        Action::Read { .. } => true,
        Action::Internal(internal) => matches!(
            internal.what,
            InternalKind::LooksAtClock | InternalKind::LooksForInterrupt | InternalKind::LooksAtThread(_)
        ),
        _ => false,
    }
}

impl Watched<'_, '_> {
    #[inline]
    pub(crate) fn is_checked(&self) -> bool {
        self.vm.is_observed()
    }

    pub(crate) fn heap_answers(&self) -> bool {
        self.given.heap_answers
    }

    /// Whether accesses to objects that have not escaped are no actions.
    pub(crate) fn skips_private(&self) -> bool {
        self.given.skips_private
    }

    /// Whether a second thread was ever started. Everything before that happens-before everything after.
    pub(crate) fn has_others(&self) -> bool {
        self.vm.st.threads.len() > 1
    }

    /// Records that the thread uses something that other threads may change without an action.
    #[inline]
    pub(crate) fn strays(&mut self) {
        if self.given.foresees
            && let Some(exchange) = exchange_mut(&mut self.vm.trace)
        {
            exchange.strayed = true;
        }
    }

    /// Stops before an action, or returns its answer.
    pub(crate) fn ask(&mut self, action: impl FnOnce() -> Action) -> Result<Answer, Trap> {
        if !self.is_checked() {
            return Ok(Answer::Done);
        }
        let action = action();
        // The output of one library call is one external action: accesses to private objects in between do
        // not end it.
        if self.vm.th.notes.printed.is_some() && !self.is_private(&action) {
            self.asks_output()?;
        }
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return Ok(Answer::Done) };
        match exchange.answer.take() {
            Some((asked, answer)) if asked.is_same(&action) => {
                let was_inside = self.vm.th.notes.inside > 0;
                self.closes_segment(&action);
                let may_block = matches!(&action, Action::Internal(i) if i.what == InternalKind::Park);
                if may_block {
                    self.vm.th.notes.inside = 0;
                } else if self.vm.th.notes.inside > 0 || self.begins_atomic(&action) {
                    self.vm.th.notes.inside = self.depth_of_atomic(&action);
                }
                self.notes_overtaking(&action, answer, was_inside);
                if !only_looks(&action) {
                    self.vm.th.notes.looks_at_clock = 0;
                }
                self.vm.th.notes.acted |= self.facts().acts_matter && self.begins_atomic(&action);
                if let Action::Join(thread) = action {
                    self.vm.th.notes.joined |= 1 << thread.0;
                }
                Ok(answer)
            }
            // What another thread did in between must not change what this one is about to do.
            Some((asked, _)) => Err(Trap::Defect(format!(
                "an action was answered and another performed ({asked:?}, {action:?})"
            ))),
            None => {
                if self.vm.th.notes.inside > 0 && !self.is_inside(self.vm.th.notes.inside as usize, &action) {
                    self.vm.th.notes.inside = 0;
                }
                if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
                    exchange.asked = Some(action);
                }
                self.notes_initialisers();
                Err(Trap::Pause)
            }
        }
    }

    /// Stops before an internal action, or returns its answer.
    pub(crate) fn ask_internal(&mut self, action: impl FnOnce() -> Internal) -> Result<u16, Trap> {
        match self.ask(|| Action::Internal(action()))? {
            Answer::Choice(choice) => Ok(choice),
            _ => Ok(0),
        }
    }

    /// An action is performed. If the search lets other threads move before it, their steps have been
    /// explored against the accesses of the current segment, which is then cleared. Actions that searches
    /// perform at once, as ample, do not end a segment.
    fn closes_segment(&mut self, action: &Action) {
        let others_had_their_turn = match action {
            Action::Read { loc, mode: ReadMode::Plain }
            | Action::Write { loc, mode: WriteMode::Plain, .. } => {
                self.heap_answers() && self.is_escaped(place_of(*loc).0)
            }
            Action::Write { loc, .. } => self.is_escaped(place_of(*loc).0),
            action => self.begins_atomic(action),
        };
        let is_first = self.vm.th.notes.inside == 0;
        let Some(exchange) = exchange_mut(&mut self.vm.trace) else { return };
        match action {
            _ if others_had_their_turn && is_first => exchange.segment.clear(),
            Action::Unlock(monitor) => {
                let open = exchange.segment.iter_mut().filter(|access| access.under.is_none());
                open.for_each(|access| access.under = Some(Ref(monitor.0)));
            }
            _ => {}
        }
    }

    /// Whether an action is an access to an object that has not escaped.
    fn is_private(&self, action: &Action) -> bool {
        action.loc().is_some_and(|loc| !self.is_escaped(place_of(loc).0))
    }

    /// Whether an action can be the first of an atomic call: one before which the search lets other threads
    /// move. A search performs fences, plain accesses and buffered writes as soon as it reaches them, thread
    /// by thread; if the rest of the call followed at once, no other order of the calls would be explored.
    fn begins_atomic(&self, action: &Action) -> bool {
        match action {
            // The race check treats weaker modes as plain.
            Action::Read { mode, .. } if *mode != ReadMode::Volatile => false,
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => self.is_escaped(place_of(*loc).0),
            Action::Lock(monitor) => self.is_escaped(Ref(monitor.0)),
            Action::Internal(internal) => !internal.ample,
            _ => false,
        }
    }

    /// The depth of the outermost frame whose call is atomic and includes this action; 0 if there is none.
    /// Such a method is linearizable, so whatever other threads do during the call they could have done
    /// before or after it. A call that waits is one step before the wait and one after.
    fn depth_of_atomic(&self, action: &Action) -> u32 {
        // Asking for the state of a thread shows that it is blocked within a call.
        if self.facts().states_are_seen || self.given.splits_calls {
            return 0;
        }
        let frames = &self.vm.th.frames;
        let own = frames.iter().rposition(|f| is_program(f.method.class)).map_or(0, |i| i + 1);
        // A subclass that the program derives from a class of the table may use its protected members, and do
        // more.
        let is_atomic = |frame: &Frame| {
            call_role(self.vm.lib, frame.method).is_atomic
                && (frame.method.is_static()
                    || !is_program(self.class_of(Ref(self.vm.th.stack[frame.base as usize]))))
        };
        let atomic = (own..frames.len()).filter(|&i| is_atomic(&frames[i]));
        let mut depths = atomic.map(|i| i + 1).filter(|&depth| self.is_inside(depth, action));
        depths.next().map_or(0, |depth| depth as u32)
    }

    /// Whether an action belongs to the atomic call of the frame at this depth: it acts on the receiver or on
    /// an object made for it, and neither the program nor another shared object was called on the way.
    fn is_inside(&self, depth: usize, action: &Action) -> bool {
        let receiver = |frame: &Frame| Ref(self.vm.th.stack[frame.base as usize]);
        let Some(call) = self.vm.th.frames.get(depth - 1) else { return false };
        let this = receiver(call);
        let belongs = |object: Ref| {
            object == this || object.is_null() || !self.is_escaped(object) || self.is_made_for_another(object)
        };
        let mut within = self.vm.th.frames[depth..].iter();
        let is_own = within.all(|frame| {
            !is_program(frame.method.class)
                && (frame.method.is_static() || belongs(receiver(frame)))
                && !call_role(self.vm.lib, frame.method).is_apart
        });
        is_own
            && match action {
                Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                    let (object, offset) = place_of(*loc);
                    // Another thread was seen to access it between two actions of such a call.
                    belongs(object) && !self.is_unguarded(object, offset)
                }
                Action::Lock(monitor) | Action::Unlock(monitor) => belongs(Ref(monitor.0)),
                Action::Internal(internal) => match internal.what {
                    InternalKind::Wait(monitor) | InternalKind::Notify { monitor, .. } => {
                        belongs(Ref(monitor.0))
                    }
                    InternalKind::ReadsKept(loc)
                    | InternalKind::WritesKept(loc)
                    | InternalKind::UpdatesKept { loc, .. } => belongs(place_of(loc).0),
                    // Neither choices nor the clock are part of the object, and other threads may move after
                    // them.
                    InternalKind::Choose | InternalKind::Observe | InternalKind::LooksAtClock => false,
                    // The interrupt status of the thread is no part of the object.
                    InternalKind::LooksForInterrupt => !self.may_be_interrupted(),
                    what if what.ends_all() => false,
                    _ => true,
                },
                Action::Start(_) | Action::Join(_) | Action::External(_) => false,
                Action::Fence(_) | Action::Freeze(_) | Action::Fail(_) | Action::End => true,
            }
    }
}
