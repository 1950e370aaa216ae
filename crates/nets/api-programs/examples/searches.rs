//! Searches Java programs in several ways and compares what is found: with stubborn sets, with the usual
//! reductions, and without any, under each memory that searches states.
//!
//! ```text
//! cargo run --profile fast -p api-programs --example searches -- FOLDER [FILTER [MODELS]]
//! ```
//!
//! Every source in the folder is a program: its class has the name of the file. A line says for each memory
//! whether stubborn sets were used to the end, and how many states each search had. Exits with 1 if any two
//! complete searches differ in their outcomes, their findings, or (race check) in whether there is a race.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it tells its result")]

use event::Machine;
use explore::{Config, Finding, Product, Progress, Reduction, Report, SearchLimits, Stubborn, search};
use java_machine::{JavaMachine, JavaProgram, Trust, Visibility};
use jvm::Library;
use operational::{KnownMasked, Latest, Memory, StoreBuffers, WellBehaved};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const STATES: u64 = 4_000;

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<usize, String> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("usage: searches FOLDER [FILTER [MODELS]]")?);
    let filter = arguments.next().unwrap_or_default();
    let models = arguments.next().unwrap_or_else(|| "sc,races,opmm,tso".to_owned());
    let wants = |model: &str| models.split(',').any(|m| m == model);
    let home = classfile::find_jdks().map_err(|e| e.to_string())?;
    let home = home.into_iter().find(|jdk| jdk.home.join("bin/javac").is_file()).ok_or("no javac")?.home;
    let classes = folder.join("classes");
    std::fs::create_dir_all(&classes).map_err(|e| e.to_string())?;
    let mut sources: Vec<PathBuf> = std::fs::read_dir(&folder)
        .map_err(|e| e.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "java"))
        .filter(|path| path.to_string_lossy().contains(&filter))
        .collect();
    sources.sort();
    let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src/thinair/Thinair.java");
    let mut javac = Command::new(home.join("bin/javac"));
    javac.args(["-g", "-nowarn", "-proc:none", "-d"]).arg(&classes).arg(api).args(&sources);
    if !javac.status().map_err(|e| e.to_string())?.success() {
        return Err("javac fails".into());
    }
    let jdk = classfile::Jdk::open(&home).map_err(|e| e.to_string())?;
    let path =
        classfile::ClassPath::new(std::slice::from_ref(&classes), jdk.release).map_err(|e| e.to_string())?;
    let lib = Library::new(jdk, path);
    java_machine::set_checking(lib, java_machine::Policy::of(Trust::Library));
    let vm = jvm::Options {
        class_path: classes.display().to_string(),
        assertions: true,
        ..jvm::Options::default()
    };
    let options = java_machine::Options::from(vm);
    let booted = jvm::boot(lib, &options.vm).map_err(|e| e.to_string())?;
    let mut bad = 0;
    for source in &sources {
        let class = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut state = booted.clone();
        let mut options = options.clone();
        options.threads = std::sync::Arc::default();
        jvm::start(lib, &mut state, &options.vm, &class, &[]).map_err(|e| e.to_string())?;
        let program = JavaProgram::new(lib, state, options);
        if wants("sc") {
            bad += compared(&program, &class, "sc", Visibility::Latest, Latest);
        }
        if wants("races") {
            bad += compared(&program, &class, "races", Visibility::Ordered, WellBehaved);
        }
        if wants("opmm") {
            bad += compared(&program, &class, "opmm", Visibility::Past, KnownMasked);
        }
        if wants("tso") {
            bad += compared(&program, &class, "tso", Visibility::Past, StoreBuffers::tso(8));
        }
    }
    println!("{} programs, {bad} mismatches", sources.len());
    Ok(bad)
}

/// What a search found, as texts.
fn found(report: &Report, only_races: bool) -> BTreeSet<String> {
    let is_race = |f: &Finding| matches!(f, Finding::Race { .. });
    let races = report.findings.iter().any(is_race);
    let mut all: BTreeSet<String> = BTreeSet::new();
    if only_races && races {
        all.insert("race".into());
        return all;
    }
    all.extend(report.outcomes.iter().map(|o| format!("{:?} {:?}", o.observed, o.failures)));
    all.extend(report.findings.iter().map(|f| format!("{f:?}")));
    if report.diverges {
        all.insert("diverges".into());
    }
    all
}

fn compared<S: Memory + Copy>(
    program: &JavaProgram,
    name: &str,
    model: &str,
    visibility: Visibility,
    memory: S,
) -> usize {
    let limits = SearchLimits { states: Some(STATES), ..SearchLimits::default() };
    let usual = Config { limits, ..Config::default() };
    let plain = Config { sleep_sets: false, symmetry: false, ..usual };
    let ways = [
        ("usual", Reduction::Ample, usual),
        ("always", Reduction::Ample, Config { stubborn: Stubborn::Always, ..usual }),
        ("none", Reduction::None, plain),
    ];
    let mut all: Vec<(&str, Option<BTreeSet<String>>)> = Vec::new();
    let mut text = format!("{name:24} {model:6}");
    for (way, reduction, config) in ways {
        let mut machine = JavaMachine::new(program, visibility);
        let report = machine.until_stable(|machine| {
            search(&Product::new(machine, memory, reduction), &config, &Progress::default())
        });
        let used = if way == "always" && machine.is_predictable() { "*" } else { "" };
        let cut = if report.incomplete.is_empty() { "" } else { "!" };
        text += &format!(" {way}{used}{cut} {}", report.stats.states);
        let gaps = machine.gaps();
        if let Some(gap) = gaps.first() {
            text += &format!(" ({})", gap.to_string().lines().next().unwrap_or_default());
        }
        let complete = report.incomplete.is_empty() && gaps.is_empty();
        all.push((way, complete.then(|| found(&report, model == "races"))));
    }
    println!("{text}");
    let known: Vec<_> = all.iter().filter_map(|(way, found)| Some((way, found.as_ref()?))).collect();
    let Some(((first, wanted), rest)) = known.split_last() else { return 0 };
    let mut bad = 0;
    for (way, found) in rest {
        if found != wanted {
            bad += 1;
            let missing: Vec<_> = wanted.difference(found).collect();
            let extra: Vec<_> = found.difference(wanted).collect();
            println!(
                "MISMATCH {name} {model} {way} against {first}: lacks {missing:?}, has besides {extra:?}"
            );
        }
    }
    bad
}
