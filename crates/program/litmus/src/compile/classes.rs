//! Classes with their field layout, and the objects that threads may create.

use super::names::{MAX_LOCATIONS, Names, error};
use crate::ast::{Class, Ident, Span, TypeName};
use crate::machine::OBJECTS_IN_LOOP;
use crate::program::{Holds, Location, Object, Shape};
use diagnostic::Diagnostic;
use event::{Field, Loc, LocInfo, LocKind, ObjectId, Sharing, ThreadId, Value};

/// The maximum number of objects of a test; one `new` in a loop counts as [`OBJECTS_IN_LOOP`].
const MAX_OBJECTS: usize = 256;

/// A resolved type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Boolean,
    Long,
    /// A reference to an object of this class, by its number.
    Class(u16),
    /// A reference to an array of ints.
    IntArray,
}

impl Type {
    pub(crate) fn is_reference(self) -> bool {
        matches!(self, Type::Class(_) | Type::IntArray)
    }

    pub(crate) fn holds(self) -> Holds {
        match self {
            Type::Int | Type::Boolean => Holds::Int,
            Type::Long => Holds::Long,
            Type::Class(_) | Type::IntArray => Holds::Reference,
        }
    }
}

/// A field of a class.
#[derive(Debug, Clone)]
pub(crate) struct FieldInfo {
    pub name: String,
    pub ty: Type,
    pub is_final: bool,
    pub volatile: bool,
    /// Its location within the object.
    pub offset: u16,
    /// Whether it is a long in two locations: the high half, then the low half (JLS §17.7).
    pub torn: bool,
}

/// A class.
pub(crate) struct ClassInfo<'a> {
    pub declaration: &'a Class,
    pub fields: Vec<FieldInfo>,
}

impl ClassInfo<'_> {
    pub(crate) fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|f| f.name == name)
    }

    /// The number of locations of an object.
    fn length(&self) -> u32 {
        self.fields.last().map_or(0, |f| u32::from(f.offset) + if f.torn { 2 } else { 1 })
    }
}

impl<'a> Names<'a> {
    /// Adds all classes; a class may refer to any other.
    pub(super) fn add_classes(&mut self, classes: &[&'a Class]) -> Result<(), Diagnostic> {
        for class in classes {
            self.check_new(&class.name)?;
            self.classes.push(ClassInfo { declaration: class, fields: Vec::new() });
        }
        for (i, class) in classes.iter().enumerate() {
            let fields = self.lay_out(class)?;
            self.check_constructors(class)?;
            self.final_fields |= fields.iter().any(|f| f.is_final);
            self.classes[i].fields = fields;
        }
        Ok(())
    }

    fn lay_out(&self, class: &Class) -> Result<Vec<FieldInfo>, Diagnostic> {
        let (mut fields, mut offset) = (Vec::<FieldInfo>::new(), 0);
        for field in &class.fields {
            if fields.iter().any(|f| f.name == field.name.text) {
                let message = format!("`{}` is declared twice in `{}`", field.name.text, class.name.text);
                return Err(error(self, field.name.span, message).hint("choose another name"));
            }
            let ty = self.resolve(&field.ty)?;
            let torn = self.tearing && ty == Type::Long && !field.volatile;
            let (name, is_final, volatile) = (field.name.text.clone(), field.is_final, field.volatile);
            fields.push(FieldInfo { name, ty, is_final, volatile, offset, torn });
            offset += if torn { 2 } else { 1 };
            if usize::from(offset) > MAX_LOCATIONS {
                return Err(error(self, field.name.span, "the class has too many fields"));
            }
        }
        Ok(fields)
    }

    /// Checks that the constructors differ in their numbers of parameters.
    fn check_constructors(&self, class: &Class) -> Result<(), Diagnostic> {
        for (i, constructor) in class.constructors.iter().enumerate() {
            let arity = constructor.parameters.len();
            if class.constructors[..i].iter().any(|c| c.parameters.len() == arity) {
                let message = format!("`{}` has two constructors with {arity} parameters", class.name.text);
                let hint = "constructors are told apart by the number of their parameters only";
                return Err(error(self, constructor.span, message).hint(hint));
            }
        }
        Ok(())
    }

    pub(crate) fn resolve(&self, ty: &TypeName) -> Result<Type, Diagnostic> {
        Ok(match ty {
            TypeName::Int => Type::Int,
            TypeName::Boolean => Type::Boolean,
            TypeName::Long => Type::Long,
            TypeName::IntArray => Type::IntArray,
            TypeName::Class(name) => Type::Class(self.class(name)?),
        })
    }

    pub(crate) fn class(&self, name: &Ident) -> Result<u16, Diagnostic> {
        let found = self.classes.iter().position(|c| c.declaration.name.text == name.text);
        found.map(|i| i as u16).ok_or_else(|| {
            let error = error(self, name.span, format!("there is no class `{}`", name.text));
            let known: Vec<&str> = self.classes.iter().map(|c| c.declaration.name.text.as_str()).collect();
            if known.is_empty() {
                return error
                    .hint(format!("declare it in the init block: `class {} {{ int f; }}`", name.text));
            }
            error.hint(format!("the classes are: {}", known.join(", ")))
        })
    }

    /// The name of a type, as users know it.
    pub(crate) fn type_name(&self, ty: Type) -> &str {
        match ty {
            Type::Int => "int",
            Type::Boolean => "boolean",
            Type::Long => "long",
            Type::IntArray => "int[]",
            Type::Class(class) => &self.classes[usize::from(class)].declaration.name.text,
        }
    }
}

/// All objects that some `new` may create, with their locations, in the order in which the code was compiled.
pub(crate) struct Heap {
    pub objects: Vec<Object>,
    /// The locations of objects, after those of shared variables.
    pub locations: Vec<Location>,
    first: usize,
}

impl Heap {
    pub(super) fn new(shared_locations: usize) -> Self {
        Heap { objects: Vec::new(), locations: Vec::new(), first: shared_locations }
    }

    /// Allocates the objects for a `new` in a thread; returns the number of the first.
    pub(super) fn allocate(
        &mut self,
        names: &Names<'_>,
        thread: u32,
        kind: NewKind,
        span: Span,
    ) -> Result<u32, Diagnostic> {
        let count = if kind.in_loop { OBJECTS_IN_LOOP } else { 1 };
        let number = self.objects.len() as u32 + 1;
        if self.objects.len() + count as usize > MAX_OBJECTS {
            let hint = format!("every `new` in a loop counts as {OBJECTS_IN_LOOP}");
            return Err(error(names, span, format!("more than {MAX_OBJECTS} objects")).hint(hint));
        }
        for number in number..number + count {
            let id = ObjectId { creator: ThreadId(thread as u16), number };
            let base = Loc((self.first + self.locations.len()) as u64);
            let length = match kind.shape {
                Shape::Class(class) => names.classes[usize::from(class)].length(),
                Shape::Array => kind.length,
            };
            if base.0 as usize + length as usize > MAX_LOCATIONS {
                return Err(error(names, span, format!("more than {MAX_LOCATIONS} shared locations"))
                    .hint("fields and elements of all objects count, too"));
            }
            self.objects.push(Object { creator: id.creator, shape: kind.shape, base, length });
            match kind.shape {
                Shape::Class(class) => self.add_fields(names, class, id),
                Shape::Array => self.add_elements(names, length, id),
            }
        }
        Ok(number)
    }

    fn add_fields(&mut self, names: &Names<'_>, class: u16, object: ObjectId) {
        let class = &names.classes[usize::from(class)];
        for field in &class.fields {
            let name = format!("{}#{}.{}", class.declaration.name.text, object.number, field.name);
            let info =
                location_info(names, Value(0), field.ty, Some(Field { object, is_final: field.is_final }));
            if field.torn {
                self.locations.push(Location { name: format!("{name}.high"), info });
                self.locations.push(Location { name: format!("{name}.low"), info });
            } else {
                self.locations.push(Location { name, info });
            }
        }
    }

    fn add_elements(&mut self, names: &Names<'_>, length: u32, object: ObjectId) {
        let info = location_info(names, Value(0), Type::Int, Some(Field { object, is_final: false }));
        for i in 0..length {
            self.locations.push(Location { name: format!("int[]#{}[{i}]", object.number), info });
        }
    }
}

/// What a `new` creates.
#[derive(Debug, Clone, Copy)]
pub(super) struct NewKind {
    pub shape: Shape,
    /// The length of an array.
    pub length: u32,
    pub in_loop: bool,
}

/// Facts about a location that do not depend on the code. Memories learn about objects and references only if
/// there are final fields, so that they need not track them otherwise.
pub(super) fn location_info(names: &Names<'_>, initial: Value, ty: Type, field: Option<Field>) -> LocInfo {
    LocInfo {
        field: field.filter(|_| names.final_fields),
        holds_reference: names.final_fields && ty.is_reference(),
        ..LocInfo::variable(LocKind::Plain, Sharing::Shared, initial)
    }
}
