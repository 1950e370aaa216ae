//! Repository chores: `cargo xtask tidy` checks the rules that no compiler checks, `cargo xtask graph` draws
//! the crates, `cargo xtask bless` rewrites the golden files of the litmus corpus, `cargo xtask java` records
//! what the real `java` prints for the Java programs, `cargo xtask java-random` compares random programs with
//! it, `cargo xtask differential` all engines on random litmus tests, `cargo xtask java-litmus` random litmus
//! tests with their translations to Java, `cargo xtask api-programs` and `cargo xtask api-java` check
//! programs that share objects of the class library, and `cargo xtask jcstress-real` compares the jcstress
//! tests with the real jcstress. `cargo xtask hostile` runs malformed inputs.
//!
//! It **promises** to report every finding as `path:line: what`, in the same order every time, and to exit
//! with 0 (nothing to report, or warnings only), 1 (at least one failure) or 2 (it could not do its job). It
//! **does not** format, lint or run tests; `./test` does, and also calls `tidy`.

mod arrows;
mod bless;
mod checkout;
mod crates;
mod examples;
mod finding;
mod hostile_command;
mod java;
mod java_random;
mod jcstress_litmus;
mod jcstress_real;
mod models;
mod paths;
mod recordings;
mod rust_files;
mod strings;
mod tables;
mod tidy;
mod untested;

use checkout::Checkout;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
Chores of the thinair repository.

Usage: cargo xtask <COMMAND>

Commands:
  tidy            check headers, file sizes, crate dependencies, paths in documents, litmus tables, Java recordings,
                  shipped models and left-overs
  graph           draw the crates into docs/CRATES.md
  changed         name the crates that were changed since the last push
  bless [ARGS…]   run the litmus corpus and rewrite its golden tables; ARGS go to `cargo test`
  java --record [FILTER]   run the Java programs of tests/java/ on the real java and keep what they print
  java --check [FILTER]    run them again and compare
  java-random [--count N] [--seed S] [--jdk HOME]… [--thinair PATH] [--batch N]
                  compare random programs on the real java and on thinair
  java-litmus [--count N] [--seed S] [--jdk HOME] [--model M,…]
                  compare random litmus tests with their translations to Java, each on its own machine
  differential [--count N] [--solver N] [--seed S] [--workers N]
                  compare engines, models and bounds with each other on random programs
  api-programs [--count N] [--seed S] [--jdk HOME] [--class NAME,…]
                  compare what several searches say of programs whose threads share an object of the class library
  api-java [--count N] [--seed S] [--jdk HOME] [--class NAME,…]
                  run such programs on the real java, and look whether thinair has every outcome
  hostile [--seed S] [--thinair PATH] [--jdk HOME] [--every N]
                  run bad and hostile inputs, and print what came of them by kind
  jcstress-litmus [FILE…]  export litmus tests, or the whole corpus, to jcstress, decide them, and compare with the
                  litmus machine
  jcstress-real [ARGS…]    run tests/jcstress/ on the real jcstress for a short time and compare; ARGS go to jcstress
  jcstress-real --log FILE compare what an earlier run has printed";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        [] | ["help" | "-h" | "--help", ..] => {
            say(HELP);
            Ok(ExitCode::SUCCESS)
        }
        ["tidy"] => repository_root().and_then(|root| tidy_command(&root)),
        ["graph"] => repository_root().and_then(|root| crates::draw(&Checkout::open(&root)?)),
        ["changed"] => repository_root().and_then(|root| {
            say(&crates::changed(&Checkout::open(&root)?)?);
            Ok(ExitCode::SUCCESS)
        }),
        ["bless", rest @ ..] => repository_root().and_then(|root| bless::run(&root, rest)),
        ["java-random", rest @ ..] => java_random::run(rest),
        ["java-litmus", rest @ ..] => example("litmus-java", "java_litmus", rest),
        ["differential", rest @ ..] => example("differential", "differential", rest),
        ["api-programs", rest @ ..] => example("api-programs", "api_programs", rest),
        ["api-java", rest @ ..] => example("api-programs", "api_java", rest),
        ["jcstress-litmus", rest @ ..] => {
            repository_root().and_then(|root| jcstress_litmus::run(&root, rest))
        }
        ["jcstress-real", rest @ ..] => repository_root().and_then(|root| jcstress_real::run(&root, rest)),
        ["hostile", rest @ ..] => repository_root().and_then(|root| hostile_command::run(&root, rest)),
        ["java", rest @ ..] => repository_root().and_then(|root| java::run(&root, rest)),
        _ => Err(format!("no such command: {}\n\n{HELP}", words.join(" "))),
    };
    result.unwrap_or_else(|message| {
        complain(&format!("xtask: {message}"));
        ExitCode::from(2)
    })
}

fn example(package: &str, name: &str, arguments: &[&str]) -> Result<ExitCode, String> {
    repository_root().and_then(|root| examples::run(&root, package, name, arguments))
}

fn tidy_command(root: &Path) -> Result<ExitCode, String> {
    let checkout = Checkout::open(root)?;
    let report = tidy::check(&checkout);
    report.findings.iter().for_each(|finding| say(&finding.to_string()));
    say(&report.summary());
    Ok(if report.failures() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The parent folder of this package. Determined at run time, so that a binary in a shared target folder
/// never runs on another checkout.
fn repository_root() -> Result<PathBuf, String> {
    let package = std::env::var_os("CARGO_MANIFEST_DIR").ok_or("please run it as `cargo xtask`")?;
    let package = PathBuf::from(package);
    package.parent().map(PathBuf::from).ok_or_else(|| format!("{} has no parent", package.display()))
}

#[expect(clippy::print_stdout, reason = "this is a command-line tool; all its answers pass through here")]
fn say(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "this is a command-line tool; all its errors pass through here")]
fn complain(text: &str) {
    eprintln!("{text}");
}
