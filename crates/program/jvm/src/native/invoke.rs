//! java.lang.invoke: what the class library's own method handles need from the machine.

use super::Native;
use crate::interpret::{FIELD_REFERENCE, FIELD_VOLATILE};
use crate::trap::{Trap, raise_with};
use crate::vm::Vm;

const MEMBER: &str = "the name of a member, which is completed in the same way by whoever comes first";

pub(crate) fn find(class: &str, name: &str, _descriptor: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Fresh, Given};
    use Native::{Function as F, Nothing};
    if class != "java/lang/invoke/MethodHandleNatives" {
        return None;
    }
    Some(match name {
        "init" => F(Given(MEMBER), |vm, at| {
            let (member, reflected) = (vm.arg_object(at)?, vm.arg_object(at + 1)?);
            vm.init_member(member, reflected)?;
            Ok(0)
        }),
        "expand" => F(Given(MEMBER), |vm, at| {
            let member = vm.arg_object(at)?;
            vm.expand_member(member)?;
            Ok(0)
        }),
        "resolve" => F(Given(MEMBER), resolve),
        "objectFieldOffset" => F(Given(MEMBER), |vm, at| field_offset(vm, at, false)),
        "staticFieldOffset" => F(Given(MEMBER), |vm, at| field_offset(vm, at, true)),
        "staticFieldBase" => F(Given(MEMBER), |vm, at| {
            let member = vm.arg_object(at)?;
            match vm.field_of_member(member) {
                Some(field) if field.is_static() => Ok(field.class.mirror().0),
                _ => raise_with("java/lang/InternalError", "static field required"),
            }
        }),
        "getMemberVMInfo" => F(Fresh, member_info),
        "setCallSiteTargetNormal" => F(Accesses, |vm, at| set_target(vm, at, FIELD_REFERENCE)),
        "setCallSiteTargetVolatile" => {
            F(Accesses, |vm, at| set_target(vm, at, FIELD_REFERENCE | FIELD_VOLATILE))
        }
        // No compiled code depends on call sites; the class library checks its constants under -esa only.
        "clearCallSiteContext" | "getNamedCon" => Nothing,
        _ => return None,
    })
}

/// `resolve(MemberName self, Class<?> caller, int lookupMode, boolean speculative)`.
fn resolve(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let member = vm.arg_object(at)?;
    let caller = vm.class_of_mirror(vm.arg_ref(at + 1));
    let is_speculative = vm.arg_int(at + 3) != 0;
    if vm.method_of_member(member)?.is_some() {
        return Ok(member.0);
    }
    match vm.resolve_member(member, caller) {
        Ok(()) => Ok(member.0),
        Err(Trap::Raise(..)) if is_speculative => Ok(0),
        Err(trap) => Err(trap),
    }
}

fn field_offset(vm: &mut Vm<'_>, at: usize, of_static: bool) -> Result<u64, Trap> {
    let member = vm.arg_object(at)?;
    match vm.field_of_member(member) {
        Some(field) if field.is_static() == of_static => Ok(field.offset()),
        _ if of_static => raise_with("java/lang/InternalError", "static field required"),
        _ => raise_with("java/lang/InternalError", "non-static field required"),
    }
}

/// `getMemberVMInfo(MemberName)`: the index, and the class or name that it refers to.
fn member_info(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let member = vm.arg_object(at)?;
    let index = vm.box_value(crate::class::Kind::Long, vm.member_index(member))?;
    let second = if vm.method_of_member(member)?.is_some() { member } else { vm.get_ref(member, "clazz") };
    let object = vm.lib.known().object;
    Ok(vm.new_reference_array(object, &[index, second])?.0)
}

fn set_target(vm: &mut Vm<'_>, at: usize, flags: u32) -> Result<u64, Trap> {
    let (site, target) = (vm.arg_object(at)?, vm.arg_ref(at + 1));
    let Some(field) = vm.field_named(vm.class_of(site), "target") else {
        return raise_with("java/lang/InternalError", "a call site without a target");
    };
    vm.write_field(site, field.word, flags, target.0)?;
    Ok(0)
}
