//! Replay tokens of Java programs: a hash of their files, and the words that select them.

use crate::args::{CheckArgs, ProgramArgs};
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::Path;
use verify::{Schedule, Token};

/// The token of a schedule of a checked program.
pub fn of(args: &CheckArgs, threads: &java_machine::ThreadNames, schedule: &Schedule) -> Token {
    let (schedule, hash, threads) = (schedule.clone(), hash_of(args), threads.to_text());
    Token { schedule, hash, threads, words: words(args) }
}

/// The hash of the targets that are files; 0 if none is.
pub fn hash(args: &ProgramArgs) -> u64 {
    // Only regular files: others may be endless.
    let bytes = |target: &OsString| Path::new(target).is_file().then(|| std::fs::read(target).ok()).flatten();
    let bytes: Vec<Vec<u8>> = args.targets.iter().filter_map(bytes).collect();
    if bytes.is_empty() { 0 } else { mixed(0xcbf2_9ce4_8422_2325, &bytes.concat()) }
}

/// The hash of the targets' files and of the contracts.
pub fn hash_of(args: &CheckArgs) -> u64 {
    let contracts = args.contracts.iter().filter(|file| file.is_file());
    let contracts = contracts.flat_map(|file| std::fs::read(file).ok()).next().unwrap_or_default();
    mixed(hash(&args.program), &contracts)
}

/// FNV-1a: it only has to detect changes.
fn mixed(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The words that select the program.
fn words(args: &CheckArgs) -> Vec<String> {
    let mut words = Vec::new();
    if !args.property.is_empty() {
        let names: Vec<String> =
            args.property.iter().filter_map(|p| Some(p.to_possible_value()?.get_name().to_owned())).collect();
        words.extend(["--property".to_owned(), names.join(",")]);
    }
    if !args.may_throw.is_empty() {
        words.extend(["--may-throw".to_owned(), args.may_throw.join(",")]);
    }
    if !args.trust.is_empty() {
        words.extend(["--trust".to_owned(), args.trust.join(",")]);
    }
    if let Some(file) = &args.contracts {
        words.extend(["--contracts".to_owned(), file.to_string_lossy().into_owned()]);
    }
    if args.tearing {
        words.push("--tearing".to_owned());
    }
    if args.spurious_wakeups {
        words.push("--spurious-wakeups".to_owned());
    }
    let args = &args.program;
    let text = |word: &OsString| word.to_string_lossy().into_owned();
    if let Some(jdk) = &args.jdk {
        words.extend(["--jdk".to_owned(), jdk.to_string_lossy().into_owned()]);
    }
    if let Some(path) = &args.class_path {
        words.extend(["--class-path".to_owned(), text(path)]);
    }
    for (name, value) in &args.define {
        words.push(format!("-D{name}={value}"));
    }
    if args.no_assertions {
        words.push("--no-assertions".to_owned());
    }
    if args.processors != 2 {
        words.extend(["--processors".to_owned(), args.processors.to_string()]);
    }
    if let Some(path) = &args.source_path {
        words.extend(["--source-path".to_owned(), text(path)]);
    }
    if args.enable_preview {
        words.push("--enable-preview".to_owned());
    }
    if let Some(class) = &args.class {
        words.extend(["--class".to_owned(), class.clone()]);
    }
    words.extend(args.targets.iter().map(text));
    if !args.arguments.is_empty() {
        words.push("--".to_owned());
        words.extend(args.arguments.iter().map(text));
    }
    words
}
