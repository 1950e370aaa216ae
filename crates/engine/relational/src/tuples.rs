//! Sets of tuples: the values of relations.

use std::collections::BTreeSet;
use std::fmt;

/// An element of the universe, by its number.
pub type Atom = u32;

/// A set of tuples of one arity.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TupleSet {
    arity: usize,
    /// Each of length `arity`.
    tuples: BTreeSet<Vec<Atom>>,
}

impl fmt::Debug for TupleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.tuples).finish()
    }
}

impl TupleSet {
    /// The empty set of this arity.
    ///
    /// # Panics
    /// If the arity is 0.
    pub fn empty(arity: usize) -> Self {
        assert!(arity > 0, "a tuple has at least one component");
        TupleSet { arity, tuples: BTreeSet::new() }
    }

    /// A set of atoms.
    pub fn of_atoms(atoms: impl IntoIterator<Item = Atom>) -> Self {
        TupleSet { arity: 1, tuples: atoms.into_iter().map(|atom| vec![atom]).collect() }
    }

    /// A binary relation.
    pub fn of_pairs(pairs: impl IntoIterator<Item = (Atom, Atom)>) -> Self {
        TupleSet { arity: 2, tuples: pairs.into_iter().map(|(a, b)| vec![a, b]).collect() }
    }

    /// All tuples of this arity over a universe of this size.
    pub fn all(arity: usize, universe: u32) -> Self {
        let mut set = Self::empty(arity);
        let mut prefixes: Vec<Vec<Atom>> = vec![Vec::new()];
        for _ in 0..arity {
            prefixes = prefixes
                .iter()
                .flat_map(|prefix| (0..universe).map(move |atom| [prefix.as_slice(), &[atom]].concat()))
                .collect();
        }
        set.tuples.extend(prefixes);
        set
    }

    /// The length of its tuples.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The number of tuples.
    pub fn len(&self) -> usize {
        self.tuples.len()
    }

    /// Whether it has no tuples.
    pub fn is_empty(&self) -> bool {
        self.tuples.is_empty()
    }

    /// Whether it has this tuple.
    pub fn contains(&self, tuple: &[Atom]) -> bool {
        self.tuples.contains(tuple)
    }

    /// Whether all its tuples are in `other`.
    pub fn is_subset(&self, other: &TupleSet) -> bool {
        self.tuples.is_subset(&other.tuples)
    }

    /// Adds a tuple.
    ///
    /// # Panics
    /// If it has another length.
    pub fn insert(&mut self, tuple: Vec<Atom>) {
        assert_eq!(tuple.len(), self.arity, "tuples of one set have one length");
        self.tuples.insert(tuple);
    }

    /// Its tuples, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &[Atom]> {
        self.tuples.iter().map(Vec::as_slice)
    }

    /// The first components of its tuples.
    pub fn firsts(&self) -> impl Iterator<Item = Atom> {
        self.tuples.iter().map(|tuple| tuple[0])
    }

    /// The largest atom in it.
    pub(crate) fn largest(&self) -> Option<Atom> {
        self.tuples.iter().flatten().copied().max()
    }

    /// Renames its atoms.
    pub(crate) fn renamed(&self, name: impl Fn(Atom) -> Atom) -> TupleSet {
        let tuples = self.tuples.iter().map(|tuple| tuple.iter().map(|&atom| name(atom)).collect()).collect();
        TupleSet { arity: self.arity, tuples }
    }
}
