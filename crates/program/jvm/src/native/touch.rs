//! Declarations of what natives touch of the state that other threads may change.
//!
//! A thread runs on between two actions as if it were alone. That is right only if everything it uses
//! meanwhile is its own, never changes, or does not matter; a native that reads or writes anything else
//! without an action hides orders from the search, which may then answer `holds` for a program that fails. So
//! nothing is registered without a declaration ([`super::Native`]), and where assertions are compiled in,
//! what natives do to the heap is compared with what they declare
//! (`crates/program/java-machine/src/touches.rs`). **Does not** watch what natives do to the rest of the
//! state: a declaration [`Touches::State`] says why it makes no difference.

use crate::class::{Kind, MethodRef};
use crate::heap::Ref;
use crate::native::Native;
use crate::observer::Kept;
use crate::trap::Trap;
use crate::vm::Vm;
use crate::watch::{self, Log};

/// What a native touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touches {
    /// Its arguments, and options that are fixed for the whole run.
    Arguments,
    /// Constants: types, class files, strings, the files of the JDK and of the class path; the class and
    /// length of an object.
    Constants,
    /// State of the running thread: its frames, the monitors it owns.
    Own,
    /// Objects that it creates, and constants.
    Fresh,
    /// Objects passed by its caller that no other thread uses; why not.
    Given(&'static str),
    /// Fields and elements, each through the observed paths (`memory.rs`). It may run Java code, which does
    /// the same.
    Accesses,
    /// State that the machine keeps besides the heap, by an action of its own.
    Action,
    /// State that the machine keeps, or a cache in the heap, without an action; why the order of threads is
    /// not observable.
    State(&'static str),
}

/// Why the numbers of open files are not observable.
pub(super) const NUMBER: &str = "the number of an open file, which no program sees";
/// Why using a file by its number is not observable.
pub(super) const OWNED: &str = "a number belongs to the object that has opened the file, and guards it";

impl Native {
    /// What it touches.
    pub fn touches(self) -> Touches {
        match self {
            Native::Function(touches, _) | Native::Unseen(touches, _) => touches,
            Native::Nothing | Native::Unsupported => Touches::Arguments,
            Native::Memory(_) => Touches::Accesses,
        }
    }
}

impl Vm<'_> {
    /// Called before a native uses state that the machine keeps for an object besides its fields.
    pub(crate) fn uses_kept(&mut self, object: Ref, how: Kept) -> Result<(), Trap> {
        match self.observer() {
            Some(observer) => observer.before_kept(self, object, how),
            None => Ok(()),
        }
    }

    /// The array in a stack slot, whose elements a native is about to read one after the other.
    pub(crate) fn own_array(&mut self, at: usize, kind: Kind) -> Result<Ref, Trap> {
        match self.observer() {
            Some(observer) => observer.own_array(self, at, kind),
            None => Ok(self.arg_ref(at)),
        }
    }

    /// Begins a native with this declaration. What it does to the heap is logged if the declaration promises
    /// anything about that. Returns the log of the enclosing native.
    pub(crate) fn watches(&self, touches: Touches) -> Option<Log> {
        if !cfg!(debug_assertions) {
            return None;
        }
        let is_free = matches!(touches, Touches::Action | Touches::State(_));
        let is_watched = self.is_observed() && self.st.threads.len() > 1 && !is_free;
        watch::swap(is_watched.then(Log::default))
    }

    /// Ends a native: the observer compares what it has done with what it declares.
    pub(crate) fn keeps_to_declaration(
        &mut self,
        around: Option<Log>,
        (method, touches): (MethodRef, Touches),
        result: Result<u64, Trap>,
    ) -> Result<u64, Trap> {
        if !cfg!(debug_assertions) {
            return result;
        }
        let log = watch::swap(around);
        // It will be executed again.
        if matches!(result, Err(Trap::Pause | Trap::Again | Trap::Wait | Trap::Collect | Trap::Load(..))) {
            return result;
        }
        match (self.observer(), log) {
            (Some(observer), Some(log)) => {
                watch::aside(|| observer.after_native(self, (method, touches), &log)).and(result)
            }
            _ => result,
        }
    }
}
