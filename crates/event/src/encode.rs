//! Encoding of numbers as bytes, for canonical forms of states.

/// Appends a number in LEB128: seven bits per byte, lowest first; only the last byte is below 128.
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
}
