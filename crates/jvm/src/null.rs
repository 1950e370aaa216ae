//! Helpful messages for null pointers (JEP 358).

use classfile::{ClassFile, Method};

/// What was null at this instruction, in HotSpot's words.
pub(crate) fn describe(_class: &ClassFile, _method: &Method, _offset: u16) -> Option<String> {
    None
}
