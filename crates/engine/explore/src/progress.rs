//! What a running search reports, and how it is stopped from outside. There are no clocks here: the observer
//! measures time.

use crate::search::Incomplete;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Shared between a search and its observer.
#[derive(Debug, Default)]
pub struct Progress {
    states: AtomicU64,
    queued: AtomicU64,
    transitions: AtomicU64,
    stop: Arc<AtomicBool>,
    out_of_time: AtomicBool,
    out_of_memory: AtomicBool,
    enough: AtomicBool,
}

/// The counters at one moment.
#[derive(Debug, Clone, Copy, Default)]
pub struct Snapshot {
    /// The number of states found.
    pub states: u64,
    /// The number of states found and not yet expanded.
    pub queued: u64,
    /// The number of steps taken.
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
    pub fn stop_for_time(&self) {
        self.out_of_time.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    /// Asks the search to stop because its memory is used up.
    pub fn stop_for_memory(&self) {
        self.out_of_memory.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    /// Asks the search to stop because the findings are enough.
    pub fn stop_early(&self) {
        self.enough.store(true, Ordering::Relaxed);
        self.interrupt();
    }

    /// The flag that is set when the search should stop, for engines that only know flags.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Why the search was asked to stop, if it was.
    pub fn stop_reason(&self) -> Option<Incomplete> {
        let is_set = |reason: &AtomicBool| reason.load(Ordering::Relaxed);
        let reason = match () {
            () if is_set(&self.out_of_time) => Incomplete::Time,
            () if is_set(&self.out_of_memory) => Incomplete::Memory,
            () if is_set(&self.enough) => Incomplete::FirstFinding,
            () => Incomplete::Interrupted,
        };
        self.is_stopped().then_some(reason)
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, states: u64, transitions: u64) {
        self.states.fetch_add(states, Ordering::Relaxed);
        self.transitions.fetch_add(transitions, Ordering::Relaxed);
    }

    pub(crate) fn set_queued(&self, queued: u64) {
        self.queued.store(queued, Ordering::Relaxed);
    }
}
