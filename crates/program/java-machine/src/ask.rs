//! How a checked thread stops before an action and gets its answer, and which actions are one step with those before them.
//!
//! **Promises** that an answer is taken by the action that was asked, or else refused. Inside of an atomic call ([`crate::policy`]) nobody else moves: what
//! belongs to it is decided by the objects that it acts on, not by who happens to be on the stack.

use crate::location::place_of;
use crate::policy::{call_role, is_program};
use crate::watched::{Watched, check_mut};
use event::{Action, Answer, INTERNAL, Internal, InternalKind, ReadMode, SyncObj, ThreadId, WriteMode};
use jvm::heap::Ref;
use jvm::state::Frame;
use jvm::trap::Trap;

pub(crate) fn thread_id(number: usize) -> ThreadId {
    ThreadId(number as u16)
}

/// An internal action of one way, on one object.
pub(crate) fn internal(what: InternalKind, touches: [Option<SyncObj>; 2]) -> Internal {
    Internal { what, touches, acquires: false, releases: false, choices: 1, ample: false }
}

impl Watched<'_, '_> {
    #[inline]
    pub(crate) fn is_checked(&self) -> bool {
        self.vm.is_observed()
    }

    pub(crate) fn heap_answers(&self) -> bool {
        self.given.heap_answers
    }

    /// Whether what nobody else can know is not asked for.
    pub(crate) fn skips_private(&self) -> bool {
        self.given.skips_private
    }

    /// Whether more than one thread was ever started: before that, everything happens before whatever comes.
    pub(crate) fn has_others(&self) -> bool {
        self.vm.st.threads.len() > 1
    }

    /// The thread uses something that others may change behind its back.
    #[inline]
    pub(crate) fn strays(&mut self) {
        if self.given.foresees
            && let Some(check) = check_mut(&mut self.vm.trace)
        {
            check.strayed = true;
        }
    }

    /// Stops before an action, or gets its answer.
    pub(crate) fn ask(&mut self, action: impl FnOnce() -> Action) -> Result<Answer, Trap> {
        if !self.is_checked() {
            return Ok(Answer::Done);
        }
        let action = action();
        // What a call of the class library prints is shown whole: what it does to its own objects meanwhile nobody sees.
        if self.vm.th.notes.printed.is_some() && !self.is_private(&action) {
            self.asks_output()?;
        }
        let Some(check) = check_mut(&mut self.vm.trace) else { return Ok(Answer::Done) };
        match check.answer.take() {
            Some((asked, answer)) if asked.is_same(&action) => {
                self.closes_segment(&action);
                let may_block = matches!(&action, Action::Internal(i) if i.what == InternalKind::Park);
                if may_block {
                    self.vm.th.notes.inside = 0;
                } else if self.vm.th.notes.inside > 0 || self.begins_atomic(&action) {
                    self.vm.th.notes.inside = self.depth_of_atomic(&action);
                }
                self.vm.th.notes.acted |= self.facts().acts_matter && self.begins_atomic(&action);
                if let Action::Join(thread) = action {
                    self.vm.th.notes.joined |= 1 << thread.0;
                }
                Ok(answer)
            }
            // What another thread did in between must not change what this one is about to do.
            Some((asked, _)) => Err(Trap::Unsupported(format!(
                "{INTERNAL}an action was answered and another performed ({asked:?}, {action:?})"
            ))),
            None => {
                if self.vm.th.notes.inside > 0 && !self.is_inside(self.vm.th.notes.inside as usize, &action) {
                    self.vm.th.notes.inside = 0;
                }
                if let Some(check) = check_mut(&mut self.vm.trace) {
                    check.asked = Some(action);
                }
                self.notes_initialisers();
                Err(Trap::Pause)
            }
        }
    }

    /// Stops before an internal action, or gets its answer.
    pub(crate) fn ask_internal(&mut self, action: impl FnOnce() -> Internal) -> Result<u16, Trap> {
        match self.ask(|| Action::Internal(action()))? {
            Answer::Choice(choice) => Ok(choice),
            _ => Ok(0),
        }
    }

    /// An action is performed. Before one that others have their turn before, whatever they do was tried with what the thread had accessed until
    /// then; searches do others at once.
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
        let Some(check) = check_mut(&mut self.vm.trace) else { return };
        match action {
            _ if others_had_their_turn && is_first => check.segment.clear(),
            Action::Unlock(monitor) => {
                let open = check.segment.iter_mut().filter(|access| access.under.is_none());
                open.for_each(|access| access.under = Some(Ref(monitor.0)));
            }
            _ => {}
        }
    }

    /// Whether an action is an access to what nobody else knows.
    fn is_private(&self, action: &Action) -> bool {
        match action {
            Action::Read { loc, .. } | Action::Write { loc, .. } | Action::Rmw { loc, .. } => {
                !self.is_escaped(place_of(*loc).0)
            }
            _ => false,
        }
    }

    /// Whether an action can be the first of an atomic call: one before which others have their turn. A search
    /// does fences, plain accesses and, into buffers, writes as soon as they are reached, in whatever order it comes to the threads; if the rest of the call
    /// followed at once, no other order of the calls would be seen.
    fn begins_atomic(&self, action: &Action) -> bool {
        match action {
            // The search for races takes weaker modes for plain ones.
            Action::Read { mode, .. } if *mode != ReadMode::Volatile => false,
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => self.is_escaped(place_of(*loc).0),
            Action::Lock(monitor) => self.is_escaped(Ref(monitor.0)),
            Action::Internal(internal) => !internal.ample,
            _ => false,
        }
    }

    /// How many frames there are up to the atomic call that the thread is inside of and that this action is a part of; 0 if there is none. Such a method is
    /// linearizable, so that whatever others do in between they could have done before or after. A call that waits is one action before and one after.
    fn depth_of_atomic(&self, action: &Action) -> u32 {
        // Whoever asks for the state of a thread sees that it is blocked within a call.
        if self.facts().states_are_seen {
            return 0;
        }
        let frames = &self.vm.th.frames;
        let own = frames.iter().rposition(|f| is_program(f.method.class)).map_or(0, |i| i + 1);
        // A class of the program below that of the table may see what is protected, and do more.
        let is_atomic = |frame: &Frame| {
            call_role(self.vm.lib, frame.method).is_atomic
                && (frame.method.is_static()
                    || !is_program(self.class_of(Ref(self.vm.th.stack[frame.base as usize]))))
        };
        let atomic = (own..frames.len()).filter(|&i| is_atomic(&frames[i]));
        let mut depths = atomic.map(|i| i + 1).filter(|&depth| self.is_inside(depth, action));
        depths.next().map_or(0, |depth| depth as u32)
    }

    /// Whether an action belongs to the atomic call of the frame at this depth: it acts on the receiver or on what was made for it, and
    /// neither the program nor another object that threads share was called on the way.
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
                    // Somebody has looked at it between two actions of such a call.
                    belongs(object) && !self.is_unguarded(object, offset)
                }
                Action::Lock(monitor) | Action::Unlock(monitor) => belongs(Ref(monitor.0)),
                Action::Internal(internal) => match internal.what {
                    InternalKind::Wait(monitor) | InternalKind::Notify { monitor, .. } => {
                        belongs(Ref(monitor.0))
                    }
                    InternalKind::Choose | InternalKind::Observe => false,
                    // That it was interrupted is no part of the object.
                    InternalKind::LooksForInterrupt => !self.may_be_interrupted(),
                    what if what.ends_all() => false,
                    _ => true,
                },
                Action::Start(_) | Action::Join(_) | Action::External(_) => false,
                Action::Fence(_) | Action::Freeze(_) | Action::Fail(_) | Action::End => true,
            }
    }
}
