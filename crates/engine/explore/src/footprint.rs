//! What a step touches: steps without a conflict commute.

use event::{Loc, MonitorId, SyncObj, ThreadId};

/// Something that steps of different processes may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A location.
    Loc(Loc),
    /// A monitor.
    Monitor(MonitorId),
    /// The wait set of a monitor.
    Waiters(MonitorId),
    /// Whether a thread has been started or has ended.
    Thread(ThreadId),
    /// The permit of a thread.
    Permit(ThreadId),
    /// The interrupt status of a thread.
    Interrupt(ThreadId),
    /// The store buffer of a thread.
    Buffer(ThreadId),
    /// The initialisation of a class.
    Class(u32),
    /// The clock.
    Clock,
    /// All of these.
    Everything,
}

impl From<SyncObj> for Object {
    fn from(obj: SyncObj) -> Object {
        match obj {
            SyncObj::Volatile(loc) | SyncObj::Freeze(loc) => Object::Loc(loc),
            SyncObj::Monitor(m) => Object::Monitor(m),
            SyncObj::Waiters(m) => Object::Waiters(m),
            SyncObj::Start(t) | SyncObj::End(t) => Object::Thread(t),
            SyncObj::Permit(t) => Object::Permit(t),
            SyncObj::Interrupt(t) => Object::Interrupt(t),
            SyncObj::Class(class) => Object::Class(class),
            SyncObj::Clock => Object::Clock,
            SyncObj::Everything => Object::Everything,
        }
    }
}

/// An object that a step touches, and whether it only reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// The object.
    pub object: Object,
    /// Whether it may change the object.
    pub writes: bool,
}

impl Touch {
    /// Touches everything, so it commutes with nothing.
    pub const EVERYTHING: Touch = Touch::write(Object::Everything);

    /// Only reads the object.
    pub const fn read(object: Object) -> Touch {
        Touch { object, writes: false }
    }

    /// May change the object.
    pub const fn write(object: Object) -> Touch {
        Touch { object, writes: true }
    }
}

/// The objects that a step reads and writes, each hashed to one of 64 bits. A collision only makes two steps
/// look dependent, which costs time but never loses behaviours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Footprint {
    reads: u64,
    writes: u64,
}

impl Footprint {
    /// Touches everything, so it is independent of nothing.
    pub const EVERYTHING: Footprint = Footprint { reads: u64::MAX, writes: u64::MAX };

    fn bit(object: u64) -> u64 {
        // Small numbers are consecutive and need no mixing; larger ones may differ in any bit.
        let mixed = if object < 1 << 16 { object } else { object.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58 };
        1 << (mixed % 64)
    }

    pub(crate) fn touch(&mut self, touch: Touch) {
        let bits = match touch.object {
            Object::Everything => u64::MAX,
            Object::Loc(loc) => Self::bit(loc.0),
            Object::Monitor(MonitorId(m)) => Self::bit(m.wrapping_add(17)),
            Object::Waiters(MonitorId(m)) => Self::bit(m.wrapping_add(19)),
            Object::Thread(t) => Self::bit(u64::from(t.0) + 33),
            Object::Permit(t) => Self::bit(u64::from(t.0) + 39),
            Object::Interrupt(t) => Self::bit(u64::from(t.0) + 43),
            Object::Buffer(t) => Self::bit(u64::from(t.0) + 47),
            Object::Clock => Self::bit(53),
            Object::Class(class) => Self::bit(u64::from(class) + 29),
        };
        if touch.writes {
            self.writes |= bits;
        } else {
            self.reads |= bits;
        }
    }

    pub(crate) fn join(&mut self, other: Footprint) {
        self.reads |= other.reads;
        self.writes |= other.writes;
    }

    /// Whether two steps of different processes with these footprints commute.
    pub fn is_independent(self, other: Footprint) -> bool {
        self.writes & (other.reads | other.writes) == 0 && other.writes & self.reads == 0
    }
}
