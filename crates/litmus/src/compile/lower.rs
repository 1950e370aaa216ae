//! Lowers statements and expressions.

use super::emit::{Emitter, Label};
use super::names::error;
use crate::ast::{BinaryOp, Call, Expr, ExprKind, Ident, Method, Stmt, StmtKind, Thread, UnaryOp};
use crate::diagnostic::Diagnostic;
use crate::program::{Insn, Place, Reg, Update};
use event::{ReadMode, WriteMode};

/// The kind of a value, as far as it is known. Locals hold either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    Bool,
    Either,
}

/// A register with a value, and the kind of the value.
struct Operand(Reg, Kind);

type Result<T> = std::result::Result<T, Diagnostic>;

/// Where `break` and `return` go.
struct Flow {
    /// The end of the innermost loop, and how many monitors are held there.
    loop_end: Option<(Label, usize)>,
}

/// Compiles a thread's body and its end.
pub(super) fn thread(e: &mut Emitter<'_>, thread: &Thread) -> Result<()> {
    let names = e.names;
    for (_, register, _) in names.registers.iter().filter(|(t, ..)| *t == thread.number) {
        e.declare(register)?;
    }
    for stmt in &thread.body {
        statement(e, stmt, &Flow { loop_end: None })?;
    }
    e.span = thread.span;
    e.emit(Insn::End)
}

fn statement(e: &mut Emitter<'_>, stmt: &Stmt, flow: &Flow) -> Result<()> {
    e.span = stmt.span;
    let mark = e.mark();
    match &stmt.kind {
        StmtKind::Declare(locals) => {
            for (name, value) in locals {
                // The initialiser cannot mention the new local (JLS §6.3), but may mention a shared variable of
                // the same name.
                let value = value.as_ref().map(|v| expression(e, v)).transpose()?;
                let r = e.declare(name)?;
                if let Some(Operand(value, _)) = value {
                    e.emit(Insn::Move(r, value))?;
                }
            }
        }
        StmtKind::Assign { target, index, value } => assign(e, target, index.as_ref(), value)?,
        StmtKind::Call(c) => {
            call(e, c)?;
        }
        StmtKind::Fence(fence) => e.emit(Insn::Fence(*fence))?,
        StmtKind::If(condition, then, otherwise) => {
            let (else_, end) = (e.label(), e.label());
            branch(e, condition, else_)?;
            e.release_to(mark);
            statement(e, then, flow)?;
            e.emit(Insn::Jump(e.target(end)))?;
            e.place(else_);
            if let Some(otherwise) = otherwise {
                statement(e, otherwise, flow)?;
            }
            e.place(end);
        }
        StmtKind::While(condition, body) => while_loop(e, stmt, condition, body)?,
        StmtKind::DoWhile(body, condition) => do_while(e, stmt, body, condition)?,
        StmtKind::Break => {
            let Some((end, depth)) = flow.loop_end else {
                return Err(error(e.names, stmt.span, "`break` outside a loop"));
            };
            release_monitors(e, depth)?;
            e.emit(Insn::Jump(e.target(end)))?;
        }
        StmtKind::Return => {
            release_monitors(e, 0)?;
            e.emit(Insn::End)?;
        }
        StmtKind::Block(body) => body.iter().try_for_each(|s| statement(e, s, flow))?,
        StmtKind::Synchronized(name, body) => {
            e.lock(e.names.monitor(name)?)?;
            body.iter().try_for_each(|s| statement(e, s, flow))?;
            e.span = stmt.span;
            e.unlock()?;
        }
        StmtKind::Start(thread) => e.emit(Insn::Start(e.names.thread(*thread)?))?,
        StmtKind::Join(thread) => e.emit(Insn::Join(e.names.thread(*thread)?))?,
        StmtKind::Assert(condition) => {
            let Operand(r, _) = expression(e, condition)?;
            e.emit(Insn::Assert(r))?;
        }
        StmtKind::Print(value) => {
            let Operand(r, _) = expression(e, value)?;
            e.emit(Insn::Print(r))?;
        }
        StmtKind::Empty => {}
    }
    e.release_to(mark);
    Ok(())
}

/// Unlocks, without leaving the blocks lexically, the monitors above `depth`.
fn release_monitors(e: &mut Emitter<'_>, depth: usize) -> Result<()> {
    let held = e.held().to_vec();
    held[depth..].iter().rev().try_for_each(|&m| e.emit(Insn::Unlock(m)))
}

fn while_loop(e: &mut Emitter<'_>, stmt: &Stmt, condition: &Expr, body: &Stmt) -> Result<()> {
    let (id, head, end) = (e.loops, e.label(), e.label());
    e.loops += 1;
    e.emit(Insn::LoopEnter(id))?;
    e.place(head);
    let mark = e.mark();
    branch(e, condition, end)?;
    e.release_to(mark);
    statement(e, body, &Flow { loop_end: Some((end, e.held().len())) })?;
    e.span = stmt.span;
    e.emit(Insn::LoopBack(id, e.target(head)))?;
    e.place(end);
    Ok(())
}

fn do_while(e: &mut Emitter<'_>, stmt: &Stmt, body: &Stmt, condition: &Expr) -> Result<()> {
    let (id, head, end) = (e.loops, e.label(), e.label());
    e.loops += 1;
    e.emit(Insn::LoopEnter(id))?;
    e.place(head);
    statement(e, body, &Flow { loop_end: Some((end, e.held().len())) })?;
    e.span = stmt.span;
    branch(e, condition, end)?;
    e.emit(Insn::LoopBack(id, e.target(head)))?;
    e.place(end);
    Ok(())
}

/// Jumps to `otherwise` unless the condition holds.
fn branch(e: &mut Emitter<'_>, condition: &Expr, otherwise: Label) -> Result<()> {
    let Operand(r, _) = expression(e, condition)?;
    e.emit(Insn::JumpIfZero(r, e.target(otherwise)))
}

fn assign(e: &mut Emitter<'_>, target: &Ident, index: Option<&Expr>, value: &Expr) -> Result<()> {
    if let (Some(r), None) = (e.local(&target.text), index) {
        let Operand(value, _) = expression(e, value)?;
        return e.emit(Insn::Move(r, value));
    }
    // Java evaluates the index before the right-hand side (JLS §15.26.1).
    let (place, volatile) = place(e, target, index)?;
    let Operand(value, kind) = expression(e, value)?;
    want_int(e, kind, target)?;
    e.emit(Insn::Write(value, place, if volatile { WriteMode::Volatile } else { WriteMode::Plain }))
}

fn want_int(e: &Emitter<'_>, kind: Kind, target: &Ident) -> Result<()> {
    if kind == Kind::Bool {
        let message = format!("`{}` is an int, the value is a boolean", target.text);
        return Err(error(e.names, e.span, message).hint("write 1 for true and 0 for false"));
    }
    Ok(())
}

/// The place a shared name denotes for this thread, and whether it is declared volatile.
fn place(e: &mut Emitter<'_>, name: &Ident, index: Option<&Expr>) -> Result<(Place, bool)> {
    let Some(shared) = e.names.lookup(e.thread, &name.text) else { return Err(e.names.undeclared(name)) };
    let index = index.map(|i| expression(e, i)).transpose()?.map(|Operand(r, _)| r);
    Ok((e.names.place(shared, name, index)?, shared.volatile))
}

fn expression(e: &mut Emitter<'_>, expr: &Expr) -> Result<Operand> {
    match &expr.kind {
        ExprKind::Int(n) => constant(e, *n, Kind::Int),
        ExprKind::Bool(b) => constant(e, i32::from(*b), Kind::Bool),
        ExprKind::Name(name) => {
            if let Some(r) = e.local(&name.text) {
                // A copy: a later operand of the same expression cannot change a local, so none is needed.
                return Ok(Operand(r, Kind::Either));
            }
            read(e, name, None)
        }
        ExprKind::Index(name, index) => read(e, name, Some(index)),
        ExprKind::Call(c) => {
            call(e, c)?.ok_or_else(|| error(e.names, expr.span, "this method returns nothing"))
        }
        ExprKind::Unary(op, a) => {
            let Operand(a, kind) = expression(e, a)?;
            let (wanted, result) =
                if *op == UnaryOp::Not { (Kind::Bool, Kind::Bool) } else { (Kind::Int, Kind::Int) };
            check_kind(e, expr, kind, wanted)?;
            let d = e.temporary();
            e.emit(Insn::Unary(*op, d, a))?;
            Ok(Operand(d, result))
        }
        ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => short_circuit(e, *op, a, b),
        ExprKind::Binary(op, a, b) => {
            let Operand(ra, ka) = expression(e, a)?;
            let Operand(rb, kb) = expression(e, b)?;
            use BinaryOp::{BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne};
            // == and != compare two ints or two booleans, & | ^ combine them; all else is for ints.
            if !matches!(op, Eq | Ne | BitAnd | BitOr | BitXor) {
                check_kind(e, a, ka, Kind::Int)?;
                check_kind(e, b, kb, Kind::Int)?;
            }
            let d = e.temporary();
            e.emit(Insn::Binary(*op, d, ra, rb))?;
            let compares = matches!(op, Eq | Ne | Lt | Le | Gt | Ge);
            let both_bool = ka == Kind::Bool && kb == Kind::Bool;
            Ok(Operand(d, if compares || both_bool { Kind::Bool } else { Kind::Int }))
        }
    }
}

fn constant(e: &mut Emitter<'_>, n: i32, kind: Kind) -> Result<Operand> {
    let d = e.temporary();
    e.emit(Insn::Const(d, n))?;
    Ok(Operand(d, kind))
}

fn check_kind(e: &Emitter<'_>, at: &Expr, found: Kind, wanted: Kind) -> Result<()> {
    if found == wanted || found == Kind::Either {
        return Ok(());
    }
    let (message, hint) = match wanted {
        Kind::Bool => ("this must be a boolean", "compare it: `… != 0`; the bitwise operators are & | ^"),
        _ => ("this must be an int", "a boolean is not a number in Java"),
    };
    Err(error(e.names, at.span, message).hint(hint))
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

fn read(e: &mut Emitter<'_>, name: &Ident, index: Option<&Expr>) -> Result<Operand> {
    let (place, volatile) = place(e, name, index)?;
    let d = e.temporary();
    e.emit(Insn::Read(d, place, if volatile { ReadMode::Volatile } else { ReadMode::Plain }))?;
    Ok(Operand(d, Kind::Int))
}

/// A VarHandle method; its result, if it has one.
fn call(e: &mut Emitter<'_>, c: &Call) -> Result<Option<Operand>> {
    let (place, _) = place(e, &c.target, c.index.as_deref())?;
    let mut args = Vec::new();
    for arg in &c.args {
        let Operand(r, kind) = expression(e, arg)?;
        check_kind(e, arg, kind, Kind::Int)?;
        args.push(r);
    }
    let d = e.temporary();
    let (insn, kind) = match (c.method, args.as_slice()) {
        (Method::Get(mode), _) => (Insn::Read(d, place, mode), Kind::Int),
        (Method::Set(mode), &[value]) => {
            e.emit(Insn::Write(value, place, mode))?;
            return Ok(None);
        }
        (Method::GetAnd(op, mode), &[a]) => (Insn::Rmw(d, place, mode, Update::GetAnd(op, a)), Kind::Int),
        (Method::CompareAndExchange(mode), &[expected, new]) => {
            (Insn::Rmw(d, place, mode, Update::CompareAndExchange { expected, new }), Kind::Int)
        }
        (Method::CompareAndSet { mode, weak }, &[expected, new]) => {
            (Insn::Rmw(d, place, mode, Update::CompareAndSet { expected, new, weak }), Kind::Bool)
        }
        _ => return Err(error(e.names, c.method_span, "wrong number of arguments")),
    };
    e.emit(insn)?;
    Ok(Some(Operand(d, kind)))
}
