//! Sets and relations over at most 128 events: the 64 of a graph and an initial write for each location they access.
//!
//! The wide twin of `crate::relation`, which has no room for initial writes. **Promises** that operations are total
//! and exact. **Does not** check that operands are of one size; all values of one evaluation are.

/// A set of events, bit `i` for event `i`.
pub(crate) type Set = u128;

/// The most events, initial writes included.
pub(crate) const CAPACITY: usize = 128;

/// All of the first `len` events.
pub(crate) fn full_set(len: usize) -> Set {
    if len >= CAPACITY { Set::MAX } else { (1 << len) - 1 }
}

/// The members of a set, lowest first.
pub(crate) fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// A binary relation: row `a` holds everything `a` is related to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Matrix {
    rows: Vec<Set>,
}

impl Matrix {
    pub(crate) fn empty(len: usize) -> Self {
        Matrix { rows: vec![0; len] }
    }

    pub(crate) fn product(len: usize, from: Set, to: Set) -> Self {
        Matrix { rows: (0..len).map(|a| if from >> a & 1 == 1 { to } else { 0 }).collect() }
    }

    pub(crate) fn identity(len: usize, on: Set) -> Self {
        Matrix { rows: (0..len).map(|a| on & 1 << a).collect() }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        self.rows[a] |= 1 << b;
    }

    pub(crate) fn contains(&self, a: usize, b: usize) -> bool {
        self.rows[a] >> b & 1 == 1
    }

    /// Everything `a` is related to.
    pub(crate) fn after(&self, a: usize) -> Set {
        self.rows[a]
    }

    pub(crate) fn insert_all(&mut self, a: usize, set: Set) {
        self.rows[a] |= set;
    }

    /// Row by row.
    pub(crate) fn combine(&mut self, other: &Matrix, with: impl Fn(Set, Set) -> Set) {
        self.rows.iter_mut().zip(&other.rows).for_each(|(mine, &theirs)| *mine = with(*mine, theirs));
    }

    /// All other pairs of the first `events` elements.
    pub(crate) fn complement(&mut self, events: usize) {
        let all = full_set(events);
        let row = |(a, row): (usize, &mut Set)| *row = if a < events { all & !*row } else { 0 };
        self.rows.iter_mut().enumerate().for_each(row);
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let mut result = Matrix::empty(self.len());
        for (a, &row) in self.rows.iter().enumerate() {
            members(row).for_each(|b| result.insert(b, a));
        }
        result
    }

    /// Relational composition, `self ; next`.
    pub(crate) fn then(&self, next: &Matrix) -> Matrix {
        let image = |&row: &Set| members(row).fold(0, |image, via| image | next.rows[via]);
        Matrix { rows: self.rows.iter().map(image).collect() }
    }

    /// The transitive closure (Warshall).
    pub(crate) fn close(&mut self) {
        for via in 0..self.len() {
            let row = self.rows[via];
            self.rows.iter_mut().filter(|r| **r >> via & 1 == 1).for_each(|r| *r |= row);
        }
    }

    /// Relates each of the first `events` elements to itself.
    pub(crate) fn add_identity(&mut self, events: usize) {
        self.rows.iter_mut().enumerate().take(events).for_each(|(a, row)| *row |= 1 << a);
    }

    /// How many pairs there are.
    pub(crate) fn count(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    pub(crate) fn domain(&self) -> Set {
        self.rows.iter().enumerate().fold(0, |set, (a, &row)| set | Set::from(row != 0) << a)
    }

    pub(crate) fn range(&self) -> Set {
        self.rows.iter().fold(0, |set, &row| set | row)
    }

    /// Only edges between members of a set.
    pub(crate) fn restrict(&self, set: Set) -> Matrix {
        let row = |(a, &row): (usize, &Set)| if set >> a & 1 == 1 { row & set } else { 0 };
        Matrix { rows: self.rows.iter().enumerate().map(row).collect() }
    }

    /// The first event related to itself.
    pub(crate) fn reflexive(&self) -> Option<usize> {
        (0..self.len()).find(|&a| self.contains(a, a))
    }

    /// The first pair.
    pub(crate) fn first_pair(&self) -> Option<(usize, usize)> {
        let a = self.rows.iter().position(|&row| row != 0)?;
        Some((a, self.rows[a].trailing_zeros() as usize))
    }

    /// Takes away events with nothing after them, over and over, until none is left.
    pub(crate) fn is_acyclic(&self) -> bool {
        let mut left = full_set(self.len());
        loop {
            let ends = members(left).filter(|&e| self.rows[e] & left == 0).fold(0, |set, e| set | 1 << e);
            if ends == 0 {
                return left == 0;
            }
            left &= !ends;
        }
    }

    /// A shortest cycle through the first event that lies on one, in the order of its edges.
    pub(crate) fn cycle(&self) -> Option<Vec<usize>> {
        if self.is_acyclic() {
            return None;
        }
        let mut closed = self.clone();
        closed.close();
        let start = closed.reflexive()?;
        // Breadth-first from `start` back to it.
        let mut parent = vec![start; self.len()];
        let mut seen: Set = 1 << start;
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
            for next in members(self.rows[event] & !seen) {
                seen |= 1 << next;
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

    fn matrix(len: usize, pairs: &[(usize, usize)]) -> Matrix {
        let mut m = Matrix::empty(len);
        pairs.iter().for_each(|&(a, b)| m.insert(a, b));
        m
    }

    #[test]
    fn a_cycle_is_a_shortest_one_in_the_order_of_its_edges() {
        let m = matrix(128, &[(0, 1), (1, 127), (127, 3), (3, 1), (1, 4), (4, 5), (5, 6), (6, 1)]);
        assert_eq!(m.cycle(), Some(vec![1, 127, 3]));
        assert_eq!(matrix(3, &[(2, 2)]).cycle(), Some(vec![2]));
        assert_eq!(matrix(3, &[(0, 1), (1, 2), (0, 2)]).cycle(), None);
    }

    #[test]
    fn algebra_follows_the_definitions() {
        let m = matrix(4, &[(0, 1), (1, 2)]);
        assert_eq!(m.then(&m), matrix(4, &[(0, 2)]));
        assert_eq!(m.inverse(), matrix(4, &[(1, 0), (2, 1)]));
        assert_eq!((m.domain(), m.range()), (0b011, 0b110));
        let mut closed = m.clone();
        closed.close();
        assert_eq!(closed, matrix(4, &[(0, 1), (1, 2), (0, 2)]));
        let mut not = m.clone();
        not.complement(4);
        assert_eq!((0..4).map(|a| not.after(a).count_ones()).sum::<u32>(), 14);
        assert_eq!(m.restrict(0b011), matrix(4, &[(0, 1)]));
    }
}
