//! Runs a main class with a collection after every so many bytecodes and tells what that cost:
//! `cargo run --release -p jvm --example stress -- JAVA_HOME CLASSPATH EVERY MAIN [ARGS…]`. EVERY 0 means as usual.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

struct Console;

impl jvm::Sink for Console {
    fn output(&mut self, stream: u8, bytes: &[u8]) {
        if stream == 1 {
            let _ = std::io::stdout().write_all(bytes);
        } else {
            let _ = std::io::stderr().write_all(bytes);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().collect();
    let jdk = classfile::Jdk::open(&words[1])?;
    let path = classfile::ClassPath::new(&[PathBuf::from(&words[2])], jdk.release)?;
    let lib = jvm::Library::new(jdk, path);
    let every: u64 = words[3].parse()?;
    let options = jvm::Options { collect_every: (every > 0).then_some(every), ..jvm::Options::default() };
    let mut state = jvm::boot(lib, &options)?;
    jvm::start(lib, &mut state, &options, &words[4], &words[5..])?;
    let begin = Instant::now();
    let ending = jvm::run(lib, &mut state, &options, jvm::Schedule::RoundRobin, &mut Console);
    let took = begin.elapsed();
    let mut err = std::io::stderr();
    writeln!(err, "{ending:?} after {took:?}, {} bytecodes", state.bytecodes())?;
    Ok(())
}
