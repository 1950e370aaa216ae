//! What makes two executions different: reads-from, and the orders of synchronisation (A.2).

use event::{Loc, SyncObj, ThreadId, put_number};
use std::collections::BTreeMap;

/// The execution so far, up to equivalence. Writes are named by tags ([`History::event_of`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// Per thread: the number of events so far.
    events: Vec<u32>,
    /// Per thread, the write that each read saw, in order; for updates also whether they wrote.
    rf: Vec<Vec<u32>>,
    /// Per volatile variable the order of its writes, per monitor the order of its locks. Reads are placed by
    /// what they saw; the order between reads is not observable.
    so: BTreeMap<SyncObj, Vec<u32>>,
    /// Per location the order of all its writes, if requested.
    co: Option<BTreeMap<Loc, Vec<u32>>>,
}

impl History {
    pub(crate) fn new(threads: usize, with_co: bool) -> Self {
        History {
            events: vec![0; threads],
            rf: vec![Vec::new(); threads],
            so: BTreeMap::new(),
            co: with_co.then(BTreeMap::new),
        }
    }

    /// Returns a tag for the next event of a thread: the same in every schedule, never 0.
    pub(crate) fn next_tag(&mut self, thread: ThreadId) -> u32 {
        self.events[thread.index()] += 1;
        (u32::from(thread.0) + 1) << 16 | self.events[thread.index()]
    }

    /// The thread and position (from 0) of the event with this tag; `None` for the default write.
    pub fn event_of(tag: u32) -> Option<(ThreadId, u32)> {
        (tag != 0).then(|| (ThreadId((tag >> 16) as u16 - 1), (tag & 0xFFFF) - 1))
    }

    pub(crate) fn read(&mut self, thread: ThreadId, seen: u32) {
        self.rf[thread.index()].push(seen);
    }

    /// Records an update. A weak update that sees the expected value is two executions: one that writes, and
    /// one that does not.
    pub(crate) fn update(&mut self, thread: ThreadId, seen: u32, wrote: bool) {
        self.rf[thread.index()].extend([seen, u32::from(wrote)]);
    }

    pub(crate) fn synchronise(&mut self, obj: SyncObj, tag: u32) {
        self.so.entry(obj).or_default().push(tag);
    }

    pub(crate) fn write(&mut self, loc: Loc, tag: u32) {
        if let Some(co) = &mut self.co {
            co.entry(loc).or_default().push(tag);
        }
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        let put_all = |out: &mut Vec<u8>, tags: &[u32]| {
            put_number(out, tags.len() as u64);
            tags.iter().for_each(|t| put_number(out, u64::from(*t)));
        };
        self.rf.iter().for_each(|tags| put_all(out, tags));
        put_number(out, self.so.len() as u64);
        for (obj, tags) in &self.so {
            let id = match obj {
                SyncObj::Volatile(loc) => loc.0 << 2,
                SyncObj::Monitor(m) => m.0 << 2 | 1,
                _ => 2,
            };
            put_number(out, id);
            put_all(out, tags);
        }
        for (loc, tags) in self.co.iter().flatten() {
            put_number(out, loc.0);
            put_all(out, tags);
        }
    }
}
