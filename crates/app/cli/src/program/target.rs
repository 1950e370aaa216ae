//! Resolves the targets on the command line to programs: their main classes, class path, and JDK.
//!
//! Everything that can be wrong with the main class's own file is reported here, before anything runs.

use super::compile::{self, Compiled, Compiler, JavacLimits, Made};
use super::{folder, tests_of_junit};
use crate::args::ProgramArgs;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use classfile::{Bytes, ClassFile, ClassPath, FoundFile, Jdk};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Once;

/// Programs that share their classes.
pub struct Program {
    /// Their main classes; there is at least one.
    pub mains: Vec<Main>,
    /// The JDK whose class library they use.
    pub jdk: Jdk,
    /// The class path.
    pub path: ClassPath,
    /// The value of the property `java.class.path`.
    pub property: String,
    /// Their classes that exist only in memory.
    pub memory: BTreeMap<String, Bytes>,
}

/// The main class of a program.
#[derive(Debug, Clone)]
pub struct Main {
    /// The dotted name.
    pub class: String,
    /// The name of the program in reports.
    pub title: String,
    /// The targets that name it, and whether `--class` is needed to choose among several.
    pub targets: Vec<OsString>,
    pub is_one_of_several: bool,
}

impl Main {
    /// The main class of the program that this target names.
    pub fn new(class: String, target: &OsStr) -> Main {
        let title = target.to_string_lossy().into_owned();
        Main { class, title, targets: vec![target.to_owned()], is_one_of_several: false }
    }
}

/// A target that cannot be run, and why.
#[derive(Debug)]
pub struct Refused {
    /// The target as typed.
    pub target: String,
    /// The reason.
    pub error: anyhow::Error,
}

impl Refused {
    /// Whether this is probably an argument rather than a program: neither a file nor a class, after a target
    /// that is.
    pub fn is_misplaced(&self, args: &ProgramArgs) -> bool {
        let file = Path::new(&self.target);
        let names_a_file = matches!(file.extension().and_then(OsStr::to_str), Some("java" | "class" | "jar"));
        let is_first = args.targets.first().is_some_and(|first| **first == *self.target);
        !is_first && !names_a_file && !tests_of_junit::is_test(OsStr::new(&self.target)) && !file.exists()
    }
}

/// Finds the only program that the targets name.
pub fn find_one(args: &ProgramArgs, limits: JavacLimits) -> Result<Program> {
    let mut found = find(args, limits);
    let program = match found.pop() {
        Some(Ok(program)) if found.is_empty() => program,
        Some(Err(refused)) => return Err(refused.error),
        _ => bail!("error: this command takes one target"),
    };
    if program.mains.len() > 1 {
        let names: Vec<&str> = program.mains.iter().map(|main| main.class.as_str()).collect();
        bail!(
            "error: {} has several main classes: {}\n   = hint: name one with --class",
            program.mains[0].targets[0].display(),
            names.join(", ")
        );
    }
    Ok(program)
}

/// Finds the programs, in the order of the targets. All sources together are one program, or several that
/// share their classes.
pub fn find(args: &ProgramArgs, limits: JavacLimits) -> Vec<Result<Program, Refused>> {
    let is_source = |target: &OsStr| {
        Path::new(target).extension() == Some(OsStr::new("java")) && !Path::new(target).is_dir()
    };
    let mut found = Vec::new();
    let mut sources: Vec<&OsStr> = args.targets.iter().map(|t| &**t).filter(|t| is_source(t)).collect();
    let mut seen = BTreeSet::new();
    sources.retain(|source| seen.insert(*source));
    for target in &args.targets {
        if is_source(target) {
            // All sources are handled at the first one.
            let sources = std::mem::take(&mut sources);
            if !sources.is_empty() {
                found.extend(compiled_together(args, &sources, limits));
            }
        } else {
            found.push(of_target(args, target, limits).map_err(|error| refused(target, error)));
        }
    }
    found.into_iter().flat_map(|program| checked(args, program)).collect()
}

fn refused(target: &OsStr, error: anyhow::Error) -> Refused {
    Refused { target: target.to_string_lossy().into_owned(), error }
}

fn of_target(args: &ProgramArgs, target: &OsStr, limits: JavacLimits) -> Result<Program> {
    let file = Path::new(target);
    match file.extension().and_then(OsStr::to_str) {
        Some("class") if !file.is_dir() => class_file(args, file),
        Some("jar") if !file.is_dir() => jar(args, file),
        _ if file.is_dir() => folder(args, file, limits),
        _ if tests_of_junit::is_test(target) => tests_of_junit::of_target(args, target),
        _ => main_class(args, target),
    }
}

/// Splits off the programs whose main classes are invalid, with the reasons.
fn checked(args: &ProgramArgs, found: Result<Program, Refused>) -> Vec<Result<Program, Refused>> {
    let mut program = match found {
        Ok(program) => program,
        Err(refused) => return vec![Err(refused)],
    };
    if let Some(class) = &args.class {
        program.mains = chosen(&program, class);
    }
    let mut bad = Vec::new();
    for main in std::mem::take(&mut program.mains) {
        match check_main(args, &program, &main) {
            Ok(()) => program.mains.push(main),
            Err(error) => bad.push(Err(Refused { target: main.title, error })),
        }
    }
    if program.mains.is_empty() {
        return bad;
    }
    if !args.quiet && program.mains.iter().any(|main| misses_api(&program, main)) {
        output::complain(
            "thinair: the program uses thinair.Thinair, which is not on the class path\n   = hint: `thinair api` writes \
             thinair-api.jar; name it with -cp, and the main class by its name",
        );
    }
    if args.verbose {
        let Program { mains, jdk, property, .. } = &program;
        output::complain(&format!("thinair: JDK {} in {}", jdk.version, jdk.home.display()));
        output::complain(&format!("thinair: class path {property}"));
        mains.iter().for_each(|main| output::complain(&format!("thinair: main class {}", main.class)));
    }
    std::iter::once(Ok(program)).chain(bad).collect()
}

/// The main class that the user chose: a known one, or any other of these classes.
fn chosen(program: &Program, class: &str) -> Vec<Main> {
    let class = class.replace('/', ".");
    let Some(first) = program.mains.first() else { return Vec::new() };
    let known = program.mains.iter().find(|main| main.class == class);
    let named = Main { class: class.clone(), title: class, ..first.clone() };
    vec![Main { is_one_of_several: true, ..known.cloned().unwrap_or(named) }]
}

/// Compiles sources together, since they may need each other. If javac rejects that, compiles each alone: two
/// programs may have classes of the same name.
fn compiled_together(
    args: &ProgramArgs,
    sources: &[&OsStr],
    limits: JavacLimits,
) -> Vec<Result<Program, Refused>> {
    let names: BTreeSet<_> = sources.iter().map(|source| Path::new(source).file_name()).collect();
    let good = sources.iter().all(|source| check_file(Path::new(source)).is_ok());
    if good && names.len() == sources.len() {
        match compiled(args, sources, limits) {
            Ok(Ok(program)) => return vec![Ok(program)],
            Err(error) => return vec![Err(refused(sources[0], error))],
            Ok(Err(said)) if sources.len() == 1 => return vec![Err(refused(sources[0], anyhow!(said)))],
            Ok(Err(_)) => {}
        }
    }
    let alone = |source: &&OsStr| {
        let program = check_file(Path::new(source))
            .and_then(|()| compiled(args, &[source], limits)?.map_err(|said| anyhow!(said)));
        program.map_err(|error| refused(source, error))
    };
    let programs: Vec<_> = sources.iter().map(alone).collect();
    // A source without a main method is there for the others.
    let begins = |program: &Result<Program, Refused>| match program {
        Ok(program) => program.mains.iter().any(|main| has_main(program, &main.class)),
        Err(_) => true,
    };
    match programs.iter().any(begins) {
        true => programs.into_iter().filter(begins).collect(),
        false => programs,
    }
}

fn has_main(program: &Program, class: &str) -> bool {
    let bytes = program.memory.get(&format!("{}.class", class.replace('.', "/")));
    let parsed = bytes.and_then(|bytes| classfile::parse(bytes.clone()).ok());
    parsed.is_some_and(|file| Made::of(&file, program.jdk.release).has_main)
}

/// The programs of these sources, or javac's errors.
fn compiled(args: &ProgramArgs, sources: &[&OsStr], limits: JavacLimits) -> Result<Result<Program, String>> {
    let files: Vec<&Path> = sources.iter().map(Path::new).collect();
    let jdk = open_jdk(args.jdk.as_deref(), true)?;
    let (files, classes) = match compile(args, &jdk, &files, limits)? {
        Ok(made) => made,
        Err(said) => return Ok(Err(said)),
    };
    let mains = |needs_main: bool| {
        let main = |source: &&OsStr| {
            let class = compile::main_of(&classes, Path::new(source))
                .filter(|class| class.has_main || !needs_main)?;
            let targets = sources.iter().map(|&source| source.to_owned()).collect();
            Some(Main { targets, ..Main::new(class.name.clone(), source) })
        };
        sources.iter().filter_map(main).collect::<Vec<_>>()
    };
    let mut found = mains(true);
    if found.is_empty() {
        // The class may inherit its main method.
        found = mains(false);
        found.truncate(1);
    }
    if found.is_empty() {
        bail!(
            "error: {}: there is no class in this file\n   = hint: a program needs a class with a main method",
            sources[0].display()
        );
    }
    let several = found.len() > 1;
    found.iter_mut().for_each(|main| main.is_one_of_several = several);
    // As in java: the classes of the sources come first, and no folder is on the class path unless requested.
    let (path, property) = class_path(args, args.class_path.as_deref(), &jdk)?;
    let place =
        if sources.len() == 1 { sources[0].to_string_lossy().into_owned() } else { "the sources".to_owned() };
    let path = path.with_memory(&place, files.clone());
    Ok(Ok(Program { mains: found, jdk, path, property, memory: files }))
}

/// The classes that javac produced, or its errors.
pub type MadeOf = Result<(BTreeMap<String, Bytes>, Vec<Made>), String>;

pub fn compile(args: &ProgramArgs, jdk: &Jdk, files: &[&Path], limits: JavacLimits) -> Result<MadeOf> {
    let source_path: Vec<PathBuf> = match &args.source_path {
        Some(path) => std::env::split_paths(path).filter(|p| !p.as_os_str().is_empty()).collect(),
        None => {
            files.iter().map(|file| compile::source_root(file)).collect::<BTreeSet<_>>().into_iter().collect()
        }
    };
    for folder in source_path.iter().filter(|folder| !folder.is_dir() && !args.quiet) {
        output::complain(&format!("thinair: {} of the source path is no folder", folder.display()));
    }
    let compiler = Compiler {
        jdk,
        class_path: args.class_path.as_deref(),
        source_path: &source_path,
        preview: args.enable_preview,
        quiet: args.quiet,
        limits,
    };
    let Compiled { files, said } = compiler.run(files)?;
    let Some(files) = files else { return Ok(Err(with_hint(said))) };
    let classes = compile::made(&files, jdk.release)?;
    Ok(Ok((files, classes)))
}

/// Adds a hint to javac's message.
fn with_hint(said: String) -> String {
    let hint = if said.contains("is a preview feature") || said.contains("are a preview feature") {
        "preview features are allowed by --enable-preview"
    } else if said.contains("cannot find symbol")
        || (said.contains("package ") && said.contains(" does not exist"))
    {
        "name further sources as well, or their folder with --source-path; compiled classes and jars with -cp"
    } else {
        return said;
    };
    format!("{said}\n   = hint: {hint}")
}

fn class_file(args: &ProgramArgs, file: &Path) -> Result<Program> {
    check_file(file)?;
    let bytes = std::fs::read(file).with_context(|| format!("error: cannot read {}", file.display()))?;
    let class = parse(file.display().to_string(), bytes.into())?;
    let root = root_of(file, &class.name)?;
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let (path, property) = class_path(args, Some(&with_class_path(args, [root])?), &jdk)?;
    let mains = vec![Main::new(class.name.replace('/', "."), file.as_os_str())];
    Ok(Program { mains, jdk, path, property, memory: BTreeMap::new() })
}

/// These entries, followed by the user's class path.
fn with_class_path(args: &ProgramArgs, first: impl IntoIterator<Item = PathBuf>) -> Result<OsString> {
    let more = args.class_path.iter().flat_map(std::env::split_paths);
    std::env::join_paths(first.into_iter().chain(more))
        .context("error: the class path has an entry with a separator in it")
}

/// The folder that the class path needs for the class in this file.
pub fn root_of(file: &Path, name: &str) -> Result<PathBuf> {
    let around = file.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (package, simple) = name.rsplit_once('/').unwrap_or(("", name));
    let mut root = around.to_owned();
    let mut fits = file.file_stem() == Some(OsStr::new(simple));
    let parts: Vec<&str> = package.split('/').filter(|part| !part.is_empty()).collect();
    if !parts.is_empty() {
        // A relative path may end before the package does.
        root = around.canonicalize().with_context(|| format!("error: cannot read {}", around.display()))?;
        for part in parts.iter().rev() {
            fits &= root.file_name() == Some(OsStr::new(part));
            root.pop();
        }
    }
    if !fits {
        bail!(
            "error: {} holds the class {}, which must be in a file {name}.class below a folder of the class path\n   \
             = hint: put it there, then run it by its name with -cp",
            file.display(),
            name.replace('/', ".")
        );
    }
    Ok(root)
}

fn jar(args: &ProgramArgs, file: &Path) -> Result<Program> {
    check_file(file)?;
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let jar = classfile::Jar::open(file, jdk.release).map_err(|e| anyhow!("error: {e}"))?;
    let named = jar.manifest().main_class.clone().filter(|m| !m.is_empty());
    let Some(main) = args.class.clone().or(named) else {
        bail!(
            "error: {}: there is no Main-Class in its manifest\n   = hint: {}",
            file.display(),
            match folder::mains_of_jar(&jar, jdk.release)[..] {
                [] => "it has no class with a main method; is it a library? name it with -cp".to_owned(),
                ref mains => format!("name the class: --class {}", mains.join(", or --class ")),
            }
        );
    };
    if args.class_path.is_some() && !args.quiet {
        output::complain(
            "thinair: the class path is that of the jar's manifest; -cp is ignored, as by java -jar",
        );
    }
    let (path, property) = class_path(args, Some(file.as_os_str()), &jdk)?;
    let mains = vec![Main::new(main, file.as_os_str())];
    Ok(Program { mains, jdk, path, property, memory: BTreeMap::new() })
}

/// The programs of a folder: its class files with main methods, or else its sources.
fn folder(args: &ProgramArgs, dir: &Path, limits: JavacLimits) -> Result<Program> {
    let found = folder::look(dir)?;
    let jdk = open_jdk(args.jdk.as_deref(), found.classes.is_empty())?;
    let (roots, mut mains) = folder::main_classes(&found.classes, jdk.release);
    let (mut memory, mut sources) = (BTreeMap::new(), Vec::new());
    if found.classes.is_empty() && !found.sources.is_empty() {
        sources.extend(found.sources.iter().map(PathBuf::as_path));
        let (files, classes) = compile(args, &jdk, &sources, limits)?.map_err(|said| anyhow!(said))?;
        mains = classes.into_iter().filter(|c| c.has_main && !c.is_nested).map(|c| c.name).collect();
        memory = files;
    }
    if mains.is_empty() && args.class.is_none() {
        bail!(
            "error: there is no class with a main method in {}\n   = hint: {}",
            dir.display(),
            found.hint(dir)
        );
    }
    let (path, property) = match sources.is_empty() {
        true => class_path(args, Some(&with_class_path(args, roots)?), &jdk)?,
        false => class_path(args, args.class_path.as_deref(), &jdk)?,
    };
    let path = path.with_memory(&dir.display().to_string(), memory.clone());
    let several = mains.len() > 1;
    let class = |class: String| Main {
        title: if several { class.clone() } else { dir.display().to_string() },
        is_one_of_several: several,
        ..Main::new(class, dir.as_os_str())
    };
    let mains = mains.into_iter().chain(args.class.clone()).map(class).collect();
    Ok(Program { mains, jdk, path, property, memory })
}

fn main_class(args: &ProgramArgs, target: &OsStr) -> Result<Program> {
    if let Some(hint) = other_kind(Path::new(target)) {
        bail!("error: {} is no Java program that can be run\n   = hint: {hint}", target.display());
    }
    if target.to_string_lossy().ends_with('/') {
        bail!("error: there is no folder {}", target.display());
    }
    let name = target.to_str().map(|name| name.replace('/', "."));
    let Some(main) = name.filter(|name| classfile::is_class_name(&name.replace('.', "/"))) else {
        bail!(
            "error: {} is not the name of a class\n   = hint: name a .java, .class or .jar file, a folder, or a main class \
             such as p.Main with -cp{}",
            target.display(),
            or_argument(args, target)
        );
    };
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let (path, property) =
        class_path(args, Some(args.class_path.as_deref().unwrap_or(OsStr::new("."))), &jdk)?;
    Ok(Program { mains: vec![Main::new(main, target)], jdk, path, property, memory: BTreeMap::new() })
}

/// A hint for a file of another kind.
fn other_kind(file: &Path) -> Option<String> {
    let shown = file.display();
    let hint = match file.extension().and_then(OsStr::to_str) {
        Some("litmus") => format!("it is a litmus test: thinair litmus {shown}"),
        Some("cat" | "jmm") => format!("it is a memory model: name it with --model {shown}, and a program"),
        Some("kt" | "scala" | "groovy" | "clj") => {
            "compile it first; then name the folder of its classes, or -cp FOLDER MAIN".to_owned()
        }
        Some("war" | "ear" | "zip" | "jmod") => "unpack it, and name the folder of its classes".to_owned(),
        _ if file.is_file() => "name a .java, .class or .jar file".to_owned(),
        _ if file.exists() => "it is no file".to_owned(),
        _ => return None,
    };
    Some(hint)
}

/// A hint that a later target may be meant as an argument.
fn or_argument(args: &ProgramArgs, target: &OsStr) -> String {
    match args.targets.first() {
        Some(first) if first != target => {
            format!("; the program's arguments come after `--`: {} -- {}", first.display(), target.display())
        }
        _ => String::new(),
    }
}

/// Opens the entries of a class path. Also returns it as text.
pub fn class_path(args: &ProgramArgs, entries: Option<&OsStr>, jdk: &Jdk) -> Result<(ClassPath, String)> {
    let list: Vec<PathBuf> = entries.map(|e| std::env::split_paths(e).collect()).unwrap_or_default();
    let path = ClassPath::new(&list, jdk.release).map_err(|e| {
        anyhow!("error: {e}\n   = hint: the class path is made of directories, jars and dir/*")
    })?;
    if !args.quiet {
        for entry in path.missing() {
            output::complain(&format!("thinair: {} of the class path does not exist", entry.display()));
        }
        for error in path.unreadable() {
            output::complain(&format!(
                "thinair: this entry of the class path is ignored, as by java: {error}"
            ));
        }
    }
    let property = entries.map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    Ok((path, property))
}

/// The requested JDK, or the first suitable one.
pub fn open_jdk(named: Option<&Path>, needs_javac: bool) -> Result<Jdk> {
    let has_javac = |home: &Path| !needs_javac || compile::javac(home).is_file();
    let home = match named {
        Some(home) => home.to_owned(),
        None => {
            let found = classfile::find_jdks().map_err(|e| anyhow!("error: {e}"))?;
            let best = found.iter().find(|jdk| has_javac(&jdk.home)).unwrap_or(&found[0]);
            warn_of_java_home(best);
            best.home.clone()
        }
    };
    let jdk = Jdk::open(&home).map_err(|e| {
        let (what, hint) = match e.to_string().contains("is truncated") {
            true => ("the JDK is damaged", "install it again, or name another with --jdk"),
            false => ("no JDK", "name a folder with bin/java and lib/modules"),
        };
        anyhow!("error: {what} in {}: {e}\n   = hint: {hint}", home.display())
    })?;
    if jdk.release < classfile::OLDEST_RELEASE {
        bail!(
            "error: {} is Java {}; {} or newer is needed",
            home.display(),
            jdk.version,
            classfile::OLDEST_RELEASE
        );
    }
    if !has_javac(&home) {
        bail!(
            "error: the JDK in {} has no compiler {}\n   = hint: install a full JDK, name one with --jdk, or compile the \
             source elsewhere and run the class",
            home.display(),
            compile::javac(&home).display()
        );
    }
    Ok(jdk)
}

/// Warns that another JDK is used than the one in JAVA_HOME.
fn warn_of_java_home(used: &classfile::FoundJdk) {
    static ONCE: Once = Once::new();
    let Some(set) = std::env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) else { return };
    if used.origin != "JAVA_HOME" {
        ONCE.call_once(|| {
            let why = match Jdk::open(&set) {
                Ok(jdk) => format!("Java {} without a compiler, or too old", jdk.version),
                Err(error) => error.to_string(),
            };
            output::complain(&format!(
                "thinair: JAVA_HOME={} is not used: {why}\n   = hint: the JDK is {}; set JAVA_HOME right, or use --jdk",
                set.display(),
                used.home.display()
            ));
        });
    }
}

/// Fails unless this is a readable file.
pub fn check_file(file: &Path) -> Result<()> {
    let kind = std::fs::metadata(file).map_err(|error| {
        let is_jar = file.extension() == Some(OsStr::new("jar"));
        let hint = match is_jar {
            true => "a jar is named by its path, a class in it with -cp",
            false => "a main class is named without .class or .java",
        };
        anyhow!("error: cannot read {}: {error}\n   = hint: {hint}", file.display())
    })?;
    if kind.is_dir() {
        bail!(
            "error: {} is a directory, not a file\n   = hint: name a .java, .class or .jar file",
            file.display()
        );
    }
    if !kind.is_file() {
        bail!("error: {} is a device, a pipe or a socket, not a file", file.display());
    }
    if kind.len() > classfile::MAX_ENTRY {
        // Jars are read in pieces, so their size does not matter.
        let is_jar = file.extension() == Some(OsStr::new("jar"));
        if !is_jar {
            bail!("error: {} is larger than {} MiB", file.display(), classfile::MAX_ENTRY >> 20);
        }
    }
    Ok(())
}

/// Checks the main class's own file as far as possible without running anything.
fn check_main(args: &ProgramArgs, program: &Program, Main { class: main, targets, .. }: &Main) -> Result<()> {
    let Program { jdk, path, property, .. } = program;
    let name = main.replace('.', "/");
    if jdk.find_class(&name).map_err(|e| anyhow!("error: {e}"))?.is_some() {
        return Ok(());
    }
    let Some(FoundFile { bytes, source }) = path.find_class(&name).map_err(|e| anyhow!("error: {e}"))? else {
        let source = format!("{main}.java");
        let hint = match Path::new(&source).is_file() {
            true => format!("name {source}, or compile it and name with -cp the folder of its class"),
            false => "give the name with its package, and with -cp the folder or jar that the package is in"
                .to_owned(),
        };
        bail!(
            "error: there is no class {main} on the class path {property}\n   = hint: {hint}{}",
            or_argument(args, &targets[0])
        );
    };
    let class = parse(source.clone(), bytes)?;
    if *class.name != *name {
        bail!(
            "error: {source} holds the class {}, not {main}\n   = hint: give the full name, and with -cp the folder that \
             its package is in",
            class.name.replace('/', ".")
        );
    }
    let release = class.major.saturating_sub(44);
    if release > jdk.release {
        bail!(
            "error: {source}: class {main} was compiled for Java {release}, but this JDK is Java {}\n   = hint: name a \
             newer JDK with --jdk, or compile with --release {}",
            jdk.release,
            jdk.release
        );
    }
    if class.minor == u16::MAX && !args.enable_preview {
        bail!(
            "error: {source}: class {main} was compiled with --enable-preview\n   = hint: give thinair that option as well"
        );
    }
    classfile::check_all(&class).map_err(|error| anyhow!("error: {source}: {error}"))?;
    Ok(())
}

/// Whether the main class refers to the checker's own class, which is missing.
fn misses_api(program: &Program, main: &Main) -> bool {
    let found = |name: &str| program.path.find_class(name).ok().flatten();
    let mentions =
        |bytes: &[u8]| bytes.windows(compile::API.len()).any(|part| part == compile::API.as_bytes());
    found(&main.class.replace('.', "/")).is_some_and(|main| mentions(&main.bytes))
        && found(compile::API).is_none()
}

pub fn parse(source: String, bytes: Bytes) -> Result<ClassFile> {
    classfile::parse(bytes).map_err(|error| {
        let hint = match error.reason.contains("is newer than the newest") {
            true => "compile it for an older release, with javac --release",
            false => "is this a class file? compile it again",
        };
        anyhow!("error: {source}: {error}\n   = hint: {hint}")
    })
}
