//! The command line.

use crate::units;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// A memory-model-aware model checker for Java.
#[derive(Debug, Parser)]
#[command(name = "thinair", version, max_term_width = 100, propagate_version = true)]
#[command(
    after_help = "Exit codes: 0 holds, 1 violated, 2 error in flags or input, 3 unknown, 4 internal error."
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Colours: if standard output is a terminal and NO_COLOR is not set, always, or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Outcome tables of litmus tests, one column per memory model.
    Litmus(LitmusArgs),
    /// Run a Java program on thinair's own virtual machine, under one schedule.
    Run(RunArgs),
    /// Check every behaviour of a Java program.
    #[command(override_usage = "thinair check [OPTIONS] <TARGET>... [-- ARGS...]", after_help = CHECK_HELP)]
    Check(CheckArgs),
    /// Check every behaviour of JUnit tests.
    #[command(override_usage = "thinair test [OPTIONS] <CLASS|CLASS#METHOD|DIR>... [-- ARGS...]", after_help = TEST_HELP)]
    Test(CheckArgs),
    /// Check a program in a small assembly under ordering rules that you write.
    Stages(StagesArgs),
    /// Why an outcome is allowed (an execution, and why it is legal) or forbidden (what excludes it).
    Explain(ExplainArgs),
    /// Write the class thinair.Thinair, by which programs speak to the checker, as a jar to compile against.
    Api(ApiArgs),
    /// List the contracts of the class library, or verify them.
    Contracts(ContractsArgs),
    /// List the memory models, or describe one.
    Models(ModelsArgs),
    /// Run one execution again, step by step, without exploring.
    Replay(ReplayArgs),
    /// Prove on this machine that known-bad programs are still caught.
    Selfcheck(SelfcheckArgs),
    /// Run the checks of a file, several at a time, and fail on any answer that it does not expect.
    #[command(after_help = SUITE_HELP)]
    Suite(SuiteArgs),
    /// Show what of this machine would be used, and what is missing.
    Doctor,
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// Write the man pages.
    Man(ManArgs),
}

/// `thinair litmus`.
#[derive(Debug, Args)]
pub struct LitmusArgs {
    /// Litmus files; jcstress tests as .java, .class or .jar; directories that are searched for all of these;
    /// classes on the class path.
    #[arg(required = true, value_name = "FILE|DIR|CLASS")]
    pub targets: Vec<PathBuf>,
    /// Memory models, comma-separated: names (see `thinair models`) or model files, in cat (*.cat), the
    /// language of herd, or in jmm (*.jmm). Default: sc,tso,pso,opmm for litmus files, jmm for jcstress
    /// tests.
    #[arg(long, value_name = "M[,M…]", value_delimiter = ',')]
    pub model: Vec<String>,
    /// Write each litmus test as a jcstress test into the source folder DIR, with expectations from one model
    /// (`jmm`).
    #[arg(long, num_args = 2, value_names = ["jcstress", "DIR"], conflicts_with_all = ["json", "property", "list", "test"])]
    pub export: Option<Vec<String>>,
    /// Run only tests whose names match this Java regular expression.
    #[arg(short = 't', long = "test", value_name = "REGEX")]
    pub test: Option<String>,
    /// List the tests instead of running them.
    #[arg(short, long)]
    pub list: bool,
    /// The JDK for jcstress tests; otherwise that of JAVA_HOME, of the java on PATH, or the newest one
    /// installed.
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
    /// Where classes of jcstress tests are, besides the targets: directories, jars and dir/*, separated by
    /// `:`. Also -cp.
    #[arg(long, value_name = "PATH", visible_alias = "classpath")]
    pub class_path: Option<OsString>,
    /// For jcstress tests: classes or packages (org.example.*) to trust besides the class library; `none`
    /// trusts nothing.
    #[arg(long, value_name = "PATTERN[,…]", value_delimiter = ',')]
    pub trust: Vec<String>,
    /// For jcstress tests: allow spurious wake-ups of `wait` and `park`, as the specification does.
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// Use the rules as the papers print them, errata included, where a model has such a variant.
    #[arg(long)]
    pub as_printed: bool,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Properties that decide the verdict; races are notes unless named here.
    #[arg(
        long,
        value_enum,
        value_name = "P[,P…]",
        value_delimiter = ',',
        default_value = "assertion,exception,deadlock"
    )]
    pub property: Vec<Property>,
    /// Do not look for data races.
    #[arg(long)]
    pub no_races: bool,
    /// Do not count executions.
    #[arg(long)]
    pub no_executions: bool,
    /// Count executions of litmus files even if that takes much longer than the search.
    #[arg(long, conflicts_with = "no_executions")]
    pub executions: bool,
    /// Write the results as JSON; `-` prints only JSON on standard output.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Print verdicts only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print counters, descriptions and the traces of notes.
    #[arg(short, long)]
    pub verbose: bool,
}

/// How to search litmus tests.
#[derive(Debug, Args)]
pub struct SearchArgs {
    /// The engine for sc, tso, pso and opmm: a search of states, or of execution graphs.
    #[arg(long, value_enum, default_value = "stateful")]
    pub engine: EngineArg,
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// Cut every loop after N iterations. Without it loops run until their states repeat.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub loop_bound: Option<u32>,
    /// Split plain accesses to `long` in halves (JLS 17.7); otherwise they are assumed to be atomic.
    #[arg(long)]
    pub tearing: bool,
}

/// How to search.
#[derive(Debug, Clone, Args)]
pub struct ExploreArgs {
    /// The search; random and pct only sample and never prove anything.
    #[arg(long, value_enum, default_value = "dfs")]
    pub search: Search,
    /// The seed of random and pct.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Executions that random and pct try.
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub runs: u64,
    /// Priority changes per execution of pct.
    #[arg(long, default_value_t = 2, value_name = "N")]
    pub changes: u32,
    /// When two actions of different executions are the same, for jmm and jmm-revised.
    #[arg(long, value_enum, default_value = "free")]
    pub identity: Identity,
    /// Longest store buffer explored under tso and pso.
    #[arg(long, default_value_t = 32, value_name = "N")]
    pub buffer_bound: u16,
    /// The longest path.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The most states.
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Time for a program or test, all its models and searches together: 500ms, 10s, 2m.
    #[arg(long, value_name = "D", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Memory of the whole process: 512M, 2G. Three quarters of the machine's unless given.
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Worker threads; of several jcstress tests each worker runs one.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: u16,
    /// Keep whole states instead of 128-bit fingerprints.
    #[arg(long)]
    pub exact: bool,
    /// Interleave every action, even those that cannot matter.
    #[arg(long)]
    pub no_reduction: bool,
    /// When to use stubborn sets, which leave out states instead of only steps.
    #[arg(
        long,
        value_enum,
        default_value_t = StubbornArg::Large,
        value_name = "WHEN",
        hide_short_help = true,
        overrides_with = "stubborn"
    )]
    pub stubborn: StubbornArg,
    /// Stop at the first finding.
    #[arg(long)]
    pub first: bool,
}

/// When stubborn sets are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum StubbornArg {
    /// Never.
    Never,
    /// Where there are many states, in turns with the usual search.
    Large,
    /// Always.
    Always,
}

/// The engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum EngineArg {
    /// States with a visited set.
    Stateful,
    /// Execution graphs, each once (TruSt); loops only up to a bound.
    Graph,
}

/// The engines for Java programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JavaEngineArg {
    /// States with a visited set.
    Stateful,
    /// Execution graphs, each once (TruSt), of programs that graphs can represent; no endless loops.
    Graph,
    /// States at first, then graphs if an estimate says that executions are fewer.
    Auto,
}

impl JavaEngineArg {
    /// The engine.
    pub fn engine(self) -> verify::Engine {
        match self {
            JavaEngineArg::Stateful => verify::Engine::Stateful,
            JavaEngineArg::Graph => verify::Engine::Graph,
            JavaEngineArg::Auto => verify::Engine::Auto,
        }
    }
}

impl SearchArgs {
    /// How tests are parsed.
    pub fn language(&self) -> litmus::Options {
        litmus::Options { tearing: self.tearing }
    }
}

/// Identities of actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Identity {
    /// Chosen freely by the justification, as in the JLS: an arbitrary unique identifier.
    Free,
    /// The n-th access of that kind by that thread to that variable.
    Occ,
}

/// The searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Search {
    /// Depth first.
    Dfs,
    /// Breadth first.
    Bfs,
    /// Fewest context switches first.
    Best,
    /// Random walks.
    Random,
    /// Random priorities (PCT).
    Pct,
}

/// The properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Property {
    /// Failed assertions.
    Assertion,
    /// Uncaught exceptions.
    Exception,
    /// Threads that wait for each other for ever.
    Deadlock,
    /// Exits with a status other than 0 (Java programs).
    Exit,
    /// Data races.
    Race,
    /// Executions that never end although every thread gets its turn.
    Hang,
    /// Executions that do not end because nobody shuts down a pool.
    Idle,
}

/// Which program, and what it may know of its surroundings.
#[derive(Debug, Clone, Default, Args)]
pub struct ProgramArgs {
    /// The program: a source file Foo.java, a class file Foo.class, an app.jar with a main class, a folder
    /// with classes or sources, or the name of a main class on the class path.
    #[arg(required = true, value_name = "TARGET")]
    pub targets: Vec<OsString>,
    /// The program's arguments, after `--`.
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,
    /// The main class to check if a jar or a folder has several: its name with its package.
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// The JDK whose class library (and javac) is used; otherwise that of JAVA_HOME, of the java on PATH, or
    /// the newest one installed.
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
    /// The class path: directories, jars, and dir/* for all jars of a directory, separated by `:`. Also -cp.
    #[arg(long, value_name = "PATH", visible_alias = "classpath")]
    pub class_path: Option<OsString>,
    /// Directories of sources, separated by `:`. javac finds what a source file needs there, and reports show
    /// lines from there. Default: the source root of the file; for classes src/main/java and src/test/java
    /// above them, and *-sources.jar.
    #[arg(long, value_name = "PATH", visible_alias = "sourcepath")]
    pub source_path: Option<OsString>,
    /// Let sources and classes use preview features of the JDK's release.
    #[arg(long)]
    pub enable_preview: bool,
    /// Set a system property.
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = units::definition)]
    pub define: Vec<(String, String)>,
    /// Turn `assert` off; it is on, as with java -ea.
    #[arg(long)]
    pub no_assertions: bool,
    /// What Runtime.availableProcessors answers.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub processors: u32,
    /// Show only what matters, and errors without details.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also say which JDK, class path and main class are used.
    #[arg(short, long)]
    pub verbose: bool,
}

/// `thinair check`.
#[derive(Debug, Clone, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// Memory models, comma-separated (see `thinair models`).
    #[arg(long, value_name = "M[,M…]", value_delimiter = ',', default_value = "jmm")]
    pub model: Vec<String>,
    /// Properties that decide the verdict. Default: all but races, which are notes; hangs where they can be
    /// checked.
    #[arg(long, value_enum, value_name = "P[,P…]", value_delimiter = ',')]
    pub property: Vec<Property>,
    /// Allow spurious wake-ups of `wait` and `park`, as the specification does. Waiting threads are then
    /// never deadlocked.
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// Split plain accesses to long and double in halves, as the specification allows (JLS 17.7).
    #[arg(long)]
    pub tearing: bool,
    /// The engine for sc, tso and opmm: a search of states, of execution graphs, or of whatever seems to be
    /// fewer.
    #[arg(long, value_enum, default_value = "stateful")]
    pub engine: JavaEngineArg,
    /// Exceptions that may escape a thread, and are then notes: classes, prefixes as org.example.*, or
    /// CLASS@THREAD for one thread only.
    #[arg(long, value_name = "CLASS[@THREAD][,…]", value_delimiter = ',')]
    pub may_throw: Vec<String>,
    /// Classes or packages (org.example.*) to trust besides the class library; `none` trusts nothing.
    #[arg(long, value_name = "PATTERN[,…]", value_delimiter = ',')]
    pub trust: Vec<String>,
    /// Contracts for classes of the program (docs/CONTRACTS.md): verified by clients, then used.
    #[arg(long, value_name = "FILE")]
    pub contracts: Option<PathBuf>,
    /// Use contracts even if they could not be verified; the verdict then says so.
    #[arg(long, requires = "contracts")]
    pub trust_contracts: bool,
    /// Time to look for a simpler execution, and for other findings, after the first violation. Off with
    /// --first.
    #[arg(long, value_name = "D", value_parser = units::duration, default_value = "2s")]
    pub simplify: Duration,
    /// Search at once: for tests of the search, which a first look would make needless.
    #[arg(long, hide = true)]
    pub no_first_look: bool,
    /// Search completely, even after a violation.
    #[arg(long, conflicts_with = "first")]
    pub all: bool,
    /// When timeouts fire: only if no thread can move otherwise (last), or at any time. By default the
    /// verdict is that of `last`, and what early timeouts lead to is reported as a note.
    #[arg(long, value_enum)]
    pub timeouts: Option<TimeoutsArg>,
    /// In replay tokens: the target holds jcstress tests, and this is the class of the one that is meant.
    #[arg(long, hide = true, value_name = "CLASS")]
    pub jcstress: Option<String>,
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// Write the results as JSON; `-` prints only JSON on standard output.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    #[command(flatten)]
    pub reports: ReportArgs,
}

/// Results as files, besides JSON.
#[derive(Debug, Clone, Default, Args)]
pub struct ReportArgs {
    /// Write the results as JUnit XML, for build servers: a test per target and model.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Write the findings as SARIF 2.1.0, for code scanning.
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the results as one HTML page.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// When timeouts fire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TimeoutsArg {
    /// Only if no thread can move otherwise; the one with the least time left first.
    Last,
    /// At any time.
    Any,
}

const CHECK_HELP: &str = "\
Examples:
  thinair check Dcl.java                       every schedule and every value the Java memory model allows
  thinair check --model sc,tso Dcl.java        other memory models
  thinair check --property race app.jar        data races decide the verdict
  thinair check Main.java Helper.java -- 3     a program of two files, with one argument
  thinair check target/classes                 every main class of a folder
  thinair check --time-limit 1m --workers 2 -cp build/classes p.Main

Exit codes: 0 holds, 1 violated, 2 error in flags or input, 3 unknown, 4 internal error. See docs/CHECK.md.";

const TEST_HELP: &str = "\
Examples:
  thinair test -cp target/classes:target/test-classes app.CacheTest           every test of a class
  thinair test -cp target/classes:target/test-classes app.CacheTest#counts    one test
  thinair test -cp target/classes:lib/* target/test-classes                   every test of a folder
  thinair test -cp … app.CacheTest#counts -- 3                                a test with a parameter

Exit codes: 0 holds, 1 violated, 2 error in flags or input, no test among it, 3 unknown, 4 internal error. See docs/JUNIT.md.";

/// `thinair run`.
#[derive(Debug, Args)]
#[command(override_usage = "thinair run [OPTIONS] <TARGET> [ARGS]... [-- ARGS...]", after_help = RUN_HELP)]
pub struct RunArgs {
    #[command(flatten)]
    pub program: ProgramArgs,
    /// How threads take turns.
    #[arg(long, value_enum, default_value = "round-robin")]
    pub schedule: ScheduleArg,
    /// Which random schedule; the same number gives the same run.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Allow spurious wake-ups of `wait` and `park` now and then, as the specification does; needs --schedule
    /// random.
    #[arg(long)]
    pub spurious_wakeups: bool,
    /// Show what threads do to shared memory and to each other, on standard error.
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "program")]
    pub trace: Option<TraceArg>,
    /// Show counts and times at the end, on standard error.
    #[arg(long)]
    pub stats: bool,
    /// Stop after so many bytecodes.
    #[arg(long, value_name = "N")]
    pub max_bytecodes: Option<u64>,
    /// Stop after so long: 500ms, 10s, 2m.
    #[arg(long, value_name = "D", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
}

const RUN_HELP: &str = "\
Examples:
  thinair run Hello.java -- world          compile and run, with one argument
  thinair run -cp build/classes p.Main     a main class on a class path
  thinair run --trace Counter.java         and show every access to shared memory
  thinair run --schedule random --seed 7 app.jar

Exit codes: that of the program (1 for an uncaught exception in main); 1 deadlock, 2 error in flags or input, \
3 unsupported or stopped, 4 internal error. See docs/RUN.md.";

/// The schedules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ScheduleArg {
    /// In turn; a thread runs until it waits, yields or ends, or for a fixed number of bytecodes.
    RoundRobin,
    /// A thread chosen at random, for a random number of bytecodes.
    Random,
}

/// What a trace shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TraceArg {
    /// What the program does itself, and what the class library does to its objects and for its
    /// synchronisation.
    Program,
    /// Everything, including the internals of the class library.
    All,
}

/// Rewrites `-cp` and `-classpath`, which clap cannot express, to the long option.
pub fn spelled_out(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let command = Cli::command();
    let of_program =
        |name: &&str| matches!(*name, "run" | "check" | "test" | "litmus" | "explain" | "contracts");
    let Some(name) = words.get(1).and_then(|word| word.to_str()).filter(of_program) else { return words };
    let run = command.find_subcommand(name).expect("all of them are commands");
    let takes_value = |word: &str| {
        let mut options = run.get_arguments().filter(|a| a.get_action().takes_values());
        options.any(|a| {
            let long = a.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long));
            let short =
                a.get_short().is_some_and(|c| word.strip_prefix('-') == Some(c.encode_utf8(&mut [0; 4])));
            (long && !a.is_require_equals_set()) || short
        })
    };
    let mut at = 2;
    // Everything after `--` belongs to the program.
    while let Some(word) = words.get(at).filter(|word| *word != "--") {
        if word == "-cp" || word == "-classpath" {
            words[at] = "--class-path".into();
            at += 2;
        } else {
            at += if word.to_str().is_some_and(takes_value) { 2 } else { 1 };
        }
    }
    words
}

/// `thinair explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A litmus file; or Java: a source file, a class file, a jar, or the name of a class on the class path.
    /// A class with thread methods (`@thread`) asks by its assertions; a main program and a jcstress test are
    /// asked about an outcome.
    #[arg(value_name = "TARGET")]
    pub target: PathBuf,
    /// The outcome to explain: a proposition like `0:r1=1 /\ 1:r2=0`, or values in the order of the outcome
    /// table, like `1, 0`; of a Java program `r1=1, r2=0` for what it observes. Without it, what the test's
    /// own condition or assertions ask for.
    #[arg(long, value_name = "OUTCOME", allow_hyphen_values = true)]
    pub outcome: Option<String>,
    /// The memory models, comma-separated; see `thinair models`.
    #[arg(long, value_name = "M[,M…]", value_delimiter = ',', default_value = "jmm")]
    pub model: Vec<String>,
    /// The class to explain if there are several: its name, with its package if needed.
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,
    /// The JDK for Java programs; otherwise that of JAVA_HOME, of the java on PATH, or the newest one
    /// installed.
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
    /// Where classes of Java programs are: directories, jars and dir/*, separated by `:`. Also -cp.
    #[arg(long, value_name = "PATH", visible_alias = "classpath")]
    pub class_path: Option<OsString>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Write the answers as JSON; `-` prints only JSON on standard output.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// For what is forbidden: show up to N minimal reasons, sets of constraints that leave no execution.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub cores: u16,
    /// For what is forbidden: also show the fewest axioms, and the fewest statements and initial values,
    /// without which it would be possible.
    #[arg(long)]
    pub relax: bool,
    /// Also show the executions that justify each commitment.
    #[arg(short, long)]
    pub verbose: bool,
}

/// `thinair api`.
#[derive(Debug, Args)]
pub struct ApiArgs {
    /// The file to write; `-` is standard output.
    #[arg(long, value_name = "FILE", default_value = "thinair-api.jar")]
    pub out: PathBuf,
    /// The JDK whose compiler is used; otherwise the one that `check` would use.
    #[arg(long, value_name = "HOME")]
    pub jdk: Option<PathBuf>,
}

/// Defaults: the most states per search of a client, the most clients per entry, and the folder for sources.
pub const CONTRACT_STATES: u64 = 20_000;
pub const CONTRACT_CLIENTS: u32 = 30;
pub const CONTRACT_KEEP: &str = "thinair-contracts";

/// `thinair contracts`.
#[derive(Debug, Args)]
#[command(after_help = CONTRACTS_HELP)]
pub struct ContractsArgs {
    /// Classes, with or without their packages, or beginnings of their names as java.util.concurrent.*;
    /// without any, all.
    #[arg(value_name = "CLASS")]
    pub classes: Vec<String>,
    /// Verify the entries: generate clients of each and compare what they show with the entry and without.
    #[arg(long)]
    pub verify: bool,
    /// A file of contracts for your own classes, instead of the table of the class library.
    #[arg(long, value_name = "FILE")]
    pub contracts: Option<PathBuf>,
    /// The JDK whose classes are verified; otherwise that of JAVA_HOME, of the java on PATH, or the newest
    /// one installed.
    #[arg(long, value_name = "HOME", requires = "verify")]
    pub jdk: Option<PathBuf>,
    /// Where your own classes are: directories, jars and dir/*, separated by `:`. Also -cp.
    #[arg(long, value_name = "PATH", visible_alias = "classpath", requires = "verify")]
    pub class_path: Option<OsString>,
    /// Memory models, comma-separated.
    #[arg(long, value_name = "M[,M…]", value_delimiter = ',', default_value = "sc,jmm", requires = "verify")]
    pub model: Vec<String>,
    /// Time for one entry: 500ms, 10s, 2m; 20s unless given.
    #[arg(long, value_name = "D", value_parser = units::duration, requires = "verify")]
    pub time_limit: Option<Duration>,
    /// The most states of one search; larger clients are not compared.
    #[arg(long, value_name = "N", default_value_t = CONTRACT_STATES, requires = "verify")]
    pub states: u64,
    /// The most clients of one entry.
    #[arg(long, value_name = "N", default_value_t = CONTRACT_CLIENTS, requires = "verify")]
    pub clients: u32,
    /// The seed that decides which calls are combined first.
    #[arg(long, value_name = "N", default_value_t = 0, requires = "verify")]
    pub seed: u64,
    /// Where the sources of clients that refute an entry are written.
    #[arg(long, value_name = "DIR", default_value = CONTRACT_KEEP, requires = "verify")]
    pub keep: PathBuf,
    /// Write the entries as JSON; `-` prints only JSON on standard output.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// With --verify: show only what is not verified.
    #[arg(short, long)]
    pub quiet: bool,
}

const CONTRACTS_HELP: &str = "\
Examples:
  thinair contracts Semaphore                          what is said of a class
  thinair contracts --verify CountDownLatch            whether that is right on this JDK
  thinair contracts --contracts my.tsv -cp build/classes --verify

Exit codes: 0 all verified (or listed), 1 some entry refuted, 2 error in flags or input, 3 some entry not compared under some model, \
4 internal error. See docs/CONTRACTS.md.";

/// `thinair models`.
#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// A model to describe, or a file to check; without it the usual ones are listed.
    #[arg(value_name = "NAME|FILE")]
    pub name: Option<String>,
    /// List all models, also those of papers.
    #[arg(long, conflicts_with_all = ["name", "compare"])]
    pub all: bool,
    /// Only check the file: names, types, includes. Exit code 2 and the place if something is wrong.
    #[arg(long, requires = "name", conflicts_with = "compare")]
    pub check: bool,
    /// Find a smallest test that separates two models.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "name")]
    pub compare: Vec<String>,
    /// With --compare: the most memory accesses of a test.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=8), requires = "compare")]
    pub accesses: u8,
    /// With --compare: give up after this long.
    #[arg(long, value_name = "D", value_parser = units::duration, requires = "compare")]
    pub time_limit: Option<Duration>,
}

/// `thinair replay`.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A replay token as printed with a finding, or a file that contains one.
    #[arg(value_name = "TOKEN|FILE")]
    pub token: String,
    /// The litmus file, if it has moved since.
    #[arg(long, value_name = "FILE")]
    pub target: Option<PathBuf>,
}

/// `thinair stages`.
#[derive(Debug, Args)]
#[command(after_help = STAGES_HELP)]
pub struct StagesArgs {
    /// Programs: *.stages (docs/STAGES.md) or *.litmus.
    #[arg(required_unless_present = "list_rules", value_name = "FILE")]
    pub targets: Vec<PathBuf>,
    /// The ordering rules: a name (--list-rules) or a file *.rules.
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// List the rules that come with thinair.
    #[arg(long)]
    pub list_rules: bool,
    /// Leave each loop after N iterations. Without it loops run until their states repeat.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub loop_bound: Option<u32>,
    /// If it holds, also show a minimal set of rules that it needs.
    #[arg(long)]
    pub needed: bool,
    /// Repeat one execution, as printed with a finding, without searching.
    #[arg(long, value_name = "STEPS")]
    pub replay: Option<String>,
    /// Judge rules at the end, instead of refusing what would break one.
    #[arg(long)]
    pub no_guards: bool,
    /// A copy of the machine for each process, even if no rule needs observers.
    #[arg(long)]
    pub no_ds: bool,
    /// Fetch instructions one by one, in any order with the rest.
    #[arg(long)]
    pub no_pi: bool,
    /// Keep the whole order of operations in states.
    #[arg(long)]
    pub no_rc: bool,
    /// Interleave every operation, even those that cannot matter.
    #[arg(long)]
    pub no_por: bool,
    /// Search breadth first.
    #[arg(long)]
    pub bfs: bool,
    /// The longest path.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The most states.
    #[arg(long, value_name = "N")]
    pub states: Option<u64>,
    /// Time for a program: 500ms, 10s, 2m.
    #[arg(long, value_name = "D", value_parser = units::duration)]
    pub time_limit: Option<Duration>,
    /// Memory of the whole process: 512M, 2G. Three quarters of the machine's unless given.
    #[arg(long, value_name = "B", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,
    /// Worker threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub workers: u16,
    /// Keep whole states instead of 128-bit fingerprints.
    #[arg(long)]
    pub exact: bool,
    /// Stop at the first violation.
    #[arg(long)]
    pub first: bool,
    /// Write the results as JSON; `-` prints only JSON on standard output.
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print verdicts only.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also show outcomes, and operations that only compute.
    #[arg(short, long)]
    pub verbose: bool,
}

const STAGES_HELP: &str = "\
Examples:
  thinair stages examples/stages/dekker.stages --rules sc           holds, for any number of iterations
  thinair stages examples/stages/dcl.stages --rules itanium         the execution that breaks double-checked locking
  thinair stages examples/stages/dcl.stages --rules my.rules        under rules of your own

Exit codes: 0 holds, 1 violated, 2 error in flags or input, 3 unknown, 4 internal error. See docs/STAGES.md.";

/// `thinair suite`.
#[derive(Debug, Args)]
pub struct SuiteArgs {
    /// The file with the checks.
    #[arg(value_name = "FILE", default_value = "thinair.toml")]
    pub file: PathBuf,
    /// How many checks run at a time, instead of what the file says.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
    /// Write HTML, JUnit XML and SARIF of each check into this folder.
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// Write the findings of this run into the baseline: from then on they are known.
    #[arg(long)]
    pub accept: bool,
    /// Only print the summary.
    #[arg(short, long)]
    pub quiet: bool,
}

const SUITE_HELP: &str = "\
Exit codes: 0 all as expected, 1 something is not, 2 error in flags or in the file, 4 internal error. See docs/SUITES.md.";

/// `thinair completions`.
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `thinair man`.
#[derive(Debug, Args)]
pub struct ManArgs {
    /// The folder to write to.
    #[arg(value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
}

/// `thinair selfcheck`.
#[derive(Debug, Args)]
pub struct SelfcheckArgs {
    /// List every check.
    #[arg(short, long)]
    pub verbose: bool,
}
