//! States of the machine: for each process what it has fetched and not finished, and memories.

use crate::flow::{Global, Set};
use crate::formula::Slots;
use std::sync::Arc;

/// A value that an instruction or a register waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    Value(i64),
    /// That of the instruction with this number.
    From(u32),
}

impl Operand {
    pub fn value(self) -> Option<i64> {
        match self {
            Operand::Value(value) => Some(value),
            Operand::From(_) => None,
        }
    }
}

/// An instruction that a process has fetched: one pass through a loop is one instance.
#[derive(Debug, Clone)]
pub(crate) struct Instance {
    pub instruction: Global,
    /// Its number in its process, from 1.
    pub number: u32,
    /// When each of its operations happened; 0 if it has not.
    pub times: Box<[u32]>,
    /// The registers that it reads, in the order of its terms.
    pub operands: Box<[Operand]>,
    /// The location, once known.
    pub location: Option<u16>,
    /// The value read or written, once known.
    pub value: Option<i64>,
    /// The observers in whose order a load finds its value.
    pub sees: u32,
    /// For each class, the number of the first member after it; 0 if there is none yet. Nops only.
    pub nearest: Box<[u32]>,
}

impl Instance {
    pub fn is_done(&self, slot: u8) -> bool {
        self.times[usize::from(slot)] != 0
    }
}

/// Where a process fetches next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// This instruction.
    At(Global),
    /// It depends on a branch, by the number of the instance.
    After(u32),
    /// Nowhere: the process ends when all it has fetched is done.
    End,
    /// Nowhere: a loop ran to the bound.
    Cut,
}

/// A process.
#[derive(Debug, Clone)]
pub(crate) struct ProcessState {
    pub next: Next,
    pub registers: Arc<[Operand]>,
    /// What the registers hold that claims about all states show: the value of the newest instruction that
    /// was executed, and its number.
    pub watched: Arc<[(u32, i64)]>,
    /// The instances that still matter, in program order.
    pub live: Vec<Arc<Instance>>,
    /// The number of the instance fetched last.
    pub fetched: u32,
    /// How often each backward jump was taken, if loops are bounded.
    pub taken: Arc<[u16]>,
}

/// A copy of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Copied {
    pub processes: Vec<ProcessState>,
    /// The memory of each process as observed by each: by observer, process and location.
    pub memory: Vec<i64>,
    pub clock: u32,
    /// A rule was broken, and guards are off.
    pub broken: bool,
    /// A load or store had no location.
    pub faulty: bool,
    /// The claims about all states that were violated, as bits.
    pub violated: u64,
}

impl Copied {
    /// The instance with a number.
    pub fn instance(&self, process: usize, number: u32) -> Option<&Arc<Instance>> {
        let live = &self.processes[process].live;
        live.binary_search_by_key(&number, |it| it.number).ok().map(|at| &live[at])
    }

    /// The instructions that a process may still fetch.
    pub fn future<'a>(&self, process: usize, from: &'a [Set], after: &'a [Set]) -> Option<&'a Set> {
        match self.processes[process].next {
            Next::At(g) => Some(&from[usize::from(g)]),
            Next::After(number) => {
                let branch = self.instance(process, number)?;
                Some(&after[usize::from(branch.instruction)])
            }
            Next::End | Next::Cut => None,
        }
    }
}

/// An operation that may happen: of an instance of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chosen {
    pub process: usize,
    /// The place among the live instances; one past them for a fetch.
    pub at: usize,
    pub slot: u8,
}

/// Whether all operations of an instance have happened.
pub(crate) fn is_complete(instance: &Instance, slots: Slots, is_store: bool) -> bool {
    (0..slots.count() as u8).all(|slot| {
        let is_reflection = slots.parts(slot).is_some_and(|(_, to)| to.is_some());
        instance.is_done(slot) || (is_reflection && !is_store)
    })
}
