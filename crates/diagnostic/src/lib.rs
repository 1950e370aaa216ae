//! Errors in text written by the user: where the error is, what is wrong, and how to fix it.
//!
//! The parsers of litmus tests and of models produce them. We write the first line, `file:line:column: error:
//! …`, in the form that editors and scripts recognise. The excerpt below it is drawn by `annotate-snippets`,
//! which knows the display width of characters and replaces control characters by visible ones.
//!
//! **Promises** that no span and no text makes it panic, and that the part of a line that is kept and printed
//! is bounded. **Does not** use colours.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;

/// An error with a position. [`fmt::Display`] prints `file:line:column: error: …`, the line, a marker, notes
/// and a hint.
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
    /// The context of the error, innermost first.
    pub notes: Box<[String]>,
    /// How to fix it, if known.
    pub hint: Option<String>,
    /// `None` if the error is about the file as a whole.
    excerpt: Option<Box<Excerpt>>,
}

/// The part of the line that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Excerpt {
    text: String,
    /// The marked bytes of `text`, on character boundaries.
    marked: Range<usize>,
}

/// The maximum width of an excerpt in terminal columns. It does not depend on the actual terminal, because
/// errors are also stored, compared and sent.
const WIDTH: usize = 120;

impl Diagnostic {
    /// Creates an error about the bytes `span` of `source`.
    pub fn new(file: &str, source: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let at = source.floor_char_boundary(span.start);
        let (line, column) = position(source, at);
        let excerpt = Some(Box::new(Excerpt::new(source, at, span.end)));
        Diagnostic { line, column, excerpt, ..Diagnostic::about_file(file, message) }
    }

    /// Creates an error about a file as a whole, with no line to show.
    pub fn about_file(file: &str, message: impl Into<String>) -> Self {
        Diagnostic {
            file: file.to_owned(),
            line: 1,
            column: 1,
            message: message.into(),
            notes: Box::default(),
            hint: None,
            excerpt: None,
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Returns the line and column of a byte, both from 1, the column in characters.
pub fn position(source: &str, at: usize) -> (usize, usize) {
    let at = source.floor_char_boundary(at);
    let start = line_start(source, at);
    let line = source.as_bytes()[..start].iter().filter(|&&b| b == b'\n').count() + 1;
    (line, source[start..at].chars().count() + 1)
}

fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind('\n').map_or(0, |i| i + 1)
}

impl Excerpt {
    /// Keeps as much as could be shown of the line that contains byte `at`, which is on a character boundary.
    fn new(source: &str, at: usize, end: usize) -> Excerpt {
        // Every character takes at least one byte. Zero-width characters do not need a larger window.
        let from = source.ceil_char_boundary(line_start(source, at).max(at.saturating_sub(4 * WIDTH)));
        let line_end = source[at..].find('\n').map_or(source.len(), |i| at + i);
        let to = source.floor_char_boundary(line_end.min(at + 4 * WIDTH));
        let text = source[from..to].strip_suffix('\r').unwrap_or(&source[from..to]);
        let start = (at - from).min(text.len());
        let end = text.floor_char_boundary(end.saturating_sub(from).min(text.len()));
        Excerpt { text: text.to_owned(), marked: start..end.max(start) }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: error: {}", self.file, self.line, self.column, self.message)?;
        let mut report = Group::with_level(Level::ERROR);
        if let Some(excerpt) = &self.excerpt {
            let mark = AnnotationKind::Primary.span(excerpt.marked.clone());
            report = report.element(Snippet::source(&excerpt.text).line_start(self.line).annotation(mark));
        }
        for note in self.notes.iter() {
            report = report.element(Level::NOTE.message(note));
        }
        if let Some(hint) = &self.hint {
            report = report.element(Level::HELP.with_name("hint").message(hint));
        }
        let below = Renderer::plain().term_width(WIDTH).render(&[report]);
        if below.is_empty() { Ok(()) } else { write!(f, "\n{below}") }
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_file_line_column_excerpt_marker_notes_and_hint() {
        let source = "Java A\n{ x = 0 }\nThread0 { y = 1; }\n";
        let at = source.find('y').expect("y");
        let mut error = Diagnostic::new("a.litmus", source, at..at + 1, "`y` is not declared")
            .hint("declare it in the init block: `y = 0;`");
        error.notes = Box::new(["in the call of `f` at b:1:2".to_owned()]);
        let lines = [
            "a.litmus:3:11: error: `y` is not declared",
            "  |",
            "3 | Thread0 { y = 1; }",
            "  |           ^",
            "  |",
            "  = note: in the call of `f` at b:1:2",
            "  = hint: declare it in the init block: `y = 0;`",
        ];
        assert_eq!(error.to_string(), lines.join("\n"));
    }

    #[test]
    fn an_error_about_a_file_shows_no_line() {
        let error = Diagnostic::about_file("a.cat", "cannot read the model");
        assert_eq!(error.to_string(), "a.cat:1:1: error: cannot read the model");
        let shown = error.hint("there are others").to_string();
        assert_eq!(shown, "a.cat:1:1: error: cannot read the model\n = hint: there are others");
    }

    /// Renders an excerpt and returns its source line and its marker line.
    fn excerpt(source: &str, span: Range<usize>) -> (String, String) {
        let text = Diagnostic::new("a", source, span, "no").to_string();
        let lines: Vec<&str> = text.lines().collect();
        (lines[2].to_owned(), lines[3].to_owned())
    }

    #[test]
    fn the_marker_stands_below_what_it_marks_however_wide_characters_are() {
        // Characters of width two and zero, a tab of four columns, and one column for the replacement of a
        // control character.
        let source = "文字 e\u{301}\t\u{1b}x";
        let at = source.find('x').expect("x");
        let (line, marker) = excerpt(source, at..at + 1);
        assert_eq!(line, "1 | 文字 e\u{301}    ␛x");
        assert_eq!(marker, "  |            ^");
        assert_eq!(excerpt(source, 0..6).1, "  | ^^^^");
    }

    #[test]
    fn a_text_cannot_write_over_what_is_around_it() {
        let (line, _) = excerpt("\u{1b}[31m\u{202e}\u{7} y\r\n", 0..1);
        assert!(!line.contains(|c: char| c.is_control() || c == '\u{202e}'), "{line:?}");
    }

    #[test]
    fn a_very_long_line_is_shortened_around_the_error() {
        for unit in ["z", "文", "e\u{301}"] {
            let source = format!("{}!{}", unit.repeat(500_000), unit.repeat(500_000));
            let at = source.find('!').expect("!");
            let error = Diagnostic::new("a", &source, at..at + 1, "no");
            let chars = unit.chars().count();
            assert_eq!((error.line, error.column), (1, 500_000 * chars + 1));
            let (line, marker) = excerpt(&source, at..at + 1);
            assert!(line.contains('!') && line.contains("...") && marker.ends_with('^'), "{line}");
            assert!(line.chars().count() <= 4 * WIDTH, "{line}");
        }
    }

    #[test]
    fn positions_inside_a_character_or_past_the_end_do_not_panic() {
        for source in ["é\n☃", "", "\n", "\r\n", "a\r", "\u{301}"] {
            for start in 0..9 {
                for end in 0..12 {
                    Diagnostic::new("a", source, start..end, "no").to_string();
                }
            }
        }
        assert_eq!(position("é\n☃", 4), (2, 1));
        assert_eq!(position("é\n☃", 99), (2, 2));
    }

    #[test]
    fn only_the_first_line_of_a_long_span_is_shown() {
        let (line, marker) = excerpt("ab\ncd\nef", 1..8);
        assert_eq!((line.as_str(), marker.as_str()), ("1 | ab", "  |  ^"));
    }
}
