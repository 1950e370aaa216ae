//! How many speculative executions a model of several is given.
//!
//! For the rules of the JMM the number that is enough is known: a justification commits the racy reads of an execution in
//! batches, and each batch takes two steps, one for the writes it sees and one for the reads; two more commit the rest
//! (`legality` has the argument). Every legal execution is one of the race-pair closure, so its racy reads are counted there.
//! Of other models nothing is known: what is impossible is so up to the number tried.

use event::{EventKind, Execution, Outcome, ReadMode};
use legality::Closure;

/// How many speculative executions to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tries {
    /// The numbers, in this order.
    pub numbers: Vec<u32>,
    /// Whether more would show nothing else.
    pub is_enough: bool,
}

impl Tries {
    /// For the rules of the JMM, original or revised: about outcomes for which something holds.
    pub(crate) fn for_legality(closure: &Closure, asked: impl Fn(&Outcome) -> bool) -> Tries {
        let with = closure.candidates.iter().filter(|candidate| candidate.outcomes.iter().any(&asked));
        let most = with.map(|candidate| racy_reads(&candidate.execution)).max().unwrap_or(0);
        // A part of the program that was cut, or that the JLS does not define, may do more.
        let is_enough = !closure.cut && !closure.weak;
        Tries { numbers: (0..=most).map(|batches| 2 * batches + 2).collect(), is_enough }
    }
}

impl Tries {
    /// No number above `most`.
    pub(crate) fn up_to(&self, most: u32) -> Tries {
        let numbers: Vec<u32> = self.numbers.iter().copied().filter(|&k| k <= most).collect();
        Tries { is_enough: self.is_enough && numbers.len() == self.numbers.len(), numbers }
    }
}

/// The reads that see a write which does not happen-before them.
fn racy_reads(execution: &Execution) -> u32 {
    let racy = execution.ids().filter(|&read| {
        let event = execution.event(read);
        matches!(event.kind, EventKind::Read(_, ReadMode::Plain))
            && event.rf.is_some_and(|write| !execution.hb(write, read))
    });
    racy.count() as u32
}
