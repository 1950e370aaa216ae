//! `thinair check`: every behaviour of a Java program (docs/CHECK.md).

use crate::args::{CheckArgs, ExploreArgs};
use crate::java_token::JavaToken;
use crate::program::{self, Program, Purpose, Started};
use crate::watch::{Limits, Watch};
use crate::{ERROR, contracts_command, litmus_command, output, watch};
use anyhow::Result;
use report::java::{JavaReport, Scope, Sources};
use report::json::Measured;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;
use verify::java::{JavaOptions, JavaProgram, check_java};
use verify::{Model, conclude_all};

/// Something needed is not supported.
const UNKNOWN: u8 = 3;

/// What is taken for granted in every check.
const ASSUMED: [&str; 2] = [
    "a timeout may come at any time, and time passes only by timeouts",
    "Phaser and Exchanger do as with one processor",
];

/// The most threads that are explored.
const THREADS: u64 = 32;

/// Runs the command and returns the exit code.
pub fn run(args: &CheckArgs) -> Result<u8> {
    if args.jcstress.is_some() {
        anyhow::bail!(
            "error: `--jcstress` is for replay tokens\n   = hint: jcstress tests are run by thinair litmus"
        );
    }
    let models = args.model.iter().map(|name| litmus_command::model(name)).collect::<Result<Vec<_>>>()?;
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let Some(found) = program::find(&args.program)? else { return Ok(ERROR) };
    let mut options = java_machine::Options::from(program::options(&args.program, &found));
    options.vm.spurious_wakeups = args.spurious_wakeups;
    options.tearing = args.tearing;
    let sources = sources(Path::new(args.program.words.first().map_or(std::ffi::OsStr::new(""), |w| w)));
    let (policy, by_contract) = policy(args, &found, true)?;
    let purpose = Purpose::Check(Box::new(policy));
    let Started { lib, state, .. } = match program::start(&args.program, found, &options.vm, purpose)? {
        Ok(started) => started,
        Err(unsupported) => {
            output::complain(&unsupported);
            return Ok(UNKNOWN);
        }
    };
    let threads = options.threads.clone();
    let java = JavaProgram { lib, state, options };
    let check = check_options(args);
    let explore = &args.explore;
    let watch = Watch::start(Limits {
        time: explore.time_limit,
        memory: explore.memory_limit,
        quiet: args.program.quiet,
    });
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let target = args.program.words.first().map(|w| w.to_string_lossy().into_owned()).unwrap_or_default();
    let token = |model: &str, steps: &str| JavaToken::new(args, &threads, model, steps).to_string();
    let scope = |model| Scope {
        bounds: chosen_bounds(explore, &[model]),
        trusted: trusted(&args.trust).into_iter().chain(by_contract.clone()).collect(),
        assumed: assumed(args.spurious_wakeups, args.tearing),
    };
    let (mut verdicts, mut runs) = (Vec::new(), Vec::new());
    for model in models {
        let since = Instant::now();
        let result =
            check_java(&java, model, &check, &|name| watch.begin(&format!("{} {name}", model.name())));
        let measured = Measured { seconds: since.elapsed().as_secs_f64(), peak_bytes: watch::peak_bytes() };
        let report = JavaReport { target: &target, sources: &sources, scope: scope(model), token: &token };
        if !json_only {
            let text = match args.program.quiet {
                true => quiet(&target, &result),
                false => report::java::text(&report, &result, args.program.verbose),
            };
            output::print(&text)?;
        }
        runs.push(report::java::json(&report, &result, measured));
        verdicts.push(result.verdict);
    }
    if watch.is_interrupted() {
        output::complain("thinair: interrupted");
    }
    drop(watch);
    if let Some(path) = &args.json {
        // One object for one model, as other commands print; an array for several.
        let value = if runs.len() == 1 { runs.remove(0) } else { runs.into() };
        output::write(path, &(serde_json::to_string_pretty(&value)? + "\n"))?;
    }
    Ok(conclude_all(verdicts, None).exit_code())
}

/// What need not be asked, and what of that is trusted because of the user's contracts. They are verified unless they were before.
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

/// What is not checked, as the flag says it.
pub fn trust(words: &[String]) -> java_machine::Trust {
    match words {
        [] => java_machine::Trust::Library,
        [word] if word == "none" => java_machine::Trust::None,
        patterns => java_machine::Trust::And(patterns.to_vec()),
    }
}

/// What is not checked; `docs/CHECK.md` says more.
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

/// What is trusted unless the user says otherwise.
const TRUSTED: [&str; 2] = [
    "what the table of contracts says of the class library: which calls are one action each, and which data is guarded, immutable or \
     internal (`thinair contracts` lists it, `--verify` tests it; --trust none does without)",
    "weak compare-and-sets of classes of the table fail for a reason only",
];

/// What is taken for granted.
pub fn assumed(spurious_wakeups: bool, tearing: bool) -> Vec<String> {
    let wakes = (!spurious_wakeups).then_some(NO_SPURIOUS_WAKEUPS);
    let whole = (!tearing).then_some(WHOLE);
    whole.into_iter().chain(ASSUMED).chain(wakes).map(str::to_owned).collect()
}

/// What holds without the flag for it.
const WHOLE: &str = "long and double are read and written whole (--tearing)";
const NO_SPURIOUS_WAKEUPS: &str = "wait and park end for a reason only (--spurious-wakeups)";

fn quiet(target: &str, result: &verify::java::JavaResult) -> String {
    let reason = result.verdict.reason().map_or_else(String::new, |reason| format!(": {reason}"));
    format!("{target} {} {}{reason}\n", result.model.name(), result.verdict.word())
}

/// The bounds in force under models.
pub fn chosen_bounds(explore: &ExploreArgs, models: &[Model]) -> BTreeMap<&'static str, u64> {
    let has_buffers = models.iter().any(|model| matches!(model, Model::Tso | Model::Pso));
    let buffers = has_buffers.then_some(u64::from(explore.buffer_bound));
    let chosen = [
        ("threads", Some(THREADS)),
        ("depth", explore.depth.map(u64::from)),
        ("states", explore.states),
        ("store buffer", buffers),
    ];
    chosen.into_iter().filter_map(|(name, bound)| Some((name, bound?))).collect()
}

fn check_options(args: &CheckArgs) -> JavaOptions {
    let explore = &args.explore;
    JavaOptions {
        order: litmus_command::order(explore),
        reduction: litmus_command::reduction(explore),
        exact: explore.exact,
        workers: usize::from(explore.workers),
        depth: explore.depth,
        states: explore.states,
        buffer: usize::from(explore.buffer_bound),
        properties: litmus_command::properties(&args.property),
        escapes: args.may_throw.iter().map(|text| verify::Escape::new(text)).collect(),
        first: explore.first,
        identity: litmus_command::identity(explore),
        ..JavaOptions::default()
    }
}

/// The lines of the target if it is a source file, and of its neighbours.
pub fn sources(target: &Path) -> Sources {
    let mut sources = Sources::new();
    let is_java = |path: &Path| path.extension().is_some_and(|e| e == "java");
    if !is_java(target) {
        return sources;
    }
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    for path in entries.filter(|path| is_java(path)).chain([target.to_owned()]) {
        if let (Some(name), Ok(text)) = (path.file_name(), std::fs::read_to_string(&path)) {
            sources.insert(name.to_string_lossy().into_owned(), text.lines().map(str::to_owned).collect());
        }
    }
    sources
}
