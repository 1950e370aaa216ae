//! Accesses: the place that an expression denotes, and reads, writes and VarHandle methods of it.

use super::classes::Type;
use super::emit::Emitter;
use super::expression::expression;
use super::names::{Shared, error};
use super::operand::{Kind, Operand, Receiver, Result, assignable, check_kind};
use crate::ast::{Call, Expr, ExprKind, Ident, Method, UpdateOp};
use crate::program::{Holds, Insn, Reg, StaticLocation, Target, Update};
use event::{Loc, ReadMode, WriteMode};

/// A shared variable, array element or field, with its registers evaluated.
pub(super) struct Spot {
    pub name: String,
    pub place: StaticLocation,
    pub ty: Type,
    pub volatile: bool,
    /// Whether it is a long in two locations: this one is the high half, the low half is next to it.
    pub torn: bool,
    pub field: Option<FieldSpot>,
}

/// The field that a spot denotes.
#[derive(Clone, Copy)]
pub(super) struct FieldSpot {
    pub class: u16,
    pub index: usize,
    /// Whether it belongs to the object under construction.
    pub of_this: bool,
}

impl Spot {
    /// High half, then low half.
    pub(super) fn halves(&self) -> [StaticLocation; 2] {
        let high = StaticLocation { holds: Holds::Int, ..self.place };
        let target = match high.target {
            Target::Variable(loc) => Target::Variable(Loc(loc.0 + 1)),
            Target::Field { object, class, offset, known } => {
                Target::Field { object, class, offset: offset + 1, known }
            }
            other => other,
        };
        [high, StaticLocation { target, ..high }]
    }

    pub(super) fn is_final(&self, e: &Emitter<'_>) -> bool {
        self.field.is_some_and(|f| e.names.classes[usize::from(f.class)].fields[f.index].is_final)
    }
}

/// The place that an expression denotes for this thread; not for locals.
pub(super) fn spot(e: &mut Emitter<'_>, target: &Expr) -> Result<Spot> {
    match &target.kind {
        ExprKind::Name(name) => {
            if let Some((class, index)) = own_field(e, &name.text) {
                let this = e.scopes.last().map_or(0, |scope| scope.this);
                return Ok(field_spot(
                    e,
                    Operand(this, Kind::Reference(Type::Class(class))),
                    class,
                    index,
                    true,
                ));
            }
            let shared = shared(e, name)?;
            if shared.array {
                return Err(error(e.names, name.span, format!("`{}` is an array", name.text))
                    .hint(format!("name an element: `{}[0]`", name.text)));
            }
            Ok(variable_spot(shared))
        }
        ExprKind::Index(array, index) => element(e, array, index),
        ExprKind::Field(object, name) => {
            let of_this = object.kind == ExprKind::This;
            let found = expression(e, object)?;
            let Operand(_, Kind::Reference(ty)) = found else {
                let text = e.names.source.get(object.span.start..object.span.end).unwrap_or_default();
                let message = format!("`{text}` is no object: it has no field `{}`", name.text);
                return Err(
                    error(e.names, name.span, message).hint("fields belong to variables of a class type")
                );
            };
            let (class, index) = field(e, ty, name)?;
            Ok(field_spot(e, found, class, index, of_this))
        }
        _ => Err(error(e.names, target.span, "this is no variable")
            .hint("a shared variable, an array element or a field is wanted")),
    }
}

fn variable_spot(shared: &Shared) -> Spot {
    Spot {
        name: shared.name.clone(),
        place: StaticLocation { target: Target::Variable(shared.base), holds: shared.ty.holds() },
        ty: shared.ty,
        volatile: shared.volatile,
        torn: shared.torn,
        field: None,
    }
}

/// Inside a constructor: the field of this name, unless a local hides it.
pub(super) fn own_field(e: &Emitter<'_>, name: &str) -> Option<(u16, usize)> {
    let scope = e.scopes.last()?;
    let index = e.names.classes[usize::from(scope.class)].field(name)?;
    Some((scope.class, index))
}

fn field(e: &Emitter<'_>, ty: Type, name: &Ident) -> Result<(u16, usize)> {
    let Type::Class(class) = ty else {
        let message = format!("an array has no field `{}`", name.text);
        return Err(error(e.names, name.span, message).hint("elements are named by an index: `a[0]`"));
    };
    let info = &e.names.classes[usize::from(class)];
    let index = info.field(&name.text).ok_or_else(|| {
        let message = format!("`{}` has no field `{}`", info.declaration.name.text, name.text);
        let known: Vec<&str> = info.fields.iter().map(|f| f.name.as_str()).collect();
        error(e.names, name.span, message).hint(format!("its fields are: {}", known.join(", ")))
    })?;
    Ok((class, index))
}

pub(super) fn field_spot(e: &Emitter<'_>, object: Operand, class: u16, index: usize, of_this: bool) -> Spot {
    let info = &e.names.classes[usize::from(class)].fields[index];
    let target = Target::Field { object: object.0, class, offset: info.offset, known: of_this };
    Spot {
        name: info.name.clone(),
        place: StaticLocation { target, holds: info.ty.holds() },
        ty: info.ty,
        volatile: info.volatile,
        torn: info.torn,
        field: Some(FieldSpot { class, index, of_this }),
    }
}

/// A shared variable or array by name or handle. Constructors have no handles: these belong to threads.
pub(super) fn shared<'n>(e: &Emitter<'n>, name: &Ident) -> Result<&'n Shared> {
    let names = e.names;
    let found = if e.scopes.is_empty() {
        names.lookup(e.thread, &name.text)
    } else {
        names.shared.iter().find(|s| s.name == name.text)
    };
    found.ok_or_else(|| names.undeclared(name))
}

/// The shared array of this name, unless a reference to an array hides it.
pub(super) fn shared_array<'n>(e: &Emitter<'n>, array: &Expr) -> Result<Option<&'n Shared>> {
    let ExprKind::Name(name) = &array.kind else { return Ok(None) };
    let is_reference = e.local(&name.text).is_some_and(|local| local.ty == Type::IntArray);
    if is_reference || own_field(e, &name.text).is_some() {
        return Ok(None);
    }
    let shared = shared(e, name)?;
    if shared.array || shared.ty == Type::IntArray {
        return Ok(shared.array.then_some(shared));
    }
    Err(error(e.names, name.span, format!("`{}` is not an array", name.text))
        .hint(format!("declare it in the init block: `int {}[2];`", name.text)))
}

/// `a[i]`. Java evaluates the array before the index.
fn element(e: &mut Emitter<'_>, array: &Expr, index: &Expr) -> Result<Spot> {
    if let Some(shared) = shared_array(e, array)? {
        let index_register = index_value(e, index)?;
        let target =
            Target::Element { base: shared.base, index: index_register, length: shared.values.len() as u32 };
        return Ok(Spot { place: StaticLocation { target, holds: Holds::Int }, ..variable_spot(shared) });
    }
    let Operand(r, kind) = expression(e, array)?;
    if kind != Kind::Reference(Type::IntArray) {
        return Err(error(e.names, array.span, "this is not an array").hint("an array is of type `int[]`"));
    }
    let index = index_value(e, index)?;
    Ok(item_spot(r, index, false))
}

/// An element of the array in a register.
pub(super) fn item_spot(array: Reg, index: Reg, known: bool) -> Spot {
    let place = StaticLocation { target: Target::Item { array, index, known }, holds: Holds::Int };
    Spot { name: "the element".to_owned(), place, ty: Type::Int, volatile: false, torn: false, field: None }
}

fn index_value(e: &mut Emitter<'_>, index: &Expr) -> Result<Reg> {
    let Operand(r, kind) = expression(e, index)?;
    if !matches!(kind, Kind::Int | Kind::Bool | Kind::Either) {
        check_kind(e, index, kind, Kind::Int)?;
    }
    Ok(r)
}

/// A read by name.
pub(super) fn read(e: &mut Emitter<'_>, spot: &Spot) -> Result<Operand> {
    read_in(e, spot, if spot.volatile { ReadMode::Volatile } else { ReadMode::Plain })
}

fn read_in(e: &mut Emitter<'_>, spot: &Spot, mode: ReadMode) -> Result<Operand> {
    let kind = Kind::of(spot.ty);
    e.plain_long |= spot.ty == Type::Long && mode == ReadMode::Plain;
    if spot.torn {
        let [high, low] = spot.halves();
        let d = e.wide_temporary();
        e.emit(Insn::Read(e.high(d), high, mode))?;
        e.emit(Insn::Read(d, low, mode))?;
        return Ok(Operand(d, kind));
    }
    let d = if spot.ty == Type::Long { e.wide_temporary() } else { e.temporary() };
    e.emit(Insn::Read(d, spot.place, mode))?;
    Ok(Operand(d, kind))
}

/// A write by name; the value must have the right type.
pub(super) fn write(e: &mut Emitter<'_>, spot: &Spot, value: Reg) -> Result<()> {
    write_in(e, spot, value, if spot.volatile { WriteMode::Volatile } else { WriteMode::Plain })
}

fn write_in(e: &mut Emitter<'_>, spot: &Spot, value: Reg, mode: WriteMode) -> Result<()> {
    e.plain_long |= spot.ty == Type::Long && mode == WriteMode::Plain;
    if spot.torn {
        let [high, low] = spot.halves();
        e.emit(Insn::Write(e.high(value), high, mode))?;
        return e.emit(Insn::Write(value, low, mode));
    }
    e.emit(Insn::Write(value, spot.place, mode))
}

/// A VarHandle method; returns its result, if it has one.
pub(super) fn call(e: &mut Emitter<'_>, c: &Call) -> Result<Option<Operand>> {
    let spot = spot(e, &c.target)?;
    check_method(e, c, &spot)?;
    let mut args = Vec::new();
    for arg in &c.args {
        let value = expression(e, arg)?;
        if spot.ty == Type::Int {
            check_kind(e, arg, value.1, Kind::Int)?;
        }
        let to = Receiver { name: &spot.name, ty: spot.ty, local: false, span: arg.span };
        args.push(assignable(e, &to, value, arg)?);
    }
    let (place, kind) = (spot.place, Kind::of(spot.ty));
    let result = |e: &mut Emitter<'_>| if spot.ty == Type::Long { e.wide_temporary() } else { e.temporary() };
    let (insn, operand) = match (c.method, args.as_slice()) {
        (Method::Get(mode), _) => return read_in(e, &spot, mode).map(Some),
        (Method::Set(mode), &[value]) => {
            write_in(e, &spot, value, mode)?;
            return Ok(None);
        }
        (Method::GetAnd(op, mode), &[a]) => {
            let d = result(e);
            (Insn::Rmw(d, place, mode, Update::GetAnd(op, a)), Operand(d, kind))
        }
        (Method::CompareAndExchange(mode), &[expected, new]) => {
            let d = result(e);
            (Insn::Rmw(d, place, mode, Update::CompareAndExchange { expected, new }), Operand(d, kind))
        }
        (Method::CompareAndSet { mode, weak }, &[expected, new]) => {
            let d = e.temporary();
            (Insn::Rmw(d, place, mode, Update::CompareAndSet { expected, new, weak }), Operand(d, Kind::Bool))
        }
        _ => return Err(error(e.names, c.method_span, "wrong number of arguments")),
    };
    e.emit(insn)?;
    Ok(Some(operand))
}

/// Checks that the type has the method, and that final fields are only read.
fn check_method(e: &Emitter<'_>, c: &Call, spot: &Spot) -> Result<()> {
    let refused =
        |message: String, hint: &str| Err(error(e.names, c.method_span, message).hint(hint.to_owned()));
    let plain = matches!(c.method, Method::Get(ReadMode::Plain) | Method::Set(WriteMode::Plain));
    let arithmetic = matches!(c.method, Method::GetAnd(op, _) if op != UpdateOp::Set);
    let adds = matches!(c.method, Method::GetAnd(UpdateOp::Add, _));
    if spot.is_final(e) && !matches!(c.method, Method::Get(_)) {
        return refused(
            format!("the final field `{}` cannot be written by a method", spot.name),
            "only constructors assign final fields",
        );
    }
    if spot.torn && !plain {
        return refused(
            format!("with tearing, the plain long `{}` cannot be accessed as a whole", spot.name),
            "declare it volatile, or run the test without tearing",
        );
    }
    if spot.ty.is_reference() && arithmetic {
        return refused(
            format!("`{}` is a reference", spot.name),
            "references can be set, exchanged and compared",
        );
    }
    if spot.ty == Type::Long && adds {
        return refused(format!("`getAndAdd` on the long `{}` is not supported", spot.name), "use an int");
    }
    Ok(())
}
