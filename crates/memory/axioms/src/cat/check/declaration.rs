//! Executions, guessed sets and orders, and repeated blocks.

use super::super::ast::{self, Ident, Index, Instruction, Over, Range};
use super::super::error::CatErrorKind;
use super::super::program::{Exec, Expr, Guess, Source, Statement};
use super::super::source::Fault;
use super::super::value::Type;
use super::scope::Meaning;
use super::{Checker, Execution};

/// The maximum number of repetitions of a block, executions of a family, and the like.
const MAX_COUNT: i64 = 64;

/// Maps the number of a thread or location to what an execution provides for it.
type Members = fn(u32) -> Source;

impl<'a> Checker<'a> {
    pub(super) fn assume(&mut self, what: &'a Ident) -> Result<(), Fault> {
        match &*what.name {
            "grounded-values" => self.looks.grounded = true,
            "two-steps-per-read" => self.looks.bounded = true,
            _ => {
                let message = format!("`{}` is nothing that can be assumed", what.name);
                let hint = "write `assume grounded-values` or `assume two-steps-per-read`";
                return Err(Fault::new(CatErrorKind::Name, what.span, message).hint(hint));
            }
        }
        Ok(())
    }

    pub(super) fn parameter(&mut self, name: &'a Ident) -> Result<(), Fault> {
        if self.looks.k {
            return Err(Fault::unsupported(name.span, "more than one parameter"));
        }
        self.looks.k = true;
        self.scopes.bind(&name.name, Meaning::Number(i64::from(self.shape.k)));
        Ok(())
    }

    /// The value of an index expression.
    fn number(&self, index: &Index) -> Result<i64, Fault> {
        let Some(variable) = &index.variable else { return Ok(index.offset) };
        match self.scopes.find(&variable.name) {
            Some(Meaning::Number(number)) => Ok(number + index.offset),
            Some(other) => {
                let message = format!("`{}` is {}, not a number", variable.name, other.describe());
                Err(Fault::new(CatErrorKind::Type, variable.span, message))
            }
            None => Err(self.scopes.unknown(variable)),
        }
    }

    /// The first number and the count.
    fn range(&self, range: &Range) -> Result<(i64, usize), Fault> {
        let (from, to) = (self.number(&range.from)?, self.number(&range.to)?);
        if to - from >= MAX_COUNT {
            let message = format!("more than {MAX_COUNT} numbers from {from} to {to}");
            return Err(Fault::new(CatErrorKind::Limit, range.to.span, message));
        }
        Ok((from, usize::try_from(to - from + 1).unwrap_or(0)))
    }

    /// The position of a number in a family.
    fn place_in(&self, name: &Ident, index: &Index, from: i64, count: usize) -> Result<usize, Fault> {
        let number = self.number(index)?;
        let place = usize::try_from(number - from).ok().filter(|place| *place < count);
        place.ok_or_else(|| {
            let last = from + count as i64 - 1;
            let message = match count {
                0 => format!("there is no `{0}[{number}]`: the family `{0}` is empty here", name.name),
                _ => format!("there is no `{0}[{number}]`: `{0}` goes from {from} to {last} here", name.name),
            };
            Fault::new(CatErrorKind::Name, index.span, message)
                .hint(format!("for the number of executions k = {}", self.shape.k))
        })
    }

    pub(super) fn declare_executions(
        &mut self,
        name: &'a Ident,
        range: Option<&'a Range>,
    ) -> Result<(), Fault> {
        if self.per || !self.labels.is_empty() || self.dry {
            return Err(Fault::syntax(name.span, "executions are declared outside of blocks and procedures"));
        }
        let first = self.executions.len();
        if first == 0 && range.is_some() {
            let message = "the first execution has no number: it is the one whose outcome is asked";
            return Err(Fault::syntax(name.span, message).hint("begin with `exec E`"));
        }
        let (from, count) = range.map_or(Ok((0, 1)), |range| self.range(range))?;
        for i in 0..count {
            let number = || format!("{}[{}]", name.name, from + i as i64);
            let execution = if range.is_some() { number() } else { name.name.clone() };
            let scope = self.library_of(first + i)?;
            self.executions.push(Execution { name: execution, scope });
        }
        let meaning = match range {
            Some(_) => Meaning::Executions { first, from, count },
            None => Meaning::Execution(first),
        };
        self.scopes.bind(&name.name, meaning);
        Ok(())
    }

    /// Evaluates the standard library for an execution.
    fn library_of(&mut self, exec: Exec) -> Result<super::Scope, Fault> {
        let here = self.scopes.here();
        let outer = std::mem::replace(&mut self.exec, exec);
        self.scopes.return_to(self.base);
        let stdlib = self.stdlib;
        let result = self.instructions(&stdlib.body);
        let scope = self.scopes.here();
        self.scopes.return_to(here);
        self.exec = outer;
        result.map(|()| scope)
    }

    /// `committed C[0..k] subset S`.
    pub(super) fn declare_sets(
        &mut self,
        name: &'a Ident,
        range: Option<&'a Range>,
        within: &'a ast::Expr,
    ) -> Result<(), Fault> {
        let within = self.set(within)?;
        let (from, count) = range.map_or(Ok((0, 1)), |range| self.range(range))?;
        let first = self.slots;
        for i in 0..count {
            self.count_choice(name.span)?;
            let slot = self.new_slot();
            let label = match range {
                Some(_) => format!("{}[{}]", name.name, from + i as i64),
                None => self.labelled(&name.name),
            };
            let place = self.sources.place(name.span);
            self.steps.push(Statement::Guess(Guess { name: label, place, slot, within: within.clone() }));
        }
        let meaning = match range {
            Some(_) => Meaning::Sets { first, from, count },
            None => Meaning::Value(first, Type::Set),
        };
        self.scopes.bind(&name.name, meaning);
        Ok(())
    }

    /// `order x total on S extends r`.
    pub(super) fn order(
        &mut self,
        name: &'a Ident,
        set: &'a ast::Expr,
        extends: Option<&'a ast::Expr>,
    ) -> Result<(), Fault> {
        let set = self.set(set)?;
        let relation = extends.map_or(Ok(Expr::Nothing), |relation| self.relation(relation))?;
        self.choose_order(name, (set, relation), false, name.span)
    }

    /// `copy x`, `copy x per Threads`.
    pub(super) fn copy(&mut self, name: &'a Ident, per: Option<&'a Ident>) -> Result<(), Fault> {
        let count = per.map_or(Ok(1), |per| Ok(self.members(per)?.1))?;
        let first = self.slots;
        for _ in 0..count {
            let slot = self.new_slot();
            self.steps.push(Statement::Copy(slot));
        }
        let meaning = match per {
            Some(_) => Meaning::Copies { first, count },
            None => Meaning::Value(first, Type::Relation),
        };
        self.scopes.bind(&name.name, meaning);
        Ok(())
    }

    /// `Threads` or `Locations`: the source for each member, and their number.
    fn members(&mut self, name: &Ident) -> Result<(Members, u32), Fault> {
        match &*name.name {
            "Threads" => {
                self.looks.threads = true;
                Ok((Source::Thread, self.shape.threads))
            }
            "Locations" => {
                self.looks.locations = true;
                Ok((Source::Location, self.shape.locations))
            }
            _ => {
                let message = format!("`{}` is nothing to repeat a block for", name.name);
                let hint = "blocks are repeated for `Threads`, `Locations`, or numbers: `1..k`";
                Err(Fault::new(CatErrorKind::Name, name.span, message).hint(hint))
            }
        }
    }

    /// `C[i]`.
    pub(super) fn indexed(&mut self, name: &'a Ident, index: &'a Index) -> Result<(Expr, Type), Fault> {
        match self.scopes.find(&name.name) {
            Some(Meaning::Sets { first, from, count }) => {
                Ok((Expr::Slot(first + self.place_in(name, index, from, count)?), Type::Set))
            }
            Some(Meaning::Copies { first, .. }) => {
                let member = index.variable.as_ref().filter(|_| index.offset == 0);
                match member.and_then(|member| self.scopes.find(&member.name)) {
                    Some(Meaning::Member(_, number)) => {
                        Ok((Expr::Slot(first + number as usize), Type::Relation))
                    }
                    _ => {
                        let message = "expected the variable of a `forall … in Threads` or `Locations`";
                        Err(Fault::new(CatErrorKind::Type, index.span, message))
                    }
                }
            }
            Some(Meaning::Executions { .. }) => {
                let message = format!("`{}` is a family of executions, not of sets", name.name);
                let hint = format!("the actions of one of them are `{}[i].A`", name.name);
                Err(Fault::new(CatErrorKind::Type, name.span, message).hint(hint))
            }
            Some(other) => {
                let message = format!("`{}` is {}, and has no number", name.name, other.describe());
                let hint = "`[S]` is the identity on `S`: write it with a blank before";
                Err(Fault::new(CatErrorKind::Type, name.span, message).hint(hint))
            }
            None => Err(self.scopes.unknown(name)),
        }
    }

    fn execution(&self, family: &Ident, index: Option<&Index>) -> Result<Exec, Fault> {
        match (self.scopes.find(&family.name), index) {
            (Some(Meaning::Execution(exec)), None) => Ok(exec),
            (Some(Meaning::Executions { first, from, count }), Some(index)) => {
                Ok(first + self.place_in(family, index, from, count)?)
            }
            (Some(Meaning::Executions { .. }), None) => {
                let message = format!("`{}` is a family of executions: which one?", family.name);
                let hint = format!("write `{}[i]`", family.name);
                Err(Fault::new(CatErrorKind::Type, family.span, message).hint(hint))
            }
            (Some(Meaning::Execution(_)), Some(index)) => {
                let message = format!("`{}` is one execution and has no number", family.name);
                Err(Fault::new(CatErrorKind::Type, index.span, message))
            }
            (Some(other), _) => {
                let message = format!("`{}` is {}, not an execution", family.name, other.describe());
                let hint = "executions are declared: `exec E`, `exec J[1..k]`";
                Err(Fault::new(CatErrorKind::Type, family.span, message).hint(hint))
            }
            (None, _) => Err(self.scopes.unknown(family)),
        }
    }

    /// Runs `inner` with bare names referring to another execution. Names that are unknown there are looked
    /// up here, unless only its own names are wanted.
    pub(super) fn in_execution<T>(
        &mut self,
        family: &Ident,
        index: Option<&Index>,
        only: bool,
        inner: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let exec = self.execution(family, index)?;
        let here = self.scopes.here();
        let fallback = self.scopes.fall_back_to(if only { None } else { here });
        self.scopes.return_to(self.executions[exec].scope);
        let outer = std::mem::replace(&mut self.exec, exec);
        let result = inner(self);
        self.exec = outer;
        self.scopes.return_to(here);
        self.scopes.fall_back_to(fallback);
        result
    }

    /// `E.hb`, `(po | rf)@J[i]`.
    pub(super) fn at(
        &mut self,
        expr: &'a ast::Expr,
        family: &'a Ident,
        index: Option<&'a Index>,
    ) -> Result<(Expr, Type), Fault> {
        let only = matches!(expr.kind, ast::ExprKind::Name(_));
        self.in_execution(family, index, only, |checker| checker.expr(expr))
    }

    /// `per X in {E, J} { … }`.
    pub(super) fn per(
        &mut self,
        variable: Option<&'a Ident>,
        families: &'a [Ident],
        body: &'a [Instruction],
    ) -> Result<(), Fault> {
        for family in families {
            if self.per {
                return Err(Fault::syntax(family.span, "`per` inside of `per`"));
            }
            let (first, count) = match self.scopes.find(&family.name) {
                Some(Meaning::Execution(exec)) => (exec, 1),
                Some(Meaning::Executions { first, count, .. }) => (first, count),
                _ => (self.execution(family, None)?, 1),
            };
            for exec in first..first + count {
                self.per_execution(exec, variable, body)?;
            }
        }
        Ok(())
    }

    fn per_execution(
        &mut self,
        exec: Exec,
        variable: Option<&'a Ident>,
        body: &'a [Instruction],
    ) -> Result<(), Fault> {
        let here = self.scopes.here();
        let fallback = self.scopes.fall_back_to(here);
        self.scopes.return_to(self.executions[exec].scope);
        let outer = std::mem::replace(&mut self.exec, exec);
        self.per = true;
        self.labels.push(self.executions[exec].name.clone());
        if let Some(variable) = variable {
            self.scopes.bind(&variable.name, Meaning::Execution(exec));
        }
        let result = self.instructions(body);
        self.executions[exec].scope = self.scopes.here();
        self.labels.pop();
        self.per = false;
        self.exec = outer;
        self.scopes.return_to(here);
        self.scopes.fall_back_to(fallback);
        result
    }

    /// `forall i in 1..k { … }`, `forall t in Threads { … }`.
    pub(super) fn for_each(
        &mut self,
        variable: &'a Ident,
        over: &'a Over,
        body: &'a [Instruction],
    ) -> Result<(), Fault> {
        let meanings: Vec<(String, Meaning<'a>)> = match over {
            Over::Range(range) => {
                let (from, count) = self.range(range)?;
                let number = |i| from + i as i64;
                (0..count).map(|i| (number(i).to_string(), Meaning::Number(number(i)))).collect()
            }
            Over::Named(name) => {
                let (source, count) = self.members(name)?;
                let member = |i: u32| (i.to_string(), Meaning::Member(self.load_source(source(i)), i));
                (0..count).map(member).collect()
            }
        };
        for (label, meaning) in meanings {
            let scope = self.scopes.here();
            self.scopes.bind(&variable.name, meaning);
            self.labels.push(format!("{}={label}", variable.name));
            let result = self.instructions(body);
            self.labels.pop();
            self.scopes.return_to(scope);
            result?;
        }
        Ok(())
    }
}
