//! Race pairs: what both forms of the race-pair closure, over states and over executions, record about the
//! races found.

use crate::{Loc, ThreadId, Value};

/// A read and a write that raced, as far as the closure remembers them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RacePair {
    /// The thread of the read.
    pub reader: ThreadId,
    /// The thread of the write.
    pub writer: ThreadId,
    /// The location.
    pub loc: Loc,
    /// The value written.
    pub value: Value,
}

impl RacePair {
    /// The least possible pair of this reader, not greater than any other.
    pub fn first_of(reader: ThreadId) -> RacePair {
        RacePair { reader, writer: ThreadId(0), loc: Loc(0), value: Value(i64::MIN) }
    }
}
