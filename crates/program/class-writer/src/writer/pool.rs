//! The constant pool (JVMS §4.4): equal constants share an entry.
//!
//! Invariant: a returned index stays valid. When the pool is full, index 0 is returned and
//! [`ConstantPool::write`] reports the overflow, so that no class with a wrong index is ever written.

use std::collections::BTreeMap;

use super::put_u16;
use crate::SpinError;
use crate::descriptor::MAX_UTF8;

/// A constant pool under construction.
#[derive(Debug, Default)]
pub struct ConstantPool {
    /// Entries, tag first, in order of their index.
    bytes: Vec<u8>,
    /// Index of each entry, found by its bytes.
    index: BTreeMap<Vec<u8>, u16>,
    /// The number of used slots, without slot 0.
    slots: u16,
    failure: Option<SpinError>,
}

impl ConstantPool {
    /// An empty pool.
    #[must_use]
    pub fn new() -> ConstantPool {
        ConstantPool::default()
    }

    /// A `Utf8` entry of ordinary text.
    pub fn utf8_text(&mut self, text: &str) -> u16 {
        let mut bytes = Vec::with_capacity(text.len());
        text.encode_utf16().for_each(|unit| push_modified_utf8(&mut bytes, unit));
        self.utf8(&bytes)
    }

    /// A `Class` entry: internal name or array descriptor.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8_text(name);
        self.pair(7, &[name])
    }

    /// A `String` entry. The text must fit one entry: longer text must be split before.
    pub fn string(&mut self, text: &[u16]) -> u16 {
        let mut bytes = Vec::with_capacity(text.len());
        text.iter().for_each(|unit| push_modified_utf8(&mut bytes, *unit));
        let text = self.utf8(&bytes);
        self.pair(8, &[text])
    }

    /// A `Fieldref` entry.
    pub fn field(&mut self, owner: &str, name: &str, descriptor: &str) -> u16 {
        self.member(9, owner, name, descriptor)
    }

    /// A `Methodref` or `InterfaceMethodref` entry.
    pub fn method(&mut self, owner: &str, name: &str, descriptor: &str, is_interface: bool) -> u16 {
        self.member(if is_interface { 11 } else { 10 }, owner, name, descriptor)
    }

    /// An `Integer` entry.
    pub fn integer(&mut self, value: i32) -> u16 {
        self.entry(3, &value.to_be_bytes(), 1)
    }

    /// A `Float` entry, by its bits.
    pub fn float(&mut self, bits: u32) -> u16 {
        self.entry(4, &bits.to_be_bytes(), 1)
    }

    /// A `Long` entry.
    pub fn long(&mut self, value: i64) -> u16 {
        self.entry(5, &value.to_be_bytes(), 2)
    }

    /// A `Double` entry, by its bits.
    pub fn double(&mut self, bits: u64) -> u16 {
        self.entry(6, &bits.to_be_bytes(), 2)
    }

    /// Writes count and entries.
    pub(super) fn write(self, out: &mut Vec<u8>) -> Result<(), SpinError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => {
                put_u16(out, self.slots + 1);
                out.extend_from_slice(&self.bytes);
                Ok(())
            }
        }
    }

    fn member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> u16 {
        let owner = self.class(owner);
        let (name, descriptor) = (self.utf8_text(name), self.utf8_text(descriptor));
        let name_and_type = self.pair(12, &[name, descriptor]);
        self.pair(tag, &[owner, name_and_type])
    }

    fn utf8(&mut self, bytes: &[u8]) -> u16 {
        let Some(length) = u16::try_from(bytes.len()).ok() else {
            self.failure.get_or_insert(SpinError::TooLarge("length of a text constant"));
            return 0;
        };
        let mut contents = length.to_be_bytes().to_vec();
        contents.extend_from_slice(bytes);
        self.entry(1, &contents, 1)
    }

    fn pair(&mut self, tag: u8, indices: &[u16]) -> u16 {
        let contents: Vec<u8> = indices.iter().flat_map(|index| index.to_be_bytes()).collect();
        self.entry(tag, &contents, 1)
    }

    fn entry(&mut self, tag: u8, contents: &[u8], slots: u16) -> u16 {
        let mut bytes = vec![tag];
        bytes.extend_from_slice(contents);
        if let Some(index) = self.index.get(&bytes) {
            return *index;
        }
        let index = self.slots + 1;
        // The count, one more than the used slots, must fit a u2.
        match self.slots.checked_add(slots).filter(|taken| *taken < u16::MAX) {
            Some(taken) => self.slots = taken,
            None => {
                self.failure.get_or_insert(SpinError::TooLarge("size of the constant pool"));
                return 0;
            }
        }
        self.bytes.extend_from_slice(&bytes);
        self.index.insert(bytes, index);
        index
    }
}

/// Splits text into pieces that each fit one `String` entry.
pub(crate) fn text_chunks(text: &[u16]) -> Vec<&[u16]> {
    let mut chunks = Vec::new();
    let (mut start, mut size) = (0, 0);
    for (at, unit) in text.iter().enumerate() {
        let width = modified_utf8_width(*unit);
        if size + width > MAX_UTF8 {
            chunks.push(&text[start..at]);
            (start, size) = (at, 0);
        }
        size += width;
    }
    if start < text.len() {
        chunks.push(&text[start..]);
    }
    chunks
}

fn modified_utf8_width(unit: u16) -> usize {
    match unit {
        0x01..=0x7F => 1,
        0 | 0x80..=0x7FF => 2,
        _ => 3,
    }
}

/// Appends one UTF-16 unit in modified UTF-8 (JVMS §4.4.7): two bytes for zero, surrogates encoded
/// individually.
fn push_modified_utf8(out: &mut Vec<u8>, unit: u16) {
    let low = |shift: u16| 0x80 | ((unit >> shift) & 0x3F) as u8;
    match modified_utf8_width(unit) {
        1 => out.push(unit as u8),
        2 => out.extend([0xC0 | (unit >> 6) as u8, low(0)]),
        _ => out.extend([0xE0 | (unit >> 12) as u8, low(6), low(0)]),
    }
}
