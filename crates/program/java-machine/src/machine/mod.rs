//! The virtual machine as a machine that engines drive: [`event::Machine`].
//!
//! Each thread stands before an action, waits, or has ended. `resume` performs the action and runs the thread to its next
//! one. **Promises** the laws of machines, with two liberties: data that the table of contracts speaks of is read and written in the
//! heap without being asked (what is said there is why), and reductions rest on facts
//! about the program that may turn out wrong while it runs ([`JavaMachine::learns`]): then the search must begin again.

mod alone;
mod driven;
mod encoding;
mod foresight;
mod ghosts;
mod learnt;
mod names;
mod pending;
mod places;
#[cfg(test)]
pub(crate) mod testing;
mod told;
mod turn;

use crate::base::Base;
use crate::doubts::Inputs;
use crate::encode::Counters;
use crate::facts::{Facts, Refuted, Segment};
use crate::provenance;
use crate::symmetry::{self, Beyond};
pub use alone::Readable;
use event::{Action, Cut, Failure, Internal, InternalKind, ThreadId};
use jvm::heap::Ref;
use jvm::library::Library;
use jvm::state::{State, Status};
use learnt::{Learnt, Uses};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
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

/// A program that is about to begin.
pub struct JavaProgram {
    /// Its classes.
    pub lib: &'static Library,
    /// Before main is called, with marks on what boot has made.
    state: State,
    /// What it may know of its surroundings, its bounds, and how it is checked.
    pub options: crate::Options,
    /// What it was seen to depend on, in whatever search.
    inputs: std::sync::Arc<AtomicU8>,
}

impl JavaProgram {
    /// A program whose main method is about to be called (see [`jvm::start`]).
    pub fn new(lib: &'static Library, mut state: State, options: crate::Options) -> JavaProgram {
        provenance::boot::mark(lib, &mut state);
        JavaProgram { lib, state, options, inputs: Default::default() }
    }

    /// What it was seen to depend on that is the same in all executions that are looked at, as the end of "if …".
    pub fn depends_on(&self) -> Vec<&'static str> {
        Inputs::told(&self.inputs)
    }
}

/// A program as a machine.
pub struct JavaMachine {
    lib: &'static Library,
    options: crate::Options,
    inputs: std::sync::Arc<AtomicU8>,
    /// Before the main thread has run.
    origin: JavaState,
    initial: JavaState,
    answers: Answers,
    /// The first state, from which encodings tell others apart.
    base: Option<Base>,
    facts: Facts,
    /// The accesses of fields and arrays as far as they matter: by class and word, or [`ELEMENTS`], or [`CELL`].
    uses: BTreeMap<(u64, u32), Uses>,
    /// Where what is taken for granted is known to be wrong.
    refuted: Arc<Refuted>,
    learnt: Mutex<Learnt>,
    /// Something was learnt that makes a search that goes on pointless.
    is_stale: AtomicBool,
    /// Whether printing is an action.
    shows_output: bool,
    counters: Counters,
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
    /// Whatever was written before, and what a thread wrote may be seen without what it wrote earlier elsewhere.
    AnyOrder,
    /// Also what is still to be written: references may refer to objects that nobody has created.
    Future,
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
    /// A program, checked as reads of these kinds ask for.
    pub fn new(program: &JavaProgram, answers: Answers) -> JavaMachine {
        JavaMachine::watched(program, answers, std::sync::Arc::default())
    }

    /// The same for a search that is stopped by this flag.
    pub fn watched(program: &JavaProgram, answers: Answers, stop: std::sync::Arc<AtomicBool>) -> JavaMachine {
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
            answers,
            base: None,
            facts: Facts::default(),
            uses: BTreeMap::new(),
            refuted: Arc::default(),
            learnt: Mutex::default(),
            is_stale: AtomicBool::new(false),
            shows_output: false,
            counters: Counters::Kept,
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

    /// The program in forms without what only counts the rounds of loops: only whether a state of one execution comes again may be seen from them.
    pub fn leaving_out_counters(mut self, out: bool) -> JavaMachine {
        self.counters = if out { Counters::LeftOut } else { Counters::Kept };
        self
    }

    /// The program with its threads told apart from the beginning. Whoever does not compare states gains nothing from taking them for alike,
    /// and would begin again where an exception is printed with the name of its thread.
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

/// Whether only one thread has yet to end.
fn is_alone(state: &State) -> bool {
    state.threads.iter().filter(|t| t.status != Status::Ended).nth(1).is_none()
}
