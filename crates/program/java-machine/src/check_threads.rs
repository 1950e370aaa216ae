//! What checked threads do to each other (wait and notify, park, interrupt, start, join, end), and what
//! programs ask of the checker. See `check.rs` for the rules.
//!
//! Each function performs one action per execution of its instruction. An operation that takes several
//! actions (`wait` releases the monitor as often as it was entered, JLS 17.2.1) keeps its progress in
//! [`Midway`].

use crate::ask::{internal, thread_id};
use crate::facts::Facts;
use crate::location::loc_of;
use crate::policy::{Role, is_program};
use crate::provenance::role_at;
use crate::tearing::HIGH;
use crate::watched::{Watched, exchange_mut, exchange_of};
use event::{Action, Failure, Internal, InternalKind, MonitorId, SyncObj};
use jvm::class::{ClassRef, FieldRef, MethodRef};
use jvm::heap::Ref;
use jvm::monitor::INTERRUPTED;
use jvm::native::Native;
use jvm::state::{Frame, Midway, Status, Then, Woken};
use jvm::trap::{ILLEGAL_ARGUMENT, Trap, raise, raise_with};
use jvm::vm::Vm;
use triomphe::Arc;

/// The class that a failed `assert` throws.
const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// The maximal number of threads of a checked program.
pub(crate) const MOST_THREADS: usize = 32;

/// The native replacement for a method of a checked program: for library methods whose Java bodies would be
/// explored step by step, and for the classes by which programs talk to the checker.
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use Native::Function as F;
    use jvm::native::touch::Touches::{Accesses, Action};
    Some(match (class, name, descriptor) {
        ("java/lang/Thread", "start", "()V") => Native::Unseen(Action, start),
        ("java/lang/Thread", "join", "(J)V") => Native::Unseen(Action, join),
        ("java/lang/Thread", "isAlive" | "alive", "()Z") => F(Action, is_alive),
        ("java/lang/Thread", "getDefaultUncaughtExceptionHandler", _) => {
            F(Accesses, |vm, _| Watched::new(vm).default_handler())
        }
        ("thinair/Thinair", "choose0", "(I)I") => F(Action, |vm, at| choose(vm, 0, vm.arg_int(at) - 1)),
        ("thinair/Thinair", "discard0", "()V") => F(Action, |vm, _| Watched::new(vm).assume(false)),
        ("thinair/Thinair", "observe0", "(Ljava/lang/String;Ljava/lang/String;)V") => F(Action, observe),
        // Hooks would run after the last thread has ended; ignoring them would miss their effects.
        ("java/lang/Runtime", "addShutdownHook", _) => F(Action, add_shutdown_hook),
        // Class initialisation reads these settings without an action.
        (
            "java/lang/ClassLoader",
            "setDefaultAssertionStatus"
            | "setPackageAssertionStatus"
            | "setClassAssertionStatus"
            | "clearAssertionStatus",
            _,
        ) => F(Action, |_, _| Err(Trap::Unsupported("a class loader that switches assertions".into()))),
        // The class that runs a jcstress test; it is hidden, so no class file can have its name.
        (class, "outcome", "(Ljava/lang/String;)V") if class.contains("$$Jcstress+") => F(Action, outcome),
        // The equivalents in Java PathFinder's API.
        ("gov/nasa/jpf/vm/Verify", "getInt", "(II)I") => {
            F(Action, |vm, at| choose(vm, vm.arg_int(at), vm.arg_int(at + 1)))
        }
        ("gov/nasa/jpf/vm/Verify", "getBoolean", "()Z") => F(Action, |vm, _| choose(vm, 0, 1)),
        ("gov/nasa/jpf/vm/Verify", "ignoreIf", "(Z)V") => F(Action, ignore_if),
        ("thinair/test/Liar", ..) => return crate::touches::liar(name),
        _ => return None,
    })
}

fn choose(vm: &mut Vm<'_>, low: i32, high: i32) -> Result<u64, Trap> {
    Watched::new(vm).choose(low, high)
}

fn observe(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (name, value) = (vm.arg_ref(at), vm.arg_ref(at + 1));
    Watched::new(vm).observe(name, value)
}

fn ignore_if(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let holds = vm.arg_int(at) == 0;
    Watched::new(vm).assume(holds)
}

/// Receives the text of a test's result: the test is over. Threads that are still running do not matter.
fn outcome(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let mut vm = Watched::new(vm);
    // A thread that has begun to exit goes on with it, even if the others have ended since.
    let ends = vm.is_told(|what| what == InternalKind::Exit) || !vm.is_alone_again();
    if ends {
        vm.asks_to_stop(InternalKind::Exit)?;
    }
    let name = vm.arg_ref(at);
    let text = if name.is_null() { "null".to_owned() } else { vm.text(name) };
    Arc::make_mut(&mut vm.vm.st.notes.observed).insert("result".to_owned(), text);
    if ends { Err(Trap::Exit(0)) } else { Ok(0) }
}

fn add_shutdown_hook(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let hook = vm.arg_ref(at + 1);
    // The loggers' hook only closes what they have opened.
    if !hook.is_null() && vm.class_of(hook).name.starts_with("java/util/logging/") {
        return Ok(0);
    }
    Err(Trap::Unsupported("a shutdown hook".into()))
}

fn start(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let mut vm = Watched::new(vm);
    let thread = vm.arg_object(at)?;
    let Some(number) = vm.number_of(thread) else { return vm.start_thread(thread) };
    if number != vm.me && vm.st.threads[number].parent != Some(vm.me) {
        vm.sees_threads();
    }
    vm.forgets_start();
    raise("java/lang/IllegalThreadStateException")
}

/// `Thread.join`, for threads that have certainly been started; for others see `looks.rs`.
fn join(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let mut vm = Watched::new(vm);
    let (thread, millis) = (vm.arg_object(at)?, vm.arg_long(at + 1));
    if millis < 0 {
        return raise_with(ILLEGAL_ARGUMENT, "timeout value is negative");
    }
    // A thread that was never started is not alive.
    let Some(number) = vm.number_of(thread) else {
        vm.strays();
        if vm.has_others() && vm.is_escaped(thread) {
            vm.sees_threads();
        }
        return Ok(0);
    };
    if !vm.is_checked() {
        return Err(Trap::defect("a join outside of the check"));
    }
    // A thread that may be interrupted throws if the other thread was still alive when it looked.
    if millis > 0 || !vm.learns_if_started(number) || vm.may_be_interrupted() {
        vm.sees_threads();
    }
    vm.ask(|| Action::Join(thread_id(number)))?;
    Ok(0)
}

fn is_alive(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let mut vm = Watched::new(vm);
    let thread = vm.arg_object(at)?;
    Ok(u64::from(vm.looks_whether_alive(thread)?))
}

impl Watched<'_, '_> {
    pub(crate) fn facts(&self) -> Facts {
        self.given.facts
    }

    pub(crate) fn learn(&mut self, learn: impl FnOnce(&mut Facts)) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
            learn(&mut exchange.learnt);
        }
    }

    /// Drops the answer to a start: another thread has started the thread first, and the search restarts.
    fn forgets_start(&mut self) {
        if let Some(exchange) = exchange_mut(&mut self.vm.trace)
            && matches!(exchange.answer, Some((Action::Start(_), _)))
        {
            exchange.answer = None;
        }
    }

    /// `Object.wait` (JLS 17.2.1): enters the wait set, releases the monitor, sleeps, reacquires the monitor.
    pub(crate) fn checked_wait(&mut self, object: Ref, millis: i64) -> Result<(), Trap> {
        if let Some(Woken::Wait { object, count, interrupted }) = self.vm.th.woken {
            self.vm.th.woken = None;
            self.vm.th.midway = Some(Midway::Returning { object, count, interrupted });
        }
        match self.vm.th.midway {
            Some(Midway::Leaving { object, count, until }) => {
                self.vm.st.monitors.entry(object).or_default().count = 1;
                self.before_unlock(object)?;
                self.unlock_now(object)?;
                self.vm.th.midway = None;
                // A thread that is interrupted in the wait set leaves it (JLS 17.2.1), even before it has
                // released the monitor.
                if self.get(self.vm.th.current, "interrupted") != 0 {
                    self.vm.st.leave_waiters(object, self.vm.me);
                    self.vm.th.woken = Some(Woken::Wait { object, count, interrupted: true });
                    return Err(Trap::Again);
                }
                self.vm.th.status = Status::Waiting { object, until, count };
                Err(Trap::Wait)
            }
            Some(Midway::Returning { object, count, interrupted }) => {
                self.asks_lock(object)?;
                self.lock_now(object)?;
                self.vm.st.monitors.entry(object).or_default().count = count;
                self.vm.th.midway = interrupted.then_some(Midway::Interrupted);
                if interrupted { Err(Trap::Again) } else { Ok(()) }
            }
            // The interrupt happens-before its detection (JLS 17.4.4).
            Some(Midway::Interrupted) => {
                self.looks_for_interrupt(self.vm.me)?;
                self.vm.th.midway = None;
                self.raises_interrupt()
            }
            _ => self.begin_wait(object, millis),
        }
    }

    /// Whether the pending answer is to an internal action of this kind.
    fn is_told(&self, is_it: impl Fn(InternalKind) -> bool) -> bool {
        exchange_of(&self.vm.trace).is_some_and(
            |exchange| matches!(&exchange.answer, Some((Action::Internal(i), _)) if is_it(i.what)),
        )
    }

    /// Before the execution ends as a whole. All others get their turn first, even inside an atomic call:
    /// what they would still do may refute what the thread assumed on its way here.
    pub(crate) fn asks_to_stop(&mut self, what: InternalKind) -> Result<(), Trap> {
        if self.is_checked() && self.has_others() {
            self.vm.th.notes.inside = 0;
            self.learn(|facts| facts.exits |= what == InternalKind::Exit);
            self.ask_internal(|| internal(what, [None, None]))?;
        }
        Ok(())
    }

    /// Clears the interrupt of the thread and raises the exception.
    fn raises_interrupt(&mut self) -> Result<(), Trap> {
        self.vm.put(self.vm.th.current, "interrupted", 0);
        raise(INTERRUPTED)
    }

    fn begin_wait(&mut self, object: Ref, millis: i64) -> Result<(), Trap> {
        if !self.owns(object) {
            return raise_with(jvm::monitor::NOT_OWNER, "current thread is not owner");
        }
        let since = self.begins_timed(millis > 0);
        let facts = self.facts();
        let (monitor, me) = (MonitorId(object.0), thread_id(self.vm.me));
        let ample = !facts.interrupts && !facts.states_are_seen && since.is_none();
        self.ask_internal(|| Internal {
            acquires: true,
            ample,
            ..internal(
                InternalKind::Wait(monitor),
                [Some(SyncObj::Interrupt(me)), Some(since.unwrap_or(SyncObj::Waiters(monitor)))],
            )
        })?;
        if self.get(self.vm.th.current, "interrupted") != 0 {
            return self.raises_interrupt();
        }
        let nanos = millis.saturating_mul(1_000_000);
        let until = (millis > 0).then(|| self.deadline(nanos));
        self.vm.th.notes.begins_wait(nanos);
        let me = self.vm.me;
        let entry = self.vm.st.monitors.entry(object).or_default();
        let count = entry.count;
        // The order of arrival does not matter: any waiter may be notified.
        let place = entry.waiters.partition_point(|&waiter| waiter < me);
        entry.waiters.insert(place, me);
        self.vm.th.midway = Some(Midway::Leaving { object, count, until });
        Err(Trap::Again)
    }

    /// `notify` and `notifyAll`; `notify` may choose any waiter.
    pub(crate) fn checked_notify(&mut self, object: Ref, all: bool) -> Result<(), Trap> {
        let waiting = self.vm.st.monitors.get(&object).map_or(0, |m| m.waiters.len());
        let (monitor, clock) = (MonitorId(object.0), self.clock_if_seen());
        let choice = self.ask_internal(|| Internal {
            choices: if all { 1 } else { waiting.max(1) as u16 },
            ample: waiting == 0,
            ..internal(InternalKind::Notify { monitor, all }, [Some(SyncObj::Waiters(monitor)), clock])
        })?;
        if all {
            self.wake_waiters(object, true);
        } else if let Some(&chosen) =
            self.vm.st.monitors.get(&object).and_then(|m| m.waiters.get(usize::from(choice)))
        {
            self.vm.st.end_wait(chosen, false);
        }
        Ok(())
    }

    pub(crate) fn asks_park(&mut self, is_timed: bool) -> Result<(), Trap> {
        if self.is_checked() {
            let me = thread_id(self.vm.me);
            let since = self.begins_timed(is_timed).unwrap_or(SyncObj::Interrupt(me));
            self.ask_internal(|| internal(InternalKind::Park, [Some(SyncObj::Permit(me)), Some(since)]))?;
        }
        Ok(())
    }

    /// Before a wait: a timed one ends relative to the time at its beginning, which also decides which of two
    /// timeouts fires first. Returns what the action then touches in addition.
    fn begins_timed(&mut self, is_timed: bool) -> Option<SyncObj> {
        if !is_timed || !self.has_others() {
            return None;
        }
        self.learn(|facts| facts.clock_is_seen = true);
        self.facts().clock_is_seen.then_some(SyncObj::Everything)
    }

    /// What a wake-up touches besides the thread: how long that has waited by then depends on the clock.
    fn clock_if_seen(&self) -> Option<SyncObj> {
        self.facts().clock_is_seen.then_some(SyncObj::Clock)
    }

    pub(crate) fn asks_unpark(&mut self, thread: usize) -> Result<(), Trap> {
        if self.is_checked() {
            let (thread, clock) = (thread_id(thread), self.clock_if_seen());
            self.ask_internal(|| {
                internal(InternalKind::Unpark(thread), [Some(SyncObj::Permit(thread)), clock])
            })?;
        }
        Ok(())
    }

    pub(crate) fn checked_sleep(&mut self, nanos: i64) -> Result<(), Trap> {
        if let Some(Woken::Sleep { interrupted }) = self.vm.th.woken {
            self.vm.th.woken = None;
            return if interrupted { self.sleep_interrupted() } else { Ok(()) };
        }
        self.looks_before_sleep()?;
        if self.get(self.vm.th.current, "interrupted") != 0 {
            return self.sleep_interrupted();
        }
        self.vm.th.notes.begins_wait(nanos);
        if self.facts().states_are_seen {
            self.vm.th.status = Status::Sleeping { until: self.deadline(nanos) };
            return Err(Trap::Wait);
        }
        self.vm.st.clock = self.vm.st.clock.saturating_add(nanos.max(0));
        self.vm.th.notes.ends_wait(0);
        Ok(())
    }

    /// Before a thread sleeps: it checks for an interrupt, and time passes, which others may observe.
    fn looks_before_sleep(&mut self) -> Result<(), Trap> {
        let clock = (self.facts().clock_is_seen && self.has_others()).then_some(SyncObj::Clock);
        if clock.is_some() && !self.facts().interrupts {
            self.ask_internal(|| internal(InternalKind::LooksAtClock, [clock, None]))?;
        }
        self.looks_for_interrupt_and(self.vm.me, clock)
    }

    /// Before it is checked whether a thread was interrupted.
    pub(crate) fn looks_for_interrupt(&mut self, thread: usize) -> Result<(), Trap> {
        self.looks_for_interrupt_and(thread, None)
    }

    /// The same, as an action that also touches `also`.
    fn looks_for_interrupt_and(&mut self, thread: usize, also: Option<SyncObj>) -> Result<(), Trap> {
        if self.facts().interrupts {
            let thread = thread_id(thread);
            self.ask_internal(|| Internal {
                acquires: true,
                ..internal(InternalKind::LooksForInterrupt, [Some(SyncObj::Interrupt(thread)), also])
            })?;
        } else if let Some(exchange) = exchange_mut(&mut self.vm.trace) {
            exchange.looks_for_interrupt += 1;
        }
        Ok(())
    }

    /// Whether this thread is interrupted in some execution, or was interrupted before it was started.
    pub(crate) fn may_be_interrupted(&self) -> bool {
        self.facts().interrupted >> self.vm.me & 1 == 1 || self.get(self.vm.th.current, "interrupted") != 0
    }

    pub(crate) fn asks_interrupt(&mut self, thread: usize) -> Result<(), Trap> {
        if !self.is_checked() {
            return Ok(());
        }
        self.learn(|facts| {
            facts.interrupts = true;
            facts.interrupted |= 1 << thread;
        });
        let waits = match self.vm.st.threads[thread].status {
            Status::Waiting { object, .. } if thread != self.vm.me => {
                Some(SyncObj::Waiters(MonitorId(object.0)))
            }
            _ => None,
        };
        let thread = thread_id(thread);
        self.ask_internal(|| Internal {
            releases: true,
            ..internal(InternalKind::Interrupt(thread), [Some(SyncObj::Interrupt(thread)), waits])
        })?;
        Ok(())
    }

    /// A thread is about to be started. Returns its number.
    pub(crate) fn asks_start(&mut self, thread: Ref) -> Result<usize, Trap> {
        if self.vm.th.is_system {
            return Ok(self.vm.st.threads.len());
        }
        let (me, started) = (self.vm.me, self.vm.th.notes.started);
        let names = exchange_of(&self.vm.trace).map(|exchange| exchange.threads.clone()).unwrap_or_default();
        let number = names.named(me, started);
        if number >= MOST_THREADS {
            return Err(Trap::Unsupported(format!("more than {MOST_THREADS} threads")));
        }
        if self.is_alone_again() {
            self.learn(|facts| facts.starts_again = true);
        }
        if self.vm.is_daemon(thread) {
            self.learn(|facts| facts.daemons = true);
        }
        self.keeps_no_output()?;
        self.ask(|| Action::Start(thread_id(number)))?;
        self.share(thread);
        self.vm.th.notes.started += 1;
        Ok(number)
    }

    /// The thread is about to end.
    pub(crate) fn asks_end(&mut self) -> Result<(), Trap> {
        self.ask(|| Action::End).map(|_| ())
    }

    /// An exception was not caught.
    pub(crate) fn asks_fail(&mut self, exception: Ref) -> Result<(), Trap> {
        if !self.is_checked() {
            return Ok(());
        }
        let assertion = self.is_assertion(self.class_of(exception));
        // A handler takes care of exceptions; a failed assertion is a finding in any case.
        if !assertion && self.is_dispatched(self.vm.th.object, exception) {
            return Ok(());
        }
        self.vm.th.midway = Some(Midway::Uncaught(exception));
        self.fails(exception)?;
        self.vm.th.midway = None;
        Ok(())
    }

    /// Whether the class library dispatches an uncaught exception. If it does not decide the verdict, it
    /// always does: the default is to print it, which takes the monitor of `System.err` and calls methods of
    /// the exception. If it does decide, only where there may be a handler, or one may be set later.
    pub(crate) fn is_dispatched(&self, thread: Ref, exception: Ref) -> bool {
        !self.is_decisive(exception) || self.facts().thread_fields || self.has_handler(thread)
    }

    /// Whether an exception decides the verdict if nothing catches or handles it.
    pub(crate) fn is_decisive(&self, exception: Ref) -> bool {
        match self.is_assertion(self.class_of(exception)) {
            true => self.given.decisive.assertions,
            false => self.given.decisive.exceptions,
        }
    }

    /// Stops before the thread fails.
    pub(crate) fn fails(&mut self, exception: Ref) -> Result<(), Trap> {
        self.names_are_seen();
        let class = self.class_of(exception);
        let assertion = self.is_assertion(class);
        self.ask(|| {
            Action::Fail(match &*class.name {
                ASSERTION_ERROR => Failure::assertion(),
                _ if assertion => Failure::Assertion(class.external_name()),
                _ => Failure::Exception(class.external_name()),
            })
        })?;
        Ok(())
    }

    /// Whether throwables of a class are failed assertions, including those that test libraries derive from
    /// `AssertionError`.
    pub(crate) fn is_assertion(&self, class: ClassRef) -> bool {
        std::iter::successors(Some(class), |class| class.superclass).any(|c| &*c.name == ASSERTION_ERROR)
    }

    /// Whether anything but the class library's own groups handles uncaught exceptions of a thread: a handler
    /// that was set, an override of `getUncaughtExceptionHandler`, or a group of another class among its
    /// group and the groups around it (JLS 11.3).
    fn has_handler(&self, thread: Ref) -> bool {
        const GETTER: (&str, &str) =
            ("getUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;");
        let class = self.vm.lib.known().thread;
        let is_overridden = |c: ClassRef| {
            c.id != class.id
                && c.methods()
                    .iter()
                    .any(|m| (&**self.vm.lib.text(m.name), &**self.vm.lib.text(m.descriptor)) == GETTER)
        };
        if self.get(thread, "uncaughtExceptionHandler") != 0
            || self.get_static(class, "defaultUncaughtExceptionHandler") != 0
            || std::iter::successors(Some(self.class_of(thread)), |c| c.superclass).any(is_overridden)
        {
            return true;
        }
        let holder = self.get_ref(thread, "holder");
        let group = self.get_ref(if holder.is_null() { thread } else { holder }, "group");
        let around = |group: Ref| (!group.is_null()).then_some(group);
        std::iter::successors(around(group), |group| around(self.get_ref(*group, "parent")))
            .any(|group| &*self.class_of(group).name != "java/lang/ThreadGroup")
    }

    /// An exception is about to leave a method.
    pub(crate) fn asks_to_leave(&mut self, frame: &Frame) -> Result<(), Trap> {
        if !frame.lock.is_null() && self.owns(frame.lock) {
            self.before_unlock(frame.lock)?;
        }
        if let Then::Initialised(class, _) = frame.then {
            self.asks_initialised(class)?;
        }
        Ok(())
    }

    /// A constructor is about to return, or an exception to leave it: its final fields are frozen (JLS
    /// 17.5.1).
    pub(crate) fn asks_freeze(&mut self) -> Result<(), Trap> {
        let Some(frame) = self.vm.th.frames.last() else { return Ok(()) };
        let method: MethodRef = frame.method;
        let this = Ref(self.vm.th.stack[frame.base as usize]);
        if !self.freezes() || this.is_null() || **self.vm.lib.text(method.name) != *"<init>" {
            return Ok(());
        }
        let mut done = match self.vm.th.midway {
            Some(Midway::Freezing(done)) => done,
            _ => 0,
        };
        let fields = method.class.fields().iter().filter(|f| !f.is_static() && f.is_final());
        let offsets = |offset: usize| match self.is_torn(this, offset) {
            true => [Some(offset), Some(offset + HIGH)],
            false => [Some(offset), None],
        };
        // Freezes matter only for fields whose accesses are actions.
        let (lib, heap) = (self.vm.lib, &self.vm.st.heap);
        let fields = fields.filter(|f| role_at(lib, heap, this, f.word * 8) == Role::Checked);
        let finals: Vec<usize> = fields.flat_map(|f| offsets(f.word * 8)).flatten().collect();
        while let Some(&offset) = finals.get(done as usize) {
            let loc = loc_of(this, offset)?;
            self.ask(|| Action::Freeze(loc))?;
            done += 1;
            self.vm.th.midway = Some(Midway::Freezing(done));
        }
        self.vm.th.midway = None;
        Ok(())
    }

    /// A static field is read. Every `assert` statement first reads whether assertions are disabled.
    #[cold]
    pub(crate) fn may_assert(&mut self, field: FieldRef, method: MethodRef, offset: u16) {
        if self.given.notes_assertions
            && &**self.vm.lib.text(field.name) == "$assertionsDisabled"
            && is_program(method.class)
            && !self.vm.th.notes.asserted.iter().any(|(known, at)| known.id == method.id && *at == offset)
        {
            self.vm.th.notes.asserted.push((method, offset));
        }
    }

    /// `Thinair.choose`: a number from `low` to `high`.
    fn choose(&mut self, low: i32, high: i32) -> Result<u64, Trap> {
        let ways = i64::from(high) - i64::from(low) + 1;
        if ways <= 0 || ways > i64::from(u16::MAX) {
            return raise_with(ILLEGAL_ARGUMENT, format!("nothing to choose from: {low} to {high}"));
        }
        let choice = self.ask_internal(|| Internal {
            choices: ways as u16,
            ample: true,
            ..internal(InternalKind::Choose, [None, None])
        })?;
        Ok(u64::from(low.wrapping_add(i32::from(choice)) as u32))
    }

    /// `Thinair.assume`: executions in which it is false are discarded.
    fn assume(&mut self, holds: bool) -> Result<u64, Trap> {
        if !holds {
            self.asks_to_stop(InternalKind::Discard)?;
            self.vm.st.notes.is_discarded = true;
            return Err(Trap::Wait);
        }
        Ok(0)
    }

    /// `Thinair.observe`: a part of the outcome. The order matters only if the program may end in between, or
    /// one part is observed twice: the last value counts.
    fn observe(&mut self, name: Ref, value: Ref) -> Result<u64, Trap> {
        let meet = self.facts().observations_meet;
        if (self.facts().ends_early() || meet) && self.has_others() {
            let touches = meet.then_some(SyncObj::Everything);
            self.ask_internal(|| internal(InternalKind::Observe, [None, touches]))?;
        }
        let text = |object: Ref| if object.is_null() { "null".to_owned() } else { self.text(object) };
        let (name, value) = (text(name), text(value));
        if self.has_others() && self.vm.st.notes.observed.get(&name).is_some_and(|known| *known != value) {
            self.learn(|facts| facts.observations_meet = true);
        }
        Arc::make_mut(&mut self.vm.st.notes.observed).insert(name, value);
        Ok(0)
    }
}
