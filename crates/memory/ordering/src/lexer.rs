//! Splits rules into words, strings and symbols.

use crate::Diagnostic;
use std::ops::Range;

/// A token with its place.
#[derive(Debug, Clone)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

/// The kinds of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Word(String),
    Text(String),
    Symbol(&'static str),
    End,
}

/// Longer ones first.
const SYMBOLS: [&str; 15] = ["=>", "->", "<=", "!=", "(", ")", ",", ".", ":", "<", "=", "@", "!", ";", "*"];

pub(crate) fn lex(file: &str, source: &str) -> Result<Vec<Token>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let rest = &source[at..];
        let mut push = |kind, length| {
            tokens.push(Token { kind, span: at..at + length });
            length
        };
        at += if c.is_whitespace() {
            c.len_utf8()
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            let Some(end) = rest[1..].find(['"', '\n']).filter(|end| rest[1 + end..].starts_with('"')) else {
                return Err(Diagnostic::new(file, source, at..at + 1, "the text has no end").hint("add `\"`"));
            };
            push(TokenKind::Text(rest[1..=end].to_owned()), end + 2)
        } else if c.is_alphabetic() || c == '_' {
            push(TokenKind::Word(word(rest).to_owned()), word(rest).len())
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            push(TokenKind::Symbol(symbol), symbol.len())
        } else {
            let what = format!("unexpected character `{}`", c.escape_default());
            return Err(Diagnostic::new(file, source, at..at + c.len_utf8(), what));
        };
    }
    tokens.push(Token { kind: TokenKind::End, span: source.len()..source.len() });
    Ok(tokens)
}

/// The word at the beginning. Names of rules have hyphens, as in `program-order`; `i->q` has none.
fn word(text: &str) -> &str {
    let is_inner = |c: char| c.is_alphanumeric() || c == '_';
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next();
        if !(is_inner(c) || (c == '-' && at > 0 && next.is_some_and(is_inner))) {
            break;
        }
        end = at + c.len_utf8();
    }
    &text[..end]
}
