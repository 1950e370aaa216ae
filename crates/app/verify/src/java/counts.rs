//! How many executions come to each outcome.

use super::Check;
use java_machine::JavaMachine;
use operational::Memory;

/// A number of executions: those that differ in which write a read sees, or in the order of writes to a volatile variable or of a
/// monitor's locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// So many were found.
    pub found: u64,
    /// There are no others.
    pub all: bool,
}

impl Check<'_> {
    /// Counts the executions of each outcome.
    pub(super) fn count_executions<S: Memory + Copy>(&mut self, mut machine: JavaMachine, memory: S) {
        let progress = self.begin_of(&machine, "number of executions");
        let most = self.options.count_states;
        let counted =
            machine.until_stable(|machine| explore::executions_by_outcome(machine, memory, most, &progress));
        let count = |(outcome, found)| (outcome, Count { found, all: true });
        self.executions = counted.into_iter().flatten().map(count).collect();
    }

    /// The executions of the lower bound have been counted; are they all? They are if each execution of the closure that comes to the outcome
    /// is in trace order: then it is one of the lower bound.
    pub(super) fn doubt_counts(&mut self, closure: Option<&legality::Closure>) {
        let closure = closure.filter(|closure| !closure.cut && !closure.weak);
        for (outcome, count) in &mut self.executions {
            let is_other =
                |c: &legality::Candidate| !c.in_trace_order && c.outcomes.iter().any(|o| o == outcome);
            count.all = closure.is_some_and(|closure| !closure.candidates.iter().any(is_other));
        }
    }
}
