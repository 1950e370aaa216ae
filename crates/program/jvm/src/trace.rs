//! Recorded actions and their textual form, for `thinair run --trace`.
//!
//! Objects are named as by `Object.toString`, `Class@hash`; the hash is a function of the object's creator
//! and its number among the creator's objects, so an object has the same name under every schedule that
//! creates it.

use crate::class::{ClassRef, FieldRef, Kind, Loader, MethodRef};
use crate::heap::Ref;
use crate::library::Library;
use crate::objects::ARRAY_BASE;
use crate::observer::Observer;
use crate::state::State;
use crate::trap::Trap;
use crate::vm::Vm;
use event::{Fence, ReadMode, RmwMode, WriteMode};
use std::any::Any;
use std::fmt::Write as _;

/// An action of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Traced {
    Read { object: Ref, offset: usize, mode: ReadMode, value: u64 },
    Write { object: Ref, offset: usize, mode: WriteMode, value: u64 },
    Rmw { object: Ref, offset: usize, mode: RmwMode, old: u64, new: Option<u64> },
    Fence(Fence),
    Lock(Ref),
    Unlock(Ref),
    Wait(Ref),
    Notify(Ref),
    Start(usize),
    End,
    Interrupt(usize),
    Park,
    Unpark(usize),
    Initialised(String),
    Output { stream: u8, bytes: Vec<u8> },
}

/// An action and its place in the program.
#[derive(Debug, Clone)]
pub struct TracedAction {
    /// What was done.
    pub action: Traced,
    by: By,
    /// The innermost call of the program's own code, and the offset in it.
    place: Option<(MethodRef, u16)>,
}

/// Whose code performed an action.
#[derive(Debug, Clone, Copy)]
enum By {
    Program,
    /// The class library; the library class that the program called, if it called one.
    Library(Option<ClassRef>),
}

/// How a run is traced.
pub enum Tracing {
    /// Actions are counted only.
    Count(u64),
    /// All actions are recorded.
    Steps(Vec<TracedAction>),
    /// An observer is called before each action.
    Observed {
        /// The observer.
        observer: &'static dyn Observer,
        /// Its data.
        knows: Box<dyn Any>,
    },
    /// The thread stops after this many more actions; the next one is recorded here.
    Pause {
        /// How many are left.
        left: u64,
        /// The next one.
        next: Option<Box<TracedAction>>,
    },
}

impl Vm<'_> {
    /// Called before an action has any effect: records it, or stops the thread before it.
    #[inline]
    pub(crate) fn act(&mut self, action: impl FnOnce() -> Traced) -> Result<(), Trap> {
        match &mut self.trace {
            None => Ok(()),
            Some(Tracing::Count(count)) => {
                *count += 1;
                Ok(())
            }
            Some(_) => self.act_watched(action()),
        }
    }

    #[cold]
    fn act_watched(&mut self, action: Traced) -> Result<(), Trap> {
        match &mut self.trace {
            // Observers have hooks of their own.
            Some(Tracing::Observed { .. }) => Ok(()),
            Some(Tracing::Pause { left: 0, .. }) => {
                let step = Box::new(self.step(action));
                self.trace = Some(Tracing::Pause { left: 0, next: Some(step) });
                Err(Trap::Pause)
            }
            Some(Tracing::Pause { left, .. }) => {
                *left -= 1;
                Ok(())
            }
            _ => {
                self.note(action);
                Ok(())
            }
        }
    }

    /// Notes an action for the trace.
    #[cold]
    pub(crate) fn note(&mut self, action: Traced) {
        match &mut self.trace {
            None => {}
            // The action has already happened: too late to stop before it.
            Some(Tracing::Pause { .. } | Tracing::Observed { .. }) => {}
            Some(Tracing::Count(count)) => *count += 1,
            Some(Tracing::Steps(_)) => {
                let step = self.step(action);
                if let Some(Tracing::Steps(steps)) = &mut self.trace {
                    steps.push(step);
                }
            }
        }
    }

    fn step(&self, action: Traced) -> TracedAction {
        let frames = &self.th.frames;
        let own =
            frames.iter().rposition(|f| f.method.class.loader != Loader::BOOT && !f.method.class.is_hidden);
        let by = match own {
            Some(i) if i + 1 == frames.len() => By::Program,
            Some(i) => By::Library(Some(frames[i + 1].method.class)),
            None => By::Library(None),
        };
        let place = own.map(|i| (frames[i].method, frames[i].code.offset(frames[i].pc as usize)));
        TracedAction { action, by, place }
    }
}

impl TracedAction {
    /// Whether the action concerns the program: its own code performed it, or it acts on one of the program's
    /// objects; or it is synchronisation by the class library on the program's behalf; or it is about
    /// threads, or output.
    pub fn is_of_program(&self, lib: &Library, state: &State) -> bool {
        let view = View { lib, state };
        let synchronises = match &self.action {
            Traced::Start(_) | Traced::End | Traced::Interrupt(_) | Traced::Park | Traced::Unpark(_) => {
                return true;
            }
            Traced::Output { .. } => return true,
            Traced::Initialised(class) => return view.is_own_class(class),
            Traced::Read { mode, .. } => *mode != ReadMode::Plain,
            Traced::Write { mode, .. } => *mode != WriteMode::Plain,
            _ => true,
        };
        match (self.by, object_of(&self.action)) {
            (By::Program, _) => true,
            (_, Some(object)) if view.is_own(object) => true,
            (By::Library(Some(called)), _) => match &*called.name {
                // `wait`, which reacquires the monitor at its end.
                "java/lang/Object" => synchronises,
                // `join` waits; the rest is bookkeeping of threads.
                "java/lang/Thread" => matches!(self.action, Traced::Wait(_)),
                name => synchronises && name.starts_with("java/util/"),
            },
            (By::Library(None), _) => false,
        }
    }

    /// The action, performed by this thread, as a line of text. `state` is the state after the action.
    pub fn line(&self, thread: usize, lib: &Library, state: &State) -> String {
        let view = View { lib, state };
        let (what, details) = view.describe(&self.action);
        let line = format!("{:<10} {what:<9} {details}", view.thread(thread));
        let mut line = line.trim_end().to_owned();
        if let Some((method, offset)) = self.place {
            let file = method.class.file().and_then(|f| f.source_file.clone());
            let number = crate::exception::line_of(method, offset);
            if let (Some(file), Some(number)) = (file, number) {
                let _ = write!(line, "  [{file}:{number}]");
            }
        }
        line
    }
}

fn object_of(action: &Traced) -> Option<Ref> {
    match action {
        Traced::Read { object, .. } | Traced::Write { object, .. } | Traced::Rmw { object, .. } => {
            Some(*object)
        }
        Traced::Lock(object) | Traced::Unlock(object) | Traced::Wait(object) | Traced::Notify(object) => {
            Some(*object)
        }
        _ => None,
    }
}

/// Read access to a state.
pub struct View<'a> {
    /// Its classes.
    pub lib: &'a Library,
    /// The state.
    pub state: &'a State,
}

/// A field or element: its display name and type.
pub struct Cell {
    /// Its display name.
    pub name: String,
    /// The type of its values.
    pub kind: Kind,
}

impl View<'_> {
    #[inline]
    fn class_of(&self, object: Ref) -> ClassRef {
        self.lib.class_of_id(self.state.heap.word(object, 0) as u32)
    }

    #[inline]
    pub(crate) fn mirrored(&self, object: Ref) -> Option<ClassRef> {
        let known = self.lib.known().class;
        if object.is_null() || self.class_of(object).id != known.id {
            return None;
        }
        let id = self.state.heap.word(object, known.injected?).checked_sub(1)?;
        Some(self.lib.class_of_id(id as u32))
    }

    /// Whether an object, or the class whose static fields it holds, belongs to the program.
    fn is_own(&self, object: Ref) -> bool {
        let class = self.mirrored(object).unwrap_or_else(|| self.class_of(object));
        class.loader != Loader::BOOT && !class.is_hidden
    }

    fn is_own_class(&self, external_name: &str) -> bool {
        let symbol = self.lib.symbols.find(&external_name.replace('.', "/"));
        symbol.is_some_and(|s| self.lib.find_loaded(Loader::BOOT, s).is_none())
    }

    /// The name of a thread.
    pub fn thread(&self, number: usize) -> String {
        let object = self.state.threads[number].object;
        let name = if object.is_null() { Ref::NULL } else { self.reference(object, "name") };
        if name.is_null() { format!("thread {number}") } else { self.text(name) }
    }

    /// Whether a thread is a virtual one.
    pub fn is_virtual(&self, thread: Ref) -> bool {
        let mut class = Some(self.class_of(thread));
        while let Some(c) = class {
            if matches!(&*c.name, "java/lang/BaseVirtualThread" | "java/lang/VirtualThread") {
                return true;
            }
            class = c.superclass;
        }
        false
    }

    /// The reference in the field with this name; null if there is none.
    pub fn reference(&self, object: Ref, name: &str) -> Ref {
        let mut at = Some(self.class_of(object));
        while let Some(class) = at {
            if let Some(field) = class.fields().iter().find(|f| **self.lib.text(f.name) == *name) {
                return Ref(self.state.heap.word(object, field.word));
            }
            at = class.superclass;
        }
        Ref::NULL
    }

    /// Whether a boolean field is set.
    pub fn flag(&self, object: Ref, name: &str) -> bool {
        self.reference(object, name).0 & 1 == 1
    }

    fn text(&self, string: Ref) -> String {
        String::from_utf16_lossy(&crate::strings::utf16_of(self.lib, &self.state.heap, string))
    }

    /// An object's display name.
    pub fn object(&self, object: Ref) -> String {
        if object.is_null() {
            return "null".to_owned();
        }
        if let Some(class) = self.mirrored(object) {
            return format!("class {}", readable(class));
        }
        let hash = self.state.heap.word(object, 1) as u32 & 0x7fff_ffff;
        format!("{}@{hash:x}", readable(self.class_of(object)))
    }

    /// The field at a word of an object.
    #[inline]
    pub fn field_at(&self, object: Ref, word: usize) -> Option<FieldRef> {
        let is_static = |f: &&FieldRef| f.is_static() && f.word == word;
        if let Some(mirrored) = self.mirrored(object)
            && let Some(field) = mirrored.fields().iter().find(is_static)
        {
            return Some(field);
        }
        let mut at = Some(self.class_of(object));
        while let Some(class) = at {
            if let Some(field) = class.fields().iter().find(|f| !f.is_static() && f.word == word) {
                return Some(field);
            }
            at = class.superclass;
        }
        None
    }

    /// The field or element at an offset.
    pub fn cell(&self, object: Ref, offset: usize) -> Cell {
        let class = self.class_of(object);
        if let Some((_, kind)) = class.component() {
            let index = offset.saturating_sub(ARRAY_BASE) / kind.size().max(1);
            if let Some(block) = self.state.outside.values().position(|&block| block == object) {
                return Cell { name: format!("off-heap memory#{}+{index}", block + 1), kind };
            }
            return Cell { name: format!("{}[{index}]", self.object(object)), kind };
        }
        if let Some(field) = self.field_at(object, offset / 8) {
            let owner = if field.is_static() { readable(field.class) } else { self.object(object) };
            return Cell { name: format!("{owner}.{}", self.lib.text(field.name)), kind: field.kind };
        }
        Cell { name: format!("{}+{offset}", self.object(object)), kind: Kind::Long }
    }

    /// A value as text.
    pub fn value(&self, kind: Kind, value: u64) -> String {
        let value = kind.extend(value);
        match kind {
            Kind::Boolean => (value & 1 == 1).to_string(),
            Kind::Byte | Kind::Short | Kind::Int => (value as u32 as i32).to_string(),
            Kind::Char => format!("{:?}", char::from_u32(value as u32).unwrap_or('\u{fffd}')),
            Kind::Float => format!("{:?}f", f32::from_bits(value as u32)),
            Kind::Double => format!("{:?}", f64::from_bits(value)),
            Kind::Long => (value as i64).to_string(),
            Kind::Reference | Kind::Void => {
                let object = Ref(value);
                let is_string = !object.is_null() && self.class_of(object).id == self.lib.known().string.id;
                if is_string { shortened(&self.text(object)) } else { self.object(object) }
            }
        }
    }

    /// The action in one word, and what it acts on.
    fn describe(&self, action: &Traced) -> (&'static str, String) {
        match action {
            Traced::Read { object, offset, mode, value } => {
                let cell = self.cell(*object, *offset);
                (
                    "read",
                    format!(
                        "{} = {}{}",
                        cell.name,
                        self.value(cell.kind, *value),
                        mode_of(format!("{mode:?}"))
                    ),
                )
            }
            Traced::Write { object, offset, mode, value } => {
                let cell = self.cell(*object, *offset);
                (
                    "write",
                    format!(
                        "{} = {}{}",
                        cell.name,
                        self.value(cell.kind, *value),
                        mode_of(format!("{mode:?}"))
                    ),
                )
            }
            Traced::Rmw { object, offset, mode, old, new } => {
                let cell = self.cell(*object, *offset);
                let new = match new {
                    Some(new) => format!("-> {}", self.value(cell.kind, *new)),
                    None => "kept: not as expected".to_owned(),
                };
                let old = self.value(cell.kind, *old);
                ("update", format!("{} = {old} {new}{}", cell.name, mode_of(format!("{mode:?}"))))
            }
            Traced::Fence(fence) => ("fence", format!("{fence:?}").to_lowercase()),
            Traced::Lock(object) => ("lock", self.object(*object)),
            Traced::Unlock(object) => ("unlock", self.object(*object)),
            Traced::Wait(object) => ("wait", self.object(*object)),
            Traced::Notify(object) => ("notify", self.object(*object)),
            Traced::Start(thread) => ("start", self.thread(*thread)),
            Traced::End => ("end", String::new()),
            Traced::Interrupt(thread) => ("interrupt", self.thread(*thread)),
            Traced::Park => ("park", String::new()),
            Traced::Unpark(thread) => ("unpark", self.thread(*thread)),
            Traced::Initialised(class) => ("init", format!("class {class}")),
            Traced::Output { stream, bytes } => {
                let name = if *stream == 1 { "out" } else { "err" };
                ("print", format!("System.{name} {}", shortened(&String::from_utf8_lossy(bytes))))
            }
        }
    }
}

/// A class's name as in source code.
fn readable(class: ClassRef) -> String {
    match class.component() {
        Some((component, _)) => format!("{}[]", readable(component)),
        None => class.external_name(),
    }
}

/// The mode in parentheses; empty for plain accesses.
fn mode_of(mode: String) -> String {
    if mode == "Plain" { String::new() } else { format!(" ({})", mode.to_lowercase()) }
}

/// A text in quotes, truncated if it is long.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}
