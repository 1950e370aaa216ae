//! Choices out of a stream of random numbers.

use fastrand::Rng;

/// True in `percent` of 100 cases.
pub fn chance(rng: &mut Rng, percent: usize) -> bool {
    rng.usize(..100) < percent
}

/// One of the choices, of which there is at least one.
pub fn pick<'a, T>(rng: &mut Rng, choices: &'a [T]) -> &'a T {
    &choices[rng.usize(..choices.len())]
}
