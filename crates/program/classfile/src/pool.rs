//! The constant pool (JVMS §4.4): parsing and access.
//!
//! All texts of a class are decoded once into one string, so that accessing one allocates nothing. The cross
//! references are checked in `pool_check`; the [`Pool`] of a [`crate::ClassFile`] has passed.

use crate::Bytes;
use crate::error::{Result, malformed};
use crate::modified_utf8;
use crate::reader::Reader;

/// One entry of the constant pool. Numbers named after another entry are indices of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of JVMS §4.4")]
pub enum Constant {
    /// Index 0, and the second index of a `Long` or `Double`.
    Unusable,
    /// A text; [`Pool::utf8`] and [`Pool::utf16`] read it.
    Utf8(Utf8),
    /// An `int`.
    Integer(i32),
    /// The bits of a `float`.
    Float(u32),
    /// A `long`.
    Long(i64),
    /// The bits of a `double`.
    Double(u64),
    /// A class, interface or array type.
    Class { name: u16 },
    /// A constant of type `String`.
    String { utf8: u16 },
    /// A field.
    FieldRef { class: u16, name_and_type: u16 },
    /// A method of a class.
    MethodRef { class: u16, name_and_type: u16 },
    /// A method of an interface.
    InterfaceMethodRef { class: u16, name_and_type: u16 },
    /// A name and a descriptor.
    NameAndType { name: u16, descriptor: u16 },
    /// A method handle of one of the nine kinds of JVMS §4.4.8.
    MethodHandle { kind: u8, reference: u16 },
    /// A method type.
    MethodType { descriptor: u16 },
    /// A dynamically computed constant; `bootstrap` is an index of [`crate::ClassFile::bootstrap_methods`].
    Dynamic { bootstrap: u16, name_and_type: u16 },
    /// A dynamically computed call site; `bootstrap` is an index of [`crate::ClassFile::bootstrap_methods`].
    InvokeDynamic { bootstrap: u16, name_and_type: u16 },
    /// A module, in `module-info` only.
    Module { name: u16 },
    /// A package, in `module-info` only.
    Package { name: u16 },
}

impl Constant {
    /// The name of this kind of constant in messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Unusable => "nothing",
            Self::Utf8(_) => "Utf8",
            Self::Integer(_) => "Integer",
            Self::Float(_) => "Float",
            Self::Long(_) => "Long",
            Self::Double(_) => "Double",
            Self::Class { .. } => "Class",
            Self::String { .. } => "String",
            Self::FieldRef { .. } => "Fieldref",
            Self::MethodRef { .. } => "Methodref",
            Self::InterfaceMethodRef { .. } => "InterfaceMethodref",
            Self::NameAndType { .. } => "NameAndType",
            Self::MethodHandle { .. } => "MethodHandle",
            Self::MethodType { .. } => "MethodType",
            Self::Dynamic { .. } => "Dynamic",
            Self::InvokeDynamic { .. } => "InvokeDynamic",
            Self::Module { .. } => "Module",
            Self::Package { .. } => "Package",
        }
    }

    /// The size of the constant in the file, in bytes.
    fn size(&self) -> usize {
        match self {
            Self::Unusable => 0,
            Self::Utf8(utf8) => 3 + usize::from(utf8.raw_length),
            Self::Integer(_) | Self::Float(_) => 5,
            Self::Long(_) | Self::Double(_) => 9,
            Self::Class { .. } | Self::String { .. } | Self::MethodType { .. } => 3,
            Self::Module { .. } | Self::Package { .. } => 3,
            Self::MethodHandle { .. } => 4,
            Self::FieldRef { .. } | Self::MethodRef { .. } | Self::InterfaceMethodRef { .. } => 5,
            Self::NameAndType { .. } | Self::Dynamic { .. } | Self::InvokeDynamic { .. } => 5,
        }
    }
}

/// The position of a text: its encoded form in the file and its decoded form in the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utf8 {
    raw_start: u32,
    text_start: u32,
    raw_length: u16,
    /// Never more than `raw_length`: no character is longer in UTF-8 than in modified UTF-8.
    text_length: u16,
}

/// The member that a `Fieldref`, `Methodref` or `InterfaceMethodref` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemberRef<'a> {
    /// The class or array type in which the search for the member begins.
    pub class: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its descriptor.
    pub descriptor: &'a str,
    /// Whether it is an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// The constants of a class, indexed from 1.
#[derive(Debug, Clone, Default)]
pub struct Pool {
    constants: Vec<Constant>,
    text: String,
    bytes: Bytes,
}

/// Where the first constant begins: after magic, minor, major and the count.
const FIRST_CONSTANT: usize = 10;

impl Pool {
    /// One more than the largest index, as `constant_pool_count` in the file.
    pub fn len(&self) -> usize {
        self.constants.len()
    }

    /// Whether there is not even the unusable entry 0.
    pub fn is_empty(&self) -> bool {
        self.constants.is_empty()
    }

    /// All entries in order, with their indices, including unusable ones.
    pub fn iter(&self) -> impl Iterator<Item = (u16, &Constant)> {
        (0..=u16::MAX).zip(&self.constants)
    }

    /// The constant at an index.
    pub fn get(&self, index: u16) -> Option<&Constant> {
        self.constants.get(usize::from(index))
    }

    /// The text of a `Utf8`, with U+FFFD for an unpaired surrogate.
    pub fn utf8(&self, index: u16) -> Option<&str> {
        let Some(Constant::Utf8(utf8)) = self.get(index) else { return None };
        let start = utf8.text_start as usize;
        Some(&self.text[start..start + usize::from(utf8.text_length)])
    }

    /// The exact UTF-16 units of a `Utf8`.
    pub fn utf16(&self, index: u16) -> Option<Vec<u16>> {
        let Some(Constant::Utf8(utf8)) = self.get(index) else { return None };
        let start = utf8.raw_start as usize;
        Some(modified_utf8::to_utf16(&self.bytes[start..start + usize::from(utf8.raw_length)]))
    }

    /// The name of a `Class`, such as `java/lang/Object` or `[I`.
    pub fn class_name(&self, index: u16) -> Option<&str> {
        let Some(Constant::Class { name }) = self.get(index) else { return None };
        self.utf8(*name)
    }

    /// Name and descriptor of a `NameAndType`.
    pub fn name_and_type(&self, index: u16) -> Option<(&str, &str)> {
        let Some(Constant::NameAndType { name, descriptor }) = self.get(index) else { return None };
        Some((self.utf8(*name)?, self.utf8(*descriptor)?))
    }

    /// The member that a `Fieldref`, `Methodref` or `InterfaceMethodref` names.
    pub fn member(&self, index: u16) -> Option<MemberRef<'_>> {
        let (class, name_and_type, is_interface) = match *self.get(index)? {
            Constant::FieldRef { class, name_and_type } => (class, name_and_type, false),
            Constant::MethodRef { class, name_and_type } => (class, name_and_type, false),
            Constant::InterfaceMethodRef { class, name_and_type } => (class, name_and_type, true),
            _ => return None,
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Some(MemberRef { class: self.class_name(class)?, name, descriptor, is_interface })
    }

    /// Bootstrap method, name and descriptor of a `Dynamic` or `InvokeDynamic`.
    pub fn dynamic(&self, index: u16) -> Option<(u16, &str, &str)> {
        let (Constant::Dynamic { bootstrap, name_and_type }
        | Constant::InvokeDynamic { bootstrap, name_and_type }) = *self.get(index)?
        else {
            return None;
        };
        let (name, descriptor) = self.name_and_type(name_and_type)?;
        Some((bootstrap, name, descriptor))
    }

    /// The offset of the constant at `index` in the file. Recomputed each time: only messages need it.
    pub(crate) fn offset_of(&self, index: u16) -> usize {
        FIRST_CONSTANT + self.constants.iter().take(usize::from(index)).map(Constant::size).sum::<usize>()
    }

    /// Reads the count and the constants; the indices in them are not checked yet.
    pub(crate) fn read(reader: &mut Reader<'_>, bytes: &Bytes) -> Result<Self> {
        let count_offset = reader.offset();
        let count = reader.u16()?;
        if count == 0 {
            return Err(malformed(count_offset, "the constant pool has not even its unusable entry 0"));
        }
        // A constant takes at least 3 bytes, so a wrong count cannot make this large.
        let capacity = usize::from(count).min(1 + reader.remaining() / 3);
        let mut constants = Vec::with_capacity(capacity);
        // Texts are a third to a half of a typical class file.
        let mut texts = Texts { encoded: Vec::with_capacity(reader.remaining() / 2) };
        constants.push(Constant::Unusable);
        while constants.len() < usize::from(count) {
            let offset = reader.offset();
            let constant = read_constant(reader, &mut texts)?;
            constants.push(constant);
            if matches!(constant, Constant::Long(_) | Constant::Double(_)) {
                if constants.len() == usize::from(count) {
                    let reason = "a Long or Double takes two indices, but the constant pool ends after one";
                    return Err(malformed(offset, reason));
                }
                constants.push(Constant::Unusable);
            }
        }
        let text = texts.decode(bytes, &mut constants)?;
        Ok(Self { constants, text, bytes: bytes.clone() })
    }
}

fn read_constant(reader: &mut Reader<'_>, texts: &mut Texts) -> Result<Constant> {
    let offset = reader.offset();
    Ok(match reader.u8()? {
        1 => Constant::Utf8(texts.read(reader)?),
        3 => Constant::Integer(reader.u32()?.cast_signed()),
        4 => Constant::Float(reader.u32()?),
        5 => Constant::Long(reader.u64()?.cast_signed()),
        6 => Constant::Double(reader.u64()?),
        7 => Constant::Class { name: reader.u16()? },
        8 => Constant::String { utf8: reader.u16()? },
        9 => Constant::FieldRef { class: reader.u16()?, name_and_type: reader.u16()? },
        10 => Constant::MethodRef { class: reader.u16()?, name_and_type: reader.u16()? },
        11 => Constant::InterfaceMethodRef { class: reader.u16()?, name_and_type: reader.u16()? },
        12 => Constant::NameAndType { name: reader.u16()?, descriptor: reader.u16()? },
        15 => Constant::MethodHandle { kind: reader.u8()?, reference: reader.u16()? },
        16 => Constant::MethodType { descriptor: reader.u16()? },
        17 => Constant::Dynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        18 => Constant::InvokeDynamic { bootstrap: reader.u16()?, name_and_type: reader.u16()? },
        19 => Constant::Module { name: reader.u16()? },
        20 => Constant::Package { name: reader.u16()? },
        tag => return Err(malformed(offset, format!("{tag} is not a tag of a constant"))),
    })
}

/// The concatenated encoded texts, until all are read.
struct Texts {
    encoded: Vec<u8>,
}

impl Texts {
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<Utf8> {
        let raw_length = reader.u16()?;
        let offset = reader.offset();
        let position = |at: usize| u32::try_from(at).map_err(|_| malformed(at, "a class file of over 4 GiB"));
        let (raw_start, text_start) = (position(offset)?, position(self.encoded.len())?);
        self.encoded.extend_from_slice(reader.slice(usize::from(raw_length))?);
        Ok(Utf8 { raw_start, text_start, raw_length, text_length: raw_length })
    }

    /// Decodes and concatenates the texts; updates their positions in `constants`.
    fn decode(self, bytes: &Bytes, constants: &mut [Constant]) -> Result<String> {
        // Nearly every class has only ASCII, for which both encodings agree except for the zero byte.
        if self.encoded.is_ascii() && !self.encoded.contains(&0) {
            return Ok(String::from_utf8(self.encoded).expect("ASCII is UTF-8"));
        }
        let mut text = String::with_capacity(self.encoded.len());
        for constant in constants {
            let Constant::Utf8(utf8) = constant else { continue };
            let (raw, start) = (utf8.raw_start as usize, text.len());
            modified_utf8::decode(&bytes[raw..raw + usize::from(utf8.raw_length)], raw, &mut text)?;
            let fits = "no character is longer in UTF-8 than in modified UTF-8";
            utf8.text_start = u32::try_from(start).expect(fits);
            utf8.text_length = u16::try_from(text.len() - start).expect(fits);
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_is_small() {
        assert_eq!(size_of::<Constant>(), 16);
    }
}
