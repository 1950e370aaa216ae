//! The notes that an observer ([`crate::observer`]) keeps in a state, so that they are copied and compared
//! with it.
//!
//! The interpreter only carries these notes, with one exception: it resets [`ThreadNotes::inside`] when the
//! thread leaves its frames.

use crate::class::MethodRef;
use crate::heap::Ref;
use std::collections::BTreeMap;
use triomphe::Arc;

/// Pieces of output: file descriptor 1 or 2, and bytes.
pub type Pieces = Vec<(u8, Vec<u8>)>;

/// Notes on a whole state.
#[derive(Clone, Default)]
pub struct StateNotes {
    /// The parts of the outcome that the program has reported, by name.
    pub observed: Arc<BTreeMap<String, String>>,
    /// An assumption of the program does not hold: this execution does not count.
    pub is_discarded: bool,
    /// Classes that were initialised while there were several threads, ascending.
    pub late_classes: Arc<Vec<u32>>,
    /// The values of locations before their first write by an action, where not every read sees the last
    /// write.
    pub initials: Arc<BTreeMap<u64, u64>>,
    /// Ghosts: objects that a thread uses although they have not been created yet, since a search lets a read
    /// see a future write. Their headers are in the heap.
    pub ghosts: Arc<BTreeMap<Ref, u64>>,
}

/// Notes on a thread.
#[derive(Clone, Default)]
pub struct ThreadNotes {
    /// The number of frames at the beginning of the atomic call that the thread is in; 0 if it is in none.
    pub inside: u32,
    /// How many threads it has started: the last part of their names.
    pub started: u32,
    /// Initialised classes whose initialisation is known to happen-before the thread's next action,
    /// ascending.
    pub knows: Vec<u32>,
    /// The assertions that it has reached, by method and offset, if they are recorded.
    pub asserted: Vec<(MethodRef, u16)>,
    /// The threads that it has joined, as a bit set.
    pub joined: u32,
    /// What it has printed since its last action, if printing is an action.
    pub printed: Option<Box<Printed>>,
    /// Whether it has performed an action before which other threads had their turn.
    pub acted: bool,
    /// Whether the wait of a timed `join` ended by its timeout.
    pub timed_out: bool,
    /// Whether it has chosen not to wake up spuriously.
    pub stays_asleep: bool,
    /// Whether later reads may have overtaken one of its release-only updates.
    pub overtaking: Overtaking,
    /// Whether it has made such an update.
    pub has_released: bool,
    /// How often it has read the clock, while others may too, and done nothing but read in between.
    pub looks_at_clock: u32,
    /// The calls that measure how long they wait, outermost first.
    pub measures: Vec<Measure>,
    /// How long the thread has waited since the outermost of these calls began.
    pub waited: i64,
    /// How long it waits now, if nobody wakes it before: the length of a timed wait in such a call.
    pub waits_for: i64,
}

/// A call that measures how long it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// The number of frames up to and including that of the call.
    pub depth: u32,
    /// [`ThreadNotes::waited`] at its beginning.
    pub since: i64,
}

/// Whether a thread's reads may have overtaken a release-only update.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Overtaking {
    /// There is no such update.
    #[default]
    Not,
    /// There was such an update, and no read since.
    Updated,
    /// There was a read since, in an atomic call that is not over and may still write.
    Reads,
    /// There was a read since.
    Overtakes,
}

impl ThreadNotes {
    /// The thread has left a frame and has this many left.
    #[inline]
    pub(crate) fn leaves(&mut self, frames: usize) {
        if self.inside as usize > frames {
            self.inside = 0;
        }
        if !self.measures.is_empty() {
            self.ends_measures(frames);
        }
    }

    #[cold]
    fn ends_measures(&mut self, frames: usize) {
        self.measures.retain(|measure| measure.depth as usize <= frames);
        if self.measures.is_empty() {
            (self.waited, self.waits_for) = (0, 0);
        }
    }

    /// The thread begins to wait for this many nanoseconds.
    pub fn begins_wait(&mut self, nanos: i64) {
        if !self.measures.is_empty() {
            self.waits_for = nanos.max(0);
        }
    }

    /// A timed wait of the thread ends, this long before its time.
    pub fn ends_wait(&mut self, left: i64) {
        let waited = std::mem::take(&mut self.waits_for).saturating_sub(left).max(0);
        self.waited = self.waited.saturating_add(waited);
    }
}

/// What a thread has printed and not yet shown by an action.
#[derive(Clone)]
pub struct Printed {
    /// The text.
    pub pieces: Pieces,
    /// Where the program called what printed it: its method, the offset there, and the called method.
    pub at: Option<(MethodRef, u16, Option<MethodRef>)>,
}

/// Appends output.
pub fn append(pieces: &mut Pieces, stream: u8, bytes: &[u8]) {
    match pieces.last_mut() {
        Some((last, piece)) if *last == stream => piece.extend_from_slice(bytes),
        _ => pieces.push((stream, bytes.to_vec())),
    }
}
