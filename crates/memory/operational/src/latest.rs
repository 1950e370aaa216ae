//! Sequential consistency for machines that remember the last write to each location themselves: the memory
//! holds nothing.
//!
//! **Promises** the same behaviours as [`crate::SequentialConsistency`], for machines whose
//! [`LocInfo::initial`] is the value written last. **Does not** work for any other machine.

use crate::memory::{At, Memory};
use event::{Fence, Loc, LocInfo, ReadMode, SyncObj, ThreadId, Value, WriteMode, Written};

/// The model.
#[derive(Debug, Clone, Copy, Default)]
pub struct Latest;

impl Memory for Latest {
    type State = ();

    fn initial(&self, _threads: usize, _running: &[ThreadId]) {}

    fn reads(&self, _state: &(), at: At, _mode: ReadMode) -> impl Iterator<Item = Written> {
        std::iter::once(at.default_write())
    }

    fn read(&self, _state: &mut (), _at: At, _mode: ReadMode, _seen: Written) {}
    fn write(&self, _state: &mut (), _at: At, _mode: WriteMode, _written: Written) {}

    fn newest(&self, _state: &(), at: At) -> Written {
        at.default_write()
    }

    fn fence(&self, _state: &mut (), _thread: ThreadId, _fence: Fence) {}
    fn acquire(&self, _state: &mut (), _thread: ThreadId, _obj: SyncObj) {}
    fn release(&self, _state: &mut (), _thread: ThreadId, _obj: SyncObj) {}
    fn start(&self, _state: &mut (), _parent: ThreadId, _child: ThreadId) {}
    fn end(&self, _state: &mut (), _thread: ThreadId) {}

    fn finals(&self, _state: &(), _loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        out.push(info.initial);
    }

    fn encode(&self, _state: &(), _out: &mut Vec<u8>) {}

    fn renames_threads(&self) -> bool {
        true
    }
}
