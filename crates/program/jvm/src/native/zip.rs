//! java.util.zip: checksums, and decompression (the names of characters are stored compressed). Compression
//! is unsupported.

use super::Native;
use crate::objects::ARRAY_BASE;
use crate::trap::{Trap, raise, raise_with};
use crate::vm::Vm;
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};
use triomphe::Arc;

const INFLATER: &str = "a decompression belongs to an Inflater, which uses it under a monitor";

pub(crate) fn find(class: &str, name: &str) -> Option<Native> {
    use crate::native::touch::Touches::{Accesses, Arguments, State};
    use Native::{Function as F, Nothing};
    Some(match (class, name) {
        ("java/util/zip/CRC32", "update") => F(Arguments, |vm, at| {
            let byte = [vm.arg_int(at + 1) as u8];
            Ok(u64::from(crc32(vm.arg_int(at) as u32, &byte)))
        }),
        ("java/util/zip/CRC32", "updateBytes0") => F(Accesses, |vm, at| {
            let bytes = bytes(vm, at + 1)?;
            Ok(u64::from(crc32(vm.arg_int(at) as u32, &bytes)))
        }),
        ("java/util/zip/Adler32", "update") => F(Arguments, |vm, at| {
            let byte = [vm.arg_int(at + 1) as u8];
            Ok(u64::from(adler32(vm.arg_int(at) as u32, &byte)))
        }),
        ("java/util/zip/Adler32", "updateBytes") => F(Accesses, |vm, at| {
            let bytes = bytes(vm, at + 1)?;
            Ok(u64::from(adler32(vm.arg_int(at) as u32, &bytes)))
        }),
        ("java/util/zip/Inflater", "init") => F(State(INFLATER), init),
        ("java/util/zip/Inflater", "inflateBytesBytes") => F(State(INFLATER), inflate_bytes),
        ("java/util/zip/Inflater", "reset") => F(State(INFLATER), |vm, at| {
            let number = vm.arg_long(at) as usize - 1;
            if let Some(Some(inflater)) = Arc::make_mut(&mut vm.st.inflaters).get_mut(number) {
                *inflater = Inflater::new(inflater.is_raw);
            }
            Ok(0)
        }),
        ("java/util/zip/Inflater", "end") => F(State(INFLATER), |vm, at| {
            let number = vm.arg_long(at) as usize - 1;
            if let Some(inflater) = Arc::make_mut(&mut vm.st.inflaters).get_mut(number) {
                *inflater = None;
            }
            Ok(0)
        }),
        (_, "initIDs") => Nothing,
        _ => return None,
    })
}

/// A decompression in progress.
#[derive(Clone)]
pub struct Inflater {
    state: Box<InflateState>,
    is_raw: bool,
    /// A hash of its whole input, which distinguishes states; 0 stands for no decompression.
    pub history: u128,
}

impl Inflater {
    fn new(is_raw: bool) -> Inflater {
        let format = if is_raw { DataFormat::Raw } else { DataFormat::Zlib };
        Inflater {
            state: InflateState::new_boxed(format),
            is_raw,
            history: hashed(BASIS, &[u8::from(is_raw)]),
        }
    }
}

/// The initial value of the hash.
const BASIS: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// FNV-1a with 128 bits, continued from `before`.
fn hashed(before: u128, bytes: &[u8]) -> u128 {
    const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    bytes.iter().fold(before, |hash, &byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME))
}

/// The bytes of an array, offset and length at `at`.
fn bytes(vm: &mut Vm<'_>, at: usize) -> Result<Vec<u8>, Trap> {
    let array = vm.arg_object(at)?;
    let (offset, length) = (vm.arg_int(at + 1), vm.arg_int(at + 2));
    if offset < 0 || length < 0 || i64::from(offset) + i64::from(length) > vm.length(array) as i64 {
        return raise("java/lang/ArrayIndexOutOfBoundsException");
    }
    vm.uses_at_once(array, false)?;
    Ok(vm.st.heap.bytes(array, ARRAY_BASE + offset as usize, length as usize))
}

/// `init(boolean nowrap)`: returns the number of a new decompression.
fn init(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let inflater = Inflater::new(vm.arg_int(at) != 0);
    let inflaters = Arc::make_mut(&mut vm.st.inflaters);
    let place = inflaters.iter().position(Option::is_none).unwrap_or(inflaters.len());
    if place == inflaters.len() {
        inflaters.push(None);
    }
    inflaters[place] = Some(inflater);
    Ok(place as u64 + 1)
}

/// `inflateBytesBytes(long, byte[], int, int, byte[], int, int)`: input consumed, output produced (from bit
/// 31), finished (bit 62).
fn inflate_bytes(vm: &mut Vm<'_>, at: usize) -> Result<u64, Trap> {
    let number = vm.arg_long(at + 1) as usize;
    let input = bytes(vm, at + 3)?;
    let room = bytes(vm, at + 6)?.len();
    vm.uses_at_once(vm.arg_object(at + 6)?, true)?;
    let Some(Some(inflater)) = Arc::make_mut(&mut vm.st.inflaters).get_mut(number.wrapping_sub(1)) else {
        return raise(crate::trap::NULL_POINTER);
    };
    let mut output = vec![0; room];
    let result = inflate(&mut inflater.state, &input, &mut output, MZFlush::None);
    inflater.history = hashed(inflater.history, &input[..result.bytes_consumed]);
    inflater.history = hashed(inflater.history, &(room as u64).to_le_bytes());
    let finished = match result.status {
        Ok(MZStatus::Ok) | Err(MZError::Buf) => 0,
        Ok(MZStatus::StreamEnd) => 1_u64 << 62,
        Ok(MZStatus::NeedDict) => 1 << 63,
        Err(_) => return raise_with("java/util/zip/DataFormatException", "invalid compressed data"),
    };
    let (target, offset) = (vm.arg_object(at + 6)?, vm.arg_int(at + 7) as usize);
    vm.st.heap.set_bytes(target, ARRAY_BASE + offset, &output[..result.bytes_written]);
    Ok(finished | (result.bytes_written as u64) << 31 | result.bytes_consumed as u64)
}

fn crc32(start: u32, bytes: &[u8]) -> u32 {
    let mut crc = !start;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    !crc
}

fn adler32(start: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut a, mut b) = (start & 0xffff, start >> 16);
    for &byte in bytes {
        a = (a + u32::from(byte)) % MODULUS;
        b = (b + a) % MODULUS;
    }
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_the_well_known_ones() {
        assert_eq!(crc32(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(adler32(1, b"Wikipedia"), 0x11e6_0398);
    }

    /// The history distinguishes states: the same number of other bytes is another history.
    #[test]
    fn decompressions_differ_by_what_they_were_given_and_not_only_by_how_much() {
        let given = |bytes: &[u8]| hashed(Inflater::new(true).history, bytes);
        assert_ne!(given(b"ab"), given(b"ac"));
        assert_ne!(Inflater::new(true).history, Inflater::new(false).history);
        assert_ne!(Inflater::new(true).history, 0, "0 is none");
    }
}
