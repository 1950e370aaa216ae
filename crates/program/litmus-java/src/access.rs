//! Accesses: the variable, element or field that an expression denotes, by name and through a VarHandle.

use crate::body::{Body, Meaning, Owner};
use crate::expression::{Kind, Value};
use crate::globals::{Handle, Type};
use crate::{Result, Untranslatable, incorrect};
use litmus::ast::{Call, Expr, ExprKind, Ident, Method};
use litmus::method_name;

/// How a place is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Read,
    Write,
    /// A method of its VarHandle.
    Call,
}

/// A shared variable, an array element or a field.
pub(crate) struct Variable {
    /// Its Java expression.
    pub text: String,
    pub ty: Type,
    handle: Handle,
    /// The coordinates of a method of the handle: none, an array and an index, or an object.
    coordinates: Vec<String>,
}

impl Body<'_> {
    /// The place that an expression denotes; not for locals.
    pub(crate) fn place(&mut self, target: &Expr, used_for: Use) -> Result<Variable> {
        match &target.kind {
            ExprKind::Name(name) => match self.meaning(&name.text)? {
                Meaning::Local(_) => incorrect(format!("`{}` is a local", name.text)),
                Meaning::OwnField(field) => self.own_field(field, used_for),
                Meaning::Shared(at) => {
                    let shared = &self.globals.shared[at];
                    let (text, ty) = (self.in_home(&shared.java), shared.ty);
                    self.touched.push(Handle::Variable(at));
                    let coordinates = self.home().into_iter().map(str::to_owned).collect();
                    Ok(Variable { text, ty, handle: Handle::Variable(at), coordinates })
                }
            },
            ExprKind::Index(array, index) => {
                let array = self.array(array)?;
                self.touched.push(Handle::Elements);
                let index = self.expression(index)?.number();
                let text = format!("{}[{}]", array.operand(), index.text);
                let coordinates = vec![array.text, index.text];
                Ok(Variable { text, ty: Type::Int, handle: Handle::Elements, coordinates })
            }
            ExprKind::Field(object, name) => self.field(object, name, used_for),
            _ => incorrect("this is no variable"),
        }
    }

    fn field(&mut self, object: &Expr, name: &Ident, used_for: Use) -> Result<Variable> {
        let found = self.expression(object)?;
        let Kind::Reference(Type::Class(class)) = found.kind else {
            return incorrect(format!("there is no object with a field `{}`", name.text));
        };
        let info = &self.globals.classes[class];
        let Some(at) = info.field(&name.text) else {
            return incorrect(format!("there is no field `{}`", name.text));
        };
        if object.kind == ExprKind::This {
            return self.own_field(at, used_for);
        }
        let field = &info.fields[at];
        let text = format!("{}.{}", found.operand(), field.java);
        Ok(Variable { text, ty: field.ty, handle: Handle::Field(class, at), coordinates: vec![found.text] })
    }

    /// A field of the object under construction. Java lets a final field be assigned only through `this`, and
    /// be read through `this` only once it is assigned (JLS §16); litmus reads 0 before, as Java does through
    /// another name.
    fn own_field(&mut self, at: usize, used_for: Use) -> Result<Variable> {
        let Owner::Constructor(class) = self.owner else {
            return incorrect("a field without an object");
        };
        if self.before_construction {
            return Err(Untranslatable::ThisBeforeConstruction);
        }
        let field = &self.globals.classes[class].fields[at];
        let by_other_name = field.is_final && used_for == Use::Read;
        self.uses_self |= by_other_name;
        let object = if by_other_name { "self" } else { "this" };
        let (text, coordinates) = (format!("{object}.{}", field.java), vec!["this".to_owned()]);
        Ok(Variable { text, ty: field.ty, handle: Handle::Field(class, at), coordinates })
    }

    /// The array before an index: a shared array by its name, or a reference. A local that is not an array
    /// does not hide a shared array.
    fn array(&mut self, expr: &Expr) -> Result<Value> {
        if let ExprKind::Name(name) = &expr.kind
            && let Meaning::Local(at) = self.meaning(&name.text)?
            && self.locals[at].ty != Type::IntArray
        {
            let shared = &self.globals.shared[self.globals.shared(self.thread(), &name.text)?];
            return Ok(Value::simple(self.in_home(&shared.java), Kind::of(shared.ty)));
        }
        self.expression(expr)
    }

    /// A method of a VarHandle as an expression.
    pub(crate) fn call(&mut self, call: &Call) -> Result<Value> {
        let (text, ty) = self.call_text(call)?;
        match call.method {
            Method::Set(_) => incorrect("this method returns nothing"),
            Method::CompareAndSet { .. } => Ok(Value::simple(text, Kind::Bool)),
            // The cast tells javac the return type of the method (JLS §15.12.3).
            _ => Ok(Value::compound(format!("({}) {text}", self.globals.java_type(ty)), Kind::of(ty))),
        }
    }

    /// The call itself, and the type of the variable.
    pub(crate) fn call_text(&mut self, call: &Call) -> Result<(String, Type)> {
        let place = self.place(&call.target, Use::Call)?;
        let mut args = place.coordinates;
        for arg in &call.args {
            args.push(self.expression(arg)?.assigned(self, place.ty, true).text);
        }
        if !is_plain(call.method) {
            self.needs.synchronising.push(place.handle);
        }
        let handle = self.needs.handle(self.globals, place.handle);
        Ok((format!("{handle}.{}({})", method_name(call.method), args.join(", ")), place.ty))
    }
}

/// Methods without a mode in their name are volatile, except these two.
fn is_plain(method: Method) -> bool {
    matches!(method_name(method).as_str(), "get" | "set")
}
