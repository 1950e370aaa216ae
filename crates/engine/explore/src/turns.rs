//! Searches with stubborn sets, in rounds, and in turns with the search without them.
//!
//! A search with stubborn sets is repeated until it learns nothing new about futures (`stubborn.rs`). The
//! search without them merges more states, by symmetry and by renaming objects. Which one is done first
//! cannot be told in advance, so where there are many states both take turns.

use crate::futures::Futures;
use crate::search::{Config, Incomplete, Report, Searching, Work};
use crate::system::System;
use std::sync::Mutex;

/// The most states of the first turn.
const FIRST_TURN: u64 = 4_000;
/// How many times more states each turn has than the one before.
const NEXT_TURN: u64 = 8;

/// Searches with and without stubborn sets in turns, until one of the searches is done.
pub(crate) fn in_turns<Y: System>(work: Work<'_, Y>) -> Report {
    let most = work.config.limits.states.unwrap_or(u64::MAX);
    let mut usual = Searching::new(work, None);
    let futures = Mutex::new(Futures::default());
    let mut found = Report::default();
    let mut turn = FIRST_TURN;
    loop {
        usual.run(Some(turn.min(most)));
        if !usual.is_paused() || turn >= most {
            let mut report = usual.finish();
            report.add_found(found);
            return report;
        }
        if !work.system.has_outlooks() {
            turn = u64::MAX;
            continue;
        }
        let mut reduced = until_all_is_learnt(work, &futures, Some(turn));
        // Anything but too many states ends both.
        let is_out_of_states = reduced.incomplete.remove(&Incomplete::States(turn));
        if !work.system.has_outlooks() {
            found.merge(reduced);
            turn = u64::MAX;
            continue;
        }
        if !is_out_of_states || reduced.has_ended_early() || work.system.is_stale() {
            reduced.add_found(found);
            reduced.add_found(usual.finish());
            return reduced;
        }
        found.merge(reduced);
        turn = turn.saturating_mul(NEXT_TURN);
    }
}

/// Searches with stubborn sets only; without them, if it turns out that they cannot be used.
pub(crate) fn stubborn_only<Y: System>(work: Work<'_, Y>) -> Report {
    let most = work.config.limits.states;
    let reduced = until_all_is_learnt(work, &Mutex::default(), most);
    if work.system.has_outlooks() || work.system.is_stale() {
        return reduced;
    }
    let mut usual = Searching::new(work, None);
    usual.run(most);
    let mut report = usual.finish();
    report.add_found(reduced);
    report
}

/// Searches with stubborn sets until futures are complete, or all rounds together have more states than this.
fn until_all_is_learnt<Y: System>(
    work: Work<'_, Y>,
    futures: &Mutex<Futures>,
    states: Option<u64>,
) -> Report {
    let config = Config { sleep_sets: false, symmetry: false, ..*work.config };
    let work = Work { config: &config, ..work };
    let version = || futures.lock().expect("no panic while futures are learnt").version();
    let (mut earlier, mut spent) = (Report::default(), 0);
    loop {
        let known = version();
        let mut round = Searching::new(work, Some(futures));
        let left = states.map(|most| most.saturating_sub(spent));
        round.run(left);
        let is_paused = round.is_paused();
        spent += round.states();
        let mut report = round.finish();
        if let (true, Some(left), Some(most)) = (is_paused, left, states) {
            report.incomplete.remove(&Incomplete::States(left));
            report.incomplete.insert(Incomplete::States(most));
        }
        let is_over = report.has_ended_early() || work.system.is_stale() || !work.system.has_outlooks();
        if is_over || version() == known {
            report.add_found(earlier);
            return report;
        }
        earlier.merge(report);
    }
}

/// Whether a graph has a cycle: whether something is left when nodes without edges to them are removed.
pub(crate) fn has_cycle(edges: &[(u32, u32)]) -> bool {
    let size = edges.iter().map(|(from, to)| from.max(to) + 1).max().unwrap_or(0) as usize;
    let (mut into, mut first) = (vec![0u32; size], vec![0usize; size + 1]);
    for &(from, to) in edges {
        into[to as usize] += 1;
        first[from as usize + 1] += 1;
    }
    (0..size).for_each(|node| first[node + 1] += first[node]);
    let (mut next, mut free) = (vec![0u32; edges.len()], first.clone());
    for &(from, to) in edges {
        next[free[from as usize]] = to;
        free[from as usize] += 1;
    }
    let mut left: Vec<usize> = (0..size).filter(|node| into[*node] == 0).collect();
    let mut removed = 0;
    while let Some(node) = left.pop() {
        removed += 1;
        for &to in &next[first[node]..first[node + 1]] {
            into[to as usize] -= 1;
            if into[to as usize] == 0 {
                left.push(to as usize);
            }
        }
    }
    removed < size
}
