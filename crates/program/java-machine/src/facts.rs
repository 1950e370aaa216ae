//! What the engine and a checked thread tell each other: what is taken for granted of a program, and what turned out.

use crate::doubts::Inputs;
use crate::options::Results;
use crate::regions::Cell;
use crate::thread_names::ThreadNames;
use event::{Action, Answer, Loc};
use jvm::heap::Ref;
use std::collections::{BTreeMap, BTreeSet};
use triomphe::Arc;

/// What the engine and a checked thread tell each other.
pub(crate) struct Check {
    /// What does not change.
    pub given: Given,
    /// Where what is taken for granted is known to be wrong.
    pub refuted: Arc<Refuted>,
    /// The answer to the action that the thread stands before; taken when it performs it.
    pub answer: Option<(Action, Answer)>,
    /// The action that the thread stopped before.
    pub asked: Option<Action>,
    /// The numbers of threads.
    pub threads: std::sync::Arc<ThreadNames>,
    /// What turned out in this turn to be otherwise than [`Given::facts`] says.
    pub learnt: Facts,
    /// A location for [`Refuted::written`]: it was taken for a constant and is about to be written.
    pub newly_written: Option<u64>,
    /// How often elements of large arrays were not asked for since the last action, being taken for constants.
    pub granted_elements: usize,
    /// Locations that were not asked for, being taken for constants, since the last action, and how often.
    pub taken_for_granted: BTreeMap<u64, u32>,
    /// How often the thread looked for an interrupt since the last action, taking it for granted that there is none.
    pub looks_for_interrupt: u32,
    /// Classes for [`Refuted::acting`].
    pub newly_acting: BTreeSet<u32>,
    /// A class for [`Refuted::handed_on`].
    pub newly_handed_on: Option<u32>,
    /// Fields of results that the thread has used while others ran, and that nobody else is known to use ([`crate::Results`]).
    pub results: BTreeSet<u64>,
    /// Fields of results for [`Refuted::contested`]: they were used in a way that others may notice at once.
    pub shared_results: BTreeSet<u64>,
    /// What the thread was shown is one of several things that it might have been, and the others are not looked at.
    pub doubts: Option<&'static str>,
    /// What the thread has used that is the same in all executions.
    pub inputs: Inputs,
    /// Looking ahead, it used what others may change until it really comes there.
    pub strayed: bool,
    /// What it has accessed of shared objects without being asked since its last action, and whether it wrote.
    pub segment: Segment,
    /// The same of the other threads.
    pub others: Vec<Arc<Segment>>,
    /// A field or elements for [`Refuted::unguarded`].
    pub newly_unguarded: Option<(u32, u32)>,
    /// A monitor for [`Refuted::monitors`].
    pub newly_entered: Option<u64>,
    /// Words for [`Refuted::split`].
    pub newly_split: BTreeSet<u64>,
    /// Cells of regions that were used since the last action.
    pub cells: Vec<Cell>,
}

impl Check {
    /// For a thread that goes on with this answer.
    pub fn new(
        given: Given,
        refuted: Arc<Refuted>,
        threads: std::sync::Arc<ThreadNames>,
        answer: Option<(Action, Answer)>,
    ) -> Check {
        Check {
            given,
            refuted,
            answer,
            asked: None,
            threads,
            learnt: Facts::default(),
            newly_written: None,
            granted_elements: 0,
            taken_for_granted: BTreeMap::new(),
            looks_for_interrupt: 0,
            newly_acting: BTreeSet::new(),
            newly_handed_on: None,
            results: BTreeSet::new(),
            shared_results: BTreeSet::new(),
            doubts: None,
            inputs: Inputs::default(),
            strayed: false,
            segment: Segment::new(),
            others: Vec::new(),
            newly_unguarded: None,
            newly_entered: None,
            newly_split: BTreeSet::new(),
            cells: Vec::new(),
        }
    }
}

/// Where what is taken for granted of a program has turned out wrong, in searches so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Refuted {
    /// Locations that existed before there were several threads and that are written since. The others never change.
    pub written: BTreeSet<u64>,
    /// Fields of results that several threads use ([`crate::Results`]): accesses to them are asked.
    pub contested: BTreeSet<u64>,
    /// Classes of the class library whose initialisers act: who initialises them is asked.
    pub acting: BTreeSet<u32>,
    /// Classes whose instances are used by other threads than the one whose variable holds them (`ThreadLocal`).
    pub handed_on: BTreeSet<u32>,
    /// Fields and elements that are not guarded although their class is named in the table.
    pub unguarded: BTreeSet<(u32, u32)>,
    /// Monitors of internal objects that matter all the same.
    pub monitors: BTreeSet<u64>,
    /// Words of regions that are kept in parts ([`crate::regions`]).
    pub split: BTreeSet<u64>,
}

/// What a thread is told when it begins to run, and what does not change meanwhile.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Given {
    /// Whether the values of the heap are the answers, so that actions that nobody can notice need not be asked.
    pub heap_answers: bool,
    /// Whether what nobody else can know is not asked for: the heap answers, or races are looked for. There is none on an object that its
    /// maker alone knows, nor later on what was done to it meanwhile, unless there is one on how others came to it.
    pub skips_private: bool,
    /// What is taken for granted.
    pub facts: Facts,
    /// Whether printing is an action.
    pub shows_output: bool,
    /// Whether assertions are noted that a thread comes to.
    pub notes_assertions: bool,
    /// Whether plain `long` and `double` variables are read and written in two halves (JLS 17.7).
    pub tearing: bool,
    /// Objects to which threads write what they have seen.
    pub results: Option<Results>,
    /// Whether the thread only looks where it would come ([`crate::machine`], symmetry).
    pub foresees: bool,
}

/// Accesses that were not asked.
pub(crate) type Segment = Vec<Unasked>;

/// An access that was not asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unasked {
    pub loc: Loc,
    pub writes: bool,
    /// The monitor under which it happened, once that is left.
    pub under: Option<Ref>,
    /// Whether its data is guarded, as far as it is known: then the access belongs to the state.
    pub is_guarded: bool,
}

/// What a program does that would make reductions wrong. A search assumes it does not, and begins again if it does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// Somebody notices of a thread more than the end of one that it has started itself (`looks.rs`).
    pub threads_are_seen: bool,
    /// Somebody interrupts a thread.
    pub interrupts: bool,
    /// Who is interrupted: a bit for each thread.
    pub interrupted: u32,
    /// Who uses fences: a bit for each thread.
    pub fences: u32,
    /// Somebody asks for the state of a thread that was started.
    pub states_are_seen: bool,
    /// A thread is started after all others have ended.
    pub starts_again: bool,
    /// Somebody asks for the name or the number of a thread, or a thread fails, which is told by its name.
    pub names_are_seen: bool,
    /// Somebody writes what is told of a thread that others may know, or asks for what it clears when it ends.
    pub thread_fields: bool,
    /// Whether a thread has acted matters to one that has not started it.
    pub acts_matter: bool,
    /// Somebody asks for the number of a thread.
    pub numbers_are_seen: bool,
    /// Somebody looks into a group of threads, or uses one as a monitor.
    pub groups_are_seen: bool,
    /// Somebody asks what another thread is parked on.
    pub blockers_are_seen: bool,
    /// Of which kinds arrays are accessed otherwise than by elements, a bit for each.
    pub viewed: u16,
    /// Of which kinds such arrays are kept byte by byte.
    pub bytewise: u16,
    /// A thread ends the program while there are others.
    pub exits: bool,
    /// Somebody looks at the clock while there are others, and not only to measure a wait; or begins to wait for a time.
    pub clock_is_seen: bool,
}

impl Facts {
    pub fn join(self, other: Facts) -> Facts {
        Facts {
            threads_are_seen: self.threads_are_seen | other.threads_are_seen,
            interrupts: self.interrupts | other.interrupts,
            interrupted: self.interrupted | other.interrupted,
            fences: self.fences | other.fences,
            states_are_seen: self.states_are_seen | other.states_are_seen,
            starts_again: self.starts_again | other.starts_again,
            names_are_seen: self.names_are_seen | other.names_are_seen,
            thread_fields: self.thread_fields | other.thread_fields,
            acts_matter: self.acts_matter | other.acts_matter,
            numbers_are_seen: self.numbers_are_seen | other.numbers_are_seen,
            groups_are_seen: self.groups_are_seen | other.groups_are_seen,
            blockers_are_seen: self.blockers_are_seen | other.blockers_are_seen,
            viewed: self.viewed | other.viewed,
            bytewise: self.bytewise | other.bytewise,
            exits: self.exits | other.exits,
            clock_is_seen: self.clock_is_seen | other.clock_is_seen,
        }
    }
}
