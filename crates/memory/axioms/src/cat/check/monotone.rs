//! Recursive definitions must be monotone, or they have no least fixpoint.
//!
//! A name that is being defined may not occur under `~` or to the right of `\`, nor be passed to a parameter
//! that does. herd iterates without checking this, and would not terminate on a model that alternates
//! forever.

use super::super::ast::{Binding, Expr, ExprKind, Nary, Unary};
use super::super::error::CatErrorKind;
use super::super::source::{Fault, Span};
use super::scope::{Meaning, Scope, Scopes};

/// Rejects a group in which some definition shrinks when another grows.
pub(super) fn check(bindings: &[Binding], scopes: &Scopes<'_>) -> Result<(), Fault> {
    let names: Vec<&str> = bindings.iter().map(|binding| binding.name.name.as_str()).collect();
    let mut search = Search { scopes, scope: scopes.here(), locals: Vec::new(), looks: 0 };
    for binding in bindings {
        if let Some(span) = search.falling(&binding.value, &names, Sense::Up) {
            let message = "recursion through a complement or difference: there may be no least solution";
            return Err(Fault::new(CatErrorKind::Type, span, message)
                .hint("a name that is being defined may not stand under `~` or to the right of `\\`"));
        }
    }
    Ok(())
}

/// How an expression changes when a part of it grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sense {
    Up,
    Down,
    Either,
}

impl Sense {
    fn flip(self) -> Self {
        match self {
            Sense::Up => Sense::Down,
            Sense::Down => Sense::Up,
            Sense::Either => Sense::Either,
        }
    }
}

struct Search<'s, 'a, 'b> {
    scopes: &'s Scopes<'a>,
    /// The scope of the current expression.
    scope: Scope,
    /// The functions defined on the way to it, inside the recursive definition.
    locals: Vec<&'b Binding>,
    /// The number of functions examined; after [`MOST_LOOKS`] all are assumed to be antitone in their
    /// arguments.
    looks: usize,
}

const MOST_LOOKS: usize = 200;

impl<'a: 'b, 'b> Search<'_, 'a, 'b> {
    /// The first position of one of the names where the whole may shrink when the name grows.
    fn falling(&mut self, expr: &'b Expr, names: &[&str], sense: Sense) -> Option<Span> {
        match &expr.kind {
            ExprKind::Nothing | ExprKind::Everything => None,
            ExprKind::Name(name) => {
                (sense != Sense::Up && names.contains(&name.as_str())).then_some(expr.span)
            }
            ExprKind::Nary(Nary::Diff, operands) => {
                let (first, others) = operands.split_first()?;
                let found = self.falling(first, names, sense);
                found.or_else(|| others.iter().find_map(|e| self.falling(e, names, sense.flip())))
            }
            ExprKind::Nary(_, operands) => operands.iter().find_map(|e| self.falling(e, names, sense)),
            ExprKind::Product(a, b) | ExprKind::Try(a, b) => {
                self.falling(a, names, sense).or_else(|| self.falling(b, names, sense))
            }
            ExprKind::Unary(Unary::Complement, e) => self.falling(e, names, sense.flip()),
            ExprKind::Unary(_, e) => self.falling(e, names, sense),
            ExprKind::Apply { function, .. }
                if sense != Sense::Up && names.contains(&function.name.as_str()) =>
            {
                Some(function.span)
            }
            ExprKind::Apply { function, arguments } => {
                arguments.iter().enumerate().find_map(|(i, argument)| {
                    let turns = mentions(argument, names) && self.turns(&function.name, i);
                    self.falling(argument, names, if turns { Sense::Either } else { sense })
                })
            }
            ExprKind::Image(relation, sets) => {
                let found = self.falling(relation, names, sense);
                found.or_else(|| sets.iter().find_map(|e| self.falling(e, names, sense)))
            }
            ExprKind::At { expr, .. } => self.falling(expr, names, sense),
            // Guessed sets are not defined here, and formulas are rejected inside expressions.
            ExprKind::Indexed(..)
            | ExprKind::Compare(..)
            | ExprKind::Logic(..)
            | ExprKind::Implies(..)
            | ExprKind::Iff(..)
            | ExprKind::Not(_)
            | ExprKind::Quantified { .. }
            | ExprKind::Count(..)
            | ExprKind::Predicate(..) => None,
            ExprKind::Let(bindings, body) | ExprKind::LetRec(bindings, body) => {
                let locals = self.locals.len();
                let found = self.falling_local(bindings, body, names, sense);
                self.locals.truncate(locals);
                found
            }
        }
    }

    /// A local name that depends on one of the given names counts as one of them.
    fn falling_local(
        &mut self,
        bindings: &'b [Binding],
        body: &'b Expr,
        names: &[&str],
        sense: Sense,
    ) -> Option<Span> {
        let mut names = names.to_vec();
        for binding in bindings {
            if mentions(&binding.value, &names) {
                if let Some(span) = self.falling(&binding.value, &names, Sense::Up) {
                    return Some(span);
                }
                names.push(&binding.name.name);
            }
        }
        self.locals.extend(bindings);
        self.falling(body, &names, sense)
    }

    /// Whether a function may shrink when its `i`-th argument grows; true when in doubt.
    fn turns(&mut self, function: &str, i: usize) -> bool {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return true;
        }
        if let Some(local) = self.locals.iter().rev().find(|local| local.name.name == function) {
            let parameter = local.parameters.as_ref().and_then(|parameters| parameters.get(i));
            let (local, Some(parameter)) = (*local, parameter) else { return true };
            return self.falling(&local.value, &[&parameter.name], Sense::Up).is_some();
        }
        match self.scopes.find_from(self.scope, function) {
            Some(Meaning::Function(function)) => {
                let Some(parameter) = function.parameters.get(i) else { return true };
                let outer = std::mem::replace(&mut self.scope, function.scope);
                let locals = std::mem::take(&mut self.locals);
                let found = self.falling(function.body, &[&parameter.name], Sense::Up);
                (self.scope, self.locals) = (outer, locals);
                found.is_some()
            }
            Some(Meaning::Primitive(_)) => false,
            _ => true,
        }
    }
}

/// Whether one of the names occurs anywhere in an expression.
fn mentions(expr: &Expr, names: &[&str]) -> bool {
    let any = |list: &[Expr]| list.iter().any(|e| mentions(e, names));
    match &expr.kind {
        ExprKind::Nothing | ExprKind::Everything => false,
        ExprKind::Name(name) => names.contains(&name.as_str()),
        ExprKind::Nary(_, operands) => any(operands),
        ExprKind::Product(a, b) | ExprKind::Try(a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::Unary(_, e) => mentions(e, names),
        ExprKind::Apply { function, arguments } => names.contains(&function.name.as_str()) || any(arguments),
        ExprKind::Image(relation, sets) => mentions(relation, names) || any(sets),
        ExprKind::At { expr, .. } => mentions(expr, names),
        ExprKind::Indexed(..)
        | ExprKind::Compare(..)
        | ExprKind::Logic(..)
        | ExprKind::Implies(..)
        | ExprKind::Iff(..)
        | ExprKind::Not(_)
        | ExprKind::Quantified { .. }
        | ExprKind::Count(..)
        | ExprKind::Predicate(..) => false,
        ExprKind::Let(bindings, body) | ExprKind::LetRec(bindings, body) => {
            mentions(body, names) || bindings.iter().any(|binding| mentions(&binding.value, names))
        }
    }
}
