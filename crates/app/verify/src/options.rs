//! How to check a program: the validated options of the user.

use crate::model::MemoryLimits;
use explore::{Config, Effort, Order, Reduction, SearchLimits, Stubborn};
use legality::Identity;

/// Which properties decide the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Properties {
    /// Failed assertions.
    pub assertion: bool,
    /// Uncaught exceptions.
    pub exception: bool,
    /// Deadlocks.
    pub deadlock: bool,
    /// Exits with a status other than 0. Java programs only.
    pub exit: bool,
    /// Data races; if not set, they are notes.
    pub race: bool,
    /// Executions that never end although no thread is starved. Java programs only.
    pub hang: bool,
    /// Programs that do not end because a pool is never shut down. Java programs only.
    pub idle: bool,
}

impl Default for Properties {
    fn default() -> Self {
        Properties {
            assertion: true,
            exception: true,
            deadlock: true,
            exit: true,
            race: false,
            hang: false,
            idle: false,
        }
    }
}

/// When a wait with a timeout may end by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TimeoutChoice {
    /// At any time.
    #[default]
    Any,
    /// Only when no thread can move otherwise.
    Last,
    /// Like `Last`; what only early timeouts show is reported as notes.
    LastThenAny,
}

/// An exception that may escape a thread: it is a note, whatever the properties say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Escape {
    /// The class name, or a prefix of it followed by `*`.
    pub class: String,
    /// The name of the thread; if absent, any thread.
    pub thread: Option<String>,
}

impl Escape {
    /// Parses `CLASS` or `CLASS@THREAD`.
    pub fn new(text: &str) -> Escape {
        match text.split_once('@') {
            Some((class, thread)) => Escape { class: class.to_owned(), thread: Some(thread.to_owned()) },
            None => Escape { class: text.to_owned(), thread: None },
        }
    }

    /// Whether an exception of this class in this thread is covered.
    pub fn covers(&self, class: &str, thread: &str) -> bool {
        let is_class = match self.class.strip_suffix('*') {
            Some(start) => class.starts_with(start),
            None => class == self.class,
        };
        is_class && self.thread.as_ref().is_none_or(|name| name == thread)
    }
}

/// The engine that explores programs under `sc`, `tso`, `pso` and `opmm`; of Java programs not under `pso`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// A search of states with a visited set; loops may be unbounded.
    #[default]
    Stateful,
    /// Execution graphs (TruSt): visits each execution once, remembers none; loops only up to a bound.
    Graph,
    /// States at first, then graphs if an estimate says that executions are fewer. Java programs only; for
    /// litmus tests the same as `Stateful`.
    Auto,
}

/// What `explain` reports about a forbidden outcome besides the first core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoreOptions {
    /// How many cores, which are minimal sets of constraints, to look for.
    pub cores: usize,
    /// Whether to report what to give up as well.
    pub relax: bool,
}

impl Default for CoreOptions {
    fn default() -> Self {
        CoreOptions { cores: 1, relax: false }
    }
}

/// How to check a program. Options for one kind of program only say so.
#[derive(Debug, Clone)]
pub struct Options {
    /// The engine.
    pub engine: Engine,
    /// The order of the search.
    pub order: Order,
    /// Leave out interleavings that cannot matter.
    pub reduction: Reduction,
    /// Identify states that differ only by a permutation of indistinguishable threads. Has no effect without
    /// reduction.
    pub symmetry: bool,
    /// When to use stubborn sets. Has no effect without reduction.
    pub stubborn: Stubborn,
    /// Keep whole states instead of fingerprints.
    pub exact: bool,
    /// The number of worker threads.
    pub workers: usize,
    /// The longest path.
    pub depth: Option<u32>,
    /// The most states.
    pub states: Option<u64>,
    /// Bounds of buffers and lists.
    pub memory_limits: MemoryLimits,
    /// When actions of different executions are identified.
    pub identity: Identity,
    /// The properties that decide the verdict.
    pub properties: Properties,
    /// Stop at the first finding.
    pub first: bool,
    /// Continue after a violation until all outcomes are known, in all searches. Always set for litmus tests.
    pub all_outcomes: bool,
    /// Find an execution for each outcome, a shortest one if that is not far.
    pub witnesses: bool,
    /// Show executions of findings. Litmus tests only.
    pub traces: bool,
    /// Count executions, in up to this many states; 0 disables counting. Litmus tests must have no loops.
    pub count_states: u64,
    /// Between the bounds of the JMM, enumerate all executions of the upper bound, even if its states show no
    /// more than the lower bound. The answer is the same; `explain` draws from them.
    pub every_execution: bool,
    /// Count executions even in many more states than the search had. Litmus tests only.
    pub counts_in_any_case: bool,
    /// Which cores `explain` reports.
    pub core_options: CoreOptions,
    /// Exceptions that may escape. Java programs only.
    pub escapes: Vec<Escape>,
    /// Complete the search even after a violation, for all its findings (`--all`). Further searches are left
    /// out nevertheless, unlike with `all_outcomes`. Java programs only.
    pub all_findings: bool,
    /// Run a few executions before the search. Java programs only.
    pub looks: bool,
    /// When timeouts fire. Java programs only.
    pub timeouts: TimeoutChoice,
    /// If hangs cannot be looked for, say so instead of making the answer unknown. Java programs only.
    pub hangs_if_possible: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            engine: Engine::default(),
            order: Order::Dfs,
            reduction: Reduction::Ample,
            symmetry: true,
            stubborn: Stubborn::Never,
            exact: false,
            workers: 1,
            depth: None,
            states: None,
            memory_limits: MemoryLimits::default(),
            identity: Identity::Free,
            properties: Properties::default(),
            first: false,
            all_outcomes: false,
            witnesses: false,
            traces: true,
            count_states: 0,
            every_execution: false,
            counts_in_any_case: false,
            core_options: CoreOptions::default(),
            escapes: Vec::new(),
            all_findings: false,
            looks: true,
            timeouts: TimeoutChoice::default(),
            hangs_if_possible: false,
        }
    }
}

impl Options {
    /// The most states in which the executions of a litmus test are counted for a table.
    pub const COUNTED: u64 = 200_000;

    /// The most states in search of shortest executions of outcomes; any execution serves for the others.
    pub(crate) const SHORTEST: u64 = 20_000;

    /// The effort for simpler executions of findings: states of litmus tests are small.
    pub(crate) const SIMPLER: Effort = Effort { steps: 400_000, states: 120_000 };

    /// The most states in search of shortest executions.
    pub(crate) fn shortest(&self) -> u64 {
        self.states.map_or(Options::SHORTEST, |states| states.min(Options::SHORTEST))
    }

    /// The configuration of a search of states.
    pub(crate) fn config(&self) -> Config {
        Config {
            order: self.order,
            sleep_sets: self.reduction == Reduction::Ample,
            symmetry: self.symmetry && self.reduction == Reduction::Ample,
            stubborn: self.stubborn,
            exact: self.exact,
            stateful: true,
            workers: self.workers,
            limits: SearchLimits { depth: self.depth, states: self.states, ..SearchLimits::default() },
            stop_at_first: self.first,
            is_decided: false,
            outcome_paths: self.witnesses,
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
