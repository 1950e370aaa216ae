//! Runs the analyses over every method of the given JDKs (default: all that are found): seconds, bytes,
//! rejections.
//!
//! `cargo run --release -p bytecode --example kinds -- JAVA_HOME…`
//!
//! Exits with 1 if any method is rejected.

use bytecode::kinds::{self, KindError};
use bytecode::{insn, liveness};
use classfile::{ClassFile, Jdk, Method, SourceError};
use std::error::Error;
use std::io::Write as _;
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
    liveness: Duration,
    liveness_size: usize,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let mut homes: Vec<String> = std::env::args().skip(1).collect();
    if homes.is_empty() {
        homes = classfile::find_jdks()?.iter().map(|jdk| jdk.home.display().to_string()).collect();
    }
    let mut refused = 0;
    for home in homes {
        let mut totals = Totals::default();
        for class in classes(&Jdk::open(&home)?)? {
            totals.classes += 1;
            for method in &class.methods {
                if let Err(error) = measure(&class, method, &mut totals) {
                    totals.refused += 1;
                    writeln!(out, "{}.{}{} {error}", class.name, method.name, method.descriptor)?;
                }
            }
        }
        refused += totals.refused;
        let Totals {
            classes, methods, instructions, bytes, kinds, kinds_size, liveness, liveness_size, ..
        } = totals;
        writeln!(
            out,
            "{home}: {classes} classes, {methods} methods, {instructions} instructions, {bytes} bytes of code"
        )?;
        for (what, time, size) in [("kinds", kinds, kinds_size), ("liveness", liveness, liveness_size)] {
            let rate = instructions as f64 / time.as_secs_f64() / 1e6;
            writeln!(out, "  {what}: {time:.2?}, {rate:.1} M instructions/s, {size} bytes kept")?;
        }
        writeln!(out, "  {} methods refused", totals.refused)?;
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
    let start = Instant::now();
    let liveness = liveness::analyse(method);
    totals.liveness += start.elapsed();
    totals.kinds_size += kinds?.heap_size();
    totals.liveness_size += liveness?.heap_size();
    Ok(())
}

/// All classes that the parser accepts.
fn classes(jdk: &Jdk) -> Result<Vec<ClassFile>, SourceError> {
    let mut classes = Vec::new();
    for entry in jdk.image.entries() {
        let name = entry?.resource;
        if name.ends_with(".class") {
            classes.extend(jdk.image.find(&name)?.and_then(|bytes| classfile::parse(bytes).ok()));
        }
    }
    Ok(classes)
}
