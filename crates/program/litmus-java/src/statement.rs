//! Statements.
//!
//! Java rejects unreachable statements (JLS §14.22), litmus does not: they are left out. Java also treats
//! loops with a constant condition specially; such conditions are disguised by a local that is always true.

use crate::access::Use;
use crate::body::{Body, Meaning, Owner};
use crate::globals::Type;
use crate::walk::{Part, is_constant, parts};
use crate::{Result, Untranslatable, incorrect};
use litmus::ast::{BinaryOp, Expr, ExprKind, Ident, Stmt, StmtKind, ThreadRef, TypeName};
use litmus::{binary_symbol, fence_name};

/// How a statement may end, according to Java.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ends {
    /// Whether it can complete normally.
    normally: bool,
    /// Whether it can leave the enclosing loop.
    by_break: bool,
}

impl Ends {
    const NORMALLY: Ends = Ends { normally: true, by_break: false };
    const NEVER: Ends = Ends { normally: false, by_break: false };

    fn or(self, other: Ends) -> Ends {
        Ends { normally: self.normally || other.normally, by_break: self.by_break || other.by_break }
    }
}

impl Body<'_> {
    /// A sequence of statements, as far as it is reachable.
    pub(crate) fn statements(&mut self, stmts: &[Stmt]) -> Result<Ends> {
        let mut ends = Ends::NORMALLY;
        for stmt in stmts {
            if ends.normally {
                let next = self.statement(stmt)?;
                ends = Ends { by_break: ends.by_break || next.by_break, ..next };
            } else {
                self.declare_unreached(stmt)?;
            }
        }
        Ok(ends)
    }

    /// Declares the locals of an unreachable statement, which can still be observed.
    fn declare_unreached(&mut self, stmt: &Stmt) -> Result<()> {
        if let StmtKind::Declare(ty, locals) = &stmt.kind {
            let ty = self.globals.resolve(ty)?;
            locals.iter().for_each(|(name, _)| {
                self.declare(&name.text, ty);
            });
        }
        for part in parts(stmt) {
            if let Part::Stmt(nested) = part {
                self.declare_unreached(nested)?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, stmt: &Stmt) -> Result<Ends> {
        match &stmt.kind {
            StmtKind::Declare(ty, locals) => self.declare_locals(ty, locals)?,
            StmtKind::Assign { target, value } => self.assign(target, value)?,
            StmtKind::Update { target, op, value } => self.update(target, *op, value)?,
            StmtKind::ThisCall(_) => return incorrect("`this(…)` stands at the wrong place"),
            StmtKind::New(object) => self.drop_object(object)?,
            StmtKind::Call(call) => {
                let (text, _) = self.call_text(call)?;
                self.out.line(format!("{text};"));
            }
            StmtKind::Fence(fence) => {
                self.needs.fences = true;
                self.fenced = true;
                self.out.line(format!("VarHandle.{}();", fence_name(*fence)));
            }
            StmtKind::If(condition, then, otherwise) => {
                return self.if_statement(condition, then, otherwise.as_deref());
            }
            StmtKind::While(condition, body) => {
                let condition = self.loop_condition(condition)?;
                self.out.open(format!("while ({condition})"));
                self.statement(body)?;
                self.out.close("");
            }
            StmtKind::DoWhile(body, condition) => return self.do_while(body, condition),
            // All locals are declared at the top, so a block needs no braces.
            StmtKind::Block(body) => return self.statements(body),
            StmtKind::Synchronized(monitor, body) => {
                let monitor = self.in_home(self.globals.monitor(monitor)?);
                self.out.open(format!("synchronized ({monitor})"));
                let ends = self.statements(body)?;
                self.out.close("");
                return Ok(ends);
            }
            StmtKind::Start(thread) => {
                let thread = self.thread_name(*thread)?;
                self.out.line(format!("{thread}.start();"));
            }
            StmtKind::Join(thread) => {
                let thread = self.thread_name(*thread)?;
                self.out.line(format!("join({thread});"));
            }
            StmtKind::Assert(condition) => {
                let condition = self.expression(condition)?.condition();
                self.out.line(format!("assert {};", condition.text));
            }
            StmtKind::Print(value) => {
                let value = self.expression(value)?.number();
                self.out.line(format!("System.out.println({});", value.text));
            }
            StmtKind::Throw => {
                self.out.line("throw new RuntimeException();");
                return Ok(Ends::NEVER);
            }
            StmtKind::Return => {
                self.out.line("return;");
                return Ok(Ends::NEVER);
            }
            StmtKind::Break => {
                self.out.line("break;");
                return Ok(Ends { normally: false, by_break: true });
            }
            StmtKind::Empty => {}
        }
        Ok(Ends::NORMALLY)
    }

    fn declare_locals(&mut self, ty: &TypeName, locals: &[(Ident, Option<Expr>)]) -> Result<()> {
        let ty = self.globals.resolve(ty)?;
        for (name, value) in locals {
            // The initialiser may mention a shared variable of the same name.
            let value = match value {
                Some(value) => Some(self.expression(value)?.assigned(self, ty, false).text),
                // In a constructor a declaration resets the value; in a thread a local keeps its value.
                None => matches!(self.owner, Owner::Constructor(_)).then(|| default_value(ty).to_owned()),
            };
            let at = self.declare(&name.text, ty);
            if let Some(value) = value {
                self.out.line(format!("{} = {value};", self.locals[at].java));
            }
        }
        Ok(())
    }

    pub(crate) fn assign(&mut self, target: &Expr, value: &Expr) -> Result<()> {
        let local = match &target.kind {
            ExprKind::Name(name) => match self.meaning(&name.text)? {
                Meaning::Local(at) => Some(at),
                _ => None,
            },
            _ => None,
        };
        let (text, ty) = match local {
            Some(at) => (self.locals[at].java.clone(), self.locals[at].ty),
            None => {
                let place = self.place(target, Use::Write)?;
                (place.text, place.ty)
            }
        };
        let value = self.expression(value)?.assigned(self, ty, false);
        self.out.line(format!("{text} = {};", value.text));
        Ok(())
    }

    /// Java's compound assignment also evaluates the object once, and reads before it evaluates the right
    /// side.
    fn update(&mut self, target: &Expr, op: BinaryOp, value: &Expr) -> Result<()> {
        let place = self.place(target, Use::Write)?;
        let value = self.expression(value)?.number();
        self.out.line(format!("{} {}= {};", place.text, binary_symbol(op), value.text));
        Ok(())
    }

    /// In Java a new array is not a statement.
    fn drop_object(&mut self, object: &Expr) -> Result<()> {
        let text = self.expression(object)?.text;
        if matches!(object.kind, ExprKind::New(..)) {
            self.out.line(format!("{text};"));
            return Ok(());
        }
        self.out.open("");
        self.out.line(format!("int[] dropped = {text};"));
        self.out.close("");
        Ok(())
    }

    fn if_statement(&mut self, condition: &Expr, then: &Stmt, otherwise: Option<&Stmt>) -> Result<Ends> {
        let condition = self.expression(condition)?.condition();
        self.out.open(format!("if ({})", condition.text));
        let mut ends = self.statement(then)?;
        match otherwise {
            Some(otherwise) => {
                self.out.between("else");
                ends = ends.or(self.statement(otherwise)?);
            }
            None => ends.normally = true,
        }
        self.out.close("");
        Ok(ends)
    }

    fn do_while(&mut self, body: &Stmt, condition: &Expr) -> Result<Ends> {
        self.out.open("do");
        let ends = self.statement(body)?;
        let condition = self.loop_condition(condition)?;
        self.out.close(&format!(" while ({condition});"));
        Ok(Ends { normally: ends.normally || ends.by_break, by_break: false })
    }

    fn loop_condition(&mut self, condition: &Expr) -> Result<String> {
        let value = self.expression(condition)?.condition();
        if !is_constant(condition) {
            return Ok(value.text);
        }
        self.uses_always = true;
        Ok(format!("always && {}", value.operand()))
    }

    fn thread_name(&self, thread: ThreadRef) -> Result<&str> {
        if matches!(self.owner, Owner::Constructor(_)) {
            return Err(Untranslatable::ThreadsInConstructor);
        }
        match self.globals.threads.get(thread.number as usize) {
            Some(name) => Ok(name),
            None => incorrect(format!("there is no Thread{}", thread.number)),
        }
    }
}

/// The default value of a variable of the type.
pub(crate) fn default_value(ty: Type) -> &'static str {
    match ty {
        Type::Int => "0",
        Type::Long => "0L",
        Type::IntArray | Type::Class(_) => "null",
    }
}
