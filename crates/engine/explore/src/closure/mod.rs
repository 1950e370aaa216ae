//! RPC, the race-pair closure, with states: an upper bound of the Java memory model that ends on racy loops.
//!
//! P ⊆ (reader, writer, location, value). WF(P): the well-formed executions in which each plain read sees a write that
//! happens-before it or one whose (reader, writer, location, value) is in P. P starts empty and grows by what races in
//! some execution of WF(P) until nothing is new; the first round is the exact data-race check. `legality::closure` computes the
//! same execution by execution; here executions with the same future are one state, so that loops close.
//!
//! **States.** A state is what the future of a partial execution depends on: the machine, who runs and owns what, and a
//! [`operational::Speculative`]. Actions are performed in an order that extends program and synchronisation order, hence
//! happens-before. So when a read r happens, a write w *so far* does not happen-after r, and is hidden from r iff the reader
//! has overwritten it (M). A write w *still to come* does not happen-before r, and is never hidden from r: a write w' in
//! between, w hb w' hb r, would have come before r, and w before w'. What is left to require of it is not(r hb w), that is, its
//! thread does not know r when it writes. Hence a read sees a visible write that happens-before it or is in P, or guesses a
//! value in P, and the guess is an obligation of its writer. Together these are exactly the sources that `legality` allows.
//!
//! **Success.** A state without obligations is a partial execution closed under reads-from, and goes on to a full one by
//! reads of writes that happen-before them, of which there is always one. So outcomes, failures, deadlocks and race pairs
//! count iff their state or edge lies on a path to such a state (`graph.rs`). A guess of an object nobody creates is no
//! success either ([`Machine::has_ghosts`]).
//!
//! **Plain actions are performed at once**, those of the lowest thread first. Let a state be given and the rest F of an
//! execution, and let the thread t be taken first. If F has an action of t, its first one is next: nothing in F must come
//! before it, reads that now happen before their write become guesses, and those guesses come true. If F has none, t takes a
//! step more than the execution, with a read that happens-before; it hides nothing from others and passes nothing on that F
//! acquires, so that F stays possible. *Cycle proviso*: such extra steps must not go on for ever (`while (x == 0) { }` with a
//! plain x, lowest thread first). Each state has the length of the path it was found on; where a step of the thread taken first
//! leads to a state of no greater length, all threads are expanded. A cycle, or a run of steps in a finite graph, in which
//! only the first thread is taken would have to grow longer at every step, so each passes a state where F goes on. This needs no
//! stack and holds across rounds.
//!
//! **Rounds** are semi-naive: states do not depend on P, so a new pair only adds ways to the reads of its reader and location,
//! and these are remembered. Liveness only grows. [`Fixpoint::Naive`] starts over every round and must give the same.
//!
//! **Promises**: without `truncated`, every outcome, failure and deadlock of the JMM is reported (original and revised rules,
//! any identity of actions). **Does not** give executions or certificates, or see that a loop may run for ever.
//! **Deviations**, all to the weaker side: opaque accesses count as plain ones; acquire and release accesses, volatile ones of
//! locations of mixed modes, updates of these, and accesses of threads with fences may see every write there is, and so may
//! what happens after them (`step.rs`, `may_synchronise`); an update is a read and a write; the end of a thread releases no monitor.
//! Objects with final fields that are found in a race are refused: `truncated` says [`Incomplete::Unsupported`].

mod fixpoint;
mod graph;
mod pairs;
mod prospects;
mod step;

use crate::product::Reduction;
use crate::progress::Progress;
use crate::search::Incomplete;
use event::{Failure, Machine, Outcome, RacePair, ThreadId, WaitsFor};
use fixpoint::Engine;
use std::collections::BTreeSet;

/// How rounds are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fixpoint {
    /// A round goes on from the states of the round before, at the reads that new pairs concern.
    #[default]
    SemiNaive,
    /// Every round starts over: the oracle of the other.
    Naive,
}

/// When to give up.
#[derive(Debug, Clone)]
pub struct Budget {
    /// Most states.
    pub states: Option<u64>,
    /// Most race pairs per reading thread and location. Values that feed on themselves (`x = x + 1` in a race) have no end.
    pub values: usize,
    /// How rounds are computed.
    pub fixpoint: Fixpoint,
    /// Whether plain actions are performed at once; without it all actions are interleaved, as an oracle.
    pub reduction: Reduction,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { states: None, values: 64, fixpoint: Fixpoint::default(), reduction: Reduction::Ample }
    }
}

/// The closure of a program.
#[derive(Debug, Clone, Default)]
pub struct Closed {
    /// Outcomes of finished executions.
    pub outcomes: BTreeSet<Outcome>,
    /// How threads failed, in whatever execution.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// Who waits for what where nobody can go on.
    pub deadlocks: BTreeSet<Vec<(ThreadId, WaitsFor)>>,
    /// Some execution ends with threads that compute for ever without acting.
    pub diverges: bool,
    /// The race pairs.
    pub pairs: BTreeSet<RacePair>,
    /// Rounds until nothing was new.
    pub rounds: usize,
    /// No two conflicting accesses were unordered in the first round: the program is data-race free. Two volatile accesses
    /// to a location of mixed modes count as conflicting here.
    pub race_free: bool,
    /// Different states, in the last round if every round starts over.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// States expanded in full because an edge could have closed a cycle.
    pub cycles: u64,
    /// Why behaviours may be missing.
    pub truncated: Option<Incomplete>,
}

/// Computes the closure.
pub fn close<M: Machine>(machine: &M, budget: &Budget, progress: &Progress) -> Closed {
    Engine::new(machine, budget, progress).run()
}
