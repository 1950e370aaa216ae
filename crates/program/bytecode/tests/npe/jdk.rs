//! Finds JDKs and runs their tools. A missing JDK is a failure with a message, never a skipped test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed JDK.
#[derive(Debug)]
pub struct Jdk {
    pub home: PathBuf,
    pub release: u16,
}

/// One JDK per release found; the messages of 17 and 25 are known to be the same.
pub fn all() -> Vec<Jdk> {
    let found = classfile::find_jdks().unwrap_or_else(|error| panic!("{error}"));
    let mut jdks: Vec<Jdk> = Vec::new();
    for jdk in found.iter().filter(|jdk| jdk.home.join("bin/javac").is_file()) {
        if jdks.iter().all(|known| known.release != jdk.release) {
            jdks.push(Jdk { home: jdk.home.clone(), release: jdk.release });
        }
    }
    assert!(!jdks.is_empty(), "this test needs a JDK 17 or newer with javac; there are {found:?}");
    jdks
}

impl Jdk {
    /// Compiles a file of `tests/java` into a folder.
    pub fn javac(&self, options: &[&str], source: &str, to: &Path) {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(source);
        let mut command = Command::new(self.home.join("bin/javac"));
        command.args([
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-nowarn",
            "-encoding",
            "UTF-8",
            "-d",
        ]);
        command.arg(to).args(options).arg(source);
        self.output(command);
    }

    /// Runs a main class and returns its output.
    pub fn java(&self, options: &[&str], classes: &Path, main: &str) -> String {
        let mut command = Command::new(self.home.join("bin/java"));
        command.arg("-XX:+UseSerialGC").args(options).arg("-cp").arg(classes).arg(main);
        self.output(command)
    }

    fn output(&self, mut command: Command) -> String {
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {stderr}\n{stdout}");
        stdout
    }
}

/// A fresh folder for one run.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("npe-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}
