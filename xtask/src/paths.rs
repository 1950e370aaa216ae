//! Paths that the documents mention in backticks must exist, so that references are never broken.
//!
//! Checked are `README.md` and `docs/**/*.md`, outside fenced code blocks. A span in backticks counts as a
//! path if it is one word that starts with one of our folders; `:LINE` and `#ANCHOR` at its end are cut off.
//! Patterns and placeholders (`*`, `…`, `<`, `{`, `$`) are **not** checked.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// The folders a path in a document can start with.
const FOLDERS: [&str; 10] =
    ["api/", "models/", "crates/", "docs/", "tests/", "xtask/", "benches/", "fuzz/", "examples/", ".ci/"];

/// Checks every document.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let is_document =
        |file: &&str| *file == "README.md" || (file.starts_with("docs/") && file.ends_with(".md"));
    let mut findings = Vec::new();
    for file in checkout.files().filter(is_document) {
        let text = checkout.text(file);
        let mentions = mentioned_paths(&text).into_iter().filter(|(_, path)| !checkout.exists(path));
        findings.extend(mentions.map(|(line, path)| {
            Finding::failure(file, line, format!("mentions `{path}`, which does not exist"))
        }));
    }
    findings
}

/// The paths that a document mentions, each with its line.
fn mentioned_paths(text: &str) -> Vec<(usize, &str)> {
    let mut paths = Vec::new();
    let mut in_fence = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            in_fence = !in_fence;
        } else if !in_fence {
            // Every second piece between backticks is inside a pair; a last, unterminated one is not.
            let pieces: Vec<&str> = line.split('`').collect();
            let inside = pieces[..pieces.len() - 1].iter().skip(1).step_by(2);
            paths.extend(inside.filter_map(|span| as_path(span)).map(|path| (index + 1, path)));
        }
    }
    paths
}

/// The span as a path of the repository, if it is one.
fn as_path(span: &str) -> Option<&str> {
    let unclear = |c: char| c.is_whitespace() || "*?…<>{}$()".contains(c);
    if span.contains(unclear) || !FOLDERS.iter().any(|folder| span.starts_with(folder)) {
        return None;
    }
    span.split([':', '#']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_paths_in_backticks_with_their_lines() {
        let text =
            "See `crates/event/src/id.rs`,\nthen `docs/GLOSSARY.md#po` and `xtask/src/main.rs:12`.\n`docs/`";
        let expected =
            [(1, "crates/event/src/id.rs"), (2, "docs/GLOSSARY.md"), (2, "xtask/src/main.rs"), (3, "docs/")];
        assert_eq!(mentioned_paths(text), expected);
    }

    #[test]
    fn passes_over_words_commands_and_patterns() {
        let text = "`hb`, `cargo xtask tidy`, `cat docs/A.md`, `tests/litmus/*.litmus`, `crates/<name>/src`, \
                    docs/PLAIN.md, `src/lib.rs`, `tests/{holds,violated}`, `docs/UNCLOSED.md";
        assert_eq!(mentioned_paths(text), []);
    }

    #[test]
    fn passes_over_fenced_blocks() {
        let text = "```\n`docs/IN-A-FENCE.md`\n```\n`docs/AFTER.md`\n";
        assert_eq!(mentioned_paths(text), [(4, "docs/AFTER.md")]);
    }
}
