//! What JPR remembers of a path besides the machine's state: the metadata of Sect. III, in canonical form.
//!
//! The paper keeps `ActionSet`, `HBSet`, `ImposeSet`, `Read` and `Write` of the whole path. Its rules ask
//! only: whether a write happened and with which value; whether another write to the location lies between it
//! and a reader; whether a read that saw a future write happens-before it. So we keep for each write the
//! views that know it and those from which it is hidden, and for each imposed future write the views that
//! know one of its readers. Two paths that agree in this and in the machine's state have the same future, so
//! states can be matched (erratum J1: the paper's implementation kept metadata outside the matched state).

use crate::view::{View, ViewSet, Views};
use crate::write_set::WriteId;
use event::{Loc, SyncState, ThreadId, Value};
use std::collections::BTreeMap;

/// A plain write of this path.
///
/// Invariant: `hidden` ⊆ `known`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct PastWrite {
    value: Value,
    /// The views it happens-before.
    known: ViewSet,
    /// The views that know another write to the location that happens-after it.
    hidden: ViewSet,
}

/// A value that some read has seen of a future write.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Imposed {
    value: Value,
    /// The views that know a read that saw it.
    readers: ViewSet,
}

/// How a read may see a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// It has happened, with this value.
    Past(Value),
    /// It has happened and is hidden.
    Hidden,
    /// It may still happen.
    Future,
}

/// The metadata of one path. Its `Ord` has no meaning beyond equality.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Path {
    pub(crate) sync: SyncState,
    /// The latest values of volatile variables; in the SC run, of all variables. Missing entries have the
    /// default value.
    latest: BTreeMap<Loc, Value>,
    /// The number of plain writes of each thread to each location: the next `n` of a [`WriteId`].
    counts: BTreeMap<(ThreadId, Loc), u32>,
    /// The plain writes. The default write is listed once its location has been written; until then it is
    /// visible to all.
    writes: BTreeMap<WriteId, PastWrite>,
    /// Imposed writes that have not happened yet. The others were checked when they happened.
    imposed: BTreeMap<WriteId, Imposed>,
}

impl Path {
    /// The empty path.
    pub(crate) fn new(sync: SyncState) -> Path {
        Path { sync, ..Path::default() }
    }

    pub(crate) fn latest(&self, loc: Loc) -> Option<Value> {
        self.latest.get(&loc).copied()
    }

    pub(crate) fn set_latest(&mut self, loc: Loc, value: Value) {
        self.latest.insert(loc, value);
    }

    /// Makes everything that happens-before `from` happen-before `to` from now on.
    pub(crate) fn pass(&mut self, from: View, to: View) {
        for write in self.writes.values_mut() {
            write.known.pass(from, to);
            write.hidden.pass(from, to);
        }
        self.imposed.values_mut().for_each(|imposed| imposed.readers.pass(from, to));
    }

    /// Counts the thread's next plain write to the location and returns its name.
    pub(crate) fn next_write(&mut self, thread: ThreadId, loc: Loc) -> WriteId {
        let count = self.counts.entry((thread, loc)).or_default();
        *count += 1;
        WriteId { loc, by: Some((thread, *count - 1)) }
    }

    /// A plain write (Fig. 8, lines 39–48); `None` if it violates what was imposed on it.
    pub(crate) fn write(
        &mut self,
        thread: ThreadId,
        loc: Loc,
        value: Value,
        initial: Value,
    ) -> Option<WriteId> {
        let id = self.next_write(thread, loc);
        let view = Views::thread(thread);
        if let Some(imposed) = self.imposed.remove(&id) {
            // Line 40: the imposed value is not justified. Line 43: a read that saw this write happens-before
            // it.
            if imposed.value != value || imposed.readers.contains(view) {
                return None;
            }
        }
        let default = PastWrite { value: initial, known: ViewSet::ALL, hidden: ViewSet::default() };
        self.writes.entry(WriteId::default_of(loc)).or_insert(default);
        for (_, older) in self.writes_to_mut(loc).filter(|(_, older)| older.known.contains(view)) {
            older.hidden.insert(view);
        }
        let mut known = ViewSet::default();
        known.insert(view);
        self.writes.insert(id, PastWrite { value, known, hidden: ViewSet::default() });
        Some(id)
    }

    /// How the thread would see a write (Fig. 8, lines 51–59).
    pub(crate) fn sight(&self, thread: ThreadId, id: WriteId, initial: Value) -> Sight {
        match self.writes.get(&id) {
            Some(write) if write.hidden.contains(Views::thread(thread)) => Sight::Hidden,
            Some(write) => Sight::Past(write.value),
            None if id.by.is_none() => Sight::Past(initial),
            None => Sight::Future,
        }
    }

    /// The thread reads `value` from a future write (lines 59–61); returns false if another value is already
    /// imposed on it.
    pub(crate) fn impose(&mut self, thread: ThreadId, id: WriteId, value: Value) -> bool {
        let fresh = Imposed { value, readers: ViewSet::default() };
        let imposed = self.imposed.entry(id).or_insert(fresh);
        imposed.readers.insert(Views::thread(thread));
        imposed.value == value
    }

    /// Whether no imposed value is open: `ImposeSet ⊆ ActionSet`.
    pub(crate) fn is_closed(&self) -> bool {
        self.imposed.is_empty()
    }

    /// The plain writes of this path to a location.
    pub(crate) fn writes_to(&self, loc: Loc) -> impl Iterator<Item = WriteId> {
        self.writes.range(WriteId::default_of(loc)..).map(|(id, _)| *id).take_while(move |id| id.loc == loc)
    }

    fn writes_to_mut(&mut self, loc: Loc) -> impl Iterator<Item = (&WriteId, &mut PastWrite)> {
        self.writes.range_mut(WriteId::default_of(loc)..).take_while(move |(id, _)| id.loc == loc)
    }

    /// The values that an observer that has joined all threads may read: writes without a write that
    /// happens-after them.
    pub(crate) fn finals(&self, loc: Loc, initial: Value) -> Vec<Value> {
        if let Some(latest) = self.latest(loc) {
            return vec![latest];
        }
        let visible = |id: WriteId| self.writes.get(&id).filter(|w| w.hidden.is_empty()).map(|w| w.value);
        let mut finals: Vec<Value> = self.writes_to(loc).filter_map(visible).collect();
        if finals.is_empty() {
            finals.push(initial);
        }
        finals.sort_unstable();
        finals.dedup();
        finals
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Loc = Loc(0);
    const T0: ThreadId = ThreadId(0);
    const T1: ThreadId = ThreadId(1);

    #[test]
    fn a_write_is_hidden_from_whoever_knows_a_later_one() {
        let mut path = Path::default();
        let first = path.write(T0, X, Value(1), Value(0)).unwrap();
        let second = path.write(T0, X, Value(2), Value(0)).unwrap();
        assert_eq!(path.sight(T1, first, Value(0)), Sight::Past(Value(1)));
        path.pass(Views::thread(T0), Views::thread(T1));
        assert_eq!(path.sight(T1, first, Value(0)), Sight::Hidden);
        assert_eq!(path.sight(T1, second, Value(0)), Sight::Past(Value(2)));
        assert_eq!(path.sight(T1, WriteId::default_of(X), Value(0)), Sight::Hidden);
        assert_eq!(path.finals(X, Value(0)), [Value(2)]);
    }

    #[test]
    fn an_imposed_write_must_have_the_value_and_not_follow_its_reader() {
        let mut path = Path::default();
        let id = WriteId { loc: X, by: Some((T1, 0)) };
        assert!(path.impose(T0, id, Value(1)));
        assert!(!path.clone().impose(T0, id, Value(2)));
        assert_eq!(path.clone().write(T1, X, Value(2), Value(0)), None);
        let mut justified = path.clone();
        assert_eq!(justified.write(T1, X, Value(1), Value(0)), Some(id));
        assert!(justified.is_closed());
        path.pass(Views::thread(T0), Views::thread(T1));
        assert_eq!(path.write(T1, X, Value(1), Value(0)), None);
    }

    #[test]
    fn unordered_writes_are_all_final() {
        let mut path = Path::default();
        path.write(T0, X, Value(1), Value(0)).unwrap();
        path.write(T1, X, Value(2), Value(0)).unwrap();
        assert_eq!(path.finals(X, Value(0)), [Value(1), Value(2)]);
    }
}
