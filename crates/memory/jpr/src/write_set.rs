//! Write sets: the writes that some iteration has seen, with their values (Fig. 5, `GlobalWriteSet`).

use event::{Loc, ThreadId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The identity ⟨kind, thread, location, n⟩ of a plain write across executions (Sect. III). The kind is
/// always *write*: volatile writes are never chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriteId {
    /// The location.
    pub loc: Loc,
    /// The thread, and how many plain writes to the location it performed before; `None` for the default
    /// write.
    pub by: Option<(ThreadId, u32)>,
}

impl WriteId {
    /// The default write of a location.
    pub fn default_of(loc: Loc) -> Self {
        WriteId { loc, by: None }
    }
}

/// Writes with all values they were seen to have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WriteSet(BTreeMap<WriteId, BTreeSet<Value>>);

impl WriteSet {
    pub(crate) fn insert(&mut self, id: WriteId, value: Value) {
        self.0.entry(id).or_default().insert(value);
    }

    /// Adds the writes of `old`; returns whether there are more than `old` has.
    pub(crate) fn absorb(&mut self, old: &WriteSet) -> bool {
        for (id, values) in &old.0 {
            self.0.entry(*id).or_default().extend(values);
        }
        self != old
    }

    /// The writes to a location, each with its values.
    pub fn of(&self, loc: Loc) -> impl Iterator<Item = (WriteId, &BTreeSet<Value>)> {
        let first = WriteId::default_of(loc);
        self.0.range(first..).take_while(move |(id, _)| id.loc == loc).map(|(id, values)| (*id, values))
    }

    /// All values of a location.
    pub fn values(&self, loc: Loc) -> BTreeSet<Value> {
        self.of(loc).flat_map(|(_, values)| values).copied().collect()
    }

    /// The number of pairs of write and value: `WS` of Fig. 14.
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Whether nothing was ever written or read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The location with the most values, and their number.
    pub(crate) fn richest(&self) -> Option<(Loc, usize)> {
        let locs: BTreeSet<Loc> = self.0.keys().map(|id| id.loc).collect();
        locs.into_iter().map(|loc| (loc, self.values(loc).len())).max_by_key(|(_, n)| *n)
    }
}
