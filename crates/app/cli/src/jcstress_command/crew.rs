//! Runs numbered jobs in parallel, and reports the results in the order of their numbers.

use anyhow::Result;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of jobs, and how to run them.
pub struct Crew<'a> {
    /// The number of jobs.
    pub works: usize,
    /// The number of worker threads.
    pub workers: usize,
    /// Whether to start no more jobs.
    pub stops: &'a (dyn Fn() -> bool + Sync),
    /// Called with the number of finished jobs.
    pub reports: &'a dyn Fn(usize),
}

impl Crew<'_> {
    /// Calls `work` with each number and the index of the worker, and reports the results in order. If a job
    /// panics, its result is the message of the panic, and the others continue: jobs share no mutable state.
    pub fn run<T: Send>(
        &self,
        work: &(dyn Fn(usize, usize) -> T + Sync),
        mut tell: impl FnMut(usize, Result<T, String>) -> Result<()>,
    ) -> Result<()> {
        let next = AtomicUsize::new(0);
        let done: Mutex<BTreeMap<usize, Result<T, String>>> = Mutex::default();
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::scope(|scope| -> Result<()> {
            for worker in 0..self.workers.min(self.works) {
                let (sender, next, done) = (sender.clone(), &next, &done);
                let (stops, works) = (self.stops, self.works);
                scope.spawn(move || {
                    while !stops() {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        if i >= works {
                            break;
                        }
                        let one = catch_unwind(AssertUnwindSafe(|| work(i, worker)))
                            .map_err(|panic| said(panic.as_ref()));
                        done.lock().expect("no worker panics under the lock").insert(i, one);
                        if sender.send(()).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            (self.reports)(0);
            let mut handed_on = 0;
            while receiver.recv().is_ok() {
                loop {
                    let mut waiting = done.lock().expect("no worker panics under the lock");
                    (self.reports)(handed_on + waiting.len());
                    let Some(one) = waiting.remove(&handed_on) else { break };
                    drop(waiting);
                    tell(handed_on, one)?;
                    handed_on += 1;
                }
            }
            Ok(())
        })
    }
}

/// The message of a panic.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_that_panics_is_told_and_the_others_are_done_in_order() {
        let work = |i: usize, _: usize| match i {
            1 => panic!("number {i} fails"),
            _ => i * 10,
        };
        for workers in [1, 3] {
            let crew = Crew { works: 4, workers, stops: &|| false, reports: &|_| () };
            let mut handed_on = Vec::new();
            let ended = crew.run(&work, |i, one| {
                handed_on.push((i, one));
                Ok(())
            });
            assert!(ended.is_ok());
            assert_eq!(
                handed_on,
                [(0, Ok(0)), (1, Err("number 1 fails".to_owned())), (2, Ok(20)), (3, Ok(30))]
            );
        }
    }

    #[test]
    fn nothing_is_begun_after_a_stop() {
        let begun = AtomicUsize::new(0);
        let stops = || begun.load(Ordering::Relaxed) >= 2;
        let crew = Crew { works: 9, workers: 1, stops: &stops, reports: &|_| () };
        let mut handed_on = 0;
        let ended = crew.run(&|_, _| begun.fetch_add(1, Ordering::Relaxed), |_, _| {
            handed_on += 1;
            Ok(())
        });
        assert!(ended.is_ok());
        assert_eq!(handed_on, 2);
    }
}
