//! What an observer ([`crate::observer`]) keeps in a state, so that it is copied and compared with it.
//!
//! The interpreter carries these notes and looks at none of them, but for one: [`ThreadNotes::inside`] is forgotten when the thread leaves its frames.

use crate::class::MethodRef;
use crate::heap::Ref;
use std::collections::BTreeMap;
use triomphe::Arc;

/// Pieces of output: file descriptor 1 or 2, and bytes.
pub type Pieces = Vec<(u8, Vec<u8>)>;

/// Notes on a whole state.
#[derive(Clone, Default)]
pub struct StateNotes {
    /// What the program has told of its outcome, by name.
    pub observed: Arc<BTreeMap<String, String>>,
    /// The program has assumed something that is not so: this execution does not count.
    pub is_discarded: bool,
    /// Classes that were initialised while there were several threads, ascending.
    pub late_classes: Arc<Vec<u32>>,
    /// What locations held when they were first written by an action, where that is not what every read sees.
    pub initials: Arc<BTreeMap<u64, u64>>,
    /// Objects that a thread uses although nobody has created them yet: a search lets a read see a write that is still to
    /// come. Their headers stand in the heap.
    pub ghosts: Arc<BTreeMap<Ref, u64>>,
}

/// Notes on a thread.
#[derive(Clone, Default)]
pub struct ThreadNotes {
    /// It is inside of something that began when it had this many frames; 0 once it has fewer, or if it is not.
    pub inside: u32,
    /// How many threads it has started: the last part of their names.
    pub started: u32,
    /// Initialised classes whose initialisation is known to happen before what the thread does next, ascending.
    pub knows: Vec<u32>,
    /// The assertions that it has come to, by method and place, where somebody wants to know.
    pub asserted: Vec<(MethodRef, u16)>,
    /// The threads that it has joined, a bit for each.
    pub joined: u32,
    /// What it has printed since its last action, where printing is one.
    pub printed: Option<Box<Printed>>,
    /// Whether it has done something before which others had their turn.
    pub acted: bool,
    /// Whether the wait of a timed `join` ended because its time was up.
    pub timed_out: bool,
    /// Whether it does not wake up for no reason, where that might happen.
    pub stays_asleep: bool,
    /// What may have overtaken an update of its that only releases.
    pub overtaking: Overtaking,
    /// Whether it has made such an update.
    pub has_released: bool,
    /// How often it has looked at the clock, where others may too, and done nothing else meanwhile but read.
    pub looks_at_clock: u32,
}

/// Whether what a thread has read may have overtaken an update that only releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Overtaking {
    /// No.
    #[default]
    Not,
    /// There was such an update.
    Updated,
    /// It has read something since, in a call that is not over and may still write.
    Reads,
    /// It has read something since.
    Overtakes,
}

impl ThreadNotes {
    /// The thread has left a frame and has this many.
    #[inline]
    pub(crate) fn leaves(&mut self, frames: usize) {
        if self.inside as usize > frames {
            self.inside = 0;
        }
    }
}

/// What a thread has printed and not yet shown.
#[derive(Clone)]
pub struct Printed {
    /// The text.
    pub pieces: Pieces,
    /// Where the program called what printed it: its method, the place there, and what it called.
    pub at: Option<(MethodRef, u16, Option<MethodRef>)>,
}

/// Appends output.
pub fn append(pieces: &mut Pieces, stream: u8, bytes: &[u8]) {
    match pieces.last_mut() {
        Some((last, piece)) if *last == stream => piece.extend_from_slice(bytes),
        _ => pieces.push((stream, bytes.to_vec())),
    }
}
