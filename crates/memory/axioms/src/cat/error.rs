//! Errors in cat files: where, what, and what to do about it.

use diagnostic::Diagnostic;
use std::fmt;

/// What kind of mistake an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CatErrorKind {
    /// The text is not cat.
    Syntax,
    /// The text is cat, but uses a construct this evaluator does not have. Never skipped silently.
    Unsupported,
    /// A name nobody defined.
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
    /// What kind of mistake.
    pub kind: CatErrorKind,
    /// Where and what; its notes are the calls and includes that led here, innermost first.
    pub diagnostic: Diagnostic,
}

impl fmt::Display for CatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.diagnostic.fmt(f)
    }
}

impl std::error::Error for CatError {}
