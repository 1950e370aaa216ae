//! Lowers expressions. Operands are evaluated from left to right (JLS §15.7).

use super::access::{call, own_field, read, shared_array, spot};
use super::classes::Type;
use super::construct::{new_array, new_object};
use super::emit::Emitter;
use super::names::error;
use super::operand::{Kind, Operand, Result, check_kind, widened};
use crate::arithmetic::compares;
use crate::ast::{BinaryOp, Expr, ExprKind, TypeName, UnaryOp};
use crate::program::Insn;

pub(super) fn expression(e: &mut Emitter<'_>, expr: &Expr) -> Result<Operand> {
    e.descend()?;
    let operand = lower(e, expr)?;
    e.ascend();
    Ok(operand)
}

fn lower(e: &mut Emitter<'_>, expr: &Expr) -> Result<Operand> {
    match &expr.kind {
        ExprKind::Int(n) => constant(e, *n, Kind::Int),
        ExprKind::Bool(b) => constant(e, i32::from(*b), Kind::Bool),
        ExprKind::Null => constant(e, 0, Kind::Null),
        ExprKind::Long(n) => {
            let d = e.wide_temporary();
            e.emit(Insn::Const(d, *n as i32))?;
            e.emit(Insn::Const(e.high(d), (*n >> 32) as i32))?;
            Ok(Operand(d, Kind::Long))
        }
        ExprKind::This => this(e, expr),
        ExprKind::Name(name) => {
            if let Some(local) = e.local(&name.text) {
                // No copy is needed: a later operand of the same expression cannot change a local.
                let kind = if local.ty == Type::Int { Kind::Either } else { Kind::of(local.ty) };
                return Ok(Operand(local.register, kind));
            }
            read_place(e, expr)
        }
        ExprKind::Field(array, name) if name.text == "length" => length(e, expr, array),
        ExprKind::Field(..) | ExprKind::Index(..) => read_place(e, expr),
        ExprKind::Call(c) => {
            call(e, c)?.ok_or_else(|| error(e.names, expr.span, "this method returns nothing"))
        }
        ExprKind::New(class, args) => new_object(e, class, args, expr.span),
        ExprKind::NewArray(length) => new_array(e, *length, &[], expr.span),
        ExprKind::ArrayOf(elements) => new_array(e, elements.len() as u32, elements, expr.span),
        ExprKind::Cast(ty, inner) => cast(e, ty, inner),
        ExprKind::Unary(op, a) => unary(e, *op, a, expr),
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => short_circuit(e, *op, a, b),
        ExprKind::Binary(op, a, b) => {
            let (left, right) = (expression(e, a)?, expression(e, b)?);
            binary(e, *op, (left, a), (right, b))
        }
    }
}

fn read_place(e: &mut Emitter<'_>, expr: &Expr) -> Result<Operand> {
    let spot = spot(e, expr)?;
    read(e, &spot)
}

fn constant(e: &mut Emitter<'_>, n: i32, kind: Kind) -> Result<Operand> {
    let d = e.temporary();
    e.emit(Insn::Const(d, n))?;
    Ok(Operand(d, kind))
}

fn this(e: &Emitter<'_>, expr: &Expr) -> Result<Operand> {
    match e.scopes.last() {
        Some(scope) => Ok(Operand(scope.this, Kind::Reference(Type::Class(scope.class)))),
        None => Err(error(e.names, expr.span, "`this` outside a constructor")
            .hint("threads have no object of their own; name a variable")),
    }
}

/// `a.length`, unless a class has a field of that name.
fn length(e: &mut Emitter<'_>, expr: &Expr, array: &Expr) -> Result<Operand> {
    let is_shared = match &array.kind {
        ExprKind::Name(name) => {
            e.local(&name.text).is_none() && own_field(e, &name.text).is_none() && {
                let shared = super::access::shared(e, name)?;
                shared.array
            }
        }
        _ => false,
    };
    if is_shared && let Some(shared) = shared_array(e, array)? {
        return constant(e, shared.values.len() as i32, Kind::Int);
    }
    if array_type(e, array) == Some(Type::IntArray) {
        let Operand(r, _) = expression(e, array)?;
        let d = e.temporary();
        e.emit(Insn::Length(d, r))?;
        return Ok(Operand(d, Kind::Int));
    }
    read_place(e, expr)
}

/// The type of a path, determined without compiling it; `None` if it is not a reference.
fn array_type(e: &Emitter<'_>, path: &Expr) -> Option<Type> {
    match &path.kind {
        ExprKind::This => e.scopes.last().map(|scope| Type::Class(scope.class)),
        ExprKind::New(class, _) => e.names.class(class).ok().map(Type::Class),
        ExprKind::NewArray(_) | ExprKind::ArrayOf(_) => Some(Type::IntArray),
        ExprKind::Name(name) => {
            let local = e.local(&name.text).map(|local| local.ty);
            let field =
                || own_field(e, &name.text).map(|(c, i)| e.names.classes[usize::from(c)].fields[i].ty);
            local.or_else(field).or_else(|| super::access::shared(e, name).ok().map(|s| s.ty))
        }
        ExprKind::Field(object, name) => match array_type(e, object)? {
            Type::Class(class) => {
                let class = &e.names.classes[usize::from(class)];
                Some(class.fields[class.field(&name.text)?].ty)
            }
            _ => None,
        },
        _ => None,
    }
}

/// `(int) e`, `(long) e` (JLS §5.1.2, §5.1.3).
fn cast(e: &mut Emitter<'_>, ty: &TypeName, inner: &Expr) -> Result<Operand> {
    let value = expression(e, inner)?;
    if *ty == TypeName::Long {
        return widened(e, inner, value).map(|r| Operand(r, Kind::Long));
    }
    if value.1 != Kind::Long {
        check_kind(e, inner, value.1, Kind::Int)?;
    }
    // The low half of a long, which is its first register.
    Ok(Operand(value.0, Kind::Int))
}

fn unary(e: &mut Emitter<'_>, op: UnaryOp, a: &Expr, expr: &Expr) -> Result<Operand> {
    let Operand(r, kind) = expression(e, a)?;
    if kind == Kind::Long && op != UnaryOp::Not {
        let d = e.wide_temporary();
        e.emit(Insn::WideUnary(op, d, r))?;
        return Ok(Operand(d, Kind::Long));
    }
    let wanted = if op == UnaryOp::Not { Kind::Bool } else { Kind::Int };
    check_kind(e, expr, kind, wanted)?;
    let d = e.temporary();
    e.emit(Insn::Unary(op, d, r))?;
    Ok(Operand(d, wanted))
}

/// An operator that evaluates both sides; they have already been evaluated.
pub(super) fn binary(
    e: &mut Emitter<'_>,
    op: BinaryOp,
    (left, a): (Operand, &Expr),
    (right, b): (Operand, &Expr),
) -> Result<Operand> {
    use BinaryOp::{BitAnd, BitOr, BitXor, Eq, Ne};
    let (Operand(ra, ka), Operand(rb, kb)) = (left, right);
    let is_reference = |kind| matches!(kind, Kind::Reference(_) | Kind::Null);
    if is_reference(ka) || is_reference(kb) {
        check_references(e, op, (ka, a), (kb, b))?;
    } else if ka == Kind::Long || kb == Kind::Long {
        let (ra, rb) = (widened(e, a, left)?, widened(e, b, right)?);
        let d = if compares(op) { e.temporary() } else { e.wide_temporary() };
        e.emit(Insn::WideBinary(op, d, ra, rb))?;
        return Ok(Operand(d, if compares(op) { Kind::Bool } else { Kind::Long }));
    } else if !matches!(op, Eq | Ne | BitAnd | BitOr | BitXor) {
        // == and != compare two ints or two booleans, & | ^ combine them; all others are for ints.
        check_kind(e, a, ka, Kind::Int)?;
        check_kind(e, b, kb, Kind::Int)?;
    }
    let d = e.temporary();
    e.emit(Insn::Binary(op, d, ra, rb))?;
    let both_bool = ka == Kind::Bool && kb == Kind::Bool;
    Ok(Operand(d, if compares(op) || both_bool { Kind::Bool } else { Kind::Int }))
}

/// References of the same type, or `null`, can be compared with `==` and `!=` (JLS §15.21.3).
fn check_references(
    e: &Emitter<'_>,
    op: BinaryOp,
    (ka, a): (Kind, &Expr),
    (kb, b): (Kind, &Expr),
) -> Result<()> {
    let span = a.span.to(b.span);
    if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
        return Err(
            error(e.names, span, "a reference is not a number").hint("references are compared by == and !=")
        );
    }
    match (ka, kb) {
        (Kind::Reference(x), Kind::Reference(y)) if x != y => {
            let message =
                format!("`{}` and `{}` are never equal", e.names.type_name(x), e.names.type_name(y));
            Err(error(e.names, span, message).hint("compare references of the same type"))
        }
        (Kind::Reference(_) | Kind::Null, Kind::Reference(_) | Kind::Null) => Ok(()),
        _ => Err(error(e.names, span, "a reference is compared with a number")
            .hint("compare it with null or with another reference")),
    }
}

/// `a && b`, `a || b`: the right side is evaluated only if the left does not decide (JLS §15.23, §15.24).
fn short_circuit(e: &mut Emitter<'_>, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Operand> {
    let (d, end) = (e.temporary(), e.label());
    let Operand(ra, ka) = expression(e, a)?;
    check_kind(e, a, ka, Kind::Bool)?;
    // d := (a != 0), or its negation for ||, which is undone at the end.
    e.emit(Insn::Unary(UnaryOp::Not, d, ra))?;
    if op == BinaryOp::And {
        e.emit(Insn::Unary(UnaryOp::Not, d, d))?;
    }
    e.emit(Insn::JumpIfZero(d, e.target(end)))?;
    let Operand(rb, kb) = expression(e, b)?;
    check_kind(e, b, kb, Kind::Bool)?;
    e.emit(Insn::Unary(UnaryOp::Not, d, rb))?;
    if op == BinaryOp::And {
        e.emit(Insn::Unary(UnaryOp::Not, d, d))?;
    }
    e.place(end);
    if op == BinaryOp::Or {
        e.emit(Insn::Unary(UnaryOp::Not, d, d))?;
    }
    Ok(Operand(d, Kind::Bool))
}
