//! Files and places in them: what an error needs to say where it is.

use super::error::{CatError, CatErrorKind, Excerpt};

/// A stretch of bytes of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Span {
    /// Index into [`Sources`].
    pub file: u16,
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// From the start of this span to the end of another of the same file.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { end: other.end.max(self.end), ..self }
    }
}

/// An error whose file is known only by number; [`Sources::explain`] makes it readable.
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

/// The files of a model, the first being the one the user named.
#[derive(Debug, Default)]
pub(crate) struct Sources(Vec<(String, String)>);

impl Sources {
    /// Adds a file and gives its number.
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

    /// Line and column, both from 1, the column in characters.
    pub(crate) fn position(&self, span: Span) -> (usize, usize) {
        let text = self.text(span.file);
        let at = floor_char_boundary(text, span.start as usize);
        let line_start = text[..at].rfind('\n').map_or(0, |i| i + 1);
        let line = text.as_bytes()[..line_start].iter().filter(|&&b| b == b'\n').count() + 1;
        (line, text[line_start..at].chars().count() + 1)
    }

    /// `file:line:column`.
    pub(crate) fn place(&self, span: Span) -> String {
        let (line, column) = self.position(span);
        format!("{}:{line}:{column}", self.name(span.file))
    }

    /// The error as users see it.
    pub(crate) fn explain(&self, fault: Fault) -> CatError {
        let (line, column) = self.position(fault.span);
        let text = self.text(fault.span.file);
        let at = floor_char_boundary(text, fault.span.start as usize);
        let end = floor_char_boundary(text, fault.span.end as usize).max(at);
        let notes = fault.via.iter().map(|(what, span)| format!("{what} at {}", self.place(*span)));
        CatError {
            kind: fault.kind,
            file: self.name(fault.span.file).to_owned(),
            line,
            column,
            message: fault.message,
            hint: fault.hint,
            notes: notes.collect(),
            excerpt: Box::new(Excerpt::new(text, at, end)),
        }
    }
}

fn floor_char_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
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
