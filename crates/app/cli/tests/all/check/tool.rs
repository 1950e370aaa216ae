//! The command with the oldest JDK, and the programs of `check/java/`, compiled.

use crate::suite::jdk::{self, Jdk};
use crate::support::{Dir, Run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How long a command may take: a second or two on an idle machine.
const LIMIT: Duration = Duration::from_secs(300);

/// The oldest JDK.
pub fn oldest() -> &'static Jdk {
    static OLDEST: OnceLock<Jdk> = OnceLock::new();
    OLDEST.get_or_init(|| jdk::to_test_with().into_iter().next().unwrap_or_else(|| panic!("{}", jdk::ADVICE)))
}

/// The sources of the programs, sorted.
pub fn sources() -> Vec<PathBuf> {
    sources_in("tests/check/java")
}

/// The sources of a folder, sorted.
pub fn sources_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("readable").path()).collect();
    files.sort();
    files
}

/// The source of one program.
pub fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/check/java/{name}.java"));
    std::fs::read_to_string(path).expect("the program is there")
}

/// Where the programs are, compiled.
pub fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-classes");
        let _ = std::fs::remove_dir_all(&classes);
        // Some speak to the checker.
        let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src");
        let mut command = Command::new(oldest().command("javac"));
        javac(&Dir::new(), command.arg("-d").arg(&classes).arg("-sourcepath").arg(api).args(sources()));
        classes
    })
}

/// Runs a javac in a directory.
pub fn javac(dir: &Dir, command: &mut Command) {
    let done = command.args(["-g", "-nowarn"]).current_dir(dir.path("")).output().expect("javac starts");
    assert!(done.status.success(), "javac: {}", String::from_utf8_lossy(&done.stderr));
}

/// Runs `thinair` with these words in a directory; boot states are kept between tests.
pub fn thinair(dir: &Dir, words: &[&str]) -> Run {
    let mut command = dir.command(words);
    command.env("THINAIR_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("boot-states"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let ended = crate::suite::process::run(&mut command, LIMIT).expect("the binary is built");
    assert!(!ended.timed_out, "{words:?} takes too long");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Run {
        code: ended.status.unwrap_or(-1),
        out: text(ended.out),
        err: text(ended.err),
        took: begun.elapsed(),
    }
}

/// Runs `thinair check` with the oldest JDK and these words in a directory.
pub fn check_in(dir: &Dir, words: &[&str]) -> Run {
    let home = oldest().home.to_str().expect("the path is UTF-8");
    thinair(dir, &[&["check", "--jdk", home], words].concat())
}

/// Checks one of the compiled programs.
pub fn check(options: &[&str], program: &str) -> Run {
    let classes = classes().to_str().expect("the path is UTF-8");
    check_in(&Dir::new(), &[options, &["-cp", classes, program]].concat())
}
