//! Turns a program, a model and options into a verdict.
//!
//! This is the only crate that decides: [`conclude`] is the one function that turns evidence into a
//! [`Verdict`]. [`selfcheck`] shows users that it still does so correctly.

mod cat_file;
mod compare;
mod driver;
mod explain;
mod explain_axioms;
mod explainable;
mod graph_run;
mod guide;
pub mod java;
pub mod jcstress;
mod kind;
mod legality_run;
mod litmus_run;
mod model;
mod options;
mod reason;
mod result;
mod sandwich;
pub mod selfcheck;
mod solve;
mod token;
mod tries;
mod untraced;
mod verdict;

pub use cat_file::{CatFile, is_model_file};
pub use compare::{Comparison, compare};
pub use driver::Host;
pub use explain::{Answer, Explanation, Forbidden, Picture, Readable, explain, sites};
pub use explain_axioms::Broken;
pub use explainable::Explainable;
pub use graph_run::{GraphRun, Rules, by_graphs};
pub use kind::FindingKind;
pub use legality::Identity;
pub use legality_run::{Decision, LegalityRun, Refusal, run_legality};
pub use litmus_run::{find_races, replay_test, run, violates};
pub use model::{MemoryLimits, Model, Role, WithMemory};
pub use options::{CoreOptions, Engine, Escape, Options, Properties, TimeoutChoice};
pub use reason::{Reason, ReasonKind, joined};
pub use result::{
    Count, ModelFinding, ModelResult, ORDERED, Observation, RACES, Races, Schedule, Settled, ShownExecution,
    Witness,
};
pub use solve::Core;
pub use token::{Token, TokenError, TokenTest};
pub use tries::Tries;
pub use untraced::{Judged, STEPS, TRACES, Untraced};
pub use verdict::{Evidence, Ruling, Verdict, conclude, conclude_all};
