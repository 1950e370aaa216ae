//! Java identifiers that mean one thing each.

use std::collections::BTreeSet;

/// Words that the translation uses itself, or that litmus allows as names and Java does not everywhere.
const RESERVED: [&str; 39] = [
    "Actor",
    "Arbiter",
    "AssertionError",
    "Copyable",
    "Description",
    "ExceptionInInitializerError",
    "Expect",
    "InterruptedException",
    "JCStressTest",
    "MethodHandles",
    "Object",
    "Outcome",
    "Override",
    "ReflectiveOperationException",
    "Result",
    "RuntimeException",
    "State",
    "String",
    "System",
    "Thread",
    "Values_Result",
    "VarHandle",
    "_",
    "always",
    "args",
    "dropped",
    "failure",
    "java",
    "lookup",
    "permits",
    "record",
    "result",
    "sealed",
    "self",
    "state",
    "thinair",
    "thread",
    "var",
    "yield",
];

/// The names in use.
#[derive(Debug, Clone)]
pub(crate) struct Namer {
    taken: BTreeSet<String>,
}

impl Namer {
    pub(crate) fn new() -> Self {
        Namer { taken: RESERVED.iter().map(|&word| word.to_owned()).collect() }
    }

    /// The name itself if nobody has it, otherwise the name with as many underscores as it takes.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Nobody else shall have the name, though several may already.
    pub(crate) fn avoid(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_given_once_and_never_a_reserved_one() {
        let mut names = Namer::new();
        let claimed: Vec<String> = ["x", "x", "x_", "Thread"].iter().map(|n| names.claim(n)).collect();
        assert_eq!(claimed, ["x", "x_", "x__", "Thread_"]);
        assert!(RESERVED.is_sorted());
    }
}
