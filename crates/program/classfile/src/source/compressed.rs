//! Compressed resources of a run-time image, as written by `jlink --compress`.
//!
//! A compressed resource is a header that names the compression, and the contents, which may be compressed
//! again. `zip` is a zlib stream. `compact-cp` is a class file whose texts were moved to the strings of the
//! image, and whose descriptors were split into their classes.

use super::MAX_ENTRY;
use super::jimage::{Jimage, Order};
use crate::Bytes;
use flate2::bufread::ZlibDecoder;
use std::borrow::Cow;
use std::io::Read;

const MAGIC: u32 = 0xCAFE_FAFA;
/// Magic, compressed size, uncompressed size, offsets of the compressor's name and settings, whether it is
/// the last.
const HEADER: usize = 4 + 8 + 8 + 4 + 4 + 1;
/// The maximum number of layers of compression; `jlink` uses at most two.
const MAX_LAYERS: usize = 8;

/// Decompresses until there is no header left; the result must have `unpacked` bytes. Fails with a reason.
pub(super) fn unpack(image: &Jimage, packed: &[u8], unpacked: u64) -> Result<Bytes, String> {
    let mut bytes = Cow::Borrowed(packed);
    let mut layers = 0;
    while image.order().u32(&bytes, 0) == Some(MAGIC) {
        if layers == MAX_LAYERS {
            return Err("packed too many times".into());
        }
        layers += 1;
        bytes = Cow::Owned(unpack_layer(image, &bytes)?);
    }
    if bytes.len() as u64 != unpacked {
        return Err(format!("unpacked to {} bytes instead of {unpacked}", bytes.len()));
    }
    Ok(Bytes::from(bytes.into_owned()))
}

fn unpack_layer(image: &Jimage, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let cut_off = "the header of a packed resource is cut off";
    let order: Order = image.order();
    let size = order.u64(bytes, 4).ok_or(cut_off)?;
    let unpacked = order.u64(bytes, 12).ok_or(cut_off)?;
    let name = order.u32(bytes, 20).ok_or(cut_off)?;
    let contents = bytes.get(HEADER..).ok_or(cut_off)?;
    let contents = usize::try_from(size)
        .ok()
        .and_then(|size| contents.get(..size))
        .ok_or("packed contents are cut off")?;
    if unpacked > MAX_ENTRY {
        return Err(format!("unpacks to {unpacked} bytes, which are too many"));
    }
    match image.string(u64::from(name)) {
        Some(b"zip") => inflate(contents, unpacked),
        Some(b"compact-cp") => restore_texts(image, contents, unpacked),
        Some(other) => {
            Err(format!("is packed with {:?}, which is not supported", String::from_utf8_lossy(other)))
        }
        None => Err("is packed in an unknown way".into()),
    }
}

fn inflate(packed: &[u8], unpacked: u64) -> Result<Vec<u8>, String> {
    // Deflate compresses at most about 1030:1, so a wrong size cannot make this large.
    let mut out = Vec::with_capacity((unpacked as usize).min(packed.len().saturating_mul(1040)));
    let mut limited = ZlibDecoder::new(packed).take(unpacked + 1);
    limited.read_to_end(&mut out).map_err(|error| format!("cannot be unzipped: {error}"))?;
    if out.len() as u64 != unpacked {
        return Err(format!("unzips to {} bytes or more instead of {unpacked}", out.len()));
    }
    Ok(out)
}

/// Tag of a constant whose text is stored elsewhere.
const TEXT_ELSEWHERE: u8 = 23;
const DESCRIPTOR_ELSEWHERE: u8 = 25;

/// Restores the texts of a class file.
fn restore_texts(image: &Jimage, packed: &[u8], unpacked: u64) -> Result<Vec<u8>, String> {
    let mut input = Input { rest: packed };
    let mut out = Vec::with_capacity((unpacked as usize).min(packed.len().saturating_mul(8)));
    out.extend(input.take(8)?);
    let count = input.take(2)?;
    out.extend(count);
    let count = u16::from_be_bytes([count[0], count[1]]);
    let mut index = 1;
    while index < count {
        let tag = input.take(1)?[0];
        match tag {
            TEXT_ELSEWHERE => push_text(&mut out, text_of(image, &mut input)?)?,
            DESCRIPTOR_ELSEWHERE => push_text(&mut out, &descriptor(image, &mut input)?)?,
            1 => {
                let length = input.take(2)?;
                push_text(&mut out, input.take(usize::from(u16::from_be_bytes([length[0], length[1]])))?)?;
            }
            _ => {
                let size = size_of_constant(tag)
                    .ok_or_else(|| format!("{tag} is not a tag of a packed constant"))?;
                out.push(tag);
                out.extend(input.take(size)?);
            }
        }
        if out.len() as u64 > unpacked {
            return Err(format!("its constants are longer than {unpacked} bytes"));
        }
        // Long and Double take two indices.
        index = index.saturating_add(if matches!(tag, 5 | 6) { 2 } else { 1 });
    }
    out.extend(input.rest);
    Ok(out)
}

fn size_of_constant(tag: u8) -> Option<usize> {
    match tag {
        3 | 4 | 9..=12 | 17 | 18 => Some(4),
        5 | 6 => Some(8),
        7 | 8 | 16 | 19 | 20 => Some(2),
        15 => Some(3),
        _ => None,
    }
}

fn push_text(out: &mut Vec<u8>, text: &[u8]) -> Result<(), String> {
    let length = u16::try_from(text.len()).map_err(|_| "a text of more than 65535 bytes")?;
    out.push(1);
    out.extend(length.to_be_bytes());
    out.extend(text);
    Ok(())
}

fn text_of<'a>(image: &'a Jimage, input: &mut Input<'_>) -> Result<&'a [u8], String> {
    let offset = input.number()?;
    image.string(u64::from(offset)).ok_or_else(|| format!("there is no string {offset}"))
}

/// A descriptor without class names, and the names: each `L` is followed by the next pair of package and
/// class.
fn descriptor(image: &Jimage, input: &mut Input<'_>) -> Result<Vec<u8>, String> {
    let pattern = text_of(image, input)?;
    let length = input.number()?;
    let mut names = Input { rest: input.take(length as usize)? };
    if length == 0 {
        return Ok(pattern.to_vec());
    }
    let mut out = Vec::with_capacity(pattern.len());
    for &byte in pattern {
        out.push(byte);
        if byte == b'L' {
            let package = text_of(image, &mut names)?;
            out.extend(package);
            if !package.is_empty() {
                out.push(b'/');
            }
            out.extend(text_of(image, &mut names)?);
        }
        if out.len() > usize::from(u16::MAX) {
            return Err("a descriptor of more than 65535 bytes".into());
        }
    }
    Ok(out)
}

struct Input<'a> {
    rest: &'a [u8],
}

impl<'a> Input<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or("its constants are cut off")?;
        self.rest = rest;
        Ok(taken)
    }

    /// A number of one to four bytes: if the highest bit of the first is set, the next two bits are the
    /// length, otherwise it is four.
    fn number(&mut self) -> Result<u32, String> {
        let first = *self.rest.first().ok_or("its constants are cut off")?;
        let is_short = first & 0x80 != 0;
        let length = if is_short { usize::from(first >> 5 & 3) } else { 4 };
        if length == 0 {
            return Err("a number of no bytes".into());
        }
        let bytes = self.take(length)?;
        let head = u32::from(if is_short { first & 0x1F } else { first });
        Ok(bytes[1..].iter().fold(head, |value, &byte| value << 8 | u32::from(byte)))
    }
}
