//! Formulas of jmm files. From loosest to tightest: `<=>`, `=>` (right-associative), `||`, `&&`, `!` and the
//! keywords, then `in`, `=`, `!=` between expressions.
//!
//! Formulas and expressions share one tree, and the checker treats `&` and `|` between formulas as `&&` and
//! `||`, because the parser cannot know what a name stands for.

use super::super::ast::{Comparison, Connective, Count, Expr, ExprKind, Ident, Index, Predicate};
use super::super::lexer::{Dialect, Keyword, Token};
use super::super::source::Fault;
use super::Parser;

impl Parser {
    /// A formula or expression. If `compares` is false, an `in` is left to the caller.
    pub(super) fn formula(&mut self, compares: bool) -> Result<Expr, Fault> {
        let left = self.implication(compares)?;
        if !self.eat_symbol("<=>") {
            return Ok(left);
        }
        let right = self.implication(compares)?;
        if self.is_symbol("<=>") {
            let fault = Fault::syntax(self.span(), "`<=>` does not chain");
            return Err(fault.hint("put one of the two in parentheses"));
        }
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Iff(Box::new(left), Box::new(right)), span })
    }

    fn implication(&mut self, compares: bool) -> Result<Expr, Fault> {
        let left = self.logic("||", Connective::Or, compares)?;
        if !self.eat_symbol("=>") {
            return Ok(left);
        }
        let right = self.nested(|parser| parser.implication(compares))?;
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Implies(Box::new(left), Box::new(right)), span })
    }

    fn logic(&mut self, symbol: &str, connective: Connective, compares: bool) -> Result<Expr, Fault> {
        let part = |parser: &mut Self| match connective {
            Connective::Or => parser.logic("&&", Connective::And, compares),
            Connective::And => parser.literal(compares),
        };
        let first = part(self)?;
        if !self.is_symbol(symbol) {
            return Ok(first);
        }
        let start = first.span;
        let mut parts = vec![first];
        while self.eat_symbol(symbol) {
            parts.push(part(self)?);
        }
        Ok(Expr { kind: ExprKind::Logic(connective, parts), span: start.to(self.last_span()) })
    }

    /// A negation, a quantified formula, a count or predicate of an expression, or a comparison.
    fn literal(&mut self, compares: bool) -> Result<Expr, Fault> {
        let start = self.span();
        let kind = match self.token() {
            Token::Symbol("!") => {
                self.advance();
                ExprKind::Not(Box::new(self.nested(|parser| parser.literal(compares))?))
            }
            Token::Keyword(Keyword::Forall | Keyword::Exists) => self.quantified()?,
            _ => match self.counted() {
                Some(word) => {
                    self.advance();
                    let operand = Box::new(self.infix(0)?);
                    match word {
                        Word::Count(count) => ExprKind::Count(count, operand),
                        Word::Predicate(predicate) => ExprKind::Predicate(predicate, operand),
                    }
                }
                None => return self.comparison(compares),
            },
        };
        Ok(Expr { kind, span: start.to(self.last_span()) })
    }

    fn counted(&self) -> Option<Word> {
        let Token::Keyword(keyword) = self.token() else { return None };
        Some(match keyword {
            Keyword::Some => Word::Count(Count::Some),
            Keyword::No => Word::Count(Count::No),
            Keyword::One => Word::Count(Count::One),
            Keyword::Lone => Word::Count(Count::Lone),
            Keyword::Acyclic => Word::Predicate(Predicate::Acyclic),
            Keyword::Irreflexive => Word::Predicate(Predicate::Irreflexive),
            Keyword::Empty => Word::Predicate(Predicate::Empty),
            _ => return None,
        })
    }

    fn comparison(&mut self, compares: bool) -> Result<Expr, Fault> {
        let left = self.infix(0)?;
        let Some(comparison) = self.comparison_sign(compares) else { return Ok(left) };
        self.advance();
        let right = self.infix(0)?;
        if self.comparison_sign(compares).is_some() {
            let fault = Fault::syntax(self.span(), "comparisons do not chain");
            return Err(fault.hint("`&` binds tighter than `in` and `=`: between formulas write `&&`"));
        }
        let span = left.span.to(right.span);
        Ok(Expr { kind: ExprKind::Compare(comparison, Box::new(left), Box::new(right)), span })
    }

    fn comparison_sign(&self, compares: bool) -> Option<Comparison> {
        match self.token() {
            Token::Keyword(Keyword::In) if compares => Some(Comparison::In),
            Token::Symbol("=") => Some(Comparison::Equal),
            Token::Symbol("!=") => Some(Comparison::Unequal),
            _ => None,
        }
    }

    /// `forall x:S, y, z:T . f`.
    fn quantified(&mut self) -> Result<ExprKind, Fault> {
        let forall = self.is_keyword(Keyword::Forall);
        self.advance();
        let mut variables = Vec::new();
        loop {
            let mut names = vec![self.ident("the name of a variable")?];
            while self.eat_symbol(",") {
                names.push(self.ident("the name of a variable")?);
            }
            self.expect_symbol(":", "and the set the variable ranges over")?;
            // The set is written once and applies to each of the names before it.
            let at = self.at;
            for name in names {
                self.at = at;
                variables.push((name, self.infix(0)?));
            }
            if !self.eat_symbol(",") {
                break;
            }
        }
        self.expect_symbol(".", "before the formula that is quantified")?;
        let body = Box::new(self.nested(|parser| parser.formula(true))?);
        Ok(ExprKind::Quantified { forall, variables, body })
    }

    /// After a name: `C[i]`, `E.hb`, `J[i].hb`. A bracket or dot counts only if no space precedes it.
    pub(super) fn qualified(&mut self, name: &Ident) -> Result<Option<Expr>, Fault> {
        if self.dialect != Dialect::Jmm || !self.is_adjacent() {
            return Ok(None);
        }
        let index = if self.is_symbol("[") { Some(self.bracketed_index()?) } else { None };
        // `forall r:R. f`: a dot followed by a space ends the set.
        let dot = self.is_adjacent() && self.is_symbol(".");
        if dot && self.words.get(self.at + 1).is_some_and(|word| word.span.start == self.span().end) {
            self.advance();
            let member = self.ident("the name of a set or relation of that execution")?;
            let expr = Box::new(Expr { kind: ExprKind::Name(member.name), span: member.span });
            let span = name.span.to(self.last_span());
            return Ok(Some(Expr { kind: ExprKind::At { expr, family: name.clone(), index }, span }));
        }
        let span = name.span.to(self.last_span());
        Ok(index.map(|index| Expr { kind: ExprKind::Indexed(name.clone(), index), span }))
    }

    fn bracketed_index(&mut self) -> Result<Index, Fault> {
        self.expect_symbol("[", "before the number")?;
        let index = self.index()?;
        self.expect_symbol("]", "after the number")?;
        Ok(index)
    }

    /// `3`, `k`, `i-1`, `i+1`.
    pub(super) fn index(&mut self) -> Result<Index, Fault> {
        let start = self.span();
        let variable = match self.token() {
            Token::Name(_) => Some(self.ident("a number")?),
            _ => None,
        };
        let offset = match (self.token(), &variable) {
            (Token::Number(number), None) => Some(i64::from(*number)),
            (Token::Symbol("0"), None) => Some(0),
            (Token::Symbol("-1"), Some(_)) => Some(-1),
            (Token::Symbol(sign @ ("+" | "-")), Some(_)) => match self.token_after() {
                Token::Number(number) => {
                    let number = i64::from(*number);
                    let signed = if *sign == "+" { number } else { -number };
                    self.advance();
                    Some(signed)
                }
                _ => None,
            },
            (_, Some(variable)) => {
                return Ok(Index { span: variable.span, offset: 0, variable: Some(variable.clone()) });
            }
            (_, None) => None,
        };
        let Some(offset) = offset else {
            return Err(self.unexpected("a number, a parameter, or one plus or minus a number"));
        };
        self.advance();
        Ok(Index { variable, offset, span: start.to(self.last_span()) })
    }

    /// Whether no space precedes the current token.
    fn is_adjacent(&self) -> bool {
        self.last_span().end == self.span().start
    }

    /// `e@X` and `e(S)`, after an operand; also returns whether there was one.
    pub(super) fn jmm_postfix(&mut self, expr: Expr) -> Result<(Expr, bool), Fault> {
        if self.dialect != Dialect::Jmm {
            return Ok((expr, false));
        }
        let start = expr.span;
        if self.eat_symbol("@") {
            let family = self.ident("the name of an execution after `@`")?;
            let index =
                if self.is_adjacent() && self.is_symbol("[") { Some(self.bracketed_index()?) } else { None };
            let kind = ExprKind::At { expr: Box::new(expr), family, index };
            return Ok((Expr { kind, span: start.to(self.last_span()) }, true));
        }
        if self.is_symbol("(") && self.is_adjacent() {
            let arguments = self.arguments()?.unwrap_or_default();
            let kind = ExprKind::Image(Box::new(expr), arguments);
            return Ok((Expr { kind, span: start.to(self.last_span()) }, true));
        }
        Ok((expr, false))
    }
}

/// A keyword before an expression that makes it a formula.
enum Word {
    Count(Count),
    Predicate(Predicate),
}
