//! java.lang.reflect: members as objects, calls by reflection.

use super::Native;
use crate::trap::Trap;
use crate::vm::Vm;

pub(crate) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    use Native::Function as F;
    Some(match (class, name) {
        ("jdk/internal/reflect/Reflection", "getCallerClass") => F(caller_class),
        ("jdk/internal/reflect/Reflection", "getClassAccessFlags") => {
            F(|vm, at| Ok(u64::from(super::class::this(vm, at)?.access)))
        }
        ("jdk/internal/reflect/Reflection", "areNestMates") => F(|vm, at| {
            let (a, b) = (super::class::this(vm, at)?, super::class::this(vm, at + 1)?);
            Ok(u64::from(vm.nest_host(a).id == vm.nest_host(b).id))
        }),
        ("java/lang/reflect/Array", "newArray") => F(|vm, at| {
            let component = super::class::this(vm, at)?;
            let length = vm.arg_int(at + 1);
            let class = vm.lib.array_class(&mut vm.st.heap, component);
            Ok(vm.new_array_checked(class, length)?.0)
        }),
        _ => return None,
    })
}

/// A `byte[]` or null.
pub(crate) fn optional_bytes(vm: &mut Vm<'_>, bytes: Option<&classfile::Bytes>) -> Result<u64, Trap> {
    match bytes {
        Some(bytes) => Ok(vm.new_bytes(bytes)?.0),
        None => Ok(0),
    }
}

/// The class that called the method that asks.
fn caller_class(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let frames = vm.th.frames.iter().rev().skip(1);
    let is_glue = |name: &str| {
        name == "java/lang/reflect/Method"
            || name.starts_with("jdk/internal/reflect/")
            || name.starts_with("java/lang/invoke/")
    };
    let caller = frames.map(|f| f.method.class).find(|c| !is_glue(&c.name) && !c.is_hidden);
    Ok(caller.map_or(0, |c| c.mirror().0))
}

/// `Class.getDeclaredFields0(boolean publicOnly)`.
pub(crate) fn declared_fields(_vm: &mut Vm<'_>, _at: usize) -> Result<u64, Trap> {
    Err(Trap::Unsupported("Class.getDeclaredFields".into()))
}

/// `Class.getDeclaredMethods0(boolean publicOnly)`.
pub(crate) fn declared_methods(_vm: &mut Vm<'_>, _at: usize) -> Result<u64, Trap> {
    Err(Trap::Unsupported("Class.getDeclaredMethods".into()))
}

/// `Class.getDeclaredConstructors0(boolean publicOnly)`.
pub(crate) fn declared_constructors(_vm: &mut Vm<'_>, _at: usize) -> Result<u64, Trap> {
    Err(Trap::Unsupported("Class.getDeclaredConstructors".into()))
}

/// `Class.getRecordComponents0()`.
pub(crate) fn record_components(_vm: &mut Vm<'_>, _at: usize) -> Result<u64, Trap> {
    Err(Trap::Unsupported("Class.getRecordComponents".into()))
}
