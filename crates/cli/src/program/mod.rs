//! The program a command is about: found, compiled if need be, and brought up to the call of its main method.

mod compile;
mod target;

use crate::args::ProgramArgs;
use anyhow::{Context, Result};
pub use compile::{Folder, api_jar, compile_tests, javac};
use jvm::{Library, Options, StartError, State};
use std::path::PathBuf;
use std::time::{Duration, Instant};
pub use target::{Program, check_file, class_path, find, open_jdk, parse, root_of};

/// What the program is brought up for.
#[derive(Debug, Clone)]
pub enum Purpose {
    /// To be run once.
    Run,
    /// To be checked, but for what is trusted.
    Check(Box<java_machine::Policy>),
}

/// A program that is about to begin.
pub struct Started {
    /// Its classes.
    pub lib: &'static Library,
    /// Its state.
    pub state: State,
    /// How long the class library took.
    pub boot: Duration,
}

/// Brings a program up to the call of its main method. The inner error says what of the class library is not supported.
pub fn start(
    args: &ProgramArgs,
    program: Program,
    options: &Options,
    purpose: Purpose,
) -> Result<Result<Started, String>> {
    let arguments = arguments(args)?;
    let Program { main, jdk, path, .. } = program;
    let lib = Library::new(jdk, path);
    if let Purpose::Check(policy) = purpose {
        java_machine::set_checking(lib, *policy);
    }
    let since = Instant::now();
    let mut state = match jvm::boot_cached(lib, options, cache_folder().as_deref()) {
        Ok((state, _)) => state,
        Err(error) => return Ok(Err(format!("thinair: unsupported: {error}"))),
    };
    let boot = since.elapsed();
    jvm::start(lib, &mut state, options, &main, &arguments).map_err(|error| told(&error))?;
    Ok(Ok(Started { lib, state, boot }))
}

/// Where boot states are kept: `THINAIR_CACHE`, or the user's folder for such things. An empty setting keeps none.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let folder = set("THINAIR_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("thinair")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/thinair")))?;
    (!folder.as_os_str().is_empty() && folder.is_absolute()).then_some(folder)
}

/// Why the program cannot begin, with a hint.
pub fn told(error: &StartError) -> anyhow::Error {
    let hint = match error {
        StartError::NoClass { .. } => "are all classes that it needs on the class path? see -cp",
        StartError::NoMain { .. } => {
            "is this the main class? from Java 25 on, main may also be an instance method"
        }
        StartError::NoObject { .. } => "make main static, or give the class such a constructor",
    };
    anyhow::anyhow!("error: {error}\n   = hint: {hint}")
}

/// The program's arguments as texts.
fn arguments(args: &ProgramArgs) -> Result<Vec<String>> {
    let words = args.words.iter().enumerate().skip(1);
    words
        .map(|(number, word)| {
            let text = word.to_str().with_context(|| format!("error: argument {number} is not UTF-8"))?;
            Ok(text.to_owned())
        })
        .collect()
}

/// What the program may know of its surroundings.
pub fn options(args: &ProgramArgs, program: &Program) -> Options {
    Options {
        assertions: !args.no_assertions,
        processors: args.processors,
        properties: args.define.clone(),
        class_path: program.property.clone(),
        ..Options::default()
    }
}
