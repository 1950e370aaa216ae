//! java.lang.Class, except for methods that need objects of java.lang.reflect.

use super::{Native, reflect, resource};
use crate::class::{ClassRef, Kind, Loader, Sort};
use crate::heap::Ref;
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;

pub(super) const NOT_FOUND: &str = "java/lang/ClassNotFoundException";

#[expect(clippy::too_many_lines, reason = "a flat table")]
pub(crate) fn find(name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Constants, Fresh, State};
    use Native::{Function as F, Nothing};
    Some(match name {
        "desiredAssertionStatus0" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            Ok(u64::from(vm.options.assertions && class.loader != Loader::BOOT))
        }),
        "getPrimitiveClass" => F(Constants, primitive_class),
        "forName0" => F(Accesses, for_name),
        "initClassName" => F(State("a cache: whoever comes first writes what all would"), |vm, at| {
            let class = this(vm, at)?;
            let name = vm.literal_str(&class.external_name())?;
            vm.put(class.mirror(), "name", name.0);
            Ok(name.0)
        }),
        "isArray" => F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.is_array()))),
        "isInterface" => F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.is_interface()))),
        "isPrimitive" => F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.is_primitive()))),
        "isHidden" => F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.is_hidden))),
        "isRecord0" => {
            F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.file().is_some_and(|f| f.record.is_some()))))
        }
        "isInstance" => F(Constants, |vm, at| {
            let (class, object) = (this(vm, at)?, vm.arg_ref(at + 1));
            Ok(u64::from(!object.is_null() && vm.class_of(object).is_subtype(class)))
        }),
        "isAssignableFrom" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            let Some(other) = vm.class_of_mirror(vm.arg_object(at + 1)?) else { return Ok(0) };
            Ok(u64::from(other.is_subtype(class)))
        }),
        "getSuperclass" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            Ok(if class.is_interface() { 0 } else { class.superclass.map_or(0, |s| s.mirror().0) })
        }),
        "getInterfaces0" => F(Fresh, |vm, at| {
            let mirrors: Vec<Ref> = this(vm, at)?.interfaces.iter().map(|i| i.mirror()).collect();
            mirrors_array(vm, &mirrors)
        }),
        "getModifiers" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            Ok(u64::from(vm.lib.modifiers(class)))
        }),
        "getClassAccessFlagsRaw0" => F(Constants, |vm, at| Ok(u64::from(this(vm, at)?.access))),
        "getClassFileVersion0" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            // Primitive types have the version of the JDK.
            let newest = u64::from(44 + vm.lib.release());
            Ok(class.file().map_or(newest, |f| u64::from(f.minor) << 16 | u64::from(f.major)))
        }),
        "getProtectionDomain0" | "getSigners" => Nothing,
        "getProtectionDomain" => F(Accesses, protection_domain),
        "getNestHost0" => F(Constants, |vm, at| {
            let class = this(vm, at)?;
            Ok(vm.nest_host(class).mirror().0)
        }),
        "getNestMembers0" => F(Fresh, nest_members),
        "getPermittedSubclasses0" => F(Fresh, permitted),
        "getDeclaringClass0" => F(Constants, declaring_class),
        "getDeclaredClasses0" => F(Fresh, declared_classes),
        "getEnclosingMethod0" => F(Fresh, enclosing_method),
        "getSimpleBinaryName0" => F(Constants, simple_binary_name),
        "getGenericSignature0" => F(Constants, |vm, at| {
            let signature = this(vm, at)?.file().and_then(|f| f.signature.clone());
            optional_text(vm, signature.as_deref())
        }),
        "getSourceFile" | "getSourceFile0" => F(Constants, |vm, at| {
            let file = this(vm, at)?.file().and_then(|f| f.source_file.clone());
            optional_text(vm, file.as_deref())
        }),
        "getRawAnnotations" => F(Fresh, |vm, at| {
            let bytes = this(vm, at)?.file().and_then(|f| f.annotations.clone());
            reflect::optional_bytes(vm, bytes.as_ref())
        }),
        "getRawTypeAnnotations" => F(Fresh, |vm, at| {
            let bytes = this(vm, at)?.file().and_then(|f| f.type_annotations.clone());
            reflect::optional_bytes(vm, bytes.as_ref())
        }),
        "getConstantPool" => F(Fresh, |vm, at| {
            let class = this(vm, at)?;
            let pool = vm.system_class("jdk/internal/reflect/ConstantPool")?;
            let object = vm.new_object(pool)?;
            vm.put(object, "constantPoolOop", class.mirror().0);
            Ok(object.0)
        }),
        "getDeclaredFields0" => F(Fresh, reflect::declared_fields),
        "getDeclaredMethods0" => F(Fresh, reflect::declared_methods),
        "getDeclaredConstructors0" => F(Fresh, reflect::declared_constructors),
        "getRecordComponents0" => F(Fresh, reflect::record_components),
        _ => {
            let _ = descriptor;
            return None;
        }
    })
}

/// The class of the mirror at `at`.
pub(crate) fn this(vm: &Vm<'_>, at: usize) -> Result<ClassRef, Trap> {
    match vm.class_of_mirror(vm.arg_object(at)?) {
        Some(class) => Ok(class),
        None => raise(crate::trap::ILLEGAL_ARGUMENT),
    }
}

/// A string or null.
pub(crate) fn optional_text(vm: &mut Vm<'_>, text: Option<&str>) -> Result<u64, Trap> {
    match text {
        Some(text) => Ok(vm.literal_str(text)?.0),
        None => Ok(0),
    }
}

/// A `Class[]`.
pub(crate) fn mirrors_array(vm: &mut Vm<'_>, mirrors: &[Ref]) -> Result<u64, Trap> {
    let class = vm.lib.known().class;
    Ok(vm.new_reference_array(class, mirrors)?.0)
}

fn primitive_class(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at)?);
    let kind = Kind::PRIMITIVES.into_iter().find(|k| k.primitive().is_some_and(|p| p.0 == name));
    match kind {
        Some(kind) => Ok(vm.lib.primitive(kind).mirror().0),
        None => raise_with("java/lang/ClassNotFoundException", name),
    }
}

/// `forName0(String name, boolean initialize, ClassLoader loader, Class<?> caller)`.
fn for_name(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let name = vm.text(vm.arg_object(at)?);
    let loader = vm.loader_of(vm.arg_ref(at + 2));
    let class = find_by_name(vm, loader, &name)?;
    if vm.arg_int(at + 1) != 0 {
        vm.initialise(class)?;
    }
    Ok(class.mirror().0)
}

/// A class by its name in Java programs; throws as `Class.forName` does if there is none.
pub(crate) fn find_by_name(vm: &mut Vm<'_>, loader: Loader, name: &str) -> Result<ClassRef, Trap> {
    let internal = name.replace('.', "/");
    let is_ok =
        !name.contains('/') && !name.is_empty() && (name.starts_with('[') || !name.contains([';', '[']));
    let is_ok = is_ok && (!name.starts_with('[') || classfile::is_field_descriptor(&internal));
    if !is_ok {
        return raise_with(NOT_FOUND, name);
    }
    match vm.lib.class(&mut vm.st.heap, loader, &internal) {
        Err(Trap::Raise(crate::trap::NO_CLASS, Some(text))) if is_itself(&internal, &text) => {
            raise_with(NOT_FOUND, internal)
        }
        other => other,
    }
}

/// Whether the missing class is the requested one, or the element type of the requested array.
fn is_itself(asked: &str, missing: &str) -> bool {
    let element = asked.trim_start_matches('[');
    let element = if element.len() < asked.len() { crate::descriptor::class_name(element) } else { asked };
    element == missing
}

impl Vm<'_> {
    /// Whether the innermost frame requests this class by `Class.forName`: it then gets the loader's
    /// exception.
    pub(crate) fn is_asked_for(&self, name: &str) -> bool {
        let Some(frame) = self.th.frames.last() else { return false };
        let native = self.native_called(self.th.frames.len() - 1);
        let Some(native) = native.filter(|m| **self.lib.text(m.name) == *"forName0") else { return false };
        let asked = self.th.stack[frame.sp as usize - native.argument_slots];
        is_itself(&self.text(Ref(asked)).replace('.', "/"), name)
    }
}

/// The domain of a class of the program: that of its place on the class path, or its loader's default domain.
/// For all other classes the body of `getProtectionDomain` has the answer.
fn protection_domain(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    // The class library asks for classes that it defines, where the answer does not matter.
    let is_asked_by_program = vm.th.frames.last().is_some_and(|f| f.method.class.loader != Loader::BOOT);
    match class.loader {
        Loader::APP if !class.is_array() && is_asked_by_program => return resource::domain(vm, at, class),
        Loader::BOOT | Loader::APP => {}
        loader => {
            let domain = vm.get_ref(vm.lib.loader_object(loader), "defaultDomain");
            if !domain.is_null() {
                return Ok(domain.0);
            }
        }
    }
    let descriptor = "()Ljava/security/ProtectionDomain;";
    let body = vm.system_method("java/lang/Class", "getProtectionDomain", descriptor)?;
    reflect::run_body(vm, at, body)
}

fn nest_members(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let host = vm.nest_host(class);
    let mut mirrors = vec![host.mirror()];
    let names = host.file().map_or_else(Vec::new, |f| f.nest_members.clone());
    for name in names {
        if let Ok(member) = vm.class_named(host, &name) {
            mirrors.push(member.mirror());
        }
    }
    mirrors_array(vm, &mirrors)
}

fn permitted(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let Some(names) = class.file().and_then(|f| f.permitted_subclasses.clone()) else { return Ok(0) };
    let mut mirrors = Vec::new();
    for name in names {
        if let Ok(subclass) = vm.class_named(class, &name) {
            mirrors.push(subclass.mirror());
        }
    }
    mirrors_array(vm, &mirrors)
}

fn declaring_class(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let Some(file) = class.file() else { return Ok(0) };
    let entry = file.inner_classes.iter().find(|i| i.inner == class.name);
    match entry.and_then(|i| i.outer.clone()) {
        Some(outer) => Ok(vm.class_named(class, &outer)?.mirror().0),
        None => Ok(0),
    }
}

fn declared_classes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let mut mirrors = Vec::new();
    if let Sort::Instance(file) = &class.sort {
        for inner in file.inner_classes.iter().filter(|i| i.outer.as_ref() == Some(&class.name)) {
            mirrors.push(vm.class_named(class, &inner.inner)?.mirror());
        }
    }
    mirrors_array(vm, &mirrors)
}

fn enclosing_method(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let Some(enclosing) = class.file().and_then(|f| f.enclosing_method.clone()) else { return Ok(0) };
    let outer = vm.class_named(class, &enclosing.class)?;
    let mut parts = vec![outer.mirror(), Ref::NULL, Ref::NULL];
    if let Some((name, descriptor)) = &enclosing.method {
        parts[1] = vm.literal_str(name)?;
        parts[2] = vm.literal_str(descriptor)?;
    }
    let object = vm.lib.known().object;
    Ok(vm.new_reference_array(object, &parts)?.0)
}

fn simple_binary_name(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = this(vm, at)?;
    let entry = class.file().and_then(|f| f.inner_classes.iter().find(|i| i.inner == class.name));
    let name = entry.and_then(|i| i.name.clone());
    optional_text(vm, name.as_deref())
}
