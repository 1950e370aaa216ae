//! java.lang.Math and StrictMath: the functions that the class library leaves to the machine.
//!
//! Square roots are exact. Until release 20 StrictMath's transcendental functions are native, implemented by
//! fdlibm. Later releases have them in Java, which then runs. **Promises** fdlibm's results to the last bit,
//! and one NaN for all.

use crate::fdlibm;
use crate::native::Native;
use crate::native::touch::Touches;
use crate::vm::Vm;

/// The native replacement for a function.
pub(crate) fn find(class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let unary = descriptor == "(D)D";
    let binary = descriptor == "(DD)D";
    let function: crate::native::Function = match name {
        "sqrt" if unary => |vm, at| Ok(answer(first(vm, at).sqrt())),
        _ if class != "java/lang/StrictMath" => return None,
        "sin" if unary => |vm, at| Ok(answer(fdlibm::sin(first(vm, at)))),
        "cos" if unary => |vm, at| Ok(answer(fdlibm::cos(first(vm, at)))),
        "tan" if unary => |vm, at| Ok(answer(fdlibm::tan(first(vm, at)))),
        "asin" if unary => |vm, at| Ok(answer(fdlibm::asin(first(vm, at)))),
        "acos" if unary => |vm, at| Ok(answer(fdlibm::acos(first(vm, at)))),
        "atan" if unary => |vm, at| Ok(answer(fdlibm::atan(first(vm, at)))),
        "log" if unary => |vm, at| Ok(answer(fdlibm::log(first(vm, at)))),
        "log10" if unary => |vm, at| Ok(answer(fdlibm::log10(first(vm, at)))),
        "log1p" if unary => |vm, at| Ok(answer(fdlibm::log1p(first(vm, at)))),
        "expm1" if unary => |vm, at| Ok(answer(fdlibm::expm1(first(vm, at)))),
        "sinh" if unary => |vm, at| Ok(answer(fdlibm::sinh(first(vm, at)))),
        "cosh" if unary => |vm, at| Ok(answer(fdlibm::cosh(first(vm, at)))),
        "tanh" if unary => |vm, at| Ok(answer(fdlibm::tanh(first(vm, at)))),
        "atan2" if binary => |vm, at| Ok(answer(fdlibm::atan2(first(vm, at), first(vm, at + 2)))),
        "IEEEremainder" if binary => |vm, at| Ok(answer(fdlibm::remainder(first(vm, at), first(vm, at + 2)))),
        _ => return None,
    };
    Some(Native::Function(Touches::Arguments, function))
}

fn first(vm: &Vm<'_>, at: usize) -> f64 {
    f64::from_bits(vm.th.stack[at])
}

/// The bits of a result. Neither Java nor Rust specifies which NaN a function returns; here it is always
/// Java's canonical one.
fn answer(x: f64) -> u64 {
    if x.is_nan() { 0x7ff8_0000_0000_0000 } else { x.to_bits() }
}
