//! Byte encodings of state parts. Fixed width, so that concatenations stay unambiguous.

use event::Written;

/// Appends a 16-bit number.
pub fn put_u16(out: &mut Vec<u8>, v: u16) {
    out.extend_from_slice(&v.to_le_bytes());
}

/// Appends a 32-bit number.
pub fn put_u32(out: &mut Vec<u8>, v: u32) {
    out.extend_from_slice(&v.to_le_bytes());
}

/// Appends a 64-bit number.
pub fn put_u64(out: &mut Vec<u8>, v: u64) {
    out.extend_from_slice(&v.to_le_bytes());
}

/// Appends a value and the name of its write.
pub fn put_written(out: &mut Vec<u8>, w: Written) {
    put_u64(out, w.value.0 as u64);
    put_u32(out, w.tag);
}
