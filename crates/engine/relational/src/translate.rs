//! From relational logic to circuits: every expression becomes a matrix of bits, every formula a bit.

use crate::circuit::{Bit, Circuit};
use crate::closure;
use crate::logic::{Comparison, Decl, Expr, ExprKind, Formula, FormulaKind, Free, Slot, Var};
use crate::matrix::{Keys, Matrix};
use crate::tuples::{Atom, TupleSet};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// The key of a translated tree: its address, and the values of its free variables and slots.
type Place = (usize, Vec<Atom>, Vec<u32>);

/// Translates the trees of one problem. Trees must live as long as the translator.
pub(crate) struct Translator<'a> {
    pub circuit: Circuit,
    keys: Keys,
    relations: &'a [Matrix],
    vars: BTreeMap<Var, Atom>,
    /// The value of each slot in the current round of its recursion, and a number that identifies the round.
    slots: BTreeMap<Slot, (Matrix, u32)>,
    rounds: u32,
    /// Only looked up, never iterated.
    expressions: HashMap<Place, Matrix>,
    formulas: HashMap<Place, Bit>,
}

impl<'a> Translator<'a> {
    pub fn new(circuit: Circuit, keys: Keys, relations: &'a [Matrix]) -> Self {
        let (vars, slots) = (BTreeMap::new(), BTreeMap::new());
        let (expressions, formulas) = (HashMap::new(), HashMap::new());
        Translator { circuit, keys, relations, vars, slots, rounds: 0, expressions, formulas }
    }

    fn place(&self, address: usize, free: &Free) -> Place {
        let bound = |var| *self.vars.get(var).expect("a variable is used where it is bound");
        let round = |slot| self.slots.get(slot).expect("a slot is used where it is defined").1;
        (address, free.vars.iter().map(bound).collect(), free.slots.iter().map(round).collect())
    }

    pub fn formula(&mut self, formula: &Formula) -> Bit {
        if self.circuit.is_stopped() {
            return Bit::FALSE;
        }
        let place = self.place(formula.address(), formula.free());
        if let Some(&known) = self.formulas.get(&place) {
            return known;
        }
        let bit = match formula.kind() {
            FormulaKind::True => Bit::TRUE,
            FormulaKind::In(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                a.subset(&b, &mut self.circuit)
            }
            FormulaKind::Count(expr, comparison, number) => self.count(expr, *comparison, *number as usize),
            FormulaKind::Acyclic(expr) => {
                let matrix = self.expr(expr);
                closure::acyclic(&matrix, self.keys, &mut self.circuit)
            }
            FormulaKind::Not(inner) => !self.formula(inner),
            FormulaKind::And(parts) => {
                let bits = parts.iter().map(|part| self.formula(part)).collect();
                self.circuit.and_all(bits)
            }
            FormulaKind::ForAll(decls, body) => {
                let mut cases = Vec::new();
                self.cases(decls, Bit::TRUE, &mut |this, _, guard| {
                    let holds = this.formula(body);
                    let case = this.circuit.implies(guard, holds);
                    cases.push(case);
                    case != Bit::FALSE
                });
                self.circuit.and_all(cases)
            }
        };
        self.formulas.insert(place, bit);
        bit
    }

    fn count(&mut self, expr: &Expr, comparison: Comparison, number: usize) -> Bit {
        let bits = self.expr(expr).bits();
        let mut at_least = |number| self.circuit.at_least(&bits, number);
        match comparison {
            Comparison::AtLeast => at_least(number),
            Comparison::AtMost => !at_least(number + 1),
            Comparison::Exactly => {
                let (enough, too_many) = (at_least(number), at_least(number + 1));
                self.circuit.and(enough, !too_many)
            }
        }
    }

    /// Visits every assignment of atoms to the variables, with the bit that says whether they are in their
    /// domains, until a visit asks to stop.
    fn cases(&mut self, decls: &[Decl], guard: Bit, visit: &mut dyn FnMut(&mut Self, &[Atom], Bit) -> bool) {
        self.cases_from(decls, &mut Vec::new(), guard, visit);
    }

    fn cases_from(
        &mut self,
        decls: &[Decl],
        chosen: &mut Vec<Atom>,
        guard: Bit,
        visit: &mut dyn FnMut(&mut Self, &[Atom], Bit) -> bool,
    ) -> bool {
        let Some(decl) = decls.get(chosen.len()) else { return visit(self, chosen, guard) };
        let domain = self.expr(&decl.domain);
        let shadowed = self.vars.get(&decl.var).copied();
        let mut go_on = true;
        for &(key, bit) in domain.cells() {
            let guard = self.circuit.and(guard, bit);
            if guard == Bit::FALSE {
                continue;
            }
            self.vars.insert(decl.var, key as Atom);
            chosen.push(key as Atom);
            go_on = self.cases_from(decls, chosen, guard, visit);
            chosen.pop();
            if !go_on {
                break;
            }
        }
        match shadowed {
            Some(atom) => self.vars.insert(decl.var, atom),
            None => self.vars.remove(&decl.var),
        };
        go_on
    }

    pub fn expr(&mut self, expr: &Expr) -> Matrix {
        if self.circuit.is_stopped() {
            return Matrix::empty(expr.arity());
        }
        match expr.kind() {
            ExprKind::Relation(id) => return self.relations[id.index()].clone(),
            ExprKind::Slot(slot) => {
                return self.slots.get(slot).expect("a slot is used where it is defined").0.clone();
            }
            ExprKind::Variable(var) => {
                let atom = *self.vars.get(var).expect("a variable is used where it is bound");
                return Matrix::of(1, [(u64::from(atom), Bit::TRUE)]);
            }
            _ => {}
        }
        let place = self.place(expr.address(), expr.free());
        if let Some(known) = self.expressions.get(&place) {
            return known.clone();
        }
        let matrix = self.compound(expr);
        self.expressions.insert(place, matrix.clone());
        matrix
    }

    fn compound(&mut self, expr: &Expr) -> Matrix {
        let keys = self.keys;
        match expr.kind() {
            ExprKind::Relation(_) | ExprKind::Slot(_) | ExprKind::Variable(_) => self.expr(expr),
            ExprKind::Univ => Matrix::of(1, (0..keys.universe).map(|atom| (u64::from(atom), Bit::TRUE))),
            ExprKind::Iden => {
                let pair = |atom| (keys.key(&[atom, atom]), Bit::TRUE);
                Matrix::of(2, (0..keys.universe).map(pair))
            }
            ExprKind::Constant(tuples) => constant(tuples, keys),
            ExprKind::Union(parts) => {
                let parts: Vec<Matrix> = parts.iter().map(|part| self.expr(part)).collect();
                Matrix::union(&parts, &mut self.circuit)
            }
            ExprKind::Intersection(parts) => {
                let mut found = Vec::new();
                for part in parts {
                    let part = self.expr(part);
                    // An empty relation need not be compared with anything.
                    if part.cells().is_empty() {
                        return part;
                    }
                    found.push(part);
                }
                Matrix::intersection(&found, &mut self.circuit)
            }
            ExprKind::Difference(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                a.difference(&b, &mut self.circuit)
            }
            ExprKind::Join(a, b) => {
                let a = self.expr(a);
                if a.cells().is_empty() {
                    return Matrix::empty(expr.arity());
                }
                a.join(&self.expr(b), keys, &mut self.circuit)
            }
            ExprKind::Product(a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                a.product(&b, keys, &mut self.circuit)
            }
            ExprKind::Transpose(inner) => self.expr(inner).transpose(keys),
            ExprKind::Diagonal(inner) => self.expr(inner).diagonal(keys),
            ExprKind::Closure(inner) => {
                let inner = self.expr(inner);
                closure::closure(&inner, keys, &mut self.circuit)
            }
            ExprKind::Comprehension(decls, formula) => {
                let mut cells = Vec::new();
                self.cases(decls, Bit::TRUE, &mut |this, tuple, guard| {
                    let holds = this.formula(formula);
                    cells.push((keys.key(tuple), this.circuit.and(guard, holds)));
                    true
                });
                Matrix::of(expr.arity(), cells)
            }
            ExprKind::IfThenElse(condition, yes, no) => {
                let condition = self.formula(condition);
                let (yes, no) = (self.expr(yes), self.expr(no));
                Matrix::if_else(condition, &yes, &no, &mut self.circuit)
            }
            ExprKind::Least { slots, bodies, index } => self.least(slots, bodies, *index),
        }
    }

    /// Iterates from the empty relations. As many rounds as tuples suffice, since each but the last adds one;
    /// usually the circuits repeat much earlier.
    fn least(&mut self, slots: &[Slot], bodies: &[Expr], index: usize) -> Matrix {
        let mut values: Vec<Matrix> = slots.iter().map(|slot| Matrix::empty(slot.arity())).collect();
        let mut round = 0;
        loop {
            self.rounds += 1;
            for (slot, value) in slots.iter().zip(&values) {
                self.slots.insert(*slot, (value.clone(), self.rounds));
            }
            let next: Vec<Matrix> = bodies.iter().map(|body| self.expr(body)).collect();
            let tuples: usize = next.iter().map(|matrix| matrix.cells().len()).sum();
            round += 1;
            if next == values || round > tuples {
                slots.iter().for_each(|slot| {
                    self.slots.remove(slot);
                });
                return next[index].clone();
            }
            values = next;
        }
    }
}

/// The matrix of constant tuples.
pub(crate) fn constant(tuples: &TupleSet, keys: Keys) -> Matrix {
    Matrix::of(tuples.arity(), tuples.iter().map(|tuple| (keys.key(tuple), Bit::TRUE)))
}
