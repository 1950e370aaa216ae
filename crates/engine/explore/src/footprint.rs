//! What a step touches: steps without a conflict commute.

use event::{Loc, MonitorId, SyncObj, ThreadId};

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

    pub(crate) fn read_loc(&mut self, loc: Loc) {
        self.reads |= Self::bit(loc.0);
    }

    pub(crate) fn write_loc(&mut self, loc: Loc) {
        self.writes |= Self::bit(loc.0);
    }

    pub(crate) fn sync(&mut self, obj: SyncObj) {
        self.writes |= match obj {
            SyncObj::Everything => u64::MAX,
            SyncObj::Volatile(loc) | SyncObj::Freeze(loc) => Self::bit(loc.0),
            SyncObj::Monitor(MonitorId(m)) => Self::bit(m.wrapping_add(17)),
            SyncObj::Waiters(MonitorId(m)) => Self::bit(m.wrapping_add(19)),
            SyncObj::Start(t) | SyncObj::End(t) => Self::bit(u64::from(t.0) + 33),
            SyncObj::Permit(t) => Self::bit(u64::from(t.0) + 39),
            SyncObj::Interrupt(t) => Self::bit(u64::from(t.0) + 43),
            SyncObj::Clock => Self::bit(53),
            SyncObj::Class(class) => Self::bit(u64::from(class) + 29),
        };
    }

    /// The store buffer of a thread.
    pub(crate) fn buffer(&mut self, thread: ThreadId) {
        self.writes |= Self::bit(u64::from(thread.0) + 47);
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
