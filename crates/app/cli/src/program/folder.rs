//! Finds the programs in a folder.

use super::compile::Made;
use anyhow::{Result, bail};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The most files that are visited: the user may have named the home folder.
const MOST_FILES: usize = 200_000;

/// The files of a folder, by kind.
#[derive(Debug, Default)]
pub struct Files {
    /// Class files.
    pub classes: Vec<PathBuf>,
    /// Sources.
    pub sources: Vec<PathBuf>,
    jars: Vec<PathBuf>,
    litmus: Vec<PathBuf>,
    seen: usize,
}

/// Lists a folder. Does not follow links to folders: they may lead anywhere, and in circles.
pub fn look(dir: &Path) -> Result<Files> {
    let mut files = Files::default();
    let mut waiting = vec![dir.to_owned()];
    while let Some(dir) = waiting.pop() {
        let failed = |error: std::io::Error| anyhow::anyhow!("error: cannot read {}: {error}", dir.display());
        let mut entries: Vec<_> = dir.read_dir().map_err(failed)?.flatten().collect();
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            files.seen += 1;
            if files.seen > MOST_FILES {
                bail!(
                    "error: there are more than {MOST_FILES} files in {}\n   = hint: name the folder of the classes",
                    dir.display()
                );
            }
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => waiting.push(path),
                Ok(_) if path.is_file() => files.add(path),
                _ => {}
            }
        }
    }
    files.classes.sort();
    files.sources.sort();
    Ok(files)
}

impl Files {
    fn add(&mut self, file: PathBuf) {
        match file.extension().and_then(OsStr::to_str) {
            Some("class") => self.classes.push(file),
            Some("java") if file.file_stem() != Some(OsStr::new("module-info")) => self.sources.push(file),
            Some("jar") => self.jars.push(file),
            Some("litmus") => self.litmus.push(file),
            _ => {}
        }
    }

    /// A hint for a folder without programs.
    pub fn hint(&self, dir: &Path) -> String {
        match (self.litmus.first(), self.jars.first()) {
            _ if !self.classes.is_empty() => {
                "a program begins with `public static void main(String[])`; write one that calls what you want to check".to_owned()
            }
            (Some(_), _) => format!("it has litmus tests: thinair litmus {}", dir.display()),
            (_, Some(jar)) => format!("it has jars: name one, as {}", jar.display()),
            _ => "name a folder with class files or sources, as target/classes".to_owned(),
        }
    }
}

/// Returns the folders that the class path needs for these class files, and the main classes. Nested classes
/// count only if there are no others.
pub fn main_classes(files: &[PathBuf], release: u16) -> (Vec<PathBuf>, Vec<String>) {
    let (mut roots, mut mains) = (BTreeSet::new(), Vec::new());
    for file in files {
        // Damaged files are reported when they are needed.
        let Ok(bytes) = std::fs::read(file) else { continue };
        let Ok(class) = classfile::parse(bytes.into()) else { continue };
        let Ok(root) = super::target::root_of(file, &class.name) else { continue };
        roots.insert(root);
        mains.push(Made::of(&class, release));
    }
    (roots.into_iter().collect(), names(mains))
}

/// The main classes of a jar.
pub fn mains_of_jar(jar: &classfile::Jar, release: u16) -> Vec<String> {
    let files = jar.names().filter(|name| name.ends_with(".class") && !name.starts_with("META-INF/"));
    let class = |name: &str| classfile::parse(jar.entry(name).ok()??).ok();
    names(files.filter_map(class).map(|class| Made::of(&class, release)).collect())
}

fn names(mut classes: Vec<Made>) -> Vec<String> {
    classes.retain(|class| class.has_main);
    let any_outer = classes.iter().any(|class| !class.is_nested);
    let mut names: Vec<String> =
        classes.into_iter().filter(|class| !any_outer || !class.is_nested).map(|class| class.name).collect();
    names.sort();
    names.dedup();
    names
}
