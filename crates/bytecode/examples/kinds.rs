//! Runs the analyses over every method of class files and says how long they take.
//!
//! `cargo run --release -p bytecode --example kinds -- DIRECTORY…`: directories with class files below them.
//! Exits with 1 if any method is refused.

use bytecode::insn;
use bytecode::kinds::{self, KindError};
use classfile::{Bytes, ClassFile, Method};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Totals {
    classes: usize,
    methods: usize,
    instructions: usize,
    bytes: usize,
    refused: usize,
    kinds: Duration,
    kinds_size: usize,
}

fn main() -> std::io::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let mut refused = 0;
    for argument in std::env::args().skip(1) {
        let mut totals = Totals::default();
        for path in class_files(Path::new(&argument))? {
            let Ok(class) = classfile::parse(Bytes::from(std::fs::read(&path)?)) else { continue };
            totals.classes += 1;
            for method in &class.methods {
                if let Err(error) = measure(&class, method, &mut totals) {
                    totals.refused += 1;
                    writeln!(out, "{}.{}{} {error}", class.name, method.name, method.descriptor)?;
                }
            }
        }
        refused += totals.refused;
        let Totals { classes, methods, instructions, bytes, kinds, kinds_size, .. } = totals;
        writeln!(
            out,
            "{argument}: {classes} classes, {methods} methods, {instructions} instructions, {bytes} bytes of code"
        )?;
        let rate = instructions as f64 / kinds.as_secs_f64() / 1e6;
        writeln!(
            out,
            "  kinds: {kinds:.2?}, {rate:.1} M instructions/s, {kinds_size} bytes kept, {} refused",
            totals.refused
        )?;
    }
    Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn measure(class: &ClassFile, method: &Method, totals: &mut Totals) -> Result<(), KindError> {
    let Some(code) = &method.code else { return Ok(()) };
    totals.methods += 1;
    totals.bytes += code.bytecode.len();
    totals.instructions += insn::instructions(&code.bytecode).count();
    let start = Instant::now();
    let kinds = kinds::analyse(&class.pool, method);
    totals.kinds += start.elapsed();
    totals.kinds_size += kinds?.heap_size();
    Ok(())
}

fn class_files(root: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(path)? {
                open.push(entry?.path());
            }
        } else if path.extension().is_some_and(|e| e == "class") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
