//! Relations of bits: one cell per tuple that may be in the relation.

use crate::circuit::{Bit, Circuit};
use crate::tuples::Atom;
use std::collections::BTreeMap;

/// A tuple as a number: its atoms are the digits in base `universe`.
pub(crate) type Key = u64;

/// A relation whose tuples depend on the inputs of a circuit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Matrix {
    pub arity: usize,
    /// Sorted by key; no cell is constantly false.
    cells: Vec<(Key, Bit)>,
}

/// The keys of tuples over a universe.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Keys {
    pub universe: u32,
}

impl Keys {
    pub fn key(self, tuple: &[Atom]) -> Key {
        tuple.iter().fold(0, |key, &atom| key * u64::from(self.universe) + u64::from(atom))
    }

    pub fn tuple(self, mut key: Key, arity: usize) -> Vec<Atom> {
        let base = u64::from(self.universe);
        let mut tuple = vec![0; arity];
        for atom in tuple.iter_mut().rev() {
            *atom = (key % base) as Atom;
            key /= base;
        }
        tuple
    }

    /// The number of tuples of this arity.
    ///
    /// # Panics
    /// If it does not fit in 64 bits.
    pub fn capacity(self, arity: usize) -> u64 {
        let capacity = u64::from(self.universe).checked_pow(arity as u32);
        capacity.expect("tuples of this arity over this universe have 64-bit names")
    }
}

impl Matrix {
    pub fn empty(arity: usize) -> Matrix {
        Matrix { arity, cells: Vec::new() }
    }

    /// Creates a matrix from cells in any order, with distinct keys.
    pub fn of(arity: usize, cells: impl IntoIterator<Item = (Key, Bit)>) -> Matrix {
        let mut cells: Vec<(Key, Bit)> = cells.into_iter().filter(|cell| cell.1 != Bit::FALSE).collect();
        cells.sort_unstable_by_key(|cell| cell.0);
        Matrix { arity, cells }
    }

    /// Creates a matrix from alternatives for each cell.
    pub fn of_alternatives(arity: usize, cells: BTreeMap<Key, Vec<Bit>>, circuit: &mut Circuit) -> Matrix {
        Matrix::of(arity, cells.into_iter().map(|(key, bits)| (key, circuit.or_all(bits))))
    }

    pub fn cells(&self) -> &[(Key, Bit)] {
        &self.cells
    }

    pub fn bits(&self) -> Vec<Bit> {
        self.cells.iter().map(|cell| cell.1).collect()
    }

    pub fn get(&self, key: Key) -> Bit {
        self.cells.binary_search_by_key(&key, |cell| cell.0).map_or(Bit::FALSE, |at| self.cells[at].1)
    }

    pub fn union(parts: &[Matrix], circuit: &mut Circuit) -> Matrix {
        let mut cells: BTreeMap<Key, Vec<Bit>> = BTreeMap::new();
        for &(key, bit) in parts.iter().flat_map(|part| &part.cells) {
            cells.entry(key).or_default().push(bit);
        }
        Matrix::of_alternatives(parts[0].arity, cells, circuit)
    }

    pub fn intersection(parts: &[Matrix], circuit: &mut Circuit) -> Matrix {
        let smallest = parts.iter().min_by_key(|part| part.cells.len()).expect("at least one part");
        let both =
            |&(key, _): &(Key, Bit)| (key, circuit.and_all(parts.iter().map(|part| part.get(key)).collect()));
        Matrix::of(smallest.arity, smallest.cells.iter().map(both))
    }

    pub fn difference(&self, other: &Matrix, circuit: &mut Circuit) -> Matrix {
        let left = |&(key, bit): &(Key, Bit)| (key, circuit.and(bit, !other.get(key)));
        Matrix::of(self.arity, self.cells.iter().map(left))
    }

    pub fn join(&self, other: &Matrix, keys: Keys, circuit: &mut Circuit) -> Matrix {
        let base = u64::from(keys.universe);
        let tail = keys.capacity(other.arity - 1);
        let mut cells: BTreeMap<Key, Vec<Bit>> = BTreeMap::new();
        for &(left, a) in &self.cells {
            let (head, middle) = (left / base, left % base);
            let from = other.cells.partition_point(|cell| cell.0 < middle * tail);
            for &(right, b) in other.cells[from..].iter().take_while(|cell| cell.0 / tail == middle) {
                let bit = circuit.and(a, b);
                cells.entry(head * tail + right % tail).or_default().push(bit);
            }
        }
        Matrix::of_alternatives(self.arity + other.arity - 2, cells, circuit)
    }

    pub fn product(&self, other: &Matrix, keys: Keys, circuit: &mut Circuit) -> Matrix {
        let tail = keys.capacity(other.arity);
        let mut cells = Vec::with_capacity(self.cells.len() * other.cells.len());
        for &(left, a) in &self.cells {
            for &(right, b) in &other.cells {
                cells.push((left * tail + right, circuit.and(a, b)));
            }
        }
        Matrix::of(self.arity + other.arity, cells)
    }

    pub fn transpose(&self, keys: Keys) -> Matrix {
        let base = u64::from(keys.universe);
        Matrix::of(2, self.cells.iter().map(|&(key, bit)| (key % base * base + key / base, bit)))
    }

    /// The identity on a set.
    pub fn diagonal(&self, keys: Keys) -> Matrix {
        let twice = u64::from(keys.universe) + 1;
        Matrix::of(2, self.cells.iter().map(|&(key, bit)| (key * twice, bit)))
    }

    pub fn if_else(condition: Bit, yes: &Matrix, no: &Matrix, circuit: &mut Circuit) -> Matrix {
        let all: std::collections::BTreeSet<Key> = yes.cells.iter().chain(&no.cells).map(|c| c.0).collect();
        let cell = |key| (key, circuit.if_else(condition, yes.get(key), no.get(key)));
        Matrix::of(yes.arity, all.into_iter().map(cell).collect::<Vec<_>>())
    }

    pub fn subset(&self, other: &Matrix, circuit: &mut Circuit) -> Bit {
        let parts = self.cells.iter().map(|&(key, bit)| circuit.implies(bit, other.get(key))).collect();
        circuit.and_all(parts)
    }
}
