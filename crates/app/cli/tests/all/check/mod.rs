//! `thinair check` from a user's view (docs/CHECK.md): Java programs in; verdicts, traces, tokens and exit
//! codes out.
//!
//! The programs of `tests/programs` are compiled once, by the oldest JDK; `programs.rs` tests their verdicts.
//! Nothing is skipped: without a JDK the tests fail.

mod api;
mod errors;
mod json;
mod liars;
mod prints;
mod reading;
mod replay;
mod same;
pub mod tool;
mod typed;
mod verdicts;
