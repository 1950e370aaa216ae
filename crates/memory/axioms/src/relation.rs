//! Sets and relations as this crate uses them: of events, and in cat files of more than these.

use event::Bits;

/// A set of events of an execution.
pub(crate) type EventSet = event::BitSet<u64>;

/// A relation on the events of an execution.
pub(crate) type Relation = event::Relation<u64>;

/// The most events of an execution.
pub(crate) const CAPACITY: usize = <u64 as Bits>::CAPACITY;

/// A set with room for what cat files speak of besides events: initial writes, copies of events, values.
pub(crate) type Set = event::BitSet<u128>;

/// A relation on all this.
pub(crate) type Matrix = event::Relation<u128>;

/// The most elements of these.
pub(crate) const WIDE_CAPACITY: usize = <u128 as Bits>::CAPACITY;
