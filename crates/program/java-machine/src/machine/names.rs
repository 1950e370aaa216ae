//! Names that do not depend on the history: what memories call locations and objects when a state is encoded.

use super::{JavaMachine, JavaState};
use crate::location::{inside, place_of, raw_of};
use event::{Loc, MonitorId, Names, ObjectId, ThreadId, Value};
use jvm::class::Kind;
use jvm::heap::Ref;

/// The names of objects in the canonical form of a state: numbers in the order in which they were met.
pub(super) struct JavaNames<'a> {
    pub machine: &'a JavaMachine,
    pub state: &'a JavaState,
    /// The numbers by creator and half the address; 0 for objects that were not met.
    pub numbers: Vec<Vec<u32>>,
    /// The places of threads, if they were permuted.
    pub places: Option<Vec<u8>>,
}

/// Marks a number where the address of a permanent object may also occur.
const NUMBERED: u64 = 1 << 62;

impl JavaNames<'_> {
    fn of(&self, object: Ref) -> Option<u64> {
        let in_base = self.machine.base.as_ref().is_some_and(|base| base.has(object));
        if !object.is_moving() || in_base {
            return Some(object.0);
        }
        let numbers = self.numbers.get(object.creator().0 as usize)?;
        let number = numbers.get(object.index() / 2).copied().filter(|&number| number > 0)?;
        Some(NUMBERED | u64::from(number))
    }
}

impl Names for JavaNames<'_> {
    fn loc(&self, loc: Loc) -> Option<Loc> {
        let name = self.of(place_of(loc).0)?;
        // Permanent objects keep their locations.
        Some(if name & NUMBERED == 0 {
            loc
        } else {
            Loc(NUMBERED | (name & 0xffff_ffff) << 30 | inside(loc))
        })
    }

    fn value(&self, loc: Loc, value: Value) -> Value {
        let place = self.machine.place(&self.state.vm, loc);
        if place.kind != Kind::Reference || value.0 == 0 {
            return value;
        }
        let object = Ref(raw_of(value, true));
        self.of(object).map_or(value, |name| Value(name as i64))
    }

    fn object(&self, object: ObjectId) -> Option<ObjectId> {
        let name = self.of(Ref(raw_of(object.reference(), true)))?;
        Some(ObjectId { creator: object.creator, number: name as u32 })
    }

    fn monitor(&self, monitor: MonitorId) -> Option<MonitorId> {
        self.of(Ref(monitor.0)).map(MonitorId)
    }

    fn thread(&self, thread: ThreadId) -> ThreadId {
        let place = self.places.as_ref().and_then(|places| places.get(thread.index()));
        place.map_or(thread, |&place| ThreadId(u16::from(place)))
    }
}
