//! Compiles sources into memory with the JDK's javac: the private folder is removed before the program
//! starts. The class through which programs talk to the checker (docs/API.md) is compiled along with sources
//! that mention it.

use crate::ending;
use anyhow::{Context, Result, bail};
use classfile::{Bytes, ClassFile, access};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The first release with instance main methods (JEP 512).
const INSTANCE_MAIN: u16 = 25;

/// The class through which programs talk to the checker.
pub const API: &str = "thinair/Thinair";
const API_SOURCE: &str = include_str!("../../../../../api/src/thinair/Thinair.java");

/// The path of a JDK's compiler.
pub fn javac(home: &Path) -> PathBuf {
    home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
}

/// A limit was reached before the program started, or the user interrupted.
#[derive(Debug, thiserror::Error)]
#[error("thinair: unknown: {0} while javac compiled")]
pub struct OutOf(&'static str);

/// Limits of javac.
#[derive(Debug, Clone, Copy, Default)]
pub struct JavacLimits {
    /// When to give up.
    pub deadline: Option<Instant>,
    /// The memory of the whole process. Half of it is for javac's heap, the rest for the JVM's other needs.
    pub memory: Option<u64>,
}

impl JavacLimits {
    /// A time limit that starts now, and a memory limit.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> JavacLimits {
        JavacLimits { deadline: time.map(|time| Instant::now() + time), memory }
    }
}

/// The smallest heap for javac, in megabytes: with less it does not even start.
const LEAST_HEAP: u64 = 8;

/// The largest heap given to javac, in megabytes: a JVM refuses what no machine has.
const MOST_HEAP: u64 = 1 << 16;

/// The most sources that are considered few.
const FEW: usize = 20;

/// The configuration of a compilation.
#[derive(Clone, Copy)]
pub struct Compiler<'a> {
    /// The JDK whose javac is used.
    pub jdk: &'a classfile::Jdk,
    /// The class path.
    pub class_path: Option<&'a OsStr>,
    /// The source path.
    pub source_path: &'a [PathBuf],
    /// Whether preview features are enabled.
    pub preview: bool,
    /// Whether to hide javac's warnings.
    pub quiet: bool,
    /// The limits.
    pub limits: JavacLimits,
}

/// javac's messages, and the class files by their names in the folder, unless there were errors.
pub struct Compiled {
    pub files: Option<BTreeMap<String, Bytes>>,
    pub said: String,
}

/// Compiles the sources of tests together, since they may refer to each other. Leaves out sources with
/// errors, and those that need them, and prints javac's messages about them. Returns the class files, and the
/// sources left out.
pub fn compile_tests<'a>(
    sources: &'a [PathBuf],
    jdk: &classfile::Jdk,
    class_path: Option<&OsStr>,
    quiet: bool,
    limits: JavacLimits,
) -> Result<(BTreeMap<String, Bytes>, Vec<&'a Path>)> {
    let compiler = Compiler { jdk, class_path, source_path: &[], preview: false, quiet, limits };
    let mut good: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    let mut bad: Vec<&Path> = Vec::new();
    while !good.is_empty() {
        let Compiled { files, said } = compiler.run(&good)?;
        if files.is_none() && !said.is_empty() {
            crate::output::complain(&said);
        }
        if let Some(files) = files {
            return Ok((files, bad));
        }
        // If no message names a source, any of them may be wrong.
        let named = in_error(&said, &good);
        bad.extend(good.iter().filter(|source| named.is_empty() || named.contains(*source)));
        good.retain(|source| !bad.contains(source));
    }
    Ok((BTreeMap::new(), bad))
}

/// The sources for which javac reports errors: `FILE:LINE: error: …`.
fn in_error<'a>(said: &str, sources: &[&'a Path]) -> Vec<&'a Path> {
    let is_error = |rest: &str| {
        let after_line = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        after_line.len() < rest.len() && after_line.starts_with(": error:")
    };
    let is_named = |source: &&&Path| {
        let name = format!("{}:", harmless(source).display());
        said.lines().any(|line| line.strip_prefix(&name).is_some_and(is_error))
    };
    sources.iter().filter(is_named).copied().collect()
}

impl Compiler<'_> {
    /// Runs javac. Prints its warnings if there are no errors; errors are left to the caller.
    pub fn run(&self, files: &[&Path]) -> Result<Compiled> {
        let folder = Folder::new()?;
        let (out, empty) = (folder.make("out")?, folder.make("empty")?);
        let (api, _) = folder.put_api()?;
        let sources = std::env::join_paths(self.source_path.iter().chain([&api]))
            .context("error: the source path has an entry with a separator in it")?;
        let javac = javac(&self.jdk.home);
        let mut command = Command::new(&javac);
        // Annotation processors are disabled. The messages are parsed, so they must be in a known language.
        command.args(["-J-Duser.language=en", "-g", "-proc:none", "-encoding", "UTF-8"]);
        // Few sources compile faster than HotSpot's optimising compiler warms up.
        if files.len() <= FEW {
            command.args([
                "-J-XX:+IgnoreUnrecognizedVMOptions",
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
            ]);
        }
        if let Some(memory) = self.limits.memory {
            command.arg(format!("-J-Xmx{}m", ((memory / 2) >> 20).clamp(LEAST_HEAP, MOST_HEAP)));
        }
        command.arg("-d").arg(&out).arg("-sourcepath").arg(sources);
        command.arg("-classpath").arg(self.class_path.unwrap_or(empty.as_os_str()));
        if self.preview {
            command.args(["--enable-preview", "--release", &self.jdk.release.to_string()]);
        }
        // In a file, since there may be more than fit on a command line.
        let list = folder.0.join("sources");
        let quoted = |file: &&Path| {
            format!(
                "\"{}\"\n",
                harmless(file).display().to_string().replace('\\', "\\\\").replace('"', "\\\"")
            )
        };
        if files.len() > 1 && files.iter().all(|file| file.to_str().is_some()) {
            std::fs::write(&list, files.iter().map(quoted).collect::<String>())
                .with_context(|| format!("cannot write {}", list.display()))?;
            let mut named = std::ffi::OsString::from("@");
            named.push(&list);
            command.arg(named);
        } else {
            command.args(files.iter().map(|file| harmless(file)));
        }
        let done = ending::output_of(&mut command, self.limits.deadline);
        let done = done.with_context(|| format!("error: cannot start {}", javac.display()))?;
        // javac receives the signal, too.
        if ending::is_interrupted() {
            return Err(OutOf("interrupted").into());
        }
        let Some(done) = done else { return Err(OutOf("time limit reached").into()) };
        let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).trim_end().to_owned();
        if !done.status.success() {
            if self.limits.memory.is_some() && said.contains("java.lang.OutOfMemoryError") {
                return Err(OutOf("memory limit reached").into());
            }
            // It reported errors, or it failed itself.
            if !said.contains("error:") {
                let first = files.first().map_or(Path::new(""), |file| file);
                let start: Vec<&str> = said.lines().take(4).collect();
                let start = start.join("\n");
                bail!("error: {} failed on {}: {}\n{start}", javac.display(), first.display(), done.status);
            }
            return Ok(Compiled { files: None, said });
        }
        if !said.is_empty() && !self.quiet {
            crate::output::complain(&said);
        }
        let mut files = BTreeMap::new();
        collect(&out, "", &mut files)?;
        Ok(Compiled { files: Some(files), said })
    }
}

/// The root folder of a source's package, in which javac finds the sources that it refers to.
pub fn source_root(source: &Path) -> PathBuf {
    let around = source.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let package = std::fs::read_to_string(source).map(|text| package_of(&text)).unwrap_or_default();
    let parts: Vec<&str> = package.split('.').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() {
        return around.to_owned();
    }
    let Ok(mut root) = around.canonicalize() else { return around.to_owned() };
    for part in parts.iter().rev() {
        if root.file_name() != Some(OsStr::new(part)) {
            return around.to_owned();
        }
        root.pop();
    }
    root
}

/// The package that a source declares; empty if it declares none.
fn package_of(text: &str) -> String {
    let bare = without_comments(text);
    let is_start = |line: &&str| line.trim_start().starts_with("package");
    // Annotations may precede the declaration; nothing else does.
    let Some(at) = bare.split(';').next().filter(|first| !first.contains('{')) else { return String::new() };
    let Some(line) = at.lines().find(is_start) else { return String::new() };
    let rest = at[at.find(line).unwrap_or_default()..].trim_start().trim_start_matches("package");
    rest.split_whitespace().collect()
}

fn without_comments(text: &str) -> String {
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("/*").into_iter().chain(rest.find("//")).min() {
        bare += &rest[..at];
        let is_block = rest[at..].starts_with("/*");
        let end = if is_block { rest[at..].find("*/").map(|n| n + 2) } else { rest[at..].find('\n') };
        match end {
            Some(end) => rest = &rest[at + end..],
            None => return bare,
        }
    }
    bare + rest
}

/// The class through which programs talk to the checker, as a jar.
pub fn api_jar(jdk: &classfile::Jdk) -> Result<Vec<u8>> {
    let folder = Folder::new()?;
    let (out, (_, source)) = (folder.make("out")?, folder.put_api()?);
    let jar = folder.0.join("api.jar");
    let mut compile = Command::new(javac(&jdk.home));
    compile.args(["-g", "-proc:none", "-encoding", "UTF-8", "--release"]);
    succeeds(compile.arg(classfile::OLDEST_RELEASE.to_string()).arg("-d").arg(&out).arg(source))?;
    let mut pack =
        Command::new(javac(&jdk.home).with_file_name(if cfg!(windows) { "jar.exe" } else { "jar" }));
    succeeds(pack.args(["--create", "--file"]).arg(&jar).arg("-C").arg(&out).arg("."))?;
    std::fs::read(&jar).with_context(|| format!("cannot read {}", jar.display()))
}

/// Runs a command of the JDK that should succeed silently.
fn succeeds(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = ending::output_of(command, None).with_context(|| format!("error: cannot start {name}"))?;
    let done = done.context("there is no deadline")?;
    if !done.status.success() {
        let said = [done.stdout, done.stderr].concat();
        bail!("error: {name} failed: {}\n{}", done.status, String::from_utf8_lossy(&said).trim_end());
    }
    Ok(())
}

/// A file name that javac mistakes for neither an option nor an argument file.
fn harmless(source: &Path) -> PathBuf {
    let is_special = source.to_string_lossy().starts_with(['-', '@']);
    if is_special { Path::new(".").join(source) } else { source.to_owned() }
}

/// A class that javac produced, or that is in a folder.
pub struct Made {
    /// The dotted name.
    pub name: String,
    /// The name of its source file, without folder.
    pub source: Option<String>,
    /// Whether it has a main method.
    pub has_main: bool,
    /// Whether it is nested in another class.
    pub is_nested: bool,
    first_line: u16,
}

impl Made {
    /// Extracts these facts from a class file.
    pub fn of(file: &ClassFile, release: u16) -> Made {
        Made {
            name: file.name.replace('/', "."),
            source: file.source_file.as_deref().map(str::to_owned),
            has_main: has_main(file, release),
            is_nested: file.enclosing_method.is_some()
                || file.inner_classes.iter().any(|i| i.inner == file.name),
            first_line: first_line(file),
        }
    }
}

/// The classes that javac produced, in source order.
pub fn made(files: &BTreeMap<String, Bytes>, release: u16) -> Result<Vec<Made>> {
    let mut classes = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, _)| name.ends_with(".class")) {
        let file = classfile::parse(bytes.clone()).with_context(|| format!("javac made {name}"))?;
        if !matches!(&*file.name, "module-info" | API) {
            classes.push(Made::of(&file, release));
        }
    }
    classes.sort_by(|a, b| (a.first_line, &a.name).cmp(&(b.first_line, &b.name)));
    Ok(classes)
}

/// The main class of a source file: the first class with a main method, or else the first class, since it may
/// inherit one.
pub fn main_of<'a>(classes: &'a [Made], source: &Path) -> Option<&'a Made> {
    let file = source.file_name().map(OsStr::to_string_lossy);
    let is_of = |class: &&Made| class.source.as_deref() == file.as_deref() && !class.is_nested;
    classes.iter().filter(is_of).min_by_key(|class| !class.has_main)
}

/// Whether a class has a method that this release accepts as main.
fn has_main(file: &ClassFile, release: u16) -> bool {
    let is_main = |m: &classfile::Method| match &*m.descriptor {
        "([Ljava/lang/String;)V" if release < INSTANCE_MAIN => {
            m.access & (access::PUBLIC | access::STATIC) == access::PUBLIC | access::STATIC
        }
        "([Ljava/lang/String;)V" | "()V" if release >= INSTANCE_MAIN => m.access & access::PRIVATE == 0,
        _ => false,
    };
    file.methods.iter().any(|m| &*m.name == "main" && is_main(m))
}

/// The first source line with code, which orders the classes of a file.
fn first_line(file: &ClassFile) -> u16 {
    let lines = file.methods.iter().filter_map(|m| m.code.as_ref()).flat_map(|code| &code.lines);
    lines.map(|&(_, line)| line).min().unwrap_or(u16::MAX)
}

fn collect(folder: &Path, prefix: &str, files: &mut BTreeMap<String, Bytes>) -> Result<()> {
    let failed = || format!("cannot read {}", folder.display());
    for entry in folder.read_dir().with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = entry.path();
        if path.is_dir() {
            collect(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
            files.insert(format!("{prefix}{name}"), Bytes::from(bytes));
        }
    }
    Ok(())
}

/// A private folder, removed when it is dropped.
pub struct Folder(PathBuf);

impl Folder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Creates a private folder.
    pub fn new() -> Result<Folder> {
        for number in 0..1000 {
            let path = std::env::temp_dir().join(format!("thinair-{}-{number}", std::process::id()));
            match make_private(&path) {
                Ok(()) => {
                    ending::register_folder(&path);
                    return Ok(Folder(path));
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let hint = "the compiler needs a place for its output; set TMPDIR to a folder that can be written";
                    return Err(error).with_context(|| {
                        format!("error: cannot create {}\n   = hint: {hint}", path.display())
                    });
                }
            }
        }
        bail!("error: cannot create a private folder in {}", std::env::temp_dir().display())
    }
}

impl Folder {
    /// Creates a subfolder.
    pub fn make(&self, name: &str) -> Result<PathBuf> {
        let made = self.0.join(name);
        std::fs::create_dir_all(&made).with_context(|| format!("cannot create {}", made.display()))?;
        Ok(made)
    }

    /// Writes the source of the checker's own class. Returns the folder to search, and the file.
    pub fn put_api(&self) -> Result<(PathBuf, PathBuf)> {
        let sources = self.make("api")?;
        self.make("api/thinair")?;
        let file = sources.join(API).with_extension("java");
        std::fs::write(&file, API_SOURCE).with_context(|| format!("cannot write {}", file.display()))?;
        Ok((sources, file))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        ending::remove(&self.0);
    }
}

/// Fails if it already exists: another user may own it.
fn make_private(path: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_in_error_are_those_that_javac_names_with_errors() {
        let (a, b, c) = (Path::new("p/A.java"), Path::new("B.java"), Path::new("-C.java"));
        let said = "B.java:3: warning: [removal] old\np/A.java:12: error: ';' expected\n./-C.java:1: error: no\n\
                    B.java: error: no line\n2 errors";
        assert_eq!(in_error(said, &[a, b, c]), [a, c]);
    }

    #[test]
    fn the_package_of_a_source_is_what_it_declares() {
        assert_eq!(
            package_of("/* package x; */ // package y;\n@Deprecated\npackage a . b.c ;\nclass A { }"),
            "a.b.c"
        );
        assert_eq!(package_of("import java.util.*;\nclass A { String package_ = \"package x;\"; }"), "");
        assert_eq!(package_of("class packages { int x; }"), "");
        assert_eq!(package_of(""), "");
    }
}
