//! Renumbers the creators of objects: a reference names the thread that made the object (`event::ObjectId`), and threads that run alone have numbers of their own.

use event::{Action, ObjectId, RmwOp, ThreadId, Value};
use std::collections::BTreeMap;

/// Numbers of threads in the virtual machine and ours, where they differ. Every number stays the number of one.
#[derive(Debug, Clone, Default)]
pub(super) struct Creators(BTreeMap<ThreadId, ThreadId>);

impl Creators {
    /// Of these threads the first has our number 0.
    pub(super) fn new(threads: &[ThreadId]) -> Creators {
        let ours: Vec<ThreadId> = (0..threads.len()).map(|i| ThreadId(i as u16)).collect();
        let taken = ours.iter().filter(|thread| !threads.contains(thread));
        let free = threads.iter().filter(|thread| !ours.contains(thread));
        let pairs = threads.iter().zip(&ours).chain(taken.zip(free));
        Creators(pairs.filter(|(theirs, ours)| theirs != ours).map(|(t, o)| (*t, *o)).collect())
    }

    /// An object by our number.
    pub(super) fn ours(&self, object: ObjectId) -> ObjectId {
        ObjectId { creator: self.0.get(&object.creator).copied().unwrap_or(object.creator), ..object }
    }

    /// An object by the number of the virtual machine.
    pub(super) fn theirs(&self, object: ObjectId) -> ObjectId {
        let creator = self.0.iter().find(|(_, ours)| **ours == object.creator);
        ObjectId { creator: creator.map_or(object.creator, |(theirs, _)| *theirs), ..object }
    }
}

/// A reference with another name for its object. Guessed values need not be references.
pub(super) fn renamed(value: Value, rename: impl Fn(ObjectId) -> ObjectId) -> Value {
    let object = ObjectId::referred(value).filter(|object| object.reference() == value);
    object.map_or(value, |object| rename(object).reference())
}

/// An action with other values.
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

    /// Threads 1 and 3 are ours 0 and 1: then 0 and 1 of the machine need other numbers, and all go back.
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
