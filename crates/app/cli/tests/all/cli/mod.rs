//! The command from a user's view: words in; text, files and exit codes out (docs/JSON.md).
//!
//! Every test runs the built binary in a directory of its own. `BLESS=1` rewrites `golden/`.

mod determinism;
mod errors;
mod explain;
mod files;
mod json;
mod malformed;
mod replay;
mod selfcheck;
mod stages;
mod tables;
mod terminal;
mod verdicts;
