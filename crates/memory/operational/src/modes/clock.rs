//! Knowledge as vector clocks: which events of each thread a view knows.
//!
//! Every event that matters to others gets a number in its thread, from 1. Knowledge is closed downwards in
//! program order, so a number per thread says which events are known. Only comparisons matter: an encoding
//! replaces each number by its rank among the numbers that are still in use ([`Ranks`]).

use event::put_number;

/// For each thread, the number of its newest known event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Clock(Vec<u32>);

impl Clock {
    pub(super) fn get(&self, thread: u16) -> u32 {
        self.0.get(usize::from(thread)).copied().unwrap_or(0)
    }

    pub(super) fn set(&mut self, thread: u16, number: u32) {
        let place = usize::from(thread);
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] = number;
    }

    pub(super) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
    }

    pub(super) fn is_within(&self, other: &Clock) -> bool {
        self.0.iter().enumerate().all(|(thread, number)| *number <= other.get(thread as u16))
    }

    pub(super) fn encode(&self, ranks: &Ranks, out: &mut Vec<u8>) {
        let rank = |(thread, number): (usize, &u32)| ranks.of(thread as u16, *number);
        let used = self.0.iter().enumerate().map(rank).collect::<Vec<_>>();
        let len = used.len() - used.iter().rev().take_while(|rank| **rank == 0).count();
        put_number(out, len as u64);
        used[..len].iter().for_each(|rank| put_number(out, *rank));
    }
}

/// What a view knows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct View {
    /// Which writes it knows, also through fences that order writes only.
    pub known: Clock,
    /// What happens-before the last event folded into it.
    pub before: Clock,
}

impl View {
    pub(super) fn join(&mut self, other: &View) {
        self.known.join(&other.known);
        self.before.join(&other.before);
    }

    pub(super) fn is_within(&self, other: &View) -> bool {
        self.known.is_within(&other.known) && self.before.is_within(&other.before)
    }

    pub(super) fn encode(&self, ranks: &Ranks, out: &mut Vec<u8>) {
        self.known.encode(ranks, out);
        self.before.encode(ranks, out);
    }
}

/// The numbers of events in use, for each thread.
#[derive(Debug, Default)]
pub(super) struct Ranks(Vec<Vec<u32>>);

impl Ranks {
    pub(super) fn add(&mut self, thread: u16, number: u32) {
        let place = usize::from(thread);
        if self.0.len() <= place {
            self.0.resize(place + 1, Vec::new());
        }
        if number > 0 {
            self.0[place].push(number);
        }
    }

    pub(super) fn sort(&mut self) {
        self.0.iter_mut().for_each(|numbers| {
            numbers.sort_unstable();
            numbers.dedup();
        });
    }

    /// How many numbers in use are at most `number`.
    pub(super) fn of(&self, thread: u16, number: u32) -> u64 {
        let numbers = self.0.get(usize::from(thread));
        numbers.map_or(0, |numbers| numbers.partition_point(|n| *n <= number) as u64)
    }
}
