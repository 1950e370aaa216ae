//! Compiled litmus programs: register code that stops at actions.

use crate::ast::{BinaryOp, UnaryOp, UpdateOp};
use crate::condition::{CompiledCondition, CompiledProp};
use event::{Fence, Loc, LocInfo, MonitorId, ReadMode, RmwMode, Site, ThreadId, WriteMode};

/// A register of a thread.
pub(crate) type Reg = u16;
/// A position in a thread's code.
pub(crate) type Pc = u16;

/// What a location holds, which determines how many registers its value takes and how memories see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// An int or boolean, or half of a long: one register.
    Int,
    /// A whole long: a register with the low half and the next one with the high half.
    Long,
    /// A reference: a register with the number of the object, 0 for `null`. Memories see its
    /// [`event::ObjectId`].
    Reference,
}

/// A location, as far as it is known before the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StaticLocation {
    pub target: Target,
    pub holds: Holds,
}

/// The place of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    Variable(Loc),
    /// An element of a shared array, which starts at `base`.
    Element {
        base: Loc,
        index: Reg,
        length: u32,
    },
    /// A field of the object in a register. `known`: it is `this`, which is never null.
    Field {
        object: Reg,
        class: u16,
        offset: u16,
        known: bool,
    },
    /// An element of the array in a register. `known`: it is a new array under construction.
    Item {
        array: Reg,
        index: Reg,
        known: bool,
    },
}

impl StaticLocation {
    /// Whether an access may fail.
    pub fn can_fail(&self) -> bool {
        match self.target {
            Target::Variable(_) => false,
            Target::Element { .. } => true,
            Target::Field { known, .. } | Target::Item { known, .. } => !known,
        }
    }

    /// The registers that determine its place.
    pub fn registers(&self) -> [Option<Reg>; 2] {
        match self.target {
            Target::Variable(_) => [None, None],
            Target::Element { index, .. } => [Some(index), None],
            Target::Field { object, .. } => [Some(object), None],
            Target::Item { array, index, .. } => [Some(array), Some(index)],
        }
    }
}

/// The kind of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// An object of this class.
    Class(u16),
    /// An array of ints.
    Array,
}

/// An object that some thread may create. Its locations exist from the beginning, with default values, which
/// happen-before everything (JLS §17.4.4).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object {
    pub creator: ThreadId,
    pub shape: Shape,
    /// Its first location; the others follow.
    pub base: Loc,
    /// The number of locations.
    pub length: u32,
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
    /// Enters a loop: resets its iteration count.
    LoopEnter(u16),
    /// Starts another iteration.
    LoopBack(u16, Pc),
    /// Fails if the assertion does not hold.
    Assert(Reg),
    /// Converts an int to a long.
    Widen(Reg, Reg),
    WideUnary(UnaryOp, Reg, Reg),
    /// An operation on longs; the result is a long, or a boolean for comparisons.
    WideBinary(BinaryOp, Reg, Reg, Reg),
    /// Creates an object: number `first`, or in a loop `first` plus the value of the counter.
    New {
        result: Reg,
        first: u32,
        counter: Option<Reg>,
    },
    /// The length of an array; it is final, so no memory access is needed.
    Length(Reg, Reg),
    /// `throw new RuntimeException();`.
    Raise,
    Read(Reg, StaticLocation, ReadMode),
    Write(Reg, StaticLocation, WriteMode),
    Rmw(Reg, StaticLocation, RmwMode, Update),
    /// Freezes a final field.
    Freeze(StaticLocation),
    Fence(Fence),
    Lock(MonitorId),
    Unlock(MonitorId),
    Start(ThreadId),
    Join(ThreadId),
    Print(Reg, Holds),
    /// The thread has failed: first instruction of an unwinding sequence.
    Throw,
    End,
}

/// The code of one thread.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub insns: Vec<Insn>,
    /// Per instruction: its position in the source.
    pub sites: Vec<Site>,
    /// Per instruction: where to continue if it fails, so that monitors are released (JLS §14.19).
    pub unwind: Vec<Pc>,
    /// Per instruction: registers that are dead there; they are zeroed when the thread stops.
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

/// An item of the outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedName {
    /// As users write it: `0:r1`, `x`, `a[1]`.
    pub name: String,
    pub(crate) source: ObservedSource,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ObservedSource {
    /// A register, and the next one for longs.
    Register(ThreadId, Reg, Holds),
    /// Index into [`Program::final_locations`].
    Final(usize, Holds),
    /// The same for the high half of a torn long; the low half follows.
    FinalHalves(usize),
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
    pub(crate) tearing: bool,
    /// The objects that may be created; number 1 is the first.
    pub(crate) objects: Vec<Object>,
    /// Where the marks of objects start in the state, after all threads.
    pub(crate) marks: usize,
    pub(crate) final_fields: bool,
    pub(crate) torn_types: bool,
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

    /// Only outcomes that satisfy it are considered.
    pub fn filter(&self) -> Option<&CompiledProp> {
        self.filter.as_ref()
    }

    /// Whether every action is defined by the JLS: no fences, no opaque, acquire or release accesses, no
    /// location with both plain and volatile accesses.
    pub fn uses_jls_actions_only(&self) -> bool {
        let mixed = self.locations.iter().any(|l| l.info.kind == event::LocKind::Mixed);
        let fences = self.threads.iter().flat_map(|code| &code.insns).any(|i| matches!(i, Insn::Fence(_)));
        !mixed && !fences
    }

    /// Whether a thread may fail or have to wait: such a program makes a claim even without a condition.
    pub fn can_fail_or_block(&self) -> bool {
        let claims = |insn: &Insn| match insn {
            Insn::Assert(_) | Insn::Lock(_) | Insn::Join(_) | Insn::Length(..) | Insn::Raise => true,
            Insn::Binary(op, ..) | Insn::WideBinary(op, ..) => matches!(op, BinaryOp::Div | BinaryOp::Rem),
            Insn::Read(_, place, _) | Insn::Write(_, place, _) | Insn::Rmw(_, place, ..) => place.can_fail(),
            _ => false,
        };
        self.threads.iter().flat_map(|code| &code.insns).any(claims)
    }

    /// Whether a class has final fields, whose special semantics (JLS §17.5) a model may or may not support.
    pub fn has_final_fields(&self) -> bool {
        self.final_fields
    }

    /// Whether a `long` variable has plain accesses, so that the answer may depend on
    /// [`crate::Options::tearing`].
    pub fn has_torn_types(&self) -> bool {
        self.torn_types
    }

    /// Whether plain accesses to `long` variables are split into halves.
    pub fn is_torn(&self) -> bool {
        self.tearing
    }

    /// The assumption about the program that was made, if any.
    pub fn assumption(&self) -> Option<&'static str> {
        (self.torn_types && !self.tearing).then_some(
            "accesses to `long` are atomic, as on 64-bit JVMs; --tearing does them in halves (JLS 17.7)",
        )
    }

    /// Whether some thread has a loop.
    pub fn has_loops(&self) -> bool {
        self.threads.iter().any(|code| code.loops > 0)
    }

    /// The number of iterations after which loops are cut, if they are.
    pub fn loop_bound(&self) -> Option<u32> {
        self.loop_bound
    }

    /// Cuts every loop after this many iterations; the caller must report the bound.
    #[must_use]
    pub fn with_loop_bound(mut self, bound: Option<u32>) -> Self {
        self.loop_bound = bound;
        self.lay_out();
        self
    }

    /// Lays out each thread's program counter, failure, registers and, if bounded, loop counters in the
    /// state, followed by a mark for each object.
    pub(crate) fn lay_out(&mut self) {
        let mut offset = 0;
        self.offsets.clear();
        for code in &self.threads {
            self.offsets.push(offset);
            let counters = if self.loop_bound.is_some() { usize::from(code.loops) } else { 0 };
            offset += 2 + usize::from(code.registers) + counters;
        }
        self.marks = offset;
        self.state_len = offset + self.objects.len();
    }
}
