//! The programs of a command: found, compiled if necessary, and run up to the call of their main methods.

mod compile;
mod folder;
mod target;
mod tests_of_junit;

use crate::args::ProgramArgs;
use anyhow::{Context, Result};
pub use compile::{Folder, JavacLimits, OutOf, api_jar, compile_tests, javac};
use jvm::{Library, Options, StartError, State};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};
pub use target::{
    Main, Program, Refused, check_file, class_path, compile, find, find_one, open_jdk, parse, root_of,
};
pub use tests_of_junit::expanded;

/// The purpose of starting a program.
#[derive(Debug, Clone)]
pub enum Purpose {
    /// To run it once.
    Run,
    /// To check it under this policy.
    Check(Box<java_machine::Policy>),
}

/// Programs whose class library is booted.
pub struct Booted {
    /// Their classes.
    pub lib: &'static Library,
    /// How long booting took.
    pub boot: Duration,
    state: State,
}

/// Boots the class library of programs. The inner error says what is unsupported in it.
pub fn boot(
    args: &ProgramArgs,
    program: Program,
    options: &Options,
    purpose: Purpose,
) -> Result<Result<Booted, String>> {
    let Program { jdk, path, .. } = program;
    let lib = Library::new(jdk, path);
    if let Purpose::Check(policy) = purpose {
        java_machine::set_checking(lib, *policy);
    }
    if args.enable_preview {
        lib.enable_preview();
    }
    let since = Instant::now();
    // A cached state has preview features disabled.
    let cache = cache_folder().filter(|_| !args.enable_preview);
    Ok(match jvm::boot_cached(lib, options, cache.as_deref()) {
        Ok((state, _)) => Ok(Booted { lib, boot: since.elapsed(), state }),
        Err(error) => Err(format!("thinair: unsupported: {error}")),
    })
}

impl Booted {
    /// Runs a program up to the call of its main method.
    pub fn start(&self, main: &str, arguments: &[OsString], options: &Options) -> Result<State> {
        let arguments = texts(arguments)?;
        let mut state = self.state.clone();
        jvm::start(self.lib, &mut state, options, main, &arguments).map_err(|error| start_error(&error))?;
        Ok(state)
    }
}

/// The folder of cached boot states: `THINAIR_CACHE`, or the user's cache folder. An empty value disables the
/// cache.
pub fn cache_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let folder = set("THINAIR_CACHE")
        .or_else(|| set("XDG_CACHE_HOME").map(|folder| folder.join("thinair")))
        .or_else(|| set("HOME").map(|home| home.join(".cache/thinair")))?;
    (!folder.as_os_str().is_empty() && folder.is_absolute()).then_some(folder)
}

/// Describes why the program cannot start, with a hint.
pub fn start_error(error: &StartError) -> anyhow::Error {
    let hint = match error {
        StartError::NoClass { .. } => "are all classes that it needs on the class path? see -cp",
        StartError::NoMain { .. } => {
            "is this the main class? from Java 25 on, main may also be an instance method"
        }
        StartError::NoObject { .. } => "make main static, or give the class such a constructor",
    };
    anyhow::anyhow!("error: {error}\n   = hint: {hint}")
}

/// The program's arguments as strings.
fn texts(arguments: &[OsString]) -> Result<Vec<String>> {
    let text = |(number, word): (usize, &OsString)| {
        let text = word.to_str().with_context(|| format!("error: argument {} is not UTF-8", number + 1))?;
        Ok(text.to_owned())
    };
    arguments.iter().enumerate().map(text).collect()
}

/// The environment that the program sees.
pub fn options(args: &ProgramArgs, program: &Program) -> Options {
    Options {
        assertions: !args.no_assertions,
        processors: args.processors,
        properties: args.define.clone(),
        class_path: program.property.clone(),
        ..Options::default()
    }
}
