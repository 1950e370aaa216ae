//! From syntax tree to code: resolves names, checks types, lowers expressions and control flow.

mod emit;
mod lower;
mod names;

use crate::ast::{Observed, Prop, Span, Stmt, StmtKind, Test, ThreadRef};
use crate::condition::{CompiledCondition, CompiledProp};
use crate::diagnostic::Diagnostic;
use crate::liveness;
use crate::program::{Insn, ObservedName, ObservedSource, Program, Reg};
use emit::Emitter;
use event::{Loc, LocKind, ReadMode, Sharing, ThreadId, WriteMode};
use names::{Names, error};

/// The most instructions a thread may have.
pub(crate) const MAX_INSNS: usize = 20_000;
/// The most locals a thread may have.
pub(crate) const MAX_LOCALS: usize = 1_000;

/// Compiles a parsed test. `source` is the text it was parsed from; errors point into it.
pub fn compile(file: &str, source: &str, test: &Test) -> Result<Program, Diagnostic> {
    let names = Names::collect(file, source, test)?;
    let mut program = Program {
        name: test.name.clone(),
        description: test.description.clone(),
        file: file.to_owned(),
        source_hash: xxhash_rust::xxh3::xxh3_64(source.as_bytes()),
        threads: Vec::new(),
        offsets: Vec::new(),
        state_len: 0,
        locations: names.locations(),
        monitors: names.monitors.clone(),
        observed: Vec::new(),
        final_locations: Vec::new(),
        filter: None,
        condition: None,
        loop_bound: None,
    };
    let started = started_threads(test);
    check_starts(&names, test, &started)?;
    let mut registers = Vec::new();
    for thread in &test.threads {
        let mut emitter = Emitter::new(&names, thread.number);
        lower::thread(&mut emitter, thread)?;
        let (mut code, table) = emitter.finish()?;
        code.starts_running = !started.iter().any(|(_, t)| t.number == thread.number);
        program.threads.push(code);
        registers.push(table);
    }
    classify(&mut program);
    observe(&mut program, &names, test, &registers)?;
    for (t, code) in program.threads.iter_mut().enumerate() {
        let here = |o: &ObservedName| match o.source {
            ObservedSource::Register(thread, r) if thread.index() == t => Some(r),
            _ => None,
        };
        let observed: Vec<Reg> = program.observed.iter().filter_map(here).collect();
        liveness::analyse(code, &observed);
    }
    program.lay_out();
    Ok(program)
}

/// The registers of one thread by name, in order of declaration.
pub(crate) type RegisterTable = Vec<(String, Reg)>;

/// Every `start` statement: the thread it stands in and the thread it starts. Started threads do not run from the beginning.
fn started_threads(test: &Test) -> Vec<(u32, ThreadRef)> {
    fn walk(host: u32, stmts: &[Stmt], out: &mut Vec<(u32, ThreadRef)>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Start(thread) => out.push((host, *thread)),
                StmtKind::If(_, a, b) => {
                    walk(host, std::slice::from_ref(a), out);
                    b.iter().for_each(|b| walk(host, std::slice::from_ref(b), out));
                }
                StmtKind::While(_, body) | StmtKind::DoWhile(body, _) => {
                    walk(host, std::slice::from_ref(body), out);
                }
                StmtKind::Block(body) | StmtKind::Synchronized(_, body) => walk(host, body, out),
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    test.threads.iter().for_each(|t| walk(t.number, &t.body, &mut out));
    out
}

/// A thread is started by one thread only (engines rely on it: two starts of one thread do not commute), and some
/// thread must run from the beginning.
fn check_starts(names: &Names<'_>, test: &Test, started: &[(u32, ThreadRef)]) -> Result<(), Diagnostic> {
    for (i, (host, thread)) in started.iter().enumerate() {
        if let Some((other, _)) = started[..i].iter().find(|(h, t)| t.number == thread.number && h != host) {
            let message = format!("Thread{} is started by Thread{other} and by Thread{host}", thread.number);
            return Err(error(names, thread.span, message).hint("let one thread start it"));
        }
    }
    if test.threads.iter().all(|t| started.iter().any(|(_, s)| s.number == t.number)) {
        let message = "no thread runs from the beginning: every thread waits to be started";
        let span = started.first().map_or_else(Span::default, |(_, t)| t.span);
        return Err(
            error(names, span, message).hint("a thread named in a `start` statement does not run by itself")
        );
    }
    Ok(())
}

/// Finds out which modes meet on each location and who can touch it.
fn classify(program: &mut Program) {
    #[derive(Default, Clone)]
    struct Uses {
        volatile: bool,
        weaker: bool,
        plain_only: bool,
        writes: bool,
        threads: Vec<usize>,
    }
    let mut uses = vec![Uses { plain_only: true, ..Uses::default() }; program.locations.len()];
    for (t, code) in program.threads.iter().enumerate() {
        for insn in &code.insns {
            let (place, volatile, plain, writes) = match insn {
                Insn::Read(_, place, mode) => {
                    (place, *mode == ReadMode::Volatile, *mode == ReadMode::Plain, false)
                }
                Insn::Write(_, place, mode) => {
                    (place, *mode == WriteMode::Volatile, *mode == WriteMode::Plain, true)
                }
                Insn::Rmw(_, place, mode, _) => (place, *mode == event::RmwMode::Volatile, false, true),
                _ => continue,
            };
            let len = place.index.map_or(1, |(_, len)| len as usize);
            for uses in &mut uses[place.base.0 as usize..][..len] {
                uses.volatile |= volatile;
                uses.weaker |= !volatile;
                // Fences order plain accesses, too: see `event::Machine::uses_fences`.
                uses.plain_only &= plain && !code.fences;
                uses.writes |= writes;
                if !uses.threads.contains(&t) {
                    uses.threads.push(t);
                }
            }
        }
    }
    for (location, uses) in program.locations.iter_mut().zip(&uses) {
        location.info.kind = match (uses.volatile, uses.weaker) {
            (true, false) => LocKind::Volatile,
            _ if uses.plain_only => LocKind::Plain,
            _ => LocKind::Mixed,
        };
        location.info.sharing = match (uses.writes, uses.threads.len()) {
            (false, _) => Sharing::ReadOnly,
            (_, 0 | 1) => Sharing::Private,
            _ => Sharing::Shared,
        };
    }
}

/// Resolves the final condition and decides what outcomes show: what the condition and `locations` name; without
/// either all registers; without registers all variables.
fn observe(
    program: &mut Program,
    names: &Names<'_>,
    test: &Test,
    registers: &[RegisterTable],
) -> Result<(), Diagnostic> {
    let mut observer = Observer { program, names, registers };
    if let Some(condition) = &test.condition {
        let prop = observer.prop(&condition.prop)?;
        let text =
            names.source[condition.span.start..condition.span.end].split_whitespace().collect::<Vec<_>>();
        let compiled = CompiledCondition { quantifier: condition.quantifier, prop, text: text.join(" ") };
        observer.program.condition = Some(compiled);
    }
    for item in &test.locations {
        observer.item(item)?;
    }
    if let Some(filter) = &test.filter {
        observer.program.filter = Some(observer.prop(filter)?);
    }
    if program.observed.is_empty() {
        for (t, table) in registers.iter().enumerate() {
            let named = |(name, r): &(String, Reg)| ObservedName {
                name: format!("{t}:{name}"),
                source: ObservedSource::Register(ThreadId(t as u16), *r),
            };
            program.observed.extend(table.iter().map(named));
        }
    }
    if program.observed.is_empty() {
        for (i, location) in program.locations.iter().enumerate() {
            program.final_locations.push(Loc(i as u64));
            program
                .observed
                .push(ObservedName { name: location.name.clone(), source: ObservedSource::Final(i) });
        }
    }
    Ok(())
}

struct Observer<'a, 'n> {
    program: &'a mut Program,
    names: &'a Names<'n>,
    registers: &'a [RegisterTable],
}

impl Observer<'_, '_> {
    fn prop(&mut self, prop: &Prop) -> Result<CompiledProp, Diagnostic> {
        Ok(match prop {
            Prop::Const(b) => CompiledProp::Const(*b),
            Prop::Equals(item, n) => CompiledProp::Equals(self.item(item)?, *n),
            Prop::Same(a, b) => CompiledProp::Same(self.item(a)?, self.item(b)?),
            Prop::Not(p) => CompiledProp::Not(Box::new(self.prop(p)?)),
            Prop::And(p, q) => CompiledProp::And(Box::new(self.prop(p)?), Box::new(self.prop(q)?)),
            Prop::Or(p, q) => CompiledProp::Or(Box::new(self.prop(p)?), Box::new(self.prop(q)?)),
            Prop::Implies(p, q) => {
                let premise = CompiledProp::Not(Box::new(self.prop(p)?));
                CompiledProp::Or(Box::new(premise), Box::new(self.prop(q)?))
            }
        })
    }

    /// The index of the item in the outcome; it is added when it is new.
    fn item(&mut self, item: &Observed) -> Result<usize, Diagnostic> {
        let (name, source) = match item {
            Observed::Register { thread, register } => {
                let Some(table) = self.registers.get(*thread as usize) else {
                    let message = format!("there is no Thread{thread}");
                    let hint = format!("the test has {} threads, numbered from 0", self.registers.len());
                    return Err(error(self.names, register.span, message).hint(hint));
                };
                let Some((name, r)) = table.iter().find(|(name, _)| *name == register.text) else {
                    let message = format!("Thread{thread} has no local `{}`", register.text);
                    let known: Vec<&str> = table.iter().map(|(name, _)| name.as_str()).collect();
                    let error = error(self.names, register.span, message);
                    return Err(error.hint(format!("its locals are: {}", known.join(", "))));
                };
                let register = ObservedSource::Register(ThreadId(*thread as u16), *r);
                (format!("{thread}:{name}"), Err(register))
            }
            Observed::Variable(name) => (name.text.clone(), Ok(self.names.variable(name)?)),
            Observed::Element(name, index) => {
                (format!("{}[{index}]", name.text), Ok(self.names.element(name, *index)?))
            }
        };
        if let Some(known) = self.program.observed.iter().position(|o| o.name == name) {
            return Ok(known);
        }
        let source = source.map_or_else(
            |register| register,
            |loc| {
                self.program.final_locations.push(loc);
                ObservedSource::Final(self.program.final_locations.len() - 1)
            },
        );
        self.program.observed.push(ObservedName { name, source });
        Ok(self.program.observed.len() - 1)
    }
}

#[cfg(test)]
mod tests;
