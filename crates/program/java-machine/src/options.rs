//! Options of a checked program, in addition to its environment.

use crate::thread_names::ThreadNames;
use jvm::{Library, StartError, State};
use std::sync::Arc;

/// How a program is run and checked.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Its environment and its bounds.
    pub vm: jvm::Options,
    /// Whether plain `long` and `double` accesses are split into two halves (JLS 17.7).
    pub tearing: bool,
    /// The numbers of all threads.
    pub threads: Arc<ThreadNames>,
    /// The objects to which a test's threads write what they observed.
    pub results: Option<Results>,
    /// The uncaught exceptions that decide the verdict.
    pub decisive: Decisive,
    /// The maximal number of bytes that may be allocated on a path, if less than the default.
    pub most_bytes: Option<u64>,
}

impl From<jvm::Options> for Options {
    fn from(vm: jvm::Options) -> Options {
        Options { vm, ..Options::default() }
    }
}

/// Which uncaught exceptions decide the verdict. What follows such an exception in its thread, if nothing
/// handles it, is skipped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Decisive {
    /// Failed assertions.
    pub assertions: bool,
    /// All others.
    pub exceptions: bool,
}

/// Objects to which threads write what they observed: each thread its own fields, which are not read before
/// all have ended. As long as that holds, these accesses are no actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Results {
    /// The number of the class of these objects.
    pub class: u32,
    /// How many threads the main thread waits for before it reads the objects: the first ones that it starts.
    pub actors: usize,
}

/// Prepares the call of `launch(String[])` of a class that was spun for a program's class
/// ([`jvm::start_spun`]). Records the class of the result, if there is one, and how many actors write to it
/// in the options ([`Results`]).
///
/// # Errors
/// A class cannot be loaded.
pub fn start_spun(
    lib: &'static Library,
    state: &mut State,
    options: &mut Options,
    spun: (&str, Vec<u8>),
    result: Option<(&str, usize)>,
) -> Result<(), StartError> {
    let id = jvm::start_spun(lib, state, &options.vm, spun, result.map(|(class, _)| class))?;
    let actors = result.map_or(0, |(_, actors)| actors);
    for actor in 0..actors {
        options.threads.named(0, actor as u32);
    }
    options.results = id.map(|class| Results { class, actors });
    Ok(())
}
