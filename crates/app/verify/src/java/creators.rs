//! Renumbers the creators of objects: a reference names the thread that allocated the object
//! (`event::ObjectId`), and threads that run alone are numbered differently from those of the virtual
//! machine.

use event::{Action, ObjectId, RmwOp, ThreadId, Value};
use std::collections::BTreeMap;

/// Maps thread numbers of the virtual machine to ours, where they differ. The mapping is a bijection.
#[derive(Debug, Clone, Default)]
pub(super) struct Creators(BTreeMap<ThreadId, ThreadId>);

impl Creators {
    /// Numbers these threads from 0.
    pub(super) fn new(threads: &[ThreadId]) -> Creators {
        let ours: Vec<ThreadId> = (0..threads.len()).map(|i| ThreadId(i as u16)).collect();
        let taken = ours.iter().filter(|thread| !threads.contains(thread));
        let free = threads.iter().filter(|thread| !ours.contains(thread));
        let pairs = threads.iter().zip(&ours).chain(taken.zip(free));
        Creators(pairs.filter(|(theirs, ours)| theirs != ours).map(|(t, o)| (*t, *o)).collect())
    }

    /// Translates an object of the virtual machine into our numbering.
    pub(super) fn ours(&self, object: ObjectId) -> ObjectId {
        ObjectId { creator: self.0.get(&object.creator).copied().unwrap_or(object.creator), ..object }
    }

    /// Translates an object back into the numbering of the virtual machine.
    pub(super) fn theirs(&self, object: ObjectId) -> ObjectId {
        let creator = self.0.iter().find(|(_, ours)| **ours == object.creator);
        ObjectId { creator: creator.map_or(object.creator, |(theirs, _)| *theirs), ..object }
    }
}

/// Renames the object of a reference. Leaves other values alone: a guessed value need not be a reference.
pub(super) fn renamed(value: Value, rename: impl Fn(ObjectId) -> ObjectId) -> Value {
    let object = ObjectId::referred(value).filter(|object| object.reference() == value);
    object.map_or(value, |object| rename(object).reference())
}

/// Maps the values of an action.
pub(super) fn with_values(action: Action, value: impl Fn(Value) -> Value) -> Action {
    match action {
        Action::Write { loc, mode, value: written } => Action::Write { loc, mode, value: value(written) },
        Action::Rmw { loc, mode, op: RmwOp::Set(new) } => {
            Action::Rmw { loc, mode, op: RmwOp::Set(value(new)) }
        }
        Action::Rmw { loc, mode, op: RmwOp::CompareAndSet { expected, new, may_fail_spuriously } } => {
            let (expected, new) = (value(expected), value(new));
            Action::Rmw { loc, mode, op: RmwOp::CompareAndSet { expected, new, may_fail_spuriously } }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads 1 and 3 become 0 and 1, so 0 and 1 of the machine need other numbers; the inverse restores
    /// all.
    #[test]
    fn numbers_are_exchanged() {
        let creators = Creators::new(&[ThreadId(1), ThreadId(3)]);
        let object = |creator| ObjectId { creator: ThreadId(creator), number: 5 };
        let ours: Vec<u16> = (0..5).map(|creator| creators.ours(object(creator)).creator.0).collect();
        assert_eq!(ours, [3, 0, 2, 1, 4]);
        for creator in 0..5 {
            let value = object(creator).reference();
            let there = renamed(value, |object| creators.ours(object));
            assert_eq!(renamed(there, |object| creators.theirs(object)), value);
        }
        assert_eq!(renamed(Value(0), |_| object(9)), Value(0));
        assert_eq!(renamed(Value(-1), |_| object(9)), Value(-1));
    }
}
