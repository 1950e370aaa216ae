//! Errors in cat files: where the error is, what is wrong, and how to fix it.

use diagnostic::Diagnostic;
use std::fmt;

/// The kind of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CatErrorKind {
    /// The text is not cat.
    Syntax,
    /// The text is cat, but uses a construct that this evaluator does not support. Never skipped silently.
    Unsupported,
    /// An undefined name.
    Name,
    /// A set where a relation is needed, a wrong number of arguments, and the like.
    Type,
    /// A file that cannot be read, or includes itself.
    Include,
    /// The model is too large or too deeply nested.
    Limit,
}

/// An error with a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatError {
    /// The kind of error.
    pub kind: CatErrorKind,
    /// The position and message; its notes are the calls and includes that led here, innermost first.
    pub diagnostic: Diagnostic,
}

impl fmt::Display for CatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for CatError {}
