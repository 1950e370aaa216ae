//! Symmetry breaking: among instances that differ only by an exchange of interchangeable atoms, keeps the one
//! with the lexicographically smallest cells.

use crate::circuit::{Bit, Circuit};
use crate::logic::{Expr, ExprKind, Formula, FormulaKind};
use crate::matrix::{Keys, Matrix};
use crate::problem::Problem;
use crate::tuples::{Atom, TupleSet};

/// The transposition of two atoms.
fn exchanged(a: Atom, b: Atom) -> impl Fn(Atom) -> Atom {
    move |atom| {
        if atom == a {
            b
        } else if atom == b {
            a
        } else {
            atom
        }
    }
}

/// The transpositions of adjacent atoms in each class of interchangeable atoms.
fn exchanges(problem: &Problem) -> impl Iterator<Item = (Atom, Atom)> {
    problem.symmetries().iter().flat_map(|atoms| atoms.windows(2).map(|pair| (pair[0], pair[1])))
}

/// Checks that every declared exchange preserves all bounds and all constants of formulas.
///
/// # Panics
/// If one does not: the caller's claim was wrong, and any answer based on it would be, too.
pub(crate) fn check(problem: &Problem) {
    let mut constants = Vec::new();
    let groups = problem.groups().iter().map(|group| &group.formula);
    problem.facts().iter().chain(groups).for_each(|formula| in_formula(formula, &mut constants));
    for (a, b) in exchanges(problem) {
        let same = |tuples: &TupleSet| tuples.renamed(exchanged(a, b)) == *tuples;
        for declared in problem.declared() {
            assert!(
                same(&declared.lower) && same(&declared.upper),
                "{a} and {b} differ in {}",
                declared.name
            );
        }
        assert!(constants.iter().all(|tuples| same(tuples)), "{a} and {b} differ in a constant");
    }
}

fn in_formula<'f>(formula: &'f Formula, out: &mut Vec<&'f TupleSet>) {
    match formula.kind() {
        FormulaKind::True => {}
        FormulaKind::In(a, b) => [a, b].into_iter().for_each(|part| in_expr(part, out)),
        FormulaKind::Count(expr, ..) | FormulaKind::Acyclic(expr) => in_expr(expr, out),
        FormulaKind::Not(inner) => in_formula(inner, out),
        FormulaKind::And(parts) => parts.iter().for_each(|part| in_formula(part, out)),
        FormulaKind::ForAll(decls, body) => {
            decls.iter().for_each(|decl| in_expr(&decl.domain, out));
            in_formula(body, out);
        }
    }
}

fn in_expr<'f>(expr: &'f Expr, out: &mut Vec<&'f TupleSet>) {
    match expr.kind() {
        ExprKind::Relation(_)
        | ExprKind::Univ
        | ExprKind::Iden
        | ExprKind::Variable(_)
        | ExprKind::Slot(_) => {}
        ExprKind::Constant(tuples) => out.push(tuples),
        ExprKind::Union(parts) | ExprKind::Intersection(parts) => {
            parts.iter().for_each(|part| in_expr(part, out));
        }
        ExprKind::Difference(a, b) | ExprKind::Join(a, b) | ExprKind::Product(a, b) => {
            [a, b].into_iter().for_each(|part| in_expr(part, out));
        }
        ExprKind::Transpose(inner) | ExprKind::Closure(inner) | ExprKind::Diagonal(inner) => {
            in_expr(inner, out)
        }
        ExprKind::Comprehension(decls, formula) => {
            decls.iter().for_each(|decl| in_expr(&decl.domain, out));
            in_formula(formula, out);
        }
        ExprKind::IfThenElse(condition, yes, no) => {
            in_formula(condition, out);
            [yes, no].into_iter().for_each(|part| in_expr(part, out));
        }
        ExprKind::Least { bodies, .. } => bodies.iter().for_each(|body| in_expr(body, out)),
    }
}

/// For each exchange: the cells are lexicographically no greater than the exchanged ones.
pub(crate) fn breaking(
    problem: &Problem,
    matrices: &[Matrix],
    keys: Keys,
    circuit: &mut Circuit,
) -> Vec<Bit> {
    exchanges(problem).map(|(a, b)| lex_leader(matrices, exchanged(a, b), keys, circuit)).collect()
}

fn lex_leader(matrices: &[Matrix], rename: impl Fn(Atom) -> Atom, keys: Keys, circuit: &mut Circuit) -> Bit {
    let mut pairs = Vec::new();
    for matrix in matrices {
        for &(key, bit) in matrix.cells() {
            let image: Vec<Atom> = keys.tuple(key, matrix.arity).into_iter().map(&rename).collect();
            pairs.push((bit, matrix.get(keys.key(&image))));
        }
    }
    // From the last cell to the first: smaller here, or equal here and no greater afterwards.
    pairs.into_iter().rev().fold(Bit::TRUE, |rest, (mine, theirs)| {
        let smaller = circuit.and(!mine, theirs);
        let no_greater = circuit.implies(mine, theirs);
        let then = circuit.and(no_greater, rest);
        circuit.or(smaller, then)
    })
}
