//! Instructions: definitions, tests, includes, procedures, choices.

use super::super::ast::{Expr, Instruction, InstructionKind, Predicate, Role, Test};
use super::super::lexer::{Dialect, Keyword, Token};
use super::super::source::Fault;
use super::Parser;

impl Parser {
    pub(super) fn instruction(&mut self) -> Result<Instruction, Fault> {
        let start = self.span();
        let kind = match self.token() {
            Token::Keyword(keyword) => self.keyword_instruction(*keyword)?,
            Token::Symbol("~") => InstructionKind::Test(self.test(Role::Check)?),
            _ => return Err(self.unexpected("an instruction (`let`, `acyclic`, `include`, …)")),
        };
        Ok(Instruction { kind, span: start.to(self.last_span()) })
    }

    fn keyword_instruction(&mut self, keyword: Keyword) -> Result<InstructionKind, Fault> {
        match keyword {
            Keyword::Acyclic | Keyword::Irreflexive | Keyword::Empty => {
                return Ok(InstructionKind::Test(self.test(Role::Check)?));
            }
            Keyword::If => return Err(self.unsupported("variants of a model (`if \"…\"`)")),
            Keyword::Match => return Err(self.unsupported("pattern matching (`match`)")),
            Keyword::Enum => return Err(self.unsupported("tags (`enum`)")),
            Keyword::Forall
            | Keyword::Exists
            | Keyword::Some
            | Keyword::No
            | Keyword::One
            | Keyword::Lone
                if self.dialect == Dialect::Jmm =>
            {
                return self.repeated_or_axiom();
            }
            Keyword::Forall => return Err(self.unsupported("loops over sets of sets (`forall`)")),
            Keyword::Debug => return Err(self.unsupported("`debug`")),
            Keyword::Instructions | Keyword::Default => {
                return Err(self.unsupported("bell declarations; Java's access modes are built in"));
            }
            _ => {}
        }
        self.advance();
        match keyword {
            Keyword::Let => self.definition(),
            Keyword::Flag => Ok(InstructionKind::Test(self.test(Role::Flag)?)),
            Keyword::UndefinedUnless => Ok(InstructionKind::Test(self.test(Role::UndefinedUnless)?)),
            Keyword::Show => self.show(),
            Keyword::Unshow => self.names(),
            Keyword::Include => self.include(),
            Keyword::Procedure => self.procedure(),
            Keyword::Call => self.call(),
            Keyword::With => {
                let name = self.ident("the name of what is chosen")?;
                self.expect_keyword(Keyword::From, "and where to choose from")?;
                Ok(InstructionKind::With { name, choices: self.expr()? })
            }
            Keyword::Assume => Ok(InstructionKind::Assume(self.ident("what is assumed")?)),
            Keyword::Axiom => self.axiom(),
            Keyword::Param => Ok(InstructionKind::Param(self.ident("the name of the parameter")?)),
            Keyword::Exec => self.executions(),
            Keyword::Committed => self.committed(),
            Keyword::Order => self.order(),
            Keyword::Copy => {
                let name = self.ident("the name of the copies")?;
                let per = self.eat_keyword(Keyword::Per).then(|| self.ident("`Threads` or `Locations`"));
                Ok(InstructionKind::Copy { name, per: per.transpose()? })
            }
            Keyword::Per => self.per(),
            _ => {
                self.at -= 1;
                Err(self.unexpected("an instruction (`let`, `acyclic`, `include`, …)"))
            }
        }
    }

    fn definition(&mut self) -> Result<InstructionKind, Fault> {
        let recursive = self.eat_keyword(Keyword::Rec);
        let bindings = self.bindings()?;
        if self.is_keyword(Keyword::When) {
            let hint = "put the test after the definition";
            return Err(self.unsupported("a test inside a recursive definition (`when`)").hint(hint));
        }
        // herd allows and ignores `in` here: a top-level definition is visible to the end of the file anyway.
        self.eat_keyword(Keyword::In);
        Ok(if recursive { InstructionKind::LetRec(bindings) } else { InstructionKind::Let(bindings) })
    }

    fn test(&mut self, role: Role) -> Result<Test, Fault> {
        let negated = self.eat_symbol("~");
        let predicate = match self.token() {
            Token::Keyword(Keyword::Acyclic) => Predicate::Acyclic,
            Token::Keyword(Keyword::Irreflexive) => Predicate::Irreflexive,
            Token::Keyword(Keyword::Empty) => Predicate::Empty,
            _ => return Err(self.unexpected("`acyclic`, `irreflexive` or `empty`")),
        };
        self.advance();
        let expr: Expr = self.expr()?;
        Ok(Test { role, predicate, negated, expr, name: self.optional_name()? })
    }

    /// `as NAME`.
    fn optional_name(&mut self) -> Result<Option<String>, Fault> {
        match self.eat_keyword(Keyword::As) {
            true => Ok(Some(self.ident("a name after `as`")?.name)),
            false => Ok(None),
        }
    }

    /// `show a, b` or `show e as x`. Ignored: it selects what herd draws.
    fn show(&mut self) -> Result<InstructionKind, Fault> {
        self.expr()?;
        if self.eat_keyword(Keyword::As) {
            self.ident("a name after `as`")?;
            return Ok(InstructionKind::Show);
        }
        match self.eat_symbol(",") {
            true => self.names(),
            false => Ok(InstructionKind::Show),
        }
    }

    fn names(&mut self) -> Result<InstructionKind, Fault> {
        self.ident("a name")?;
        while self.eat_symbol(",") {
            self.ident("a name")?;
        }
        Ok(InstructionKind::Show)
    }

    fn include(&mut self) -> Result<InstructionKind, Fault> {
        match self.token().clone() {
            Token::Text(name) => {
                self.advance();
                Ok(InstructionKind::Include(name))
            }
            _ => Err(self.unexpected("the name of a file in double quotes")),
        }
    }

    fn procedure(&mut self) -> Result<InstructionKind, Fault> {
        if self.is_keyword(Keyword::Rec) {
            return Err(self.unsupported("recursive procedures"));
        }
        let name = self.ident("the name of the procedure")?;
        let parameters = self.parameters()?.unwrap_or_default();
        self.expect_symbol("=", "and the body of the procedure")?;
        let body = self.body(|parser| parser.is_keyword(Keyword::End))?;
        self.expect_keyword(Keyword::End, "after the body of the procedure")?;
        Ok(InstructionKind::Procedure { name, parameters, body })
    }

    /// Instructions up to a closing token.
    pub(super) fn body(&mut self, closed: impl Fn(&Self) -> bool) -> Result<Vec<Instruction>, Fault> {
        self.nested(|parser| {
            let mut body = Vec::new();
            while !closed(parser) && !parser.is_end() {
                body.push(parser.instruction()?);
            }
            Ok(body)
        })
    }

    fn call(&mut self) -> Result<InstructionKind, Fault> {
        let procedure = self.ident("the name of a procedure")?;
        let Some(arguments) = self.arguments()? else {
            return Err(self.unexpected("the arguments of the procedure"));
        };
        Ok(InstructionKind::Call { procedure, arguments, name: self.optional_name()? })
    }
}
