//! Who runs and who owns which monitor. The same for every memory model.

use event::{MonitorId, Names, ThreadId};
use operational::put_number;

/// The set of the places of the members of a set.
pub(crate) fn permuted(mut set: u64, place: impl Fn(u16) -> u16) -> u64 {
    let mut places = 0;
    while set != 0 {
        places |= 1 << place(set.trailing_zeros() as u16);
        set &= set - 1;
    }
    places
}

/// Thread statuses and monitor owners.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SyncState {
    started: u64,
    ended: u64,
    /// Threads that came to a join or were blocked and have not gone on. Belongs to where the threads stand, so that it
    /// need not be encoded; kept to find those that an action sets free.
    waiting: u64,
    /// Owned monitors only, sorted; how often the owner has entered.
    monitors: Vec<(MonitorId, ThreadId, u32)>,
}

impl SyncState {
    pub(crate) fn is_running(&self, t: ThreadId) -> bool {
        (self.started & !self.ended) >> t.0 & 1 == 1
    }

    pub(crate) fn has_started(&self, t: ThreadId) -> bool {
        self.started >> t.0 & 1 == 1
    }

    pub(crate) fn has_ended(&self, t: ThreadId) -> bool {
        self.ended >> t.0 & 1 == 1
    }

    pub(crate) fn start(&mut self, t: ThreadId) {
        self.started |= 1 << t.0;
    }

    pub(crate) fn end(&mut self, t: ThreadId) {
        self.ended |= 1 << t.0;
    }

    pub(crate) fn set_waiting(&mut self, t: ThreadId, waits: bool) {
        self.waiting = self.waiting & !(1 << t.0) | u64::from(waits) << t.0;
    }

    pub(crate) fn waiting(&self) -> u64 {
        self.waiting
    }

    pub(crate) fn owner(&self, m: MonitorId) -> Option<ThreadId> {
        self.monitors.iter().find(|(id, ..)| *id == m).map(|(_, owner, _)| *owner)
    }

    /// Enters a free or own monitor; true when it was free (only then other threads can notice, JLS §17.1).
    pub(crate) fn lock(&mut self, m: MonitorId, t: ThreadId) -> bool {
        match self.monitors.binary_search_by_key(&m, |(id, ..)| *id) {
            Ok(i) => {
                self.monitors[i].2 += 1;
                false
            }
            Err(i) => {
                self.monitors.insert(i, (m, t, 1));
                true
            }
        }
    }

    /// Leaves a monitor; true when it is free now. One that was entered before there was anybody to notice is not known.
    pub(crate) fn unlock(&mut self, m: MonitorId) -> bool {
        let Some(i) = self.monitors.iter().position(|(id, ..)| *id == m) else { return true };
        self.monitors[i].2 -= 1;
        let free = self.monitors[i].2 == 0;
        if free {
            self.monitors.remove(i);
        }
        free
    }

    /// The same with other names. Only to be encoded.
    pub(crate) fn renamed(&self, names: &dyn Names) -> SyncState {
        let monitor =
            |(m, t, count): &(MonitorId, ThreadId, u32)| Some((names.monitor(*m)?, names.thread(*t), *count));
        let mut monitors: Vec<_> = self.monitors.iter().filter_map(monitor).collect();
        monitors.sort_unstable();
        let place = |p: u16| names.thread(ThreadId(p)).0;
        SyncState {
            started: permuted(self.started, place),
            ended: permuted(self.ended, place),
            waiting: permuted(self.waiting, place),
            monitors,
        }
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.started);
        put_number(out, self.ended);
        put_number(out, self.monitors.len() as u64);
        for (m, t, count) in &self.monitors {
            put_number(out, m.0);
            put_number(out, u64::from(t.0));
            put_number(out, u64::from(*count));
        }
    }
}
