//! `thinair check` as users meet it (docs/CHECK.md): Java programs in; verdicts, traces, tokens and exit codes out.
//!
//! The programs of `check/java/` say in their headers what is to be answered. They are compiled once, by the oldest JDK.
//! There are no skips: without a JDK the tests fail.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

#[allow(dead_code, reason = "the recorder uses the rest")]
#[path = "../../../xtask/src/java/suite/mod.rs"]
mod suite;

#[path = "check/api.rs"]
mod api;
#[path = "check/errors.rs"]
mod errors;
#[path = "check/json.rs"]
mod json;
#[path = "check/liars.rs"]
mod liars;
#[path = "check/prints.rs"]
mod prints;
#[path = "check/programs.rs"]
mod programs;
#[path = "check/reading.rs"]
mod reading;
#[path = "check/replay.rs"]
mod replay;
#[path = "check/same.rs"]
mod same;
#[path = "check/tool.rs"]
mod tool;
#[path = "check/typed.rs"]
mod typed;
#[path = "check/verdicts.rs"]
mod verdicts;
