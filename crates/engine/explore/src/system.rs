//! What a search sees of a program: a graph of states.

use crate::footprint::{Footprint, Touch};
use crate::futures::Gate;
use crate::stubborn::Needs;
use event::{
    Action, Answer, Cut, Failure, Loc, MonitorId, Outcome, ReadMode, RmwMode, Site, ThreadId, Value,
    WaitsFor, WriteMode, Written,
};
use operational::{ConflictKind, Overflow};

/// A step of a process. Processes `0..n` are the threads, processes `n..2n` their store buffers, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// The process that moves.
    pub process: u16,
    /// The index of its choice.
    pub choice: u16,
}

/// A finding of a search. Equal findings have the same cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finding {
    /// A thread failed.
    Failure {
        /// The thread.
        thread: ThreadId,
        /// How it failed.
        failure: Failure,
        /// The place in the program.
        site: Site,
    },
    /// Threads wait for ever.
    Deadlock {
        /// What each thread waits for.
        waiting: Vec<(ThreadId, WaitsFor)>,
    },
    /// All threads have ended but those that wait for work, which keep the program from ending.
    Idle {
        /// What each thread waits for.
        waiting: Vec<(ThreadId, WaitsFor)>,
    },
    /// Two conflicting accesses are not ordered by happens-before.
    Race {
        /// The location.
        loc: Loc,
        /// The kinds of the two accesses, in order.
        kind: ConflictKind,
        /// The thread of the first access, which is its newest access of that sort to the location
        /// ([`Finding::is_first_access`]).
        first: ThreadId,
        /// Whether the first access was volatile.
        volatile: bool,
        /// The thread of the second access.
        second: ThreadId,
        /// The place of the second access.
        site: Site,
    },
}

impl End {
    /// Whether the state has outcomes.
    pub fn has_outcomes(&self) -> bool {
        matches!(self, End::Finished | End::Idle(_))
    }

    /// The finding that it is, if it is one.
    pub(crate) fn finding(self) -> Option<Finding> {
        match self {
            End::Deadlocked(waiting) => Some(Finding::Deadlock { waiting }),
            End::Idle(waiting) => Some(Finding::Idle { waiting }),
            End::Finished | End::Diverged | End::Stopped => None,
        }
    }
}

impl Finding {
    /// Whether an action is of the sort of this race's first access. The newest such action before the race
    /// is that access.
    pub fn is_first_access(&self, who: ThreadId, action: &Action, answer: Answer) -> bool {
        let Finding::Race { loc: raced, kind, first, volatile, .. } = self else { return false };
        let (loc, is_volatile, reads, writes) = match (action, answer) {
            (Action::Read { loc, mode }, _) => (loc, *mode == ReadMode::Volatile, true, false),
            (Action::Write { loc, mode, .. }, _) => (loc, *mode == WriteMode::Volatile, false, true),
            (Action::Rmw { loc, mode, .. }, Answer::Rmw { written, .. }) => {
                (loc, *mode == RmwMode::Volatile, true, written)
            }
            _ => return false,
        };
        let fits = if *kind == ConflictKind::ReadWrite { reads } else { writes };
        who == *first && loc == raced && is_volatile == *volatile && fits
    }
}

/// The end of a state that has no steps, or in which the execution may end anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// All threads but daemons have ended, or a thread has exited the program; the state has outcomes.
    Finished,
    /// Some thread waits for ever.
    Deadlocked(Vec<(ThreadId, WaitsFor)>),
    /// All threads have ended but daemons and those that wait for work ([`event::Machine::is_idle`]); the
    /// state has outcomes.
    Idle(Vec<(ThreadId, WaitsFor)>),
    /// Only threads that diverge are left.
    Diverged,
    /// A bound or a finding stopped the execution here.
    Stopped,
}

/// Receives what happens while a step is taken.
pub trait Sink {
    /// A read sees this value.
    fn read(&mut self, _loc: Loc, _value: Value) {}
    /// A write is performed.
    fn wrote(&mut self, _loc: Loc, _value: Value) {}
    /// A thread performs an action. `seen` is the write that a read saw.
    fn action(
        &mut self,
        _thread: ThreadId,
        _action: &Action,
        _answer: Answer,
        _seen: Option<Written>,
        _site: Site,
    ) {
    }
    /// A buffered store of a thread reaches memory.
    fn flushed(&mut self, _thread: ThreadId, _loc: Loc, _written: Written) {}
    /// A finding is made.
    fn finding(&mut self, finding: Finding);
    /// A bound is hit: the search is incomplete.
    fn cut(&mut self, cut: Cut);
    /// The memory model's capacity is exceeded.
    fn overflow(&mut self, overflow: Overflow);
    /// Whether the sink wants [`Sink::action`]; source positions are looked up only then.
    fn wants_actions(&self) -> bool {
        false
    }
    /// A thread has performed an action, or was started.
    fn acted(&mut self, _thread: ThreadId, _action: Acted<'_>) {}
    /// Whether the sink wants [`Sink::acted`].
    fn learns(&self) -> bool {
        false
    }
}

/// An action that a thread has performed, as far as it matters to reductions.
#[derive(Debug, Clone, Copy)]
pub struct Acted<'a> {
    /// Where the thread was ([`event::Machine::position`]).
    pub at: u64,
    /// What the action touches.
    pub touches: &'a [Touch],
    /// The gate that it passed.
    pub gate: Option<Gate>,
    /// What the thread touched after the action without asking.
    pub unasked: &'a [Touch],
    /// Whether it continues an atomic call ([`event::Machine::is_continuation`]): it belongs to the action
    /// before.
    pub continues: bool,
    /// Where the thread is now.
    pub to: u64,
}

/// What a process is about to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The thread whose process it is.
    pub thread: ThreadId,
    /// What sort of process it is.
    pub kind: Process,
    /// Where the thread is ([`event::Machine::position`]).
    pub position: u64,
    /// What its next action touches, or what it waits for.
    pub touches: Vec<Touch>,
    /// The gate before its next action.
    pub gate: Option<Gate>,
    /// What it needs before it can move.
    pub needs: Needs,
    /// The monitors that it owns: nobody else enters them before it moves.
    pub owns: Vec<MonitorId>,
    /// Whether the program cannot end before it has moved.
    pub keeps_alive: bool,
}

/// A sort of process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Process {
    /// A thread.
    Thread,
    /// The store buffer of a thread.
    Buffer {
        /// What the stores touch that are in the buffer.
        stores: Vec<Touch>,
        /// Whether they leave in order, so that there is only one step whatever the thread adds.
        in_order: bool,
    },
}

/// How a step has to do with writes that others see late.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Lag {
    /// It sees a write that is not the newest, by an access that must see newer ones in the end.
    pub behind: bool,
    /// It writes a location of such accesses.
    pub writes: bool,
}

/// Ignores everything.
#[derive(Debug, Default)]
pub struct NoSink;

impl Sink for NoSink {
    fn finding(&mut self, _finding: Finding) {}
    fn cut(&mut self, _cut: Cut) {}
    fn overflow(&mut self, _overflow: Overflow) {}
}

/// A graph of states. Laws, tested by [`check_system_laws`]:
/// 1. `steps` and `take` are functions: same state, same steps in the same order, same successor.
/// 2. Steps of one process are contiguous, in the order of their choices. Some may be missing: a reduction
///    leaves out flushes that no other thread can observe yet.
/// 3. Steps of different processes with independent footprints commute: either order leads to equal
///    encodings, and neither changes the number of choices of the other.
pub trait System: Sync {
    /// A state, as a value.
    type State: Clone + Send + Sync;

    /// The initial state.
    fn initial(&self, sink: &mut impl Sink) -> Self::State;
    /// Adds the enabled steps.
    fn steps(&self, state: &Self::State, out: &mut Vec<Step>);
    /// Adds the enabled steps of the processes in this set. There are at most 64 processes.
    fn steps_among(&self, state: &Self::State, processes: u64, out: &mut Vec<Step>) {
        self.steps(state, out);
        out.retain(|step| processes >> step.process & 1 == 1);
    }
    /// Takes a step, and the actions folded into it. Returns everything it touched.
    fn take(&self, state: &mut Self::State, step: Step, sink: &mut impl Sink) -> Footprint;
    /// Whether a step is spurious: a compare-and-set fails although it could succeed, or a wait ends without
    /// cause. It may be taken at any time, but not for ever.
    fn is_spurious(&self, _state: &Self::State, _step: Step) -> bool {
        false
    }
    /// Whether a step sees an old write, though writes become visible in the end, and whether it writes where
    /// others may.
    fn lag(&self, _state: &Self::State, _step: Step) -> Lag {
        Lag::default()
    }
    /// Appends a canonical form of the state.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);
    /// Appends a form that is equal for states which differ only by a permutation of indistinguishable
    /// processes. Returns the place of each process; `None` if none has moved.
    fn encode_alike(&self, state: &Self::State, out: &mut Vec<u8>) -> Option<Box<[u16]>> {
        self.encode(state, out);
        None
    }
    /// Appends a canonical form in which nothing is renamed: states are equal only if their objects have the
    /// same names.
    fn encode_keeping_names(&self, state: &Self::State, out: &mut Vec<u8>) {
        self.encode(state, out);
    }
    /// What a process is about to do; `None` if it will never move again.
    fn outlook(&self, _state: &Self::State, _process: u16) -> Option<Outlook> {
        None
    }
    /// Whether [`System::outlook`] and [`Sink::acted`] are implemented, so that stubborn sets may be used.
    fn has_outlooks(&self) -> bool {
        false
    }
    /// Whether the execution may end here although there may be steps: only daemons are left.
    fn may_end(&self, _state: &Self::State) -> bool {
        false
    }
    /// The number of instructions executed up to this state, if counted.
    fn instructions(&self, _state: &Self::State) -> u64 {
        0
    }
    /// Processes that could move but cannot be followed: they are not known to wait.
    fn cut(&self, _state: &Self::State) -> u64 {
        0
    }
    /// How a state ends that has no steps, or may end.
    fn end(&self, state: &Self::State) -> End;
    /// The outcomes of a finished state.
    fn outcomes(&self, state: &Self::State, out: &mut Vec<Outcome>);
    /// Whether footprints can be trusted (law 3), so that sleep sets may be used.
    fn has_footprints(&self) -> bool;
    /// The number of processes.
    fn processes(&self) -> usize;
    /// Whether continuing is pointless because a fact that the search relies on was refuted.
    fn is_stale(&self) -> bool {
        false
    }
}

/// Walks `system` along a pseudo-random path and panics if a law is broken.
pub fn check_system_laws<S: System>(system: &S, seed: u64, depth: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut draw = |n: usize| random.usize(..n);
    let bytes = |state: &S::State| {
        let mut out = Vec::new();
        system.encode(state, &mut out);
        out
    };
    let steps_of = |state: &S::State| {
        let mut out = Vec::new();
        system.steps(state, &mut out);
        out
    };
    let mut state = system.initial(&mut NoSink);
    for _ in 0..depth {
        let steps = steps_of(&state);
        assert_eq!(steps, steps_of(&state), "steps is a function of the state");
        for (i, pair) in steps.windows(2).enumerate() {
            let same = pair[1].process == pair[0].process && pair[1].choice > pair[0].choice;
            let next = steps[..=i].iter().all(|before| before.process != pair[1].process);
            assert!(next || same, "steps of one process stand together: {steps:?}");
        }
        if steps.is_empty() {
            return;
        }
        let after = |from: &S::State, step: Step| {
            let mut to = from.clone();
            let footprint = system.take(&mut to, step, &mut NoSink);
            (to, footprint)
        };
        let (a, b) = (steps[draw(steps.len())], steps[draw(steps.len())]);
        let ((via_a, touched_a), (via_b, touched_b)) = (after(&state, a), after(&state, b));
        assert_eq!(bytes(&via_a), bytes(&after(&state, a).0), "take is a function");
        if a.process != b.process && system.has_footprints() && touched_a.is_independent(touched_b) {
            let choices = |s: &S::State, p: u16| steps_of(s).iter().filter(|s| s.process == p).count();
            assert_eq!(
                choices(&via_a, b.process),
                choices(&state, b.process),
                "independent steps keep choices"
            );
            assert_eq!(bytes(&after(&via_a, b).0), bytes(&after(&via_b, a).0), "independent steps commute");
        }
        state = via_a;
    }
}
