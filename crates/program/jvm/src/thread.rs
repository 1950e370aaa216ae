//! The life of a thread: start, body, uncaught exceptions, end (JLS 17.4.2, java.lang.Thread).

use crate::class::ClassRef;
use crate::class::MethodRef;
use crate::code::Code;
use crate::heap::{Creator, Ref};
use crate::state::{Frame, Midway, Status, Then, Thread, Woken};
use crate::trace::Traced;
use crate::trap::{Trap, raise};
use crate::vm::Vm;
use triomphe::Arc;

/// The `eetop` of a thread that the class library starts and that is never scheduled here.
const NEVER_RUNS: u64 = 1 << 40;

/// Other stack sizes are clamped to this range.
const SMALLEST_STACK: usize = 1 << 17;
const LARGEST_STACK: usize = 1 << 30;

/// Bits of `Thread.threadStatus` (`jdk.internal.misc.VM.toThreadState`).
#[expect(missing_docs, reason = "the names say it")]
pub mod java_status {
    pub const TERMINATED: u64 = 0x0002;
    pub const RUNNABLE: u64 = 0x0005;
    pub const BLOCKED: u64 = 0x0401;
    pub const WAITING: u64 = 0x0091;
    pub const TIMED_WAITING: u64 = 0x00a1;
}

/// The status of a thread as seen by `getState`.
pub fn status_of(thread: &Thread) -> u64 {
    let returns = matches!(thread.woken, Some(Woken::Wait { .. }))
        || matches!(thread.midway, Some(Midway::Returning { .. }));
    match thread.status {
        // A thread that returns from `wait` has to reacquire the monitor.
        Status::Runnable if thread.contends || returns => java_status::BLOCKED,
        Status::Runnable | Status::Initialising(_) => java_status::RUNNABLE,
        Status::Blocked(_) => java_status::BLOCKED,
        Status::Waiting { until: None, .. } | Status::Parked { until: None } => java_status::WAITING,
        Status::Waiting { .. } | Status::Parked { .. } | Status::Sleeping { .. } => {
            java_status::TIMED_WAITING
        }
        Status::Ended => java_status::TERMINATED,
    }
}

/// The only frame of a thread that has not begun.
pub(crate) fn first_frame(
    method: MethodRef,
    arguments: &[u64],
    then: Then,
) -> Result<(Frame, Vec<u64>), Trap> {
    let code = Code::of(method)?;
    let mut stack = arguments.to_vec();
    stack.resize(code.max_locals + code.max_stack + 64, 0);
    let frame = Frame { method, code, pc: 0, base: 0, sp: code.max_locals as u32, lock: Ref::NULL, then };
    Ok((frame, stack))
}

impl Vm<'_> {
    /// The number of a running or started thread.
    pub(crate) fn thread_number(&self, thread: Ref) -> Option<usize> {
        if thread.is_null() {
            return None;
        }
        let number = self.get(thread, "eetop").checked_sub(1)? as usize;
        (number < self.st.threads.len()).then_some(number)
    }

    /// The number of a started thread, even if it has ended.
    pub fn number_of(&self, thread: Ref) -> Option<usize> {
        if thread == self.th.object {
            return Some(self.me);
        }
        self.st.threads.iter().position(|t| t.object == thread)
    }

    /// The number of a thread that another one acts on. An observed thread may end before the action is
    /// performed.
    pub fn started_number(&self, thread: Ref) -> Option<usize> {
        if self.is_observed() && !thread.is_null() {
            self.number_of(thread)
        } else {
            self.thread_number(thread)
        }
    }

    /// `Thread.start0`.
    pub fn start_thread(&mut self, thread: Ref) -> Result<u64, Trap> {
        if self.get(thread, "eetop") != 0 {
            return raise("java/lang/IllegalThreadStateException");
        }
        // The reference handler, finalizer, cleaners and the like exist but are never scheduled.
        let class = self.class_of(thread);
        if self.st.heap.is_booting() || &*class.name == "jdk/internal/misc/InnocuousThread" {
            self.put(thread, "eetop", NEVER_RUNS);
            self.set_java_status(thread, java_status::WAITING);
            return Ok(0);
        }
        let number = match self.observer() {
            Some(observer) => observer.before_start(self, thread)?,
            None => self.st.threads.len(),
        };
        self.start_as(thread, number)
    }

    fn start_as(&mut self, thread: Ref, number: usize) -> Result<u64, Trap> {
        let class = self.class_of(thread);
        let (run, descriptor) = (self.lib.symbol("run"), self.lib.symbol("()V"));
        let method = self
            .look_up(class, run, descriptor)
            .ok_or_else(|| Trap::Unsupported(format!("a thread without run(): {}", class.name)))?;
        let (frame, stack) = first_frame(method, &[thread.0], Then::ThreadEnds)?;
        let mut new = Thread::new(thread, Creator::thread(number));
        new.frames.push(frame);
        new.stack = stack;
        new.parent = Some(self.me);
        new.midway = method.is_synchronized().then_some(Midway::Enters);
        new.is_daemon = self.is_daemon(thread);
        new.stack_bytes = self.stack_size(thread);
        self.put(thread, "eetop", number as u64 + 1);
        self.set_java_status(thread, java_status::RUNNABLE);
        // Placeholders for threads that others have yet to start.
        while self.st.threads.len() <= number {
            let mut nobody = Thread::new(Ref::NULL, Creator::thread(self.st.threads.len()));
            nobody.status = Status::Ended;
            self.st.threads.push(Arc::new(nobody));
        }
        self.st.threads[number] = Arc::new(new);
        if self.trace.is_some() {
            self.note(Traced::Start(number));
        }
        Ok(0)
    }

    /// The object with a thread's daemon flag, status and stack size: the thread itself until release 18, its
    /// holder since.
    fn holder(&self, thread: Ref) -> Ref {
        let holder = self.get_ref(thread, "holder");
        if holder.is_null() { thread } else { holder }
    }

    /// Whether a thread is a daemon, or will be one when it is started.
    pub fn is_daemon(&self, thread: Ref) -> bool {
        self.get(self.holder(thread), "daemon") != 0
    }

    /// The stack size passed to the constructor; 0 means the default.
    fn stack_size(&self, thread: Ref) -> Option<usize> {
        let size = self.get(self.holder(thread), "stackSize") as i64;
        (size > 0).then_some((size as usize).clamp(SMALLEST_STACK, LARGEST_STACK))
    }

    fn set_java_status(&mut self, thread: Ref, status: u64) {
        let holder = self.holder(thread);
        // Called after every turn: an unconditional write would copy a page each time.
        if self.get(holder, "threadStatus") != status {
            self.put(holder, "threadStatus", status);
        }
    }

    /// Publishes the thread's status for Java's `getState`.
    pub(crate) fn publish_status(&mut self) {
        // A thread that has returned from a wait enters the monitor before it can look at itself.
        let status = match self.th.status {
            Status::Runnable => java_status::RUNNABLE,
            _ => status_of(&self.th),
        };
        let thread = self.th.object;
        if !thread.is_null() {
            self.set_java_status(thread, status);
        }
    }

    /// The body of the thread has returned or failed.
    pub(crate) fn thread_ends(&mut self, exception: Option<Ref>) -> Result<(), Trap> {
        let thread = self.th.object;
        if let Some(exception) = exception {
            if self.me == 0 {
                self.st.main_failed = true;
            }
            if self.observer().is_some_and(|observer| !observer.is_dispatched(self, thread, exception)) {
                return self.thread_exits();
            }
            let method = self.system_method(
                "java/lang/Thread",
                "dispatchUncaughtException",
                "(Ljava/lang/Throwable;)V",
            )?;
            return self.enter_with(method, &[thread.0, exception.0], Then::ThreadDispatched);
        }
        self.thread_exits()
    }

    /// Lets the class library remove the thread from its group.
    pub fn thread_exits(&mut self) -> Result<(), Trap> {
        // Nothing else that the library does here is observable.
        let is_seen = self.observer().is_none_or(|observer| observer.runs_bodies(self));
        if !is_seen && !self.is_in_scope() {
            return self.thread_ended();
        }
        let (thread, exit) = (self.th.object, self.system_method("java/lang/Thread", "exit", "()V")?);
        self.enter_with(exit, &[thread.0], Then::ThreadEnded)
    }

    /// Whether a scope of structured concurrency waits for the thread, or the thread has opened one (JDK 21
    /// and later).
    fn is_in_scope(&self) -> bool {
        let container = self.get_ref(self.th.object, "container");
        let is_root = |class: ClassRef| &*class.name == "jdk/internal/vm/ThreadContainers$RootContainer";
        let is_scope = !container.is_null()
            && !std::iter::successors(Some(self.class_of(container)), |class| class.superclass).any(is_root);
        is_scope || self.get(self.th.object, "headStackableScopes") != 0
    }

    /// A synchronized `run` enters the monitor of the thread before its first instruction.
    pub(crate) fn enter_run(&mut self) -> Result<(), Trap> {
        let (thread, frame) = (self.th.object, self.th.frames.last());
        let Some(method) = frame.map(|frame| frame.method) else { return Ok(()) };
        self.lock(thread, method)?;
        self.th.midway = None;
        if let Some(frame) = self.th.frames.last_mut() {
            frame.lock = thread;
        }
        Ok(())
    }

    /// The last action of a thread: all threads that join it continue. It is done under the thread's own
    /// monitor, so that no thread that has seen it alive begins to wait afterwards.
    pub(crate) fn thread_ended(&mut self) -> Result<(), Trap> {
        let thread = self.th.object;
        self.th.frames.clear();
        self.th.midway = None;
        self.th.is_ending = true;
        if let Some(observer) = self.observer() {
            observer.before_end(self)?;
        }
        if self.lock_now(thread).is_err() {
            return Ok(());
        }
        self.th.is_ending = false;
        self.th.status = Status::Ended;
        self.put(thread, "eetop", 0);
        self.set_java_status(thread, java_status::TERMINATED);
        self.wake_waiters(thread, true);
        self.unlock_now(thread).expect("the monitor was just taken");
        if self.trace.is_some() {
            self.note(Traced::End);
        }
        Ok(())
    }
}
