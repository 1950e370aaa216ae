//! Helpful messages for null pointers (JEP 358).

use classfile::{ClassFile, Method};

/// What was null at this instruction, in HotSpot's words.
pub(crate) fn describe(class: &ClassFile, method: &Method, offset: u16) -> Option<String> {
    bytecode::npe::describe(class, method, offset)
}
