//! Finds jcstress tests in the targets: class files, jars, sources, directories, and classes on the class
//! path.

use crate::args::ProgramArgs;
use crate::program::JavacLimits;
use crate::sources::Sources;
use crate::{output, program};
use anyhow::{Context, Result, bail};
use classfile::{Bytes, ClassFile, ClassPath, Jdk};
use jcstress::{Problem, Test};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The targets, by kind.
#[derive(Debug, Default)]
pub struct Targets {
    /// Class files, and the folders that the class path needs for them.
    classes: Vec<PathBuf>,
    jars: Vec<PathBuf>,
    sources: Vec<PathBuf>,
    /// Classes on the class path.
    names: Vec<String>,
}

/// The text by which class files of tests are recognised.
const MARK: &[u8] = b"org/openjdk/jcstress/annotations/JCStressTest";
/// The text by which sources of tests are recognised.
const WORD: &str = "JCStressTest";

impl Targets {
    /// The number of files and classes.
    pub fn count(&self) -> usize {
        self.classes.len() + self.jars.len() + self.sources.len() + self.names.len()
    }

    /// Adds a target if it is of a known kind.
    pub fn take(&mut self, target: &Path, has_class_path: bool) -> Result<bool> {
        match target.extension().and_then(OsStr::to_str) {
            _ if target.is_dir() => return Ok(false),
            Some("class") => self.classes.push(target.to_owned()),
            Some("jar") => self.jars.push(target.to_owned()),
            Some("java") => self.sources.push(target.to_owned()),
            _ if target.exists() || !has_class_path => return Ok(false),
            _ => match target.to_str().map(|name| name.replace('.', "/")) {
                Some(name) if classfile::is_class_name(&name) => self.names.push(name),
                _ => return Ok(false),
            },
        }
        if self.names.is_empty() || target.exists() {
            program::check_file(target)?;
        }
        Ok(true)
    }

    /// Adds a file of a directory if it contains tests.
    pub fn take_found(&mut self, file: &Path) {
        let mentions = |mark: &[u8]| {
            std::fs::read(file).is_ok_and(|bytes| bytes.windows(mark.len()).any(|part| part == mark))
        };
        match file.extension().and_then(OsStr::to_str) {
            // A damaged class file is added, so that it is reported.
            Some("class") if mentions(MARK) || !begins_as_class(file) => self.classes.push(file.to_owned()),
            // Entries are compressed, so the jar has to be opened to find out.
            Some("jar") => self.jars.push(file.to_owned()),
            Some("java") if mentions(WORD.as_bytes()) => self.sources.push(file.to_owned()),
            _ => {}
        }
    }
}

fn begins_as_class(file: &Path) -> bool {
    std::fs::read(file).is_ok_and(|bytes| bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]))
}

/// The tests found, and what they need.
pub struct Suite {
    /// The tests that can be run, by name.
    pub tests: Vec<FoundTest>,
    /// What is wrong with the others.
    pub broken: Vec<Broken>,
    /// The JDK whose class library they use.
    pub jdk: Jdk,
    /// The class path.
    pub path: ClassPath,
    /// The class path as text.
    pub property: String,
    /// The lines of sources that were named.
    pub sources: Sources,
}

/// A test that cannot be run, or an unreadable file that may contain tests.
pub struct Broken {
    /// The name of the test, if it is known to be one.
    pub test: Option<String>,
    /// What is wrong, with a hint.
    pub message: String,
}

impl Broken {
    fn new(message: String) -> Broken {
        Broken { test: None, message }
    }
}

/// A test.
pub struct FoundTest {
    /// The test.
    pub test: Test,
    /// The target in which it was found.
    pub target: String,
}

/// A candidate class: its internal name, or its place and why it cannot be read; and the target.
type Candidate = (Result<String, String>, String);

/// Finds the tests.
pub fn find(args: &ProgramArgs, targets: &Targets, limits: JavacLimits) -> Result<Suite> {
    let jdk = program::open_jdk(args.jdk.as_deref(), !targets.sources.is_empty())?;
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut entries: Vec<OsString> = Vec::new();
    let mut add = |entry: &OsStr| {
        if !entries.iter().any(|known| known == entry) {
            entries.push(entry.to_owned());
        }
    };
    for file in &targets.classes {
        let target = file.display().to_string();
        let bytes = std::fs::read(file).with_context(|| format!("error: cannot read {target}"))?;
        match program::parse(target.clone(), bytes.into()) {
            Ok(class) => {
                add(program::root_of(file, &class.name)?.as_os_str());
                candidates.push((Ok(class.name.to_string()), target));
            }
            Err(error) => candidates.push((Err(error.to_string()), target)),
        }
    }
    let mut broken: Vec<Broken> = Vec::new();
    for file in &targets.jars {
        let jar = match classfile::Jar::open(file, jdk.release) {
            Ok(jar) => jar,
            Err(error) => {
                broken.push(Broken::new(format!("error: {error}\n   = hint: make the jar again")));
                continue;
            }
        };
        for name in jar.names().filter_map(|name| name.strip_suffix(".class")) {
            let is_class = !name.starts_with("META-INF/") && name != "module-info";
            if is_class && classfile::is_class_name(name) {
                candidates.push((Ok(name.to_owned()), file.display().to_string()));
            }
        }
        add(file.as_os_str());
    }
    args.class_path.iter().for_each(|more| add(more));
    let entries = std::env::join_paths(entries.iter().flat_map(std::env::split_paths))
        .context("error: the class path has an entry with a separator in it")?;
    let mut sources = Sources::default();
    let mut memory = BTreeMap::new();
    if !targets.sources.is_empty() {
        let (files, bad) =
            program::compile_tests(&targets.sources, &jdk, Some(&entries), args.quiet, limits)?;
        // javac has printed the reason.
        let hint = "see javac's message above; the tests of the other sources are run";
        let not_compiled = |source: &&Path| {
            Broken::new(format!("error: javac refuses {}\n   = hint: {hint}", source.display()))
        };
        broken.extend(bad.iter().map(not_compiled));
        let target = one(&targets.sources);
        candidates.extend(
            files.keys().filter_map(|f| f.strip_suffix(".class")).map(|f| (Ok(f.to_owned()), target.clone())),
        );
        memory = files;
        sources = Sources::of_files(&targets.sources);
    }
    let names = targets.names.iter();
    candidates.extend(names.map(|name| (Ok(name.clone()), name.replace('/', "."))));
    let (path, property) = program::class_path(args, Some(&entries), &jdk)?;
    let path = path.with_memory(&one(&targets.sources), memory);
    let (tests, unread) = read(&candidates, &path);
    broken.extend(unread);
    check_found(targets, &tests, &broken)?;
    Ok(Suite { tests, broken, jdk, path, property, sources })
}

/// How messages refer to several sources.
fn one(sources: &[PathBuf]) -> String {
    match sources {
        [source] => source.display().to_string(),
        _ => "the sources".to_owned(),
    }
}

/// The tests among the candidates, by name.
fn read(candidates: &[Candidate], path: &ClassPath) -> (Vec<FoundTest>, Vec<Broken>) {
    let known: Mutex<BTreeMap<String, Arc<ClassFile>>> = Mutex::default();
    let find = |name: &str| -> Result<Option<Arc<ClassFile>>, String> {
        let mut known = known.lock().expect("nobody else reads");
        if let Some(class) = known.get(name) {
            return Ok(Some(class.clone()));
        }
        let Some(found) = path.find_class(name).map_err(|e| e.to_string())? else { return Ok(None) };
        let class = parsed(found.source, found.bytes)?;
        if *class.name != *name {
            return Err(format!(
                "the file of {} holds {}",
                name.replace('/', "."),
                class.name.replace('/', ".")
            ));
        }
        known.insert(name.to_owned(), class.clone());
        Ok(Some(class))
    };
    let (mut tests, mut broken) = (Vec::new(), Vec::new());
    let (mut queue, mut seen) = (Vec::from_iter(candidates.iter().rev().cloned()), BTreeSet::new());
    while let Some((candidate, target)) = queue.pop() {
        let name = match candidate {
            Ok(name) => name,
            Err(message) => {
                broken.push(Broken::new(message));
                continue;
            }
        };
        if !seen.insert(name.clone()) {
            continue;
        }
        match find(&name) {
            Ok(Some(class)) => {
                // Naming a class includes its nested classes.
                for inner in class.inner_classes.iter().filter(|i| i.outer.as_deref() == Some(&*name)) {
                    queue.push((Ok(inner.inner.to_string()), target.clone()));
                }
                match jcstress::read(&class, &find) {
                    Some(Ok(test)) => tests.push(FoundTest { test, target }),
                    Some(Err(problem)) => {
                        let test = Some(jcstress::source_name(&class));
                        broken.push(Broken { test, message: problem_text(&problem) });
                    }
                    None => {}
                }
            }
            Ok(None) => {
                // A nested class that was not compiled along with the others is not a test.
                if candidates.iter().any(|(known, _)| known.as_ref() == Ok(&name)) {
                    broken.push(Broken::new(format!(
                        "error: there is no class {} on the class path\n   = hint: give the name with its package, and with -cp \
                         the folder or jar that the package is in",
                        name.replace('/', ".")
                    )));
                }
            }
            Err(why) => broken.push(Broken::new(format!("error: {why}\n   = hint: compile it again"))),
        }
    }
    tests.sort_by(|a, b| a.test.name.cmp(&b.test.name));
    (tests, broken)
}

fn parsed(source: String, bytes: Bytes) -> Result<Arc<ClassFile>, String> {
    let class = classfile::parse(bytes).map_err(|error| format!("{source}: {error}"))?;
    classfile::check_all(&class).map_err(|error| format!("{source}: {error}"))?;
    Ok(Arc::new(class))
}

/// The message for a problem of a test.
pub fn problem_text(problem: &Problem) -> String {
    format!("error: {problem}\n   = hint: {}", problem.hint)
}

fn check_found(targets: &Targets, tests: &[FoundTest], broken: &[Broken]) -> Result<()> {
    if tests.is_empty() && broken.is_empty() {
        let files = targets.classes.iter().chain(&targets.jars).chain(&targets.sources);
        let names: Vec<String> =
            files.map(|file| file.display().to_string()).chain(targets.names.iter().cloned()).collect();
        bail!(
            "error: there is no jcstress test in {}\n   = hint: a test is a class with @JCStressTest; to check a program \
             with a main method, use thinair check",
            names.join(", ")
        );
    }
    Ok(())
}

/// Prints what cannot be run.
pub fn complain(broken: &[Broken]) {
    broken.iter().for_each(|one| output::complain(&one.message));
}
