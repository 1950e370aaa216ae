//! Actions as they were performed, for `--trace`.

use crate::heap::Ref;
use event::{Fence, ReadMode, RmwMode, WriteMode};

/// An action of a thread.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Traced {
    Read { object: Ref, offset: usize, mode: ReadMode, value: u64 },
    Write { object: Ref, offset: usize, mode: WriteMode, value: u64 },
    Rmw { object: Ref, offset: usize, mode: RmwMode, old: u64, new: Option<u64> },
    Fence(Fence),
    Lock(Ref),
    Unlock(Ref),
    Wait(Ref),
    Notify(Ref),
    Start(usize),
    End,
    Interrupt(usize),
    Park,
    Unpark(usize),
    Initialised(String),
}
