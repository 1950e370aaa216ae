//! Writing results: standard output that may be closed, files that appear whole or not at all.

use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// Prints on standard output. A closed pipe is not an error: the reader has seen enough.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() == std::io::ErrorKind::BrokenPipe
    {
        std::process::exit(0);
    }
}

/// Writes a file, or standard output for `-`. The file is complete or not there: it is written aside and renamed.
pub fn write(path: &Path, text: &str) -> Result<()> {
    if path == Path::new("-") {
        print(text);
        return Ok(());
    }
    let aside = path.with_extension(format!("tmp{}", std::process::id()));
    let written = std::fs::write(&aside, text).and_then(|()| std::fs::rename(&aside, path));
    if written.is_err() {
        let _ = std::fs::remove_file(&aside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}
