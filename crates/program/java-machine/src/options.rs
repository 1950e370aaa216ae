//! What a program that is checked is told, besides what any program may know of its surroundings.

use crate::thread_names::ThreadNames;
use jvm::{Library, StartError, State};
use std::sync::Arc;

/// How a program is run and checked.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// What it may know of its surroundings, and its bounds.
    pub vm: jvm::Options,
    /// Whether plain `long` and `double` variables are read and written in two halves (JLS 17.7).
    pub tearing: bool,
    /// The numbers of threads.
    pub threads: Arc<ThreadNames>,
    /// Objects to which threads write what they have seen.
    pub results: Option<Results>,
    /// Bytes that it may allocate on a path, if that is less than usual.
    pub most_bytes: Option<u64>,
}

impl From<jvm::Options> for Options {
    fn from(vm: jvm::Options) -> Options {
        Options { vm, ..Options::default() }
    }
}

/// Objects to which threads write what they have seen: each thread its own fields, which nobody else looks at before all have
/// ended. As long as that is so, these accesses are no actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Results {
    /// The class of these objects, by its number.
    pub class: u32,
    /// How many threads there are that the main thread waits for before it reads: those that it starts first.
    pub actors: usize,
}

/// Prepares the call of `launch(String[])` of a class that was spun for a program's class ([`jvm::start_spun`]). The
/// class of the result, if there is one, and how many actors write to it, are noted in the options ([`Results`]).
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
