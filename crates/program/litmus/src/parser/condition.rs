//! The part after the threads: `locations`, `filter`, and the final condition.
//!
//! Precedences as in herdtools7 `lib/stateParser.mly`: `\/` binds least, then `/\`, then `=>`
//! (right-associative), then `~`. So `a \/ b => c` is `a \/ (b => c)`.

use super::Parse;
use super::cursor::Cursor;
use super::expression::Tall;
use crate::ast::{Condition, Observed, Prop, Quantifier};
use crate::lexer::{Fault, TokenKind};

const PROP_HINT: &str = "propositions are written like `0:r1=1 /\\ ~(x=0 \\/ a[1]=2)`";

impl Cursor<'_> {
    /// `locations [ x; 0:r1; a[1]; ]`, if present.
    pub(super) fn locations(&mut self) -> Parse<Vec<Observed>> {
        let mut observed = Vec::new();
        if !self.eat_word("locations") {
            return Ok(observed);
        }
        self.expect("[")?;
        while !self.eat("]") {
            observed.push(self.observed()?);
            if !self.sees("]") && !self.eat(";") {
                return Err(self.unexpected("`;` or `]`").hint("as in `locations [ x; 0:r1; ]`"));
            }
        }
        Ok(observed)
    }

    /// `filter P`, if present.
    pub(super) fn filter(&mut self) -> Parse<Option<Prop>> {
        if self.eat_word("filter") { self.prop().map(Some) } else { Ok(None) }
    }

    /// The final condition, if there is one, and herd's optional `;` after it.
    pub(super) fn condition(&mut self) -> Parse<Option<Condition>> {
        let start = self.peek().span;
        let quantifier = if self.eat_word("exists") || self.eat_word("final") {
            Quantifier::Exists
        } else if self.eat_word("forall") {
            Quantifier::Forall
        } else if self.eat("~") || self.eat_word("not") {
            if !self.eat_word("exists") {
                return Err(self.unexpected("`exists`").hint("write `~exists P` or `exists ~P`"));
            }
            Quantifier::NotExists
        } else if self.sees("(") {
            Quantifier::Exists
        } else {
            return Ok(None);
        };
        let prop = self.prop()?;
        let span = start.to(self.behind());
        self.eat(";");
        Ok(Some(Condition { quantifier, prop, span }))
    }

    fn prop(&mut self) -> Parse<Prop> {
        let (prop, height) = self.disjunction()?;
        self.check_depth(height)?;
        Ok(prop)
    }

    fn disjunction(&mut self) -> Parse<Tall<Prop>> {
        let (mut left, mut height) = self.conjunction()?;
        while self.eat("\\/") || self.eat("||") {
            self.descend()?;
            let (right, right_height) = self.conjunction()?;
            self.ascend();
            height = 1 + height.max(right_height);
            self.check_depth(height)?;
            left = Prop::Or(Box::new(left), Box::new(right));
        }
        Ok((left, height))
    }

    fn conjunction(&mut self) -> Parse<Tall<Prop>> {
        let (mut left, mut height) = self.implication()?;
        while self.eat("/\\") || self.eat("&&") {
            self.descend()?;
            let (right, right_height) = self.implication()?;
            self.ascend();
            height = 1 + height.max(right_height);
            self.check_depth(height)?;
            left = Prop::And(Box::new(left), Box::new(right));
        }
        Ok((left, height))
    }

    fn implication(&mut self) -> Parse<Tall<Prop>> {
        let (left, height) = self.negation()?;
        if !self.eat("=>") {
            return Ok((left, height));
        }
        self.descend()?;
        let (right, right_height) = self.implication()?;
        self.ascend();
        Ok((Prop::Implies(Box::new(left), Box::new(right)), 1 + height.max(right_height)))
    }

    fn negation(&mut self) -> Parse<Tall<Prop>> {
        if self.eat("~") || self.eat_word("not") {
            self.descend()?;
            let (prop, height) = self.negation()?;
            self.ascend();
            return Ok((Prop::Not(Box::new(prop)), height + 1));
        }
        if self.eat("(") {
            self.descend()?;
            let inner = self.disjunction()?;
            self.ascend();
            if !self.sees(")") {
                return Err(self.unexpected_in_condition("`)` or a connective such as `/\\`"));
            }
            self.bump();
            return Ok(inner);
        }
        let constant = self.sees_word("true");
        if constant || self.sees_word("false") {
            self.bump();
            return Ok((Prop::Const(constant), 1));
        }
        self.atom()
    }

    /// `0:r1=1`, `x!=1`, `0:r1=1:r2`.
    fn atom(&mut self) -> Parse<Tall<Prop>> {
        let left = self.observed()?;
        let equal = self.eat("=") || self.eat("==");
        if !equal && !self.eat("!=") && !self.eat("<>") {
            let fault = self.unexpected_in_condition("`=` or `!=`");
            return Err(fault.hint("conditions compare for equality only, as in `0:r1=1` or `x!=2`"));
        }
        let is_constant = match self.peek().kind {
            TokenKind::Int(_) => self.peek_second().kind != TokenKind::Symbol(":"),
            TokenKind::Long { .. } => true,
            TokenKind::Symbol(symbol) => symbol == "-",
            _ => ["true", "false", "null"].iter().any(|word| self.sees_word(word)),
        };
        let atom = if is_constant {
            Prop::Equals(left, self.register_value()?)
        } else {
            Prop::Same(left, self.observed()?)
        };
        Ok(if equal { (atom, 1) } else { (Prop::Not(Box::new(atom)), 2) })
    }

    /// `0:r1`, `x`, `[x]`, `a[1]`.
    fn observed(&mut self) -> Parse<Observed> {
        if let Some(thread) = self.thread_prefix()? {
            let register = self.name("the name of a register")?;
            return Ok(Observed::Register { thread, register });
        }
        if self.eat("[") {
            let name = self.name("the name of a variable")?;
            self.expect("]")?;
            return Ok(Observed::Variable(name));
        }
        if self.peek().kind != TokenKind::Word {
            return Err(self.unexpected_in_condition("a register or variable"));
        }
        let name = self.name("a register or variable")?;
        if !self.eat("[") {
            return Ok(Observed::Variable(name));
        }
        let span = self.peek().span;
        let index = u32::try_from(self.constant()?).map_err(|_| {
            Fault::new(span, "an index cannot be negative").hint("the first element is `a[0]`")
        })?;
        self.expect("]")?;
        Ok(Observed::Element(name, index))
    }

    /// An error without hints about statements, which would be wrong here.
    fn unexpected_in_condition(&self, expected: &str) -> Fault {
        self.unexpected(expected).hint(PROP_HINT)
    }
}
