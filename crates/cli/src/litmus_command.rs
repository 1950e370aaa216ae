//! `thinair litmus`.

use crate::args::{LitmusArgs, Property, Search};
use crate::watch::{Limits, Watch};
use crate::{input, output, watch};
use anyhow::{Result, bail};
use explore::{Order, Reduction};
use litmus::Program;
use report::json::Measured;
use report::{TestReport, json, table};
use std::path::Path;
use std::time::Instant;
use verify::{LitmusResult, Memories, Model, Options, Properties, Races, Verdict};

/// Runs the command and returns the exit code.
pub fn run(args: &LitmusArgs) -> Result<u8> {
    let models = models(args)?;
    let options = options(args);
    let files = input::litmus_files(&args.targets)?;
    let programs = input::programs(&files)?;
    let watch = Watch::start(Limits {
        time: args.search.time_limit,
        memory: args.search.memory_limit,
        quiet: args.quiet,
    });
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let (mut verdict, mut runs, mut counts) = (Verdict::Holds, Vec::new(), Counts::default());
    for (i, program) in programs.into_iter().enumerate() {
        if watch.is_interrupted() {
            let left = files.len() - i;
            verdict = verdict.worst(Verdict::Unknown(format!("interrupted; {left} tests not run")));
            break;
        }
        let program = program.with_loop_bound(args.search.loop_bound);
        let test = run_test(&program, &models, &options, args, &watch);
        let report = TestReport { program: &program, races: &test.races, results: &test.results };
        if !json_only {
            let text = if args.quiet { quiet(&report) } else { table(&report, args.verbose) + "\n" };
            output::print(&text);
        }
        if args.json.is_some() {
            runs.extend(json::runs(&report, &test.measured));
        }
        for result in &test.results {
            counts.add(&result.verdict);
            verdict = verdict.worst(result.verdict.clone());
        }
    }
    drop(watch);
    if let Some(path) = &args.json {
        output::write(path, &(serde_json::to_string_pretty(&runs)? + "\n"))?;
    }
    if !json_only && files.len() > 1 {
        output::print(&counts.line(files.len()));
    }
    if let Verdict::Unknown(reason) = &verdict
        && watch_interrupted(reason)
    {
        eprintln!("thinair: {reason}");
    }
    Ok(verdict.exit_code())
}

fn watch_interrupted(reason: &str) -> bool {
    reason.starts_with("interrupted")
}

/// How many runs ended how.
#[derive(Default)]
struct Counts {
    holds: usize,
    violated: usize,
    unknown: usize,
}

impl Counts {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Holds => self.holds += 1,
            Verdict::Violated => self.violated += 1,
            Verdict::Unknown(_) => self.unknown += 1,
        }
    }

    fn line(&self, tests: usize) -> String {
        format!(
            "{tests} tests: {} runs hold, {} violated, {} unknown\n",
            self.holds, self.violated, self.unknown
        )
    }
}

struct TestRun {
    races: Races,
    results: Vec<LitmusResult>,
    measured: Vec<Measured>,
}

fn run_test(
    program: &Program,
    models: &[Model],
    options: &Options,
    args: &LitmusArgs,
    watch: &Watch,
) -> TestRun {
    let races = if args.no_races {
        Races::Unknown("not looked for".to_owned())
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
    let line = |r: &LitmusResult| {
        let observation = r.observation.map_or(String::new(), |(word, ..)| format!(" {}", word.word()));
        format!("{} {} {}{observation}\n", report.program.name(), r.model.name(), r.verdict.word())
    };
    report.results.iter().map(line).collect()
}

/// The models named on the command line.
fn models(args: &LitmusArgs) -> Result<Vec<Model>> {
    let mut models = Vec::new();
    for name in &args.model {
        let Some(model) = Model::by_name(name) else { bail!("{}", unknown_model(name)) };
        let model = if args.as_printed { model.as_printed() } else { model };
        if !models.contains(&model) {
            models.push(model);
        }
    }
    Ok(models)
}

/// The error for a model that does not exist.
pub fn unknown_model(name: &str) -> String {
    let names: Vec<&str> = Model::ALL.iter().map(|m| m.name()).collect();
    let near = names.iter().find(|n| n.starts_with(name) || name.starts_with(*n));
    let hint = near.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
    format!("error: unknown memory model `{name}`{hint}\n  the models are: {}", names.join(", "))
}

fn options(args: &LitmusArgs) -> Options {
    let search = &args.search;
    let wants = |p| args.property.contains(&p);
    Options {
        order: match search.search {
            Search::Dfs => Order::Dfs,
            Search::Bfs => Order::Bfs,
            Search::Best => Order::Best,
            Search::Random => Order::Random { seed: search.seed, runs: search.runs },
            Search::Pct => Order::Pct { seed: search.seed, runs: search.runs, changes: search.changes },
        },
        reduction: if search.no_reduction { Reduction::None } else { Reduction::Eager },
        exact: search.exact,
        workers: usize::from(search.workers),
        depth: search.depth,
        states: search.states,
        loop_bound: search.loop_bound,
        memories: Memories { buffer: usize::from(search.buffer_bound), ..Memories::default() },
        properties: Properties {
            assertion: wants(Property::Assertion),
            exception: wants(Property::Exception),
            deadlock: wants(Property::Deadlock),
            race: wants(Property::Race),
        },
        first: search.first,
        count_states: if args.no_executions { 0 } else { Options::default().count_states },
        witnesses: args.json.is_some(),
    }
}
