//! Race pairs: what the closure remembers of the races it has seen.

use event::{Loc, ThreadId, Value};
use std::collections::{BTreeMap, BTreeSet};

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
    /// Not after any pair of this reader.
    pub(super) fn first_of(reader: ThreadId) -> RacePair {
        RacePair { reader, writer: ThreadId(0), loc: Loc(0), value: Value(i64::MIN) }
    }
}

/// A set of race pairs, by reader and location.
#[derive(Debug, Clone, Default)]
pub(super) struct Pairs(BTreeMap<(ThreadId, Loc), BTreeSet<(ThreadId, Value)>>);

impl Pairs {
    /// The writers and values that reads of `loc` by `reader` may see in a race.
    pub(super) fn of(&self, reader: ThreadId, loc: Loc) -> Option<&BTreeSet<(ThreadId, Value)>> {
        self.0.get(&(reader, loc))
    }

    pub(super) fn insert(&mut self, pair: RacePair) {
        self.0.entry((pair.reader, pair.loc)).or_default().insert((pair.writer, pair.value));
    }
}
