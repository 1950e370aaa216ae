//! Why an instruction did not simply end: the one error type inside the machine.

use crate::class::{ClassRef, Loader};
use crate::heap::Ref;
use std::sync::Arc;

/// Why an instruction did not complete.
#[derive(Debug)]
pub(crate) enum Trap {
    /// A Java exception.
    Throw(Ref),
    /// A Java exception that the machine itself raises and that is still to be made.
    Raise(&'static str, Option<String>),
    /// The same, with a cause.
    RaiseFrom(&'static str, Option<String>, Ref),
    /// The thread waits for something; the instruction is executed again when it goes on.
    Wait,
    /// The heap is full: garbage must be collected; then the instruction is executed again.
    Collect,
    /// The thread stops before an action; the instruction is executed again when it goes on.
    Pause,
    /// Other Java code runs first (frames have been pushed); then the instruction is executed again.
    Again,
    /// A frame was pushed in place of the instruction, which is complete when the frame returns.
    Entered,
    /// A class must be loaded by a loader written in Java.
    Load(Loader, Arc<str>),
    /// Something the machine does not do.
    Unsupported(String),
    /// The program ends.
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
pub(crate) fn raise<T>(class: &'static str) -> Result<T, Trap> {
    Err(Trap::Raise(class, None))
}

/// Raises a Java exception of the class library with a message.
pub(crate) fn raise_with<T>(class: &'static str, message: impl Into<String>) -> Result<T, Trap> {
    Err(Trap::Raise(class, Some(message.into())))
}

pub(crate) const NULL_POINTER: &str = "java/lang/NullPointerException";
pub(crate) const ILLEGAL_ARGUMENT: &str = "java/lang/IllegalArgumentException";
pub(crate) const NO_CLASS: &str = "java/lang/NoClassDefFoundError";
pub(crate) const CLASS_CAST: &str = "java/lang/ClassCastException";

/// The message of a failed cast, as HotSpot words it.
pub(crate) fn cast_message(from: ClassRef, to: ClassRef) -> String {
    let (a, b) = (from.external_name(), to.external_name());
    let place = |class: ClassRef| {
        let class = element(class);
        match class.loader {
            Loader::BOOT => "module java.base of loader 'bootstrap'".to_owned(),
            Loader::APP => "unnamed module of loader 'app'".to_owned(),
            _ => "unnamed module of another loader".to_owned(),
        }
    };
    let (x, y) = (place(from), place(to));
    if x == y {
        format!("class {a} cannot be cast to class {b} ({a} and {b} are in {x})")
    } else {
        format!("class {a} cannot be cast to class {b} ({a} is in {x}; {b} is in {y})")
    }
}

fn element(class: ClassRef) -> ClassRef {
    class.component().map_or(class, |(component, _)| element(component))
}
