//! The virtual machine as a machine that engines drive: [`event::Machine`].
//!
//! Each thread stands before an action, waits, or has ended. `resume` performs the action and runs the thread to its next
//! one. **Promises** the laws of machines, with two liberties: plain data of the class library is read and written in the
//! heap without being asked (it is trusted to be ordered by the synchronisation around it), and reductions rest on facts
//! about the program that may turn out wrong while it runs ([`JavaMachine::learns`]): then the search must begin again.

mod alone;
mod foresight;
mod ghosts;
mod names;
mod places;
mod turn;

use crate::base::Base;
use crate::check::{Check, Facts, Segment, internal, is_cell, loc_of, place_of, thread_id, value_of};
use crate::check_threads::MOST_THREADS;
use crate::encode::{Held, Naming, encode_numbering};
use crate::looks::{blocks, end_of};
use crate::marks::IS_LATE;
use crate::output::value_of_text;
use crate::provenance;
use crate::regions::Covered;
use crate::tearing::HIGH;
use crate::twins::{self, Beyond, Twinned};
pub use alone::Readable;
use event::{
    Action, Answer, Cut, Failure, Field, Internal, InternalKind, Loc, LocInfo, Machine, MonitorId, Names,
    ObjectId, Outcome, Pending, Sharing, Site, SyncObj, ThreadId, Twins, Value,
};
use ghosts::Shape;
use jvm::class::{Kind, MethodRef};
use jvm::exception::line_of;
use jvm::heap::Ref;
use jvm::library::Library;
use jvm::notes::Pieces;
use jvm::state::{Entered, Init, Midway, State, Status};
use jvm::trace::View;
use jvm::vm::Vm;
use names::JavaNames;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, RwLock};
use triomphe::Arc;

/// Bytecodes a thread may execute from one action to the next.
const LOCAL_STEPS: u64 = 50_000_000;

/// Bytes that a checked program may allocate on a path: what is reachable of them is encoded with every state, and sizes may be guessed.
const MOST_BYTES: u64 = 1 << 30;

/// Bytecodes after which a thread that computes looks whether the search is stopped.
const SLICE: u64 = 1_000_000;

/// Bytecodes after which it is asked whether a thread waits for something that is taken for a constant.
const SHORT: u64 = 20_000;

/// A program to be checked.
pub struct JavaMachine {
    lib: &'static Library,
    options: jvm::Options,
    /// Before the main thread has run.
    origin: JavaState,
    initial: JavaState,
    answers: Answers,
    /// The first state, from which encodings tell others apart.
    base: Option<Base>,
    facts: Facts,
    /// The accesses of fields and arrays as far as they matter: by class and word, or [`ELEMENTS`], or [`CELL`].
    uses: BTreeMap<(u64, u32), Uses>,
    /// Locations that existed before there were several threads and that are written since.
    written: Arc<BTreeSet<u64>>,
    /// Fields of results ([`crate::Results`]) that several threads use.
    contested: Arc<BTreeSet<u64>>,
    /// Fields and elements of guarded objects on which accesses that were not asked met.
    unguarded: Arc<BTreeSet<(u32, u32)>>,
    /// Monitors of internal objects that the program enters too, or inside of which a thread stopped.
    monitors: Arc<BTreeSet<u64>>,
    /// Classes of the class library whose initialisers act.
    acting: Arc<BTreeSet<u32>>,
    /// Words of regions that are kept in parts ([`crate::regions`]).
    split: Arc<BTreeSet<u64>>,
    learnt: Mutex<Learnt>,
    /// Something was learnt that makes a search that goes on pointless.
    is_stale: AtomicBool,
    /// Whether printing is an action.
    shows_output: bool,
    /// Whether assertions are noted that threads come to.
    notes_assertions: bool,
    /// Set when the search at hand should stop: a thread may compute long between two actions.
    stop: RwLock<std::sync::Arc<AtomicBool>>,
}

/// What reads of a program may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answers {
    /// Nothing but what was written last, so that actions that nobody notices need not be asked.
    Latest,
    /// What was written last among what happens before it: a search for races ends where that is not what was written last of all.
    Ordered,
    /// Whatever was written before.
    Past,
    /// Also what is still to be written: references may refer to objects that nobody has created.
    Future,
}

/// Which accesses meet on fields of a name, or on elements of arrays of a class.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Uses {
    /// Volatile ones, although the field is not.
    volatile: bool,
    /// Plain ones, while others run, where there are volatile ones as well.
    plain: bool,
    /// Opaque, acquiring and releasing ones, and plain ones of threads that use fences.
    weaker: bool,
}

impl Uses {
    fn join(self, other: Uses) -> Uses {
        Uses {
            volatile: self.volatile | other.volatile,
            plain: self.plain | other.plain,
            weaker: self.weaker | other.weaker,
        }
    }
}

/// In place of the word of a field: the elements of arrays of a class.
const ELEMENTS: u32 = u32::MAX;

/// The same: a cell of a region, by its location.
const CELL: u32 = u32::MAX - 1;

/// How many words of regions are kept in parts before all arrays of their kind are kept byte by byte.
const MOST_SPLIT: usize = 16;

/// What turned out while searches ran.
#[derive(Default)]
struct Learnt {
    facts: Facts,
    uses: BTreeMap<(u64, u32), Uses>,
    written: BTreeSet<u64>,
    /// Fields of results that several threads use, and who uses the others.
    contested: BTreeSet<u64>,
    acting: BTreeSet<u32>,
    users: BTreeMap<u64, usize>,
    unguarded: BTreeSet<(u32, u32)>,
    monitors: BTreeSet<u64>,
    /// Words of regions that must be kept in parts, and how the others are covered by cells.
    split: BTreeSet<u64>,
    covered: BTreeMap<u64, Covered>,
    names: BTreeMap<usize, String>,
    unsupported: BTreeSet<String>,
    /// What values of external actions stand for.
    printed: BTreeMap<Value, Pieces>,
    /// What exceptions said that nobody caught, the last time.
    said: BTreeMap<(ThreadId, Failure), String>,
    /// Headers of objects that were written somewhere, and their sizes in words. One name has several if what a thread
    /// creates depends on what it reads.
    shapes: BTreeMap<Ref, BTreeSet<Shape>>,
    /// First words of the objects of these names that were written to a location.
    written_as: BTreeMap<(Loc, Ref), BTreeSet<u64>>,
}

/// The state of a program and where its threads stand.
#[derive(Clone)]
pub struct JavaState {
    vm: State,
    standing: Vec<Standing>,
    /// How threads failed.
    failures: Vec<(ThreadId, Failure)>,
    /// Of threads that wait for the ends of others: where they will come.
    beyond: Vec<(usize, Arc<Beyond>)>,
    /// What was read of objects that nobody had created and whose contents are not asked for: they must turn out so.
    assumed: Vec<(Ref, Box<[u64]>)>,
    /// What each thread has accessed without being asked since its last action.
    segments: Vec<Arc<Segment>>,
}

#[derive(Clone, Debug)]
enum Standing {
    Before(Action),
    Waits,
    Ended,
    Cut(Cut),
}

impl Standing {
    /// What its frames do not say of where a thread stands.
    fn number(&self) -> u8 {
        match self {
            Standing::Before(Action::Internal(Internal { what: InternalKind::Initialise(_), .. })) => 1,
            Standing::Waits => 2,
            Standing::Cut(_) => 3,
            Standing::Before(_) | Standing::Ended => 0,
        }
    }
}

impl JavaMachine {
    /// A program whose main method is about to be called (see [`crate::start`]).
    pub fn new(lib: &'static Library, state: State, options: jvm::Options, answers: Answers) -> JavaMachine {
        JavaMachine::watched((lib, state, options), answers, std::sync::Arc::default())
    }

    /// The same for a search that is stopped by this flag.
    pub fn watched(
        (lib, state, options): (&'static Library, State, jvm::Options),
        answers: Answers,
        stop: std::sync::Arc<AtomicBool>,
    ) -> JavaMachine {
        let vm = state;
        let standing = vec![Standing::Ended; vm.threads.len()];
        let initial = JavaState {
            standing,
            vm,
            failures: Vec::new(),
            beyond: Vec::new(),
            assumed: Vec::new(),
            segments: Vec::new(),
        };
        let mut machine = JavaMachine {
            lib,
            options,
            origin: initial.clone(),
            initial,
            answers,
            base: None,
            facts: Facts::default(),
            uses: BTreeMap::new(),
            written: Arc::default(),
            contested: Arc::default(),
            unguarded: Arc::default(),
            monitors: Arc::default(),
            acting: Arc::default(),
            split: Arc::default(),
            learnt: Mutex::default(),
            is_stale: AtomicBool::new(false),
            shows_output: false,
            notes_assertions: false,
            stop: RwLock::new(stop),
        };
        machine.begin();
        machine
    }

    /// Another search begins, which is stopped by this flag.
    pub fn watch(&self, stop: std::sync::Arc<AtomicBool>) {
        *self.stop.write().expect("no panic while a flag is exchanged") = stop;
    }

    fn is_stopped(&self) -> bool {
        self.stop.read().expect("no panic while a flag is exchanged").load(Ordering::Relaxed)
    }

    /// The program, with printing as an external action (JLS §17.4.2) while it has several threads. Otherwise nobody is asked.
    pub fn showing_output(mut self, shows: bool) -> JavaMachine {
        self.shows_output = shows;
        self
    }

    /// Runs the main thread to its first action.
    fn begin(&mut self) {
        let mut state = self.origin.clone();
        provenance::boot::mark(self.lib, &mut state.vm);
        self.run(&mut state, 0, None);
        let mut base = Base::of(self.lib, &state.vm);
        if self.heap_answers() {
            let twins = twins::nameless(self.lib, &state.vm, &base);
            base.forget(self.lib, &state.vm.heap, twins.into_iter());
        }
        self.base = Some(base);
        self.initial = state;
    }

    /// Takes over what the last search has found out about the program. True if there was something new: what the search
    /// found then does not count, and it must begin again.
    pub fn learns(&mut self) -> bool {
        let learnt = self.learnt.get_mut().expect("no panic while facts are learnt");
        let (facts, known) = (self.facts.join(learnt.facts), self.facts);
        let mut uses = self.uses.clone();
        for (&key, &more) in &learnt.uses {
            let known = uses.entry(key).or_default();
            *known = known.join(more);
        }
        let written: BTreeSet<u64> = self.written.union(&learnt.written).copied().collect();
        let is_new = facts != self.facts
            || written.len() != self.written.len()
            || learnt.contested.len() != self.contested.len()
            || learnt.unguarded.len() != self.unguarded.len()
            || learnt.monitors.len() != self.monitors.len()
            || learnt.acting.len() != self.acting.len()
            || learnt.split.len() != self.split.len()
            || (uses != self.uses && self.answers != Answers::Latest);
        (self.facts, self.uses, self.written) = (facts, uses, Arc::new(written));
        self.contested = Arc::new(learnt.contested.clone());
        self.unguarded = Arc::new(learnt.unguarded.clone());
        self.monitors = Arc::new(learnt.monitors.clone());
        self.acting = Arc::new(learnt.acting.clone());
        self.split = Arc::new(learnt.split.clone());
        learnt.covered.clear();
        if is_new {
            learnt.unsupported.clear();
        }
        self.is_stale.store(false, Ordering::Relaxed);
        // The way to the first action may be another one.
        if facts.threads_are_seen && !known.threads_are_seen {
            self.begin();
        }
        is_new
    }

    /// The text that the value of an external action stands for.
    pub fn output_text(&self, value: Value) -> Option<String> {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let pieces = learnt.printed.get(&value)?;
        Some(pieces.iter().map(|(_, bytes)| String::from_utf8_lossy(bytes)).collect())
    }

    /// What was met that the machine does not do, each with the Java stack.
    pub fn unsupported(&self) -> Vec<String> {
        self.learnt.lock().expect("no panic while facts are learnt").unsupported.iter().cloned().collect()
    }

    /// What the program printed in this state: standard output (1) or standard error (2), and bytes.
    pub fn output(state: &JavaState) -> &[(u8, Vec<u8>)] {
        &state.vm.output.pieces
    }

    /// The exit status, if the program ended by `System.exit`.
    pub fn exit(state: &JavaState) -> Option<i32> {
        state.vm.exit
    }

    /// What the exception that a thread is failing with says of itself, and its stack.
    pub fn exception(&self, state: &JavaState, thread: ThreadId) -> Option<(String, Vec<String>)> {
        let midway = state.vm.threads.get(thread.index())?.midway;
        let Some(Midway::Uncaught(exception) | Midway::Unhandled(exception)) = midway else { return None };
        let mut copy = state.vm.clone();
        let vm = Vm::new(self.lib, &mut copy, &self.options, thread.index());
        let text = vm.describe_exception(exception);
        vm.finish();
        let line = |(method, offset): (MethodRef, Option<u16>)| {
            let site = self.site_at(method, offset.unwrap_or_default());
            format!("{}({}:{})", site.text, site.file, site.line)
        };
        Some((text, self.thrown_at(state, thread, exception).into_iter().map(line).collect()))
    }

    /// Where an exception was thrown, innermost call first.
    fn thrown_at(
        &self,
        state: &JavaState,
        thread: ThreadId,
        exception: Ref,
    ) -> Vec<(MethodRef, Option<u16>)> {
        let mut copy = state.vm.clone();
        let vm = Vm::new(self.lib, &mut copy, &self.options, thread.index());
        vm.backtrace(vm.get_ref(exception, "backtrace"))
    }

    /// What a thread is told that goes on with this answer.
    fn check(&self, answer: Option<(Action, Answer)>) -> Check {
        Check {
            answer,
            asked: None,
            heap_answers: self.heap_answers(),
            skips_private: matches!(self.answers, Answers::Latest | Answers::Ordered),
            granted_elements: 0,
            facts: self.facts,
            learnt: Facts::default(),
            written: self.written.clone(),
            newly_written: None,
            taken_for_granted: BTreeMap::new(),
            looked_for_interrupt: false,
            shows_output: self.shows_output,
            notes_assertions: self.notes_assertions,
            contested: self.contested.clone(),
            acting: self.acting.clone(),
            newly_acting: BTreeSet::new(),
            results: BTreeSet::new(),
            shared_results: BTreeSet::new(),
            foresees: false,
            doubts: None,
            strayed: false,
            segment: Segment::new(),
            others: Vec::new(),
            unguarded: self.unguarded.clone(),
            newly_unguarded: None,
            monitors: self.monitors.clone(),
            newly_entered: None,
            split: self.split.clone(),
            newly_split: BTreeSet::new(),
            cells: Vec::new(),
        }
    }

    /// Whether a thread that the engine knows nothing of is in the way.
    fn is_in_the_way(state: &State, monitor: MonitorId, me: usize) -> bool {
        let monitor = state.monitors.get(&Ref(monitor.0));
        monitor.is_some_and(|m| m.entered != Entered::Asked && m.owner.is_some_and(|owner| owner != me))
    }

    /// Whether a thread comes to a monitor that is taken, and others may see how it stands: then it is blocked by a step of
    /// its own, before which it still runs.
    fn is_about_to_block(&self, st: &State, monitor: MonitorId, me: usize) -> bool {
        let thread = &st.threads[me];
        let owner = st.monitors.get(&Ref(monitor.0)).and_then(|m| m.owner);
        self.facts.states_are_seen
            && !thread.contends
            && !matches!(thread.midway, Some(Midway::Returning { .. }))
            && owner.is_some_and(|owner| owner != me)
    }

    /// The number of the started thread that is an object or has this part.
    fn thread_kept_by(&self, st: &State, object: Ref) -> Option<usize> {
        let view = View { lib: self.lib, state: st };
        let holder = |thread: Ref| view.reference(thread, "holder");
        st.threads.iter().position(|t| {
            t.object == object || (!t.object.is_null() && !object.is_null() && holder(t.object) == object)
        })
    }

    fn lock_or_wait(state: &State, monitor: MonitorId, me: usize) -> Pending {
        if Self::is_in_the_way(state, monitor, me) {
            return Pending::Blocked(SyncObj::Monitor(monitor));
        }
        Pending::Action(Action::Lock(monitor))
    }

    fn pending_of(&self, state: &JavaState, me: usize) -> Pending {
        let st = &state.vm;
        if st.exit.is_some() || st.notes.is_discarded {
            return Pending::Ended;
        }
        let Some(standing) = state.standing.get(me) else { return Pending::Ended };
        match standing {
            Standing::Ended => Pending::Ended,
            Standing::Cut(cut) => Pending::Cut(*cut),
            Standing::Before(Action::Lock(monitor)) if self.is_about_to_block(st, *monitor, me) => {
                Pending::Action(Action::Internal(blocks(*monitor)))
            }
            Standing::Before(Action::Lock(monitor)) => Self::lock_or_wait(st, *monitor, me),
            // It ends under its own monitor, so that nobody who has seen it alive begins to wait after it.
            Standing::Before(Action::End) => {
                let own = st.threads[me].object;
                let owner = st.monitors.get(&own).and_then(|m| m.owner);
                match owner.filter(|&owner| owner != me) {
                    Some(_) => Pending::Blocked(SyncObj::Monitor(MonitorId(own.0))),
                    None => Pending::Action(Action::End),
                }
            }
            // Somebody else came first.
            Standing::Before(Action::Internal(Internal {
                what: InternalKind::Initialise(class), ..
            })) if st.init(self.lib.class_of_id(*class)) != Init::Linked => {
                match st.init(self.lib.class_of_id(*class)) {
                    Init::By(thread) if thread as usize != me => Pending::Blocked(SyncObj::Class(*class)),
                    _ => goes_on(me),
                }
            }
            // Who is interrupted does not wait any longer for a thread that is alive (java.lang.Thread.join).
            Standing::Before(Action::Join(thread))
                if self.facts.interrupts
                    && st.threads[thread.index()].status != Status::Ended
                    && self.is_interrupted(st, me) =>
            {
                goes_on(me)
            }
            Standing::Before(Action::Internal(action)) => {
                let mut action = action.clone();
                // What others have done since may have changed what it means.
                match action.what {
                    // What an ended thread did happens before who sees that it has ended.
                    InternalKind::LooksAtThread(object) => {
                        let ended = self
                            .thread_kept_by(st, Ref(object.0))
                            .filter(|&n| st.threads[n].status == Status::Ended);
                        action.acquires = ended.is_some();
                        action.touches[0] = ended.map(end_of);
                    }
                    InternalKind::Notify { monitor, all } => {
                        let waiting = st.monitors.get(&Ref(monitor.0)).map_or(0, |m| m.waiters.len());
                        action.choices = if all { 1 } else { waiting.max(1) as u16 };
                        action.eager = waiting == 0;
                    }
                    InternalKind::Interrupt(thread) => {
                        action.touches[1] = match st.threads[thread.index()].status {
                            Status::Waiting { object, .. } => Some(SyncObj::Waiters(MonitorId(object.0))),
                            _ => None,
                        };
                    }
                    _ => {}
                }
                Pending::Action(Action::Internal(action))
            }
            Standing::Before(action) => Pending::Action(action.clone()),
            Standing::Waits => self.waits(st, me),
        }
    }

    /// Whether a thread waits in `Thread.join`.
    fn joins(&self, st: &State, me: usize) -> bool {
        let is_join = |method: MethodRef| {
            method.class.id == self.lib.known().thread.id && &**self.lib.text(method.name) == "join"
        };
        // Under it are one or two of `Object.wait`.
        st.threads[me].frames.iter().rev().take(3).any(|frame| is_join(frame.method))
    }

    /// Whether a thread was interrupted and has not noticed.
    fn is_interrupted(&self, st: &State, me: usize) -> bool {
        let object = st.threads[me].current;
        View { lib: self.lib, state: st }.flag(object, "interrupted")
    }

    fn waits(&self, st: &State, me: usize) -> Pending {
        let thread = &st.threads[me];
        let or_times_out = |until: Option<i64>, object: SyncObj| match until {
            None if self.options.spurious_wakeups => {
                let wakes = internal(InternalKind::WakesSpuriously, [Some(object), None]);
                Pending::Action(Action::Internal(wakes))
            }
            None => Pending::Blocked(object),
            Some(_) => {
                Pending::Action(Action::Internal(internal(InternalKind::TimesOut, [Some(object), None])))
            }
        };
        match (thread.status, thread.woken) {
            (Status::Waiting { object, until, .. }, _) => {
                or_times_out(until, SyncObj::Waiters(MonitorId(object.0)))
            }
            (Status::Parked { until }, _) => or_times_out(until, SyncObj::Permit(thread_id(me))),
            (Status::Sleeping { until }, _) => or_times_out(Some(until), SyncObj::Permit(thread_id(me))),
            (Status::Blocked(object), _) => Pending::Blocked(SyncObj::Monitor(MonitorId(object.0))),
            (Status::Initialising(class), _) => Pending::Blocked(SyncObj::Class(class)),
            (Status::Ended, _) => Pending::Ended,
            (Status::Runnable, _) => goes_on(me),
        }
    }
}

/// Whether only one thread has yet to end.
fn is_alone(state: &State) -> bool {
    state.threads.iter().filter(|t| t.status != Status::Ended).nth(1).is_none()
}

/// A thread that was set free goes on.
fn goes_on(me: usize) -> Pending {
    let goes_on = internal(InternalKind::GoesOn, [Some(SyncObj::Permit(thread_id(me))), None]);
    Pending::Action(Action::Internal(Internal { eager: true, ..goes_on }))
}

impl Machine for JavaMachine {
    type State = JavaState;

    fn thread_count(&self) -> usize {
        MOST_THREADS
    }

    fn starts_running(&self, thread: ThreadId) -> bool {
        thread.index() == 0
    }

    fn uses_fences(&self, thread: ThreadId) -> bool {
        self.facts.fences & 1 << thread.0 != 0
    }

    fn initial(&self) -> JavaState {
        self.initial.clone()
    }

    fn pending(&self, state: &JavaState, thread: ThreadId) -> Pending {
        match self.pending_of(state, thread.index()) {
            Pending::Action(action) => Pending::Action(self.in_its_mode(&state.vm, action)),
            other => other,
        }
    }

    fn resume(&self, state: &mut JavaState, thread: ThreadId, answer: Answer) {
        let me = thread.index();
        let what = self.pending_of(state, me);
        let answer = match &what {
            Pending::Action(Action::Internal(Internal {
                what: InternalKind::TimesOut | InternalKind::WakesSpuriously,
                ..
            })) => {
                let until = match state.vm.threads[me].status {
                    Status::Waiting { until, .. } | Status::Parked { until } => until,
                    Status::Sleeping { until } => Some(until),
                    _ => None,
                };
                state.vm.clock = state.vm.clock.max(until.unwrap_or(state.vm.clock));
                state.vm.time_out(me);
                if until.is_some() && self.joins(&state.vm, me) {
                    state.vm.thread_mut(me).notes.timed_out = true;
                }
                None
            }
            Pending::Action(Action::Internal(Internal { what: InternalKind::Blocks(_), .. })) => {
                state.vm.thread_mut(me).contends = true;
                return;
            }
            Pending::Action(Action::Internal(Internal { what: InternalKind::GoesOn, .. })) => None,
            Pending::Action(action) => {
                if let Action::Fail(failure) = action {
                    if let Some((said, _)) = self.exception(state, thread) {
                        let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
                        learnt.said.insert((thread, failure.clone()), said);
                    }
                    state.failures.push((thread, failure.clone()));
                    state.failures.sort();
                }
                Some((action.clone(), answer))
            }
            _ => return,
        };
        if self.answers == Answers::Future {
            if !self.note_shape(state, &what) {
                state.vm.notes.is_discarded = true;
                return;
            }
            if let Some((action, answer)) = &answer
                && !self.conjure(state, me, action, *answer)
            {
                state.standing[me] = Standing::Cut(Cut::Objects);
                return;
            }
            if state.vm.notes.is_discarded {
                return;
            }
        }
        let started = match &what {
            Pending::Action(Action::Start(child)) => Some(*child),
            _ => None,
        };
        self.run(state, me, answer);
        // The new thread runs to its first action.
        if let Some(child) = started
            && state.vm.threads.get(child.index()).is_some_and(|thread| !thread.object.is_null())
        {
            let name = View { lib: self.lib, state: &state.vm }.thread(child.index());
            self.learnt
                .lock()
                .expect("no panic while facts are learnt")
                .names
                .entry(child.index())
                .or_insert(name);
            self.run(state, child.index(), None);
        }
    }

    fn location(&self, state: &JavaState, loc: Loc) -> LocInfo {
        let place = self.place(&state.vm, loc);
        let is_reference = place.kind == Kind::Reference;
        let kind = self.loc_kind(&place);
        // A search that lets reads see what is still to come must know all writes.
        let shared = self.answers == Answers::Future || self.is_shared(&state.vm, place.object);
        // What existed before there were several threads needs no freezing to be seen.
        let late = place.object.is_moving() && state.vm.heap.word(place.object, 1) & IS_LATE != 0;
        let field = (late && !self.heap_answers()).then(|| {
            let object = ObjectId::referred(value_of(place.object.0, true));
            object.map(|object| Field { object, is_final: place.is_final })
        });
        LocInfo {
            kind,
            sharing: if shared { Sharing::Shared } else { Sharing::Private },
            initial: value_of(place.raw, is_reference),
            field: field.flatten(),
            holds_reference: is_reference && !self.heap_answers(),
        }
    }

    fn encode(&self, state: &JavaState, out: &mut Vec<u8>) {
        // All executions that do not exist have the same future: none.
        if state.vm.notes.is_discarded {
            return out.extend_from_slice(b"discarded");
        }
        if let Err(unmapped) =
            encode_numbering(&state.vm, self.lib, self.base.as_ref(), &[], (Naming::Names, None), out)
        {
            let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
            learnt.unsupported.insert(unmapped.to_string());
        }
        self.encode_rest(state, None, out);
        self.encode_segments(state, None, Some, out);
    }

    fn renames(&self) -> bool {
        true
    }

    fn encode_naming<'a>(
        &'a self,
        state: &'a JavaState,
        held: &[(Loc, Value)],
        twins: Twins,
        out: &mut Vec<u8>,
    ) -> Option<Box<dyn Names + 'a>> {
        if state.vm.notes.is_discarded {
            out.extend_from_slice(b"discarded");
            return None;
        }
        let alike = twins == Twins::Alike && self.are_alike();
        let twins = alike.then(|| Twinned::of(self.lib, &state.vm, &state.beyond, self.base.as_ref()));
        let mut cells: Vec<Held> = Vec::with_capacity(held.len());
        for &(loc, value) in held {
            let (object, offset) = place_of(loc);
            let place = self.place(&state.vm, loc);
            let is_reference = place.kind == Kind::Reference;
            let reference = is_reference.then(|| Ref(crate::check::raw_of(value, true)));
            cells.push(Held { object, offset, size: place.kind.size(), reference });
        }
        // The heap says what was written last, which is not what a location holds that the memory knows nothing of.
        let mut others: Vec<(Loc, u64, bool)> = Vec::new();
        let mut known: Vec<u64> = held.iter().map(|(loc, _)| loc.0).collect();
        known.sort_unstable();
        for (&loc, &raw) in state.vm.notes.initials.iter().filter(|_| !self.heap_answers()) {
            if known.binary_search(&loc).is_err() {
                let (object, offset) = place_of(Loc(loc));
                let kind = self.place(&state.vm, Loc(loc)).kind;
                let reference = (kind == Kind::Reference).then_some(Ref(raw));
                cells.push(Held { object, offset, size: kind.size(), reference });
                others.push((Loc(loc), raw, reference.is_some()));
            }
        }
        cells.sort_unstable_by_key(|cell| (cell.object, cell.offset));
        let naming = (Naming::Numbers, twins.as_ref());
        let numbers = match encode_numbering(&state.vm, self.lib, self.base.as_ref(), &cells, naming, out) {
            Ok(numbers) => numbers,
            Err(unmapped) => {
                let mut learnt = self.learnt.lock().expect("no panic while facts are learnt");
                learnt.unsupported.insert(unmapped.to_string());
                Vec::new()
            }
        };
        self.encode_rest(state, twins.as_ref(), out);
        let places = twins.map(|twins| twins.places);
        let names = JavaNames { machine: self, state, numbers, places };
        let named = |&(loc, raw, is_reference): &(Loc, u64, bool)| {
            let value = value_of(raw, is_reference);
            Some((names.loc(loc)?, if is_reference { names.value(loc, value) } else { value }))
        };
        self.encode_segments(state, names.places.as_deref(), |loc| names.loc(loc), out);
        let mut others: Vec<(Loc, Value)> = others.iter().filter_map(named).collect();
        others.sort_unstable();
        out.extend((others.len() as u32).to_le_bytes());
        for (loc, value) in others {
            out.extend(loc.0.to_le_bytes());
            out.extend(value.0.to_le_bytes());
        }
        Some(Box::new(names))
    }

    fn site(&self, state: &JavaState, thread: ThreadId) -> Site {
        let Some(stopped) = state.vm.threads.get(thread.index()) else { return Site::default() };
        if let Some(printed) = &stopped.notes.printed {
            let Some((method, offset, called)) = printed.at else { return Site::default() };
            let via = called.map_or_else(String::new, |m| self.method_name(m));
            return Site { via, ..self.site_at(method, offset) };
        }
        if let Some(Midway::Uncaught(exception) | Midway::Unhandled(exception)) = stopped.midway {
            let calls = self.thrown_at(state, thread, exception);
            let own =
                calls.iter().find(|(method, _)| crate::policy::has_source(method.class)).or(calls.first());
            return own.map_or_else(Site::default, |(m, offset)| self.site_at(m, offset.unwrap_or_default()));
        }
        let own = stopped.frames.iter().rposition(|f| crate::policy::has_source(f.method.class));
        let Some(own) = own else { return Site::default() };
        let frame = &stopped.frames[own];
        let called = stopped.frames.get(own + 1).map(|f| f.method);
        let via = called.map_or_else(String::new, |m| self.method_name(m));
        Site { via, ..self.site_at(frame.method, frame.code.offset(frame.pc as usize)) }
    }

    fn observed_locations(&self) -> &[Loc] {
        &[]
    }

    fn outcome(&self, state: &JavaState, _finals: &[Value]) -> Outcome {
        let observed =
            state.vm.notes.observed.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        Outcome { values: Vec::new(), failures: state.failures.clone(), observed }
    }

    fn has_ghosts(&self, state: &JavaState) -> bool {
        !state.vm.notes.ghosts.is_empty() || state.vm.notes.is_discarded
    }

    fn unasked(&self, state: &JavaState, thread: ThreadId) -> impl Iterator<Item = (Loc, bool)> {
        let segment = state.segments.get(thread.index()).into_iter();
        segment.flat_map(|segment| segment.iter().map(|access| (access.loc, access.writes)))
    }

    fn races_are_benign(&self, state: &JavaState, loc: Loc) -> bool {
        let (object, offset) = place_of(loc);
        self.is_unguarded(&state.vm, object, offset)
    }

    fn touches(&self, loc: Loc) -> Loc {
        crate::regions::granule(loc)
    }

    fn is_stale(&self) -> bool {
        self.is_stale.load(Ordering::Relaxed)
    }

    fn is_continuation(&self, state: &JavaState, thread: ThreadId) -> bool {
        state.vm.threads.get(thread.index()).is_some_and(|t| t.notes.inside > 0)
    }

    fn has_exited(&self, state: &JavaState) -> bool {
        state.vm.exit.is_some()
    }

    fn is_discarded(&self, state: &JavaState) -> bool {
        state.vm.notes.is_discarded
    }

    fn is_daemon(&self, state: &JavaState, thread: ThreadId) -> bool {
        state.vm.threads.get(thread.index()).is_some_and(|t| t.is_daemon)
    }

    fn end_is_eager(&self) -> bool {
        !self.facts.threads_are_seen
    }

    fn start_is_eager(&self) -> bool {
        !self.facts.threads_are_seen
    }

    fn end_unlocks(&self, state: &JavaState, thread: ThreadId) -> Option<MonitorId> {
        let object = state.vm.threads.get(thread.index()).map(|t| t.object)?;
        self.facts.threads_are_seen.then_some(MonitorId(object.0))
    }

    fn monitor_sharing(&self, state: &JavaState, monitor: MonitorId) -> Sharing {
        if self.is_shared(&state.vm, Ref(monitor.0)) { Sharing::Shared } else { Sharing::Private }
    }

    fn failure(&self, state: &JavaState, thread: ThreadId) -> Option<Failure> {
        state.failures.iter().find(|(t, _)| *t == thread).map(|(_, failure)| failure.clone())
    }

    fn thread_name(&self, thread: ThreadId) -> String {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        let name = learnt.names.get(&thread.index()).cloned();
        name.unwrap_or_else(|| {
            if thread.index() == 0 { "main".to_owned() } else { format!("thread {}", thread.0) }
        })
    }

    fn loc_name(&self, state: &JavaState, loc: Loc) -> String {
        let (object, offset) = place_of(loc);
        let cell = View { lib: self.lib, state: &state.vm }.cell(object, offset);
        let (name, place) = (cell.name, self.place(&state.vm, loc));
        if is_cell(loc) {
            let size = place.kind.size();
            return if size == cell.kind.size() { name } else { format!("{name} ({size} bytes)") };
        }
        match self.is_torn(&place) {
            true if offset % 8 == HIGH => name + " (high half)",
            true => name + " (low half)",
            false => name,
        }
    }

    fn monitor_name(&self, state: &JavaState, monitor: MonitorId) -> String {
        View { lib: self.lib, state: &state.vm }.object(Ref(monitor.0))
    }
}

impl JavaMachine {
    /// What threads have accessed of guarded data without being asked: another thread that accesses it finds out that it is not guarded.
    fn encode_segments(
        &self,
        state: &JavaState,
        places: Option<&[u8]>,
        name: impl Fn(Loc) -> Option<Loc>,
        out: &mut Vec<u8>,
    ) {
        let mut open: Vec<(u8, Loc, bool, bool)> = Vec::new();
        for (thread, segment) in state.segments.iter().enumerate() {
            let place = places.and_then(|places| places.get(thread).copied()).unwrap_or(thread as u8);
            let guarded = segment.iter().filter(|access| access.is_guarded);
            let named = guarded.filter_map(|a| Some((place, name(a.loc)?, a.writes, a.under.is_some())));
            open.extend(named);
        }
        open.sort_unstable();
        open.dedup();
        out.extend((open.len() as u32).to_le_bytes());
        for (place, loc, writes, is_under) in open {
            out.push(place);
            out.extend(loc.0.to_le_bytes());
            out.push(u8::from(writes) << 1 | u8::from(is_under));
        }
    }

    /// What is not in the state of the virtual machine. Where a thread stands follows from its frames, unless it came to its
    /// instruction and has to try it again.
    fn encode_rest(&self, state: &JavaState, twins: Option<&Twinned<'_>>, out: &mut Vec<u8>) {
        let thread = |place: usize| twins.map_or(place, |twins| usize::from(twins.threads[place]));
        let printed = |place: usize| state.vm.threads.get(thread(place))?.notes.printed.as_ref();
        let standing =
            |place: usize| state.standing[thread(place)].number() | u8::from(printed(place).is_some()) << 7;
        out.extend((0..state.standing.len()).map(standing));
        for printed in (0..state.standing.len()).filter_map(printed) {
            out.extend(value_of_text(printed).0.to_le_bytes());
        }
        if self.shows_output {
            state.vm.threads.iter().for_each(|thread| out.extend(thread.notes.joined.to_le_bytes()));
        }
        for (object, contents) in &state.assumed {
            out.extend(object.0.to_le_bytes());
            contents.iter().for_each(|word| out.extend(word.to_le_bytes()));
        }
        out.push(state.failures.len() as u8);
        let place = |thread: usize| twins.map_or(thread, |twins| twins.place(thread)) as u8;
        let failure = |(thread, failure): &'_ (ThreadId, Failure)| (place(thread.index()), failure.clone());
        let mut failures: Vec<(u8, Failure)> = state.failures.iter().map(failure).collect();
        failures.sort();
        for (place, failure) in &failures {
            out.push(*place);
            out.extend_from_slice(failure.class().as_bytes());
            out.push(0);
        }
    }

    fn site_at(&self, method: MethodRef, offset: u16) -> Site {
        let file = method.class.file().and_then(|f| f.source_file.clone()).unwrap_or_default();
        let line = line_of(method, offset).map_or(0, u32::from);
        Site { file: file.to_string(), line, column: 0, text: self.method_name(method), via: String::new() }
    }

    fn method_name(&self, method: MethodRef) -> String {
        format!("{}.{}", method.class.external_name(), self.lib.text(method.name))
    }

    /// What the exception said of itself that a thread failed with, as far as it is known.
    pub fn said(&self, thread: ThreadId, failure: &Failure) -> String {
        let learnt = self.learnt.lock().expect("no panic while facts are learnt");
        learnt.said.get(&(thread, failure.clone())).cloned().unwrap_or_else(|| failure.class().to_owned())
    }

    /// What a thread waits for, in words.
    pub fn waits_for(&self, state: &JavaState, thread: ThreadId) -> String {
        let mut copy = state.vm.clone();
        Vm::new(self.lib, &mut copy, &self.options, thread.index()).what_for()
    }

    /// A value that a location holds, in words.
    pub fn value_text(&self, state: &JavaState, loc: Loc, value: Value) -> String {
        let place = self.place(&state.vm, loc);
        let raw = crate::check::raw_of(value, place.kind == Kind::Reference);
        View { lib: self.lib, state: &state.vm }.value(place.kind, raw)
    }

    /// The location of a field or element, for tests.
    pub fn loc(object: Ref, offset: usize) -> Option<Loc> {
        loc_of(object, offset).ok()
    }
}
