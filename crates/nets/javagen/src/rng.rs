//! Choices from a stream of random numbers.

use fastrand::Rng;

/// True in `percent` of 100 cases.
pub fn chance(rng: &mut Rng, percent: usize) -> bool {
    rng.usize(..100) < percent
}

/// Picks one of the items; there must be at least one.
pub fn pick<'a, T: ?Sized>(rng: &mut Rng, items: &[&'a T]) -> &'a T {
    items[rng.usize(..items.len())]
}
