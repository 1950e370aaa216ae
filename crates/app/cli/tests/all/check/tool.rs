//! The command with the oldest JDK, and the programs of `tests/programs`, compiled.

use crate::support::{Dir, Run};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use testkit::expectation::{Checked, programs_below};
use testkit::jdk::{self, Jdk};

/// The most time for a command, which takes a second or two on an idle machine.
const LIMIT: Duration = Duration::from_secs(300);

/// The oldest JDK.
pub fn oldest() -> &'static Jdk {
    static OLDEST: OnceLock<Jdk> = OnceLock::new();
    OLDEST.get_or_init(|| jdk::to_test_with().into_iter().next().unwrap_or_else(|| panic!("{}", jdk::ADVICE)))
}

/// The programs that run on the oldest JDK.
pub fn programs() -> Vec<Checked> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/programs");
    let mut programs = programs_below(&folder).unwrap_or_else(|e| panic!("{e}"));
    programs.retain(|program| !program.expects.preview && program.expects.suits(oldest()));
    programs
}

/// The source of one program.
pub fn source(name: &str) -> String {
    let program = programs().into_iter().find(|program| program.name == name).expect("the program is there");
    std::fs::read_to_string(program.source).expect("readable")
}

/// The folder of the compiled programs.
pub fn classes() -> &'static Path {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-classes");
        let _ = std::fs::remove_dir_all(&classes);
        // Some use the checker's API.
        let api = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../api/src");
        let mut command = Command::new(oldest().command("javac"));
        javac(
            &Dir::new(),
            command
                .arg("-d")
                .arg(&classes)
                .arg("-sourcepath")
                .arg(api)
                .args(programs().iter().map(|p| &p.source)),
        );
        classes
    })
}

/// Runs a javac in a directory.
pub fn javac(dir: &Dir, command: &mut Command) {
    let done = command.args(["-g", "-nowarn"]).current_dir(dir.path("")).output().expect("javac starts");
    assert!(done.status.success(), "javac: {}", String::from_utf8_lossy(&done.stderr));
}

/// Runs `thinair` with these words in a directory; boot states are cached across tests.
pub fn thinair(dir: &Dir, words: &[&str]) -> Run {
    let mut command = dir.command(words);
    command.env("THINAIR_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("boot-states"));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let begun = Instant::now();
    let ended = testkit::process::run(&mut command, LIMIT).expect("the binary is built");
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
