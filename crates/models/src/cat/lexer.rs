//! Words of the cat language.
//!
//! Source: the lexer of herd (herdtools7, `lib/modelLexer.mll`), read for the rules: names may contain `-` and `.`,
//! `-1` is a word of its own, comments are `(* … *)` (nesting), `// …` and `# …`.

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
    /// A symbol: one of [`SYMBOLS`].
    Symbol(&'static str),
    End,
}

/// Longest first, so that `||` is not read as two `|`.
const SYMBOLS: [&str; 22] = [
    "||", "++", "->", "-1", "(", ")", "{", "}", "[", "]", "_", "0", "|", "&", "*", "~", "+", "^", "\\", "?",
    "=", ";",
];

macro_rules! keywords {
    ($($variant:ident $word:literal),* $(,)?) => {
        /// Reserved words.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Keyword { $($variant),* }

        impl Keyword {
            fn of(word: &str) -> Option<Keyword> {
                match word { $($word => Some(Keyword::$variant),)* _ => None }
            }

            pub(crate) fn word(self) -> &'static str {
                match self { $(Keyword::$variant => $word),* }
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
    Default "default",
}

/// A word and where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Word {
    pub token: Token,
    pub span: Span,
}

/// Splits a text into words; the last is [`Token::End`].
pub(crate) fn words(file: u16, text: &str) -> Result<Vec<Word>, Fault> {
    let mut lexer = Lexer { file, text, at: 0 };
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
    at: usize,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn span_from(&self, start: usize) -> Span {
        // The loader refuses files that do not fit into 32 bits.
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
        if let Some(n) = rest.strip_prefix('\'').and_then(name_length) {
            self.at += n + 1;
            return Ok(Token::Tag);
        }
        if let Some(n) = name_length(rest) {
            self.at += n;
            let word = &rest[..n];
            return Ok(Keyword::of(word).map_or_else(|| Token::Name(word.to_owned()), Token::Keyword));
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

/// The length of the name a text starts with: letter first, `_` allowed before it, one `'` at the end.
fn name_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let first = usize::from(bytes.first() == Some(&b'_'));
    if !bytes.get(first)?.is_ascii_alphabetic() {
        return None;
    }
    let inside = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    let n = first + bytes[first..].iter().take_while(|b| inside(b)).count();
    Some(n + usize::from(bytes.get(n) == Some(&b'\'')))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        words(0, text).unwrap().into_iter().map(|word| word.token).collect()
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
        let fault = words(0, "a (* (* *)").unwrap_err();
        assert_eq!((fault.span.start, fault.span.end), (2, 4));
    }

    #[test]
    fn strange_characters_and_open_texts_are_errors_at_their_place() {
        assert_eq!(words(0, "a ☃").unwrap_err().span.start, 2);
        assert_eq!(words(0, "a \"b").unwrap_err().span.start, 2);
    }
}
