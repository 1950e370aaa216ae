//! Unique Java identifiers.

use std::collections::BTreeSet;

/// Words that the translation itself uses, or that litmus allows as names and Java does not everywhere.
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

    /// The name itself if it is free, otherwise the name with as many underscores as needed.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Reserves a name, even if it is already in use.
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
