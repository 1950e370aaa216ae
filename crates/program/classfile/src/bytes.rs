//! A cheap handle to a part of a class file.
//!
//! All parts of one class share one allocation: cloning increments a reference count and copies nothing.
//! Promises that the range lies inside the shared bytes, so that reading never fails.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of shared, immutable bytes; equality compares the contents.
#[derive(Clone)]
pub struct Bytes {
    whole: Arc<[u8]>,
    /// Invariant: `start <= end <= whole.len()`.
    start: usize,
    end: usize,
}

impl Bytes {
    /// The part at `range` of this part, or `None` if it is out of bounds.
    pub fn slice(&self, range: Range<usize>) -> Option<Self> {
        let start = self.start.checked_add(range.start)?;
        let end = self.start.checked_add(range.end)?;
        (start <= end && end <= self.end).then(|| Self { whole: Arc::clone(&self.whole), start, end })
    }

    /// The offset of this part in `outer`, from which it was sliced; 0 if it was not.
    pub(crate) fn offset_in(&self, outer: &Self) -> usize {
        if Arc::ptr_eq(&self.whole, &outer.whole) { self.start.saturating_sub(outer.start) } else { 0 }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.whole[self.start..self.end]
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl Default for Bytes {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl From<Arc<[u8]>> for Bytes {
    fn from(whole: Arc<[u8]>) -> Self {
        let end = whole.len();
        Self { whole, start: 0, end }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::from(Arc::<[u8]>::from(bytes))
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self::from(Arc::<[u8]>::from(bytes))
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({}..{})", self.start, self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_of_a_slice_is_counted_from_the_first_slice() {
        let bytes = Bytes::from(vec![0, 1, 2, 3, 4, 5]);
        let inner = bytes.slice(1..5).unwrap().slice(1..3).unwrap();
        assert_eq!(&*inner, [2, 3]);
    }

    #[test]
    fn a_slice_may_not_stick_out_of_the_part_it_is_taken_from() {
        let bytes = Bytes::from(vec![0, 1, 2, 3, 4, 5]);
        let part = bytes.slice(1..3).unwrap();
        assert_eq!(part.slice(0..3), None);
        #[expect(clippy::reversed_empty_ranges, reason = "the point of the test")]
        let reversed = part.slice(2..1);
        assert_eq!(reversed, None);
        assert_eq!(part.slice(usize::MAX..usize::MAX), None);
    }
}
