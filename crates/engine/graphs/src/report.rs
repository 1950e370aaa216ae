//! The results of an exploration.

use crate::any::AnyGraph;
use crate::model::GraphModel;
use crate::places::Places;
use crate::snapshot::Snapshot;
use event::{Failure, LocInfo, Machine, Outcome, Rejection, Site, ThreadId, outcomes_of};
use std::collections::BTreeSet;

/// How an execution stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// All started threads ended.
    Finished,
    /// Threads wait for ever for a monitor or the end of another thread, or diverge.
    Blocked,
    /// The program has declared that the execution does not count ([`event::InternalKind::Discard`]).
    Discarded,
    /// A bound stopped a thread that could continue.
    Cut,
}

/// A thread that failed, with the first execution that shows it. The execution stops at the failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The thread.
    pub thread: ThreadId,
    /// How it failed.
    pub failure: Failure,
    /// The place in the source.
    pub site: Site,
    /// The events up to the failure.
    pub snapshot: Snapshot,
}

/// What an exploration shows.
pub enum Seen<'a, M: Machine> {
    /// An execution that cannot be extended.
    Execution(&'a FoundGraph<'a, M>),
    /// A failure, when it is found first.
    Finding(&'a Finding),
}

/// Counters and findings of an exploration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Executions in which all started threads ended.
    pub executions: u64,
    /// Executions that are stuck for ever.
    pub blocked: u64,
    /// Executions that do not count.
    pub discarded: u64,
    /// Executions stopped by a bound.
    pub cut: u64,
    /// Graphs taken from the stack, a measure of time.
    pub graphs: u64,
    /// How many of these came from revisits.
    pub revisits: u64,
    /// The most graphs on the stack at once, a measure of memory.
    pub peak: usize,
    /// Failures, one of each kind, place and thread.
    pub findings: Vec<Finding>,
}

impl Summary {
    /// The number of executions of all kinds.
    pub(crate) fn shown(&self) -> u64 {
        self.executions + self.blocked + self.discarded + self.cut
    }

    /// Whether a bound hid executions; all results are then lower bounds.
    pub fn is_incomplete(&self) -> bool {
        self.cut > 0
    }
}

/// The consistent executions of a program: their outcomes and counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Enumeration {
    /// Every outcome of a finished execution.
    pub outcomes: BTreeSet<Outcome>,
    /// Counts and findings.
    pub summary: Summary,
}

/// An execution that cannot be extended, as the visitor sees it.
pub struct FoundGraph<'a, M: Machine> {
    pub(crate) machine: &'a M,
    pub(crate) model: &'a dyn GraphModel,
    pub(crate) places: &'a Places,
    pub(crate) end: End,
    pub(crate) graph: AnyGraph<'a>,
    pub(crate) state: &'a M::State,
}

impl<M: Machine> FoundGraph<'_, M> {
    /// How it stopped.
    pub fn end(&self) -> End {
        self.end
    }

    /// The graph.
    pub fn graph(&self) -> AnyGraph<'_> {
        self.graph
    }

    /// The state after its events.
    pub fn state(&self) -> &M::State {
        self.state
    }

    /// The execution with its coherence order.
    pub fn snapshot(&self) -> Result<Snapshot, Rejection> {
        self.graph.snapshot()
    }

    /// Every outcome of a finished execution: exactly one, unless the model has no coherence. None if it is
    /// not finished.
    pub fn outcomes(&self, mut out: impl FnMut(Outcome)) {
        if self.end == End::Finished {
            let finals = |loc, info: LocInfo| {
                let met = self.places.known(loc);
                let writes = met.map_or(Vec::new(), |place| self.graph.last_writes(self.model, place));
                if writes.is_empty() {
                    vec![info.initial]
                } else {
                    let value = |write: &usize| self.graph.node(*write).written.unwrap_or(info.initial);
                    writes.iter().map(value).collect()
                }
            };
            outcomes_of(self.machine, self.state, finals).for_each(&mut out);
        }
    }
}
