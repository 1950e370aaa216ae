//! Choices out of a stream of random numbers.

use fastrand::Rng;

/// True in `percent` of 100 cases.
pub fn chance(rng: &mut Rng, percent: usize) -> bool {
    rng.usize(..100) < percent
}

/// One of the items, of which there is at least one.
pub fn pick<'a, T: ?Sized>(rng: &mut Rng, items: &[&'a T]) -> &'a T {
    items[rng.usize(..items.len())]
}
