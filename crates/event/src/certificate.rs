//! Certificates: why an execution is legal (JLS §17.4.8 and the revised rules of Ševčík and Aspinall, ECOOP
//! 2008).
//!
//! Data only: a search that finds a justification records it here, and the trusted checker (`jls`) verifies
//! it.

use crate::{EventId, Execution};
use std::collections::{BTreeMap, BTreeSet};

/// A definition of legality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// JLS §17.4.8, rules 1–9.
    Original,
    /// Ševčík and Aspinall 2008, Definition 8, rules 1–7.
    Revised,
}

/// One step of a justification: the committed set C_i, the execution E_i that justifies it, and the event of
/// E_i that each committed action corresponds to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitStep {
    /// C_i, as events of the justified execution. Default writes are not events and count as committed from
    /// the start.
    pub committed: BTreeSet<EventId>,
    /// E_i. May be a prefix of a full execution: each thread may stop early, but every write that is seen is
    /// included.
    pub speculative: Execution,
    /// Maps every event of `committed` to the same action in `speculative`; injective. Actions have no other
    /// identity across executions.
    pub label: BTreeMap<EventId, EventId>,
}

/// A legal execution with the sequence of commit steps that justifies it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    /// The rules that it satisfies.
    pub rules: RuleSet,
    /// E.
    pub execution: Execution,
    /// Steps 1, 2, …; the last one commits every action of E.
    pub steps: Vec<CommitStep>,
}
