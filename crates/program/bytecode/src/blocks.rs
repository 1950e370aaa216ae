//! Basic blocks of a method, for dataflow in both directions.
//!
//! Promises: every byte of the code belongs to one decoded instruction and one block; every target, and every
//! end of a handler's range, is the start of a block, so a handler covers a block entirely or not at all; a
//! block has at most [`MAX_BLOCK`] instructions, so replaying one is cheap; no local beyond `max_locals` is
//! accessed.

use classfile::Code;

use crate::insn::{self, Flow};
use crate::kinds::{KindError, Reason};
use crate::opcode;

/// Longer runs of instructions are split into several blocks.
pub(crate) const MAX_BLOCK: usize = 64;

/// The maximum number of edges from blocks to handlers, beyond which a method is rejected; javac's methods
/// have a few thousand at most.
const MAX_HANDLER_EDGES: usize = 1 << 22;

const INSN: u8 = 1;
const LEADER: u8 = 2;

/// The number of a block, in the order of offsets.
pub(crate) type BlockId = usize;

/// The blocks of a method.
#[derive(Debug)]
pub(crate) struct Blocks {
    /// Their first offsets, ascending; the first is 0.
    starts: Vec<u16>,
    /// For each block the blocks of the handlers that cover it, in the order of the table.
    handlers: Vec<Vec<BlockId>>,
    /// One more than the highest local that any instruction accesses.
    pub(crate) locals: u16,
    code_length: u16,
}

impl Blocks {
    /// Splits `code` into blocks.
    pub(crate) fn new(code: &Code) -> Result<Blocks, KindError> {
        let bytes: &[u8] = &code.bytecode;
        let length = u16::try_from(bytes.len())
            .map_err(|_| Reason::Insn(insn::InsnFault::CodeSize(bytes.len())).at(0))?;
        let mut marks = vec![0u8; bytes.len() + 1];
        let locals = mark_instructions(code, &mut marks)?;
        mark_handlers(code, &mut marks)?;
        let leaders = (0u16..=length).zip(&marks).filter(|(_, mark)| **mark & LEADER != 0);
        let mut starts = Vec::new();
        for (offset, mark) in leaders {
            if offset == length {
                continue; // the end of a handler's range, or after the last instruction
            }
            if mark & INSN == 0 {
                return Err(Reason::TargetInsideInstruction.at(offset));
            }
            starts.push(offset);
        }
        let mut blocks =
            Blocks { handlers: vec![Vec::new(); starts.len()], starts, locals, code_length: length };
        blocks.connect_handlers(code)?;
        Ok(blocks)
    }

    fn connect_handlers(&mut self, code: &Code) -> Result<(), KindError> {
        let mut edges = 0;
        for handler in &code.handlers {
            let first = self.starts.partition_point(|&start| start < handler.start);
            let end = self.starts.partition_point(|&start| start < handler.end);
            let target = self.containing(handler.target);
            edges += end - first;
            if edges > MAX_HANDLER_EDGES {
                return Err(Reason::TooLarge.at(handler.target));
            }
            for covering in self.handlers.get_mut(first..end).into_iter().flatten() {
                // Several catch types of one try share a target; they are adjacent in the table.
                if covering.last() != Some(&target) {
                    covering.push(target);
                }
            }
        }
        Ok(())
    }

    /// The number of blocks; at least one.
    pub(crate) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Offsets of a block's first byte and of the first byte after it.
    pub(crate) fn range(&self, block: BlockId) -> (u16, u16) {
        let start = self.starts.get(block).copied().unwrap_or(self.code_length);
        (start, self.starts.get(block + 1).copied().unwrap_or(self.code_length))
    }

    /// The block that contains `offset`, or the last one.
    pub(crate) fn containing(&self, offset: u16) -> BlockId {
        self.starts.partition_point(|&start| start <= offset).saturating_sub(1)
    }

    /// The next block, if there is one.
    pub(crate) fn next(&self, block: BlockId) -> Option<BlockId> {
        Some(block + 1).filter(|&next| next < self.len())
    }

    /// Handlers that cover a block.
    pub(crate) fn handlers(&self, block: BlockId) -> &[BlockId] {
        self.handlers.get(block).map_or(&[], Vec::as_slice)
    }
}

/// Marks instructions, and leaders except those of handlers; returns the number of locals accessed.
fn mark_instructions(code: &Code, marks: &mut [u8]) -> Result<u16, KindError> {
    let mut mark = |offset: u16, bit: u8| {
        if let Some(mark) = marks.get_mut(usize::from(offset)) {
            *mark |= bit;
        }
    };
    let mut locals = 0u16;
    let mut in_block = 0;
    mark(0, LEADER);
    for insn in insn::instructions(&code.bytecode) {
        let insn = insn.map_err(|e| Reason::Insn(e.fault).at(e.offset))?;
        if matches!(insn.opcode, opcode::JSR | opcode::JSR_W | opcode::RET) {
            return Err(Reason::Subroutine.at(insn.offset));
        }
        if let Some(touched) = insn.local_use() {
            let end = u32::from(touched.local) + 1 + u32::from(touched.kind.is_wide());
            match u16::try_from(end) {
                Ok(end) if end <= code.max_locals => locals = locals.max(end),
                _ => return Err(Reason::LocalOutOfRange(touched.local).at(insn.offset)),
            }
        }
        mark(insn.offset, INSN);
        insn.targets().for_each(|target| mark(target, LEADER));
        in_block += 1;
        if insn.flow() != Flow::Next || in_block == MAX_BLOCK {
            mark(insn.next_offset(), LEADER);
            in_block = 0;
        }
    }
    Ok(locals)
}

fn mark_handlers(code: &Code, marks: &mut [u8]) -> Result<(), KindError> {
    for handler in &code.handlers {
        let inside = |offset: u16| usize::from(offset) < code.bytecode.len();
        if handler.start >= handler.end || !inside(handler.end - 1) || !inside(handler.target) {
            return Err(Reason::HandlerRange.at(handler.start));
        }
        for offset in [handler.start, handler.end, handler.target] {
            if let Some(mark) = marks.get_mut(usize::from(offset)) {
                *mark |= LEADER;
            }
        }
    }
    Ok(())
}
