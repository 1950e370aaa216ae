//! Expressions and formulas.
//!
//! Both are trees with shared subtrees: cloning is cheap, and a subtree that occurs twice is translated once.
//! Arities are checked when a tree is built; a wrong one is a bug of the caller and panics.

use crate::problem::RelationId;
use crate::tuples::TupleSet;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A variable that stands for one atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// A variable distinct from all others.
    pub fn fresh() -> Var {
        // Only a source of distinct names: no answer depends on the numbers.
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Var(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A relation that is defined by recursion: see [`Expr::least`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    id: u32,
    arity: usize,
}

impl Slot {
    /// A slot for a relation of this arity, distinct from all others.
    pub fn fresh(arity: usize) -> Slot {
        Slot { id: Var::fresh().0, arity }
    }

    /// The arity of the relation.
    pub fn arity(self) -> usize {
        self.arity
    }
}

/// A bound variable and the set it ranges over, which may depend on variables bound before it.
#[derive(Debug, Clone)]
pub struct Decl {
    /// The variable.
    pub var: Var,
    /// Its domain, of arity 1.
    pub domain: Expr,
}

impl Decl {
    /// `var: domain`.
    ///
    /// # Panics
    /// If the domain is not a set of atoms.
    pub fn new(var: Var, domain: Expr) -> Decl {
        assert_eq!(domain.arity(), 1, "variables range over sets of atoms");
        Decl { var, domain }
    }
}

/// How a number of tuples compares with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
    /// Exactly.
    Exactly,
}

/// An expression that denotes a relation.
#[derive(Debug, Clone)]
pub struct Expr(Arc<ExprNode>);

#[derive(Debug)]
struct ExprNode {
    kind: ExprKind,
    arity: usize,
    free: Free,
}

/// The free variables and slots of a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Free {
    pub vars: BTreeSet<Var>,
    pub slots: BTreeSet<Slot>,
}

impl Free {
    fn join(mut self, other: &Free) -> Free {
        self.vars.extend(&other.vars);
        self.slots.extend(&other.slots);
        self
    }

    /// Removes the variables that these declarations bind, and adds what their domains depend on.
    fn bind(mut self, decls: &[Decl]) -> Free {
        for decl in decls.iter().rev() {
            self.vars.remove(&decl.var);
            self = self.join(decl.domain.free());
        }
        self
    }
}

#[derive(Debug)]
pub(crate) enum ExprKind {
    Relation(RelationId),
    Univ,
    Iden,
    Constant(TupleSet),
    Variable(Var),
    Slot(Slot),
    Union(Vec<Expr>),
    Intersection(Vec<Expr>),
    Difference(Expr, Expr),
    Join(Expr, Expr),
    Product(Expr, Expr),
    Transpose(Expr),
    Closure(Expr),
    Diagonal(Expr),
    Comprehension(Vec<Decl>, Formula),
    IfThenElse(Formula, Expr, Expr),
    Least { slots: Vec<Slot>, bodies: Vec<Expr>, index: usize },
}

impl Expr {
    fn new(kind: ExprKind, arity: usize, free: Free) -> Expr {
        Expr(Arc::new(ExprNode { kind, arity, free }))
    }

    fn closed(kind: ExprKind, arity: usize) -> Expr {
        Expr::new(kind, arity, Free::default())
    }

    /// The length of its tuples.
    pub fn arity(&self) -> usize {
        self.0.arity
    }

    pub(crate) fn kind(&self) -> &ExprKind {
        &self.0.kind
    }

    pub(crate) fn free(&self) -> &Free {
        &self.0.free
    }

    /// Identifies the tree; it must be kept alive as long as the number is used.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// A relation of the problem, with its arity.
    pub(crate) fn relation(id: RelationId, arity: usize) -> Expr {
        Expr::closed(ExprKind::Relation(id), arity)
    }

    /// The empty relation.
    pub fn none(arity: usize) -> Expr {
        Expr::constant(TupleSet::empty(arity))
    }

    /// All atoms.
    pub fn univ() -> Expr {
        Expr::closed(ExprKind::Univ, 1)
    }

    /// All pairs of an atom with itself.
    pub fn iden() -> Expr {
        Expr::closed(ExprKind::Iden, 2)
    }

    /// These tuples.
    pub fn constant(tuples: TupleSet) -> Expr {
        let arity = tuples.arity();
        Expr::closed(ExprKind::Constant(tuples), arity)
    }

    /// The atom that a variable stands for, as a singleton set.
    pub fn var(var: Var) -> Expr {
        let free = Free { vars: BTreeSet::from([var]), slots: BTreeSet::new() };
        Expr::new(ExprKind::Variable(var), 1, free)
    }

    /// A relation that an enclosing [`Expr::least`] defines.
    pub fn slot(slot: Slot) -> Expr {
        let free = Free { vars: BTreeSet::new(), slots: BTreeSet::from([slot]) };
        Expr::new(ExprKind::Slot(slot), slot.arity, free)
    }

    fn nary(parts: Vec<Expr>, what: &str, kind: fn(Vec<Expr>) -> ExprKind) -> Expr {
        let arity = parts.first().unwrap_or_else(|| panic!("{what} of nothing has no arity")).arity();
        assert!(parts.iter().all(|part| part.arity() == arity), "{what} of relations of different arities");
        if let [only] = parts.as_slice() {
            return only.clone();
        }
        let free = parts.iter().fold(Free::default(), |free, part| free.join(part.free()));
        Expr::new(kind(parts), arity, free)
    }

    /// The union of relations of one arity; there must be at least one.
    pub fn union_all(parts: Vec<Expr>) -> Expr {
        Expr::nary(parts, "union", ExprKind::Union)
    }

    /// The intersection of relations of one arity; there must be at least one.
    pub fn intersect_all(parts: Vec<Expr>) -> Expr {
        Expr::nary(parts, "intersection", ExprKind::Intersection)
    }

    /// The union of both.
    pub fn union(&self, other: &Expr) -> Expr {
        Expr::union_all(vec![self.clone(), other.clone()])
    }

    /// The intersection of both.
    pub fn intersect(&self, other: &Expr) -> Expr {
        Expr::intersect_all(vec![self.clone(), other.clone()])
    }

    /// The difference of both.
    pub fn minus(&self, other: &Expr) -> Expr {
        assert_eq!(self.arity(), other.arity(), "difference of relations of different arities");
        let free = self.free().clone().join(other.free());
        Expr::new(ExprKind::Difference(self.clone(), other.clone()), self.arity(), free)
    }

    /// The relational join: tuples of both, joined where the last atom of one is the first of the other,
    /// which is dropped.
    pub fn join(&self, other: &Expr) -> Expr {
        let arity = self.arity() + other.arity();
        assert!(arity > 2, "the join of two sets has no arity");
        let free = self.free().clone().join(other.free());
        Expr::new(ExprKind::Join(self.clone(), other.clone()), arity - 2, free)
    }

    /// Every tuple of this one followed by every tuple of the other.
    pub fn product(&self, other: &Expr) -> Expr {
        let free = self.free().clone().join(other.free());
        let arity = self.arity() + other.arity();
        Expr::new(ExprKind::Product(self.clone(), other.clone()), arity, free)
    }

    fn binary_only(&self, what: &str, kind: fn(Expr) -> ExprKind) -> Expr {
        assert_eq!(self.arity(), 2, "{what} needs a binary relation");
        Expr::new(kind(self.clone()), 2, self.free().clone())
    }

    /// The inverse of a binary relation.
    pub fn transpose(&self) -> Expr {
        self.binary_only("transposition", ExprKind::Transpose)
    }

    /// The transitive closure.
    pub fn closure(&self) -> Expr {
        self.binary_only("closure", ExprKind::Closure)
    }

    /// The reflexive transitive closure: every atom of the universe is related to itself.
    pub fn reflexive_closure(&self) -> Expr {
        self.closure().union(&Expr::iden())
    }

    /// The identity on a set: `[S]` in cat.
    pub fn diagonal(&self) -> Expr {
        assert_eq!(self.arity(), 1, "the identity on something needs a set");
        Expr::new(ExprKind::Diagonal(self.clone()), 2, self.free().clone())
    }

    /// The first atoms of a relation that is at least binary.
    pub fn domain(&self) -> Expr {
        (1..self.arity()).fold(self.clone(), |rest, _| rest.join(&Expr::univ()))
    }

    /// The last atoms of a relation that is at least binary.
    pub fn range(&self) -> Expr {
        (1..self.arity()).fold(self.clone(), |rest, _| Expr::univ().join(&rest))
    }

    /// The tuples of atoms for which the formula holds.
    pub fn comprehension(decls: Vec<Decl>, formula: &Formula) -> Expr {
        let arity = decls.len();
        assert!(arity > 0, "a comprehension binds a variable");
        let free = formula.free().clone().bind(&decls);
        Expr::new(ExprKind::Comprehension(decls, formula.clone()), arity, free)
    }

    /// One of two relations of one arity, depending on a formula.
    pub fn if_else(condition: &Formula, yes: &Expr, no: &Expr) -> Expr {
        assert_eq!(yes.arity(), no.arity(), "alternatives of different arities");
        let free = condition.free().clone().join(yes.free()).join(no.free());
        Expr::new(ExprKind::IfThenElse(condition.clone(), yes.clone(), no.clone()), yes.arity(), free)
    }

    /// The least relations with `slots[i] = bodies[i]` for all i, in this order. The bodies must be monotone
    /// in the slots, so that iterating from the empty relations converges. This is not checked here.
    ///
    /// # Panics
    /// If there are not as many bodies as slots, or their arities differ.
    pub fn least(slots: &[Slot], bodies: &[Expr]) -> Vec<Expr> {
        assert_eq!(slots.len(), bodies.len(), "every slot has a body");
        assert!(
            slots.iter().zip(bodies).all(|(slot, body)| slot.arity == body.arity()),
            "a body has the arity of its slot"
        );
        let mut free = bodies.iter().fold(Free::default(), |free, body| free.join(body.free()));
        slots.iter().for_each(|slot| {
            free.slots.remove(slot);
        });
        let least = |index: usize| {
            let kind = ExprKind::Least { slots: slots.to_vec(), bodies: bodies.to_vec(), index };
            Expr::new(kind, slots[index].arity, free.clone())
        };
        (0..slots.len()).map(least).collect()
    }

    /// Whether all its tuples are in the other.
    pub fn in_(&self, other: &Expr) -> Formula {
        assert_eq!(self.arity(), other.arity(), "comparison of relations of different arities");
        let free = self.free().clone().join(other.free());
        Formula::new(FormulaKind::In(self.clone(), other.clone()), free)
    }

    /// Whether both have the same tuples.
    pub fn equals(&self, other: &Expr) -> Formula {
        Formula::and(vec![self.in_(other), other.in_(self)])
    }

    /// Compares the number of its tuples.
    pub fn count(&self, comparison: Comparison, number: u32) -> Formula {
        Formula::new(FormulaKind::Count(self.clone(), comparison, number), self.free().clone())
    }

    /// Whether it has a tuple.
    pub fn some(&self) -> Formula {
        self.count(Comparison::AtLeast, 1)
    }

    /// Whether it has no tuple.
    pub fn no(&self) -> Formula {
        self.count(Comparison::AtMost, 0)
    }

    /// Whether it has exactly one tuple.
    pub fn one(&self) -> Formula {
        self.count(Comparison::Exactly, 1)
    }

    /// Whether it has at most one tuple.
    pub fn lone(&self) -> Formula {
        self.count(Comparison::AtMost, 1)
    }

    /// Whether a binary relation has no cycle.
    pub fn acyclic(&self) -> Formula {
        assert_eq!(self.arity(), 2, "only binary relations have cycles");
        Formula::new(FormulaKind::Acyclic(self.clone()), self.free().clone())
    }

    /// Whether no atom is related to itself.
    pub fn irreflexive(&self) -> Formula {
        self.intersect(&Expr::iden()).no()
    }

    /// Whether it is a strict total order of the set: irreflexive, transitive, and any two atoms are related
    /// one way or the other.
    pub fn total_order_on(&self, set: &Expr) -> Formula {
        let (pairs, off_diagonal) = (set.product(set), set.product(set).minus(&Expr::iden()));
        Formula::and(vec![
            self.in_(&pairs),
            self.irreflexive(),
            self.join(self).in_(self),
            off_diagonal.in_(&self.union(&self.transpose())),
        ])
    }
}

/// A formula.
#[derive(Debug, Clone)]
pub struct Formula(Arc<FormulaNode>);

#[derive(Debug)]
struct FormulaNode {
    kind: FormulaKind,
    free: Free,
}

#[derive(Debug)]
pub(crate) enum FormulaKind {
    True,
    In(Expr, Expr),
    Count(Expr, Comparison, u32),
    Acyclic(Expr),
    Not(Formula),
    And(Vec<Formula>),
    ForAll(Vec<Decl>, Formula),
}

impl Formula {
    fn new(kind: FormulaKind, free: Free) -> Formula {
        Formula(Arc::new(FormulaNode { kind, free }))
    }

    pub(crate) fn kind(&self) -> &FormulaKind {
        &self.0.kind
    }

    pub(crate) fn free(&self) -> &Free {
        &self.0.free
    }

    /// Identifies the tree; it must be kept alive as long as the number is used.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }

    /// Always true.
    pub fn truth() -> Formula {
        Formula::new(FormulaKind::True, Free::default())
    }

    /// Always false.
    pub fn falsity() -> Formula {
        Formula::truth().negated()
    }

    /// The conjunction; true if empty.
    pub fn and(parts: Vec<Formula>) -> Formula {
        if let [only] = parts.as_slice() {
            return only.clone();
        }
        let free = parts.iter().fold(Free::default(), |free, part| free.join(part.free()));
        Formula::new(FormulaKind::And(parts), free)
    }

    /// The disjunction; false if empty.
    pub fn or(parts: Vec<Formula>) -> Formula {
        Formula::and(parts.iter().map(Formula::negated).collect()).negated()
    }

    /// The negation.
    pub fn negated(&self) -> Formula {
        match self.kind() {
            FormulaKind::Not(inner) => inner.clone(),
            _ => Formula::new(FormulaKind::Not(self.clone()), self.free().clone()),
        }
    }

    /// Implication.
    pub fn implies(&self, other: &Formula) -> Formula {
        Formula::and(vec![self.clone(), other.negated()]).negated()
    }

    /// Equivalence.
    pub fn iff(&self, other: &Formula) -> Formula {
        Formula::and(vec![self.implies(other), other.implies(self)])
    }

    /// For all values of the variables.
    pub fn for_all(decls: Vec<Decl>, body: &Formula) -> Formula {
        let free = body.free().clone().bind(&decls);
        Formula::new(FormulaKind::ForAll(decls, body.clone()), free)
    }

    /// For some values of the variables.
    pub fn exists(decls: Vec<Decl>, body: &Formula) -> Formula {
        Formula::for_all(decls, &body.negated()).negated()
    }
}
