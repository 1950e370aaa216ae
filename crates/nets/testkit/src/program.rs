//! The programs: `tests/java/GROUP/NAME.java`, their `//@` lines, and how they are compiled.

use super::jdk::{Jdk, OLDEST};
use super::process;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The time limit of one call of javac.
const COMPILER_LIMIT: Duration = Duration::from_secs(300);

/// A program of the suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The source file.
    pub path: PathBuf,
    /// The folder it is in, below `tests/java/`.
    pub group: String,
    /// The name of its class, hence of its file.
    pub name: String,
    /// The text of the source file.
    pub source: String,
    /// What its `//@` lines say.
    pub directives: Directives,
}

/// The contents of the `//@` lines before the first line of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directives {
    /// `//@ args:` the arguments of `main`, separated by spaces.
    pub args: Vec<String>,
    /// `//@ jdk:` the oldest release that can compile it.
    pub jdk: u32,
    /// `//@ exit:` the status it must end with.
    pub exit: i32,
    /// `//@ javac:` further options of the compiler, separated by spaces.
    pub javac: Vec<String>,
}

impl Program {
    /// `group/Name`, as filters and messages spell it.
    pub fn title(&self) -> String {
        format!("{}/{}", self.group, self.name)
    }

    /// Whether this JDK can compile it.
    pub fn suits(&self, jdk: &Jdk) -> bool {
        jdk.release >= self.directives.jdk
    }
}

/// All programs below `suite` whose title contains `filter`, sorted by title.
pub fn find(suite: &Path, filter: &str) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for folder in entries(suite)?.into_iter().filter(|path| path.is_dir()) {
        let group = file_name(&folder);
        for path in entries(&folder)?.into_iter().filter(|path| path.extension().is_some_and(|e| e == "java"))
        {
            let name = file_name(&path).trim_end_matches(".java").to_owned();
            let source = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let directives = directives(&source).map_err(|e| format!("{}: {e}", path.display()))?;
            programs.push(Program { path, group: group.clone(), name, source, directives });
        }
    }
    programs.retain(|program| program.title().contains(filter));
    if programs.is_empty() {
        return Err(format!("no program in {} has `{filter}` in its name", suite.display()));
    }
    Ok(programs)
}

/// The entries of a folder, sorted.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |e: std::io::Error| format!("{}: {e}", folder.display());
    let entries: Result<Vec<_>, _> = std::fs::read_dir(folder).map_err(failed)?.collect();
    let mut paths: Vec<PathBuf> = entries.map_err(failed)?.iter().map(std::fs::DirEntry::path).collect();
    paths.sort();
    Ok(paths)
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn directives(source: &str) -> Result<Directives, String> {
    let mut found = Directives { args: Vec::new(), jdk: OLDEST, exit: 0, javac: Vec::new() };
    for line in source.lines().take_while(|line| line.is_empty() || line.starts_with("//")) {
        let Some(directive) = line.strip_prefix("//@") else { continue };
        let (key, value) = directive.split_once(':').ok_or_else(|| format!("no `:` in `{line}`"))?;
        let number = || value.trim().parse::<u32>().map_err(|e| format!("`{line}`: {e}"));
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match key.trim() {
            "args" => found.args = words(),
            "jdk" => found.jdk = number()?,
            "exit" => found.exit = i32::try_from(number()?).map_err(|e| format!("`{line}`: {e}"))?,
            "javac" => found.javac = words(),
            _ => return Err(format!("unknown directive `{line}` (known: args, jdk, exit, javac)")),
        }
    }
    Ok(found)
}

/// Compiles all programs that suit the JDK, one call per group and set of options, each group into its own
/// folder below `into`.
pub fn compile(programs: &[Program], jdk: &Jdk, into: &Path) -> Result<(), String> {
    let mut calls: BTreeMap<(&str, &[String]), Vec<&Path>> = BTreeMap::new();
    for program in programs.iter().filter(|program| program.suits(jdk)) {
        calls.entry((&program.group, &program.directives.javac)).or_default().push(&program.path);
    }
    let calls: Vec<_> = calls.into_iter().collect();
    let results = super::in_parallel(&calls, |((group, options), sources)| {
        let mut command = Command::new(jdk.command("javac"));
        command.args(["-nowarn", "-Xlint:none", "-proc:none", "-encoding", "UTF-8"]);
        command.arg("-d").arg(into.join(group)).args(*options).args(sources);
        let ended =
            process::run(&mut command, COMPILER_LIMIT).map_err(|e| format!("cannot run javac: {e}"))?;
        let message =
            || format!("javac {} failed in {group}:\n{}", jdk.release, String::from_utf8_lossy(&ended.err));
        if ended.status == Some(0) { Ok(()) } else { Err(message()) }
    });
    results.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_directives_before_the_code_and_none_after_it() {
        let source = "// A title.\n//@ args: a  b\n//@ jdk: 21\n\n//@ exit: 3\n//@ javac: -g\nclass A {}\n//@ jdk: 9\n";
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let expected = Directives { args: words(&["a", "b"]), jdk: 21, exit: 3, javac: words(&["-g"]) };
        assert_eq!(directives(source), Ok(expected));
        let none = Directives { args: vec![], jdk: 17, exit: 0, javac: vec![] };
        assert_eq!(directives("class A {}\n"), Ok(none));
    }

    #[test]
    fn refuses_unknown_and_unreadable_directives() {
        for line in ["//@ skip: now", "//@ jdk", "//@ jdk: new", "//@ exit: -1"] {
            assert!(directives(line).is_err(), "{line}");
        }
    }
}
