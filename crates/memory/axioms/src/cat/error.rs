//! Errors in cat files: where, what, and what to do about it.

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

/// An error with a position. [`fmt::Display`] prints `file:line:column: error: …`, the line, a marker and a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatError {
    /// What kind of mistake.
    pub kind: CatErrorKind,
    /// The file as it was named by the user or by `include`.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to mend it, if we know.
    pub hint: Option<String>,
    /// The calls and includes that led here, innermost first.
    pub notes: Box<[String]>,
    pub(crate) excerpt: Box<Excerpt>,
}

/// The source line, shortened around the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    line: Box<str>,
    /// Where the error starts, in characters.
    marker: usize,
    /// How many characters it covers.
    width: usize,
}

/// How many characters of a line are shown on each side of the error.
const CONTEXT: usize = 60;

impl Excerpt {
    /// The line around the bytes `at..end`, both on character boundaries.
    pub(crate) fn new(text: &str, at: usize, end: usize) -> Self {
        let line_start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[at..].find('\n').map_or(text.len(), |i| at + i);
        let before: Vec<char> = text[line_start..at].chars().rev().take(CONTEXT).collect();
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let after = text[at..line_end].chars().take(CONTEXT);
        let width = text[at..end.min(line_end).max(at)].chars().take(CONTEXT).count().max(1);
        let line = before.iter().rev().copied().chain(after).map(printable).collect();
        Excerpt { line, marker: before.len(), width }
    }
}

impl fmt::Display for CatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}:{}: error: {}", self.file, self.line, self.column, self.message)?;
        let gutter = self.line.to_string();
        writeln!(f, " {gutter} | {}", self.excerpt.line)?;
        let (pad, skip) = (" ".repeat(gutter.len()), " ".repeat(self.excerpt.marker));
        write!(f, " {pad} | {skip}{}", "^".repeat(self.excerpt.width))?;
        for note in self.notes.iter() {
            write!(f, "\n {pad} = note: {note}")?;
        }
        match &self.hint {
            Some(hint) => write!(f, "\n {pad} = hint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for CatError {}
