//! Sets of events, and orders stored as one set of predecessors per event.
//!
//! An exploration begins with sets of one word. When a graph is full, all graphs are converted to the next of
//! four sizes ([`Size256`], [`Size1024`], [`Size4096`]), and the exploration goes on; so small graphs cost
//! what they cost if there were no others. **Promises** that an [`Order`] is transitively closed and acyclic
//! after every successful change. **Does not** check that events fit; the engine converts before they do not.

use event::{Bits, Relation, Wide};

/// Sets of up to 256 events.
pub type Size256 = Wide<4>;
/// Sets of up to 1024 events.
pub type Size1024 = Wide<16>;
/// Sets of up to 4096 events.
pub type Size4096 = Wide<64>;

/// The most events that a graph can hold.
pub const MOST_EVENTS: usize = <Size4096 as Bits>::CAPACITY;

/// A set of events.
pub type EventSet<B = u64> = event::BitSet<B>;

/// A strict partial order, as the relation from each event to everything before it.
#[derive(Debug, Clone, Default)]
pub struct Order<B: Bits = u64>(Relation<B>);

impl<B: Bits> Order<B> {
    /// Everything before an event.
    pub fn before(&self, event: usize) -> EventSet<B> {
        if event < self.0.len() { self.0.after(event) } else { EventSet::EMPTY }
    }

    /// Resets to `len` unrelated events.
    pub fn reset(&mut self, len: usize) {
        self.0.reset(len);
    }

    /// Records direct predecessors without closing; must be followed by [`Order::close`].
    pub fn relate(&mut self, before: EventSet<B>, event: usize) {
        self.0.insert_all(event, before);
    }

    /// Adds the newest event, which precedes nothing.
    pub fn append(&mut self, before: EventSet<B>, event: usize) {
        debug_assert_eq!(event, self.0.len(), "events are added one by one");
        let row = before.fold(before, |row, b| row | self.0.after(b));
        self.0.push(row);
    }

    /// Adds `before` → `event` → `after`. Returns `false`, and changes nothing, if that closes a cycle.
    pub fn insert(&mut self, before: EventSet<B>, event: usize, after: EventSet<B>) -> bool {
        let gain = before.fold(before | self.0.after(event), |gain, b| gain | self.0.after(b));
        if gain.contains(event) || !(gain & after).is_empty() {
            return false;
        }
        self.0.insert_all(event, gain);
        let gain = gain | EventSet::one(event);
        let reached = after | EventSet::one(event);
        for (other, row) in self.0.rows_mut().iter_mut().enumerate() {
            if after.contains(other) || !(*row & reached).is_empty() {
                *row |= gain;
            }
        }
        true
    }

    /// Closes transitively. Returns `false` if there is a cycle.
    pub fn close(&mut self) -> bool {
        self.0.close();
        self.0.reflexive().is_none()
    }

    /// The same order in another size.
    pub(crate) fn widened<C: Bits>(&self) -> Order<C> {
        let mut order = Order::<C>::default();
        (0..self.0.len()).for_each(|event| order.0.push(self.0.after(event).widened()));
        order
    }

    /// Makes this a copy of `other`, reusing its allocation.
    pub(crate) fn assign(&mut self, other: &Order<B>) {
        self.0.assign(&other.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::BitSet;

    #[test]
    fn an_insertion_is_the_closure_and_a_cycle_is_refused_without_a_trace() {
        let mut order = Order::<u64>::default();
        order.reset(4);
        assert!(order.insert(EventSet::one(0), 1, EventSet::EMPTY));
        assert!(order.insert(EventSet::one(2), 3, EventSet::EMPTY));
        assert!(order.insert(EventSet::one(1), 2, EventSet::EMPTY));
        assert_eq!(order.before(3), BitSet(0b111));
        assert!(!order.insert(EventSet::one(3), 0, EventSet::EMPTY));
        assert!(!order.insert(EventSet::EMPTY, 3, EventSet::one(1)));
        assert_eq!(order.before(0), EventSet::EMPTY);
        let mut again = Order::<u64>::default();
        again.reset(3);
        again.relate(EventSet::one(0), 1);
        again.relate(EventSet::one(1), 2);
        assert!(again.close());
        again.relate(EventSet::one(2), 0);
        assert!(!again.close());
    }
}
