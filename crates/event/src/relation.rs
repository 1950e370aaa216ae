//! Sets of events and binary relations on them as bit sets and bit matrices, for small executions.
//!
//! One implementation for axioms, cat files, execution graphs and legality, for at most 64 events (`u64`),
//! 128 (`u128`), or more ([`crate::Wide`]). **Promises** that operations are total and exact, and that a
//! reported cycle is a shortest one through some event. **Does not** check that events are within the
//! capacity, nor that operands have the same size: executions that are too large must be rejected on entry.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

/// An unsigned integer with one bit per possible event.
pub trait Bits:
    Copy
    + Debug
    + Default
    + Ord
    + Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The maximum number of events.
    const CAPACITY: usize;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// All bits.
    const ALL: Self;
    /// The number of set bits.
    fn count(self) -> usize;
    /// The lowest set bit; [`Bits::CAPACITY`] if there is none.
    fn lowest(self) -> usize;
    /// The highest set bit.
    fn highest(self) -> Option<usize>;
    /// Clears the lowest set bit. There must be one.
    fn without_lowest(self) -> Self;

    /// A single bit.
    #[inline]
    fn bit(event: usize) -> Self {
        Self::ONE << event
    }

    /// All lower bits.
    #[inline]
    fn below(event: usize) -> Self {
        if event >= Self::CAPACITY { Self::ALL } else { !(Self::ALL << event) }
    }

    /// Whether a bit is set.
    #[inline]
    fn test(&self, event: usize) -> bool {
        (*self >> event) & Self::ONE == Self::ONE
    }

    /// Sets a bit.
    #[inline]
    fn put(&mut self, event: usize) {
        *self |= Self::ONE << event;
    }

    /// Clears a bit.
    #[inline]
    fn take(&mut self, event: usize) {
        *self &= !(Self::ONE << event);
    }
}

macro_rules! bits {
    ($($number:ty),*) => { $(
        impl Bits for $number {
            const CAPACITY: usize = <$number>::BITS as usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const ALL: Self = <$number>::MAX;
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn highest(self) -> Option<usize> {
                self.checked_ilog2().map(|bit| bit as usize)
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & (self - 1)
            }
        }
    )* };
}

bits!(u64, u128);

/// A set of events, bit `i` for event `i`. As an iterator, it yields its members, lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BitSet<B>(pub B);

impl<B: Bits> BitSet<B> {
    /// The empty set.
    pub const EMPTY: Self = BitSet(B::ZERO);
    /// The set of all possible events.
    pub const ALL: Self = BitSet(B::ALL);

    /// A set of one event.
    #[inline]
    pub fn one(event: usize) -> Self {
        BitSet(B::bit(event))
    }

    /// All events with a smaller number.
    #[inline]
    pub fn below(event: usize) -> Self {
        BitSet(B::below(event))
    }

    /// Whether the event is a member.
    #[inline]
    pub fn contains(self, event: usize) -> bool {
        self.0.test(event)
    }

    /// Adds a member.
    #[inline]
    pub fn insert(&mut self, event: usize) {
        self.0.put(event);
    }

    /// Removes a member.
    #[inline]
    pub fn remove(&mut self, event: usize) {
        self.0.take(event);
    }

    /// Whether the set is empty.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == B::ZERO
    }

    /// The number of members.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count()
    }

    /// The member with the smallest number.
    #[inline]
    pub fn first(self) -> Option<usize> {
        (!self.is_empty()).then(|| self.0.lowest())
    }

    /// The member with the largest number.
    #[inline]
    pub fn last(self) -> Option<usize> {
        self.0.highest()
    }

    /// The members of `kept`, renumbered as if only `kept` existed.
    pub fn compress(self, kept: Self) -> Self {
        // Shifting is expensive where a set has many words.
        if B::CAPACITY > u128::CAPACITY {
            let kept = kept.enumerate();
            return kept.filter(|(_, event)| self.contains(*event)).map(|(at, _)| at).collect();
        }
        let mut set = self & kept;
        // Nothing above the largest kept number has to move.
        let mut gone = BitSet::below(kept.last().map_or(0, |last| last + 1)) - kept;
        while let Some(top) = gone.last() {
            let low = BitSet::below(top);
            set = (set & low) | (BitSet(set.0 >> 1) - low);
            gone = gone & low;
        }
        set
    }
}

impl<B: Bits> Iterator for BitSet<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.first()?;
        self.0 = self.0.without_lowest();
        Some(first)
    }
}

impl<B: Bits> FromIterator<usize> for BitSet<B> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = usize>>(events: I) -> Self {
        let mut set = BitSet::EMPTY;
        for event in events {
            set.insert(event);
        }
        set
    }
}

impl<B: Bits> From<Option<usize>> for BitSet<B> {
    #[inline]
    fn from(event: Option<usize>) -> Self {
        event.map_or(BitSet::EMPTY, BitSet::one)
    }
}

impl<B: Bits> BitOr for BitSet<B> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        BitSet(self.0 | other.0)
    }
}

impl<B: Bits> BitOrAssign for BitSet<B> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl<B: Bits> BitAnd for BitSet<B> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        BitSet(self.0 & other.0)
    }
}

/// Set difference.
impl<B: Bits> Sub for BitSet<B> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        BitSet(self.0 & !other.0)
    }
}

/// A binary relation on the events `0..len`: row `a` holds everything that `a` is related to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relation<B> {
    rows: Vec<BitSet<B>>,
}

impl<B: Bits> Relation<B> {
    /// The empty relation.
    pub fn empty(len: usize) -> Self {
        debug_assert!(len <= B::CAPACITY, "callers refuse larger executions");
        Relation { rows: vec![BitSet::EMPTY; len] }
    }

    /// The Cartesian product of two sets.
    pub fn product(len: usize, from: BitSet<B>, to: BitSet<B>) -> Self {
        Relation { rows: (0..len).map(|a| if from.contains(a) { to } else { BitSet::EMPTY }).collect() }
    }

    /// The identity on a set.
    pub fn identity(len: usize, on: BitSet<B>) -> Self {
        Relation { rows: (0..len).map(|a| on & BitSet::one(a)).collect() }
    }

    /// The number of events.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no pair.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|row| row.is_empty())
    }

    /// The number of pairs.
    pub fn count(&self) -> usize {
        self.rows.iter().map(|row| row.len()).sum()
    }

    /// Removes all pairs and sets the number of events.
    pub fn reset(&mut self, len: usize) {
        self.rows.clear();
        self.rows.resize(len, BitSet::EMPTY);
    }

    /// Copies another relation, reusing the allocation.
    #[inline]
    pub fn assign(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
    }

    /// Adds an event that is related to these.
    #[inline]
    pub fn push(&mut self, row: BitSet<B>) {
        self.rows.push(row);
    }

    /// Relates `a` to `b`.
    #[inline]
    pub fn insert(&mut self, a: usize, b: usize) {
        self.rows[a].insert(b);
    }

    /// Relates `a` to all of a set.
    #[inline]
    pub fn insert_all(&mut self, a: usize, set: BitSet<B>) {
        self.rows[a] |= set;
    }

    /// Whether `a` is related to `b`.
    #[inline]
    pub fn contains(&self, a: usize, b: usize) -> bool {
        self.rows[a].contains(b)
    }

    /// Everything that `a` is related to.
    #[inline]
    pub fn after(&self, a: usize) -> BitSet<B> {
        self.rows[a]
    }

    /// The rows: everything that each event is related to.
    #[inline]
    pub fn rows_mut(&mut self) -> &mut [BitSet<B>] {
        &mut self.rows
    }

    /// Combines two relations row by row.
    #[inline]
    pub fn combine(&mut self, other: &Self, with: impl Fn(BitSet<B>, BitSet<B>) -> BitSet<B>) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(mine, &theirs)| *mine = with(*mine, theirs));
    }

    /// Adds the pairs of another relation.
    #[inline]
    pub fn union(&mut self, other: &Self) {
        self.combine(other, |mine, theirs| mine | theirs);
    }

    /// Complements the relation on the first `events` events.
    pub fn complement(&mut self, events: usize) {
        let all = BitSet::below(events);
        for (a, row) in self.rows.iter_mut().enumerate() {
            *row = if a < events { all - *row } else { BitSet::EMPTY };
        }
    }

    /// The inverse relation.
    pub fn inverse(&self) -> Self {
        let mut result = Relation::empty(self.len());
        for (a, row) in self.rows.iter().enumerate() {
            row.for_each(|b| result.insert(b, a));
        }
        result
    }

    /// Relational composition, `self ; next`.
    pub fn then(&self, next: &Self) -> Self {
        let image = |row: &BitSet<B>| row.fold(BitSet::EMPTY, |image, via| image | next.rows[via]);
        Relation { rows: self.rows.iter().map(image).collect() }
    }

    /// The pairs of members of a set.
    pub fn restrict(&self, set: BitSet<B>) -> Self {
        let row = |(a, row): (usize, &BitSet<B>)| if set.contains(a) { *row & set } else { BitSet::EMPTY };
        Relation { rows: self.rows.iter().enumerate().map(row).collect() }
    }

    /// Relates each of the first `events` events to itself.
    pub fn add_identity(&mut self, events: usize) {
        self.rows.iter_mut().enumerate().take(events).for_each(|(a, row)| row.insert(a));
    }

    /// Every event that is related to some event.
    pub fn domain(&self) -> BitSet<B> {
        (0..self.len()).filter(|&a| !self.rows[a].is_empty()).collect()
    }

    /// Every event to which some event is related.
    pub fn range(&self) -> BitSet<B> {
        self.rows.iter().fold(BitSet::EMPTY, |set, &row| set | row)
    }

    /// The first event related to itself.
    #[inline]
    pub fn reflexive(&self) -> Option<usize> {
        (0..self.len()).find(|&a| self.contains(a, a))
    }

    /// The first pair.
    pub fn first_pair(&self) -> Option<(usize, usize)> {
        self.rows.iter().enumerate().find_map(|(a, row)| Some((a, row.first()?)))
    }

    /// Makes the relation transitive (Warshall).
    #[inline]
    pub fn close(&mut self) {
        for via in 0..self.rows.len() {
            let row = self.rows[via];
            for other in &mut self.rows {
                if other.contains(via) {
                    *other |= row;
                }
            }
        }
    }

    /// Adds a pair to a transitive relation and keeps it transitive; returns false if that closes a cycle.
    #[inline]
    pub fn insert_closed(&mut self, a: usize, b: usize) -> bool {
        if !self.contains(a, b) {
            let gain = self.rows[b] | BitSet::one(b);
            for (event, row) in self.rows.iter_mut().enumerate() {
                if event == a || row.contains(a) {
                    *row |= gain;
                }
            }
        }
        a != b && !self.contains(b, a)
    }

    /// Repeatedly removes events without successors; returns false if some are left, on or before a cycle.
    fn peel(&self, mut taken: impl FnMut(usize)) -> bool {
        let mut left = BitSet::below(self.len());
        while !left.is_empty() {
            let before = left;
            for event in before {
                if (self.rows[event] & left).is_empty() {
                    left.remove(event);
                    taken(event);
                }
            }
            if left == before {
                return false;
            }
        }
        true
    }

    /// Whether the relation has no cycle.
    pub fn is_acyclic(&self) -> bool {
        self.peel(|_| ())
    }

    /// All events, each before everything it is related to; `None` if there is a cycle.
    pub fn linear_extension(&self) -> Option<Vec<usize>> {
        let mut order = Vec::with_capacity(self.len());
        let complete = self.peel(|event| order.push(event));
        order.reverse();
        complete.then_some(order)
    }

    /// A shortest cycle through the first event that lies on one, in the order of its edges.
    pub fn cycle(&self) -> Option<Vec<usize>> {
        if self.is_acyclic() {
            return None;
        }
        let mut closed = self.clone();
        closed.close();
        let start = closed.reflexive()?;
        // Breadth-first search from `start` back to `start`.
        let mut parent = vec![start; self.len()];
        let mut seen = BitSet::one(start);
        let mut queue = vec![start];
        let mut head = 0;
        while head < queue.len() {
            let event = queue[head];
            head += 1;
            if self.contains(event, start) {
                let mut cycle = vec![event];
                while cycle[cycle.len() - 1] != start {
                    cycle.push(parent[cycle[cycle.len() - 1]]);
                }
                cycle.reverse();
                return Some(cycle);
            }
            let next = self.rows[event] - seen;
            seen |= next;
            for next in next {
                parent[next] = event;
                queue.push(next);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation<B: Bits>(len: usize, pairs: &[(usize, usize)]) -> Relation<B> {
        let mut relation = Relation::empty(len);
        pairs.iter().for_each(|&(a, b)| relation.insert(a, b));
        relation
    }

    #[test]
    fn a_set_holds_as_many_events_as_it_has_bits() {
        let all = BitSet::<u64>::below(64);
        assert_eq!((all, all.len(), all.last()), (BitSet::ALL, 64, Some(63)));
        let mut set: BitSet<u128> = [127, 0, 64].into_iter().collect();
        assert_eq!(set.collect::<Vec<_>>(), [0, 64, 127]);
        set.remove(64);
        assert_eq!(set - BitSet::one(127), BitSet::below(1));
        assert_eq!(BitSet::<u128>::EMPTY.first(), None);
    }

    #[test]
    fn compressing_keeps_the_order_of_what_is_kept() {
        let kept = BitSet(0b1011_0110_u64);
        assert_eq!(BitSet(0b1001_0100).compress(kept), BitSet(0b1_0110));
        assert_eq!(BitSet::<u64>::ALL.compress(BitSet::ALL), BitSet::ALL);
        assert_eq!(BitSet(1 << 63).compress(BitSet(1_u64 << 63)), BitSet(1));
    }

    #[test]
    fn a_cycle_is_a_shortest_one_in_the_order_of_its_edges() {
        let pairs = [(0, 1), (1, 127), (127, 3), (3, 1), (1, 4), (4, 5), (5, 6), (6, 1)];
        assert_eq!(relation::<u128>(128, &pairs).cycle(), Some(vec![1, 127, 3]));
        assert_eq!(relation::<u128>(128, &pairs).linear_extension(), None);
        assert_eq!(relation::<u64>(3, &[(2, 2)]).cycle(), Some(vec![2]));
        assert_eq!(relation::<u64>(3, &[(0, 1), (1, 2), (0, 2)]).cycle(), None);
    }

    #[test]
    fn a_linear_extension_respects_every_edge() {
        let edges = [(3, 0), (0, 2), (1, 2), (3, 1)];
        let order = relation::<u64>(64, &edges).linear_extension().unwrap();
        let rank = |e: usize| order.iter().position(|&o| o == e).unwrap();
        assert_eq!(order.len(), 64);
        assert!(edges.iter().all(|&(a, b)| rank(a) < rank(b)));
    }

    #[test]
    fn algebra_follows_the_definitions() {
        let r = relation::<u64>(4, &[(0, 1), (1, 2)]);
        assert_eq!(r.then(&r), relation(4, &[(0, 2)]));
        assert_eq!(r.inverse(), relation(4, &[(1, 0), (2, 1)]));
        assert_eq!((r.domain(), r.range()), (BitSet(0b011), BitSet(0b110)));
        let mut closed = r.clone();
        closed.close();
        assert_eq!(closed, relation(4, &[(0, 1), (1, 2), (0, 2)]));
        let mut not = r.clone();
        not.complement(4);
        assert_eq!((not.count(), not.first_pair()), (14, Some((0, 0))));
        assert_eq!(r.restrict(BitSet(0b011)), relation(4, &[(0, 1)]));
        let mut reflexive = r.clone();
        reflexive.add_identity(2);
        assert_eq!(reflexive, relation(4, &[(0, 0), (0, 1), (1, 1), (1, 2)]));
        assert_eq!(Relation::product(4, BitSet(0b1), BitSet(0b10)), relation::<u64>(4, &[(0, 1)]));
        assert_eq!(Relation::identity(4, BitSet(0b100)), relation::<u64>(4, &[(2, 2)]));
    }

    #[test]
    fn what_is_inserted_one_by_one_is_the_closure_and_a_cycle_is_told() {
        let mut order = relation::<u64>(4, &[(0, 1)]);
        assert!(order.insert_closed(2, 3) && order.insert_closed(1, 2));
        let mut closed = relation(4, &[(0, 1), (2, 3), (1, 2)]);
        closed.close();
        assert_eq!(order, closed);
        assert!(!order.insert_closed(3, 0) && !order.clone().insert_closed(2, 2));
        assert!(!order.is_acyclic());
    }
}
