//! Finds the simplest path to a target: fewest reads that see old values, then fewest context switches, then
//! fewest steps. If that takes too long, the shortest one.
//!
//! A search knows a path to each finding ([`crate::Report::paths`]), but its length is a matter of luck. Here
//! the result depends only on the system, not on the order or the workers of the search. Where a path is
//! known,
//! `simplify.rs` begins with it and needs less.

use crate::progress::Progress;
use crate::system::{End, Finding, NoSink, Sink, Step, System};
use crate::visited::{Visit, Visited};
use event::{Cut, Loc, Outcome, Value};
use operational::Overflow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// What to look for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A finished execution with this outcome.
    Outcome(Outcome),
    /// This finding.
    Finding(Finding),
}

pub(crate) struct Watch<'a> {
    target: &'a Target,
    pub found: bool,
    /// The latest write to each location on the path that is being extended.
    latest: BTreeMap<Loc, Value>,
    /// Reads that did not see the latest write since it was reset to 0: these surprise readers of a trace.
    pub surprises: u32,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(target: &'a Target) -> Self {
        Watch { target, found: false, latest: BTreeMap::new(), surprises: 0 }
    }
}

impl Sink for Watch<'_> {
    fn finding(&mut self, finding: Finding) {
        self.found |= matches!(self.target, Target::Finding(wanted) if *wanted == finding);
    }
    fn read(&mut self, loc: Loc, value: Value) {
        self.surprises += u32::from(self.latest.get(&loc).is_some_and(|latest| *latest != value));
    }
    fn wrote(&mut self, loc: Loc, value: Value) {
        self.latest.insert(loc, value);
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
}

/// Returns the steps of a simplest execution to the target; `None` if there is none, or the search was
/// stopped.
///
/// ```
/// use explore::{Config, Product, Progress, Reduction, Target, TraceStep, encode_steps, replay, search, witness};
/// use operational::SequentialConsistency;
///
/// let text = "Java t { x = 0; } Thread0 { x = 1; } Thread1 { int r = x; assert r == 0; }";
/// let program = litmus::load("t", text).expect("a correct test");
/// let system = Product::new(&program, SequentialConsistency, Reduction::Ample);
/// let report = search(&system, &Config::default(), &Progress::default());
///
/// let finding = report.findings.first().expect("the assertion fails").clone();
/// let steps = witness(&system, &Target::Finding(finding), &Progress::default()).expect("it is reachable");
/// assert_eq!(encode_steps(&steps, 2), "0.1"); // first thread 0, then thread 1
/// let (trace, _) = replay(&system, &steps).expect("a path of the system");
/// assert!(trace.steps.iter().any(|step| matches!(step, TraceStep::Finding(_))));
/// ```
pub fn witness<Y: System>(system: &Y, target: &Target, progress: &Progress) -> Option<Vec<Step>> {
    match cheapest(system, target, Limits { links: MOST, cost: NO_BOUND }, progress) {
        Ok(found) => found,
        Err(TooMany) => shortest(system, target, progress),
    }
}

/// The most states met in search of the simplest execution before falling back to a shortest one. A state
/// counts once for each process that may have moved last.
const MOST: usize = 300_000;

/// Limits of a search for the simplest execution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The most states met.
    pub links: usize,
    /// The highest cost that is of interest.
    pub cost: Cost,
}

/// Any cost is of interest.
pub(crate) const NO_BOUND: Cost = (u32::MAX, u32::MAX, u32::MAX);

/// There are more states than the limit.
pub(crate) struct TooMany;

/// What makes an execution hard to read, worst first: surprising reads, context switches, steps.
pub(crate) type Cost = (u32, u32, u32);

/// A state to be expanded, and how it was reached; ordered by cost, then by discovery.
struct Open<S> {
    key: Reverse<(Cost, usize)>,
    state: S,
    process: u16,
    latest: BTreeMap<Loc, Value>,
}

impl<S> PartialEq for Open<S> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}
impl<S> Eq for Open<S> {}
impl<S> PartialOrd for Open<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl<S> Ord for Open<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// Dijkstra's algorithm. The cost of a path depends on the process that moved last, so a state counts once
/// for each. It also depends on the latest writes, in which few states with the same future differ; for
/// these, the first path found is used.
pub(crate) fn cheapest<Y: System>(
    system: &Y,
    target: &Target,
    limits: Limits,
    progress: &Progress,
) -> Result<Option<Vec<Step>>, TooMany> {
    let visited = Visited::new(false, 1);
    let mut watch = Watch::new(target);
    let (mut encoding, mut steps) = (Vec::new(), Vec::new());
    let first = system.initial(&mut watch);
    if watch.found {
        return Ok(Some(Vec::new()));
    }
    // A step that shows the target is not searched beyond; it is returned once nothing cheaper is left.
    let mut shown: Option<(Cost, usize)> = None;
    let mut links = vec![(0, Step { process: 0, choice: 0 })];
    let mut open = BinaryHeap::from([Open {
        key: Reverse(((0, 0, 0), 0)),
        state: first,
        process: u16::MAX,
        latest: std::mem::take(&mut watch.latest),
    }]);
    while let Some(Open { key: Reverse((cost, at)), state, process, latest }) = open.pop() {
        if let Some((_, at)) = shown.filter(|(found, _)| *found <= cost) {
            return Ok(Some(path(&links, at)));
        }
        if progress.is_stopped() {
            return Ok(None);
        }
        encoding.clear();
        system.encode(&state, &mut encoding);
        encoding.extend_from_slice(&process.to_le_bytes());
        if visited.visit(&encoding, 0) != Visit::New {
            continue;
        }
        steps.clear();
        system.steps(&state, &mut steps);
        if (steps.is_empty() || system.may_end(&state)) && is_target_end(system, &state, target) {
            return Ok(Some(path(&links, at)));
        }
        for &step in &steps {
            let (surprises, switches, length) = cost;
            let switch = u32::from(process != u16::MAX && process != step.process);
            let mut next = state.clone();
            (watch.surprises, watch.latest) = (0, latest.clone());
            system.take(&mut next, step, &mut watch);
            let cost = (surprises + watch.surprises, switches + switch, length + 1);
            if cost > limits.cost {
                watch.found = false;
                continue;
            }
            links.push((at, step));
            let here = links.len() - 1;
            if std::mem::take(&mut watch.found) {
                if shown.is_none_or(|(best, _)| cost < best) {
                    shown = Some((cost, here));
                }
            } else {
                let latest = std::mem::take(&mut watch.latest);
                open.push(Open { key: Reverse((cost, here)), state: next, process: step.process, latest });
            }
        }
        if links.len() > limits.links {
            // The target found may not be the simplest, but it is valid.
            return shown.map(|(_, at)| Some(path(&links, at))).ok_or(TooMany);
        }
    }
    Ok(shown.map(|(_, at)| path(&links, at)))
}

fn shortest<Y: System>(system: &Y, target: &Target, progress: &Progress) -> Option<Vec<Step>> {
    let visited = Visited::new(false, 1);
    let mut watch = Watch::new(target);
    let mut encoding = Vec::new();
    let first = system.initial(&mut watch);
    system.encode(&first, &mut encoding);
    visited.visit(&encoding, 0);
    // `links[i]` is how state `i` was reached; states are dropped once expanded.
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
        if (steps.is_empty() || system.may_end(&state)) && is_target_end(system, &state, target) {
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

/// Finds a shortest execution for each outcome by one breadth-first search that ends after all wanted
/// outcomes or `most_states` states.
pub fn witnesses<Y: System>(
    system: &Y,
    wanted: &BTreeSet<Outcome>,
    most_states: Option<u64>,
    progress: &Progress,
) -> BTreeMap<Outcome, Vec<Step>> {
    let mut wanted = wanted.clone();
    let visited = Visited::new(false, 1);
    let (mut encoding, mut steps, mut ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut found = BTreeMap::new();
    let first = system.initial(&mut NoSink);
    let mut links = vec![(0, Step { process: 0, choice: 0 })];
    let mut queue = VecDeque::from([(0, first)]);
    while let Some((at, state)) = queue.pop_front() {
        let is_full = most_states.is_some_and(|most| links.len() as u64 > most);
        if progress.is_stopped() || wanted.is_empty() || is_full {
            break;
        }
        steps.clear();
        system.steps(&state, &mut steps);
        if (steps.is_empty() || system.may_end(&state)) && system.end(&state).has_outcomes() {
            ends.clear();
            system.outcomes(&state, &mut ends);
            for outcome in ends.drain(..) {
                wanted.remove(&outcome);
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

/// The steps to a state; `links[i]` is how state `i` was reached, state 0 is the initial one.
fn path(links: &[(usize, Step)], mut at: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while at != 0 {
        steps.push(links[at].1);
        at = links[at].0;
    }
    steps.reverse();
    steps
}

pub(crate) fn is_target_end<Y: System>(system: &Y, state: &Y::State, target: &Target) -> bool {
    match (system.end(state), target) {
        (End::Finished | End::Idle(_), Target::Outcome(wanted)) => {
            let mut outcomes = Vec::new();
            system.outcomes(state, &mut outcomes);
            outcomes.contains(wanted)
        }
        (end, Target::Finding(wanted)) => end.finding().as_ref() == Some(wanted),
        _ => false,
    }
}
