//! Expressions, with the conversions between ints and booleans that are implicit in litmus but not in Java.

use crate::access::Use;
use crate::body::{Body, Meaning, Owner};
use crate::globals::Type;
use crate::{Result, Untranslatable, incorrect};
use litmus::ast::{BinaryOp, Expr, ExprKind, TypeName, UnaryOp};
use litmus::{binary_symbol, unary_symbol};

/// The Java type of the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Also a litmus boolean in a local or field.
    Int,
    Bool,
    Long,
    Reference(Type),
    Null,
}

impl Kind {
    pub(crate) fn of(ty: Type) -> Kind {
        match ty {
            Type::Int => Kind::Int,
            Type::Long => Kind::Long,
            Type::IntArray | Type::Class(_) => Kind::Reference(ty),
        }
    }
}

/// A translated expression.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    pub text: String,
    pub kind: Kind,
    /// Whether it needs no parentheses as an operand.
    simple: bool,
}

impl Value {
    pub(crate) fn simple(text: String, kind: Kind) -> Value {
        Value { text, kind, simple: true }
    }

    pub(crate) fn compound(text: String, kind: Kind) -> Value {
        Value { text, kind, simple: false }
    }

    /// The text as an operand.
    pub(crate) fn operand(&self) -> String {
        if self.simple { self.text.clone() } else { format!("({})", self.text) }
    }

    /// As a number: true is 1.
    pub(crate) fn number(self) -> Value {
        if self.kind != Kind::Bool {
            return self;
        }
        match self.text.as_str() {
            "true" => Value::simple("1".to_owned(), Kind::Int),
            "false" => Value::simple("0".to_owned(), Kind::Int),
            _ => Value::compound(format!("{} ? 1 : 0", self.operand()), Kind::Int),
        }
    }

    /// As a condition: all values except 0 hold.
    pub(crate) fn condition(self) -> Value {
        if self.kind == Kind::Bool {
            return self;
        }
        Value::compound(format!("{} != 0", self.operand()), Kind::Bool)
    }

    /// Converted for a variable of this type. `exact`: the static Java type must be the type itself, as
    /// methods of VarHandles require.
    pub(crate) fn assigned(self, body: &Body<'_>, ty: Type, exact: bool) -> Value {
        let value = self.number();
        let other = match ty {
            Type::Long => value.kind != Kind::Long,
            Type::Int => false,
            Type::IntArray | Type::Class(_) => value.kind == Kind::Null,
        };
        if !(exact && other) {
            return value;
        }
        Value::compound(format!("({}) {}", body.globals.java_type(ty), value.operand()), Kind::of(ty))
    }
}

/// A number in Java; a negative one is not a literal but an operation.
fn literal(negative: bool, text: String, kind: Kind) -> Value {
    if negative { Value::compound(text, kind) } else { Value::simple(text, kind) }
}

impl Body<'_> {
    pub(crate) fn expression(&mut self, expr: &Expr) -> Result<Value> {
        Ok(match &expr.kind {
            ExprKind::Int(n) => literal(*n < 0, n.to_string(), Kind::Int),
            ExprKind::Long(n) => literal(*n < 0, format!("{n}L"), Kind::Long),
            ExprKind::Bool(b) => Value::simple(b.to_string(), Kind::Bool),
            ExprKind::Null => Value::simple("null".to_owned(), Kind::Null),
            ExprKind::This => return self.this(),
            ExprKind::Name(name) => match self.meaning(&name.text)? {
                Meaning::Local(at) => self.local(at),
                _ => self.read(expr)?,
            },
            ExprKind::Field(object, name) if name.text == "length" => {
                let array = self.expression(object)?;
                if array.kind != Kind::Reference(Type::IntArray) {
                    return self.read(expr);
                }
                Value::simple(format!("{}.length", array.operand()), Kind::Int)
            }
            ExprKind::Field(..) | ExprKind::Index(..) => self.read(expr)?,
            ExprKind::Call(call) => self.call(call)?,
            ExprKind::New(class, args) => self.new_object(class, args)?,
            ExprKind::NewArray(length) => array(format!("new int[{length}]")),
            ExprKind::ArrayOf(elements) => {
                let elements = self.list(elements, &vec![Type::Int; elements.len()])?;
                array(format!("new int[] {{{elements}}}"))
            }
            ExprKind::Cast(ty, inner) => {
                let (inner, kind) = (self.expression(inner)?.number(), cast_kind(ty));
                let ty = if kind == Kind::Long { "long" } else { "int" };
                Value::compound(format!("({ty}) {}", inner.operand()), kind)
            }
            ExprKind::Unary(op, inner) => self.unary(*op, inner)?,
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.expression(a)?, self.expression(b)?);
                binary(*op, a, b)
            }
        })
    }

    /// Comma-separated expressions, converted to these types.
    pub(crate) fn list(&mut self, items: &[Expr], types: &[Type]) -> Result<String> {
        let mut texts = Vec::new();
        for (item, ty) in items.iter().zip(types) {
            texts.push(self.expression(item)?.assigned(self, *ty, false).text);
        }
        Ok(texts.join(", "))
    }

    fn this(&self) -> Result<Value> {
        match self.owner {
            Owner::Thread(_) => incorrect("`this` outside a constructor"),
            Owner::Constructor(_) if self.before_construction => Err(Untranslatable::ThisBeforeConstruction),
            Owner::Constructor(class) => {
                Ok(Value::simple("this".to_owned(), Kind::Reference(Type::Class(class))))
            }
        }
    }

    fn read(&mut self, expr: &Expr) -> Result<Value> {
        let place = self.place(expr, Use::Read)?;
        Ok(Value::simple(place.text, Kind::of(place.ty)))
    }

    fn new_object(&mut self, class: &litmus::ast::Ident, args: &[Expr]) -> Result<Value> {
        let at = self.globals.class(class)?;
        let types = self.parameter_types(at, args.len())?;
        let args = self.list(args, &types)?;
        let text = format!("new {}({})", self.globals.classes[at].java, self.with_state(at, args));
        Ok(Value::compound(text, Kind::Reference(Type::Class(at))))
    }

    /// The arguments of a constructor, with the object that holds the shared variables if the constructor
    /// takes it.
    pub(crate) fn with_state(&self, class: usize, args: String) -> String {
        match self.home() {
            Some(home) if self.globals.takes_state(class) && args.is_empty() => home.to_owned(),
            Some(home) if self.globals.takes_state(class) => format!("{home}, {args}"),
            _ => args,
        }
    }

    /// The parameter types of the constructor with this many parameters.
    pub(crate) fn parameter_types(&self, class: usize, count: usize) -> Result<Vec<Type>> {
        let constructors = &self.globals.classes[class].declaration.constructors;
        match constructors.iter().find(|c| c.parameters.len() == count) {
            Some(found) => found.parameters.iter().map(|(ty, _)| self.globals.resolve(ty)).collect(),
            None if constructors.is_empty() && count == 0 => Ok(Vec::new()),
            None => incorrect(format!("there is no constructor with {count} parameters")),
        }
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr) -> Result<Value> {
        let inner = self.expression(inner)?;
        let inner = if op == UnaryOp::Not { inner.condition() } else { inner.number() };
        Ok(Value::compound(format!("{}{}", unary_symbol(op), inner.operand()), inner.kind))
    }
}

fn array(text: String) -> Value {
    Value::compound(text, Kind::Reference(Type::IntArray))
}

fn cast_kind(ty: &TypeName) -> Kind {
    if *ty == TypeName::Long { Kind::Long } else { Kind::Int }
}

/// An infix operator. Java itself widens an int beside a long; only litmus mixes booleans with ints.
fn binary(op: BinaryOp, a: Value, b: Value) -> Value {
    use BinaryOp::{And, BitAnd, BitOr, BitXor, Eq, Ge, Gt, Le, Lt, Ne, Or};
    let truths = a.kind == Kind::Bool && b.kind == Kind::Bool;
    let (a, b) = match op {
        And | Or => (a.condition(), b.condition()),
        Eq | Ne | BitAnd | BitOr | BitXor if truths => (a, b),
        _ => (a.number(), b.number()),
    };
    let kind = match op {
        And | Or | Eq | Ne | Lt | Le | Gt | Ge => Kind::Bool,
        BitAnd | BitOr | BitXor if truths => Kind::Bool,
        _ if a.kind == Kind::Long || b.kind == Kind::Long => Kind::Long,
        _ => Kind::Int,
    };
    Value::compound(format!("{} {} {}", a.operand(), binary_symbol(op), b.operand()), kind)
}
