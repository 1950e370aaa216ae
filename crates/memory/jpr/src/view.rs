//! Views: what can know of an action. A thread knows what happens-before its next action; a volatile variable
//! or monitor knows what happens-before its last release, and passes it on to every acquire (JLS §17.4.4).

use crate::Unsupported;
use event::{SyncObj, SyncState, ThreadId};

/// A thread or synchronisation object, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View(u8);

/// A set of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct ViewSet(u128);

impl ViewSet {
    /// Every view, including those not used yet.
    pub(crate) const ALL: ViewSet = ViewSet(u128::MAX);

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn contains(self, view: View) -> bool {
        self.0 >> view.0 & 1 == 1
    }

    pub(crate) fn insert(&mut self, view: View) {
        self.0 |= 1 << view.0;
    }

    /// Makes `to` know everything that `from` knows.
    pub(crate) fn pass(&mut self, from: View, to: View) {
        if self.contains(from) {
            self.insert(to);
        }
    }
}

/// Numbers views: threads first, then objects in the order of first use. One numbering is used for a whole
/// search, so that states of different paths can be compared.
#[derive(Debug)]
pub(crate) struct Views {
    threads: usize,
    objects: Vec<SyncObj>,
}

impl Views {
    const MOST: usize = u128::BITS as usize;

    pub(crate) fn new(threads: usize) -> Result<Self, Unsupported> {
        if threads > SyncState::MOST_THREADS {
            return Err(Unsupported::TooManyViews);
        }
        Ok(Views { threads, objects: Vec::new() })
    }

    pub(crate) fn thread(thread: ThreadId) -> View {
        View(thread.0 as u8)
    }

    pub(crate) fn object(&mut self, object: SyncObj) -> Result<View, Unsupported> {
        // A thread that joins another learns what the other knew last; no other thread releases to its end.
        if let SyncObj::End(thread) = object {
            return Ok(Self::thread(thread));
        }
        let index = self.objects.iter().position(|o| *o == object).unwrap_or_else(|| {
            self.objects.push(object);
            self.objects.len() - 1
        });
        let number = self.threads + index;
        if number < Self::MOST { Ok(View(number as u8)) } else { Err(Unsupported::TooManyViews) }
    }
}
