//! What each thread can do, as a tree with a branch at every read.
//!
//! Values are found as in `axioms::candidates`: those that follow from the initial ones and, if nothing
//! forbids self-justifying values, also every constant of the program and values that stand for all others;
//! values that are never written are then removed again. A read sees the initial value, what another thread
//! may write, or what its own thread has written before.

use crate::observed::{Observed, observed};
use crate::{Overflow, TreeLimits};
use event::{Action, EventKind, Loc, LocInfo, Machine, Pending, Site, ThreadId, Value, Way};
use relational::Stop;
use std::collections::{BTreeMap, BTreeSet};

/// What comes after a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Next {
    /// One of its children follows.
    Goes,
    /// The thread has ended, with these observed registers and this failure.
    Ends { observed: Vec<Value>, failed: Option<event::Failure> },
    /// A bound stopped the thread, or it diverges.
    Open,
}

/// An action of a thread with its answer, after a given prefix.
#[derive(Debug, Clone)]
pub(crate) struct TreeStep {
    pub thread: ThreadId,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    pub kind: EventKind,
    pub read: Option<Value>,
    pub written: Option<Value>,
    /// The output of an external action.
    pub output: Option<Value>,
    /// Whether it is a failed compare-and-set.
    pub is_failed_update: bool,
    pub site: Site,
    pub next: Next,
}

/// The trees of all threads.
#[derive(Debug, Clone)]
pub(crate) struct Trees {
    /// The steps; parents precede their children.
    pub steps: Vec<TreeStep>,
    /// The first steps of each thread.
    pub roots: Vec<Vec<usize>>,
    /// Every location met or observed, with its initial value.
    pub initial: BTreeMap<Loc, Value>,
    /// The facts about these locations.
    pub infos: BTreeMap<Loc, LocInfo>,
    /// The values that stand for all values the program does not name, if values may justify themselves.
    pub invented: Vec<Value>,
    /// The outcome of a program in which no thread has moved.
    pub unmoved: Vec<Value>,
    /// The components of outcomes.
    pub observed: Vec<Observed>,
    /// Whether a bound stopped a thread.
    pub cut: bool,
    /// Whether a thread may diverge.
    pub diverges: bool,
    /// Whether longer chains of sources would give more values.
    pub growing: bool,
}

impl Trees {
    /// Whether a constructor freezes final fields.
    pub fn have_freezes(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.kind, EventKind::Freeze(_)))
    }

    /// The most reads of an execution.
    pub fn most_reads(&self) -> usize {
        // Children follow their parents, so go from the leaves up.
        let mut most = vec![0; self.steps.len()];
        for (i, step) in self.steps.iter().enumerate().rev() {
            let after = step.children.iter().map(|&child| most[child]).max().unwrap_or(0);
            most[i] = after + usize::from(step.kind.is_read());
        }
        self.roots.iter().map(|roots| roots.iter().map(|&root| most[root]).max().unwrap_or(0)).sum()
    }

    /// The ancestors of a step, nearest first.
    pub fn ancestors(&self, step: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.steps[step].parent, |&s| self.steps[s].parent)
    }

    /// All values, sorted.
    pub fn values(&self) -> BTreeSet<Value> {
        let steps = self.steps.iter().flat_map(|step| step.read.into_iter().chain(step.written));
        let leaves = self.steps.iter().filter_map(|step| match &step.next {
            Next::Ends { observed, .. } => Some(observed),
            _ => None,
        });
        let observed = leaves.flatten().chain(&self.unmoved).copied();
        let shown = self.observed.iter().flat_map(Observed::values);
        steps.chain(self.initial.values().copied()).chain(observed).chain(shown).collect()
    }
}

/// Which values reads may guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guesses {
    /// Values that follow from the initial ones, step by step: enough for models in which no value justifies
    /// itself.
    Grounded,
    /// Like `Grounded`, and reasons do not consider other values either: for programs to which other values,
    /// such as references, mean nothing.
    Never,
    /// Also the constants of the program, and one value for all others; more if the condition compares
    /// observed values.
    Any,
}

/// For each location and value, the threads that may write it.
type Writers = BTreeMap<Loc, BTreeMap<Value, BTreeSet<ThreadId>>>;

struct Explorer<'a, M: Machine> {
    machine: &'a M,
    limits: TreeLimits,
    values: Writers,
    seeds: BTreeSet<Value>,
    trees: Trees,
    stop: &'a Stop,
}

/// Runs every thread alone until the values are stable. If values may justify themselves, invents this many.
///
/// A program that only copies values behaves the same if several unnamed values are merged; only a condition
/// can tell, and only if it compares observed values with each other. So as many values are enough as it
/// compares, and one if it compares none.
pub(crate) fn explore<M: Machine>(
    machine: &M,
    constants: &[Value],
    (guesses, inventions): (Guesses, usize),
    limits: TreeLimits,
    stop: &Stop,
) -> Result<Trees, Overflow> {
    let (invented, seeds) = match guesses {
        Guesses::Grounded | Guesses::Never => (Vec::new(), BTreeSet::new()),
        Guesses::Any => {
            let invented: Vec<Value> = unnamed(constants).take(inventions).collect();
            let seeds = constants.iter().chain(&invented).copied().collect();
            (invented, seeds)
        }
    };
    let empty = Trees {
        steps: Vec::new(),
        roots: Vec::new(),
        initial: BTreeMap::new(),
        infos: BTreeMap::new(),
        invented,
        unmoved: machine.outcome(&machine.initial(), &finals(machine)).values,
        observed: Vec::new(),
        cut: false,
        diverges: false,
        growing: false,
    };
    let mut explorer = Explorer { machine, limits, values: Writers::new(), seeds, trees: empty, stop };
    // Grow: a chain of n sources passes n writes, so more rounds than there are writes find nothing new.
    for round in 1.. {
        explorer.plant()?;
        explorer.trees.growing = explorer.learn()?;
        if !explorer.trees.growing || explorer.most_writes() < round {
            break;
        }
    }
    // Shrink: a value that is never written cannot be read.
    loop {
        explorer.plant()?;
        if !explorer.forget() {
            break;
        }
    }
    let state = machine.initial();
    let met: Vec<Loc> = explorer.values.keys().chain(machine.observed_locations()).copied().collect();
    let mut trees = explorer.trees;
    trees.infos = met.into_iter().map(|loc| (loc, machine.location(&state, loc))).collect();
    trees.initial = trees.infos.iter().map(|(&loc, info)| (loc, info.initial)).collect();
    let mut held: BTreeMap<Loc, BTreeSet<Value>> =
        trees.initial.iter().map(|(&loc, &value)| (loc, BTreeSet::from([value]))).collect();
    for step in &trees.steps {
        if let (Some(loc), Some(value)) = (step.kind.loc(), step.written) {
            held.entry(loc).or_default().insert(value);
        }
    }
    trees.observed = observed(machine, &held);
    Ok(trees)
}

/// Arbitrary values for the observed locations: what threads observe does not depend on them.
pub(crate) fn finals<M: Machine>(machine: &M) -> Vec<Value> {
    vec![Value(0); machine.observed_locations().len()]
}

/// Values that equal no constant; all of them `int`s, the only type that programs have.
fn unnamed(constants: &[Value]) -> impl Iterator<Item = Value> {
    (1_000_003..).map(Value).filter(|value| !constants.contains(value))
}

impl<M: Machine> Explorer<'_, M> {
    /// Builds all trees over the current values.
    fn plant(&mut self) -> Result<(), Overflow> {
        self.trees.steps.clear();
        self.trees.roots.clear();
        (self.trees.cut, self.trees.diverges) = (false, false);
        for thread in (0..self.machine.thread_count()).map(|t| ThreadId(t as u16)) {
            let mut roots = Vec::new();
            let next = self.grow(thread, &self.machine.initial(), None, 0, &mut roots)?;
            if next == Next::Open {
                return Err(Overflow::Unsupported("a thread that computes for ever before it acts"));
            }
            self.trees.roots.push(roots);
        }
        Ok(())
    }

    fn grow(
        &mut self,
        thread: ThreadId,
        state: &M::State,
        parent: Option<usize>,
        depth: usize,
        out: &mut Vec<usize>,
    ) -> Result<Next, Overflow> {
        let machine = self.machine;
        let action = match machine.pending(state, thread) {
            Pending::Action(action) => action,
            Pending::Ended => {
                let observed = machine.outcome(state, &finals(machine)).values;
                return Ok(Next::Ends { observed, failed: machine.failure(state, thread) });
            }
            Pending::Blocked(_) => return Err(Overflow::Unsupported(INTERNAL)),
            Pending::Diverged => {
                self.trees.diverges = true;
                return Ok(Next::Open);
            }
            Pending::Cut(_) => {
                self.trees.cut = true;
                return Ok(Next::Open);
            }
        };
        if depth >= self.limits.events_per_thread {
            self.trees.cut = true;
            return Ok(Next::Open);
        }
        let is_update = matches!(action, Action::Rmw { .. });
        let output = if let Action::External(value) = action { Some(value) } else { None };
        let site = machine.site(state, thread);
        for way in self.ways(thread, state, parent, &action)? {
            let number = self.trees.steps.len();
            if self.stop.is_set() {
                return Err(Overflow::Stopped);
            }
            if number >= self.limits.steps {
                return Err(Overflow::Steps(self.limits.steps));
            }
            self.trees.steps.push(TreeStep {
                thread,
                parent,
                children: Vec::new(),
                kind: way.kind,
                read: way.read,
                written: way.written,
                output,
                is_failed_update: is_update && way.written.is_none(),
                site: site.clone(),
                next: Next::Goes,
            });
            out.push(number);
            let mut after = state.clone();
            machine.resume(&mut after, thread, way.answer);
            let mut children = Vec::new();
            let next = self.grow(thread, &after, Some(number), depth + 1, &mut children)?;
            self.trees.steps[number].children = children;
            self.trees.steps[number].next = next;
        }
        Ok(Next::Goes)
    }

    /// The possible answers to an action.
    fn ways(
        &mut self,
        thread: ThreadId,
        state: &M::State,
        parent: Option<usize>,
        action: &Action,
    ) -> Result<Vec<Way>, Overflow> {
        let values = match *action {
            Action::Internal(_) => return Err(Overflow::Unsupported(INTERNAL)),
            Action::Read { loc, .. } | Action::Rmw { loc, .. } => self.readable(thread, state, parent, loc),
            Action::Write { loc, .. } => {
                self.meet(state, loc);
                BTreeSet::from([Value::default()])
            }
            _ => BTreeSet::from([Value::default()]),
        };
        Ok(values.into_iter().flat_map(|seen| action.ways(seen)).collect())
    }

    fn meet(&mut self, state: &M::State, loc: Loc) {
        let machine = self.machine;
        let threads = || (0..machine.thread_count()).map(|t| ThreadId(t as u16)).collect();
        let seeds = &self.seeds;
        self.values.entry(loc).or_insert_with(|| {
            let initial = machine.location(state, loc).initial;
            // The initial value needs no writer; any thread may turn out to write a seed.
            let seeded = seeds.iter().map(|&value| (value, threads()));
            seeded.chain([(initial, threads())]).collect()
        });
    }

    fn readable(
        &mut self,
        thread: ThreadId,
        state: &M::State,
        parent: Option<usize>,
        loc: Loc,
    ) -> BTreeSet<Value> {
        self.meet(state, loc);
        let initial = self.machine.location(state, loc).initial;
        let path =
            parent.into_iter().flat_map(|step| std::iter::once(step).chain(self.trees.ancestors(step)));
        let own = path.map(|step| &self.trees.steps[step]).filter(|step| step.kind.loc() == Some(loc));
        let own: Vec<Value> = own.filter_map(|step| step.written).collect();
        let others = self.values[&loc].iter().filter(|(_, by)| by.iter().any(|&writer| writer != thread));
        others.map(|(&value, _)| value).chain(own).chain([initial]).collect()
    }

    /// The values that the trees write.
    fn written(&self) -> Writers {
        let mut writers = Writers::new();
        for step in &self.trees.steps {
            if let (Some(loc), Some(value)) = (step.kind.loc(), step.written) {
                writers.entry(loc).or_default().entry(value).or_default().insert(step.thread);
            }
        }
        writers
    }

    fn most_writes(&self) -> usize {
        let writes = |leaf: usize| {
            let path = std::iter::once(leaf).chain(self.trees.ancestors(leaf));
            path.filter(|&step| self.trees.steps[step].written.is_some()).count()
        };
        let mut most = BTreeMap::new();
        for (i, step) in self.trees.steps.iter().enumerate().filter(|(_, step)| step.children.is_empty()) {
            let entry = most.entry(step.thread).or_insert(0);
            *entry = writes(i).max(*entry);
        }
        most.values().sum()
    }

    /// Adds the values written. Returns whether any was new.
    fn learn(&mut self) -> Result<bool, Overflow> {
        let mut grown = false;
        for (loc, values) in self.written() {
            let known = self.values.get_mut(&loc).expect("a written location was met");
            for (value, writers) in values {
                let entry = known.entry(value).or_default();
                let before = entry.len();
                entry.extend(writers);
                grown |= entry.len() > before;
            }
            if known.len() > self.limits.values_per_location {
                return Err(Overflow::Values(loc));
            }
        }
        Ok(grown)
    }

    /// Removes values that are not written. Returns whether there were any. The initial value is always
    /// readable.
    fn forget(&mut self) -> bool {
        let mut written = self.written();
        let before = self.values.clone();
        for (loc, values) in &mut self.values {
            let known = written.remove(loc).unwrap_or_default();
            values.retain(|value, writers| {
                let by = known.get(value);
                writers.retain(|writer| by.is_some_and(|by| by.contains(writer)));
                !writers.is_empty()
            });
        }
        self.values != before
    }
}

/// Actions that cannot be explored thread by thread, since they depend on what other threads have done.
const INTERNAL: &str = "waiting, notifying, parking or choosing";
