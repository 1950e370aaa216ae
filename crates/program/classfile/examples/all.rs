//! Parses and checks every class of the given JDKs (default: all that are found) or jars: count, seconds,
//! errors.
//!
//! `cargo run --release -p classfile --example all -- JAVA_HOME…`
//!
//! Reading, parsing and checking are timed separately, each the best of five rounds, since machines are
//! noisy.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use classfile::{Bytes, Jar, Jdk, SourceError};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const MAX_SHOWN: usize = 20;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        let found = classfile::find_jdks().unwrap_or_default();
        arguments = found.iter().map(|jdk| jdk.home.display().to_string()).collect();
    }
    let mut errors = usize::from(arguments.is_empty());
    for argument in &arguments {
        match classes_of(argument) {
            Ok((classes, read)) => errors += measure(argument, &classes, read),
            Err(error) => {
                println!("{error}");
                errors += 1;
            }
        }
    }
    if errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn classes_of(argument: &str) -> Result<(Vec<(String, Bytes)>, Duration), SourceError> {
    let start = Instant::now();
    let mut classes = Vec::new();
    if Path::new(argument).is_file() {
        let jar = Jar::open(argument, 0)?;
        for name in jar.names().filter(|name| name.ends_with(".class")) {
            classes.extend(jar.entry(name)?.map(|bytes| (name.to_owned(), bytes)));
        }
    } else {
        let jdk = Jdk::open(argument)?;
        for entry in jdk.image.entries() {
            let name = entry?.resource;
            if name.ends_with(".class") {
                classes.extend(jdk.image.find(&name)?.map(|bytes| (name, bytes)));
            }
        }
    }
    Ok((classes, start.elapsed()))
}

/// Returns how many classes are rejected.
fn measure(argument: &str, classes: &[(String, Bytes)], read: Duration) -> usize {
    let (mut parse, mut check) = (Duration::MAX, Duration::MAX);
    let mut errors = Vec::new();
    for _ in 0..ROUNDS {
        errors.clear();
        let start = Instant::now();
        for (name, bytes) in classes {
            if let Err(error) = classfile::parse(bytes.clone()) {
                errors.push(format!("{name}: {error}"));
            }
        }
        parse = parse.min(start.elapsed());
        let mut this_check = Duration::ZERO;
        for (name, bytes) in classes {
            let Ok(class) = classfile::parse(bytes.clone()) else { continue };
            let start = Instant::now();
            let checked = classfile::check_all(&class);
            this_check += start.elapsed();
            if let Err(error) = checked {
                errors.push(format!("{name}: {error}"));
            }
        }
        check = check.min(this_check);
    }
    let bytes: usize = classes.iter().map(|(_, bytes)| bytes.len()).sum();
    println!(
        "{argument}: {} classes, {bytes} bytes, read {:.3} s, parsed {:.3} s, checked {:.3} s, {} errors",
        classes.len(),
        read.as_secs_f64(),
        parse.as_secs_f64(),
        check.as_secs_f64(),
        errors.len()
    );
    for error in errors.iter().take(MAX_SHOWN) {
        println!("  {error}");
    }
    errors.len()
}
