//! Models as predicates: a graph is accepted, or rejected with an axiom and its witnesses.
//!
//! **Promises** that every rejection names the first axiom that fails, in the order in which the model lists
//! them.

mod opmm;
mod sc;
mod store_buffer;
mod wellformed;

use crate::graph::{Coherence, Graph};
use crate::relation::Relation;
use event::{EventId, Execution, Rejection};

pub(crate) use store_buffer::{Buffers, preserved};

/// A memory model given by axioms.
///
/// Law: the answer is a function of the graph and does not depend on the numbering of its events.
pub trait AxiomaticModel {
    /// The name of the model, as users know it.
    fn name(&self) -> &str;
    /// Accepts the graph, or returns the axiom that it violates.
    fn check(&self, graph: &Graph<'_>) -> Result<(), Rejection>;
}

/// The models of this crate.
///
/// Java's access modes on the hardware models: volatile writes, atomic updates (also failed ones), full
/// fences and every synchronisation action drain the store buffer; other writes are buffered; all reads are
/// ordinary loads. PSO keeps a release write after all earlier writes; release and store-store fences order
/// the writes before them with those after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axioms {
    /// Sequential consistency.
    Sc,
    /// Total store order: a write may be delayed past later reads.
    Tso,
    /// Partial store order: a write may also be delayed past later writes to other locations.
    Pso,
    /// The operational Java memory model: well-formed executions (JLS §17.4.7) without cycles through
    /// reads-from.
    OpMm,
}

impl Axioms {
    /// All of them, strongest first.
    pub const ALL: [Axioms; 4] = [Axioms::Sc, Axioms::Tso, Axioms::Pso, Axioms::OpMm];

    /// Whether the model has a total order of the writes to each location.
    pub(crate) fn has_coherence(self) -> bool {
        self != Axioms::OpMm
    }
}

impl AxiomaticModel for Axioms {
    fn name(&self) -> &str {
        match self {
            Axioms::Sc => "sc",
            Axioms::Tso => "tso",
            Axioms::Pso => "pso",
            Axioms::OpMm => "opmm",
        }
    }

    fn check(&self, graph: &Graph<'_>) -> Result<(), Rejection> {
        match self {
            Axioms::Sc => sc::check(graph),
            Axioms::Tso => store_buffer::check(graph, Buffers::PerThread),
            Axioms::Pso => store_buffer::check(graph, Buffers::PerLocation),
            Axioms::OpMm => opmm::check(graph),
        }
    }
}

/// Judges an execution of at most 64 events, none of which is a failed update.
///
/// # Panics
/// If there are more events; [`Graph::new`] returns an error instead.
pub fn check(model: Axioms, execution: &Execution, co: &Coherence) -> Result<(), Rejection> {
    model.check(&Graph::new(execution, co).expect("the caller passes at most 64 events"))
}

/// Rejects a relation with a cycle; the witness is the cycle.
fn acyclic(axiom: &'static str, relation: &Relation) -> Result<(), Rejection> {
    match relation.cycle() {
        None => Ok(()),
        Some(cycle) => {
            Err(Rejection { axiom, witness: cycle.into_iter().map(|e| EventId(e as u32)).collect() })
        }
    }
}
