//! Rust sources: every file opens with a `//!` header, none grows too long to read, and comments are no wider
//! than the code.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// The folders of our own sources.
const FOLDERS: [&str; 4] = ["crates/", "xtask/", "benches/", "fuzz/fuzz_targets/"];
const WARN_AT_LINES: usize = 600;
const FAIL_AT_LINES: usize = 1000;
/// The width of a comment: that of the code (`rustfmt.toml`), which rustfmt does not keep for comments.
const COMMENT_COLUMNS: usize = 110;

/// Checks header, size and comments of every source.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let ours = |file: &&str| file.ends_with(".rs") && FOLDERS.iter().any(|folder| file.starts_with(folder));
    checkout.files().filter(ours).flat_map(|file| check_source(file, &checkout.text(file))).collect()
}

fn check_source(file: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    // The marker alone is not enough: there must be a word after it.
    let header = text.lines().next().and_then(|line| line.strip_prefix("//!"));
    if header.is_none_or(|words| words.trim().is_empty()) {
        findings.push(Finding::failure(
            file,
            1,
            "does not start with a `//!` header saying what the file does",
        ));
    }
    let lines = text.lines().count();
    if lines >= FAIL_AT_LINES {
        let what = format!("{lines} lines, {FAIL_AT_LINES} or more fail: split it by concept");
        findings.push(Finding::failure(file, lines, what));
    } else if lines >= WARN_AT_LINES {
        let what = format!("{lines} lines, {FAIL_AT_LINES} will fail: think of splitting it");
        findings.push(Finding::warning(file, lines, what));
    }
    findings.extend(wide_comments(file, text));
    findings
}

fn wide_comments(file: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_block = false;
    for (i, line) in text.lines().enumerate() {
        let Some(words) = line.trim_start().strip_prefix("//") else {
            in_block = false;
            continue;
        };
        let words = words.trim_start_matches(['/', '!']).trim_start();
        in_block ^= words.starts_with("```");
        // Rows of tables and code cannot be wrapped.
        let may_be_wide = in_block || words.starts_with('|') || words.contains("://");
        if line.chars().count() > COMMENT_COLUMNS && !may_be_wide {
            let what = format!("a comment of more than {COMMENT_COLUMNS} columns: wrap it");
            findings.push(Finding::failure(file, i + 1, what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;

    fn severities(text: &str) -> Vec<Severity> {
        check_source("crates/a/src/lib.rs", text).iter().map(|finding| finding.severity).collect()
    }

    #[test]
    fn wants_a_header_with_words_on_the_first_line() {
        assert_eq!(severities("//! Does it.\n\nfn f() {}\n"), []);
        for text in ["", "//!\n", "// A comment.\n", "\n//! Too late.\n", "#![no_main]\n//! Too late.\n"] {
            assert_eq!(severities(text), [Severity::Failure], "{text:?}");
        }
    }

    #[test]
    fn comments_are_as_wide_as_the_code_but_for_tables_and_examples() {
        let wide = "word ".repeat(30);
        assert_eq!(severities(&format!("//! Does it.\n    // {wide}\n")), [Severity::Failure]);
        assert_eq!(severities(&format!("//! Does it.\n//! | {wide} |\n")), []);
        assert_eq!(severities(&format!("//! Does it.\n//! ```\n//! {wide}\n//! ```\n")), []);
    }

    #[test]
    fn warns_at_600_lines_and_fails_at_1000() {
        let source = |lines: usize| format!("//! Long.\n{}", "\n".repeat(lines - 1));
        assert_eq!(severities(&source(599)), []);
        assert_eq!(severities(&source(600)), [Severity::Warning]);
        assert_eq!(severities(&source(999)), [Severity::Warning]);
        assert_eq!(severities(&source(1000)), [Severity::Failure]);
    }
}
