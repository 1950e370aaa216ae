//! Translates litmus tests: their accesses become loads and stores whose modes are attributes.

use crate::lower::{Lowering, Origin, TooLarge};
use crate::program::{Address, Kind, Location, Process, Program};
use crate::property::{Claim, ClaimKind, Observed, Shown};
use crate::term::{Binary, Term, Unary};
use litmus::ast::{
    self, BinaryOp, Call, Expr, ExprKind, Init, Method, Prop, Quantifier, Stmt, StmtKind, Test, TypeName,
    UnaryOp,
};
use std::collections::BTreeMap;

/// Why a litmus test has no such program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untranslatable(pub String);

impl std::fmt::Display for Untranslatable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} cannot be translated to instructions with stages", self.0)
    }
}

impl std::error::Error for Untranslatable {}

impl From<TooLarge> for Untranslatable {
    fn from(TooLarge: TooLarge) -> Self {
        Untranslatable("a thread of that size".to_owned())
    }
}

type Result<T> = std::result::Result<T, Untranslatable>;

/// Translates a test that [`litmus::compile`] accepts. Accesses by a mode other than plain have it as
/// attribute (`volatile`, `acquire`, `release`, `opaque`), fences are `nop`s with the attribute `fence`,
/// `synchronized` is a `lock` and an `unlock` of its monitor.
///
/// # Errors
/// If the test uses something that the machine has no instruction for: objects, arrays, updates (`getAndAdd`
/// and the like), starts and joins, assertions.
pub fn from_litmus(file: &str, source: &str, test: &Test) -> Result<Program> {
    let mut translation = Translation { has_longs: has_longs(test), ..Translation::default() };
    for init in &test.init {
        translation.init(init)?;
    }
    let mut processes: Vec<Process> = Vec::new();
    for thread in &test.threads {
        let mut body = Body { thread: thread.number, source, ..Body::default() };
        for (register, value) in translation.registers.iter().filter(|((t, _), _)| *t == thread.number) {
            let to = body.code.register(&register.1)?;
            body.code.emit(Kind::Move { to, term: Term::Value(*value) }, &Origin::default())?;
        }
        for statement in &thread.body {
            translation.statement(&mut body, statement)?;
        }
        processes.push(body.code.end(format!("P{}", thread.number)));
    }
    let mut observed = Vec::new();
    let mut claims = Vec::new();
    if test.filter.is_some() {
        return Err(Untranslatable("`filter`".to_owned()));
    }
    for item in &test.locations {
        translation.observe(item, &processes, &mut observed)?;
    }
    if let Some(condition) = &test.condition {
        translation.observe_all(&condition.prop, &processes, &mut observed)?;
        let kind = match condition.quantifier {
            Quantifier::Exists => ClaimKind::Exists,
            Quantifier::NotExists => ClaimKind::Never,
            Quantifier::Forall => ClaimKind::Final,
        };
        let text = source.get(condition.span.bytes()).unwrap_or_default();
        claims.push(Claim {
            kind,
            term: translation.proposition(&condition.prop, &processes)?,
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            line: diagnostic::position(source, condition.span.start).0 as u32,
        });
    }
    Ok(Program {
        name: test.name.clone(),
        file: file.to_owned(),
        hash: xxhash_rust::xxh3::xxh3_64(source.as_bytes()),
        locations: translation.locations,
        processes,
        claims,
        observed,
    })
}

#[derive(Default)]
struct Translation {
    locations: Vec<Location>,
    /// By name: the location, and whether it is volatile.
    shared: BTreeMap<String, (u16, bool)>,
    /// Handles of threads, by thread and name.
    handles: BTreeMap<(u32, String), String>,
    /// Initial values of registers.
    registers: BTreeMap<(u32, String), i64>,
    /// Whether some arithmetic may be on `long`.
    has_longs: bool,
}

#[derive(Default)]
struct Body<'a> {
    code: Lowering,
    thread: u32,
    source: &'a str,
    /// The monitors of the blocks around.
    held: Vec<u16>,
}

fn no<T>(what: &str) -> Result<T> {
    Err(Untranslatable(what.to_owned()))
}

impl Translation {
    fn init(&mut self, init: &Init) -> Result<()> {
        match init {
            Init::Variable { name, volatile, value, .. } => self.location(&name.text, *volatile, *value),
            Init::Monitor(name) => self.location(&name.text, false, 0),
            Init::Handle { thread, handle, variable } => {
                self.handles.insert((*thread, handle.text.clone()), variable.text.clone());
            }
            Init::Register { thread, register, value } => {
                self.registers.insert((*thread, register.text.clone()), i64::from(*value));
            }
            Init::Class(_) => return no("a class"),
            Init::Array { .. } => return no("an array"),
        }
        Ok(())
    }

    fn location(&mut self, name: &str, volatile: bool, initial: i64) {
        let at = self.locations.len() as u16;
        self.locations.push(Location { name: name.to_owned(), initial });
        self.shared.insert(name.to_owned(), (at, volatile));
    }

    fn statement(&self, body: &mut Body<'_>, statement: &Stmt) -> Result<()> {
        let text = body.source.get(statement.span.bytes()).unwrap_or_default();
        let line = diagnostic::position(body.source, statement.span.start).0 as u32;
        let text = text.lines().next().unwrap_or_default().trim_end_matches(';').trim().to_owned();
        let origin = Origin { attributes: Vec::new(), line, text };
        match &statement.kind {
            StmtKind::Declare(_, names) => {
                for (name, value) in names {
                    let to = body.code.register(&name.text)?;
                    if let Some(value) = value {
                        self.assign(body, to, value, &origin)?;
                    }
                }
            }
            StmtKind::Assign { target, value } => match &target.kind {
                ExprKind::Name(name) => match self.shared.get(&name.text) {
                    Some(&(at, volatile)) => {
                        let term = self.term(body, value, &origin)?;
                        let kind = Kind::Store { at: Address::Fixed(at), term };
                        body.code.emit(kind, &with_mode(&origin, volatile_mode(volatile)))?;
                    }
                    None => {
                        let to = body.code.register(&name.text)?;
                        self.assign(body, to, value, &origin)?;
                    }
                },
                _ => return no("an array or an object"),
            },
            StmtKind::Call(call) => drop(self.call(body, call, &origin)?),
            StmtKind::Fence(fence) => {
                let name = match fence {
                    event::Fence::Full => "fence",
                    _ => return no("a fence other than `fullFence`"),
                };
                body.code.emit(Kind::Nop { at: None }, &with_mode(&origin, Some(name)))?;
            }
            StmtKind::If(condition, then, otherwise) => {
                self.conditional(body, condition, then, otherwise.as_deref(), &origin)?;
            }
            StmtKind::While(condition, inner) => {
                let head = body.code.here();
                let condition = self.term(body, condition, &origin)?;
                let leave = body.code.jump_unless(condition, &origin)?;
                self.statement(body, inner)?;
                body.code.jump(head, &origin)?;
                body.code.patch(leave, body.code.here());
            }
            StmtKind::Block(inner) => {
                for statement in inner {
                    self.statement(body, statement)?;
                }
            }
            StmtKind::Synchronized(monitor, inner) => {
                self.synchronized(body, &monitor.text, inner, &origin)?
            }
            StmtKind::Empty => {}
            StmtKind::DoWhile(inner, condition) => {
                let head = body.code.here();
                self.statement(body, inner)?;
                let condition = self.term(body, condition, &origin)?;
                body.code.emit(Kind::Jump { to: head, condition }, &origin)?;
            }
            StmtKind::Update { .. } | StmtKind::New(_) | StmtKind::ThisCall(_) => return no("an object"),
            StmtKind::Throw | StmtKind::Assert(_) => return no("a failure"),
            StmtKind::Break | StmtKind::Return => return no("`break` or `return`"),
            StmtKind::Start(_) | StmtKind::Join(_) => return no("starting or joining a thread"),
            StmtKind::Print(_) => return no("`print`"),
        }
        Ok(())
    }

    fn conditional(
        &self,
        body: &mut Body<'_>,
        condition: &Expr,
        then: &Stmt,
        otherwise: Option<&Stmt>,
        origin: &Origin,
    ) -> Result<()> {
        let condition = self.term(body, condition, origin)?;
        let skip = body.code.jump_unless(condition, origin)?;
        self.statement(body, then)?;
        if let Some(otherwise) = otherwise {
            let end = body.code.jump(0, origin)?;
            body.code.patch(skip, body.code.here());
            self.statement(body, otherwise)?;
            body.code.patch(end, body.code.here());
        } else {
            body.code.patch(skip, body.code.here());
        }
        Ok(())
    }

    fn synchronized(
        &self,
        body: &mut Body<'_>,
        monitor: &str,
        inner: &[Stmt],
        origin: &Origin,
    ) -> Result<()> {
        let Some(&(location, _)) = self.shared.get(monitor) else { return no("this monitor") };
        // Java lets a thread enter again; the rules for locks would let it wait for itself.
        if body.held.contains(&location) {
            return no("a monitor entered twice");
        }
        body.held.push(location);
        let at = Some(location);
        body.code.emit(Kind::Nop { at }, &with_mode(origin, Some("lock")))?;
        for statement in inner {
            self.statement(body, statement)?;
        }
        body.code.emit(Kind::Nop { at }, &with_mode(origin, Some("unlock")))?;
        body.held.pop();
        Ok(())
    }

    /// `r = e;`: the loads of `e`, and a move.
    fn assign(&self, body: &mut Body<'_>, to: u16, value: &Expr, origin: &Origin) -> Result<()> {
        let term = self.term(body, value, origin)?;
        body.code.emit(Kind::Move { to, term }, origin)?;
        Ok(())
    }

    fn call(&self, body: &mut Body<'_>, call: &Call, origin: &Origin) -> Result<Term<u16>> {
        let ExprKind::Name(name) = &call.target.kind else { return no("an array or an object") };
        let by_handle = self.handles.get(&(body.thread, name.text.clone()));
        let Some(&(at, _)) = self.shared.get(by_handle.unwrap_or(&name.text)) else {
            return no("this handle");
        };
        let at = Address::Fixed(at);
        match call.method {
            Method::Get(mode) => Ok(body.code.load(at, &with_mode(origin, read_mode(mode)))?),
            Method::Set(mode) => {
                let [value] = &call.args[..] else { return no("this call") };
                let term = self.term(body, value, origin)?;
                body.code.emit(Kind::Store { at, term }, &with_mode(origin, write_mode(mode)))?;
                Ok(Term::Value(0))
            }
            _ => no("an update (`getAnd…`, `compareAnd…`)"),
        }
    }

    fn term(&self, body: &mut Body<'_>, value: &Expr, origin: &Origin) -> Result<Term<u16>> {
        Ok(match &value.kind {
            ExprKind::Int(value) => Term::Value(i64::from(*value)),
            ExprKind::Bool(value) => Term::Value(i64::from(*value)),
            ExprKind::Name(name) => match self.shared.get(&name.text) {
                Some(&(at, volatile)) => {
                    body.code.load(Address::Fixed(at), &with_mode(origin, volatile_mode(volatile)))?
                }
                None => Term::Variable(body.code.register(&name.text)?),
            },
            ExprKind::Call(call) => self.call(body, call, origin)?,
            ExprKind::Unary(UnaryOp::Neg, inner) => {
                self.wrapped(Term::Unary(Unary::Minus, Box::new(self.term(body, inner, origin)?)))?
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                Term::Unary(Unary::Not, Box::new(self.term(body, inner, origin)?))
            }
            ExprKind::Binary(op, a, b) => {
                let op = match op {
                    BinaryOp::Add => Binary::Plus,
                    BinaryOp::Sub => Binary::Minus,
                    BinaryOp::Mul => Binary::Times,
                    BinaryOp::Eq => Binary::Equal,
                    BinaryOp::Ne => Binary::Unequal,
                    BinaryOp::Lt => Binary::Less,
                    BinaryOp::Le => Binary::LessOrEqual,
                    BinaryOp::Gt => Binary::Greater,
                    BinaryOp::Ge => Binary::GreaterOrEqual,
                    // The right side may read memory, which must then not happen.
                    BinaryOp::And | BinaryOp::Or if self.reads(b) => return no("`&&` or `||` over reads"),
                    BinaryOp::And => Binary::And,
                    BinaryOp::Or => Binary::Or,
                    _ => return no("this operator"),
                };
                let a = self.term(body, a, origin)?;
                let term = Term::Binary(op, Box::new(a), Box::new(self.term(body, b, origin)?));
                match op {
                    Binary::Plus | Binary::Minus | Binary::Times => self.wrapped(term)?,
                    _ => term,
                }
            }
            _ => return no("this expression"),
        })
    }

    /// Java's ints wrap around; ours are wider.
    fn wrapped(&self, term: Term<u16>) -> Result<Term<u16>> {
        if self.has_longs {
            return no("arithmetic in a test with `long`");
        }
        Ok(Term::Unary(Unary::Int, Box::new(term)))
    }

    fn reads(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Name(name) => self.shared.contains_key(&name.text),
            ExprKind::Call(_) => true,
            ExprKind::Unary(_, inner) => self.reads(inner),
            ExprKind::Binary(_, a, b) => self.reads(a) || self.reads(b),
            _ => false,
        }
    }

    fn shown(&self, item: &ast::Observed, processes: &[Process]) -> Result<(String, Shown)> {
        match item {
            ast::Observed::Register { thread, register } => {
                let name = format!("P{thread}");
                let process = processes.iter().position(|p| p.name == name);
                let found = process.and_then(|p| {
                    let register = processes[p].registers.iter().position(|r| *r == register.text)?;
                    Some(Shown::Register { process: p as u16, register: register as u16 })
                });
                found
                    .map(|what| (format!("{thread}:{}", register.text), what))
                    .map_or_else(|| no("this register"), Ok)
            }
            ast::Observed::Variable(name) => match self.shared.get(&name.text) {
                Some(&(location, _)) => Ok((name.text.clone(), Shown::Shared { location })),
                None => no("this variable"),
            },
            ast::Observed::Element(..) => no("an array"),
        }
    }

    fn observe(&self, item: &ast::Observed, processes: &[Process], out: &mut Vec<Observed>) -> Result<()> {
        let (name, what) = self.shown(item, processes)?;
        if out.iter().all(|known| known.what != what) {
            out.push(Observed { name, what });
        }
        Ok(())
    }

    fn observe_all(&self, prop: &Prop, processes: &[Process], out: &mut Vec<Observed>) -> Result<()> {
        match prop {
            Prop::Const(_) => Ok(()),
            Prop::Equals(item, _) => self.observe(item, processes, out),
            Prop::Same(a, b) => {
                self.observe(a, processes, out)?;
                self.observe(b, processes, out)
            }
            Prop::Not(inner) => self.observe_all(inner, processes, out),
            Prop::And(a, b) | Prop::Or(a, b) | Prop::Implies(a, b) => {
                self.observe_all(a, processes, out)?;
                self.observe_all(b, processes, out)
            }
        }
    }

    fn proposition(&self, prop: &Prop, processes: &[Process]) -> Result<Term<Shown>> {
        let of = |item| -> Result<Term<Shown>> { Ok(Term::Variable(self.shown(item, processes)?.1)) };
        let both = |op, a: Term<Shown>, b: Term<Shown>| Term::Binary(op, Box::new(a), Box::new(b));
        Ok(match prop {
            Prop::Const(value) => Term::Value(i64::from(*value)),
            Prop::Equals(item, value) => both(Binary::Equal, of(item)?, Term::Value(*value)),
            Prop::Same(a, b) => both(Binary::Equal, of(a)?, of(b)?),
            Prop::Not(inner) => Term::Unary(Unary::Not, Box::new(self.proposition(inner, processes)?)),
            Prop::And(a, b) => {
                both(Binary::And, self.proposition(a, processes)?, self.proposition(b, processes)?)
            }
            Prop::Or(a, b) => {
                both(Binary::Or, self.proposition(a, processes)?, self.proposition(b, processes)?)
            }
            Prop::Implies(a, b) => {
                both(Binary::Implies, self.proposition(a, processes)?, self.proposition(b, processes)?)
            }
        })
    }
}

/// Whether the test has a variable or a register of type `long`.
fn has_longs(test: &Test) -> bool {
    fn declares(statement: &Stmt) -> bool {
        match &statement.kind {
            StmtKind::Declare(ty, _) => *ty == TypeName::Long,
            StmtKind::If(_, then, otherwise) => {
                declares(then) || otherwise.as_ref().is_some_and(|it| declares(it))
            }
            StmtKind::While(_, inner) | StmtKind::DoWhile(inner, _) => declares(inner),
            StmtKind::Block(inner) | StmtKind::Synchronized(_, inner) => inner.iter().any(declares),
            _ => false,
        }
    }
    let is_long = |init: &Init| matches!(init, Init::Variable { ty: TypeName::Long, .. });
    test.init.iter().any(is_long) || test.threads.iter().any(|thread| thread.body.iter().any(declares))
}

fn with_mode(origin: &Origin, mode: Option<&str>) -> Origin {
    Origin { attributes: mode.map(str::to_owned).into_iter().collect(), ..origin.clone() }
}

fn volatile_mode(volatile: bool) -> Option<&'static str> {
    volatile.then_some("volatile")
}

fn read_mode(mode: event::ReadMode) -> Option<&'static str> {
    match mode {
        event::ReadMode::Plain => None,
        event::ReadMode::Opaque => Some("opaque"),
        event::ReadMode::Acquire => Some("acquire"),
        event::ReadMode::Volatile => Some("volatile"),
    }
}

fn write_mode(mode: event::WriteMode) -> Option<&'static str> {
    match mode {
        event::WriteMode::Plain => None,
        event::WriteMode::Opaque => Some("opaque"),
        event::WriteMode::Release => Some("release"),
        event::WriteMode::Volatile => Some("volatile"),
    }
}
