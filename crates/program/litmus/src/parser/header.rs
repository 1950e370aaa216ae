//! The lines before the init block: `Java NAME`, a description in quotes, herd's `Key=value` lines.
//!
//! These are read character by character, since a test name such as `WW+RR+wsilp+poaa` is not a sequence of
//! tokens.

use super::Parse;
use crate::ast::Span;
use crate::lexer::{Fault, Lexer, MAX_NAME, continues_word, quoted, unexpected_character};

const EXAMPLE: &str = "a minimal test: `Java A { x = 0; } Thread0 { x = 1; } exists (x = 1)`";

/// The first words of herd tests for other languages and architectures.
const ARCHITECTURES: &[&str] = &[
    "AArch64", "ARM", "ASL", "BPF", "C", "CPP", "LISA", "MIPS", "PPC", "PTX", "RISCV", "SPARC", "X86",
    "X86_64",
];

/// The contents of the header, and where the init block starts.
pub(super) struct Header {
    /// The test's name.
    pub(super) name: String,
    /// The text in quotes.
    pub(super) description: Option<String>,
    /// The offset of the `{` of the init block.
    pub(super) body: usize,
}

/// Reads the header of a file.
pub(super) fn read(source: &str) -> Parse<Header> {
    if source.trim().is_empty() {
        return Err(Fault::new(Span::default(), "the file is empty").hint(EXAMPLE));
    }
    let mut lexer = Lexer { source, at: if source.starts_with('\u{feff}') { 3 } else { 0 } };
    lexer.skip_blank()?;
    language(&mut lexer)?;
    let name = name(&mut lexer)?;
    let description = before_init(&mut lexer)?;
    Ok(Header { name, description, body: lexer.at })
}

/// The word `Java`; any other first word is an error that says what the file seems to be.
fn language(lexer: &mut Lexer<'_>) -> Parse<()> {
    let start = lexer.at;
    lexer.skip_while(continues_word);
    let span = Span { start, end: lexer.at };
    match &lexer.source[start..lexer.at] {
        "Java" => Ok(()),
        "" if lexer.byte().is_none() => {
            Err(Fault::new(span, "unexpected end of file, expected `Java` and the name of the test")
                .hint(EXAMPLE))
        }
        "" => {
            Err(unexpected_character(lexer.source, start)
                .hint("a litmus test starts with `Java` and its name"))
        }
        word if ARCHITECTURES.iter().any(|known| known.eq_ignore_ascii_case(word)) => Err(Fault::new(
            span,
            format!("this is a litmus test for {word}; only Java litmus tests are read"),
        )
        .hint("write the test in Java: `Java NAME` on the first line and threads `Thread0 { … }`")),
        word => Err(Fault::new(span, format!("the file starts with {} instead of `Java`", quoted(word)))
            .hint("a litmus test starts with `Java` and its name")),
    }
}

fn name(lexer: &mut Lexer<'_>) -> Parse<String> {
    lexer.skip_while(|b| b == b' ' || b == b'\t');
    let start = lexer.at;
    let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '"' | '(' | ';');
    let text = lexer.source[start..].split(ends).next().unwrap_or_default();
    let span = Span { start, end: start + text.len() };
    if text.is_empty() {
        return Err(Fault::new(span, "the test has no name").hint("the first line reads `Java NAME`"));
    }
    if let Some(offset) = text.find(|c: char| !c.is_alphanumeric() && !c.is_ascii_graphic()) {
        return Err(unexpected_character(lexer.source, start + offset));
    }
    if text.chars().nth(MAX_NAME).is_some() {
        return Err(Fault::new(span, format!("the name is longer than {MAX_NAME} characters")));
    }
    lexer.at = span.end;
    Ok(text.to_owned())
}

/// Everything up to the `{` of the init block. Returns the description.
fn before_init(lexer: &mut Lexer<'_>) -> Parse<Option<String>> {
    let mut description = None;
    loop {
        lexer.skip_blank()?;
        match lexer.byte() {
            Some(b'{') => return Ok(description),
            Some(b'"') if description.is_none() => description = Some(quoted_text(lexer)?),
            // herd allows one `;` after the name.
            Some(b';') => lexer.at += 1,
            // herd: a name for printing, in parentheses.
            Some(b'(') if description.is_none() => skip_parentheses(lexer)?,
            _ => skip_meta_line(lexer)?,
        }
    }
}

fn quoted_text(lexer: &mut Lexer<'_>) -> Parse<String> {
    let start = lexer.at + 1;
    let Some(length) = lexer.source[start..].find('"') else {
        let span = Span { start: lexer.at, end: start };
        return Err(
            Fault::new(span, "the description that starts here is never closed").hint("close it with `\"`")
        );
    };
    lexer.at = start + length + 1;
    Ok(lexer.source[start..start + length].to_owned())
}

fn skip_parentheses(lexer: &mut Lexer<'_>) -> Parse<()> {
    let line = lexer.source[lexer.at..].lines().next().unwrap_or_default();
    match line.find(')') {
        Some(offset) => {
            lexer.at += offset + 1;
            Ok(())
        }
        None => Err(init_expected(lexer)),
    }
}

/// `Key=value` up to the end of the line, as written by herd's generators.
fn skip_meta_line(lexer: &mut Lexer<'_>) -> Parse<()> {
    let line = lexer.source[lexer.at..].lines().next().unwrap_or_default();
    let key = line.split('=').next().unwrap_or_default().trim_end();
    let is_key = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.bytes().all(|b| continues_word(b) || matches!(b, b'/' | b'.' | b'-'));
    if is_key && key.len() < line.len() && line[key.len()..].trim_start().starts_with('=') {
        lexer.at += line.len();
        return Ok(());
    }
    Err(init_expected(lexer))
}

/// The error that the init block is missing.
fn init_expected(lexer: &mut Lexer<'_>) -> Fault {
    let start = lexer.at;
    lexer.skip_while(continues_word);
    let span = Span { start, end: lexer.at };
    let hint = "an init block stands before the threads, even an empty one: `{ }`";
    match (&lexer.source[start..lexer.at], lexer.byte()) {
        ("", None) => Fault::new(span, "unexpected end of file, expected the init block `{ … }`").hint(hint),
        ("", Some(byte)) if !byte.is_ascii_graphic() => unexpected_character(lexer.source, start),
        ("", Some(byte)) => {
            let message = format!("expected the init block `{{ … }}`, found `{}`", char::from(byte));
            Fault::new(Span { start, end: start + 1 }, message).hint(hint)
        }
        (word, _) => {
            Fault::new(span, format!("expected the init block `{{ … }}`, found {}", quoted(word))).hint(hint)
        }
    }
}
