//! Benchmarks of the virtual machine: `cargo run --release -p benches --bin jvm [-- JAVA_HOME…]`.
//!
//! For each JDK: bytecodes per second on small workloads (`benches/java/Work.java`), time from process start
//! to the first bytecode of the user, cold and with the cached boot state, and the cost of a snapshot. Counts
//! of bytecodes are exact for a JDK; times are the best of a few on this machine. No test depends on them.

use anyhow::{Context, Result, ensure};
use classfile::{ClassPath, Jdk};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const WORK: [&str; 10] =
    ["loop", "fields", "arrays", "calls", "iface", "alloc", "strings", "concat", "map", "chm"];
const ROUNDS: usize = 3;

/// Discards a program's output.
struct Silent;

impl jvm::Sink for Silent {
    fn output(&mut self, _stream: u8, _bytes: &[u8]) {}
}

fn main() -> Result<()> {
    let mut homes: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if homes.is_empty() {
        homes = classfile::find_jdks()?.into_iter().map(|jdk| jdk.home).collect();
    }
    let folder = std::env::temp_dir().join(format!("thinair-bench-{}", std::process::id()));
    let result = homes.iter().try_for_each(|home| bench(home, &folder));
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn bench(home: &Path, folder: &Path) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let classes = folder.join("classes");
    compile(home, &classes)?;
    let version = Jdk::open(home)?.version;
    writeln!(
        out,
        "## JDK {version}\n\n| work | bytecodes | seconds | M bytecodes/s | objects |\n|---|---|---|---|---|"
    )?;
    for work in WORK {
        let mut best = Duration::MAX;
        let mut counts = (0, 0);
        for _ in 0..ROUNDS {
            let (lib, mut state, options) = booted(home, &classes, None)?;
            jvm::start(lib, &mut state, &options, "Work", &[work.to_owned()])?;
            let (objects, begin) = (state.objects(), Instant::now());
            let ending = jvm::run(lib, &mut state, &options, jvm::Schedule::RoundRobin, &mut Silent);
            best = best.min(begin.elapsed());
            ensure!(matches!(ending, jvm::Ending::Exit(0)), "{work}: {ending:?}");
            counts = (state.bytecodes(), state.objects() - objects);
        }
        let rate = counts.0 as f64 / best.as_secs_f64() / 1e6;
        writeln!(out, "| {work} | {} | {:.3} | {rate:.0} | {} |", counts.0, best.as_secs_f64(), counts.1)?;
    }
    starts(home, &classes, folder, &mut out)?;
    snapshots(home, &classes, &mut out)
}

fn compile(home: &Path, classes: &Path) -> Result<()> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Work.java");
    let status = Command::new(home.join("bin/javac")).arg("-d").arg(classes).arg(source).status();
    ensure!(status.context("javac cannot be run")?.success(), "javac failed");
    Ok(())
}

type Booted = (&'static jvm::Library, jvm::State, jvm::Options);

fn booted(home: &Path, classes: &Path, cache: Option<&Path>) -> Result<Booted> {
    let jdk = Jdk::open(home)?;
    let path = ClassPath::new(&[classes.to_owned()], jdk.release)?;
    let lib = jvm::Library::new(jdk, path);
    let options = jvm::Options::default();
    let (state, _) = jvm::boot_cached(lib, &options, cache)?;
    Ok((lib, state, options))
}

/// Time from process start to the first bytecode of the user's class.
fn starts(home: &Path, classes: &Path, folder: &Path, out: &mut impl Write) -> Result<()> {
    let cache = folder.join("cache");
    let once = |cache: Option<&Path>| -> Result<Duration> {
        let begin = Instant::now();
        let (lib, mut state, options) = booted(home, classes, cache)?;
        jvm::start(lib, &mut state, &options, "Work", &["none".to_owned()])?;
        Ok(begin.elapsed())
    };
    let best = |cache: Option<&Path>| -> Result<Duration> {
        (0..ROUNDS).map(|_| once(cache)).try_fold(Duration::MAX, |best, time| Ok(best.min(time?)))
    };
    let cold = best(None)?;
    once(Some(&cache))?;
    let kept = best(Some(&cache))?;
    write!(out, "\nStart to first bytecode of the user: {:.1} ms cold, ", cold.as_secs_f64() * 1e3)?;
    writeln!(out, "{:.1} ms with the kept boot state.", kept.as_secs_f64() * 1e3)?;
    Ok(())
}

fn snapshots(home: &Path, classes: &Path, out: &mut impl Write) -> Result<()> {
    let (lib, state, options) = booted(home, classes, None)?;
    let mut running = state.clone();
    jvm::start(lib, &mut running, &options, "Work", &["none".to_owned()])?;
    const COPIES: u32 = 10_000;
    let begin = Instant::now();
    for _ in 0..COPIES {
        std::hint::black_box(running.clone());
    }
    let copy = begin.elapsed() / COPIES;
    writeln!(
        out,
        "A snapshot and its end (clone and drop): {:.2} µs; heap after boot {} KiB.\n",
        copy.as_secs_f64() * 1e6,
        state.heap_words() * 8 / 1024
    )?;
    Ok(())
}
