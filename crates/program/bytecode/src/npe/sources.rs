//! Which instruction pushed which slot of the operand stack, determined in the same way as in HotSpot.
//!
//! This is a few passes over the code in the order of offsets, not a fixpoint: passes continue while they
//! reach new instructions, and stop once the wanted one was reached from the instruction before it. Where
//! paths meet with different sources the source is unknown. Handlers start with one slot, whose source is the
//! handler's own first instruction, and with no local counted as written. A method that needs over
//! [`MAX_ENTRIES`] entries is left incomplete. All of this is visible in messages.

use classfile::{Code, Pool};

use crate::effect::{Effect, shuffle_of};
use crate::insn::{self, Access, Flow, Insn, Operand};
use crate::opcode;

/// The maximum number of entries of all stacks together, at which the search ends.
const MAX_ENTRIES: usize = 1_000_000;

/// The maximum number of instructions visited, at which the search also ends, unlike HotSpot's: only code
/// whose blocks were deliberately put in backward order needs that many passes.
const MAX_VISITS: usize = 1 << 24;

/// Offset of the instruction that pushed a slot; `None` if there may be several.
type Source = Option<u16>;

/// The operand stack before an instruction.
#[derive(Clone, Debug, Default)]
struct Stack {
    slots: Vec<Source>,
    /// Bit `n`: local `n` may have been stored to. Locals from 64 on always count as stored to.
    written: u64,
}

/// The stacks of a method.
#[derive(Debug)]
pub(super) struct Sources {
    /// By offset, one more than there are bytes.
    stacks: Vec<Option<Stack>>,
    entries: usize,
    visits: usize,
    /// Whether a pass reached something new.
    added: bool,
    /// Whether a pass left nothing out.
    complete: bool,
}

impl Sources {
    /// Finds the stacks, as far as needed for the one at `wanted`.
    pub(super) fn find(pool: &Pool, code: &Code, wanted: u16) -> Sources {
        let length = code.bytecode.len();
        let mut sources =
            Sources { stacks: vec![None; length + 1], entries: 0, visits: 0, added: true, complete: false };
        if let Some(first) = sources.stacks.first_mut() {
            *first = Some(Stack::default());
        }
        for handler in &code.handlers {
            if let Some(stack @ None) = sources.stacks.get_mut(usize::from(handler.target)) {
                *stack = Some(Stack { slots: vec![Some(handler.target)], written: 0 });
            }
        }
        let mut effect = Effect::default();
        while !sources.complete && sources.added && !sources.is_exhausted() {
            sources.complete = true;
            sources.added = false;
            sources.pass(pool, code, wanted, &mut effect);
        }
        sources
    }

    fn pass(&mut self, pool: &Pool, code: &Code, wanted: u16, effect: &mut Effect) {
        for insn in insn::instructions(&code.bytecode) {
            let Ok(insn) = insn else { return };
            self.visits += 1;
            self.instruction(pool, &insn, effect);
            let next = insn.next_offset();
            if next == wanted && self.stack(next).is_some() {
                self.complete = true;
                return;
            }
            if self.is_exhausted() {
                return;
            }
        }
    }

    fn is_exhausted(&self) -> bool {
        self.entries > MAX_ENTRIES || self.visits > MAX_VISITS
    }

    /// Propagates the stack before an instruction to its successors.
    fn instruction(&mut self, pool: &Pool, insn: &Insn<'_>, effect: &mut Effect) {
        let Some(mut stack) = self.stack(insn.offset).cloned() else {
            self.complete = false;
            return;
        };
        if apply(pool, insn, &mut stack, effect).is_none() {
            self.complete = false;
            return;
        }
        // A switch is treated as if control could also continue after it, which can only lose information.
        let goes_on =
            matches!(insn.flow(), Flow::Next | Flow::Branch) || matches!(insn.operand, Operand::Switch(_));
        if goes_on {
            self.merge(insn.next_offset(), &mut stack);
        }
        for target in insn.targets() {
            self.merge(target, &mut stack);
        }
    }

    /// Merges into the stack at `offset`; `stack` becomes the result, and is passed on to the next target in
    /// this form.
    fn merge(&mut self, offset: u16, stack: &mut Stack) {
        let Some(place) = self.stacks.get_mut(usize::from(offset)) else { return };
        match place {
            // Impossible in verified code.
            Some(old) if old.slots.len() != stack.slots.len() => return,
            Some(old) => {
                for (slot, &old) in stack.slots.iter_mut().zip(&old.slots) {
                    *slot = slot.filter(|_| *slot == old);
                }
                stack.written |= old.written;
            }
            None => {
                self.added = true;
                self.entries += stack.slots.len();
            }
        }
        *place = Some(stack.clone());
    }

    fn stack(&self, offset: u16) -> Option<&Stack> {
        self.stacks.get(usize::from(offset))?.as_ref()
    }

    /// The instruction that pushed the given slot, counted from the top, of the stack before `offset`.
    pub(super) fn source(&self, offset: u16, slot: usize) -> Option<u16> {
        let slots = &self.stack(offset)?.slots;
        *slots.get(slots.len().checked_sub(slot + 1)?)?
    }

    /// Whether `local` may have been stored to before `offset`.
    pub(super) fn is_written(&self, offset: u16, local: u16) -> bool {
        self.stack(offset).is_none_or(|stack| local >= 64 || stack.written >> local & 1 != 0)
    }
}

/// Applies an instruction; `None` if the code is malformed.
fn apply(pool: &Pool, insn: &Insn<'_>, stack: &mut Stack, effect: &mut Effect) -> Option<()> {
    if insn.opcode == opcode::CHECKCAST {
        return Some(()); // the value keeps its source
    }
    if let Some(shuffle) = shuffle_of(insn.opcode) {
        return shuffle.apply(&mut stack.slots, |_| false).ok();
    }
    if let Some(touched) = insn.local_use()
        && touched.access == Access::Write
        && touched.local < 64
    {
        stack.written |= 1 << touched.local;
    }
    effect.set(pool, insn).ok()?;
    let base = stack.slots.len().checked_sub(effect.pops.len())?;
    stack.slots.truncate(base);
    stack.slots.extend(effect.pushes.iter().map(|_| Some(insn.offset)));
    Some(())
}
