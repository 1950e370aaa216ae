//! Programs whose headers say what thinair should answer, and the only parser of these headers.
//!
//! | word | what follows |
//! |---|---|
//! | `Expected:` | `sc holds, jmm violated, race yes`: by model and for races; one verdict alone is for jmm |
//! | `Today:` | the current answer where it is wrong: a known bug |
//! | `With 25:` | the answer from that release on, if it differs; `left out` if it takes too long |
//! | `Says:` | a text that every report contains |
//! | `Options:` | options of the command |
//! | `Arguments:` | arguments of the program; runs are separated by `;` |
//! | `First look:` | why the search alone does not find it |
//! | `Release:` | the oldest suitable release of Java; `25 with preview features` is for that one only |
//!
//! The folder of a program in `tests/programs` is the verdict under jmm today.

use crate::jdk::Jdk;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a program expects.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expectation {
    /// The current answers, by `sc`, `jmm`, `race` and so on.
    pub answers: BTreeMap<String, String>,
    /// Different answers from a release on.
    pub with: Option<(u32, BTreeMap<String, String>)>,
    /// The answers once a known bug is fixed.
    pub wanted: BTreeMap<String, String>,
    /// A text that every report contains.
    pub says: Option<String>,
    /// Options of the command.
    pub options: Vec<String>,
    /// Arguments of the program, for each run.
    pub runs: Vec<String>,
    /// Whether the search alone does not find it.
    pub needs_look: bool,
    /// The release of Java that it needs; 0 for any.
    pub release: u32,
    /// Whether it needs preview features of this release.
    pub preview: bool,
}

impl Expectation {
    /// Reads the header of a program.
    pub fn read(text: &str) -> Result<Expectation, String> {
        let wanted = answers(said(text, "Expected: ").ok_or("there is no line `Expected:`")?);
        let mut today = wanted.clone();
        today.extend(answers(said(text, "Today: ").unwrap_or_default()));
        let release = said(text, "Release: ").unwrap_or("0");
        let (number, rest) = release.split_once(' ').unwrap_or((release, ""));
        Ok(Expectation {
            answers: today,
            with: said(text, "With ").map(with_release).transpose()?,
            wanted,
            says: said(text, "Says: ").map(str::to_owned),
            options: said(text, "Options: ")
                .unwrap_or_default()
                .split_whitespace()
                .map(str::to_owned)
                .collect(),
            runs: said(text, "Arguments: ")
                .unwrap_or_default()
                .split(';')
                .map(|run| run.trim().to_owned())
                .collect(),
            needs_look: said(text, "First look: ").is_some(),
            release: number.parse().map_err(|_| format!("`Release: {release}` begins with no number"))?,
            preview: rest == "with preview features",
        })
    }

    /// The verdict under jmm.
    pub fn jmm(&self) -> &str {
        self.answers.get("jmm").map_or("", String::as_str)
    }

    /// The answers expected with this JDK.
    pub fn with(&self, jdk: &Jdk) -> Expectation {
        let mut expected = self.clone();
        if let Some((_, answers)) = self.with.as_ref().filter(|(release, _)| jdk.release >= *release) {
            expected.answers.extend(answers.clone());
        }
        expected
    }

    /// Whether a JDK has what the program needs.
    pub fn suits(&self, jdk: &Jdk) -> bool {
        let is_left_out = |(release, answers): &(u32, BTreeMap<String, String>)| {
            jdk.release >= *release && answers.contains_key("left")
        };
        let suits = if self.preview { jdk.release == self.release } else { jdk.release >= self.release };
        suits && !self.with.as_ref().is_some_and(is_left_out)
    }
}

/// The text after a word in the header of a program.
fn said<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let of_line = |line: &'a str| {
        let line = line.trim_start().trim_start_matches(['*', '/', ' ']);
        let line = line.strip_prefix("<p>").or(line.strip_prefix("<br>")).unwrap_or(line);
        Some(line.strip_prefix(word)?.trim().trim_end_matches('.'))
    };
    text.lines().find_map(of_line)
}

/// `25: jmm violated`.
fn with_release(line: &str) -> Result<(u32, BTreeMap<String, String>), String> {
    let read = line.split_once(": ").and_then(|(release, rest)| Some((release.parse().ok()?, answers(rest))));
    read.ok_or_else(|| format!("`With {line}` is not a release and what is answered"))
}

fn answers(line: &str) -> BTreeMap<String, String> {
    let is_verdict = |part: &str| ["holds", "violated", "unknown"].iter().any(|word| part.starts_with(word));
    let part = |part: &str| match part.split_once(' ').filter(|_| !is_verdict(part)) {
        Some((what, word)) => (what.to_owned(), word.trim().to_owned()),
        None => ("jmm".to_owned(), part.to_owned()),
    };
    line.split(", ").filter(|part| !part.is_empty()).map(part).collect()
}

/// A program with a header.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The name of its main class.
    pub name: String,
    /// Its source.
    pub source: PathBuf,
    /// Its folder, below the one that was searched.
    pub folder: String,
    /// Its header.
    pub expects: Expectation,
}

/// The programs below a folder, sorted by name; the error is human-readable.
pub fn programs_below(folder: &Path) -> Result<Vec<Checked>, String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        let entries = std::fs::read_dir(&at).map_err(|e| format!("{}: {e}", at.display()))?;
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                // A Maven project has tests of its own.
                folders.extend((!path.join("pom.xml").exists()).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "java") {
                found.push(checked(folder, path)?);
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn checked(folder: &Path, source: PathBuf) -> Result<Checked, String> {
    let text = std::fs::read_to_string(&source).map_err(|e| format!("{}: {e}", source.display()))?;
    let expects = Expectation::read(&text).map_err(|e| format!("{}: {e}", source.display()))?;
    let below = source.parent().and_then(|parent| parent.strip_prefix(folder).ok()).unwrap_or(Path::new(""));
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Checked { name, folder: below.to_string_lossy().replace('\\', "/"), source, expects })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_a_header_is_read() {
        let text = "/**\n * <p>Expected: sc holds, jmm violated, race yes.\n * <br>Today: jmm unknown.\n * <br>Options: --trust none -v\n \
                    * <br>Says: a lock.\n * <br>Arguments: 2 3; 4\n * <br>Release: 25 with preview features.\n */";
        let read = Expectation::read(text).expect("it is right");
        assert_eq!(
            (read.jmm(), read.wanted["jmm"].as_str(), read.answers["race"].as_str()),
            ("unknown", "violated", "yes")
        );
        assert_eq!(
            (read.options.join(" ").as_str(), read.says.as_deref()),
            ("--trust none -v", Some("a lock"))
        );
        assert_eq!((read.runs.join("|").as_str(), read.release, read.preview), ("2 3|4", 25, true));
    }

    #[test]
    fn releases_may_answer_otherwise() {
        let read = Expectation::read("// Expected: sc holds, jmm holds.\n// With 25: jmm unknown.")
            .expect("it is right");
        let jdk = |release| Jdk { home: PathBuf::new(), release };
        assert_eq!(
            [21, 25, 26].map(|release| read.with(&jdk(release)).jmm().to_owned()),
            ["holds", "unknown", "unknown"]
        );
    }

    #[test]
    fn one_verdict_is_that_under_jmm_and_none_is_an_error() {
        assert!(Expectation::read("// Expected: holds.\n// With new: unknown.").is_err());
        assert_eq!(Expectation::read("// Expected: holds.").expect("it is right").jmm(), "holds");
        assert_eq!(
            Expectation::read("// Expected: holds if slow.").expect("it is right").jmm(),
            "holds if slow"
        );
        assert!(Expectation::read("class A {}").is_err());
        assert!(Expectation::read("// Expected: holds.\n// Release: new.").is_err());
    }
}
