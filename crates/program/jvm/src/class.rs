//! Classes, fields and methods as the machine uses them: linked, laid out, and the same for every state.
//!
//! Nothing here depends on a schedule. What does (whether a class is initialised, the values of its static
//! fields) is in the state. Classes live as long as the process.

use crate::code::Code;
use crate::heap::Ref;
use crate::native::Native;
use crate::symbol::Symbol;
use classfile::ClassFile;
use hashbrown::HashMap;
use std::sync::{Arc, OnceLock};

/// A class; there is one for each (loader, name).
pub type ClassRef = &'static Class;
/// A method.
pub type MethodRef = &'static Method;
/// A field.
pub type FieldRef = &'static Field;

/// The type of a value in a slot, a field or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Kind {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Float,
    Long,
    Double,
    Reference,
    Void,
}

impl Kind {
    /// The kind for the first letter of a descriptor.
    pub(crate) fn of(descriptor: &str) -> Kind {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Kind::Boolean,
            Some(b'B') => Kind::Byte,
            Some(b'C') => Kind::Char,
            Some(b'S') => Kind::Short,
            Some(b'I') => Kind::Int,
            Some(b'F') => Kind::Float,
            Some(b'J') => Kind::Long,
            Some(b'D') => Kind::Double,
            Some(b'V') => Kind::Void,
            _ => Kind::Reference,
        }
    }

    /// The number of bytes of an array element.
    #[inline]
    pub fn size(self) -> usize {
        match self {
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Int | Kind::Float => 4,
            Kind::Long | Kind::Double | Kind::Reference => 8,
            Kind::Void => 0,
        }
    }

    /// The number of slots of a local variable or operand.
    #[inline]
    pub fn slots(self) -> usize {
        match self {
            Kind::Long | Kind::Double => 2,
            Kind::Void => 0,
            _ => 1,
        }
    }

    /// Converts a value from memory to a slot: small integers are extended to 32 bits.
    #[inline]
    pub fn extend(self, raw: u64) -> u64 {
        match self {
            Kind::Byte => u64::from(raw as u8 as i8 as i32 as u32),
            Kind::Boolean => raw & 0xff,
            Kind::Char => raw & 0xffff,
            Kind::Short => u64::from(raw as u16 as i16 as i32 as u32),
            Kind::Int | Kind::Float => raw & 0xffff_ffff,
            _ => raw,
        }
    }

    /// Converts a value from a slot to memory: truncated to its size.
    #[inline]
    pub fn cut(self, value: u64) -> u64 {
        match self.size() {
            1 if self == Kind::Boolean => value & 1,
            1 => value & 0xff,
            2 => value & 0xffff,
            4 => value & 0xffff_ffff,
            _ => value,
        }
    }

    /// The name of a primitive type, its descriptor and its wrapper class.
    pub(crate) fn primitive(self) -> Option<(&'static str, &'static str, &'static str)> {
        Some(match self {
            Kind::Boolean => ("boolean", "Z", "java/lang/Boolean"),
            Kind::Byte => ("byte", "B", "java/lang/Byte"),
            Kind::Char => ("char", "C", "java/lang/Character"),
            Kind::Short => ("short", "S", "java/lang/Short"),
            Kind::Int => ("int", "I", "java/lang/Integer"),
            Kind::Float => ("float", "F", "java/lang/Float"),
            Kind::Long => ("long", "J", "java/lang/Long"),
            Kind::Double => ("double", "D", "java/lang/Double"),
            Kind::Void => ("void", "V", "java/lang/Void"),
            Kind::Reference => return None,
        })
    }

    /// All primitive types and void.
    pub(crate) const PRIMITIVES: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Float,
        Kind::Long,
        Kind::Double,
        Kind::Void,
    ];
}

/// The loader of a class: 0 is the boot loader, 1 the loader of the user's class path, others are created by
/// the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Loader(pub u32);

impl Loader {
    /// The boot loader: the class library.
    pub const BOOT: Loader = Loader(0);
    /// The loader of the user's class path.
    pub const APP: Loader = Loader(1);
}

/// What sort of type a class is.
pub enum Sort {
    /// A class or interface, from a class file.
    Instance(Box<ClassFile>),
    /// An array of these elements.
    Array {
        /// The type of the elements.
        component: ClassRef,
        /// How an element is stored.
        kind: Kind,
    },
    /// A primitive type or void.
    Primitive(Kind),
}

/// A class, interface, array or primitive type.
pub struct Class {
    /// Its number, as in the header of its objects.
    pub id: u32,
    /// Its name in internal form: `java/lang/Object`, `[I`, `int`.
    pub name: Arc<str>,
    /// The loader that defined it.
    pub loader: Loader,
    /// Its access flags, with those of its InnerClasses entry.
    pub(crate) access: u16,
    pub(crate) sort: Sort,
    /// The direct superclass, if it has one.
    pub superclass: Option<ClassRef>,
    /// The direct superinterfaces.
    pub(crate) interfaces: Vec<ClassRef>,
    /// This class and its superclasses, `Object` first: a subclass test is one lookup.
    pub(crate) display: OnceLock<Vec<ClassRef>>,
    /// All superinterfaces, itself included if it is one, without repetition.
    pub(crate) all_interfaces: OnceLock<Vec<ClassRef>>,
    pub(crate) fields: OnceLock<Vec<FieldRef>>,
    pub(crate) methods: OnceLock<Vec<MethodRef>>,
    pub(crate) methods_by_key: OnceLock<HashMap<(Symbol, Symbol), MethodRef>>,
    pub(crate) vtable: OnceLock<Vec<MethodRef>>,
    pub(crate) itable: OnceLock<HashMap<u32, Target>>,
    /// Words of an instance, header included.
    pub words: usize,
    /// The word of an instance that only the machine sees, if the class has one.
    pub(crate) injected: Option<usize>,
    /// The words of an instance that hold references; see `layout.rs`.
    pub(crate) references: OnceLock<Box<[u32]>>,
    /// The words of the mirror that hold static fields of reference type.
    pub(crate) static_references: OnceLock<Box<[u32]>>,
    /// What an observer has recorded about it ([`crate::observer::Loading::tag`]).
    pub tag: OnceLock<u64>,
    /// The instance of java.lang.Class; static fields lie behind its own.
    pub mirror: OnceLock<Ref>,
    /// The resolved entries of the constant pool.
    pub(crate) resolved: Box<[OnceLock<Resolved>]>,
    /// For a spun class: the class it belongs to, whose access rights it has.
    pub host: Option<ClassRef>,
    pub(crate) array: OnceLock<ClassRef>,
    pub(crate) nest_host: OnceLock<ClassRef>,
    /// The creator of the objects that its initialiser allocates, once there are any.
    pub(crate) creator: OnceLock<crate::heap::Creator>,
    /// Its class initialiser `<clinit>`, if it has one.
    pub initialiser: OnceLock<Option<MethodRef>>,
    /// Whether it is a hidden class: its name as Java prints it differs from `name`.
    pub is_hidden: bool,
    /// Set if a program defined it by name: it exists only in states that have done so.
    pub(crate) by_program: OnceLock<()>,
    /// Where its class file came from.
    pub(crate) source: Arc<str>,
}

/// The result of selecting an interface method for a class.
#[derive(Clone, Copy)]
pub(crate) enum Target {
    Method(MethodRef),
    Abstract,
    /// Several defaults, none more specific (JVMS 5.4.3.3).
    Conflict,
}

/// A resolved entry of a constant pool.
pub(crate) enum Resolved {
    Class(ClassRef),
    Field(FieldRef),
    Method(MethodRef),
    String(Ref),
}

/// A field.
pub struct Field {
    /// The class that declares it.
    pub class: ClassRef,
    /// Its index among the class's fields, as in the class file.
    pub(crate) index: usize,
    /// Its name.
    pub name: Symbol,
    /// Its descriptor (JVMS 4.3.2).
    pub descriptor: Symbol,
    pub(crate) access: u16,
    /// The type of its values.
    pub kind: Kind,
    /// The word of the instance, or of the mirror.
    pub word: usize,
}

/// A method.
pub struct Method {
    /// The class that declares it.
    pub class: ClassRef,
    /// Its number in this process.
    pub id: u32,
    /// Its index among the class's methods, as in the class file.
    pub(crate) index: usize,
    /// Its name.
    pub name: Symbol,
    /// Its descriptor (JVMS 4.3.3).
    pub descriptor: Symbol,
    pub(crate) access: u16,
    /// The types of the parameters, without `this`.
    pub parameters: Vec<Kind>,
    pub(crate) returns: Kind,
    /// Slots of all arguments, `this` included.
    pub(crate) argument_slots: usize,
    pub(crate) vtable_index: OnceLock<u32>,
    pub(crate) code: OnceLock<&'static Code>,
    /// The native replacement that the machine runs in its place.
    pub(crate) native: Option<Native>,
    /// Whether it is a signature polymorphic method of `MethodHandle` or `VarHandle` (JVMS 2.9.3).
    pub(crate) is_polymorphic: bool,
}

/// Access flags (JVMS 4.1, 4.5, 4.6).
pub(crate) mod flag {
    pub(crate) const PUBLIC: u16 = 0x0001;
    pub(crate) const PRIVATE: u16 = 0x0002;
    pub(crate) const PROTECTED: u16 = 0x0004;
    pub(crate) const STATIC: u16 = 0x0008;
    pub(crate) const FINAL: u16 = 0x0010;
    pub(crate) const SYNCHRONIZED: u16 = 0x0020;
    pub(crate) const SUPER: u16 = 0x0020;
    pub(crate) const VOLATILE: u16 = 0x0040;
    pub(crate) const VARARGS: u16 = 0x0080;
    pub(crate) const NATIVE: u16 = 0x0100;
    pub(crate) const INTERFACE: u16 = 0x0200;
    pub(crate) const ABSTRACT: u16 = 0x0400;
}

impl Class {
    /// Its class file, unless it is an array or a primitive type.
    pub fn file(&self) -> Option<&ClassFile> {
        match &self.sort {
            Sort::Instance(file) => Some(file),
            _ => None,
        }
    }

    pub(crate) fn is_interface(&self) -> bool {
        self.access & flag::INTERFACE != 0
    }

    /// Whether it is a class of arrays.
    #[inline]
    pub fn is_array(&self) -> bool {
        matches!(self.sort, Sort::Array { .. })
    }

    pub(crate) fn is_primitive(&self) -> bool {
        matches!(self.sort, Sort::Primitive(_))
    }

    /// The component class and the kind of the elements.
    #[inline]
    pub fn component(&self) -> Option<(ClassRef, Kind)> {
        match self.sort {
            Sort::Array { component, kind } => Some((component, kind)),
            _ => None,
        }
    }

    /// Whether instances have only final fields, all declared by the class itself.
    pub fn has_only_finals(&self) -> bool {
        self.superclass.is_some_and(|class| class.superclass.is_none()) && self.adds_only_finals()
    }

    /// Whether all instance fields that the class declares are final.
    pub fn adds_only_finals(&self) -> bool {
        let is_final = |field: &classfile::Field| field.access & (flag::STATIC | flag::FINAL) != 0;
        self.file().is_some_and(|file| file.fields.iter().all(is_final))
    }

    /// The fields that it declares itself.
    #[inline]
    pub fn fields(&self) -> &'static [FieldRef] {
        leak_slice(self.fields.get())
    }

    /// The methods that it declares itself.
    pub fn methods(&self) -> &[MethodRef] {
        self.methods.get().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn display(&self) -> &[ClassRef] {
        self.display.get().map_or(&[], Vec::as_slice)
    }

    pub(crate) fn all_interfaces(&self) -> &[ClassRef] {
        self.all_interfaces.get().map_or(&[], Vec::as_slice)
    }

    /// The mirror.
    #[inline]
    pub fn mirror(&self) -> Ref {
        self.mirror.get().copied().unwrap_or_default()
    }

    /// Whether it declares a method.
    pub fn declares(&self, lib: &crate::library::Library, name: &str, descriptor: &str) -> bool {
        let is_it = |m: &&MethodRef| &**lib.text(m.name) == name && &**lib.text(m.descriptor) == descriptor;
        self.methods().iter().any(|method| is_it(&method))
    }

    /// A method declared here.
    pub(crate) fn declared(&self, name: Symbol, descriptor: Symbol) -> Option<MethodRef> {
        self.methods_by_key.get()?.get(&(name, descriptor)).copied()
    }

    /// Whether a value of this class can be assigned to `target` (JVMS 4.10.1.2, `checkcast`).
    #[inline]
    pub fn is_subtype(&self, target: ClassRef) -> bool {
        if self.id == target.id {
            return true;
        }
        if target.is_interface() {
            return self.all_interfaces().iter().any(|i| i.id == target.id);
        }
        if let (Some((own, kind)), Some((wanted, wanted_kind))) = (self.component(), target.component()) {
            return kind == wanted_kind && kind == Kind::Reference && own.is_subtype(wanted);
        }
        let depth = target.display().len();
        depth > 0 && self.display().get(depth - 1).is_some_and(|c| c.id == target.id)
    }

    /// The package, in internal form; empty for the unnamed one.
    pub(crate) fn package(&self) -> &str {
        let mut name = &*self.name;
        if self.is_array() {
            let element = name.trim_start_matches('[');
            name = element.strip_prefix('L').map_or("java/lang/", |n| n.trim_end_matches(';'));
        }
        name.rfind('/').map_or("", |i| &name[..i])
    }

    /// The name as `Class.getName` gives it.
    pub fn external_name(&self) -> String {
        let name = self.name.replace('/', ".");
        let mut is_hidden = self.is_hidden;
        let mut component = self.component();
        while let Some((class, _)) = component {
            is_hidden = class.is_hidden;
            component = class.component();
        }
        match name.rfind('+') {
            // Hidden classes are named `Host+0x…` inside and `Host/0x…` outside.
            Some(i) if is_hidden => format!("{}/{}", &name[..i], &name[i + 1..]),
            _ => name,
        }
    }
}

#[inline]
fn leak_slice(fields: Option<&Vec<FieldRef>>) -> &'static [FieldRef] {
    // The class is `'static` wherever it can be reached; this only helps the borrow checker with `&self`.
    match fields {
        Some(fields) if !fields.is_empty() => fields[0].class.fields.get().map_or(&[], Vec::as_slice),
        _ => &[],
    }
}

impl Method {
    /// Whether it has no `this`.
    #[inline]
    pub fn is_static(&self) -> bool {
        self.access & flag::STATIC != 0
    }

    pub(crate) fn is_native(&self) -> bool {
        self.access & flag::NATIVE != 0
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.access & flag::ABSTRACT != 0
    }

    pub(crate) fn is_private(&self) -> bool {
        self.access & flag::PRIVATE != 0
    }

    pub(crate) fn is_synchronized(&self) -> bool {
        self.access & flag::SYNCHRONIZED != 0
    }

    /// The method in the class file.
    pub(crate) fn file(&self) -> Option<&'static classfile::Method> {
        let class: ClassRef = self.class;
        class.file()?.methods.get(self.index)
    }
}

impl Field {
    /// Whether it is stored in the mirror of its class.
    #[inline]
    pub fn is_static(&self) -> bool {
        self.access & flag::STATIC != 0
    }

    /// Whether instructions access it as volatile.
    #[inline]
    pub fn is_volatile(&self) -> bool {
        self.access & flag::VOLATILE != 0
    }

    /// Whether it is frozen at the end of a constructor (JLS 17.5), or of the initialiser of its class.
    #[inline]
    pub fn is_final(&self) -> bool {
        self.access & flag::FINAL != 0
    }

    pub(crate) fn offset(&self) -> u64 {
        self.word as u64 * 8
    }
}
