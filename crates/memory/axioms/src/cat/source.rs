//! Files and positions in them, for error messages.

use super::error::{CatError, CatErrorKind};
use diagnostic::Diagnostic;

/// A range of bytes of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    /// Index into [`Sources`].
    pub file: u16,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// From the start of this span to the end of another span of the same file.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

/// An error that refers to its file by number; [`Sources::explain`] makes it readable.
#[derive(Debug, Clone)]
pub(crate) struct Fault {
    pub kind: CatErrorKind,
    pub span: Span,
    pub message: String,
    pub hint: Option<String>,
    /// The calls and includes that led here, innermost first.
    pub via: Vec<(String, Span)>,
}

impl Fault {
    pub(crate) fn new(kind: CatErrorKind, span: Span, message: impl Into<String>) -> Self {
        Fault { kind, span, message: message.into(), hint: None, via: Vec::new() }
    }

    pub(crate) fn syntax(span: Span, message: impl Into<String>) -> Self {
        Fault::new(CatErrorKind::Syntax, span, message)
    }

    pub(crate) fn unsupported(span: Span, what: impl std::fmt::Display) -> Self {
        Fault::new(CatErrorKind::Unsupported, span, format!("unsupported: {what}"))
    }

    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The files of a model; the first is the one that the user named.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<(String, String)>);

impl Sources {
    /// Adds a file and returns its number.
    pub(crate) fn add(&mut self, name: String, text: String) -> u16 {
        self.0.push((name, text));
        u16::try_from(self.0.len() - 1).expect("the loader admits few files")
    }

    pub(crate) fn text(&self, file: u16) -> &str {
        &self.0[usize::from(file)].1
    }

    pub(crate) fn name(&self, file: u16) -> &str {
        &self.0[usize::from(file)].0
    }

    /// `file:line:column`.
    pub(crate) fn place(&self, span: Span) -> String {
        let (line, column) = diagnostic::position(self.text(span.file), span.start as usize);
        format!("{}:{line}:{column}", self.name(span.file))
    }

    /// The error as users see it.
    pub(crate) fn explain(&self, fault: Fault) -> CatError {
        let (span, file) = (fault.span, fault.span.file);
        let bytes = span.start as usize..span.end as usize;
        let notes = fault.via.iter().map(|(what, span)| format!("{what} at {}", self.place(*span)));
        let mut diagnostic = Diagnostic::new(self.name(file), self.text(file), bytes, fault.message);
        diagnostic.notes = notes.collect();
        diagnostic.hint = fault.hint;
        CatError { kind: fault.kind, diagnostic }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_inside_a_character_or_past_the_end_do_not_panic() {
        let mut sources = Sources::default();
        let file = sources.add("a".to_owned(), "é\n☃".to_owned());
        for start in 0..9 {
            for end in 0..12 {
                sources.explain(Fault::syntax(Span { file, start, end }, "no")).to_string();
            }
        }
        assert_eq!(sources.place(Span { file, start: 3, end: 4 }), "a:2:1");
    }
}
