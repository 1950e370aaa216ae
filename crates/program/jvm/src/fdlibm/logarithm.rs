//! Logarithms: a number is 2ᵏ·(1 + f) with 1 + f between √½ and √2; the logarithm of 1 + f is a series in s =
//! f / (2 + f).

use super::{LN2_HIGH, LN2_LOW, ONE, constants, high, high_of_magnitude, horner, with_high};

const TWO_TO_54: f64 = 18_014_398_509_481_984.0;
/// The significand's part of a high word.
const SIGNIFICAND: i32 = 0xf_ffff;
const SERIES: [f64; 7] = constants([
    0x3fe5_5555_5555_5593,
    0x3fd9_9999_9997_fa04,
    0x3fd2_4924_9422_9359,
    0x3fcc_71c5_1d8e_78af,
    0x3fc7_4664_96cb_03de,
    0x3fc3_9a09_d078_c69f,
    0x3fc2_f112_df3e_5244,
]);
/// The series with odd and even powers summed separately: those of z, z³, … and those of z², z⁴, ….
const ODD: [f64; 4] = [SERIES[0], SERIES[2], SERIES[4], SERIES[6]];
const EVEN: [f64; 3] = [SERIES[1], SERIES[3], SERIES[5]];

/// A positive number and its exponent; for other numbers, the logarithm itself.
fn normalised(x: f64) -> Result<(f64, i32), f64> {
    match x {
        0.0 => Err(f64::NEG_INFINITY),
        f64::INFINITY => Err(x),
        _ if x.is_nan() || x < 0.0 => Err(f64::NAN),
        _ if high(x) < 0x10_0000 => {
            let scaled = x * TWO_TO_54;
            Ok((scaled, (high(scaled) >> 20) - 1023 - 54))
        }
        _ => Ok((x, (high(x) >> 20) - 1023)),
    }
}

/// The natural logarithm.
pub(crate) fn log(x: f64) -> f64 {
    let (x, exponent) = match normalised(x) {
        Ok(parts) => parts,
        Err(answer) => return answer,
    };
    let significand = high(x) & SIGNIFICAND;
    // Significands beyond √2 are halved: the sum overflows into the exponent's lowest bit.
    let halved = (significand + 0x9_5f64) & 0x10_0000;
    let f = with_high(x, significand | (halved ^ ONE)) - 1.0;
    let k = f64::from(exponent + (halved >> 20));
    if SIGNIFICAND & (2 + significand) < 3 {
        return near_power_of_two(f, k);
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let r = z * horner(w, &ODD) + w * horner(w, &EVEN);
    if (0x6_147a..=0x6_b851).contains(&significand) {
        let half_square = 0.5 * f * f;
        if k == 0.0 {
            return f - (half_square - s * (half_square + r));
        }
        return k * LN2_HIGH - ((half_square - (s * (half_square + r) + k * LN2_LOW)) - f);
    }
    if k == 0.0 {
        return f - s * (f - r);
    }
    k * LN2_HIGH - ((s * (f - r) - k * LN2_LOW) - f)
}

/// The logarithm of 2ᵏ·(1 + f), where |f| is less than 2⁻²⁰.
fn near_power_of_two(f: f64, k: f64) -> f64 {
    if f == 0.0 {
        return if k == 0.0 { 0.0 } else { k * LN2_HIGH + k * LN2_LOW };
    }
    let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
    if k == 0.0 { f - r } else { k * LN2_HIGH - ((r - k * LN2_LOW) - f) }
}

const INVERSE_LN10: f64 = f64::from_bits(0x3fdb_cb7b_1526_e50e);
const LOG10_2_HIGH: f64 = f64::from_bits(0x3fd3_4413_509f_6000);
const LOG10_2_LOW: f64 = f64::from_bits(0x3d59_fef3_11f1_2b36);

/// The decimal logarithm, from the natural one of a significand: of [1, 2), or of [½, 1) for numbers below
/// one.
pub(crate) fn log10(x: f64) -> f64 {
    let (x, exponent) = match normalised(x) {
        Ok(parts) => parts,
        Err(answer) => return answer,
    };
    let below_one = i32::from(exponent < 0);
    let significand = with_high(x, (high(x) & SIGNIFICAND) | ((0x3ff - below_one) << 20));
    let y = f64::from(exponent + below_one);
    let z = y * LOG10_2_LOW + INVERSE_LN10 * log(significand);
    z + y * LOG10_2_HIGH
}

/// 1 + x as 2ᵏ·(1 + f), and the rounding error of the sum, relative to it.
struct Parts {
    f: f64,
    k: f64,
    lost: f64,
    /// Whether |f| is less than 2⁻²⁰.
    is_tiny: bool,
}

impl Parts {
    fn new(x: f64) -> Parts {
        // From 2⁵³ on, adding 1 has no effect.
        let is_huge = high(x) >= 0x4340_0000;
        let u = if is_huge { x } else { 1.0 + x };
        let exponent = (high(u) >> 20) - 1023;
        let lost = match exponent {
            _ if is_huge => 0.0,
            1.. => (1.0 - (u - x)) / u,
            _ => (x - (u - 1.0)) / u,
        };
        let significand = high(u) & SIGNIFICAND;
        if significand < 0x6_a09e {
            let f = with_high(u, significand | ONE) - 1.0;
            return Parts { f, k: f64::from(exponent), lost, is_tiny: significand == 0 };
        }
        let f = with_high(u, significand | 0x3fe0_0000) - 1.0;
        Parts { f, k: f64::from(exponent + 1), lost, is_tiny: (0x10_0000 - significand) >> 2 == 0 }
    }
}

/// The natural logarithm of 1 + `x`.
pub(crate) fn log1p(x: f64) -> f64 {
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x == f64::INFINITY {
        return x;
    }
    // High words of 2⁻⁵⁴ and 2⁻²⁹.
    match high_of_magnitude(x) {
        ..0x3c90_0000 => return x,
        0x3c90_0000..0x3e20_0000 => return x - x * x * 0.5,
        _ => {}
    }
    // Near zero, between √½ − 1 and √2 − 1, no decomposition is needed.
    let limit = if x < 0.0 { 0x3fd2_bec4 } else { 0x3fda_827a };
    let Parts { f, k, lost, is_tiny } = match high_of_magnitude(x) < limit {
        true => Parts { f: x, k: 0.0, lost: 0.0, is_tiny: false },
        false => Parts::new(x),
    };
    let half_square = 0.5 * f * f;
    if is_tiny && f == 0.0 {
        return k * LN2_HIGH + (lost + k * LN2_LOW);
    }
    let inner = if is_tiny {
        half_square * (1.0 - 0.666_666_666_666_666_6 * f)
    } else {
        let s = f / (2.0 + f);
        let z = s * s;
        let series = s * (half_square + z * horner(z, &SERIES));
        if k == 0.0 {
            return f - (half_square - series);
        }
        return k * LN2_HIGH - ((half_square - (series + (k * LN2_LOW + lost))) - f);
    };
    if k == 0.0 { f - inner } else { k * LN2_HIGH - ((inner - (k * LN2_LOW + lost)) - f) }
}
