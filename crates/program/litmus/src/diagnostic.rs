//! Errors in litmus files: where, what, and what to do about it.

use crate::ast::Span;
use std::fmt;

/// An error with a position. [`fmt::Display`] prints `file:line:column: error: …`, the line, a marker and a hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The file as the user named it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// How to mend it, if we know.
    pub hint: Option<String>,
    /// The source line, shortened around the error.
    excerpt: Box<str>,
    /// Where the error starts in `excerpt`, in characters.
    marker: usize,
    /// How many characters it covers.
    width: usize,
}

/// How many characters of a line are shown on each side of the error.
const CONTEXT: usize = 60;

impl Diagnostic {
    /// Makes an error about `span` of `source`.
    pub fn new(file: &str, source: &str, span: Span, message: impl Into<String>) -> Self {
        let at = floor_char_boundary(source, span.start.min(source.len()));
        let line_start = source[..at].rfind('\n').map_or(0, |i| i + 1);
        let line_end = source[at..].find('\n').map_or(source.len(), |i| at + i);
        let before: Vec<char> = source[line_start..at].chars().rev().take(CONTEXT).collect();
        let after: Vec<char> = source[at..line_end].chars().take(CONTEXT).collect();
        let span_end = floor_char_boundary(source, span.end.clamp(at, line_end));
        let width = source[at..span_end].chars().take(CONTEXT).count().max(1);
        let printable = |c: &char| if c.is_control() { ' ' } else { *c };
        Diagnostic {
            file: file.to_owned(),
            line: source.as_bytes()[..line_start].iter().filter(|&&b| b == b'\n').count() + 1,
            column: source[line_start..at].chars().count() + 1,
            message: message.into(),
            hint: None,
            marker: before.len(),
            excerpt: before.iter().rev().map(printable).chain(after.iter().map(printable)).collect(),
            width,
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

fn floor_char_boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}:{}: error: {}", self.file, self.line, self.column, self.message)?;
        let gutter = self.line.to_string();
        writeln!(f, " {gutter} | {}", self.excerpt)?;
        let (pad, skip) = (" ".repeat(gutter.len()), " ".repeat(self.marker));
        write!(f, " {pad} | {skip}{}", "^".repeat(self.width))?;
        if let Some(hint) = &self.hint {
            write!(f, "\n {pad} = hint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_file_line_column_excerpt_marker_and_hint() {
        let source = "Java A\n{ x = 0 }\nThread0 { y = 1; }\n";
        let at = source.find('y').expect("y");
        let error =
            Diagnostic::new("a.litmus", source, Span { start: at, end: at + 1 }, "`y` is not declared")
                .hint("declare it in the init block: `y = 0;`");
        assert_eq!(
            error.to_string(),
            "a.litmus:3:11: error: `y` is not declared\n 3 | Thread0 { y = 1; }\n   |           ^\n   = hint: declare it in the init block: `y = 0;`"
        );
    }

    #[test]
    fn a_very_long_line_is_shortened_around_the_error() {
        let source = "z".repeat(1_000_000);
        let error = Diagnostic::new("a", &source, Span { start: 500_000, end: 500_001 }, "no");
        assert_eq!((error.line, error.column), (1, 500_001));
        assert!(error.to_string().len() < 400);
    }

    #[test]
    fn positions_inside_a_character_or_past_the_end_do_not_panic() {
        for start in 0..8 {
            Diagnostic::new("a", "é\n☃", Span { start, end: start + 9 }, "no").to_string();
        }
    }
}
