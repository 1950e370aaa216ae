//! Conditions on outcomes.

use crate::ast::Quantifier;
use event::Outcome;

/// A proposition over the observed values, by their index in the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompiledProp {
    /// Always or never.
    Const(bool),
    /// The observed value is this number; 0 is also `null`.
    Equals(usize, i64),
    /// Two observed values are equal.
    Same(usize, usize),
    /// Negation.
    Not(Box<CompiledProp>),
    /// Conjunction.
    And(Box<CompiledProp>, Box<CompiledProp>),
    /// Disjunction.
    Or(Box<CompiledProp>, Box<CompiledProp>),
}

impl CompiledProp {
    /// Whether the outcome satisfies it.
    pub fn holds(&self, outcome: &Outcome) -> bool {
        match self {
            CompiledProp::Const(b) => *b,
            CompiledProp::Equals(i, n) => outcome.values[*i].0 == *n,
            CompiledProp::Same(i, j) => outcome.values[*i] == outcome.values[*j],
            CompiledProp::Not(p) => !p.holds(outcome),
            CompiledProp::And(p, q) => p.holds(outcome) && q.holds(outcome),
            CompiledProp::Or(p, q) => p.holds(outcome) || q.holds(outcome),
        }
    }
}

/// The final condition of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledCondition {
    /// Whether it is a question or a claim.
    pub quantifier: Quantifier,
    /// The proposition.
    pub prop: CompiledProp,
    /// The source text, on one line.
    pub text: String,
}
