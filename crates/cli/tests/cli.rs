//! The command as users meet it: words in, text, files and exit codes out (docs/JSON.md).
//!
//! Every test starts the built binary in a directory of its own. `BLESS=1` rewrites `golden/`.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

#[path = "cli/determinism.rs"]
mod determinism;
#[path = "cli/errors.rs"]
mod errors;
#[path = "cli/explain.rs"]
mod explain;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/json.rs"]
mod json;
#[path = "cli/malformed.rs"]
mod malformed;
#[path = "cli/replay.rs"]
mod replay;
#[path = "cli/selfcheck.rs"]
mod selfcheck;
#[path = "cli/tables.rs"]
mod tables;
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/verdicts.rs"]
mod verdicts;
