//! What a program claims, and what its outcomes show.

use crate::term::Term;

/// A claim about final states, or about all states.
#[derive(Debug, Clone)]
pub struct Claim {
    /// Which states it is about.
    pub kind: ClaimKind,
    /// What is claimed.
    pub term: Term<Shown>,
    /// As written.
    pub text: String,
    /// The line, from 1.
    pub line: u32,
}

/// Which states a claim is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimKind {
    /// It is true in every final state.
    Final,
    /// It is true in no final state.
    Never,
    /// It is true in every state of every execution that can finish.
    Always,
    /// Nothing is claimed: is it true in some final state?
    Exists,
}

/// A variable of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A register of a process, as that process observes itself.
    Register {
        /// The process.
        process: u16,
        /// The register.
        register: u16,
    },
    /// A location in the memory of one process.
    Memory {
        /// The process.
        process: u16,
        /// The location.
        location: u16,
    },
    /// A location in every process's memory: a claim must be true of each of them.
    Shared {
        /// The location.
        location: u16,
    },
}

/// A value of an outcome, and its name.
#[derive(Debug, Clone)]
pub struct Observed {
    /// The name.
    pub name: String,
    /// What is shown.
    pub what: Shown,
}
