//! Records an execution while it is replayed: a short one completely; of a long one the beginning, the end
//! and the steps that matter.
//!
//! **Promises** time linear in the number of steps (up to a logarithm), and memory for one step of each kind
//! per location, not for all steps.

use event::{
    Action, Answer, Cut, InternalKind, Loc, Machine, MonitorId, ReadMode, RmwMode, Site, SyncObj, ThreadId,
    Value, WaitsFor, WriteMode, Written,
};
use explore::{Finding, Product, ReplayError, Sink, Step, System};
use java_machine::{JavaMachine, JavaState};
use operational::{Memory, Overflow};
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// How many steps are kept of the beginning, of the end, and of those in between that need an explanation.
const HEAD: usize = 100;
const TAIL: usize = 300;
const BETWEEN: usize = 20;

/// A recorded step.
#[derive(Debug)]
pub(super) struct Kept {
    /// Its number, from 1.
    pub number: usize,
    pub thread: ThreadId,
    pub what: What,
    /// The newest write by another thread that the read does not see.
    pub missed: Option<Missed>,
}

/// What a step does.
#[derive(Debug)]
pub(super) enum What {
    Action { action: Action, answer: Answer, site: Site },
    Flush { loc: Loc, written: Written },
}

/// A thread reaches a point where it must wait.
#[derive(Debug)]
pub(super) struct Block {
    /// The number of the step after which it waits.
    pub after: usize,
    pub thread: ThreadId,
    pub what: WaitsFor,
    pub site: Site,
}

/// A write that a read does not see.
#[derive(Debug, Clone)]
pub(super) struct Missed {
    pub value: Value,
    pub write: Rc<Kept>,
}

/// The part of an access that matters to races.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sort {
    writes: bool,
    volatile: bool,
}

/// Records a replayed execution.
#[derive(Default)]
pub(super) struct Recorder {
    /// The recording ends with this finding: nothing after a failure matters.
    until: Option<Finding>,
    is_over: bool,
    head: Vec<Rc<Kept>>,
    tail: VecDeque<Rc<Kept>>,
    between: VecDeque<Rc<Kept>>,
    /// The newest write to each location.
    newest: BTreeMap<Loc, (Value, Rc<Kept>)>,
    /// The newest access of each sort, by location and thread.
    accesses: BTreeMap<(Loc, ThreadId, Sort), Rc<Kept>>,
    /// The last step that entered each monitor.
    locks: BTreeMap<MonitorId, Rc<Kept>>,
    /// Where threads had to wait, in order; if there are many, the first and the last ones.
    blocks: Vec<Block>,
    /// The threads that have acted or begun since the last `look`, as a bit set.
    moved: u64,
    /// The context switches: the number of a step, and the thread that runs from there.
    turns: Vec<(usize, ThreadId)>,
    /// The number of steps.
    pub steps: usize,
    pub findings: Vec<Finding>,
}

impl Recorder {
    /// Replays steps.
    ///
    /// # Errors
    /// If they are not steps of this program.
    pub fn run<'m, S: Memory>(
        system: &Product<'m, JavaMachine, S>,
        steps: &[Step],
        until: Option<&Finding>,
    ) -> Result<(Recorder, <Product<'m, JavaMachine, S> as System>::State), ReplayError> {
        let mut recorder = Recorder { until: until.cloned(), ..Recorder::default() };
        let state = explore::replay_into(system, steps, &mut recorder, |state, recorder: &mut Recorder| {
            recorder.look(system, state);
        })?;
        Ok((recorder, state))
    }

    /// Records which threads have just reached a point where they must wait. A thread that stands at a
    /// monitor which another thread takes later is not recorded: it could as well have arrived afterwards.
    fn look<'m, S: Memory>(
        &mut self,
        system: &Product<'m, JavaMachine, S>,
        state: &<Product<'m, JavaMachine, S> as System>::State,
    ) {
        let mut moved = std::mem::take(&mut self.moved);
        while moved != 0 && !self.is_over {
            let thread = ThreadId(moved.trailing_zeros() as u16);
            moved &= moved - 1;
            let Some(what) = system.waits_for(state, thread) else { continue };
            let what = with_owner(system.machine(), state.machine(), what);
            let site = system.machine().site(state.machine(), thread);
            if self.blocks.len() == HEAD + TAIL {
                self.blocks.remove(HEAD);
            }
            self.blocks.push(Block { after: self.steps, thread, what, site });
        }
    }

    /// The threads that had to wait right after the step with this number.
    pub fn blocked_after(&self, number: usize) -> &[Block] {
        let from = self.blocks.partition_point(|block| block.after < number);
        let to = self.blocks.partition_point(|block| block.after <= number);
        &self.blocks[from..to]
    }

    /// Whether this is the last time that the thread had to wait.
    pub fn is_last(&self, block: &Block) -> bool {
        !self.blocks.iter().any(|other| other.thread == block.thread && other.after > block.after)
    }

    /// Returns the steps to report, in order, each with whether it matters: the recorded steps, and those
    /// that explain them or the finding.
    pub fn reported(&self, finding: Option<&Finding>) -> BTreeMap<usize, (Rc<Kept>, bool)> {
        let mut reported: BTreeMap<usize, (Rc<Kept>, bool)> = BTreeMap::new();
        for kept in self.head.iter().chain(&self.between).chain(&self.tail) {
            reported.insert(kept.number, (Rc::clone(kept), matters(kept)));
        }
        let missed: Vec<Rc<Kept>> =
            reported.values().filter_map(|(kept, _)| Some(Rc::clone(&kept.missed.as_ref()?.write))).collect();
        for kept in missed.into_iter().chain(finding.into_iter().flat_map(|f| self.causes(f))) {
            reported.insert(kept.number, (kept, true));
        }
        reported
    }

    /// The steps that a finding is about: the first access of a race, the locks of monitors that others wait
    /// for.
    fn causes(&self, finding: &Finding) -> Vec<Rc<Kept>> {
        match finding {
            Finding::Race { .. } => self.first_access(finding).into_iter().collect(),
            Finding::Deadlock { waiting } | Finding::Idle { waiting } => {
                let owned = waiting.iter().filter_map(|(_, what)| match what {
                    WaitsFor::Monitor(monitor, _) => self.locks.get(monitor).cloned(),
                    _ => None,
                });
                owned.collect()
            }
            Finding::Failure { .. } => Vec::new(),
        }
    }

    /// The first access of a race.
    pub fn first_access(&self, race: &Finding) -> Option<Rc<Kept>> {
        let Finding::Race { loc, first, .. } = race else { return None };
        let sorts = [(false, false), (false, true), (true, false), (true, true)];
        let sorts =
            sorts.map(|(writes, volatile)| self.accesses.get(&(*loc, *first, Sort { writes, volatile })));
        let fits = |kept: &&Rc<Kept>| match &kept.what {
            What::Action { action, answer, .. } => race.is_first_access(kept.thread, action, *answer),
            What::Flush { .. } => false,
        };
        sorts.into_iter().flatten().filter(fits).max_by_key(|kept| kept.number).cloned()
    }

    /// Counts the steps of each thread strictly between two numbers.
    pub fn between(&self, after: usize, before: usize) -> BTreeMap<ThreadId, usize> {
        let mut counts = BTreeMap::new();
        let from = self.turns.partition_point(|(number, _)| *number <= after + 1).saturating_sub(1);
        for (i, (number, thread)) in self.turns.iter().enumerate().skip(from) {
            let start = (*number).max(after + 1);
            let end = self.turns.get(i + 1).map_or(self.steps + 1, |next| next.0).min(before);
            if start >= before {
                break;
            }
            *counts.entry(*thread).or_default() += end - start;
        }
        counts
    }

    fn push(&mut self, thread: ThreadId, what: What, missed: Option<Missed>) -> Rc<Kept> {
        self.steps += 1;
        if self.turns.last().is_none_or(|(_, who)| *who != thread) {
            self.turns.push((self.steps, thread));
        }
        let kept = Rc::new(Kept { number: self.steps, thread, what, missed });
        if self.head.len() < HEAD {
            self.head.push(Rc::clone(&kept));
        } else {
            self.tail.push_back(Rc::clone(&kept));
        }
        if self.tail.len() > TAIL
            && let Some(old) = self.tail.pop_front()
            && matters(&old)
        {
            self.between.push_back(old);
            if self.between.len() > BETWEEN {
                self.between.pop_front();
            }
        }
        kept
    }
}

/// Adds the owner of a monitor that was entered before recording began.
pub(super) fn with_owner(machine: &JavaMachine, state: &JavaState, what: WaitsFor) -> WaitsFor {
    match what {
        WaitsFor::Object(SyncObj::Monitor(monitor)) => {
            machine.owner(state, monitor).map_or(what, |owner| WaitsFor::Monitor(monitor, owner))
        }
        _ => what,
    }
}

/// Whether a step is interesting by itself.
fn matters(kept: &Kept) -> bool {
    let kind = match &kept.what {
        What::Action { action: Action::Fail(_), .. } => return true,
        What::Action { action: Action::Internal(internal), .. } => internal.what,
        _ => return kept.missed.is_some(),
    };
    matches!(kind, InternalKind::TimesOut | InternalKind::WakesSpuriously | InternalKind::Exit)
}

/// Whether an action is reported at all.
fn is_told(action: &Action) -> bool {
    match action {
        Action::Freeze(_) | Action::External(_) => false,
        Action::Internal(internal) => !matches!(
            internal.what,
            InternalKind::GoesOn | InternalKind::UsesClass(_) | InternalKind::Observe
        ),
        _ => true,
    }
}

impl Sink for Recorder {
    fn action(
        &mut self,
        thread: ThreadId,
        action: &Action,
        answer: Answer,
        _seen: Option<Written>,
        site: Site,
    ) {
        self.moved |= 1 << thread.0;
        if let Action::Start(child) = action {
            self.moved |= 1 << child.0;
        }
        let stays = matches!(action, Action::Internal(internal) if internal.stays_asleep(answer));
        if self.is_over || stays || !is_told(action) {
            return;
        }
        let (loc, seen, written, volatile) = match (action, answer) {
            (Action::Read { loc, mode }, Answer::Value(seen)) => {
                (Some(*loc), Some(seen), None, *mode == ReadMode::Volatile)
            }
            (Action::Write { loc, mode, value }, _) => {
                (Some(*loc), None, Some(*value), *mode == WriteMode::Volatile)
            }
            (Action::Rmw { loc, mode, op }, Answer::Rmw { old, written }) => {
                (Some(*loc), None, op.apply(old).filter(|_| written), *mode == RmwMode::Volatile)
            }
            _ => (None, None, None, false),
        };
        let missed = loc.zip(seen).and_then(|(loc, seen)| {
            let (value, write) = self.newest.get(&loc)?;
            (*value != seen && write.thread != thread)
                .then(|| Missed { value: *value, write: Rc::clone(write) })
        });
        let what = What::Action { action: action.clone(), answer, site };
        let kept = self.push(thread, what, missed);
        if let Some(loc) = loc {
            if written.is_none() || matches!(action, Action::Rmw { .. }) {
                self.accesses.insert((loc, thread, Sort { writes: false, volatile }), Rc::clone(&kept));
            }
            if let Some(value) = written {
                self.accesses.insert((loc, thread, Sort { writes: true, volatile }), Rc::clone(&kept));
                self.newest.insert(loc, (value, Rc::clone(&kept)));
            }
        }
        if let Action::Lock(monitor) = action {
            self.locks.insert(*monitor, kept);
        }
        let ends = |finding: &Finding| match (finding, action) {
            (Finding::Failure { thread: who, failure, .. }, Action::Fail(how)) => {
                *who == thread && failure == how
            }
            _ => false,
        };
        self.is_over = self.until.as_ref().is_some_and(ends);
    }
    fn flushed(&mut self, thread: ThreadId, loc: Loc, written: Written) {
        if !self.is_over {
            self.push(thread, What::Flush { loc, written }, None);
        }
    }
    fn finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
    fn wants_actions(&self) -> bool {
        true
    }
}
