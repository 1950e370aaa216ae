//! Names that do not depend on the schedule: the same thread, object or action has the same name in every
//! execution of the program, so that executions can be compared and traces replayed.

use crate::{Loc, ThreadId};
use std::fmt;

/// A thread by its spawn path: the first thread is the empty path, the i-th thread started (not constructed)
/// by thread `p` is `p.i`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct ThreadPath(Vec<u32>);

impl ThreadPath {
    /// The initial thread.
    pub fn main() -> Self {
        ThreadPath::default()
    }

    /// The `ordinal`-th thread started by this one.
    #[must_use]
    pub fn child(&self, ordinal: u32) -> Self {
        let mut path = self.0.clone();
        path.push(ordinal);
        ThreadPath(path)
    }
}

impl fmt::Display for ThreadPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0")?;
        self.0.iter().try_for_each(|step| write!(f, ".{step}"))
    }
}

/// The creator to which an object is attributed. Not always the thread that ran `new`: an object that any of
/// several threads may create first belongs to the cause of its creation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Creator {
    /// Created by ordinary code of this thread.
    Thread(ThreadPath),
    /// Created under the initialiser of this class, whichever thread runs it.
    ClassInit(String),
    /// A resolved constant of this class's pool: strings, classes, method types, dynamic constants.
    Constant(String, u16),
    /// An `invokedynamic` call site: class, method, bytecode index.
    CallSite(String, String, u32),
}

/// An object, named by its creator, its allocation site and the number of earlier allocations there by the
/// same creator.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectName {
    /// The creator to which it is attributed.
    pub creator: Creator,
    /// Method and bytecode index of the allocation.
    pub site: (String, u32),
    /// How many objects this creator allocated at this site before.
    pub ordinal: u32,
}

/// The kind of a memory action, as far as its identity depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ActionKind {
    /// A read of any mode, or the read of a failed compare-and-set.
    Read,
    /// A write of any mode.
    Write,
    /// An atomic update that wrote.
    Rmw,
}

/// Identifies an action across executions: the `ordinal`-th action of this kind by this thread on this
/// location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionKey {
    /// Read, write or update.
    pub kind: ActionKind,
    /// The acting thread.
    pub thread: ThreadId,
    /// The location.
    pub loc: Loc,
    /// How many such actions the thread performed before.
    pub ordinal: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thread_paths_name_by_starter_and_order_of_start() {
        let grandchild = ThreadPath::main().child(2).child(0);
        assert_eq!(grandchild.to_string(), "0.2.0");
        assert!(ThreadPath::main() < grandchild);
    }
}
