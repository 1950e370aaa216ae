//! The random numbers behind sampled schedules: `--search random` and `pct`, and the first look.
//!
//! Implemented here instead of using a crate, because users see which schedules a seed gives: in the first
//! finding, its replay token, and the number of states. An update of a dependency must not change these.

/// A stream of pseudo-random numbers (the linear congruential generator of Knuth's MMIX) with any seed.
pub(crate) struct Draws(pub u64);

impl Draws {
    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Use the upper bits: the lower ones have short periods.
        (self.0 >> 33) % n.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Draws;

    #[test]
    fn a_start_gives_these_numbers_in_every_release() {
        let mut draws = Draws(1);
        assert_eq!([0; 5].map(|_| draws.below(1000)), [774, 153, 196, 870, 34]);
        assert_eq!(draws.below(0), 0);
    }
}
