//! Statements that do one thing: declarations, assignments, memory calls, fences, start and join, assert, print.

use super::Parse;
use super::cursor::Cursor;
use super::expression::compound_operator;
use super::method::fence;
use super::words::{is_reserved, numbered};
use crate::ast::{BinaryOp, Expr, ExprKind, Ident, Span, Stmt, StmtKind, ThreadRef};
use crate::lexer::{Fault, TokenKind, quoted};

impl Cursor<'_> {
    /// Any statement, one level below what surrounds it.
    pub(super) fn statement(&mut self) -> Parse<Stmt> {
        self.descend()?;
        let statement = match self.control_statement() {
            Some(statement) => statement,
            None => self.simple_statement(),
        };
        self.ascend();
        statement
    }

    /// A statement without statements inside. Kept out of the recursion, whose frames stay small that way.
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
            "int" | "boolean" => self.declaration(),
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
                let target = self.name("the name of a variable")?;
                if self.sees("[") {
                    return Err(element_update(target.span));
                }
                Ok(stepped(target, self.text(step), step.span))
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

    /// `int r1 = e, r2`.
    fn declaration(&mut self) -> Parse<StmtKind> {
        self.bump();
        let mut declared = Vec::new();
        loop {
            if self.sees("[") {
                return Err(local_array(self.peek().span));
            }
            let name = self.name("the name of a local variable")?;
            if self.sees("[") {
                return Err(local_array(name.span));
            }
            let value = if self.eat("=") { Some(self.expression()?) } else { None };
            declared.push((name, value));
            if !self.eat(",") {
                return Ok(StmtKind::Declare(declared));
            }
        }
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

    /// Statements that start with a name: assignments, `r1++`, memory calls, `Thread1.start()`.
    fn statement_about_name(&mut self) -> Parse<StmtKind> {
        if let Some(kind) = self.thread_method()? {
            return Ok(kind);
        }
        let target = self.name("a statement")?;
        let index = self.index()?;
        let token = self.peek();
        match token.kind {
            TokenKind::Symbol(".") => {
                let (call, height) = self.call(target, index)?;
                self.check_depth(height)?;
                Ok(StmtKind::Call(call))
            }
            TokenKind::Symbol("=") => {
                self.bump();
                let value = self.expression()?;
                Ok(StmtKind::Assign { target, index: index.map(|(index, _)| index), value })
            }
            TokenKind::Symbol(symbol @ ("++" | "--")) if index.is_none() => {
                self.bump();
                Ok(stepped(target, symbol, token.span))
            }
            TokenKind::Symbol(symbol) => match compound_operator(symbol) {
                Some(operator) if index.is_none() => {
                    self.bump();
                    // The sum is a node above its right-hand side.
                    self.descend()?;
                    let value = self.expression()?;
                    self.ascend();
                    Ok(updated(target, operator, value))
                }
                Some(_) => Err(element_update(target.span.to(token.span))),
                None if matches!(symbol, "++" | "--") => Err(element_update(target.span.to(token.span))),
                None => Err(self.not_a_statement(&target)),
            },
            _ => Err(self.not_a_statement(&target)),
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

    fn not_a_statement(&self, target: &Ident) -> Fault {
        if self.peek().kind == TokenKind::Word {
            let hint = "a declaration starts with `int`, as in `int r1 = 0;`";
            return Fault::new(target.span, format!("{} starts no statement", quoted(&target.text)))
                .hint(hint);
        }
        let name = &target.text;
        self.unexpected("`=` or `.`").hint(format!("as in `{name} = 1;` or `{name}.setVolatile(1);`"))
    }
}

fn start_or_join(word: &str, thread: ThreadRef) -> StmtKind {
    if word == "start" { StmtKind::Start(thread) } else { StmtKind::Join(thread) }
}

/// `x op e` stored into `x`: a read and then a write, as Java does it for locals and shared variables alike.
fn updated(target: Ident, operator: BinaryOp, value: Expr) -> StmtKind {
    let read = Expr { kind: ExprKind::Name(target.clone()), span: target.span };
    let span = target.span.to(value.span);
    let value = Expr { kind: ExprKind::Binary(operator, Box::new(read), Box::new(value)), span };
    StmtKind::Assign { target, index: None, value }
}

fn stepped(target: Ident, symbol: &str, span: Span) -> StmtKind {
    let operator = if symbol == "++" { BinaryOp::Add } else { BinaryOp::Sub };
    updated(target, operator, Expr { kind: ExprKind::Int(1), span })
}

fn element_update(span: Span) -> Fault {
    Fault::new(span, "an array element cannot be updated in place")
        .hint("write `a[i] = a[i] + 1;`, or `a[i].getAndAdd(1);` for an atomic update")
}

fn local_array(span: Span) -> Fault {
    Fault::new(span, "local arrays are not supported").hint("declare arrays in the init block: `int a[2];`")
}
