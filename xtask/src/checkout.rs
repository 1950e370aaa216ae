//! The files of the repository: what git tracks, or would track if it were added.
//!
//! Every check works on this one list, so that build products and private notes of a developer are never
//! judged. Without git (an unpacked archive) the folder is walked instead, skipping the whole folders that
//! `.gitignore` lists.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A list of files and the folder they are in.
pub struct Checkout {
    root: PathBuf,
    /// Paths relative to `root`, with `/` between the parts, sorted.
    files: Vec<String>,
}

impl Checkout {
    /// Lists the files under `root`.
    pub fn open(root: &Path) -> Result<Self, String> {
        let mut files = match listed_by_git(root) {
            Some(files) => files,
            None => found_by_walking(root)?,
        };
        // Git also lists files that are tracked but deleted, and links, whose targets are not ours.
        files.retain(|file| root.join(file).symlink_metadata().is_ok_and(|meta| meta.is_file()));
        files.sort();
        files.dedup();
        Ok(Checkout { root: root.to_owned(), files })
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All files, sorted.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// The bytes of one of [`Checkout::files`]; a file that has vanished is empty.
    pub fn bytes(&self, file: &str) -> Vec<u8> {
        std::fs::read(self.root.join(file)).unwrap_or_default()
    }

    /// The text of one of [`Checkout::files`]; invalid UTF-8 is replaced.
    pub fn text(&self, file: &str) -> String {
        String::from_utf8_lossy(&self.bytes(file)).into_owned()
    }

    /// Whether a file or folder exists at this path, tracked or not.
    pub fn exists(&self, path: &str) -> bool {
        self.root.join(path).exists()
    }
}

fn listed_by_git(root: &Path) -> Option<Vec<String>> {
    let listing = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&listing.stdout).into_owned();
    // An archive unpacked inside another repository that ignores it lists nothing: that is not an answer.
    let files: Vec<String> = text.split('\0').filter(|file| !file.is_empty()).map(str::to_owned).collect();
    (listing.status.success() && !files.is_empty()).then_some(files)
}

fn found_by_walking(root: &Path) -> Result<Vec<String>, String> {
    let ignored = std::fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let ignored: Vec<&str> = ignored.lines().filter_map(|line| line.strip_prefix('/')).collect();
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        let place = root.join(&folder);
        let entries = std::fs::read_dir(&place).map_err(|e| format!("{}: {e}", place.display()))?;
        for entry in entries {
            let entry = entry.map_err(|e| format!("{}: {e}", place.display()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if path == ".git" || ignored.contains(&path.as_str()) {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                _ => files.push(path),
            }
        }
    }
    Ok(files)
}
