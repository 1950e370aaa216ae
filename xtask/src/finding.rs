//! What a check has to say, and how it is printed.

use std::fmt;

/// Whether a finding decides the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth a thought; the run still succeeds.
    Warning,
    /// The run fails.
    Failure,
}

/// One thing that is wrong, at one place. Ordered by place, so that sorted findings read file by file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the repository root.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// Whether it decides the exit code.
    pub severity: Severity,
    /// What is wrong and, where it is not plain, what to do.
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
