//! What a running search tells the outside, and how the outside stops it. No clocks here: whoever watches measures.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between a search and whoever watches it.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    queued: AtomicU64,
    transitions: AtomicU64,
    stop: AtomicBool,
    out_of_time: AtomicBool,
    out_of_memory: AtomicBool,
}

/// The counters at one moment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Snapshot {
    /// States found.
    pub states: u64,
    /// States found and not yet expanded.
    pub queued: u64,
    /// Steps taken.
    pub transitions: u64,
}

impl Progress {
    /// The counters now.
    pub fn snapshot(&self) -> Snapshot {
        let get = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Snapshot { states: get(&self.states), queued: get(&self.queued), transitions: get(&self.transitions) }
    }

    /// Asks the search to stop; it will report that it was interrupted.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks the search to stop because its time is up.
    pub fn time_is_up(&self) {
        self.out_of_time.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    /// Asks the search to stop because its memory is used up.
    pub fn memory_is_up(&self) {
        self.out_of_memory.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Why it was stopped: time, memory, or neither.
    pub(crate) fn reasons(&self) -> (bool, bool) {
        (self.out_of_time.load(Ordering::Relaxed), self.out_of_memory.load(Ordering::Relaxed))
    }

    pub(crate) fn add(&self, states: u64, transitions: u64) {
        self.states.fetch_add(states, Ordering::Relaxed);
        self.transitions.fetch_add(transitions, Ordering::Relaxed);
    }

    pub(crate) fn set_queued(&self, queued: u64) {
        self.queued.store(queued, Ordering::Relaxed);
    }
}
