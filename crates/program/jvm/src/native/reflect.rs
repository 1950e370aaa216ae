//! java.lang.reflect: members as objects, calls and accesses by reflection, arrays, constant pools.
//!
//! Objects of java.lang.reflect are created by setting the fields of their classes, which have had the same
//! names since release 17. **Order**: fields, methods and constructors are in class-file order. HotSpot sorts
//! methods by the addresses of their names, so programs cannot rely on its order.

mod array;
mod call;
mod field;
mod members;
mod pool;

use super::Native;
use crate::trap::Trap;
use crate::vm::Vm;

pub(crate) use call::{enter_in_place, run_body};
pub(crate) use members::{declared_constructors, declared_fields, declared_methods, record_components};

pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Arguments, Constants, Fresh, Own};
    use Native::Function as F;
    match class {
        "java/lang/reflect/Array" => return array::find(name),
        "jdk/internal/reflect/ConstantPool" => return pool::find(name),
        _ => {}
    }
    if let Some(native) = field::find(class, name, descriptor) {
        return Some(native);
    }
    Some(match (class, name) {
        ("jdk/internal/reflect/Reflection", "getCallerClass") => F(Own, caller_class),
        ("jdk/internal/reflect/Reflection", "getClassAccessFlags") => {
            F(Constants, |vm, at| Ok(u64::from(super::class::this(vm, at)?.access)))
        }
        ("jdk/internal/reflect/Reflection", "areNestMates") => F(Constants, |vm, at| {
            let (a, b) = (super::class::this(vm, at)?, super::class::this(vm, at + 1)?);
            Ok(u64::from(vm.nest_host(a).id == vm.nest_host(b).id))
        }),
        ("jdk/internal/reflect/Reflection", "isCallerSensitive") => {
            F(Constants, members::is_caller_sensitive)
        }
        ("java/lang/reflect/Executable", "getParameters0") => F(Fresh, members::parameters),
        ("java/lang/reflect/Executable", "getTypeAnnotationBytes0") => {
            F(Fresh, members::method_type_annotations)
        }
        ("java/lang/reflect/Field", "getTypeAnnotationBytes0") => F(Fresh, members::field_type_annotations),
        (_, "invoke0") => F(Accesses, call::invoke),
        (_, "newInstance0") => F(Accesses, call::new_instance),
        ("jdk/internal/reflect/MethodHandleAccessorFactory", "useNativeAccessor") => {
            F(Constants, call::uses_native)
        }
        ("jdk/internal/reflect/MethodHandleAccessorFactory", "findCallerSensitiveAdapter") => Native::Nothing,
        // The method itself, in place of a handle.
        ("jdk/internal/reflect/MethodHandleAccessorFactory", "getDirectMethod") => {
            F(Arguments, |vm, at| Ok(vm.arg_ref(at).0))
        }
        ("jdk/internal/reflect/MethodHandleAccessorFactory", "newConstructorAccessor") => {
            F(Accesses, call::constructor_accessor)
        }
        ("jdk/internal/reflect/MethodHandleAccessorFactory", "newSerializableConstructorAccessor") => {
            F(Accesses, call::serializable_accessor)
        }
        ("jdk/internal/reflect/DirectMethodHandleAccessor", "invokeImpl") => {
            F(Accesses, call::invoke_accessor)
        }
        ("jdk/internal/reflect/DirectConstructorHandleAccessor", "invokeImpl") => {
            F(Accesses, call::construct_accessor)
        }
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

/// The class that called the requesting method. Frames of reflection and of method handles are skipped.
fn caller_class(vm: &mut Vm<'_>, _: usize) -> Result<u64, Trap> {
    let frames = vm.th.frames.iter().rev().skip(1);
    // Reflection and the forms of method handles are skipped.
    let is_glue = |method: crate::class::MethodRef| {
        let name = &*method.class.name;
        name == "java/lang/reflect/Method"
            || name.starts_with("jdk/internal/reflect/")
            || (name.starts_with("java/lang/invoke/") && crate::exception::is_hidden(method))
    };
    let caller = frames.map(|f| f.method).find(|m| !is_glue(m));
    Ok(caller.map_or(0, |m| m.class.mirror().0))
}
