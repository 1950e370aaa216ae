//! A JDK: its release, its version, its image; and where JDKs are usually installed.

use super::class_path::FoundFile;
use super::{Jimage, Result, SourceError, io_error};
use crate::is_class_name;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest release of Java whose class library can be run.
pub const OLDEST_RELEASE: u16 = 17;

/// The maximum number of bytes read of a JDK's `release` file.
const MAX_RELEASE_FILE: u64 = 1 << 20;

/// An open JDK (or a run-time image made by `jlink`).
#[derive(Debug)]
pub struct Jdk {
    /// The release of Java, such as 17.
    pub release: u16,
    /// The full version, such as `17.0.15`.
    pub version: String,
    /// Its classes.
    pub image: Jimage,
    /// Its directory.
    pub home: PathBuf,
}

/// A JDK that was found, but not opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundJdk {
    /// Its directory, with links resolved.
    pub home: PathBuf,
    /// The release of Java.
    pub release: u16,
    /// The full version.
    pub version: String,
    /// Where it was found, such as `JAVA_HOME`.
    pub origin: String,
}

impl Jdk {
    /// Opens the JDK in a directory.
    pub fn open(home: impl AsRef<Path>) -> Result<Self> {
        let home = home.as_ref();
        let (release, version) = read_release(home)?;
        let image = home.join("lib").join("modules");
        if !image.is_file() {
            let reason = format!(
                "{}: Java {version} without lib/modules; a JDK {OLDEST_RELEASE} or newer is needed",
                home.display()
            );
            return Err(SourceError::NoJdk { reason });
        }
        let image = Jimage::open(image)?;
        image.check_whole()?;
        Ok(Self { release, version, image, home: home.to_owned() })
    }

    /// The class with an internal name, such as `java/lang/Object`, whichever module it is in.
    pub fn find_class(&self, name: &str) -> Result<Option<FoundFile>> {
        let Some((package, _)) = name.rsplit_once('/').filter(|_| is_class_name(name)) else {
            return Ok(None);
        };
        let Some(module) = self.image.module_of_package(package)? else { return Ok(None) };
        let resource = format!("/{module}/{name}.class");
        let found = self.image.find(&resource)?;
        Ok(found.map(|bytes| FoundFile { bytes, source: format!("jrt:{resource}") }))
    }

    /// A resource of a module, such as `java/lang/Object.class` of `java.base`.
    pub fn find_resource(&self, module: &str, name: &str) -> Result<Option<FoundFile>> {
        let resource = format!("/{module}/{name}");
        let found = self.image.find(&resource)?;
        Ok(found.map(|bytes| FoundFile { bytes, source: format!("jrt:{resource}") }))
    }

    /// The module that has a package, which may be written `java.lang` or `java/lang`.
    pub fn module_of_package(&self, package: &str) -> Result<Option<String>> {
        self.image.module_of_package(package)
    }
}

/// Release and version from the `release` file.
fn read_release(home: &Path) -> Result<(u16, String)> {
    let file = home.join("release");
    let failed = |error: std::io::Error| io_error(file.display(), &error);
    let metadata = fs::metadata(&file).map_err(failed)?;
    if !metadata.is_file() || metadata.len() > MAX_RELEASE_FILE {
        let reason = "is no file, or too long".into();
        return Err(SourceError::Io { file: file.display().to_string(), reason });
    }
    let text = fs::read(&file).map_err(failed)?;
    let version = java_version(&String::from_utf8_lossy(&text));
    version.ok_or_else(|| SourceError::Malformed {
        file: file.display().to_string(),
        offset: 0,
        reason: "there is no JAVA_VERSION with a number".into(),
    })
}

/// `JAVA_VERSION="17.0.15"` is release 17, `"1.8.0_292"` is release 8.
fn java_version(text: &str) -> Option<(u16, String)> {
    let value = text.lines().find_map(|line| line.trim().strip_prefix("JAVA_VERSION="))?;
    let version = value.trim().trim_matches('"');
    let modern = version.strip_prefix("1.").unwrap_or(version);
    let digits = modern.find(|c: char| !c.is_ascii_digit()).unwrap_or(modern.len());
    Some((modern[..digits].parse().ok()?, version.to_owned()))
}

/// The usable JDKs of this machine, best first: that of `JAVA_HOME`, that of the `java` on the `PATH`, then
/// those of the usual directories, newest first. If there is none, the error says what was found and what to
/// install.
pub fn find_jdks() -> Result<Vec<FoundJdk>> {
    Places::of_this_machine().find()
}

/// Where to look.
#[derive(Debug, Default)]
struct Places {
    java_home: Option<PathBuf>,
    path: Option<OsString>,
    /// Directories with JDKs in them.
    roots: Vec<PathBuf>,
}

impl Places {
    fn of_this_machine() -> Self {
        let not_empty = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let mut roots: Vec<PathBuf> =
            ["/usr/lib/jvm", "/usr/java", "/opt", "/Library/Java/JavaVirtualMachines"]
                .map(PathBuf::from)
                .into();
        if let Some(home) = env::home_dir() {
            roots.push(home.join(".sdkman/candidates/java"));
            roots.push(home.join(".jdks"));
            roots.push(home.join("Library/Java/JavaVirtualMachines"));
        }
        Self { java_home: not_empty("JAVA_HOME").map(PathBuf::from), path: not_empty("PATH"), roots }
    }

    fn find(&self) -> Result<Vec<FoundJdk>> {
        let mut seen = BTreeSet::new();
        let mut preferred = Vec::new();
        let mut unusable = Vec::new();
        let mut look = |home: &Path, origin: String, found: &mut Vec<FoundJdk>| {
            let Ok(home) = home.canonicalize() else { return };
            let Ok((release, version)) = read_release(&home) else { return };
            if !seen.insert(home.clone()) {
                return;
            }
            if release >= OLDEST_RELEASE && home.join("lib").join("modules").is_file() {
                found.push(FoundJdk { home, release, version, origin });
            } else {
                unusable.push(format!("{} ({version})", home.display()));
            }
        };
        if let Some(home) = &self.java_home {
            look(home, "JAVA_HOME".into(), &mut preferred);
        }
        if let Some(home) = self.home_of_java_on_path() {
            look(&home, "java on PATH".into(), &mut preferred);
        }
        let mut others = Vec::new();
        for root in &self.roots {
            let mut homes: Vec<PathBuf> =
                fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
            homes.sort();
            for home in homes {
                // On macOS a JDK is nested deeper.
                let inner = home.join("Contents").join("Home");
                look(if inner.is_dir() { &inner } else { &home }, root.display().to_string(), &mut others);
            }
        }
        others.sort_by(|a, b| version_key(b).cmp(&version_key(a)));
        preferred.extend(others);
        if preferred.is_empty() {
            return Err(self.nothing_found(&unusable));
        }
        Ok(preferred)
    }

    /// `bin/java` is usually a link to a link; its target is in the `bin` of a JDK.
    fn home_of_java_on_path(&self) -> Option<PathBuf> {
        let java = if cfg!(windows) { "java.exe" } else { "java" };
        let file = env::split_paths(self.path.as_ref()?)
            .map(|directory| directory.join(java))
            .find(|f| f.is_file())?;
        Some(file.canonicalize().ok()?.parent()?.parent()?.to_owned())
    }

    fn nothing_found(&self, unusable: &[String]) -> SourceError {
        let roots: Vec<String> = self.roots.iter().map(|root| root.display().to_string()).collect();
        let seen = if unusable.is_empty() {
            "no JDK was found".to_owned()
        } else {
            format!(
                "no JDK that can be used was found (too old or without lib/modules: {})",
                unusable.join(", ")
            )
        };
        let java_home = match &self.java_home {
            Some(home) => format!("JAVA_HOME ({})", home.display()),
            None => "JAVA_HOME (not set)".to_owned(),
        };
        let reason = format!(
            "{seen}; looked at {java_home}, the java on PATH, and in {}. Install a JDK {OLDEST_RELEASE} or newer, for \
             example the package openjdk-{OLDEST_RELEASE}-jdk or a build of https://adoptium.net, or set JAVA_HOME",
            roots.join(", ")
        );
        SourceError::NoJdk { reason }
    }
}

/// Orders versions by their numbers, then by path so that the order is deterministic.
fn version_key(jdk: &FoundJdk) -> (u16, Vec<u64>, &Path) {
    let numbers =
        jdk.version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    (jdk.release, numbers, &jdk.home)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_all_ages_are_understood() {
        let release = |text: &str| java_version(text).map(|(release, _)| release);
        assert_eq!(java_version("A=\"b\"\nJAVA_VERSION=\"17.0.15\"\n"), Some((17, "17.0.15".into())));
        assert_eq!(release("JAVA_VERSION=\"1.8.0_292\""), Some(8));
        assert_eq!(release("JAVA_VERSION=25"), Some(25));
        assert_eq!(release("JAVA_VERSION=\"26-ea\"\r\n"), Some(26));
        for bad in ["", "JAVA_VERSION=\"\"", "JAVA_VERSION=\"x\"", "JAVA_VERSION=99999", "XJAVA_VERSION=17"] {
            assert_eq!(java_version(bad), None, "{bad}");
        }
    }

    /// A directory of fake JDKs, which is removed on drop.
    struct Pretended(PathBuf);

    impl Pretended {
        fn new(name: &str) -> Self {
            let root = env::temp_dir().join(format!("jdks-{}-{name}", std::process::id()));
            fs::create_dir_all(&root).unwrap();
            Self(root.canonicalize().unwrap())
        }

        fn add(&self, name: &str, version: &str) -> PathBuf {
            let home = self.0.join(name);
            for file in ["release", "lib/modules", "bin/java"] {
                fs::create_dir_all(home.join(file).parent().unwrap()).unwrap();
                fs::write(home.join(file), format!("JAVA_VERSION=\"{version}\"")).unwrap();
            }
            home
        }
    }

    impl Drop for Pretended {
        fn drop(&mut self) {
            drop(fs::remove_dir_all(&self.0));
        }
    }

    #[test]
    fn java_home_comes_first_then_the_path_then_the_newest() {
        let machine = Pretended::new("order");
        let (home, on_path) = (machine.add("home", "17.0.1"), machine.add("path", "21"));
        for (name, version) in
            [("usual/a", "17.0.9"), ("usual/b", "25"), ("usual/c", "17.0.10"), ("usual/d", "11.0.2")]
        {
            machine.add(name, version);
        }
        machine.add("usual/e.jdk/Contents/Home", "24");
        let places = Places {
            java_home: Some(home),
            path: Some(env::join_paths([machine.0.join("nothing"), on_path.join("bin")]).unwrap()),
            roots: vec![machine.0.join("no-such-root"), machine.0.join("usual")],
        };
        let found = places.find().unwrap();
        let versions: Vec<&str> = found.iter().map(|jdk| jdk.version.as_str()).collect();
        assert_eq!(versions, ["17.0.1", "21", "25", "24", "17.0.10", "17.0.9"]);
        assert_eq!((found[0].origin.as_str(), found[1].origin.as_str()), ("JAVA_HOME", "java on PATH"));
        assert_eq!(found.iter().map(|jdk| jdk.release).collect::<Vec<_>>(), [17, 21, 25, 24, 17, 17]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_a_jdk_is_listed_once() {
        let machine = Pretended::new("links");
        let real = machine.add("usual/real", "17.0.1");
        fs::create_dir_all(machine.0.join("bin")).unwrap();
        std::os::unix::fs::symlink(real.join("bin/java"), machine.0.join("bin/java")).unwrap();
        std::os::unix::fs::symlink(&real, machine.0.join("usual/link")).unwrap();
        let places = Places {
            java_home: Some(machine.0.join("usual/link")),
            path: Some(machine.0.join("bin").into()),
            roots: vec![machine.0.join("usual")],
        };
        let homes: Vec<PathBuf> = places.find().unwrap().into_iter().map(|jdk| jdk.home).collect();
        assert_eq!(homes, std::slice::from_ref(&real));
        let by_path = Places { java_home: None, ..places };
        assert_eq!(by_path.find().unwrap()[0].origin, "java on PATH");
    }

    #[test]
    fn without_a_usable_jdk_the_error_says_what_was_seen_and_what_to_install() {
        let nothing = Places::default().find().unwrap_err().to_string();
        assert!(
            nothing.contains("no JDK was found") && nothing.contains("Install a JDK 17 or newer"),
            "{nothing}"
        );
        let machine = Pretended::new("old");
        machine.add("usual/old", "11.0.2");
        let places = Places { roots: vec![machine.0.join("usual")], ..Places::default() };
        let old = places.find().unwrap_err().to_string();
        assert!(
            old.contains("(11.0.2)") && old.contains("too old") && old.contains("openjdk-17-jdk"),
            "{old}"
        );
    }
}
