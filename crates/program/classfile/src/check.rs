//! The static constraints on instructions (JVMS §4.9.1), without types.
//!
//! Promises for a method that passes: from pc 0 on, every instruction is known and complete; every branch,
//! switch and handler refers to the beginning of an instruction; local variables exist; an index refers to a
//! constant of the kind that the instruction takes; execution cannot run past the end. **Does not** check the
//! operand stack. `jsr` and `ret` are rejected: no compiler since Java 6 emits them, and from version 51 on
//! they are forbidden.

use crate::class::{ClassFile, Code, Method};
use crate::error::{ClassFileError, malformed, shown};
use crate::names;
use crate::opcodes::{Shape, i32_at, instruction_length, shape};
use crate::pool::{Constant, Pool};
use crate::pool_check::not_a;

/// Checks the instructions of all methods.
pub fn check_all(class: &ClassFile) -> Result<(), ClassFileError> {
    class.methods.iter().try_for_each(|method| check_code(class, method))
}

/// Checks the instructions of a method of `class`; a method without code passes.
pub fn check_code(class: &ClassFile, method: &Method) -> Result<(), ClassFileError> {
    let Some(code) = &method.code else { return Ok(()) };
    let walk = Walk { class, code, instructions: &code.bytecode };
    walk.run().map_err(|(pc, reason)| ClassFileError {
        class: Some(class.name.to_string()),
        ..malformed(
            code.bytecode.offset_in(&class.bytes) + pc,
            format!("method {}, pc {pc}: {reason}", shown(&format!("{}{}", method.name, method.descriptor))),
        )
    })
}

/// The error is the position in the code, and what is wrong there.
type Checked<T = ()> = Result<T, (usize, String)>;

struct Walk<'a> {
    class: &'a ClassFile,
    code: &'a Code,
    instructions: &'a [u8],
}

/// Where instructions begin, one bit per byte; and the branches seen so far.
struct Seen {
    starts: Vec<u64>,
    /// Source and target pcs.
    jumps: Vec<(usize, i64)>,
}

impl Seen {
    fn begins_at(&self, pc: usize) -> bool {
        self.starts.get(pc / 64).is_some_and(|word| word >> (pc % 64) & 1 == 1)
    }
}

impl Walk<'_> {
    fn run(&self) -> Checked {
        let mut seen = Seen { starts: vec![0; self.instructions.len() / 64 + 1], jumps: Vec::new() };
        let (mut pc, mut last) = (0, 0);
        while pc < self.instructions.len() {
            seen.starts[pc / 64] |= 1 << (pc % 64);
            let length =
                instruction_length(self.instructions, pc).ok_or_else(|| (pc, self.why_unreadable(pc)))?;
            self.instruction(pc, length, &mut seen).map_err(|reason| (pc, reason))?;
            last = pc;
            pc += length;
        }
        if !self.never_falls_through(last) {
            return Err((last, "execution can run past the end of the code".into()));
        }
        self.check_targets(&seen)
    }

    fn check_targets(&self, seen: &Seen) -> Checked {
        for &(from, to) in &seen.jumps {
            if !usize::try_from(to).is_ok_and(|to| seen.begins_at(to)) {
                return Err((from, format!("branches to {to}, where no instruction begins")));
            }
        }
        for handler in &self.code.handlers {
            let end = usize::from(handler.end);
            let fits = seen.begins_at(handler.start.into())
                && (end == self.instructions.len() || seen.begins_at(end))
                && seen.begins_at(handler.target.into());
            if !fits {
                let (start, target) = (handler.start, handler.target);
                let reason = format!("handler of {start}..{end} at {target}: no instruction begins there");
                return Err((usize::from(start), reason));
            }
        }
        Ok(())
    }

    fn never_falls_through(&self, pc: usize) -> bool {
        matches!(
            shape(self.instructions[pc]),
            Shape::Leaves
                | Shape::Branch { always: true }
                | Shape::WideBranch
                | Shape::TableSwitch
                | Shape::LookupSwitch
        )
    }

    #[cold]
    fn why_unreadable(&self, pc: usize) -> String {
        let opcode = self.instructions[pc];
        match shape(opcode) {
            Shape::Unknown => format!("{opcode:#04x} is not an instruction"),
            Shape::Subroutine => {
                let name = if opcode == 0xA9 { "ret" } else { "jsr" };
                format!("{name} is not supported; a compiler for Java 6 or newer does not emit it")
            }
            Shape::TableSwitch | Shape::LookupSwitch => "a switch that does not fit into the code".into(),
            _ => "an instruction that is cut off by the end of the code".into(),
        }
    }

    /// Checks the operands of the instruction at `pc`, which lies inside the code with its `length`.
    fn instruction(&self, pc: usize, length: usize, seen: &mut Seen) -> Result<(), String> {
        let here = &self.instructions[pc..pc + length];
        let index = || u16::from_be_bytes([here[1], here[2]]);
        match shape(here[0]) {
            Shape::Plain | Shape::Leaves | Shape::Value(_) => Ok(()),
            Shape::LocalImplied { slot, slots } => self.local(u16::from(slot), slots),
            Shape::Local { slots } => self.local(u16::from(here[1]), slots),
            Shape::Increment => self.local(u16::from(here[1]), 1),
            Shape::Branch { .. } => {
                seen.jumps.push((pc, pc as i64 + i64::from(index().cast_signed())));
                Ok(())
            }
            Shape::WideBranch => push_jump(pc, here, 1, seen),
            Shape::LoadByte => self.load(u16::from(here[1]), false),
            Shape::LoadShort => self.load(index(), false),
            Shape::LoadWide => self.load(index(), true),
            Shape::FieldIndex => match self.pool().get(index()) {
                Some(Constant::FieldRef { .. }) => Ok(()),
                _ => Err(not_a(self.pool(), "Fieldref", index())),
            },
            Shape::MethodIndex => self.call(here, index()),
            Shape::ClassIndex => self.class_operand(here[0], index()),
            Shape::PrimitiveArray if (4..=11).contains(&here[1]) => Ok(()),
            Shape::PrimitiveArray => Err(format!("{} is not a primitive type of an array", here[1])),
            Shape::MultiArray => self.multi_array(index(), here[3]),
            Shape::TableSwitch => switch(pc, here, Table::Consecutive, seen),
            Shape::LookupSwitch => switch(pc, here, Table::Sorted, seen),
            Shape::Wide => self.wide(here),
            Shape::Subroutine | Shape::Unknown => Err("not an instruction".into()),
        }
    }

    fn pool(&self) -> &Pool {
        &self.class.pool
    }

    fn local(&self, slot: u16, slots: u8) -> Result<(), String> {
        if u32::from(slot) + u32::from(slots) <= u32::from(self.code.max_locals) {
            return Ok(());
        }
        Err(format!("local variable {slot} of {slots} slots, but there are {}", self.code.max_locals))
    }

    /// `wide` precedes an instruction with a local variable, and makes its operands wider.
    fn wide(&self, here: &[u8]) -> Result<(), String> {
        let slot = u16::from_be_bytes([here[2], here[3]]);
        match shape(here[1]) {
            Shape::Local { slots } => self.local(slot, slots),
            Shape::Increment => self.local(slot, 1),
            Shape::Subroutine => {
                Err("wide ret is not supported; a compiler for Java 6 or newer does not emit it".into())
            }
            _ => Err(format!("wide cannot stand before {:#04x}", here[1])),
        }
    }

    fn load(&self, index: u16, is_wide: bool) -> Result<(), String> {
        let fits = match self.pool().get(index) {
            Some(Constant::Long(_) | Constant::Double(_)) => is_wide,
            Some(Constant::Dynamic { .. }) => {
                let of_two_slots = matches!(self.pool().dynamic(index), Some((_, _, "J" | "D")));
                of_two_slots == is_wide
            }
            Some(Constant::Integer(_) | Constant::Float(_) | Constant::String { .. }) => !is_wide,
            Some(Constant::Class { .. } | Constant::MethodHandle { .. } | Constant::MethodType { .. }) => {
                !is_wide
            }
            _ => false,
        };
        let wanted = if is_wide { "a constant of two slots" } else { "a constant of one slot" };
        if fits { Ok(()) } else { Err(not_a(self.pool(), wanted, index)) }
    }

    fn call(&self, here: &[u8], index: u16) -> Result<(), String> {
        const INVOKE_SPECIAL: u8 = 0xB7;
        const INVOKE_INTERFACE: u8 = 0xB9;
        let since_8 = self.class.major >= 52;
        let fits = match (here[0], self.pool().get(index)) {
            (0xB6..=0xB8, Some(Constant::MethodRef { .. })) => true,
            (0xB7 | 0xB8, Some(Constant::InterfaceMethodRef { .. })) => since_8,
            (INVOKE_INTERFACE, Some(Constant::InterfaceMethodRef { .. })) => true,
            (0xBA, Some(Constant::InvokeDynamic { .. })) => {
                return if here[3..] == [0, 0] {
                    Ok(())
                } else {
                    Err("invokedynamic does not end with two zeros".into())
                };
            }
            _ => false,
        };
        let member = self.pool().member(index).filter(|_| fits);
        let Some(member) = member else {
            return Err(not_a(self.pool(), "something that this instruction calls", index));
        };
        if member.name == "<init>" && here[0] != INVOKE_SPECIAL {
            return Err("only invokespecial calls <init>".into());
        }
        if here[0] == INVOKE_INTERFACE {
            let slots = names::argument_slots(member.descriptor).map_or(0, |slots| slots.saturating_add(1));
            if u16::from(here[3]) != slots || here[4] != 0 {
                return Err(format!("invokeinterface with count {} for {slots} slots", here[3]));
            }
        }
        Ok(())
    }

    fn class_operand(&self, opcode: u8, index: u16) -> Result<(), String> {
        const NEW: u8 = 0xBB;
        const ANEWARRAY: u8 = 0xBD;
        let Some(name) = self.pool().class_name(index) else {
            return Err(not_a(self.pool(), "Class", index));
        };
        if opcode == NEW && name.starts_with('[') {
            return Err("new cannot make an array".into());
        }
        if opcode == ANEWARRAY && names::dimensions(name) >= 255 {
            return Err("an array of more than 255 dimensions".into());
        }
        Ok(())
    }

    fn multi_array(&self, index: u16, dimensions: u8) -> Result<(), String> {
        let Some(name) = self.pool().class_name(index) else {
            return Err(not_a(self.pool(), "Class", index));
        };
        if dimensions == 0 || usize::from(dimensions) > names::dimensions(name) {
            return Err(format!("multianewarray of {dimensions} dimensions of {}", shown(name)));
        }
        Ok(())
    }
}

/// How a switch finds its target.
#[derive(Clone, Copy)]
enum Table {
    Consecutive,
    Sorted,
}

fn push_jump(pc: usize, here: &[u8], at: usize, seen: &mut Seen) -> Result<(), String> {
    let distance = i32_at(here, at).ok_or("a distance that is cut off")?;
    seen.jumps.push((pc, pc as i64 + i64::from(distance)));
    Ok(())
}

/// The length of `here` determines the number of entries, since it was computed from their count.
fn switch(pc: usize, here: &[u8], table: Table, seen: &mut Seen) -> Result<(), String> {
    let default = 4 - pc % 4;
    push_jump(pc, here, default, seen)?;
    match table {
        Table::Consecutive => {
            (default + 12..here.len()).step_by(4).try_for_each(|at| push_jump(pc, here, at, seen))
        }
        Table::Sorted => {
            let mut previous = None;
            for at in (default + 8..here.len()).step_by(8) {
                let key = i32_at(here, at);
                if previous >= key {
                    return Err("the keys of a lookupswitch are not sorted".into());
                }
                previous = key;
                push_jump(pc, here, at + 4, seen)?;
            }
            Ok(())
        }
    }
}
