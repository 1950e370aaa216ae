//! Terms: what instructions compute from registers, and properties from what they show.

/// A term over variables of type `V`: registers in instructions, registers and memory in properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term<V> {
    /// A constant; the address of a location is one as well.
    Value(i64),
    /// A variable.
    Variable(V),
    /// An operation on one term.
    Unary(Unary, Box<Term<V>>),
    /// An operation on two terms.
    Binary(Binary, Box<Term<V>>, Box<Term<V>>),
}

/// Operations on one term.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`: 1 if the term is 0, otherwise 0.
    Not,
    /// `-`.
    Minus,
    /// What a Java `int` keeps of a result: its low 32 bits. Only litmus tests have it.
    Int,
}

/// Operations on two terms. Conditions are 1 or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the symbols say it all")]
pub enum Binary {
    Plus,
    Minus,
    Times,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,
    Or,
    Implies,
}

impl Binary {
    /// How it is written, and how strongly it binds.
    pub(crate) const ALL: [(Binary, &'static str, u8); 12] = [
        (Binary::Implies, "=>", 1),
        (Binary::Or, "||", 2),
        (Binary::And, "&&", 3),
        (Binary::Equal, "==", 4),
        (Binary::Unequal, "!=", 4),
        (Binary::Less, "<", 5),
        (Binary::LessOrEqual, "<=", 5),
        (Binary::Greater, ">", 5),
        (Binary::GreaterOrEqual, ">=", 5),
        (Binary::Plus, "+", 6),
        (Binary::Minus, "-", 6),
        (Binary::Times, "*", 7),
    ];

    fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Binary::Plus => a.wrapping_add(b),
            Binary::Minus => a.wrapping_sub(b),
            Binary::Times => a.wrapping_mul(b),
            Binary::Equal => i64::from(a == b),
            Binary::Unequal => i64::from(a != b),
            Binary::Less => i64::from(a < b),
            Binary::LessOrEqual => i64::from(a <= b),
            Binary::Greater => i64::from(a > b),
            Binary::GreaterOrEqual => i64::from(a >= b),
            Binary::And => i64::from(a != 0 && b != 0),
            Binary::Or => i64::from(a != 0 || b != 0),
            Binary::Implies => i64::from(a == 0 || b != 0),
        }
    }
}

impl<V: Copy> Term<V> {
    /// Its value, given those of its variables; `None` if one of them has none yet.
    pub fn value(&self, of: &mut impl FnMut(V) -> Option<i64>) -> Option<i64> {
        match self {
            Term::Value(value) => Some(*value),
            Term::Variable(variable) => of(*variable),
            Term::Unary(Unary::Not, term) => Some(i64::from(term.value(of)? == 0)),
            Term::Unary(Unary::Minus, term) => Some(term.value(of)?.wrapping_neg()),
            Term::Unary(Unary::Int, term) => Some(i64::from(term.value(of)? as i32)),
            Term::Binary(op, a, b) => Some(op.apply(a.value(of)?, b.value(of)?)),
        }
    }

    /// Adds its variables, in the order in which they are written.
    pub fn variables(&self, out: &mut Vec<V>) {
        match self {
            Term::Value(_) => {}
            Term::Variable(variable) => out.push(*variable),
            Term::Unary(_, term) => term.variables(out),
            Term::Binary(_, a, b) => {
                a.variables(out);
                b.variables(out);
            }
        }
    }
}
