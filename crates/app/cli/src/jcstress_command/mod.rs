//! `thinair litmus` for jcstress tests (docs/JCSTRESS.md): all tests share one boot and one class library,
//! and each has its own state.

mod crew;
mod targets;

use crate::args::{CheckArgs, LitmusArgs, ProgramArgs};
use crate::program_token;
use crate::report_files::ReportFiles;
use crate::sources::Sources;
use crate::watch::Watch;
use crate::{check_command, litmus_command, output, program, watch};
use anyhow::{Result, anyhow, bail};
use crew::Crew;
use jcstress::Test;
use jvm::{Library, State};
use report::files::{Answer, Case, of_jcstress};
use report::java::{JavaReport, Scope};
use report::jcstress::{Summary, TestReport};
use report::json::Measured;
use report::style::Style;
use serde_json::Value;
use std::ffi::OsString;
use std::sync::OnceLock;
use std::time::Instant;
pub use targets::{FoundTest, Suite, Targets, complain, find};
use verify::java::{JavaProgram, replay_java};
use verify::jcstress::{Judgement, Status, TestRun, judge, run_test};
use verify::{Model, Options, Reason, Ruling, Schedule, Token, Verdict, conclude_all};

/// The arguments that say where the tests are, for the functions that find programs.
pub fn program_args(args: &LitmusArgs) -> ProgramArgs {
    ProgramArgs {
        targets: args.targets.iter().map(|target| target.clone().into_os_string()).collect(),
        jdk: args.jdk.clone(),
        class_path: args.class_path.clone(),
        processors: 2,
        quiet: args.quiet,
        verbose: args.verbose,
        ..ProgramArgs::default()
    }
}

/// Options of the virtual machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted<'a> {
    /// What is trusted besides the class library.
    pub trust: &'a [String],
    /// Whether `wait` and `park` may wake up spuriously.
    pub spurious_wakeups: bool,
    /// Whether plain `long` and `double` variables are split into halves.
    pub tearing: bool,
}

/// A booted virtual machine.
pub struct Booted {
    lib: &'static Library,
    state: State,
    /// The state after a first match, in which everything needed for matching is initialised.
    warm: OnceLock<State>,
    options: java_machine::Options,
}

impl Booted {
    /// Boots the class library.
    pub fn new(
        args: &ProgramArgs,
        (jdk, path, property): (classfile::Jdk, classfile::ClassPath, String),
        Wanted { trust, spurious_wakeups, tearing }: Wanted<'_>,
    ) -> Result<Booted> {
        let vm = jvm::Options {
            assertions: !args.no_assertions,
            processors: args.processors,
            class_path: property,
            spurious_wakeups,
            ..jvm::Options::default()
        };
        let options = java_machine::Options { tearing, ..java_machine::Options::from(vm) };
        let lib = Library::new(jdk, path);
        java_machine::set_checking(lib, java_machine::Policy::of(check_command::trust(trust)));
        let (state, _) = jvm::boot_cached(lib, &options.vm, program::cache_folder().as_deref())
            .map_err(|error| anyhow!("thinair: unsupported: {error}"))?;
        Ok(Booted { lib, state, warm: OnceLock::new(), options })
    }

    /// Boots a machine for regular expressions only.
    fn for_patterns(args: &ProgramArgs) -> Result<Booted> {
        let jdk = program::open_jdk(args.jdk.as_deref(), false)?;
        let (path, property) = program::class_path(args, None, &jdk)?;
        Booted::new(args, (jdk, path, property), Wanted::default())
    }

    fn matches(&self, pattern: &str, text: &str) -> Result<bool, String> {
        let warm = self.warm.get_or_init(|| {
            let mut state = self.state.clone();
            // Ignore a failure here: the next match reports it, too.
            let _ = jvm::matches(self.lib, &mut state, &self.options.vm, "a[bc]*", "abc");
            state
        });
        jvm::matches(self.lib, &mut warm.clone(), &self.options.vm, pattern, text)
    }

    /// Describes what is wrong with the regular expressions of a test.
    fn problem_of(&self, test: &Test) -> Option<String> {
        let patterns = test.cases.iter().filter(|case| !jcstress::is_plain(&case.id));
        patterns.filter_map(|case| Some((case, self.matches(&case.id, "").err()?))).next().map(|(case, why)| {
            format!(
                "error: {}: the id `{}` of an @Outcome is no regular expression of Java: {why}\n   = hint: put a backslash before \
                 characters that stand for themselves",
                test.name, case.id
            )
        })
    }

    /// Runs a test up to the call of its harness.
    pub fn start(&self, test: &Test) -> Result<JavaProgram> {
        let bytes = jcstress::harness(test).map_err(|error| anyhow!("error: {}: {error}", test.name))?;
        let (mut state, mut options) = (self.state.clone(), self.options.clone());
        // Threads are numbered per program.
        options.threads = std::sync::Arc::default();
        let result = test.result.as_deref().map(|result| (result, test.actors.len()));
        java_machine::start_spun(self.lib, &mut state, &mut options, (&test.class, bytes), result).map_err(
            |error| {
                anyhow!(
                    "error: {}: {error}\n   = hint: are all classes on the class path? see -cp",
                    test.name
                )
            },
        )?;
        Ok(JavaProgram::new(self.lib, state, options))
    }
}

/// Selects tests by a regular expression on their names.
pub struct Selection {
    pattern: Option<String>,
    booted: Option<Booted>,
}

impl Selection {
    /// Prepares matching; only a pattern that is more than a word needs a virtual machine.
    pub fn new(args: &LitmusArgs) -> Result<Selection> {
        let Some(pattern) = args.test.clone() else { return Ok(Selection { pattern: None, booted: None }) };
        if jcstress::is_plain(&pattern) {
            return Ok(Selection { pattern: Some(pattern), booted: None });
        }
        let booted = Booted::for_patterns(&program_args(args))?;
        if let Err(why) = booted.matches(&pattern, "") {
            bail!(
                "error: `{pattern}` is no regular expression of Java: {why}\n   = hint: see -t in thinair litmus --help"
            );
        }
        Ok(Selection { pattern: Some(pattern), booted: Some(booted) })
    }

    /// Whether a test of this name is selected.
    pub fn has(&self, name: &str) -> bool {
        match (&self.pattern, &self.booted) {
            (None, _) => true,
            (Some(word), None) => name.contains(word.as_str()),
            (Some(pattern), Some(booted)) => {
                booted.matches(&format!("(?s:.*)(?:{pattern})(?s:.*)"), name).unwrap_or(false)
            }
        }
    }
}

/// The results of running tests.
#[derive(Default)]
pub struct Ran {
    /// The verdicts of all tests under all models.
    pub verdicts: Vec<Verdict>,
    /// Counts of the results.
    pub summary: Summary,
    /// The JSON objects.
    pub json: Vec<Value>,
    /// The number of tests run.
    pub tests: usize,
}

/// The result of one test.
struct Done {
    text: String,
    json: Vec<Value>,
    /// For the other files.
    cases: Vec<Case>,
    ended: Result<Judgement, String>,
}

/// Runs all tests of a suite, some in parallel, and prints their results in order.
pub fn run(
    args: &LitmusArgs,
    suite: Suite,
    models: &[Model],
    watch: &Watch,
    (prints, files): (bool, &mut ReportFiles),
) -> Result<Ran> {
    let Suite { tests, broken, jdk, path, property, sources } = suite;
    let program = program_args(args);
    let wanted =
        Wanted { trust: &args.trust, spurious_wakeups: args.spurious_wakeups, tearing: args.search.tearing };
    let booted = Booted::new(&program, (jdk, path, property), wanted)?;
    let workers = usize::from(args.search.explore.workers);
    let runner = Runner {
        args,
        models,
        watch,
        sources: &sources,
        booted: &booted,
        hash: program_token::hash(&program),
        check: check_options(args, if tests.len() > 1 { 1 } else { workers }),
        has_files: !files.is_empty(),
    };
    let mut ran = Ran { summary: Summary { broken: broken.len(), ..Summary::default() }, ..Ran::default() };
    let since = Instant::now();
    let crew = Crew {
        works: tests.len(),
        workers,
        stops: &|| watch.is_interrupted() || output::is_closed(),
        reports: &|done| watch.set_suite_progress(done, tests.len(), since),
    };
    crew.run(&|i, worker| runner.test(&tests[i], worker), |i, mut done| {
        if let Ok(done) = &mut done {
            std::mem::take(&mut done.cases).into_iter().try_for_each(|case| files.add(case))?;
        }
        tell(&tests[i], done, &mut ran, (prints, args.quiet, models))
    })?;
    ran.summary.scope = runner.scope().lines();
    Ok(ran)
}

/// Prints and counts the result of a test; an error is the message of a panic.
fn tell(
    found: &FoundTest,
    done: Result<Done, String>,
    ran: &mut Ran,
    (prints, quiet, models): (bool, bool, &[Model]),
) -> Result<()> {
    let name = &found.test.name;
    let done = match done {
        Ok(done) => done,
        Err(panic) => {
            let reason = Reason::defect(panic);
            let status = Status::Internal(reason.to_string());
            if prints {
                output::print(&report::jcstress::bare(&status, name))?;
            }
            ran.tests += 1;
            ran.summary.add(name, &status);
            ran.verdicts.push(conclude_all([], Some(reason)));
            let bare = |model: &Model| report::jcstress::bare_json(&status, &found.target, name, *model);
            ran.json.extend(models.iter().map(bare));
            return Ok(());
        }
    };
    if prints {
        output::print(&done.text)?;
        ran.summary.tables |= done.ended.is_ok() && !quiet;
    }
    ran.tests += 1;
    ran.json.extend(done.json);
    match done.ended {
        Ok(judgement) => {
            ran.summary.add(name, report::jcstress::worst(&judgement));
            ran.verdicts.extend(judgement.ends.into_iter().map(|(_, verdict)| verdict));
        }
        Err(message) => {
            output::complain(&message);
            ran.summary.broken += 1;
        }
    }
    Ok(())
}

/// The case of a test that cannot be run.
fn failed_case(found: &FoundTest, model: Model, message: &str) -> Case {
    let case = Case::missing(&found.test.name, model.name());
    Case { answer: Answer::Error(message.to_owned()), ..case }
}

/// What is needed to run tests.
struct Runner<'a> {
    args: &'a LitmusArgs,
    models: &'a [Model],
    watch: &'a Watch,
    sources: &'a Sources,
    booted: &'a Booted,
    hash: u64,
    check: Options,
    has_files: bool,
}

impl Runner<'_> {
    fn test(&self, found: &FoundTest, worker: usize) -> Done {
        let failed = |message: String| Done {
            text: String::new(),
            json: Vec::new(),
            cases: self.models.iter().map(|model| failed_case(found, *model, &message)).collect(),
            ended: Err(message),
        };
        if let Some(problem) = self.booted.problem_of(&found.test) {
            return failed(problem);
        }
        match self.booted.start(&found.test).and_then(|java| self.started(found, &java, worker)) {
            Ok(done) => done,
            Err(error) => failed(format!("{error:#}")),
        }
    }

    fn started(&self, found: &FoundTest, java: &JavaProgram, worker: usize) -> Result<Done> {
        let (args, test, since) = (self.args, &found.test, Instant::now());
        let run = |model: Model, options: &Options| {
            let begin = |name: &str| {
                self.watch.begin_as(worker, since, &format!("{} {} {name}", test.name, model.name()))
            };
            run_test(java, test, model, options, &begin)
        };
        let (mut runs, mut measured) = (Vec::new(), Vec::new());
        for &model in self.models {
            let since = Instant::now();
            runs.push(run(model, &self.check));
            let peak_bytes = if args.json.is_some() { watch::peak_bytes() } else { 0 };
            measured.push(Measured { seconds: since.elapsed().as_secs_f64(), peak_bytes });
        }
        let judged = |runs: &[TestRun]| {
            judge(test, runs, |pattern, text| self.booted.matches(pattern, text))
                .map_err(|why| anyhow!("error: {}: {why}", test.name))
        };
        let mut judgement = judged(&runs)?;
        // Look for executions with forbidden outcomes only if there are any.
        if !self.check.witnesses
            && !args.quiet
            && judgement.ends.iter().any(|(_, v)| *v.ruling() == Ruling::Violated)
        {
            let options = Options { witnesses: true, ..self.check.clone() };
            runs = self.models.iter().map(|&model| run(model, &options)).collect();
            judgement = judged(&runs)?;
        }
        let tell = |schedule: &Schedule| Some(replay_java(java, schedule, &self.check).ok()?.story);
        let findings: Vec<_> = runs
            .iter()
            .enumerate()
            .map(|(i, run)| verify::jcstress::findings(test, run, i, &judgement.rows, &tell))
            .collect();
        let token = |schedule: &Schedule| self.token(test, java, schedule).to_string();
        let report = TestReport {
            test,
            judgement: &judgement,
            runs: &runs,
            findings: &findings,
            java: JavaReport {
                target: &found.target,
                code: &|place| self.sources.code(place),
                style: Style { colour: false, ..output::style() },
                scope: self.scope(),
                token: &token,
            },
        };
        let text = match args.quiet {
            true => report::jcstress::quiet(&report),
            false => report::jcstress::text(&report, args.verbose),
        };
        let json = if args.json.is_some() { report::jcstress::json(&report, &measured) } else { Vec::new() };
        let cases = match self.has_files {
            true => of_jcstress(&report, &measured, &|place| self.sources.source(place)),
            false => Vec::new(),
        };
        Ok(Done { text, json, cases, ended: Ok(judgement) })
    }

    fn scope(&self) -> Scope {
        let explore = &self.args.search.explore;
        Scope {
            bounds: check_command::chosen_bounds(explore, self.models),
            trusted: check_command::trusted(&self.args.trust),
            assumed: check_command::assumed(self.args.spurious_wakeups, self.args.search.tearing),
        }
    }

    fn token(&self, test: &Test, java: &JavaProgram, schedule: &Schedule) -> Token {
        let (schedule, threads) = (schedule.clone(), java.options.threads.to_text());
        Token { schedule, hash: self.hash, threads, words: self.words(test) }
    }

    /// The arguments of `thinair check` that select the test.
    fn words(&self, test: &Test) -> Vec<String> {
        let args = self.args;
        let mut words = vec!["--jcstress".to_owned(), test.class.to_string()];
        if !args.trust.is_empty() {
            words.extend(["--trust".to_owned(), args.trust.join(",")]);
        }
        if args.search.tearing {
            words.push("--tearing".to_owned());
        }
        if args.spurious_wakeups {
            words.push("--spurious-wakeups".to_owned());
        }
        let text = |word: &OsString| word.to_string_lossy().into_owned();
        if let Some(jdk) = &args.jdk {
            words.extend(["--jdk".to_owned(), jdk.to_string_lossy().into_owned()]);
        }
        if let Some(path) = &args.class_path {
            words.extend(["--class-path".to_owned(), text(path)]);
        }
        words.extend(args.targets.iter().map(|target| target.to_string_lossy().into_owned()));
        words
    }
}

/// The most states in which executions are counted: enough for small tests, and negligible beside the search
/// of large ones.
const COUNTED: u64 = 2_000;

fn check_options(args: &LitmusArgs, workers: usize) -> Options {
    Options {
        workers,
        witnesses: args.json.is_some(),
        count_states: if args.no_executions || args.quiet && args.json.is_none() { 0 } else { COUNTED },
        ..litmus_command::explore_options(&args.search.explore)
    }
}

/// The test of a replay token, run up to the call of its harness, and the named sources.
pub fn of_token(check: &CheckArgs, class: &str) -> Result<(JavaProgram, Sources)> {
    let args = &check.program;
    let targets: Vec<_> = args.targets.iter().map(std::path::PathBuf::from).collect();
    let (_, named) = crate::input::test_files(&targets, args.class_path.is_some())?;
    let Suite { tests, jdk, path, property, sources, .. } =
        find(args, &named, program::JavacLimits::default())?;
    let Some(found) = tests.iter().find(|found| *found.test.class == *class) else {
        bail!("error: the replay token's test {} is not there any more", class.replace('/', "."))
    };
    let wanted =
        Wanted { trust: &check.trust, spurious_wakeups: check.spurious_wakeups, tearing: check.tearing };
    let booted = Booted::new(args, (jdk, path, property), wanted)?;
    Ok((booted.start(&found.test)?, sources))
}
