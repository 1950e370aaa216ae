//! The abstract machine whose instructions go through stages, restricted by ordering rules.
//!
//! Source: Abe, Maeda, "Optimization of a General Model Checking Framework for Various Memory Consistency
//! Models" (PGAS 2014). [`Staged`] joins a [`stages::Program`] and [`ordering::Rules`] into an
//! [`explore::System`], so that the common search explores it. The paper generates Promela and lets SPIN
//! search; what it optimises there has its counterpart here and can be switched off ([`Switches`]).
//!
//! **Promises**: the finished executions of the system are exactly the traces of the machine that satisfy
//! every rule, up to traces that end alike. The paper's guards admit some others and refuse some of these
//! (its section 3.1 treats an operation that has not happened as earlier); a rule is decided here by its
//! three-valued value, which is exact. **Deviations** from the paper's machine, all documented in
//! `docs/STAGES.md`: registers are renamed, so that only true dependencies order instructions; instructions
//! are fetched and issued once, whoever observes; in what others observe, a load has the value that it has
//! for its own process.

mod bind;
mod encode;
mod flow;
mod formula;
mod ground;
mod harmless;
mod perform;
mod show;
mod solve;
mod state;
mod system;

pub use show::{Happened, What};
pub use system::{Staged, StagedState, Switches, TooLarge};
