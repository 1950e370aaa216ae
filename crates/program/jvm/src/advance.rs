//! One action at a time: a thread runs to its next action and stops before it.
//!
//! This is how engines drive the machine: they see what each thread is about to do, and decide which thread
//! does it. Memory is that of the heap, sequentially consistent. Unlocks during the propagation of an
//! exception, and the observable part of class initialisation, happen with the preceding action.

use crate::library::Library;
use crate::state::{State, Status};
use crate::trace::{TracedAction, Tracing};
use crate::vm::{Stop, Unsupported, Vm};

/// Where a thread stands after [`advance`].
#[derive(Debug)]
pub enum Advanced {
    /// Before this action.
    Before(Box<TracedAction>),
    /// It waits for another thread or for time.
    Waits,
    /// It has ended.
    Ended,
    /// The program has ended with this status.
    Exit(i32),
    /// It met something unsupported.
    Unsupported(Unsupported),
    /// It used up its bytecodes, or yielded, without an action.
    GoesOn,
}

/// Runs a thread: if `perform`, it first performs the action it stands before; then it runs, for at most so
/// many bytecodes, to the next.
pub fn advance(
    lib: &'static Library,
    state: &mut State,
    options: &crate::Options,
    thread: usize,
    perform: bool,
    bytecodes: u64,
) -> Advanced {
    match state.threads[thread].status {
        Status::Runnable => {}
        Status::Ended => return Advanced::Ended,
        _ => return Advanced::Waits,
    }
    let mut vm = Vm::new(lib, state, options, thread);
    vm.budget = bytecodes;
    vm.trace = Some(Tracing::Pause { left: u64::from(perform), next: None });
    let stop = vm.run();
    vm.publish_status();
    let trace = vm.finish();
    match (stop, trace) {
        (Stop::Pauses, Some(Tracing::Pause { next: Some(step), .. })) => Advanced::Before(step),
        (Stop::Waits, _) => Advanced::Waits,
        (Stop::Ended | Stop::Returned, _) => Advanced::Ended,
        (Stop::Exit(status), _) => Advanced::Exit(status),
        (Stop::Unsupported(reason), _) => Advanced::Unsupported(reason),
        _ => Advanced::GoesOn,
    }
}
