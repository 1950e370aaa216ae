//! Relations over at most 64 events, one 64-bit row per event.
//!
//! **Promises** constant-time membership and cycle reports that name a shortest cycle through some event.
//! **Does not** check that indices are below 64; [`crate::Graph`] and the enumerator do so on entry.

/// The most events a relation can hold.
pub(crate) const CAPACITY: usize = 64;

/// A set of events, bit `i` for event `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EventSet(pub u64);

impl EventSet {
    pub(crate) fn contains(self, event: usize) -> bool {
        self.0 >> event & 1 == 1
    }

    pub(crate) fn insert(&mut self, event: usize) {
        self.0 |= 1 << event;
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

/// A binary relation on events `0..len`.
#[derive(Debug, Clone)]
pub(crate) struct Relation {
    len: usize,
    rows: [u64; CAPACITY],
}

impl Relation {
    pub(crate) fn new(len: usize) -> Self {
        debug_assert!(len <= CAPACITY, "callers refuse larger executions");
        Relation { len, rows: [0; CAPACITY] }
    }

    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
    }

    pub(crate) fn contains(&self, a: usize, b: usize) -> bool {
        self.rows[a] >> b & 1 == 1
    }

    /// Everything `a` is related to.
    pub(crate) fn after(&self, a: usize) -> EventSet {
        EventSet(self.rows[a])
    }

    /// Relates `a` to all of `set`.
    pub(crate) fn insert_all(&mut self, a: usize, set: EventSet) {
        self.rows[a] |= set.0;
    }

    pub(crate) fn union(&mut self, other: &Relation) {
        self.rows[..self.len].iter_mut().zip(&other.rows).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// The transitive closure (Warshall).
    pub(crate) fn close(&mut self) {
        for via in 0..self.len {
            let row = self.rows[via];
            self.rows[..self.len].iter_mut().filter(|r| **r >> via & 1 == 1).for_each(|r| *r |= row);
        }
    }

    /// Takes away events with nothing after them, over and over; false if some are left, on or before a cycle.
    fn peel(&self, mut taken: impl FnMut(usize)) -> bool {
        let mut left = if self.len == CAPACITY { u64::MAX } else { (1 << self.len) - 1 };
        while left != 0 {
            let before = left;
            for event in EventSet(left) {
                if self.rows[event] & left == 0 {
                    left &= !(1 << event);
                    taken(event);
                }
            }
            if left == before {
                return false;
            }
        }
        true
    }

    pub(crate) fn is_acyclic(&self) -> bool {
        self.peel(|_| ())
    }

    /// All events, each before everything it is related to; `None` if the relation has a cycle.
    pub(crate) fn linear_extension(&self) -> Option<Vec<usize>> {
        let mut order = Vec::with_capacity(self.len);
        let complete = self.peel(|event| order.push(event));
        order.reverse();
        complete.then_some(order)
    }

    /// A shortest cycle through the first event that lies on one; empty if there is none.
    pub(crate) fn cycle(&self) -> Vec<usize> {
        if self.is_acyclic() {
            return Vec::new();
        }
        let mut closed = self.clone();
        closed.close();
        let start = (0..self.len).find(|&e| closed.contains(e, e));
        start.map_or_else(Vec::new, |start| self.cycle_through(start))
    }

    /// Breadth-first search from `start` back to `start`, which is known to lie on a cycle.
    fn cycle_through(&self, start: usize) -> Vec<usize> {
        let mut parent = [usize::MAX; CAPACITY];
        let mut seen = EventSet::default();
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
                return cycle;
            }
            for next in self.after(event) {
                if next != start && !seen.contains(next) {
                    seen.insert(next);
                    parent[next] = event;
                    queue.push(next);
                }
            }
        }
        Vec::new()
    }
}

/// A relation kept transitively closed while edges are added.
#[derive(Debug, Clone)]
pub(crate) struct Order(Relation);

impl Order {
    pub(crate) fn new(mut relation: Relation) -> Self {
        relation.close();
        Order(relation)
    }

    pub(crate) fn contains(&self, a: usize, b: usize) -> bool {
        self.0.contains(a, b)
    }

    pub(crate) fn relation(&self) -> &Relation {
        &self.0
    }

    /// Adds an edge; false if it closes a cycle.
    pub(crate) fn add(&mut self, a: usize, b: usize) -> bool {
        if !self.contains(a, b) {
            let gain = self.0.rows[b] | 1 << b;
            for event in 0..self.0.len {
                if event == a || self.0.contains(event, a) {
                    self.0.rows[event] |= gain;
                }
            }
        }
        a != b && !self.contains(b, a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(len: usize, edges: &[(usize, usize)]) -> Relation {
        let mut r = Relation::new(len);
        edges.iter().for_each(|&(a, b)| r.insert(a, b));
        r
    }

    #[test]
    fn a_cycle_is_reported_in_the_order_of_its_edges() {
        let r = relation(5, &[(0, 1), (1, 2), (2, 3), (3, 1), (1, 4)]);
        assert_eq!(r.cycle(), [1, 2, 3]);
        assert_eq!(r.linear_extension(), None);
        assert_eq!(relation(2, &[(1, 1)]).cycle(), [1]);
    }

    #[test]
    fn a_linear_extension_respects_every_edge() {
        let edges = [(3, 0), (0, 2), (1, 2), (3, 1)];
        let order = relation(64, &edges).linear_extension().unwrap();
        let rank = |e: usize| order.iter().position(|&o| o == e).unwrap();
        assert_eq!(order.len(), 64);
        assert!(edges.iter().all(|&(a, b)| rank(a) < rank(b)));
    }

    #[test]
    fn an_incremental_order_is_the_closure_and_refuses_a_cycle() {
        let mut order = Order::new(relation(4, &[(0, 1)]));
        assert!(order.add(2, 3) && order.add(1, 2));
        assert!(order.contains(0, 3) && !order.contains(3, 0));
        assert!(!order.add(3, 0));
    }
}
