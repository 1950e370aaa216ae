//! How far an exploration may go.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Bounds of an exploration.
#[derive(Debug, Clone)]
pub struct GraphLimits {
    /// Most events of one thread, `End` included. A thread that wants more is stopped, and the answer is incomplete.
    pub events_per_thread: usize,
    /// Most graphs visited; one more is [`crate::Overflow::Steps`].
    pub graphs: u64,
    /// Set by whoever wants it to stop; then the answer is [`crate::Overflow::Stopped`].
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for GraphLimits {
    fn default() -> Self {
        GraphLimits { events_per_thread: 32, graphs: 1_000_000_000, stop: None }
    }
}
