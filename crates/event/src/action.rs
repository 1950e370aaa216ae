//! Actions: the points at which a machine stops and waits for an answer (JLS §17.4.2 and the access modes of `VarHandle`).

use crate::{Fence, Loc, MonitorId, ReadMode, RmwMode, SyncObj, ThreadId, Value, WriteMode};

/// A value together with the identity of the write that stored it.
///
/// `tag` is 0 while only values matter, so that writes of equal values may be merged; a search that must tell
/// executions apart passes a schedule-independent non-zero name of the write.
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
    /// `getAndAdd` where locations hold the lowest so many bits of a number and zeros above.
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
        /// Whether it may fail although the values are equal.
        may_fail_spuriously: bool,
    },
}

impl RmwOp {
    /// The value to write when the location holds `old`; `None` when a compare-and-set fails, which is then a
    /// read and nothing else.
    pub fn apply(self, old: Value) -> Option<Value> {
        // Locations touched by arithmetic updates hold Java ints: wrap at 32 bits (JLS §4.2.2).
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

/// Why a thread ended abruptly. Program state, not an error of the tool.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// An `AssertionError`, by its class name: a failed `assert`, or what test libraries derive from it.
    Assertion(String),
    /// An exception nobody caught, by its class name.
    Exception(String),
    /// The program ended itself with this status, which is not 0.
    Exit(i32),
}

impl Failure {
    /// A failed `assert`.
    pub fn assertion() -> Failure {
        Failure::Assertion("AssertionError".to_owned())
    }

    /// The Java class of the throwable, or what ended the program.
    pub fn class(&self) -> &str {
        match self {
            Failure::Assertion(class) | Failure::Exception(class) => class,
            Failure::Exit(_) => "System.exit",
        }
    }
}

/// An action on state that belongs to the machine, not to the memory: wait sets, permits, class initialisation, choices of the
/// program. The machine performs it; the engine decides when and, if there are several ways, how.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Internal {
    /// What it is, in the words of a report.
    pub what: InternalKind,
    /// What it touches: actions on different objects commute.
    pub touches: [Option<SyncObj>; 2],
    /// Whether what was released to the first object happens-before it.
    pub acquires: bool,
    /// Whether it is released to the first object.
    pub releases: bool,
    /// In how many ways it can be performed.
    pub choices: u16,
    /// Whether performing it first, before anything another thread might do, loses no behaviour.
    pub ample: bool,
}

impl Internal {
    /// Whether a thread that might wake up spuriously is answered that it never will.
    pub fn stays_asleep(&self, answer: Answer) -> bool {
        self.what == InternalKind::WakesSpuriously && answer == Answer::Choice(1)
    }
}

/// What an [`Internal`] action does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InternalKind {
    /// Enters the wait set of an object, before the monitor is left.
    Wait(MonitorId),
    /// Takes one or all threads out of a wait set.
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
    /// A thread that was unblocked goes on.
    GoesOn,
    /// Enters `park`, and leaves it at once if there is a permit.
    Park,
    /// Gives a thread the permit to leave `park`.
    Unpark(ThreadId),
    /// Interrupts a thread.
    Interrupt(ThreadId),
    /// Looks at its interrupt status; sleeping does the same.
    LooksForInterrupt,
    /// Looks at the clock, or sleeps where others look at it.
    LooksAtClock,
    /// Looks at the status of a thread, named by the thread object or the part of it that holds the status.
    LooksAtThread(MonitorId),
    /// Acts on a thread that had not been started when the acting thread came there; or looks at all threads.
    ActsOnThread(MonitorId),
    /// Finds a monitor taken, so that others see it blocked.
    Blocks(MonitorId),
    /// Reads a variable that the machine keeps instead of the memory.
    ReadsKept(Loc),
    /// Writes one.
    WritesKept(Loc),
    /// Updates one; a compare-and-set only if it holds the expected value.
    UpdatesKept {
        /// Where.
        loc: Loc,
        /// The expected value of a compare-and-set; nothing for other updates.
        expected: Option<Value>,
    },
    /// Begins to initialise a class.
    Initialise(u32),
    /// Has initialised a class, or failed to.
    Initialised(u32),
    /// Uses a class that is initialised.
    UsesClass(u32),
    /// Uses what the machine keeps for an object besides its fields: the position of a file, the classes of a loader.
    Native(MonitorId),
    /// The program lets the checker choose.
    Choose,
    /// The program observes a part of the outcome; it might also end before that.
    Observe,
    /// The program says that this execution does not count.
    Discard,
    /// The program ends, whatever its other threads are about to do.
    Exit,
}

impl InternalKind {
    /// Whether no thread acts after it.
    pub fn ends_all(self) -> bool {
        matches!(self, InternalKind::Discard | InternalKind::Exit)
    }
}

/// What a thread is about to do. The engine decides when, the memory model with which answer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Action {
    /// Read a location. Answered by [`Answer::Value`].
    Read {
        /// Where.
        loc: Loc,
        /// How.
        mode: ReadMode,
    },
    /// Write a location.
    Write {
        /// Where.
        loc: Loc,
        /// How.
        mode: WriteMode,
        /// What.
        value: Value,
    },
    /// Read and write a location in one indivisible step. Answered by [`Answer::Rmw`].
    Rmw {
        /// Where.
        loc: Loc,
        /// How.
        mode: RmwMode,
        /// What.
        op: RmwOp,
    },
    /// A fence.
    Fence(Fence),
    /// The constructor that set this final field ends, normally or not: the field is frozen (JLS §17.5.1).
    Freeze(Loc),
    /// Enter a monitor; waits while another thread owns it.
    Lock(MonitorId),
    /// Leave a monitor.
    Unlock(MonitorId),
    /// Start a thread.
    Start(ThreadId),
    /// Wait until a thread has ended.
    Join(ThreadId),
    /// Synchronisation or a choice whose state the machine itself keeps. Answered by [`Answer::Choice`].
    Internal(Internal),
    /// An external action (JLS §17.4.2): output the environment can see.
    External(Value),
    /// The thread fails; it goes on only to unwind (release monitors) and end.
    Fail(Failure),
    /// The last action of a thread.
    End,
}

impl Action {
    /// Whether two actions are the same; of internal actions only the kind is compared, since the rest may have changed since it was asked.
    pub fn is_same(&self, other: &Action) -> bool {
        match (self, other) {
            (Action::Internal(a), Action::Internal(b)) => a.what == b.what,
            _ => self == other,
        }
    }
}

/// What the machine is told when its action has been performed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Performed; nothing to tell.
    Done,
    /// The value a read saw.
    Value(Value),
    /// The value an atomic update saw, and whether it wrote.
    Rmw {
        /// The value before.
        old: Value,
        /// False for a failed compare-and-set.
        written: bool,
    },
    /// In which way an internal action was performed.
    Choice(u16),
}
