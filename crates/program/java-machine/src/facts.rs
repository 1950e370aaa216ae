//! What the engine and a checked thread exchange: the facts that are known about the program, and those that
//! the thread adds.
//!
//! A search assumes that the program does nothing that a reduction does not allow for. A *fact* says that it
//! does: it refutes an assumption, and the search restarts.

use crate::doubts::Inputs;
use crate::machine::GuardedAccess;
use crate::options::{Decisive, Results};
use crate::regions::Cell;
use crate::thread_names::ThreadNames;
use event::{Action, Answer, Loc};
use jvm::heap::Ref;
use std::collections::{BTreeMap, BTreeSet};
use triomphe::Arc;

/// The data exchanged between the engine and a checked thread during one turn.
pub(crate) struct Exchange {
    /// What stays constant during the turn.
    pub given: Given,
    /// Assumptions that are known to be wrong.
    pub refuted: Arc<Refuted>,
    /// The answer to the pending action; consumed when the thread performs it.
    pub answer: Option<(Action, Answer)>,
    /// The action that the thread stopped before.
    pub asked: Option<Action>,
    /// The numbers of all threads.
    pub threads: std::sync::Arc<ThreadNames>,
    /// Facts discovered in this turn. If [`Given::facts`] lacks one, an assumption is refuted.
    pub learnt: Facts,
    /// A location to add to [`Refuted::written`]: it was assumed constant and is about to be written.
    pub newly_written: Option<u64>,
    /// A field or the elements of an array class to add to [`Refuted::rewritten`].
    pub newly_rewritten: Option<(u32, u32)>,
    /// A field to add to [`Refuted::disowned`].
    pub newly_disowned: Option<(u32, u32)>,
    /// How many elements of large arrays were read without an action since the last one, because they are
    /// assumed constant.
    pub granted_elements: usize,
    /// Locations read without an action since the last one, because they are assumed constant, and how often
    /// each.
    pub taken_for_granted: BTreeMap<u64, u32>,
    /// How often the thread checked for an interrupt since the last action, on the assumption that there is
    /// none.
    pub looks_for_interrupt: u32,
    /// Classes to add to [`Refuted::acting`].
    pub newly_acting: BTreeSet<u32>,
    /// A class to add to [`Refuted::handed_on`].
    pub newly_handed_on: Option<u32>,
    /// Fields of result objects ([`crate::Results`]) that this thread used while others ran, and that no
    /// other thread is known to use.
    pub results: BTreeSet<u64>,
    /// Fields of result objects to add to [`Refuted::contested`]: they were used in a way other threads may
    /// notice at once.
    pub shared_results: BTreeSet<u64>,
    /// The thread was given one of several possible results and the others are not explored; says of what.
    pub doubts: Option<&'static str>,
    /// Environment inputs the thread used that are the same in all executions.
    pub inputs: Inputs,
    /// While looking ahead, the thread used data that others may change before it really gets there.
    pub strayed: bool,
    /// Accesses to shared objects since the thread's last action that were not actions.
    pub segment: Segment,
    /// The same for the other threads.
    pub others: Vec<Arc<Segment>>,
    /// A field, or the elements of an array class, to add to [`Refuted::unguarded`].
    pub newly_unguarded: Option<(u32, u32)>,
    /// A monitor to add to [`Refuted::monitors`].
    pub newly_entered: Option<u64>,
    /// Accesses to guarded data that were not actions.
    pub guarded: Vec<GuardedAccess>,
    /// What the thread does may depend on what others have done without an action that says so: it used data
    /// that is an action only if the memory holds it.
    pub depends_on_others: bool,
    /// Words to add to [`Refuted::split`].
    pub newly_split: BTreeSet<u64>,
    /// Cells of regions used since the last action.
    pub cells: Vec<Cell>,
}

impl Exchange {
    /// The exchange for a thread that resumes with this answer.
    pub fn new(
        given: Given,
        refuted: Arc<Refuted>,
        threads: std::sync::Arc<ThreadNames>,
        answer: Option<(Action, Answer)>,
    ) -> Exchange {
        Exchange {
            given,
            refuted,
            answer,
            asked: None,
            threads,
            learnt: Facts::default(),
            newly_written: None,
            newly_rewritten: None,
            newly_disowned: None,
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
            guarded: Vec::new(),
            depends_on_others: false,
            newly_split: BTreeSet::new(),
            cells: Vec::new(),
        }
    }
}

/// Assumptions about the program that searches so far have refuted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Refuted {
    /// Locations that existed before the second thread and were written afterwards. All other early locations
    /// are assumed constant.
    pub written: BTreeSet<u64>,
    /// Fields, and elements of array classes, of which some instance was written after it had escaped. What
    /// an instance holds in any other is assumed to stay as its creator has left it.
    pub rewritten: BTreeSet<(u32, u32)>,
    /// Fields of subclasses of `Thread` that were used by another thread than the instance itself, other than
    /// by one that had joined it. All others are assumed to be the thread's own.
    pub disowned: BTreeSet<(u32, u32)>,
    /// Fields of result objects ([`crate::Results`]) that several threads use: accesses to them are actions.
    pub contested: BTreeSet<u64>,
    /// Library classes whose initialisers perform actions: initialising them is an action.
    pub acting: BTreeSet<u32>,
    /// Classes whose instances are used by a thread other than the one whose `ThreadLocal` holds them.
    pub handed_on: BTreeSet<u32>,
    /// Fields and elements that turned out to be unguarded although the table lists their class as guarded.
    pub unguarded: BTreeSet<(u32, u32)>,
    /// Monitors of internal objects that are actions nevertheless.
    pub monitors: BTreeSet<u64>,
    /// Words of regions that are kept in parts ([`crate::regions`]).
    pub split: BTreeSet<u64>,
}

/// What a thread is given when it begins to run; constant during its turn.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Given {
    /// Whether reads are answered from the heap, so that actions no other thread can notice are skipped.
    pub heap_answers: bool,
    /// Whether accesses to private objects are skipped: either the heap answers, or the search looks for
    /// races. An object known only to its creator has no race, and neither do earlier accesses to it after it
    /// has been published, unless its publication itself races.
    pub skips_private: bool,
    /// The facts known when the turn begins. That there are no others is assumed.
    pub facts: Facts,
    /// Whether printing is an action.
    pub shows_output: bool,
    /// The uncaught exceptions that decide the verdict.
    pub decisive: Decisive,
    /// Whether assertions that the thread reaches are recorded.
    pub notes_assertions: bool,
    /// Whether plain `long` and `double` accesses are split into two halves (JLS 17.7).
    pub tearing: bool,
    /// The objects to which a test's threads write what they observed.
    pub results: Option<Results>,
    /// Whether no library call is atomic: each of its actions stands for itself.
    pub splits_calls: bool,
    /// Whether the thread only looks ahead (see [`crate::machine`], symmetry).
    pub foresees: bool,
}

/// Accesses that were not actions.
pub(crate) type Segment = Vec<Unasked>;

/// An access to a shared object that was not an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unasked {
    pub loc: Loc,
    pub writes: bool,
    /// The monitor under which the access happened, once that monitor has been released.
    pub under: Option<Ref>,
    /// Whether the data is assumed to be guarded; if so, the access is part of the state.
    pub is_guarded: bool,
}

/// Behaviours of the program that would make a reduction unsound. What is set is known: a search has met it.
/// What is not set is assumed not to occur; a search that meets it restarts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    /// A thread observes more of another one than the end of a thread that it started itself (`looks.rs`).
    pub threads_are_seen: bool,
    /// Some thread is interrupted.
    pub interrupts: bool,
    /// The threads that are interrupted, as a bit set.
    pub interrupted: u32,
    /// The threads that use fences, as a bit set.
    pub fences: u32,
    /// Code of the class library uses fences, other than on behalf of its caller. What it means by them may
    /// be more than they promise.
    pub library_fences: bool,
    /// The state of a started thread is observed.
    pub states_are_seen: bool,
    /// A thread is started after all others have ended.
    pub starts_again: bool,
    /// The name or number of a thread is observed, or a thread fails, which is reported under its name.
    pub names_are_seen: bool,
    /// A thread attribute is written after the thread object escaped, or one that the thread clears when it
    /// ends is read.
    pub thread_fields: bool,
    /// Whether a thread has acted matters to a thread that did not start it.
    pub acts_matter: bool,
    /// The number of a thread is observed.
    pub numbers_are_seen: bool,
    /// A thread group is inspected or used as a monitor.
    pub groups_are_seen: bool,
    /// A thread observes what another thread is parked on.
    pub blockers_are_seen: bool,
    /// Array kinds that are also accessed other than by whole elements, as a bit set.
    pub viewed: u16,
    /// Of those, the kinds that are kept byte by byte.
    pub bytewise: u16,
    /// A thread exits the program while others are running.
    pub exits: bool,
    /// A daemon is started. The program may end before it does what it would still do (JLS 12.8).
    pub daemons: bool,
    /// A part of the outcome is observed twice, with different values: the order matters.
    pub observations_meet: bool,
    /// A thread reads the clock while others are running, other than to measure a wait, or begins a timed
    /// wait.
    pub clock_is_seen: bool,
}

impl Facts {
    /// Whether a thread learns nothing of others except through actions: not through what the machine notes
    /// of their starts, ends, names and times. That threads start again only ends shortcuts of output and
    /// results; how arrays are accessed is a matter of each access.
    pub fn are_local(self) -> bool {
        self == Facts {
            names_are_seen: self.names_are_seen,
            numbers_are_seen: self.numbers_are_seen,
            fences: self.fences,
            library_fences: self.library_fences,
            starts_again: self.starts_again,
            viewed: self.viewed,
            bytewise: self.bytewise,
            ..Facts::default()
        }
    }

    /// Whether the program may end while a thread is running.
    pub fn ends_early(self) -> bool {
        self.exits || self.daemons
    }

    pub fn join(self, other: Facts) -> Facts {
        Facts {
            threads_are_seen: self.threads_are_seen | other.threads_are_seen,
            interrupts: self.interrupts | other.interrupts,
            interrupted: self.interrupted | other.interrupted,
            fences: self.fences | other.fences,
            library_fences: self.library_fences | other.library_fences,
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
            daemons: self.daemons | other.daemons,
            observations_meet: self.observations_meet | other.observations_meet,
            clock_is_seen: self.clock_is_seen | other.clock_is_seen,
        }
    }
}
