//! Everything that the init block declares, with its Java names, and the VarHandles that the accesses need.

use crate::names::Namer;
use crate::walk::{mentions, mentions_in};
use crate::{Result, incorrect};
use litmus::ast::{Class, Ident, Init, Test, TypeName};

/// Where shared variables live.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In static fields of the program.
    Static,
    /// In fields of an object, of which a harness creates many: the threads are its methods.
    Object,
}

impl Home {
    /// The modifier of its fields.
    pub(crate) fn modifier(self) -> &'static str {
        match self {
            Home::Static => "static ",
            Home::Object => "",
        }
    }

    /// The object, for code inside it.
    pub(crate) fn object(self) -> &'static str {
        match self {
            Home::Static => "",
            Home::Object => "this",
        }
    }
}

/// A resolved type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// Also for `boolean`, which may hold any int.
    Int,
    Long,
    IntArray,
    /// An object of this class, by its number.
    Class(usize),
}

/// A shared variable or array.
#[derive(Debug)]
pub(crate) struct Shared {
    pub name: String,
    pub java: String,
    /// The Java name of its VarHandle.
    pub handle: String,
    pub ty: Type,
    pub volatile: bool,
    pub initial: Initial,
}

/// The initial value of a shared variable.
#[derive(Debug)]
pub(crate) enum Initial {
    Value(i64),
    /// The name stands for an array that is always the same.
    Elements(Vec<i32>),
}

/// A field of a class.
#[derive(Debug)]
pub(crate) struct Field {
    pub name: String,
    pub java: String,
    /// The Java name of its VarHandle.
    pub handle: String,
    pub ty: Type,
    pub is_final: bool,
    pub volatile: bool,
}

/// A class.
#[derive(Debug)]
pub(crate) struct ClassInfo<'a> {
    pub declaration: &'a Class,
    pub java: String,
    pub fields: Vec<Field>,
}

impl ClassInfo<'_> {
    pub(crate) fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }
}

/// The names of a test.
#[derive(Debug)]
pub(crate) struct Globals<'a> {
    /// The Java name of the enclosing class.
    pub class: String,
    pub home: Home,
    /// Whether constructors receive the object that holds the shared variables, under the name `state`.
    pub constructors_take_state: bool,
    pub classes: Vec<ClassInfo<'a>>,
    pub shared: Vec<Shared>,
    /// (name, Java name).
    pub monitors: Vec<(String, String)>,
    /// The Java names of the threads.
    pub threads: Vec<String>,
    /// (thread, handle, index into `shared`).
    handles: Vec<(u32, String, usize)>,
    /// (thread, register, initial value).
    pub registers: Vec<(u32, String, i32)>,
    /// The Java name of the VarHandle of array elements.
    pub elements: String,
    /// The names that locals must not have. Fields are always written with their object, so locals may use
    /// their names.
    pub names: Namer,
}

impl<'a> Globals<'a> {
    pub(crate) fn collect(test: &'a Test, class: &str, home: Home) -> Result<Self> {
        let mut names = Namer::new();
        names.avoid(class);
        let outer = class.to_owned();
        let class = |init: &'a Init| match init {
            Init::Class(declaration) => Some(declaration),
            _ => None,
        };
        let info = |declaration: &'a Class| ClassInfo {
            declaration,
            java: names.claim(&declaration.name.text),
            fields: Vec::new(),
        };
        let classes = test.init.iter().filter_map(class).map(info).collect();
        let mut globals = Globals {
            class: outer,
            home,
            constructors_take_state: false,
            classes,
            shared: Vec::new(),
            monitors: Vec::new(),
            threads: Vec::new(),
            handles: Vec::new(),
            registers: Vec::new(),
            elements: String::new(),
            names,
        };
        test.init.iter().try_for_each(|init| globals.add_variable(init))?;
        globals.add_fields()?;
        test.init.iter().try_for_each(|init| globals.add_other(init))?;
        globals.name_the_rest(test);
        globals.constructors_take_state = home == Home::Object && globals.constructors_mention_shared();
        Ok(globals)
    }

    fn add_variable(&mut self, init: &Init) -> Result<()> {
        let (name, ty, volatile, initial) = match init {
            Init::Variable { name, ty, volatile, value } => {
                (name, self.resolve(ty)?, *volatile, Initial::Value(*value))
            }
            Init::Array { name, values } => (name, Type::IntArray, false, Initial::Elements(values.clone())),
            _ => return Ok(()),
        };
        let (java, handle) = (self.names.claim(&name.text), String::new());
        self.shared.push(Shared { name: name.text.clone(), java, handle, ty, volatile, initial });
        Ok(())
    }

    fn add_fields(&mut self) -> Result<()> {
        for at in 0..self.classes.len() {
            let (declaration, mut own) = (self.classes[at].declaration, Namer::new());
            for field in &declaration.fields {
                let (name, java) = (field.name.text.clone(), own.claim(&field.name.text));
                let (ty, is_final, volatile) = (self.resolve(&field.ty)?, field.is_final, field.volatile);
                let field = Field { name, java, handle: String::new(), ty, is_final, volatile };
                self.classes[at].fields.push(field);
            }
        }
        Ok(())
    }

    /// Assigns names that no field has either, so that a constructor can refer to what has them.
    fn name_the_rest(&mut self, test: &Test) {
        let mut names = self.names.clone();
        let fields = self.classes.iter().flat_map(|c| &c.fields);
        fields.for_each(|field| names.avoid(&field.java));
        let mut claim = |wanted: &str| {
            let name = names.claim(wanted);
            self.names.avoid(&name);
            name
        };
        self.monitors.iter_mut().for_each(|(name, java)| *java = claim(name));
        self.threads = test.threads.iter().map(|t| claim(&format!("THREAD{}", t.number))).collect();
        self.elements = claim("VH_ELEMENTS");
        self.shared.iter_mut().for_each(|s| s.handle = claim(&format!("VH_{}", s.name)));
        for class in &mut self.classes {
            for field in &mut class.fields {
                field.handle = claim(&format!("VH_{}_{}", class.declaration.name.text, field.name));
            }
        }
    }

    fn add_other(&mut self, init: &Init) -> Result<()> {
        match init {
            Init::Monitor(name) => self.monitors.push((name.text.clone(), String::new())),
            Init::Handle { thread, handle, variable } => {
                let Some(target) = self.shared.iter().position(|s| s.name == variable.text) else {
                    return incorrect(format!("`{}` is not declared", variable.text));
                };
                self.handles.push((*thread, handle.text.clone(), target));
            }
            Init::Register { thread, register, value } => {
                self.registers.push((*thread, register.text.clone(), *value));
            }
            Init::Class(_) | Init::Variable { .. } | Init::Array { .. } => {}
        }
        Ok(())
    }

    pub(crate) fn resolve(&self, ty: &TypeName) -> Result<Type> {
        Ok(match ty {
            TypeName::Int | TypeName::Boolean => Type::Int,
            TypeName::Long => Type::Long,
            TypeName::IntArray => Type::IntArray,
            TypeName::Class(name) => Type::Class(self.class(name)?),
        })
    }

    pub(crate) fn class(&self, name: &Ident) -> Result<usize> {
        match self.classes.iter().position(|c| c.declaration.name.text == name.text) {
            Some(class) => Ok(class),
            None => incorrect(format!("there is no class `{}`", name.text)),
        }
    }

    /// Whether some constructor may use a shared variable or monitor. `true` is always correct.
    fn constructors_mention_shared(&self) -> bool {
        let shared = |name: &str| {
            self.shared.iter().any(|s| s.name == name)
                || self.monitors.iter().any(|(monitor, _)| monitor == name)
        };
        self.classes.iter().any(|class| {
            let initial = class.declaration.fields.iter().filter_map(|f| f.initial.as_ref());
            let bodies = class.declaration.constructors.iter().flat_map(|c| &c.body);
            initial.into_iter().any(|e| mentions_in(e, &shared))
                || bodies.into_iter().any(|s| mentions(s, &shared))
        })
    }

    /// Whether the constructors of a class have a parameter `state`: only those that the Java text declares,
    /// for constructors or field initialisers of the test.
    pub(crate) fn takes_state(&self, class: usize) -> bool {
        let declaration = self.classes[class].declaration;
        self.constructors_take_state
            && (!declaration.constructors.is_empty()
                || declaration.fields.iter().any(|f| f.initial.is_some()))
    }

    /// A type in Java.
    pub(crate) fn java_type(&self, ty: Type) -> &str {
        match ty {
            Type::Int => "int",
            Type::Long => "long",
            Type::IntArray => "int[]",
            Type::Class(class) => &self.classes[class].java,
        }
    }

    /// The variable that a name means: in a thread its handles come first; a constructor (`None`) has none.
    pub(crate) fn shared(&self, thread: Option<u32>, name: &str) -> Result<usize> {
        let by_handle = self.handles.iter().find(|(t, handle, _)| Some(*t) == thread && handle == name);
        let found =
            by_handle.map(|(.., shared)| *shared).or_else(|| self.shared.iter().position(|s| s.name == name));
        match found {
            Some(shared) => Ok(shared),
            None => incorrect(format!("`{name}` is not declared")),
        }
    }

    /// The Java name of a handle.
    pub(crate) fn handle_name(&self, handle: Handle) -> &str {
        match handle {
            Handle::Variable(shared) => &self.shared[shared].handle,
            Handle::Field(class, field) => &self.classes[class].fields[field].handle,
            Handle::Elements => &self.elements,
        }
    }

    pub(crate) fn monitor(&self, name: &Ident) -> Result<&str> {
        match self.monitors.iter().find(|(monitor, _)| *monitor == name.text) {
            Some((_, java)) => Ok(java),
            None => incorrect(format!("`{}` is not a monitor", name.text)),
        }
    }
}

/// What a VarHandle gives access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handle {
    /// A shared variable.
    Variable(usize),
    /// A field, by class and number.
    Field(usize, usize),
    /// The elements of every array.
    Elements,
}

/// What the bodies need besides the declarations of the test.
#[derive(Debug, Default)]
pub(crate) struct Needs {
    /// VarHandles, in the order of first use.
    pub handles: Vec<Handle>,
    /// Those of them that synchronise: some access is not plain.
    pub synchronising: Vec<Handle>,
    /// Whether static methods of the class `VarHandle` are used.
    pub fences: bool,
}

impl Needs {
    /// Records that a handle is used and returns its Java name.
    pub(crate) fn handle<'g>(&mut self, globals: &'g Globals<'_>, handle: Handle) -> &'g str {
        if !self.handles.contains(&handle) {
            self.handles.push(handle);
        }
        globals.handle_name(handle)
    }
}
