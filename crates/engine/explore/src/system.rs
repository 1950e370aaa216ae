//! What a search sees of a program: a graph of states.

use event::{
    Action, Answer, Cut, Failure, Loc, Outcome, ReadMode, RmwMode, Site, ThreadId, Value, WaitsFor,
    WriteMode, Written,
};
use operational::{ConflictKind, Overflow};

use crate::Footprint;

/// One step of one process. Processes `0..n` are the threads, processes `n..2n` their store buffers, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Who moves.
    pub process: u16,
    /// Which of its possible moves, from 0.
    pub choice: u16,
}

/// Something worth telling, found on the way. Equal findings have the same cause.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finding {
    /// A thread failed.
    Failure {
        /// Who.
        thread: ThreadId,
        /// How.
        failure: Failure,
        /// Where.
        site: Site,
    },
    /// Threads wait for each other.
    Deadlock {
        /// Who waits for what.
        waiting: Vec<(ThreadId, WaitsFor)>,
    },
    /// Two conflicting accesses are not ordered by happens-before.
    Race {
        /// The location.
        loc: Loc,
        /// Which access came first.
        kind: ConflictKind,
        /// The thread of the first access, which is its newest of that sort to the location ([`Finding::is_first_access`]).
        first: ThreadId,
        /// Whether the first access was volatile.
        volatile: bool,
        /// The thread of the second access.
        second: ThreadId,
        /// The second access.
        site: Site,
    },
}

impl Finding {
    /// Whether an action is of the sort of this race's first access; the newest one before the race is that access.
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

/// How a state ends that has no steps, or in which the execution may end all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// Every thread has ended but for daemons, or one has ended the program; the state has outcomes.
    Finished,
    /// Some thread waits for ever.
    Deadlocked(Vec<(ThreadId, WaitsFor)>),
    /// Only threads that compute for ever without acting are left.
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
    /// A thread performed an action. `seen` is the write a read saw.
    fn action(
        &mut self,
        _thread: ThreadId,
        _action: &Action,
        _answer: Answer,
        _seen: Option<Written>,
        _site: Site,
    ) {
    }
    /// A buffered store of a thread reached memory.
    fn flushed(&mut self, _thread: ThreadId, _loc: Loc, _written: Written) {}
    /// Something was found.
    fn finding(&mut self, finding: Finding);
    /// A bound was hit: the search is incomplete.
    fn cut(&mut self, cut: Cut);
    /// The memory model's capacity was exceeded.
    fn overflow(&mut self, overflow: Overflow);
    /// Whether [`Sink::action`] is wanted; source positions are looked up only then.
    fn wants_actions(&self) -> bool {
        false
    }
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
/// 2. Steps of one process stand together, in the order of their choices. Some may be missing: a reduction leaves out writes
///    of a store buffer that nobody can see yet.
/// 3. Steps of different processes with independent footprints commute: either order leads to equal encodings, and
///    neither changes the number of choices of the other.
pub trait System: Sync {
    /// A state, as a value.
    type State: Clone + Send + Sync;

    /// The first state.
    fn initial(&self, sink: &mut impl Sink) -> Self::State;
    /// The steps possible now.
    fn steps(&self, state: &Self::State, out: &mut Vec<Step>);
    /// The same, but only of the processes in this set, of which there are at most 64.
    fn steps_among(&self, state: &Self::State, processes: u64, out: &mut Vec<Step>) {
        self.steps(state, out);
        out.retain(|step| processes >> step.process & 1 == 1);
    }
    /// Takes a step, and what may be done at once after it. Returns everything touched.
    fn take(&self, state: &mut Self::State, step: Step, sink: &mut impl Sink) -> Footprint;
    /// Whether a step happens for no reason: a compare-and-set that could succeed fails, a wait that nobody ends does. It may be
    /// taken at any time, and not for ever.
    fn is_spurious(&self, _state: &Self::State, _step: Step) -> bool {
        false
    }
    /// Appends a canonical form of the state.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);
    /// Appends a form that states share in which processes that nobody can tell apart have changed places. Returns the place
    /// of each process; nothing if all are where they were.
    fn encode_alike(&self, state: &Self::State, out: &mut Vec<u8>) -> Option<Box<[u16]>> {
        self.encode(state, out);
        None
    }
    /// Whether the execution may end here, although there may be steps: only daemons are left.
    fn may_end(&self, _state: &Self::State) -> bool {
        false
    }
    /// Instructions that were executed on the way to this state, where they are counted.
    fn instructions(&self, _state: &Self::State) -> u64 {
        0
    }
    /// Processes that could go on and cannot be followed: whatever else happens, it is not known that they wait.
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
    /// Whether it is pointless to go on.
    fn is_stale(&self) -> bool {
        false
    }
}

/// Walks `system` along a pseudo-random path and panics when a law is broken.
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
