//! Byte encodings of state parts. Each tells where it ends, so that concatenations stay unambiguous; lists begin with
//! their length. Most numbers of a state are small, and short encodings are hashed and kept faster than long ones.

use event::{SyncObj, Value, Written};

/// Appends a number, seven bits a byte, the lowest first; only the last byte is below 128 (LEB128).
#[inline]
pub fn put_number(out: &mut Vec<u8>, number: u64) {
    if number < 0x80 { out.push(number as u8) } else { put_large(out, number) }
}

fn put_large(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a value and the name of its write.
#[inline]
pub fn put_written(out: &mut Vec<u8>, written: Written) {
    put_value(out, written.value);
    put_number(out, u64::from(written.tag));
}

/// Appends a value.
#[inline]
pub(crate) fn put_value(out: &mut Vec<u8>, Value(value): Value) {
    // Zigzag: numbers near 0 become small, negative ones as well.
    put_number(out, (value << 1 ^ value >> 63) as u64);
}

/// Appends the name of a synchronisation object.
pub(crate) fn put_sync_obj(out: &mut Vec<u8>, obj: SyncObj) {
    let (kind, id) = match obj {
        SyncObj::Volatile(loc) => (0, loc.0),
        SyncObj::Monitor(m) => (1, m.0),
        SyncObj::Start(t) => (2, u64::from(t.0)),
        SyncObj::End(t) => (3, u64::from(t.0)),
        SyncObj::Freeze(loc) => (4, loc.0),
        SyncObj::Waiters(m) => (5, m.0),
        SyncObj::Permit(t) => (6, u64::from(t.0)),
        SyncObj::Interrupt(t) => (7, u64::from(t.0)),
        SyncObj::Class(class) => (8, u64::from(class)),
        SyncObj::Everything => (9, 0),
    };
    out.push(kind);
    put_number(out, id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_encoding_of_a_number_begins_another() {
        let numbers = [0, 1, 127, 128, 129, 16_383, 16_384, u64::from(u32::MAX), u64::MAX - 1, u64::MAX];
        let encoded = numbers.map(|n| {
            let mut out = Vec::new();
            put_number(&mut out, n);
            out
        });
        for (i, a) in encoded.iter().enumerate() {
            assert!(encoded.iter().enumerate().all(|(j, b)| i == j || !b.starts_with(a)), "{}", numbers[i]);
        }
    }

    #[test]
    fn different_values_are_encoded_differently_and_small_ones_in_two_bytes() {
        let encoded = [0, -1, 1, -64, 63, i64::MIN, i64::MAX].map(|value| {
            let mut out = Vec::new();
            put_written(&mut out, Written { value: Value(value), tag: 0 });
            out
        });
        assert!(encoded[..5].iter().all(|bytes| bytes.len() == 2));
        assert!((0..7).all(|i| (0..i).all(|j| encoded[i] != encoded[j])));
    }
}
