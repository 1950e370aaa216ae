//! API programs, compiled and loaded for checking, many over one class library; twice, since what is trusted
//! is a property of the library.

use apigen::{Catalogue, Form, HELPERS, METHODS, Method, Plan, recipes};
use java_machine::Trust;
use jvm::Library;
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use verify::java::JavaProgram;

const JAVAC_OPTIONS: [&str; 8] = [
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:+UseSerialGC",
    "-g",
    "-nowarn",
    "-Xlint:none",
    "-proc:none",
    "-Xmaxerrs",
    "10000",
];

/// A class library in two states of trust, and a folder for the classes of programs.
pub struct Bench {
    /// The JDK.
    pub home: PathBuf,
    /// The folder of the classes.
    pub folder: PathBuf,
    default: Booted,
    none: Booted,
}

struct Booted {
    lib: &'static Library,
    state: jvm::State,
    options: java_machine::Options,
}

/// What is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trusted {
    /// What the table of contracts says.
    Default,
    /// Nothing: everything is checked.
    Nothing,
}

impl Bench {
    /// Creates a bench for the JDK of this home, or the oldest one found. `folder` is emptied first.
    pub fn new(home: Option<&Path>, folder: &Path) -> Result<Bench, String> {
        let home = home.map_or_else(oldest, |home| Ok(home.to_owned()))?;
        let _ = std::fs::remove_dir_all(folder);
        let classes = folder.join("classes");
        std::fs::create_dir_all(&classes).map_err(|e| format!("{}: {e}", classes.display()))?;
        let bench = Bench {
            default: booted(&home, &classes, Trust::Library)?,
            none: booted(&home, &classes, Trust::None)?,
            home,
            folder: folder.to_owned(),
        };
        let mut files =
            vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src/thinair/Thinair.java")];
        for (name, text) in
            HELPERS.into_iter().chain([("Methods.java", METHODS), ("Harness.java", apigen::HARNESS)])
        {
            files.push(bench.write(name, text)?);
        }
        bench.javac(&files).map_err(|(text, _)| format!("javac: {text}"))?;
        Ok(bench)
    }

    fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let file = self.folder.join(name);
        std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
        Ok(file)
    }

    /// What can be called, by the recipes with these names, or all ([`Catalogue::new`]).
    pub fn catalogue(&self, filters: &[&str]) -> Result<Catalogue, String> {
        let mut command = self.java();
        command.arg("Methods").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("java: {e}"))?;
        let all = recipes();
        let names: BTreeSet<&str> = all.iter().flat_map(|r| r.receivers().map(|(_, class)| class)).collect();
        let names: String = names.into_iter().flat_map(|name| [name, "\n"]).collect();
        let mut stdin = child.stdin.take().ok_or("java has no input")?;
        // The process reads all of it before it prints much.
        stdin.write_all(names.as_bytes()).map_err(|e| e.to_string())?;
        drop(stdin);
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        if let Some(unknown) = text.lines().find(|line| line.ends_with("\t?")) {
            return Err(format!("no such class: {unknown}"));
        }
        let methods: Vec<Method> = text.lines().filter_map(Method::read).collect();
        Ok(Catalogue::new(&methods, filters))
    }

    /// The real java, with the classes of programs.
    pub fn java(&self) -> Command {
        let mut command = Command::new(self.home.join("bin/java"));
        command.args(["-ea", "-XX:+UseSerialGC", "-Xss512k", "-cp"]).arg(self.folder.join("classes"));
        command
    }

    /// Compiles the plans in these forms; returns the names of classes that javac rejects, with its messages.
    pub fn compile(&self, programs: &[(&Plan, Form)]) -> Result<Vec<(String, String)>, String> {
        let mut files = Vec::new();
        for (plan, form) in programs {
            let class = plan.class(*form);
            files.push((class.clone(), self.write(&format!("{class}.java"), &plan.java(*form))?));
        }
        let mut refused = Vec::new();
        while !files.is_empty() {
            let paths: Vec<PathBuf> = files.iter().map(|(_, path)| path.clone()).collect();
            let Err((text, errors)) = self.javac(&paths) else { return Ok(refused) };
            if errors.is_empty() {
                return Err(format!("javac: {text}"));
            }
            files.retain(|(class, _)| !errors.iter().any(|(c, _)| c == class));
            refused.extend(errors);
        }
        Ok(refused)
    }

    /// Runs javac. The error has its whole output, and the messages by class.
    fn javac(&self, files: &[PathBuf]) -> Result<(), (String, Vec<(String, String)>)> {
        let classes = self.folder.join("classes");
        let mut command = Command::new(self.home.join("bin/javac"));
        command.args(JAVAC_OPTIONS).args(["-encoding", "UTF-8", "-d"]).arg(&classes).arg("-cp").arg(&classes);
        // There may be too many files for a command line.
        let list: String = files.iter().map(|f| format!("\"{}\"\n", f.display())).collect();
        let list = self.write("files", &list).map_err(|e| (e, Vec::new()))?;
        let done = command.arg(format!("@{}", list.display())).output();
        let done = done.map_err(|e| (e.to_string(), Vec::new()))?;
        if done.status.success() {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        let mut errors: Vec<(String, String)> = Vec::new();
        for line in text.lines().filter(|line| line.contains(": error: ")) {
            let file = line.split(".java:").next().unwrap_or_default();
            let class = file.rsplit('/').next().unwrap_or_default().to_owned();
            if !errors.iter().any(|(c, _)| *c == class) {
                errors.push((class, line.to_owned()));
            }
        }
        Err((text, errors))
    }

    /// The compiled program with this main class and this argument.
    pub fn program(
        &self,
        class: &str,
        argument: Option<&str>,
        trusted: Trusted,
    ) -> Result<JavaProgram, String> {
        let booted = if trusted == Trusted::Default { &self.default } else { &self.none };
        let mut state = booted.state.clone();
        let mut options = booted.options.clone();
        options.threads = std::sync::Arc::default();
        let arguments: Vec<String> = argument.into_iter().map(str::to_owned).collect();
        jvm::start(booted.lib, &mut state, &options.vm, class, &arguments).map_err(|e| e.to_string())?;
        Ok(JavaProgram::new(booted.lib, state, options))
    }
}

fn booted(home: &Path, classes: &Path, trust: Trust) -> Result<Booted, String> {
    let jdk = classfile::Jdk::open(home).map_err(|e| e.to_string())?;
    let path = classfile::ClassPath::new(&[classes.to_owned()], jdk.release).map_err(|e| e.to_string())?;
    let lib = Library::new(jdk, path);
    java_machine::set_checking(lib, java_machine::Policy::of(trust));
    let vm = jvm::Options { class_path: classes.display().to_string(), ..jvm::Options::default() };
    let options = java_machine::Options::from(vm);
    let state = jvm::boot(lib, &options.vm).map_err(|e| e.to_string())?;
    Ok(Booted { lib, state, options })
}

/// The oldest JDK with a compiler.
fn oldest() -> Result<PathBuf, String> {
    let found = classfile::find_jdks().map_err(|e| e.to_string())?;
    let compiles = found.iter().filter(|jdk| jdk.home.join("bin/javac").is_file());
    let oldest = compiles.min_by_key(|jdk| jdk.release).ok_or("needs a JDK with javac")?;
    Ok(oldest.home.clone())
}
