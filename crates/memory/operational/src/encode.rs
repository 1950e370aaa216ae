//! Byte encodings of parts of a state. Each is self-delimiting, so that concatenations are unambiguous; lists
//! begin with their length. Most numbers in a state are small, and short encodings are faster to hash and to
//! store.

use event::{SyncObj, Value, Written, put_number};

/// Appends a value and the name of its write.
#[inline]
pub fn put_written(out: &mut Vec<u8>, written: Written) {
    put_value(out, written.value);
    put_number(out, u64::from(written.tag));
}

/// Appends a value.
#[inline]
pub(crate) fn put_value(out: &mut Vec<u8>, Value(value): Value) {
    // Zigzag: numbers near 0 become small, including negative ones.
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
        SyncObj::Clock => (10, 0),
    };
    out.push(kind);
    put_number(out, id);
}

#[cfg(test)]
mod tests {
    use super::*;

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
