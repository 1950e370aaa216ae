//! The little of a `Cargo.toml` that the arrow check needs: the package name and its dependencies.
//!
//! It **promises** to see every spelling of a dependency that cargo accepts on a line of its own: `a = "1"`,
//! `a.workspace = true`, `a = { … }`, `[dependencies.a]`, also under `[target.….dependencies]` and
//! `[build-dependencies]`, and to follow `package = "…"`. Development dependencies are left out. It **does
//! not** read TOML in general; inline tables that span lines are not TOML 1.0 and not expected.

/// A dependency and the line that states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The package depended on.
    pub package: String,
    /// The line, counted from 1.
    pub line: usize,
}

/// What a manifest says about its package.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// The name of the package; empty if there is none (a virtual workspace).
    pub package: String,
    /// What it is built from, in the order of the file.
    pub dependencies: Vec<Dependency>,
}

/// What the lines below a table header are about.
enum Table {
    Package,
    Dependencies,
    /// The details of the dependency that was added last.
    OneDependency,
    Other,
}

/// Reads a manifest.
pub fn parse(text: &str) -> Manifest {
    let mut manifest = Manifest::default();
    let mut table = Table::Other;
    for (index, raw) in text.lines().enumerate() {
        let line = without_comment(raw);
        if let Some(header) = line.strip_prefix('[') {
            table = open_table(header.trim_end_matches(']'), index + 1, &mut manifest);
        } else if let Some((key, value)) = line.split_once('=') {
            read_entry(&table, (key.trim(), value.trim()), index + 1, &mut manifest);
        }
    }
    manifest
}

fn open_table(header: &str, line: usize, manifest: &mut Manifest) -> Table {
    let (parent, last) = header.rsplit_once('.').unwrap_or(("", header));
    let is_list = |name: &str| matches!(name, "dependencies" | "build-dependencies");
    if header == "package" {
        Table::Package
    } else if is_list(last) && (parent.is_empty() || parent.starts_with("target.")) {
        Table::Dependencies
    } else if is_list(parent.rsplit('.').next().unwrap_or(parent)) && !parent.starts_with("workspace") {
        manifest.dependencies.push(Dependency { package: unquoted(last), line });
        Table::OneDependency
    } else {
        Table::Other
    }
}

fn read_entry(table: &Table, (key, value): (&str, &str), line: usize, manifest: &mut Manifest) {
    match table {
        Table::Package if key == "name" => manifest.package = unquoted(value),
        Table::Dependencies => {
            let name = unquoted(key.split('.').next().unwrap_or(key).trim());
            let package = renamed_from(value).unwrap_or(name);
            manifest.dependencies.push(Dependency { package, line });
        }
        Table::OneDependency if key == "package" => {
            if let Some(dependency) = manifest.dependencies.last_mut() {
                dependency.package = unquoted(value);
            }
        }
        _ => {}
    }
}

/// The `package` of an inline table `{ package = "…", … }`.
fn renamed_from(value: &str) -> Option<String> {
    let inside = value.strip_prefix('{')?.strip_suffix('}')?;
    let entries = inside.split(',').filter_map(|entry| entry.split_once('='));
    entries.into_iter().find(|(key, _)| key.trim() == "package").map(|(_, value)| unquoted(value.trim()))
}

fn unquoted(text: &str) -> String {
    text.trim_matches(['"', '\'']).to_owned()
}

/// The line up to a `#` outside quotes, trimmed.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    for (at, c) in line.char_indices() {
        match (quote, c) {
            (None, '#') => return line[..at].trim(),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    line.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages(text: &str) -> Vec<String> {
        parse(text).dependencies.into_iter().map(|dependency| dependency.package).collect()
    }

    #[test]
    fn reads_every_spelling_of_a_dependency() {
        let text = r#"
[package]
name = "store" # not "memory"
[dependencies]
event.workspace = true
litmus = { workspace = true }
"models" = { path = "../models" }
short = { package = "explore", path = "../explore" }
serde = "1"
[dependencies.verify]
path = "../verify"
[dependencies.other]
package = "report"
[target.'cfg(unix)'.dependencies]
nix = "0.31"
[target.'cfg(unix)'.dependencies.libc]
version = "0.2"
[build-dependencies]
cc = "1"
"#;
        assert_eq!(parse(text).package, "store");
        let expected = "event litmus models explore serde verify report nix libc cc";
        assert_eq!(packages(text).join(" "), expected);
    }

    #[test]
    fn remembers_the_line_of_each_dependency() {
        let text = "[package]\nname = \"a\"\n\n[dependencies]\n# b = \"1\"\nc = \"1\"\n";
        assert_eq!(parse(text).dependencies, [Dependency { package: "c".to_owned(), line: 6 }]);
    }

    #[test]
    fn leaves_out_development_dependencies_and_other_tables() {
        let text = "[dev-dependencies]\na = \"1\"\n[dev-dependencies.b]\nversion = \"1\"\n\
                    [target.'cfg(unix)'.dev-dependencies]\nc = \"1\"\n[workspace.dependencies]\nd = \"1\"\n\
                    [workspace.dependencies.e]\nversion = \"1\"\n[features]\nf = []\n[lints]\nworkspace = true\n";
        assert_eq!(packages(text), Vec::<String>::new());
    }
}
