//! Searches the behaviours of a machine under a memory model.
//!
//! [`Product`] joins an [`event::Machine`] and an [`operational::Memory`] into a [`System`]: a graph of
//! states. One loop ([`search`]) explores it; depth-first, breadth-first, best-first, random walk and PCT
//! differ only in the frontier. **Promises**: a search that reports no [`Incomplete`] has seen every outcome
//! and every finding of the system; results do not depend on the number of workers. **Does not** know Java,
//! litmus syntax or verdicts.
//!
//! Store buffering under SC and under TSO. The machine comes from a litmus test here; the example
//! `store_buffering` has one of its own.
//!
//! ```
//! use event::Outcome;
//! use explore::{Config, Product, Progress, Reduction, search};
//! use operational::{Memory, SequentialConsistency, StoreBuffers};
//!
//! let text = "Java SB { x = 0; y = 0; } Thread0 { x = 1; int r = y; } Thread1 { y = 1; int r = x; }
//!     locations [0:r; 1:r]";
//! let program = litmus::load("SB", text).expect("a correct test");
//!
//! fn outcomes(program: &litmus::Program, memory: impl Memory) -> Vec<String> {
//!     let system = Product::new(program, memory, Reduction::Ample);
//!     let report = search(&system, &Config::default(), &Progress::default());
//!     // Empty means complete: what was not found is impossible.
//!     assert!(report.incomplete.is_empty());
//!     report.outcomes.iter().map(Outcome::render).collect()
//! }
//! assert_eq!(outcomes(&program, SequentialConsistency), ["0, 1", "1, 0", "1, 1"]);
//! assert_eq!(outcomes(&program, StoreBuffers::tso(8)), ["0, 0", "0, 1", "1, 0", "1, 1"]);
//! ```
//!
//! Next steps: [`Report::findings`] has failures and deadlocks, and data races if the memory detects them
//! ([`operational::WellBehaved`]); [`witness`] finds a simplest execution of an outcome or finding,
//! [`replay`] reports it action by action (example `spin_lock`), and [`hangs`] finds executions that never
//! end.

mod closure;
mod draws;
mod ending;
mod executions;
mod follow;
mod footprint;
mod frontier;
mod futures;
mod hang;
mod history;
mod look;
mod product;
mod progress;
mod replay;
mod search;
mod simplify;
mod stubborn;
mod system;
mod trail;
mod turns;
mod visited;
mod witness;

pub use closure::{Budget, Closed, Fixpoint, close};
pub use executions::{Executions, count_executions, executions_by_outcome};
pub use follow::{Guide, follow};
pub use footprint::{Footprint, Object, Touch};
pub use frontier::Order;
pub use futures::Gate;
pub use hang::{Hang, Round, goes_round, hangs};
pub use history::History;
pub use look::{Look, Looked, Rounds, look};
pub use product::{Product, ProductState, Reduction, Timeouts};
pub use progress::{Progress, Snapshot};
pub use replay::{ReplayError, Trace, TraceStep, decode_steps, encode_steps, replay, replay_into};
pub use search::{
    After, Config, Incomplete, OnFinding, Report, SearchLimits, Stats, Stubborn, search, search_telling,
};
pub use simplify::{Effort, simplified};
pub use stubborn::Needs;
pub use system::{Acted, End, Finding, Lag, NoSink, Outlook, Process, Sink, Step, System, check_system_laws};
pub use witness::{Target, witness, witnesses};
