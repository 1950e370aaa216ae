//! `thinair explain`.

use crate::args::ExplainArgs;
use crate::litmus_command::{model, search_options};
use crate::watch::{RunLimits, Watch};
use crate::{explain_java, input, output};
use anyhow::{Result, anyhow, bail};
use litmus::Program;
use std::path::Path;
use verify::{Answer, CoreOptions, Model, Options};

/// Runs the command. Returns exit code 0 if there is an answer, 3 if it is unknown.
pub fn run(args: &ExplainArgs) -> Result<u8> {
    let models: Vec<Model> = args.model.iter().map(|name| model(name)).collect::<Result<_>>()?;
    if let Some(other) = models.iter().find(|m| matches!(m, Model::Jpr | Model::JprAsPrinted)) {
        bail!(
            "error: explain cannot draw executions of {}\n  hint: `thinair litmus` says whether the outcome is allowed",
            other.name()
        );
    }
    if explain_java::is_java(args) {
        if let Some(path) = &args.json {
            output::check_writable(path)?;
        }
        return explain_java::run(args, models);
    }
    if args.class.is_some() {
        bail!("error: --class is for Java programs, but {} is not one", args.target.display());
    }
    let program = question(args)?.with_loop_bound(args.search.loop_bound);
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let core_options = CoreOptions { cores: usize::from(args.cores), relax: args.relax };
    let options = Options { core_options, ..search_options(&args.search) };
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let watch = Watch::start(RunLimits {
        time: args.search.explore.time_limit,
        memory: args.search.explore.memory_limit,
        quiet: false,
        ..RunLimits::default()
    });
    let (mut code, mut all) = (0, Vec::new());
    for (i, model) in models.into_iter().enumerate() {
        let progress = watch.begin(&format!("{} {}", program.name(), model.name()));
        let explanation = verify::explain(&program, model, &options, &progress);
        if matches!(explanation.answer, Answer::Unknown(_)) {
            code = 3;
        }
        if !json_only {
            let gap = if i > 0 { "\n" } else { "" };
            let text = report::explanation(&program, &explanation, args.verbose, output::style());
            output::print(&format!("{gap}{text}"))?;
        }
        all.push(report::explained(&program, &explanation));
    }
    drop(watch);
    if let Some(path) = &args.json {
        output::write(path, &(serde_json::to_string_pretty(&all)? + "\n"))?;
    }
    Ok(code)
}

/// The program with the question.
fn question(args: &ExplainArgs) -> Result<Program> {
    let program = input::program(&args.target, &args.search.language())?;
    let Some(outcome) = &args.outcome else {
        if program.condition().is_none() {
            bail!(
                "error: {} has no condition\n  hint: name an outcome with --outcome '0:r1=1'",
                args.target.display()
            );
        }
        return Ok(program);
    };
    let proposition = if outcome.contains('=') || outcome.contains('<') {
        outcome.clone()
    } else {
        proposition(&program, outcome)?
    };
    let (file, source) = (args.target.display().to_string(), input::read(&args.target)?);
    litmus::ask_with(&file, &source, &proposition, &args.search.language())
        .map_err(|e| anyhow!("error: --outcome: {}\n  hint: as in --outcome '0:r1=1 /\\ 1:r2=0'", e.message))
}

/// Turns values in the order of the outcome table into a proposition.
fn proposition(program: &Program, values: &str) -> Result<String> {
    let names: Vec<&str> = program.observed().iter().map(|o| o.name.as_str()).collect();
    let values: Vec<&str> = values.split(',').map(str::trim).collect();
    if values.len() != names.len() || values.iter().any(|v| v.parse::<i64>().is_err()) {
        bail!(
            "error: --outcome takes {} numbers for ({}), or a proposition like '{}=1'",
            names.len(),
            names.join(", "),
            names.first().unwrap_or(&"0:r1")
        );
    }
    Ok(names.iter().zip(values).map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>().join(" /\\ "))
}
