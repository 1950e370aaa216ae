//! Guarded data that its class updates by a release only: the sums of adders and accumulators (`Striped64`).
//!
//! A release update does not acquire what came before the write that it sees, and later reads of its thread
//! may be reordered before it (Javadoc of `VarHandle.weakCompareAndSetRelease` and `setRelease`). Memories of
//! the JLS have no such update. So, where the heap does not answer anyway, the machine keeps such a variable
//! itself:
//!
//! - Accesses are internal actions on it, in one order. Reads acquire, writes release, and an update only
//!   releases, if it succeeds. A call without a result reveals nothing of what it reads, and acquires
//!   nothing: what it reads may be old, as long as its update finds the same value.
//! - *A write over such an update* (`reset`) may come before or after it, and hides what the update has
//!   released. It is doubtful if updates by other threads do not certainly happen-before it.
//! - *A read after an update may overtake it.* `a.increment(); b.sum()` beside `b.increment(); a.sum()` may
//!   give 0 twice. Such executions are not explored, but detected: a thread reads the variable, and the
//!   update of another thread that it has not joined precedes a read that may have overtaken it. Then it is
//!   doubtful whether the program holds.

use crate::ask::internal;
use crate::location::{loc_of, place_of};
use crate::policy::{EntryRole, is_program, standing};
use crate::watched::Watched;
use event::{Action, Answer, Fence, Internal, InternalKind, ReadMode, RmwMode, SyncObj, WriteMode};
use jvm::class::{ClassRef, Kind};
use jvm::heap::{Heap, Ref};
use jvm::notes::Overtaking;
use jvm::state::Frame;
use jvm::trap::Trap;

const DOUBT: &str =
    "an update of an adder, which only releases, beside others that may come before it or after it";

/// Whether an update finds the value it expects.
pub(crate) fn finds(heap: &Heap, what: InternalKind) -> bool {
    let InternalKind::UpdatesKept { loc, expected } = what else { return true };
    let (object, offset) = place_of(loc);
    expected.is_none_or(|expected| heap.word(object, offset / 8) == expected.0 as u64)
}

impl Watched<'_, '_> {
    /// Whether the machine keeps a variable: all actions on it are then internal actions of the machine.
    pub(crate) fn keeps_variable(&self, object: Ref, offset: usize) -> bool {
        !object.is_null()
            && standing(self.class_of(object)).releases
            && !self.heap_answers()
            && self.is_strengthened(object, offset)
            && self.entry_at(object, offset) == Some(EntryRole::Releases)
    }

    pub(crate) fn reads_kept(&mut self, object: Ref, offset: usize, mode: ReadMode) -> Result<(), Trap> {
        let acquires = matches!(mode, ReadMode::Acquire | ReadMode::Volatile) && !self.is_silent();
        self.ask_kept(InternalKind::ReadsKept(loc_of(object, offset)?), acquires, false)?;
        if !self.is_silent() && self.may_be_overtaken() {
            self.doubts(DOUBT);
        }
        Ok(())
    }

    pub(crate) fn writes_kept(&mut self, object: Ref, offset: usize, mode: WriteMode) -> Result<(), Trap> {
        let releases = matches!(mode, WriteMode::Release | WriteMode::Volatile);
        self.ask_kept(InternalKind::WritesKept(loc_of(object, offset)?), false, releases)?;
        self.writes_over();
        Ok(())
    }

    /// Performs an update. Returns whether it finds the value it expects.
    pub(crate) fn updates_kept(
        &mut self,
        (object, offset): (Ref, usize),
        mode: RmwMode,
        expected: Option<u64>,
    ) -> Result<bool, Trap> {
        let expected = expected.map(|expected| event::Value(expected as i64));
        let what = InternalKind::UpdatesKept { loc: loc_of(object, offset)?, expected };
        let acquires = matches!(mode.read(), ReadMode::Acquire | ReadMode::Volatile) && !self.is_silent();
        let releases = matches!(mode.write(), WriteMode::Release | WriteMode::Volatile);
        self.ask_kept(what, acquires, releases)?;
        // An unconditional set is a write over what was there.
        if expected.is_none() {
            self.writes_over();
        }
        Ok(finds(&self.vm.st.heap, what))
    }

    fn ask_kept(&mut self, what: InternalKind, acquires: bool, releases: bool) -> Result<(), Trap> {
        let (InternalKind::ReadsKept(loc)
        | InternalKind::WritesKept(loc)
        | InternalKind::UpdatesKept { loc, .. }) = what
        else {
            return Ok(());
        };
        let touches = [Some(SyncObj::Volatile(loc)), None];
        self.ask_internal(|| Internal { acquires, releases, ..internal(what, touches) })?;
        Ok(())
    }

    /// A value is written over what others have updated.
    fn writes_over(&mut self) {
        let joined = self.vm.th.notes.joined;
        let mut others = self.vm.st.threads.iter().enumerate().filter(|(i, _)| *i != self.vm.me);
        if others.any(|(i, thread)| thread.notes.has_released && joined >> i & 1 == 0) {
            self.doubts(DOUBT);
        }
    }

    /// Whether a later read of its own thread may have overtaken an update by another thread that does not
    /// certainly happen-before this point.
    fn may_be_overtaken(&self) -> bool {
        let joined = self.vm.th.notes.joined;
        let mut others = self.vm.st.threads.iter().enumerate().filter(|(i, _)| *i != self.vm.me);
        others.any(|(i, thread)| {
            matches!(thread.notes.overtaking, Overtaking::Reads | Overtaking::Overtakes)
                && joined >> i & 1 == 0
        })
    }

    /// Whether the thread is in a call that adds to such a variable, has no result and makes no callbacks: it
    /// reveals nothing of what it reads.
    fn is_silent(&self) -> bool {
        let receiver = |frame: &Frame| Ref(self.vm.th.stack[frame.base as usize]);
        let class = |frame: &Frame| match frame.method.is_static() {
            true => frame.method.class,
            false => self.class_of(receiver(frame)),
        };
        let is_tool = |frame: &&Frame| frame.method.class.name.starts_with("java/lang/invoke/");
        let frames = self.vm.th.frames.iter().rev().skip_while(is_tool);
        let outermost = frames.take_while(|frame| standing(class(frame)).releases).last();
        outermost.is_some_and(|frame| {
            self.vm.lib.text(frame.method.descriptor).ends_with(")V")
                && !is_program(class(frame))
                && !calls_somebody(class(frame))
        })
    }

    /// An action is performed. `was_inside`: it belongs to the same atomic call as the previous one.
    pub(crate) fn notes_overtaking(&mut self, action: &Action, answer: Answer, was_inside: bool) {
        let before = self.vm.th.notes.overtaking;
        let is_update = matches!(action, Action::Internal(internal) if matches!(internal.what, InternalKind::UpdatesKept { .. }));
        if before == Overtaking::Not && !is_update {
            return;
        }
        self.vm.th.notes.has_released |= is_update;
        let before = match before {
            Overtaking::Reads if !was_inside => Overtaking::Overtakes,
            before => before,
        };
        let is_inside = self.vm.th.notes.inside > 0;
        self.vm.th.notes.overtaking = match (before, self.effect(action, answer)) {
            (Overtaking::Overtakes, _) => Overtaking::Overtakes,
            (_, Effect::Update) => Overtaking::Updated,
            (_, Effect::Fence) => Overtaking::Not,
            (Overtaking::Updated, Effect::Read) if !self.is_silent() => match is_inside {
                true => Overtaking::Reads,
                false => Overtaking::Overtakes,
            },
            (before, _) => before,
        };
    }

    fn effect(&self, action: &Action, answer: Answer) -> Effect {
        match action {
            Action::Write { mode: WriteMode::Volatile, .. }
            | Action::Unlock(_)
            | Action::Start(_)
            | Action::Fence(Fence::Full)
            | Action::End => Effect::Fence,
            Action::Rmw { mode: RmwMode::Volatile, .. } => match answer {
                Answer::Rmw { written: true, .. } => Effect::Fence,
                _ => Effect::Read,
            },
            Action::Read { mode: ReadMode::Plain, .. } | Action::Write { .. } => Effect::None,
            Action::Read { .. } | Action::Rmw { .. } => Effect::Read,
            // A lock proceeds only once it sees the unlock it waits for, so it overtakes nothing; nor is it a
            // fence, since earlier actions may be reordered after it.
            Action::Lock(_) => Effect::None,
            Action::Join(_)
            | Action::Fence(_)
            | Action::Freeze(_)
            | Action::Fail(_)
            | Action::External(_) => Effect::None,
            Action::Internal(internal) => match internal.what {
                InternalKind::WritesKept(_) if internal.releases => Effect::Fence,
                what @ InternalKind::UpdatesKept { .. } if !finds(&self.vm.st.heap, what) => Effect::Read,
                InternalKind::UpdatesKept { .. } if internal.acquires => Effect::Fence,
                InternalKind::UpdatesKept { .. } => Effect::Update,
                InternalKind::ReadsKept(_)
                | InternalKind::LooksForInterrupt
                | InternalKind::LooksAtClock
                | InternalKind::LooksAtThread(_)
                | InternalKind::ActsOnThread(_)
                | InternalKind::Native(_) => Effect::Read,
                _ => Effect::None,
            },
        }
    }
}

/// The effect of an action on earlier updates.
enum Effect {
    None,
    /// It is itself such an update.
    Update,
    /// It may overtake earlier updates.
    Read,
    /// Earlier updates come before it, and it comes before later reads.
    Fence,
}

/// Whether instances of a class have reference fields: functions that they call.
fn calls_somebody(class: ClassRef) -> bool {
    class.fields().iter().any(|field| !field.is_static() && field.kind == Kind::Reference)
}
