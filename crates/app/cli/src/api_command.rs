//! `thinair api`: writes the class through which programs talk to the checker, as a jar (docs/API.md).

use crate::args::ApiArgs;
use crate::{output, program};
use anyhow::Result;
use std::path::Path;

/// Runs the command and returns the exit code.
pub fn run(args: &ApiArgs) -> Result<u8> {
    output::check_writable(&args.out)?;
    let jar = program::api_jar(&program::open_jdk(args.jdk.as_deref(), true)?)?;
    output::write(&args.out, jar)?;
    if args.out != Path::new("-") {
        output::complain(&format!("thinair: wrote {}", args.out.display()));
    }
    Ok(0)
}
