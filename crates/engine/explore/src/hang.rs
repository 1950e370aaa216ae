//! Finds hangs: executions that never end although no process is starved.
//!
//! A cycle of states is *fair* if every process that can move in some of its states moves in it (strong
//! fairness: a process that is enabled infinitely often moves infinitely often). A program that hangs has a
//! fair cycle. A thread that spins until another has written has none, since the other can move all the time;
//! nor has one that locks and unlocks a monitor for which the other waits. Cycles are found as strongly
//! connected components of the whole graph, without sleep sets, which leave out steps. If a process can move
//! in a component but never does, only the component without those states can contain a fair cycle. Spurious
//! steps ([`System::is_spurious`]) do not happen for ever, so no cycle contains one. Nor do atomic reads of
//! old writes ([`System::lag`]): what is written becomes visible.
//!
//! If threads may read old writes in a cycle in which others write, so that these are never the same for
//! long, the question is left open.
//!
//! **Promises**: a complete search finds no fair component ⟺ every fair execution ends, deadlocks or
//! diverges. An execution in which only daemons are left has ended ([`System::may_end`]). **Does not**
//! require that writes ever become visible to plain reads: one that may see an old value may see it for ever.

use crate::progress::Progress;
use crate::search::Incomplete;
use crate::system::{End, NoSink, Step, System};
use crate::visited::{Prints, fingerprint};
use std::collections::VecDeque;

/// A fair cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hang {
    /// The steps to its first state.
    pub prefix: Vec<Step>,
    /// Steps from the first state back to it; they need not cover the whole component.
    pub cycle: Vec<Step>,
    /// The processes that move in it.
    pub moving: u64,
    /// Whether no execution from here ever ends, whatever the schedule.
    pub is_final: bool,
}

struct Node {
    edges: Vec<(Step, u32)>,
    /// The targets of spurious steps.
    spurious: Vec<u32>,
    /// The targets of steps that see an old write, though they need not for ever.
    lagging: Vec<u32>,
    /// The targets of steps that write where such steps read.
    writing: Vec<u32>,
    /// The processes that can move.
    enabled: u64,
    from: (u32, Step),
    /// Whether an execution ends here, normally or not.
    ends: bool,
    /// The component that it belongs to, or the set that is still to be divided into components.
    component: u32,
    /// Tarjan's numbers: the index of discovery, and the lowest index reachable.
    index: u32,
    low: u32,
}

const UNKNOWN: u32 = u32::MAX;

/// An execution that returns to an earlier state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// The number of steps to that state.
    pub prefix: usize,
    /// The processes that could move from there on.
    pub moving: u64,
}

/// Returns where the execution with these steps begins to repeat, if its last state occurred before. For a
/// [`Hang`] this is its cycle; fairness is not checked again.
pub fn goes_round<Y: System>(system: &Y, steps: &[Step]) -> Option<Round> {
    let (mut state, mut encoding, mut met) = (system.initial(&mut NoSink), Vec::new(), Vec::new());
    for place in 0..=steps.len() {
        let mut possible = Vec::new();
        system.steps(&state, &mut possible);
        encoding.clear();
        system.encode(&state, &mut encoding);
        met.push((fingerprint(&encoding), possible.iter().fold(0, |set, step| set | 1 << step.process)));
        if let Some(step) = steps.get(place) {
            system.take(&mut state, *step, &mut NoSink);
        }
    }
    let (last, _) = met.pop()?;
    let prefix = met.iter().position(|(print, _)| *print == last)?;
    Some(Round { prefix, moving: met[prefix..].iter().fold(0, |set, (_, enabled)| set | enabled) })
}

/// Looks for fair cycles, those reached soonest first. Keeps at most `most` states.
pub fn hangs<Y: System>(system: &Y, most: u64, progress: &Progress) -> Result<Vec<Hang>, Incomplete> {
    let mut nodes = graph(system, most, progress)?;
    let ending = can_end(&nodes);
    let (mut hangs, mut numbers) = (Vec::new(), 0);
    let all: Vec<u32> = (0..nodes.len() as u32).collect();
    let mut left = components(&mut nodes, &all, &mut numbers);
    while let Some(members) = left.pop() {
        let inside = |i: u32| nodes[i as usize].component == nodes[members[0] as usize].component;
        let edges = members.iter().flat_map(|&m| nodes[m as usize].edges.iter().map(move |e| (m, e)));
        let moving =
            edges.filter(|(_, (_, to))| inside(*to)).fold(0, |set, (_, (s, _))| set | 1 << s.process);
        if moving == 0 {
            continue;
        }
        let kept_waiting = members.iter().fold(0, |set, &m| set | nodes[m as usize].enabled) & !moving;
        if kept_waiting != 0 {
            let waits = |m: &u32| nodes[*m as usize].enabled & kept_waiting == 0;
            let rest: Vec<u32> = members.iter().copied().filter(waits).collect();
            left.extend(components(&mut nodes, &rest, &mut numbers));
            continue;
        }
        let first = *members.iter().min().expect("a component has members");
        hangs.push((
            first,
            Hang {
                prefix: path(&nodes, first),
                cycle: around(&nodes, first),
                moving,
                is_final: !ending[first as usize],
            },
        ));
    }
    if hangs.is_empty() && may_lag_for_ever(&mut nodes, &all, &mut numbers) {
        return Err(Incomplete::Unsupported(
            "a thread that reads old values again and again while others write",
        ));
    }
    hangs.sort_by_key(|(first, _)| *first);
    Ok(hangs.into_iter().map(|(_, hang)| hang).collect())
}

/// Whether some cycle has steps that see old writes, and steps that write.
fn may_lag_for_ever(nodes: &mut [Node], all: &[u32], numbers: &mut u32) -> bool {
    if nodes.iter().all(|node| node.lagging.is_empty()) {
        return false;
    }
    for node in nodes.iter_mut() {
        let lagging: Vec<u32> = node.lagging.clone();
        node.edges.extend(lagging.into_iter().map(|to| (Step { process: 0, choice: 0 }, to)));
    }
    components(nodes, all, numbers).iter().any(|members| {
        let component = nodes[members[0] as usize].component;
        let inside = |to: &u32| nodes[*to as usize].component == component;
        members.iter().any(|m| nodes[*m as usize].lagging.iter().any(inside))
            && members.iter().any(|m| nodes[*m as usize].writing.iter().any(inside))
    })
}

/// Builds the graph of all states, in breadth-first order.
fn graph<Y: System>(system: &Y, most: u64, progress: &Progress) -> Result<Vec<Node>, Incomplete> {
    let mut prints = Prints::default();
    let nothing = Step { process: 0, choice: 0 };
    let node = |from| Node {
        edges: Vec::new(),
        spurious: Vec::new(),
        lagging: Vec::new(),
        writing: Vec::new(),
        enabled: 0,
        from,
        ends: false,
        component: UNKNOWN,
        index: UNKNOWN,
        low: 0,
    };
    let (mut nodes, mut queue) = (vec![node((0, nothing))], VecDeque::new());
    let (mut encoding, mut steps) = (Vec::new(), Vec::new());
    let first = system.initial(&mut NoSink);
    system.encode(&first, &mut encoding);
    prints.find_or_insert(fingerprint(&encoding), 0);
    queue.push_back((0u32, first));
    while let Some((at, state)) = queue.pop_front() {
        if let Some(reason) = progress.stop_reason() {
            return Err(reason);
        }
        if system.is_stale() {
            return Err(Incomplete::Interrupted);
        }
        steps.clear();
        // Once only daemons are left the execution has ended, so their steps do not count.
        if !system.may_end(&state) {
            system.steps(&state, &mut steps);
        }
        let cut = system.cut(&state);
        nodes[at as usize].ends = cut != 0 || (steps.is_empty() && system.end(&state) != End::Diverged);
        nodes[at as usize].enabled = steps.iter().fold(cut, |set, step| set | 1 << step.process);
        for &step in &steps {
            let mut next = state.clone();
            system.take(&mut next, step, &mut NoSink);
            encoding.clear();
            system.encode(&next, &mut encoding);
            let to = match prints.find_or_insert(fingerprint(&encoding), nodes.len() as u64) {
                Some(known) => *known as u32,
                None => {
                    nodes.push(node((at, step)));
                    queue.push_back((nodes.len() as u32 - 1, next));
                    progress.add(1, 1);
                    nodes.len() as u32 - 1
                }
            };
            let (lag, node) = (system.lag(&state, step), &mut nodes[at as usize]);
            if lag.writes {
                node.writing.push(to);
            }
            match system.is_spurious(&state, step) {
                true => node.spurious.push(to),
                false if lag.behind => node.lagging.push(to),
                false => node.edges.push((step, to)),
            }
        }
        if nodes.len() as u64 > most {
            return Err(Incomplete::States(most));
        }
    }
    Ok(nodes)
}

/// Strongly connected components of a part of the graph (Tarjan), without recursion. `numbers` counts the
/// sets made so far.
fn components(nodes: &mut [Node], part: &[u32], numbers: &mut u32) -> Vec<Vec<u32>> {
    let undivided = *numbers;
    *numbers += 1;
    for &member in part {
        let node = &mut nodes[member as usize];
        (node.component, node.index) = (undivided, UNKNOWN);
    }
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0u32);
    for &root in part {
        if nodes[root as usize].index != UNKNOWN {
            continue;
        }
        let mut calls = vec![(root, 0usize)];
        while let Some((at, edge)) = calls.pop() {
            let node = &mut nodes[at as usize];
            if edge == 0 {
                (node.index, node.low) = (next, next);
                next += 1;
                stack.push(at);
            }
            if let Some(&(_, to)) = node.edges.get(edge) {
                calls.push((at, edge + 1));
                // A node that was assigned to a component is no longer on the stack.
                if nodes[to as usize].component == undivided {
                    if nodes[to as usize].index == UNKNOWN {
                        calls.push((to, 0));
                    } else {
                        nodes[at as usize].low = nodes[at as usize].low.min(nodes[to as usize].index);
                    }
                }
                continue;
            }
            let low = node.low;
            if low == node.index {
                let mut members = Vec::new();
                while let Some(member) = stack.pop() {
                    nodes[member as usize].component = *numbers;
                    members.push(member);
                    if member == at {
                        break;
                    }
                }
                *numbers += 1;
                found.push(members);
            }
            if let Some(&(caller, _)) = calls.last() {
                nodes[caller as usize].low = nodes[caller as usize].low.min(low);
            }
        }
    }
    found
}

/// The states from which an execution can end.
fn can_end(nodes: &[Node]) -> Vec<bool> {
    let mut into: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        let next = node.edges.iter().map(|(_, to)| to).chain(&node.spurious).chain(&node.lagging);
        next.for_each(|to| into[*to as usize].push(i as u32));
    }
    let mut can: Vec<bool> = nodes.iter().map(|node| node.ends).collect();
    let mut stack: Vec<u32> = (0..nodes.len() as u32).filter(|i| can[*i as usize]).collect();
    while let Some(at) = stack.pop() {
        for &from in &into[at as usize] {
            if !std::mem::replace(&mut can[from as usize], true) {
                stack.push(from);
            }
        }
    }
    can
}

fn path(nodes: &[Node], mut at: u32) -> Vec<Step> {
    let mut steps = Vec::new();
    while at != 0 {
        let (from, step) = nodes[at as usize].from;
        steps.push(step);
        at = from;
    }
    steps.reverse();
    steps
}

/// Returns steps from a state back to itself within its component.
fn around(nodes: &[Node], first: u32) -> Vec<Step> {
    let component = nodes[first as usize].component;
    let mut from: std::collections::BTreeMap<u32, (u32, Step)> = std::collections::BTreeMap::new();
    let mut queue = VecDeque::from([first]);
    while let Some(at) = queue.pop_front() {
        for &(step, to) in
            nodes[at as usize].edges.iter().filter(|(_, to)| nodes[*to as usize].component == component)
        {
            if to == first {
                let (mut steps, mut back) = (vec![step], at);
                while back != first {
                    let (before, step) = from[&back];
                    steps.push(step);
                    back = before;
                }
                steps.reverse();
                return steps;
            }
            if let std::collections::btree_map::Entry::Vacant(place) = from.entry(to) {
                place.insert((at, step));
                queue.push_back(to);
            }
        }
    }
    Vec::new()
}
