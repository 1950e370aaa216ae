//! What threads may still do: learnt from what a search has seen them do.
//!
//! For each thread there is a graph whose nodes are the thread's positions ([`event::Machine::position`]). A
//! node has what the thread touches there, and an edge to each position that it reached from there. The
//! *future* of a thread at a position is everything touched at the nodes that it can reach. A position is any
//! function of what the thread has done and seen; fewer positions make futures larger, which costs states but
//! never behaviours.
//!
//! **Gates.** A thread that is about to enter a monitor of another thread `p`, or to join it, goes no further
//! before `p` moves. What lies behind such nodes only is left out of the future *before `p`*.
//!
//! **Promises** that futures only grow ([`Futures::version`]). **Does not** know whether they are complete:
//! the search that learns repeats itself until nothing new was learnt (`stubborn.rs`).

use crate::footprint::{Object, Touch};
use event::{Action, MonitorId, ThreadId};
use hashbrown::HashMap;
use std::sync::Arc;

/// The position of a thread that has not been started.
pub(crate) const UNSTARTED: u64 = u64::MAX;

/// Why a thread may be unable to go on before a certain other thread moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gate {
    /// It is about to enter the monitor, which only the owner can leave.
    Monitor(MonitorId),
    /// It is about to join the thread.
    End(ThreadId),
}

/// What is touched, as sets of numbers of objects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Touched {
    reads: Vec<u64>,
    writes: Vec<u64>,
    everything: bool,
    /// Whether there is any action, even if it touches nothing.
    acts: bool,
}

impl Touched {
    fn set(words: &mut Vec<u64>, number: usize) -> bool {
        if words.len() <= number / 64 {
            words.resize(number / 64 + 1, 0);
        }
        let bit = 1 << (number % 64);
        let is_new = words[number / 64] & bit == 0;
        words[number / 64] |= bit;
        is_new
    }

    fn has(words: &[u64], number: usize) -> bool {
        words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn join(&mut self, other: &Touched) {
        for (mine, theirs) in [(&mut self.reads, &other.reads), (&mut self.writes, &other.writes)] {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
        self.everything |= other.everything;
        self.acts |= other.acts;
    }
}

/// A position of a thread.
#[derive(Debug, Default)]
struct Node {
    /// What is touched by actions that pass no gate, and by what follows an action before the next.
    touched: Touched,
    /// What is touched without asking, after an action that was performed here.
    unasked: Vec<Touch>,
    /// The gates before actions, and what these actions touch.
    gates: Vec<(Gate, Touched)>,
    /// Whether some action here has no gate.
    is_open: bool,
    next: Vec<u32>,
}

/// A future: from this node, before this thread moves, which owns these monitors.
type FutureKey = (u32, Option<(ThreadId, Vec<MonitorId>)>);

/// The futures of threads, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Futures {
    numbers: HashMap<Object, u32>,
    /// The numbers of locations, as a set.
    locations: Vec<u64>,
    index: HashMap<(ThreadId, u64), u32>,
    nodes: Vec<Node>,
    version: u64,
    /// Futures that were computed for the current version.
    known: HashMap<FutureKey, Arc<Touched>>,
}

impl Gate {
    /// The gate of an action, if it has one.
    pub(crate) fn of(action: &Action) -> Option<Gate> {
        match action {
            Action::Lock(monitor) => Some(Gate::Monitor(*monitor)),
            Action::Join(thread) => Some(Gate::End(*thread)),
            _ => None,
        }
    }
}

impl Futures {
    /// Grows whenever something new is learnt.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    fn grows(&mut self) {
        self.version += 1;
        self.known.clear();
    }

    fn node(&mut self, thread: ThreadId, position: u64) -> u32 {
        if let Some(&node) = self.index.get(&(thread, position)) {
            return node;
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(Node::default());
        self.index.insert((thread, position), node);
        self.grows();
        node
    }

    fn number(&mut self, object: Object) -> usize {
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next) as usize;
        if matches!(object, Object::Loc(_)) {
            Touched::set(&mut self.locations, number);
        }
        number
    }

    /// Adds touches to the set that `part` selects. Returns whether any is new.
    fn add(&mut self, touches: &[Touch], node: u32, part: impl Fn(&mut Node) -> &mut Touched) -> bool {
        let mut is_new = !std::mem::replace(&mut part(&mut self.nodes[node as usize]).acts, true);
        for touch in touches {
            if touch.object == Object::Everything {
                let touched = part(&mut self.nodes[node as usize]);
                is_new |= !std::mem::replace(&mut touched.everything, true);
                continue;
            }
            let number = self.number(touch.object);
            let touched = part(&mut self.nodes[node as usize]);
            let words = if touch.writes { &mut touched.writes } else { &mut touched.reads };
            is_new |= Touched::set(words, number);
        }
        is_new
    }

    /// A thread is at a position, where it is about to touch these objects, behind this gate if any.
    pub(crate) fn is_at(&mut self, thread: ThreadId, position: u64, touches: &[Touch], gate: Option<Gate>) {
        let node = self.node(thread, position);
        let mut is_new = false;
        match gate {
            Some(gate) => {
                let gates = &mut self.nodes[node as usize].gates;
                let i = gates.iter().position(|(known, _)| *known == gate).unwrap_or_else(|| {
                    gates.push((gate, Touched::default()));
                    is_new = true;
                    gates.len() - 1
                });
                is_new |= self.add(touches, node, |node| &mut node.gates[i].1);
            }
            None => {
                is_new |= !std::mem::replace(&mut self.nodes[node as usize].is_open, true);
                is_new |= self.add(touches, node, |node| &mut node.touched);
            }
        }
        if is_new {
            self.grows();
        }
    }

    /// A thread has performed an action at a position, and touched these objects as well before its next
    /// action.
    pub(crate) fn touches_unasked(&mut self, thread: ThreadId, position: u64, touches: &[Touch]) {
        let node = self.node(thread, position);
        let known = &mut self.nodes[node as usize].unasked;
        let mut is_new = false;
        for touch in touches {
            if !known.contains(touch) {
                known.push(*touch);
                is_new = true;
            }
        }
        if self.add(touches, node, |node| &mut node.touched) || is_new {
            self.grows();
        }
    }

    /// A thread has come from one position to another.
    pub(crate) fn moves(&mut self, thread: ThreadId, from: u64, to: u64) {
        let (from, to) = (self.node(thread, from), self.node(thread, to));
        let next = &mut self.nodes[from as usize].next;
        if !next.contains(&to) {
            next.push(to);
            self.grows();
        }
    }

    /// Whether a thread was seen at this position.
    pub(crate) fn knows(&self, thread: ThreadId, position: u64) -> bool {
        self.index.contains_key(&(thread, position))
    }

    /// What a thread at this position was seen to touch besides its action.
    pub(crate) fn unasked(&self, thread: ThreadId, position: u64) -> &[Touch] {
        self.index.get(&(thread, position)).map_or(&[], |&node| &self.nodes[node as usize].unasked)
    }

    /// The future of a thread at this position, or its part before `other` moves, which owns these monitors.
    /// `None` if no action is known.
    pub(crate) fn future(
        &mut self,
        thread: ThreadId,
        position: u64,
        before: Option<(ThreadId, &[MonitorId])>,
    ) -> Option<Arc<Touched>> {
        let &node = self.index.get(&(thread, position))?;
        let key = (node, before.map(|(other, owned)| (other, owned.to_vec())));
        let future = match self.known.get(&key) {
            Some(known) => Arc::clone(known),
            None => {
                let computed = Arc::new(self.reachable(node, before));
                self.known.insert(key, Arc::clone(&computed));
                computed
            }
        };
        future.acts.then_some(future)
    }

    fn reachable(&self, from: u32, before: Option<(ThreadId, &[MonitorId])>) -> Touched {
        let is_shut = |gate: &Gate| {
            before.is_some_and(|(other, owned)| match gate {
                Gate::Monitor(monitor) => owned.contains(monitor),
                Gate::End(thread) => *thread == other,
            })
        };
        let mut found = Touched::default();
        let mut seen = vec![false; self.nodes.len()];
        let mut left = vec![from];
        seen[from as usize] = true;
        while let Some(node) = left.pop() {
            let node = &self.nodes[node as usize];
            let mut passes = node.is_open || node.gates.is_empty();
            for (gate, touched) in &node.gates {
                if !is_shut(gate) {
                    passes = true;
                    found.join(touched);
                }
            }
            if !passes {
                continue;
            }
            found.join(&node.touched);
            for &next in &node.next {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    left.push(next);
                }
            }
        }
        found
    }

    /// Whether a future has a store.
    pub(crate) fn stores(&self, future: &Touched) -> bool {
        let mut words = future.writes.iter().zip(&self.locations);
        future.everything || words.any(|(written, locations)| written & locations != 0)
    }

    /// Whether a future has a touch that does not commute with one of these.
    pub(crate) fn conflicts(&self, future: &Touched, touches: &[Touch]) -> bool {
        let conflicts = |touch: &Touch| {
            if touch.object == Object::Everything {
                return future.acts;
            }
            let Some(&number) = self.numbers.get(&touch.object) else { return false };
            Touched::has(&future.writes, number as usize)
                || touch.writes && Touched::has(&future.reads, number as usize)
        };
        // An action that touches nothing does not commute with the end of the program either.
        future.everything || touches.iter().any(conflicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::Loc;

    const T: ThreadId = ThreadId(1);
    const OTHER: ThreadId = ThreadId(0);
    const M: MonitorId = MonitorId(5);

    fn x(n: u64) -> Object {
        Object::Loc(Loc(n))
    }

    /// Reads 1 at position 1, enters a monitor at 2, writes 3 at 3.
    fn futures() -> Futures {
        let mut futures = Futures::default();
        futures.is_at(T, 1, &[Touch::read(x(1))], None);
        futures.moves(T, 1, 2);
        futures.is_at(T, 2, &[Touch::write(Object::Monitor(M))], Some(Gate::Monitor(M)));
        futures.moves(T, 2, 3);
        futures.is_at(T, 3, &[Touch::write(x(3))], None);
        futures
    }

    fn touches(
        futures: &mut Futures,
        at: u64,
        before: Option<(ThreadId, &[MonitorId])>,
        touch: Touch,
    ) -> bool {
        futures.future(T, at, before).is_some_and(|future| futures.conflicts(&future, &[touch]))
    }

    #[test]
    fn a_future_is_what_lies_ahead_and_reads_do_not_conflict() {
        let mut futures = futures();
        assert!(touches(&mut futures, 1, None, Touch::write(x(1))));
        assert!(!touches(&mut futures, 1, None, Touch::read(x(1))));
        assert!(!touches(&mut futures, 2, None, Touch::write(x(1))));
        assert!(touches(&mut futures, 1, None, Touch::read(x(3))));
        assert!(!touches(&mut futures, 7, None, Touch::EVERYTHING), "nothing is known of this position");
    }

    #[test]
    fn what_lies_behind_a_gate_comes_after_the_owner_has_moved() {
        let mut futures = futures();
        let owner: (ThreadId, &[MonitorId]) = (OTHER, &[M]);
        assert!(!touches(&mut futures, 1, Some(owner), Touch::read(x(3))));
        assert!(touches(&mut futures, 1, Some(owner), Touch::write(x(1))));
        assert!(touches(&mut futures, 1, Some((OTHER, &[])), Touch::read(x(3))));
        // A way around the gate.
        futures.moves(T, 1, 3);
        assert!(touches(&mut futures, 1, Some(owner), Touch::read(x(3))));
    }

    #[test]
    fn a_gate_beside_another_action_at_one_position_is_open() {
        let mut futures = futures();
        futures.is_at(T, 2, &[Touch::read(x(9))], None);
        assert!(touches(&mut futures, 2, Some((OTHER, &[M])), Touch::read(x(3))));
    }

    #[test]
    fn versions_grow_with_news_only() {
        let mut futures = futures();
        let version = futures.version();
        futures.is_at(T, 3, &[Touch::write(x(3))], None);
        futures.moves(T, 2, 3);
        assert_eq!(futures.version(), version);
        futures.touches_unasked(T, 3, &[Touch::EVERYTHING]);
        assert!(futures.version() > version);
        assert!(touches(&mut futures, 1, None, Touch::read(x(77))));
        assert_eq!(futures.unasked(T, 3), [Touch::EVERYTHING]);
    }
}
