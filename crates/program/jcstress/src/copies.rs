//! Whether threads only copy values and compare them with constants for equality, so that all values not
//! named in the program are interchangeable (as in `litmus::Program::only_copies_values`). Instructions that
//! are not listed count as computation: `None` is always correct.

use crate::threads::ThreadTest;
use bytecode::insn::{Operand, instructions};
use bytecode::opcode;
use classfile::{ClassFile, Constant, Method};
use std::collections::BTreeSet;

/// The values that the threads of a class name, if they only copy and compare values.
pub fn copied_values(class: &ClassFile, test: &ThreadTest) -> Option<BTreeSet<i32>> {
    let mut values = BTreeSet::from([0, 1]);
    for thread in &test.threads {
        let is_it = |m: &&Method| m.name == thread.name && m.descriptor == thread.descriptor;
        copies(class, class.methods.iter().find(is_it)?, &mut values)?;
    }
    Some(values)
}

fn copies(class: &ClassFile, method: &Method, values: &mut BTreeSet<i32>) -> Option<()> {
    let member = |index: u16| class.pool.member(index);
    let mut after_constant = false;
    for insn in instructions(&method.code.as_ref()?.bytecode) {
        let insn = insn.ok()?;
        let mut constant = None;
        match (insn.opcode, insn.operand) {
            (opcode::BIPUSH | opcode::SIPUSH, Operand::Immediate(n)) => constant = Some(i32::from(n)),
            (opcode::LDC | opcode::LDC_W, Operand::Pool(index)) => match class.pool.get(index)? {
                Constant::Integer(n) => constant = Some(*n),
                _ => return None,
            },
            (small @ opcode::ICONST_M1..=opcode::ICONST_5, _) => {
                constant = Some(i32::from(small) - i32::from(opcode::ICONST_0));
            }
            // Values of other types would have other bits.
            (opcode::GETSTATIC, Operand::Pool(index)) if member(index)?.name == "$assertionsDisabled" => {}
            (
                opcode::GETSTATIC | opcode::PUTSTATIC | opcode::GETFIELD | opcode::PUTFIELD,
                Operand::Pool(index),
            ) if member(index)?.descriptor == "I" => {}
            (opcode::IF_ICMPEQ | opcode::IF_ICMPNE, _) if after_constant => {}
            (opcode::NEW, Operand::Pool(index))
                if class.pool.class_name(index)? == "java/lang/AssertionError" => {}
            (opcode::INVOKESPECIAL, Operand::Pool(index))
                if member(index)?.class == "java/lang/AssertionError"
                    && member(index)?.descriptor == "()V" => {}
            (
                opcode::NOP
                | opcode::ILOAD
                | opcode::ISTORE
                | opcode::ILOAD_0..=opcode::ILOAD_3
                | opcode::ISTORE_0..=opcode::ISTORE_3
                | opcode::ALOAD
                | opcode::ALOAD_0..=opcode::ALOAD_3
                | opcode::DUP
                | opcode::IFEQ
                | opcode::IFNE
                | opcode::GOTO
                | opcode::ATHROW
                | opcode::RETURN,
                _,
            ) => {}
            _ => return None,
        }
        values.extend(constant);
        after_constant = constant.is_some();
    }
    Some(())
}
