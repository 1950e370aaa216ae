//! Race pairs: what the closure remembers about the races it has seen.

use event::{Loc, RacePair, ThreadId, Value};
use std::collections::{BTreeMap, BTreeSet};

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
