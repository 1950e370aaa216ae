//! Evaluates expressions and formulas on given relations, by definition.
//!
//! Shares no code with the translation, so that each can expose mistakes of the other.

use crate::logic::{Comparison, Decl, Expr, ExprKind, Formula, FormulaKind, Slot, Var};
use crate::problem::Instance;
use crate::tuples::{Atom, TupleSet};
use std::collections::BTreeMap;

/// The values of variables and slots, and the cached values of closed expressions by address.
#[derive(Default)]
struct Scope {
    vars: BTreeMap<Var, Atom>,
    slots: BTreeMap<Slot, TupleSet>,
    known: BTreeMap<usize, TupleSet>,
}

/// Evaluates formulas that live as long as it does.
pub(crate) struct Evaluator<'f> {
    instance: &'f Instance,
    scope: Scope,
}

impl<'f> Evaluator<'f> {
    pub fn new(instance: &'f Instance) -> Self {
        Evaluator { instance, scope: Scope::default() }
    }

    pub fn holds(&mut self, formula: &'f Formula) -> bool {
        truth(self.instance, &mut self.scope, formula)
    }
}

/// The value of an expression without free variables.
pub fn evaluate(instance: &Instance, expr: &Expr) -> TupleSet {
    value(instance, &mut Scope::default(), expr)
}

pub(crate) fn holds(instance: &Instance, formula: &Formula) -> bool {
    truth(instance, &mut Scope::default(), formula)
}

fn truth(instance: &Instance, scope: &mut Scope, formula: &Formula) -> bool {
    match formula.kind() {
        FormulaKind::True => true,
        FormulaKind::In(a, b) => value(instance, scope, a).is_subset(&value(instance, scope, b)),
        FormulaKind::Count(expr, comparison, number) => {
            let (found, number) = (value(instance, scope, expr).len(), *number as usize);
            match comparison {
                Comparison::AtMost => found <= number,
                Comparison::AtLeast => found >= number,
                Comparison::Exactly => found == number,
            }
        }
        FormulaKind::Acyclic(expr) => {
            transitive(&value(instance, scope, expr)).iter().all(|pair| pair[0] != pair[1])
        }
        FormulaKind::Not(inner) => !truth(instance, scope, inner),
        FormulaKind::And(parts) => parts.iter().all(|part| truth(instance, scope, part)),
        FormulaKind::ForAll(decls, body) => {
            let mut all = true;
            choices(instance, scope, decls, &mut Vec::new(), &mut |scope, _| {
                all = all && truth(instance, scope, body);
            });
            all
        }
    }
}

fn choices(
    instance: &Instance,
    scope: &mut Scope,
    decls: &[Decl],
    chosen: &mut Vec<Atom>,
    visit: &mut dyn FnMut(&mut Scope, &[Atom]),
) {
    let Some(decl) = decls.get(chosen.len()) else { return visit(scope, chosen) };
    let outer = scope.vars.clone();
    for tuple in value(instance, scope, &decl.domain).iter() {
        scope.vars.insert(decl.var, tuple[0]);
        chosen.push(tuple[0]);
        choices(instance, scope, decls, chosen, visit);
        chosen.pop();
    }
    scope.vars = outer;
}

fn filtered(arity: usize, tuples: &TupleSet, keep: impl Fn(&[Atom]) -> bool) -> TupleSet {
    let mut result = TupleSet::empty(arity);
    tuples.iter().filter(|tuple| keep(tuple)).for_each(|tuple| result.insert(tuple.to_vec()));
    result
}

fn value(instance: &Instance, scope: &mut Scope, expr: &Expr) -> TupleSet {
    if !expr.free().vars.is_empty() || !expr.free().slots.is_empty() {
        return computed(instance, scope, expr);
    }
    if let Some(known) = scope.known.get(&expr.address()) {
        return known.clone();
    }
    let value = computed(instance, scope, expr);
    scope.known.insert(expr.address(), value.clone());
    value
}

fn computed(instance: &Instance, scope: &mut Scope, expr: &Expr) -> TupleSet {
    let arity = expr.arity();
    let mut result = TupleSet::empty(arity);
    match expr.kind() {
        ExprKind::Relation(id) => return instance.relation(*id).clone(),
        ExprKind::Univ => return TupleSet::all(1, instance.universe),
        ExprKind::Iden => return TupleSet::of_pairs((0..instance.universe).map(|atom| (atom, atom))),
        ExprKind::Constant(tuples) => return tuples.clone(),
        ExprKind::Variable(var) => return TupleSet::of_atoms([scope.vars[var]]),
        ExprKind::Slot(slot) => return scope.slots[slot].clone(),
        ExprKind::Union(parts) => {
            for part in parts {
                value(instance, scope, part).iter().for_each(|tuple| result.insert(tuple.to_vec()));
            }
        }
        ExprKind::Intersection(parts) => {
            let values: Vec<TupleSet> = parts.iter().map(|part| value(instance, scope, part)).collect();
            return filtered(arity, &values[0], |tuple| values.iter().all(|v| v.contains(tuple)));
        }
        ExprKind::Difference(a, b) => {
            let (a, b) = (value(instance, scope, a), value(instance, scope, b));
            return filtered(arity, &a, |tuple| !b.contains(tuple));
        }
        ExprKind::Join(a, b) => return joined(&value(instance, scope, a), &value(instance, scope, b)),
        ExprKind::Product(a, b) => {
            let (a, b) = (value(instance, scope, a), value(instance, scope, b));
            for (left, right) in a.iter().flat_map(|left| b.iter().map(move |right| (left, right))) {
                result.insert([left, right].concat());
            }
        }
        ExprKind::Transpose(inner) => {
            value(instance, scope, inner).iter().for_each(|pair| result.insert(vec![pair[1], pair[0]]));
        }
        ExprKind::Closure(inner) => return transitive(&value(instance, scope, inner)),
        ExprKind::Diagonal(inner) => {
            value(instance, scope, inner).iter().for_each(|tuple| result.insert(vec![tuple[0], tuple[0]]));
        }
        ExprKind::Comprehension(decls, formula) => {
            choices(instance, scope, decls, &mut Vec::new(), &mut |scope, chosen| {
                if truth(instance, scope, formula) {
                    result.insert(chosen.to_vec());
                }
            });
        }
        ExprKind::IfThenElse(condition, yes, no) => {
            let chosen = if truth(instance, scope, condition) { yes } else { no };
            return value(instance, scope, chosen);
        }
        ExprKind::Least { slots, bodies, index } => {
            let mut values: Vec<TupleSet> = slots.iter().map(|slot| TupleSet::empty(slot.arity())).collect();
            loop {
                scope.slots.extend(slots.iter().copied().zip(values.iter().cloned()));
                let next: Vec<TupleSet> = bodies.iter().map(|body| value(instance, scope, body)).collect();
                if next == values {
                    return values.swap_remove(*index);
                }
                values = next;
            }
        }
    }
    result
}

fn joined(a: &TupleSet, b: &TupleSet) -> TupleSet {
    let mut result = TupleSet::empty(a.arity() + b.arity() - 2);
    let mut by_first: BTreeMap<Option<&Atom>, Vec<&[Atom]>> = BTreeMap::new();
    b.iter().for_each(|right| by_first.entry(right.first()).or_default().push(right));
    for left in a.iter() {
        for right in by_first.get(&left.last()).into_iter().flatten() {
            result.insert([&left[..left.len() - 1], &right[1..]].concat());
        }
    }
    result
}

/// Adds implied pairs until nothing changes.
fn transitive(relation: &TupleSet) -> TupleSet {
    let mut closure = relation.clone();
    loop {
        let before = closure.len();
        joined(&closure.clone(), relation).iter().for_each(|pair| closure.insert(pair.to_vec()));
        if closure.len() == before {
            return closure;
        }
    }
}
