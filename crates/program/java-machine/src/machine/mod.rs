//! The virtual machine as an [`event::Machine`], driven by engines.
//!
//! Each thread stands before an action, waits, or has ended. `resume` performs the action and runs the thread
//! to its next one. **Promises** the laws of machines, with two liberties: data covered by the table of
//! contracts is read and written in the heap without actions (the table says why), and reductions rest on
//! assumptions about the program that may be refuted while it runs ([`JavaMachine::take_over_facts`]); then
//! the search must restart.

mod alone;
mod driven;
mod encoding;
mod foresight;
mod ghosts;
mod guards;
mod learnt;
mod names;
mod pending;
mod places;
mod shown;
#[cfg(test)]
pub(crate) mod testing;
mod turn;

use crate::base::Base;
use crate::doubts::Inputs;
use crate::encode::Counters;
use crate::facts::{Facts, Refuted, Segment};
use crate::provenance;
use crate::symmetry::{self, Beyond};
pub use alone::Readable;
use event::{Action, Cut, Failure, Internal, InternalKind, ThreadId};
use guards::Guards;
pub(crate) use guards::{ATOMIC_CALL, GuardedAccess};
use jvm::heap::Ref;
use jvm::library::Library;
use jvm::state::{State, Status};
use learnt::{Learnt, Uses};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Mutex, RwLock};
use triomphe::Arc;

/// The maximal number of bytecodes between two actions of a thread.
const LOCAL_STEPS: u64 = 50_000_000;

/// The maximal number of bytes a checked program may allocate on a path: reachable memory is encoded with
/// every state, and sizes may be guessed.
const MOST_BYTES: u64 = 1 << 30;

/// The number of bytecodes after which a computing thread checks whether the search was stopped.
const SLICE: u64 = 1_000_000;

/// The number of bytecodes after which it is checked whether a thread spins on a location that is assumed
/// constant.
const SHORT: u64 = 20_000;

/// A program that is about to begin.
pub struct JavaProgram {
    /// Its classes.
    pub lib: &'static Library,
    /// The state before main is called, with the objects that boot created marked.
    state: State,
    /// Its environment, its bounds, and how it is checked.
    pub options: crate::Options,
    /// The inputs it was seen to depend on, in any search.
    inputs: std::sync::Arc<AtomicU16>,
}

impl JavaProgram {
    /// A program whose main method is about to be called (see [`jvm::start`]).
    pub fn new(lib: &'static Library, mut state: State, options: crate::Options) -> JavaProgram {
        provenance::boot::mark(lib, &mut state);
        JavaProgram { lib, state, options, inputs: Default::default() }
    }

    /// The inputs it was seen to depend on that are the same in all explored executions, each as the end of
    /// "if …".
    pub fn depends_on(&self) -> Vec<&'static str> {
        Inputs::conditions(&self.inputs)
    }
}

/// A program as a machine.
pub struct JavaMachine {
    lib: &'static Library,
    options: crate::Options,
    inputs: std::sync::Arc<AtomicU16>,
    /// The state before the main thread has run.
    origin: JavaState,
    initial: JavaState,
    visibility: Visibility,
    /// The first state, from which other states are encoded as differences.
    base: Option<Base>,
    /// What searches have learnt; what is not set here is assumed not to occur.
    facts: Facts,
    /// The kinds of accesses to fields and arrays that matter: by class and word, or [`ELEMENTS`], or
    /// [`CELL`].
    uses: BTreeMap<(u64, u32), Uses>,
    /// Assumptions that are known to be wrong.
    refuted: Arc<Refuted>,
    learnt: Mutex<Learnt>,
    /// Set when something was learnt that makes continuing the search pointless.
    is_stale: AtomicBool,
    /// Set when what a thread does may have depended on others without an action.
    is_unpredictable: AtomicBool,
    /// Set when a part of the outcome was observed without an action.
    has_observed: AtomicBool,
    /// What guards data whose accesses are no actions.
    guards: Mutex<Guards>,
    /// Whether printing is an action.
    shows_output: bool,
    counters: Counters,
    /// Whether assertions that threads reach are recorded.
    notes_assertions: bool,
    /// Whether no library call is atomic.
    splits_calls: bool,
    /// Set to stop the current search: a thread may compute for long between two actions.
    stop: RwLock<std::sync::Arc<AtomicBool>>,
}

/// Which writes a program's reads may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Visibility {
    /// Only the latest write, so actions that no other thread notices are skipped.
    Latest,
    /// The latest write among those that happen-before the read: a search for races ends where that is not
    /// the latest of all.
    Ordered,
    /// Any earlier write.
    Past,
    /// Any earlier write, and a thread's write may be seen without what it wrote earlier elsewhere.
    AnyOrder,
    /// Also future writes: references may refer to objects that have not been created yet.
    Future,
}

/// The state of a program and where its threads stand.
#[derive(Clone)]
pub struct JavaState {
    vm: State,
    standing: Vec<Standing>,
    /// How threads failed.
    failures: Vec<(ThreadId, Failure)>,
    /// For threads that join others: the state behind their joins.
    beyond: Vec<(usize, Arc<Beyond>)>,
    /// Contents read without an action from objects not created yet: they must turn out to be so.
    assumed: Vec<(Ref, Box<[u64]>)>,
    /// Accesses of each thread since its last action that were not actions.
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
    /// The part of a thread's standing that its frames do not determine.
    fn number(&self) -> u8 {
        match self {
            Standing::Before(Action::Internal(Internal { what: InternalKind::Initialise(_), .. })) => 1,
            Standing::Waits => 2,
            Standing::Cut(_) => 3,
            // It has asked to end the program, or has thrown, in the frame it is still in.
            Standing::Before(Action::Fail(_)) => 4,
            Standing::Before(_) | Standing::Ended => 0,
        }
    }
}

impl JavaMachine {
    /// A program, checked for reads that may see these writes.
    pub fn new(program: &JavaProgram, visibility: Visibility) -> JavaMachine {
        JavaMachine::with_stop_flag(program, visibility, std::sync::Arc::default())
    }

    /// The same, for a search that is stopped by this flag.
    pub fn with_stop_flag(
        program: &JavaProgram,
        visibility: Visibility,
        stop: std::sync::Arc<AtomicBool>,
    ) -> JavaMachine {
        let JavaProgram { lib, state, options, inputs } = program;
        let (vm, options, inputs) = (state.clone(), options.clone(), inputs.clone());
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
            inputs,
            origin: initial.clone(),
            initial,
            visibility,
            base: None,
            facts: Facts::default(),
            uses: BTreeMap::new(),
            refuted: Arc::default(),
            learnt: Mutex::default(),
            is_stale: AtomicBool::new(false),
            is_unpredictable: AtomicBool::new(false),
            has_observed: AtomicBool::new(false),
            guards: Mutex::default(),
            shows_output: false,
            counters: Counters::Kept,
            notes_assertions: false,
            splits_calls: false,
            stop: RwLock::new(stop),
        };
        machine.begin();
        machine
    }

    /// Begins another search, which is stopped by this flag.
    pub fn set_stop_flag(&self, stop: std::sync::Arc<AtomicBool>) {
        *self.stop.write().expect("no panic while a flag is exchanged") = stop;
    }

    fn is_stopped(&self) -> bool {
        self.stop.read().expect("no panic while a flag is exchanged").load(Ordering::Relaxed)
    }

    /// Makes printing an external action (JLS §17.4.2) while the program has several threads. By default it
    /// is none.
    pub fn showing_output(mut self, shows: bool) -> JavaMachine {
        self.shows_output = shows;
        self
    }

    /// Makes each action of a library call an action of its own: an engine that orders events, not steps,
    /// cannot keep a call together. Data that only atomic calls guard then counts as unguarded.
    pub fn splitting_calls(mut self) -> JavaMachine {
        self.splits_calls = true;
        self
    }

    /// Leaves loop counters out of encodings. Such encodings may only be used to detect that a state of one
    /// execution repeats.
    pub fn leaving_out_counters(mut self, out: bool) -> JavaMachine {
        self.counters = if out { Counters::LeftOut } else { Counters::Kept };
        self
    }

    /// Distinguishes the threads from the beginning. A search that does not compare states gains nothing from
    /// symmetry, and would restart when an exception is printed with the name of its thread.
    pub fn telling_threads_apart(mut self) -> JavaMachine {
        self.facts.names_are_seen = true;
        self
    }

    /// Runs the main thread to its first action.
    fn begin(&mut self) {
        let mut state = self.origin.clone();
        self.run(&mut state, 0, None);
        let mut base = Base::of(self.lib, &state.vm);
        if self.heap_answers() {
            let symmetry = symmetry::nameless(self.lib, &state.vm, &base);
            base.forget(self.lib, &state.vm.heap, symmetry.into_iter());
        }
        self.base = Some(base);
        self.initial = state;
    }
}

/// Whether only one thread has not ended yet.
fn is_alone(state: &State) -> bool {
    state.threads.iter().filter(|t| t.status != Status::Ended).nth(1).is_none()
}
