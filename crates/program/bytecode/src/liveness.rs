//! Which locals are live before every instruction, by backward dataflow.
//!
//! A local is live where some path leads to an instruction that reads it without passing one that writes it.
//! **Promises**: nothing that can be read later is left out. Exceptions count: from before every instruction
//! that a handler covers, a path leads to the handler, whether the instruction can throw or not. The value of
//! a long or double is in its first slot: the second is never live, and both are overwritten together. A
//! local that is read only to compute its own next value (`i++`, `sum += 2`) is not live because of that
//! read: such a value is never observed. **Does not** consider kinds (that a local is unusable) or
//! reachability.
//!
//! Storage is compact: sets at the ends of blocks, and the accesses to locals, from which
//! [`Liveness::live_at`] works backwards.

use classfile::{Code, Method};

use crate::blocks::{BlockId, Blocks};
use crate::insn::{self, Access, Flow};
use crate::kinds::{KindError, Reason};
use crate::opcode;

/// The maximum number of words of all sets together, beyond which a method is rejected.
const MAX_WORDS: usize = 1 << 21;

/// The maximum number of words combined, beyond which a method is rejected: about a second of work.
const MAX_WORK: usize = 1 << 29;

/// A set of locals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocalSet {
    words: Vec<u64>,
}

impl LocalSet {
    /// Whether `local` is in it.
    #[must_use]
    pub fn contains(&self, local: u16) -> bool {
        contains(&self.words, local)
    }

    /// Its locals, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u16> + '_ {
        let bits = |word: u64| (0..64u16).filter(move |bit| word >> bit & 1 != 0);
        (0u16..)
            .step_by(64)
            .zip(&self.words)
            .flat_map(move |(base, &word)| bits(word).map(move |bit| base + bit))
    }

    pub(crate) fn insert(&mut self, local: u16) {
        self.words.resize(self.words.len().max(usize::from(local / 64) + 1), 0);
        set_bit(&mut self.words, local, true);
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}

/// The result for one method. It does not refer to the class file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liveness {
    words: usize,
    blocks: Box<[BlockLive]>,
    accesses: Box<[LocalAccess]>,
    /// Sets, `words` each; set 0 is empty.
    sets: Box<[u64]>,
}

/// The data of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BlockLive {
    offset: u16,
    /// Index after its last access.
    accesses_end: u32,
    /// The set that is live after its last instruction.
    behind: u32,
    /// The set that is live at its handlers, and therefore before all its instructions.
    handlers: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LocalAccess {
    offset: u16,
    local: u16,
    access: Access,
    wide: bool,
}

/// Analyses a method.
///
/// # Errors
/// If the method has no code, its code or handlers are malformed (see [`crate::kinds`]), or it is
/// unreasonably large.
pub fn analyse(method: &Method) -> Result<Liveness, KindError> {
    let code = method.code.as_ref().ok_or(Reason::NoCode.at(0))?;
    let blocks = Blocks::new(code)?;
    let mut dataflow = Dataflow::new(code, blocks)?;
    dataflow.iterate()?;
    Ok(dataflow.finish())
}

impl Liveness {
    /// The locals that are live before the instruction at `offset`; empty if it lies beyond the code.
    #[must_use]
    pub fn live_at(&self, offset: u16) -> LocalSet {
        let mut set = LocalSet::default();
        self.live_into(offset, &mut set);
        set
    }

    /// Like [`Liveness::live_at`], into a buffer.
    pub fn live_into(&self, offset: u16, set: &mut LocalSet) {
        set.words.clear();
        let index = self.blocks.partition_point(|block| block.offset <= offset);
        let Some(block) = index.checked_sub(1).and_then(|index| self.blocks.get(index)) else { return };
        let handlers = self.set(block.handlers);
        set.words.extend_from_slice(self.set(block.behind));
        add_all(&mut set.words, handlers);
        let accesses = self.accesses.get(..block.accesses_end as usize).unwrap_or_default();
        // An access of an earlier block has a lower offset.
        for access in accesses.iter().rev().take_while(|access| access.offset >= offset) {
            access.go_back(&mut set.words, handlers);
        }
    }

    fn set(&self, number: u32) -> &[u64] {
        let first = number as usize * self.words;
        self.sets.get(first..first + self.words).unwrap_or_default()
    }

    /// The heap memory it uses in bytes, for statistics.
    #[must_use]
    pub fn heap_size(&self) -> usize {
        size_of_val(&*self.blocks) + size_of_val(&*self.accesses) + size_of_val(&*self.sets)
    }
}

impl LocalAccess {
    /// Turns what is live after the access into what is live before it; locals in `kept` stay live.
    fn go_back(self, live: &mut [u64], kept: &[u64]) {
        if self.access == Access::Write {
            for local in self.local..=self.local + u16::from(self.wide) {
                if !contains(kept, local) {
                    set_bit(live, local, false);
                }
            }
        } else {
            set_bit(live, self.local, true);
        }
    }
}

/// Per block: the locals read before they are written (`reads`), those written (`writes`), those live before
/// and after it, and those live at its handlers.
pub(crate) struct Dataflow {
    pub(crate) blocks: Blocks,
    words: usize,
    accesses: Vec<LocalAccess>,
    /// Per block the index after its last access and after its last successor.
    ends: Vec<(usize, usize)>,
    successors: Vec<BlockId>,
    reads: Vec<u64>,
    writes: Vec<u64>,
    before: Vec<u64>,
}

impl Dataflow {
    pub(crate) fn new(code: &Code, blocks: Blocks) -> Result<Dataflow, KindError> {
        let words = usize::from(blocks.locals).div_ceil(64);
        let total = words * blocks.len();
        if total > MAX_WORDS {
            return Err(Reason::TooLarge.at(0));
        }
        let mut dataflow = Dataflow {
            words,
            accesses: Vec::new(),
            ends: Vec::with_capacity(blocks.len()),
            successors: Vec::new(),
            reads: vec![0; total],
            writes: vec![0; total],
            before: vec![0; total],
            blocks,
        };
        dataflow.collect(code)?;
        for block in 0..dataflow.blocks.len() {
            dataflow.summarise(block);
        }
        Ok(dataflow)
    }

    /// Collects accesses and successors.
    fn collect(&mut self, code: &Code) -> Result<(), KindError> {
        for block in 0..self.blocks.len() {
            let (mut offset, end) = self.blocks.range(block);
            let mut before = [opcode::NOP; 3];
            while offset < end {
                let insn =
                    insn::decode(&code.bytecode, offset).map_err(|e| Reason::Insn(e.fault).at(e.offset))?;
                if let Some(touched) = insn.local_use() {
                    let (local, access, wide) = (touched.local, touched.access, touched.kind.is_wide());
                    let loaded =
                        self.accesses.last().is_some_and(|a| (a.local, a.access) == (local, Access::Read));
                    if access == Access::Write && loaded && is_step(before) {
                        self.accesses.pop();
                    } else if access != Access::Update {
                        self.accesses.push(LocalAccess { offset, local, access, wide });
                    }
                }
                before = [before[1], before[2], insn.opcode];
                offset = insn.next_offset();
                if offset >= end {
                    let targets = insn.targets().map(|target| self.blocks.containing(target));
                    self.successors.extend(targets);
                    if matches!(insn.flow(), Flow::Next | Flow::Branch) {
                        self.successors.extend(self.blocks.next(block));
                    }
                }
            }
            self.ends.push((self.accesses.len(), self.successors.len()));
        }
        Ok(())
    }

    fn summarise(&mut self, block: BlockId) {
        let (from, to) = (self.ends_before(block).0, self.ends_before(block + 1).0);
        let range = block * self.words..(block + 1) * self.words;
        let reads = self.reads.get_mut(range.clone()).unwrap_or_default();
        let writes = self.writes.get_mut(range).unwrap_or_default();
        for access in self.accesses.get(from..to).unwrap_or_default().iter().rev() {
            access.go_back(reads, &[]);
            if access.access == Access::Write {
                set_bit(writes, access.local, true);
                set_bit(writes, access.local + u16::from(access.wide), true);
            }
        }
    }

    /// The blocks that may follow a block, including handlers.
    pub(crate) fn after(&self, block: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        let (from, to) = (self.ends_before(block).1, self.ends_before(block + 1).1);
        let successors = self.successors.get(from..to).unwrap_or_default();
        successors.iter().chain(self.blocks.handlers(block)).copied()
    }

    /// The locals that a block accesses, except those that only compute their own next value.
    pub(crate) fn accessed(&self, block: BlockId) -> impl Iterator<Item = u16> + '_ {
        let (from, to) = (self.ends_before(block).0, self.ends_before(block + 1).0);
        self.accesses.get(from..to).unwrap_or_default().iter().map(|access| access.local)
    }

    /// Where the accesses and successors of `block` begin.
    fn ends_before(&self, block: BlockId) -> (usize, usize) {
        block.checked_sub(1).and_then(|previous| self.ends.get(previous)).copied().unwrap_or_default()
    }

    fn row<'a>(&self, rows: &'a [u64], block: BlockId) -> &'a [u64] {
        rows.get(block * self.words..(block + 1) * self.words).unwrap_or_default()
    }

    /// Fills `behind` with what is live after a block and `handlers` with what is live at its handlers.
    fn gather(&self, block: BlockId, behind: &mut [u64], handlers: &mut [u64]) -> usize {
        behind.fill(0);
        handlers.fill(0);
        let (from, to) = (self.ends_before(block).1, self.ends_before(block + 1).1);
        let successors = self.successors.get(from..to).unwrap_or_default();
        for &next in successors {
            add_all(behind, self.row(&self.before, next));
        }
        for &handler in self.blocks.handlers(block) {
            add_all(handlers, self.row(&self.before, handler));
        }
        (1 + successors.len() + self.blocks.handlers(block).len()) * self.words
    }

    fn iterate(&mut self) -> Result<(), KindError> {
        let mut behind = vec![0; self.words];
        let mut handlers = vec![0; self.words];
        let mut work = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..self.blocks.len()).rev() {
                work += self.gather(block, &mut behind, &mut handlers);
                if work > MAX_WORK {
                    return Err(Reason::TooLarge.at(self.blocks.range(block).0));
                }
                for word in 0..self.words {
                    let index = block * self.words + word;
                    let get = |rows: &[u64], index: usize| rows.get(index).copied().unwrap_or_default();
                    let live = get(&self.reads, index)
                        | get(&behind, word) & !get(&self.writes, index)
                        | get(&handlers, word);
                    if let Some(old) = self.before.get_mut(index).filter(|old| **old != live) {
                        *old = live;
                        changed = true;
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Liveness {
        let mut behind = vec![0; self.words];
        let mut handlers = vec![0; self.words];
        let mut sets = vec![0; self.words];
        let mut blocks: Vec<BlockLive> = Vec::with_capacity(self.blocks.len());
        for block in 0..self.blocks.len() {
            self.gather(block, &mut behind, &mut handlers);
            let last = blocks.last().map_or((0, 0), |last| (last.behind, last.handlers));
            let behind = keep(&mut sets, &behind, &[last.0, last.1]);
            let handlers = keep(&mut sets, &handlers, &[last.1, behind]);
            let (accesses_end, _) = self.ends_before(block + 1);
            let offset = self.blocks.range(block).0;
            blocks.push(BlockLive { offset, accesses_end: accesses_end as u32, behind, handlers });
        }
        Liveness {
            words: self.words,
            blocks: blocks.into(),
            accesses: self.accesses.into(),
            sets: sets.into(),
        }
    }
}

/// Whether these are a load of a local, a constant, and an arithmetic operation on both.
fn is_step([load, constant, operator]: [u8; 3]) -> bool {
    (opcode::ILOAD..=opcode::ALOAD_3).contains(&load)
        && (opcode::ICONST_M1..=opcode::LDC2_W).contains(&constant)
        && (matches!(operator, opcode::IADD..=opcode::DMUL | opcode::ISHL..=opcode::LXOR))
}

/// The number of `set` among `sets`: the empty one, one of `likely`, or a new one.
fn keep(sets: &mut Vec<u64>, set: &[u64], likely: &[u32]) -> u32 {
    let words = set.len();
    for &number in [0].iter().chain(likely) {
        let first = number as usize * words;
        if sets.get(first..first + words) == Some(set) {
            return number;
        }
    }
    sets.extend_from_slice(set);
    // `words` is not 0 here: the empty set is found above.
    (sets.len() / words.max(1) - 1) as u32
}

fn add_all(set: &mut [u64], other: &[u64]) {
    for (word, &other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

fn contains(words: &[u64], local: u16) -> bool {
    words.get(usize::from(local / 64)).is_some_and(|word| word >> (local % 64) & 1 != 0)
}

fn set_bit(words: &mut [u64], local: u16, to: bool) {
    if let Some(word) = words.get_mut(usize::from(local / 64)) {
        let bit = 1 << (local % 64);
        *word = if to { *word | bit } else { *word & !bit };
    }
}
