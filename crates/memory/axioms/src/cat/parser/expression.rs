//! Expressions. From loosest to tightest: `|`, `;`, `\`, `&`, `S * T`, prefix `~`, postfix `+ * ? ^-1`.

use super::super::ast::{Binding, Expr, ExprKind, Ident, Nary, Unary};
use super::super::lexer::{Dialect, Keyword, Token};
use super::super::source::Fault;
use super::Parser;

/// The n-ary infix operators, loosest first.
const LEVELS: [(&str, Nary); 4] =
    [("|", Nary::Union), (";", Nary::Seq), ("\\", Nary::Diff), ("&", Nary::Inter)];

impl Parser {
    /// Any expression, including `let … in` and `try … with`.
    pub(super) fn expr(&mut self) -> Result<Expr, Fault> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = match parser.token() {
                Token::Keyword(Keyword::Let) => {
                    parser.advance();
                    let recursive = parser.eat_keyword(Keyword::Rec);
                    let bindings = parser.bindings()?;
                    parser.expect_keyword(Keyword::In, "after the definitions of this expression")?;
                    let body = Box::new(parser.expr()?);
                    if recursive { ExprKind::LetRec(bindings, body) } else { ExprKind::Let(bindings, body) }
                }
                Token::Keyword(Keyword::Try) => {
                    parser.advance();
                    let first = Box::new(parser.expr()?);
                    parser.expect_keyword(Keyword::With, "of `try … with …`")?;
                    ExprKind::Try(first, Box::new(parser.expr()?))
                }
                Token::Keyword(Keyword::Fun) => {
                    let hint = "name the function: `let f(x) = …`";
                    return Err(parser.unsupported("functions without a name (`fun`)").hint(hint));
                }
                Token::Keyword(Keyword::If) => {
                    return Err(parser.unsupported("conditional expressions (`if`)"));
                }
                Token::Keyword(Keyword::Match) => {
                    return Err(parser.unsupported("pattern matching (`match`)"));
                }
                _ if parser.dialect == Dialect::Jmm => return parser.formula(true),
                _ => return parser.infix(0),
            };
            Ok(Expr { kind, span: start.to(parser.last_span()) })
        })
    }

    /// A chain of one operator becomes one node, so that long unions are not deeply nested.
    pub(super) fn infix(&mut self, level: usize) -> Result<Expr, Fault> {
        let Some(&(symbol, operator)) = LEVELS.get(level) else { return self.product() };
        let first = self.infix(level + 1)?;
        if self.is_symbol("++") {
            return Err(self.unsupported("adding an element to a set (`++`)"));
        }
        if !self.is_symbol(symbol) {
            return Ok(first);
        }
        let start = first.span;
        let mut operands = vec![first];
        while self.eat_symbol(symbol) {
            operands.push(self.infix(level + 1)?);
        }
        Ok(Expr { kind: ExprKind::Nary(operator, operands), span: start.to(self.last_span()) })
    }

    /// `S * T`; a `*` without a following operand was consumed by [`Parser::postfix`].
    fn product(&mut self) -> Result<Expr, Fault> {
        let left = self.prefix()?;
        if !self.eat_symbol("*") {
            return Ok(left);
        }
        let right = self.prefix()?;
        if self.is_symbol("*") {
            let message = "`*` between sets does not chain: a product of sets is a relation";
            return Err(Fault::syntax(self.span(), message));
        }
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Product(Box::new(left), Box::new(right)), span })
    }

    fn prefix(&mut self) -> Result<Expr, Fault> {
        let start = self.span();
        if !self.eat_symbol("~") {
            return self.postfix();
        }
        let operand = self.nested(Parser::prefix)?;
        // herd rejects `~r+` as ambiguous, and so do we.
        if matches!(self.words[self.at - 1].token, Token::Symbol("+" | "*" | "?")) {
            let message = "`~` before a closure is ambiguous";
            return Err(Fault::syntax(start.to(operand.span), message).hint("write `~(r+)` or `(~r)+`"));
        }
        let span = start.to(operand.span);
        Ok(Expr { kind: ExprKind::Unary(Unary::Complement, Box::new(operand)), span })
    }

    fn postfix(&mut self) -> Result<Expr, Fault> {
        let mut expr = self.application()?;
        let mut depth = self.depth;
        loop {
            let operator = match self.token() {
                Token::Symbol("+") => Unary::Plus,
                Token::Symbol("?") => Unary::Opt,
                Token::Symbol("*") if !self.operand_follows() => Unary::Star,
                Token::Symbol("^") => {
                    self.advance();
                    match self.token() {
                        Token::Symbol("-1") => Unary::Inverse,
                        Token::Symbol("+") => Unary::Plus,
                        Token::Symbol("*") => Unary::Star,
                        Token::Symbol("?") => Unary::Opt,
                        _ => return Err(self.unexpected("`-1`, `+`, `*` or `?` after `^`")),
                    }
                }
                _ => match self.jmm_postfix(expr)? {
                    (changed, true) => {
                        expr = changed;
                        depth += 1;
                        self.check_depth(depth)?;
                        continue;
                    }
                    (same, false) => return Ok(same),
                },
            };
            depth += 1;
            self.check_depth(depth)?;
            self.advance();
            let span = expr.span.to(self.last_span());
            expr = Expr { kind: ExprKind::Unary(operator, Box::new(expr)), span };
        }
    }

    /// Whether the current `*` stands between two operands.
    fn operand_follows(&self) -> bool {
        match self.token_after() {
            Token::Name(_) | Token::Tag | Token::Keyword(Keyword::Begin) => true,
            Token::Symbol("~") => {
                // `let a = r*  ~empty s as t`: the next instruction, not an operand.
                let after = self.words.get(self.at + 2).map(|word| &word.token);
                let tests = [Keyword::Acyclic, Keyword::Irreflexive, Keyword::Empty];
                !tests.into_iter().any(|keyword| after == Some(&Token::Keyword(keyword)))
            }
            Token::Symbol(symbol) => matches!(*symbol, "(" | "{" | "[" | "_" | "0"),
            _ => false,
        }
    }

    /// A name, `f(x, y)`, `f x`, or a bracketed expression.
    fn application(&mut self) -> Result<Expr, Fault> {
        let Token::Name(name) = self.token() else { return self.bracketed() };
        let function = Ident { name: name.clone(), span: self.span() };
        self.advance();
        if let Some(qualified) = self.qualified(&function)? {
            return Ok(qualified);
        }
        let Some(arguments) = self.arguments()? else {
            return Ok(Expr { span: function.span, kind: ExprKind::Name(function.name) });
        };
        if self.argument_follows() {
            return Err(self
                .unsupported("functions that return functions")
                .hint("write `f(a, b)`, not `f a b`"));
        }
        let span = function.span.to(self.last_span());
        Ok(Expr { kind: ExprKind::Apply { function, arguments }, span })
    }

    fn argument_follows(&self) -> bool {
        match self.token() {
            Token::Name(_) | Token::Tag | Token::Keyword(Keyword::Begin) => true,
            Token::Symbol(symbol) => matches!(*symbol, "(" | "{" | "[" | "_" | "0"),
            _ => false,
        }
    }

    /// The arguments of a function or procedure: a list in parentheses, or a single operand without.
    pub(super) fn arguments(&mut self) -> Result<Option<Vec<Expr>>, Fault> {
        if let Token::Name(name) = self.token() {
            let argument = Expr { kind: ExprKind::Name(name.clone()), span: self.span() };
            self.advance();
            return Ok(Some(vec![argument]));
        }
        if !self.argument_follows() {
            return Ok(None);
        }
        if !self.eat_symbol("(") {
            return Ok(Some(vec![self.bracketed()?]));
        }
        let mut arguments = Vec::new();
        if !self.is_symbol(")") {
            arguments.push(self.expr()?);
            while self.eat_symbol(",") {
                arguments.push(self.expr()?);
            }
        }
        self.expect_symbol(")", "after the arguments")?;
        Ok(Some(arguments))
    }

    fn bracketed(&mut self) -> Result<Expr, Fault> {
        let start = self.span();
        let kind = match self.token() {
            Token::Symbol("0") => ExprKind::Nothing,
            Token::Symbol("_") => ExprKind::Everything,
            Token::Symbol("{") => {
                self.advance();
                if !self.is_symbol("}") {
                    let what = "sets with listed elements; only `{}` is a set literal here";
                    return Err(self.unsupported(what));
                }
                ExprKind::Nothing
            }
            Token::Symbol("[") => {
                self.advance();
                let inside = self.expr()?;
                if !self.is_symbol("]") {
                    return Err(self.unexpected("`]`"));
                }
                ExprKind::Unary(Unary::Identity, Box::new(inside))
            }
            Token::Symbol("(") | Token::Keyword(Keyword::Begin) => return self.parenthesised(),
            Token::Tag => return Err(self.unsupported("tags (`'name`)")),
            _ => return Err(self.unexpected("a set or relation")),
        };
        self.advance();
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }

    fn parenthesised(&mut self) -> Result<Expr, Fault> {
        let start = self.span();
        let closing = self.is_symbol("(");
        self.advance();
        if closing && self.is_symbol(")") {
            return Err(self.unsupported("tuples"));
        }
        let inside = self.expr()?;
        if self.is_symbol(",") {
            return Err(self.unsupported("tuples"));
        }
        match closing {
            true => self.expect_symbol(")", "to close the parenthesis")?,
            false => self.expect_keyword(Keyword::End, "to close `begin`")?,
        }
        Ok(Expr { span: start.to(self.last_span()), ..inside })
    }

    /// `a = … and f(x) = …`.
    pub(super) fn bindings(&mut self) -> Result<Vec<Binding>, Fault> {
        let mut bindings = vec![self.binding()?];
        while self.eat_keyword(Keyword::And) {
            bindings.push(self.binding()?);
        }
        Ok(bindings)
    }

    fn binding(&mut self) -> Result<Binding, Fault> {
        if self.is_symbol("(") || self.is_symbol("_") {
            return Err(self.unsupported("patterns on the left of `=`").hint("define one name at a time"));
        }
        let name = self.ident("the name to define")?;
        if self.is_symbol(",") {
            return Err(self.unsupported("patterns on the left of `=`").hint("define one name at a time"));
        }
        let parameters = self.parameters()?;
        self.expect_symbol("=", "and the definition")?;
        // An `in` after the value belongs to `let … in`.
        let plain = self.dialect == Dialect::Jmm
            && !matches!(self.token(), Token::Keyword(Keyword::Let | Keyword::Try));
        let value = if plain { self.nested(|parser| parser.formula(false))? } else { self.expr()? };
        Ok(Binding { name, parameters, value })
    }

    /// `(a, b)`, one name without parentheses, or nothing.
    pub(super) fn parameters(&mut self) -> Result<Option<Vec<Ident>>, Fault> {
        if !self.eat_symbol("(") {
            return Ok(match self.token() {
                Token::Name(_) | Token::Symbol("_") => Some(vec![self.parameter()?]),
                _ => None,
            });
        }
        let mut parameters = Vec::new();
        if !self.is_symbol(")") {
            parameters.push(self.parameter()?);
            while self.eat_symbol(",") {
                parameters.push(self.parameter()?);
            }
        }
        self.expect_symbol(")", "after the parameters")?;
        Ok(Some(parameters))
    }

    fn parameter(&mut self) -> Result<Ident, Fault> {
        let span = self.span();
        match self.eat_symbol("_") {
            true => Ok(Ident { name: String::new(), span }),
            false => self.ident("the name of a parameter"),
        }
    }
}
