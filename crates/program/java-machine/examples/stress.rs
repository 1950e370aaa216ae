//! Runs a main class in turns of SHARE bytecodes. With `collect` it collects garbage after each turn, checks
//! that the canonical encoding stays the same, and tells what snapshots, encodings and collections cost; with
//! `plain` it does not: `cargo run --release -p java-machine --example stress -- JAVA_HOME CLASSPATH
//! collect|plain SHARE MAIN [ARGS…]`.

use jvm::{Library, State};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Console {
    checks: Option<&'static Library>,
    states: u32,
    bytes: usize,
    cloning: Duration,
    encoding: Duration,
    collecting: Duration,
    wrong: Option<String>,
}

impl jvm::Sink for Console {
    fn output(&mut self, stream: u8, bytes: &[u8]) {
        if stream == 1 {
            let _ = std::io::stdout().write_all(bytes);
        } else {
            let _ = std::io::stderr().write_all(bytes);
        }
    }

    fn must_stop(&mut self, state: &State) -> bool {
        if let Some(lib) = self.checks {
            self.wrong = self.check(lib, state).err();
        }
        self.wrong.is_some()
    }
}

impl Console {
    fn check(&mut self, lib: &'static Library, state: &State) -> Result<(), String> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let begin = Instant::now();
        java_machine::encode(state, lib, &mut before).map_err(|e| e.to_string())?;
        self.encoding += begin.elapsed();
        let begin = Instant::now();
        let mut copy = state.clone();
        self.cloning += begin.elapsed();
        let begin = Instant::now();
        copy.collect(lib, &mut []).map_err(|e| e.to_string())?;
        self.collecting += begin.elapsed();
        java_machine::encode(&copy, lib, &mut after).map_err(|e| e.to_string())?;
        self.states += 1;
        self.bytes = before.len();
        if before == after { Ok(()) } else { Err(format!("other bytes after {}", state.bytecodes())) }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let jdk = classfile::Jdk::open(&words[1])?;
    let path = classfile::ClassPath::new(&[PathBuf::from(&words[2])], jdk.release)?;
    let lib = Library::new(jdk, path);
    let collects = words[3] == "collect";
    let options = jvm::Options {
        share: words[4].parse()?,
        collect_every: collects.then_some(1),
        ..jvm::Options::default()
    };
    let mut state = jvm::boot(lib, &options)?;
    jvm::start(lib, &mut state, &options, &words[5], &words[6..])?;
    let mut console = Console { checks: collects.then_some(lib), ..Console::default() };
    let begin = Instant::now();
    let ending = jvm::run(lib, &mut state, &options, jvm::Schedule::RoundRobin, &mut console);
    let took = begin.elapsed();
    let mut err = std::io::stderr();
    if let Some(wrong) = &console.wrong {
        writeln!(err, "WRONG: {wrong}")?;
    }
    writeln!(err, "{ending:?} after {took:?}, {} bytecodes", state.bytecodes())?;
    if let Some(states) = Some(console.states).filter(|&n| n > 0) {
        let (clone, encode, collect) =
            (console.cloning / states, console.encoding / states, console.collecting / states);
        let bytes = console.bytes;
        writeln!(
            err,
            "{states} states: clone {clone:?}, encode {encode:?} ({bytes} bytes), collect {collect:?}"
        )?;
    }
    Ok(())
}
