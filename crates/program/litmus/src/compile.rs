//! From syntax tree to code: resolves names, checks types, lowers expressions and control flow.

mod access;
mod classes;
mod construct;
mod emit;
mod expression;
mod lower;
mod names;
mod operand;

use crate::ast::{Observed, Prop, Span, Test, ThreadRef};
use crate::condition::{CompiledCondition, CompiledProp};
use crate::liveness;
use crate::program::{
    Holds, Insn, Object, ObservedName, ObservedSource, Program, Reg, Shape, StaticLocation, Target,
};
use classes::{Heap, Type};
use diagnostic::Diagnostic;
use emit::{Emitter, Local};
use event::{Loc, LocKind, ReadMode, Sharing, ThreadId, WriteMode};
use names::{Names, error};

/// The maximum number of instructions of a thread.
pub(crate) const MAX_INSNS: usize = 20_000;
/// The maximum number of locals of a thread.
pub(crate) const MAX_LOCALS: usize = 1_000;

/// How a test is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Plain accesses to a `long` are two accesses of 32 bits each, the high half first, as JLS §17.7 allows;
    /// otherwise they are indivisible, as on every common 64-bit JVM. [`Program::has_torn_types`] says
    /// whether it may matter.
    pub tearing: bool,
}

/// Compiles a parsed test. `source` is the text it was parsed from; errors point into it.
pub fn compile(file: &str, source: &str, test: &Test) -> Result<Program, Diagnostic> {
    compile_with(file, source, test, &Options::default())
}

/// The same with options.
pub fn compile_with(file: &str, source: &str, test: &Test, options: &Options) -> Result<Program, Diagnostic> {
    let names = Names::collect(file, source, test, options)?;
    check_classes(&names)?;
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
        tearing: options.tearing,
        objects: Vec::new(),
        marks: 0,
        final_fields: names.final_fields,
        torn_types: false,
    };
    let mut heap = Heap::new(program.locations.len());
    let (mut registers, mut started) = (Vec::new(), Vec::new());
    for thread in &test.threads {
        let mut emitter = Emitter::new(&names, &mut heap, thread.number);
        lower::thread(&mut emitter, thread)?;
        program.torn_types |= emitter.plain_long;
        started.extend(emitter.starts.iter().map(|t| (thread.number, *t)));
        let (code, table) = emitter.finish()?;
        program.threads.push(code);
        registers.push(table);
    }
    check_starts(&names, test, &started)?;
    for (t, code) in program.threads.iter_mut().enumerate() {
        code.starts_running = !started.iter().any(|(_, s)| s.number as usize == t);
    }
    observe(&mut program, &names, test, &registers)?;
    program.locations.append(&mut heap.locations);
    program.objects = heap.objects;
    classify(&mut program);
    for (t, code) in program.threads.iter_mut().enumerate() {
        let here = |o: &ObservedName| match o.source {
            ObservedSource::Register(thread, r, holds) if thread.index() == t => {
                [Some(r), (holds == Holds::Long).then_some(r + 1)]
            }
            _ => [None, None],
        };
        let observed: Vec<Reg> = program.observed.iter().flat_map(here).flatten().collect();
        liveness::analyse(code, &observed);
    }
    program.lay_out();
    Ok(program)
}

/// Compiles every constructor separately, so that errors are also found in those that are never called.
fn check_classes(names: &Names<'_>) -> Result<(), Diagnostic> {
    for (i, class) in names.classes.iter().enumerate() {
        let count = class.declaration.constructors.len();
        let constructors = (0..count).map(Some).chain((count == 0).then_some(None));
        for constructor in constructors {
            let mut heap = Heap::new(0);
            construct::check(&mut Emitter::new(names, &mut heap, 0), i as u16, constructor)?;
        }
    }
    Ok(())
}

/// The locals of one thread, in order of declaration.
pub(crate) type RegisterTable = Vec<Local>;

/// Checks that a thread is started by one thread only (engines rely on it: two starts of one thread do not
/// commute), and that some thread runs from the beginning.
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

/// The locations that a place may denote: every element of the array, the field of every object of the class.
fn locations_of(objects: &[Object], place: StaticLocation) -> Vec<usize> {
    let at = |loc: Loc| loc.0 as usize;
    match place.target {
        Target::Variable(loc) => vec![at(loc)],
        Target::Element { base, length, .. } => (at(base)..at(base) + length as usize).collect(),
        Target::Field { class, offset, .. } => {
            let objects = objects.iter().filter(|o| o.shape == Shape::Class(class));
            objects.map(|o| at(o.base) + usize::from(offset)).collect()
        }
        Target::Item { .. } => {
            let arrays = objects.iter().filter(|o| o.shape == Shape::Array);
            arrays.flat_map(|o| at(o.base)..at(o.base) + o.length as usize).collect()
        }
    }
}

/// Determines which modes are used on each location and which threads can access it.
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
            for at in locations_of(&program.objects, *place) {
                let uses = &mut uses[at];
                uses.volatile |= volatile;
                uses.weaker |= !volatile;
                // Fences also order plain accesses: see `event::Machine::uses_fences`.
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

/// Resolves the final condition and decides what outcomes show: what the condition and `locations` name;
/// without either all registers; without registers all variables.
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
            let named = |local: &Local| ObservedName {
                name: format!("{t}:{}", local.name),
                source: ObservedSource::Register(ThreadId(t as u16), local.register, local.ty.holds()),
            };
            program.observed.extend(table.iter().map(named));
        }
    }
    if program.observed.is_empty() {
        for shared in &names.shared {
            let step = if shared.torn { 2 } else { 1 };
            for i in (0..shared.values.len()).step_by(step) {
                let name = if shared.array { format!("{}[{i}]", shared.name) } else { shared.name.clone() };
                let source = final_source(program, Loc(shared.base.0 + i as u64), shared.ty, shared.torn);
                program.observed.push(ObservedName { name, source });
            }
        }
    }
    Ok(())
}

/// Requests the final value of a shared variable.
fn final_source(program: &mut Program, loc: Loc, ty: Type, torn: bool) -> ObservedSource {
    let at = program.final_locations.len();
    program.final_locations.push(loc);
    if torn {
        program.final_locations.push(Loc(loc.0 + 1));
        return ObservedSource::FinalHalves(at);
    }
    ObservedSource::Final(at, ty.holds())
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

    /// The index of the item in the outcome; it is added if it is new.
    fn item(&mut self, item: &Observed) -> Result<usize, Diagnostic> {
        let (name, source) = match item {
            Observed::Register { thread, register } => {
                let Some(table) = self.registers.get(*thread as usize) else {
                    let message = format!("there is no Thread{thread}");
                    let hint = format!("the test has {} threads, numbered from 0", self.registers.len());
                    return Err(error(self.names, register.span, message).hint(hint));
                };
                let Some(local) = table.iter().find(|local| local.name == register.text) else {
                    let message = format!("Thread{thread} has no local `{}`", register.text);
                    let known: Vec<&str> = table.iter().map(|local| local.name.as_str()).collect();
                    let error = error(self.names, register.span, message);
                    return Err(error.hint(format!("its locals are: {}", known.join(", "))));
                };
                let source =
                    ObservedSource::Register(ThreadId(*thread as u16), local.register, local.ty.holds());
                (format!("{thread}:{}", local.name), Err(source))
            }
            Observed::Variable(name) => {
                let shared = self.names.variable(name)?;
                (name.text.clone(), Ok((shared.base, shared.ty, shared.torn)))
            }
            Observed::Element(name, index) => {
                let loc = self.names.element(name, *index)?;
                (format!("{}[{index}]", name.text), Ok((loc, Type::Int, false)))
            }
        };
        if let Some(known) = self.program.observed.iter().position(|o| o.name == name) {
            return Ok(known);
        }
        let source = match source {
            Ok((loc, ty, torn)) => final_source(self.program, loc, ty, torn),
            Err(register) => register,
        };
        self.program.observed.push(ObservedName { name, source });
        Ok(self.program.observed.len() - 1)
    }
}

#[cfg(test)]
mod tests;
