//! A position in the token list, with the operations that all parts of the parser use.
//!
//! **Invariants**: the list ends with its only [`TokenKind::End`], which is never passed; `depth` is the
//! number of open constructs around the next token and never exceeds [`MAX_DEPTH`].

use super::words::{is_reserved, numbered, unsupported};
use super::{MAX_DEPTH, Parse};
use crate::ast::{Ident, Span};
use crate::lexer::{Fault, Token, TokenKind, quoted, too_large};

/// A position in the token list.
pub(super) struct Cursor<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// The classes declared so far, for better hints.
    classes: Vec<String>,
}

impl<'a> Cursor<'a> {
    /// Starts at the first token.
    pub(super) fn new(source: &'a str, tokens: Vec<Token>) -> Self {
        Cursor { source, tokens, at: 0, depth: 0, classes: Vec::new() }
    }

    /// Records that there is a class of this name.
    pub(super) fn remember_class(&mut self, name: &str) {
        self.classes.push(name.to_owned());
    }

    /// Whether a class of this name has been declared.
    pub(super) fn is_class(&self, name: &str) -> bool {
        self.classes.iter().any(|class| class == name)
    }

    /// The next token.
    pub(super) fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    /// The token after the next.
    pub(super) fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    /// The third token from here.
    pub(super) fn peek_third(&self) -> Token {
        self.tokens[(self.at + 2).min(self.tokens.len() - 1)]
    }

    /// Consumes the next token.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    /// The text of a token.
    pub(super) fn text(&self, token: Token) -> &'a str {
        match token.kind {
            TokenKind::End => "",
            _ => &self.source[token.span.start..token.span.end],
        }
    }

    /// The text of a span.
    pub(super) fn text_at(&self, span: Span) -> &'a str {
        &self.source[span.start..span.end]
    }

    /// The position directly after the last consumed token.
    pub(super) fn behind(&self) -> Span {
        let end = self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end);
        Span { start: end, end }
    }

    /// Whether the next token is this symbol.
    pub(super) fn sees(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Symbol(s) if s == symbol)
    }

    /// Consumes the next token if it is this symbol.
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = self.sees(symbol);
        if found {
            self.bump();
        }
        found
    }

    /// Whether the next token is this word.
    pub(super) fn sees_word(&self, word: &str) -> bool {
        self.peek().kind == TokenKind::Word && self.text(self.peek()) == word
    }

    /// Consumes the next token if it is this word.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.sees_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Consumes this symbol or fails.
    pub(super) fn expect(&mut self, symbol: &str) -> Parse<Span> {
        if self.sees(symbol) {
            return Ok(self.bump().span);
        }
        Err(self.unexpected(&format!("`{symbol}`")))
    }

    /// Consumes the `;` of a statement. A missing one is reported where it should be, not at the next line.
    pub(super) fn expect_semicolon(&mut self) -> Parse<()> {
        if self.eat(";") {
            return Ok(());
        }
        let mut fault = self.unexpected("`;`");
        if fault.hint.is_none() {
            fault = fault.hint("a statement ends with `;`");
        }
        if self.peek().kind != TokenKind::End {
            fault.span = self.behind();
        }
        Err(fault)
    }

    /// Consumes a name; `what` says which one is missing.
    pub(super) fn name(&mut self, what: &str) -> Parse<Ident> {
        let token = self.peek();
        let text = self.text(token);
        if token.kind != TokenKind::Word {
            // Hints about operators would not help here.
            return Err(Fault { hint: None, ..self.unexpected(what) });
        }
        if is_reserved(text) || numbered(text, "Thread").is_some() {
            let fault = Fault::new(token.span, format!("`{text}` is a reserved word, expected {what}"));
            return Err(fault.hint(unsupported(text).unwrap_or("choose another name")));
        }
        self.bump();
        Ok(Ident { text: text.to_owned(), span: token.span })
    }

    /// Consumes the value of a register: a constant of up to 64 bits, `true` or `false` for 1 or 0, `null`
    /// for 0.
    pub(super) fn register_value(&mut self) -> Parse<i64> {
        if self.eat_word("true") {
            return Ok(1);
        }
        if self.eat_word("false") || self.eat_word("null") {
            return Ok(0);
        }
        let negative = self.eat("-");
        match self.peek().kind {
            TokenKind::Int(value) => {
                self.bump();
                let signed = if negative { -value } else { value };
                // As an int: -0x80000000 is itself. 2147483648 is not an int, but a possible value of a long.
                Ok(i32::try_from(signed).or(i32::try_from(value)).map_or(value, i64::from))
            }
            TokenKind::Long { .. } => self.long(negative),
            _ => Err(self.unexpected("a number")),
        }
    }

    /// Consumes an int constant: `5`, `-5`.
    pub(super) fn constant(&mut self) -> Parse<i32> {
        let negative = self.eat("-");
        self.int(negative)
    }

    /// Whether the next token is a number.
    pub(super) fn sees_number(&self) -> bool {
        matches!(self.peek().kind, TokenKind::Int(_) | TokenKind::Long { .. })
    }

    /// Consumes an int literal, whose `-` was already consumed if `negative`.
    pub(super) fn int(&mut self, negative: bool) -> Parse<i32> {
        let token = self.peek();
        let value = match token.kind {
            TokenKind::Int(value) => value,
            TokenKind::Long { wide: true, .. } => {
                return Err(too_large(self.text(token), token.span, false));
            }
            TokenKind::Long { .. } => {
                return Err(Fault::new(
                    token.span,
                    format!("`{}` is a long, expected an int", self.text(token)),
                )
                .hint("leave out the `L`"));
            }
            _ => return Err(self.unexpected("a number")),
        };
        // 2147483648 is an int only after a minus; -0x80000000 is itself (JLS §3.10.1, §15.15.4).
        let value =
            if negative { i32::try_from(-value).or(i32::try_from(value)) } else { i32::try_from(value) };
        let value = value.map_err(|_| too_large(self.text(token), token.span, false))?;
        self.bump();
        Ok(value)
    }

    /// Consumes a long literal, whose `-` was already consumed if `negative`.
    pub(super) fn long(&mut self, negative: bool) -> Parse<i64> {
        let token = self.peek();
        let TokenKind::Long { bits, .. } = token.kind else { return Err(self.unexpected("a long")) };
        // Hexadecimal digits are the bits themselves; 9223372036854775808 is a long only after a minus.
        let hexadecimal = self.text(token).starts_with("0x") || self.text(token).starts_with("0X");
        if !hexadecimal && !negative && i64::try_from(bits).is_err() {
            return Err(too_large(self.text(token), token.span, true));
        }
        self.bump();
        Ok(if negative { bits.cast_signed().wrapping_neg() } else { bits.cast_signed() })
    }

    /// Enters one more level, or fails if the tree would become too deep. Every call is matched by one of
    /// [`Cursor::ascend`], except when returning with an error, when the depth no longer matters. (Not a
    /// function that takes a closure: its frame would be on the stack once for every level.)
    pub(super) fn descend(&mut self) -> Parse<()> {
        self.check_depth(1)?;
        self.depth += 1;
        Ok(())
    }

    /// Undoes [`Cursor::descend`].
    pub(super) fn ascend(&mut self) {
        self.depth -= 1;
    }

    /// Fails if a tree of this height does not fit at the current depth. A chain `a + b + c` grows upwards
    /// while it is parsed, so counting open constructs alone would miss it.
    pub(super) fn check_depth(&self, height: usize) -> Parse<()> {
        if self.depth + height <= MAX_DEPTH {
            return Ok(());
        }
        Err(Fault::new(self.peek().span, format!("nested too deeply: more than {MAX_DEPTH} levels"))
            .hint("split it up: keep parts of an expression in locals, or use fewer blocks and operators"))
    }

    /// The error that something else was expected here.
    pub(super) fn unexpected(&self, expected: &str) -> Fault {
        let token = self.peek();
        if token.kind == TokenKind::End {
            return Fault::new(token.span, format!("unexpected end of file, expected {expected}"));
        }
        let text = self.text(token);
        let fault = Fault::new(token.span, format!("expected {expected}, found {}", quoted(text)));
        match unsupported(text) {
            Some(hint) => fault.hint(hint),
            None if token.kind == TokenKind::Text => {
                fault.hint("a string may only be the message of an assert")
            }
            None => fault,
        }
    }

    /// The number of the line on which a span starts.
    pub(super) fn line(&self, span: Span) -> usize {
        self.source.as_bytes()[..span.start].iter().filter(|&&b| b == b'\n').count() + 1
    }
}
