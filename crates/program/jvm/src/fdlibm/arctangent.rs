//! The angle of a point.

use super::high_of_magnitude;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// π minus its nearest double.
const PI_REST: f64 = f64::from_bits(0x3ca1_a626_3314_5c07);

/// The angle of (`x`, `y`), between −π and π.
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let is_left = x.is_sign_negative();
    let angle = match (y, x) {
        (0.0, _) => return if is_left { PI.copysign(y) } else { y },
        (_, 0.0) => return FRAC_PI_2.copysign(y),
        _ if x.is_infinite() => {
            let angle = match (y.is_infinite(), is_left) {
                (true, false) => FRAC_PI_4,
                (true, true) => 3.0 * FRAC_PI_4,
                (false, false) => 0.0,
                (false, true) => PI,
            };
            return angle.copysign(y);
        }
        _ if y.is_infinite() => return FRAC_PI_2.copysign(y),
        // The difference of the exponents, from the high words: beyond these bounds the quotient is
        // negligible or infinite.
        _ => match (high_of_magnitude(y) - high_of_magnitude(x)) >> 20 {
            61.. => FRAC_PI_2 + 0.5 * PI_REST,
            ..-60 if is_left => 0.0,
            _ => libm::atan((y / x).abs()),
        },
    };
    let angle = if is_left { PI - (angle - PI_REST) } else { angle };
    angle.copysign(y)
}
