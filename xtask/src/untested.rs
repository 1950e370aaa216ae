//! Crates whose manifests switch unit tests or doctests off, which saves building them again, must have none:
//! otherwise a test would be written and never run.

use crate::checkout::Checkout;
use crate::finding::Finding;

/// Reports every test that cargo does not run.
pub fn check(checkout: &Checkout) -> Vec<Finding> {
    let manifests = checkout.files().filter(|file| file.ends_with("Cargo.toml"));
    let mut findings = Vec::new();
    for manifest in manifests {
        let off = switched_off(&checkout.text(manifest));
        let sources = manifest.replace("Cargo.toml", "src/");
        let is_source = |file: &&str| file.starts_with(&sources) && file.ends_with(".rs");
        for file in checkout.files().filter(is_source).filter(|_| off != Off::default()) {
            findings.extend(unrun(file, &checkout.text(file), &off));
        }
    }
    findings
}

/// What a manifest switches off.
#[derive(Debug, Default, PartialEq, Eq)]
struct Off {
    unit_tests: bool,
    doctests: bool,
}

fn switched_off(manifest: &str) -> Off {
    Off {
        unit_tests: manifest.lines().any(|line| line.trim() == "test = false"),
        doctests: manifest.lines().any(|line| line.trim() == "doctest = false"),
    }
}

fn unrun(file: &str, text: &str, off: &Off) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut in_block = false;
    for (i, line) in text.lines().map(str::trim).enumerate() {
        if off.unit_tests && line == "#[test]" {
            let why = "is not run: the manifest of the crate says `test = false`";
            findings.push(Finding::failure(file, i + 1, why));
        }
        let Some((_, kind)) =
            line.split_once("```").filter(|(start, _)| matches!(start.trim(), "///" | "//!"))
        else {
            continue;
        };
        in_block = !in_block;
        if off.doctests && in_block && !matches!(kind, "text" | "console") {
            let why = "is not run: the manifest of the crate says `doctest = false`";
            findings.push(Finding::failure(file, i + 1, why));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_switched_off_fail_and_others_do_not() {
        let off = switched_off("[lib]\ntest = false\ndoctest = false\n");
        let text = "//! ```text\n//! a\n//! ```\n/// ```\n/// f();\n/// ```\nfn f() {}\n#[test]\nfn g() {}\n";
        let lines: Vec<String> = unrun("a.rs", text, &off).iter().map(Finding::to_string).collect();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("a.rs:4: ") && lines[1].starts_with("a.rs:8: "), "{lines:?}");
        assert!(unrun("a.rs", text, &switched_off("[lib]\n")).is_empty());
    }
}
