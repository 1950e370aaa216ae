//! Instructions of a method's bytecode, decoded one at a time (JVMS §4.7.3, §6.5).
//!
//! Promises: corrupt code never panics and never reads outside the slice; it yields an [`InsnError`] with the
//! offset of the instruction. Branch targets are absolute and lie inside the code. `wide` is folded into the
//! instruction it widens. Not promised: that a target is the start of an instruction (see [`crate::kinds`]),
//! or that a pool index exists.

use crate::kinds::Kind;
use crate::opcode::{self, Format, Opcode};

/// Why an instruction cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InsnFault {
    /// A method's code has 1 to 65535 bytes.
    #[error("code of {0} bytes (1 to 65535 are allowed)")]
    CodeSize(usize),
    /// The number is not an opcode.
    #[error("opcode {0} does not exist")]
    NoOpcode(u8),
    /// The code ends inside the instruction.
    #[error("the code ends inside the instruction")]
    Truncated,
    /// `wide` before an opcode that has no wide form.
    #[error("wide before opcode {0}")]
    WideOpcode(u8),
    /// A branch leaves the code.
    #[error("branch to {0}, outside the code")]
    TargetOutside(i64),
    /// A `tableswitch` with `low > high`, a `lookupswitch` with a negative count or unsorted keys.
    #[error("malformed switch")]
    Switch,
    /// `newarray` of something that is not a primitive type.
    #[error("newarray of type code {0}")]
    ElementType(u8),
    /// A byte that must be zero is not, or a count that must not be zero is.
    #[error("reserved operand byte has a wrong value")]
    Reserved,
}

/// An instruction that cannot be decoded, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at {offset}: {fault}")]
pub struct InsnError {
    /// Offset of the instruction.
    pub offset: u16,
    /// What is wrong.
    pub fault: InsnFault,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub struct Insn<'a> {
    /// Where it starts.
    pub offset: u16,
    /// Its opcode; for a wide instruction the one after `wide`.
    pub opcode: u8,
    /// Its length in bytes, including `wide` and padding.
    pub length: u16,
    /// Its operands.
    pub operand: Operand<'a>,
}

/// Operands, decoded.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// There are none.
    None,
    /// The constant of `bipush` or `sipush`.
    Immediate(i16),
    /// The local that is read or written, also if the opcode implies it (`iload_1`).
    Local(u16),
    /// `iinc`.
    Increment {
        /// The local.
        local: u16,
        /// What is added.
        by: i16,
    },
    /// Index of a constant.
    Pool(u16),
    /// Target of a branch, absolute.
    Branch(u16),
    /// Targets of a switch.
    Switch(Switch<'a>),
    /// `invokeinterface`: the index and the slots of the arguments, including the receiver.
    Interface {
        /// Index of a constant.
        pool: u16,
        /// The count in the instruction.
        slots: u8,
    },
    /// `newarray`: the type code, 4 (boolean) to 11 (long).
    ElementType(u8),
    /// `multianewarray`.
    MultiArray {
        /// Index of a constant.
        pool: u16,
        /// The number of dimensions that are allocated, at least 1.
        dimensions: u8,
    },
}

/// The targets of a `tableswitch` or `lookupswitch`, all of which were checked to lie inside the code.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    base: u16,
    default: u16,
    /// Lowest key of a `tableswitch`; `None` for a `lookupswitch`.
    low: Option<i32>,
    /// Distances (4 bytes each) or pairs (8 bytes each).
    rows: &'a [u8],
}

impl<'a> Switch<'a> {
    /// The target if no key matches.
    #[must_use]
    pub fn default_target(&self) -> u16 {
        self.default
    }

    /// Number of keys.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len() / self.row_size()
    }

    /// Whether there is only the default.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Keys with their targets, keys ascending.
    pub fn cases(&self) -> impl Iterator<Item = (i32, u16)> + use<'a> {
        let Switch { base, low, rows, .. } = *self;
        let row = self.row_size();
        rows.chunks_exact(row).enumerate().map(move |(index, bytes)| {
            let word = |at: usize| {
                bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, i32::from_be_bytes)
            };
            let (key, distance) = match low {
                Some(low) => (low.wrapping_add(index as i32), word(0)),
                None => (word(0), word(4)),
            };
            (key, (i64::from(base) + i64::from(distance)) as u16)
        })
    }

    /// The target for `key`.
    #[must_use]
    pub fn target(&self, key: i32) -> u16 {
        let found = match self.low {
            Some(low) => {
                usize::try_from(i64::from(key) - i64::from(low)).ok().and_then(|n| self.cases().nth(n))
            }
            None => self.cases().find(|&(k, _)| k == key),
        };
        found.map_or(self.default, |(_, target)| target)
    }

    fn row_size(&self) -> usize {
        if self.low.is_some() { 4 } else { 8 }
    }
}

/// What an instruction does to a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It loads it.
    Read,
    /// It stores to it.
    Write,
    /// `iinc`.
    Update,
}

/// The local that an instruction accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalUse {
    /// Its slot; a long or double also occupies the next one.
    pub local: u16,
    /// What is done to it.
    pub access: Access,
    /// Kind of the value.
    pub kind: Kind,
}

/// Where control goes after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The next instruction only.
    Next,
    /// The next instruction or a target.
    Branch,
    /// One of the targets.
    Jump,
    /// It leaves the method.
    End,
}

impl<'a> Insn<'a> {
    /// Its name in JVMS §6.5.
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        opcode::mnemonic(self.opcode).unwrap_or("?")
    }

    /// Offset of the next instruction, which may be the end of the code.
    #[must_use]
    pub fn next_offset(&self) -> u16 {
        self.offset.saturating_add(self.length)
    }

    /// The pool index among its operands.
    #[must_use]
    pub fn pool_index(&self) -> Option<u16> {
        match self.operand {
            Operand::Pool(pool) | Operand::Interface { pool, .. } | Operand::MultiArray { pool, .. } => {
                Some(pool)
            }
            _ => None,
        }
    }

    /// The local it accesses; `None` also for `ret`, whose local holds no kind of value.
    #[must_use]
    pub fn local_use(&self) -> Option<LocalUse> {
        let row = opcode::row(self.opcode)?;
        match (self.operand, row.format) {
            (Operand::Increment { local, .. }, _) => {
                Some(LocalUse { local, access: Access::Update, kind: Kind::Int })
            }
            (Operand::Local(local), Format::Load | Format::LoadN(_)) => {
                let kind = Kind::of_letter(*row.effect.as_bytes().last()?)?;
                Some(LocalUse { local, access: Access::Read, kind })
            }
            (Operand::Local(local), Format::Store | Format::StoreN(_)) => {
                let kind = Kind::of_letter(*row.effect.as_bytes().first()?)?;
                Some(LocalUse { local, access: Access::Write, kind })
            }
            _ => None,
        }
    }

    /// Where control goes after it, ignoring exceptions. `jsr` and `ret` count as jumps.
    #[must_use]
    pub fn flow(&self) -> Flow {
        match self.opcode {
            opcode::IFEQ..=opcode::IF_ACMPNE | opcode::IFNULL | opcode::IFNONNULL => Flow::Branch,
            opcode::GOTO..=opcode::LOOKUPSWITCH | opcode::GOTO_W | opcode::JSR_W => Flow::Jump,
            opcode::IRETURN..=opcode::RETURN | opcode::ATHROW => Flow::End,
            _ => Flow::Next,
        }
    }

    /// The targets of a branch or switch, the default first.
    pub fn targets(&self) -> impl Iterator<Item = u16> + use<'a> {
        let (first, switch) = match self.operand {
            Operand::Branch(target) => (Some(target), None),
            Operand::Switch(switch) => (Some(switch.default), Some(switch)),
            _ => (None, None),
        };
        first.into_iter().chain(switch.into_iter().flat_map(|s| s.cases()).map(|(_, target)| target))
    }
}

/// Instructions of `code`, in order; stops after the last one or after the first error.
#[must_use]
pub fn instructions(code: &[u8]) -> Instructions<'_> {
    Instructions { code, next: Some(0) }
}

/// See [`instructions`].
#[derive(Clone, Debug)]
pub struct Instructions<'a> {
    code: &'a [u8],
    next: Option<u16>,
}

impl<'a> Iterator for Instructions<'a> {
    type Item = Result<Insn<'a>, InsnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.next.take()?;
        let insn = decode(self.code, offset);
        if let Ok(insn) = insn {
            self.next = Some(insn.next_offset()).filter(|&next| usize::from(next) < self.code.len());
        }
        Some(insn)
    }
}

/// Decodes the instruction at `offset`.
///
/// # Errors
/// If the size of the code is invalid, or there is no complete and well-formed instruction.
pub fn decode(code: &[u8], offset: u16) -> Result<Insn<'_>, InsnError> {
    if code.is_empty() || code.len() > usize::from(u16::MAX) {
        return Err(InsnError { offset, fault: InsnFault::CodeSize(code.len()) });
    }
    let reader = Reader { code, base: usize::from(offset) };
    reader.insn(offset).map_err(|fault| InsnError { offset, fault })
}

/// Reads operands; `at` counts from the start of the instruction.
#[derive(Clone, Copy)]
struct Reader<'a> {
    code: &'a [u8],
    base: usize,
}

impl<'a> Reader<'a> {
    fn bytes<const N: usize>(self, at: usize) -> Result<[u8; N], InsnFault> {
        let from = self.base + at;
        self.code.get(from..from + N).and_then(|b| b.try_into().ok()).ok_or(InsnFault::Truncated)
    }

    fn u8(self, at: usize) -> Result<u8, InsnFault> {
        self.code.get(self.base + at).copied().ok_or(InsnFault::Truncated)
    }

    fn u16(self, at: usize) -> Result<u16, InsnFault> {
        self.bytes(at).map(u16::from_be_bytes)
    }

    fn i32(self, at: usize) -> Result<i32, InsnFault> {
        self.bytes(at).map(i32::from_be_bytes)
    }

    fn target(self, distance: i32) -> Result<u16, InsnFault> {
        let target = self.base as i64 + i64::from(distance);
        match u16::try_from(target) {
            Ok(inside) if usize::from(inside) < self.code.len() => Ok(inside),
            _ => Err(InsnFault::TargetOutside(target)),
        }
    }

    fn insn(self, offset: u16) -> Result<Insn<'a>, InsnFault> {
        let opcode = self.u8(0)?;
        let row = opcode::row(opcode).ok_or(InsnFault::NoOpcode(opcode))?;
        let (operand, length) = match row.format {
            Format::Wide => return self.wide(offset),
            Format::TableSwitch | Format::LookupSwitch => self.switch(row)?,
            _ => self.operand(row)?,
        };
        Ok(Insn { offset, opcode, length, operand })
    }

    fn operand(self, row: &Opcode) -> Result<(Operand<'a>, u16), InsnFault> {
        Ok(match row.format {
            Format::LoadN(local) | Format::StoreN(local) => (Operand::Local(u16::from(local)), 1),
            Format::Byte => (Operand::Immediate(i16::from(self.u8(1)? as i8)), 2),
            Format::Short => (Operand::Immediate(self.u16(1)? as i16), 3),
            Format::Load | Format::Store => (Operand::Local(u16::from(self.u8(1)?)), 2),
            Format::Increment => {
                (Operand::Increment { local: u16::from(self.u8(1)?), by: i16::from(self.u8(2)? as i8) }, 3)
            }
            Format::PoolByte => (Operand::Pool(u16::from(self.u8(1)?)), 2),
            Format::Pool => (Operand::Pool(self.u16(1)?), 3),
            Format::Branch => (Operand::Branch(self.target(i32::from(self.u16(1)? as i16))?), 3),
            Format::BranchWide => (Operand::Branch(self.target(self.i32(1)?)?), 5),
            Format::InvokeInterface => match (self.u8(3)?, self.u8(4)?) {
                (0, _) | (_, 1..) => return Err(InsnFault::Reserved),
                (slots, 0) => (Operand::Interface { pool: self.u16(1)?, slots }, 5),
            },
            Format::InvokeDynamic => match self.u16(3)? {
                0 => (Operand::Pool(self.u16(1)?), 5),
                _ => return Err(InsnFault::Reserved),
            },
            Format::NewArray => match self.u8(1)? {
                code @ 4..=11 => (Operand::ElementType(code), 2),
                code => return Err(InsnFault::ElementType(code)),
            },
            Format::MultiNewArray => match self.u8(3)? {
                0 => return Err(InsnFault::Reserved),
                dimensions => (Operand::MultiArray { pool: self.u16(1)?, dimensions }, 4),
            },
            Format::Plain | Format::TableSwitch | Format::LookupSwitch | Format::Wide => (Operand::None, 1),
        })
    }

    fn wide(self, offset: u16) -> Result<Insn<'a>, InsnFault> {
        let opcode = self.u8(1)?;
        let local = self.u16(2);
        let (operand, length) = match opcode::row(opcode).map(|row| row.format) {
            Some(Format::Load | Format::Store) => (Operand::Local(local?), 4),
            Some(Format::Increment) => (Operand::Increment { local: local?, by: self.u16(4)? as i16 }, 6),
            _ => return Err(InsnFault::WideOpcode(opcode)),
        };
        Ok(Insn { offset, opcode, length, operand })
    }

    fn switch(self, row: &Opcode) -> Result<(Operand<'a>, u16), InsnFault> {
        // Padding aligns the default to a multiple of four from the start of the code; from class file
        // version 51 on its bytes may be anything.
        let at = 4 - self.base % 4;
        let default = self.target(self.i32(at)?)?;
        let (low, rows_at, size) = if row.format == Format::TableSwitch {
            let (low, high) = (self.i32(at + 4)?, self.i32(at + 8)?);
            let count = i64::from(high) - i64::from(low) + 1;
            (Some(low), at + 12, count.checked_mul(4).filter(|_| count > 0))
        } else {
            let count = i64::from(self.i32(at + 4)?);
            (None, at + 8, count.checked_mul(8).filter(|_| count >= 0))
        };
        let size = size.and_then(|size| usize::try_from(size).ok()).ok_or(InsnFault::Switch)?;
        let rows = self.code.get(self.base + rows_at..).and_then(|rest| rest.get(..size));
        let rows = rows.ok_or(InsnFault::Truncated)?;
        self.check_rows(low.is_none(), rows)?;
        let length = u16::try_from(rows_at + size).map_err(|_| InsnFault::Truncated)?;
        let base = u16::try_from(self.base).map_err(|_| InsnFault::Truncated)?;
        Ok((Operand::Switch(Switch { base, default, low, rows }), length))
    }

    fn check_rows(self, keyed: bool, rows: &[u8]) -> Result<(), InsnFault> {
        let (words, _) = rows.as_chunks::<4>();
        let mut last = None;
        for (index, word) in words.iter().enumerate() {
            let word = i32::from_be_bytes(*word);
            if keyed && index % 2 == 0 {
                if last.is_some_and(|last| last >= word) {
                    return Err(InsnFault::Switch);
                }
                last = Some(word);
            } else {
                self.target(word)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(code: &[u8]) -> Result<Insn<'_>, InsnFault> {
        decode(code, 0).map_err(|e| e.fault)
    }

    #[test]
    fn reads_plain_wide_and_implicit_locals_as_the_same_operand() {
        for (code, local, length) in [(&[0x1b][..], 1, 1), (&[0x15, 7], 7, 2), (&[0xc4, 0x15, 1, 2], 258, 4)]
        {
            let insn = one(code).unwrap();
            let wanted = LocalUse { local, access: Access::Read, kind: Kind::Int };
            assert_eq!((insn.local_use(), insn.length), (Some(wanted), length));
        }
        let inc = one(&[0xc4, 0x84, 0, 3, 0xff, 0xfe]).unwrap();
        assert!(matches!(inc.operand, Operand::Increment { local: 3, by: -2 }));
    }

    #[test]
    fn branches_are_absolute_and_must_stay_inside_the_code() {
        let code = [0, 0, 0, 0xa7, 0xff, 0xfe];
        let insn = decode(&code, 3).unwrap();
        assert_eq!(insn.targets().collect::<Vec<_>>(), [1]);
        assert_eq!(one(&[0xa7, 0, 3]).unwrap_err(), InsnFault::TargetOutside(3));
        assert_eq!(one(&[0xa7, 0xff, 0xff]).unwrap_err(), InsnFault::TargetOutside(-1));
    }

    fn words(head: &[u8], words: &[i32]) -> Vec<u8> {
        let mut code = head.to_vec();
        words.iter().for_each(|w| code.extend(w.to_be_bytes()));
        code
    }

    #[test]
    fn switches_are_aligned_and_find_their_targets() {
        let table = words(&[0, 0xaa, 0, 0], &[-1, -2, 0, 0, 3, 3]);
        let insn = decode(&table, 1).unwrap();
        let Operand::Switch(switch) = insn.operand else { panic!("{insn:?}") };
        assert_eq!(insn.length, 27);
        assert_eq!(switch.cases().collect::<Vec<_>>(), [(-2, 1), (-1, 4), (0, 4)]);
        assert_eq!([-3, -2, 0, 1, i32::MIN, i32::MAX].map(|k| switch.target(k)), [0, 1, 4, 0, 0, 0]);

        let lookup = words(&[0xab, 0, 0, 0], &[0, 2, -5, 1, 70, 2]);
        let insn = decode(&lookup, 0).unwrap();
        let Operand::Switch(switch) = insn.operand else { panic!("{insn:?}") };
        assert_eq!([-5, 70, 0].map(|k| switch.target(k)), [1, 2, 0]);
        assert_eq!(insn.targets().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn malformed_switches_are_refused() {
        let low_above_high = words(&[0xaa, 0, 0, 0], &[0, 2, 1]);
        assert_eq!(one(&low_above_high).unwrap_err(), InsnFault::Switch);
        let huge = words(&[0xaa, 0, 0, 0], &[0, i32::MIN, i32::MAX]);
        assert_eq!(one(&huge).unwrap_err(), InsnFault::Truncated);
        let negative = words(&[0xab, 0, 0, 0], &[0, -1]);
        assert_eq!(one(&negative).unwrap_err(), InsnFault::Switch);
        let unsorted = words(&[0xab, 0, 0, 0], &[0, 2, 5, 0, 5, 0]);
        assert_eq!(one(&unsorted).unwrap_err(), InsnFault::Switch);
    }

    #[test]
    fn an_error_names_the_offset_of_its_instruction_and_ends_the_iteration() {
        let all: Vec<_> = instructions(&[0, 0, 0xcb, 0]).collect();
        assert_eq!(all.len(), 3);
        assert_eq!(all[2].unwrap_err(), InsnError { offset: 2, fault: InsnFault::NoOpcode(0xcb) });
        assert_eq!(one(&[]).unwrap_err(), InsnFault::CodeSize(0));
        assert_eq!(one(&[0xc4, 0x60]).unwrap_err(), InsnFault::WideOpcode(0x60));
        assert_eq!(one(&[0xb9, 0, 1, 0, 0]).unwrap_err(), InsnFault::Reserved);
    }

    #[test]
    fn no_two_bytes_and_no_truncation_make_the_decoder_panic_or_stand_still() {
        for first in 0..=255u8 {
            for second in 0..=255u8 {
                let code = [first, second, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0];
                for end in 0..=code.len() {
                    let sum: usize =
                        instructions(&code[..end]).flatten().map(|i| usize::from(i.length)).sum();
                    assert!(sum <= end);
                    assert!(instructions(&code[..end]).flatten().all(|i| i.length > 0));
                }
            }
        }
    }
}
