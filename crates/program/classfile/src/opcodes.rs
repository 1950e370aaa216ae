//! The shapes of the instructions (JVMS §6.5): their lengths and operands.

/// What follows an opcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing.
    Plain,
    /// Nothing, and execution does not continue after it.
    Leaves,
    /// A signed byte or short with any value.
    Value(u8),
    /// The number of a local variable in the opcode, of one or two slots.
    LocalImplied { slot: u8, slots: u8 },
    /// The number of a local variable in a byte.
    Local { slots: u8 },
    /// `iinc`.
    Increment,
    /// A signed 16-bit distance.
    Branch { always: bool },
    /// A signed 32-bit distance, always taken.
    WideBranch,
    /// `ldc`.
    LoadByte,
    /// `ldc_w`.
    LoadShort,
    /// `ldc2_w`.
    LoadWide,
    /// An index of a field.
    FieldIndex,
    /// An index of a method, by opcode.
    MethodIndex,
    /// An index of a class, by opcode.
    ClassIndex,
    /// `newarray`.
    PrimitiveArray,
    /// `multianewarray`.
    MultiArray,
    /// `tableswitch`.
    TableSwitch,
    /// `lookupswitch`.
    LookupSwitch,
    /// `wide`.
    Wide,
    /// `jsr`, `jsr_w`, `ret`.
    Subroutine,
    /// Not an instruction.
    Unknown,
}

/// The shape of an opcode.
pub(crate) const fn shape(opcode: u8) -> Shape {
    use Shape::*;
    match opcode {
        0x00..=0x0F => Plain,
        0x10 => Value(1),
        0x11 => Value(2),
        0x12 => LoadByte,
        0x13 => LoadShort,
        0x14 => LoadWide,
        0x15 | 0x17 | 0x19 | 0x36 | 0x38 | 0x3A => Local { slots: 1 },
        0x16 | 0x18 | 0x37 | 0x39 => Local { slots: 2 },
        // iload_0 … aload_3 and istore_0 … astore_3: four slots each of int, long, float, double, reference.
        0x1A..=0x2D => implied(opcode - 0x1A),
        0x3B..=0x4E => implied(opcode - 0x3B),
        0x2E..=0x35 | 0x4F..=0x83 => Plain,
        0x84 => Increment,
        0x85..=0x98 => Plain,
        0x99..=0xA6 | 0xC6 | 0xC7 => Branch { always: false },
        0xA7 => Branch { always: true },
        0xA8 | 0xA9 | 0xC9 => Subroutine,
        0xAA => TableSwitch,
        0xAB => LookupSwitch,
        0xAC..=0xB1 | 0xBF => Leaves,
        0xB2..=0xB5 => FieldIndex,
        0xB6..=0xBA => MethodIndex,
        0xBB | 0xBD | 0xC0 | 0xC1 => ClassIndex,
        0xBC => PrimitiveArray,
        0xBE | 0xC2 | 0xC3 => Plain,
        0xC4 => Wide,
        0xC5 => MultiArray,
        0xC8 => WideBranch,
        0xCA.. => Unknown,
    }
}

const fn implied(number: u8) -> Shape {
    let slots = if number / 4 == 1 || number / 4 == 3 { 2 } else { 1 };
    Shape::LocalImplied { slot: number % 4, slots }
}

/// The length of the instruction at `pc`, including its operands; `None` if `pc` is out of bounds, the opcode
/// is unknown or `jsr` or `ret`, or the operands are truncated. Does not check that the operands make sense.
pub fn instruction_length(code: &[u8], pc: usize) -> Option<usize> {
    let here = code.get(pc..)?;
    let length = match shape(*here.first()?) {
        Shape::Plain | Shape::Leaves | Shape::LocalImplied { .. } => 1,
        Shape::Value(bytes) => 1 + usize::from(bytes),
        Shape::Local { .. } | Shape::LoadByte | Shape::PrimitiveArray => 2,
        Shape::Increment | Shape::Branch { .. } | Shape::LoadShort | Shape::LoadWide => 3,
        Shape::FieldIndex | Shape::ClassIndex => 3,
        Shape::MethodIndex => {
            if matches!(here[0], 0xB9 | 0xBA) {
                5
            } else {
                3
            }
        }
        Shape::MultiArray => 4,
        Shape::WideBranch => 5,
        Shape::Wide => {
            if *here.get(1)? == 0x84 {
                6
            } else {
                4
            }
        }
        Shape::TableSwitch => {
            let operands = 4 - pc % 4;
            let (low, high) = (i32_at(here, operands + 4)?, i32_at(here, operands + 8)?);
            let entries = 1 + usize::try_from(i64::from(high) - i64::from(low)).ok()?;
            entries.checked_mul(4)?.checked_add(operands + 12)?
        }
        Shape::LookupSwitch => {
            let operands = 4 - pc % 4;
            let pairs = usize::try_from(i32_at(here, operands + 4)?).ok()?;
            pairs.checked_mul(8)?.checked_add(operands + 8)?
        }
        Shape::Subroutine | Shape::Unknown => return None,
    };
    (length <= here.len()).then_some(length)
}

/// A big-endian number in code.
pub(crate) fn i32_at(code: &[u8], at: usize) -> Option<i32> {
    code.get(at..)?.first_chunk().map(|chunk| i32::from_be_bytes(*chunk))
}
