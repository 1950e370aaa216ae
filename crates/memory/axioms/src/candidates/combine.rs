//! Combines one trace per thread, such that exactly the started threads run and every value read is written
//! somewhere.

use super::Budget;
use super::domain::Domain;
use crate::enumerate::ThreadTrace;
use crate::limits::Overflow;
use event::{EventKind, Loc, Machine, ThreadId, Value};
use std::collections::BTreeMap;

/// Numbers for pairs of location and value; sets of pairs are 128-bit masks.
type Pairs = BTreeMap<(Loc, Value), u32>;

/// A trace as other threads see it.
struct Choice<'a> {
    trace: &'a ThreadTrace,
    /// Pairs it reads that neither the initial value nor an earlier write of its own provides.
    needs: u128,
    /// Pairs it writes.
    gives: u128,
}

/// Calls `visit` with every combination and its number.
pub(super) fn combinations<M: Machine>(
    domain: &Domain,
    machine: &M,
    budget: &mut Budget<'_, M>,
    mut visit: impl FnMut(&[&ThreadTrace], u32, &mut Budget<'_, M>) -> Result<(), Overflow>,
) -> Result<(), Overflow> {
    let pairs = number_pairs(domain)?;
    let idle = ThreadTrace::default();
    let choice = |trace| summary(trace, domain, &pairs);
    let runs = |t: usize| machine.starts_running(ThreadId(t as u16));
    let options: Vec<Vec<Choice<'_>>> = domain
        .traces
        .iter()
        .enumerate()
        .map(|(t, traces)| traces.iter().chain((!runs(t)).then_some(&idle)).map(choice).collect())
        .collect();
    let mut number = 0;
    extend(&options, &mut Vec::new(), budget, &mut |chosen, budget| {
        let traces: Vec<&ThreadTrace> = chosen.iter().map(|choice| choice.trace).collect();
        if is_complete(&traces, runs)? {
            number += 1;
            visit(&traces, number, budget)?;
        }
        Ok(())
    })
}

fn number_pairs(domain: &Domain) -> Result<Pairs, Overflow> {
    let mut pairs = Pairs::new();
    for event in domain.traces.iter().flatten().flat_map(|trace| &trace.events) {
        if let (Some(loc), Some(value)) = (event.kind.loc(), event.written) {
            let next = pairs.len() as u32;
            if next >= u128::BITS {
                return Err(Overflow::Values(loc));
            }
            pairs.entry((loc, value)).or_insert(next);
        }
    }
    Ok(pairs)
}

fn summary<'a>(trace: &'a ThreadTrace, domain: &Domain, pairs: &Pairs) -> Choice<'a> {
    let mut choice = Choice { trace, needs: 0, gives: 0 };
    for event in &trace.events {
        let Some(loc) = event.kind.loc() else { continue };
        let bit = |value: Value| pairs.get(&(loc, value)).map_or(0, |&i| 1u128 << i);
        if let Some(value) = event.read.filter(|value| domain.initial(loc) != *value) {
            // Every remaining value is initial or written by some thread, so it has a bit.
            choice.needs |= bit(value) & !choice.gives;
        }
        choice.gives |= event.written.map_or(0, bit);
    }
    choice
}

type Visit<'v, 'a, M> = dyn FnMut(&[&'a Choice<'a>], &mut Budget<'_, M>) -> Result<(), Overflow> + 'v;

fn extend<'a, M: Machine>(
    options: &'a [Vec<Choice<'a>>],
    chosen: &mut Vec<&'a Choice<'a>>,
    budget: &mut Budget<'_, M>,
    visit: &mut Visit<'_, 'a, M>,
) -> Result<(), Overflow> {
    let Some(next) = options.get(chosen.len()) else { return visit(chosen, budget) };
    let later = options[chosen.len() + 1..].iter().flatten().fold(0, |set, choice| set | choice.gives);
    for option in next {
        budget.spend()?;
        chosen.push(option);
        let met = chosen.iter().enumerate().all(|(t, mine)| {
            let others = chosen.iter().enumerate().filter(|&(u, _)| u != t);
            mine.needs & !others.fold(later, |set, (_, other)| set | other.gives) == 0
        });
        if met {
            extend(options, chosen, budget, visit)?;
        }
        chosen.pop();
    }
    Ok(())
}

/// Whether exactly the started threads run, and all joined threads end.
fn is_complete(traces: &[&ThreadTrace], runs: impl Fn(usize) -> bool) -> Result<bool, Overflow> {
    let mut started: Vec<bool> = (0..traces.len()).map(runs).collect();
    for event in traces.iter().flat_map(|trace| &trace.events) {
        if let EventKind::Start(child) = event.kind
            && std::mem::replace(&mut started[child.index()], true)
        {
            return Err(Overflow::Unsupported("a thread started twice"));
        }
    }
    let ran = |t: usize| !traces[t].events.is_empty();
    let joined = traces.iter().flat_map(|trace| &trace.events).all(|event| match event.kind {
        EventKind::Join(child) => ran(child.index()),
        _ => true,
    });
    Ok(joined && (0..traces.len()).all(|t| ran(t) == started[t]))
}
