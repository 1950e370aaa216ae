//! Finding and reading files. Every error names the file and says what to do.

use crate::jcstress_command::Targets;
use anyhow::{Context, Result, bail};
use litmus::{Options, Program};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The largest file that is read.
const MAX_BYTES: u64 = 16 << 20;

/// Returns the litmus files that `targets` name, with directories searched recursively, sorted and without
/// duplicates; and the files that may contain jcstress tests.
pub fn test_files(targets: &[PathBuf], has_class_path: bool) -> Result<(Vec<PathBuf>, Targets)> {
    let (mut files, mut java) = (Vec::new(), Targets::default());
    for target in targets {
        if java.take(target, has_class_path)? {
            continue;
        }
        let kind = std::fs::metadata(target).with_context(|| format!("cannot read {}", target.display()))?;
        if kind.is_dir() {
            let mut found = Vec::new();
            collect(target, &mut found, &mut BTreeSet::new())?;
            let before = (files.len(), java.count());
            for file in found {
                match file.extension().is_some_and(|e| e == "litmus") {
                    true => files.push(file),
                    false => java.take_found(&file),
                }
            }
            if (files.len(), java.count()) == before {
                bail!(
                    "error: {}: no *.litmus file and no jcstress test in this directory\n   = hint: name a folder with litmus files, or with class files, jars or sources of jcstress tests",
                    target.display()
                );
            }
        } else {
            files.push(target.clone());
        }
    }
    let mut seen = BTreeSet::new();
    files.retain(|f| seen.insert(f.clone()));
    Ok((files, java))
}

/// The extensions of files that may contain tests.
const KINDS: [&str; 4] = ["litmus", "class", "jar", "java"];

/// Collects the files below a directory that may contain tests. Enters each real directory once, so that
/// symbolic links cannot cause endless recursion.
fn collect(dir: &Path, files: &mut Vec<PathBuf>, entered: &mut BTreeSet<PathBuf>) -> Result<()> {
    let real = std::fs::canonicalize(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    if !entered.insert(real) {
        return Ok(());
    }
    let entries = std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut paths: Vec<PathBuf> = entries.map(|e| e.map(|e| e.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, files, entered)?;
        } else if path.extension().and_then(|e| e.to_str()).is_some_and(|e| KINDS.contains(&e))
            && (path.is_file() || !path.exists())
        {
            files.push(path);
        }
    }
    Ok(())
}

/// Reads a text file of reasonable size.
pub fn read(path: &Path) -> Result<String> {
    let shown = path.display();
    let mut bytes = Vec::new();
    let kind = std::fs::metadata(path).with_context(|| format!("error: cannot read {shown}"))?;
    // A descriptor opened by the shell has an end; opening a pipe without a writer would block for ever.
    let is_opened = ["/dev/fd/", "/dev/stdin", "/proc/self/fd/"]
        .iter()
        .any(|start| path.starts_with(start.trim_end_matches('/')));
    if !kind.is_file() && !is_opened {
        bail!("error: cannot read {shown}: it is a folder, a device, a pipe or a socket, not a file");
    }
    // Pipes have no size; reading one byte too many reveals an oversized file.
    let file = std::fs::File::open(path).with_context(|| format!("error: cannot read {shown}"))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {shown}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        bail!(
            "{shown}:1:1: error: the file is larger than {} MiB\n   = hint: is this a litmus test? split it up",
            MAX_BYTES >> 20
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        let column = good.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let byte = error.as_bytes()[good.len()];
        let hint = "is this a text file? save it as UTF-8";
        anyhow::anyhow!("{shown}:{line}:{column}: error: byte 0x{byte:02x} is not UTF-8\n   = hint: {hint}")
    })
}

/// Reads and compiles a litmus test.
pub fn program(path: &Path, options: &Options) -> Result<Program> {
    let text = read(path)?;
    Ok(litmus::load_with(&path.display().to_string(), &text, options)?)
}

/// Reads and compiles all tests. Reports all errors; if there are any, no test is run.
pub fn programs(paths: &[PathBuf], options: &Options) -> Result<Vec<Program>> {
    let (good, bad): (Vec<_>, Vec<_>) = paths.iter().map(|p| program(p, options)).partition(Result::is_ok);
    if bad.is_empty() {
        return Ok(good.into_iter().filter_map(Result::ok).collect());
    }
    let messages: Vec<String> =
        bad.iter().filter_map(|e| e.as_ref().err()).map(|e| format!("{e:#}")).collect();
    bail!("{}", messages.join("\n"))
}
