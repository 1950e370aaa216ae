//! The findings of checks, and how they are printed.

use std::fmt;

/// Whether a finding affects the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth considering; the run still succeeds.
    Warning,
    /// The run fails.
    Failure,
}

/// One problem at one position. Ordered by position, so that sorted findings read file by file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the repository root.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// Whether it affects the exit code.
    pub severity: Severity,
    /// What is wrong and, if it is not obvious, what to do.
    pub what: String,
}

impl Finding {
    /// A finding that fails the run.
    pub fn failure(path: &str, line: usize, what: impl Into<String>) -> Self {
        Finding { path: path.to_owned(), line, severity: Severity::Failure, what: what.into() }
    }

    /// A finding that is only shown.
    pub fn warning(path: &str, line: usize, what: impl Into<String>) -> Self {
        Finding { severity: Severity::Warning, ..Finding::failure(path, line, what) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.severity {
            Severity::Warning => "warning: ",
            Severity::Failure => "",
        };
        write!(f, "{}:{}: {mark}{}", self.path, self.line, self.what)
    }
}
