//! Reduction of arguments of sine, cosine and tangent to [−π/4, π/4] (fdlibm's `rem_pio2` and
//! `kernel_rem_pio2`).
//!
//! The result is a sum of two numbers, a head and a tail. Both are the library's, since the tail decides the
//! last bits of what is computed from them.

use super::{constants, high, high_of_magnitude, scale};
use std::f64::consts::FRAC_PI_2;

const TWO_OVER_PI: f64 = f64::from_bits(0x3fe4_5f30_6dc9_c883);
/// π/2 in pieces of 33 bits.
const PIECES: [f64; 3] = constants([0x3ff9_21fb_5440_0000, 0x3dd0_b461_1a60_0000, 0x3ba3_198a_2e00_0000]);
/// π/2 minus one, two and three of the pieces.
const RESTS: [f64; 3] = constants([0x3dd0_b461_1a62_6331, 0x3ba3_198a_2e03_7073, 0x397b_839a_2520_49c1]);

/// x = quadrant · π/2 + head + tail, where only the two lowest bits of the quadrant count.
pub(super) struct Reduced {
    pub(super) quadrant: i32,
    pub(super) head: f64,
    pub(super) tail: f64,
}

/// Reduces a finite number greater than π/4 in magnitude.
pub(super) fn reduce(x: f64) -> Reduced {
    let size = high_of_magnitude(x);
    // High words of 3π/4 and of 2¹⁹ · π.
    let reduced = match x.abs() {
        t if size < 0x4002_d97c => small(t),
        t if size <= 0x4139_21fb => medium(t),
        t => large(t),
    };
    if x > 0.0 {
        return reduced;
    }
    Reduced { quadrant: -reduced.quadrant, head: -reduced.head, tail: -reduced.tail }
}

/// Between π/4 and 3π/4: one subtraction of π/2, with one more piece if the number has the high word of π/2.
fn small(t: f64) -> Reduced {
    let (left, rest) = match t - PIECES[0] {
        left if high(t) == high(FRAC_PI_2) => (left - PIECES[1], RESTS[1]),
        left => (left, RESTS[0]),
    };
    let head = left - rest;
    Reduced { quadrant: 1, head, tail: (left - head) - rest }
}

/// Up to 2¹⁹ · π: further pieces of π/2 as long as too many bits cancel.
fn medium(t: f64) -> Reduced {
    let quadrant = (t * TWO_OVER_PI + 0.5) as i32;
    let n = f64::from(quadrant);
    let mut left = t - n * PIECES[0];
    let mut rest = n * RESTS[0];
    // Small multiples whose high word differs are not examined further, though some bits may have cancelled.
    let trusted = quadrant < 32 && high(t) != high(n * FRAC_PI_2);
    if !trusted {
        for (piece, bits) in [(1, 16), (2, 49)] {
            if exponent(t) - exponent(left - rest) <= bits {
                break;
            }
            let before = left;
            let step = n * PIECES[piece];
            left = before - step;
            rest = n * RESTS[piece] - ((before - left) - step);
        }
    }
    let head = left - rest;
    Reduced { quadrant, head, tail: (left - head) - rest }
}

fn exponent(x: f64) -> i32 {
    high_of_magnitude(x) >> 20
}

/// 2/π in digits of 24 bits.
#[rustfmt::skip]
const DIGITS_OF_TWO_OVER_PI: [u32; 66] = [
    0xa2_f983, 0x6e_4e44, 0x15_29fc, 0x27_57d1, 0xf5_34dd, 0xc0_db62, 0x95_993c, 0x43_9041, 0xfe_5163, 0xab_debb, 0xc5_61b7,
    0x24_6e3a, 0x42_4dd2, 0xe0_0649, 0x2e_ea09, 0xd1_921c, 0xfe_1deb, 0x1c_b129, 0xa7_3ee8, 0x82_35f5, 0x2e_bb44, 0x84_e99c,
    0x70_26b4, 0x5f_7e41, 0x39_91d6, 0x39_8353, 0x39_f49c, 0x84_5f8b, 0xbd_f928, 0x3b_1ff8, 0x97_ffde, 0x05_980f, 0xef_2f11,
    0x8b_5a0a, 0x6d_1f6d, 0x36_7ecf, 0x27_cb09, 0xb7_4f46, 0x3f_669e, 0x5f_ea2d, 0x75_27ba, 0xc7_ebe5, 0xf1_7b3d, 0x07_39f7,
    0x8a_5292, 0xea_6bfb, 0x5f_b11f, 0x8d_5d08, 0x56_0330, 0x46_fc7b, 0x6b_abf0, 0xcf_bc20, 0x9a_f436, 0x1d_a9e3, 0x91_615e,
    0xe6_1b08, 0x65_9985, 0x5f_14a0, 0x68_408d, 0xff_d880, 0x4d_7327, 0x31_0606, 0x15_56ca, 0x73_a8c9, 0x60_e27b, 0xc0_8c6b,
];
/// π/2 in digits of 24 bits, as numbers.
const DIGITS_OF_HALF_PI: [f64; 5] = constants([
    0x3ff9_21fb_4000_0000,
    0x3e74_442d_0000_0000,
    0x3cf8_4698_8000_0000,
    0x3b78_cc51_6000_0000,
    0x39f0_1b83_8000_0000,
]);
const BASE: f64 = 16_777_216.0;
const DIGIT: i32 = 0xff_ffff;
/// The number of terms of the product computed at first, besides the leading one.
const TERMS: usize = 4;
/// Room for terms. No double is so close to a multiple of π/2 that more than three further ones are needed.
const ROOM: usize = 20;

/// Beyond 2¹⁹ · π (Payne and Hanek): multiplies by the digits of 2/π that can matter, drops multiples of 8,
/// and multiplies the fraction by π/2.
fn large(t: f64) -> Reduced {
    // t = (x₀ + x₁/2²⁴ + x₂/2⁴⁸) · 2^weight, with 24 bits in each x.
    let weight = exponent(t) - 1046;
    let mut rest = scale(t, -weight);
    let x = [(); 3].map(|()| {
        let digit = rest.trunc();
        rest = (rest - digit) * BASE;
        digit
    });
    let skipped = ((weight - 3) / 24).max(0);
    // Digits before the first are 0; those after the last are never reached.
    let of_two_over_pi = |i: i32| {
        let digit = usize::try_from(i).ok().and_then(|i| DIGITS_OF_TWO_OVER_PI.get(i));
        digit.copied().map_or(0.0, f64::from)
    };
    let term = |i: usize| {
        let products = (0..).zip(x).map(|(j, x)| x * of_two_over_pi(skipped + i as i32 - j));
        products.fold(0.0, |sum, product| sum + product)
    };
    let mut terms = [0.0; ROOM];
    let mut last = 0;
    let mut wanted = TERMS;
    loop {
        for (i, slot) in terms.iter_mut().enumerate().take(wanted + 1).skip(last) {
            *slot = term(i);
        }
        last = wanted;
        let fraction = Fraction::new(&terms[..=last], weight - 24 * (skipped + 1));
        let Some(missing) = fraction.missing().filter(|missing| last + missing < ROOM) else {
            return fraction.times_half_pi();
        };
        wanted = last + missing;
    }
}

/// The distance of a product to the nearest integer.
struct Fraction {
    /// The integer, without multiples of 8.
    quadrant: i32,
    /// Whether the product lies below that integer.
    below: bool,
    /// Digits of 24 bits, the least first; `used` of them are filled.
    digits: [i32; ROOM],
    used: usize,
    /// The part above the digits, less than one.
    top: f64,
    /// The exponent of the unit of the first term.
    unit: i32,
}

impl Fraction {
    fn new(terms: &[f64], unit: i32) -> Fraction {
        let used = terms.len() - 1;
        let mut digits = [0; ROOM];
        let mut top = terms[used];
        for (digit, next) in digits.iter_mut().zip(terms[..used].iter().rev()) {
            let carry = (top / BASE).trunc();
            *digit = (top - BASE * carry) as i32;
            top = next + carry;
        }
        top *= power(unit);
        top -= 8.0 * (top * 0.125).floor();
        let mut quadrant = top as i32;
        top -= f64::from(quadrant);
        // The bits of the greatest digit that lie before the point; and whether the first bit after the point
        // is set.
        let greatest = &mut digits[used - 1];
        let half_set = if unit >= 0 {
            quadrant += *greatest >> (24 - unit);
            *greatest &= DIGIT >> unit;
            *greatest >> (23 - unit) > 0
        } else {
            top >= 0.5
        };
        let mut fraction = Fraction { quadrant, below: half_set, digits, used, top, unit };
        if half_set {
            fraction.complement();
        }
        fraction
    }

    /// One minus the fraction, and the next integer.
    fn complement(&mut self) {
        self.quadrant += 1;
        let mut borrowed = false;
        for digit in &mut self.digits[..self.used] {
            if borrowed {
                *digit = DIGIT - *digit;
            } else if *digit != 0 {
                borrowed = true;
                *digit = DIGIT + 1 - *digit;
            }
        }
        if self.unit >= 0 {
            self.digits[self.used - 1] &= DIGIT >> self.unit;
        } else {
            self.top = 1.0 - self.top;
            if borrowed {
                self.top -= power(self.unit);
            }
        }
    }

    /// How many more terms are needed, if all significant digits have cancelled.
    fn missing(&self) -> Option<usize> {
        let vanished = self.top == 0.0 && self.digits[TERMS..self.used].iter().all(|digit| *digit == 0);
        vanished.then(|| (1..TERMS).find(|k| self.digits[TERMS - k] != 0).unwrap_or(TERMS))
    }

    /// Multiplies by π/2: products of digits with equal weight are summed from the greatest on, then the sums
    /// from the least on.
    fn times_half_pi(mut self) -> Reduced {
        let mut unit = self.unit;
        if self.top == 0.0 {
            while self.used > 0 && self.digits[self.used - 1] == 0 {
                self.used -= 1;
                unit -= 24;
            }
            unit -= 24;
        } else {
            let mut top = self.top * power(-unit);
            if top >= BASE {
                let carry = (top / BASE).trunc();
                self.digits[self.used] = (top - BASE * carry) as i32;
                self.used += 1;
                unit += 24;
                top = carry;
            }
            self.digits[self.used] = top as i32;
            self.used += 1;
        }
        let greatest_first = self.digits[..self.used].iter().rev();
        let numbers: Vec<f64> =
            greatest_first.zip(0..).map(|(digit, i)| f64::from(*digit) * power(unit - 24 * i)).collect();
        let sums: Vec<f64> = (0..numbers.len())
            .map(|i| {
                DIGITS_OF_HALF_PI.iter().zip(numbers[..=i].iter().rev()).fold(0.0, |sum, (a, b)| sum + a * b)
            })
            .collect();
        let head = sums.iter().rev().fold(0.0, |sum, term| sum + term);
        let first = sums.first().map_or(0.0, |first| first - head);
        let tail = sums.iter().skip(1).fold(first, |sum, term| sum + term);
        let sign = if self.below { -1.0 } else { 1.0 };
        Reduced { quadrant: self.quadrant, head: sign * head, tail: sign * tail }
    }
}

/// 2 to a small power.
fn power(exponent: i32) -> f64 {
    scale(1.0, exponent)
}
