//! Who runs and who owns which monitor. The same for every memory model.

use event::{MonitorId, ThreadId};
use store::put_u64;

/// Thread statuses and monitor owners.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SyncState {
    started: u64,
    ended: u64,
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

    /// Leaves a monitor; true when it is free now.
    pub(crate) fn unlock(&mut self, m: MonitorId) -> bool {
        let Some(i) = self.monitors.iter().position(|(id, ..)| *id == m) else { return false };
        self.monitors[i].2 -= 1;
        let free = self.monitors[i].2 == 0;
        if free {
            self.monitors.remove(i);
        }
        free
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_u64(out, self.started);
        put_u64(out, self.ended);
        out.push(self.monitors.len() as u8);
        for (m, t, count) in &self.monitors {
            put_u64(out, m.0);
            put_u64(out, u64::from(t.0) << 32 | u64::from(*count));
        }
    }
}
