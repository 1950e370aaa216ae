//! Collects the instructions of one thread: registers, labels, source positions, unwinding.

use super::names::{Names, error};
use super::{MAX_INSNS, MAX_LOCALS, RegisterTable};
use crate::ast::{Ident, Span};
use crate::diagnostic::Diagnostic;
use crate::program::{Code, Insn, Pc, Reg};
use event::{MonitorId, Site};

/// A jump target whose position is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Label(usize);

pub(super) struct Emitter<'a> {
    pub names: &'a Names<'a>,
    pub thread: u32,
    insns: Vec<Insn>,
    spans: Vec<Span>,
    held: Vec<MonitorId>,
    /// Every sequence of held monitors that occurs, outermost first.
    stacks: Vec<Vec<MonitorId>>,
    /// Per instruction: which of `stacks` is held there.
    stack_ids: Vec<usize>,
    current_stack: usize,
    registers: RegisterTable,
    temporaries: u16,
    most_temporaries: u16,
    pub loops: u16,
    labels: Vec<Option<Pc>>,
    /// The statement being compiled.
    pub span: Span,
}

impl<'a> Emitter<'a> {
    pub(super) fn new(names: &'a Names<'a>, thread: u32) -> Self {
        Emitter {
            names,
            thread,
            insns: Vec::new(),
            spans: Vec::new(),
            held: Vec::new(),
            stacks: Vec::new(),
            stack_ids: Vec::new(),
            current_stack: 0,
            registers: Vec::new(),
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

    /// How many temporaries are in use; give it back to [`Emitter::release_to`] when their values are spent.
    pub(super) fn mark(&self) -> u16 {
        self.temporaries
    }

    pub(super) fn release_to(&mut self, mark: u16) {
        self.temporaries = mark;
    }

    /// The register of a local; declaring it again in another block gives the same register, as in herd.
    pub(super) fn declare(&mut self, name: &Ident) -> Result<Reg, Diagnostic> {
        if let Some(r) = self.local(&name.text) {
            return Ok(r);
        }
        if self.registers.len() >= MAX_LOCALS {
            return Err(error(self.names, name.span, format!("a thread has more than {MAX_LOCALS} locals")));
        }
        let r = self.registers.len() as Reg;
        self.registers.push((name.text.clone(), r));
        Ok(r)
    }

    pub(super) fn local(&self, name: &str) -> Option<Reg> {
        self.registers.iter().find(|(n, _)| n == name).map(|(_, r)| *r)
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
        self.held.push(monitor);
        Ok(())
    }

    pub(super) fn unlock(&mut self) -> Result<(), Diagnostic> {
        let monitor = self.held.pop().expect("lock and unlock are emitted in pairs");
        self.emit(Insn::Unlock(monitor))
    }

    pub(super) fn held(&self) -> &[MonitorId] {
        &self.held
    }

    /// Patches jumps and registers, and appends for every set of held monitors the sequence that releases them.
    pub(super) fn finish(mut self) -> Result<(Code, RegisterTable), Diagnostic> {
        let unwinding: usize = self.stacks.iter().map(|held| held.len() + 2).sum();
        if self.insns.len() + unwinding > usize::from(Pc::MAX) {
            return Err(error(self.names, self.span, "a thread nests too many different monitors"));
        }
        let named = self.registers.len() as u16;
        let registers = named + self.most_temporaries;
        let reg = |r: Reg| if r >= Reg::MAX - self.most_temporaries { named + (Reg::MAX - r) } else { r };
        let target = |pc: Pc| self.labels[usize::from(pc)].expect("every label is placed");
        let mut insns: Vec<Insn> = self.insns.iter().map(|insn| patch(*insn, &reg, &target)).collect();
        let mut entries = Vec::new();
        let mut stack_of: Vec<usize> = self.stack_ids.clone();
        for (id, held) in self.stacks.iter().enumerate() {
            entries.push(insns.len() as Pc);
            let sequence = std::iter::once(Insn::Throw)
                .chain(held.iter().rev().map(|&m| Insn::Unlock(m)))
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
            initial.filter_map(|(_, name, value)| Some((self.local(&name.text)?, *value))).collect();
        let dead = Vec::new();
        let fences = insns.iter().any(|insn| matches!(insn, Insn::Fence(_)));
        let loops = self.loops;
        let code =
            Code { insns, sites, unwind, dead, registers, loops, initial, starts_running: true, fences };
        Ok((code, self.registers))
    }
}

fn patch(insn: Insn, reg: &impl Fn(Reg) -> Reg, target: &impl Fn(Pc) -> Pc) -> Insn {
    use crate::program::{Place, Update};
    let place = |p: Place| Place { base: p.base, index: p.index.map(|(r, len)| (reg(r), len)) };
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
        Insn::Print(a) => Insn::Print(reg(a)),
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
        Site { line: line as u32, column: column as u32, text: text.chars().take(60).collect() }
    };
    spans.iter().map(site).collect()
}
