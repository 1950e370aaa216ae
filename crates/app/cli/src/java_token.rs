//! Replay tokens of Java programs: `tj1:MODEL:OPTIONS:HASH:THREADS:STEPS:WORDS`.
//!
//! OPTIONS is `e` (reduced) or `n`, then `b64` for a store buffer bound other than the usual one. HASH is that of the
//! target's file, so that a changed program is noticed. THREADS says who starts which thread as its how-many-th. WORDS are the
//! words of the command line that say which program it is, spaces and colons in them escaped as in URLs.

use crate::args::{CheckArgs, ProgramArgs};
use anyhow::{Result, bail};
use clap::ValueEnum;
use std::ffi::OsString;
use std::path::Path;

/// A parsed token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JavaToken {
    /// `sc`, `tso`, `pso`, `opmm` or `races`.
    pub model: String,
    /// Whether every action is a step.
    pub unreduced: bool,
    /// Longest store buffer.
    pub buffer: usize,
    /// The hash of the target's file; 0 if it is none.
    pub hash: u64,
    /// Who starts which thread: `parent.ordinal` for each, from 1.
    pub threads: String,
    /// The schedule.
    pub steps: String,
    /// Words of the command line.
    pub words: Vec<String>,
}

/// The usual bound of store buffers.
const BUFFER: usize = 32;

impl JavaToken {
    /// The token of a schedule of a program that is being checked.
    pub fn new(args: &CheckArgs, threads: &java_machine::ThreadNames, model: &str, steps: &str) -> JavaToken {
        JavaToken {
            model: model.to_owned(),
            unreduced: args.explore.no_reduction,
            buffer: usize::from(args.explore.buffer_bound),
            hash: hash_of(args),
            threads: threads.told(),
            steps: steps.to_owned(),
            words: words(args),
        }
    }
}

/// The hash of the targets' files; 0 if they are none.
pub fn hash(args: &ProgramArgs) -> u64 {
    // What is no file may never come to an end.
    let bytes = |target: &OsString| Path::new(target).is_file().then(|| std::fs::read(target).ok()).flatten();
    let bytes: Vec<Vec<u8>> = args.targets.iter().filter_map(bytes).collect();
    if bytes.is_empty() { 0 } else { mixed(0xcbf2_9ce4_8422_2325, &bytes.concat()) }
}

/// The hash of the target's file and of its contracts.
pub fn hash_of(args: &CheckArgs) -> u64 {
    let contracts = args.contracts.iter().filter(|file| file.is_file());
    let contracts = contracts.flat_map(|file| std::fs::read(file).ok()).next().unwrap_or_default();
    mixed(hash(&args.program), &contracts)
}

/// FNV-1a: it only has to notice changes.
fn mixed(start: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(start, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// The words that say which program it is.
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

impl std::fmt::Display for JavaToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let reduction = if self.unreduced { "n" } else { "e" };
        let buffer = if self.buffer == BUFFER { String::new() } else { format!("b{}", self.buffer) };
        let words: Vec<String> = self.words.iter().map(|w| escaped(w)).collect();
        write!(
            f,
            "tj1:{}:{reduction}{buffer}:{:016x}:{}:{}:{}",
            self.model,
            self.hash,
            self.threads,
            self.steps,
            words.join(" ")
        )
    }
}

/// Stands for the empty word.
const EMPTY: &str = "%0";

fn escaped(word: &str) -> String {
    if word.is_empty() {
        return EMPTY.to_owned();
    }
    word.replace('%', "%25").replace(' ', "%20").replace(':', "%3A")
}

fn unescaped(word: &str) -> String {
    if word == EMPTY {
        return String::new();
    }
    word.replace("%3A", ":").replace("%20", " ").replace("%25", "%")
}

/// Reads a token.
pub fn parse(text: &str) -> Result<JavaToken> {
    let Some(rest) = text.trim().strip_prefix("tj1:") else {
        bail!("error: a token of a Java program begins with `tj1:`")
    };
    let parts: Vec<&str> = rest.split(':').collect();
    let [model, options, hash, threads, steps, words] = parts[..] else {
        bail!("error: the replay token has {} parts, not 6", parts.len())
    };
    let (unreduced, bound) = match options.split_at_checked(1) {
        Some(("e", bound)) => (false, bound),
        Some(("n", bound)) => (true, bound),
        _ => bail!("error: the replay token's options `{options}` are malformed"),
    };
    let buffer = match bound.strip_prefix('b').map(str::parse) {
        None if bound.is_empty() => BUFFER,
        Some(Ok(buffer)) => buffer,
        _ => bail!("error: the replay token's options `{options}` are malformed"),
    };
    let Ok(hash) = u64::from_str_radix(hash, 16) else {
        bail!("error: the replay token's hash `{hash}` is malformed")
    };
    Ok(JavaToken {
        model: model.to_owned(),
        unreduced,
        buffer,
        hash,
        threads: threads.to_owned(),
        steps: steps.to_owned(),
        words: words.split(' ').filter(|w| !w.is_empty()).map(unescaped).collect(),
    })
}

/// Whether a text is such a token.
pub fn is_one(text: &str) -> bool {
    text.trim_start().starts_with("tj1:") && !Path::new(text).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_survives_the_trip_through_text() {
        let token = JavaToken {
            model: "opmm".to_owned(),
            unreduced: false,
            buffer: 7,
            hash: 0xabc,
            threads: "0.0-0.1".to_owned(),
            steps: "0.1/2.b3".to_owned(),
            words: vec![
                "--class-path".to_owned(),
                "a b:c%20d".to_owned(),
                "p.Main".to_owned(),
                String::new(),
            ],
        };
        assert_eq!(parse(&token.to_string()).ok(), Some(token));
    }

    #[test]
    fn malformed_tokens_are_refused() {
        for text in ["ta1:", "tj1:", "tj1:sc:x:0:::A", "tj1:sc:e:zz:::A", "tj1:sc:eb:0:::A"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
