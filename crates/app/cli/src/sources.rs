//! The sources of Java programs, shown in reports: those of the targets, and of classes on the class path
//! whose sources are where Maven, Gradle and IDEs put them.
//!
//! **Promises**: a line is looked up by the package and the source file name in its class; files that are not
//! regular or very large are not read. No result depends on whether a source is found.

use report::files::Source;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use verify::java::Place;

/// The largest source that is read.
const LARGEST: u64 = 4 << 20;

/// How many levels above a folder of classes, or a jar, sources are searched.
const ABOVE: usize = 4;

/// The folders in which projects keep sources.
const FOLDERS: [&str; 7] = [
    "src/main/java",
    "src/test/java",
    "src/main/kotlin",
    "src/test/kotlin",
    "src/main/scala",
    "src/test/scala",
    "src",
];

/// The sources of a program.
#[derive(Default)]
pub struct Sources {
    /// The targets and their neighbours, by file name.
    named: BTreeMap<String, Source>,
    /// Folders and jars with sources, in search order.
    roots: Vec<PathBuf>,
    /// The results of look-ups, by package and file.
    known: Mutex<BTreeMap<PathBuf, Option<Source>>>,
}

impl Sources {
    /// The sources of targets, of a class path, and of a source path, which comes first.
    pub fn new(targets: &[OsString], class_path: &str, source_path: Option<&OsStr>) -> Sources {
        let mut sources = Sources::default();
        let files = targets.iter().flat_map(|target| beside(Path::new(target)));
        files.for_each(|file| sources.name(&file));
        sources.roots.extend(source_path.into_iter().flat_map(std::env::split_paths));
        for entry in std::env::split_paths(class_path) {
            if !entry.as_os_str().is_empty() {
                sources.add_entry(&entry);
            }
        }
        sources
    }

    /// The sources in these files; a name that several of them share is dropped.
    pub fn of_files(files: &[PathBuf]) -> Sources {
        let mut sources = Sources::default();
        let twice = |file: &&PathBuf| files.iter().filter(|f| f.file_name() == file.file_name()).count() > 1;
        files.iter().filter(|file| !twice(file)).for_each(|file| sources.name(file));
        sources
    }

    /// The lines of the targets and of their neighbours, by file name.
    pub fn lines(targets: &[OsString]) -> BTreeMap<String, Vec<String>> {
        let sources = Sources::new(targets, "", None);
        sources.named.into_iter().map(|(name, source)| (name, source.lines.to_vec())).collect()
    }

    fn name(&mut self, file: &Path) {
        if let (Some(name), Some(source)) = (file.file_name(), read(file)) {
            self.named.insert(name.to_string_lossy().into_owned(), source);
        }
    }

    /// Adds the places where the sources of a class path entry may be.
    fn add_entry(&mut self, entry: &Path) {
        if entry.file_name() == Some(OsStr::new("*")) {
            let jars = entry.parent().and_then(|folder| std::fs::read_dir(folder).ok()).into_iter().flatten();
            let mut jars: Vec<PathBuf> = jars.flatten().map(|e| e.path()).filter(|p| is_jar(p)).collect();
            jars.sort();
            jars.iter().for_each(|jar| self.add_jar(jar));
            return;
        }
        if is_jar(entry) {
            self.add_jar(entry);
        } else {
            self.roots.push(entry.to_owned());
        }
        let Ok(entry) = entry.canonicalize() else { return };
        for above in entry.ancestors().skip(1).take(ABOVE) {
            let folders = FOLDERS.iter().map(|folder| above.join(folder)).filter(|folder| folder.is_dir());
            self.roots.extend(folders);
        }
    }

    fn add_jar(&mut self, jar: &Path) {
        let stem = jar.file_stem().unwrap_or_default().to_string_lossy();
        let beside = jar.with_file_name(format!("{stem}-sources.jar"));
        self.roots.extend([beside, jar.to_owned()].into_iter().filter(|jar| jar.is_file()));
    }

    /// The source line at a place.
    pub fn code(&self, place: &Place) -> Option<String> {
        let number = (place.line as usize).checked_sub(1)?;
        self.source(place)?.lines.get(number).map(|line| line.trim().to_owned())
    }

    /// The source of a place.
    pub fn source(&self, place: &Place) -> Option<Source> {
        match self.named.get(&place.file) {
            Some(source) => Some(source.clone()),
            None => self.found(place),
        }
    }

    fn found(&self, place: &Place) -> Option<Source> {
        // The name comes from the class file: it must not lead out of the folder.
        let is_plain = !place.file.is_empty() && !place.file.contains(['/', '\\']) && place.file != "..";
        let package = place.class.rsplit_once('.').map_or("", |(package, _)| package).replace('.', "/");
        let file = Path::new(&package).join(&place.file);
        if !is_plain || file.is_absolute() {
            return None;
        }
        let mut known = self.known.lock().ok()?;
        let find = || self.roots.iter().find_map(|root| look(root, &file, &place.file));
        known.entry(file.clone()).or_insert_with(find).clone()
    }
}

/// A source file and its neighbours; empty for any other target.
fn beside(target: &Path) -> Vec<PathBuf> {
    if !is_source(target) {
        return Vec::new();
    }
    let folder = target.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path());
    entries.filter(|path| is_source(path)).chain([target.to_owned()]).collect()
}

/// Looks for a file below a folder, or in a jar. Kotlin files need not be in the folder of their package.
fn look(root: &Path, file: &Path, name: &str) -> Option<Source> {
    if !is_jar(root) {
        return read(&root.join(file)).or_else(|| read(&root.join(name)));
    }
    if !root.is_file() {
        return None;
    }
    let jar = classfile::Jar::open(root, classfile::OLDEST_RELEASE).ok()?;
    let bytes = jar.entry(file.to_str()?).ok().flatten()?;
    Some(source(None, &bytes))
}

fn read(file: &Path) -> Option<Source> {
    let kind = std::fs::metadata(file).ok()?;
    if !kind.is_file() || kind.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(file).ok()?;
    Some(source(Some(file), &bytes))
}

fn source(path: Option<&Path>, bytes: &[u8]) -> Source {
    let lines = String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect();
    Source { path: path.map(Path::to_owned), lines: Arc::new(lines) }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "java")
}

fn is_jar(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "jar")
}
