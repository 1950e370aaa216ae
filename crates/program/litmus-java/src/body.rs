//! The code of a thread or constructor: its locals and the meaning of names in it.

use crate::Result;
use crate::expression::{Kind, Value};
use crate::globals::{Globals, Handle, Home, Needs, Type};
use crate::names::Namer;
use crate::statement::default_value;
use crate::writer::Writer;

/// A local.
#[derive(Debug, Clone)]
pub(crate) struct Local {
    pub name: String,
    pub java: String,
    pub ty: Type,
    /// Its initial value.
    pub initial: i32,
}

/// What the code belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    Thread(u32),
    /// A constructor of the class with this number.
    Constructor(usize),
}

/// What a name means.
pub(crate) enum Meaning {
    Local(usize),
    /// A field of the object under construction.
    OwnField(usize),
    Shared(usize),
}

/// Code that is being translated.
pub(crate) struct Body<'a> {
    pub globals: &'a Globals<'a>,
    pub needs: &'a mut Needs,
    pub owner: Owner,
    /// In the order of declaration. A name means a local from its declaration on, to the end of the text.
    pub locals: Vec<Local>,
    /// The Java names that locals cannot use any more.
    names: Namer,
    pub out: Writer,
    /// Whether a loop needs a condition that Java does not treat as a constant.
    pub uses_always: bool,
    /// Whether a constructor reads a final field of its own object, perhaps before it is assigned.
    pub uses_self: bool,
    /// Whether we are inside the arguments of `this(…)`.
    pub before_construction: bool,
    /// The shared variables and elements that it mentions.
    pub touched: Vec<Handle>,
    /// Whether it uses fences, which make its plain accesses synchronise.
    pub fenced: bool,
}

impl<'a> Body<'a> {
    pub(crate) fn new(globals: &'a Globals<'a>, needs: &'a mut Needs, owner: Owner) -> Self {
        Body {
            globals,
            needs,
            owner,
            locals: Vec::new(),
            names: globals.names.clone(),
            out: Writer::default(),
            uses_always: false,
            uses_self: false,
            before_construction: false,
            touched: Vec::new(),
            fenced: false,
        }
    }

    /// The local with this name; declaring it again in another block gives the same one, as in herd.
    pub(crate) fn declare(&mut self, name: &str, ty: Type) -> usize {
        if let Some(at) = self.locals.iter().position(|l| l.name == name) {
            return at;
        }
        let java = self.names.claim(name);
        self.locals.push(Local { name: name.to_owned(), java, ty, initial: 0 });
        self.locals.len() - 1
    }

    pub(crate) fn meaning(&self, name: &str) -> Result<Meaning> {
        if let Some(at) = self.locals.iter().position(|l| l.name == name) {
            return Ok(Meaning::Local(at));
        }
        if let Owner::Constructor(class) = self.owner
            && let Some(field) = self.globals.classes[class].field(name)
        {
            return Ok(Meaning::OwnField(field));
        }
        self.globals.shared(self.thread(), name).map(Meaning::Shared)
    }

    /// The thread whose handles are known: `None` in a constructor.
    pub(crate) fn thread(&self) -> Option<u32> {
        match self.owner {
            Owner::Thread(thread) => Some(thread),
            Owner::Constructor(_) => None,
        }
    }

    /// The object that holds the shared variables, if one does.
    pub(crate) fn home(&self) -> Option<&'static str> {
        match (self.globals.home, self.owner) {
            (Home::Static, _) => None,
            (Home::Object, Owner::Thread(_)) => Some("this"),
            (Home::Object, Owner::Constructor(_)) => Some("state"),
        }
    }

    /// A shared variable or monitor, as named in this code.
    pub(crate) fn in_home(&self, java: &str) -> String {
        match self.home() {
            Some("state") => format!("state.{java}"),
            _ => java.to_owned(),
        }
    }

    pub(crate) fn local(&self, at: usize) -> Value {
        let local = &self.locals[at];
        Value::simple(local.java.clone(), Kind::of(local.ty))
    }

    /// Declarations of locals, all at the beginning of the method, since they are visible outside their
    /// block. The first `parameters` are declared elsewhere.
    pub(crate) fn declarations(&self, parameters: usize) -> Writer {
        let mut out = Writer::default();
        for local in &self.locals[parameters..] {
            let initial = match local.ty {
                Type::Int => local.initial.to_string(),
                other => default_value(other).to_owned(),
            };
            out.line(format!("{} {} = {initial};", self.globals.java_type(local.ty), local.java));
        }
        if self.uses_always {
            out.line("boolean always = true;");
        }
        if let (true, Owner::Constructor(class)) = (self.uses_self, self.owner) {
            out.line(format!("{} self = this;", self.globals.classes[class].java));
        }
        out
    }
}
