//! Binary relations on a small set, as a matrix.

/// A relation on the numbers below `n`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relation {
    n: usize,
    /// `pairs[a * n + b]`: whether `a` is related to `b`.
    pairs: Vec<bool>,
}

impl Relation {
    /// The relation without pairs.
    pub(crate) fn empty(n: usize) -> Self {
        Relation { n, pairs: vec![false; n * n] }
    }

    /// Relates `a` to `b`.
    pub(crate) fn add(&mut self, a: usize, b: usize) {
        self.pairs[a * self.n + b] = true;
    }

    /// Whether `a` is related to `b`.
    pub(crate) fn has(&self, a: usize, b: usize) -> bool {
        self.pairs[a * self.n + b]
    }

    /// All pairs, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.n).flat_map(move |a| (0..self.n).map(move |b| (a, b))).filter(|&(a, b)| self.has(a, b))
    }

    /// Adds all pairs of another relation on the same set.
    pub(crate) fn add_all(&mut self, other: &Relation) {
        other.iter().for_each(|(a, b)| self.add(a, b));
    }

    /// The least transitive relation that contains this one (Warshall).
    pub(crate) fn transitive_closure(&self) -> Relation {
        let mut closure = self.clone();
        for via in 0..self.n {
            for a in 0..self.n {
                if !closure.has(a, via) {
                    continue;
                }
                for b in 0..self.n {
                    if closure.has(via, b) {
                        closure.add(a, b);
                    }
                }
            }
        }
        closure
    }

    /// The elements related to themselves; in a transitive relation, those on a cycle.
    pub(crate) fn on_cycles(&self) -> Vec<usize> {
        (0..self.n).filter(|&a| self.has(a, a)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closure_follows_chains_and_finds_what_lies_on_a_cycle() {
        let mut relation = Relation::empty(4);
        [(0, 1), (1, 2), (2, 1), (2, 3)].iter().for_each(|&(a, b)| relation.add(a, b));
        let closure = relation.transitive_closure();
        assert!(closure.has(0, 3) && !closure.has(3, 0) && !closure.has(0, 0));
        assert_eq!(closure.on_cycles(), [1, 2]);
        assert_eq!(relation.on_cycles(), [0usize; 0]);
    }
}
