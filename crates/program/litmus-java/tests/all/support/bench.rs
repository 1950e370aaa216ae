//! Java programs, compiled and loaded for checking, many over one class library.
//!
//! Shared by the test beside it (`crates/program/litmus-java/tests/all/machines.rs`) and by `cargo xtask
//! java-litmus`, whose program (`crates/program/litmus-java/examples/java_litmus.rs`) includes this folder.
//! The class library is loaded and booted once; each program begins with a copy of that state. Classes are
//! looked up on demand, so that more can be compiled later.

use jvm::Library;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use verify::java::JavaProgram;

/// Makes javac start quickly, and print only what matters.
const JAVAC_OPTIONS: [&str; 7] = [
    "-J-XX:TieredStopAtLevel=1",
    "-J-XX:+UseSerialGC",
    "-g",
    "-nowarn",
    "-Xlint:none",
    "-proc:none",
    "-encoding",
];

/// A class library, and a folder for the classes of programs.
pub struct Bench {
    javac: PathBuf,
    folder: PathBuf,
    lib: &'static Library,
    booted: jvm::State,
    options: java_machine::Options,
}

impl Bench {
    /// Creates a bench for the JDK of this home, or the oldest one found. `folder` is emptied first.
    pub fn new(home: Option<&Path>, folder: &Path) -> Result<Bench, String> {
        let jdk = classfile::Jdk::open(home.map_or_else(oldest, |home| Ok(home.to_owned()))?);
        let jdk = jdk.map_err(|e| e.to_string())?;
        let _ = std::fs::remove_dir_all(folder);
        let classes = folder.join("classes");
        std::fs::create_dir_all(&classes).map_err(|e| format!("{}: {e}", classes.display()))?;
        let path = classfile::ClassPath::new(std::slice::from_ref(&classes), jdk.release)
            .map_err(|e| e.to_string())?;
        let javac = jdk.home.join("bin/javac");
        let lib = Library::new(jdk, path);
        java_machine::set_checking(lib, java_machine::Policy::default());
        let vm = jvm::Options { class_path: classes.display().to_string(), ..jvm::Options::default() };
        let decisive = java_machine::Decisive { assertions: true, exceptions: true };
        let options = java_machine::Options { decisive, ..java_machine::Options::from(vm) };
        let booted = jvm::boot(lib, &options.vm).map_err(|e| e.to_string())?;
        let bench = Bench { javac, folder: folder.to_owned(), lib, booted, options };
        let thinair = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src/thinair/Thinair.java");
        bench.javac(&[thinair])?;
        Ok(bench)
    }

    /// Compiles public classes, each given by its name and text, with one call of javac.
    pub fn compile<'a>(&self, classes: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), String> {
        let mut files = Vec::new();
        for (class, text) in classes {
            let file = self.folder.join(format!("{class}.java"));
            std::fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
            files.push(file);
        }
        if files.is_empty() { Ok(()) } else { self.javac(&files) }
    }

    fn javac(&self, files: &[PathBuf]) -> Result<(), String> {
        let classes = self.folder.join("classes");
        let mut command = Command::new(&self.javac);
        command.args(JAVAC_OPTIONS).arg("UTF-8").arg("-d").arg(&classes).arg("-cp").arg(&classes);
        let done = command.args(files).output().map_err(|e| format!("{}: {e}", self.javac.display()))?;
        if done.status.success() {
            return Ok(());
        }
        Err(format!("javac: {}", String::from_utf8_lossy(&[done.stdout, done.stderr].concat())))
    }

    /// The compiled program with this main class and these arguments.
    pub fn program(&self, class: &str, arguments: &[String]) -> Result<JavaProgram, String> {
        let mut state = self.booted.clone();
        jvm::start(self.lib, &mut state, &self.options.vm, class, arguments).map_err(|e| e.to_string())?;
        Ok(JavaProgram::new(self.lib, state, self.options.clone()))
    }
}

impl Bench {
    /// The threads of this compiled class.
    pub fn threads(&self, class: &str) -> Result<Threads, String> {
        let file = self.folder.join("classes").join(format!("{class}.class"));
        let bytes = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let parsed = classfile::parse(bytes.into()).map_err(|e| e.to_string())?;
        let test =
            jcstress::read_threads(&parsed).ok_or("there are no threads")?.map_err(|e| e.to_string())?;
        let harness = jcstress::threads_harness(&test).map_err(|e| e.to_string())?;
        let (mut state, mut options) = (self.booted.clone(), self.options.clone());
        options.threads = std::sync::Arc::default();
        java_machine::start_spun(self.lib, &mut state, &mut options, (class, harness), None)
            .map_err(|e| e.to_string())?;
        let copies = jcstress::copied_values(&parsed, &test);
        let assertions = jcstress::assertions(&parsed, &test);
        Ok((JavaProgram::new(self.lib, state, options), copies, assertions))
    }
}

/// A program of threads; the values that they copy, if they do nothing else with values; and their
/// assertions.
pub type Threads = (JavaProgram, Option<BTreeSet<i32>>, Vec<jcstress::Assertion>);

/// The oldest JDK with a compiler.
fn oldest() -> Result<PathBuf, String> {
    let found = classfile::find_jdks().map_err(|e| e.to_string())?;
    let compiles = found.iter().filter(|jdk| jdk.home.join("bin/javac").is_file());
    let oldest = compiles.min_by_key(|jdk| jdk.release).ok_or("needs a JDK with javac")?;
    Ok(oldest.home.clone())
}
