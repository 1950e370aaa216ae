//! The shortest path to something: a breadth-first search that remembers how it got everywhere.
//!
//! Searches that find things keep no paths; whoever wants one asks here. The result depends on the system only, not
//! on the search that found the thing, its order or its workers.

use crate::progress::Progress;
use crate::system::{End, Finding, NoSink, Sink, Step, System};
use crate::visited::{Visit, Visited};
use event::{Cut, Outcome};
use std::collections::{BTreeMap, VecDeque};
use store::Overflow;

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A finished execution with this outcome.
    Outcome(Outcome),
    /// This finding.
    Finding(Finding),
}

struct Watch<'a> {
    target: &'a Target,
    found: bool,
}

impl Sink for Watch<'_> {
    fn finding(&mut self, finding: Finding) {
        self.found |= matches!(self.target, Target::Finding(wanted) if *wanted == finding);
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
}

/// The steps of a shortest execution to the target; `None` when there is none, or the search was stopped.
pub fn witness<Y: System>(system: &Y, target: &Target, progress: &Progress) -> Option<Vec<Step>> {
    let visited = Visited::new(false, 1);
    let mut watch = Watch { target, found: false };
    let mut encoding = Vec::new();
    let first = system.initial(&mut watch);
    system.encode(&first, &mut encoding);
    visited.visit(&encoding, 0);
    // links[i] = how state i was reached; states are dropped once expanded.
    let mut links = vec![(0, Step { process: 0, choice: 0 })];
    let mut queue = VecDeque::from([(0, first)]);
    if watch.found {
        return Some(Vec::new());
    }
    let mut steps = Vec::new();
    while let Some((at, state)) = queue.pop_front() {
        if progress.is_stopped() {
            return None;
        }
        steps.clear();
        system.steps(&state, &mut steps);
        if steps.is_empty() && is_target_end(system, &state, target) {
            return Some(path(&links, at));
        }
        for &step in &steps {
            let mut next = state.clone();
            system.take(&mut next, step, &mut watch);
            encoding.clear();
            system.encode(&next, &mut encoding);
            if watch.found {
                links.push((at, step));
                return Some(path(&links, links.len() - 1));
            }
            if visited.visit(&encoding, 0) == Visit::New {
                links.push((at, step));
                queue.push_back((links.len() - 1, next));
            }
        }
    }
    None
}

/// A shortest execution for each outcome, by one breadth-first search.
pub fn witnesses<Y: System>(system: &Y, progress: &Progress) -> BTreeMap<Outcome, Vec<Step>> {
    let visited = Visited::new(false, 1);
    let (mut encoding, mut steps, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = BTreeMap::new();
    let first = system.initial(&mut NoSink);
    let mut links = vec![(0, Step { process: 0, choice: 0 })];
    let mut queue = VecDeque::from([(0, first)]);
    while let Some((at, state)) = queue.pop_front() {
        if progress.is_stopped() {
            break;
        }
        steps.clear();
        system.steps(&state, &mut steps);
        if steps.is_empty() && system.end(&state) == End::Finished {
            ends.clear();
            system.outcomes(&state, &mut ends);
            for outcome in ends.drain(..) {
                found.entry(outcome).or_insert_with(|| path(&links, at));
            }
        }
        for &step in &steps {
            let mut next = state.clone();
            system.take(&mut next, step, &mut NoSink);
            encoding.clear();
            system.encode(&next, &mut encoding);
            if visited.visit(&encoding, 0) == Visit::New {
                links.push((at, step));
                queue.push_back((links.len() - 1, next));
            }
        }
    }
    found
}

/// The steps that led to a state; `links[i]` says how state `i` was reached, state 0 is the first.
fn path(links: &[(usize, Step)], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while at != 0 {
        steps.push(links[at].1);
        at = links[at].0;
    }
    steps.reverse();
    steps
}

fn is_target_end<Y: System>(system: &Y, state: &Y::State, target: &Target) -> bool {
    match (system.end(state), target) {
        (End::Finished, Target::Outcome(wanted)) => {
            let mut outcomes = Vec::new();
            system.outcomes(state, &mut outcomes);
            outcomes.contains(wanted)
        }
        (End::Deadlocked(waiting), Target::Finding(wanted)) => *wanted == Finding::Deadlock { waiting },
        _ => false,
    }
}
