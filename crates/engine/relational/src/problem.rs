//! A problem: a universe, relations with bounds, hard facts, and named groups of constraints.

use crate::ground::{self, Evaluator};
use crate::logic::{Expr, Formula};
use crate::tuples::{Atom, TupleSet};

/// A relation of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelationId(pub(crate) u32);

impl RelationId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A group of constraints; an index into [`Problem::groups`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId(pub u32);

/// A named constraint that can be part of a core.
#[derive(Debug, Clone)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its formula.
    pub formula: Formula,
}

/// A declared relation with its bounds.
#[derive(Debug, Clone)]
pub(crate) struct Declared {
    pub name: String,
    /// Tuples that it has.
    pub lower: TupleSet,
    /// Tuples that it may have; a superset of `lower`.
    pub upper: TupleSet,
    /// The atoms it orders, if it is a strict total order. `upper` then has all pairs of distinct atoms.
    pub order_of: Option<Vec<Atom>>,
}

/// Relations, facts and groups over a universe of atoms `0..universe`.
#[derive(Debug, Clone, Default)]
pub struct Problem {
    universe: u32,
    relations: Vec<Declared>,
    facts: Vec<Formula>,
    groups: Vec<Group>,
    interchangeable: Vec<Vec<Atom>>,
}

/// A value for every relation of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    pub(crate) universe: u32,
    pub(crate) values: Vec<TupleSet>,
}

impl Instance {
    /// The tuples of a relation.
    pub fn relation(&self, relation: RelationId) -> &TupleSet {
        &self.values[relation.index()]
    }

    /// The value of an expression without free variables.
    pub fn evaluate(&self, expr: &Expr) -> TupleSet {
        ground::evaluate(self, expr)
    }

    /// Whether a formula without free variables holds.
    pub fn satisfies(&self, formula: &Formula) -> bool {
        ground::holds(self, formula)
    }
}

impl Problem {
    /// A problem over this many atoms.
    pub fn new(universe: u32) -> Problem {
        Problem { universe, ..Problem::default() }
    }

    /// The number of atoms.
    pub fn universe(&self) -> u32 {
        self.universe
    }

    /// Declares a relation that has at least the tuples of `lower` and at most those of `upper`.
    ///
    /// # Panics
    /// If the bounds differ in arity, contradict each other, or leave the universe.
    pub fn relation(&mut self, name: &str, lower: TupleSet, upper: TupleSet) -> Expr {
        assert_eq!(lower.arity(), upper.arity(), "bounds of {name} have one arity");
        assert!(lower.is_subset(&upper), "the lower bound of {name} is within the upper one");
        assert!(upper.largest().is_none_or(|atom| atom < self.universe), "{name} stays in the universe");
        let arity = upper.arity();
        let id = RelationId(self.relations.len() as u32);
        self.relations.push(Declared { name: name.to_owned(), lower, upper, order_of: None });
        Expr::relation(id, arity)
    }

    /// Declares a strict total order of these atoms, with one variable per pair and transitivity for every
    /// triple.
    ///
    /// # Panics
    /// If an atom is not in the universe.
    pub fn total_order(&mut self, name: &str, atoms: &[Atom]) -> Expr {
        let different = |&(a, b): &(Atom, Atom)| a != b;
        let pairs = atoms.iter().flat_map(|&a| atoms.iter().map(move |&b| (a, b))).filter(different);
        let upper = TupleSet::of_pairs(pairs);
        let expr = self.relation(name, TupleSet::empty(2), upper);
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        atoms.dedup();
        self.relations.last_mut().expect("just declared").order_of = Some(atoms);
        expr
    }

    /// Adds a constraint that always holds and is part of no core.
    pub fn fact(&mut self, formula: Formula) {
        self.facts.push(formula);
    }

    /// Adds a constraint that cores can name.
    pub fn group(&mut self, name: impl Into<String>, formula: Formula) -> GroupId {
        let id = GroupId(self.groups.len() as u32);
        self.groups.push(Group { name: name.into(), formula });
        id
    }

    /// Declares that exchanging these atoms changes no bound and no constant, so that one of the instances
    /// which differ only by that is enough. [`crate::Session::new`] checks it.
    pub fn interchangeable(&mut self, atoms: Vec<Atom>) {
        self.interchangeable.push(atoms);
    }

    /// The groups, in the order they were added.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The hard facts.
    pub fn facts(&self) -> &[Formula] {
        &self.facts
    }

    pub(crate) fn symmetries(&self) -> &[Vec<Atom>] {
        &self.interchangeable
    }

    pub(crate) fn declared(&self) -> &[Declared] {
        &self.relations
    }

    /// Every instance within the bounds, in a fixed order, regardless of facts and groups: an oracle for tiny
    /// problems.
    pub fn instances(&self) -> impl Iterator<Item = Instance> + '_ {
        let free = |d: &Declared| -> Vec<Vec<Atom>> {
            d.upper.iter().filter(|tuple| !d.lower.contains(tuple)).map(<[Atom]>::to_vec).collect()
        };
        let free: Vec<Vec<Vec<Atom>>> = self.relations.iter().map(free).collect();
        let bits: usize = free.iter().map(Vec::len).sum();
        assert!(bits < 64, "nobody waits for more");
        (0..1u64 << bits).map(move |mut mask| {
            let mut values = Vec::with_capacity(self.relations.len());
            for (declared, free) in self.relations.iter().zip(&free) {
                let mut value = declared.lower.clone();
                for tuple in free {
                    if mask & 1 == 1 {
                        value.insert(tuple.clone());
                    }
                    mask >>= 1;
                }
                values.push(value);
            }
            Instance { universe: self.universe, values }
        })
    }

    /// Creates an instance. `value` gets the name of each relation, its upper bound, and the atoms it orders
    /// if it is a total order. [`Problem::check`] checks whether it is within the bounds.
    pub fn instance(&self, mut value: impl FnMut(&str, &TupleSet, Option<&[Atom]>) -> TupleSet) -> Instance {
        let value = |d: &Declared| value(&d.name, &d.upper, d.order_of.as_deref());
        Instance { universe: self.universe, values: self.relations.iter().map(value).collect() }
    }

    /// Evaluates an instance by definition, without the translation. The error describes the first violation.
    pub fn check(&self, instance: &Instance, without: &[GroupId]) -> Result<(), String> {
        for (declared, value) in self.relations.iter().zip(&instance.values) {
            if !declared.lower.is_subset(value) || !value.is_subset(&declared.upper) {
                return Err(format!("{} leaves its bounds", declared.name));
            }
            if let Some(atoms) = &declared.order_of {
                let order = Expr::constant(value.clone());
                let set = Expr::constant(TupleSet::of_atoms(atoms.iter().copied()));
                if !instance.satisfies(&order.total_order_on(&set)) {
                    return Err(format!("{} is no total order", declared.name));
                }
            }
        }
        let mut evaluator = Evaluator::new(instance);
        if let Some(i) = self.facts.iter().position(|fact| !evaluator.holds(fact)) {
            return Err(format!("fact {i} does not hold"));
        }
        let broken =
            self.groups.iter().enumerate().find(|(i, group)| {
                !without.contains(&GroupId(*i as u32)) && !evaluator.holds(&group.formula)
            });
        broken.map_or(Ok(()), |(_, group)| Err(format!("{} does not hold", group.name)))
    }
}
