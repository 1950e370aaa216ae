//! Lowers statements.

use super::access::{call, read, spot, write};
use super::classes::Type;
use super::construct::{Assigned, check_final, leave, note_assigned};
use super::emit::{Cleanup, Emitter, Label};
use super::expression::{binary, expression};
use super::names::error;
use super::operand::{Kind, Operand, Receiver, Result, assignable, check_condition};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, Stmt, StmtKind, Thread, TypeName};
use crate::program::{Holds, Insn, Reg};

/// The target of `break`.
pub(super) struct Flow {
    /// The end of the innermost loop, and the number of cleanups there.
    pub loop_end: Option<(Label, usize)>,
}

/// Compiles a thread's body and its end.
pub(super) fn thread(e: &mut Emitter<'_>, thread: &Thread) -> Result<()> {
    let names = e.names;
    for (_, register, _) in names.registers.iter().filter(|(t, ..)| *t == thread.number) {
        e.declare(register, Type::Int)?;
    }
    for stmt in &thread.body {
        statement(e, stmt, &Flow { loop_end: None })?;
    }
    e.span = thread.span;
    e.emit(Insn::End)
}

/// Compiles a statement and returns whether it may complete normally (JLS §14.22); loops are assumed to.
pub(super) fn statement(e: &mut Emitter<'_>, stmt: &Stmt, flow: &Flow) -> Result<bool> {
    e.span = stmt.span;
    e.descend()?;
    let mark = e.mark();
    let mut completes = true;
    match &stmt.kind {
        StmtKind::Declare(ty, locals) => declare(e, ty, locals)?,
        StmtKind::Assign { target, value } => assign(e, target, value)?,
        StmtKind::Update { target, op, value } => update(e, target, *op, value)?,
        StmtKind::Call(c) => {
            call(e, c)?;
        }
        StmtKind::New(object) => {
            expression(e, object)?;
        }
        StmtKind::ThisCall(_) => {
            return Err(error(e.names, stmt.span, "`this(…)` stands at the wrong place")
                .hint("it is the first statement of a constructor, or nowhere"));
        }
        StmtKind::Throw => {
            e.emit(Insn::Raise)?;
            completes = false;
        }
        StmtKind::Fence(fence) => e.emit(Insn::Fence(*fence))?,
        StmtKind::If(condition, then, otherwise) => {
            completes = if_statement(e, condition, then, otherwise.as_deref(), flow)?;
        }
        StmtKind::While(condition, body) => while_loop(e, stmt, condition, body)?,
        StmtKind::DoWhile(body, condition) => do_while(e, stmt, body, condition)?,
        StmtKind::Break => {
            let Some((end, depth)) = flow.loop_end else {
                return Err(error(e.names, stmt.span, "`break` outside a loop"));
            };
            release_monitors(e, depth)?;
            e.emit(Insn::Jump(e.target(end)))?;
            completes = false;
        }
        StmtKind::Return => {
            release_monitors(e, e.scopes.last().map_or(0, |scope| scope.base))?;
            if e.scopes.is_empty() {
                e.emit(Insn::End)?
            } else {
                leave(e, stmt.span)?
            }
            completes = false;
        }
        StmtKind::Block(body) => completes = block(e, body, flow)?,
        StmtKind::Synchronized(name, body) => {
            e.lock(e.names.monitor(name)?)?;
            completes = block(e, body, flow)?;
            e.span = stmt.span;
            e.unlock()?;
        }
        StmtKind::Start(thread) => {
            e.starts.push(*thread);
            e.emit(Insn::Start(e.names.thread(*thread)?))?;
        }
        StmtKind::Join(thread) => e.emit(Insn::Join(e.names.thread(*thread)?))?,
        StmtKind::Assert(condition) => {
            let Operand(r, kind) = expression(e, condition)?;
            check_condition(e, condition, kind)?;
            e.emit(Insn::Assert(r))?;
        }
        StmtKind::Print(value) => print(e, value)?,
        StmtKind::Empty => {}
    }
    e.release_to(mark);
    e.ascend();
    Ok(completes)
}

fn block(e: &mut Emitter<'_>, body: &[Stmt], flow: &Flow) -> Result<bool> {
    let mut completes = true;
    for stmt in body {
        completes &= statement(e, stmt, flow)?;
    }
    Ok(completes)
}

fn declare(e: &mut Emitter<'_>, ty: &TypeName, locals: &[(Ident, Option<Expr>)]) -> Result<()> {
    let ty = e.names.resolve(ty)?;
    for (name, value) in locals {
        // The initialiser cannot refer to the new local (JLS §6.3), but may refer to a shared variable of the
        // same name.
        let value = match value {
            Some(at) => {
                let value = expression(e, at)?;
                let to = Receiver { name: &name.text, ty, local: true, span: at.span };
                Some(assignable(e, &to, value, at)?)
            }
            None => None,
        };
        let r = e.declare(name, ty)?;
        match value {
            Some(value) => move_value(e, r, value, ty)?,
            // Its register may have been used by another constructor.
            None if !e.scopes.is_empty() => {
                e.emit(Insn::Const(r, 0))?;
                if ty == Type::Long {
                    e.emit(Insn::Const(e.high(r), 0))?;
                }
            }
            None => {}
        }
    }
    Ok(())
}

fn move_value(e: &mut Emitter<'_>, to: Reg, from: Reg, ty: Type) -> Result<()> {
    e.emit(Insn::Move(to, from))?;
    if ty == Type::Long { e.emit(Insn::Move(e.high(to), e.high(from))) } else { Ok(()) }
}

fn if_statement(
    e: &mut Emitter<'_>,
    condition: &Expr,
    then: &Stmt,
    otherwise: Option<&Stmt>,
    flow: &Flow,
) -> Result<bool> {
    let (span, mark) = (e.span, e.mark());
    let (else_, end) = (e.label(), e.label());
    branch(e, condition, else_)?;
    e.release_to(mark);
    let before = Assigned::here(e);
    let then_completes = statement(e, then, flow)?;
    e.emit(Insn::Jump(e.target(end)))?;
    e.place(else_);
    let after_then = Assigned::here(e);
    before.restore(e);
    let else_completes = match otherwise {
        Some(otherwise) => statement(e, otherwise, flow)?,
        None => true,
    };
    e.place(end);
    match (then_completes, else_completes) {
        (true, true) => after_then.check_same(e, span)?,
        (true, false) => after_then.restore(e),
        _ => {}
    }
    Ok(then_completes || else_completes)
}

fn print(e: &mut Emitter<'_>, value: &Expr) -> Result<()> {
    let Operand(r, kind) = expression(e, value)?;
    if matches!(kind, Kind::Reference(_) | Kind::Null) {
        return Err(
            error(e.names, value.span, "a reference cannot be printed").hint("print one of its fields")
        );
    }
    e.emit(Insn::Print(r, if kind == Kind::Long { Holds::Long } else { Holds::Int }))
}

/// Unlocks the monitors above `depth`, without leaving the blocks lexically.
fn release_monitors(e: &mut Emitter<'_>, depth: usize) -> Result<()> {
    let held = e.held().to_vec();
    for cleanup in held[depth..].iter().rev() {
        // Freezes are deferred to the end of their constructor.
        if let Cleanup::Unlock(monitor) = *cleanup {
            e.emit(Insn::Unlock(monitor))?;
        }
    }
    Ok(())
}

fn while_loop(e: &mut Emitter<'_>, stmt: &Stmt, condition: &Expr, body: &Stmt) -> Result<()> {
    let (id, head, end) = (e.loops, e.label(), e.label());
    e.loops += 1;
    e.loop_depth += 1;
    e.emit(Insn::LoopEnter(id))?;
    e.place(head);
    let mark = e.mark();
    branch(e, condition, end)?;
    e.release_to(mark);
    statement(e, body, &Flow { loop_end: Some((end, e.held().len())) })?;
    e.span = stmt.span;
    e.emit(Insn::LoopBack(id, e.target(head)))?;
    e.place(end);
    e.loop_depth -= 1;
    Ok(())
}

fn do_while(e: &mut Emitter<'_>, stmt: &Stmt, body: &Stmt, condition: &Expr) -> Result<()> {
    let (id, head, end) = (e.loops, e.label(), e.label());
    e.loops += 1;
    e.loop_depth += 1;
    e.emit(Insn::LoopEnter(id))?;
    e.place(head);
    statement(e, body, &Flow { loop_end: Some((end, e.held().len())) })?;
    e.span = stmt.span;
    branch(e, condition, end)?;
    e.emit(Insn::LoopBack(id, e.target(head)))?;
    e.place(end);
    e.loop_depth -= 1;
    Ok(())
}

/// Jumps to `otherwise` unless the condition holds.
fn branch(e: &mut Emitter<'_>, condition: &Expr, otherwise: Label) -> Result<()> {
    let Operand(r, kind) = expression(e, condition)?;
    check_condition(e, condition, kind)?;
    e.emit(Insn::JumpIfZero(r, e.target(otherwise)))
}

/// `target = value`. Java evaluates object and index before the right-hand side (JLS §15.26.1).
pub(super) fn assign(e: &mut Emitter<'_>, target: &Expr, value: &Expr) -> Result<()> {
    let span = e.span;
    if let ExprKind::Name(name) = &target.kind
        && let Some(local) = e.local(&name.text).cloned()
    {
        let operand = expression(e, value)?;
        let to = Receiver { name: &local.name, ty: local.ty, local: true, span };
        let value = assignable(e, &to, operand, value)?;
        return move_value(e, local.register, value, local.ty);
    }
    let spot = spot(e, target)?;
    check_final(e, &spot, span)?;
    let operand = expression(e, value)?;
    let to = Receiver { name: &spot.name, ty: spot.ty, local: false, span };
    let value = assignable(e, &to, operand, value)?;
    write(e, &spot, value)?;
    note_assigned(e, &spot);
    Ok(())
}

/// `q.f += e`: the object is evaluated once, then the field read, the right-hand side evaluated, the field
/// written.
fn update(e: &mut Emitter<'_>, target: &Expr, op: BinaryOp, value: &Expr) -> Result<()> {
    let span = e.span;
    let spot = spot(e, target)?;
    if spot.is_final(e) {
        let message = format!("the final field `{}` cannot be updated", spot.name);
        return Err(error(e.names, span, message).hint("a final field is assigned once, by a constructor"));
    }
    let old = read(e, &spot)?;
    let right = expression(e, value)?;
    let new = binary(e, op, (old, target), (right, value))?;
    let to = Receiver { name: &spot.name, ty: spot.ty, local: false, span };
    let new = assignable(e, &to, new, value)?;
    write(e, &spot, new)
}
