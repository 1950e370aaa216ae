//! Java's arithmetic on ints and longs (JLS §4.2.2, §15.15, §15.17–15.22).

use crate::ast::{BinaryOp, UnaryOp};

/// A prefix operator on an int; `!` also on a boolean.
pub(crate) fn unary(op: UnaryOp, a: i32) -> i32 {
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => i32::from(a == 0),
        UnaryOp::BitNot => !a,
    }
}

/// A prefix operator on a long.
pub(crate) fn wide_unary(op: UnaryOp, a: i64) -> i64 {
    match op {
        UnaryOp::Neg => a.wrapping_neg(),
        UnaryOp::Not => i64::from(a == 0),
        UnaryOp::BitNot => !a,
    }
}

/// An operator on ints; `None` for a division by zero.
pub(crate) fn binary(op: BinaryOp, a: i32, b: i32) -> Option<i32> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => return None,
        BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        // The compiler turns the short-circuit operators into jumps.
        BinaryOp::And => i32::from(a != 0 && b != 0),
        BinaryOp::Or => i32::from(a != 0 || b != 0),
        BinaryOp::Eq => i32::from(a == b),
        BinaryOp::Ne => i32::from(a != b),
        BinaryOp::Lt => i32::from(a < b),
        BinaryOp::Le => i32::from(a <= b),
        BinaryOp::Gt => i32::from(a > b),
        BinaryOp::Ge => i32::from(a >= b),
    })
}

/// The result of an operator on longs.
pub(crate) enum Wide {
    /// Arithmetic gives a long.
    Long(i64),
    /// A comparison gives a boolean.
    Bool(bool),
}

/// An operator on longs; `None` for a division by zero.
pub(crate) fn wide_binary(op: BinaryOp, a: i64, b: i64) -> Option<Wide> {
    Some(Wide::Long(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => return None,
        BinaryOp::Rem if b == 0 => return None,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Rem => a.wrapping_rem(b),
        BinaryOp::BitAnd => a & b,
        BinaryOp::BitOr => a | b,
        BinaryOp::BitXor => a ^ b,
        BinaryOp::And => return Some(Wide::Bool(a != 0 && b != 0)),
        BinaryOp::Or => return Some(Wide::Bool(a != 0 || b != 0)),
        BinaryOp::Eq => return Some(Wide::Bool(a == b)),
        BinaryOp::Ne => return Some(Wide::Bool(a != b)),
        BinaryOp::Lt => return Some(Wide::Bool(a < b)),
        BinaryOp::Le => return Some(Wide::Bool(a <= b)),
        BinaryOp::Gt => return Some(Wide::Bool(a > b)),
        BinaryOp::Ge => return Some(Wide::Bool(a >= b)),
    }))
}

/// Whether an operator returns a boolean.
pub(crate) fn compares(op: BinaryOp) -> bool {
    use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge | And | Or)
}
