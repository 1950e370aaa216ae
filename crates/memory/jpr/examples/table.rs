//! JPR's published table (Fig. 14) beside ours: `cargo run --release -p jpr --example table`.
//!
//! Theirs counts states of JPF, a Java virtual machine, including its start-up and reductions; ours counts
//! extended states of the litmus machine without reduction. Iterations and sizes of write sets are
//! comparable.

use jpr::{JprLimits, JprReport, Variant, run};
use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Instant;

/// Test, iterations, size of the write set, states and seconds as published.
const PUBLISHED: [(&str, usize, usize, u64, f64); 19] = [
    ("tc1", 3, 5, 105, 1.2),
    ("tc2", 3, 5, 186, 1.3),
    ("tc3", 3, 6, 1410, 2.8),
    ("tc4", 3, 4, 63, 1.0),
    ("tc5", 3, 10, 4678, 4.5),
    ("tc6", 3, 4, 76, 0.9),
    ("tc7", 4, 8, 291, 1.9),
    ("tc8", 3, 5, 105, 1.0),
    ("tc9", 3, 8, 1259, 2.4),
    ("tc9a", 3, 6, 589, 1.8),
    ("tc10", 3, 7, 2399, 3.4),
    ("tc11", 4, 11, 695, 2.4),
    ("tc12", 3, 8, 102, 1.2),
    ("tc13", 3, 2, 34, 1.1),
    ("tc16", 3, 3, 147, 1.1),
    ("tc17", 3, 7, 318, 1.3),
    ("tc18", 3, 7, 318, 1.4),
    ("tc19", 3, 11, 1419, 2.7),
    ("tc20", 3, 11, 1419, 2.6),
];

/// The cached hash of `String` (Fig. 1), for this many threads.
fn hash(threads: usize) -> String {
    let thread =
        |t| format!("Thread{t} {{ int h = hash; if (h == 0) {{ h = 7; hash = h; }} assert h == 7; }} ");
    format!("Java hash{threads} {{ hash = 0; }} {}", (0..threads).map(thread).collect::<String>())
}

/// The redundant read of Fig. 2.
const HASH2: &str = "Java hash2 { hash = 0; } \
    Thread0 { int h = hash; if (h == 0) { hash = 7; } h = hash; assert h == 7; } \
    Thread1 { int h = hash; if (h == 0) { hash = 7; } h = hash; assert h == 7; }";

const PETERSON: &str = "Java peterson { f0 = 0; f1 = 0; turn = 0; x = 0; } \
    Thread0 { f0 = 1; turn = 1; while (f1 == 1 && turn == 1) { } x++; f0 = 0; } \
    Thread1 { f1 = 1; turn = 0; while (f0 == 1 && turn == 0) { } x++; f1 = 0; } \
    Thread2 { join Thread0; join Thread1; assert x == 2; }";

fn line(name: &str, text: &str, published: Option<(usize, usize, u64, f64)>) -> Result<String, String> {
    let program = litmus::load(name, text).map_err(|e| e.to_string())?;
    let mut out = format!("{name:9}");
    for variant in [Variant::Mended, Variant::AsPrinted] {
        let start = Instant::now();
        let limits = JprLimits { states: 200_000, ..JprLimits::default() };
        let report: JprReport = run(&program, variant, &limits).map_err(|e| e.to_string())?;
        let seconds = start.elapsed().as_secs_f64();
        let seen = match program.condition() {
            Some(condition) if report.outcomes.iter().any(|o| condition.prop.holds(o)) => "yes",
            Some(_) => "no",
            None if report.failures.is_empty() => "holds",
            None => "fails",
        };
        let mark = if report.truncated.is_some() { "?" } else { " " };
        let (iterations, size, states) = (report.iterations.len(), report.write_set.len(), report.states());
        let _ = write!(out, " | {seen:5}{mark} {iterations:4} {size:3} {states:7} {seconds:7.3}");
    }
    if let Some((iterations, size, states, seconds)) = published {
        let _ = write!(out, " | {iterations:4} {size:3} {states:7} {seconds:7.1}");
    }
    Ok(out)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout().lock();
    let columns = "iter  WS  states seconds";
    writeln!(out, "test      | mended {columns} | printed {columns} | paper {columns}")?;
    for (name, iterations, size, states, seconds) in PUBLISHED {
        let file = format!("{}/../../../tests/litmus/causality/{name}.litmus", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file)?;
        writeln!(out, "{}", line(name, &text, Some((iterations, size, states, seconds)))?)?;
    }
    writeln!(out, "{}", line("hash x2", &hash(2), Some((3, 9, 225, 1.5)))?)?;
    writeln!(out, "{}", line("hash x4", &hash(4), Some((3, 15, 12442, 17.7)))?)?;
    writeln!(out, "{}", line("hash2", HASH2, Some((3, 9, 22, 0.9)))?)?;
    writeln!(out, "{}", line("peterson", PETERSON, Some((3, 12, 20, 0.8)))?)?;
    Ok(())
}
