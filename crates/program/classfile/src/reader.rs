//! A cursor over the big-endian numbers of a class file; reading past the end is an error with its offset.

use crate::Bytes;
use crate::error::{ClassFileError, Result, malformed};

/// Reads forward through `bytes`, up to `end`.
pub(crate) struct Reader<'a> {
    bytes: &'a Bytes,
    data: &'a [u8],
    position: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a Bytes) -> Self {
        Self { bytes, data: bytes, position: 0, end: bytes.len() }
    }

    /// The offset of the next byte in the file.
    pub(crate) fn offset(&self) -> usize {
        self.position
    }

    /// The number of remaining bytes.
    pub(crate) fn remaining(&self) -> usize {
        self.end - self.position
    }

    /// The next number, without consuming it.
    #[inline]
    pub(crate) fn peek_u16(&self) -> Option<u16> {
        self.data[self.position..self.end].first_chunk().map(|chunk| u16::from_be_bytes(*chunk))
    }

    /// How many of `count` items can still follow, if each takes at least `size` bytes: the capacity to
    /// reserve.
    pub(crate) fn plausible(&self, count: u16, size: usize) -> usize {
        usize::from(count).min(self.remaining() / size)
    }

    #[cold]
    fn truncated(&self, wanted: usize) -> ClassFileError {
        let reason = format!("truncated: {wanted} more bytes expected, {} left", self.remaining());
        malformed(self.position, reason)
    }

    #[inline]
    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        if length > self.remaining() {
            return Err(self.truncated(length));
        }
        let taken = &self.data[self.position..self.position + length];
        self.position += length;
        Ok(taken)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        match self.data[self.position..self.end].first_chunk::<N>() {
            Some(chunk) => {
                self.position += N;
                Ok(*chunk)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_be_bytes)
    }

    pub(crate) fn slice(&mut self, length: usize) -> Result<&'a [u8]> {
        self.take(length)
    }

    /// The next `length` bytes as a handle that outlives the reader.
    pub(crate) fn bytes(&mut self, length: usize) -> Result<Bytes> {
        let start = self.position;
        self.take(length)?;
        Ok(self.bytes.slice(start..start + length).expect("take has checked the range"))
    }

    /// Everything that is left, as a handle.
    pub(crate) fn rest(&mut self) -> Result<Bytes> {
        self.bytes(self.remaining())
    }

    /// A reader of the next `length` bytes, which this one skips.
    pub(crate) fn part(&mut self, length: usize) -> Result<Self> {
        let start = self.position;
        self.take(length)?;
        Ok(Self { bytes: self.bytes, data: self.data, position: start, end: start + length })
    }

    /// Fails if bytes are left.
    pub(crate) fn expect_end(&self, of: &str) -> Result<()> {
        if self.remaining() == 0 {
            return Ok(());
        }
        Err(malformed(self.position, format!("{} bytes too many at the end of {of}", self.remaining())))
    }
}
