//! The order in which states are visited, which is the only difference between the searches.
//!
//! **Depth first does not get lost.** A loop that counts has endlessly many states, and what every execution
//! shows behind the loop would never be reached. So where paths are long, some of the states taken are those
//! nearest to the root: each state is taken some time, whatever loops beside it.

use crate::draws::Draws;
use std::collections::{BinaryHeap, VecDeque};

/// The order of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Depth first.
    Dfs,
    /// Breadth first: finds shortest paths.
    Bfs,
    /// Fewest context switches first.
    Best,
    /// Random walks from the initial state: a sample, never complete.
    Random {
        /// The seed of the random numbers.
        seed: u64,
        /// The number of walks.
        runs: u64,
    },
    /// Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): random thread priorities, and
    /// `changes` random points at which the running thread gets the lowest priority. A sample, never
    /// complete.
    Pct {
        /// The seed of the random numbers.
        seed: u64,
        /// The number of runs.
        runs: u64,
        /// Priority changes per run.
        changes: u32,
    },
}

impl Order {
    /// Whether every state found is visited.
    pub fn is_exhaustive(self) -> bool {
        matches!(self, Order::Dfs | Order::Bfs | Order::Best)
    }
}

/// What a frontier must know about a node.
pub(crate) trait Rank {
    /// The number of context switches to this node.
    fn switches(&self) -> u32;
    /// The number of steps to this node.
    fn depth(&self) -> u32;
    /// The process that moved last.
    fn process(&self) -> u16;
}

/// The states found and not yet expanded.
pub(crate) enum Frontier<N> {
    Stack(Stack<N>),
    Queue(VecDeque<N>),
    Heap(BinaryHeap<Ranked<N>>, u64),
    Walk(Walk<N>),
}

/// A depth-first frontier: the newest state first, except that where paths are long, one in so many is the
/// one nearest to the root. What that one leads to is kept apart, so that the long path goes on.
pub(crate) struct Stack<N> {
    nodes: VecDeque<N>,
    /// What was found from states taken for being near to the root, nearest first.
    near: VecDeque<N>,
    /// Whether the state taken last was taken for that.
    is_near: bool,
    /// How many states were taken since the last such one.
    turns: u32,
}

/// Paths of this many steps are long. Few programs that end have such paths.
const LONG: u32 = 500;

/// One in this many states is the nearest to the root.
const TURNS: u32 = 16;

impl<N: Rank> Stack<N> {
    fn of(nodes: impl IntoIterator<Item = N>) -> Self {
        Stack { nodes: nodes.into_iter().collect(), near: VecDeque::new(), is_near: false, turns: 0 }
    }

    fn push_all(&mut self, found: &mut Vec<N>) {
        match self.is_near {
            true => self.near.extend(found.drain(..)),
            // Reversed, so that the first successor is visited first.
            false => self.nodes.extend(found.drain(..).rev()),
        }
    }

    fn pop(&mut self) -> Option<N> {
        let is_long = self.nodes.back().is_some_and(|node| node.depth() >= LONG);
        self.turns = if is_long { (self.turns + 1) % TURNS } else { 0 };
        self.is_near = is_long && self.turns == 0;
        if !self.is_near {
            return self.nodes.pop_back().or_else(|| self.near.pop_front());
        }
        match (self.near.front(), self.nodes.front()) {
            (Some(near), Some(oldest)) if near.depth() <= oldest.depth() => self.near.pop_front(),
            _ => self.nodes.pop_front(),
        }
    }

    fn len(&self) -> usize {
        self.nodes.len() + self.near.len()
    }

    fn give_away(&mut self) -> Vec<N> {
        let near = self.near.drain(..self.near.len() / 2);
        near.chain(self.nodes.drain(..self.nodes.len() / 2)).collect()
    }
}

/// A node in the heap: fewest switches first, then in order of arrival, which makes the order deterministic.
pub(crate) struct Ranked<N> {
    key: std::cmp::Reverse<(u32, u32, u64)>,
    node: N,
}

impl<N> PartialEq for Ranked<N> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}
impl<N> Eq for Ranked<N> {}
impl<N> PartialOrd for Ranked<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl<N> Ord for Ranked<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key.cmp(&other.key)
    }
}

/// A sampling frontier: keeps one of all successors; at the end of a run the next one begins at the root.
pub(crate) struct Walk<N> {
    root: N,
    current: Option<N>,
    runs_left: u64,
    draws: Draws,
    priorities: Option<Priorities>,
}

/// The thread priorities of one PCT run.
struct Priorities {
    changes: u32,
    /// Priorities by process; the highest runs first.
    of: Vec<u64>,
    change_at: Vec<u32>,
    /// The longest run so far; change points are drawn from its length.
    longest: u32,
    lowest: u64,
}

impl<N: Rank + Clone> Frontier<N> {
    pub(crate) fn new(order: Order, root: N, processes: usize) -> Self {
        match order {
            Order::Dfs => Frontier::Stack(Stack::of([root])),
            Order::Bfs => Frontier::Queue(VecDeque::from([root])),
            Order::Best => {
                let mut frontier = Frontier::Heap(BinaryHeap::new(), 0);
                frontier.push_all(&mut vec![root]);
                frontier
            }
            Order::Random { seed, runs } => Frontier::Walk(Walk::new(root, seed, runs, None)),
            Order::Pct { seed, runs, changes } => {
                let of = vec![0; processes];
                let priorities = Priorities { changes, of, change_at: Vec::new(), longest: 8, lowest: 0 };
                Frontier::Walk(Walk::new(root, seed, runs, Some(priorities)))
            }
        }
    }

    /// An empty frontier of the same order for another worker; `None` for sampling orders, which have a
    /// single worker.
    pub(crate) fn sibling(&self) -> Option<Self> {
        match self {
            Frontier::Stack(_) => Some(Frontier::Stack(Stack::of([]))),
            Frontier::Queue(_) => Some(Frontier::Queue(VecDeque::new())),
            Frontier::Heap(..) => Some(Frontier::Heap(BinaryHeap::new(), 0)),
            Frontier::Walk(_) => None,
        }
    }

    /// Adds the successors of a state, and leaves the vector empty.
    pub(crate) fn push_all(&mut self, nodes: &mut Vec<N>) {
        match self {
            Frontier::Stack(stack) => stack.push_all(nodes),
            Frontier::Queue(queue) => queue.extend(nodes.drain(..)),
            Frontier::Heap(heap, arrivals) => heap.extend(nodes.drain(..).map(|node| {
                *arrivals += 1;
                Ranked { key: std::cmp::Reverse((node.switches(), node.depth(), *arrivals)), node }
            })),
            Frontier::Walk(walk) => walk.choose(nodes),
        }
    }

    pub(crate) fn pop(&mut self) -> Option<N> {
        match self {
            Frontier::Stack(stack) => stack.pop(),
            Frontier::Queue(queue) => queue.pop_front(),
            Frontier::Heap(heap, _) => heap.pop().map(|ranked| ranked.node),
            Frontier::Walk(walk) => walk.pop(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Frontier::Stack(stack) => stack.len(),
            Frontier::Queue(queue) => queue.len(),
            Frontier::Heap(heap, _) => heap.len(),
            Frontier::Walk(_) => 1,
        }
    }

    /// Splits off about half of the states for another worker: those with the most work below them.
    pub(crate) fn give_away(&mut self) -> Vec<N> {
        match self {
            Frontier::Stack(stack) => stack.give_away(),
            Frontier::Queue(queue) => queue.drain(..queue.len() / 2).collect(),
            Frontier::Heap(heap, _) => {
                (0..heap.len() / 2).filter_map(|_| heap.pop().map(|r| r.node)).collect()
            }
            Frontier::Walk(_) => Vec::new(),
        }
    }
}

impl<N: Rank + Clone> Walk<N> {
    fn new(root: N, seed: u64, runs: u64, priorities: Option<Priorities>) -> Self {
        Walk {
            root,
            current: None,
            runs_left: runs,
            draws: Draws(seed.wrapping_mul(2).wrapping_add(1)),
            priorities,
        }
    }

    fn pop(&mut self) -> Option<N> {
        if let Some(node) = self.current.take() {
            return Some(node);
        }
        self.runs_left = self.runs_left.checked_sub(1)?;
        if let Some(mut p) = self.priorities.take() {
            let range = u64::from(p.longest);
            p.change_at = (0..p.changes).map(|_| self.draws.below(range) as u32).collect();
            for i in 0..p.of.len() {
                p.of[i] = (1 << 32) + self.draws.below(1 << 31);
            }
            p.lowest = 1 << 31;
            self.priorities = Some(p);
        }
        Some(self.root.clone())
    }

    fn choose(&mut self, nodes: &mut Vec<N>) {
        if nodes.is_empty() {
            return;
        }
        let kept = match self.priorities.take() {
            None => self.draws.below(nodes.len() as u64) as usize,
            Some(mut p) => {
                let depth = nodes[0].depth();
                p.longest = p.longest.max(depth);
                let highest =
                    nodes.iter().map(Rank::process).max_by_key(|q| p.of[usize::from(*q)]).unwrap_or(0);
                if p.change_at.contains(&depth) {
                    p.lowest -= 1;
                    p.of[usize::from(highest)] = p.lowest;
                }
                let runs = nodes.iter().map(Rank::process).max_by_key(|q| p.of[usize::from(*q)]).unwrap_or(0);
                let of_it: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].process() == runs).collect();
                self.priorities = Some(p);
                of_it[self.draws.below(of_it.len() as u64) as usize]
            }
        };
        self.current = Some(nodes.swap_remove(kept));
        nodes.clear();
    }
}
