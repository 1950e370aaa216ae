//! The objects that a test may create, numbered as in outcomes: in the order of the `new`s in the text, with
//! constructors expanded.

use crate::Result;
use crate::globals::{Globals, Type};
use crate::walk::{Part, operands, parts};
use litmus::ast::{Expr, ExprKind, Stmt, StmtKind, Test};

/// The number of object numbers that litmus assigns to a `new` in a loop.
const OBJECTS_IN_LOOP: usize = 8;

/// What is known about a reference of some type besides that it may be null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Referent {
    /// There are no objects of the type.
    None,
    /// Only the object with this number.
    One(usize),
    Several,
}

/// The objects of a test, by their types.
pub(crate) struct Objects<'a> {
    globals: &'a Globals<'a>,
    types: Vec<Type>,
    loops: usize,
}

impl<'a> Objects<'a> {
    pub(crate) fn of(test: &Test, globals: &'a Globals<'a>) -> Result<Self> {
        let mut objects = Objects { globals, types: Vec::new(), loops: 0 };
        for stmt in test.threads.iter().flat_map(|t| &t.body) {
            objects.statement(stmt)?;
        }
        Ok(objects)
    }

    pub(crate) fn referent(&self, ty: Type) -> Referent {
        let mut numbers = (1..).zip(&self.types).filter(|(_, t)| **t == ty).map(|(number, _)| number);
        match (numbers.next(), numbers.next()) {
            (None, _) => Referent::None,
            (Some(number), None) => Referent::One(number),
            _ => Referent::Several,
        }
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<()> {
        let is_loop = matches!(stmt.kind, StmtKind::While(..) | StmtKind::DoWhile(..));
        self.loops += usize::from(is_loop);
        for part in parts(stmt) {
            match part {
                Part::Expr(e) => self.expression(e)?,
                Part::Stmt(s) => self.statement(s)?,
            }
        }
        self.loops -= usize::from(is_loop);
        Ok(())
    }

    fn expression(&mut self, expr: &Expr) -> Result<()> {
        // A number is assigned before arguments and elements are evaluated.
        match &expr.kind {
            ExprKind::New(class, _) => self.create(Type::Class(self.globals.class(class)?)),
            ExprKind::NewArray(_) | ExprKind::ArrayOf(_) => self.create(Type::IntArray),
            _ => {}
        }
        operands(expr).into_iter().try_for_each(|e| self.expression(e))?;
        match &expr.kind {
            ExprKind::New(class, args) => self.constructor(self.globals.class(class)?, args.len()),
            _ => Ok(()),
        }
    }

    fn create(&mut self, ty: Type) {
        let count = if self.loops > 0 { OBJECTS_IN_LOOP } else { 1 };
        self.types.extend(std::iter::repeat_n(ty, count));
    }

    /// The objects that a constructor creates. It does not call itself, directly or indirectly: litmus has
    /// checked that.
    fn constructor(&mut self, class: usize, arity: usize) -> Result<()> {
        let declaration = self.globals.classes[class].declaration;
        let found = declaration.constructors.iter().find(|c| c.parameters.len() == arity);
        let body = found.map_or(&[][..], |c| &c.body);
        let (first, rest) = match body.split_first() {
            Some((first @ Stmt { kind: StmtKind::ThisCall(_), .. }, rest)) => (Some(first), rest),
            _ => (None, body),
        };
        if let Some(Stmt { kind: StmtKind::ThisCall(args), .. }) = first {
            args.iter().try_for_each(|arg| self.expression(arg))?;
            self.constructor(class, args.len())?;
        } else {
            let initial = declaration.fields.iter().filter_map(|f| f.initial.as_ref());
            initial.into_iter().try_for_each(|e| self.expression(e))?;
        }
        rest.iter().try_for_each(|stmt| self.statement(stmt))
    }
}
