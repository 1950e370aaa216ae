//! Modified UTF-8 (JVMS §4.4.7): zero takes two bytes, characters beyond U+FFFF are two surrogates of three
//! bytes each.
//!
//! Promises to accept exactly the byte sequences that the format allows. Like HotSpot's decoder it does not
//! insist on the shortest form, since neither does the JVMS.

use crate::error::{Result, malformed};

/// One UTF-16 unit and the number of bytes it took; `None` if the bytes do not begin with one.
fn unit(bytes: &[u8]) -> Option<(u16, usize)> {
    let continuation = |at: usize| bytes.get(at).filter(|&&b| b & 0xC0 == 0x80).map(|&b| u16::from(b & 0x3F));
    match *bytes.first()? {
        first @ 0x01..=0x7F => Some((u16::from(first), 1)),
        first @ 0xC0..=0xDF => Some((u16::from(first & 0x1F) << 6 | continuation(1)?, 2)),
        first @ 0xE0..=0xEF => {
            Some((u16::from(first & 0x0F) << 12 | continuation(1)? << 6 | continuation(2)?, 3))
        }
        _ => None,
    }
}

/// The UTF-16 units of well-formed modified UTF-8; decoding stops at a malformed byte.
pub(crate) fn to_utf16(mut bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    while let Some((unit, length)) = unit(bytes) {
        units.push(unit);
        bytes = &bytes[length..];
    }
    units
}

/// Appends the text to `out`, with U+FFFD for an unpaired surrogate. `offset` is that of `bytes` in the file.
pub(crate) fn decode(bytes: &[u8], offset: usize, out: &mut String) -> Result<()> {
    // The two encodings differ only in zeros and in characters of four bytes.
    if let Ok(text) = str::from_utf8(bytes)
        && !bytes.iter().any(|&byte| byte == 0 || byte >= 0xF0)
    {
        out.push_str(text);
        return Ok(());
    }
    let mut at = 0;
    let mut units = Vec::with_capacity(bytes.len());
    while at < bytes.len() {
        let Some((unit, length)) = unit(&bytes[at..]) else {
            let reason = format!("byte {:#04x} is not modified UTF-8 here", bytes[at]);
            return Err(malformed(offset + at, reason));
        };
        units.push(unit);
        at += length;
    }
    out.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> String {
        let mut out = String::new();
        decode(bytes, 0, &mut out).unwrap();
        out
    }

    #[test]
    fn zero_is_written_with_two_bytes() {
        assert_eq!(text(&[b'a', 0xC0, 0x80, b'b']), "a\0b");
    }

    #[test]
    fn a_pair_of_surrogates_is_one_character() {
        let smile = [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80];
        assert_eq!(text(&smile), "\u{1F600}");
        assert_eq!(to_utf16(&smile), [0xD83D, 0xDE00]);
    }

    #[test]
    fn a_lone_surrogate_is_kept_in_utf16_and_replaced_in_text() {
        let lone = [b'x', 0xED, 0xA0, 0xBD, b'y'];
        assert_eq!(text(&lone), "x\u{FFFD}y");
        assert_eq!(to_utf16(&lone), [u16::from(b'x'), 0xD83D, u16::from(b'y')]);
    }

    #[test]
    fn bytes_that_are_not_modified_utf8_are_refused_at_their_offset() {
        let cases: [&[u8]; 7] =
            [&[0], &[0x80], &[0xF0, 0x9F, 0x98, 0x80], &[0xFF], &[0xC3], &[0xE2, 0x82], &[0xC3, 0x41]];
        for bytes in cases {
            let mut whole = b"ok".to_vec();
            whole.extend(bytes);
            let error = decode(&whole, 10, &mut String::new()).unwrap_err();
            assert_eq!(error.offset, 12, "{bytes:?}");
        }
    }

    #[test]
    fn every_utf16_unit_survives_the_round_trip() {
        for unit in 1..=0xFFFF_u16 {
            let bytes: Vec<u8> = match unit {
                0x01..=0x7F => vec![unit as u8],
                0x80..=0x7FF => vec![0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8],
                _ => vec![
                    0xE0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3F) as u8,
                    0x80 | (unit & 0x3F) as u8,
                ],
            };
            assert_eq!(to_utf16(&bytes), [unit]);
        }
    }
}
