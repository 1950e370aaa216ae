//! A log of what a native does to the heap while it runs, to be compared with what it declares
//! (`native/touch.rs`).
//!
//! Only where assertions are compiled in: elsewhere every function here is empty. The log is not part of any
//! state; it is local to a host thread, on which a native runs to its end.

use crate::heap::Ref;
use std::cell::{Cell, RefCell};

/// What was done to objects.
#[derive(Debug, Default)]
pub struct Log {
    /// The object, the word and whether it was written.
    pub accesses: Vec<(Ref, usize, bool)>,
    /// Objects that were created, and their sizes in words.
    pub made: Vec<(Ref, usize)>,
    /// Objects for which it was checked whether accesses to them are actions.
    pub asked: Vec<Ref>,
}

impl Log {
    /// Whether an object was created by the native.
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

/// Replaces the current log, or stops logging; returns the previous log.
pub fn swap(log: Option<Log>) -> Option<Log> {
    if !cfg!(debug_assertions) {
        return None;
    }
    IS_ON.set(log.is_some());
    LOG.replace(log)
}

/// Does work of the checker itself, which must not be attributed to the native.
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

/// An object of this many words is created.
pub fn makes(object: Ref, words: usize) {
    note(|log| log.made.push((object, words)));
}

/// It is checked whether an access to this object is an action.
pub fn asks(object: Ref) {
    note(|log| log.asked.push(object));
}
