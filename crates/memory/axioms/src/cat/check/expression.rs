//! Expressions: types, and the expansion of functions.

use super::super::ast::{self, ExprKind, Ident, Nary, Unary};
use super::super::builtin;
use super::super::error::CatErrorKind;
use super::super::lexer::Dialect;
use super::super::program::{Expr, Slot};
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
            ExprKind::Everything => (Expr::Everything(self.exec), Type::Set),
            ExprKind::Name(name) => return self.name(name, expr.span),
            ExprKind::Nary(Nary::Seq, operands) => return self.sequence(operands),
            ExprKind::Nary(operator, operands) => return self.same_type(*operator, operands),
            ExprKind::Product(a, b) => {
                (Expr::Product(Box::new(self.set(a)?), Box::new(self.set(b)?)), Type::Relation)
            }
            ExprKind::Unary(Unary::Complement, e) => {
                let (operand, ty) = self.expr(e)?;
                if matches!(ty, Type::Values | Type::Valuation) {
                    let message = format!("expected a set or relation of events, found {ty}");
                    return Err(Fault::new(CatErrorKind::Type, e.span, message));
                }
                (self.complement(operand, ty), ty)
            }
            ExprKind::Unary(Unary::Identity, e) => {
                (Expr::Unary(Unary::Identity, Box::new(self.set(e)?)), Type::Relation)
            }
            ExprKind::Unary(operator, e) => {
                let operand = self.relation(e)?;
                (self.closure(*operator, operand), Type::Relation)
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
                    // A model that is too large does not become smaller by another attempt.
                    CatErrorKind::Limit => Err(fault),
                    _ => {
                        self.steps.truncate(steps);
                        self.scopes.return_to(scope);
                        self.expr(second)
                    }
                });
            }
            ExprKind::Indexed(name, index) => return self.indexed(name, index),
            ExprKind::At { expr, family, index } => return self.at(expr, family, index.as_ref()),
            ExprKind::Image(relation, sets) => {
                let (relation, ty) = self.expr(relation)?;
                return self.image(relation, ty, sets, expr.span);
            }
            ExprKind::Compare(..)
            | ExprKind::Logic(..)
            | ExprKind::Implies(..)
            | ExprKind::Iff(..)
            | ExprKind::Not(_)
            | ExprKind::Quantified { .. }
            | ExprKind::Count(..)
            | ExprKind::Predicate(..) => return Err(formula_as_value(expr.span)),
        })
    }

    /// Runs a check and then forgets the names defined inside.
    pub(super) fn scoped<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let scope = self.scopes.here();
        let result = inner(self);
        self.scopes.return_to(scope);
        result
    }

    /// Checks an expression that must be a relation.
    pub(super) fn relation(&mut self, expr: &'a ast::Expr) -> Result<Expr, Fault> {
        match self.expr(expr)? {
            (_, Type::Set) => {
                let message = "expected a relation, found a set";
                let hint = "`[S]` is the identity on `S`, `S * T` the product of two sets";
                Err(Fault::new(CatErrorKind::Type, expr.span, message).hint(hint))
            }
            (_, ty @ (Type::Values | Type::Valuation)) => {
                let message = format!("expected a relation between events, found {ty}");
                Err(Fault::new(CatErrorKind::Type, expr.span, message))
            }
            (expr, Type::Relation | Type::Any) => Ok(expr),
        }
    }

    /// Checks an expression that must be a set.
    pub(super) fn set(&mut self, expr: &'a ast::Expr) -> Result<Expr, Fault> {
        match self.expr(expr)? {
            (_, Type::Relation) => {
                let message = "expected a set, found a relation";
                let hint = "`domain(r)` and `range(r)` are the sets of a relation";
                Err(Fault::new(CatErrorKind::Type, expr.span, message).hint(hint))
            }
            (_, ty @ (Type::Values | Type::Valuation)) => {
                let message = format!("expected a set of events, found {ty}");
                Err(Fault::new(CatErrorKind::Type, expr.span, message))
            }
            (expr, Type::Set | Type::Any) => Ok(expr),
        }
    }

    /// Checks operands that must be all sets or all relations.
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
            Some(Meaning::Member(slot, _)) => Ok((Expr::Slot(slot), Type::Set)),
            Some(Meaning::Copies { first, count }) => Ok((all_copies(first, count), Type::Relation)),
            Some(Meaning::Chooser(_)) => Err(choice_outside(name, span)),
            Some(Meaning::Function(function)) if function.formula => Err(formula_as_value(span)),
            Some(meaning) => {
                let message = format!("`{name}` is {}, not a set or relation", meaning.describe());
                let fault = Fault::new(CatErrorKind::Type, span, message);
                Err(match meaning {
                    Meaning::Procedure(_) => fault.hint(format!("procedures are called: `call {name}(…)`")),
                    Meaning::Execution(_) => fault.hint(format!("its actions are `{name}.A`")),
                    Meaning::Executions { .. } | Meaning::Sets { .. } => {
                        fault.hint(format!("one of them is `{name}[i]`"))
                    }
                    Meaning::Number(_) => fault,
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
            Some(Meaning::Value(slot, ty)) if ty != Type::Set && self.is_jmm(name.span) => {
                self.image(Expr::Slot(slot), ty, arguments, name.span)
            }
            Some(Meaning::Copies { first, count }) => {
                self.image(all_copies(first, count), Type::Relation, arguments, name.span)
            }
            Some(Meaning::Builtin(builtin)) if builtin.ty() != Type::Set && self.is_jmm(name.span) => {
                let relation = Expr::Slot(self.load(builtin));
                self.image(relation, builtin.ty(), arguments, name.span)
            }
            Some(meaning) => {
                let message = format!("`{}` is {}, not a function", name.name, meaning.describe());
                Err(Fault::new(CatErrorKind::Type, name.span, message))
            }
            None => Err(self.scopes.unknown(name)),
        }
    }

    /// Expands a call to the body of the function.
    fn expand(
        &mut self,
        name: &'a Ident,
        function: Function<'a>,
        arguments: &'a [ast::Expr],
    ) -> Result<(Expr, Type), Fault> {
        if function.formula {
            return Err(formula_as_value(name.span));
        }
        let values = self.arguments(name, function.parameters, arguments)?;
        if self.dry {
            return Ok((Expr::Nothing, Type::Any));
        }
        let result = self.inside(function, values, |checker| checker.expr(function.body));
        result.map_err(|fault| via(fault, "call", name))
    }

    /// Runs a check in the scope of a function's definition, with its parameters bound.
    pub(super) fn inside<T>(
        &mut self,
        function: Function<'a>,
        values: Vec<Meaning<'a>>,
        inner: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let scope = self.scopes.here();
        let exec = std::mem::replace(&mut self.exec, function.exec);
        self.scopes.return_to(function.scope);
        function.parameters.iter().zip(values).for_each(|(p, value)| self.scopes.bind(&p.name, value));
        let result = inner(self);
        self.scopes.return_to(scope);
        self.exec = exec;
        result
    }

    /// Whether a span is in a jmm file: in cat, only functions can be applied.
    fn is_jmm(&self, span: Span) -> bool {
        Dialect::of(self.sources.name(span.file)) == Dialect::Jmm
    }

    /// Composes relations; the last may lead to values.
    fn sequence(&mut self, operands: &'a [ast::Expr]) -> Result<(Expr, Type), Fault> {
        let mut result = Vec::with_capacity(operands.len());
        let mut last = Type::Relation;
        for (i, operand) in operands.iter().enumerate() {
            if i + 1 < operands.len() {
                result.push(self.relation(operand)?);
                continue;
            }
            match self.expr(operand)? {
                (expr, Type::Valuation) => {
                    last = Type::Valuation;
                    result.push(expr);
                }
                _ => result.push(self.relation(operand)?),
            }
        }
        Ok((Expr::Nary(Nary::Seq, result), last))
    }

    /// The complement within the current execution.
    fn complement(&self, operand: Expr, ty: Type) -> Expr {
        if !self.several {
            return Expr::Unary(Unary::Complement, Box::new(operand));
        }
        let all = || Box::new(Expr::Everything(self.exec));
        let whole = if ty == Type::Set { *all() } else { Expr::Product(all(), all()) };
        Expr::Nary(Nary::Diff, vec![whole, operand])
    }

    fn closure(&self, operator: Unary, operand: Expr) -> Expr {
        let one = |operator, operand| Expr::Unary(operator, Box::new(operand));
        let identity = || one(Unary::Identity, Expr::Everything(self.exec));
        match operator {
            Unary::Star if self.several => {
                Expr::Nary(Nary::Union, vec![one(Unary::Plus, operand), identity()])
            }
            Unary::Opt if self.several => Expr::Nary(Nary::Union, vec![operand, identity()]),
            _ => one(operator, operand),
        }
    }

    /// `r(S)`.
    fn image(
        &mut self,
        relation: Expr,
        ty: Type,
        sets: &'a [ast::Expr],
        span: Span,
    ) -> Result<(Expr, Type), Fault> {
        let result = match ty {
            Type::Relation | Type::Any => Type::Set,
            Type::Valuation => Type::Values,
            Type::Set | Type::Values => {
                let message = format!("this is {ty}, and only relations and functions are applied");
                return Err(Fault::new(CatErrorKind::Type, span, message));
            }
        };
        let [set] = sets else {
            let (message, hint) = match sets.len() {
                2 => ("`r(x, y)` is a formula, not a set or relation", "`r(S)` is what `r` relates `S` to"),
                _ => ("a relation is applied to one set", "`r(S)` is what `r` relates `S` to"),
            };
            return Err(Fault::new(CatErrorKind::Type, span, message).hint(hint));
        };
        let from = Expr::Unary(Unary::Identity, Box::new(self.set(set)?));
        Ok((Expr::Range(Box::new(Expr::Nary(Nary::Seq, vec![from, relation]))), result))
    }
}

fn all_copies(first: Slot, count: u32) -> Expr {
    Expr::Nary(Nary::Union, (0..count as usize).map(|i| Expr::Slot(first + i)).collect())
}

pub(super) fn formula_as_value(span: Span) -> Fault {
    Fault::new(CatErrorKind::Type, span, "expected a set or relation, found a formula")
}

fn choice_outside(name: &str, span: Span) -> Fault {
    Fault::unsupported(span, format_args!("sets of orders outside of `with … from` (`{name}`)"))
        .hint(format!("write `with x from {name}(…)`"))
}
