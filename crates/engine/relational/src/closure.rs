//! Transitive closure and acyclicity as circuits, by elimination of vertices.
//!
//! Eliminating a vertex joins each edge into it with each edge out of it. The remaining graph has a path
//! wherever the original had one through eliminated vertices. So acyclicity needs no closure: no vertex may
//! have a self-loop when it is eliminated (Rankooh and Rintanen, *Propositional encodings of acyclicity and
//! reachability by using vertex elimination*, AAAI 2022). The gates are functions of the edges, so both
//! results may be negated. Vertices with few may-edges go first, and constants are folded: a certain edge,
//! such as program order, costs nothing.

use crate::circuit::{Bit, Circuit};
use crate::matrix::{Keys, Matrix};
use std::collections::{BTreeMap, BTreeSet};

/// A graph that shrinks.
struct Graph {
    out: BTreeMap<u64, BTreeMap<u64, Bit>>,
    into: BTreeMap<u64, BTreeSet<u64>>,
}

impl Graph {
    fn new(edges: &Matrix, keys: Keys) -> Graph {
        let base = u64::from(keys.universe);
        let mut graph = Graph { out: BTreeMap::new(), into: BTreeMap::new() };
        for &(key, bit) in edges.cells() {
            graph.set(key / base, key % base, bit);
        }
        graph
    }

    fn set(&mut self, a: u64, b: u64, bit: Bit) {
        self.out.entry(a).or_default().insert(b, bit);
        self.into.entry(b).or_default().insert(a);
    }

    fn get(&self, a: u64, b: u64) -> Bit {
        self.out.get(&a).and_then(|row| row.get(&b)).copied().unwrap_or(Bit::FALSE)
    }

    fn degree(&self, v: u64) -> usize {
        self.out.get(&v).map_or(0, BTreeMap::len) * self.into.get(&v).map_or(0, BTreeSet::len)
    }

    /// The vertex to eliminate next; `None` if all are eliminated or the circuit was stopped.
    fn next(&self, left: &BTreeSet<u64>, circuit: &Circuit) -> Option<u64> {
        let left = left.iter().copied().filter(|_| !circuit.is_stopped());
        left.min_by_key(|&v| self.degree(v))
    }

    fn remove(&mut self, v: u64) {
        for b in self.out.remove(&v).unwrap_or_default().into_keys() {
            self.into.get_mut(&b).map(|into| into.remove(&v));
        }
        for a in self.into.remove(&v).unwrap_or_default() {
            self.out.get_mut(&a).map(|out| out.remove(&v));
        }
    }

    /// Adds the paths of length two through `v`.
    fn bypass(&mut self, v: u64, circuit: &mut Circuit) {
        let sources: Vec<u64> = self.into.get(&v).into_iter().flatten().copied().collect();
        let targets: Vec<(u64, Bit)> =
            self.out.get(&v).into_iter().flatten().map(|(&b, &bit)| (b, bit)).collect();
        for &a in sources.iter().filter(|&&a| a != v) {
            let first = self.get(a, v);
            for &(b, second) in targets.iter().filter(|&&(b, _)| b != v) {
                let known = self.get(a, b);
                if known != Bit::TRUE {
                    let path = circuit.and(first, second);
                    self.set(a, b, circuit.or(known, path));
                }
            }
        }
    }
}

/// Whether the relation has no cycle.
pub(crate) fn acyclic(relation: &Matrix, keys: Keys, circuit: &mut Circuit) -> Bit {
    let mut graph = Graph::new(relation, keys);
    let mut left: BTreeSet<u64> = graph.out.keys().copied().collect();
    let mut loops = Vec::new();
    while let Some(v) = graph.next(&left, circuit) {
        left.remove(&v);
        loops.push(!graph.get(v, v));
        graph.bypass(v, circuit);
        graph.remove(v);
    }
    circuit.and_all(loops)
}

/// The transitive closure.
pub(crate) fn closure(relation: &Matrix, keys: Keys, circuit: &mut Circuit) -> Matrix {
    let mut graph = Graph::new(relation, keys);
    let mut left: BTreeSet<u64> = graph.out.keys().copied().collect();
    // As in Warshall's algorithm: vertices stay, so that paths that begin or end in one are found, too.
    while let Some(v) = graph.next(&left, circuit) {
        left.remove(&v);
        graph.bypass(v, circuit);
    }
    let base = u64::from(keys.universe);
    let rows = graph.out.into_iter();
    Matrix::of(2, rows.flat_map(|(a, row)| row.into_iter().map(move |(b, bit)| (a * base + b, bit))))
}
