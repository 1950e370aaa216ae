//! Formulas of jmm files.

use super::super::ast::{self, Comparison, Connective, Count, ExprKind, Ident, Nary, Predicate, Role};
use super::super::error::CatErrorKind;
use super::super::program::{Expr, Formula, Quantified, Statement, Test, Unary};
use super::super::source::{Fault, Span};
use super::super::value::Type;
use super::scope::Meaning;
use super::{Checker, via};

impl<'a> Checker<'a> {
    /// Whether an expression is a formula. This depends on what its names mean, so it is decided in the scope
    /// of the expression.
    pub(super) fn is_formula(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ExprKind::Compare(..)
            | ExprKind::Logic(..)
            | ExprKind::Implies(..)
            | ExprKind::Iff(..)
            | ExprKind::Not(_)
            | ExprKind::Quantified { .. }
            | ExprKind::Count(..)
            | ExprKind::Predicate(..) => true,
            ExprKind::Nary(Nary::Inter | Nary::Union, operands) => {
                operands.iter().any(|operand| self.is_formula(operand))
            }
            ExprKind::Let(_, body) | ExprKind::LetRec(_, body) => self.is_formula(body),
            ExprKind::Image(_, sets) => sets.len() == 2,
            ExprKind::At { expr, .. } => self.is_formula(expr),
            ExprKind::Name(name) => match self.scopes.find(name) {
                Some(Meaning::Function(function)) => function.parameters.is_empty() && function.formula,
                _ => false,
            },
            ExprKind::Apply { function, arguments } => match self.scopes.find(&function.name) {
                Some(Meaning::Function(function)) => function.formula,
                Some(Meaning::Value(_, ty)) => ty != Type::Set && arguments.len() == 2,
                Some(Meaning::Builtin(builtin)) => builtin.ty() != Type::Set && arguments.len() == 2,
                _ => false,
            },
            ExprKind::Nothing
            | ExprKind::Everything
            | ExprKind::Nary(..)
            | ExprKind::Product(..)
            | ExprKind::Unary(..)
            | ExprKind::Try(..)
            | ExprKind::Indexed(..) => false,
        }
    }

    /// `axiom name : f`.
    pub(super) fn axiom(
        &mut self,
        name: Option<&str>,
        formula: &'a ast::Expr,
        span: Span,
    ) -> Result<(), Fault> {
        let formula = self.formula(formula)?;
        let place = self.sources.place(span);
        let axiom = name.or(self.called_as).map_or_else(|| format!("axiom at {place}"), str::to_owned);
        let name = self.labelled(&axiom);
        self.steps.push(Statement::Test(Test { role: Role::Check, formula, name, axiom, place }));
        Ok(())
    }

    /// A name with the indices of the enclosing blocks.
    pub(super) fn labelled(&self, name: &str) -> String {
        match self.labels.is_empty() {
            true => name.to_owned(),
            false => format!("{name}[{}]", self.labels.join(", ")),
        }
    }

    pub(super) fn formula(&mut self, expr: &'a ast::Expr) -> Result<Formula, Fault> {
        self.count(expr.span)?;
        self.deeper(expr.span, |checker| checker.formula_at(expr))
    }

    fn formula_at(&mut self, expr: &'a ast::Expr) -> Result<Formula, Fault> {
        let both = |checker: &mut Self, f, g| {
            Ok::<_, Fault>((Box::new(checker.formula(f)?), Box::new(checker.formula(g)?)))
        };
        Ok(match &expr.kind {
            ExprKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b)?,
            ExprKind::Logic(Connective::And, parts) | ExprKind::Nary(Nary::Inter, parts) => {
                Formula::And(self.formulas(parts)?)
            }
            ExprKind::Logic(Connective::Or, parts) | ExprKind::Nary(Nary::Union, parts) => {
                Formula::Or(self.formulas(parts)?)
            }
            ExprKind::Implies(f, g) => {
                let (f, g) = both(self, f, g)?;
                Formula::Implies(f, g)
            }
            ExprKind::Iff(f, g) => {
                let (f, g) = both(self, f, g)?;
                Formula::Iff(f, g)
            }
            ExprKind::Not(f) => Formula::Not(Box::new(self.formula(f)?)),
            ExprKind::Quantified { forall, variables, body } => self.quantified(*forall, variables, body)?,
            ExprKind::Count(count, e) => {
                let (e, _) = self.expr(e)?;
                match count {
                    Count::Some => Formula::Some(e),
                    Count::No => Formula::No(e),
                    Count::One => Formula::One(e),
                    Count::Lone => Formula::Lone(e),
                }
            }
            ExprKind::Predicate(predicate, e) => self.predicate(*predicate, e)?,
            ExprKind::Let(bindings, body) => {
                return self.scoped(|checker| {
                    checker.define(bindings)?;
                    checker.formula(body)
                });
            }
            ExprKind::LetRec(bindings, body) => {
                return self.scoped(|checker| {
                    checker.define_recursive(bindings)?;
                    checker.formula(body)
                });
            }
            ExprKind::Image(relation, sets) if sets.len() == 2 => {
                let (relation, ty) = self.expr(relation)?;
                self.relates(relation, ty, sets, expr.span)?
            }
            ExprKind::At { expr, family, index } if self.is_formula(expr) => {
                return self.in_execution(family, index.as_ref(), false, |checker| checker.formula(expr));
            }
            ExprKind::Name(name) => return self.applied(name, &[], expr),
            ExprKind::Apply { function, arguments } => {
                return self.applied(&function.name, arguments, expr);
            }
            _ => return self.not_a_formula(expr),
        })
    }

    fn formulas(&mut self, parts: &'a [ast::Expr]) -> Result<Vec<Formula>, Fault> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn not_a_formula(&mut self, expr: &'a ast::Expr) -> Result<Formula, Fault> {
        // Errors inside the expression are reported first.
        let (_, ty) = self.expr(expr)?;
        let message = format!("expected a formula, found {ty}");
        let hint = "`some e` says that something is in it, `no e` that nothing is";
        Err(Fault::new(CatErrorKind::Type, expr.span, message).hint(hint))
    }

    /// A call of a function that returns a formula, or `r(x, y)`.
    fn applied(
        &mut self,
        name: &'a str,
        arguments: &'a [ast::Expr],
        expr: &'a ast::Expr,
    ) -> Result<Formula, Fault> {
        match self.scopes.find(name) {
            Some(Meaning::Function(function)) if function.formula => {
                let ident = Ident { name: name.to_owned(), span: expr.span };
                let values = self.arguments(&ident, function.parameters, arguments)?;
                if self.dry {
                    return Ok(Formula::And(Vec::new()));
                }
                let result = self.inside(function, values, |checker| checker.formula(function.body));
                result.map_err(|fault| via(fault, "call", &ident))
            }
            Some(Meaning::Value(slot, ty)) if ty != Type::Set && arguments.len() == 2 => {
                self.relates(Expr::Slot(slot), ty, arguments, expr.span)
            }
            Some(Meaning::Builtin(builtin)) if builtin.ty() != Type::Set && arguments.len() == 2 => {
                let relation = Expr::Slot(self.load(builtin));
                self.relates(relation, builtin.ty(), arguments, expr.span)
            }
            _ => self.not_a_formula(expr),
        }
    }

    /// `r(S, T)`: some member of `S` is related to some member of `T`.
    fn relates(
        &mut self,
        relation: Expr,
        ty: Type,
        sets: &'a [ast::Expr],
        span: Span,
    ) -> Result<Formula, Fault> {
        if !matches!(ty, Type::Relation | Type::Any) {
            let message = format!("expected a relation between events, found {ty}");
            return Err(Fault::new(CatErrorKind::Type, span, message));
        }
        let [from, to] = sets else { unreachable!("callers have counted") };
        let identity = |set| Expr::Unary(Unary::Identity, Box::new(set));
        let (from, to) = (identity(self.set(from)?), identity(self.set(to)?));
        Ok(Formula::Some(Expr::Nary(Nary::Seq, vec![from, relation, to])))
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        a: &'a ast::Expr,
        b: &'a ast::Expr,
    ) -> Result<Formula, Fault> {
        let (left, left_type) = self.expr(a)?;
        let (right, right_type) = self.expr(b)?;
        if left_type.join(right_type).is_none() {
            let message = format!("this is {right_type}, but what it is compared with is {left_type}");
            return Err(Fault::new(CatErrorKind::Type, b.span, message)
                .hint("`[S]` makes a relation of a set, `domain(r)` and `range(r)` sets of a relation"));
        }
        Ok(match comparison {
            Comparison::In => Formula::In(left, right),
            Comparison::Equal => Formula::Equal(left, right),
            Comparison::Unequal => Formula::Not(Box::new(Formula::Equal(left, right))),
        })
    }

    pub(super) fn predicate(&mut self, predicate: Predicate, expr: &'a ast::Expr) -> Result<Formula, Fault> {
        Ok(match predicate {
            Predicate::Empty => Formula::No(self.expr(expr)?.0),
            Predicate::Acyclic => Formula::Acyclic(self.relation(expr)?),
            Predicate::Irreflexive => Formula::Irreflexive(self.relation(expr)?),
        })
    }

    /// Checks the variables in order, each in the scope of those before it.
    fn quantified(
        &mut self,
        forall: bool,
        variables: &'a [(Ident, ast::Expr)],
        body: &'a ast::Expr,
    ) -> Result<Formula, Fault> {
        let Some(((name, set), others)) = variables.split_first() else { return self.formula(body) };
        let set = self.set(set)?;
        let slot = self.new_slot();
        let scope = self.scopes.here();
        let outer = std::mem::take(&mut self.steps);
        self.scopes.bind(&name.name, Meaning::Value(slot, Type::Set));
        let body = self.quantified(forall, others, body);
        self.scopes.return_to(scope);
        let steps = std::mem::replace(&mut self.steps, outer);
        let quantified = Quantified { slot, name: name.name.clone(), set, steps, body: body? };
        let quantified = Box::new(quantified);
        Ok(if forall { Formula::Forall(quantified) } else { Formula::Exists(quantified) })
    }
}
