//! Searches the behaviours of a machine under a memory model.
//!
//! [`Product`] joins an [`event::Machine`] and a [`operational::Memory`] to a [`System`]: a graph of states. One loop
//! ([`search`]) walks it; what differs between depth-first, breadth-first, best-first, random walk and PCT is the
//! frontier. **Promises**: a search that reports no [`Incomplete`] has seen every outcome and every finding of the
//! system; results do not depend on the number of workers. **Does not** know Java, litmus syntax or verdicts.

mod closure;
mod ending;
mod executions;
mod footprint;
mod frontier;
mod hang;
mod history;
mod look;
mod product;
mod progress;
mod replay;
mod search;
mod sync;
mod system;
mod trail;
mod visited;
mod witness;

pub use closure::{Budget, Closed, Fixpoint, RacePair, close};
pub use executions::{Executions, count_executions, executions_by_outcome};
pub use footprint::Footprint;
pub use frontier::Order;
pub use hang::{Hang, Round, goes_round, hangs};
pub use history::History;
pub use look::{Look, Looked, Rounds, look};
pub use product::{Product, ProductState, Reduction, Timeouts};
pub use progress::{Progress, Snapshot};
pub use replay::{ReplayError, Trace, TraceStep, decode_steps, encode_steps, replay, replay_into};
pub use search::{After, Config, Incomplete, OnFinding, Report, SearchLimits, Stats, search, search_telling};
pub use system::{End, Finding, NoSink, Sink, Step, System, WaitsFor, check_system_laws};
pub use witness::{Target, simplest, witness, witnesses};
