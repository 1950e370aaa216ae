//! The JDKs of this machine, and the programs compiled with them.

use crate::support::{Dir, Run, finish};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A JDK with its tools, and the folder of the programs it compiled.
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// Its release of Java.
    pub release: u16,
    /// The compiled programs.
    pub classes: PathBuf,
}

/// The oldest and the newest JDK of this machine with a compiler; one if these are the same.
pub fn all() -> &'static [Jdk] {
    static ALL: OnceLock<Vec<Jdk>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut found = classfile::find_jdks().unwrap_or_else(|e| panic!("these tests need a JDK: {e}"));
        found.retain(|jdk| jdk.home.join("bin/javac").is_file());
        assert!(!found.is_empty(), "these tests need a JDK with bin/javac; install one, or set JAVA_HOME");
        found.sort_by_key(|jdk| jdk.release);
        let (oldest, newest) = (&found[0], &found[found.len() - 1]);
        let chosen = if oldest.release == newest.release { vec![oldest] } else { vec![oldest, newest] };
        chosen.into_iter().map(|jdk| compile(&jdk.home, jdk.release)).collect()
    })
}

/// The oldest JDK, for tests that do not depend on it.
pub fn any() -> &'static Jdk {
    &all()[0]
}

fn compile(home: &Path, release: u16) -> Jdk {
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("run-{release}"));
    let _ = std::fs::remove_dir_all(&classes);
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/java");
    let mut javac = Command::new(home.join("bin/javac"));
    javac.arg("-g").arg("-d").arg(&classes);
    for folder in [sources.clone(), sources.join("p")] {
        for entry in folder.read_dir().expect("the programs are there") {
            let file = entry.expect("readable").path();
            if file.extension().is_some_and(|e| e == "java") {
                javac.arg(file);
            }
        }
    }
    let done = javac.output().expect("javac starts");
    assert!(done.status.success(), "javac: {}", String::from_utf8_lossy(&done.stderr));
    Jdk { home: home.to_owned(), release, classes }
}

impl Jdk {
    /// `thinair run` with this JDK and these words, in a directory.
    pub fn thinair(&self, dir: &Dir, words: &[&str]) -> Command {
        let mut command = dir.command(&["run"]);
        command.arg("--jdk").arg(&self.home).args(words);
        command.env("THINAIR_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("boot-states"));
        command
    }

    /// Runs `thinair run` with these words, in a directory.
    pub fn run_in(&self, dir: &Dir, words: &[&str]) -> Run {
        finish(self.thinair(dir, words).spawn().expect("the binary is built"))
    }

    /// Runs one of the compiled programs; the words are options, the program, its arguments.
    pub fn run(&self, words: &[&str]) -> Run {
        let classes = self.classes.to_str().expect("the path is UTF-8");
        self.run_in(&Dir::new(), &[&["-cp", classes], words].concat())
    }

    /// Runs one of the compiled programs with this JDK's own `java`.
    pub fn java(&self, words: &[&str]) -> Run {
        self.java_at(&self.classes, words)
    }

    /// Runs a program in this folder with this JDK's own `java`.
    pub fn java_at(&self, classes: &Path, words: &[&str]) -> Run {
        let mut java = Command::new(self.home.join("bin/java"));
        java.arg("-ea").arg("-cp").arg(classes).args(words);
        let java = java.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        finish(java.spawn().expect("java starts"))
    }

    /// Runs one of this JDK's tools in a directory.
    pub fn tool(&self, dir: &Dir, tool: &str, words: &[&str]) {
        let done =
            Command::new(self.home.join("bin").join(tool)).args(words).current_dir(dir.path("")).output();
        let done = done.unwrap_or_else(|e| panic!("{tool} does not start: {e}"));
        assert!(done.status.success(), "{tool} {words:?}: {}", String::from_utf8_lossy(&done.stderr));
    }

    /// A class file that this JDK compiled.
    pub fn class(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.classes.join(format!("{name}.class"))).expect("the program was compiled")
    }
}
