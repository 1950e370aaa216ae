//! Identifiers. Each is a number chosen by the machine; none depends on the schedule (see [`crate::ThreadPath`]
//! and [`crate::ObjectName`] for the names behind them).

use std::fmt;

/// A thread of the program under check, numbered densely from 0 in an order the schedule cannot change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ThreadId(pub u16);

impl ThreadId {
    /// The number as an index into per-thread tables.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// A shared memory location: a field, an array element or a static.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loc(pub u64);

/// A monitor (the lock of an object).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MonitorId(pub u64);

/// The 64 bits a location or a register holds. The machine knows the type; models only copy and compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(pub i64);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An object by the thread that initialises it and a number of its own, from 1. A reference is a [`Value`] that holds it;
/// 0 is `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The thread that runs its constructor.
    pub creator: ThreadId,
    /// Its number.
    pub number: u32,
}

impl ObjectId {
    /// The reference to it.
    pub fn reference(self) -> Value {
        Value(i64::from(self.creator.0) << 32 | i64::from(self.number))
    }

    /// The object a reference refers to; `None` for `null`.
    pub fn referred(reference: Value) -> Option<ObjectId> {
        let (creator, number) = (ThreadId((reference.0 >> 32) as u16), reference.0 as u32);
        (number != 0).then_some(ObjectId { creator, number })
    }
}

/// What a synchronisation action synchronises on. The synchronisation order is kept per object
/// (JLS §17.4.4 relates only actions on the same object).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SyncObj {
    /// A volatile variable.
    Volatile(Loc),
    /// A monitor.
    Monitor(MonitorId),
    /// The start of a thread.
    Start(ThreadId),
    /// The end of a thread.
    End(ThreadId),
    /// The freeze of a final field: no synchronisation object of the JLS, since nobody acquires from it as a whole, but
    /// something that knows what its constructor knew (§17.5.1).
    Freeze(Loc),
    /// The threads that wait to be notified on an object (JLS §17.2).
    Waiters(MonitorId),
    /// The permit of a thread to leave `park`; nothing happens-before by it.
    Permit(ThreadId),
    /// That a thread was interrupted.
    Interrupt(ThreadId),
    /// The initialisation of a class (JLS §12.4.2), by a number of the machine's own.
    Class(u32),
    /// The clock; nothing happens-before by it.
    Clock,
    /// Whatever others may touch: in a footprint only. Nothing is released to it or acquired from it.
    Everything,
}
