//! Certificates: why an execution is legal (JLS §17.4.8 and the revised rules of Ševčík and Aspinall, ECOOP 2008).
//!
//! Only data: whoever finds a justification records it here, and the trusted checker (`jls`) checks it.

use crate::{EventId, Execution};
use std::collections::{BTreeMap, BTreeSet};

/// Which definition of legality is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// JLS §17.4.8, rules 1–9.
    Original,
    /// Ševčík and Aspinall 2008, Definition 8, rules 1–7.
    Revised,
}

/// One step of a justification: the committed set C_i, the execution E_i that justifies it, and which event of E_i each
/// committed action is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitStep {
    /// C_i, as events of the justified execution. Default writes are not events and count as committed from the start.
    pub committed: BTreeSet<EventId>,
    /// E_i. May be a prefix of a full execution: each thread stops somewhere, closed under what is read.
    pub speculative: Execution,
    /// For every event of `committed`, the same action in `speculative`: an injection. Actions have no other identity
    /// across executions.
    pub label: BTreeMap<EventId, EventId>,
}

/// A legal execution with the sequence that justifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// By which rules.
    pub rules: RuleSet,
    /// E.
    pub execution: Execution,
    /// Steps 1, 2, …; the last one commits every action of E.
    pub steps: Vec<CommitStep>,
}
