//! A first look: a few executions, one after the other, before all of them are searched.
//!
//! Most bugs need few context switches (Burckhardt et al., ASPLOS 2010), so most runs have one to three at
//! random places; the others switch often. A run keeps one state and the steps taken, so executions of a
//! million steps take seconds. **Promises**: every finding happens in some execution. **Does not** promise to
//! find anything; the same seed finds the same.

use crate::draws::Draws;
use crate::hang::Hang;
use crate::progress::Progress;
use crate::search::{After, OnFinding};
use crate::system::{Finding, Sink, Step, System};
use crate::visited::fingerprint;
use event::{Cut, Loc, Value};
use operational::Overflow;
use std::collections::BTreeSet;

/// The budget of a look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// The most executions.
    pub runs: u32,
    /// The most steps of all executions together.
    pub steps: u64,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Whether processes always take their first choice in one run and their last in the next; otherwise the
    /// choice is random.
    pub is_stubborn: bool,
}

/// A process that moves this often in a row may be waiting for others, so all others get their turn first.
const PATIENCE: u64 = 20_000;

/// The state is remembered after this many steps of a run, after four times as many, and so on. If it recurs
/// within [`CYCLE`] steps, processes are spinning.
const SUSPICIOUS: u64 = 200;
const CYCLE: u64 = 40;

/// How often spinning may be detected in one run before the run is abandoned.
const ROUNDS: u32 = 6;

/// The number of steps since the state was last remembered, if at most [`CYCLE`].
fn suspicious(step: u64) -> Option<u64> {
    let last = (0..).map(|n| SUSPICIOUS << (2 * n)).take_while(|at| *at <= step).last()?;
    Some(step - last).filter(|since| *since <= CYCLE)
}

/// After this many runs that repeated an earlier one, the look ends.
const REPEATED: u32 = 12;

/// How many steps daemons are followed after all other threads have ended.
const AFTER_END: u32 = 100;

/// A state that may recur, the number of steps to it, and whether only one process could move since.
#[derive(Clone, Copy)]
struct Mark {
    print: [u64; 2],
    at: usize,
    alone: bool,
}

/// What a step showed.
#[derive(Default)]
struct Seen {
    findings: Vec<Finding>,
    /// The number of reads and writes, including folded ones.
    accesses: u64,
}

/// This many accesses, or this many instructions, cost as much as a step.
const ACCESSES: u64 = 8;
const INSTRUCTIONS: u64 = 100;

impl Sink for Seen {
    fn read(&mut self, _loc: Loc, _value: Value) {
        self.accesses += 1;
    }
    fn wrote(&mut self, _loc: Loc, _value: Value) {
        self.accesses += 1;
    }
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
}

/// When a run switches between processes.
enum Switches {
    /// At these steps.
    At(Vec<u64>),
    /// After any step, with a chance of one in this many.
    Often(u64),
}

/// Which of its choices a process takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    Any,
    First,
    Last,
}

struct Walker<'a, Y> {
    system: &'a Y,
    progress: &'a Progress,
    found: &'a OnFinding<'a>,
    draws: Draws,
    /// The number of steps taken.
    steps: u64,
    steps_left: u64,
    choice: Choice,
    /// Fingerprints of the runs so far.
    runs: BTreeSet<[u64; 2]>,
    goes_round: bool,
    hang: Option<Hang>,
}

/// The statistics of a look.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Looked {
    /// The number of executions begun.
    pub executions: u32,
    /// The number of steps taken.
    pub steps: u64,
    /// The part of the budget that was spent.
    pub spent: u64,
}

/// The loops that a look has met.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rounds {
    /// Whether processes were seen spinning.
    pub seen: bool,
    /// A process that spins for ever while no other process can move.
    pub hang: Option<Hang>,
}

impl Looked {
    /// The sum of both.
    #[must_use]
    pub fn and(self, more: Looked) -> Looked {
        Looked {
            executions: self.executions + more.executions,
            steps: self.steps + more.steps,
            spent: self.spent + more.spent,
        }
    }
}

/// Runs some executions, starting with number `run`, and reports findings until `found` has enough. Leaves in
/// `run` the number of the first execution that was not completed.
pub fn look<Y: System>(
    system: &Y,
    budget: Look,
    run: &mut u32,
    progress: &Progress,
    found: &OnFinding<'_>,
) -> (Looked, Rounds) {
    let mut walker = Walker {
        system,
        progress,
        found,
        draws: Draws(0),
        steps: 0,
        steps_left: budget.steps,
        choice: Choice::Any,
        runs: BTreeSet::new(),
        goes_round: false,
        hang: None,
    };
    let (mut executions, mut repeated) = (0, 0);
    while *run < budget.runs && repeated < REPEATED {
        executions += 1;
        // The same run makes the same choices whatever was run before.
        walker.draws =
            Draws(budget.seed.wrapping_add(u64::from(*run)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let switches = match *run % 4 {
            3 => Switches::Often(1 << (1 + *run / 4 % 5)),
            few => Switches::At((0..=few).map(|_| walker.draw_place()).collect()),
        };
        walker.choice = match (budget.is_stubborn, *run % 2) {
            (false, _) => Choice::Any,
            (true, 0) => Choice::First,
            (true, _) => Choice::Last,
        };
        let mut path = Vec::new();
        if walker.run(&switches, &mut path) == After::Enough {
            break;
        }
        let bytes: Vec<u8> =
            path.iter().flat_map(|step| [step.process, step.choice]).flat_map(u16::to_le_bytes).collect();
        repeated = if walker.runs.insert(fingerprint(&bytes)) { 0 } else { repeated + 1 };
        *run += 1;
    }
    let looked = Looked { executions, steps: walker.steps, spent: budget.steps - walker.steps_left };
    (looked, Rounds { seen: walker.goes_round, hang: walker.hang })
}

impl<Y: System> Walker<'_, Y> {
    /// Draws a place for a switch, on a logarithmic scale, so that short and long executions have equal
    /// chances.
    fn draw_place(&mut self) -> u64 {
        let magnitude = 3 + self.draws.below(15);
        self.draws.below(1 << magnitude)
    }

    /// Runs one execution, to its end or that of the budget.
    fn run(&mut self, switches: &Switches, path: &mut Vec<Step>) -> After {
        let mut turns: Vec<u16> = (0..self.system.processes() as u16).collect();
        (1..turns.len()).rev().for_each(|i| turns.swap(i, self.draws.below(i as u64 + 1) as usize));
        let mut seen = Seen::default();
        let mut state = self.system.initial(&mut seen);
        let mut possible = Vec::new();
        let (mut in_a_row, mut rounds) = (0, 0);
        // Steps since spinning was last detected, and since only daemons were left.
        let (mut calm, mut after_end) = (0, 0);
        // The state that may recur.
        let (mut mark, mut encoding) = (None::<Mark>, Vec::new());
        loop {
            if self.tells(&mut seen, path) == After::Enough {
                return After::Enough;
            }
            if self.steps_left == 0 || self.progress.is_stopped() || self.system.is_stale() {
                return After::Enough;
            }
            let switches_now = match switches {
                Switches::At(places) => places.contains(&(path.len() as u64)),
                Switches::Often(chances) => self.draws.below(*chances) == 0,
            };
            let since = suspicious(calm);
            let goes_round = since.is_some() && {
                encoding.clear();
                self.system.encode(&state, &mut encoding);
                let print = fingerprint(&encoding);
                if since == Some(0) {
                    mark = Some(Mark { print, at: path.len(), alone: true });
                }
                mark = mark.map(|mark| Mark { alone: mark.alone && self.is_alone(&state, path), ..mark });
                since != Some(0) && mark.is_some_and(|mark| mark.print == print)
            };
            self.goes_round |= goes_round;
            if let Some(mark) = mark.filter(|mark| goes_round && mark.alone) {
                if self.hang.is_none() {
                    self.hang = Some(self.once_around(path, mark));
                }
                return After::GoOn;
            }
            calm = if goes_round { 0 } else { calm + 1 };
            rounds += u32::from(goes_round);
            if rounds > ROUNDS || after_end > AFTER_END {
                return After::GoOn;
            }
            // The process that moved last continues as long as it can.
            possible.clear();
            if let Some(last) = path.last().map(|last: &Step| last.process) {
                if switches_now || goes_round || in_a_row > PATIENCE {
                    turns.retain(|process| *process != last);
                    turns.push(last);
                } else {
                    self.system.steps_among(&state, 1 << last, &mut possible);
                }
            }
            if possible.is_empty() && !self.next(&state, &turns, &mut possible) {
                seen.findings.extend(self.system.end(&state).finding());
                return self.tells(&mut seen, path);
            }
            if goes_round && path.last().is_some_and(|last| possible[0].process == last.process) {
                return After::GoOn;
            }
            let step = match self.choice {
                Choice::Any => possible[self.draws.below(possible.len() as u64) as usize],
                Choice::First => possible[0],
                Choice::Last => possible[possible.len() - 1],
            };
            // Spurious steps do not happen for ever, so a cycle with one is not a hang.
            if since.is_some() && self.system.is_spurious(&state, step) {
                mark = None;
            }
            let goes_on = path.last().is_some_and(|last| last.process == step.process);
            path.push(step);
            self.steps += 1;
            self.progress.add(0, 1);
            let before = self.system.instructions(&state);
            self.system.take(&mut state, step, &mut seen);
            let instructions = self.system.instructions(&state).saturating_sub(before);
            let cost = 1 + (std::mem::take(&mut seen.accesses) / ACCESSES).max(instructions / INSTRUCTIONS);
            in_a_row = if goes_on { in_a_row + cost } else { 0 };
            self.steps_left = self.steps_left.saturating_sub(cost);
            after_end += u32::from(self.system.may_end(&state));
        }
    }

    /// Returns the cycle that was just closed, with the prefix up to the first occurrence of its state.
    fn once_around(&self, path: &[Step], mark: Mark) -> Hang {
        let (mut seen, mut encoding) = (Seen::default(), Vec::new());
        let mut state = self.system.initial(&mut seen);
        let mut first = mark.at;
        for (at, step) in path[..mark.at].iter().enumerate() {
            encoding.clear();
            self.system.encode(&state, &mut encoding);
            if fingerprint(&encoding) == mark.print {
                first = at;
                break;
            }
            self.system.take(&mut state, *step, &mut seen);
        }
        let (prefix, cycle) = (path[..first].to_vec(), path[mark.at..].to_vec());
        let moving = cycle.iter().fold(0, |set, step| set | 1 << step.process);
        Hang { prefix, cycle, moving, is_final: false }
    }

    /// Whether only the process that moved last can move, other than spuriously, and the program cannot end
    /// here. A process that cannot be followed counts as able to move.
    fn is_alone(&self, state: &Y::State, path: &[Step]) -> bool {
        let Some(last) = path.last() else { return false };
        let mut steps = Vec::new();
        self.system.steps(state, &mut steps);
        let mut moves = steps.iter().filter(|step| !self.system.is_spurious(state, **step));
        !self.system.may_end(state)
            && self.system.cut(state) == 0
            && moves.all(|step| step.process == last.process)
    }

    /// Collects the steps of the first process in turn that can move.
    fn next(&self, state: &Y::State, turns: &[u16], possible: &mut Vec<Step>) -> bool {
        turns.iter().any(|process| {
            self.system.steps_among(state, 1 << process, possible);
            !possible.is_empty()
        })
    }

    fn tells(&self, seen: &mut Seen, path: &[Step]) -> After {
        let mut after = After::GoOn;
        for finding in seen.findings.drain(..) {
            // Findings that rest on a refuted fact are dropped.
            if !self.system.is_stale() && (self.found)(&finding, path) == After::Enough {
                after = After::Enough;
            }
        }
        after
    }
}
