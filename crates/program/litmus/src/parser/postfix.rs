//! Expressions that start with a name, `this` or `new`: variables, fields, array elements, method calls and
//! new objects.

use super::Parse;
use super::cursor::Cursor;
use super::expression::Tall;
use super::init::MAX_ARRAY;
use super::method::{fence, function_hint, method, method_hint};
use super::words::is_reserved;
use crate::ast::{Call, Expr, ExprKind, Method, Span};
use crate::lexer::{Fault, TokenKind, quoted};

impl Cursor<'_> {
    /// `r1`, `a[i]`, `q.next.f`, `this`, `new F(1)`, `X.getAcquire()`, `a[i].getAcquire()`, as an operand.
    pub(super) fn named(&mut self) -> Parse<Tall<Expr>> {
        let (expression, height) = self.path("an expression")?;
        if let ExprKind::Call(Call { method: Method::Set(_), method_span, .. }) = expression.kind {
            return Err(self.no_result(method_span));
        }
        Ok((expression, height))
    }

    /// The same, but also methods without a result; `what` says what is missing if there is no name.
    pub(super) fn path(&mut self, what: &str) -> Parse<Tall<Expr>> {
        let mut path = self.path_start(what)?;
        loop {
            path = match self.peek().kind {
                TokenKind::Symbol("[") => self.element(path)?,
                TokenKind::Symbol(".") => self.member(path)?,
                _ => return Ok(path),
            };
            self.check_depth(path.1)?;
            if matches!(&path.0.kind, ExprKind::Call(Call { method: Method::Set(_), .. })) {
                return Ok(path);
            }
        }
    }

    #[inline(never)]
    fn path_start(&mut self, what: &str) -> Parse<Tall<Expr>> {
        if self.sees_word("new") {
            return self.new_object();
        }
        if self.sees_word("this") && self.peek_second().kind != TokenKind::Symbol("(") {
            return Ok((Expr { kind: ExprKind::This, span: self.bump().span }, 1));
        }
        let is_function = self.peek_second().kind == TokenKind::Symbol("(");
        if is_function && !is_reserved(self.text(self.peek())) {
            return Err(self.unknown_function());
        }
        let name = self.name(what)?;
        let span = name.span;
        Ok((Expr { kind: ExprKind::Name(name), span }, 1))
    }

    /// `[i]` after an array.
    #[inline(never)]
    fn element(&mut self, (array, array_height): Tall<Expr>) -> Parse<Tall<Expr>> {
        self.expect("[")?;
        let (index, height) = self.nested()?;
        let close = self.expect("]")?;
        let span = array.span.to(close);
        let kind = ExprKind::Index(Box::new(array), Box::new(index));
        Ok((Expr { kind, span }, 1 + height.max(array_height)))
    }

    /// `.f` or `.method(…)` after an object or a variable.
    #[inline(never)]
    fn member(&mut self, (target, height): Tall<Expr>) -> Parse<Tall<Expr>> {
        let (name, behind) = (self.peek_second(), self.peek_third());
        let is_word = name.kind == TokenKind::Word;
        let is_method = behind.kind == TokenKind::Symbol("(") || method(self.text(name)).is_some();
        if !is_word || is_method {
            return self.call(target, height);
        }
        self.bump();
        let field = self.name("the name of a field or method")?;
        let span = target.span.to(field.span);
        Ok((Expr { kind: ExprKind::Field(Box::new(target), field), span }, height + 1))
    }

    /// `new F(1)`, `new int[2]`, `new int[]{1, 2}`.
    #[inline(never)]
    fn new_object(&mut self) -> Parse<Tall<Expr>> {
        let start = self.bump().span;
        if self.eat_word("int") {
            return self.new_array(start);
        }
        let class = self.name("the name of a class")?;
        if !self.sees("(") {
            let hint = format!("as in `new {}()`", class.text);
            return Err(self.unexpected("`(`").hint(hint));
        }
        let (args, height) = self.arguments()?;
        Ok((Expr { kind: ExprKind::New(class, args), span: start.to(self.behind()) }, height + 1))
    }

    fn new_array(&mut self, start: Span) -> Parse<Tall<Expr>> {
        self.expect("[")?;
        if self.eat("]") {
            let (kind, height) = self.array_elements()?;
            return Ok((Expr { kind, span: start.to(self.behind()) }, height));
        }
        let (span, length) = (self.peek().span, self.constant()?);
        if !(0..=MAX_ARRAY).contains(&length) {
            return Err(Fault::new(span, format!("an array cannot have {length} elements"))
                .hint(format!("its length is a number from 0 to {MAX_ARRAY}")));
        }
        self.expect("]")?;
        Ok((Expr { kind: ExprKind::NewArray(length as u32), span: start.to(self.behind()) }, 1))
    }

    /// `{1, 2}`: the elements of a new array.
    pub(super) fn array_elements(&mut self) -> Parse<Tall<ExprKind>> {
        let (elements, height) = self.list("{", "}")?;
        Ok((ExprKind::ArrayOf(elements), height + 1))
    }

    /// `(e, e)`, and the maximum height.
    pub(super) fn arguments(&mut self) -> Parse<Tall<Vec<Expr>>> {
        self.list("(", ")")
    }

    fn list(&mut self, open: &str, close: &str) -> Parse<Tall<Vec<Expr>>> {
        let (mut items, mut highest) = (Vec::new(), 0);
        self.expect(open)?;
        while !self.sees(close) {
            let (item, height) = self.nested()?;
            items.push(item);
            highest = highest.max(height);
            if !self.sees(close) && !self.eat(",") {
                return Err(self.unexpected(&format!("`,` or `{close}`")));
            }
        }
        self.bump();
        Ok((items, highest))
    }

    /// The error for an unknown function; for fences, that they have no result.
    pub(super) fn unknown_function(&self) -> Fault {
        let token = self.peek();
        let name = self.text(token);
        if fence(name).is_some() {
            return self.no_result(token.span);
        }
        let hint = if self.is_class(name) {
            format!("an object is made with `new {name}(…)`")
        } else {
            function_hint(name)
        };
        Fault::new(token.span, format!("there is no function {}", quoted(name))).hint(hint)
    }

    /// The error that the function named at `span` is not an expression.
    fn no_result(&self, span: Span) -> Fault {
        Fault::new(span, format!("`{}` has no result", self.text_at(span)))
            .hint("write it as a statement of its own")
    }

    /// `.method(arguments)`.
    fn call(&mut self, target: Expr, target_height: usize) -> Parse<Tall<Expr>> {
        self.expect(".")?;
        let (method, method_span) = self.method()?;
        let (args, height) = self.arguments()?;
        if args.len() != method.arity() {
            return Err(self.wrong_count(method, args.len(), method_span));
        }
        let span = target.span.to(self.behind());
        let call = Call { target: Box::new(target), method, method_span, args };
        Ok((Expr { kind: ExprKind::Call(call), span }, 1 + height.max(target_height)))
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

    /// The error for a wrong number of arguments of the method whose call was just parsed.
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
