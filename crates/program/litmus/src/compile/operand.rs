//! Operands and their kinds: what may be used where, and Java's implicit conversions.

use super::classes::Type;
use super::emit::Emitter;
use super::names::error;
use crate::ast::{Expr, Span};
use crate::program::{Insn, Reg};
use diagnostic::Diagnostic;

pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// The kind of a value, as far as it is known. Locals do not distinguish ints and booleans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int,
    Bool,
    Either,
    Long,
    /// A reference of this type.
    Reference(Type),
    Null,
}

/// A register with a value, and the kind of the value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Operand(pub Reg, pub Kind);

impl Kind {
    /// The kind of the value of a shared variable or field of this type.
    pub(super) fn of(ty: Type) -> Kind {
        match ty {
            Type::Int => Kind::Int,
            Type::Boolean => Kind::Either,
            Type::Long => Kind::Long,
            Type::Class(_) | Type::IntArray => Kind::Reference(ty),
        }
    }

    fn describe(self, e: &Emitter<'_>) -> String {
        match self {
            Kind::Int | Kind::Either => "an int".to_owned(),
            Kind::Bool => "a boolean".to_owned(),
            Kind::Long => "a long".to_owned(),
            Kind::Null => "null".to_owned(),
            Kind::Reference(ty) => format!("a reference of type `{}`", e.names.type_name(ty)),
        }
    }
}

/// Checks that a value is an int or a boolean where one is required.
pub(super) fn check_kind(e: &Emitter<'_>, at: &Expr, found: Kind, wanted: Kind) -> Result<()> {
    if found == wanted || found == Kind::Either {
        return Ok(());
    }
    let (message, hint) = match (wanted, found) {
        (Kind::Bool, Kind::Reference(_) | Kind::Null) => {
            ("this must be a boolean", "compare it with null: `… != null`")
        }
        (Kind::Bool, _) => {
            ("this must be a boolean", "compare it: `… != 0`; the bitwise operators are & | ^")
        }
        (_, Kind::Long) => ("this must be an int", "a long becomes an int by a cast: `(int) …`"),
        (_, Kind::Reference(_) | Kind::Null) => ("this must be an int", "a reference is not a number"),
        _ => ("this must be an int", "a boolean is not a number in Java"),
    };
    Err(error(e.names, at.span, message).hint(hint))
}

/// Checks a condition, which may also be an int.
pub(super) fn check_condition(e: &Emitter<'_>, at: &Expr, found: Kind) -> Result<()> {
    if matches!(found, Kind::Int | Kind::Bool | Kind::Either) {
        return Ok(());
    }
    check_kind(e, at, found, Kind::Bool)
}

/// A register with the value as a long.
pub(super) fn widened(e: &mut Emitter<'_>, at: &Expr, Operand(r, kind): Operand) -> Result<Reg> {
    if kind == Kind::Long {
        return Ok(r);
    }
    check_kind(e, at, kind, Kind::Int)?;
    let d = e.wide_temporary();
    e.emit(Insn::Widen(d, r))?;
    Ok(d)
}

/// The target of an assignment, for messages.
pub(super) struct Receiver<'a> {
    pub name: &'a str,
    pub ty: Type,
    /// Whether it is a local; locals do not distinguish ints and booleans.
    pub local: bool,
    /// Where a mismatch is reported.
    pub span: Span,
}

/// The value converted for assignment to a variable of the type (JLS §5.2), in a register of the right width.
pub(super) fn assignable(e: &mut Emitter<'_>, to: &Receiver<'_>, value: Operand, at: &Expr) -> Result<Reg> {
    let Operand(r, kind) = value;
    let (message, hint) = match (to.ty, kind) {
        (Type::Long, Kind::Long) | (Type::Boolean, Kind::Bool | Kind::Either | Kind::Int) => return Ok(r),
        (Type::Long, Kind::Int | Kind::Either) => return widened(e, at, value),
        (Type::Int, Kind::Int | Kind::Either) => return Ok(r),
        (Type::Int, Kind::Bool) if to.local => return Ok(r),
        (Type::Int, Kind::Bool) => {
            let message = format!("`{}` is an int, the value is a boolean", to.name);
            return Err(error(e.names, to.span, message).hint("write 1 for true and 0 for false"));
        }
        (Type::Class(_) | Type::IntArray, Kind::Null) => return Ok(r),
        (ty, Kind::Reference(found)) if ty == found => return Ok(r),
        (Type::Int | Type::Boolean, Kind::Long) => (
            format!("`{}` is an int, the value is a long", to.name),
            "a long becomes an int by a cast: `(int) …`".to_owned(),
        ),
        (Type::Class(_), _) => {
            let name = e.names.type_name(to.ty);
            let message = format!("`{}` is of type `{name}`, the value is {}", to.name, kind.describe(e));
            (
                message,
                format!("give it a reference: `new {name}(…)`, `null` or another variable of that type"),
            )
        }
        (ty, _) => {
            let message = format!(
                "`{}` is of type `{}`, the value is {}",
                to.name,
                e.names.type_name(ty),
                kind.describe(e)
            );
            let hint = match ty {
                _ if kind == Kind::Bool => "write 1 for true and 0 for false",
                Type::IntArray => {
                    "give it a reference: `new int[]{…}`, `null` or another variable of that type"
                }
                _ => "a reference is not a number; read one of its fields: `q.f`",
            };
            (message, hint.to_owned())
        }
    };
    Err(error(e.names, at.span, message).hint(hint))
}
