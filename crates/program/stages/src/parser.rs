//! Parses `.stages` files. Statements that are short for several instructions are translated on the way.

use crate::Diagnostic;
use crate::lexer::{Token, TokenKind, lex};
use crate::lower::{Lowering, Origin, TooLarge};
use crate::program::{Address, Kind, Location, Process, Program, address_of};
use crate::property::{Claim, ClaimKind, Observed, Shown};
use crate::term::{Binary, Term, Unary};
use std::ops::Range;

type Result<T> = std::result::Result<T, Diagnostic>;

/// Parses a program.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse(file: &str, source: &str) -> Result<Program> {
    let tokens = lex(file, source)?;
    let mut parser = Parser {
        file,
        source,
        tokens,
        at: 0,
        depth: 0,
        locations: Vec::new(),
        addresses: Vec::new(),
        processes: Vec::new(),
    };
    parser.program()
}

struct Parser<'a> {
    file: &'a str,
    source: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// How deep blocks and terms are nested.
    depth: u32,
    locations: Vec<Location>,
    /// Locations that hold addresses at first, perhaps of locations that are declared later.
    addresses: Vec<(usize, String, Range<usize>)>,
    processes: Vec<Process>,
}

/// The process that is being parsed.
#[derive(Default)]
struct Body {
    code: Lowering,
    labels: Vec<(String, u16)>,
    /// Jumps to labels that may be defined later.
    jumps: Vec<(usize, String, Range<usize>)>,
}

/// Deeper nesting is refused, so that it cannot exhaust the stack.
const DEEPEST: u32 = 100;
/// Processes and locations are numbered by 16 bits, and a state has bits for each.
const MOST_PROCESSES: usize = 16;
const MOST_LOCATIONS: usize = 1024;
const MOST_CLAIMS: usize = 64;
/// Words that cannot be names.
const KEYWORDS: [&str; 9] = ["if", "else", "while", "Move", "Load", "Store", "Jump", "Nop", "nop"];

impl Parser<'_> {
    fn program(&mut self) -> Result<Program> {
        let mut name =
            self.file.rsplit('/').next().unwrap_or(self.file).trim_end_matches(".stages").to_owned();
        let (mut claims, mut observed) = (Vec::new(), Vec::new());
        while self.peek() != &TokenKind::End {
            let span = self.span();
            let word = self.word("`init`, `process`, `final`, `never`, `always`, `exists` or `observe`")?;
            match word.as_str() {
                "program" => {
                    name = self.word("the name of the program")?;
                    self.eat(";");
                }
                "init" => self.init()?,
                "process" => self.process()?,
                "final" => claims.push(self.claim(ClaimKind::Final, claims.len())?),
                "never" => claims.push(self.claim(ClaimKind::Never, claims.len())?),
                "always" => claims.push(self.claim(ClaimKind::Always, claims.len())?),
                "exists" => claims.push(self.claim(ClaimKind::Exists, claims.len())?),
                "observe" => self.observe(&mut observed)?,
                other => {
                    return Err(self.error(span, format!("`{other}` does not begin a declaration")).hint(
                        "a program has `init x = 0;`, `process P { … }`, and then `final …;`, `never …;`, `always …;`, `exists …;` or `observe …;`",
                    ));
                }
            }
        }
        for (at, of, span) in std::mem::take(&mut self.addresses) {
            let of = self.shared(&of).ok_or_else(|| self.not_shared(span, &of))?;
            self.locations[at].initial = address_of(of);
        }
        if self.processes.is_empty() {
            return Err(Diagnostic::about_file(self.file, "the program has no process")
                .hint("write one: `process P1 { x = 1; }`"));
        }
        let shows = |term: &Term<Shown>| {
            let mut all = Vec::new();
            term.variables(&mut all);
            all
        };
        // What is asked for can only be found in outcomes that show it.
        let is_chosen = !observed.is_empty();
        let asked = claims.iter().filter(|claim| !is_chosen || claim.kind == ClaimKind::Exists);
        for what in asked.flat_map(|claim: &Claim| shows(&claim.term)) {
            if observed.iter().all(|known: &Observed| known.what != what) {
                observed.push(Observed { name: self.name_of(what), what });
            }
        }
        Ok(Program {
            name,
            file: self.file.to_owned(),
            hash: xxhash_rust::xxh3::xxh3_64(self.source.as_bytes()),
            locations: std::mem::take(&mut self.locations),
            processes: std::mem::take(&mut self.processes),
            claims,
            observed,
        })
    }

    fn init(&mut self) -> Result<()> {
        loop {
            let span = self.span();
            let name = self.new_name("the name of a shared location")?;
            if self.locations.iter().any(|known| known.name == name) {
                return Err(self.error(span, format!("`{name}` is declared twice")));
            }
            if let Some(user) = self.processes.iter().find(|it| it.registers.contains(&name)) {
                return Err(self
                    .error(span, format!("`{name}` is a register of process `{}` above", user.name))
                    .hint("declare shared locations before the processes that use them"));
            }
            if self.locations.len() >= MOST_LOCATIONS {
                return Err(self.error(span, format!("more than {MOST_LOCATIONS} locations")));
            }
            let mut initial = 0;
            if self.eat("=") {
                if self.eat("&") {
                    let span = self.span();
                    let of = self.word("a shared location")?;
                    self.addresses.push((self.locations.len(), of, span));
                } else {
                    initial = self.number()?;
                }
            }
            self.locations.push(Location { name, initial });
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")
    }

    fn process(&mut self) -> Result<()> {
        let span = self.span();
        let name = self.new_name("the name of the process")?;
        if self.processes.iter().any(|known| known.name == name) {
            return Err(self.error(span, format!("there are two processes `{name}`")));
        }
        if self.processes.len() >= MOST_PROCESSES {
            return Err(self.error(span, format!("more than {MOST_PROCESSES} processes")));
        }
        let mut body = Body::default();
        self.expect("{")?;
        self.block(&mut body)?;
        for (at, label, span) in std::mem::take(&mut body.jumps) {
            let Some((_, target)) = body.labels.iter().find(|(known, _)| *known == label) else {
                return Err(self
                    .error(span, format!("there is no label `{label}` in this process"))
                    .hint(format!("write `{label}:` before the instruction to jump to")));
            };
            body.code.patch(at, *target);
        }
        self.processes.push(body.code.end(name));
        Ok(())
    }

    /// The statements up to the closing brace.
    fn block(&mut self, body: &mut Body) -> Result<()> {
        while !self.eat("}") {
            if self.peek() == &TokenKind::End {
                return Err(self.error(self.span(), "the block has no end").hint("add `}`"));
            }
            self.statement(body)?;
        }
        Ok(())
    }

    fn statement(&mut self, body: &mut Body) -> Result<()> {
        self.deeper()?;
        let start = self.span();
        let label = match self.peek() {
            TokenKind::Word(word) => Some(word.clone()),
            TokenKind::Number(number) => Some(number.to_string()),
            _ => None,
        };
        if let Some(label) = label.filter(|_| self.peek_second() == &TokenKind::Symbol(":")) {
            if body.labels.iter().any(|(known, _)| *known == label) {
                return Err(self.error(start, format!("the label `{label}` is defined twice")));
            }
            body.labels.push((label, body.code.here()));
            self.at += 2;
            self.depth -= 1;
            // A label may stand at the end of a block.
            if self.peek() == &TokenKind::Symbol("}") {
                return Ok(());
            }
            return self.statement(body);
        }
        let mut origin = Origin { line: self.line(&start), ..Origin::default() };
        while self.eat("@") {
            origin.attributes.push(self.word("an attribute, such as `release`")?);
        }
        origin.text = self.text_from(&start);
        let span = self.span();
        match self.peek().clone() {
            TokenKind::Symbol("{") if !origin.attributes.is_empty() => {
                return Err(self
                    .error(span, "a block has no attributes")
                    .hint("write them before each statement: `{ @release x = 1; }`"));
            }
            TokenKind::Symbol("{") => {
                self.at += 1;
                self.block(body)?;
            }
            // An attribute alone is a `nop` with it.
            TokenKind::Symbol(";") => {
                self.at += 1;
                if !origin.attributes.is_empty() {
                    self.emit(body, Kind::Nop { at: None }, &origin)?;
                }
            }
            TokenKind::Symbol("[") => self.assignment(body, &origin)?,
            TokenKind::Word(word) => match word.as_str() {
                "else" => {
                    return Err(self.error(span, "`else` without `if`").hint("write `if (…) … else …`"));
                }
                "if" => self.conditional(body, &origin)?,
                "while" => self.loops(body, &origin)?,
                "lock" | "unlock" if self.peek_second() == &TokenKind::Symbol("(") => {
                    self.at += 2;
                    let at = Some(self.location()?);
                    self.expect(")")?;
                    self.expect(";")?;
                    origin.attributes.push(word);
                    self.emit(body, Kind::Nop { at }, &origin)?;
                }
                "fence" | "barrier" | "lock" | "unlock" if self.peek_second() == &TokenKind::Symbol(";") => {
                    self.at += 2;
                    origin.attributes.push(word);
                    self.emit(body, Kind::Nop { at: None }, &origin)?;
                }
                "Move" | "Load" | "Store" | "Jump" | "Nop" | "nop" => {
                    self.instruction(body, &word, &origin)?
                }
                _ => self.assignment(body, &origin)?,
            },
            _ => {
                return Err(self
                    .error(span, format!("a statement cannot begin with {}", self.shown()))
                    .hint("statements are `x = r + 1;`, `if (…) { … }`, `while (…) { … }`, `@fence nop;`, `Load r <- [x];`"));
            }
        }
        self.depth -= 1;
        Ok(())
    }

    /// `Move r <- t;`, `Load r <- [x];`, `Store [x] <- t;`, `Jump L if t;`, `Nop;`.
    fn instruction(&mut self, body: &mut Body, word: &str, origin: &Origin) -> Result<()> {
        self.at += 1;
        let kind = match word {
            "Move" => {
                let to = self.target_register(body)?;
                self.expect("<-")?;
                Kind::Move { to, term: self.pure_term(body)? }
            }
            "Load" => {
                let to = self.target_register(body)?;
                self.expect("<-")?;
                Kind::Load { to, at: self.address(body)? }
            }
            "Store" => {
                let at = self.address(body)?;
                self.expect("<-")?;
                Kind::Store { at, term: self.pure_term(body)? }
            }
            "Jump" => {
                let span = self.span();
                let label = match self.peek().clone() {
                    TokenKind::Word(word) => word,
                    TokenKind::Number(number) => number.to_string(),
                    _ => return Err(self.error(span, format!("expected a label, found {}", self.shown()))),
                };
                self.at += 1;
                let condition = if self.eat_word("if") { self.pure_term(body)? } else { Term::Value(1) };
                let at = self.emit(body, Kind::Jump { to: 0, condition }, origin)?;
                body.jumps.push((at, label, span));
                return self.expect(";");
            }
            _ => {
                let at = if self.eat("[") {
                    let location = self.location()?;
                    self.expect("]")?;
                    Some(location)
                } else {
                    None
                };
                Kind::Nop { at }
            }
        };
        self.emit(body, kind, origin)?;
        self.expect(";")
    }

    /// `if (t) s else s`.
    fn conditional(&mut self, body: &mut Body, origin: &Origin) -> Result<()> {
        self.at += 1;
        let origin = &Origin { text: format!("if {}", self.parenthesised()), ..origin.clone() };
        let condition = self.condition(body, origin)?;
        let skip = self.limited(body.code.jump_unless(condition, origin))?;
        self.statement(body)?;
        if self.eat_word("else") {
            let end = self.limited(body.code.jump(0, origin))?;
            body.code.patch(skip, body.code.here());
            self.statement(body)?;
            body.code.patch(end, body.code.here());
        } else {
            body.code.patch(skip, body.code.here());
        }
        Ok(())
    }

    /// `while (t) s`.
    fn loops(&mut self, body: &mut Body, origin: &Origin) -> Result<()> {
        self.at += 1;
        let origin = &Origin { text: format!("while {}", self.parenthesised()), ..origin.clone() };
        let head = body.code.here();
        let condition = self.condition(body, origin)?;
        let leave = self.limited(body.code.jump_unless(condition, origin))?;
        self.statement(body)?;
        self.limited(body.code.jump(head, origin))?;
        body.code.patch(leave, body.code.here());
        Ok(())
    }

    fn condition(&mut self, body: &mut Body, origin: &Origin) -> Result<Term<u16>> {
        self.expect("(")?;
        let condition = self.term(body, 0, Some(origin))?;
        if self.peek() == &TokenKind::Symbol("=") {
            return Err(self.error(self.span(), "`=` assigns").hint("compare by `==`"));
        }
        self.expect(")")?;
        Ok(condition)
    }

    /// `x = t;`, `[t] = t;`, `x++;`.
    fn assignment(&mut self, body: &mut Body, origin: &Origin) -> Result<()> {
        let span = self.span();
        let shared = match self.peek().clone() {
            TokenKind::Symbol("[") => Some(self.address(body)?),
            TokenKind::Word(name) => self.shared(&name).map(|location| {
                self.at += 1;
                Address::Fixed(location)
            }),
            _ => None,
        };
        let register = if shared.is_some() { None } else { Some(self.target_register(body)?) };
        let change =
            [("++", Binary::Plus), ("--", Binary::Minus)].into_iter().find(|(sign, _)| self.eat(sign));
        let term = match change {
            Some((_, op)) => {
                let old = match (&shared, register) {
                    (Some(at), _) => self.limited(body.code.load(at.clone(), origin))?,
                    (None, Some(register)) => Term::Variable(register),
                    (None, None) => return Err(self.error(span, "expected a variable")),
                };
                Term::Binary(op, Box::new(old), Box::new(Term::Value(1)))
            }
            None => {
                self.expect("=")?;
                if let Some(to) = register {
                    return self.assign_register(body, to, origin);
                }
                self.term(body, 0, Some(origin))?
            }
        };
        let kind = match (shared, register) {
            (Some(at), _) => Kind::Store { at, term },
            (None, Some(to)) => Kind::Move { to, term },
            (None, None) => return Err(self.error(span, "expected a variable")),
        };
        self.emit(body, kind, origin)?;
        self.expect(";")
    }

    /// The right side of `r = …;`. What only reads memory is one load.
    fn assign_register(&mut self, body: &mut Body, to: u16, origin: &Origin) -> Result<()> {
        let alone = match self.peek().clone() {
            TokenKind::Word(name) if self.peek_second() == &TokenKind::Symbol(";") => self.shared(&name),
            _ => None,
        };
        let kind = if let Some(location) = alone {
            self.at += 1;
            Kind::Load { to, at: Address::Fixed(location) }
        } else if self.peek() == &TokenKind::Symbol("[") {
            let before = self.at;
            let at = self.address(body)?;
            if self.peek() == &TokenKind::Symbol(";") {
                Kind::Load { to, at }
            } else {
                self.at = before;
                Kind::Move { to, term: self.term(body, 0, Some(origin))? }
            }
        } else {
            Kind::Move { to, term: self.term(body, 0, Some(origin))? }
        };
        self.emit(body, kind, origin)?;
        self.expect(";")
    }

    fn target_register(&mut self, body: &mut Body) -> Result<u16> {
        let span = self.span();
        let name = self.new_name("a register")?;
        if self.shared(&name).is_some() {
            return Err(self
                .error(span, format!("`{name}` is a shared location, not a register"))
                .hint(format!("to write it, use `{name} = …;` or `Store [{name}] <- …;`")));
        }
        let register = body.code.register(&name);
        self.limited(register)
    }

    /// `[x]`, `[r]`, `[r + 1]`.
    fn address(&mut self, body: &mut Body) -> Result<Address> {
        self.expect("[")?;
        if let TokenKind::Word(name) = self.peek().clone()
            && let Some(location) = self.shared(&name)
        {
            self.at += 1;
            self.expect("]")?;
            return Ok(Address::Fixed(location));
        }
        let term = self.pure_term(body)?;
        self.expect("]")?;
        Ok(Address::Term(term))
    }

    /// A term over registers only.
    fn pure_term(&mut self, body: &mut Body) -> Result<Term<u16>> {
        self.term(body, 0, None)
    }

    /// A term; with an origin, it may read memory, by loads that are emitted before.
    fn term(&mut self, body: &mut Body, weakest: u8, origin: Option<&Origin>) -> Result<Term<u16>> {
        let mut leaf = |parser: &mut Self| parser.operand(body, origin);
        self.infix(weakest, &mut leaf)
    }

    /// Operators over what `leaf` parses.
    fn infix<V>(
        &mut self,
        weakest: u8,
        leaf: &mut dyn FnMut(&mut Self) -> Result<Term<V>>,
    ) -> Result<Term<V>> {
        self.deeper()?;
        let mut left = if self.eat("!") {
            Term::Unary(Unary::Not, Box::new(self.infix(8, leaf)?))
        } else if self.eat("-") {
            Term::Unary(Unary::Minus, Box::new(self.infix(8, leaf)?))
        } else if self.eat("(") {
            let inner = self.infix(0, leaf)?;
            self.expect(")")?;
            inner
        } else {
            leaf(self)?
        };
        let mut length = 0;
        while let TokenKind::Symbol(symbol) = self.peek() {
            let Some((op, _, strength)) = Binary::ALL.iter().find(|(_, sign, _)| sign == symbol) else {
                break;
            };
            // `=>` associates to the right, the others to the left.
            let (least, right) = if *op == Binary::Implies { (*strength, 0) } else { (*strength, 1) };
            if least < weakest {
                break;
            }
            length += 1;
            if length > DEEPEST {
                return Err(self.error(self.span(), "the term is too long").hint("split it up"));
            }
            self.at += 1;
            let other = self.infix(strength + right, leaf)?;
            left = Term::Binary(*op, Box::new(left), Box::new(other));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operand(&mut self, body: &mut Body, origin: Option<&Origin>) -> Result<Term<u16>> {
        let span = self.span();
        match self.peek().clone() {
            TokenKind::Number(number) => {
                self.at += 1;
                Ok(Term::Value(number))
            }
            TokenKind::Symbol("&") => {
                self.at += 1;
                Ok(Term::Value(address_of(self.location()?)))
            }
            TokenKind::Symbol("[") if origin.is_some() => {
                let at = self.address(body)?;
                self.load(body, at, origin, span)
            }
            TokenKind::Word(name) => {
                self.at += 1;
                if let Some(location) = self.shared(&name) {
                    return self.load(body, Address::Fixed(location), origin, span);
                }
                if body.code.find(&name).is_none() {
                    let hint = format!(
                        "declare a shared location with `init {name} = 0;`, or assign the register first"
                    );
                    return Err(self
                        .error(
                            span,
                            format!("`{name}` is neither shared nor a register that was assigned before"),
                        )
                        .hint(hint));
                }
                let register = body.code.register(&name);
                Ok(Term::Variable(self.limited(register)?))
            }
            _ => Err(self.error(span, format!("expected a value, found {}", self.shown()))),
        }
    }

    fn load(
        &mut self,
        body: &mut Body,
        at: Address,
        origin: Option<&Origin>,
        span: Range<usize>,
    ) -> Result<Term<u16>> {
        let Some(origin) = origin else {
            return Err(self
                .error(span, "an instruction computes with registers only")
                .hint("load it into a register first: `Load r <- [x];`"));
        };
        self.limited(body.code.load(at, origin))
    }

    /// `final t;` and the like, the `number`th of them.
    fn claim(&mut self, kind: ClaimKind, number: usize) -> Result<Claim> {
        let start = self.span();
        if number >= MOST_CLAIMS {
            return Err(self.error(start, format!("more than {MOST_CLAIMS} claims")));
        }
        let word = match kind {
            ClaimKind::Final => "final",
            ClaimKind::Never => "never",
            ClaimKind::Always => "always",
            ClaimKind::Exists => "exists",
        };
        let term = self.infix(0, &mut |parser| parser.shown_operand())?;
        let text = self.source[start.start..self.tokens[self.at.saturating_sub(1)].span.end].to_owned();
        self.expect(";")?;
        Ok(Claim {
            kind,
            term,
            line: self.line(&start),
            text: format!("{word} {}", text.split_whitespace().collect::<Vec<_>>().join(" ")),
        })
    }

    fn observe(&mut self, observed: &mut Vec<Observed>) -> Result<()> {
        loop {
            let span = self.span();
            match self.shown_operand()? {
                Term::Variable(what) => observed.push(Observed { name: self.name_of(what), what }),
                _ => return Err(self.error(span, "expected a register or a location")),
            }
            if !self.eat(",") {
                return self.expect(";");
            }
        }
    }

    /// `P1:r`, `r`, `x`, `P1:x`, `1`, `&x`.
    fn shown_operand(&mut self) -> Result<Term<Shown>> {
        let span = self.span();
        match self.peek().clone() {
            TokenKind::Number(number) => {
                self.at += 1;
                Ok(Term::Value(number))
            }
            TokenKind::Symbol("&") => {
                self.at += 1;
                Ok(Term::Value(address_of(self.location()?)))
            }
            TokenKind::Word(name) => {
                self.at += 1;
                if self.eat(":") {
                    let Some(process) = self.processes.iter().position(|p| p.name == name) else {
                        return Err(self.error(span, format!("there is no process `{name}` above")));
                    };
                    return self.shown_by(process);
                }
                if let Some(location) = self.shared(&name) {
                    return Ok(Term::Variable(Shown::Shared { location }));
                }
                let owners: Vec<(usize, usize)> = (self.processes.iter().enumerate())
                    .filter_map(|(p, it)| Some((p, it.registers.iter().position(|r| *r == name)?)))
                    .collect();
                match owners[..] {
                    [(process, register)] => Ok(Term::Variable(Shown::Register {
                        process: process as u16,
                        register: register as u16,
                    })),
                    [] => Err(self.error(span, format!("no location and no register is called `{name}`"))),
                    _ => Err(self
                        .error(span, format!("several processes have a register `{name}`"))
                        .hint(format!("say whose: `{}:{name}`", self.processes[owners[0].0].name))),
                }
            }
            _ => Err(self
                .error(span, format!("expected a register, a location or a number, found {}", self.shown()))),
        }
    }

    /// What follows `P1:`.
    fn shown_by(&mut self, process: usize) -> Result<Term<Shown>> {
        let brackets = self.eat("[");
        let span = self.span();
        let name = self.word("a register or a location")?;
        if brackets {
            self.expect("]")?;
        }
        if let Some(location) = self.shared(&name) {
            return Ok(Term::Variable(Shown::Memory { process: process as u16, location }));
        }
        let it = &self.processes[process];
        match it.registers.iter().position(|register| *register == name) {
            Some(register) => {
                Ok(Term::Variable(Shown::Register { process: process as u16, register: register as u16 }))
            }
            None => Err(self.error(span, format!("process `{}` has no register `{name}`", it.name))),
        }
    }

    fn name_of(&self, what: Shown) -> String {
        let process = |p: u16| &self.processes[usize::from(p)];
        match what {
            Shown::Register { process: p, register } => {
                format!("{}:{}", process(p).name, process(p).registers[usize::from(register)])
            }
            Shown::Memory { process: p, location } => {
                format!("{}:[{}]", process(p).name, self.locations[usize::from(location)].name)
            }
            Shown::Shared { location } => self.locations[usize::from(location)].name.clone(),
        }
    }

    fn location(&mut self) -> Result<u16> {
        let span = self.span();
        let name = self.word("a shared location")?;
        self.shared(&name).ok_or_else(|| self.not_shared(span, &name))
    }

    fn not_shared(&self, span: Range<usize>, name: &str) -> Diagnostic {
        self.error(span, format!("`{name}` is not a shared location"))
            .hint(format!("declare it: `init {name} = 0;`"))
    }

    fn shared(&self, name: &str) -> Option<u16> {
        self.locations.iter().position(|known| known.name == name).map(|at| at as u16)
    }

    fn emit(&self, body: &mut Body, kind: Kind, origin: &Origin) -> Result<usize> {
        self.limited(body.code.emit(kind, origin))
    }

    fn limited<T>(&self, result: std::result::Result<T, TooLarge>) -> Result<T> {
        result.map_err(|TooLarge| self.error(self.span(), "the process is too large"))
    }

    fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(self.span(), "nested too deeply"));
        }
        Ok(())
    }

    fn number(&mut self) -> Result<i64> {
        let minus = self.eat("-");
        let TokenKind::Number(number) = *self.peek() else {
            return Err(self.error(self.span(), format!("expected a number, found {}", self.shown())));
        };
        self.at += 1;
        Ok(if minus { -number } else { number })
    }

    fn peek(&self) -> &TokenKind {
        &self.tokens[self.at].kind
    }

    fn peek_second(&self) -> &TokenKind {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].span.clone()
    }

    fn line(&self, span: &Range<usize>) -> u32 {
        diagnostic::position(self.source, span.start).0 as u32
    }

    /// The line's text from a token on, up to the end of the statement.
    fn text_from(&self, start: &Range<usize>) -> String {
        let rest = self.source[start.start..].lines().next().unwrap_or_default();
        rest.split_once(';').map_or(rest, |(text, _)| text).trim().to_owned()
    }

    /// The text of the condition that follows.
    fn parenthesised(&self) -> String {
        let start = self.span().start;
        let mut open = 0;
        for token in &self.tokens[self.at..] {
            match token.kind {
                TokenKind::Symbol("(") => open += 1,
                TokenKind::Symbol(")") => open -= 1,
                _ => {}
            }
            if open <= 0 {
                return self.source[start..token.span.end].split_whitespace().collect::<Vec<_>>().join(" ");
            }
        }
        String::new()
    }

    fn shown(&self) -> String {
        match self.peek() {
            TokenKind::Word(word) => format!("`{word}`"),
            TokenKind::Number(number) => format!("`{number}`"),
            TokenKind::Symbol(symbol) => format!("`{symbol}`"),
            TokenKind::End => "the end of the file".to_owned(),
        }
    }

    fn word(&mut self, what: &str) -> Result<String> {
        let TokenKind::Word(word) = self.peek().clone() else {
            return Err(self.error(self.span(), format!("expected {what}, found {}", self.shown())));
        };
        self.at += 1;
        Ok(word)
    }

    /// A name that does not begin a statement.
    fn new_name(&mut self, what: &str) -> Result<String> {
        let span = self.span();
        let name = self.word(what)?;
        if KEYWORDS.contains(&name.as_str()) {
            return Err(self.error(span, format!("`{name}` has a meaning of its own")));
        }
        Ok(name)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let is_it = matches!(self.peek(), TokenKind::Word(it) if it == word);
        self.at += usize::from(is_it);
        is_it
    }

    fn eat(&mut self, symbol: &str) -> bool {
        let is_it = matches!(self.peek(), TokenKind::Symbol(it) if *it == symbol);
        self.at += usize::from(is_it);
        is_it
    }

    fn expect(&mut self, symbol: &str) -> Result<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.error(self.span(), format!("expected `{symbol}`, found {}", self.shown())))
    }

    fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(self.file, self.source, span, message)
    }
}
