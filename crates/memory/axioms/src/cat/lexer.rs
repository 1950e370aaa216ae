//! Tokens of the cat language.
//!
//! Source: the rules of herd's lexer (herdtools7, `lib/modelLexer.mll`): names may contain `-` and `.`, `-1`
//! is a token of its own, comments are `(* … *)` (nesting), `// …` and `# …`.
//!
//! A jmm file has more symbols and keywords, and numbers. There `.` is a symbol, and a `-` belongs to a name
//! only before a letter, so that `E.hb` and `C[i-1]` mean what they look like.

use super::source::{Fault, Span};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Token {
    /// A name that is not a keyword.
    Name(String),
    Keyword(Keyword),
    /// The text between double quotes.
    Text(String),
    /// `'name`.
    Tag,
    /// A symbol: one of [`SYMBOLS`] or, in a jmm file, [`MORE_SYMBOLS`].
    Symbol(&'static str),
    /// A number above 0, in a jmm file.
    Number(u32),
    End,
}

/// Longest first, so that `||` is not read as two `|`.
const SYMBOLS: [&str; 22] = [
    "||", "++", "->", "-1", "(", ")", "{", "}", "[", "]", "_", "0", "|", "&", "*", "~", "+", "^", "\\", "?",
    "=", ";",
];

/// The additional symbols of jmm files; tried first, longest first.
const MORE_SYMBOLS: [&str; 12] = ["<=>", "=>", "&&", "||", "!=", "..", "!", ":", ".", "@", ",", "-"];

/// The language of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Cat,
    Jmm,
}

impl Dialect {
    /// Determined by the file extension: `.jmm`, or cat for anything else.
    pub(crate) fn of(file: &str) -> Self {
        if file.ends_with(".jmm") { Dialect::Jmm } else { Dialect::Cat }
    }
}

macro_rules! keywords {
    ($($variant:ident $word:literal),* ; $($more:ident $more_word:literal),* $(,)?) => {
        /// Reserved words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Keyword { $($variant,)* $($more),* }

        impl Keyword {
            fn of(word: &str, dialect: Dialect) -> Option<Keyword> {
                match (word, dialect) {
                    $(($word, _) => Some(Keyword::$variant),)*
                    $(($more_word, Dialect::Jmm) => Some(Keyword::$more),)*
                    _ => None,
                }
            }

            pub(crate) fn word(self) -> &'static str {
                match self { $(Keyword::$variant => $word,)* $(Keyword::$more => $more_word),* }
            }
        }
    };
}

keywords! {
    Let "let", Rec "rec", And "and", When "when", Acyclic "acyclic", Irreflexive "irreflexive", Empty "empty",
    Show "show", Unshow "unshow", Subset "subset", As "as", Fun "fun", In "in", Flag "flag",
    UndefinedUnless "undefined_unless", Include "include", Begin "begin", End "end", Procedure "procedure",
    Call "call", Enum "enum", Debug "debug", Match "match", With "with", Forall "forall", From "from", Do "do",
    Try "try", If "if", Then "then", Else "else", Yield "yield", Instructions "instructions",
    Default "default";
    Assume "assume", Axiom "axiom", Param "param", Exec "exec", Committed "committed", Order "order", Extends "extends",
    Copy "copy", Per "per", Exists "exists", Some "some", No "no", One "one", Lone "lone",
}

/// A token and its position.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub token: Token,
    pub span: Span,
}

/// Splits a text into tokens; the last is [`Token::End`].
pub(crate) fn words(file: u16, text: &str, dialect: Dialect) -> Result<Vec<Word>, Fault> {
    let mut lexer = Lexer { file, text, dialect, at: 0 };
    let mut words = Vec::new();
    loop {
        lexer.skip_blanks()?;
        let start = lexer.at;
        let token = lexer.token()?;
        let last = token == Token::End;
        words.push(Word { token, span: lexer.span_from(start) });
        if last {
            return Ok(words);
        }
    }
}

struct Lexer<'a> {
    file: u16,
    text: &'a str,
    dialect: Dialect,
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span_from(&self, start: usize) -> Span {
        // The loader rejects files whose offsets do not fit into 32 bits.
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    fn skip_blanks(&mut self) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("(*") {
                self.skip_comment()?;
            } else if trimmed.starts_with("//") || trimmed.starts_with('#') {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else {
                return Ok(());
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), Fault> {
        let start = self.at;
        let mut depth = 0u32;
        loop {
            let rest = self.rest();
            let Some(next) = rest.find(['(', '*']) else {
                self.at = start + 2;
                return Err(Fault::syntax(self.span_from(start), "this comment has no end")
                    .hint("comments nest: each `(*` needs its own `*)`"));
            };
            self.at += next;
            if rest[next..].starts_with("(*") {
                depth += 1;
                self.at += 2;
            } else if rest[next..].starts_with("*)") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else {
                self.at += 1;
            }
        }
    }

    fn token(&mut self) -> Result<Token, Fault> {
        let start = self.at;
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(Token::End);
        }
        if let Some(inside) = rest.strip_prefix('"') {
            let Some(end) = inside.find('"') else {
                self.at += 1;
                return Err(Fault::syntax(self.span_from(start), "this text has no closing `\"`"));
            };
            self.at += end + 2;
            return Ok(Token::Text(inside[..end].to_owned()));
        }
        if let Some(n) = rest.strip_prefix('\'').and_then(|name| name_length(name, self.dialect)) {
            self.at += n + 1;
            return Ok(Token::Tag);
        }
        if let Some(n) = name_length(rest, self.dialect) {
            self.at += n;
            let word = &rest[..n];
            let keyword = Keyword::of(word, self.dialect);
            return Ok(keyword.map_or_else(|| Token::Name(word.to_owned()), Token::Keyword));
        }
        if self.dialect == Dialect::Jmm
            && let Some(token) = self.jmm_token(rest)?
        {
            return Ok(token);
        }
        if let Some(symbol) = SYMBOLS.into_iter().chain([","]).find(|symbol| rest.starts_with(symbol)) {
            self.at += symbol.len();
            return Ok(Token::Symbol(symbol));
        }
        let c = rest.chars().next().expect("the rest is not empty");
        self.at += c.len_utf8();
        Err(Fault::syntax(self.span_from(start), format!("unexpected character {c:?}")))
    }
}

impl Lexer<'_> {
    /// Numbers and symbols that exist only in jmm.
    fn jmm_token(&mut self, rest: &str) -> Result<Option<Token>, Fault> {
        let start = self.at;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            self.at += digits;
            return match rest[..digits].parse() {
                Ok(0) => Ok(Some(Token::Symbol("0"))),
                Ok(number) => Ok(Some(Token::Number(number))),
                Err(_) => Err(Fault::syntax(self.span_from(start), "this number is too large")),
            };
        }
        // `-1` remains the second half of `^-1`; where the parser expects a number it accepts it as one.
        let inverse = rest.starts_with("-1") && !rest[2..].starts_with(|c: char| c.is_ascii_digit());
        let found = MORE_SYMBOLS.into_iter().find(|symbol| rest.starts_with(symbol)).filter(|_| !inverse);
        self.at += found.map_or(0, str::len);
        Ok(found.map(Token::Symbol))
    }
}

/// The length of the name at the start of a text: a letter, optionally after `_`, and optionally one `'` at
/// the end.
fn name_length(text: &str, dialect: Dialect) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = usize::from(bytes.first() == Some(&b'_'));
    if !bytes.get(first)?.is_ascii_alphabetic() {
        return None;
    }
    let inside = |i: usize| match (bytes[i], dialect) {
        (b'-', Dialect::Jmm) => bytes.get(i + 1).is_some_and(u8::is_ascii_alphabetic),
        (b'.', Dialect::Jmm) => false,
        (b, _) => b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-'),
    };
    let n = (first..bytes.len()).find(|&i| !inside(i)).unwrap_or(bytes.len());
    Some(n + usize::from(bytes.get(n) == Some(&b'\'')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        words(0, text, Dialect::Cat).unwrap().into_iter().map(|word| word.token).collect()
    }

    fn name(name: &str) -> Token {
        Token::Name(name.to_owned())
    }

    #[test]
    fn names_contain_dashes_and_the_inverse_is_one_word() {
        let symbol = Token::Symbol;
        assert_eq!(tokens("po-loc^-1"), [name("po-loc"), symbol("^"), symbol("-1"), Token::End]);
        assert_eq!(tokens("_ _x x'"), [symbol("_"), name("_x"), name("x'"), Token::End]);
        assert_eq!(tokens("a||b"), [name("a"), symbol("||"), name("b"), Token::End]);
    }

    #[test]
    fn comments_of_three_kinds_are_skipped_and_nest() {
        assert_eq!(
            tokens("a (* b (* c *) (d) ** *) // e\n# f\nlet"),
            [name("a"), Token::Keyword(Keyword::Let), Token::End]
        );
        let fault = words(0, "a (* (* *)", Dialect::Cat).unwrap_err();
        assert_eq!((fault.span.start, fault.span.end), (2, 4));
    }

    #[test]
    fn strange_characters_and_open_texts_are_errors_at_their_place() {
        assert_eq!(words(0, "a ☃", Dialect::Cat).unwrap_err().span.start, 2);
        assert_eq!(words(0, "a \"b", Dialect::Cat).unwrap_err().span.start, 2);
    }
}
