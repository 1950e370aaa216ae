//! Sets of more events than a machine number has bits: several words that behave like one unsigned number.
//!
//! **Promises** the same results as `u64` and `u128` for the operations of [`Bits`]. The size is fixed, so
//! that sets stay plain values; who needs more events converts to the next size ([`BitSet::widened`]).

use crate::relation::{BitSet, Bits};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// `N` words, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> Wide<N> {
    fn map(mut self, other: &Self, with: impl Fn(u64, u64) -> u64) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine = with(*mine, *theirs));
        self
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.map(&other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.map(&other, |a, b| a | b)
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Shl<usize> for Wide<N> {
    type Output = Self;
    fn shl(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Wide(std::array::from_fn(|at| {
            let word = |back: usize| at.checked_sub(words + back).map_or(0, |from| self.0[from]);
            let carried = if bits == 0 { 0 } else { word(1) >> (64 - bits) };
            word(0) << bits | carried
        }))
    }
}

impl<const N: usize> Shr<usize> for Wide<N> {
    type Output = Self;
    fn shr(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Wide(std::array::from_fn(|at| {
            let word = |on: usize| self.0.get(at + words + on).copied().unwrap_or(0);
            let carried = if bits == 0 { 0 } else { word(1) << (64 - bits) };
            word(0) >> bits | carried
        }))
    }
}

impl<const N: usize> Bits for Wide<N> {
    const CAPACITY: usize = 64 * N;
    const ZERO: Self = Wide([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Wide(words)
    };
    const ALL: Self = Wide([u64::MAX; N]);

    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn lowest(self) -> usize {
        let at = self.0.iter().position(|&word| word != 0);
        at.map_or(Self::CAPACITY, |at| 64 * at + self.0[at].trailing_zeros() as usize)
    }

    fn highest(self) -> Option<usize> {
        let at = self.0.iter().rposition(|&word| word != 0)?;
        Some(64 * at + self.0[at].ilog2() as usize)
    }

    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }

    fn bit(event: usize) -> Self {
        let mut set = Self::ZERO;
        set.0[event / 64] = 1 << (event % 64);
        set
    }

    fn below(event: usize) -> Self {
        Wide(std::array::from_fn(|at| match event.saturating_sub(64 * at) {
            64.. => u64::MAX,
            bits => !(u64::MAX << bits),
        }))
    }

    fn test(&self, event: usize) -> bool {
        self.0[event / 64] >> (event % 64) & 1 == 1
    }

    fn put(&mut self, event: usize) {
        self.0[event / 64] |= 1 << (event % 64);
    }

    fn take(&mut self, event: usize) {
        self.0[event / 64] &= !(1 << (event % 64));
    }
}

impl<B: Bits> BitSet<B> {
    /// The same members in a set of another size, which must be able to hold them.
    pub fn widened<C: Bits>(self) -> BitSet<C> {
        self.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Two = Wide<2>;

    fn wide(number: u128) -> Two {
        Wide([number as u64, (number >> 64) as u64])
    }

    #[test]
    fn two_words_behave_like_one_number() {
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..2000 {
            let (a, b) = (random.u128(..) & random.u128(..), random.u128(..));
            let event = random.usize(..128);
            assert_eq!(wide(a) & wide(b), wide(a & b));
            assert_eq!(wide(a) | wide(b), wide(a | b));
            assert_eq!(!wide(a), wide(!a));
            assert_eq!((wide(a) << event, wide(a) >> event), (wide(a << event), wide(a >> event)));
            assert_eq!((wide(a).count(), wide(a).lowest()), (Bits::count(a), Bits::lowest(a)));
            assert_eq!(wide(a).highest(), Bits::highest(a));
            assert_eq!(
                (Two::bit(event), Two::below(event)),
                (wide(Bits::bit(event)), wide(Bits::below(event)))
            );
            assert_eq!(wide(a).test(event), a.test(event));
            let (mut more, mut less) = (wide(a), wide(a));
            more.put(event);
            less.take(event);
            assert_eq!((more, less), (wide(a | 1 << event), wide(a & !(1 << event))));
            assert_eq!(BitSet(wide(a)).collect::<Vec<_>>(), BitSet(a).collect::<Vec<_>>());
            assert_eq!(
                BitSet(wide(a)).compress(BitSet(wide(b))),
                BitSet(wide(BitSet(a).compress(BitSet(b)).0))
            );
        }
        assert_eq!((Two::below(128), Two::below(200)), (Two::ALL, Two::ALL));
        assert_eq!((Two::ZERO.lowest(), Two::ONE.lowest()), (128, 0));
        assert_eq!(BitSet(5_u64).widened::<Two>(), BitSet(wide(5)));
    }
}
