//! Sets of at most 64 events, and orders kept as one set of predecessors per event.
//!
//! **Promises** that an [`Order`] is transitively closed and has no cycle after every successful change. **Does not**
//! check that event numbers are below 64; the engine refuses to add a 65th event.

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

/// The most events a graph can hold.
pub(crate) const CAPACITY: usize = 64;

/// A set of events, bit `i` for event `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EventSet(pub u64);

impl EventSet {
    /// No event.
    pub const EMPTY: EventSet = EventSet(0);

    /// One event.
    pub fn one(event: usize) -> Self {
        EventSet(1 << event)
    }

    /// All events with a smaller number.
    pub fn below(event: usize) -> Self {
        EventSet(1u64.checked_shl(event as u32).map_or(u64::MAX, |bit| bit - 1))
    }

    /// Whether it is a member.
    pub fn contains(self, event: usize) -> bool {
        self.0 >> event & 1 == 1
    }

    /// Adds a member.
    pub fn insert(&mut self, event: usize) {
        self.0 |= 1 << event;
    }

    /// Takes a member away.
    pub fn remove(&mut self, event: usize) {
        self.0 &= !(1 << event);
    }

    /// Whether there is no member.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many members there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The member with the largest number.
    pub fn last(self) -> Option<usize> {
        self.0.checked_ilog2().map(|bit| bit as usize)
    }

    /// The members of `kept`, renumbered as if only `kept` existed.
    pub(crate) fn compress(self, kept: EventSet) -> Self {
        let mut bits = self.0 & kept.0;
        // Above the largest kept number nothing has to move.
        let mut gone = !kept.0 & EventSet::below(kept.last().map_or(0, |last| last + 1)).0;
        while let Some(top) = EventSet(gone).last() {
            let low = (1u64 << top) - 1;
            bits = bits & low | bits >> 1 & !low;
            gone &= low;
        }
        EventSet(bits)
    }
}

impl Iterator for EventSet {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let first = (self.0 != 0).then(|| self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl BitOr for EventSet {
    type Output = EventSet;
    fn bitor(self, other: EventSet) -> EventSet {
        EventSet(self.0 | other.0)
    }
}

impl BitOrAssign for EventSet {
    fn bitor_assign(&mut self, other: EventSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for EventSet {
    type Output = EventSet;
    fn bitand(self, other: EventSet) -> EventSet {
        EventSet(self.0 & other.0)
    }
}

impl Sub for EventSet {
    type Output = EventSet;
    fn sub(self, other: EventSet) -> EventSet {
        EventSet(self.0 & !other.0)
    }
}

impl From<Option<usize>> for EventSet {
    fn from(event: Option<usize>) -> EventSet {
        event.map_or(EventSet::EMPTY, EventSet::one)
    }
}

/// A strict partial order: for each event, everything before it.
#[derive(Debug, Clone, Default)]
pub struct Order(Vec<EventSet>);

impl Order {
    /// Everything before an event.
    pub fn before(&self, event: usize) -> EventSet {
        self.0.get(event).copied().unwrap_or_default()
    }

    /// Forgets everything and holds `len` unrelated events.
    pub fn reset(&mut self, len: usize) {
        self.0.clear();
        self.0.resize(len, EventSet::EMPTY);
    }

    /// Records direct predecessors without closing; [`Order::close`] must follow.
    pub fn relate(&mut self, before: EventSet, event: usize) {
        self.0[event] |= before;
    }

    /// Adds the newest event, which nothing follows.
    pub fn append(&mut self, before: EventSet, event: usize) {
        debug_assert_eq!(event, self.0.len(), "events are added one by one");
        let row = before.fold(before, |row, b| row | self.0[b]);
        self.0.push(row);
    }

    /// Adds `before` → `event` → `after`. False, and nothing changed, if that closes a cycle.
    pub fn insert(&mut self, before: EventSet, event: usize, after: EventSet) -> bool {
        let gain = before.fold(before | self.0[event], |gain, b| gain | self.0[b]);
        if gain.contains(event) || !(gain & after).is_empty() {
            return false;
        }
        self.0[event] = gain;
        let gain = gain | EventSet::one(event);
        let reached = after | EventSet::one(event);
        for (other, row) in self.0.iter_mut().enumerate() {
            if after.contains(other) || !(*row & reached).is_empty() {
                *row |= gain;
            }
        }
        true
    }

    /// Closes transitively (Warshall); false if there is a cycle.
    pub fn close(&mut self) -> bool {
        for via in 0..self.0.len() {
            let row = self.0[via];
            for other in &mut self.0 {
                if other.contains(via) {
                    *other |= row;
                }
            }
        }
        self.0.iter().enumerate().all(|(event, row)| !row.contains(event))
    }

    /// Becomes a copy, keeping its allocation.
    pub(crate) fn assign(&mut self, other: &Order) {
        self.0.clone_from(&other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressing_keeps_the_order_of_what_is_kept() {
        let kept = EventSet(0b1011_0110);
        assert_eq!(EventSet(0b1001_0100).compress(kept), EventSet(0b1_0110));
        assert_eq!(EventSet(u64::MAX).compress(EventSet(u64::MAX)), EventSet(u64::MAX));
        assert_eq!(EventSet(1 << 63).compress(EventSet(1 << 63)), EventSet(1));
    }

    #[test]
    fn an_insertion_is_the_closure_and_a_cycle_is_refused_without_a_trace() {
        let mut order = Order::default();
        order.reset(4);
        assert!(order.insert(EventSet::one(0), 1, EventSet::EMPTY));
        assert!(order.insert(EventSet::one(2), 3, EventSet::EMPTY));
        assert!(order.insert(EventSet::one(1), 2, EventSet::EMPTY));
        assert_eq!(order.before(3), EventSet(0b111));
        assert!(!order.insert(EventSet::one(3), 0, EventSet::EMPTY));
        assert!(!order.insert(EventSet::EMPTY, 3, EventSet::one(1)));
        assert_eq!(order.before(0), EventSet::EMPTY);
        let mut again = Order::default();
        again.reset(3);
        again.relate(EventSet::one(0), 1);
        again.relate(EventSet::one(1), 2);
        assert!(again.close());
        again.relate(EventSet::one(2), 0);
        assert!(!again.close());
    }
}
