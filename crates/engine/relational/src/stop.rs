//! Stops a long-running query from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A stop flag; the default can never be set.
#[derive(Debug, Clone, Default)]
pub struct Stop(Option<Arc<AtomicBool>>);

impl Stop {
    /// Stops when the flag is set.
    pub fn when(flag: Arc<AtomicBool>) -> Stop {
        Stop(Some(flag))
    }

    /// Whether it was set.
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}
