//! A JDK: its release, its version, its image; and where JDKs usually are.

use super::class_path::Found;
use super::{Jimage, Result, SourceError, io_error};
use crate::is_class_name;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The oldest release of Java whose class library can be run.
pub const OLDEST_RELEASE: u16 = 17;

/// How much of a JDK's `release` file is looked at.
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
    /// Its directory, links resolved.
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
        Ok(Self { release, version, image: Jimage::open(image)?, home: home.to_owned() })
    }

    /// The class of an internal name, such as `java/lang/Object`, whichever module it is in.
    pub fn find_class(&self, name: &str) -> Result<Option<Found>> {
        let Some((package, _)) = name.rsplit_once('/').filter(|_| is_class_name(name)) else {
            return Ok(None);
        };
        let Some(module) = self.image.module_of_package(package)? else { return Ok(None) };
        let resource = format!("/{module}/{name}.class");
        let found = self.image.find(&resource)?;
        Ok(found.map(|bytes| Found { bytes, source: format!("jrt:{resource}") }))
    }

    /// A resource of a module, such as `java/lang/Object.class` of `java.base`.
    pub fn find_resource(&self, module: &str, name: &str) -> Result<Option<Found>> {
        let resource = format!("/{module}/{name}");
        let found = self.image.find(&resource)?;
        Ok(found.map(|bytes| Found { bytes, source: format!("jrt:{resource}") }))
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
    if fs::metadata(&file).map_err(failed)?.len() > MAX_RELEASE_FILE {
        return Err(SourceError::Io { file: file.display().to_string(), reason: "is too long".into() });
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

/// The JDKs of this machine that can be used, best first: that of `JAVA_HOME`, that of the `java` on the `PATH`, then those of
/// the usual directories, newest first. If there is none, the error says what was seen and what to install.
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
                // On macOS a JDK lies deeper.
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

    /// `bin/java` is usually a link to a link; what it leads to is in the `bin` of a JDK.
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

/// Orders versions by their numbers, then by name so that the order is always the same.
fn version_key(jdk: &FoundJdk) -> (u16, Vec<u64>, &Path) {
    let numbers =
        jdk.version.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok()).collect();
    (jdk.release, numbers, &jdk.home)
}
