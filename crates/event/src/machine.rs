//! The machine interface: a program that stops before every action and waits for the answer.

use crate::{Action, Answer, Failure, Loc, MonitorId, ObjectId, Outcome, SyncObj, ThreadId, Value};
use std::fmt;

/// Which accesses a location can receive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LocKind {
    /// Plain accesses only.
    Plain,
    /// Volatile accesses only (a field declared `volatile`).
    Volatile,
    /// Accesses of several modes (a field accessed through a `VarHandle`).
    Mixed,
}

/// Which threads can access a location. Must be an over-approximation: `Shared` is always correct.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sharing {
    /// Only one thread ever accesses it.
    Private,
    /// No thread ever writes it.
    ReadOnly,
    /// Anything else.
    Shared,
}

/// What a memory model must know about a location when it first meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LocInfo {
    /// Which accesses it can receive.
    pub kind: LocKind,
    /// Which threads can access it.
    pub sharing: Sharing,
    /// The value of its default write, which happens-before everything (JLS §17.4.4).
    pub initial: Value,
    /// The object of which it is a field or an element. Needed only where final fields may matter: a program
    /// without final fields may leave it out everywhere.
    pub field: Option<Field>,
    /// Whether its values are references ([`ObjectId::referred`]); may be left out like `field`.
    pub holds_reference: bool,
}

impl LocInfo {
    /// A static variable of a primitive type.
    pub const fn variable(kind: LocKind, sharing: Sharing, initial: Value) -> LocInfo {
        LocInfo { kind, sharing, initial, field: None, holds_reference: false }
    }
}

/// Describes a location that is a field or an element of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field {
    /// The object.
    pub object: ObjectId,
    /// Whether it is a final field, which readers see as it was when frozen (JLS §17.5).
    pub is_final: bool,
}

/// Why a thread was stopped although its program continues. A search that meets one must not claim
/// completeness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// A loop reached the user's bound.
    LoopBound,
    /// A thread computed too long without a memory action and without repeating a local state.
    LocalSteps,
    /// A thread created more objects at one allocation site than the machine has names for.
    Objects,
    /// More threads were started than the machine has names for.
    Threads,
    /// A thread reached something that the machine does not support.
    Unsupported,
    /// The search was stopped from outside while a thread was computing.
    Stopped,
}

/// Why a machine cannot follow a thread any further.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// Two parts of thinair contradict each other: none of its results can be relied on.
    Defect(String),
    /// Something that the machine does not support.
    Unsupported(String),
}

impl Gap {
    /// The description.
    pub fn text(&self) -> &str {
        match self {
            Gap::Defect(text) | Gap::Unsupported(text) => text,
        }
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Gap::Defect(text) => write!(f, "thinair itself: {text}"),
            Gap::Unsupported(text) => f.write_str(text),
        }
    }
}

/// The current position of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pending {
    /// It waits for this action to be performed.
    Action(Action),
    /// It waits until other threads have acted on this object; then it has an action to perform again.
    Blocked(SyncObj),
    /// It has performed [`Action::End`].
    Ended,
    /// It repeats a local computation forever and will never act again (A.1 `D`).
    Diverged,
    /// It was stopped by a bound.
    Cut(Cut),
}

/// The names of things in a canonical form. Injective; `None` for whatever is no longer reachable.
pub trait Names {
    /// The name of a location.
    fn loc(&self, loc: Loc) -> Option<Loc>;
    /// A value that a location holds, with references renamed.
    fn value(&self, loc: Loc, value: Value) -> Value;
    /// The name of an object.
    fn object(&self, object: ObjectId) -> Option<ObjectId>;
    /// The name of a monitor.
    fn monitor(&self, monitor: MonitorId) -> Option<MonitorId>;
    /// The name of a thread.
    fn thread(&self, thread: ThreadId) -> ThreadId {
        thread
    }
    /// The name of a synchronisation object.
    fn sync(&self, obj: SyncObj) -> Option<SyncObj> {
        Some(match obj {
            SyncObj::Volatile(loc) => SyncObj::Volatile(self.loc(loc)?),
            SyncObj::Freeze(loc) => SyncObj::Freeze(self.loc(loc)?),
            SyncObj::Monitor(m) => SyncObj::Monitor(self.monitor(m)?),
            SyncObj::Waiters(m) => SyncObj::Waiters(self.monitor(m)?),
            SyncObj::Start(t) => SyncObj::Start(self.thread(t)),
            SyncObj::End(t) => SyncObj::End(self.thread(t)),
            SyncObj::Permit(t) => SyncObj::Permit(self.thread(t)),
            SyncObj::Interrupt(t) => SyncObj::Interrupt(self.thread(t)),
            SyncObj::Class(_) | SyncObj::Clock | SyncObj::Everything => obj,
        })
    }
}

/// Whether indistinguishable threads may be permuted in a canonical form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadSymmetry {
    /// Every thread keeps its name.
    Apart,
    /// States are equivalent if a permutation of indistinguishable threads turns one into the other.
    Alike,
}

/// A position in the source text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Site {
    /// The file, if the program may have several.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The code there.
    pub text: String,
    /// The library call made there that performed the action, if it was not the program's own code.
    pub via: String,
}

/// A deterministic multi-threaded program, run one action at a time.
///
/// A machine never knows which memory model or search runs it. Laws, tested by [`check_machine_laws`]:
/// 1. *Determinism*: equal states and equal answers give equal states (compared by [`Machine::encode`]).
/// 2. *Locality*: `resume(t, …)` changes nothing that `pending` of another thread depends on, unless that
///    thread is blocked on an object which the action touches.
/// 3. *Stability*: `pending` is a function of the state; asking twice gives the same action.
/// 4. *Start*: a thread is started by at most one thread (so starts commute with everything other threads do,
///    unless one of them can notice that a thread has not been started: [`Machine::start_is_ample`]).
/// 5. *End*: after `End` has been answered, `pending` is `Ended` forever.
///
/// Fifteen methods have no default. These are the important ones of a machine whose only thread writes 1 to a
/// variable; for the others see the example `by_hand`:
///
/// ```
/// use event::*;
///
/// struct WritesOne;
///
/// impl Machine for WritesOne {
///     /// How many actions the thread has performed.
///     type State = u8;
///
///     fn pending(&self, done: &u8, _: ThreadId) -> Pending {
///         match done {
///             0 => Pending::Action(Action::Write { loc: Loc(0), mode: WriteMode::Plain, value: Value(1) }),
///             1 => Pending::Action(Action::End),
///             _ => Pending::Ended,
///         }
///     }
///     fn resume(&self, done: &mut u8, _: ThreadId, _answer: Answer) {
///         *done += 1;
///     }
///     fn encode(&self, done: &u8, out: &mut Vec<u8>) {
///         out.push(*done);
///     }
///     // …
/// #   fn thread_count(&self) -> usize { 1 }
/// #   fn starts_running(&self, _: ThreadId) -> bool { true }
/// #   fn uses_fences(&self, _: ThreadId) -> bool { false }
/// #   fn initial(&self) -> u8 { 0 }
/// #   fn location(&self, _: &u8, _: Loc) -> LocInfo {
/// #       LocInfo::variable(LocKind::Plain, Sharing::Shared, Value(0))
/// #   }
/// #   fn site(&self, _: &u8, _: ThreadId) -> Site { Site::default() }
/// #   fn observed_locations(&self) -> &[Loc] { &[Loc(0)] }
/// #   fn outcome(&self, _: &u8, finals: &[Value]) -> Outcome {
/// #       Outcome { values: finals.to_vec(), ..Outcome::default() }
/// #   }
/// #   fn failure(&self, _: &u8, _: ThreadId) -> Option<Failure> { None }
/// #   fn thread_name(&self, thread: ThreadId) -> String { thread.to_string() }
/// #   fn loc_name(&self, _: &u8, _: Loc) -> String { "x".to_owned() }
/// #   fn monitor_name(&self, _: &u8, _: MonitorId) -> String { String::new() }
/// }
///
/// let (machine, thread) = (WritesOne, ThreadId(0));
/// let mut state = machine.initial();
/// while let Pending::Action(_) = machine.pending(&state, thread) {
///     machine.resume(&mut state, thread, Answer::Done);
/// }
/// assert_eq!(machine.pending(&state, thread), Pending::Ended);
/// check_machine_laws(&machine, 1, 10);
/// ```
pub trait Machine: Sync {
    /// The state of all threads, as a value.
    type State: Clone + Send + Sync;

    /// The number of threads, started or not.
    fn thread_count(&self) -> usize;
    /// Whether the thread runs from the beginning; otherwise another thread must start it.
    fn starts_running(&self, thread: ThreadId) -> bool;
    /// Whether the thread can ever perform a fence. Must be an over-approximation: `true` is always correct.
    fn uses_fences(&self, thread: ThreadId) -> bool;
    /// The state in which every thread is about to perform its first action.
    fn initial(&self) -> Self::State;
    /// The current position of a thread.
    fn pending(&self, state: &Self::State, thread: ThreadId) -> Pending;
    /// Performs the pending action of `thread` with this answer and runs the thread up to its next action.
    fn resume(&self, state: &mut Self::State, thread: ThreadId, answer: Answer);
    /// The location that represents `loc` in footprints; the same for locations that overlap.
    fn touches(&self, loc: Loc) -> Loc {
        loc
    }
    /// Returns what a memory model must know about a location.
    fn location(&self, state: &Self::State, loc: Loc) -> LocInfo;
    /// Appends a canonical form: the bytes are equal exactly for states with the same future.
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>);
    /// Appends a canonical form in which objects are renamed, and returns the new names; `None` if names do
    /// not depend on the history. `held` is everything that the memory holds, as far as it may lead to
    /// objects.
    fn encode_naming<'a>(
        &'a self,
        state: &'a Self::State,
        _held: &[(Loc, Value)],
        _symmetry: ThreadSymmetry,
        out: &mut Vec<u8>,
    ) -> Option<Box<dyn Names + 'a>> {
        self.encode(state, out);
        None
    }
    /// Appends a canonical form in which all objects keep their names. `held` as above.
    fn encode_keeping_names(&self, state: &Self::State, _held: &[(Loc, Value)], out: &mut Vec<u8>) {
        self.encode(state, out);
    }
    /// Whether [`Machine::encode_naming`] renames.
    fn renames(&self) -> bool {
        false
    }
    /// Appends the local state of a thread: the bytes are equal only if the thread behaves the same forever,
    /// given equal answers. Returns false if the machine cannot do this; searches that guess then discover
    /// wrong guesses later.
    fn encode_thread(&self, _state: &Self::State, _thread: ThreadId, _out: &mut Vec<u8>) -> bool {
        false
    }
    /// Whether what a thread does between its actions, and which action comes next, has depended on nothing
    /// but the thread's own actions and their answers so far, in all states that were reached. Reductions
    /// that rest on what a thread may still do need this.
    fn is_predictable(&self) -> bool {
        true
    }
    /// Where a thread is in its program: a function of what the thread has done and seen. It may be coarse;
    /// reductions that rest on what a thread may still do are better the finer it is.
    fn position(&self, _state: &Self::State, _thread: ThreadId) -> u64 {
        0
    }
    /// The source position of the pending action.
    fn site(&self, state: &Self::State, thread: ThreadId) -> Site;
    /// Locations whose final values belong to the outcome, in the order that [`Machine::outcome`] expects.
    fn observed_locations(&self) -> &[Loc];
    /// The outcome of a finished execution with these final values.
    fn outcome(&self, state: &Self::State, finals: &[Value]) -> Outcome;
    /// Whether some thread uses an object that has not been created (yet). Only a search in which reads may
    /// see later writes reaches such states; an execution that ends in one is invalid.
    fn has_ghosts(&self, _state: &Self::State) -> bool {
        false
    }
    /// Whether the whole program has exited with threads left (`System.exit`).
    fn has_exited(&self, _state: &Self::State) -> bool {
        false
    }
    /// How long a thread whose next action is [`crate::InternalKind::TimesOut`] still has to wait, if other
    /// threads may end its wait.
    fn time_left(&self, _state: &Self::State, _thread: ThreadId) -> Option<u64> {
        None
    }
    /// Whether the program has declared that this execution does not count.
    fn is_discarded(&self, _state: &Self::State) -> bool {
        false
    }
    /// Whether only a join can observe that a thread has ended, so that it may end as soon as possible.
    fn end_is_ample(&self) -> bool {
        true
    }
    /// Whether only a thread that enters a monitor can observe that it is held, so that it may be released as
    /// soon as possible.
    fn unlock_is_ample(&self) -> bool {
        true
    }
    /// Whether nothing can observe that a thread has not been started yet, so that it may be started as soon
    /// as possible.
    fn start_is_ample(&self) -> bool {
        true
    }
    /// Whether the program cannot end between a failure and what the thread did before it, so that the thread
    /// may fail as soon as possible. False if it may: a thread exits it, or it need not wait for daemons.
    fn fail_is_ample(&self) -> bool {
        true
    }
    /// The monitor that a thread holds while it ends, if another thread may enter it afterwards.
    fn end_unlocks(&self, _state: &Self::State, _thread: ThreadId) -> Option<MonitorId> {
        None
    }
    /// The monitor whose waiting threads are notified when a thread ends, if there is one (`Thread.join`).
    fn end_notifies(&self, _state: &Self::State, _thread: ThreadId) -> Option<MonitorId> {
        None
    }
    /// Whether the machine has refuted a fact that it relied on. Continuing is then pointless: the search
    /// must start again.
    fn is_stale(&self) -> bool {
        false
    }
    /// Whether the next action of the thread continues an atomic (linearizable) call that it has begun, and
    /// so may be performed at once.
    fn is_continuation(&self, _state: &Self::State, _thread: ThreadId) -> bool {
        false
    }
    /// The shared locations that a thread has accessed without asking since its last action, and whether it
    /// wrote them. They belong to the footprint of that action's step.
    fn unasked(&self, _state: &Self::State, _thread: ThreadId) -> impl Iterator<Item = (Loc, bool)> {
        std::iter::empty()
    }
    /// Whether data races on a location are known to be harmless.
    fn races_are_benign(&self, _state: &Self::State, _loc: Loc) -> bool {
        false
    }
    /// Whether the program may end without waiting for this thread.
    fn is_daemon(&self, _state: &Self::State, _thread: ThreadId) -> bool {
        false
    }
    /// Whether a thread that cannot move has done its work and only waits for more: a worker of a pool that
    /// nobody shuts down.
    fn is_idle(&self, _state: &Self::State, _thread: ThreadId) -> bool {
        false
    }
    /// Which threads can enter a monitor. Must be an over-approximation: `Shared` is always correct.
    fn monitor_sharing(&self, _state: &Self::State, _monitor: MonitorId) -> Sharing {
        Sharing::Shared
    }
    /// How a thread failed, if it did.
    fn failure(&self, state: &Self::State, thread: ThreadId) -> Option<Failure>;
    /// The number of instructions executed on the way to this state, where they are counted.
    fn instructions(&self, _state: &Self::State) -> u64 {
        0
    }
    /// The name of the thread, as users know it.
    fn thread_name(&self, thread: ThreadId) -> String;
    /// The name of the location, as users know it.
    fn loc_name(&self, state: &Self::State, loc: Loc) -> String;
    /// The name of the monitor, as users know it.
    fn monitor_name(&self, state: &Self::State, monitor: MonitorId) -> String;
}

/// Drives `machine` along a pseudo-random schedule with pseudo-random answers and panics if a law is broken.
///
/// Answers are arbitrary small values, since a machine must accept whatever a memory model answers.
pub fn check_machine_laws<M: Machine>(machine: &M, seed: u64, steps: usize) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut draw = |n: usize| random.usize(..n);
    let bytes = |state: &M::State| {
        let mut out = Vec::new();
        machine.encode(state, &mut out);
        out
    };
    let threads: Vec<ThreadId> = (0..machine.thread_count()).map(|t| ThreadId(t as u16)).collect();
    let mut state = machine.initial();
    for _ in 0..steps {
        let before: Vec<Pending> = threads.iter().map(|&t| machine.pending(&state, t)).collect();
        let again: Vec<Pending> = threads.iter().map(|&t| machine.pending(&state, t)).collect();
        assert_eq!(before, again, "stability: pending is a function of the state");
        let t = threads[draw(threads.len())];
        let Pending::Action(action) = &before[t.index()] else { continue };
        let answer = match action {
            Action::Read { .. } => Answer::Value(Value(draw(3) as i64)),
            Action::Rmw { op, .. } => {
                let old = Value(draw(3) as i64);
                Answer::Rmw { old, written: op.apply(old).is_some() }
            }
            Action::Internal(internal) => Answer::Choice(draw(usize::from(internal.choices)) as u16),
            _ => Answer::Done,
        };
        let (mut twin, previous) = (state.clone(), state.clone());
        machine.resume(&mut twin, t, answer);
        machine.resume(&mut state, t, answer);
        assert_eq!(bytes(&state), bytes(&twin), "determinism: same state and answer, same state");
        for &other in threads.iter().filter(|&&o| o != t) {
            let stands = |state: &M::State| {
                let mut out = Vec::new();
                machine.encode_thread(state, other, &mut out).then_some(out)
            };
            assert_eq!(stands(&state), stands(&previous), "locality: where {other} stands, after {t}");
            assert_eq!(machine.pending(&state, other), before[other.index()], "locality: {other} after {t}");
            let moves = machine.position(&state, other) != machine.position(&previous, other);
            assert!(!moves, "locality: the position of {other} after {t}");
        }
        if *action == Action::End {
            assert_eq!(machine.pending(&state, t), Pending::Ended, "end: a thread that ended stays ended");
        }
    }
}
