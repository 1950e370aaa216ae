//! Simple statements: declarations, assignments, memory calls, fences, start and join, assert, print.

use super::Parse;
use super::cursor::Cursor;
use super::expression::compound_operator;
use super::method::fence;
use super::words::{is_reserved, numbered};
use crate::ast::{BinaryOp, Expr, ExprKind, Span, Stmt, StmtKind, ThreadRef, TypeName};
use crate::lexer::{Fault, TokenKind, quoted};

impl Cursor<'_> {
    /// Any statement, one level below its surroundings.
    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        self.descend()?;
        let statement = match self.control_statement() {
            Some(statement) => statement,
            None => self.simple_statement(),
        };
        self.ascend();
        statement
    }

    /// A statement without nested statements. Kept out of the recursion, so that its frames stay small.
    #[inline(never)]
    fn simple_statement(&mut self) -> Parse<Stmt> {
        let token = self.peek();
        let kind = match token.kind {
            TokenKind::Symbol(";") => StmtKind::Empty,
            TokenKind::Word | TokenKind::Symbol("++" | "--") => self.statement_kind()?,
            _ => return Err(self.unexpected("a statement")),
        };
        let span = token.span.to(self.behind());
        self.expect_semicolon()?;
        Ok(Stmt { kind, span })
    }

    /// A statement without its `;`.
    fn statement_kind(&mut self) -> Parse<StmtKind> {
        let token = self.peek();
        match self.text(token) {
            "int" | "boolean" | "long" => self.declaration(),
            "throw" => self.throw(),
            "this" if self.peek_second().kind == TokenKind::Symbol("(") => {
                self.bump();
                let (args, height) = self.arguments()?;
                self.check_depth(height + 1)?;
                Ok(StmtKind::ThisCall(args))
            }
            "break" => Ok(self.keyword(StmtKind::Break)),
            "return" => self.return_statement(),
            "start" | "join" => self.start_or_join(),
            "assert" => self.assert(),
            "print" => {
                self.bump();
                Ok(StmtKind::Print(self.expression()?))
            }
            "System" => self.println(),
            "VarHandle" => {
                self.bump();
                self.expect(".")?;
                self.fence()
            }
            "++" | "--" => {
                let step = self.bump();
                let (target, height) = self.path("the name of a variable")?;
                self.check_depth(height + 2)?;
                stepped(target, self.text(step), step.span)
            }
            word if self.peek_second().kind == TokenKind::Symbol("(") && !is_reserved(word) => self.fence(),
            _ => self.statement_about_name(),
        }
    }

    fn keyword(&mut self, kind: StmtKind) -> StmtKind {
        self.bump();
        kind
    }

    fn return_statement(&mut self) -> Parse<StmtKind> {
        self.bump();
        if !self.sees(";") && self.peek().kind != TokenKind::End {
            return Err(self.unexpected("`;`").hint("a thread returns no value: write `return;`"));
        }
        Ok(StmtKind::Return)
    }

    /// `int r1 = e, r2`, `F q = p`.
    fn declaration(&mut self) -> Parse<StmtKind> {
        // Locals do not distinguish ints and booleans.
        let ty = match self.type_name()? {
            TypeName::Boolean => TypeName::Int,
            ty => ty,
        };
        let mut declared = Vec::new();
        loop {
            let name = self.name("the name of a local variable")?;
            if self.sees("[") {
                return Err(local_array(name.span));
            }
            let value = if self.eat("=") { Some(self.initialiser()?) } else { None };
            declared.push((name, value));
            if !self.eat(",") {
                return Ok(StmtKind::Declare(ty, declared));
            }
        }
    }

    /// `throw`, `throw new RuntimeException()`.
    fn throw(&mut self) -> Parse<StmtKind> {
        self.bump();
        if self.sees(";") {
            return Ok(StmtKind::Throw);
        }
        let known =
            self.eat_word("new") && self.eat_word("RuntimeException") && self.eat("(") && self.eat(")");
        if !known {
            let fault = self.unexpected("`new RuntimeException();`");
            return Err(
                fault.hint("the only exception thrown by hand is written `throw new RuntimeException();`")
            );
        }
        Ok(StmtKind::Throw)
    }

    /// `start Thread1`, `join T1`.
    fn start_or_join(&mut self) -> Parse<StmtKind> {
        let keyword = self.bump();
        let token = self.peek();
        let number = numbered(self.text(token), "Thread").or_else(|| numbered(self.text(token), "T"));
        let Some(number) = number else {
            let example = format!("as in `{} Thread1;`", self.text(keyword));
            return Err(self.unexpected("the name of a thread").hint(example));
        };
        let thread = ThreadRef { number: self.checked_thread(number, token.span)?, span: token.span };
        self.bump();
        Ok(start_or_join(self.text(keyword), thread))
    }

    fn assert(&mut self) -> Parse<StmtKind> {
        self.bump();
        let condition = self.expression()?;
        if self.eat(":") {
            if self.peek().kind != TokenKind::Text {
                return Err(self.unexpected("a message in double quotes"));
            }
            self.bump();
        }
        Ok(StmtKind::Assert(condition))
    }

    /// `System.out.println(e)`.
    fn println(&mut self) -> Parse<StmtKind> {
        let start = self.bump().span;
        let known = self.eat(".") && self.eat_word("out") && self.eat(".");
        if !known || !(self.eat_word("println") || self.eat_word("print")) {
            let fault =
                Fault::new(start.to(self.behind()), "only `System.out.println(e);` is known of `System`");
            return Err(fault.hint("write `print(e);`"));
        }
        self.expect("(")?;
        let value = self.expression()?;
        self.expect(")")?;
        Ok(StmtKind::Print(value))
    }

    /// `fullFence()`.
    fn fence(&mut self) -> Parse<StmtKind> {
        let token = self.peek();
        let Some(fence) = fence(self.text(token)) else {
            if token.kind != TokenKind::Word {
                return Err(self.unexpected("the name of a fence"));
            }
            return Err(self.unknown_function());
        };
        self.bump();
        self.expect("(")?;
        if !self.sees(")") {
            return Err(self.unexpected("`)`").hint("fences take no arguments"));
        }
        self.bump();
        Ok(StmtKind::Fence(fence))
    }

    /// Statements that start with a name: declarations, assignments, `r1++`, memory calls, `Thread1.start()`.
    fn statement_about_name(&mut self) -> Parse<StmtKind> {
        if let Some(kind) = self.thread_method()? {
            return Ok(kind);
        }
        if self.sees_class_declaration() {
            return self.declaration();
        }
        let (target, height) = self.path("a statement")?;
        let token = self.peek();
        let symbol = match (target.kind, token.kind) {
            (ExprKind::Call(call), _) => return Ok(StmtKind::Call(call)),
            (kind @ (ExprKind::New(..) | ExprKind::NewArray(_) | ExprKind::ArrayOf(_)), _) => {
                return Ok(StmtKind::New(Expr { kind, span: target.span }));
            }
            (kind, TokenKind::Symbol(symbol)) => (Expr { kind, span: target.span }, symbol),
            _ => return Err(self.not_a_statement(target.span)),
        };
        self.assignment(symbol.0, height, symbol.1)
    }

    /// `= e`, `+= e` or `++` after its target.
    fn assignment(&mut self, target: Expr, height: usize, symbol: &'static str) -> Parse<StmtKind> {
        let token = self.peek();
        match symbol {
            "=" => {
                self.bump();
                Ok(StmtKind::Assign { target, value: self.expression()? })
            }
            "++" | "--" => {
                self.bump();
                self.check_depth(height + 2)?;
                stepped(target, symbol, token.span)
            }
            _ => {
                let Some(operator) = compound_operator(symbol) else {
                    return Err(self.not_a_statement(target.span));
                };
                self.bump();
                self.check_depth(height + 2)?;
                // The sum is a node above its right-hand side.
                self.descend()?;
                let value = self.expression()?;
                self.ascend();
                updated(target, operator, value, token.span)
            }
        }
    }

    /// `Thread1.start()`, `T1.join()`.
    fn thread_method(&mut self) -> Parse<Option<StmtKind>> {
        let token = self.peek();
        let word = self.text(token);
        let Some(number) = numbered(word, "Thread").or_else(|| numbered(word, "T")) else { return Ok(None) };
        let method = self.peek_third();
        if self.peek_second().kind != TokenKind::Symbol(".") || !matches!(self.text(method), "start" | "join")
        {
            return Ok(None);
        }
        let thread = ThreadRef { number: self.checked_thread(number, token.span)?, span: token.span };
        for _ in 0..3 {
            self.bump();
        }
        self.expect("(")?;
        self.expect(")")?;
        Ok(Some(start_or_join(self.text(method), thread)))
    }

    fn not_a_statement(&self, target: Span) -> Fault {
        let name = self.text_at(target);
        if self.peek().kind == TokenKind::Word {
            let hint = "a declaration starts with `int`, `long` or a class, as in `int r1 = 0;`";
            return Fault::new(target, format!("{} starts no statement", quoted(name))).hint(hint);
        }
        self.unexpected("`=` or `.`").hint(format!("as in `{name} = 1;` or `{name}.setVolatile(1);`"))
    }
}

fn start_or_join(word: &str, thread: ThreadRef) -> StmtKind {
    if word == "start" { StmtKind::Start(thread) } else { StmtKind::Join(thread) }
}

/// `x op= e`: a read and then a write, as in Java for locals and shared variables alike.
fn updated(target: Expr, op: BinaryOp, value: Expr, at: Span) -> Parse<StmtKind> {
    match target.kind {
        ExprKind::Index(array, _) => Err(element_update(array.span.to(at))),
        ExprKind::Name(_) => {
            let span = target.span.to(value.span);
            let kind = ExprKind::Binary(op, Box::new(target.clone()), Box::new(value));
            Ok(StmtKind::Assign { target, value: Expr { kind, span } })
        }
        // The object is evaluated only once (JLS §15.26.2), which an assignment could not express.
        _ => Ok(StmtKind::Update { target, op, value }),
    }
}

fn stepped(target: Expr, symbol: &str, span: Span) -> Parse<StmtKind> {
    let op = if symbol == "++" { BinaryOp::Add } else { BinaryOp::Sub };
    let at = if span.start < target.span.start { Span::at(target.span.start) } else { span };
    updated(target, op, Expr { kind: ExprKind::Int(1), span }, at)
}

fn element_update(span: Span) -> Fault {
    Fault::new(span, "an array element cannot be updated in place")
        .hint("write `a[i] = a[i] + 1;`, or `a[i].getAndAdd(1);` for an atomic update")
}

fn local_array(span: Span) -> Fault {
    Fault::new(span, "local arrays are not supported")
        .hint("declare arrays in the init block: `int a[2];`, or a reference to one: `int[] a = new int[2];`")
}
