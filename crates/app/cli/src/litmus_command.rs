//! `thinair litmus`.

use crate::args::{EngineArg, ExploreArgs, LitmusArgs, Property, Search, SearchArgs, StubbornArg};
use crate::jcstress_command::{self, Ran, Selection, Suite};
use crate::program::JavacLimits;
use crate::report_files::ReportFiles;
use crate::watch::{RunLimits, Watch};
use crate::{export_command, input, output, watch};
use anyhow::{Result, bail};
use explore::{Order, Reduction, Stubborn};
use litmus::Program;
use report::files::Case;
use report::json::Measured;
use report::{TestReport, json, table};
use std::path::Path;
use std::time::Instant;
use verify::{
    CatFile, Engine, MemoryLimits, Model, ModelResult, Options, Properties, Races, Reason, Role, Ruling,
    Verdict, conclude_all, is_model_file,
};

/// Runs the command and returns the exit code.
pub fn run(args: &LitmusArgs) -> Result<u8> {
    let litmus_models = models(args, &LITMUS_MODELS)?;
    check_flags(args)?;
    let options = options(args);
    if let Some(export) = &args.export {
        return export_command::run(args, export, &models(args, &JAVA_MODELS)?, &options);
    }
    let (files, java) = input::test_files(&args.targets, args.class_path.is_some())?;
    let mut programs = input::programs(&files, &args.search.language())?;
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let mut files = ReportFiles::new(&args.reports)?;
    let (mut suite, mut broken) = (None, 0);
    if java.count() > 0 {
        // The time limit applies per test, but all tests are compiled together.
        let limits = JavacLimits::new(None, args.search.explore.memory_limit);
        suite = Some(jcstress_command::find(&jcstress_command::program_args(args), &java, limits)?);
    }
    select(args, &mut programs, suite.as_mut())?;
    if let Some(suite) = &suite {
        jcstress_command::complain(&suite.broken);
        broken = suite.broken.len();
    }
    let java_tests = suite.as_ref().map_or(0, |suite| suite.tests.len());
    if args.list {
        list(&programs, suite.as_ref())?;
        return Ok(if broken > 0 { crate::ERROR } else { 0 });
    }
    files.plan(planned(args, (&programs, &litmus_models), suite.as_ref())?)?;
    let watch = Watch::start(RunLimits {
        time: args.search.explore.time_limit,
        memory: args.search.explore.memory_limit,
        quiet: args.quiet,
        ..RunLimits::default()
    });
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let wanted = programs.len();
    let (mut verdicts, mut runs, counts) =
        run_programs(args, programs, (&litmus_models, &options), &watch, &mut files)?;
    let mut ran = Ran::default();
    if let Some(suite) = suite.filter(|suite| !suite.tests.is_empty()) {
        let models = models(args, &JAVA_MODELS)?;
        ran = jcstress_command::run(args, suite, &models, &watch, (!json_only, &mut files))?;
        broken = ran.summary.broken;
        runs.append(&mut ran.json);
        verdicts.append(&mut ran.verdicts);
    }
    let not_run = wanted - counts.tests + (java_tests - ran.tests);
    let missing = (not_run > 0).then(|| Reason::limit("not all tests were run"));
    ran.summary.not_run = java_tests - ran.tests;
    tell_interrupt(&watch, not_run);
    drop(watch);
    files.end()?;
    if let Some(path) = &args.json {
        output::write(path, &(serde_json::to_string_pretty(&runs)? + "\n"))?;
    }
    if !json_only && wanted > 1 {
        output::print(&counts.line(wanted - counts.tests))?;
    }
    if !json_only && java_tests > 0 {
        output::print(&ran.summary.text())?;
    }
    Ok(crate::check_command::exit_code(broken, &conclude_all(verdicts, missing)))
}

/// What is to be checked, and what cannot be.
fn planned(
    args: &LitmusArgs,
    (programs, models): (&[Program], &[Model]),
    suite: Option<&Suite>,
) -> Result<Vec<Case>> {
    let of_model = |name: &str, model: &Model| Case::missing(name, model.name());
    let mut cases: Vec<Case> =
        programs.iter().flat_map(|test| models.iter().map(|m| of_model(test.name(), m))).collect();
    if let Some(suite) = suite {
        let models = self::models(args, &JAVA_MODELS)?;
        let of_test = |found: &jcstress_command::FoundTest| {
            models.iter().map(|model| of_model(&found.test.name, model)).collect::<Vec<_>>()
        };
        cases.extend(suite.tests.iter().flat_map(of_test));
        cases.extend(
            suite.broken.iter().map(|broken| {
                Case::error(broken.test.as_deref().unwrap_or("a file of tests"), &broken.message)
            }),
        );
    }
    Ok(cases)
}

fn tell_interrupt(watch: &Watch, not_run: usize) {
    // The interrupted test reports it itself.
    if watch.is_interrupted() && not_run > 0 {
        watch.over(|| output::complain(&format!("thinair: interrupted; {not_run} tests not run")));
    }
}

/// Rejects flags that contradict each other.
fn check_flags(args: &LitmusArgs) -> Result<()> {
    if args.no_races && args.property.contains(&Property::Race) {
        bail!("error: `--property race` needs the race check; drop `--no-races`");
    }
    for (property, name) in [(Property::Hang, "hang"), (Property::Idle, "idle")] {
        if args.property.contains(&property) {
            bail!("error: `--property {name}` is for Java programs (thinair check)");
        }
    }
    Ok(())
}

/// Drops the tests that are not selected.
fn select(args: &LitmusArgs, programs: &mut Vec<Program>, suite: Option<&mut Suite>) -> Result<()> {
    let selection = Selection::new(args)?;
    programs.retain(|program| selection.has(program.name()));
    let mut left = programs.len();
    if let Some(suite) = suite {
        suite.tests.retain(|found| selection.has(&found.test.name));
        // Files that may contain any test are reported in any case.
        suite.broken.retain(|broken| broken.test.as_deref().is_none_or(|name| selection.has(name)));
        left += suite.tests.len() + suite.broken.len();
    }
    if let Some(pattern) = args.test.as_ref().filter(|_| left == 0) {
        bail!("error: no test has a name in which `{pattern}` is found\n   = hint: -l lists the tests");
    }
    Ok(())
}

/// Prints the names of tests.
fn list(programs: &[Program], suite: Option<&Suite>) -> Result<()> {
    let names = programs.iter().map(|program| format!("{}\n", program.name()));
    let java = suite.into_iter().flat_map(|suite| &suite.tests);
    let java = java.map(|found| format!("{}\n", found.test.name));
    output::print(&names.chain(java).collect::<String>())
}

/// The default models for litmus files.
const LITMUS_MODELS: [&str; 4] = ["sc", "tso", "pso", "opmm"];
/// The default models for jcstress tests.
const JAVA_MODELS: [&str; 1] = ["jmm"];

/// The number of tests, and of runs by verdict.
#[derive(Default)]
struct Counts {
    tests: usize,
    holds: usize,
    violated: usize,
    unknown: usize,
    internal: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict.ruling() {
            Ruling::Holds => self.holds += 1,
            Ruling::Violated => self.violated += 1,
            Ruling::Unknown(_) => self.unknown += 1,
            Ruling::Internal(_) => self.internal += 1,
        }
    }

    fn line(&self, not_run: usize) -> String {
        let Counts { tests, holds, violated, unknown, internal } = self;
        let defects = if *internal > 0 { format!(", {internal} internal") } else { String::new() };
        let left = if not_run > 0 { format!("; {not_run} tests not run") } else { String::new() };
        format!("{tests} tests: {holds} runs hold, {violated} violated, {unknown} unknown{defects}{left}\n")
    }
}

struct TestRun {
    races: Races,
    results: Vec<ModelResult>,
    measured: Vec<Measured>,
}

/// Runs the litmus tests. Returns the worst verdict, the runs as JSON, and the counts.
fn run_programs(
    args: &LitmusArgs,
    programs: Vec<Program>,
    (models, options): (&[Model], &Options),
    watch: &Watch,
    files: &mut ReportFiles,
) -> Result<(Vec<Verdict>, Vec<serde_json::Value>, Counts)> {
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let json_file = args.json.is_some() && !json_only;
    let (mut verdicts, mut runs, mut counts) = (Vec::new(), Vec::new(), Counts::default());
    for program in programs {
        // If the reader of standard output has gone, stop, unless a file is written as well.
        if watch.is_interrupted() || (output::is_closed() && !json_file) {
            break;
        }
        counts.tests += 1;
        let program = program.with_loop_bound(args.search.loop_bound);
        watch.begin_target(Instant::now());
        let test = run_test(&program, models, options, args, watch);
        watch.end_target();
        let report = TestReport { program: &program, races: &test.races, results: &test.results };
        if !json_only {
            let text = if args.quiet {
                quiet(&report)
            } else {
                table(&report, args.verbose, output::style()) + "\n"
            };
            watch.over(|| output::print(&text))?;
        }
        if !files.is_empty() {
            let cases = report::files::of_litmus(&report, &test.measured);
            watch.over(|| cases.into_iter().try_for_each(|case| files.add(case)))?;
        }
        if args.json.is_some() {
            for run in json::runs(&report, &test.measured) {
                runs.push(serde_json::to_value(run)?);
            }
        }
        for result in &test.results {
            counts.add(&result.verdict);
            verdicts.push(result.verdict.clone());
        }
    }
    Ok((verdicts, runs, counts))
}

fn run_test(
    program: &Program,
    models: &[Model],
    options: &Options,
    args: &LitmusArgs,
    watch: &Watch,
) -> TestRun {
    let races = if args.no_races {
        Races::Unknown(vec![Reason::limit("not looked for")])
    } else {
        verify::find_races(program, options, &watch.begin(&format!("{} races", program.name())))
    };
    let (mut results, mut measured) = (Vec::new(), Vec::new());
    for &model in models {
        let since = Instant::now();
        let progress = watch.begin(&format!("{} {}", program.name(), model.name()));
        results.push(verify::run(program, model, &races, options, &progress));
        let peak_bytes = if args.json.is_some() { watch::peak_bytes() } else { 0 };
        measured.push(Measured { seconds: since.elapsed().as_secs_f64(), peak_bytes });
    }
    TestRun { races, results, measured }
}

fn quiet(report: &TestReport<'_>) -> String {
    let line = |r: &ModelResult| {
        let observation =
            r.observation(report.program).map_or(String::new(), |(word, ..)| format!(" {}", word.word()));
        // An unknown verdict is always printed with its reason.
        let reason = r.verdict.reason().map_or_else(String::new, |reason| format!(": {reason}"));
        format!("{} {} {}{observation}{reason}\n", report.program.name(), r.model.name(), r.verdict.word())
    };
    report.results.iter().map(line).collect()
}

/// The models named on the command line.
fn models(args: &LitmusArgs, default: &[&str]) -> Result<Vec<Model>> {
    let mut models = Vec::new();
    let named = args.model.iter().map(String::as_str);
    let default = default.iter().copied().filter(|_| args.model.is_empty());
    for name in named.chain(default) {
        let model = model(name)?;
        let model = if args.as_printed { model.as_printed() } else { model };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    if args.as_printed && models.iter().all(|m| m.role() != Role::Comparison) {
        bail!(
            "error: none of these models has printed rules that differ\n  hint: --as-printed is for opmm-alg1, opmm-alg2 and jpr"
        );
    }
    if args.search.engine == EngineArg::Graph {
        if let Some(other) = models.iter().find(|m| m.graphs().is_none()) {
            bail!("error: the graph engine is for sc, tso, pso, opmm and ra.cat, not for {}", other.name());
        }
        if args.search.explore.search != Search::Dfs {
            bail!("error: the graph engine has its own order; drop `--search`");
        }
    }
    Ok(models)
}

/// The model with a name, or of a file.
pub fn model(name: &str) -> Result<Model> {
    if is_model_file(name) {
        return Ok(Model::Cat(CatFile::load(name)?));
    }
    let Some(model) = Model::by_name(name) else { bail!("{}", unknown_model(name)) };
    Ok(model)
}

/// The error message for an unknown model.
pub fn unknown_model(name: &str) -> String {
    let names: Vec<&str> = Model::ALL.iter().map(|m| m.name()).collect();
    let hint = nearest(name, &names).map_or(String::new(), |n| format!("; did you mean `{n}`?"));
    format!(
        "error: unknown memory model `{name}`{hint}\n  the models are: {}, and files *.cat and *.jmm",
        names.join(", ")
    )
}

/// The name that was probably meant: one with the same beginning, or with a typo or two.
fn nearest<'a>(typed: &str, names: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let alike = |n: &&&str| n.starts_with(&typed) || typed.starts_with(**n);
    let slips = |n: &&&str| edit_distance(&typed, n);
    let close = names.iter().filter(|n| slips(n) <= 2 && slips(n) < typed.len()).min_by_key(slips);
    close.or_else(|| names.iter().find(alike).filter(|_| !typed.is_empty())).copied()
}

/// The Levenshtein distance of two words.
fn edit_distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[row.len() - 1]
}

fn options(args: &LitmusArgs) -> Options {
    // Verdicts only: neither executions nor their number are shown.
    let has_files =
        args.reports.junit.is_some() || args.reports.sarif.is_some() || args.reports.html.is_some();
    let is_silent = args.quiet && args.json.is_none() && !has_files;
    Options {
        properties: properties(&args.property),
        count_states: if args.no_executions || is_silent { 0 } else { Options::COUNTED },
        counts_in_any_case: args.executions,
        witnesses: args.json.is_some(),
        traces: !is_silent,
        ..search_options(&args.search)
    }
}

/// The search options of litmus tests that commands share.
pub fn search_options(search: &SearchArgs) -> Options {
    let engine = match search.engine {
        EngineArg::Stateful => Engine::Stateful,
        EngineArg::Graph => Engine::Graph,
    };
    Options { engine, ..explore_options(&search.explore) }
}

/// The search options of programs of any kind.
pub fn explore_options(explore: &ExploreArgs) -> Options {
    Options {
        order: order(explore),
        reduction: reduction(explore),
        stubborn: stubborn(explore),
        exact: explore.exact,
        workers: usize::from(explore.workers),
        depth: explore.depth,
        states: explore.states,
        identity: identity(explore),
        memory_limits: MemoryLimits { buffer: usize::from(explore.buffer_bound), ..MemoryLimits::default() },
        first: explore.first,
        ..Options::default()
    }
}

/// The order of the search.
fn order(explore: &ExploreArgs) -> Order {
    match explore.search {
        Search::Dfs => Order::Dfs,
        Search::Bfs => Order::Bfs,
        Search::Best => Order::Best,
        Search::Random => Order::Random { seed: explore.seed, runs: explore.runs },
        Search::Pct => Order::Pct { seed: explore.seed, runs: explore.runs, changes: explore.changes },
    }
}

/// Whether to reduce.
fn reduction(explore: &ExploreArgs) -> Reduction {
    if explore.no_reduction { Reduction::None } else { Reduction::Ample }
}

/// When to use stubborn sets.
fn stubborn(explore: &ExploreArgs) -> Stubborn {
    match explore.stubborn {
        StubbornArg::Never => Stubborn::Never,
        StubbornArg::Large => Stubborn::WhenLarge,
        StubbornArg::Always => Stubborn::Always,
    }
}

/// When actions are identified.
fn identity(explore: &ExploreArgs) -> verify::Identity {
    match explore.identity {
        crate::args::Identity::Free => verify::Identity::Free,
        crate::args::Identity::Occ => verify::Identity::Occurrence,
    }
}

/// The properties that decide verdicts.
pub fn properties(wanted: &[Property]) -> Properties {
    let wants = |p| wanted.contains(&p);
    Properties {
        assertion: wants(Property::Assertion),
        exception: wants(Property::Exception),
        deadlock: wants(Property::Deadlock),
        exit: wants(Property::Exit),
        race: wants(Property::Race),
        hang: wants(Property::Hang),
        idle: wants(Property::Idle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_model_is_recognised() {
        let names: Vec<&str> = Model::ALL.iter().map(|m| m.name()).collect();
        let meant = |typed| nearest(typed, &names);
        assert_eq!((meant("ts"), meant("TSO"), meant("pos")), (Some("tso"), Some("tso"), Some("pso")));
        assert_eq!((meant("opmm-alg3"), meant("opmm-alg")), (Some("opmm-alg1"), Some("opmm-alg1")));
        assert_eq!((meant(""), meant("x"), meant("power")), (None, None, None));
    }
}
