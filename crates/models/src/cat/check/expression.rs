//! Expressions: types, and the expansion of functions.

use super::super::ast::{self, ExprKind, Ident, Nary, Unary};
use super::super::builtin;
use super::super::error::CatErrorKind;
use super::super::program::Expr;
use super::super::source::{Fault, Span};
use super::super::value::Type;
use super::scope::{Function, Meaning};
use super::{Checker, check_arity, via};

impl<'a> Checker<'a> {
    /// Checks an expression of either type.
    pub(super) fn expr(&mut self, expr: &'a ast::Expr) -> Result<(Expr, Type), Fault> {
        self.count(expr.span)?;
        self.deeper(expr.span, |checker| checker.expr_at(expr))
    }

    fn expr_at(&mut self, expr: &'a ast::Expr) -> Result<(Expr, Type), Fault> {
        Ok(match &expr.kind {
            ExprKind::Nothing => (Expr::Nothing, Type::Any),
            ExprKind::Everything => (Expr::Everything, Type::Set),
            ExprKind::Name(name) => return self.name(name, expr.span),
            ExprKind::Nary(Nary::Seq, operands) => {
                let operands = operands.iter().map(|e| self.relation(e)).collect::<Result<_, _>>()?;
                (Expr::Nary(Nary::Seq, operands), Type::Relation)
            }
            ExprKind::Nary(operator, operands) => return self.same_type(*operator, operands),
            ExprKind::Product(a, b) => {
                (Expr::Product(Box::new(self.set(a)?), Box::new(self.set(b)?)), Type::Relation)
            }
            ExprKind::Unary(Unary::Complement, e) => {
                let (e, ty) = self.expr(e)?;
                (Expr::Unary(Unary::Complement, Box::new(e)), ty)
            }
            ExprKind::Unary(Unary::Identity, e) => {
                (Expr::Unary(Unary::Identity, Box::new(self.set(e)?)), Type::Relation)
            }
            ExprKind::Unary(operator, e) => {
                (Expr::Unary(*operator, Box::new(self.relation(e)?)), Type::Relation)
            }
            ExprKind::Apply { function, arguments } => return self.apply(function, arguments),
            ExprKind::Let(bindings, body) => {
                return self.scoped(|checker| {
                    checker.define(bindings)?;
                    checker.expr(body)
                });
            }
            ExprKind::LetRec(bindings, body) => {
                return self.scoped(|checker| {
                    checker.define_recursive(bindings)?;
                    checker.expr(body)
                });
            }
            ExprKind::Try(first, second) => {
                let steps = self.steps.len();
                let scope = self.scopes.here();
                let tried = self.expr(first);
                return tried.or_else(|fault| match fault.kind {
                    // What is too large does not become smaller by being tried again.
                    CatErrorKind::Limit => Err(fault),
                    _ => {
                        self.steps.truncate(steps);
                        self.scopes.return_to(scope);
                        self.expr(second)
                    }
                });
            }
        })
    }

    /// Names defined inside are forgotten afterwards.
    fn scoped<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        let scope = self.scopes.here();
        let result = inner(self);
        self.scopes.return_to(scope);
        result
    }

    /// An expression that must be a relation.
    pub(super) fn relation(&mut self, expr: &'a ast::Expr) -> Result<Expr, Fault> {
        match self.expr(expr)? {
            (_, Type::Set) => {
                let message = "expected a relation, found a set";
                let hint = "`[S]` is the identity on `S`, `S * T` the product of two sets";
                Err(Fault::new(CatErrorKind::Type, expr.span, message).hint(hint))
            }
            (expr, Type::Relation | Type::Any) => Ok(expr),
        }
    }

    /// An expression that must be a set.
    pub(super) fn set(&mut self, expr: &'a ast::Expr) -> Result<Expr, Fault> {
        match self.expr(expr)? {
            (_, Type::Relation) => {
                let message = "expected a set, found a relation";
                let hint = "`domain(r)` and `range(r)` are the sets of a relation";
                Err(Fault::new(CatErrorKind::Type, expr.span, message).hint(hint))
            }
            (expr, Type::Set | Type::Any) => Ok(expr),
        }
    }

    /// Operands that are all sets or all relations.
    fn same_type(&mut self, operator: Nary, operands: &'a [ast::Expr]) -> Result<(Expr, Type), Fault> {
        let mut joined = Type::Any;
        let mut result = Vec::with_capacity(operands.len());
        for operand in operands {
            let (expr, ty) = self.expr(operand)?;
            joined = joined.join(ty).ok_or_else(|| {
                let message = format!("this is {ty}, but what stands before it is {joined}");
                Fault::new(CatErrorKind::Type, operand.span, message)
                    .hint("both sides must be sets or both relations; `[S]` makes a relation of a set")
            })?;
            result.push(expr);
        }
        Ok((Expr::Nary(operator, result), joined))
    }

    fn name(&mut self, name: &str, span: Span) -> Result<(Expr, Type), Fault> {
        match self.scopes.find(name) {
            Some(Meaning::Value(slot, ty)) => Ok((Expr::Slot(slot), ty)),
            Some(Meaning::Builtin(builtin)) => Ok((Expr::Slot(self.load(builtin)), builtin.ty())),
            Some(Meaning::Chooser(_)) => Err(choice_outside(name, span)),
            Some(meaning) => {
                let message = format!("`{name}` is {}, not a set or relation", meaning.describe());
                let fault = Fault::new(CatErrorKind::Type, span, message);
                Err(match meaning {
                    Meaning::Procedure(_) => fault.hint(format!("procedures are called: `call {name}(…)`")),
                    _ => fault.hint(format!("apply it: `{name}(…)`")),
                })
            }
            None => Err(self.scopes.unknown(&Ident { name: name.to_owned(), span })),
        }
    }

    fn apply(&mut self, name: &'a Ident, arguments: &'a [ast::Expr]) -> Result<(Expr, Type), Fault> {
        match self.scopes.find(&name.name) {
            Some(Meaning::Function(function)) => self.expand(name, function, arguments),
            Some(Meaning::Primitive(primitive)) => {
                check_arity(name, 1, arguments.len())?;
                let argument = Box::new(self.relation(&arguments[0])?);
                Ok(match primitive {
                    builtin::Function::Domain => (Expr::Domain(argument), Type::Set),
                    builtin::Function::Range => (Expr::Range(argument), Type::Set),
                })
            }
            Some(Meaning::Chooser(_)) => Err(choice_outside(&name.name, name.span)),
            Some(meaning) => {
                let message = format!("`{}` is {}, not a function", name.name, meaning.describe());
                Err(Fault::new(CatErrorKind::Type, name.span, message))
            }
            None => Err(self.scopes.unknown(name)),
        }
    }

    /// Puts the body of a function in the place of its call.
    fn expand(
        &mut self,
        name: &'a Ident,
        function: Function<'a>,
        arguments: &'a [ast::Expr],
    ) -> Result<(Expr, Type), Fault> {
        let values = self.arguments(name, function.parameters, arguments)?;
        if self.dry {
            return Ok((Expr::Nothing, Type::Any));
        }
        let scope = self.scopes.here();
        self.scopes.return_to(function.scope);
        function.parameters.iter().zip(values).for_each(|(p, value)| self.scopes.bind(&p.name, value));
        let result = self.expr(function.body);
        self.scopes.return_to(scope);
        result.map_err(|fault| via(fault, "call", name))
    }
}

fn choice_outside(name: &str, span: Span) -> Fault {
    Fault::unsupported(span, format_args!("sets of orders outside of `with … from` (`{name}`)"))
        .hint(format!("write `with x from {name}(…)`"))
}
