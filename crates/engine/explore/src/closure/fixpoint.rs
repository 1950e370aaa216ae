//! The fixpoint: explore with the pairs known so far, collect the pairs that raced on a path to success,
//! repeat.

use super::graph::{Graph, NOWHERE, NodeId};
use super::pairs::Pairs;
use super::step::{Class, Labels, Move, State, Stepper, UNKNOWN_FREEZE};
use super::{Budget, Closed, Fixpoint};
use crate::ending::end_of;
use crate::product::Reduction;
use crate::progress::Progress;
use crate::search::{DAEMONS, Incomplete, MOST_AFTER_END};
use crate::system::End;
use event::{Action, Loc, Machine, ObjectId, RacePair, ThreadId, outcomes_of};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many states are expanded between two progress updates.
const STRIDE: u64 = 256;

/// Which choices of a read to take.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    /// All choices; none was taken yet.
    All,
    /// Only the choices that the pairs of this round added.
    Fresh,
}

pub(super) struct Engine<'a, M: Machine> {
    stepper: Stepper<'a, M>,
    budget: &'a Budget,
    progress: &'a Progress,
    graph: Graph<State<M::State>>,
    queue: VecDeque<NodeId>,
    /// The pairs of this round, and those of the round before.
    pairs: Pairs,
    before: Pairs,
    /// The pairs found in this round.
    fresh: Vec<RacePair>,
    /// The states in which a thread is about to perform a read that may race.
    readers: BTreeMap<(ThreadId, Loc), Vec<NodeId>>,
    /// Objects with a frozen final field, and objects found in a race, in any execution.
    frozen: BTreeSet<ObjectId>,
    found_in_race: BTreeSet<ObjectId>,
    closed: Closed,
    race: bool,
    expanded: u64,
    /// The number of states in which only daemons were left.
    after_end: u64,
    encoding: Vec<u8>,
}

impl<'a, M: Machine> Engine<'a, M> {
    pub(super) fn new(machine: &'a M, budget: &'a Budget, progress: &'a Progress) -> Self {
        Engine {
            stepper: Stepper { machine, reduction: budget.reduction, prospects: OnceCell::new() },
            budget,
            progress,
            graph: Graph::default(),
            queue: VecDeque::new(),
            pairs: Pairs::default(),
            before: Pairs::default(),
            fresh: Vec::new(),
            readers: BTreeMap::new(),
            frozen: BTreeSet::new(),
            found_in_race: BTreeSet::new(),
            closed: Closed::default(),
            race: false,
            expanded: 0,
            after_end: 0,
            encoding: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Closed {
        loop {
            self.closed.rounds += 1;
            let fresh = std::mem::take(&mut self.fresh);
            if self.closed.rounds == 1 || self.budget.fixpoint == Fixpoint::Naive {
                self.start_over();
            } else {
                self.reopen(&fresh);
            }
            self.explore();
            self.closed.race_free |= self.closed.rounds == 1 && !self.race;
            // A stop during the last expansion of a round makes the result incomplete, too.
            if let Some(reason) = self.progress.stop_reason() {
                self.closed.truncated = Some(reason);
            }
            if self.fresh.is_empty() || self.gives_up() {
                break;
            }
            self.before = self.pairs.clone();
            self.fresh.iter().for_each(|pair| self.pairs.insert(*pair));
        }
        self.closed.race_free &= self.closed.truncated.is_none();
        self.closed.states = self.graph.len() as u64;
        let is_complete = self.closed.truncated.is_none();
        self.closed.all_end = is_complete && !self.closed.diverges && !self.graph.has_cycle();
        self.closed
    }

    fn start_over(&mut self) {
        (self.graph, self.queue) = (Graph::default(), VecDeque::new());
        self.readers.clear();
        let mut labels = Labels::default();
        let initial = self.stepper.initial(&mut labels);
        match initial.memory.overflow() {
            Some(overflow) => self.closed.truncated = Some(Incomplete::Overflow(overflow)),
            None => {
                self.arrive(NOWHERE, Some(initial), labels);
            }
        }
    }

    /// Expands the states in which a new pair gives a read another choice.
    fn reopen(&mut self, fresh: &[RacePair]) {
        let reads: BTreeSet<(ThreadId, Loc)> = fresh.iter().map(|pair| (pair.reader, pair.loc)).collect();
        let nodes: BTreeSet<NodeId> =
            reads.iter().filter_map(|read| self.readers.get(read)).flatten().copied().collect();
        for id in nodes {
            if self.should_stop() {
                return;
            }
            self.expand(id, Ways::Fresh);
        }
    }

    fn explore(&mut self) {
        while let Some(id) = self.queue.pop_front() {
            if self.should_stop() {
                return;
            }
            self.expand(id, Ways::All);
        }
    }

    fn should_stop(&mut self) -> bool {
        self.expanded += 1;
        if self.expanded.is_multiple_of(STRIDE) {
            self.progress.set_queued(self.queue.len() as u64);
        }
        // Check before each expansion: with large states, a single one may take long.
        if let Some(reason) = self.progress.stop_reason() {
            self.closed.truncated = Some(reason);
        }
        if self.stepper.machine.is_stale() {
            self.closed.truncated = Some(Incomplete::Interrupted);
        }
        let states = self.graph.len() as u64;
        if let Some(most) = self.budget.states.filter(|most| states > *most) {
            self.closed.truncated = Some(Incomplete::States(most));
        }
        self.gives_up()
    }

    /// Whether to stop. After a cut or an overflow, which leaves the result incomplete, the rest can still be
    /// explored.
    fn gives_up(&self) -> bool {
        let goes_on = |reason| matches!(reason, Incomplete::Cut(_) | Incomplete::Overflow(_));
        self.closed.truncated.is_some_and(|reason| !goes_on(reason))
    }

    /// Expands the thread that can be taken first; or all threads if there is none, or if taking only that
    /// one would leave a cycle.
    fn expand(&mut self, id: NodeId, ways: Ways) {
        let Some(state) = self.graph.node(id).state.take() else { return };
        self.closed.truncated = self.closed.truncated.or_else(|| self.stepper.cut(&state));
        let next: Vec<(ThreadId, Action, Class)> = self
            .stepper
            .threads()
            .filter_map(|t| self.stepper.next(&state, t).map(|(action, class)| (t, action, class)))
            .filter(|(.., class)| *class != Class::Blocked)
            .collect();
        let at_once = next.iter().position(|(.., class)| matches!(class, Class::Branch | Class::Fold));
        if let (Some(first), false) = (at_once, self.graph.node(id).full) {
            let (t, action, _) = &next[first];
            if self.expand_thread(id, &state, (*t, action), ways) {
                self.graph.node(id).full = true;
                self.closed.cycles += 1;
                for (t, action, _) in next.iter().filter(|(other, ..)| other != t) {
                    self.expand_thread(id, &state, (*t, action), Ways::All);
                }
            }
        } else {
            self.graph.node(id).full = true;
            for (t, action, _) in &next {
                self.expand_thread(id, &state, (*t, action), ways);
            }
        }
        let only_daemons = state.sync.only_daemons_run(self.stepper.machine, &state.machine);
        self.after_end += u64::from(only_daemons && !next.is_empty());
        if self.after_end > MOST_AFTER_END {
            self.closed.truncated = self.closed.truncated.or(Some(Incomplete::Unsupported(DAEMONS)));
        }
        let ends = next.is_empty() || only_daemons;
        if ends && self.succeeds(&state) {
            self.finish(&state);
        }
        // Only a read that may race can get more choices later.
        if next.iter().any(|(_, action, _)| self.stepper.racy_read(&state, action).is_some()) {
            self.graph.node(id).state = Some(state);
        }
    }

    /// Takes the choices of one thread. Returns whether an edge may have closed a cycle.
    fn expand_thread(
        &mut self,
        id: NodeId,
        state: &State<M::State>,
        (t, action): (ThreadId, &Action),
        ways: Ways,
    ) -> bool {
        let mut moves = self.stepper.moves(state, t, action, &self.pairs);
        match (ways, self.stepper.racy_read(state, action)) {
            (Ways::All, Some(loc)) => self.readers.entry((t, loc)).or_default().push(id),
            (Ways::Fresh, Some(_)) => {
                let taken = self.stepper.moves(state, t, action, &self.before);
                moves.retain(|way| !taken.contains(way));
            }
            (Ways::Fresh, None) => return false,
            (Ways::All, None) => {}
        }
        let mut closes = false;
        for way in moves {
            if self.progress.is_stopped() {
                break;
            }
            closes |= self.take(id, state, t, (action, way));
        }
        closes
    }

    fn take(&mut self, id: NodeId, state: &State<M::State>, t: ThreadId, way: (&Action, Move)) -> bool {
        let mut labels = Labels::default();
        let next = self.stepper.take(state, t, way, &mut labels);
        self.closed.transitions += 1;
        self.arrive(id, next, labels)
    }

    /// Whether every value that was guessed has been written by now.
    fn succeeds(&self, state: &State<M::State>) -> bool {
        state.memory.is_settled() && !self.stepper.machine.has_ghosts(&state.machine)
    }

    /// Adds the state that a step reached, or nothing if it was a dead end. Returns whether the edge may have
    /// closed a cycle.
    fn arrive(&mut self, from: NodeId, state: Option<State<M::State>>, labels: Labels) -> bool {
        self.race |= labels.race;
        self.closed.truncated = self.closed.truncated.or(labels.incomplete);
        // The freeze and the racy read may be met in either order.
        let known = |set: &BTreeSet<ObjectId>, objects: &[ObjectId]| objects.iter().any(|o| set.contains(o));
        self.frozen.extend(&labels.frozen);
        self.found_in_race.extend(&labels.found_in_race);
        if known(&self.frozen, &labels.found_in_race) || known(&self.found_in_race, &labels.frozen) {
            self.closed.truncated = self.closed.truncated.or(Some(UNKNOWN_FREEZE));
        }
        let Some(state) = state else { return false };
        self.encoding.clear();
        self.stepper.encode(&state, &mut self.encoding);
        let (id, new) = self.graph.find_or_add(&self.encoding, from);
        self.progress.add(u64::from(new), 1);
        let unknown = |pair: &RacePair| !self.closed.pairs.contains(pair);
        let pairs: Vec<RacePair> = labels.pairs.into_iter().filter(unknown).collect();
        self.graph.add_edge(from, id, pairs);
        if new {
            if self.succeeds(&state) {
                self.graph.set_live(id);
                let machine = self.stepper.machine;
                let failed = |t| Some((t, machine.failure(&state.machine, t)?));
                self.closed.failures.extend(self.stepper.threads().filter_map(failed));
            }
            let node = self.graph.node(id);
            node.full = self.budget.reduction == Reduction::None;
            node.state = Some(Box::new(state));
            self.queue.push_back(id);
        }
        self.collect();
        from != NOWHERE && self.graph.closes_a_cycle(from, id)
    }

    /// Takes over the races found on paths to success.
    fn collect(&mut self) {
        for pair in self.graph.harvest() {
            if self.closed.pairs.insert(pair) {
                self.fresh.push(pair);
                let (first, last) =
                    (RacePair::first_of(pair.reader), RacePair::first_of(ThreadId(pair.reader.0 + 1)));
                let same = self.closed.pairs.range(first..last).filter(|p| p.loc == pair.loc).count();
                if same > self.budget.values {
                    self.closed.truncated = Some(Incomplete::Values(self.budget.values));
                }
            }
        }
    }

    /// Handles a successful state in which no thread can move, or only daemons can.
    fn finish(&mut self, state: &State<M::State>) {
        let machine = self.stepper.machine;
        match end_of(machine, &state.machine, &state.sync) {
            end @ (End::Finished | End::Idle(_)) => {
                self.closed.idles |= end != End::Finished;
                let finals = |loc, info| {
                    let mut values = Vec::new();
                    state.memory.finals(loc, info, &mut values);
                    values
                };
                self.closed.outcomes.extend(outcomes_of(machine, &state.machine, finals));
            }
            End::Deadlocked(waiting) => {
                self.closed.deadlocks.insert(waiting);
            }
            End::Diverged => self.closed.diverges = true,
            End::Stopped => {}
        }
    }
}
