//! The library for JUnit (`junit/`) through the real JUnit Platform, and the project of `examples/maven`,
//! both built by Maven. Nothing is skipped; without Maven or a JDK the tests fail.

use crate::support::Dir;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// Two builds at once would write the same local repository.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// Runs Maven in a folder; returns whether it succeeded, and what it said.
fn mvn(folder: &Path, words: &[&str]) -> (bool, String) {
    let mut command = Command::new("mvn");
    command.args(["-B", "-ntp"]).args(words).current_dir(folder).stdin(Stdio::null());
    command.env("THINAIR", env!("CARGO_BIN_EXE_thinair"));
    let done = command.output().expect("Maven is installed (./test does, with apt-get)");
    let said = [done.stdout, done.stderr].concat();
    (done.status.success(), String::from_utf8_lossy(&said).into_owned())
}

fn copied(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("writable");
    for entry in std::fs::read_dir(from).expect("readable").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() && entry.file_name() != "target" {
            copied(&path, &target);
        } else if path.is_file() {
            std::fs::copy(&path, &target).expect("writable");
        }
    }
}

#[test]
fn the_junit_library_and_a_project_that_uses_it() {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let dir = Dir::new();
    // The library, with its own tests: twenty subjects of all kinds through the JUnit Platform.
    copied(&root().join("junit"), &dir.path("junit"));
    let (passes, said) = mvn(&dir.path("junit"), &["install"]);
    assert!(passes && said.contains("Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"), "{said}");
    // A project with a bug fails, with the execution in the console and in Surefire's report.
    copied(&root().join("examples/maven"), &dir.path("app"));
    let (passes, said) = mvn(&dir.path("app"), &["verify"]);
    assert!(!passes && said.contains("Tests run: 2, Failures: 1, Errors: 0, Skipped: 0"), "{said}");
    let report = dir.read("app/target/surefire-reports/TEST-app.CacheTest.xml");
    for text in
        ["app.CacheTest#incrementsAreNotLost under jmm: violated", "HashMap", "replay: thinair replay"]
    {
        assert!(said.contains(text) && report.contains(text), "{text}: {said}");
    }
    // With the repair it passes.
    dir.write("app/src/main/java/app/Cache.java", dir.read("app/fixed/app/Cache.java"));
    let (passes, said) = mvn(&dir.path("app"), &["verify"]);
    assert!(passes && said.contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"), "{said}");
    // Without tests it fails.
    std::fs::remove_file(dir.path("app/src/test/java/app/CacheTest.java")).expect("writable");
    let (passes, said) = mvn(&dir.path("app"), &["clean", "verify"]);
    assert!(!passes && said.contains("No tests"), "{said}");
}
