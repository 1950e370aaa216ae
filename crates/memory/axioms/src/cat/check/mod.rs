//! From syntax tree to program: names are resolved, types checked, functions and procedures expanded.
//!
//! **Promises** that a program it returns evaluates without errors of any kind, on every graph. The names in
//! a function's body are checked where it is defined; its types are checked at each call, with the types of
//! that call.

mod declaration;
mod expression;
mod formula;
mod instruction;
mod monotone;
mod scope;

use super::ast::{Binding, File, Ident, Instruction, InstructionKind};
use super::builtin::Builtin;
use super::error::CatErrorKind;
use super::program::{Exec, Expr, Program, Shape, Slot, Source, Statement};
use super::source::{Fault, Sources, Span};
use super::value::Type;
use scope::{Function, Meaning, Scope, Scopes};
use std::collections::BTreeMap;

/// The maximum number of expressions after expansion.
const MAX_NODES: usize = 200_000;
/// The maximum nesting of calls, and of expressions across calls.
const MAX_DEPTH: usize = 200;
/// The maximum number of nested choices, after blocks are repeated.
const MAX_CHOICES: usize = 64;

/// The parts of a [`Shape`] that a file depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Looks {
    pub k: bool,
    /// Whether the file promises that no value justifies itself.
    pub grounded: bool,
    /// Whether it promises that two steps per racy read, one per atomic update and two more are enough.
    pub bounded: bool,
    pub threads: bool,
    pub locations: bool,
}

/// Checks a file, after the standard library, and repeats its blocks according to the shape.
pub(crate) fn check(
    sources: &Sources,
    (stdlib, file): (&File, &File),
    shape: Shape,
) -> Result<(Program, Looks), Fault> {
    let scopes = Scopes::new();
    let mut checker = Checker {
        sources,
        stdlib,
        shape,
        looks: Looks::default(),
        base: scopes.here(),
        scopes,
        exec: 0,
        executions: Vec::new(),
        several: file.body.iter().any(declares_executions),
        per: false,
        labels: Vec::new(),
        slots: 0,
        loads: BTreeMap::new(),
        steps: Vec::new(),
        nodes: 0,
        depth: 0,
        choices: 0,
        called_as: None,
        dry: false,
    };
    checker.instructions(&stdlib.body)?;
    checker.instructions(&file.body)?;
    let loads = checker.loads.iter().map(|(&(exec, source), &slot)| Statement::Load(slot, exec, source));
    let steps = loads.chain(checker.steps).collect();
    let names = checker.executions.into_iter().map(|execution| execution.name);
    let mut names: Vec<String> = names.collect();
    if names.is_empty() {
        names.push(String::new());
    }
    Ok((Program::new(checker.slots, steps, names), checker.looks))
}

fn declares_executions(instruction: &Instruction) -> bool {
    match &instruction.kind {
        InstructionKind::Exec { .. } => true,
        InstructionKind::Included(file) => file.body.iter().any(declares_executions),
        _ => false,
    }
}

/// A declared execution, and the meaning of names in it.
struct Execution {
    name: String,
    scope: Scope,
}

pub(crate) struct Checker<'a> {
    sources: &'a Sources,
    stdlib: &'a File,
    shape: Shape,
    looks: Looks,
    /// The scope in which only built-in names are known.
    base: Scope,
    scopes: Scopes<'a>,
    /// The execution that bare names refer to.
    exec: Exec,
    /// The declared executions; the first is the one whose outcome is asked about. A file that declares none
    /// has an implicit one.
    executions: Vec<Execution>,
    /// Whether the file declares executions at all.
    several: bool,
    /// Whether we are inside a `per` block.
    per: bool,
    /// The indices of the blocks around the current instruction: `i=1`.
    labels: Vec<String>,
    slots: usize,
    loads: BTreeMap<(Exec, Source), Slot>,
    /// Where statements are emitted; inside a recursive definition, its body.
    steps: Vec<Statement>,
    nodes: usize,
    depth: usize,
    choices: usize,
    /// The name given to the call that is being expanded.
    called_as: Option<&'a str>,
    /// Whether a function body is only being checked, so that calls inside need not be expanded.
    dry: bool,
}

impl<'a> Checker<'a> {
    fn instructions(&mut self, body: &'a [Instruction]) -> Result<(), Fault> {
        body.iter().try_for_each(|instruction| self.instruction(instruction))
    }

    fn instruction(&mut self, instruction: &'a Instruction) -> Result<(), Fault> {
        match &instruction.kind {
            InstructionKind::Let(bindings) => self.define(bindings),
            InstructionKind::LetRec(bindings) => self.define_recursive(bindings),
            InstructionKind::Test(test) => self.test(test, instruction.span),
            InstructionKind::Included(file) => self.instructions(&file.body),
            InstructionKind::Include(_) => unreachable!("the loader puts files in the place of includes"),
            InstructionKind::Show => Ok(()),
            InstructionKind::Procedure { name, parameters, body } => self.procedure(name, parameters, body),
            InstructionKind::Call { procedure, arguments, name } => {
                self.call(procedure, arguments, name.as_deref())
            }
            InstructionKind::With { name, choices } => self.choose(name, choices),
            InstructionKind::Axiom { name, formula } => {
                self.axiom(name.as_deref(), formula, instruction.span)
            }
            InstructionKind::Assume(what) => self.assume(what),
            InstructionKind::Param(name) => self.parameter(name),
            InstructionKind::Exec { name, range } => self.declare_executions(name, range.as_ref()),
            InstructionKind::Committed { name, range, within } => {
                self.declare_sets(name, range.as_ref(), within)
            }
            InstructionKind::Order { name, set, extends } => self.order(name, set, extends.as_ref()),
            InstructionKind::Copy { name, per } => self.copy(name, per.as_ref()),
            InstructionKind::Per { variable, families, body } => self.per(variable.as_ref(), families, body),
            InstructionKind::ForEach { variable, over, body } => self.for_each(variable, over, body),
        }
    }

    /// Counts one more node; fails if the model is too large.
    fn count(&mut self, span: Span) -> Result<(), Fault> {
        self.nodes += 1;
        match self.nodes <= MAX_NODES {
            true => Ok(()),
            false => {
                let message =
                    format!("the model has more than {MAX_NODES} parts once functions are expanded");
                Err(Fault::new(CatErrorKind::Limit, span, message))
            }
        }
    }

    /// Runs a check one level deeper.
    fn deeper<T>(
        &mut self,
        span: Span,
        inner: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth >= MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep, calls included");
            return Err(Fault::new(CatErrorKind::Limit, span, message));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn new_slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// Stores a value in a slot, unless it is already in one.
    fn keep(&mut self, expr: Expr) -> Slot {
        match expr {
            Expr::Slot(slot) => slot,
            expr => {
                let slot = self.new_slot();
                self.steps.push(Statement::Let(slot, expr));
                slot
            }
        }
    }

    /// `let … and …`: each definition sees the names before the group, but not those of the group.
    fn define(&mut self, bindings: &'a [Binding]) -> Result<(), Fault> {
        let mut defined = Vec::with_capacity(bindings.len());
        for binding in bindings {
            self.count(binding.name.span)?;
            let meaning = match &binding.parameters {
                None if self.is_formula(&binding.value) => self.function(binding, &[])?,
                None => {
                    let (expr, ty) = self.expr(&binding.value)?;
                    Meaning::Value(self.keep(expr), ty)
                }
                Some(parameters) => self.function(binding, parameters)?,
            };
            defined.push((binding.name.name.as_str(), meaning));
        }
        defined.into_iter().for_each(|(name, meaning)| self.scopes.bind(name, meaning));
        Ok(())
    }

    fn function(&mut self, binding: &'a Binding, parameters: &'a [Ident]) -> Result<Meaning<'a>, Fault> {
        distinct(parameters)?;
        let scope = self.scopes.here();
        let formula = self.is_formula(&binding.value);
        self.look_at(parameters, |checker| match formula {
            true => checker.formula(&binding.value).map(|_| ()),
            false => checker.expr(&binding.value).map(|_| ()),
        })?;
        let body = &binding.value;
        Ok(Meaning::Function(Function { parameters, body, scope, exec: self.exec, formula }))
    }

    /// Checks a body once, with parameters of any type and without side effects, so that a misspelt name is
    /// an error even if the function is never called.
    fn look_at<T>(
        &mut self,
        parameters: &'a [Ident],
        body: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let scope = self.scopes.here();
        let (steps, dry) = (self.steps.len(), std::mem::replace(&mut self.dry, true));
        for parameter in parameters {
            let slot = self.new_slot();
            self.scopes.bind(&parameter.name, Meaning::Value(slot, Type::Any));
        }
        let result = body(self);
        self.steps.truncate(steps);
        self.dry = dry;
        self.scopes.return_to(scope);
        result
    }

    /// The least fixpoint of the definitions.
    fn define_recursive(&mut self, bindings: &'a [Binding]) -> Result<(), Fault> {
        for binding in bindings {
            if binding.parameters.is_some() {
                return Err(Fault::unsupported(binding.name.span, "recursive functions"));
            }
        }
        monotone::check(bindings, &self.scopes)?;
        let slots: Vec<Slot> = bindings.iter().map(|_| self.new_slot()).collect();
        let mut types = vec![Type::Any; bindings.len()];
        let scope = self.scopes.here();
        let outer = std::mem::take(&mut self.steps);
        // A type that is known only through another definition of the group needs another pass; each pass
        // finds at least one type, or is the last.
        let body = loop {
            self.scopes.return_to(scope);
            for ((binding, &slot), &ty) in bindings.iter().zip(&slots).zip(&types) {
                self.scopes.bind(&binding.name.name, Meaning::Value(slot, ty));
            }
            match self.recursive_body(bindings, &slots) {
                Ok((_, found)) if found != types => types = found,
                other => break other.map(|(body, _)| body),
            }
        };
        self.steps = outer;
        self.steps.push(Statement::Fix { slots, body: body? });
        Ok(())
    }

    fn recursive_body(
        &mut self,
        bindings: &'a [Binding],
        slots: &[Slot],
    ) -> Result<(Vec<Statement>, Vec<Type>), Fault> {
        self.steps.clear();
        let mut types = Vec::with_capacity(bindings.len());
        for (binding, &slot) in bindings.iter().zip(slots) {
            let (expr, ty) = self.expr(&binding.value)?;
            self.steps.push(Statement::Let(slot, expr));
            types.push(ty);
        }
        Ok((std::mem::take(&mut self.steps), types))
    }

    /// The slot of a set or relation that an execution provides.
    fn load(&mut self, builtin: Builtin) -> Slot {
        self.load_source(Source::Named(builtin))
    }

    fn load_source(&mut self, source: Source) -> Slot {
        let key = (self.exec, source);
        if let Some(&slot) = self.loads.get(&key) {
            return slot;
        }
        let slot = self.new_slot();
        self.loads.insert(key, slot);
        slot
    }
}

fn check_arity(name: &Ident, wanted: usize, given: usize) -> Result<(), Fault> {
    if wanted == given {
        return Ok(());
    }
    let arguments = if wanted == 1 { "argument" } else { "arguments" };
    let message = format!("`{}` takes {wanted} {arguments}, {given} given", name.name);
    Err(Fault::new(CatErrorKind::Type, name.span, message))
}

fn distinct(parameters: &[Ident]) -> Result<(), Fault> {
    for (i, parameter) in parameters.iter().enumerate() {
        let twice = parameters[..i].iter().any(|p| p.name == parameter.name);
        if twice && !parameter.name.is_empty() {
            let message = format!("two parameters are called `{}`", parameter.name);
            return Err(Fault::new(CatErrorKind::Name, parameter.span, message));
        }
    }
    Ok(())
}

/// Adds a note about the call that led to an error; of a long chain only the innermost and outermost calls
/// are kept.
fn via(mut fault: Fault, what: &str, name: &Ident) -> Fault {
    const MOST: usize = 4;
    fault.via.truncate(MOST - 1);
    fault.via.push((format!("in the {what} of `{}`", name.name), name.span));
    fault
}
