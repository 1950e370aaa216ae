//! Finding and reading files. Every error names the file and says what to do.

use anyhow::{Context, Result, bail};
use litmus::Program;
use std::path::{Path, PathBuf};

/// The largest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// The litmus files that `targets` name, directories searched recursively, sorted, without duplicates.
pub fn litmus_files(targets: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for target in targets {
        let kind = std::fs::metadata(target).with_context(|| format!("cannot read {}", target.display()))?;
        if kind.is_dir() {
            let before = files.len();
            collect(target, &mut files)?;
            if files.len() == before {
                bail!("{}: no *.litmus file in this directory", target.display());
            }
        } else {
            files.push(target.clone());
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    files.retain(|f| seen.insert(f.clone()));
    Ok(files)
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let entries = std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut paths: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "litmus") {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads a text file of reasonable size.
pub fn read(path: &Path) -> Result<String> {
    let shown = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?.len();
    if size > MAX_BYTES {
        bail!("{shown}: error: the file has {size} bytes; at most {MAX_BYTES} are read");
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {shown}"))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|&&b| b == b'\n').count() + 1;
        let column = good.iter().rev().take_while(|&&b| b != b'\n').count() + 1;
        let byte = error.as_bytes()[good.len()];
        anyhow::anyhow!(
            "{shown}:{line}:{column}: error: byte 0x{byte:02x} is not UTF-8; is this a text file?"
        )
    })
}

/// Reads and compiles a litmus test.
pub fn program(path: &Path) -> Result<Program> {
    let text = read(path)?;
    Ok(litmus::load(&path.display().to_string(), &text)?)
}

/// Reads and compiles all tests; all errors are reported, and one is enough to run none.
pub fn programs(paths: &[PathBuf]) -> Result<Vec<Program>> {
    let (good, bad): (Vec<_>, Vec<_>) = paths.iter().map(|p| program(p)).partition(Result::is_ok);
    if bad.is_empty() {
        return Ok(good.into_iter().filter_map(Result::ok).collect());
    }
    let messages: Vec<String> =
        bad.iter().filter_map(|e| e.as_ref().err()).map(|e| format!("{e:#}")).collect();
    bail!("{}", messages.join("\n"))
}
