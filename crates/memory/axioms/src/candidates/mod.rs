//! Every candidate execution of a small program, for models about which nothing is known.
//!
//! A user's model file may allow causal cycles, may not be prefix-closed, and may not require atomicity, so
//! neither the pruning of [`crate::enumerate()`] nor a graph engine would be sound for it. Here only
//! candidates are left out that no model allows: **promises** every combination of complete thread traces,
//! every reads-from that fits locations and values, every order of monitors and, as far as the model looks at
//! them ([`Decides`]), every synchronisation order and every coherence order, each once. As in herd, a read
//! does not see a later write of its own thread.
//!
//! The values are those that the program can compute, see [`domain`]. **Does not** show executions in which a
//! thread waits or computes forever; [`Coverage`] says whether there could be any. Loops are followed up to
//! the limit of events.

mod combine;
mod domain;
mod search;
mod together;
mod waiting;

use crate::enumerate::ThreadTrace;
use crate::graph::Graph;
use crate::limits::{CandidateLimits, Overflow};
use event::{Machine, Outcome, ThreadId, Value};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a candidate fixes, besides reads-from and the order of monitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Decides {
    /// A coherence order for every location.
    pub coherence: bool,
    /// Without coherence: the last write of every observed location, as the only element of its coherence
    /// order.
    pub final_writes: bool,
    /// The order of volatile accesses of each location and of joins. Coherence then agrees with it.
    pub synchronisation: bool,
    /// Whether the model forbids cycles of program order, starts, joins and reads-from, so that candidates
    /// with such a cycle are left out.
    pub causal: bool,
}

/// Which values reads may see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Values {
    /// The values of the writes they see.
    #[default]
    Fit,
    /// Any: every read may see every write to its location, and all values are 0. For programs whose threads
    /// do the same whatever they read: this gives the shapes of all executions, for any values. Only those
    /// with a causal cycle are shown.
    Ignored,
}

/// How threads are run to find their traces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Threads {
    /// Each alone, from the beginning. For machines whose threads share nothing but memory.
    #[default]
    Alone,
    /// Together, one after the other as far as they can, with guessed answers to reads. For machines in which
    /// starting a thread or creating an object affects other threads.
    Together,
}

/// Whether a graph with an incomplete coherence order can be abandoned.
pub type Hopeless<'a> = dyn Fn(&Graph<'_>) -> bool + 'a;

/// A program, and which of its candidates to list.
#[derive(Clone, Copy)]
pub struct Question<'a, M: Machine> {
    /// The program.
    pub machine: &'a M,
    /// What the model looks at.
    pub decides: Decides,
    /// How threads are run.
    pub threads: Threads,
    /// The constants of the program: values that a causal cycle may justify. `None` if they are unknown; then
    /// values that justify themselves are not tried.
    pub constants: Option<&'a [Value]>,
    /// Which values reads may see.
    pub values: Values,
    /// Bounds; `steps` bounds the number of decisions.
    pub limits: &'a CandidateLimits,
    /// Called while coherence is decided, to leave out candidates that the model would reject.
    pub hopeless: Option<&'a Hopeless<'a>>,
    /// Set to true to stop the enumeration.
    pub stop: Option<&'a AtomicBool>,
}

/// What was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Some trace of a thread was stopped by a bound.
    pub cut: bool,
    /// Some trace of a thread computes forever without acting.
    pub diverges: bool,
    /// Threads might wait for each other forever.
    pub may_wait: bool,
    /// The number of candidates shown.
    pub candidates: u64,
}

/// A candidate execution.
pub struct Candidate<'a, M: Machine> {
    machine: &'a M,
    state: &'a M::State,
    graph: Graph<'a>,
    /// Per observed location: its possible final values.
    finals: &'a [Vec<Value>],
    /// Program order, starts, joins and reads-from form a cycle.
    pub cyclic: bool,
    /// The value that stands for all values not in the program, if a read sees it: it justifies itself.
    pub invented: Option<Value>,
    /// Equal for equal events, sources and orders of monitors and of writes to volatile locations.
    pub class: &'a [u32],
}

impl<'a, M: Machine> Candidate<'a, M> {
    /// The graph that a model judges.
    pub fn graph(&self) -> &Graph<'a> {
        &self.graph
    }

    /// Calls `out` with every outcome it can have.
    pub fn outcomes(&self, mut out: impl FnMut(Outcome)) {
        product(self.finals, &mut Vec::new(), &mut |finals| out(self.machine.outcome(self.state, finals)));
    }
}

/// Calls `visit` with every candidate, in a fixed order.
pub fn candidates<M: Machine>(
    question: &Question<'_, M>,
    mut visit: impl FnMut(&Candidate<'_, M>),
) -> Result<Coverage, Overflow> {
    let mut budget = Budget { left: question.limits.steps, question };
    let machine = question.machine;
    let (domain, together) = domain::explore(question, &mut budget)?;
    let mut coverage = Coverage {
        cut: domain.cut,
        diverges: domain.diverges,
        may_wait: domain.stuck || waiting::may_wait(machine, &domain.traces),
        candidates: 0,
    };
    let mut shown = |candidate: &Candidate<'_, M>| {
        coverage.candidates += 1;
        visit(candidate);
    };
    if question.threads == Threads::Together {
        for (found, number) in together.into_iter().zip(1..) {
            let traces: Vec<&ThreadTrace> = found.traces.iter().collect();
            search::search(question, &domain, (&traces, number), found.state, &mut budget, &mut shown)?;
        }
        return Ok(coverage);
    }
    combine::combinations(&domain, machine, &mut budget, |traces, number, budget| {
        let mut state = machine.initial();
        for (t, trace) in traces.iter().enumerate() {
            let thread = ThreadId(t as u16);
            trace.answers.iter().for_each(|&answer| machine.resume(&mut state, thread, answer));
        }
        search::search(question, &domain, (traces, number), state, budget, &mut shown)
    })?;
    Ok(coverage)
}

/// Calls `out` with every tuple that has one value of each list.
fn product(lists: &[Vec<Value>], chosen: &mut Vec<Value>, out: &mut dyn FnMut(&[Value])) {
    let Some(values) = lists.get(chosen.len()) else { return out(chosen) };
    for &value in values {
        chosen.push(value);
        product(lists, chosen, out);
        chosen.pop();
    }
}

/// The number of decisions left.
struct Budget<'a, M: Machine> {
    left: u64,
    question: &'a Question<'a, M>,
}

impl<M: Machine> Budget<'_, M> {
    fn spend(&mut self) -> Result<(), Overflow> {
        self.left = self.left.checked_sub(1).ok_or(Overflow::Steps(self.question.limits.steps))?;
        if self.question.is_stopped() { Err(Overflow::Stopped) } else { Ok(()) }
    }
}

impl<M: Machine> Question<'_, M> {
    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}
