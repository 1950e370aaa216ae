//! The kind of every local and operand-stack slot before every instruction, by forward dataflow (JVMS
//! §4.10.2).
//!
//! It is the lightweight verification of untrusted classes, and the reference map of the garbage collector.
//!
//! **Rejects**: code that cannot be decoded; branches into instructions; stack underflow and overflow;
//! operands, arguments, locals and returned values of the wrong kind; constants of the wrong kind; split
//! longs and doubles; differing stacks where paths meet; falling off the end; `jsr` and `ret`. Locals that
//! differ where paths meet become [`Kind::Unusable`]. **Does not check**: classes (any reference passes for
//! any other, including arrays), uninitialised objects (an object may be used before its constructor ran, a
//! constructor may return without having called another), access rights, balanced monitors, `StackMapTable`s,
//! and unreachable code beyond its decoding.
//!
//! Storage is compact: states at the starts of blocks, and a few bytes for the effect of each instruction,
//! from which [`Kinds::at`] replays a block.

mod analysis;
mod error;
mod replay;

use classfile::{Method, Pool};

pub use crate::kind::{Kind, Returns, of_field, of_method};
pub use error::{KindError, Reason};

/// Analyses a method.
///
/// # Errors
/// If the method has no code, or is rejected (see the module).
pub fn analyse(pool: &Pool, method: &Method) -> Result<Kinds, KindError> {
    analysis::run(pool, method)
}

/// Kinds of a frame's slots before an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameKinds {
    /// Per local; those after the last one are [`Kind::Unusable`] up to `max_locals`.
    pub locals: Vec<Kind>,
    /// Per slot of the operand stack, the deepest first.
    pub stack: Vec<Kind>,
}

/// The result for one method. It does not refer to the class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    max_locals: u16,
    /// Reachable blocks, by offset.
    blocks: Box<[BlockState]>,
    /// States at the starts of blocks, locals before stack.
    slots: Box<[Kind]>,
    /// Effects of instructions, see `replay`.
    effects: Box<[u8]>,
}

/// Where the state at the start of a block lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockState {
    offset: u16,
    locals: u16,
    stack: u16,
    /// Index of its first slot.
    slots: u32,
    /// Index of its first instruction's effect.
    effects: u32,
    /// Index after its last instruction's effect.
    effects_end: u32,
}

impl Kinds {
    /// The kinds before the instruction at `offset`; `None` if it is unreachable, or no instruction starts
    /// there.
    #[must_use]
    pub fn at(&self, offset: u16) -> Option<FrameKinds> {
        let mut frame = FrameKinds::default();
        self.at_into(offset, &mut frame).then_some(frame)
    }

    /// Like [`Kinds::at`], into a buffer, whose contents are meaningless if this returns false.
    #[must_use]
    pub fn at_into(&self, offset: u16, frame: &mut FrameKinds) -> bool {
        let index = self.blocks.partition_point(|block| block.offset <= offset);
        let Some(block) = index.checked_sub(1).and_then(|index| self.blocks.get(index)) else { return false };
        let slots = self.slots.get(block.slots as usize..).unwrap_or_default();
        let (locals, slots) = slots.split_at_checked(usize::from(block.locals)).unwrap_or_default();
        frame.locals.clear();
        frame.locals.extend_from_slice(locals);
        frame.locals.resize(usize::from(self.max_locals), Kind::Unusable);
        frame.stack.clear();
        frame.stack.extend_from_slice(slots.get(..usize::from(block.stack)).unwrap_or_default());
        let effects =
            self.effects.get(block.effects as usize..block.effects_end as usize).unwrap_or_default();
        replay::replay(effects, block.offset, offset, frame)
    }

    /// The heap memory it uses in bytes, for statistics.
    #[must_use]
    pub fn heap_size(&self) -> usize {
        size_of_val(&*self.blocks) + size_of_val(&*self.slots) + size_of_val(&*self.effects)
    }
}
