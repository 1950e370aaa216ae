//! The tables of the McSPIN paper, ours beside theirs: `cargo run --release -p staged --example tables`.
//!
//! Prints what docs/MCSPIN.md has. Every row is a process of its own, so that its peak memory is its own.
//! Seconds are those of the processor, the least of several runs, so that they depend less on what else runs
//! on the machine.
#![allow(clippy::print_stdout, reason = "it prints tables")]

use explore::{Config, Progress, SearchLimits, search};
use staged::{Staged, Switches};
use stages::{ClaimKind, Program};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A row: name, file, rules, loop bound, and what the paper has: transitions, MB, seconds.
type Row = (&'static str, &'static str, &'static str, Option<u32>, [&'static str; 3]);

const LARGE: [Row; 8] = [
    ("double-checked locking, SC", "examples/stages/dcl.stages", "sc", None, ["3638", "2.530", "0.113"]),
    (
        "double-checked locking, Itanium",
        "examples/stages/dcl.stages",
        "itanium",
        None,
        ["2000", "0.903", "0.096"],
    ),
    ("Dekker, SC, bound 1", "examples/stages/dekker.stages", "sc", Some(1), ["37862", "71.037", "1.044"]),
    ("Dekker, SC, bound 2", "examples/stages/dekker.stages", "sc", Some(2), ["76960", "423.094", "5.222"]),
    ("Dekker, SC, bound 3", "examples/stages/dekker.stages", "sc", Some(3), ["131334", "1459.484", "17.468"]),
    ("Dekker, SC, bound 4", "examples/stages/dekker.stages", "sc", Some(4), ["204008", "3828.921", "45.421"]),
    ("Dekker, SC, any number of iterations", "examples/stages/dekker.stages", "sc", None, ["–", "–", "–"]),
    (
        "Dekker, Itanium",
        "examples/stages/dekker.stages",
        "itanium",
        Some(1),
        ["9301219", "3889.837", "111.279"],
    ),
];

const SMALL: [Row; 20] = [
    ("itanium(A.1.4)", "tests/litmus/itanium/A.1.4.litmus", "itanium", None, ["580", "0.114", "0.025"]),
    ("itanium(A.2.5)", "tests/litmus/itanium/A.2.5.litmus", "itanium", None, ["216", "0.062", "0.019"]),
    ("itanium(A.3.6)", "tests/litmus/itanium/A.3.6.litmus", "itanium", None, ["635", "0.118", "0.026"]),
    ("itanium(A.4.7)", "tests/litmus/itanium/A.4.7.litmus", "itanium", None, ["271", "0.081", "0.009"]),
    ("itanium(A.6.10)", "tests/litmus/itanium/A.6.10.litmus", "itanium", None, ["293", "0.088", "0.018"]),
    ("itanium(A.7.11)", "tests/litmus/itanium/A.7.11.litmus", "itanium", None, ["365", "0.123", "0.027"]),
    ("itanium(A.8.12)", "tests/litmus/itanium/A.8.12.litmus", "itanium", None, ["106627", "21.076", "0.591"]),
    (
        "itanium(A.9.13), closest",
        "tests/litmus/itanium/A.9.13-closest.litmus",
        "itanium",
        None,
        ["2983", "0.803", "0.033"],
    ),
    ("upc(B.5.1)", "tests/litmus/upc/B.5.1.litmus", "upc", None, ["171", "0.064", "0.021"]),
    ("upc(B.5.2)", "tests/litmus/upc/B.5.2.litmus", "upc", None, ["461", "0.180", "0.019"]),
    ("upc(B.5.3)", "tests/litmus/upc/B.5.3.litmus", "upc", None, ["177", "0.065", "0.019"]),
    ("upc(B.5.4)", "tests/litmus/upc/B.5.4.litmus", "upc", None, ["671", "0.233", "0.024"]),
    ("upc(B.5.5)", "tests/litmus/upc/B.5.5.litmus", "upc", None, ["449", "0.176", "0.019"]),
    ("upc(B.5.6)", "tests/litmus/upc/B.5.6.litmus", "upc", None, ["321", "0.127", "0.023"]),
    ("upc(B.5.7)", "tests/litmus/upc/B.5.7.litmus", "upc", None, ["3639", "1.639", "0.024"]),
    ("upc(B.5.8)", "tests/litmus/upc/B.5.8.litmus", "upc", None, ["1457", "0.536", "0.026"]),
    ("upc(B.5.9)", "tests/litmus/upc/B.5.9.litmus", "upc", None, ["964", "0.349", "0.012"]),
    ("upc(B.5.10)", "tests/litmus/upc/B.5.10.litmus", "upc", None, ["379", "0.149", "0.023"]),
    ("upc(B.5.11)", "tests/litmus/upc/B.5.11.litmus", "upc", None, ["330", "0.119", "0.019"]),
    ("upc(B.5.12)", "tests/litmus/upc/B.5.12.litmus", "upc", None, ["607", "0.243", "0.024"]),
];

/// Table 3: DS,PI,RC; DS,RC; DS,PI; DS; PI,RC; PI; RC; none. POR is off in all of them, as in SPIN's search
/// of one process, guards are on.
const SWITCHES: [&str; 8] = ["DPR", "DR", "DP", "D", "PR", "P", "R", ""];

/// A search that takes the processor longer than this is given up.
const PATIENCE: f64 = 5.0;

/// How often each row of the first table is run.
const RUNS: usize = 5;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [file, rules, bound, switches, is_first] = &words[..] {
        println!("{}", one(file, rules, bound.parse().ok(), switches, is_first == "first"));
        return;
    }
    println!("| program | ours | steps | operations | MB | seconds | paper: transitions | MB | seconds |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, file, rules, bound, paper) in LARGE.iter().chain(&SMALL) {
        let is_first = *name == "Dekker, Itanium";
        let runs = (0..RUNS).map(|_| child(file, rules, *bound, "DPRO", is_first));
        let seconds = |row: &Vec<String>| row.last().and_then(|it| it.parse().ok()).unwrap_or(f64::INFINITY);
        let Some(row) = runs.min_by(|a, b| seconds(a).total_cmp(&seconds(b))) else { continue };
        let [verdict, steps, operations, bytes, seconds] = &row[..] else { continue };
        println!(
            "| {name} | {verdict} | {steps} | {operations} | {bytes} | {seconds} | {} | {} | {} |",
            paper[0], paper[1], paper[2]
        );
    }
    println!("\n| steps with | all | {} |", SWITCHES.map(shown).join(" | "));
    println!("|---|---|{}", "---|".repeat(SWITCHES.len()));
    for (name, file, rules, bound, _) in &SMALL {
        let cells: Vec<String> = std::iter::once("DPRO")
            .chain(SWITCHES)
            .map(|switches| match &child(file, rules, *bound, switches, false)[..] {
                [verdict, steps, ..] if verdict != "given up" => steps.clone(),
                _ => "–".to_owned(),
            })
            .collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}

fn shown(switches: &str) -> String {
    let names: Vec<&str> = [('D', "DS"), ('P', "PI"), ('R', "RC")]
        .iter()
        .filter(|(letter, _)| switches.contains(*letter))
        .map(|(_, name)| *name)
        .collect();
    if names.is_empty() { "none".to_owned() } else { names.join(",") }
}

fn child(file: &str, rules: &str, bound: Option<u32>, switches: &str, is_first: bool) -> Vec<String> {
    let bound = bound.map_or("-".to_owned(), |bound| bound.to_string());
    let first = if is_first { "first" } else { "all" };
    let Ok(me) = std::env::current_exe() else { return Vec::new() };
    let Ok(output) = Command::new(me).args([file, rules, &bound, switches, first]).output() else {
        return Vec::new();
    };
    String::from_utf8_lossy(&output.stdout).trim().split('\t').map(str::to_owned).collect()
}

/// Runs one row.
fn one(file: &str, rules: &str, bound: Option<u32>, switches: &str, is_first: bool) -> String {
    let mut program = load(file);
    for claim in &mut program.claims {
        if claim.kind == ClaimKind::Exists {
            claim.kind = ClaimKind::Never;
        }
    }
    let Some(rules) = ordering::shipped(rules) else { return String::new() };
    let has = |letter| switches.contains(letter);
    let switches = Switches { guards: true, ds: has('D'), pi: has('P'), rc: has('R'), por: has('O') };
    let progress = std::sync::Arc::new(Progress::default());
    let watched = std::sync::Arc::clone(&progress);
    let since = Instant::now();
    std::thread::spawn(move || {
        while processor_seconds(since) < PATIENCE {
            std::thread::sleep(Duration::from_millis(50));
        }
        watched.stop_for_time();
    });
    let before = processor_seconds(since);
    let Ok(system) = Staged::new(&program, &rules, switches, bound) else { return String::new() };
    let limits = SearchLimits { states: Some(3_000_000), ..SearchLimits::default() };
    let config = Config { limits, stop_at_first: is_first, ..Config::default() };
    let report = search(&system, &config, &progress);
    let seconds = processor_seconds(since) - before;
    let cut = |why: &explore::Incomplete| matches!(why, explore::Incomplete::Cut(_));
    // The steps of a search that was stopped say nothing, whatever it has found.
    let stops = |why: &explore::Incomplete| {
        matches!(
            why,
            explore::Incomplete::Time | explore::Incomplete::States(_) | explore::Incomplete::Memory
        )
    };
    let verdict =
        match (report.findings.is_empty(), report.incomplete.is_empty(), report.incomplete.iter().all(cut)) {
            _ if report.incomplete.iter().any(stops) => "given up",
            (false, ..) => "violated",
            (true, true, _) => "holds",
            (true, false, true) => "holds up to the bound",
            _ => "given up",
        };
    let peak = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = peak
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse::<f64>().ok());
    format!(
        "{verdict}\t{}\t{}\t{:.1}\t{seconds:.3}",
        report.stats.transitions,
        system.performed(),
        peak.unwrap_or(0.0) / 1024.0
    )
}

/// The time that the main thread, which searches, has had a processor; the time since `since` if the system
/// does not tell.
fn processor_seconds(since: Instant) -> f64 {
    // The system counts up to the last time that it looked; it looks now.
    std::thread::yield_now();
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.map_or(since.elapsed().as_secs_f64(), |it| it / 1e9)
}

fn load(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    if name.ends_with(".stages") {
        return stages::parse(name, &text).unwrap_or_else(|error| panic!("{error}"));
    }
    let test = litmus::parse(name, &text).unwrap_or_else(|error| panic!("{error}"));
    stages::from_litmus(name, &text, &test).unwrap_or_else(|error| panic!("{error}"))
}
