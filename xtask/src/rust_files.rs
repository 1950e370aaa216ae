//! Rust sources: every file opens with a `//!` header, and none grows too long to read.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// The folders of our own sources.
const FOLDERS: [&str; 4] = ["crates/", "xtask/", "benches/", "fuzz/fuzz_targets/"];
const WARN_AT_LINES: usize = 600;
const FAIL_AT_LINES: usize = 1000;

/// Checks header and size of every source.
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
    fn warns_at_600_lines_and_fails_at_1000() {
        let source = |lines: usize| format!("//! Long.\n{}", "\n".repeat(lines - 1));
        assert_eq!(severities(&source(599)), []);
        assert_eq!(severities(&source(600)), [Severity::Warning]);
        assert_eq!(severities(&source(999)), [Severity::Warning]);
        assert_eq!(severities(&source(1000)), [Severity::Failure]);
    }
}
