//! Limits of an exploration.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bounds of an exploration.
#[derive(Debug, Clone)]
pub struct GraphLimits {
    /// The most events of one thread, including `End`. A longer thread is stopped, and the result is
    /// incomplete.
    pub events_per_thread: usize,
    /// The most graphs visited; one more is [`crate::Overflow::Steps`].
    pub graphs: u64,
    /// Whether to stop at the first execution that a bound cuts off: the result is then
    /// [`crate::Overflow::EventsPerThread`].
    pub stop_at_cut: bool,
    /// Set from outside to stop the exploration; the result is then [`crate::Overflow::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for GraphLimits {
    fn default() -> Self {
        GraphLimits { events_per_thread: 32, graphs: 1_000_000_000, stop_at_cut: false, stop: None }
    }
}
