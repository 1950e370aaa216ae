//! Combinations of local traces: one per thread, such that every value read is written by some thread.
//!
//! **Promises** to list every combination that an execution with acyclic(po ∪ rf) can have, each once. Sets
//! of (location, value) pairs are 128-bit masks; more pairs are an overflow.

use super::trace::{LocFacts, Local, ThreadTrace};
use super::{Budget, Pruning};
use crate::limits::Overflow;
use event::{EventKind, Loc, Machine, ThreadId, Value};
use std::collections::BTreeMap;

/// A trace as the other threads see it.
struct Summary {
    /// Pairs it reads that must come from another thread.
    needs: u128,
    /// Pairs it writes.
    gives: u128,
    /// Threads it starts.
    starts: u64,
    /// Threads it joins.
    joins: u64,
    /// Per event: the pair it needs, the pair it gives; 0 if none.
    steps: Vec<(u128, u128)>,
}

/// Calls `visit` with every feasible combination, in a fixed order.
pub(crate) fn combinations<M: Machine>(
    machine: &M,
    local: &Local,
    pruning: Pruning,
    budget: &mut Budget,
    mut visit: impl FnMut(&[&ThreadTrace], &mut Budget) -> Result<(), Overflow>,
) -> Result<(), Overflow> {
    let pairs = number_pairs(&local.facts)?;
    let idle = ThreadTrace::default();
    let running = (0..machine.thread_count()).filter(|&t| machine.starts_running(ThreadId(t as u16)));
    let running = running.fold(0u64, |set, t| set | 1 << t);
    let mut options = Vec::new();
    for (t, traces) in local.traces.iter().enumerate() {
        let unstarted = (running >> t & 1 == 0).then_some(&idle);
        let summaries = traces.iter().chain(unstarted).map(|trace| (trace, summary(trace, local, &pairs)));
        options.push(summaries.collect::<Vec<_>>());
    }
    let mut combiner = Combiner { later: later_gives(&options), options: &options, running, pruning };
    combiner.extend(&mut Vec::new(), budget, &mut visit)
}

fn number_pairs(facts: &BTreeMap<Loc, LocFacts>) -> Result<BTreeMap<(Loc, Value), u32>, Overflow> {
    let mut pairs = BTreeMap::new();
    for (&loc, facts) in facts {
        for &value in facts.values.keys() {
            let next = pairs.len() as u32;
            if next >= u128::BITS {
                return Err(Overflow::Values(loc));
            }
            pairs.insert((loc, value), next);
        }
    }
    Ok(pairs)
}

fn summary(trace: &ThreadTrace, local: &Local, pairs: &BTreeMap<(Loc, Value), u32>) -> Summary {
    let mut result =
        Summary { needs: 0, gives: 0, starts: 0, joins: 0, steps: Vec::with_capacity(trace.events.len()) };
    for (n, event) in trace.events.iter().enumerate() {
        // A value that only a dropped trace writes has no number, and no trace can read it either.
        let bit = |value: Option<Value>| {
            let pair = event.kind.loc().zip(value);
            pair.and_then(|pair| pairs.get(&pair)).map_or(0, |&i| 1u128 << i)
        };
        let (mut need, give) = (0, bit(event.written));
        if let (Some(loc), Some(value)) = (event.kind.loc(), event.read) {
            let own = trace.own_latest(n, loc).unwrap_or(local.facts[&loc].initial);
            need = if value == own { 0 } else { bit(event.read) };
        }
        result.needs |= need;
        result.gives |= give;
        result.steps.push((need, give));
        match event.kind {
            EventKind::Start(child) => result.starts |= 1 << child.index(),
            EventKind::Join(child) => result.joins |= 1 << child.index(),
            _ => {}
        }
    }
    result
}

type Choice<'a> = (&'a ThreadTrace, Summary);

/// `later[t]` is everything that threads from `t` on could write.
fn later_gives(options: &[Vec<Choice<'_>>]) -> Vec<u128> {
    let mut later = vec![0; options.len() + 1];
    for t in (0..options.len()).rev() {
        later[t] = options[t].iter().fold(later[t + 1], |set, (_, summary)| set | summary.gives);
    }
    later
}

struct Combiner<'a> {
    options: &'a [Vec<Choice<'a>>],
    later: Vec<u128>,
    running: u64,
    pruning: Pruning,
}

impl<'a> Combiner<'a> {
    fn extend(
        &mut self,
        chosen: &mut Vec<&'a Choice<'a>>,
        budget: &mut Budget,
        visit: &mut impl FnMut(&[&ThreadTrace], &mut Budget) -> Result<(), Overflow>,
    ) -> Result<(), Overflow> {
        let options = self.options;
        if chosen.len() == options.len() {
            if self.complete(chosen)? && (self.pruning == Pruning::Off || feasible(chosen)) {
                let traces: Vec<&ThreadTrace> = chosen.iter().map(|(trace, _)| *trace).collect();
                visit(&traces, budget)?;
            }
            return Ok(());
        }
        for option in &options[chosen.len()] {
            budget.spend()?;
            chosen.push(option);
            if self.pruning == Pruning::Off || self.may_be_met(chosen) {
                self.extend(chosen, budget, visit)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Whether all needs can still be met by other threads.
    fn may_be_met(&self, chosen: &[&Choice<'_>]) -> bool {
        let later = self.later[chosen.len()];
        chosen.iter().enumerate().all(|(t, (_, mine))| {
            let others = chosen.iter().enumerate().filter(|&(u, _)| u != t);
            mine.needs & !others.fold(later, |set, (_, (_, other))| set | other.gives) == 0
        })
    }

    /// Whether exactly the started threads run, and all joined threads end.
    fn complete(&self, chosen: &[&Choice<'_>]) -> Result<bool, Overflow> {
        let mut started = self.running;
        for event in chosen.iter().flat_map(|(trace, _)| &trace.events) {
            if let EventKind::Start(child) = event.kind {
                if started >> child.index() & 1 == 1 {
                    return Err(Overflow::Unsupported("a thread started twice"));
                }
                started |= 1 << child.index();
            }
        }
        let ran = chosen.iter().enumerate().filter(|(_, (trace, _))| !trace.events.is_empty());
        let ran = ran.fold(0u64, |set, (t, _)| set | 1 << t);
        let joined = chosen.iter().fold(0, |set, (_, summary)| set | summary.joins);
        Ok(ran == started && joined & !ran == 0)
    }
}

/// Whether the traces can be run in some order in which each value is written before it is read, ignoring
/// which write it was. Availability only grows, so running every thread as far as possible is enough.
fn feasible(chosen: &[&Choice<'_>]) -> bool {
    let starts = chosen.iter().fold(0, |set, (_, summary)| set | summary.starts);
    let mut at = vec![0; chosen.len()];
    let (mut written, mut started, mut ended) = (0u128, !starts, 0u64);
    loop {
        let mut progress = false;
        for (t, (trace, summary)) in chosen.iter().enumerate() {
            while started >> t & 1 == 1 && at[t] < trace.events.len() {
                let (need, give) = summary.steps[at[t]];
                let blocked = match trace.events[at[t]].kind {
                    EventKind::Join(child) => ended >> child.index() & 1 == 0,
                    _ => need & !written != 0,
                };
                if blocked {
                    break;
                }
                if let EventKind::Start(child) = trace.events[at[t]].kind {
                    started |= 1 << child.index();
                }
                written |= give;
                at[t] += 1;
                progress = true;
                ended |= u64::from(at[t] == trace.events.len()) << t;
            }
        }
        if !progress {
            return chosen.iter().zip(&at).all(|((trace, _), &n)| n == trace.events.len());
        }
    }
}
