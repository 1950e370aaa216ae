//! Monitors, `wait` and `notify`, parking and sleeping (JLS 17.1, 17.2; JVMS monitorenter, monitorexit).

use crate::class::MethodRef;
use crate::heap::Ref;
use crate::state::{Entered, Monitor, Status, Woken};
use crate::trace::Traced;
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;

/// Thrown in a thread that does not own a monitor.
pub const NOT_OWNER: &str = "java/lang/IllegalMonitorStateException";
/// Thrown in a thread that was interrupted.
pub const INTERRUPTED: &str = "java/lang/InterruptedException";

impl Vm<'_> {
    /// A method enters a monitor, or waits until it is free.
    pub(crate) fn lock(&mut self, object: Ref, by: MethodRef) -> Result<(), Trap> {
        if let Some(observer) = self.observer() {
            observer.before_lock(self, object, by)?;
            return self.lock_now(object);
        }
        self.lock_unobserved(object)
    }

    fn lock_unobserved(&mut self, object: Ref) -> Result<(), Trap> {
        let owner = self.st.monitors.get(&object).and_then(|monitor| monitor.owner);
        if owner.is_none_or(|owner| owner == self.me) {
            self.act(|| Traced::Lock(object))?;
        }
        self.lock_now(object)
    }

    /// Enters a monitor as a part of another operation, or waits until it is free.
    pub fn lock_now(&mut self, object: Ref) -> Result<(), Trap> {
        let owner = self.st.monitors.get(&object).and_then(|monitor| monitor.owner);
        if owner.is_some_and(|owner| owner != self.me) {
            self.th.status = Status::Blocked(object);
            return Err(Trap::Wait);
        }
        let monitor = self.st.monitors.entry(object).or_default();
        monitor.owner = Some(self.me);
        monitor.count += 1;
        self.th.contends = false;
        Ok(())
    }

    /// Exits a monitor.
    pub(crate) fn unlock(&mut self, object: Ref) -> Result<(), Trap> {
        if self.owns(object) {
            self.before_unlock(object)?;
        }
        self.unlock_now(object)
    }

    /// Announces that the thread is about to exit a monitor that it owns.
    pub fn before_unlock(&mut self, object: Ref) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.before_unlock(self, object),
            None => self.act(|| Traced::Unlock(object)),
        }
    }

    /// Exits a monitor as a part of another operation, such as an exception that leaves a method.
    pub fn unlock_now(&mut self, object: Ref) -> Result<(), Trap> {
        let me = self.me;
        let Some(monitor) = self.st.monitors.get_mut(&object).filter(|m| m.owner == Some(me)) else {
            return raise_with(NOT_OWNER, "current thread is not owner");
        };
        monitor.count -= 1;
        if monitor.count == 0 {
            monitor.owner = None;
            monitor.entered = Entered::default();
            self.monitor_is_free(object);
        }
        Ok(())
    }

    pub(crate) fn monitor_is_free(&mut self, object: Ref) {
        if self.st.monitors.get(&object).is_some_and(|m| *m == Monitor::default()) {
            self.st.monitors.remove(&object);
        }
        for i in 0..self.st.threads.len() {
            if i != self.me && self.st.threads[i].status == Status::Blocked(object) {
                self.st.thread_mut(i).status = Status::Runnable;
            }
        }
    }

    /// Whether the running thread owns a monitor.
    #[inline]
    pub fn owns(&self, object: Ref) -> bool {
        self.st.monitors.get(&object).is_some_and(|m| m.owner == Some(self.me))
    }

    /// The time this many nanoseconds from now.
    pub fn deadline(&self, nanos: i64) -> i64 {
        self.st.clock.saturating_add(nanos.max(0))
    }

    /// `Object.wait`: executed once to go to sleep and once more, by the woken thread, to come back (JLS
    /// 17.2.1).
    pub(crate) fn wait(&mut self, object: Ref, millis: i64) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.wait(self, object, millis),
            None => self.wait_unobserved(object, millis),
        }
    }

    /// `Object.wait` without an observer.
    pub fn wait_unobserved(&mut self, object: Ref, millis: i64) -> Result<(), Trap> {
        if let Some(Woken::Wait { object: waited, count, interrupted }) = self.th.woken
            && waited == object
        {
            self.lock_unobserved(object)?;
            self.st.monitors.entry(object).or_default().count = count;
            self.th.woken = None;
            if interrupted {
                self.put(self.th.current, "interrupted", 0);
                return raise(INTERRUPTED);
            }
            return Ok(());
        }
        if !self.owns(object) {
            return raise_with(NOT_OWNER, "current thread is not owner");
        }
        if self.get(self.th.current, "interrupted") != 0 {
            self.put(self.th.current, "interrupted", 0);
            return raise(INTERRUPTED);
        }
        self.act(|| Traced::Wait(object))?;
        let monitor = self.st.monitors.entry(object).or_default();
        let count = std::mem::take(&mut monitor.count);
        monitor.owner = None;
        monitor.waiters.push(self.me);
        self.monitor_is_free(object);
        let until = (millis > 0).then(|| self.deadline(millis.saturating_mul(1_000_000)));
        self.th.status = Status::Waiting { object, until, count };
        Err(Trap::Wait)
    }

    /// `notify` and `notifyAll`.
    pub(crate) fn notify(&mut self, object: Ref, all: bool) -> Result<(), Trap> {
        if !self.owns(object) {
            return raise_with(NOT_OWNER, "current thread is not owner");
        }
        if let Some(observer) = self.observer() {
            return observer.notify(self, object, all);
        }
        self.act(|| Traced::Notify(object))?;
        self.wake_waiters(object, all);
        Ok(())
    }

    /// Removes one or all threads from an object's wait set.
    pub fn wake_waiters(&mut self, object: Ref, all: bool) {
        while let Some(&thread) = self.st.monitors.get(&object).and_then(|m| m.waiters.first()) {
            self.st.end_wait(thread, false);
            if !all {
                break;
            }
        }
    }

    /// `Unsafe.park`.
    pub(crate) fn park(&mut self, is_absolute: bool, time: i64) -> Result<(), Trap> {
        if self.th.woken == Some(Woken::Park) {
            self.th.woken = None;
            return Ok(());
        }
        if let Some(observer) = self.observer() {
            observer.before_park(self, is_absolute || time != 0)?;
        }
        let interrupted = self.get(self.th.current, "interrupted") != 0;
        if std::mem::take(&mut self.th.permit) || interrupted || time < 0 || (is_absolute && time == 0) {
            return Ok(());
        }
        let until = match (is_absolute, time) {
            (false, 0) => None,
            (false, nanos) => Some(self.deadline(nanos)),
            (true, millis) => {
                let ahead = self.observer().map_or(0, |observer| observer.clock_ahead(self));
                Some(nanos_of_epoch_millis(millis).saturating_add(ahead))
            }
        };
        if let Some(until) = until {
            self.th.notes.begins_wait(until.saturating_sub(self.st.clock));
        }
        self.th.status = Status::Parked { until };
        if self.trace.is_some() {
            self.note(Traced::Park);
        }
        Err(Trap::Wait)
    }

    /// `Unsafe.unpark`.
    pub fn unpark(&mut self, thread: Ref) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.unpark(self, thread),
            None => self.unpark_unobserved(thread),
        }
    }

    /// `Unsafe.unpark` without an observer.
    pub fn unpark_unobserved(&mut self, thread: Ref) -> Result<(), Trap> {
        if let Some(number) = self.started_number(thread) {
            if self.trace.is_some() {
                self.note(Traced::Unpark(number));
            }
            self.unpark_now(number);
        }
        Ok(())
    }

    /// Gives a thread its permit, or wakes it if it is parked.
    pub fn unpark_now(&mut self, thread: usize) {
        if thread == self.me {
            self.th.permit = true;
            return;
        }
        let other = self.st.thread_mut(thread);
        if let Status::Parked { .. } = other.status {
            self.st.notes_end_of_wait(thread);
            let other = self.st.thread_mut(thread);
            other.status = Status::Runnable;
            other.woken = Some(Woken::Park);
        } else {
            other.permit = true;
        }
    }

    /// `Thread.sleep`.
    pub(crate) fn sleep(&mut self, nanos: i64) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.sleep(self, nanos),
            None => self.sleep_unobserved(nanos),
        }
    }

    /// `Thread.sleep` without an observer.
    pub fn sleep_unobserved(&mut self, nanos: i64) -> Result<(), Trap> {
        if let Some(Woken::Sleep { interrupted }) = self.th.woken {
            self.th.woken = None;
            return if interrupted { self.sleep_interrupted() } else { Ok(()) };
        }
        if self.get(self.th.current, "interrupted") != 0 {
            return self.sleep_interrupted();
        }
        self.th.status = Status::Sleeping { until: self.deadline(nanos) };
        Err(Trap::Wait)
    }

    /// Throws `InterruptedException` in a thread that was interrupted while it slept.
    pub fn sleep_interrupted(&mut self) -> Result<(), Trap> {
        self.put(self.th.current, "interrupted", 0);
        raise_with(INTERRUPTED, "sleep interrupted")
    }

    /// Wakes a thread that was interrupted; Java code has set its flag.
    pub(crate) fn interrupt(&mut self, thread: usize) -> Result<(), Trap> {
        if self.trace.is_some() {
            self.note(Traced::Interrupt(thread));
        }
        if thread == self.me {
            return Ok(());
        }
        self.st.notes_end_of_wait(thread);
        match self.st.threads[thread].status {
            Status::Waiting { .. } => self.st.end_wait(thread, true),
            Status::Parked { .. } => {
                let other = self.st.thread_mut(thread);
                other.status = Status::Runnable;
                other.woken = Some(Woken::Park);
            }
            Status::Sleeping { .. } => {
                let other = self.st.thread_mut(thread);
                other.status = Status::Runnable;
                other.woken = Some(Woken::Sleep { interrupted: true });
            }
            _ => {}
        }
        Ok(())
    }
}

impl crate::state::State {
    /// Removes a thread from the wait set of an object.
    pub fn leave_waiters(&mut self, object: Ref, thread: usize) {
        let is_empty = self.monitors.get_mut(&object).is_some_and(|monitor| {
            monitor.waiters.retain(|&w| w != thread);
            *monitor == Monitor::default()
        });
        if is_empty {
            self.monitors.remove(&object);
        }
    }

    /// Removes a thread from the wait set it is in; it must reacquire the monitor before it continues.
    pub fn end_wait(&mut self, thread: usize, interrupted: bool) {
        let Status::Waiting { object, count, .. } = self.threads[thread].status else { return };
        self.leave_waiters(object, thread);
        self.notes_end_of_wait(thread);
        let other = self.thread_mut(thread);
        other.status = Status::Runnable;
        other.woken = Some(Woken::Wait { object, count, interrupted });
    }

    /// Ends the timed wait of a thread.
    pub fn time_out(&mut self, thread: usize) {
        self.notes_end_of_wait(thread);
        match self.threads[thread].status {
            Status::Waiting { .. } => self.end_wait(thread, false),
            Status::Parked { .. } => {
                let other = self.thread_mut(thread);
                other.status = Status::Runnable;
                other.woken = Some(Woken::Park);
            }
            Status::Sleeping { .. } => {
                let other = self.thread_mut(thread);
                other.status = Status::Runnable;
                other.woken = Some(Woken::Sleep { interrupted: false });
            }
            _ => {}
        }
    }

    /// The time as seen by the program. It advances with every look, so that loops that wait for a time end.
    fn read_clock(&mut self) -> i64 {
        self.clock_was_read = true;
        self.clock = self.clock.saturating_add(NANOS_OF_LOOK);
        self.clock
    }

    /// Notes that a timed wait of a thread ends, before it does.
    fn notes_end_of_wait(&mut self, thread: usize) {
        let left = match self.threads[thread].status {
            Status::Waiting { until: Some(until), .. }
            | Status::Parked { until: Some(until) }
            | Status::Sleeping { until } => until.saturating_sub(self.clock).max(0),
            _ => return,
        };
        if self.threads[thread].notes.waits_for > 0 {
            self.thread_mut(thread).notes.ends_wait(left);
        }
    }
}

impl Vm<'_> {
    /// The time as seen by the running thread, in nanoseconds.
    pub(crate) fn look_at_clock(&mut self) -> Result<i64, Trap> {
        let observed_time = match self.observer() {
            Some(observer) => observer.looks_at_clock(self)?,
            None => None,
        };
        Ok(observed_time.unwrap_or_else(|| self.st.read_clock()))
    }
}

/// The virtual clock's value at a time of day.
fn nanos_of_epoch_millis(millis: i64) -> i64 {
    millis.saturating_sub(EPOCH_MILLIS).saturating_mul(1_000_000)
}

/// How far the virtual clock advances per look at it.
pub const NANOS_OF_LOOK: i64 = 1000;

/// The time of day when the virtual clock starts: 2020-01-01T00:00:00Z.
pub(crate) const EPOCH_MILLIS: i64 = 1_577_836_800_000;
