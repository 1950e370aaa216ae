//! Why an instruction did not simply end: the one error type inside the machine.

use crate::class::Loader;
use crate::heap::Ref;
use std::sync::Arc;

/// Why an instruction did not complete.
#[derive(Debug)]
pub enum Trap {
    /// A Java exception.
    Throw(Ref),
    /// A Java exception raised by the machine itself and not created yet.
    Raise(&'static str, Option<String>),
    /// The same, with a cause.
    RaiseFrom(&'static str, Option<String>, Ref),
    /// The thread waits for something; the instruction is executed again when it continues.
    Wait,
    /// The heap is full: garbage must be collected; then the instruction is executed again.
    Collect,
    /// The thread stops before an action; the instruction is executed again when it resumes.
    Pause,
    /// Other Java code runs first (frames have been pushed); then the instruction is executed again.
    Again,
    /// A frame was pushed in place of the instruction, which is complete when the frame returns.
    Entered,
    /// A class must be loaded by a loader written in Java.
    Load(Loader, Arc<str>),
    /// Something unsupported.
    Unsupported(String),
    /// The machine is inconsistent: a defect of thinair, not of the program.
    Defect(String),
    /// The program exits.
    Exit(i32),
}

impl std::fmt::Debug for crate::class::Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl std::fmt::Debug for crate::class::Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.#{}", self.class.name, self.index)
    }
}

/// Raises a Java exception of the class library without a message.
pub fn raise<T>(class: &'static str) -> Result<T, Trap> {
    Err(Trap::Raise(class, None))
}

/// Raises a Java exception of the class library with a message.
pub fn raise_with<T>(class: &'static str, message: impl Into<String>) -> Result<T, Trap> {
    Err(Trap::Raise(class, Some(message.into())))
}

pub(crate) const NULL_POINTER: &str = "java/lang/NullPointerException";
/// Thrown for invalid arguments.
pub const ILLEGAL_ARGUMENT: &str = "java/lang/IllegalArgumentException";
pub(crate) const NO_CLASS: &str = "java/lang/NoClassDefFoundError";
pub(crate) const CLASS_CAST: &str = "java/lang/ClassCastException";

impl Trap {
    /// An inconsistency of the machine.
    #[cold]
    pub fn defect(what: &str) -> Trap {
        Trap::Defect(what.to_owned())
    }
}
