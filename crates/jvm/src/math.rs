//! java.lang.Math and StrictMath: what is exact is done by the host; what must be bit-exact runs as Java code.

use crate::native::Native;

/// Functions whose result IEEE 754 fixes in every bit, so that the host's is Java's.
pub(crate) fn find(_class: &str, name: &str, descriptor: &str) -> Option<Native> {
    let unary = descriptor == "(D)D";
    Some(match name {
        "sqrt" if unary => Native::Function(|vm, at| Ok(f64::from_bits(vm.th.stack[at]).sqrt().to_bits())),
        _ => return None,
    })
}
