//! The papers' tables on bytecode: `cargo run --release -p benches --bin check [-- JAVA_HOME]`.
//!
//! Each program is checked as by `thinair check`; next to our verdict, states and seconds are those that were
//! published or measured for other tools. Counts are exact; times are CPU seconds of this machine, as are
//! theirs where it is known, so that other load matters little. The memory is the peak of the process so far.
//! No test depends on these figures.

use anyhow::{Context, Result, ensure};
use classfile::{ClassPath, Jdk};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::LazyLock;
use std::time::Instant;
use verify::Model;
use verify::java::{JavaProgram, check_java};

/// A row: main class and arguments, and what the other tool reports: states and seconds.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

/// Java PathFinder, branch java-17, measured on a similar machine (CPU seconds).
const JPF: [Row; 5] = [
    ("VolatileIncrements", &["3", "4"], "227433", "23.2"),
    ("VolatileIncrements", &["4", "2"], "116973", "16.4"),
    ("VolatileIncrements", &["2", "8"], "32199", "5.4"),
    ("OrderedPhilosophers", &["5"], "45857", "12.2"),
    ("StoreBufferRing", &[], "4184", "2.8"),
];

/// De, Roychoudhury, D'Souza: Java memory model aware software validation, Table 1.
const OPMM: [Row; 5] = [
    ("DclPlain", &[], "87", "0.25"),
    ("DclVolatile", &[], "267", "0.31"),
    ("SingletonLocked", &[], "297", "0.31"),
    ("PetersonPlain", &[], "99", "0.25"),
    ("DekkerPlain", &[], "101", "0.27"),
];

/// Jin, Yavuz, Sanders: Java memory model-aware model checking, Fig. 14, without TC14 and TC15, which it
/// leaves out.
const JPR: [Row; 26] = [
    ("Tc01", &[], "105", "1.2"),
    ("Tc02", &[], "186", "1.3"),
    ("Tc03", &[], "1410", "2.8"),
    ("Tc04", &[], "63", "1.0"),
    ("Tc05", &[], "4678", "4.5"),
    ("Tc06", &[], "76", "0.9"),
    ("Tc07", &[], "291", "1.9"),
    ("Tc08", &[], "105", "1.0"),
    ("Tc09", &[], "1259", "2.4"),
    ("Tc09a", &[], "589", "1.8"),
    ("Tc10", &[], "2399", "3.4"),
    ("Tc11", &[], "695", "2.4"),
    ("Tc12", &[], "102", "1.2"),
    ("Tc13", &[], "34", "1.1"),
    ("Tc16", &[], "147", "1.1"),
    ("Tc17", &[], "318", "1.3"),
    ("Tc18", &[], "318", "1.4"),
    ("Tc19", &[], "1419", "2.7"),
    ("Tc20", &[], "1419", "2.6"),
    ("StringHash", &[], "225", "1.5"),
    ("StringHash4", &[], "12442", "17.7"),
    ("StringHashTwice", &[], "22", "0.9"),
    ("IsPrime", &[], "300", "1.6"),
    ("DclPlain", &[], "20", "0.7"),
    ("PetersonPlain", &[], "20", "0.8"),
    ("DekkerPlain", &[], "20", "0.8"),
];

/// The cost of race detection besides checking under sc, as in JRF's Fig. 10.
const OVERHEAD: [&str; 8] = [
    "DclVolatile",
    "PetersonVolatile",
    "BakeryAtomic",
    "McsLock",
    "TreiberStack",
    "MichaelScottQueue",
    "LazyListSet",
    "BoundedBufferLock",
];

fn main() -> Result<()> {
    let home = match std::env::args_os().nth(1) {
        Some(home) => PathBuf::from(home),
        None => classfile::find_jdks()?.into_iter().next().context("no JDK was found")?.home,
    };
    let folder = std::env::temp_dir().join(format!("thinair-bench-check-{}", std::process::id()));
    let result = compile(&home, &folder).and_then(|()| tables(&home, &folder));
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn compile(home: &Path, folder: &Path) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for from in [root.join("java/check"), root.join("../examples"), root.join("../examples/causality")] {
        let entries = std::fs::read_dir(&from).with_context(|| from.display().to_string())?;
        files.extend(
            entries.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "java")),
        );
    }
    let mut command = Command::new(home.join("bin/javac"));
    command.args(["-g", "-nowarn", "-cp"]).arg(root.join("../api/src")).arg("-d").arg(folder).args(files);
    ensure!(command.status()?.success(), "javac failed");
    Ok(())
}

struct Bench {
    lib: &'static jvm::Library,
    booted: jvm::State,
    options: java_machine::Options,
}

/// The minimum time to measure, in seconds.
const SHORTEST: f64 = 0.1;

/// The result of one check.
struct Measured {
    verdict: String,
    states: u64,
    seconds: f64,
}

impl Bench {
    /// Checks a program, with or without a first look at it; the verdict and the states are the same.
    fn check(&self, class: &str, arguments: &[&str], model: Model, looks: bool) -> Result<Measured> {
        let options = verify::Options { looks, ..verify::Options::default() };
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        let since = cpu_seconds();
        let mut runs = 0u32;
        // The clock has a coarse resolution: short checks are repeated.
        let (result, seconds) = loop {
            let mut state = self.booted.clone();
            jvm::start(self.lib, &mut state, &self.options.vm, class, &arguments)?;
            let program = JavaProgram::new(self.lib, state, self.options.clone());
            let result = check_java(&program, model, &options, &|_: &str| Arc::default());
            runs += 1;
            let seconds = cpu_seconds() - since;
            if seconds >= SHORTEST {
                break (result, seconds / f64::from(runs));
            }
        };
        Ok(Measured { verdict: result.verdict.word().to_owned(), states: result.stats.states, seconds })
    }
}

/// The CPU time of this thread so far; wall-clock time where the system does not report it.
fn cpu_seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = schedstat.as_deref().and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    nanos.map_or_else(|| START.elapsed().as_secs_f64(), |nanos| nanos as f64 / 1e9)
}

fn tables(home: &Path, folder: &Path) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let jdk = Jdk::open(home)?;
    writeln!(out, "JDK {}", jdk.version)?;
    let path = ClassPath::new(&[folder.to_owned()], jdk.release)?;
    let lib = jvm::Library::new(jdk, path);
    java_machine::set_checking(lib, java_machine::Policy::default());
    let options = java_machine::Options::default();
    let (booted, _) = jvm::boot_cached(lib, &options.vm, None)?;
    let bench = Bench { lib, booted, options };
    table(&mut out, &bench, "Java PathFinder (sc)", Model::Sc, &JPF)?;
    table(&mut out, &bench, "OpMM, Table 1 (opmm)", Model::Opmm, &OPMM)?;
    table(&mut out, &bench, "JPR, Fig. 14 (jmm)", Model::Jmm, &JPR)?;
    overhead(&mut out, &bench)?;
    writeln!(out, "\npeak memory {} MB", peak_bytes() >> 20)?;
    Ok(())
}

fn table(out: &mut impl Write, bench: &Bench, title: &str, model: Model, rows: &[Row]) -> Result<()> {
    writeln!(
        out,
        "\n{title}\n\n| program | verdict | states | theirs | seconds | first look | theirs | times faster | peak MB |"
    )?;
    writeln!(out, "|---|---|---:|---:|---:|---:|---:|---:|---:|")?;
    for (class, arguments, states, seconds) in rows {
        let ours = bench.check(class, arguments, model, false)?;
        let look = bench.check(class, arguments, model, true)?.seconds - ours.seconds;
        let theirs: f64 = seconds.parse()?;
        writeln!(
            out,
            "| {class} {} | {} | {} | {states} | {:.3} | {look:.3} | {seconds} | {:.0} | {} |",
            arguments.join(" "),
            ours.verdict,
            ours.states,
            ours.seconds,
            theirs / (ours.seconds + look),
            peak_bytes() >> 20
        )?;
        out.flush()?;
    }
    Ok(())
}

fn overhead(out: &mut impl Write, bench: &Bench) -> Result<()> {
    writeln!(
        out,
        "\nThe race check beside sc (JRF, Fig. 10)\n\n| program | sc states | seconds | race check states | seconds | ratio |"
    )?;
    writeln!(out, "|---|---:|---:|---:|---:|---:|")?;
    for class in OVERHEAD {
        let sc = bench.check(class, &[], Model::Sc, false)?;
        let races = bench.check(class, &[], Model::Jmm, false)?;
        writeln!(
            out,
            "| {class} | {} | {:.3} | {} | {:.3} | {:.2} |",
            sc.states,
            sc.seconds,
            races.states,
            races.seconds,
            races.seconds / sc.seconds
        )?;
    }
    Ok(())
}

/// The peak resident memory of the process so far.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}
