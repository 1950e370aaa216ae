//! JUnit tests as targets: `p.CacheTest#counts`, or `p.CacheTest#counts[2]` for the second invocation of a
//! test with parameters.

use super::target::{Main, Program, class_path, open_jdk, parse};
use super::{folder, root_of};
use crate::args::ProgramArgs;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use classfile::{ClassFile, ClassPath};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// A test by its name.
struct Named {
    /// The internal name of its class.
    class: String,
    method: String,
    invocation: Option<usize>,
}

/// Reads `CLASS#METHOD` and `CLASS#METHOD[NUMBER]`.
fn named(target: &OsStr) -> Option<Named> {
    let (class, method) = target.to_str()?.split_once('#')?;
    let (method, invocation) = match method.strip_suffix(']').and_then(|m| m.rsplit_once('[')) {
        Some((method, number)) => (method, Some(number.parse().ok()?)),
        None => (method, None),
    };
    let class = class.replace('.', "/");
    let is_name = classfile::is_class_name(&class) && !method.is_empty();
    is_name.then(|| Named { class, method: method.to_owned(), invocation })
}

/// Whether the target names a test.
pub fn is_test(target: &OsStr) -> bool {
    named(target).is_some() && !Path::new(target).exists()
}

/// The program that runs a test.
pub fn of_target(args: &ProgramArgs, target: &OsStr) -> Result<Program> {
    let Some(test) = named(target) else { bail!("error: {} names no test", target.display()) };
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let entries = args.class_path.as_deref().unwrap_or(OsStr::new("."));
    let (path, property) = class_path(args, Some(entries), &jdk)?;
    let finder = Finder::new(&path);
    let class = finder.known(&test.class)?;
    let given: Vec<String> = args.arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let plan = junit::plan(&class, &test.method, &given, test.invocation, &|name| finder.find(name))
        .map_err(|problem| refused(&problem))?;
    let bytes = junit::harness(&plan).map_err(|error| anyhow!("error: {}: {error}", target.display()))?;
    let name = format!("{}{}", plan.class(), junit::SUFFIX);
    let memory = BTreeMap::from([(format!("{name}.class"), bytes.into())]);
    drop(finder);
    let path = path.with_memory(&target.to_string_lossy(), memory.clone());
    let main = Main::new(name.replace('/', "."), target);
    Ok(Program { mains: vec![main], jdk, path, property, memory })
}

fn refused(problem: &junit::Problem) -> anyhow::Error {
    anyhow!("error: {problem}\n   = hint: {}", problem.hint)
}

/// Finds and keeps the classes of a class path.
struct Finder<'a> {
    path: &'a ClassPath,
    known: Mutex<BTreeMap<String, Option<Arc<ClassFile>>>>,
}

impl Finder<'_> {
    fn new(path: &ClassPath) -> Finder<'_> {
        Finder { path, known: Mutex::default() }
    }

    fn find(&self, name: &str) -> Result<Option<Arc<ClassFile>>, String> {
        let mut known = self.known.lock().map_err(|_| "a former look-up failed".to_owned())?;
        if let Some(class) = known.get(name) {
            return Ok(class.clone());
        }
        let found = self.path.find_class(name).map_err(|error| error.to_string())?;
        let class = found.map(|file| parse(file.source, file.bytes)).transpose();
        let class = class.map_err(|error| format!("{error:#}"))?.map(Arc::new);
        known.insert(name.to_owned(), class.clone());
        Ok(class)
    }

    fn known(&self, name: &str) -> Result<Arc<ClassFile>> {
        let found = self.find(name).map_err(|error| anyhow!("{error}"))?;
        found.ok_or_else(|| {
            anyhow!(
                "error: there is no class {} on the class path\n   = hint: give the name with its package, and with -cp the \
                 folder that the package is in; a nested class is Outer$Inner",
                name.replace('/', ".")
            )
        })
    }
}

/// Replaces classes and folders by their tests, each a target of its own. Says which are disabled.
pub fn expanded(args: &mut ProgramArgs) -> Result<()> {
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let folders: Vec<&OsString> = args.targets.iter().filter(|target| Path::new(target).is_dir()).collect();
    let entries = folders.into_iter().map(|folder| Path::new(folder).to_owned());
    let given = args.class_path.iter().flat_map(std::env::split_paths);
    let entries: Vec<_> = entries.chain(given).collect();
    if !entries.is_empty() {
        let joined = std::env::join_paths(entries);
        args.class_path = Some(joined.context("error: the class path has an entry with a separator in it")?);
    }
    let entries = args.class_path.as_deref().unwrap_or(OsStr::new("."));
    let (path, _) = class_path(&ProgramArgs { quiet: true, ..args.clone() }, Some(entries), &jdk)?;
    let finder = Finder::new(&path);
    let mut found = Vec::new();
    for target in &args.targets {
        let classes = match target.to_str() {
            _ if Path::new(target).is_dir() => classes_of(Path::new(target))?,
            _ if is_test(target) => {
                found.push(target.clone());
                continue;
            }
            Some(name) => with_nested(&finder, &name.replace('.', "/"))?,
            None => bail!("error: {} names no test", target.display()),
        };
        for class in classes {
            tests_of(&finder, &class, args, &mut found)?;
        }
    }
    if found.is_empty() {
        bail!(
            "error: there is no test in {}\n   = hint: tests are methods with @Test or @ThinairTest; name a class, \
             CLASS#METHOD, or a folder of compiled classes",
            args.targets.iter().map(|t| t.to_string_lossy()).collect::<Vec<_>>().join(", ")
        );
    }
    args.targets = found;
    Ok(())
}

/// The classes below a folder, by internal name.
fn classes_of(dir: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for file in folder::look(dir)?.classes {
        let bytes = std::fs::read(&file).with_context(|| format!("error: cannot read {}", file.display()))?;
        let class = parse(file.display().to_string(), bytes.into())?;
        if root_of(&file, &class.name).is_ok() {
            names.push(class.name.to_string());
        }
    }
    Ok(names)
}

/// A class, and the test classes nested in it.
fn with_nested(finder: &Finder<'_>, name: &str) -> Result<Vec<String>> {
    let class = finder.known(name)?;
    let mut names = vec![name.to_owned()];
    for inner in &class.inner_classes {
        if inner.outer.as_deref() == Some(name) && *inner.inner != *name {
            names.extend(with_nested(finder, &inner.inner)?);
        }
    }
    Ok(names)
}

fn tests_of(finder: &Finder<'_>, class: &str, args: &ProgramArgs, found: &mut Vec<OsString>) -> Result<()> {
    let file = finder.known(class)?;
    let tests = junit::list(&file, &|name| finder.find(name)).map_err(|problem| refused(&problem))?;
    for test in tests {
        let name = format!("{}#{}", class.replace('/', "."), test.name);
        if let Some(why) = test.disabled {
            output::complain(&format!("thinair: {name} is disabled: {why}"));
            continue;
        }
        match test.invocations.filter(|_| args.arguments.is_empty()) {
            None => found.push(name.into()),
            Some(all) => found.extend((1..=all).map(|i| OsString::from(format!("{name}[{i}]")))),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_named_by_class_method_and_invocation() {
        let read = |text: &str| {
            let test = named(OsStr::new(text))?;
            Some((test.class, test.method, test.invocation))
        };
        let named = |class: &str, method: &str, n| Some((class.to_owned(), method.to_owned(), n));
        assert_eq!(read("p.T#m"), named("p/T", "m", None));
        assert_eq!(read("p.T$In#m[12]"), named("p/T$In", "m", Some(12)));
        for other in ["p.T", "#m", "p.T#", "p.T#m[x]", "p..T#m"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
