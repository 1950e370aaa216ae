//! Outcomes: what an observer of a finished execution can see.

use crate::{Failure, Loc, LocInfo, Machine, ThreadId, Value};

/// The observed values of one finished execution, in the program's order of observed names, and how threads
/// failed.
///
/// Two executions with equal outcomes are indistinguishable to the user, whatever reads-from they had.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Outcome {
    /// The observed values.
    pub values: Vec<Value>,
    /// Values that the program itself reported, by name; if there are any, `values` is empty.
    pub observed: Vec<(String, String)>,
    /// Threads that ended abruptly, in thread order.
    pub failures: Vec<(ThreadId, Failure)>,
}

impl Outcome {
    /// The values joined by `, `, as jcstress prints them, then the failures.
    pub fn render(&self) -> String {
        let failure = |(t, f): &(ThreadId, Failure)| format!("{t}:{}", f.class());
        self.values
            .iter()
            .map(Value::to_string)
            .chain(self.observed.iter().map(|(name, value)| format!("{name}={value}")))
            .chain(self.failures.iter().map(failure))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// The outcomes of a finished execution: one for each choice of final values that an observer which joined
/// all threads may read.
pub fn outcomes_of<M: Machine>(
    machine: &M,
    state: &M::State,
    finals: impl Fn(Loc, LocInfo) -> Vec<Value>,
) -> impl Iterator<Item = Outcome> {
    let mut tuples: Vec<Vec<Value>> = vec![Vec::new()];
    for &loc in machine.observed_locations() {
        let values = finals(loc, machine.location(state, loc));
        let extend = |tuple: &Vec<Value>| -> Vec<Vec<Value>> {
            values.iter().map(|value| [tuple.as_slice(), &[*value]].concat()).collect()
        };
        tuples = tuples.iter().flat_map(extend).collect();
    }
    tuples.into_iter().map(|finals| machine.outcome(state, &finals))
}
