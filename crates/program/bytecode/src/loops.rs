//! The locals that the loop around an instruction uses.
//!
//! A loop is a strongly connected component of a method's blocks: once left, it is not entered again in the
//! same call. **Promises**: a local that [`Loops::used_around`] leaves out is neither read nor written inside
//! the loop, except to compute its own next value, so that nothing that the loop does depends on it.

use crate::blocks::{BlockId, Blocks};
use crate::kinds::{KindError, Reason};
use crate::liveness::{Dataflow, LocalSet};
use classfile::Method;

/// The loops of one method.
#[derive(Debug)]
pub struct Loops {
    blocks: Blocks,
    /// Per block the number of its loop, if it is in one.
    of: Vec<Option<usize>>,
    /// Per loop the locals it uses.
    used: Vec<LocalSet>,
}

/// Analyses a method.
///
/// # Errors
/// As for [`crate::liveness::analyse`].
pub fn analyse(method: &Method) -> Result<Loops, KindError> {
    let code = method.code.as_ref().ok_or(Reason::NoCode.at(0))?;
    let flow = Dataflow::new(code, Blocks::new(code)?)?;
    let parts = parts(&flow);
    let mut sizes = vec![0usize; parts.len()];
    parts.iter().for_each(|&part| sizes[part] += 1);
    let is_loop = |block: BlockId| sizes[parts[block]] > 1 || flow.after(block).any(|next| next == block);
    let of: Vec<Option<usize>> =
        (0..parts.len()).map(|block| is_loop(block).then_some(parts[block])).collect();
    let mut used = vec![LocalSet::default(); parts.len()];
    for (block, part) in of.iter().enumerate() {
        if let Some(part) = part {
            flow.accessed(block).for_each(|local| used[*part].insert(local));
        }
    }
    Ok(Loops { blocks: flow.blocks, of, used })
}

impl Loops {
    /// The locals that the loop around the instruction at `offset` uses; `None` if it is in no loop.
    #[must_use]
    pub fn used_around(&self, offset: u16) -> Option<&LocalSet> {
        self.used.get((*self.of.get(self.blocks.containing(offset))?)?)
    }
}

/// The strongly connected component of each block (Kosaraju): blocks in reverse postorder, and from each all
/// its predecessors that have no component yet.
fn parts(flow: &Dataflow) -> Vec<usize> {
    let blocks = flow.blocks.len();
    let mut before = vec![Vec::new(); blocks];
    for block in 0..blocks {
        flow.after(block).for_each(|next| before[next].push(block));
    }
    let mut left = Vec::with_capacity(blocks);
    let mut seen = vec![false; blocks];
    for first in 0..blocks {
        let mut path = vec![(first, false)];
        while let Some((block, is_done)) = path.pop() {
            if is_done {
                left.push(block);
            } else if !std::mem::replace(&mut seen[block], true) {
                path.push((block, true));
                path.extend(flow.after(block).filter(|next| !seen[*next]).map(|next| (next, false)));
            }
        }
    }
    let mut parts = vec![usize::MAX; blocks];
    for first in left.into_iter().rev() {
        let mut path = vec![first];
        while let Some(block) = path.pop() {
            if parts[block] == usize::MAX {
                parts[block] = first;
                path.extend(before[block].iter().filter(|from| parts[**from] == usize::MAX));
            }
        }
    }
    parts
}
