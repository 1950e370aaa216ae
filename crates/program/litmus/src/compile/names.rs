//! The names of a test: classes, shared variables, arrays, monitors and the handles of each thread.

use super::Options;
use super::classes::{ClassInfo, Type, location_info};
use crate::ast::{Ident, Init, Span, Test, ThreadRef};
use crate::program::Location;
use diagnostic::Diagnostic;
use event::{Loc, MonitorId, ThreadId, Value};

/// The maximum number of locations of a test.
pub(super) const MAX_LOCATIONS: usize = 4096;
/// The maximum number of entries of an init block.
const MAX_ENTRIES: usize = 4096;

/// A shared variable or array.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    pub name: String,
    pub base: Loc,
    pub ty: Type,
    /// The initial value of each of its locations.
    pub values: Vec<i64>,
    pub volatile: bool,
    pub array: bool,
    /// Whether it is a long in two locations: the high half, then the low half (JLS §17.7).
    pub torn: bool,
}

impl Shared {
    fn new(name: String, ty: Type, values: Vec<i64>) -> Self {
        Shared { name, base: Loc(0), ty, values, volatile: false, array: false, torn: false }
    }
}

/// Everything that the init block declares.
pub(crate) struct Names<'a> {
    pub file: &'a str,
    pub source: &'a str,
    pub classes: Vec<ClassInfo<'a>>,
    /// Whether a class has final fields.
    pub final_fields: bool,
    /// Whether plain longs take two locations.
    pub tearing: bool,
    pub shared: Vec<Shared>,
    pub monitors: Vec<String>,
    /// (thread, handle, index into `shared`).
    pub handles: Vec<(u32, String, usize)>,
    /// (thread, register, value).
    pub registers: Vec<(u32, Ident, i32)>,
    threads: u32,
}

/// An error at a position of the test.
pub(crate) fn error(names: &Names<'_>, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(names.file, names.source, span.bytes(), message)
}

impl<'a> Names<'a> {
    pub(crate) fn collect(
        file: &'a str,
        source: &'a str,
        test: &'a Test,
        options: &Options,
    ) -> Result<Self, Diagnostic> {
        let threads = test.threads.len() as u32;
        if test.init.len() > MAX_ENTRIES {
            let message = format!("the init block has more than {MAX_ENTRIES} entries");
            return Err(Diagnostic::new(file, source, 0..0, message));
        }
        let mut names = Names {
            file,
            source,
            classes: Vec::new(),
            final_fields: false,
            tearing: options.tearing,
            shared: Vec::new(),
            monitors: Vec::new(),
            handles: Vec::new(),
            registers: Vec::new(),
            threads,
        };
        let class = |init: &'a Init| match init {
            Init::Class(class) => Some(class),
            _ => None,
        };
        names.add_classes(&test.init.iter().filter_map(class).collect::<Vec<_>>())?;
        for init in &test.init {
            match init {
                Init::Class(_) => {}
                Init::Variable { name, ty, volatile, value } => {
                    let ty = names.resolve(ty)?;
                    names.add_variable(name, ty, *volatile, *value)?;
                }
                Init::Array { name, values } => {
                    let values = values.iter().map(|&v| i64::from(v)).collect();
                    let name_text = name.text.clone();
                    names.add_shared(
                        name,
                        Shared { array: true, ..Shared::new(name_text, Type::Int, values) },
                    )?;
                }
                Init::Monitor(name) => {
                    names.check_new(name)?;
                    names.monitors.push(name.text.clone());
                }
                Init::Handle { .. } => {}
                Init::Register { thread, register, value } => {
                    names.check_thread(*thread, register.span)?;
                    names.registers.push((*thread, register.clone(), *value));
                }
            }
        }
        // A handle may be declared before its variable.
        for init in &test.init {
            if let Init::Handle { thread, handle, variable } = init {
                names.check_thread(*thread, handle.span)?;
                let target = names.shared_index(variable)?;
                names.handles.push((*thread, handle.text.clone(), target));
            }
        }
        Ok(names)
    }

    fn check_thread(&self, number: u32, span: Span) -> Result<(), Diagnostic> {
        if number < self.threads {
            return Ok(());
        }
        let known = format!("the test has {} threads, Thread0 to Thread{}", self.threads, self.threads - 1);
        Err(error(self, span, format!("there is no Thread{number}")).hint(known))
    }

    pub(crate) fn thread(&self, thread: ThreadRef) -> Result<ThreadId, Diagnostic> {
        self.check_thread(thread.number, thread.span)?;
        Ok(ThreadId(thread.number as u16))
    }

    pub(super) fn check_new(&self, name: &Ident) -> Result<(), Diagnostic> {
        let taken = self.shared.iter().any(|s| s.name == name.text)
            || self.monitors.contains(&name.text)
            || self.classes.iter().any(|c| c.declaration.name.text == name.text);
        if taken {
            return Err(error(self, name.span, format!("`{}` is declared twice", name.text)));
        }
        Ok(())
    }

    fn add_variable(&mut self, name: &Ident, ty: Type, volatile: bool, value: i64) -> Result<(), Diagnostic> {
        let torn = self.tearing && ty == Type::Long && !volatile;
        let halves = vec![value >> 32, i64::from(value as i32)];
        let values = if torn { halves } else { vec![value] };
        self.add_shared(name, Shared { volatile, torn, ..Shared::new(name.text.clone(), ty, values) })
    }

    fn add_shared(&mut self, name: &Ident, shared: Shared) -> Result<(), Diagnostic> {
        self.check_new(name)?;
        let base = Loc(self.shared.iter().map(|s| s.values.len() as u64).sum());
        if base.0 as usize + shared.values.len() > MAX_LOCATIONS {
            return Err(error(self, name.span, format!("more than {MAX_LOCATIONS} shared locations")));
        }
        self.shared.push(Shared { base, ..shared });
        Ok(())
    }

    /// All locations of shared variables; their access modes are determined from the code.
    pub(crate) fn locations(&self) -> Vec<Location> {
        let mut locations = Vec::new();
        for shared in &self.shared {
            for (i, &value) in shared.values.iter().enumerate() {
                let name = match (shared.array, shared.torn) {
                    (true, _) => format!("{}[{i}]", shared.name),
                    (_, true) => format!("{}.{}", shared.name, ["high", "low"][i]),
                    _ => shared.name.clone(),
                };
                let info = location_info(self, Value(value), shared.ty, None);
                locations.push(Location { name, info });
            }
        }
        locations
    }

    fn shared_index(&self, name: &Ident) -> Result<usize, Diagnostic> {
        self.shared.iter().position(|s| s.name == name.text).ok_or_else(|| self.undeclared(name))
    }

    /// The variable or array that a thread means by a name: its own handle, or the variable itself.
    pub(crate) fn lookup(&self, thread: u32, name: &str) -> Option<&Shared> {
        let by_handle = self.handles.iter().find(|(t, handle, _)| *t == thread && handle == name);
        by_handle.map(|(_, _, i)| &self.shared[*i]).or_else(|| self.shared.iter().find(|s| s.name == name))
    }

    pub(crate) fn undeclared(&self, name: &Ident) -> Diagnostic {
        let error = error(self, name.span, format!("`{}` is not declared", name.text));
        let known =
            self.shared.iter().map(|s| s.name.as_str()).chain(self.monitors.iter().map(String::as_str));
        match known.clone().find(|k| k.eq_ignore_ascii_case(&name.text)) {
            Some(near) => error.hint(format!(
                "did you mean `{near}`? A handle needs a binding in the init block, such as `0:{}={near};`",
                name.text
            )),
            None => error.hint(format!(
                "declare a shared variable in the init block, `{0} = 0;`, or a local in the thread, `int {0} = …;`",
                name.text
            )),
        }
    }

    pub(crate) fn variable(&self, name: &Ident) -> Result<&Shared, Diagnostic> {
        let shared = &self.shared[self.shared_index(name)?];
        if shared.array {
            let error = error(self, name.span, format!("`{}` is an array", name.text));
            return Err(error.hint(format!("name an element: `{}[0]`", name.text)));
        }
        Ok(shared)
    }

    pub(crate) fn element(&self, name: &Ident, index: u32) -> Result<Loc, Diagnostic> {
        let shared = &self.shared[self.shared_index(name)?];
        if !shared.array {
            return Err(error(self, name.span, format!("`{}` is not an array", name.text)));
        }
        if index as usize >= shared.values.len() {
            let message = format!("`{}` has {} elements", name.text, shared.values.len());
            return Err(error(self, name.span, message).hint("elements are numbered from 0"));
        }
        Ok(Loc(shared.base.0 + u64::from(index)))
    }

    pub(crate) fn monitor(&self, name: &Ident) -> Result<MonitorId, Diagnostic> {
        let found = self.monitors.iter().position(|m| *m == name.text);
        found.map(|i| MonitorId(i as u64)).ok_or_else(|| {
            error(self, name.span, format!("`{}` is not a monitor", name.text))
                .hint(format!("declare it in the init block: `monitor {};`", name.text))
        })
    }
}
