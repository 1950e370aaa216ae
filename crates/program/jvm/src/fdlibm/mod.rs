//! The elementary functions of fdlibm 5.3 (the Freely Distributable Math Library, 1993), to the last bit.
//!
//! StrictMath is defined by that library: its results must be fdlibm's, not merely close to the true value.
//! **Promises**: the result differs from fdlibm's for no argument; a NaN result is some NaN. Therefore the
//! order of operations and the points where one approximation is replaced by another are part of the
//! definition, and the formulas below must not be rearranged. **Does not** raise floating-point flags, which
//! Java cannot see.
//!
//! Only the functions for which `libm` (a port of a later relative) differs in some last bit are here. Arc
//! sine, arc cosine, arc tangent, expm1 and the remainder are the same there and taken from it.

mod arctangent;
mod hyperbolic;
mod logarithm;
mod reduction;
mod trigonometric;

#[cfg(test)]
mod tests;

pub(crate) use arctangent::atan2;
pub(crate) use hyperbolic::{cosh, sinh, tanh};
pub(crate) use libm::{acos, asin, atan, expm1, remainder};
pub(crate) use logarithm::{log, log1p, log10};
pub(crate) use trigonometric::{cos, sin, tan};

/// The high word of infinity: numbers with this or a greater one are infinite or NaN.
const INFINITE: i32 = 0x7ff0_0000;
/// The high word of one.
const ONE: i32 = 0x3ff0_0000;
const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fee0_0000);
const LN2_LOW: f64 = f64::from_bits(0x3dea_39ef_3579_3c76);

/// The upper 32 bits: sign, exponent and 20 bits of the significand. Most case distinctions of the library
/// use only these.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The upper 32 bits without the sign.
fn high_of_magnitude(x: f64) -> i32 {
    high(x) & 0x7fff_ffff
}

fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(u64::from(high as u32) << 32 | x.to_bits() & 0xffff_ffff)
}

/// The number without the lower 32 bits of its significand.
fn cut(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !0xffff_ffff)
}

/// Adds to the exponent, ignoring overflow.
fn scale(x: f64, exponent: i32) -> f64 {
    f64::from_bits(x.to_bits().wrapping_add((i64::from(exponent) << 52) as u64))
}

/// Constants are given by their bits: decimals would have to be rounded first.
const fn constants<const N: usize>(bits: [u64; N]) -> [f64; N] {
    let mut numbers = [0.0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = f64::from_bits(bits[i]);
        i += 1;
    }
    numbers
}

/// c₀ + z·(c₁ + z·(c₂ + …)), rounded after every operation. The first step adds a zero, which changes
/// nothing.
fn horner(z: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| coefficient + z * sum)
}
