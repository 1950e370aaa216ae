//! Compiled litmus programs: straight code over registers that stops at actions.

use crate::ast::{BinaryOp, UnaryOp, UpdateOp};
use crate::condition::{CompiledCondition, CompiledProp};
use event::{Fence, Loc, LocInfo, MonitorId, ReadMode, RmwMode, Site, ThreadId, WriteMode};

/// A register of a thread.
pub(crate) type Reg = u16;
/// A position in a thread's code.
pub(crate) type Pc = u16;

/// A location, or an array element chosen by a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The location, or the first element of the array.
    pub base: Loc,
    /// For arrays: the register with the index, and the length.
    pub index: Option<(Reg, u32)>,
}

/// What an atomic update does, with its operands in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Update {
    /// `getAnd…`.
    GetAnd(UpdateOp, Reg),
    /// `compareAndSet`: the result is whether it wrote.
    CompareAndSet { expected: Reg, new: Reg, weak: bool },
    /// `compareAndExchange`: the result is the value before.
    CompareAndExchange { expected: Reg, new: Reg },
}

/// An instruction. Those from `Read` on are actions, at which the machine stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Insn {
    Const(Reg, i32),
    Move(Reg, Reg),
    Unary(UnaryOp, Reg, Reg),
    Binary(BinaryOp, Reg, Reg, Reg),
    Jump(Pc),
    JumpIfZero(Reg, Pc),
    /// Entering a loop: its iterations are counted anew.
    LoopEnter(u16),
    /// Going round: one more iteration.
    LoopBack(u16, Pc),
    /// A failed assertion.
    Assert(Reg),
    Read(Reg, Place, ReadMode),
    Write(Reg, Place, WriteMode),
    Rmw(Reg, Place, RmwMode, Update),
    Fence(Fence),
    Lock(MonitorId),
    Unlock(MonitorId),
    Start(ThreadId),
    Join(ThreadId),
    Print(Reg),
    /// The thread has failed: first instruction of an unwinding sequence.
    Throw,
    End,
}

/// The code of one thread.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub insns: Vec<Insn>,
    /// Per instruction: its place in the source.
    pub sites: Vec<Site>,
    /// Per instruction: where to go on when it fails, so that monitors are released (JLS §14.19).
    pub unwind: Vec<Pc>,
    /// Per instruction: registers whose value no longer matters there; they are zeroed when the thread stops.
    pub dead: Vec<Box<[Reg]>>,
    pub registers: u16,
    pub loops: u16,
    /// Initial register values other than 0.
    pub initial: Vec<(Reg, i32)>,
    pub starts_running: bool,
    /// Whether it performs fences.
    pub fences: bool,
}

/// A shared variable or array element.
#[derive(Debug, Clone)]
pub(crate) struct Location {
    pub name: String,
    pub info: LocInfo,
}

/// Something the outcome shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedName {
    /// As users write it: `0:r1`, `x`, `a[1]`.
    pub name: String,
    pub(crate) source: ObservedSource,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObservedSource {
    Register(ThreadId, Reg),
    /// Index into [`Program::final_locations`].
    Final(usize),
}

/// A compiled litmus test; an [`event::Machine`].
#[derive(Debug, Clone)]
pub struct Program {
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) file: String,
    pub(crate) source_hash: u64,
    pub(crate) threads: Vec<Code>,
    /// Offset of each thread's part in the state.
    pub(crate) offsets: Vec<usize>,
    pub(crate) state_len: usize,
    pub(crate) locations: Vec<Location>,
    pub(crate) monitors: Vec<String>,
    pub(crate) observed: Vec<ObservedName>,
    pub(crate) final_locations: Vec<Loc>,
    pub(crate) filter: Option<CompiledProp>,
    pub(crate) condition: Option<CompiledCondition>,
    pub(crate) loop_bound: Option<u32>,
}

impl Program {
    /// The name after `Java`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The quoted text under the name.
    pub fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    /// The file it was read from.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// A hash of the source text, by which replay tokens recognise the test.
    pub fn source_hash(&self) -> u64 {
        self.source_hash
    }

    /// What outcomes show, in order.
    pub fn observed(&self) -> &[ObservedName] {
        &self.observed
    }

    /// The condition, if there is one.
    pub fn condition(&self) -> Option<&CompiledCondition> {
        self.condition.as_ref()
    }

    /// Only outcomes that satisfy it are of interest.
    pub fn filter(&self) -> Option<&CompiledProp> {
        self.filter.as_ref()
    }

    /// Whether every action is one the JLS defines: no fences, no opaque, acquire or release accesses, no location
    /// with both plain and volatile accesses.
    pub fn uses_jls_actions_only(&self) -> bool {
        let mixed = self.locations.iter().any(|l| l.info.kind == event::LocKind::Mixed);
        let fences = self.threads.iter().flat_map(|code| &code.insns).any(|i| matches!(i, Insn::Fence(_)));
        !mixed && !fences
    }

    /// Whether a thread may fail or have to wait: such a program claims something by itself.
    pub fn can_fail_or_block(&self) -> bool {
        let claims = |insn: &Insn| match insn {
            Insn::Assert(_) | Insn::Lock(_) | Insn::Join(_) => true,
            Insn::Binary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
            Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, ..) => {
                place.index.is_some()
            }
            _ => false,
        };
        self.threads.iter().flat_map(|code| &code.insns).any(claims)
    }

    /// Whether some thread has a loop.
    pub fn has_loops(&self) -> bool {
        self.threads.iter().any(|code| code.loops > 0)
    }

    /// Cuts every loop after this many iterations; whoever runs it must report the bound.
    #[must_use]
    pub fn with_loop_bound(mut self, bound: Option<u32>) -> Self {
        self.loop_bound = bound;
        self.lay_out();
        self
    }

    /// Places each thread's program counter, failure, registers and, if bounded, loop counters in the state.
    pub(crate) fn lay_out(&mut self) {
        let mut offset = 0;
        self.offsets.clear();
        for code in &self.threads {
            self.offsets.push(offset);
            let counters = if self.loop_bound.is_some() { usize::from(code.loops) } else { 0 };
            offset += 2 + usize::from(code.registers) + counters;
        }
        self.state_len = offset;
    }
}
