//! java.lang.reflect.Array: elements of arrays whose type is known only at run time.

use super::call::{MISMATCH, widen};
use crate::class::Kind;
use crate::heap::Ref;
use crate::native::Native;
use crate::native::class::this;
use crate::trap::{ILLEGAL_ARGUMENT, Trap, raise, raise_with};
use crate::vm::Vm;

pub(super) fn find(name: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Constants, Fresh};
    use Native::Function as F;
    Some(match name {
        "getLength" => F(Constants, |vm, at| {
            let (array, _) = array(vm, at)?;
            Ok(vm.length(array) as u64)
        }),
        "get" => F(Accesses, get),
        "set" => F(Accesses, set),
        "getBoolean" => F(Accesses, |vm, at| get_as(vm, at, Kind::Boolean)),
        "getByte" => F(Accesses, |vm, at| get_as(vm, at, Kind::Byte)),
        "getChar" => F(Accesses, |vm, at| get_as(vm, at, Kind::Char)),
        "getShort" => F(Accesses, |vm, at| get_as(vm, at, Kind::Short)),
        "getInt" => F(Accesses, |vm, at| get_as(vm, at, Kind::Int)),
        "getLong" => F(Accesses, |vm, at| get_as(vm, at, Kind::Long)),
        "getFloat" => F(Accesses, |vm, at| get_as(vm, at, Kind::Float)),
        "getDouble" => F(Accesses, |vm, at| get_as(vm, at, Kind::Double)),
        "setBoolean" => F(Accesses, |vm, at| set_as(vm, at, Kind::Boolean)),
        "setByte" => F(Accesses, |vm, at| set_as(vm, at, Kind::Byte)),
        "setChar" => F(Accesses, |vm, at| set_as(vm, at, Kind::Char)),
        "setShort" => F(Accesses, |vm, at| set_as(vm, at, Kind::Short)),
        "setInt" => F(Accesses, |vm, at| set_as(vm, at, Kind::Int)),
        "setLong" => F(Accesses, |vm, at| set_as(vm, at, Kind::Long)),
        "setFloat" => F(Accesses, |vm, at| set_as(vm, at, Kind::Float)),
        "setDouble" => F(Accesses, |vm, at| set_as(vm, at, Kind::Double)),
        "newArray" => F(Fresh, new_array),
        "multiNewArray" => F(Accesses, new_multi_array),
        _ => return None,
    })
}

/// The array argument and the kind of its elements.
fn array(vm: &Vm<'_>, at: usize) -> Result<(Ref, Kind), Trap> {
    let array = vm.arg_object(at)?;
    match vm.class_of(array).component() {
        Some((_, kind)) => Ok((array, kind)),
        None => raise_with(ILLEGAL_ARGUMENT, "Argument is not an array"),
    }
}

/// The same, for the methods named after a primitive type.
fn primitive_array(vm: &Vm<'_>, at: usize) -> Result<(Ref, Kind), Trap> {
    match array(vm, at)? {
        (_, Kind::Reference) => raise_with(ILLEGAL_ARGUMENT, "Argument is not an array of primitive type"),
        found => Ok(found),
    }
}

/// The index argument, which must lie in the array.
fn index(vm: &Vm<'_>, at: usize, array: Ref) -> Result<usize, Trap> {
    let index = vm.arg_int(at + 1);
    if index < 0 || index as usize >= vm.length(array) {
        return raise("java/lang/ArrayIndexOutOfBoundsException");
    }
    Ok(index as usize)
}

fn get(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (array, kind) = array(vm, at)?;
    let index = index(vm, at, array)?;
    let value = vm.read_element(array, index, kind)?;
    Ok(vm.box_value(kind, value)?.0)
}

fn get_as(vm: &mut Vm<'_>, at: usize, wanted: Kind) -> Result<u64, Trap> {
    let (array, kind) = primitive_array(vm, at)?;
    let index = index(vm, at, array)?;
    let value = vm.read_element(array, index, kind)?;
    match widen(kind, value, wanted) {
        Some(value) => Ok(value),
        None => raise_with(ILLEGAL_ARGUMENT, MISMATCH),
    }
}

fn set(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (array, kind) = array(vm, at)?;
    let object = vm.arg_ref(at + 2);
    if kind == Kind::Reference {
        let index = index(vm, at, array)?;
        let component = vm.class_of(array).component().map(|(component, _)| component);
        if !object.is_null() && component.is_some_and(|c| !vm.class_of(object).is_subtype(c)) {
            return raise_with(ILLEGAL_ARGUMENT, "array element type mismatch");
        }
        vm.write_element(array, index, kind, object.0)?;
        return Ok(0);
    }
    if object.is_null() {
        return raise(ILLEGAL_ARGUMENT);
    }
    let Some((own, value)) = vm.unbox(object) else { return raise_with(ILLEGAL_ARGUMENT, MISMATCH) };
    store(vm, at, array, (own, value), kind)
}

fn set_as(vm: &mut Vm<'_>, at: usize, given: Kind) -> Result<u64, Trap> {
    let (array, kind) = primitive_array(vm, at)?;
    let value = given.extend(given.cut(vm.th.stack[at + 2]));
    store(vm, at, array, (given, value), kind)
}

fn store(
    vm: &mut Vm<'_>,
    at: usize,
    array: Ref,
    (given, value): (Kind, u64),
    kind: Kind,
) -> Result<u64, Trap> {
    let Some(value) = widen(given, value, kind) else { return raise_with(ILLEGAL_ARGUMENT, MISMATCH) };
    let index = index(vm, at, array)?;
    vm.write_element(array, index, kind, value)?;
    Ok(0)
}

/// `newArray(Class<?> componentType, int length)`.
fn new_array(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let component = this(vm, at)?;
    let length = vm.arg_int(at + 1);
    let is_void = component.id == vm.lib.primitive(Kind::Void).id;
    if is_void || dimensions(&component.name) >= 255 {
        return raise(ILLEGAL_ARGUMENT);
    }
    let class = vm.lib.array_class(&mut vm.st.heap, component);
    Ok(vm.new_array_checked(class, length)?.0)
}

fn dimensions(name: &str) -> usize {
    name.bytes().take_while(|&b| b == b'[').count()
}

/// `multiNewArray(Class<?> componentType, int[] dimensions)`.
fn new_multi_array(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let component = this(vm, at)?;
    let count = vm.length(vm.arg_object(at + 1)?);
    let is_void = component.id == vm.lib.primitive(Kind::Void).id;
    if is_void || count == 0 || dimensions(&component.name) + count > 255 {
        return raise(ILLEGAL_ARGUMENT);
    }
    let array = vm.own_array(at + 1, Kind::Int)?;
    let mut lengths = Vec::with_capacity(count);
    for i in 0..count {
        lengths.push(vm.read_element(array, i, Kind::Int)? as u32 as i32);
    }
    if let Some(negative) = lengths.iter().find(|&&l| l < 0) {
        return raise_with("java/lang/NegativeArraySizeException", negative.to_string());
    }
    let mut class = component;
    for _ in 0..count {
        class = vm.lib.array_class(&mut vm.st.heap, class);
    }
    Ok(vm.new_multi_array(class, &lengths)?.0)
}
