//! java.lang.Math and StrictMath: what the class library leaves to the machine.
//!
//! Square roots are exact. Until release 20 StrictMath's transcendental functions are native and stand for fdlibm's; here
//! they are `libm`'s, a port of the same algorithms. Later releases have them in Java, which then runs.

use crate::native::Native;
use crate::vm::Vm;

/// What stands in for a function.
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let unary = descriptor == "(D)D";
    let binary = descriptor == "(DD)D";
    let function: crate::native::Function = match name {
        "sqrt" if unary => |vm, at| Ok(first(vm, at).sqrt().to_bits()),
        _ if class != "java/lang/StrictMath" => return None,
        "sin" if unary => |vm, at| Ok(libm::sin(first(vm, at)).to_bits()),
        "cos" if unary => |vm, at| Ok(libm::cos(first(vm, at)).to_bits()),
        "tan" if unary => |vm, at| Ok(libm::tan(first(vm, at)).to_bits()),
        "asin" if unary => |vm, at| Ok(libm::asin(first(vm, at)).to_bits()),
        "acos" if unary => |vm, at| Ok(libm::acos(first(vm, at)).to_bits()),
        "atan" if unary => |vm, at| Ok(libm::atan(first(vm, at)).to_bits()),
        "log" if unary => |vm, at| Ok(libm::log(first(vm, at)).to_bits()),
        "log10" if unary => |vm, at| Ok(libm::log10(first(vm, at)).to_bits()),
        "log1p" if unary => |vm, at| Ok(libm::log1p(first(vm, at)).to_bits()),
        "expm1" if unary => |vm, at| Ok(libm::expm1(first(vm, at)).to_bits()),
        "sinh" if unary => |vm, at| Ok(libm::sinh(first(vm, at)).to_bits()),
        "cosh" if unary => |vm, at| Ok(libm::cosh(first(vm, at)).to_bits()),
        "tanh" if unary => |vm, at| Ok(libm::tanh(first(vm, at)).to_bits()),
        "atan2" if binary => |vm, at| Ok(libm::atan2(first(vm, at), first(vm, at + 2)).to_bits()),
        "IEEEremainder" if binary => |vm, at| Ok(libm::remainder(first(vm, at), first(vm, at + 2)).to_bits()),
        _ => return None,
    };
    Some(Native::Function(function))
}

fn first(vm: &Vm<'_>, at: usize) -> f64 {
    f64::from_bits(vm.th.stack[at])
}
