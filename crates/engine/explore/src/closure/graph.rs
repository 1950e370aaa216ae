//! The graph of states that the closure has met, and which of them can still succeed.
//!
//! A state *succeeds* if no guess is open. Races count only on a path to success, so incoming edges are kept
//! until their target is known to be *live*, that is, to reach success; the races on an edge are then handed
//! out, and the edge is dropped. Liveness only grows, also when later rounds add edges.

use crate::visited::{Prints, fingerprint};
use event::RacePair;

/// The index of a state, in the order of discovery.
pub(super) type NodeId = u32;

/// The source of the edge into the first state.
pub(super) const NOWHERE: NodeId = NodeId::MAX;

pub(super) struct Node<S> {
    /// Kept while the state may still be expanded further.
    pub(super) state: Option<Box<S>>,
    /// The length of the path on which it was found; see [`Graph::closes_a_cycle`].
    pub(super) depth: u32,
    /// Whether every thread is expanded, not only the one that can be taken first.
    pub(super) full: bool,
    live: bool,
    /// The edges into a state that is not live yet, with the races found on them.
    into: Vec<(NodeId, Box<[RacePair]>)>,
}

pub(super) struct Graph<S> {
    prints: Prints,
    nodes: Vec<Node<S>>,
    /// Races on edges to live states that were not handed out yet.
    harvest: Vec<RacePair>,
    /// Every edge, for [`Graph::has_cycle`].
    edges: Vec<(NodeId, NodeId)>,
}

impl<S> Default for Graph<S> {
    fn default() -> Self {
        Graph { prints: Prints::default(), nodes: Vec::new(), harvest: Vec::new(), edges: Vec::new() }
    }
}

impl<S> Graph<S> {
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn node(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.nodes[id as usize]
    }

    /// Returns the state with this encoding, and whether it is new. A new node has no state yet.
    pub(super) fn find_or_add(&mut self, encoding: &[u8], from: NodeId) -> (NodeId, bool) {
        let next = self.nodes.len() as u64;
        if let Some(id) = self.prints.find_or_insert(fingerprint(encoding), next) {
            return (*id as NodeId, false);
        }
        let depth = self.nodes.get(from as usize).map_or(0, |node| node.depth + 1);
        self.nodes.push(Node { state: None, depth, full: false, live: false, into: Vec::new() });
        (next as NodeId, true)
    }

    /// Adds an edge and the races found on it.
    pub(super) fn add_edge(&mut self, from: NodeId, to: NodeId, pairs: Vec<RacePair>) {
        if from != NOWHERE {
            self.edges.push((from, to));
        }
        let target = &mut self.nodes[to as usize];
        if target.live {
            self.harvest.extend(pairs);
            self.set_live(from);
        } else {
            target.into.push((from, pairs.into()));
        }
    }

    /// Marks a state, and every state that leads to it, as live.
    pub(super) fn set_live(&mut self, id: NodeId) {
        let mut todo = vec![id];
        while let Some(id) = todo.pop() {
            let Some(node) = self.nodes.get_mut(id as usize).filter(|node| !node.live) else { continue };
            node.live = true;
            for (from, pairs) in std::mem::take(&mut node.into) {
                self.harvest.extend(pairs);
                todo.push(from);
            }
        }
    }

    /// Hands out the races on paths to success that are new since the last call.
    pub(super) fn harvest(&mut self) -> impl Iterator<Item = RacePair> {
        self.harvest.drain(..)
    }

    /// Whether some path comes back to a state.
    pub(super) fn has_cycle(&self) -> bool {
        // Remove states without edges into them, one after the other; what remains is on or behind a cycle.
        let mut into = vec![0u32; self.nodes.len()];
        let mut first = vec![0usize; self.nodes.len() + 1];
        for &(from, to) in &self.edges {
            into[to as usize] += 1;
            first[from as usize + 1] += 1;
        }
        for node in 1..first.len() {
            first[node] += first[node - 1];
        }
        let (mut next, mut targets) = (first.clone(), vec![0; self.edges.len()]);
        for &(from, to) in &self.edges {
            targets[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        let mut todo: Vec<usize> = (0..into.len()).filter(|&node| into[node] == 0).collect();
        let mut removed = 0;
        while let Some(node) = todo.pop() {
            removed += 1;
            for &to in &targets[first[node]..first[node + 1]] {
                into[to as usize] -= 1;
                if into[to as usize] == 0 {
                    todo.push(to as usize);
                }
            }
        }
        removed < self.nodes.len()
    }

    /// Whether an edge could close a cycle on which no state is fully expanded. The depth cannot grow along
    /// every edge of a cycle, and this holds in whatever order states and edges were found.
    pub(super) fn closes_a_cycle(&self, from: NodeId, to: NodeId) -> bool {
        let (from, to) = (&self.nodes[from as usize], &self.nodes[to as usize]);
        to.depth <= from.depth && !to.full
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use event::{Loc, ThreadId, Value};

    fn pair(value: i64) -> RacePair {
        RacePair { reader: ThreadId(0), writer: ThreadId(1), loc: Loc(0), value: Value(value) }
    }

    #[test]
    fn races_count_once_their_edge_leads_to_success_and_never_otherwise() {
        let mut graph: Graph<()> = Graph::default();
        let ids: Vec<NodeId> = (0..4u8).map(|n| graph.find_or_add(&[n], NOWHERE).0).collect();
        graph.add_edge(NOWHERE, ids[0], vec![pair(0)]);
        graph.add_edge(ids[0], ids[1], vec![pair(1)]);
        graph.add_edge(ids[0], ids[2], vec![pair(2)]);
        graph.add_edge(ids[1], ids[0], vec![pair(3)]);
        assert_eq!(graph.harvest().count(), 0);
        graph.set_live(ids[1]);
        let mut found: Vec<RacePair> = graph.harvest().collect();
        found.sort();
        assert_eq!(found, [pair(0), pair(1), pair(3)], "the edge to state 2 leads nowhere");
        // A later round finds a path from 2 to success through a new state.
        graph.add_edge(ids[3], ids[0], vec![pair(4)]);
        graph.add_edge(ids[2], ids[3], vec![pair(5)]);
        found = graph.harvest().collect();
        found.sort();
        assert_eq!(found, [pair(2), pair(4), pair(5)]);
        assert!(ids.iter().all(|id| graph.nodes[*id as usize].live));
    }

    #[test]
    fn only_a_path_back_is_a_cycle() {
        let mut graph: Graph<()> = Graph::default();
        let ids: Vec<NodeId> = (0..4u8).map(|n| graph.find_or_add(&[n], NOWHERE).0).collect();
        graph.add_edge(NOWHERE, ids[0], Vec::new());
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)] {
            graph.add_edge(ids[from], ids[to], Vec::new());
        }
        assert!(!graph.has_cycle());
        graph.add_edge(ids[3], ids[1], Vec::new());
        assert!(graph.has_cycle());
    }

    #[test]
    fn an_edge_to_a_state_met_earlier_may_close_a_cycle_unless_that_is_expanded_in_full() {
        let mut graph: Graph<()> = Graph::default();
        let first = graph.find_or_add(b"a", NOWHERE).0;
        let second = graph.find_or_add(b"b", first).0;
        assert!(!graph.closes_a_cycle(first, second));
        assert!(graph.closes_a_cycle(second, first) && graph.closes_a_cycle(first, first));
        graph.node(first).full = true;
        assert!(!graph.closes_a_cycle(second, first));
    }
}
