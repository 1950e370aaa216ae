//! Creates objects. Constructors are inlined into the thread at their `new`.
//!
//! **Promises** about final fields (JLS §17.5.1): when a constructor ends, normally or not, every final field
//! it has set is frozen, after the constructor has left its monitors; a field that another constructor set
//! for it, by `this(…)`, was frozen when that one ended. To know which fields are set wherever a constructor
//! may fail, we follow Java's rules of definite assignment (JLS §16) in a simple form: branches that complete
//! normally must agree, loops assign no final field.

use super::access::{FieldSpot, Spot, item_spot, write};
use super::classes::{NewKind, Type};
use super::emit::{Cleanup, Emitter, Local, Scope};
use super::expression::expression;
use super::lower::{Flow, assign, statement};
use super::names::error;
use super::operand::{Kind, Operand, Receiver, Result, assignable};
use crate::ast::{Expr, ExprKind, Ident, Span, Stmt, StmtKind};
use crate::program::{Insn, Reg, Shape, StaticLocation};

/// `new F(…)`.
pub(super) fn new_object(e: &mut Emitter<'_>, class: &Ident, args: &[Expr], span: Span) -> Result<Operand> {
    let (class, result) = (e.names.class(class)?, e.temporary());
    let this = e.register(Type::Class(class))?;
    create(e, this, Shape::Class(class), 0, span)?;
    invoke(e, class, this, args, span)?;
    e.emit(Insn::Move(result, this))?;
    e.free(this, Type::Class(class));
    Ok(Operand(result, Kind::Reference(Type::Class(class))))
}

/// `new int[2]`, `new int[]{1, 2}`: the elements are written one after the other.
pub(super) fn new_array(e: &mut Emitter<'_>, length: u32, elements: &[Expr], span: Span) -> Result<Operand> {
    let result = e.temporary();
    create(e, result, Shape::Array, length, span)?;
    for (i, element) in elements.iter().enumerate() {
        let mark = e.mark();
        let value = expression(e, element)?;
        let to = Receiver { name: "the element", ty: Type::Int, local: false, span: element.span };
        let value = assignable(e, &to, value, element)?;
        let index = e.temporary();
        e.emit(Insn::Const(index, i as i32))?;
        write(e, &item_spot(result, index, true), value)?;
        e.release_to(mark);
    }
    Ok(Operand(result, Kind::Reference(Type::IntArray)))
}

fn create(e: &mut Emitter<'_>, result: Reg, shape: Shape, length: u32, span: Span) -> Result<()> {
    let in_loop = e.loop_depth > 0;
    let (names, thread) = (e.names, e.thread);
    let first = e.heap.allocate(names, thread, NewKind { shape, length, in_loop }, span)?;
    // Counts how often the thread has been here. Never freed, and fresh, since it must start with 0.
    let counter = if in_loop { Some(e.fresh_register(Type::Int)?) } else { None };
    e.emit(Insn::New { result, first, counter })
}

/// Evaluates the arguments and runs the constructor with this many parameters.
fn invoke(e: &mut Emitter<'_>, class: u16, this: Reg, args: &[Expr], span: Span) -> Result<Vec<bool>> {
    let declaration = e.names.classes[usize::from(class)].declaration;
    let found = declaration.constructors.iter().position(|c| c.parameters.len() == args.len());
    if found.is_none() && (!declaration.constructors.is_empty() || !args.is_empty()) {
        let name = &declaration.name.text;
        let message = format!("`{name}` has no constructor with {} parameters", args.len());
        let known: Vec<String> =
            declaration.constructors.iter().map(|c| c.parameters.len().to_string()).collect();
        let hint = match known.as_slice() {
            [] => format!("it declares none: write `new {name}()`"),
            _ => format!("its constructors take {} parameters", known.join(" or ")),
        };
        return Err(error(e.names, span, message).hint(hint));
    }
    if found.is_some() && e.scopes.iter().any(|s| s.class == class && s.constructor == found) {
        let message = format!("the constructor of `{}` calls itself", declaration.name.text);
        return Err(
            error(e.names, span, message).hint("constructors are compiled in place: recursion has no end")
        );
    }
    let parameters = found.map_or(&[][..], |i| &declaration.constructors[i].parameters);
    let mut values = Vec::new();
    for (arg, (ty, name)) in args.iter().zip(parameters) {
        let value = expression(e, arg)?;
        let ty = e.names.resolve(ty)?;
        let to = Receiver { name: &name.text, ty, local: false, span: arg.span };
        values.push((assignable(e, &to, value, arg)?, ty, name.text.clone()));
    }
    let mut locals = Vec::new();
    for (value, ty, name) in values {
        let register = e.register(ty)?;
        e.emit(Insn::Move(register, value))?;
        if ty == Type::Long {
            e.emit(Insn::Move(e.high(register), e.high(value)))?;
        }
        locals.push(Local { name, register, ty });
    }
    run(e, class, found, this, locals)
}

/// Compiles a constructor that may never be called, so that its errors are found.
pub(super) fn check(e: &mut Emitter<'_>, class: u16, constructor: Option<usize>) -> Result<()> {
    let declaration = e.names.classes[usize::from(class)].declaration;
    let this = e.register(Type::Class(class))?;
    let mut locals = Vec::new();
    for (ty, name) in constructor.map_or(&[][..], |i| &declaration.constructors[i].parameters) {
        if locals.iter().any(|local: &Local| local.name == name.text) {
            let message = format!("the parameter `{}` is declared twice", name.text);
            return Err(error(e.names, name.span, message).hint("choose another name"));
        }
        let ty = e.names.resolve(ty)?;
        locals.push(Local { name: name.text.clone(), register: e.register(ty)?, ty });
    }
    run(e, class, constructor, this, locals).map(|_| ())
}

/// The body of a constructor, from its parameters to the freezes. Returns which fields are then assigned.
fn run(
    e: &mut Emitter<'_>,
    class: u16,
    constructor: Option<usize>,
    this: Reg,
    locals: Vec<Local>,
) -> Result<Vec<bool>> {
    let info = &e.names.classes[usize::from(class)];
    let (assigned, base, end, loop_depth) =
        (vec![false; info.fields.len()], e.held().len(), e.label(), e.loop_depth);
    e.scopes.push(Scope {
        class,
        constructor,
        this,
        locals,
        assigned,
        base,
        loop_depth,
        end,
        returned: None,
    });
    let around = e.span;
    let declared = constructor.map(|i| &info.declaration.constructors[i]);
    let completes = body(e, class, this, declared.map_or(&[][..], |c| &c.body))?;
    let at = declared.map_or(info.declaration.name.span, |c| c.span);
    if completes {
        check_assigned(e, at)?;
    }
    e.place(end);
    e.span = at;
    let held = e.held().to_vec();
    e.set_held(held[..base].to_vec());
    let scope = e.scopes.pop().expect("pushed above");
    let freezes = if completes { held[base..].to_vec() } else { scope.returned.unwrap_or_default() };
    for freeze in freezes {
        if let Cleanup::Freeze(field) = freeze {
            e.emit(Insn::Freeze(field))?;
        }
    }
    scope.locals.iter().for_each(|local| e.free(local.register, local.ty));
    e.span = around;
    Ok(scope.assigned)
}

/// `this(…)` or the field initialisers, then the other statements (JLS §12.5). Returns whether it completes
/// normally.
fn body(e: &mut Emitter<'_>, class: u16, this: Reg, stmts: &[Stmt]) -> Result<bool> {
    let flow = Flow { loop_end: None };
    let (first, rest) = match stmts.split_first() {
        Some((Stmt { kind: StmtKind::ThisCall(args), span }, rest)) => (Some((args, *span)), rest),
        _ => (None, stmts),
    };
    if let Some((args, span)) = first {
        e.span = span;
        let mark = e.mark();
        let assigned = invoke(e, class, this, args, span)?;
        e.release_to(mark);
        if let Some(scope) = e.scopes.last_mut() {
            scope.assigned = assigned;
        }
    } else {
        let declaration = e.names.classes[usize::from(class)].declaration;
        for field in &declaration.fields {
            let Some(initial) = &field.initial else { continue };
            e.span = field.name.span.to(initial.span);
            let mark = e.mark();
            let target = Expr { kind: ExprKind::This, span: field.name.span };
            let kind = ExprKind::Field(Box::new(target), field.name.clone());
            assign(e, &Expr { kind, span: field.name.span }, initial)?;
            e.release_to(mark);
        }
    }
    let mut completes = true;
    for stmt in rest {
        completes &= statement(e, stmt, &flow)?;
    }
    Ok(completes)
}

/// `return;` in a constructor: its freezes still follow, at its end.
pub(super) fn leave(e: &mut Emitter<'_>, span: Span) -> Result<()> {
    check_assigned(e, span)?;
    let held = e.held().to_vec();
    let Some(scope) = e.scopes.last_mut() else { return Ok(()) };
    let (base, end) = (scope.base, scope.end);
    scope.returned = Some(held[base..].to_vec());
    e.emit(Insn::Jump(e.target(end)))
}

/// Checks that a constructor that ends has assigned every final field (JLS §16.9).
fn check_assigned(e: &Emitter<'_>, span: Span) -> Result<()> {
    let Some(scope) = e.scopes.last() else { return Ok(()) };
    let class = &e.names.classes[usize::from(scope.class)];
    let missing =
        class.fields.iter().zip(&scope.assigned).find(|(field, assigned)| field.is_final && !**assigned);
    match missing {
        None => Ok(()),
        Some((field, _)) => {
            let message = format!("the final field `{}` may not have been assigned", field.name);
            Err(error(e.names, span, message).hint("every constructor assigns every final field"))
        }
    }
}

/// Checks that a final field may be assigned here.
pub(super) fn check_final(e: &Emitter<'_>, spot: &Spot, span: Span) -> Result<()> {
    let Some(FieldSpot { class, index, of_this }) = spot.field.filter(|_| spot.is_final(e)) else {
        return Ok(());
    };
    let refused = |message: String, hint: String| Err(error(e.names, span, message).hint(hint));
    let own = e.scopes.last().filter(|scope| of_this && scope.class == class);
    let Some(scope) = own else {
        let class = e.names.type_name(Type::Class(class));
        let hint = format!(
            "only the constructors of `{class}` assign it, to their own object: `{} = …;`",
            spot.name
        );
        return refused(format!("the final field `{}` is assigned outside a constructor", spot.name), hint);
    };
    if scope.assigned[index] {
        let hint = "a final field is assigned once".to_owned();
        return refused(format!("the final field `{}` may already have been assigned", spot.name), hint);
    }
    if e.loop_depth > scope.loop_depth {
        let hint = "assign it before or after the loop".to_owned();
        return refused(format!("the final field `{}` is assigned in a loop", spot.name), hint);
    }
    Ok(())
}

/// Records that the constructor has just assigned a field of its own object, which is frozen at its end if it
/// is final.
pub(super) fn note_assigned(e: &mut Emitter<'_>, spot: &Spot) {
    let Some(FieldSpot { class, index, of_this: true }) = spot.field else { return };
    if !spot.is_final(e) {
        return;
    }
    if let Some(scope) = e.scopes.last_mut().filter(|scope| scope.class == class) {
        scope.assigned[index] = true;
        let places: &[StaticLocation] = if spot.torn { &spot.halves() } else { &[spot.place] };
        places.iter().for_each(|&place| e.will_freeze(place));
    }
}

/// The final fields that are assigned at one point of a constructor.
pub(super) struct Assigned {
    fields: Vec<bool>,
    held: Vec<Cleanup>,
}

impl Assigned {
    pub(super) fn here(e: &Emitter<'_>) -> Assigned {
        let fields = e.scopes.last().map_or(Vec::new(), |scope| scope.assigned.clone());
        Assigned { fields, held: e.held().to_vec() }
    }

    pub(super) fn restore(self, e: &mut Emitter<'_>) {
        if let Some(scope) = e.scopes.last_mut() {
            scope.assigned = self.fields;
        }
        e.set_held(self.held);
    }

    /// Two branches that both complete normally must have assigned the same fields, so that it is known which
    /// ones are frozen if a later statement fails.
    pub(super) fn check_same(&self, e: &Emitter<'_>, span: Span) -> Result<()> {
        let Some(scope) = e.scopes.last() else { return Ok(()) };
        let Some(index) = self.fields.iter().zip(&scope.assigned).position(|(a, b)| a != b) else {
            return Ok(());
        };
        let name = &e.names.classes[usize::from(scope.class)].fields[index].name;
        Err(error(e.names, span, format!("the final field `{name}` is assigned in one branch only"))
            .hint("assign it in both branches or in none"))
    }
}
