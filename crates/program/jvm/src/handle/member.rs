//! java.lang.invoke.MemberName: a field or method as an object, resolved as instructions would (JVMS 5.4.3).

use crate::class::{ClassRef, FieldRef, Kind, MethodRef, flag};
use crate::descriptor;
use crate::heap::Ref;
use crate::resolve::find_field;
use crate::symbol::Symbol;
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

const IS_METHOD: u64 = 0x1_0000;
const IS_CONSTRUCTOR: u64 = 0x2_0000;
const IS_FIELD: u64 = 0x4_0000;
const CALLER_SENSITIVE: u64 = 0x10_0000;
const TRUSTED_FINAL: u64 = 0x20_0000;
const KIND_SHIFT: u32 = 24;
const KIND_MASK: u64 = 0xf;
const METHOD_FLAGS: u16 = 0x1fff;
const FIELD_FLAGS: u16 = 0x50df;

const CHANGED: &str = "java/lang/IncompatibleClassChangeError";

/// How a member name is used (JVMS table 5.4.3.5-A).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Reference {
    GetField = 1,
    GetStatic = 2,
    PutField = 3,
    PutStatic = 4,
    Virtual = 5,
    Static = 6,
    Special = 7,
    New = 8,
    Interface = 9,
}

impl Reference {
    fn of(flags: u64) -> Option<Reference> {
        use Reference::{GetField, GetStatic, Interface, New, PutField, PutStatic, Special, Static, Virtual};
        let all = [GetField, GetStatic, PutField, PutStatic, Virtual, Static, Special, New, Interface];
        let number = flags >> KIND_SHIFT & KIND_MASK;
        all.into_iter().find(|r| *r as u64 == number)
    }

    fn bits(self) -> u64 {
        (self as u64) << KIND_SHIFT
    }
}

impl Vm<'_> {
    /// The method of a resolved member name.
    pub(crate) fn method_of_member(&mut self, member: Ref) -> Result<Option<MethodRef>, Trap> {
        let layout = self.layout()?;
        let resolved = Ref(self.st.heap.word(member, layout.member_method));
        if resolved.is_null() {
            return Ok(None);
        }
        Ok(self.method_of_resolved(resolved))
    }

    /// The method of a java.lang.invoke.ResolvedMethodName.
    pub(crate) fn method_of_resolved(&self, resolved: Ref) -> Option<MethodRef> {
        if resolved.is_null() {
            return None;
        }
        let word = self.class_of(resolved).injected?;
        let id = self.st.heap.word(resolved, word).checked_sub(1)?;
        self.lib.method_of_id(id as u32)
    }

    /// A java.lang.invoke.ResolvedMethodName.
    pub(crate) fn new_resolved_name(&mut self, method: MethodRef) -> Result<Ref, Trap> {
        let class = self.system_class("java/lang/invoke/ResolvedMethodName")?;
        let resolved = self.new_object(class)?;
        if let Some(word) = class.injected {
            self.st.heap.set_word(resolved, word, u64::from(method.id) + 1);
        }
        self.put(resolved, "vmholder", method.class.mirror().0);
        Ok(resolved)
    }

    /// Makes a member name denote a method, called directly.
    pub(crate) fn set_direct_method(&mut self, member: Ref, method: MethodRef) -> Result<(), Trap> {
        let reference = if method.is_static() { Reference::Static } else { Reference::Special };
        self.set_method(member, method, reference)
    }

    /// Makes a member name denote a method, called in this way.
    fn set_method(&mut self, member: Ref, method: MethodRef, reference: Reference) -> Result<(), Trap> {
        let resolved = self.new_resolved_name(method)?;
        let is_constructor = self.lib.text(method.name).starts_with("<init>");
        let mut flags = u64::from(method.access & METHOD_FLAGS) | reference.bits();
        flags |= if is_constructor { IS_CONSTRUCTOR } else { IS_METHOD };
        if has_annotation(method, CALLER_SENSITIVE_NAMES) {
            flags |= CALLER_SENSITIVE;
        }
        let index = match reference {
            Reference::Virtual | Reference::Interface => {
                u64::from(method.vtable_index.get().copied().unwrap_or_default())
            }
            _ => u64::MAX - 1,
        };
        self.put(member, "flags", flags);
        self.put(member, "method", resolved.0);
        self.put(member, "clazz", method.class.mirror().0);
        self.set_index(member, index);
        Ok(())
    }

    /// Makes a member name denote a field.
    fn set_field(&mut self, member: Ref, field: FieldRef, writes: bool) {
        let reference = match (field.is_static(), writes) {
            (false, false) => Reference::GetField,
            (true, false) => Reference::GetStatic,
            (false, true) => Reference::PutField,
            (true, true) => Reference::PutStatic,
        };
        let mut flags = u64::from(field.access & FIELD_FLAGS) | IS_FIELD | reference.bits();
        let is_record = field.class.file().is_some_and(|f| f.record.is_some());
        if field.is_final() && (field.is_static() || field.class.is_hidden || is_record) {
            flags |= TRUSTED_FINAL;
        }
        self.put(member, "flags", flags);
        self.put(member, "clazz", field.class.mirror().0);
        self.set_index(member, field.offset());
    }

    fn set_index(&mut self, member: Ref, index: u64) {
        if let Some(word) = self.class_of(member).injected {
            self.st.heap.set_word(member, word, index);
        }
    }

    /// The word of a member name that only the machine sees: the offset of a field, the index of a method in
    /// its table.
    pub(crate) fn member_index(&self, member: Ref) -> u64 {
        self.class_of(member).injected.map_or(0, |word| self.st.heap.word(member, word))
    }

    /// The field that a resolved member name denotes.
    pub(crate) fn field_of_member(&self, member: Ref) -> Option<FieldRef> {
        let class = self.class_of_mirror(self.get_ref(member, "clazz"))?;
        let (flags, offset) = (self.get(member, "flags"), self.member_index(member));
        let is_static = flags & u64::from(flag::STATIC) != 0;
        let mut fields = class.fields().iter().copied();
        if flags & IS_FIELD == 0 {
            return None;
        }
        fields.find(|f| f.is_static() == is_static && f.offset() == offset)
    }

    /// `MethodHandleNatives.init`: a member name for an object of java.lang.reflect.
    pub(crate) fn init_member(&mut self, member: Ref, reflected: Ref) -> Result<(), Trap> {
        let sort = self.class_of(reflected).name.clone();
        let Some(class) = self.class_of_mirror(self.get_ref(reflected, "clazz")) else {
            return raise_with("java/lang/InternalError", "unrecognized type");
        };
        let name = if sort.ends_with("/Constructor") {
            "<init>".to_owned()
        } else {
            self.text(self.get_ref(reflected, "name"))
        };
        let name = self.lib.symbol(&name);
        if sort.ends_with("/Field") {
            let descriptor = self.descriptor_of_type(self.get_ref(reflected, "type"));
            let descriptor = self.lib.symbol(&descriptor);
            let own = class.fields().iter().find(|f| f.name == name && f.descriptor == descriptor);
            let Some(field) = own else { return raise_with("java/lang/InternalError", "no such field") };
            self.set_field(member, field, false);
            return Ok(());
        }
        let returns = self.get_ref(reflected, "returnType");
        let parameters = self.get_ref(reflected, "parameterTypes");
        let descriptor = self.descriptor_of_method(parameters, returns);
        let descriptor = self.lib.symbol(&descriptor);
        let Some(method) = class.declared(name, descriptor) else {
            return raise_with("java/lang/InternalError", "no such method");
        };
        let reference = self.direct_reference(method, class.is_interface());
        self.set_method(member, method, reference)
    }

    /// How a method found in a class is called: through a table unless it cannot be overridden.
    fn direct_reference(&self, method: MethodRef, as_interface: bool) -> Reference {
        if method.is_static() {
            return Reference::Static;
        }
        let is_constructor = self.lib.text(method.name).starts_with("<init>");
        let is_final = method.access & flag::FINAL != 0 || method.class.access & flag::FINAL != 0;
        if is_constructor || method.is_private() || (is_final && !method.class.is_interface()) {
            return Reference::Special;
        }
        if as_interface && method.class.is_interface() { Reference::Interface } else { Reference::Virtual }
    }

    /// The descriptor of the type that a `Class` represents.
    fn descriptor_of_type(&self, mirror: Ref) -> String {
        let Some(class) = self.class_of_mirror(mirror) else { return "V".to_owned() };
        match class.sort {
            crate::class::Sort::Primitive(kind) => kind.primitive().map_or("V", |p| p.1).to_owned(),
            crate::class::Sort::Array { .. } => class.name.to_string(),
            crate::class::Sort::Instance(_) => format!("L{};", class.name),
        }
    }

    fn descriptor_of_method(&self, parameters: Ref, returns: Ref) -> String {
        let inside: String = self.elements(parameters).iter().map(|&p| self.descriptor_of_type(p)).collect();
        format!("({inside}){}", self.descriptor_of_type(returns))
    }

    /// The descriptor in a member name's field `type`: a String, a Class or a MethodType.
    fn descriptor_in(&self, kind: Ref) -> String {
        match &*self.class_of(kind).name {
            "java/lang/String" => self.text(kind),
            "java/lang/Class" => self.descriptor_of_type(kind),
            _ => self.descriptor_of_method(self.get_ref(kind, "ptypes"), self.get_ref(kind, "rtype")),
        }
    }

    /// `MethodHandleNatives.resolve`: finds what a member name denotes, as visible to `caller`.
    pub(crate) fn resolve_member(&mut self, member: Ref, caller: Option<ClassRef>) -> Result<(), Trap> {
        let flags = self.get(member, "flags");
        let (name, kind) = (self.get_ref(member, "name"), self.get_ref(member, "type"));
        let class = self.class_of_mirror(self.get_ref(member, "clazz"));
        let (Some(class), Some(reference)) = (class, Reference::of(flags)) else {
            return raise_with(crate::trap::ILLEGAL_ARGUMENT, "nothing to resolve");
        };
        if name.is_null() || kind.is_null() {
            return raise_with(crate::trap::ILLEGAL_ARGUMENT, "nothing to resolve");
        }
        let (name, descriptor) = (self.text(name), self.descriptor_in(kind));
        let (name, descriptor) = (self.lib.symbol(&name), self.lib.symbol(&descriptor));
        // Arrays have the methods of Object.
        let class = if class.is_array() { self.lib.known().object } else { class };
        if flags & IS_FIELD != 0 {
            let writes = matches!(reference, Reference::PutField | Reference::PutStatic);
            let field = self.find_member_field(class, name, descriptor)?;
            self.set_field(member, field, writes);
            return Ok(());
        }
        let method = self.find_member_method(class, (name, descriptor), reference, caller)?;
        let reference = match reference {
            Reference::Static => Reference::Static,
            Reference::Special | Reference::New => Reference::Special,
            _ => self.direct_reference(method, reference == Reference::Interface),
        };
        self.set_method(member, method, reference)
    }

    /// Whether the caller may access a field is checked by the class library only, as in HotSpot.
    fn find_member_field(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Result<FieldRef, Trap> {
        find_field(class, name, descriptor).ok_or_else(|| self.no_such_field(class, name, descriptor))
    }

    fn find_member_method(
        &mut self,
        class: ClassRef,
        (name, descriptor): (Symbol, Symbol),
        reference: Reference,
        caller: Option<ClassRef>,
    ) -> Result<MethodRef, Trap> {
        let is_init = self.lib.text(name).starts_with("<init>");
        let as_interface = match reference {
            Reference::Interface => true,
            Reference::Virtual => false,
            _ => class.is_interface(),
        };
        let method = match caller {
            Some(caller) => self.find_method(caller, class, name, descriptor, as_interface)?,
            None if as_interface != class.is_interface() => {
                let (found, expected) =
                    if as_interface { ("class", "interface") } else { ("interface", "class") };
                let text = format!("Found {found} {}, but {expected} was expected", class.external_name());
                return raise_with(CHANGED, text);
            }
            None => match self.look_up(class, name, descriptor) {
                Some(method) => method,
                None => return Err(self.no_such_method(class, name, descriptor)),
            },
        };
        if is_init && method.class.id != class.id {
            return Err(self.no_such_method(class, name, descriptor));
        }
        if method.is_static() != (reference == Reference::Static) {
            let (name, d) = (self.lib.text(method.name), self.lib.text(method.descriptor));
            let name = descriptor::external_method(&method.class.external_name(), name, d);
            let text = match reference {
                Reference::Static => format!("Expected static method '{name}'"),
                Reference::Interface => format!("Expected instance not static method '{name}'"),
                _ => format!("Expecting non-static method '{name}'"),
            };
            return raise_with(CHANGED, text);
        }
        Ok(method)
    }

    fn no_such_method(&self, class: ClassRef, name: Symbol, descriptor: Symbol) -> Trap {
        let (name, descriptor) = (self.lib.text(name), self.lib.text(descriptor));
        let text = descriptor::external_method(&class.external_name(), name, descriptor);
        Trap::Raise("java/lang/NoSuchMethodError", Some(format!("'{text}'")))
    }

    /// `MethodHandleNatives.expand`: the name and type of a resolved member.
    pub(crate) fn expand_member(&mut self, member: Ref) -> Result<(), Trap> {
        let (class, name, descriptor) = if let Some(method) = self.method_of_member(member)? {
            (method.class, method.name, method.descriptor)
        } else if let Some(field) = self.field_of_member(member) {
            (field.class, field.name, field.descriptor)
        } else {
            return raise_with("java/lang/InternalError", "unrecognized type");
        };
        self.put(member, "clazz", class.mirror().0);
        if self.get_ref(member, "name").is_null() {
            let text = self.lib.text(name).clone();
            let text = self.literal_str(&text)?;
            self.put(member, "name", text.0);
        }
        if self.get_ref(member, "type").is_null() {
            let text = self.lib.text(descriptor).clone();
            let kind = match Kind::of(&text) {
                _ if text.starts_with('(') => self.literal_str(&text)?,
                Kind::Reference => self.literal_str(&text)?,
                kind => self.lib.primitive(kind).mirror(),
            };
            self.put(member, "type", kind.0);
        }
        Ok(())
    }
}

const CALLER_SENSITIVE_NAMES: &[&str] = &["Ljdk/internal/reflect/CallerSensitive;"];

/// Whether a method of the class library has one of these annotations.
pub(crate) fn has_annotation(method: MethodRef, names: &[&str]) -> bool {
    if method.class.loader != crate::class::Loader::BOOT {
        return false;
    }
    let (Some(file), Some(m)) = (method.class.file(), method.file()) else { return false };
    let Some(bytes) = &m.annotations else { return false };
    let mut reader = Annotations { bytes, at: 0 };
    let count = reader.u2();
    for _ in 0..count {
        let name = file.pool.utf8(reader.u2());
        if name.is_some_and(|n| names.contains(&n)) {
            return true;
        }
        reader.skip_pairs(MAX_DEPTH);
    }
    false
}

/// The maximal nesting of annotations: deeper than any in the class library.
const MAX_DEPTH: u32 = 8;

/// A walk over the contents of RuntimeVisibleAnnotations (JVMS 4.7.16).
struct Annotations<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Annotations<'_> {
    fn u1(&mut self) -> u8 {
        self.at += 1;
        self.bytes.get(self.at - 1).copied().unwrap_or_default()
    }

    fn u2(&mut self) -> u16 {
        u16::from(self.u1()) << 8 | u16::from(self.u1())
    }

    fn skip_pairs(&mut self, depth: u32) {
        for _ in 0..self.u2() {
            self.u2();
            self.skip_value(depth);
        }
    }

    fn skip_value(&mut self, depth: u32) {
        if depth == 0 || self.at >= self.bytes.len() {
            return;
        }
        match self.u1() {
            b'e' => {
                self.u2();
                self.u2();
            }
            b'@' => {
                self.u2();
                self.skip_pairs(depth - 1);
            }
            b'[' => {
                for _ in 0..self.u2() {
                    self.skip_value(depth - 1);
                }
            }
            _ => {
                self.u2();
            }
        }
    }
}
