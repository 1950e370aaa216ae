//! Finds the JDKs of this machine: folders with `bin/java`, `bin/javac` and a `release` file that says 17 or
//! more.
//!
//! Searched in this order: `JAVA_HOME`, the `javac` on the `PATH`, and the usual folders of packages and of
//! SDKMAN. Of several JDKs with the same release the first one counts.

use std::path::{Path, PathBuf};

/// The oldest release that the programs are written for.
pub const OLDEST: u32 = 17;

/// The advice if there is none.
pub const ADVICE: &str = "no JDK of release 17 or newer was found (with bin/javac and a `release` file): install one, \
    for instance with `apt-get install openjdk-17-jdk-headless`, or set JAVA_HOME to its folder";

/// A JDK with a compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jdk {
    /// Its folder.
    pub home: PathBuf,
    /// Its feature release: 17, 21, 25, …
    pub release: u32,
}

impl Jdk {
    /// The path of one of its commands.
    pub fn command(&self, name: &str) -> PathBuf {
        self.home.join("bin").join(name)
    }
}

/// The JDKs to test with: release 17 (or the oldest found) and the newest; none, one or two.
pub fn to_test_with() -> Vec<Jdk> {
    let mut found = all();
    if found.len() > 2 {
        found.drain(1..found.len() - 1);
    }
    found
}

/// Those of the JDKs with which a program is tested: one, in turn by its name, or all if the variable
/// `ALL_JDKS` is set.
pub fn in_turn<'j>(name: &str, suiting: &[&'j Jdk]) -> Vec<&'j Jdk> {
    if suiting.is_empty() || std::env::var_os("ALL_JDKS").is_some() {
        return suiting.to_vec();
    }
    let turn = name.bytes().map(usize::from).sum::<usize>();
    vec![suiting[turn % suiting.len()]]
}

/// All JDKs found, one per release, oldest first.
pub fn all() -> Vec<Jdk> {
    let mut found: Vec<Jdk> = candidates().iter().filter_map(|home| open(home)).collect();
    // The sort is stable: of one release, the first candidate stays first.
    found.sort_by_key(|jdk| jdk.release);
    found.dedup_by_key(|jdk| jdk.release);
    found
}

fn candidates() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name);
    let mut homes: Vec<PathBuf> = variable("JAVA_HOME").map(PathBuf::from).into_iter().collect();
    let path = variable("PATH").unwrap_or_default();
    let compilers = std::env::split_paths(&path).map(|folder| folder.join("javac"));
    homes.extend(
        compilers.filter_map(|javac| Some(javac.canonicalize().ok()?.parent()?.parent()?.to_owned())),
    );
    let mut parents: Vec<PathBuf> =
        ["/usr/lib/jvm", "/usr/java", "/opt/java", "/opt"].map(PathBuf::from).into();
    if let Some(home) = variable("HOME") {
        parents.push(Path::new(&home).join(".sdkman/candidates/java"));
        parents.push(Path::new(&home).join(".jdks"));
    }
    for parent in parents {
        let entries = std::fs::read_dir(parent).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        folders.sort();
        homes.extend(folders);
    }
    homes
}

/// The JDK in this folder, if it is usable.
pub fn open(home: &Path) -> Option<Jdk> {
    let home = home.canonicalize().ok()?;
    let release = release(&std::fs::read_to_string(home.join("release")).ok()?)?;
    let jdk = Jdk { home, release };
    let complete = ["java", "javac"].iter().all(|name| jdk.command(name).is_file());
    (complete && release >= OLDEST).then_some(jdk)
}

/// The number after `JAVA_VERSION="` in the text of a `release` file.
fn release(text: &str) -> Option<u32> {
    let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    let digits = version.find(|c: char| !c.is_ascii_digit())?;
    version[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_feature_release_from_the_release_file() {
        assert_eq!(release("IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"17.0.15\"\n"), Some(17));
        assert_eq!(release("JAVA_VERSION=\"25\"\n"), Some(25));
        assert_eq!(release("JAVA_VERSION=\"1.8.0_402\"\n"), Some(1), "too old, and so it is left out");
        for text in ["", "JAVA_VERSION=25\n", "JAVA_VERSION=\"\"\n", "JAVA_RUNTIME_VERSION=\"25.0.3\"\n"] {
            assert_eq!(release(text), None, "{text:?}");
        }
    }
}
