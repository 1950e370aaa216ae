//! Outcomes: what an observer of a finished execution can see.

use crate::{Failure, ThreadId, Value};

/// The observed values of one finished execution, in the program's order of observed names, and how threads failed.
///
/// Two executions with equal outcomes are indistinguishable to the user, whatever reads-from they had.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Outcome {
    /// The observed values.
    pub values: Vec<Value>,
    /// What the program itself told, by name; then there are no other values.
    pub observed: Vec<(String, String)>,
    /// Threads that ended abruptly, in thread order.
    pub failures: Vec<(ThreadId, Failure)>,
}

impl Outcome {
    /// The values joined by `, ` as jcstress prints them, then the failures.
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
