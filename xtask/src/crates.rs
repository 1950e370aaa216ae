//! The crates of the workspace and their dependencies, as reported by cargo; drawn into `docs/CRATES.md`
//! (`cargo xtask graph`).

use crate::checkout::Checkout;
use crate::finding::Finding;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::process::{Command, ExitCode};

/// The page with the drawing.
const PAGE: &str = "docs/CRATES.md";

/// The folders of `crates/`, low to high.
const FOLDERS: [(&str, &str); 7] = [
    ("event", "the vocabulary"),
    ("diagnostic", "errors with a place"),
    ("program", "what is checked, as machines"),
    ("memory", "memory models"),
    ("engine", "searches and solvers"),
    ("app", "decides, tells, prints"),
    ("nets", "tests the rest; nothing that ships uses it"),
];

/// A crate under `crates/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crate {
    /// The name of the package.
    pub name: String,
    /// Its manifest, relative to the root of the repository.
    pub manifest: String,
    /// The crates under `crates/` that it depends on, sorted. Dependencies of tests, which are unrestricted,
    /// are left out.
    pub uses: Vec<String>,
}

impl Crate {
    /// The folder of `crates/` that it is in.
    pub fn folder(&self) -> &str {
        self.manifest.split('/').nth(1).unwrap_or_default()
    }
}

/// All crates, in the order of their manifests.
pub fn read(checkout: &Checkout) -> Result<Vec<Crate>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let out = command.current_dir(checkout.root()).output().map_err(|e| format!("cargo metadata: {e}"))?;
    if !out.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&out.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&out.stdout).map_err(|e| format!("cargo metadata: {e}"))?;
    let root = format!("{}/", metadata["workspace_root"].as_str().unwrap_or_default());
    let mut all: Vec<Crate> =
        metadata["packages"].as_array().into_iter().flatten().map(|p| package(p, &root)).collect();
    all.retain(|c| c.manifest.starts_with("crates/"));
    all.sort_by(|a, b| a.manifest.cmp(&b.manifest));
    let names: Vec<String> = all.iter().map(|c| c.name.clone()).collect();
    all.iter_mut().for_each(|c| c.uses.retain(|name| names.contains(name)));
    Ok(all)
}

fn package(metadata: &Value, root: &str) -> Crate {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let used = metadata["dependencies"].as_array().into_iter().flatten().filter(|d| d["kind"] != "dev");
    let mut uses: Vec<String> = used.map(|d| text(&d["name"])).collect();
    uses.sort();
    uses.dedup();
    let manifest = text(&metadata["manifest_path"]).replace('\\', "/");
    let manifest = manifest.strip_prefix(root).unwrap_or(&manifest).to_owned();
    Crate { name: text(&metadata["name"]), manifest, uses }
}

/// `cargo xtask graph`: draws the crates.
pub fn draw(checkout: &Checkout) -> Result<ExitCode, String> {
    let text = page(&read(checkout)?, &|c| role(checkout, c));
    std::fs::write(checkout.root().join(PAGE), text).map_err(|e| format!("{PAGE}: {e}"))?;
    Ok(ExitCode::SUCCESS)
}

/// `cargo xtask changed`: the crates with changes since the last push, in one line.
pub fn changed(checkout: &Checkout) -> Result<String, String> {
    let git = |arguments: &[&str]| {
        let out = Command::new("git").args(arguments).current_dir(checkout.root()).output().ok()?;
        out.status.success().then(|| String::from_utf8_lossy(&out.stdout).into_owned())
    };
    let base = git(&["merge-base", "HEAD", "@{upstream}"]).unwrap_or_else(|| "HEAD".to_owned());
    let edited = git(&["diff", "--name-only", base.trim()]).ok_or("this is no git repository")?;
    let new = git(&["ls-files", "--others", "--exclude-standard"]).unwrap_or_default();
    let files: Vec<&str> = edited.lines().chain(new.lines()).collect();
    let is_changed = |c: &&Crate| {
        let folder = c.manifest.trim_end_matches("Cargo.toml");
        files.iter().any(|file| file.starts_with(folder))
    };
    let all = read(checkout)?;
    Ok(all.iter().filter(is_changed).map(|c| c.name.as_str()).collect::<Vec<_>>().join(" "))
}

/// Reports if the page is out of date.
pub fn check(checkout: &Checkout, all: &[Crate]) -> Option<Finding> {
    let is_true = checkout.text(PAGE) == page(all, &|c| role(checkout, c));
    (!is_true)
        .then(|| Finding::failure(PAGE, 1, "shows other crates than there are: run `cargo xtask graph`"))
}

/// The first sentence of a crate's header.
fn role(checkout: &Checkout, of: &Crate) -> String {
    let folder = of.manifest.trim_end_matches("Cargo.toml");
    let lib = format!("{folder}src/lib.rs");
    let file = if checkout.exists(&lib) { lib } else { format!("{folder}src/main.rs") };
    let text = checkout.text(&file);
    let header: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let paragraph = header.split(|line| line.is_empty()).next().unwrap_or_default().join(" ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    paragraph[..end].to_owned()
}

fn page(all: &[Crate], role: &dyn Fn(&Crate) -> String) -> String {
    let mut out = "# Crates\n\nDrawn by `cargo xtask graph` from the manifests; `cargo xtask tidy` sees to it that it is true, and that arrows point one way \
                   (`xtask/src/arrows.rs` has those that are allowed). An arrow means *is built from*; those that follow from others are left out.\n\n```mermaid\nflowchart BT\n"
        .to_owned();
    for (folder, what) in FOLDERS {
        let _ = writeln!(out, "  subgraph {folder}-crates [\"{folder}: {what}\"]");
        for c in all.iter().filter(|c| c.folder() == folder) {
            let _ = writeln!(out, "    {0}[{0}]", c.name);
        }
        out += "  end\n";
    }
    let uses: BTreeMap<&str, &[String]> = all.iter().map(|c| (c.name.as_str(), &*c.uses)).collect();
    for c in all {
        for target in c.uses.iter().filter(|t| !c.uses.iter().any(|via| via != *t && reaches(&uses, via, t)))
        {
            let _ = writeln!(out, "  {} --> {target}", c.name);
        }
    }
    out += "```\n\n| crate | what it is | built from |\n|---|---|---|\n";
    for (folder, _) in FOLDERS {
        for c in all.iter().filter(|c| c.folder() == folder) {
            let folder = c.manifest.trim_end_matches("/Cargo.toml");
            // A package is named after its folder, but for the one that is named after the program.
            let is_named = folder.rsplit('/').next() == Some(&c.name);
            let package = if is_named { String::new() } else { format!(", package `{}`", c.name) };
            let uses = if c.uses.is_empty() { "–".to_owned() } else { c.uses.join(", ") };
            let _ = writeln!(out, "| `{folder}`{package} | {} | {uses} |", role(c));
        }
    }
    out
}

/// Whether one crate depends on another, perhaps indirectly.
fn reaches(uses: &BTreeMap<&str, &[String]>, from: &str, to: &str) -> bool {
    uses.get(from).is_some_and(|next| next.iter().any(|n| n == to || reaches(uses, n, to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, folder: &str, uses: &[&str]) -> Crate {
        let uses = uses.iter().map(|name| (*name).to_owned()).collect();
        Crate { name: name.to_owned(), manifest: format!("crates/{folder}/Cargo.toml"), uses }
    }

    #[test]
    fn arrows_that_follow_from_others_are_not_drawn() {
        let event = named("event", "event", &[]);
        let memory = named("operational", "memory/operational", &["event"]);
        let engine = named("explore", "engine/explore", &["event", "operational"]);
        let app = named("thinair", "app/cli", &[]);
        let drawn = page(&[event, memory, engine, app], &|_| "a role".to_owned());
        assert!(
            drawn.contains("explore --> operational\n") && !drawn.contains("explore --> event\n"),
            "{drawn}"
        );
        assert!(drawn.contains("| `crates/engine/explore` | a role | event, operational |\n"), "{drawn}");
        assert!(drawn.contains("| `crates/app/cli`, package `thinair` | a role | – |\n"), "{drawn}");
    }

    #[test]
    fn development_dependencies_are_left_out() {
        let metadata = serde_json::json!({
            "name": "a", "manifest_path": "/r/crates/memory/a/Cargo.toml",
            "dependencies": [{ "name": "b", "kind": null }, { "name": "c", "kind": "dev" }, { "name": "d", "kind": "build" }],
        });
        assert_eq!(package(&metadata, "/r/"), named("a", "memory/a", &["b", "d"]));
    }
}
