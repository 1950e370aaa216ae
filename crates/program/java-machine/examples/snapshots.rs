//! Tells what snapshots cost: `cargo run --release -p java-machine --example snapshots -- JAVA_HOME CLASSPATH
//! MAIN [ARGS…]`.
//!
//! It takes a snapshot after boot and in the middle of the program, goes on from it for some bytecodes, goes
//! back, and so on; it prints the time of each step, and how many bytes are not shared with the snapshot.

use jvm::{Library, Options, Schedule, Sink, State};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

struct Until(u64);

impl Sink for Until {
    fn output(&mut self, _stream: u8, _bytes: &[u8]) {}

    fn must_stop(&mut self, state: &State) -> bool {
        state.bytecodes() >= self.0
    }
}

/// The mean time of many calls.
fn time(mut what: impl FnMut()) -> Duration {
    let begin = Instant::now();
    let mut times = 0;
    while times < 2000 && begin.elapsed() < Duration::from_millis(300) {
        what();
        times += 1;
    }
    begin.elapsed() / times
}

fn measure(lib: &'static Library, name: &str, state: &State) -> Result<(), Box<dyn std::error::Error>> {
    let mut err = std::io::stderr();
    let clone = time(|| drop(std::hint::black_box(state.clone())));
    let mut bytes = Vec::new();
    let encode = time(|| {
        bytes.clear();
        let _ = java_machine::encode(state, lib, &mut bytes);
    });
    let hash = time(|| {
        let _ = std::hint::black_box(java_machine::fingerprint(state, lib));
    });
    let begin = Instant::now();
    let mut copy = state.clone();
    let collected = copy.collect(lib, &mut [])?;
    let collect = begin.elapsed();
    writeln!(
        err,
        "{name}: {} words; clone and drop {clone:?}; encode {encode:?}, {} bytes; fingerprint {hash:?}; collect {collect:?}, {collected:?}",
        state.heap_words(),
        bytes.len()
    )?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let jdk = classfile::Jdk::open(&words[1])?;
    let path = classfile::ClassPath::new(&[PathBuf::from(&words[2])], jdk.release)?;
    let lib = Library::new(jdk, path);
    let mut options = Options { share: 100, ..Options::default() };
    let mut state = jvm::boot(lib, &options)?;
    measure(lib, "after boot", &state)?;
    jvm::start(lib, &mut state, &options, &words[3], &words[4..])?;
    let mut whole = state.clone();
    jvm::run(lib, &mut whole, &options, Schedule::RoundRobin, &mut Until(u64::MAX));
    let middle = whole.bytecodes() / 2;
    jvm::run(lib, &mut state, &options, Schedule::RoundRobin, &mut Until(middle));
    measure(lib, &format!("after {} bytecodes", state.bytecodes()), &state)?;
    for steps in [1, 10, 100, 1000, 10_000] {
        options.share = steps;
        let end = state.bytecodes() + steps;
        let mut last = state.clone();
        let branch = time(|| {
            last = state.clone();
            jvm::run(lib, &mut last, &options, Schedule::RoundRobin, &mut Until(end));
        });
        let own = last.unshared_bytes(&state);
        writeln!(std::io::stderr(), "clone, {steps} bytecodes, drop: {branch:?}; {own} bytes of its own")?;
    }
    Ok(())
}
