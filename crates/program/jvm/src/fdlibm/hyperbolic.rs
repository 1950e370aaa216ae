//! The hyperbolic functions, by the exponential function or by eˣ − 1 near zero.

use super::{INFINITE, LN2_HIGH, LN2_LOW, ONE, constants, high, high_of_magnitude, horner, scale};
use libm::expm1;

/// The high word of 22, from which on the smaller of the two powers of e is negligible.
const FAR: i32 = 0x4036_0000;
/// The high word of the greatest number whose power of e is finite.
const HALVED: i32 = 0x4086_2e42;
/// The greatest number with a finite result.
const OVERFLOW: f64 = f64::from_bits(0x4086_33ce_8fb9_f87d);

/// The high word of 2⁻²⁸, below which the sine is its argument.
const SMALL: i32 = 0x3e30_0000;
/// The high word of 2⁻⁵⁵, below which only the first term of a series matters.
const TINY: i32 = 0x3c80_0000;
/// The high word just above that of ln 2 / 2.
const HALF_LN2: i32 = 0x3fd6_2e43;

/// The hyperbolic sine.
pub(crate) fn sinh(x: f64) -> f64 {
    let size = high_of_magnitude(x);
    let half = 0.5_f64.copysign(x);
    match size {
        ..SMALL | INFINITE.. => x,
        SMALL..ONE => {
            let t = expm1(x.abs());
            half * (2.0 * t - t * t / (t + 1.0))
        }
        ONE..FAR => {
            let t = expm1(x.abs());
            half * (t + t / (t + 1.0))
        }
        _ => half_power(x, half),
    }
}

/// The hyperbolic cosine.
pub(crate) fn cosh(x: f64) -> f64 {
    match high_of_magnitude(x) {
        INFINITE.. => x.abs(),
        ..TINY => 1.0,
        TINY..HALF_LN2 => {
            let t = expm1(x.abs());
            let w = 1.0 + t;
            1.0 + (t * t) / (w + w)
        }
        HALF_LN2..FAR => {
            let t = exp(x.abs());
            0.5 * t + 0.5 / t
        }
        _ => half_power(x, 0.5),
    }
}

/// `half` times e to the power of |x|, where the power itself may overflow.
fn half_power(x: f64, half: f64) -> f64 {
    let t = x.abs();
    if high_of_magnitude(x) < HALVED {
        half * exp(t)
    } else if t <= OVERFLOW {
        let root = exp(0.5 * t);
        (half * root) * root
    } else {
        half * f64::INFINITY
    }
}

/// The hyperbolic tangent.
pub(crate) fn tanh(x: f64) -> f64 {
    let magnitude = match high_of_magnitude(x) {
        _ if x.is_nan() => return x,
        ..TINY => return x * (1.0 + x),
        TINY..ONE => {
            let t = expm1(-2.0 * x.abs());
            -t / (t + 2.0)
        }
        ONE..FAR => {
            let t = expm1(2.0 * x.abs());
            1.0 - 2.0 / (t + 2.0)
        }
        _ => 1.0,
    };
    magnitude.copysign(x)
}

const INVERSE_LN2: f64 = f64::from_bits(0x3ff7_1547_652b_82fe);
const EXPONENTIAL: [f64; 5] = constants([
    0x3fc5_5555_5555_553e,
    0xbf66_c16c_16be_bd93,
    0x3f11_566a_af25_de2c,
    0xbebb_bd41_c5d2_6bf1,
    0x3e66_3769_72be_a4d0,
]);

/// e to the power of `x`, between ln 2 / 2 and the greatest number with a finite power: x = k·ln 2 + r, a
/// quotient of polynomials for eʳ, and k added to the exponent.
fn exp(x: f64) -> f64 {
    // The high word of 3/2 ln 2, up to which k is 1, whatever the product is.
    let k = if high(x) < 0x3ff0_a2b2 { 1 } else { (INVERSE_LN2 * x + 0.5) as i32 };
    let upper = x - f64::from(k) * LN2_HIGH;
    let lower = f64::from(k) * LN2_LOW;
    let r = upper - lower;
    let square = r * r;
    let c = r - square * horner(square, &EXPONENTIAL);
    scale(1.0 - ((lower - (r * c) / (2.0 - c)) - upper), k)
}
