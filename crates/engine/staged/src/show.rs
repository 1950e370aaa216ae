//! What happened in an execution, for reports.

/// An operation that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happened {
    /// The process.
    pub process: usize,
    /// The instruction, by its place in the code of the process.
    pub instruction: usize,
    /// Which instruction it is that the process fetched, from 1.
    pub number: u32,
    /// The stage.
    pub what: What,
    /// Who observes it, if processes observe differently.
    pub observer: Option<usize>,
    /// The location, once known.
    pub location: Option<u16>,
    /// The value read or written, once known.
    pub value: Option<i64>,
}

/// A stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Fetch.
    Fetch,
    /// Issue.
    Issue,
    /// Execute.
    Execute,
    /// Reflect.
    Reflect {
        /// The process whose memory it reaches.
        to: usize,
    },
}
