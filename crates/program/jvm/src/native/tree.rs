//! The tree of files that a program sees: the JDK's files below `lib` and `conf`, and the class path. It
//! cannot be changed; all other files are unsupported.
//!
//! The class library reads some of its own data from files, such as the time zones. They are as constant as
//! its classes. A program sees them under `/java`, which is its `java.home`. The devices that produce random
//! bytes exist, too; their bytes are the same in each run.

use crate::trap::Trap;
use crate::vm::Vm;
use classfile::Bytes;
use std::path::PathBuf;

/// The JDK's directory as a Java program sees it.
pub(crate) const HOME: &str = "/java";
/// Where a Java program sees the entries of its class path.
pub(crate) const CLASS_PATH: &str = "/classpath";
/// The largest file that is read.
const MOST: u64 = 64 << 20;

/// What a path denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    /// A file of this length.
    File(u64),
    Directory,
    /// An endless stream of random bytes.
    Random,
}

impl Node {
    pub fn length(self) -> u64 {
        if let Node::File(length) = self { length } else { 0 }
    }

    /// Whether a program has all these rights: 4 to read, 2 to write, 1 to execute or enter.
    pub fn allows(self, wish: i32) -> bool {
        let rights = if self == Node::Directory { 5 } else { 4 };
        wish & !rights == 0
    }
}

/// An absolute path without `.` and `..`: the tree has no links.
pub(super) fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

pub(super) fn is_random(path: &str) -> bool {
    matches!(path, "/dev/random" | "/dev/urandom")
}

/// Refuses to reveal anything about files of the host, even that they do not exist. While the class library
/// boots, none exists.
pub(super) fn known(vm: &Vm<'_>, path: &str, what: &str) -> Result<(), Trap> {
    let path = &*normal(path);
    let is_below = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
    if is_below(HOME) || is_below(CLASS_PATH) || is_random(path) || vm.st.heap.is_booting() {
        return Ok(());
    }
    Err(Trap::Unsupported(format!("{what}: programs see no files of the host")))
}

/// The node of a path, if it exists and the program may know it.
pub(super) fn look(vm: &Vm<'_>, path: &str, what: &str) -> Result<Option<Node>, Trap> {
    known(vm, path, what)?;
    let path = &*normal(path);
    if is_random(path) {
        return Ok(Some(Node::Random));
    }
    if let Some((place, name)) = entry(path) {
        let found = vm.lib.class_path().find_resource_in(place, name);
        if let Some(found) = found.map_err(|error| Trap::Unsupported(format!("{what}: {error}")))? {
            return Ok(Some(Node::File(found.bytes.len() as u64)));
        }
        return Ok(vm.lib.class_path().names_in(place, name).map(|_| Node::Directory));
    }
    let metadata = real_path(vm, path).and_then(|p| std::fs::metadata(p).ok());
    Ok(metadata.map(|m| if m.is_dir() { Node::Directory } else { Node::File(m.len()) }))
}

/// The contents of a file.
pub(super) fn read(vm: &Vm<'_>, path: &str) -> Option<Bytes> {
    let path = &*normal(path);
    if let Some(bytes) = on_class_path(vm, path) {
        return Some(bytes);
    }
    let real =
        real_path(vm, path).filter(|p| std::fs::metadata(p).is_ok_and(|m| m.is_file() && m.len() <= MOST))?;
    Some(std::fs::read(real).ok()?.into())
}

/// The names in a directory, in order.
pub(super) fn names(vm: &Vm<'_>, path: &str) -> Option<Vec<String>> {
    let path = &*normal(path);
    if let Some((place, name)) = entry(path) {
        return vm.lib.class_path().names_in(place, name);
    }
    let entries = std::fs::read_dir(real_path(vm, path)?).ok()?;
    let mut names: Vec<String> = entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    Some(names)
}

/// The place on the class path and the name there.
fn entry(path: &str) -> Option<(usize, &str)> {
    let inside = path.strip_prefix(CLASS_PATH)?.strip_prefix('/')?;
    let (place, name) = inside.split_once('/').unwrap_or((inside, ""));
    Some((place.parse().ok()?, name))
}

/// The contents of a file on the class path.
fn on_class_path(vm: &Vm<'_>, path: &str) -> Option<Bytes> {
    let (place, name) = entry(path)?;
    let found = vm.lib.class_path().find_resource_in(place, name);
    found.ok().flatten().map(|f| f.bytes)
}

/// The path of a JDK file on the host.
fn real_path(vm: &Vm<'_>, path: &str) -> Option<PathBuf> {
    let inside = path.strip_prefix(HOME)?.strip_prefix('/')?;
    let mut parts = inside.split('/');
    let is_data = matches!(parts.next(), Some("lib" | "conf"));
    let is_plain = parts.all(|part| !part.is_empty() && part != "." && part != "..");
    (is_plain && is_data).then(|| vm.lib.jdk.home.join(inside))
}
