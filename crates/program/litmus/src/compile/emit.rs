//! Collects the instructions of one thread: registers, labels, source positions, unwinding.

use super::classes::{Heap, Type};
use super::names::{Names, error};
use super::{MAX_INSNS, MAX_LOCALS, RegisterTable};
use crate::ast::{Ident, Span, ThreadRef};
use crate::program::{Code, Insn, Pc, Reg, StaticLocation};
use diagnostic::Diagnostic;
use event::{MonitorId, Site};

/// The maximum nesting of statements and expressions, including those of constructors inside their callers.
const MAX_NESTING: usize = 600;

/// A jump target whose position is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(usize);

/// A local variable.
#[derive(Debug, Clone)]
pub(crate) struct Local {
    pub name: String,
    pub register: Reg,
    pub ty: Type,
}

/// Work that remains when a statement ends abruptly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cleanup {
    /// Leave a monitor.
    Unlock(MonitorId),
    /// Freeze a final field that the ending constructor has set (JLS §17.5.1).
    Freeze(StaticLocation),
}

/// A constructor that is being inlined into a thread.
pub(super) struct Scope {
    pub class: u16,
    /// The index of the constructor.
    pub constructor: Option<usize>,
    pub this: Reg,
    pub locals: Vec<Local>,
    /// Per field of the class: whether it has been assigned, by this constructor or the one it calls.
    pub assigned: Vec<bool>,
    /// The number of cleanups when the constructor was entered; its own freezes come directly after these.
    pub base: usize,
    /// The number of loops around the `new`.
    pub loop_depth: usize,
    pub end: Label,
    /// The freezes at a `return` in it.
    pub returned: Option<Vec<Cleanup>>,
}

pub(super) struct Emitter<'a> {
    pub names: &'a Names<'a>,
    pub heap: &'a mut Heap,
    pub thread: u32,
    insns: Vec<Insn>,
    spans: Vec<Span>,
    held: Vec<Cleanup>,
    /// Every sequence of cleanups that occurs, outermost first.
    stacks: Vec<Vec<Cleanup>>,
    /// Per instruction: which of `stacks` applies there.
    stack_ids: Vec<usize>,
    current_stack: usize,
    locals: RegisterTable,
    /// The number of registers that locals and constructors use.
    registers: u16,
    /// Registers that no constructor uses any more.
    free: Vec<Reg>,
    /// The constructors around the current statement.
    pub scopes: Vec<Scope>,
    pub loop_depth: usize,
    nesting: usize,
    /// Whether it has plain accesses to a long.
    pub plain_long: bool,
    /// The threads it starts.
    pub starts: Vec<ThreadRef>,
    temporaries: u16,
    most_temporaries: u16,
    pub loops: u16,
    labels: Vec<Option<Pc>>,
    /// The statement being compiled.
    pub span: Span,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(names: &'a Names<'a>, heap: &'a mut Heap, thread: u32) -> Self {
        Emitter {
            names,
            heap,
            thread,
            insns: Vec::new(),
            spans: Vec::new(),
            held: Vec::new(),
            stacks: Vec::new(),
            stack_ids: Vec::new(),
            current_stack: 0,
            locals: Vec::new(),
            registers: 0,
            free: Vec::new(),
            scopes: Vec::new(),
            loop_depth: 0,
            nesting: 0,
            plain_long: false,
            starts: Vec::new(),
            temporaries: 0,
            most_temporaries: 0,
            loops: 0,
            labels: Vec::new(),
            span: Span::default(),
        }
    }

    /// Temporaries are numbered from the top until the number of named registers is known.
    pub(super) fn temporary(&mut self) -> Reg {
        self.temporaries += 1;
        self.most_temporaries = self.most_temporaries.max(self.temporaries);
        Reg::MAX - (self.temporaries - 1)
    }

    /// A temporary for a long.
    pub(super) fn wide_temporary(&mut self) -> Reg {
        let low = self.temporary();
        self.temporary();
        low
    }

    /// The register of the high half of the long in `low`.
    pub(super) fn high(&self, low: Reg) -> Reg {
        if low >= Reg::MAX - self.most_temporaries { low - 1 } else { low + 1 }
    }

    /// The number of temporaries in use; pass it to [`Emitter::release_to`] when their values are no longer
    /// needed.
    pub(super) fn mark(&self) -> u16 {
        self.temporaries
    }

    pub(super) fn release_to(&mut self, mark: u16) {
        self.temporaries = mark;
    }

    /// Enters one more level of statements and expressions.
    pub(super) fn descend(&mut self) -> Result<(), Diagnostic> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err(error(self.names, self.span, "constructors are nested too deeply")
                .hint("let constructors call fewer others"));
        }
        Ok(())
    }

    pub(super) fn ascend(&mut self) {
        self.nesting -= 1;
    }

    /// A register that keeps its value between statements, or two for a long.
    pub(super) fn register(&mut self, ty: Type) -> Result<Reg, Diagnostic> {
        match self.free.pop() {
            Some(r) if ty != Type::Long => Ok(r),
            other => {
                self.free.extend(other);
                self.fresh_register(ty)
            }
        }
    }

    /// The same, but never used before, so it starts with 0.
    pub(super) fn fresh_register(&mut self, ty: Type) -> Result<Reg, Diagnostic> {
        let r = self.registers;
        self.registers += if ty == Type::Long { 2 } else { 1 };
        if usize::from(self.registers) > MAX_LOCALS {
            return Err(error(self.names, self.span, format!("a thread has more than {MAX_LOCALS} locals")));
        }
        Ok(r)
    }

    /// Frees registers of a constructor.
    pub(super) fn free(&mut self, r: Reg, ty: Type) {
        self.free.push(r);
        if ty == Type::Long {
            self.free.push(r + 1);
        }
    }

    /// The register of a local; declaring it again in another block gives the same register, as in herd.
    pub(super) fn declare(&mut self, name: &Ident, ty: Type) -> Result<Reg, Diagnostic> {
        if let Some(local) = self.local(&name.text) {
            let (register, found) = (local.register, local.ty);
            if found == ty {
                return Ok(register);
            }
            let message = format!("`{}` is declared twice with different types", name.text);
            let found = self.names.type_name(found);
            return Err(error(self.names, name.span, message).hint(format!("it is of type `{found}` above")));
        }
        let span = std::mem::replace(&mut self.span, name.span);
        let register = if self.scopes.is_empty() { self.fresh_register(ty)? } else { self.register(ty)? };
        self.span = span;
        let local = Local { name: name.text.clone(), register, ty };
        match self.scopes.last_mut() {
            Some(scope) => scope.locals.push(local),
            None => self.locals.push(local),
        }
        Ok(register)
    }

    /// A local of the thread or, inside a constructor, of the constructor.
    pub(super) fn local(&self, name: &str) -> Option<&Local> {
        let locals = self.scopes.last().map_or(&self.locals, |scope| &scope.locals);
        locals.iter().find(|local| local.name == name)
    }

    pub(super) fn emit(&mut self, insn: Insn) -> Result<(), Diagnostic> {
        if self.insns.len() >= MAX_INSNS {
            return Err(error(
                self.names,
                self.span,
                format!("a thread has more than {MAX_INSNS} instructions"),
            ));
        }
        if self.stacks.get(self.current_stack) != Some(&self.held) {
            self.current_stack =
                self.stacks.iter().position(|s| *s == self.held).unwrap_or(self.stacks.len());
            if self.current_stack == self.stacks.len() {
                self.stacks.push(self.held.clone());
            }
        }
        self.stack_ids.push(self.current_stack);
        self.insns.push(insn);
        self.spans.push(self.span);
        Ok(())
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// The label as a jump target; replaced by the position at the end.
    pub(super) fn target(&self, label: Label) -> Pc {
        label.0 as Pc
    }

    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.insns.len() as Pc);
    }

    pub(super) fn lock(&mut self, monitor: MonitorId) -> Result<(), Diagnostic> {
        self.emit(Insn::Lock(monitor))?;
        self.held.push(Cleanup::Unlock(monitor));
        Ok(())
    }

    pub(super) fn unlock(&mut self) -> Result<(), Diagnostic> {
        let Some(Cleanup::Unlock(monitor)) = self.held.pop() else {
            unreachable!(
                "lock and unlock are emitted in pairs, and freezes stand below the locks of their constructor"
            )
        };
        self.emit(Insn::Unlock(monitor))
    }

    /// The cleanups that apply here, outermost first.
    pub(super) fn held(&self) -> &[Cleanup] {
        &self.held
    }

    pub(super) fn set_held(&mut self, held: Vec<Cleanup>) {
        self.held = held;
    }

    /// Schedules the freeze of a field by the innermost constructor: after it has left its monitors, however
    /// late it set the field.
    pub(super) fn will_freeze(&mut self, field: StaticLocation) {
        let base = self.scopes.last().map_or(0, |scope| scope.base);
        let own = self.held[base..].iter().take_while(|c| matches!(c, Cleanup::Freeze(_))).count();
        self.held.insert(base + own, Cleanup::Freeze(field));
    }

    /// Patches jumps and registers, and appends the instructions of every sequence of cleanups.
    pub(super) fn finish(mut self) -> Result<(Code, RegisterTable), Diagnostic> {
        let unwinding: usize = self.stacks.iter().map(|held| held.len() + 2).sum();
        if self.insns.len() + unwinding > usize::from(Pc::MAX) {
            return Err(error(
                self.names,
                self.span,
                "a thread nests too many different monitors and constructors",
            ));
        }
        let named = self.registers;
        let registers = named + self.most_temporaries;
        let reg = |r: Reg| if r >= Reg::MAX - self.most_temporaries { named + (Reg::MAX - r) } else { r };
        let target = |pc: Pc| self.labels[usize::from(pc)].expect("every label is placed");
        let mut insns: Vec<Insn> = self.insns.iter().map(|insn| patch(*insn, &reg, &target)).collect();
        let mut entries = Vec::new();
        let mut stack_of: Vec<usize> = self.stack_ids.clone();
        for (id, held) in self.stacks.iter().enumerate() {
            entries.push(insns.len() as Pc);
            let undo = |cleanup: &Cleanup| match *cleanup {
                Cleanup::Unlock(monitor) => Insn::Unlock(monitor),
                Cleanup::Freeze(field) => patch(Insn::Freeze(field), &reg, &target),
            };
            let sequence = std::iter::once(Insn::Throw)
                .chain(held.iter().rev().map(undo))
                .chain(std::iter::once(Insn::End));
            for insn in sequence {
                insns.push(insn);
                self.spans.push(Span::default());
                stack_of.push(id);
            }
        }
        let unwind: Vec<Pc> = stack_of.iter().map(|&id| entries[id]).collect();
        let sites = sites(self.names.source, &self.spans);
        let initial = self.names.registers.iter().filter(|(t, ..)| *t == self.thread);
        let initial =
            initial.filter_map(|(_, name, value)| Some((self.local(&name.text)?.register, *value))).collect();
        let dead = Vec::new();
        let fences = insns.iter().any(|insn| matches!(insn, Insn::Fence(_)));
        let loops = self.loops;
        let code =
            Code { insns, sites, unwind, dead, registers, loops, initial, starts_running: true, fences };
        Ok((code, self.locals))
    }
}

fn patch(insn: Insn, reg: &impl Fn(Reg) -> Reg, target: &impl Fn(Pc) -> Pc) -> Insn {
    use crate::program::{Target, Update};
    let place = |p: StaticLocation| {
        let target = match p.target {
            Target::Variable(loc) => Target::Variable(loc),
            Target::Element { base, index, length } => Target::Element { base, index: reg(index), length },
            Target::Field { object, class, offset, known } => {
                Target::Field { object: reg(object), class, offset, known }
            }
            Target::Item { array, index, known } => {
                Target::Item { array: reg(array), index: reg(index), known }
            }
        };
        StaticLocation { target, ..p }
    };
    match insn {
        Insn::Const(d, n) => Insn::Const(reg(d), n),
        Insn::Move(d, a) => Insn::Move(reg(d), reg(a)),
        Insn::Unary(op, d, a) => Insn::Unary(op, reg(d), reg(a)),
        Insn::Binary(op, d, a, b) => Insn::Binary(op, reg(d), reg(a), reg(b)),
        Insn::Jump(to) => Insn::Jump(target(to)),
        Insn::JumpIfZero(a, to) => Insn::JumpIfZero(reg(a), target(to)),
        Insn::LoopBack(l, to) => Insn::LoopBack(l, target(to)),
        Insn::Assert(a) => Insn::Assert(reg(a)),
        Insn::Read(d, p, mode) => Insn::Read(reg(d), place(p), mode),
        Insn::Write(a, p, mode) => Insn::Write(reg(a), place(p), mode),
        Insn::Rmw(d, p, mode, update) => {
            let update = match update {
                Update::GetAnd(op, a) => Update::GetAnd(op, reg(a)),
                Update::CompareAndSet { expected, new, weak } => {
                    Update::CompareAndSet { expected: reg(expected), new: reg(new), weak }
                }
                Update::CompareAndExchange { expected, new } => {
                    Update::CompareAndExchange { expected: reg(expected), new: reg(new) }
                }
            };
            Insn::Rmw(reg(d), place(p), mode, update)
        }
        Insn::Widen(d, a) => Insn::Widen(reg(d), reg(a)),
        Insn::WideUnary(op, d, a) => Insn::WideUnary(op, reg(d), reg(a)),
        Insn::WideBinary(op, d, a, b) => Insn::WideBinary(op, reg(d), reg(a), reg(b)),
        Insn::New { result, first, counter } => {
            Insn::New { result: reg(result), first, counter: counter.map(reg) }
        }
        Insn::Length(d, a) => Insn::Length(reg(d), reg(a)),
        Insn::Freeze(p) => Insn::Freeze(place(p)),
        Insn::Print(a, holds) => Insn::Print(reg(a), holds),
        other => other,
    }
}

/// Line, column and text of each span, in one pass over the line starts.
fn sites(source: &str, spans: &[Span]) -> Vec<Site> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(source.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1))
        .collect();
    let site = |span: &Span| {
        if *span == Span::default() {
            return Site::default();
        }
        let line = starts.partition_point(|&s| s <= span.start);
        let column = source[starts[line - 1]..span.start].chars().count() + 1;
        let text = source[span.start..span.end].split_whitespace().collect::<Vec<_>>().join(" ");
        Site {
            file: String::new(),
            via: String::new(),
            line: line as u32,
            column: column as u32,
            text: text.chars().take(60).collect(),
        }
    };
    spans.iter().map(site).collect()
}
