//! `thinair litmus … --export jcstress DIR`: litmus tests as jcstress tests, with expectations from a model.
//!
//! **Promises** a file per test that javac accepts beside jcstress, with a row for each outcome the model allows and everything
//! else forbidden; a test of which not all outcomes are known, or that jcstress has no words for, is told with its reason and
//! makes the answer `unknown` (3). **Does not** run jcstress.

use crate::args::LitmusArgs;
use crate::watch::{RunLimits, Watch};
use crate::{input, output};
use anyhow::{Context, Result, bail};
use event::Outcome;
use litmus::Program;
use litmus_java::{Expect, Harness, Row};
use std::collections::BTreeSet;
use std::path::Path;
use verify::{Model, ModelResult, Options};

/// The package of exported tests; jcstress wants one.
const PACKAGE: &str = "litmus";

/// Words of Java that a test may be named by, and classes that the code jcstress generates imports by their simple names.
const TAKEN: [&str; 27] = [
    "AffinitySupport",
    "AllocProfileSupport",
    "ArrayList",
    "Arrays",
    "Counter",
    "CounterThread",
    "ForkedTestConfig",
    "LongThread",
    "ResourceEstimator",
    "Runner",
    "TestResult",
    "TimeUnit",
    "VoidThread",
    "WorkerSync",
    "Actor",
    "Arbiter",
    "Description",
    "Expect",
    "JCStressTest",
    "Outcome",
    "Result",
    "State",
    "Object",
    "String",
    "System",
    "Thread",
    "VarHandle",
];

/// Runs the command and returns the exit code.
pub fn run(args: &LitmusArgs, export: &[String], models: &[Model], options: &Options) -> Result<u8> {
    let [format, dir] = export else { bail!("error: `--export` takes a format and a folder") };
    if format != "jcstress" {
        bail!(
            "error: cannot export to `{format}`\n  hint: the only format is `jcstress`: --export jcstress DIR"
        );
    }
    let &[model] = models else { bail!("error: `--export` takes its expectations from one model") };
    let (files, java) = input::test_files(&args.targets, false)?;
    if java.count() > 0 {
        bail!(
            "error: only litmus files can be exported\n  hint: name *.litmus files, or a folder with nothing else"
        );
    }
    let programs = input::programs(&files, &args.search.language())?;
    let folder = Path::new(dir).join(PACKAGE);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let explore = &args.search.explore;
    let watch = Watch::start(RunLimits {
        time: explore.time_limit,
        memory: explore.memory_limit,
        quiet: args.quiet,
        ..RunLimits::default()
    });
    let (mut names, mut refused) = (BTreeSet::new(), 0);
    for (file, program) in files.iter().zip(programs) {
        if watch.is_interrupted() {
            bail!("interrupted");
        }
        let class = class_name(program.name(), &mut names);
        let program = program.with_loop_bound(args.search.loop_bound);
        match exported(file, &program, &class, model, options, &watch) {
            Ok(text) => {
                let path = folder.join(format!("{class}.java"));
                std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
                say(args, &format!("{} -> {}", file.display(), path.display()))?;
            }
            Err(why) => {
                refused += 1;
                output::complain(&format!("{}: not exported: {why}", file.display()));
            }
        }
    }
    drop(watch);
    say(args, &format!("{} tests: {} exported, {refused} not", files.len(), files.len() - refused))?;
    Ok(if refused == 0 { 0 } else { 3 })
}

fn say(args: &LitmusArgs, line: &str) -> Result<()> {
    if args.quiet { Ok(()) } else { output::print(&format!("{line}\n")) }
}

/// The text of the exported test, or why there is none.
fn exported(
    file: &Path,
    program: &Program,
    class: &str,
    model: Model,
    options: &Options,
    watch: &Watch,
) -> Result<String> {
    let test = litmus::parse(&file.display().to_string(), &input::read(file)?)?;
    // First without expectations: what cannot be said needs no search.
    let empty = Harness { package: PACKAGE, class, description: "", rows: &[] };
    litmus_java::jcstress(&test, &empty)?;
    let options = Options { count_states: 0, ..options.clone() };
    let run = |model: Model| {
        let progress = watch.begin(&format!("{} {}", program.name(), model.name()));
        let races = verify::find_races(program, &options, &progress);
        verify::run(program, model, &races, &options, &progress)
    };
    let (sc, allowed) = (run(Model::Sc), run(model));
    // Where the JMM is known by its bounds only, the upper one says what else there may be.
    let upper =
        (!allowed.complete && matches!(model, Model::Jmm | Model::JmmRevised)).then(|| run(Model::Rpc));
    for result in [&sc, upper.as_ref().unwrap_or(&allowed)] {
        if !result.complete {
            let why = result.verdict.reason().unwrap_or("the search was cut");
            bail!("not all outcomes under {} are known: {why}", result.model.name());
        }
    }
    let rows = rows(&sc, &allowed, upper.as_ref())?;
    let description = description(program, model);
    Ok(litmus_java::jcstress(&test, &Harness { description: &description, rows: &rows, ..empty })?)
}

/// The rows: what is sequentially consistent first, then what else the model allows, then what it leaves open.
fn rows(sc: &ModelResult, allowed: &ModelResult, upper: Option<&ModelResult>) -> Result<Vec<Row>> {
    let name = allowed.model.name();
    let mut rows = Vec::new();
    let mut add = |outcome: &Outcome, expect: Expect, desc: String| {
        if !outcome.failures.is_empty() {
            bail!("a thread may fail ({}), and an actor of jcstress must not", outcome.render());
        }
        let values: Vec<String> = outcome.values.iter().map(|v| v.0.to_string()).collect();
        rows.push(Row { id: values.join(", "), expect, desc });
        Ok(())
    };
    for outcome in allowed.outcomes.iter().filter(|o| sc.outcomes.contains(*o)) {
        add(outcome, Expect::Acceptable, "Some interleaving.".to_owned())?;
    }
    for outcome in allowed.outcomes.iter().filter(|o| !sc.outcomes.contains(*o)) {
        add(outcome, Expect::Interesting, format!("Allowed by {name}, by no interleaving."))?;
    }
    let more = upper.iter().flat_map(|u| u.outcomes.iter());
    for outcome in more.filter(|o| !allowed.outcomes.contains(*o)) {
        add(outcome, Expect::Interesting, format!("Neither found nor excluded under {name}."))?;
    }
    Ok(rows)
}

fn description(program: &Program, model: Model) -> String {
    let shown: Vec<&str> = program.observed().iter().map(|o| o.name.as_str()).collect();
    let name = program.name();
    format!("The litmus test {name}: {}. Expectations from {}.", shown.join(", "), model.name())
}

/// An identifier like the name of the test that no other test of this run has.
fn class_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut class: String = name.chars().map(letter).collect();
    let unfit = class.chars().next().is_none_or(|c| c.is_ascii_digit())
        || TAKEN.contains(&class.as_str())
        || class.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    if unfit {
        // No keyword of Java begins like this.
        class.insert_str(0, "Test_");
    }
    // On file systems that do not tell capitals apart, two names must differ in more.
    while !taken.insert(class.to_lowercase()) {
        class.push('_');
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_become_classes_with_names_of_their_own() {
        let mut taken = BTreeSet::new();
        let names =
            ["MP+x", "MP-x", "mp_x", "2+2W", "class", "Counter"].map(|name| class_name(name, &mut taken));
        assert_eq!(names, ["MP_x", "MP_x_", "Test_mp_x", "Test_2_2W", "Test_class", "Test_Counter"]);
    }
}
