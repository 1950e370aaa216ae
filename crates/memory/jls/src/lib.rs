//! The trusted base: a literal, slow checker of executions and of the commit sequences that justify them.
//!
//! Sources: JLS §17.4.4–17.4.8 (Java SE 17), and Ševčík and Aspinall, ECOOP 2008 ("AS08"), Definitions 7
//! and 8. There is one function per rule, preceded by the rule in our own words. Nothing is shared with a
//! search, a store or a model, on purpose not even what actions mean (`event::semantics`) and how relations
//! are represented (`event::Relation`): program order, synchronisation order, synchronizes-with and
//! happens-before are computed here, as matrices, from the raw events. Of [`event::Execution`] only the
//! events, their `rf` and the per-object orders are trusted.
//!
//! **Promises**: what [`check_execution`] accepts is a well-formed execution of the program, or a prefix of
//! one; what [`check_certificate`] accepts is legal by the rules that the certificate names. A rejection
//! names the rule and the actions that show it. **Does not** search: an execution is not illegal because one
//! certificate for it is rejected.
//!
//! **Relies on** the laws of [`event::Machine`], above all locality: threads are re-run one after the other.
//!
//! # Deviations
//!
//! Where the text leaves a choice we take the one that accepts less, or one that provably accepts the same.
//!
//! * *Default writes are not events.* They are committed from the start, happen-before everything and come
//!   first in the synchronisation order, so no rule can fail because of them. AS08's initialisation thread is
//!   treated the same way.
//! * *The first action of a thread is not an event.* It is added here (one node per thread), after the action
//!   that starts the thread and before all of the thread's own. It can be committed last and never needs a
//!   label.
//! * *The synchronisation order is kept per object.* The JLS has one total order; it exists exactly if the
//!   orders per object and program order have no cycle. Rule 3 compares total orders in the same way, see
//!   `rule_3`.
//! * *Commit sets may repeat.* The JLS requires C_i to be a proper subset of C_{i+1}, AS08 a subset. Dropping
//!   the second of two equal sets with its execution leaves a valid sequence, so both mean the same.
//! * *Executions may be prefixes*: E, and every E_i. A prefix can be continued by letting every later read
//!   see a write that happens-before it; no rule concerns the added actions. Use [`check_execution`] with
//!   [`Completeness::Complete`] if the outcome of E matters.
//! * *Same action* (JLS: same thread, kind, variable, and an arbitrary identifier): labels decide. They
//!   preserve thread, kind with access mode, and variable; external actions must also have the same value,
//!   although the JLS does not count parameters as part of the action.
//! * *Uncommitted actions* have an identity only in rule 8, which concerns synchronisation actions that need
//!   not be committed. A label may name more actions than the committed ones; a synchronisation action that
//!   it does not name is the one with the same number among the same actions of its thread. One that E does
//!   not have at all has no name, and rule 8 rejects it.
//! * *Read-modify-write* is one action that is a volatile read and a volatile write at one position of the
//!   synchronisation order; a failed compare-and-set is a volatile read.
//! * *Outside the JLS*, hence rejected: opaque, acquire and release accesses, fences, variables accessed both
//!   as volatile and as plain. Not modelled: reflection on final fields (§17.5.3), interrupts, finalizers,
//!   infinite executions (§17.4.9).

mod certificate;
mod completeness;
mod final_fields;
mod orders;
mod original;
mod relation;
mod replay;
mod revised;
mod wellformed;

pub use certificate::{CertificateRejection, EventIn, check_certificate, violations};
pub use completeness::Completeness;
pub use final_fields::TOO_MANY_CHAINS;
pub use wellformed::check_execution;
