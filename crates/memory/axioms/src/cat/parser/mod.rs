//! From tokens to the syntax tree: recursive descent, one token of lookahead (two after `~`).
//!
//! One parser for both languages: formulas and declarations are accepted only in jmm files.
//!
//! Source: the rules and precedences of herd's grammar (herdtools7, `lib/modelParser.mly`). **Promises** an
//! error with a position for every text that is not cat, and *unsupported* with a position for cat constructs
//! that are not supported; nesting is bounded, so no input exhausts the stack.

mod declaration;
mod expression;
mod formula;
mod instruction;

use super::ast::{File, Ident};
use super::error::CatErrorKind;
use super::lexer::{Dialect, Keyword, Token, Word, words};
use super::source::{Fault, Span};

/// The maximum nesting of expressions, procedures and bindings.
const MAX_DEPTH: usize = 100;

/// Parses one file. Includes are left in place.
pub(crate) fn parse(file: u16, text: &str, dialect: Dialect) -> Result<File, Fault> {
    let mut parser = Parser { words: words(file, text, dialect)?, dialect, at: 0, depth: 0 };
    let name = parser.header()?;
    let mut body = Vec::new();
    while !parser.is_end() {
        body.push(parser.instruction()?);
    }
    Ok(File { name, body })
}

struct Parser {
    /// Ends with [`Token::End`].
    words: Vec<Word>,
    dialect: Dialect,
    at: usize,
    depth: usize,
}

impl Parser {
    fn token(&self) -> &Token {
        &self.words[self.at].token
    }

    fn token_after(&self) -> &Token {
        &self.words[(self.at + 1).min(self.words.len() - 1)].token
    }

    fn span(&self) -> Span {
        self.words[self.at].span
    }

    /// The span of the previous token.
    fn last_span(&self) -> Span {
        self.words[self.at.saturating_sub(1)].span
    }

    fn is_end(&self) -> bool {
        *self.token() == Token::End
    }

    /// Advances, but never past the end.
    fn advance(&mut self) {
        self.at = (self.at + 1).min(self.words.len() - 1);
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.token(), Token::Symbol(s) if *s == symbol)
    }

    fn is_keyword(&self, keyword: Keyword) -> bool {
        *self.token() == Token::Keyword(keyword)
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.advance();
        }
        found
    }

    fn eat_keyword(&mut self, keyword: Keyword) -> bool {
        let found = self.is_keyword(keyword);
        if found {
            self.advance();
        }
        found
    }

    fn expect_symbol(&mut self, symbol: &str, wherefore: &str) -> Result<(), Fault> {
        match self.eat_symbol(symbol) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{symbol}` {wherefore}"))),
        }
    }

    fn expect_keyword(&mut self, keyword: Keyword, wherefore: &str) -> Result<(), Fault> {
        match self.eat_keyword(keyword) {
            true => Ok(()),
            false => Err(self.unexpected(&format!("`{}` {wherefore}", keyword.word()))),
        }
    }

    fn ident(&mut self, what: &str) -> Result<Ident, Fault> {
        match self.token() {
            Token::Name(name) => {
                let ident = Ident { name: name.clone(), span: self.span() };
                self.advance();
                Ok(ident)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    /// An error at the current token.
    fn unexpected(&self, wanted: &str) -> Fault {
        let found = match self.token() {
            Token::Name(name) => format!("the name `{name}`"),
            Token::Keyword(keyword) => format!("`{}`", keyword.word()),
            Token::Text(_) => "a text".to_owned(),
            Token::Tag => "a tag".to_owned(),
            Token::Symbol(symbol) => format!("`{symbol}`"),
            Token::Number(number) => format!("the number {number}"),
            Token::End => "the end of the file".to_owned(),
        };
        Fault::syntax(self.span(), format!("expected {wanted}, found {found}"))
    }

    fn unsupported(&self, what: &str) -> Fault {
        Fault::unsupported(self.span(), what)
    }

    /// Runs a rule one level deeper.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Result<T, Fault>) -> Result<T, Fault> {
        self.check_depth(self.depth + 1)?;
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }

    fn check_depth(&self, depth: usize) -> Result<(), Fault> {
        match depth <= MAX_DEPTH {
            true => Ok(()),
            false => {
                let message = format!("nested more than {MAX_DEPTH} levels deep");
                Err(Fault::new(CatErrorKind::Limit, self.span(), message))
            }
        }
    }

    /// `ARCH NAME`, `ARCH "name"`, `NAME`, `"name"` or nothing.
    fn header(&mut self) -> Result<Option<String>, Fault> {
        let first = match self.token() {
            Token::Name(word) | Token::Text(word) => word.clone(),
            _ => return Ok(None),
        };
        let is_text = matches!(self.token(), Token::Text(_));
        self.advance();
        match self.token().clone() {
            Token::Name(second) | Token::Text(second) if !is_text => {
                self.advance();
                Ok(Some(second))
            }
            // Options of old files, ignored: co is always available here.
            Token::Name(option) if matches!(&*option, "withco" | "withoutco") => {
                self.advance();
                Ok(Some(first))
            }
            _ => Ok(Some(first)),
        }
    }
}
