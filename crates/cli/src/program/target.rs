//! From what was typed to a program: its main class, where its classes are, and the JDK.
//!
//! All that can be wrong with the main class's own file is found here, before anything runs.

use super::compile;
use crate::args::ProgramArgs;
use crate::output;
use anyhow::{Context, Result, anyhow, bail};
use classfile::{Bytes, ClassFile, ClassPath, Found, Jdk};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A program that can be started.
pub struct Program {
    /// The main class, with dots.
    pub main: String,
    /// Whose class library it uses.
    pub jdk: Jdk,
    /// Where its classes are.
    pub path: ClassPath,
    /// The same as the property java.class.path tells it.
    pub property: String,
    /// Those of its classes that are in memory only.
    pub memory: BTreeMap<String, Bytes>,
}

/// Finds what to run. Nothing if javac refused the source and has said why.
pub fn find(args: &ProgramArgs) -> Result<Option<Program>> {
    let target = args.words.first().map_or_else(|| OsStr::new(""), OsString::as_os_str);
    let file = Path::new(target);
    let program = match file.extension().and_then(OsStr::to_str) {
        Some("java") => source(args, file)?,
        Some("class") => Some(class_file(args, file)?),
        Some("jar") => Some(jar(args, file)?),
        _ => Some(main_class(args, target)?),
    };
    if let Some(program) = &program {
        check_main(program)?;
        if !args.quiet && misses_api(program) {
            output::complain(
                "thinair: the program uses thinair.Thinair, which is not on the class path\n   = hint: `thinair api` writes \
                 thinair-api.jar; name it with -cp, and the main class by its name",
            );
        }
        if args.verbose {
            let Program { main, jdk, property, .. } = program;
            output::complain(&format!("thinair: JDK {} in {}", jdk.version, jdk.home.display()));
            output::complain(&format!("thinair: class path {property}\nthinair: main class {main}"));
        }
    }
    Ok(program)
}

fn source(args: &ProgramArgs, file: &Path) -> Result<Option<Program>> {
    check_file(file)?;
    let jdk = open_jdk(args.jdk.as_deref(), true)?;
    let compiled = compile::compile(file, &jdk, args.class_path.as_deref(), args.quiet)?;
    let Some(compile::Compiled { main, files }) = compiled else { return Ok(None) };
    // As java does it: the classes of the source file come first, and no folder is on the path unless it is asked for.
    let (path, property) = class_path(args, args.class_path.as_deref(), &jdk)?;
    let path = path.with_memory(&file.display().to_string(), files.clone());
    Ok(Some(Program { main, jdk, path, property, memory: files }))
}

fn class_file(args: &ProgramArgs, file: &Path) -> Result<Program> {
    check_file(file)?;
    let bytes = std::fs::read(file).with_context(|| format!("error: cannot read {}", file.display()))?;
    let class = parse(file.display().to_string(), bytes.into())?;
    let root = root_of(file, &class.name)?;
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let mut entries = root.into_os_string();
    if let Some(more) = &args.class_path {
        entries.push(separator());
        entries.push(more);
    }
    let (path, property) = class_path(args, Some(&entries), &jdk)?;
    Ok(Program { main: class.name.replace('/', "."), jdk, path, property, memory: BTreeMap::new() })
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
    let Some(main) = jar.manifest().main_class.clone().filter(|m| !m.is_empty()) else {
        bail!(
            "error: {}: there is no Main-Class in its manifest\n   = hint: name the class: thinair run -cp {} MAIN",
            file.display(),
            file.display()
        );
    };
    if args.class_path.is_some() && !args.quiet {
        output::complain(
            "thinair: the class path is that of the jar's manifest; -cp is ignored, as by java -jar",
        );
    }
    let (path, property) = class_path(args, Some(file.as_os_str()), &jdk)?;
    Ok(Program { main, jdk, path, property, memory: BTreeMap::new() })
}

fn main_class(args: &ProgramArgs, target: &OsStr) -> Result<Program> {
    let name = target.to_str().map(|name| name.replace('/', "."));
    let Some(main) = name.filter(|name| classfile::is_class_name(&name.replace('.', "/"))) else {
        bail!(
            "error: {} is not the name of a class\n   = hint: name a .java, .class or .jar file, or a main class such as \
             p.Main with -cp",
            target.display()
        );
    };
    let jdk = open_jdk(args.jdk.as_deref(), false)?;
    let (path, property) =
        class_path(args, Some(args.class_path.as_deref().unwrap_or(OsStr::new("."))), &jdk)?;
    if !args.quiet {
        for entry in path.missing() {
            output::complain(&format!("thinair: {} of the class path does not exist", entry.display()));
        }
    }
    Ok(Program { main, jdk, path, property, memory: BTreeMap::new() })
}

/// Opens the entries of a class path; also as one text.
pub fn class_path(args: &ProgramArgs, entries: Option<&OsStr>, jdk: &Jdk) -> Result<(ClassPath, String)> {
    let list: Vec<PathBuf> = entries.map(|e| std::env::split_paths(e).collect()).unwrap_or_default();
    let path = ClassPath::new(&list, jdk.release).map_err(|e| {
        anyhow!("error: {e}\n   = hint: the class path is made of directories, jars and dir/*")
    })?;
    if !args.quiet {
        for error in path.unreadable() {
            output::complain(&format!(
                "thinair: this entry of the class path is ignored, as by java: {error}"
            ));
        }
    }
    let property = entries.map(|e| e.to_string_lossy().into_owned()).unwrap_or_default();
    Ok((path, property))
}

fn separator() -> &'static str {
    if cfg!(windows) { ";" } else { ":" }
}

/// The JDK that was asked for, or the first that serves.
pub fn open_jdk(named: Option<&Path>, needs_javac: bool) -> Result<Jdk> {
    let has_javac = |home: &Path| !needs_javac || compile::javac(home).is_file();
    let home = match named {
        Some(home) => home.to_owned(),
        None => {
            let found = classfile::find_jdks().map_err(|e| anyhow!("error: {e}"))?;
            let best = found.iter().find(|jdk| has_javac(&jdk.home)).unwrap_or(&found[0]);
            best.home.clone()
        }
    };
    let jdk = Jdk::open(&home).map_err(|e| {
        anyhow!(
            "error: no JDK in {}: {e}\n   = hint: name a folder with bin/java and lib/modules",
            home.display()
        )
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
    if kind.len() > classfile::MAX_ENTRY {
        // Jars are read in pieces.
        let is_jar = file.extension() == Some(OsStr::new("jar"));
        if !is_jar {
            bail!("error: {} is larger than {} MiB", file.display(), classfile::MAX_ENTRY >> 20);
        }
    }
    Ok(())
}

/// Checks the main class's own file as far as that is possible without running anything.
fn check_main(program: &Program) -> Result<()> {
    let Program { main, jdk, path, property, .. } = program;
    let name = main.replace('.', "/");
    if jdk.find_class(&name).map_err(|e| anyhow!("error: {e}"))?.is_some() {
        return Ok(());
    }
    let Some(Found { bytes, source }) = path.find_class(&name).map_err(|e| anyhow!("error: {e}"))? else {
        bail!(
            "error: there is no class {main} on the class path {property}\n   = hint: give the name with its package, and \
             with -cp the folder or jar that the package is in"
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
    if class.minor == u16::MAX {
        bail!("error: {source}: class {main} was compiled with --enable-preview, which is not supported");
    }
    classfile::check_all(&class).map_err(|error| anyhow!("error: {source}: {error}"))?;
    Ok(())
}

/// Whether the main class mentions the checker's own class, which is not there.
fn misses_api(program: &Program) -> bool {
    let found = |name: &str| program.path.find_class(name).ok().flatten();
    let mentions =
        |bytes: &[u8]| bytes.windows(compile::API.len()).any(|part| part == compile::API.as_bytes());
    found(&program.main.replace('.', "/")).is_some_and(|main| mentions(&main.bytes))
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
