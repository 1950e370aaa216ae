//! The one search loop: take a state from the frontier, take its steps, keep the new states.
//!
//! **Sleep sets** (Godefroid): a process whose next step was already taken from this state need not be taken
//! again after a step it commutes with. They leave out steps, never states, so the set of states found is the
//! same with and without. **Workers** share the visited set and hand each other halves of their frontiers.
//! Their results are merged into sets, so the report does not depend on which worker was first; only the path
//! to a finding does ([`Report::paths`]), and what is found after a decisive finding ([`After::Enough`]).
//! **Levels**: each state is stored with the length of the path on which it was first found, which shows
//! whether the graph may have cycles ([`Report::may_repeat`]). **Stubborn sets** (`stubborn.rs`) leave out
//! states as well: from most states only some processes move. They cost several searches of what is left, so
//! they are used where there are many states ([`Stubborn`]), in turns with the search that merges more
//! states.

use crate::footprint::Footprint;
use crate::frontier::{Frontier, Order, Rank};
use crate::futures::Futures;
use crate::product::FOLD_LIMIT;
use crate::progress::Progress;
use crate::stubborn::{Learner, stubborn_set};
use crate::system::{End, Finding, Sink, Step, System};
use crate::trail::Trail;
use crate::turns;
use crate::visited::{LEVEL, Visit, Visited};
use event::{Cut, Outcome, permuted};
use operational::Overflow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex};

/// Limits of a search. Hitting one makes the result incomplete.
#[derive(Debug, Clone, Copy, Default)]
pub struct SearchLimits {
    /// The longest path.
    pub depth: Option<u32>,
    /// The most states.
    pub states: Option<u64>,
    /// The most states after a decisive finding ([`After::Enough`]).
    pub states_after: Option<u64>,
}

/// Called as soon as a finding is made, with the steps that lead to it. Returns how to continue.
pub type OnFinding<'a> = dyn Fn(&Finding, &[Step]) -> After + Sync + 'a;

/// How to continue after a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum After {
    /// As before.
    GoOn,
    /// Further findings change no answer: search only a little longer ([`SearchLimits::states_after`]).
    Enough,
}

/// When to use stubborn sets, instead of sleep sets and symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stubborn {
    /// Never.
    Never,
    /// Where there are many states: in turns with the other search, each with more states than before, until
    /// one of them is done.
    WhenLarge,
    /// Always.
    Always,
}

/// How to search.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// The order of the search.
    pub order: Order,
    /// Leave out steps that commute (requires [`System::has_footprints`]).
    pub sleep_sets: bool,
    /// Identify states that differ only by a permutation of indistinguishable processes.
    pub symmetry: bool,
    /// When to use stubborn sets (requires [`System::has_outlooks`]).
    pub stubborn: Stubborn,
    /// Keep whole states instead of fingerprints.
    pub exact: bool,
    /// Recognise visited states. Without it the search enumerates paths.
    pub stateful: bool,
    /// The number of worker threads.
    pub workers: usize,
    /// When to give up.
    pub limits: SearchLimits,
    /// Stop at the first finding.
    pub stop_at_first: bool,
    /// Whether a decisive finding is already known, as after [`After::Enough`].
    pub is_decided: bool,
    /// Keep a path to each outcome.
    pub outcome_paths: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            order: Order::Dfs,
            sleep_sets: true,
            symmetry: true,
            stubborn: Stubborn::Never,
            exact: false,
            stateful: true,
            workers: 1,
            limits: SearchLimits::default(),
            stop_at_first: false,
            is_decided: false,
            outcome_paths: false,
        }
    }
}

/// Why a result may miss behaviours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Incomplete {
    /// The program was cut.
    Cut(Cut),
    /// The memory model's capacity was exceeded.
    Overflow(Overflow),
    /// Paths longer than this were not followed.
    Depth(u32),
    /// There are more than this many states.
    States(u64),
    /// One thread may read more than this many values from one location in races.
    Values(usize),
    /// The engine does not support this construct.
    Unsupported(&'static str),
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The user stopped the search.
    Interrupted,
    /// The search only samples.
    Sampled,
    /// The user asked for the first finding only.
    FirstFinding,
}

impl Incomplete {
    /// Whether the search ended early; otherwise it went on elsewhere.
    fn ends_search(self) -> bool {
        match self {
            Incomplete::States(_)
            | Incomplete::Time
            | Incomplete::Memory
            | Incomplete::Interrupted
            | Incomplete::Sampled
            | Incomplete::FirstFinding => true,
            Incomplete::Cut(cut) => cut == Cut::Stopped,
            Incomplete::Overflow(_)
            | Incomplete::Depth(_)
            | Incomplete::Values(_)
            | Incomplete::Unsupported(_) => false,
        }
    }
}

/// The counters of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// Distinct states; without a visited set, the nodes of all paths.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Finished executions (distinct finished states if stateful; one in which daemons could continue may
    /// count again).
    pub finished: u64,
    /// The longest path.
    pub max_depth: u32,
}

/// The result of a search.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Outcomes of finished executions.
    pub outcomes: BTreeSet<Outcome>,
    /// Failures, deadlocks, races.
    pub findings: BTreeSet<Finding>,
    /// The first path found to each finding.
    pub paths: BTreeMap<Finding, Vec<Step>>,
    /// The first path found to each outcome, if asked for ([`Config::outcome_paths`]).
    pub outcome_paths: BTreeMap<Outcome, Vec<Step>>,
    /// Whether some execution ends with threads that diverge.
    pub diverges: bool,
    /// Whether some state may be reachable from itself. If every step leads to the next level, none is: steps
    /// that sleep sets leave out lead to the next level as well, since they commute with those taken.
    pub may_repeat: bool,
    /// The steps between states, by number, where stubborn sets are used.
    edges: Vec<(u32, u32)>,
    /// Why behaviours may be missing; empty for a complete search.
    pub incomplete: BTreeSet<Incomplete>,
    /// Counters.
    pub stats: Stats,
}

impl Report {
    pub(crate) fn has_ended_early(&self) -> bool {
        self.incomplete.iter().any(|reason| reason.ends_search())
    }

    /// Adds what other searches have found, which is real as well. They have nothing to say about
    /// completeness.
    pub(crate) fn add_found(&mut self, other: Report) {
        let Report { outcomes, findings, paths, outcome_paths, .. } = other;
        self.merge(Report { outcomes, findings, paths, outcome_paths, ..Report::default() });
    }

    /// Merges two reports. Of two paths to one finding it keeps the first; nothing else depends on the order.
    pub(crate) fn merge(&mut self, other: Report) {
        self.outcomes.extend(other.outcomes);
        self.findings.extend(other.findings);
        for (finding, path) in other.paths {
            self.paths.entry(finding).or_insert(path);
        }
        for (outcome, path) in other.outcome_paths {
            self.outcome_paths.entry(outcome).or_insert(path);
        }
        self.edges.extend(other.edges);
        self.incomplete.extend(other.incomplete);
        self.diverges |= other.diverges;
        self.may_repeat |= other.may_repeat;
        self.stats.states += other.stats.states;
        self.stats.transitions += other.stats.transitions;
        self.stats.finished += other.stats.finished;
        self.stats.max_depth = self.stats.max_depth.max(other.stats.max_depth);
    }
}

impl Sink for Report {
    fn finding(&mut self, finding: Finding) {
        self.findings.insert(finding);
    }

    fn cut(&mut self, cut: Cut) {
        self.incomplete.insert(Incomplete::Cut(cut));
    }

    fn overflow(&mut self, overflow: Overflow) {
        self.incomplete.insert(Incomplete::Overflow(overflow));
    }
}

/// A state to be expanded.
#[derive(Clone)]
struct Node<S> {
    state: S,
    path: Path,
    trail: Trail,
    /// The sleep set: processes that need not move here, with the footprint of their next step.
    asleep: Vec<(u16, Footprint)>,
    /// Only these processes move here: they were asleep on every earlier visit of the state.
    only: u64,
    /// The number of the state, where states are numbered.
    number: u32,
}

/// How a state was reached.
#[derive(Clone, Copy)]
struct Path {
    depth: u32,
    switches: u32,
    /// The process that moved last.
    process: u16,
}

impl Path {
    const EMPTY: Path = Path { depth: 0, switches: 0, process: u16::MAX };

    fn then(self, process: u16) -> Path {
        let switched = self.process != u16::MAX && self.process != process;
        Path { depth: self.depth + 1, switches: self.switches + u32::from(switched), process }
    }
}

impl<S> Rank for Node<S> {
    fn switches(&self) -> u32 {
        self.path.switches
    }
    fn depth(&self) -> u32 {
        self.path.depth
    }
    fn process(&self) -> u16 {
        self.path.process
    }
}

fn mask(asleep: &[(u16, Footprint)]) -> u64 {
    asleep.iter().fold(0, |set, (p, _)| set | 1 << p)
}

/// The processes at these places.
fn by_place(set: u64, places: &[u16]) -> u64 {
    let here = |(_, place): &(usize, &u16)| set >> **place & 1 == 1;
    places.iter().enumerate().filter(here).fold(0, |found, (p, _)| found | 1 << p)
}

/// What the workers share.
struct Shared<'a, Y: System> {
    system: &'a Y,
    config: &'a Config,
    visited: Visited,
    progress: &'a Progress,
    market: Mutex<Market<Node<Y::State>>>,
    offers: Condvar,
    /// Set when a worker has found what the user wanted; the others then stop as well.
    enough: AtomicBool,
    /// The number of states at which to stop, once there was a decisive finding.
    last_state: AtomicU64,
    /// The number of expanded states in which only daemons were left.
    after_end: AtomicU64,
    found: &'a OnFinding<'a>,
    /// What processes may still do, if stubborn sets are used.
    futures: Option<&'a Mutex<Futures>>,
    /// When to stop.
    most_states: AtomicU64,
    /// The number for the next state, where states are numbered. Numbers are not reused, nor are they dense.
    next_number: AtomicU32,
}

impl<Y: System> Shared<'_, Y> {
    /// Appends the form by which states are recognised. Returns the places of processes, if any has moved.
    fn encode(&self, state: &Y::State, out: &mut Vec<u8>) -> Option<Box<[u16]>> {
        if self.futures.is_some() {
            self.system.encode_keeping_names(state, out);
        } else if self.config.symmetry {
            return self.system.encode_alike(state, out);
        } else {
            self.system.encode(state, out);
        }
        None
    }

    /// The processes that move from a state.
    fn stubborn_set(&self, state: &Y::State) -> u64 {
        match self.futures {
            // The program may end at any time.
            Some(_) if self.system.may_end(state) => u64::MAX,
            Some(futures) => {
                let mut futures = futures.lock().expect("no panic while futures are learnt");
                stubborn_set(self.system, state, &mut futures)
            }
            None => u64::MAX,
        }
    }

    /// Stores the path to new findings, and reports them.
    fn tell_findings(&self, report: &mut Report, trail: &dyn Fn() -> Trail) {
        if report.paths.len() == report.findings.len() {
            return;
        }
        let path = trail().steps();
        let new: Vec<Finding> =
            report.findings.iter().filter(|finding| !report.paths.contains_key(*finding)).cloned().collect();
        for finding in new {
            // A finding that rests on a refuted fact is not reported. If it is real, the repeated search
            // finds it again.
            if !self.system.is_stale() && (self.found)(&finding, &path) == After::Enough {
                let more = self.config.limits.states_after.unwrap_or(u64::MAX);
                let last = self.progress.snapshot().states.saturating_add(more);
                self.last_state.fetch_min(last, Ordering::Relaxed);
            }
            report.paths.insert(finding, path.clone());
        }
    }
}

/// States handed from one worker to another.
struct Market<N> {
    batches: Vec<Vec<N>>,
    idle: usize,
}

/// Searches `system` as `config` says.
pub fn search<Y: System>(system: &Y, config: &Config, progress: &Progress) -> Report {
    search_telling(system, config, progress, &|_, _| After::GoOn)
}

/// Like [`search`], and calls `found` as soon as a finding is made.
pub fn search_telling<Y: System>(
    system: &Y,
    config: &Config,
    progress: &Progress,
    found: &OnFinding<'_>,
) -> Report {
    let can_be = config.stateful
        && config.order.is_exhaustive()
        && system.has_outlooks()
        && system.processes() <= u64::BITS as usize;
    let work = Work { system, config, progress, found };
    match config.stubborn {
        Stubborn::Always if can_be => turns::stubborn_only(work),
        Stubborn::WhenLarge if can_be => turns::in_turns(work),
        _ => {
            let mut searching = Searching::new(work, None);
            searching.run(config.limits.states);
            searching.finish()
        }
    }
}

/// What to search, and how.
pub(crate) struct Work<'a, Y> {
    pub system: &'a Y,
    pub config: &'a Config,
    pub progress: &'a Progress,
    pub found: &'a OnFinding<'a>,
}

// Not derived, since the system need not be `Copy`.
impl<Y> Clone for Work<'_, Y> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<Y> Copy for Work<'_, Y> {}

/// A search that may be interrupted and continued.
pub(crate) struct Searching<'a, Y: System> {
    shared: Shared<'a, Y>,
    /// What is left to do, by worker.
    frontiers: Vec<Frontier<Node<Y::State>>>,
    report: Report,
}

impl<'a, Y: System> Searching<'a, Y> {
    /// Begins a search; with `futures`, from each state only the processes of a stubborn set move.
    pub(crate) fn new(work: Work<'a, Y>, futures: Option<&'a Mutex<Futures>>) -> Self {
        let Work { system, config, progress, found } = work;
        let mut report = Report::default();
        let workers = if config.order.is_exhaustive() && config.stateful { config.workers.max(1) } else { 1 };
        let shared = Shared {
            system,
            config,
            visited: Visited::new(config.exact, workers),
            progress,
            market: Mutex::new(Market { batches: Vec::new(), idle: 0 }),
            offers: Condvar::new(),
            enough: AtomicBool::new(false),
            after_end: AtomicU64::new(0),
            last_state: AtomicU64::new(match config.is_decided {
                true => config.limits.states_after.unwrap_or(u64::MAX),
                false => u64::MAX,
            }),
            found,
            futures,
            most_states: AtomicU64::new(u64::MAX),
            next_number: AtomicU32::new(1),
        };
        let state = system.initial(&mut report);
        shared.tell_findings(&mut report, &Trail::default);
        let mut encoding = Vec::new();
        // No process is asleep initially, so places do not matter.
        drop(shared.encode(&state, &mut encoding));
        // Its number and its level are 0 as well.
        shared.visited.visit(&encoding, 0);
        report.stats.states = 1;
        progress.add(1, 0);
        let root = Node {
            state,
            path: Path::EMPTY,
            trail: Trail::default(),
            asleep: Vec::new(),
            only: u64::MAX,
            number: 0,
        };
        let first = Frontier::new(config.order, root, system.processes());
        let siblings: Vec<_> = (1..workers).filter_map(|_| first.sibling()).collect();
        let frontiers = std::iter::once(first).chain(siblings).collect();
        Searching { shared, frontiers, report }
    }

    /// Continues until there are more states than this in all, or the search is done.
    pub(crate) fn run(&mut self, states: Option<u64>) {
        let Searching { shared, frontiers, report } = self;
        let before = shared.most_states.swap(states.unwrap_or(u64::MAX), Ordering::Relaxed);
        report.incomplete.remove(&Incomplete::States(before));
        let workers = frontiers.len();
        let mut ends = Vec::with_capacity(workers);
        if workers == 1 {
            ends.extend(frontiers.pop().map(|frontier| Worker::new(shared, frontier).run(1)));
        } else {
            let shared = &*shared;
            std::thread::scope(|scope| {
                let spawn = |frontier| {
                    scope.spawn(move || {
                        let mut leaves = Leaves { shared, in_order: false };
                        let end = Worker::new(shared, frontier).run(workers);
                        leaves.in_order = true;
                        end
                    })
                };
                let handles: Vec<_> = frontiers.drain(..).map(spawn).collect();
                let joined: Vec<_> = handles.into_iter().map(|handle| handle.join()).collect();
                ends.extend(
                    joined
                        .into_iter()
                        .map(|end| end.unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
                );
            });
        }
        for (frontier, part) in ends {
            frontiers.push(frontier);
            report.merge(part);
        }
        // What was on offer when the workers stopped.
        let mut market = shared.market.lock().expect("no panic under the lock");
        market.idle = 0;
        for mut batch in market.batches.drain(..) {
            frontiers[0].push_all(&mut batch);
        }
    }

    /// Whether the search has stopped only because there are too many states.
    pub(crate) fn is_paused(&self) -> bool {
        let most = self.shared.most_states.load(Ordering::Relaxed);
        let ends = self.report.incomplete.iter().filter(|reason| reason.ends_search());
        ends.eq([&Incomplete::States(most)])
            && !self.shared.system.is_stale()
            && self.shared.progress.stop_reason().is_none()
    }

    /// The number of states found so far.
    pub(crate) fn states(&self) -> u64 {
        self.shared.visited.len()
    }

    /// Ends the search.
    pub(crate) fn finish(self) -> Report {
        let Searching { shared, mut report, .. } = self;
        let config = shared.config;
        if config.order.is_exhaustive() && config.stateful {
            report.stats.states = shared.visited.len();
        }
        if !config.order.is_exhaustive() {
            report.incomplete.insert(Incomplete::Sampled);
        }
        if shared.futures.is_some() {
            report.may_repeat = turns::has_cycle(&std::mem::take(&mut report.edges));
        }
        report.incomplete.extend(shared.progress.stop_reason());
        report
    }
}

/// Wakes the other workers if one panics: they would wait for its work for ever.
struct Leaves<'s, 'a, Y: System> {
    shared: &'s Shared<'a, Y>,
    in_order: bool,
}

impl<Y: System> Drop for Leaves<'_, '_, Y> {
    fn drop(&mut self) {
        if !self.in_order {
            self.shared.enough.store(true, Ordering::Relaxed);
            // If the lock is poisoned, the other workers panic and end, too.
            if let Ok(mut market) = self.shared.market.lock() {
                market.idle = usize::MAX / 2;
            }
            self.shared.offers.notify_all();
        }
    }
}

struct Worker<'a, Y: System> {
    shared: &'a Shared<'a, Y>,
    frontier: Frontier<Node<Y::State>>,
    report: Report,
    sleep_sets: bool,
    /// Whether states are stored with their levels.
    has_levels: bool,
    encoding: Vec<u8>,
    steps: Vec<Step>,
    children: Vec<Node<Y::State>>,
    asleep: Vec<(u16, Footprint)>,
    /// Steps and states not yet added to the progress counters.
    untold: (u64, u64),
    /// Whether a step taken from the current state led to a higher level.
    rises: bool,
    stop: bool,
}

/// In how many states a search follows daemons after all other threads have ended.
pub(crate) const MOST_AFTER_END: u64 = 20_000;

/// Why a search that reached [`MOST_AFTER_END`] is incomplete.
pub(crate) const DAEMONS: &str =
    "following daemons that run on without end after all other threads have ended";

impl<'a, Y: System> Worker<'a, Y> {
    fn new(shared: &'a Shared<'a, Y>, frontier: Frontier<Node<Y::State>>) -> Self {
        let config = shared.config;
        let sleep_sets = config.sleep_sets
            && config.stateful
            && config.order.is_exhaustive()
            && shared.system.has_footprints();
        Worker {
            shared,
            frontier,
            report: Report::default(),
            sleep_sets,
            has_levels: shared.system.processes() <= LEVEL as usize,
            encoding: Vec::new(),
            steps: Vec::new(),
            children: Vec::new(),
            asleep: Vec::new(),
            untold: (0, 0),
            rises: false,
            stop: false,
        }
    }

    /// Searches until there is nothing left to do, or the search stops. Returns what is left.
    fn run(mut self, workers: usize) -> (Frontier<Node<Y::State>>, Report) {
        let mut since = 0u32;
        // Check for a stop first: a search that is repeated after being stopped must not take another step
        // each time.
        self.tell();
        while !self.stops() {
            let Some(node) = self.frontier.pop().or_else(|| self.wait_for_work(workers)) else { break };
            self.expand(node);
            since += 1;
            if since == 256 {
                since = 0;
                self.tell();
            }
            if workers > 1 && since.is_multiple_of(32) {
                self.offer_work();
            }
        }
        self.tell();
        // A worker that stops early must wake those that wait for work.
        if self.stop {
            self.shared.market.lock().expect("no panic under the lock").idle += 1;
            self.shared.offers.notify_all();
        }
        (self.frontier, self.report)
    }

    /// Whether to stop. Checked before every step: with large states, a single step may take long.
    fn stops(&mut self) -> bool {
        self.stop |= self.shared.progress.is_stopped();
        self.stop
    }

    fn tell(&mut self) {
        self.shared.progress.add(self.untold.0, self.untold.1);
        self.shared.progress.set_queued(self.frontier.len() as u64);
        self.untold = (0, 0);
        // Stubborn sets are of no use any more if the system has lost its outlooks.
        let is_lost = self.shared.futures.is_some() && !self.shared.system.has_outlooks();
        if self.shared.progress.is_stopped() || self.shared.system.is_stale() || is_lost {
            self.stop = true;
        }
        let states = self.shared.progress.snapshot().states;
        let most = self.shared.most_states.load(Ordering::Relaxed);
        let is_stateful = self.shared.config.stateful && self.shared.config.order.is_exhaustive();
        let found = if is_stateful { self.shared.visited.len() } else { self.report.stats.states };
        if most < u64::MAX && found > most {
            self.report.incomplete.insert(Incomplete::States(most));
            self.stop = true;
        }
        let is_over = states > self.shared.last_state.load(Ordering::Relaxed);
        if is_over || (self.shared.config.stop_at_first && !self.report.findings.is_empty()) {
            self.report.incomplete.insert(Incomplete::FirstFinding);
            self.shared.enough.store(true, Ordering::Relaxed);
        }
        self.stop |= self.shared.enough.load(Ordering::Relaxed);
    }

    fn wait_for_work(&mut self, workers: usize) -> Option<Node<Y::State>> {
        if workers == 1 {
            return None;
        }
        self.tell();
        let mut market = self.shared.market.lock().expect("no panic under the lock");
        market.idle += 1;
        loop {
            if let Some(mut batch) = market.batches.pop() {
                market.idle -= 1;
                self.frontier.push_all(&mut batch);
                return self.frontier.pop();
            }
            if market.idle >= workers || self.stop {
                self.shared.offers.notify_all();
                return None;
            }
            market = self.shared.offers.wait(market).expect("no panic under the lock");
        }
    }

    fn offer_work(&mut self) {
        if self.frontier.len() < 2 {
            return;
        }
        let mut market = self.shared.market.lock().expect("no panic under the lock");
        if market.idle > market.batches.len() {
            market.batches.push(self.frontier.give_away());
            self.shared.offers.notify_one();
        }
    }

    fn expand(&mut self, node: Node<Y::State>) {
        let mut steps = std::mem::take(&mut self.steps);
        steps.clear();
        let asleep = mask(&node.asleep);
        if self.sleep_sets {
            self.shared.system.steps_among(&node.state, node.only & !asleep, &mut steps);
        } else {
            self.shared.system.steps(&node.state, &mut steps);
        }
        let depth = node.path.depth;
        self.report.stats.max_depth = self.report.stats.max_depth.max(depth);
        // A process in the sleep set could move, so the state is not an end, unless the program may end
        // anyway.
        let may_end = self.shared.system.may_end(&node.state);
        if (steps.is_empty() && asleep == 0) || may_end {
            self.finish(&node.state, &node.trail);
            self.shared.tell_findings(&mut self.report, &|| node.trail.clone());
        }
        // A sampled run ends where the program may end.
        let is_over = may_end && !self.shared.config.order.is_exhaustive();
        if !(steps.is_empty() || is_over || (may_end && self.leaves_daemons())) {
            match self.shared.config.limits.depth {
                Some(most) if depth >= most => drop(self.report.incomplete.insert(Incomplete::Depth(depth))),
                _ => {
                    let set = self.shared.stubborn_set(&node.state);
                    // Stable: steps of one process stay together.
                    steps.sort_by_key(|step| set >> step.process & 1 == 0);
                    let first = steps.partition_point(|step| set >> step.process & 1 == 1);
                    self.take_all(node, &steps, first);
                }
            }
        }
        self.steps = steps;
    }

    /// Whether daemons have been followed long enough after all other threads have ended.
    fn leaves_daemons(&mut self) -> bool {
        let leaves = self.shared.after_end.fetch_add(1, Ordering::Relaxed) >= MOST_AFTER_END;
        if leaves {
            self.report.incomplete.insert(Incomplete::Unsupported(DAEMONS));
        }
        leaves
    }

    fn finish(&mut self, state: &Y::State, trail: &Trail) {
        let end = self.shared.system.end(state);
        match &end {
            End::Finished | End::Idle(_) => {
                let mut outcomes = Vec::new();
                self.shared.system.outcomes(state, &mut outcomes);
                if self.shared.config.outcome_paths {
                    for outcome in outcomes.iter().filter(|outcome| !self.report.outcomes.contains(*outcome))
                    {
                        self.report.outcome_paths.insert(outcome.clone(), trail.steps());
                    }
                }
                self.report.outcomes.extend(outcomes);
                self.report.stats.finished += 1;
            }
            End::Diverged => self.report.diverges = true,
            End::Deadlocked(_) | End::Stopped => {}
        }
        self.report.findings.extend(end.finding());
    }

    /// Takes the steps, all of processes that are awake, process by process: the first ones, which are those
    /// of a stubborn set, and the others unless one of the first leads to a higher level.
    fn take_all(&mut self, node: Node<Y::State>, steps: &[Step], first: usize) {
        self.rises = false;
        let mut taken = 0;
        let mut asleep = std::mem::take(&mut self.asleep);
        asleep.clone_from(&node.asleep);
        let mut children = std::mem::take(&mut self.children);
        // The last step can take the state without cloning it.
        let mut states = std::iter::repeat_n(node.state, steps.len());
        for choices in steps.chunk_by(|a, b| a.process == b.process) {
            // Decided once, when the whole set has been taken. A state is expanded by its set or in full:
            // what lies between is no closed set, and a process that spins would keep most others from
            // moving.
            if taken == first && self.rises {
                break;
            }
            taken += choices.len();
            let mut touched = Footprint::default();
            for (&step, state) in choices.iter().zip(&mut states) {
                if self.stops() {
                    break;
                }
                touched.join(self.take(
                    state,
                    step,
                    (node.path, &node.trail, node.number),
                    &asleep,
                    &mut children,
                ));
            }
            if self.sleep_sets {
                asleep.push((choices[0].process, touched));
            }
        }
        self.frontier.push_all(&mut children);
        self.children = children;
        self.asleep = asleep;
    }

    fn take(
        &mut self,
        mut state: Y::State,
        step: Step,
        (path, trail, from): (Path, &Trail, u32),
        asleep: &[(u16, Footprint)],
        children: &mut Vec<Node<Y::State>>,
    ) -> Footprint {
        let depth = path.depth;
        let (mut path, mut trail) = (path.then(step.process), trail.then(step));
        let touched = self.perform(&mut state, step, &trail);
        if self.shared.futures.is_some() {
            self.go_on(&mut state, &mut path, &mut trail);
        }
        let still_asleep = asleep.iter().filter(|(_, other)| touched.is_independent(*other));
        let sleeping = still_asleep.clone().fold(0u64, |set, (p, _)| set | 1 << p);
        let mut only = u64::MAX;
        let mut number = 0;
        if self.shared.config.stateful && self.shared.config.order.is_exhaustive() {
            self.encoding.clear();
            let places = self.shared.encode(&state, &mut self.encoding);
            // Store the sleep set by place: a permuted process that reaches the same state then finds its own
            // entry.
            let slept = match &places {
                Some(places) => permuted(sleeping, |p| places[usize::from(p)]),
                None => sleeping,
            };
            let visit = if self.shared.futures.is_some() {
                let level = path.depth.min(u32::from(u16::MAX)) as u16;
                number = self.shared.next_number.fetch_add(1, Ordering::Relaxed);
                let known = self.shared.visited.visit_numbered(&self.encoding, number, level);
                let (to, first) = known.unwrap_or((number, level));
                self.report.edges.push((from, to));
                self.rises |= u32::from(first) > depth;
                if known.is_some() { Visit::Known } else { Visit::New }
            } else if self.has_levels {
                let level = path.depth.min(u32::from(u16::MAX)) as u16;
                let (visit, first) = self.shared.visited.visit_at(&self.encoding, slept, level);
                self.report.may_repeat |= first != level || level == u16::MAX;
                visit
            } else {
                self.report.may_repeat = true;
                self.shared.visited.visit(&self.encoding, slept)
            };
            match visit {
                Visit::New => self.untold.0 += 1,
                Visit::Again(awake) => {
                    only = match places {
                        Some(places) => by_place(awake, &places),
                        None => awake,
                    }
                }
                Visit::Known => return touched,
            }
        } else {
            self.report.may_repeat = true;
            self.report.stats.states += 1;
            self.untold.0 += 1;
        }
        let mut asleep = Vec::with_capacity(sleeping.count_ones() as usize);
        asleep.extend(still_asleep);
        children.push(Node { state, path, trail, asleep, only, number });
        touched
    }

    /// Takes a step; `trail` ends with it.
    fn perform(&mut self, state: &mut Y::State, step: Step, trail: &Trail) -> Footprint {
        let system = self.shared.system;
        let touched = match self.shared.futures {
            Some(futures) => {
                let mut learner = Learner::new(&mut self.report);
                let touched = system.take(state, step, &mut learner);
                learner.teach(&mut futures.lock().expect("no panic while futures are learnt"));
                touched
            }
            None => system.take(state, step, &mut self.report),
        };
        self.shared.tell_findings(&mut self.report, &|| trail.clone());
        self.report.stats.transitions += 1;
        self.untold.1 += 1;
        touched
    }

    /// Where a stubborn set has a single step, takes it at once: states on the way need not be stored. What
    /// is cut after [`FOLD_LIMIT`] steps is stored, so that a cycle is noticed.
    fn go_on(&mut self, state: &mut Y::State, path: &mut Path, trail: &mut Trail) {
        let system = self.shared.system;
        let most = self.shared.config.limits.depth.unwrap_or(u32::MAX);
        let mut steps = Vec::new();
        for _ in 0..FOLD_LIMIT {
            if path.depth >= most || system.may_end(state) || self.stops() {
                return;
            }
            steps.clear();
            system.steps_among(state, self.shared.stubborn_set(state), &mut steps);
            let [step] = steps[..] else { return };
            (*path, *trail) = (path.then(step.process), trail.then(step));
            self.perform(state, step, trail);
        }
    }
}
