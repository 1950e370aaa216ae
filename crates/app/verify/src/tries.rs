//! How many speculative executions a model about several executions needs.
//!
//! For the rules of the JMM a sufficient number is known. A justification commits the racy reads of an
//! execution in batches, and each batch takes two steps: one for the writes it sees and one for the reads.
//! Everything else is committed in the order of reads-from, one step for the writes and one for the reads
//! (`legality` has the argument). Atomic updates both read and write, so a chain of updates, each of which
//! sees the previous one, takes one step per update. Every legal execution is in the race-pair closure, so
//! its racy reads and chains are counted there. For other models no such number is known: "impossible" then
//! means impossible with the number that was tried.

use event::{EventId, EventKind, Execution, Outcome, ReadMode};
use legality::Closure;

/// How many speculative executions to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tries {
    /// The numbers, in the order to try them.
    pub numbers: Vec<u32>,
    /// Whether more executions would not show anything else.
    pub is_enough: bool,
}

/// The steps that commit an execution without racy reads and updates: first its writes, then its reads.
const FEWEST: u32 = 2;

impl Tries {
    /// The numbers for the rules of the JMM, original or revised, and for outcomes that `asked` accepts.
    pub fn for_legality(closure: &Closure, asked: impl Fn(&Outcome) -> bool) -> Tries {
        let with = closure.candidates.iter().filter(|candidate| candidate.outcomes.iter().any(&asked));
        let most = with.map(|candidate| steps(&candidate.execution)).max().unwrap_or(FEWEST);
        // A part of the program that was cut, or that the JLS does not define, may need more.
        let is_enough = !closure.cut && !closure.weak;
        // A model can repeat a step, so the last number justifies whatever fewer steps justify.
        let numbers = (FEWEST..most).step_by(2).chain([most]).collect();
        Tries { numbers, is_enough }
    }

    /// Drops the numbers above `most`.
    pub fn up_to(&self, most: u32) -> Tries {
        let numbers: Vec<u32> = self.numbers.iter().copied().filter(|&k| k <= most).collect();
        Tries { is_enough: self.is_enough && numbers.len() == self.numbers.len(), numbers }
    }
}

/// The number of steps that suffice to commit an execution, if it can be committed at all.
fn steps(execution: &Execution) -> u32 {
    let racy = execution.ids().filter(|&read| is_racy_read(execution, read)).count() as u32;
    let last = execution.ids().map(|id| rank(execution, id)).max().unwrap_or(0);
    2 * racy + last.max(FEWEST)
}

/// Whether a read sees a write that does not happen-before it.
fn is_racy_read(execution: &Execution, read: EventId) -> bool {
    let event = execution.event(read);
    matches!(event.kind, EventKind::Read(_, ReadMode::Plain))
        && event.rf.is_some_and(|write| !execution.hb(write, read))
}

/// The step in which an event can be committed if no read is racy: events other than reads in the first, a
/// read after the write it sees (JLS §17.4.8, rule 7; rule 6 of the revised rules). Initial writes are
/// committed before the first step.
fn rank(execution: &Execution, id: EventId) -> u32 {
    let seen = |id: &EventId| execution.event(*id).rf;
    // A chain of updates has at most as many links as there are events.
    let chain = std::iter::successors(Some(id), seen).take(execution.events().len());
    chain.count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use legality::{LegalityLimits, closure};

    fn most(body: &str) -> u32 {
        let program = litmus::load("t", body).unwrap_or_else(|e| panic!("{body}: {e}"));
        let closure =
            closure(&program, &LegalityLimits::default()).unwrap_or_else(|e| panic!("{body}: {e:?}"));
        let tries = Tries::for_legality(&closure, |_| true);
        assert!(tries.is_enough);
        *tries.numbers.last().expect("at least one number")
    }

    #[test]
    fn each_update_of_a_chain_takes_a_step() {
        // Three steps: the write, the update, the read.
        let update = "Java t { volatile int v = 0; } Thread0 { v = 1; } Thread1 { int r = v; } \
                      Thread2 { int r = v.getAndAdd(1); } exists (1:r=2)";
        assert_eq!(most(update), 3);
        let chain = "Java t { volatile int v = 0; } Thread0 { v = 1; int r = v; } \
                     Thread1 { int r = v.getAndAdd(1); int s = v.getAndSet(7); } exists (1:r=2)";
        assert_eq!(most(chain), 4);
        // Chains on different variables are committed in parallel.
        let two = "Java t { volatile int v = 0; volatile int w = 0; } \
                   Thread0 { int r = v.getAndAdd(1); int s = w.getAndAdd(1); } \
                   Thread1 { int r = v.getAndAdd(1); int s = w.getAndAdd(1); } exists (1:r=1)";
        assert_eq!(most(two), 2);
    }

    #[test]
    fn each_racy_read_takes_two_steps() {
        let buffering = "Java t { x = 0; y = 0; } Thread0 { int r = x; y = 1; } Thread1 { int r = y; x = 1; } \
                         exists (0:r=1 /\\ 1:r=1)";
        assert_eq!(most(buffering), 6);
    }
}
