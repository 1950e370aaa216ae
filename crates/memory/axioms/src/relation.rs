//! The sets and relations of this crate: on events and, for cat files, on further elements.

use event::Bits;

/// A set of events of an execution.
pub(crate) type EventSet = event::BitSet<u64>;

/// A relation on the events of an execution.
pub(crate) type Relation = event::Relation<u64>;

/// The maximum number of events of an execution.
pub(crate) const CAPACITY: usize = <u64 as Bits>::CAPACITY;

/// A set with room for the elements of cat files besides events: initial writes, copies of events, values.
pub(crate) type Set = event::BitSet<u128>;

/// A relation on these elements.
pub(crate) type Matrix = event::Relation<u128>;

/// The maximum number of these elements.
pub(crate) const WIDE_CAPACITY: usize = <u128 as Bits>::CAPACITY;
