//! Traversal of statements and expressions, in the order of the text.

use litmus::ast::{BinaryOp, Expr, ExprKind, Stmt, StmtKind};

/// A direct part of a statement.
#[derive(Clone, Copy)]
pub(crate) enum Part<'a> {
    Expr(&'a Expr),
    Stmt(&'a Stmt),
}

/// The parts of a statement.
pub(crate) fn parts(stmt: &Stmt) -> Vec<Part<'_>> {
    use Part::{Expr, Stmt};
    match &stmt.kind {
        StmtKind::Declare(_, locals) => locals.iter().filter_map(|(_, v)| v.as_ref()).map(Expr).collect(),
        StmtKind::Assign { target, value } | StmtKind::Update { target, value, .. } => {
            vec![Expr(target), Expr(value)]
        }
        StmtKind::ThisCall(args) => args.iter().map(Expr).collect(),
        StmtKind::New(e) | StmtKind::Assert(e) | StmtKind::Print(e) => vec![Expr(e)],
        StmtKind::Call(call) => std::iter::once(&*call.target).chain(&call.args).map(Expr).collect(),
        StmtKind::If(condition, then, otherwise) => {
            let branches = std::iter::once(then).chain(otherwise).map(|s| Stmt(s));
            std::iter::once(Expr(condition)).chain(branches).collect()
        }
        StmtKind::While(condition, body) => vec![Expr(condition), Stmt(body)],
        StmtKind::DoWhile(body, condition) => vec![Stmt(body), Expr(condition)],
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => body.iter().map(Stmt).collect(),
        StmtKind::Throw
        | StmtKind::Fence(_)
        | StmtKind::Break
        | StmtKind::Start(_)
        | StmtKind::Join(_)
        | StmtKind::Return
        | StmtKind::Empty => Vec::new(),
    }
}

/// The operands of an expression.
pub(crate) fn operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Int(_)
        | ExprKind::Bool(_)
        | ExprKind::Long(_)
        | ExprKind::Null
        | ExprKind::This
        | ExprKind::Name(_)
        | ExprKind::NewArray(_) => Vec::new(),
        ExprKind::Field(a, _) | ExprKind::Cast(_, a) | ExprKind::Unary(_, a) => vec![a],
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => vec![a, b],
        ExprKind::Call(call) => std::iter::once(&*call.target).chain(&call.args).collect(),
        ExprKind::New(_, args) | ExprKind::ArrayOf(args) => args.iter().collect(),
    }
}

/// Whether a statement, or one inside it, satisfies the predicate.
pub(crate) fn any_statement(stmt: &Stmt, wanted: &impl Fn(&Stmt) -> bool) -> bool {
    let nested = |part: Part<'_>| matches!(part, Part::Stmt(s) if any_statement(s, wanted));
    wanted(stmt) || parts(stmt).into_iter().any(nested)
}

/// Whether a statement mentions a name that satisfies the predicate, of a variable or of a monitor.
pub(crate) fn mentions(stmt: &Stmt, wanted: &impl Fn(&str) -> bool) -> bool {
    let locks = matches!(&stmt.kind, StmtKind::Synchronized(monitor, _) if wanted(&monitor.text));
    let nested = |part: Part<'_>| match part {
        Part::Expr(e) => mentions_in(e, wanted),
        Part::Stmt(s) => mentions(s, wanted),
    };
    locks || parts(stmt).into_iter().any(nested)
}

/// The same for an expression.
pub(crate) fn mentions_in(expr: &Expr, wanted: &impl Fn(&str) -> bool) -> bool {
    let named = matches!(&expr.kind, ExprKind::Name(name) if wanted(&name.text));
    named || operands(expr).into_iter().any(|e| mentions_in(e, wanted))
}

/// Whether a statement may end its thread: by `return`, `throw`, or a failure. `true` is always correct.
pub(crate) fn may_end_thread(stmt: &Stmt) -> bool {
    let ends = matches!(stmt.kind, StmtKind::Return | StmtKind::Throw | StmtKind::Assert(_));
    let nested = |part: Part<'_>| match part {
        Part::Expr(e) => may_fail(e),
        Part::Stmt(s) => may_end_thread(s),
    };
    ends || parts(stmt).into_iter().any(nested)
}

fn may_fail(expr: &Expr) -> bool {
    let fails = match &expr.kind {
        ExprKind::Field(..) | ExprKind::Index(..) | ExprKind::New(..) => true,
        ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
        _ => false,
    };
    fails || operands(expr).into_iter().any(may_fail)
}

/// Whether Java treats an expression as a constant (JLS §15.29), which matters for the conditions of loops.
pub(crate) fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Long(_) => true,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) => {
            operands(expr).into_iter().all(is_constant)
        }
        _ => false,
    }
}
