//! Sequential consistency: one value per location, every read sees the latest write.

use crate::encode::put_written;
use crate::memory::{At, Memory};
use event::{Fence, Loc, LocInfo, Names, ReadMode, SyncObj, ThreadId, Value, WriteMode, Written, put_number};

/// The model.
#[derive(Debug, Clone, Copy, Default)]
pub struct SequentialConsistency;

/// The current contents of the locations that differ from their default write, sorted by location.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Cells(Vec<(Loc, Written)>);

impl Cells {
    pub(crate) fn get(&self, loc: Loc) -> Option<Written> {
        self.0.iter().find(|(l, _)| *l == loc).map(|(_, w)| *w)
    }

    /// Sets a location. Writing back the default value forgets the location, so that equal memories are equal
    /// states.
    pub(crate) fn set(&mut self, loc: Loc, written: Written, default: Written) {
        match self.0.binary_search_by_key(&loc, |(l, _)| *l) {
            Ok(i) if written == default => {
                self.0.remove(i);
            }
            Ok(i) => self.0[i].1 = written,
            Err(_) if written == default => {}
            Err(i) => self.0.insert(i, (loc, written)),
        }
    }

    pub(crate) fn held(&self, out: &mut Vec<(Loc, Value)>) {
        out.extend(self.0.iter().map(|(loc, written)| (*loc, written.value)));
    }

    pub(crate) fn renamed(&self, names: &dyn Names) -> Cells {
        let cell = |(loc, written): &(Loc, Written)| Some((names.loc(*loc)?, renamed(*written, *loc, names)));
        let mut cells: Vec<_> = self.0.iter().filter_map(cell).collect();
        cells.sort_unstable();
        Cells(cells)
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put_number(out, self.0.len() as u64);
        for &(loc, written) in &self.0 {
            put_number(out, loc.0);
            put_written(out, written);
        }
    }
}

/// A write with its value renamed.
pub(crate) fn renamed(written: Written, loc: Loc, names: &dyn Names) -> Written {
    Written { value: names.value(loc, written.value), tag: written.tag }
}

/// Memory contents.
#[derive(Debug, Clone, Default)]
pub struct ScState(Cells);

impl Memory for SequentialConsistency {
    type State = ScState;

    fn initial(&self, _threads: usize, _running: &[ThreadId]) -> ScState {
        ScState::default()
    }

    fn reads(&self, state: &ScState, at: At, _mode: ReadMode) -> impl Iterator<Item = Written> {
        std::iter::once(self.newest(state, at))
    }

    fn read(&self, _state: &mut ScState, _at: At, _mode: ReadMode, _seen: Written) {}

    fn write(&self, state: &mut ScState, at: At, _mode: WriteMode, written: Written) {
        state.0.set(at.loc, written, at.default_write());
    }

    fn newest(&self, state: &ScState, at: At) -> Written {
        state.0.get(at.loc).unwrap_or_else(|| at.default_write())
    }

    fn fence(&self, _state: &mut ScState, _thread: ThreadId, _fence: Fence) {}
    fn acquire(&self, _state: &mut ScState, _thread: ThreadId, _obj: SyncObj) {}
    fn release(&self, _state: &mut ScState, _thread: ThreadId, _obj: SyncObj) {}
    fn start(&self, _state: &mut ScState, _parent: ThreadId, _child: ThreadId) {}
    fn end(&self, _state: &mut ScState, _thread: ThreadId) {}

    fn finals(&self, state: &ScState, loc: Loc, info: LocInfo, out: &mut Vec<Value>) {
        out.push(state.0.get(loc).map_or(info.initial, |w| w.value));
    }

    fn held(&self, state: &ScState, out: &mut Vec<(Loc, Value)>) {
        state.0.held(out);
    }

    fn renamed(&self, state: &ScState, names: &dyn Names) -> ScState {
        ScState(state.0.renamed(names))
    }

    fn encode(&self, state: &ScState, out: &mut Vec<u8>) {
        state.0.encode(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_laws() {
        (0..200).for_each(|seed| crate::check_memory_laws(&SequentialConsistency, seed));
    }
}
