//! What a native does to the heap, written down while it runs, for comparison with what it declares (`native/touch.rs`).
//!
//! Only where assertions are compiled in: elsewhere every function here is empty. It is no part of any state, and of one host thread, since a
//! native runs to its end there.

use crate::heap::Ref;
use std::cell::{Cell, RefCell};

/// What was done to words of objects.
#[derive(Debug, Default)]
pub struct Log {
    /// The object, the word and whether it was written.
    pub accesses: Vec<(Ref, usize, bool)>,
    /// Objects that were made, and their words.
    pub made: Vec<(Ref, usize)>,
    /// Objects of which it was looked whether accesses to them are asked.
    pub asked: Vec<Ref>,
}

impl Log {
    /// Whether an object did not exist before.
    pub fn is_new(&self, object: Ref) -> bool {
        let has =
            |&(made, words): &(Ref, usize)| object >= made && object.0 < made.0.saturating_add(words as u64);
        self.made.iter().any(has)
    }
}

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static LOG: RefCell<Option<Log>> = const { RefCell::new(None) };
}

/// Writes to another log from now on, or to none; the one until now.
pub fn swap(log: Option<Log>) -> Option<Log> {
    if !cfg!(debug_assertions) {
        return None;
    }
    IS_ON.set(log.is_some());
    LOG.replace(log)
}

/// Does what the checker does for itself, which is no doing of the native's.
pub fn aside<R>(work: impl FnOnce() -> R) -> R {
    let log = swap(None);
    let result = work();
    swap(log);
    result
}

#[inline]
fn note(what: impl FnOnce(&mut Log)) {
    if cfg!(debug_assertions) && IS_ON.get() {
        LOG.with_borrow_mut(|log| log.as_mut().map(what));
    }
}

/// A word is read.
#[inline]
pub fn reads(object: Ref, word: usize) {
    note(|log| log.accesses.push((object, word, false)));
}

/// A word is written.
#[inline]
pub fn writes(object: Ref, word: usize) {
    note(|log| log.accesses.push((object, word, true)));
}

/// An object of so many words is made.
pub fn makes(object: Ref, words: usize) {
    note(|log| log.made.push((object, words)));
}

/// It is looked whether an access to this object is an action.
pub fn asks(object: Ref) {
    note(|log| log.asked.push(object));
}
