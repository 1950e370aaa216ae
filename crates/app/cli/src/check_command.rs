//! `thinair check`: checks every behaviour of Java programs (docs/CHECK.md).

use crate::args::{CheckArgs, ExploreArgs, Property, TimeoutsArg};
use crate::program::{self, JavacLimits, Main, OutOf, Program, Purpose, Refused};
use crate::report_files::ReportFiles;
use crate::results::Results;
use crate::sources::Sources;
use crate::watch::{RunLimits, Watch};
use crate::{ERROR, contracts_command, litmus_command, output, program_token, watch};
use anyhow::Result;
use explore::Progress;
use jvm::library::Library;
use report::files::{self, Case};
use report::java::{JavaReport, Scope};
use report::json::Measured;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use verify::java::{JavaProgram, check_java};
use verify::{
    Host, Model, ModelFinding, ModelResult, Options, Reason, ReasonKind, Ruling, Schedule, TimeoutChoice,
    Verdict, conclude_all,
};

/// What every check assumes.
const ASSUMED: [&str; 3] = [
    "time passes only by timeouts, sleeping and looking at the clock",
    "standard input and the environment are empty, and system properties are as here (-D sets them)",
    "Phaser and Exchanger behave as on one processor",
];

/// The most threads that can be explored.
const THREADS: u64 = 32;

/// Runs the command and returns the exit code.
pub fn run(args: &CheckArgs) -> Result<u8> {
    if args.jcstress.is_some() {
        anyhow::bail!(
            "error: `--jcstress` is for replay tokens\n   = hint: jcstress tests are run by thinair litmus"
        );
    }
    let models = args.model.iter().map(|name| litmus_command::model(name)).collect::<Result<Vec<_>>>()?;
    check_patterns("--trust", &args.trust)?;
    check_patterns("--may-throw", &args.may_throw)?;
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let files = ReportFiles::new(&args.reports)?;
    let watch = Watch::start(RunLimits {
        time: args.explore.time_limit,
        memory: args.explore.memory_limit,
        simplify: Some(args.simplify),
        quiet: args.program.quiet,
    });
    let since = Instant::now();
    let limits = JavacLimits::new(args.explore.time_limit, args.explore.memory_limit);
    let found = program::find(&args.program, limits);
    // If the user forgot the `--`, do not check another program than intended.
    let misplaced = |refused: &&Refused| refused.is_misplaced(&args.program);
    if let Some(refused) = found.iter().filter_map(|found| found.as_ref().err()).find(misplaced) {
        anyhow::bail!("{:#}", refused.error);
    }
    let programs: usize = found.iter().map(|found| found.as_ref().map_or(1, |p| p.mains.len())).sum();
    let mut results = Results::new(args.json.clone(), programs * models.len() > 1, files);
    results.files().plan(planned(&found, &models))?;
    let results = Arc::new(Mutex::new(results));
    let check = Checked { args, models: &models, watch: &watch, results, is_told: AtomicBool::default() };
    // The time of compilation counts for the first program.
    let mut since = Some(since);
    for found in found {
        let refused = match found {
            Ok(program) => check.programs(program, &mut since)?,
            Err(refused) => vec![refused],
        };
        for Refused { target, error } in refused {
            if programs == 1 && error.downcast_ref::<OutOf>().is_none() {
                let mut results = check.results();
                results.files().add(Case::error(&target, &format!("{error:#}")))?;
                results.files().end()?;
                return Err(error);
            }
            output::complain(&format!("{error:#}"));
            check.results().refuse(&target, &error)?;
        }
        if watch.is_interrupted() {
            break;
        }
    }
    let (wanted, had) = (programs * models.len(), check.results().count());
    if watch.is_interrupted() && had < wanted {
        let missing = wanted - had;
        watch.over(|| output::complain(&format!("thinair: interrupted: {missing} of {wanted} not checked")));
    } else if watch.is_interrupted() && !check.is_told.load(Ordering::Relaxed) {
        watch.over(|| output::complain("thinair: interrupted"));
    }
    watch.end_target();
    check.results().end()
}

/// What is to be checked.
fn planned(found: &[Result<Program, Refused>], models: &[Model]) -> Vec<Case> {
    let mains = found.iter().flatten().flat_map(|program| &program.mains);
    mains.flat_map(|main| models.iter().map(|model| Case::missing(&main.title, model.name()))).collect()
}

/// What all programs of a run share.
struct Checked<'a> {
    args: &'a CheckArgs,
    models: &'a [Model],
    watch: &'a Watch,
    results: Arc<Mutex<Results>>,
    /// Whether a verdict already says that the user interrupted the run.
    is_told: AtomicBool,
}

impl Checked<'_> {
    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks programs that share their classes. Returns those that cannot start.
    fn programs(&self, found: Program, since: &mut Option<Instant>) -> Result<Vec<Refused>> {
        let args = self.args;
        let mains = found.mains.clone();
        let refuse = |error: anyhow::Error| vec![Refused { target: mains[0].title.clone(), error }];
        let mut options = java_machine::Options::from(program::options(&args.program, &found));
        options.vm.spurious_wakeups = args.spurious_wakeups;
        options.tearing = args.tearing;
        options.decisive = check_options(args).decisive();
        // Only a share of the memory, since states are copied and encoded.
        options.most_bytes = args.explore.memory_limit.map(|limit| limit / 6);
        let (policy, by_contract) = match policy(args, &found, true) {
            Ok(policy) => policy,
            Err(error) => return Ok(refuse(error)),
        };
        let purpose = Purpose::Check(Box::new(policy));
        let booted = match program::boot(&args.program, found, &options.vm, purpose)? {
            Ok(booted) => booted,
            Err(unsupported) => {
                output::complain(&unsupported);
                self.results().verdict(conclude_all([], Some(Reason::limit(unsupported))));
                return Ok(Vec::new());
            }
        };
        let mut refused = Vec::new();
        for main in mains {
            if self.watch.is_interrupted() {
                break;
            }
            // Threads are numbered per program.
            let options = java_machine::Options { threads: Arc::default(), ..options.clone() };
            let since = since.take().unwrap_or_else(Instant::now);
            match booted.start(&main.class, &args.program.arguments, &options.vm) {
                Ok(state) => {
                    let java = JavaProgram::new(booted.lib, state, options);
                    self.program(&java, &main, &by_contract, since)?;
                }
                Err(error) => refused.push(Refused { target: main.title, error }),
            }
        }
        warn_of_unmet(args, booted.lib);
        Ok(refused)
    }

    fn program(&self, java: &JavaProgram, main: &Main, by_contract: &[String], since: Instant) -> Result<()> {
        let (args, watch) = (self.args, self.watch);
        let named = naming(args, main);
        let sources = sources(args, &main.targets, &java.options.vm.class_path);
        let token =
            |schedule: &Schedule| program_token::of(&named, &java.options.threads, schedule).to_string();
        let check = check_options(args);
        watch.begin_target(since);
        for &model in self.models {
            let (begun, before) = (Instant::now(), watch::peak_bytes());
            let scope = || Scope {
                bounds: chosen_bounds(&args.explore, &[model]),
                trusted: trusted(&args.trust).into_iter().chain(by_contract.iter().cloned()).collect(),
                assumed: assumed(args.spurious_wakeups, args.tearing),
            };
            self.tell_if_stuck(main, model, begun);
            let report = JavaReport {
                target: &main.title,
                code: &|place| sources.code(place),
                style: output::style(),
                scope: scope(),
                token: &token,
            };
            watch.set_decided(false);
            let host = Shown { watch, model, report: &report, args, rows: Mutex::default() };
            let mut result = check_java(java, model, &check, &host);
            if !by_contract.is_empty() {
                result.holds_only_if("the contracts that are not verified are right");
            }
            host.clear();
            let measured =
                Measured { seconds: begun.elapsed().as_secs_f64(), peak_bytes: watch::peak_bytes() };
            let text = match args.program.quiet {
                true => quiet(&main.title, &result),
                false => report::java::text(&report, &result, args.program.verbose),
            };
            let rates = report::java::rates(&result, measured, before);
            let text = if args.program.verbose { text + &rates } else { text };
            let json = report::java::json(&report, &result, measured);
            if !self.results().files().is_empty() {
                let case = files::of_java(&report, &result, measured.seconds, &|place| sources.source(place));
                watch.over(|| self.results().files().add(case))?;
            }
            let tells = result.verdict.reasons().iter().any(|reason| reason.kind == ReasonKind::Interrupted);
            self.is_told.fetch_or(tells, Ordering::Relaxed);
            watch.over(|| self.results().add(&text, json, result.verdict))?;
        }
        watch.end_target();
        Ok(())
    }

    /// Prepares the report for the case that a search does not stop although it must.
    fn tell_if_stuck(&self, main: &Main, model: Model, since: Instant) {
        let results = Arc::clone(&self.results);
        let (title, is_quiet) = (main.title.clone(), self.args.program.quiet);
        self.watch.if_stuck(move |why| {
            let result = ModelResult::undecided(model, Reason::limit(why));
            let report = JavaReport {
                target: &title,
                code: &|_| None,
                style: output::style(),
                scope: Scope::default(),
                token: &|_| String::new(),
            };
            let text = match is_quiet {
                true => quiet(&title, &result),
                false => report::java::text(&report, &result, false),
            };
            let measured =
                Measured { seconds: since.elapsed().as_secs_f64(), peak_bytes: watch::peak_bytes() };
            let json = report::java::json(&report, &result, measured);
            let case = files::of_java(&report, &result, measured.seconds, &|_| None);
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            let added = results.files().add(case).and_then(|()| results.add(&text, json, result.verdict));
            let added = added.and_then(|()| results.end());
            added.unwrap_or(ERROR)
        });
    }
}

/// The name of a search in the progress line.
fn searched(model: Model, name: &str) -> String {
    if name == model.name() { name.to_owned() } else { format!("{} {name}", model.name()) }
}

/// The command line that selects only this program.
fn naming(args: &CheckArgs, main: &Main) -> CheckArgs {
    let mut named = args.clone();
    named.program.targets.clone_from(&main.targets);
    named.program.class = main.is_one_of_several.then(|| main.class.clone());
    named
}

/// The exit code for several programs: an error outweighs `unknown`, a violation outweighs an error.
pub fn exit_code(broken: usize, verdict: &Verdict) -> u8 {
    match verdict.ruling() {
        Ruling::Holds | Ruling::Unknown(_) if broken > 0 => ERROR,
        _ => verdict.exit_code(),
    }
}

/// Rejects patterns that match neither a class nor a package.
fn check_patterns(option: &str, patterns: &[String]) -> Result<()> {
    for pattern in patterns {
        let class = pattern.split('@').next().unwrap_or_default();
        let stem = class.strip_suffix('*').unwrap_or(class);
        let stem = stem.strip_suffix('.').filter(|_| class.ends_with('*')).unwrap_or(stem);
        let is_name = classfile::is_class_name(&stem.replace('.', "/")) && !stem.contains(['*', '/', ' ']);
        if !is_name {
            anyhow::bail!(
                "error: {option} `{pattern}` names no class and no package\n   = hint: as p.Cache, or org.example.* for all of a package"
            );
        }
    }
    Ok(())
}

/// Warns about classes on the command line that do not exist: a typo would go unnoticed.
fn warn_of_unmet(args: &CheckArgs, lib: &Library) {
    let trusted = args.trust.iter().filter(|word| *word != "none").map(|word| ("--trust", word));
    for (option, word) in trusted.chain(args.may_throw.iter().map(|word| ("--may-throw", word))) {
        let name = word.split('@').next().unwrap_or_default();
        let class = verify::Escape::new(name);
        let is_met = lib.has_class(&name.replace('.', "/"))
            || (0..lib.class_count() as u32).any(|id| class.covers(&lib.class_of_id(id).external_name(), ""));
        if !is_met && !args.program.quiet {
            output::complain(&format!("warning: {option} {word}: the program has used no such class"));
        }
    }
}

/// Prints violations as soon as they are found.
struct Shown<'a> {
    watch: &'a Watch,
    model: Model,
    report: &'a JavaReport<'a>,
    args: &'a CheckArgs,
    /// The rows on the terminal that the final report replaces.
    rows: Mutex<usize>,
}

impl Host for Shown<'_> {
    fn begin(&self, search: &str) -> Arc<Progress> {
        self.watch.begin(&searched(self.model, search))
    }

    fn simplify(&self) -> Arc<Progress> {
        self.watch.simplify(&searched(self.model, "simplest execution"))
    }

    fn found(&self, finding: &ModelFinding) {
        if !self.args.all {
            self.watch.set_decided(true);
        }
        let json_only = self.args.json.as_deref() == Some(Path::new("-"));
        if self.args.program.quiet || json_only {
            return;
        }
        if std::io::stdout().is_terminal() {
            let text = report::java::found(self.report, finding);
            *self.rows.lock().expect("printing does not panic") += output::rows(&text);
            let _ = self.watch.over(|| output::print(&text));
        } else {
            self.watch.announce(Some(format!("thinair: found {}", report::java::found_line(finding))));
        }
    }
}

impl Shown<'_> {
    /// Removes the preliminary report, as far as it is still on the screen.
    fn clear(&self) {
        let rows = std::mem::take(&mut *self.rows.lock().expect("printing does not panic"));
        self.watch.announce(None);
        self.watch.over(|| output::clear_rows(rows));
    }
}

/// The policy, and what it trusts because of the user's contracts. Verifies these, unless that was done
/// before.
pub fn policy(
    args: &CheckArgs,
    found: &Program,
    verify: bool,
) -> Result<(java_machine::Policy, Vec<String>)> {
    let trust = trust(&args.trust);
    let Some(file) = &args.contracts else { return Ok((java_machine::Policy::of(trust), Vec::new())) };
    if trust == java_machine::Trust::None {
        anyhow::bail!(
            "error: `--trust none` uses no contract, so `--contracts` would do nothing\n   = hint: leave one of them out"
        );
    }
    let (table, trusted) = match verify {
        false => (contracts_command::with_file(file)?.0, Vec::new()),
        true => contracts_command::for_check(&contracts_command::Given {
            file,
            trust: args.trust_contracts,
            quiet: args.program.quiet,
            jdk: &found.jdk.home,
            path: std::env::split_paths(&found.property).filter(|p| !p.as_os_str().is_empty()).collect(),
            memory: &found.memory,
        })?,
    };
    Ok((java_machine::Policy { trust, table }, trusted))
}

/// What is trusted, as given by the flag.
pub fn trust(words: &[String]) -> java_machine::Trust {
    match words {
        [] => java_machine::Trust::Library,
        [word] if word == "none" => java_machine::Trust::None,
        patterns => java_machine::Trust::And(patterns.to_vec()),
    }
}

/// Describes what is trusted; `docs/CHECK.md` says more.
pub fn trusted(words: &[String]) -> Vec<String> {
    let library = || TRUSTED.iter().map(|&line| line.to_owned());
    match trust(words) {
        java_machine::Trust::None => Vec::new(),
        java_machine::Trust::Library => library().collect(),
        java_machine::Trust::And(patterns) => {
            library().chain([format!("so are {}", patterns.join(", "))]).collect()
        }
    }
}

/// What is trusted by default.
const TRUSTED: [&str; 2] = [
    "what the table of contracts says of the class library: which calls are one action each, and which data is guarded, immutable or \
     internal (`thinair contracts` lists it, `--verify` tests it; --trust none does without)",
    "weak compare-and-sets of classes of the table do not fail spuriously",
];

/// Describes what is assumed.
pub fn assumed(spurious_wakeups: bool, tearing: bool) -> Vec<String> {
    let wakes = (!spurious_wakeups).then_some(NO_SPURIOUS_WAKEUPS);
    let whole = (!tearing).then_some(WHOLE);
    whole.into_iter().chain(ASSUMED).chain(wakes).map(str::to_owned).collect()
}

/// Assumptions that hold unless the named flag is given.
const WHOLE: &str = "long and double are read and written whole (--tearing)";
const NO_SPURIOUS_WAKEUPS: &str = "wait and park have no spurious wake-ups (--spurious-wakeups)";

fn quiet(target: &str, result: &ModelResult) -> String {
    let reason = result.verdict.reason().map_or_else(String::new, |reason| format!(": {reason}"));
    let line = format!("{target} {} {}{reason}", result.model.name(), report::java::verdict_line(result));
    report::clean(&line) + "\n"
}

/// The bounds in force under these models.
pub fn chosen_bounds(explore: &ExploreArgs, models: &[Model]) -> BTreeMap<&'static str, u64> {
    let has_buffers = models.iter().any(|model| model.has_store_buffers());
    let buffers = has_buffers.then_some(u64::from(explore.buffer_bound));
    let chosen = [
        ("threads", Some(THREADS)),
        ("depth", explore.depth.map(u64::from)),
        ("states", explore.states),
        ("store buffer", buffers),
    ];
    chosen.into_iter().filter_map(|(name, bound)| Some((name, bound?))).collect()
}

/// The properties that decide verdicts; races only if requested.
pub fn properties(wanted: &[Property]) -> verify::Properties {
    match wanted {
        [] => verify::Properties { hang: true, ..verify::Properties::default() },
        wanted => litmus_command::properties(wanted),
    }
}

/// The options of the check.
pub fn check_options(args: &CheckArgs) -> Options {
    Options {
        properties: properties(&args.property),
        engine: args.engine.engine(),
        escapes: args.may_throw.iter().map(|text| verify::Escape::new(text)).collect(),
        all_findings: args.all,
        looks: !args.no_first_look,
        timeouts: match args.timeouts {
            None => TimeoutChoice::LastThenAny,
            Some(TimeoutsArg::Last) => TimeoutChoice::Last,
            Some(TimeoutsArg::Any) => TimeoutChoice::Any,
        },
        hangs_if_possible: args.property.is_empty(),
        ..litmus_command::explore_options(&args.explore)
    }
}

/// The sources of a program with these targets and this class path, as far as they can be found.
pub fn sources(args: &CheckArgs, targets: &[std::ffi::OsString], class_path: &str) -> Sources {
    Sources::new(targets, class_path, args.program.source_path.as_deref())
}
