//! Runs a main class: `cargo run --release -p jvm --example run -- JAVA_HOME CLASSPATH MAIN [ARGS…]`.

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
    let options = jvm::Options::default();
    let begin = Instant::now();
    let jdk = classfile::Jdk::open(&words[1])?;
    let path = classfile::ClassPath::new(&[PathBuf::from(&words[2])], jdk.release)?;
    let lib = jvm::Library::new(jdk, path);
    let folder = std::env::var_os("THINAIR_CACHE").map(PathBuf::from);
    let (mut state, origin) = jvm::boot_cached(lib, &options, folder.as_deref())?;
    let booted = begin.elapsed();
    let mut err = std::io::stderr();
    writeln!(err, "{origin:?} {booted:?}, {} classes, {} words", lib.class_count(), state.heap_words())?;
    jvm::start(lib, &mut state, &options, &words[3], &words[4..])?;
    let begin = Instant::now();
    let ending = jvm::run(lib, &mut state, &options, jvm::Schedule::RoundRobin, &mut Console);
    let took = begin.elapsed();
    writeln!(
        err,
        "{ending:?} after {took:?}, {} bytecodes, {:.1} M/s",
        state.bytecodes(),
        state.bytecodes() as f64 / took.as_secs_f64() / 1e6
    )?;
    if let jvm::Ending::Unsupported(reason) = ending {
        writeln!(err, "unsupported: {reason}")?;
    }
    Ok(())
}
