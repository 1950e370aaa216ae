//! A class path: directories and jars in order, as given to `java -cp`.
//!
//! As there, `dir/*` stands for the jars of a directory (here in the order of their names), a jar adds what
//! its manifest lists in `Class-Path`, and entries that do not exist or are not jars are skipped;
//! [`ClassPath::missing`] and [`ClassPath::unreadable`] list them.
//!
//! A directory provides only what lies inside it: names and links that lead out of it are rejected, and so
//! are pipes and devices, which may never end. A program sees nothing of the host that its user has not
//! named.

use super::{Jar, MAX_ENTRY, Result, SourceError, io_error};
use crate::{Bytes, is_class_name};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// An open class path.
#[derive(Debug)]
pub struct ClassPath {
    release: u16,
    places: Vec<PathEntry>,
    missing: Vec<PathBuf>,
    unreadable: Vec<SourceError>,
    /// The entries opened so far, so that manifests that refer to each other terminate.
    opened: BTreeSet<PathBuf>,
}

/// A class or resource, and where it was found.
#[derive(Debug, Clone)]
pub struct FoundFile {
    /// Its contents.
    pub bytes: Bytes,
    /// A file, or an entry of an archive as `file!/entry`.
    pub source: String,
}

#[derive(Debug)]
enum PathEntry {
    Directory(PathBuf),
    Jar(Box<Jar>),
    /// Files by their names, and the name of the place in messages.
    Memory(String, BTreeMap<String, Bytes>),
}

impl ClassPath {
    /// Opens all entries; jars are read as `release` of Java would.
    pub fn new(entries: &[PathBuf], release: u16) -> Result<Self> {
        let mut path = Self {
            release,
            places: Vec::new(),
            missing: Vec::new(),
            unreadable: Vec::new(),
            opened: BTreeSet::new(),
        };
        for entry in entries {
            if entry.file_name().is_some_and(|name| name == "*") {
                path.add_jars_of(entry.parent().unwrap_or(Path::new("")))?;
            } else {
                path.add(entry)?;
            }
        }
        Ok(path)
    }

    /// Puts files in memory before all other entries; `place` is their name in messages.
    #[must_use]
    pub fn with_memory(mut self, place: &str, files: BTreeMap<String, Bytes>) -> Self {
        self.places.insert(0, PathEntry::Memory(place.to_owned(), files));
        self
    }

    /// Entries that do not exist, in order, without those of manifests.
    pub fn missing(&self) -> &[PathBuf] {
        &self.missing
    }

    /// Why files that should be jars are skipped, including those of manifests, in order.
    pub fn unreadable(&self) -> &[SourceError] {
        &self.unreadable
    }

    /// The class with an internal name, such as `p/Foo`.
    pub fn find_class(&self, name: &str) -> Result<Option<FoundFile>> {
        if !is_class_name(name) {
            return Ok(None);
        }
        self.find_resource(&format!("{name}.class"))
    }

    /// The first resource with a relative name with slashes, such as `p/messages.properties`.
    pub fn find_resource(&self, name: &str) -> Result<Option<FoundFile>> {
        for place in 0..self.places.len() {
            let found = self.find_resource_in(place, name)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The number of directories and jars.
    pub fn place_count(&self) -> usize {
        self.places.len()
    }

    /// A resource of one directory or jar.
    pub fn find_resource_in(&self, place: usize, name: &str) -> Result<Option<FoundFile>> {
        if name.is_empty() || !stays_inside(name) {
            return Ok(None);
        }
        Ok(match self.places.get(place) {
            None => None,
            Some(PathEntry::Directory(directory)) => find_in_directory(directory, name)?,
            Some(PathEntry::Jar(jar)) => jar.find(name)?.map(|bytes| {
                let source = format!("{}!/{name}", jar.file());
                FoundFile { bytes, source }
            }),
            Some(PathEntry::Memory(place, files)) => files.get(name).map(|bytes| {
                let source = format!("{place}!/{name}");
                FoundFile { bytes: bytes.clone(), source }
            }),
        })
    }

    /// The names in a directory of one place, sorted; `None` if there is no such directory. The empty name is
    /// the place itself.
    pub fn names_in(&self, place: usize, name: &str) -> Option<Vec<String>> {
        if !stays_inside(name) {
            return None;
        }
        let name = if name == "." { "" } else { name.trim_start_matches("./").trim_end_matches('/') };
        let names: BTreeSet<String> = match self.places.get(place)? {
            PathEntry::Directory(directory) => {
                let inside = directory.join(name);
                let entries = inside.read_dir().ok().filter(|_| !leads_out(directory, &inside))?;
                entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
            }
            PathEntry::Jar(jar) => names_below(jar.names(), name),
            PathEntry::Memory(_, files) => names_below(files.keys().map(String::as_str), name),
        };
        let is_archive = !matches!(self.places.get(place)?, PathEntry::Directory(_));
        (!is_archive || !names.is_empty() || name.is_empty()).then(|| names.into_iter().collect())
    }

    /// Whether a place is a jar.
    pub fn is_jar(&self, place: usize) -> bool {
        matches!(self.places.get(place), Some(PathEntry::Jar(_)))
    }

    /// The jars among the entries, including those of manifests, in search order.
    pub fn jars(&self) -> impl Iterator<Item = &Jar> {
        self.places.iter().filter_map(|place| match place {
            PathEntry::Jar(jar) => Some(&**jar),
            PathEntry::Directory(_) | PathEntry::Memory(..) => None,
        })
    }

    fn add(&mut self, entry: &Path) -> Result<()> {
        // An empty entry is the current directory, as everywhere on class paths.
        let entry = if entry.as_os_str().is_empty() { Path::new(".") } else { entry };
        if !self.add_if_there(entry)? {
            self.missing.push(entry.to_owned());
        }
        Ok(())
    }

    /// Adds what a manifest or an entry names, and what its manifest names in turn; returns whether it
    /// exists.
    fn add_if_there(&mut self, entry: &Path) -> Result<bool> {
        // Depth-first with an explicit stack, since a chain of manifests may be long.
        let mut waiting = vec![(entry.to_owned(), None)];
        let mut is_there = false;
        while let Some((entry, named_by)) = waiting.pop() {
            let Ok(canonical) = entry.canonicalize() else { continue };
            is_there = true;
            if !self.opened.insert(canonical) {
                continue;
            }
            if entry.is_dir() {
                // A jar may add folders that lie beside it, but not the whole host.
                if named_by.as_ref().is_some_and(|around: &PathBuf| leads_out(around, &entry)) {
                    let reason =
                        "a manifest names this folder, which is not beside its jar; name it with -cp".into();
                    self.unreadable.push(SourceError::Io { file: entry.display().to_string(), reason });
                } else {
                    self.places.push(PathEntry::Directory(entry));
                }
                continue;
            }
            let jar = match Jar::open(&entry, self.release) {
                Ok(jar) => jar,
                Err(error) => {
                    self.unreadable.push(error);
                    continue;
                }
            };
            let around = entry.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let named = jar.manifest().class_path.iter().rev().filter_map(|address| local_file(address));
            waiting.extend(named.map(|file| (around.join(file), Some(around.to_owned()))));
            self.places.push(PathEntry::Jar(Box::new(jar)));
        }
        Ok(is_there)
    }

    fn add_jars_of(&mut self, directory: &Path) -> Result<()> {
        let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
        if !directory.is_dir() {
            self.missing.push(directory.join("*"));
            return Ok(());
        }
        let failed = |error: std::io::Error| io_error(directory.display(), &error);
        let mut jars = BTreeSet::new();
        for entry in directory.read_dir().map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("jar")) && path.is_file() {
                jars.insert(path);
            }
        }
        jars.iter().try_for_each(|jar| self.add(jar))
    }
}

/// Whether a name does not lead out of a directory of the class path.
fn stays_inside(name: &str) -> bool {
    Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// The first components of names below a directory.
fn names_below<'a>(names: impl Iterator<Item = &'a str>, directory: &str) -> BTreeSet<String> {
    let below = |name: &'a str| match directory {
        "" => Some(name),
        _ => name.strip_prefix(directory)?.strip_prefix('/'),
    };
    names.filter_map(below).filter_map(|rest| rest.split('/').next()).map(str::to_owned).collect()
}

/// The file that a URL in a manifest refers to, relative to the jar; `None` for URLs elsewhere.
fn local_file(address: &str) -> Option<PathBuf> {
    let (scheme, rest) = match address.split_once(':') {
        Some((scheme, rest)) if scheme.len() > 1 => (scheme, rest),
        _ => ("file", address),
    };
    if !scheme.eq_ignore_ascii_case("file") {
        return None;
    }
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    Some(PathBuf::from(percent_decoded(rest)))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| first == b'%').and_then(|hex| {
            let hex = str::from_utf8(hex).ok().filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))?;
            u8::from_str_radix(hex, 16).ok()
        });
        bytes.push(escaped.unwrap_or(first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Whether links lead from a folder to somewhere else.
fn leads_out(directory: &Path, path: &Path) -> bool {
    match (directory.canonicalize(), path.canonicalize()) {
        (Ok(directory), Ok(path)) => !path.starts_with(directory),
        _ => false,
    }
}

fn find_in_directory(directory: &Path, name: &str) -> Result<Option<FoundFile>> {
    let path = directory.join(name);
    let failed = |error: std::io::Error| io_error(path.display(), &error);
    let refused = |reason: &str| SourceError::Io { file: path.display().to_string(), reason: reason.into() };
    // Checked before opening: opening a pipe without a writer would block forever.
    let metadata = match std::fs::metadata(&path) {
        Ok(metadata) => metadata,
        Err(error) if is_absence(&error) => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if metadata.is_dir() {
        return Ok(None);
    }
    if !metadata.is_file() {
        return Err(refused("is a device, a pipe or a socket, not a file"));
    }
    if leads_out(directory, &path) {
        return Err(refused("is a link that leads out of the class path; name the folder that it leads to"));
    }
    let file = File::open(&path).map_err(failed)?;
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len().min(MAX_ENTRY)).unwrap_or_default());
    file.take(MAX_ENTRY + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > MAX_ENTRY {
        let reason = format!("more than the {MAX_ENTRY} bytes that are allowed");
        return Err(SourceError::Io { file: path.display().to_string(), reason });
    }
    Ok(Some(FoundFile { bytes: Bytes::from(bytes), source: path.display().to_string() }))
}

/// Besides missing files: a name may go through a file as if it were a directory, or be one that no file can
/// have.
fn is_absence(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_manifests_are_relative_files_with_escapes() {
        let file = |address| local_file(address).map(|path| path.display().to_string());
        assert_eq!(file("lib/a%20b.jar").as_deref(), Some("lib/a b.jar"));
        assert_eq!(file("100%.jar").as_deref(), Some("100%.jar"));
        assert_eq!(file("%+1.jar").as_deref(), Some("%+1.jar"));
        assert_eq!(file("file:/x/y.jar").as_deref(), Some("/x/y.jar"));
        assert_eq!(file("file:///x/y.jar").as_deref(), Some("/x/y.jar"));
        assert_eq!(file("http://example.org/a.jar"), None);
    }
}
