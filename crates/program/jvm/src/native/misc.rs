//! jdk.internal.*, sun.*, java.util.* and the rest.

use super::Native;
use crate::class::{ClassRef, FieldRef, flag};
use crate::heap::Ref;
use crate::objects::ARRAY_BASE;
use crate::observer::{Bulk, Kept};
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;

#[expect(clippy::too_many_lines, reason = "a flat table")]
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Action, Arguments, Constants, Fresh, State};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("jdk/internal/misc/Unsafe", "arrayBaseOffset0") => F(Arguments, |_, _| Ok(ARRAY_BASE as u64)),
        ("jdk/internal/misc/Unsafe", "arrayIndexScale0") => F(Constants, |vm, at| {
            let class = super::class::this(vm, at + 1)?;
            Ok(class.component().map_or(0, |(_, kind)| kind.size() as u64))
        }),
        ("jdk/internal/misc/Unsafe", "objectFieldOffset1") => F(Constants, field_offset_by_name),
        ("jdk/internal/misc/Unsafe", "knownObjectFieldOffset0") => F(Constants, field_offset_by_name),
        ("jdk/internal/misc/Unsafe", "objectFieldOffset0") => {
            F(Constants, |vm, at| field_offset(vm, at, false))
        }
        ("jdk/internal/misc/Unsafe", "staticFieldOffset0") => {
            F(Constants, |vm, at| field_offset(vm, at, true))
        }
        ("jdk/internal/misc/Unsafe", "staticFieldBase0") => {
            F(Constants, |vm, at| Ok(reflected_field(vm, at + 1)?.class.mirror().0))
        }
        ("jdk/internal/misc/Unsafe", "ensureClassInitialized0") => F(Action, |vm, at| {
            let class = super::class::this(vm, at + 1)?;
            vm.initialise(class)?;
            Ok(0)
        }),
        ("jdk/internal/misc/Unsafe", "shouldBeInitialized0") => {
            F(State("the class library asks it to leave out a check that finds the same"), |vm, at| {
                let class = super::class::this(vm, at + 1)?;
                Ok(u64::from(!vm.may_use(class)))
            })
        }
        ("jdk/internal/misc/Unsafe", "allocateInstance") => F(Accesses, |vm, at| {
            let class = super::class::this(vm, at + 1)?;
            // JVMS new; only the machine creates mirrors.
            let is_abstract = class.access & (flag::ABSTRACT | flag::INTERFACE) != 0;
            if is_abstract || class.is_array() || class.id == vm.lib.known().class.id {
                return raise_with("java/lang/InstantiationException", class.external_name());
            }
            vm.initialise(class)?;
            Ok(vm.new_object_checked(class)?.0)
        }),
        ("jdk/internal/misc/Unsafe", "allocateUninitializedArray") => F(Fresh, |vm, at| {
            let component = super::class::this(vm, at + 1)?;
            let length = vm.arg_int(at + 2);
            let class = vm.lib.array_class(&mut vm.st.heap, component);
            Ok(vm.new_array_checked(class, length)?.0)
        }),
        ("jdk/internal/misc/Unsafe", "throwException") => {
            F(Arguments, |vm, at| Err(Trap::Throw(vm.arg_object(at + 1)?)))
        }
        ("jdk/internal/misc/Unsafe", "park") => {
            F(Action, |vm, at| vm.park(vm.arg_int(at + 1) != 0, vm.arg_long(at + 2)).map(|()| 0))
        }
        ("jdk/internal/misc/Unsafe", "unpark") => F(Action, |vm, at| {
            vm.unpark(vm.arg_ref(at + 1))?;
            Ok(0)
        }),
        ("jdk/internal/misc/Unsafe", "copyMemory0") => F(Accesses, copy_memory),
        ("jdk/internal/misc/Unsafe", "copySwapMemory0") => F(Accesses, copy_swapped),
        ("jdk/internal/misc/Unsafe", "setMemory0") => F(Accesses, fill_memory),
        ("jdk/internal/util/ArraysSupport", "vectorizedMismatch") => F(Accesses, mismatch),
        ("jdk/internal/misc/Unsafe", "allocateMemory0") => {
            F(State("an address depends on what its own thread has allocated before"), |vm, at| {
                vm.allocate_memory(vm.arg_long(at + 1))
            })
        }
        ("jdk/internal/misc/Unsafe", "freeMemory0") => F(Action, |vm, at| {
            // A later use of the block is reported as invalid.
            let address = vm.arg_long(at + 1) as u64;
            if let Some(&block) = vm.st.outside.get(&address) {
                vm.uses_kept(block, Kept::Ends)?;
            }
            vm.free_memory(address);
            Ok(0)
        }),
        ("jdk/internal/misc/CDS", "getRandomSeedForDumping") => F(Arguments, |_, _| Ok(0x5eed)),
        ("jdk/internal/misc/CDS", _) => Nothing,
        ("jdk/internal/misc/VM", "initialize" | "initializeFromArchive") => Nothing,
        ("jdk/internal/misc/VM", "latestUserDefinedLoader0") => {
            F(Constants, |vm, _| Ok(vm.lib.app_loader.get().map_or(0, |l| l.0)))
        }
        ("jdk/internal/misc/VM", "getNanoTimeAdjustment") => F(Action, |vm, at| {
            let offset = vm.arg_long(at);
            let now = (crate::monitor::EPOCH_MILLIS * 1_000_000).saturating_add(vm.look_at_clock()?);
            Ok(now.wrapping_sub(offset.wrapping_mul(1_000_000_000)) as u64)
        }),
        ("jdk/internal/misc/Signal", "findSignal0") => F(Arguments, |_, _| Ok(u64::from(-1_i32 as u32))),
        ("jdk/internal/misc/Signal", "handle0" | "raise0") => Nothing,
        ("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled") => {
            F(Constants, |vm, _| Ok(u64::from(vm.lib.has_preview())))
        }
        ("jdk/internal/util/SystemProps$Raw", "platformProperties") => {
            F(Fresh, crate::boot::platform_properties)
        }
        ("jdk/internal/util/SystemProps$Raw", "vmProperties") => F(Fresh, crate::boot::vm_properties),
        ("java/lang/Thread$ThreadIdentifiers", "next") => F(Action, |vm, _| {
            if let Some(observer) = vm.observer() {
                observer.before_thread_id(vm)?;
            }
            vm.st.next_thread_id += 1;
            Ok(vm.st.next_thread_id)
        }),
        (
            "java/security/AccessController",
            "getStackAccessControlContext" | "getInheritedAccessControlContext",
        ) => Nothing,
        ("java/security/AccessController", "ensureMaterializedForStackWalk") => Nothing,
        ("java/security/AccessController", "getProtectionDomain") => Nothing,
        ("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8") => F(Arguments, |_, _| Ok(1)),
        ("jdk/internal/jimage/NativeImageBuffer", "getNativeMap") => Nothing,
        ("java/util/concurrent/atomic/Striped64", "getProbe") => return None,
        ("java/lang/ProcessImpl", "init") => Nothing,
        ("java/util/TimeZone", "getSystemTimeZoneID") => F(Constants, |vm, _| Ok(vm.literal_str("UTC")?.0)),
        ("java/util/TimeZone", "getSystemGMTOffsetID") => F(Constants, |vm, _| Ok(vm.literal_str("GMT")?.0)),
        _ => {
            let _ = descriptor;
            return None;
        }
    })
}

/// `objectFieldOffset1(Class, String)`.
fn field_offset_by_name(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let class = super::class::this(vm, at + 1)?;
    let name = vm.text(vm.arg_object(at + 2)?);
    match vm.field_named(class, &name) {
        Some(field) => Ok(field.offset()),
        None => raise_with("java/lang/InternalError", name),
    }
}

/// The field that a java.lang.reflect.Field represents.
pub(crate) fn reflected_field(vm: &mut Vm<'_>, at: usize) -> Result<FieldRef, Trap> {
    let object = vm.arg_object(at)?;
    let class: Option<ClassRef> = vm.class_of_mirror(vm.get_ref(object, "clazz"));
    let slot = vm.get(object, "slot") as usize;
    match class.and_then(|c| c.fields().get(slot).copied()) {
        Some(field) => Ok(field),
        None => raise(crate::trap::ILLEGAL_ARGUMENT),
    }
}

fn field_offset(vm: &mut Vm<'_>, at: usize, is_static: bool) -> Result<u64, Trap> {
    let field = reflected_field(vm, at + 1)?;
    if field.is_static() != is_static { raise(crate::trap::ILLEGAL_ARGUMENT) } else { Ok(field.offset()) }
}

/// `copyMemory0(Object, long, Object, long, long)`, and `copySwapMemory0` with an element size appended.
fn copy_memory(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    copy(vm, at, 1)
}

fn copy_swapped(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let size = vm.arg_long(at + 9).clamp(1, 8) as usize;
    copy(vm, at, size)
}

fn copy(vm: &mut Vm<'_>, at: usize, element: usize) -> Result<u64, Trap> {
    let (source, target) = (vm.arg_ref(at + 1), vm.arg_ref(at + 4));
    let (from, to, length) = (vm.arg_long(at + 2), vm.arg_long(at + 5), vm.arg_long(at + 7));
    let (Ok(from), Ok(to), Ok(length)) =
        (usize::try_from(from), usize::try_from(to), usize::try_from(length))
    else {
        return raise(crate::trap::ILLEGAL_ARGUMENT);
    };
    let (from, to) = (vm.located(source, from, length)?, vm.located(target, to, length)?);
    if let Some(observer) = vm.is_gradual(from.0, to.0) {
        let swaps = element > 1;
        let unit = if swaps { element } else { unit(vm, &[(source, from.1), (target, to.1)], length) };
        observer.bulk(vm, Bulk::Copy { source: from, target: to, length, unit, swaps })?;
        return Ok(0);
    }
    let mut bytes = vm.memory(from.0, from.1, length)?;
    bytes.chunks_mut(element).for_each(<[u8]>::reverse);
    vm.set_memory(to.0, to.1, &bytes)?;
    Ok(0)
}

/// How much is copied or filled at once: elements of arrays, and off-heap as much as the alignment allows
/// (jdk.internal.misc.Unsafe.copyMemory: "in coherent units").
fn unit(vm: &Vm<'_>, places: &[(Ref, usize)], length: usize) -> usize {
    let elements = places.iter().filter(|(object, _)| !object.is_null());
    let size =
        elements.filter_map(|(object, _)| vm.class_of(*object).component()).map(|(_, kind)| kind.size());
    let largest = size.max().unwrap_or(8);
    let fits =
        |unit: &usize| length.is_multiple_of(*unit) && places.iter().all(|(_, at)| at.is_multiple_of(*unit));
    [8, 4, 2].into_iter().filter(|unit| *unit <= largest).find(fits).unwrap_or(1)
}

/// `setMemory0(Object, long, long, byte)`.
fn fill_memory(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let target = vm.arg_ref(at + 1);
    let (to, length, byte) = (vm.arg_long(at + 2), vm.arg_long(at + 4), vm.arg_int(at + 6) as u8);
    let (Ok(to), Ok(length)) = (usize::try_from(to), usize::try_from(length)) else {
        return raise(crate::trap::ILLEGAL_ARGUMENT);
    };
    let to = vm.located(target, to, length)?;
    if let Some(observer) = vm.is_gradual(to.0, to.0) {
        let unit = unit(vm, &[(target, to.1)], length);
        observer.bulk(vm, Bulk::Fill { target: to, length, unit, byte })?;
        return Ok(0);
    }
    vm.set_memory(to.0, to.1, &vec![byte; length.min(vm.limits.array_bytes as usize)])?;
    Ok(0)
}

/// `ArraysSupport.vectorizedMismatch(Object, long, Object, long, int length, int log2OfSize)`: the first
/// element that differs, or the complement of how many are still to be compared. For arrays that others may
/// write that is all of them: the caller then compares one by one.
fn mismatch(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let (length, scale) = (vm.arg_int(at + 6).max(0) as usize, vm.arg_int(at + 7) & 3);
    let bytes = length << scale;
    let [a, b] = [at, at + 3].map(|at| vm.located(vm.arg_ref(at), vm.arg_long(at + 1) as usize, bytes));
    let (a, b) = (a?, b?);
    if vm.is_gradual(a.0, b.0).is_some() {
        return Ok(u64::from(!(length as u32)));
    }
    let (a, b) = (vm.memory(a.0, a.1, bytes)?, vm.memory(b.0, b.1, bytes)?);
    let first = a.iter().zip(&b).position(|(a, b)| a != b);
    Ok(u64::from(first.map_or(!0, |byte| (byte >> scale) as u32)))
}
