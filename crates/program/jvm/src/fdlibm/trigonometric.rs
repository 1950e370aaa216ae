//! Sine, cosine and tangent: the argument is reduced to [−π/4, π/4], with one polynomial there.

use super::reduction::{Reduced, reduce};
use super::{INFINITE, constants, cut, high, high_of_magnitude, horner};

/// The high word of π/4: up to it no reduction is needed.
const QUARTER_PI: i32 = 0x3fe9_21fb;
/// The high word of 2⁻²⁷, below which the sine is its argument and the cosine one.
const TINY: i32 = 0x3e40_0000;

/// An argument of a periodic function.
enum Argument {
    /// At most about π/4.
    Near,
    Far(Reduced),
    /// Infinite or NaN.
    None,
}

fn argument(x: f64) -> Argument {
    match high_of_magnitude(x) {
        ..=QUARTER_PI => Argument::Near,
        INFINITE.. => Argument::None,
        _ => Argument::Far(reduce(x)),
    }
}

/// The sine.
pub(crate) fn sin(x: f64) -> f64 {
    match argument(x) {
        Argument::Near => sine(x, None),
        Argument::None => f64::NAN,
        Argument::Far(r) => turned(&r, r.quadrant),
    }
}

/// The cosine.
pub(crate) fn cos(x: f64) -> f64 {
    match argument(x) {
        Argument::Near => cosine(x, 0.0),
        Argument::None => f64::NAN,
        Argument::Far(r) => turned(&r, r.quadrant + 1),
    }
}

/// The sine of a reduced argument after this many quarter turns.
fn turned(r: &Reduced, quarters: i32) -> f64 {
    match quarters & 3 {
        0 => sine(r.head, Some(r.tail)),
        1 => cosine(r.head, r.tail),
        2 => -sine(r.head, Some(r.tail)),
        _ => -cosine(r.head, r.tail),
    }
}

/// The tangent.
pub(crate) fn tan(x: f64) -> f64 {
    match argument(x) {
        Argument::Near => tangent(x, 0.0, Kind::Tangent),
        Argument::None => f64::NAN,
        Argument::Far(r) if r.quadrant & 1 == 0 => tangent(r.head, r.tail, Kind::Tangent),
        Argument::Far(r) => tangent(r.head, r.tail, Kind::MinusCotangent),
    }
}

const SINE_CUBE: f64 = f64::from_bits(0xbfc5_5555_5555_5549);
const SINE: [f64; 5] = constants([
    0x3f81_1111_1110_f8a6,
    0xbf2a_01a0_19c1_61d5,
    0x3ec7_1de3_57b1_fe7d,
    0xbe5a_e5e6_8a2b_9ceb,
    0x3de5_d93a_5acf_d57c,
]);

/// The sine on [−π/4, π/4]. An argument without a tail takes a shorter formula, which rounds differently from
/// a zero tail.
fn sine(x: f64, tail: Option<f64>) -> f64 {
    if high_of_magnitude(x) < TINY {
        return x;
    }
    let z = x * x;
    let cube = z * x;
    let r = horner(z, &SINE);
    match tail {
        None => x + cube * (SINE_CUBE + z * r),
        Some(y) => x - ((z * (0.5 * y - cube * r) - y) - cube * SINE_CUBE),
    }
}

const COSINE: [f64; 6] = constants([
    0x3fa5_5555_5555_554c,
    0xbf56_c16c_16c1_5177,
    0x3efa_01a0_19cb_1590,
    0xbe92_7e4f_809c_52ad,
    0x3e21_ee9e_bdb4_b1c4,
    0xbda8_fae9_be88_38d4,
]);

/// The cosine on [−π/4, π/4]. From 0.3 on a part of about x/4 is taken off one and off x²/2 alike, which
/// makes the difference of the two exact.
fn cosine(x: f64, y: f64) -> f64 {
    let size = high_of_magnitude(x);
    if size < TINY {
        return 1.0;
    }
    let z = x * x;
    let r = z * horner(z, &COSINE);
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let part = if size > 0x3fe9_0000 { 0.28125 } else { cut(x.abs()) * 0.25 };
    let half_square = 0.5 * z - part;
    (1.0 - part) - (half_square - (z * r - x * y))
}

/// Which of the two functions with period π is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Tangent,
    MinusCotangent,
}

const TANGENT_CUBE: f64 = f64::from_bits(0x3fd5_5555_5555_5563);
const TANGENT_ODD: [f64; 6] = constants([
    0x3fc1_1111_1110_fe7a,
    0x3f96_64f4_8406_d637,
    0x3f6d_6d22_c956_0328,
    0x3f43_44d8_f2f2_6501,
    0x3f14_7e88_a037_92a6,
    0xbef3_75cb_db60_5373,
]);
const TANGENT_EVEN: [f64; 6] = constants([
    0x3fab_a1ba_1bb3_41fe,
    0x3f82_26e3_e96e_8493,
    0x3f57_dbc8_fee0_8315,
    0x3f30_26f7_1a8d_1068,
    0x3f12_b80f_32f0_a7e9,
    0x3efb_2a70_74bf_7ad4,
]);
const QUARTER_PI_HEAD: f64 = f64::from_bits(0x3fe9_21fb_5444_2d18);
const QUARTER_PI_TAIL: f64 = f64::from_bits(0x3c81_a626_3314_5c07);

/// The tangent, or −1 over it, on [−π/4, π/4]. From 0.6744 on it is computed from the distance to π/4.
fn tangent(x: f64, y: f64, kind: Kind) -> f64 {
    let size = high_of_magnitude(x);
    if size < 0x3e30_0000 {
        return if kind == Kind::Tangent { x } else { minus_inverse(x, y) };
    }
    let is_steep = size >= 0x3fe5_9428;
    let sign = if high(x) < 0 { -1.0 } else { 1.0 };
    let (x, y) = match is_steep {
        true => ((QUARTER_PI_HEAD - sign * x) + (QUARTER_PI_TAIL - sign * y), 0.0),
        false => (x, y),
    };
    let z = x * x;
    let w = z * z;
    let cube = z * x;
    let higher = horner(w, &TANGENT_ODD) + z * horner(w, &TANGENT_EVEN);
    let rest = (y + z * (cube * higher + y)) + TANGENT_CUBE * cube;
    let sum = x + rest;
    match kind {
        _ if is_steep => {
            let v = if kind == Kind::Tangent { 1.0 } else { -1.0 };
            sign * (v - 2.0 * (x - (sum * sum / (sum + v) - rest)))
        }
        Kind::Tangent => sum,
        Kind::MinusCotangent => minus_inverse(x, rest),
    }
}

/// −1 / (x + rest), compensating for the rounding of the sum and of the quotient.
fn minus_inverse(x: f64, rest: f64) -> f64 {
    let sum = x + rest;
    let head = cut(sum);
    let tail = rest - (head - x);
    let quotient = -1.0 / sum;
    let short = cut(quotient);
    let error = 1.0 + short * head;
    short + quotient * (error + short * tail)
}
