//! Evaluation of a checked model on an execution.
//!
//! **Promises** to try every choice of a `with` before it rejects: an execution is accepted if some choice
//! passes all tests. Giving up is a separate error value, never a rejection.

use super::ast::{Nary, Role, Unary};
use super::orders::Orders;
use super::program::{Choice, Expr, Formula, Guess, Program, Quantified, Slot, Statement, Test};
use super::value::Value;
use super::world::World;
use crate::relation::{Matrix, Set};
use std::rc::Rc;

/// A failed test or raised flag, with the events that show it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    /// The index of the step.
    pub step: usize,
    pub witness: Vec<usize>,
}

/// The limit was reached.
#[derive(Debug)]
pub(crate) struct OutOfChoices;

/// The result of judging an execution.
pub(crate) enum Outcome {
    /// The flags raised by some accepted choice, at most one finding per flag.
    Accepted(Vec<Finding>),
    /// The first rejection found.
    Refused(Finding),
}

/// Judges an execution.
pub(crate) fn run(program: &Program, world: &World<'_>, choices: &mut u64) -> Result<Outcome, OutOfChoices> {
    let values = vec![Value::Nothing; program.slots];
    let mut evaluation = Evaluation {
        program,
        world,
        len: world.size(),
        events: world.len(),
        values,
        copies: 0,
        choices,
        flags: Vec::new(),
        accepted: None,
        refused: None,
    };
    evaluation.steps_from(0)?;
    Ok(match (evaluation.accepted, evaluation.refused) {
        (Some(flags), _) => Outcome::Accepted(flags),
        (None, Some(refusal)) => Outcome::Refused(refusal),
        (None, None) => unreachable!("a path through the steps ends in acceptance or refusal"),
    })
}

struct Evaluation<'p> {
    program: &'p Program,
    world: &'p World<'p>,
    /// The number of elements of the matrices.
    len: usize,
    /// How many of them are events.
    events: usize,
    values: Vec<Value>,
    /// The number of copies assigned so far.
    copies: usize,
    choices: &'p mut u64,
    /// The flags raised on the current path.
    flags: Vec<Finding>,
    accepted: Option<Vec<Finding>>,
    refused: Option<Finding>,
}

impl Evaluation<'_> {
    /// Performs the steps from `from` on. The recursion depth is the number of choices.
    fn steps_from(&mut self, from: usize) -> Result<(), OutOfChoices> {
        let program = self.program;
        for (at, step) in program.steps.iter().enumerate().skip(from) {
            match step {
                Statement::Choose(choice) => return self.choose(choice, at),
                Statement::Guess(guess) => return self.guess(guess, at),
                Statement::Copy(slot) => {
                    self.values[*slot] = Value::relation(self.world.copy(self.copies));
                    self.copies += 1;
                }
                Statement::Test(test) => {
                    if !self.test(test, at) {
                        return Ok(());
                    }
                }
                Statement::Load(slot, _, source) => self.values[*slot] = self.world.load_source(*source),
                Statement::Let(..) | Statement::Fix { .. } => self.compute(step),
            }
        }
        let known = self.accepted.get_or_insert_default();
        for flag in &self.flags {
            if !known.iter().any(|f| f.step == flag.step) {
                known.push(flag.clone());
            }
        }
        known.sort();
        Ok(())
    }

    fn compute(&mut self, step: &Statement) {
        match step {
            Statement::Let(slot, expr) => self.values[*slot] = self.eval(expr),
            Statement::Fix { slots, body } => self.fix(slots, body),
            Statement::Load(..)
            | Statement::Choose(_)
            | Statement::Guess(_)
            | Statement::Copy(_)
            | Statement::Test(_) => {
                unreachable!("expressions hoist only definitions")
            }
        }
    }

    /// The least fixpoint, computed from below. Old values are kept, which changes nothing for monotone
    /// definitions and guarantees termination in any case.
    fn fix(&mut self, slots: &[Slot], body: &[Statement]) {
        slots.iter().for_each(|&slot| self.values[slot] = Value::Nothing);
        loop {
            let before: Vec<Value> = slots.iter().map(|&slot| self.values[slot].clone()).collect();
            body.iter().for_each(|step| self.compute(step));
            let mut stable = true;
            for (&slot, old) in slots.iter().zip(&before) {
                let new = self.combine(Nary::Union, vec![old.clone(), self.values[slot].clone()]);
                stable &= new.same(old, self.len);
                self.values[slot] = new;
            }
            if stable {
                return;
            }
        }
    }

    fn choose(&mut self, choice: &Choice, at: usize) -> Result<(), OutOfChoices> {
        let set = self.eval(&choice.set).as_set(self.len);
        let relation = self.eval(&choice.relation).as_relation(self.len);
        let classes = if choice.per_location { self.by_location(set) } else { vec![set] };
        let orders = match Orders::new(classes, &relation) {
            Ok(orders) => orders,
            Err(witness) => {
                self.refused.get_or_insert(Finding { step: at, witness });
                return Ok(());
            }
        };
        let flags = self.flags.len();
        let flags_follow = self.program.steps[at..].iter().any(is_flag);
        for order in orders {
            *self.choices = self.choices.checked_sub(1).ok_or(OutOfChoices)?;
            self.values[choice.slot] = Value::relation(order);
            self.steps_from(at + 1)?;
            self.flags.truncate(flags);
            // Other choices could only raise other flags.
            if !choice.matters || (self.accepted.is_some() && !flags_follow) {
                break;
            }
        }
        Ok(())
    }

    /// Tries every subset, the smallest first.
    fn guess(&mut self, guess: &Guess, at: usize) -> Result<(), OutOfChoices> {
        let within: Vec<usize> = self.eval(&guess.within).as_set(self.len).collect();
        let flags = self.flags.len();
        let flags_follow = self.program.steps[at..].iter().any(is_flag);
        for chosen in 0..1u64.checked_shl(within.len() as u32).unwrap_or(u64::MAX) {
            *self.choices = self.choices.checked_sub(1).ok_or(OutOfChoices)?;
            let picked = within.iter().enumerate().filter(|(i, _)| chosen >> i & 1 == 1);
            self.values[guess.slot] = Value::Set(picked.map(|(_, &e)| e).collect());
            self.steps_from(at + 1)?;
            self.flags.truncate(flags);
            if self.accepted.is_some() && !flags_follow {
                break;
            }
        }
        Ok(())
    }

    fn by_location(&self, set: Set) -> Vec<Set> {
        let mut classes: Vec<(event::Loc, Set)> = Vec::new();
        for element in set {
            let Some(loc) = self.world.location(element) else { continue };
            match classes.iter_mut().find(|(known, _)| *known == loc) {
                Some((_, class)) => class.insert(element),
                None => classes.push((loc, Set::one(element))),
            }
        }
        classes.into_iter().map(|(_, class)| class).collect()
    }

    /// Performs a test; returns false if the execution is rejected.
    fn test(&mut self, test: &Test, at: usize) -> bool {
        // `flag ~empty e` shows the elements of `e`: the witness of the negated formula.
        let (denied, formula) = match &test.formula {
            Formula::Not(denied) => (true, &**denied),
            formula => (false, formula),
        };
        let broken = self.broken(formula);
        let succeeds = broken.is_some() == denied;
        let finding = Finding { step: at, witness: broken.unwrap_or_default() };
        match test.role {
            Role::Check if succeeds => true,
            Role::Check => {
                self.refused.get_or_insert(finding);
                false
            }
            Role::Flag | Role::UndefinedUnless => {
                if succeeds == (test.role == Role::Flag) {
                    self.flags.push(finding);
                }
                true
            }
        }
    }

    /// The events that show that a formula does not hold; `None` if it holds.
    fn broken(&mut self, formula: &Formula) -> Option<Vec<usize>> {
        let unless = |holds: bool| (!holds).then(Vec::new);
        match formula {
            Formula::Acyclic(e) => self.eval(e).as_relation(self.len).cycle(),
            Formula::Irreflexive(e) => self.eval(e).as_relation(self.len).reflexive().map(|e| vec![e]),
            Formula::No(e) => {
                let value = self.eval(e);
                (!value.is_empty()).then(|| self.elements(&value))
            }
            Formula::Some(e) => unless(!self.eval(e).is_empty()),
            Formula::One(e) => unless(self.eval(e).count(self.len) == 1),
            Formula::Lone(e) => unless(self.eval(e).count(self.len) <= 1),
            Formula::In(a, b) => {
                let extra = self.combine(Nary::Diff, vec![self.eval(a), self.eval(b)]);
                (!extra.is_empty()).then(|| self.elements(&extra))
            }
            Formula::Equal(a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                if a.same(&b, self.len) {
                    return None;
                }
                let extra = self.combine(Nary::Diff, vec![a.clone(), b.clone()]);
                let missing = self.combine(Nary::Diff, vec![b, a]);
                Some(self.elements(if extra.is_empty() { &missing } else { &extra }))
            }
            Formula::Not(f) => unless(self.broken(f).is_some()),
            Formula::And(parts) => parts.iter().find_map(|f| self.broken(f)),
            Formula::Or(parts) => unless(parts.iter().any(|f| self.broken(f).is_none())),
            Formula::Implies(f, g) => match self.broken(f) {
                Some(_) => None,
                None => self.broken(g),
            },
            Formula::Iff(f, g) => unless(self.broken(f).is_none() == self.broken(g).is_none()),
            Formula::Forall(q) => self.eval(&q.set).as_set(self.len).find_map(|element| {
                let mut witness = self.broken_for(q, element)?;
                witness.insert(0, element);
                Some(witness)
            }),
            Formula::Exists(q) => {
                let mut set = self.eval(&q.set).as_set(self.len);
                unless(set.any(|element| self.broken_for(q, element).is_none()))
            }
        }
    }

    /// The events that violate the body of a quantified formula for one element.
    fn broken_for(&mut self, quantified: &Quantified, element: usize) -> Option<Vec<usize>> {
        self.values[quantified.slot] = Value::Set(Set::one(element));
        quantified.steps.iter().for_each(|step| self.compute(step));
        self.broken(&quantified.body)
    }

    /// The elements of a set, or the first pair of a relation.
    fn elements(&self, value: &Value) -> Vec<usize> {
        match value {
            Value::Relation(matrix) => matrix.first_pair().map_or(vec![], |(a, b)| vec![a, b]),
            other => other.as_set(self.len).collect(),
        }
    }

    fn eval(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Slot(slot) => self.values[*slot].clone(),
            Expr::Nothing => Value::Nothing,
            Expr::Everything(_) => Value::Set(Set::below(self.events)),
            Expr::Nary(operator, operands) => {
                self.combine(*operator, operands.iter().map(|e| self.eval(e)).collect())
            }
            Expr::Product(a, b) => {
                let (from, to) = (self.eval(a).as_set(self.len), self.eval(b).as_set(self.len));
                Value::relation(Matrix::product(self.len, from, to))
            }
            Expr::Domain(e) => Value::Set(self.eval(e).as_relation(self.len).domain()),
            Expr::Range(e) => Value::Set(self.eval(e).as_relation(self.len).range()),
            Expr::Unary(operator, e) => self.unary(*operator, &self.eval(e)),
        }
    }

    fn unary(&self, operator: Unary, value: &Value) -> Value {
        if operator == Unary::Complement {
            return match value {
                Value::Nothing => Value::Everything,
                Value::Everything => Value::Nothing,
                Value::Set(set) => Value::Set(Set::below(self.events) - *set),
                Value::Relation(matrix) => {
                    let mut matrix = Matrix::clone(matrix);
                    matrix.complement(self.events);
                    Value::relation(matrix)
                }
            };
        }
        if operator == Unary::Identity {
            return Value::relation(Matrix::identity(self.len, value.as_set(self.len)));
        }
        let mut matrix = Rc::unwrap_or_clone(value.as_relation(self.len));
        match operator {
            Unary::Plus => matrix.close(),
            Unary::Star => {
                matrix.close();
                matrix.add_identity(self.events);
            }
            Unary::Opt => matrix.add_identity(self.events),
            Unary::Inverse => matrix = matrix.inverse(),
            Unary::Complement | Unary::Identity => unreachable!("handled above"),
        }
        Value::relation(matrix)
    }

    /// Applies an n-ary operator. The checker has ensured that all operands have the same type.
    fn combine(&self, operator: Nary, operands: Vec<Value>) -> Value {
        if operator == Nary::Seq || operands.iter().any(Value::is_relation) {
            let mut operands = operands.iter().map(|value| value.as_relation(self.len));
            let Some(first) = operands.next() else { return Value::Nothing };
            let result = operands.fold(Rc::unwrap_or_clone(first), |mut result, next| {
                match operator {
                    Nary::Seq => result = result.then(&next),
                    Nary::Union => result.union(&next),
                    Nary::Inter => result.combine(&next, |a, b| a & b),
                    Nary::Diff => result.combine(&next, |a, b| a - b),
                }
                result
            });
            return Value::relation(result);
        }
        let typed = operands.iter().any(Value::is_set);
        let sets = operands.iter().map(|value| value.as_set(self.len));
        let result = sets.reduce(|a, b| match operator {
            Nary::Union => a | b,
            Nary::Inter => a & b,
            Nary::Diff => a - b,
            Nary::Seq => unreachable!("handled above"),
        });
        match result.unwrap_or_default() {
            set if typed => Value::Set(set),
            // Applied to the empty and the universal value only, the result is again one of these.
            Set::EMPTY => Value::Nothing,
            _ => Value::Everything,
        }
    }
}

fn is_flag(step: &Statement) -> bool {
    matches!(step, Statement::Test(Test { role: Role::Flag | Role::UndefinedUnless, .. }))
}
