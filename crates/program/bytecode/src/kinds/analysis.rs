//! The dataflow of [`super::analyse`]: blocks are visited until their states no longer change.
//!
//! A state only ever moves down the lattice (a local becomes unusable and stays so), so the iteration
//! terminates; a budget stops it earlier for methods that were built to be slow.

use classfile::{Code, Method, Pool, access};

use super::replay::{self, Delta, store};
use super::{BlockState, Kind, KindError, Kinds, Reason};
use crate::blocks::{BlockId, Blocks};
use crate::effect::{Effect, shuffle_of};
use crate::insn::{self, Access, Flow, Insn};
use crate::kind::{self, Returns};
use crate::opcode;

/// The maximum number of slots of all states together, beyond which a method is rejected.
const MAX_SLOTS: usize = 1 << 24;

/// The maximum number of instructions stepped and slots merged, beyond which a method is rejected: about a
/// second of work.
const MAX_WORK: usize = 1 << 29;

/// Runs the analysis.
pub(super) fn run(pool: &Pool, method: &Method) -> Result<Kinds, KindError> {
    let code = method.code.as_ref().ok_or(Reason::NoCode.at(0))?;
    let blocks = Blocks::new(code)?;
    let mut locals = Vec::new();
    if method.access & access::STATIC == 0 {
        locals.push(Kind::Ref);
    }
    let returns = kind::of_method(&method.descriptor, &mut locals).ok_or(Reason::Descriptor.at(0))?;
    if locals.len() > usize::from(code.max_locals).min(255) {
        return Err(Reason::ArgumentSlots(locals.len()).at(0));
    }
    locals.resize(locals.len().max(usize::from(blocks.locals)), Kind::Unusable);
    let states = States::new(blocks.len(), locals.len());
    let frame = Frame { locals, stack: Vec::new() };
    let mut analysis =
        Analysis { pool, code, blocks, returns, states, frame, effect: Effect::default(), work: 0 };
    analysis.flow(0, 0, 0)?;
    analysis.iterate()?;
    analysis.finish()
}

struct Analysis<'a> {
    pool: &'a Pool,
    code: &'a Code,
    blocks: Blocks,
    returns: Returns,
    states: States,
    /// The state before (then after) the current instruction.
    frame: Frame,
    effect: Effect,
    work: usize,
}

/// A working state.
struct Frame {
    locals: Vec<Kind>,
    stack: Vec<Kind>,
}

/// What an instruction did to the frame; its pushed slots are on top of the stack.
struct Step {
    pops: usize,
    pushes: usize,
    store: Option<(u16, Kind)>,
}

impl<'a> Analysis<'a> {
    fn iterate(&mut self) -> Result<(), KindError> {
        while let Some(first) = self.states.lowest_dirty.take() {
            for block in first..self.blocks.len() {
                if self.states.take_dirty(block) {
                    self.visit(block)?;
                }
            }
            self.spend(self.blocks.len(), 0)?;
        }
        Ok(())
    }

    fn visit(&mut self, block: BlockId) -> Result<(), KindError> {
        let (mut offset, end) = self.blocks.range(block);
        self.states.load(block, &mut self.frame);
        // A handler sees the locals before every instruction that it covers: those at the start of the block,
        // and those after every store except that of the last instruction.
        self.flow_to_handlers(block, offset)?;
        loop {
            let insn = self.decode(offset)?;
            let step = self.step(&insn).map_err(|reason| reason.at(offset))?;
            if insn.next_offset() >= end {
                return self.flow_onwards(block, &insn);
            }
            if let Some((local, _)) = step.store {
                for &handler in self.blocks.handlers(block) {
                    self.states.merge_around(handler, &self.frame.locals, local, block);
                }
            }
            offset = insn.next_offset();
        }
    }

    fn decode(&self, offset: u16) -> Result<Insn<'a>, KindError> {
        insn::decode(&self.code.bytecode, offset).map_err(|e| Reason::Insn(e.fault).at(e.offset))
    }

    fn flow_onwards(&mut self, block: BlockId, last: &Insn<'_>) -> Result<(), KindError> {
        if matches!(last.flow(), Flow::Next | Flow::Branch) {
            let next = self.blocks.next(block).ok_or(Reason::FallsOffEnd.at(last.offset))?;
            self.flow(block, next, last.offset)?;
        }
        for target in last.targets() {
            self.flow(block, self.blocks.containing(target), last.offset)?;
        }
        self.spend(usize::from(self.blocks.range(block).1 - self.blocks.range(block).0), last.offset)
    }

    /// Merges the current frame into the start of `target`.
    fn flow(&mut self, from: BlockId, target: BlockId, offset: u16) -> Result<(), KindError> {
        let Frame { locals, stack } = &self.frame;
        let merged = self.states.merge(target, locals, stack, from);
        let at = self.blocks.range(target).0;
        merged.map_err(|reason| reason.unwrap_or(Reason::StacksDiffer { target: at }).at(offset))?;
        self.spend(self.frame.locals.len() + self.frame.stack.len(), offset)
    }

    fn flow_to_handlers(&mut self, block: BlockId, offset: u16) -> Result<(), KindError> {
        if self.code.max_stack == 0 && !self.blocks.handlers(block).is_empty() {
            return Err(Reason::StackOverflow.at(offset));
        }
        for &handler in self.blocks.handlers(block) {
            let merged = self.states.merge(handler, &self.frame.locals, &[Kind::Ref], block);
            let target = self.blocks.range(handler).0;
            merged.map_err(|reason| reason.unwrap_or(Reason::StacksDiffer { target }).at(offset))?;
        }
        self.spend(self.blocks.handlers(block).len() * (self.frame.locals.len() + 1), offset)
    }

    fn spend(&mut self, work: usize, offset: u16) -> Result<(), KindError> {
        self.work = self.work.saturating_add(work);
        if self.work > MAX_WORK { Err(Reason::TooLarge.at(offset)) } else { Ok(()) }
    }

    /// Applies an instruction to the frame.
    fn step(&mut self, insn: &Insn<'_>) -> Result<Step, Reason> {
        let Frame { locals, stack } = &mut self.frame;
        let mut step = Step { pops: 0, pushes: 0, store: None };
        if let Some(shuffle) = shuffle_of(insn.opcode) {
            shuffle.apply(stack, |kind| kind == Kind::Top2)?;
            (step.pops, step.pushes) = (shuffle.pops(), shuffle.pushes());
        } else {
            self.effect.set(self.pool, insn)?;
            exchange(stack, &self.effect)?;
            (step.pops, step.pushes) = (self.effect.pops.len(), self.effect.pushes.len());
        }
        if stack.len() > usize::from(self.code.max_stack) {
            return Err(Reason::StackOverflow);
        }
        if let Some(touched) = insn.local_use() {
            if touched.access != Access::Write {
                let found = locals.get(usize::from(touched.local)).copied().unwrap_or(Kind::Unusable);
                if found != touched.kind {
                    let (local, expected) = (touched.local, touched.kind);
                    return Err(Reason::WrongLocal { local, expected, found });
                }
            }
            // `iinc` leaves an int where an int was: nothing changes.
            if touched.access == Access::Write {
                store(locals, touched.local, touched.kind);
                step.store = Some((touched.local, touched.kind));
            }
        }
        if (opcode::IRETURN..=opcode::RETURN).contains(&insn.opcode) {
            let found = self.effect.pops.first().map_or(Returns::Void, |&kind| Returns::Value(kind));
            if found != self.returns {
                return Err(Reason::WrongReturn);
            }
        }
        Ok(step)
    }

    /// Packs the states of reachable blocks and the effects of their instructions.
    fn finish(mut self) -> Result<Kinds, KindError> {
        let mut blocks = Vec::new();
        let mut slots = Vec::new();
        let mut effects = Vec::new();
        for block in 0..self.blocks.len() {
            if !self.states.load(block, &mut self.frame) {
                continue;
            }
            let (mut offset, end) = self.blocks.range(block);
            let Frame { locals, stack } = &self.frame;
            let locals = locals.get(..used(locals)).unwrap_or_default();
            let mut state = BlockState {
                offset,
                locals: locals.len() as u16,
                stack: stack.len() as u16,
                slots: slots.len() as u32,
                effects: effects.len() as u32,
                effects_end: 0,
            };
            slots.extend_from_slice(locals);
            slots.extend_from_slice(stack);
            while offset < end {
                let insn = self.decode(offset)?;
                let step = self.step(&insn).map_err(|reason| reason.at(offset))?;
                let stack = &self.frame.stack;
                let pushes = stack.get(stack.len().saturating_sub(step.pushes)..).unwrap_or_default();
                let Step { pops, store, .. } = step;
                replay::encode(Delta { length: insn.length, pops, pushes, store }, &mut effects);
                offset = insn.next_offset();
            }
            state.effects_end = effects.len() as u32;
            blocks.push(state);
        }
        Ok(Kinds {
            max_locals: self.code.max_locals,
            blocks: blocks.into(),
            slots: slots.into(),
            effects: effects.into(),
        })
    }
}

/// The number of locals up to the last usable one.
fn used(locals: &[Kind]) -> usize {
    locals.iter().rposition(|&kind| kind != Kind::Unusable).map_or(0, |last| last + 1)
}

/// Pops the popped slots, which must be of the right kinds, and pushes the pushed ones.
fn exchange(stack: &mut Vec<Kind>, effect: &Effect) -> Result<(), Reason> {
    let base = stack.len().checked_sub(effect.pops.len()).ok_or(Reason::StackUnderflow)?;
    let found = stack.get(base..).unwrap_or_default();
    if found != effect.pops.as_slice() {
        let wrong = found.iter().zip(&effect.pops).find(|(found, expected)| found != expected);
        return Err(wrong
            .map_or(Reason::StackUnderflow, |(&found, &expected)| Reason::WrongOperand { expected, found }));
    }
    stack.truncate(base);
    stack.extend_from_slice(&effect.pushes);
    Ok(())
}

/// The states at the starts of blocks.
struct States {
    /// Per block the index of its first slot and the depth of its stack; `None` until it is reached.
    entries: Vec<Option<(usize, usize)>>,
    slots: Vec<Kind>,
    /// The number of locals in every state.
    locals: usize,
    /// Blocks whose state changed since their last visit.
    dirty: Vec<bool>,
    /// The lowest block to visit in the next round.
    lowest_dirty: Option<BlockId>,
}

impl States {
    fn new(blocks: usize, locals: usize) -> States {
        let (entries, dirty) = (vec![None; blocks], vec![false; blocks]);
        States { entries, slots: Vec::new(), locals, dirty, lowest_dirty: None }
    }

    fn take_dirty(&mut self, block: BlockId) -> bool {
        self.dirty.get_mut(block).is_some_and(std::mem::take)
    }

    /// Copies a state out; returns whether the block was reached.
    fn load(&self, block: BlockId, frame: &mut Frame) -> bool {
        let Some((first, depth)) = self.entries.get(block).copied().flatten() else { return false };
        let slots = self.slots.get(first..first + self.locals + depth).unwrap_or_default();
        let (locals, stack) = slots.split_at_checked(self.locals).unwrap_or_default();
        frame.locals.clear();
        frame.locals.extend_from_slice(locals);
        frame.stack.clear();
        frame.stack.extend_from_slice(stack);
        true
    }

    /// Merges a frame into the state of `target`, as seen from `current`.
    ///
    /// # Errors
    /// If the stacks differ (`None`), or there are too many states.
    fn merge(
        &mut self,
        target: BlockId,
        locals: &[Kind],
        stack: &[Kind],
        current: BlockId,
    ) -> Result<(), Option<Reason>> {
        let Some((first, depth)) = self.entries.get(target).copied().flatten() else {
            if self.slots.len() + locals.len() + stack.len() > MAX_SLOTS {
                return Err(Some(Reason::TooLarge));
            }
            if let Some(entry) = self.entries.get_mut(target) {
                *entry = Some((self.slots.len(), stack.len()));
            }
            self.slots.extend_from_slice(locals);
            self.slots.extend_from_slice(stack);
            self.mark_dirty(target, current);
            return Ok(());
        };
        let old_stack = self.slots.get(first + self.locals..first + self.locals + depth).unwrap_or_default();
        if old_stack != stack {
            return Err(None);
        }
        self.merge_locals(target, locals, 0, current);
        Ok(())
    }

    /// Merges the locals that a store to `local` may have changed; the target must have been reached before.
    fn merge_around(&mut self, target: BlockId, locals: &[Kind], local: u16, current: BlockId) {
        let from = usize::from(local).saturating_sub(1);
        let to = locals.len().min(usize::from(local) + 3);
        self.merge_locals(target, locals.get(..to).unwrap_or_default(), from, current);
    }

    /// Merges `locals`, from index `from` on.
    fn merge_locals(&mut self, target: BlockId, locals: &[Kind], from: usize, current: BlockId) {
        let Some((first, _)) = self.entries.get(target).copied().flatten() else { return };
        let old = self.slots.get_mut(first..first + self.locals).unwrap_or_default();
        if old.get(from..locals.len()) == locals.get(from..) {
            return;
        }
        let mut changed = false;
        for (index, &new) in locals.iter().enumerate().skip(from) {
            let Some(slot) = old.get_mut(index) else { break };
            if *slot == new || *slot == Kind::Unusable {
                continue;
            }
            changed = true;
            let was_wide = std::mem::replace(slot, Kind::Unusable).is_wide();
            // When a long is merged with a double, the second half becomes unusable as well.
            if was_wide && let Some(second) = old.get_mut(index + 1) {
                *second = Kind::Unusable;
            }
        }
        if changed {
            self.mark_dirty(target, current);
        }
    }

    fn mark_dirty(&mut self, block: BlockId, current: BlockId) {
        if let Some(dirty) = self.dirty.get_mut(block) {
            *dirty = true;
        }
        // Blocks after the current one are visited in this round.
        if block <= current {
            self.lowest_dirty = Some(self.lowest_dirty.map_or(block, |lowest| lowest.min(block)));
        }
    }
}
