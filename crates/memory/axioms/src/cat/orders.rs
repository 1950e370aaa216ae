//! Iterates over all total orders of a set that extend a relation.
//!
//! As in herd's `linearisations`, only edges between members of the set count; a path through an event
//! outside it orders nothing.

use super::world::insert_order;
use crate::relation::{Matrix, Set};

/// The remaining orders. Elements of different classes stay unordered.
pub(crate) struct Orders {
    classes: Vec<Set>,
    /// The events that must come before each event.
    before: Matrix,
    /// The elements placed so far, class by class, each with the alternatives not yet tried.
    placed: Vec<(usize, Set)>,
    total: usize,
    started: bool,
}

impl Orders {
    /// Fails with a cycle if there is no such order.
    pub(crate) fn new(classes: Vec<Set>, relation: &Matrix) -> Result<Self, Vec<usize>> {
        let mut inside = Matrix::empty(relation.len());
        classes.iter().for_each(|&class| inside.union(&relation.restrict(class)));
        if let Some(cycle) = inside.cycle() {
            return Err(cycle);
        }
        let total = classes.iter().map(|class| class.len()).sum();
        Ok(Orders { classes, before: inside.inverse(), placed: Vec::new(), total, started: false })
    }

    /// The elements that may be placed next.
    fn available(&self) -> Set {
        let placed: Set = self.placed.iter().map(|(element, _)| *element).collect();
        let left = self.classes.iter().map(|class| *class - placed);
        let class = left.into_iter().find(|left| !left.is_empty()).unwrap_or_default();
        class.filter(|&e| (self.before.after(e) & class).is_empty()).collect()
    }

    fn order(&self) -> Matrix {
        let mut result = Matrix::empty(self.before.len());
        for class in &self.classes {
            let elements = self.placed.iter().map(|(element, _)| *element);
            let elements: Vec<usize> = elements.filter(|&e| class.contains(e)).collect();
            insert_order(&mut result, &elements);
        }
        result
    }
}

impl Iterator for Orders {
    type Item = Matrix;

    fn next(&mut self) -> Option<Matrix> {
        let mut open = if self.started { self.placed.pop()?.1 } else { self.available() };
        self.started = true;
        loop {
            if self.placed.len() == self.total {
                return Some(self.order());
            }
            let Some(next) = open.next() else {
                open = self.placed.pop()?.1;
                continue;
            };
            self.placed.push((next, open));
            open = self.available();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::BitSet;

    fn matrix(pairs: &[(usize, usize)]) -> Matrix {
        let mut m = Matrix::empty(8);
        pairs.iter().for_each(|&(a, b)| m.insert(a, b));
        m
    }

    fn count(classes: &[u128], pairs: &[(usize, usize)]) -> usize {
        let orders: Vec<Matrix> =
            Orders::new(classes.iter().map(|&class| BitSet(class)).collect(), &matrix(pairs))
                .unwrap()
                .collect();
        let distinct = orders.iter().enumerate().all(|(i, order)| !orders[..i].contains(order));
        assert!(distinct && orders.iter().all(Matrix::is_acyclic));
        orders.len()
    }

    #[test]
    fn every_extension_is_listed_once() {
        assert_eq!(count(&[], &[]), 1);
        assert_eq!(count(&[0b1111], &[]), 24);
        assert_eq!(count(&[0b1111], &[(0, 1)]), 12);
        assert_eq!(count(&[0b1111], &[(0, 1), (1, 2), (2, 3)]), 1);
        assert_eq!(count(&[0b111, 0b11000], &[(3, 4)]), 6);
        // A path through an event outside the set orders nothing.
        assert_eq!(count(&[0b11], &[(0, 5), (5, 1)]), 2);
    }

    #[test]
    fn a_cycle_inside_the_set_leaves_none() {
        let orders = Orders::new(vec![BitSet(0b111)], &matrix(&[(0, 1), (1, 0), (3, 3)]));
        assert_eq!(orders.err(), Some(vec![0, 1]));
        assert_eq!(count(&[0b111], &[(3, 3), (3, 4), (4, 3)]), 6);
    }
}
