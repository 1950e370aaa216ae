//! Finds JDKs and runs their tools. A missing JDK is a failure with a message, never a skipped test.

use std::path::{Path, PathBuf};
use std::process::Command;

/// An installed JDK.
#[derive(Clone, Debug)]
pub struct Jdk {
    pub home: PathBuf,
    pub major: u32,
}

/// One JDK per major version that is at least `least`: from `THINAIR_JDKS` (a list of folders, like `PATH`),
/// `JAVA_HOME`, and the folders in which Linux distributions install JDKs. There must be one of version 17 or
/// newer; features of newer versions are tested only if one is found.
pub fn at_least(least: u32) -> Vec<Jdk> {
    let mut homes: Vec<PathBuf> = Vec::new();
    if let Some(list) = std::env::var_os("THINAIR_JDKS") {
        homes.extend(std::env::split_paths(&list));
    }
    homes.extend(std::env::var_os("JAVA_HOME").map(PathBuf::from));
    let mut found: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    homes.extend(found);
    let mut jdks: Vec<Jdk> = Vec::new();
    for home in homes {
        if let Some(major) = major(&home)
            && jdks.iter().all(|jdk| jdk.major != major)
        {
            jdks.push(Jdk { home, major });
        }
    }
    assert!(
        jdks.iter().any(|jdk| jdk.major >= 17),
        "these tests need a JDK 17 or newer with javac; found {jdks:?}. Set THINAIR_JDKS to its folder."
    );
    jdks.retain(|jdk| jdk.major >= least);
    jdks
}

/// The major version in a JDK's `release` file, if the folder has a compiler.
fn major(home: &Path) -> Option<u32> {
    if !home.join("bin/javac").is_file() {
        return None;
    }
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

impl Jdk {
    /// Compiles sources into a folder.
    pub fn javac(&self, options: &[&str], sources: &[PathBuf], to: &Path) {
        let output = Command::new(self.home.join("bin/javac"))
            .args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn", "-encoding", "UTF-8", "-d"])
            .arg(to)
            .args(options)
            .args(sources)
            .output()
            .expect("javac starts");
        assert!(output.status.success(), "javac {}: {}", self.major, String::from_utf8_lossy(&output.stderr));
    }

    /// Runs a main class and returns its output; every class is verified, including the spun ones.
    pub fn java(&self, options: &[&str], classes: &Path, main: &str) -> String {
        let output = Command::new(self.home.join("bin/java"))
            .args([
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+BytecodeVerificationRemote",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
            ])
            .arg(format!("-Dspun.folder={}", classes.display()))
            .args(options)
            .arg("-cp")
            .arg(classes)
            .arg(main)
            .output()
            .expect("java starts");
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "java {} {main}: {}\n{stdout}",
            self.major,
            String::from_utf8_lossy(&output.stderr)
        );
        stdout
    }
}

/// A fresh folder for one run.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("spin-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files is writable");
    folder
}

/// A file below `tests/java`.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java").join(name)
}
