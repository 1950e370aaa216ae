//! `thinair stages`.

mod json;
mod pair;
mod run;
mod text;

use crate::args::StagesArgs;
use crate::watch::{RunLimits, Watch};
use crate::{input, output};
use anyhow::{Result, anyhow, bail};
use ordering::Rules;
use run::{Checked, check};
use stages::Program;
use std::path::Path;
use std::time::Instant;
use verify::conclude_all;

/// Runs the command and returns the exit code.
pub fn run(args: &StagesArgs) -> Result<u8> {
    if args.list_rules {
        let names: Vec<String> = ordering::shipped_names()
            .filter_map(|name| Some(format!("{name:10} {}\n", ordering::shipped(name)?.name)))
            .collect();
        output::print(&names.concat())?;
        return Ok(0);
    }
    let Some(name) = &args.rules else {
        bail!("error: which rules?\n   = hint: --rules sc; --list-rules lists those that come with thinair");
    };
    let rules = rules(name)?;
    let programs = args.targets.iter().map(|path| program(path)).collect::<Result<Vec<_>>>()?;
    for program in &programs {
        check_attributes(program, &rules, name)?;
    }
    if let Some(steps) = &args.replay {
        let [program] = &programs[..] else { bail!("error: --replay is for one program") };
        return run::replay(program, &rules, steps, args);
    }
    if let Some(path) = &args.json {
        output::check_writable(path)?;
    }
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let watch = Watch::start(RunLimits {
        time: args.time_limit,
        memory: args.memory_limit,
        quiet: args.quiet,
        ..RunLimits::default()
    });
    let (mut verdicts, mut objects) = (Vec::new(), Vec::new());
    for (program, target) in programs.iter().zip(&args.targets) {
        if watch.is_interrupted() {
            break;
        }
        watch.begin_target(Instant::now());
        let checked: Checked<'_> = check(program, &rules, args, &watch)?;
        watch.end_target();
        let target = target.display().to_string();
        if !json_only {
            watch.over(|| output::print(&text::report(&checked, &target, name, args)))?;
        }
        if args.json.is_some() {
            objects.push(json::object(&checked, &target, name, args));
        }
        verdicts.push(checked.verdict);
    }
    let missing =
        (verdicts.len() < programs.len()).then(|| verify::Reason::limit("not all programs were checked"));
    drop(watch);
    if let Some(path) = &args.json {
        let text = match &objects[..] {
            [one] => serde_json::to_string_pretty(one)?,
            all => serde_json::to_string_pretty(all)?,
        };
        output::write(path, text + "\n")?;
    }
    Ok(conclude_all(verdicts, missing).exit_code())
}

/// The rules of a name, or of a file.
fn rules(name: &str) -> Result<Rules> {
    if let Some(rules) = ordering::shipped(name) {
        return Ok(rules);
    }
    let path = Path::new(name);
    if !name.ends_with(".rules") {
        let names: Vec<&str> = ordering::shipped_names().collect();
        bail!(
            "error: unknown rules `{name}`\n   = hint: the rules are {}, and files *.rules",
            names.join(", ")
        );
    }
    let text = input::read(path)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let load = |file: &str| {
        let path = folder.join(file);
        let is_there = path.exists();
        is_there.then(|| input::read(&path).map_err(|error| format!("{error:#}"))).transpose()
    };
    Ok(Rules::load(name, &text, &load)?)
}

/// Reads a program, or translates a litmus test.
fn program(path: &Path) -> Result<Program> {
    let text = input::read(path)?;
    let file = path.display().to_string();
    if path.extension().is_some_and(|extension| extension == "litmus") {
        let test = litmus::parse(&file, &text)?;
        // Names and types are checked as for other commands.
        litmus::compile(&file, &text, &test)?;
        return stages::from_litmus(&file, &text, &test).map_err(|why| anyhow!("{file}:1:1: error: {why}"));
    }
    Ok(stages::parse(&file, &text)?)
}

/// Refuses attributes of which the rules know nothing: a misspelt one would silently order nothing.
fn check_attributes(program: &Program, rules: &Rules, name: &str) -> Result<()> {
    for instruction in program.processes.iter().flat_map(|process| &process.code) {
        for attribute in &instruction.attributes {
            if !rules.attributes.contains(attribute) {
                bail!(
                    "{}:{}:1: error: the rules `{name}` do not know the attribute `{attribute}`\n   = hint: declare it there: `attribute {attribute}`; they know {}",
                    program.file,
                    instruction.line,
                    rules.attributes.iter().cloned().collect::<Vec<_>>().join(", ")
                );
            }
        }
    }
    Ok(())
}
