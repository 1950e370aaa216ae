//! Actions: the points at which a machine stops and waits for an answer (JLS §17.4.2 and the access modes of
//! `VarHandle`).

use crate::{Fence, Loc, MonitorId, ReadMode, RmwMode, SyncObj, ThreadId, Value, WriteMode};

/// A value together with the identity of the write that stored it.
///
/// `tag` is 0 where only values matter, so that writes of equal values can be merged. A search that must
/// distinguish executions passes a non-zero name of the write that does not depend on the schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Written {
    /// The value stored.
    pub value: Value,
    /// The name of the write, or 0.
    pub tag: u32,
}

/// The function an atomic read-modify-write applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RmwOp {
    /// `getAndSet`.
    Set(Value),
    /// `getAndAdd` (32-bit wrapping).
    Add(Value),
    /// `getAndAdd` on locations that hold only this many low bits of a number, with zeros above.
    AddBits(Value, u8),
    /// `getAndBitwiseOr`.
    Or(Value),
    /// `getAndBitwiseAnd`.
    And(Value),
    /// `getAndBitwiseXor`.
    Xor(Value),
    /// `compareAndSet`, `compareAndExchange`. `may_fail_spuriously` for the `weak…` variants.
    CompareAndSet {
        /// Written only if the location holds this value.
        expected: Value,
        /// The value to write.
        new: Value,
        /// Whether it may fail even if the values are equal.
        may_fail_spuriously: bool,
    },
}

impl RmwOp {
    /// Returns the value to write when the location holds `old`; `None` for a failed compare-and-set, which
    /// is only a read.
    pub fn apply(self, old: Value) -> Option<Value> {
        // Arithmetic updates act on Java ints, which wrap at 32 bits (JLS §4.2.2).
        let int = |v: i64| Value(i64::from(v as i32));
        match self {
            RmwOp::Set(v) => Some(v),
            RmwOp::Add(v) => Some(int(old.0.wrapping_add(v.0))),
            RmwOp::AddBits(v, bits) => {
                let mask = u64::MAX.checked_shr(64 - u32::from(bits)).unwrap_or(0);
                Some(Value((old.0.wrapping_add(v.0) as u64 & mask) as i64))
            }
            RmwOp::Or(v) => Some(Value(old.0 | v.0)),
            RmwOp::And(v) => Some(Value(old.0 & v.0)),
            RmwOp::Xor(v) => Some(Value(old.0 ^ v.0)),
            RmwOp::CompareAndSet { expected, new, .. } => (old == expected).then_some(new),
        }
    }
}

/// Why a thread ended abruptly. This is a behaviour of the program, not an error of the tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// An `AssertionError` or a subclass, by its class name: a failed `assert`, or an assertion of a test
    /// library.
    Assertion(String),
    /// An uncaught exception, by its class name.
    Exception(String),
    /// The program exited with this non-zero status.
    Exit(i32),
}

impl Failure {
    /// A failed `assert`.
    pub fn assertion() -> Failure {
        Failure::Assertion("AssertionError".to_owned())
    }

    /// Returns the Java class of the throwable, or what ended the program.
    pub fn class(&self) -> &str {
        match self {
            Failure::Assertion(class) | Failure::Exception(class) => class,
            Failure::Exit(_) => "System.exit",
        }
    }
}

/// An action on state that the machine keeps, not the memory: wait sets, permits, class initialisation,
/// choices of the program. The machine performs it; the engine decides when and, if there are several ways,
/// how.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Internal {
    /// The kind of action, as reports name it.
    pub what: InternalKind,
    /// The objects it touches. Actions on different objects commute.
    pub touches: [Option<SyncObj>; 2],
    /// Whether everything released to the first object happens-before it.
    pub acquires: bool,
    /// Whether it is released to the first object.
    pub releases: bool,
    /// The number of ways in which it can be performed.
    pub choices: u16,
    /// Whether performing it before anything another thread might do loses no behaviour.
    pub ample: bool,
}

impl Internal {
    /// Whether this answer tells a thread that might wake up spuriously that it never will.
    pub fn stays_asleep(&self, answer: Answer) -> bool {
        self.what == InternalKind::WakesSpuriously && answer == Answer::Choice(1)
    }
}

/// What an [`Internal`] action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InternalKind {
    /// Enters the wait set of an object, before the monitor is released.
    Wait(MonitorId),
    /// Removes one or all threads from a wait set.
    Notify {
        /// The object.
        monitor: MonitorId,
        /// `notifyAll`.
        all: bool,
    },
    /// A timed wait ends by its timeout.
    TimesOut,
    /// A wait ends by a spurious wake-up (JLS §17.2.1).
    WakesSpuriously,
    /// A thread that was unblocked continues.
    GoesOn,
    /// Enters `park`, and returns at once if there is a permit.
    Park,
    /// Gives a thread the permit to return from `park`.
    Unpark(ThreadId),
    /// Interrupts a thread.
    Interrupt(ThreadId),
    /// Checks its own interrupt status, as sleeping does too.
    LooksForInterrupt,
    /// Reads the clock, or sleeps where others read it.
    LooksAtClock,
    /// Reads the status of a thread, identified by the thread object or the part of it that holds the status.
    LooksAtThread(MonitorId),
    /// Acts on a thread that had not been started when the acting thread reached this point, or looks at all
    /// threads.
    ActsOnThread(MonitorId),
    /// Finds a monitor taken, so that other threads see this one as blocked.
    Blocks(MonitorId),
    /// Reads a variable that is kept by the machine instead of the memory.
    ReadsKept(Loc),
    /// Writes such a variable.
    WritesKept(Loc),
    /// Updates such a variable; a compare-and-set writes only if it holds the expected value.
    UpdatesKept {
        /// The variable.
        loc: Loc,
        /// The expected value of a compare-and-set; `None` for other updates.
        expected: Option<Value>,
    },
    /// Starts to initialise a class.
    Initialise(u32),
    /// Has initialised a class, or failed to do so.
    Initialised(u32),
    /// Uses a class that is initialised.
    UsesClass(u32),
    /// Uses state that the machine keeps for an object besides its fields: the position of a file, the
    /// classes of a loader.
    Native(MonitorId),
    /// The program asks the checker to make a choice.
    Choose,
    /// The program observes a part of the outcome; it might also end before that.
    Observe,
    /// The program declares that this execution does not count.
    Discard,
    /// The program exits, whatever its other threads are about to do.
    Exit,
}

impl InternalKind {
    /// Whether what it touches does not depend on what other threads have done since the thread reached it.
    /// Only kinds for which that is known are listed.
    pub fn touches_the_same(self) -> bool {
        match self {
            InternalKind::Wait(_)
            | InternalKind::Notify { .. }
            | InternalKind::TimesOut
            | InternalKind::WakesSpuriously
            | InternalKind::GoesOn
            | InternalKind::Park
            | InternalKind::Unpark(_)
            | InternalKind::LooksForInterrupt
            | InternalKind::ReadsKept(_)
            | InternalKind::WritesKept(_)
            | InternalKind::UpdatesKept { .. }
            | InternalKind::Initialise(_)
            | InternalKind::Initialised(_)
            | InternalKind::UsesClass(_)
            | InternalKind::Native(_)
            | InternalKind::Choose
            | InternalKind::Observe => true,
            InternalKind::Interrupt(_)
            | InternalKind::LooksAtClock
            | InternalKind::LooksAtThread(_)
            | InternalKind::ActsOnThread(_)
            | InternalKind::Blocks(_)
            | InternalKind::Discard
            | InternalKind::Exit => false,
        }
    }

    /// Whether no thread acts after it.
    pub fn ends_all(self) -> bool {
        matches!(self, InternalKind::Discard | InternalKind::Exit)
    }
}

/// The next action of a thread. The engine decides when it is performed, the memory model with which answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// Read a location. Answered by [`Answer::Value`].
    Read {
        /// The location.
        loc: Loc,
        /// The access mode.
        mode: ReadMode,
    },
    /// Write a location.
    Write {
        /// The location.
        loc: Loc,
        /// The access mode.
        mode: WriteMode,
        /// The value.
        value: Value,
    },
    /// Read and write a location in one indivisible step. Answered by [`Answer::Rmw`].
    Rmw {
        /// The location.
        loc: Loc,
        /// The access mode.
        mode: RmwMode,
        /// The update function.
        op: RmwOp,
    },
    /// A fence.
    Fence(Fence),
    /// The constructor that set this final field ends, normally or not: the field is frozen (JLS §17.5.1).
    Freeze(Loc),
    /// Enter a monitor; blocks while another thread owns it.
    Lock(MonitorId),
    /// Leave a monitor.
    Unlock(MonitorId),
    /// Start a thread.
    Start(ThreadId),
    /// Wait until a thread has ended.
    Join(ThreadId),
    /// Synchronisation or a choice whose state the machine itself keeps. Answered by [`Answer::Choice`].
    Internal(Internal),
    /// An external action (JLS §17.4.2): output that the environment can see.
    External(Value),
    /// The thread fails. It continues only to unwind (release monitors) and end.
    Fail(Failure),
    /// The last action of a thread.
    End,
}

impl Action {
    /// Whether two actions are the same. Only the kind of internal actions is compared, since the rest may
    /// have changed since the action was reported.
    pub fn is_same(&self, other: &Action) -> bool {
        match (self, other) {
            (Action::Internal(a), Action::Internal(b)) => a.what == b.what,
            _ => self == other,
        }
    }
}

/// The result of an action, passed to the machine when the action has been performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Performed, without a result.
    Done,
    /// The value a read saw.
    Value(Value),
    /// The value that an atomic update saw, and whether it wrote.
    Rmw {
        /// The value before.
        old: Value,
        /// False for a failed compare-and-set.
        written: bool,
    },
    /// The way in which an internal action was performed.
    Choice(u16),
}
