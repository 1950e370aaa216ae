//! Statements that contain statements: blocks, `if`, `while`, `do` and `synchronized`.

use super::Parse;
use super::cursor::Cursor;
use crate::ast::{Expr, Stmt, StmtKind};
use crate::lexer::TokenKind;

impl Cursor<'_> {
    /// `{ … }`.
    pub(super) fn block(&mut self) -> Parse<Vec<Stmt>> {
        let open = self.expect("{")?;
        let mut body = Vec::new();
        loop {
            if self.eat("}") {
                return Ok(body);
            }
            if self.peek().kind == TokenKind::End {
                let hint = format!("the `{{` on line {} is never closed", self.line(open));
                return Err(self.unexpected("a statement or `}`").hint(hint));
            }
            body.push(self.statement()?);
        }
    }

    /// A statement with nested statements, if the next token starts one.
    ///
    /// One function for each kind, not inlined into this one, so that each level of nesting uses only the
    /// stack it needs.
    pub(super) fn control_statement(&mut self) -> Option<Parse<Stmt>> {
        if self.sees("{") {
            return Some(self.block_statement());
        }
        match self.text(self.peek()) {
            "if" => Some(self.if_statement()),
            "while" => Some(self.while_statement()),
            "do" => Some(self.do_statement()),
            "synchronized" => Some(self.synchronized_statement()),
            _ => None,
        }
    }

    #[inline(never)]
    fn block_statement(&mut self) -> Parse<Stmt> {
        let span = self.peek().span;
        let body = self.block()?;
        Ok(Stmt { kind: StmtKind::Block(body), span })
    }

    #[inline(never)]
    fn if_statement(&mut self) -> Parse<Stmt> {
        let start = self.bump().span;
        let condition = self.parenthesised()?;
        let span = start.to(self.behind());
        let then = self.boxed_statement()?;
        let otherwise = if self.eat_word("else") { Some(self.boxed_statement()?) } else { None };
        Ok(Stmt { kind: StmtKind::If(condition, then, otherwise), span })
    }

    #[inline(never)]
    fn while_statement(&mut self) -> Parse<Stmt> {
        let start = self.bump().span;
        let condition = self.parenthesised()?;
        let span = start.to(self.behind());
        let body = self.boxed_statement()?;
        Ok(Stmt { kind: StmtKind::While(condition, body), span })
    }

    #[inline(never)]
    fn synchronized_statement(&mut self) -> Parse<Stmt> {
        let start = self.bump().span;
        self.expect("(")?;
        let monitor = self.name("the name of a monitor")?;
        self.expect(")")?;
        let span = start.to(self.behind());
        let body = self.block()?;
        Ok(Stmt { kind: StmtKind::Synchronized(monitor, body), span })
    }

    /// `do s while (c);`. Its span is the part that decides, `while (c)`.
    #[inline(never)]
    fn do_statement(&mut self) -> Parse<Stmt> {
        self.bump();
        let body = self.boxed_statement()?;
        let keyword = self.peek().span;
        if !self.eat_word("while") {
            return Err(self.unexpected("`while`").hint("a loop `do { … }` ends with `while (…);`"));
        }
        let condition = self.parenthesised()?;
        let span = keyword.to(self.behind());
        self.expect_semicolon()?;
        Ok(Stmt { kind: StmtKind::DoWhile(body, condition), span })
    }

    fn boxed_statement(&mut self) -> Parse<Box<Stmt>> {
        self.statement().map(Box::new)
    }

    #[inline(never)]
    fn parenthesised(&mut self) -> Parse<Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }
}
