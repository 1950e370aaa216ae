//! Compiles one source file with the JDK's javac, into memory: the private folder is gone before the program begins.
//! The class by which programs speak to the checker (docs/API.md) is compiled with whatever mentions it.

use anyhow::{Context, Result, bail};
use classfile::{Bytes, ClassFile, access};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first release with instance main methods (JEP 512).
const INSTANCE_MAIN: u16 = 25;

/// What javac made of a file.
pub struct Compiled {
    /// The name of the main class, with dots.
    pub main: String,
    /// The class files by their names in the folder.
    pub files: BTreeMap<String, Bytes>,
}

/// The class by which programs speak to the checker.
pub const API: &str = "thinair/Thinair";
const API_SOURCE: &str = include_str!("../../../../api/src/thinair/Thinair.java");

/// Where a JDK has its compiler.
pub fn javac(home: &Path) -> PathBuf {
    home.join("bin").join(if cfg!(windows) { "javac.exe" } else { "javac" })
}

/// Compiles `source`; nothing if javac finds errors, which it then has shown. Its other remarks are shown unless `quiet`.
pub fn compile(
    source: &Path,
    jdk: &classfile::Jdk,
    class_path: Option<&OsStr>,
    quiet: bool,
) -> Result<Option<Compiled>> {
    let Some(files) = compile_all(&[source], jdk, class_path, quiet)? else { return Ok(None) };
    let main = main_class(&files, jdk.release, source)?;
    Ok(Some(Compiled { main, files }))
}

/// The same for the sources of tests, together: they may mention each other. Sources in which javac finds errors are left out, and told with
/// what it says; so are those that need them. The class files, and the sources that were left out.
pub fn compile_tests<'a>(
    sources: &'a [PathBuf],
    jdk: &classfile::Jdk,
    class_path: Option<&OsStr>,
    quiet: bool,
) -> Result<(BTreeMap<String, Bytes>, Vec<&'a Path>)> {
    let mut good: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    let mut bad: Vec<&Path> = Vec::new();
    while !good.is_empty() {
        let (files, said) = javac_on(&good, jdk, class_path, quiet)?;
        if let Some(files) = files {
            return Ok((files, bad));
        }
        // Where no message names a source, nothing is known of any of them.
        let named = in_error(&said, &good);
        bad.extend(good.iter().filter(|source| named.is_empty() || named.contains(*source)));
        good.retain(|source| !bad.contains(source));
    }
    Ok((BTreeMap::new(), bad))
}

/// The sources about which javac has errors to tell: `FILE:LINE: error: …`.
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

fn compile_all(
    files: &[&Path],
    jdk: &classfile::Jdk,
    class_path: Option<&OsStr>,
    quiet: bool,
) -> Result<Option<BTreeMap<String, Bytes>>> {
    Ok(javac_on(files, jdk, class_path, quiet)?.0)
}

/// Runs javac: the class files, if it finds no errors; and what it said, which has been shown.
fn javac_on(
    files: &[&Path],
    jdk: &classfile::Jdk,
    class_path: Option<&OsStr>,
    quiet: bool,
) -> Result<(Option<BTreeMap<String, Bytes>>, String)> {
    let folder = Folder::new()?;
    let (out, empty) = (folder.make("out")?, folder.make("empty")?);
    let (sources, _) = folder.put_api()?;
    let javac = javac(&jdk.home);
    // One file only: others are not searched for, neither beside it nor on the class path, but for the checker's own class.
    // No annotation processors run. The messages are read, so that they must be in a language that is known.
    let done = Command::new(&javac)
        .args(["-J-Duser.language=en", "-g", "-proc:none", "-encoding", "UTF-8", "-d"])
        .arg(&out)
        .arg("-sourcepath")
        .arg(&sources)
        .arg("-classpath")
        .arg(class_path.unwrap_or(empty.as_os_str()))
        .args(files.iter().map(|file| harmless(file)))
        .output();
    let done = done.with_context(|| format!("cannot start {}", javac.display()))?;
    let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).trim_end().to_owned();
    if !said.is_empty() && (!done.status.success() || !quiet) {
        crate::output::complain(&said);
    }
    if !done.status.success() {
        if said.is_empty() {
            let first = files.first().map_or(Path::new(""), |file| file);
            bail!("error: {} failed on {}: {}", javac.display(), first.display(), done.status);
        }
        return Ok((None, said));
    }
    let mut files = BTreeMap::new();
    collect(&out, "", &mut files)?;
    Ok((Some(files), said))
}

/// The class by which programs speak to the checker, as a jar.
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

/// Runs a command of the JDK that should have nothing to say.
fn succeeds(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.output().with_context(|| format!("error: cannot start {name}"))?;
    if !done.status.success() {
        let said = [done.stdout, done.stderr].concat();
        bail!("error: {name} failed: {}\n{}", done.status, String::from_utf8_lossy(&said).trim_end());
    }
    Ok(())
}

/// A file name that javac takes for neither an option nor a list of arguments.
fn harmless(source: &Path) -> PathBuf {
    let is_special = source.to_string_lossy().starts_with(['-', '@']);
    if is_special { Path::new(".").join(source) } else { source.to_owned() }
}

/// The first class of the file that has a main method, or the first class at all: it may inherit one.
fn main_class(files: &BTreeMap<String, Bytes>, release: u16, source: &Path) -> Result<String> {
    let mut classes = Vec::new();
    for bytes in files.values() {
        let file =
            classfile::parse(bytes.clone()).with_context(|| format!("javac made of {}", source.display()))?;
        let is_nested =
            file.enclosing_method.is_some() || file.inner_classes.iter().any(|i| i.inner == file.name);
        if !is_nested && !matches!(&*file.name, "module-info" | API) {
            classes.push((!has_main(&file, release), first_line(&file), file.name.replace('/', ".")));
        }
    }
    let first = classes.into_iter().min().with_context(|| {
        format!("error: {}: there is no class in this file\n   = hint: a program needs a class with a main method", source.display())
    })?;
    Ok(first.2)
}

/// Whether a class has a method that this release starts a program with.
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

/// The first source line that has code: it orders the classes of a file.
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
    /// A new one.
    pub fn new() -> Result<Folder> {
        for number in 0..1000 {
            let path = std::env::temp_dir().join(format!("thinair-{}-{number}", std::process::id()));
            match make_private(&path) {
                Ok(()) => return Ok(Folder(path)),
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
    /// A folder in it.
    pub fn make(&self, name: &str) -> Result<PathBuf> {
        let made = self.0.join(name);
        std::fs::create_dir_all(&made).with_context(|| format!("cannot create {}", made.display()))?;
        Ok(made)
    }

    /// The source of the checker's own class: the folder to search for it, and the file.
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
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Fails if it is there already: somebody else may own it.
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
}
