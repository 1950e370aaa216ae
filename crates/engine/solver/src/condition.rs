//! The condition on an outcome.

use event::Value;
use relational::{Expr, Formula, TupleSet};
use std::collections::BTreeSet;

/// A proposition over the observed values, by their index in the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// True or false.
    Const(bool),
    /// The observed value is this one.
    Equals(usize, Value),
    /// Two observed values are equal.
    Same(usize, usize),
    /// Negation.
    Not(Box<Condition>),
    /// Conjunction.
    And(Vec<Condition>),
    /// Disjunction.
    Or(Vec<Condition>),
    /// A condition with its own text.
    Named(String, Box<Condition>),
}

impl Condition {
    /// The condition that the observed values are these.
    pub fn outcome(values: &[Value]) -> Condition {
        Condition::And((0..).zip(values).map(|(i, &value)| Condition::Equals(i, value)).collect())
    }

    /// Whether an outcome with these values satisfies it.
    pub fn holds(&self, values: &[Value]) -> bool {
        match self {
            Condition::Const(value) => *value,
            Condition::Equals(i, value) => values.get(*i) == Some(value),
            Condition::Same(i, j) => values.get(*i) == values.get(*j),
            Condition::Not(inner) => !inner.holds(values),
            Condition::And(parts) => parts.iter().all(|part| part.holds(values)),
            Condition::Or(parts) => parts.iter().any(|part| part.holds(values)),
            Condition::Named(_, inner) => inner.holds(values),
        }
    }

    /// The observed values that are compared with each other, by index.
    pub(crate) fn compared(&self) -> BTreeSet<usize> {
        match self {
            Condition::Const(_) | Condition::Equals(..) => BTreeSet::new(),
            Condition::Same(i, j) => BTreeSet::from([*i, *j]),
            Condition::Not(inner) | Condition::Named(_, inner) => inner.compared(),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().flat_map(Condition::compared).collect()
            }
        }
    }

    /// The conjuncts, each as small as possible.
    pub(crate) fn conjuncts(&self) -> Vec<&Condition> {
        match self {
            Condition::And(parts) => parts.iter().flat_map(Condition::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// Formats it, given the names of the observed values.
    pub fn render(&self, names: &[String]) -> String {
        let name = |i: &usize| names.get(*i).cloned().unwrap_or_else(|| format!("value {i}"));
        let list = |parts: &[Condition], sign: &str| {
            let parts: Vec<String> = parts.iter().map(|part| part.render(names)).collect();
            format!("({})", parts.join(sign))
        };
        match self {
            Condition::Const(value) => value.to_string(),
            Condition::Equals(i, value) => format!("{}={value}", name(i)),
            Condition::Same(i, j) => format!("{}={}", name(i), name(j)),
            Condition::Not(inner) => format!("~{}", inner.render(names)),
            Condition::And(parts) => list(parts, " /\\ "),
            Condition::Or(parts) => list(parts, " \\/ "),
            Condition::Named(text, _) => text.clone(),
        }
    }

    /// Translates it to a formula over the observed values, each a singleton set; `value` gives the atom of a
    /// known value.
    pub(crate) fn formula(
        &self,
        observed: &mut dyn FnMut(usize) -> Expr,
        value: &dyn Fn(Value) -> Option<u32>,
    ) -> Formula {
        let mut all = |parts: &[Condition]| parts.iter().map(|part| part.formula(observed, value)).collect();
        match self {
            Condition::Const(true) => Formula::truth(),
            Condition::Const(false) => Formula::falsity(),
            Condition::Equals(i, wanted) => match value(*wanted) {
                Some(atom) => Expr::constant(TupleSet::of_atoms([atom])).in_(&observed(*i)),
                // No execution computes this value.
                None => Formula::falsity(),
            },
            Condition::Same(i, j) => observed(*i).intersect(&observed(*j)).some(),
            Condition::Not(inner) => inner.formula(observed, value).negated(),
            Condition::And(parts) => Formula::and(all(parts)),
            Condition::Or(parts) => Formula::or(all(parts)),
            Condition::Named(_, inner) => inner.formula(observed, value),
        }
    }
}
