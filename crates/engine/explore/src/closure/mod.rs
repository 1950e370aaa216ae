//! RPC, the race-pair closure, with states: an upper bound of the Java memory model that terminates on racy
//! loops.
//!
//! P ⊆ (reader, writer, location, value). WF(P): the well-formed executions in which each plain read sees a
//! write that happens-before it, or one whose (reader, writer, location, value) is in P. P starts empty and
//! grows by the pairs that race in some execution of WF(P) until a fixpoint; the first round is the exact
//! data-race check. `legality::closure` computes the same execution by execution; here, executions with the
//! same future are one state, so that loops close.
//!
//! **States.** A state is what the future of a partial execution depends on: the machine, which threads run,
//! who owns which monitor, and an [`operational::Speculative`]. Actions are performed in an order that
//! extends program and synchronisation order, hence happens-before. So when a read r is performed, an
//! *earlier* write w does not happen-after r, and is hidden from r iff the reader has overwritten it (M). A
//! write w *still to come* does not happen-before r, and is never hidden from r: a write w' in between, w hb
//! w' hb r, would have been performed before r, and w before w'. What remains to be required of w is not(r hb
//! w), that is, its thread does not know r when it writes. Hence a read sees a visible write that
//! happens-before it or is in P, or guesses a value in P, and the guess is an obligation of its writer.
//! Together these are exactly the sources that `legality` allows.
//!
//! **Success.** A state without obligations is a partial execution closed under reads-from, and extends to a
//! full one by reads of writes that happen-before them, of which there is always one. So outcomes, failures,
//! deadlocks and race pairs count iff their state or edge lies on a path to such a state (`graph.rs`). A
//! guessed object that is never created is not a success either ([`Machine::has_ghosts`]).
//!
//! **Plain actions are performed at once**, those of the lowest thread first. Given a state and the rest F of
//! an execution, let t be the thread taken first. If F has an action of t, its first one can be performed
//! now: nothing in F must precede it, reads that now precede their write become guesses, and those guesses
//! come true. If F has none, t takes one step more than the execution, with a read of a write that
//! happens-before it; this hides nothing from others and passes nothing on that F acquires, so F stays
//! possible. *Cycle proviso*: such extra steps must not go on for ever (`while (x == 0) { }` with a plain x,
//! lowest thread first). Each state stores the length of the path on which it was found; if a step of the
//! thread taken first leads to a state of no greater length, all threads are expanded. On a cycle, or an
//! infinite run in a finite graph, that takes only the first thread, the length would have to grow with every
//! step, so each passes a state where F continues. This needs no stack and holds across rounds.
//!
//! **Rounds** are semi-naive: states do not depend on P, so a new pair only adds choices to the reads of its
//! reader and location, and these states are remembered. Liveness only grows. [`Fixpoint::Naive`] starts over
//! every round and must give the same result.
//!
//! **Executions that never end.** Let F be one, and take its actions as above: in each state, F has actions
//! left, one of which is performed next, or the thread taken first takes a step more. Since all guesses come
//! true in F, no state is a dead end, so the path never ends, and a finite graph has a cycle.
//!
//! **Promises**: without `truncated`, every outcome, failure and deadlock of the JMM is reported (original
//! and revised rules, any identity of actions). **Does not** give executions or certificates, or see that a
//! loop may run for ever. **Deviations**, all to the weaker side: opaque accesses count as plain; acquire and
//! release accesses, volatile accesses to locations of mixed modes, updates of these, and accesses of threads
//! with fences may see every existing write, and so may whatever happens after them (`step.rs`,
//! `may_synchronise`); an update is a read and a write; the end of a thread releases no monitor. Objects with
//! final fields that are found in a race are refused: `truncated` is [`Incomplete::Unsupported`].

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
    /// Each round continues from the states of the previous one, at the reads that new pairs concern.
    #[default]
    SemiNaive,
    /// Every round starts over: the oracle for `SemiNaive`.
    Naive,
}

/// Limits of the computation.
#[derive(Debug, Clone)]
pub struct Budget {
    /// The most states.
    pub states: Option<u64>,
    /// The most race pairs per reading thread and location. Values that feed on themselves (`x = x + 1` in a
    /// race) grow without bound.
    pub values: usize,
    /// How rounds are computed.
    pub fixpoint: Fixpoint,
    /// Whether plain actions are performed at once. Without reduction all actions are interleaved, as an
    /// oracle.
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
    /// The failures of threads, in any execution.
    pub failures: BTreeSet<(ThreadId, Failure)>,
    /// For each deadlock, what each thread waits for.
    pub deadlocks: BTreeSet<Vec<(ThreadId, WaitsFor)>>,
    /// Whether some execution ends with threads that wait for work.
    pub idles: bool,
    /// Whether some execution ends with threads that diverge.
    pub diverges: bool,
    /// Whether every execution ends: none diverges, and no path of states, on which an execution could go on
    /// for ever, comes back to where it was.
    pub all_end: bool,
    /// The race pairs.
    pub pairs: BTreeSet<RacePair>,
    /// Rounds until the fixpoint.
    pub rounds: usize,
    /// Whether all conflicting accesses were ordered in the first round, so that the program is data-race
    /// free. Two volatile accesses to a location of mixed modes count as conflicting here.
    pub race_free: bool,
    /// The number of distinct states; with [`Fixpoint::Naive`], in the last round.
    pub states: u64,
    /// The number of steps taken.
    pub transitions: u64,
    /// The number of states that were fully expanded because an edge could have closed a cycle.
    pub cycles: u64,
    /// Why behaviours may be missing.
    pub truncated: Option<Incomplete>,
}

/// Computes the closure.
pub fn close<M: Machine>(machine: &M, budget: &Budget, progress: &Progress) -> Closed {
    Engine::new(machine, budget, progress).run()
}
