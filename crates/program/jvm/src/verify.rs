//! Light verification of the user's methods before they first run.

use classfile::{ClassFile, Method};

/// Checks the types of all slots and the heights of all stacks; returns the reason if they do not fit.
pub(crate) fn check(file: &ClassFile, method: &Method) -> Result<(), String> {
    bytecode::kinds::analyse(&file.pool, method).map(|_| ()).map_err(|error| error.to_string())
}
