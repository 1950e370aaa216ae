//! A stateless engine over execution graphs: every consistent execution of a bounded program, each exactly
//! once.
//!
//! Implements the search of TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, *Truly stateless, optimal
//! dynamic partial order reduction*, POPL 2022). A graph grows by one event at a time, in an order fixed by
//! the graph. A read branches over the writes it may see, a write over its places in coherence order; and a
//! write that is added after a read that could see it *revisits* that read: everything added since the read
//! that the write does not depend on is removed, provided it was added in the canonical way. That proviso
//! makes every graph reachable on one path only, so no visited set is needed: memory use is that of the path.
//!
//! **Promises**: each consistent execution in which all started threads end is shown once, told apart by
//! reads-from, the order of monitors and the order of writes (for OpMM: of volatile writes only); executions
//! in which threads are stuck for ever are shown too, and counted separately. The engine accepts what the
//! predicates of `axioms` accept (tested on random programs). **Does not** hold executions of more than
//! [`MOST_EVENTS`] events, find cyclic (po ∪ rf) executions (the JMM's causality; HMC), or prove anything
//! about threads longer than [`GraphLimits::events_per_thread`].
//!
//! Models are [`GraphModel`]s: SC, TSO, PSO and OpMM decide incrementally; any [`axioms::AxiomaticModel`] can
//! be plugged in through [`Plugged`].
//!
//! Store buffering has three executions under SC and a fourth one under TSO. The machine comes from a litmus
//! test here; the example `increments` has one of its own.
//!
//! ```
//! use graphs::{GraphLimits, Ordered, enumerate};
//!
//! let text = "Java SB { x = 0; y = 0; } Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; }";
//! let program = litmus::load("SB", text).expect("a correct test");
//! let count = |model| {
//!     let found = enumerate(&program, &model, &GraphLimits::default()).expect("six events are few");
//!     found.summary.executions
//! };
//! assert_eq!((count(Ordered::Sc), count(Ordered::Tso)), (3, 4));
//! ```

mod access;
mod any;
mod canonical;
mod engine;
mod estimate;
mod graph;
mod limits;
mod model;
mod monitor;
mod places;
mod relation;
mod report;
mod schedule;
mod snapshot;

pub use any::AnyGraph;
pub use axioms::Overflow;
pub use engine::{enumerate, explore, explore_telling};
pub use estimate::{Estimate, estimate};
pub use graph::{Accesses, FailedUpdate, Graph, GraphLocation, Node};
pub use limits::GraphLimits;
pub use model::{
    Change, Facts, GraphModel, Judge, OpMm, Ordered, Plugged, ReleaseAcquire, Sources, built_in,
};
pub use relation::{EventSet, MOST_EVENTS, Order, Size256, Size1024, Size4096};
pub use report::{End, Enumeration, Finding, FoundGraph, Seen, Summary};
pub use snapshot::Snapshot;
