//! Syntax trees as short texts with all parentheses written, and their depth.

use crate::ast::{Expr, ExprKind, Observed, Prop, Stmt, StmtKind, Test};

/// An expression with all parentheses.
pub(super) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Index(name, index) => format!("{}[{}]", name.text, expr(index)),
        ExprKind::Call(call) => {
            let index = call.index.as_ref().map_or(String::new(), |i| format!("[{}]", expr(i)));
            let args: Vec<String> = call.args.iter().map(expr).collect();
            format!("{}{index}.{:?}({})", call.target.text, call.method, args.join(", "))
        }
        ExprKind::Unary(operator, operand) => format!("({operator:?} {})", expr(operand)),
        ExprKind::Binary(operator, left, right) => format!("({} {operator:?} {})", expr(left), expr(right)),
    }
}

/// What a condition names.
pub(super) fn observed(o: &Observed) -> String {
    match o {
        Observed::Register { thread, register } => format!("{thread}:{}", register.text),
        Observed::Variable(name) => name.text.clone(),
        Observed::Element(name, index) => format!("{}[{index}]", name.text),
    }
}

/// A proposition with all parentheses.
pub(super) fn prop(p: &Prop) -> String {
    match p {
        Prop::Const(value) => value.to_string(),
        Prop::Equals(left, value) => format!("{}={value}", observed(left)),
        Prop::Same(left, right) => format!("{}={}", observed(left), observed(right)),
        Prop::Not(inner) => format!("~{}", prop(inner)),
        Prop::And(left, right) => format!("({} /\\ {})", prop(left), prop(right)),
        Prop::Or(left, right) => format!("({} \\/ {})", prop(left), prop(right)),
        Prop::Implies(left, right) => format!("({} => {})", prop(left), prop(right)),
    }
}

/// A statement in one line.
pub(super) fn stmt(s: &Stmt) -> String {
    let body = |body: &[Stmt]| body.iter().map(stmt).collect::<Vec<_>>().join(" ");
    match &s.kind {
        StmtKind::Declare(names) => {
            let one = |(name, value): &(crate::ast::Ident, Option<Expr>)| {
                value.as_ref().map_or(name.text.clone(), |v| format!("{}={}", name.text, expr(v)))
            };
            format!("int {};", names.iter().map(one).collect::<Vec<_>>().join(","))
        }
        StmtKind::Assign { target, index: None, value } => format!("{}={};", target.text, expr(value)),
        StmtKind::Assign { target, index: Some(index), value } => {
            format!("{}[{}]={};", target.text, expr(index), expr(value))
        }
        StmtKind::Call(call) => {
            let e = Expr { kind: ExprKind::Call(call.clone()), span: s.span };
            format!("{};", expr(&e))
        }
        StmtKind::Fence(fence) => format!("{fence:?}Fence;"),
        StmtKind::If(c, then, None) => format!("if {} {}", expr(c), stmt(then)),
        StmtKind::If(c, then, Some(other)) => format!("if {} {} else {}", expr(c), stmt(then), stmt(other)),
        StmtKind::While(c, inner) => format!("while {} {}", expr(c), stmt(inner)),
        StmtKind::DoWhile(inner, c) => format!("do {} while {};", stmt(inner), expr(c)),
        StmtKind::Break => "break;".to_owned(),
        StmtKind::Block(inner) => format!("{{{}}}", body(inner)),
        StmtKind::Synchronized(monitor, inner) => format!("sync {} {{{}}}", monitor.text, body(inner)),
        StmtKind::Start(thread) => format!("start {};", thread.number),
        StmtKind::Join(thread) => format!("join {};", thread.number),
        StmtKind::Assert(c) => format!("assert {};", expr(c)),
        StmtKind::Print(value) => format!("print {};", expr(value)),
        StmtKind::Return => "return;".to_owned(),
        StmtKind::Empty => ";".to_owned(),
    }
}

/// The depth of the deepest tree in a test.
pub(super) fn depth(test: &Test) -> usize {
    let threads = test.threads.iter().flat_map(|t| &t.body).map(stmt_depth);
    let props = test.condition.iter().map(|c| &c.prop).chain(&test.filter).map(prop_depth);
    threads.chain(props).max().unwrap_or(0)
}

fn expr_depth(e: &Expr) -> usize {
    1 + match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) => 0,
        ExprKind::Index(_, inner) | ExprKind::Unary(_, inner) => expr_depth(inner),
        ExprKind::Call(call) => {
            call.index.iter().map(|i| &**i).chain(&call.args).map(expr_depth).max().unwrap_or(0)
        }
        ExprKind::Binary(_, left, right) => expr_depth(left).max(expr_depth(right)),
    }
}

fn prop_depth(p: &Prop) -> usize {
    1 + match p {
        Prop::Const(_) | Prop::Equals(..) | Prop::Same(..) => 0,
        Prop::Not(inner) => prop_depth(inner),
        Prop::And(left, right) | Prop::Or(left, right) | Prop::Implies(left, right) => {
            prop_depth(left).max(prop_depth(right))
        }
    }
}

fn stmt_depth(s: &Stmt) -> usize {
    let deepest = |body: &[Stmt]| body.iter().map(stmt_depth).max().unwrap_or(0);
    1 + match &s.kind {
        StmtKind::Declare(names) => {
            names.iter().flat_map(|(_, value)| value).map(expr_depth).max().unwrap_or(0)
        }
        StmtKind::Assign { index, value, .. } => expr_depth(value).max(index.as_ref().map_or(0, expr_depth)),
        StmtKind::Call(call) => expr_depth(&Expr { kind: ExprKind::Call(call.clone()), span: s.span }),
        StmtKind::If(c, then, other) => {
            expr_depth(c).max(stmt_depth(then)).max(other.as_ref().map_or(0, |o| stmt_depth(o)))
        }
        StmtKind::While(c, inner) | StmtKind::DoWhile(inner, c) => expr_depth(c).max(stmt_depth(inner)),
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => deepest(body),
        StmtKind::Assert(e) | StmtKind::Print(e) => expr_depth(e),
        StmtKind::Fence(_) | StmtKind::Break | StmtKind::Start(_) | StmtKind::Join(_) => 0,
        StmtKind::Return | StmtKind::Empty => 0,
    }
}
