//! The command as users meet it: words in, text, files and exit codes out (docs/JSON.md).
//!
//! Every test starts the built binary in a directory of its own. `BLESS=1` rewrites `golden/`.

mod determinism;
mod errors;
mod explain;
mod files;
mod json;
mod malformed;
mod replay;
mod selfcheck;
mod tables;
mod terminal;
mod verdicts;
