//! Syntax trees as short texts with all parentheses, and their depth.

use crate::ast::{Expr, ExprKind, Init, Observed, Prop, Stmt, StmtKind, Test};

/// An expression with all parentheses.
pub(super) fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Long(value) => format!("{value}L"),
        ExprKind::Null => "null".to_owned(),
        ExprKind::This => "this".to_owned(),
        ExprKind::Field(object, name) => format!("{}.{}", expr(object), name.text),
        ExprKind::Index(array, index) => format!("{}[{}]", expr(array), expr(index)),
        ExprKind::New(class, args) => format!("new {}({})", class.text, exprs(args)),
        ExprKind::NewArray(length) => format!("new [{length}]"),
        ExprKind::ArrayOf(elements) => format!("new {{{}}}", exprs(elements)),
        ExprKind::Cast(ty, inner) => format!("({ty} {})", expr(inner)),
        ExprKind::Call(call) => format!("{}.{:?}({})", expr(&call.target), call.method, exprs(&call.args)),
        ExprKind::Unary(operator, operand) => format!("({operator:?} {})", expr(operand)),
        ExprKind::Binary(operator, left, right) => format!("({} {operator:?} {})", expr(left), expr(right)),
    }
}

fn exprs(list: &[Expr]) -> String {
    list.iter().map(expr).collect::<Vec<_>>().join(", ")
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
        StmtKind::Declare(ty, names) => {
            let one = |(name, value): &(crate::ast::Ident, Option<Expr>)| {
                value.as_ref().map_or(name.text.clone(), |v| format!("{}={}", name.text, expr(v)))
            };
            format!("{ty} {};", names.iter().map(one).collect::<Vec<_>>().join(","))
        }
        StmtKind::Assign { target, value } => format!("{}={};", expr(target), expr(value)),
        StmtKind::Update { target, op, value } => format!("{} {op:?}= {};", expr(target), expr(value)),
        StmtKind::ThisCall(args) => format!("this({});", exprs(args)),
        StmtKind::Throw => "throw;".to_owned(),
        StmtKind::New(object) => format!("{};", expr(object)),
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
    let bodies = test.init.iter().flat_map(|init| match init {
        Init::Class(class) => {
            let initial = class.fields.iter().flat_map(|f| &f.initial).map(expr_depth);
            initial.chain(class.constructors.iter().flat_map(|c| &c.body).map(stmt_depth)).collect()
        }
        _ => Vec::new(),
    });
    threads.chain(props).chain(bodies).max().unwrap_or(0)
}

fn expr_depth(e: &Expr) -> usize {
    1 + match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Name(_) | ExprKind::Long(_) => 0,
        ExprKind::Null | ExprKind::This | ExprKind::NewArray(_) => 0,
        ExprKind::Unary(_, inner) | ExprKind::Field(inner, _) | ExprKind::Cast(_, inner) => expr_depth(inner),
        ExprKind::New(_, args) | ExprKind::ArrayOf(args) => highest(args),
        ExprKind::Call(call) => expr_depth(&call.target).max(highest(&call.args)),
        ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
            expr_depth(left).max(expr_depth(right))
        }
    }
}

fn highest(list: &[Expr]) -> usize {
    list.iter().map(expr_depth).max().unwrap_or(0)
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
        StmtKind::Declare(_, names) => {
            names.iter().flat_map(|(_, value)| value).map(expr_depth).max().unwrap_or(0)
        }
        StmtKind::Assign { target, value } | StmtKind::Update { target, value, .. } => {
            expr_depth(value).max(expr_depth(target))
        }
        StmtKind::ThisCall(args) => highest(args),
        StmtKind::New(object) => expr_depth(object),
        StmtKind::Call(call) => expr_depth(&Expr { kind: ExprKind::Call(call.clone()), span: s.span }),
        StmtKind::If(c, then, other) => {
            expr_depth(c).max(stmt_depth(then)).max(other.as_ref().map_or(0, |o| stmt_depth(o)))
        }
        StmtKind::While(c, inner) | StmtKind::DoWhile(inner, c) => expr_depth(c).max(stmt_depth(inner)),
        StmtKind::Block(body) | StmtKind::Synchronized(_, body) => deepest(body),
        StmtKind::Assert(e) | StmtKind::Print(e) => expr_depth(e),
        StmtKind::Fence(_) | StmtKind::Break | StmtKind::Start(_) | StmtKind::Join(_) => 0,
        StmtKind::Return | StmtKind::Empty | StmtKind::Throw => 0,
    }
}
