//! One iteration: all paths, as a graph of extended states (Figs. 6 and 7).
//!
//! Depth-first, with matching of extended states. Which writes go into the write set depends on how paths
//! end, so steps are recorded and followed backwards from good states afterwards.

use crate::path::Path;
use crate::report::Truncated;
use crate::step::{Expansion, Node, Reads, Stepper};
use crate::write_set::{WriteId, WriteSet};
use crate::{JprLimits, Unsupported, Variant};
use event::{Failure, LocInfo, Machine, Outcome, Pending, ThreadId, Value, outcomes_of};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

/// The result of one iteration.
#[derive(Debug, Default)]
pub(crate) struct Round {
    pub(crate) outcomes: BTreeSet<Outcome>,
    pub(crate) failures: BTreeSet<(ThreadId, Failure)>,
    pub(crate) deadlocks: bool,
    pub(crate) diverges: bool,
    /// The writes that count, and the default writes of all accessed locations.
    pub(crate) writes: WriteSet,
    pub(crate) states: u64,
    pub(crate) steps: u64,
    pub(crate) truncated: Option<Truncated>,
}

/// The steps between states, by target state.
#[derive(Debug, Default)]
struct Graph {
    /// Per state: the sources of the steps to it.
    before: Vec<Vec<u32>>,
    /// States whose paths count.
    good: Vec<u32>,
    /// Plain writes, with the state after them.
    writes: Vec<(u32, WriteId, Value)>,
}

impl Graph {
    /// The writes on paths to good states.
    fn counting_writes(&self, out: &mut WriteSet) {
        let mut counts = vec![false; self.before.len()];
        let mut open = self.good.clone();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut counts[state as usize], true) {
                open.extend(&self.before[state as usize]);
            }
        }
        for &(_, id, value) in self.writes.iter().filter(|(after, ..)| counts[*after as usize]) {
            out.insert(id, value);
        }
    }
}

/// Whether a path continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathEnd {
    GoesOn,
    /// It would continue, but is too long.
    CutOff,
    /// No thread can act.
    Ends,
}

/// A state by its canonical form.
type Key = (Vec<u8>, Path);

struct Search<'a, M: Machine> {
    stepper: Stepper<'a, M>,
    graph: Graph,
    visited: BTreeMap<Key, u32>,
    /// States to expand, with their numbers and the number of actions that lead to them.
    stack: Vec<(u32, Node<M::State>, u32)>,
    round: Round,
}

/// Searches all paths.
pub(crate) fn explore<M: Machine>(
    machine: &M,
    reads: Reads<'_>,
    limits: &JprLimits,
) -> Result<Round, Unsupported> {
    let stepper = Stepper::new(machine, reads)?;
    let initial = stepper.initial();
    let (graph, round) = (Graph::default(), Round::default());
    let mut search = Search { stepper, graph, visited: BTreeMap::new(), stack: Vec::new(), round };
    search.reach(initial, 0);
    while let Some((number, node, depth)) = search.stack.pop() {
        let expansion = search.stepper.expand(&node)?;
        search.round.steps += expansion.tried;
        let standing = match expansion.is_end {
            true => PathEnd::Ends,
            false if depth >= limits.depth => PathEnd::CutOff,
            false => PathEnd::GoesOn,
        };
        search.judge(number, &node, standing);
        if standing == PathEnd::CutOff {
            search.round.truncated.get_or_insert(Truncated::Depth(limits.depth));
        } else {
            search.follow(number, depth, expansion);
        }
        if limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            search.round.truncated = Some(Truncated::Stopped);
            break;
        }
        if search.visited.len() as u64 > limits.states {
            // Overrides a weaker reason: this iteration cannot be built upon.
            search.round.truncated = Some(Truncated::States(limits.states));
            break;
        }
    }
    let Search { stepper, graph, visited, mut round, .. } = search;
    round.states = visited.len() as u64;
    round.writes = stepper.touched;
    graph.counting_writes(&mut round.writes);
    Ok(round)
}

impl<M: Machine> Search<'_, M> {
    /// The number of a state; a new state is pushed on the stack.
    fn reach(&mut self, node: Node<M::State>, depth: u32) -> u32 {
        let mut bytes = Vec::new();
        self.stepper.machine.encode(&node.machine, &mut bytes);
        let fresh = self.graph.before.len() as u32;
        let number = *self.visited.entry((bytes, node.path.clone())).or_insert(fresh);
        if number == fresh {
            self.graph.before.push(Vec::new());
            self.stack.push((number, node, depth));
        }
        number
    }

    fn follow(&mut self, from: u32, depth: u32, expansion: Expansion<M::State>) {
        for successor in expansion.successors {
            let to = self.reach(successor.node, depth + 1);
            self.graph.before[to as usize].push(from);
            self.graph.writes.extend(successor.wrote.map(|(id, value)| (to, id, value)));
        }
    }

    /// Decides whether paths to this state count, and reports what they show.
    fn judge(&mut self, number: u32, node: &Node<M::State>, standing: PathEnd) {
        let machine = self.stepper.machine;
        let happened = !machine.is_discarded(&node.machine) && !machine.has_ghosts(&node.machine);
        let (closed, is_end) = (node.path.is_closed() && happened, standing == PathEnd::Ends);
        let (counts, reports) = match self.stepper.reads {
            Reads::Latest => (true, false),
            // Fig. 7, lines 18–21. A path that was cut off also ends.
            Reads::Relaxed { variant: Variant::AsPrinted, .. } => {
                (standing != PathEnd::GoesOn, is_end && closed)
            }
            Reads::Relaxed { variant: Variant::Mended, .. } => (closed, closed),
        };
        if counts {
            self.graph.good.push(number);
        }
        for thread in self.stepper.threads().filter(|t| node.path.sync.is_running(*t)) {
            if let Pending::Cut(cut) = machine.pending(&node.machine, thread) {
                self.round.truncated.get_or_insert(Truncated::Cut(cut));
            }
        }
        if reports {
            // Sect. IV-E: a failure is reported only if every imposed value is justified.
            let failed = |t: ThreadId| Some((t, machine.failure(&node.machine, t)?));
            self.round.failures.extend(self.stepper.threads().filter_map(failed));
        }
        if reports && is_end {
            self.judge_end(node);
        }
    }

    fn judge_end(&mut self, node: &Node<M::State>) {
        let machine = self.stepper.machine;
        let running: Vec<ThreadId> =
            self.stepper.threads().filter(|t| node.path.sync.is_running(*t)).collect();
        let pending: Vec<Pending> = running.iter().map(|t| machine.pending(&node.machine, *t)).collect();
        // Daemon threads do not keep a program alive (JLS §12.8).
        if machine.has_exited(&node.machine) || node.path.sync.only_daemons_run(machine, &node.machine) {
            self.outcomes(node);
        } else if !pending.iter().any(|p| matches!(p, Pending::Cut(_))) {
            let waits = pending.iter().any(|p| matches!(p, Pending::Action(_) | Pending::Blocked(_)));
            self.round.deadlocks |= waits;
            self.round.diverges |= !waits;
        }
    }

    fn outcomes(&mut self, node: &Node<M::State>) {
        let machine = self.stepper.machine;
        let finals = |loc, info: LocInfo| node.path.finals(loc, info.initial);
        self.round.outcomes.extend(outcomes_of(machine, &node.machine, finals));
    }
}
