//! Tests, procedures and choices.

use super::super::ast::{self, Ident, Instruction, Role};
use super::super::builtin::{Builtin, Chooser};
use super::super::error::CatErrorKind;
use super::super::program::{Choice, Expr, Formula, Statement, Test};
use super::super::source::{Fault, Span};
use super::super::value::Type;
use super::scope::{Meaning, Procedure};
use super::{Checker, MAX_CHOICES, check_arity, distinct, via};

impl<'a> Checker<'a> {
    pub(super) fn test(&mut self, test: &'a ast::Test, span: Span) -> Result<(), Fault> {
        let formula = self.predicate(test.predicate, &test.expr)?;
        let place = self.sources.place(span);
        let axiom = match (&test.name, self.called_as) {
            (Some(name), _) => name.clone(),
            (None, Some(name)) => name.to_owned(),
            (None, None) if test.role != Role::Check => {
                let message = "a flag needs a name";
                return Err(Fault::syntax(span, message).hint("add `as NAME`"));
            }
            (None, None) => format!("{} at {place}", predicate_word(test)),
        };
        let formula = if test.negated { Formula::Not(Box::new(formula)) } else { formula };
        let name = self.labelled(&axiom);
        self.steps.push(Statement::Test(Test { role: test.role, formula, name, axiom, place }));
        Ok(())
    }

    pub(super) fn procedure(
        &mut self,
        name: &'a Ident,
        parameters: &'a [Ident],
        body: &'a [Instruction],
    ) -> Result<(), Fault> {
        distinct(parameters)?;
        let scope = self.scopes.here();
        let choices = self.choices;
        self.look_at(parameters, |checker| checker.instructions(body))?;
        self.choices = choices;
        self.scopes.bind(&name.name, Meaning::Procedure(Procedure { parameters, body, scope }));
        Ok(())
    }

    pub(super) fn call(
        &mut self,
        name: &'a Ident,
        arguments: &'a [ast::Expr],
        called_as: Option<&'a str>,
    ) -> Result<(), Fault> {
        let procedure = match self.scopes.find(&name.name) {
            Some(Meaning::Procedure(procedure)) => procedure,
            Some(other) => {
                let message = format!("`{}` is {}, not a procedure", name.name, other.describe());
                return Err(Fault::new(CatErrorKind::Type, name.span, message));
            }
            None => return Err(self.scopes.unknown(name)),
        };
        let values = self.arguments(name, procedure.parameters, arguments)?;
        if self.dry {
            return Ok(());
        }
        let scope = self.scopes.here();
        self.scopes.return_to(procedure.scope);
        procedure.parameters.iter().zip(values).for_each(|(p, value)| self.scopes.bind(&p.name, value));
        let outer = self.called_as;
        self.called_as = called_as.or(outer);
        let result = self.deeper(name.span, |checker| checker.instructions(procedure.body));
        self.called_as = outer;
        self.scopes.return_to(scope);
        result.map_err(|fault| via(fault, "call", name))
    }

    /// Evaluates arguments and checks their number.
    pub(super) fn arguments(
        &mut self,
        name: &Ident,
        parameters: &[Ident],
        arguments: &'a [ast::Expr],
    ) -> Result<Vec<Meaning<'a>>, Fault> {
        check_arity(name, parameters.len(), arguments.len())?;
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let (expr, ty) = self.expr(argument)?;
            values.push(Meaning::Value(self.keep(expr), ty));
        }
        Ok(values)
    }

    pub(super) fn choose(&mut self, name: &'a Ident, choices: &'a ast::Expr) -> Result<(), Fault> {
        let ast::ExprKind::Apply { function, arguments } = &choices.kind else {
            return Err(not_a_choice(choices.span));
        };
        let Some(Meaning::Chooser(chooser)) = self.scopes.find(&function.name) else {
            return Err(not_a_choice(choices.span));
        };
        let wanted = if chooser == Chooser::Coherences { 1 } else { 2 };
        check_arity(function, wanted, arguments.len())?;
        let set = match chooser {
            Chooser::Coherences => Expr::Slot(self.load(Builtin::Writes)),
            Chooser::Linearisations | Chooser::PerLocation => self.set(&arguments[0])?,
        };
        let relation = self.relation(&arguments[wanted - 1])?;
        let per_location = chooser != Chooser::Linearisations;
        self.choose_order(name, (set, relation), per_location, choices.span)
    }

    /// Guesses a total order of a set that extends a relation.
    pub(super) fn choose_order(
        &mut self,
        name: &'a Ident,
        (set, relation): (Expr, Expr),
        per_location: bool,
        span: Span,
    ) -> Result<(), Fault> {
        self.count_choice(span)?;
        let slot = self.new_slot();
        let place = self.sources.place(span);
        let label = self.labelled(&name.name);
        let choice = Choice { name: label, place, slot, per_location, set, relation, matters: true };
        self.steps.push(Statement::Choose(choice));
        self.scopes.bind(&name.name, Meaning::Value(slot, Type::Relation));
        Ok(())
    }

    pub(super) fn count_choice(&mut self, span: Span) -> Result<(), Fault> {
        self.choices += 1;
        if self.choices > MAX_CHOICES {
            let message = format!("the model has more than {MAX_CHOICES} choices");
            return Err(Fault::new(CatErrorKind::Limit, span, message));
        }
        Ok(())
    }
}

fn predicate_word(test: &ast::Test) -> String {
    let word = match test.predicate {
        ast::Predicate::Acyclic => "acyclic",
        ast::Predicate::Irreflexive => "irreflexive",
        ast::Predicate::Empty => "empty",
    };
    format!("{}{word}", if test.negated { "~" } else { "" })
}

fn not_a_choice(span: Span) -> Fault {
    let what = "choosing from anything but `linearisations`, `generate_orders` and `generate_cos`";
    Fault::unsupported(span, what)
}
