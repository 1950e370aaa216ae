//! Identifiers. Each is a number chosen by the machine; none depends on the schedule (see [`crate::ThreadPath`]
//! and [`crate::ObjectName`] for the names behind them).

use std::fmt;

/// A thread of the program under check, numbered densely from 0 in an order the schedule cannot change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
}
