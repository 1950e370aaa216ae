//! Types and values of expressions.
//!
//! `{}` and `0` are both the empty set and the empty relation, and `~{}` is the universal set or relation:
//! such an expression has type [`Type::Any`] until its context determines more.

use crate::relation::{Matrix, Set};
use std::fmt;
use std::rc::Rc;

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A set of events.
    Set,
    /// A relation on events.
    Relation,
    /// The empty or universal value, as a set or a relation.
    Any,
    /// A set of values.
    Values,
    /// A relation from events to values.
    Valuation,
}

impl Type {
    /// The common type of both, if they agree.
    pub(crate) fn join(self, other: Type) -> Option<Type> {
        match (self, other) {
            (Type::Any, t) | (t, Type::Any) => Some(t),
            (a, b) => (a == b).then_some(a),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Type::Set => "a set",
            Type::Relation => "a relation",
            Type::Any => "a set or relation",
            Type::Values => "a set of values",
            Type::Valuation => "a relation from events to values",
        })
    }
}

/// The value of an expression.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Nothing,
    Everything,
    Set(Set),
    Relation(Rc<Matrix>),
}

impl Value {
    pub(crate) fn relation(matrix: Matrix) -> Self {
        Value::Relation(Rc::new(matrix))
    }

    /// The value as a set of `len` events. The checker has ensured that it is not a relation.
    pub(crate) fn as_set(&self, len: usize) -> Set {
        match self {
            Value::Set(set) => *set,
            Value::Everything => Set::below(len),
            Value::Nothing | Value::Relation(_) => Set::EMPTY,
        }
    }

    /// The value as a relation on `len` events. The checker has ensured that it is not a set.
    pub(crate) fn as_relation(&self, len: usize) -> Rc<Matrix> {
        match self {
            Value::Relation(matrix) => Rc::clone(matrix),
            Value::Everything => Rc::new(Matrix::product(len, Set::below(len), Set::below(len))),
            Value::Nothing | Value::Set(_) => Rc::new(Matrix::empty(len)),
        }
    }

    pub(crate) fn is_set(&self) -> bool {
        matches!(self, Value::Set(_))
    }

    pub(crate) fn is_relation(&self) -> bool {
        matches!(self, Value::Relation(_))
    }

    /// Whether it has no elements or pairs.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Value::Nothing => true,
            Value::Everything => false,
            Value::Set(set) => set.is_empty(),
            Value::Relation(matrix) => matrix.is_empty(),
        }
    }

    /// The number of elements or pairs.
    pub(crate) fn count(&self, len: usize) -> usize {
        match self {
            Value::Relation(matrix) => matrix.count(),
            other => other.as_set(len).len(),
        }
    }

    /// Whether two values on `len` events are the same.
    pub(crate) fn same(&self, other: &Value, len: usize) -> bool {
        if self.is_relation() || other.is_relation() {
            self.as_relation(len) == other.as_relation(len)
        } else {
            self.as_set(len) == other.as_set(len)
        }
    }
}
