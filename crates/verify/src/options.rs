//! What the user asked for, checked.

use crate::model::Memories;
use explore::{Order, Reduction};
use legality::Identity;

/// Which properties decide the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// Failed assertions.
    pub assertion: bool,
    /// Exceptions nobody catches.
    pub exception: bool,
    /// Threads that wait for each other.
    pub deadlock: bool,
    /// Data races; otherwise they are notes.
    pub race: bool,
    /// Executions that never end although nobody is kept from going on. Java programs only.
    pub hang: bool,
}

impl Default for Properties {
    fn default() -> Self {
        Properties { assertion: true, exception: true, deadlock: true, race: false, hang: false }
    }
}

/// What explores programs under sc, tso, pso and opmm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// States, with a visited set: loops of any length.
    #[default]
    Stateful,
    /// Execution graphs (TruSt): each execution once, no memory of the past; loops only up to a bound.
    Graph,
}

/// How to run a test.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// The search.
    pub order: Order,
    /// Leave out interleavings that cannot matter.
    pub reduction: Reduction,
    /// Keep whole states.
    pub exact: bool,
    /// Threads that search.
    pub workers: usize,
    /// Longest path.
    pub depth: Option<u32>,
    /// Most states.
    pub states: Option<u64>,
    /// Iterations of a loop.
    pub loop_bound: Option<u32>,
    /// When actions of different executions are the same.
    pub identity: Identity,
    /// Bounds of buffers and lists.
    pub memories: Memories,
    /// What decides the verdict.
    pub properties: Properties,
    /// Stop at the first finding.
    pub first: bool,
    /// Count executions of tests without loops, up to this many states; 0 does not count.
    pub count_states: u64,
    /// Find a shortest execution for each outcome.
    pub witnesses: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: Engine::default(),
            order: Order::Dfs,
            reduction: Reduction::Eager,
            exact: false,
            workers: 1,
            depth: None,
            states: None,
            loop_bound: None,
            identity: Identity::Free,
            memories: Memories::default(),
            properties: Properties::default(),
            first: false,
            count_states: 200_000,
            witnesses: false,
        }
    }
}
