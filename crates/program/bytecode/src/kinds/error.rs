//! Why a method is rejected.

use crate::insn::InsnFault;
use crate::kind::Kind;

/// The rejection of a method: where, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at {offset}: {reason}")]
pub struct KindError {
    /// Offset of the instruction, of the target of a bad branch, or of the start of a bad handler's range.
    pub offset: u16,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// An instruction cannot be decoded.
    #[error("{0}")]
    Insn(InsnFault),
    /// The method is abstract or native.
    #[error("the method has no code")]
    NoCode,
    /// A branch or a handler refers to an offset inside an instruction.
    #[error("a branch or handler points inside an instruction")]
    TargetInsideInstruction,
    /// A handler's range is empty or leaves the code.
    #[error("a handler's range is empty or leaves the code")]
    HandlerRange,
    /// An instruction accesses a local that the frame does not have.
    #[error("local {0} does not exist")]
    LocalOutOfRange(u16),
    /// `jsr` and `ret` are not supported (class files from version 51 on may not contain them).
    #[error("jsr and ret are not supported")]
    Subroutine,
    /// A descriptor is malformed.
    #[error("malformed descriptor")]
    Descriptor,
    /// The arguments do not fit into the locals, take more than 255 slots, or a different number than
    /// `invokeinterface` says.
    #[error("wrong number of argument slots: {0}")]
    ArgumentSlots(usize),
    /// The pool has no constant of the right kind at this index.
    #[error("constant {0} is missing or of the wrong kind")]
    WrongConstant(u16),
    /// `<init>` is invoked by something other than `invokespecial`, or `<clinit>` is invoked.
    #[error("calls an initializer in a way that is not allowed")]
    CallsInitializer,
    /// The instruction needs more slots than there are.
    #[error("operand stack underflow")]
    StackUnderflow,
    /// More slots than `max_stack`.
    #[error("operand stack overflow")]
    StackOverflow,
    /// A slot of the stack has the wrong kind.
    #[error("operand of kind {found:?} where {expected:?} is needed")]
    WrongOperand {
        /// What the instruction needs.
        expected: Kind,
        /// What is there.
        found: Kind,
    },
    /// A stack instruction (`dup`, `pop`, …) would split a long or double.
    #[error("tears a long or double apart")]
    SplitsWide,
    /// A local has the wrong kind.
    #[error("local {local} of kind {found:?} where {expected:?} is needed")]
    WrongLocal {
        /// The local.
        local: u16,
        /// What the instruction needs.
        expected: Kind,
        /// What is there.
        found: Kind,
    },
    /// The return instruction does not fit the method's descriptor.
    #[error("returns the wrong kind of value")]
    WrongReturn,
    /// Control falls off the end of the code.
    #[error("control falls off the end of the code")]
    FallsOffEnd,
    /// Control reaches an instruction with operand stacks of different depths or kinds.
    #[error("operand stacks that differ meet at {target}")]
    StacksDiffer {
        /// Where they meet.
        target: u16,
    },
    /// The method is so large or complex that it would take unreasonable memory or time.
    #[error("the method is too large to analyse")]
    TooLarge,
}

impl Reason {
    /// The error at `offset`.
    pub(crate) fn at(self, offset: u16) -> KindError {
        KindError { offset, reason: self }
    }
}
