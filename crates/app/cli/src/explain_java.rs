//! `thinair explain` for Java: a class with thread methods, a jcstress test, or a main program
//! (docs/EXPLAIN-JAVA.md).

use crate::args::{CheckArgs, Cli, Command, ExplainArgs, ProgramArgs};
use crate::litmus_command::search_options;
use crate::program::JavacLimits;
use crate::sources::Sources;
use crate::watch::{RunLimits, Watch};
use crate::{ERROR, check_command, output, program, program_token};
use anyhow::{Context, Result, anyhow, bail};
use clap::Parser;
use classfile::{ClassFile, ClassPath, Jar, Jdk};
use jcstress::{Assertion, Test, ThreadTest};
use report::java::{JavaReport, Scope};
use report::json::Measured;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use verify::java::{JavaProgram, JavaQuestion, check_java, explain_java};
use verify::{Answer, CoreOptions, Model, Options, Schedule};

/// The exit code if something unsupported is needed.
const UNKNOWN: u8 = 3;

/// Whether the target is Java rather than a litmus test.
pub fn is_java(args: &ExplainArgs) -> bool {
    match args.target.extension().and_then(OsStr::to_str) {
        Some("java" | "class" | "jar") => true,
        _ if args.target.exists() => false,
        _ => args.class_path.is_some() && args.target.to_str().is_some_and(is_class_name),
    }
}

fn is_class_name(name: &str) -> bool {
    classfile::is_class_name(&name.replace('.', "/"))
}

/// What to run.
enum Form {
    Threads(ThreadTest, Option<BTreeSet<i32>>, Vec<Assertion>),
    Jcstress(Box<Test>),
    Main(String),
}

/// The classes of the target and their dependencies.
struct Classes {
    all: Vec<Arc<ClassFile>>,
    jdk: Jdk,
    path: ClassPath,
    property: String,
    sources: BTreeMap<String, Vec<String>>,
}

/// Runs the command. Returns exit code 0 if there is an answer, 3 if it is unknown.
pub fn run(args: &ExplainArgs, models: Vec<Model>) -> Result<u8> {
    if args.search.loop_bound.is_some() {
        bail!(
            "error: --loop-bound is for litmus tests\n   = hint: threads of Java programs are followed for 32 actions"
        );
    }
    let of_program = ProgramArgs {
        targets: vec![args.target.clone().into_os_string()],
        jdk: args.jdk.clone(),
        class_path: args.class_path.clone(),
        processors: 2,
        ..ProgramArgs::default()
    };
    let explore = &args.search.explore;
    let limits = JavacLimits::new(explore.time_limit, explore.memory_limit);
    let Some(classes) = classes(&of_program, &args.target, limits)? else { return Ok(ERROR) };
    let form = chosen(&classes, args.class.as_deref(), &args.target)?;
    let has_assertions =
        classes.all.iter().any(|c| c.fields.iter().any(|field| &*field.name == "$assertionsDisabled"));
    let title = match &form {
        Form::Threads(test, ..) => test.class.replace('/', "."),
        Form::Jcstress(test) => test.name.clone(),
        Form::Main(name) => name.clone(),
    };
    let Classes { jdk, path, property, sources, .. } = classes;
    let vm = jvm::Options {
        assertions: true,
        processors: of_program.processors,
        class_path: property,
        ..jvm::Options::default()
    };
    let options = java_machine::Options { tearing: args.search.tearing, ..java_machine::Options::from(vm) };
    let program = match start(&form, (jdk, path), options)? {
        Ok(program) => program,
        Err(unsupported) => {
            output::complain(&unsupported);
            return Ok(UNKNOWN);
        }
    };
    if let (Form::Main(_), None) = (&form, &args.outcome)
        && let Some(code) = failure(args, &models, &program)?
    {
        return Ok(code);
    }
    let (copies, assertions) = match form {
        Form::Threads(_, copies, assertions) => (copies, assertions),
        _ => (None, Vec::new()),
    };
    let question = JavaQuestion {
        title,
        target: args.target.display().to_string(),
        sources: &sources,
        outcome: args.outcome.clone(),
        copies,
        has_assertions,
        assertions,
    };
    let core_options = CoreOptions { cores: usize::from(args.cores), relax: args.relax };
    let options = Options { core_options, ..search_options(&args.search) };
    tell(args, models, &program, &question, &options)
}

/// Explains why a main program fails, if it does: the finding that `thinair check` shows first, with its
/// execution.
fn failure(args: &ExplainArgs, models: &[Model], program: &JavaProgram) -> Result<Option<u8>> {
    let check = check_args(args)?;
    let sources = check_command::sources(&check, &check.program.targets, &program.options.vm.class_path);
    let explore = &args.search.explore;
    let watch = Watch::start(RunLimits {
        time: explore.time_limit,
        memory: explore.memory_limit,
        simplify: Some(check.simplify),
        quiet: false,
    });
    watch.begin_target(Instant::now());
    let options = check_command::check_options(&check);
    let (mut text, mut all) = (String::new(), Vec::new());
    let mut fails = false;
    for &model in models {
        let since = Instant::now();
        let result = check_java(program, model, &options, &|name: &str| {
            watch.begin(&format!("{} {name}", model.name()))
        });
        fails |= result.findings.iter().any(|finding| finding.violation);
        let token =
            |schedule: &Schedule| program_token::of(&check, &program.options.threads, schedule).to_string();
        let target = args.target.display().to_string();
        let report = JavaReport {
            target: &target,
            code: &|place| sources.code(place),
            style: output::style(),
            scope: Scope::default(),
            token: &token,
        };
        text += &report::java::text(&report, &result, args.verbose);
        let measured =
            Measured { seconds: since.elapsed().as_secs_f64(), peak_bytes: crate::watch::peak_bytes() };
        all.push(report::java::json(&report, &result, measured));
    }
    drop(watch);
    if !fails {
        return Ok(None);
    }
    if args.json.as_deref() != Some(Path::new("-")) {
        output::print(&text)?;
    }
    if let Some(path) = &args.json {
        output::write(path, &(serde_json::to_string_pretty(&all)? + "\n"))?;
    }
    Ok(Some(0))
}

/// The arguments of `thinair check` for the same question.
fn check_args(args: &ExplainArgs) -> Result<CheckArgs> {
    let mut words: Vec<OsString> = vec!["thinair".into(), "check".into()];
    let mut add = |name: &str, value: Option<&OsStr>| {
        words.extend(value.into_iter().flat_map(|v| [name.into(), v.to_owned()]))
    };
    add("--jdk", args.jdk.as_ref().map(|home| home.as_os_str()));
    add("--class-path", args.class_path.as_deref());
    add("--class", args.class.as_ref().map(OsStr::new));
    words.push(args.target.clone().into_os_string());
    match Cli::try_parse_from(words) {
        Ok(Cli { command: Command::Check(check), .. }) => Ok(check),
        _ => bail!("error: {} cannot be checked", args.target.display()),
    }
}

fn tell(
    args: &ExplainArgs,
    models: Vec<Model>,
    program: &JavaProgram,
    question: &JavaQuestion<'_>,
    options: &Options,
) -> Result<u8> {
    let json_only = args.json.as_deref() == Some(Path::new("-"));
    let explore = &args.search.explore;
    let watch = Watch::start(RunLimits {
        time: explore.time_limit,
        memory: explore.memory_limit,
        quiet: false,
        ..RunLimits::default()
    });
    let (mut code, mut all) = (0, Vec::new());
    for (i, model) in models.into_iter().enumerate() {
        let progress = watch.begin(&format!("{} {}", question.title, model.name()));
        let (text, json, is_unknown) =
            explain_java(program, model, question, options, &progress, |subject, explanation| {
                let text = report::explanation(subject, explanation, args.verbose, output::style());
                let is_unknown = matches!(explanation.answer, Answer::Unknown(_));
                (text, report::explained(subject, explanation), is_unknown)
            })
            .map_err(|why| anyhow!("error: {why}"))?;
        if is_unknown {
            code = UNKNOWN;
        }
        if !json_only {
            output::print(&format!("{}{text}", if i > 0 { "\n" } else { "" }))?;
        }
        all.push(json);
    }
    drop(watch);
    if let Some(path) = &args.json {
        output::write(path, &(serde_json::to_string_pretty(&all)? + "\n"))?;
    }
    Ok(code)
}

/// Runs the program up to its first step. The inner error says what is unsupported in the class library.
fn start(
    form: &Form,
    (jdk, path): (Jdk, ClassPath),
    mut options: java_machine::Options,
) -> Result<Result<JavaProgram, String>> {
    let lib = jvm::Library::new(jdk, path);
    java_machine::set_checking(lib, java_machine::Policy::default());
    let mut state = match jvm::boot_cached(lib, &options.vm, program::cache_folder().as_deref()) {
        Ok((state, _)) => state,
        Err(error) => return Ok(Err(format!("thinair: unsupported: {error}"))),
    };
    let spun = |class: &str, bytes| (class.to_owned(), bytes);
    let (class, bytes) = match form {
        Form::Main(main) => {
            jvm::start(lib, &mut state, &options.vm, main, &[])
                .map_err(|error| program::start_error(&error))?;
            return Ok(Ok(JavaProgram::new(lib, state, options)));
        }
        Form::Threads(test, ..) => spun(&test.class, jcstress::threads_harness(test)),
        Form::Jcstress(test) => spun(&test.class, jcstress::harness(test)),
    };
    let bytes = bytes.map_err(|error| anyhow!("error: {}: {error}", class.replace('/', ".")))?;
    java_machine::start_spun(lib, &mut state, &mut options, (&class, bytes), None)
        .map_err(|error| program::start_error(&error))?;
    if let Form::Jcstress(test) = form {
        // What is derived from the result after the actors, in order to print it, is private. Its fields are
        // checked because they belong to no class.
        options.results = Some(java_machine::Results { class: u32::MAX, actors: test.actors.len() });
    }
    Ok(Ok(JavaProgram::new(lib, state, options)))
}

/// The classes of the target; `None` if javac rejected a source and printed the reason.
fn classes(args: &ProgramArgs, target: &Path, limits: JavacLimits) -> Result<Option<Classes>> {
    let extension = target.extension().and_then(OsStr::to_str);
    if matches!(extension, Some("java" | "class" | "jar")) {
        program::check_file(target)?;
    }
    let jdk = program::open_jdk(args.jdk.as_deref(), extension == Some("java"))?;
    let sources = Sources::lines(&args.targets);
    let found = |path: ClassPath,
                 property: String,
                 names: Vec<String>,
                 jdk: Jdk|
     -> Result<Option<Classes>> {
        let mut all = Vec::new();
        for name in names {
            let Some(found) = path.find_class(&name).map_err(|e| anyhow!("error: {e}"))? else {
                bail!(
                    "error: there is no class {} on the class path {property}\n   = hint: give the name with its package, and with -cp the folder or jar that the package is in",
                    name.replace('/', ".")
                );
            };
            let class = program::parse(found.source.clone(), found.bytes)?;
            classfile::check_all(&class).map_err(|error| anyhow!("error: {}: {error}", found.source))?;
            all.push(Arc::new(class));
        }
        Ok(Some(Classes { all, jdk, path, property, sources: sources.clone() }))
    };
    let with = |first: PathBuf| -> Result<OsString> {
        let more = args.class_path.iter().flat_map(std::env::split_paths);
        std::env::join_paths(std::iter::once(first).chain(more))
            .context("error: the class path has an entry with a separator in it")
    };
    match extension {
        Some("java") => {
            let files = program::compile(args, &jdk, &[target], limits)?.map_err(|said| anyhow!(said))?.0;
            let is_own = |name: &&str| !name.starts_with("thinair/");
            let names = files.keys().filter_map(|file| file.strip_suffix(".class")).filter(is_own);
            let names: Vec<String> = names.map(str::to_owned).collect();
            let (path, property) = program::class_path(args, args.class_path.as_deref(), &jdk)?;
            found(path.with_memory(&target.display().to_string(), files), property, names, jdk)
        }
        Some("class") => {
            let shown = target.display();
            let bytes = std::fs::read(target).with_context(|| format!("error: cannot read {shown}"))?;
            let class = program::parse(shown.to_string(), bytes.into())?;
            let entries = with(program::root_of(target, &class.name)?)?;
            let (path, property) = program::class_path(args, Some(&entries), &jdk)?;
            found(path, property, vec![class.name.to_string()], jdk)
        }
        Some("jar") => {
            let jar = Jar::open(target, jdk.release).map_err(|e| anyhow!("error: {e}"))?;
            let names = jar.names().filter_map(|name| name.strip_suffix(".class"));
            let is_class = |name: &&str| {
                !name.starts_with("META-INF/") && *name != "module-info" && classfile::is_class_name(name)
            };
            let names: Vec<String> = names.filter(is_class).map(str::to_owned).collect();
            let entries = with(target.to_owned())?;
            let (path, property) = program::class_path(args, Some(&entries), &jdk)?;
            found(path, property, names, jdk)
        }
        _ => {
            let (path, property) = program::class_path(args, args.class_path.as_deref(), &jdk)?;
            let name = target.to_string_lossy().replace('.', "/");
            found(path, property, vec![name], jdk)
        }
    }
}

/// Chooses the class, and how to run it.
fn chosen(classes: &Classes, wanted: Option<&str>, target: &Path) -> Result<Form> {
    let shown = |class: &ClassFile| class.name.replace('/', ".");
    let is_wanted = |class: &ClassFile| {
        wanted.is_none_or(|wanted| {
            let (full, wanted) = (class.name.replace(['/', '$'], "."), wanted.replace(['/', '$'], "."));
            full == wanted || full.ends_with(&format!(".{wanted}"))
        })
    };
    let named: Vec<&Arc<ClassFile>> = classes.all.iter().filter(|class| is_wanted(class)).collect();
    if named.is_empty() {
        let all: Vec<String> = classes.all.iter().map(|class| shown(class)).collect();
        bail!(
            "error: {} has no class {}\n   = hint: it has {}",
            target.display(),
            wanted.unwrap_or_default(),
            all.join(", ")
        );
    }
    let (mut forms, mut problems) = (Vec::new(), Vec::new());
    let find = |name: &str| -> Result<Option<Arc<ClassFile>>, String> {
        let Some(found) = classes.path.find_class(name).map_err(|e| e.to_string())? else { return Ok(None) };
        classfile::parse(found.bytes).map(|class| Some(Arc::new(class))).map_err(|e| e.to_string())
    };
    for class in &named {
        let form = match jcstress::read(class, &find) {
            Some(test) => Some(test.map(|test| Form::Jcstress(Box::new(test)))),
            None => jcstress::read_threads(class).map(|test| {
                test.map(|test| {
                    let copies = jcstress::copied_values(class, &test);
                    let assertions = jcstress::assertions(class, &test);
                    Form::Threads(test, copies, assertions)
                })
            }),
        };
        match form {
            Some(Ok(form)) => forms.push((shown(class), form)),
            Some(Err(problem)) => problems.push(problem),
            None => {}
        }
    }
    if let Some(problem) = problems.first() {
        bail!("error: {problem}\n   = hint: {}", problem.hint);
    }
    if forms.is_empty() {
        let mains: Vec<&&Arc<ClassFile>> = named.iter().filter(|class| has_main(class)).collect();
        forms.extend(mains.into_iter().map(|class| (shown(class), Form::Main(shown(class)))));
    }
    match forms.len() {
        1 => Ok(forms.remove(0).1),
        0 => bail!(
            "error: {} has no thread methods, no jcstress test and no main method\n   = hint: mark methods without parameters with @thread (docs/EXPLAIN-JAVA.md), or write a main program",
            target.display()
        ),
        _ => {
            let names: Vec<&str> = forms.iter().map(|(name, _)| name.as_str()).collect();
            bail!(
                "error: {} has several tests: {}\n   = hint: name one with --class",
                target.display(),
                names.join(", ")
            )
        }
    }
}

/// Whether a class has a main method; whether an instance main method can be called turns out when it runs.
fn has_main(class: &ClassFile) -> bool {
    let is_main = |m: &classfile::Method| {
        &*m.name == "main" && matches!(&*m.descriptor, "([Ljava/lang/String;)V" | "()V")
    };
    class.methods.iter().any(is_main)
}
