//! How to check a program: the options of the user, validated.

use crate::model::Memories;
use explore::{Config, Order, Reduction, SearchLimits};
use legality::Identity;

/// Which properties decide the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// Failed assertions.
    pub assertion: bool,
    /// Exceptions nobody catches.
    pub exception: bool,
    /// Threads that wait for each other.
    pub deadlock: bool,
    /// Programs that end themselves with another status than 0. Java programs only.
    pub exit: bool,
    /// Data races; otherwise they are notes.
    pub race: bool,
    /// Executions that never end although nobody is kept from going on. Java programs only.
    pub hang: bool,
}

impl Default for Properties {
    fn default() -> Self {
        Properties { assertion: true, exception: true, deadlock: true, exit: true, race: false, hang: false }
    }
}

/// Which executions of waits with a timeout count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeoutChoice {
    /// Those in which they fire at any time.
    #[default]
    Any,
    /// Those in which they fire when no thread could go on otherwise.
    Last,
    /// The same; and what only the others show is told.
    LastThenAny,
}

/// An exception that may escape a thread: it is a note, whatever the properties say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// Its class, or the beginning of its name and `*`.
    pub class: String,
    /// The name of the thread; any thread without it.
    pub thread: Option<String>,
}

impl Escape {
    /// What a user writes: `CLASS` or `CLASS@THREAD`.
    pub fn new(text: &str) -> Escape {
        match text.split_once('@') {
            Some((class, thread)) => Escape { class: class.to_owned(), thread: Some(thread.to_owned()) },
            None => Escape { class: text.to_owned(), thread: None },
        }
    }

    /// Whether it is meant.
    pub fn covers(&self, class: &str, thread: &str) -> bool {
        let is_class = match self.class.strip_suffix('*') {
            Some(start) => class.starts_with(start),
            None => class == self.class,
        };
        is_class && self.thread.as_ref().is_none_or(|name| name == thread)
    }
}

/// What explores programs under sc, tso, pso and opmm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// States, with a visited set: loops of any length.
    #[default]
    Stateful,
    /// Execution graphs (TruSt): each execution once, no memory of the past; loops only up to a bound.
    Graph,
}

/// Which reasons to tell besides the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reasons {
    /// Minimal sets of constraints to look for.
    pub cores: usize,
    /// Also what to give up.
    pub relax: bool,
}

impl Default for Reasons {
    fn default() -> Self {
        Reasons { cores: 1, relax: false }
    }
}

/// How to check a program. What says so is for one kind of program.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engine. Litmus tests only.
    pub engine: Engine,
    /// In which order to search.
    pub order: Order,
    /// Leave out interleavings that cannot matter.
    pub reduction: Reduction,
    /// Take states for the same that differ only in threads that nobody can tell apart; not done without reduction.
    pub symmetry: bool,
    /// Keep whole states.
    pub exact: bool,
    /// Threads that search.
    pub workers: usize,
    /// Longest path.
    pub depth: Option<u32>,
    /// Most states.
    pub states: Option<u64>,
    /// Bounds of buffers and lists.
    pub memories: Memories,
    /// When actions of different executions are the same.
    pub identity: Identity,
    /// What decides the verdict.
    pub properties: Properties,
    /// Stop at the first finding.
    pub first: bool,
    /// The outcomes are asked for: go on after a violation, until all are known. Always so for litmus tests.
    pub all_outcomes: bool,
    /// Find a shortest execution for each outcome.
    pub witnesses: bool,
    /// Count executions, of litmus tests if they have no loops, up to this many states; 0 does not count.
    pub count_states: u64,
    /// What `explain` tells of what is forbidden.
    pub reasons: Reasons,
    /// Exceptions that may escape. Java programs only.
    pub escapes: Vec<Escape>,
    /// Search all there is, also after a violation was found. Java programs only.
    pub all: bool,
    /// Look at a few executions before the search. Java programs only.
    pub looks: bool,
    /// When timeouts fire. Java programs only.
    pub timeouts: TimeoutChoice,
    /// Hangs that cannot be looked for do not make an answer unknown; the answer says so. Java programs only.
    pub hangs_if_possible: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: Engine::default(),
            order: Order::Dfs,
            reduction: Reduction::Ample,
            symmetry: true,
            exact: false,
            workers: 1,
            depth: None,
            states: None,
            memories: Memories::default(),
            identity: Identity::Free,
            properties: Properties::default(),
            first: false,
            all_outcomes: false,
            witnesses: false,
            count_states: 0,
            reasons: Reasons::default(),
            escapes: Vec::new(),
            all: false,
            looks: true,
            timeouts: TimeoutChoice::default(),
            hangs_if_possible: false,
        }
    }
}

impl Options {
    /// The states in which executions of litmus tests are counted for a table.
    pub const COUNTED: u64 = 200_000;

    /// How states are searched.
    pub(crate) fn config(&self) -> Config {
        Config {
            order: self.order,
            sleep_sets: self.reduction == Reduction::Ample,
            symmetry: self.symmetry && self.reduction == Reduction::Ample,
            exact: self.exact,
            stateful: true,
            workers: self.workers,
            limits: SearchLimits { depth: self.depth, states: self.states, ..SearchLimits::default() },
            stop_at_first: self.first,
            is_decided: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Escape;

    #[test]
    fn escapes_name_a_class_or_the_beginning_of_one_and_perhaps_a_thread() {
        assert!(Escape::new("java.io.IOException").covers("java.io.IOException", "main"));
        assert!(!Escape::new("java.io.IOException").covers("java.io.IOError", "main"));
        assert!(Escape::new("java.io.*").covers("java.io.IOError", "main"));
        assert!(Escape::new("java.io.*@worker").covers("java.io.IOError", "worker"));
        assert!(!Escape::new("java.io.*@worker").covers("java.io.IOError", "main"));
    }
}
