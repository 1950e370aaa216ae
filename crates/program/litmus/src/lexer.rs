//! Words, numbers and symbols of the litmus language, and the errors that the lexer and the parser report.
//!
//! **Promises**: never panics on any text; linear in its length; spans lie on character boundaries; at most
//! [`MAX_TOKENS`] tokens. After an invalid character the token list simply ends, and the caller decides
//! whether that fault or an earlier one of the parser is the first error of the file. **Does not** know
//! keywords: the parser distinguishes words, since most of them have a meaning only in one place.

use crate::ast::Span;

/// The maximum number of tokens of a file.
pub(crate) const MAX_TOKENS: usize = 1_000_000;

/// The maximum length of a name, in characters.
pub(crate) const MAX_NAME: usize = 255;

/// An error before it is tied to a file: position, message and hint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    /// Its position.
    pub(crate) span: Span,
    /// What is wrong.
    pub(crate) message: String,
    /// How to fix it, if known.
    pub(crate) hint: Option<String>,
}

impl Fault {
    /// An error without a hint.
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Fault {
        Fault { span, message: message.into(), hint: None }
    }

    /// Adds a hint.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }
}

/// The kind of a token. The text of words and strings is found through the span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A word: a keyword or a name.
    Word,
    /// A number: -2147483648..=2147483648, negative only for hexadecimal ones (`0xffffffff` is -1 in Java).
    Int(i64),
    /// The bits of a number with the suffix `L`, or of one too large for an int (`wide`), which only
    /// conditions accept.
    Long {
        /// Up to 2^63 for decimal ones; that value is a long only after a minus.
        bits: u64,
        /// Whether the suffix is missing.
        wide: bool,
    },
    /// A string in double quotes.
    Text,
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
    /// The end of the file, or the position of the first fault.
    End,
}

/// A token with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// Its kind.
    pub(crate) kind: TokenKind,
    /// Its position.
    pub(crate) span: Span,
}

/// All operators and brackets; a longer one comes before its prefixes. Some are recognised only so that the
/// parser can report that they are not supported.
const SYMBOLS: &[&str] = &[
    ">>>", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "&&", "||", "==", "!=", "<>", "<=",
    ">=", "=>", "->", "<<", ">>", "/\\", "\\/", "(", ")", "{", "}", "[", "]", ";", ",", ":", ".", "=", "<",
    ">", "+", "-", "*", "/", "%", "&", "|", "^", "!", "~", "?",
];

/// The tokens of a text up to its first invalid character.
pub(crate) struct Lexed {
    /// The tokens; the last one, and only that, is [`TokenKind::End`].
    pub(crate) tokens: Vec<Token>,
    /// Why the list ends before the text does.
    pub(crate) fault: Option<Fault>,
}

/// Reads the tokens of `source` from byte `start` on, which must be a character boundary.
pub(crate) fn tokenize(source: &str, start: usize) -> Lexed {
    let mut lexer = Lexer { source, at: start };
    let mut tokens = Vec::new();
    loop {
        match lexer.token() {
            Ok(Some(_)) if tokens.len() == MAX_TOKENS => {
                let fault = Fault::new(
                    lexer.here(),
                    format!("the file has more than {MAX_TOKENS} words and symbols"),
                );
                return Lexed { tokens: ended(tokens, lexer.here()), fault: Some(fault) };
            }
            Ok(Some(token)) => tokens.push(token),
            Ok(None) => {
                // The end is reported after the last visible character rather than on an empty last line.
                let end = source.trim_end().len();
                return Lexed { tokens: ended(tokens, Span { start: end, end }), fault: None };
            }
            Err(fault) => return Lexed { tokens: ended(tokens, fault.span), fault: Some(fault) },
        }
    }
}

fn ended(mut tokens: Vec<Token>, span: Span) -> Vec<Token> {
    tokens.push(Token { kind: TokenKind::End, span });
    tokens
}

/// Whether a name may start with this byte.
pub(crate) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// Whether a name may contain this byte after its first.
pub(crate) fn continues_word(byte: u8) -> bool {
    starts_word(byte) || byte.is_ascii_digit()
}

/// A text in backquotes, shortened so that a message stays readable.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{}…`", text[..end].escape_debug()),
        None if text.chars().any(char::is_control) => format!("`{}`", text.escape_debug()),
        None => format!("`{text}`"),
    }
}

/// The fault for an unexpected character, escaped so that it is visible.
pub(crate) fn unexpected_character(source: &str, at: usize) -> Fault {
    let Some(c) = source[at..].chars().next() else {
        return Fault::new(Span { start: at, end: at }, "unexpected end of file");
    };
    let span = Span { start: at, end: at + c.len_utf8() };
    if c.is_ascii_graphic() {
        return Fault::new(span, format!("unexpected character '{c}'"));
    }
    if c.is_control() {
        return Fault::new(span, format!("unexpected character '{}'", c.escape_unicode()))
            .hint("is this a text file?");
    }
    Fault::new(span, format!("unexpected character '{}'", c.escape_debug()))
        .hint("only ASCII characters may stand outside comments and strings")
}

/// A position in the text.
pub(crate) struct Lexer<'a> {
    /// The whole text.
    pub(crate) source: &'a str,
    /// The next byte; always a character boundary.
    pub(crate) at: usize,
}

impl Lexer<'_> {
    /// The next byte.
    pub(crate) fn byte(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// The empty span at the next byte.
    fn here(&self) -> Span {
        Span { start: self.at, end: self.at }
    }

    fn rest(&self) -> &[u8] {
        &self.source.as_bytes()[self.at..]
    }

    /// Advances while `wanted` holds. Only for predicates that are constant on whole characters: ASCII.
    pub(crate) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) {
        let rest = self.rest();
        self.at += rest.iter().position(|&b| !wanted(b)).unwrap_or(rest.len());
    }

    /// Skips white space and comments: `// …`, `/* … */` and herd's nested `(* … *)`.
    pub(crate) fn skip_blank(&mut self) -> Result<(), Fault> {
        loop {
            self.skip_while(|b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | 0x0c));
            if self.rest().starts_with(b"//") {
                self.at += self.source[self.at..].find('\n').unwrap_or(self.source.len() - self.at);
            } else if self.rest().starts_with(b"/*") {
                let Some(length) = self.source[self.at + 2..].find("*/") else {
                    return Err(self.unclosed("*/"));
                };
                self.at += length + 4;
            } else if self.rest().starts_with(b"(*") {
                self.skip_nested_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_nested_comment(&mut self) -> Result<(), Fault> {
        let bytes = self.source.as_bytes();
        let (mut at, mut depth) = (self.at + 2, 1_usize);
        while depth > 0 {
            match bytes.get(at..at + 2) {
                None => return Err(self.unclosed("*)")),
                Some(b"(*") => (at, depth) = (at + 2, depth + 1),
                Some(b"*)") => (at, depth) = (at + 2, depth - 1),
                Some(_) => at += 1,
            }
        }
        self.at = at;
        Ok(())
    }

    fn unclosed(&self, close: &str) -> Fault {
        Fault::new(Span { start: self.at, end: self.at + 2 }, "the comment that starts here is never closed")
            .hint(format!("close it with `{close}`"))
    }

    /// The next token, or `None` at the end of the text.
    fn token(&mut self) -> Result<Option<Token>, Fault> {
        self.skip_blank()?;
        let Some(byte) = self.byte() else { return Ok(None) };
        let start = self.at;
        let kind = match byte {
            b'"' => self.text()?,
            b'0'..=b'9' => self.number()?,
            _ if starts_word(byte) => self.word()?,
            _ => self.symbol()?,
        };
        Ok(Some(Token { kind, span: Span { start, end: self.at } }))
    }

    fn word(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        self.skip_while(continues_word);
        if self.at - start > MAX_NAME {
            let span = Span { start, end: self.at };
            return Err(Fault::new(span, format!("the name is longer than {MAX_NAME} characters")));
        }
        Ok(TokenKind::Word)
    }

    fn symbol(&mut self) -> Result<TokenKind, Fault> {
        let found = SYMBOLS.iter().find(|s| self.rest().starts_with(s.as_bytes()));
        let symbol = found.ok_or_else(|| unexpected_character(self.source, self.at))?;
        self.at += symbol.len();
        Ok(TokenKind::Symbol(symbol))
    }

    /// A string on one line; a backslash escapes the next character.
    fn text(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        let mut escaped = false;
        for (offset, &byte) in self.source.as_bytes()[start + 1..].iter().enumerate() {
            match byte {
                b'\n' => break,
                b'"' if !escaped => {
                    self.at = start + 1 + offset + 1;
                    return Ok(TokenKind::Text);
                }
                _ => escaped = byte == b'\\' && !escaped,
            }
        }
        let fault = Fault::new(Span { start, end: start + 1 }, "the string that starts here is never closed");
        Err(fault.hint("close it with `\"` on the same line"))
    }

    fn number(&mut self) -> Result<TokenKind, Fault> {
        let start = self.at;
        self.skip_while(continues_word);
        let (text, span) = (&self.source[start..self.at], Span { start, end: self.at });
        let (number, suffixed) = match text.strip_suffix(['L', 'l']) {
            Some(number) => (number, true),
            None => (text, false),
        };
        if let Some(digits) = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")) {
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()) {
                let bits = u64::from_str_radix(digits, 16).map_err(|_| too_large(text, span, suffixed))?;
                return Ok(match u32::try_from(bits) {
                    Ok(bits) if !suffixed => TokenKind::Int(i64::from(bits.cast_signed())),
                    _ => TokenKind::Long { bits, wide: !suffixed },
                });
            }
        } else if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            if number.len() > 1 && number.starts_with('0') {
                return Err(Fault::new(span, format!("{} starts with a zero", quoted(text)))
                    .hint("Java would read it as octal; write it without the leading zero"));
            }
            let bits = number.parse::<u64>().ok().filter(|&n| n <= 1 << 63);
            let bits = bits.ok_or_else(|| too_large(text, span, suffixed))?;
            return Ok(match i64::try_from(bits) {
                Ok(value) if !suffixed && value <= -i64::from(i32::MIN) => TokenKind::Int(value),
                _ => TokenKind::Long { bits, wide: !suffixed },
            });
        }
        Err(Fault::new(span, format!("{} is not an int", quoted(text)))
            .hint("numbers are written like 10 or 0xa, names start with a letter"))
    }
}

/// The fault for a number with too many bits for its type.
pub(crate) fn too_large(text: &str, span: Span, long: bool) -> Fault {
    if long {
        return Fault::new(span, format!("{} does not fit in a long", quoted(text)))
            .hint("values go from -9223372036854775808L to 9223372036854775807L");
    }
    Fault::new(span, format!("{} does not fit in an int", quoted(text)))
        .hint("values go from -2147483648 to 2147483647; a `long` is written with an `L`, as in 4294967296L")
}
