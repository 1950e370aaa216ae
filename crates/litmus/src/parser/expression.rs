//! Expressions: precedence climbing over Java's operators (JLS §15.17–15.24).
//!
//! Every function returns the height of its tree along with it, so that a long chain `a + b + …`, which leans
//! to the left, is stopped at the depth limit like any other nesting.

use super::Parse;
use super::cursor::Cursor;
use super::method::{fence, function_hint, method, method_hint};
use super::words::is_reserved;
use crate::ast::{BinaryOp, Call, Expr, ExprKind, Ident, Method, Span, UnaryOp};
use crate::lexer::{Fault, TokenKind, quoted};

/// A tree and its height in nodes.
pub(super) type Tall<T> = (T, usize);

/// The operator of a symbol and how tightly it binds.
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
    fn nested(&mut self) -> Parse<Tall<Expr>> {
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
        if operator == UnaryOp::Neg && matches!(self.peek().kind, TokenKind::Int(_)) {
            let value = self.int(true)?;
            return Ok((Expr { kind: ExprKind::Int(value), span: token.span.to(self.behind()) }, 1));
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
            TokenKind::Int(_) => ExprKind::Int(self.int(false)?),
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
            TokenKind::Word => return self.named(),
            _ => return Err(self.unexpected("an expression")),
        };
        Ok((Expr { kind, span: token.span }, 1))
    }

    /// `r1`, `a[i]`, `X.getAcquire()`, `a[i].getAcquire()`.
    fn named(&mut self) -> Parse<Tall<Expr>> {
        let is_function = self.peek_second().kind == TokenKind::Symbol("(");
        if is_function && !is_reserved(self.text(self.peek())) {
            return Err(self.unknown_function());
        }
        let target = self.name("an expression")?;
        let index = self.index()?;
        let start = target.span;
        if !self.sees(".") {
            let (kind, height) = match index {
                Some((index, height)) => (ExprKind::Index(target, Box::new(index)), height + 1),
                None => (ExprKind::Name(target), 1),
            };
            return Ok((Expr { kind, span: start.to(self.behind()) }, height));
        }
        let (call, height) = self.call(target, index)?;
        if let Method::Set(_) = call.method {
            return Err(self.no_result(call.method_span));
        }
        Ok((Expr { kind: ExprKind::Call(call), span: start.to(self.behind()) }, height))
    }

    /// Says that there is no such function; for fences, that they have no result.
    pub(super) fn unknown_function(&self) -> Fault {
        let token = self.peek();
        let name = self.text(token);
        if fence(name).is_some() {
            return self.no_result(token.span);
        }
        Fault::new(token.span, format!("there is no function {}", quoted(name))).hint(function_hint(name))
    }

    /// Says that the function named at `span` is no expression.
    fn no_result(&self, span: Span) -> Fault {
        Fault::new(span, format!("`{}` has no result", self.text_at(span)))
            .hint("write it as a statement of its own")
    }

    /// `[i]`, if it is there.
    pub(super) fn index(&mut self) -> Parse<Option<Tall<Expr>>> {
        if !self.eat("[") {
            return Ok(None);
        }
        let index = self.nested()?;
        self.expect("]")?;
        Ok(Some(index))
    }

    /// `.method(arguments)`.
    pub(super) fn call(&mut self, target: Ident, index: Option<Tall<Expr>>) -> Parse<Tall<Call>> {
        self.expect(".")?;
        let (method, method_span) = self.method()?;
        let (index, mut height) = index.map_or((None, 0), |(index, height)| (Some(Box::new(index)), height));
        let mut args = Vec::new();
        self.expect("(")?;
        while !self.sees(")") {
            let (argument, argument_height) = self.nested()?;
            args.push(argument);
            height = height.max(argument_height);
            if !self.sees(")") && !self.eat(",") {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
        self.bump();
        if args.len() != method.arity() {
            return Err(self.wrong_count(method, args.len(), method_span));
        }
        Ok((Call { target, index, method, method_span, args }, height + 1))
    }

    /// The name of a method.
    #[inline(never)]
    fn method(&mut self) -> Parse<(Method, Span)> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return Err(self.unexpected("the name of a method").hint("as in `X.getAcquire()` or `X.set(1)`"));
        }
        let name = self.text(token);
        let Some(method) = method(name) else {
            let message = format!("there is no method {}", quoted(name));
            return Err(Fault::new(token.span, message).hint(method_hint(name)));
        };
        self.bump();
        Ok((method, token.span))
    }

    /// Says how many arguments the method, whose call has just been read, wants.
    fn wrong_count(&self, method: Method, given: usize, method_span: Span) -> Fault {
        let (wanted, form) = match method.arity() {
            0 => ("no arguments", "()"),
            1 => ("1 argument", "(value)"),
            _ => ("2 arguments", "(expected, new)"),
        };
        let name = self.text_at(method_span);
        let message = format!("`{name}` takes {wanted}, but {given} are given");
        Fault::new(method_span.to(self.behind()), message).hint(format!("write `{name}{form}`"))
    }
}
