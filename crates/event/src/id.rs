//! Identifiers. Each is a number chosen by the machine, and none depends on the schedule (see
//! [`crate::ThreadPath`] and [`crate::ObjectName`] for the underlying names).

use std::fmt;

/// A thread of the checked program, numbered densely from 0 in an order that does not depend on the schedule.
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

/// The 64 bits that a location or a register holds. Only the machine knows the type; models copy and compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Value(pub i64);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An object, identified by the thread that initialises it and a number from 1. A reference is a [`Value`]
/// that encodes it; 0 is `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId {
    /// The thread that runs its constructor.
    pub creator: ThreadId,
    /// Its number among the objects of that thread.
    pub number: u32,
}

impl ObjectId {
    /// The reference to this object.
    pub fn reference(self) -> Value {
        Value(i64::from(self.creator.0) << 32 | i64::from(self.number))
    }

    /// The object a reference refers to; `None` for `null`.
    pub fn referred(reference: Value) -> Option<ObjectId> {
        let (creator, number) = (ThreadId((reference.0 >> 32) as u16), reference.0 as u32);
        (number != 0).then_some(ObjectId { creator, number })
    }
}

/// The object that a synchronisation action acts on. The synchronisation order is kept per object, since JLS
/// §17.4.4 relates only actions on the same object.
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
    /// The freeze of a final field. It is no synchronisation object of the JLS, since no action acquires from
    /// it as a whole, but it carries what its constructor knew (§17.5.1).
    Freeze(Loc),
    /// The wait set of an object (JLS §17.2).
    Waiters(MonitorId),
    /// The permit of a thread to return from `park`; it gives no happens-before edge.
    Permit(ThreadId),
    /// The interrupt status of a thread.
    Interrupt(ThreadId),
    /// The initialisation of a class (JLS §12.4.2), by a number that the machine assigns.
    Class(u32),
    /// The clock; it gives no happens-before edge.
    Clock,
    /// Anything that other threads may touch. Occurs in footprints only; nothing is released to it or
    /// acquired from it.
    Everything,
}
