//! The set of visited states, with what was left unexplored at each.
//!
//! A state is stored as the 128-bit XXH3 fingerprint of its encoding: two different states collide with
//! probability below n²/2¹²⁹, about 10⁻²⁰ for a billion states. `exact` stores the encodings themselves.
//! **Sleep sets** are stored with the state (pitfall 58): a state reached again with processes awake that
//! were asleep before must be explored for those, otherwise behaviours are lost. So is the *level* of the
//! state: the number of steps that first led to it.

use hashbrown::HashTable;
use std::sync::Mutex;
use xxhash_rust::xxh3::xxh3_128;

/// What to do with a state that was just reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Not visited before: explore all processes that are awake.
    New,
    /// Visited before: explore only these processes, which were asleep on every earlier visit.
    Again(u64),
    /// Visited before, and nothing new to explore.
    Known,
}

/// The position of the level in the word stored with a state; the bits below hold the sleep set.
pub(crate) const LEVEL: u32 = 48;

pub(crate) type Fingerprint = [u64; 2];

/// One part of the set; bits of the fingerprint select the shard of a state.
enum Shard {
    Compact(Prints),
    Exact(HashTable<(Box<[u8]>, u64)>),
}

/// The visited set.
pub(crate) struct Visited {
    shards: Vec<Mutex<Shard>>,
}

impl Visited {
    pub(crate) fn new(exact: bool, workers: usize) -> Self {
        let shard = || if exact { Shard::Exact(HashTable::new()) } else { Shard::Compact(Prints::default()) };
        let count = if workers == 1 { 1 } else { 64 };
        Visited { shards: (0..count).map(|_| Mutex::new(shard())).collect() }
    }

    /// Records that the state with this encoding was reached with these processes asleep.
    pub(crate) fn visit(&self, encoding: &[u8], asleep: u64) -> Visit {
        self.known(encoding, asleep, |slept| revisit(slept, asleep)).unwrap_or(Visit::New)
    }

    /// Like `visit`, for processes below [`LEVEL`]. Also stores the level at which the state was first
    /// reached, and returns it.
    pub(crate) fn visit_at(&self, encoding: &[u8], asleep: u64, level: u16) -> (Visit, u16) {
        debug_assert_eq!(asleep >> LEVEL, 0, "there is room for the level");
        let known = self.known(encoding, asleep | u64::from(level) << LEVEL, |kept| {
            let first = *kept & u64::MAX << LEVEL;
            let mut slept = *kept & !first;
            let visit = revisit(&mut slept, asleep);
            *kept = slept | first;
            (visit, (first >> LEVEL) as u16)
        });
        known.unwrap_or((Visit::New, level))
    }

    /// Records that the state with this encoding was reached. A new state gets this number and level; returns
    /// those of a known one.
    pub(crate) fn visit_numbered(&self, encoding: &[u8], number: u32, level: u16) -> Option<(u32, u16)> {
        let word = u64::from(number) | u64::from(level) << LEVEL;
        self.known(encoding, word, |kept| (*kept as u32, (*kept >> LEVEL) as u16))
    }

    /// Looks up a state and the word stored with it. Adds an unknown state with `new`.
    fn known<R>(&self, encoding: &[u8], new: u64, look: impl FnOnce(&mut u64) -> R) -> Option<R> {
        let print = fingerprint(encoding);
        // The tables index by the first half.
        let shard = &self.shards[print[1] as usize % self.shards.len()];
        let mut shard = shard.lock().expect("no worker panics while it holds a shard");
        match &mut *shard {
            Shard::Compact(prints) => prints.find_or_insert(print, new).map(look),
            Shard::Exact(table) => match table.find_mut(print[0], |(e, _)| **e == *encoding) {
                Some((_, kept)) => Some(look(kept)),
                None => {
                    let hash = |(e, _): &(Box<[u8]>, u64)| fingerprint(e)[0];
                    table.insert_unique(print[0], (encoding.into(), new), hash);
                    None
                }
            },
        }
    }

    /// The number of states in the set.
    pub(crate) fn len(&self) -> u64 {
        let len =
            |shard: &Mutex<Shard>| match &*shard.lock().expect("no worker panics while it holds a shard") {
                Shard::Compact(prints) => prints.len as u64,
                Shard::Exact(table) => table.len() as u64,
            };
        self.shards.iter().map(len).sum()
    }
}

/// A hash table from fingerprints to numbers (sleep sets and levels, or indices of states) with open
/// addressing: a fingerprint is stored at the slot named by its leading bits, or in the next free one. So a
/// look-up mostly touches one cache line, and doubling the table keeps the order of fingerprints, which makes
/// it a copy from front to back.
#[derive(Debug, Default)]
pub(crate) struct Prints {
    /// A power of two, at most three quarters full. A first half of 0 marks a free slot.
    slots: Vec<(Fingerprint, u64)>,
    len: usize,
}

impl Prints {
    /// Returns the number of a fingerprint. Adds an unknown fingerprint with the given number.
    pub(crate) fn find_or_insert(&mut self, print: Fingerprint, number: u64) -> Option<&mut u64> {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let at = self.slot_of(print);
        if self.slots[at].0 == print {
            return Some(&mut self.slots[at].1);
        }
        self.slots[at] = (print, number);
        self.len += 1;
        None
    }

    /// The number of a fingerprint, if it is in the table.
    pub(crate) fn find(&self, print: Fingerprint) -> Option<u64> {
        if self.slots.is_empty() {
            return None;
        }
        let (found, number) = self.slots[self.slot_of(print)];
        (found == print).then_some(number)
    }

    /// The slot of the fingerprint, or the free slot where it belongs.
    fn slot_of(&self, print: Fingerprint) -> usize {
        let last = self.slots.len() - 1;
        let mut at = (print[0] >> (64 - self.slots.len().ilog2())) as usize;
        while self.slots[at].0[0] != 0 && self.slots[at].0 != print {
            at = (at + 1) & last;
        }
        at
    }

    fn grow(&mut self) {
        let free = ([0, 0], 0);
        let doubled = vec![free; (self.slots.len() * 2).max(64)];
        let old = std::mem::replace(&mut self.slots, doubled);
        for slot in old.into_iter().filter(|slot| *slot != free) {
            let at = self.slot_of(slot.0);
            self.slots[at] = slot;
        }
    }
}

pub(crate) fn fingerprint(encoding: &[u8]) -> Fingerprint {
    let hash = xxh3_128(encoding);
    // 0 marks a free slot of `Prints`.
    [(hash as u64).max(1), (hash >> 64) as u64]
}

fn revisit(slept: &mut u64, asleep: u64) -> Visit {
    let awake_now = *slept & !asleep;
    *slept &= asleep;
    if awake_now == 0 { Visit::Known } else { Visit::Again(awake_now) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p58_a_state_reached_again_with_more_awake_is_explored_for_those() {
        for exact in [false, true] {
            let visited = Visited::new(exact, 2);
            assert_eq!(visited.visit(b"s", 0b110), Visit::New);
            assert_eq!(visited.visit(b"s", 0b110), Visit::Known);
            assert_eq!(visited.visit(b"s", 0b011), Visit::Again(0b100));
            assert_eq!(visited.visit(b"s", 0b110), Visit::Known);
            assert_eq!(visited.visit(b"s", 0), Visit::Again(0b010));
            assert_eq!(visited.len(), 1);
        }
    }

    #[test]
    fn a_growing_table_keeps_all_prints_and_their_sleep_sets() {
        for workers in [1, 2] {
            let visited = Visited::new(false, workers);
            let visit = |n: u64, asleep| visited.visit(&n.to_le_bytes(), asleep);
            assert!((0..10_000).all(|n| visit(n, n) == Visit::New));
            assert!((0..10_000).all(|n| visit(n, n) == Visit::Known));
            assert!((1..10_000).all(|n| visit(n, 0) == Visit::Again(n)));
            assert_eq!(visited.len(), 10_000);
        }
    }

    #[test]
    fn prints_that_differ_in_one_half_only_are_different() {
        let mut prints = Prints::default();
        for print in [[u64::MAX, 0], [u64::MAX, 1], [1, 0], [2, 0], [u64::MAX, 2]] {
            assert!(prints.find_or_insert(print, 7).is_none());
            assert_eq!(prints.find_or_insert(print, 0), Some(&mut 7));
        }
        assert_eq!(prints.len, 5);
    }
}
