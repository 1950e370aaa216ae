//! Declarations of jmm files: axioms, executions, guessed orders and sets, repetition.

use super::super::ast::{Ident, InstructionKind, Over, Range};
use super::super::lexer::{Keyword, Token};
use super::super::source::Fault;
use super::Parser;

impl Parser {
    /// After `axiom`: `name : f`.
    pub(super) fn axiom(&mut self) -> Result<InstructionKind, Fault> {
        // Names are not reserved here, since nothing else can occur at this position.
        let name = match self.token() {
            Token::Keyword(keyword) => {
                let name = keyword.word().to_owned();
                self.advance();
                name
            }
            _ => self.ident("the name of the axiom")?.name,
        };
        self.expect_symbol(":", "and the formula of the axiom")?;
        Ok(InstructionKind::Axiom { name: Some(name), formula: self.expr()? })
    }

    /// `forall i in … { … }`, or a formula without a name.
    pub(super) fn repeated_or_axiom(&mut self) -> Result<InstructionKind, Fault> {
        let variable = matches!(self.token_after(), Token::Name(_));
        let third = self.words.get(self.at + 2).map(|word| &word.token);
        if !(self.is_keyword(Keyword::Forall) && variable && third == Some(&Token::Keyword(Keyword::In))) {
            return Ok(InstructionKind::Axiom { name: None, formula: self.expr()? });
        }
        self.advance();
        let variable = self.ident("the name of a variable")?;
        self.expect_keyword(Keyword::In, "and what the variable ranges over")?;
        let from = self.index()?;
        let over = match (&from.variable, self.eat_symbol("..")) {
            (_, true) => Over::Range(Range { from, to: self.index()? }),
            (Some(name), false) if from.offset == 0 => Over::Named(name.clone()),
            _ => return Err(self.unexpected("`..` and the last number")),
        };
        Ok(InstructionKind::ForEach { variable, over, body: self.block()? })
    }

    /// `{ … }`.
    fn block(&mut self) -> Result<Vec<super::super::ast::Instruction>, Fault> {
        self.expect_symbol("{", "before the instructions")?;
        let body = self.body(|parser| parser.is_symbol("}"))?;
        self.expect_symbol("}", "after the instructions")?;
        Ok(body)
    }

    /// `[1..k]`, or nothing.
    fn family(&mut self) -> Result<Option<Range>, Fault> {
        if !self.eat_symbol("[") {
            return Ok(None);
        }
        let from = self.index()?;
        self.expect_symbol("..", "and the last number")?;
        let to = self.index()?;
        self.expect_symbol("]", "after the numbers")?;
        Ok(Some(Range { from, to }))
    }

    /// After `exec`.
    pub(super) fn executions(&mut self) -> Result<InstructionKind, Fault> {
        let name = self.ident("the name of an execution")?;
        Ok(InstructionKind::Exec { name, range: self.family()? })
    }

    /// After `committed`.
    pub(super) fn committed(&mut self) -> Result<InstructionKind, Fault> {
        let name = self.ident("the name of a set of actions")?;
        let range = self.family()?;
        self.expect_keyword(Keyword::Subset, "and the set it is a part of")?;
        Ok(InstructionKind::Committed { name, range, within: self.infix(0)? })
    }

    /// After `order`: `x total on S extends r`.
    pub(super) fn order(&mut self) -> Result<InstructionKind, Fault> {
        let name = self.ident("the name of the order")?;
        self.expect_word("total", "on a set")?;
        self.expect_word("on", "and the set that is ordered")?;
        let set = self.infix(0)?;
        let extends = if self.eat_keyword(Keyword::Extends) { Some(self.infix(0)?) } else { None };
        Ok(InstructionKind::Order { name, set, extends })
    }

    /// After `per`: `E { … }` or `X in {E, J} { … }`.
    pub(super) fn per(&mut self) -> Result<InstructionKind, Fault> {
        let first = self.ident("the name of an execution")?;
        if !self.eat_keyword(Keyword::In) {
            return Ok(InstructionKind::Per { variable: None, families: vec![first], body: self.block()? });
        }
        self.expect_symbol("{", "before the names of executions")?;
        let mut families: Vec<Ident> = vec![self.ident("the name of an execution")?];
        while self.eat_symbol(",") {
            families.push(self.ident("the name of an execution")?);
        }
        self.expect_symbol("}", "after the names of executions")?;
        Ok(InstructionKind::Per { variable: Some(first), families, body: self.block()? })
    }

    /// A word that is a keyword only here.
    fn expect_word(&mut self, word: &str, wherefore: &str) -> Result<(), Fault> {
        match self.token() {
            Token::Name(name) if name == word => {
                self.advance();
                Ok(())
            }
            _ => Err(self.unexpected(&format!("`{word}` {wherefore}"))),
        }
    }
}
