//! Expressions: precedence climbing over Java's operators (JLS §15.17–15.24).
//!
//! Every function also returns the height of its tree, so that a long chain `a + b + …`, which leans to the
//! left, is stopped at the depth limit like any other nesting.

use super::Parse;
use super::cursor::Cursor;
use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::lexer::TokenKind;

/// A tree and its height in nodes.
pub(super) type Tall<T> = (T, usize);

/// The operator of a symbol and its precedence.
fn binary_operator(symbol: &str) -> Option<(BinaryOp, u8)> {
    Some(match symbol {
        "||" => (BinaryOp::Or, 1),
        "&&" => (BinaryOp::And, 2),
        "|" => (BinaryOp::BitOr, 3),
        "^" => (BinaryOp::BitXor, 4),
        "&" => (BinaryOp::BitAnd, 5),
        "==" => (BinaryOp::Eq, 6),
        "!=" => (BinaryOp::Ne, 6),
        "<" => (BinaryOp::Lt, 7),
        "<=" => (BinaryOp::Le, 7),
        ">" => (BinaryOp::Gt, 7),
        ">=" => (BinaryOp::Ge, 7),
        "+" => (BinaryOp::Add, 8),
        "-" => (BinaryOp::Sub, 8),
        "*" => (BinaryOp::Mul, 9),
        "/" => (BinaryOp::Div, 9),
        "%" => (BinaryOp::Rem, 9),
        _ => return None,
    })
}

/// The operator in `x op= e`.
pub(super) fn compound_operator(symbol: &str) -> Option<BinaryOp> {
    let operator = symbol.strip_suffix('=')?;
    match binary_operator(operator)? {
        (BinaryOp::Lt | BinaryOp::Gt, _) => None,
        (operator, _) => Some(operator),
    }
}

impl Cursor<'_> {
    /// A whole expression.
    pub(super) fn expression(&mut self) -> Parse<Expr> {
        let (expression, height) = self.binary(1)?;
        self.check_depth(height)?;
        Ok(expression)
    }

    /// A whole expression one level below another.
    pub(super) fn nested(&mut self) -> Parse<Tall<Expr>> {
        self.descend()?;
        let nested = self.binary(1)?;
        self.check_depth(nested.1)?;
        self.ascend();
        Ok(nested)
    }

    /// A chain of operators that bind at least as tightly as `tightest`, all of them left-associative.
    fn binary(&mut self, tightest: u8) -> Parse<Tall<Expr>> {
        let (mut left, mut height) = self.unary()?;
        while let TokenKind::Symbol(symbol) = self.peek().kind
            && let Some((operator, binding)) = binary_operator(symbol)
            && binding >= tightest
        {
            self.bump();
            self.descend()?;
            let (right, right_height) = self.binary(binding + 1)?;
            self.ascend();
            height = 1 + height.max(right_height);
            self.check_depth(height)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(operator, Box::new(left), Box::new(right)), span };
        }
        Ok((left, height))
    }

    fn unary(&mut self) -> Parse<Tall<Expr>> {
        let token = self.peek();
        let operator = match token.kind {
            TokenKind::Symbol("-") => UnaryOp::Neg,
            TokenKind::Symbol("!") => UnaryOp::Not,
            TokenKind::Symbol("~") => UnaryOp::BitNot,
            // Unary plus changes nothing.
            TokenKind::Symbol("+") => {
                self.bump();
                self.descend()?;
                let operand = self.unary()?;
                self.ascend();
                return Ok(operand);
            }
            _ => return self.primary(),
        };
        self.bump();
        if operator == UnaryOp::Neg && self.sees_number() {
            let kind = self.number(true)?;
            return Ok((Expr { kind, span: token.span.to(self.behind()) }, 1));
        }
        self.descend()?;
        let (operand, height) = self.unary()?;
        self.ascend();
        let span = token.span.to(operand.span);
        Ok((Expr { kind: ExprKind::Unary(operator, Box::new(operand)), span }, height + 1))
    }

    fn primary(&mut self) -> Parse<Tall<Expr>> {
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Int(_) | TokenKind::Long { .. } => self.number(false)?,
            TokenKind::Symbol("(") if self.sees_cast() => return self.cast(),
            TokenKind::Symbol("(") => {
                self.bump();
                let (inner, height) = self.nested()?;
                let close = self.expect(")")?;
                return Ok((Expr { span: token.span.to(close), ..inner }, height));
            }
            TokenKind::Word if self.sees_word("true") || self.sees_word("false") => {
                self.bump();
                ExprKind::Bool(self.text(token) == "true")
            }
            TokenKind::Word if self.eat_word("null") => ExprKind::Null,
            TokenKind::Word => return self.named(),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok((Expr { kind, span: token.span }, 1))
    }

    /// A literal, whose `-` was already consumed if `negative`.
    fn number(&mut self, negative: bool) -> Parse<ExprKind> {
        match self.peek().kind {
            TokenKind::Long { wide: false, .. } => self.long(negative).map(ExprKind::Long),
            _ => self.int(negative).map(ExprKind::Int),
        }
    }

    fn sees_cast(&self) -> bool {
        matches!(self.text(self.peek_second()), "int" | "long")
            && self.peek_third().kind == TokenKind::Symbol(")")
    }

    /// `(int) e`, `(long) e`: binds like a prefix operator.
    #[inline(never)]
    fn cast(&mut self) -> Parse<Tall<Expr>> {
        let start = self.bump().span;
        let ty = self.type_name()?;
        self.expect(")")?;
        self.descend()?;
        let (operand, height) = self.unary()?;
        self.ascend();
        let span = start.to(operand.span);
        Ok((Expr { kind: ExprKind::Cast(ty, Box::new(operand)), span }, height + 1))
    }
}
