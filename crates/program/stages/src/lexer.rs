//! Splits a program into words, numbers and symbols.

use crate::Diagnostic;
use std::ops::Range;

/// A token with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

/// The kinds of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word(String),
    Number(i64),
    Symbol(&'static str),
    End,
}

/// Longer ones first.
const SYMBOLS: [&str; 29] = [
    "<-", "=>", "==", "!=", "<=", ">=", "&&", "||", "++", "--", "{", "}", "(", ")", "[", "]", ";", ":", ",",
    "@", "=", "<", ">", "+", "-", "*", "!", "&", ".",
];

pub(crate) fn lex(file: &str, source: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let length = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        } else if rest.starts_with("/*") {
            let Some(end) = rest.find("*/") else {
                return Err(Diagnostic::new(file, source, at..at + 2, "the comment has no end")
                    .hint("comments end with `*/`"));
            };
            at += end + 2;
            continue;
        } else if c.is_ascii_digit() {
            let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let Ok(number) = rest[..length].parse() else {
                let is_large = rest[..length].bytes().all(|digit| digit.is_ascii_digit());
                let what = if is_large { "the number is too large" } else { "this is not a number" };
                let error = Diagnostic::new(file, source, at..at + length, what);
                return Err(error.hint(format!("numbers are decimal, at most {}", i64::MAX)));
            };
            tokens.push(Token { kind: TokenKind::Number(number), span: at..at + length });
            length
        } else if c.is_alphabetic() || c == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            tokens.push(Token { kind: TokenKind::Word(rest[..length].to_owned()), span: at..at + length });
            length
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            tokens.push(Token { kind: TokenKind::Symbol(symbol), span: at..at + symbol.len() });
            symbol.len()
        } else {
            let what = format!("unexpected character `{}`", c.escape_default());
            return Err(Diagnostic::new(file, source, at..at + c.len_utf8(), what));
        };
        at += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: source.len()..source.len() });
    Ok(tokens)
}
