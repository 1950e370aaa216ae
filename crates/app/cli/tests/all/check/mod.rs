//! `thinair check` as users meet it (docs/CHECK.md): Java programs in; verdicts, traces, tokens and exit codes out.
//!
//! The programs of `check/java/` say in their headers what is to be answered. They are compiled once, by the oldest JDK.
//! There are no skips: without a JDK the tests fail.

mod api;
mod errors;
mod json;
mod liars;
mod prints;
mod programs;
mod reading;
mod replay;
mod same;
mod tool;
mod typed;
mod verdicts;
