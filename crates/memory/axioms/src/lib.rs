//! Memory models as axioms over executions: the declarative counterpart of the operational stores.
//!
//! A model is a predicate on a [`Graph`] (an `event::Execution` with a coherence order); it accepts, or
//! rejects with the name of an axiom and the events that violate it. [`enumerate()`] lists every candidate
//! execution of a small program and keeps those that the predicate accepts; [`candidates()`] lists all, for
//! predicates about which nothing is known: those of [`cat`] files.
//!
//! **Promises**: the outcome sets and counts of [`enumerate()`] follow from the axioms alone. What actions
//! mean is defined here once more, on purpose, and not taken from `event::semantics` as in the engines: no
//! code is shared with any state machine, so agreement with one is evidence for both. (Relations are those of
//! `event`, which know nothing of actions.) Candidates that the enumeration skips early would be rejected by
//! the predicate: [`enumerate_unpruned`] skips nothing and must agree (tested). **Does not** support loops,
//! executions in which a thread is blocked forever, or more than 64 events.
//!
//! Sources: JLS §17.4.4–17.4.7; De, Roychoudhury, D'Souza, *Java memory model aware software validation*
//! (OpMM), by its characterisation as acyclic(po ∪ so ∪ rf); Alglave, Maranget, Tautschnig, *Herding cats*
//! (SC, TSO) and the SPARC V9 manual (PSO), with the Java access modes mapped as described in [`Axioms`].

mod axioms;
mod candidates;
pub mod cat;
mod enumerate;
mod graph;
mod limits;
mod relation;

pub use axioms::{AxiomaticModel, Axioms, check};
pub use candidates::{Candidate, Coverage, Decides, Hopeless, Question, Threads, Values, candidates};
pub use enumerate::{Enumeration, enumerate, enumerate_unpruned};
pub use graph::{Coherence, Graph};
pub use limits::{CandidateLimits, Overflow};
