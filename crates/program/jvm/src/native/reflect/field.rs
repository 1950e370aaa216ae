//! Reflective access to fields since release 22, where accessors use method handles.
//!
//! (Before, accessors use Unsafe and need nothing from the machine.) The accessors here hold no handles: the
//! methods that would invoke one read or write the field themselves, as the handle would, with the field's
//! own mode.

use super::call::{ensure_initialised, enter_in_place, run_body};
use crate::class::{FieldRef, Kind, MethodRef};
use crate::descriptor;
use crate::heap::Ref;
use crate::interpret::memory_flags;
use crate::native::Native;
use crate::native::misc::reflected_field;
use crate::native::touch::Touches::Accesses;
use crate::state::Then;
use crate::trap::{ILLEGAL_ARGUMENT, NULL_POINTER, Trap, raise, raise_with};
use crate::vm::Vm;

const IS_READ_ONLY: u64 = 0x1;
const IS_STATIC: u64 = 0x2;
const NONZERO: u64 = 0x8000;

/// The names of a kind in an accessor's class and in its methods.
fn names(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Boolean => ("Boolean", "Boolean"),
        Kind::Byte => ("Byte", "Byte"),
        Kind::Char => ("Character", "Char"),
        Kind::Short => ("Short", "Short"),
        Kind::Int => ("Integer", "Int"),
        Kind::Float => ("Float", "Float"),
        Kind::Long => ("Long", "Long"),
        Kind::Double => ("Double", "Double"),
        Kind::Reference | Kind::Void => ("Object", ""),
    }
}

pub(super) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    if class == "jdk/internal/reflect/MethodHandleAccessorFactory" && name == "newFieldAccessor" {
        return Some(Native::Function(Accesses, new_accessor));
    }
    let own = class.strip_prefix("jdk/internal/reflect/MethodHandle")?.strip_suffix("FieldAccessorImpl")?;
    let kinds = Kind::PRIMITIVES.into_iter().take(8).chain([Kind::Reference]);
    let kind = kinds.into_iter().find(|&k| names(k).0 == own)?;
    let is_instance = descriptor.starts_with("(Ljava/lang/Object;");
    if is_instance && name.strip_prefix("get") == Some(names(kind).1) {
        return Some(Native::Function(Accesses, get));
    }
    (is_instance && name.strip_prefix("set") == Some(names(kind).1))
        .then_some(Native::Function(Accesses, set))
}

/// `MethodHandleAccessorFactory.newFieldAccessor(Field, boolean isReadOnly)`.
fn new_accessor(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let field = reflected_field(vm, at)?;
    ensure_initialised(vm, field.class)?;
    let name = format!("jdk/internal/reflect/MethodHandle{}FieldAccessorImpl", names(field.kind).0);
    let class = vm.system_class(&name)?;
    vm.initialise(class)?;
    let accessor = vm.new_object(class)?;
    vm.put(accessor, "field", vm.arg_ref(at).0);
    let read_only = if vm.arg_int(at + 1) == 0 { 0 } else { IS_READ_ONLY };
    let is_static = if field.is_static() { IS_STATIC } else { 0 };
    vm.put(accessor, "fieldFlags", NONZERO | read_only | is_static);
    Ok(accessor.0)
}

/// The field of the accessor at `at`.
fn field_of(vm: &Vm<'_>, at: usize) -> Result<FieldRef, Trap> {
    let object = vm.get_ref(vm.arg_object(at)?, "field");
    let class = vm.class_of_mirror(vm.get_ref(object, "clazz"));
    let slot = vm.get(object, "slot") as usize;
    match class.and_then(|c| c.fields().get(slot).copied()) {
        Some(field) => Ok(field),
        None => raise(ILLEGAL_ARGUMENT),
    }
}

/// The object that holds the field: the mirror for a static one.
fn holder(vm: &mut Vm<'_>, at: usize, field: FieldRef, verb: &str) -> Result<Ref, Trap> {
    if field.is_static() {
        return Ok(field.class.mirror());
    }
    let object = vm.arg_ref(at + 1);
    if object.is_null() {
        // The handle checks it in hidden code, for which there is no message.
        let exception = vm.new_throwable(NULL_POINTER, None, None)?;
        vm.put(exception, "extendedMessageState", 2);
        return Err(Trap::Throw(exception));
    }
    if vm.class_of(object).is_subtype(field.class) {
        return Ok(object);
    }
    let text = format!(
        "Can not {verb}{} {} field {}.{} on {}",
        if field.is_final() { " final" } else { "" },
        type_name(vm, field),
        field.class.external_name(),
        vm.lib.text(field.name),
        vm.class_of(object).external_name()
    );
    raise_with(ILLEGAL_ARGUMENT, text)
}

/// The type name as returned by `Class.getName`.
fn type_name(vm: &Vm<'_>, field: FieldRef) -> String {
    let text = vm.lib.text(field.descriptor);
    if text.starts_with('[') { text.replace('/', ".") } else { descriptor::external(text) }
}

/// `get…(Object)` for the field's own type.
fn get(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let field = field_of(vm, at)?;
    let object = holder(vm, at, field, "get")?;
    let value = vm.read_field(object, field.word, memory_flags(field))?;
    Ok(field.kind.extend(value))
}

/// `set…(Object, …)` for the field's own type.
fn set(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let field = field_of(vm, at)?;
    let accessor = vm.arg_ref(at);
    let is_read_only = vm.get(accessor, "fieldFlags") & IS_READ_ONLY != 0;
    let value = vm.th.stack[at + 2];
    if field.kind == Kind::Reference {
        let object = vm.arg_ref(at + 1);
        let fits = !object.is_null() && vm.class_of(object).is_subtype(field.class);
        if is_read_only || !(field.is_static() || fits) {
            // The body throws before it uses the handle.
            let body = body(vm, at, field.kind)?;
            return run_body(vm, at, body);
        }
        let type_of = vm.class_of_descriptor(field.class, &vm.lib.text(field.descriptor).clone())?;
        if value != 0 && !vm.class_of(Ref(value)).is_subtype(type_of) {
            let method = vm.system_method(
                "jdk/internal/reflect/FieldAccessorImpl",
                "throwSetIllegalArgumentException",
                "(Ljava/lang/Object;)V",
            )?;
            return enter_in_place(vm, at, method, &[accessor.0, value], Then::Return);
        }
    } else if is_read_only {
        let body = body(vm, at, field.kind)?;
        return run_body(vm, at, body);
    }
    let object = holder(vm, at, field, "set")?;
    vm.write_field(object, field.word, memory_flags(field), field.kind.cut(value))?;
    Ok(0)
}

/// The Java body of the accessor's own `set…`.
fn body(vm: &mut Vm<'_>, at: usize, kind: Kind) -> Result<MethodRef, Trap> {
    let class = vm.class_of(vm.arg_ref(at)).name.to_string();
    let value = kind.primitive().map_or("Ljava/lang/Object;", |p| p.1);
    let descriptor = format!("(Ljava/lang/Object;{value})V");
    vm.system_method(&class, &format!("set{}", names(kind).1), &descriptor)
}
