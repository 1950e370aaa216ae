//! What threads can notice of each other: whether one was started, is alive, waits, who it says it is.
//!
//! Most programs notice nothing but the ends of threads that they have started themselves. As long as that is so (`Facts`),
//! threads are started as soon as they can be, end as soon as they can, `start` and `join` are one action each, and nobody
//! takes a thread's own monitor. This is **refuted** by a thread that comes to
//! - ask how a thread stands, or for a list of threads; use a thread or a group of threads as a monitor;
//! - join, unpark or interrupt a thread that need not have been started: one that another thread starts and that has done
//!   nothing yet before which others had their turn (in whatever order threads are run, a look that can come before the start
//!   is met with the thread not yet started or just so);
//! - start a thread that another one has started.
//!
//! Then the bodies that the class library has for `start`, `join` and `exit` run, with the monitors that they take, starts
//! and ends are interleaved, and each look is an action that touches everything: its answer is that of the moment it is
//! performed. What is kept in fields of a thread is asked for once somebody writes it after others may know the thread.
//!
//! Who asks for the *state* of a thread (`states_are_seen`) also sees it blocked: then monitors are left by a step of their own, no call of the library is
//! one step, and a thread that finds a monitor taken is blocked by a step of its own.

use crate::ask::{internal, thread_id};
use crate::location::{loc_of, raw_of, value_of};
use crate::watched::{Watched, check_mut, check_of};
use event::{Action, Answer, Internal, InternalKind, MonitorId, ReadMode, SyncObj, WriteMode};
use jvm::class::{ClassRef, FieldRef, Loader, MethodRef};
use jvm::heap::Ref;
use jvm::interpret::memory_flags;
use jvm::state::{Frame, Midway, Status, Then};
use jvm::thread::{java_status, status_of};
use jvm::trap::Trap;

/// What a field is for by which the class library keeps threads and their groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThreadField {
    /// Its name: what anybody may ask for and set.
    Name,
    /// Its number, which never changes.
    Number,
    /// Whether it was interrupted.
    Interrupted,
    /// How it stands.
    Status,
    /// What anybody may ask for and set.
    Told,
    /// The same, and cleared when the thread ends.
    Cleared,
    /// Whether a group is gone when its last thread ends (until release 18).
    GroupDaemon,
    /// What it is parked on.
    Blocker,
    /// Its own business.
    Private,
}

impl Watched<'_, '_> {
    pub(crate) fn threads_are_seen(&self) -> bool {
        self.facts().threads_are_seen
    }

    /// Somebody notices of a thread what is taken for unnoticed.
    pub(crate) fn sees_threads(&mut self) {
        self.learn(|facts| facts.threads_are_seen = true);
    }

    /// Somebody notices which threads a group has.
    fn sees_groups(&mut self) {
        self.learn(|facts| {
            facts.threads_are_seen = true;
            facts.groups_are_seen = true;
        });
    }

    /// Before a new thread gets its number. Others notice only by the numbers who comes first.
    pub(crate) fn asks_number(&mut self) -> Result<(), Trap> {
        if self.is_checked() && self.has_others() && self.facts().numbers_are_seen {
            let what = InternalKind::ActsOnThread(MonitorId(self.vm.th.object.0));
            self.ask_internal(|| internal(what, [None, Some(SyncObj::Everything)]))?;
        }
        Ok(())
    }

    /// The number of the started thread that is a thread object or has this part.
    fn number_of_part(&self, object: Ref) -> Option<usize> {
        let holds =
            |thread: Ref| thread == object || (!thread.is_null() && self.get_ref(thread, "holder") == object);
        if holds(self.vm.th.object) {
            return Some(self.vm.me);
        }
        self.vm.st.threads.iter().position(|t| holds(t.object))
    }

    /// Whether no execution that begins like this one has this thread's next action before the other's start.
    pub(crate) fn is_settled(&mut self, number: usize) -> bool {
        let thread = &self.vm.st.threads[number];
        let acted = thread.notes.acted;
        // Whoever has started it, or was waited for, or has started this one afterwards, has done so before. The last tells threads
        // apart that are otherwise alike, which only searches that merge them must not do.
        let is_known = thread.parent.is_some_and(|parent| {
            let is_elder = number < self.vm.me && self.vm.th.parent == Some(parent) && !self.heap_answers();
            parent == self.vm.me || self.vm.th.notes.joined >> parent & 1 == 1 || is_elder
        });
        if number == self.vm.me || is_known || matches!(thread.status, Status::Parked { .. }) {
            return true;
        }
        // Who has acted is kept from now on: that makes more states.
        self.learn(|facts| facts.acts_matter = true);
        acted || !self.facts().acts_matter
    }

    /// Whether nobody else can start a thread, or know that it was.
    fn is_unknown(&self, thread: Ref) -> bool {
        !self.has_others() || !self.is_escaped(thread)
    }

    /// Whether the thread is just told that it may do this.
    fn is_answered(&self, what: InternalKind) -> bool {
        check_of(&self.vm.trace)
            .is_some_and(|check| matches!(&check.answer, Some((Action::Internal(i), _)) if i.what == what))
    }

    /// Before it is looked how a thread stands.
    fn looks_at(&mut self, object: Ref) -> Result<(), Trap> {
        self.sees_threads();
        self.ask_internal(|| {
            internal(InternalKind::LooksAtThread(MonitorId(object.0)), [None, Some(SyncObj::Everything)])
        })?;
        Ok(())
    }

    /// Before something is done to a thread that was not started when this one came here.
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
            // Of those that are never scheduled.
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

    /// The stack of a thread is shown. One that runs may be anywhere, and only its actions are places here.
    pub(crate) fn shows_stack(&mut self, number: usize) {
        if number != self.vm.me
            && let Some(check) = check_mut(&mut self.vm.trace)
        {
            check.doubts = Some("where a thread is, shown by its stack, while it runs");
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
                if !self.is_settled(number) {
                    self.sees_threads();
                }
                self.asks_unpark(number)?;
                self.unpark_now(number);
                Ok(())
            }
            _ if self.is_unknown(thread) => Ok(()),
            _ => {
                self.acts_on(thread)?;
                // A permit for who has not been started is lost (java.util.concurrent.locks.LockSupport).
                if let Some(number) = self.number_of(thread) {
                    self.unpark_now(number);
                }
                Ok(())
            }
        }
    }

    /// Before the flag of a thread is set that says that it was interrupted. `Thread.interrupt` wakes it then: both are one action.
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

    /// What a field of a thread, of a part of it or of a group of threads is; `None` if the object is none of them.
    pub(crate) fn thread_field(&self, object: Ref, offset: usize) -> Option<ThreadField> {
        if object.is_null() {
            return None;
        }
        let (class, thread) = (self.class_of(object), self.vm.lib.known().thread);
        if object == thread.mirror() {
            let handler = self.field_named(thread, "defaultUncaughtExceptionHandler");
            return handler.filter(|field| field.word == offset / 8).map(|_| ThreadField::Told);
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
            "priority" | "daemon" | "contextClassLoader" | "maxPriority" => ThreadField::Told,
            "uncaughtExceptionHandler" => ThreadField::Cleared,
            "group" if !field.is_final() => ThreadField::Cleared,
            "parkBlocker" => ThreadField::Blocker,
            _ if class.id != thread.id => return None,
            _ => ThreadField::Private,
        })
    }

    /// A read of such a field, which the heap would answer by `value`.
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
            ThreadField::Told | ThreadField::GroupDaemon => facts.thread_fields,
            ThreadField::Cleared => {
                // Who starts it comes before it ends.
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
        if self.is_granted(object, loc) {
            return Ok(value);
        }
        match self.ask(|| Action::Read { loc, mode })? {
            Answer::Value(seen) => Ok(raw_of(seen, is_reference)),
            _ => Ok(value),
        }
    }

    /// Before a write of such a field.
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
            ThreadField::Name | ThreadField::Told | ThreadField::Cleared | ThreadField::GroupDaemon => {
                if field == ThreadField::GroupDaemon && value != 0 {
                    self.sees_groups();
                }
                // What a thread clears when it ends matters only to those who read it.
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
        // `Thread.start` asks whether it was started before. It is, if at all, under the thread's monitor.
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

    /// `Thread.getDefaultUncaughtExceptionHandler`. The group that all others are in calls it last when a thread fails.
    pub(crate) fn default_handler(&mut self) -> Result<u64, Trap> {
        let frame = self.vm.th.frames.last().copied();
        let is_last = |f: &Frame| {
            &*f.method.class.name == "java/lang/ThreadGroup"
                && &**self.vm.lib.text(f.method.name) == "uncaughtException"
        };
        let failed = frame.filter(|f| is_last(f) && self.facts().thread_fields);
        if self.vm.th.midway.is_none() {
            let thread = self.vm.lib.known().thread;
            let Some(field) = self.field_named(thread, "defaultUncaughtExceptionHandler") else {
                return Ok(0);
            };
            let handler = self.read_field(thread.mirror(), field.word, memory_flags(field))?;
            let Some(frame) = failed.filter(|_| handler == 0) else { return Ok(handler) };
            // After the group and the thread. That an assertion failed has been told already.
            let exception = Ref(self.vm.th.stack[frame.base as usize + 2]);
            if exception.is_null() || self.is_assertion(self.class_of(exception)) {
                return self.is_unhandled();
            }
            self.vm.th.midway = Some(Midway::Unhandled(exception));
        }
        if let Some(Midway::Unhandled(exception)) = self.vm.th.midway {
            self.fails(exception)?;
            self.vm.th.midway = None;
            return self.is_unhandled();
        }
        Ok(0)
    }

    /// What is left to do is to print the exception, which has been told: unless the program has a part in it, the thread ends.
    fn is_unhandled(&mut self) -> Result<u64, Trap> {
        let is_dispatch = |f: &Frame| matches!(f.then, Then::ThreadDispatched);
        let from = self.vm.th.frames.iter().rposition(is_dispatch).unwrap_or_default();
        let is_library = |f: &Frame| f.method.class.loader == Loader::BOOT && f.lock.is_null();
        if !self.vm.th.frames[from..].iter().all(is_library) {
            return Ok(0);
        }
        self.thread_exits()?;
        Err(Trap::Entered)
    }

    /// Whether the running method is one of `Thread` itself.
    pub(crate) fn is_called_by_thread(&self, name: &str) -> bool {
        let Some(frame) = self.vm.th.frames.last() else { return false };
        frame.method.class.id == self.vm.lib.known().thread.id
            && &**self.vm.lib.text(frame.method.name) == name
    }

    /// A method is about to enter a monitor. Whoever uses a thread for one may meet its `join` and its end there.
    pub(crate) fn locks_thread(&mut self, object: Ref, by: MethodRef) {
        // What the class library does to a group when threads are made, started and end.
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

    /// Whether an object is a group of threads, and others may look into it.
    pub(crate) fn is_seen_group(&self, object: Ref) -> bool {
        self.facts().groups_are_seen && group_above(self.class_of(object)).is_some()
    }

    /// What the clock says, unless it is the machine's. Who looks at it in an atomic call is waiting for a time: others may come in between, even if that
    /// time is too short to wait.
    pub(crate) fn looks_at_clock(&mut self) -> Option<u64> {
        self.vm.th.notes.inside = 0;
        self.time_of_join()
    }

    /// Whether a thread that comes back from a timed wait of `join` was not woken.
    fn time_of_join(&mut self) -> Option<u64> {
        if !self.is_checked() || !self.is_called_by_thread("join") {
            return None;
        }
        // No time passes that others notice, until the timeout fires: whatever the clock says then is late enough.
        Some(if std::mem::take(&mut self.vm.th.notes.timed_out) { i64::MAX as u64 } else { 0 })
    }

    /// Somebody is about to know who a thread is. Only searches that take the heap's answers ask.
    pub(crate) fn names_are_seen(&mut self) {
        if self.has_others() && self.heap_answers() {
            self.learn(|facts| facts.names_are_seen = true);
        }
    }
}

/// `java.lang.ThreadGroup`, if the class is one of its subclasses, or it itself.
fn group_above(class: ClassRef) -> Option<ClassRef> {
    let is_group = |c: &ClassRef| c.loader == Loader::BOOT && &*c.name == "java/lang/ThreadGroup";
    std::iter::successors(Some(class), |class| class.superclass).find(is_group)
}

/// The internal action of a thread that finds a monitor taken.
pub(crate) fn blocks(monitor: MonitorId) -> Internal {
    internal(InternalKind::Blocks(monitor), [Some(SyncObj::Monitor(monitor)), None])
}

/// The end of a thread, which who sees that it has ended comes after (JLS 17.4.4).
pub(crate) fn end_of(number: usize) -> SyncObj {
    SyncObj::End(thread_id(number))
}
