//! The effect of one instruction on the operand stack, in slots (JVMS §6.5).
//!
//! Used by the kinds (which check it) and by the messages for null pointers (which only count). Also checks
//! that the constant of an instruction is of a kind that the instruction can use.

use classfile::{Constant, Pool};

use crate::insn::{Insn, Operand};
use crate::kind::{self, Kind, Returns};
use crate::kinds::Reason;
use crate::opcode;

/// What an instruction pops and pushes, deepest slot first. The buffers are reused between calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effect {
    /// Kinds of the slots that it pops.
    pub(crate) pops: Vec<Kind>,
    /// Kinds of the slots that it pushes.
    pub(crate) pushes: Vec<Kind>,
}

impl Effect {
    /// Sets this to the effect of `insn`, which must not be one that moves slots (see [`shuffle_of`]).
    pub(crate) fn set(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        self.pops.clear();
        self.pushes.clear();
        match insn.opcode {
            opcode::LDC | opcode::LDC_W | opcode::LDC2_W => self.load_constant(pool, insn),
            opcode::GETSTATIC..=opcode::PUTFIELD => self.field(pool, insn),
            opcode::INVOKEVIRTUAL..=opcode::INVOKEDYNAMIC => self.invoke(pool, insn),
            opcode::NEW | opcode::ANEWARRAY | opcode::CHECKCAST | opcode::INSTANCEOF => {
                self.class(pool, insn)
            }
            opcode::MULTIANEWARRAY => self.multi_array(pool, insn),
            opcode::JSR | opcode::RET | opcode::JSR_W => Err(Reason::Subroutine),
            _ => {
                self.take_from_table(insn);
                Ok(())
            }
        }
    }

    fn take_from_table(&mut self, insn: &Insn<'_>) {
        let mut side = &mut self.pops;
        for &letter in opcode::row(insn.opcode).map_or(&b""[..], |row| row.effect.as_bytes()) {
            match Kind::of_letter(letter) {
                Some(kind) => kind.push_to(side),
                None => side = &mut self.pushes,
            }
        }
    }

    fn load_constant(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        let (index, constant) = constant_of(pool, insn)?;
        let kind = match *constant {
            Constant::Integer(_) => Kind::Int,
            Constant::Float(_) => Kind::Float,
            Constant::Long(_) => Kind::Long,
            Constant::Double(_) => Kind::Double,
            Constant::Class { .. }
            | Constant::String { .. }
            | Constant::MethodHandle { .. }
            | Constant::MethodType { .. } => Kind::Ref,
            Constant::Dynamic { name_and_type, .. } => {
                let (_, descriptor) =
                    pool.name_and_type(name_and_type).ok_or(Reason::WrongConstant(index))?;
                kind::of_field(descriptor).ok_or(Reason::Descriptor)?
            }
            _ => return Err(Reason::WrongConstant(index)),
        };
        if kind.is_wide() != (insn.opcode == opcode::LDC2_W) {
            return Err(Reason::WrongConstant(index));
        }
        kind.push_to(&mut self.pushes);
        Ok(())
    }

    fn field(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        let (index, constant) = constant_of(pool, insn)?;
        let Constant::FieldRef { name_and_type, .. } = *constant else {
            return Err(Reason::WrongConstant(index));
        };
        let (_, descriptor) = pool.name_and_type(name_and_type).ok_or(Reason::WrongConstant(index))?;
        let kind = kind::of_field(descriptor).ok_or(Reason::Descriptor)?;
        if matches!(insn.opcode, opcode::GETFIELD | opcode::PUTFIELD) {
            self.pops.push(Kind::Ref);
        }
        let reads = matches!(insn.opcode, opcode::GETSTATIC | opcode::GETFIELD);
        kind.push_to(if reads { &mut self.pushes } else { &mut self.pops });
        Ok(())
    }

    fn invoke(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        let (index, constant) = constant_of(pool, insn)?;
        let name_and_type = match (insn.opcode, *constant) {
            (opcode::INVOKEDYNAMIC, Constant::InvokeDynamic { name_and_type, .. })
            | (
                opcode::INVOKEVIRTUAL | opcode::INVOKESPECIAL | opcode::INVOKESTATIC,
                Constant::MethodRef { name_and_type, .. },
            )
            | (
                opcode::INVOKEINTERFACE | opcode::INVOKESPECIAL | opcode::INVOKESTATIC,
                Constant::InterfaceMethodRef { name_and_type, .. },
            ) => name_and_type,
            _ => return Err(Reason::WrongConstant(index)),
        };
        let (name, descriptor) = pool.name_and_type(name_and_type).ok_or(Reason::WrongConstant(index))?;
        if name.starts_with('<') && !(name == "<init>" && insn.opcode == opcode::INVOKESPECIAL) {
            return Err(Reason::CallsInitializer);
        }
        if !matches!(insn.opcode, opcode::INVOKESTATIC | opcode::INVOKEDYNAMIC) {
            self.pops.push(Kind::Ref);
        }
        let returns = kind::of_method(descriptor, &mut self.pops).ok_or(Reason::Descriptor)?;
        // The limit of JVMS §4.3.3 counts the receiver; `slots` of invokeinterface counts it too.
        let slots = self.pops.len();
        if slots > 255
            || matches!(insn.operand, Operand::Interface { slots: n, .. } if usize::from(n) != slots)
        {
            return Err(Reason::ArgumentSlots(slots));
        }
        if let Returns::Value(kind) = returns {
            kind.push_to(&mut self.pushes);
        }
        Ok(())
    }

    fn class(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        let index = insn.pool_index().unwrap_or(0);
        let name = pool.class_name(index).ok_or(Reason::WrongConstant(index))?;
        if insn.opcode == opcode::NEW && name.starts_with('[') {
            return Err(Reason::WrongConstant(index));
        }
        self.take_from_table(insn);
        Ok(())
    }

    fn multi_array(&mut self, pool: &Pool, insn: &Insn<'_>) -> Result<(), Reason> {
        let Operand::MultiArray { pool: index, dimensions } = insn.operand else {
            return Err(Reason::WrongConstant(0));
        };
        let name = pool.class_name(index).ok_or(Reason::WrongConstant(index))?;
        if name.bytes().take_while(|&b| b == b'[').count() < usize::from(dimensions) {
            return Err(Reason::WrongConstant(index));
        }
        self.pops.resize(usize::from(dimensions), Kind::Int);
        self.pushes.push(Kind::Ref);
        Ok(())
    }
}

fn constant_of<'a>(pool: &'a Pool, insn: &Insn<'_>) -> Result<(u16, &'a Constant), Reason> {
    let index = insn.pool_index().unwrap_or(0);
    pool.get(index).map(|constant| (index, constant)).ok_or(Reason::WrongConstant(index))
}

/// An instruction that moves slots regardless of their contents: `pop`, the `dup`s, `swap`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shuffle {
    from: &'static str,
    to: &'static str,
}

/// The shuffle of an opcode, if it is one.
pub(crate) fn shuffle_of(opcode: u8) -> Option<Shuffle> {
    if !(opcode::POP..=opcode::SWAP).contains(&opcode) {
        return None;
    }
    let (from, to) = opcode::row(opcode)?.effect.split_once('>')?;
    Some(Shuffle { from, to })
}

impl Shuffle {
    /// The number of slots it pops.
    pub(crate) fn pops(self) -> usize {
        self.from.bytes().filter(|&b| b != b'.').count()
    }

    /// The number of slots it pushes back.
    pub(crate) fn pushes(self) -> usize {
        self.to.len()
    }

    /// Moves the slots on top of `stack`.
    ///
    /// # Errors
    /// If there are too few slots, or `is_second_half` holds for one where a value must start.
    pub(crate) fn apply<T: Copy>(
        self,
        stack: &mut Vec<T>,
        is_second_half: impl Fn(T) -> bool,
    ) -> Result<(), Reason> {
        let base = stack.len().checked_sub(self.pops()).ok_or(Reason::StackUnderflow)?;
        // Letters run down to `a`, the top; slot `x` is `x - a` below it.
        let mut taken = [None; 4];
        let mut starts_value = false;
        for letter in self.from.bytes() {
            if letter == b'.' {
                starts_value = true;
                continue;
            }
            let below_top = usize::from(letter - b'a');
            let value = stack.get(stack.len() - 1 - below_top).copied();
            if starts_value && value.is_some_and(&is_second_half) {
                return Err(Reason::SplitsWide);
            }
            starts_value = false;
            if let Some(slot) = taken.get_mut(below_top) {
                *slot = value;
            }
        }
        stack.truncate(base);
        stack.extend(
            self.to.bytes().filter_map(|letter| taken.get(usize::from(letter - b'a')).copied().flatten()),
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffled(opcode: u8, stack: &str) -> Result<String, Reason> {
        let mut slots: Vec<char> = stack.chars().collect();
        let shuffle = shuffle_of(opcode).unwrap();
        shuffle.apply(&mut slots, |c| c == '-').map(|()| slots.into_iter().collect())
    }

    #[test]
    fn every_shuffle_does_what_its_forms_in_the_specification_say() {
        for (opcode, before, after) in [
            (opcode::POP, "xy", "x"),
            (opcode::POP2, "zxy", "z"),
            (opcode::POP2, "zJ-", "z"),
            (opcode::DUP, "xy", "xyy"),
            (opcode::DUP_X1, "zxy", "zyxy"),
            (opcode::DUP_X2, "wxyz", "wzxyz"),
            (opcode::DUP_X2, "wJ-z", "wzJ-z"),
            (opcode::DUP2, "wxy", "wxyxy"),
            (opcode::DUP2, "wJ-", "wJ-J-"),
            (opcode::DUP2_X1, "wxyz", "wyzxyz"),
            (opcode::DUP2_X1, "wxJ-", "wJ-xJ-"),
            (opcode::DUP2_X2, "vwxyz", "vyzwxyz"),
            (opcode::DUP2_X2, "vwxJ-", "vJ-wxJ-"),
            (opcode::DUP2_X2, "vD-yz", "vyzD-yz"),
            (opcode::DUP2_X2, "vD-J-", "vJ-D-J-"),
            (opcode::SWAP, "zxy", "zyx"),
        ] {
            assert_eq!(shuffled(opcode, before).as_deref(), Ok(after), "{:?}", opcode::mnemonic(opcode));
        }
    }

    #[test]
    fn a_shuffle_never_splits_a_long_or_double() {
        for (opcode, stack) in [
            (opcode::POP, "J-"),
            (opcode::POP2, "J-y"),
            (opcode::DUP, "J-"),
            (opcode::DUP_X1, "J-y"),
            (opcode::DUP_X1, "xJ-"),
            (opcode::DUP_X2, "J-yz"),
            (opcode::DUP_X2, "wxJ-"),
            (opcode::DUP2, "J-y"),
            (opcode::DUP2_X1, "J-yz"),
            (opcode::DUP2_X1, "zJ-y"),
            (opcode::DUP2_X2, "J-xyz"),
            (opcode::DUP2_X2, "xxJ-z"),
            (opcode::SWAP, "J-z"),
            (opcode::SWAP, "zJ-"),
        ] {
            assert_eq!(
                shuffled(opcode, stack),
                Err(Reason::SplitsWide),
                "{:?} {stack}",
                opcode::mnemonic(opcode)
            );
        }
        assert_eq!(shuffled(opcode::DUP2_X2, "xyz"), Err(Reason::StackUnderflow));
    }
}
