//! The set of states seen so far, with what was left unexplored at each.
//!
//! A state is kept as the 128-bit XXH3 fingerprint of its encoding: two different states collide with probability
//! below n²/2¹²⁹, about 10⁻²⁰ for a billion states. `exact` keeps the encodings themselves.
//! **Sleep sets** are stored with the state (pitfall 58): a state reached again with processes awake that slept
//! before must be explored for those, otherwise behaviours are lost.

use hashbrown::HashTable;
use std::sync::Mutex;
use xxhash_rust::xxh3::xxh3_128;

/// What to do with a state just reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// Never seen: explore all that is awake.
    New,
    /// Seen: explore only these processes, which slept every time before.
    Again(u64),
    /// Seen, and nothing new to explore.
    Known,
}

type Fingerprint = [u64; 2];

/// One part of the set; states go to parts by bits of their hash.
enum Shard {
    Compact(HashTable<(Fingerprint, u64)>),
    Exact(HashTable<(Box<[u8]>, u64)>),
}

/// The set.
pub(crate) struct Visited {
    shards: Vec<Mutex<Shard>>,
}

impl Visited {
    pub(crate) fn new(exact: bool, workers: usize) -> Self {
        let shard = || if exact { Shard::Exact(HashTable::new()) } else { Shard::Compact(HashTable::new()) };
        let count = if workers == 1 { 1 } else { 64 };
        Visited { shards: (0..count).map(|_| Mutex::new(shard())).collect() }
    }

    /// Records that the state with this encoding was reached with these processes asleep.
    pub(crate) fn visit(&self, encoding: &[u8], asleep: u64) -> Visit {
        let print = fingerprint(encoding);
        // The table uses the low bits and the top seven: take others for the shard.
        let shard = &self.shards[(print[1] >> 20) as usize % self.shards.len()];
        let mut shard = shard.lock().expect("no worker panics while it holds a shard");
        match &mut *shard {
            Shard::Compact(table) => match table.find_mut(print[0], |(p, _)| *p == print) {
                Some((_, slept)) => revisit(slept, asleep),
                None => {
                    table.insert_unique(print[0], (print, asleep), |(p, _)| p[0]);
                    Visit::New
                }
            },
            Shard::Exact(table) => match table.find_mut(print[0], |(e, _)| **e == *encoding) {
                Some((_, slept)) => revisit(slept, asleep),
                None => {
                    let hash = |(e, _): &(Box<[u8]>, u64)| fingerprint(e)[0];
                    table.insert_unique(print[0], (encoding.into(), asleep), hash);
                    Visit::New
                }
            },
        }
    }

    /// How many states are in the set.
    pub(crate) fn len(&self) -> u64 {
        let len =
            |shard: &Mutex<Shard>| match &*shard.lock().expect("no worker panics while it holds a shard") {
                Shard::Compact(table) => table.len() as u64,
                Shard::Exact(table) => table.len() as u64,
            };
        self.shards.iter().map(len).sum()
    }
}

fn fingerprint(encoding: &[u8]) -> Fingerprint {
    let hash = xxh3_128(encoding);
    [hash as u64, (hash >> 64) as u64]
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
    fn a_state_reached_again_with_more_awake_is_explored_for_those() {
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
}
