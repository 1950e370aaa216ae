//! `cargo xtask tidy`: runs every check over the checkout and prints a summary.

use crate::checkout::Checkout;
use crate::finding::{Finding, Severity};
use crate::{arrows, models, paths, recordings, rust_files, strings, tables, untested};

/// The findings of all checks, sorted by position.
pub struct Report {
    /// The findings.
    pub findings: Vec<Finding>,
    files: usize,
}

/// Runs all checks.
pub fn check(checkout: &Checkout) -> Report {
    let checks = [
        rust_files::check,
        arrows::check,
        models::check,
        paths::check,
        strings::check,
        tables::check,
        recordings::check,
        untested::check,
    ];
    let mut findings: Vec<Finding> = checks.iter().flat_map(|check| check(checkout)).collect();
    findings.sort();
    Report { findings, files: checkout.files().count() }
}

impl Report {
    /// The number of findings that fail the run.
    pub fn failures(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Failure).count()
    }

    /// One line for the end of the output.
    pub fn summary(&self) -> String {
        let failures = self.failures();
        let warnings = self.findings.len() - failures;
        format!("tidy: {} files, {}, {}", self.files, count(failures, "failure"), count(warnings, "warning"))
    }
}

fn count(n: usize, noun: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {noun}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_do_not_fail_and_the_summary_counts_both() {
        let findings = vec![Finding::warning("a.rs", 1, "long"), Finding::warning("b.rs", 1, "long")];
        let mut report = Report { findings, files: 7 };
        assert_eq!(
            (report.failures(), report.summary().as_str()),
            (0, "tidy: 7 files, 0 failures, 2 warnings")
        );
        report.findings.push(Finding::failure("c.rs", 3, "no header"));
        assert_eq!(
            (report.failures(), report.summary().as_str()),
            (1, "tidy: 7 files, 1 failure, 2 warnings")
        );
        assert_eq!(report.findings[2].to_string(), "c.rs:3: no header");
    }
}
