//! Configuration → plan → run → verdict.
//!
//! The only crate that decides: [`conclude`] is the one function that turns evidence into a [`Verdict`]. [`selfcheck`]
//! shows users that it still does.

mod cat_file;
mod cat_run;
mod compare;
mod explain;
mod explain_axioms;
mod graph_run;
pub mod java;
pub mod jcstress;
mod jmm_run;
mod jpr_run;
mod litmus_run;
mod model;
mod options;
mod sandwich;
pub mod selfcheck;
mod solve;
mod subject;
mod token;
mod tries;
mod untraced;
mod upper;
mod verdict;

pub use cat_file::{CatFile, is_model_file};
pub use cat_run::{Judged, STEPS, TRACES};
pub use compare::{Comparison, compare};
pub use explain::{Answer, Explanation, Forbidden, Picture, Readable, explain, sites};
pub use explain_axioms::Broken;
pub use graph_run::{GraphRun, by_graphs};
pub use legality::Identity;
pub use litmus_run::{
    LitmusResult, ModelFinding, Observation, Races, RunError, Story, find_races, replay_token, run, violates,
};
pub use model::{Memories, Model, Role, WithMemory};
pub use options::{Engine, Escape, Options, Properties, Reasons, TimeoutChoice};
pub use sandwich::{Decision, Refusal, Sandwich, sandwich};
pub use solve::Core;
pub use subject::Subject;
pub use token::{Token, TokenError};
pub use tries::Tries;
pub use untraced::Untraced;
pub use verdict::{Evidence, Ruling, Verdict, conclude, conclude_all};
