//! Shared by tests and xtasks: JDKs to test with, processes with a time limit, the Java programs under
//! `tests/java/` with their recordings, random programs on both sides, malformed and hostile inputs,
//! what a report says.
//!
//! **Promises** that the recorder (`cargo xtask java`) and the test of `thinair run`
//! (`crates/app/cli/tests/all/java.rs`) find the same programs, compile them in the same way, and record a
//! run in the same way. It **does not** depend on thinair.

pub mod compare;
pub mod expectation;
pub mod hostile;
pub mod jdk;
pub mod process;
pub mod program;
pub mod recording;
pub mod report;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of programs that run at the same time.
const WORKERS: usize = 2;

/// Applies `work` to every item on a few threads; the results are in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS.min(items.len()) {
            scope.spawn(|| {
                while let Some((index, item)) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    items.get(index).map(|item| (index, item))
                } {
                    let result = work(item);
                    results.lock().unwrap_or_else(|poison| poison.into_inner()).push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}
