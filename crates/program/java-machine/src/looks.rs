//! What threads can observe about each other: whether one has been started, is alive or is waiting, and its
//! name, number and other attributes.
//!
//! Most programs observe nothing but the ends of threads that they have started themselves. As long as that
//! is assumed (`Facts::threads_are_seen` is not set), threads start and end as soon as possible, `start` and
//! `join` are one action each, and no thread enters the monitor of a thread object. The assumption is
//! **refuted** when a thread
//! - asks for the status of a thread or for a list of threads, or uses a thread or a thread group as a
//!   monitor;
//! - joins, unparks or interrupts a thread that may not have been started yet: one that another thread starts
//!   and that has not yet performed an action before which other threads get their turn (then, in whatever
//!   order threads are run, the search meets a look that can precede the start, with the thread not yet or
//!   only just started);
//! - starts a thread that another thread has started.
//!
//! From then on the Java bodies of `start`, `join` and `exit` are run, with the monitors that they enter;
//! starts and ends are interleaved; and each look is an action that conflicts with everything and whose
//! answer is the status at the moment it is performed. Accesses to a field of a thread object become actions
//! once the field is written after the object escaped.
//!
//! A program that asks for the *state* of a thread (`states_are_seen`) can also observe that it is blocked.
//! Then releasing a monitor is a step of its own, no library call is atomic, and a thread that finds a
//! monitor taken becomes blocked by a step of its own.

use crate::ask::{internal, thread_id};
use crate::location::{loc_of, raw_of, value_of};
use crate::watched::{Watched, exchange_of};
use event::{Action, Answer, Internal, InternalKind, MonitorId, ReadMode, SyncObj, WriteMode};
use jvm::class::{ClassRef, FieldRef, Loader, MethodRef};
use jvm::heap::Ref;
use jvm::interpret::memory_flags;
use jvm::state::{Frame, Midway, Status, Then};
use jvm::thread::{java_status, status_of};
use jvm::trap::Trap;

/// The purpose of a field of the class library's objects for threads and thread groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThreadField {
    /// The thread's name, which any thread may read and set.
    Name,
    /// The thread's number, which never changes.
    Number,
    /// Whether the thread was interrupted.
    Interrupted,
    /// The thread's status.
    Status,
    /// Any other attribute that any thread may read and set.
    Attribute,
    /// The same, but cleared when the thread ends.
    Cleared,
    /// Whether a group is destroyed when its last thread ends (until release 18).
    GroupDaemon,
    /// The object the thread is parked on.
    Blocker,
    /// Used by the thread itself only.
    Private,
}

impl Watched<'_, '_> {
    pub(crate) fn threads_are_seen(&self) -> bool {
        self.facts().threads_are_seen
    }

    /// Records that something about a thread is observed that was assumed to be unobserved.
    pub(crate) fn sees_threads(&mut self) {
        self.learn(|facts| facts.threads_are_seen = true);
    }

    /// Records that the members of a thread group are observed.
    fn sees_groups(&mut self) {
        self.learn(|facts| {
            facts.threads_are_seen = true;
            facts.groups_are_seen = true;
        });
    }

    /// Before a new thread gets its number. The order of such actions shows only in the numbers.
    pub(crate) fn asks_number(&mut self) -> Result<(), Trap> {
        if self.is_checked() && self.has_others() && self.facts().numbers_are_seen {
            let what = InternalKind::ActsOnThread(MonitorId(self.vm.th.object.0));
            self.ask_internal(|| internal(what, [None, Some(SyncObj::Everything)]))?;
        }
        Ok(())
    }

    /// The number of the started thread that this object is, or is a part of.
    fn number_of_part(&self, object: Ref) -> Option<usize> {
        let holds =
            |thread: Ref| thread == object || (!thread.is_null() && self.get_ref(thread, "holder") == object);
        if holds(self.vm.th.object) {
            return Some(self.vm.me);
        }
        self.vm.st.threads.iter().position(|t| holds(t.object))
    }

    /// Whether the other thread is started before this thread's next action in every execution with this
    /// prefix. If that depends on whether it has acted, learns that this matters.
    pub(crate) fn learns_if_started(&mut self, number: usize) -> bool {
        let thread = &self.vm.st.threads[number];
        let acted = thread.notes.acted;
        // The start is known to come first if this thread performed it, if it joined the starter, or if the
        // same starter started this thread later. The last case distinguishes otherwise equal threads, so
        // searches that merge such threads must not use it.
        let is_known = thread.parent.is_some_and(|parent| {
            let is_elder = number < self.vm.me && self.vm.th.parent == Some(parent) && !self.heap_answers();
            parent == self.vm.me || self.vm.th.notes.joined >> parent & 1 == 1 || is_elder
        });
        if number == self.vm.me || is_known {
            return true;
        }
        if matches!(thread.status, Status::Parked { .. }) {
            // In another order this thread may get here before the other is parked, or started.
            self.depends_on_others();
            return true;
        }
        // From now on states record which threads have acted; that makes more states.
        self.learn(|facts| facts.acts_matter = true);
        acted || !self.facts().acts_matter
    }

    /// Whether no other thread can start this thread, or know that it has been started.
    fn is_unknown(&self, thread: Ref) -> bool {
        !self.has_others() || !self.is_escaped(thread)
    }

    /// Whether the pending answer is to this action.
    fn is_answered(&self, what: InternalKind) -> bool {
        exchange_of(&self.vm.trace).is_some_and(
            |exchange| matches!(&exchange.answer, Some((Action::Internal(i), _)) if i.what == what),
        )
    }

    /// Before a look at the status of a thread.
    fn looks_at(&mut self, object: Ref) -> Result<(), Trap> {
        self.sees_threads();
        self.ask_internal(|| {
            internal(InternalKind::LooksAtThread(MonitorId(object.0)), [None, Some(SyncObj::Everything)])
        })?;
        Ok(())
    }

    /// Before an action on a thread that had not been started when the running thread reached this point.
    fn acts_on(&mut self, object: Ref) -> Result<(), Trap> {
        self.sees_threads();
        if self.threads_are_seen() {
            let what = InternalKind::ActsOnThread(MonitorId(object.0));
            self.ask_internal(|| internal(what, [None, Some(SyncObj::Everything)]))?;
        }
        Ok(())
    }

    /// `Thread.isAlive`.
    pub(crate) fn looks_whether_alive(&mut self, thread: Ref) -> Result<bool, Trap> {
        if self.number_of(thread) == Some(self.vm.me) {
            return Ok(true);
        }
        if !self.is_unknown(thread) {
            self.looks_at(thread)?;
        }
        Ok(match self.number_of(thread) {
            Some(number) => self.vm.st.threads[number].status != Status::Ended,
            // A thread that is never scheduled.
            None => self.get(thread, "eetop") != 0,
        })
    }

    /// Before the threads are listed, or their stacks shown.
    pub(crate) fn looks_at_all(&mut self) -> Result<(), Trap> {
        if self.is_checked() && self.has_others() {
            self.acts_on(self.vm.th.object)?;
        }
        Ok(())
    }

    /// The stack of a thread is inspected. A running thread may be anywhere, but here it is always just
    /// before an action.
    pub(crate) fn shows_stack(&mut self, number: usize) {
        if number != self.vm.me {
            self.doubts("where a thread is, shown by its stack, while it runs");
        }
    }

    /// `Unsafe.unpark`.
    pub(crate) fn unpark_object(&mut self, thread: Ref) -> Result<(), Trap> {
        if thread.is_null() {
            return Ok(());
        }
        let waited = self.is_answered(InternalKind::ActsOnThread(MonitorId(thread.0)));
        match self.number_of(thread) {
            Some(number) if !waited => {
                if !self.learns_if_started(number) {
                    self.sees_threads();
                }
                self.asks_unpark(number)?;
                self.unpark_now(number);
                Ok(())
            }
            _ if self.is_unknown(thread) => Ok(()),
            _ => {
                self.acts_on(thread)?;
                // Unparking a thread that has not been started has no effect
                // (`java.util.concurrent.locks.LockSupport`).
                if let Some(number) = self.number_of(thread) {
                    self.unpark_now(number);
                }
                Ok(())
            }
        }
    }

    /// Before the interrupt status of a thread is set. `Thread.interrupt` then wakes the thread: both are one
    /// action.
    fn sets_interrupt(&mut self, thread: Ref) -> Result<(), Trap> {
        let waited = self.is_answered(InternalKind::ActsOnThread(MonitorId(thread.0)));
        match self.number_of(thread) {
            Some(number) if !waited => self.asks_interrupt(number),
            _ if self.is_unknown(thread) => Ok(()),
            _ => {
                self.learn(|facts| facts.interrupts = true);
                self.acts_on(thread)
            }
        }
    }

    /// The purpose of a field of a thread, of a part of one, or of a thread group; `None` for other objects.
    pub(crate) fn thread_field(&self, object: Ref, offset: usize) -> Option<ThreadField> {
        if object.is_null() {
            return None;
        }
        let (class, thread) = (self.class_of(object), self.vm.lib.known().thread);
        if object == thread.mirror() {
            let handler = self.field_named(thread, "defaultUncaughtExceptionHandler");
            return handler.filter(|field| field.word == offset / 8).map(|_| ThreadField::Attribute);
        }
        let class = if class.is_subtype(thread) {
            thread
        } else if class.loader == Loader::BOOT {
            Some(class)
                .filter(|c| matches!(&*c.name, "java/lang/Thread$FieldHolder" | "java/lang/ThreadGroup"))?
        } else {
            group_above(class)?
        };
        if offset / 8 >= class.words {
            return None;
        }
        let at = |field: &&FieldRef| !field.is_static() && field.word == offset / 8;
        let field = class.fields().iter().find(at)?;
        Some(match &**self.vm.lib.text(field.name) {
            "name" if class.id == thread.id => ThreadField::Name,
            "tid" => ThreadField::Number,
            "daemon" if &*class.name == "java/lang/ThreadGroup" => ThreadField::GroupDaemon,
            "interrupted" => ThreadField::Interrupted,
            "threadStatus" => ThreadField::Status,
            "priority" | "daemon" | "contextClassLoader" | "maxPriority" => ThreadField::Attribute,
            "uncaughtExceptionHandler" => ThreadField::Cleared,
            "group" if !field.is_final() => ThreadField::Cleared,
            "parkBlocker" => ThreadField::Blocker,
            _ if class.id != thread.id => return None,
            _ => ThreadField::Private,
        })
    }

    /// Reads a thread field. `value` is what the heap holds there.
    pub(crate) fn read_thread_field(
        &mut self,
        field: ThreadField,
        (object, offset): (Ref, usize),
        mode: ReadMode,
        is_reference: bool,
        value: u64,
    ) -> Result<u64, Trap> {
        self.strays();
        let is_mine = object == self.vm.th.object;
        let facts = self.facts();
        let asks = match field {
            ThreadField::Private => false,
            ThreadField::Interrupted => return self.read_interrupted(object, offset, value),
            ThreadField::Status => return self.read_status(object, offset, value),
            ThreadField::Name => {
                self.names_are_seen();
                facts.thread_fields
            }
            ThreadField::Number => {
                self.names_are_seen();
                if self.has_others() {
                    self.learn(|facts| facts.numbers_are_seen = true);
                }
                false
            }
            ThreadField::Attribute | ThreadField::GroupDaemon => facts.thread_fields,
            ThreadField::Cleared => {
                // `start` reads the field before the thread can end and clear it.
                if !is_mine && !self.is_unknown(object) && !self.is_called_by_thread("start") {
                    self.learn(|facts| {
                        facts.threads_are_seen = true;
                        facts.thread_fields = true;
                    });
                }
                facts.thread_fields
            }
            ThreadField::Blocker => {
                if !is_mine && !self.is_unknown(object) {
                    self.learn(|facts| facts.blockers_are_seen = true);
                }
                facts.blockers_are_seen
            }
        };
        if !asks || self.is_unknown(object) {
            return Ok(value);
        }
        let loc = loc_of(object, offset)?;
        if self.grants_if_constant(object, loc) {
            return Ok(value);
        }
        match self.ask(|| Action::Read { loc, mode })? {
            Answer::Value(seen) => Ok(raw_of(seen, is_reference)),
            _ => Ok(value),
        }
    }

    /// Before a write to a thread field.
    pub(crate) fn write_thread_field(
        &mut self,
        field: ThreadField,
        (object, offset): (Ref, usize),
        mode: WriteMode,
        is_reference: bool,
        value: u64,
    ) -> Result<(), Trap> {
        let facts = self.facts();
        let asks = match field {
            ThreadField::Interrupted if value != 0 => return self.sets_interrupt(object),
            ThreadField::Interrupted | ThreadField::Status | ThreadField::Private | ThreadField::Number => {
                false
            }
            ThreadField::Blocker => facts.blockers_are_seen,
            ThreadField::Name | ThreadField::Attribute | ThreadField::Cleared | ThreadField::GroupDaemon => {
                if field == ThreadField::GroupDaemon && value != 0 {
                    self.sees_groups();
                }
                // A field that a thread clears when it ends matters only if another thread reads it.
                if !self.is_unknown(object) && !self.is_called_by_thread("exit") {
                    self.learn(|facts| facts.thread_fields = true);
                }
                facts.thread_fields
            }
        };
        if asks && !self.is_unknown(object) {
            let loc = loc_of(object, offset)?;
            self.ask(|| Action::Write { loc, mode, value: value_of(value, is_reference) })?;
            self.remember(loc);
        }
        Ok(())
    }

    fn read_interrupted(&mut self, object: Ref, offset: usize, value: u64) -> Result<u64, Trap> {
        let waited = self.is_answered(InternalKind::LooksAtThread(MonitorId(object.0)));
        match self.number_of(object) {
            Some(number) if !waited => self.looks_for_interrupt(number)?,
            _ if self.is_unknown(object) => return Ok(value),
            _ => self.looks_at(object)?,
        }
        Ok(self.vm.st.heap.word(object, offset / 8))
    }

    fn read_status(&mut self, object: Ref, offset: usize, value: u64) -> Result<u64, Trap> {
        let number = self.number_of_part(object);
        if number == Some(self.vm.me) {
            return Ok(java_status::RUNNABLE);
        }
        if self.is_unknown(object) {
            return Ok(value);
        }
        // `Thread.start` checks under the thread's monitor whether the thread was already started.
        if self.is_called_by_thread("start") {
            if number.is_some_and(|number| self.vm.st.threads[number].parent != Some(self.vm.me)) {
                self.sees_threads();
            }
            return Ok(value);
        }
        self.learn(|facts| facts.states_are_seen = true);
        self.looks_at(object)?;
        Ok(match self.number_of_part(object) {
            Some(number) => status_of(&self.vm.st.threads[number]),
            None => self.vm.st.heap.word(object, offset / 8),
        })
    }

    /// `Thread.getDefaultUncaughtExceptionHandler`. The root thread group calls it last when a thread fails.
    pub(crate) fn default_handler(&mut self) -> Result<u64, Trap> {
        let frame = self.vm.th.frames.last().copied();
        let is_last = |f: &Frame| {
            &*f.method.class.name == "java/lang/ThreadGroup"
                && &**self.vm.lib.text(f.method.name) == "uncaughtException"
        };
        let is_dispatch = |f: &Frame| matches!(f.then, Then::ThreadDispatched);
        let failed = frame.filter(|f| is_last(f) && self.vm.th.frames.iter().any(is_dispatch));
        if self.vm.th.midway.is_none() {
            let thread = self.vm.lib.known().thread;
            let Some(field) = self.field_named(thread, "defaultUncaughtExceptionHandler") else {
                return Ok(0);
            };
            let handler = self.read_field(thread.mirror(), field.word, memory_flags(field))?;
            let Some(frame) = failed.filter(|_| handler == 0) else { return Ok(handler) };
            // Neither the group nor the thread handles it. A failed assertion has been reported already.
            let exception = Ref(self.vm.th.stack[frame.base as usize + 2]);
            if exception.is_null() {
                return Ok(0);
            }
            if self.is_assertion(self.class_of(exception)) {
                return self.is_unhandled(exception);
            }
            self.vm.th.midway = Some(Midway::Unhandled(exception));
        }
        if let Some(Midway::Unhandled(exception)) = self.vm.th.midway {
            self.fails(exception)?;
            self.vm.th.midway = None;
            return self.is_unhandled(exception);
        }
        Ok(0)
    }

    /// All that remains is to print the exception, which has been reported already: if it decides the
    /// verdict, the thread ends, unless code of the program takes part in printing.
    fn is_unhandled(&mut self, exception: Ref) -> Result<u64, Trap> {
        if !self.is_decisive(exception) {
            return Ok(0);
        }
        let is_dispatch = |f: &Frame| matches!(f.then, Then::ThreadDispatched);
        let from = self.vm.th.frames.iter().rposition(is_dispatch).unwrap_or_default();
        let is_library = |f: &Frame| f.method.class.loader == Loader::BOOT && f.lock.is_null();
        if !self.vm.th.frames[from..].iter().all(is_library) {
            return Ok(0);
        }
        self.thread_exits()?;
        Err(Trap::Entered)
    }

    /// Whether the running method is the method of `Thread` with this name.
    pub(crate) fn is_called_by_thread(&self, name: &str) -> bool {
        let Some(frame) = self.vm.th.frames.last() else { return false };
        frame.method.class.id == self.vm.lib.known().thread.id
            && &**self.vm.lib.text(frame.method.name) == name
    }

    /// A method is about to enter a monitor. If it is the monitor of a thread object, it may conflict with
    /// that thread's `join` and end.
    pub(crate) fn locks_thread(&mut self, object: Ref, by: MethodRef) {
        // The methods by which the class library keeps track of a group's threads.
        const BOOKS: [&str; 7] = [
            "addUnstarted",
            "add",
            "remove",
            "threadStartFailed",
            "threadTerminated",
            "synchronizedAddWeak",
            "synchronizedAddStrong",
        ];
        if !self.is_checked() || self.facts().groups_are_seen {
            return;
        }
        let (class, thread) = (self.class_of(object), self.vm.lib.known().thread);
        let is_group = |c: ClassRef| &*c.name == "java/lang/ThreadGroup";
        if class.is_subtype(thread) {
            if by.class.id != thread.id {
                self.sees_threads();
            }
        } else if group_above(class).is_some()
            && !(is_group(by.class) && BOOKS.contains(&&**self.vm.lib.text(by.name)))
        {
            self.sees_groups();
        }
    }

    /// Whether an object is a thread group that other threads may inspect.
    pub(crate) fn is_seen_group(&self, object: Ref) -> bool {
        self.facts().groups_are_seen && group_above(self.class_of(object)).is_some()
    }

    /// The time to report to `join`, if that is the caller: the end of time if its timed wait ended by its
    /// timeout.
    pub(crate) fn time_of_join(&mut self) -> Option<i64> {
        if !self.is_checked() || !self.is_called_by_thread("join") {
            return None;
        }
        // No time passes observably until the timeout fires: whatever the clock says then is late enough.
        Some(if std::mem::take(&mut self.vm.th.notes.timed_out) { i64::MAX } else { 0 })
    }

    /// The identity of a thread is about to be observed. Only searches in which the heap answers need to
    /// know.
    pub(crate) fn names_are_seen(&mut self) {
        if self.has_others() && self.heap_answers() {
            self.learn(|facts| facts.names_are_seen = true);
        }
    }
}

/// Returns `java.lang.ThreadGroup` if the class is that class or one of its subclasses.
fn group_above(class: ClassRef) -> Option<ClassRef> {
    let is_group = |c: &ClassRef| c.loader == Loader::BOOT && &*c.name == "java/lang/ThreadGroup";
    std::iter::successors(Some(class), |class| class.superclass).find(is_group)
}

/// The internal action of a thread that finds a monitor taken.
pub(crate) fn blocks(monitor: MonitorId) -> Internal {
    internal(InternalKind::Blocks(monitor), [Some(SyncObj::Monitor(monitor)), None])
}

/// The end of a thread, which happens-before the action that detects it (JLS 17.4.4).
pub(crate) fn end_of(number: usize) -> SyncObj {
    SyncObj::End(thread_id(number))
}
